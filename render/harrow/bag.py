"""H8.1.2  The tokens that say whose turn it is: the one of this turn in gold, and those still in the bag."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.harrow.view import COIN, HarrowView
from render.canvas import Canvas
from render.harrow import sprites
from render.harrow.style import owner_colour, palette_named
from render.palette import mix
from render.sprites import disc_of

SIZE = 80
STEP = 86
SIDES = ("hester", "fairfolk")


@lru_cache(32)
def token(kind: str, now: bool, palette: str, size: int) -> Image.Image:
    """A token with the head of its faction; the coin with both."""
    table = palette_named(palette)
    edge = table.gold if now else table.outline
    thick = max(3, size // (9 if now else 16))
    sides = SIDES if kind == COIN else (kind,)
    halves = [
        disc_of(size, size, mix(owner_colour(side, palette), table.paper, 0.25), edge, thick)
        for side in sides
    ]
    image = halves[0].copy()
    if len(halves) > 1:
        mask = Image.new("L", (size, size), 0)
        ImageDraw.Draw(mask).rectangle((size // 2, 0, size, size), fill=255)
        image.paste(halves[1], (0, 0), mask)
    tall = round(size * (0.5 if len(sides) > 1 else 0.72))
    for i, side in enumerate(sides):
        figure = sprites.figure(side, tall, owner_colour(side, palette), palette, 1.2)
        middle = size // 2 if len(sides) == 1 else size * (3 + 4 * i) // 10
        image.alpha_composite(figure, (max(0, middle - figure.width // 2), (size - figure.height) // 2))
    return image


def row(canvas: Canvas, view: HarrowView, palette: str, right: int, y: int) -> int:
    """The tokens side by side, up to the right edge. Returns where they begin."""
    solo = view.solo
    if solo is None or not view.round or view.over:
        return right
    found = [(solo.drawn, True)] if solo.drawn else []
    found += [(kind, False) for kind in solo.tokens]
    left = right - STEP * len(found)
    for i, (kind, now) in enumerate(found):
        sprite = token(kind, now, palette, SIZE)
        canvas.sprite(
            sprite, left + i * STEP, y - SIZE // 2, "turn", f"{kind}{' now' if now else ''}", "headline"
        )
    return left
