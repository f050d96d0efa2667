"""The effects of the Exiles and Partisans deck, those that wait for their moment or always hold.

The effects used from a menu are in `menu.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.flow import Flow
from engine.root.actions.battle import Side
from engine.root.cards import Effect, register
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.happen import Crafted, Reaction
from engine.root.state import Owner, Root
from engine.root.verbs import discard, draw

# --- rule and movement ------------------------------------------------------------------------------------


@register
class SoupKitchens(Effect):
    """Own tokens count for rule, each as two."""

    id = "soup-kitchens"

    def adds_rule(self, game: Root, owner: Owner, clearing: int, values: dict[Owner, int]) -> None:
        tokens = len(game.tokens_of(owner, clearing))
        if tokens:
            values[owner] = values.get(owner, 0) + 2 * tokens


@register
class BoatBuilders(Effect):
    """RULING M3  Rivers are paths for the owner, in every rule about adjacent clearings."""

    id = "boat-builders"

    def extra_adjacent(self, game: Root, owner: Owner, clearing: int) -> Sequence[int]:
        rivers = game.map.rivers
        return rivers[clearing] if clearing < len(rivers) else ()


@register
class Tunnels(Effect):
    """RULING D4  The clearings with own crafting pieces are adjacent to each other for the owner."""

    id = "tunnels"

    def extra_adjacent(self, game: Root, owner: Owner, clearing: int) -> Sequence[int]:
        holes = faction_of(game, owner).crafting_clearings(game, owner)
        return holes if clearing in holes else ()


@register
class CorvidPlanners(Effect):
    """The owner needs no rule to move (4.2.1)."""

    id = "corvid-planners"

    def waives_rule_to_move(self, game: Root, owner: Owner) -> bool:
        return True


# --- Partisans --------------------------------------------------------------------------------------------


class Partisans(Effect):
    """In battle in a clearing of the suit: one extra hit, then discard all other cards in hand."""

    suit: ClassVar[str]

    def usable_in_battle(self, game: Root, side: Side) -> bool:
        return game.suit(side.battle.clearing) == self.suit

    def use_in_battle(self, game: Root, side: Side) -> Flow[None]:
        """RULING D2  Birds are discarded too."""
        side.extra += 1
        for card in sorted(game.players[side.owner].hand):
            if CARDS[card].suit != self.suit:
                discard(game, side.owner, card, "4.3.3")
        yield from ()


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

    def item_points(self, game: Root, owner: Owner) -> int:
        return 1


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
