"""The Furious Protector, and its demoted side, the Stoic Protector."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import Fight
from engine.root.actions.move import Move
from engine.root.happen import settle
from engine.root.hirelings.furious_protector import Stride
from engine.root.hiring.hireling import Direct
from engine.root.hiring.orders import Strike
from engine.root.landmark import stands
from engine.root.setup.homeland import homelands
from engine.root.state import Root
from engine.root.verbs import bars_placing, sweep
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp, gets, set_up, why

FURIOUS, STOIC = "furious-protector", "stoic-protector"


def protector(side: str, at: int, by: str = "", *factions: str) -> Camp:
    table = camp(*(factions or ("duchy", "lizards"))).with_hireling(side, by=by)
    table.pawn(side, at)
    return table


def dawn(table: Camp, order: str) -> Play:
    play = table.turn("duchy", "birdsong.start").start()
    return play.choose("direct", order=order) if play.offers("direct") else play


# --- both -------------------------------------------------------------------------------------------------


def test_E_2_2_it_can_be_neither_battled_nor_removed() -> None:
    for side in (FURIOUS, STOIC):
        table = protector(side, 5)
        table.warriors("duchy", 3, at=5)
        assert why(table, "duchy", Fight(5, side)) == "E.2.2"

        def favor(game: Root) -> Flow[None]:
            sweep(game, "duchy", [5], "4.1.2")
            yield from settle(game)

        assert table.play(favor).state.pawns[side] == 5


def test_E_3_1_a_pawn_does_not_rule() -> None:
    table = protector(FURIOUS, 5, "duchy")
    table.warriors("lizards", 1, at=5)
    assert table.turn("duchy", "birdsong.start").state.pawns[FURIOUS] == 5
    from engine.root.rule import ruler

    assert ruler(table.state, 5) == "lizards"


def test_E_2_3_it_moves_without_rule_and_only_to_adjacent_clearings() -> None:
    table = protector(STOIC, 5, "duchy")
    table.warriors("lizards", 3, at=5).warriors("lizards", 3, at=1)
    play = dawn(table, "protector-walk")
    near = play.state.map.neighbours(5, play.state.closed)
    assert {option.to for option in play.options("protector_move")} == set(near)  # type: ignore[attr-defined]
    assert why(table, "duchy", Stride(STOIC, 12)) == "2.2.1"
    assert why(table, "lizards", Stride(STOIC, 1)) == "E.3.4"
    play.choose("protector_move", to=1)
    assert play.state.pawns[STOIC] == 1


def test_13_7_2_a_snare_holds_it() -> None:
    table = protector(STOIC, 5, "duchy", "duchy", "corvids")
    table.token("corvids", "snare", 5).turn("duchy", "birdsong.start")
    assert why(table, "duchy", Direct(STOIC, "protector-walk")) == "E.2.3"


def test_RULING_H18_it_may_take_the_ferry_and_the_controller_draws() -> None:
    table = camp("duchy", "lizards", map="lake").with_hireling(STOIC, by="duchy")
    ferry = stands(table.state, "ferry")
    table.pawn(STOIC, ferry)
    to = table.state.map.rivers[ferry][0]
    play = dawn(table, "protector-walk").choose("protector_move", to=to, boat=True)
    assert play.state.pawns[STOIC] == to
    assert len(play.hand("duchy")) == 1


# --- Furious Protector ------------------------------------------------------------------------------------


def test_HIRE_T36_while_uncontrolled_nobody_places_there_and_everybody_may_move_in() -> None:
    table = protector(FURIOUS, 5, "", "marquise", "duchy")
    assert bars_placing(table.state, "marquise", 5).clause == "E.2.2"  # type: ignore[union-attr]
    assert bars_placing(table.state, "marquise", 6) is None
    table.warriors("marquise", 3, at=1).turn("marquise", "daylight.actions")
    assert why(table, "marquise", Move(1, 5, 1)) == ""


def test_E_2_2_its_controller_and_the_other_hirelings_of_that_player_are_placed() -> None:
    table = protector(FURIOUS, 5, "duchy").with_hireling("popular-band", by="duchy")
    table.with_hireling("forest-patrol", by="lizards")
    assert bars_placing(table.state, "duchy", 5) is None
    assert bars_placing(table.state, "popular-band", 5) is None
    assert bars_placing(table.state, "lizards", 5) is not None
    assert bars_placing(table.state, "forest-patrol", 5) is not None


def test_HIRE_T37_one_warrior_of_each_player_falls_and_no_hireling() -> None:
    # given two of A, one of B and a hireling
    table = protector(FURIOUS, 5, "duchy").with_hireling("forest-patrol")
    table.put("forest-patrol", 1, at=1)
    table.warriors("duchy", 2, at=1).warriors("lizards", 1, at=1)
    play = dawn(table, "protector-rage").choose("protector_move", to=1)
    assert (play.warriors("duchy", 1), play.warriors("lizards", 1)) == (1, 0)
    assert play.warriors("forest-patrol", 1) == 1
    assert play.score("duchy") == 0


def test_HIRE_T38_a_warlord_alone_is_not_removed() -> None:
    table = protector(FURIOUS, 5, "duchy", "duchy", "hundreds")
    table.warriors("hundreds", 1, at=1).board("hundreds", warlord=1)
    play = dawn(table, "protector-rage").choose("protector_move", to=1)
    assert play.warriors("hundreds", 1) == 1


def test_1_5_4_held_by_a_snare_it_strikes_where_it_is() -> None:
    table = protector(FURIOUS, 5, "duchy", "duchy", "corvids")
    table.token("corvids", "snare", 5).warriors("corvids", 2, at=5)
    play = dawn(table, "protector-rage")
    assert play.warriors("corvids", 5) == 1
    assert play.state.pawns[FURIOUS] == 5


def test_E_2_3_it_must() -> None:
    table = protector(FURIOUS, 5, "duchy").with_hireling("bluebird-nobles", by="duchy")
    for clearing in (1, 2, 3):
        table.warriors("duchy", 1, at=clearing)
    play = table.turn("duchy", "birdsong.start").start()
    assert play.offers("direct", order="protector-rage")
    assert not play.offers("done")


def test_A_6_3_in_any_clearing() -> None:
    table = camp("duchy", "lizards").with_hireling(FURIOUS)
    play = table.play(set_up, FURIOUS, "lizards")
    assert len(play.options("clearing")) == 12
    play.choose("clearing", clearing=7)
    assert play.state.pawns[FURIOUS] == 7


def test_SETUP_T18_its_clearing_is_no_homeland() -> None:
    # given a single clearing on the edge that is far enough for the Hundreds
    table = camp("hundreds", "duchy").with_hireling(FURIOUS)
    table.state.starts["duchy"] = [1, 2]
    while table.state.has_open_slot(8):
        table.building("duchy", "market", 8)
    assert homelands(table.state, "hundreds", 3, edge=True) == [7]
    # when the Protector stands there, then nearer ones will do, and never that one
    table.pawn(FURIOUS, 7)
    nearer = homelands(table.state, "hundreds", 3, edge=True)
    assert nearer
    assert 7 not in nearer


# --- Stoic Protector --------------------------------------------------------------------------------------


def test_HIRE_T47_its_controller_cannot_be_battled_there_but_a_hireling_can() -> None:
    table = protector(STOIC, 5, "duchy").with_hireling("forest-patrol", by="duchy")
    table.put("forest-patrol", 1, at=5)
    table.warriors("duchy", 1, at=5).warriors("lizards", 3, at=5).turn("lizards", "daylight.actions")
    assert why(table, "lizards", Fight(5, "duchy")) == "4.3"
    assert why(table, "lizards", Fight(5, "forest-patrol")) == ""
    # elsewhere, and under another controller, all is as ever
    table.pawn(STOIC, 6)
    assert why(table, "lizards", Fight(5, "duchy")) == ""
    table.pawn(STOIC, 5)
    table.state.boards[STOIC].controller = "lizards"  # type: ignore[attr-defined]
    assert why(table, "lizards", Fight(5, "duchy")) == ""


def test_E_2_2_enemy_hirelings_do_not_battle_them_either() -> None:
    table = protector(STOIC, 5, "duchy").with_hireling("forest-patrol", by="lizards")
    table.put("forest-patrol", 1, at=5)
    table.warriors("duchy", 1, at=5).turn("lizards", "daylight.actions")
    assert why(table, "lizards", Strike("forest-patrol", 5, "duchy")) == "4.3"


def test_E_2_2_a_favor_leaves_them() -> None:
    table = protector(STOIC, 5, "duchy")
    table.warriors("duchy", 2, at=5).building("duchy", "market", 5).warriors("duchy", 1, at=6)

    def favor(game: Root) -> Flow[None]:
        sweep(game, "lizards", [5, 6], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    assert (play.warriors("duchy", 5), play.warriors("duchy", 6)) == (2, 0)
    assert play.pieces("duchy", "market") == [5]


def test_E_2_1_it_comes_to_pieces_of_its_controller() -> None:
    table = camp("duchy", "lizards").with_hireling(STOIC)
    table.warriors("duchy", 1, at=8).warriors("duchy", 1, at=9).warriors("lizards", 1, at=2)
    play = table.play(gets, STOIC, "duchy")
    assert {option.clearing for option in play.options("clearing")} == {8, 9}  # type: ignore[attr-defined]
    play.choose("clearing", clearing=9)
    assert play.state.pawns[STOIC] == 9


def test_E_2_1_once_on_the_map_it_stays_where_it_is() -> None:
    table = protector(STOIC, 4)
    table.warriors("duchy", 1, at=8)
    assert table.play(gets, STOIC, "duchy").state.pawns[STOIC] == 4
