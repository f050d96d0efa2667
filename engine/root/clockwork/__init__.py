"""RB  The Clockwork bots. Importing this package makes all of them known."""

from engine.root.clockwork import alliance, eyrie, marquise, vagabot

__all__ = ["alliance", "eyrie", "marquise", "vagabot"]
