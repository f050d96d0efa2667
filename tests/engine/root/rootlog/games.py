"""Random games for records: all factions, maps and decks, hirelings and landmarks, both kinds of setup."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from engine.root import data
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.lobby import LOBBY
from engine.root.rootlog.inventory import Inventory
from engine.root.rootlog.write import Writer
from engine.rules import SeatSetup, Setup

KINDS = ("plain", "hirelings", "draft", "draft with hirelings")


def some_setup(number: int) -> Setup:
    """A random setup, of four kinds by turns."""
    dice, kind = random.Random(f"record {number}"), KINDS[number % len(KINDS)]
    while True:
        setup = random_setup(dice, dice.choice(mixes(dice.randint(2, 5))))
        options = dict(setup.options)
        if "hirelings" in kind:
            options["hirelings"] = dice.sample(list(data.HIRELINGS), 3)
        seats = setup.seats
        if "draft" in kind:
            options["setup"] = "advanced"
            seats = tuple(SeatSetup(f"seat{n}") for n in range(len(seats)))
        setup = Setup(seats, options)
        if not LOBBY.problems(setup):
            return setup


class Written(msgspec.Struct):
    """A random game: what lay there at first, and its record."""

    first: Inventory
    writer: Writer
    game: RandomGame


def written(setup: Setup, seed: str, most: int = 3000) -> Written:
    game = RandomGame(setup, seed, watch=False, keep=True)
    writer = Writer(game.game.state)
    first = writer.follower.now.copy()
    game.game.watch = writer
    game.play(most)
    return Written(first.renamed(game.game.state.seats), writer, game)


@cache
def some_game(number: int) -> Written:
    """One of the random games, played once for all tests."""
    return written(some_setup(number), f"record {number}", 1200)
