"""7  What a stand-in knows of the Eyrie."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import suit
from engine.root.standin.sight import Sight, keep_worth


def roost_site(sight: Sight, clearing: int) -> float:
    """7.5.2.IV  A place where a card of the Build column can be carried out."""
    if sight.has(sight.me, "roost", clearing) or not sight.open_slots(clearing):
        return 0.0
    suits = {suit(card) for card in sight.column("build")}
    return 1.5 if suits & {"bird", sight.clearings[clearing].suit} else 0.0


@marks("decree")
def decree(sight: Sight, option: Any) -> float:
    """7.4.2  A card that can be carried out every turn, in a column that helps."""
    of = suit(option.card)
    mine = [c for c in sight.clearings if of in ("bird", sight.clearings[c].suit)]
    warriors = [c for c in mine if sight.warriors(sight.me, c)]
    roosts = [c for c in mine if sight.has(sight.me, "roost", c)]
    cards = Counter(sight.column(option.column))
    worth = -0.3 * sum(cards.values()) - 0.5 * keep_worth(sight, option.card)
    if option.column == "recruit":
        worth += 2.0 if roosts and sight.own.supply >= 2 * (sum(cards.values()) + 1) else -3.0
    elif option.column == "move":
        worth += 1.8 if roosts or len(warriors) > 1 else -1.0
    elif option.column == "battle":
        worth += 0.6 if any(sight.someone_else(c) for c in warriors) else -3.0
    else:
        worth += build_column(sight, mine)
    return worth - 4.0 * bool(sight.ask.about.get("added"))


def build_column(sight: Sight, matching: list[int]) -> float:
    """7.5.2.IV  Is there a place for a roost now, or next to where my warriors are?"""
    if sight.column("build") or sight.placed("roost") > 5:
        return -2.0
    reach = {c for c in sight.clearings if sight.warriors(sight.me, c)}
    reach |= {near for c in tuple(reach) for near in sight.near(c)}
    sites = [
        c
        for c in matching
        if c in reach
        and sight.open_slots(c)
        and not sight.has(sight.me, "roost", c)
        and sight.enemy_warriors(c) < 3
    ]
    return 2.6 if sites else -2.0


@marks("leader")
def leader(sight: Sight, option: Any) -> float:
    """7.8  The one whose viziers are the easiest to serve."""
    return {"builder": 4.0, "charismatic": 3.0, "despot": 2.0, "commander": 1.0}.get(option.leader, 0.0)


marks("turmoil")(always(-5.0))


@register
class Eyrie(Instinct):
    """7"""

    id = "eyrie"
    wins_ties = True  # 7.2.1

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """7.5.2.IV"""
        return roost_site(sight, clearing) if sight.rules_with(clearing, warriors) else 0.0
