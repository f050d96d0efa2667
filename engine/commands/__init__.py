"""The commands of bot.py that need neither Discord nor a picture."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot be carried out. The message is one plain sentence for the person who typed it."""
