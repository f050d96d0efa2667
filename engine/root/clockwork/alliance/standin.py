"""RB 6  What a stand-in knows of the Automated Alliance."""

from __future__ import annotations

from engine.root.clockwork.alliance.turn import BOT
from engine.root.factions.alliance.standin import toll
from engine.root.standin.instinct import Instinct, register
from engine.root.standin.sight import Owner, Sight


@register
class AutomatedAlliance(Instinct):
    """RB 6"""

    id = "clockwork-alliance"

    def extra_hits(self, sight: Sight, owner: Owner, clearing: int) -> int:
        """RB 6.2.2  Automated Ambush."""
        return BOT.numbers["ambush_hits"] if sight.warriors(owner, clearing) else 0

    def toll(self, sight: Sight, owner: Owner, clearing: int) -> float:
        """RB 6.2.3"""
        return toll(sight, owner, clearing)
