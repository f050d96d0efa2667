"""The frames of a game's film: the table, half size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from engine.root.view import ClearingView, ForestView, RootView
from render.root.table import table


def changed(before: RootView, after: RootView) -> tuple[int | str, ...]:
    """The clearings and forests in which something is different now. A map that was just laid out is no change."""
    old = {c.id: c for c in before.clearings}
    woods = {f.id: f for f in before.forests}
    found: list[int | str] = [c.id for c in after.clearings if (old.get(c.id) or bare(c)) != c]
    found += [f.id for f in after.forests if (woods.get(f.id) or ForestView(id=f.id)) != f]
    others = {p.id: p for p in before.places}
    found += [p.id for p in after.places if others.pop(p.id, None) != p] + list(others)
    return tuple(found)


def bare(clearing: ClearingView) -> ClearingView:
    """A clearing before anybody has come to it."""
    return msgspec.structs.replace(
        clearing, ruler="", warriors={}, buildings=(), tokens=(), pawns=(), marks=()
    )


def frame(view: RootView, before: RootView | None, palette: str) -> Image.Image:
    """One position, with rings around what is new: the table at half its size."""
    return table(view, palette, changed(before, view) if before else (), (), {}, ()).image.reduce(2)


def frames(views: Sequence[RootView], palette: str) -> Iterator[Image.Image]:
    """Every position in turn."""
    before = None
    for view in views:
        yield frame(view, before, palette)
        before = view
