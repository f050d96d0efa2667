"""Bots take their turns by themselves: whole games of bots, people among bots, and what the table makes of it."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.chance import seeded
from engine.flow import Answer
from engine.fuzz import random_answer
from engine.game import Game, encode
from engine.games import GAMES
from engine.live import read_event
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.lobby import LOBBY
from engine.root.rules import RULES
from engine.root.words import FILE, WORDS
from engine.rules import Event, SeatSetup, Setup
from engine.store import GameRow, SeatRow, Store
from engine.table import Table, Update

PERSON = "eyrie"
FIVE = ("marquise", "alliance", "vagabond", "lizards", "corvids")
OTHERS = ("alliance", "lizards", "riverfolk", "duchy", "corvids")
"""Five different bots beside a person; together all boards but the person's own."""


def bots_only(seed: str) -> RandomGame:
    """A game of two to four bots on a random map, with random difficulties, traits and characters."""
    dice = random.Random(seed)
    mix = dice.choice([mix for mix in mixes(dice.randint(2, 4)) if set(mix) <= set(LOBBY.boards())])
    return RandomGame(random_setup(dice, mix, bots=1.0), seed)


@pytest.mark.parametrize("number", range(40))
def test_games_of_bots_end_and_break_nothing(number: int) -> None:
    played = bots_only(f"only bots {number}").play()
    assert played.over
    assert played.faults == [], f"{played.game.setup}"
    assert played.decisions == 0


def test_the_same_seed_gives_the_same_game() -> None:
    states = [encode(bots_only("twice").play().game.state) for _ in range(2)]
    assert states[0] == states[1]


@pytest.mark.parametrize("number", range(8))
def test_people_among_bots(number: int) -> None:
    seed = f"mixed {number}"
    played = RandomGame(random_setup(random.Random(seed), bots=0.7), seed).play(400)
    assert played.faults == [], f"{played.game.setup}"


@pytest.mark.parametrize("map", list(LOBBY.choices()["map"].values))
def test_no_bot_is_ever_asked(map: str) -> None:
    game = Game(RULES, person_and_bots(map), seeded(map)).start()
    dice = random.Random(map)
    for _ in range(200):
        if game.over:
            break
        (question,) = game.waiting()
        assert question.seat == PERSON
        game.answer(PERSON, random_answer(question, dice))


# --- told -------------------------------------------------------------------------------------------------


def test_a_bot_turn_reads_as_a_story() -> None:
    # given all that happens in some games of four bots
    told: set[str] = set()
    for number in range(25):
        seed = f"told {number}"
        setup = random_setup(random.Random(seed), ("marquise", "eyrie", "alliance", "vagabond"), bots=1.0)
        game = Game(RULES, setup, seeded(seed), keep=False).start()
        view = game.view(None)
        for event in game.take_events():
            # then every kind of event has its words
            assert event.key in FILE.events, f"no words for {event.key}: {event.about}"
            sentence = WORDS.event(view, event) or ""
            assert "{" not in sentence
            told.add(event.key)
    assert {"bot.order", "bot.step", "bot.chose", "bot.turmoil", "bot.crackdown", "bot.aid"} <= told


def test_the_account_of_a_choice_says_why() -> None:
    view = Game(RULES, person_and_bots(), seeded("x")).start().view(None)
    chose = Event("bot.chose", {"owner": "marquise", "clearing": 6, "why": "most of its warriors"})
    assert (WORDS.event(view, chose) or "").endswith("chooses 6 (fox): most of its warriors.")
    chose = Event("bot.chose", {"owner": "marquise", "player": "alliance", "why": "first in turn order"})
    assert (WORDS.event(view, chose) or "").endswith("Alliance: first in turn order.")


# --- at the table -----------------------------------------------------------------------------------------


def person_and_bots(map: str = "autumn", bots: tuple[str, ...] = FIVE) -> Setup:
    seats = (SeatSetup(PERSON, PERSON), *(SeatSetup(bot, bot, "clockwork") for bot in bots))
    return Setup(seats, {"map": map})


def rows(bots: tuple[str, ...]) -> list[SeatRow]:
    seated = [SeatRow(bot, n, kind="clockwork") for n, bot in enumerate(bots, 1)]
    return [SeatRow(PERSON, 0, user="1"), *seated]


class Killed(BaseException):
    """The program is gone."""


class Heard:
    """Hears what the outbox says."""

    def __init__(self) -> None:
        self.rows: list[str] = []

    async def __call__(self, game: str, rows: list) -> None:  # type: ignore[type-arg]
        self.rows += [row.nonce for row in rows]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "games.sqlite") as store:
        yield store


def table_on(store: Store, **more) -> Table:  # type: ignore[no-untyped-def]
    return Table(store, GAMES, delay=lambda: 3600.0, **more)


async def play_a_turn(table: Table, dice: random.Random) -> tuple[Update, int]:
    """Answer for the person until a turn is over. Returns the last change and the number of that turn."""
    while True:
        look = await table.look("g", PERSON)
        assert look.ask is not None
        update = await table.answer("g", PERSON, random_answer(look.ask, dice))
        if any(event.key == "turn" for event in update.events) and look.view.turn:
            return update, look.view.turn


@pytest.mark.parametrize("bots", [FIVE, OTHERS])
async def test_after_the_last_choice_all_bots_have_played_and_the_person_is_asked(
    store: Store, bots: tuple[str, ...]
) -> None:
    # given a person with five different bots
    table = table_on(store)
    speaker = Heard()
    await table.resume(speaker)
    await store.create(GameRow("g", "root"))
    await table.start("g", person_and_bots(bots=bots), rows(bots))
    # when the person answers the last question of a turn
    update, number = await play_a_turn(table, random.Random("table"))
    # then the five bots have had their turns, in one change
    assert [event.about["owner"] for event in update.events if event.key == "turn"] == [*bots, PERSON]
    look = await table.look("g", PERSON)
    assert look.view.turn == number + 6
    # and the next question is the person's
    assert look.ask is not None
    assert [one.seat for one in look.open] == [PERSON]
    # what they did is saved and told in one go
    saved = [read_event(row.data).key for row in await store.events("g")]
    assert saved.count("turn") > len(bots)
    await table.outbox.quiet()  # type: ignore[union-attr]
    assert len(speaker.rows) == len(set(speaker.rows))
    await table.close()


@pytest.mark.parametrize("point", ["before commit", "after commit"])
@pytest.mark.parametrize("bots", [FIVE, OTHERS])
async def test_a_crash_in_a_bot_turn_loses_nothing(store: Store, point: str, bots: tuple[str, ...]) -> None:
    # given a game in which the program is gone at every answer, also at the one that lets the bots play
    speaker, dice = Heard(), random.Random("crash")
    await store.create(GameRow("g", "root"))
    await table_on(store).start("g", person_and_bots(bots=bots), rows(bots))
    last = 0
    for _ in range(200):
        answer, turn = await crash(store, point, dice)
        if last and turn > last:
            break
        last = turn
        # when it starts again each time
        fresh = table_on(store)
        await fresh.resume(speaker)
        if point == "before commit":  # the answer was never confirmed: it is given again
            await fresh.answer("g", PERSON, answer)
        await fresh.outbox.quiet()  # type: ignore[union-attr]
        await fresh.close()
    # then all bots have had their turns once, the person is asked again, and everything was told once
    saved = [read_event(row.data) for row in await store.events("g")]
    turns = [event.about["owner"] for event in saved if event.key == "turn"]
    assert turns[: len(bots) + 2] == [PERSON, *bots, PERSON]
    assert len(speaker.rows) == len(set(speaker.rows)) > 0


async def crash(store: Store, point: str, dice: random.Random) -> tuple[Answer, int]:
    """The person answers, and the program is gone while it saves that. Returns the answer, and the turn before it."""

    def reached(where: str) -> None:
        if where == point:
            raise Killed

    table = table_on(store, reached=reached)
    look = await table.look("g", PERSON)
    assert look.ask is not None
    answer = random_answer(look.ask, dice)
    with pytest.raises(Killed):
        await table.answer("g", PERSON, answer)
    return answer, look.view.turn
