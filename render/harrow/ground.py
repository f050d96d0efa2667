"""The county itself: where every hex lies on the picture, and the land painted on it, each kind with its own pattern."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from render.harrow.style import palette_named, terrain_colour
from render.palette import Colour, Palette, mix
from render.scene import Scene
from render.vector import Point

RADIUS = 90
"""From the middle of a hex to its corners left and right."""
TALL = RADIUS * math.sqrt(3)
"""How high a hex is."""
SEAM = 5
"""How wide the dark line between two hexes is."""

Land = tuple[tuple[int, int, int, str], ...]
"""Number, q, r and kind of every hex: all that the land is painted from."""


def spot(q: int, r: int, radius: float = RADIUS) -> Point:
    """HM.2.2  The middle of a hex, from the middle of the map."""
    return 1.5 * radius * q, radius * math.sqrt(3) * (r + q / 2)


def corners(x: float, y: float, radius: float) -> list[Point]:
    """The six corners of a hex with a flat top."""
    return [
        (x + radius * math.cos(math.tau * i / 6), y + radius * math.sin(math.tau * i / 6)) for i in range(6)
    ]


def half_width(y: float, radius: float = RADIUS) -> float:
    """How far a hex reaches to either side at a height above or below its middle."""
    return max(0.0, radius - abs(y) / math.sqrt(3))


class Pen:
    """Draws inside one hex: all lengths in parts of its radius, the middle at 0."""

    def __init__(self, scene: Scene, x: float, y: float, radius: float, dice: random.Random) -> None:
        self.scene, self.x, self.y, self.radius, self.dice = scene, x, y, radius, dice

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.radius, self.y + y * self.radius

    def inside(self, x: float, y: float, margin: float = 0.1) -> bool:
        return abs(y) < 0.866 - margin and abs(x) < half_width(y, 1.0) - margin

    def line(self, points: Sequence[Point], colour: Colour, thick: float) -> None:
        kept = [p for p in points if self.inside(*p, 0.05)]
        if len(kept) > 1:
            self.scene.line([self.at(*p) for p in kept], colour, thick * self.radius)

    def area(self, points: Sequence[Point], colour: Colour) -> None:
        if all(self.inside(*p, 0.03) for p in points):
            self.scene.area([self.at(*p) for p in points], colour)

    def blob(self, x: float, y: float, r: float, flat: float, colour: Colour) -> None:
        if self.inside(x - r, y) and self.inside(x + r, y):
            self.scene.dot(*self.at(x, y), r * self.radius, colour, flat)

    def scatter(self, count: int, gap: float, margin: float = 0.16) -> list[Point]:
        """Points all over the hex, not too near each other, from the back to the front."""
        found: list[Point] = []
        for _ in range(count * 12):
            p = (self.dice.uniform(-0.95, 0.95), self.dice.uniform(-0.8, 0.8))
            if self.inside(*p, margin) and all(math.dist(p, o) > gap for o in found):
                found.append(p)
            if len(found) == count:
                break
        return sorted(found, key=lambda p: p[1])


def bog(pen: Pen, base: Colour, table: Palette) -> None:
    """Mud, still pools and dead sticks."""
    dark, light = mix(base, (22, 12, 8), 0.42), mix(base, (255, 236, 200), 0.2)
    for x, y in pen.scatter(7, 0.42, 0.22):
        r = pen.dice.uniform(0.13, 0.22)
        pen.blob(x, y, r, 0.42, dark)
        pen.line([(x - r * 0.5, y - 0.02), (x + r * 0.4, y - 0.02)], light, 0.018)
    for x, y in pen.scatter(9, 0.26, 0.2):
        lean = pen.dice.uniform(-0.06, 0.06)
        top = (x + lean, y - 0.2)
        pen.line([(x, y), top], mix(base, (10, 6, 6), 0.65), 0.028)
        pen.line([(x + lean * 0.6, y - 0.12), (x + lean + 0.07, y - 0.18)], mix(base, (10, 6, 6), 0.65), 0.02)


def wetlands(pen: Pen, base: Colour, table: Palette) -> None:
    """Slow water with reeds."""
    wave, deep = mix(base, (255, 255, 240), 0.32), mix(base, (6, 20, 30), 0.4)
    for row in range(-4, 5):
        y = row * 0.185 + 0.03
        shift = 0.15 if row % 2 else -0.1
        for x in (-0.75, -0.3, 0.15, 0.6):
            left = x + shift
            arc = [(left + 0.04 * i, y + 0.035 * math.sin(i * 1.05)) for i in range(7)]
            pen.line(arc, wave if (row + round(x * 10)) % 3 else deep, 0.026)
    for x, y in pen.scatter(7, 0.36, 0.2):
        for lean, tall in ((-0.05, 0.2), (0.02, 0.27), (0.08, 0.18)):
            pen.line([(x + lean / 2, y), (x + lean, y - tall)], deep, 0.022)
            pen.line([(x + lean, y - tall), (x + lean, y - tall - 0.05)], mix(base, (40, 14, 0), 0.7), 0.05)


def plains(pen: Pen, base: Colour, table: Palette) -> None:
    """Furrows and sheaves of dry corn."""
    furrow, straw = mix(base, (90, 50, 10), 0.3), mix(base, (255, 250, 220), 0.45)
    for i in range(-7, 8):
        across = i * 0.155
        points = [
            (across + 0.3 * t + 0.02 * math.sin(4 * t), -0.85 + 1.7 * (t + 0.0))
            for t in (k / 12 for k in range(13))
        ]
        pen.line(points, furrow, 0.02)
    for x, y in pen.scatter(10, 0.3, 0.18):
        for lean in (-0.07, 0.0, 0.07):
            pen.line([(x, y), (x + lean, y - 0.15)], straw, 0.03)
        pen.line([(x - 0.04, y - 0.05), (x + 0.04, y - 0.05)], mix(base, (80, 40, 0), 0.6), 0.03)


def forest(pen: Pen, base: Colour, table: Palette) -> None:
    """Firs, close together."""
    dark, light = mix(base, (4, 14, 8), 0.5), mix(base, (220, 235, 170), 0.22)
    for x, y in pen.scatter(26, 0.21, 0.13):
        tall = pen.dice.uniform(0.22, 0.3)
        wide = tall * 0.36
        for step, share in ((0.0, 1.0), (0.32, 0.78), (0.6, 0.5)):
            low, high = y - tall * step, y - tall * min(1.0, step + 0.55)
            pen.area([(x - wide * share, low), (x, high), (x + wide * share, low)], dark)
        pen.line([(x, y - tall * 0.9), (x + wide * 0.55, y - tall * 0.3)], light, 0.016)


def mountain(pen: Pen, base: Colour, table: Palette) -> None:
    """Three bare peaks with snow."""
    dark, light = mix(base, (20, 18, 30), 0.55), mix(base, (255, 255, 255), 0.75)
    for x, y, tall in ((-0.36, 0.26, 0.62), (0.4, 0.3, 0.68), (0.02, 0.56, 0.9)):
        wide = tall * 0.52
        top = (x, y - tall)
        pen.area([(x - wide, y), top, (x + wide, y)], mix(base, (20, 18, 30), 0.22))
        pen.area([(x, y), top, (x + wide, y), (x + wide * 0.2, y - tall * 0.22)], dark)
        snow = tall * 0.3
        pen.area(
            [
                top,
                (x - wide * 0.3, y - tall + snow),
                (x - wide * 0.08, y - tall + snow * 0.72),
                (x + wide * 0.1, y - tall + snow * 1.05),
                (x + wide * 0.3, y - tall + snow),
            ],
            light,
        )
        for k in (0.3, 0.5, 0.7):
            pen.line(
                [(x - wide * k * 0.9, y - tall * (1 - k)), (x - wide * k * 0.45, y - tall * (0.9 - k))],
                dark,
                0.018,
            )


def brambles(pen: Pen, base: Colour, table: Palette) -> None:
    """Thorns, thick as an arm, with berries like drops of blood."""
    vine, pale = mix(base, (6, 2, 8), 0.6), mix(base, (230, 190, 220), 0.35)
    for turn in range(5):
        angle = math.tau * turn / 5
        points = []
        for i in range(40):
            t = i / 39
            r = 0.12 + 0.68 * t
            a = angle + 3.4 * t + 0.12 * math.sin(9 * t)
            points.append((r * math.cos(a), r * math.sin(a) * 0.9))
        pen.line(points, vine, 0.075)
        pen.line([(x - 0.012, y - 0.015) for x, y in points], pale, 0.016)
        for i in range(3, 40, 5):
            x, y = points[i]
            out = math.atan2(y, x) + (0.9 if i % 2 else -0.9)
            tip = (x + 0.12 * math.cos(out), y + 0.12 * math.sin(out))
            pen.line([(x, y), tip], vine, 0.03)
    for x, y in pen.scatter(9, 0.3, 0.25):
        pen.blob(x, y, 0.045, 1.0, (176, 34, 44))


PAINTERS: dict[str, Callable[[Pen, Colour, Palette], None]] = {
    "bog": bog,
    "wetlands": wetlands,
    "plains": plains,
    "forest": forest,
    "mountain": mountain,
    "brambles": brambles,
}


def ground(scene: Scene, number: int, kind: str, x: float, y: float, radius: float, palette: str) -> None:
    """One hex of land: a dark seam, the ground, lighter towards the north west, and its pattern."""
    table = palette_named(palette)
    base = terrain_colour(kind, palette)
    k = radius / RADIUS
    scene.area(corners(x, y, radius + 1.5 * k), table.outline)
    scene.area(corners(x, y, radius - SEAM * k), mix(base, table.outline, 0.34))
    scene.area(corners(x - 1.5 * k, y - 2.5 * k, radius - (SEAM + 5) * k), base)
    if kind in PAINTERS:
        PAINTERS[kind](Pen(scene, x, y, radius - SEAM * k, random.Random(f"{kind} {number}")), base, table)


@lru_cache(12)
def land(hexes: Land, width: int, height: int, x: int, y: int, palette: str) -> Image.Image:
    """The sky with the county under it; the middle of the map at (x, y)."""
    table = palette_named(palette)
    scene = Scene(width, height, sky(palette))
    backdrop(scene, width, height, palette)
    for grow, share in ((18, 0.25), (11, 0.5), (5, 0.75)):
        shade = mix(sky(palette), table.outline, share)
        for _, q, r, _ in hexes:
            dx, dy = spot(q, r)
            scene.area(corners(x + dx, y + dy + 4, RADIUS + grow), shade)
    for number, q, r, kind in hexes:
        dx, dy = spot(q, r)
        ground(scene, number, kind, x + dx, y + dy, RADIUS, palette)
    return scene.paint()


# --- the sky behind the county ------------------------------------------------------------------------------------

SKIES = {"light": (116, 96, 104), "dark": (26, 24, 36), "colour-blind": (112, 108, 118)}
"""Dusk, night, and a grey evening."""
MOON = (244, 226, 178)


def sky(palette: str) -> Colour:
    """The colour behind everything."""
    return SKIES.get(palette, SKIES["light"])


def on_sky(palette: str) -> Colour:
    """What reads well on the sky."""
    return mix(MOON, (255, 255, 255), 0.5)


def backdrop(scene: Scene, width: int, height: int, palette: str) -> None:
    """A moon with its halo, drifting mist, hills, and bare trees on both sides."""
    table = palette_named(palette)
    back = sky(palette)
    x, y = width - 118, 96
    for r, share in ((250, 0.07), (196, 0.15), (150, 0.26)):
        scene.dot(x, y, r, mix(back, MOON, share))
    scene.dot(x, y, 112, mix(MOON, back, 0.1 if table.night is None else 0.22))
    for dx, dy, r in ((-34, -28, 22), (30, 18, 15), (-8, 46, 11), (44, -36, 9)):
        scene.dot(x + dx, y + dy, r, mix(MOON, back, 0.28))
    for level, share in ((0.74, 0.16), (0.82, 0.32), (0.9, 0.5)):
        dice = random.Random(f"hill {level}")
        points = [(0.0, float(height))]
        for i in range(13):
            points.append((width * i / 12, height * level + dice.uniform(-34, 34)))
        points.append((float(width), float(height)))
        scene.area(points, mix(back, table.outline, share))
    dark = mix(back, table.outline, 0.86)
    for at, foot, tall, seed in ((800, height + 6, 250, 5), (1706, height + 6, 300, 2), (780, 250, 0, 0)):
        if tall:
            tree(scene, at, foot, tall, random.Random(seed), dark)
    tree(scene, x + 52, 262, 236, random.Random(7), mix(table.outline, back, 0.12))
    for cx, cy, size in ((1470, 46, 26), (1516, 84, 18), (1428, 92, 15)):
        crow(scene, cx, cy, size, dark)


def tree(scene: Scene, x: float, y: float, tall: float, dice: random.Random, colour: Colour) -> None:
    """A bare tree: every branch forks until it is a twig."""

    def branch(x: float, y: float, angle: float, length: float, thick: float) -> None:
        bend = angle + dice.uniform(-0.25, 0.25)
        mid = (x + math.cos(angle) * length * 0.5, y - math.sin(angle) * length * 0.5)
        end = (mid[0] + math.cos(bend) * length * 0.5, mid[1] - math.sin(bend) * length * 0.5)
        scene.line([(x, y), mid], colour, thick)
        scene.line([mid, end], colour, thick * 0.8)
        if thick < 2.6:
            return
        for turn in (dice.uniform(0.3, 0.75), -dice.uniform(0.3, 0.75)):
            branch(*end, bend + turn, length * dice.uniform(0.62, 0.8), thick * 0.62)
        if thick > 7:
            branch(*mid, angle + dice.choice((-1, 1)) * dice.uniform(0.6, 1.0), length * 0.6, thick * 0.5)

    branch(x, y, math.pi / 2 + dice.uniform(-0.12, 0.12), tall * 0.34, tall * 0.085)


def crow(scene: Scene, x: float, y: float, size: float, colour: Colour) -> None:
    """A bird far away."""
    scene.line([(x - size, y - size * 0.4), (x - size * 0.4, y - size * 0.5), (x, y)], colour, size * 0.2)
    scene.line([(x, y), (x + size * 0.4, y - size * 0.5), (x + size, y - size * 0.4)], colour, size * 0.2)
