"""How Harrow County looks: the colour of every owner and terrain, and what the colour names in our drawings mean."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from render.palette import LIGHT, PALETTES, Colour, Palette, mix, rgb


class _Owner(msgspec.Struct, frozen=True):
    name: str
    colour: str
    safe: str
    """Its colour for a colour-blind eye."""


OWNERS: dict[str, _Owner] = {
    "protectors": _Owner("Protectors", "b8322a", "d55e00"),
    "family": _Owner("Family", "33589e", "0072b2"),
    "kammi": _Owner("Kammi", "8040a0", "cc79a7"),
    "hester": _Owner("Hester", "4d5a2c", "2e2e2e"),
    "fairfolk": _Owner("Fair Folk", "b9c6d3", "dcdcdc"),
}

TERRAINS: dict[str, tuple[str, str]] = {
    "bog": ("7b5a3e", "6a4526"),
    "wetlands": ("3c8885", "4aa3cf"),
    "plains": ("d2b054", "f2df74"),
    "forest": ("4b7443", "17705a"),
    "mountain": ("8d8a8c", "b4b1ac"),
    "brambles": ("47304c", "2b2033"),
}
"""Colour of each kind of hex by day, and for a colour-blind eye. Every kind has a pattern of its own, too."""

BONE = rgb("e9dfc4")
WOOD = rgb("8a6238")
FIRE = rgb("e8702a")
EMBER = rgb("ffc24a")
STORM = rgb("3a4257")
GLASS = rgb("a9c7c4")
LEAF = rgb("6d8f4e")
BLOOD = rgb("a3271f")
STEEL = rgb("b4bcc2")
NIGHT = rgb("1a1622")


def palette_named(name: str) -> Palette:
    """A palette by its name; the daylight one if there is none."""
    return PALETTES.get(name, LIGHT)


@cache
def owner_name(owner: str) -> str:
    """A faction's name."""
    return OWNERS[owner].name if owner in OWNERS else title(owner) or "Nobody"


@lru_cache(64)
def owner_colour(owner: str, palette: str) -> Colour:
    """The colour of an owner's pieces; the colour of alarm for somebody we do not know."""
    table = palette_named(palette)
    if owner not in OWNERS:
        return table.alarm
    return rgb(OWNERS[owner].safe if table.safe else OWNERS[owner].colour)


@lru_cache(64)
def terrain_colour(kind: str, palette: str) -> Colour:
    """The colour of a kind of hex, as it looks in this palette."""
    table = palette_named(palette)
    if kind not in TERRAINS:
        return table.alarm
    return table.shade(rgb(TERRAINS[kind][1 if table.safe else 0]), 0.34)


@lru_cache(64)
def cube_colour(colour: str, palette: str) -> Colour:
    """The colour of a cube: an owner's, or a terrain's by day."""
    if colour in OWNERS:
        return owner_colour(colour, palette)
    table = palette_named(palette)
    if colour not in TERRAINS:
        return table.alarm
    return rgb(TERRAINS[colour][1 if table.safe else 0])


@lru_cache(512)
def colours(body: Colour, palette: str) -> dict[str, Colour]:
    """What the colour names in the drawings mean for something of this colour."""
    table = palette_named(palette)
    return {
        "body": body,
        "deep": mix(body, (16, 8, 14), 0.45),
        "pale": mix(body, (255, 248, 232), 0.5),
        "ghost": mix(body, (255, 250, 238), 0.82),
        "ink": table.outline,
        "outline": table.outline,
        "light": table.light,
        "bone": BONE,
        "shade": mix(BONE, (60, 40, 40), 0.3),
        "wood": WOOD,
        "bark": mix(WOOD, (16, 8, 14), 0.5),
        "fire": FIRE,
        "ember": EMBER,
        "storm": STORM,
        "cloud": mix(STORM, (255, 255, 255), 0.35),
        "glass": GLASS,
        "green": LEAF,
        "blood": BLOOD,
        "steel": STEEL,
        "night": NIGHT,
        "gold": table.gold,
    }


def words(identifier: str) -> str:
    """An id as words: "skinless-boy" is "skinless boy"."""
    return identifier.replace("-", " ").replace("_", " ")


def title(identifier: str) -> str:
    """An id as a heading: "skinless-boy" is "Skinless Boy"."""
    return " ".join(word[:1].upper() + word[1:] for word in words(identifier).split())
