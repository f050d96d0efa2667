"""8  What a stand-in knows of the Alliance."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.factions.alliance.supporters import SYMPATHY
from engine.root.standin.instinct import Instinct, marks, register
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Owner, Sight, keep_worth


@marks("spread")
def spread(sight: Sight, option: Any) -> float:
    """8.4.2  Points, and a place that is not easily lost."""
    return 1.5 + sight.next_points("sympathy") - 0.1 * sight.enemy_warriors(option.clearing)


@marks("revolt")
def revolt(sight: Sight, option: Any) -> float:
    """8.4.1  Enemy pieces, and a base."""
    here = option.clearing
    gone = sum(sight.pieces(e, here) + WARRIOR * sight.warriors(e, here) for e in sight.enemies)
    return 2.0 + gone


@marks("mobilize")
def mobilize(sight: Sight, option: Any) -> float:
    """8.5.2  Cards become supporters while there is room."""
    if sight.ask.about.get("full"):
        return -1.0
    return 1.0 - 0.5 * keep_worth(sight, option.card)


@marks("train")
def train(sight: Sight, option: Any) -> float:
    """8.5.3  A few officers."""
    officers = sight.own.own.counts.get("officers", 0)
    return (1.6 if officers < 4 else 0.2) - 0.4 * keep_worth(sight, option.card)


@marks("organize")
def organize(sight: Sight, option: Any) -> float:
    """8.6.1.IV"""
    return 0.8 + sight.next_points("sympathy")


@marks("give_card")
def outraged(sight: Sight, option: Any) -> float:
    """8.2.6  The cheapest card."""
    return -keep_worth(sight, option.card)


def toll(sight: Sight, owner: Owner, clearing: int) -> float:
    """8.2.6, RB 6.2.3  What it costs to walk into sympathy."""
    return 0.6 * sight.has(owner, SYMPATHY, clearing)


@register
class Alliance(Instinct):
    """8"""

    id = "alliance"
    kinds: ClassVar = {SYMPATHY: 1.0}
    higher_roll = True  # 8.2.2

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """8.6.1.IV  A place where a warrior could become sympathy."""
        return 0.9 * (warriors > 0 and not sight.has(sight.me, SYMPATHY, clearing))

    def toll(self, sight: Sight, owner: Owner, clearing: int) -> float:
        """8.2.6"""
        return toll(sight, owner, clearing)
