"""The sentence filler: templates of any game, filled with readable names."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest

from engine.flow import Ask, Done
from engine.game import Game
from engine.games import GAMES
from engine.rules import Event, Refusal
from engine.sentences import LABEL, TEMPLATES, Names, Word, WordsFile, parts_of, runs
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


# --- templates are read once ------------------------------------------------------------------------------

VALUES = (
    Word("the Eyrie", "eyrie"),
    Word("the Corvids", "corvids", many=True),
    Word("1", 1),
    Word("", ""),
    Word("{x} and %", 3),
    "no word",
    7,
)


def by_formatter(names: Names, template: str, about: dict[str, Any]) -> str:
    """As Python's own Formatter fills it, reading it each time."""
    return Formatter.vformat(names, template, (), about)


def outcome(fill: Any, *given: Any) -> Any:
    try:
        return fill(*given)
    except Exception as error:
        return type(error), str(error)


def templates(file: WordsFile) -> set[str]:
    groups = [getattr(file, group) for group in file.__struct_fields__ if group != "names"]
    return {template for group in groups for template in group.values()}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_template_of_a_game_is_read_once_and_filled_as_by_a_formatter(game):
    # given all sentences of a game, and what Python's own Formatter makes of them
    words = GAMES[game].words
    # then each is filled alike, whatever its names hold, and none is left to the Formatter
    for template in templates(words.file):
        assert parts_of(template) is not None, template
        named = sorted({name for _, name, _, _ in Formatter().parse(template) if name})
        for shift in range(len(VALUES)):
            about = {name: VALUES[(n + shift) % len(VALUES)] for n, name in enumerate(named)}
            assert words.names.vformat(template, (), about) == by_formatter(words.names, template, about)


@pytest.mark.parametrize(
    "template",
    [
        "",
        "no gap",
        "{{n}} and }}{{",
        "{n:?{{%}}}",
        "{n:?{{%}} and {n:^}}",
        "{n:? of {m:? and %}}",
        "{n:? of {m:? and {k}}}",
        "{n:{m:{k:{n}}}}",
        "{n.text} {n.raw}",
        "{n.nothing}",
        "{n[0]}",
        "{n!r} {n!s:^}",
        "{n!x}",
        "{}",
        "{0} {n}",
        "{} {0}",
        "{0} {}",
        "{a-b}",
        "{n",
        "n}",
        "{n:a|b|c}",
        "{n:a|b|c} }",
        "{n:/one} {",
        "{ n }",
    ],
)
def test_odd_and_broken_templates_are_filled_or_refused_as_by_a_formatter(template):
    for value in VALUES:
        about = {"n": value, "m": Word("m", "m"), "k": Word("k", 1), "a-b": Word("dash", 2)}
        told = outcome(NAMES.vformat, template, (), about)
        assert told == outcome(by_formatter, NAMES, template, about)


def test_a_template_is_read_once_and_all_that_there_are_can_be_kept():
    parts_of.cache_clear()
    for _ in range(3):
        assert NAMES.fill("{n} is read once", {"n": Word("this")}) == "This is read once"
    assert parts_of.cache_info().misses == 2  # the template, and how its name is told
    assert 2 * len({one for game in GAMES.values() for one in templates(game.words.file)}) < TEMPLATES


def test_a_button_is_shortened_only_if_all_of_it_does_not_fit(monkeypatch):
    # given a game that cannot say less
    view = Game(
        toy.PEBBLES.rules, toy.setup("ann", "bob"), lambda n, chance: tuple(range(chance.size))
    ).start()
    monkeypatch.setattr(type(WORDS), "brief", None)
    # then what fits is told without trying to
    assert WORDS.short(view.view(None), Take(2)) == "Take 2 pebbles"


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
