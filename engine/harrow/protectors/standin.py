"""What a stand-in knows of the Protectors: townsfolk, cards, powers."""

from __future__ import annotations

from engine.harrow.standin.marks import BEFORE_ATTACKS, CARDS, POWERS
from engine.harrow.standin.position import GOAL, GOALS, Position, Sight


def lead_home(sight: Sight, position: Position) -> float:
    """H1.14.1  Townsfolk with a way home over own units and paths."""
    mine = position.hexes()
    best = 0.0
    for one in sight.view.hexes:
        if one.townsfolk:
            left = sight.missing(
                one.id,
                sight.mine.home,
                lambda hex: hex in mine or sight.hexes[hex].paths > 0,
                lambda hex: (
                    hex in sight.enemies or hex == sight.county.brambles or sight.hexes[hex].buildings > 0
                ),
            )
            best += GOAL * one.townsfolk * 0.62**left
    return best


GOALS["protectors"] = lead_home
CARDS.update(
    T01=-0.1, T02=0.7, T03=0.6, T04=0.4, T05=0.1, T06=0.3, T07=-0.1, T08=0.6, T09=-0.1, T10=-0.1, T11=0.6, T12=0.7, T13=0.2,
    T14=0.6, T15=0.1, T16=0.2,
)  # fmt: skip
BEFORE_ATTACKS.update(("T15", "T16"))
POWERS["emmy"] = lambda sight: 0.5
