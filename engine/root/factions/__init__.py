"""The factions. Importing this package makes all of them known."""

from engine.root.factions import alliance, marquise

__all__ = ["alliance", "marquise"]
