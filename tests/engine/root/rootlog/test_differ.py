"""What changed between two moments of a game: nothing on the table changes without a change that says so."""

from __future__ import annotations

import pytest

from tests.engine.root.rootlog.games import some_game


@pytest.mark.parametrize("number", range(12))
def test_nothing_changes_place_without_a_change(number: int) -> None:
    """Given a random game, when all its changes are made one by one, then the table is as it was at the end."""
    played = some_game(number)
    found = played.first.copy()
    for made in played.writer.follower.made:
        found.apply(made.change)
        assert not [key for key, count in found.things.items() if count < 0], str(made.change)
    assert found.differs(played.writer.follower.now) == []
