"""Harrow County's pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from PIL import Image

from engine.harrow.data import COUNTIES
from engine.harrow.view import TREE, HarrowView, TreeView
from engine.rules import Event, Place, View
from render.canvas import Canvas
from render.encode import fixed_palette
from render.harrow import boards, cards, ground, sprites, tree, words
from render.harrow.board import HEIGHT, MIDDLE, WIDTH, board
from render.harrow.style import (
    BONE,
    EMBER,
    OWNERS,
    TERRAINS,
    cube_colour,
    owner_colour,
    palette_named,
    terrain_colour,
)
from render.harrow.zoom import zoom
from render.palette import mix
from render.plain import PlainPainter

FILM = (1100, 700)
"""How large the pictures of a film are."""


def harrow(view: View) -> HarrowView:
    """The view as one of Harrow County."""
    if not isinstance(view, HarrowView):
        raise TypeError(f"not a view of Harrow County: {type(view).__name__}")
    return view


@lru_cache(4)
def colours(palette: str) -> Image.Image:
    """The palette for all pictures of the county: its land, every owner, paper and ink."""
    table = palette_named(palette)
    exact = [
        table.paper,
        table.panel,
        table.ink,
        table.outline,
        table.light,
        table.edge,
        table.soft,
        table.gold,
    ]
    exact += [table.mark, table.alarm, ground.sky(palette), BONE, EMBER, ground.on_sky(palette)]
    exact += [mix(table.panel, table.paper, 0.3), mix(table.panel, table.edge, 0.3), sprites.STONE]
    exact += [mix(table.panel, owner_colour(owner, palette), 0.25) for owner in OWNERS]
    sheet = Canvas(1100, 700, table.panel)
    for i, owner in enumerate(OWNERS):
        body = owner_colour(owner, palette)
        exact += [
            body,
            mix(body, table.outline, 0.25),
            mix(body, table.outline, 0.35),
            mix(body, (255, 248, 232), 0.5),
        ]
        if sprites.has(f"haint-{owner}"):
            for row in range(3):
                sheet.sprite(sprites.haints(owner, 2 + row, False, False, palette, 90), i * 100, row * 100)
            sheet.sprite(sprites.jar("attack", False, owner, palette, 110), i * 100, 310)
            sheet.sprite(sprites.dial(4, 7, owner, palette, 120), 500 + i * 130, 310)
        sheet.sprite(sprites.cube(owner, 60, palette), i * 100, 440)
    for i, kind in enumerate(TERRAINS):
        exact += [terrain_colour(kind, palette), cube_colour(kind, palette)]
        sheet.sprite(sprites.cube(kind, 60, palette), 520 + i * 80, 440)
    for i, name in enumerate(("townsfolk", "building", "flame", "nest", "lantern", "doll", "snake", "crown")):
        sheet.sprite(sprites.figure(name, 100, (128, 64, 160), palette, 2), i * 130, 560)
    for i, name in enumerate(("emmy", "malachi", "corbin", "odessa", "knocker", "hester")):
        sheet.sprite(
            sprites.figure(name, 130, owner_colour("family", palette), palette, 2), 500 + i * 100, 20
        )
    land = ground.land(land_of(next(iter(COUNTIES))), WIDTH, HEIGHT, *MIDDLE, palette).copy()
    storm = sprites.storm(ground.RADIUS, palette)
    for _, q, r, kind in land_of(next(iter(COUNTIES)))[::2]:
        if kind != "brambles":
            x, y = ground.spot(q, r)
            land.paste(
                storm,
                (round(MIDDLE[0] + x) - storm.width // 2, round(MIDDLE[1] + y) - storm.height // 2),
                storm,
            )
    return fixed_palette([sheet.image, land, tree.stage(palette)], exact)


def land_of(side: str) -> ground.Land:
    """The land of one printed side."""
    return tuple((h.id, h.q, h.r, h.kind) for h in COUNTIES[side].hexes.values())


class HarrowPainter(PlainPainter):
    """Draws Harrow County."""

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
        return board(harrow(view), palette, marked, recent, targets, asked)

    def boards(self, view: View, palette: str) -> Canvas:
        return boards.boards(harrow(view), palette)

    def seat(self, view: View, owner: str, palette: str) -> Canvas:
        if owner == TREE:
            return tree.picture(harrow(view).tree, palette)
        return boards.seat(harrow(view), owner, palette)

    def hand(self, view: View, palette: str) -> Canvas:
        return cards.hand(harrow(view), palette)

    def zoom(self, view: View, place: Place, palette: str) -> Canvas:
        return zoom(harrow(view), int(place), palette)

    def battle(self, view: View, fight: Mapping[str, Any], palette: str) -> Canvas:
        return tree.picture(msgspec.convert(fight, TreeView), palette)

    def fought(self, events: Sequence[Event]) -> Mapping[str, Any] | None:
        found = tree.told(events)
        return None if found is None else msgspec.to_builtins(found)

    def named(self, view: View, names: Mapping[str, str]) -> View:
        factions = tuple(
            msgspec.structs.replace(f, name=names.get(f.owner, f.name)) for f in harrow(view).factions
        )
        return msgspec.structs.replace(harrow(view), factions=factions)

    def frames(self, views: Sequence[View], palette: str) -> Iterator[Image.Image]:
        before: HarrowView | None = None
        for view in map(harrow, views):
            marked = self.changed(before, view) if before else ()
            canvas = board(view, palette, marked)
            yield canvas.image.resize(FILM, Image.Resampling.LANCZOS)
            before = view

    def changed(self, before: View, after: View) -> tuple[Place, ...]:
        old = {h.id: h for h in harrow(before).hexes}
        return tuple(h.id for h in harrow(after).hexes if h.id in old and old[h.id] != h)

    def colours(self, view: View, palette: str) -> Image.Image:
        return colours(palette)

    def text_board(self, view: View) -> str:
        return words.text_board(harrow(view))

    def alt_text(self, view: View) -> str:
        return words.alt_text(harrow(view))

    def tell(self, view: View, kind: str, what: Any) -> str:
        it = harrow(view)
        if kind == "battle":
            return tree.tell(msgspec.convert(what, TreeView))
        if kind == "seat" and what == TREE:
            return tree.tell(it.tree)
        if kind == "zoom":
            return words.tell_hex(it, int(what))
        if kind == "seat":
            return words.tell_seat(it, what)
        return words.tell_boards(it) if kind == "boards" else words.tell_hand(it)

    def warm(self, palette: str) -> None:
        for side in COUNTIES:
            ground.land(land_of(side), WIDTH, HEIGHT, *MIDDLE, palette)
        colours(palette)
        for owner in OWNERS:
            for count in range(1, 5):
                for size in (68, 78, 88):
                    sprites.haints(owner, count, False, False, palette, size)


PAINTER = HarrowPainter("harrow")
