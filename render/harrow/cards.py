"""Cards of our own design: a hand with what every card does in our words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.harrow.data import FACTS, FactData
from engine.harrow.view import FactionView, HarrowView
from render import fonts
from render.canvas import Canvas
from render.harrow import ground, sprites
from render.harrow.style import owner_colour, owner_name, palette_named, title
from render.palette import mix

WIDTH, HEIGHT = 1760, 1120
GAP = 18
TOP = 104
SIZES = ((2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (5, 4))
"""Columns and rows, for more and more cards."""
TALLEST = 470
"""No card is higher than this: a small hand makes a low picture."""


def facts(card: str) -> FactData | None:
    """What is printed on a card, a legend, a tile, an upgrade token, an offer or an objective card."""
    groups = (FACTS.cards, FACTS.legends, FACTS.tiles, FACTS.offers, FACTS.quests)
    return next((group[card] for group in groups if card in group), None)


def name_of(card: str) -> str:
    """A printed thing by its name."""
    found = facts(card)
    return found.name if found else title(card)


def own(view: HarrowView) -> FactionView | None:
    """The faction of the seat whose view this is."""
    return next((f for f in view.factions if f.hand is not None), None)


def hand(view: HarrowView, palette: str) -> Canvas:
    """The hand of the seat whose view this is."""
    faction = own(view)
    if faction is None:
        return spread("No cards", (), "", palette)
    cards = (*(faction.hand or ()), *((faction.fairfolk and faction.fairfolk.own_objectives) or ()))
    return spread(f"{owner_name(faction.owner)}: cards in hand", cards, faction.owner, palette)


def spread(heading: str, cards: Sequence[str], owner: str, palette: str) -> Canvas:
    """Cards side by side, as large as they can be."""
    columns, rows = next((s for s in SIZES if s[0] * s[1] >= len(cards)), SIZES[-1])
    wide = (WIDTH - GAP * (columns + 1)) // columns
    tall = min(TALLEST, (HEIGHT - TOP - GAP * rows) // rows)
    canvas = Canvas(WIDTH, TOP + rows * (tall + GAP), ground.sky(palette))
    canvas.label(
        GAP + 8, 54, heading, "title", 60, ground.on_sky(palette), "lm", room=WIDTH - 60, place="heading"
    )
    if not cards:
        canvas.label(GAP + 8, 160, "There are none.", "plain", 44, ground.on_sky(palette), "lm", place="hand")
        return canvas
    for i, card in enumerate(cards[: columns * rows]):
        x = GAP + i % columns * (wide + GAP)
        y = TOP + i // columns * (tall + GAP)
        draw(canvas, x, y, wide, tall, card, owner, palette)
    return canvas


def draw(canvas: Canvas, x: int, y: int, wide: int, tall: int, card: str, owner: str, palette: str) -> None:
    """One card: its name, what it costs, what it does, and its clause."""
    table = palette_named(palette)
    found = facts(card)
    colour = owner_colour(owner or (found.deck if found else ""), palette)
    place = f"card {card}"
    canvas.plate((x, y, x + wide, y + tall), table.panel, 22, mix(colour, table.outline, 0.4), 7)
    canvas.note("card", card, place, (x, y, x + wide, y + tall))
    band = max(64, min(96, tall // 4))
    bar = mix(colour, table.outline, 0.28)
    canvas.plate((x + 7, y + 7, x + wide - 7, y + band), bar, 16)
    letters = 52 if band > 80 else 40
    left = x + 30
    if found and found.price:
        token = sprites.token(found.price, band - 22, palette)
        canvas.sprite(token, x + 18, y + 15, "price", found.price, place)
        left += token.width + 4
    for _ in range(found.silver if found else 0):  # H7.8.1
        cube = sprites.cube("fairfolk", band - 40, palette)
        canvas.sprite(cube, left, y + band // 2 + 4 - cube.height // 2, "price", "silver", place)
        left += cube.width + 4
    name = found.name if found else title(card)
    while letters > 28 and fonts.width(name, "title", letters) > x + wide - 24 - left:
        letters -= 2
    canvas.label(
        left,
        y + band // 2 + 4,
        name,
        "title",
        letters,
        table.light,
        "lm",
        room=x + wide - 24 - left,
        place=place,
    )
    if found is None:
        canvas.fault(f"unknown card {card!r}")
        mark = sprites.hazard(90, palette)
        canvas.sprite(mark, x + (wide - 90) // 2, y + band + 20, "mark", card, place)
        return
    if sprites.has(f"haint-{owner}"):
        ghost = sprites.sign(
            f"haint-{owner}", max(60, tall - band - 60), mix(table.panel, colour, 0.13), palette
        )
        canvas.sprite(ghost, x + wide - ghost.width - 30, y + tall - ghost.height - 14)
    size = 54
    room = wide - 60
    while size > 22 and len(fonts.wrap(found.text, "plain", size, room)) * size * 1.28 > tall - band - 74:
        size -= 2
    line = round(size * 1.28)
    at = y + band + 22 + line // 2
    for text in fonts.wrap(found.text, "plain", size, room):
        canvas.label(x + 30, at, text, "plain", size, table.ink, "lm", place=place)
        at += line
    canvas.label(x + wide - 28, y + tall - 30, found.clause, "small", 28, table.soft, "rm", place=place)
