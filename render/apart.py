"""A studio in a process of its own: drawing holds the interpreter, and the bot needs its own for people.

This is the bot's side: it sends orders and waits for pictures. The other side is `render/worker.py`. That process knows nothing
but views: no token, no store, no settings. It may die at any time, and one that hangs is killed. Then another one takes its
place and gets the orders that are open; an order that two have died of is answered in words.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from render.orders import Desk, Order, Picture, Reel
from render.painter import PICTURES
from render.palette import LIGHT
from render.plain import plain
from render.wire import NO, Line, Lost, Said, Sign, Warmth, Wish, framed, said

log = logging.getLogger("glade.render")

HOUSE = Path(__file__).resolve().parent.parent
BUFFER = 1 << 20
"""Bytes that may be on their way: some pictures."""
TRIES = 2
"""An order that so many processes have died of is not sent to another."""
PAUSES = (0.0, 1.0, 5.0, 30.0)
"""Seconds before the next process, after one, two and more deaths in a row."""
GIVEN_UP = 3
"""After so many deaths in a row without a picture, nobody waits for the next process: pictures are words until it lives."""
TICK = 1.0
"""Seconds between two looks at the process."""
SILENCE = 30.0
"""Seconds without a sign of life, while somebody waits, after which a process is killed."""
PICTURE_MOST, FILM_MOST = 60.0, 600.0
"""Seconds that one picture and one film may take, or the process is killed."""
GONE = 1.0
"""Seconds that a killed process gets to be gone; then it is left to the kernel."""


class _Open:
    """Something that was asked for and is not there yet."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.tries = 0
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


def started(end: socket.socket) -> subprocess.Popen[bytes]:
    """A process that works for the other end of this socket."""
    return subprocess.Popen(
        (sys.executable, "-m", "render.worker", str(end.fileno())),
        pass_fds=(end.fileno(),),
        cwd=HOUSE,
        env={"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"},  # no token, no settings
        stdin=subprocess.DEVNULL,
    )


class StudioApart(Desk):
    """The bot's side. The process is started with the first order, or when it is to warm up."""

    def __init__(self) -> None:
        self.drawn, self.spent, self.elsewhere = 0, 0.0, 0.0
        self._held = 0
        self._numbers = count(1)
        self._open: dict[int, _Open] = {}
        self._warmth: Warmth | None = None
        self._deaths = 0
        """In a row, without a picture in between."""
        self._before = (0, 0.0, 0.0)
        """What the processes that died had drawn, and the seconds they took."""
        self._writer: asyncio.StreamWriter | None = None
        self._silence = 0.0
        """Seconds since the process was last heard of, while somebody waits."""
        self._sign = Sign(0.0, 0.0)
        self._scribe = ThreadPoolExecutor(1, thread_name_prefix="words")
        """Pictures in words are made here, one after another: the event loop is for people."""
        self._keeper: asyncio.Task[None] | None = None
        self._closed = False
        self.pid = 0
        """The process that draws, if there is one."""

    @property
    def held(self) -> int:
        return self._held

    async def make(self, order: Order[Any, Any]) -> Picture:
        """A picture from the other process, or in words, made here, if it is lost there."""
        try:
            made: Picture = await self._ask(order)
        except Lost:
            log.error("picture %s of %s could not be drawn", order.kind, order.view.game)
            loop, painter = asyncio.get_running_loop(), PICTURES[order.view.game]
            return await loop.run_in_executor(
                self._scribe, plain, order.view, order.name, order.palette, painter
            )
        return made

    async def shoot(self, reel: Reel[Any]) -> Picture:
        """A film from the other process."""
        made: Picture = await self._ask(reel)
        return made

    async def warm(self, games: Iterable[str], palettes: Iterable[str] = (LIGHT.name,)) -> None:
        """Every process that is started will begin with this. If it cannot, the log says why, and pictures take longer."""
        self._warmth = Warmth(tuple(games), tuple(palettes))
        with contextlib.suppress(Lost):
            await self._ask(self._warmth)

    def close(self) -> None:
        """Let go of the process: it holds nothing that could be lost."""
        self._closed = True
        self._scribe.shutdown(wait=False, cancel_futures=True)
        if self._keeper is not None:
            self._keeper.cancel()
        for one in self._open.values():
            one.done.cancel()
        self._open.clear()

    async def _ask(self, wish: Wish) -> Any:
        if self._closed:
            raise RuntimeError("the studio is closed")
        number, mine = next(self._numbers), _Open(wish)
        self._open[number] = mine
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep(), name="studio apart")
        try:
            if self._writer is not None:
                self._send(number, mine)
            elif self._deaths >= GIVEN_UP:
                self._give_up(number)
            return await mine.done
        finally:
            self._open.pop(number, None)

    def _send(self, number: int, one: _Open) -> None:
        assert self._writer is not None
        one.tries += 1
        self._writer.write(framed((number, one.wish)))

    # --- the process ----------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """See that there is a process; after each death there is another."""
        while True:
            try:
                await self._live()
            except Exception:  # whatever it was, nobody may wait for ever
                log.exception("the process that draws could not be started or understood")
            self._deaths += 1
            log.error("the process that draws has died; another one takes its place")
            self._before = (self.drawn, self.spent, self.elsewhere)
            for number, one in list(self._open.items()):
                if one.tries >= TRIES or self._deaths >= GIVEN_UP:
                    self._give_up(number)
            await asyncio.sleep(PAUSES[min(self._deaths, len(PAUSES)) - 1])

    async def _live(self) -> None:
        """One process, from its start until it is gone."""
        mine, its = socket.socketpair()
        with mine, its:
            for end, option in ((mine, socket.SO_RCVBUF), (its, socket.SO_SNDBUF)):
                end.setsockopt(socket.SOL_SOCKET, option, BUFFER)
            process = started(its)
            its.close()
            self.pid, self._silence, self._sign = process.pid, 0.0, Sign(0.0, 0.0)
            watch = asyncio.create_task(self._watch(), name="studio watch")
            try:
                await self._talk(mine)
            finally:
                watch.cancel()
                if self._writer is not None:
                    self._writer.close()
                self._writer, self.pid = None, 0
                process.kill()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(GONE)

    async def _watch(self) -> None:
        """Let go of a process that hangs: it is as good as dead.

        Silence is counted, not measured: if the bot itself stood still, it could not hear.
        """
        while True:
            await asyncio.sleep(TICK)
            self._silence = self._silence + TICK if self._open else 0.0
            silent = self._silence >= SILENCE
            if silent or self._sign.picture >= PICTURE_MOST or self._sign.film >= FILM_MOST:
                log.error("the process that draws %s", "is silent" if silent else "does not come to an end")
                assert self._writer is not None
                self._writer.transport.abort()
                return

    async def _talk(self, end: socket.socket) -> None:
        """Send what is open, then listen until the process is gone."""
        reader, self._writer = await asyncio.open_unix_connection(sock=end, limit=BUFFER)
        for number, one in self._open.items():
            self._send(number, one)
        if self._warmth is not None and not any(one.wish is self._warmth for one in self._open.values()):
            self._writer.write(framed((0, self._warmth)))
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                self._hear(await said(reader))

    def _hear(self, it: Said) -> None:
        """An answer, a line for the log, or a sign of life."""
        self._silence = 0.0
        if isinstance(it, Sign):
            self._sign = it
            return
        if isinstance(it, Line):
            logging.getLogger(it.name).log(it.level, "%s", it.text)
            return
        self._deaths = 0
        drawn, spent, cpu = self._before
        self.drawn, self.spent, self.elsewhere = drawn + it.drawn, spent + it.spent, cpu + it.cpu
        self._held = it.held
        one = self._open.pop(it.number, None)
        if one is None or one.done.done():
            return  # nobody waits any more
        if it.no:
            one.done.set_exception(NO[it.no]())
        else:
            one.done.set_result(it.made)

    def _give_up(self, number: int) -> None:
        """Nobody waits for the process any more: a picture or a film is lost, and warmth is not needed."""
        one = self._open.pop(number)
        if one.done.done():
            return
        if isinstance(one.wish, Warmth):
            one.done.set_result(None)
        else:
            one.done.set_exception(Lost("the process that draws has died of it"))
