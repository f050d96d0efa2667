"""The battle just fought: who against whom, the dice, the hits, the losses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from engine.rules import Event
from render.canvas import Canvas
from render.flow import Block, draw_all, flow
from render.palette import mix
from render.root import sprites
from render.root.looks import buildings, look, split_kind, tokens
from render.root.style import palette_named, title, words
from render.vector import FINE

WIDTH = 1100


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
                losses.setdefault(owner, Counter())[kind] += 1
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
    sprites.write(shrunk, size // 2, size // 2, str(value), round(size * 0.5), table.light, table.outline, 4)
    return shrunk


def loss(owner: str, kind: str, count: int, palette: str, place: str) -> Block:
    """Lost pieces of one kind."""
    size = 84
    if kind in ("warrior", "warriors"):
        sprite = sprites.warriors(owner, count, palette, size)
        return Block(
            sprite.width,
            sprite.height,
            lambda c, x, y: c.sprite(sprite, x, y, "loss", f"{owner} {kind} {count}", place),
        )
    if split_kind(kind, buildings())[0]:
        sprite = sprites.building(owner, kind, palette, 70)
    elif split_kind(kind, tokens())[0]:
        sprite = sprites.token(owner, kind, 1, palette, 70)
    else:
        sprite = sprites.item(kind, 70, palette)
    text = f"×{count}" if count != 1 else ""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.sprite(sprite, x, y, "loss", f"{owner} {kind} {count}", place)
        if text:
            canvas.label(x + 74, y + 35, text, "strong", 34, palette_named(palette).ink, "lm", place=place)

    return Block(70 + (60 if text else 0), 70, draw)


def side(canvas: Canvas, it: Side, x: int, width: int, role: str, palette: str) -> None:
    """One half of the picture."""
    table = palette_named(palette)
    shape = look(it.owner, palette)
    place = f"{role} {it.owner}"
    if not shape.known:
        canvas.fault(f"unknown owner {it.owner!r} in a battle")
    canvas.plate((x, 92, x + width, canvas.height - 16), table.panel, 18, table.edge, 3)
    bar = mix(shape.colour, table.outline, 0.3)
    canvas.plate((x, 92, x + width, 222), bar, 18)
    canvas.bar((x, 150, x + width, 222), bar)
    figure = sprites.figure(shape.drawing, 114, shape.colour, palette, 3)
    canvas.sprite(figure, x + 16, 100, "head", it.owner, place)
    left = x + figure.width + 28
    canvas.label(
        left, 136, shape.short, "title", 42, table.light, "lm", room=width - figure.width - 44, place=place
    )
    canvas.label(left, 184, role, "plain", 28, table.light, "lm", place=place)
    if it.roll != it.hits:
        text = f"{it.hits} {'hit' if it.hits == 1 else 'hits'} dealt ({it.roll} rolled)"
    else:
        text = f"{it.hits} {'hit' if it.hits == 1 else 'hits'} dealt"
    canvas.label(x + 22, 258, text, "strong", 34, table.ink, "lm", room=width - 44, place=place)
    y = 300
    for note in it.notes[:2]:
        canvas.label(x + 22, y, note, "plain", 26, table.soft, "lm", room=width - 44, place=place)
        y += 36
    y += 4
    lost = [(k, n) for k, n in it.losses.items() if n]
    canvas.label(
        x + 22, y + 40, "Loses" if lost else "Loses nothing", "plain", 28, table.soft, "lm", place=place
    )
    blocks = [loss(it.owner, k, n, palette, place) for k, n in lost]
    placed, _ = flow(blocks, width - 150, 12, 8)
    draw_all(canvas, placed, x + 122, y)


def battle(fight: Battle, palette: str) -> Canvas:
    """The picture of a battle."""
    table = palette_named(palette)
    notes = max(len(fight.attacker.notes[:2]), len(fight.defender.notes[:2]))
    canvas = Canvas(WIDTH, 430 + 36 * notes, table.paper)
    disc = sprites.suit_disc(fight.suit, 64, palette)
    canvas.sprite(disc, 20, 14, "suit", fight.suit, f"clearing {fight.clearing}")
    canvas.label(96, 46, f"Battle in {fight.clearing}", "title", 44, table.ink, "lm", place="heading")
    half = (WIDTH - 48) // 2
    side(canvas, fight.attacker, 16, half, "attacks", palette)
    side(canvas, fight.defender, 32 + half, half, "defends", palette)
    x = WIDTH - 24 - 84 * len(fight.dice)
    for value in fight.dice:
        canvas.sprite(die(value, 76, palette, (178, 58, 46)), x, 8, "die", str(value), "dice")
        x += 84
    return canvas


def tell(fight: Battle) -> str:
    """The battle in words, for those who cannot see the picture."""

    def lost(it: Side) -> str:
        parts = [words(k) + (f" ×{n}" if n > 1 else "") for k, n in it.losses.items() if n]
        return f"{title(it.owner)} deal {it.hits} and lose {', '.join(parts) or 'nothing'}."

    dice = " and ".join(str(d) for d in fight.dice)
    rolled = f" Dice: {dice}." if dice else ""
    head = f"Battle in clearing {fight.clearing} ({fight.suit}): {title(fight.attacker.owner)} attack {title(fight.defender.owner)}."
    return f"{head}{rolled} {lost(fight.attacker)} {lost(fight.defender)}"
