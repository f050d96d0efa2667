"""H6.1, H6.2, H6.8  The solo game: setup by level, then objectives, card, fields, attack, Hester's turn, brambles; again and again."""

from __future__ import annotations

from typing import NoReturn

from engine.flow import Flow, Option
from engine.harrow.automated.activation import bot_attack, place_missing, put_away
from engine.harrow.automated.board import SOLO, AutomatedCourse, shuffle_decks
from engine.harrow.automated.setup import lay_bots, lay_county, lay_cubes
from engine.harrow.automated.steps import ACTIVATION
from engine.harrow.course import GameOver, ask_for, course
from engine.harrow.data import TABLE
from engine.harrow.faction import FACTIONS
from engine.harrow.hester.board import HESTER
from engine.harrow.hester.board import board_of as hester_board
from engine.harrow.round import score_brambles
from engine.harrow.state import Cursor, Harrow, Owner
from engine.harrow.turn import begin_turn


class TakeCards(Option, frozen=True, tag="take_cards"):
    """H6.1.3  So many cards of this deck."""

    deck: str
    cards: int


@course
class SoloCourse(AutomatedCourse):
    """H6.2  A objectives, B a card, C its fields, D an attack, E Hester's turn, F brambles and the end."""

    id = "solo"

    def decides(self, game: Harrow, owner: Owner) -> Owner:
        """H6  Hester's player decides for both."""
        return HESTER

    def flames(self, game: Harrow) -> int:
        """H6.5.2"""
        return hester_board(game).actions

    def turn_ends(self, game: Harrow) -> None:
        """H6.2  After Hester's turn the brambles."""
        game.cursor = Cursor(active=HESTER, step="solo.end")

    def no_cards(self, game: Harrow) -> NoReturn:
        """H6.4.3  All decks are empty: Hester has lost."""
        lose(game, "cards", list(game.automated))
        raise GameOver


def lose(game: Harrow, why: str, winners: list[Owner]) -> None:
    """H6.4.3, H6.8.2  The game is lost."""
    game.over, game.winners, game.end = True, winners, f"solo.{why}"
    game.note("solo.lost", "H6.4.3" if why == "cards" else "H6.8.2", why=why)


# --- H6.1 setup -------------------------------------------------------------------------------------------


def level_of(game: Harrow) -> str:
    """H6.1.2  The agreed level; the first one otherwise."""
    agreed = str(game.options.get("level", ""))
    return agreed if agreed in SOLO.levels else next(iter(SOLO.levels))


def take_cards(game: Harrow) -> Flow[None]:
    """H6.1.2, H6.1.3, HP.1.7  Cards of the three decks, together as many as the level says; and terrain cubes."""
    level = level_of(game)
    total, usual = SOLO.levels[level].cards, SOLO.levels[level].usual
    counts: dict[str, int] = {}
    decks = list(SOLO.decks)
    for place, deck in enumerate(decks):
        left = total - sum(counts.values())
        others = sum(len(SOLO.decks[one]) for one in decks[place + 1 :])
        numbers = range(max(0, left - others), min(left, len(SOLO.decks[deck])) + 1)
        best = min(numbers, key=lambda number, deck=deck: abs(number - usual[deck]))  # type: ignore[misc]
        options = [TakeCards(deck, n) for n in sorted(numbers, key=lambda n, best=best: (n != best, n))]  # type: ignore[misc]
        choice = yield from ask_for(
            game, game.automated[0], "setup.cards", "H6.1.3", options, deck=deck, left=left
        )
        counts[deck] = choice.cards
    yield from shuffle_decks(game, level, counts)
    game.note("solo.decks", "H6.1.3", level=level, decks=counts)
    game.cursor.step = "setup.bots"


def lay_out(game: Harrow) -> Flow[None]:
    """H6.1.1, H6.1.2, H6.1.4, HP.1.7  Hester's board and cubes; then those who move by themselves."""
    yield from FACTIONS[HESTER].lay_out(game, HESTER)
    yield from lay_cubes(game, level_of(game), "H6.1.2")
    yield from lay_bots(game)
    begin_round(game)


# --- H6.2 the turn ----------------------------------------------------------------------------------------


def begin_round(game: Harrow) -> None:
    """H6.2  The next turn begins with the objectives."""
    game.round += 1
    game.turn += 1
    game.cursor = Cursor(active=HESTER, step="solo.objectives")
    game.note("round", "H6.2", round=game.round, owner=HESTER)


def objectives(game: Harrow) -> Flow[None]:
    """H6.3  Step A."""
    yield from place_missing(game)
    game.cursor.step = "solo.reveal"


def attack(game: Harrow) -> Flow[None]:
    """H6.7  Step D; then Hester's turn, step E (H6.8.1)."""
    yield from bot_attack(game)
    put_away(game)
    begin_turn(game, HESTER)


def end_round(game: Harrow) -> Flow[None]:
    """H6.8.2  Step F: brambles, and whether a bot has seven points."""
    yield from ()
    score_brambles(game, "H6.8.2")
    points = {owner: game.players[owner].score for owner in game.automated}
    best = max(points.values())
    if best >= TABLE.points_to_win:
        lose(game, "points", [owner for owner in game.automated if points[owner] == best])
        return
    begin_round(game)


SoloCourse.steps = {
    "setup.table": lay_county,
    "setup.cards": take_cards,
    "setup.bots": lay_out,
    "solo.objectives": objectives,
    **ACTIVATION,
    "solo.attack": attack,
    "solo.end": end_round,
}
