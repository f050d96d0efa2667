"""H7.1  What the Fair Folk keep: nests and offers, what they know of the item they look for, and the location card."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.harrow.data import Hex, load
from engine.harrow.state import Board, Harrow, Owner

FOLK = "fairfolk"


class Condition(msgspec.Struct, frozen=True):
    """H7.5.1  What an objective card asks of four nests: of each of them, and of all together."""

    near: tuple[str, ...] = ()
    """Kinds of hexes that each must lie next to."""
    near_haint: bool = False
    from_edge: int | None = None
    """So many hexes from the edge of the map."""
    from_brambles: tuple[int, int] | None = None
    together: str = ""
    """"line", "same", "different", "connected" or "apart"."""
    apart: int = 0


class FolkData(msgspec.Struct, frozen=True):
    """The shape of `fairfolk.json`."""

    nests: int
    arrows: int
    crosses: int
    hand: int
    """H7.8.2  Objective cards, Fair Folk cards and offers are drawn up to this number."""
    goal_nests: int
    items: tuple[str, ...]
    """In the order in which they are searched."""
    axes: dict[str, tuple[str, str]]
    """H7.5.5  The sides of each axis; first the side where its coordinate is smaller."""
    conditions: dict[str, Condition]


FACTS = load("fairfolk.json", FolkData)
SWORD, CROWN, QUEEN = FACTS.items


class Arrow(msgspec.Struct, frozen=True, array_like=True):
    """H7.5.5  An arrow at the edge: the line through a hex along an axis, and the side it points to."""

    hex: Hex
    axis: str
    side: str


class Whisper(msgspec.Struct, frozen=True, array_like=True):
    """FC09  Is the item searched now on a hex of this kind?"""

    kind: str
    yes: bool


class FolkBoard(msgspec.Struct, Board, kw_only=True, tag="fairfolk"):
    """H7.1"""

    card: dict[str, Hex] = {}
    """H7.1.5  The location card: where each item is. Secret from the Fair Folk and from whoever only watches."""
    found: list[str] = []
    silver: list[str] = []
    """H7.1.6, H7.7.3  Terrains of the board with a silver cube."""
    nests: dict[Hex, str] = {}
    """Nests on the map, with their offers; "" for one without."""
    empty: int = FACTS.nests
    """Nests in the supply that hold no offer."""
    loaded: list[str] = []
    """Offers in nests of the supply."""
    loose: list[str] = []
    """H7.8.2  Offers of the supply for which no nest was left."""
    bag: list[str] = []
    taken: dict[Owner, list[str]] = {}
    """H7.6.1  Offers that others have taken and not used yet."""
    arrows: list[Arrow] = []
    crosses: list[Hex] = []
    """H7.5.6  X tokens of wrong guesses, the oldest first."""
    ruled_out: list[Hex] = []
    """Hexes where the item searched now cannot be, by all that was said openly."""
    whispers: list[Whisper] = []
    quests: list[str] = []
    """Objective cards in hand."""
    quest_deck: list[str] = []
    """The last card is the top."""
    quest_discard: list[str] = []
    nests_left: int = 0
    """H7.3, FC08  So many nests may be played this turn."""
    quest_done: bool = False
    """H7.5.1  An objective was fulfilled this turn."""
    calm: list[Owner] = []
    """FC03  Who must still take a turn before anybody attacks or infects again."""

    @property
    def searching(self) -> str:
        """H7.5.6  Sword, crown, queen, in this order; "" once all are found."""
        return next((item for item in FACTS.items if item not in self.found), "")

    @property
    def offers(self) -> list[str]:
        """Offers in the supply."""
        return [*self.loaded, *self.loose]

    @property
    def crosses_left(self) -> int:
        """H7.7.1  A found item keeps one of the X tokens."""
        return FACTS.crosses - len(self.crosses) - len(self.found)

    def marked(self) -> set[Hex]:
        """Hexes with an X, or with an item that was found."""
        return {*self.crosses, *(self.card[item] for item in self.found)}

    def could_be(self, county: tuple[Hex, ...]) -> list[Hex]:
        """The hexes where the item searched now can still be."""
        out = {*self.ruled_out, *self.marked()}
        return [hex for hex in county if hex not in out]


def board_of(game: Harrow) -> FolkBoard:
    return cast(FolkBoard, game.boards[FOLK])


def others(game: Harrow) -> list[Owner]:
    """All factions but the Fair Folk."""
    return [owner for owner in game.order if owner != FOLK]
