"""What changed between two moments of a game: nothing on the table changes without a change that says so."""

from __future__ import annotations

import pytest

from engine.root.rootlog.changes import Card
from engine.root.rootlog.differ import dealt
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


def test_cards_of_two_hands_stand_as_they_lay_in_the_deck() -> None:
    # given a deck with two cards of one name, of which each of two hands gets one
    one, other = (
        [(name, (0, Card(1, "", name, "deck", hand), Card(1, "", "", "deck", hand))) for name in names]
        for hand, names in (("hand:a", ["x", "y"]), ("hand:b", ["y", "x"]))
    )
    # when they are dealt, then every hand keeps its own order
    found = dealt(["y", "x", "x", "y"], [one, other])
    assert [change.to for _, change, _ in found if isinstance(change, Card)] == ["hand:b"] * 2 + [
        "hand:a"
    ] * 2
    # and what cannot have lain so is left as it is
    assert dealt(["y", "y", "x", "x"], [one, one]) == []
