"""C.2.5, C.3.4, F.2, F.3  The Ferry and the Tower as landmarks of any map. See `test_maps.py` for lake and mountain."""

from __future__ import annotations

import pytest

from engine.root.actions.move import Move, take_move
from engine.root.turn import end_turn
from engine.root.verbs import place_warriors
from tests.engine.root.board import Play, Table
from tests.engine.root.voices import (
    Hireling,
    only_today,  # noqa: F401  a fixture
    sits,
    two,
)


def ashore() -> Table:
    """The Marquise's Daylight, the Ferry at 5 of the autumn map."""
    return two().landmark("ferry", at=5).warriors("marquise", 3, at=5).turn("marquise", "daylight.actions")


def test_F_2_one_step_along_the_river_LM_T3() -> None:
    # given she rules 5, where the Ferry is / when she moves to 10 by it
    play = ashore().deck("anvil").start().choose("move", origin=5, to=10, boat=True, warriors=2)
    # then it is at 10 and she has drawn
    assert (play.stands("ferry"), play.warriors("marquise", at=10), play.hand("marquise")) == (
        10,
        2,
        ["anvil"],
    )


def test_F_2_not_two_steps_LM_T4() -> None:
    play = ashore().start()
    assert not play.offers("move", to=11, boat=True)
    refusal = play.refused("marquise", Move(5, 11, 1, boat=True))
    assert (refusal.clause, "same river" in refusal.sentence) == ("C.2.5", True)


def test_E_3_7_a_hireling_on_the_ferry_draws_for_its_controller_MAP_T5() -> None:
    # given a hireling of the Marquise at the Ferry
    table = sits(ashore(), Hireling, supply=3, by="marquise").deck("anvil", "sword")
    place_warriors(table.state, "guest", 5, 2, "E")
    # when it takes the Ferry, then she draws, and has used it for this turn (RULING L4)
    play = table.play(take_move, "guest", Move(5, 10, 2, boat=True))
    assert (play.stands("ferry"), play.hand("marquise")) == (10, ["anvil"])
    assert play.state.boards["ferry"].used == ["marquise"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("mine", "theirs", "points"), [(2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_F_3_a_point_for_ruling_at_the_end_of_evening(mine: int, theirs: int, points: int) -> None:
    table = two().landmark("tower", at=10).warriors("marquise", mine, at=10)
    table.warriors("eyrie", theirs, at=10).turn("marquise", "evening.end")
    assert ended(table).score("marquise") == points


def ended(table: Table) -> Play:
    return table.play(end_turn, "marquise")


def test_F_3_nobody_scores_where_a_hireling_of_nobody_ties_LM_T22() -> None:
    # given two of hers and two of a hireling that nobody controls at the Tower
    table = sits(two(), Hireling, supply=4).landmark("tower", at=10).warriors("marquise", 2, at=10)
    place_warriors(table.state, "guest", 10, 2, "E")
    # then no point; alone she would score, and with the hireling under her control too (E.3.1)
    assert ended(table.turn("marquise", "evening.end")).score("marquise") == 0
    table = sits(two(), Hireling, supply=4, by="marquise").landmark("tower", at=10)
    place_warriors(table.state, "guest", 10, 2, "E")
    assert ended(table.turn("marquise", "evening.end")).score("marquise") == 1


def test_3_3_1_who_plays_for_dominance_scores_nothing_at_the_tower() -> None:
    table = two().landmark("tower", at=10).warriors("marquise", 2, at=10).turn("marquise", "evening.end")
    table.state.players["marquise"].dominance = "dominance-fox"
    assert ended(table).score("marquise") == 0
