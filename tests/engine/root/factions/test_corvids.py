"""13  Corvid Conspiracy. Ids CC-… are the edge cases of the specification.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

from typing import cast

import pytest

from engine.flow import Done, Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.move import Move, take_move, why_no_move
from engine.root.factions.corvids.faction import RecruitWith, homeland_setup, setup
from engine.root.factions.corvids.plots import CorvidBoard, Expose, FlipPlot, LayPlot, Trick
from engine.root.factions.vagabond.items import Item
from engine.root.happen import settle
from engine.root.projection import project
from engine.root.state import Owner, Piece, Root
from engine.root.verbs import remove_piece, sweep
from engine.rules import Event
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import FOX, bot, run

CORVIDS = "corvids"


def plot(table: Table, kind: str, at: int, *, up: bool = False) -> Table:
    """A plot lies on the map, face down or up."""
    table.state.tokens[at].append(Piece(CORVIDS, kind, not up))
    cast(CorvidBoard, table.state.boards[CORVIDS]).plots.remove(kind)
    return table


def own(play: Play) -> CorvidBoard:
    return cast(CorvidBoard, play.state.boards[CORVIDS])


def plots(play: Play, at: int) -> list[Piece]:
    return [piece for piece in play.state.tokens[at] if piece.owner == CORVIDS]


def corvids(*others: str, step: str = "daylight.actions") -> Table:
    """It is the Corvids' turn; there are no ruins."""
    return board(CORVIDS, *(others or ("marquise",))).turn(CORVIDS, step).no_ruins()


def shown(events: list[Event], key: str, seat: Owner | None = None) -> list[Event]:
    """The events of a key that a seat may read."""
    return [e for e in events if e.key == key and (not e.only or seat in e.only)]


# --- 13.3 Setup -------------------------------------------------------------------------------------------


def test_13_3_a_warrior_in_a_clearing_of_each_suit() -> None:
    # given the Corvids set up
    play = board(CORVIDS, "marquise").supply(CORVIDS, 0).play(setup, CORVIDS)
    # then they choose a clearing of each suit
    for clearing in (1, 4, 2):
        assert play.asked(CORVIDS) == "corvids.setup"
        play.choose("clearing", clearing=clearing)
    assert [play.warriors(CORVIDS, at=c) for c in (1, 4, 2)] == [1, 1, 1]
    assert play.supply(CORVIDS) == 12
    assert sorted(own(play).plots) == sorted(["bomb", "snare", "extortion", "raid"] * 2)


def test_A_8_2_a_homeland_with_a_plot_of_choice() -> None:
    # given the Corvids set up by their setup card
    play = board(CORVIDS, "marquise").supply(CORVIDS, 0).play(homeland_setup, CORVIDS)
    # when they choose 12 and hide a raid there
    play.choose("clearing", clearing=12)
    assert play.question.secret
    play.choose("plot_kind", plot="raid")
    for clearing in (12, 3, 2):
        play.choose("clearing", clearing=clearing)
    # then there are four warriors, and everybody sees only the back of the plot
    assert play.warriors(CORVIDS, at=12) == 2
    assert plots(play, 12) == [Piece(CORVIDS, "raid", True)]
    assert play.state.starts[CORVIDS] == [12]
    public = project(play.state, "marquise").clearings[11].tokens
    assert [token.kind for token in public] == ["plot"]
    assert [token.kind for token in project(play.state, CORVIDS).clearings[11].tokens] == ["raid"]


# --- 13.4.2 Flip ------------------------------------------------------------------------------------------


def flipping(*others: str) -> Table:
    return corvids(*others, step="birdsong.flip")


def test_13_4_2_each_flip_scores_all_face_up_plots_CC_01() -> None:
    # given two face-down plots with a warrior each, none face up
    table = flipping().warriors(CORVIDS, 1, at=1).warriors(CORVIDS, 1, at=2)
    play = plot(plot(table, "snare", 1), "raid", 2).start()
    # when both are flipped, one after the other, then 1 point and 2 more
    assert play.choose("flip_plot", clearing=1).score(CORVIDS) == 1
    assert play.choose("flip_plot", clearing=2).score(CORVIDS) == 3


def test_13_4_2_a_bomb_scores_flip_and_what_it_removes_CC_02() -> None:
    # given two face-up plots, and a bomb beside a sawmill, wood and three cats
    table = flipping().warriors(CORVIDS, 1, at=1).warriors("marquise", 3, at=1)
    table.building("marquise", "sawmill", at=1).token("marquise", "wood", at=1)
    plot(plot(plot(table, "snare", 5, up=True), "raid", 6, up=True), "bomb", 1)
    # when the bomb is flipped
    play = table.start().choose("flip_plot", clearing=1)
    # then 3 points for the flip and 2 for the pieces; cats and bomb are gone, the crow stays
    assert play.score(CORVIDS) == 5
    assert play.warriors("marquise", at=1) == 0
    assert play.warriors(CORVIDS, at=1) == 1
    assert plots(play, 1) == []
    assert own(play).plots.count("bomb") == 2


def test_13_4_2_a_bomb_that_is_gone_counts_no_more_CC_03() -> None:
    # given a bomb and an extortion, both with a warrior
    table = flipping().warriors(CORVIDS, 1, at=1).warriors(CORVIDS, 1, at=2)
    play = plot(plot(table, "bomb", 1), "extortion", 2).start()
    # when the bomb is flipped first, then the extortion scores only itself
    assert play.choose("flip_plot", clearing=1).score(CORVIDS) == 1
    assert play.choose("flip_plot", clearing=2).score(CORVIDS) == 2


def test_13_4_2_a_plot_without_a_warrior_cannot_be_flipped_CC_04() -> None:
    # given one plot with a warrior and one without
    table = flipping().warriors(CORVIDS, 1, at=1)
    play = plot(plot(table, "snare", 1), "raid", 2).start()
    # then only the first is offered
    assert play.options("flip_plot") == [FlipPlot(1)]
    assert play.refused(CORVIDS, FlipPlot(2)).clause == "13.4.2"


# --- 13.5.2 Plot ------------------------------------------------------------------------------------------


def test_13_5_2_the_third_plot_costs_three_warriors_CC_05() -> None:
    # given two plots placed this turn, 2 warriors in one clearing and 3 in another
    table = corvids().warriors(CORVIDS, 2, at=1).warriors(CORVIDS, 3, at=2).board(CORVIDS, placed=2)
    play = table.start()
    # then only the second clearing can pay
    assert play.options("plot") == [LayPlot(2)]
    refusal = play.refused(CORVIDS, LayPlot(1))
    assert (refusal.clause, refusal.about) == ("13.5.2", {"cost": 3, "warriors": 2})
    # when it does
    play.choose("plot", clearing=2).choose("plot_kind", plot="snare")
    # then its three warriors are back in supply and the plot lies face down
    assert play.warriors(CORVIDS, at=2) == 0
    assert plots(play, 2) == [Piece(CORVIDS, "snare", True)]


def test_13_5_2_what_is_placed_is_known_to_the_corvids_alone() -> None:
    # given a warrior to pay
    play = corvids().warriors(CORVIDS, 1, at=1).start().choose("plot", clearing=1)
    # when the kind is chosen, in secret
    assert play.question.secret
    play.choose("plot_kind", plot="bomb")
    # then others read of a plot, the Corvids of a bomb
    assert [e.about["kind"] for e in shown(play.events, "placed.token", "marquise")] == ["plot"]
    assert shown(play.events, "placed.token.seen", "marquise") == []
    assert [e.about["kind"] for e in shown(play.events, "placed.token.seen", CORVIDS)] == ["bomb"]


def test_13_6_1_exert_counts_the_plots_of_daylight_CC_06() -> None:
    # given two plots placed in Daylight
    table = corvids(step="evening.exert").warriors(CORVIDS, 2, at=1).warriors(CORVIDS, 3, at=2)
    play = table.board(CORVIDS, placed=2).start()
    # then a plot by Exert costs three
    assert play.options("plot") == [LayPlot(2)]


@pytest.mark.parametrize("up", [False, True])
def test_13_2_2_II_one_plot_in_a_clearing_CC_07(up: bool) -> None:
    # given a clearing with a plot, either way up
    play = plot(corvids().warriors(CORVIDS, 2, at=1), "raid", 1, up=up).start()
    # then no other can be placed there
    assert not play.offers("plot")
    assert play.refused(CORVIDS, LayPlot(1)).clause == "13.2.2.II"


# --- 13.4.3 Recruit ---------------------------------------------------------------------------------------


def recruiting(*others: str) -> Table:
    return corvids(*others, step="birdsong.recruit")


def test_13_4_3_a_bird_lets_them_choose_the_suit_CC_08() -> None:
    # given a bird card
    play = recruiting().hand(CORVIDS, "birdy-bindle").start()
    assert {option.suit for option in play.options("recruit_with")} == {"fox", "rabbit", "mouse"}  # type: ignore[attr-defined]
    # when they choose mice
    play.choose("recruit_with", suit="mouse")
    # then each mouse clearing has a warrior, and they cannot recruit again
    assert [play.warriors(CORVIDS, at=c) for c in range(1, 13)] == [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0]
    assert play.hand(CORVIDS) == []
    assert not play.offers("recruit_with")


def test_13_4_3_with_too_few_they_choose_where_CC_09() -> None:
    # given two warriors in supply and four fox clearings
    play = recruiting().supply(CORVIDS, 2).hand(CORVIDS, "anvil").start().choose("recruit_with", suit="fox")
    assert play.asked(CORVIDS) == "corvids.recruits"
    # when they choose 6 and 12
    options = {option.clearing: option for option in play.question.options}  # type: ignore[attr-defined]
    play.choose_many(options[6], options[12])
    # then the warriors are there
    assert [play.warriors(CORVIDS, at=c) for c in (1, 6, 8, 12)] == [0, 1, 0, 1]


def test_13_4_3_no_warrior_comes_to_the_keep_CC_10() -> None:
    # given the keep in the fox clearing 1
    table = recruiting().token("marquise", "keep", at=1).hand(CORVIDS, "anvil")
    # when they recruit foxes
    play = table.start().choose("recruit_with", suit="fox")
    # then there is nobody in 1
    assert [play.warriors(CORVIDS, at=c) for c in (1, 6, 8, 12)] == [0, 1, 1, 1]


def test_13_4_3_a_card_of_another_suit_brings_nobody() -> None:
    # given a fox card
    play = recruiting().hand(CORVIDS, "anvil").start()
    # then mice cannot be recruited with it, nor anybody with a card that is not held
    assert play.refused(CORVIDS, RecruitWith("anvil", "mouse")).clause == "13.4.3"
    assert play.refused(CORVIDS, RecruitWith("sword", "mouse")).clause == "13.4.3"


# --- 13.2.4 Exposure --------------------------------------------------------------------------------------


def guessing(kind: str, *cards: str, step: str = "daylight.actions", up: bool = False) -> Table:
    """It is the Marquise's turn; she has a warrior beside a plot in the fox clearing 1."""
    table = board("marquise", CORVIDS).turn("marquise", step).no_ruins().warriors("marquise", 1, at=1)
    return plot(table.hand("marquise", *cards), kind, 1, up=up)


def test_13_2_4_a_right_guess_removes_the_plot_without_effect_CC_11() -> None:
    # given a raid, and the Marquise with a fox card
    play = guessing("raid", "anvil").start()
    # when she guesses a raid
    play.choose("expose", clearing=1, plot="raid").choose("show_card", card="anvil")
    # then she scores 1, keeps the card, and no crows come
    assert play.score("marquise") == 1
    assert play.hand("marquise") == ["anvil"]
    assert plots(play, 1) == []
    assert own(play).plots.count("raid") == 2
    assert sum(play.warriors(CORVIDS, at=c) for c in range(1, 13)) == 0


def test_13_2_4_a_wrong_guess_gives_the_card_away_CC_12() -> None:
    # given a raid, and the Marquise with a fox card
    play = guessing("raid", "anvil").start()
    # when she guesses a bomb
    play.choose("expose", clearing=1, plot="bomb").choose("show_card", card="anvil")
    # then the Corvids have the card, and the plot lies as before
    assert play.hand(CORVIDS) == ["anvil"]
    assert play.hand("marquise") == []
    assert plots(play, 1) == [Piece(CORVIDS, "raid", True)]
    assert play.score("marquise") == 0
    # and everybody is told that it is no bomb, but not what it is
    assert [e.about["plot"] for e in shown(play.events, "corvids.not_exposed")] == ["bomb"]
    assert "raid" not in repr([e for e in play.events if not e.only])


def test_13_2_4_a_face_up_plot_is_not_guessed_CC_13() -> None:
    # given a face-up snare
    play = guessing("snare", "anvil", up=True).start()
    # then there is nothing to expose
    assert not play.offers("expose")
    assert play.refused("marquise", Expose(1, "snare")).clause == "13.2.4"


def test_13_2_4_only_who_has_a_piece_there_guesses_CC_14() -> None:
    # given the Marquise with a fox card and nothing in 1
    table = (
        board("marquise", CORVIDS).turn("marquise", "daylight.actions").no_ruins().hand("marquise", "anvil")
    )
    play = plot(table.warriors("marquise", 1, at=5), "raid", 1).start()
    assert not play.offers("expose")
    assert play.refused("marquise", Expose(1, "raid")).clause == "13.2.4"
    # with only a token there, she may
    table = (
        board("marquise", CORVIDS).turn("marquise", "daylight.actions").no_ruins().hand("marquise", "anvil")
    )
    assert plot(table.token("marquise", "wood", at=1), "raid", 1).start().offers("expose", clearing=1)


def test_13_2_4_a_card_must_match_the_clearing() -> None:
    # given the Marquise with a mouse card beside a plot in a fox clearing
    play = guessing("raid", "sword").start()
    # then she has nothing to show, but she is asked as if she had (1.2.1)
    assert not play.offers("expose")
    assert play.question.secret
    assert play.refused("marquise", Expose(1, "raid")).clause == "13.2.4"


def test_13_2_4_not_after_the_draw_of_evening_CC_15() -> None:
    # given the Marquise draws in Evening, down to a discard
    hand = ("anvil", "root-tea-fox", "bake-sale", "sword", "investments")
    play = guessing("raid", *hand, step="evening.draw").deck("crossbow-mouse", "mouse-in-a-sack").start()
    # then she is asked what to discard, and cannot expose any more
    assert play.asked("marquise") == "evening.discard"
    assert play.refused("marquise", Expose(1, "raid")).clause == "13.2.4"


def test_13_2_4_before_the_draw_of_evening_she_still_may() -> None:
    # given the Marquise begins her Evening
    play = guessing("raid", "anvil", step="evening.start").start()
    # then she may guess
    assert play.offers("expose", clearing=1, plot="raid")


def test_1_4_2_not_in_the_middle_of_a_battle_CC_16() -> None:
    # given the Marquise battles the Eyrie, who are asked for an ambush
    table = board("marquise", CORVIDS, "eyrie").turn("marquise", "daylight.actions").no_ruins()
    table.warriors("marquise", 2, at=1).warriors("eyrie", 1, at=1).hand("eyrie", "sword").hand(
        "marquise", "anvil"
    )
    play = plot(table, "raid", 1).dice(0, 0).start().choose("battle", clearing=1, defender="eyrie")
    assert play.asked("eyrie") == "battle.ambush"
    # then she cannot expose until it is over
    with pytest.raises(Exception, match=r"1\.1|wait|turn|asked"):
        play.game.answer("marquise", Expose(1, "raid"))
    play.done("eyrie")
    assert play.offers("expose", clearing=1)


def test_13_2_4_not_after_charm_offensive_CC_31() -> None:
    # given the Marquise uses Charm Offensive at the start of Evening
    table = board("marquise", CORVIDS, deck="exiles").turn("marquise", "evening.start").no_ruins()
    table.warriors("marquise", 1, at=1).crafted("marquise", "charm-offensive").hand("marquise", "anvil")
    play = plot(table.warriors(CORVIDS, 1, at=3), "raid", 1).start()
    assert play.offers("expose")
    charm = next(o for o in play.question.options if o.verb not in ("expose", "done"))
    play.answer(charm)
    # then she has drawn, and may not guess any more this Evening
    assert not play.offers("expose")


def test_13_2_4_in_the_next_turn_guesses_are_free_again() -> None:
    # given the Marquise has drawn this Evening and ends her turn
    table = guessing("raid", "anvil", step="evening.draw")
    play = table.warriors(CORVIDS, 1, at=3).start()
    assert play.state.active == CORVIDS
    # then nothing bars guesses any more
    assert own(play).drew is False


def test_13_2_4_a_partner_in_coalition_is_no_enemy() -> None:
    # given a Vagabond in coalition with the Corvids beside a plot
    table = board("vagabond", CORVIDS).turn("vagabond", "daylight.actions").no_ruins().pawn("vagabond", 1)
    table.state.players["vagabond"].coalition = CORVIDS
    play = plot(table.hand("vagabond", "anvil"), "raid", 1).start()
    # then he cannot expose it
    assert play.refused("vagabond", Expose(1, "raid")).clause == "13.2.4"


# --- 13.2.5 Embedded Agents -------------------------------------------------------------------------------


def test_13_2_5_a_face_down_plot_deals_a_hit_CC_17() -> None:
    # given the Corvids defend with no warriors and a face-down plot
    table = plot(board("marquise", CORVIDS).warriors("marquise", 2, at=1), "snare", 1)
    # when the dice show nothing
    play = table.dice(0, 0).play(battle, "marquise", 1, CORVIDS)
    # then the attacker deals one for the defenseless, and the agents deal one
    assert plots(play, 1) == []
    assert play.warriors("marquise", at=1) == 1
    assert play.score("marquise") == 1


def test_13_2_5_a_face_up_plot_has_no_agents_CC_18() -> None:
    # given only a face-up plot
    table = plot(board("marquise", CORVIDS).warriors("marquise", 2, at=1), "snare", 1, up=True)
    play = table.dice(0, 0).play(battle, "marquise", 1, CORVIDS)
    # then the attacker loses nobody
    assert play.warriors("marquise", at=1) == 2


def test_13_2_5_attacking_they_have_no_agents_CC_19() -> None:
    # given the Corvids attack beside their own face-down plot
    table = board(CORVIDS, "marquise").warriors(CORVIDS, 1, at=1).warriors("marquise", 2, at=1)
    play = plot(table, "snare", 1).dice(0, 0).play(battle, CORVIDS, 1, "marquise")
    # then nobody is hit
    assert play.warriors("marquise", at=1) == 2


# --- 13.7.2 Snare -----------------------------------------------------------------------------------------


def test_13_7_2_a_snare_lets_in_and_not_out_CC_20() -> None:
    # given a face-up snare in 1 and cats in 5 and 1
    table = board("marquise", CORVIDS).turn("marquise", "daylight.actions").no_ruins()
    table.warriors("marquise", 2, at=5).warriors("marquise", 2, at=1)
    play = plot(table, "snare", 1, up=True).start()
    # then they may move in, but not out
    assert play.offers("move", origin=5, to=1)
    assert not play.offers("move", origin=1)
    assert play.refused("marquise", Move(1, 5, 1)).clause == "13.7.2"


def test_13_7_2_no_recruiting_beside_a_snare_CC_21() -> None:
    # given recruiters in 1, which is snared, and in 5
    table = board("marquise", CORVIDS).turn("marquise", "daylight.actions").no_ruins()
    table.building("marquise", "recruiter", at=1).building("marquise", "recruiter", at=5)
    play = plot(table, "snare", 1, up=True).start()
    play.answer(next(o for o in play.question.options if o.verb.startswith("recruit")))
    # then a cat comes to 5 and none to 1
    assert (play.warriors("marquise", at=1), play.warriors("marquise", at=5)) == (0, 1)


def test_13_7_2_a_vagabond_slips_out_of_a_snare_CC_22() -> None:
    # given a Vagabond with boots in a snared clearing, in Birdsong
    table = board("vagabond", CORVIDS).turn("vagabond", "birdsong.slip").no_ruins().pawn("vagabond", 1)
    table.board("vagabond", items=[Item(kind="boot"), Item(kind="boot")])
    play = plot(table, "snare", 1, up=True).start()
    # then he may slip out
    assert play.offers("slip", to=5)
    # but not walk out in Daylight
    while play.state.cursor.step != "daylight.actions":
        play.done()
    assert not play.offers("travel")


def test_13_7_2_a_face_down_snare_holds_nobody() -> None:
    # given a face-down snare
    table = board("marquise", CORVIDS).warriors("marquise", 3, at=1).warriors("marquise", 1, at=5)
    play = plot(table, "snare", 1).play(take_move, "marquise", Move(1, 5, 1))
    assert play.warriors("marquise", at=5) == 2


def test_13_7_2_a_snare_does_not_bind_the_corvids_or_their_partner() -> None:
    # given crows and a partner beside a snare
    table = corvids("vagabond").warriors(CORVIDS, 1, at=1)
    play = plot(table, "snare", 1, up=True).start()
    # then the crows leave as they like
    assert play.offers("move", origin=1, to=5)


# --- 13.5.4 Trick -----------------------------------------------------------------------------------------


def test_13_5_4_both_must_lie_the_same_way_CC_23() -> None:
    # given one plot face up and one face down
    play = plot(plot(corvids().warriors(CORVIDS, 1, at=3), "snare", 1, up=True), "raid", 2).start()
    # then they cannot be swapped
    assert not play.offers("trick")
    assert play.refused(CORVIDS, Trick(1, 2)).clause == "13.5.4"
    assert play.refused(CORVIDS, Trick(1, 3)).clause == "13.5.4"


def test_13_5_4_a_swap_tells_only_the_places_CC_24_CORE_T37() -> None:
    # given two face-down plots, one of them beside the keep
    table = plot(plot(corvids(), "bomb", 1), "raid", 2).token("marquise", "keep", at=2)
    play = table.start()
    # when they are swapped, which no ban on placing forbids (G.1.32)
    play.choose("trick", first=1, second=2)
    # then they have traded places, and others read only where
    assert plots(play, 1) == [Piece(CORVIDS, "raid", True)]
    assert plots(play, 2) == [Piece(CORVIDS, "bomb", True)]
    (event,) = shown(play.events, "swapped", "marquise")
    assert (event.about["origin"], event.about["to"]) == (1, 2)
    assert not {"bomb", "raid"} & set(map(str, event.about.values()))
    # and the snared or kept clearing mattered not at all
    assert own(play).actions == 1


def test_13_5_4_a_snare_that_moves_frees_the_old_clearing_CC_30() -> None:
    # given a face-up snare in 1 and a face-up raid in 2, cats in both
    table = plot(plot(corvids(), "snare", 1, up=True), "raid", 2, up=True)
    table.warriors("marquise", 1, at=1).warriors("marquise", 1, at=2)
    play = table.start().choose("trick", first=1, second=2)
    # then the cats in 1 are free and those in 2 are held
    assert why_no_move(play.state, "marquise", Move(1, 5, 1)) is None
    refusal = why_no_move(play.state, "marquise", Move(2, 5, 1))
    assert refusal is not None
    assert refusal.clause == "13.7.2"


# --- 13.7.4 Raid ------------------------------------------------------------------------------------------


def test_13_7_4_warriors_removed_with_it_can_be_placed_CC_25() -> None:
    # given two crows and a raid in 1, none in supply, and cats who hit three times
    table = board("marquise", CORVIDS).supply(CORVIDS, 2).warriors(CORVIDS, 2, at=1)
    plot(table.warriors("marquise", 5, at=1), "raid", 1, up=True)
    # when all three pieces are removed
    play = table.dice(3, 0).play(battle, "marquise", 1, CORVIDS)
    # then the two crows are placed around it: the Corvids choose two of three
    assert play.asked(CORVIDS) == "corvids.raid"
    options = {option.clearing: option for option in play.question.options}  # type: ignore[attr-defined]
    assert set(options) == {5, 9, 10}
    play.choose_many(options[5], options[10])
    assert [play.warriors(CORVIDS, at=c) for c in (5, 9, 10)] == [1, 0, 1]


def test_13_7_4_after_all_pieces_are_gone_each_raid_resolves_CC_29() -> None:
    # given raids in two fox clearings
    table = plot(plot(board("marquise", CORVIDS).no_ruins(), "raid", 1), "raid", 8)
    table.warriors(CORVIDS, 1, at=1)

    # when a Favor card removes everything in fox clearings
    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1, 6, 8, 12], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    while play.game.waiting():
        play.answer(play.question.options[0])
    # then both have placed their crows: around 1 and around 8
    assert [play.warriors(CORVIDS, at=c) for c in (5, 9, 10, 4, 7)] == [1, 1, 1, 1, 1]
    assert play.score("marquise") == 2


def test_13_7_4_a_raid_does_not_cross_closed_paths_MAP_T30() -> None:
    # given a raid in 11 on the mountain, with every closed path still closed
    table = board("marquise", CORVIDS, map="mountain").no_ruins()
    plot(table, "raid", 11)

    def knock(game: Root) -> Flow[None]:
        remove_piece(game, Piece(CORVIDS, "raid", True), 11, "marquise", "4.3.4")
        yield from settle(game)

    play = table.play(knock)
    # then crows come to 2, 3, 5 and 10, not to 6 and 12
    assert [c for c in range(1, 13) if play.warriors(CORVIDS, at=c)] == [2, 3, 5, 10]


# --- 13.6 Evening -----------------------------------------------------------------------------------------


def test_13_6_2_who_exerts_draws_none_and_discards_CC_26() -> None:
    # given seven cards in hand and a move to make
    cards = (
        "anvil",
        "sword",
        "bake-sale",
        "investments",
        "root-tea-fox",
        "root-tea-mouse",
        "root-tea-rabbit",
    )
    play = corvids(step="evening.exert").warriors(CORVIDS, 1, at=1).hand(CORVIDS, *cards).start()
    # when they exert
    play.choose("move", origin=1, to=5, warriors=1)
    # then they draw none and discard two
    assert play.asked(CORVIDS) == "evening.discard"
    assert play.question.least == 2
    assert len(play.hand(CORVIDS)) == 7


def test_13_6_2_extortions_draw_more_CC_27() -> None:
    # given two face-up extortions
    table = plot(plot(corvids(step="evening.exert"), "extortion", 1, up=True), "extortion", 2, up=True)
    play = table.start()
    # when they do not exert
    while play.state.active == CORVIDS and play.state.cursor.step == "evening.exert":
        play.done()
    # then they draw three
    assert len(play.hand(CORVIDS)) == 3


def test_13_6_2_who_exerts_draws_none_for_extortions_either_CC_32() -> None:
    # given a face-up extortion
    table = plot(corvids(step="evening.exert").warriors(CORVIDS, 1, at=1), "extortion", 2, up=True)
    # when they exert
    play = table.start().choose("move", origin=1, to=5, warriors=1)
    # then they draw none
    assert play.hand(CORVIDS) == []


# --- 13.7.3 Extortion -------------------------------------------------------------------------------------


def test_13_7_3_a_random_card_from_each_player_there_CC_28() -> None:
    # given cats, birds and a partner beside an extortion, and the Alliance elsewhere
    table = flipping("marquise", "eyrie", "vagabond", "alliance").warriors(CORVIDS, 1, at=1)
    table.warriors("marquise", 1, at=1).building("eyrie", "roost", at=1).pawn("vagabond", 1)
    table.state.players["vagabond"].coalition = CORVIDS
    table.hand("marquise", "anvil").hand("eyrie", "sword").hand("vagabond", "bake-sale").hand(
        "alliance", "investments"
    )
    # when it is flipped
    play = plot(table, "extortion", 1).start().choose("flip_plot", clearing=1)
    # then each of the three has lost a card, the partner too
    assert play.hand(CORVIDS) == ["anvil", "bake-sale", "sword"]
    assert play.hand("alliance") == ["investments"]


def test_13_7_3_an_empty_hand_gives_nothing() -> None:
    # given cats without cards
    table = flipping().warriors(CORVIDS, 1, at=1).warriors("marquise", 1, at=1)
    play = plot(table, "extortion", 1).start().choose("flip_plot", clearing=1)
    assert play.hand(CORVIDS) == []


# --- 13.7.1 Bomb ------------------------------------------------------------------------------------------


def test_13_7_1_a_vagabond_there_damages_three_items() -> None:
    # given a Vagabond with four items beside a bomb
    table = flipping("vagabond").warriors(CORVIDS, 1, at=1).pawn("vagabond", 1)
    table.board("vagabond", items=[Item(kind=k) for k in ("boot", "torch", "sword", "tea")])
    play = plot(table, "bomb", 1).start().choose("flip_plot", clearing=1)
    # when he chooses what to damage
    if play.asked("vagabond"):
        play.choose_many(*play.question.options[:3], seat="vagabond")
    # then the pawn stays, with three items damaged
    assert play.state.pawns["vagabond"] == 1
    items = play.state.boards["vagabond"].items  # type: ignore[attr-defined]
    assert sum(item.damaged for item in items) == 3


def test_13_7_1_removed_sympathy_is_outrage() -> None:
    # given sympathy beside a bomb in a fox clearing
    table = flipping("alliance").warriors(CORVIDS, 1, at=1).token("alliance", "sympathy", at=1)
    play = plot(table.hand(CORVIDS, "anvil"), "bomb", 1).start().choose("flip_plot", clearing=1)
    # then the Corvids owe a card
    assert play.asked(CORVIDS) == "alliance.outrage"


# --- 13.2.1, 13.2.3, 13.5 -----------------------------------------------------------------------------------


def test_13_2_1_they_craft_in_birdsong_with_plots_either_way_up() -> None:
    # given plots in the fox clearings 1 (face up) and 6 (face down), and a card of two fox symbols
    table = corvids(step="birdsong.craft").hand(CORVIDS, "foxfolk-steel")
    play = plot(plot(table, "snare", 1, up=True), "raid", 6).start()
    # then it can be crafted
    assert play.offers("craft", card="foxfolk-steel")


def test_13_2_3_they_move_without_rule() -> None:
    # given a crow among cats, who rule everything
    table = corvids().warriors(CORVIDS, 1, at=1).warriors("marquise", 3, at=1).warriors("marquise", 3, at=5)
    # then it may move
    assert table.start().offers("move", origin=1, to=5)


def test_13_5_three_actions_and_no_more() -> None:
    # given three actions taken
    play = (
        corvids().warriors(CORVIDS, 3, at=1).warriors("marquise", 1, at=1).board(CORVIDS, actions=3).start()
    )
    # then only Evening is left, and the refusal says why
    if play.state.cursor.step == "daylight.actions":
        assert play.refused(CORVIDS, Move(1, 5, 1)).clause == "13.5"
        play.done()
    assert play.state.cursor.step == "evening.exert"


def test_13_5_each_action_has_its_part_of_the_turn() -> None:
    # given Birdsong
    table = flipping().warriors(CORVIDS, 2, at=1).warriors("marquise", 1, at=1)
    play = plot(table.hand(CORVIDS, "anvil"), "raid", 1).start()
    # then actions wait for Daylight, and recruiting for the flips
    assert play.refused(CORVIDS, Fight(1, "marquise")).clause == "13.5"
    assert play.refused(CORVIDS, RecruitWith("anvil", "fox")).clause == "13.4.3"
    play.answer(Done())
    assert play.asked(CORVIDS) == "corvids.recruit"


# --- beside others ----------------------------------------------------------------------------------------


def test_13_7_2_a_snare_holds_corvid_planners_DECK_T17() -> None:
    # given the Marquise with Corvid Planners in a snared clearing
    table = board("marquise", CORVIDS, deck="exiles").turn("marquise", "daylight.actions").no_ruins()
    table.crafted("marquise", "corvid-planners").warriors("marquise", 1, at=1).warriors(CORVIDS, 3, at=1)
    play = plot(table, "snare", 1, up=True).start()
    # then she needs no rule, but cannot leave
    assert play.refused("marquise", Move(1, 5, 1)).clause in ("13.7.2", "6.5.2")
    refusal = why_no_move(play.state, "marquise", Move(1, 5, 1))
    assert refusal is not None
    assert refusal.clause == "13.7.2"


def test_C_2_5_nobody_leaves_a_snare_by_ferry_MAP_T7() -> None:
    # given the Ferry and cats in a snared clearing on the lake
    table = board("marquise", CORVIDS, map="lake").turn("marquise", "daylight.actions").no_ruins()
    home = table.state.map.landmarks["ferry"]
    table.warriors("marquise", 3, at=home)
    plot(table, "snare", home, up=True)
    to = table.state.map.rivers[home][0]
    refusal = why_no_move(table.state, "marquise", Move(home, to, 1, True))
    assert refusal is not None
    assert refusal.clause == "13.7.2"


def test_13_7_1_all_enemies_go_at_once_in_one_event() -> None:
    # given cats and birds beside a bomb
    table = flipping("marquise", "eyrie").warriors(CORVIDS, 1, at=1).warriors("marquise", 2, at=1)
    table.warriors("eyrie", 2, at=1).building("eyrie", "roost", at=1)
    play = plot(table, "bomb", 1).start().choose("flip_plot", clearing=1)
    # then all are gone
    assert play.warriors("marquise", at=1) == play.warriors("eyrie", at=1) == 0
    assert play.pieces("eyrie", "roost") == []
    assert play.score(CORVIDS) == 2


def test_13_2_2_a_plot_that_is_removed_stays_unseen() -> None:
    # given a face-down snare that is removed in battle
    table = plot(board("marquise", CORVIDS).warriors("marquise", 2, at=1), "snare", 1)
    play = table.dice(0, 0).play(battle, "marquise", 1, CORVIDS)
    # then nobody reads what it was
    assert "snare" not in repr([e for e in play.events if not e.only])
    assert own(play).plots.count("snare") == 2


def test_the_supply_of_plots_is_seen_by_the_corvids_alone() -> None:
    # given a bomb on the map
    table = plot(corvids(), "bomb", 1)

    def tracks(seat: Owner | None) -> dict[str, int]:
        return {track.kind: track.left for track in project(table.state, seat).players[0].own.tracks}

    assert tracks("marquise") == tracks(None) == {"plot": 7}
    assert tracks(CORVIDS) == {"bomb": 1, "snare": 2, "extortion": 2, "raid": 2}


def test_13_5_2_nobody_scores_for_the_warriors_a_plot_costs() -> None:
    # given the last crow pays for a plot
    play = corvids().warriors(CORVIDS, 1, at=1).start().choose("plot", clearing=1)
    play.choose("plot_kind", plot="raid")
    # then nobody scores
    assert play.score("marquise") == play.score(CORVIDS) == 0


# --- RB 11.8 Bots -----------------------------------------------------------------------------------------


def test_RB_11_8_2_a_bot_springs_the_snare_where_it_would_place_CO_T17() -> None:
    # given a snare in the only clearing the Mechanical Marquise rules
    table = bot("marquise", CORVIDS).warriors("marquise", 3, at=1)
    plot(table, "snare", 1, up=True)
    # when she recruits there
    play = run(table, "marquise", FOX, "daylight.recruit")
    # then nothing is placed, the snare is gone, and nobody scores
    assert play.warriors("marquise", at=1) == 3
    assert plots(play, 1) == []
    assert own(play).plots.count("snare") == 2
    assert play.score("marquise") == play.score(CORVIDS) == 0


def test_RB_11_8_2_a_face_down_snare_does_not_stop_a_bot_CO_T25() -> None:
    # given a face-down snare there
    table = bot("marquise", CORVIDS).warriors("marquise", 3, at=1)
    play = run(plot(table, "snare", 1), "marquise", FOX, "daylight.recruit")
    # then she recruits, and the plot stays
    assert play.warriors("marquise", at=1) > 3
    assert plots(play, 1) == [Piece(CORVIDS, "snare", True)]


def test_RB_11_8_2_a_bot_that_would_leave_springs_it() -> None:
    # given a bot's warriors in a snared clearing
    table = plot(bot("marquise", CORVIDS).warriors("marquise", 3, at=1), "snare", 1, up=True)
    # when they would move
    play = table.play(take_move, "marquise", Move(1, 5, 2))
    # then they stay, and the snare is gone
    assert (play.warriors("marquise", at=1), play.warriors("marquise", at=5)) == (3, 0)
    assert plots(play, 1) == []


def test_RB_11_8_2_R_23_a_roost_that_is_stopped_is_turmoil() -> None:
    # given a snare in the only clearing where the Electric Eyrie can build
    table = bot("eyrie", CORVIDS).warriors("eyrie", 3, at=1)
    play = run(plot(table, "snare", 1, up=True), "eyrie", FOX, "daylight.build")
    # then there is no roost, and turmoil
    assert play.pieces("eyrie", "roost") == []
    assert [event for event in play.events if event.key == "bot.turmoil"]


def test_RB_11_8_1_a_bomb_takes_two_pieces_of_a_bot_CO_T18() -> None:
    # given five warriors of a bot, two of a person, and a bomb
    table = board(CORVIDS, "marquise:clockwork", "eyrie").turn(CORVIDS, "birdsong.flip").no_ruins()
    table.warriors(CORVIDS, 1, at=1).warriors("marquise", 5, at=1).warriors("eyrie", 2, at=1)
    table.building("marquise", "sawmill", at=1)
    # when it is flipped
    play = plot(table, "bomb", 1).start().choose("flip_plot", clearing=1)
    # then the bot loses exactly two warriors, the person everything
    assert play.warriors("marquise", at=1) == 3
    assert play.pieces("marquise", "sawmill") == [1]
    assert play.warriors("eyrie", at=1) == 0
    assert play.score(CORVIDS) == 1
