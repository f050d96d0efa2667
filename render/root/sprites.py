"""Every piece of Root as a small picture, drawn once and kept."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render import fonts
from render.canvas import CAPITAL
from render.palette import PALETTES, Colour, brightness, mix
from render.root.looks import FACE_DOWN, buildings, look, marks, split_kind, tokens
from render.root.shape import FLAT, squircle
from render.root.style import ART, RED, SUITS, WOOD, colours, suit_colour
from render.scene import Scene
from render.sprites import Art, disc_of, write
from render.vector import FINE, paint

DIGITS, BREAST = 0.6, 0.76
"""How large the number of warriors is, and how far down a figure its middle stands, as shares of its height."""
NUMBER, LEAST, BESIDE = 0.56, 32, 0.3
"""How large the number on a token is, as a share of the token, and at least; and how much of it stands beside the token."""


_ART = Art(ART)
art = _ART.named
has = _ART.has


@lru_cache(1024)
def figure(name: str, height: int, body: Colour, palette: str, outline: float = 2.0) -> Image.Image:
    """A drawing at a height, in a body colour."""
    return paint(art(name), height, colours(body, palette), outline)


def rim(size: int) -> float:
    """How thick the outline of a figure is."""
    return max(1.5, size / 34)


def figure_extent(size: int) -> tuple[int, int]:
    """How wide and high a figure of a size is, outline included."""
    edge = 2 * math.ceil(rim(size))
    head = art("stranger")
    return round(head.width * size / head.height) + edge, size + edge


def pawn_extent(size: int) -> tuple[int, int]:
    """How wide and high a pawn of a size is."""
    head = art("stranger")
    body = round(head.width * round(size * 0.9) / head.height) + 2 * math.ceil(rim(size))
    return round(body * 1.06), size


def token_extent(size: int, numbered: bool) -> tuple[int, int]:
    """How wide and high a token of a size is: a number stands on its corner and a little beside it."""
    return size + (round(max(size * NUMBER, LEAST) * BESIDE) if numbered else 0), size


def number_letters(size: int, number: str) -> int:
    """How large the letters of a number on a token of a size are."""
    letters = max(round(size * NUMBER), LEAST)
    while letters > 8 and fonts.width(number, "strong", letters) > size:
        letters -= 1
    return letters


def number_rim(size: int) -> int:
    """How thick the outline of a number on a token of a size is."""
    return max(3, size // 13)


def shown(count: int) -> str:
    """A count as it fits on a piece."""
    return str(count) if -99 < count < 1000 else f"{str(count)[:1]}…"


@lru_cache(512)
def warriors(owner: str, count: int, palette: str, size: int) -> Image.Image:
    """An owner's warriors: its figure with their number on the chest."""
    table = PALETTES[palette]
    it = look(owner, palette)
    image = figure(it.drawing, size, it.colour, palette, rim(size)).copy()
    text = shown(count)
    room = round(size * 0.84)
    letters = round(size * DIGITS)
    while letters > 8 and fonts.width(text, "strong", letters) > room:
        letters -= 1
    dark = brightness(it.colour) > 0.62
    fill, around = (table.outline, table.light) if dark else (table.light, table.outline)
    write(
        image, image.width // 2, round(image.height * BREAST), text, letters, fill, around, max(2, size // 18)
    )
    return image


@lru_cache(256)
def pawn(owner: str, palette: str, size: int) -> Image.Image:
    """A pawn: the owner's figure on a golden foot."""
    it = look(owner, palette)
    body = figure(it.pawn, round(size * 0.9), it.colour, palette, rim(size))
    foot = round(size * 0.24)
    wide = pawn_extent(size)[0]
    image = Image.new("RGBA", (wide, size), (0, 0, 0, 0))
    disc = disc_of(wide, foot, PALETTES[palette].gold, PALETTES[palette].outline, max(2, size // 26))
    image.alpha_composite(disc, (0, size - foot))
    image.alpha_composite(body, ((wide - body.width) // 2, size - round(foot * 0.4) - body.height))
    return image


@lru_cache(256)
def tile_of(size: int, fill: Colour, edge: Colour, thick: int, dashed: bool = False) -> Image.Image:
    """A square with round corners: the body of a building, or (dashed) an empty slot."""
    big, t = size * FINE, thick * FINE
    image = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    radius = round(big * 0.18)
    draw.rounded_rectangle((0, 0, big - 1, big - 1), radius, fill=(*edge, 255))
    if dashed:
        gap, dash = big // 11, big // 7
        at = radius
        while at < big - radius:
            for box in (
                (at, 0, at + gap, t),
                (at, big - t, at + gap, big),
                (0, at, t, at + gap),
                (big - t, at, big, at + gap),
            ):
                draw.rectangle(box, fill=(*fill, 255))
            at += gap + dash
    draw.rounded_rectangle((t, t, big - 1 - t, big - 1 - t), max(1, radius - t), fill=(*fill, 255))
    return image.reduce(FINE)


@lru_cache(512)
def hazard(size: int, palette: str, round_: bool) -> Image.Image:
    """What we have no drawing for: striped in the colour of alarm, with a question mark."""
    table = PALETTES[palette]
    big = size * FINE
    stripes = Image.new("RGBA", (big, big), (*table.light, 255))
    draw = ImageDraw.Draw(stripes)
    for i in range(-big, big, big // 4):
        draw.line((i, big, i + big, 0), fill=(*table.alarm, 255), width=big // 9)
    stripes = stripes.reduce(FINE)
    shape = (
        disc_of(size, size, (0, 0, 0), (0, 0, 0), 1)
        if round_
        else tile_of(size, (0, 0, 0), (0, 0, 0), max(1, size // 20))
    )
    stripes.putalpha(shape.getchannel("A"))
    mark = figure("unknown", round(size * 0.6), table.outline, palette, max(2, size / 22))
    stripes.alpha_composite(mark, ((size - mark.width) // 2, (size - mark.height) // 2))
    return stripes


def _with_sign(image: Image.Image, sign: str, size: int, palette: str, low: float, body: Colour) -> None:
    """The sign on a piece that has one: a suit, or what a face-down piece really is."""
    table = PALETTES[palette]
    small = round(size * 0.5)
    if sign in SUITS:
        disc = suit_disc(sign, small, palette)
    else:
        disc = disc_of(small, small, mix(body, table.light, 0.75), table.outline, max(1, small // 12)).copy()
        it = figure(sign, round(small * 0.72), mix(body, table.outline, 0.3), palette, max(1.0, size / 40))
        disc.alpha_composite(it, ((small - it.width) // 2, (small - it.height) // 2))
    image.alpha_composite(
        disc,
        (
            (image.width - disc.width) // 2,
            min(round(image.height * low), image.height - small // 2) - small // 2,
        ),
    )


@lru_cache(512)
def building(owner: str, kind: str, palette: str, size: int) -> Image.Image:
    """A building: a square tile in its owner's colour."""
    name, sign = split_kind(kind, buildings())
    if not name:
        return hazard(size, palette, False)
    it = look(owner, palette)
    table = PALETTES[palette]
    image = tile_of(size, it.colour, table.outline, max(2, size // 20)).copy()
    shape = figure(name, round(size * 0.68), it.colour, palette, max(1.0, size / 40))
    image.alpha_composite(shape, ((size - shape.width) // 2, (size - shape.height) // 2))
    if sign:
        _with_sign(image, sign, size, palette, 0.6, it.colour)
    return image


@lru_cache(512)
def token(owner: str, kind: str, count: int, palette: str, size: int, hidden: bool = False) -> Image.Image:
    """A token: a round counter in its owner's colour; several of a kind are one counter with a number.

    One that lies face down is darker and shows its back, with a small sign of what it is to whoever may look.
    """
    name, sign = split_kind(kind, tokens())
    it = look(owner, palette)
    table = PALETTES[palette]
    if not name:
        image = hazard(size, palette, True).copy()
    else:
        fill = mix(it.colour, table.outline, 0.45) if hidden else it.colour
        image = disc_of(size, size, fill, table.outline, max(2, size // 18)).copy()
        if hidden and name != FACE_DOWN:
            name, sign = FACE_DOWN, name if sign.isdigit() else sign or name
        shape = figure(name, round(size * 0.6), it.colour, palette, max(1.0, size / 40))
        image.alpha_composite(shape, ((size - shape.width) // 2, (size - shape.height) // 2))
        if sign and not sign.isdigit():
            _with_sign(image, sign, size, palette, 0.72, it.colour)
    return _numbered(image, number_of(kind, count), palette)


def number_of(kind: str, count: int) -> str:
    """The number on a token: how many lie there, or what this one is worth; "" for none."""
    if count > 1:
        return shown(count)
    worth = split_kind(kind, tokens())[1]
    return worth if worth.isdigit() else ""


def number_box(size: int, number: str) -> tuple[int, int, int, int]:
    """Where on a token of a size its number stands."""
    wide, high = token_extent(size, True)
    letters, thick = number_letters(size, number), number_rim(size)
    across, tall = fonts.width(number, "strong", letters), round(letters * CAPITAL["strong"])
    return wide - thick - across, high - thick - tall, wide - thick, high - thick


def _numbered(image: Image.Image, number: str, palette: str) -> Image.Image:
    """A token with a number on its corner, in letters that are read in a small box."""
    if not number:
        return image
    size, table = image.width, PALETTES[palette]
    whole = Image.new("RGBA", token_extent(size, True), (0, 0, 0, 0))
    whole.alpha_composite(image)
    left, top, right, bottom = number_box(size, number)
    middle = (left + right) // 2, (top + bottom) // 2
    write(whole, *middle, number, number_letters(size, number), table.light, table.outline, number_rim(size))
    return whole


@lru_cache(256)
def sign(suit: str, size: int, colour: Colour, eyes: Colour, palette: str) -> Image.Image:
    """A suit's flat sign in one colour with eyes in another."""
    name = suit if suit in SUITS else "unknown"
    shades = dict(colours(colour, palette), ink=colour, light=eyes if suit in SUITS else colour)
    return paint(art(name), size, shades, 0)


@lru_cache(256)
def suit_disc(suit: str, size: int, palette: str) -> Image.Image:
    """A suit's sign on a disc of its colour."""
    table = PALETTES[palette]
    fill = suit_colour(suit, palette)
    image = disc_of(size, size, fill, table.outline, max(1, round(size / 22))).copy()
    on = table.on(fill)
    it = sign(suit, round(size * 0.62), on, fill, palette)
    image.alpha_composite(it, ((size - it.width) // 2, (size - it.height) // 2))
    return image


@lru_cache(256)
def ruin(palette: str, size: int) -> Image.Image:
    """A ruin in its slot."""
    table = PALETTES[palette]
    stone = mix((128, 120, 108), table.paper, 0.15)
    image = tile_of(size, stone, table.outline, max(2, size // 20)).copy()
    it = figure("ruin", round(size * 0.72), stone, palette, max(1.0, size / 40))
    image.alpha_composite(it, ((size - it.width) // 2, (size - it.height) // 2))
    return image


@lru_cache(256)
def slot(palette: str, ground: Colour, size: int) -> Image.Image:
    """An empty building slot."""
    edge = mix(ground, PALETTES[palette].outline, 0.55)
    return tile_of(size, mix(ground, PALETTES[palette].outline, 0.13), edge, max(2, size // 20), True)


@lru_cache(64)
def covered(palette: str, ground: Colour, size: int) -> Image.Image:
    """A slot that is covered for good: planks across it."""
    table = PALETTES[palette]
    image = slot(palette, ground, size).copy()
    s = size * FINE
    planks = Image.new("RGBA", (s, s), (0, 0, 0, 0))
    draw = ImageDraw.Draw(planks)
    for ends in (((0.2, 0.2), (0.8, 0.8)), ((0.2, 0.8), (0.8, 0.2))):
        line = [(x * s, y * s) for x, y in ends]
        draw.line(line, fill=(*table.outline, 255), width=s // 4)
        draw.line(line, fill=(*WOOD, 255), width=s // 6)
    image.alpha_composite(planks.reduce(FINE))
    return image


@lru_cache(256)
def mark(name: str, size: int, palette: str) -> Image.Image:
    """A thing of nobody: ferry, tower, fire, a landmark."""
    drawing = marks().get(name, name)
    if not has(drawing):
        return hazard(size, palette, True)
    return figure(drawing, size, (110, 96, 84), palette, max(2.0, size / 26))


@lru_cache(512)
def item(name: str, size: int, palette: str, exhausted: bool = False, damaged: bool = False) -> Image.Image:
    """An item on its little card. Exhausted ones are grey and lie on their side; damaged ones are torn."""
    table = PALETTES[palette]
    if not has(name):
        return hazard(size, palette, False)
    ground = mix(table.light, (160, 150, 130), 0.55 if exhausted else 0.0)
    image = tile_of(size, ground, table.outline, max(1, size // 22)).copy()
    it = figure(name, round(size * 0.72), (90, 70, 50), palette, max(1.0, size / 34))
    if exhausted:
        it = it.rotate(90, expand=True)
        faded = Image.new("RGBA", it.size, (*ground, 0))
        it = Image.blend(faded, it, 0.55)
    image.alpha_composite(it, ((size - it.width) // 2, (size - it.height) // 2))
    if damaged:
        crack = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
        draw = ImageDraw.Draw(crack)
        s = size * FINE
        points = [(0.62, 0.0), (0.44, 0.26), (0.64, 0.44), (0.36, 0.66), (0.54, 1.0)]
        path = [(x * s, y * s) for x, y in points]
        draw.line(path, fill=(*table.outline, 255), width=s // 8, joint="curve")
        draw.line(path, fill=(*RED, 255), width=s // 18, joint="curve")
        image.alpha_composite(crack.reduce(FINE))
    return image


@lru_cache(64)
def ring(half: int, palette: str, strong: bool) -> Image.Image:
    """A ring to lie around a place of half that width: thin where something changed, golden where one may go."""
    table = PALETTES[palette]
    reach = 26
    middle = half + reach
    thick, rim = (12, 20) if strong else (6, 11)
    colour = table.gold if strong else table.mark
    white, black = (255, 255, 255), (0, 0, 0)
    edge = [
        (math.cos(t), math.sin(t) * FLAT, squircle(t, half) + (13 if strong else 12))
        for t in (math.tau * i / 90 for i in range(91))
    ]
    around = [(middle + c * k, middle + d * k) for c, d, k in edge]
    shapes = []
    for ground, dark, bright in ((table.outline, table.outline, colour), (black, white, white)):
        s = Scene(2 * middle, 2 * middle, ground)
        s.line(around, dark, rim)
        s.line(around, bright, thick)
        shapes.append(s.paint())
    sprite, mask = shapes
    sprite.putalpha(mask.getchannel("R"))
    return sprite


@lru_cache(64)
def patch(half: int, palette: str) -> Image.Image:
    """A bright patch of ground under whoever stands in a forest: nobody overlooks them between the trees."""
    table = PALETTES[palette]
    return disc_of(2 * half, round(half * 0.62), mix(table.light, table.gold, 0.35), table.outline, 4)


@lru_cache(64)
def asked(size: int, palette: str) -> Image.Image:
    """Somebody must decide: an hourglass on gold."""
    table = PALETTES[palette]
    image = disc_of(size, size, table.gold, table.outline, max(2, size // 14)).copy()
    it = figure("hourglass", round(size * 0.66), table.outline, palette, max(1.0, size / 30))
    image.alpha_composite(it, ((size - it.width) // 2, (size - it.height) // 2))
    return image


@lru_cache(128)
def badge(text: str, size: int, palette: str) -> Image.Image:
    """A golden badge with a short text: the number of a choice."""
    table = PALETTES[palette]
    letters = round(size * 0.72)
    wide = max(size, fonts.width(text, "strong", letters) + size // 2)
    image = tile_of(size, table.gold, table.outline, max(2, size // 14))
    if wide > size:
        image = disc_of(wide, size, table.gold, table.outline, max(2, size // 14))
    image = image.copy()
    write(image, wide // 2, size // 2, text, letters, table.outline, table.gold, 0)
    return image


_FAINT: dict[int, tuple[Image.Image, Image.Image]] = {}


def faded(sprite: Image.Image) -> Image.Image:
    """A piece that is not here: its place, faintly. Kept with the sprite it was made from."""
    kept = _FAINT.get(id(sprite))
    if kept is None or kept[0] is not sprite:
        faint = sprite.copy()
        faint.putalpha(sprite.getchannel("A").point(lambda v: v * 3 // 10))
        if len(_FAINT) > 256:
            _FAINT.clear()
        kept = _FAINT[id(sprite)] = (sprite, faint)
    return kept[1]
