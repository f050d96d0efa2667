"""A close look at one clearing, with its neighbours in words."""

from __future__ import annotations

from engine.root.view import RootView
from render import fonts
from render.canvas import Canvas
from render.root import ground, places
from render.root.board import known_map
from render.root.style import palette_named
from render.root.words import clearing_line, ways

WIDTH, TALL = 1100, 860
K = 2.0


def zoom(view: RootView, clearing: int, palette: str) -> Canvas:
    """One clearing, large; its neighbours only as far as they reach into the picture."""
    view = known_map(view)
    table = palette_named(palette)
    spots = ground.lay(view.map).clearings
    found = next((c for c in view.clearings if c.id == clearing), None)
    if found is None or clearing not in spots:
        canvas = Canvas(WIDTH, 120, table.paper)
        canvas.label(30, 60, f"There is no clearing {clearing}.", "title", 44, table.ink, "lm")
        canvas.fault(f"no clearing {clearing} to zoom to")
        return canvas
    x, y = spots[clearing]
    half_w, half_h = WIDTH / K / 2, TALL / K / 2
    cx = min(max(x, half_w), ground.WIDTH - half_w)
    cy = min(max(y, half_h), ground.HEIGHT - half_h)
    window = (cx - half_w, cy - half_h, cx + half_w, cy + half_h)
    land = Canvas(WIDTH, TALL, ground.close_up(view.map, places.suits_of(view), palette, window, K))
    for each in sorted(view.clearings, key=lambda c: c.id == clearing):
        if each.id in spots:
            u, v = spots[each.id]
            at = (round((u - window[0]) * K), round((v - window[1]) * K))
            if -320 < at[0] < WIDTH + 320 and -320 < at[1] < TALL + 320:
                places.clearing_pieces(land, view, each, *at, palette, K)
    lines = [
        *fonts.wrap(clearing_line(found), "plain", 30, WIDTH - 60, 5),
        *fonts.wrap(ways(view, clearing), "plain", 30, WIDTH - 60, 3),
    ]
    canvas = Canvas(WIDTH, TALL + 40 * len(lines) + 32, table.panel)
    land.report = [d for d in land.report if d.place == f"clearing {clearing}"]
    canvas.sheet(land, 0, 0)
    for i, line in enumerate(lines):
        canvas.label(30, TALL + 36 + 40 * i, line, "plain", 30, table.ink, "lm", place="words")
    return canvas
