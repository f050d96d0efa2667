"""HA.K.B, H4.2  What Kammi keeps: rows, the action grid, and which of her two figures is which."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.harrow.data import Hex
from engine.harrow.rows import empty_rows
from engine.harrow.state import Board, Harrow

KAMMI = "kammi"
FIGURES = ("figure1", "figure2")
GRID_ROWS = 3


class KammiBoard(msgspec.Struct, Board, kw_only=True, tag="kammi"):
    """HA.K.B1, HA.K.B2"""

    rows: dict[str, int] = msgspec.field(default_factory=empty_rows)
    grid: list[list[str]] = []
    """Three rows of two cells, from the left."""
    inserting: str = ""
    """The token that is inserted next: waiting at first, then the one in a black area."""
    black: int = -1
    """The row whose black area holds it; -1 before the first Ability jar."""
    cubes: list[int] = msgspec.field(default_factory=lambda: [0] * GRID_ROWS)
    """H4.7.2  Cubes on the rows."""
    kammi: str = ""
    """H4.2.3  Which figure is Kammi. Secret, until it is known."""
    known: bool = False
    gone: bool = False
    """HA.K.G2  The goblin has left the game."""
    power_used: bool = False

    @property
    def goblin(self) -> str:
        """Which figure is the goblin."""
        return FIGURES[1 - FIGURES.index(self.kammi)]


def board_of(game: Harrow) -> KammiBoard:
    return cast(KammiBoard, game.boards[KAMMI])


def goblin_hex(game: Harrow) -> Hex:
    """H4.9.3  Where the goblin stands; 0 if it has left the game."""
    return game.where(KAMMI, board_of(game).goblin)


def kammi_hex(game: Harrow) -> Hex:
    """Where Kammi stands."""
    return game.where(KAMMI, board_of(game).kammi)


def reveal_figures(game: Harrow, clause: str) -> None:
    """H4.8.1  Which figure is which is public from now on."""
    board = board_of(game)
    if not board.known:
        board.known = True
        game.learned = True
        game.note("revealed", clause, owner=KAMMI, figure=board.kammi)
