"""RB 11  Cogwheel Corvids."""

from __future__ import annotations

import random
from typing import cast

import pytest

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.actions.move import moves as all_moves
from engine.root.check import clockwork
from engine.root.clockwork.corvids import plots as bot_plots
from engine.root.clockwork.corvids.plots import CogwheelCorvidBoard
from engine.root.factions.corvids.plots import Expose
from engine.root.factions.vagabond.items import Item, VagabondBoard
from engine.root.happen import settle
from engine.root.state import Piece, Root
from engine.root.verbs import bars_placing, remove_piece
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import (
    FOX,
    at,
    battles,
    bot,
    moves,
    run,
    set_up,
    turn,
)
from tests.engine.root.test_views import leaks

RECRUIT, FLIP = "birdsong.recruit", "birdsong.flip"
BATTLE, MOVE, PLOT, THICKEN = "daylight.battle", "daylight.move", "daylight.plot", "daylight.thicken"
SCORE = "evening.score"
BOMB, SNARE, EXTORTION, RAID = "bomb", "snare", "extortion", "raid"


def corvids(*others: str, map: str = "autumn", **options: object) -> Table:
    return bot("corvids", *(others or ("marquise", "eyrie")), map=map, **options)


def plots(table: Table, up: bool = True, **where: int) -> Table:
    """Plots of these kinds in these clearings, face up or down; what is behind a "_" tells two of a kind apart."""
    for name, clearing in where.items():
        kind = name.partition("_")[0]
        own(table.state).plots.remove(kind)
        table.state.tokens[clearing].append(Piece("corvids", kind, not up))
    return table


def own(state: Root) -> CogwheelCorvidBoard:
    return cast(CogwheelCorvidBoard, state.boards["corvids"])


def lying(play: Play) -> dict[int, tuple[str, bool]]:
    """The plots on the map: their kind, and whether they lie face down."""
    return {
        c: (piece.kind, piece.hidden)
        for c in range(1, 13)
        for piece in play.state.tokens[c]
        if piece.owner == "corvids"
    }


def drawn(monkeypatch: pytest.MonkeyPatch, *kinds: str) -> None:
    """The plots that are drawn next, whatever chance says."""
    coming = list(kinds)

    def pick(key: str, things: list[str]) -> Flow[str]:
        yield from ()
        kind = coming.pop(0)
        assert kind in things
        return kind

    monkeypatch.setattr(bot_plots, "pick", pick)


def scored(play: Play, clause: str) -> list[int]:
    return [event.about["points"] for event in play.noted("scored") if event.clause == clause]


def taken_out(game: Root, clearing: int, by: str) -> Flow[None]:
    """A plot is removed."""
    (plot,) = [piece for piece in game.tokens[clearing] if piece.owner == "corvids"]
    remove_piece(game, plot, clearing, by, "4.3.4")
    yield from settle(game)


# --- RB 11.3 Setup ----------------------------------------------------------------------------------------


def test_RB_11_3_2_a_warrior_in_the_last_clearing_of_each_suit_CR_T01() -> None:
    play = corvids().play(set_up, "corvids")
    assert at(play, "corvids") == {10: 1, 11: 1, 12: 1}
    assert play.supply("corvids") == 12
    assert sorted(own(play.state).plots) == sorted([BOMB, SNARE, EXTORTION, RAID] * 2)


def test_RB_11_3_2_the_keep_is_passed_over() -> None:
    # given the keep in 12, the last fox clearing, then 8 is the next
    table = corvids().token("marquise", "keep", at=12)
    assert at(table.play(set_up, "corvids"), "corvids") == {8: 1, 10: 1, 11: 1}


# --- RB 11.4.3 Recruit ------------------------------------------------------------------------------------


def test_RB_11_4_3_I_without_a_plot_first_then_the_most_warriors_CR_T02() -> None:
    # given ordered clearings 1 (plot, 4 warriors), 6 (none, 0) and 8 (none, 1); 12 is barred by the keep
    table = plots(corvids(), snare=1).warriors("corvids", 4, at=1).warriors("corvids", 1, at=8)
    table.token("marquise", "keep", at=12)
    play = run(table, "corvids", FOX, RECRUIT)
    assert at(play, "corvids") == {1: 4, 6: 2, 8: 3}
    chosen = [event.about["clearing"] for event in play.noted("bot.chose")]
    assert chosen == [8, 6]


def test_RB_11_4_3_II_the_plot_thickens_in_mid_action_CR_T03() -> None:
    # given supply 1 and a clearing with 4 warriors and no plot
    table = corvids().warriors("corvids", 4, at=5).supply("corvids", 1)
    table.token("marquise", "keep", at=6).suit(12, "mouse").suit(8, "mouse")
    play = run(table, "corvids", FOX, RECRUIT)
    # then after the first one a warrior of 5 comes back and is the second
    assert at(play, "corvids") == {1: 2, 5: 3}
    assert lying(play)[5][1]
    # and no clearing is left to recruit in
    assert play.supply("corvids") == 0


def test_RB_11_4_3_II_with_nothing_to_thicken_recruiting_stops_CR_T04() -> None:
    table = corvids().warriors("corvids", 2, at=5).supply("corvids", 0)
    play = run(table, "corvids", FOX, RECRUIT)
    assert at(play, "corvids") == {5: 2}
    assert not lying(play)


def test_RB_3_3_1_challenging_places_three_in_each_of_two_clearings_CR_T27() -> None:
    play = run(corvids(difficulty="challenging"), "corvids", FOX, RECRUIT)
    assert at(play, "corvids") == {1: 3, 6: 3}


@pytest.mark.parametrize(("difficulty", "each"), [("easy", 1), ("default", 2), ("nightmare", 3)])
def test_RB_3_3_1_how_many_each_level_recruits(difficulty: str, each: int) -> None:
    play = run(corvids(difficulty=difficulty), "corvids", FOX, RECRUIT)
    assert at(play, "corvids") == {1: each, 6: each}


def test_RB_11_4_3_only_one_legal_clearing_CR_T28() -> None:
    table = corvids().suit(6, "mouse").suit(8, "mouse").token("marquise", "keep", at=12)
    assert at(run(table, "corvids", FOX, RECRUIT), "corvids") == {1: 2}


def test_R_22_their_own_snare_does_not_stop_them_CR_T29() -> None:
    table = plots(corvids(), snare=1).suit(6, "mouse").suit(8, "mouse").suit(12, "mouse")
    play = run(table, "corvids", FOX, RECRUIT)
    assert at(play, "corvids") == {1: 2}
    assert lying(play) == {1: (SNARE, False)}


def test_RB_11_4_3_II_the_plot_thickens_again_and_again_CR_T30() -> None:
    # given k = 2, supply 2, 6 with 4 and 8 with 3 warriors
    table = corvids().warriors("corvids", 4, at=6).warriors("corvids", 3, at=8).supply("corvids", 2)
    table.suit(1, "mouse").suit(12, "mouse")
    play = run(table, "corvids", FOX, RECRUIT)
    # then 2 in 6; a plot there frees one for 8; a plot in 8 frees the next one, also for 8
    assert at(play, "corvids") == {6: 5, 8: 4}
    assert set(lying(play)) == {6, 8}
    assert play.supply("corvids") == 0


# --- RB 11.4.4 Flip plots ---------------------------------------------------------------------------------


def test_RB_11_4_4_each_flip_scores_all_face_up_plots_CR_T05() -> None:
    table = plots(corvids(), snare=1, raid=2)
    play = run(plots(table, up=False, raid_2=5, snare_2=9), "corvids", FOX, FLIP)
    assert scored(play, "RB 11.4.4") == [3, 4]
    assert not any(hidden for _, hidden in lying(play).values())


def test_RB_11_4_4_in_order_of_clearings_and_without_a_warrior() -> None:
    play = run(plots(corvids(), up=False, raid=12, snare=3), "corvids", FOX, FLIP)
    assert [event.about["clearing"] for event in play.noted("flipped")] == [3, 12]


def test_RB_11_7_3_a_random_card_goes_to_the_discard_pile_CR_T06() -> None:
    table = plots(corvids("marquise", "eyrie:clockwork"), up=False, extortion=5)
    table.warriors("marquise", 1, at=5).hand(
        "marquise", "ambush-fox", "ambush-bird", "cobbler", "tax-collector"
    )
    table.warriors("eyrie", 1, at=5)
    play = run(table, "corvids", FOX, FLIP)
    assert len(play.hand("marquise")) == 3
    assert len(play.state.discard) == 1
    # and nobody scores for it but the Corvids for the flip: a bot has no cards
    assert play.score("eyrie") == 0
    assert play.score("corvids") == 1


def test_RB_11_7_3_who_is_not_there_keeps_the_hand() -> None:
    table = plots(corvids(), up=False, extortion=5).warriors("marquise", 1, at=6).hand("marquise", "cobbler")
    assert run(table, "corvids", FOX, FLIP).hand("marquise") == ["cobbler"]


def test_RB_11_7_1_a_bomb_takes_all_pieces_of_people_CR_T07() -> None:
    table = plots(corvids(), up=False, bomb=5).building("marquise", "sawmill", at=5)
    play = run(table.warriors("marquise", 3, at=5), "corvids", FOX, FLIP)
    assert play.warriors("marquise", at=5) == 0
    assert play.pieces("marquise", "sawmill") == []
    assert play.score("corvids") == 2


def test_RB_11_8_1_two_pieces_of_a_bot_CR_T08() -> None:
    # given a bot with a warrior and two buildings
    table = plots(corvids("marquise:clockwork"), up=False, bomb=5).warriors("marquise", 1, at=5)
    table.building("marquise", "sawmill", at=5).building("marquise", "workshop", at=5)
    play = run(table, "corvids", FOX, FLIP)
    # then the warrior and one building go
    assert play.warriors("marquise", at=5) == 0
    assert len(play.state.buildings[5]) == 1


def test_RB_11_8_1_exactly_two_of_five_warriors_of_a_bot_CO_T18() -> None:
    table = plots(corvids("eyrie:clockwork"), up=False, bomb=5).warriors("eyrie", 5, at=5)
    assert run(table, "corvids", FOX, FLIP).warriors("eyrie", at=5) == 3


def test_RB_11_7_1_the_bomb_makes_room_for_another_that_does_nothing_CR_T09(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn(monkeypatch, BOMB)
    table = plots(corvids(), up=False, bomb=5).warriors("marquise", 1, at=5)
    play = run(table, "corvids", FOX, FLIP)
    assert lying(play) == {5: (BOMB, False)}
    assert own(play.state).plots.count(BOMB) == 1
    # one flip, one explosion
    assert len(play.noted("removed")) == 1
    assert scored(play, "RB 11.4.4") == [1]


def test_R_CR_2_with_no_plot_in_supply_the_bomb_stays() -> None:
    table = plots(corvids(), up=False, bomb=5)
    own(table.state).plots.clear()
    assert lying(run(table, "corvids", FOX, FLIP)) == {5: (BOMB, False)}


def test_RB_11_7_1_a_vagabond_damages_three_items() -> None:
    table = plots(corvids("vagabond"), up=False, bomb=5).pawn("vagabond", 5)
    table.board("vagabond", items=[Item(kind="boot"), Item(kind="torch"), Item(kind="sword")])
    play = run(table, "corvids", FOX, FLIP)
    items = cast(VagabondBoard, play.state.boards["vagabond"]).items
    assert all(item.damaged for item in items)
    assert play.state.pawns["vagabond"] == 5


def test_RB_11_4_3_II_a_plot_laid_while_recruiting_is_flipped_too_CR_T10() -> None:
    table = corvids().warriors("corvids", 4, at=5).supply("corvids", 0)
    play = run(table, "corvids", FOX, RECRUIT, FLIP)
    assert lying(play)[5][1] is False
    assert scored(play, "RB 11.4.4") == [1]


# --- RB 11.5.1 Battle -------------------------------------------------------------------------------------


def test_RB_11_5_1_not_with_one_warrior_CR_T11() -> None:
    table = corvids().warriors("corvids", 1, at=1).warriors("eyrie", 1, at=1)
    assert not battles(run(table, "corvids", FOX, BATTLE))


def test_RB_11_5_1_in_every_ordered_clearing() -> None:
    table = corvids()
    for clearing in (12, 6, 5):
        table.warriors("corvids", 2, at=clearing).warriors("eyrie", 1, at=clearing)
    play = run(table.dice(0, 0).dice(0, 0), "corvids", FOX, BATTLE)
    assert battles(play) == [(6, "eyrie"), (12, "eyrie")]


def test_RB_11_5_1_I_buildings_and_tokens_then_points_CR_T12() -> None:
    # given A with a token and 5 points, B with a building and 7
    table = corvids("alliance", "eyrie").warriors("corvids", 2, at=1)
    table.token("alliance", "sympathy", at=1).building("eyrie", "roost", at=1)
    table.score("alliance", 5).score("eyrie", 7).dice(0, 0)
    assert battles(run(table, "corvids", FOX, BATTLE)) == [(1, "eyrie")]


def test_RB_11_2_2_a_lone_face_down_plot_deals_a_hit_CR_T19() -> None:
    table = plots(corvids(), up=False, snare=5).warriors("eyrie", 2, at=5).dice(0, 0)
    play = table.play(battle, "eyrie", 5, "corvids")
    assert play.warriors("eyrie", at=5) == 1
    assert lying(play) == {}
    # face up it deals none
    table = plots(corvids(), snare=5).warriors("eyrie", 2, at=5).dice(0, 0)
    assert table.play(battle, "eyrie", 5, "corvids").warriors("eyrie", at=5) == 2


# --- RB 11.5.2 Move ---------------------------------------------------------------------------------------


def test_RB_11_5_2_only_from_face_up_plots_CR_T13() -> None:
    assert not moves(run(corvids().warriors("corvids", 5, at=1), "corvids", FOX, MOVE))
    table = plots(corvids(), up=False, snare=1).warriors("corvids", 5, at=1)
    assert not moves(run(table, "corvids", FOX, MOVE))


def test_RB_11_5_2_I_all_but_two_to_the_most_of_its_warriors_CR_T14() -> None:
    # given 1 with a face-up plot and 5 warriors; 9 has none, 10 has two; 5 holds a plot
    table = plots(corvids(), snare=1, raid=5).warriors("corvids", 5, at=1).warriors("corvids", 2, at=10)
    assert moves(run(table, "corvids", FOX, MOVE)) == [(1, 10, 3)]


def test_RB_11_5_2_II_with_plots_all_around_to_the_largest_number_CR_T15() -> None:
    table = plots(corvids(), snare=1, raid=5, raid_2=9, snare_2=10).warriors("corvids", 5, at=1)
    assert moves(run(table, "corvids", FOX, MOVE)) == [(1, 10, 3)]


def test_RB_11_2_1_they_need_no_rule() -> None:
    table = plots(corvids(), snare=1).warriors("corvids", 3, at=1).warriors("eyrie", 6, at=1)
    for near in (5, 9, 10):
        table.warriors("marquise", 4, at=near)
    assert moves(run(table, "corvids", FOX, MOVE)) == [(1, 5, 1)]


# --- RB 11.5.3 Plot, RB 11.5.4 The Plot Thickens ----------------------------------------------------------


def test_RB_11_5_3_in_the_ordered_clearing_with_the_most_warriors() -> None:
    table = corvids().warriors("corvids", 1, at=1).warriors("corvids", 2, at=8).warriors("corvids", 5, at=5)
    play = run(table, "corvids", FOX, PLOT)
    assert at(play, "corvids") == {1: 1, 5: 5, 8: 1}
    assert {c: hidden for c, (_, hidden) in lying(play).items()} == {8: True}
    assert len(own(play.state).plots) == 7


def test_RB_11_5_3_without_a_warrior_in_an_open_ordered_clearing_no_plot_CR_T16() -> None:
    table = plots(corvids(), snare=1).warriors("corvids", 2, at=1).warriors("corvids", 2, at=5)
    play = run(table, "corvids", FOX, PLOT)
    assert set(lying(play)) == {1}
    assert at(play, "corvids") == {1: 2, 5: 2}


def test_RB_11_5_3_with_all_plots_on_the_map_no_warrior_is_lost_CR_T17() -> None:
    table = corvids().warriors("corvids", 4, at=1)
    where = dict(zip((2, 3, 4, 5, 6, 7, 8, 9), own(table.state).plots.copy(), strict=True))
    for clearing, kind in where.items():
        plots(table, **{kind: clearing})
    play = run(table, "corvids", FOX, PLOT, THICKEN)
    assert at(play, "corvids") == {1: 4}


def test_RB_11_5_4_I_where_the_most_warriors_are_CR_T18() -> None:
    table = corvids().warriors("corvids", 3, at=2).warriors("corvids", 4, at=7)
    play = run(table, "corvids", FOX, THICKEN)
    assert set(lying(play)) == {7}
    assert at(play, "corvids") == {2: 3, 7: 3}


def test_RB_11_5_4_not_with_two_warriors() -> None:
    assert not lying(run(corvids().warriors("corvids", 2, at=2), "corvids", FOX, THICKEN))


def test_mastermind_plots_in_two_clearings_CR_T26() -> None:
    table = corvids(traits=["mastermind"]).warriors("corvids", 2, at=1).warriors("corvids", 1, at=8)
    play = run(table, "corvids", FOX, PLOT)
    assert at(play, "corvids") == {1: 1}
    assert set(lying(play)) == {1, 8}


# --- RB 11.6 Evening --------------------------------------------------------------------------------------


def test_RB_11_6_1_a_point_for_each_face_up_extortion_CR_T24() -> None:
    table = plots(corvids(), extortion=1, extortion_2=5, snare=6)
    assert run(table, "corvids", FOX, SCORE).score("corvids") == 2
    table = plots(corvids(), up=False, extortion=1)
    assert run(table, "corvids", FOX, SCORE).score("corvids") == 0


def test_RB_3_3_1_nightmare_scores_one_more() -> None:
    table = corvids(difficulty="nightmare").supply("corvids", 0)
    assert turn(table, "corvids", FOX).score("corvids") == 1


# --- RB 11.7 Plots, RB 11.8 Plots against bots ------------------------------------------------------------


def test_RB_11_7_4_a_raid_by_priority_when_warriors_are_few_CR_T20() -> None:
    # given a raid in 1 with the neighbours 5, 9, 10, and two warriors in supply
    table = plots(corvids(), up=False, raid=1).supply("corvids", 2)
    play = table.play(taken_out, 1, "eyrie")
    assert at(play, "corvids") == {5: 1, 9: 1}
    assert play.score("eyrie") == 1


def test_RB_11_7_4_not_into_the_keep() -> None:
    table = plots(corvids(), raid=1).token("marquise", "keep", at=5)
    assert at(table.play(taken_out, 1, "eyrie"), "corvids") == {9: 1, 10: 1}


def test_RB_11_2_nobody_exposes_plots_of_a_bot_CR_T21() -> None:
    # given a person with a piece beside a face-down plot and a card that matches
    table = plots(corvids("marquise"), up=False, snare=5).warriors("marquise", 2, at=5)
    play = table.hand("marquise", "ambush-rabbit").turn("marquise", "daylight.actions").start()
    assert not play.offers("expose")
    assert play.refused("marquise", Expose(5, SNARE)).clause == "RB 11.2"


def test_RB_11_7_2_people_neither_place_nor_leave_but_come_in_CR_T22() -> None:
    table = plots(corvids("marquise"), snare=5).warriors("marquise", 3, at=5).warriors("marquise", 3, at=1)
    game = table.turn("marquise", "daylight.actions").start().state
    assert bars_placing(game, "marquise", 5) is not None
    steps = {(move.origin, move.to) for move in all_moves(game, "marquise")}
    assert (1, 5) in steps
    assert not any(origin == 5 for origin, _ in steps)


def test_RB_11_8_2_a_bot_that_places_springs_the_snare_CR_T23() -> None:
    # given a Marquise bot that rules only 1, where a face-up snare is
    table = plots(bot("marquise", "corvids:clockwork"), snare=1).warriors("marquise", 2, at=1)
    play = run(table, "marquise", FOX, "daylight.recruit")
    assert play.warriors("marquise", at=1) == 2
    assert lying(play) == {}
    assert SNARE in own(play.state).plots
    assert play.score("marquise") == 0


def test_RB_11_8_2_a_face_down_snare_stops_nobody_CO_T25() -> None:
    table = plots(bot("marquise", "corvids:clockwork"), up=False, snare=1).warriors("marquise", 2, at=1)
    play = run(table, "marquise", FOX, "daylight.recruit")
    assert play.warriors("marquise", at=1) == 6
    assert lying(play) == {1: (SNARE, True)}


# --- traits -----------------------------------------------------------------------------------------------


def test_backup_plans_a_warrior_where_the_plot_was() -> None:
    table = plots(corvids(traits=["backup-plans"]), up=False, snare=5)
    assert at(table.play(taken_out, 5, "eyrie"), "corvids") == {5: 1}


def test_backup_plans_also_for_a_sprung_snare_R_CR_3() -> None:
    table = plots(corvids("marquise:clockwork", traits=["backup-plans"]), snare=1).warriors(
        "marquise", 2, at=1
    )
    assert at(run(table, "marquise", FOX, "daylight.recruit"), "corvids") == {1: 1}


def test_backup_plans_not_for_a_bomb_that_is_swapped_R_CR_3() -> None:
    table = plots(corvids(traits=["backup-plans"]), up=False, bomb=5)
    assert at(run(table, "corvids", FOX, FLIP), "corvids") == {}


def gambling(kind: str, **more: object) -> Table:
    """A face-down plot where the Marquise has the most pieces; there is a sawmill."""
    table = plots(corvids("marquise", "eyrie", traits=["gamble"]), up=False, **{kind: 5})
    return (
        table.building("marquise", "sawmill", at=5).warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5)
    )


def test_gamble_a_right_guess_removes_the_bomb_before_it_goes_off_CR_T25() -> None:
    play = run(gambling(BOMB), "corvids", FOX, FLIP)
    assert play.asked("marquise") == "corvids.gamble"
    play.choose("guess_plot", plot=BOMB)
    assert play.score("corvids") == 1
    assert play.score("marquise") == 1
    assert play.pieces("marquise", "sawmill") == [5]
    assert lying(play) == {}
    assert own(play.state).plots.count(BOMB) == 2


def test_gamble_a_wrong_guess_scores_for_them_and_it_goes_off() -> None:
    play = run(gambling(BOMB), "corvids", FOX, FLIP).choose("guess_plot", plot=RAID)
    # a point for the guess, one for the flip, one for the sawmill
    assert play.score("corvids") == 3
    assert play.pieces("marquise", "sawmill") == []


def test_gamble_a_raid_that_was_guessed_still_comes() -> None:
    play = run(gambling(RAID), "corvids", FOX, FLIP).choose("guess_plot", plot=RAID)
    assert at(play, "corvids") == {1: 1, 2: 1}


def test_gamble_nobody_there_nobody_guesses() -> None:
    table = plots(corvids("marquise", "eyrie:clockwork", traits=["gamble"]), up=False, snare=5)
    play = run(table.warriors("eyrie", 2, at=5), "corvids", FOX, FLIP)
    assert not play.game.waiting()
    assert lying(play) == {5: (SNARE, False)}


def test_vendetta_every_plot_is_a_bomb_after_its_own_effect_R_CR_4() -> None:
    table = plots(corvids(traits=["vendetta"]), up=False, extortion=5).warriors("marquise", 2, at=5)
    play = run(table.hand("marquise", "cobbler"), "corvids", FOX, FLIP)
    assert play.hand("marquise") == []
    assert play.warriors("marquise", at=5) == 0
    ((_, hidden),) = lying(play).values()
    assert hidden is False
    assert len(own(play.state).plots) == 7


# --- secrets ----------------------------------------------------------------------------------------------


def test_1_2_1_nobody_sees_a_face_down_plot_nor_the_supply() -> None:
    play = turn(corvids().warriors("corvids", 4, at=1), "corvids", FOX)
    hidden = [c for c, (_, down) in lying(play).items() if down]
    assert hidden
    for seat in (None, "marquise", "corvids"):
        view = play.game.view(seat)
        shown = [t.kind for c in view.clearings for t in c.tokens if t.owner == "corvids" and t.hidden]
        assert set(shown) == {"plot"}
        (track,) = next(p for p in view.players if p.owner == "corvids").own.tracks
        assert (track.kind, track.left) == ("plot", len(own(play.state).plots))


@pytest.mark.parametrize("number", range(6))
def test_1_2_1_no_seat_can_tell_a_table_with_other_plots(number: int) -> None:
    seed = f"plots of a bot {number}"
    dice = random.Random(seed)
    level, options = clockwork("corvids", dice)
    seats = (SeatSetup("marquise", "marquise"), SeatSetup("corvids", "corvids", level, options))
    bots = (SeatSetup("eyrie", "eyrie", "clockwork"),) if number % 2 else ()
    assert leaks(Setup((*seats, *bots), {"map": "lake"}), seed, moments=8) == []


# --- the worked example -----------------------------------------------------------------------------------


def test_a_turn_of_the_cogwheel_corvids_EX_CC_1(monkeypatch: pytest.MonkeyPatch) -> None:
    # given the Lake map with foxes 1, 3, 10, 12 and mice 4, 8, on Easy
    table = corvids("marquise", "eyrie", map="lake", difficulty="easy")
    for clearing in range(1, 13):
        table.suit(
            clearing, "fox" if clearing in (1, 3, 10, 12) else "mouse" if clearing in (4, 8) else "rabbit"
        )
    for clearing, count in {1: 1, 2: 1, 4: 4, 5: 2, 7: 1, 8: 2, 10: 2, 12: 1}.items():
        table.warriors("corvids", count, at=clearing)
    plots(plots(table, extortion=10, raid=12), up=False, snare=1)
    table.building("marquise", "sawmill", at=4).building("eyrie", "roost", at=10)
    assert table.state.players["corvids"].supply == 1
    drawn(monkeypatch, BOMB, BOMB, RAID, SNARE)
    # when the order is a fox without an item
    play = turn(table.dice(0, 0), "corvids", FOX)
    # then one comes to 3, a plot is laid in 4, and the freed warrior comes to 10
    placed = [(e.about["clearing"], e.about["warriors"]) for e in play.noted("placed.warriors")]
    assert placed == [(3, 1), (10, 1)]
    # the snare scores three, the bomb four and the sawmill one; a second bomb takes its place
    assert scored(play, "RB 11.4.4") == [3, 4]
    assert play.pieces("marquise", "sawmill") == []
    assert lying(play)[4] == (BOMB, False)
    # the roost in 10 is battled and removed
    assert battles(play) == [(10, "eyrie")]
    assert play.pieces("eyrie", "roost") == []
    # one moves from 10 to 8
    assert moves(play) == [(10, 8, 1)]
    # plots in 3 and 8
    assert {c for c, (_, hidden) in lying(play).items() if hidden} == {3, 8}
    assert {c for c, (_, hidden) in lying(play).items() if not hidden} == {1, 4, 10, 12}
    assert play.warriors("corvids", at=3) == 0
    # ten points in all, and the order is discarded
    assert play.score("corvids") == 10
    assert play.state.discard == [FOX]
