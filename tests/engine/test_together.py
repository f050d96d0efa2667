"""Several processes at one PostgreSQL: nothing stale, nothing twice, and what a dead one leaves is taken up."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import subprocess
import sys
from collections import Counter

import pytest

from engine import shards, together
from engine.flow import Done
from engine.live import Moved, TableError
from engine.seats import Random, SeatSettings
from engine.shards import Shards
from engine.store import GameRow, ReminderRow, SeatRow, Store, StoreError
from engine.table import Table
from engine.together import Together
from tests import toy
from tests.engine.test_table import Speaker
from tests.toy import PEBBLES, Take

LEASE = 2.0
NOW = 1_800_000_000.0
HALF = (Shards((0,), 2), Shards((1,), 2))
SERVERS = ("0", str(1 << 22))
"""A server of each half."""


class Process:
    """A process without the process: its own store, its own place in the company, its own table."""

    def __init__(self, url: str, served: Shards, lease: float = LEASE, **more) -> None:
        self.url, self.served, self.lease = url, served, lease
        self.more = {"delay": lambda: 3600.0, "clock": lambda: NOW, **more}
        self.speaker = Speaker()
        self.alive = False

    async def __aenter__(self) -> Process:
        self.store = await Store.open(self.url)
        self.company = Together(self.store, self.served, self.lease)
        try:
            await self.company.__aenter__()
        except BaseException:
            await self.store.close()
            raise
        self.table = Table(self.store, {"pebbles": PEBBLES}, company=self.company, **self.more)
        self.alive = True
        return self

    async def die(self) -> None:
        """As by SIGKILL: nothing is finished, nothing is let go of."""
        self.alive = False
        tasks = [*self.company._tasks, *self.table._tasks, *self.table._timers.values()]
        if self.table.outbox is not None:
            self.table.outbox._open = False
            tasks += self.table.outbox._tasks.values()
        self.company._open = False

        async def never(*_: object) -> None:
            return None

        self.company.sharing.release = never
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.company.pulse.server.close()
        await self.store.close()

    async def __aexit__(self, *_: object) -> None:
        if self.alive:
            await self.table.close()
            await self.company.__aexit__(None, None, None)
            await self.store.close()


@pytest.fixture
async def two(database_url):
    async with Process(database_url, HALF[0]) as one, Process(database_url, HALF[1]) as other:

        async def know_each_other() -> bool:
            return one.company.minded == (0,) and other.company.minded == (1,)

        await until(know_each_other)
        yield one, other


async def begin(process: Process, game: str = "g1", kinds=("human", "human"), guild: str = "", **more):
    names = ("ann", "bob", "cy")[: len(kinds)]
    await process.store.create(GameRow(game, "pebbles", guild=guild))
    seats = [SeatRow(name, n, kind=kind) for n, (name, kind) in enumerate(zip(names, kinds, strict=True))]
    return await process.table.start(game, toy.setup(*names, **{"heap": 30, **more}), seats)


async def until(condition, seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.02)


# --- never stale, never lost ------------------------------------------------------------------------------


async def test_a_game_answered_in_turn_from_two_processes_is_never_stale_and_loses_nothing(two):
    """Given both have it in memory; when they answer in turn, at once; then each sees the other's answer at once."""
    update = await begin(two[0], heap=10_000)
    for n in range(60):
        process, other = two[n % 2].table, two[1 - n % 2].table
        look = await process.look("g1", "ann")
        assert look.game.rev == update.rev
        assert look.view.heap == 10_000 - n
        update = await process.answer("g1", "ann", Take(1), rev=look.game.rev, interaction=f"i{n}")
        assert (await other.look("g1")).view.heap == 10_000 - n - 1
    entries = await two[0].store.entries("g1")
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert all([await two[0].store.interaction(f"i{n}") for n in range(60)])


async def test_of_many_clicks_in_all_processes_on_one_question_one_counts(two):
    update = await begin(two[0])
    clicks = [
        process.table.answer("g1", "ann", Take(3), rev=update.rev, interaction=f"{n}-{index}")
        for n in range(10)
        for index, process in enumerate(two)
    ]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert all(isinstance(result, Moved) for result in results if isinstance(result, Exception))
    assert (await two[1].table.look("g1")).view.heap == 27


async def test_the_same_interaction_delivered_to_two_processes_has_one_effect(two):
    await begin(two[0])
    results = await asyncio.gather(
        *(process.table.answer("g1", "ann", Take(1), interaction="same") for process in two),
        return_exceptions=True,
    )
    assert sorted(result.again for result in results) == [False, True]
    assert (await two[0].table.look("g1")).view.heap == 29


async def test_questions_asked_at_once_are_answered_in_two_processes_and_both_count(two):
    """Given Ann and Bob must both bid; when they do so at the same moment elsewhere; then nobody's bid is stale."""
    for n in range(8):
        await begin(two[0], f"g{n}")
        await two[0].table.answer(f"g{n}", "ann", Done())
        look = await two[0].table.look(f"g{n}")
        await two[1].table.look(f"g{n}")
        assert {one.seat for one in look.open} == {"ann", "bob"}
        bids = [(await two[0].table.look(f"g{n}", seat)).ask.options[0] for seat in ("ann", "bob")]
        results = await asyncio.gather(
            two[0].table.answer(f"g{n}", "ann", bids[0], rev=look.game.rev),
            two[1].table.answer(f"g{n}", "bob", bids[1], rev=look.game.rev),
            return_exceptions=True,
        )
        assert not [result for result in results if isinstance(result, Exception)], results


async def test_standing_orders_and_places_are_seen_by_the_other_process_at_once(two):
    await begin(two[0])
    await two[1].table.look("g1")
    orders = SeatSettings(orders={"toy.dare": "done"})
    await two[0].table.settings("g1", "ann", orders)
    seats = (await two[1].table.look("g1", "ann")).seats
    assert b"toy.dare" in seats[0].settings
    await two[1].table.move("g1", "777")
    assert (await two[0].table.look("g1")).game.channel == "777"
    await two[1].table.hand_over("g1", "bob", "random")
    assert b"toy.dare" in (await two[0].table.look("g1", "ann")).seats[0].settings, "nothing is overwritten"


async def test_a_game_in_memory_is_dropped_when_another_process_changes_it(two):
    await begin(two[0])
    for process in two:
        await process.table.resume(process.speaker)
        await process.table.look("g1")
    await two[0].table.answer("g1", "ann", Take(1))

    async def dropped() -> bool:
        return "g1" not in two[1].table._lines

    await until(dropped)


async def test_many_games_many_people_two_processes_every_answer_counts_once(two):
    source = random.Random(7)
    for n in range(6):
        await begin(two[n % 2], f"g{n}", kinds=("human", "human", "random"))
    confirmed = Counter[str]()

    async def person(number: int) -> None:
        for n in range(25):
            process, game = source.choice(two).table, f"g{source.randrange(6)}"
            look = await process.look(game)
            if not look.open:
                continue
            seat = source.choice(look.open).seat
            ask = (await process.look(game, seat)).ask
            if ask is None:
                continue
            try:
                await process.answer(
                    *(game, seat, Random(source).answer(lambda: None, ask)),
                    rev=look.game.rev,
                    interaction=f"{number}-{n}",
                )
            except TableError:
                continue
            confirmed[game] += 1

    await asyncio.gather(*(person(number) for number in range(6)))
    assert sum(confirmed.values()) > 30
    for n in range(6):
        row = await two[0].store.game(f"g{n}")
        entries = await two[0].store.entries(f"g{n}")
        assert [entry.seq for entry in entries] == list(range(1, row.seq + 1))
        views = [await process.table.look(f"g{n}") for process in two]
        assert views[0].view == views[1].view


# --- who speaks -------------------------------------------------------------------------------------------


async def test_one_process_speaks_for_a_game_and_says_what_the_other_wrote_meanwhile(two):
    """Given the home of the game is speaking; when the other process changes the game; then it is said once, in order."""
    one, other = two
    said: list[tuple[str, str]] = []
    slow = asyncio.Event()
    for name, process in (("one", one), ("other", other)):

        async def speak(game, rows, name=name):
            said.extend((name, row.nonce) for row in rows)
            if name == "one" and not slow.is_set():
                await slow.wait()

        await process.table.resume(speak)
    await begin(one, guild=SERVERS[0])
    await until(lambda: _true(said))
    for n in range(3):
        await other.table.answer("g1", "ann", Take(1), interaction=f"i{n}")
    await asyncio.sleep(0.2)
    assert len(said) == 1
    slow.set()

    async def all_said() -> bool:
        return not await one.store.unsaid_games()

    await until(all_said)
    assert [nonce for _, nonce in said] == ["g1:2", "g1:3", "g1:4", "g1:5"]
    assert {name for name, _ in said} == {"one"}, "the process of its server speaks for a game"


async def _true(value: object) -> bool:
    return bool(value)


async def test_who_speaks_has_the_game_to_itself(two):
    await begin(two[0], guild=SERVERS[1])
    home = two[1].company
    two[0].company.minded = (0, 1)
    async with home.speaking("g1") as mine, two[0].company.speaking("g1") as also:
        assert (mine, also) == (True, False)
        async with home.speaking("g1") as again:
            assert again
        async with two[0].company.speaking("g1") as still:
            assert not still
    async with two[0].company.speaking("g1") as now:
        assert now


async def test_a_process_that_lost_its_lease_does_not_speak(two):
    await begin(two[0], guild=SERVERS[0])
    two[0].company._good_until = 0.0
    async with two[0].company.speaking("g1") as mine:
        assert not mine


async def test_what_a_dead_process_was_saying_is_said_by_another_within_the_lease(two):
    """Given one dies while it speaks; when its lease is over; then the other says it, and knows it may be there."""
    one, other = two
    attempts = list[int]()

    async def hang(game, rows):
        await asyncio.Event().wait()

    async def speak(game, rows):
        attempts.extend(row.attempts for row in rows)

    await one.table.resume(hang)
    await other.table.resume(speak)
    await begin(one, guild=SERVERS[0])
    await asyncio.sleep(0.1)
    await one.die()
    started = asyncio.get_running_loop().time()
    await until(lambda: _true(attempts), LEASE * 3)
    assert attempts == [1], "it may have been said: it is looked for first"
    assert asyncio.get_running_loop().time() - started < LEASE * 1.5 + 1


async def test_who_leaves_politely_is_taken_over_at_once(database_url):
    async with Process(database_url, HALF[0], lease=60.0) as one:
        await one.table.resume(one.speaker)
        async with Process(database_url, HALF[1], lease=60.0) as other:
            await other.table.resume(other.speaker)
            await begin(one, guild=SERVERS[1])

            async def said() -> bool:
                return bool(other.speaker.heard)

            await until(said)
            await other.table.outbox.quiet()
        await one.table.answer("g1", "ann", Take(1))

        async def said_here() -> bool:
            return bool(one.speaker.heard)

        await until(said_here)


async def test_bots_that_a_dead_process_left_are_played_on_by_another(two):
    one, other = two

    class Killed(BaseException):
        pass

    def strike(point: str) -> None:
        if point == "after commit":
            raise Killed

    await other.table.resume(other.speaker)
    await begin(one, kinds=("human", "random", "random"))
    one.table.reached = strike
    with contextlib.suppress(Killed):
        await one.table.answer("g1", "ann", Done())
    await one.die()
    asked = (await other.table.look("g1")).open

    async def goes_on() -> bool:
        look = await other.table.look("g1")
        return {one.seat for one in look.open} == {"ann"}

    await until(goes_on, LEASE * 3)
    assert asked


# --- reminders --------------------------------------------------------------------------------------------


async def test_reminders_belong_to_the_process_of_their_server_and_to_survivors(two):
    for number, guild in enumerate(SERVERS):
        await begin(two[0], f"g{number}", guild=guild)
        await two[0].store.remind(ReminderRow(f"g{number}", "1", "remind", NOW - 1))
    due = [[row.game for row in await one.company.due_reminders(NOW, 100)] for one in two]
    assert due == [["g0"], ["g1"]]
    async with two[0].company.speaking("g0") as mine:
        assert mine
        two[1].company.minded = (0, 1)
        assert [row.game for row in await two[1].company.due_reminders(NOW, 100)] == ["g1"]
    await two[0].die()

    async def taken_over() -> bool:
        return {row.game for row in await two[1].company.due_reminders(NOW, 100)} == {"g0", "g1"}

    two[1].company.minded = (1,)
    await until(taken_over, LEASE * 3)


async def test_who_is_silent_is_not_waited_for_but_keeps_what_it_claims(two):
    """Given a process has missed its beats; when half its lease is over; then others mind its servers, not its claims."""
    one, other = two
    for name in ("g0", "g1"):
        await begin(one, name, guild=SERVERS[0])
        await one.store.remind(ReminderRow(name, "1", "remind", NOW - 1))
    await one.company.speaking("g0").__aenter__()
    await one.die()

    async def minded() -> bool:
        return other.company.minded == (1, 0)

    await until(minded, LEASE)
    assert [row.game for row in await other.company.due_reminders(NOW, 100)] == ["g1"]
    async with other.company.speaking("g0") as mine:
        assert not mine

    async def both() -> bool:
        return len(await other.company.due_reminders(NOW, 100)) == 2

    await until(both, LEASE * 2)


async def test_a_reminder_that_another_process_served_is_not_served_again(two):
    await begin(two[0])
    row = ReminderRow("g1", "1", "remind", NOW - 1, b"x")
    await two[0].store.remind(row)
    assert await two[1].company.is_still_due(row)
    await two[0].store.reminded(row)
    assert not await two[1].company.is_still_due(row)


# --- coming and going -------------------------------------------------------------------------------------


@pytest.mark.parametrize("served", [Shards((0,), 2), Shards((0, 1), 2), Shards((3,), 16), Shards()])
async def test_two_processes_never_serve_the_same_shards(two, served, database_url, monkeypatch):
    monkeypatch.setattr(together, "here", lambda: "elsewhere/1 7 7")
    with pytest.raises(StoreError, match="served by another process"):
        async with Process(database_url, served, lease=0.3):
            pass


async def test_who_was_killed_on_this_machine_is_replaced_at_once(database_url):
    """Given a lease of a minute; when its process is gone from the machine; then the next one need not wait."""
    code = (
        "import asyncio, os, sys\n"
        "from engine.store import Store\nfrom engine.together import Together\nfrom engine.shards import ALL\n"
        "async def main():\n"
        "    await Together(await Store.open(sys.argv[1]), ALL, 60.0).__aenter__()\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code, database_url],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -9, done.stderr
    async with asyncio.timeout(20):
        async with Process(database_url, shards.ALL, lease=60.0) as process:
            assert process.company.others == []


async def test_a_process_given_up_for_dead_comes_back_if_its_place_is_free(two):
    await two[1].store.database.change(
        lambda db: db.execute("delete from process where id = ?", (two[0].company.me.id,))
    )

    async def back() -> bool:
        there = await two[1].company.pulse.beat(two[1].company.me.id, LEASE)
        return two[0].company.me.id in {one.id for one in there}

    await until(back)
    assert not two[0].company.ousted.is_set()


async def test_a_process_whose_place_was_taken_stops(two, monkeypatch):
    me = two[0].company.me
    await two[1].store.database.change(
        lambda db: db.execute("update process set id = 'usurper', until = until + 60 where id = ?", (me.id,))
    )
    await asyncio.wait_for(two[0].company.is_ousted(), 5)


async def test_what_one_process_may_do_at_a_time_is_done_in_turn(two):
    loop = asyncio.get_running_loop()
    times = list[float]()

    async def come_in(process: Process) -> None:
        await process.company.turn("identify", 0.3)
        times.append(loop.time())

    await asyncio.gather(*(come_in(process) for process in (*two, *two)))
    gaps = [later - before for before, later in itertools.pairwise(times)]
    assert min(gaps) > 0.25


# --- shards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ids", "count"),
    [
        ("", (0,), 1),
        ("0-3/16", (0, 1, 2, 3), 16),
        ("0,5,7-9/16", (0, 5, 7, 8, 9), 16),
        ("2/4", (2,), 4),
        ("0-0/1", (0,), 1),
    ],
)
def test_shards_as_they_are_written(text, ids, count):
    assert shards.read(text) == Shards(ids, count)
    if text and "0-0" not in text:
        assert str(shards.read(text)) == text


@pytest.mark.parametrize("text", ["4/4", "0-4/4", "3-1/4", "a/4", "0-3", "/4", "0/0", "0/99999", "-1/4"])
def test_shards_that_make_no_sense(text):
    with pytest.raises(ValueError, match="shards"):
        shards.read(text)


def test_a_server_belongs_to_a_shard_by_its_id_and_direct_messages_to_the_first():
    sixteen = Shards((0,), 16)
    assert sixteen.of("81384788765712384") == (81384788765712384 >> 22) % 16
    assert sixteen.of("") == 0


async def test_the_database_counts_shards_as_discord_does(two):
    source = random.Random(3)
    guilds = [str(source.getrandbits(62)) for _ in range(40)] + ["", "odd", "9" * 25]
    for n, guild in enumerate(guilds):
        await two[0].store.create(GameRow(f"g{n}", "pebbles", guild=guild))
        await two[0].store.remind(ReminderRow(f"g{n}", "", "x", NOW - 1))
    count = 16
    for shard in range(count):
        rows = await two[0].company.sharing.due_reminders(NOW, 1000, "me", [shard], count)
        wanted = {f"g{n}" for n, guild in enumerate(guilds[:-1]) if Shards((0,), count).of(guild) == shard}
        assert {row.game for row in rows} - {"g42"} == wanted
