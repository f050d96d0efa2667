"""H2, HA  Chapter 2: upgraded boards, trackers, legends and cards; the examples and edge cases by their ids."""

from __future__ import annotations

import msgspec
import pytest

from engine.harrow.data import COUNTIES, FACTS, MAP, County
from engine.harrow.faction import CARDS, LEGENDS
from engine.harrow.family.board import UPGRADES, draws_and_returns
from tests.engine.harrow.board import Play, Table, county, hex


def start() -> Table:
    table = county("C2").legend("protectors", "D6").units("protectors", 2, "D6")
    return table.legend("family", "D2").units("family", 2, "D2")


def power(table: Table, owner: str) -> Play:
    """Use the unique power of the owner's legend."""
    play = table.turn(owner, "legend")
    return play.choose("use_power", legend=play.player(owner).legend)


def card(table: Table, id: str, *, owner: str = "protectors") -> Play:
    """Play a card of the hand in window A."""
    return table.hand(owner, id).turn(owner).choose("flip", jar="wild").choose("play_card", card=id)


def upgrade(table: Table, id: str) -> Play:
    """The Family draws one upgrade token and activates it."""
    return table.bag(id).turn("family", "ability").choose("activate", token=id)


# --- H2.2 the Family's board ----------------------------------------------------------------------------------


def test_HX_17_at_first_four_are_drawn_and_one_goes_back() -> None:
    play = start().turn("family", "ability")
    assert play.question.key == "ability.return"
    assert (len(play.question.options), play.question.least, play.question.most) == (4, 1, 1)
    play.answer((play.question.options[0],))
    assert len(play.board("family").front) == 3


def test_HX_18_a_small_bag_lets_fewer_go_back() -> None:
    table = start().line(*["advance"] * 4).bag(*["spawn"] * 6)
    assert draws_and_returns(table.state) == (7, 3)
    play = table.turn("family", "ability")
    assert len(play.board("family").front) == 4  # 6 drawn, 2 back: all alike, so nobody is asked
    assert len(play.board("family").bag) == 2


@pytest.mark.parametrize(("placed", "numbers"), [(0, (4, 1)), (1, (5, 2)), (2, (5, 1))])
def test_HX_19_the_line_of_numbers(placed: int, numbers: tuple[int, int]) -> None:
    assert draws_and_returns(start().line(*["advance"] * placed).state) == numbers


def test_HE_071_a_bag_of_three_lets_none_go_back() -> None:
    play = start().line("advance").bag("spawn", "spawn", "advance").turn("family", "ability")
    assert play.question.key == "ability.tokens"
    assert len(play.board("family").front) == 3


def test_HE_072_an_empty_bag_gives_no_tokens() -> None:
    play = start().bag().turn("family", "ability")
    assert play.asked == "protectors jar"
    assert play.player("family").flipped == ["ability"]


def test_H2_2_1_a_card_symbol_draws_a_card() -> None:
    table = start().rows("protectors", advance=1).units("protectors", 1, "C4").token("advance", "C4")
    play = table.cleanup("protectors")
    assert len(play.player("protectors").hand) == 1
    table = start().line("advance", "advance").units("family", 1, "C4").token("advance", "C4")
    play = table.cleanup("family").choose_many("to_board", "advance")
    assert len(play.player("family").hand) == 1


# --- H2.5 upgrades ----------------------------------------------------------------------------------------------


def test_HX_20_an_upgrade_takes_the_place_of_its_price() -> None:
    table = start().bag("strengthen").hand("family", "U6")
    box = table.state.box["strengthen"]
    play = table.turn("family", "ability").choose("play_upgrade", card="U6")
    assert play.state.box["strengthen"] == box + 1
    assert play.board("family").front == ["U6"]
    play.choose("activate", token="U6")
    assert play.cubes("family") == 2
    assert play.asked == "family store"
    play.answer(())
    assert play.board("family").bag == ["U6"]


def test_HX_21_council_house_is_not_interrupted() -> None:
    # given Council House and a SPAWN token
    table = county("C2").legend("family", "D2").units("family", 1, "D2").bag("U1", "spawn")
    play = table.turn("family", "ability").choose("activate", token="U1")
    play.choose("advance", origin="D2", to="D3", haints=1)
    assert play.offers("advance", origin="D3")
    # when the SPAWN comes after the first ADVANCE
    play.choose("spawn", hex="D2", haints=1)
    # then the second is lost
    assert play.asked == "family store"


def test_H1_5_4_council_house_adds_up_with_advance_tokens() -> None:
    table = county("C2").units("family", 1, "C2").bag("U1", "advance")
    play = table.turn("family", "ability").choose("activate", token="U1")
    play.choose("advance", origin="C2", to="C1", haints=1).choose("advance", origin="C1", to="B1", haints=1)
    assert play.haints("family", "B1") == 1
    assert play.asked == "family store"


def test_HE_073_a_used_token_pays_for_nothing() -> None:
    table = start().bag("strengthen", "advance").hand("family", "U6")
    play = table.turn("family", "ability").choose("strengthen", cubes=1)
    assert not play.offers("play_upgrade")
    assert play.refused("play_upgrade", card="U6").clause == "H2.5.2"


def test_HE_074_a_collected_token_pays_for_nothing() -> None:
    # given a STRENGTHEN token under a blue unit, and only an ADVANCE drawn
    table = start().units("family", 1, "C4").token("strengthen", "C4").bag("advance").hand("family", "U6")
    play = table.turn("family", "ability")
    assert play.refused("play_upgrade", card="U6").clause == "H2.5.2"
    play.done()
    # then in cleanup, when it is in front, it is too late
    assert play.question.key == "store"
    assert play.refused("play_upgrade", card="U6").clause == "H2.5.1"


def test_H2_5_1_one_upgrade_card_in_a_turn() -> None:
    table = start().bag("strengthen", "spawn").hand("family", "U6", "U4")
    play = table.turn("family", "ability").choose("play_upgrade", card="U6")
    assert play.refused("play_upgrade", card="U4").clause == "H2.5.1"


def test_HE_075_a_knife_that_is_drawn_waits_on_the_attack_jar() -> None:
    # given 4 drawn with the Knife among them, one of which goes back
    play = start().bag("U7", "advance", "advance", "spawn").turn("family", "ability")
    # then it gives 1 STRENGTHEN at once and is not on offer
    assert play.cubes("family") == 1
    assert play.board("family").waiting == ["U7"]
    assert "U7" not in {option.token for option in play.options("give_back")}
    assert len(play.question.options) == 3


def test_HE_076_the_knife_gives_two_majority_cubes() -> None:
    table = county("C2").units("family", 1, "D3").units("protectors", 4, "D5").cubes(family=2, protectors=2)
    play = table.waiting("U7").tree(family=0, protectors=0).turn("family", "attack")
    play.choose("attack", origin="D3", target="D5")
    assert play.state.last_tree.dropped == {"protectors": 2, "family": 4}
    assert play.board("family").waiting == []
    assert "U7" in play.board("family").bag


def test_HE_077_weaving_reaches_two_hexes_farther_and_nobody_strikes_back() -> None:
    table = county("C2").units("family", 1, "D2").units("protectors", 1, "D6").cubes(family=2, protectors=3)
    play = table.waiting("U9").tree(family=2, protectors=3).turn("family", "attack")
    play.choose("attack", origin="D2", target="D6")
    assert play.asked == "family attack.clash"
    play.done()
    assert play.asked.startswith("family")
    assert "U9" in play.board("family").bag


def test_HE_078_weaving_waits_over_the_end_of_the_round() -> None:
    play = start().waiting("U9").round_end()
    assert play.board("family").waiting == ["U9"]


def test_HX_28_the_parts_of_storm_guide_are_not_mixed() -> None:
    table = county("C2").legend("family", "D2").units("family", 2, "E2").storm("E3", "D3")
    play = upgrade(table, "U2").choose("pick_part", part="other")
    play.choose("move_unit", unit="haint", origin="E2", to="E3")
    assert play.verbs() == {"move_unit", "done"}
    assert play.refused("advance", origin="E2", to="E1", haints=1).clause == "H1.6.1"
    play.done()
    assert play.verbs() == {"advance", "lead", "done"}
    play.choose("advance", origin="E2", to="E1", haints=1)
    assert play.asked == "family store"


def test_HA_F_U2_each_unit_goes_into_a_storm_once() -> None:
    table = county("C2").legend("family", "D2").units("family", 1, "D2").storm("D3", "C3")
    play = upgrade(table, "U2").choose("pick_part", part="other")
    play.choose("move_unit", unit="haint", origin="D2", to="D3")
    assert not play.offers("move_unit", origin="D3")
    assert play.offers("move_unit", unit="legend", origin="D2", to="D3")


def test_HA_F_U3_psychopomp_sends_a_haint_to_empty_terrain() -> None:
    table = (
        county("C2").legend("family", "D2").units("protectors", 2, "C5").token("spawn", "A2").building("A4")
    )
    play = upgrade(table, "U3").choose("pick_part", part="other")
    play.choose("pick_unit", owner="protectors", hex="C5")
    to = {option.to for option in play.options("move_unit")}
    assert hex("A2") not in to
    assert hex("A4") not in to  # a building is hostile to it
    assert hex("B1") not in to  # a mountain
    play.choose("move_unit", to="A1")
    assert play.haints("protectors", "A1") == 1


def test_HA_F_U4_faceless_portraits_spawn_two() -> None:
    play = upgrade(county("C2").legend("family", "C3"), "U4").choose("spawn", hex="C3", haints=2)
    assert play.haints("family", "C3") == 2


def test_HA_F_U5_distant_tremor_spawns_within_range() -> None:
    table = county("C2").legend("family", "C3")
    play = upgrade(table, "U5").choose("spawn", hex="C5", haints=1)
    assert play.haints("family", "C5") == 1


def test_HE_102_merging_leaves_what_may_not_be_on_the_brambles() -> None:
    # given a storm, a townsfolk, a token and a path on C3, the legend beyond the brambles
    table = county("C2").legend("family", "E3").storm("D5").townsfolk("D5").token("spawn", "D5").path("D5")
    table.legend("protectors", "A1")
    play = upgrade(table, "U8").choose("pick_part", part="other").choose("pick_hex", hex="D5")
    play.choose("merge", to="D4")
    assert play.storm("D5")
    assert play.objectives("townsfolk") == ["D5"]
    assert play.tokens("D4") == ["spawn"]
    assert play.state.paths[hex("D4")] == 1


def test_HA_F_U8_too_many_units_are_chosen_from() -> None:
    table = county("C2").legend("family", "D2").units("family", 2, "D3").units("family", 3, "D4")
    play = upgrade(table, "U8").choose("pick_part", part="other").choose("pick_hex", hex="D4")
    assert play.haints("family", "D3") == 4  # three equal haints, room for two: nobody is asked
    assert play.haints("family", "D4") == 1


# --- H2.3 trackers, side B ------------------------------------------------------------------------------------


def test_H2_3_1_townsfolk_are_pulled_and_others_pushed() -> None:
    # given four scrolls, a townsfolk on A2 with a token next to it, a blue haint beside
    table = county("C2").legend("protectors", "D5", side="b", scrolls=3).townsfolk("B3").token("spawn", "C4")
    table.units("family", 1, "C3").units("family", 1, "A1").legend("family", "G1")
    play = table.turn("protectors", "legend").choose("use_scrolls")
    play.choose("move_objective", objective="townsfolk", origin="B3", to="C4")
    play.choose("take_token", token="spawn", hex="C4")
    assert play.board("protectors").rows["spawn"] == 1
    play.choose("move_unit", owner="family", origin="C3", to="C2")
    play.choose("move_unit", owner="family", origin="C2", to="C1")
    assert play.haints("family", "C1") == 1


def test_HE_080_without_a_townsfolk_nothing_happens() -> None:
    table = county("C2").legend("protectors", "D5", side="b", scrolls=1).token("spawn", "D5")
    play = table.turn("protectors", "legend").choose("use_scrolls")
    assert play.asked != "protectors talk.token"
    assert not play.offers("take_token")


def test_H1_14_2_a_townsfolk_pulled_home_is_rescued_at_once() -> None:
    table = (
        county("C2").legend("protectors", "D6", side="b", scrolls=3).townsfolk("D5").units("family", 1, "C4")
    )
    play = table.legend("family", "A1").turn("protectors", "legend").choose("use_scrolls")
    play.choose("move_objective", to="D6")
    assert play.score("protectors") == 2
    assert not play.offers("move_unit")  # the scrolls speak of a townsfolk that is gone


def test_H2_3_3_a_storm_next_to_the_legend_pushes() -> None:
    table = county("C2").legend("family", "D2", side="b", scrolls=3).token("spawn", "D3")
    table.units("family", 1, "C2").units("protectors", 1, "E3")
    play = table.turn("family", "legend").choose("use_scrolls")
    assert {option.hex for option in play.options("place_storm")} == set(table.state.county.near[hex("D2")])
    play.choose("place_storm", hex="D3")
    play.choose("move_token", token="spawn", origin="D3", to="D4")
    assert {option.to for option in play.options("move_unit", origin="C2")} <= {
        one for one in table.state.county.near[hex("C2")] if table.state.distance(one, hex("D3")) == 2
    }
    play.choose("move_unit", owner="family", unit="haint", origin="C2")
    play.choose("move_unit", owner="protectors", origin="E3")
    assert play.haints("protectors", "E3") == 0


# --- HA.P.L the Protectors' legends ---------------------------------------------------------------------------


def bernice() -> Table:
    return county("C2").legend("protectors", "D6", id="bernice").units("protectors", 1, "D5")


def test_HA_P_L1_bernice_moves_a_haint_and_nails_a_unit() -> None:
    table = bernice().legend("family", "C3").units("family", 1, "D4")
    play = power(table, "protectors")
    assert not play.offers("move_unit", to="D4")  # brambles are no terrain, and enemies stand there
    play.choose("move_unit", origin="D5", to="C4")
    play.choose("pick_unit", owner="family", unit="legend", hex="C3")
    assert play.state.units[hex("C3")][0].nailed


def test_HE_081_a_nailed_legend_does_not_move_by_a_tile() -> None:
    table = county("C3").legend("family", "D2").nail("family", "legend", "D2").units("family", 1, "D2")
    play = table.tile("wild", "B7").turn("family").choose("flip", jar="wild").choose("use_tile", tile="B7")
    assert not play.offers("move_unit")
    assert play.legend("family") == "D2"


def test_HE_082_the_others_of_a_group_move_on() -> None:
    table = county("C2").units("family", 3, "D3").nail("family", "haint", "D3").wild("family", 1)
    play = table.turn("family", "wild")
    assert play.refused("advance", origin="D3", to="D4", haints=3).clause == "H1.6.1"
    play.choose("advance", origin="D3", to="D4", haints=2)
    assert (play.haints("family", "D3"), play.haints("family", "D4")) == (1, 2)


def test_HE_083_an_advance_frees_a_nailed_unit_without_moving_it() -> None:
    table = county("C2").units("family", 1, "D3").nail("family", "haint", "D3").wild("family", 1)
    play = table.turn("family", "wild").choose("pull_nail", hex="D3", unit="nailed")
    assert play.question.about["left"] == 1
    assert play.haints("family", "D3") == 1
    assert play.offers("advance", origin="D3")


def test_HE_084_with_both_nails_out_one_may_be_placed_anew() -> None:
    table = bernice().units("family", 1, "A1").units("family", 1, "A2").units("family", 1, "C3")
    play = power(table.nail("family", "haint", "A1").nail("family", "haint", "A2"), "protectors")
    play.choose("move_unit", to="C4")
    assert play.question.key == "nail.take"
    play.choose("pick_unit", hex="A1")  # only the haint on C3 stands next to a red unit
    assert [play.state.units[hex(at)][0].nailed for at in ("A1", "A2", "C3")] == [False, True, True]


def test_H1_11_13_a_nailed_legend_is_not_pushed() -> None:
    table = county("C2").units("protectors", 3, "D5").cubes(protectors=3).legend("family", "D3")
    play = (
        table.nail("family", "legend", "D3")
        .units("family", 1, "A1")
        .tree(protectors=3)
        .turn("protectors", "attack")
    )
    play.choose("attack", origin="D5", target="D3").choose("hit", unit="legend")
    assert play.legend("family") == "D3"
    assert play.haints("family", "A1") == 0


def malachi(red: int = 0) -> Table:
    table = county("C2").legend("protectors", "D6", id="malachi").cubes(protectors=3, family=3)
    return table.units("protectors", red, "D5").units("family", 2, "D3").legend("family", "A1")


def test_HE_087_wrath_counts_as_two_more_units() -> None:
    # given four red units where the wrath goes, and six blue units' worth of nothing
    table = malachi(red=4).tree(protectors=3, family=0)
    play = power(table, "protectors").choose("pick_hex", hex="D5").choose("attack")
    assert play.noted("attack")
    attack = play.state.last_attack
    assert attack is not None
    assert attack.majority == "protectors"


def test_HE_088_wrath_alone_makes_no_clash() -> None:
    play = (
        power(malachi().tree(protectors=2, family=3), "protectors")
        .choose("pick_hex", hex="D5")
        .choose("attack")
    )
    attack = play.state.last_attack
    assert attack is not None
    assert attack.result == "nothing"
    assert play.state.cursor.wrath == 0


def test_H1_12_3_malachis_attack_unlocks_attacking_again() -> None:
    play = power(malachi().tree(protectors=0, family=0), "protectors")
    play.choose("pick_hex", hex="D5").choose("attack")
    assert play.player("protectors").attacked


def priscilla(at: str = "D6") -> Table:
    return county("C2").legend("protectors", at, id="priscilla").legend("family", "D2")


def test_HA_P_L4_provocations_spawn_at_the_end_of_the_round() -> None:
    play = power(priscilla(), "protectors")
    play.choose_many("pick_hex", "A3", "G2")
    assert play.board("protectors").provocations == [hex("A3"), hex("G2")]
    table = priscilla()
    table.board("protectors").provocations = [hex("A3"), hex("G2")]
    play = table.round_end()
    assert (play.haints("protectors", "A3"), play.haints("protectors", "G2")) == (1, 1)
    assert play.board("protectors").provocations == []


def test_HE_089_priscilla_on_a_mountain_places_nothing() -> None:
    play = priscilla("B4").turn("protectors", "legend")
    assert play.refused("use_power", legend="priscilla").clause == "H0.6.7"


def test_HE_090_a_unit_on_a_provocation_sends_it_back() -> None:
    table = priscilla().units("protectors", 1, "A2").wild("protectors", 1)
    table.board("protectors").provocations = [hex("A3")]
    play = table.turn("protectors", "wild").choose("advance", origin="A2", to="A3", haints=1)
    assert play.board("protectors").provocations == []
    assert play.haints("protectors", "A3") == 1


def test_HP_2_27_with_too_few_haints_priscilla_chooses_where() -> None:
    table = priscilla()
    table.board("protectors").provocations = [hex("A3"), hex("G2")]
    table.player("protectors").haints = 1
    table.units("protectors", 0, "A1")
    play = table.round_end()
    assert play.asked == "protectors provoke.spawn"
    play.choose_many("pick_hex", "G2")
    assert play.haints("protectors", "G2") == 1


def test_HE_091_the_boy_sends_no_townsfolk_onto_enemies() -> None:
    # given the Boy on forest C4, a townsfolk on B4's neighbour whose forest neighbour B3 holds a blue unit
    table = (
        county("C2").legend("protectors", "C4", id="skinless-boy").townsfolk("A2").units("family", 1, "B3")
    )
    table.units("protectors", 1, "E4")
    play = power(table, "protectors")
    assert {option.to for option in play.options("move_objective")} == {hex("A1")}
    play.choose("move_unit", origin="E4", to="E3")
    assert not play.offers("move_unit")
    play.choose("move_objective", to="A1")
    assert play.objectives("townsfolk") == ["A1"]


# --- HA.F.L the Family's legends --------------------------------------------------------------------------------


def family(id: str, at: str = "D2") -> Table:
    return county("C2").legend("family", at, id=id).legend("protectors", "D6")


def test_HA_F_L1_corbin_gives_one_haint_for_two() -> None:
    play = power(family("corbin").units("family", 1, "A4"), "family")
    assert play.haints("family", "A4") == 0  # the only one: no question
    play.choose("pick_hex", hex="D3").choose("pick_hex", hex="C1")
    assert (play.haints("family", "D3"), play.haints("family", "C1")) == (1, 1)


def test_HE_092_corbin_without_haints_does_nothing() -> None:
    assert family("corbin").turn("family", "legend").refused("use_power", legend="corbin").clause == "HA.F.L1"


@pytest.mark.parametrize(("out", "left"), [(2, 1), (3, 0)], ids=["HE.093", "HE.094"])
def test_HE_093_094_kaine_removes_a_haint_with_three_cubes_out(out: int, left: int) -> None:
    table = family("kaine").units("protectors", 1, "C2").cubes(family=3, protectors=0).tree(family=out)
    play = power(table, "family")
    assert play.haints("protectors", "C2") == left
    assert play.score("family") == 0
    assert play.cubes("family") == out
    assert play.player("family").plate == {}


def test_HA_F_L2_kaine_does_nothing_on_a_mountain() -> None:
    assert (
        family("kaine", "B1").turn("family", "legend").refused("use_power", legend="kaine").clause == "H0.6.7"
    )


def test_HE_096_odessas_cubes_come_back_before_comparing() -> None:
    # given Odessa with 3 cubes
    table = county("C2").units("protectors", 3, "D5").units("family", 1, "D3").cubes(protectors=3, family=3)
    table.legend("family", "A1", id="odessa").legend("protectors", "A4")
    table.state.cubes["family"] -= 3
    table.board("family").held = 3
    # when P attacks and r3 b1 fall out
    play = (
        table.tree(protectors=3, family=1)
        .turn("protectors", "attack")
        .choose("attack", origin="D5", target="D3")
    )
    assert play.asked == "family design.return"
    play.choose("return_cubes", cubes=3)
    # then b4 beats it
    assert play.cubes("family") == 4
    assert play.asked == "protectors attack.clash"


def test_HA_F_L4_odessa_keeps_up_to_three_cubes() -> None:
    play = power(family("odessa").cubes(family=5), "family")
    assert play.options("keep_cubes")[0].cubes == 3
    play.choose("keep_cubes", cubes=2)
    assert (play.cubes("family"), play.board("family").held) == (3, 2)


def test_HE_097_mildred_with_one_storm_on_the_map_puts_one_token(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a county with one printed storm
    hexes = [msgspec.structs.replace(one, storm=one.name == "B3") for one in MAP.sides["a"].hexes]
    monkeypatch.setitem(COUNTIES, "a", County("a", "One storm", hexes, MAP))
    table = family("mildred").units("family", 1, "C3").cubes(family=3, protectors=0).tree(family=3)
    # when three blue cubes fall out
    play = power(table, "family")
    assert play.legend("family") == "C3"
    play.choose("put_token", token="legend", hex="B3")
    # then one token lies on it and no other is placed
    assert play.tokens("B3") == ["legend"]
    assert not play.offers("put_token")


def test_HA_F_L5_mildred_puts_tokens_on_two_different_storms() -> None:
    table = family("mildred").units("family", 1, "C3").cubes(family=3, protectors=0).tree(family=3)
    play = power(table, "family")
    assert {option.hex for option in play.options("put_token")} == {hex("B3"), hex("F3")}
    play.choose("put_token", token="legend", hex="B3")
    assert {option.hex for option in play.options("put_token")} == {hex("F3")}
    play.choose("put_token", token="spawn", hex="F3")
    assert (play.tokens("B3"), play.tokens("F3")) == (["legend"], ["spawn"])


def test_HE_098_willa_takes_any_token_of_the_bag() -> None:
    table = family("willa").bag("U8", "advance").token("spawn", "D5")
    play = power(table, "family").choose("take_from_bag", token="U8")
    play.choose("pick_part", part="spawn").choose("spawn", hex="D2", haints=1)
    play.choose("pick_hex", hex="D5")
    assert play.tokens("D4") == ["spawn"]
    play.choose("store", place="board")
    assert play.board("family").line == ["U8"]
    assert play.board("family").bag == ["advance"]


# --- HA.P.T tactics ---------------------------------------------------------------------------------------------


def test_HX_22_a_card_does_not_interrupt_an_action() -> None:
    table = start().rows("protectors", advance=2).hand("protectors", "T11").turn("protectors")
    play = table.choose("flip", jar="ability").pass_windows().choose("use_row", ability="advance")
    for origin, to in (("D6", "D5"), ("D5", "C4"), ("C4", "D5")):
        play.choose("advance", origin=origin, to=to, haints=1)
    assert play.refused("play_card", card="T11").clause == "H2.4.1"
    play.done()
    assert play.question.key == "window.after"
    play.choose("play_card", card="T11").choose("strengthen", cubes=2)
    assert play.player("protectors").discard == ["T11"]


def test_HE_079_one_card_in_a_turn() -> None:
    play = card(start().hand("protectors", "T15"), "T11").choose("strengthen", cubes=2)
    assert play.refused("play_card", card="T15").clause == "H2.4.1"
    play.done()
    assert play.asked == "family jar"


def test_HX_27_calling_the_dead_gives_half_the_value_rounded_up() -> None:
    table = county("C2").legend("protectors", "D6").rows("protectors", spawn=1)
    play = card(table, "T08")
    assert play.question.about["left"] == 2


def test_HX_43_a_token_shot_before_the_action_counts_in_it() -> None:
    table = county("C2").legend("protectors", "D6").token("advance", "D1").hand("protectors", "T03")
    play = table.turn("protectors").choose("flip", jar="ability").choose("play_card", card="T03")
    assert play.board("protectors").rows["advance"] == 1
    play.pass_windows().choose("use_row", ability="advance")
    assert play.question.about["left"] == 4


def test_HA_P_T01_scaredy_cat_draws_haints_closer() -> None:
    table = county("C2").legend("protectors", "D6").units("family", 2, "D3").units("family", 1, "D4")
    play = card(table, "T01")
    play.choose("move_unit", origin="D3", to="D4")
    play.choose("move_unit", origin="D4", to="D5")  # one that has not moved yet
    play.choose("move_unit", origin="D3")
    assert not play.offers("move_unit")


def test_HA_P_T02_one_of_each_and_one_more_with_fewer_cubes() -> None:
    table = county("C2").legend("protectors", "D6").cubes(family=3)
    play = card(table, "T02").choose("strengthen", cubes=1).choose("spawn", hex="D6", haints=1)
    play.choose("lead", figure="legend", origin="D6", to="D5", haints=0)
    assert play.question.key == "most-haunted.more"
    play.choose("strengthen", cubes=1)
    assert play.cubes("protectors") == 2


def test_HA_P_T04_resolve_spawns_with_a_townsfolk() -> None:
    play = card(county("C2").legend("protectors", "D6").townsfolk("A1", "G1").units("family", 1, "G1"), "T04")
    assert {option.hex for option in play.options("pick_hex")} == {hex("A1")}
    play.choose("pick_hex", hex="A1")
    assert play.haints("protectors", "A1") == 1


def test_HA_P_T05_witchs_fire_needs_empty_hexes() -> None:
    table = county("C2").legend("protectors", "D6").path("D5").token("spawn", "C4").townsfolk("A1")
    play = card(table, "T05")
    on_offer = {option.hex for option in play.options("put_token")}
    assert on_offer.isdisjoint({hex(at) for at in ("D6", "D5", "C4", "A1")})
    assert {hex("D4"), hex("B1"), hex("F3")} <= on_offer
    play.choose("put_token", token="legend", hex="D4").choose("put_token", token="spawn", hex="B1")
    assert (play.tokens("D4"), play.tokens("B1")) == (["legend"], ["spawn"])


def test_HA_P_T06_ghost_trap_needs_an_enemy_legend_next_door() -> None:
    table = county("C2").legend("protectors", "D6").wild("protectors", 3).legend("family", "D4")
    assert card(table, "T06").question.key != "ghost-trap"
    table = county("C2").legend("protectors", "D6").wild("protectors", 3).legend("family", "D5")
    assert card(table, "T06").question.about["left"] == 2


def test_HA_P_T07_reinforcements_join_others() -> None:
    table = county("C2").legend("protectors", "D6").units("protectors", 1, "A1").units("protectors", 1, "G4")
    play = (
        card(table, "T07").choose("move_unit", origin="A1", to="D6").choose("move_unit", origin="G4", to="D6")
    )
    assert play.count("protectors", "D6") == 3


def test_HA_P_T09_storm_leap_lands_behind_the_storm() -> None:
    table = county("C2").legend("protectors", "D6").storm("D5").units("family", 4, "D5")
    play = card(table, "T09").choose("move_unit", unit="legend", to="D4")
    assert play.legend("protectors") == "D4"


def test_HE_099_the_landing_must_be_legal() -> None:
    table = county("C2").legend("protectors", "D6").storm("D5").units("family", 1, "D4")
    assert not card(table, "T09").offers("move_unit")


@pytest.mark.parametrize("way", ["two", "far"])
def test_HA_P_T10_roar_in_two_ways(way: str) -> None:
    table = county("C2").legend("protectors", "D6").units("family", 2, "D5")
    play = card(table, "T10").choose("pick_part", part=way)
    if way == "two":
        play.choose("move_unit", origin="D5", to="D4").choose("move_unit", origin="D5", to="D4")
        assert play.haints("family", "D4") == 2
    else:
        play.choose("move_unit", origin="D5", to="D4").choose("move_unit", origin="D4", to="D3")
        assert (play.haints("family", "D5"), play.haints("family", "D3")) == (1, 1)


def test_HE_100_spectral_vision_comes_after_the_action() -> None:
    table = start().wild("protectors", 2).hand("protectors", "T12")
    play = table.turn("protectors").choose("flip", jar="attack")
    assert play.refused("play_card", card="T12").clause == "HA.P.T12"
    play.done().done().choose("play_card", card="T12")
    assert play.question.about["left"] == 2


def test_HA_P_T13_the_legend_goes_alone() -> None:
    play = card(start(), "T13")
    assert play.refused("advance", origin="D6", to="D5", haints=1).clause == "HA.P.T13"
    play.choose("lead", figure="legend", origin="D6", to="D5", haints=0)
    assert play.question.about["left"] == 2


def test_HA_P_T14_an_ability_and_the_first_scroll() -> None:
    play = card(start(), "T14").choose("pick_part", part="scroll").choose("place_path", hex="D5")
    play.choose("strengthen", cubes=1)
    assert play.state.paths[hex("D5")] == 1
    assert play.cubes("protectors") == 1


def test_HA_P_T14_a_lying_path_may_be_moved() -> None:
    play = card(start().path("A1"), "T14").choose("pick_part", part="scroll").choose("take_path", hex="A1")
    play.choose("place_path", hex="D6")
    assert play.state.paths[hex("D6")] == 1


def test_HA_P_T15_the_range_is_longer_for_a_turn() -> None:
    table = county("C2").legend("protectors", "D6").units("family", 1, "D2").hand("protectors", "T15")
    play = (
        table.turn("protectors").choose("flip", jar="attack").choose("play_card", card="T15").pass_windows()
    )
    assert play.offers("attack", origin="D6", target="D2")


def banish(table: Table) -> Play:
    play = table.hand("protectors", "T16").turn("protectors").choose("flip", jar="attack")
    return play.choose("play_card", card="T16")


def test_HE_101_banished_cubes_come_back_at_the_end_of_the_turn() -> None:
    table = county("C2").units("protectors", 3, "D5").units("family", 2, "D3").cubes(protectors=3, family=2)
    play = banish(table.legend("protectors", "A4").inside(family=1).tree(protectors=2, family=1))
    assert play.options("set_aside")[0].cubes == 2
    play.choose("set_aside", cubes=2).pass_windows().choose("attack", origin="D5", target="D3")
    assert play.state.last_tree.dropped["family"] == 0
    play.choose("hit", unit="haint").done()
    assert play.cubes("family") == 3  # one fell out, two came back


def test_HE_184_cubes_set_aside_are_no_supply() -> None:
    table = county("C2").units("protectors", 1, "D5").units("family", 2, "D3").cubes(protectors=3, family=3)
    play = banish(table.legend("protectors", "A4").inside(family=12).tree(protectors=0, family=0))
    play.choose("set_aside", cubes=3).pass_windows().choose("attack", origin="D5", target="D3")
    assert play.state.last_tree.dropped == {"protectors": 3, "family": 0}


# --- everything there is ------------------------------------------------------------------------------------------


def test_every_card_and_legend_of_the_data_has_a_declaration() -> None:
    assert set(FACTS.cards) == set(CARDS) | set(UPGRADES)
    assert set(FACTS.legends) == set(LEGENDS)
    assert {id: card.clause for id, card in CARDS.items()} == {
        id: fact.clause for id, fact in FACTS.cards.items() if id in CARDS
    }
