"""Root's pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from PIL import Image

from engine.root.data import CARDS, MAPS
from engine.root.view import RootView
from engine.rules import Event, Place, View
from render.canvas import Canvas
from render.encode import fixed_palette
from render.palette import mix
from render.root import battle as fights
from render.root import cards, film, ground, places, shape, sprites, story, words
from render.root.battle import Battle
from render.root.looks import look, playable
from render.root.panels import boards, seat
from render.root.style import SUITS, palette_named, suit_colour
from render.root.table import table
from render.root.zoom import zoom


def root(view: View) -> RootView:
    """The view as one of Root."""
    if not isinstance(view, RootView):
        raise TypeError(f"not a view of Root: {type(view).__name__}")
    return view


@lru_cache(16)
def colours(map_name: str, palette: str) -> Image.Image:
    """The palette for all pictures on one map: its landscape, every owner, every suit, paper and ink."""
    shared = palette_named(palette)
    exact = [shared.paper, shared.panel, shared.ink, shared.outline, shared.light, shared.edge, shared.soft]
    exact += [shared.gold, shared.mark, shared.alarm]
    sheet = Canvas(900, 640, shared.paper)
    sheet.bar((0, 420, 900, 640), shared.panel)
    for i, owner in enumerate(playable()):
        body = look(owner, palette).colour
        exact += [
            body,
            mix(body, shared.outline, 0.34),
            mix(body, shared.outline, 0.12),
            mix(body, shared.light, 0.4),
        ]
        sheet.bar((i * 80, 0, i * 80 + 80, 300), body)
        for row in range(3):
            sheet.sprite(sprites.warriors(owner, 5 + row, palette, 80), i * 80, row * 100)
        sheet.sprite(sprites.warriors(owner, 8, palette, 80), i * 80, 310)
        sheet.sprite(sprites.warriors(owner, 8, palette, 80), i * 80, 430)
    for i, suit in enumerate(SUITS):
        exact += [suit_colour(suit, palette), ground.meadow(map_name, suit, palette)]
        sheet.sprite(sprites.suit_disc(suit, 60, palette), i * 70, 540)
    for i, item in enumerate(("boot", "bag", "crossbow", "hammer", "sword", "tea", "coin", "torch")):
        sheet.sprite(sprites.item(item, 50, palette, exhausted=i % 2 == 1), 400 + i * 60, 540)
    land = Canvas(shape.WIDTH, shape.HEIGHT, None)
    suits = ((c, ("fox", "rabbit", "mouse")[c % 3]) for c in MAPS[map_name].clearings)
    ground.draw_land(land, map_name, suits, palette)
    return fixed_palette([sheet.image, land.image], exact)


class RootPainter:
    """Draws Root."""

    game = "root"

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
        return table(root(view), palette, marked, recent, targets or {}, asked)

    def boards(self, view: View, palette: str) -> Canvas:
        return boards(root(view), palette)

    def seat(self, view: View, owner: str, palette: str) -> Canvas:
        return seat(root(view), owner, palette)

    def hand(self, view: View, palette: str) -> Canvas:
        return cards.hand(root(view), palette)

    def shows(self, card: str) -> bool:
        return card in CARDS

    def cards(self, heading: str, cards_shown: Sequence[str], palette: str) -> Canvas:
        return cards.spread(heading, cards_shown, palette)

    def zoom(self, view: View, place: Place, palette: str) -> Canvas:
        return zoom(root(view), int(place), palette)

    def battle(self, view: View, fight: Mapping[str, Any], palette: str) -> Canvas:
        return fights.battle(self._fight(view, fight), palette)

    def tell(self, view: View, kind: str, what: Any) -> str:
        if kind == "battle":
            return fights.tell(self._fight(view, what))
        if kind == "zoom":
            return words.tell_clearing(root(view), int(what))
        if kind == "seat":
            return words.tell_seat(root(view), what)
        if kind == "cards":
            return ", ".join(CARDS[card].name for card in what[1:])
        if kind == "boards":
            return words.tell_boards(root(view))
        return words.tell_hand(root(view))

    def _fight(self, view: View, fight: Mapping[str, Any]) -> Battle:
        suit = next((c.suit for c in root(view).clearings if c.id == fight.get("clearing")), "")
        return msgspec.convert({**fight, "suit": fight.get("suit") or suit}, Battle, strict=False)

    def fought(self, events: Sequence[Event]) -> Mapping[str, Any] | None:
        found = fights.fought(events)
        return None if found is None else msgspec.to_builtins(found)

    def named(self, view: View, names: Mapping[str, str]) -> View:
        players = tuple(
            msgspec.structs.replace(p, name=names.get(p.owner, p.name)) for p in root(view).players
        )
        return msgspec.structs.replace(root(view), players=players)

    def frames(self, views: Sequence[View], palette: str) -> Iterator[Image.Image]:
        return film.frames([root(v) for v in views], palette)

    def changed(self, before: View, after: View) -> tuple[Place, ...]:
        return film.changed(root(before), root(after))

    def colours(self, view: View, palette: str) -> Image.Image:
        name = root(view).map
        return colours(name if name in MAPS else next(iter(MAPS)), palette)

    def text_board(self, view: View) -> str:
        return words.text_board(root(view))

    def alt_text(self, view: View) -> str:
        return words.alt_text(root(view))

    def warm(self, palette: str) -> None:
        for name in MAPS:
            colours(name, palette)
        places.warm(playable(), palette)
        story.warm()


PAINTER = RootPainter()
