"""H1.13 to H1.15  Cleanup, goals and the end of a round: the examples and edge cases by their ids."""

from __future__ import annotations

from tests.engine.harrow.board import county, hex

# --- H1.13 tokens -------------------------------------------------------------------------------------------


def test_HE_050_all_tokens_of_a_hex_are_collected() -> None:
    table = county().units("protectors", 1, "C4").token("spawn", "C4").token("advance", "C4")
    play = table.cleanup("protectors")
    assert play.tokens("C4") == []
    assert play.board("protectors").rows == {"advance": 1, "spawn": 1, "strengthen": 0}


def test_HE_051_a_full_row_sends_the_token_to_the_box() -> None:
    table = county().rows("protectors", spawn=4).units("protectors", 1, "C4").token("spawn", "C4")
    box = table.state.box["spawn"]
    play = table.cleanup("protectors")
    assert play.board("protectors").rows["spawn"] == 4
    assert play.state.box["spawn"] == box + 1


def test_HE_052_a_full_tracker_sends_the_legend_token_to_the_box() -> None:
    table = county().units("protectors", 1, "C4").scrolls("protectors", 3).token("legend", "C4")
    box = table.state.box["legend"]
    play = table.cleanup("protectors")
    assert play.player("protectors").scrolls == 3
    assert play.state.box["legend"] == box + 1


def test_H1_13_2_a_legend_token_gives_the_path_of_its_slot() -> None:
    play = county().units("protectors", 1, "C4").token("legend", "C4").cleanup("protectors")
    assert play.player("protectors").scrolls == 1
    assert play.board("protectors").paths == 2


def test_HE_053_all_tokens_in_front_may_go_onto_the_board() -> None:
    # given 3 drawn tokens and one collected
    table = county().units("family", 1, "C4").token("spawn", "C4").bag("advance", "advance", "strengthen")
    play = table.turn("family", "ability").done()
    assert play.asked == "family store"
    assert play.question.most == 4
    play.choose_many("to_board", "advance", "advance", "spawn", "strengthen")
    assert len(play.board("family").line) == 4
    assert play.board("family").bag == []


def test_HE_054_a_token_under_the_opponent_stays() -> None:
    play = county().units("family", 1, "C4").token("spawn", "C4").cleanup("protectors")
    assert play.tokens("C4") == ["spawn"]


# --- H1.14 townsfolk ----------------------------------------------------------------------------------------


def test_HX_15_a_townsfolk_walks_home_over_units_and_paths() -> None:
    table = (
        county()
        .units("protectors", 1, "B3")
        .path("C4")
        .legend("protectors", "C5")
        .units("protectors", 1, "D6")
    )
    play = table.townsfolk("B3").cleanup("protectors")
    play.choose("guide", origin="B3", to="D6")
    assert play.objectives("townsfolk") == []
    assert play.score("protectors") == 2


def test_HE_055_a_townsfolk_off_the_way_does_not_move() -> None:
    play = county().units("protectors", 1, "D6").path("D5").townsfolk("C4").cleanup("protectors")
    assert play.asked == "family jar"


def test_HE_056_a_path_under_enemies_is_no_way() -> None:
    table = (
        county().units("protectors", 1, "D6").units("protectors", 1, "C4").path("D5").units("family", 1, "D5")
    )
    play = table.townsfolk("C4").cleanup("protectors")
    assert play.asked == "family jar"


def test_HE_057_the_brambles_are_no_way() -> None:
    table = county().units("protectors", 1, "D6").units("protectors", 1, "D5").units("protectors", 1, "D4")
    play = table.units("protectors", 1, "D3").townsfolk("D3").cleanup("protectors")
    assert play.asked == "family jar"


def test_HE_058_a_home_without_units_and_paths_rescues_nobody() -> None:
    play = county().units("protectors", 1, "D5").townsfolk("D5").cleanup("protectors")
    assert play.asked == "family jar"


def test_HE_059_two_townsfolk_on_a_hex_are_both_rescued() -> None:
    table = county().units("protectors", 1, "D5").units("protectors", 1, "D6").townsfolk("D5", "D5")
    play = table.cleanup("protectors")
    play.choose("guide", origin="D5", to="D6").choose("guide", origin="D5", to="D6")
    assert play.score("protectors") == 4


def test_HE_176_a_building_on_a_path_blocks_the_way() -> None:
    table = county().units("protectors", 1, "D6").units("protectors", 1, "C4").path("D5").building("D5")
    play = table.townsfolk("C4").cleanup("protectors")
    assert play.asked == "family jar"


def test_H1_14_1_a_route_that_is_none_is_refused_with_the_clause() -> None:
    table = county().units("protectors", 1, "D6").path("D5").townsfolk("D5", "A1")
    play = table.cleanup("protectors")
    assert play.refused("guide", origin="A1", to="D6").clause == "H1.14.1"


# --- H1.14 buildings ----------------------------------------------------------------------------------------


def test_HX_16_a_storm_path_destroys_a_building() -> None:
    table = county().storm("D2", "E2", "E3", "F4").building("G4").legend("family", "G4")
    play = table.cleanup("family")
    assert play.storm("G4")
    assert play.objectives("building") == []
    assert play.score("family") == 2


def test_HE_060_no_storm_on_the_brambles() -> None:
    play = county().legend("family", "D4").cleanup("family")
    assert not play.storm("D4")
    assert play.board("family").storms == 15


def test_HE_061_no_second_storm_on_a_storm() -> None:
    play = county().legend("family", "F3").cleanup("family")
    assert play.board("family").storms == 15


def test_HE_062_the_buildings_own_hex_needs_a_storm() -> None:
    table = county().storm("D2", "E2", "E3", "F4").building("G4").legend("family", "A1")
    play = table.cleanup("family")
    assert play.objectives("building") == ["G4"]


def test_HE_063_the_home_needs_a_storm() -> None:
    table = county().storm("E2", "E3", "F4", "G4").building("G4").legend("family", "A1")
    play = table.cleanup("family")
    assert play.objectives("building") == ["G4"]


def test_HE_064_one_storm_may_destroy_two_buildings() -> None:
    table = county().storm("E3", "F4", "G4", "E2", "G3").building("G4", "G3").legend("family", "D2")
    play = table.cleanup("family")
    assert play.score("family") == 4


def test_HE_065_a_building_that_comes_later_falls_in_the_next_cleanup() -> None:
    table = county().storm("D2", "D3").building("D3").legend("family", "A1")
    play = table.cleanup("family")
    assert play.score("family") == 2


# --- H1.15 the end of a round -------------------------------------------------------------------------------


def test_HE_066_the_brambles_score_at_the_end_of_the_round_alone() -> None:
    # given a unit on the brambles in the middle of the round
    table = county().units("protectors", 1, "D4")
    play = table.cleanup("protectors")
    assert play.score("protectors") == 0
    # when the round ends
    play = table.round_end()
    # then it scores once
    assert play.score("protectors") == 1


def test_HE_067_seven_points_do_not_end_the_round() -> None:
    play = county().points(protectors=7).cleanup("protectors")
    assert not play.state.over
    assert play.asked == "family jar"


def test_HE_068_a_tie_goes_to_the_lantern_before_it_passes() -> None:
    table = county().points(protectors=8, family=8)
    table.state.lantern = "family"
    play = table.round_end()
    assert play.state.winners == ["family"]
    assert play.state.end == "lantern"


def test_HE_069_most_points_win() -> None:
    assert county().points(protectors=7, family=9).round_end().state.winners == ["family"]
    assert county().points(protectors=7, family=6).round_end().state.winners == ["protectors"]
    assert not county().points(protectors=6, family=6).round_end().state.over


def test_HE_070_the_lantern_passes_and_its_holder_starts() -> None:
    table = county().units("protectors", 1, "D6").units("family", 1, "D2")
    table.state.lantern = "protectors"
    play = table.round_end()
    assert play.state.lantern == "family"
    assert play.asked == "family jar"
    assert play.player("protectors").flipped == []
    assert hex("D6") in play.state.hexes_of("protectors")
