"""The battle just fought: who against whom, the dice, the hits, the losses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from engine.rules import Event
from render.canvas import Canvas
from render.flow import Block, Placed, draw_all, flow
from render.palette import mix
from render.root import sprites
from render.root.looks import buildings, look, split_kind, tokens
from render.root.style import palette_named, title, words
from render.sprites import write
from render.vector import FINE

WIDTH, HEIGHT = 1760, 1120


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a battle. `losses` counts pieces by kind ("warrior", "sawmill", an item …)."""

    owner: str
    roll: int = 0
    hits: int = 0
    """All hits dealt, rolled and extra."""
    losses: dict[str, int] = {}
    notes: tuple[str, ...] = ()
    """Cards and abilities used, in words."""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it was fought. `dice` are as rolled, the higher first."""

    clearing: int
    suit: str = ""
    attacker: Side
    defender: Side
    dice: tuple[int, ...] = ()


def fought(events: Sequence[Event]) -> Battle | None:
    """The last battle told by these events, with its dice and all it removed; None if there was none."""
    start = max((i for i, e in enumerate(events) if e.key == "battle"), default=None)
    if start is None:
        return None
    head = events[start].about
    owners = (head["attacker"], head["defender"])
    dice: tuple[int, ...] = ()
    hits = dict.fromkeys(owners, 0)
    losses: dict[str, Counter[str]] = {o: Counter() for o in owners}
    for event in events[start + 1 :]:
        about = event.about
        if event.key == "rolled" and about.get("clearing") == head["clearing"]:
            dice = tuple(about["dice"])
            hits = {owners[0]: about["attacker_hits"], owners[1]: about["defender_hits"]}
        elif event.key == "removed" and about.get("clearing") == head["clearing"]:
            for owner, n in about["warriors"].items():
                losses.setdefault(owner, Counter())["warrior"] += n
            for owner, kind in about["pieces"]:
                losses.setdefault(owner, Counter())[kind.partition("@")[0]] += 1
    attacker, defender = (
        Side(owner=o, roll=hits[o], hits=max(hits[o], losses[e].total()), losses=dict(losses[o]))
        for o, e in (owners, owners[::-1])
    )
    return Battle(clearing=head["clearing"], attacker=attacker, defender=defender, dice=dice)


def die(value: int, size: int, palette: str, body: tuple[int, int, int]) -> Image.Image:
    """A twelve-sided die showing a number."""
    table = palette_named(palette)
    big = size * FINE
    image = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    c = big / 2

    def ring(r: float, n: int, turn: float = -90) -> list[tuple[float, float]]:
        return [
            (
                c + r * math.cos(math.radians(turn + 360 * i / n)),
                c + r * math.sin(math.radians(turn + 360 * i / n)),
            )
            for i in range(n)
        ]

    outer, inner = ring(c - FINE, 10), ring(c * 0.62, 5)
    draw.polygon(outer, fill=(*table.outline, 255))
    draw.polygon(ring(c - 4 * FINE, 10), fill=(*mix(body, table.outline, 0.25), 255))
    for i, p in enumerate(inner):
        draw.line((p, outer[2 * i]), fill=(*table.outline, 255), width=2 * FINE)
    draw.polygon(inner, fill=(*body, 255), outline=(*table.outline, 255), width=2 * FINE)
    shrunk = image.reduce(FINE)
    write(shrunk, size // 2, size // 2, str(value), round(size * 0.5), table.light, table.outline, 4)
    return shrunk


def loss(owner: str, kind: str, count: int, palette: str, place: str, k: float) -> Block:
    """Lost pieces of one kind, `k` times as large as usual."""
    size, tile, letters = round(150 * k), round(124 * k), round(60 * k)
    if kind in ("warrior", "warriors"):
        sprite = sprites.warriors(owner, count, palette, size)
    elif split_kind(kind, buildings())[0]:
        sprite = sprites.building(owner, kind, palette, tile)
    elif split_kind(kind, tokens())[0]:
        sprite = sprites.token(owner, kind, count, palette, tile)
    else:
        sprite = sprites.item(kind, tile, palette)
    numbered = kind in ("warrior", "warriors") or bool(split_kind(kind, tokens())[0])
    text = f"×{count}" if count != 1 and not numbered else ""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(sprite, x, y, "loss", f"{owner} {kind} {count}", place)
        if text:
            ink = palette_named(palette).ink
            canvas.label(x + sprite.width + 8, y + tile // 2, text, "strong", letters, ink, "lm", place=place)

    return Block(sprite.width + (round(90 * k) if text else 0), sprite.height, draw)


TOP, BAR = 190, 200
"""Where the halves begin, and how high their coloured bars are."""
LEAST, NOTES = 760, 3
"""The picture is as high as what it tells, but no lower than that: it stays a picture, not a strip. So many notes at most."""


def side(canvas: Canvas, it: Side, x: int, width: int, role: str, palette: str) -> None:
    """One half of the picture."""
    table = palette_named(palette)
    shape = look(it.owner, palette)
    place = f"{role} {it.owner}"
    if not shape.known:
        canvas.fault(f"unknown owner {it.owner!r} in a battle")
    canvas.plate((x, TOP, x + width, canvas.height - 20), table.panel, 26, table.edge, 4)
    bar = mix(shape.colour, table.outline, 0.3)
    canvas.plate((x, TOP, x + width, TOP + BAR), bar, 26)
    canvas.bar((x, TOP + BAR // 2, x + width, TOP + BAR), bar)
    figure = sprites.figure(shape.drawing, BAR - 24, shape.colour, palette, 4)
    canvas.sprite(figure, x + 24, TOP + 10, "head", it.owner, place)
    left = x + figure.width + 44
    room = width - figure.width - 64
    canvas.label(left, TOP + 68, shape.short, "title", 74, table.light, "lm", room=room, place=place)
    canvas.label(left, TOP + 144, role, "plain", 48, table.light, "lm", place=place)
    y = TOP + BAR + 66
    hits = f"{it.hits} {'hit' if it.hits == 1 else 'hits'}"
    rolled = f" ({it.roll} rolled)" if it.roll != it.hits else ""
    canvas.label(
        x + 34, y, f"{hits} dealt{rolled}", "strong", 60, table.ink, "lm", room=width - 68, place=place
    )
    y += 76
    for note in it.notes[:NOTES]:
        canvas.label(x + 34, y, note, "plain", 42, table.soft, "lm", room=width - 68, place=place)
        y += 58
    y += 20
    text = "Loses" if any(it.losses.values()) else "Loses nothing"
    canvas.label(x + 34, y, text, "plain", 46, table.soft, "lm", place=place)
    placed, _ = lost(it, width, palette, place)
    draw_all(canvas, placed, x + 34, y + 44)


def lost(it: Side, width: int, palette: str, place: str = "") -> tuple[list[Placed], int]:
    """The lost pieces of one side, in lines, and how high the picture is with them: within its box."""
    above = TOP + BAR + 206 + len(it.notes[:NOTES]) * 58
    for k in (1.0, 0.75, 0.5, 0.35):
        blocks = [loss(it.owner, kind, n, palette, place, k) for kind, n in it.losses.items() if n]
        placed, tall = flow(blocks, width - 68, 22, 14)
        if above + tall + 60 <= HEIGHT:
            break
    return placed, min(HEIGHT, above + tall + 60)


def battle(fight: Battle, palette: str) -> Canvas:
    """The picture of a battle."""
    table = palette_named(palette)
    half = (WIDTH - 60) // 2
    high = max(LEAST, *(lost(it, half, palette)[1] for it in (fight.attacker, fight.defender)))
    canvas = Canvas(WIDTH, high, table.paper)
    disc = sprites.suit_disc(fight.suit, 120, palette)
    canvas.sprite(disc, 30, 36, "suit", fight.suit, f"clearing {fight.clearing}")
    canvas.label(176, 96, f"Battle in {fight.clearing}", "title", 84, table.ink, "lm", place="heading")
    side(canvas, fight.attacker, 20, half, "attacks", palette)
    side(canvas, fight.defender, 40 + half, half, "defends", palette)
    size = 150
    x = WIDTH - 30 - (size + 16) * len(fight.dice)
    for value in fight.dice:
        canvas.sprite(die(value, size, palette, (178, 58, 46)), x, 20, "die", str(value), "dice")
        x += size + 16
    return canvas


def tell(fight: Battle) -> str:
    """The battle in words, for those who cannot see the picture."""

    def losses(it: Side) -> str:
        parts = [words(k) + (f" ×{n}" if n > 1 else "") for k, n in it.losses.items() if n]
        return f"{title(it.owner)} deal {it.hits} and lose {', '.join(parts) or 'nothing'}."

    dice = " and ".join(str(d) for d in fight.dice)
    rolled = f" Dice: {dice}." if dice else ""
    head = f"Battle in clearing {fight.clearing} ({fight.suit}): {title(fight.attacker.owner)} attack {title(fight.defender.owner)}."
    return f"{head}{rolled} {losses(fight.attacker)} {losses(fight.defender)}"
