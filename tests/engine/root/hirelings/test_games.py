"""Random games with every hireling on both sides: what must hold holds, and their pieces are conserved, too."""

from __future__ import annotations

import pytest

from engine.root.check import check
from engine.root.hiring.hireling import board_of, hirelings
from engine.root.rules import RULES
from engine.root.state import Root
from tests.engine.root.hirelings.camp import camp
from tests.engine.root.hirelings.games import cards, effects, played, sides


@pytest.mark.parametrize(("card", "side"), sides(), ids=str)
@pytest.mark.parametrize("bots", [0.0, 0.5], ids=["people", "bots"])
def test_random_games_with_a_hireling(card: str, side: str, bots: float) -> None:
    for number in range(2):
        game = played(card, side, number, 350, bots)
        assert game.faults == [], f"seed {game.seed}, {game.game.setup}"


@pytest.mark.parametrize("number", range(4))
def test_whole_games_with_hirelings_end(number: int) -> None:
    game = played(cards()[number % len(cards())], "promoted", 1 + 3 * number, 20_000)
    assert game.faults == []
    assert game.over


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("card", cards())
def test_every_effect_is_used_in_random_games(card: str) -> None:
    """The hooks that ask nobody and tell nothing (ties, rule at the river, safety) have tests of their own."""
    missing = effects(card)
    for number in range(60):
        if not missing:
            break
        side = ("promoted", "demoted")[number % 2]
        game = played(card, side, 1000 + number, 500, 0.3 * (number % 3 == 2))
        assert game.faults == [], f"seed {game.seed}, {game.game.setup}"
        missing -= set(game.seen)
    assert missing == set()


def test_4_3_whatever_starts_a_battle_says_so() -> None:
    """So it is confirmed, and never answered for somebody: orders to hirelings, too."""
    fighting = {"battle", "command_warren", "instigate", "hireling_battle", "force_battle"}
    options = RULES.options()
    assert fighting <= set(options)
    named = {
        verb for verb, kind in options.items() if {"defender", "clearing"} <= set(kind.__struct_fields__)
    }
    assert {verb for verb in fighting | named if not options[verb].STARTS} == set()


# --- the checks can fail ----------------------------------------------------------------------------------


def lose_one(game: Root) -> None:
    game.guests["forest-patrol"].supply -= 1


def serve_a_stranger(game: Root) -> None:
    board_of(game, "forest-patrol").controller = "nobody"


@pytest.mark.parametrize("wrong", [lose_one, serve_a_stranger])
def test_what_is_wrong_with_a_hireling_is_found(wrong: object) -> None:
    table = camp("eyrie", "duchy").with_hireling("forest-patrol", by="eyrie").put("forest-patrol", 3, at=5)
    table.turn("eyrie", "daylight.craft")
    state = table.state
    before = [fault for fault in check(state) if "forest-patrol" in fault]
    wrong(state)  # type: ignore[operator]
    after = [fault for fault in check(state) if "forest-patrol" in fault]
    assert before == []
    assert after != []
    assert list(hirelings(state)) == ["forest-patrol"]
