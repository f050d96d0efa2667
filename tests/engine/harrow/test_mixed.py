"""Random games with Hester, alone and with the Fair Folk: they end, break nothing, survive reloads and undo, leak nothing.

`python -m tests.engine.harrow.mixed 1500` plays as many as one likes.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.harrow.check import tables
from engine.harrow.data import MODES
from engine.harrow.rules import RULES
from engine.harrow.state import Harrow
from tests.engine.harrow import mixed
from tests.engine.harrow.mixed import Mixed, MixedGame, kinds, played, report, setup_of, wrong

WHOLE = 16


@pytest.mark.parametrize("number", range(WHOLE))
def test_random_games_end_break_nothing_and_survive_reload_undo_and_twins(number: int) -> None:
    game = played(number)
    assert wrong(game) == []
    assert game.ended
    assert bool(game.winners) != game.end.startswith("nobody.")  # H8.3.3: a minor victory may be nobody's
    assert game.decisions > 5


def test_every_mode_with_a_faction_without_jars_is_played_with_all_its_factions() -> None:
    """A new mode of that kind joins by itself."""
    with_jars_alone = {"C1", "C2", "C3", "C4"}
    assert {mode for mode, _ in kinds()} == set(MODES) - with_jars_alone
    met = {
        (setup.options["mode"], frozenset(seat.plays for seat in setup.seats))
        for setup in map(setup_of, range(60))
    }
    assert met == {(mode, frozenset(table)) for mode, table in tables() if mode not in with_jars_alone}
    levels = {setup_of(number, ["SOLO"]).options["level"] for number in range(20)}
    assert levels == {"1", "2", "3"}
    assert {setup_of(number, ["FF3"]).options["mode"] for number in range(5)} == {"FF3"}


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is tried before every third answer."""
    monkeypatch.setattr(mixed, "OFTEN", 1 / 3)


def test_a_reload_that_loses_something_is_found(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = MixedGame.copy

    def lossy(self: MixedGame) -> Any:
        copy = copied(self)
        copy.state.round += 1
        return copy

    monkeypatch.setattr(MixedGame, "copy", lossy)
    game = MixedGame(0).play(40)
    assert any("after a reload" in fault for fault in game.faults)


def test_a_leak_is_found(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = RULES.view

    def betrays(state: Harrow, seat: str | None) -> Any:
        view = plain(state, seat)
        deck = [card for owner in state.order for card in state.players[owner].deck]
        return type(view)(**{**{f: getattr(view, f) for f in view.__struct_fields__}, "end": " ".join(deck)})

    monkeypatch.setattr(RULES, "view", betrays)
    assert any("the view" in fault for fault in MixedGame(0).play(60).faults)


def test_the_report_finds_what_is_wrong() -> None:
    well = Mixed(0, "C5", ("hester",), True, (), {"undone": 2}, 300, "points", ("hester",))
    endless = Mixed(1, "FF3", ("fairfolk",), False, (), {"undone": 1}, 3000, "", ())
    broken = Mixed(2, "C5", ("hester",), True, ("a fault",), {}, 10, "points", ("hester",))
    told, problems = report([well, endless, broken])
    assert problems == ["game 2 (C5): a fault", "FF3: only 0 of 1 games end"]
    assert "C5: 2 games, 2 ended, 155 decisions each; won by hester 2" in told
    assert "undone 3 times" in told
    assert "problems: 2" in told
