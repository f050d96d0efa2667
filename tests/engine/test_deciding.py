"""What a person decides: no turn ends by itself, and what is grave is done once it is confirmed. With a toy game."""

from __future__ import annotations

import pytest

from engine import export
from engine.chance import seed_hash, seeded
from engine.deciding import Unsure
from engine.flow import Done
from engine.game import Game, encode
from engine.rules import TURN_END
from engine.seats import SeatSettings
from engine.store import Store
from tests import toy
from tests.engine.test_table import begin, settled, table_on
from tests.toy import PEBBLES, Dare, Take


@pytest.fixture
async def table(address):
    async with await Store.open(address) as store:
        table = table_on(store)
        yield table
        await table.close()


async def ask_of(table, seat):
    return (await table.look("g1", seat)).ask


async def test_a_turn_that_nobody_ended_is_asked_to_end(table):
    # given ann takes the last pebbles, so that nothing is left to choose
    await begin(table, heap=2)
    await table.answer("g1", "ann", Take(2))
    # then the game waits for her word, and she can still take them back
    assert (await ask_of(table, "ann")).key == TURN_END
    await table.undo("g1", "ann")
    assert (await ask_of(table, "ann")).key == "toy.take"
    await table.answer("g1", "ann", Take(1))
    await table.answer("g1", "ann", Take(1))
    # when she ends it, the game goes on
    await table.answer("g1", "ann", Done())
    assert (await ask_of(table, "bob")).key == "toy.bid"


async def test_who_has_said_to_be_done_is_not_asked_again(table):
    await begin(table)
    await table.answer("g1", "ann", Done())
    assert (await ask_of(table, "ann")).key == "toy.bid"


async def test_a_game_that_waits_for_the_end_of_a_turn_survives_a_restart(table):
    await begin(table, heap=2)
    await table.answer("g1", "ann", Take(2))
    asked = await ask_of(table, "ann")
    again = table_on(table.store)
    assert (await again.look("g1", "ann")).ask == asked
    assert not any("rewound" in event.data.decode() for event in await table.store.events("g1"))
    await again.answer("g1", "ann", Done())
    later = table_on(table.store)
    assert (await later.look("g1", "bob")).ask.key == "toy.bid"


async def test_a_turn_ends_by_itself_for_who_wants_it(table):
    await begin(table, heap=2)
    await table.settings("g1", "ann", SeatSettings(ends=True))
    await table.answer("g1", "ann", Take(2))
    await settled(table)
    assert (await ask_of(table, "ann")).key == "toy.bid"


async def test_bots_say_it_at_once(table):
    await begin(table, kinds=("standin", "human"), heap=2)
    assert (await ask_of(table, "bob")).key == "toy.bid"


async def test_what_is_grave_is_done_only_if_one_is_sure(table):
    await begin(table)
    before = await table.store.game("g1")
    with pytest.raises(Unsure) as unsure:
        await table.answer("g1", "ann", Dare(), sure=False)
    assert unsure.value.weight.final
    assert await table.store.game("g1") == before
    assert (await table.look("g1", "ann")).view.heap == 30, "nothing has changed"
    await table.answer("g1", "ann", Take(1), sure=False)
    await table.answer("g1", "ann", Dare())
    with pytest.raises(Unsure):
        await table.answer("g1", "ann", Dare(), sure=False)


async def test_an_answer_that_must_be_confirmed_leaves_the_game_in_memory_as_it_was(table, monkeypatch):
    # given a game in memory, in the middle of a turn
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    look = await table.look("g1", "ann")
    state = await table.consult("g1", "ann", lambda game: encode(game.state))
    loads = []
    monkeypatch.setattr(table.store, "load", lambda *_: loads.append(1))
    # when somebody is not sure, twice
    for _ in range(2):
        with pytest.raises(Unsure):
            await table.answer("g1", "ann", Dare(), sure=False)
    # then nothing has moved, nothing was read again, and what can be taken back still can
    assert await table.consult("g1", "ann", lambda game: encode(game.state)) == state
    fresh = await table.look("g1", "ann")
    assert fresh == look
    # and what is foreseen is foreseen for the game as it is now
    assert fresh.preview.is_present
    assert not look.preview.is_present
    # and the answer counts once they are
    await table.answer("g1", "ann", Dare(), rev=look.game.rev)
    assert not loads
    entries = await table.store.entries("g1")
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "no gap, nothing twice"


async def test_an_answer_to_a_question_for_all_is_never_asked_twice(table):
    await begin(table)
    await table.answer("g1", "ann", Done(), sure=False)
    for seat in ("bob", "ann"):
        option = (await ask_of(table, seat)).options[0]
        await table.answer("g1", seat, option, sure=False)
    assert (await table.look("g1", "bob")).view.turn == 2


def played(holds: bool) -> Game:
    """A whole game of two with a small heap; nobody says to be done."""
    game = Game(PEBBLES.rules, toy.setup(heap=3), seeded("seed"), holds=holds).start()
    while not game.over:
        question = game.waiting()[0]
        option = question.options[0]
        game.answer(question.seat, option.with_number(1) if isinstance(option, Take) else option)
    return game


@pytest.mark.parametrize("holds", [True, False])
def test_a_log_with_and_without_the_last_call_is_verified(holds):
    game = played(holds)
    entries = tuple(game.take_fresh())
    assert any(entry.key == TURN_END for entry in entries) == holds
    whole = export.Export(1, "g", "pebbles", "finished", seed_hash("seed"), game.setup, (), "seed", entries)
    verdict = export.verify(whole, {"pebbles": PEBBLES})
    assert verdict.fair, verdict.sentence
