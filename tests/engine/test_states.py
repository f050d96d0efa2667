"""People's saved games go on: states of every released version are read by the present rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.game import decode, encode
from engine.games import GAMES
from engine.rules import State
from tests.states import FOLDER, SETUPS, file_of


def holds(new: Any, old: Any) -> bool:
    """Is everything that was saved still there? New fields may have come."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and holds(new[key], old[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(new) == len(old) and all(map(holds, new, old))
    return bool(new == old)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_state_of_a_released_version_is_read(path):
    """Fails when a field is added without a default, or taken away without a new version and an upgrade."""
    game, version = path.stem.rsplit("-", 1)
    rules = GAMES[game].rules
    for old in msgspec.json.decode(path.read_bytes()):
        state = decode(rules, msgspec.json.encode(old))
        assert state.version == rules.version
        if int(version) == rules.version:
            assert holds(msgspec.json.decode(encode(state)), old), "a saved field is lost: add an upgrade"


@pytest.mark.parametrize("game", SETUPS)
def test_the_present_version_has_its_file(game):
    assert file_of(game, GAMES[game].rules.version).exists(), "run: python -m tests.states"


class Before(State):
    pieces: list[int] = []


class Added(State):
    pieces: list[int] = []
    pawns: list[int] = []


class AddedWithoutDefault(State, kw_only=True):
    pieces: list[int] = []
    pawns: list[int]


class TakenAway(State):
    pass


def test_this_check_can_fail():
    old = msgspec.json.encode(Before(pieces=[1, 2]))
    assert holds(*_both(old, Added))
    assert not holds(*_both(old, TakenAway))
    with pytest.raises(msgspec.ValidationError, match="pawns"):
        _both(old, AddedWithoutDefault)


def _both(old: bytes, kind: type[State]) -> tuple[Any, Any]:
    return msgspec.json.decode(encode(msgspec.json.decode(old, type=kind))), msgspec.json.decode(old)


@pytest.mark.parametrize("version", [1, 2])
def test_the_landmarks_of_old_tables_stand_where_they_stood(version: int) -> None:
    # given tables of a version that knew the Ferry and the Tower as numbers
    for old in msgspec.json.decode(file_of("root", version).read_bytes()):
        # when they are read, then both are guests in the same clearing, and who has used the Ferry still has
        state = decode(GAMES["root"].rules, msgspec.json.encode(old))
        for name in ("ferry", "tower"):
            assert (state.boards[name].clearing if name in state.guests else 0) == old[name]
        if old["ferry"]:
            assert state.boards["ferry"].used == old["ferry_used"]
