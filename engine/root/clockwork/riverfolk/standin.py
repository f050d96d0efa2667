"""RB 9  What a stand-in knows of the Riverfolk Robots: their trade posts are worth as much as those of the Company."""

from __future__ import annotations

from engine.root.factions.riverfolk.standin import Riverfolk
from engine.root.standin.instinct import register


@register
class RiverfolkRobots(Riverfolk):
    """RB 9"""

    id = "clockwork-riverfolk"
