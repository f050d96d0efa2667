"""The sentence filler: templates of any game, filled with readable names."""

from __future__ import annotations

import pytest

from engine.flow import Ask, Done
from engine.game import Game
from engine.rules import Event, Refusal
from engine.sentences import LABEL, Names, Word, runs
from tests import toy
from tests.toy import Bid, Dare, Take
from tests.toy.words import WORDS

NAMES = Names({"keep": "keep", "a.keep": "the keep", "many.fox": "foxes", "nothing": "nothing"})


@pytest.mark.parametrize(
    ("template", "value", "filled"),
    [
        ("{n:pebble|pebbles}", 1, "1 pebble"),
        ("{n:pebble|pebbles}", 3, "3 pebbles"),
        ("takes {n:a}", "keep", "Takes the keep"),
        ("takes {n:a}", "old_mill", "Takes a old mill"),
        ("so {n:^}", "ann", "So Ann"),
        ("go{n:? with %}", "ann", "Go with ann"),
        ("go{n:? with %}", "", "Go"),
        ("go{missing}", "x", "Go"),
        ("go {missing:^}", "x", "Go "),
    ],
)
def test_a_name_says_how_it_is_told(template, value, filled):
    assert NAMES.fill(template, {"n": Word(str(value), value)}) == filled


def test_a_word_agrees_with_the_name_it_is_about():
    template = "{who} {who:/takes|take} {who:/its|their} card{also:?, and so {also:/does|do} %}"
    one, several = Word("the Eyrie", "eyrie"), Word("the Corvids", "corvids", many=True)
    assert NAMES.fill(template, {"who": one, "also": several}) == (
        "The Eyrie takes its card, and so do the Corvids"
    )
    assert NAMES.fill(template, {"who": several}) == "The Corvids take their card"


def test_lists_and_numbers_of_a_kind():
    assert NAMES.listed(["one", "two", "three"]) == "one, two and three"
    assert NAMES.listed([]) == "nothing"
    assert (NAMES.several("fox", 1), NAMES.several("fox", 2)) == ("a fox", "2 foxes")
    assert runs(["a", "a", "b"]) == ["a (×2)", "b"]


def test_a_game_speaks_from_its_file_alone():
    view = (
        Game(toy.PEBBLES.rules, toy.setup("ann", "bob"), lambda n, chance: tuple(range(chance.size)))
        .start()
        .view(None)
    )
    ask = Ask("ann", "toy.take", "1", (Take(3), Dare(), Done()))
    assert WORDS.question(view, ask) == "Take pebbles, or dare a roll."
    assert WORDS.done(ask) == "Enough"
    assert WORDS.option(view, Take(2)) == "Take 2 pebbles"
    assert WORDS.short(view, Bid(12)) == "Bid the 12"
    assert len(WORDS.short(view, Take(2))) <= LABEL
    assert WORDS.value(view, "take", "pebbles", 2) == "2"
    assert WORDS.event(view, Event("toy.took", {"seat": "ann", "pebbles": 1})) == "Ann takes 1 pebble."
    assert WORDS.event(view, Event("unknown")) is None
    told = WORDS.story(view, [Event("toy.took", {"seat": "bob", "pebbles": 1})] * 2)
    assert told == ["Bob takes 1 pebble. (×2)"]
    assert WORDS.refusal(view, Refusal("1", "It waits for {seat}.", {"seat": "bob"})) == "It waits for bob."
    assert WORDS.standing(view, "ann") == "0"
