"""The random player serves every game, and finds what is wrong with one."""

from __future__ import annotations

import random

import pytest

from engine.flow import Ask, Done
from engine.fuzz import RandomGame, random_answer, trial_answers
from tests import toy
from tests.toy import Take
from tests.toy.check import check
from tests.toy.rules import RULES


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_sound_game_is_played_to_its_end_without_faults(seed):
    played = RandomGame(RULES, check, toy.setup("ann", "bob", "cy"), seed, keep=True).play(trials=300)
    assert played.over
    assert played.faults == []
    assert played.decisions > 3


def test_a_state_that_is_wrong_is_named_with_its_step():
    played = RandomGame(RULES, lambda state: ["too few"] * (state.heap < 25), toy.setup(), "1").play()
    assert played.faults[0].endswith(": too few")
    assert played.faults[0].startswith("before ")


def test_what_a_game_says_of_questions_and_of_the_log_counts():
    class Strict(RandomGame):
        def wrong_question(self, question):
            return ["a bid"] if question.key == "toy.bid" else []

        def recount(self, events):
            return ["a pebble is gone"] if any(event.key == "toy.took" for event in events) else []

    assert set(Strict(RULES, check, toy.setup(), "4").play().faults) <= {"a bid", "a pebble is gone"}
    assert Strict(RULES, check, toy.setup(), "4").play().faults != []
    blind = RandomGame(RULES, lambda state: ["never asked"], toy.setup(), "4", watch=False).play()
    assert blind.faults == []


def test_random_answers_are_legal_and_trials_try_the_smallest_number():
    ask = Ask("ann", "k", "1", (Take(3), Done()))
    assert all(ask.accepts(random_answer(ask, random.Random(n))) for n in range(20))
    assert trial_answers(ask, random.Random(1)) == [Take(3), Done(), Take(1)]
    many = Ask("ann", "k", "1", (Take(1), Take(2), Take(3)), True, 1, 2)
    assert all(many.accepts(random_answer(many, random.Random(n))) for n in range(20))
