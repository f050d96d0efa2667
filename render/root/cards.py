"""Cards of our own design: a hand, or any row of cards, with what they do in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.root.data import CARDS, QUESTS, Card
from engine.root.view import RootView
from render import fonts
from render.canvas import Canvas
from render.palette import Colour, mix
from render.root import sprites
from render.root.blocks import face
from render.root.looks import look_of
from render.root.style import palette_named, suit_colour

WIDTH, HEIGHT = 1760, 1120
GAP = 16
HEAD = 96
CARD, TALL, STRIP = 526, 252, 104
"""A card's width, its height and the coloured strip on its left, at scale 1."""
LARGEST = 2.0


KINDS = {
    "ambush": "Ambush",
    "dominance": "Dominance",
    "item": "Item",
    "immediate": "At once",
    "persistent": "Stays in play",
}


class Desk:
    """Puts cards down in one palette and one size."""

    def __init__(self, canvas: Canvas, palette: str, k: float) -> None:
        self.canvas, self.palette, self.k = canvas, palette, k
        self.table = palette_named(palette)

    def px(self, n: float) -> int:
        return round(n * self.k)

    def label(
        self, x: int, y: int, text: str, face_name: str, size: float, colour: Colour, place: str, anchor: str = "lm",
        room: int | None = None,
    ) -> int:  # fmt: skip
        return self.canvas.label(x, y, text, face_name, self.px(size), colour, anchor, room=room, place=place)

    def card(self, x: int, y: int, name: str) -> None:
        """One card: suit, name, what it costs to craft, what it does."""
        px, canvas, table = self.px, self.canvas, self.table
        known = CARDS.get(name)
        it = face(name)
        tint = suit_colour(it.suit, self.palette)
        place = f"card {name}"
        wide, tall, strip = px(CARD), px(TALL), px(STRIP)
        canvas.plate((x, y, x + wide, y + tall), table.panel, px(22), table.outline, 4)
        canvas.plate((x, y, x + strip, y + tall), tint, px(22), table.outline, 4)
        canvas.bar((x + strip - px(26), y + 4, x + strip, y + tall - 4), tint)
        canvas.bar((x + strip, y + 4, x + strip + 4, y + tall - 4), table.outline)
        sign = sprites.sign(it.suit, px(66), table.on(tint), tint, self.palette)
        canvas.sprite(sign, x + (strip - sign.width) // 2 + 2, y + px(20), "suit", it.suit, place)
        left, room = x + strip + px(18), wide - strip - px(34)
        size = next((s for s in (36, 33, 30, 27) if fonts.width(it.name, "title", px(s)) <= room), 25)
        self.label(left, y + px(36), it.name, "title", size, table.ink, place, room=room)
        if not it.known:
            canvas.fault(f"unknown card {name!r}")
            canvas.sprite(sprites.hazard(px(64), self.palette, False), left, y + px(80), "mark", name, place)
        elif known:
            self.body(known, x, y, left, room, place)
        elif name in QUESTS:
            for i, item in enumerate(QUESTS[name].items):
                sprite = sprites.item(item, px(84), self.palette)
                canvas.sprite(sprite, left + i * px(96), y + px(90), "item", item, place)
        canvas.note("card", name, "", (x, y, x + wide, y + tall))

    def body(self, it: Card, x: int, y: int, left: int, room: int, place: str) -> None:
        """Below the name: kind and cost, the item and its points, the words."""
        px, canvas, table = self.px, self.canvas, self.table
        across = self.label(left, y + px(74), KINDS[it.kind], "plain", 24, table.soft, place)
        at = left + across + px(14)
        for suit in it.cost:
            canvas.sprite(sprites.suit_disc(suit, px(34), self.palette), at, y + px(57), "cost", suit, place)
            at += px(38)
        if it.item:
            sprite = sprites.item(it.item, px(76), self.palette)
            canvas.sprite(sprite, x + px(16), y + px(104), "item", it.item, place)
        if it.points:
            on = table.on(suit_colour(it.suit, self.palette))
            self.label(x + px(STRIP) // 2 + 2, y + px(214), f"+{it.points}", "strong", 44, on, place, "cm")
        size, step, most = 27, 35, 4
        if len(fonts.wrap(it.text, "plain", px(size), room)) > most:
            size, step, most = 24, 29, 5
        for i, line in enumerate(fonts.wrap(it.text, "plain", px(size), room, most)):
            self.label(left, y + px(116 + i * step), line, "plain", size, table.ink, place)


def grid(count: int) -> tuple[int, float]:
    """Columns for so many cards, and how large they can be: as large as they fit."""

    def scale(columns: int) -> float:
        rows = max(1, -(-count // columns))
        wide = (WIDTH - GAP * (columns + 1)) / columns / CARD
        tall = (HEIGHT - HEAD - GAP * rows) / rows / TALL
        return min(wide, tall, LARGEST)

    columns = max(range(1, 8), key=lambda n: (scale(n), -n))
    return columns, scale(columns)


def spread(heading: str, cards: Sequence[str], palette: str) -> Canvas:
    """Cards side by side under a heading, as large as they fit."""
    table = palette_named(palette)
    columns, k = grid(len(cards))
    rows = max(1, -(-len(cards) // columns))
    canvas = Canvas(WIDTH, min(HEIGHT, HEAD + rows * (round(TALL * k) + GAP)), table.paper)
    canvas.label(
        GAP + 4, HEAD // 2, heading, "title", 56, table.ink, "lm", room=WIDTH - 2 * GAP - 8, place="heading"
    )  # fmt: skip
    if not cards:
        canvas.label(GAP + 4, HEAD + 120, "No cards.", "plain", 50, table.soft, "lm", place="heading")
    desk = Desk(canvas, palette, k)
    for i, name in enumerate(cards):
        x = GAP + i % columns * (desk.px(CARD) + GAP)
        desk.card(x, HEAD + i // columns * (desk.px(TALL) + GAP), name)
    return canvas


def hand(view: RootView, palette: str) -> Canvas:
    """The hand of the seat whose view this is."""
    player = view.viewer()
    if player is None or player.hand is None:
        return spread("This view shows no hand", (), palette)
    it = look_of(player, palette)
    count = len(player.hand)
    words = f"{count} card" if count == 1 else f"{count} cards"
    named = not player.faction or it.short in player.name
    who = player.name if named else f"{player.name}, {it.short}"
    canvas = spread(f"{who}: {words}", player.hand, palette)
    if player.faction:
        edge = mix(it.colour, palette_named(palette).outline, 0.2)
        canvas.bar((0, 0, WIDTH, 10), edge)
    return canvas
