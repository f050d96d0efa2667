"""RB 10  Drillbit Duchy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.actions.move import may_cross
from engine.root.check import check
from engine.root.clockwork.duchy.court import MINISTERS, DrillbitDuchyBoard
from engine.root.happen import settle
from engine.root.rules import RULES
from engine.root.state import BURROW, Owner, Piece, Place, Root
from engine.root.verbs import Taking, bars_placing, place_warriors, remove
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import (
    BIRD,
    FOX,
    MOUSE,
    RABBIT,
    at,
    battles,
    bot,
    moves,
    run,
    set_up,
    turn,
    whys,
)
from tests.engine.root.voices import (
    Hireling,
    Landmark,
    only_today,  # noqa: F401  a fixture
    sits,
)

D = "duchy"
RECRUIT, DIG, BATTLE, BUILD = "birdsong.recruit", "daylight.dig", "daylight.battle", "daylight.build"
PARLIAMENT, RALLY, SCORE, SWAY = "daylight.ministers", "evening.rally", "evening.score", "evening.sway"


def duchy(*others: str, map: str = "autumn", crowned: str = "", **options: Any) -> Table:
    """The bot in front of the others, with these ministers crowned."""
    table = bot(D, *(others or ("marquise", "eyrie")), map=map, **options)
    return table.board(D, crowned=crowned.split())


def own(play: Play) -> DrillbitDuchyBoard:
    return cast(DrillbitDuchyBoard, play.state.boards[D])


def tunnels(play: Play) -> list[int]:
    return play.pieces(D, "tunnel")


def crowns(play: Play) -> list[str]:
    return sorted(own(play).crowned, key=list(MINISTERS).index)


def lose(table: Table, *clearings: int, kind: str = "market", by: str = "marquise") -> Play:
    """Somebody removes its buildings from these clearings in one event."""

    def flow(game: Root) -> Flow[None]:
        remove(game, [Taking(c, (), (Piece(D, kind),), by) for c in clearings], "test")
        yield from settle(game)

    for clearing in clearings:
        table.building(D, kind, at=clearing)
    return table.play(flow)


# --- RB 10.4.3 Recruit ------------------------------------------------------------------------------------


def test_RB_10_4_3_by_difficulty_citadels_and_foremole_DD_T01() -> None:
    table = duchy(crowned="foremole")
    for clearing in (1, 3, 4):
        table.building(D, "citadel", at=clearing)
    assert at(run(table, D, FOX, RECRUIT), D) == {BURROW: 7}


@pytest.mark.parametrize(
    ("difficulty", "citadels", "recruits"),
    [
        ("easy", 0, 1),
        ("default", 0, 2),
        ("challenging", 0, 3),
        ("nightmare", 0, 3),
        ("easy", 2, 3),
        ("easy", 3, 5),
    ],
)
def test_RB_10_4_3_the_numbers(difficulty: str, citadels: int, recruits: int) -> None:
    table = duchy(difficulty=difficulty)
    for clearing in (1, 3, 4)[:citadels]:
        table.building(D, "citadel", at=clearing)
    assert at(run(table, D, FOX, RECRUIT), D) == {BURROW: recruits}


def test_RB_10_4_3_as_many_as_the_supply_has_DD_T02() -> None:
    table = duchy(difficulty="challenging").building(D, "citadel", at=1).building(D, "citadel", at=3)
    play = run(table.supply(D, 2), D, FOX, RECRUIT)
    assert at(play, D) == {BURROW: 2}
    assert play.supply(D) == 0


# --- RB 10.5.1 Dig ----------------------------------------------------------------------------------------


def test_RB_10_5_1_three_are_too_few_but_not_for_the_brigadier_DD_T03() -> None:
    play = run(duchy().warriors(D, 3, at=BURROW), D, FOX, DIG, PARLIAMENT)
    assert tunnels(play) == []
    play = run(duchy(crowned="brigadier").warriors(D, 3, at=BURROW), D, FOX, DIG, PARLIAMENT)
    assert tunnels(play) == [1]
    assert at(play, D) == {1: 3}


def test_RB_10_5_1_four_come_up() -> None:
    play = run(duchy().warriors(D, 5, at=BURROW), D, FOX, DIG)
    assert moves(play) == [(BURROW, 6, 4)]
    assert at(play, D) == {BURROW: 1, 6: 4}


def test_RB_10_5_1_I_the_most_open_slots_DD_T04() -> None:
    # given mouse clearings with one and two open slots: 2 has one left, 7 two; 9 and 11 have tunnels
    table = duchy().warriors(D, 4, at=BURROW).building("marquise", "sawmill", at=2)
    table.token(D, "tunnel", at=9).token(D, "tunnel", at=11).warriors("marquise", 5, at=7)
    play = run(table, D, MOUSE, DIG)
    assert tunnels(play) == [7, 9, 11]
    assert whys(play) == ["most open slots"]


def test_RB_10_5_1_I_then_the_fewest_enemy_warriors_R_DD_1() -> None:
    # given its own warriors in 8 and enemies in 6 and 12; all have two slots
    table = duchy().warriors(D, 4, at=BURROW).warriors(D, 2, at=8)
    table.warriors("marquise", 1, at=6).warriors("eyrie", 2, at=12)
    play = run(table, D, FOX, DIG)
    assert tunnels(play) == [8]
    assert whys(play) == ["fewest enemy warriors"]


def test_RB_10_5_1_I_a_bird_looks_at_enemy_buildings_and_tokens_DD_T05() -> None:
    # given a building and two tokens in 10, two buildings in 5; three of its own tokens do not count
    table = duchy("marquise", "alliance").warriors(D, 4, at=BURROW).building("marquise", "sawmill", at=10)
    table.token("marquise", "wood", at=10).token("alliance", "sympathy", at=10)
    table.building("marquise", "sawmill", at=5, count=2)
    play = run(table, D, BIRD, DIG)
    assert tunnels(play) == [10]
    assert whys(play) == ["most enemy buildings and tokens"]


def test_RB_10_5_1_without_a_clearing_no_tunnel_is_taken_DD_T06() -> None:
    # given tunnels or buildings in all fox clearings
    table = duchy().warriors(D, 4, at=BURROW)
    for clearing in (1, 6, 8):
        table.token(D, "tunnel", at=clearing)
    play = run(table.building(D, "market", at=12), D, FOX, DIG)
    assert tunnels(play) == [1, 6, 8]
    assert at(play, D) == {BURROW: 4}


def test_RB_10_5_1_II_the_tunnel_with_the_fewest_warriors_is_taken_DD_T07() -> None:
    table = duchy().warriors(D, 4, at=BURROW).warriors(D, 2, at=2).warriors(D, 1, at=7).warriors(D, 3, at=9)
    for clearing in (2, 7, 9):
        table.token(D, "tunnel", at=clearing)
    play = run(table, D, FOX, DIG)
    assert tunnels(play) == [2, 6, 9]
    assert play.score("marquise") == play.score(D) == 0


def test_RB_10_5_1_not_where_the_keep_is() -> None:
    table = duchy().warriors(D, 4, at=BURROW).token("marquise", "keep", at=6)
    assert tunnels(run(table, D, FOX, DIG)) == [8]


def test_RB_11_8_2_a_snare_stops_the_tunnel_and_nobody_moves_R_DD_3() -> None:
    # given all tunnels on the map and a face-up snare in the best fox clearing
    table = duchy("corvids", "eyrie").warriors(D, 4, at=BURROW)
    for clearing in (2, 7, 9):
        table.token(D, "tunnel", at=clearing)
    table.state.tokens[6].append(Piece("corvids", "snare"))
    table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run(table, D, FOX, DIG)
    # then the tunnel that was taken stays in supply
    assert tunnels(play) == [7, 9]
    assert play.state.tokens[6] == []
    assert at(play, D) == {BURROW: 4}
    assert play.score(D) == 0


def test_8_2_6_digging_into_sympathy_is_an_outrage() -> None:
    table = duchy("alliance", "eyrie").warriors(D, 4, at=BURROW).token("alliance", "sympathy", at=6)
    play = run(table, D, FOX, DIG)
    assert len(play.state.boards["alliance"].supporters) == 1  # type: ignore[attr-defined]


def test_hirelings_count_in_a_dig_and_never_defend_R_10() -> None:
    # given a hireling with a building in 12, and one warrior of it
    def met() -> Table:
        table = sits(duchy(), Hireling, supply=3).building("guest", "den", at=12)
        return table.change(lambda game: place_warriors(game, "guest", 12, 1, "E"))

    assert tunnels(run(met().warriors(D, 4, at=BURROW), D, BIRD, DIG)) == [12]
    assert battles(run(met().warriors(D, 3, at=12), D, FOX, BATTLE)) == []


# --- RB 10.5.2 Battle -------------------------------------------------------------------------------------


def test_RB_10_5_2_in_every_ordered_clearing_by_number() -> None:
    table = duchy().dice(0, 0).dice(0, 0)
    for clearing in (12, 6, 2):
        table.warriors(D, 2, at=clearing).warriors("marquise", 1, at=clearing)
    table.warriors("eyrie", 1, at=8)
    assert battles(run(table, D, FOX, BATTLE)) == [(6, "marquise"), (12, "marquise")]


def test_RB_10_5_2_I_the_most_buildings_then_pieces_then_points() -> None:
    table = duchy().dice(0, 0).warriors(D, 2, at=6).warriors("marquise", 4, at=6)
    table.building("eyrie", "roost", at=6).score("marquise", 9)
    assert battles(run(table, D, FOX, BATTLE)) == [(6, "eyrie")]
    table = duchy().dice(0, 0).warriors(D, 2, at=6).warriors("marquise", 1, at=6).score("marquise", 9)
    assert battles(run(table.warriors("eyrie", 2, at=6), D, FOX, BATTLE)) == [(6, "eyrie")]


def test_RB_10_5_2_I_at_last_the_most_points_DD_T08() -> None:
    table = duchy().dice(0, 0).warriors(D, 2, at=6).warriors("marquise", 2, at=6)
    table.warriors("eyrie", 2, at=6).score("eyrie", 4).score("marquise", 3)
    assert battles(run(table, D, FOX, BATTLE)) == [(6, "eyrie")]


@pytest.mark.parametrize(
    ("crowned", "tunnel", "left"), [("captain", 6, 2), ("captain", 8, 3), ("marshal", 6, 3)]
)
def test_RB_10_7_1_the_captain_hits_where_a_tunnel_is_DD_T09(crowned: str, tunnel: int, left: int) -> None:
    table = duchy(crowned=crowned).dice(0, 0).warriors(D, 2, at=6).warriors("marquise", 3, at=6)
    play = run(table.token(D, "tunnel", at=tunnel), D, FOX, BATTLE)
    assert at(play, "marquise") == {6: left}


def test_RB_10_7_1_the_captain_does_nothing_for_a_defender_DD_T09() -> None:
    table = duchy(crowned="captain").dice(0, 0).warriors(D, 2, at=6).warriors("marquise", 3, at=6)
    play = table.token(D, "tunnel", at=6).play(battle, "marquise", 6, D)
    assert at(play, "marquise") == {6: 3}


# --- RB 10.5.3 Build --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("supply", "kind"), [(9, "citadel"), (8, "market")])
def test_RB_10_5_3_a_citadel_with_nine_in_supply_DD_T10(supply: int, kind: str) -> None:
    table = duchy().warriors(D, 2, at=1).warriors(D, 3, at=9).supply(D, supply)
    play = run(table, D, FOX, BUILD)
    assert play.pieces(D, kind) == [9]
    assert whys(play) == ["most of its warriors"]
    assert play.score(D) == 0


def test_RB_10_5_3_no_type_stands_in_for_another_DD_T11() -> None:
    table = duchy().warriors(D, 2, at=9).supply(D, 9)
    for clearing in (1, 3, 4):
        table.building(D, "citadel", at=clearing)
    play = run(table, D, FOX, BUILD)
    assert play.pieces(D, "market") == []
    assert play.score(D) == 1


def test_RB_10_5_3_without_a_slot_a_point_DD_T12() -> None:
    table = duchy().warriors(D, 2, at=1).building("marquise", "sawmill", at=1)
    play = run(table, D, FOX, BUILD)
    assert play.pieces(D, "citadel") == []
    assert play.score(D) == 1


def test_RB_10_5_3_with_everything_built_nothing_DD_T13() -> None:
    table = duchy().warriors(D, 2, at=9)
    for clearing in (1, 3, 4):
        table.building(D, "citadel", at=clearing)
    for clearing in (2, 5, 6):
        table.building(D, "market", at=clearing)
    play = run(table, D, FOX, BUILD)
    assert play.score(D) == 0
    assert len(play.pieces(D, "market")) == 3


def test_RB_11_8_2_a_building_that_a_snare_stopped_is_no_point_R_23() -> None:
    table = duchy("corvids", "eyrie").warriors(D, 2, at=1)
    table.state.tokens[1].append(Piece("corvids", "snare"))
    table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run(table, D, FOX, BUILD)
    assert play.pieces(D, "citadel") == []
    assert play.state.tokens[1] == []
    assert play.score(D) == 0


# --- RB 10.7 Ministers ------------------------------------------------------------------------------------


def test_RB_10_7_2_the_marshal_helps_the_weakest_building_DD_T14() -> None:
    # given buildings in 3 and 10 beside one warrior each, and in 5 beside two
    table = duchy(crowned="marshal").building(D, "market", at=3).building(D, "citadel", at=10)
    table.warriors(D, 1, at=3).warriors(D, 1, at=10).building(D, "market", at=5).warriors(D, 2, at=5)
    play = run(table, D, FOX, PARLIAMENT)
    assert at(play, D) == {3: 2, 5: 2, 10: 1}


def test_RB_10_7_2_the_marshal_without_supply_or_building() -> None:
    table = duchy(crowned="marshal").building(D, "market", at=3).supply(D, 0)
    assert at(run(table, D, FOX, PARLIAMENT), D) == {}
    assert at(run(duchy(crowned="marshal"), D, FOX, PARLIAMENT), D) == {}


def test_RB_10_7_4_the_brigadier_brings_four_if_there_are_four_R_DD_2() -> None:
    # given a fox order: enemy buildings and tokens decide, not slots
    table = duchy(crowned="brigadier").warriors(D, 5, at=BURROW).building("marquise", "sawmill", at=12)
    play = run(table, D, FOX, PARLIAMENT)
    assert tunnels(play) == [12]
    assert at(play, D) == {12: 4, BURROW: 1}
    assert whys(play) == ["most enemy buildings and tokens"]


def test_RB_10_7_5_the_banker_builds_by_the_supply_of_the_moment() -> None:
    # given eight in supply once the Marshal has placed one
    table = duchy(crowned="marshal banker").building(D, "citadel", at=1).warriors(D, 2, at=9).supply(D, 9)
    play = run(table, D, FOX, PARLIAMENT)
    assert play.pieces(D, "market") == [9]


def test_RB_10_7_6_the_mayor_gives_up_a_warrior_for_a_point_DD_T15() -> None:
    table = duchy(crowned="mayor").warriors(D, 3, at=9).warriors(D, 4, at=2).warriors("marquise", 5, at=2)
    play = run(table.warriors(D, 2, at=1), D, FOX, PARLIAMENT)
    assert at(play, D) == {1: 2, 2: 4, 9: 2}
    assert play.score(D) == 1


def test_RB_10_7_6_the_burrow_takes_part_after_the_map_R_DD_5() -> None:
    table = duchy(crowned="mayor").warriors(D, 3, at=BURROW).warriors(D, 2, at=9)
    assert at(run(table, D, FOX, PARLIAMENT), D) == {BURROW: 2, 9: 2}
    table = duchy(crowned="mayor").warriors(D, 3, at=BURROW).warriors(D, 3, at=12)
    assert at(run(table, D, FOX, PARLIAMENT), D) == {BURROW: 3, 12: 2}


def test_RB_10_7_6_without_a_warrior_where_it_rules_no_point() -> None:
    table = duchy(crowned="mayor").warriors(D, 1, at=9).warriors("marquise", 2, at=9)
    assert run(table, D, FOX, PARLIAMENT).score(D) == 0


@pytest.mark.parametrize(("dug", "points"), [((1, 6), 0), ((1, 6, 8), 2)])
def test_RB_10_7_9_the_duchess_needs_all_tunnels_DD_T16(dug: Sequence[int], points: int) -> None:
    table = duchy(crowned="duchess-of-mud")
    for clearing in dug:
        table.token(D, "tunnel", at=clearing)
    assert run(table, D, FOX, PARLIAMENT).score(D) == points


def test_RB_10_7_7_RB_10_7_8_earl_and_baron_score_buildings() -> None:
    table = duchy(crowned="earl-of-stone").building(D, "citadel", at=1).building(D, "citadel", at=3)
    assert run(table.building(D, "market", at=4), D, FOX, PARLIAMENT).score(D) == 2
    table = duchy(crowned="baron-of-dirt").building(D, "citadel", at=1).building(D, "citadel", at=3)
    assert run(table.building(D, "market", at=4), D, FOX, PARLIAMENT).score(D) == 1


def test_RB_10_5_4_from_top_to_bottom() -> None:
    table = duchy(crowned="duchess-of-mud mayor captain marshal").warriors(D, 1, at=9)
    play = run(table, D, FOX, PARLIAMENT)
    acted = [event.about["step"] for event in play.noted("bot.step")]
    assert acted == ["marshal", "mayor", "duchess-of-mud"]


# --- RB 10.6.1 Rally --------------------------------------------------------------------------------------


def test_RB_10_6_1_I_small_groups_go_to_the_weakest_building_DD_T17() -> None:
    # given two in fox 12, and buildings next to it with three and one of them
    table = duchy().warriors(D, 2, at=12).building(D, "market", at=7).warriors(D, 3, at=7)
    table.building(D, "citadel", at=10).warriors(D, 1, at=10)
    play = run(table, D, FOX, RALLY)
    assert moves(play) == [(12, 10, 2)]


def test_RB_10_6_1_II_without_a_building_to_the_burrow_DD_T18() -> None:
    play = run(duchy().warriors(D, 2, at=12).warriors(D, 2, at=2), D, FOX, RALLY)
    assert at(play, D) == {BURROW: 2, 2: 2}


def test_RB_10_6_1_II_also_if_the_move_to_the_building_is_illegal_R_DD_7() -> None:
    # given they rule neither 12 nor 7, where their market is
    table = duchy().warriors(D, 2, at=12).warriors("marquise", 3, at=12).building(D, "market", at=7)
    play = run(table.warriors("marquise", 3, at=7), D, FOX, RALLY)
    assert at(play, D) == {BURROW: 2}


def test_RB_10_6_1_groups_of_three_and_those_at_a_building_stay() -> None:
    table = duchy().warriors(D, 3, at=12).warriors(D, 1, at=6).building(D, "market", at=6)
    assert at(run(table, D, FOX, RALLY), D) == {6: 1, 12: 3}


def test_RB_10_6_1_all_but_four_return_from_every_ruled_clearing_DD_T19() -> None:
    # given seven in rabbit 5, and six in 2, where others rule
    table = duchy().warriors(D, 7, at=5).warriors(D, 6, at=2).warriors("marquise", 7, at=2)
    play = run(table, D, FOX, RALLY)
    assert at(play, D) == {BURROW: 3, 2: 6, 5: 4}


def test_RB_11_8_2_a_snare_holds_a_small_group_but_not_the_surplus() -> None:
    # given snares beside two in fox 12 and seven in 5
    table = duchy("corvids", "eyrie").warriors(D, 2, at=12).warriors(D, 7, at=5)
    for clearing in (12, 5):
        table.state.tokens[clearing].append(Piece("corvids", "snare"))
        table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run(table, D, FOX, RALLY)
    # then the group springs one and stays; the others are laid into the Burrow, which is no move
    assert at(play, D) == {12: 2, 5: 4, BURROW: 3}
    assert play.state.tokens[12] == []
    assert play.state.tokens[5] == [Piece("corvids", "snare")]


def test_RB_12_1_1_a_rally_may_take_the_ferry() -> None:
    # given the Ferry in 1 of the lake map with two of them, and a market in 12 across the water
    table = duchy(map="lake").warriors(D, 2, at=1).suit(1, "fox").suit(12, "mouse")
    table.change(lambda game: setattr(game, "ferry", 1)).building(D, "market", at=12)
    play = run(table, D, FOX, RALLY)
    assert moves(play) == [(1, 12, 2)]
    assert play.score(D) == 1


def test_RB_12_2_1_closed_paths_are_paths_for_a_rally() -> None:
    table = duchy(map="mountain").warriors(D, 2, at=7).suit(7, "fox").suit(3, "mouse")
    play = run(table.building(D, "market", at=3), D, FOX, RALLY)
    assert moves(play) == [(7, 3, 2)]


# --- RB 10.6.2 Score, RB 10.6.3 Sway ----------------------------------------------------------------------


def test_RB_10_6_2_a_point_for_each_market() -> None:
    table = duchy().building(D, "market", at=1).building(D, "market", at=3).building(D, "citadel", at=4)
    assert run(table, D, FOX, SCORE).score(D) == 2


@pytest.mark.parametrize(
    ("crowned", "order", "swayed"),
    [
        ("captain brigadier", FOX, "earl-of-stone"),
        ("marshal", RABBIT, "banker"),
        ("", MOUSE, "foremole"),
    ],
)
def test_RB_10_6_3_the_topmost_of_the_order_DD_T20(crowned: str, order: str, swayed: str) -> None:
    assert swayed in crowns(run(duchy(crowned=crowned), D, order, SWAY))


def test_RB_10_6_3_a_bird_sways_the_bottommost_DD_T21() -> None:
    assert crowns(run(duchy(), D, BIRD, SWAY)) == ["duchess-of-mud"]
    play = run(duchy(crowned="duchess-of-mud"), D, BIRD, SWAY)
    assert crowns(play) == ["baron-of-dirt", "duchess-of-mud"]


def test_RB_10_6_3_with_the_suit_crowned_the_bottommost_DD_T22() -> None:
    play = run(duchy(crowned="captain brigadier earl-of-stone"), D, FOX, SWAY)
    assert crowns(play)[-1] == "duchess-of-mud"


def test_RB_10_6_3_with_all_crowned_nothing() -> None:
    play = run(duchy(crowned=" ".join(MINISTERS)), D, FOX, SWAY)
    assert len(own(play).crowned) == 9


# --- RB 10.2 Abilities ------------------------------------------------------------------------------------


def test_RB_10_2_1_one_crown_for_one_event_DD_T23() -> None:
    play = lose(duchy(crowned="captain mayor banker"), 3, 5)
    assert crowns(play) == ["captain", "banker"]
    assert own(play).failures == {}


def test_RB_10_2_1_both_sides_of_a_battle_lose_at_once() -> None:
    # given a defenseless market in 5 and a battle in which the attacker loses nothing
    table = board("marquise", "duchy:clockwork").no_ruins().board(D, crowned=["captain", "marshal"])
    table.building(D, "market", at=5).warriors("marquise", 2, at=5).warriors(D, 1, at=5).dice(2, 1)
    play = table.play(battle, "marquise", 5, D)
    assert play.pieces(D, "market") == []
    assert at(play, "marquise") == {5: 1}
    assert crowns(play) == ["captain"]


def test_RB_10_2_1_a_tunnel_costs_no_crown() -> None:
    table = board("marquise", "duchy:clockwork").no_ruins().board(D, crowned=["captain"])
    play = (
        table.token(D, "tunnel", at=5).warriors("marquise", 2, at=5).dice(0, 0).play(battle, "marquise", 5, D)
    )
    assert tunnels(play) == []
    assert play.score("marquise") == 1
    assert crowns(play) == ["captain"]


def test_RB_10_2_3_a_lost_crown_can_be_used_again() -> None:
    table = duchy(crowned="captain")
    play = lose(table, 3)
    assert crowns(play) == []
    assert crowns(run(duchy(), D, FOX, SWAY)) == ["captain"]


def test_RB_10_2_2_only_the_duchy_enters_the_burrow_and_rules_it() -> None:
    table = duchy().token(D, "tunnel", at=5).warriors("marquise", 2, at=5)
    play = run(table, D, FOX)
    assert play.ruler(BURROW) == D
    refusal = may_cross(play.state, "marquise", 5, BURROW)
    assert refusal is not None
    assert refusal.clause == "RB 10.2.2"
    assert bars_placing(play.state, "marquise", BURROW) is not None
    assert bars_placing(play.state, D, BURROW) is None


# --- traits -----------------------------------------------------------------------------------------------


def test_foundations_lose_only_a_minister_of_that_suit_DD_T26() -> None:
    # given a market in rabbit 5
    assert crowns(lose(duchy(crowned="captain marshal mayor", traits=["foundations"]), 5)) == [
        "captain",
        "mayor",
    ]
    # and without a minister of the suit no crown is lost
    assert crowns(lose(duchy(crowned="captain mayor", traits=["foundations"]), 5)) == ["captain", "mayor"]


def test_investors_take_a_card_and_the_duchy_loses_a_point() -> None:
    table = duchy(crowned="captain", traits=["investors"]).hand("marquise", RABBIT, FOX).score(D, 4)
    play = lose(table, 5)
    # then the person is asked for a card of the clearing, rabbit 5
    assert play.asked("marquise") == "bot.investors"
    assert [option.card for option in play.options("spend")] == [RABBIT]  # type: ignore[attr-defined]
    play.choose("spend", card=RABBIT)
    assert play.hand("marquise") == [FOX]
    assert play.score(D) == 3
    assert crowns(play) == []
    assert own(play).failures == {}


def test_investors_without_a_card_sway_a_matching_minister_DD_T27() -> None:
    # given a card of another suit: the person is asked all the same, for nobody knows that (1.2.1)
    table = duchy(crowned="captain", traits=["investors"]).hand("marquise", FOX)
    play = lose(table, 5).choose("no_card")
    # then the Captain has lost the crown first, and the topmost rabbit minister has one
    assert crowns(play) == ["marshal"]
    assert play.hand("marquise") == [FOX]


def test_investors_turn_to_people_alone() -> None:
    table = bot(D, "marquise:clockwork", "eyrie", traits=["investors"]).board(D, crowned=["captain"])
    play = lose(table, 5)
    assert crowns(play) == []
    assert own(play).failures == {}


def test_invaders_dig_towards_buildings_whatever_the_order() -> None:
    # given a building in 6 beside two warriors, in 8 beside one, tokens in 12
    table = duchy(traits=["invaders"]).warriors(D, 4, at=BURROW).token("marquise", "wood", at=12, count=4)
    table.building("marquise", "sawmill", at=6).warriors("marquise", 2, at=6)
    table.building("marquise", "sawmill", at=8).warriors("marquise", 1, at=8)
    play = run(table, D, FOX, DIG)
    assert tunnels(play) == [8]


def test_invaders_battle_everywhere_when_no_slot_is_open_DD_T29() -> None:
    # given the only slot of 1 taken, and enemies in fox 1, rabbit 5 and mouse 2
    table = duchy(traits=["invaders"]).building("marquise", "sawmill", at=1).warriors(D, 3, at=1)
    table.warriors(D, 1, at=5).warriors("eyrie", 1, at=5).warriors(D, 1, at=2).warriors("eyrie", 2, at=2)
    table.dice(0, 0).dice(0, 0).dice(0, 0)
    play = run(table, D, FOX, BUILD)
    assert battles(play) == [(1, "marquise"), (2, "eyrie"), (5, "eyrie")]
    # one point for the sawmill, which was defenseless; none for building nothing
    assert play.score(D) == 1


def test_invaders_score_when_the_type_has_run_out() -> None:
    table = duchy(traits=["invaders"]).warriors(D, 2, at=9).warriors("eyrie", 1, at=9)
    for clearing in (1, 3, 4):
        table.building(D, "citadel", at=clearing)
    play = run(table, D, FOX, BUILD)
    assert battles(play) == []
    assert play.score(D) == 1


def test_overwhelm_digs_twice_with_three_DD_T28() -> None:
    play = run(duchy(traits=["overwhelm"]).warriors(D, 6, at=BURROW), D, FOX, DIG)
    assert tunnels(play) == [6, 8]
    assert at(play, D) == {6: 3, 8: 3}
    play = run(duchy(traits=["overwhelm"]).warriors(D, 5, at=BURROW), D, FOX, DIG)
    assert at(play, D) == {6: 3, BURROW: 2}


@pytest.mark.parametrize(("difficulty", "points"), [("challenging", 0), ("nightmare", 1)])
def test_RB_3_3_1_nightmare_scores_a_point(difficulty: str, points: int) -> None:
    table = duchy(difficulty=difficulty, crowned="captain")
    for clearing in (1, 3, 4):
        table.building(D, "citadel", at=clearing).warriors("marquise", 4, at=clearing)
    for clearing in (2, 5, 6):
        table.building(D, "market", at=clearing)
    play = turn(table.supply(D, 0), D, FOX)
    assert play.score(D) == 3 + points


def test_RB_3_together_it_leaves_other_bots_alone() -> None:
    table = board("duchy:clockwork", "marquise:clockwork", "eyrie", cooperative="on").no_ruins()
    table.warriors(D, 2, at=6).warriors("marquise", 3, at=6).building("marquise", "sawmill", at=6)
    table.warriors("eyrie", 1, at=6).dice(0, 0)
    assert battles(run(table, D, FOX, BATTLE)) == [(6, "eyrie")]
    table = board("duchy:clockwork", "marquise:clockwork", "eyrie", cooperative="on").no_ruins()
    table.warriors(D, 4, at=BURROW).building("marquise", "sawmill", at=10, count=2)
    assert tunnels(run(table.building("eyrie", "roost", at=3), D, BIRD, DIG)) == [3]


# --- RB 10.3 Setup ----------------------------------------------------------------------------------------


def test_RB_10_3_setup_DD_T24() -> None:
    # given the Marquise started in 1, and two fox cards on top
    table = duchy().change(lambda game: game.starts.update(marquise=[1])).deck(FOX, "root-tea-fox", "cobbler")
    play = table.play(set_up, D)
    assert at(play, D) == {3: 2, 6: 2, 7: 2, 11: 2}
    assert tunnels(play) == [3]
    assert play.supply(D) == 12
    assert crowns(play) == ["captain", "brigadier"]
    assert sorted(play.state.discard) == sorted([FOX, "root-tea-fox"])


@pytest.mark.parametrize(
    ("cards", "swayed"),
    [
        ((BIRD, FOX), ["captain", "brigadier"]),
        ((MOUSE, BIRD), ["captain", "foremole"]),
        ((RABBIT, "dominance-bird"), ["captain", "marshal"]),
    ],
)
def test_RB_10_3_5_a_bird_is_any_suit(cards: tuple[str, str], swayed: list[str]) -> None:
    assert crowns(duchy().deck(*cards, "cobbler").play(set_up, D)) == swayed


def test_RB_10_3_3_closed_paths_are_paths_and_the_keep_keeps_out() -> None:
    table = duchy(map="mountain").change(lambda game: game.starts.update(marquise=[1]))
    play = table.token("marquise", "keep", at=6).play(set_up, D)
    assert at(play, D) == {3: 2, 7: 2, 11: 2}


def test_RB_10_3_5_the_cards_are_no_lost_souls_DD_T25() -> None:
    table = board("lizards:clockwork", "duchy:clockwork", "marquise").deck(FOX, MOUSE, "cobbler")
    play = table.play(set_up, D)
    assert sorted(play.state.discard) == sorted([FOX, MOUSE])
    assert play.state.boards["lizards"].lost_souls == []  # type: ignore[attr-defined]


# --- seen -------------------------------------------------------------------------------------------------


def test_everything_lies_open() -> None:
    table = duchy(crowned="mayor captain").warriors(D, 3, at=BURROW).building(D, "citadel", at=1)
    (seen, *_) = RULES.view(table.state, None).players
    titles = ("Fox ministers", "Rabbit ministers", "Mouse ministers")
    assert [seen.own.texts[title] for title in titles] == ["Captain", "–", "Mayor"]
    assert seen.own.counts["warriors-each-Birdsong"] == 3
    assert check(table.state) == []


# --- the example of the rules -----------------------------------------------------------------------------


class Ways(Landmark):
    """Paths of the map in the example: 4 is next to 1 and 7."""

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        return (1, 7) if place == 4 else ()


def test_a_turn_of_the_drillbit_duchy_EX_DD_1() -> None:
    # given mice in 2, 4, 12, foxes in 3, 7, 10, rabbits in 1 and 5, on Easy
    table = duchy(
        "lizards", "marquise", "eyrie", difficulty="easy", crowned="captain marshal foremole brigadier"
    )
    sits(table, Ways)
    wanted = {2: "mouse", 4: "mouse", 12: "mouse", 3: "fox", 7: "fox", 10: "fox", 1: "rabbit", 5: "rabbit"}
    for clearing in range(1, 13):
        table.suit(clearing, wanted.get(clearing, "rabbit"))
    for clearing, count in {1: 2, 4: 1, 5: 5, 7: 1, 12: 4}.items():
        table.warriors(D, count, at=clearing)
    table.building(D, "market", at=1).building(D, "market", at=7)
    table.building(D, "citadel", at=3).building(D, "citadel", at=10)
    for clearing in (5, 10, 12):
        table.token(D, "tunnel", at=clearing)
    table.warriors("lizards", 1, at=4).score("lizards", 9).warriors("marquise", 1, at=4).score("marquise", 7)
    table.building("eyrie", "roost", at=12).warriors("eyrie", 1, at=12)
    table.dice(0, 0).dice(0, 0).change(lambda game: game.item_supply.update(boot=0))
    # when its order is a mouse with an item that is not to be had
    play = turn(table, D, "travel-gear-mouse")
    # then four are recruited, dig to 2 with the tunnel of 10, and the Captain's hit falls in 12
    assert battles(play) == [(4, "lizards"), (12, "eyrie")]
    assert at(play, "eyrie") == {}
    assert tunnels(play) == [2, 5, 12]
    # a market in 5, the Marshal's warrior in 3, the one of 4 in 7, one of 5 in the Burrow
    assert play.pieces(D, "market") == [1, 5, 7]
    assert at(play, D) == {1: 2, 2: 4, 3: 1, 5: 4, 7: 2, 12: 4, BURROW: 1}
    assert play.supply(D) == 2
    # three markets score, and the Mayor is swayed
    assert play.score(D) == 3
    assert crowns(play) == ["captain", "marshal", "foremole", "brigadier", "mayor"]
