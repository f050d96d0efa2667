"""6  What a stand-in knows of the Marquise."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.standin.instinct import Instinct, marks, register
from engine.root.standin.marks import WARRIOR, building
from engine.root.standin.sight import Sight, keep_worth


def build(sight: Sight, option: Any) -> float:
    """6.5.4  Points, and first of all what brings more."""
    early = {
        "sawmill": 1.0 * (sight.placed("sawmill") < 3),
        "recruiter": 0.6 * (sight.placed("recruiter") < 2),
    }
    return building(sight, option) + early.get(option.kind, 0.0)


def recruit(sight: Sight, option: Any) -> float:
    """6.5.3  A warrior at every recruiter."""
    return WARRIOR * min(sight.placed("recruiter"), sight.own.supply) + 0.2


@marks("overwork")
def overwork(sight: Sight, option: Any) -> float:
    """6.5.5  Wood, if there is too little for the next building."""
    costs = [
        t.costs[min(t.total - t.left, len(t.costs) - 1)] for t in sight.own.own.tracks if t.left and t.costs
    ]
    wood = sum(p.kind == "wood" for c in sight.clearings.values() for p in c.tokens if p.owner == sight.me)
    short = min(costs, default=0) - wood
    return (0.9 if short == 1 else 0.3) - 0.4 * keep_worth(sight, option.card) if short > 0 else -0.1


@marks("spend_bird")
def spend_bird(sight: Sight, option: Any) -> float:
    """6.5  One more action, once the others are used."""
    return 0.8 - keep_worth(sight, option.card) if sight.ask.about.get("left") == 0 else -1.0


@marks("hospital")
def hospital(sight: Sight, option: Any) -> float:
    """6.2.3  A card for several warriors, not for one."""
    return WARRIOR * int(sight.ask.about["warriors"]) - 0.25 - 0.4 * keep_worth(sight, option.card)


@register
class Marquise(Instinct):
    """6"""

    id = "marquise"
    marks: ClassVar = {"build": build, "recruit": recruit}
    kinds: ClassVar = {"wood": 0.2, "keep": 3.0, "sawmill": 1.4, "workshop": 1.1, "recruiter": 1.3}
