"""8.4 - 8.6  Woodland Alliance: the turn. Ids WA-T… are the edge cases of the specification."""

from __future__ import annotations

from typing import cast

import pytest

from engine.flow import Done
from engine.root.actions.craft import Craft
from engine.root.actions.dominance import Spend
from engine.root.actions.muster import Recruit
from engine.root.factions.alliance.faction import Mobilize, Organize, Revolt, Spread, Train
from engine.root.factions.alliance.supporters import AllianceBoard
from engine.root.state import Piece
from tests.engine.root.board import board
from tests.engine.root.factions.alliance_table import (
    base,
    birdsong,
    daylight,
    evening,
    officers,
    spread_targets,
    spreading,
    stack,
    supporters,
    sympathy,
)

TEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


# --- 8.4.1 Revolt -----------------------------------------------------------------------------------------


def test_8_4_1_a_fox_and_a_bird_pay_for_a_revolt_WA_T8() -> None:
    # given a sympathetic fox clearing, supporters fox and bird
    play = stack(sympathy(birdsong(), 1), "anvil", "armorers").start()
    # when the Alliance revolts there
    play.choose("revolt", clearing=1)
    # then both are spent, the base stands, the token stays
    assert supporters(play) == []
    assert play.pieces("alliance", "base-fox") == [1]
    assert play.pieces("alliance", "sympathy") == [1]
    assert sorted(play.state.discard) == ["anvil", "armorers"]


def test_8_4_1_I_one_base_of_a_suit_WA_T9() -> None:
    # given the fox base on the map, sympathy in another fox clearing and in a mouse clearing
    table = base(sympathy(birdsong(), 8, 2), "fox", 1)
    play = stack(table, "anvil", "foxfolk-steel", "sword", "investments").start()
    # then only the mice may revolt
    assert not play.offers("revolt", clearing=8)
    assert play.refused("alliance", Revolt(8)).clause == "8.4.1.I"
    assert play.offers("revolt", clearing=2)


def test_8_4_1_III_a_warrior_for_each_sympathetic_clearing_of_the_suit_WA_T10() -> None:
    # given three sympathetic fox clearings and one of mice
    play = stack(sympathy(birdsong(), 1, 6, 8, 2), "anvil", "armorers").start()
    # when it revolts in one
    play.choose("revolt", clearing=6)
    # then three warriors stand there and one is an officer
    assert play.warriors("alliance", at=6) == 3
    assert officers(play) == 1
    assert play.supply("alliance") == 6


def test_1_5_4_the_map_is_served_before_the_officer_WA_T11() -> None:
    # given two warriors in supply and three sympathetic fox clearings
    table = sympathy(birdsong(), 1, 6, 8).supply("alliance", 2)
    play = stack(table, "anvil", "armorers").start().choose("revolt", clearing=6)
    # then two are placed and there is no officer
    assert play.warriors("alliance", at=6) == 2
    assert officers(play) == 0


def test_8_4_1_III_enemies_leave_and_score_WA_T12() -> None:
    # given a roost and two cats in a sympathetic fox clearing, the keep elsewhere
    table = sympathy(birdsong("marquise", "eyrie"), 8).building("eyrie", "roost", at=8)
    table.warriors("marquise", 2, at=8).token("marquise", "keep", at=3).hand("marquise", "anvil")
    play = stack(table, "foxfolk-steel", "armorers").start()
    # when it revolts
    play.choose("revolt", clearing=8)
    # then one point is scored, all enemies are gone, and the hospital is offered before the base is placed
    assert play.score("alliance") == 1
    assert play.pieces("eyrie", "roost") == []
    assert play.warriors("marquise", at=8) == 0
    assert play.asked("marquise") == "marquise.hospital"
    play.choose("hospital", card="anvil")
    assert play.warriors("marquise", at=3) == 2
    assert play.pieces("alliance", "base-fox") == [8]


def test_8_4_no_revolt_after_spreading_WA_T13() -> None:
    # given enough supporters for a spread and a revolt
    table = sympathy(birdsong(), 1)
    play = stack(table, "anvil", "foxfolk-steel", "sword", "bake-sale").start()
    # when the Alliance has gone on to spread
    play.done().choose("spread", clearing=5).choose_many(Spend("bake-sale"))
    # then it may not revolt any more
    assert play.asked("alliance") == "alliance.spread"
    assert play.refused("alliance", Revolt(1)).clause == "8.4"


def test_8_4_1_II_the_alliance_chooses_what_to_spend() -> None:
    # given two foxes and a bird
    play = stack(sympathy(birdsong(), 1), "anvil", "foxfolk-steel", "armorers").start()
    play.choose("revolt", clearing=1)
    # then it is asked, secretly, which two go
    assert play.question.key == "alliance.revolt.spend"
    assert play.question.secret
    play.choose_many(Spend("anvil"), Spend("armorers"))
    assert supporters(play) == ["foxfolk-steel"]


def test_1_2_1_the_choice_of_supporters_betrays_nothing() -> None:
    # given three supporters, of which two match or all three do
    for third in ("sword", "armorers"):
        play = stack(sympathy(birdsong(), 1), "anvil", "foxfolk-steel", third).start()
        # then the Alliance is asked in both cases
        assert play.choose("revolt", clearing=1).asked("alliance") == "alliance.revolt.spend"


def test_8_4_1_I_an_unsympathetic_clearing_cannot_revolt() -> None:
    play = stack(sympathy(birdsong(), 1), "anvil", "foxfolk-steel").start()
    assert play.refused("alliance", Revolt(6)).clause == "8.4.1.I"


def test_8_4_1_II_one_match_is_not_enough() -> None:
    # given one fox and one mouse
    play = stack(sympathy(birdsong(), 1), "anvil", "sword").start()
    # then the Alliance is asked all the same (1.2.1) and cannot revolt
    assert play.asked("alliance") == "alliance.revolt"
    assert play.question.options == (Done(),)
    assert play.refused("alliance", Revolt(1)).clause == "8.4.1.II"


def test_1_2_1_whether_it_is_asked_depends_on_open_facts_only() -> None:
    # given the same open table and two different stacks, one useful and one not
    for cards in (("anvil", "foxfolk-steel"), ("sword", "bake-sale")):
        play = stack(sympathy(birdsong(), 1), *cards).start()
        # then the Alliance is asked in both cases
        assert play.asked("alliance") == "alliance.revolt"
    # and with one supporter in neither
    for card in ("anvil", "sword"):
        play = stack(sympathy(birdsong(), 1), card).start()
        assert play.asked("alliance") != "alliance.revolt"


def test_A3_no_revolt_where_the_base_would_not_fit() -> None:
    # given a clearing with one slot, taken by another base of the Alliance (as in the Lost City)
    table = base(sympathy(birdsong(), 1), "mouse", 1)
    play = stack(table, "anvil", "foxfolk-steel").start()
    # then there can be no revolt there
    assert play.asked("alliance") != "alliance.revolt"
    assert play.refused("alliance", Revolt(1)).clause == "2.2.3"


def test_A3_enemy_buildings_are_no_obstacle() -> None:
    # given the only slot is taken by a sawmill
    table = sympathy(birdsong(), 1).building("marquise", "sawmill", at=1)
    play = stack(table, "anvil", "foxfolk-steel").start().choose("revolt", clearing=1)
    # then it makes room for the base
    assert play.state.buildings[1] == [Piece("alliance", "base-fox")]
    assert play.score("alliance") == 1


# --- 8.4.2 Spread sympathy --------------------------------------------------------------------------------


def test_8_4_2_I_the_first_token_goes_anywhere_but_the_keep_WA_T1() -> None:
    # given no sympathy on the map, the keep in 3, and supporters for every suit
    table = spreading().token("marquise", "keep", at=3)
    play = stack(table, "armorers").start()
    # then every clearing is open but that of the keep
    assert spread_targets(play) == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert play.refused("alliance", Spread(3)).clause == "6.2.2"


def test_8_4_2_I_then_only_next_to_sympathy_WA_T2() -> None:
    # given sympathy in 1, next to 5, 9 and 10
    play = stack(sympathy(spreading(), 1), "armorers").start()
    assert spread_targets(play) == [5, 9, 10]
    assert play.refused("alliance", Spread(2)).clause == "8.4.2.I"
    assert play.refused("alliance", Spread(1)).clause == "8.2.5.I"


def test_8_4_2_I_no_fallback_when_the_neighbours_are_barred_WA_T3() -> None:
    # given sympathy in 5 and 1, the keep in 2, and cats that bar 9 and 10 in the same way
    table = sympathy(spreading(), 5, 1)
    for barred in (2, 9, 10):
        table.token("marquise", "keep", at=barred)
    play = stack(table, "armorers", "sappers").hand("alliance", "anvil").start()
    # then spreading is impossible, there is no "any clearing"
    assert play.asked("alliance") == "alliance.daylight"
    assert play.refused("alliance", Spread(8)).clause == "8.4.2.I"
    assert play.refused("alliance", Spread(9)).clause == "6.2.2"


def test_8_4_2_II_the_fourth_token_costs_two_and_scores_one_WA_T4() -> None:
    # given three tokens on the map
    play = stack(sympathy(spreading(), 1, 5, 10), "sword", "investments").start()
    play.choose("spread", clearing=9)
    # then two supporters are spent and one point scored
    assert supporters(play) == []
    assert play.score("alliance") == 1
    assert play.pieces("alliance", "sympathy") == [1, 5, 9, 10]


def test_8_4_2_II_a_martial_law_costs_one_more_WA_T5() -> None:
    # given three tokens on the map and three Eyrie warriors in the target
    table = sympathy(spreading("eyrie"), 1, 5, 10).warriors("eyrie", 3, at=9)
    play = stack(table, "sword", "investments", "armorers").start()
    play.choose("spread", clearing=9)
    # then it costs three
    assert supporters(play) == []
    assert play.score("alliance") == 1


def test_8_4_2_II_a_two_and_two_are_no_martial_law_WA_T6() -> None:
    # given two cats and two Eyrie warriors there
    table = sympathy(spreading("marquise", "eyrie"), 1).warriors("marquise", 2, at=9)
    play = stack(table.warriors("eyrie", 2, at=9), "sword").start()
    # then one supporter will do
    play.choose("spread", clearing=9)
    assert play.pieces("alliance", "sympathy") == [1, 9]


def test_8_4_2_II_a_the_price_is_told() -> None:
    # given three cats and one supporter
    table = sympathy(spreading(), 1).warriors("marquise", 3, at=9)
    play = stack(table, "sword").start()
    refusal = play.refused("alliance", Spread(9))
    assert refusal.clause == "8.4.2.II"
    assert refusal.about == {"need": 2, "have": 1}


def test_2_1_1_two_birds_pay_for_two_foxes_WA_T7() -> None:
    # given the cost of two and two birds
    play = stack(sympathy(spreading(), 5, 10, 9), "armorers", "sappers").start()
    # when it spreads to a fox clearing
    play.choose("spread", clearing=1)
    assert supporters(play) == []
    assert 1 in play.pieces("alliance", "sympathy")


@pytest.mark.parametrize(
    ("placed", "cost", "points"), [(0, 1, 0), (1, 1, 1), (4, 2, 2), (6, 3, 3), (9, 3, 4)]
)
def test_8_4_2_III_the_track(placed: int, cost: int, points: int) -> None:
    # given so many tokens on the map, and birds enough
    table = sympathy(spreading(), *(12, 11, 10, 9, 8, 7, 6, 5, 3)[:placed])
    birds = ("armorers", "sappers", "brutal-tactics", "royal-claim")
    play = stack(table, *birds).start().choose("spread", clearing=1 if placed > 2 else 4)
    play.choose_many(*(Spend(card) for card in birds[:cost]))
    # then the next one costs and scores what its space says
    assert len(supporters(play)) == 4 - cost
    assert play.score("alliance") == points


def test_8_2_5_no_eleventh_token_WA_T37() -> None:
    # given ten tokens on the map
    table = sympathy(spreading(), *TEN)
    play = (
        stack(table, "anvil", "foxfolk-steel", "root-tea-fox", "armorers").hand("alliance", "sword").start()
    )
    # then spreading is not offered
    assert play.asked("alliance") == "alliance.daylight"
    assert play.refused("alliance", Spread(11)).clause == "8.2.5"
    # nor is organizing
    table = sympathy(evening(), *TEN).warriors("alliance", 1, at=11)
    play = table.start()
    assert not play.offers("organize")
    assert play.refused("alliance", Organize(11)).clause == "8.2.5"


# --- 8.5 Daylight -----------------------------------------------------------------------------------------


def test_8_5_2_mobilizing_past_the_limit_WA_T42() -> None:
    # given no base and five supporters
    five = ("sword", "root-tea-mouse", "investments", "crossbow-mouse", "mouse-in-a-sack")
    play = stack(daylight(), *five).hand("alliance", "anvil").start()
    # then the question warns, the wish is legal, the card is discarded
    assert play.question.about["full"] is True
    play.choose("mobilize", card="anvil")
    assert len(supporters(play)) == 5
    assert play.state.discard == ["anvil"]


def test_8_5_2_mobilizing_is_hidden() -> None:
    # given a card in hand and room on the stack
    play = daylight().hand("alliance", "anvil", "sword").start()
    assert play.question.about["full"] is False
    play.choose("mobilize", card="anvil")
    # then it lies there, and nobody else reads which
    assert supporters(play) == ["anvil"]
    assert play.hand("alliance") == ["sword"]
    assert not [event for event in play.events if "card" in event.about and event.seen_by("marquise")]
    assert play.refused("alliance", Mobilize("anvil")).clause == "8.5.2"


def test_8_5_3_training_matches_a_base_WA_T31() -> None:
    # given a rabbit base only, a fox, a rabbit and a bird in hand
    table = base(daylight(), "rabbit", 5).hand("alliance", "anvil", "bake-sale", "armorers")
    play = table.start()
    # then the fox cannot train, the rabbit and the bird can
    assert play.refused("alliance", Train("anvil")).clause == "8.5.3"
    assert play.offers("train", card="bake-sale")
    play.choose("train", card="armorers")
    assert officers(play) == 1
    assert play.supply("alliance") == 9
    assert play.state.discard == ["armorers"]


def test_8_5_3_no_training_without_warriors_WA_T32() -> None:
    # given no warrior in supply
    table = base(daylight(), "rabbit", 5).hand("alliance", "bake-sale").supply("alliance", 0)
    play = table.start()
    # then training is impossible
    assert not play.offers("train")
    assert play.refused("alliance", Train("bake-sale")).clause == "1.5.1"


def test_8_5_any_order_any_number_WA_T43() -> None:
    # given sympathy in two mouse clearings, a mouse base, and cards
    table = base(sympathy(daylight(), 2, 9), "mouse", 7)
    table.hand("alliance", "root-tea-fox", "birdy-bindle", "sword", "anvil", "root-tea-rabbit")
    # when it crafts, mobilizes, trains and crafts again with the other token
    play = table.start().choose("craft", card="root-tea-fox").choose("mobilize", card="anvil")
    play.choose("train", card="sword").choose("craft", card="birdy-bindle")
    # then all of it is done; a third craft has no token left
    assert play.score("alliance") == 3
    assert supporters(play) == ["anvil"]
    assert officers(play) == 1
    assert play.refused("alliance", Craft("root-tea-rabbit")).clause == "4.1.1"


# --- 8.6 Evening ------------------------------------------------------------------------------------------


def test_8_6_1_one_operation_for_each_officer_WA_T33() -> None:
    # given two officers, a base, and six cards in hand so that the Evening has a question left
    table = base(evening(officers=2), "rabbit", 5)
    table.hand("alliance", "anvil", "sword", "bake-sale", "armorers", "sappers")
    play = table.start()
    assert play.question.about["left"] == 2
    # when two operations are done
    play.choose("recruit", clearing=5).choose("recruit", clearing=5)
    # then a third is illegal
    assert play.asked("alliance") == "evening.discard"
    refusal = play.game.why_not("alliance", Recruit(5))
    assert refusal is not None
    assert refusal.clause == "8.6.1"
    assert play.warriors("alliance", at=5) == 2


def test_8_6_1_IV_organizing_knows_no_martial_law_WA_T34() -> None:
    # given a warrior beside four cats, and one token on the map far away
    table = sympathy(evening(), 7).warriors("alliance", 1, at=1).warriors("marquise", 4, at=1)
    play = stack(table, "sword").start()
    # when it organizes there
    play.choose("organize", clearing=1)
    # then no supporter is spent, the warrior is back in supply, the second space scores
    assert supporters(play) == ["sword"]
    assert play.warriors("alliance", at=1) == 0
    assert play.supply("alliance") == 10
    assert play.score("alliance") == 1
    assert play.pieces("alliance", "sympathy") == [1, 7]


def test_8_6_1_IV_not_where_there_is_sympathy_WA_T35() -> None:
    play = sympathy(evening(), 1).warriors("alliance", 1, at=1).start()
    assert not play.offers("organize")
    assert play.refused("alliance", Organize(1)).clause == "8.2.5.I"


def test_6_2_2_no_organizing_beside_the_keep_WA_T36() -> None:
    # given the Alliance moved warriors into the clearing of the keep
    table = evening(officers=2).warriors("alliance", 2, at=5).token("marquise", "keep", at=1)
    play = table.start().choose("move", origin=5, to=1, warriors=2)
    # then it cannot organize there
    assert play.refused("alliance", Organize(1)).clause == "6.2.2"


def test_8_6_1_IV_needs_a_warrior() -> None:
    play = evening().warriors("alliance", 1, at=1).start()
    assert play.refused("alliance", Organize(2)).clause == "8.6.1.IV"


def test_8_6_1_III_recruits_only_at_a_base() -> None:
    play = base(evening(), "rabbit", 5).start()
    assert play.options("recruit") == [Recruit(5)]
    assert play.refused("alliance", Recruit(1)).clause == "8.6.1.III"


def test_A2_a_base_lost_in_the_second_operation_WA_T41() -> None:
    # given three officers and one warrior beside the base, three cats
    table = base(evening(officers=3), "rabbit", 5).warriors("alliance", 1, at=5)
    table = base(table, "fox", 1).warriors("marquise", 3, at=5).dice(2, 2)
    table.hand("alliance", "anvil", "sword", "investments", "armorers", "sappers")
    play = table.start().choose("recruit", clearing=1)
    # when the second operation, a battle, costs the warrior and the base
    play.choose("battle", clearing=5, defender="marquise")
    # then one officer is left, two operations are done, and there is no third
    assert officers(play) == 1
    assert play.asked("alliance") == "evening.discard"
    refusal = play.game.why_not("alliance", Recruit(1))
    assert refusal is not None
    assert refusal.clause == "8.6.1"


def test_8_6_2_a_card_for_each_base_WA_T40() -> None:
    # given two bases
    table = base(base(evening(officers=0), "rabbit", 5), "fox", 1).deck(
        "anvil", "sword", "bake-sale", "sappers"
    )
    play = table.start()
    # then three cards are drawn
    assert play.hand("alliance") == ["anvil", "bake-sale", "sword"]
    assert play.asked("alliance") == ""


def test_8_6_1_operations_move_and_battle() -> None:
    # given two officers and warriors beside cats
    table = evening(officers=2).warriors("alliance", 3, at=1).warriors("marquise", 1, at=5).dice(1, 0)
    play = table.start().choose("move", origin=1, to=5, warriors=2)
    play.choose("battle", clearing=5, defender="marquise")
    # then both were one operation each
    assert play.warriors("marquise", at=5) == 0
    assert cast(AllianceBoard, play.state.boards["alliance"]).operations == 2


def test_8_6_1_operations_begin_anew_each_turn() -> None:
    # given one officer who acted last Evening
    table = board("alliance", "marquise").board("alliance", officers=1, operations=1)
    play = base(table, "rabbit", 5).turn("alliance", "evening.operations").start()
    assert play.question.about["left"] == 1
