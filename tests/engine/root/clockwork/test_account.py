"""The account of a bot's turn: what a player reads is enough to check it."""

from __future__ import annotations

import random
import re

import pytest

from engine.chance import seeded
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.check import random_setup
from engine.root.data import BOTS
from engine.root.faction import FACTIONS
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.words import WORDS
from engine.rules import Event, View
from tests.engine.root.board import Play
from tests.engine.root.clockwork.bots import BIRD, FOX, bot, run, turn

OWN = re.compile(r"([+−])(\d+) \((.+?)\), now (\d+)\.")
OTHERS = re.compile(r"(score|lose)s? (\d+) points? and (?:has|have) (\d+)\.")
TURN = re.compile(r"Turn \d+: (the [^.]+(?:\.\d)?)\.")


def story(play: Play) -> list[str]:
    return WORDS.story(play.game.view(None), play.events)


# --- points -----------------------------------------------------------------------------------------------


def told_points(view: View, lines: list[str]) -> dict[str, int]:
    """The scores of the bots, from the words alone; each told sum must agree with the told points."""
    names = {WORDS.player(view, seat.seat): seat.seat for seat in view.seats if seat.board}
    scores = dict.fromkeys(names.values(), 0)
    now = ""
    for line in lines:
        if turns := TURN.match(line):
            now = names.get(turns[1], "")
        for sign, points, source, score in OWN.findall(line):
            assert source, line
            scores[now] += int(points) if sign == "+" else -int(points)
            assert scores[now] == int(score), line
        for name, seat in names.items():
            for verb, points, score in re.findall(f"{name} {OTHERS.pattern}", line, re.IGNORECASE):
                scores[seat] += int(points) if verb == "score" else -int(points)
                assert scores[seat] == int(score), line
    return scores


@pytest.mark.parametrize("part", range(8))
def test_the_points_told_are_the_points_scored(part: int) -> None:
    playing = [owner for owner in BOTS if f"clockwork-{owner}" in FACTIONS]
    for number in range(25):
        # given a game of bots of all kinds, difficulties and traits
        seed = f"points {part} {number}"
        dice = random.Random(seed)
        mix = tuple(dice.sample(playing, dice.randint(2, min(6, len(playing)))))
        game = Game(RULES, random_setup(dice, mix, bots=1.0), seeded(seed), keep=False).start()
        assert game.over
        # when only the story is read
        view = game.view(None)
        told = told_points(view, WORDS.story(view, game.take_events()))
        # then its points are the scores
        assert told == {owner: game.state.players[owner].score for owner in told}


def test_every_source_of_a_bots_points_is_named() -> None:
    for name in ("RB 1.1.2", "RB 3.3.1", "RB 12.1.1", "C.3.4", "3.2.1"):
        event = Event("scored", {"owner": "eyrie", "points": 1, "score": 1}, name)
        assert WORDS.facts(a_view(), event)["source"].text not in ("", "Difficulty", "One point")


def a_view() -> View:
    return bot("eyrie", "marquise").play(nothing).game.view(None)


def nothing(game: Root):  # type: ignore[no-untyped-def]
    yield from ()


# --- lines ------------------------------------------------------------------------------------------------


def test_the_name_stands_once_and_each_step_begins_a_line() -> None:
    table = bot("eyrie", "marquise", "alliance").board(
        "eyrie", decree={"fox": [], "mouse": [], "rabbit": [], "bird": ["loyal-vizier"]}
    )
    table.building("eyrie", "roost", at=6).warriors("eyrie", 6, at=6).warriors("marquise", 1, at=11)
    lines = story(turn(table, "eyrie", FOX))
    assert sum(line.count("Electric Eyrie") for line in lines) == 1
    assert lines[0] == "Turn 1: the Electric Eyrie. Order: Ambush! (fox)."
    assert lines[1] == "Decree: the order joins the fox column."
    assert lines[2] == "Recruit, column fox: places 1 warrior in 6 (fox)."
    # then the reason of the origin and of the destination stand apart, each behind its clearing
    moved = next(line for line in lines if line.startswith("Move"))
    assert moved == "Move, column fox: moves 7 warriors from 6 (fox) to 3 (rabbit; highest clearing number)."


def test_a_step_that_leads_to_nothing_says_why_and_like_ones_are_one_line() -> None:
    play = turn(bot("alliance", "marquise"), "alliance", FOX)
    left = [line for line in story(play) if line.startswith("Left out")]
    assert left == [
        "Left out: Revolt (no sympathetic clearing of the order where its base can come).",
        "Left out: Organize (no base with enough warriors); Recruit (no base on the map).",
    ]


def test_an_extra_hit_tells_its_cause() -> None:
    # given a bot attacked in a clearing with a warrior of its own
    table = bot("alliance", "marquise").warriors("alliance", 1, at=5).warriors("marquise", 3, at=5)
    play = table.dice(0, 0).play(battle, "marquise", 5, "alliance")
    # then the warrior that falls to no roll is explained
    assert "The Automated Alliance deals 1 extra hit: Automated Ambush." in story(play)


def test_turmoil_tells_points_and_what_is_purged() -> None:
    table = bot("eyrie", "marquise").score("eyrie", 5)
    decree = {"fox": ["tax-collector"], "mouse": [], "rabbit": [], "bird": ["loyal-vizier"] * 2}
    play = run(table.board("eyrie", decree=decree), "eyrie", BIRD, "daylight.build")
    assert story(play) == [
        "The Electric Eyrie. Build: turmoil! −2 (birds in the decree), now 3. Purges Tax Collector (fox)."
    ]


def test_without_its_turn_every_line_names_who_acts() -> None:
    # given the last lines of a turn, as the picture shows them
    table = bot("eyrie", "marquise").building("eyrie", "roost", at=6).building("eyrie", "roost", at=1)
    play = run(table, "eyrie", FOX, "evening.score")
    assert WORDS.story(play.game.view(None), play.events, named=True) == [
        "The Electric Eyrie scores 1 point and has 1."
    ]
