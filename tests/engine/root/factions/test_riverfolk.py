"""11  Riverfolk Company: setup, funds, trade posts and their own turn. Ids RF-… are the edge cases of the specification."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.craft import Craft
from engine.root.actions.dominance import Spend
from engine.root.actions.move import Move, why_no_move
from engine.root.actions.muster import Recruit
from engine.root.factions.riverfolk.faction import Establish, Export, SetPrice, homeland_setup, setup
from engine.root.factions.riverfolk.funds import Fund
from engine.root.happen import settle
from engine.root.projection import project
from engine.root.state import Piece, Root
from engine.root.turn import DrawCards
from engine.root.verbs import Taking, remove, sweep, take_card
from tests.engine.root.board import board
from tests.engine.root.factions.riverfolk_table import RIVERFOLK, box, own, riverfolk

FOX, RABBIT, MOUSE = "tradepost-fox", "tradepost-rabbit", "tradepost-mouse"


# --- 11.3 Setup -------------------------------------------------------------------------------------------


def test_11_3_four_warriors_on_the_river_first_funds_and_prices() -> None:
    # given the Riverfolk set up
    play = board(RIVERFOLK, "marquise").supply(RIVERFOLK, 0).play(setup, RIVERFOLK)
    # then they place four warriors on the river, any split
    assert {option.clearing for option in play.options("clearing")} == {4, 5, 7, 10, 11}  # type: ignore[attr-defined]
    for clearing in (4, 4, 11, 5):
        play.choose("clearing", clearing=clearing)
    # and set a price for each service
    for service, price in (("hand_card", 1), ("riverboats", 4), ("mercenaries", 2)):
        assert play.asked(RIVERFOLK) == "riverfolk.setup.price"
        play.choose("set_price", service=service, price=price)
    assert [play.warriors(RIVERFOLK, at=c) for c in (4, 5, 11)] == [2, 1, 1]
    assert own(play).payments == {RIVERFOLK: 3}
    assert own(play).prices == {"hand_card": 1, "riverboats": 4, "mercenaries": 2}
    assert play.supply(RIVERFOLK) == 8


def test_11_3_2_nobody_starts_where_the_keep_is_and_the_lake_is_a_river() -> None:
    # given the keep stands on the river
    table = board(RIVERFOLK, "marquise").supply(RIVERFOLK, 0).token("marquise", "keep", at=4)
    play = table.play(setup, RIVERFOLK)
    # then that clearing is not offered, with the clause of the keep
    assert not play.offers("clearing", clearing=4)
    # and on the lake map the coast is the river
    play = board(RIVERFOLK, "marquise", map="lake").supply(RIVERFOLK, 0).play(setup, RIVERFOLK)
    assert {option.clearing for option in play.options("clearing")} == {1, 10, 11, 12}  # type: ignore[attr-defined]


def test_A_8_2_the_setup_card_asks_for_the_same_and_opens_the_hand() -> None:
    # given a drafted hand
    table = board(RIVERFOLK, "marquise").supply(RIVERFOLK, 0).hand(RIVERFOLK, "anvil", "sword")
    play = table.play(homeland_setup, RIVERFOLK)
    # then everybody sees it, and there is no homeland
    (event,) = play.noted("riverfolk.hand")
    assert event.about["cards"] == ("anvil", "sword")
    assert not event.only
    assert play.asked(RIVERFOLK) == "riverfolk.setup"
    assert RIVERFOLK not in play.state.starts


# --- 11.4 Birdsong ----------------------------------------------------------------------------------------


def test_11_4_1_as_many_as_there_are_RF_01() -> None:
    # given Payments is empty and one warrior is in supply
    play = riverfolk(step="birdsong.protectionism").supply(RIVERFOLK, 1).start()
    # then it becomes a fund
    assert own(play).funds == {RIVERFOLK: 1}
    assert play.supply(RIVERFOLK) == 0


def test_11_4_1_one_payment_is_enough_RF_02() -> None:
    # given a foreign warrior in Payments
    play = box(riverfolk(step="birdsong.protectionism"), "payments", eyrie=1).start()
    # then no own ones are added
    assert own(play).funds == {"eyrie": 1}


def test_11_4_1_two_warriors_if_nobody_paid() -> None:
    assert own(riverfolk(step="birdsong.protectionism").start()).funds == {RIVERFOLK: 2}


def test_11_4_2_a_point_for_every_two_funds_RF_03() -> None:
    # given five funds and a trade post on the map
    play = riverfolk(step="birdsong.dividends", funds=5).token(RIVERFOLK, FOX, at=1).start()
    assert play.score(RIVERFOLK) == 2


def test_11_4_2_no_dividends_without_a_post_on_the_map_RF_04() -> None:
    # given six funds, and a post that was lost
    play = riverfolk(step="birdsong.dividends", funds=6).board(RIVERFOLK, lost={FOX: 1}).start()
    assert play.score(RIVERFOLK) == 0


def test_11_4_3_everything_on_the_board_becomes_funds_RF_05() -> None:
    # given 3 in Payments, 2 Committed, 2 on tracks, none in Funds, and a post on the map
    table = box(riverfolk(step="birdsong.protectionism"), "payments", marquise=2, eyrie=1)
    box(table, "committed", riverfolk=2).board(
        RIVERFOLK, crafting={"fox": {"eyrie": 1}, "mouse": {"eyrie": 1}}
    )
    play = table.token(RIVERFOLK, FOX, at=1).start()
    # then there are seven funds, and no dividends were paid
    assert own(play).funds == {"marquise": 2, "eyrie": 3, RIVERFOLK: 2}
    assert not own(play).payments
    assert not own(play).committed
    assert not own(play).crafting
    assert play.score(RIVERFOLK) == 0


# --- 11.2.5.I Trade Disruption ----------------------------------------------------------------------------


def losing(*clearings: int) -> object:
    """The Marquise removes the trade posts in these clearings in one event."""

    def flow(game: Root) -> Flow[None]:
        posts = [(c, tuple(game.tokens_of(RIVERFOLK, c))) for c in clearings]
        remove(game, [Taking(c, (), pieces, "marquise") for c, pieces in posts], "4.3.4")
        yield from settle(game)

    return flow


def test_11_2_5_I_half_of_the_funds_rounded_up_go_home_RF_06() -> None:
    # given five funds, of the Eyrie and the Riverfolk, and a payment
    table = box(riverfolk().token(RIVERFOLK, FOX, at=1), "funds", eyrie=3, riverfolk=2)
    play = box(table, "payments", marquise=1).play(losing(1))  # type: ignore[arg-type]
    # when the post is removed, the Riverfolk choose three
    assert play.asked(RIVERFOLK) == "riverfolk.disruption"
    assert play.question.about["funds"] == 3
    assert play.options("fund") == [Fund(RIVERFOLK, 2), Fund("eyrie", 3)]  # a standing order takes the first
    play.choose("fund", player="eyrie", warriors=2).choose("fund", player=RIVERFOLK, warriors=1)
    # then two remain, Payments is as it was, and the remover has a point
    assert own(play).funds == {"eyrie": 1, RIVERFOLK: 1}
    assert own(play).payments == {"marquise": 1}
    assert (play.supply("eyrie"), play.score("marquise")) == (19, 1)


def test_11_2_5_I_two_posts_one_after_the_other_RF_07() -> None:
    # given five funds and two posts in two clearings
    table = riverfolk(funds=5).token(RIVERFOLK, FOX, at=1).token(RIVERFOLK, MOUSE, at=2)
    play = table.play(losing(1, 2))  # type: ignore[arg-type]
    # then three go, then one more
    assert own(play).funds == {RIVERFOLK: 1}
    assert play.score("marquise") == 2


def test_11_2_5_I_a_lost_post_is_out_of_the_game_RF_08() -> None:
    # given two fox posts are lost and the third is removed
    table = box(riverfolk(funds=6), "funds", riverfolk=6).board(RIVERFOLK, lost={FOX: 2})
    table.token(RIVERFOLK, FOX, at=1).warriors(RIVERFOLK, 2, at=6).hand(RIVERFOLK, "anvil")
    remove(table.state, [Taking(1, (), (Piece(RIVERFOLK, FOX),), "marquise")], "4.3.4")
    play = table.start()
    # then no fox post can be placed any more, but its space takes a crafting fund
    assert own(play).lost == {FOX: 3}
    assert play.refused(RIVERFOLK, Establish(6)).clause == "11.5.6.III"
    assert play.offers("craft", card="anvil")


# --- 11.5.3 Craft and Export ------------------------------------------------------------------------------


def test_11_5_3_no_empty_space_no_craft_RF_09() -> None:
    play = riverfolk(funds=5).hand(RIVERFOLK, "anvil").start()
    assert not play.offers("craft")
    assert play.refused(RIVERFOLK, Craft("anvil")).clause == "4.1.1"


def test_11_5_3_a_space_takes_one_fund_a_turn_RF_10() -> None:
    # given one empty mouse space, and two cards that need a mouse
    table = (
        riverfolk(funds=5).token(RIVERFOLK, MOUSE, at=2).hand(RIVERFOLK, "mouse-in-a-sack", "root-tea-mouse")
    )
    play = table.start().choose("craft", card="mouse-in-a-sack")
    # when one is crafted, then the fund sits on the track and the other card must wait
    assert own(play).crafting == {"mouse": {RIVERFOLK: 1}}
    assert play.score(RIVERFOLK) == 1
    assert play.refused(RIVERFOLK, Craft("root-tea-mouse")).clause == "4.1.1"
    assert play.refused(RIVERFOLK, Export("root-tea-mouse")).clause == "4.1.1"


def test_11_2_1_each_space_needs_a_fund_and_its_owner_is_chosen() -> None:
    # given two fox spaces and a fund of each of two players
    table = box(riverfolk().token(RIVERFOLK, FOX, at=1), "funds", riverfolk=1, eyrie=1)
    table.board(RIVERFOLK, lost={FOX: 1}).hand(RIVERFOLK, "sword", "anvil")
    play = table.start()
    # when a card of two foxes is crafted, then both go, and nothing is left for the other
    assert play.offers("craft", card="anvil")
    play.choose("craft", card="sword")
    assert own(play).crafting == {"fox": {RIVERFOLK: 1, "eyrie": 1}}
    assert not own(play).funds
    # and with one fund of two players a card of one fox asks whose
    table = box(riverfolk().token(RIVERFOLK, FOX, at=1), "funds", riverfolk=1, eyrie=1).hand(
        RIVERFOLK, "anvil"
    )
    play = table.start().choose("craft", card="anvil")
    assert play.asked(RIVERFOLK) == "riverfolk.commit"
    assert own(play.choose("fund", player="eyrie")).crafting == {"fox": {"eyrie": 1}}


def test_11_5_3_I_no_export_of_an_item_that_is_gone_RF_11() -> None:
    table = riverfolk(funds=3).token(RIVERFOLK, FOX, at=1).hand(RIVERFOLK, "anvil")
    table.state.item_supply["hammer"] = 0
    assert table.start().refused(RIVERFOLK, Export("anvil")).clause == "4.1.2"


def test_11_5_3_I_no_export_of_an_effect_already_in_play_RF_12() -> None:
    table = riverfolk(funds=3).token(RIVERFOLK, MOUSE, at=2)
    play = table.crafted(RIVERFOLK, "codebreakers").hand(RIVERFOLK, "codebreakers").start()
    assert play.refused(RIVERFOLK, Export("codebreakers")).clause == "4.1.4"


def test_11_5_3_I_export_RF_13() -> None:
    # given an anvil and a fox space
    play = riverfolk(funds=3).token(RIVERFOLK, FOX, at=1).hand(RIVERFOLK, "anvil").start()
    supply = play.supply(RIVERFOLK)
    # when it is exported
    play.choose("export", card="anvil")
    # then it is discarded for a warrior in Payments, without item and points; the fund is on the track
    assert play.state.discard == ["anvil"]
    assert (play.score(RIVERFOLK), play.state.players[RIVERFOLK].items) == (0, [])
    assert own(play).payments == {RIVERFOLK: 1}
    assert own(play).crafting == {"fox": {RIVERFOLK: 1}}
    assert play.supply(RIVERFOLK) == supply - 1


# --- 11.5 Actions -----------------------------------------------------------------------------------------


def test_11_5_1_a_move_commits_a_fund_of_choice() -> None:
    table = box(riverfolk().warriors(RIVERFOLK, 2, at=5), "funds", riverfolk=1, marquise=1)
    play = table.start().choose("move", origin=5, to=10, warriors=1)
    play.choose("fund", player="marquise")
    assert own(play).committed == {"marquise": 1}
    assert play.warriors(RIVERFOLK, at=10) == 1
    # and the last fund is used without asking
    play.choose("move", origin=5, to=2, warriors=1)
    assert own(play).committed == {"marquise": 1, RIVERFOLK: 1}
    # without funds the day is over
    assert play.state.cursor.step == "evening.prices"


def test_11_5_2_a_battle_commits_a_fund() -> None:
    table = riverfolk(funds=2).warriors(RIVERFOLK, 2, at=5).warriors("eyrie", 1, at=5).dice(1, 0)
    play = table.start().choose("battle", clearing=5, defender="eyrie")
    assert own(play).committed == {RIVERFOLK: 1}
    assert play.warriors("eyrie", at=5) == 0


def test_11_5_4_a_draw_commits_a_fund_and_everybody_sees_the_card() -> None:
    play = riverfolk(funds=2).deck("anvil", "sword").start().choose("draw")
    assert play.hand(RIVERFOLK) == ["anvil"]
    (event,) = play.noted("drew.openly")
    assert not event.only
    assert own(play).committed == {RIVERFOLK: 1}


def test_11_5_4_nothing_to_draw_is_no_action() -> None:
    play = riverfolk(funds=2).warriors(RIVERFOLK, 1, at=5).deck().start()
    assert not play.offers("draw")


def test_11_5_5_a_recruit_spends_a_fund_and_stands_on_the_river() -> None:
    table = box(riverfolk(), "funds", marquise=2)
    play = table.start()
    assert play.refused(RIVERFOLK, Recruit(1)).clause == "11.5.5"
    play.choose("recruit", clearing=7)
    assert (play.warriors(RIVERFOLK, at=7), play.supply("marquise")) == (1, 24)
    assert own(play).funds == {"marquise": 1}


def test_11_5_5_with_an_empty_supply_only_the_own_fund_can_be_recruited() -> None:
    table = box(riverfolk(), "funds", riverfolk=1, marquise=2).supply(RIVERFOLK, 0)
    play = table.start().choose("recruit", clearing=7)
    assert own(play).funds == {"marquise": 2}
    assert play.refused(RIVERFOLK, Recruit(7)).clause == "1.5.1"


def test_11_5_nothing_without_funds_and_nothing_after_daylight() -> None:
    play = riverfolk(step="evening.prices").warriors(RIVERFOLK, 2, at=5).start()
    assert play.refused(RIVERFOLK, Move(5, 10, 1)).clause == "11.5"
    assert play.refused(RIVERFOLK, Recruit(7)).clause == "11.5"
    play = riverfolk(step="evening.prices", funds=2).warriors(RIVERFOLK, 2, at=5).start()
    assert play.refused(RIVERFOLK, Move(5, 10, 1)).sentence.startswith("You act in your Daylight")
    assert play.refused(RIVERFOLK, DrawCards(1)).clause == "11.5"


# --- 11.5.6 Trade posts -----------------------------------------------------------------------------------


def test_11_5_6_a_post_with_the_rulers_funds() -> None:
    # given a clearing ruled by the Eyrie, and two funds of the Eyrie
    table = box(riverfolk(), "funds", eyrie=2, riverfolk=1).warriors("eyrie", 2, at=1)
    play = table.start().choose("establish", clearing=1)
    # then they go home; post and garrison are placed, and two points scored
    assert own(play).funds == {RIVERFOLK: 1}
    assert (play.supply("eyrie"), play.pieces(RIVERFOLK, FOX)) == (18, [1])
    assert (play.warriors(RIVERFOLK, at=1), play.score(RIVERFOLK)) == (1, 2)
    # and there is only one post in a clearing
    assert play.refused(RIVERFOLK, Establish(1)).clause == "11.5.6.I"


def test_11_5_6_II_two_funds_of_the_ruler_RF_14() -> None:
    table = box(riverfolk(), "funds", eyrie=1, riverfolk=5).warriors("eyrie", 2, at=1)
    refusal = table.start().refused(RIVERFOLK, Establish(1))
    assert refusal.clause == "11.5.6.II"
    assert refusal.about["player"] == "eyrie"


def test_11_5_6_I_nobody_rules_a_tie_RF_15() -> None:
    table = (
        riverfolk("marquise", "alliance", funds=5).warriors("marquise", 1, at=1).warriors(RIVERFOLK, 1, at=1)
    )
    assert table.start().refused(RIVERFOLK, Establish(1)).clause == "11.5.6.I"


def test_11_5_6_III_own_funds_can_be_the_garrison_RF_16() -> None:
    # given the Riverfolk rule 1 and have two own funds and nobody in supply
    table = riverfolk(funds=2).warriors(RIVERFOLK, 1, at=1).supply(RIVERFOLK, 0)
    play = table.start().choose("establish", clearing=1)
    # then one of them is the garrison
    assert (play.warriors(RIVERFOLK, at=1), play.supply(RIVERFOLK)) == (2, 1)


def test_11_5_6_III_coffin_makers_catch_the_spent_funds() -> None:
    # given the same with Coffin Makers in play
    table = riverfolk(funds=2, deck="exiles").warriors(RIVERFOLK, 1, at=1).supply(RIVERFOLK, 0)
    play = table.crafted("marquise", "coffin-makers").start().choose("establish", clearing=1)
    # then only the post is placed (1.5.4)
    assert (play.warriors(RIVERFOLK, at=1), play.pieces(RIVERFOLK, FOX)) == (1, [1])
    assert play.state.players["marquise"].held == {RIVERFOLK: 2}


def test_6_2_2_no_post_where_the_keep_is() -> None:
    table = (
        box(riverfolk(), "funds", marquise=2).warriors("marquise", 1, at=1).token("marquise", "keep", at=1)
    )
    assert table.start().refused(RIVERFOLK, Establish(1)).clause == "6.2.2"


# --- 11.6 Evening -----------------------------------------------------------------------------------------


def test_11_6_discard_to_five_draw_none_then_prices_RF_27() -> None:
    cards = ("anvil", "sword", "investments", "bake-sale", "cobbler", "sappers", "armorers")
    play = riverfolk(step="evening.discard").hand(RIVERFOLK, *cards).start()
    # given seven cards, when two are discarded
    assert not play.question.secret
    play.choose_many(Spend("sappers"), Spend("armorers"))
    # then five are left, none is drawn, and each price may be set once
    assert len(play.hand(RIVERFOLK)) == 5
    assert play.asked(RIVERFOLK) == "riverfolk.prices"
    play.choose("set_price", service="hand_card", price=4)
    assert own(play).prices["hand_card"] == 4
    assert play.refused(RIVERFOLK, SetPrice("hand_card", 1)).clause == "11.6.2"
    assert play.refused(RIVERFOLK, SetPrice("riverboats", 1)).clause == "11.6.2"
    assert play.refused(RIVERFOLK, SetPrice("riverboats", 9)).clause == "11.6.2"
    assert play.done().state.active == "marquise"


# --- 11.2.2 Swimmers --------------------------------------------------------------------------------------


def test_11_2_2_along_a_river_without_rule_but_not_along_a_path() -> None:
    # given one Riverfolk warrior among many cats at 5, and cats at 10 and 2
    table = riverfolk(funds=2).warriors(RIVERFOLK, 1, at=5)
    for clearing in (2, 5, 10):
        table.warriors("marquise", 3, at=clearing)
    play = table.start()
    assert play.offers("move", origin=5, to=10)
    assert play.refused(RIVERFOLK, Move(5, 2, 1)).clause == "4.2.1"
    assert play.refused(RIVERFOLK, Move(5, 11, 1)).clause == "2.2.1"


def test_11_2_2_swimmers_cross_the_lake_MAP_T9() -> None:
    # given the Riverfolk rule nothing around the lake, and the Ferry is where they are
    table = riverfolk(funds=2, map="lake").warriors(RIVERFOLK, 1, at=10)
    for clearing in (10, 12):
        table.warriors("marquise", 3, at=clearing)
    table.landmark("ferry", at=10)
    play = table.start()
    # then they swim, and draw no card; the Ferry takes them only with rule (RULING M2)
    assert not play.offers("move", origin=10, to=12, boat=True)
    play.choose("move", origin=10, to=12, warriors=1, boat=False)
    assert play.warriors(RIVERFOLK, at=12) == 1
    assert play.hand(RIVERFOLK) == []


def test_11_2_2_only_the_riverfolk_swim() -> None:
    table = board("marquise", RIVERFOLK).warriors("marquise", 3, at=5).turn("marquise", "daylight.actions")
    refusal = why_no_move(table.state, "marquise", Move(5, 10, 1))
    assert refusal is not None
    assert refusal.clause == "2.2.1"


def test_8_2_6_swimming_into_sympathy_is_outrage() -> None:
    table = riverfolk("alliance", funds=2).warriors(RIVERFOLK, 1, at=5).token("alliance", "sympathy", at=10)
    play = table.hand(RIVERFOLK, "bake-sale", "anvil").start().choose("move", origin=5, to=10, warriors=1)
    # the only card that matches is given, for all to see
    assert play.hand(RIVERFOLK) == ["anvil"]


# --- 11.2.3 The open hand ---------------------------------------------------------------------------------


def test_11_2_3_everybody_sees_the_hand() -> None:
    play = riverfolk(funds=1).hand(RIVERFOLK, "anvil", "sword").start()
    for seat in (None, "marquise", RIVERFOLK):
        view = next(p for p in project(play.state, seat).players if p.owner == RIVERFOLK)
        assert view.hand == ("anvil", "sword")


@pytest.mark.parametrize(("number", "card"), [(0, "anvil"), (1, "sword"), (2, "cobbler")])
def test_11_2_3_a_thief_takes_at_random_though_all_is_open_RF_28(number: int, card: str) -> None:
    # given three open cards, when somebody takes one at random
    table = riverfolk().hand(RIVERFOLK, "anvil", "sword", "cobbler").dice(number)
    play = table.play(take_card, "marquise", RIVERFOLK, "9.6.1")
    # then chance decides, and everybody sees which
    assert play.hand("marquise") == [card]
    (event,) = play.noted("took.card.openly")
    assert event.about["card"] == card
    assert not event.only


def test_4_1_3_swap_meet_takes_at_random_from_an_open_hand_DECK_T25() -> None:
    # given Swap Meet, and an open hand of two
    table = board("marquise", RIVERFOLK, deck="exiles").turn("marquise", "birdsong.start").no_ruins()
    table.board(RIVERFOLK, prices={}).crafted("marquise", "swap-meet").hand(RIVERFOLK, "anvil", "sword").dice(
        1
    )
    play = table.hand("marquise", "investments").start()
    # when it is used, then the taker does not choose
    play.choose("swap_meet", player=RIVERFOLK)
    assert play.hand("marquise") == ["investments", "sword"]
    play.choose("give_back", card="investments")
    assert play.hand(RIVERFOLK) == ["anvil", "investments"]


def test_11_2_3_no_secret_questions_about_an_open_hand() -> None:
    # given the Riverfolk are attacked with no ambush in hand, then nobody asks them
    table = (
        board("marquise", RIVERFOLK).turn("marquise", "daylight.actions").hand(RIVERFOLK, "anvil").dice(0, 0)
    )
    table.warriors("marquise", 2, at=5).warriors(RIVERFOLK, 2, at=5).board("marquise", actions=3)
    play = table.start().choose("battle", clearing=5, defender=RIVERFOLK)
    assert play.asked(RIVERFOLK) == ""


# --- beside others ----------------------------------------------------------------------------------------


def test_3_2_1_a_favor_removes_a_post_and_disrupts_trade() -> None:
    table = riverfolk(funds=4).token(RIVERFOLK, FOX, at=1).warriors(RIVERFOLK, 2, at=1)

    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    assert (own(play).funds, play.score("marquise")) == ({RIVERFOLK: 2}, 1)
    assert play.warriors(RIVERFOLK, at=1) == 0
