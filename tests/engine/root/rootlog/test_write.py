"""Our games as records: every line is read back to the same changes, and nothing hidden is in a record of a running game."""

from __future__ import annotations

import pytest

from engine.root.data import HIRELING_SIDES
from engine.root.rootlog.read import read
from engine.root.rootlog.write import merged
from tests.engine.root.rootlog.games import some_game


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "public"])
@pytest.mark.parametrize("number", range(12))
def test_every_line_is_read_back_to_the_same_changes(number: int, whole: bool) -> None:
    """Given the record of a random game, when it is read, then each token says what was changed."""
    writer = some_game(number).writer
    writer.whole = whole
    found = read(writer.text())
    lines, first = writer.lines()
    assert [c for token in found.hireling_setup for c in token.changes] == list(merged(first))
    assert [(turn.player, turn.is_setup) for turn in found.turns] == [
        (line.player, line.turn == 0) for line in lines
    ]
    for turn, line in zip(found.turns, lines, strict=True):
        assert [c for token in turn.tokens for c in token.changes] == list(merged(line.changes))


@pytest.mark.parametrize("number", range(12))
def test_the_header_says_what_was_agreed(number: int) -> None:
    played = some_game(number)
    state = played.game.game.state
    played.writer.whole = True
    found = read(played.writer.text())
    assert (found.map, found.deck) == (state.map_id, state.deck_id)
    assert set(found.players) == set(state.order)
    assert found.order == tuple(state.order)
    assert set(found.winners) == set(state.winners)
    sides = [HIRELING_SIDES[name] for name in state.guests if name in HIRELING_SIDES]
    assert [(one.name, one.demoted) for one in found.hirelings] == [
        (side.card, side.demoted) for side in sides
    ]
