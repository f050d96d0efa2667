"""1 - 5  The rules every faction shares. Ids CORE-T… are the edge cases of the specification.

Autumn: foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

from engine.chance import seeded
from engine.flow import Done
from engine.game import Game
from engine.root.actions.battle import Ambush, Fight, battle
from engine.root.actions.craft import Craft
from engine.root.actions.dominance import Activate, Spend, Take
from engine.root.actions.move import Move, take_move, why_no_move
from engine.root.actions.muster import Build
from engine.root.data import CARDS
from engine.root.faction import Lose
from engine.root.factions.alliance.supporters import GiveCard
from engine.root.factions.marquise.faction import SpendBird
from engine.root.factions.vagabond.items import Item
from engine.root.rule import matching, ruler
from engine.root.rules import RULES
from engine.root.state import Piece, Root
from engine.root.verbs import draw, lose_points, place_warriors, remove_piece
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table, board


def cats(*others: str) -> Table:
    """Daylight of the Marquise."""
    return board("marquise", *(others or ("alliance",))).turn("marquise", "daylight.actions")


def fight(*dice: int, attacker: str = "eyrie", defender: str = "marquise", at: int = 5, table: Table) -> Play:
    return table.dice(*dice).play(battle, attacker, at, defender)


# --- 2.1 Cards --------------------------------------------------------------------------------------------


def test_2_1_1_a_fox_clearing_takes_foxes_and_birds() -> None:
    # given a hand of all suits, an action that asks for a match with a fox clearing
    hand = ["anvil", "armorers", "sword", "bake-sale"]
    # then the fox or the bird will do
    assert matching(hand, "fox") == ["anvil", "armorers"]


def test_2_1_1_I_forced_to_give_a_mouse_the_bird_counts_CORE_T31() -> None:
    # given a rabbit and a bird in hand, and sympathy in a mouse clearing
    table = board("marquise", "alliance").token("alliance", "sympathy", at=9)
    table.warriors("marquise", 1, at=1).hand("marquise", "bake-sale", "armorers")
    # when a mouse card is owed
    play = table.play(take_move, "marquise", Move(1, 9, 1))
    # then the bird must be given
    assert play.question.options == (GiveCard("armorers"),)


def test_2_1_1_II_a_fox_is_no_bird_CORE_T32() -> None:
    # given a demand for a bird card and only a fox in hand
    play = cats().hand("marquise", "anvil").start()
    # then it cannot be met
    assert not play.offers("spend_bird")
    play.refused("marquise", SpendBird("anvil"))
    # but with a bird it can
    assert cats().hand("marquise", "armorers").start().offers("spend_bird", card="armorers")


def test_2_1_2_an_empty_deck_is_made_of_the_discard_pile_CORE_T27() -> None:
    # given an empty deck and three cards in the discard pile
    table = board("marquise").discard("anvil", "sword", "bake-sale").deck()
    # when two are drawn
    play = table.play(draw, "marquise", 2)
    # then the pile became the deck: two in hand, one left
    assert play.noted("reshuffled")
    assert len(play.hand("marquise")) == 2
    assert len(play.state.deck) == 1
    assert play.state.discard == []
    assert sorted([*play.hand("marquise"), *play.state.deck]) == ["anvil", "bake-sale", "sword"]


def test_2_1_2_the_pile_is_shuffled_only_when_a_card_is_needed() -> None:
    # given one card in the deck
    table = board("marquise").discard("anvil", "sword").deck("bake-sale")
    # when it is drawn, then the discard pile stays where it is
    play = table.play(draw, "marquise", 1)
    assert play.state.deck == []
    assert play.state.discard == ["anvil", "sword"]


def test_RULING_2_both_empty_draw_what_there_is() -> None:
    play = board("marquise").deck("anvil").play(draw, "marquise", 3)
    assert play.hand("marquise") == ["anvil"]


# --- 2.2 Slots --------------------------------------------------------------------------------------------


def test_2_2_3_a_full_clearing_takes_tokens_but_no_buildings_CORE_T30() -> None:
    # given clearing 1 with its only slot taken by a roost, cats ruling it, wood there
    table = cats("eyrie", "alliance").building("eyrie", "roost", at=1).warriors("marquise", 3, at=1)
    table.token("marquise", "wood", at=1)
    play = table.start()
    # then no building can be placed
    assert play.refused("marquise", Build(1, "sawmill")).clause == "2.2.3"
    # but a token can
    table = board("alliance", "eyrie").building("eyrie", "roost", at=1)
    table.board("alliance", supporters=["anvil"]).turn("alliance", "birdsong.spread")
    assert table.start().choose("spread", clearing=1).pieces("alliance", "sympathy") == [1]


def test_2_2_4_a_ruin_takes_its_slot() -> None:
    # given clearing 10 with two slots, one under a ruin, the other built
    table = board("marquise").building("marquise", "sawmill", at=10)
    assert not table.state.has_open_slot(10)
    # when the ruin is gone, then there is room
    assert table.no_ruins().state.has_open_slot(10)


# --- 2.5 Rule ---------------------------------------------------------------------------------------------


def test_2_5_a_tie_is_nobodys_CORE_T1() -> None:
    # given two cats against one warrior and a base
    table = board("marquise", "alliance").warriors("marquise", 2, at=5).warriors("alliance", 1, at=5)
    table.building("alliance", "base-rabbit", at=5)
    # then nobody rules; with one cat more the Marquise does
    assert ruler(table.state, 5) is None
    assert ruler(table.warriors("marquise", 1, at=5).state, 5) == "marquise"


def test_2_5_tokens_do_not_rule_CORE_T2() -> None:
    # given only tokens in a clearing, then nobody rules it
    table = board("marquise", "alliance").token("marquise", "wood", at=5, count=3)
    assert ruler(table.state, 5) is None
    # and a single enemy warrior would
    assert ruler(table.warriors("alliance", 1, at=5).state, 5) == "alliance"


# --- 1.5.4, 3 Points --------------------------------------------------------------------------------------


def test_1_5_4_place_as_many_as_there_are_CORE_T29() -> None:
    # given one warrior in supply
    table = board("marquise").supply("marquise", 1)
    # when two are to be placed, then one is
    assert place_warriors(table.state, "marquise", 5, 2, "1.5.4") == 1
    assert table.state.warriors_of("marquise", 5) == 1
    assert table.state.players["marquise"].supply == 0


def test_RULING_4_points_never_drop_below_0_CORE_T36() -> None:
    # given one point
    table = board("marquise").score("marquise", 1)
    # when three are lost, then none is left
    lose_points(table.state, "marquise", 3, "7.7.1")
    assert table.state.players["marquise"].score == 0


def test_3_1_thirty_points_win_at_once() -> None:
    # given 29 points and a march begun to craft for one
    table = cats().building("marquise", "workshop", at=9).score("marquise", 29)
    play = table.hand("marquise", "birdy-bindle").start().choose("craft", card="birdy-bindle")
    # then the game is over
    assert play.state.over
    assert play.state.winners == ["marquise"]


def test_3_1_both_reach_thirty_the_active_player_wins_CORE_T16() -> None:
    # given 29 points each, the Eyrie first in order, the Marquise on turn
    table = board("eyrie", "marquise").score("eyrie", 29).score("marquise", 29)
    table.building("eyrie", "roost", at=5).building("marquise", "sawmill", at=5)
    table.warriors("marquise", 1, at=5).warriors("eyrie", 1, at=5)
    table.turn("marquise", "daylight.actions")
    # when both lose a warrior and a building in one battle (Sappers and Brutal Tactics give the extra hits)
    table.crafted("marquise", "brutal-tactics").crafted("eyrie", "sappers").score("eyrie", 28)
    play = fight(1, 1, attacker="marquise", defender="eyrie", table=table)
    play.choose("first", side="marquise").choose("use", effect="brutal-tactics")
    assert play.score("eyrie") == 29
    play.choose("use", effect="sappers")
    # then the active player wins
    assert (play.score("eyrie"), play.score("marquise")) == (30, 30)
    assert play.state.winners == ["marquise"]


# --- 3.3 Dominance ----------------------------------------------------------------------------------------


def test_3_3_1_activating_needs_ten_points_CORE_T17() -> None:
    # given nine points, then it is refused
    play = cats().hand("marquise", "dominance-fox").score("marquise", 9).start()
    assert play.refused("marquise", Activate("dominance-fox")).clause == "3.3.1"
    # with ten, in the own Daylight, it is legal
    play = cats().hand("marquise", "dominance-fox").score("marquise", 10).start()
    play.choose("dominance", card="dominance-fox")
    assert play.state.players["marquise"].dominance == "dominance-fox"
    assert play.hand("marquise") == []


def test_3_3_1_not_in_birdsong_CORE_T17() -> None:
    # given ten points and a question in Birdsong
    table = board("alliance", "marquise").score("alliance", 10).hand("alliance", "dominance-fox")
    table.board("alliance", supporters=["anvil"]).turn("alliance", "birdsong.spread")
    # then it is refused
    assert table.start().refused("alliance", Activate("dominance-fox")).clause == "3.3.1"


def test_3_3_1_I_ruling_three_wins_at_the_start_of_birdsong_CORE_T18() -> None:
    # given fox dominance in play and two ruled fox clearings, cats next to the third
    table = cats().warriors("marquise", 1, at=1).warriors("marquise", 1, at=8).warriors("marquise", 1, at=2)
    table.state.players["marquise"].dominance = "dominance-fox"
    play = table.start().choose("move", origin=2, to=6, warriors=1)
    # when the third is reached in Daylight, nothing happens
    assert play.asked("marquise") == "marquise.march"
    assert [c for c in (1, 6, 8, 12) if play.ruler(c) == "marquise"] == [1, 6, 8]
    # at the start of the next own Birdsong the Marquise wins
    play.done().done()
    assert play.state.over
    assert (play.state.winners, play.state.end) == (["marquise"], "dominance")


def test_3_3_1_I_two_are_not_enough_CORE_T18() -> None:
    table = cats().warriors("marquise", 1, at=1).warriors("marquise", 1, at=8)
    table.state.players["marquise"].dominance = "dominance-fox"
    assert not table.start().done().state.over


def test_3_3_1_II_opposite_corners_win_for_the_bird() -> None:
    # given bird dominance and two corners that are not opposite, then nothing
    def start(*corners: int) -> Play:
        table = board("marquise", "alliance")
        for corner in corners:
            table.warriors("marquise", 1, at=corner)
        table.state.players["marquise"].dominance = "dominance-bird"
        return table.turn("marquise", "birdsong.start").start()

    assert not start(1, 2).state.over
    # given opposite ones, then the game is won
    assert start(2, 4).state.winners == ["marquise"]


def test_3_3_2_an_active_card_cannot_be_swapped() -> None:
    table = cats().hand("marquise", "dominance-mouse").score("marquise", 12)
    table.state.players["marquise"].dominance = "dominance-fox"
    assert table.start().refused("marquise", Activate("dominance-mouse")).clause == "3.3.2"


def available(table: Table, card: str) -> Table:
    table.state.deck.remove(card)
    table.state.available.append(card)
    return table


def test_3_3_4_the_bird_costs_a_bird_CORE_T19() -> None:
    # given bird dominance available and a fox in hand, then it cannot be taken
    play = available(cats().hand("marquise", "anvil"), "dominance-bird").start()
    assert play.refused("marquise", Take("dominance-bird")).clause == "3.3.4"
    # with a bird it can
    play = available(cats().hand("marquise", "armorers"), "dominance-bird").start()
    play.choose("take_dominance", card="dominance-bird")
    assert play.hand("marquise") == ["dominance-bird"]
    assert (play.state.available, play.state.discard) == ([], ["armorers"])


def test_3_3_4_a_bird_pays_for_a_fox_CORE_T20() -> None:
    # given fox dominance available and a bird in hand
    play = available(cats().hand("marquise", "armorers"), "dominance-fox").start()
    # then it may be taken
    play.choose("take_dominance", card="dominance-fox")
    assert play.hand("marquise") == ["dominance-fox"]


def test_3_3_4_the_payer_chooses_and_the_question_is_secret() -> None:
    play = available(cats().hand("marquise", "armorers", "anvil", "sword"), "dominance-fox").start()
    play.choose("take_dominance", card="dominance-fox")
    assert set(play.question.options) == {Spend("armorers"), Spend("anvil")}
    assert play.question.secret
    play.choose("spend", card="anvil")
    assert play.hand("marquise") == ["armorers", "dominance-fox", "sword"]


def test_3_3_3_a_dominance_card_spent_is_available_CORE_T21() -> None:
    # given a sawmill in a fox clearing and fox dominance in hand
    table = cats().building("marquise", "sawmill", at=1).hand("marquise", "dominance-fox")
    # when it is spent for its suit
    play = table.start().choose("overwork", clearing=1, card="dominance-fox")
    # then it lies beside the board
    assert play.state.available == ["dominance-fox"]
    assert play.state.discard == []


def test_RULING_10_the_bird_dominance_pays_for_the_fox_one_CORE_T39() -> None:
    # given only bird dominance in hand
    play = available(cats().hand("marquise", "dominance-bird"), "dominance-fox").start()
    # when it is spent to take the fox one
    play.choose("take_dominance", card="dominance-fox")
    # then the two have changed places
    assert play.hand("marquise") == ["dominance-fox"]
    assert play.state.available == ["dominance-bird"]


def test_3_3_1_with_dominance_there_are_no_points_CORE_T22() -> None:
    # given an active dominance card
    table = board("marquise", "alliance").token("alliance", "sympathy", at=1).score("marquise", 12)
    table.state.players["marquise"].dominance = "dominance-fox"
    # when a token is removed
    remove_piece(table.state, Piece("alliance", "sympathy"), 1, "marquise", "3.2.1")
    # then nothing is scored, and nothing is lost either (RULING 5)
    assert table.state.players["marquise"].score == 12
    lose_points(table.state, "marquise", 3, "7.7.1")
    assert table.state.players["marquise"].score == 12


# --- 4.1 Craft --------------------------------------------------------------------------------------------


def test_4_1_2_no_item_no_craft_CORE_T23() -> None:
    # given two workshops in a fox clearing and no sword in the supply
    table = cats().building("marquise", "workshop", at=8, count=2).hand("marquise", "foxfolk-steel")
    assert table.start().offers("craft", card="foxfolk-steel")
    table.state.item_supply["sword"] = 0
    # then it cannot be crafted
    assert table.start().refused("marquise", Craft("foxfolk-steel")).clause == "4.1.2"


def test_4_1_4_no_effect_twice_CORE_T24() -> None:
    # given Cobbler in play
    table = cats().building("marquise", "workshop", at=5, count=2).crafted("marquise", "cobbler")
    # then a second one cannot be crafted
    play = table.hand("marquise", "cobbler", "command-warren").start()
    assert play.refused("marquise", Craft("cobbler")).clause == "4.1.4"
    assert play.offers("craft", card="command-warren")


def test_4_1_1_a_crafting_piece_works_once_a_turn_CORE_T25() -> None:
    # given one workshop in a mouse clearing and two cards
    table = cats().building("marquise", "workshop", at=9).hand("marquise", "birdy-bindle", "root-tea-fox")
    play = table.start().choose("craft", card="birdy-bindle")
    # when it has been used, then it cannot be used again
    assert play.refused("marquise", Craft("root-tea-fox")).clause == "4.1.1"
    # but in the next own turn it can
    play.done()
    assert play.state.active == "marquise"
    assert play.offers("craft", card="root-tea-fox")


def test_4_1_1_free_symbols_take_any_suit_CORE_T26() -> None:
    # given workshops in fox, rabbit and two mouse clearings
    table = cats().hand("marquise", "royal-claim")
    for clearing in (1, 5, 9, 7):
        table.building("marquise", "workshop", at=clearing)
    # then Royal Claim with its four free symbols can be crafted
    play = table.start().choose("craft", card="royal-claim")
    assert play.state.players["marquise"].crafted == ["royal-claim"]
    assert sorted(play.state.players["marquise"].activated) == [1, 5, 7, 9]


def test_4_1_1_with_a_choice_of_pieces_the_owner_chooses() -> None:
    # given two mouse and one fox workshops and a card with one free symbol
    table = board("marquise", "alliance", deck="exiles").turn("marquise", "daylight.actions")
    table.hand("marquise", "saboteurs").building("marquise", "workshop", at=9, count=2)
    play = table.building("marquise", "workshop", at=1).start().choose("craft", card="saboteurs")
    assert play.question.key == "craft.pay"
    play.choose("pay", suits="fox")
    assert play.state.players["marquise"].activated == [1]


def test_4_1_2_an_item_scores_and_leaves_the_supply() -> None:
    table = cats().building("marquise", "workshop", at=9).hand("marquise", "root-tea-fox")
    play = table.start().choose("craft", card="root-tea-fox")
    assert play.score("marquise") == 2
    assert play.state.players["marquise"].items == ["tea"]
    assert play.state.item_supply["tea"] == 1
    assert play.state.discard == ["root-tea-fox"]


def favor(*others: str) -> Table:
    """The Alliance could craft Favor of the Foxes with sympathy in 1, 6 and 8."""
    table = board("alliance", *others).turn("alliance", "daylight.actions")
    for clearing in (1, 6, 8):
        table.token("alliance", "sympathy", at=clearing)
    return table.hand("alliance", "favor-of-the-foxes")


def test_1_1_3_all_pieces_leave_before_the_first_reaction_CORE_T28() -> None:
    # given cats in three fox clearings and one mouse clearing, the keep in 3, foxes in their hand
    table = favor("marquise").token("marquise", "keep", at=3).hand("marquise", "anvil", "foxfolk-steel")
    for clearing in (1, 6, 12, 9):
        table.warriors("marquise", clearing % 5 + 1, at=clearing)
    # when Favor of the Foxes is crafted
    play = table.start().choose("craft", card="favor-of-the-foxes")
    # then all are gone, and the crafter orders the hospitals
    assert [play.warriors("marquise", at=c) for c in (1, 6, 12, 9)] == [0, 0, 0, 5]
    assert play.asked("alliance") == "order.reactions"
    play.choose("resolve", effect="marquise.hospital", clearing=12)
    assert play.question.about["clearing"] == 12
    play.choose("hospital", card="anvil")
    assert play.warriors("marquise", at=3) == 3
    play.choose("resolve", effect="marquise.hospital", clearing=1)
    play.done("marquise")
    # the last one needs no order
    assert play.question.about["clearing"] == 6


def test_G_1_10_a_favor_takes_enemy_pieces_only_CORE_T40() -> None:
    # given a fox clearing with a ruin and an item, enemy pieces of all kinds and own pieces
    table = favor("marquise").warriors("marquise", 2, at=6).building("marquise", "sawmill", at=6)
    table.token("marquise", "wood", at=6).warriors("alliance", 1, at=6)
    table.state.ruins[6] = ["sword"]
    # when Favor of the Foxes is crafted
    play = table.start().choose("craft", card="favor-of-the-foxes")
    # then only the enemy pieces leave: two points
    assert play.score("alliance") == 2
    assert play.warriors("marquise", at=6) == 0
    assert play.pieces("marquise", "sawmill") == play.pieces("marquise", "wood") == []
    assert play.warriors("alliance", at=6) == 1
    assert play.pieces("alliance", "sympathy") == [1, 6, 8]
    assert play.state.ruins[6] == ["sword"]


def test_1_4_2_nothing_comes_between_the_moves_of_a_march_CORE_T38() -> None:
    # given Codebreakers in play and a hand to look at
    table = cats().crafted("marquise", "codebreakers").warriors("marquise", 2, at=5).hand("alliance", "anvil")
    play = table.start()
    assert play.offers("codebreakers")
    # when the first of two moves is made, then it is not offered
    play.choose("move", origin=5, to=1, warriors=2)
    assert play.asked("marquise") == "marquise.march"
    assert not play.offers("codebreakers")
    # after the march it is again
    assert play.done().offers("codebreakers")


# --- 4.2 Move ---------------------------------------------------------------------------------------------


def test_4_2_1_ruling_the_destination_is_enough_CORE_T3() -> None:
    # given a cat among eagles in 5, and cats ruling 1
    table = board("marquise", "eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 2, at=5)
    table.warriors("marquise", 2, at=1)
    assert why_no_move(table.state, "marquise", Move(5, 1, 1)) is None


def test_4_2_1_ruling_neither_end_is_not_CORE_T4() -> None:
    # given a cat among eagles in 5, and nobody in 1
    table = cats("eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 2, at=5)
    assert table.start().refused("marquise", Move(5, 1, 1)).clause == "4.2.1"


def test_4_2_1_the_eyrie_of_the_example_5_4() -> None:
    # given the Eyrie in a clearing they do not rule; neighbour 1 is not ruled either, neighbour 2 is theirs
    table = board("eyrie", "marquise").warriors("eyrie", 1, at=5).warriors("marquise", 2, at=5)
    table.warriors("marquise", 1, at=1).warriors("eyrie", 1, at=2)
    refusal = why_no_move(table.state, "eyrie", Move(5, 1, 1))
    assert refusal is not None
    assert refusal.clause == "4.2.1"
    assert why_no_move(table.state, "eyrie", Move(5, 2, 1)) is None


def test_4_2_2_a_warrior_may_move_twice_CORE_T5() -> None:
    # given one cat and a march of two moves
    play = cats().warriors("marquise", 1, at=5).start()
    play.choose("move", origin=5, to=1, warriors=1).choose("move", origin=1, to=9, warriors=1)
    # then the same cat has gone through two clearings
    assert play.warriors("marquise", at=9) == 1


def test_4_2_a_move_of_nobody_is_none_CORE_T6() -> None:
    play = cats().warriors("marquise", 2, at=5).start()
    assert play.refused("marquise", Move(5, 1, 0)).clause == "4.2"
    assert play.refused("marquise", Move(5, 1, 3)).clause == "4.2"
    assert play.refused("marquise", Move(1, 5, 1)).clause == "4.2"
    assert play.refused("marquise", Move(5, 9, 1)).clause == "2.2.1"


# --- 4.3 Battle -------------------------------------------------------------------------------------------


def test_4_3_2_I_rolled_hits_are_capped_CORE_T7() -> None:
    # given one attacker against four cats
    table = board("eyrie", "marquise").warriors("eyrie", 1, at=5).warriors("marquise", 4, at=5)
    # when the dice show 3 and 0, then one hit is dealt
    assert fight(3, 0, table=table).warriors("marquise", at=5) == 3


def test_4_3_3_II_only_tokens_are_defenseless_CORE_T8() -> None:
    # given four wood and three attackers
    table = board("eyrie", "marquise").warriors("eyrie", 3, at=5).token("marquise", "wood", at=5, count=4)
    # when the dice show 2 and 1
    play = fight(2, 1, table=table)
    # then 2 and 1 extra are dealt, none taken; equal tokens need no question
    assert play.state.over
    assert play.pieces("marquise", "wood") == [5]
    assert play.score("eyrie") == 3
    assert play.warriors("eyrie", at=5) == 3


def ambush_table(attackers: int, *, hand: tuple[str, ...] = ("ambush-rabbit",), at: int = 5) -> Table:
    table = board("eyrie", "marquise").warriors("eyrie", attackers, at=at).warriors("marquise", 3, at=at)
    return table.hand("marquise", *hand)


def test_4_3_1_II_an_ambush_may_end_the_battle_CORE_T9() -> None:
    # given two attackers without a card to foil
    play = fight(3, 3, table=ambush_table(2)).choose("ambush", card="ambush-rabbit")
    # then both fall and nobody rolls
    assert play.warriors("eyrie", at=5) == 0
    assert play.warriors("marquise", at=5) == 3
    assert not play.noted("rolled")
    assert play.state.discard == ["ambush-rabbit"]


def test_4_3_1_II_an_ambush_lowers_the_cap_CORE_T10() -> None:
    # given three attackers
    play = fight(3, 2, table=ambush_table(3)).choose("ambush", card="ambush-rabbit")
    # when they are ambushed and roll 3 and 2, then the one left deals 1
    (rolled,) = play.noted("rolled")
    assert (rolled.about["attacker_hits"], rolled.about["defender_hits"]) == (1, 2)
    assert play.warriors("marquise", at=5) == 2
    assert play.warriors("eyrie", at=5) == 0


def test_4_3_1_I_an_ambush_is_foiled_CORE_T11() -> None:
    # given an attacker with an ambush card too
    table = ambush_table(2).hand("eyrie", "ambush-bird", "anvil")
    play = fight(0, 0, table=table).choose("ambush", card="ambush-rabbit")
    assert play.asked("eyrie") == "battle.foil"
    play.choose("ambush", card="ambush-bird")
    # then both are discarded, nobody is hit, and the dice roll
    assert sorted(play.state.discard) == ["ambush-bird", "ambush-rabbit"]
    assert play.noted("rolled")
    assert play.warriors("eyrie", at=5) == 2


def test_4_3_1_the_ambush_must_match_CORE_T12() -> None:
    # given a fox clearing, a bird, a fox and a mouse ambush in hand
    table = ambush_table(2, hand=("ambush-bird", "ambush-mouse", "ambush-fox"), at=8)
    play = fight(0, 0, at=8, table=table)
    # then the bird and the fox may be used, the mouse may not
    assert play.question.options == (Ambush("ambush-bird"), Ambush("ambush-fox"), Done())


def test_4_3_1_whoever_holds_cards_is_asked() -> None:
    # given a defender with a card that is no ambush
    play = fight(0, 0, table=ambush_table(2, hand=("anvil",)))
    # then the question comes all the same (1.2.1)
    assert play.asked("marquise") == "battle.ambush"
    assert play.question.options == (Done(),)
    assert play.question.secret


def test_4_3_1_a_lone_building_may_ambush_CORE_T13() -> None:
    # given a defender with only a building
    table = board("eyrie", "marquise").warriors("eyrie", 3, at=5).building("marquise", "sawmill", at=5)
    play = fight(0, 0, table=table.hand("marquise", "ambush-bird")).choose("ambush", card="ambush-bird")
    # then the ambush deals its two hits in full
    assert play.warriors("eyrie", at=5) == 1


def test_RULING_6_an_ambush_does_not_end_the_battle_of_a_pawn() -> None:
    # given an attacking Vagabond with two swords
    table = board("vagabond", "marquise").pawn("vagabond", 5).warriors("marquise", 2, at=5)
    table.board("vagabond", items=[Item(kind="sword") for _ in range(4)])
    table.hand("marquise", "ambush-bird").dice(1, 0)
    play = table.play(battle, "vagabond", 5, "marquise").choose("ambush", card="ambush-bird")
    while play.game.waiting():
        question = play.question
        play.answer(question.options[: question.least] if question.many else question.options[0])
    # then two items are damaged, and the dice roll
    assert sum(item.damaged for item in play.state.boards["vagabond"].items) == 2  # type: ignore[attr-defined]
    assert play.warriors("marquise", at=5) == 1


def test_4_3_4_warriors_first_then_the_owner_chooses_CORE_T14() -> None:
    # given one warrior, a building and a token against two hits
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 1, at=5)
    table.building("marquise", "sawmill", at=5).token("marquise", "wood", at=5)
    play = fight(2, 0, table=table)
    # then the warrior goes, and the owner picks the second piece
    assert play.asked("marquise") == "battle.losses"
    assert set(play.question.options) == {Lose("sawmill"), Lose("wood")}
    play.choose_many(Lose("wood"))
    assert play.warriors("marquise", at=5) == 0
    assert play.pieces("marquise", "sawmill") == [5]
    assert play.score("eyrie") == 1


def test_4_3_4_the_battle_of_the_example_5_4() -> None:
    # given two Eyrie warriors against one cat and a token
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 1, at=5)
    # when the higher die is 3, the lower 0
    play = fight(3, 0, table=table.token("marquise", "wood", at=5))
    # then two hits (the cap) take both, for one point, and none comes back
    assert play.warriors("marquise", at=5) == 0
    assert play.pieces("marquise", "wood") == []
    assert play.score("eyrie") == 1
    assert play.warriors("eyrie", at=5) == 2


def test_4_3_4_the_defender_scores_too_CORE_T15() -> None:
    # given an attacker with one warrior and a roost
    table = board("eyrie", "marquise").warriors("eyrie", 1, at=5).building("eyrie", "roost", at=5)
    # when the defender deals two hits
    play = fight(2, 2, table=table.warriors("marquise", 3, at=5))
    # then the roost is gone and the defender scores
    assert play.pieces("eyrie", "roost") == []
    assert play.score("marquise") == 1


def test_RULING_9_both_sides_choose_unseen() -> None:
    # given both sides with one warrior, a building and a token of different kinds
    table = board("alliance", "marquise").warriors("alliance", 1, at=5).warriors("marquise", 2, at=5)
    table.building("alliance", "base-rabbit", at=5).token("alliance", "sympathy", at=5)
    table.building("marquise", "sawmill", at=5).token("marquise", "wood", at=5)
    table.crafted("alliance", "brutal-tactics").crafted("marquise", "sappers")
    table.warriors("alliance", 1, at=5)
    play = fight(2, 2, attacker="alliance", defender="marquise", table=table)
    play.choose("first", side="alliance").choose("use", effect="brutal-tactics").choose(
        "use", effect="sappers"
    )
    # then both are asked at the same time, and nothing leaves before both have answered
    assert play.asked("alliance") == play.asked("marquise") == "battle.losses"
    play.choose_many(Lose("wood"), seat="marquise")
    assert play.pieces("marquise", "wood") == [5]
    play.choose_many(Lose("base-rabbit"), seat="alliance")
    assert play.pieces("marquise", "wood") == play.pieces("alliance", "base-rabbit") == []


def test_4_3_3_the_attacker_says_who_uses_effects_first() -> None:
    # given effects on both sides
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 2, at=5)
    table.crafted("eyrie", "armorers").crafted("marquise", "sappers")
    play = fight(1, 1, table=table)
    assert play.asked("eyrie") == "battle.first"
    play.choose("first", side="marquise")
    assert play.asked("marquise") == "battle.effects"


def test_4_3_3_armorers_stop_rolled_hits_only_CORE_T35() -> None:
    # given cats with Armorers who take 2 rolled hits and 1 extra
    table = board("eyrie", "marquise").warriors("eyrie", 2, at=5).warriors("marquise", 3, at=5)
    table.crafted("eyrie", "brutal-tactics").crafted("marquise", "armorers")
    play = fight(2, 0, table=table).choose("first", side="eyrie").choose("use", effect="brutal-tactics")
    play.choose("use", effect="armorers")
    # then they take one
    assert play.warriors("marquise", at=5) == 2


def test_G_1_27_no_battle_against_a_partner_CORE_T34() -> None:
    # given a Vagabond in coalition with the Marquise, in the same clearing, and an enemy there too
    table = cats("vagabond", "alliance").pawn("vagabond", 5).warriors("marquise", 2, at=5)
    table.token("alliance", "sympathy", at=5).state.players["vagabond"].coalition = "marquise"
    play = table.start()
    # then the Vagabond cannot be picked, the enemy can
    assert play.refused("marquise", Fight(5, "vagabond")).clause == "G.1.27"
    assert play.offers("battle", clearing=5, defender="alliance")


def test_4_3_a_battle_needs_a_fighter_and_a_target() -> None:
    play = cats("eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 1, at=1).start()
    assert play.refused("marquise", Fight(1, "eyrie")).clause == "4.3"
    assert play.refused("marquise", Fight(5, "eyrie")).clause == "4.3"
    assert play.refused("marquise", Fight(5, "marquise")).clause == "G.1.27"


# --- 5.1 Setup --------------------------------------------------------------------------------------------


def set_up(*factions: str) -> Root:
    """A game by the standard setup, every question answered with the first option, up to the first turn."""
    game = Game(
        RULES, Setup(tuple(SeatSetup(faction, faction) for faction in factions)), seeded("setup")
    ).start()
    while game.state.cursor.step.startswith("setup"):
        for question in game.waiting():
            game.answer(
                question.seat, question.options[: question.least] if question.many else question.options[0]
            )
    return game.state


def all_cards(game: Root) -> list[str]:
    cards = game.deck + game.discard + [card for player in game.players.values() for card in player.hand]
    supporters = getattr(game.boards.get("alliance"), "supporters", [])
    return sorted(cards + supporters)


def test_5_1_3_two_players_play_without_dominance_CORE_T33() -> None:
    # given two players
    cards = all_cards(set_up("marquise", "alliance"))
    # then there are 50 cards and no dominance
    assert len(cards) == 50
    assert not [card for card in cards if CARDS[card].kind == "dominance"]


def test_5_1_3_more_players_have_the_whole_deck() -> None:
    game = set_up("marquise", "eyrie", "alliance")
    cards = all_cards(game)
    assert len(cards) == 54
    assert sum(CARDS[card].kind == "dominance" for card in cards) == 4


def test_5_1_the_table_of_four() -> None:
    # given the four factions of the base game
    game = set_up("vagabond", "alliance", "eyrie", "marquise")
    # then everyone has three cards, four ruins stand, twelve items lie in the supply
    assert [len(game.players[owner].hand) for owner in game.order] == [3, 3, 3, 3]
    assert sorted(game.ruins) == [6, 10, 11, 12]
    assert sum(game.item_supply.values()) == 12
    # and the first in order begins, whoever set up first
    assert game.active == "vagabond"
    assert game.turn == 1
