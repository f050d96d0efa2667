"""The watch over all games goes on whatever happens to one of them."""

from __future__ import annotations

import asyncio

from cogs.waiting.persons import read_person
from cogs.waiting.watch import NOTICE, REMIND
from engine import outbox
from engine.store import ReminderRow, StoreError
from tests.cogs.tables import begin
from tests.engine.test_table import Speaker, store, table
from tests.engine.test_table import begin as begin_toy

__all__ = ["store", "table"]


async def damage(house, game):
    """Spoil the snapshots of a game, as a bad disk would, and forget what is in memory."""
    await house.store._change(
        lambda db: db.execute("update snapshot set state = ? where game = ?", (b"0", game))
    )
    house.table._lines.pop(game, None)


async def test_one_damaged_game_does_not_keep_anybody_away_from_the_others(house, alice):
    """Given two games, one of them damaged, when somebody is back, then the other seat is theirs again."""
    whole, spoilt = await begin(house, ["alice", "bob"]), await begin(house, ["alice", "bob"])
    await alice.slash("away", days=3, stand_in="bot")
    await house.settled()
    await damage(house, spoilt)
    answer = await alice.slash("back")
    assert "1" in answer.text
    assert {seat.user: seat.kind for seat in await house.store.seats(whole)}[alice.id] == "human"
    assert not (await read_person(house.store, alice.id)).away


async def test_one_damaged_game_does_not_keep_anybody_from_going_away(house, alice):
    spoilt, whole = await begin(house, ["alice", "bob"]), await begin(house, ["alice", "bob"])
    await damage(house, spoilt)
    await alice.slash("away", days=3, stand_in="bot")
    await house.settled()
    assert {seat.user: seat.kind for seat in await house.store.seats(whole)}[alice.id] == "standin"


async def test_one_bad_reminder_stops_no_other(house, alice, bob):
    """Given a row that makes no sense before one that does, then the second is done, and the first tried again later."""
    first, second = await begin(house, ["alice", "bob"]), await begin(house, ["alice", "bob"])
    now = house.table.clock()
    seen: list[str] = []

    async def tell(game: str) -> bool:
        seen.append(game)
        return False

    house.bot.watch.tell = tell
    await house.store.remind(ReminderRow(first, alice.id, REMIND, now - 20, b"nonsense"))
    await house.store.remind(ReminderRow(second, "", NOTICE, now - 10, b"{}"))
    await house.bot.watch.tick()
    assert seen == [second]
    late = [row.due for row in await house.store.due_reminders(now + 3600) if row.data == b"nonsense"]
    assert all(due > now for due in late)
    assert len(late) == 1


async def test_a_game_that_takes_long_holds_up_no_other(house, alice, bob):
    """Given a place where Discord lets us wait, then others are reminded all the same."""
    slow, quick = await begin(house, ["alice", "bob"]), await begin(house, ["alice", "bob"])
    now = house.table.clock()
    seen: list[str] = []
    for game in (slow, quick):
        await house.store.forget_reminders(game)
        await house.store.remind(ReminderRow(game, "", NOTICE, now - (5 if game == slow else 1), b"{}"))
    free = asyncio.Event()

    async def tell(game: str) -> bool:
        if game == slow:
            await free.wait()
        seen.append(game)
        return False

    house.bot.watch.tell = tell
    await house.bot.watch.begin_due()
    async with asyncio.timeout(5):
        while quick not in seen:
            await asyncio.sleep(0)
    await house.bot.watch.begin_due()
    assert seen == [quick]
    free.set()
    await house.bot.watch.tick()
    assert seen == [quick, slow]


async def test_the_watch_starts_even_if_games_cannot_be_taken_up(house, monkeypatch):
    await house.bot.watch.close()

    async def fails(*_):
        raise RuntimeError("no")

    monkeypatch.setattr(house.table, "resume", fails)
    await asyncio.gather(house.bot._resume(), return_exceptions=True)
    assert house.bot.watch._task is not None


async def test_what_could_not_even_be_noted_as_unsaid_is_said_later(table, monkeypatch):
    """Given a message that fails and a disk that fails with it, then the message is sent all the same."""
    monkeypatch.setattr(outbox, "FIRST_WAIT", 0.01)
    speaker = Speaker()
    await table.resume(speaker)
    speaker.fail = 1
    real, failures = table.store.not_said, 1

    async def not_said(rows, due):
        nonlocal failures
        if failures:
            failures -= 1
            raise StoreError("the disk is full")
        await real(rows, due)

    monkeypatch.setattr(table.store, "not_said", not_said)
    await begin_toy(table)
    async with asyncio.timeout(5):
        while not speaker.heard:
            await asyncio.sleep(0.01)
    assert speaker.heard == ["g1:2"]
