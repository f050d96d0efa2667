"""Random games with hirelings: which, on which side, among whom."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engine.flow import Ask
from engine.root import data
from engine.root.check import RandomGame, mixes, plays_of, random_setup
from engine.root.hiring.hireling import Hireling
from engine.root.hiring.setup import built, removed
from engine.root.voice import GUESTS
from engine.rules import Event, Setup

PLAYERS = {"promoted": (2, 3), "demoted": (4, 5)}
"""A.6.2  With so many players a picked card mostly shows this side."""


def cards() -> list[str]:
    return list(built())


def fitting(picked: Sequence[str], players: Sequence[int]) -> list[tuple[str, ...]]:
    """A.6.5  The mixes of so many factions beside these hirelings."""
    barred = removed(picked)
    return [mix for n in players for mix in mixes(n) if not any(plays_of(owner) in barred for owner in mix)]


def setup_with(
    dice: random.Random, picked: Sequence[str], players: Sequence[int], bots: float = 0.0
) -> Setup:
    """A random table at which these hirelings are, and none of their factions; a draft now and then."""
    setup = random_setup(dice, dice.choice(fitting(picked, players)), bots)
    options = setup.options | {"hirelings": list(picked)}
    seats = setup.seats
    if not bots and dice.random() < 0.25:
        options["setup"] = "advanced"
        options["insurgents"] = "in"
        seats = tuple(
            msgspec.structs.replace(seat, seat=f"seat{n}", plays="") for n, seat in enumerate(seats)
        )
    return Setup(seats, options)


class HiredGame(RandomGame):
    """A random game that remembers which lines of the cards were used, what was asked and what was told."""

    def __init__(self, setup: Setup, seed: str, *, keep: bool = False) -> None:
        super().__init__(setup, seed, keep=keep)
        self.seen: Counter[str] = Counter()

    def wrong_question(self, question: Ask) -> Iterator[str]:
        self.seen[question.key] += 1
        yield from super().wrong_question(question)

    def recount(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            self.seen[str(event.about["order"]) if event.key == "directed" else event.key] += 1
        yield from super().recount(events)


def played(card: str, side: str, number: int, decisions: int, bots: float = 0.0) -> HiredGame:
    """A random game with a card, and others, on the side that the number of players asks for."""
    seed = f"hirelings {card} {side} {number}"
    dice = random.Random(seed)
    others = [other for other in cards() if other != card]
    picked = [card, *dice.sample(others, min(len(others), 2))]
    game = HiredGame(setup_with(dice, picked, PLAYERS[side], bots), seed, keep=number % 3 == 0)
    return game.play(decisions, trials=2 if number % 3 == 0 else 0)


def sides() -> list[tuple[str, str]]:
    return [(card, side) for card in cards() for side in PLAYERS]


def effects(card: str) -> set[str]:
    """Everything both sides of a card do when they are told to, react with or ask, by key."""
    found: set[str] = set()
    for side in data.HIRELINGS[card].sides:
        voice = GUESTS[side.id]
        assert isinstance(voice, Hireling)
        found |= {act.key for act in voice.acts} | set(voice.orders)
        found |= {reaction.key for reaction in voice.reactions if not reaction.quiet}
    return found
