"""Recruiting and building: options that several factions share. Each faction's file says what they do for it."""

from __future__ import annotations

from engine.flow import Option


class Recruit(Option, frozen=True, tag="recruit"):
    """Recruit in this clearing, or wherever the faction recruits at once (0)."""

    clearing: int = 0


class Build(Option, frozen=True, tag="build"):
    """Build this kind of building in a clearing."""

    clearing: int
    kind: str
