"""How Root looks: the colour, the drawing and the names of every suit, faction, hireling and thing."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from engine.root.view import PlayerView
from render.palette import LIGHT, PALETTES, Colour, Palette, mix, rgb


class Look(msgspec.Struct, frozen=True):
    """How one owner's pieces look."""

    owner: str
    name: str
    short: str
    drawing: str
    colour: Colour
    known: bool = True


class _Faction(msgspec.Struct, frozen=True):
    name: str
    short: str
    colour: str
    safe: str
    """Its colour for a colour-blind eye."""


FACTIONS: dict[str, _Faction] = {
    "marquise": _Faction("Marquise de Cat", "Marquise", "dd7a2b", "e69f00"),
    "eyrie": _Faction("Eyrie Dynasties", "Eyrie", "3f67b3", "0072b2"),
    "alliance": _Faction("Woodland Alliance", "Alliance", "5aa04c", "35b08a"),
    "vagabond": _Faction("Vagabond", "Vagabond", "82868c", "9a9a9a"),
    "vagabond2": _Faction("Second Vagabond", "Vagabond 2", "4b4752", "4a4a4a"),
    "lizards": _Faction("Lizard Cult", "Lizards", "e3cd40", "f0e442"),
    "riverfolk": _Faction("Riverfolk Company", "Riverfolk", "47b0a6", "79cdf2"),
    "duchy": _Faction("Underground Duchy", "Duchy", "cf9c76", "e8c3a8"),
    "corvids": _Faction("Corvid Conspiracy", "Corvids", "6a4fa3", "4b3a78"),
    "hundreds": _Faction("Lord of the Hundreds", "Hundreds", "c03632", "b5451f"),
    "keepers": _Faction("Keepers in Iron", "Keepers", "97b0bc", "c2ccd2"),
}

HIRELINGS: dict[str, tuple[str, str, str]] = {
    "forest-patrol": ("Forest Patrol", "marquise", "marquise"),
    "last-dynasty": ("Last Dynasty", "eyrie", "eyrie"),
    "spring-uprising": ("Spring Uprising", "alliance", "alliance"),
    "the-exile": ("The Exile", "vagabond", "vagabond2"),
    "warm-sun-prophets": ("Warm Sun Prophets", "lizards", "lizards"),
    "riverfolk-flotilla": ("Riverfolk Flotilla", "riverfolk", "riverfolk"),
    "sunward-expedition": ("Sunward Expedition", "duchy", "duchy"),
    "corvid-spies": ("Corvid Spies", "corvids", "corvids"),
    "flame-bearers": ("Flame Bearers", "hundreds", "hundreds"),
    "vault-keepers": ("Vault Keepers", "keepers", "keepers"),
    "highway-bandits": ("Highway Bandits", "vagabond2", "bandit"),
    "popular-band": ("Popular Band", "lizards", "band"),
    "furious-protector": ("Furious Protector", "alliance", "protector"),
}
"""Each hireling with the faction whose colour, bleached, it wears, and its drawing."""

SUITS: dict[str, tuple[str, str]] = {
    "fox": ("c8402f", "d55e00"),
    "rabbit": ("f0c53c", "f0e442"),
    "mouse": ("ec8d45", "cc79a7"),
    "bird": ("58a5bd", "56b4e9"),
    "any": ("a9a293", "a9a9a9"),
}
"""Colour of each suit by day, and for a colour-blind eye."""

PHASES = {"birdsong": "Birdsong", "daylight": "Daylight", "evening": "Evening", "setup": "Setup"}
MARKS = ("ferry", "tower", "torch", "lost-city", "black-market", "legendary-forge", "elder-treetop")
BUILDINGS = [
    "sawmill",
    "workshop",
    "recruiter",
    "roost",
    "base",
    "garden",
    "citadel",
    "market",
    "stronghold",
    "waystation",
    "foothold",
    "vault",
]
TOKENS = [
    "wood",
    "keep",
    "sympathy",
    "tradepost",
    "tunnel",
    "plot",
    "bomb",
    "snare",
    "extortion",
    "raid",
    "mob",
    "relic",
    "foothold",
    "vault",
    "club",
]
RELATIONS = ("hostile", "indifferent", "amiable", "friendly", "allied")

STONE = rgb("cdb58c")
WOOD = rgb("8d5d36")
METAL = rgb("bcc6cc")
FIRE = rgb("e3652b")
LEAF = rgb("5f8f4a")
GOLD = rgb("f2b632")
RED = rgb("b3382c")


@lru_cache(512)
def look(owner: str, palette: str) -> Look:
    """How an owner's pieces look; an unknown owner gets the colour of alarm and a question mark."""
    safe = PALETTES[palette].safe
    if owner in FACTIONS:
        f = FACTIONS[owner]
        return Look(owner, f.name, f.short, owner, rgb(f.safe if safe else f.colour))
    if owner in HIRELINGS:
        name, faction, drawing = HIRELINGS[owner]
        f = FACTIONS[faction]
        colour = mix(rgb(f.safe if safe else f.colour), rgb("f3ead6"), 0.55)
        return Look(owner, name, name, drawing, colour)
    return Look(owner, owner or "nobody", owner or "nobody", "stranger", PALETTES[palette].alarm, False)


def look_of(player: PlayerView, palette: str) -> Look:
    """How a player's pieces look: by owner (there may be two Vagabonds), or else by faction; grey without one."""
    if not player.faction:
        return Look(player.owner, player.name, player.name, "unknown", rgb("8b8578"))
    by_owner = look(player.owner, palette)
    return by_owner if by_owner.known else look(player.faction, palette)


def person(player: PlayerView) -> str:
    """The person behind a player; "" if only the faction is known."""
    names = {
        player.faction,
        player.owner,
        *(f.name for o, f in FACTIONS.items() if o in (player.faction, player.owner)),
    }
    return "" if player.name in names else player.name


def short_name(player: PlayerView) -> str:
    """The person's name, or the faction's short one."""
    return person(player) or look_of(player, LIGHT.name).short


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


def split_kind(kind: str, known: tuple[str, ...] | list[str]) -> tuple[str, str]:
    """A piece's kind as its drawing and its suit: "base-fox" is a base with a fox; "" is no drawing."""
    plain = kind.replace("_", "-").replace("trade-post", "tradepost")
    if plain in known:
        return plain, ""
    first, _, rest = plain.partition("-")
    if first in known:
        return first, rest if rest in SUITS else ""
    return "", ""


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
