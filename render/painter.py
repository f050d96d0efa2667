"""What a game must bring so that its positions can be drawn. The studio knows nothing else of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from PIL import Image

from engine.games import LOADING
from engine.rules import Event, Place, View
from render.canvas import Canvas
from render.plain import PlainPainter


class Painter(Protocol):
    """Draws one game. Every method takes a view and shows nothing that the view does not hold."""

    game: str

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
        """The whole table, 11:7.

        `marked` places have changed, `recent` tells what happened. `targets` are the places that may be chosen, each
        with a short name among the choices ("" for none). Whoever is `asked` must decide.
        """
        ...

    def boards(self, view: View, palette: str) -> Canvas:
        """Every player's board, 11:7."""
        ...

    def seat(self, view: View, owner: str, palette: str) -> Canvas:
        """One player's board with every number on it."""
        ...

    def hand(self, view: View, palette: str) -> Canvas:
        """The hand of the seat whose view this is."""
        ...

    def shows(self, card: str) -> bool:
        """Can this card be drawn by itself?"""
        ...

    def cards(self, heading: str, cards: Sequence[str], palette: str) -> Canvas:
        """Cards side by side, for whoever looks them up."""
        ...

    def zoom(self, view: View, place: Place, palette: str) -> Canvas:
        """One place, large."""
        ...

    def battle(self, view: View, fight: Mapping[str, Any], palette: str) -> Canvas:
        """A battle just fought."""
        ...

    def fought(self, events: Sequence[Event]) -> Mapping[str, Any] | None:
        """The last battle that these events tell of, as `battle` wants it; None if there was none."""
        ...

    def named(self, view: View, names: Mapping[str, str]) -> View:
        """The view with people's names instead of the factions'."""
        ...

    def frames(self, views: Sequence[View], palette: str) -> Iterator[Image.Image]:
        """The positions of a game as pictures of one size."""
        ...

    def changed(self, before: View, after: View) -> tuple[Place, ...]:
        """The places where two positions differ."""
        ...

    def colours(self, view: View, palette: str) -> Image.Image:
        """The fixed palette for pictures of this game."""
        ...

    def text_board(self, view: View) -> str:
        """The whole table in words."""
        ...

    def alt_text(self, view: View) -> str:
        """The essentials in at most 1,024 characters."""
        ...

    def tell(self, view: View, kind: str, what: Any) -> str:
        """What a picture shows, in words. The kind is "hand", "boards", "seat", "zoom" or "battle"; `what` is whose or which."""
        ...

    def warm(self, palette: str) -> None:
        """Draw ahead what every picture needs."""
        ...


class Pictures(dict[str, Painter]):
    """Painters by game; one is loaded when it is first asked for. A game without one is shown in words."""

    def __missing__(self, game: str) -> Painter:
        name = f"render.{game}"
        try:
            with LOADING:
                self[game] = import_module(name).PAINTER
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            self[game] = PlainPainter(game)
        return self[game]


PICTURES = Pictures()
