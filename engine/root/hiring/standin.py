"""E  What a stand-in knows of hirelings: whom to hire, to whom to give them, where they fight best.

The mark of each line of a card stands with the card: `ORDERS`, filled by `@judges`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.root.standin.instinct import Judge, always, marks
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Owner, Sight

ORDERS: dict[str, Judge] = {}
"""What the lines of the cards are worth, by key."""
USEFUL = 0.4
"""A hireling costs nothing: to use it is worth something before one looks closer."""


def judges(*orders: str) -> Callable[[Judge], Judge]:
    """The mark of these lines of a card."""

    def known(judge: Judge) -> Judge:
        ORDERS.update(dict.fromkeys(orders, judge))
        return judge

    return known


@marks("direct", "hireling_part")
def direct(sight: Sight, option: Any) -> float:
    """E.2.3, E.2.4  Use it; what comes of it is asked later."""
    return ORDERS.get(option.order, always(USEFUL))(sight, option)


def strength(sight: Sight, me: Owner, clearing: int) -> int:
    """How many warriors of a hireling stand in a clearing."""
    return sight.warriors(me, clearing)


def harm(sight: Sight, clearing: int, defender: Owner, warriors: int) -> float:
    """4.3, E.3.6  What a battle of a hireling does to an enemy; its own losses hardly matter, points it brings none."""
    points = (sight.players[defender].score or 0) if defender in sight.players else 0
    pieces = 0.5 * sight.pieces(defender, clearing)
    hits = min(warriors, sight.warriors(defender, clearing) + sight.pieces(defender, clearing), 2)
    weight = 1.0 if defender in sight.players else 0.3
    return weight * (
        WARRIOR * hits + 0.02 * points + (pieces if not sight.warriors(defender, clearing) else 0)
    )


@marks("hireling_battle")
def strike(sight: Sight, option: Any) -> float:
    """E.3.4  Where it hurts the most, and whom it hurts the most."""
    return harm(
        sight, option.clearing, option.defender, max(1, strength(sight, option.hireling, option.clearing))
    )


def holds(sight: Sight, me: Owner, clearing: int, warriors: int) -> float:
    """E.3.1  What so many of its warriors in a clearing are worth: rule for me, and somebody to battle."""
    others = [
        owner for owner in sight.enemies if sight.warriors(owner, clearing) or sight.pieces(owner, clearing)
    ]
    mine = sight.warriors(sight.me, clearing) + sight.buildings(sight.me, clearing)
    theirs = max((sight.warriors(o, clearing) + sight.buildings(o, clearing) for o in others), default=0)
    rule = 0.5 + 0.3 * sight.pieces(sight.me, clearing) if mine + warriors > theirs else 0.0
    return rule * bool(warriors) + 0.5 * max(
        (harm(sight, clearing, o, warriors) for o in others), default=0.0
    )


@marks("hireling_move")
def march(sight: Sight, option: Any) -> float:
    """4.2  What changes at both ends."""
    stays, comes = (strength(sight, option.hireling, place) for place in (option.origin, option.to))
    change = holds(sight, option.hireling, option.to, comes + option.warriors)
    change -= holds(sight, option.hireling, option.to, comes)
    change += holds(sight, option.hireling, option.origin, stays - option.warriors)
    change -= holds(sight, option.hireling, option.origin, stays)
    return float(change - 0.05 + 0.3 * option.boat)


@marks("hireling_move_all")
def march_all(sight: Sight, option: Any) -> float:
    """4.2  Where they are worth the most."""
    return holds(sight, option.hireling, option.to, strength(sight, option.hireling, option.origin))


@marks("hire", "set_up")
def hire(sight: Sight, option: Any) -> float:
    """E.1.1  Whoever has the most warriors on the map."""
    return 0.5 + 0.05 * sum(sight.warriors(option.hireling, clearing) for clearing in sight.clearings)


@marks("pass_on")
def pass_on(sight: Sight, option: Any) -> float:
    """E.1.3  To whoever is furthest behind; never to the leader if there is another."""
    return -float(sight.players[option.to].score or 0) if option.to in sight.players else 0.0
