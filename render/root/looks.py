"""How every owner of pieces looks. Each declares it in a file of its own, in `factions/` or `hirelings/`; all are found.

Drawings lie in `data/art/root`, in a file of the same name. A landmark is a drawing in `data/art/root/landmarks` and
needs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import msgspec

from engine.root.view import PlayerView
from render.palette import LIGHT, PALETTES, Colour, mix, rgb
from render.root import factions, hirelings
from render.root.style import ART, SUITS
from render.vector import drawings, names_in

if TYPE_CHECKING:
    from render.flow import Block
    from render.root.blocks import Kit

FACE_DOWN = "face-down"
"""What a face-down token is called by whoever may not look at it."""
BLEACH = 0.55
"""How much of its kin's colour a hireling lacks."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What one owner of pieces brings to the pictures. Everything but names and colours may be left out."""

    id: str
    name: str
    short: str = ""
    """On tabs and in lists, if the name is too long for them: at most a dozen letters."""
    colour: str = ""
    safe: str = ""
    """Its colour for a colour-blind eye."""
    kin: str = ""
    """A hireling wears the colours of this faction, bleached, and has none of its own."""
    drawing: str = ""
    """Its figure: the one called `id`, or its kin's, if not said; the stranger if there is no such drawing."""
    pawn: str = ""
    """The figure of its pawn, if that is another one."""
    buildings: tuple[str, ...] = ()
    """Kinds drawn on a square tile."""
    tokens: tuple[str, ...] = ()
    """Kinds drawn on a round counter."""
    marks: Mapping[str, str] = {}
    """Marks it leaves on clearings, with their drawings."""
    places: Mapping[int, str] = {}
    """Clearings that it brings and that lie beside the map, by number: what they are called."""
    cards: Mapping[str, tuple[str, str]] = {}
    """Cards that it brings along and that are in no deck: name and suit by id."""
    board: Callable[[Kit, PlayerView], list[Block]] | None = None
    """Its board as blocks in its own order; without it the blocks stand in the usual one."""
    lines: Callable[[PlayerView], list[str]] | None = None
    """Lines of the text board in place of the usual ones."""


def declared(package: object) -> Iterator[Look]:
    """Every look that a file of a package declares."""
    name: str = package.__name__  # type: ignore[attr-defined]
    for found in sorted(iter_modules(package.__path__), key=lambda m: m.name):  # type: ignore[attr-defined]
        yield from import_module(f"{name}.{found.name}").LOOKS


@cache
def playable() -> dict[str, Look]:
    """The looks of all factions."""
    return {look.id: look for look in declared(factions)}


@cache
def owners() -> dict[str, Look]:
    """The looks of everybody who may own pieces."""
    return playable() | {look.id: look for look in declared(hirelings)}


@cache
def buildings() -> frozenset[str]:
    """Every kind of building."""
    return frozenset(kind for look in owners().values() for kind in look.buildings)


@cache
def tokens() -> frozenset[str]:
    """Every kind of token, and the back of all that lie face down."""
    return frozenset({FACE_DOWN, *(kind for look in owners().values() for kind in look.tokens)})


@cache
def beside_the_map() -> dict[int, str]:
    """Clearings that are not on the map, with their names."""
    return {number: name for look in owners().values() for number, name in look.places.items()}


@cache
def marks() -> dict[str, str]:
    """What may lie on a clearing and is nobody's piece, with its drawing: landmarks, and the marks that owners leave."""
    found = {name: name for name in names_in(f"{ART}/landmarks")}
    for look in owners().values():
        found |= look.marks
    return found


@cache
def extra_cards() -> dict[str, tuple[str, str]]:
    """Cards that are in no deck: name and suit."""
    return {card: shown for look in owners().values() for card, shown in look.cards.items()}


# --- in one palette ---------------------------------------------------------------------------------------


class Shape(msgspec.Struct, frozen=True):
    """How one owner's pieces look in one palette."""

    owner: str
    name: str
    short: str
    drawing: str
    colour: Colour
    known: bool = True
    pawn: str = ""


@lru_cache(512)
def look(owner: str, palette: str) -> Shape:
    """How an owner's pieces look; an unknown owner gets the colour of alarm and a question mark."""
    it = owners().get(owner)
    if it is None:
        return Shape(owner, owner or "nobody", owner or "nobody", "stranger", PALETTES[palette].alarm, False)
    dress = playable()[it.kin] if it.kin else it
    colour = rgb(dress.safe if PALETTES[palette].safe else dress.colour)
    if it.kin:
        colour = mix(colour, rgb("f3ead6"), BLEACH)
    known = drawings(ART)
    drawing = next((name for name in (it.drawing, it.id, it.kin) if name in known), "stranger")
    pawn = it.pawn if it.pawn in known else drawing
    return Shape(owner, it.name, it.short or it.name, drawing, colour, True, pawn)


def look_of(player: PlayerView, palette: str) -> Shape:
    """How a player's pieces look: by owner (there may be two of a faction), or else by faction; grey without one."""
    if not player.faction:
        return Shape(player.owner, player.name, player.name, "unknown", rgb("8b8578"))
    by_owner = look(player.owner, palette)
    return by_owner if by_owner.known else look(player.faction, palette)


def person(player: PlayerView) -> str:
    """The person behind a player; "" if only the faction is known."""
    names = {
        player.faction,
        player.owner,
        *(owners()[o].name for o in (player.faction, player.owner) if o in owners()),
    }
    return "" if player.name in names else player.name


def short_name(player: PlayerView) -> str:
    """The person's name, or the faction's short one."""
    return person(player) or look_of(player, LIGHT.name).short


# --- kinds of pieces --------------------------------------------------------------------------------------


@lru_cache(1024)
def split_kind(kind: str, known: frozenset[str]) -> tuple[str, str]:
    """A piece's kind as its drawing and the sign on it: "base-fox" is a base with a fox; "" is no drawing.

    A sign is a suit, another drawing or a number: "plot-bomb" is a face-down plot that its owner knows to be a bomb.
    """
    if kind in known:
        return kind, ""
    first, _, rest = kind.partition("-")
    if first in known:
        return first, rest if rest in SUITS or rest.isdigit() or rest in drawings(ART) else ""
    return "", ""
