"""12  What a stand-in knows of the Duchy: build early, sway every turn, use every minister."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.data import CARDS
from engine.root.factions.duchy.court import BIRD, CITADEL, MARKET, TUNNEL
from engine.root.factions.duchy.facts import MINISTERS, NUMBERS, RANKS
from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import battle, hold, spend
from engine.root.standin.sight import Sight, keep_worth
from engine.root.state import BURROW

BIRD_LOST = 0.5
"""A revealed bird does not come back."""


def is_bird(card: str) -> bool:
    return CARDS[card].suit == BIRD


def waiting(sight: Sight) -> int:
    """Warriors in the Burrow."""
    return sight.warriors(sight.me, BURROW)


def arrival(sight: Sight, clearing: int, warriors: int) -> float:
    """What so many warriors more in a clearing are worth."""
    here = sight.warriors(sight.me, clearing)
    return hold(sight, clearing, here + warriors) - hold(sight, clearing, here) - sight.toll(clearing)


@marks("build_with")
def build(sight: Sight, option: Any) -> float:
    """12.5.1.I  Markets for cards, citadels for warriors; where they are not lost at once."""
    here = option.clearing
    safety = 0.15 * sight.warriors(sight.me, here) - 0.25 * sight.enemy_warriors(here)
    first = 0.4 if option.kind == MARKET and not sight.placed(MARKET) else 0.0
    return 3.0 + first + safety - BIRD_LOST * is_bird(option.card)


@marks("dig")
def dig(sight: Sight, option: Any) -> float:
    """12.5.1.V  A way out for those in the Burrow, and a clearing that supports a card."""
    come = min(waiting(sight), NUMBERS["dig_warriors"])
    new = 0.5 * (
        not sight.warriors(sight.me, option.clearing) and not sight.pieces(sight.me, option.clearing)
    )
    left = sight.track(TUNNEL)
    taken_back = 0.0 if left and left.left else 0.8
    worth = arrival(sight, option.clearing, come) if come else 0.0
    return worth + new - 0.3 - taken_back - keep_worth(sight, option.card)


@marks("surface")
def surface(sight: Sight, option: Any) -> float:
    """12.5.1.V  As many as the place is worth."""
    clearing = int(sight.ask.about["clearing"])
    return arrival(sight, clearing, option.warriors) if option.warriors else 0.0


@marks("take_tunnel")
def take_tunnel(sight: Sight, option: Any) -> float:
    """12.2.4  Where the fewest of us are."""
    return -float(sight.warriors(sight.me, option.clearing)) - sight.buildings(sight.me, option.clearing)


@marks("sway")
def sway(sight: Sight, option: Any) -> float:
    """12.5.3  Points now, and an action every turn."""
    return 2.0 + 1.5 * RANKS[MINISTERS[option.minister].rank].points + WORTH[option.minister]


@marks("present")
def present(sight: Sight, option: Any) -> float:
    """12.5.3.II  Everything but birds comes back."""
    return -1.0 - keep_worth(sight, option.card) if is_bird(option.card) else -0.1


@marks("dismiss")
def dismiss(sight: Sight, option: Any) -> float:
    """12.2.3  The one that does least."""
    return -WORTH[option.minister]


@marks("minister", "act_as")
def minister(sight: Sight, option: Any) -> float:
    """12.5.2  Whoever can act does; lords first, and those who fight last."""
    return 1.0 + WORTH[option.minister]


@marks("bank")
def bank(sight: Sight, option: Any) -> float:
    """12.5.2.V  The suit with the most points; close to the end all of them."""
    cards = [card for card in sight.hand if CARDS[card].suit in (option.suit, BIRD)]
    return sum(max(worth_of_banking(sight, card), 0.0) for card in cards) - 0.1


def worth_of_banking(sight: Sight, card: str) -> float:
    """A point for a card that could sway somebody else."""
    close = (sight.own.score or 0) >= 24
    return 1.0 - 0.5 * keep_worth(sight, card) - (0.0 if close else 0.45)


def spend_or_bank(sight: Sight, option: Any) -> float:
    """12.5.2.V  A card for a point; elsewhere the cheapest goes."""
    return (
        worth_of_banking(sight, option.card)
        if sight.ask.key == "duchy.banker.cards"
        else spend(sight, option)
    )


def fight(sight: Sight, option: Any) -> float:
    """4.3  A building lost costs a minister, too."""
    mine = sight.buildings(sight.me, option.clearing)
    risky = mine and sight.warriors(sight.me, option.clearing) < 3
    return battle(sight, option) - (1.5 if risky else 0.0)


WORTH: dict[str, float] = {
    "foremole": 0.9,
    "captain": 0.3,
    "marshal": 0.5,
    "brigadier": 0.8,
    "banker": 0.7,
    "mayor": 0.6,
    "duchess-of-mud": 1.8,
    "baron-of-dirt": 1.7,
    "earl-of-stone": 1.6,
}
"""What a minister's action is worth."""


@register
class Duchy(Instinct):
    """12"""

    id = "duchy"
    kinds: ClassVar = {CITADEL: 3.0, MARKET: 3.0, TUNNEL: 0.8}
    marks: ClassVar = {"battle": fight, "spend": spend_or_bank, "recruit": always(0.5)}

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """12.5.3.II  A clearing with anybody supports a card; in the Burrow nobody does anything."""
        if clearing == BURROW:
            return -0.6 * (warriors > 0)
        slots = sight.open_slots(clearing) > 0 and sight.rules_with(clearing, warriors)
        return 0.5 * (warriors > 0) + 0.5 * slots
