"""RB 11  What a stand-in knows of the Cogwheel Corvids: their plots are worth removing, and may be guessed."""

from __future__ import annotations

from typing import Any

from engine.root.factions.corvids.plots import PLOTS, PRINTED
from engine.root.factions.corvids.standin import Corvids
from engine.root.standin.instinct import marks, register
from engine.root.standin.sight import Sight


@marks("guess_plot")
def guess(sight: Sight, option: Any) -> float:
    """Trait Gamble  The kind of which the most are not in sight; one of a pair of kinds as well as the other."""
    seen = sum(token.kind == option.plot for place in sight.clearings.values() for token in place.tokens)
    return float(PRINTED.tokens[option.plot] - seen) - 0.01 * PLOTS.index(option.plot)


@register
class CogwheelCorvids(Corvids):
    """RB 11  Plots, Embedded Agents: as the Corvids."""

    id = "clockwork-corvids"
