"""One game does not stop the others: bots play with somebody, not for ever, and let others have their share."""

from __future__ import annotations

import asyncio
import time

import pytest

from engine import bots
from engine.flow import Done
from engine.live import read_event
from engine.store import GameRow, SeatRow, Store
from engine.table import Table
from tests import toy
from tests.cogs import tables
from tests.toy import PEBBLES, Dare, Take


class Quick:
    """Pebbles with a stand-in that ends its turn at once. (The usual one takes pebbles as long as there are any.)"""

    rules = PEBBLES.rules

    def standin(self, view, ask):
        return ask.options[-1]


@pytest.fixture
async def store(tmp_path):
    async with await Store.open(tmp_path / "games.sqlite") as store:
        yield store


def table_on(store, kind=PEBBLES) -> Table:
    return Table(store, {"pebbles": kind}, delay=lambda: 0.0)


async def begin(table, game="g1", kinds=("human", "human"), heap=1_000_000):
    """A game in which every human seat belongs to somebody."""
    names = ("ann", "bob", "cy")[: len(kinds)]
    await table.store.create(GameRow(game, "pebbles"))
    seats = [
        SeatRow(name, n, kind=kind, user=str(n) if kind == "human" else "")
        for n, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    return await table.start(game, toy.setup(*names, heap=heap), seats)


async def told(table, game="g1"):
    return [read_event(row.data) for row in await table.store.events(game)]


async def test_when_no_person_plays_the_game_pauses_after_the_present_turn(store):
    """Given two people, when both go away, then the stand-in ends the turn and the game waits for them."""
    table = table_on(store, Quick())
    await begin(table)
    present = (await table.look("g1")).view.turn
    await table.hand_over("g1", "bob", "standin", by="away")
    assert (await table.look("g1")).game.status == "running"
    await table.hand_over("g1", "ann", "standin", by="away")
    look = await table.look("g1")
    assert (look.game.status, look.view.turn) == ("paused", present + 1)
    assert (await told(table))[-1].about == {"by": bots.NOBODY}
    await table.close()


async def test_whoever_comes_back_first_lets_the_game_go_on(store):
    table = table_on(store, Quick())
    await begin(table)
    for seat in ("ann", "bob"):
        await table.hand_over("g1", seat, "standin", by="away")
    await table.hand_over("g1", "ann", "human", by="0")
    look = await table.look("g1", "ann")
    assert look.game.status == "running"
    assert [event.key for event in await told(table)][-2:] == ["table.seat", "table.running"]
    await table.close()


async def test_a_pause_that_people_agreed_on_stays_when_somebody_comes_back(store):
    table = table_on(store, Quick())
    await begin(table)
    await table.hand_over("g1", "ann", "standin", by="away")
    await table.set_status("g1", "paused", by="1")
    await table.hand_over("g1", "ann", "human", by="0")
    assert (await table.look("g1")).game.status == "paused"
    await table.close()


async def test_a_turn_without_an_end_pauses_the_game(store, monkeypatch, caplog):
    """Given bots that could go on for ever in one turn, then the game stops, and says so."""
    monkeypatch.setattr(bots, "LONGEST_TURN", 60)
    monkeypatch.setattr(bots, "BURST", 1000)
    table = table_on(store)
    await begin(table, kinds=("human", "standin"))
    await table.answer("g1", "ann", Done())
    look = await table.look("g1", "ann")
    await table.answer("g1", "ann", look.ask.options[0])  # bids are in: the bot's own turn begins
    look = await table.look("g1")
    assert look.game.status == "paused"
    assert (await told(table))[-1].about == {"by": bots.ENDLESS}
    assert look.game.seq < 80
    assert "without an end" in caplog.text
    await table.close()


async def test_bots_play_in_bursts_and_others_are_served_in_between(store, monkeypatch):
    """Given a game of bots with no end, when another game is played, then nobody waits for the first."""
    monkeypatch.setattr(bots, "BURST", 20)
    monkeypatch.setattr(bots, "BREATH", 30.0)
    table = table_on(store)
    await begin(table, "bots", kinds=("standin", "standin"))
    assert (await table.store.game("bots")).seq < 40, "it breathes"
    assert (await table.look("bots")).game.status == "running", "and can be looked at meanwhile"
    await begin(table, "people")
    await table.answer("people", "ann", Take(1))
    await asyncio.wait_for(table.close(), 5)


async def test_after_a_breath_bots_go_on(store, monkeypatch):
    monkeypatch.setattr(bots, "BURST", 5)
    monkeypatch.setattr(bots, "BREATH", 0.0)
    table = table_on(store)
    await begin(table, kinds=("standin", "standin"), heap=60)
    async with asyncio.timeout(10):
        while (await table.store.game("g1")).status != "finished":
            await asyncio.sleep(0.01)
    await table.close()


async def test_closing_does_not_wait_for_bots(store):
    """Given bots in the middle of a long run, when the bot is stopped, then it stops, and they go on next time."""
    table = table_on(store)
    running = asyncio.create_task(begin(table, kinds=("standin", "standin")))
    while not await table.store.game("g1") or not (await table.store.game("g1")).seq:
        await asyncio.sleep(0.005)
    began = time.monotonic()
    await table.close()
    await running
    assert time.monotonic() - began < 1
    assert (await table.store.game("g1")).status == "running"


async def test_a_busy_game_does_not_hold_up_the_start_of_the_others(store, monkeypatch):
    """Given a game without an end among those that run, when the bot starts, then all others are taken up."""
    monkeypatch.setattr(bots, "BREATH", 30.0)
    first = table_on(store)
    await begin(first, "a-people")
    await begin(first, "z-people")
    await first.close()
    monkeypatch.setattr(bots, "BURST", 0)
    seats = [SeatRow("ann", 0, kind="standin"), SeatRow("bob", 1, kind="standin")]
    second = table_on(store)
    await second.store.create(GameRow("m-bots", "pebbles"))
    await second.start("m-bots", toy.setup("ann", "bob", heap=1_000_000), seats)
    await second.close()
    monkeypatch.setattr(bots, "BURST", 50)
    third = table_on(store)
    async with asyncio.timeout(10):
        assert await third.resume() == []
    await third.answer("z-people", "ann", Dare())
    await third.close()


async def test_a_game_whose_status_changes_while_the_bot_starts_stops_nothing(store, monkeypatch, caplog):
    """Given a game that is paused between being listed and being taken up, then the others are taken up."""
    first = table_on(store)
    await begin(first, "g1")
    await begin(first, "g2")
    await first.close()
    second = table_on(store)
    listed = await store.games("running")
    await second.set_status("g1", "paused", by="9")

    async def as_it_was(*statuses, **more):
        return listed

    monkeypatch.setattr(store, "games", as_it_was)
    assert await second.resume() == []
    await second.close()


async def test_the_table_is_told_why_the_game_waits_and_who_comes_back_goes_on(house, alice, bob):
    """Given two people who are both away with a stand-in, when one is back, then the game goes on."""
    game = await tables.begin(house, ["alice", "bob"])
    for person in (alice, bob):
        await person.slash("away", days=3, stand_in="bot")
        await house.settled()
    assert (await house.store.game(game)).status == "paused"
    assert any("Nobody is here to play" in one.text for one in alice.sees())
    turn = (await house.table.look(game)).view.turn
    assert turn <= 2
    await alice.slash("back")
    await house.settled()
    assert (await house.store.game(game)).status == "running"
