"""The woodland itself: ground, water, paths, trees and empty clearings. Drawn once for each map and palette."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec
from PIL import Image

from render.canvas import Canvas
from render.palette import Colour, mix, rgb
from render.root.lay import lay
from render.root.shape import FLAT, HEIGHT, PATH, RADIUS, RIVER, SQUARE, WIDTH, squircle
from render.root.style import palette_named, suit_colour
from render.scene import Scene, away, crossing, off_line, smooth
from render.vector import Point


class Theme(msgspec.Struct, frozen=True):
    """The daylight colours of one map."""

    ground: str
    patch: str
    tuft: str
    leaves: tuple[str, ...]
    trunk: str
    firs: float
    """The share of the trees that are firs."""
    snow: bool
    water: str
    shore: str
    path: str
    meadow: str


THEMES = {
    "autumn": Theme(
        "9aa765", "8e9c5c", "7b8a4d", ("d8902f", "c1672d", "8f9a44", "e0ad45", "b6522c"),
        "5d4028", 0.12, False, "7fb2bd", "d9cfa0", "e6d2a0", "f1e6c4",
    ),
    "winter": Theme(
        "d3dde0", "c5d2d8", "aebfc8", ("7fa3a4", "6b9296", "8db0ac", "5f8389"),
        "5a4c47", 0.75, True, "8ec3dc", "eef5f6", "f3ead8", "f6f3ea",
    ),
    "lake": Theme(
        "85ad74", "79a16a", "64895a", ("4f8a58", "6aa15a", "3f7a5a", "8ab75f", "5c9450"),
        "5d4630", 0.3, False, "6db3c9", "e3dcae", "e9dbae", "f0eccf",
    ),
    "mountain": Theme(
        "b3a588", "a6977b", "8d7f66", ("6f8058", "7f8c5c", "5f7355", "94955f"),
        "5a4636", 0.7, False, "79adc4", "d8cdb2", "e2d3b1", "f0e8d2",
    ),
}  # fmt: skip
PLAIN = THEMES["autumn"]


def blob(
    x: float, y: float, r: float, seed: int, power: float = SQUARE, wobble: float = 0.022
) -> list[Point]:
    """A clearing's outline: between a circle and a square, drawn by hand."""
    dice = random.Random(seed)
    waves = [(k, dice.uniform(0, math.tau), dice.uniform(0.4, 1.0)) for k in (2, 3, 5, 7)]
    points = []
    for i in range(72):
        a = math.tau * i / 72
        c, s = math.cos(a), math.sin(a)
        wave = sum(w * math.sin(k * a + f) / k for k, f, w in waves)
        k = squircle(a, r, power) * (1 + wobble * wave)
        points.append((x + k * c, y + k * s * FLAT))
    return points


class Woodland:
    """Paints one map in one palette."""

    def __init__(self, name: str, palette: str) -> None:
        self.lay = lay(name)
        self.theme = THEMES.get(name, PLAIN)
        self.palette = palette_named(palette)
        self.dice = random.Random(name)
        self.scene = Scene(WIDTH, HEIGHT, self.of(self.theme.ground))

    def of(self, code: str, night: float = 0.62) -> Colour:
        """A theme colour in this palette; a colour-blind palette keeps the land quiet."""
        colour = rgb(code)
        if self.palette.safe:
            colour = mix(colour, rgb("c9c6bb"), 0.45)
        return self.palette.shade(colour, night)

    def all(self) -> Scene:
        """The whole landscape."""
        self.patches()
        self.waters()
        self.tracks()
        self.trees()
        self.frame()
        return self.scene

    def patches(self) -> None:
        """Uneven ground, glades in the forests, and tufts of grass."""
        glade = mix(self.of(self.theme.ground), self.of(self.theme.meadow, 0.45), 0.2)
        patch, tuft = self.of(self.theme.patch), self.of(self.theme.tuft)
        for _ in range(14):
            x, y = self.dice.uniform(0, WIDTH), self.dice.uniform(0, HEIGHT)
            self.scene.area(blob(x, y, self.dice.uniform(50, 130), self.dice.randrange(9999), 2, 0.12), patch)
        for room in self.lay.forests.values():
            self.scene.area(blob(room.x, room.y, 44, room.x, 2, 0.05), glade)
        for _ in range(36):
            x, y = self.dice.uniform(20, WIDTH - 20), self.dice.uniform(20, HEIGHT - 20)
            self.scene.line([(x - 7, y - 9), (x - 2, y), (x, y - 12), (x + 3, y), (x + 9, y - 8)], tuft, 2.4)

    def waters(self) -> None:
        """Rivers and the lake, with a shore and ripples."""
        w, shore = self.of(self.theme.water), self.of(self.theme.shore)
        deep, foam = (
            mix(w, (20, 60, 90), 0.25),
            mix(w, (255, 255, 255), 0.45 if not self.palette.night else 0.18),
        )
        if self.lay.lake:
            self.scene.line([*self.lay.lake, self.lay.lake[0]], deep, 38)
            self.scene.line([*self.lay.lake, self.lay.lake[0]], shore, 30)
            self.scene.area(self.lay.lake, w)
            xs = [p[0] for p in self.lay.lake]
            ys = [p[1] for p in self.lay.lake]
            for y in range(round(min(ys)) + 40, round(max(ys)) - 30, 46):
                for x in range(round(min(xs)) + 30 + (y % 3) * 34, round(max(xs)) - 30, 118):
                    if self.inside((x, y)) and off_line((x, y), self.lay.lake) > 34:
                        self.ripple(x, y, foam)
        for line in self.lay.rivers:
            self.scene.line(line, deep, RIVER + 16)
            self.scene.line(line, shore, RIVER + 9)
            self.scene.line(line, w, RIVER)
            for i in range(4, len(line) - 3, 9):
                u, v = line[i]
                self.ripple(u + self.dice.uniform(-8, 8), v + self.dice.uniform(-10, 10), foam)

    def ripple(self, x: float, y: float, colour: Colour) -> None:
        self.scene.line(
            smooth([(x - 20, y), (x - 10, y - 5), (x, y), (x + 10, y - 5), (x + 20, y)]), colour, 3
        )

    def inside(self, p: Point) -> bool:
        """True if the point lies in the lake."""
        found = False
        for (ax, ay), (bx, by) in pairwise([*self.lay.lake, self.lay.lake[0]]):
            if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
                found = not found
        return found

    def tracks(self) -> None:
        """Paths, with bridges over the water."""
        road = self.of(self.theme.path, 0.45)
        rim = mix(road, rgb("5b4326"), 0.62)
        for line in self.lay.paths.values():
            self.scene.line(line, rim, PATH + 7)
        for line in self.lay.paths.values():
            self.scene.line(line, road, PATH)
        planks, beam = self.of("b98a55", 0.4), self.of("5e3f22", 0.4)
        shores = [*self.lay.rivers] + ([(*self.lay.lake, self.lay.lake[0])] if self.lay.lake else [])
        for line in self.lay.paths.values():
            for bank in shores:
                met = crossing(line, bank)
                if met is None or min(away(met[0], c) for c in self.lay.clearings.values()) < RADIUS + 30:
                    continue
                (x, y), turn = met
                c, s = math.cos(turn), math.sin(turn)

                def at(u: float, v: float, c: float = c, s: float = s, x: float = x, y: float = y) -> Point:
                    return (x + c * u - s * v, y + s * u + c * v)

                half = 48
                self.scene.area([at(-half, -24), at(half, -24), at(half, 24), at(-half, 24)], beam)
                for u in range(-half + 3, half - 6, 13):
                    self.scene.area([at(u, -20), at(u + 10, -20), at(u + 10, 20), at(u, 20)], planks)

    def free(self, p: Point, r: float) -> bool:
        """True if a tree of radius r may stand here."""
        if min(away(p, c) for c in self.lay.clearings.values()) < RADIUS + 22 + r:
            return False
        if min(off_line(p, line) for line in self.lay.paths.values()) < PATH / 2 + 8 + r:
            return False
        if any(off_line(p, line) < RIVER / 2 + 10 + r for line in self.lay.rivers):
            return False
        if self.lay.lake and (self.inside(p) or off_line(p, self.lay.lake) < 26 + r):
            return False
        return min(away(p, room.middle) for room in self.lay.forests.values()) > 44 + r * 0.6

    def trees(self) -> None:
        """Trees wherever nothing else is, close together, the lower ones in front."""
        spots: list[tuple[float, float, float]] = []
        for _ in range(2200):
            x, y = float(self.dice.randrange(14, WIDTH - 14)), float(self.dice.randrange(24, HEIGHT - 10, 26))
            r = self.dice.choice((27.0, 34.0))
            if all(
                (x - u) ** 2 + ((y - v) * 1.25) ** 2 > ((r + q) * 0.98) ** 2 for u, v, q in spots
            ) and self.free((x, y), r * 0.8):
                spots.append((x, y, r))
        for x, y, r in sorted(spots, key=lambda s: s[1]):
            if self.lay.map.id == "mountain" and self.dice.random() < 0.26:
                self.peak(x, y, r)
            elif self.dice.random() < self.theme.firs:
                self.fir(x, y, r)
            else:
                self.tree(x, y, r)

    def tree(self, x: float, y: float, r: float) -> None:
        """A round tree."""
        leaf = self.of(self.dice.choice(self.theme.leaves), 0.5)
        edge, lit = mix(leaf, (30, 24, 14), 0.5), mix(leaf, (255, 240, 190), 0.28)
        s = self.scene
        s.dot(x, y + r * 0.72, r * 0.8, mix(self.of(self.theme.ground), (20, 20, 10), 0.28), 0.32)
        s.area(
            [(x - 4, y), (x + 4, y), (x + 5, y + r * 0.8), (x - 5, y + r * 0.8)],
            self.of(self.theme.trunk, 0.4),
        )
        puffs = [(-0.42, -0.12, 0.58), (0.42, -0.1, 0.56), (0.0, -0.5, 0.62), (0.0, -0.05, 0.6)]
        for dx, dy, q in puffs:
            s.dot(x + dx * r, y + dy * r, q * r + 2.6, edge)
        for dx, dy, q in puffs:
            s.dot(x + dx * r, y + dy * r, q * r, leaf)
        s.dot(x - r * 0.18, y - r * 0.62, r * 0.3, lit)

    def fir(self, x: float, y: float, r: float) -> None:
        """A fir, with snow in winter."""
        leaf = self.of(self.dice.choice(self.theme.leaves), 0.5)
        edge = mix(leaf, (22, 26, 24), 0.55)
        top = self.of("fbfdfd", 0.35) if self.theme.snow else mix(leaf, (240, 240, 200), 0.25)
        s = self.scene
        s.dot(x, y + r * 0.8, r * 0.7, mix(self.of(self.theme.ground), (20, 20, 30), 0.25), 0.3)
        s.area(
            [(x - 4, y), (x + 4, y), (x + 4, y + r * 0.85), (x - 4, y + r * 0.85)],
            self.of(self.theme.trunk, 0.4),
        )
        for low, high, w in ((0.6, -0.4, 0.82), (0.15, -0.85, 0.66), (-0.35, -1.3, 0.46)):
            shape = [(x - r * w, y + r * low), (x, y + r * high), (x + r * w, y + r * low)]
            s.line([*shape, shape[0]], edge, 5)
            s.area(shape, leaf)
            s.area(
                [
                    (x, y + r * high),
                    (x - r * w * 0.5, y + r * (low + high) / 2),
                    (x - r * w * 0.1, y + r * ((low + high) / 2 - 0.05)),
                    (x + r * w * 0.12, y + r * ((low + high) / 2 - 0.16)),
                ],
                top,
            )

    def peak(self, x: float, y: float, r: float) -> None:
        """A small mountain."""
        rock, dark, snow = self.of("9c9284", 0.5), self.of("6d6459", 0.5), self.of("f6f3ec", 0.35)
        s = self.scene
        a, b, c = (x - r * 1.25, y + r * 0.75), (x, y - r * 1.15), (x + r * 1.25, y + r * 0.75)
        s.line([a, b, c, a], mix(dark, (20, 16, 12), 0.5), 6)
        s.area([a, b, c], rock)
        s.area([b, c, (x + r * 0.1, y + r * 0.75), (x - r * 0.15, y)], dark)
        s.area(
            [
                b,
                (x - r * 0.46, y - r * 0.45),
                (x - r * 0.18, y - r * 0.55),
                (x, y - r * 0.34),
                (x + r * 0.22, y - r * 0.56),
                (x + r * 0.46, y - r * 0.45),
            ],
            snow,
        )

    def frame(self) -> None:
        """The edge of the map."""
        edge = self.of("4a3622", 0.5)
        line = self.of("e8d6a8", 0.5)
        w, h = WIDTH, HEIGHT
        for inset, colour, thick in ((4, edge, 14), (13, line, 4)):
            s = self.scene
            for a, b in (
                ((inset, inset), (w - inset, inset)),
                ((w - inset, inset), (w - inset, h - inset)),
                ((w - inset, h - inset), (inset, h - inset)),
                ((inset, h - inset), (inset, inset)),
            ):
                s.line([a, b], colour, thick)


@lru_cache(16)
def scene(name: str, palette: str) -> Scene:
    """The landscape of a map."""
    return Woodland(name, palette).all()


def meadow(name: str, suit: str, palette: str) -> Colour:
    """The ground of a clearing: light, with a breath of its suit."""
    table = palette_named(palette)
    base = table.shade(rgb(THEMES.get(name, PLAIN).meadow), 0.42)
    return mix(base, suit_colour(suit, palette), 0.16)


def clearing_shapes(s: Scene, name: str, clearing: int, suit: str, palette: str, x: float, y: float) -> None:
    """An empty clearing: a meadow, a rim in the suit's colour, an edge, a few flowers."""
    table = palette_named(palette)
    tint = suit_colour(suit, palette)
    ground = meadow(name, suit, palette)
    s.area(blob(x, y + 5, RADIUS + 9, clearing), table.shade(mix(rgb("5a4a2c"), ground, 0.1), 0.5))
    s.area(blob(x, y, RADIUS + 7, clearing), table.outline)
    s.area(blob(x, y, RADIUS + 3, clearing), tint)
    s.area(blob(x, y, RADIUS - 10, clearing), ground)
    dice = random.Random(clearing * 31)
    tuft = mix(ground, rgb("7b8a4d"), 0.42)
    for _ in range(5):
        a, r = dice.uniform(0, math.tau), RADIUS * dice.uniform(0.62, 0.84)
        u, v = x + r * math.cos(a), y + r * math.sin(a) * 0.94
        s.line([(u - 5, v - 6), (u - 1, v), (u, v - 9), (u + 2, v), (u + 7, v - 5)], tuft, 2.2)


@lru_cache(128)
def clearing_sprite(name: str, clearing: int, suit: str, palette: str) -> Image.Image:
    """An empty clearing as a sprite with a soft edge, centred."""
    half = RADIUS + 18
    drawn = Scene(2 * half, 2 * half, palette_named(palette).outline)
    clearing_shapes(drawn, name, clearing, suit, palette, half, half)
    cut = Scene(2 * half, 2 * half, (0, 0, 0))
    cut.area(blob(half, half + 5, RADIUS + 9, clearing), (255, 255, 255))
    cut.area(blob(half, half, RADIUS + 7, clearing), (255, 255, 255))
    sprite = drawn.paint()
    sprite.putalpha(cut.paint().getchannel("R"))
    return sprite


@lru_cache(8)
def landscape(name: str, palette: str) -> Image.Image:
    """The landscape of a map, painted: the same under all its games, whatever suits lie on it."""
    return scene(name, palette).paint()


def draw_land(canvas: Canvas, name: str, suits: Iterable[tuple[int, str]], palette: str) -> None:
    """The landscape, with its clearings in their suits."""
    canvas.picture(landscape(name, palette), 0, 0)
    spots = lay(name).clearings
    for clearing, suit in suits:
        if clearing in spots:
            x, y = spots[clearing]
            sprite = clearing_sprite(name, clearing, suit, palette)
            canvas.sprite(sprite, round(x) - sprite.width // 2, round(y) - sprite.height // 2)


def close_up(
    name: str,
    suits: tuple[tuple[int, str], ...],
    palette: str,
    window: tuple[float, float, float, float],
    k: float,
) -> Image.Image:
    """A part of the landscape with its clearings, `k` times as large."""
    land = Scene(WIDTH, HEIGHT, scene(name, palette).ground)
    land.strokes = list(scene(name, palette).strokes)
    spots = lay(name).clearings
    for clearing, suit in suits:
        if clearing in spots:
            clearing_shapes(land, name, clearing, suit, palette, *spots[clearing])
    return land.paint(window, k)
