"""The effects of the Exiles and Partisans deck, those that wait for their moment or always hold.

The effects used from a menu are in `menu.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.flow import Flow
from engine.root.actions.battle import Side
from engine.root.actions.discarding import in_order
from engine.root.cards import Effect, register
from engine.root.cards.fighting import BattleEffect
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.happen import Crafted, Reaction
from engine.root.rule import has_suit
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.verbs import discard, draw

# --- rule and movement ------------------------------------------------------------------------------------


@register
class SoupKitchens(Effect):
    """Own tokens count for rule, each as two."""

    id = "soup-kitchens"

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        tokens = len(game.tokens_of(me, clearing))
        if tokens:
            values[me] = values.get(me, 0) + 2 * tokens


@register
class BoatBuilders(Effect):
    """RULING M3  Rivers are paths for the owner, in every rule about adjacent clearings."""

    id = "boat-builders"

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        return game.map.rivers[int(place)] if mover == me and place in CLEARINGS else ()


@register
class Tunnels(Effect):
    """RULING D4  The clearings with own crafting pieces are adjacent to each other for the owner."""

    id = "tunnels"

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        holes = faction_of(game, me).crafting_clearings(game, me) if mover == me else []
        return holes if place in holes else ()


@register
class CorvidPlanners(Effect):
    """The owner needs no rule to move (4.2.1)."""

    id = "corvid-planners"

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        return mover == me


# --- Partisans --------------------------------------------------------------------------------------------


class Partisans(BattleEffect):
    """In battle in a clearing of the suit: one extra hit, then discard all other cards in hand."""

    suit: ClassVar[str]

    def helps(self, game: Root, side: Side) -> bool:
        return has_suit(game, side.battle.clearing, self.suit)

    def use(self, game: Root, side: Side) -> Flow[None]:
        """RULING D2, RULING D6  Birds are discarded too, in the order their owner likes."""
        side.add_hits(1, self.id)
        hand = game.players[side.owner].hand
        others = [card for card in sorted(hand) if CARDS[card].suit != self.suit]
        for card in (yield from in_order(game, side.owner, others, "4.3.3")):
            discard(game, side.owner, card, "4.3.3")


@register
class FoxPartisans(Partisans):
    id = "fox-partisans"
    suit = "fox"


@register
class RabbitPartisans(Partisans):
    id = "rabbit-partisans"
    suit = "rabbit"


@register
class MousePartisans(Partisans):
    id = "mouse-partisans"
    suit = "mouse"


# --- crafting ---------------------------------------------------------------------------------------------


@register
class MasterEngravers(Effect):
    """One extra point for every item the owner crafts."""

    id = "master-engravers"

    def item_points(self, game: Root, me: Owner, crafter: Owner, item: str, source: Owner) -> int:
        return int(crafter == me)


def another_crafted_item(game: Root, owner: Owner, crafted: Crafted) -> bool:
    """Another player crafted an item."""
    return crafted.owner != owner and CARDS[crafted.card].item is not None


def broker_draws(game: Root, owner: Owner, crafted: Crafted) -> Flow[None]:
    yield from draw(game, owner, 1, "4.1.3")


@register
class MurineBroker(Effect):
    """Whenever another player crafts an item, draw a card."""

    id = "murine-broker"
    reactions = (Reaction("4.1.3", "murine-broker", Crafted, another_crafted_item, broker_draws, quiet=True),)
