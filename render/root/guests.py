"""Hirelings and landmarks: small in the column, with who controls them and for how long; large as a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.root.data import HIRELING_SIDES, HIRELINGS, LANDMARKS, LAW, CardLine
from engine.root.view import GuestView, RootView
from render import fonts
from render.canvas import Canvas
from render.flow import Block
from render.root import sprites
from render.root.blocks import Kit
from render.root.looks import look, owners
from render.root.style import palette_named, title

CHIPS = (56, 46, 38, 32)
"""How high a hireling may be in the column: as high as there is room."""
SIZES, ITEM = (1.5, 1.35, 1.2, 1.1, 1.0), 84
"""How large the words of a card may be, as large as there is room; how large an item on it is."""
WHEN = {
    "setup": "Setup",
    "hired": "When hired",
    "ability": "Always",
    "birdsong": "Start of Birdsong",
    "daylight": "Once in Daylight",
}
"""What the kinds of lines on a card are called."""
LAW_LINES: tuple[tuple[Literal["setup", "ability"], str], ...] = (
    ("ability", ""),
    ("ability", ".2"),
    ("setup", ".1"),
)
"""F  What a landmark's clause tells of it, and what it tells of its setup."""


def turns(guest: GuestView) -> str:
    """For how long it stays with its controller."""
    return f"{guest.control} turn{'s' if guest.control != 1 else ''} left" if guest.controller else "for hire"


def named(guest: GuestView) -> str:
    """What a hireling or a landmark is called."""
    it = owners().get(guest.owner) or LANDMARKS.get(guest.owner)
    return it.name if it else title(guest.owner)


def chip(kit: Kit, guest: GuestView, high: int) -> Block:
    """A hireling in the column: its head, whom it serves, and for how many turns."""
    it = look(guest.owner, kit.name)
    head = sprites.figure(it.drawing, high - 8, it.colour, kit.name, 2)
    serves = look(guest.controller, kit.name) if guest.controller else None
    lord = sprites.figure(serves.drawing, round(high * 0.68), serves.colour, kit.name, 2) if serves else None
    text, size = (str(guest.control), round(high * 0.66)) if serves else (turns(guest), round(high * 0.42))
    width = head.width + 16 + (lord.width + 4 if lord else 0) + kit.wide(text, size)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        edge = serves.colour if serves else kit.table.edge
        canvas.plate((x, y, x + width, y + high), kit.table.panel, 12, edge, 4)
        canvas.sprite(head, x + 6, y + (high - head.height) // 2, "guest", guest.owner, kit.place)
        at = x + 8 + head.width
        if lord:
            canvas.sprite(lord, at, y + (high - lord.height) // 2, "controller", guest.controller, kit.place)
            at += lord.width + 4
        canvas.label(at, y + high // 2, text, "strong", size, kit.table.ink, "lm", place=kit.place)

    return Block(width, high, draw)


def marker(kit: Kit, space: int, high: int) -> Block:
    """E.1.1  A hireling marker that lies on this space of the score track."""
    wide = round(high * 0.78)

    def draw(canvas: Canvas, x: int, y: int) -> None:
        top = y + (high - wide) // 2
        canvas.plate((x, top, x + wide, top + wide), kit.table.gold, wide // 2, kit.table.outline, 3)
        canvas.note("marker", str(space), kit.place, (x, top, x + wide, top + wide))
        canvas.label(
            x + wide // 2, top + wide // 2, str(space), "strong", round(high * 0.46), kit.table.outline, "cm",
            place=kit.place,
        )  # fmt: skip

    return Block(wide, high, draw)


def chips(view: RootView, kit: Kit, high: int) -> list[Block]:
    """All hirelings, and the markers that are still to be taken."""
    hired = [chip(kit, guest, high) for guest in view.guests if guest.owner in owners()]
    return hired + [marker(kit, space, high) for space in view.markers if hired]


# --- as a card --------------------------------------------------------------------------------------------


def lines_of(owner: str) -> tuple[CardLine, ...]:
    """What is written on the card, in our words."""
    side = HIRELING_SIDES.get(owner)
    if side:
        return side.lines
    landmark = LANDMARKS.get(owner)
    if landmark is None:
        return ()
    clauses = [(when, LAW.get(landmark.clause + part)) for when, part in LAW_LINES]
    return tuple(CardLine(when, clause.text) for when, clause in clauses if clause)


def subtitle(guest: GuestView) -> str:
    """Which side shows, and whom it serves."""
    side = HIRELING_SIDES.get(guest.owner)
    if side is None:
        return "Landmark"
    shows = f"demoted side of {HIRELINGS[side.card].promoted}" if side.demoted else "hireling"
    serves = f"with {look(guest.controller, 'light').short}, " if guest.controller else ""
    return f"{shows} · {serves}{turns(guest)}"


def card(canvas: Canvas, guest: GuestView, palette: str, width: int, gap: int) -> None:
    """One card, as large as there is room: who it is, whom it serves, every line."""
    kit = Kit(palette, 1, width - 4 * gap, "table")
    table = palette_named(palette)
    it = look(guest.owner, palette)
    known = guest.owner in owners()
    high = canvas.height - 2 * gap
    canvas.plate((gap, gap, width - gap, gap + high), table.panel, 24, it.colour if known else table.edge, 8)
    head = (
        sprites.figure(it.drawing, 180, it.colour, palette, 3)
        if known
        else sprites.mark(guest.owner, 180, palette)
    )
    canvas.sprite(head, 3 * gap, 3 * gap, "head", guest.owner, kit.place)
    at = 5 * gap + head.width
    kit.text(canvas, at, 3 * gap + 50, named(guest), 78, room=width - at - 300)
    kit.text(canvas, at, 3 * gap + 130, subtitle(guest), 44, soft=True, room=width - at - 300)
    if guest.controller:
        lord = look(guest.controller, palette)
        mark = sprites.figure(lord.drawing, 150, lord.colour, palette, 3)
        canvas.sprite(mark, width - 4 * gap - mark.width, 3 * gap, "controller", guest.controller, kit.place)
    body(canvas, kit, guest, 3 * gap + 250, width, gap)


class Written(NamedTuple):
    """A line of a card: its words, how large, whether in the soft ink, and how far below it the next one stands."""

    text: str
    size: int
    soft: bool
    step: int


def written(guest: GuestView, k: float, room: int) -> Iterator[Written]:
    """The lines of a card, each under what kind of line it is, `k` times as large as the smallest."""
    before = ""
    for line in lines_of(guest.owner):
        if line.when != before:
            yield Written(WHEN[line.when], round(42 * k), False, round(54 * k))
        before = line.when
        *parts, last = fonts.wrap(line.text, "plain", round(40 * k), room)
        yield from (Written(part, round(40 * k), True, round(50 * k)) for part in parts)
        yield Written(last, round(40 * k), True, round(72 * k))
    facts = [f"{guest.supply} warriors in supply"] if guest.supply else []
    facts += [f"{n} {kind}" for kind, n in guest.own.counts.items() if n]
    facts += [f"{group.hidden} cards {group.title}" for group in guest.own.cards if group.hidden]
    facts += [f"{title(kind)}: {title(v)}" for kind, v in guest.own.texts.items() if v]
    if facts:
        yield Written(" · ".join(facts), round(42 * k), False, round(60 * k))


def body(canvas: Canvas, kit: Kit, guest: GuestView, y: int, width: int, gap: int) -> None:
    """The lines of a card and what lies on it, as large as there is room."""
    room, below = width - 8 * gap, ITEM if guest.own.items else 0
    lines: list[Written] = []
    for k in SIZES:
        lines = list(written(guest, k, room))
        if y + sum(line.step for line in lines) + below <= canvas.height - 2 * gap:
            break
    for line in lines:
        kit.text(canvas, 4 * gap, y, line.text, line.size, soft=line.soft, room=room)
        y += line.step
    for i, item in enumerate(guest.own.items):
        sprite = sprites.item(item.item, ITEM, kit.name, item.exhausted, item.damaged)
        canvas.sprite(sprite, 4 * gap + i * (ITEM + 12), y, "item", item.item, kit.place)


def tell(guest: GuestView, who: str) -> str:
    """A card in words."""
    serves = f"controlled by {who}, {turns(guest)}" if guest.controller else "in the supply"
    told = [f"{named(guest)}, {subtitle(guest) if not guest.controller else serves}"]
    told += [f"{WHEN[line.when]}: {line.text.rstrip('.')}" for line in lines_of(guest.owner)]
    return ". ".join(told) + "."
