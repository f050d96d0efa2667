"""RB 9  Riverfolk Robots. Autumn: the river is 4, 5, 7, 10, 11."""

from __future__ import annotations

from typing import cast

import pytest

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.clockwork.riverfolk import turn as robots_turn
from engine.root.clockwork.riverfolk.market import RobotsBoard
from engine.root.data import CARDS
from engine.root.factions.riverfolk.services import Buy, BuyCard
from engine.root.factions.vagabond.items import Item
from engine.root.happen import settle
from engine.root.rule import neighbours
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.verbs import remove_piece
from engine.rules import Event
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import (
    BIRD,
    FOX,
    MOUSE,
    at,
    battles,
    bot,
    run,
    set_order,
    set_up,
    turn,
    vagabot,
    whole_turn,
)

ROBOTS = "riverfolk"
FILL, CRAFT, ORDER = "birdsong.market", "birdsong.craft", "birdsong.order"
BUILD, RECRUIT, ORGANIZE, BATTLE = (
    "daylight.build",
    "daylight.recruit",
    "daylight.organize",
    "daylight.battle",
)
SCORE, RACKETEER, DISCARD = "evening.score", "evening.racketeer", "evening.discard"
ANVIL, BOOTS, TEA, BAG = "anvil", "travel-gear-fox", "root-tea-mouse", "birdy-bindle"
POST = {"fox": "tradepost-fox", "rabbit": "tradepost-rabbit", "mouse": "tradepost-mouse"}


def robots(*others: str, map: str = "autumn", **options: object) -> Table:
    return bot(ROBOTS, *(others or ("marquise", "eyrie")), map=map, **options)


def own(at: Play | Table) -> RobotsBoard:
    return cast(RobotsBoard, at.state.boards[ROBOTS])


def market(table: Table, *cards: str) -> Table:
    """These cards are on sale, from left to right."""
    for card in cards:
        table.state.deck.remove(card)
    return table.board(ROBOTS, market=list(cards))


def paid(table: Table, **warriors: int) -> Table:
    """Warriors of these players lie in Payments."""
    for owner, count in warriors.items():
        table.state.players[owner].supply -= count
        assert table.state.players[owner].supply >= 0
    return table.board(ROBOTS, payments=dict(warriors))


def by(order: str, table: Table, *labels: str) -> Play:
    """Run these steps with an order of this suit; the card is on the market."""
    market(table, order).board(ROBOTS, suit=CARDS[order].suit)
    table.state.cursor.active = ROBOTS
    return table.play(steps, labels)


def steps(game: Root, labels: tuple[str, ...]) -> Flow[None]:
    from engine.root.turn import go_to, steps_of

    for label in labels:
        go_to(game, label)
        yield from steps_of(game.plays[ROBOTS])[label].run(game, ROBOTS)


def on_top(table: Table, *cards: str) -> Table:
    """The next cards of the deck."""
    for card in reversed(cards):
        table.state.deck.remove(card)
        table.state.deck.append(card)
    return table


def shopping(buyer: str = "marquise", *others: str, **options: object) -> Table:
    """It is the start of Birdsong of somebody who may buy; three cards are on sale."""
    table = board(buyer, f"{ROBOTS}:clockwork", *(others or ("eyrie",)), **{ROBOTS: options}).no_ruins()
    return market(table, ANVIL, FOX, BIRD).turn(buyer, "birdsong.start")


# --- RB 9.3 Setup -----------------------------------------------------------------------------------------


def test_RB_9_3_warriors_on_the_river_a_payment_and_five_cards() -> None:
    play = robots().play(set_up, ROBOTS)
    assert at(play, ROBOTS) == {4: 1, 5: 1, 7: 1, 10: 1, 11: 1}
    assert own(play).payments == {ROBOTS: 1}
    assert play.supply(ROBOTS) == 9
    assert len(own(play).market) == 5
    # on the Lake map the coast is the river; the keep is passed over
    play = robots(map="lake").token("marquise", "keep", at=1).play(set_up, ROBOTS)
    assert at(play, ROBOTS) == {10: 1, 11: 1, 12: 1}


# --- RB 9.4 Birdsong --------------------------------------------------------------------------------------


def test_RB_9_4_1_new_cards_come_on_the_right_RR_T01() -> None:
    table = on_top(market(robots(), FOX, MOUSE, BIRD), "favor-of-the-mice", "cobbler")
    play = table.play(steps, (FILL,))
    assert own(play).market == [FOX, MOUSE, BIRD, "favor-of-the-mice", "cobbler"]


def test_RB_9_4_2_only_the_first_new_item_is_crafted_RR_T02() -> None:
    table = on_top(market(robots(), FOX, MOUSE, BIRD), ANVIL, TEA)
    play = table.play(steps, (FILL, CRAFT))
    assert play.state.players[ROBOTS].items == ["hammer"]
    assert play.score(ROBOTS) == 1
    assert own(play).market == [FOX, MOUSE, BIRD, TEA]
    assert play.state.discard == [ANVIL]


def test_RB_9_4_2_an_old_card_is_not_crafted_RR_T03() -> None:
    table = on_top(market(robots(), ANVIL, FOX, MOUSE, BIRD), "cobbler")
    play = table.play(steps, (FILL, CRAFT))
    assert play.state.players[ROBOTS].items == []
    assert len(own(play).market) == 5


def test_RB_9_4_3_the_order_is_what_is_rightmost_then_RR_T04() -> None:
    # given the crafted card was the rightmost
    table = on_top(market(robots(), FOX, MOUSE, BIRD), "favor-of-the-mice", ANVIL)
    play = table.play(steps, (FILL, CRAFT, ORDER))
    # then the order is the next to the left, and it stays on sale
    assert own(play).suit == "mouse"
    assert own(play).market == [FOX, MOUSE, BIRD, "favor-of-the-mice"]


# --- RB 9.5.1 Build and garrison --------------------------------------------------------------------------


def test_RB_9_5_1_where_the_best_payer_has_pieces_RR_T05() -> None:
    # given fox clearings 1, 6, 8, 12 without posts; the Marquise pays most and is in 12 alone
    table = paid(robots(), marquise=2, eyrie=1).warriors("marquise", 1, at=12).warriors("eyrie", 1, at=1)
    play = by(FOX, table, BUILD)
    assert play.pieces(ROBOTS, POST["fox"]) == [12]
    assert play.warriors(ROBOTS, at=12) == 1
    # posts score nothing
    assert play.score(ROBOTS) == 0


def test_RB_9_5_1_without_payments_or_pieces_priority_decides() -> None:
    assert by(FOX, robots(), BUILD).pieces(ROBOTS, POST["fox"]) == [1]
    table = paid(robots(), marquise=2).warriors("marquise", 1, at=5)
    assert by(FOX, table, BUILD).pieces(ROBOTS, POST["fox"]) == [1]


def test_RB_9_5_1_with_all_posts_of_the_suit_placed_nothing_is_built_RR_T06() -> None:
    table = paid(robots(), marquise=1)
    for clearing in (1, 6, 8):
        table.token(ROBOTS, POST["fox"], at=clearing)
    play = by(FOX, table, BUILD, RECRUIT)
    assert play.pieces(ROBOTS, POST["fox"]) == [1, 6, 8]
    # the recruits still come
    assert at(play, ROBOTS) == {1: 1, 6: 1, 8: 1, 12: 1}


def test_RB_9_5_1_a_bird_builds_anywhere_and_recruits_on_the_river_RR_T07() -> None:
    table = robots().token(ROBOTS, POST["fox"], at=1)
    play = by(BIRD, table, BUILD, RECRUIT)
    assert play.pieces(ROBOTS, POST["mouse"]) == [2]
    assert at(play, ROBOTS) == {2: 1, 4: 1, 5: 1, 7: 1, 10: 1, 11: 1}


@pytest.mark.parametrize(
    ("level", "garrison"), [("easy", 0), ("default", 1), ("challenging", 2), ("nightmare", 2)]
)
def test_RB_3_3_1_the_garrison_of_each_level_RR_T27(level: str, garrison: int) -> None:
    play = by(FOX, robots(difficulty=level), BUILD)
    assert play.pieces(ROBOTS, POST["fox"]) == [1]
    assert play.warriors(ROBOTS, at=1) == garrison


def test_RB_9_5_1_neither_in_the_keep_nor_over_a_snare_R_13() -> None:
    table = robots("marquise", "corvids").token("marquise", "keep", at=1).token("corvids", "snare", at=6)
    play = by(FOX, table, BUILD)
    # the snare in 6 stops the post and the garrison, and is gone
    assert play.pieces(ROBOTS, POST["fox"]) == []
    assert at(play, ROBOTS) == {}
    assert play.pieces("corvids", "snare") == []


# --- RB 9.5.2 Recruit -------------------------------------------------------------------------------------


def test_RB_9_5_2_I_too_few_go_by_priority_RR_T08() -> None:
    assert at(by(FOX, robots().supply(ROBOTS, 2), RECRUIT), ROBOTS) == {1: 1, 6: 1}


# --- RB 9.5.3 Organize, RB 9.5.4 Battle -------------------------------------------------------------------


def fronts() -> Table:
    """The Robots and an Eyrie warrior in 1 (fox) and in 5 (rabbit), two of the Eyrie in 5."""
    table = robots().warriors(ROBOTS, 1, at=1).warriors("eyrie", 1, at=1)
    return table.warriors(ROBOTS, 1, at=5).warriors("eyrie", 2, at=5)


def test_RB_9_2_4_the_shield_scores_fights_everywhere_and_discards_twice_RR_T09() -> None:
    table = market(fronts(), MOUSE, "cobbler", "tax-collector").dice(0, 0).dice(0, 0)
    play = by(FOX, table, ORGANIZE, BATTLE)
    own(play).market = [MOUSE, "cobbler", "tax-collector", FOX]
    assert (own(play).shield, own(play).sword) == (True, False)
    assert play.score(ROBOTS) == 1
    # two come to where the most enemies are
    assert at(play, ROBOTS) == {1: 1, 5: 3}
    assert battles(play) == [(1, "eyrie"), (5, "eyrie")]
    play = again(play, DISCARD)
    assert own(play).market == ["tax-collector", FOX]


def again(play: Play, *labels: str) -> Play:
    """Run more steps at the same table."""
    table = robots()
    table.state = play.state
    table.state.over = False
    return table.play(steps, labels)


def test_RB_9_2_4_the_sword_fights_in_ordered_clearings_RR_T10() -> None:
    table = paid(fronts(), riverfolk=1).supply(ROBOTS, 0).dice(0, 0)
    play = by(FOX, table, ORGANIZE, BATTLE)
    assert (own(play).shield, own(play).sword) == (False, True)
    assert play.score(ROBOTS) == 1
    assert battles(play) == [(1, "eyrie")]


def test_RB_9_5_3_both_score_once_and_fight_everywhere_once_RR_T11() -> None:
    play = by(FOX, fronts().supply(ROBOTS, 0).dice(0, 0).dice(0, 0), ORGANIZE, BATTLE)
    assert play.score(ROBOTS) == 1
    assert battles(play) == [(1, "eyrie"), (5, "eyrie")]


def test_RB_9_5_4_neither_no_battle_and_no_point() -> None:
    play = by(FOX, paid(fronts(), marquise=1), ORGANIZE, BATTLE)
    assert play.score(ROBOTS) == 0
    assert battles(play) == []


def test_RB_9_5_4_I_the_fewest_in_payments_defends_RR_T13() -> None:
    table = paid(robots(), marquise=2).warriors(ROBOTS, 1, at=1).warriors("marquise", 1, at=1)
    table.warriors("eyrie", 1, at=1).supply(ROBOTS, 0).dice(0, 0)
    assert battles(by(FOX, table, ORGANIZE, BATTLE)) == [(1, "eyrie")]


# --- RB 9.6 Evening ---------------------------------------------------------------------------------------


def test_RB_9_6_1_a_point_for_each_of_the_best_payer_who_go_home_RR_T14() -> None:
    play = by(FOX, paid(robots(), marquise=4, eyrie=2), SCORE)
    assert play.score(ROBOTS) == 4
    assert own(play).payments == {"eyrie": 2}
    assert play.supply("marquise") == 25


def test_RB_9_6_1_their_own_count_too_RR_T15() -> None:
    play = by(FOX, paid(robots(), riverfolk=3), SCORE)
    assert play.score(ROBOTS) == 3
    assert own(play).payments == {}
    assert play.supply(ROBOTS) == 15


def test_RB_9_6_1_a_tie_goes_to_the_first_in_turn_order() -> None:
    play = by(FOX, paid(robots("eyrie", "marquise"), marquise=2, eyrie=2), SCORE)
    assert own(play).payments == {"marquise": 2}


def test_RB_9_6_2_all_but_two_of_every_clearing_RR_T16() -> None:
    table = paid(robots(), riverfolk=1).warriors(ROBOTS, 5, at=3).warriors(ROBOTS, 2, at=5).supply(ROBOTS, 0)
    play = by(FOX, table, ORGANIZE, RACKETEER)
    assert at(play, ROBOTS) == {3: 2, 5: 2}
    assert own(play).payments == {ROBOTS: 4}


def test_RB_9_6_2_not_without_shield_or_sword() -> None:
    play = by(FOX, paid(robots(), marquise=1).warriors(ROBOTS, 5, at=3), ORGANIZE, RACKETEER)
    assert at(play, ROBOTS) == {3: 5}


def test_RB_9_6_3_the_shield_of_organize_still_holds_RR_T12() -> None:
    # given Payments empty at Organize and filled by Racketeering
    table = market(robots(), MOUSE, BIRD).warriors(ROBOTS, 5, at=3)
    play = by(FOX, table, ORGANIZE, RACKETEER)
    own(play).market = [MOUSE, BIRD, FOX]
    assert own(play).payments
    assert own(again(play, DISCARD)).market == [FOX]


def test_RB_9_6_3_without_the_shield_one_card_goes() -> None:
    table = market(paid(robots(), marquise=1), MOUSE, BIRD)
    play = table.play(steps, (DISCARD,))
    assert own(play).market == [BIRD]
    assert play.state.discard == [MOUSE]


# --- RB 9.2.2 Trade posts ---------------------------------------------------------------------------------


def taken_out(game: Root, by: str) -> Flow[None]:
    """The trade post in 1 is removed."""
    (post,) = game.tokens_of(ROBOTS, 1)
    remove_piece(game, post, 1, by, "4.3.4")
    yield from settle(game)


def test_RB_9_2_2_half_of_the_removers_payments_go_home_RR_T20() -> None:
    table = paid(robots(), marquise=3, eyrie=2).token(ROBOTS, POST["fox"], at=1)
    play = table.play(taken_out, "marquise")
    assert own(play).payments == {"marquise": 1, "eyrie": 2}
    assert play.supply("marquise") == 24
    assert play.score("marquise") == 1


def test_RB_9_2_2_a_removed_post_can_be_placed_again_RR_T21() -> None:
    table = robots()
    for clearing in (1, 6, 8):
        table.token(ROBOTS, POST["fox"], at=clearing)
    play = table.play(taken_out, "eyrie")
    (track, *_) = next(p for p in play.game.view(None).players if p.owner == ROBOTS).own.tracks
    assert track.left == 1
    market(table, FOX).board(ROBOTS, suit="fox")
    assert again(play, BUILD).pieces(ROBOTS, POST["fox"]) == [1, 6, 8]


# --- RB 9.2.3 Services ------------------------------------------------------------------------------------


def test_RB_9_2_3_people_buy_cards_boats_and_mercenaries() -> None:
    play = shopping().start()
    assert {card.card for card in play.options("buy_card")} == {ANVIL, FOX, BIRD}  # type: ignore[attr-defined]
    assert {one.service for one in play.options("buy")} == {"riverboats", "mercenaries"}  # type: ignore[attr-defined]
    play.choose("buy_card", card=ANVIL, price=2)
    assert play.hand("marquise") == [ANVIL]
    # the others keep their order, and the gap stays
    assert own(play).market == [FOX, BIRD]
    assert own(play).payments == {"marquise": 2}
    assert play.supply("marquise") == 23


@pytest.mark.parametrize(("points", "price"), [(0, 2), (9, 2), (10, 3), (12, 3), (19, 3), (20, 4), (29, 4)])
def test_RB_9_2_3_the_price_goes_by_the_points_of_the_buyer_RR_T17(points: int, price: int) -> None:
    play = shopping().score("marquise", points).start()
    assert play.offers("buy_card", card=ANVIL, price=price)
    assert play.refused("marquise", BuyCard(ANVIL, price + 1)).clause == "RB 9.2.3"


def test_RB_9_2_3_a_vagabond_pays_with_riverfolk_warriors_RR_T18() -> None:
    table = shopping("vagabond").score("vagabond", 5).pawn("vagabond", 1)
    play = table.board("vagabond", items=[Item(kind="boot")]).start().choose("buy_card", card=ANVIL)
    assert own(play).payments == {ROBOTS: 2}
    assert play.supply(ROBOTS) == 13
    # it exhausts nothing
    assert all(not item.exhausted for item in play.state.boards["vagabond"].items)  # type: ignore[attr-defined]


def test_RB_9_2_3_the_preview_says_what_a_buyer_pays() -> None:
    def told(play: Play, seat: str) -> list[str]:
        (option,) = play.options("buy_card", card=ANVIL)
        return [one.key for one in RULES.preview(play.state, seat, option)]

    assert told(shopping().start(), "marquise") == ["riverfolk.price"]
    vagabond = shopping("vagabond").pawn("vagabond", 1).start()
    assert told(vagabond, "vagabond") == ["riverfolk.price.theirs"]


def test_R_RR_2_not_without_enough_riverfolk_warriors_in_supply() -> None:
    play = shopping("vagabond").supply(ROBOTS, 1).pawn("vagabond", 1).start()
    assert not play.offers("buy_card")
    assert play.refused("vagabond", BuyCard(ANVIL, 2)).clause == "RB 9.2.3"


def test_RB_9_2_3_who_has_too_few_warriors_cannot_buy() -> None:
    play = shopping().supply("marquise", 1).start()
    assert not play.offers("buy_card")


def test_RB_9_2_3_nobody_with_a_dominance_card_buys_RR_T19() -> None:
    table = shopping()
    table.state.players["marquise"].dominance = "dominance-fox"
    play = table.start()
    assert not play.offers("buy_card")
    assert play.refused("marquise", BuyCard(ANVIL, 2)).sentence.startswith("Who has no points")


def test_RB_9_2_3_one_more_for_each_trade_post_with_own_pieces_RR_T22() -> None:
    table = shopping().token(ROBOTS, POST["fox"], at=1).token(ROBOTS, POST["rabbit"], at=5)
    table.warriors("marquise", 1, at=1).building("marquise", "sawmill", at=5)
    play = table.start()
    for card in (ANVIL, FOX, BIRD):
        play.choose("buy_card", card=card)
    assert own(play).payments == {"marquise": 6}
    assert not play.offers("buy")
    assert play.refused("marquise", Buy("riverboats", 2)).clause == "RB 9.2.3"


def test_RB_9_2_3_II_rivers_are_paths_for_who_hired_boats() -> None:
    table = shopping().warriors("marquise", 2, at=4)
    play = table.start().choose("buy", service="riverboats")
    assert 7 in neighbours(play.state, "marquise", 4)
    assert 7 not in neighbours(play.state, "eyrie", 4)


def test_RB_9_2_3_III_mercenaries_rule_and_fight_but_not_against_them() -> None:
    table = shopping().warriors("marquise", 1, at=1).warriors(ROBOTS, 2, at=1).warriors("eyrie", 2, at=1)
    play = table.start().choose("buy", service="mercenaries")
    play.state.cursor.step = "daylight.actions"
    assert play.ruler(1) == "marquise"
    robots = play.state.cast["lends_warriors"][0][1]
    assert robots.lends_warriors(play.state, ROBOTS, "marquise", 1, "eyrie")
    assert not robots.lends_warriors(play.state, ROBOTS, "marquise", 1, ROBOTS)


def test_RB_9_2_3_the_vagabond_hires_no_mercenaries() -> None:
    play = shopping("vagabond").pawn("vagabond", 1).start()
    assert not play.offers("buy", service="mercenaries")
    assert play.refused("vagabond", Buy("mercenaries", 2)).clause == "RB 9.2.3.III"


# --- RB 9.7 bots buy from the Robots ----------------------------------------------------------------------


def bots_market(buyer: str, *cards: str, **options: object) -> Table:
    table = market(bot(buyer, f"{ROBOTS}:clockwork", "keepers", **options), *cards)
    table.state.turn = 1
    return table


def sales(play: Play) -> list[Event]:
    return play.noted("riverfolk.bought")


def test_RB_9_7_not_with_fewer_points_than_the_robots_RR_T25() -> None:
    table = bots_market("eyrie", ANVIL).score("eyrie", 8).score(ROBOTS, 9)
    assert not sales(run(table, "eyrie", MOUSE, CRAFT))


def test_RB_9_7_the_best_item_of_the_market_becomes_the_order_RR_T26() -> None:
    play = run(bots_market("eyrie", BAG, ANVIL), "eyrie", MOUSE, CRAFT, "birdsong.decree")
    assert own(play).market == [BAG]
    assert ANVIL in play.state.boards["eyrie"].decree["fox"]  # type: ignore[attr-defined]
    assert own(play).payments == {"eyrie": 2}


def test_RB_9_7_bots_buy_any_number_and_pay_by_their_points() -> None:
    # given a Marquise with 10 points who needs a card and mercenaries
    table = bots_market("marquise", ANVIL).score("marquise", 10).warriors("marquise", 1, at=1)
    table.warriors(ROBOTS, 2, at=1).warriors("keepers", 1, at=1).dice(0, 0)
    play = turn(table, "marquise", MOUSE)
    assert [event.about["service"] for event in sales(play)] == ["hand_card", "mercenaries"]
    assert own(play).payments == {"marquise": 6}


def test_RB_9_7_the_vagabot_exhausts_an_item_for_a_card() -> None:
    table = set_order(vagabot("boot torch", f"{ROBOTS}:clockwork", "keepers"), "vagabond", MOUSE)
    table.state.turn = 1
    play = run(market(table, ANVIL), "vagabond", MOUSE, CRAFT)
    assert own(play).payments == {ROBOTS: 2}
    assert play.noted("exhausted")


# --- traits -----------------------------------------------------------------------------------------------


def test_ferocious_one_attacker_deals_three_RR_T23() -> None:
    table = robots(traits=["ferocious"]).warriors(ROBOTS, 1, at=1).warriors("eyrie", 4, at=1).dice(3, 0)
    assert table.play(battle, ROBOTS, 1, "eyrie").warriors("eyrie", at=1) == 1


def test_garrison_a_lone_post_is_not_defenseless_and_hits_back_RR_T24() -> None:
    table = robots(traits=["garrison"]).token(ROBOTS, POST["fox"], at=1).warriors("eyrie", 3, at=1)
    play = table.dice(2, 2).play(battle, "eyrie", 1, ROBOTS)
    assert not play.noted("defenseless")
    assert play.warriors("eyrie", at=1) == 2


def test_greedy_a_point_when_the_leader_buys_once_a_turn() -> None:
    table = shopping(traits=["greedy"]).score("marquise", 5).score("eyrie", 5)
    table.token(ROBOTS, POST["fox"], at=1).warriors("marquise", 1, at=1)
    play = table.start().choose("buy_card", card=ANVIL).choose("buy_card", card=FOX)
    assert play.score(ROBOTS) == 1
    play = shopping(traits=["greedy"]).score("eyrie", 5).start().choose("buy_card", card=ANVIL)
    assert play.score(ROBOTS) == 0


def involved(buyer: str = "marquise") -> Table:
    table = shopping(buyer, traits=["involved"]).warriors("eyrie", 1, at=1).warriors(ROBOTS, 2, at=1)
    return table.warriors(buyer, 2, at=1) if buyer == "marquise" else table.pawn(buyer, 1)


def test_involved_they_fight_for_the_enemies_of_who_did_not_hire_them() -> None:
    # given a person who bought no mercenaries, and attacks the Eyrie beside two Robots
    table = involved().turn("marquise", "daylight.actions").dice(2, 2)
    play = table.play(battle, "marquise", 1, "eyrie")
    # then the Eyrie deal two hits with one warrior, and share theirs with the Robots
    assert play.warriors("marquise", at=1) == 0
    assert play.warriors("eyrie", at=1) == 0
    assert play.warriors(ROBOTS, at=1) == 1


def test_involved_rule_counts_for_the_enemies() -> None:
    play = involved().turn("marquise", "daylight.actions").start()
    assert play.ruler(1) == "eyrie"


def test_involved_not_when_mercenaries_were_hired() -> None:
    play = involved().start().choose("buy", service="mercenaries")
    play.state.cursor.step = "daylight.actions"
    assert play.ruler(1) == "marquise"


def test_involved_a_vagabond_may_hire_them_and_gains_nothing() -> None:
    play = involved("vagabond").start().choose("buy", service="mercenaries")
    play.state.cursor.step = "daylight.actions"
    robots = play.state.cast["lends_warriors"][0][1]
    assert not robots.lends_warriors(play.state, ROBOTS, "vagabond", 1, "eyrie")
    assert not robots.lends_warriors(play.state, ROBOTS, "eyrie", 1, "vagabond")


def test_involved_not_in_the_turn_of_a_bot() -> None:
    table = board("marquise:clockwork", f"{ROBOTS}:clockwork", "eyrie", **{ROBOTS: {"traits": ["involved"]}})
    table.warriors("marquise", 2, at=1).warriors("eyrie", 1, at=1).warriors(ROBOTS, 2, at=1)
    table.state.cursor.active, table.state.cursor.step = "marquise", "daylight.battle"
    play = table.score(ROBOTS, 9).dice(0, 0).play(battle, "marquise", 1, "eyrie")
    assert play.ruler(1) is None


# --- the worked example -----------------------------------------------------------------------------------


def test_a_turn_of_the_riverfolk_robots_EX_RR_1(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a map with mice 1 and 2, rabbit 5, foxes 3 and 12, and the river 2, 5, 10, 11
    monkeypatch.setattr(robots_turn, "river", lambda game: [2, 5, 10, 11])
    table = paid(robots("marquise", "eyrie"), marquise=4, eyrie=1)
    for clearing, suit in {1: "mouse", 2: "mouse", 3: "fox", 5: "rabbit", 12: "fox"}.items():
        table.suit(clearing, suit)
    for clearing, count in {2: 1, 3: 4, 5: 1, 10: 2, 11: 1, 12: 3}.items():
        table.warriors(ROBOTS, count, at=clearing)
    assert table.state.players[ROBOTS].supply == 3
    table.warriors("marquise", 1, at=1).warriors("eyrie", 2, at=1)
    on_top(market(table, MOUSE, "cobbler", FOX), BOOTS, BIRD)
    play = table.dice(1, 0).play(whole_turn, ROBOTS)
    # then the boot is crafted for a point and its card discarded
    assert play.state.players[ROBOTS].items == ["boot"]
    assert play.state.discard == [BOOTS, MOUSE]
    # a mouse post and a warrior in 1; one each in 2 and 5; two cannot be placed
    assert play.pieces(ROBOTS, POST["mouse"]) == [1]
    placed = [(e.about["clearing"], e.about["warriors"]) for e in play.noted("placed.warriors")]
    assert placed == [(1, 1), (2, 1), (5, 1)]
    # the Eyrie, who paid less, lose a warrior in 1
    assert battles(play) == [(1, "eyrie")]
    assert play.warriors("eyrie", at=1) == 1
    # four of the Marquise score and go home; one from 12 and two from 3 come to Payments
    assert own(play).payments == {"eyrie": 1, ROBOTS: 3}
    assert at(play, ROBOTS) == {1: 1, 2: 2, 3: 2, 5: 2, 10: 2, 11: 1, 12: 2}
    assert play.supply("marquise") == 24
    # the leftmost card is gone
    assert own(play).market == ["cobbler", FOX, BIRD]
    # six points in all
    assert play.score(ROBOTS) == 6
