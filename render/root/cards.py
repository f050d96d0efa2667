"""Cards of our own design: a hand, or any row of cards, with what they do in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.root.data import CARDS, QUESTS, Card
from engine.root.view import RootView
from render import fonts
from render.canvas import Canvas
from render.palette import mix
from render.root import sprites
from render.root.blocks import face
from render.root.looks import look_of
from render.root.style import palette_named, suit_colour

WIDTH = 1100
GAP = 16
CARD = (WIDTH - 3 * GAP) // 2
TALL = 252
STRIP = 104
KINDS = {
    "ambush": "Ambush",
    "dominance": "Dominance",
    "item": "Item",
    "immediate": "At once",
    "persistent": "Stays in play",
}


def card(canvas: Canvas, x: int, y: int, name: str, palette: str) -> None:
    """One card: suit, name, what it costs to craft, what it does."""
    table = palette_named(palette)
    known = CARDS.get(name)
    it = face(name)
    tint = suit_colour(it.suit, palette)
    place = f"card {name}"
    canvas.plate((x, y, x + CARD, y + TALL), table.panel, 22, table.outline, 4)
    canvas.plate((x, y, x + STRIP, y + TALL), tint, 22, table.outline, 4)
    canvas.bar((x + STRIP - 26, y + 4, x + STRIP, y + TALL - 4), tint)
    canvas.bar((x + STRIP, y + 4, x + STRIP + 4, y + TALL - 4), table.outline)
    on = table.on(tint)
    sign = sprites.sign(it.suit, 66, on, tint, palette)
    canvas.sprite(sign, x + (STRIP - sign.width) // 2 + 2, y + 20, "suit", it.suit, place)
    left, room = x + STRIP + 18, CARD - STRIP - 34
    size = next((s for s in (36, 33, 30, 27) if fonts.width(it.name, "title", s) <= room), 25)
    canvas.label(left, y + 36, it.name, "title", size, table.ink, "lm", room=room, place=place)
    if not it.known:
        canvas.fault(f"unknown card {name!r}")
        canvas.sprite(sprites.hazard(64, palette, False), left, y + 80, "mark", name, place)
    elif known:
        body(canvas, known, x, y, left, room, palette, place)
    elif name in QUESTS:
        for i, item in enumerate(QUESTS[name].items):
            canvas.sprite(sprites.item(item, 84, palette), left + i * 96, y + 90, "item", item, place)
    canvas.note("card", name, "", (x, y, x + CARD, y + TALL))


def body(canvas: Canvas, it: Card, x: int, y: int, left: int, room: int, palette: str, place: str) -> None:
    """Below the name: kind and cost, the item and its points, the words."""
    table = palette_named(palette)
    across = canvas.label(left, y + 74, KINDS[it.kind], "plain", 24, table.soft, "lm", place=place)
    at = left + across + 14
    for suit in it.cost:
        disc = sprites.suit_disc(suit, 34, palette)
        canvas.sprite(disc, at, y + 57, "cost", suit, place)
        at += 38
    if it.item:
        canvas.sprite(sprites.item(it.item, 76, palette), x + 16, y + 104, "item", it.item, place)
    if it.points:
        on = table.on(suit_colour(it.suit, palette))
        canvas.label(x + STRIP // 2 + 2, y + 214, f"+{it.points}", "strong", 44, on, "cm", place=place)
    size, step, most = 27, 35, 4
    if len(fonts.wrap(it.text, "plain", size, room)) > most:
        size, step, most = 24, 29, 5
    for i, line in enumerate(fonts.wrap(it.text, "plain", size, room, most)):
        canvas.label(left, y + 116 + i * step, line, "plain", size, table.ink, "lm", place=place)


def spread(heading: str, cards: Sequence[str], palette: str) -> Canvas:
    """Cards in two columns under a heading."""
    table = palette_named(palette)
    rows = max(1, -(-len(cards) // 2))
    height = 84 + rows * (TALL + GAP)
    canvas = Canvas(WIDTH, height, table.paper)
    canvas.label(
        GAP + 4, 44, heading, "title", 44, table.ink, "lm", room=WIDTH - 2 * GAP - 8, place="heading"
    )
    if not cards:
        canvas.label(GAP + 4, 84 + TALL // 2, "No cards.", "plain", 34, table.soft, "lm", place="heading")
    for i, name in enumerate(cards):
        card(canvas, GAP + i % 2 * (CARD + GAP), 84 + i // 2 * (TALL + GAP), name, palette)
    return canvas


def hand(view: RootView, palette: str) -> Canvas:
    """The hand of the seat whose view this is."""
    for player in (*view.players, *view.undecided):
        if player.hand is not None:
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
    return spread("This view shows no hand", (), palette)
