"""H4, HA.K  Kammi: the examples and edge cases by their ids."""

from __future__ import annotations

from engine.harrow.projection import project
from engine.harrow.state import Doll
from tests.engine.harrow.board import Play, Table, county, hex


def table(other: str = "protectors", **figures: str) -> Table:
    """Kammi in the north against the Protectors, or in the south against the Family."""
    found = county("C4", other, "kammi")
    places = {"kammi": "C1", "goblin": "E1"} | figures
    found.figures(places["kammi"], places["goblin"], places.get("goblin_id", "prankster"))
    return found.legend(other, "D6" if other == "protectors" else "D2")


def card(found: Table, id: str) -> Play:
    return found.hand("kammi", id).turn("kammi").choose("flip", jar="wild").choose("play_card", card=id)


# --- H4.6 the grid ------------------------------------------------------------------------------------------


def test_HX_26_a_token_is_inserted_and_the_two_in_the_row_act() -> None:
    found = table().grid(("strengthen", "advance"), ("spawn", "spawn"), ("advance", "strengthen"))
    play = found.units("kammi", 1, "D3").turn("kammi", "ability").choose("use_grid", row=1)
    assert play.board("kammi").grid[0] == ["advance", "strengthen"]
    assert (play.board("kammi").inserting, play.board("kammi").black) == ("advance", 0)
    play.choose("use_token", ability="advance")
    assert play.question.about["left"] == 2
    play.choose("advance", origin="D3", to="D4", haints=1).choose("advance", origin="D4", to="D5", haints=1)
    assert play.cubes("kammi") == 2
    assert play.asked == "protectors jar"


def test_HE_116_the_token_of_the_black_area_is_inserted_next_into_any_row() -> None:
    found = table().grid(
        ("strengthen", "advance"), ("spawn", "spawn"), ("advance", "strengthen"), inserting="spawn", black=0
    )
    play = found.turn("kammi", "ability")
    assert {option.row for option in play.options("use_grid")} == {1, 2, 3}
    play.choose("use_grid", row=3)
    assert play.board("kammi").grid[2] == ["spawn", "advance"]
    assert (play.board("kammi").inserting, play.board("kammi").black) == ("strengthen", 2)


def test_HE_117_two_equal_tokens_act_twice() -> None:
    found = table().grid(
        ("spawn", "advance"), ("spawn", "strengthen"), ("advance", "strengthen"), inserting="spawn", black=1
    )
    play = found.rows("kammi", spawn=1).turn("kammi", "ability").choose("use_grid", row=1)
    assert play.board("kammi").grid[0] == ["spawn", "spawn"]
    assert play.question.about["left"] == 2
    play.choose("spawn", hex="C1", haints=2)
    assert play.question.about["left"] == 2


def test_HE_119_cubes_of_the_row_go_to_the_battleground_first() -> None:
    found = table().grid(("strengthen", "strengthen"), ("spawn", "spawn"), ("advance", "advance"))
    found.board("kammi").cubes = [2, 1, 0]
    found.state.cubes["kammi"] -= 3
    play = found.turn("kammi", "ability").choose("use_grid", row=1)
    assert play.cubes("kammi") == 2
    assert play.board("kammi").cubes == [0, 1, 0]


def test_HE_183_the_value_is_that_of_the_abilitys_row() -> None:
    found = table().grid(
        ("advance", "strengthen"), ("spawn", "strengthen"), ("advance", "strengthen"), inserting="advance"
    )
    play = found.units("kammi", 1, "D3").turn("kammi", "ability").choose("use_grid", row=2)
    assert play.board("kammi").grid[1] == ["advance", "spawn"]
    play.choose("use_token", ability="spawn")
    assert play.question.about["left"] == 1
    play.choose("spawn", hex="C1", haints=1)
    assert play.question.about["left"] == 2


def test_H4_9_1_a_card_may_come_between_the_two_abilities() -> None:
    found = (
        table()
        .grid(("strengthen", "advance"), ("spawn", "spawn"), ("advance", "strengthen"))
        .hand("kammi", "C01")
    )
    play = found.turn("kammi", "ability").choose("use_grid", row=1)
    assert not play.offers("play_card")
    play.choose("use_token", ability="strengthen")
    play.choose("play_card", card="C01").choose("hidden_pick_hex", hex="E1")
    assert play.player("kammi").played == ["C01"]
    assert play.question.key == "ability.advance"


# --- H4.4, H4.5 units and dolls ------------------------------------------------------------------------------


def test_HE_115_spawning_with_the_hidden_goblin_reveals_nothing() -> None:
    play = table().wild("kammi", 1).turn("kammi", "wild")
    assert {option.hex for option in play.options("spawn")} == {hex("C1"), hex("E1"), hex("D2")}
    play.choose("spawn", hex="E1", haints=1)
    assert not play.board("kammi").known
    assert {unit.legend for one in project(play.state, None).hexes for unit in one.units if unit.figure} == {
        "figure"
    }


def test_HE_120_a_doll_is_left_where_another_lies() -> None:
    found = table().units("kammi", 1, "D3").doll("D3").doll("D4").wild("kammi", 1)
    play = found.turn("kammi", "wild").choose("advance", origin="D3", to="D4", haints=1)
    assert play.question.key == "wild"
    assert set(play.state.dolls) == {hex("D3"), hex("D4")}


def test_HE_121_the_owner_decides_about_the_doll() -> None:
    found = table(goblin="D4").units("protectors", 1, "D5").doll("D5", real=True)
    play = card(found, "C10").choose("hidden_move_unit", owner="protectors", origin="D5", to="C5")
    assert play.asked == "protectors doll.carry"
    play.choose("take_doll")
    assert set(play.state.dolls) == {hex("C5")}


def test_HE_175_kammi_leaves_the_revealed_doll_but_a_haint_carries_it() -> None:
    found = table(kammi="D3").doll("D3", real=True, up=True).wild("kammi", 2)
    play = found.turn("kammi", "wild").choose("lead", figure="figure1", origin="D3", to="D4", haints=0)
    assert play.question.key == "doll.carry"
    assert not play.offers("hidden_take_doll")
    play.choose("leave_doll")
    found = table(kammi="D3").units("kammi", 1, "D3").doll("D3", real=True, up=True).wild("kammi", 2)
    play = found.turn("kammi", "wild").choose("lead", figure="figure1", origin="D3", to="D4", haints=1)
    play.choose("hidden_take_doll")
    assert set(play.state.dolls) == {hex("D4")}


def test_H4_5_2_whether_a_hidden_figure_may_take_the_revealed_doll_is_seen_by_its_owner_alone() -> None:
    shown = []
    for places in ({"kammi": "D3", "goblin": "D1"}, {"kammi": "D1", "goblin": "D3"}):
        found = table(**places).doll("D3", real=True, up=True).wild("kammi", 2)
        figure = next(u.kind for u in found.state.units[hex("D3")] if u.is_legend)
        play = found.turn("kammi", "wild").choose("lead", figure=figure, origin="D3", to="D4", haints=0)
        assert play.question.key == "doll.carry"
        shown.append([option.verb for option in play.question.options if not option.is_private()])
    assert shown == [["leave_doll"], ["leave_doll"]]


def test_HE_122_the_goblin_turns_the_real_doll_up_and_it_stays() -> None:
    play = table(goblin="D3").doll("D3", real=True).cleanup("kammi")
    assert play.state.dolls == {hex("D3"): Doll(True, up=True)}
    assert play.score("kammi") == 0


def test_H4_10_2_a_decoy_leaves_the_game() -> None:
    play = table(goblin="D3").doll("D3").cleanup("kammi")
    assert play.state.dolls == {}


def test_HE_123_kammi_recovers_the_real_doll() -> None:
    play = table(kammi="D3").doll("D3", real=True).cleanup("kammi")
    assert play.state.dolls == {}
    assert play.score("kammi") == 4
    assert play.board("kammi").known


def test_HE_124_nothing_happens_in_the_opponents_cleanup() -> None:
    play = table(kammi="D3").doll("D3", real=True).cleanup("protectors")
    assert play.score("kammi") == 0
    assert set(play.state.dolls) == {hex("D3")}


# --- H4.8 hits ----------------------------------------------------------------------------------------------


def hit(found: Table, figure: str) -> Play:
    """The Protectors hit a figure on D3."""
    found.units("protectors", 4, "D5").cubes(protectors=4).tree(protectors=4).units("kammi", 1, "A1")
    play = (
        found.turn("protectors", "attack")
        .choose("attack", origin="D5", target="D3")
        .choose("hit", unit=figure)
    )
    return play.choose("push_legend", to="D2")


def test_HE_125_after_a_hit_on_kammi_the_dolls_may_be_mixed() -> None:
    found = table(kammi="D3").doll("C6", real=True, up=True).doll("E6")
    play = hit(found, "figure1")
    assert play.asked == "protectors dolls.mix"
    assert play.board("kammi").known
    play.choose("hide_real", hex="E6")
    assert play.state.dolls == {hex("C6"): Doll(False), hex("E6"): Doll(True)}


def test_HE_126_a_doll_under_a_purple_haint_is_not_mixed() -> None:
    found = table(kammi="D3").units("kammi", 1, "A4").doll("A4").doll("C6", real=True).doll("E6")
    play = hit(found, "figure1").choose("kill_haint", hex="A1")
    assert {option.hex for option in play.options("hide_real")} == {hex("C6"), hex("E6")}


def test_HE_127_a_hit_goblin_loses_its_played_cards() -> None:
    found = table(goblin="D3").played("kammi", "C01", "C02").hand("kammi", "C05")
    play = hit(found, "figure2")
    assert play.player("kammi").played == []
    assert sorted(play.player("kammi").discard) == ["C01", "C02"]
    assert play.player("kammi").hand == ["C05"]


def test_H4_8_5_of_two_figures_the_attacker_chooses() -> None:
    found = table(kammi="D3", goblin="C3")
    found.state.units[hex("D3")] += found.state.units[hex("C3")]
    found.state.units[hex("C3")] = []
    found.units("protectors", 4, "D5").cubes(protectors=4).tree(protectors=4)
    play = found.turn("protectors", "attack").choose("attack", origin="D5", target="D3")
    assert {option.unit for option in play.options("hit")} == {"figure1", "figure2"}


# --- H4.7 trackers --------------------------------------------------------------------------------------------


def scrolls(found: Table, side: str, count: int) -> Play:
    found.player("kammi").side = side
    return found.scrolls("kammi", count).turn("kammi", "legend").choose("use_scrolls")


def test_HE_118_before_the_first_ability_jar_three_rows_get_a_cube() -> None:
    play = scrolls(table(), "2", 0)
    assert play.board("kammi").cubes == [1, 1, 1]


def test_H4_7_2_a_row_with_a_token_in_its_black_area_gets_none() -> None:
    found = table()
    found.board("kammi").black = 1
    assert scrolls(found, "2", 0).board("kammi").cubes == [1, 0, 1]


def test_H4_7_2_a_doll_comes_toward_kammi_with_a_unit_that_agrees() -> None:
    found = table(kammi="D3").units("protectors", 1, "D6").doll("D6", real=True)
    play = scrolls(found, "2", 1).choose("pull_doll", origin="D6", to="D5")
    assert play.asked == "protectors whispers.follow"
    play.choose("follow", unit="haint")
    assert set(play.state.dolls) == {hex("D5")}
    assert play.haints("protectors", "D5") == 1


def test_H4_7_2_card_and_swap() -> None:
    play = scrolls(table(), "2", 3)
    assert len(play.player("kammi").hand) == 1
    play.choose("swap")
    assert play.legend("kammi", "figure1") == "E1"
    assert play.legend("kammi", "figure2") == "C1"


def test_H4_7_1_played_cards_again_one_for_each_scroll() -> None:
    found = table(goblin="D3").played("kammi", "C01", "C11")
    play = scrolls(found, "1", 1).choose("replay", card="C01").choose("hidden_pick_hex", hex="D4")
    assert play.haints("kammi", "D4") == 1
    assert {option.card for option in play.options("replay")} == {"C11"}
    play.choose("replay", card="C11").choose("hidden_put_token", token="spawn", hex="D5")
    assert play.tokens("D5") == ["spawn"]


# --- HA.K.G goblins -------------------------------------------------------------------------------------------


def power(found: Table) -> Play:
    play = found.turn("kammi", "legend")
    return play.choose("use_power", legend=play.player("kammi").legend)


def test_HA_K_G1_the_prankster_pulls_a_doll_once() -> None:
    play = power(table(goblin="D3").doll("D4", real=True)).choose("pull_doll", origin="D4", to="D3")
    assert set(play.state.dolls) == {hex("D3")}
    assert play.board("kammi").power_used
    found = table()
    found.board("kammi").power_used = True
    assert found.turn("kammi", "legend").refused("use_power", legend="prankster").clause == "H4.7.3"


def test_HE_128_HA_K_G2_the_knocker_strikes_and_is_gone() -> None:
    found = table(goblin="D3", goblin_id="knocker").units("protectors", 2, "D4").units("protectors", 1, "C3")
    found.state.lantern = "kammi"
    play = power(found.played("kammi", "C01").hand("kammi", "C05"))
    assert (play.haints("protectors", "D4"), play.haints("protectors", "C3")) == (1, 0)
    assert play.legend("kammi", "figure2") == ""
    assert play.score("kammi") == 1  # spoon 1, then one on the plate
    assert play.player("kammi").discard == ["C01"]
    while play.asked != "kammi jar":
        if play.question.key == "jar":
            play.choose("flip", jar="attack")
        else:
            play.answer(()) if play.question.many else play.done()
    play.choose("flip", jar="wild")
    assert not play.offers("play_card")
    assert play.refused("play_card", card="C05").clause == "H2.4.1"  # nobody is asked for a card any more


def test_HA_K_G3_the_bruiser_moves_every_legend() -> None:
    found = table(kammi="C1", goblin="E1", goblin_id="bruiser")
    play = power(found)
    play.choose("move_unit", unit="figure1", to="C2").done()
    play.choose("move_unit", owner="protectors", to="D5").choose("move_unit", owner="protectors", to="D4")
    play.choose("move_unit", unit="figure2", to="E2").done()
    assert play.legend("protectors") == "D4"
    assert (play.legend("kammi", "figure1"), play.legend("kammi", "figure2")) == ("C2", "E2")


# --- HA.K.C cards ---------------------------------------------------------------------------------------------


def test_HA_K_C02_up_to_three_things_come_onto_a_hex() -> None:
    found = table(goblin="D3").townsfolk("C4").token("spawn", "D5").token("legend", "D5")
    play = card(found, "C02").choose("hidden_pick_hex", hex="D4")
    assert not play.offers("move_objective")  # never onto the brambles
    play.choose("move_token", token="spawn").choose("move_token", token="legend")
    assert play.tokens("D4") == ["legend", "spawn"]


def test_HA_K_C03_blood_money_waits_for_any_unit() -> None:
    play = card(table(goblin="D3"), "C03").choose("hidden_pick_hex", hex="D4")
    assert play.state.cubes_on[hex("D4")] == {"kammi": 1}
    found = table(goblin="D3").cube_on("kammi", "D4").units("protectors", 1, "D5").wild("protectors", 1)
    play = found.turn("protectors", "wild").choose("advance", origin="D5", to="D4", haints=1)
    assert play.cubes("kammi") == 1


def test_HA_K_C04_ambush_needs_different_terrain() -> None:
    # D3 is bog, D6 plains
    play = card(table(goblin="D3").units("kammi", 1, "D3"), "C04")
    play.choose("slip", figure="figure2", origin="D3", to="D4", haints=1)
    assert play.count("kammi", "D4") == 2
    play = card(table(goblin="C2"), "C04")  # plains, too
    assert not play.offers("slip")


def test_HA_K_C05_toss() -> None:
    play = card(table(goblin="D3").units("kammi", 1, "D4"), "C05").choose(
        "hidden_move_unit", origin="D4", to="D5"
    )
    assert play.haints("kammi", "D5") == 1


def test_HA_K_C06_buried() -> None:
    play = (
        card(table(goblin="D3").units("kammi", 1, "D3"), "C06")
        .choose("perform")
        .choose("strengthen", cubes=1)
    )
    assert play.cubes("kammi") == 1
    assert not card(table(goblin="D3"), "C06").offers("perform")


def test_HA_K_C07_temptation() -> None:
    play = card(table(goblin="D3").token("spawn", "D6"), "C07").choose(
        "hidden_move_token", origin="D6", to="D5"
    )
    assert play.tokens("D5") == ["spawn"]


def test_HA_K_C08_two_haints_go_to_different_hexes() -> None:
    found = table(goblin="D3").units("protectors", 2, "D4").doll("C3")
    play = card(found, "C08").choose("hidden_move_unit", origin="D4", to="D5")
    assert not play.offers("hidden_move_unit", to="D5")
    play.choose("hidden_move_unit", origin="D4", to="E4")
    assert (play.haints("protectors", "D5"), play.haints("protectors", "E4")) == (1, 1)
    assert not card(table(goblin="D3").units("protectors", 2, "D4"), "C08").offers("hidden_move_unit")


def test_HA_K_C09_trick_swaps_two_lone_haints() -> None:
    found = (
        table(goblin="D3").units("kammi", 1, "D4").units("protectors", 1, "A4").units("protectors", 2, "A3")
    )
    play = card(found, "C09").choose("hidden_pick_unit", hex="D4")
    assert (play.haints("kammi", "A4"), play.haints("protectors", "D4")) == (1, 1)


def test_HX_29_spite_takes_as_many_cubes_as_haints_near() -> None:
    for cubes, most in ((3, 3), (6, 4)):
        found = (
            table(goblin="D3")
            .units("protectors", 2, "D4")
            .units("protectors", 2, "D5")
            .cubes(protectors=cubes)
        )
        play = card(found, "C12")
        assert play.options("hidden_set_aside")[0].cubes == most
        play.choose("hidden_set_aside", cubes=most)
        assert play.cubes("protectors") == cubes - most
        while play.asked != "protectors jar":
            play.answer(()) if play.question.many else play.done()
        assert play.cubes("protectors") == cubes


# --- H4.2 setup -----------------------------------------------------------------------------------------------


def test_H4_2_setup_in_its_order_with_secrets_kept() -> None:
    from engine.harrow.setup import place_units

    found = county("C4", "family", "kammi")
    found.player("kammi").legend = "prankster"
    play = found.play(place_units)
    # Kammi replaces the Protectors, so her home is theirs
    assert play.state.homes["kammi"] == hex("D6")
    assert len(play.options("place_figures")) == 6
    play.choose("place_figures", hex="E6", goblin="C6")
    assert play.board("kammi").kammi == "figure2"
    play.choose("place_haints", hex="C6", haints=2).choose("place_haints", hex="D6", haints=1)
    assert play.asked == "family setup.doll"
    play.choose("hide_doll", hex="D1")
    play.choose("place_legend", hex="D1")
    play.choose("place_haints", hex="C1", haints=3)
    assert play.legend("family") == "D1"
    assert play.haints("family", "C1") == 3
    assert [play.state.dolls[hex(at)].real for at in ("C1", "D1", "E1")] == [False, True, False]

    # the opponent may look at the dolls, Kammi may not
    def seen(seat: str | None) -> set[str]:
        return {one.doll for one in project(play.state, seat).hexes if one.doll}

    assert (seen("kammi"), seen(None), seen("family")) == ({"down"}, {"down"}, {"real", "decoy"})
