"""Small drawings of our own: a text format for shapes, and how they become pixels.

A folder of `data/art` holds the drawings of a game, a file of it those of one owner. `= name width height [left top]` starts one; each further line is one shape,
painted in order: a colour, then a path.

    body M10 90 C10 60 90 60 90 90 Z      a filled area (M, L, C, Q and Z as in other vector formats)
    ink:4 M20 20 L80 80                   a line, four units thick, round at its ends
    light o 50 50 12                      a circle: middle and radius; `e x y rx ry` is an ellipse
    + other-name                          everything of another drawing first

Colours are names; who asks for the drawing says what they mean. All filled areas together are outlined.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from render.palette import Colour

FOLDER = Path(__file__).resolve().parents[1] / "data" / "art"
COMMON = "common"
"""The file of a folder that the others may build on with `+`."""
FINE = 2
"""Drawings are painted this many times larger and shrunk: smooth edges. More steps would only make larger files."""

Point = tuple[float, float]


class Shape(msgspec.Struct, frozen=True):
    """One painted area (`thick` 0) or line."""

    colour: str
    points: tuple[Point, ...]
    thick: float = 0.0


class Drawing(msgspec.Struct, frozen=True):
    """A named drawing in its own units."""

    name: str
    width: float
    height: float
    left: float
    top: float
    shapes: tuple[Shape, ...]


_TOKEN = re.compile(r"[MLCQZoe]|-?\d+(?:\.\d+)?")


def curve(points: tuple[Point, ...], steps: int = 14) -> list[Point]:
    """Points along a Bézier curve with three or four control points, without the first."""
    found = []
    for i in range(1, steps + 1):
        t = i / steps
        level = list(points)
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(level)
            ]
        found.append(level[0])
    return found


def ellipse(x: float, y: float, rx: float, ry: float, steps: int = 32) -> list[Point]:
    """Points around an ellipse."""
    turn = 2 * math.pi / steps
    return [(x + rx * math.cos(turn * i), y + ry * math.sin(turn * i)) for i in range(steps)]


def trace(path: str) -> list[list[Point]]:
    """The outlines that a path describes."""
    tokens = _TOKEN.findall(path)
    outlines: list[list[Point]] = []
    at = 0

    def number() -> float:
        nonlocal at
        at += 1
        return float(tokens[at - 1])

    def point() -> Point:
        return (number(), number())

    command = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        if command == "M":
            outlines.append([point()])
            command = "L"
        elif command == "L":
            outlines[-1].append(point())
        elif command == "Q":
            outlines[-1] += curve((outlines[-1][-1], point(), point()))
        elif command == "C":
            outlines[-1] += curve((outlines[-1][-1], point(), point(), point()))
        elif command == "Z":
            outlines[-1].append(outlines[-1][0])
        elif command == "o":
            x, y, r = number(), number(), number()
            outlines.append(ellipse(x, y, r, r))
        elif command == "e":
            outlines.append(ellipse(number(), number(), number(), number()))
        else:
            raise ValueError(f"not a path: {path!r}")
    return outlines


def files(name: str) -> list[Path]:
    """The files of a folder of `data/art`: what its drawings share first, then one for each owner."""
    found = sorted((FOLDER / name).rglob("*.txt"))
    return sorted(found, key=lambda path: path.stem != COMMON)


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file of drawings, without remarks."""
    for raw in path.read_text(encoding="utf-8").splitlines():
        if line := raw.split("#")[0].strip():
            yield line


@cache
def names_in(name: str) -> tuple[str, ...]:
    """What is drawn in one folder of `data/art`."""
    return tuple(line.split()[1] for path in files(name) for line in lines_of(path) if line.startswith("="))


@cache
def drawings(name: str) -> dict[str, Drawing]:
    """Every drawing of one folder of `data/art`."""
    found: dict[str, Drawing] = {}
    for path in files(name):
        read(path, found)
    return found


def read(path: Path, found: dict[str, Drawing]) -> None:
    """Add the drawings of one file to those found before."""
    shapes: list[Shape] = []
    head: list[str] = []

    def close() -> None:
        if head:
            if head[0] in found:
                raise ValueError(f"{head[0]!r} is drawn twice, again in {path.name}")
            width, height, left, top = (float(each) for each in (*head[1:], "0", "0")[:4])
            found[head[0]] = Drawing(head[0], width, height, left, top, tuple(shapes))

    for line in lines_of(path):
        first, _, rest = line.partition(" ")
        if first == "=":
            close()
            head, shapes = rest.split(), []
        elif first == "+":
            shapes.extend(found[rest.strip()].shapes)
        else:
            colour, _, thick = first.partition(":")
            for outline in trace(rest):
                shapes.append(Shape(colour, tuple(outline), float(thick or 0)))
    close()


def _line(draw: ImageDraw.ImageDraw, points: list[Point], colour: Colour, thick: float) -> None:
    width = max(1, round(thick))
    draw.line(points, fill=(*colour, 255), width=width, joint="curve")
    r = (width - 1) / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, 255))


def paint(
    drawing: Drawing, height: int, colours: Mapping[str, Colour], outline: float, wide: float = 1.0
) -> Image.Image:
    """The drawing at a height in pixels, `outline` pixels of the colour "outline" around its areas."""
    scale = height / drawing.height * FINE
    pad = outline * FINE
    width = round(drawing.width * scale * wide / FINE) + 2 * math.ceil(outline)
    size = (width * FINE, (height + 2 * math.ceil(outline)) * FINE)
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    shift = math.ceil(outline) * FINE

    def placed(shape: Shape) -> list[Point]:
        left, top = drawing.left, drawing.top
        return [(shift + (x - left) * scale * wide, shift + (y - top) * scale) for x, y in shape.points]

    if outline:
        dark = colours["outline"]
        for shape in drawing.shapes:
            points = placed(shape)
            if shape.thick:
                _line(draw, points, dark, shape.thick * scale + 2 * pad)
            else:
                draw.polygon(points, fill=(*dark, 255))
                _line(draw, [*points, points[0], points[1]], dark, 2 * pad)
    for shape in drawing.shapes:
        points = placed(shape)
        if shape.thick:
            _line(draw, points, colours[shape.colour], shape.thick * scale)
        else:
            draw.polygon(points, fill=(*colours[shape.colour], 255))
    return image.reduce(FINE)


@lru_cache(256)
def corner(radius: int, fill: Colour, edge: Colour, thick: int) -> Image.Image:
    """A round corner piece, upper left, with a smooth edge; the other three are turned from it."""
    big = radius * FINE
    image = Image.new("RGBA", (2 * big, 2 * big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, 2 * big - 1, 2 * big - 1), fill=(*edge, 255))
    inner = thick * FINE
    if inner < big:
        draw.ellipse((inner, inner, 2 * big - 1 - inner, 2 * big - 1 - inner), fill=(*fill, 255))
    return image.reduce(FINE)
