"""Four processes at one PostgreSQL while people click anywhere: some are killed, some restarted. Nothing is lost.

A short form; `make soak ARGS="--parts processes --minutes 5"` is the long one.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator

import pytest

from engine.store.beside import reading
from local import WIDE, LocalDiscord
from tests.trust import processes
from tests.trust.evening import ID, Away, custom_ids
from tests.trust.processes import LEASE, PROCESSES, SLACK, Quarters

pytestmark = pytest.mark.slow


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(patience=8, rates=WIDE) as running:
        yield running


async def well_kept(evening: Quarters) -> None:
    await evening.check()
    evening.check_outbox()
    evening.check_reminders()
    await evening.finish(most=8)
    assert evening.problems == []
    assert evening.local.violations == []
    assert evening.told


async def test_processes_are_killed_and_restarted_while_people_click_anywhere(local, tmp_path, database_url):
    evening = Quarters(local, tmp_path, database_url, seed=21)
    evening.think = 0.3
    await evening.begin(8, people=2)
    source = random.Random(21)
    async with evening.processes():
        async with evening.people():
            for n in range(3):
                await asyncio.sleep(source.uniform(1.0, 2.0))
                shard = source.randrange(PROCESSES)
                if n == 1:
                    await evening.close_politely(shard)
                else:
                    evening.kill(shard)
                await asyncio.sleep(source.uniform(0.2, 1.0))
                evening.wake(shard)
                await evening.is_serving(shard)
        await evening.all_said()
    await well_kept(evening)
    assert evening.counts["answers begun in another server"]


async def test_the_reminders_of_a_dead_process_come_from_a_survivor_within_its_lease(
    local, tmp_path, database_url
):
    """Given a process dies for good; when a reminder of its server is due; then another tells it, once, in time."""
    evening = Quarters(local, tmp_path, database_url, seed=22)
    await evening.begin(8, people=2, bots=0.0)
    async with evening.processes():
        await evening.all_said()
        evening.kill(1)
        died = time.monotonic()
        assert evening.let_one_fall_due(1)
        while not evening.dues[0].served and time.monotonic() < died + LEASE + SLACK:
            await asyncio.sleep(0.05)
        assert evening.dues[0].served, "nobody reminded them"
        await asyncio.sleep(1.0)
        evening.check_reminders()
        evening.wake(1)
        await evening.is_serving(1)
    evening.check_outbox()
    assert evening.problems == []


def board_of(evening: Quarters, game: str) -> int:
    """The revision that everybody sees in the channel of a game."""
    kept = evening.local.core.world.messages[evening.channels[game].id].values()
    public = [one for message in kept if message.only_for is None for one in custom_ids(message)]
    return max(int(match["rev"]) for match in map(ID.fullmatch, public) if match)


async def test_the_board_of_a_dead_process_is_told_by_a_survivor(local, tmp_path, database_url, monkeypatch):
    """Given the process of a server is dead; when somebody answers from another server; then the board is told there."""
    monkeypatch.setattr(processes, "SOMEWHERE_ELSE", 1.0)
    evening = Quarters(local, tmp_path, database_url, seed=23)
    await evening.begin(8, people=2, bots=0.0)
    async with evening.processes():
        await evening.all_said()
        evening.kill(1)
        evening.halls = [evening.halls[0]] * PROCESSES
        for clicker in [one for one in evening.clickers if evening.home_of(one.game) is evening.guilds[1]]:
            async with asyncio.timeout(20):
                with contextlib.suppress(Away):
                    await clicker.turn()
        assert evening.told, "nobody could answer"
        await evening.all_said(LEASE + 4 * SLACK)
        with reading(database_url) as db:
            revs = dict(db.execute("select id, rev from game").fetchall())
        for told in evening.told.values():
            assert board_of(evening, told.game) == revs[told.game], "its board is old"
        evening.wake(1)
        await evening.is_serving(1)
    await evening.check()
    evening.check_outbox()
    assert evening.problems == []
