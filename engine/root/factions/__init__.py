"""The factions. Importing this package makes all of them known."""

from engine.root.factions import marquise

__all__ = ["marquise"]
