"""RB 5  Electric Eyrie."""

from __future__ import annotations

import pytest

from engine.chance import seeded
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.rules import RULES
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import (
    BIRD,
    FOX,
    RABBIT,
    at,
    battles,
    bot,
    moves,
    run,
    set_up,
    turn,
)

RECRUIT, MOVE, BATTLE, BUILD = "daylight.recruit", "daylight.move", "daylight.battle", "daylight.build"
RELENTLESS, SWOOP, NEW_ROOST, SCORE = (
    "daylight.relentless",
    "daylight.swoop",
    "birdsong.roost",
    "evening.score",
)
VIZIER = "loyal-vizier"


def decree(fox: int = 0, mouse: int = 0, rabbit: int = 0, bird: int = 0) -> dict[str, list[str]]:
    return {
        "fox": ["tax-collector"] * fox,
        "mouse": ["codebreakers"] * mouse,
        "rabbit": ["cobbler"] * rabbit,
        "bird": [VIZIER] * bird,
    }


def eyrie(
    *others: str,
    map: str = "autumn",
    fox: int = 0,
    mouse: int = 0,
    rabbit: int = 0,
    bird: int = 0,
    **options: object,
) -> Table:
    """The Electric Eyrie with a Decree of so many cards in each column."""
    table = bot("eyrie", *(others or ("marquise",)), map=map, **options)
    return table.board("eyrie", decree=decree(fox, mouse, rabbit, bird))


def roosts(table: Table, *clearings: int) -> Table:
    for clearing in clearings:
        table.building("eyrie", "roost", at=clearing)
    return table


def columns(play: Play) -> dict[str, list[str]]:
    return play.state.boards["eyrie"].decree  # type: ignore[attr-defined]


# --- RB 5.3 Setup -----------------------------------------------------------------------------------------


def test_RB_5_3_a_roost_and_six_warriors_in_a_corner_two_viziers() -> None:
    play = bot("eyrie", "marquise").play(set_up, "eyrie")
    (corner,) = play.pieces("eyrie", "roost")
    assert corner in play.state.map.corners
    assert at(play, "eyrie") == {corner: 6}
    assert columns(play) == {"fox": [], "mouse": [], "rabbit": [], "bird": [VIZIER, VIZIER]}


def test_RB_5_3_2_the_corner_is_opposite_a_taken_one_R_04() -> None:
    table = bot("eyrie", "marquise").change(lambda game: game.starts.update(marquise=[2]))
    assert table.play(set_up, "eyrie").pieces("eyrie", "roost") == [4]


def test_RB_3_3_1_easy_has_one_vizier_and_loses_one_point_EE_T21() -> None:
    table = bot("eyrie", "marquise", difficulty="easy").score("eyrie", 5)
    play = table.play(set_up, "eyrie")
    assert columns(play)["bird"] == [VIZIER]
    # when in turmoil
    table = eyrie(difficulty="easy", bird=1).score("eyrie", 5)
    assert run(table, "eyrie", FOX, BUILD).score("eyrie") == 4


def test_RB_3_3_1_challenging_adds_an_ambush_that_is_purged_EE_T22() -> None:
    table = bot("eyrie", "marquise", difficulty="challenging")
    play = table.play(set_up, "eyrie")
    assert columns(play)["bird"] == [VIZIER, VIZIER, BIRD]
    assert play.state.deck.count(BIRD) == 1
    # when in turmoil
    table = eyrie(difficulty="challenging")
    table.board("eyrie", decree=decree() | {"bird": [VIZIER, VIZIER, BIRD]})
    play = run(table, "eyrie", FOX, BUILD)
    # then the ambush is discarded and two viziers remain
    assert columns(play)["bird"] == [VIZIER, VIZIER]
    assert play.state.discard == [BIRD]


@pytest.mark.parametrize("setup", ["standard", "advanced"])
def test_RB_3_3_the_ambush_is_taken_before_hands_are_dealt(setup: str) -> None:
    seats = tuple(SeatSetup(name, name) for name in ("marquise", "alliance", "vagabond"))
    bot = SeatSetup("eyrie", "eyrie", "clockwork", {"difficulty": "nightmare"})
    for seed in range(60):
        # given a table of three people
        game = Game(RULES, Setup((*seats, bot), {"setup": setup}), seeded(f"ambush {seed}"), keep=False)
        # then whatever is dealt, the decree has its ambush
        assert BIRD in game.start().state.boards["eyrie"].decree["bird"]  # type: ignore[attr-defined]


# --- RB 5.2.1 Lords of the Forest -------------------------------------------------------------------------


def test_RB_5_2_1_tied_they_rule_and_may_build_EE_T19() -> None:
    table = eyrie(bird=2).warriors("eyrie", 1, at=5).warriors("marquise", 1, at=5)
    play = run(table, "eyrie", FOX, BUILD)
    assert play.ruler(5) == "eyrie"
    assert play.pieces("eyrie", "roost") == [5]


def test_RB_5_2_1_not_in_empty_clearings() -> None:
    assert eyrie().play(set_up, "eyrie").ruler(6) is None


# --- RB 5.4.4 New roost -----------------------------------------------------------------------------------


def test_RB_5_4_4_a_new_roost_with_four_warriors_in_the_best_ordered_clearing_EE_T17() -> None:
    # given no roost; 1 has no open slot
    table = eyrie(fox=1).building("marquise", "sawmill", at=1)
    play = run(table, "eyrie", FOX, NEW_ROOST)
    assert play.pieces("eyrie", "roost") == [6]
    assert at(play, "eyrie") == {6: 4}


def test_RB_5_4_4_with_three_warriors_left_turmoil_and_evening_EE_T18() -> None:
    # given no roost on the map and three warriors in supply
    table = eyrie(bird=2).supply("eyrie", 3).score("eyrie", 4)
    play = turn(table, "eyrie", FOX)
    assert play.noted("bot.turmoil")
    assert play.pieces("eyrie", "roost") == []
    assert "recruit" not in [event.about["step"] for event in play.noted("bot.step")]
    assert play.score("eyrie") == 2
    assert play.noted("bot.step")[-1].about["step"] == "score"


# --- RB 5.5.1.I Recruit -----------------------------------------------------------------------------------


def test_RB_5_5_1_an_empty_column_is_skipped_EE_T01() -> None:
    # given only a rabbit card; a mouse roost in 7 and a rabbit roost in 3
    table = roosts(eyrie(rabbit=1), 3, 7).warriors("eyrie", 3, at=7).warriors("eyrie", 3, at=3)
    table.warriors("marquise", 1, at=7).warriors("marquise", 1, at=3).dice(0, 0)
    play = run(table, "eyrie", RABBIT, RECRUIT, MOVE, BATTLE)
    # then only the rabbit column acts
    assert [e.about["clearing"] for e in play.noted("placed.warriors")] == [3]
    assert [origin for origin, _, _ in moves(play)] == [3]
    assert [clearing for clearing, _ in battles(play)] == [3]


def test_RB_5_5_1_I_a_the_most_enemy_pieces_EE_T02() -> None:
    table = roosts(eyrie(bird=2), 3, 7, 8).warriors("marquise", 1, at=8)
    assert at(run(table, "eyrie", BIRD, RECRUIT), "eyrie") == {8: 2}


def test_RB_5_5_1_I_b_then_the_fewest_own_warriors_EE_T03() -> None:
    table = roosts(eyrie(bird=1), 3, 7).warriors("eyrie", 2, at=3).warriors("eyrie", 1, at=7)
    assert at(run(table, "eyrie", BIRD, RECRUIT), "eyrie") == {3: 2, 7: 2}


def test_RB_5_5_1_I_c_then_the_lowest_priority_EE_T04() -> None:
    table = roosts(eyrie(bird=1), 3, 7)
    assert at(run(table, "eyrie", BIRD, RECRUIT), "eyrie") == {7: 1}


def test_RB_5_5_1_I_no_roost_of_the_suit_no_recruit_no_turmoil_EE_T05() -> None:
    play = run(roosts(eyrie(fox=1), 3), "eyrie", FOX, RECRUIT)
    assert at(play, "eyrie") == {}
    assert not play.noted("bot.turmoil")


def test_RB_5_5_1_I_as_many_as_there_are_EE_T06() -> None:
    play = run(roosts(eyrie(fox=3), 6).supply("eyrie", 1), "eyrie", FOX, RECRUIT)
    assert at(play, "eyrie") == {6: 1}


# --- RB 5.5.1.II Move -------------------------------------------------------------------------------------


def test_RB_5_5_1_II_enough_stay_to_rule_by_a_tie_EE_T07() -> None:
    # given five warriors and a roost against three warriors, one card
    table = roosts(eyrie(fox=1), 6).warriors("eyrie", 5, at=6).warriors("marquise", 3, at=6)
    ((origin, _, warriors),) = moves(run(table, "eyrie", FOX, MOVE))
    assert (origin, warriors) == (6, 3)


def test_RB_5_5_1_II_as_many_stay_as_the_column_has_cards_EE_T08() -> None:
    # given four cards; the best origin 12 must keep all its seven to rule, 6 has five
    table = eyrie(fox=4).warriors("eyrie", 5, at=6).warriors("eyrie", 7, at=12).warriors("marquise", 7, at=12)
    ((origin, _, warriors),) = moves(run(table, "eyrie", FOX, MOVE))
    # then 12 is skipped and one moves from 6
    assert (origin, warriors) == (6, 1)
    # given four cards and four warriors in each, then nobody moves
    table = eyrie(fox=4).warriors("eyrie", 4, at=1).warriors("eyrie", 4, at=6)
    assert moves(run(table, "eyrie", FOX, MOVE)) == []


def test_RB_5_5_1_II_with_roosts_all_around_the_fewest_enemies_EE_T09() -> None:
    # given 5 with neighbours 1 and 2, both with roosts, one enemy in 1
    table = roosts(eyrie(rabbit=1), 1, 2).warriors("eyrie", 3, at=5).warriors("marquise", 1, at=1)
    assert moves(run(table, "eyrie", RABBIT, MOVE)) == [(5, 2, 2)]


def test_RB_5_5_1_II_b_a_tie_goes_to_the_lowest_priority_EE_T10() -> None:
    table = eyrie(rabbit=1).warriors("eyrie", 3, at=5)
    assert moves(run(table, "eyrie", RABBIT, MOVE)) == [(5, 2, 2)]


def test_RB_5_5_1_II_a_clearing_without_a_roost_comes_first() -> None:
    table = roosts(eyrie(rabbit=1), 2).warriors("eyrie", 3, at=5).warriors("marquise", 4, at=1)
    assert moves(run(table, "eyrie", RABBIT, MOVE)) == [(5, 1, 2)]


# --- RB 5.5.1.III Battle ----------------------------------------------------------------------------------


def tied_columns(**options: object) -> Play:
    """Fox 2, bird 2; a battle for each, both in 6, where a defender of five stands; the dice show nothing."""
    table = eyrie(fox=2, bird=2, **options).warriors("eyrie", 3, at=6).warriors("marquise", 5, at=6)
    return run(table.dice(0, 0).dice(0, 0), "eyrie", FOX, BATTLE)


def test_RB_5_5_1_III_tied_columns_deal_no_extra_hit_EE_T11() -> None:
    play = tied_columns()
    assert battles(play) == [(6, "marquise")] * 2
    assert play.warriors("marquise", at=6) == 5


def test_focused_tied_columns_deal_it_EE_T11() -> None:
    assert tied_columns(traits=["focused"]).warriors("marquise", at=6) == 3


def test_RB_5_5_1_III_a_battles_at_a_roost_if_there_is_no_other_EE_T12() -> None:
    table = roosts(eyrie(fox=1), 6).warriors("eyrie", 2, at=6).warriors("marquise", 2, at=6).dice(0, 0)
    assert battles(run(table, "eyrie", FOX, BATTLE)) == [(6, "marquise")]


def test_RB_5_5_1_III_b_then_the_most_defenseless_buildings() -> None:
    table = eyrie(fox=1).warriors("eyrie", 2, at=6).warriors("eyrie", 2, at=12)
    table.building("marquise", "sawmill", at=6).warriors("marquise", 2, at=12).dice(0, 0)
    assert battles(run(table, "eyrie", FOX, BATTLE)) == [(6, "marquise")]


def test_RB_5_5_1_III_d_without_buildings_pieces_then_points_EE_T13() -> None:
    table = eyrie("marquise", "alliance", fox=1).warriors("eyrie", 2, at=6)
    table.warriors("marquise", 2, at=6).warriors("alliance", 2, at=6).score("alliance", 3).dice(0, 0)
    assert battles(run(table, "eyrie", FOX, BATTLE)) == [(6, "alliance")]


def test_RB_5_5_1_III_d_pieces_come_before_points() -> None:
    table = eyrie("marquise", "alliance", fox=1).warriors("eyrie", 2, at=6)
    table.warriors("marquise", 3, at=6).warriors("alliance", 2, at=6).score("alliance", 3).dice(0, 0)
    assert battles(run(table, "eyrie", FOX, BATTLE)) == [(6, "marquise")]


# --- RB 5.5.2 Build, RB 5.7 Turmoil -----------------------------------------------------------------------


def test_RB_5_5_2_no_ruled_clearing_with_a_slot_means_turmoil_EE_T14() -> None:
    table = roosts(eyrie(bird=2), 3).warriors("eyrie", 2, at=3)
    play = run(table, "eyrie", FOX, BUILD)
    assert play.noted("bot.turmoil")
    assert play.state.cursor.step == "evening.start"


def test_RB_5_5_2_all_roosts_on_the_map_means_turmoil_EE_T15() -> None:
    table = roosts(eyrie(), 2, 3, 4, 5, 6, 7, 8).warriors("eyrie", 1, at=9)
    assert run(table, "eyrie", FOX, BUILD).noted("bot.turmoil")


def test_RB_5_7_turmoil_costs_a_point_per_bird_and_all_cards_EE_T16() -> None:
    # given two viziers, a bird card, a fox card, three roosts and five points
    table = roosts(eyrie(fox=1), 3, 5, 7).score("eyrie", 5)
    table.board("eyrie", decree=decree(fox=1) | {"bird": [VIZIER, VIZIER, BIRD]})
    play = run(table, "eyrie", FOX, BUILD)
    assert play.score("eyrie") == 2
    assert columns(play) == decree(bird=2)
    assert sorted(play.state.discard) == [BIRD, "tax-collector"]
    # then Evening still scores the roosts
    table = roosts(eyrie(bird=2), 3, 5, 7).score("eyrie", 5)
    play = turn(table, "eyrie", BIRD)
    assert play.noted("bot.turmoil")
    assert play.score("eyrie") == 5 - 3 + 2


def test_RB_5_7_1_not_below_zero_EE_T16() -> None:
    assert run(eyrie(bird=2).score("eyrie", 1), "eyrie", FOX, BUILD).score("eyrie") == 0


# --- traits -----------------------------------------------------------------------------------------------


def test_relentless_removes_undefended_buildings_before_building_EE_T23() -> None:
    # given one Eyrie warrior at an undefended sawmill in 4, which has one slot
    table = eyrie(traits=["relentless"]).warriors("eyrie", 2, at=4).building("marquise", "sawmill", at=4)
    play = run(table, "eyrie", FOX, RELENTLESS, BUILD)
    assert play.score("eyrie") == 1
    assert play.pieces("eyrie", "roost") == [4]


def test_relentless_leaves_defended_ones() -> None:
    table = eyrie(traits=["relentless"]).warriors("eyrie", 2, at=4).building("marquise", "sawmill", at=4)
    play = run(table.warriors("marquise", 1, at=4), "eyrie", FOX, RELENTLESS)
    assert play.pieces("marquise", "sawmill") == [4]


def test_war_tax_costs_the_owner_a_point_each_EE_T24() -> None:
    # given two undefended tokens of a player with one point
    table = eyrie("alliance", traits=["war-tax", "relentless"]).score("alliance", 1)
    table.warriors("eyrie", 1, at=4).warriors("eyrie", 1, at=5)
    table.token("alliance", "sympathy", at=4).token("alliance", "sympathy", at=5)
    play = run(table, "eyrie", FOX, RELENTLESS)
    assert play.score("eyrie") == 2
    assert play.score("alliance") == 0


def test_swoop_two_warriors_in_the_best_clearing_without_its_pieces_EE_T25() -> None:
    # given the keep in 1 and Eyrie warriors in 2
    table = eyrie(traits=["swoop"]).token("marquise", "keep", at=1).warriors("eyrie", 1, at=2)
    assert at(run(table, "eyrie", FOX, SWOOP), "eyrie") == {2: 1, 3: 2}


def test_nobility_turmoil_in_recruit_scores_for_birds_EE_T26() -> None:
    table = roosts(eyrie(traits=["nobility"], fox=1, bird=2), 3)
    play = run(table, "eyrie", FOX, RECRUIT)
    assert play.noted("bot.turmoil")
    assert play.score("eyrie") == 2
    assert play.state.cursor.step == "evening.start"


def test_RB_2_8_2_nobody_ambushes_the_eyrie_CO_T07() -> None:
    # given the defender holds a matching ambush
    table = eyrie().warriors("eyrie", 2, at=5).warriors("marquise", 2, at=5).hand("marquise", "ambush-rabbit")
    play = table.dice(0, 0).play(battle, "eyrie", 5, "marquise")
    assert play.asked("marquise") == ""
    assert play.noted("rolled")


# --- the worked example -----------------------------------------------------------------------------------


@pytest.fixture
def example() -> Play:
    """EX-EE-1  A turn in the middle of a game on the Fall map; the Alliance and the Marquise are people."""
    table = roosts(eyrie("marquise", "alliance", fox=1, bird=2), 3, 7, 8).score("eyrie", 10)
    table.warriors("eyrie", 3, at=3).warriors("eyrie", 2, at=7).warriors("eyrie", 1, at=8)
    for clearing in (8, 9, 11, 12):
        table.warriors("marquise", 1, at=clearing)
    table.building("marquise", "workshop", at=9).token("alliance", "sympathy", at=4)
    table.change(lambda game: game.item_supply.update(tea=0))
    return turn(table.dice(0, 0).dice(0, 0).dice(0, 0), "eyrie", "root-tea-rabbit")


def test_a_turn_of_the_electric_eyrie_EX_EE_1(example: Play) -> None:
    play = example
    # no craft; the card joins the rabbit column
    assert not play.noted("crafted")
    assert columns(play)["rabbit"] == ["root-tea-rabbit"]
    # recruits: fox in 8, rabbit in 3, bird in 8
    placed = [(e.about["clearing"], e.about["warriors"]) for e in play.noted("placed.warriors")]
    assert placed == [(8, 1), (3, 1), (8, 2)]
    # moves: fox 8-4 with three, rabbit 3-6 with three, bird 4-12 with one
    assert moves(play) == [(8, 4, 3), (3, 6, 3), (4, 12, 1)]
    # battles: 12 against the Marquise, 4 against the Alliance, 12 again
    assert battles(play) == [(12, "marquise"), (4, "alliance"), (12, "marquise")]
    # the sympathy is gone, so is the Marquise's warrior in 12
    assert play.pieces("alliance", "sympathy") == []
    assert play.warriors("marquise", at=12) == 0
    # the Alliance drew two supporters, for the move and for the token
    assert len(play.state.boards["alliance"].supporters) == 2  # type: ignore[attr-defined]
    # a roost in 4; one point for the token, three for four roosts
    assert play.pieces("eyrie", "roost") == [3, 4, 7, 8]
    assert play.score("eyrie") == 14
    assert at(play, "eyrie") == {3: 1, 4: 2, 6: 3, 7: 2, 8: 1, 12: 1}
