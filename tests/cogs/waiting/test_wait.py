"""Waiting: told once, reminded in waking hours, muted, away, out of time, paused, replaced."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import msgspec
import pytest

from cogs.waiting.clocks import Clocks, is_awake, next_reminder, zone_of
from cogs.waiting.persons import Person, read_person
from engine.live import read_settings
from tests.cogs.conftest import open_house
from tests.cogs.players import Typist, moves
from tests.cogs.tables import begin, board_of, row_of, waiting

HOUR = 3600.0


async def seat_of(house, game, person):
    return next(seat for seat in await house.store.seats(game) if seat.user == person.id)


def called(person):
    """How often this person was called here."""
    return person.unread()[1]


def last_call(person):
    """The newest message that names this person."""
    return [m for m in person.sees() if not m.ephemeral and person.mention in m.text][-1]


# --- notices ----------------------------------------------------------------------------------------------


async def test_one_is_told_once_when_the_decision_becomes_mine(house, alice, bob):
    """Complaints 1, 2 and 3: told, once, naming game, decision and since when."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    assert called(one) == 1
    call = last_call(one)
    assert "Alice" in call.text
    assert "asked <t:" in call.text
    player = Typist(house, one, random.Random(1))
    while await player.waits(game):
        await player.decide()
        await house.settled()
    await house.pass_time(seconds=5)
    assert called(one) == 1
    other = await waiting(house, game)
    assert other is not one
    assert called(other) == 1
    await house.pass_time(hours=1)
    assert called(other) == 1


async def asked_out_of_turn(house, game, people, limit=300):
    """Play until somebody is asked in another's turn: that person."""
    source = random.Random(21)
    for _ in range(limit):
        await house.settled()
        row = await row_of(house, game)
        assert row.status == "running"
        person = await waiting(house, game)
        seat = await seat_of(house, game, person)
        look = await house.table.look(game, seat.seat)
        if look.view.active != look.view.seat and look.view.phase != "setup":
            return person
        await Typist(house, person, source).decide()
    raise AssertionError("nobody was asked out of turn")


async def test_a_question_out_of_turn_calls_its_person(house, alice, bob):
    """Complaint 6: a decision outside my turn stops everybody and I am not told."""
    game = await begin(house, ["alice", "bob"], reactions="careful")
    person = await asked_out_of_turn(house, game, [alice, bob])
    await house.pass_time(minutes=3)
    assert "Answer" in last_call(person).buttons
    assert last_call(person).mentions == [person.name]
    notice = last_call(person)
    player = Typist(house, person, random.Random(2))
    if await player.waits(game):
        await player.decide()
    await house.settled()
    await house.pass_time(seconds=1)
    assert notice.gone


async def test_careful_tables_ask_also_when_there_is_nothing_to_choose(house, alice, bob):
    game = await begin(house, ["alice", "bob"], reactions="careful")
    seats = [await seat_of(house, game, person) for person in (alice, bob)]
    assert all(read_settings(seat).wait for seat in seats)


# --- reminders --------------------------------------------------------------------------------------------


async def test_reminders_come_at_my_interval_and_stop(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await one.slash("settings", every=2, times=2, wakes=0, sleeps=0)
    assert (await read_person(house.store, one.id)).every == 2
    count = called(one)
    await house.pass_time(hours=1.9)
    assert called(one) == count
    await house.pass_time(hours=0.2)
    assert called(one) == count + 1
    assert "reminder (1 of 2)" in last_call(one).text
    await house.pass_time(hours=2.1)
    assert "reminder (2 of 2)" in last_call(one).text
    assert "not remind you" in last_call(one).text
    await house.pass_time(days=5)
    assert called(one) == count + 2


async def test_a_mute_holds_for_this_decision(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    count = called(one)
    answer = await one.slash("mute")
    assert "not remind you" in answer.text
    await house.pass_time(days=4)
    assert called(one) == count
    other = bob if one is alice else alice
    nothing = await other.slash("mute")
    assert "nothing to mute" in nothing.text
    stranger = await house.person("carol").slash("mute")
    assert "do not sit" in stranger.text


async def test_a_reminder_can_be_muted_by_its_button_and_only_by_its_person(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await house.pass_time(hours=40)
    count = called(one)
    other = bob if one is alice else alice
    refused = await other.click("Mute")
    assert "nothing to mute" in refused.text
    await one.click("Mute")
    await house.pass_time(days=4)
    assert called(one) == count


async def test_reminders_by_direct_message(house, alice, bob):
    """Complaint 5: where notices go is one's own choice."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await one.slash("settings", where="dm", wakes=0, sleeps=0)
    await house.pass_time(hours=30)
    (message,) = one.sees(one.dm())
    assert "reminder" in message.text
    assert "Answer" in message.buttons
    one.go(one.dm())
    panel = await one.click("Answer", message)
    assert panel.ephemeral
    assert moves(panel) or panel.menus


@pytest.mark.parametrize(
    ("hour", "wakes", "sleeps", "awake"),
    [
        (10, 9, 22, True),
        (3, 9, 22, False),
        (22, 9, 22, False),
        (1, 18, 2, True),
        (12, 18, 2, False),
        (5, 7, 7, True),
    ],
)
def test_waking_hours_may_go_past_midnight(hour, wakes, sleeps, awake):
    assert is_awake(datetime(2026, 1, 1, hour, tzinfo=UTC), wakes, sleeps) is awake


def test_a_reminder_waits_for_the_morning():
    person = Person(every=4, wakes=9, sleeps=22, zone="+2")
    night = datetime(2026, 1, 1, 18, 30, tzinfo=UTC).timestamp()  # 20:30 there; four hours later it is night
    due = datetime.fromtimestamp(next_reminder(night, person), UTC)
    assert (due.hour, due.minute, due.day) == (7, 0, 2)


@pytest.mark.parametrize("name", ["+2", "UTC-3", "UTC", "gmt+05:30"])
def test_time_zones_by_offset(name):
    assert zone_of(name) is not None


def test_a_wrong_time_zone_is_none():
    assert zone_of("Narnia/Lantern") is None
    assert zone_of("+25") is None


async def test_settings_say_what_they_are(house, alice):
    answer = await alice.slash("settings", zone="Narnia/Lantern")
    assert "do not know the time zone" in answer.text
    answer = await alice.slash("settings", zone="+2", palette="dark")
    assert "+2" in answer.text
    assert "dark" in answer.text
    zones = await alice.autocomplete("settings", "zone", "+3")
    assert zones[0].value == "+3"


# --- away -------------------------------------------------------------------------------------------------


async def test_away_with_a_stand_in_and_back(house, alice, bob):
    """Complaint 8: an absent player blocks the game."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    answer = await one.slash("away", days=3, stand_in="bot")
    assert "<t:" in answer.text
    await house.settled()
    assert (await seat_of(house, game, one)).kind == "standin"
    other = await waiting(house, game)
    assert other is not one
    assert "stand-in for" in board_of(alice).text
    back = await one.slash("back")
    assert "1 games" in back.text
    assert (await seat_of(house, game, one)).kind == "human"
    twice = await one.slash("back")
    assert "here already" in twice.text


async def test_away_ends_by_itself(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await one.slash("away", days=2, stand_in="bot")
    await house.settled()
    await house.pass_time(days=2.1)
    assert (await seat_of(house, game, one)).kind == "human"
    assert not (await read_person(house.store, one.id)).away


async def test_away_and_waiting_brings_no_reminders(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await one.slash("away", days=10)
    count = called(one)
    await house.pass_time(days=5)
    assert called(one) == count
    assert (await seat_of(house, game, one)).kind == "human"


async def test_away_with_standing_orders_declines_and_restores(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await alice.slash("orders", question="battle.foil", answer="ambush")
    await alice.slash("away", days=5, stand_in="orders")
    orders = read_settings(await seat_of(house, game, alice)).orders
    assert orders["battle.ambush"] == "done"
    assert orders["battle.foil"] == "ambush"
    await alice.slash("back")
    assert read_settings(await seat_of(house, game, alice)).orders == {"battle.foil": "ambush"}


# --- standing orders --------------------------------------------------------------------------------------


async def test_standing_orders_by_menu_and_by_command(house, alice, bob, carol):
    """Complaint 7."""
    game = await begin(house, ["alice", "bob"])
    panel = await alice.slash("orders")
    assert panel.ephemeral
    name = next(iter(panel.menus))
    await alice.choose(name, "done", message=panel)
    await house.settled()
    orders = read_settings(await seat_of(house, game, alice)).orders
    assert list(orders.values()) == ["done"]
    questions = await alice.autocomplete("orders", "question", "")
    answers = await alice.autocomplete("orders", "answer", "", question=questions[0].value)
    assert answers[0].value == "ask"
    wrong = await alice.slash("orders", question=questions[0].value, answer="dance")
    assert "cannot read" in wrong.text
    stranger = await carol.slash("orders")
    assert "do not sit" in stranger.text
    assert not read_settings(await seat_of(house, game, bob)).orders


# --- clocks -----------------------------------------------------------------------------------------------


def test_a_clock_runs_only_while_the_game_waits():
    clocks = Clocks().follow(["a"], 1, "a", 0.0, 10 * HOUR, HOUR)
    assert clocks.ends() == {"a": 10 * HOUR}
    clocks = clocks.follow(["b"], 1, "a", 4 * HOUR, 10 * HOUR, HOUR)
    assert clocks.left["a"] == 6 * HOUR
    assert clocks.ends() == {"b": 14 * HOUR}
    clocks = clocks.follow(["a"], 3, "a", 5 * HOUR, 10 * HOUR, HOUR)
    assert clocks.left["a"] == 7 * HOUR  # a new turn adds an hour
    clocks = clocks.follow([], 3, "a", 6 * HOUR, 10 * HOUR, HOUR)  # a pause stops all clocks
    assert clocks.ends() == {}


def test_a_clock_never_holds_more_than_at_the_start():
    clocks = Clocks().follow(["a"], 1, "a", 0.0, 10 * HOUR, HOUR)
    clocks = clocks.follow(["a"], 2, "a", 60.0, 10 * HOUR, HOUR)
    assert clocks.left["a"] == 10 * HOUR


async def test_out_of_time_calls_the_stand_in_not_a_loss(house, alice, bob):
    """Complaint 9: a hard limit hurts friends. The seat can be taken back at any time."""
    game = await begin(house, ["alice", "bob"], pace="day")
    one = await waiting(house, game)
    assert "time runs out <t:" in board_of(one).text
    await house.pass_time(hours=23)
    assert (await seat_of(house, game, one)).kind == "human"
    await house.pass_time(hours=1.5)
    assert (await seat_of(house, game, one)).kind == "standin"
    row = await row_of(house, game)
    assert row.status == "running"
    other = bob if one is alice else alice
    refused = await other.click("I Am Back")
    assert "yours already" in refused.text
    back = await one.click("I Am Back")
    assert "seat back" in back.text
    assert (await seat_of(house, game, one)).kind == "human"


async def test_a_pause_stops_the_clock(house, alice, bob, dora):
    game = await begin(house, ["alice", "bob"], pace="day")
    one = await waiting(house, game)
    await dora.slash("game pause")
    await house.settled()
    await house.pass_time(days=4)
    assert (await seat_of(house, game, one)).kind == "human"
    await dora.slash("game resume")
    await house.settled()
    await house.pass_time(hours=20)
    assert (await seat_of(house, game, one)).kind == "human"


# --- pause, replace, end ----------------------------------------------------------------------------------


async def test_players_pause_by_vote_and_only_players_count(house, alice, bob, carol):
    """Complaint 10: skip and kick used by people who are not even in the game."""
    game = await begin(house, ["alice", "bob"])
    stranger = await carol.slash("game pause")
    assert "Only a player" in stranger.text
    await alice.slash("game pause")
    outside = await carol.click("Agree")
    assert "not needed" in outside.text
    assert (await row_of(house, game)).status == "running"
    await bob.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).status == "paused"
    assert "paused" in board_of(alice).text
    one = await waiting(house, game)
    stopped = await one.slash("play")
    assert "paused" in stopped.text
    await bob.slash("game resume")
    await alice.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).status == "running"
    assert moves(board_of(alice))


async def test_a_manager_pauses_and_archives_and_it_is_in_the_log(house, alice, bob, dora):
    game = await begin(house, ["alice", "bob"])
    await dora.slash("game pause")
    await house.settled()
    assert (await row_of(house, game)).status == "paused"
    log = await alice.slash("log")
    assert f"paused (by <@{dora.id}>)" in log.text
    question = await dora.slash("game archive")
    assert "cannot be taken back" in question.text
    await dora.click("Yes, Do It", question)
    await house.settled()
    assert (await row_of(house, game)).status == "archived"
    log = await alice.slash("log")
    assert f"archived (by <@{dora.id}>)" in log.text


async def test_an_absent_player_is_replaced_with_consent(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob", "carol"])
    one = await waiting(house, game)
    others = [person for person in (alice, bob, carol) if person is not one]
    seat = (await seat_of(house, game, one)).seat
    early = await others[0].slash("game replace", seat=seat)
    assert "not absent" in early.text
    await house.pass_time(hours=25)
    stranger = await house.person("dora").slash("game replace", seat=seat)
    assert "Only a player" in stranger.text
    await others[0].slash("game replace", seat=seat)
    assert (await seat_of(house, game, one)).kind == "human"
    await others[1].click("Agree")
    await house.settled()
    assert (await seat_of(house, game, one)).kind == "standin"
    await one.slash("back")
    assert (await seat_of(house, game, one)).kind == "human"


async def test_somebody_new_takes_a_seat_only_if_they_want(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    other = bob if one is alice else alice
    seat = (await seat_of(house, game, one)).seat
    await house.pass_time(hours=25)
    await other.slash("game replace", seat=seat, to=carol)
    assert (await seat_of(house, game, one)).seat == seat
    await carol.click("Agree")
    await house.settled()
    assert (await seat_of(house, game, one)).seat == seat, (
        "nobody else has a say, so the absent one has a day"
    )
    await house.pass_time(hours=25)
    assert (await seat_of(house, game, carol)).seat == seat
    gone = await one.slash("hand")
    assert "do not sit" in gone.text
    hers = await carol.slash("hand")
    assert hers.attachments


async def test_a_game_of_one_ends_after_a_second_question(house, alice):
    game = await begin(house, ["alice"], bots=1)
    question = await alice.slash("game abandon")
    await alice.click("Yes, Do It", question)
    await house.settled()
    assert (await row_of(house, game)).status == "archived"


async def test_a_game_of_several_ends_by_vote(house, alice, bob):
    """Complaint 25: a dangerous command runs without confirmation."""
    game = await begin(house, ["alice", "bob"])
    question = await alice.slash("game abandon")
    await alice.click("Yes, Do It", question)
    await house.settled()
    assert (await row_of(house, game)).status == "running"
    await bob.click("Agree")
    await house.settled()
    assert (await row_of(house, game)).status == "archived"


async def test_votes_survive_a_restart(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"])
        await house.person("alice").slash("game pause")
    async with open_house(local, tmp_path) as house:
        row = await row_of(house, game)
        bob = house.person("bob").go(local.core.world.channels[row.channel])
        await bob.click("Agree")
        await house.settled()
        assert (await row_of(house, game)).status == "paused"


def test_a_person_is_kept_whole():
    person = Person(user="1", seen={"a": 5})
    assert msgspec.json.decode(msgspec.json.encode(person), type=Person) == person
