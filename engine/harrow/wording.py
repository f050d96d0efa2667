"""The words of Harrow County as data: everything a player reads is in `data/harrow/words`."""

from __future__ import annotations

from engine.harrow.data import load

NAMES: dict[str, str] = load("words/names.json", dict[str, str])


def faction_name(owner: str) -> str:
    return NAMES.get(f"faction.{owner}", owner.title())
