"""What a stand-in knows of the Family: storms and buildings, powers."""

from __future__ import annotations

from engine.harrow.standin.marks import POWERS
from engine.harrow.standin.position import GOAL, GOALS, Position, Sight

MANY_CUBES = 4


def storm_ways(sight: Sight, position: Position) -> float:
    """H1.14.5  Buildings with a way of storms from home; the legend leaves one where it ends its turn."""
    legend = position.legends.get("legend", 0)
    best = 0.0
    for one in sight.view.hexes:
        if one.buildings:
            left = sight.missing(
                sight.mine.home,
                one.id,
                lambda hex: sight.hexes[hex].storm or hex == legend,
                lambda hex: hex == sight.county.brambles,
            )
            best += GOAL * one.buildings * 0.66**left
    return best


def with_cubes(sight: Sight) -> float:
    """HA.F.L2, HA.F.L5  A Tree of one's own is for those with many cubes."""
    return 0.4 if sight.mine.battleground >= MANY_CUBES else -0.1


GOALS["family"] = storm_ways
POWERS.update(
    levi=lambda sight: 0.3,
    corbin=lambda sight: 0.4,
    kaine=with_cubes,
    mildred=with_cubes,
    odessa=lambda sight: -0.1,
    willa=lambda sight: 0.5,
)
