"""When a picture cannot be drawn: the position in words, as a picture that says so."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from engine.rules import View
from render import fonts
from render.canvas import Canvas
from render.encode import fixed_palette, plain_png
from render.painter import PICTURES
from render.palette import PALETTES

if TYPE_CHECKING:
    from render.studio import Picture

log = logging.getLogger("glade.render")

WIDTH = 1100


def words_of(view: View) -> str:
    """The table in words, or as much as the platform itself knows."""
    try:
        return PICTURES[view.game].text_board(view)
    except Exception:
        log.exception("text board of %s could not be written", view.game)
        seats = "\n".join(f"{s.name} ({s.plays}): {s.score}" for s in view.seats)
        return f"{view.game}, turn {view.turn}\n{seats}"


def plain(view: View, name: str, palette: str) -> Picture:
    """The position in words on paper, with a warning on top. Never fails."""
    from render.studio import Picture

    table = PALETTES[palette]
    words = words_of(view)
    lines = [
        part for line in words.splitlines() for part in (fonts.wrap(line, "plain", 26, WIDTH - 60) or ("",))
    ]
    canvas = Canvas(WIDTH, 130 + 34 * len(lines), table.panel)
    canvas.bar((0, 0, WIDTH, 80), table.alarm)
    canvas.label(30, 40, "This picture could not be drawn", "title", 40, table.light, "lm")
    for i, line in enumerate(lines):
        canvas.label(30, 116 + 34 * i, line, "plain", 26, table.ink, "lm")
    shades = fixed_palette([canvas.image], (table.panel, table.ink, table.alarm, table.light))
    data = plain_png(canvas.image, shades)
    return Picture(data, f"{name}.png", words[:1024], WIDTH, canvas.height, ("could not be drawn",))
