"""The studio: two worker threads that turn views into pictures while the event loop goes on.

One draws while the other packs: drawing holds the interpreter, packing does not. Only what changed is drawn and
packed (`render/bands.py`). Of several positions of one table that wait, only the newest
is drawn, and everybody who waited gets it. A picture that nobody looks for yet lets the others pass, for a while. A
picture once made is kept; the same position costs nothing the second time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from PIL import Image

from engine.rules import Event, View
from render import bands, encode, gif
from render.orders import ALT, Busy, Desk, Order, Picture, Reel, known, thin
from render.painter import PICTURES
from render.palette import LIGHT
from render.plain import plain

log = logging.getLogger("glade.render")

HANDS = 2
PATIENCE = 2.0
"""Seconds for which a picture that has time lets others pass."""
KEPT = 48 << 20
"""Bytes of finished pictures that are kept."""
FILMS_WAITING = 8
"""So many may wait for a film; they are made one after another."""


class _Waiting:
    """An order that somebody waits for. Until it is begun, a newer position may take its place."""

    def __init__(self, order: Order[Any, Any]) -> None:
        loop = asyncio.get_running_loop()
        self.order, self.digest = order, order.digest
        self.key = (
            (order.kind, order.table, order.view.seat, order.palette) if order.table else (self.digest,)
        )
        self.due = loop.time() + (PATIENCE if order.later else 0.0)
        """Until then it lets others pass."""
        self.begun = 0.0
        self.done: asyncio.Future[Picture] = loop.create_future()


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


class Studio(Desk):
    """Makes pictures in threads of its own; those of one table one after another."""

    elsewhere = 0.0

    def __init__(self, keep: int = KEPT) -> None:
        self._keep = keep
        """Bytes of pictures."""
        self._kept = 0
        self._films = asyncio.Semaphore(1)
        self._films_waiting = 0
        self._film_begun: float | None = None
        self._closing = False
        self._cutter = ThreadPoolExecutor(1, thread_name_prefix="film")
        """Films have a thread of their own: no board waits for one."""
        self._made: OrderedDict[bytes, Picture] = OrderedDict()
        self._queue: deque[_Waiting] = deque()
        self._waiting: dict[tuple[object, ...], _Waiting] = {}
        self._making: dict[bytes, _Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(HANDS, thread_name_prefix="studio")
        self._pencil = threading.Lock()
        """Whoever draws holds it: painters share what they have drawn before."""
        self.shelf = bands.Shelf()
        """What is packed already: most of the next picture of a table."""
        self.drawn, self.spent = 0, 0.0

    @property
    def held(self) -> int:
        return self.shelf.held

    def under_way(self) -> tuple[float, float]:
        """For how many seconds the picture and the film that have taken longest by now have been in the making."""
        now = asyncio.get_running_loop().time()
        picture = max((now - one.begun for one in self._making.values()), default=0.0)
        return picture, 0.0 if self._film_begun is None else now - self._film_begun

    async def warm(self, games: Iterable[str], palettes: Iterable[str] = (LIGHT.name,)) -> None:
        loop = asyncio.get_running_loop()

        def draw_ahead(game: str, palette: str) -> None:
            with self._pencil:
                PICTURES[game].warm(palette)

        for game in games:
            for palette in palettes:
                await loop.run_in_executor(self._pool, draw_ahead, game, known(palette))

    def close(self) -> None:
        """Let the threads end once their work is done."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._closing = True
        self._cutter.shutdown(wait=False, cancel_futures=True)

    async def shoot(self, reel: Reel[Any]) -> Picture:
        """A film; of several one at a time."""
        digest = reel.digest
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
                    self._film_begun = loop.time()
                    try:
                        film = await loop.run_in_executor(self._cutter, self._cut, reel)
                    finally:
                        self._film_begun = None
                    self._keep_picture(digest, film)
                return self._made[digest]
        finally:
            self._films_waiting -= 1

    def _cut(self, reel: Reel[Any]) -> Picture:
        """Draw and pack a film in this thread, picture by picture; shorter and shorter until it fits."""
        views: Sequence[View] = reel.views
        painter, palette = PICTURES[views[0].game], reel.palette
        with self._pencil:
            shades = painter.colours(views[0], palette)
        while True:
            try:
                made = encode.film(
                    self._one_by_one(painter.frames(views, palette)), shades, reel.pause, reel.most
                )
            except gif.TooLarge:
                if len(views) == 1:
                    raise
                views = thin(views, max(1, len(views) // 2))
                continue
            words = f"A film of {made.pictures} positions. It ends so: {alt_text(views[-1])}"[:ALT]
            return Picture(made.close(reel.last), "film.gif", words, made.width, made.height)

    def _one_by_one(self, frames: Iterable[Image.Image]) -> Iterator[Image.Image]:
        """Pictures of a film; other pictures may be drawn between two of them."""
        drawn = iter(frames)
        while not self._closing:
            with self._pencil:
                frame = next(drawn, None)
            if frame is None:
                return
            yield frame

    def _draw(self, order: Order[Any, Any]) -> Picture:
        """Draw and pack a picture in this thread; one that cannot be drawn becomes words."""
        started = time.thread_time()
        try:
            painter = PICTURES[order.view.game]
            with self._pencil:
                words, canvas = order.words, order.draw()
                it = bands.sketch(canvas, painter.colours(order.view, order.palette), self.shelf)
            data = bands.png(it, self.shelf, passing=order.later)
            return Picture(data, f"{order.name}.png", words, canvas.width, canvas.height, tuple(canvas.wrong))
        except Exception:
            log.exception("picture %s of %s could not be drawn", order.kind, order.view.game)
            return plain(order.view, order.name, order.palette, PICTURES[order.view.game])
        finally:
            self.spent += time.thread_time() - started

    # the queue

    async def make(self, order: Order[Any, Any]) -> Picture:
        """A picture; one that was made is kept, and one that is being made serves everybody who wants it."""
        mine = _Waiting(order)
        if mine.digest in self._made:
            self._made.move_to_end(mine.digest)
            return self._made[mine.digest]
        if mine.digest in self._making:
            return await asyncio.shield(self._making[mine.digest].done)
        waiting = self._waiting.get(mine.key)
        if waiting is not None:
            waiting.digest, waiting.order = mine.digest, mine.order
            return await asyncio.shield(waiting.done)
        self._waiting[mine.key] = mine
        self._queue.append(mine)
        if len(self._tasks) < HANDS:
            self._tasks.add(asyncio.create_task(self._work(), name="studio"))
        return await asyncio.shield(mine.done)

    def _keep_picture(self, digest: bytes, picture: Picture) -> None:
        """Keep a picture; the oldest are let go when all together have too many bytes."""
        before = self._made.pop(digest, None)
        self._made[digest] = picture
        self._kept += len(picture.data) - (len(before.data) if before else 0)
        while self._kept > self._keep and len(self._made) > 1:
            _, gone = self._made.popitem(last=False)
            self._kept -= len(gone.data)

    def _next(self) -> _Waiting | None:
        """The order that has waited longest, of those whose table has no picture under way, nor one just like it.

        Those that have time come last.
        """
        busy = {one.key for one in self._making.values()}
        free = [one for one in self._queue if one.key not in busy and one.digest not in self._making]
        now = asyncio.get_running_loop().time()
        found = next((one for one in free if one.due <= now), free[0] if free else None)
        if found is not None:
            self._queue.remove(found)
            del self._waiting[found.key]
        return found

    async def _work(self) -> None:
        """What one hand does, until nothing is left for it."""
        try:
            while mine := self._next():
                await self._serve(mine)
        finally:  # at once: an order that comes after the last look must not be left to a hand that has gone
            self._tasks.discard(cast(asyncio.Task[None], asyncio.current_task()))

    async def _serve(self, mine: _Waiting) -> None:
        if mine.digest in self._made:  # at another table, while this one waited
            mine.done.set_result(self._made[mine.digest])
            return
        loop = asyncio.get_running_loop()
        self._making[mine.digest], mine.begun = mine, loop.time()
        try:
            picture = await loop.run_in_executor(self._pool, self._draw, mine.order)
        except BaseException as error:
            if not mine.done.done():
                mine.done.set_exception(error)
            if not isinstance(error, Exception):
                raise
        else:
            self.drawn += 1
            self._keep_picture(mine.digest, picture)
            if not mine.done.done():
                mine.done.set_result(picture)
        finally:
            del self._making[mine.digest]
