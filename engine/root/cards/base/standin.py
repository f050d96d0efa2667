"""What the effects of the base deck are worth to a stand-in."""

from __future__ import annotations

from typing import Any

from engine.root.standin.instinct import always, marks, weighs
from engine.root.standin.marks import judge_of
from engine.root.standin.sight import Sight


@marks("royal_claim")
def royal_claim(sight: Sight, option: Any) -> float:
    """A point for each clearing I rule; worth waiting for a few."""
    return sum(clearing.ruler == sight.me for clearing in sight.clearings.values()) - 3.5


@marks("better_burrow_bank")
def bank(sight: Sight, option: Any) -> float:
    """Somebody draws with me: the one with the fewest points."""
    return 1.0 - 0.02 * (sight.players[option.player].score or 0)


@marks("command_warren")
def command_warren(sight: Sight, option: Any) -> float:
    """A battle like others."""
    return judge_of(sight, "battle")(sight, option)


@weighs("armorers")
def armorers(sight: Sight, option: Any) -> float:
    """It costs the card, so only against much."""
    return 0.3 * int(sight.ask.about.get("takes", 0)) - 0.5


weighs("sappers")(always(0.05))
weighs("brutal-tactics")(always(-0.3))
marks("stand_and_deliver")(always(0.2))
marks("tax_collector")(always(-0.1))
