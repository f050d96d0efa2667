"""What stands on the map: pieces on every hex, weather and ways, roots and arrows, and the ring around what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

import msgspec
from PIL import Image

from engine.harrow.view import ArrowView, HarrowView, HexView
from render import fonts
from render.canvas import Canvas
from render.harrow import ground, sprites
from render.harrow.ground import RADIUS, TALL, half_width, spot
from render.harrow.style import OWNERS, TERRAINS, owner_colour, palette_named
from render.palette import mix
from render.sprites import disc_of, write

FIGURE, LEGEND, COUNTER = 68, 80, 46
"""How high haints, legends and counters are in a hex that has room for them."""
TOP, BOTTOM, MIDST = -42, 76, 6
"""Between these heights pieces stand, around the third; above is the number."""
GAP = 4
SCALES = (1.3, 1.22, 1.15, 1.08, 1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.44, 0.38, 0.32)
SMALLEST = 26
"""No piece is lower than that."""
ROWS = 3
"""Pieces stand in so many rows at most."""
MOST = 4
"""H1.2.3  So many units may stand on a hex."""


class Thing(msgspec.Struct, frozen=True):
    """A piece: what it is, how high it is at full size, and how it is drawn at a height."""

    kind: str
    name: str
    tall: int
    draw: Callable[[int], Image.Image]

    def at(self, scale: float, k: float) -> Image.Image:
        """As it is drawn at a scale; never so small that its number does not fit."""
        return self.draw(max(round(SMALLEST * k), round(self.tall * scale * k)))


def units(hex: HexView, palette: str) -> Iterator[Thing]:
    """Legends one by one, haints of a kind as one figure with their number."""
    for unit in hex.units:
        if unit.kind == "legend":
            name, owner, figure, nailed = unit.legend, unit.owner, unit.figure, unit.nailed
            yield Thing(
                "legend",
                f"{owner} {name}{f' {figure}' if figure else ''}{' nailed' if nailed else ''}",
                LEGEND,
                lambda h, n=name, o=owner, f=figure, t=nailed: sprites.legend(n, o, f, t, palette, h),  # type: ignore[misc]
            )
    groups = Counter((u.owner, u.infected, u.nailed) for u in hex.units if u.kind == "haint")
    for (owner, infected, nailed), count in groups.items():
        marks = f"{' infected' if infected else ''}{' nailed' if nailed else ''}"
        yield Thing(
            "haints",
            f"{owner} {count}{marks}",
            FIGURE,
            lambda h, o=owner, c=count, i=infected, n=nailed: sprites.haints(o, c, i, n, palette, h),  # type: ignore[misc]
        )


def figures(hex: HexView, palette: str) -> list[Thing]:
    """What stands: units, Hester, townsfolk, buildings."""
    found = list(units(hex, palette))
    grey = (0, 0, 0)
    if hex.hester:
        found.insert(
            0,
            Thing(
                "hester", "hester", LEGEND, lambda h: sprites.legend("hester", "hester", 0, False, palette, h)
            ),
        )
    if hex.townsfolk:
        count = hex.townsfolk
        found.append(
            Thing(
                "townsfolk",
                str(count),
                FIGURE,
                lambda h: sprites.counted("townsfolk", count, grey, palette, h),
            )
        )
    if hex.buildings:
        houses = hex.buildings
        found.append(
            Thing(
                "building",
                str(houses),
                FIGURE,
                lambda h: sprites.counted("building", houses, grey, palette, h),
            )
        )
    if hex.flames:
        flames = hex.flames
        found.append(
            Thing("flames", str(flames), FIGURE, lambda h: sprites.counted("flame", flames, grey, palette, h))
        )
    return found


def counters(hex: HexView, palette: str) -> list[Thing]:
    """What lies: tokens, doll, marks, cubes, nest."""
    table = palette_named(palette)
    found = [
        Thing("token", kind, COUNTER, lambda h, k=kind: sprites.token(k, h, palette))  # type: ignore[misc]
        for kind in hex.tokens
    ]
    if hex.doll:
        name = f"{hex.doll}{' up' if hex.doll_up else ''}"
        found.append(
            Thing("doll", name, COUNTER + 6, lambda h: sprites.doll(hex.doll, hex.doll_up, palette, h))
        )
    if hex.wrath:
        found.append(
            Thing("mark", "wrath", COUNTER, lambda h: sprites.badge("wrath", palette, h, (40, 26, 26)))
        )
    if hex.provocation:
        ground_ = owner_colour("protectors", palette)
        found.append(
            Thing("mark", "provocation", COUNTER, lambda h: sprites.badge("provocation", palette, h, ground_))
        )
    for colour, count in hex.cubes.items():
        if count:
            found.append(
                Thing(
                    "cube",
                    f"{colour} {count}",
                    36,
                    lambda h, c=colour, n=count: sprites.cube(c, h, palette, n if n > 1 else 0),  # type: ignore[misc]
                )
            )
    if hex.nest:
        loaded = bool(hex.offer)
        found.append(Thing("nest", hex.offer or "empty", COUNTER, lambda h: sprites.nest(loaded, palette, h)))
    if hex.cross:
        sign = "cross" if hex.cross == "x" else hex.cross
        found.append(
            Thing("mark", hex.cross, COUNTER, lambda h: sprites.badge(sign, palette, h, table.light))
        )
    if hex.secret:
        shade = mix(owner_colour("fairfolk", palette), table.outline, 0.5)
        found.append(
            Thing("secret", hex.secret, COUNTER, lambda h: sprites.badge(hex.secret, palette, h, shade))
        )
    if hex.paths > 1:
        paths = hex.paths
        found.append(Thing("paths", str(paths), 34, lambda h: many_paths(paths, h, palette)))
    return found


def many_paths(count: int, height: int, palette: str) -> Image.Image:
    """How many path tokens lie here, if more than one."""
    table = palette_named(palette)
    image = disc_of(round(height * 1.5), height, table.light, table.outline, 2).copy()
    write(
        image,
        image.width // 2,
        height // 2,
        f"×{count}",
        sprites.digits(height, 0.7),
        table.outline,
        table.light,
        0,
    )
    return image


# --- where they stand ---------------------------------------------------------------------------------------------


Drawn = tuple[Thing, Image.Image]
Spot = tuple[Thing, Image.Image, float, float]
"""A piece and the upper left corner of its sprite, from the middle of the hex."""


def in_rows(lines: Sequence[Sequence[Drawn]], k: float, gap: float) -> list[Spot]:
    """Lines of pieces one under the other, each in the middle of the hex."""
    talls = [max(s.height for _, s in line) for line in lines]
    high = sum(talls) + gap * (len(lines) - 1)
    top = max(TOP * k, MIDST * k - high / 2)
    found = []
    for line, tall in zip(lines, talls, strict=True):
        left = -(sum(s.width for _, s in line) + gap * (len(line) - 1)) / 2
        for thing, sprite in line:
            found.append((thing, sprite, left, top + tall - sprite.height))
            left += sprite.width + gap
        top += tall + gap
    return found


def side_by_side(big: Sequence[Drawn], small: Sequence[Drawn], k: float, gap: float) -> list[Spot]:
    """Figures in a line, and beside them the counters, two above each other."""
    columns = [small[i : i + 2] for i in range(0, len(small), 2)]
    widths = [max(s.width for _, s in column) for column in columns]
    across = sum(s.width for _, s in big) + sum(widths) + gap * (len(big) + len(columns) - 1)
    tall = max(s.height for _, s in big)
    high = max([tall, *(sum(s.height for _, s in column) + gap * (len(column) - 1) for column in columns)])
    top = max(TOP * k, MIDST * k - high / 2)
    left = -across / 2
    found = []
    for thing, sprite in big:
        found.append((thing, sprite, left, top + high - sprite.height))
        left += sprite.width + gap
    for column, wide in zip(columns, widths, strict=True):
        y = top + (high - sum(s.height for _, s in column) - gap * (len(column) - 1)) / 2
        for thing, sprite in column:
            found.append((thing, sprite, left + (wide - sprite.width) / 2, y))
            y += sprite.height + gap
        left += wide + gap
    return found


def fits(spots: Sequence[Spot], k: float) -> bool:
    """True if every piece lies inside the hex; the corners of a piece are air and may come near the edge."""
    for _, sprite, left, top in spots:
        if top < TOP * k or top + sprite.height > BOTTOM * k:
            return False
        outer = max(-left, left + sprite.width)
        for y in (top + sprite.height * 0.2, top + sprite.height * 0.9):
            if outer > half_width(y, RADIUS * k) - 4 * k:
                return False
    return True


def arranged(standing: Sequence[Thing], lying: Sequence[Thing], k: float) -> list[Spot]:
    """The pieces inside the hex, as large as they can be."""
    found: list[Spot] = []
    for scale in SCALES if standing or lying else ():
        gap = max(1.0, GAP * k * min(1.0, scale))
        big, small = ([(t, t.at(scale, k)) for t in things] for things in (standing, lying))
        tries = [in_rows([row for row in (big, small) if row], k, gap)]
        if big and small:
            tries.append(side_by_side(big, small, k, gap))
        tries += [in_rows(rows, k, gap) for rows in split([*big, *small])]
        for found in tries:
            if fits(found, k):
                return found
    return found


def split(line: list[Drawn]) -> Iterator[list[list[Drawn]]]:
    """Every way to set a line in two or three rows, as even as possible first."""
    count = len(line)
    cuts = [c for rows in range(1, ROWS) for c in combinations(range(1, count), rows)]
    for cut in sorted(cuts, key=lambda c: max(b - a for a, b in pairwise((0, *c, count)))):
        yield [line[a:b] for a, b in pairwise((0, *cut, count))]


@lru_cache(4096)
def laid(hex: bytes, palette: str, k: float) -> tuple[tuple[Image.Image, int, int, str, str], ...]:
    """What is seen on a hex and where, kept by what lies there: most hexes are as they were."""
    view = msgspec.msgpack.decode(hex, type=HexView)
    found = arranged(figures(view, palette), counters(view, palette), k)
    return tuple(
        (sprite, round(left), round(top), thing.kind, thing.name) for thing, sprite, left, top in found
    )


def pieces(canvas: Canvas, hex: HexView, x: int, y: int, palette: str, k: float = 1.0) -> None:
    """Everything that stands or lies on one hex, `k` times as large as on the map."""
    place = f"hex {hex.id}"
    for sprite, left, top, kind, name in laid(msgspec.msgpack.encode(hex), palette, k):
        canvas.sprite(sprite, x + left, y + top, kind, name, place)


def check(canvas: Canvas, hex: HexView) -> None:
    """Say what is wrong with a hex; it is drawn all the same."""
    place = f"hex {hex.id}"
    if hex.kind not in TERRAINS:
        canvas.fault(f"unknown kind {hex.kind!r} of {place}")
    if len(hex.units) > MOST:
        canvas.fault(f"{len(hex.units)} units on {place}")
    for unit in hex.units:
        if unit.owner not in OWNERS:
            canvas.fault(f"unknown owner {unit.owner!r} on {place}")
        if unit.kind == "legend" and not sprites.has(unit.legend):
            canvas.fault(f"unknown legend {unit.legend!r} on {place}")
        if unit.kind not in ("haint", "legend"):
            canvas.fault(f"unknown unit {unit.kind!r} on {place}")
    for token in hex.tokens:
        if not sprites.has(token):
            canvas.fault(f"unknown token {token!r} on {place}")
    for colour in hex.cubes:
        if colour not in OWNERS and colour not in TERRAINS:
            canvas.fault(f"unknown cube {colour!r} on {place}")
    if hex.home and hex.home not in OWNERS:
        canvas.fault(f"unknown home {hex.home!r} at {place}")


def weather(canvas: Canvas, hex: HexView, x: int, y: int, palette: str, k: float = 1.0) -> None:
    """What lies flat on the land: home, path, storm."""
    place = f"hex {hex.id}"
    r = RADIUS * k

    def flat(sprite: Image.Image, kind: str, name: str) -> None:
        canvas.sprite(sprite, x - sprite.width // 2, y - sprite.height // 2, kind, name, place)

    if hex.home:
        flat(sprites.home(hex.home, r, palette), "home", hex.home)
    if hex.storm:
        flat(sprites.storm(r, palette), "storm", "printed" if hex.printed_storm else "token")
        bolt = sprites.figure("bolt", round(34 * k), (0, 0, 0), palette, 2.5 * k)
        canvas.sprite(bolt, x + round(22 * k), y - round(76 * k), "bolt", str(hex.storms), place)
    if hex.paths:
        flat(sprites.trail(r, palette), "path", str(hex.paths))


def number(canvas: Canvas, hex: HexView, x: int, y: int, palette: str, k: float = 1.0) -> None:
    """The number of a hex, above whatever lies flat."""
    table = palette_named(palette)
    canvas.label(
        x - round(22 * k),
        y - round(57 * k),
        str(hex.id),
        "strong",
        round(34 * k),
        table.light,
        "cm",
        outline=table.outline,
        thick=round(4 * k),
        place=f"hex {hex.id}",
        kind="number",
    )


def middle(hex: HexView, at: tuple[int, int], k: float = 1.0) -> tuple[int, int]:
    """Where the middle of a hex lies, with the middle of the map at a point."""
    dx, dy = spot(hex.q, hex.r, RADIUS * k)
    return round(at[0] + dx), round(at[1] + dy)


def draw_map(
    canvas: Canvas,
    view: HarrowView,
    palette: str,
    marked: Collection[int | str],
    at: tuple[int, int],
    targets: Mapping[int | str, str],
) -> None:
    """Everything on the map, on a canvas that already shows the land."""
    by_id = {hex.id: hex for hex in view.hexes}
    for hex in view.hexes:
        check(canvas, hex)
        weather(canvas, hex, *middle(hex, at), palette)
    for kind, name, sprite, hexes in (
        ("glimmer", "could be", sprites.glimmer(RADIUS, palette), sought(view)),
        ("ring", "changed", sprites.ring(RADIUS, palette), marked),
        ("target", "choice", sprites.target(RADIUS, palette), targets),
    ):
        for one in hexes:
            if isinstance(one, int) and one in by_id:
                x, y = middle(by_id[one], at)
                left, top = x - sprite.width // 2, y - sprite.height // 2
                canvas.sprite(sprite, left, top, kind, name, f"hex {one}")
    roots(canvas, view, palette, at)
    for arrow in view.arrows:
        if arrow.hex in by_id:
            draw_arrow(canvas, view, arrow, palette, at)
        else:
            canvas.fault(f"an arrow at hex {arrow.hex}, which is not on this map")
    for hex in view.hexes:
        number(canvas, hex, *middle(hex, at), palette)
        pieces(canvas, hex, *middle(hex, at), palette)
        if targets.get(hex.id):
            name_choice(canvas, targets[hex.id], hex, *middle(hex, at), palette)


def sought(view: HarrowView) -> Sequence[int]:
    """H7.5  Where the item can be that the Fair Folk look for; nothing as long as it can be anywhere."""
    folk = next((f.fairfolk for f in view.factions if f.fairfolk), None)
    found = folk.could_be if folk and folk.searching else ()
    return found if len(found) < len(view.hexes) else ()


def name_choice(canvas: Canvas, text: str, hex: HexView, x: int, y: int, palette: str) -> None:
    """What a choice is called, on a plate at the foot of its hex."""
    table = palette_named(palette)
    half = min(RADIUS - 14, fonts.width(text, "strong", 34) // 2 + 12)
    canvas.plate((x - half, y + 42, x + half, y + 82), table.gold, 12, table.outline, 3)
    canvas.label(
        x,
        y + 62,
        text,
        "strong",
        34,
        table.outline,
        "cm",
        room=2 * half - 10,
        place=f"hex {hex.id}",
        kind="choice",
    )


def roots(canvas: Canvas, view: HarrowView, palette: str, at: tuple[int, int]) -> None:
    """H5.4.1  Hester's roots, from hex to hex; the first one of a game comes in from outside."""
    by_id = {hex.id: hex for hex in view.hexes}
    for root in view.roots:
        if root.end not in by_id or (root.start and root.start not in by_id):
            canvas.fault(f"a root from {root.start} to {root.end}, which is not on this map")
            continue
        x1, y1 = middle(by_id[root.end], at)
        if root.start:
            x0, y0 = middle(by_id[root.start], at)
        else:
            away = ((x1 - at[0]) ** 2 + (y1 - at[1]) ** 2) ** 0.5 or 1.0
            x0, y0 = x1 + round((x1 - at[0]) / away * 70), y1 + round((y1 - at[1]) / away * 70)
            x0, y0 = max(30, min(canvas.width - 30, x0)), max(30, min(canvas.height - 30, y0))
        sprite = sprites.root_arrow(x1 - x0, y1 - y0, root.colour, palette)
        canvas.sprite(
            sprite,
            min(x0, x1) - 26,
            min(y0, y1) - 26,
            "root",
            f"{root.start}-{root.end} {root.colour}",
            "map",
        )


DIRECTIONS = {
    "q": ((0.0, 1.0), {"W": (-1.0, 0.0), "E": (1.0, 0.0)}),
    "r": ((0.866, 0.5), {"NE": (0.5, -0.866), "SW": (-0.5, 0.866)}),
    "s": ((0.866, -0.5), {"NW": (-0.5, -0.866), "SE": (0.5, 0.866)}),
}
"""H7.5.5  The direction of the line of each axis, and where each side lies."""


DASHES = 39.0
"""How far apart the dashes of a line are."""


def draw_arrow(canvas: Canvas, view: HarrowView, arrow: ArrowView, palette: str, at: tuple[int, int]) -> None:
    """A half-plane: a dashed line across the map, and chevrons at both ends that point to the side searched."""
    along, sides = DIRECTIONS.get(arrow.axis, DIRECTIONS["q"])
    toward = sides.get(arrow.side)
    if arrow.axis not in DIRECTIONS or toward is None:
        canvas.fault(f"an arrow along {arrow.axis!r} to {arrow.side!r}")
        return
    hexes = {(h.q, h.r) for h in view.hexes}
    start = next(h for h in view.hexes if h.id == arrow.hex)
    x, y = middle(start, at)
    dash = sprites.dash(along, palette)
    half = dash.width // 2
    ends = []
    for sign in (1, -1):
        t = 0.0
        while on_the_map(x + along[0] * t * sign - at[0], y + along[1] * t * sign - at[1], hexes):
            if t:
                bx, by = round(x + along[0] * t * sign), round(y + along[1] * t * sign)
                canvas.sprite(dash, bx - half, by - half, "dash", f"{arrow.axis}{arrow.side}", "map")
            t += DASHES
        ends.append((x + along[0] * t * sign, y + along[1] * t * sign))
    chevron = sprites.chevron(toward, palette)
    for ex, ey in ends:
        left = max(0, min(canvas.width - chevron.width, round(ex) - chevron.width // 2))
        top = max(0, min(canvas.height - chevron.height, round(ey) - chevron.height // 2))
        canvas.sprite(chevron, left, top, "arrow", f"{arrow.hex} {arrow.axis} {arrow.side}", "map")


def on_the_map(dx: float, dy: float, hexes: Collection[tuple[int, int]]) -> bool:
    """True if a point, measured from the middle of the map, lies on a hex."""
    q = dx / (1.5 * RADIUS)
    r = dy / TALL - q / 2
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    if abs(a - q) > abs(b - r) and abs(a - q) > abs(c - s):
        a = -b - c
    elif abs(b - r) > abs(c - s):
        b = -a - c
    return (a, b) in hexes


def near(one: HexView, other: HexView) -> bool:
    """True if two hexes touch (HM.2.3)."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r)) == 1


def land_of(view: HarrowView) -> ground.Land:
    """What the land is painted from."""
    return tuple((h.id, h.q, h.r, h.kind) for h in view.hexes)
