"""A position in words on paper: for a game that has no painter, and when a picture cannot be drawn."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from PIL import Image

from engine.games import GAMES
from engine.rules import Event, Place, View
from render import fonts
from render.canvas import Canvas
from render.encode import fixed_palette, plain_png
from render.palette import PALETTES

if TYPE_CHECKING:
    from render.orders import Picture

log = logging.getLogger("glade.render")

WIDTH = 1100
LINE, SIZE, EDGE = 34, 26, 30
ALT = 1024
OWN = {field.name for field in msgspec.structs.fields(View)}


def is_empty(value: Any) -> bool:
    """Nothing to tell: nobody, nothing, no. A number is worth telling."""
    return value is None or value is False or (not value and not isinstance(value, (int, float)))


def told(value: Any) -> str:
    """A part of a view in words."""
    if isinstance(value, Mapping):
        parts = [(name.replace("_", " "), one) for name, one in value.items() if not is_empty(one)]
        return ", ".join(name if one is True else f"{name} {told(one)}" for name, one in parts)
    if isinstance(value, (list, tuple)):
        return "; ".join(told(one) for one in value if not is_empty(one))
    return "yes" if value is True else str(value)


def lines_of(name: str, value: Any) -> list[str]:
    """A part of a view: in one line, or a line for each thing that has parts of its own."""
    title = name.replace("_", " ").capitalize()
    if isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) for one in value):
        return [f"{title}:", *(f"– {told(one)}" for one in value)]
    return [f"{title}: {told(value)}"]


def text_of(view: View) -> str:
    """All that a view holds, in words: whose turn, how everybody stands, and then part by part."""
    kind = GAMES.get(view.game)
    title = kind.name if kind else view.game.replace("_", " ").title()
    active = _name(view, view.active) if view.active else ""
    phase = kind.words.phase(view) if kind else view.phase
    lines = [" · ".join(filter(None, (f"{title}, turn {view.turn}", active, phase)))]
    for seat in view.seats:
        plays = f" ({seat.plays})" if seat.plays not in ("", seat.name) and not kind else ""
        standing = kind.words.standing(view, seat.seat) if kind else "" if seat.score is None else seat.score
        facts = [str(standing), seat.note, f"{seat.cards} cards" if seat.cards else ""]
        lines.append(f"{_name(view, seat.seat)}{plays}: {', '.join(filter(None, facts)) or '–'}")
    for name, value in msgspec.to_builtins(view, str_keys=True).items():
        if name not in OWN and not is_empty(value):
            lines += lines_of(name, value)
    if view.over:
        winners = ", ".join(_name(view, seat) for seat in view.winners)
        lines.append(f"The game is over. It was won by {winners or 'nobody'}.")
    return "\n".join(lines)


def _name(view: View, seat: str) -> str:
    kind = GAMES.get(view.game)
    if kind:
        return kind.words.seat(view, seat)
    return next((one.name for one in view.seats if one.seat == seat), seat)


def sheet(words: str, palette: str, warning: str = "") -> Canvas:
    """Words on paper, with a warning on top if there is one."""
    table = PALETTES[palette]
    lines = [
        part
        for line in words.splitlines()
        for part in (fonts.wrap(line, "plain", SIZE, WIDTH - 2 * EDGE) or ("",))
    ]
    top = 80 if warning else 0
    canvas = Canvas(WIDTH, top + 50 + LINE * len(lines), table.panel)
    if warning:
        canvas.bar((0, 0, WIDTH, top), table.alarm)
        canvas.label(EDGE, top // 2, warning, "title", 40, table.light, "lm")
    for i, line in enumerate(lines):
        canvas.label(EDGE, top + 36 + LINE * i, line, "plain", SIZE, table.ink, "lm")
    return canvas


@cache
def paper_colours(palette: str) -> Image.Image:
    """The colours of words on paper."""
    table = PALETTES[palette]
    sample = sheet("abc\nABC", palette)
    return fixed_palette(
        [sample.image], [table.panel, table.ink, table.paper, table.mark, table.gold, table.alarm]
    )


class PlainPainter:
    """Shows any game in words. A painter of a game's own may begin with it and draw what it can."""

    def __init__(self, game: str = "") -> None:
        self.game = game

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
        """The whole table; below it what happened."""
        return sheet("\n".join([self.text_board(view), *(f"– {line}" for line in recent)]), palette)

    def boards(self, view: View, palette: str) -> Canvas:
        return sheet(self.tell(view, "boards", ""), palette)

    def seat(self, view: View, owner: str, palette: str) -> Canvas:
        return sheet(self.tell(view, "seat", owner), palette)

    def hand(self, view: View, palette: str) -> Canvas:
        return sheet(self.tell(view, "hand", ""), palette)

    def zoom(self, view: View, place: Place, palette: str) -> Canvas:
        return sheet(self.tell(view, "zoom", place), palette)

    def battle(self, view: View, fight: Mapping[str, Any], palette: str) -> Canvas:
        return sheet(self.tell(view, "battle", fight), palette)

    def fought(self, events: Sequence[Event]) -> Mapping[str, Any] | None:
        """A game may have no battles, or tell of them in words only."""
        return None

    def named(self, view: View, names: Mapping[str, str]) -> View:
        seats = tuple(msgspec.structs.replace(s, name=names.get(s.seat, s.name)) for s in view.seats)
        return msgspec.structs.replace(view, seats=seats)

    def frames(self, views: Sequence[View], palette: str) -> Iterator[Image.Image]:
        """The positions in sheets of one size."""
        drawn = [self.board(view, palette).image for view in views]
        width, height = max(one.width for one in drawn), max(one.height for one in drawn)
        for one in drawn:
            frame = Image.new("RGB", (width, height), PALETTES[palette].panel)
            frame.paste(one, (0, 0))
            yield frame

    def changed(self, before: View, after: View) -> tuple[Place, ...]:
        return ()

    def colours(self, view: View, palette: str) -> Image.Image:
        return paper_colours(palette)

    def text_board(self, view: View) -> str:
        return text_of(view)

    def alt_text(self, view: View) -> str:
        return self.text_board(view)[:ALT]

    def shows(self, card: str) -> bool:
        return False

    def cards(self, heading: str, cards: Sequence[str], palette: str) -> Canvas:
        """Nothing to draw: a card is told in words."""
        return Canvas(WIDTH, LINE, PALETTES[palette].panel)

    def tell(self, view: View, kind: str, what: Any) -> str:
        """A hand, one seat, one place in words; what cannot be told alone is told with the whole table."""
        if kind == "hand":
            return "Your hand: " + ", ".join(str(card) for card in view.held() or ())
        if kind == "seat":
            lines = [
                line for line in self.text_board(view).splitlines() if line.startswith(_name(view, what))
            ]
            return "\n".join(lines) or self.text_board(view)
        return self.text_board(view)

    def warm(self, palette: str) -> None:
        paper_colours(palette)


def words_of(view: View, painter: PlainPainter | Any) -> str:
    """The table in words, or as much as the platform itself knows."""
    try:
        return str(painter.text_board(view))
    except Exception:
        log.exception("text board of %s could not be written", view.game)
        return text_of(view)


def plain(view: View, name: str, palette: str, painter: PlainPainter | Any) -> Picture:
    """The position in words on paper, with a warning on top. Never fails."""
    from render.orders import Picture

    words = words_of(view, painter)
    canvas = sheet(words, palette, "This picture could not be drawn")
    data = plain_png(canvas.image, paper_colours(palette))
    return Picture(data, f"{name}.png", words[:ALT], canvas.width, canvas.height, ("could not be drawn",))
