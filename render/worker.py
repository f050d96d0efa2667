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
from logging.handlers import QueueHandler

from engine.tidy import Tidy
from render.apart import BUFFER, Done, Lost, Wish, framed, heard
from render.gif import TooLarge
from render.orders import Busy, Order, Picture, Reel
from render.studio import Studio

log = logging.getLogger("glade.render")


class Told(QueueHandler):
    """Lines for the log go to the bot, which knows where its log is."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.writer, self.loop = writer, asyncio.get_running_loop()

    def enqueue(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self.loop.call_soon_threadsafe(self.writer.write, framed(record))


class Worker:
    """Does what is asked through a socket, as long as somebody is there."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.studio = Studio()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the bot is gone."""
        tidy = asyncio.create_task(Tidy(lambda: self.studio.is_quiet).run())
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                number, wish = await heard(self.reader)
                task = asyncio.create_task(self.answer(number, wish))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        tidy.cancel()

    async def answer(self, number: int, wish: Wish) -> None:
        made: Picture | Exception | None
        try:
            made = await self.do(wish)
        except (Busy, TooLarge) as no:
            made = no
        except Exception as error:
            log.exception("%s could not be made", type(wish).__name__)
            made = Lost(type(error).__name__)
        studio = self.studio
        done = Done(number, made, studio.drawn, studio.spent, time.process_time(), studio.held)
        self.writer.write(framed(done))

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
