"""Where everything of a map lies: clearings, paths, water, and the room that pieces have between them."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import msgspec

from engine.root.data import MAPS, Map
from render.root.room import Room, Taken, rooms
from render.root.shape import FLAT, HEIGHT, PATH, RADIUS, RIVER, SQUARE, WIDTH
from render.scene import away, off_line, smooth
from render.vector import Point

FOREST = 52
"""Half the width of the ring around a forest or a path."""
BETWEEN = 34
"""How much of a path must be seen between two clearings."""


class Lay(msgspec.Struct, frozen=True):
    """Where everything of a map lies, in pixels of the map's picture."""

    map: Map
    clearings: dict[int, Point]
    forests: dict[str, Room]
    paths: dict[tuple[int, int], tuple[Point, ...]]
    verges: dict[tuple[int, int], Room]
    """Where pieces on a path stand."""
    rivers: tuple[tuple[Point, ...], ...]
    lake: tuple[Point, ...]

    def room(self, place: str) -> Room | None:
        """Where pieces in a forest or on a path stand; None if there is no such place."""
        if not place.startswith("path-"):
            return self.forests.get(place)
        ends = tuple(int(end) for end in place.split("-")[1:])
        return self.verges.get((min(ends), max(ends))) if len(ends) == 2 else None

    def spot(self, place: int | str) -> tuple[int, int, int] | None:
        """The middle of a clearing, forest or path, and half its width; None if there is no such place."""
        if isinstance(place, int):
            found = self.clearings.get(place)
            return (round(found[0]), round(found[1]), RADIUS) if found else None
        room = self.room(place)
        return (room.x, room.y, FOREST) if room else None


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


@cache
def lay(name: str) -> Lay:
    """The layout of a map."""
    board = MAPS[name]
    clearings, forests = spread(board)
    paths = {(a, b): path_between(a, b, clearings) for a, b in board.paths}
    rivers, lake = water(board, clearings)
    shores = [*rivers, *([(*lake, lake[0])] if lake else [])]
    glades, verges = rooms(Taken.by(clearings.values()), forests, paths, shores)
    return Lay(board, clearings, glades, paths, verges, rivers, lake)
