"""Random games with hirelings: which, on which side, among whom."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from engine.root import data
from engine.root.check import RandomGame, mixes, plays_of, random_setup
from engine.root.hiring.setup import built, removed
from engine.rules import Setup

PLAYERS = {"promoted": (2, 3), "demoted": (4, 5)}
"""A.6.2  With so many players a picked card mostly shows this side."""


def cards() -> list[str]:
    return list(built())


def setup_with(
    dice: random.Random, picked: Sequence[str], players: Sequence[int], bots: float = 0.0
) -> Setup:
    """A random table at which these hirelings are, and none of their factions; a draft now and then."""
    barred = removed(picked)
    fitting = [
        mix for n in players for mix in mixes(n) if not any(plays_of(owner) in barred for owner in mix)
    ]
    setup = random_setup(dice, dice.choice(fitting), bots)
    options = setup.options | {"hirelings": list(picked)}
    seats = setup.seats
    if not bots and dice.random() < 0.25:
        options["setup"] = "advanced"
        options["insurgents"] = "in"
        seats = tuple(
            msgspec.structs.replace(seat, seat=f"seat{n}", plays="") for n, seat in enumerate(seats)
        )
    return Setup(seats, options)


def played(card: str, side: str, number: int, decisions: int, bots: float = 0.0) -> RandomGame:
    """A random game with a card, and others, on the side that the number of players asks for."""
    seed = f"hirelings {card} {side} {number}"
    dice = random.Random(seed)
    others = [other for other in cards() if other != card]
    picked = [card, *dice.sample(others, min(len(others), 2))]
    game = RandomGame(setup_with(dice, picked, PLAYERS[side], bots), seed, keep=number % 3 == 0)
    return game.play(decisions, trials=2 if number % 3 == 0 else 0)


def sides() -> list[tuple[str, str]]:
    return [(card, side) for card in cards() for side in PLAYERS]


def orders_of(side: str) -> set[str]:
    """The lines of a card that its controller uses."""
    from engine.root.hiring.hireling import Hireling
    from engine.root.voice import GUESTS

    voice = GUESTS[side]
    return {act.key for act in voice.acts} if isinstance(voice, Hireling) else set()


__all__ = ["cards", "data", "orders_of", "played", "setup_with", "sides"]
