"""A table with the Fair Folk: nests, offers, cards and the location card as an example needs them.

play = folk().card(sword="F2").nest("C4", "OF1").quests("OB01").turn(FOLK)
"""

from __future__ import annotations

from typing import Any, cast

from engine.harrow.fairfolk.board import FACTS, FOLK, Arrow, FolkBoard
from engine.harrow.state import Cursor
from tests.engine.harrow.board import Play, Table, hex, name

CARD = {"sword": "F2", "crown": "C2", "queen": "A2"}
"""HX.35  A mountain, plains, wetlands."""


class FolkTable(Table):
    """The Fair Folk hold nothing but what they are given; the location card is that of HX.35."""

    def __init__(self, mode: str, factions: tuple[str, ...], side: str = "a") -> None:
        super().__init__(mode, factions, side)
        board = self.folk
        board.bag = sorted([*board.bag, *board.offers])
        board.loaded, board.loose, board.empty = [], [], FACTS.nests
        board.quest_deck = sorted([*board.quest_deck, *board.quests])
        board.quests = []
        player = self.state.players[FOLK]
        player.deck, player.hand = sorted([*player.deck, *player.hand]), []
        self.card(**CARD)

    @property
    def folk(self) -> FolkBoard:
        return cast(FolkBoard, self.state.boards[FOLK])

    def card(self, **places: str) -> FolkTable:
        """H7.1.5  Where the items are."""
        self.folk.card |= {item: hex(place) for item, place in places.items()}
        return self

    def found(self, *items: str) -> FolkTable:
        self.folk.found += items
        return self

    def silver(self, *terrains: str) -> FolkTable:
        """H7.1.6  Silver cubes on the board."""
        self.folk.silver += terrains
        self.state.cubes[FOLK] -= len(terrains)
        return self

    def nest(self, at: str, offer: str = "") -> FolkTable:
        """A nest on the map, with an offer of the bag or without."""
        self.folk.nests[hex(at)] = offer
        self.folk.empty -= 1
        if offer:
            self.folk.bag.remove(offer)
        return self

    def loaded(self, *offers: str) -> FolkTable:
        """Offers in nests of the supply."""
        for offer in offers:
            self.folk.bag.remove(offer)
            self.folk.loaded.append(offer)
            self.folk.empty -= 1
        return self

    def loose(self, *offers: str) -> FolkTable:
        for offer in offers:
            self.folk.bag.remove(offer)
            self.folk.loose.append(offer)
        return self

    def taken(self, owner: str, *offers: str) -> FolkTable:
        for offer in offers:
            self.folk.bag.remove(offer)
            self.folk.taken.setdefault(owner, []).append(offer)
        return self

    def quests(self, *quests: str) -> FolkTable:
        for quest in quests:
            self.folk.quest_deck.remove(quest)
            self.folk.quests.append(quest)
        return self

    def arrow(self, at: str, axis: str, side: str) -> FolkTable:
        self.folk.arrows.append(Arrow(hex(at), axis, side))
        return self

    def cross(self, *at: str) -> FolkTable:
        self.folk.crosses += [hex(one) for one in at]
        return self

    def folk_turn(self) -> Play:
        """A turn of the Fair Folk from its beginning."""
        self.state.cursor = Cursor(active=FOLK, step="folk")
        return self.play()


def folk(*factions: str, mode: str = "FF3", side: str = "a") -> FolkTable:
    return FolkTable(mode, factions or ("protectors", "family", FOLK), side)


def board(play: Play) -> FolkBoard:
    return cast(FolkBoard, play.board(FOLK))


def nests(play: Play) -> dict[str, str]:
    """The nests on the map, by the names of their hexes."""
    return {name(place): offer for place, offer in sorted(board(play).nests.items())}


def arrows(play: Play) -> list[tuple[str, str, str]]:
    return [(name(one.hex), one.axis, one.side) for one in board(play).arrows]


def crosses(play: Play) -> list[str]:
    return [name(one) for one in board(play).crosses]


def hexes(play: Play, verb: str, field: str = "hex", **fields: Any) -> set[str]:
    """The hexes that are on offer for a verb."""
    return {name(getattr(option, field)) for option in play.options(verb, **fields)}
