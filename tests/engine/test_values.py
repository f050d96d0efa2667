"""Values lead to nothing but values, so the garbage collector need not look at them."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine import fuzz
from engine.harrow import check as harrow
from engine.root import check as root
from engine.rules import Event
from engine.values import Value
from tests import toy
from tests.toy.check import check
from tests.toy.rules import RULES

STEPS, EVENTS = 40, 20
PLAIN = (str, int, float, bytes, type(None))


def games() -> Iterator[tuple[str, fuzz.RandomGame[Any]]]:
    """One of the toy, some of Root with hirelings and without, one of every mode of Harrow County."""
    dice = random.Random(5)
    yield "toy", fuzz.RandomGame(RULES, check, toy.setup("ann", "bob", "cy"), "5")
    for seed in "123456":
        yield f"root {seed}", root.RandomGame(root.random_setup(dice), seed)
    for mode, table in dict(harrow.tables()).items():
        yield f"harrow {mode}", harrow.RandomGame(harrow.random_setup(dice, mode, table), "7")


GAMES = dict(games())


def parts(thing: object) -> Iterator[object]:
    """A thing and all that it leads to."""
    yield thing
    inner: list[object] = []
    if isinstance(thing, msgspec.Struct):
        inner = [getattr(thing, name) for name in thing.__struct_fields__]
    elif isinstance(thing, dict):
        inner = [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple)):
        inner = list(thing)
    for one in inner:
        yield from parts(one)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_is_made_of_values(name):
    # given a game that has gone on for a while
    played = GAMES[name].play(STEPS)
    game, events = played.game, list[Event]()
    while not game.over and len(events) < EVENTS:
        ask = game.waiting()[0]
        events += game.answer(ask.seat, fuzz.random_answer(ask, played.dice))
    seats = [None, *(seat.seat for seat in game.setup.seats)]
    # when it is looked at by everybody and by each seat
    said: list[Value] = [game.saved(), *game.waiting(), *events, *(game.view(seat) for seat in seats)]
    # then nothing else than values comes of it
    others = {
        type(part)
        for one in said
        for part in parts(one)
        if not isinstance(part, (Value, tuple, dict, list, *PLAIN))
    }
    assert others == set()
    # and after one look at their tuples the collector leaves them alone
    gc.collect()
    assert [
        part for one in said for part in parts(one) if isinstance(part, Value) and gc.is_tracked(part)
    ] == []


def test_a_part_that_is_no_value_is_noticed():
    class Loose(msgspec.Struct, frozen=True):
        within: tuple[Any, ...]

    class Holder(Value, frozen=True):
        loose: Loose

    found = [type(part) for part in parts(Holder(Loose(({},))))]
    assert found == [Holder, Loose, tuple, dict]
    assert gc.is_tracked(Loose(({},)))
    assert not gc.is_tracked(Holder(Loose(({},))))
