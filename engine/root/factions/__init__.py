"""The factions. Importing this package makes all of them known."""

from engine.root.factions import alliance, eyrie, marquise, vagabond

__all__ = ["alliance", "eyrie", "marquise", "vagabond"]
