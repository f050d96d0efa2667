"""2.2 - 2.4, C  The maps: adjacency, forests, the Ferry, closed paths, the Pass. Ids MAP-T… are the edge cases."""

from __future__ import annotations

from engine.root.actions.move import Move
from engine.root.actions.paths import OpenPath
from engine.root.data import MAPS
from engine.root.factions.alliance.faction import Spread
from engine.root.factions.vagabond.travel import Slip, Travel
from engine.root.rule import neighbours
from engine.root.verbs import place_warriors
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.vagabond_table import carry


def lake(*factions: str) -> Table:
    """The Marquise's Daylight on the lake map; the Ferry lies at 1."""
    return board(*(factions or ("marquise", "eyrie")), map="lake").turn("marquise", "daylight.actions")


def mountain(*factions: str) -> Table:
    return board(*(factions or ("marquise", "eyrie")), map="mountain").turn("marquise", "daylight.actions")


def wanderer(map_id: str, at: int | str, items: str = "", step: str = "daylight.actions") -> Table:
    """The Vagabond's turn, with the pawn in this place."""
    table = board("vagabond", "marquise", map=map_id).turn("vagabond", step)
    return carry(table, items).pawn("vagabond", at)


def slips(map_id: str, place: int | str) -> Play:
    """The Vagabond may slip from a place on a map."""
    return wanderer(map_id, place, step="birdsong.slip").start()


# --- C.2 the lake -----------------------------------------------------------------------------------------


def test_C_2_5_ferry_move_takes_the_ferry_and_draws_MAP_T1() -> None:
    # given the Ferry at 1 and the Marquise rules 1
    table = lake().warriors("marquise", 3, at=1).deck("anvil")
    # when she moves from 1 to 12 by Ferry
    play = table.start().choose("move", origin=1, to=12, boat=True, warriors=2)
    # then the Ferry is at 12 and she has drawn
    assert play.warriors("marquise", at=12) == 2
    assert play.stands("ferry") == 12
    assert play.hand("marquise") == ["anvil"]


def test_4_2_1_ferry_needs_rule_at_one_end_MAP_T2() -> None:
    # given the Marquise rules neither 1 nor 12
    table = lake().warriors("marquise", 1, at=1).warriors("eyrie", 2, at=1).warriors("eyrie", 1, at=12)
    assert table.start().refused("marquise", Move(1, 12, 1, True)).clause == "4.2.1"


def test_4_2_1_ferry_with_rule_at_the_far_end_MAP_T3() -> None:
    # given she rules only 12
    table = lake().warriors("marquise", 1, at=1).warriors("eyrie", 2, at=1).warriors("marquise", 1, at=12)
    play = table.start().choose("move", origin=1, to=12, boat=True)
    assert play.warriors("marquise", at=12) == 2


def test_C_2_5_ferry_once_per_turn_MAP_T4() -> None:
    # given she has used the Ferry this turn
    table = lake().warriors("marquise", 3, at=1)
    play = table.start().choose("move", origin=1, to=12, boat=True)
    # when she wants it again, then it is refused, and normal moves are not
    assert play.refused("marquise", Move(12, 1, 1, True)).clause == "C.2.5"
    assert play.offers("move", origin=12, to=9, boat=False)


def test_C_2_5_the_vagabond_rides_once_a_turn_and_is_told_so() -> None:
    # given the Vagabond has used the Ferry this turn
    play = wanderer("lake", 1, "boot boot boot").start()
    play.choose("travel", to=12, boat=True)
    # when he wants to ride on / then it is the Ferry that is refused, not the way
    refusal = play.refused("vagabond", Travel(10, boat=True))
    assert (refusal.clause, refusal.sentence) == ("C.2.5", "You have used the Ferry this turn.")


def test_C_2_5_a_normal_move_leaves_the_ferry_MAP_T6() -> None:
    # given the Ferry at 1 / when she walks from 1 to 9
    play = lake().warriors("marquise", 3, at=1).start().choose("move", origin=1, to=9)
    # then the Ferry stays and no card is drawn
    assert play.stands("ferry") == 1
    assert play.hand("marquise") == []


def test_C_2_5_placing_is_not_moving_MAP_T8() -> None:
    def place(game, owner):  # type: ignore[no-untyped-def]
        place_warriors(game, owner, 12, 2, "G.1.31")
        yield from ()

    play = lake().play(place, "marquise")
    assert play.warriors("marquise", at=12) == 2
    assert (play.stands("ferry"), play.hand("marquise")) == (1, [])


def test_C_2_2_boat_builders_cross_the_lake_without_the_ferry_MAP_T10() -> None:
    # given Boat Builders and rule of 10
    table = board("marquise", "eyrie", map="lake", deck="exiles").turn("marquise", "daylight.actions")
    table.crafted("marquise", "boat-builders").warriors("marquise", 2, at=10)
    # when she moves from 10 to 1
    play = table.start().choose("move", origin=10, to=1, boat=False)
    # then it is legal, without the Ferry and without a card
    assert play.warriors("marquise", at=1) == 2
    assert play.state.boards["ferry"].used == []
    assert play.hand("marquise") == []


def test_C_2_4_coastal_forests_touch_their_neighbours_only_MAP_T11() -> None:
    # given the Vagabond in the northern coastal forest
    play = slips("lake", "7_10_11")
    assert play.offers("slip", to="1_5_11")
    # then neither the opposite shore nor a forest that only meets a coastal clearing
    assert play.refused("vagabond", Slip("1_9_12")).clause == "2.4.1"
    assert play.refused("vagabond", Slip("2_8_10")).clause == "2.4.1"


def test_D_6_2_a_scorched_clearing_and_the_ferry_MAP_T28() -> None:
    # given clearing 1, with the Ferry, is scorched
    table = lake("marquise", "vagabond").board("vagabond", scorched=[1]).warriors("marquise", 3, at=1)
    table.warriors("marquise", 1, at=10)
    # then the Ferry may be used to leave it
    play = table.start().choose("move", origin=1, to=10, boat=True, warriors=1)
    assert play.stands("ferry") == 10


def test_D_6_2_nobody_ferries_into_a_scorched_clearing_MAP_T28() -> None:
    # given the Ferry at 10 and clearing 1 is scorched
    table = lake("marquise", "vagabond").board("vagabond", scorched=[1]).warriors("marquise", 3, at=10)
    table.landmark("ferry", at=10)
    assert table.start().refused("marquise", Move(10, 1, 1, True)).clause == "D.6.2"


def test_9_4_2_slip_by_ferry_MAP_T31() -> None:
    # given the Vagabond in the Ferry's clearing
    table = wanderer("lake", 1, "boot boot", "birdsong.slip").deck("anvil")
    play = table.start().choose("slip", to=10, boat=True)
    # then the Ferry goes along and he draws (RULING M6)
    assert (play.state.pawns["vagabond"], play.stands("ferry")) == (10, 10)
    assert play.hand("vagabond") == ["anvil"]
    # and a second Ferry move in this turn is illegal
    assert not play.offers("travel", boat=True)
    assert play.refused("vagabond", Travel(12, boat=True))


def test_D_9_2_glide_does_not_use_the_ferry_MAP_T32() -> None:
    # given the Harrier in the Ferry's clearing
    table = wanderer("lake", 1, "torch").board("vagabond", character="harrier").deck("anvil")
    play = table.start().choose("glide", to=10)
    # then the Ferry stays at 1 and no card is drawn
    assert (play.state.pawns["vagabond"], play.stands("ferry")) == (10, 1)
    assert play.hand("vagabond") == []


def test_3_3_1_II_opposite_corners_of_the_lake_MAP_T24() -> None:
    # given bird dominance and corners 3 and 4 ruled, which are opposite on the lake
    def start(*corners: int) -> Play:
        table = board("marquise", "eyrie", map="lake").hand("marquise", "anvil")
        table.change(lambda game: setattr(game.players["marquise"], "dominance", "dominance-bird"))
        for corner in corners:
            table.warriors("marquise", 1, at=corner)
        return table.turn("marquise", "birdsong.start").start()

    assert start(3, 4).state.winners == ["marquise"]
    # 2 and 4 are not
    assert not start(2, 4).game.over


# --- C.1 winter -------------------------------------------------------------------------------------------


def test_C_1_1_a_slip_over_the_river_MAP_T12() -> None:
    # given the Vagabond in the northern forest of the winter map
    play = slips("winter", "1_2_5_6_11_12")
    # when he slips over the river, then it is legal
    play.choose("slip", to="8_9_11_12")
    assert play.state.pawns["vagabond"] == "8_9_11_12"


def test_C_1_1_the_river_makes_eight_forests_MAP_T13() -> None:
    assert len(MAPS["winter"].forests) == 8


# --- C.3 the mountain -------------------------------------------------------------------------------------


def test_C_3_2_a_closed_path_is_no_path_MAP_T14() -> None:
    # given 11-12 is closed
    table = mountain().warriors("marquise", 2, at=12)
    assert table.start().refused("marquise", Move(12, 11, 1)).clause == "2.2.1"


def test_C_3_2_a_slip_over_a_closed_path_MAP_T15() -> None:
    play = slips("mountain", "10_11_12")
    play.choose("slip", to="3_7_11_12")
    assert play.state.pawns["vagabond"] == "3_7_11_12"


def test_C_3_3_a_token_is_enough_to_open_a_path_MAP_T16() -> None:
    # given only a token of hers in 12
    table = mountain().token("marquise", "wood", at=12).hand("marquise", "anvil")
    play = table.start().choose("open_path", origin=11, to=12)
    # then a card and a point, and the path is open for everybody
    assert (play.hand("marquise"), play.score("marquise")) == ([], 1)
    assert 11 in neighbours(play.state, "eyrie", 12)
    assert play.state.discard == ["anvil"]


def test_C_3_3_one_path_per_turn_MAP_T18() -> None:
    # given she opened a path this turn
    table = mountain().warriors("marquise", 1, at=12).warriors("marquise", 1, at=2)
    table.hand("marquise", "anvil", "sword")
    play = table.start().choose("open_path", origin=11, to=12).choose("spend", card="anvil")
    # when she wants another, then it is refused, until her next turn
    assert play.refused("marquise", OpenPath(2, 5)).clause == "C.3.3"
    table = mountain().warriors("marquise", 1, at=2).hand("marquise", "sword")
    table.change(lambda game: game.players["marquise"].used.append("open_path"))
    table.turn("marquise", "daylight.actions")
    assert table.start().offers("open_path", origin=2, to=5)


def test_C_3_3_paths_are_opened_in_daylight_MAP_T19() -> None:
    # given she is asked in Birdsong, and in Evening
    for step, card in (("birdsong.start", "royal-claim"), ("evening.start", "cobbler")):
        table = board("marquise", "eyrie", map="mountain").turn("marquise", step).crafted("marquise", card)
        play = table.warriors("marquise", 1, at=12).hand("marquise", "anvil").start()
        assert play.question.key == f"window.{step}"
        assert play.refused("marquise", OpenPath(11, 12)).clause == "C.3.3"


def test_G_1_9_a_pawn_is_enough_to_open_a_path_MAP_T20() -> None:
    table = wanderer("mountain", 7).hand("vagabond", "anvil")
    play = table.start().choose("open_path", origin=3, to=7)
    assert play.score("vagabond") == 1


def test_C_3_4_the_pass_scores_for_the_player_on_turn_MAP_T21() -> None:
    # given the Marquise rules the Pass at the end of her Evening
    table = board("marquise", "eyrie", map="mountain").warriors("marquise", 1, at=10)
    play = table.turn("marquise", "evening.end").hand("eyrie", "anvil").start()
    assert play.score("marquise") == 1
    # given the Eyrie rule it, then they get nothing in her turn
    table = board("marquise", "eyrie", map="mountain").warriors("eyrie", 1, at=10)
    play = table.turn("marquise", "evening.end").hand("eyrie", "anvil").start()
    assert (play.score("marquise"), play.score("eyrie")) == (0, 0)


def test_C_3_4_the_pass_can_win_MAP_T22() -> None:
    table = board("marquise", "eyrie", map="mountain").warriors("marquise", 1, at=10).score("marquise", 29)
    play = table.turn("marquise", "evening.end").start()
    assert play.state.winners == ["marquise"]


def test_C_3_2_closed_paths_and_slips_MAP_T33() -> None:
    # given 2-5 is closed and the Vagabond in 2
    play = slips("mountain", 2)
    assert play.refused("vagabond", Slip(5)).clause == "2.2.1"
    # when he slips from forest to forest over the closed 8-9, then it is legal
    play = slips("mountain", "1_8_9").choose("slip", to="4_8_9_12")
    assert play.state.pawns["vagabond"] == "4_8_9_12"


def test_G_1_18_closed_paths_belong_to_the_map_edge_MAP_T27() -> None:
    assert 9 in MAPS["mountain"].edge


# --- autumn -----------------------------------------------------------------------------------------------


def test_2_3_a_river_is_no_path_MAP_T25() -> None:
    # given sympathy in 5, which only a river joins to 10
    table = board("alliance", "marquise").token("alliance", "sympathy", at=5)
    table.board("alliance", supporters=["anvil", "bake-sale", "smugglers-trail", "root-tea-rabbit"])
    play = table.turn("alliance", "birdsong.spread").start()
    # then sympathy cannot spread to 10, but to 1
    assert play.refused("alliance", Spread(10)).clause == "8.4.2.I"
    assert play.offers("spread", clearing=1)
