"""The woodland itself: ground, water, paths, trees and empty clearings. Drawn once for each map and palette."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

import msgspec
from PIL import Image

from engine.root.data import MAPS, Map
from render.canvas import Canvas
from render.palette import Colour, mix, rgb
from render.root.shape import FLAT, SQUARE, squircle
from render.root.style import palette_named, suit_colour
from render.scene import Scene, away, crossing, off_line, smooth
from render.vector import Point

WIDTH = 1412
HEIGHT = 1044
RADIUS = 120
"""Half the width of a clearing."""

FOREST = 52
"""Half the width of the free spot in a forest."""

PATH = 26
RIVER = 48
BETWEEN = 34
"""How much of a path must be seen between two clearings."""


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


class Lay(msgspec.Struct, frozen=True):
    """Where everything of a map lies, in pixels of the map's picture."""

    map: Map
    clearings: dict[int, Point]
    forests: dict[str, Point]
    paths: dict[tuple[int, int], tuple[Point, ...]]
    rivers: tuple[tuple[Point, ...], ...]
    lake: tuple[Point, ...]

    def spot(self, place: int | str) -> tuple[int, int, int] | None:
        """The middle of a clearing, forest or path, and half its width; None if there is no such place."""
        if isinstance(place, int):
            found, half = self.clearings.get(place), RADIUS
        elif place.startswith("path-"):
            ends = tuple(int(end) for end in place.split("-")[1:])
            line = self.paths.get((min(ends), max(ends))) if len(ends) == 2 else None
            found, half = (line[len(line) // 2] if line else None), FOREST
        else:
            found, half = self.forests.get(place), FOREST
        return (round(found[0]), round(found[1]), half) if found else None


def spread(board: Map) -> tuple[dict[int, Point], dict[str, Point]]:
    """Clearings and forests, stretched so that the outermost clearings touch the frame."""
    xs = [board.positions[c][0] for c in board.clearings]
    ys = [board.positions[c][1] for c in board.clearings]
    left, right = RADIUS + 26, WIDTH - RADIUS - 26
    top, bottom = RADIUS + 40, HEIGHT - RADIUS - 22
    kx = (right - left) / (max(xs) - min(xs))
    ky = (bottom - top) / (max(ys) - min(ys))

    def at(x: float, y: float) -> Point:
        return (round(left + (x - min(xs)) * kx), round(top + (y - min(ys)) * ky))

    clearings = apart({c: at(*board.positions[c]) for c in board.clearings}, (left, top, right, bottom))
    return clearings, {f.id: at(f.x, f.y) for f in board.forests.values()}


def apart(spots: dict[int, Point], frame: tuple[float, float, float, float]) -> dict[int, Point]:
    """The clearings, moved apart until a piece of every path between neighbours can be seen."""
    left, top, right, bottom = frame
    now = dict(spots)
    for _ in range(200):
        for a in now:
            for b in now:
                dx, dy = now[b][0] - now[a][0], now[b][1] - now[a][1]
                gap = (abs(dx) ** SQUARE + abs(dy / FLAT) ** SQUARE) ** (1 / SQUARE)
                if a < b and gap < 2 * RADIUS + BETWEEN:
                    push = (2 * RADIUS + BETWEEN - gap) / 4 / math.hypot(dx, dy)
                    for c, way in ((a, -1), (b, 1)):
                        now[c] = (
                            min(max(now[c][0] + way * dx * push, left), right),
                            min(max(now[c][1] + way * dy * push, top), bottom),
                        )
    return {c: (round(x), round(y)) for c, (x, y) in now.items()}


def path_between(a: int, b: int, clearings: dict[int, Point]) -> tuple[Point, ...]:
    """A path with a slight bend, away from clearings it does not lead to."""
    (ax, ay), (bx, by) = clearings[a], clearings[b]
    length = math.hypot(bx - ax, by - ay)
    nx, ny = -(by - ay) / length, (bx - ax) / length
    others = [p for c, p in clearings.items() if c not in (a, b)]
    side = 1 if (a * 7 + b * 3) % 2 else -1

    def bent(bow: float) -> tuple[Point, ...]:
        mx, my = (ax + bx) / 2 + nx * bow * 2, (ay + by) / 2 + ny * bow * 2
        return tuple(
            (
                (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
                (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
            )
            for t in (i / 20 for i in range(21))
        )

    def room(line: tuple[Point, ...]) -> float:
        return min(off_line(p, line) for p in others)

    for bow in (0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.2, -0.2):
        line = bent(bow * side * length)
        if room(line) > RADIUS + PATH + 12:
            return line
    return max((bent(bow * length) for bow in (-0.2, -0.1, 0.0, 0.1, 0.2)), key=room)


def water(board: Map, clearings: dict[int, Point]) -> tuple[tuple[tuple[Point, ...], ...], tuple[Point, ...]]:
    """The rivers as lines, and the lake (if links close a ring) as an area."""
    links = {c: list(board.rivers[c]) for c in board.clearings if board.rivers[c]}
    if len(board.river_links) >= len(links) > 0:
        middle = (
            sum(clearings[c][0] for c in links) / len(links),
            sum(clearings[c][1] for c in links) / len(links),
        )
        ring = sorted(
            links, key=lambda c: math.atan2(clearings[c][1] - middle[1], clearings[c][0] - middle[0])
        )
        points: list[Point] = []
        for a, b in pairwise([*ring, ring[0]]):
            p, q = clearings[a], clearings[b]
            points.append((p[0] + (middle[0] - p[0]) * 0.16, p[1] + (middle[1] - p[1]) * 0.16))
            m = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            points.append((m[0] + (middle[0] - m[0]) * 0.3, m[1] + (middle[1] - m[1]) * 0.3))
        return (), tuple(smooth(points, closed=True))
    lines = []
    ends = [c for c, near in links.items() if len(near) == 1]
    while ends:
        chain = [ends.pop(0)]
        while links[chain[-1]]:
            nxt = links[chain[-1]].pop()
            links[nxt].remove(chain[-1])
            chain.append(nxt)
        if chain[-1] in ends:
            ends.remove(chain[-1])
        points = [clearings[c] for c in chain]
        wavy: list[Point] = [outflow(points[0], points[1])]
        for p, q in pairwise(points):
            others = [c for c in clearings.values() if c not in (p, q)]
            wavy += [p, bend(p, q, others)]
        wavy += [points[-1], outflow(points[-1], points[-2])]
        lines.append(tuple(smooth(wavy)))
    return tuple(lines), ()


def bend(p: Point, q: Point, others: list[Point]) -> Point:
    """The middle of a stretch of river, moved aside so that it keeps clear of other clearings."""
    length = away(p, q)

    def at(aside: float) -> Point:
        return (
            (p[0] + q[0]) / 2 - (q[1] - p[1]) / length * aside,
            (p[1] + q[1]) / 2 + (q[0] - p[0]) / length * aside,
        )

    def room(aside: float) -> float:
        return min(off_line(c, [p, at(aside), q]) for c in others)

    for aside in (26, -26, 60, -60, 100, -100):
        if room(aside) > RADIUS + RIVER / 2 + 20:
            return at(aside)
    return at(max((-150, -100, -60, 60, 100, 150), key=room))


def outflow(end: Point, before: Point) -> Point:
    """Where a river that ends in a clearing leaves the map: the nearest edge, a little downstream."""
    x, y = end
    drift = 60 if x > before[0] else -60
    slope = 60 if y > before[1] else -60
    edges = {
        x: (-60, y + slope),
        WIDTH - x: (WIDTH + 60, y + slope),
        y: (x + drift, -60),
        HEIGHT - y: (x + drift, HEIGHT + 60),
    }
    return edges[min(edges)]


def settle(
    start: Point, clearings: dict[int, Point], paths: list[tuple[Point, ...]], shores: list[tuple[Point, ...]]
) -> Point:
    """The spot of the same forest, not far off, with the most room around it."""

    near = [line[::4] for line in paths if off_line(start, line) < 330]
    banks = [line[::4] for line in shores if off_line(start, line) < 330]

    def room(p: Point) -> float:
        to_clearing = min(away(p, c) for c in clearings.values()) - RADIUS
        to_path = min(off_line(p, line) for line in near) - PATH / 2
        to_shore = min((off_line(p, line) for line in banks), default=WIDTH) - RIVER / 2
        to_edge = min(p[0] - 20, WIDTH - 20 - p[0], p[1] - 20, HEIGHT - 20 - p[1])
        return min(to_clearing, to_path, to_shore, to_edge, 60) - away(p, start) / 40

    spots = [(start[0] + dx, start[1] + dy) for dx in range(-160, 161, 20) for dy in range(-160, 161, 20)]
    ranked = sorted(spots, key=room, reverse=True)
    found = next(p for p in ranked if p == start or all(crossing([start, p], line) is None for line in near))
    return (round(found[0]), round(found[1]))


@cache
def lay(name: str) -> Lay:
    """The layout of a map."""
    board = MAPS[name]
    clearings, forests = spread(board)
    paths = {(a, b): path_between(a, b, clearings) for a, b in board.paths}
    rivers, lake = water(board, clearings)
    shores = [*rivers, *([(*lake, lake[0])] if lake else [])]
    spots = {f: settle(p, clearings, list(paths.values()), shores) for f, p in forests.items()}
    return Lay(board, clearings, spots, paths, rivers, lake)


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
        """Uneven ground and tufts of grass."""
        patch, tuft = self.of(self.theme.patch), self.of(self.theme.tuft)
        for _ in range(14):
            x, y = self.dice.uniform(0, WIDTH), self.dice.uniform(0, HEIGHT)
            self.scene.area(blob(x, y, self.dice.uniform(50, 130), self.dice.randrange(9999), 2, 0.12), patch)
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
        return min(away(p, f) for f in self.lay.forests.values()) > 44 + r * 0.6

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
        glade = mix(self.of(self.theme.ground), self.of(self.theme.meadow, 0.45), 0.2)
        for x, y in self.lay.forests.values():
            self.scene.area(blob(x, y, 44, round(x), 2, 0.05), glade)
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
