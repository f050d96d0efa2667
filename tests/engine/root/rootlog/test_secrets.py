"""1.2.1  The record of a running game holds nothing that somebody does not know."""

from __future__ import annotations

import random

import pytest

from engine.game import Game, decode
from engine.root.check import RandomGame
from engine.root.hidden import unseen, with_hidden_parts_shuffled
from engine.root.rootlog.changes import Change
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.write import merged
from engine.root.rules import RULES
from engine.root.state import Root
from tests.engine.root.rootlog.games import some_setup
from tests.engine.root.test_views import ON_TOP, SIDE_BY_SIDE, learns, shows
from tests.engine.twins import at_step, common


def public(follower: Follower, veiled: bool = True) -> list[Change]:
    return list(merged(made.veiled if veiled else made.change for made in follower.made))


def told_apart(game: Game[Root], dice: random.Random, *, veiled: bool = True) -> list[str]:
    """Let a game and its twin go on from the present step; where their records differ for everybody."""
    state = decode(RULES, game.checkpoints[-1].state)
    twin = with_hidden_parts_shuffled(RULES, state, None, dice, keep_on_top=ON_TOP)
    games = (at_step(RULES, game), at_step(RULES, game, twin))
    if any(shows(one, None, one.take_events()) for one in games):
        return []
    followers = [Follower(one.state) for one in games]
    for one, follower in zip(games, followers, strict=True):
        one.watch = follower
    for _ in range(SIDE_BY_SIDE):
        chosen = None if any(one.over for one in games) else common(*games, dice)
        if chosen is None:
            return []
        for one in games:
            hidden, barrier = unseen(one.state, None), one.barrier
            events = one.answer(*chosen)
            if learns(one, barrier, None, events) or hidden - unseen(one.state, None):
                return []
        left, right = (public(follower, veiled) for follower in followers)
        if left != right:
            return [f"{list(map(str, left))} and {list(map(str, right))}"]
    return []


def leaks(number: int, moments: int, *, veiled: bool = True) -> list[str]:
    dice = random.Random(f"secrets {number}")
    played = RandomGame(some_setup(number), f"secrets {number}", watch=False, keep=True)
    played.game.start()
    found: list[str] = []
    for _ in range(moments):
        for _ in range(dice.randint(1, 20)):
            if not played.over:
                played.step()
        if played.over:
            break
        found += told_apart(played.game, dice, veiled=veiled)
    return found


@pytest.mark.parametrize("number", range(16))
def test_1_2_1_nobody_can_tell_hidden_cards_from_a_record(number: int) -> None:
    """Given twins that differ in what is hidden, when both go on alike, then their public records are the same."""
    assert leaks(number, 25) == []


def test_a_leak_is_found() -> None:
    assert [leak for number in range(4) for leak in leaks(number, 10, veiled=False)] != []
