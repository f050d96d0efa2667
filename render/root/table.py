"""The table as one picture of 11:7, as Discord shows it: the map as large as it goes, a slim column, a strip of words.

What changes with every answer, the words, lies below the map and not beside it: so the rows of the map stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine.root.data import MAPS
from engine.root.view import RootView
from engine.rules import Place
from render.canvas import Canvas
from render.root import column, ground, places, shape, story

WIDTH = shape.WIDTH + column.WIDTH
HEIGHT = shape.HEIGHT + story.HEIGHT


def known_map(view: RootView) -> RootView:
    """The view, with a map we have; what is wrong is said by the caller."""
    if view.map in MAPS:
        return view
    return msgspec.structs.replace(view, map=next(iter(MAPS)))


def table(
    view: RootView,
    palette: str,
    marked: Collection[Place],
    recent: Sequence[str],
    targets: Mapping[Place, str],
    asked: Collection[str],
) -> Canvas:
    """The whole table. It is always of the same size, and nothing on it ever changes its place."""
    given, view = view, known_map(view)
    canvas = Canvas(WIDTH, HEIGHT, None)
    ground.draw_land(canvas, view.map, places.suits_of(view), palette)
    if given.map != view.map:
        canvas.fault(f"unknown map {given.map!r}")
    places.draw_map(canvas, view, palette, marked, targets)
    column.column(canvas.part(shape.WIDTH, 0), view, palette, asked, targets)
    canvas.cuts = [shape.HEIGHT, shape.HEIGHT + story.HEIGHT // 2]
    told = [story.LEGEND, *recent] if view.turn <= 1 else recent
    story.strip(canvas.part(0, shape.HEIGHT), told, canvas.wrong, palette)
    return canvas
