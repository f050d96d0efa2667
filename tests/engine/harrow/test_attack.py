"""H1.11, H1.12  Attacks: the examples and edge cases by their ids. "out" is what the Tree lets fall (H0.7.6)."""

from __future__ import annotations

import pytest

from tests.engine.harrow.board import Play, Table, county, hex


def facing(mode: str = "C1", red: int = 3, blue: int = 2, at: str = "D3") -> Table:
    """Red haints on D5, blue ones on another hex, three cubes each."""
    table = county(mode).units("protectors", red, "D5").cubes(protectors=3, family=3)
    return table.units("family", blue, at) if blue else table


def attack(table: Table, origin: str = "D5", target: str = "D3") -> Play:
    return table.turn("protectors", "attack").choose("attack", origin=origin, target=target)


# --- the seed's examples ------------------------------------------------------------------------------------


def test_HX_11_a_free_advance_then_an_attack_that_kills_one() -> None:
    # given red units on D6 and D5, blue haints on D3, 3 cubes each
    table = county().units("protectors", 2, "D5").units("protectors", 1, "D6").units("family", 2, "D3")
    play = table.cubes(protectors=3, family=3).tree(protectors=3, family=2).turn("protectors", "attack")
    # when P advances first, then attacks with more units
    play.choose("advance", origin="D6", to="D5", haints=1)
    play.choose("attack", origin="D5", target="D3")
    (tree,) = play.noted("tree")
    assert tree.about["dropped"] == {"protectors": 4, "family": 3}
    play.choose("hit", unit="haint")
    # then 2 cubes buy a kill and a point, and 1 against 2 ends it
    assert play.score("protectors") == 1
    assert play.haints("family", "D3") == 1
    assert (play.cubes("protectors"), play.cubes("family")) == (1, 2)
    assert play.asked == "family jar"


def test_HX_12_a_hit_legend_is_pushed_and_a_haint_dies_anywhere() -> None:
    table = facing(blue=0).legend("family", "D3").units("family", 1, "A1").tree(protectors=3, family=2)
    play = attack(table).choose("hit", unit="legend")
    assert play.question.key == "attack.push"
    play.choose("push_legend", to="D2")
    assert play.legend("family") == "D2"
    assert play.haints("family", "A1") == 0  # the only one: no question
    assert play.score("protectors") == 1
    assert play.question.key != "attack.hit"


def test_HX_13_on_the_brambles_a_kill_costs_one() -> None:
    play = attack(facing(at="D4", blue=3).tree(protectors=3, family=2), target="D4")
    play.choose("hit", unit="haint").choose("hit", unit="haint")
    assert play.score("protectors") == 2
    assert (play.cubes("protectors"), play.cubes("family")) == (1, 2)
    assert play.question.key != "attack.hit"


def test_HX_14_a_haint_clash_kills_on_both_sides() -> None:
    play = attack(facing().tree(protectors=2, family=3))
    assert play.asked == "protectors attack.clash"
    play.choose("strike", unit="haint")
    assert play.asked == "family attack.clash"
    play.choose("strike", unit="haint")
    assert (play.score("protectors"), play.score("family")) == (1, 1)
    assert (play.haints("protectors", "D5"), play.haints("family", "D3")) == (2, 1)
    assert (play.cubes("protectors"), play.cubes("family")) == (0, 1)


# --- range and targets --------------------------------------------------------------------------------------


def test_HE_030_range_is_2_and_3_from_a_mountain() -> None:
    table = county().units("protectors", 1, "D5").units("protectors", 1, "B4").units("family", 1, "D2")
    table.units("family", 1, "C2")
    play = table.turn("protectors", "attack")
    refusal = play.refused("attack", origin="D5", target="D2")
    assert (refusal.clause, refusal.about) == ("H1.11.2", {"distance": 3, "range": 2})
    assert play.offers("attack", origin="B4", target="C2")
    assert play.refused("attack", origin="A1", target="C2").clause == "H1.11.2"
    assert play.refused("attack", origin="D5", target="A1").clause == "H1.11.2"


def test_HE_031_haints_fall_before_the_legend() -> None:
    play = attack(facing(blue=1).legend("family", "D3").tree(protectors=4, family=0))
    assert play.options("hit") == [option for option in play.question.options if option.verb == "hit"]
    assert play.refused("hit", unit="legend").clause == "H1.11.4"


def test_HE_032_a_haint_and_then_the_legend() -> None:
    table = facing(blue=1).legend("family", "D3").units("family", 1, "A1").tree(protectors=4, family=0)
    play = (
        attack(table).choose("hit", unit="haint").choose("hit", unit="legend").choose("push_legend", to="D2")
    )
    assert play.score("protectors") == 2


def test_HE_033_fewer_cubes_than_the_defender_end_the_attack() -> None:
    table = county().units("protectors", 3, "D5").units("family", 2, "D3").cubes(protectors=5, family=4)
    play = attack(table.tree(protectors=5, family=4)).choose("hit", unit="haint")
    assert (play.cubes("protectors"), play.cubes("family")) == (3, 4)
    assert play.question.key != "attack.hit"


@pytest.mark.parametrize(("red", "blue"), [(1, 1), (0, 0)], ids=["HE.034", "HE.035"])
def test_HE_034_035_too_few_for_the_price_is_nothing_and_no_clash(red: int, blue: int) -> None:
    play = attack(facing().tree(protectors=red, family=blue))
    assert play.asked == "protectors attack.jar"  # the free action is still there
    assert play.state.last_attack is not None
    assert play.state.last_attack.result == "nothing"
    assert play.score("protectors") == play.score("family") == 0


def test_HE_036_one_cube_is_enough_on_the_brambles() -> None:
    play = attack(facing(at="D4").tree(protectors=1, family=1), target="D4").choose("hit", unit="haint")
    assert play.score("protectors") == 1


# --- the clash ----------------------------------------------------------------------------------------------


def test_HE_037_without_a_haint_at_the_attacker_no_clash() -> None:
    table = county().legend("protectors", "D5").units("family", 2, "D3").cubes(protectors=3, family=3)
    play = attack(table.tree(protectors=2, family=3))
    assert play.state.last_attack is not None
    assert play.state.last_attack.result == "nothing"


def test_HE_038_a_defender_out_of_range_does_not_strike_back() -> None:
    table = county().units("protectors", 1, "B4").units("family", 1, "C2").cubes(protectors=3, family=3)
    play = attack(table.tree(protectors=2, family=3), origin="B4", target="C2")
    assert play.asked == "protectors attack.clash"
    play.choose("strike", unit="haint")
    assert play.asked.startswith("protectors")
    assert play.score("family") == 0


def test_HE_039_the_defender_strikes_even_if_the_attacker_cannot_pay() -> None:
    play = attack(facing().tree(protectors=1, family=3))
    assert play.asked == "family attack.clash"
    play.choose("strike", unit="haint")
    assert (play.score("protectors"), play.score("family")) == (0, 1)


def test_HE_040_the_defender_strikes_after_losing_the_last_haint() -> None:
    play = attack(facing(blue=1).tree(protectors=2, family=3)).choose("strike", unit="haint")
    assert play.haints("family", "D3") == 0
    assert play.asked == "family attack.clash"


def test_HE_041_the_price_is_that_of_the_hex_struck() -> None:
    table = county().units("protectors", 1, "D4").units("family", 1, "D3").cubes(protectors=3, family=3)
    play = attack(table.tree(protectors=2, family=3), origin="D4").choose("strike", unit="haint")
    assert play.question.about["price"] == 1
    play.choose("strike", unit="haint")
    assert play.cubes("family") == 2


def test_H1_11_14_a_clash_may_be_declined() -> None:
    play = attack(facing().tree(protectors=2, family=3)).done().done()
    assert (play.cubes("protectors"), play.cubes("family")) == (2, 3)
    assert (play.haints("protectors", "D5"), play.haints("family", "D3")) == (3, 2)


# --- hits on legends ----------------------------------------------------------------------------------------


def test_HE_042_a_legend_that_cannot_be_pushed_stays() -> None:
    # given Levi on D1, whose neighbours are all illegal for him
    table = county().units("protectors", 3, "D3").cubes(protectors=3, family=0).legend("family", "D1")
    table.townsfolk("C1", "E1").units("protectors", 1, "D2").units("family", 1, "A4").tree(protectors=3)
    play = attack(table, origin="D3", target="D1").choose("hit", unit="legend")
    # then he stays and the bonus kill happens
    assert play.legend("family") == "D1"
    assert play.haints("family", "A4") == 0
    assert play.score("protectors") == 1


def test_HE_043_without_a_haint_on_the_map_the_hit_scores_all_the_same() -> None:
    table = facing(blue=0).legend("family", "D3").tree(protectors=3)
    play = attack(table).choose("hit", unit="legend").choose("push_legend", to="D2")
    assert play.score("protectors") == 1
    assert play.player("family").haints == 15


def test_HE_044_a_push_onto_a_stormy_mountain_is_allowed() -> None:
    table = county().units("protectors", 3, "C3").cubes(protectors=3).legend("family", "C1").storm("B1")
    play = attack(table.tree(protectors=3), origin="C3", target="C1").choose("hit", unit="legend")
    play.choose("push_legend", to="B1")
    assert play.legend("family") == "B1"


# --- the majority cube --------------------------------------------------------------------------------------


def test_HE_045_a_tie_gives_no_majority_cube() -> None:
    play = attack(facing(red=3, blue=3).tree(protectors=0, family=0))
    assert play.state.last_tree.dropped == {"protectors": 3, "family": 3}


def test_HE_046_the_defender_may_have_the_majority() -> None:
    play = attack(facing(red=2, blue=4).tree(protectors=0, family=0))
    assert play.state.last_tree.dropped == {"protectors": 3, "family": 4}


def test_HE_170_cubes_stuck_in_the_tree_count_when_they_fall_out() -> None:
    # given 2 red cubes stuck, 4 dropped (3 and the majority cube)
    play = attack(facing().inside(protectors=2).tree(protectors=5, family=0))
    assert play.state.last_tree.before["protectors"] == 2
    assert play.state.last_tree.dropped["protectors"] == 4
    assert play.cubes("protectors") == 5
    assert play.state.tree["protectors"] == 1


# --- H1.12 attacking again ----------------------------------------------------------------------------------


def test_HE_047_after_an_attack_any_jar_may_attack() -> None:
    table = facing().flipped("protectors", "attack", attacked=True).tree(protectors=0, family=0)
    play = table.turn("protectors").choose("flip", jar="wild", again=True)
    assert play.verbs() == {"attack", "done"}
    play.choose("attack", origin="D5", target="D3")
    assert play.player("protectors").wild == 0


def test_HE_048_without_an_attack_no_other_jar_attacks() -> None:
    play = facing().turn("protectors")
    assert not play.offers("flip", again=True)
    assert play.refused("flip", jar="wild", again=True).clause == "H1.12.1"


def test_HE_049_the_attack_jar_without_an_attack_unlocks_nothing() -> None:
    table = facing().legend("protectors", "A4").legend("family", "A1")
    play = table.turn("protectors", "attack").done()
    play.choose("flip", jar="legend").pass_windows()
    while play.question.key != "jar":
        play.done() if not play.question.many else play.answer(())
    assert play.asked == "protectors jar"
    assert play.refused("flip", jar="wild", again=True).clause == "H1.12.1"


def test_H1_12_1_the_attack_jar_itself_attacks_by_its_own_action() -> None:
    play = facing().flipped("protectors", "wild", attacked=True).turn("protectors")
    assert play.refused("flip", jar="attack", again=True).clause == "H1.12.1"


def test_H1_11_1_the_free_action_may_come_after_the_attack() -> None:
    play = attack(facing().tree(protectors=0, family=0))
    play.choose("strengthen", cubes=1)
    assert play.cubes("protectors") == 1
    assert play.asked == "family jar"


# --- Emmy's shelter -----------------------------------------------------------------------------------------


def test_HE_085_a_red_cube_on_the_attacked_hex_comes_to_the_battleground() -> None:
    play = attack(facing().cube_on("protectors", "D3").tree(protectors=0, family=0))
    assert play.state.last_tree.dropped["protectors"] == 5  # 3, the cube of the hex, the majority
    assert play.state.cubes_on[hex("D3")] == {}


def test_HA_P_L2_a_bonus_kill_does_not_release_the_cube() -> None:
    table = county().units("family", 3, "D3").cubes(family=3).legend("protectors", "D5")
    table.units("protectors", 1, "A4").cube_on("protectors", "A4").tree(family=3)
    play = (
        table.turn("family", "attack").choose("attack", origin="D3", target="D5").choose("hit", unit="legend")
    )
    play.choose("push_legend", to="D6")
    assert play.score("family") == 1
    assert play.state.cubes_on[hex("A4")] == {"protectors": 1}
