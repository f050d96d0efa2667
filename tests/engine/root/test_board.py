"""The harness itself: what a test lays on the table is there when the turn begins."""

from __future__ import annotations

from tests.engine.root.board import board


def test_a_turn_keeps_a_field_that_was_set_to_its_default() -> None:
    # given the Marquise's actions are set to 0, which is also what a new board has / when her turn begins
    table = board("marquise", "eyrie").board("marquise", actions=0).turn("marquise", "daylight.actions")
    # then she has none, and not the three of a new turn
    assert table.state.boards["marquise"].actions == 0  # type: ignore[attr-defined]


def test_a_turn_resets_what_was_not_set() -> None:
    table = board("marquise", "eyrie").turn("marquise", "daylight.actions")
    assert table.state.boards["marquise"].actions == 3  # type: ignore[attr-defined]
