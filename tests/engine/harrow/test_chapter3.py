"""H3  Chapter 3: tiles, dials, objectives; the examples and edge cases by their ids."""

from __future__ import annotations

from collections import Counter

from engine.harrow.data import FACTS, TABLE
from engine.harrow.faction import TILES
from engine.harrow.verbs import kill
from tests.engine.harrow.board import Play, Table, county, hex


def table() -> Table:
    found = county("C3").legend("protectors", "D6").units("protectors", 2, "D6")
    return found.legend("family", "D2").units("family", 3, "D2")


def kill_one(found: Table) -> None:
    """The Protectors kill a haint on D2."""
    unit = found.state.haints_of("family", hex("D2"))[0]
    kill(found.state, "protectors", unit, hex("D2"), "test")


def use(found: Table, tile: str, owner: str = "protectors", jar: str = "legend") -> Play:
    return found.tile(jar, tile).turn(owner).choose("flip", jar=jar).choose("use_tile", tile=tile)


# --- H3.3 the haint dial ------------------------------------------------------------------------------------


def test_HX_23_the_spoon_goes_1_2_3_and_stays() -> None:
    found = table().units("family", 6, "D2")
    red = found.player("protectors")
    kill_one(found)
    assert (red.score, found.state.spoon_shows("protectors"), red.plate) == (1, 2, {})
    kill_one(found)
    assert (red.score, red.plate) == (1, {"family": 1})
    supply = found.player("family").haints
    kill_one(found)
    assert (red.score, red.plate, found.state.spoon_shows("protectors")) == (2, {}, 3)
    assert found.player("family").haints == supply + 2
    for _ in range(3):
        kill_one(found)
    assert (red.score, found.state.spoon_shows("protectors")) == (3, 3)


def test_HX_24_a_spoon_turned_back_may_score() -> None:
    found = table()
    found.player("protectors").spoon = 2
    found.player("protectors").plate = {"family": 2}
    found.player("family").haints -= 2
    play = use(found, "B8")
    assert play.score("protectors") == 1
    assert play.player("protectors").plate == {}
    assert play.state.spoon_shows("protectors") == 3


def test_HE_113_three_kills_in_one_attack_are_counted_one_by_one() -> None:
    found = county("C3").units("protectors", 4, "D5").units("family", 3, "D4").cubes(protectors=3)
    play = found.tree(protectors=3).turn("protectors", "attack").choose("attack", origin="D5", target="D4")
    for _ in range(3):
        play.choose("hit", unit="haint")
    assert play.score("protectors") == 2
    assert play.state.spoon_shows("protectors") == 3


def test_HE_114_haints_on_a_plate_cannot_be_spawned() -> None:
    found = county("C3").legend("family", "D2")
    for at in ("A1", "A2", "A3"):
        found.units("family", 4, at)
    found.units("family", 1, "A4")
    found.player("protectors").spoon, found.player("protectors").plate = 2, {"family": 2}
    found.player("family").haints -= 2
    play = found.bag("spawn").turn("family", "ability")
    assert play.player("family").haints == 0
    assert not play.offers("spawn")


def test_H3_3_6_a_hit_without_a_haint_on_the_map_takes_one_from_the_supply() -> None:
    found = county("C3").units("protectors", 3, "D5").legend("family", "D3").cubes(protectors=3)
    found.player("protectors").spoon = 1
    play = found.tree(protectors=3).turn("protectors", "attack").choose("attack", origin="D5", target="D3")
    play.choose("hit", unit="legend").choose("push_legend", to="D2")
    assert play.player("protectors").plate == {"family": 1}
    assert play.player("family").haints == TABLE.haints - 1


# --- H3.2 objectives ----------------------------------------------------------------------------------------


def begin(found: Table) -> Play:
    found.state.cursor.step = "round.start"
    found.state.cursor.active = found.state.lantern
    return found.play()


def test_HX_25_an_objective_comes_from_the_field_of_its_terrain() -> None:
    found = table().fields(townsfolk=("bog", "plains"), building=())
    play = begin(found)
    assert play.asked == "family objective"
    assert play.refused("place_objective", objective="townsfolk", hex="A1").clause == "H3.2.2"  # forest
    play.choose("place_objective", objective="townsfolk", hex="A4")
    assert play.state.fields["townsfolk"] == ["plains"]
    assert play.objectives("townsfolk") == ["A4"]


def test_H3_2_1_each_places_the_opponents_objective_the_lantern_first() -> None:
    found = table().fields(townsfolk=("bog",), building=("bog",))
    play = begin(found)
    assert play.asked == "protectors objective"
    play.choose("place_objective", objective="building", hex="A4")
    assert play.asked == "family objective"
    assert play.refused("place_objective", objective="townsfolk", hex="A4").clause == "H3.2.3"
    assert play.refused("place_objective", objective="building", hex="D1").clause == "H3.2.1"


def test_HE_104_with_no_free_bog_another_piece_is_placed() -> None:
    found = table().fields(townsfolk=("bog", "forest"), building=())
    for one in found.state.county.ids:
        if found.state.kind(one) == "bog":
            found.state.objectives["building"].append(one)
    play = begin(found)
    kinds = {found.state.kind(option.hex) for option in play.options("place_objective")}
    assert kinds == {"forest"}
    assert not play.offers("done")


def test_HE_105_without_a_legal_hex_nothing_is_placed() -> None:
    found = table().fields(townsfolk=("bog",), building=())
    for one in found.state.county.ids:
        if found.state.kind(one) == "bog":
            found.state.objectives["building"].append(one)
    play = begin(found)
    assert play.asked == "protectors jar"
    assert play.state.fields["townsfolk"] == ["bog"]


# --- H3.1.4 the start player ------------------------------------------------------------------------------------


def test_HE_103_who_reveals_the_lantern_takes_it() -> None:
    # given the lantern tile as the seventh
    from engine.harrow.setup import give_lantern

    tiles = sorted(FACTS.tiles)
    order = [*tiles[1:7], "B1", *tiles[7:]]
    found = table().draws(*(tiles.index(tile) for tile in order)).draws(0)
    play = found.play(give_lantern)
    # then the revealer of the seventh, who also revealed the first, starts
    assert play.state.lantern == "protectors"
    on_board = [tile.id for jar in TABLE.jars for tile in play.state.tiles[jar]]
    assert on_board == order[:4]
    assert Counter(play.state.tile_supply) == Counter(order[4:])


# --- H3.4 tiles ---------------------------------------------------------------------------------------------


def test_every_tile_of_the_data_has_a_declaration() -> None:
    assert set(TILES) == set(FACTS.tiles)


def test_HX_40_who_takes_the_lantern_takes_the_next_turn() -> None:
    found = table().tile("legend", "B1")
    for jar in ("ability", "wild", "attack"):
        found.state.tiles.setdefault(jar, [])
    play = found.play()
    order: list[str] = []
    while play.state.round == 1 and len(order) < 6:
        seat = play.question.seat
        order.append(seat)
        jar = "legend" if "legend" not in play.player(seat).flipped and len(order) != 1 else "attack"
        jar = "wild" if jar in play.player(seat).flipped else jar
        play.choose("flip", jar=jar)
        if play.offers("use_tile", tile="B1"):
            play.choose("use_tile", tile="B1")
        while play.question.key not in ("jar", "objective"):
            play.answer(()) if play.question.many else play.done()
    assert order == ["protectors", "family", "family", "protectors", "family", "protectors"]


def test_HE_106_an_unused_tile_is_there_for_the_next() -> None:
    found = table().tile("wild", "B2")
    play = found.turn("protectors").choose("flip", jar="wild").done().done()
    while play.question.key != "jar":
        play.done()
    play.choose("flip", jar="wild")
    assert play.asked == "family window.before"
    assert play.offers("use_tile", tile="B2")


def test_HE_107_two_tiles_may_lie_on_a_place() -> None:
    found = table().tile("wild", "B2").tile("ability", "B3").tile("legend", "B4").tile("attack", "B5")
    found.state.tiles["ability"][0].used = True
    play = found.round_end()
    assert play.state.tiles["wild"][0].id == "B2"
    assert [len(play.state.tiles[jar]) for jar in TABLE.jars] == [1, 2, 2, 2]
    play.choose("flip", jar="wild")
    assert len(play.options("use_tile")) == 2


def test_HE_108_the_holder_of_the_lantern_gains_nothing() -> None:
    play = use(table(), "B1")
    assert play.state.tiles["legend"][0].used
    assert play.state.lantern == "protectors"


def test_HE_109_HE_110_the_last_turn_gives_no_other_and_the_lantern_passes() -> None:
    found = table().flipped("protectors", "wild", "ability", "attack").flipped("family", "wild", "ability")
    found.tile("legend", "B1")
    for jar in ("ability", "wild", "attack"):
        found.state.tiles.setdefault(jar, [])
    play = use(found, "B1", owner="family")
    while play.question.key != "jar":
        play.answer(()) if play.question.many else play.done()
    assert play.state.round == 2
    assert play.state.lantern == "protectors"
    assert play.asked == "protectors jar"


def test_HE_111_without_a_card_in_hand_the_card_tile_does_nothing() -> None:
    play = use(table(), "B5")
    assert play.player("protectors").hand == []
    assert play.state.tiles["legend"][0].used


def test_H3_4_3_the_card_tile_draws_one_and_puts_one_under() -> None:
    play = use(table().hand("protectors", "T01"), "B5")
    assert len(play.player("protectors").hand) == 2
    play.choose("put_under", card="T01")
    assert play.player("protectors").deck[0] == "T01"
    assert len(play.player("protectors").hand) == 1


def test_HE_112_the_wild_tile_counts_before_the_action() -> None:
    play = use(table().wild("protectors", 1), "B6", jar="wild").pass_windows()
    assert play.question.about["left"] == 3


def test_H3_4_3_tiles_give_an_ability_or_a_step() -> None:
    play = use(table(), "B2").choose("advance", origin="D6", to="D5", haints=1)
    assert play.haints("protectors", "D5") == 1
    play = use(table(), "B3").choose("spawn", hex="D6", haints=1)
    assert play.haints("protectors", "D6") == 3
    assert use(table(), "B4").cubes("protectors") == 1
    play = use(table(), "B7").choose("move_unit", unit="legend", to="D5")
    assert play.legend("protectors") == "D5"
    play = use(table(), "B9").choose("place_path", hex="D5")
    assert play.state.paths[hex("D5")] == 1


def test_H3_4_2_a_tile_of_another_jar_is_refused() -> None:
    play = table().tile("wild", "B2").tile("legend", "B3").turn("protectors").choose("flip", jar="legend")
    assert play.refused("use_tile", tile="B2").clause == "H3.4.1"


def test_H3_5_3_too_few_tiles_are_made_of_the_used_ones() -> None:
    found = (
        table()
        .tile("ability", "B1", "B2", "B3")
        .tile("wild", "B4", "B5")
        .tile("legend", "B6")
        .tile("attack", "B7")
    )
    for tile in found.state.tiles["ability"]:
        tile.used = True
    play = found.round_end()
    assert sum(len(tiles) for tiles in play.state.tiles.values()) == 4 + 4
    assert len(play.state.tile_supply) == 1
