"""H5.8, H5.10, H5.12, H5.14, HA.H.C  Attacks on fires and on Hester, devouring, her cards, her end of the game."""

from __future__ import annotations

import pytest

from engine.harrow.check import check
from tests.engine.harrow.board import Play, Table, county, hex, name
from tests.engine.harrow.test_hester import roots, table, terrain

# --- H5.8 fires -----------------------------------------------------------------------------------------------


def test_HE_136_a_fire_closes_a_home() -> None:
    found = table().fire("D6").legend("protectors", "C5").units("protectors", 1, "D5").townsfolk("D5")
    play = found.path("D6").turn("protectors", "wild")
    assert play.refused("spawn", hex="D6", haints=1).clause == "H5.8.1"
    assert play.refused("advance", origin="D5", to="D6", haints=1).clause == "H5.8.1"
    play = found.cleanup("protectors")
    assert not play.offers("guide", to="D6")


def test_H5_8_2_no_storm_on_flames() -> None:
    found = table().fire("E2").legend("family", "E1", side="b")
    play = found.turn("family", "legend").choose("use_scrolls")
    assert not play.offers("place_storm", hex="E2")


def test_HE_137_more_flames_than_units_give_hester_a_cube() -> None:
    found = table().fire("D5", 3).units("protectors", 2, "D6").cubes(protectors=2)
    play = (
        found.tree(protectors=0, bog=1)
        .turn("protectors", "attack")
        .choose("attack", origin="D6", target="D5")
    )
    assert play.state.last_tree.dropped == {"protectors": 2, "bog": 1}


def test_HE_138_a_fire_is_put_out_for_a_point() -> None:
    found = table().fire("D5", 3).units("protectors", 3, "D6").cubes(protectors=4, plains=3)
    play = found.tree(protectors=4, plains=3).turn("protectors", "attack")
    play.choose("attack", origin="D6", target="D5").choose("douse", flames=3)
    assert play.state.flames == {}
    assert play.score("protectors") == 1
    assert play.cubes("protectors") == 1
    assert play.board("hester").fields == [2, 2, 2]
    assert check(play.done().state) == []


def test_H5_8_7_fewer_cubes_than_hester_do_nothing() -> None:
    found = (
        table().fire("D5").units("protectors", 2, "D6").units("family", 1, "A1").cubes(protectors=2, plains=3)
    )
    play = found.tree(protectors=2, plains=3).turn("protectors", "attack")
    play.choose("attack", origin="D6", target="D5")
    assert play.state.flames == {hex("D5"): 2}
    assert play.state.last_attack is not None
    assert play.state.last_attack.result == "nothing"


def test_HE_139_through_the_flames_to_hester() -> None:
    found = table().fire("D5").hester("D5").units("protectors", 1, "D6").cubes(protectors=5, plains=2)
    found.player("protectors").spoon = 2
    play = found.tree(protectors=5, plains=2).turn("protectors", "attack")
    play.choose("attack", origin="D6", target="D5").choose("douse", flames=2).choose("strike_hester")
    play.choose("reset_spoon")
    assert play.state.figures == {}
    assert (play.player("protectors").spoon, play.cubes("protectors")) == (0, 1)
    assert play.score("protectors") == 1


def test_H5_10_1_flames_left_protect_hester() -> None:
    found = table().fire("D5", 3).hester("D5").units("protectors", 4, "D6").cubes(protectors=4, plains=1)
    play = found.tree(protectors=4, plains=1).turn("protectors", "attack")
    play.choose("attack", origin="D6", target="D5")
    assert play.refused("strike_hester").clause == "H5.10.1"
    play.choose("douse", flames=2)
    assert play.state.figures["hester"].hex == hex("D5")


def test_H5_10_3_a_plate_that_is_full_for_the_spoon_scores() -> None:
    found = table().hester("D5").units("protectors", 4, "D6").cubes(protectors=3)
    player = found.player("protectors")
    player.spoon, player.plate = 1, {"family": 1}
    found.player("family").haints -= 1
    play = found.tree(protectors=3).turn("protectors", "attack").choose("attack", origin="D6", target="D5")
    play.choose("strike_hester").choose("reset_spoon")
    assert (play.score("protectors"), play.player("protectors").spoon) == (1, 1)


def test_HE_180_in_a_game_of_three_no_flames_come_back_for_hester() -> None:
    found = table().fire("A1").hester("D5").units("protectors", 4, "D6").cubes(protectors=3)
    play = found.tree(protectors=3).turn("protectors", "attack").choose("attack", origin="D6", target="D5")
    play.choose("strike_hester")
    assert play.board("hester").fields == [0, 2, 2]


def test_H5_10_4_the_attacker_names_whom() -> None:
    found = (
        table()
        .hester("D5")
        .units("family", 1, "D5")
        .units("protectors", 1, "D6")
        .cubes(protectors=3, family=2)
    )
    play = found.tree(protectors=3, family=0).turn("protectors", "attack")
    assert {one.defender for one in play.options("attack", target="D5")} == {"family", "hester"}
    assert play.refused("attack", origin="D6", target="D5").clause == "H1.11.2"
    play.choose("attack", target="D5", defender="family").choose("hit", unit="haint")
    assert play.count("family", "D5") == 0
    assert "hester" in play.state.figures


def test_H5_10_4_units_on_her_hex_may_attack_her() -> None:
    found = table().hester("D5").units("protectors", 1, "D5").cubes(protectors=3)
    play = found.tree(protectors=3).turn("protectors", "attack").choose("attack", origin="D5", target="D5")
    play.choose("strike_hester")
    assert play.state.figures == {}


def test_HE_142_infected_haints_are_hit_last() -> None:
    found = (
        table()
        .units("protectors", 2, "D5")
        .legend("family", "D3")
        .infected("family", 1, "D3")
        .units("family", 1, "A1")
    )
    play = (
        found.cubes(protectors=4)
        .tree(protectors=4)
        .turn("protectors", "attack")
        .choose("attack", target="D3")
    )
    assert {one.unit for one in play.options("hit")} == {"legend"}
    play.choose("hit", unit="legend").choose("push_legend", to="D2")
    play.choose("kill_haint", hex="A1")
    assert {one.unit for one in play.options("hit")} == {"infected"}
    play.choose("hit", unit="infected")
    assert play.board("hester").snakes == 8


# --- H5.12 devouring ------------------------------------------------------------------------------------------


def feast(found: Table) -> Play:
    found.state.cursor.active, found.state.cursor.step = "hester", "cleanup"
    return found.play()


def test_HE_144_a_goblin_cannot_be_devoured() -> None:
    found = table("protectors", "kammi").figures("D3", "D4").legend("protectors", "D7").doll("A1", real=True)
    found.wild("kammi", 1).played("kammi", "C01").hester("D4")
    play = feast(found).choose("devour", owner="kammi", figure="figure2")
    assert play.state.figures["hester"].hex == hex("D4")
    assert play.board("kammi").known
    assert play.player("kammi").discard == ["C01"]
    assert not any(square.filled for square in play.board("hester").squares)


def test_HE_145_a_token_of_the_familys_bag() -> None:
    found = table().legend("family", "D3").hester("D3").bag("advance").scrolls("family", 1)
    play = (
        feast(found)
        .choose("devour", owner="family", figure="legend")
        .choose("bite", token="advance", place="bag")
    )
    assert [one.filled for one in play.board("hester").squares] == ["", "", "", "advance", "", ""]
    assert play.board("family").bag == []
    assert play.state.figures == {}


def test_H5_12_1_she_names_again_what_is_not_in_the_bag() -> None:
    found = table().legend("family", "D3").hester("D3").bag("advance").wild("family", 1)
    play = feast(found).choose("devour", owner="family").choose("bite", token="spawn", place="bag")
    assert not play.offers("bite", token="spawn", place="bag")
    play.choose("bite", token="wild")
    assert play.player("family").wild == 0


def test_HE_146_a_full_side_cannot_take_more() -> None:
    found = (
        table().legend("family", "D3").hester("D3").squares(family=("fire", "fire", "fire")).wild("family", 1)
    )
    play = feast(found)
    assert play.question.seat != "hester" or play.question.key != "devour"


def test_H5_12_1_HP_2_28_a_path_goes_back_onto_the_tracker() -> None:
    found = table().legend("protectors", "D5").hester("D5").path("D6", "C5")
    play = feast(found).choose("devour", owner="protectors")
    assert play.asked == "protectors path.back"
    play.choose("pick_hex", hex="C5")
    assert play.state.paths[hex("C5")] == 0
    assert play.player("protectors").scrolls == 0
    assert check(play.state) == []


def test_HE_147_the_sixth_square_wins_at_once() -> None:
    found = table().points(protectors=7).squares(protectors=("fire", "fire", "fire"), family=("fire", "fire"))
    play = feast(found.legend("family", "D3").hester("D3").wild("family", 1))
    play.choose("devour", owner="family").choose("bite", token="wild", place="player")
    assert play.game.over
    assert play.state.winners == ["hester"]


def test_HE_149_she_keeps_six_cubes_of_her_choice() -> None:
    play = feast(table().cubes(bog=4, plains=4))
    play.choose_many("pay_cube", "bog", "plains")
    assert terrain(play) == {"bog": 3, "plains": 3}


def test_H5_14_2_a_rival_wins_by_points_and_hester_loses() -> None:
    found = table().points(protectors=7)
    found.board("hester").turns = 3
    for jar in ("ability", "wild", "legend", "attack"):
        found.state.tiles[jar] = []
    play = found.round_end()
    assert play.state.winners == ["protectors"]


# --- HA.H.C cards -----------------------------------------------------------------------------------------------


def use(card: str, found: Table, *, tree: bool = False) -> Play:
    return found.played("hester", card).deeds(tree=tree).choose("activate_card", card=card)


def test_HA_H_C01_white_insides_stays_away_from_other_infected_haints() -> None:
    found = table().root("", "D1").infected("protectors", 1, "A4").infected("family", 1, "C3")
    play = use("H01", found)
    assert play.offers("move_unit", to="B4")
    play.choose("move_unit", to="B4")
    assert {name(one.to) for one in play.options("move_unit")} == {"A3", "A4", "B5", "C5"}
    assert play.offers("done")


def test_HA_H_C02_wild_tangle() -> None:
    play = use("H02", table().root("", "D1").cubes(bog=1)).choose(
        "swap_cube", colour="bog", to_colour="plains"
    )
    assert terrain(play) == {"plains": 1}


def test_HA_H_C04_remains_to_be_seen() -> None:
    play = use("H04", table().root("", "D1").cubes(protectors=2, family=1)).choose_many("pay_cube", "forest")
    assert (play.cubes("family"), terrain(play)) == (2, {"forest": 1})
    play = use("H04", table().root("", "D1"))
    assert {one.owner for one in play.options("help")} == {"protectors", "family"}


def test_HA_H_C05_sloth_pays_with_any_colour_on_any_fire() -> None:
    found = table().root("", "D1").fire("D4").cubes(bog=3)
    play = use("H05", found, tree=True).choose("summon", hex="D4", colour="bog")
    assert play.state.figures["hester"].hex == hex("D4")


def test_HA_H_C06_within_reach() -> None:
    play = use("H06", table().root("", "D1").legend("family", "D2").legend("protectors", "D6"))
    assert play.legend("family") == "D1"


def test_HA_H_C07_hurts_only_for_a_moment() -> None:
    found = table().root("", "D1").infected("family", 1, "C2").units("family", 1, "C2").cubes(bog=2)
    play = use("H07", found)
    assert all(unit.infected for unit in play.state.units[hex("C2")])
    assert terrain(play) == {}


def test_HA_H_C08_night_terror_can_make_a_fire() -> None:
    found = (
        table()
        .root("", "D1")
        .fire("B3")
        .infected("protectors", 1, "D5")
        .infected("family", 1, "C4")
        .hester("D3")
    )
    play = use("H08", found)
    assert {(one.owner, name(one.to)) for one in play.options("move_unit")} >= {("hester", "E3")}
    play.choose("move_unit", owner="protectors", to="C4").choose("pick_square", owner="family")
    assert hex("C4") in play.state.flames


def test_HA_H_C09_necessary_sacrifice() -> None:
    found = (
        table()
        .root("", "D1")
        .units("protectors", 1, "D6")
        .infected("protectors", 1, "D6")
        .wild("protectors", 3)
    )
    play = use("H09", found).choose("place_cube", colour="bog", hex="D5")
    assert play.state.cubes_on[hex("D5")] == {"bog": 1}
    moved = table().units("protectors", 1, "D6").wild("protectors", 3).cube_on("bog", "D5")
    play = moved.turn("protectors", "wild").choose("advance", origin="D6", to="D5", haints=1)
    assert play.cubes("bog") == 1


def test_HA_H_C10_closing_in() -> None:
    found = table().root("", "D1").infected("protectors", 1, "D5").infected("family", 1, "C3")
    play = use("H10", found).choose("pick_hex", hex="C4").choose("pick_square", owner="protectors")
    assert play.state.flames == {hex("C4"): 2}
    assert check(play.state) == []


def test_HA_H_C11_trampled_ground() -> None:
    play = use("H11", table().root("", "D1").infected("protectors", 1, "D5").units("protectors", 1, "D6"))
    assert "D6" not in {name(one.to) for one in play.options("move_unit")}
    play.choose("move_unit", to="C4")
    assert play.haints("protectors", "C4") == 1


def test_HA_H_C12_all_around() -> None:
    play = use("H12", table().root("C1", "B1")).choose_many("pay_cube", "bog", "bog")
    assert terrain(play) == {"bog": 2}
    found = table().root("", "D1").played("hester", "H12")
    assert found.hand("hester", "H02").deeds().refused("activate_card", card="H12").clause == "HA.H.C12"


def test_HE_174_HA_H_C13_desperate_grip() -> None:
    found = table().root("E1", "E2", "black").root("E2", "D3", "black")
    play = use("H13", found).choose("regrow", origin="D3", to="C2")
    assert roots(play) == [("E2", "D3"), ("D3", "C2")]
    assert terrain(play) == {}


# --- H5.13 ------------------------------------------------------------------------------------------------------


def test_H5_13_3_hester_decides_about_the_doll() -> None:
    found = table("protectors", "kammi").root("", "D1").figures("D1", "E1").legend("protectors", "D7")
    found.infected("protectors", 1, "D5").doll("D5", real=True).cubes(forest=1)
    play = found.deeds().choose("drive", origin="D5", to="C4", pay="forest")
    assert play.asked == "hester doll.carry"
    play.choose("take_doll")
    assert set(play.state.dolls) == {hex("C4")}


def test_H0_6_1_hester_is_moved_by_the_bruiser_and_nailed_by_bernice() -> None:
    found = (
        table("protectors", "kammi")
        .figures("C1", "E1", "bruiser")
        .legend("protectors", "D7")
        .doll("A1", real=True)
    )
    play = found.hester("D4").turn("kammi", "legend").choose("use_power", legend="bruiser")
    while not play.offers("move_unit", owner="hester"):
        play.done()
    play.choose("move_unit", owner="hester", to="D5")
    assert play.state.figures["hester"].hex == hex("D5")
    found = table().legend("protectors", "D6", "bernice").hester("D5")
    play = found.turn("protectors", "legend").choose("use_power", legend="bernice")
    assert play.state.figures["hester"].nailed


def test_H3_2_3_no_objective_where_hester_stands_or_flames_burn() -> None:
    found = table().fields(townsfolk=("bog",), building=()).hester("D3").fire("D5")
    for jar in ("ability", "wild", "legend", "attack"):
        found.state.tiles[jar] = []
    play = found.round_end()
    offered = {name(one.hex) for one in play.options("place_objective")}
    assert offered
    assert not offered & {"D3", "D5"}


@pytest.mark.parametrize("rivals", [("protectors", "family"), ("protectors", "kammi"), ("family", "kammi")])
def test_H5_1_1_any_two_rivals_sit_beside_her(rivals: tuple[str, str]) -> None:
    found = county("C5", *rivals, "hester")
    assert {square.side for square in found.board("hester").squares} == set(rivals)
