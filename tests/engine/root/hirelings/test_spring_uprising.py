"""The Spring Uprising, and its demoted side, the Rabbit Scouts."""

from __future__ import annotations

import pytest

from engine.root.actions.battle import Fight, battle
from engine.root.hiring.orders import Strike
from engine.root.setup.table import add_guest
from tests.engine.root.hirelings.camp import Camp, camp, gets, set_up, why

UPRISING, SCOUTS = "spring-uprising", "rabbit-scouts"
FOX, RABBIT, MOUSE = 0, 2, 4
"""Faces of the uprising die."""


def uprising(by: str = "duchy") -> Camp:
    return camp("duchy", "lizards").with_hireling(UPRISING, by=by)


def test_A_6_3_two_rolls_two_warriors() -> None:
    play = uprising("").dice(FOX).dice(MOUSE).play(set_up, UPRISING, "lizards")
    assert {option.clearing for option in play.question.options} == {1, 6, 8, 12}  # type: ignore[attr-defined]
    play.choose("clearing", clearing=6).choose("clearing", clearing=2)
    assert (play.warriors(UPRISING, 6), play.warriors(UPRISING, 2)) == (1, 1)


@pytest.mark.parametrize("there", [0, 1])
def test_E_2_1_one_gathers_if_nobody_is_there(there: int) -> None:
    table = uprising("").dice(0).dice(FOX)
    if there:
        table.put(UPRISING, 1, at=5)
    play = table.play(gets, UPRISING, "duchy")
    assert bool(play.game.waiting()) == (not there)


def test_HIRE_T25_nothing_to_rise_with_and_nobody_to_place() -> None:
    table = uprising().put(UPRISING, 4, at=1).dice(MOUSE)
    play = table.turn("duchy", "birdsong.start").start()
    assert play.warriors(UPRISING, 1) == 4
    assert play.noted("uprising.rolled")


def test_E_2_3_it_takes_all_enemy_pieces_with_it() -> None:
    table = (
        uprising().put(UPRISING, 2, at=6).warriors("lizards", 3, at=6).warriors("duchy", 1, at=6).dice(FOX)
    )
    table.building("lizards", "garden-fox", 6)
    play = table.turn("duchy", "birdsong.start").start()
    play.choose("rebel", clearing=6)
    assert (play.warriors(UPRISING, 6), play.warriors("lizards", 6), play.warriors("duchy", 6)) == (1, 0, 1)
    assert play.state.buildings[6] == []
    assert play.score("duchy") == 0


def test_9_2_2_I_a_Vagabond_there_damages_three_items() -> None:
    table = (
        camp("duchy", "vagabond")
        .with_hireling(UPRISING, by="duchy")
        .put(UPRISING, 1, at=6)
        .pawn("vagabond", 6)
    )
    from engine.root.factions.vagabond.items import Item

    table.board("vagabond", items=[Item(kind="boot"), Item(kind="boot"), Item(kind="boot")])
    play = table.dice(FOX).turn("duchy", "birdsong.start").start().choose("rebel", clearing=6)
    assert all(item.damaged for item in play.state.boards["vagabond"].items)  # type: ignore[attr-defined]


def test_LM_T26_in_the_Lost_City_it_gathers_and_rises_for_any_suit() -> None:
    table = uprising().put(UPRISING, 1, at=6).warriors("lizards", 2, at=6).suit(6, "fox").dice(MOUSE)
    add_guest(table.state, "lost-city", "lost-city")
    table.state.boards["lost-city"].clearing = 6  # type: ignore[attr-defined]
    play = table.turn("duchy", "birdsong.start").start()
    assert play.offers("rebel", clearing=6)
    assert play.offers("clearing", clearing=6)


def test_HIRE_T26_no_card_no_battle() -> None:
    table = (
        uprising("lizards").put(UPRISING, 1, at=6).warriors("duchy", 2, at=6).hand("duchy", "ambush-mouse")
    )
    assert why(table, "duchy", Fight(6, UPRISING)) == "E.2.2"
    table.hand("duchy", "ambush-fox")
    assert why(table, "duchy", Fight(6, UPRISING)) == ""


def test_E_2_2_the_card_is_discarded_before_the_battle() -> None:
    table = uprising("lizards").put(UPRISING, 1, at=6).warriors("duchy", 2, at=6)
    table.hand("duchy", "ambush-fox", "armorers").dice(1, 0)
    play = table.play(battle, "duchy", 6, UPRISING)
    assert play.question.secret
    play.choose("spend", card="ambush-fox")
    assert play.hand("duchy") == ["armorers"]
    assert play.warriors(UPRISING, 6) == 0


def test_RULING_H13_for_an_attacking_hireling_its_controller_pays() -> None:
    table = uprising("lizards").put(UPRISING, 1, at=6).with_hireling("forest-patrol", by="duchy")
    table.put("forest-patrol", 2, at=6)
    assert why(table, "duchy", Strike("forest-patrol", 6, UPRISING)) == "E.2.2"
    table.hand("duchy", "armorers")
    assert why(table, "duchy", Strike("forest-patrol", 6, UPRISING)) == ""


def test_1_2_1_that_such_a_battle_is_on_offer_is_nobodys_business() -> None:
    assert Fight(6, UPRISING).is_private()
    assert Strike("forest-patrol", 6, UPRISING).is_private()
    assert not Fight(6, "duchy").is_private()


# --- Rabbit Scouts ----------------------------------------------------------------------------------------


def test_E_2_2_the_scouts_turn_the_dice() -> None:
    table = (
        camp("duchy", "lizards")
        .with_hireling(SCOUTS, by="lizards")
        .suit(5, "fox")
        .hand("lizards", "armorers")
    )
    table.warriors("duchy", 3, at=5).warriors("lizards", 3, at=5).dice(3, 0)
    play = table.play(battle, "duchy", 5, "lizards").done()
    assert play.question.key == "scouts.card"
    play.choose("scout")
    assert (play.warriors("duchy", 5), play.warriors("lizards", 5)) == (0, 3)
    assert play.hand("lizards") == []


@pytest.mark.parametrize("by", ["", "duchy"])
def test_E_2_2_the_scouts_help_only_their_controller_and_only_in_defence(by: str) -> None:
    table = camp("duchy", "lizards").with_hireling(SCOUTS, by=by).hand("lizards", "armorers")
    table.warriors("duchy", 3, at=5).warriors("lizards", 3, at=5).dice(1, 0).hand("duchy", "armorers")
    play = table.play(battle, "duchy", 5, "lizards").done()
    assert not play.game.waiting()
