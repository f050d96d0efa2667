"""A game may be loaded by two threads at once."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from engine.games import GameKind
from render import painter
from tests.toy.painter import PAINTER


def test_who_wants_the_rules_of_a_game_waits_for_who_loads_its_painter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given a thread that loads a painter, which needs other parts of the game; when another wants the rules, which need them,
    too; then it does not begin at the other end, but waits, and both get what they want."""
    loading, go_on, rules_there = threading.Event(), threading.Event(), threading.Event()

    def slowly(name: str) -> SimpleNamespace:
        loading.set()
        go_on.wait(30)
        return SimpleNamespace(PAINTER=PAINTER)

    def want_rules() -> None:
        assert GameKind("pebbles", "Pebbles", "tests.toy").rules
        rules_there.set()

    monkeypatch.setattr(painter, "import_module", slowly)
    pictures = painter.Pictures()
    threads = [threading.Thread(target=lambda: pictures["pebbles"])]
    threads[0].start()
    loading.wait(30)
    threads.append(threading.Thread(target=want_rules))
    threads[1].start()
    assert not rules_there.wait(0.2)
    go_on.set()
    assert rules_there.wait(30)
    for thread in threads:
        thread.join(30)
    assert pictures == {"pebbles": PAINTER}
