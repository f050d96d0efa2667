"""A landscape as a list of areas and lines, painted at any scale and for any window, in thin bands.

Bands keep each drawing call short, so a worker thread never holds up the event loop for long.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from render.palette import Colour
from render.vector import Point

FINE = 2
BAND = 100


class Stroke(msgspec.Struct, frozen=True):
    """One area (`thick` 0) or line, and the box around it."""

    points: tuple[Point, ...]
    colour: Colour
    thick: float
    left: float
    top: float
    right: float
    bottom: float


class Scene:
    """Areas and lines, in the order they are painted."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height, self.ground = width, height, ground
        self.strokes: list[Stroke] = []

    def _add(self, points: Sequence[Point], colour: Colour, thick: float) -> None:
        xs = [p[0] for p in points]
        ys = [p[1] for p in points]
        m = thick / 2 + 1
        self.strokes.append(
            Stroke(tuple(points), colour, thick, min(xs) - m, min(ys) - m, max(xs) + m, max(ys) + m)
        )

    def area(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled area."""
        self._add(points, colour, 0)

    def line(self, points: Sequence[Point], colour: Colour, thick: float) -> None:
        """A line with round joints and ends."""
        self._add(points, colour, thick)

    def dot(self, x: float, y: float, r: float, colour: Colour, flat: float = 1.0) -> None:
        """A disc, or an ellipse if `flat` is not 1. Kept as two points: its box."""
        self.strokes.append(
            Stroke(
                ((x - r, y - r * flat), (x + r, y + r * flat)),
                colour,
                -1,
                x - r,
                y - r * flat,
                x + r,
                y + r * flat,
            )
        )

    def paint(
        self, window: tuple[float, float, float, float] | None = None, scale: float = 1.0
    ) -> Image.Image:
        """The part of the landscape inside the window, `scale` times as large."""
        x0, y0, x1, y1 = window or (0, 0, self.width, self.height)
        width, height = round((x1 - x0) * scale), round((y1 - y0) * scale)
        image = Image.new("RGB", (width, height), self.ground)
        k = scale * FINE
        for top in range(0, height, BAND):
            rows = min(BAND, height - top)
            band = Image.new("RGB", (width * FINE, rows * FINE), self.ground)
            draw = ImageDraw.Draw(band)
            low, high = y0 + top / scale, y0 + (top + rows) / scale
            for s in self.strokes:
                if s.bottom < low or s.top > high or s.right < x0 or s.left > x1:
                    continue
                points = [((x - x0) * k, (y - low) * k) for x, y in s.points]
                if s.thick < 0:
                    draw.ellipse((*points[0], *points[1]), fill=s.colour)
                elif s.thick == 0:
                    draw.polygon(points, fill=s.colour)
                else:
                    width_of = max(1, round(s.thick * k))
                    draw.line(points, fill=s.colour, width=width_of)
                    r = (width_of - 1) / 2
                    for x, y in points:
                        draw.ellipse((x - r, y - r, x + r, y + r), fill=s.colour)
            image.paste(band.reduce(FINE), (0, top))
        return image


def smooth(points: Sequence[Point], closed: bool = False, steps: int = 14) -> list[Point]:
    """A soft curve through all the points (Catmull-Rom)."""
    n = len(points)
    if n < 3:
        return list(points)
    found: list[Point] = []
    last = n if closed else n - 1
    for i in range(last):
        if closed:
            a, b, c, d = (points[(i + j - 1) % n] for j in range(4))
        else:
            a, b, c, d = (points[min(max(i + j - 1, 0), n - 1)] for j in range(4))
        for step in range(steps):
            t = step / steps
            found.append(
                tuple(  # type: ignore[arg-type]
                    0.5
                    * (
                        2 * b[e]
                        + (c[e] - a[e]) * t
                        + (2 * a[e] - 5 * b[e] + 4 * c[e] - d[e]) * t * t
                        + (3 * b[e] - a[e] - 3 * c[e] + d[e]) * t**3
                    )
                    for e in (0, 1)
                )
            )
    if not closed:
        found.append(points[-1])
    return found


def away(p: Point, q: Point) -> float:
    """The distance between two points."""
    return math.hypot(p[0] - q[0], p[1] - q[1])


def off_line(p: Point, line: Sequence[Point]) -> float:
    """The distance from a point to a line of many pieces."""
    best = math.inf
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / length))
        best = min(best, math.hypot(p[0] - ax - t * dx, p[1] - ay - t * dy))
    return best


def crossing(a: Sequence[Point], b: Sequence[Point]) -> tuple[Point, float] | None:
    """Where two lines cross first, and the direction of the first one there."""
    for p, q in itertools.pairwise(a):
        for r, s in itertools.pairwise(b):
            d = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
            if abs(d) < 1e-9:
                continue
            t = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / d
            u = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / d
            if 0 <= t <= 1 and 0 <= u <= 1:
                x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
                return (x, y), math.atan2(q[1] - p[1], q[0] - p[0])
    return None
