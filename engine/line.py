"""The waiting line of one game: one change at a time, and whoever looks waits for the changes under way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.live import Live

if TYPE_CHECKING:
    from engine.table import Table


class Line:
    """The waiting line of one game: whoever holds the lock may touch it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.users = 0


class Turn:
    """Whoever is inside has the game to itself."""

    def __init__(self, table: Table, game: str) -> None:
        self.table = table
        self.game = game
        self.line = table._lines.setdefault(game, Line())

    async def __aenter__(self) -> Line:
        self.line.users += 1
        try:
            await self.line.lock.acquire()
        except BaseException:
            self.line.users -= 1
            raise
        self.table._lines.move_to_end(self.game)
        return self.line

    async def __aexit__(self, *_: object) -> None:
        self.line.lock.release()
        self.line.users -= 1
        if self.line.live is None and not self.line.users:
            self.table._lines.pop(self.game, None)
        self.table._shrink()
