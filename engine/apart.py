"""Files of strangers are read in a process of their own: it has little time and little room, and knows nothing of the bot.

`Reader` is the bot's side: who may wait, and for how long. Run as a program, this module is the other side: a request on its
input, an answer on its output, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine import study
from engine.games import GAMES
from engine.rules import Unreadable
from engine.study import Study

log = logging.getLogger(__name__)

SECONDS = 60
"""How long a file may take, by the clock of the processor and by that on the wall."""
MEMORY = 1 << 30
"""Bytes that it may take."""
WAITING = 4
"""So many files may wait, of all servers; they are read one after another."""
HOUSE = Path(__file__).resolve().parent.parent


class Request(msgspec.Struct, frozen=True):
    """A file to be read as a game of this name."""

    game: str
    data: bytes
    corrections: bytes
    now: float
    interaction: str


class No(msgspec.Struct, frozen=True, tag=True):
    """Why not, in one sentence; "" if that is nobody's fault but ours."""

    sentence: str
    error: str = ""


class Yes(msgspec.Struct, frozen=True, tag=True):
    """What was read."""

    study: Study


class TooLong(Exception):
    """The file took too much time or room."""


class Failed(Exception):
    """Something went wrong that the file is not to blame for."""


class Busy(Exception):
    """Somebody's file is being read, and this one cannot wait. `whose`: the person's, the server's, or everybody's."""

    def __init__(self, whose: str) -> None:
        super().__init__(whose)
        self.whose = whose


PERSON, SERVER, EVERYBODY = "person", "server", "everybody"


class Reader:
    """Reads files, one at a time; of one person and of one server only one may be under way."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY, waiting: int = WAITING) -> None:
        self.seconds = seconds
        self.memory = memory
        self.waiting = waiting
        self._under_way: set[tuple[str, str]] = set()
        self._count = 0
        self._one = asyncio.Semaphore(1)
        self._child: asyncio.subprocess.Process | None = None
        self._closed = False

    @contextlib.contextmanager
    def place(self, person: str, server: str) -> Iterator[None]:
        """A place in the line, from before the file is fetched until the game is kept. Raises Busy."""
        mine = {(PERSON, person), (SERVER, server)}
        for whose, _ in sorted(mine & self._under_way):
            raise Busy(whose)
        if self._count > self.waiting or self._closed:
            raise Busy(EVERYBODY)
        self._under_way |= mine
        self._count += 1
        try:
            yield
        finally:
            self._under_way -= mine
            self._count -= 1

    async def read(self, request: Request) -> Study:
        """What is in a file. Raises Unreadable, TooLong, Failed."""
        async with self._one:
            if self._closed:
                raise Failed("the bot is about to stop")
            code, said = await self._ask(msgspec.msgpack.encode(request))
        try:
            answer = msgspec.msgpack.decode(said, type=Yes | No)
        except msgspec.MsgspecError:
            log.warning("a file was not read: its process ended with %s", code)
            raise TooLong from None
        if isinstance(answer, Yes):
            return answer.study
        if answer.sentence:
            raise Unreadable(answer.sentence)
        raise Failed(answer.error)

    async def _ask(self, request: bytes) -> tuple[int | None, bytes]:
        """Start the process, wait for its answer, and see that it is gone afterwards."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "engine.apart", str(int(self.seconds)), str(self.memory)),
            cwd=HOUSE,
            env={"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"},  # no token, no settings
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._child = child
        try:
            said, _ = await asyncio.wait_for(child.communicate(request), self.seconds)
            return child.returncode, said
        except TimeoutError:
            raise TooLong from None
        finally:
            self._child = None
            if child.returncode is None:
                child.kill()
                await child.wait()

    def close(self) -> None:
        """Nothing more is read; what is being read is given up."""
        self._closed = True
        if self._child is not None and self._child.returncode is None:
            self._child.kill()


# --- the other side ---------------------------------------------------------------------------------------


def answer(request: Request) -> Yes | No:
    """Read a file."""
    try:
        found = study.read(
            GAMES, request.game, request.data, request.corrections, request.now, request.interaction
        )
    except Unreadable as error:
        return No(str(error))
    except MemoryError:
        raise
    except Exception as error:  # whatever a file brings about, it stays here
        return No("", type(error).__name__)
    return Yes(found)


def main(seconds: int, memory: int) -> None:
    """One request, one answer."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request)
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(request)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
