"""Twins: two games that differ only in what a seat may not know, and how that seat could tell them apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.chance import seeded
from engine.flow import Answer, Ask
from engine.fuzz import random_answer
from engine.game import Game, decode, encode
from engine.games import Words
from engine.rules import Event, Rules, State

Seat = str | None
AnyGame = Game[Any]


def view(game: AnyGame, seat: Seat) -> bytes:
    return msgspec.json.encode(game.view(seat))


def mine(game: AnyGame, seat: Seat) -> list[Ask]:
    """The questions to a seat."""
    return [q for q in game.waiting() if q.seat == seat]


def shown_of_others(game: AnyGame, seat: Seat) -> list[Any]:
    """What everybody may know of the questions to others."""
    return [
        (q.seat, q.key, q.clause, q.many, q.about, [o for o in q.options if not o.is_private()])
        for q in game.waiting()
        if q.seat != seat
    ]


def told(words: Words, game: AnyGame, seat: Seat, events: list[Event]) -> list[tuple[Event, str | None]]:
    """What a seat may know of what happened, and the words it reads."""
    return [(event, words.event(game.view(seat), event)) for event in events if event.seen_by(seat)]


def asked(words: Words, game: AnyGame, seat: Seat) -> list[str]:
    """The words of the questions to a seat."""
    table = game.view(seat)
    return [
        text
        for question in mine(game, seat)
        for text in (words.question(table, question), *(words.option(table, o) for o in question.options))
    ]


def foreseen(words: Words, game: AnyGame, seat: Seat) -> list[str]:
    """The words of what its options would cost and bring."""
    table = game.view(seat)
    return [
        words.preview(table, game.rules.preview(game.state, question.seat, option))
        for question in mine(game, seat)
        for option in question.options
    ]


def differences(words: Words, game: AnyGame, twin: AnyGame, seat: Seat) -> Iterator[str]:
    """How a seat could tell two games apart."""
    if view(game, seat) != view(twin, seat):
        yield "the view"
    if view(game, None) != view(twin, None):
        yield "the public view"
    if mine(game, seat) != mine(twin, seat):
        yield f"its questions: {mine(game, seat)} and {mine(twin, seat)}"
    if asked(words, game, seat) != asked(words, twin, seat):
        yield "the words of its questions"
    if foreseen(words, game, seat) != foreseen(words, twin, seat):
        yield "what its options would cost and bring"
    if shown_of_others(game, seat) != shown_of_others(twin, seat):
        yield f"questions to others: {shown_of_others(game, seat)} and {shown_of_others(twin, seat)}"


def at_step(rules: Rules[Any], game: AnyGame, state: State | None = None) -> AnyGame:
    """The game as it was at the start of the present step, or with another state there; with what is told then."""
    saved = game.saved()
    begun = saved.checkpoints[-1].state if state is None else encode(state)
    again: AnyGame = Game(rules, saved.setup, seeded("twins"))
    again.state = decode(rules, begun)
    return again.start()


def common(game: AnyGame, twin: AnyGame, dice: random.Random) -> tuple[str, Answer] | None:
    """An answer that is legal in both games; None if there is none."""
    asks = list(game.waiting())
    dice.shuffle(asks)
    for question in asks:
        other = next((q for q in twin.waiting() if q.seat == question.seat), None)
        if other is None:
            continue
        if not question.many:
            both = tuple(o for o in question.options if o in other.options)
            question = msgspec.structs.replace(question, options=both)
        if question.options or question.many:
            answer = random_answer(question, dice)
            if other.accepts(answer):
                return question.seat, answer
    return None
