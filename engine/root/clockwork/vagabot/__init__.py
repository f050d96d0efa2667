"""RB 7  Vagabot: its items, its way, the characters, and its turn."""

from engine.root.clockwork.vagabot import turn

__all__ = ["turn"]
