"""Nobody is cheated by a vote: who must agree, who may refuse, and what an old vote can still do."""

from __future__ import annotations

import random

import pytest

from engine.games import GAMES
from engine.live import NotRunning
from tests.cogs.board.test_play import learned_something
from tests.cogs.players import Typist
from tests.cogs.tables import begin, row_of, waiting


async def seat_of(house, game, person):
    return next(seat for seat in await house.store.seats(game) if seat.user == person.id)


async def kinds(house, game):
    return {seat.user: seat.kind for seat in await house.store.seats(game)}


async def two(house, alice, bob):
    """A game of two: who must decide, and the other one."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    return game, one, bob if one is alice else alice


async def end(house, person):
    """Propose to end the game."""
    await person.click("Yes, Do It", await person.slash("game abandon"))
    await house.settled()


# --- undo ------------------------------------------------------------------------------------------------


async def test_the_owner_of_a_stand_in_seat_is_asked_before_dice_are_taken_back(house, alice, bob):
    """Given dice and an opponent on a stand-in, when I undo, then the opponent must agree, not I alone."""
    game = await begin(house, ["alice", "bob"])
    person = await learned_something(house, game, [alice, bob])
    other = bob if person is alice else alice
    await other.slash("away", days=3, stand_in="bot")
    await house.settled()
    player = Typist(house, person, random.Random(3))
    for _ in range(200):
        look = await house.table.look(game, (await seat_of(house, game, person)).seat)
        if not look.undo:
            before = (await row_of(house, game)).rev
            answer = await person.slash("undo")
            await house.settled()
            if "nothing of yours" not in answer.text:  # a choice of mine came before the dice
                break
        await player.decide()
        await house.settled()
    assert "asked the others" in answer.text
    await person.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).rev == before


# --- replacing -------------------------------------------------------------------------------------------


async def test_an_announced_absence_is_no_ground_for_a_replacement(house, alice, bob, carol):
    game, one, other = await two(house, alice, bob)
    await one.slash("away", days=5)
    await house.pass_time(hours=30)
    answer = await other.slash("game replace", seat=(await seat_of(house, game, one)).seat, to=carol)
    assert "said that they are away" in answer.text
    assert (await seat_of(house, game, one)).kind == "human"


async def test_with_two_people_the_absent_one_has_a_day_to_refuse_a_stand_in(house, alice, bob):
    game, one, other = await two(house, alice, bob)
    seat = await seat_of(house, game, one)
    await house.pass_time(hours=25)
    await other.slash("game replace", seat=seat.seat)
    await house.settled()
    assert (await seat_of(house, game, one)).kind == "human", "nobody decides that alone at once"
    await one.click("Refuse")
    await house.pass_time(hours=30)
    assert (await seat_of(house, game, one)).kind == "human"


async def test_silence_of_a_day_lets_a_stand_in_play_on(house, alice, bob):
    game, one, other = await two(house, alice, bob)
    await house.pass_time(hours=25)
    await other.slash("game replace", seat=(await seat_of(house, game, one)).seat)
    await house.pass_time(hours=25)
    assert (await seat_of(house, game, one)).kind == "standin"
    await one.slash("back")
    await house.settled()
    assert (await seat_of(house, game, one)).kind == "human"


async def test_who_was_replaced_by_another_person_takes_the_seat_back(house, alice, bob, carol):
    """Given a friend's account in an absent player's seat, when the owner is back, then the seat is theirs."""
    game, one, other = await two(house, alice, bob)
    seat = (await seat_of(house, game, one)).seat
    await house.pass_time(hours=25)
    await other.slash("game replace", seat=seat, to=carol)
    await carol.click("Agree")
    await house.pass_time(hours=25)
    assert (await seat_of(house, game, carol)).seat == seat
    stranger = await house.person("dora").click("I Am Back")
    assert "do not sit" in stranger.text
    calls = [one_ for one_ in one.sees() if "in your place" in one_.text]
    assert [call.mentions for call in calls] == [[one.name]]
    await one.click("I Am Back")
    await house.settled()
    assert (await seat_of(house, game, one)).seat == seat
    assert carol.id not in await kinds(house, game)


async def test_somebody_new_does_not_inherit_standing_orders(house, alice, bob, carol):
    game, one, other = await two(house, alice, bob)
    seat = (await seat_of(house, game, one)).seat
    key, answers = next(iter(GAMES["root"].lobby.reactions().items()))
    await one.slash("orders", question=key, answer=next(iter(answers)))
    assert key.encode() in (await seat_of(house, game, one)).settings
    await house.pass_time(hours=25)
    await other.slash("game replace", seat=seat, to=carol)
    await carol.click("Agree")
    await house.pass_time(hours=25)
    assert key.encode() not in (await seat_of(house, game, carol)).settings


# --- who counts ------------------------------------------------------------------------------------------


async def test_two_of_two_present_end_a_game_that_a_third_has_left(house, alice, bob, carol):
    """A vanished player blocks no vote."""
    game = await begin(house, ["alice", "bob", "carol"])
    gone = await waiting(house, game)
    first, second = [person for person in (alice, bob, carol) if person is not gone]
    await house.pass_time(hours=25)
    await end(house, first)
    await second.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).status == "archived"


async def test_who_is_on_a_stand_in_does_not_hold_up_a_pause(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob", "carol"])
    await carol.slash("away", days=10, stand_in="bot")
    await house.settled()
    await alice.slash("game pause")
    await bob.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).status == "paused"


async def test_who_said_that_they_are_away_is_asked_before_the_game_ends(house, alice, bob, carol):
    """Nobody ends a game behind the back of somebody who is on a holiday."""
    game = await begin(house, ["alice", "bob", "carol"])
    await carol.slash("away", days=10, stand_in="bot")
    await house.settled()
    await end(house, alice)
    await bob.click("Agree")
    await house.pass_time(days=4)
    assert (await row_of(house, game)).status != "archived"


async def test_the_last_one_present_ends_a_game_after_a_day_unless_somebody_refuses(house, alice, bob):
    game, _gone, left = await two(house, alice, bob)
    await house.pass_time(hours=25)
    await end(house, left)
    await house.settled()
    assert (await row_of(house, game)).status == "running"
    await house.pass_time(hours=25)
    assert (await row_of(house, game)).status == "archived"


async def test_a_paused_game_goes_on_though_one_never_answers(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await alice.slash("game pause")
    await bob.click("Agree")
    await house.settled()
    await alice.slash("game resume")
    await house.pass_time(days=4)
    assert (await row_of(house, game)).status == "running"


async def test_silence_of_somebody_who_plays_ends_no_game(house, alice, bob):
    """Given an opponent who plays but overlooks the vote, then it lapses."""
    game, one, other = await two(house, alice, bob)
    await end(house, one)
    await house.pass_time(days=4)
    assert (await row_of(house, game)).status == "running"
    assert any("in time" in message.text for message in other.sees())


# --- old votes and many calls ----------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["paused", "running"])
async def test_a_finished_game_is_neither_paused_nor_revived(house, alice, status):
    game = await begin(house, ["alice"], bots=1)
    player = Typist(house, alice, random.Random(4))
    for _ in range(3000):
        if (await row_of(house, game)).status == "finished":
            break
        await player.decide()
        await house.settled()
    with pytest.raises(NotRunning):
        await house.table.set_status(game, status, by="1")


async def test_ten_votes_call_somebody_once(house, alice, bob):
    """Given a vote that is withdrawn and asked again and again, then the other is called once an hour."""
    await begin(house, ["alice", "bob"])
    before = bob.unread()[1]
    for _ in range(5):
        await alice.slash("game pause")
        await alice.click("Refuse")
        await house.settled()
    assert bob.unread()[1] == before + 1
    await house.pass_time(hours=2)
    before = bob.unread()[1]
    await alice.slash("game pause")
    assert bob.unread()[1] == before + 1
