"""The frames of a game's film: the line of players and the map, half size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from engine.root.view import RootView
from render.canvas import Canvas
from render.root import ground, places
from render.root.blocks import Kit
from render.root.board import TOP, known_map, top_line
from render.root.style import palette_named


def changed(before: RootView, after: RootView) -> tuple[int | str, ...]:
    """The clearings and forests in which something is different now."""
    old = {c.id: c for c in before.clearings}
    woods = {f.id: f for f in before.forests}
    found: list[int | str] = [c.id for c in after.clearings if old.get(c.id) != c]
    found += [f.id for f in after.forests if woods.get(f.id) != f]
    return tuple(found)


def frame(view: RootView, before: RootView | None, palette: str) -> Image.Image:
    """One position, with rings around what is new."""
    view = known_map(view)
    land = Canvas(ground.WIDTH, ground.HEIGHT, ground.suited(view.map, places.suits_of(view), palette))
    places.draw_map(land, view, palette, changed(before, view) if before else ())
    canvas = Canvas(ground.WIDTH, TOP + ground.HEIGHT, palette_named(palette).paper)
    top_line(canvas, view, Kit(palette, 1, ground.WIDTH, "table"), 10)
    canvas.sheet(land, 0, TOP)
    return canvas.image.reduce(2)


def frames(views: Sequence[RootView], palette: str) -> Iterator[Image.Image]:
    """Every position in turn."""
    before = None
    for view in views:
        yield frame(view, before, palette)
        before = view
