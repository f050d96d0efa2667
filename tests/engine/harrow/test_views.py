"""H0.9  Nothing leaks: two games that differ only in what a seat may not know look the same to it.

A game and its twin, in which hidden things are changed, go on side by side with the same answers. At every question
the seat must see the same table, get the same question with the same options, read the same words, and see the same
questions wait for the same others.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game, decode
from engine.harrow.check import RandomGame, random_setup
from engine.harrow.fairfolk.faction import FairFolk
from engine.harrow.hidden import with_hidden_parts_shuffled
from engine.harrow.kammi.faction import Kammi
from engine.harrow.projection import project
from engine.harrow.rules import RULES
from engine.harrow.state import Harrow
from engine.harrow.words import WORDS
from engine.rules import Event
from tests.engine.twins import Seat, at_step, common, differences, told

ON_TOP = 8
TOLD_TO_ALL = {"revealed", "doll.turned", "arrow", "guess.wrong", "found", "whispered"}
"""What is answered openly from hidden things."""
SIDE_BY_SIDE = 6
"""So many decisions the twins go on together."""


def learned(events: list[Event]) -> bool:
    """Did something hidden come to light for everybody?"""
    return any(event.key in TOLD_TO_ALL for event in events)


def compare(game: Game[Harrow], seat: Seat, dice: random.Random) -> list[str]:
    """Let a game and its twin go on from the present step; how the seat could tell them apart."""
    state = decode(RULES, game.checkpoints[-1].state)
    left = at_step(RULES, game)
    right = at_step(RULES, game, with_hidden_parts_shuffled(RULES, state, seat, dice, keep_on_top=ON_TOP))
    for _ in range(SIDE_BY_SIDE):
        if left.over or right.over:
            return [] if left.over == right.over else ["the end"]
        found = list(differences(WORDS, left, right, seat))
        if found:
            return [f"{seat} at {RULES.step(left.state)}: {one}" for one in found]
        chosen = common(left, right, dice)
        if chosen is None:
            return []
        events, others = left.answer(*chosen), right.answer(*chosen)
        if learned(events) or learned(others):
            return []
        if told(WORDS, left, seat, events) != told(WORDS, right, seat, others):
            return [
                f"{seat} is told {told(WORDS, left, seat, events)} and {told(WORDS, right, seat, others)}"
            ]
    return []


def leaks(mode: str, seed: str, moments: int) -> list[str]:
    dice = random.Random(seed)
    played = RandomGame(random_setup(dice, mode), seed, watch=False, keep=True)
    played.game.start()
    for _ in range(moments):
        for _ in range(dice.randint(1, 12)):
            if played.over:
                return []
            played.step()
        for seat in (None, *played.game.state.order):
            found = compare(played.game, seat, dice)
            if found:
                return found
    return []


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("mode", ["C2", "C3", "C4", "C5", "SOLO", "FF3", "FF4", "FFH"])
def test_H0_9_nobody_can_tell_a_game_from_its_twin(mode: str, number: int) -> None:
    assert leaks(mode, f"twins {mode} {number}", 12) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (
            "legend_of",
            lambda self, game, owner, kind, seat: kind if kind == game.boards[owner].kammi else "figure",
        )
    ],
)
def test_the_comparison_finds_a_leak(name: str, shown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kammi, name, shown)
    assert any(leaks("C4", f"leak {number}", 10) for number in range(5))


def test_H7_1_5_the_comparison_finds_a_location_card_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(self: FairFolk, game: Harrow, owner: str, hex: int, seat: str | None) -> dict[str, Any]:
        card = game.boards[owner].card  # type: ignore[attr-defined]
        return {"secret": next((item for item, place in card.items() if place == hex), "")}

    monkeypatch.setattr(FairFolk, "hex_view", shown)
    assert any(leaks("FF3", f"leak {number}", 6) for number in range(5))


def test_H0_9_only_the_owner_sees_objective_cards() -> None:
    played = RandomGame(random_setup(random.Random("quests"), "FF3"), "quests").play(60)
    for seat in (None, *played.game.state.order):
        shown = next(one.fairfolk for one in project(played.game.state, seat).factions if one.fairfolk)
        assert (shown.own_objectives is not None) == (seat == "fairfolk")


def test_H0_9_only_the_owner_sees_a_hand() -> None:
    played = RandomGame(random_setup(random.Random("hand"), "C2"), "hand").play(20)
    state = played.game.state
    for seat in (None, *state.order):
        for faction in project(state, seat).factions:
            assert (faction.hand is not None) == (faction.owner == seat)
            assert faction.hand_size == len(state.players[faction.owner].hand)


def test_HP_6_2_secret_events_are_read_by_their_owner_alone() -> None:
    setup = random_setup(random.Random("secret"), "C4")
    game = Game(RULES, setup, seeded("secret")).start()
    events = game.take_events()
    while game.waiting()[0].key.startswith("setup"):
        question = game.waiting()[0]
        events += game.answer(question.seat, random_answer(question, random.Random("secret")))
    drawn = [event for event in events if event.key == "drew.card"]
    assert drawn
    assert all(event.seen_by(event.about["owner"]) and not event.seen_by(None) for event in drawn)
