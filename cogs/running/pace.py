"""Fair shares: whoever asks for much at once waits in a line of their own, and nobody else waits with them.

A person has a few hands, a server a few more; the rest of what they ask for queues behind. A line that grows too
long is cut: the newest is told to come back in a moment, and nothing is done for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord

from cogs import texts
from cogs.errors import Sorry

PERSON = (3, 60)
SERVER = (60, 1000)
"""How much of theirs is worked on at once, and how much may be under way in all."""
WAIT = 5


class Line:
    """The line of one person or of one server."""

    def __init__(self, at_once: int) -> None:
        self.hands = asyncio.Semaphore(at_once)
        self.length = 0


class Pace:
    """All lines. A line is forgotten when nobody stands in it."""

    def __init__(self, person: tuple[int, int] = PERSON, server: tuple[int, int] = SERVER) -> None:
        self.person = person
        self.server = server
        self.lines: dict[str, Line] = {}
        self.idle = asyncio.Event()
        self.idle.set()
        self._idle_since = time.monotonic()

    @property
    def quiet_for(self) -> float:
        """For how many seconds nobody has been answered."""
        return time.monotonic() - self._idle_since if self.idle.is_set() else 0.0

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
        """Work on an interaction when it is its turn. Raises Sorry if its line is too long."""
        person = f"person {interaction.user.id}"
        server = f"server {interaction.guild_id}" if interaction.guild_id else f"alone, {person}"
        async with self._in_line(person, *self.person), self._in_line(server, *self.server):
            yield

    async def quiet(self, patience: float = 5.0) -> None:
        """Wait until nobody is being answered any more: a closed house leaves nobody without a word."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle.wait(), patience)

    @asynccontextmanager
    async def _in_line(self, name: str, at_once: int, most: int) -> AsyncIterator[None]:
        line = self.lines.setdefault(name, Line(at_once))
        if line.length >= most:
            raise Sorry(texts.SLOW_DOWN.format(seconds=WAIT))
        line.length += 1
        self.idle.clear()
        try:
            async with line.hands:
                yield
        finally:
            line.length -= 1
            if not line.length:
                self.lines.pop(name, None)
            if not self.lines:
                self.idle.set()
                self._idle_since = time.monotonic()
