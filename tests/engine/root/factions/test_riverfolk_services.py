"""11.2.6 - 11.2.7  What others buy from the Riverfolk, and what it does. Ids RF-… are the edge cases of the specification."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle, battles
from engine.root.actions.move import Move
from engine.root.cards.exiles.menu import Persuade
from engine.root.factions.hundreds.faction import oppressed
from engine.root.factions.riverfolk.services import Buy, BuyCard
from engine.root.happen import settle
from engine.root.rule import enemy_pieces, rule_values
from engine.root.state import Root
from engine.root.turn import go_to
from engine.root.verbs import place_warriors, sweep
from tests.engine.root.board import Table, board
from tests.engine.root.factions.riverfolk_table import PRICES, RIVERFOLK, own, shop, sold
from tests.engine.root.factions.vagabond_table import carry, relation
from tests.engine.root.voices import Hireling, only_today, sits

__all__ = ["only_today"]
FOX, RABBIT, MOUSE = "tradepost-fox", "tradepost-rabbit", "tradepost-mouse"


# --- 11.2.6 Buying ----------------------------------------------------------------------------------------


def test_11_2_6_the_shop_opens_at_the_start_of_birdsong() -> None:
    # given an open hand of one card
    play = shop().hand(RIVERFOLK, "anvil").start()
    # then card, boats and mercenaries are on sale, in the open
    assert play.asked("marquise") == "window.birdsong.start"
    assert play.options("buy_card") == [BuyCard("anvil", 2)]
    assert play.options("buy") == [Buy("riverboats", 1), Buy("mercenaries", 3)]
    assert not play.question.secret
    # when the card is bought
    play.choose("buy_card", card="anvil")
    # then two warriors of the supply are payments, and the card has changed hands
    assert own(play).payments == {"marquise": 2}
    assert play.supply("marquise") == 23
    assert (play.hand("marquise"), play.hand(RIVERFOLK)) == (["anvil"], [])
    # and without a trade post that was all
    assert play.asked("marquise") != "window.birdsong.start"


def test_11_2_6_I_too_few_warriors_in_supply_RF_17() -> None:
    play = shop().supply("marquise", 2).hand(RIVERFOLK, "anvil").start()
    assert play.refused("marquise", Buy("mercenaries", 3)).clause == "11.2.6.I"
    assert play.offers("buy_card")
    assert play.refused("marquise", Buy("riverboats", 2)).clause == "11.2.6.I"


def test_11_2_6_II_one_more_for_each_clearing_with_a_post_and_a_piece_RF_18() -> None:
    # given cats in two of three clearings with a trade post
    table = shop().hand(RIVERFOLK, "anvil", "sword", "cobbler").warriors("marquise", 1, at=1)
    table.building("marquise", "sawmill", at=2).token(RIVERFOLK, FOX, at=1).token(RIVERFOLK, MOUSE, at=2)
    play = table.token(RIVERFOLK, RABBIT, at=3).start()
    # when three services are bought, also two cards, but nothing lasting twice
    play.choose("buy_card", card="anvil").choose("buy", service="riverboats")
    assert play.refused("marquise", Buy("riverboats", 1)).clause == "11.2.7"
    play.choose("buy_card", card="sword")
    # then the shop is closed
    assert own(play).bought == 3
    assert play.asked("marquise") != "window.birdsong.start"


def test_11_2_6_II_the_limit_is_told_while_the_window_is_open() -> None:
    # given another effect keeps the window open
    table = shop().hand(RIVERFOLK, "anvil", "sword").crafted("marquise", "better-burrow-bank")
    play = table.start().choose("buy_card", card="anvil")
    assert play.refused("marquise", BuyCard("sword", 2)).clause == "11.2.6.II"


def test_11_2_6_III_the_vagabond_pays_with_items_RF_19() -> None:
    # given a Vagabond with three ready items of five
    for supply, paid in ((9, 2), (1, 1)):
        table = (
            carry(shop("vagabond"), "boot torch sword! bag- tea")
            .pawn("vagabond", 5)
            .supply(RIVERFOLK, supply)
        )
        play = table.hand(RIVERFOLK, "anvil").start()
        # when he buys for two
        play.choose("buy_card", card="anvil")
        chosen = [o for o in play.question.options if getattr(o, "item", "") in ("boot", "tea")]
        play.choose_many(*chosen)
        # then two items are exhausted, and as many Riverfolk warriors as there are enter Payments
        (event,) = play.noted("exhausted")
        assert sorted(event.about["items"]) == ["boot", "tea"]
        assert own(play).payments == {RIVERFOLK: paid}
        assert play.hand("vagabond") == ["anvil"]


def test_11_2_6_III_a_vagabond_without_ready_items_buys_nothing() -> None:
    play = carry(shop("vagabond"), "boot- torch!").pawn("vagabond", 5).hand(RIVERFOLK, "anvil").start()
    assert not play.offers("buy_card")


def test_11_2_7_III_b_the_vagabond_hires_nobody_RF_20() -> None:
    play = carry(shop("vagabond"), "boot torch sword bag tea").pawn("vagabond", 5).start()
    assert play.offers("buy", service="riverboats")
    assert play.refused("vagabond", Buy("mercenaries", 3)).clause == "11.2.7.III.b"


def test_11_2_6_only_others_and_only_then() -> None:
    # given it is Daylight
    play = shop(step="daylight.actions").hand(RIVERFOLK, "anvil").warriors("marquise", 1, at=1).start()
    assert play.refused("marquise", BuyCard("anvil", 2)).clause == "11.2.6"
    # the Riverfolk buy nothing from themselves (INT 11.2.6)
    table = (
        board(RIVERFOLK, "marquise").board(RIVERFOLK, prices=dict(PRICES)).turn(RIVERFOLK, "daylight.actions")
    )
    table.board(RIVERFOLK, funds={RIVERFOLK: 1}).hand(RIVERFOLK, "anvil")
    assert table.start().refused(RIVERFOLK, BuyCard("anvil", 2)).clause == "11.2.6"
    # and without Riverfolk nobody sells
    play = (
        board("marquise", "eyrie").warriors("marquise", 1, at=1).turn("marquise", "daylight.actions").start()
    )
    assert play.refused("marquise", BuyCard("anvil", 2)).clause == "11.2.6"


def test_11_2_7_I_no_card_that_is_not_there() -> None:
    play = shop().hand(RIVERFOLK, "anvil").start()
    assert play.refused("marquise", BuyCard("sword", 2)).clause == "11.2.7.I"
    assert play.refused("marquise", Buy("hand_card", 2)).clause == "11.2.7"


def test_7_4_1_the_shop_comes_before_emergency_orders() -> None:
    # given the Eyrie with an empty hand, which would draw
    play = shop("eyrie", "marquise").hand(RIVERFOLK, "anvil").board("eyrie", leader="despot").start()
    assert play.asked("eyrie") == "window.birdsong.start"
    play.choose("buy_card", card="anvil")
    assert play.noted("drew") == []


def test_RB_2_8_RB_9_7_bots_buy_without_being_asked_and_people_beside_them_are() -> None:
    # given a bot, the Riverfolk and a person at one table
    table = board("marquise", RIVERFOLK, "eyrie:clockwork").no_ruins().board(RIVERFOLK, prices=dict(PRICES))
    play = table.hand(RIVERFOLK, "anvil").turn("marquise", "birdsong.start").start()
    assert play.offers("buy_card", card="anvil")
    table = board("eyrie:clockwork", RIVERFOLK, "marquise").no_ruins().board(RIVERFOLK, prices=dict(PRICES))
    play = table.hand(RIVERFOLK, "anvil").turn("eyrie", "birdsong.start").start()
    assert play.hand(RIVERFOLK) == []
    assert "eyrie" in own(play).funds


# --- 11.2.7.II Riverboats ---------------------------------------------------------------------------------


def boats() -> Table:
    return sold(shop(step="daylight.actions"), "riverboats").board("marquise", actions=3)


def test_11_2_7_II_rivers_are_paths_but_rule_is_needed_RF_21() -> None:
    # given boats, a cat at 5 where the Eyrie rules, as at 10
    table = boats().warriors("marquise", 1, at=5).warriors("eyrie", 2, at=5).warriors("eyrie", 2, at=10)
    play = table.warriors("marquise", 3, at=4).start()
    # then the river carries only who rules one end
    assert play.refused("marquise", Move(5, 10, 1)).clause == "4.2.1"
    assert play.offers("move", origin=4, to=7)
    # and the Riverfolk themselves need no rule there
    table = (
        board(RIVERFOLK, "eyrie").turn(RIVERFOLK, "daylight.actions").board(RIVERFOLK, funds={RIVERFOLK: 1})
    )
    table.warriors("eyrie", 2, at=5).warriors("eyrie", 2, at=10).warriors(RIVERFOLK, 1, at=5)
    assert table.start().offers("move", origin=5, to=10)


def test_11_2_7_II_boats_are_for_this_turn_and_this_player() -> None:
    table = boats().warriors("marquise", 3, at=5)
    assert Move(5, 10, 3) in table.start().options("move")
    table.state.turn += 1
    assert not table.start().offers("move", origin=5, to=10)


def test_11_2_7_II_the_vagabond_goes_by_boat_too() -> None:
    table = sold(shop("vagabond", step="daylight.actions"), "riverboats")
    play = carry(table, "boot boot").pawn("vagabond", 5).start()
    assert {option.to for option in play.options("travel")} == {1, 2, 10}  # type: ignore[attr-defined]


# --- 11.2.7.III Mercenaries -------------------------------------------------------------------------------


def hired(buyer: str = "marquise", *others: str, step: str = "daylight.actions", **options: str) -> Table:
    return sold(shop(buyer, *others, step=step, **options), "mercenaries")


def test_11_2_7_III_mercenaries_rule_for_the_buyer_in_daylight_and_evening() -> None:
    table = hired().warriors("marquise", 1, at=1).warriors(RIVERFOLK, 2, at=1).warriors("eyrie", 2, at=1)
    assert rule_values(table.state, 1) == {"marquise": 3, RIVERFOLK: 0, "eyrie": 2}
    for step, ruler in (
        ("daylight.start", "marquise"),
        ("evening.draw", "marquise"),
        ("birdsong.end", "eyrie"),
    ):
        go_to(table.state, step)
        assert board_ruler(table) == ruler


def board_ruler(table: Table) -> str | None:
    from engine.root.rule import ruler

    return ruler(table.state, 1)


def test_11_2_7_III_a_hits_are_split_the_odd_one_on_the_own_RF_22() -> None:
    # given 2 cats and 3 mercenaries, who take three hits
    table = (
        hired()
        .warriors("marquise", 2, at=1)
        .warriors(RIVERFOLK, 3, at=1)
        .warriors("eyrie", 5, at=1)
        .dice(3, 3)
    )
    play = table.play(battle, "marquise", 1, "eyrie")
    assert (play.warriors("marquise", at=1), play.warriors(RIVERFOLK, at=1)) == (0, 2)
    # and both together dealt three
    assert play.warriors("eyrie", at=1) == 2


def test_11_2_7_III_a_buildings_fall_last_RF_23() -> None:
    table = hired().warriors(RIVERFOLK, 2, at=1).building("marquise", "sawmill", at=1)
    play = table.warriors("eyrie", 5, at=1).dice(3, 3).play(battle, "marquise", 1, "eyrie")
    assert play.warriors(RIVERFOLK, at=1) == 0
    assert play.pieces("marquise", "sawmill") == []
    assert play.score("eyrie") == 1


def test_11_2_7_III_no_use_against_the_riverfolk_RF_24() -> None:
    # given the buyer has only mercenaries at 1, and own warriors at 2
    table = hired().board("marquise", actions=3).warriors(RIVERFOLK, 2, at=1).warriors("eyrie", 1, at=1)
    table.warriors("marquise", 2, at=2).warriors(RIVERFOLK, 2, at=2).dice(2, 1)
    play = table.start()
    # then the Eyrie can be fought at 1, the Riverfolk only at 2
    assert {(o.clearing, o.defender) for o in play.options("battle")} == {(1, "eyrie"), (2, RIVERFOLK)}  # type: ignore[attr-defined]
    assert play.refused("marquise", Fight(1, RIVERFOLK)).clause == "4.3"
    # where they defend as always
    play.choose("battle", clearing=2, defender=RIVERFOLK)
    assert (play.warriors("marquise", at=2), play.warriors(RIVERFOLK, at=2)) == (1, 0)


def test_11_2_7_III_b_the_buyer_becomes_hostile_RF_25() -> None:
    # given mercenaries alone attack a Vagabond, who hits back
    table = hired("marquise", "vagabond").warriors(RIVERFOLK, 2, at=5).pawn("vagabond", 5).dice(1, 1)
    carry(table, "sword torch boot")
    play = table.play(battle, "marquise", 5, "vagabond")
    while play.game.waiting():
        play.choose_many(*play.question.options[: play.question.least])
    assert play.warriors(RIVERFOLK, at=5) == 1
    assert (relation(play, "marquise"), relation(play, RIVERFOLK)) == ("hostile", "indifferent")


def test_3_3_1_mercenaries_do_not_count_for_dominance_RF_26() -> None:
    # given two fox clearings of the buyer, a third ruled by mercenaries, and fox dominance
    table = hired().warriors("marquise", 1, at=6).warriors("marquise", 1, at=8).warriors(RIVERFOLK, 2, at=1)
    table.change(lambda game: setattr(game.players["marquise"], "dominance", "dominance-fox"))
    table.state.deck.remove("dominance-fox")
    assert board_ruler(table) == "marquise"
    # when the buyer's next Birdsong begins, and mercenaries are hired anew
    go_to(table.state, "birdsong.start")
    play = table.start()
    assert not play.state.over


def test_11_2_7_III_a_favor_spares_the_mercenaries_and_takes_the_posts_RF_29() -> None:
    table = hired().warriors(RIVERFOLK, 2, at=1).token(RIVERFOLK, FOX, at=1).warriors("eyrie", 1, at=1)
    assert enemy_pieces(table.state, "marquise", 1) == 2

    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    assert play.warriors(RIVERFOLK, at=1) == 2
    assert play.pieces(RIVERFOLK, FOX) == []
    assert (play.warriors("eyrie", at=1), play.score("marquise")) == (0, 1)


def test_11_2_7_III_a_each_batch_of_hits_begins_with_the_own_RF_30() -> None:
    # given 2 cats and 2 mercenaries walk into an ambush
    table = hired().warriors("marquise", 2, at=1).warriors(RIVERFOLK, 2, at=1).warriors("eyrie", 2, at=1)
    play = table.hand("eyrie", "ambush-fox").dice(1, 1).play(battle, "marquise", 1, "eyrie")
    play.choose("ambush", card="ambush-fox")
    # then one of each falls, and the rolled hit takes the other cat
    assert (play.warriors("marquise", at=1), play.warriors(RIVERFOLK, at=1)) == (0, 1)
    assert play.warriors("eyrie", at=1) == 1


def test_2_5_what_else_the_riverfolk_count_still_competes_RF_31() -> None:
    # given 1 cat, 1 mercenary, and 2 warriors of a hireling that the Riverfolk control
    table = sits(hired(), Hireling, supply=5, by=RIVERFOLK).warriors("marquise", 1, at=1)
    place_warriors(table.warriors(RIVERFOLK, 1, at=1).state, "guest", 1, 2, "E")
    # then two against two: nobody rules
    assert rule_values(table.state, 1) == {"marquise": 2, RIVERFOLK: 2}
    assert board_ruler(table) is None
    # and the mercenaries may fight that hireling
    assert Fight(1, "guest") in battles(table.state, "marquise")


def test_11_2_7_III_soup_kitchens_of_the_riverfolk_still_count() -> None:
    table = hired(deck="exiles").crafted(RIVERFOLK, "soup-kitchens").token(RIVERFOLK, FOX, at=1)
    table.warriors(RIVERFOLK, 1, at=1)
    assert rule_values(table.state, 1) == {"marquise": 1, RIVERFOLK: 2}


def test_11_2_7_III_they_are_not_moved_and_not_removed_but_by_hits() -> None:
    table = hired(deck="exiles").board("marquise", actions=3).warriors(RIVERFOLK, 2, at=1)
    table.crafted("marquise", "propaganda-bureau").hand("marquise", "anvil")
    play = table.start()
    assert not play.offers("move", origin=1)
    assert play.refused("marquise", Move(1, 5, 1)).clause == "4.2"
    assert not play.offers(Persuade(1, RIVERFOLK).verb, player=RIVERFOLK)


def test_6_2_3_no_field_hospitals_for_mercenaries() -> None:
    # given the keep and a fox card, and one mercenary who falls
    table = hired().token("marquise", "keep", at=6).hand("marquise", "anvil").warriors(RIVERFOLK, 1, at=1)
    play = table.warriors("eyrie", 3, at=1).dice(1, 1).play(battle, "marquise", 1, "eyrie")
    assert play.asked("marquise") == ""
    assert play.supply(RIVERFOLK) == 15


def test_7_2_2_mercenaries_help_the_eyrie_to_a_tie_if_one_of_them_is_there() -> None:
    # given a mercenary and a cat
    table = hired("eyrie", "marquise").warriors(RIVERFOLK, 1, at=1).warriors("marquise", 1, at=1)
    assert board_ruler(table) is None
    # when one of each side joins them, then the Eyrie rule the tie
    table.warriors("eyrie", 1, at=1).warriors("marquise", 1, at=1)
    assert board_ruler(table) == "eyrie"


def test_3_2_1_points_of_a_battle_are_the_buyers() -> None:
    table = hired().warriors(RIVERFOLK, 3, at=1).building("eyrie", "roost", at=1).dice(1, 0)
    play = table.play(battle, "marquise", 1, "eyrie")
    assert (play.score("marquise"), play.score(RIVERFOLK)) == (1, 0)


def test_14_6_2_mercenaries_are_no_enemy_pieces_but_trade_posts_are_LH_28() -> None:
    # given a mob and a mercenary, who gives the Hundreds rule
    table = hired("hundreds", "marquise", step="evening.oppress").token("hundreds", "mob", at=1)
    table.warriors(RIVERFOLK, 1, at=1)
    # then the clearing is oppressed
    assert oppressed(table.state, "hundreds") == [1]
    # and with a trade post it is not
    table.token(RIVERFOLK, FOX, at=1)
    assert oppressed(table.state, "hundreds") == []
