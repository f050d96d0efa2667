"""What stands on the map: pieces in clearings and forests, closed paths, and the ring around what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

import msgspec
from PIL import Image

from engine.root.data import MAPS
from engine.root.view import ClearingView, ForestView, PieceView, PlaceView, RootView
from engine.rules import Place
from render import fonts
from render.canvas import CAPITAL, Box, Canvas, Sheets
from render.palette import mix
from render.root import ground, sprites
from render.root.lay import lay
from render.root.looks import beside_the_map, buildings, look, marks, split_kind, tokens
from render.root.room import Room
from render.root.shape import FLAT, RADIUS
from render.root.style import SUITS, palette_named

ROOM = 226
"""How wide the pieces of one clearing may stand."""
TALL = 186
"""How high they may stand together."""
LOW = 12
"""How far below a clearing's middle its pieces are centred: the number plate sits above."""
SCALES = (1.4, 1.3, 1.2, 1.1, 1.0, 0.92, 0.84, 0.76, 0.72, 0.68, 0.64, 0.6, 0.52, 0.46, 0.4, 0.34, 0.28)
TILE, COUNTER, WARRIOR, PAWN, MARK, GAP = 54, 50, 76, 82, 48, 4
PLATE = 0.92
"""How large a number plate is."""
CORNERS = ((-0.88, -0.66), (0.88, -0.66), (-0.88, 0.66), (0.88, 0.66))
"""Where landmarks stand, as shares of a clearing's half width: on its rim, beside the number plate first."""
PATCH, STEP = 8, 4
"""How far the bright patch of ground under pieces in a forest is seen beside them; patches grow in steps, so that few are kept."""
ENOUGH = 1.0
"""Warriors of this scale read well; from there on room is better given to buildings and tokens."""
LARGE = 1.0
"""Pieces in a forest need not be larger."""
ABSURD = 99
"""More warriors than any faction owns."""

Extent = tuple[int, int]


class Thing(msgspec.Struct, frozen=True):
    """One thing to stand in a clearing. `make` draws it at a size in pixels."""

    kind: str
    name: str
    make: Callable[[int], Image.Image]
    number: str = ""
    """The number on it, if it has one."""

    @property
    def shape(self) -> str:
        """What it needs room for: a token with a number on its corner is wider."""
        return "numbered" if self.kind == "tokens" and self.number else self.kind


class Spot(msgspec.Struct, frozen=True):
    """Where one thing stands, from the middle of its place, and at which size."""

    x: int
    y: int
    size: int


def extent(kind: str, scale: float) -> tuple[int, Extent]:
    """The size to draw a kind of thing at, and how wide and high it gets."""
    if kind == "warriors":
        size = round(WARRIOR * scale)
        return size, sprites.figure_extent(size)
    if kind == "pawn":
        size = round(PAWN * scale)
        return size, sprites.pawn_extent(size)
    if kind in ("tokens", "numbered"):
        size = round(COUNTER * scale)
        return size, sprites.token_extent(size, kind == "numbered")
    size = round(TILE * scale)
    return size, (size, size)


def rows(kinds: Sequence[str], scale: float, room: int) -> list[list[tuple[int, Extent]]]:
    """The things in rows no wider than the room; none if one of them is too wide by itself."""
    found: list[list[tuple[int, Extent]]] = []
    used = room + 1
    for kind in kinds:
        it = extent(kind, scale)
        if it[1][0] > room:
            return []
        if used + it[1][0] > room:
            found.append([])
            used = -GAP
        found[-1].append(it)
        used += it[1][0] + GAP
    return found


def even(kinds: Sequence[str], scale: float, room: int) -> list[list[tuple[int, Extent]]]:
    """As `rows`, with the last rows about as wide as the first."""
    first = rows(kinds, scale, room)
    if len(first) < 2:
        return first
    least = room
    while least > 60 and len(rows(kinds, scale, least - 12)) == len(first):
        least -= 12
    return rows(kinds, scale, least)


def height(lines: list[list[tuple[int, Extent]]]) -> int:
    """How high rows are together."""
    return sum(max(h for _, (_, h) in line) + GAP for line in lines) - GAP if lines else 0


@lru_cache(4096)
def arrange(
    low: tuple[str, ...], high: tuple[str, ...], room: int, tall: int, k: float = 1.0
) -> tuple[Spot, ...]:
    """Where things stand: slots and tokens (`low`) above, warriors and pawns (`high`) below.

    They are as large as they fit (`k` times as large in a close-up); slots and tokens shrink before warriors do. What does not fit at all is left out.
    """
    below = [(w, lines, height(lines)) for w in SCALES if (lines := even(high, w * k, room)) or not high]
    above = [(t, lines, height(lines)) for t in SCALES if (lines := even(low, t * k, room)) or not low]
    best: list[list[tuple[int, Extent]]] = []
    worth = 0.0
    for w, under, h in below:
        for t, over, g in above:
            value = 2 * min(w, ENOUGH) + 0.4 * max(0.0, w - ENOUGH) + 1.3 * t
            if t <= w and t >= w * 0.55 and value > worth and h + g + (GAP if h and g else 0) <= tall:
                best, worth = over + under, value
    if not best:
        lines = rows(high, SCALES[-1] * k, room) + rows(low, SCALES[-1] * k, room)
        while lines and height(lines) > tall:
            lines.pop()
        return spots(lines)
    return spots(best)


def spots(lines: list[list[tuple[int, Extent]]]) -> tuple[Spot, ...]:
    """Rows as places around the middle, each row on one foot line."""
    found = []
    top = -(height(lines) // 2)
    for line in lines:
        left = -(sum(w + GAP for _, (w, _) in line) - GAP) // 2
        tallest = max(h for _, (_, h) in line)
        for size, (w, h) in line:
            found.append(Spot(left, top + tallest - h, size))
            left += w + GAP
        top += tallest + GAP
    return tuple(found)


def hosts(place: ClearingView | ForestView | PlaceView, palette: str, order: dict[str, int]) -> list[Thing]:
    """Warriors and pawns."""
    found = []
    for owner, count in sorted(place.warriors.items(), key=lambda e: (order.get(e[0], 99), e[0])):
        if count:
            make = partial(sprites.warriors, owner, count, palette)
            found.append(Thing("warriors", f"{owner} {count}", make, sprites.shown(count)))
    return found + pawns(place.pawns, palette)


def pawns(owners: Iterable[str], palette: str) -> list[Thing]:
    """Pawns, wherever they stand."""
    return [Thing("pawn", owner, partial(sprites.pawn, owner, palette)) for owner in owners]


def counters(pieces: Iterable[PieceView], palette: str, *, tight: bool = False) -> list[Thing]:
    """Tokens; those of one owner and kind are one counter with a number, unless each has a number of its own."""
    return [
        Thing(
            "tokens",
            f"{owner} {kind} {n}",
            partial(sprites.token, owner, kind, n, palette, hidden=hidden),
            sprites.number_of(kind, n),
        )
        for (owner, kind, hidden), n in heaps(pieces, tight)
    ]


def heaps(pieces: Iterable[PieceView], tight: bool) -> Iterator[tuple[tuple[str, str, bool], int]]:
    """Pieces that look alike, and how many of them are one heap.

    What has a number of its own lies alone. So does what lies face down, if it is not too tight: a number would cover what it is.
    """
    for alike, n in Counter((t.owner, t.kind, t.hidden) for t in pieces).items():
        _, kind, hidden = alike
        yield from [(alike, 1)] * n if (hidden and not tight) or sprites.number_of(kind, 1) else [(alike, n)]


def tiles(clearing: ClearingView, palette: str, map_name: str) -> list[Thing]:
    """Slots: buildings, the ruin, what is still empty, and what is covered for good."""
    found = [
        Thing("building", f"{b.owner} {b.kind}", partial(sprites.building, b.owner, b.kind, palette))
        for b in clearing.buildings
    ]
    if clearing.ruin:
        found.append(Thing("building", "ruin", partial(sprites.ruin, palette)))
    soil = ground.meadow(map_name, clearing.suit, palette)
    while len(found) < min(clearing.slots, 12):
        found.append(Thing("slot", "empty slot", partial(sprites.slot, palette, soil)))
    planks = Thing("slot", "covered slot", partial(sprites.covered, palette, soil))
    return [*found, *[planks] * clearing.covered]


def stand(
    canvas: Canvas,
    x: int,
    y: int,
    low: list[Thing],
    high: list[Thing],
    place: str,
    frame: Extent,
    palette: str,
    k: float = 1.0,
) -> None:
    """Put things around a point, as large as they fit into the frame."""
    plan = arrange(tuple(t.shape for t in low), tuple(t.shape for t in high), *frame, k)
    things = [*low, *high]
    if len(plan) < len(things):
        things = [*high, *low]
        left = ", ".join(t.name for t in things[len(plan) :])
        canvas.fault(f"no room in {place} for {left}")
        more = sprites.hazard(34, palette, True)
        canvas.sprite(more, x + frame[0] // 2 - 26, y + frame[1] // 2 - 26, "mark", f"no room: {left}", place)
    for thing, spot in zip(things, plan, strict=False):
        sprite = thing.make(spot.size)
        at_x, at_y = x + spot.x, y + spot.y
        canvas.sprite(sprite, at_x, at_y, thing.kind, thing.name, place)
        if thing.kind == "warriors":
            tall = round(round(spot.size * sprites.DIGITS) * CAPITAL["strong"])
            top = at_y + round(sprite.height * sprites.BREAST) - tall // 2
            box = (at_x + 6, top, at_x + sprite.width - 6, top + tall)
            canvas.note("count", thing.number, place, box)
        elif thing.number:
            x0, y0, x1, y1 = sprites.number_box(spot.size, thing.number)
            box = (at_x + x0, at_y + y0, at_x + x1, at_y + y1)
            canvas.note("count", thing.number, place, box)


def plate(
    canvas: Canvas, clearing: ClearingView, x: int, y: int, palette: str, place: str, k: float = 1.0
) -> None:
    """The number plate of a clearing: suit, number and the flag of its ruler."""
    table = palette_named(palette)
    middle, k = y - round(RADIUS * FLAT * k), k * PLATE
    number = str(clearing.id)
    high, disc_size, letters, rim = round(52 * k), round(60 * k), round(40 * k), round(4 * k)
    flag = round(54 * k) if clearing.ruler else 0
    wide = round(62 * k) + fonts.width(number, "strong", letters) + (flag or round(18 * k))
    left, top = x - wide // 2, middle - round(28 * k)
    canvas.plate((left, top, left + wide, top + high), table.light, high // 2, table.outline, rim)
    small = round(40 * k)
    for i, suit in enumerate(clearing.more_suits):
        more = sprites.suit_disc(suit, small, palette)
        canvas.sprite(
            more,
            left - round(6 * k) - (i + 1) * round(small * 0.72),
            top + (high - small) // 2,
            "suit",
            suit,
            place,
        )
    disc = sprites.suit_disc(clearing.suit, disc_size, palette)
    canvas.sprite(disc, left - round(6 * k), top - round(4 * k), "suit", clearing.suit, place)
    at = left + round(58 * k)
    canvas.label(at, top + high // 2, number, "strong", letters, table.outline, "lm", place=place)
    if flag:
        it = look(clearing.ruler, palette)
        right = left + wide
        canvas.plate((right - high, top, right, top + high), it.colour, high // 2, table.outline, rim)
        head = sprites.figure(it.drawing, round(46 * k), it.colour, palette, 1.6 * k)
        at = right - (high + head.width) // 2
        canvas.sprite(head, at, top + round(k), "ruler", clearing.ruler, place)
        if not it.known:
            canvas.fault(f"unknown ruler {clearing.ruler!r} in {place}")
    if clearing.suit not in SUITS:
        canvas.fault(f"unknown suit {clearing.suit!r} in {place}")


def check(canvas: Canvas, clearing: ClearingView, place: str, palette: str) -> None:
    """Say what of this clearing cannot be right or is not known to us."""
    for owner, count in clearing.warriors.items():
        if count < 0 or count > ABSURD:
            canvas.fault(f"{count} warriors of {owner} in {place}")
    owners = [*clearing.warriors, *clearing.pawns]
    for pieces, known in ((clearing.buildings, buildings()), (clearing.tokens, tokens())):
        for piece in pieces:
            owners.append(piece.owner)
            if not split_kind(piece.kind, known)[0]:
                canvas.fault(f"unknown piece {piece.kind!r} in {place}")
    for owner in dict.fromkeys(owners):
        if not look(owner, palette).known:
            canvas.fault(f"unknown owner {owner!r} in {place}")
    for mark in clearing.marks:
        if mark not in marks():
            canvas.fault(f"unknown mark {mark!r} in {place}")
    if len(clearing.buildings) + clearing.ruin > clearing.slots:
        canvas.fault(f"more buildings than slots in {place}")


def ring(canvas: Canvas, x: int, y: int, half: int, palette: str, place: str) -> None:
    """The thin ring around a place that changed."""
    sprite = sprites.ring(half, palette, False)
    canvas.sprite(sprite, x - sprite.width // 2, y - sprite.height // 2, "ring", "changed", place)


def target(canvas: Canvas, x: int, y: int, half: int, palette: str, place: str) -> None:
    """The golden ring around a place that may be chosen."""
    sprite = sprites.ring(half, palette, True)
    canvas.sprite(sprite, x - sprite.width // 2, y - sprite.height // 2, "target", "may be chosen", place)


def choice(canvas: Canvas, x: int, y: int, half: int, text: str, palette: str, place: str) -> None:
    """What a place that may be chosen is called among the choices."""
    sprite = sprites.badge(text, 52, palette)
    at = (x + round(half * 0.8) - sprite.width // 2, y + round(half * 0.78) - sprite.height // 2)
    canvas.sprite(sprite, *at, "choice", text, place)


def clearing_pieces(
    canvas: Canvas, view: RootView, clearing: ClearingView, x: int, y: int, palette: str, k: float = 1.0
) -> None:
    """Everything in one clearing, `k` times as large as on the map."""
    place = f"clearing {clearing.id}"
    order = order_of(view)
    check(canvas, clearing, place, palette)
    low = [*tiles(clearing, palette, view.map), *counters(clearing.tokens, palette)]
    less = 34 if clearing.marks else 0
    frame = (round(ROOM * k), round((TALL - less) * k))
    stand(
        canvas,
        x,
        y + round((LOW + less / 2) * k),
        low,
        hosts(clearing, palette, order),
        place,
        frame,
        palette,
        k,
    )
    for i, mark in enumerate(clearing.marks):
        across, down = CORNERS[i % len(CORNERS)]
        sprite = sprites.mark(mark, round(MARK * k), palette)
        left = x + round(RADIUS * across * k) - sprite.width // 2
        top = y + round(RADIUS * FLAT * down * k) - sprite.height // 2
        canvas.sprite(sprite, left, top, "mark", mark, place)
    plate(canvas, clearing, x, y, palette, place, k)


SHEETS = Sheets(4096)


def clearing_sheet(
    canvas: Canvas, view: RootView, clearing: ClearingView, x: int, y: int, palette: str
) -> None:
    """Everything in one clearing, laid out once for all who look alike."""
    order = tuple(p.owner for p in view.players)
    key = (msgspec.msgpack.encode(clearing), order, view.map, palette)
    SHEETS.put(canvas, x, y, key, lambda sheet: clearing_pieces(sheet, view, clearing, 0, 0, palette))


def check_few(canvas: Canvas, it: ForestView | PlaceView, place: str, palette: str) -> None:
    """Say what of a forest, a path or a place beside the map is not known to us."""
    for owner in [*it.warriors, *it.pawns, *(t.owner for t in it.tokens)]:
        if not look(owner, palette).known:
            canvas.fault(f"unknown owner {owner!r} in {place}")
    for piece in it.tokens:
        if not split_kind(piece.kind, tokens())[0]:
            canvas.fault(f"unknown piece {piece.kind!r} in {place}")


def between_the_trees(
    canvas: Canvas, view: RootView, it: ForestView | PlaceView, room: Room, palette: str, place: str
) -> None:
    """Whatever stands in a forest or on a path, on a bright patch of ground."""
    check_few(canvas, it, place, palette)
    high = hosts(it, palette, order_of(view))
    things = [*high, *counters(it.tokens, palette)]
    if not things:
        return
    frame, plan = roomiest(things, room)
    if len(plan) < len(things):
        things = [*high, *counters(it.tokens, palette, tight=True)]
        frame, plan = roomiest(things, room)
    if plan:
        left, top = min(spot.x for spot in plan), min(spot.y for spot in plan)
        patch = sprites.patch(-left // STEP * STEP + PATCH, palette)
        canvas.sprite(patch, room.x - patch.width // 2, room.y - top - patch.height * 2 // 3)
    stand(canvas, room.x, room.y, [], things, place, frame, palette)


def roomiest(things: Sequence[Thing], room: Room) -> tuple[Extent, tuple[Spot, ...]]:
    """The frame of a room in which things are largest (but not larger than large), and where they stand in it."""
    shapes = tuple(thing.shape for thing in things)
    plans = [(frame, arrange((), shapes, *frame)) for frame in room.frames]
    large = extent(shapes[0], LARGE)[0]
    return max(plans, key=lambda it: (len(it[1]), min(it[1][0].size, large) if it[1] else 0))


def beside(
    canvas: Canvas, view: RootView, it: PlaceView, box: Box, palette: str, *, may_be_chosen: bool = False
) -> None:
    """A clearing that lies beside the map, in a box: its name, and what stands there."""
    table = palette_named(palette)
    name = beside_the_map().get(it.id) if isinstance(it.id, int) else None
    place = f"place {it.id}"
    if name is None:
        canvas.fault(f"unknown place {it.id!r}")
    check_few(canvas, it, place, palette)
    left, top, right, bottom = box
    shape = look(it.ruler, palette) if it.ruler else None
    rim = table.gold if may_be_chosen else shape.colour if shape else table.edge
    canvas.plate(box, mix(table.panel, table.edge, 0.3), 14, rim, 9 if may_be_chosen else 5)
    if may_be_chosen:
        canvas.note("target", "may be chosen", place, box)
    canvas.label(left + 14, top + 24, name or str(it.id), "strong", 27, table.ink, "lm", place=place)
    things = [*hosts(it, palette, order_of(view)), *counters(it.tokens, palette)]
    if not things:
        canvas.label(left + 14, top + 56, "nobody", "plain", 24, table.soft, "lm", place=place)
        return
    edge = left + 22 + fonts.width(name or "?", "strong", 27)
    frame = (right - edge - 10, bottom - top - 12)
    stand(canvas, (edge + right) // 2 - 4, (top + bottom) // 2, [], things, place, frame, palette)


def order_of(view: RootView) -> dict[str, int]:
    """Everybody's place in the order of play."""
    return {p.owner: i for i, p in enumerate(view.players)}


def suits_of(view: RootView) -> tuple[tuple[int, str], ...]:
    """Every clearing with its suit; of no suit as long as the suits are not laid out."""
    if not view.clearings:
        return tuple((c, "any") for c in MAPS[view.map].clearings)
    return tuple((c.id, c.suit) for c in view.clearings)


def bare(view: RootView) -> tuple[ClearingView, ...]:
    """The clearings, or empty ones before the map is laid out."""
    board = MAPS[view.map]
    return view.clearings or tuple(
        ClearingView(id=c, suit="any", slots=board.slots[c]) for c in board.clearings
    )


def name_of(place: Place) -> str:
    """A place as the report calls it."""
    return (
        f"clearing {place}"
        if isinstance(place, int)
        else f"path {place}"
        if place.startswith("path-")
        else f"forest {place}"
    )


def draw_map(
    canvas: Canvas,
    view: RootView,
    palette: str,
    marked: Collection[Place],
    targets: Mapping[Place, str] = {},
) -> None:
    """Everything that stands on the map, on a canvas that already shows the landscape.

    `marked` places have changed; `targets` may be chosen, and are called so.
    """
    where = lay(view.map)
    table = palette_named(palette)
    for link in view.closed_paths:
        a, b = sorted(link)
        if (a, b) not in where.paths:
            canvas.fault(f"closed path {a}-{b} is not on this map")
            continue
        line = where.paths[(a, b)]
        x, y = line[len(line) // 2]
        sprite = sprites.mark("rubble", 58, palette)
        canvas.sprite(
            sprite, round(x) - sprite.width // 2, round(y) - sprite.height // 2, "closed", f"{a}-{b}", "path"
        )
    spots = {place: where.spot(place) for place in (*marked, *targets)}
    for places, draw in ((marked, ring), (targets, target)):
        for place in places:
            if (spot := spots[place]) and (draw is target or place not in targets):
                draw(canvas, *spot, palette, name_of(place))
    for forest in view.forests:
        if room := where.room(forest.id):
            between_the_trees(canvas, view, forest, room, palette, f"forest {forest.id}")
        elif forest.pawns or forest.tokens or forest.warriors:
            canvas.fault(f"forest {forest.id!r} is not on this map")
    for other in view.places:
        if isinstance(other.id, str):
            if room := where.room(other.id):
                between_the_trees(canvas, view, other, room, palette, f"path {other.id}")
            else:
                canvas.fault(f"path {other.id!r} is not on this map")
    seen = set()
    for clearing in bare(view):
        if clearing.id not in where.clearings:
            canvas.fault(f"clearing {clearing.id} is not on this map")
            continue
        seen.add(clearing.id)
        x, y = where.clearings[clearing.id]
        clearing_sheet(canvas, view, clearing, round(x), round(y), palette)
    for number, (x, y) in where.clearings.items():
        if number not in seen:
            canvas.fault(f"clearing {number} is missing")
            sprite = sprites.hazard(90, palette, True)
            canvas.sprite(sprite, round(x) - 45, round(y) - 45, "mark", "missing", f"clearing {number}")
            canvas.label(
                round(x),
                round(y) + 70,
                str(number),
                "strong",
                36,
                table.outline,
                "cm",
                place=f"clearing {number}",
            )
    for place, text in targets.items():
        if (spot := spots[place]) and text:
            choice(canvas, *spot, text, palette, name_of(place))


def warm(owners: Iterable[str], palette: str) -> None:
    """Draw ahead every figure at every size in which it may stand somewhere, and the layout of common clearings."""
    for owner in owners:
        for scale in SCALES:
            sprites.warriors(owner, 1, palette, round(WARRIOR * scale))
    for armies in range(4):
        for tiles_ in range(4):
            for coins in range(3):
                low = ("building",) * tiles_ + ("tokens",) * coins
                arrange(low, ("warriors",) * armies, ROOM, TALL)
