"""Who answers a question: a person (wait), a script, chance, or a stand-in.

A seat gets its question and may look at its own view, nothing else, and gives an answer or None: wait. Boards
that play by themselves are seats too; their rules ask them nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.flow import Answer, Ask, Option
from engine.rules import View

Policy: TypeAlias = Callable[[View, Ask], Answer]
See: TypeAlias = Callable[[], View]

HUMAN = "human"
RANDOM = "random"
STANDIN = "standin"
CLOCKWORK = "clockwork"
KINDS = (HUMAN, RANDOM, STANDIN, CLOCKWORK)


class Seat(Protocol):
    """Somebody or something that answers."""

    def answer(self, see: See, ask: Ask) -> Answer | None:
        """The answer, or None to wait for a person."""
        ...


class Human:
    """A person: the game waits."""

    def answer(self, see: See, ask: Ask) -> Answer | None:
        return None


class Script:
    """Answers given beforehand, in order; then the game waits. For tests."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.answers = list(answers)

    def answer(self, see: See, ask: Ask) -> Answer | None:
        return self.answers.pop(0) if self.answers else None


class Random:
    """Any legal answer, each option as likely as another."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def answer(self, see: See, ask: Ask) -> Answer:
        if ask.many:
            return tuple(self.source.sample(ask.options, self.source.randint(ask.least, ask.most)))
        option = self.source.choice(ask.options)
        numbers = option.numbers()
        return option.with_number(self.source.choice(numbers)) if numbers else option


class StandIn:
    """The game's own simple policy, in place of an absent person or on a seat of its own."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def answer(self, see: See, ask: Ask) -> Answer:
        return self.policy(see(), ask)


def seat_of_kind(kind: str, policy: Policy, source: random.Random) -> Seat:
    """The seat behind a stored kind. Raises ValueError for a kind that does not exist."""
    if kind == HUMAN:
        return Human()
    if kind == RANDOM:
        return Random(source)
    if kind in (STANDIN, CLOCKWORK):
        return StandIn(policy)
    raise ValueError(f"There is no seat of the kind {kind!r}. There are: {', '.join(KINDS)}.")


class SeatSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person has chosen for one seat.

    `orders` are standing orders: for a question's key, the verb to answer with ("ask": ask me). With `wait`
    even a secret question without a choice waits for the person, so that a wait tells nothing. With `ends` the
    person's turn ends by itself when nothing is left to choose. `more` is for whoever talks with the person; the table
    does not read it.
    """

    orders: dict[str, str] = {}
    wait: bool = False
    ends: bool = False
    more: dict[str, Any] = {}


ASK_ME = "ask"


def automatic(settings: SeatSettings, ask: Ask) -> Answer | None:
    """The answer a person need not give: there is only one, or a standing order covers it.

    It comes after a random delay, so that its speed tells nothing about what the person holds.
    """
    forced = ask.forced()
    order = settings.orders.get(ask.key, ASK_ME)
    if forced is not None and not (settings.wait and order == ASK_ME):
        return forced
    if order == ASK_ME:
        return None
    ordered = [option for option in ask.options if option.verb == order]
    if ask.many:
        return _as_many(ask, ordered)
    return ordered[0] if ordered else None


def _as_many(ask: Ask, ordered: list[Option]) -> Answer | None:
    chosen = tuple(ordered[: ask.most])
    return chosen if len(chosen) >= ask.least else None
