"""12  What is printed for the Duchy alone: the ministers and their ranks."""

from __future__ import annotations

import msgspec

from engine.root import data


class Rank(msgspec.Struct, frozen=True):
    """12.5.3  How many cards sway a minister of this rank, and the points under its crowns."""

    reveal: int
    points: int


class Minister(data.Named, frozen=True):
    """12.5.2  A minister."""

    rank: str = ""


class DuchyFacts(data.Faction, frozen=True, kw_only=True):
    """12.3.5, 12.3.6  Ministers, and the ranks from the lowest to the highest."""

    ranks: dict[str, Rank]
    ministers: tuple[Minister, ...]


PRINTED = data.facts("factions", "duchy", DuchyFacts)
NUMBERS = PRINTED.numbers
MINISTERS = {minister.id: minister for minister in PRINTED.ministers}
RANKS = PRINTED.ranks
