"""The process that draws, for one bot at the other end of a socket (`render/apart.py`)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import time

from engine.tidy import Tidy
from render.apart import BUFFER
from render.gif import TooLarge
from render.orders import Busy, Order, Picture, Reel
from render.studio import Studio
from render.wire import Asked, Done, Line, Lost, Sign, Wish, asked, framed

log = logging.getLogger("glade.render")

BEAT = 1.0
"""Seconds between two signs of life."""


class Told(logging.Handler):
    """Lines for the log go to the bot, which knows where its log is."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self.writer, self.loop = writer, asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            frame = framed(Line(record.name, record.levelno, self.format(record)))
        except Exception:
            self.handleError(record)
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self.loop.call_soon_threadsafe(self.writer.write, frame)


class Worker:
    """Does what is asked through a socket, as long as somebody is there."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.studio = Studio()
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = time.monotonic()

    async def run(self) -> None:
        """Until the bot is gone."""
        chores = [asyncio.create_task(work) for work in (Tidy(lambda: self.quiet_for).run(), self.beat())]
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                task = asyncio.create_task(self.answer(await asked(self.reader)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        for chore in chores:
            chore.cancel()

    @property
    def quiet_for(self) -> float:
        """For how many seconds nobody has waited for anything."""
        return 0.0 if self._tasks else time.monotonic() - self._answered

    async def beat(self) -> None:
        """Signs of life, as long as somebody waits for something."""
        while True:
            await asyncio.sleep(BEAT)
            if self._tasks:
                self.writer.write(framed(Sign(*self.studio.under_way())))

    async def answer(self, it: Asked) -> None:
        made, no = None, ""
        try:
            made = await self.do(it.read())
        except (Busy, TooLarge) as refusal:
            no = type(refusal).__name__
        except Exception:
            log.exception("%s could not be made", it.kind)
            no = Lost.__name__
        studio = self.studio
        done = Done(it.number, made, no, studio.drawn, studio.spent, time.process_time(), studio.held)
        self.writer.write(framed(done))
        self._answered = time.monotonic()

    async def do(self, wish: Wish) -> Picture | None:
        if isinstance(wish, Order):
            return await self.studio.make(wish)
        if isinstance(wish, Reel):
            return await self.studio.shoot(wish)
        await self.studio.warm(wish.games, wish.palettes)
        return None


async def serve(end: socket.socket) -> None:
    """Work for the other end of this socket."""
    reader, writer = await asyncio.open_unix_connection(sock=end, limit=BUFFER)
    root = logging.getLogger()
    root.addHandler(Told(writer))
    root.setLevel(logging.WARNING)
    await Worker(reader, writer).run()


def main(number: int) -> None:
    """The whole life of the process."""
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(
            one, signal.SIG_IGN
        )  # they are for the bot, which still needs pictures while it finishes
    with socket.socket(fileno=number) as end:
        asyncio.run(serve(end))
    os._exit(0)  # whatever is being drawn, nobody waits for it


if __name__ == "__main__":
    main(int(sys.argv[1]))
