"""Who else is at the database. A process that has it for itself does everything; `together` is for several."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from engine.store import ReminderRow, Store

if TYPE_CHECKING:
    from engine.live import Live
    from engine.table import Table


class Company:
    """The company of a process that is alone: everything is its own business, and nobody changes anything behind it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def size(self) -> int:
        """How many processes there are."""
        return 1

    async def take_up(self, table: Table) -> list[str]:
        """Let a table take up what is its business. The games that could not be loaded."""
        return await table.take_up_all([row.id for row in await self.store.games("running", limit=1_000_000)])

    async def is_newest(self, live: Live) -> bool:
        """Is what is in memory still what is stored?"""
        return True

    def edition(self, live: Live) -> int | None:
        """What a change must find unchanged, besides the revision."""
        return None

    def tell(self, game: str) -> None:
        """A game has changed."""

    @contextlib.asynccontextmanager
    async def speaking(self, game: str) -> AsyncIterator[bool]:
        """Whoever is inside speaks for a game, if it is True: no other process does so meanwhile."""
        yield True

    async def unsaid_games(self) -> list[str]:
        """The games that have something in the outbox, as far as they are this process's business."""
        return await self.store.unsaid_games()

    async def has_more(self, game: str, now: float) -> bool:
        """Was something written for a game by another process, while this one spoke?"""
        return False

    async def due_reminders(self, now: float, limit: int) -> list[ReminderRow]:
        """What is due, as far as it is this process's business."""
        return await self.store.due_reminders(now, limit)

    async def is_still_due(self, row: ReminderRow) -> bool:
        """Has no other process served this reminder before this one got to speak?"""
        return True

    async def turn(self, name: str, seconds: float) -> None:
        """Wait for this process's turn to do what one process may do every `seconds`."""

    async def is_ousted(self) -> None:
        """Returns when another process has taken this one's place, which must stop then."""
        await asyncio.Event().wait()
