"""What a token says: plain values, one for each change, in the order in which they stand.

Places: a clearing by its number, "burrow", "forest:…", "path:…", "ruin:N", "supply", "hand:ID", "board:ID[:COLUMN]",
"deck", "discard", "available", "quests", "aside" (a pile of its own), "out", "here" (where a pawn stands).
"""

from __future__ import annotations

import msgspec

ANY = "any"


class Change(msgspec.Struct, frozen=True):
    """One change. Its text is one line for people."""


class Moved(Change, frozen=True):
    """Pieces change place; placing and removing are moves from and to the supply."""

    count: int
    owner: str
    piece: str
    origin: str
    to: str

    def __str__(self) -> str:
        return f"move {self.count} {self.owner} {self.piece} {self.origin} -> {self.to}"


class Card(Change, frozen=True):
    """Cards change place."""

    count: int
    suit: str
    name: str
    origin: str
    to: str

    def __str__(self) -> str:
        return f"card {self.count} {self.suit or ANY} {self.name or '-'} {self.origin} -> {self.to}"


class Item(Change, frozen=True):
    """Items are turned, damaged or laid elsewhere on their board (`turns`), or change place."""

    count: int
    owner: str
    item: str
    turns: tuple[str, ...] = ()
    origin: str = ""
    to: str = ""

    def __str__(self) -> str:
        if self.turns:
            return f"item {self.count} {self.owner} {self.item} {' '.join(self.turns)}"
        return f"item {self.count} {self.owner} {self.item} {self.origin} -> {self.to}"


def item_owner(origin: str, to: str, default: str = "") -> str:
    """Whose item it is that changes place: the new owner's, or else the old one's."""
    for place in (to, origin):
        if place.startswith("board:"):
            return place.split(":")[1]
    return default


class Scored(Change, frozen=True):
    owner: str
    points: int

    def __str__(self) -> str:
        return f"score {self.owner} {self.points:+d}"


class Marker(Change, frozen=True):
    """The score marker goes to a board: dominance, or a coalition."""

    owner: str
    board: str

    def __str__(self) -> str:
        return f"marker {self.owner} -> board:{self.board}"


class Fought(Change, frozen=True):
    attacker: str
    defender: str
    clearing: int
    ambushes: tuple[str, ...] = ()
    """The suits of the ambushes, the defender's first."""
    dice: tuple[int, ...] = ()

    def begins(self, other: Change) -> bool:
        """Can this battle, as far as it is fought, become the other?"""
        return (
            isinstance(other, Fought)
            and (self.attacker, self.defender, self.clearing)
            == (other.attacker, other.defender, other.clearing)
            and self.ambushes == other.ambushes[: len(self.ambushes)]
            and (not self.dice or self.dice == other.dice)
        )

    def __str__(self) -> str:
        more = f" ambush={','.join(self.ambushes)}" if self.ambushes else ""
        more += f" dice={','.join(map(str, self.dice))}" if self.dice else ""
        return f"battle {self.attacker} {self.defender} {self.clearing}{more}"


class Crafted(Change, frozen=True):
    """An item or a card is crafted."""

    owner: str
    item: str = ""
    name: str = ""

    def __str__(self) -> str:
        return f"craft {self.owner} {self.item or self.name}"


class Revealed(Change, frozen=True):
    """Cards are shown: a number of a suit, or a whole hand (no number)."""

    owner: str
    count: int = 0
    suit: str = ""
    name: str = ""
    to: str = ""

    def __str__(self) -> str:
        shown = f"{self.count} {self.suit or ANY}" if self.count else "hand"
        return f"reveal {self.owner} {shown} to {self.to or 'all'}"


class Set(Change, frozen=True):
    """A price, an outcast, a relation, the funds."""

    owner: str
    key: str
    value: str

    def __str__(self) -> str:
        return f"set {self.owner} {self.key} {self.value}"


class Flipped(Change, frozen=True):
    owner: str
    clearing: int
    piece: str

    def __str__(self) -> str:
        return f"flip {self.owner} {self.clearing} {self.piece}"


class Swapped(Change, frozen=True):
    owner: str
    first: int
    second: int

    def __str__(self) -> str:
        return f"swap {self.owner} {self.first} {self.second}"


class Guessed(Change, frozen=True):
    owner: str
    clearing: int
    piece: str

    def __str__(self) -> str:
        return f"guess {self.owner} {self.clearing} {self.piece}"


class Opened(Change, frozen=True):
    first: int
    second: int

    def __str__(self) -> str:
        return f"open {self.first}_{self.second}"


class Hired(Change, frozen=True):
    hireling: str
    owner: str
    markers: int

    def __str__(self) -> str:
        return f"hire {self.hireling} {self.owner} {self.markers}"
