"""Room for pieces beside the clearings: in forests and on paths, where no clearing and no number plate covers them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from render.root.shape import FLAT, HEIGHT, PATH, RADIUS, RIVER, SQUARE, WIDTH
from render.scene import away, crossing, off_line
from render.vector import Point

Frame = tuple[int, int]
"""How wide and how high pieces may stand together."""
Box = tuple[float, float, float, float]

PLATE: Box = (-80, -31, 77, 30)
"""A number plate with a ruler, from the top of its clearing."""
RIM = 2
"""How far outside of a clearing pieces begin: they may cover its dark edge, and no more."""
EDGE = 22
"""How far from the edge of the map."""
HIGHS = (34, 42, 50, 58, 66, 74, 84, 96, 112, 136)
FEW = (42, 62, 84, 136)
"""Heights of frames: all, and those that are tried at every spot."""
WIDEST = 200
COMPANY: tuple[Frame, ...] = ((193, 82), (114, 136))
"""What a forest should have room for: a pawn and two tokens, in one row or in two."""
LONE: tuple[Frame, ...] = ((72, 82),)
"""What a path should have room for: some warriors of one owner."""
ENOUGH = 0.75
"""Pieces read well at that share; from there on it is better to be off the paths, or close to one's own."""
TIGHT = 0.4
"""A room in which pieces would be smaller than that is too tight: another one is looked for, or others give way."""
SHARES = (1.0, 0.8, 0.6, 0.0)
"""How much of their room forests keep, the more the better, so that every path has some."""
MOST = 240
"""So many of the best spots of a forest are looked at more closely."""
AROUND, STEP = 168, 14
"""A forest's room is looked for so far around its middle, in steps of so many pixels."""
ASIDE = 126
"""How far beside a path its pieces may stand, at most."""


class Room(NamedTuple):
    """Where pieces of one place stand: its middle, in which frames around it (the lower the wider), and which one they usually need."""

    x: int
    y: int
    frames: tuple[Frame, ...]
    usual: Frame

    @property
    def middle(self) -> Point:
        return self.x, self.y

    def within(self, taken: Taken) -> Room:
        """What is left of it."""
        return self._replace(frames=taken.frames(self.middle))


class Taken:
    """What pieces must not lie under: clearings, and boxes."""

    def __init__(self, clearings: Iterable[Point], boxes: Iterable[Box] = ()) -> None:
        self.clearings, self.boxes = tuple(clearings), tuple(boxes)

    @classmethod
    def by(cls, clearings: Iterable[Point]) -> Self:
        """By clearings and their number plates."""
        here = tuple(clearings)
        return cls(here, (_around((x, y - RADIUS * FLAT), PLATE) for x, y in here))

    def besides(self, rooms: Iterable[Room], share: float = 1.0) -> Taken:
        """This, and what usually stands in rooms, or a share of it."""
        boxes = []
        for room in rooms:
            half_w, half_h = room.usual[0] * share / 2, room.usual[1] * share / 2
            boxes.append(_around(room.middle, (-half_w, -half_h, half_w, half_h)))
        return Taken(self.clearings, (*self.boxes, *boxes))

    def near(self, p: Point, reach: float) -> Taken:
        """Only what is not far from a point."""
        return Taken(
            (c for c in self.clearings if away(p, c) < reach + RADIUS * 1.2),
            (b for b in self.boxes if away(p, ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2)) < reach + WIDEST / 2),
        )

    def width(self, p: Point, high: float) -> float:
        """How wide something may be that is so high and stands around a point."""
        x, y = p
        top, bottom = y - high / 2, y + high / 2
        if top < EDGE or bottom > HEIGHT - EDGE:
            return 0.0
        half = float(min(x, WIDTH - x) - EDGE)
        for across, down in self.clearings:
            half = min(half, abs(x - across) - _half_width(max(0.0, abs(y - down) - high / 2)))
        for left, upper, right, lower in self.boxes:
            if top < lower and bottom > upper:
                half = min(half, max(left - x, x - right))
        return 2 * half

    def frames(self, p: Point, highs: Sequence[int] = HIGHS) -> tuple[Frame, ...]:
        """The frames of these heights around a point, as wide as they are free."""
        found = ((min(WIDEST, math.floor(self.width(p, high))), high) for high in highs)
        return tuple(frame for frame in found if frame[0] > 0)


def fits(frames: Iterable[Frame], wanted: Sequence[Frame]) -> float:
    """How large something can be in one of these frames: 1 is as large as wanted."""
    return max((min(1.0, wide / w, high / h) for wide, high in frames for w, h in wanted), default=0.0)


def usual(frames: Sequence[Frame], wanted: Sequence[Frame]) -> Frame:
    """The wanted frame that is largest in these, as large as it is there."""
    share, (wide, high) = max((fits(frames, [frame]), frame) for frame in wanted)
    return math.ceil(wide * share), math.ceil(high * share)


def in_a_forest(
    start: Point, taken: Taken, paths: Iterable[Sequence[Point]], shores: Iterable[Sequence[Point]]
) -> Room:
    """The room of a forest: not far from its middle, on the same side of every path, off paths and water if it can be."""
    here = taken.near(start, AROUND)
    ways = [line[::2] for line in paths if off_line(start, line) < 2 * AROUND]
    banks = [line[::4] for line in shores if off_line(start, line) < 2 * AROUND]

    def worth(p: Point) -> float:
        return 3 * min(ENOUGH, fits(here.frames(p, FEW), COMPANY)) - away(p, start) / 1000

    def off_the_way(p: Point) -> float:
        to_path = min(off_line(p, line) for line in ways) - PATH / 2
        to_shore = min((off_line(p, line) for line in banks), default=math.inf) - RIVER / 2
        return min(to_path, to_shore, 40) / 120

    def is_reached(p: Point) -> bool:
        return all(crossing([start, p], line) is None for line in (*ways, *banks))

    offsets = range(-AROUND, AROUND + 1, STEP)
    spots = [(start[0] + dx, start[1] + dy) for dx in offsets for dy in offsets]
    best = filter(is_reached, sorted(spots, key=worth, reverse=True)[:MOST])
    x, y = max([start, *best], key=lambda p: worth(p) + off_the_way(p))
    frames = here.frames((x, y))
    return Room(round(x), round(y), frames, usual(frames, COMPANY))


def beside_a_path(line: Sequence[Point], taken: Taken) -> Room:
    """The room of a path: on it, or close to it where it is short."""
    middle = line[len(line) // 2]
    here = taken.near(middle, 2 * AROUND)
    (ax, ay), (bx, by) = line[0], line[-1]
    length = away(line[0], line[-1])
    across, down = (ay - by) / length, (bx - ax) / length

    def worth(spot: tuple[Point, int]) -> float:
        p, aside = spot
        size = fits(here.frames(p, FEW), LONE)
        near = -abs(aside) / 300 - away(p, middle) / 2000
        return min(ENOUGH, size) + near if size >= TIGHT else size - ASIDE

    spots = [
        ((x + across * aside, y + down * aside), aside)
        for x, y in line[4:-4]
        for aside in range(-ASIDE, ASIDE + 1, STEP)
    ]
    (x, y), _ = max(spots, key=worth)
    frame = usual(here.frames((x, y)), LONE)
    return Room(round(x), round(y), (frame,), frame)


def rooms(
    free: Taken,
    forests: dict[str, Point],
    paths: dict[tuple[int, int], tuple[Point, ...]],
    shores: Sequence[tuple[Point, ...]],
) -> tuple[dict[str, Room], dict[tuple[int, int], Room]]:
    """The rooms of all forests and paths. Those of forests are chosen first; where they leave a path too little, they give way."""
    glades: dict[str, Room] = {}
    for forest, start in forests.items():
        glades[forest] = in_a_forest(start, free.besides(glades.values()), paths.values(), shores)
    verges: dict[tuple[int, int], Room] = {}
    for ends, line in paths.items():
        taken = free.besides(verges.values())
        for share in SHARES:
            verges[ends] = beside_a_path(line, taken.besides(glades.values(), share))
            if fits(verges[ends].frames, LONE) >= TIGHT:
                break
    for forest, start in forests.items():
        room = glades.pop(forest)
        taken = free.besides(glades.values()).besides(verges.values())
        left = room.within(taken)
        moved = fits(left.frames, COMPANY) < TIGHT
        glades[forest] = in_a_forest(start, taken, paths.values(), shores) if moved else left
    return glades, verges


def _around(p: Point, box: Box) -> Box:
    return (p[0] + box[0], p[1] + box[1], p[0] + box[2], p[1] + box[3])


def _half_width(down: float) -> float:
    """Half the width of a clearing, so far above or below its middle; less than nothing beyond its edge."""
    high = RADIUS + RIM
    share = down / FLAT / high
    return high * (1 - share**SQUARE) ** (1 / SQUARE) if share < 1 else -math.inf
