"""7  Eyrie Dynasties. Ids ED-T… are the edge cases of the specification."""

from __future__ import annotations

import pytest

from engine.flow import Done
from engine.root.actions.battle import Fight, battle
from engine.root.actions.craft import Craft
from engine.root.actions.move import Move
from engine.root.actions.muster import Build, Recruit
from engine.root.faction import Lose
from engine.root.factions.eyrie import faction as eyrie
from engine.root.factions.eyrie.faction import VIZIER, AddToDecree, EyrieBoard, Fail
from engine.root.projection import project
from engine.root.rule import ruler
from tests.engine.root.board import Play, Table, board

FOX, RABBIT, MOUSE, BIRD = "anvil", "bake-sale", "sword", "armorers"
"""A card of each suit. Fox clearings: 1 6 8 12; rabbit: 3 4 5 10; mouse: 2 7 9 11."""


def decree(**columns: list[str]) -> dict[str, list[str]]:
    return {column: list(columns.get(column, [])) for column in eyrie.COLUMNS}


def own(play: Play) -> EyrieBoard:
    return eyrie.board(play.state, "eyrie")


def table_for(leader: str = "despot", *others: str, **columns: list[str]) -> Table:
    """A table with the Eyrie and a rival, a leader and a decree (without viziers unless named)."""
    table = board("eyrie", *(others or ("marquise",)))
    for card in [card for cards in columns.values() for card in cards if card != VIZIER]:
        table.state.deck.remove(card)
    return table.board("eyrie", leader=leader, decree=decree(**columns))


def daylight(leader: str = "despot", *others: str, **columns: list[str]) -> Table:
    """The Eyrie are about to resolve this decree."""
    return table_for(leader, *others, **columns).turn("eyrie", "daylight.decree")


def points(play: Play, clause: str) -> int:
    """The points the last answer scored by a clause."""
    return sum(event.about["points"] for event in play.noted("scored") if event.clause == clause)


def in_turmoil(play: Play) -> bool:
    return bool(play.noted("turmoil"))


# --- 7.2 Abilities ----------------------------------------------------------------------------------------


def test_7_2_2_the_eyrie_rule_a_tie_ED_T1() -> None:
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 2, at=5)
    assert ruler(table.state, 5) == "eyrie"


def test_7_2_2_only_a_tie_for_the_most_ED_T2() -> None:
    # given Eyrie 1, cats 2, Alliance 2
    table = board("eyrie", "marquise", "alliance").warriors("eyrie", 1, at=5)
    table.warriors("marquise", 2, at=5).warriors("alliance", 2, at=5)
    # then nobody rules
    assert ruler(table.state, 5) is None


def test_7_2_2_nobody_rules_an_empty_clearing_ED_T3() -> None:
    assert ruler(board("eyrie", "marquise").state, 5) is None


def test_7_2_2_a_lone_roost_wins_the_tie_with_a_warrior_ED_T42() -> None:
    table = board("eyrie", "marquise").building("eyrie", "roost", at=5).warriors("marquise", 1, at=5)
    assert ruler(table.state, 5) == "eyrie"


def crafting(leader: str, card: str) -> Play:
    """The Eyrie have roosts in rabbit clearings 3 and 4 and craft a card."""
    table = table_for(leader).building("eyrie", "roost", at=3).building("eyrie", "roost", at=4)
    play = table.hand("eyrie", card).turn("eyrie", "daylight.craft").start()
    return play.choose("craft", card=card)


@pytest.mark.parametrize(
    ("leader", "scored"), [("builder", 3), ("despot", 1), ("charismatic", 1), ("commander", 1)]
)
def test_7_2_3_disdain_for_trade_ED_T34(leader: str, scored: int) -> None:
    # given a coin card worth 3, when it is crafted
    play = crafting(leader, "bake-sale")
    # then only the Builder scores all of it (7.8.1)
    assert points(play, "3.2.2") == scored
    assert play.state.players["eyrie"].items == ["coin"]


@pytest.mark.parametrize("leader", ["builder", "despot"])
def test_7_2_3_a_card_without_an_item_scores_nothing_RULING_E5_ED_T35(leader: str) -> None:
    play = crafting(leader, "cobbler")
    assert points(play, "3.2.2") == 0
    assert play.state.players["eyrie"].crafted == ["cobbler"]


# --- 7.3 Setup --------------------------------------------------------------------------------------------


def test_7_3_2_the_corner_opposite_the_keep_ED_T39_SETUP_T1() -> None:
    # given the keep in corner 3
    table = board("marquise", "eyrie").change(lambda game: game.starts.update(marquise=[3]))
    # when the Eyrie set up, corner 1 is theirs without a question
    play = table.play(eyrie.setup, "eyrie")
    assert play.question.key == "eyrie.leader"
    assert (play.pieces("eyrie", "roost"), play.warriors("eyrie", at=1)) == ([1], 6)
    assert play.supply("eyrie") == 14


def test_7_3_2_the_first_in_a_corner_may_take_any_SETUP_T3() -> None:
    play = board("eyrie", "alliance").play(eyrie.setup, "eyrie")
    assert [o.clearing for o in play.question.options] == [1, 2, 3, 4]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("leader", "columns"),
    [
        ("builder", ["recruit", "move"]),
        ("charismatic", ["recruit", "battle"]),
        ("commander", ["move", "battle"]),
        ("despot", ["move", "build"]),
    ],
)
def test_7_3_4_the_viziers_follow_the_leader(leader: str, columns: list[str]) -> None:
    play = board("eyrie", "alliance").play(eyrie.setup, "eyrie").choose("clearing", clearing=2)
    play.choose("leader", leader=leader)
    assert [column for column in eyrie.COLUMNS if own(play).decree[column] == [VIZIER]] == columns


# --- 7.4 Birdsong -----------------------------------------------------------------------------------------


def birdsong(*hand: str) -> Table:
    table = table_for().building("eyrie", "roost", at=1).warriors("eyrie", 2, at=1)
    return table.hand("eyrie", *hand).turn("eyrie", "birdsong.orders")


def test_7_4_1_emergency_orders_ED_T4() -> None:
    # given an empty hand
    play = birdsong().deck(FOX, RABBIT).start()
    # then one card is drawn, and it must go to the decree
    assert play.hand("eyrie") == [FOX]
    assert play.question.key == "eyrie.decree.add"
    assert play.refused("eyrie", Done()).clause == "7.4.2"
    play.choose("decree", card=FOX, column="move")
    assert own(play).decree["move"] == [FOX]


def test_7_4_1_no_orders_with_a_card_in_hand() -> None:
    assert birdsong(RABBIT).deck(FOX).start().hand("eyrie") == [RABBIT]


def test_7_4_2_only_one_bird_ED_T5() -> None:
    # given two birds in hand
    play = birdsong(BIRD, "sappers").start().choose("decree", card=BIRD, column="recruit")
    # when one is added, then the second cannot be; the question is asked all the same (1.2.1)
    assert play.question.key == "eyrie.decree.add"
    assert play.verbs() == {"done"}
    assert play.refused("eyrie", AddToDecree("sappers", "move")).clause == "7.4.2"


@pytest.mark.parametrize("column", ["recruit", "move"])
def test_7_4_2_a_bird_and_another_ED_T6(column: str) -> None:
    play = birdsong(BIRD, FOX).start().choose("decree", card=BIRD, column="recruit")
    play.choose("decree", card=FOX, column=column)
    assert sorted(card for cards in own(play).decree.values() for card in cards) == sorted([BIRD, FOX])
    assert FOX in own(play).decree[column]


def test_7_4_2_one_or_two_cards_ED_T7() -> None:
    # given three cards
    play = birdsong(FOX, RABBIT, MOUSE).start()
    # none is too few
    assert play.refused("eyrie", Done()).clause == "7.4.2"
    play.choose("decree", card=FOX, column="move").choose("decree", card=RABBIT, column="move")
    # and three are too many: the step is over
    assert play.question.key != "eyrie.decree.add"
    assert play.refused("eyrie", AddToDecree(MOUSE, "move")).clause == "7.4.2"


def test_7_4_2_one_card_is_enough() -> None:
    play = birdsong(FOX, RABBIT).start().choose("decree", card=FOX, column="build").done()
    assert play.hand("eyrie") == [RABBIT]
    assert own(play).decree["build"] == [FOX]


def test_7_4_2_ambush_and_dominance_cards_may_be_added() -> None:
    play = birdsong("ambush-fox", "dominance-mouse").start()
    play.choose("decree", card="ambush-fox", column="move").choose(
        "decree", card="dominance-mouse", column="build"
    )
    assert own(play).decree == decree(move=["ambush-fox"], build=["dominance-mouse"])


def test_7_4_2_nothing_to_draw_nothing_to_add_RULING_E1() -> None:
    # given an empty hand, an empty deck and an empty discard pile
    table = table_for().building("eyrie", "roost", at=1).deck().turn("eyrie", "birdsong.orders")
    # then nothing is added and the turn goes on to the other player
    play = table.hand("marquise").start()
    assert play.state.active == "marquise"
    assert own(play).decree == decree()


def test_1_4_1_a_card_drawn_at_the_start_of_birdsong_comes_first_ED_T8() -> None:
    # given Better Burrow Bank in play and an empty hand
    table = table_for().building("eyrie", "roost", at=1).crafted("eyrie", "better-burrow-bank")
    play = table.deck(FOX, RABBIT, MOUSE).turn("eyrie", "birdsong.start").start()
    # then its card comes first and there are no Emergency Orders
    assert play.question.key == "eyrie.decree.add"
    assert (play.hand("eyrie"), play.hand("marquise")) == ([FOX], [RABBIT])


def crowd(**counts: int) -> Table:
    """No roost; two Marquise warriors in each clearing but those named (`c5=1`)."""
    table = table_for()
    for clearing in range(1, 13):
        table.warriors("marquise", counts.get(f"c{clearing}", 2), at=clearing)
    return table


def test_7_4_3_the_keep_is_no_place_for_a_new_roost_ED_T9() -> None:
    # given the keep in 1 with the fewest warriors, then 5
    table = crowd(c1=0, c5=1).token("marquise", "keep", at=1)
    play = table.play(eyrie.new_roost, "eyrie")
    # then the roost and three warriors come to 5
    assert play.pieces("eyrie", "roost") == [5]
    assert play.warriors("eyrie", at=5) == 3


def test_7_4_3_a_full_clearing_is_no_place_for_a_new_roost() -> None:
    table = crowd(c1=0, c5=1).building("marquise", "sawmill", at=1)
    assert table.play(eyrie.new_roost, "eyrie").pieces("eyrie", "roost") == [5]


def test_7_4_3_with_few_warriors_in_supply_RULING_E4_ED_T10() -> None:
    play = crowd(c5=0).supply("eyrie", 2).play(eyrie.new_roost, "eyrie")
    assert (play.pieces("eyrie", "roost"), play.warriors("eyrie", at=5)) == ([5], 2)


def test_7_4_3_the_eyrie_choose_between_equals_ED_T11() -> None:
    play = crowd(c5=1, c9=1).play(eyrie.new_roost, "eyrie")
    assert [o.clearing for o in play.question.options] == [5, 9]  # type: ignore[attr-defined]
    play.choose("clearing", clearing=9)
    assert play.pieces("eyrie", "roost") == [9]


def test_7_4_3_own_warriors_count_too_RULING_E2() -> None:
    play = crowd(c5=1, c9=1).warriors("eyrie", 1, at=5).play(eyrie.new_roost, "eyrie")
    assert play.pieces("eyrie", "roost") == [9]


def test_7_4_3_no_new_roost_while_one_stands() -> None:
    play = crowd(c5=0).building("eyrie", "roost", at=2).play(eyrie.new_roost, "eyrie")
    assert play.pieces("eyrie", "roost") == [2]


# --- 7.5.1 Craft ------------------------------------------------------------------------------------------


def test_7_5_1_no_crafting_once_the_decree_is_being_resolved() -> None:
    table = table_for(move=[FOX]).building("eyrie", "roost", at=9).warriors("eyrie", 2, at=1)
    play = table.hand("eyrie", "root-tea-mouse").turn("eyrie", "daylight.craft").start()
    assert play.offers("craft", card="root-tea-mouse")
    play.done()
    assert play.refused("eyrie", Craft("root-tea-mouse")).clause == "7.5.1"


def test_1_2_1_the_craft_question_does_not_betray_the_hand() -> None:
    # given a roost and a card that cannot be crafted
    play = (
        table_for()
        .building("eyrie", "roost", at=1)
        .hand("eyrie", "ambush-fox")
        .turn("eyrie", "daylight.craft")
        .start()
    )
    # then the question comes all the same
    assert play.question.key == "eyrie.craft"
    assert play.verbs() == {"done"}


# --- 7.5.2 The decree -------------------------------------------------------------------------------------


def test_7_5_2_I_no_matching_roost_ED_T12() -> None:
    # given a fox card in Recruit and roosts in mouse clearings only
    play = daylight(recruit=[FOX]).building("eyrie", "roost", at=7).building("eyrie", "roost", at=9).start()
    assert in_turmoil(play)
    assert play.supply("eyrie") == 20


def test_7_5_2_I_no_warriors_in_supply_ED_T13() -> None:
    play = daylight(recruit=[BIRD]).building("eyrie", "roost", at=7).supply("eyrie", 0).start()
    assert in_turmoil(play)


def test_7_8_2_the_charismatic_must_place_both_ED_T14() -> None:
    # given the Charismatic and one warrior in supply
    play = daylight("charismatic", recruit=[BIRD]).building("eyrie", "roost", at=7).supply("eyrie", 1).start()
    # then it is placed (1.5.4), and turmoil follows
    assert play.warriors("eyrie", at=7) == 1
    assert in_turmoil(play)


def test_7_8_2_the_charismatic_places_two() -> None:
    table = (
        daylight("charismatic", recruit=[BIRD])
        .building("eyrie", "roost", at=7)
        .building("eyrie", "roost", at=9)
    )
    play = table.start().choose("recruit", clearing=9)
    assert play.warriors("eyrie", at=9) == 2
    assert not in_turmoil(play)


def test_1_5_4_the_last_warrior_goes_where_the_eyrie_like() -> None:
    # given the Charismatic, one warrior, and roosts in two fox clearings and a mouse clearing
    table = daylight("charismatic", recruit=[FOX]).supply("eyrie", 1)
    for clearing in (1, 8, 9):
        table.building("eyrie", "roost", at=clearing)
    play = table.start()
    assert play.question.key == "eyrie.recruit.short"
    assert not play.offers("clearing", clearing=9)
    play.choose("clearing", clearing=8)
    assert play.warriors("eyrie", at=8) == 1
    assert in_turmoil(play)


def test_7_5_2_II_a_move_from_a_matching_clearing_to_any_ED_T15() -> None:
    # given a rabbit card in Move and one warrior in rabbit clearing 5
    play = daylight(move=[RABBIT]).warriors("eyrie", 1, at=5).start()
    # then it may go to fox clearing 1 or mouse clearing 2
    assert sorted(o.to for o in play.options("move", origin=5)) == [1, 2]  # type: ignore[attr-defined]
    play.choose("move", origin=5, to=2)
    assert not in_turmoil(play)


def test_4_2_2_two_cards_may_use_one_clearing_ED_T16() -> None:
    # given two fox cards in Move and two warriors in fox clearing 1
    play = daylight(move=[FOX, "travel-gear-fox"]).warriors("eyrie", 2, at=1).start()
    # when each card moves one of them
    play.choose("move", origin=1, to=5, warriors=1).choose("move", origin=1, to=9, warriors=1)
    # then both are done
    assert (play.warriors("eyrie", at=5), play.warriors("eyrie", at=9)) == (1, 1)
    assert not in_turmoil(play)


def test_4_2_2_one_warrior_may_serve_two_cards_ED_T17() -> None:
    # given fox and mouse in Move and one warrior in fox clearing 1
    play = daylight(move=[FOX, MOUSE]).warriors("eyrie", 1, at=1).start()
    # when it goes to mouse clearing 9 and back
    play.choose("move", origin=1, to=9).choose("move", origin=9, to=1)
    # then both are done
    assert play.warriors("eyrie", at=1) == 1
    assert not in_turmoil(play)


def test_7_5_2_an_impossible_card_may_be_picked_first_RULING_E3() -> None:
    # given the same
    play = daylight(move=[FOX, MOUSE]).warriors("eyrie", 1, at=1).start()
    # the mouse card cannot be done yet: that is on offer, and says so; the fox card can
    assert [option.card for option in play.options("turmoil")] == [MOUSE]  # type: ignore[attr-defined]
    assert play.refused("eyrie", Fail(FOX)).clause == "7.5.2"
    play.choose("turmoil", card=MOUSE)
    assert in_turmoil(play)


def test_7_5_2_III_no_target_in_a_matching_clearing_ED_T18() -> None:
    # given a mouse card in Battle, warriors in mouse clearing 7 and an enemy in mouse clearing 9
    table = daylight(battle=[MOUSE]).warriors("eyrie", 2, at=7).warriors("marquise", 1, at=9)
    # and a battle possible in a fox clearing
    play = table.warriors("eyrie", 1, at=1).warriors("marquise", 1, at=1).start()
    assert in_turmoil(play)


def test_7_5_2_III_a_pawn_is_a_target_ED_T19() -> None:
    # given only a Vagabond pawn beside the Eyrie
    table = (
        daylight("despot", "vagabond", battle=[FOX]).warriors("eyrie", 2, at=1).pawn("vagabond", 1).dice(0, 0)
    )
    # then the battle is legal and the card is done
    play = table.start().choose("battle", clearing=1, defender="vagabond")
    assert play.noted("battle")
    assert not in_turmoil(play)


def test_7_5_2_III_the_only_battle_is_asked() -> None:
    # given one legal battle, then it is not fought before the player says so
    table = daylight(battle=[FOX]).warriors("eyrie", 1, at=1).warriors("marquise", 1, at=1)
    play = table.start()
    assert play.question.options == (Fight(1, "marquise"),)
    assert not play.noted("battle")


def test_7_5_2_III_an_ambush_ends_the_battle_not_the_decree_ED_T40() -> None:
    # given a Battle card, one attacker, and a defender with an ambush
    table = daylight(battle=[FOX]).warriors("eyrie", 1, at=1).warriors("marquise", 1, at=1)
    play = table.hand("marquise", "ambush-fox").start().choose("battle", clearing=1, defender="marquise")
    play.choose("ambush", card="ambush-fox")
    # when the attacker dies, then the card counts as resolved
    assert play.warriors("eyrie", at=1) == 0
    assert own(play).decree["battle"] == [FOX]
    assert not in_turmoil(play)


def test_7_5_2_IV_every_ruled_clearing_has_a_roost_ED_T20() -> None:
    play = daylight(build=[FOX]).building("eyrie", "roost", at=8).warriors("eyrie", 1, at=8).start()
    assert in_turmoil(play)


def test_1_5_1_seven_roosts_are_all_ED_T21() -> None:
    table = daylight(build=[FOX]).warriors("eyrie", 1, at=1)
    for clearing in (2, 3, 4, 5, 7, 8, 9):
        table.building("eyrie", "roost", at=clearing)
    assert in_turmoil(table.start())


def test_2_2_3_no_slot_for_a_roost_ED_T22() -> None:
    # given ruled fox clearing 1 with its only slot taken
    table = daylight(build=[FOX]).warriors("eyrie", 3, at=1).building("marquise", "sawmill", at=1)
    assert in_turmoil(table.start())


def test_7_5_2_earlier_columns_make_later_ones_possible_ED_T23() -> None:
    # given no warrior on the map, one roost in fox clearing 1, and cards in Recruit, Move and Build
    play = (
        daylight(recruit=[FOX], move=["travel-gear-fox"], build=[RABBIT])
        .building("eyrie", "roost", at=1)
        .start()
    )
    # when the recruit goes to rabbit clearing 5 and so rules it
    play.choose("move", origin=1, to=5)
    # then the roost is built there in the same Daylight
    assert play.pieces("eyrie", "roost") == [1, 5]
    assert not in_turmoil(play)


def test_7_5_2_I_two_cards_one_roost_ED_T24() -> None:
    # given a fox card and a vizier in Recruit and a single roost, in a fox clearing
    play = daylight(recruit=[FOX, VIZIER]).building("eyrie", "roost", at=8).start()
    # the action is plain; she only says which card it is for
    assert play.question.key == "eyrie.decree.card"
    play.choose("order", card=VIZIER)
    # then both are placed there
    assert play.warriors("eyrie", at=8) == 2
    assert not in_turmoil(play)


def test_7_5_2_IV_a_roost_is_built_in_a_ruled_matching_clearing() -> None:
    table = (
        daylight(build=[FOX]).warriors("eyrie", 1, at=1).warriors("eyrie", 1, at=8).warriors("eyrie", 1, at=5)
    )
    play = table.start()
    assert play.refused("eyrie", Build(5, "roost")).clause == "7.5.2"
    assert play.refused("eyrie", Build(1, "sawmill")).clause == "7.5.2.IV"
    assert play.refused("eyrie", Build(12, "roost")).clause == "7.5.2.IV"
    play.choose("build", clearing=8, kind="roost")
    assert play.pieces("eyrie", "roost") == [8]


def test_7_5_2_columns_go_from_left_to_right() -> None:
    # given cards in Move and Battle
    table = daylight(move=[VIZIER], battle=[VIZIER]).warriors("eyrie", 2, at=1).warriors("marquise", 1, at=1)
    play = table.start()
    # the battle has to wait, and so has everything that is not the decree
    assert play.refused("eyrie", Fight(1, "marquise")).clause == "7.5.2"
    assert play.refused("eyrie", Recruit(1)).clause == "7.5.2.I"
    assert play.refused("eyrie", Done()).clause == "7.5.2"
    assert play.refused("eyrie", Move(1, 3, 1)).clause == "2.2.1"


def test_7_5_2_an_action_that_is_possible_must_be_taken() -> None:
    play = daylight(move=[FOX]).warriors("eyrie", 1, at=1).start()
    assert play.refused("eyrie", Fail(FOX)).clause == "7.5.2"
    assert play.verbs() == {"move"}


def test_7_5_2_the_decree_stays_and_is_carried_out_again_next_turn() -> None:
    table = (
        daylight(recruit=[FOX]).building("eyrie", "roost", at=8).hand("eyrie", MOUSE).hand("marquise", RABBIT)
    )
    play = table.start()
    assert own(play).decree["recruit"] == [FOX]
    assert play.warriors("eyrie", at=8) == 1
    play.done("marquise").choose("decree", card=MOUSE, column="build").done().done()
    assert play.warriors("eyrie", at=8) == 2


def test_1_4_2_effects_are_used_between_two_cards_ED_T41() -> None:
    # given Tax Collector in play and two Move cards
    table = daylight(move=[FOX, VIZIER]).crafted("eyrie", "tax-collector").warriors("eyrie", 3, at=1)
    play = table.start()
    assert play.offers("tax_collector", clearing=1)
    # inside the action of a card it is not on offer
    play.choose("move", origin=1, to=5, warriors=1)
    assert play.question.key == "eyrie.decree.card"
    assert not play.offers("tax_collector")
    # between two cards it is
    play.choose("order", card=FOX).choose("tax_collector", clearing=5)
    assert (play.warriors("eyrie", at=5), len(play.hand("eyrie"))) == (0, 1)
    assert play.question.key == "eyrie.decree.move"


def test_1_4_2_effects_may_be_used_after_the_last_card() -> None:
    play = daylight(move=[FOX]).crafted("eyrie", "tax-collector").warriors("eyrie", 3, at=1).start()
    play.choose("move", origin=1, to=5, warriors=1)
    assert play.question.key == "eyrie.decree.end"
    play.choose("tax_collector", clearing=5)
    assert play.warriors("eyrie", at=5) == 0


def test_8_2_6_outrage_does_not_undo_the_card_ED_T38() -> None:
    # given a decree move into sympathy and no matching card in hand
    table = (
        daylight("despot", "alliance", move=[FOX])
        .warriors("eyrie", 1, at=1)
        .token("alliance", "sympathy", at=5)
    )
    play = table.hand("eyrie", MOUSE).start().choose("move", origin=1, to=5)
    assert play.question.key == "alliance.outrage"
    play.answer(play.question.options[0])
    # then the hand is shown to the Alliance alone, the Alliance draw, and the card is done
    (shown,) = play.noted("showed.hand.cards")
    assert shown.only == ("alliance",)
    assert len(play.state.boards["alliance"].supporters) == 1  # type: ignore[attr-defined]
    assert MOUSE in play.hand("eyrie")
    assert not in_turmoil(play)


# --- 7.7 Turmoil ------------------------------------------------------------------------------------------


def test_7_7_1_humiliation_counts_viziers_and_stops_at_zero_ED_T25() -> None:
    # given two viziers and a bird on the decree, and 2 points
    table = daylight("despot", recruit=[BIRD], move=[VIZIER], build=[VIZIER]).score("eyrie", 2)
    play = table.start()
    # then no point is left, the bird is discarded, and the viziers serve the next leader
    assert play.score("eyrie") == 0
    assert play.state.discard == [BIRD]
    assert not play.offers("leader", leader="despot")
    play.choose("leader", leader="builder")
    assert own(play).decree == decree(recruit=[VIZIER], move=[VIZIER])


def test_7_7_1_a_point_for_each_bird() -> None:
    play = daylight("despot", recruit=[BIRD, FOX], move=[VIZIER], build=[VIZIER]).score("eyrie", 9).start()
    play.choose("turmoil", card=BIRD)
    assert play.score("eyrie") == 6


def test_3_3_3_a_purged_dominance_card_becomes_available_ED_T26() -> None:
    play = daylight(recruit=["dominance-fox"]).start()
    assert in_turmoil(play)
    assert (play.state.available, play.state.discard) == (["dominance-fox"], [])


def test_7_7_3_I_a_new_generation_of_leaders_ED_T27() -> None:
    # given three leaders face down
    table = daylight("despot", recruit=[FOX]).board("eyrie", deposed=["builder", "commander", "charismatic"])
    play = table.start()
    # when the fourth is deposed, then all four may be chosen
    assert {o.leader for o in play.options("leader")} == set(eyrie.LEADERS)  # type: ignore[attr-defined]
    play.choose("leader", leader="despot")
    assert (own(play).leader, own(play).deposed) == ("despot", [])


def test_7_7_4_daylight_ends_and_evening_comes_ED_T28() -> None:
    # given turmoil in Recruit, cards in the other columns, and 3 roosts
    table = daylight(recruit=[FOX], move=[MOUSE], battle=["root-tea-mouse"]).warriors("eyrie", 2, at=7)
    for clearing in (5, 7, 9):
        table.building("eyrie", "roost", at=clearing)
    play = table.hand("marquise", RABBIT).start().choose("leader", leader="builder")
    # then nothing else of the decree happens; Evening scores 2 and draws 2
    assert play.warriors("eyrie", at=7) == 2
    assert (play.score("eyrie"), len(play.hand("eyrie"))) == (2, 2)
    assert play.state.active == "marquise"


# --- 7.8 Leaders ------------------------------------------------------------------------------------------


def armies(leader: str, birds: int, cats: int) -> Table:
    return table_for(leader).warriors("eyrie", birds, at=5).warriors("marquise", cats, at=5)


def test_7_8_3_the_commander_hits_once_more_ED_T29() -> None:
    play = armies("commander", 1, 2).dice(0, 0).play(battle, "eyrie", 5, "marquise")
    assert play.warriors("marquise", at=5) == 1


def test_7_8_3_the_commander_only_attacks_ED_T30() -> None:
    play = armies("commander", 2, 2).dice(0, 0).play(battle, "marquise", 5, "eyrie")
    assert play.warriors("marquise", at=5) == 2


def test_7_8_4_the_despot_scores_one_more_in_a_battle_ED_T31() -> None:
    # given two buildings without defenders
    table = armies("despot", 3, 0).building("marquise", "sawmill", at=5, count=2).dice(1, 0)
    # when both are removed in one battle, then 2 + 1 points
    assert table.play(battle, "eyrie", 5, "marquise").score("eyrie") == 3


def test_7_8_4_the_despot_scores_when_defending_ED_T32() -> None:
    table = armies("despot", 2, 1).token("marquise", "wood", at=5).dice(2, 2)
    assert table.play(battle, "marquise", 5, "eyrie").score("eyrie") == 2


def test_7_8_4_only_in_battle_ED_T33() -> None:
    # given a wood token in a mouse clearing
    table = table_for("despot").token("marquise", "wood", at=11).hand("eyrie", "favor-of-the-mice")
    for clearing in (2, 7, 9):
        table.building("eyrie", "roost", at=clearing)
    # when Favor of the Mice removes it, then 1 point only
    play = table.turn("eyrie", "daylight.craft").start().choose("craft", card="favor-of-the-mice")
    assert (play.pieces("marquise", "wood"), points(play, "3.2.1")) == ([], 1)


def test_7_8_4_once_in_each_battle() -> None:
    # given two battles, each against one token
    table = daylight("despot", battle=[FOX, RABBIT]).warriors("eyrie", 2, at=1).warriors("eyrie", 2, at=5)
    table.token("marquise", "wood", at=1).token("marquise", "wood", at=5).dice(1, 0).dice(1, 0)
    play = table.hand("eyrie").start().choose("battle", clearing=1, defender="marquise")
    play.choose("battle", clearing=5, defender="marquise")
    assert play.score("eyrie") == 4


def test_7_8_4_once_in_a_battle_of_two_removals() -> None:
    # given a cat and two wood at the keep attack two Eyrie warriors, who ambush
    table = table_for("despot").token("marquise", "keep", at=1).token("marquise", "wood", at=1, count=2)
    table.warriors("marquise", 1, at=1).warriors("eyrie", 2, at=1).dice(2, 2)
    table.hand("eyrie", "ambush-fox").hand("marquise", FOX)
    play = table.play(battle, "marquise", 1, "eyrie").choose("ambush", card="ambush-fox").done("marquise")
    # when the ambush takes the cat and a wood, the hospital returns the cat, and the roll takes both again
    play.choose_many(Lose("wood")).choose("hospital", card=FOX).choose_many(Lose("wood"))
    # then two wood score 2, and the Despot adds 1 once
    assert (play.pieces("marquise", "wood"), play.score("eyrie")) == ([], 3)


def test_7_8_4_other_leaders_score_no_more() -> None:
    table = armies("commander", 3, 0).building("marquise", "sawmill", at=5, count=2).dice(1, 0)
    assert table.play(battle, "eyrie", 5, "marquise").score("eyrie") == 2


# --- 7.6 Evening ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roosts", "scored", "cards"), [(0, 0, 1), (2, 1, 1), (3, 2, 2), (6, 4, 3), (7, 5, 3)]
)
def test_7_6_points_and_cards_by_roosts_ED_T36_ED_T37(roosts: int, scored: int, cards: int) -> None:
    table = table_for().hand("marquise", RABBIT)
    for clearing in (2, 3, 4, 5, 7, 8, 9)[:roosts]:
        table.building("eyrie", "roost", at=clearing)
    play = table.turn("eyrie", "evening.score").start()
    assert (play.score("eyrie"), len(play.hand("eyrie"))) == (scored, cards)


# --- what others see --------------------------------------------------------------------------------------


def test_everybody_sees_the_decree_and_the_leaders() -> None:
    play = daylight("despot", move=[FOX, VIZIER], build=[VIZIER]).warriors("eyrie", 1, at=1).start()
    view = project(play.state, "marquise").players[0].own
    assert {group.title: group.cards for group in view.cards} == {
        "recruit": (),
        "move": (FOX, VIZIER),
        "battle": (),
        "build": (VIZIER,),
    }
    assert view.texts == {"leader": "Despot", "leaders": "Builder, Charismatic, Commander"}
    assert [(track.kind, track.left) for track in view.tracks] == [("roost", 7)]
