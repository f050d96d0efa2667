"""The Exile, and its demoted side, the Brigand."""

from __future__ import annotations

from engine.root.hirelings.exile import Equip, ExileBoard, Rob, Wander
from engine.root.hiring.hireling import Direct
from engine.root.setup.table import place_ruin_items
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp, set_up, why

EXILE, BRIGAND = "exile", "brigand"
FOREST = "1_2_5_10"


def exile(by: str = "duchy") -> Camp:
    table = camp("duchy", "lizards").with_hireling(EXILE, by=by)
    table.pawn(EXILE, FOREST)
    return table


def own(play: Play) -> ExileBoard:
    found = play.state.boards[EXILE]
    assert isinstance(found, ExileBoard)
    return found


def test_A_6_3_in_any_forest() -> None:
    table = camp("duchy", "lizards").with_hireling(EXILE)
    play = table.play(set_up, EXILE, "lizards")
    assert {option.forest for option in play.question.options} == set(table.state.map.forests)  # type: ignore[attr-defined]
    play.choose("wander", forest=FOREST)
    assert play.state.pawns[EXILE] == FOREST
    assert own(play).items == ["club"] * 3


def test_HIRE_T27_a_move_a_battle_a_hit() -> None:
    # given three items, and an enemy beside the next forest
    table = exile().dice(1, 1)
    to = table.state.map.forests[FOREST].adjacent[0]
    near = table.state.map.forests[to].clearings[0]
    table.warriors("lizards", 2, at=near)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="exile-roam")
    play.choose("wander", forest=to)
    play.choose("hireling_battle", clearing=near)
    # then all three were exhausted, the hit has removed one, and the others are fresh again
    assert play.warriors("lizards", near) == 1
    assert own(play).items == ["club"] * 2
    assert play.noted("lost.items")


def test_RULING_H15_an_ambush_exhausts_items_and_the_battle_goes_on() -> None:
    table = exile().warriors("lizards", 1, at=5).suit(5, "fox").hand("lizards", "ambush-fox").dice(2, 0)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="exile-roam")
    play.choose("hireling_battle", clearing=5).choose("ambush")
    assert play.warriors("lizards", 5) == 0
    assert len(own(play).items) == 2


def test_E_2_4_two_items_for_a_battle_and_none_for_nothing() -> None:
    table = exile().warriors("lizards", 1, at=5)
    table.board(EXILE, items=["club"])
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="exile-roam")
    assert not play.offers("hireling_battle")
    assert play.offers("wander")
    table = exile()
    table.board(EXILE, items=[])
    assert why(table.turn("duchy", "daylight.assembly"), "duchy", Direct(EXILE, "exile-roam")) == "E.2.4"  # type: ignore[arg-type]


def test_HIRE_T28_a_gift_in_the_evening_of_anybody_near() -> None:
    table = exile("duchy").warriors("lizards", 1, at=5).items("lizards", "tea")
    play = table.turn("lizards", "evening.start").start()
    play.choose("equip", item="tea")
    assert play.score("lizards") == 1
    assert play.noted("drew")[0].clause == "E.2.2"
    assert own(play).items.count("tea") == 1
    assert play.state.players["lizards"].items == []


def test_E_2_2_who_gives_must_be_near_and_on_turn() -> None:
    table = exile().items("lizards", "tea").turn("lizards", "evening.start")
    assert why(table, "lizards", Equip("tea")) == "E.2.2"
    table.warriors("lizards", 1, at=5)
    assert why(table, "lizards", Equip("tea")) == ""
    assert why(table, "lizards", Equip("coin")) == "E.2.2"
    assert why(table, "duchy", Equip("tea")) == "E.2.2"
    assert why(table, "duchy", Wander("nowhere")) == "2.4.1"


def test_E_2_2_nobody_battles_the_Exile() -> None:
    table = exile("").warriors("lizards", 2, at=5)
    assert not table.state.has_piece(EXILE, 5)


# --- The Brigand ------------------------------------------------------------------------------------------


def brigand(*others: str) -> Camp:
    table = Camp(("duchy", "lizards", *others))
    table.with_hireling(BRIGAND, by="duchy")
    return table


def test_HIRE_T50_the_last_item_of_a_ruin_and_no_points() -> None:
    table = brigand().warriors("duchy", 1, at=10)
    table.state.ruins = {10: ["boot"], 11: ["sword"]}
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="brigand-dig")
    assert play.state.players["duchy"].items == ["boot"]
    assert 10 not in play.state.ruins
    assert play.state.has_open_slot(10)
    assert play.score("duchy") == 0
    # a second time this turn it only robs
    assert not play.offers("direct", order="brigand-dig")


def test_14_2_4_for_the_Hundreds_it_goes_to_the_hoard() -> None:
    table = Camp(("hundreds", "duchy"))
    table.with_hireling(BRIGAND, by="hundreds").warriors("hundreds", 1, at=10)
    table.state.ruins = {10: ["boot"]}
    play = table.turn("hundreds", "daylight.craft").start().choose("direct", order="brigand-dig")
    assert play.state.players["hundreds"].items == []
    assert "boot" in str(play.state.boards["hundreds"])


def test_E_2_4_a_card_for_an_item() -> None:
    table = brigand().warriors("duchy", 1, at=5).warriors("lizards", 1, at=5)
    table.items("duchy", "boot").hand("lizards", "armorers")
    assert why(table.turn("duchy", "daylight.assembly"), "duchy", Rob("coin", "lizards")) == "E.2.4"
    play = table.start().choose("direct", order="brigand-rob")
    assert play.hand("duchy") == ["armorers"]
    assert play.state.players["duchy"].exhausted == ["boot"]


def test_E_2_4_only_who_shares_a_clearing_is_robbed() -> None:
    table = brigand().warriors("duchy", 1, at=5).warriors("lizards", 1, at=6)
    table.items("duchy", "boot").hand("lizards", "armorers").turn("duchy", "daylight.assembly")
    assert why(table, "duchy", Direct(BRIGAND, "brigand-rob")) == "E.2.4"
    assert why(table, "duchy", Rob("boot", "lizards")) == "E.2.4"


def test_SETUP_T25_the_Brigand_and_the_Hundreds_share_one_set() -> None:
    table = Camp(("hundreds", "duchy"))
    table.with_hireling(BRIGAND)
    play = table.play(set_up, BRIGAND, "duchy")
    assert [len(items) for items in play.state.ruins.values()] == [1, 1, 1, 1]
    table.play(place_ruin_items, 1)
    assert [len(items) for items in table.state.ruins.values()] == [1, 1, 1, 1]
