"""RB 7  What a stand-in knows of the Vagabot."""

from engine.root.factions.vagabond.standin import Wanderer
from engine.root.standin.instinct import register


@register
class Vagabot(Wanderer):
    """RB 7"""

    id = "clockwork-vagabond"
