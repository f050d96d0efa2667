"""Reload at every decision: a game read back from what a store keeps is the unbroken game."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.chance import seeded
from engine.game import Game, Saved, encode
from engine.games import GAMES
from engine.live import Kind
from engine.rules import SeatSetup, Setup
from engine.seats import Random
from tests import toy

FOUR = ("marquise", "eyrie", "alliance", "vagabond")
GAMES_TO_PLAY: list[tuple[str, Kind, Setup]] = [
    ("pebbles", toy.PEBBLES, toy.setup("ann", "bob", "cy")),
    *(
        (
            f"root-{map_id}-{deck}",
            GAMES["root"],
            Setup(tuple(SeatSetup(seat, seat) for seat in FOUR), {"map": map_id, "deck": deck}),
        )
        for map_id, deck in (
            ("autumn", "base"),
            ("winter", "exiles"),
            ("lake", "base"),
            ("mountain", "exiles"),
        )
    ),
    *(
        (
            f"harrow-{mode}",
            GAMES["harrow"],
            Setup((SeatSetup("ann", one), SeatSetup("bob", other)), {"mode": mode}),
        )
        for mode, one, other in (
            ("C1", "protectors", "family"),
            ("C2", "family", "protectors"),
            ("C3", "protectors", "family"),
            ("C4", "kammi", "family"),
        )
    ),
    (
        "root-draft",
        GAMES["root"],
        Setup(tuple(SeatSetup(f"seat{n}") for n in (1, 2, 3)), {"setup": "advanced", "order": "random"}),
    ),
]


def answer_one(game: Game[Any], source: random.Random) -> None:
    ask = source.choice(game.waiting())
    seat = game.rules.seat_of(game.state, ask.seat)
    game.answer(seat, Random(source).answer(lambda: game.view(seat), ask))
    game.forget(next(c.seq for c in game.checkpoints if c.turn >= game.state.turn - 1))


def same(game: Game[Any], other: Game[Any]) -> None:
    assert other.questions == game.questions
    assert other.waiting() == game.waiting()
    assert other.question_digest() == game.question_digest()
    assert (other.seq, other.barrier) == (game.seq, game.barrier)
    assert msgspec.json.encode(other.tail) == msgspec.json.encode(game.tail)
    assert encode(other.state) == encode(game.state)
    for seat in (*(one.seat for one in game.setup.seats), None):
        assert other.view(seat) == game.view(seat)


@pytest.mark.parametrize(("name", "kind", "setup"), GAMES_TO_PLAY, ids=[row[0] for row in GAMES_TO_PLAY])
def test_a_reload_at_every_decision_gives_the_same_game(name, kind, setup):
    source = random.Random(name)
    game: Game[Any] = Game(kind.rules, setup, seeded(name)).start()
    decisions = 0
    while not game.over and decisions < 600:
        saved = msgspec.json.decode(msgspec.json.encode(game.saved()), type=Saved)
        loaded = Game.load(kind.rules, saved, seeded(name))
        assert not loaded.rewound, game.rules.step(game.state)
        same(game, loaded)
        answer_one(game, source)
        decisions += 1
    assert decisions > 10


@pytest.mark.parametrize(("name", "kind", "setup"), GAMES_TO_PLAY, ids=[row[0] for row in GAMES_TO_PLAY])
def test_undo_then_the_same_answers_gives_the_same_state(name, kind, setup):
    source = random.Random(name)
    game: Game[Any] = Game(kind.rules, setup, seeded(name)).start()
    undone = 0
    for _ in range(400):
        if game.over:
            break
        ask = game.waiting()[0]
        seat = game.rules.seat_of(game.state, ask.seat)
        if (free := game.undoable(seat)) and source.random() < 0.5:
            target = source.choice(free)
            again = [entry for entry in game.tail if entry.seq >= target.seq]
            state, questions = encode(game.state), game.waiting()
            game.undo(seat, target.seq)
            for entry in again:
                game.answer(game.rules.seat_of(game.state, entry.seat), game.decode_answer(entry.value))
            assert (encode(game.state), game.waiting()) == (state, questions)
            undone += 1
        answer_one(game, source)
    assert undone > 1
