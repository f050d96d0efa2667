"""9, D  The Vagabond."""

from engine.root.factions.vagabond.faction import Vagabond

__all__ = ["Vagabond"]
