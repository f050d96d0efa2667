"""Random games for records: all factions, maps and decks, hirelings and landmarks, both kinds of setup."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from engine.root import data
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.lobby import LOBBY
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.inventory import Inventory
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


def with_options(setup: Setup, **options: object) -> Setup:
    return msgspec.structs.replace(setup, options={**setup.options, **options})


class Followed(msgspec.Struct):
    """A random game: what lay there at first, and what changed."""

    first: Inventory
    follower: Follower
    game: RandomGame


def followed(setup: Setup, seed: str, most: int = 3000) -> Followed:
    game = RandomGame(setup, seed, watch=False, keep=True)
    follower = Follower(game.game.state)
    first = follower.now.copy()
    game.game.watch = follower
    game.play(most)
    return Followed(first.renamed(game.game.state.seats), follower, game)


@cache
def some_game(number: int) -> Followed:
    """One of the random games, played once for all tests."""
    return followed(some_setup(number), f"record {number}", 1200)
