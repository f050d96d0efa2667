"""One hex, large, with what its neighbours hold around it and everything on it in words."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.harrow.view import HarrowView, HexView
from render import fonts
from render.canvas import Canvas
from render.harrow import ground, places, words
from render.harrow.ground import RADIUS, spot
from render.harrow.style import palette_named, title
from render.scene import Scene

WIDTH, HEIGHT = 1760, 1120
SCALE = 4.2
MIDDLE = (560, HEIGHT // 2)
COLUMN = 1080


@lru_cache(8)
def land(hexes: ground.Land, palette: str) -> Image.Image:
    """The land around a hex, at the scale of a close look."""
    scene = Scene(WIDTH, HEIGHT, ground.sky(palette))
    for number, q, r, kind in hexes:
        dx, dy = spot(q, r, RADIUS * SCALE)
        ground.ground(scene, number, kind, MIDDLE[0] + dx, MIDDLE[1] + dy, RADIUS * SCALE, palette)
    return scene.paint()


def zoom(view: HarrowView, number: int, palette: str) -> Canvas:
    """The hex in the middle; on the right what is there."""
    table = palette_named(palette)
    hex = next((h for h in view.hexes if h.id == number), None)
    if hex is None:
        raise LookupError(f"there is no hex {number}")
    around = [h for h in view.hexes if h is hex or places.near(h, hex)]
    canvas = Canvas(WIDTH, HEIGHT, None)
    canvas.picture(land(tuple((h.id, h.q - hex.q, h.r - hex.r, h.kind) for h in around), palette), 0, 0)
    places.weather(canvas, hex, *MIDDLE, palette, SCALE)
    places.number(canvas, hex, *MIDDLE, palette, SCALE)
    places.pieces(canvas, hex, *MIDDLE, palette, SCALE)
    canvas.plate((COLUMN, 16, WIDTH - 16, HEIGHT - 16), table.panel, 26, table.edge, 5)
    room = WIDTH - 16 - COLUMN - 60
    canvas.label(COLUMN + 30, 76, heading(hex), "title", 60, table.ink, "lm", room=room, place="words")
    y = 150
    lines = [*words.contents(hex), f"Next to it: {', '.join(str(h.id) for h in around if h is not hex)}"]
    for text in lines:
        for i, line in enumerate(fonts.wrap(text[:1].upper() + text[1:], "plain", 42, room - 30)):
            if y < HEIGHT - 40:
                canvas.label(
                    COLUMN + 30 + (30 if i else 0), y, line, "plain", 42, table.ink, "lm", place="words"
                )
            y += 54
        y += 8
    return canvas


def heading(hex: HexView) -> str:
    """The number, the name and the kind of a hex."""
    return f"{hex.id} · {title(hex.kind)}"
