"""The Last Dynasty, and its demoted side, the Bluebird Nobles."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.hirelings import last_dynasty
from engine.root.hiring.hireling import Direct, hirelings
from engine.root.menu import refusal
from engine.root.rule import ruler
from engine.root.state import Root
from tests.engine.root.hirelings.camp import Camp, camp

DYNASTY, NOBLES = "last-dynasty", "bluebird-nobles"


def dynasty(by: str = "duchy") -> Camp:
    return camp("duchy", "lizards").with_hireling(DYNASTY, by=by)


def test_A_6_3_all_stand_in_one_clearing_on_the_edge() -> None:
    def lay(game: Root) -> Flow[None]:
        yield from hirelings(game)[DYNASTY].setup(game, DYNASTY, "lizards")

    table = dynasty("")
    play = table.play(lay)
    assert play.question.seat == "lizards"
    assert {option.clearing for option in play.question.options} == table.state.map.edge  # type: ignore[attr-defined]
    play.answer(play.question.options[0])
    assert play.state.guests[DYNASTY].supply == 0


def test_HIRE_T23_where_their_controller_rules_all_move_and_then_battle() -> None:
    # given the Dynasty where only their controller's own warriors give rule
    table = dynasty().put(DYNASTY, 2, at=5).warriors("duchy", 2, at=5).warriors("lizards", 3, at=5)
    table.warriors("lizards", 1, at=1).dice(1, 0)
    play = table.turn("duchy", "daylight.assembly").start()
    assert play.offers("direct", order="dynasty-march")
    assert not play.offers("direct", order="dynasty-battle")
    play.choose("direct", order="dynasty-march").choose("hireling_move_all", to=1)
    # then all have moved, and must battle the only enemy there
    assert not play.offers("done")
    play.choose("hireling_battle", clearing=1, defender="lizards")
    assert play.warriors(DYNASTY, 1) == 2
    assert play.warriors("lizards", 1) == 0


def test_E_2_4_where_they_do_not_rule_they_battle_twice() -> None:
    table = dynasty().put(DYNASTY, 3, at=5).warriors("lizards", 4, at=5).dice(1, 0).dice(2, 1)
    play = table.turn("duchy", "daylight.assembly").start()
    assert not play.offers("direct", order="dynasty-march")
    play.choose("direct", order="dynasty-battle")
    for _ in range(2):
        assert not play.offers("done")
        play.choose("hireling_battle", clearing=5, defender="lizards")
    assert (play.warriors(DYNASTY, 5), play.warriors("lizards", 5)) == (2, 1)


def test_E_2_4_the_second_battle_needs_somebody_left() -> None:
    table = dynasty().put(DYNASTY, 1, at=5).warriors("lizards", 4, at=5).dice(1, 1)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="dynasty-battle")
    play.choose("hireling_battle", clearing=5, defender="lizards")
    assert play.warriors(DYNASTY, 5) == 0
    assert not play.offers("hireling_battle")


def test_HIRE_T24_when_all_are_gone_they_come_back_to_the_edge_and_battle() -> None:
    table = dynasty().warriors("lizards", 1, at=1).dice(1, 0)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="dynasty-come")
    play.choose("clearing", clearing=1).choose("hireling_battle", clearing=1, defender="lizards")
    assert play.warriors(DYNASTY, 1) == 5
    assert play.warriors("lizards", 1) == 0


def test_RULING_H19_who_must_move_and_cannot_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_dynasty, "all_marches", lambda game, me: [])
    table = dynasty().put(DYNASTY, 5, at=5)
    table.turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", Direct(DYNASTY, "dynasty-march")).clause == "E.2.4"  # type: ignore[union-attr]
    assert not table.start().offers("direct")


# --- Bluebird Nobles --------------------------------------------------------------------------------------


def nobles(clearings: int) -> Camp:
    table = camp("lizards", "duchy").with_hireling(NOBLES, by="lizards")
    for clearing in range(1, clearings + 1):
        table.warriors("lizards", 1, at=clearing)
    return table


def test_HIRE_T43_a_point_for_every_three_clearings() -> None:
    play = nobles(7).turn("lizards", "birdsong.start").start()
    # it is no choice: the only thing to do there is done
    assert play.score("lizards") == 2


def test_E_2_3_nothing_for_two_clearings() -> None:
    play = nobles(2).turn("lizards", "birdsong.start").start()
    assert play.score("lizards") == 0
    assert not play.offers("direct")


def test_E_2_2_their_controller_rules_when_tied() -> None:
    table = nobles(1).warriors("duchy", 1, at=1).warriors("duchy", 1, at=2)
    assert ruler(table.state, 1) == "lizards"
    assert ruler(table.state, 2) == "duchy"
    assert ruler(table.state, 9) is None


def test_10_2_4_a_garden_still_wins() -> None:
    table = camp("lizards", "duchy").with_hireling(NOBLES, by="duchy")
    table.building("lizards", "garden-fox", 5).warriors("duchy", 1, at=5)
    assert ruler(table.state, 5) == "lizards"
