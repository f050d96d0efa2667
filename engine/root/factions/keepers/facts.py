"""15  What is printed for the Keepers alone, and what they keep on their board."""

from __future__ import annotations

from collections import Counter
from typing import cast

import msgspec

from engine.root import data
from engine.root.state import Board, Owner, Root


class KeeperFacts(data.Faction, frozen=True, kw_only=True):
    """15.2.1 - 15.2.2, 15.5.2  The columns of the retinue, the types of relics, the waystations by their two sides."""

    columns: tuple[str, ...]
    relics: tuple[str, ...]
    waystations: tuple[tuple[str, str], ...]


PRINTED = data.facts("factions", "keepers", KeeperFacts)
NUMBERS = PRINTED.numbers
TYPES = PRINTED.relics
TILES = PRINTED.waystations
COLUMNS = PRINTED.columns
MOVE, DELVE, RECOVER = COLUMNS
RETAINER = "faithful-retainer"
BIRD = "bird"


class KeeperBoard(msgspec.Struct, Board, tag="keepers", kw_only=True):
    """The retinue, the waystations, the recovered relics, and what is counted in a turn."""

    retinue: dict[str, list[str]] = msgspec.field(default_factory=lambda: {column: [] for column in COLUMNS})
    """The cards of each column, which all may see (15.5.2)."""
    camps: dict[int, tuple[int, str]] = {}
    """Waystations on the map: clearing and the type that lies upward, by tile (15.2.2)."""
    recovered: dict[str, list[int]] = msgspec.field(default_factory=lambda: {kind: [] for kind in TYPES})
    """The values of the recovered relics by type, from the left (15.5.2.III.a)."""
    encamped: list[int] = []
    """Clearings encamped in this Birdsong (15.4.1)."""
    decamped: list[int] = []
    """Clearings decamped in this Birdsong (15.4.2)."""
    acted: dict[str, list[str]] = {}
    """Cards of the retinue that have acted this turn, by column (15.5.2)."""
    acting_in: int = 0
    """The clearing in which a card acts right now."""
    column_over: bool = False
    """A recovery has ended the last column for this turn (15.5.2.III.c)."""
    gathered: int = 0
    """Cards added to the retinue this Evening (15.6.2)."""


def board(game: Root, owner: Owner) -> KeeperBoard:
    return cast(KeeperBoard, game.boards[owner])


def ready(own: KeeperBoard, column: str) -> list[str]:
    """15.5.2  The cards of a column that may still act this turn."""
    if column == RECOVER and own.column_over:
        return []
    return list((Counter(own.retinue[column]) - Counter(own.acted.get(column, []))).elements())
