"""10  What a stand-in knows of the Cult: gardens first, score two suits or more, keep acolytes for the Outcast."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.data import CARDS
from engine.root.factions.lizards.souls import GARDENS
from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import WARRIOR, battle, hold, move
from engine.root.standin.sight import Sight, keep_worth

ACOLYTE = 0.5
"""What an acolyte is worth."""


def price(sight: Sight, conspiracy: str) -> float:
    """10.4.3  What the acolytes of a conspiracy are worth."""
    return ACOLYTE * float(sight.ask.about.get(conspiracy, 2))


def points_of(sight: Sight, suit: str, more: int = 0) -> int:
    """10.5.3  What the gardens of a suit score, with so many more of them."""
    track = sight.track(GARDENS[suit])
    if track is None:
        return 0
    placed = min(track.total - track.left + more, track.total)
    return track.points[placed - 1] if placed else 0


@marks("convert")
def convert(sight: Sight, option: Any) -> float:
    """10.4.3.II  A warrior less for them, one more for us."""
    here = sight.warriors(sight.me, option.clearing)
    gain = hold(sight, option.clearing, here + 1) - hold(sight, option.clearing, here)
    return 0.5 + WARRIOR + gain - price(sight, "convert")


@marks("sanctify")
def sanctify(sight: Sight, option: Any) -> float:
    """10.4.3.III  A point, a building less for them, a garden more for us."""
    return 4.0 - price(sight, "sanctify")


@marks("plant_garden")
def plant(sight: Sight, option: Any) -> float:
    """10.5.1  A garden rules its clearing, and scores more."""
    suit = next(suit for suit, kind in GARDENS.items() if kind == option.kind)
    gain = points_of(sight, suit, 1) - points_of(sight, suit)
    return 2.2 + gain - 0.05 * sight.enemy_warriors(option.clearing)


@marks("recruit_ritual")
def recruit(sight: Sight, option: Any) -> float:
    """10.5.2  A card comes back, so a warrior is almost free; best where a garden could be built."""
    here = sight.warriors(sight.me, option.clearing)
    gain = hold(sight, option.clearing, here + 1) - hold(sight, option.clearing, here)
    return 0.9 + gain


@marks("score_ritual")
def score(sight: Sight, option: Any) -> float:
    """10.5.3  Points for a card."""
    cards = [card for card in sight.hand if CARDS[card].suit == option.suit]
    cheapest = min((keep_worth(sight, card) for card in cards), default=0.0)
    return points_of(sight, option.suit) - 0.4 - 0.4 * cheapest + 0.1 * len(cards)


@marks("reveal_card")
def reveal(sight: Sight, option: Any) -> float:
    """10.5  A card that is spent is the cheapest; one that comes back may be any."""
    return -keep_worth(sight, option.card)


@marks("outcast")
def outcast(sight: Sight, option: Any) -> float:
    """10.3.3  Where enemies build most."""
    return sum(
        len(place.buildings) + place.slots for place in sight.clearings.values() if place.suit == option.suit
    )


def crusade(sight: Sight, option: Any) -> float:
    """10.4.3.I  A battle that is worth its acolytes."""
    return battle(sight, option) - (price(sight, "crusade") if sight.ask.key == "lizards.conspiracy" else 0.0)


def march(sight: Sight, option: Any) -> float:
    """10.4.3.I"""
    return move(sight, option) - price(sight, "crusade")


@register
class Cult(Instinct):
    """10"""

    id = "lizards"
    marks: ClassVar = {"battle": crusade, "move": march, "sacrifice": always(1.2)}
    kinds: ClassVar = dict.fromkeys(GARDENS.values(), 2.0)

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """10.5.1  A place where a garden could be built."""
        return 0.5 * (sight.open_slots(clearing) > 0 and sight.rules_with(clearing, warriors))
