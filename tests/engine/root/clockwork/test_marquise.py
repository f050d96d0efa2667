"""RB 4  Mechanical Marquise 2.0."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.clockwork.marquise import turn as bot_marquise
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import (
    BIRD,
    FOX,
    MOUSE,
    RABBIT,
    at,
    battles,
    bot,
    moves,
    run,
    set_up,
    turn,
)

RECRUIT, BUILD, MOVE, EXPAND = "daylight.recruit", "daylight.build", "daylight.move", "daylight.expand"
BATTLE, BLITZ, SCORE = "daylight.battle", "daylight.blitz", "evening.score"


def marquise(*others: str, map: str = "autumn", **options: object) -> Table:
    return bot("marquise", *(others or ("eyrie",)), map=map, **options)


def ruling(*clearings: int, **options: object) -> Table:
    """She has one warrior in each of these clearings."""
    table = marquise(**options)
    for clearing in clearings:
        table.warriors("marquise", 1, at=clearing)
    return table


def fixed(corner: int) -> Flow[int]:
    """A random choice that is not random."""
    yield from ()
    return corner


def gained(play: Play, table_at: tuple[int, ...]) -> dict[int, int]:
    """Warriors in these clearings beyond the one that was there."""
    return {c: play.warriors("marquise", at=c) - 1 for c in table_at}


# --- RB 4.3 Setup -----------------------------------------------------------------------------------------


def test_RB_4_3_3_no_warrior_opposite_the_keep_two_in_it_MM_T26(monkeypatch: pytest.MonkeyPatch) -> None:
    # given the keep corner is 1 on the Fall map
    monkeypatch.setattr(bot_marquise, "pick", lambda key, corners: fixed(corners[0]))
    play = marquise().play(set_up, "marquise")
    assert play.pieces("marquise", "keep") == [1]
    # then 3 has no warrior and 1 has two
    assert play.warriors("marquise", at=3) == 0
    assert play.warriors("marquise", at=1) == 2
    assert sum(at(play, "marquise").values()) == 12
    assert play.supply("marquise") == 13


def test_RB_4_3_4_three_buildings_near_the_keep_at_most_one_in_a_clearing() -> None:
    play = marquise().play(set_up, "marquise")
    (keep,) = play.pieces("marquise", "keep")
    sites = [c for kind in ("sawmill", "workshop", "recruiter") for c in play.pieces("marquise", kind)]
    assert len(sites) == len(set(sites)) == 3
    assert set(sites) <= {keep, *play.state.map.adjacent[keep]}


def test_RB_4_2_1_only_she_places_in_the_keep() -> None:
    # given the keep in 1, when the Alliance's sympathy is spread, it is not placed in 1 (CO-T22)
    table = bot("alliance", "marquise").token("marquise", "keep", at=1)
    play = run(table, "alliance", BIRD, "daylight.spread")
    assert play.pieces("alliance", "sympathy") == [2]


# --- RB 4.5.1 Battle --------------------------------------------------------------------------------------


def test_RB_4_5_1_battles_in_every_ordered_clearing_in_order_of_priority() -> None:
    table = (
        marquise().warriors("marquise", 3, at=12).warriors("marquise", 3, at=6).warriors("marquise", 3, at=5)
    )
    table.warriors("eyrie", 1, at=12).warriors("eyrie", 1, at=6).warriors("eyrie", 1, at=5).dice(0, 0).dice(
        0, 0
    )
    assert battles(run(table, "marquise", FOX, BATTLE)) == [(6, "eyrie"), (12, "eyrie")]


def test_RB_4_5_1_I_pieces_then_points_choose_the_defender_MM_T17() -> None:
    # given a clearing with Eyrie 2 pieces 10 points and Alliance 2 pieces 12 points
    table = marquise("eyrie", "alliance").warriors("marquise", 2, at=1)
    table.warriors("eyrie", 2, at=1).warriors("alliance", 2, at=1)
    table.score("eyrie", 10).score("alliance", 12).dice(0, 0)
    # then the Alliance defends
    assert battles(run(table, "marquise", FOX, BATTLE)) == [(1, "alliance")]


def test_RB_4_5_1_I_more_pieces_come_before_points() -> None:
    table = marquise("eyrie", "alliance").warriors("marquise", 2, at=1)
    table.warriors("eyrie", 3, at=1).warriors("alliance", 2, at=1).score("alliance", 12).dice(0, 0)
    assert battles(run(table, "marquise", FOX, BATTLE)) == [(1, "eyrie")]


# --- RB 4.5.2 Recruit -------------------------------------------------------------------------------------


def test_RB_4_5_2_the_odd_warrior_goes_to_the_highest_priority_MM_T01() -> None:
    # given she rules the ordered clearings 2, 7, 9
    play = run(ruling(2, 7, 9), "marquise", MOUSE, RECRUIT)
    assert gained(play, (2, 7, 9)) == {2: 2, 7: 1, 9: 1}


def test_RB_4_5_2_evenly_over_two_or_all_in_one_MM_T02() -> None:
    assert gained(run(ruling(2, 7), "marquise", MOUSE, RECRUIT), (2, 7)) == {2: 2, 7: 2}
    assert gained(run(ruling(2), "marquise", MOUSE, RECRUIT), (2,)) == {2: 4}


def test_RB_4_5_2_without_a_ruled_ordered_clearing_nothing_is_placed_MM_T03() -> None:
    # given she rules only rabbits
    play = turn(ruling(3, 4), "marquise", MOUSE)
    assert sum(at(play, "marquise").values()) == 2
    # and the turn has gone on to its end
    assert play.noted("turn")[-1].about["owner"] == "eyrie"


def test_RB_4_5_2_a_short_supply_goes_round_by_priority_MM_T04() -> None:
    table = ruling(1, 6, 8, 12).supply("marquise", 3)
    assert gained(run(table, "marquise", FOX, RECRUIT), (1, 6, 8, 12)) == {1: 1, 6: 1, 8: 1, 12: 0}


def test_RB_3_3_1_challenging_adds_two_in_the_best_ordered_clearing_MM_T25() -> None:
    table = ruling(6, 8, difficulty="challenging")
    assert gained(run(table, "marquise", FOX, RECRUIT), (6, 8)) == {6: 4, 8: 2}


def test_RB_3_3_1_easy_recruits_two() -> None:
    assert gained(run(ruling(6, 8, difficulty="easy"), "marquise", FOX, RECRUIT), (6, 8)) == {6: 1, 8: 1}


# --- RB 4.5.3 Build ---------------------------------------------------------------------------------------


def test_RB_4_5_3_without_an_open_slot_the_next_by_warriors_and_priority_MM_T05() -> None:
    # given 1 has the most warriors but no open slot; 6 and 8 have equally many
    table = (
        marquise().warriors("marquise", 4, at=1).warriors("marquise", 2, at=8).warriors("marquise", 2, at=6)
    )
    table.building("marquise", "sawmill", at=1)
    play = run(table, "marquise", FOX, BUILD)
    assert play.pieces("marquise", "sawmill") == [1, 6]


def test_RB_4_5_3_the_order_names_the_type_not_the_clearing_MM_T06() -> None:
    play = run(ruling(6), "marquise", RABBIT, BUILD)
    assert play.pieces("marquise", "workshop") == [6]


def test_RB_4_5_3_without_sawmills_left_nothing_is_built_MM_T07() -> None:
    table = ruling(9)
    for clearing in (2, 5, 6, 7, 8, 10):
        table.building("marquise", "sawmill", at=clearing)
    play = run(table, "marquise", FOX, BUILD)
    assert not play.noted("placed.building")


# --- RB 4.5.4 Move ----------------------------------------------------------------------------------------


def test_RB_4_5_4_surplus_goes_to_the_most_enemy_pieces_then_priority_MM_T15() -> None:
    table = marquise().warriors("marquise", 5, at=1)
    table.warriors("eyrie", 2, at=5).warriors("eyrie", 3, at=9).warriors("eyrie", 3, at=10)
    assert moves(run(table, "marquise", FOX, MOVE)) == [(1, 9, 2)]


def test_4_2_1_the_best_destination_she_may_enter_MM_T24() -> None:
    # given she does not rule 1; 9 has the most enemies and she does not rule it; she rules 5
    table = marquise().warriors("marquise", 5, at=1).warriors("eyrie", 6, at=1)
    table.warriors("eyrie", 3, at=9).warriors("eyrie", 1, at=5).warriors("marquise", 2, at=5)
    assert moves(run(table, "marquise", FOX, MOVE)) == [(1, 5, 2)]


def test_RB_4_5_4_warriors_may_move_on_from_a_later_clearing_R_20() -> None:
    # given the foxes 6 and 11 next to each other, with enemies in 11 and 12
    table = marquise().warriors("marquise", 6, at=6).suit(11, "fox").warriors("eyrie", 2, at=11)
    table.warriors("eyrie", 1, at=12).warriors("marquise", 3, at=11)
    # when she moves: 3 go from 6 to 11, where 6 stand now, so 3 move on to 12
    assert moves(run(table, "marquise", FOX, MOVE)) == [(6, 11, 3), (11, 12, 3)]


# --- RB 4.5.5 Expand --------------------------------------------------------------------------------------


def with_buildings(number: int) -> Table:
    """She rules nothing with an open slot, and has so many workshops on the map."""
    table = marquise()
    for clearing in (2, 5, 6, 7, 8, 10)[:number]:
        table.building("marquise", "workshop", at=clearing)
        table.warriors("eyrie", 2, at=clearing)
    return table


def test_RB_4_5_5_nothing_built_and_five_buildings_a_new_order_MM_T08() -> None:
    # given nothing can be built; the second order shows a tea that is in the supply
    play = turn(with_buildings(5), "marquise", FOX, "root-tea-mouse")
    # then the order is replaced and not crafted, and Daylight begins again
    assert [event.about["card"] for event in play.noted("bot.order")] == [FOX, "root-tea-mouse"]
    assert play.state.players["marquise"].items == []
    assert play.state.discard[-2:] == [FOX, "root-tea-mouse"]
    steps = [event.about["step"] for event in play.noted("bot.step")]
    assert steps.count("battle") == 2


def test_RB_4_5_5_only_once_a_turn_MM_T09() -> None:
    play = turn(with_buildings(5), "marquise", FOX, MOUSE, RABBIT)
    assert [event.about["card"] for event in play.noted("bot.order")] == [FOX, MOUSE]


def test_RB_4_5_5_not_with_six_buildings_MM_T10() -> None:
    play = turn(with_buildings(6), "marquise", FOX, MOUSE)
    assert len(play.noted("bot.order")) == 1


def test_RB_4_5_5_a_new_bird_order_means_escalated_daylight_MM_T11() -> None:
    # given five workshops; the second order is a bird
    play = turn(with_buildings(5), "marquise", FOX, BIRD)
    # then Escalated Daylight follows and the best track, four points, is scored
    assert "RB 4.7.1" in [event.clause for event in play.noted("bot.step")]
    assert play.score("marquise") == 4


def test_RB_4_7_no_expand_in_escalated_daylight() -> None:
    play = turn(with_buildings(5), "marquise", BIRD, FOX)
    assert len(play.noted("bot.order")) == 1


# --- RB 4.6 Evening ---------------------------------------------------------------------------------------


def test_RB_4_6_1_without_sawmills_no_points_MM_T18() -> None:
    assert run(ruling(1), "marquise", FOX, SCORE).score("marquise") == 0


def test_RB_3_3_1_nightmare_scores_one_more() -> None:
    # given four warriors nowhere and a full board, so that nothing else scores
    play = turn(marquise(difficulty="nightmare"), "marquise", BIRD)
    assert play.score("marquise") == 1


# --- RB 4.7 Escalated Daylight ----------------------------------------------------------------------------


def built(sawmills: int, workshops: int, recruiters: int) -> Table:
    table = ruling(9)
    sites = iter((2, 2, 5, 5, 6, 7, 7, 8, 8))
    for kind, number in (("sawmill", sawmills), ("workshop", workshops), ("recruiter", recruiters)):
        for _ in range(number):
            table.building("marquise", kind, at=next(sites))
    return table


def test_RB_4_7_3_a_tie_goes_to_the_sawmill_MM_T12() -> None:
    play = run(built(2, 2, 1), "marquise", BIRD, BUILD)
    assert play.state.on_map("marquise", "sawmill") == 3


def test_RB_4_7_3_a_tie_without_sawmills_goes_to_the_recruiter_MM_T13() -> None:
    play = run(built(1, 2, 2), "marquise", BIRD, BUILD)
    assert play.state.on_map("marquise", "recruiter") == 3


def test_RB_4_7_2_two_in_each_of_the_two_lowest_clearings_MM_T14() -> None:
    play = run(ruling(1, 4, 9, 12), "marquise", BIRD, RECRUIT)
    assert gained(play, (1, 4, 9, 12)) == {1: 0, 4: 0, 9: 2, 12: 2}


def test_RB_4_7_3_with_all_sawmills_on_the_map_nothing_is_built_MM_T27() -> None:
    assert not run(built(6, 1, 1), "marquise", BIRD, BUILD).noted("placed.building")


def test_RB_4_7_4_one_battle_after_all_moves_MM_T16() -> None:
    # given two surplus warriors in 1 and in 4, both next to 9, where an enemy stands
    table = marquise().warriors("marquise", 4, at=1).warriors("marquise", 4, at=4).warriors("eyrie", 3, at=9)
    play = run(table.dice(0, 0), "marquise", BIRD, MOVE)
    # then both move to 9 and one battle is fought
    assert moves(play) == [(1, 9, 1), (4, 9, 1)]
    assert battles(play) == [(9, "eyrie")]


# --- traits -----------------------------------------------------------------------------------------------


def test_blitz_takes_the_next_safe_clearing_with_two_warriors_MM_T23() -> None:
    # given 1 is ruled and safe but has one warrior; 2 has three; an enemy stands in 5
    table = marquise(traits=["blitz"]).warriors("marquise", 1, at=1).warriors("marquise", 3, at=2)
    table.warriors("eyrie", 1, at=5).dice(0, 0)
    play = run(table, "marquise", FOX, BLITZ)
    assert moves(play) == [(2, 5, 2)]
    assert battles(play) == [(5, "eyrie")]


def test_fortified_one_hit_does_nothing_to_a_building_MM_T19() -> None:
    # given a sawmill without warriors
    table = marquise(traits=["fortified"]).building("marquise", "sawmill", at=5).warriors("eyrie", 1, at=5)
    # when it takes one hit (no rolled ones, one for being defenseless)
    play = table.dice(0, 0).play(battle, "eyrie", 5, "marquise")
    assert play.pieces("marquise", "sawmill") == [5]


def test_fortified_two_hits_remove_a_building() -> None:
    table = marquise(traits=["fortified"]).building("marquise", "sawmill", at=5).warriors("eyrie", 1, at=5)
    play = table.dice(1, 0).play(battle, "eyrie", 5, "marquise")
    assert play.pieces("marquise", "sawmill") == []


def hospital(keep: bool) -> Table:
    table = marquise(traits=["hospitals"]).warriors("marquise", 3, at=5).warriors("eyrie", 3, at=5)
    if keep:
        table.token("marquise", "keep", at=1)
    return table.dice(2, 0)


def test_hospitals_two_lost_defending_come_to_the_keep() -> None:
    play = hospital(keep=True).play(battle, "eyrie", 5, "marquise")
    assert at(play, "marquise") == {1: 2, 5: 1}


def test_hospitals_not_for_one() -> None:
    table = marquise(traits=["hospitals"]).warriors("marquise", 3, at=5).warriors("eyrie", 3, at=5)
    play = table.token("marquise", "keep", at=1).dice(1, 0).play(battle, "eyrie", 5, "marquise")
    assert at(play, "marquise") == {5: 2}


def test_hospitals_nothing_without_the_keep_MM_T20() -> None:
    play = hospital(keep=False).play(battle, "eyrie", 5, "marquise")
    assert at(play, "marquise") == {5: 1}


def test_iron_will_doubles_the_escalated_recruits_MM_T21() -> None:
    table = ruling(9, 12, traits=["iron-will"], difficulty="easy")
    assert gained(run(table, "marquise", BIRD, RECRUIT), (9, 12)) == {9: 2, 12: 2}


def test_overwhelming_scores_for_pairs_that_cannot_be_placed_MM_T22() -> None:
    table = ruling(6, traits=["overwhelming"]).supply("marquise", 1)
    play = run(table, "marquise", FOX, RECRUIT)
    assert gained(play, (6,)) == {6: 1}
    assert play.score("marquise") == 1


def test_overwhelming_counts_before_the_two_of_challenging_are_placed() -> None:
    # given Challenging with four warriors in supply: four are recruited, the two that follow find none
    table = ruling(6, traits=["overwhelming"], difficulty="challenging").supply("marquise", 4)
    play = run(table, "marquise", FOX, RECRUIT)
    assert gained(play, (6,)) == {6: 4}
    assert play.score("marquise") == 0


# --- the worked example -----------------------------------------------------------------------------------


def test_first_turn_of_the_mechanical_marquise_EX_MM_1() -> None:
    # given the Fall map on the first turn: keep in 1, human Eyrie in 3
    table = marquise().token("marquise", "keep", at=1).warriors("marquise", 2, at=1)
    for clearing in (2, 4, 5, 6, 7, 8, 9, 10, 11, 12):
        table.warriors("marquise", 1, at=clearing)
    table.building("marquise", "sawmill", at=1).building("marquise", "workshop", at=5)
    table.building("marquise", "recruiter", at=10)
    table.building("eyrie", "roost", at=3).warriors("eyrie", 6, at=3)
    assert table.state.players["marquise"].supply == 13
    # when the order is Root Tea (fox) and the tea is available
    play = turn(table, "marquise", "root-tea-fox")
    # then she crafts it for one point
    assert play.state.players["marquise"].items == ["tea"]
    # no battle, no move, no new order
    assert not play.noted("battle")
    assert not moves(play)
    assert len(play.noted("bot.order")) == 1
    # one warrior in each fox clearing
    assert [play.warriors("marquise", at=c) for c in (1, 6, 8, 12)] == [3, 2, 2, 2]
    assert play.supply("marquise") == 9
    # a sawmill in 6, since 1 is full
    assert play.pieces("marquise", "sawmill") == [1, 6]
    # two points in all, and the order is discarded
    assert play.score("marquise") == 2
    assert play.state.discard == ["root-tea-fox"]
