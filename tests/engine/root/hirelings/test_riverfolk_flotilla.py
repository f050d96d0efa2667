"""The Riverfolk Flotilla, and its demoted side, the Otter Divers."""

from __future__ import annotations

from engine.root.actions.battle import Fight, battle
from engine.root.actions.move import Move
from engine.root.hirelings.riverfolk_flotilla import Sail
from tests.engine.root.hirelings.camp import Camp, camp, set_up, why

FLOTILLA, DIVERS = "riverfolk-flotilla", "otter-divers"


def flotilla(by: str = "duchy", at: int = 5) -> Camp:
    table = camp("duchy", "lizards").with_hireling(FLOTILLA, by=by)
    table.pawn(FLOTILLA, at)
    return table


def test_A_6_3_on_the_edge_and_on_the_river() -> None:
    table = camp("duchy", "lizards").with_hireling(FLOTILLA)
    play = table.play(set_up, FLOTILLA, "lizards")
    here = table.state.map
    shore = {c for c in here.edge if here.rivers[c]}
    assert {option.clearing for option in play.question.options} == shore  # type: ignore[attr-defined]


def test_HIRE_T31_cards_for_all_there_then_it_must_sail() -> None:
    table = flotilla().warriors("duchy", 1, at=5).warriors("lizards", 1, at=5)
    play = table.turn("duchy", "birdsong.start").start()
    assert (play.question.seat, play.question.key) == ("duchy", "flotilla.draw")
    play.choose("draw")
    assert (play.question.seat, play.question.key) == ("lizards", "flotilla.draw")
    play.done()
    assert (len(play.hand("duchy")), len(play.hand("lizards"))) == (1, 0)
    assert play.state.pawns[FLOTILLA] in play.state.map.rivers[5]


def test_E_2_3_it_sails_whoever_rules_and_may_battle() -> None:
    table = flotilla(at=10).dice(3, 1)
    near = table.state.map.rivers[10]
    table.warriors("lizards", 4, at=near[0])
    play = table.turn("duchy", "birdsong.start").start()
    if play.question.key == "flotilla.sail":
        assert play.refused("duchy", Sail(1)).clause == "E.2.3"
        play.choose("sail", to=near[0])
    play.choose("hireling_battle")
    # three hits at most, and the hit it takes vanishes
    assert play.warriors("lizards", near[0]) == 1
    assert play.state.pawns[FLOTILLA] == near[0]


def test_E_2_2_it_is_never_battled_and_does_not_rule() -> None:
    table = flotilla().warriors("lizards", 2, at=5)
    assert why(table, "lizards", Fight(5, FLOTILLA)) == "E.2.2"
    assert table.play(battle, FLOTILLA, 5, "lizards").ruler(5) == "lizards"


# --- Otter Divers -----------------------------------------------------------------------------------------


def test_E_2_2_no_rule_is_needed_at_the_river() -> None:
    table = camp("lizards", "duchy").with_hireling(DIVERS, by="lizards")
    dry = next(c for c in range(1, 13) if not table.state.map.rivers[c])
    wet = next(c for c in range(1, 13) if table.state.map.rivers[c])
    for clearing in (dry, wet):
        table.warriors("lizards", 1, at=clearing)
        for here in (clearing, *table.state.map.neighbours(clearing, [])):
            if not table.state.warriors_of("duchy", here):
                table.warriors("duchy", 2, at=here)
    to = table.state.map.neighbours(wet, [])[0]
    assert why(table, "lizards", Move(wet, to, 1)) == ""
    far = [c for c in table.state.map.neighbours(dry, []) if not table.state.map.rivers[c]]
    assert [why(table, "lizards", Move(dry, c, 1)) for c in far] == ["4.2.1"] * len(far)
    # and nobody else is so lucky
    table.state.boards[DIVERS].controller = "duchy"  # type: ignore[attr-defined]
    assert why(table, "lizards", Move(wet, to, 1)) == "4.2.1"
