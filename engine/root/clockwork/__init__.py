"""RB  The Clockwork bots. Importing this package makes all of them known."""

from engine.root.clockwork import eyrie, marquise

__all__ = ["eyrie", "marquise"]
