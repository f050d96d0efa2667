"""A small painter: the heap as a row of pebbles above the words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from engine.rules import Place, View
from render.canvas import Canvas
from render.palette import PALETTES
from render.plain import PlainPainter
from tests.toy.rules import PebblesView


class PebblesPainter(PlainPainter):
    """Draws Pebbles."""

    def board(
        self,
        view: View,
        palette: str,
        marked: Collection[Place] = (),
        recent: Sequence[str] = (),
        *,
        targets: Mapping[Place, str] | None = None,
        asked: Collection[str] = (),
    ) -> Canvas:
        below = super().board(view, palette, marked, recent)
        table = PALETTES[palette]
        canvas = Canvas(below.width, below.height + 80, table.panel)
        for i in range(cast(PebblesView, view).heap):
            canvas.plate(
                (20 + 34 * i, 20, 48 + 34 * i, 48), table.gold if "heap" in marked else table.edge, 14
            )
        canvas.sheet(below, 0, 80)
        return canvas

    def changed(self, before: View, after: View) -> tuple[Place, ...]:
        return () if cast(PebblesView, before).heap == cast(PebblesView, after).heap else ("heap",)


PAINTER = PebblesPainter("pebbles")
