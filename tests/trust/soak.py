"""make soak: a long evening. Hundreds of games, people and bots, faults, kills, restarts, and twins against leaks.

Its parts share the time. Kills: a few busy games while the bot is killed at named points and random moments.
A crowd: hundreds of games at once at a Discord that drops lines, loses answers, fails and delivers twice.
Twins: games that differ only in what somebody may not know. Processes (if asked for): four processes at one
PostgreSQL, killed and restarted. Bots (if asked for): whole games among boards that play by themselves. Prints a table; fails if anything was lost, doubled
or leaked, or if the bot did something Discord forbids.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from engine.commands import CommandError
from engine.store.beside import reading
from local import Allow, CannotDo, LocalDiscord, NoAnswer, places
from local.core import Core
from local.errors import Violation
from local.state import Channel
from render import Studio
from tests.engine.root.clockwork import mixed
from tests.postgres import missing, own_cluster
from tests.trust import twins
from tests.trust.evening import Evening
from tests.trust.processes import LEASE, PROCESSES, SLACK, Quarters
from tests.trust.test_leaks import MIXES, a_moment
from tests.trust.victim import POINTS

TWICE, LATE = 40060, 10062
"""What Discord says to the second of two deliveries, and to an answer after three seconds: here the fault is ours."""


SHARES = {"kills": 0.45, "crowd": 0.35, "twins": 0.2, "processes": 0.45, "bots": 0.2}
"""The parts, and how much of the time each gets."""
USUAL = "kills,crowd,twins"
"""The parts of an evening; the others are asked for."""


FILMED = 3
"""Games of bots that are over soon, and of which films are wanted."""
MISUSES = (
    "places hidden for a while",
    "threads locked and archived for a while",
    "direct messages closed",
    "places deleted",
    "everybody of a game away, and back",
)


def lock(core: Core, thread: Channel, on: bool) -> None:
    """A moderator locks and archives a thread, or opens it again."""
    if core.world.channels.get(thread.id) is thread:
        thread.locked = on
        places.archive(core, thread, on)


class Row(msgspec.Struct, frozen=True):
    """One line of the table."""

    part: str
    what: str
    value: float
    unit: str = ""


class Soak:
    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.source = random.Random(seed)
        self.seed = seed
        self.rows: list[Row] = []
        self.problems: list[str] = []
        self.shown = 1e9

    # --- kills --------------------------------------------------------------------------------------------

    async def kills(self, seconds: float, games: int) -> None:
        """Kill, look, and go on."""
        folder = self.part("kills")
        async with LocalDiscord() as local:
            evening = Evening(local, folder, self.seed)
            await evening.begin(games, people=2)
            end = time.monotonic() + seconds
            points, named = list(POINTS), 0
            async with evening.people():
                while time.monotonic() < end:
                    if self.source.random() < 0.3:
                        await evening.killed_after(self.source.uniform(0.1, 4.0))
                    else:
                        point = points[named % len(points)]
                        named += 1
                        often = 1 if "backup" in point else self.source.randint(1, 3)
                        await evening.killed_at(point, 1 if "message" in point else often, patience=8)
                    await evening.check()
                    evening.forget()
                    await evening.keep_going(games, people=2)
                    self.show("kills", end - time.monotonic(), evening)
            await evening.finish()
            self.reckon("kills", evening)

    # --- a crowd ------------------------------------------------------------------------------------------

    async def crowd(self, seconds: float, games: int) -> None:
        """Many games at once, with a network that misbehaves, restarts by politeness and by force."""
        folder = self.part("crowd")
        async with LocalDiscord() as local:
            evening = Evening(local, folder, self.seed + 1)
            evening.more_people(40)
            evening.in_threads = True
            evening.think = games / 8
            await evening.begin(games - FILMED)
            await evening.begin(FILMED, people=0)
            end = time.monotonic() + seconds
            async with evening.people():
                filmed = list(evening.channels)[-FILMED:]
                trouble = asyncio.gather(
                    self.trouble(evening), self.misuse(evening), self.films(evening, filmed)
                )
                while (left := end - time.monotonic()) > 0:
                    life = min(max(10.0, seconds / 6), left)
                    if self.source.random() < 0.5:
                        await evening.killed_after(life)
                    else:
                        await evening.closed_after(life)
                    local.faults.clear()
                    await evening.check()
                    self.check_secrets(evening)
                    evening.forget()
                    await evening.keep_going(games)
                    self.show("crowd", left, evening)
                trouble.cancel()
                await asyncio.gather(trouble, return_exceptions=True)
            await evening.finish()
            self.reckon("crowd", evening, faults=True)

    async def trouble(self, evening: Evening) -> None:
        """A fault every now and then."""
        faults = evening.local.faults
        messages = "/channels/{channel_id}/messages"
        plans = {
            "lines dropped": faults.drop_socket,
            "asked to reconnect": faults.reconnect,
            "sessions made invalid": faults.invalidate,
            "interactions delivered twice": faults.deliver_twice,
            "events out of order": faults.out_of_order,
            "messages answered with 500": lambda: faults.fail(messages, 500),
            "answers to clicks failed with 503": lambda: faults.fail("callback", 503),
            "messages done, answer lost": lambda: faults.lose_answer(f"POST {messages}"),
            "messages done, answered with 502": lambda: faults.lose_answer(f"POST {messages}", status=502),
            "too many requests (429)": lambda: faults.rate_limit(messages, retry_after=0.2),
            "requests held for a second": lambda: faults.delay(messages, 1.0),
        }
        cuts = list(plans)[:3]
        while True:
            await asyncio.sleep(self.source.expovariate(2.0))
            if evening.up.is_set():
                name = self.source.choice(cuts if self.source.random() < 0.05 else list(plans)[3:])
                plans[name]()
                evening.counts[f"fault: {name}"] += 1

    async def misuse(self, evening: Evening) -> None:
        """What people and managers of servers do: lock and hide places, close direct messages, go away, delete places."""
        local, core = evening.local, evening.local.core
        while True:
            await asyncio.sleep(self.source.expovariate(0.5))
            if not evening.up.is_set():
                continue
            game = self.source.choice(list(evening.channels))
            channel = evening.channels[game]
            if core.world.channels.get(channel.id) is not channel:
                continue
            name = self.source.choice(MISUSES)
            if name == "places deleted" and evening.counts[f"misuse: {name}"] >= len(evening.channels) // 20:
                continue
            evening.counts[f"misuse: {name}"] += 1
            if name == "places hidden for a while":
                hide = partial(local.permit, "bot", channel, deny=Allow.VIEW_CHANNEL)
                self.for_a_while(hide, partial(local.permit, "bot", channel))
            elif name == "threads locked and archived for a while" and channel.is_thread:
                self.for_a_while(partial(lock, core, channel, True), partial(lock, core, channel, False))
            elif name == "direct messages closed":
                for person in local.people:
                    person.user.takes_dms = self.source.random() < 0.5
            elif name == "places deleted":
                places.close_channel(core, channel)
            elif name == "everybody of a game away, and back":
                await self.away(evening, game)

    def for_a_while(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        begin()
        asyncio.get_running_loop().call_later(self.source.uniform(1.0, 8.0), end)

    async def away(self, evening: Evening, game: str) -> None:
        """All people of a game go away with a stand-in, and come back a little later."""
        people = [one.person for one in evening.clickers if one.game == game]
        for command, more in (("away", {"days": 3, "stand_in": "bot"}), ("back", {})):
            for person in people:
                with contextlib.suppress(NoAnswer, CannotDo):
                    await person.go("lobby").slash(command, **more)
            await asyncio.sleep(self.source.uniform(1.0, 3.0))

    async def films(self, evening: Evening, games: list[str]) -> None:
        """Somebody wants a film, all the time."""
        dora = evening.local.person("dora")
        while True:
            await asyncio.sleep(0.5)
            if not evening.up.is_set():
                continue
            game = self.source.choice(games)
            with contextlib.suppress(NoAnswer, CannotDo):
                answer = await dora.go("lobby").slash("replay", film=True, game=game)
                for _ in range(100):
                    if not answer.failed and answer.interaction.original and answer.attachments:
                        evening.counts["films shown"] += 1
                        break
                    await asyncio.sleep(0.1)

    def check_secrets(self, evening: Evening) -> None:
        """No seed of a running game, and no token, stands anywhere people can read, nor in the bot's log."""
        with reading(evening.path) as db:
            seeds = [
                bytes(s).decode() for (s,) in db.execute("select secret from game where status = 'running'")
            ]
        seen = "\n".join(
            repr(message.components) + message.content
            for kept in evening.local.core.world.messages.values()
            for message in kept.values()
        )
        log = Path(evening.log).read_text()
        for seed in seeds:
            if seed in seen or seed in log:
                self.problems.append("the seed of a running game can be read")

    # --- several processes --------------------------------------------------------------------------------

    async def processes(self, seconds: float, games: int) -> None:
        """Four processes at one PostgreSQL of the soak's own; every few seconds one is killed or restarted."""
        folder = self.part("processes")
        with own_cluster(quick=False) as cluster:
            async with LocalDiscord() as local:
                evening = Quarters(local, folder, cluster.new_database(), self.seed + 2)
                evening.more_people(40)
                evening.think = games / 8
                await evening.begin(games)
                async with evening.processes():
                    async with evening.people():
                        await self.mistreat(evening, time.monotonic() + seconds)
                    await evening.all_said()
                await evening.check()
                evening.check_outbox()
                evening.check_reminders()
                await evening.finish()
                self.reckon("processes", evening)
                if evening.dues:
                    slowest = evening.slowest_reminder
                    self.rows.append(Row("processes", f"slowest of them (lease {LEASE:.0f} s)", slowest, "s"))

    async def mistreat(self, evening: Quarters, end: float) -> None:
        """Kill a process or ask it to stop, leave its place empty for a while, and start it again."""
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self.source.uniform(1.0, 5.0)))
            shard = self.source.randrange(PROCESSES)
            evening.check_alive()
            if self.source.random() < 0.7:
                evening.kill(shard)
                evening.let_one_fall_due(shard)
            else:
                await evening.close_politely(shard)
            await asyncio.sleep(self.source.choice((0.2, 2.0, LEASE + 4.0)))
            evening.wake(shard)
            await evening.is_serving(shard)
            self.show("processes", left, evening)
        await asyncio.sleep(LEASE + SLACK)  # for the last reminders

    # --- twins --------------------------------------------------------------------------------------------

    async def twins(self, seconds: float) -> None:
        """As many twins as fit into the time."""
        studio = Studio()
        end = time.monotonic() + seconds
        counts: Counter[str] = Counter()
        number = self.seed * 100_000
        while time.monotonic() < end:
            number += 1
            found = a_moment(number, MIXES[number % len(MIXES)], steps=12)
            folder = self.part(f"twins-{number}")
            told = await twins.leaks(folder, found, studio, f"soak {number}")
            shutil.rmtree(folder)
            counts["twins"] += 1
            counts["decisions side by side"] += len(found.script)
            counts["hidden cards that lay elsewhere"] += found.apart
            counts["leaks"] += bool(told)
            self.problems += [f"twins {number}: {one[:600]}" for one in told]
        studio.close()
        self.rows += [Row("twins", name, count) for name, count in counts.items()]

    # --- bots ---------------------------------------------------------------------------------------------

    def bots(self, seconds: float) -> None:
        """As many games among the boards as fit into the time, each played twice."""
        end = time.monotonic() + seconds
        counts: Counter[str] = Counter()
        number = self.seed * 100_000
        while time.monotonic() < end:
            game = mixed.played(number)
            number += 1
            counts["games ended"] += game.ended
            counts["the same a second time"] += game.same
            counts["decisions of people"] += game.decisions
            counts[game.sort] += 1
            self.problems += mixed.wrong(game)
        self.rows += [Row("bots", name, count) for name, count in counts.items()]

    # --- the table ----------------------------------------------------------------------------------------

    def part(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        return folder

    def show(self, part: str, left: float, evening: Evening) -> None:
        end = "\r" if sys.stderr.isatty() else "\n"
        if left < self.shown - 5 or sys.stderr.isatty():
            self.shown = left
            sys.stderr.write(
                f"{part}: {max(0.0, left):4.0f} s left, {evening.counts['kills']} kills, {len(evening.told)} answers, "
                f"{len(evening.problems)} problems{end}"
            )

    def reckon(self, part: str, evening: Evening, *, faults: bool = False) -> None:
        """The figures of an evening."""
        late = sum(one.code == LATE for one in evening.local.violations)
        excused = (TWICE, LATE) if faults else (LATE,)
        forbidden = [one for one in evening.local.violations if one.code not in excused]
        self.problems += [f"{part}: {problem}" for problem in dict.fromkeys(evening.problems)]
        self.problems += [f"{part}: {words(one)}" for one in forbidden[:20]]
        counts = dict(evening.counts)
        rows = [
            Row(part, name, counts.pop(name, 0)) for name in ("games begun", "games ended with fair dice")
        ]
        rows += [
            Row(part, "games ended by people clicking", len(evening.finished)),
            Row(part, "answers confirmed and kept", len(evening.told)),
        ]
        rows += [Row(part, name, count) for name, count in sorted(counts.items())]
        rows.append(Row(part, "answers later than three seconds", late))
        rows.append(Row(part, "mistakes Discord refused", len(forbidden)))
        times = sorted(evening.latencies)
        for share in (0.5, 0.95, 0.99):
            if times:
                rows.append(
                    Row(
                        part,
                        f"click to answer p{share * 100:.0f}",
                        times[int(share * (len(times) - 1))] * 1e3,
                        "ms",
                    )
                )
        memory = [one for one in evening.memory if one]
        if memory:
            rows.append(Row(part, "memory of the bot, most", max(memory), "MB"))
            rows.append(Row(part, "memory of the bot, last", memory[-1], "MB"))
        self.rows += rows

    def table(self, seconds: float) -> str:
        lines, part = [f"soak of {seconds / 60:.1f} minutes, seed {self.seed}"], ""
        for row in self.rows:
            if row.part != part:
                part = row.part
                lines.append(f"\n{part}")
            number = f"{row.value:,.1f}" if isinstance(row.value, float) else f"{row.value:,}"
            lines.append(f"  {row.what:44} {number:>12} {row.unit}".rstrip())
        lines.append(f"\nproblems {len(self.problems)}")
        return "\n".join([*lines, *self.problems[:40]])


def words(one: Violation) -> str:
    return f"Discord refused: {one}"


def run(minutes: float, games: int, seed: int, parts: str = USUAL, *, as_json: bool = False) -> int:
    """The whole soak; 1 if there is any problem."""
    logging.disable(logging.CRITICAL)  # the faults are ours
    began = time.monotonic()
    wanted = [name.strip() for name in parts.split(",")]
    unknown = [name for name in wanted if name not in SHARES]
    if unknown:
        raise CommandError(f"There is no part called {', '.join(unknown)}. There are: {', '.join(SHARES)}.")
    chosen = {name: SHARES[name] for name in wanted}
    second = minutes * 60 / sum(chosen.values())
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), seed)
        if "kills" in chosen:
            asyncio.run(soak.kills(second * chosen["kills"], 6))
        if "crowd" in chosen:
            asyncio.run(soak.crowd(second * chosen["crowd"], games))
        if "processes" in chosen:
            if why := missing():
                raise CommandError(why)
            asyncio.run(soak.processes(second * chosen["processes"], games))
        if "twins" in chosen:
            asyncio.run(soak.twins(second * chosen["twins"]))
        if "bots" in chosen:
            soak.bots(second * chosen["bots"])
    if as_json:
        print("\n".join(msgspec.json.encode(row).decode() for row in soak.rows))
    else:
        print(soak.table(time.monotonic() - began))
    return int(bool(soak.problems))
