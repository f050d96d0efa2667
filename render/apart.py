"""A studio in a process of its own: drawing holds the interpreter, and the bot needs its own for people.

This is the bot's side: it sends orders and waits for pictures. The other side is `render/worker.py`. That process knows nothing
but views: no token, no store, no settings. It may die at any time. Then another one takes its place and gets the orders that
are open; an order that two have died of is answered in words.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from render.orders import Desk, Order, Picture, Reel
from render.painter import PICTURES
from render.palette import LIGHT
from render.plain import plain

log = logging.getLogger("glade.render")

HOUSE = Path(__file__).resolve().parent.parent
LENGTH = struct.Struct("=Q")
BUFFER = 1 << 20
"""Bytes that may be on their way: some pictures."""
TRIES = 2
"""An order that so many processes have died of is not sent to another."""
PAUSES = (0.0, 1.0, 5.0, 30.0)
"""Seconds before the next process, after one, two and more deaths in a row."""
GIVEN_UP = 3
"""After so many deaths in a row without a picture, nobody waits for the next process: pictures are words until it lives."""


class Warmth(msgspec.Struct, frozen=True):
    """Draw ahead for these games, in these palettes."""

    games: tuple[str, ...]
    palettes: tuple[str, ...]


Wish: TypeAlias = Order | Reel | Warmth


class Done(msgspec.Struct, frozen=True):
    """An answer: what was made, or why not, and what the process has done and holds by now."""

    number: int
    made: Picture | Exception | None
    drawn: int
    spent: float
    cpu: float
    held: int


class Lost(Exception):
    """Something could not be made; the log says why."""


class _Open:
    """Something that was asked for and is not there yet."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.tries = 0
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


def framed(message: object) -> bytes:
    """A message as it goes through the socket."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


async def heard(reader: asyncio.StreamReader) -> Any:
    """The next message. Raises IncompleteReadError when the other side is gone."""
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    return pickle.loads(await reader.readexactly(length))  # noqa: S301  both sides are ours


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
        self._keeper: asyncio.Task[None] | None = None
        self._closed = False
        self.pid = 0
        """The process that draws, if there is one."""

    @property
    def held(self) -> int:
        return self._held

    async def make(self, order: Order) -> Picture:
        """A picture from the other process."""
        made: Picture = await self._ask(order)
        return made

    async def shoot(self, reel: Reel) -> Picture:
        """A film from the other process."""
        made: Picture = await self._ask(reel)
        return made

    async def warm(self, games: Iterable[str], palettes: Iterable[str] = (LIGHT.name,)) -> None:
        """Every process that is started will begin with this."""
        self._warmth = Warmth(tuple(games), tuple(palettes))
        await self._ask(self._warmth)

    def close(self) -> None:
        """Let go of the process: it holds nothing that could be lost."""
        self._closed = True
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
        if self._writer is not None:
            self._send(number, mine)
        elif self._deaths >= GIVEN_UP:
            self._give_up(number)
        try:
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
            self.pid = process.pid
            try:
                await self._talk(mine)
            finally:
                if self._writer is not None:
                    self._writer.close()
                self._writer, self.pid = None, 0
                process.kill()
                process.wait()

    async def _talk(self, end: socket.socket) -> None:
        """Send what is open, then listen until the process is gone."""
        reader, self._writer = await asyncio.open_unix_connection(sock=end, limit=BUFFER)
        for number, one in self._open.items():
            self._send(number, one)
        if self._warmth is not None and not any(one.wish is self._warmth for one in self._open.values()):
            self._writer.write(framed((0, self._warmth)))
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                self._hear(await heard(reader))

    def _hear(self, said: Done | logging.LogRecord) -> None:
        """An answer, or a line for the log."""
        if isinstance(said, logging.LogRecord):
            logging.getLogger(said.name).handle(said)
            return
        self._deaths = 0
        drawn, spent, cpu = self._before
        self.drawn, self.spent, self.elsewhere = drawn + said.drawn, spent + said.spent, cpu + said.cpu
        self._held = said.held
        one = self._open.pop(said.number, None)
        if one is None or one.done.done():
            return  # nobody waits any more
        if isinstance(said.made, Exception):
            one.done.set_exception(said.made)
        else:
            one.done.set_result(said.made)

    def _give_up(self, number: int) -> None:
        """Answer without the process: a picture in words, no film, no warmth."""
        one = self._open.pop(number)
        if one.done.done():
            return
        wish = one.wish
        if isinstance(wish, Order):
            log.error("picture %s of %s could not be drawn", wish.kind, wish.view.game)
            one.done.set_result(plain(wish.view, wish.name, wish.palette, PICTURES[wish.view.game]))
        elif isinstance(wish, Reel):
            one.done.set_exception(Lost("the process that draws has died of it"))
        else:
            one.done.set_result(None)
