"""Every piece of Harrow County as a small picture, drawn once and kept."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.harrow.data import FACTS
from render.harrow.ground import RADIUS, TALL, corners
from render.harrow.style import (
    BONE,
    EMBER,
    STORM,
    WOOD,
    colours,
    cube_colour,
    owner_colour,
    palette_named,
)
from render.palette import Colour, brightness, mix
from render.sprites import Art, disc_of, write
from render.vector import FINE, Point, paint

DARK = (42, 28, 20)
"""The ink of signs on tokens and tiles."""
STONE = mix(WOOD, (255, 244, 220), 0.55)
"""The wood of ability tokens."""


LEAST = 28
"""The smallest digits on a piece: six pixels high where chats show the table in a box of 550 × 350."""


_ART = Art("harrow")
art = _ART.named
has = _ART.has


@lru_cache(1024)
def figure(name: str, height: int, body: Colour, palette: str, outline: float = 2.0) -> Image.Image:
    """A drawing at a height, in a body colour."""
    return paint(art(name), height, colours(body, palette), outline)


@lru_cache(256)
def sign(name: str, height: int, dark: Colour, palette: str) -> Image.Image:
    """A flat sign in one colour, without an outline."""
    table = palette_named(palette)
    pale = table.light if brightness(dark) < 0.6 else table.outline
    shades = dict(colours(dark, palette), ink=dark, light=pale, ghost=mix(dark, table.panel, 0.6))
    return paint(art(name), height, shades, 0)


def shown(count: int) -> str:
    """A count as it fits on a piece."""
    return str(count) if 0 <= count < 100 else f"{str(count)[:1]}…"


def digits(size: int, share: float = 0.5) -> int:
    """How large the digits on a piece of this height are."""
    return max(LEAST, round(size * share))


def number(image: Image.Image, x: int, y: int, count: int, size: int, palette: str) -> None:
    """A count on a piece: light, with a dark edge."""
    table = palette_named(palette)
    write(image, x, y, shown(count), size, table.light, table.outline, max(3, size // 9))


# --- units -------------------------------------------------------------------------------------------------------


def rim(size: int) -> float:
    """How thick the outline of a figure is."""
    return max(1.5, size / 30)


def on_top(image: Image.Image, sign: Image.Image, x: int, y: int) -> None:
    """Lay a small sign on a piece, kept inside its box."""
    x = max(0, min(image.width - sign.width, x))
    y = max(0, min(image.height - sign.height, y))
    image.alpha_composite(sign, (x, y))


@lru_cache(512)
def haints(owner: str, count: int, infected: bool, nailed: bool, palette: str, size: int) -> Image.Image:
    """An owner's haints: one figure with their number. A snake on its head: infected. A nail: nailed."""
    name = f"haint-{owner}" if has(f"haint-{owner}") else "unknown"
    image = figure(name, size, owner_colour(owner, palette), palette, rim(size)).copy()
    if infected:
        snake = figure("snake", round(size * 0.34), (0, 0, 0), palette, 1.8)
        on_top(image, snake, (image.width - snake.width) // 2, 0)
    if nailed:
        nail = figure("nail", round(size * 0.5), (0, 0, 0), palette, 1.5)
        on_top(image, nail, image.width - nail.width, round(size * 0.12))
    letters = digits(size)
    number(image, image.width // 2, round(image.height * 0.8), count, letters, palette)
    return image


@lru_cache(256)
def legend(name: str, owner: str, number_: int, nailed: bool, palette: str, size: int) -> Image.Image:
    """A legend: its figure on a golden foot; Kammi's two figures carry their number."""
    table = palette_named(palette)
    foot = round(size * 0.22)
    known = name if has(name) else "unknown"
    body = figure(known, round(size * 0.9), owner_colour(owner, palette), palette, rim(size))
    wide = max(body.width, round(size * 0.84))
    image = Image.new("RGBA", (wide, size), (0, 0, 0, 0))
    image.alpha_composite(
        disc_of(wide, foot, table.gold, table.outline, max(2, size // 28)), (0, size - foot)
    )
    image.alpha_composite(body, ((wide - body.width) // 2, max(0, size - round(foot * 0.45) - body.height)))
    if nailed:
        nail = figure("nail", round(size * 0.5), (0, 0, 0), palette, 1.5)
        on_top(image, nail, wide - nail.width, round(size * 0.1))
    if number_:
        number(image, wide // 2, round(size * 0.84), number_, digits(size, 0.42), palette)
    return image


# --- counters ----------------------------------------------------------------------------------------------------


def centred(image: Image.Image, sign: Image.Image) -> None:
    """Lay a sign on the middle of a piece."""
    image.alpha_composite(sign, ((image.width - sign.width) // 2, (image.height - sign.height) // 2))


@lru_cache(256)
def hazard(size: int, palette: str) -> Image.Image:
    """What we have no drawing for: a disc in the colour of alarm, with a question mark."""
    table = palette_named(palette)
    image = disc_of(size, size, table.alarm, table.light, max(3, size // 9)).copy()
    centred(image, sign("unknown", round(size * 0.6), table.light, palette))
    return image


@lru_cache(256)
def token(kind: str, size: int, palette: str) -> Image.Image:
    """An ability token, an upgrade token or a Wild token: a wooden disc with its sign."""
    table = palette_named(palette)
    if not has(kind):
        return hazard(size, palette)
    ground = mix(table.gold, (255, 250, 230), 0.35) if kind == "wild" else STONE
    image = disc_of(size, size, ground, table.outline, max(2, size // 16)).copy()
    centred(image, sign(kind, round(size * 0.64), DARK, palette))
    return image


@lru_cache(64)
def upgrade(token_: str, size: int, palette: str) -> Image.Image:
    """An upgrade token: the sign of what it grew from, on the Family's blue, with a plus."""
    table = palette_named(palette)
    facts = FACTS.cards.get(token_)
    if facts is None or not has(facts.price):
        return hazard(size, palette)
    image = disc_of(
        size,
        size,
        mix(owner_colour("family", palette), (255, 255, 255), 0.5),
        table.outline,
        max(2, size // 16),
    ).copy()
    centred(image, sign(facts.price, round(size * 0.56), (20, 24, 50), palette))
    write(image, round(size * 0.8), round(size * 0.26), "+", round(size * 0.5), table.light, table.outline, 3)
    return image


def piece(token_: str, size: int, palette: str) -> Image.Image:
    """A token of the bag or of a board: an ability or an upgrade."""
    return token(token_, size, palette) if has(token_) else upgrade(token_, size, palette)


@lru_cache(256)
def tile(name: str, size: int, palette: str) -> Image.Image:
    """A bonus tile: a paper tag with its sign."""
    table = palette_named(palette)
    big = size * FINE
    image = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    t = max(2, size // 16) * FINE
    cut = big // 4
    edge = [(cut, 0), (big - cut, 0), (big - 1, cut), (big - 1, big - 1), (0, big - 1), (0, cut)]
    draw.polygon(edge, fill=(*table.outline, 255))
    inner = [(cut + t // 2, t), (big - cut - t // 2, t), (big - 1 - t, cut + t // 2)]
    inner += [(big - 1 - t, big - 1 - t), (t, big - 1 - t), (t, cut + t // 2)]
    draw.polygon(inner, fill=(*BONE, 255))
    image = image.reduce(FINE)
    shape = TILES.get(name, name)
    if not has(shape):
        return hazard(size, palette)
    if shape == "lantern":
        centred(image, figure(shape, round(size * 0.76), (0, 0, 0), palette, 1.5))
    else:
        centred(image, sign(shape, round(size * 0.62), DARK, palette))
    return image


TILES = {
    "B1": "lantern",
    "B2": "advance",
    "B3": "spawn",
    "B4": "strengthen",
    "B5": "swap-card",
    "B6": "wild",
    "B7": "step",
    "B8": "spoon-back",
    "B9": "legend",
}
"""The sign on each bonus tile (H3.4.3)."""


@lru_cache(256)
def cube(colour: str, size: int, palette: str, count: int = 0) -> Image.Image:
    """A cube, with a number if it stands for several."""
    image = figure("cube", size, cube_colour(colour, palette), palette, max(1.5, size / 24)).copy()
    if colour in SIGNS:
        table = palette_named(palette)
        mark = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
        draw = ImageDraw.Draw(mark)
        s = size * FINE
        for x0, y0, x1, y1 in SIGNS[colour]:
            draw.line((x0 * s, y0 * s, x1 * s, y1 * s), fill=(*table.light, 255), width=max(2, s // 13))
        image.alpha_composite(mark.reduce(FINE), ((image.width - size) // 2, (image.height - size) // 2))
    if count:
        number(image, image.width // 2, round(image.height * 0.62), count, digits(size, 0.72), palette)
    return image


SIGNS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "protectors": ((0.28, 0.46, 0.28, 0.78),),
    "family": ((0.17, 0.5, 0.4, 0.74), (0.4, 0.6, 0.17, 0.62)),
    "kammi": ((0.16, 0.55, 0.4, 0.66),),
}
"""A stroke on the cubes of each jar faction: they can be told apart without their colours."""


@lru_cache(128)
def counted(name: str, count: int, body: Colour, palette: str, size: int) -> Image.Image:
    """A piece with a number if there are several."""
    image = figure(name, size, body, palette, rim(size)).copy()
    if count > 1:
        letters = digits(size)
        number(image, image.width - letters // 2 - 2, round(image.height * 0.8), count, letters, palette)
    return image


@lru_cache(64)
def doll(kind: str, face_up: bool, palette: str, size: int) -> Image.Image:
    """A doll: face down a question mark lies on it; known ones wear a golden or a grey rim."""
    table = palette_named(palette)
    edge = {"real": table.gold, "decoy": (128, 124, 120)}.get(kind, table.light)
    image = disc_of(
        size, size, mix(owner_colour("kammi", palette), table.outline, 0.45), edge, max(3, size // 10)
    ).copy()
    it = figure("doll", round(size * 0.74), owner_colour("kammi", palette), palette, 1.5)
    centred(image, it)
    if not face_up:
        write(
            image,
            round(size * 0.76),
            round(size * 0.76),
            "?",
            max(22, round(size * 0.5)),
            table.light,
            table.outline,
            3,
        )
    return image


@lru_cache(64)
def badge(shape: str, palette: str, size: int, ground: Colour) -> Image.Image:
    """A sign of a legend's power, or of the Fair Folk, on a disc."""
    table = palette_named(palette)
    image = disc_of(size, size, ground, table.outline, max(2, size // 16)).copy()
    centred(image, figure(shape if has(shape) else "unknown", round(size * 0.7), (0, 0, 0), palette, 1.2))
    return image


@lru_cache(64)
def nest(loaded: bool, palette: str, size: int) -> Image.Image:
    """A nest; with its offer as long as that lies in it."""
    body = figure("nest", round(size * 0.66), (0, 0, 0), palette, rim(size))
    image = Image.new("RGBA", (body.width, size), (0, 0, 0, 0))
    if loaded:
        offer = figure("offer", round(size * 0.5), (0, 0, 0), palette, rim(size))
        image.alpha_composite(offer, ((image.width - offer.width) // 2, 0))
    image.alpha_composite(body, (0, size - body.height))
    return image


# --- jars, dials --------------------------------------------------------------------------------------------------


@lru_cache(64)
def jar(kind: str, broken: bool, owner: str, palette: str, size: int) -> Image.Image:
    """A mason jar with the sign of its action; broken and faint once it was flipped."""
    body = owner_colour(owner, palette)
    if broken:
        image = figure("jar-broken", size, mix(body, (120, 112, 100), 0.4), palette, 2.0).copy()
        return image
    image = figure("jar", size, body, palette, 2.5).copy()
    mark = sign(kind if has(kind) else "unknown", round(size * 0.36), mix(body, (16, 8, 14), 0.25), palette)
    image.alpha_composite(mark, ((image.width - mark.width) // 2, round(size * 0.65) - mark.height // 2 + 3))
    return image


@lru_cache(64)
def dial(score: int, goal: int, owner: str, palette: str, size: int) -> Image.Image:
    """The victory dial: a wheel of pips, as many lit as points, and the number in the middle."""
    table = palette_named(palette)
    body = owner_colour(owner, palette)
    big = size * FINE
    image = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, big - 1, big - 1), fill=(*table.outline, 255))
    t = 4 * FINE
    draw.ellipse((t, t, big - 1 - t, big - 1 - t), fill=(*mix(body, (14, 8, 12), 0.55), 255))
    middle, r = big / 2, big * 0.405
    pip = big * 0.062
    for i in range(goal):
        a = math.tau * i / goal - math.pi / 2
        x, y = middle + r * math.cos(a), middle + r * math.sin(a)
        lit = i < score
        edge = pip + FINE * 2
        draw.ellipse((x - edge, y - edge, x + edge, y + edge), fill=(*table.outline, 255))
        draw.ellipse(
            (x - pip, y - pip, x + pip, y + pip), fill=(*(EMBER if lit else mix(body, (14, 8, 12), 0.2)), 255)
        )
    image = image.reduce(FINE)
    write(image, size // 2, size // 2, shown(score), round(size * 0.46), table.light, table.outline, 4)
    return image


# --- on the land: weather, ways, rings ------------------------------------------------------------------------------


def hex_sprite(radius: float) -> tuple[Image.Image, ImageDraw.ImageDraw, float, float, float]:
    """An empty sprite of a hex's size: the picture, its pen, the middle and the scale."""
    wide, high = math.ceil(2 * radius) + 2, math.ceil(2 * radius * TALL / (2 * RADIUS)) + 2
    image = Image.new("RGBA", (wide * FINE, high * FINE), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image), wide * FINE / 2, high * FINE / 2, radius * FINE


@lru_cache(32)
def storm(radius: float, palette: str) -> Image.Image:
    """A storm over a hex: dark air, slanting rain, a bank of clouds."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    draw.polygon(
        corners(cx, cy, r * 0.95), fill=(*table.shade(STORM, 0.3), 118 if table.night is None else 92)
    )
    rain = (*mix(STORM, (255, 255, 255), 0.62), 190)
    for i in range(-6, 7):
        for y in (-0.32, 0.12, 0.5):
            x = i * 0.17 + (0.06 if i % 2 else 0) + y * 0.1
            if abs(x) + abs(y) * 0.58 < 0.82:
                draw.line(
                    (cx + x * r, cy + y * r, cx + (x - 0.055) * r, cy + (y + 0.16) * r),
                    fill=rain,
                    width=round(r * 0.018),
                )
    cloud = (*mix(table.shade(STORM, 0.3), (255, 255, 255), 0.12), 255)
    dark = (*table.outline, 255)
    puffs = [(-0.36, -0.62, 0.15), (-0.16, -0.68, 0.17), (0.1, -0.66, 0.18), (0.34, -0.62, 0.16)]
    for grow, fill in ((0.022, dark), (0.0, cloud)):
        for x, y, size in puffs:
            draw.ellipse(
                (
                    cx + (x - size - grow) * r,
                    cy + (y - size * 0.78 - grow) * r,
                    cx + (x + size + grow) * r,
                    cy + (y + size * 0.78 + grow) * r,
                ),
                fill=fill,
            )
    return image.reduce(FINE)


@lru_cache(32)
def trail(radius: float, palette: str) -> Image.Image:
    """A path across a hex: pale stones from side to side."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    stones = [(-0.8, 0.02), (-0.63, 0.12), (-0.45, 0.19), (-0.25, 0.22), (-0.04, 0.21), (0.17, 0.16)]
    stones += [(0.37, 0.11), (0.57, 0.08), (0.77, 0.03)]
    for grow, fill in ((0.026, (*table.outline, 255)), (0.0, (*mix(BONE, (255, 255, 255), 0.3), 255))):
        for i, (x, y) in enumerate(stones):
            w, h = 0.085 + 0.012 * (i % 2), 0.06 + 0.008 * (i % 3)
            draw.ellipse(
                (
                    cx + (x - w - grow) * r,
                    cy + (y - h - grow) * r,
                    cx + (x + w + grow) * r,
                    cy + (y + h + grow) * r,
                ),
                fill=fill,
            )
    return image.reduce(FINE)


def outline(draw: ImageDraw.ImageDraw, points: list[Point], colour: Colour, width: float) -> None:
    """A closed line with round joints."""
    closed = [*points, points[0]]
    draw.line(closed, fill=(*colour, 255), width=round(width))
    h = width / 2
    for x, y in points:
        draw.ellipse((x - h, y - h, x + h, y + h), fill=(*colour, 255))


@lru_cache(32)
def home(owner: str, radius: float, palette: str) -> Image.Image:
    """The mark of a home hex: a broad band in its owner's colour inside the edge."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    outline(draw, corners(cx, cy, r * 0.86), table.outline, r * 0.115)
    outline(draw, corners(cx, cy, r * 0.86), owner_colour(owner, palette), r * 0.078)
    return image.reduce(FINE)


@lru_cache(16)
def ring(radius: float, palette: str) -> Image.Image:
    """The mark of a hex that changed: a thin bright line along its edge."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    outline(draw, corners(cx, cy, r * 0.955), table.outline, r * 0.085)
    outline(draw, corners(cx, cy, r * 0.955), table.mark if table.night is None else table.gold, r * 0.052)
    return image.reduce(FINE)


@lru_cache(16)
def target(radius: float, palette: str) -> Image.Image:
    """The mark of a hex that may be chosen: golden corners."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    points = corners(cx, cy, r * 0.93)
    for width, colour in ((r * 0.15, table.outline), (r * 0.1, table.gold)):
        for i, (x, y) in enumerate(points):
            for near in (points[i - 1], points[(i + 1) % 6]):
                end = (x + (near[0] - x) * 0.3, y + (near[1] - y) * 0.3)
                draw.line([(x, y), end], fill=(*colour, 255), width=round(width))
                h = width / 2
                for px, py in ((x, y), end):
                    draw.ellipse((px - h, py - h, px + h, py + h), fill=(*colour, 255))
    return image.reduce(FINE)


@lru_cache(64)
def root_arrow(dx: int, dy: int, colour: str, palette: str) -> Image.Image:
    """A root from one hex into another: crooked, thick at its start; (dx, dy) is how far it grows."""
    pad = 26
    wide, high = abs(dx) + 2 * pad, abs(dy) + 2 * pad
    image = Image.new("RGBA", (wide * FINE, high * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    start = (pad if dx >= 0 else pad - dx, pad if dy >= 0 else pad - dy)
    length = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / length, dx / length
    body = (96, 62, 34) if colour == "brown" else (38, 32, 38)
    points = []
    for i in range(25):
        t = i / 24
        sway = 9 * math.sin(t * 9.4) * (1 - t * 0.4)
        points.append((start[0] + dx * t + nx * sway, start[1] + dy * t + ny * sway, 9.5 - 5.5 * t))
    edge = palette_named(palette).light if colour == "black" else palette_named(palette).outline
    for grow, fill in ((3.0, edge), (0.0, body)):
        for x, y, half in points:
            h = (half + grow) * FINE
            draw.ellipse((x * FINE - h, y * FINE - h, x * FINE + h, y * FINE + h), fill=(*fill, 255))
    return image.reduce(FINE)


@lru_cache(32)
def chevron(toward: Point, palette: str) -> Image.Image:
    """An arrow of the Fair Folk: where they must look."""
    size = 62
    image = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    table = palette_named(palette)
    c = size * FINE / 2
    (ux, uy), (vx, vy) = toward, (-toward[1], toward[0])
    for k, colour in ((1.0, table.outline), (0.72, owner_colour("fairfolk", palette))):
        tip, wing, back = c * 0.92 * k, c * 0.78 * k, c * 0.5 * k
        points = [
            (c + ux * tip, c + uy * tip),
            (c - ux * back + vx * wing, c - uy * back + vy * wing),
            (c - ux * back * 0.3, c - uy * back * 0.3),
            (c - ux * back - vx * wing, c - uy * back - vy * wing),
        ]
        draw.polygon(points, fill=(*colour, 255))
    return image.reduce(FINE)


@lru_cache(32)
def dash(along: Point, palette: str) -> Image.Image:
    """A piece of the line on which an arrow of the Fair Folk stands."""
    size = 30
    image = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    table = palette_named(palette)
    c = size * FINE / 2
    for half, width, colour in ((10, 11, table.outline), (9, 6, owner_colour("fairfolk", palette))):
        dx, dy = along[0] * half * FINE, along[1] * half * FINE
        draw.line((c - dx, c - dy, c + dx, c + dy), fill=(*colour, 255), width=width * FINE)
    return image.reduce(FINE)


@lru_cache(16)
def glimmer(radius: float, palette: str) -> Image.Image:
    """The mark of a hex where what the Fair Folk seek can be: a ring of silver beads."""
    table = palette_named(palette)
    image, draw, cx, cy, r = hex_sprite(radius)
    points = corners(cx, cy, r * 0.8)
    silver = mix(owner_colour("fairfolk", palette), (255, 255, 255), 0.35)
    for grow, colour in ((0.022, table.outline), (0.0, silver)):
        for i, (x, y) in enumerate(points):
            end = points[(i + 1) % 6]
            for step in range(4):
                t = step / 4
                px, py = x + (end[0] - x) * t, y + (end[1] - y) * t
                h = (0.036 + grow) * r
                draw.ellipse((px - h, py - h, px + h, py + h), fill=(*colour, 255))
    return image.reduce(FINE)
