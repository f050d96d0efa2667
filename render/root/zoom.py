"""A close look at one clearing, with its neighbours in words."""

from __future__ import annotations

from engine.root.view import ClearingView, RootView
from render import fonts
from render.canvas import Canvas
from render.root import ground, places, shape, sprites
from render.root.lay import lay
from render.root.style import palette_named
from render.root.table import known_map
from render.root.words import contents, free_slots, owner, ways

WIDTH, HEIGHT = 1760, 1120
LAND = 1160
"""How wide the landscape is; the words stand beside it."""
K = 2.7
LETTERS, LEADING, PAD = 40, 52, 34


def zoom(view: RootView, clearing: int, palette: str) -> Canvas:
    """One clearing, large; its neighbours only as far as they reach into the picture."""
    view = known_map(view)
    table = palette_named(palette)
    spots = lay(view.map).clearings
    found = next((c for c in view.clearings if c.id == clearing), None)
    canvas = Canvas(WIDTH, HEIGHT, table.panel)
    if found is None or clearing not in spots:
        canvas.label(
            PAD, 80, f"There is no clearing {clearing}.", "title", 60, table.ink, "lm", place="words"
        )
        canvas.fault(f"no clearing {clearing} to zoom to")
        return canvas
    x, y = spots[clearing]
    half_w, half_h = LAND / K / 2, HEIGHT / K / 2
    cx = min(max(x, half_w), shape.WIDTH - half_w)
    cy = min(max(y, half_h), shape.HEIGHT - half_h)
    window = (cx - half_w, cy - half_h, cx + half_w, cy + half_h)
    land = Canvas(LAND, HEIGHT, None)
    land.picture(ground.close_up(view.map, places.suits_of(view), palette, window, K), 0, 0)
    for each in sorted(view.clearings, key=lambda c: c.id == clearing):
        if each.id in spots:
            u, v = spots[each.id]
            at = (round((u - window[0]) * K), round((v - window[1]) * K))
            if -320 < at[0] < LAND + 320 and -320 < at[1] < HEIGHT + 320:
                places.clearing_pieces(land, view, each, *at, palette, K)
    land.report = [d for d in land.report if d.place == f"clearing {clearing}"]
    canvas.sheet(land, 0, 0)
    canvas.bar((LAND, 0, WIDTH, HEIGHT), table.panel)
    canvas.bar((LAND, 0, LAND + 6, HEIGHT), table.outline)
    said(canvas, found, view, palette)
    return canvas


def said(canvas: Canvas, it: ClearingView, view: RootView, palette: str) -> None:
    """What is there and where one can go, line by line."""
    table = palette_named(palette)
    room, left, y = WIDTH - LAND - 2 * PAD, LAND + PAD, 66
    disc = sprites.suit_disc(it.suit, 84, palette)
    canvas.sprite(disc, left, y - 42, "sign", it.suit, "words")
    canvas.label(left + 104, y, f"Clearing {it.id}", "title", 62, table.ink, "lm", place="words")
    y += 88
    parts = [f"Ruled by {owner(it.ruler)}" if it.ruler else "Nobody rules"]
    parts += [*contents(it), free_slots(it), *(p for p in ways(view, it.id).split(". ") if p)]
    for part in parts:
        for i, line in enumerate(fonts.wrap(part[:1].upper() + part[1:], "plain", LETTERS, room - 26, 3)):
            if y > HEIGHT - LEADING:
                return
            if not i:
                canvas.bar((left, y - 5, left + 10, y + 5), table.gold)
            canvas.label(left + 26, y, line, "plain", LETTERS, table.ink, "lm", place="words")
            y += LEADING
