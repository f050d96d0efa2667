"""9, D  What is printed for the Vagabond alone: characters, relationships, item tracks."""

from __future__ import annotations

import msgspec

from engine.root import data
from engine.root.data import Item


class Special(data.Named, frozen=True):
    """9.5.9  The special action of a character."""


class Character(msgspec.Struct, frozen=True):
    """D  A character card."""

    id: str
    name: str
    items: tuple[Item, ...]
    special: Special
    needs_torch: bool


class Relationships(msgspec.Struct, frozen=True):
    """9.2.9  The relationship chart: `aids[i]` and `points[i]` are for reaching space i + 1."""

    names: tuple[str, ...]
    aids: tuple[int, ...]
    points: tuple[int, ...]
    allied_points: int


class VagabondFacts(data.Faction, frozen=True, kw_only=True):
    """9.2.5, 9.2.9, D  The items with a track, the relationship chart and the characters."""

    tracked_items: tuple[Item, ...]
    relationships: Relationships
    characters: tuple[Character, ...]


PRINTED = data.facts("factions", "vagabond", VagabondFacts)
CHARACTERS: dict[str, Character] = {character.id: character for character in PRINTED.characters}
RELATIONSHIPS = PRINTED.relationships
