"""What changed between two moments of a game: nothing on the table changes without a change that says so."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.root.check import RandomGame, random_setup
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.inventory import Inventory

BASE = ("marquise", "eyrie", "alliance", "vagabond")


def followed(seed: str, mix: tuple[str, ...], **options: object) -> tuple[Inventory, Follower, RandomGame]:
    """A random game from its first moment to its last: what lay there at first, and what changed."""
    setup = random_setup(random.Random(seed), mix)
    setup = msgspec.structs.replace(setup, options={**setup.options, **options})
    game = RandomGame(setup, seed, watch=False)
    follower = Follower(game.game.state)
    first = follower.now.copy()
    game.game.watch = follower
    game.play()
    return first, follower, game


@pytest.mark.parametrize("number", range(6))
def test_nothing_changes_place_without_a_change(number: int) -> None:
    """Given a random game, when all its changes are made one by one, then the table is as it was at the end."""
    found, follower, _ = followed(f"base {number}", BASE, landmarks=[])
    for made in follower.made:
        found.apply(made.change)
        assert not [key for key, count in found.things.items() if count < 0], str(made.change)
    assert found.known() == follower.now.known()
