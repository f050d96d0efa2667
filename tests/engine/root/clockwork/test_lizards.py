"""RB 8  Logical Lizards."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.root.actions.battle import battle
from engine.root.check import check
from engine.root.clockwork.board import discard_order
from engine.root.clockwork.lizards.souls import LogicalLizardsBoard
from engine.root.data import CARDS
from engine.root.happen import settle
from engine.root.rules import RULES
from engine.root.state import Piece, Root
from engine.root.verbs import Taking, discard, place_warriors, remove, remove_piece
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import FOX, at, battles, bot, run_steps, set_order, set_up, turn, whys
from tests.engine.root.clockwork.test_buying import RIVERFOLK, bought, shop
from tests.engine.root.voices import (
    Hireling,
    only_today,  # noqa: F401  a fixture
    sits,
)

L = "lizards"
ORDER, CONSPIRE, RITUALS = "birdsong.order", "birdsong.conspiracies", "daylight.rituals"
SCORE, DISCARD, RETURN, CRAFT = "evening.score", "evening.discard", "evening.return", "evening.craft"
CONVERT, CRUSADE, CONVERT_2, CRUSADE_2, SANCTIFY = range(5)
"""The spaces of the conspiracy track. A marker on one of them means that the next one comes."""


def lizards(*others: str, map: str = "autumn", suit: str = "fox", **options: Any) -> Table:
    """The bot in front of the others, with an order."""
    table = bot(L, *(others or ("marquise", "eyrie")), map=map, **options)
    return table.board(L, suit=suit)


def acolytes(table: Table, count: int, marker: int = SANCTIFY) -> Table:
    """So many acolytes, and where the marker lies."""
    table.state.players[L].supply -= count
    return table.board(L, acolytes=count, marker=marker)


def souls(table: Table, suits: str) -> Table:
    """Lost Souls of these suits, the last one on top; none of them shows an item."""
    for suit in suits.split():
        card = next(c for c in table.state.deck if CARDS[c].suit == suit and not CARDS[c].item)
        table.state.deck.remove(card)
        own_of(table.state).lost_souls.append(card)
    return table


def own_of(state: Root) -> LogicalLizardsBoard:
    return cast(LogicalLizardsBoard, state.boards[L])


def own(play: Play) -> LogicalLizardsBoard:
    return own_of(play.state)


def suits(cards: list[str]) -> list[str]:
    return [CARDS[card].suit for card in cards]


def gardens(play: Play, suit: str) -> list[int]:
    return play.pieces(L, f"garden-{suit}")


def conspiracies(play: Play) -> list[str]:
    """What was paid for."""
    return [event.about["conspiracy"] for event in play.noted("lizards.paid")]


# --- RB 8.4.1 The order -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "order"),
    [("mouse mouse mouse fox fox bird", "mouse"), ("rabbit", "rabbit"), ("fox mouse fox", "fox")],
)
def test_RB_8_4_1_the_most_common_suit_is_the_order_LL_T01(lost: str, order: str) -> None:
    play = run_steps(souls(lizards(), lost), L, ORDER)
    assert own(play).suit == order


@pytest.mark.parametrize("lost", ["mouse mouse fox fox", "", "mouse fox rabbit", "bird mouse"])
def test_RB_8_4_1_a_tie_or_no_card_is_a_bird_LL_T02(lost: str) -> None:
    assert own(run_steps(souls(lizards(), lost), L, ORDER)).suit == "bird"


def test_RB_8_4_1_birds_are_a_suit_like_others_LL_T03() -> None:
    assert own(run_steps(souls(lizards(), "bird bird fox"), L, ORDER)).suit == "bird"


def test_RB_8_4_1_the_order_stays_whatever_becomes_of_the_pile() -> None:
    # given a mouse order by one card, and two foxes in a crusade's battle that others discard meanwhile
    table = souls(lizards(suit=""), "mouse")
    play = run_steps(table, L, ORDER, RITUALS, DISCARD, SCORE)
    assert own(play).lost_souls == []
    assert own(play).suit == "mouse"


# --- RB 8.4.2 Conspiracies --------------------------------------------------------------------------------


def test_RB_8_4_2_after_sanctify_comes_convert_LL_T04() -> None:
    # given the marker on Sanctify, an acolyte, and everything possible in fox 8
    table = acolytes(lizards(), 1).warriors(L, 2, at=8).warriors("marquise", 2, at=8)
    play = run_steps(table.building("marquise", "sawmill", at=8), L, CONSPIRE)
    assert conspiracies(play) == ["convert"]
    assert own(play).marker == CONVERT
    assert own(play).acolytes == 0


def test_RB_8_4_2_what_is_impossible_costs_nothing_LL_T05() -> None:
    # given one of them in fox 8: no Crusade; an enemy to convert
    table = acolytes(lizards(), 1, marker=CONVERT).warriors(L, 1, at=8).warriors("marquise", 1, at=8)
    play = run_steps(table, L, CONSPIRE)
    # then the marker has moved on to the second Convert, and one acolyte paid for that
    assert conspiracies(play) == ["convert"]
    assert own(play).marker == CONVERT_2


def test_RB_8_4_2_after_a_lap_without_anything_acolytes_stay_LL_T06() -> None:
    table = acolytes(lizards(), 2, marker=CRUSADE)
    play = run_steps(table, L, CONSPIRE)
    assert own(play).acolytes == 2
    assert own(play).marker == CRUSADE
    assert conspiracies(play) == []


def test_RB_8_4_2_only_a_whole_lap_without_anything_ends_it() -> None:
    # given five lone enemies without buildings, so that only Convert is ever possible, and a bird order
    table = acolytes(lizards(suit="bird"), 5)
    for clearing in (1, 2, 3, 4, 5):
        table.warriors("eyrie", 1, at=clearing)
    play = run_steps(table, L, CONSPIRE)
    # then more than five conspiracies fail, but never five in a row
    assert conspiracies(play) == ["convert"] * 5
    assert own(play).acolytes == 0


def test_RB_8_4_2_a_spent_acolyte_is_back_in_the_supply() -> None:
    table = acolytes(lizards(), 1).warriors("marquise", 1, at=8)
    before = table.state.players[L].supply
    play = run_steps(table, L, CONSPIRE)
    # one came to the map, one came back
    assert play.supply(L) == before
    assert at(play, L) == {8: 1}


def test_RB_8_4_2_one_acolyte_after_another_around_the_track() -> None:
    # given three acolytes and the second Crusade impossible
    table = acolytes(lizards(), 3, marker=CONVERT).warriors(L, 2, at=8).warriors("marquise", 3, at=8)
    table.building("marquise", "sawmill", at=8).warriors("eyrie", 1, at=1).dice(0, 0).dice(0, 0)
    play = run_steps(table, L, CONSPIRE)
    assert conspiracies(play) == ["crusade", "convert", "crusade"]
    assert own(play).marker == CRUSADE_2


# --- RB 8.4.2.I Convert -----------------------------------------------------------------------------------


def test_RB_8_4_2_I_a_the_leader_with_a_warrior_there_is_converted_LL_T07() -> None:
    # given the leader has warriors in other suits only, and buildings in fox 6
    table = acolytes(lizards(), 1).score("eyrie", 20).score("marquise", 3)
    table.warriors("eyrie", 3, at=2).building("eyrie", "roost", at=6).warriors("marquise", 2, at=12)
    play = run_steps(table, L, CONSPIRE)
    assert at(play, "marquise") == {12: 1}
    assert at(play, L) == {12: 1}


def test_RB_8_4_2_I_b_where_the_most_of_their_buildings_are() -> None:
    # given the Marquise in three fox clearings, one building in 6, two in 12; the Eyrie's in 1 do not count
    table = acolytes(lizards(), 1).score("marquise", 9).building("eyrie", "roost", at=1)
    for clearing in (1, 6, 12):
        table.warriors("marquise", 1, at=clearing)
    table.building("marquise", "sawmill", at=6).building("marquise", "sawmill", at=12, count=2)
    play = run_steps(table, L, CONSPIRE)
    assert at(play, L) == {12: 1}
    assert whys(play)[-1] == "most of their buildings"


def test_G_1_13_without_a_warrior_in_supply_no_convert_LL_T08() -> None:
    table = acolytes(lizards(), 1).warriors("marquise", 1, at=8).supply(L, 0)
    play = run_steps(table, L, CONSPIRE)
    assert conspiracies(play) == []
    assert at(play, "marquise") == {8: 1}


def test_RB_8_4_2_I_not_where_the_keep_is() -> None:
    table = acolytes(lizards(), 1).token("marquise", "keep", at=1)
    table.warriors("marquise", 1, at=1).building("marquise", "sawmill", at=1).warriors("marquise", 1, at=12)
    assert at(run_steps(table, L, CONSPIRE), L) == {12: 1}


def test_14_2_2_nobody_converts_a_warlord() -> None:
    # given the warlord alone in fox 8
    table = acolytes(lizards("hundreds", "eyrie"), 1).warriors("hundreds", 1, at=8)
    table.board("hundreds", warlord=8)
    assert conspiracies(run_steps(table, L, CONSPIRE)) == []


def test_RB_11_8_2_a_snare_stops_a_convert_and_costs_the_acolyte_LL_T27() -> None:
    # given a face-up snare beside the only enemy in a fox clearing
    table = acolytes(lizards("corvids", "eyrie", traits=["fanatics"]), 1).warriors("corvids", 1, at=8)
    table.warriors(L, 1, at=8)
    table.state.tokens[8].append(Piece("corvids", "snare"))
    table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run_steps(table, L, CONSPIRE)
    # then nobody is converted, nobody fights, the snare is gone, and so is the acolyte
    assert at(play, "corvids") == {8: 1}
    assert play.state.tokens[8] == []
    assert own(play).acolytes == 0
    assert battles(play) == []
    assert play.score(L) == 0


def test_RB_11_8_2_a_snare_stops_a_sanctify() -> None:
    table = acolytes(lizards("corvids", "eyrie"), 1, marker=CRUSADE_2).building("eyrie", "roost", at=8)
    table.state.tokens[8].append(Piece("corvids", "snare"))
    table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run_steps(table, L, CONSPIRE)
    assert play.pieces("eyrie", "roost") == [8]
    assert own(play).acolytes == 0
    assert play.state.tokens[8] == []


def test_6_2_3_field_hospitals_heal_a_converted_warrior() -> None:
    table = acolytes(lizards(), 1).token("marquise", "keep", at=2).warriors("marquise", 1, at=8)
    play = run_steps(table.hand("marquise", FOX), L, CONSPIRE)
    assert play.asked("marquise") == "marquise.hospital"


# --- RB 8.4.2.II Crusade ----------------------------------------------------------------------------------


def test_RB_8_4_2_II_every_ordered_clearing_for_one_acolyte_LL_T09() -> None:
    # given two of them beside enemies in 12 and 6, one in 8, and two without enemies in 1
    table = acolytes(lizards(), 1, marker=CONVERT)
    for clearing, count in {12: 2, 6: 2, 8: 1, 1: 2}.items():
        table.warriors(L, count, at=clearing)
    for clearing in (12, 6, 8):
        table.warriors("marquise", 1, at=clearing)
    play = run_steps(table.dice(0, 0).dice(0, 0), L, CONSPIRE)
    assert battles(play) == [(6, "marquise"), (12, "marquise")]
    assert own(play).acolytes == 0
    assert conspiracies(play) == ["crusade"]


def test_RB_8_4_2_II_a_against_the_leader_there() -> None:
    table = acolytes(lizards("marquise", "eyrie", "alliance"), 1, marker=CONVERT).warriors(L, 2, at=6)
    table.warriors("marquise", 4, at=6).warriors("eyrie", 1, at=6).score("eyrie", 5).score("alliance", 9)
    assert battles(run_steps(table.dice(0, 0), L, CONSPIRE)) == [(6, "eyrie")]


def test_RB_8_2_2_nobody_becomes_an_acolyte_in_their_own_turn_LL_T10() -> None:
    table = acolytes(lizards(), 1, marker=CONVERT).warriors(L, 3, at=6).warriors("marquise", 3, at=6)
    play = run_steps(table.dice(2, 2), L, CONSPIRE)
    assert at(play, L) == {6: 1}
    assert own(play).acolytes == 0


def test_8_2_6_a_crusade_that_removes_sympathy_is_an_outrage() -> None:
    table = acolytes(lizards("alliance", "eyrie"), 1, marker=CONVERT).warriors(L, 2, at=6)
    play = run_steps(table.token("alliance", "sympathy", at=6).dice(0, 0), L, CONSPIRE)
    # then the human Alliance draws a supporter, for a bot has no cards
    assert len(play.state.boards["alliance"].supporters) == 1  # type: ignore[attr-defined]
    assert play.score(L) == 1


# --- RB 8.4.2.III Sanctify --------------------------------------------------------------------------------


def test_RB_8_4_2_III_b_where_the_fewest_of_their_warriors_are_LL_T12() -> None:
    # given buildings beside three and one of their warriors; many of the Eyrie in the second
    table = acolytes(lizards(), 1, marker=CRUSADE_2).score("marquise", 5).warriors("eyrie", 5, at=12)
    table.building("marquise", "sawmill", at=6).warriors("marquise", 3, at=6)
    table.building("marquise", "workshop", at=12).warriors("marquise", 1, at=12)
    play = run_steps(table, L, CONSPIRE)
    assert gardens(play, "fox") == [12]
    assert play.pieces("marquise", "workshop") == []
    assert play.score(L) == 1
    assert whys(play)[-1] == "fewest of their warriors"


def test_RB_8_4_2_III_a_garden_of_that_suit_must_be_left_LL_T13() -> None:
    # given all mouse gardens on the map, and a bird order: a mouse and a fox clearing could be chosen
    table = acolytes(lizards(suit="bird"), 1, marker=CRUSADE_2).building(L, "garden-mouse", at=11, count=3)
    table.building(L, "garden-mouse", at=9, count=2)
    table.building("marquise", "sawmill", at=2).building("marquise", "sawmill", at=6)
    table.warriors("marquise", 2, at=6)
    play = run_steps(table, L, CONSPIRE)
    assert gardens(play, "fox") == [6]


def test_RB_8_4_2_III_not_where_the_keep_is() -> None:
    table = acolytes(lizards(), 1, marker=CRUSADE_2).token("marquise", "keep", at=1)
    play = run_steps(table.building("marquise", "sawmill", at=1), L, CONSPIRE)
    assert conspiracies(play) == []


@pytest.mark.parametrize(("drawn", "left"), [(0, "workshop"), (1, "sawmill")])
def test_R_17_which_of_several_buildings_is_drawn(drawn: int, left: str) -> None:
    table = acolytes(lizards(), 1, marker=CRUSADE_2)
    table.building("marquise", "sawmill", at=6).building("marquise", "workshop", at=6)
    play = run_steps(table.dice(drawn), L, CONSPIRE)
    assert sorted(piece.kind for piece in play.state.buildings[6]) == ["garden-fox", left]


def test_RB_8_4_2_hirelings_are_no_players_R_10() -> None:
    # given warriors and a building of a hireling alone in fox 6
    def met() -> Table:
        table = sits(lizards(), Hireling, supply=3).warriors(L, 3, at=6).building("guest", "den", at=6)
        return table.change(lambda game: place_warriors(game, "guest", 6, 2, "E"))

    assert conspiracies(run_steps(acolytes(met(), 3), L, CONSPIRE)) == []
    # but its buildings count in rituals
    assert at(run_steps(souls(met(), "fox"), L, RITUALS), L) == {6: 4}


# --- RB 8.2 Abilities -------------------------------------------------------------------------------------


def test_RB_8_2_2_one_acolyte_for_a_battle_LL_T11() -> None:
    # given a human removes three of them in one battle
    table = board("marquise", "lizards:clockwork").no_ruins().warriors(L, 4, at=6)
    play = table.warriors("marquise", 3, at=6).dice(3, 0).play(battle, "marquise", 6, L)
    assert at(play, L) == {6: 1}
    assert own(play).acolytes == 1
    assert play.supply(L) == 25 - 2
    assert check(play.state) == []


def test_RB_8_2_2_one_acolyte_for_an_effect_in_several_clearings() -> None:
    def favor(game: Root):  # type: ignore[no-untyped-def]
        takings = [Taking(c, ((L, 2),), (), "marquise") for c in (6, 12)]
        remove(game, takings, "card")
        remove(game, [Taking(1, ((L, 1),), (), "marquise")], "card")
        yield from ()

    table = board("marquise", "lizards:clockwork").warriors(L, 2, at=6).warriors(L, 2, at=12)
    play = table.warriors(L, 1, at=1).play(favor)
    # then one for the first effect, one for the second
    assert own(play).acolytes == 2


def test_RB_8_2_3_a_lost_garden_costs_the_top_soul_LL_T14() -> None:
    table = souls(board("marquise", "lizards:clockwork"), "fox mouse").building(L, "garden-fox", at=6)

    def burn(game: Root):  # type: ignore[no-untyped-def]
        remove_piece(game, Piece(L, "garden-fox"), 6, "marquise", "card")
        yield from settle(game)

    play = table.play(burn)
    assert suits(own(play).lost_souls) == ["fox"]
    assert suits(play.state.discard) == ["mouse"]
    assert play.score("marquise") == 1


def test_RB_8_2_4_a_human_discards_onto_the_lost_souls_LL_T28() -> None:
    def spend(game: Root):  # type: ignore[no-untyped-def]
        discard(game, "marquise", "cobbler", "6.5.5")
        yield from ()

    play = souls(board("marquise", "lizards:clockwork").hand("marquise", "cobbler"), "fox").play(spend)
    assert own(play).lost_souls[-1] == "cobbler"
    assert play.state.discard == []


def test_RB_8_2_4_another_bot_discards_its_order_onto_them_CO_T14() -> None:
    table = set_order(board("marquise:clockwork", "lizards:clockwork"), "marquise", FOX)
    play = table.play(discard_order, "marquise")
    assert own(play).lost_souls == [FOX]
    assert play.state.discard == []


def test_RB_8_2_1_a_garden_rules_its_clearing_LL_T24() -> None:
    table = lizards().building(L, "garden-fox", at=6).warriors("marquise", 5, at=6)
    assert run_steps(table, L).ruler(6) == L


def test_RB_8_2_1_pilgrims_come_before_lords_of_the_forest() -> None:
    table = board("eyrie:clockwork", "lizards:clockwork").no_ruins()
    table.building(L, "garden-fox", at=6).building("eyrie", "roost", at=6)
    assert run_steps(table, L).ruler(6) == L


# --- RB 8.5 Daylight --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "number"), [("easy", 3), ("default", 4), ("challenging", 5), ("nightmare", 5)]
)
def test_RB_8_5_as_many_rituals_as_the_difficulty_says(difficulty: str, number: int) -> None:
    table = souls(lizards(difficulty=difficulty), "fox fox mouse mouse rabbit rabbit")
    play = run_steps(table, L, RITUALS)
    assert len(own(play).revealed) == number
    assert len(own(play).lost_souls) == 6 - number


def test_RB_8_5_no_more_rituals_than_souls_LL_T15() -> None:
    play = run_steps(souls(lizards(), "fox mouse"), L, RITUALS)
    assert suits(own(play).revealed) == ["mouse", "fox"]
    assert sum(at(play, L).values()) == 2


def test_RB_8_5_1_I_where_the_most_enemy_buildings_are_LL_T16() -> None:
    # given fox clearings 3 and 10 with open slots; two enemy buildings in 10, which has three slots
    table = souls(lizards(), "fox").building("marquise", "sawmill", at=11).building("eyrie", "roost", at=11)
    for clearing in (1, 6, 8, 12):
        table.suit(clearing, "mouse")
    play = run_steps(table.suit(3, "fox").suit(11, "fox"), L, RITUALS)
    assert at(play, L) == {11: 1}
    assert whys(play) == ["most enemy buildings"]


def test_RB_8_5_1_I_without_any_slot_still_a_warrior_LL_T17() -> None:
    # given all fox clearings full, most enemy buildings in 12
    table = souls(lizards(), "fox").building("marquise", "sawmill", at=12, count=2)
    table.building("eyrie", "roost", at=1).building("marquise", "sawmill", at=6, count=2)
    table.building(L, "garden-fox", at=8, count=2)
    play = run_steps(table, L, RITUALS)
    assert at(play, L) == {6: 1}
    assert len(gardens(play, "fox")) == 2


def test_RB_8_5_1_I_an_open_slot_comes_before_enemy_buildings() -> None:
    # given two enemy buildings fill 6, and 8 has none and open slots; 1 and 12 are full
    table = souls(lizards(), "fox").building("marquise", "sawmill", at=6, count=2)
    table.building("eyrie", "roost", at=1).building("marquise", "workshop", at=12, count=2)
    play = run_steps(table, L, RITUALS)
    assert at(play, L) == {8: 1}
    assert whys(play) == ["an open slot"]


def test_RB_8_5_1_I_two_open_slots_are_not_better_than_one() -> None:
    # given one open slot in 6 beside a building, two in 8
    table = souls(lizards(), "fox").building("marquise", "sawmill", at=6).warriors("marquise", 1, at=6)
    assert at(run_steps(table, L, RITUALS), L) == {6: 1}


def test_RB_8_5_1_where_they_rule_then_a_garden_comes_LL_T18() -> None:
    # given nobody in fox 1
    play = run_steps(souls(lizards(), "fox"), L, RITUALS)
    assert at(play, L) == {1: 1}
    assert gardens(play, "fox") == [1]
    assert play.score(L) == 0
    # and given an enemy there: they do not rule
    play = run_steps(souls(lizards().warriors("marquise", 1, at=1), "fox"), L, RITUALS)
    assert at(play, L) == {1: 1}
    assert gardens(play, "fox") == []


def test_RB_8_5_1_not_where_the_keep_is() -> None:
    play = run_steps(souls(lizards().token("marquise", "keep", at=1), "fox"), L, RITUALS)
    assert at(play, L) == {6: 1}


def test_RB_8_5_1_without_supply_a_garden_may_still_come_R_LL_2() -> None:
    table = souls(lizards().warriors(L, 2, at=1).supply(L, 0), "fox")
    play = run_steps(table, L, RITUALS)
    assert at(play, L) == {1: 2}
    assert gardens(play, "fox") == [1]


def test_RB_8_5_1_without_a_garden_left_only_a_warrior() -> None:
    table = lizards().building(L, "garden-fox", at=6, count=2).building(L, "garden-fox", at=8, count=2)
    play = run_steps(souls(table.building(L, "garden-fox", at=12), "fox"), L, RITUALS)
    assert at(play, L) == {1: 1}
    assert len(gardens(play, "fox")) == 5


def test_RB_11_8_2_a_snare_stops_the_warrior_of_a_ritual() -> None:
    # given a snare in 1, the best fox clearing, where they rule nothing
    table = souls(lizards("corvids", "eyrie"), "fox")
    table.state.tokens[1].append(Piece("corvids", "snare"))
    table.state.boards["corvids"].plots.remove("snare")  # type: ignore[attr-defined]
    play = run_steps(table, L, RITUALS)
    assert at(play, L) == {}
    assert play.state.tokens[1] == []
    assert gardens(play, "fox") == []


def test_RB_8_5_2_a_bird_makes_an_acolyte_and_is_gone_LL_T19() -> None:
    # given four in 5, three in 1
    table = souls(lizards().warriors(L, 4, at=5).warriors(L, 3, at=1), "bird")
    play = run_steps(table, L, RITUALS, DISCARD, RETURN)
    assert at(play, L) == {1: 3, 5: 3}
    assert own(play).acolytes == 1
    assert suits(play.state.discard) == ["bird"]
    assert own(play).lost_souls == []
    assert check_warriors(play)


def test_RB_8_5_2_without_a_warrior_on_the_map_the_card_goes_all_the_same() -> None:
    play = run_steps(souls(lizards(), "bird"), L, RITUALS)
    assert own(play).acolytes == 0
    assert suits(play.state.discard) == ["bird"]


def check_warriors(play: Play) -> bool:
    return play.supply(L) + own(play).acolytes + sum(at(play, L).values()) == 25


# --- RB 8.6 Evening ---------------------------------------------------------------------------------------


def test_RB_8_6_3_the_first_revealed_is_on_top_again_LL_T20() -> None:
    # given the pile from the top: fox, bird, mouse, and below them a rabbit that Easy does not reveal
    table = souls(lizards(difficulty="easy").warriors(L, 1, at=5), "rabbit mouse bird fox")
    play = run_steps(table, L, RITUALS, DISCARD, RETURN)
    assert suits(own(play).lost_souls) == ["mouse", "fox"]
    assert sorted(suits(play.state.discard)) == ["bird", "rabbit"]


def test_RB_8_6_1_a_bird_scores_the_best_track_LL_T21() -> None:
    table = lizards(suit="bird").building(L, "garden-fox", at=6, count=2).building(L, "garden-fox", at=1)
    table.building(L, "garden-rabbit", at=3).building(L, "garden-mouse", at=11, count=2)
    assert run_steps(table, L, SCORE).score(L) == 2


@pytest.mark.parametrize(("count", "points"), list(enumerate([0, 0, 2, 2, 3, 4])))
def test_RB_8_6_1_the_track_of_the_order_LL_T22(count: int, points: int) -> None:
    table = lizards(suit="fox").building(L, "garden-mouse", at=11, count=3)
    for clearing in (1, 6, 6, 8, 8)[:count]:
        table.building(L, "garden-fox", at=clearing)
    assert run_steps(table, L, SCORE).score(L) == points


def test_RB_8_6_4_an_item_that_is_gone_is_not_crafted_LL_T23() -> None:
    table = lizards().deck("sword").change(lambda game: game.item_supply.update(sword=0))
    play = run_steps(table, L, CRAFT)
    assert play.score(L) == 0
    assert own(play).lost_souls == ["sword"]


def test_RB_8_6_4_an_item_is_crafted_for_a_point() -> None:
    play = run_steps(souls(lizards(), "fox").deck("sword"), L, CRAFT)
    assert play.score(L) == 1
    assert play.state.players[L].items == ["sword"]
    assert own(play).lost_souls[-1] == "sword"
    assert own(play).revealed == []


def test_RB_8_6_2_dominance_cards_become_available_when_they_leave() -> None:
    table = lizards("marquise", "eyrie", "alliance")
    table.state.deck.remove("dominance-fox")
    table.board(L, lost_souls=["dominance-fox"])
    play = run_steps(table, L, DISCARD)
    assert play.state.available == ["dominance-fox"]


def test_RB_9_7_they_buy_a_card_that_is_no_bird_for_one_they_cannot_craft() -> None:
    # given Riverfolk people with a bird worth more and a mouse, both with an item
    table = shop(L, "arms-trader", "mouse-in-a-sack").board(L, suit="fox").deck(FOX)
    play = run_steps(table, L, CRAFT)
    # then the mouse takes the place of the fox, which is a Lost Soul like every discarded card
    assert play.hand(RIVERFOLK) == ["arms-trader"]
    assert play.state.players[L].items == ["bag"]
    assert own(play).lost_souls == [FOX, "mouse-in-a-sack"]
    assert own(play).suit == "fox"
    assert play.score(L) == 1


def test_RB_9_7_they_hire_warriors_to_rule_for_a_garden() -> None:
    # given an enemy and two of the Riverfolk in fox 1
    table = (
        souls(shop(L).board(L, suit="fox"), "fox").warriors("keepers", 2, at=1).warriors(RIVERFOLK, 2, at=1)
    )
    play = run_steps(table, L, RITUALS)
    assert gardens(play, "fox") == [1]
    assert bought(play) == ["mercenaries"]


@pytest.mark.parametrize(("difficulty", "points"), [("challenging", 0), ("nightmare", 1)])
def test_RB_3_3_1_nightmare_scores_a_point(difficulty: str, points: int) -> None:
    play = turn(lizards(difficulty=difficulty), L, FOX)
    assert play.score(L) == points


# --- traits -----------------------------------------------------------------------------------------------


def test_fanatics_battle_where_they_converted_with_one_more_hit() -> None:
    # given the Marquise with three in fox 6 and a defenseless roost of the Eyrie there
    table = acolytes(lizards(traits=["fanatics"]), 1).warriors("marquise", 3, at=6).score("marquise", 9)
    play = run_steps(table.building("eyrie", "roost", at=6).dice(1, 1), L, CONSPIRE)
    # then the Eyrie defends: one rolled hit at most, one for the defenseless, one more
    assert battles(play) == [(6, "eyrie")]
    assert play.pieces("eyrie", "roost") == []
    assert at(play, "marquise") == {6: 2}
    assert own(play).fanatic is False


def test_fanatics_without_a_defenseless_building_the_leader() -> None:
    table = acolytes(lizards(traits=["fanatics"]), 1).warriors("marquise", 3, at=6).score("eyrie", 4)
    table.score("marquise", 9).warriors("eyrie", 1, at=6)
    play = run_steps(table.building("eyrie", "roost", at=6).dice(0, 0), L, CONSPIRE)
    assert battles(play) == [(6, "marquise")]
    # of two that are left one falls to the extra hit
    assert at(play, "marquise") == {6: 1}


def test_fanatics_without_an_enemy_left_no_battle_LL_T25() -> None:
    table = acolytes(lizards(traits=["fanatics"]), 1).warriors("marquise", 1, at=6)
    play = run_steps(table, L, CONSPIRE)
    assert at(play, L) == {6: 1}
    assert battles(play) == []


def test_fanatics_have_no_extra_hit_in_a_crusade() -> None:
    table = acolytes(lizards(traits=["fanatics"]), 1, marker=CONVERT).warriors(L, 2, at=6)
    play = run_steps(table.warriors("marquise", 2, at=6).dice(0, 0), L, CONSPIRE)
    assert at(play, "marquise") == {6: 2}


@pytest.mark.parametrize(("supply", "count"), [(0, 1), (3, 2)])
def test_martyrs_make_another_acolyte_from_the_supply_LL_T26(supply: int, count: int) -> None:
    table = souls(lizards(traits=["martyrs"]).warriors(L, 2, at=5).supply(L, supply), "bird")
    assert own(run_steps(table, L, RITUALS)).acolytes == count


def test_erratic_adds_a_card_at_the_end_of_the_turn() -> None:
    table = lizards(traits=["erratic"])
    play = turn(table, L, FOX, "cobbler")
    assert own(play).lost_souls == [FOX, "cobbler"]
    play = turn(lizards(), L, FOX, "cobbler")
    assert own(play).lost_souls == [FOX]


@pytest.mark.parametrize(("traits", "points"), [([], 2), (["spiteful"], 3)])
def test_spiteful_scores_once_for_a_crusade_that_removed_tokens(traits: list[str], points: int) -> None:
    # given a token without warriors in 6 and in 12
    table = acolytes(lizards("alliance", "eyrie", traits=traits), 1, marker=CONVERT).dice(0, 0).dice(0, 0)
    for clearing in (6, 12):
        table.warriors(L, 2, at=clearing).token("alliance", "sympathy", at=clearing)
    assert run_steps(table, L, CONSPIRE).score(L) == points


def test_spiteful_scores_nothing_for_buildings() -> None:
    table = acolytes(lizards(traits=["spiteful"]), 1, marker=CONVERT).dice(0, 0).warriors(L, 2, at=6)
    play = run_steps(table.building("marquise", "sawmill", at=6), L, CONSPIRE)
    assert play.score(L) == 1


# --- together, setup --------------------------------------------------------------------------------------


def test_RB_3_together_they_leave_other_bots_alone() -> None:
    # given a bot and a human in fox 6; the bot leads
    table = board("lizards:clockwork", "marquise:clockwork", "eyrie", cooperative="on").no_ruins()
    table.board(L, suit="fox").score("marquise", 20)
    acolytes(table, 3).warriors("marquise", 2, at=6).warriors("eyrie", 2, at=6).warriors(L, 2, at=6)
    table.building("marquise", "sawmill", at=6).building("eyrie", "roost", at=6).dice(0, 0)
    play = run_steps(table, L, CONSPIRE)
    assert at(play, "marquise") == {6: 2}
    assert battles(play) == [(6, "eyrie")]
    assert at(play, "eyrie") == {}


def test_RB_8_3_setup() -> None:
    table = lizards(suit="").deck(FOX, "sword", "cobbler", "anvil").play(set_up, L)
    (corner,) = table.state.starts[L]
    near = table.state.map.neighbours(corner, [])
    assert at(table, L) == {corner: 4} | dict.fromkeys(near, 1)
    assert gardens(table, table.state.suit(corner)) == [corner]
    assert table.supply(L) == 25 - 4 - len(near)
    # the last drawn is on top, and the first conspiracy is a Convert
    assert own(table).lost_souls == [FOX, "sword", "cobbler"]
    assert own(table).marker == SANCTIFY
    assert own(table).acolytes == 0


def test_RB_8_3_2_not_beside_the_keep_and_opposite_another_player() -> None:
    # given the Marquise started in 1, and her keep is next to the opposite corner 3
    table = lizards().change(lambda game: game.starts.update(marquise=[1]))
    play = table.token("marquise", "keep", at=6).play(set_up, L)
    assert play.state.starts[L] == [3]
    assert at(play, L) == {3: 4, 7: 1, 11: 1}


def test_RB_8_3_2_the_garden_has_the_printed_suit_RB_12_2_1_closed_paths_are_paths() -> None:
    table = lizards(map="mountain").change(lambda game: game.starts.update(marquise=[1]))
    for clearing in range(1, 13):
        table.suit(clearing, "mouse")
    play = table.play(set_up, L)
    # then 3 is next to 7 by a closed path
    assert at(play, L) == {3: 4, 6: 1, 7: 1, 11: 1}
    assert gardens(play, "mouse") == [3]


# --- seen -------------------------------------------------------------------------------------------------


def test_everything_lies_open_the_top_soul_first() -> None:
    table = acolytes(souls(lizards(suit=""), "mouse mouse fox"), 2, marker=CRUSADE_2)
    (seen, *_) = RULES.view(table.state, None).players
    assert suits(list(seen.own.cards[0].cards)) == ["fox", "mouse", "mouse"]
    assert seen.own.counts["acolytes"] == 2
    assert seen.own.texts["Order"] == "mouse"
    assert seen.own.texts["Next conspiracy"] == "sanctify"


# --- the example of the rules -----------------------------------------------------------------------------


def test_a_turn_of_the_logical_lizards_EX_LL_1() -> None:
    # given mice in 4, 7, 9, 12, foxes in 3 and 10, a rabbit in 5, on Easy
    table = lizards("marquise", "alliance", difficulty="easy", suit="")
    wanted = {4: "mouse", 7: "mouse", 9: "mouse", 12: "mouse", 3: "fox", 10: "fox", 5: "rabbit"}
    for clearing in range(1, 13):
        table.suit(clearing, wanted.get(clearing, "rabbit"))
    # four acolytes, the marker on the second Convert; the pile from the top: fox, bird, mouse, fox, mouse, mouse
    acolytes(souls(table, "mouse mouse fox mouse bird fox"), 4, marker=CONVERT_2)
    table.warriors(L, 2, at=7).warriors("marquise", 3, at=7).building("marquise", "sawmill", at=7)
    table.warriors(L, 2, at=12).building(L, "garden-mouse", at=12)
    table.warriors("marquise", 2, at=12).warriors("alliance", 1, at=12)
    table.building("marquise", "workshop", at=9).warriors("alliance", 1, at=4).warriors(L, 4, at=5)
    table.building("marquise", "recruiter", at=10).token("marquise", "keep", at=1)
    table.building("alliance", "base-rabbit", at=11).warriors("marquise", 2, at=10)
    table.score("alliance", 15).score("marquise", 12)
    table.dice(1, 1).dice(1, 1)
    # when they take their turn, and turn up Brutal Tactics
    play = turn(table, L, "brutal-tactics")
    while play.asked("marquise"):
        play.done("marquise")
    # then Crusade in 7 and 12, Sanctify the workshop, Convert the Alliance in 4, no Crusade, Convert in 7
    assert own(play).suit == "mouse"
    assert battles(play)[:2] == [(7, "marquise"), (12, "alliance")]
    assert own(play).marker == CONVERT_2
    assert gardens(play, "mouse") == [7, 9, 12]
    assert at(play, L) == {4: 1, 5: 3, 7: 3, 10: 1, 12: 1}
    # one acolyte from the bird; the pile from the top: Brutal Tactics, fox, mouse
    assert own(play).acolytes == 1
    assert own(play).lost_souls[-1] == "brutal-tactics"
    assert suits(own(play).lost_souls) == ["mouse", "fox", "bird"]
    assert play.score(L) == 3
