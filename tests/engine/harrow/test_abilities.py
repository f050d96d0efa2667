"""H1.5 to H1.10  ADVANCE, SPAWN, STRENGTHEN, Wild and Legend jars: the examples and edge cases by their ids."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.harrow.land import reach, step_cost
from tests.engine.harrow.board import Play, Table, county, hex


def start(mode: str = "C1") -> Table:
    """Both sides on their homes, as H1.1.5 has it."""
    table = county(mode)
    table.legend("protectors", "D6").units("protectors", 3, "D6")
    return table.legend("family", "D2").units("family", 3, "D2")


# --- H1.5 the Ability jar -------------------------------------------------------------------------------------


def test_HX_01_a_row_is_one_action_and_nothing_else_comes_in_between() -> None:
    # given an ADVANCE row of value 4
    play = start().rows("protectors", advance=1).turn("protectors", "ability")
    # when the row is chosen
    play.choose("use_row", ability="advance")
    # then there are 4 ADVANCEs and no SPAWN or STRENGTHEN
    assert play.question.about["left"] == 4
    for left, to in ((3, "D5"), (2, "C5"), (1, "D5")):
        origin = "D6" if left == 3 else "D5" if left == 2 else "C5"
        play.choose("advance", origin=origin, to=to, haints=1)
        assert play.question.about["left"] == left
        assert play.verbs() <= {"advance", "lead", "done"}
    assert play.refused("spawn", hex="D6", haints=1).clause == "H1.7.1"
    assert play.refused("strengthen", cubes=1).clause == "H1.8.1"
    play.choose("advance", origin="D5", to="D6", haints=1)
    assert play.asked == "family jar"


@pytest.mark.parametrize("order", sorted(set(permutations(["advance", "advance", "spawn"]))))
def test_HX_02_drawn_tokens_are_used_once_each_in_any_order(order: tuple[str, ...]) -> None:
    # given 2 ADVANCE and 1 SPAWN drawn
    table = county().legend("family", "D2").units("family", 2, "D2").bag("advance", "advance", "spawn")
    play = table.turn("family", "ability")
    # when they are used in this order
    moves = iter((("D2", "D3"), ("D3", "C3")))
    for token in order:
        if token == "spawn":
            play.choose("spawn", hex="D2", haints=1)
        else:
            origin, to = next(moves)
            play.choose("advance", origin=origin, to=to, haints=1)
    # then each was used once and the turn goes on to cleanup
    assert play.asked == "family store"
    assert (play.haints("family", "D2"), play.haints("family", "C3")) == (2, 1)


def test_HE_009_two_advance_tokens_in_a_row_enter_a_mountain() -> None:
    play = county().units("family", 1, "C1").bag("advance", "advance").turn("family", "ability")
    play.choose("advance", origin="C1", to="B1", haints=1)
    assert play.haints("family", "B1") == 1
    assert play.asked == "family store"
    assert play.board("family").used == [0, 1]


def test_HE_010_advance_tokens_with_another_in_between_are_not_added() -> None:
    # given ADVANCE, SPAWN, ADVANCE, of which the first ADVANCE and the SPAWN are used
    table = county().legend("family", "D2").units("family", 1, "C1").bag("advance", "spawn", "advance")
    play = table.turn("family", "ability")
    assert play.offers("advance", origin="C1", to="B1")
    play.choose("advance", origin="C1", to="C2", haints=1)
    play.choose("spawn", hex="D2", haints=1)
    # when a mountain next to it is wanted with what is left
    assert play.offers("advance", origin="C2")
    refusal = play.refused("advance", origin="C2", to="B1", haints=1)
    # then one ADVANCE is too few
    assert (refusal.clause, refusal.about) == ("H1.6.3", {"cost": 2, "left": 1})


def test_H1_5_3_a_bag_with_fewer_tokens_is_drawn_empty() -> None:
    play = start().bag("strengthen").turn("family", "ability")
    assert play.board("family").front == ["strengthen"]
    assert play.board("family").bag == []


# --- H1.6 ADVANCE -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("legends", "haints"), [(0, 1), (0, 2), (1, 3)])
def test_HX_03_any_number_of_units_moves_for_one_advance(legends: int, haints: int) -> None:
    play = start().turn("protectors", "ability").choose("use_row", ability="advance")
    if legends:
        play.choose("lead", figure="legend", origin="D6", to="D5", haints=haints)
    else:
        play.choose("advance", origin="D6", to="D5", haints=haints)
    assert play.count("protectors", "D5") == legends + haints
    assert play.question.about["left"] == 2


def test_HX_04_two_targets_are_two_moves() -> None:
    play = start().turn("protectors", "ability").choose("use_row", ability="advance")
    play.choose("advance", origin="D6", to="D5", haints=2)
    play.choose("lead", figure="legend", origin="D6", to="E5", haints=1)
    assert (play.count("protectors", "D5"), play.count("protectors", "E5")) == (2, 2)
    assert play.question.about["left"] == 1


@pytest.mark.parametrize(
    ("at", "red", "blue"),
    [("D5", 1, 1), ("B4", 2, 2), ("F3", 2, 1)],
)
def test_HX_06_what_a_step_costs_without_paths(at: str, red: int, blue: int) -> None:
    state = county().state
    assert step_cost(state, "protectors", hex(at)) == red
    assert step_cost(state, "family", hex(at)) == blue


@pytest.mark.parametrize(("at", "red", "blue"), [("D5", 0, 0), ("B4", 1, 1), ("F3", 1, 0)])
def test_HX_07_a_path_makes_a_step_cheaper_for_everybody(at: str, red: int, blue: int) -> None:
    state = county().path(at).state
    assert (step_cost(state, "protectors", hex(at)), step_cost(state, "family", hex(at))) == (red, blue)


@pytest.mark.parametrize("at", ["B4", "F3"])
def test_HX_08_two_paths_make_a_mountain_or_a_storm_free(at: str) -> None:
    state = county().path(at, at).state
    assert step_cost(state, "protectors", hex(at)) == step_cost(state, "family", hex(at)) == 0


def test_HX_09_a_free_step_needs_no_advance() -> None:
    # given a path on D5 and red units on D6
    play = start().path("D5").turn("protectors")
    # when the Legend jar is flipped
    play.choose("flip", jar="legend")
    # then any of them may go to D5 for nothing
    assert play.question.key == "window.before"
    play.choose("lead", figure="legend", origin="D6", to="D5", haints=2)
    assert play.count("protectors", "D5") == 3
    assert not play.offers("advance", to="C5")


def test_HE_001_at_most_four_units_stand_on_a_hex() -> None:
    play = (
        start()
        .units("protectors", 3, "D5")
        .turn("protectors", "ability")
        .choose("use_row", ability="advance")
    )
    assert play.refused("advance", origin="D6", to="D5", haints=2).clause == "H1.2.3"
    play.choose("advance", origin="D6", to="D5", haints=1)
    assert play.count("protectors", "D5") == 4


@pytest.mark.parametrize(
    ("owner", "piece", "refused"),
    [("protectors", "building", True), ("family", "townsfolk", True), ("protectors", "townsfolk", False)],
    ids=["HE.002", "HE.003", "HE.004"],
)
def test_HE_002_to_004_units_and_objectives_on_a_hex(owner: str, piece: str, refused: bool) -> None:
    table = county().units(owner, 1, "D5")
    getattr(table, piece)("C4")
    play = table.wild(owner, 1).turn(owner, "wild")
    assert play.offers("advance", origin="D5", to="C4") != refused
    if refused:
        assert play.refused("advance", origin="D5", to="C4", haints=1).clause == "H1.2.1"


def test_HE_005_nobody_moves_onto_enemies() -> None:
    play = start().units("family", 1, "D5").turn("protectors", "ability").choose("use_row", ability="advance")
    assert not play.offers("advance", to="D5")
    assert play.refused("advance", origin="D6", to="D5", haints=3).clause == "H1.2.6"


def test_HE_006_mountain_and_storm_add_up() -> None:
    state = county().storm("B4").state
    assert (step_cost(state, "protectors", hex("B4")), step_cost(state, "family", hex("B4"))) == (3, 2)


def test_HE_007_a_path_takes_one_off_a_stormy_mountain() -> None:
    assert step_cost(county().storm("B4").path("B4").state, "protectors", hex("B4")) == 2


def test_HE_008_the_free_advance_of_the_attack_jar_is_one() -> None:
    play = county().units("protectors", 1, "C5").units("family", 1, "C3").turn("protectors", "attack")
    assert play.offers("advance", origin="C5")
    assert play.refused("advance", origin="C5", to="B4", haints=1).clause == "H1.6.3"


def test_HE_011_paths_are_free_for_the_family_too() -> None:
    play = county().units("family", 1, "D5").path("C4").turn("family")
    play.choose("flip", jar="wild")
    assert play.question.key == "window.before"
    play.choose("advance", origin="D5", to="C4", haints=1)
    assert play.haints("family", "C4") == 1
    assert play.question.key == "wild"


def test_HE_012_no_free_step_in_cleanup() -> None:
    # given a townsfolk on the way, so that the cleanup asks something
    table = county().units("protectors", 1, "D6").path("D5").townsfolk("D5")
    play = table.cleanup("protectors")
    assert play.asked == "protectors guide"
    assert play.refused("advance", origin="D6", to="D5", haints=1).clause == "H1.6.1"


def test_H1_6_8_no_free_step_while_spawning_or_attacking() -> None:
    table = county().legend("protectors", "D6").path("D5")
    play = table.turn("protectors", "ability").choose("use_row", ability="spawn")
    assert play.question.key == "ability.spawn"
    assert not play.offers("lead")
    assert play.refused("lead", figure="legend", origin="D6", to="D5", haints=0).clause == "H1.6.8"


# --- H1.7 SPAWN ---------------------------------------------------------------------------------------------


def test_HE_013_a_home_with_enemies_is_no_place_to_spawn() -> None:
    table = county().units("family", 1, "D6").legend("protectors", "C5")
    play = table.turn("protectors", "ability").choose("use_row", ability="spawn")
    assert play.refused("spawn", hex="D6", haints=1).clause == "H1.7.3"
    play.choose("spawn", hex="C5", haints=1)
    assert play.haints("protectors", "C5") == 1


def test_HE_014_full_hexes_lose_the_spawn() -> None:
    table = county().legend("protectors", "C5").units("protectors", 3, "C5").units("protectors", 4, "D6")
    play = table.turn("protectors", "ability").choose("use_row", ability="spawn")
    assert play.asked == "family jar"
    assert play.noted("lost.abilities")


def test_HE_015_no_haint_in_the_supply_loses_the_spawn() -> None:
    table = start()
    table.state.players["protectors"].haints = 0
    play = table.turn("protectors", "ability").choose("use_row", ability="spawn")
    assert play.asked == "family jar"


def test_HE_016_the_brambles_are_a_place_to_spawn() -> None:
    table = county().legend("protectors", "D4").units("protectors", 1, "D4")
    play = (
        table.turn("protectors", "ability")
        .choose("use_row", ability="spawn")
        .choose("spawn", hex="D4", haints=2)
    )
    assert play.haints("protectors", "D4") == 3


# --- H1.8 STRENGTHEN ----------------------------------------------------------------------------------------


def test_HE_017_there_is_no_limit_of_cubes_during_a_turn() -> None:
    # given 5 cubes and 3 STRENGTHEN, and a jar that may attack again
    table = start().cubes(protectors=5)
    play = table.units("family", 1, "D4").flipped("protectors", attacked=True).turn("protectors", "ability")
    # when the row is performed
    play.choose("use_row", ability="strengthen")
    # then 8 lie there until cleanup takes 2 (HE.018)
    assert any(event.about["total"] == 8 for event in play.noted("strengthened"))
    assert play.cubes("protectors") == 6


def test_HE_018_cleanup_leaves_six_cubes() -> None:
    play = start().cubes(protectors=8).cleanup("protectors")
    assert play.cubes("protectors") == 6
    assert play.state.cubes["protectors"] == 14


def test_HE_019_cleanup_is_the_owners_own() -> None:
    play = start().cubes(family=7).cleanup("protectors")
    assert play.cubes("family") == 7


def test_HE_020_without_a_cube_in_the_supply_nothing_comes() -> None:
    play = start().cubes(protectors=4).inside(protectors=16).turn("protectors", "ability")
    play.choose("use_row", ability="strengthen")
    assert play.cubes("protectors") == 4


# --- H1.9 Wild ----------------------------------------------------------------------------------------------


def test_HX_05_a_wild_token_more_each_time() -> None:
    # given 1 Wild token
    table = start().wild("protectors", 1)
    # when the Wild jar is flipped, then again in another round
    play = table.turn("protectors", "wild")
    assert play.question.about["left"] == 2
    again = table.wild("protectors", 2).turn("protectors", "wild")
    # then there are 2 wild actions, then 3, and the tokens stay
    assert again.question.about["left"] == 3
    assert again.player("protectors").wild == 3


def test_HE_021_without_a_wild_token_in_the_supply() -> None:
    table = start().wild("protectors", 2)
    table.wild("family", 13)
    play = table.turn("protectors", "wild")
    assert play.question.about["left"] == 2
    assert play.player("protectors").wild == 2


# --- H1.10 Legend -------------------------------------------------------------------------------------------


def paths(table: Table) -> Play:
    return table.turn("protectors", "legend").choose("use_scrolls")


def test_HE_022_range_is_3_from_a_mountain() -> None:
    table = county().legend("protectors", "B4").units("protectors", 1, "B4")
    assert reach(table.state, hex("B4")) == 3
    play = paths(table)
    far = {table.state.distance(hex("B4"), option.hex) for option in play.options("place_path")}
    assert far == {0, 1, 2, 3}


def test_HE_023_all_paths_may_be_taken_back_and_laid_anew() -> None:
    table = county().legend("protectors", "D6").units("protectors", 1, "D6").path("A1", "A2", "G1", "G2")
    play = paths(table)
    play.choose_many("take_path", "A1", "A2", "G1", "G2")
    for at in ("D6", "D6", "D5", "C6"):
        play.choose("place_path", hex=at)
    assert [play.state.paths[hex(at)] for at in ("D6", "D5", "C6", "A1")] == [2, 1, 1, 0]


def test_HE_024_on_the_brambles_alone_there_is_no_storm() -> None:
    table = county().legend("family", "D4").units("family", 1, "D4").token("spawn", "A1").scrolls("family", 3)
    play = table.turn("family", "legend").choose("use_scrolls")
    assert play.board("family").storms == 15
    assert not play.offers("move_token")


def test_HE_025_a_storm_on_a_storm_is_allowed_and_costs_a_token() -> None:
    table = county().legend("family", "F3").token("spawn", "F2").scrolls("family", 1)
    play = table.turn("family", "legend").choose("use_scrolls").choose("place_storm", hex="F3")
    assert play.board("family").storms == 14
    play.choose("move_token", token="spawn", origin="F2", to="F3")
    assert [event.about["to"] for event in play.noted("token.moved")] == [hex("F3")]


def test_HE_026_a_token_next_to_the_storm_is_pulled_onto_it() -> None:
    table = county().legend("family", "D2").token("spawn", "D3").scrolls("family", 1)
    play = table.turn("family", "legend").choose("use_scrolls").choose("place_storm", hex="D2")
    assert {option.to for option in play.options("move_token")} == {hex("D2")}


def test_HE_027_a_pull_goes_to_any_nearer_neighbour() -> None:
    table = county().legend("family", "D2").token("spawn", "C4").scrolls("family", 1)
    play = table.turn("family", "legend").choose("use_scrolls").choose("place_storm", hex="D2")
    near = table.state.county.near[hex("C4")]
    nearer = {one for one in near if table.state.distance(one, hex("D2")) == 3 - 1}
    assert {option.to for option in play.options("move_token")} == nearer


def test_HE_028_an_enemy_with_no_legal_nearer_hex_is_not_pulled() -> None:
    # given a red haint on D4 whose nearer hexes hold blue units
    table = county().legend("family", "D2").units("protectors", 1, "D4").units("family", 1, "D3")
    play = table.scrolls("family", 3).turn("family", "legend").choose("use_scrolls")
    play.choose("place_storm", hex="D2")
    play.done()
    assert play.asked == "family legend"
    assert play.haints("protectors", "D4") == 1


def test_HE_029_power_and_scrolls_are_not_mixed() -> None:
    play = start().turn("protectors", "legend").choose("use_power", legend="emmy")
    assert play.asked == "protectors legend"
    assert not play.offers("use_power")
    play.choose("use_scrolls")
    assert play.refused("use_power", legend="emmy").clause == "HA.P.L2"
    play.choose("place_path", hex="D5")
    assert not play.offers("use_power")


# --- Emmy and Levi ------------------------------------------------------------------------------------------


def test_HX_10_levi_lets_haints_leave_or_enter_terrain_like_his() -> None:
    # given Levi on C2 (plains), haints on D2 (plains), B2 (wetlands), C3 (bog)
    table = county().legend("family", "C2")
    for at in ("D2", "B2", "C3"):
        table.units("family", 1, at)
    play = table.turn("family", "legend").choose("use_power", legend="levi")
    # then the first goes anywhere, the others only onto plains
    county_ = table.state.county
    assert {o.to for o in play.options("move_unit", origin="D2")} == set(county_.near[hex("D2")])
    plains = {h for h in county_.near[hex("B2")] if county_.matches(h, hex("C2"))}
    assert {o.to for o in play.options("move_unit", origin="B2")} == plains == {hex("C2")}
    assert hex("C2") in {o.to for o in play.options("move_unit", origin="C3")}
    assert all(county_.matches(o.to, hex("C2")) for o in play.options("move_unit", origin="C3"))
    # and each at most once
    play.choose("move_unit", origin="B2", to="C2")
    assert not play.offers("move_unit", origin="C2")


def test_HE_095_levi_sends_nobody_onto_a_path() -> None:
    table = county().legend("family", "C2").units("family", 1, "B2").path("C2")
    play = table.turn("family", "legend")
    assert not play.offers("use_power")
    assert play.refused("use_power", legend="levi").clause == "HA.F.L3"


def test_HX_41_a_cube_under_emmy_waits_until_she_comes_back() -> None:
    # given Emmy's power used while she stands with haints
    play = (
        start().wild("protectors", 2).turn("protectors", "legend").choose("use_power", legend="emmy").done()
    )
    assert play.state.cubes_on[hex("D6")] == {"protectors": 1}
    assert play.cubes("protectors") == 0
    # when she leaves and enters again
    play.choose("flip", jar="wild").pass_windows().done()
    play.choose("flip", jar="wild").pass_windows()
    play.choose("lead", figure="legend", origin="D6", to="D5", haints=0)
    assert play.cubes("protectors") == 0
    play.choose("lead", figure="legend", origin="D5", to="D6", haints=0)
    # then the cube is hers
    assert play.cubes("protectors") == 1
    assert play.state.cubes_on[hex("D6")] == {}


def test_HE_086_no_second_cube_on_a_hex() -> None:
    table = start().cube_on("protectors", "D6").units("protectors", 1, "C5")
    play = table.turn("protectors", "legend").choose("use_power", legend="emmy")
    assert play.state.cubes_on[hex("D6")] == {"protectors": 1}
    assert play.state.cubes_on[hex("C5")] == {"protectors": 1}


def test_HA_P_L2_with_too_few_cubes_the_player_chooses_where() -> None:
    table = start().units("protectors", 1, "C5").cubes(protectors=6).inside(protectors=13)
    play = table.turn("protectors", "legend").choose("use_power", legend="emmy")
    play.choose_many("pick_hex", "C5")
    assert play.state.cubes_on[hex("C5")] == {"protectors": 1}
    assert play.state.cubes_on[hex("D6")] == {}


# --- H0.8 -----------------------------------------------------------------------------------------------------


def test_H0_8_3_a_jar_may_be_flipped_for_nothing() -> None:
    play = start().turn("protectors", "attack").done()
    assert play.asked == "family jar"
    assert play.refused("flip", jar="rumour", again=False).clause == "H1.4"


def test_H1_4_a_broken_jar_is_not_flipped_again() -> None:
    play = start().flipped("protectors", "wild").turn("protectors")
    assert play.refused("flip", jar="wild", again=False).clause == "H1.4"


def test_H1_3_1_turns_alternate_and_each_takes_three() -> None:
    play = start().play()
    order = []
    for jar in ("attack", "legend", "wild"):
        for _ in range(2):
            order.append(play.question.seat)
            play.choose("flip", jar=jar).pass_windows()
            while play.question.key != "jar":
                play.done() if not play.question.many else play.answer(())
    assert order == ["protectors", "family"] * 3
    assert play.state.round == 2
