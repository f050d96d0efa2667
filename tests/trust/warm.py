"""Imported once by the server that forks the bots: what every picture needs is drawn then, not in every life."""

from __future__ import annotations

from render import PICTURES

PICTURES["root"].warm("light")
