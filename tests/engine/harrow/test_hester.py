"""H5.4 to H5.10  Hester's roots, actions, moves, fires and infections."""

from __future__ import annotations

import pytest

from engine.harrow.check import check
from engine.harrow.hester.board import board_of
from tests.engine.harrow.board import Play, Table, county, hex, name


def table(*rivals: str) -> Table:
    return county("C5", *(rivals or ("protectors", "family")), "hester")


def terrain(play: Play) -> dict[str, int]:
    """Her cubes on the battleground."""
    return {one: play.cubes(one) for one in ("bog", "forest", "plains", "wetlands") if play.cubes(one)}


def roots(play: Play) -> list[tuple[str, str]]:
    return [
        (name(one.start) if one.start else "", name(one.end))
        for one in play.state.boards["hester"].roots  # type: ignore[attr-defined]
    ]


def grow(play: Play, *pairs: tuple[str, str]) -> Play:
    for origin, to in pairs:
        if not origin:
            play.choose("grow_in", hex=to)
        else:
            play.choose("grow", origin=origin, to=to)
    return play


# --- H5.1, H5.2 -----------------------------------------------------------------------------------------------


def test_H5_1_the_board_at_the_start() -> None:
    found = table()
    board = found.board("hester")
    assert (board.fields, board.actions, board.flames, board.snakes) == ([2, 2, 2], 1, 5, 8)
    assert [square.side for square in board.squares] == ["protectors"] * 3 + ["family"] * 3
    assert found.state.cubes["bog"] == 6
    assert not found.state.figures
    assert check(found.state) == []


def test_H5_2_3_the_round_ends_after_her_third_turn() -> None:
    found = (
        table()
        .flipped("protectors", "wild", "ability", "attack")
        .flipped("family", "wild", "ability", "attack")
    )
    for kind in ("ability", "wild", "legend", "attack"):
        found.state.tiles[kind] = []
    found.state.fields = {}
    found.board("hester").turns = 2
    found.state.lantern = "protectors"
    play = found.root("", "D1").root("D1", "E1").turn("hester")
    while play.question.seat == "hester":
        play.answer(play.question.options[0] if play.question.key == "root" else play.question.options[-1])
    assert play.state.round == 2
    assert play.asked == "family jar"


# --- H5.4 roots -----------------------------------------------------------------------------------------------


def test_HX_30_roots_of_two_turns() -> None:
    play = grow(table().turn("hester"), ("", "E1"), ("E1", "E2"))
    assert roots(play) == [("", "E1"), ("E1", "E2")]
    assert terrain(play) == {"forest": 1, "wetlands": 1}
    found = table().root("", "E1").root("E1", "E2")
    play = grow(found.turn("hester"), ("E2", "D3"), ("D3", "C2"))
    assert roots(play) == [("E2", "D3"), ("D3", "C2")]
    assert {one.colour for one in board_of(play.state).roots} == {"black"}
    assert terrain(play) == {"wetlands": 1, "bog": 1, "plains": 1}


def test_HX_31_the_third_root_brings_a_cube() -> None:
    found = table().root("E2", "D3", "black").root("D3", "C2", "black")
    play = found.deeds().choose("grow_more", origin="C2", to="D2")
    assert terrain(play) == {"plains": 1}
    assert roots(play)[-1] == ("C2", "D2")


def test_HE_129_hexes_of_last_turn_are_closed_until_the_extra_root() -> None:
    found = table().root("", "E1").root("E1", "E2")
    play = found.turn("hester")
    assert play.refused("grow", origin="E2", to="E1").clause == "H5.4.5"
    grow(play, ("E2", "D2"), ("D2", "D1"))
    assert play.offers("grow_more", origin="D1", to="E1")


def test_HE_130_an_empty_supply_gives_no_cube() -> None:
    found = table().inside(plains=6).root("", "D1").root("D1", "E1")
    play = grow(found.turn("hester"), ("E1", "F1"), ("F1", "G1"))
    assert terrain(play) == {"forest": 1, "bog": 1}


def test_HE_131_a_root_into_a_fire_feeds_it() -> None:
    found = table().root("", "D1").root("D1", "E1").fire("E2")
    play = grow(found.turn("hester"), ("E1", "E2"))
    assert play.state.flames[hex("E2")] == 3
    grow(play, ("E2", "E3"))
    assert play.state.flames[hex("E2")] == 3


def test_HE_171_the_roots_of_a_turn_are_connected() -> None:
    found = table().root("E1", "E2").root("E2", "D3")
    play = grow(found.turn("hester"), ("E2", "F2"))
    assert play.refused("grow", origin="D3", to="C2").clause == "H5.4.4"
    assert play.offers("grow", origin="E2", to="E3")
    play = grow(table().root("E1", "E2").root("E2", "D3").turn("hester"), ("D3", "C2"), ("C2", "B2"))
    assert roots(play) == [("D3", "C2"), ("C2", "B2")]


def test_HE_172_without_a_legal_root_she_starts_anew() -> None:
    # given roots that all end in the corner A1, with every neighbour of it touched
    found = table().root("A2", "A1").root("B1", "A1").root("B2", "A1")
    play = found.turn("hester")
    assert play.asked == "hester root.first"
    grow(play, ("", "G4"), ("G4", "F4"))
    assert roots(play) == [("", "G4"), ("G4", "F4")]


def test_HE_173_the_extra_root_starts_at_a_root_of_this_turn() -> None:
    found = table().root("E2", "D3", "black").root("D3", "C2", "black")
    play = found.deeds()
    assert play.refused("grow_more", origin="E2", to="F1").clause == "H5.4.4"
    assert play.offers("grow_more", origin="D3", to="C3")


# --- H5.5 actions ---------------------------------------------------------------------------------------------


def test_HX_32_spawning_for_a_rival() -> None:
    found = table().legend("protectors", "C5").root("", "D1").cubes(wetlands=1, plains=1)
    play = found.deeds()
    assert {name(one.hex) for one in play.options("breed", owner="protectors")} == {"C5", "D6"}
    play.choose("breed", owner="protectors", hex="C5")
    assert play.haints("protectors", "C5") == 1
    assert terrain(play) == {"plains": 1}
    assert not play.offers("breed")


def test_H5_5_4_not_on_mountain_or_without_the_cube() -> None:
    play = table().legend("protectors", "B4").root("", "D1").cubes(wetlands=1, bog=1).deeds()
    assert play.refused("breed", owner="protectors", hex="B4").clause == "H5.5.4"
    assert play.refused("breed", owner="protectors", hex="D6").clause == "H5.5.4"


def test_H5_5_1_actions_are_flames_and_each_field_once() -> None:
    found = table().root("", "D1").root("D1", "E1").hand("hester", "H02", "H04")
    play = found.deeds().choose("lay_card", card="H04")
    assert play.refused("lay_card", card="H02").clause == "H5.5.1"
    assert play.refused("grow_more", origin="E1", to="F1").clause == "H5.5.1"
    assert play.offers("activate_card", card="H04")


def test_HE_148_the_fourth_card_covers_one() -> None:
    found = table().root("", "D1").hand("hester", "H05").played("hester", "H02", "H04", "H12")
    play = found.deeds().choose("lay_card", card="H05").choose("cover_card", card="H04")
    assert play.board("hester").covered == ["H04"]
    assert play.refused("activate_card", card="H04").clause == "H5.11"
    assert play.offers("activate_card", card="H05")
    (shown,) = [one for one in play.game.view(None).factions if one.owner == "hester"]  # type: ignore[attr-defined]
    assert [one.id for one in shown.played if one.covered] == ["H04"]


# --- H5.6 moves -----------------------------------------------------------------------------------------------


def test_HX_33_prices_of_an_infected_haint() -> None:
    found = table().root("", "D1").infected("protectors", 1, "F4").fire("F3").units("family", 1, "E4")
    play = found.cubes(plains=1, wetlands=1, forest=1).deeds()
    ways = {(name(one.to), one.pay) for one in play.options("drive")}
    assert {("E5", "plains"), ("G3", "wetlands"), ("G4", "forest"), ("F5", "any")} <= ways
    assert {place for place, _ in ways} == {"E5", "G3", "G4", "F5"}
    assert ("F5", "forest") not in ways
    assert (
        play.refused("drive", owner="protectors", unit="infected", origin="F4", to="F3", pay="forest").clause
        == "H5.8.1"
    )
    assert (
        play.refused("drive", owner="protectors", unit="infected", origin="F4", to="E4", pay="bog").clause
        == "H5.6.3"
    )
    play.choose("drive", origin="F4", to="E5", pay="plains").choose(
        "drive", origin="E5", to="F4", pay="wetlands"
    )
    assert play.haints("protectors", "F4") == 1
    assert play.board("hester").spent == ["move"]


def test_HE_135_a_path_makes_a_move_cheaper() -> None:
    found = table().root("", "D1").path("D6").infected("protectors", 1, "D5").hester("D5").cubes(plains=1)
    play = found.deeds()
    assert {one.pay for one in play.options("drive", to="D6")} == {"free"}
    assert {one.pay for one in play.options("walk", to="D6")} == {"plains"}
    play.choose("walk", to="D6")
    assert play.state.figures["hester"].hex == hex("D6")
    assert terrain(play) == {}


def test_HE_132_HE_133_uninfected_units_and_legends_block() -> None:
    found = (
        table()
        .root("", "D1")
        .infected("protectors", 1, "D5")
        .infected("family", 1, "C4")
        .units("family", 1, "C4")
    )
    found.infected("family", 1, "E4").legend("family", "E4")
    play = found.cubes(forest=2, bog=2).deeds()
    blocked = {"owner": "protectors", "unit": "infected", "origin": "D5"}
    assert play.refused("drive", **blocked, to="C4", pay="forest").clause == "H5.6.3"
    assert play.refused("drive", **blocked, to="E4", pay="bog").clause == "H5.6.3"


def test_HE_134_without_flames_on_her_fields_no_fire() -> None:
    found = table().root("", "D1").fire("A1").fire("A2").fire("A3")
    found.infected("protectors", 1, "D5").infected("family", 1, "C4").cubes(forest=1)
    play = found.deeds()
    wish = {"owner": "protectors", "unit": "infected", "origin": "D5", "to": "C4", "pay": "forest"}
    assert play.refused("drive", **wish).clause == "H5.7.1"


def test_HE_177_four_infected_enemies_are_too_many() -> None:
    found = table().root("", "D1").infected("family", 4, "C4").infected("protectors", 1, "D5").cubes(forest=1)
    wish = {"owner": "protectors", "unit": "infected", "origin": "D5", "to": "C4", "pay": "forest"}
    assert found.deeds().refused("drive", **wish).clause == "H1.2.3"
    found = table().root("", "D1").infected("family", 3, "C4").infected("protectors", 1, "D5").cubes(forest=1)
    assert found.deeds().offers("drive", to="C4")


def test_H5_6_7_the_owner_uses_infected_haints_in_his_turn() -> None:
    found = table().infected("protectors", 2, "D5").units("protectors", 1, "D5").wild("protectors", 3)
    play = found.turn("protectors", "wild").choose("advance", origin="D5", to="C4", haints=2, infected=2)
    assert [unit.infected for unit in play.state.units[hex("C4")]] == [True, True]
    assert play.count("protectors", "D5") == 1
    play.choose("advance", origin="C4", to="D5", haints=1, infected=1)
    assert play.refused("advance", origin="C4", to="B3", haints=2, infected=2).clause == "H1.6.1"


def test_HA_P_L1_two_cubes_free_hester_of_her_nail() -> None:
    found = table().root("", "D1").hester("D5").cubes(plains=3)
    found.state.figures["hester"] = type(found.state.figures["hester"])(hex("D5"), True)
    play = found.deeds()
    assert play.refused("walk", to="D6", pay="plains").clause == "HA.P.L1"
    play.choose("free_hester")
    assert not play.state.figures["hester"].nailed
    assert terrain(play) == {"plains": 1}


# --- H5.7 fires -----------------------------------------------------------------------------------------------


def test_HX_34_a_fire_fills_a_square_and_gives_an_action() -> None:
    found = (
        table()
        .root("", "D1")
        .infected("protectors", 1, "D5")
        .infected("family", 1, "C4")
        .token("spawn", "C4")
    )
    play = found.cubes(forest=1, bog=3).deeds().choose("drive", origin="D5", to="C4", pay="forest")
    play.choose("pick_square", owner="family").choose("pick_hex", hex="B4")
    board = play.board("hester")
    assert (play.state.flames, board.fields) == ({hex("C4"): 2}, [0, 2, 2])
    assert [(one.filled, one.haints) for one in board.squares if one.filled] == [
        ("fire", {"protectors": 1, "family": 1})
    ]
    assert play.tokens("B4") == ["spawn"]
    assert (board.actions, board.snakes, board.flames) == (2, 8, 4)
    assert play.offers("wake_tree")
    assert check(play.state) == []


def test_HE_178_she_chooses_whom_and_pushes_the_others() -> None:
    found = table().root("", "D1").infected("protectors", 1, "D5").infected("protectors", 1, "B4")
    found.infected("family", 2, "C4").cubes(forest=1)
    play = (
        found.deeds()
        .choose("drive", origin="D5", to="C4", pay="forest")
        .choose("pick_square", owner="family")
    )
    assert not play.offers("pick_hex", hex="B4")
    play.choose("pick_hex", hex="C5")
    assert play.haints("family", "C5") == 1
    assert play.state.units[hex("C4")] == []
    assert check(play.state) == []


def test_H5_7_3_a_nailed_haint_is_removed_and_a_doll_is_pushed() -> None:
    found = table("protectors", "kammi").root("", "D1").figures("D1", "E1").legend("protectors", "D7")
    found.infected("protectors", 1, "D5").infected("kammi", 2, "C4").doll("C4", real=True).cubes(forest=1)
    found.nail("kammi", "infected", "C4")
    play = found.deeds().choose("drive", origin="D5", to="C4", pay="forest")
    play.choose("pick_unit", unit="infected").choose("pick_square", owner="kammi").choose(
        "pick_hex", hex="C5"
    )
    assert set(play.state.dolls) == {hex("C5")}
    assert play.player("kammi").haints == 14
    assert check(play.state) == []


# --- H5.9 infecting -------------------------------------------------------------------------------------------


def test_HE_140_one_infection_on_each_hex() -> None:
    found = table().root("D1", "D2").root("D2", "C2").units("family", 2, "C2").cubes(plains=3)
    play = found.deeds(tree=True).choose("infect", owner="family", hex="C2", place="C2", pay="plains")
    assert sum(unit.infected for unit in play.state.units[hex("C2")]) == 1
    assert not play.offers("infect")
    assert play.board("hester").snakes == 7


def test_HE_141_mountains_only_with_protege() -> None:
    found = table().root("C1", "B1").units("family", 1, "B1").cubes(plains=3)
    play = found.played("hester", "H03").deeds(tree=True)
    assert not play.offers("infect")
    wish = {"owner": "family", "unit": "haint", "hex": "B1", "place": "B1"}
    assert play.refused("infect", **wish, pay="any").clause == "H5.9.3"
    play.choose("activate_card", card="H03").choose("infect", **wish, pay="free")
    assert terrain(play) == {"plains": 3}
    assert play.state.units[hex("B1")][0].infected


def test_HX_42_through_a_legend_any_haint_of_its_faction() -> None:
    found = table().root("D1", "D2").legend("family", "D2").units("family", 1, "G1").cubes(plains=1)
    play = found.deeds(tree=True).choose("infect", owner="family", hex="D2", place="G1", pay="plains")
    assert play.state.units[hex("G1")][0].infected


def test_H5_9_4_not_while_a_haint_stands_there() -> None:
    found = table().root("D1", "D2").legend("family", "D2").units("family", 1, "D2").units("family", 1, "G1")
    play = found.cubes(plains=1).deeds(tree=True)
    assert {name(one.place) for one in play.options("infect")} == {"D2"}


def test_H5_9_5_no_snake_no_infection() -> None:
    found = table().root("D1", "D2").units("family", 1, "D2").cubes(plains=1).infected("protectors", 8, "A1")
    found.played("hester", "H02")
    wish = {"owner": "family", "unit": "haint", "hex": "D2", "place": "D2", "pay": "plains"}
    assert found.deeds(tree=True).refused("infect", **wish).clause == "H5.9.5"


def test_HE_179_the_tree_needs_an_action_flame() -> None:
    found = table().root("", "D1").root("D1", "E1").units("family", 1, "E1").cubes(forest=2)
    play = found.hand("hester", "H02").deeds().choose("lay_card", card="H02")
    assert play.refused("wake_tree").clause == "H5.9.1"


def test_H5_9_1_after_the_tree_only_what_fell_out_can_be_spent() -> None:
    found = (
        table().actions(2).root("", "D1").root("D1", "E1").units("family", 1, "E1").units("family", 1, "D1")
    )
    found.cubes(forest=1, bog=2, protectors=2).tree(forest=1, bog=0, protectors=1)
    play = found.deeds().choose("wake_tree")
    assert terrain(play) == {"forest": 1}
    assert play.cubes("protectors") == 1
    assert play.refused("grow_more", origin="E1", to="F1").clause == "H5.9.2"
    assert {name(one.hex) for one in play.options("infect")} == {"E1"}


@pytest.mark.parametrize(("fires", "price"), [(("C4",), 3), (("C4", "D4"), 2), (("C4", "D4", "B1"), 1)])
def test_H5_10_5_the_price_falls_with_every_fire(fires: tuple[str, ...], price: int) -> None:
    found = table().root("", "D1").cubes(forest=3)
    for fire in fires:
        found.fire(fire)
    play = found.deeds(tree=True).choose("summon", hex="C4", colour="forest")
    assert play.state.figures["hester"].hex == hex("C4")
    assert terrain(play) == ({"forest": 3 - price} if price < 3 else {})


def test_HE_143_summoning_on_terrain_only() -> None:
    found = table().root("", "D1").fire("D4").fire("C2").cubes(plains=2)
    play = found.deeds(tree=True)
    assert [(name(one.hex), one.colour) for one in play.options("summon")] == [("C2", "plains")]
    assert play.refused("summon", hex="D4", colour="plains").clause == "H5.10.5"
