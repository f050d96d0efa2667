"""What can be asked of a studio: a table, a board, a hand, a film, each from a view and in one of the palettes.

An order says everything that a picture depends on, as plain values: it can be told from any other, and be sent to where
it is drawn.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.rules import Place, View
from render.canvas import Canvas
from render.painter import PICTURES
from render.palette import LIGHT, PALETTES

T = TypeVar("T")
V = TypeVar("V", bound=View)
W = TypeVar("W")

ALT = 1024
FRAMES = 120
"""A film has at most this many pictures; a longer game is thinned out evenly."""


class Picture(msgspec.Struct, frozen=True):
    """A finished picture, ready to be sent."""

    data: bytes
    filename: str
    alt_text: str
    width: int
    height: int
    faults: tuple[str, ...] = ()
    """What could not be drawn as it should; it is marked on the picture and in the log."""

    @property
    def name(self) -> str:
        """The file's name, as attachments call it."""
        return self.filename


class Busy(Exception):
    """Too many wait for a film already."""


class Marks(msgspec.Struct, frozen=True):
    """What stands on a table's picture besides the position."""

    changed: tuple[Place, ...] = ()
    told: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    targets: tuple[tuple[Place, str], ...] = ()


class Order(msgspec.Struct, Generic[V, W], frozen=True):
    """A picture that somebody wants: which of the painter's pictures, of which view, in which colours."""

    kind: str
    view: V
    palette: str
    name: str
    """What its file is called, without the ending."""
    what: W | str = ""
    """Which board, place, cards or battle; the marks of a table."""
    table: str = ""
    """Older positions of that table that still wait give way to this one."""
    later: bool = False
    """It has time, and no other picture of the table follows it."""

    @property
    def digest(self) -> bytes:
        """The same for the same picture."""
        return digest(self.kind, self.view, self.what, self.palette)

    @property
    def words(self) -> str:
        """What it shows, in words."""
        painter = PICTURES[self.view.game]
        told = (
            painter.alt_text(self.view)
            if self.kind == "board"
            else painter.tell(self.view, self.kind, self.what)
        )
        return told[:ALT]

    def draw(self) -> Canvas:
        """The picture in the making."""
        painter, view, palette = PICTURES[self.view.game], self.view, self.palette
        what: Any = self.what
        match self.kind:
            case "board":
                aims = dict(what.targets)
                return painter.board(view, palette, what.changed, what.told, targets=aims, asked=what.asked)
            case "boards":
                return painter.boards(view, palette)
            case "seat":
                return painter.seat(view, what, palette)
            case "hand":
                return painter.hand(view, palette)
            case "cards":
                heading, *cards = what
                return painter.cards(heading, cards, palette)
            case "zoom":
                return painter.zoom(view, what, palette)
            case "battle":
                return painter.battle(view, what, palette)
        raise ValueError(f"no picture is called {self.kind}")


class Reel(msgspec.Struct, Generic[V], frozen=True):
    """A film that somebody wants: positions, their pauses in milliseconds, and how many bytes it may have."""

    views: tuple[V, ...]
    palette: str
    pause: int
    last: int
    most: int | None

    @property
    def digest(self) -> bytes:
        """The same for the same film."""
        return digest("film", self.views, (self.pause, self.last, self.most), self.palette)


def digest(*parts: object) -> bytes:
    """The same for the same things."""
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=16).digest()


def known(palette: str) -> str:
    """The palette's name, or the daylight one's if there is no such palette."""
    return palette if palette in PALETTES else LIGHT.name


def board_file(view: View) -> str:
    """What the file of a table's picture is called."""
    return f"board-turn-{view.turn}.png"


def thin(items: Sequence[T], most: int = FRAMES) -> list[T]:
    """At most so many of something (views, turns), evenly chosen, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    if most == 1:
        return [items[-1]]
    step = (len(items) - 1) / (most - 1)
    return [items[round(i * step)] for i in range(most)]


def with_names(view: View, names: Mapping[str, str] | None) -> View:
    """The view with people's names, if there are any."""
    return PICTURES[view.game].named(view, names) if names else view


class Desk(ABC):
    """Takes orders: whoever wants a picture asks here, wherever it is drawn."""

    drawn: int
    """How many pictures were really made."""
    spent: float
    """Seconds of CPU that they took."""
    elsewhere: float
    """Seconds of CPU used in another process, all in all."""

    @property
    @abstractmethod
    def held(self) -> int:
        """Bytes of packed bands that are kept."""

    @abstractmethod
    async def make(self, order: Order[Any, Any]) -> Picture:
        """Make a picture, or find it."""

    @abstractmethod
    async def shoot(self, reel: Reel[Any]) -> Picture:
        """Make a film, or find it. Raises Busy."""

    @abstractmethod
    async def warm(self, games: Iterable[str], palettes: Iterable[str] = (LIGHT.name,)) -> None:
        """Draw ahead what every picture of these games needs."""

    @abstractmethod
    def close(self) -> None:
        """No more pictures."""

    async def board(
        self,
        view: View,
        *,
        table: str = "",
        palette: str = "light",
        marked: Collection[Place] = (),
        recent: Sequence[str] = (),
        names: Mapping[str, str] | None = None,
        targets: Mapping[Place, str] | None = None,
        asked: Collection[str] = (),
        later: bool = False,
    ) -> Picture:
        """The whole table; `names` are the people's, by what they play, and whoever is `asked` must decide.

        `marked` places have changed, `recent` tells what happened. `targets` are places that may be chosen, with what they
        are called among the choices ("" for nothing). For `table` and `later` see `Order`.
        """
        changed = tuple(sorted(marked, key=str))
        marks = Marks(changed, tuple(recent), tuple(sorted(asked)), tuple((targets or {}).items()))
        name = board_file(view).removesuffix(".png")
        order = Order("board", with_names(view, names), known(palette), name, marks, table, later)
        return await self.make(order)

    async def boards(
        self, view: View, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """Every player's board."""
        return await self.make(Order("boards", with_names(view, names), known(palette), "boards"))

    async def seat(
        self, view: View, owner: str, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """One player's board, large."""
        return await self.make(
            Order("seat", with_names(view, names), known(palette), f"board-{owner}", owner)
        )

    async def hand(
        self, view: View, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """The hand of the seat whose view this is."""
        return await self.make(Order("hand", with_names(view, names), known(palette), "hand"))

    async def cards(
        self, view: View, heading: str, cards: Sequence[str], *, palette: str = "light"
    ) -> Picture:
        """Cards side by side, for whoever looks them up."""
        return await self.make(Order("cards", view, known(palette), "cards", (heading, *cards)))

    async def zoom(self, view: View, place: Place, *, palette: str = "light") -> Picture:
        """One place, large."""
        return await self.make(Order("zoom", view, known(palette), f"place-{place}", place))

    async def battle(self, view: View, fight: Mapping[str, Any], *, palette: str = "light") -> Picture:
        """A battle just fought."""
        return await self.make(Order("battle", view, known(palette), "battle", fight))

    async def film(
        self,
        views: Sequence[View],
        *,
        palette: str = "light",
        names: Mapping[str, str] | None = None,
        pause: int = 900,
        last: int = 4000,
        most: int | None = None,
    ) -> Picture:
        """A game as an animated picture, one position after another; of several films one at a time.

        If it would have more than `most` bytes, it gets fewer positions. Raises Busy if too many wait.
        """
        if not views:
            raise ValueError("a film needs at least one position")
        chosen = tuple(with_names(view, names) for view in thin(views))
        return await self.shoot(Reel(chosen, known(palette), pause, last, most))
