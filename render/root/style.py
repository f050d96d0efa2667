"""How Root looks, whoever plays: the colours of suits and things, and the words on the pictures."""

from __future__ import annotations

from functools import cache, lru_cache

from render.palette import LIGHT, PALETTES, Colour, Palette, mix, rgb

ART = "root"
"""The folder of our drawings in `data/art`."""

SUITS: dict[str, tuple[str, str]] = {
    "fox": ("c8402f", "d55e00"),
    "rabbit": ("f0c53c", "f0e442"),
    "mouse": ("ec8d45", "cc79a7"),
    "bird": ("58a5bd", "56b4e9"),
    "any": ("a9a293", "a9a9a9"),
}
"""Colour of each suit by day, and for a colour-blind eye."""

PHASES = {"birdsong": "Birdsong", "daylight": "Daylight", "evening": "Evening", "setup": "Setup"}
RELATIONS = ("hostile", "indifferent", "amiable", "friendly", "allied")

STONE = rgb("cdb58c")
WOOD = rgb("8d5d36")
METAL = rgb("bcc6cc")
FIRE = rgb("e3652b")
LEAF = rgb("5f8f4a")
GOLD = rgb("f2b632")
RED = rgb("b3382c")


@cache
def suit_colour(suit: str, palette: str) -> Colour:
    """The colour of a suit, or of alarm if there is no such suit."""
    table = PALETTES[palette]
    if suit not in SUITS:
        return table.alarm
    return rgb(SUITS[suit][1 if table.safe else 0])


@lru_cache(512)
def colours(body: Colour, palette: str) -> dict[str, Colour]:
    """What the colour names in the drawings mean for something of this colour."""
    table = PALETTES[palette]
    return {
        "body": body,
        "deep": mix(body, (20, 12, 8), 0.42),
        "pale": mix(body, (255, 250, 238), 0.5),
        "ink": table.outline,
        "outline": table.outline,
        "light": table.light,
        "gold": GOLD,
        "skin": STONE,
        "wood": WOOD,
        "metal": METAL,
        "fire": FIRE,
        "green": LEAF,
        "alarm": RED,
    }


def phase_name(phase: str) -> str:
    """The words for a phase or step label such as "daylight.craft"."""
    first = phase.split(".")[0]
    return PHASES.get(first, first.replace("-", " ").replace("_", " ").capitalize())


def words(identifier: str) -> str:
    """An id as words: "base-fox" is "base fox"."""
    return identifier.replace("-", " ").replace("_", " ")


def title(identifier: str) -> str:
    """An id as a heading: "officers" is "Officers"."""
    text = words(identifier)
    return text[:1].upper() + text[1:]


def palette_named(name: str) -> Palette:
    """A palette by its name; the daylight one if there is none."""
    return PALETTES.get(name, LIGHT)
