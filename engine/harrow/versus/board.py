"""H8.1.2  The bag of tokens that say whose turn it is, and who decides for those who move by themselves."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.harrow.data import load
from engine.harrow.state import Board, Harrow, Owner

VERSUS = "versus"
"""Under this name the bag lies in `game.boards`."""


class VersusFile(msgspec.Struct, frozen=True):
    """The shape of `versus.json`."""

    level: str
    """H8.1.1  The level of the solo game whose terrain cubes Hester begins with."""
    tokens: tuple[str, ...]
    """H8.1.2  A faction, or the coin."""
    coin: tuple[Owner, Owner]
    """Whose sides it has."""
    squares: tuple[int, ...]
    """H8.3.3  The squares Hester needs for a minor victory, by how many items are found."""


FACTS = load("versus.json", VersusFile)


class VersusBoard(msgspec.Struct, Board, kw_only=True, tag="versus"):
    """H8.2"""

    bag: list[str] = []
    drawn: list[str] = []
    """H8.2.2  Tokens of this round, in order; the last one is that of this turn."""
    out: list[str] = []
    """H8.3.1  Tokens that left the bag for good."""
    deciding: Owner = ""
    """H8.2.1  Who decides for those who move by themselves."""


def board_of(game: Harrow) -> VersusBoard:
    return cast(VersusBoard, game.boards[VERSUS])
