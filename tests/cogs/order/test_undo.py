"""Taking back: a void vote takes no answers, setup can be taken back, and nobody goes into a bot's turn unawares."""

from __future__ import annotations

import random

from tests.cogs.board.test_play import learned_something, seat_of
from tests.cogs.players import Typist, filled
from tests.cogs.tables import begin, board_of, row_of, waiting

SURE = "Yes, Do It"


async def test_a_void_vote_takes_no_answers_and_loses_its_buttons(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    person = await learned_something(house, game, [alice, bob])
    other = bob if person is alice else alice
    await person.slash("undo")
    await Typist(house, await waiting(house, game), random.Random(2)).decide()
    await house.settled()
    before = (await row_of(house, game)).rev
    for label in ("Refuse", "Agree"):
        vote = next((message for message in other.sees() if label in message.buttons), None)
        if vote is not None:
            answer = await other.click(label, vote)
            assert "over" in answer.text
            assert "noted" not in answer.text
    await house.settled()
    assert (await row_of(house, game)).rev == before
    assert not any("Agree" in message.buttons for message in other.sees())
    assert any("moved on" in message.text for message in other.sees())
    assert not any("refused" in message.text for message in other.sees())


async def test_an_archived_board_asks_for_nothing(house, alice):
    await alice.slash("tutorial", game="root")
    await house.settled()
    (row,) = await house.store.games("running")
    alice.go(house.local.core.world.channels[row.channel])
    assert "🎯" in board_of(alice).text
    await house.table.set_status(row.id, "archived", by=alice.id)
    await house.settled()
    board = board_of(alice)
    assert "archived" in board.text
    assert "🎯" not in board.text
    assert "💡" not in board.text
    assert "nswer" not in board.text


async def test_a_choice_of_setup_can_be_taken_back_from_the_board(house, alice):
    game = await begin(house, ["alice", "bob"], plays=("marquise", "eyrie"), order="seated")
    first = await house.table.look(game, await seat_of(house, game, alice))
    assert first.view.turn == 0
    choices = await alice.autocomplete("play", "choice", "")
    await alice.slash("play", choice=choices[0].value)
    await house.settled()
    more = await filled(await alice.click("More…", board_of(alice)))
    answer = await filled(await alice.click("Undo", more))
    await house.settled()
    again = await house.table.look(game, await seat_of(house, game, alice))
    assert not answer.failed
    assert again.ask == first.ask


async def test_undo_into_a_bots_turn_says_so_first(house, alice):
    game = await begin(house, ["alice"], bots=1, plays=("marquise",))
    player = Typist(house, alice, random.Random(3))
    seat = await seat_of(house, game, alice)
    for _ in range(300):
        await house.settled()
        look = await house.table.look(game, seat)
        last = await house.table.last_choice(game, seat)
        if last and last[1] == look.view.turn - 1 and look.view.active == look.view.seat and not look.undo:
            break
        await player.decide()
    before = await row_of(house, game)
    answer = await filled(await alice.slash("undo"))
    assert f"It was in turn {look.view.turn - 1}" in answer.text
    assert SURE in answer.buttons
    assert await row_of(house, game) == before
    back = await filled(await alice.click("No, Go Back", answer))
    assert not back.failed
    assert await row_of(house, game) == before
    again = await filled(await alice.slash("undo"))
    await filled(await alice.click(SURE, again))
    await house.settled()
    after = await house.table.look(game, seat)
    assert after.view.turn == look.view.turn - 1
