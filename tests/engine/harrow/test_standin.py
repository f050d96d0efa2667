"""The stand-in: legal answers to everything, from the view alone, and better than chance."""

from __future__ import annotations

import random

import pytest

from engine.commands.simulate import plan, play
from engine.fuzz import random_answer
from engine.harrow.check import RandomGame, random_setup
from engine.harrow.data import MODES
from engine.harrow.standin import choose
from tests.engine.harrow.better import outcome, seats

LIMIT = 2000


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("mode", list(MODES))
def test_every_answer_is_legal_and_always_the_same(mode: str, number: int) -> None:
    dice = random.Random(f"standin {mode} {number}")
    played = RandomGame(random_setup(dice, mode), f"standin {mode} {number}", watch=False)
    played.game.start()
    for _ in range(250):
        if played.over:
            break
        question = played.game.waiting()[0]
        view = played.game.view(question.seat)
        chosen = choose(view, question)
        assert question.accepts(chosen), f"{question.key}: {chosen}"
        assert choose(view, question) == chosen
        # half of the time the stand-in plays on, half of the time chance
        if dice.random() < 0.5:
            chosen = random_answer(question, dice)
        played.game.answer(question.seat, chosen)


@pytest.mark.parametrize("mode", list(MODES))
def test_two_stand_ins_end_a_game(mode: str) -> None:
    played = RandomGame(random_setup(random.Random(mode), mode), mode, watch=False)
    played.game.start()
    while not played.over and played.decisions < LIMIT:
        question = played.game.waiting()[0]
        played.game.answer(question.seat, choose(played.game.view(question.seat), question))
        played.decisions += 1
    assert played.over


@pytest.mark.parametrize(
    ("mine", "other", "mode"),
    [
        ("protectors", "family", "C1"), ("family", "protectors", "C2"), ("protectors", "family", "C3"),
        ("kammi", "protectors", "C4"), ("family", "kammi", "C4"),
    ],
)  # fmt: skip
def test_it_beats_chance(mine: str, other: str, mode: str) -> None:
    table = plan("harrow", f"{mine}=standin,{other}=random", {"mode": mode})
    wins = sum(mine in play(table, number, number).winner for number in range(6))
    assert wins >= 5


@pytest.mark.parametrize(("mode", "owner"), seats())
def test_hester_and_the_fair_folk_do_better_than_chance(mode: str, owner: str) -> None:
    """`python -m tests.engine.harrow.better 200` tells by how much, in every mode."""
    games = 12 if mode == "SOLO" else 4
    well, chance = (
        [outcome(number, mode, owner, well=well) for number in range(games)] for well in (True, False)
    )
    best, worst = (
        (sum(one.won for one in those), sum(one.squares for one in those)) for those in (well, chance)
    )
    assert best > worst
    if owner == "fairfolk":
        assert best[0] >= games // 2


def test_it_takes_what_is_there_for_the_taking() -> None:
    # given a townsfolk that can walk home, and a hit that costs nothing it needs
    from tests.engine.harrow.board import county

    table = county().units("protectors", 1, "D5").units("protectors", 1, "D6").townsfolk("D5")
    guided = table.cleanup("protectors")
    assert choose(guided.game.view("protectors"), guided.question).verb == "guide"  # type: ignore[union-attr]
    table = (
        county().units("protectors", 3, "D5").units("family", 1, "D3").cubes(protectors=3).tree(protectors=3)
    )
    fight = table.turn("protectors", "attack").choose("attack", origin="D5", target="D3")
    assert choose(fight.game.view("protectors"), fight.question).verb == "hit"  # type: ignore[union-attr]
