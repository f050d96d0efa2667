"""What is agreed before a game: choices of one and of several values, and what stands in the way of any game."""

from __future__ import annotations

import pytest

from engine.lobby import Choice
from engine.rules import SeatSetup, Setup
from tests.toy.lobby import LOBBY

ONE = Choice("Map", {"a": "Autumn", "b": "Winter"})
OPEN = Choice("Character", {"a": "Thief"}, open=True)
MANY = Choice("Traits", {"a": "Quick", "b": "Slow", "c": "Odd"}, several=True, most=2)


@pytest.mark.parametrize(
    ("choice", "value", "fits", "picked", "told"),
    [
        (ONE, "b", True, "b", "Winter"),
        (ONE, "z", False, "a", "Autumn"),
        (ONE, None, False, "a", "Autumn"),
        (ONE, ["a"], False, "a", "Autumn"),
        (OPEN, "", True, "", ""),
        (OPEN, "a", True, "a", "Thief"),
        (MANY, ["c", "a"], True, ["c", "a"], "Odd, Quick"),
        (MANY, ("a",), True, ["a"], "Quick"),
        (MANY, "a", True, ["a"], "Quick"),
        (MANY, [], True, [], ""),
        (MANY, ["a", "b", "c"], False, [], ""),
        (MANY, ["a", "a"], False, [], ""),
        (MANY, ["a", "z"], False, [], ""),
        (MANY, [1], False, [], ""),
        (MANY, None, False, [], ""),
    ],
)
def test_a_value_fits_or_gives_way_to_the_default(choice, value, fits, picked, told):
    assert choice.fits(value) is fits
    assert choice.picked(value) == picked
    assert choice.told(choice.picked(value)) == told


def test_several_values_are_typed_with_a_plus():
    assert MANY.read("a+c") == ["a", "c"]
    assert ONE.read("a+c") == "a+c"


def seats(*plays: str, board: str = "") -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(f"seat{n}", one, board) for n, one in enumerate(plays))


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        (Setup(seats("red", "blue")), "Pebbles takes 3 players."),
        (Setup((), {"mode": "alone"}), "Pebbles takes 1 player."),
        (Setup(seats("red", "blue", "")), "seat2 needs a faction."),
        (
            Setup(seats("red", "blue", "pink")),
            "There is no faction called pink. There are: red, blue, green.",
        ),
        (Setup(seats("red", "blue", "blue")), "Too many players play Blue."),
        (
            Setup(seats("red", "blue", "green"), {"heap": "99"}),
            "There is no heap called 99. There are: 30, 12.",
        ),
        (
            Setup(seats("red", "blue", "green"), {"extras": ["safe", "moon"]}),
            "There is no extras called moon. There are: safe, night.",
        ),
        (
            Setup((*seats("red", "green"), SeatSetup("b", "blue", "clockwork", {"difficulty": "mad"}))),
            "Blue by itself has no difficulty called mad. There are: default, easy.",
        ),
        (
            Setup((*seats("blue", "green"), SeatSetup("b", "red", "clockwork"))),
            "There is no bot called red. There are: blue.",
        ),
    ],
)
def test_what_stands_in_the_way_of_any_game(setup, problem):
    assert LOBBY.problems(setup) == [problem]


def test_a_game_that_can_start_has_no_problems():
    assert LOBBY.problems(Setup(seats("red", "blue", "green"), {"extras": ["safe"]})) == []
    assert LOBBY.problems(Setup(seats("red"), {"mode": "alone"})) == []
