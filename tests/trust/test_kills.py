"""The bot is killed (SIGKILL) while people click: every answer they were told is kept, nothing is done twice.

A handful of deaths here; `make soak` kills hundreds of times. The bot is a process of its own on a real file;
the Discord and the people outlive it.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from engine.harrow.check import random_setup as harrow_setup
from engine.rules import Event, Setup
from engine.store import Store, sqlite
from engine.store.address import is_postgres
from engine.store.beside import reading
from local import WIDE, LocalDiscord
from local import components as parts
from tests.trust.evening import Evening
from tests.trust.victim import APART_POINTS, POINTS, SOLO_POINTS

pytestmark = pytest.mark.slow


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(patience=4, rates=WIDE) as running:
        yield running


async def well_kept(evening: Evening) -> None:
    """At the end: nothing lost, doubled or forbidden, and every game can be played to its end."""
    await evening.finish()
    assert evening.problems == []
    assert evening.local.violations == []
    assert evening.counts["games ended with fair dice"] == min(30, evening.counts["games begun"])
    assert evening.told


async def test_killed_at_every_named_point_nothing_is_lost_or_doubled(local, tmp_path, address):
    evening = Evening(local, tmp_path, 4, address)
    await evening.begin(4, people=2)
    source = random.Random(4)
    async with evening.people():
        for point in POINTS:
            if is_postgres(address) and point == "during a backup":
                continue  # that is the server's own business
            await evening.keep_going(4, people=2)
            passing = 1 if point == "during a backup" else source.randint(1, 2)
            assert await evening.killed_at(point, passing, patience=20), f"never got to: {point}"
            await evening.check()
    await well_kept(evening)


async def test_killed_at_random_moments_nothing_is_lost_or_doubled(local, tmp_path, address):
    evening = Evening(local, tmp_path, 5, address)
    await evening.begin(4)
    source = random.Random(5)
    async with evening.people():
        for _ in range(6):
            await evening.keep_going(4)
            await evening.killed_after(source.uniform(0.2, 1.5))
            await evening.check()
    await well_kept(evening)


class HarrowEvening(Evening):
    """The same with tables of Harrow County."""

    kind = "harrow"


async def test_games_of_harrow_county_outlive_every_death_too(local, tmp_path):
    """Given tables of all chapters; when the bot dies at every point; then nothing is lost, doubled or forgotten."""
    evening = HarrowEvening(local, tmp_path, seed=12)
    await evening.begin(4, people=2)
    source = random.Random(12)
    async with evening.people():
        for point in POINTS:
            if point == "in a bot's turn":
                continue  # here people sit on both chairs
            await evening.keep_going(4, people=2)
            passing = 1 if point == "during a backup" else source.randint(1, 2)
            assert await evening.killed_at(point, passing, patience=20), f"never got to: {point}"
            await evening.check()
    await well_kept(evening)


class SoloEvening(HarrowEvening):
    """Solo games: between two turns of a person Protectors and Family move by themselves."""

    def new_setup(self, bots: float) -> Setup:
        setup = harrow_setup(self.source, "SOLO")
        return msgspec.structs.replace(setup, options=setup.options | {"level": "1"})

    async def cards(self) -> dict[str, list[str]]:
        """The solo cards that were told to have been turned over, game by game."""
        async with await Store.open(self.path) as store:
            return {
                game: [
                    event.about["card"]
                    for event in (
                        msgspec.json.decode(row.data, type=Event) for row in await store.events(game)
                    )
                    if event.key == "solo.card"
                ]
                for game in self.channels
            }


async def test_H6_killed_while_automated_factions_move_all_is_told_once_and_nothing_is_lost(local, tmp_path):
    """Given solo games; when the bot dies at every step of the factions that move by themselves, and in between;
    then it comes back, the turn is played to its end once, and no card is told twice."""
    evening = SoloEvening(local, tmp_path, seed=14)
    evening.think = 0.15
    await evening.begin(2)
    source = random.Random(14)
    before: dict[str, list[str]] = {}
    async with evening.people():
        for point in (
            *SOLO_POINTS,
            "after commit",
            "between commit and message",
            "message sent, not remembered",
        ):
            await evening.keep_going(2)
            assert await evening.killed_at(point, source.randint(1, 2), patience=30), f"never got to: {point}"
            await evening.check()
            cards = await evening.cards()
            for game, told in cards.items():
                assert len(told) == len(set(told)), f"a card was told twice in {game}"
                assert told[: len(before.get(game, []))] == before.get(game, []), f"{game} forgot a card"
            before = cards
    await well_kept(evening)
    assert sum(map(len, before.values())) > 6


class Drawers:
    """The processes that drew for the bots of an evening; each must be gone soon after its bot."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        self.numbers = folder / "drawers"
        self.numbers.touch()
        evening.apart = str(self.numbers)

    def begun(self) -> list[int]:
        return [int(line) for line in self.numbers.read_text().splitlines()]

    async def number(self, which: int) -> int:
        """The process that was begun as the first, the second and so on, as soon as it is there."""
        async with asyncio.timeout(60):
            while len(self.begun()) < which:
                await asyncio.sleep(0.02)
        return self.begun()[which - 1]

    async def gone(self) -> None:
        async with asyncio.timeout(30):
            while any(map(is_alive, self.begun())):
                await asyncio.sleep(0.02)


def is_alive(process: int) -> bool:
    """Is it there, and not only waiting for somebody to hear of its end?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def test_with_a_process_that_draws_either_may_be_killed_and_nothing_is_lost(local, tmp_path):
    """Given pictures from a process apart; when that is killed, or the bot with an order there; then people play on with
    pictures, all is told once, and no process outlives its bot for long."""
    evening = Evening(local, tmp_path, seed=15)
    drawers = Drawers(evening, tmp_path)
    await evening.begin(2, people=2)
    async with evening.people():
        async with evening.life():
            os.kill(await drawers.number(1), signal.SIGKILL)
            assert is_alive(await drawers.number(2))
            told = len(evening.told)
            async with asyncio.timeout(60):
                while len(evening.told) < told + 5:
                    await asyncio.sleep(0.02)
            assert not evening.down.is_set()
        await drawers.gone()
        await evening.check()
        log = Path(evening.log).read_text()
        assert log.count("the process that draws has died") == 1
        assert "could not be drawn" not in log
        for point in APART_POINTS:
            begun = len(drawers.begun())
            assert await evening.killed_at(point, 2, patience=60), f"never got to: {point}"
            assert len(drawers.begun()) == begun + 1
            await drawers.gone()
            await evening.check()
    assert evening.problems == []
    assert evening.local.violations == []


async def test_killed_in_a_migration_the_games_go_on_after_it(local, tmp_path):
    evening = Evening(local, tmp_path, seed=6)
    await evening.begin(2)
    folder = tmp_path / "migrations"
    shutil.copytree(sqlite.MIGRATIONS, folder)
    number = len(sqlite.migrations()) + 1
    script = folder / f"{number:04}_next.sql"
    async with evening.people():
        await evening.killed_after(1.0)
        evening.migrations = str(folder)
        script.write_text("update game set title = 'half'; select die();")
        async with evening.life():
            await evening.down.wait()
        await evening.check()
        assert list((tmp_path / "backups").glob(f"games-before-{number:04}-*.sqlite"))
        script.write_text("alter table game add column later text;")
        told = len(evening.told)
        await evening.killed_after(3.0)
        assert len(evening.told) > told
    assert evening.problems == []


async def test_after_a_kill_the_next_question_is_the_same(local, tmp_path):
    """Given an open panel; when the bot dies and comes back; then it opens the very same question."""
    evening = Evening(local, tmp_path, seed=7)
    await evening.begin(3, bots=0.0)

    async def questions() -> list[list[object]]:
        found = []
        for clicker in evening.clickers:
            while clicker.board() is None:
                await asyncio.sleep(0.05)
            panel = await clicker.person.slash("play", game=clicker.game)
            assert clicker.choose(panel), panel
            found.append([panel.text, *parts.walk(panel.components)])
        return found

    async with evening.life():
        before = await questions()
    async with evening.life():
        assert await questions() == before


async def test_killed_and_away_for_long_a_board_is_still_posted_once(local, tmp_path):
    """Given boards sent and not noted; when Discord has forgotten the nonces; then they are found, not sent again."""
    evening = Evening(local, tmp_path, seed=10)
    await evening.begin(2, bots=0.0)
    async with evening.people():
        for _ in range(4):
            await evening.killed_at("message sent, not remembered", 1, patience=20)
            local.core.nonces.clear()
            await evening.check()
    await well_kept(evening)


@pytest.mark.parametrize("point", ["before commit", "after commit", "between commit and message"])
async def test_killed_while_a_table_is_started_it_starts_once(local, tmp_path, address, point):
    """Given a lobby; when the bot dies in the middle of the start; then the next click starts it, or it runs."""
    evening = Evening(local, tmp_path, 9, address)
    alice = local.person("alice")
    async with evening.life(point):
        await alice.slash("game new", game="root", bots=2)
        lobby = alice.last
        clicking = asyncio.create_task(alice.click("Start", lobby))
        await evening.down.wait()
    await clicking
    async with evening.life():
        if "Start" in lobby.buttons:
            await alice.click("Start", lobby)
        async with asyncio.timeout(30):
            while not any(message.attachments for message in alice.sees_all()):
                await asyncio.sleep(0.05)
    with reading(evening.path) as db:
        games = db.execute("select status, channel from game").fetchall()
        events = [bytes(data) for (data,) in db.execute("select data from event")]
    assert games == [("running", lobby.id)], "one game, in the thread of its lobby"
    assert sum(b"table.pledge" in data for data in events) == 1
    await evening.check()
    assert evening.problems == []


@pytest.mark.parametrize("trouble", ["reconnect", "invalidate", "drop_socket"])
@pytest.mark.parametrize("after", [0.0, 0.3])
async def test_told_to_stop_it_stops_even_while_it_reconnects(local, tmp_path, trouble, after):
    evening = Evening(local, tmp_path, seed=11)
    await evening.begin(1)
    async with evening.life():
        while not evening.clickers[0].board():
            await asyncio.sleep(0.02)
        getattr(local.faults, trouble)()
        await asyncio.sleep(after)
        evening.process.terminate()
        await asyncio.wait_for(evening.down.wait(), 20)
    assert evening.process.exitcode == 0


# --- these checks can fail --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("without", "point", "found"),
    [
        ("knowing what was sent", "message sent, not remembered", "was posted 2 times"),
        ("saving before telling", "", "is lost"),
        ("one transaction", "", "has a gap"),
    ],
)
async def test_without_a_protection_its_check_fails(local, tmp_path, without, point, found):
    evening = Evening(local, tmp_path, seed=8)
    evening.without = without
    await evening.begin(3, bots=0.0)
    async with evening.people():
        for _ in range(6):
            if point:
                await evening.killed_at(point, 1, patience=10)
            else:
                await evening.killed_after(5.0)
            await evening.check(load=False)
            if any(found in problem for problem in evening.problems):
                return
    assert any(found in problem for problem in evening.problems), evening.problems
