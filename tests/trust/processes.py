"""Four processes at one PostgreSQL, each with a shard of Discord, killed and restarted while people click anywhere.

The same reckoning as every evening; besides, a reminder falls due in a server whose process has just been killed:
it must come, once, within the lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from cogs.waiting.watch import REMIND, Reminder
from engine.store.beside import reading, writing
from local import LocalDiscord
from local.founding import found_guild
from local.people import Answer
from local.state import Channel, Guild, Message
from tests.trust.evening import Clicker, Evening, memory_of
from tests.trust.victim import Life, start

PROCESSES = 4
LEASE = 6.0
SOMEWHERE_ELSE = 0.3
"""The share of answers that people begin with /play in another server, so in another process."""
SLACK = 6.0
"""Seconds that a busy machine gets besides the lease, for the reminder to be told."""


class Wanderer(Clicker):
    """Somebody who answers now on the board, now with /play in another server."""

    async def open(self, message: Message, opening: str) -> Answer:
        evening = self.evening
        if not isinstance(evening, Quarters) or self.source.random() > SOMEWHERE_ELSE:
            return await super().open(message, opening)
        hall = evening.halls[self.source.randrange(PROCESSES)]
        evening.counts["answers begun in another server"] += 1
        client, user = evening.local.client, self.person.user.id
        return await self.heard_of(lambda: client.slash(user, hall, "play", {"game": self.game}))


class Due(msgspec.Struct):
    """A reminder that fell due in the server of a dead process."""

    game: str
    channel: str
    text: str
    since: float
    served: float = 0.0


class Quarters(Evening):
    """An evening of four processes, each of which serves a quarter of the servers."""

    clicker = Wanderer

    def __init__(self, local: LocalDiscord, folder: Path, address: str, seed: int = 1) -> None:
        super().__init__(local, folder, seed, address)
        self.lives: list[Any] = [None] * PROCESSES
        self.guilds: list[Guild] = []
        self.dues: list[Due] = []
        self._settle_servers()
        self.halls = [self._hall(guild) for guild in self.guilds]

    def _settle_servers(self) -> None:
        """A server for each shard."""
        core = self.local.core
        found: dict[int, Guild] = {(int(self.local.guild.id) >> 22) % PROCESSES: self.local.guild}
        manager = next(user.id for user in core.world.people if user.username == "dora")
        while len(found) < PROCESSES:
            time.sleep(0.001)  # ids are made of milliseconds
            guild = found_guild(core.world, core.ids, core.clock, f"Clearing {len(found)}", manager)
            if found.setdefault((int(guild.id) >> 22) % PROCESSES, guild) is not guild:
                del core.world.guilds[guild.id]
                for channel in [one for one in core.world.channels.values() if one.guild_id == guild.id]:
                    del core.world.channels[channel.id]
        self.guilds = [found[shard] for shard in range(PROCESSES)]
        core.audience.meet()

    def _hall(self, guild: Guild) -> Channel:
        world = self.local.core.world
        return next(
            one for one in world.channels.values() if one.guild_id == guild.id and one.name == "lobby"
        )

    def home_of(self, game: str) -> Guild:
        return self.guilds[int(game[1:]) % PROCESSES]

    def more_people(self, count: int) -> None:
        super().more_people(count)
        for guild in self.guilds:
            guild.members = {**self.local.guild.members, **guild.members}

    # --- lives and deaths ---------------------------------------------------------------------------------

    def wake(self, shard: int) -> None:
        """Start the process of a shard."""
        self.lives[shard] = start(
            Life(
                url=self.local.page_url.rstrip("/"),
                path=self.path,
                log=f"{self.log}.{shard}",
                shards=f"{shard}/{PROCESSES}",
                lease=LEASE,
            )
        )
        self.counts["lives"] += 1

    def kill(self, shard: int) -> None:
        """SIGKILL, in the middle of whatever it does."""
        self.memory.append(memory_of(self.lives[shard].pid))
        self.lives[shard].kill()
        self.lives[shard].join()
        self.counts["kills"] += 1

    async def close_politely(self, shard: int) -> None:
        """SIGTERM: what is under way is finished first."""
        life = self.lives[shard]
        life.terminate()
        await asyncio.to_thread(life.join, 30)
        if life.exitcode != 0:
            self.problems.append(f"a polite end was none: exit code {life.exitcode}")
            life.kill()
            life.join()
        self.counts["polite ends"] += 1

    def check_alive(self) -> None:
        """Nobody may have stopped by itself."""
        for shard, life in enumerate(self.lives):
            if life is not None and not life.is_alive():
                self.problems.append(f"process {shard} stopped by itself: exit code {life.exitcode}")
                self.wake(shard)

    async def is_serving(self, shard: int, patience: float = 30.0) -> None:
        """Wait until the process of a shard is logged in."""
        gateway = self.local.core.gateway
        async with asyncio.timeout(patience):
            while not any(one.shard == shard and one.line is not None for one in gateway.sessions.values()):
                await asyncio.sleep(0.02)

    @contextlib.asynccontextmanager
    async def processes(self) -> AsyncIterator[None]:
        """All four, until the block is over; then they end politely."""
        for shard in range(PROCESSES):
            self.wake(shard)
        try:
            for shard in range(PROCESSES):
                await self.is_serving(shard)
            self.down.clear()
            self.up.set()
            looking = asyncio.create_task(self._look_for_reminders())
            yield
            looking.cancel()
            self.check_alive()
            await asyncio.gather(*(self.close_politely(shard) for shard in range(PROCESSES)))
        finally:
            self.up.clear()
            self.down.set()
            for life in self.lives:
                if life is not None and life.is_alive():
                    life.kill()
                    life.join()

    # --- reminders of the dead ----------------------------------------------------------------------------

    def let_one_fall_due(self, shard: int) -> bool:
        """A reminder of a decision in the server of a process that has just died is due now."""
        with writing(self.path) as db:
            rows = db.execute(
                'select game.id, channel, seat, "user", asked from game join seat on seat.game = game.id '
                "where status = 'running' and since is not null and seat.kind = 'human' and guild = ? order by since",
                (self.guilds[shard].id,),
            ).fetchall()
            rows = [row for row in rows if row[0] not in {due.game for due in self.dues}]
            if not rows:
                return False
            game, channel, seat, user, asked = rows[0]
            about = msgspec.json.encode(Reminder(seat, asked, 0))
            db.execute(
                'insert into reminder (game, "user", kind, due, data) values (?, ?, ?, ?, ?) '
                'on conflict (game, "user", kind) do update set due = excluded.due, data = excluded.data',
                (game, user, REMIND, time.time() - 1, about),
            )
        for clicker in self.clickers:
            if clicker.game == game:
                clicker.rests_until = time.monotonic() + LEASE + SLACK
        self.dues.append(Due(game, channel, f"Table {game}", time.monotonic()))
        return True

    async def _look_for_reminders(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            self.see_reminders()

    def see_reminders(self) -> None:
        """Which of them have come?"""
        for due in self.dues:
            if not due.served and self.reminders_in(due):
                due.served = time.monotonic() - due.since

    def reminders_in(self, due: Due) -> int:
        kept = self.local.core.world.messages.get(due.channel, {}).values()
        return sum("a reminder (1 of" in repr(one.components) and one.only_for is None for one in kept)

    def check_reminders(self) -> None:
        """Each came once, and in time; or its decision was made meanwhile."""
        for due in self.dues:
            told = self.reminders_in(due)
            if told > 1:
                self.problems.append(f"{due.game}: the same reminder was told {told} times")
            if due.served > LEASE + SLACK:
                self.problems.append(f"{due.game}: a reminder came only after {due.served:.1f} s")
        served = [due.served for due in self.dues if due.served]
        self.counts["reminders due at a dead process"] = len(self.dues)
        self.counts["reminders served by others or its successor"] = len(served)
        self.counts["decisions made before it was their turn"] = len(self.dues) - len(served)
        self.slowest_reminder = max(served, default=0.0)

    # --- the reckoning ------------------------------------------------------------------------------------

    def check_outbox(self) -> None:
        """Everything that was saved has been said."""
        with reading(self.path) as db:
            (unsaid,) = db.execute("select count(*) from outbox where sent is null").fetchone()
            (held,) = db.execute("select count(*) from claim").fetchone()
            (there,) = db.execute("select count(*) from process").fetchone()
        if unsaid or held or there:
            self.problems.append(f"left behind: {unsaid} messages, {held} claims, {there} processes")

    async def all_said(self, patience: float = 60.0) -> None:
        """Wait until nothing is left to say."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            with reading(self.path) as db:
                if not db.execute("select count(*) from outbox where sent is null").fetchone()[0]:
                    return
            await asyncio.sleep(0.2)
