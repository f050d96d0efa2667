"""Write first, speak after: what was saved to be said is said, in order, once, and again after a crash.

A row leaves the outbox only when it was said. If the bot dies between the two, it is said again with the same
nonce, and Discord keeps the first. One game's trouble does not hold up another's.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from engine.company import Company
from engine.store import OutboxRow, Store, StoreError

Speak: TypeAlias = Callable[[str, Sequence[OutboxRow]], Awaitable[None]]

log = logging.getLogger(__name__)

FIRST_WAIT = 2.0
LONGEST_WAIT = 600.0


class Outbox:
    """Says what the store holds. `speak` gets a game and all its due rows, so it can tell them as one."""

    def __init__(
        self,
        store: Store,
        speak: Speak,
        clock: Callable[[], float] = time.time,
        company: Company | None = None,
    ) -> None:
        self.store = store
        self.company = company or Company(store)
        self.speak = speak
        self.clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._at_once: set[str] = set()
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._open = True

    async def start(self) -> None:
        """Say everything that was left unsaid, and go on."""
        for game in await self.company.unsaid_games():
            self.kick(game)

    def kick(self, game: str, *, now: bool = False) -> None:
        """There is something to say for this game. `now`: what failed before is not waited for any longer."""
        if not self._open:
            return
        if now:
            self._at_once.add(game)
        if timer := self._later.pop(game, None):
            timer.cancel()
        if game in self._tasks:
            self._again.add(game)
            return
        task = asyncio.create_task(self._say(game), name=f"outbox {game}")
        self._tasks[game] = task
        task.add_done_callback(lambda _: self._done(game))

    def _done(self, game: str) -> None:
        self._tasks.pop(game, None)
        if game in self._again:
            self._again.discard(game)
            self.kick(game)

    async def _say(self, game: str) -> None:
        try:
            async with self.company.speaking(game) as mine:
                if mine:
                    await self._say_due(game)
            if mine and await self.company.has_more(game, self.clock()):
                self._again.add(game)
        except StoreError as error:  # the database says so itself, once
            log.debug("not said: %s", error, extra={"game": game})
            self._at(game, FIRST_WAIT + random.random())

    async def _say_due(self, game: str) -> None:
        rows = await self.store.unsaid(game)
        if not rows:
            return
        now = self.clock()
        if rows[0].due > now and game not in self._at_once:
            self._at(game, rows[0].due - now)
            return
        self._at_once.discard(game)
        try:
            await self.speak(game, rows)
        except StoreError:
            raise
        except Exception:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(rows[0].attempts, 16))
            log.exception("a message could not be sent; again in %.0f s", wait, extra={"game": game})
            await self.store.not_said([row.id for row in rows], self.clock() + wait)
            self._at(game, wait)
            return
        await self.store.said([row.id for row in rows], self.clock())

    def _at(self, game: str, wait: float) -> None:
        if self._open:
            self._later[game] = asyncio.get_running_loop().call_later(wait, self.kick, game)

    async def close(self, patience: float = 4.0) -> None:
        """Finish what is being said; the rest is said after the next start."""
        self._open = False
        for timer in self._later.values():
            timer.cancel()
        self._again.clear()
        running = list(self._tasks.values())
        if running:
            _, slow = await asyncio.wait(running, timeout=patience)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)

    async def quiet(self) -> None:
        """Wait until everything due has been said. For tests and for a clean end of a simulation."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))
            await asyncio.sleep(0)
