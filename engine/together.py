"""Several processes at one database: this one among the others.

Correctness does not rest on anything here: the guards of the store (revision, interaction) do that. This is about who
does what: one process speaks for a game at a time, each minds the shards it serves and those whose process is gone,
and a game in memory is dropped when another process has changed it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from engine.company import Company
from engine.shards import Shards
from engine.shards import read as shards_of
from engine.store import ReminderRow, Store, StoreError
from engine.store.postgres import Server
from engine.store.sharing import Process, Sharing

if TYPE_CHECKING:
    from engine.live import Live
    from engine.table import Table

log = logging.getLogger(__name__)

LEASE = 15.0
SILENT = 0.5
"""Who has only this part of its lease left has missed two beats."""
TAKEN_AT_ONCE = 50
GUILDS_KEPT = 50_000


class Together(Company):
    """The processes at one database. Open it with `async with Together(...)`."""

    def __init__(self, store: Store, shards: Shards, lease: float = LEASE) -> None:
        server = store.database
        assert isinstance(server, Server)
        super().__init__(store)
        self.server = server
        self.shards = shards
        self.lease = lease
        self.sharing = Sharing(server)
        self.pulse = Sharing(Server(server.address, 1))
        """A line of its own: a process that has much to do is not taken for dead."""
        self.me = Process(secrets.token_hex(6), here(), str(shards))
        self.others: list[Process] = []
        self.minded: tuple[int, ...] = shards.ids
        """The shards whose clocks and messages are this process's business now."""
        self.table: Table | None = None
        self.ousted = asyncio.Event()
        """Another process serves these shards: this one must stop."""
        self._good_until = 0.0
        self._held: dict[str, int] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._guilds: OrderedDict[str, str] = OrderedDict()
        self._news: dict[str, None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._death = True  # whoever was here before may have left something
        self._open = False
        self._taking: asyncio.Task[None] | None = None

    # --- life ---------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Together:
        try:
            await self._come_in()
        except BaseException:
            await self.pulse.server.close()
            raise
        self._open = True
        self.store.process = self.me.id
        for work in (self._beat(), self._hear()):
            self._start(work)
        await self.server.tell(f"{self.me.id} ")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreError):
            await self.sharing.leave(self.me.id)
            await self.server.tell(f"{self.me.id} ")
        await self.pulse.server.close()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _come_in(self) -> None:
        """Wait for a predecessor that was killed; refuse to come in beside one that is alive."""
        seen: dict[str, float] = {}
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            dead = [one.id for one in self.others if is_dead(one.place)]
            self.others = await self.pulse.join(self.me, self.lease, dead)
            if not self.others:
                self._good_until = before + self.lease
                return
            if any(is_dead(one.place) for one in self.others):
                continue
            for one in self.others:
                seen.setdefault(one.id, before)
                if before - seen[one.id] > self.lease * 1.5:
                    raise StoreError(
                        f"The shards {one.shards} of this database are served by another process ({one.place}). "
                        "Stop that one first, or serve other shards."
                    )
            await asyncio.sleep(min(0.5, self.lease / 10))

    @property
    def size(self) -> int:
        """How many processes there are."""
        return len(self.others) + 1

    @property
    def has_lease(self) -> bool:
        """Do the others know that this process is alive?"""
        return asyncio.get_running_loop().time() < self._good_until

    @property
    def is_alone(self) -> bool:
        """Does this process serve everything? Then nobody else may come in as long as it has its lease."""
        return self.shards.is_all and self.has_lease

    async def _beat(self) -> None:
        """Renew the lease, see who is there, and take up what the dead have left."""
        while True:
            try:
                before = asyncio.get_running_loop().time()
                there = await self.pulse.beat(self.me.id, self.lease)
                if there is None and not await self._come_back():
                    return
                if there is not None:
                    self._good_until = before + self.lease
                    self._see(there)
                    await self._sweep()
            except StoreError as error:
                log.debug("the lease is not renewed: %s", error)
            except Exception:
                log.exception("the company stumbled")
            await asyncio.sleep(self.lease / 5)

    async def _come_back(self) -> bool:
        """After a long silence the others gave this process up for dead. It may go on if nobody took its place."""
        if await self.pulse.join(self.me, self.lease):
            log.critical("another process serves the shards %s now", self.shards)
            self.ousted.set()
            return False
        self._forget_all()
        return True

    def _see(self, there: list[Process]) -> None:
        gone = {one.id for one in self.others} - {one.id for one in there}
        self.others = [one for one in there if one.id != self.me.id]
        if gone - {self.me.id}:
            self._death = True
        # Who has been silent for long is not waited for; what it claims is its own until its lease is over.
        heard = [one for one in there if one.id == self.me.id or one.left > self.lease * SILENT]
        served = {number for one in heard for number in shards_of(one.shards).ids}
        line = sorted(one.id for one in heard)
        mine = line.index(self.me.id)
        orphans = [
            number
            for number in range(self.shards.count)
            if number not in served and number not in self.shards.ids and number % len(line) == mine
        ]
        self.minded = (*self.shards.ids, *orphans)

    # --- what the dead have left ----------------------------------------------------------------------------

    async def take_up(self, table: Table) -> list[str]:
        """Let a table take up what is its business, now and whenever a process dies."""
        self.table = table
        return await self._take_over()

    async def _take_over(self) -> list[str]:
        """The games that dead processes were playing on are this one's now. Those that could not be loaded."""
        broken = list[str]()
        while self._death and self._open and self.table is not None:
            games = await self.sharing.take_over(self.me.id, TAKEN_AT_ONCE)
            broken += await self.table.take_up_all(games)
            self._death = bool(games)
        return broken

    async def _sweep(self) -> None:
        """Now and then: say what nobody says, and take up what the dead have left."""
        if self.table is None:
            return
        if self.table.outbox is not None:
            await self.table.outbox.start()
        if self._death and (self._taking is None or self._taking.done()):
            self._taking = self._start(self._take_over_quietly())  # it may take a while; the pulse goes on

    async def _take_over_quietly(self) -> None:
        try:
            for game in await self._take_over():
                log.error("a game could not be loaded", extra={"game": game})
        except StoreError as error:
            log.info("nothing is taken over: %s", error)

    def _changed_elsewhere(self, game: str) -> None:
        """Another process has changed a game: forget it, and say what it wrote if that is this one's business."""
        if self.table is not None:
            self.table.forget(game)
            if self.table.outbox is not None:
                self.table.outbox.kick(game)

    def _forget_all(self) -> None:
        """Something may have been missed."""
        if self.table is not None:
            self.table.forget()

    async def is_newest(self, live: Live) -> bool:
        """Is what is in memory still what is stored? News may be late, so the store is asked."""
        if self.is_alone:
            return True
        return await self.store.is_at(live.row.id, live.row.rev, live.edition)

    def edition(self, live: Live) -> int | None:
        """What a change must find unchanged, besides the revision."""
        return live.edition

    # --- who speaks ---------------------------------------------------------------------------------------

    async def minds(self, game: str) -> bool:
        """Is it this process's business to speak for a game?"""
        if self.shards.is_all:
            return True
        if game not in self._guilds:
            row = await self.store.game(game)
            self._guilds[game] = row.guild if row else ""
            while len(self._guilds) > GUILDS_KEPT:
                self._guilds.popitem(last=False)
        return self.shards.of(self._guilds[game]) in self.minded

    @contextlib.asynccontextmanager
    async def speaking(self, game: str) -> AsyncIterator[bool]:
        """Speak for a game, if it is minded here and nobody else does so at this moment."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        async with lock:
            mine = self.is_alone or game in self._held
            if not mine and self.has_lease and await self.minds(game):
                held = await self.sharing.claim(game, self.me.id)
                mine = held != "no"
                if held == "taken over":
                    log.info("taken over from a process that is gone", extra={"game": game})
            if mine:
                self._held[game] = self._held.get(game, 0) + 1
        try:
            yield mine
        finally:
            if mine:
                await asyncio.shield(self._release(game, lock))

    async def _release(self, game: str, lock: asyncio.Lock) -> None:
        async with lock:
            self._held[game] -= 1
            if not self._held[game]:
                del self._held[game]
                if self.shards.is_all:
                    return
                try:
                    await self.sharing.release(game, self.me.id)
                except StoreError as error:
                    log.debug("not let go of: %s", error, extra={"game": game})

    async def unsaid_games(self) -> list[str]:
        """The games that are minded here and have something in the outbox."""
        return await self.sharing.unsaid_games(self.minded, self.shards.count)

    async def has_more(self, game: str, now: float) -> bool:
        """Was something written for a game by another process, while this one spoke?"""
        left = await self.store.unsaid(game)
        return bool(left) and left[0].due <= now

    async def due_reminders(self, now: float, limit: int) -> list[ReminderRow]:
        """What is due in the shards that are minded here."""
        return await self.sharing.due_reminders(now, limit, self.me.id, self.minded, self.shards.count)

    async def is_still_due(self, row: ReminderRow) -> bool:
        """Has no other process served this reminder before this one got to speak?"""
        return await self.sharing.is_there(row)

    async def turn(self, name: str, seconds: float) -> None:
        """Wait for this process's turn to do what one process may do every `seconds`."""
        wait = 1.0
        while wait:
            wait = await self.sharing.next_turn(name, seconds)
            await asyncio.sleep(wait)

    async def is_ousted(self) -> None:
        """Returns when another process has taken this one's place, which must stop then."""
        await self.ousted.wait()

    # --- news ---------------------------------------------------------------------------------------------

    def tell(self, game: str) -> None:
        """Let the others know that a game has changed. Several changes make one message."""
        if not self._news and self._open:
            self._start(self._spread())
        self._news[game] = None

    async def _spread(self) -> None:
        await asyncio.sleep(0)
        news, self._news = self._news, {}
        try:
            await self.server.tell(*(f"{self.me.id} {game}" for game in news))
        except StoreError as error:
            log.debug("no news: %s", error)

    async def _hear(self) -> None:
        async for heard in self.server.listen():
            if heard is None:
                self._forget_all()
                continue
            who, _, game = heard.partition(" ")
            if who == self.me.id:
                continue
            if game:
                self._changed_elsewhere(game)
            else:  # somebody came or left
                with contextlib.suppress(StoreError):
                    there = await self.pulse.beat(self.me.id, self.lease)
                    if there is not None:
                        self._see(there)
                        await self._sweep()


# --- machines ---------------------------------------------------------------------------------------------


def here() -> str:
    """Where this process runs: the machine (or container), the process, and when that began: numbers are used again."""
    return f"{_machine()} {os.getpid()} {_born(os.getpid())}"


def _machine() -> str:
    """The name of this machine, and of the space in which its processes are counted."""
    space = ""
    with contextlib.suppress(OSError):
        space = os.readlink("/proc/self/ns/pid").strip("pid:[]")
    return f"{socket.gethostname()}/{space}"


def _born(pid: int) -> str:
    """When a process of this machine began, in the machine's own count; empty if there is none or nobody can tell."""
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    return ""


def is_dead(place: str) -> bool:
    """Is it certain that the process is gone? Of another machine nobody can tell."""
    machine, pid, born = (*place.split(" "), "", "")[:3]
    return machine == _machine() and pid.isdigit() and bool(born) and _born(int(pid)) != born


def is_here(place: str) -> bool:
    """Is it a process of this machine?"""
    return place.partition("/")[0] == socket.gethostname()
