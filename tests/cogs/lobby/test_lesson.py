"""A taught first game: goals for the first two rounds of every base faction, on the real engine, left at any time."""

from __future__ import annotations

import pytest

from cogs.lobby.guide import first_plan
from cogs.tables import kind_of, plan_of
from engine.games import GAMES
from tests.cogs.tables import board_of, row_of

BASE = ("marquise", "eyrie", "alliance", "vagabond")
LESSONS = GAMES["root"].about.lessons


def test_every_base_faction_is_taught_for_two_rounds_with_questions_and_events_that_exist():
    file = GAMES["root"].words.file
    assert set(BASE) <= set(LESSONS)
    for plays in BASE:
        goals = LESSONS[plays]
        assert {goal.round for goal in goals} >= {1, 2}
        assert [goal.ask for goal in goals if goal.ask not in file.questions] == []
        assert [goal.done for goal in goals if goal.done and goal.done not in file.events] == []


async def begun(house, person, plays):
    person.go("lobby")
    answer = await person.slash("tutorial", game="root", faction=plays)
    assert not answer.failed
    await house.settled()
    (row,) = await house.store.games("running")
    person.go(house.local.core.world.channels[row.channel])
    return row.id


async def decide(house, game):
    """The newcomer decides as a stand-in would, once."""
    seat = next(one for one in await house.store.seats(game) if one.user)
    look = await house.table.look(game, seat.seat)
    assert look.ask is not None
    await house.table.answer(game, seat.seat, kind_of(look.game).standin(look.view, look.ask))
    await house.settled()


@pytest.mark.parametrize("plays", BASE)
async def test_each_step_of_the_first_two_rounds_has_its_goal(house, alice, plays):
    # given a lesson with a faction
    game = await begun(house, alice, plays)
    seen: set[str] = set()
    told = ""
    for _ in range(250):
        look = await house.table.look(game, None)
        told = board_of(alice).text
        seen |= {goal.text for goal in LESSONS[plays] if goal.text in told}
        if look.view.round > 2 or look.view.over:
            break
        await decide(house, game)
    # then goals of both rounds were shown, one at a time, and the lesson ends by itself
    rounds = {goal.round for goal in LESSONS[plays] if goal.text in seen}
    assert {1, 2} <= rounds
    for _ in range(60):
        if "🎓" in told:
            break
        look = await house.table.look(game, None)
        if look.view.over or look.view.round > 3:
            break
        await decide(house, game)
        told = board_of(alice).text
    assert "🎓" in told or look.view.over


async def test_the_lesson_is_left_at_any_time_and_the_game_goes_on(house, alice):
    game = await begun(house, alice, "marquise")
    assert "🎯" in board_of(alice).text
    left = await alice.slash("tutorial", leave=True)
    await house.settled()
    assert "goes on" in left.text
    assert not plan_of(await row_of(house, game)).guided
    await decide(house, game)
    assert "🎯" not in board_of(alice).text
    assert (await row_of(house, game)).status == "running"


async def test_an_unknown_faction_is_refused_kindly(house, alice):
    alice.go("lobby")
    refused = await alice.slash("tutorial", game="root", faction="dragons")
    assert "no lesson" in refused.text


@pytest.mark.parametrize("plays", BASE)
def test_a_newcomer_meets_the_bots_of_the_base_game(plays):
    """Complaint: a first game against the Duchy and the Corvids, whose boards nobody had explained."""
    plan = first_plan(GAMES["root"], "1", "Ann", plays)
    bots = [chair for chair in plan.chairs if not chair.user]
    assert len(bots) == 2
    assert {chair.plays for chair in bots} <= {"marquise", "eyrie", "alliance"} - {plays}
    assert {chair.board for chair in bots} == {"clockwork"}
    assert {chair.options["difficulty"] for chair in bots} == {"easy"}
