"""F.6  The Legendary Forge: items that only who is there can craft, with a card and a point for it."""

from __future__ import annotations

from typing import cast

from engine.flow import Flow
from engine.root.happen import Crafted, Reaction
from engine.root.landmark import Landmark, LandmarkBoard, stands
from engine.root.state import Board, Owner, Root
from engine.root.verbs import draw
from engine.root.view import BoardView, ItemView
from engine.root.voice import guest
from engine.rules import Refusal

NOT_THERE = Refusal(
    "F.6", "That item lies at the Legendary Forge. You need a faction piece there to craft it."
)


class ForgeBoard(LandmarkBoard, tag="legendary-forge", kw_only=True):
    """Where it stands, and the items on its card; a kind that is all gone stays there with none."""

    items: dict[str, int] = {}


def board(game: Root, me: Owner) -> ForgeBoard:
    return cast(ForgeBoard, game.boards[me])


def from_here(game: Root, me: Owner, crafted: Crafted) -> bool:
    return crafted.source == me


def card_for_crafter(game: Root, me: Owner, crafted: Crafted) -> Flow[None]:
    """F.6  Whoever crafts an item of the Forge draws a card."""
    yield from draw(game, crafted.owner, 1, "F.6")


@guest
class LegendaryForge(Landmark):
    """F.6"""

    id = "legendary-forge"
    reactions = (Reaction("F.6", "legendary-forge", Crafted, from_here, card_for_crafter),)

    def new_board(self) -> Board:
        return ForgeBoard()

    def set_up(self, game: Root, me: Owner) -> Flow[None]:
        """F.6.1, RULING L9  The items of its clearing's suit go from the supply to its card, for good."""
        suit = game.suit(stands(game, me))
        for item in next((items for of, items in self.printed.items.items() if of == suit), ()):
            if game.item_supply.get(item):
                game.item_supply[item] -= 1
                board(game, me).items[item] = board(game, me).items.get(item, 0) + 1
        game.note("forge.items", "F.6.1", items=tuple(self.lying(game, me)))
        yield from ()

    def item_pile(self, game: Root, me: Owner, crafter: Owner, item: str) -> dict[str, int] | Refusal | None:
        """F.6, E.3.3, 4.1.2  Its items are for who has a faction piece there; none is left when all are gone."""
        pile = board(game, me).items
        if not pile.get(item):
            return None
        return pile if game.has_piece(crafter, stands(game, me)) else NOT_THERE

    def item_points(self, game: Root, me: Owner, crafter: Owner, item: str, source: Owner) -> int:
        """F.6, 7.2.3, 14.2.3  One more point, whatever the faction thinks of trade."""
        return self.printed.points if source == me else 0

    def lying(self, game: Root, me: Owner) -> list[str]:
        return [item for item, count in board(game, me).items.items() for _ in range(count)]

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        return BoardView(items=tuple(ItemView(item=item) for item in self.lying(game, me)))
