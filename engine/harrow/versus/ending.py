"""H8.3  How the Fair Folk against Hester ends: the queen, six squares, or a minor victory."""

from __future__ import annotations

from typing import NoReturn

from engine.harrow.course import GameOver
from engine.harrow.faction import FACTIONS
from engine.harrow.fairfolk.board import FOLK
from engine.harrow.fairfolk.board import board_of as folk_board
from engine.harrow.hester.board import HESTER, filled_squares, is_full
from engine.harrow.round import win_at_once
from engine.harrow.state import Harrow, Owner
from engine.harrow.versus.board import FACTS

CARDS, POINTS = "cards", "points"
"""H8.3.3  What brings a minor victory: no card is left, or seven points."""


def queen_found(game: Harrow) -> bool:
    """H8.3.1  Do the Fair Folk win at the end of this round?"""
    return FACTIONS[FOLK].has_won(game, FOLK)


def round_over(game: Harrow) -> None:
    """H8.3.1  All tokens of a round are drawn: with the queen the Fair Folk have won."""
    if queen_found(game):
        win_at_once(game, FOLK, "H8.3.1")


def hester_done(game: Harrow) -> None:
    """H8.3.2, H8.3.4  The end of Hester's turn: with six squares she wins, beside the Fair Folk if they have their queen."""
    if is_full(game):
        win_at_once(game, HESTER, "H8.3.2")


def claimant(game: Harrow) -> Owner:
    """H8.3.3  Whose a minor victory would be now; "" for nobody's."""
    found = folk_board(game).found
    if filled_squares(game) >= FACTS.squares[len(found)]:
        return HESTER
    return FOLK if found else ""


def minor_victory(game: Harrow, why: str) -> NoReturn:
    """H8.3.3, H8.3.4  Cards have run out or seven points are reached: at once, unless somebody has won in full."""
    if queen_found(game):
        hester_done(game)
        win_at_once(game, FOLK, "H8.3.4")
    winner = claimant(game)
    game.over, game.winners = True, [winner] if winner else []
    game.end = f"minor.{why}" if winner else f"nobody.{why}"
    key = "versus.minor" if winner else "versus.nobody"
    found = len(folk_board(game).found)
    game.note(
        key, "H8.3.3", owner=winner or HESTER, why=why, items=found, squares=filled_squares(game), needed=FACTS.squares[found]
    )  # fmt: skip
    raise GameOver
