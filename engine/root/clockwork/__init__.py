"""RB  The Clockwork bots. Importing this package makes all of them known."""

from engine.root.clockwork import marquise

__all__ = ["marquise"]
