"""The studio: two worker threads that turn views into pictures while the event loop goes on.

One draws while the other packs: drawing holds the interpreter, packing does not. Only what changed is drawn and
packed (`render/bands.py`). Of several positions of one table that wait, only the newest
is drawn, and everybody who waited gets it. A picture that nobody looks for yet lets the others pass, for a while. A
picture once made is kept; the same position costs nothing the second time.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from PIL import Image

from engine.rules import Event, Place, View
from render import bands, encode, gif
from render.canvas import Canvas
from render.painter import PICTURES
from render.palette import LIGHT, PALETTES
from render.plain import plain

log = logging.getLogger("glade.render")

T = TypeVar("T")

ALT = 1024
HANDS = 2
PATIENCE = 2.0
"""Seconds for which a picture that has time lets others pass."""
FRAMES = 120
"""A film has at most this many pictures; a longer game is thinned out evenly."""
KEPT = 48 << 20
"""Bytes of finished pictures that are kept."""
FILMS_WAITING = 8
"""So many may wait for a film; they are made one after another."""


class Busy(Exception):
    """Too many wait for a film already."""


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


class _Order:
    """A picture somebody waits for. Until it is begun, a newer position may take its place."""

    def __init__(
        self, key: tuple[object, ...], digest: bytes, make: Callable[[], Picture], *, later: bool = False
    ) -> None:
        self.key, self.digest, self.make = key, digest, make
        loop = asyncio.get_running_loop()
        self.due = loop.time() + (PATIENCE if later else 0.0)
        """Until then it lets others pass."""
        self.done: asyncio.Future[Picture] = loop.create_future()


def known(palette: str) -> str:
    """The palette's name, or the daylight one's if there is no such palette."""
    return palette if palette in PALETTES else LIGHT.name


def text_board(view: View) -> str:
    """The whole table in words."""
    return PICTURES[view.game].text_board(view)


def fought(view: View, events: Sequence[Event]) -> Mapping[str, Any] | None:
    """The last battle that these events tell of, for `Studio.battle`; None if there was none."""
    return PICTURES[view.game].fought(events)


def alt_text(view: View) -> str:
    """The essentials of a position in at most 1,024 characters."""
    return PICTURES[view.game].alt_text(view)[:ALT]


def picture(view: View, palette: str = "light") -> bytes:
    """The whole table as PNG, at once and in this thread: for commands, not for the event loop."""
    painter, shelf = PICTURES[view.game], bands.Shelf()
    return bands.png(bands.sketch(painter.board(view, palette), painter.colours(view, palette), shelf), shelf)


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


class Studio:
    """Makes pictures in threads of its own; those of one table one after another."""

    def __init__(self, keep: int = KEPT) -> None:
        self._keep = keep
        """Bytes of pictures."""
        self._kept = 0
        self._films = asyncio.Semaphore(1)
        self._films_waiting = 0
        self._closing = False
        self._cutter = ThreadPoolExecutor(1, thread_name_prefix="film")
        """Films have a thread of their own: no board waits for one."""
        self._made: OrderedDict[bytes, Picture] = OrderedDict()
        self._queue: deque[_Order] = deque()
        self._waiting: dict[tuple[object, ...], _Order] = {}
        self._making: dict[bytes, _Order] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(HANDS, thread_name_prefix="studio")
        self._pencil = threading.Lock()
        """Whoever draws holds it: painters share what they have drawn before."""
        self.shelf = bands.Shelf()
        """What is packed already: most of the next picture of a table."""
        self.drawn = 0
        """How many pictures were really made."""
        self.spent = 0.0
        """Seconds of CPU that they took."""

    async def warm(self, games: Iterable[str], palettes: Iterable[str] = ("light",)) -> None:
        """Draw ahead what every picture of these games needs."""
        loop = asyncio.get_running_loop()

        def draw_ahead(game: str, palette: str) -> None:
            with self._pencil:
                PICTURES[game].warm(palette)

        for game in games:
            for palette in palettes:
                await loop.run_in_executor(self._pool, draw_ahead, game, known(palette))

    def close(self) -> None:
        """Let the thread end once its work is done."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._closing = True
        self._cutter.shutdown(wait=False, cancel_futures=True)

    # the pictures

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
        drawn: Callable[[], None] | None = None,
    ) -> Picture:
        """The whole table; `names` are the people's, by what they play, and whoever is `asked` must decide.

        `targets` are places that may be chosen, with what they are called among the choices ("" for nothing). With `table`, older positions of that table that still wait give way to this one. `later`: it has time, and no other picture of the table follows it.
        `drawn` is called when there is only packing left to be done, which leaves the interpreter to others.
        """
        colours = known(palette)
        view = with_names(view, names)
        places = tuple(sorted(marked, key=str))
        told, must, aims = tuple(recent), tuple(sorted(asked)), dict(targets or {})

        def draw() -> Canvas:
            return PICTURES[view.game].board(view, colours, places, told, targets=aims, asked=must)

        name = board_file(view).removesuffix(".png")
        what = (places, told, must, [(str(place), text) for place, text in aims.items()])
        return await self._order("board", view, what, colours, draw, name, table, later=later, drawn=drawn)

    async def boards(
        self, view: View, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """Every player's board."""
        colours = known(palette)
        view = with_names(view, names)

        def draw() -> Canvas:
            return PICTURES[view.game].boards(view, colours)

        return await self._order("boards", view, "", colours, draw, "boards")

    async def seat(
        self, view: View, owner: str, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """One player's board, large."""
        colours = known(palette)
        view = with_names(view, names)

        def draw() -> Canvas:
            return PICTURES[view.game].seat(view, owner, colours)

        return await self._order("seat", view, owner, colours, draw, f"board-{owner}")

    async def hand(
        self, view: View, *, palette: str = "light", names: Mapping[str, str] | None = None
    ) -> Picture:
        """The hand of the seat whose view this is."""
        colours = known(palette)
        view = with_names(view, names)

        def draw() -> Canvas:
            return PICTURES[view.game].hand(view, colours)

        return await self._order("hand", view, "", colours, draw, "hand")

    async def cards(
        self, view: View, heading: str, cards: Sequence[str], *, palette: str = "light"
    ) -> Picture:
        """Cards side by side, for whoever looks them up."""
        colours = known(palette)

        def draw() -> Canvas:
            return PICTURES[view.game].cards(heading, cards, colours)

        return await self._order("cards", view, (heading, *cards), colours, draw, "cards")

    async def zoom(self, view: View, place: Place, *, palette: str = "light") -> Picture:
        """One place, large."""
        colours = known(palette)

        def draw() -> Canvas:
            return PICTURES[view.game].zoom(view, place, colours)

        return await self._order("zoom", view, place, colours, draw, f"place-{place}")

    async def battle(self, view: View, fight: Mapping[str, Any], *, palette: str = "light") -> Picture:
        """A battle just fought."""
        colours = known(palette)

        def draw() -> Canvas:
            return PICTURES[view.game].battle(view, fight, colours)

        return await self._order("battle", view, fight, colours, draw, "battle")

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
        chosen = [with_names(v, names) for v in thin(views)]
        colours = known(palette)

        def make() -> Picture:
            return self._cut(chosen, colours, pause, last, most)

        digest = self._digest("film", chosen, (pause, last, most), colours)
        if digest in self._made:
            self._made.move_to_end(digest)
            return self._made[digest]
        if self._films_waiting >= FILMS_WAITING:
            raise Busy
        self._films_waiting += 1
        try:
            async with self._films:
                if digest not in self._made:
                    loop = asyncio.get_running_loop()
                    self._keep_picture(digest, await loop.run_in_executor(self._cutter, make))
                return self._made[digest]
        finally:
            self._films_waiting -= 1

    def _cut(self, views: Sequence[View], palette: str, pause: int, last: int, most: int | None) -> Picture:
        """Draw and pack a film in this thread, picture by picture; shorter and shorter until it fits."""
        painter = PICTURES[views[0].game]
        with self._pencil:
            shades = painter.colours(views[0], palette)
        while True:
            try:
                made = encode.film(self._one_by_one(painter.frames(views, palette)), shades, pause, most)
            except gif.TooLarge:
                if len(views) == 1:
                    raise
                views = thin(views, max(1, len(views) // 2))
                continue
            words = f"A film of {made.pictures} positions. It ends so: {alt_text(views[-1])}"[:ALT]
            return Picture(made.close(last), "film.gif", words, made.width, made.height)

    # the queue

    def _one_by_one(self, frames: Iterable[Image.Image]) -> Iterator[Image.Image]:
        """Pictures of a film; other pictures may be drawn between two of them."""
        drawn = iter(frames)
        while not self._closing:
            with self._pencil:
                frame = next(drawn, None)
            if frame is None:
                return
            yield frame

    @staticmethod
    def _digest(*parts: object) -> bytes:
        return hashlib.blake2b(msgspec.json.encode(parts), digest_size=16).digest()

    async def _order(
        self,
        kind: str,
        view: View,
        what: object,
        palette: str,
        draw: Callable[[], Canvas],
        name: str,
        table: str = "",
        *,
        later: bool = False,
        drawn: Callable[[], None] | None = None,
    ) -> Picture:
        digest = self._digest(kind, view, what, palette)
        key = (kind, table, view.seat, palette) if table else (digest,)
        loop = asyncio.get_running_loop()

        def make() -> Picture:
            painter = PICTURES[view.game]
            with self._pencil:
                words = painter.alt_text(view) if kind == "board" else painter.tell(view, kind, what)
                canvas = draw()
                it = bands.sketch(canvas, painter.colours(view, palette), self.shelf)
            if drawn is not None:
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(drawn)
            data = bands.png(it, self.shelf, passing=later)
            return Picture(data, f"{name}.png", words[:ALT], canvas.width, canvas.height, tuple(canvas.wrong))

        def safely() -> Picture:
            started = time.thread_time()
            try:
                return make()
            except Exception:
                log.exception("picture %s of %s could not be drawn", kind, view.game)
                return plain(view, name, palette, PICTURES[view.game])
            finally:
                self.spent += time.thread_time() - started

        return await self._enqueue(_Order(key, digest, safely, later=later))

    async def _enqueue(self, order: _Order) -> Picture:
        if order.digest in self._made:
            self._made.move_to_end(order.digest)
            return self._made[order.digest]
        if order.digest in self._making:
            return await asyncio.shield(self._making[order.digest].done)
        waiting = self._waiting.get(order.key)
        if waiting is not None:
            waiting.digest, waiting.make = order.digest, order.make
            return await asyncio.shield(waiting.done)
        self._waiting[order.key] = order
        self._queue.append(order)
        if len(self._tasks) < HANDS:
            task = asyncio.create_task(self._work(), name="studio")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(order.done)

    def _keep_picture(self, digest: bytes, picture: Picture) -> None:
        """Keep a picture; the oldest are let go when all together have too many bytes."""
        before = self._made.pop(digest, None)
        self._made[digest] = picture
        self._kept += len(picture.data) - (len(before.data) if before else 0)
        while self._kept > self._keep and len(self._made) > 1:
            _, gone = self._made.popitem(last=False)
            self._kept -= len(gone.data)

    def _next(self) -> _Order | None:
        """The order that has waited longest, of those whose table has no picture under way, nor one just like it.

        Those that have time come last.
        """
        busy = {order.key for order in self._making.values()}
        free = [one for one in self._queue if one.key not in busy and one.digest not in self._making]
        now = asyncio.get_running_loop().time()
        found = next((one for one in free if one.due <= now), free[0] if free else None)
        if found is not None:
            self._queue.remove(found)
            del self._waiting[found.key]
        return found

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while order := self._next():
            if order.digest in self._made:  # at another table, while this one waited
                order.done.set_result(self._made[order.digest])
                continue
            self._making[order.digest] = order
            try:
                picture = await loop.run_in_executor(self._pool, order.make)
            except BaseException as error:
                if not order.done.done():
                    order.done.set_exception(error)
                if not isinstance(error, Exception):
                    raise
            else:
                self.drawn += 1
                self._keep_picture(order.digest, picture)
                if not order.done.done():
                    order.done.set_result(picture)
            finally:
                del self._making[order.digest]
