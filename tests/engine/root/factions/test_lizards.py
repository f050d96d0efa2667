"""10  Lizard Cult. Ids LC-… are the edge cases of the specification.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

from typing import cast

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.craft import Craft
from engine.root.actions.dominance import Spend
from engine.root.actions.move import Move
from engine.root.clockwork.board import discard_order
from engine.root.factions.lizards.conspiracies import Convert, Sanctify
from engine.root.factions.lizards.faction import homeland_setup, setup
from engine.root.factions.lizards.rituals import PlantGarden, RecruitRitual, Sacrifice, ScoreRitual
from engine.root.factions.lizards.souls import CultBoard, adjust_outcast, discard_souls
from engine.root.happen import settle
from engine.root.state import Root
from engine.root.verbs import discard, draw, give, put_back, sweep
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import FOX, bot, set_order
from tests.engine.root.factions.alliance_table import base, stack

CULT = "lizards"


def own(play: Play) -> CultBoard:
    return cast(CultBoard, play.state.boards[CULT])


def souls(table: Table, *cards: str) -> Table:
    """These cards are Lost Souls."""
    for card in cards:
        table.state.deck.remove(card)
    return table.board(CULT, lost_souls=list(cards))


def cult(*others: str, step: str = "birdsong.conspiracies", outcast: str = "fox", **more: object) -> Table:
    """It is the Cult's turn; there are no ruins."""
    table = board(CULT, *(others or ("marquise",))).turn(CULT, step).no_ruins()
    return table.board(CULT, outcast=outcast, **more)


def acolytes(table: Table, count: int) -> Table:
    """So many warriors are acolytes."""
    table.state.players[CULT].supply -= count
    return table.board(CULT, acolytes=count)


def garden(table: Table, suit: str, at: int) -> Table:
    return table.building(CULT, f"garden-{suit}", at=at)


# --- 10.3 Setup -------------------------------------------------------------------------------------------


def test_10_3_a_corner_with_a_garden_and_everybody_around() -> None:
    # given the Marquise started in 1, the Cult sets up
    table = board("marquise", CULT).supply(CULT, 0)
    table.state.starts["marquise"] = [1]
    play = table.play(setup, CULT)
    # then it starts opposite, in 3, with a rabbit garden, and one warrior in each neighbour
    assert play.asked(CULT) == "lizards.setup.outcast"
    play.choose("outcast", suit="mouse")
    assert play.pieces(CULT, "garden-rabbit") == [3]
    assert [play.warriors(CULT, at=c) for c in (3, 6, 7, 11)] == [4, 1, 1, 1]
    assert (own(play).outcast, own(play).hated) == ("mouse", False)
    assert play.supply(CULT) == 18


def test_A_8_2_a_homeland_with_three_around_and_two_acolytes_SETUP_T21() -> None:
    # given the Cult chooses 5, which has two neighbours
    play = board(CULT, "marquise").no_ruins().supply(CULT, 0).play(homeland_setup, CULT)
    play.choose("clearing", clearing=5)
    # then three warriors go 2 and 1, as it likes
    assert play.asked(CULT) == "setup.spread"
    play.choose_many(next(o for o in play.question.options if o.clearing == 2))  # type: ignore[attr-defined]
    play.choose("outcast", suit="fox")
    assert [play.warriors(CULT, at=c) for c in (5, 1, 2)] == [4, 1, 2]
    assert own(play).acolytes == 2


# --- 10.4.1 The Outcast -----------------------------------------------------------------------------------

FOXES = ("anvil", "foxfolk-steel", "root-tea-fox")
MICE = ("sword", "investments")
RABBITS = ("bake-sale", "root-tea-rabbit")
BIRDS = ("birdy-bindle", "arms-trader", "woodland-runners", "crossbow-bird", "armorers")


@pytest.mark.parametrize(
    ("outcast", "hated", "lost", "becomes", "is_hated"),
    [
        pytest.param("mouse", False, FOXES + MICE + BIRDS, "fox", False, id="LC-01 the most, birds aside"),
        pytest.param("fox", False, FOXES, "fox", True, id="LC-02 the same again"),
        pytest.param("fox", True, FOXES, "fox", True, id="LC-03 stays hated"),
        pytest.param("mouse", False, FOXES[:2] + RABBITS, "mouse", True, id="LC-04 a tie"),
        pytest.param("mouse", False, (), "mouse", True, id="LC-05 nothing"),
        pytest.param("mouse", True, RABBITS, "rabbit", False, id="LC-06 another is milder"),
        pytest.param("mouse", False, BIRDS, "mouse", True, id="only birds"),
    ],
)
def test_10_4_1_the_outcast_LC_01_LC_02_LC_03_LC_04_LC_05_LC_06(
    outcast: str, hated: bool, lost: tuple[str, ...], becomes: str, is_hated: bool
) -> None:
    # given an Outcast and Lost Souls
    table = souls(cult(outcast=outcast, hated=hated), *lost)
    # when Birdsong begins
    play = table.play(adjust_outcast, CULT)
    # then the Outcast is adjusted
    assert (own(play).outcast, own(play).hated) == (becomes, is_hated)


def test_10_4_2_a_dominance_card_becomes_available_LC_07() -> None:
    # given a dominance card among the Lost Souls
    table = souls(cult(), "dominance-fox", "anvil")
    # when they are discarded
    play = table.play(discard_souls, CULT)
    # then it lies beside the map, and only the other is in the discard pile
    assert play.state.available == ["dominance-fox"]
    assert play.state.discard == ["anvil"]
    assert own(play).lost_souls == []


# --- 10.4.3 Conspiracies ----------------------------------------------------------------------------------


def test_10_4_3_hated_they_cost_one_less_LC_08() -> None:
    # given one acolyte, the Outcast hated, and an enemy building beside the Cult in a fox clearing
    table = acolytes(cult(hated=True), 1).warriors(CULT, 2, at=1).building("marquise", "sawmill", at=1)
    play = table.dice(0, 0).start()
    # then a Crusade is on offer, Sanctify is not
    assert play.offers("battle", clearing=1)
    assert not play.offers("sanctify")
    refusal = play.refused(CULT, Sanctify(1, "marquise", "sawmill"))
    assert (refusal.clause, refusal.about) == ("10.4.3", {"cost": 2, "acolytes": 1})
    # when it crusades, no acolyte is left
    play.choose("battle", clearing=1, defender="marquise")
    assert own(play).acolytes == 0


def test_10_4_3_II_the_acolytes_go_back_first_LC_09() -> None:
    # given no warrior in supply, two acolytes, and a cat in the fox clearing 1
    table = acolytes(cult(), 2).warriors("marquise", 1, at=1)
    table.state.players[CULT].supply = 0
    play = table.start().choose("convert", clearing=1, player="marquise")
    # then one of them is placed
    assert (play.warriors(CULT, at=1), play.warriors("marquise", at=1)) == (1, 0)
    assert (play.supply(CULT), own(play).acolytes) == (1, 0)


def test_10_4_3_III_no_garden_left_LC_11() -> None:
    # given all five fox gardens on the map, and a sawmill in another fox clearing
    table = acolytes(cult(), 3).building("marquise", "sawmill", at=8)
    for clearing in (1, 6, 6, 12, 12):
        garden(table, "fox", clearing)
    play = table.warriors(CULT, 1, at=1).warriors("marquise", 1, at=1).start()
    # then it cannot be sanctified
    assert not play.offers("sanctify")
    assert play.refused(CULT, Sanctify(8, "marquise", "sawmill")).clause == "10.4.3.III"


def test_10_4_3_III_not_beside_the_keep_LC_12() -> None:
    # given a sawmill beside the keep, in a fox clearing
    table = acolytes(cult(), 3).building("marquise", "sawmill", at=1).token("marquise", "keep", at=1)
    play = table.warriors("marquise", 1, at=8).start()
    # then nothing can be placed there, and no acolytes are spent
    assert not play.offers("sanctify")
    assert play.refused(CULT, Sanctify(1, "marquise", "sawmill")).clause == "6.2.2"
    assert own(play).acolytes == 3


def test_10_4_3_III_a_building_becomes_a_garden_and_scores() -> None:
    # given three acolytes and a sawmill in 1
    play = acolytes(cult(), 3).building("marquise", "sawmill", at=1).start()
    play.choose("sanctify", clearing=1)
    # then a fox garden stands there, and the Cult has a point
    assert play.pieces(CULT, "garden-fox") == [1]
    assert play.pieces("marquise", "sawmill") == []
    assert play.score(CULT) == 1


def test_10_4_3_I_after_the_move_they_may_battle_anywhere_LC_23() -> None:
    # given crusaders in the fox clearing 1 and cats in the rabbit clearing 5
    table = acolytes(cult(), 2).warriors(CULT, 3, at=1).warriors("marquise", 1, at=5)
    play = table.dice(2, 0).start().choose("move", origin=1, to=5, warriors=3)
    # then they may battle in 5
    assert play.asked(CULT) == "lizards.crusade"
    play.choose("battle", clearing=5, defender="marquise")
    assert play.warriors("marquise", at=5) == 0


def test_10_4_3_only_in_outcast_clearings() -> None:
    # given crusaders in the rabbit clearing 5, with fox the Outcast
    table = (
        acolytes(cult(), 2)
        .warriors(CULT, 3, at=5)
        .warriors("marquise", 1, at=5)
        .warriors("marquise", 1, at=1)
    )
    play = table.start()
    # then they can do nothing from there
    assert not play.offers("move", origin=5)
    assert play.refused(CULT, Fight(5, "marquise")).clause == "10.4.3"
    assert play.refused(CULT, Convert(5, "marquise")).clause == "10.4.3"


def test_10_4_3_II_a_pawn_is_no_warrior() -> None:
    # given a Vagabond alone in an Outcast clearing
    table = acolytes(cult("vagabond", "marquise"), 2).pawn("vagabond", 1).warriors("marquise", 1, at=8)
    play = table.start()
    # then he cannot be converted
    assert play.options("convert") == [Convert(8, "marquise")]


# --- 10.2.3 Revenge ---------------------------------------------------------------------------------------


def test_10_2_3_the_fallen_of_a_defence_are_acolytes_LC_13() -> None:
    # given the Cult defends with two warriors
    table = board("marquise", CULT).warriors("marquise", 3, at=1).warriors(CULT, 2, at=1)
    play = table.dice(2, 0).play(battle, "marquise", 1, CULT)
    # then both become acolytes
    assert own(play).acolytes == 2
    assert play.supply(CULT) == 23


def test_10_2_3_not_when_it_attacks_LC_14() -> None:
    # given the Cult attacks and is ambushed
    table = board(CULT, "marquise").warriors(CULT, 2, at=1).warriors("marquise", 1, at=1)
    play = table.hand("marquise", "ambush-fox").play(battle, CULT, 1, "marquise")
    play.choose("ambush", seat="marquise", card="ambush-fox")
    # then both go to the supply
    assert own(play).acolytes == 0
    assert play.supply(CULT) == 25


def test_10_2_5_a_favor_costs_a_card_for_each_garden_LC_15() -> None:
    # given warriors and two gardens in mouse clearings, and three cards
    table = board("marquise", CULT).warriors(CULT, 2, at=2).hand(CULT, "anvil", "sword", "bake-sale")
    garden(garden(table, "mouse", 2), "mouse", 7)

    # when a Favor card removes them
    def favor(game: Root) -> Flow[None]:
        sweep(game, "marquise", [2, 7, 9, 11], "4.1.2")
        yield from settle(game)

    play = table.play(favor)
    # then the warriors are in supply, and two random cards are Lost Souls
    assert (own(play).acolytes, play.supply(CULT)) == (0, 25)
    assert len(play.hand(CULT)) == 1
    assert len(own(play).lost_souls) == 2


def test_10_2_5_an_empty_hand_loses_nothing_LC_25() -> None:
    # given a lone garden and an empty hand
    table = garden(board("marquise", CULT).warriors("marquise", 1, at=1), "fox", 1)
    play = table.dice(0, 0).play(battle, "marquise", 1, CULT)
    # then the attacker has a point, and nothing is discarded
    assert play.score("marquise") == 1
    assert own(play).lost_souls == []


# --- 10.2.4 Pilgrims --------------------------------------------------------------------------------------


def test_10_2_4_a_garden_rules_LC_19() -> None:
    # given a garden and a lizard against six birds
    table = garden(board(CULT, "eyrie").warriors(CULT, 1, at=1).warriors("eyrie", 6, at=1), "fox", 1)
    # then the Cult rules
    assert table.play(settle).ruler(1) == CULT


def test_10_2_4_a_garden_beats_the_lords_of_the_forest_EE_T20() -> None:
    # given a garden beside as many of the Electric Eyrie
    table = garden(bot("eyrie", CULT).warriors("eyrie", 1, at=1), "fox", 1)
    assert table.play(settle).ruler(1) == CULT


# --- 10.5 Rituals -----------------------------------------------------------------------------------------


def ritual(*cards: str, **more: object) -> Table:
    return cult(step="daylight.rituals", **more).hand(CULT, *cards)


def test_10_2_2_a_bird_is_only_a_bird_LC_16() -> None:
    # given a bird card, a ruled fox clearing and a fox garden
    play = garden(ritual("birdy-bindle").warriors(CULT, 2, at=8), "fox", 1).start()
    # then a sacrifice is the only ritual
    assert play.verbs() == {"sacrifice", "done"}
    assert play.refused(CULT, PlantGarden(8, "garden-fox")).clause == "10.5"
    assert play.refused(CULT, RecruitRitual(8)).clause == "10.5"
    assert play.refused(CULT, ScoreRitual("fox")).clause == "10.5.3"
    # when it is made, a warrior from the supply is an acolyte, and the card is revealed
    play.choose("sacrifice")
    assert own(play).acolytes == 1
    assert own(play).revealed == ["birdy-bindle"] or play.hand(CULT) == ["birdy-bindle"]


def test_10_5_3_each_suit_once_a_turn_LC_17() -> None:
    # given two fox cards and two fox gardens
    play = garden(garden(ritual("anvil", "foxfolk-steel", "birdy-bindle"), "fox", 1), "fox", 6).start()
    play.choose("score_ritual", suit="fox").choose("reveal_card", card="anvil")
    # then it scores 2, and foxes cannot be scored again
    assert play.score(CULT) == 2
    assert not play.offers("score_ritual")
    assert play.refused(CULT, ScoreRitual("fox")).clause == "10.5.3"


def test_10_5_3_the_card_is_spent_LC_18() -> None:
    # given three rabbit gardens and a rabbit card
    table = ritual("bake-sale", "birdy-bindle")
    for clearing in (3, 4, 5):
        garden(table, "rabbit", clearing)
    play = table.start().choose("score_ritual", suit="rabbit")
    if play.asked(CULT) == "lizards.spend":
        play.choose("reveal_card", card="bake-sale")
    # then two points, and the card is a Lost Soul that does not come back
    assert play.score(CULT) == 2
    assert own(play).lost_souls == ["bake-sale"]
    assert "bake-sale" not in own(play).revealed


def test_10_6_1_a_revealed_card_comes_back_and_may_be_crafted_LC_20() -> None:
    # given a fox card, a ruled fox clearing, and a fox garden as crafting piece
    table = garden(ritual("foxfolk-steel", "anvil").warriors(CULT, 2, at=8), "fox", 1)
    play = garden(table, "fox", 6).start().choose("plant_garden", clearing=8)
    play.choose("reveal_card", card="foxfolk-steel")
    assert own(play).revealed == ["foxfolk-steel"]
    # when Evening comes
    play.done()
    # then it is back in hand and can be crafted
    assert "foxfolk-steel" in play.hand(CULT)
    assert play.offers("craft", card="foxfolk-steel")


def test_10_6_3_two_gardens_of_each_suit_draw_four_LC_21() -> None:
    # given two gardens of each suit
    table = cult(step="evening.draw")
    for suit, places in (("fox", (1, 6)), ("mouse", (2, 7)), ("rabbit", (3, 4))):
        for clearing in places:
            garden(table, suit, clearing)
    play = table.warriors("marquise", 1, at=1).start()
    # then four cards are drawn
    assert len(play.hand(CULT)) == 4


def test_10_5_3_one_garden_scores_nothing_LC_29() -> None:
    # given one mouse garden, and none of foxes
    play = garden(ritual("sword", "anvil"), "mouse", 2).start()
    # then mice can be scored for nothing, foxes cannot
    assert play.refused(CULT, ScoreRitual("fox")).clause == "10.5.3"
    play.choose("score_ritual", suit="mouse").choose("reveal_card", card="sword")
    assert play.score(CULT) == 0
    assert own(play).lost_souls == ["sword"]


def test_10_5_1_only_where_it_rules_and_there_is_room() -> None:
    # given a fox card, and no fox clearing that the Cult rules
    play = ritual("anvil", "sword").warriors("marquise", 1, at=1).start()
    assert not play.offers("plant_garden")
    assert play.refused(CULT, PlantGarden(1, "garden-fox")).clause == "10.5.1"
    assert play.refused(CULT, PlantGarden(1, "garden-mouse")).clause == "10.5.1"


def test_10_5_no_warriors_no_recruiting() -> None:
    # given no warriors in supply
    play = ritual("anvil", "birdy-bindle").supply(CULT, 0).start()
    assert not play.offers("recruit_ritual")
    assert play.refused(CULT, Sacrifice()).clause == "1.5.1"


def test_10_4_3_I_there_is_no_moving_in_daylight() -> None:
    # given Daylight
    play = ritual("anvil").warriors(CULT, 2, at=1).start()
    # then a move is refused with the reason
    assert play.refused(CULT, Move(1, 5, 1)).clause == "10.4.3.I"


# --- 10.2.1 Crafting --------------------------------------------------------------------------------------


def test_10_2_1_gardens_of_the_outcast_craft_LC_24() -> None:
    # given two fox gardens with fox the Outcast, and cards of several costs
    table = cult(step="evening.craft").hand(CULT, "foxfolk-steel", "smugglers-trail", "cobbler", "armorers")
    play = garden(garden(table, "fox", 1), "fox", 6).start()
    # then two foxes and a free symbol can be paid, two rabbits cannot
    offered = {option.card for option in play.options("craft")}  # type: ignore[attr-defined]
    assert "foxfolk-steel" in offered
    assert "cobbler" not in offered
    assert play.refused(CULT, Craft("cobbler")).clause.startswith("4.1")


# --- 10.2.6 Lost Souls ------------------------------------------------------------------------------------


def test_10_2_6_lost_souls_are_not_drawn_LC_22() -> None:
    # given no deck, no discard pile, and Lost Souls
    table = souls(cult("marquise"), "anvil", "sword").deck()
    play = table.play(draw, "marquise", 1)
    # then nothing is drawn
    assert play.hand("marquise") == []
    assert own(play).lost_souls == ["anvil", "sword"]


def test_10_2_6_supporters_become_lost_souls_LC_26() -> None:
    # given the Alliance spends supporters for sympathy
    table = stack(
        board("alliance", CULT).turn("alliance", "birdsong.spread").no_ruins(), "anvil", "foxfolk-steel"
    )
    play = table.start().choose("spread", clearing=1)
    if play.asked("alliance") == "alliance.spread.spend":
        play.choose_many(Spend("anvil"))
    # then they are Lost Souls
    assert own(play).lost_souls == ["anvil"]
    assert play.state.discard == []


def test_10_2_6_a_card_that_is_given_is_no_lost_soul_LC_27() -> None:
    # given a wrong guess hands a card to the Corvids
    def wrong_guess(game: Root) -> Flow[None]:
        give(game, "marquise", "corvids", "anvil", "13.2.4")
        yield from ()

    play = board("marquise", CULT, "corvids").hand("marquise", "anvil").play(wrong_guess)
    # then the Lost Souls are as before
    assert own(play).lost_souls == []
    assert play.hand("corvids") == ["anvil"]


def test_10_4_3_III_a_sanctified_base_is_lost_LC_28() -> None:
    # given the Alliance's last base, with supporters of its suit
    table = stack(base(acolytes(cult("alliance"), 3), "fox", 1), "anvil", "sword")
    play = table.start().choose("sanctify", clearing=1)
    # then the supporters of its suit are Lost Souls
    assert own(play).lost_souls == ["anvil"]
    assert play.pieces(CULT, "garden-fox") == [1]


def test_10_2_6_everything_spent_is_a_lost_soul() -> None:
    # given the Marquise spends a card
    def spend(game: Root) -> Flow[None]:
        discard(game, "marquise", "dominance-fox", "6.5.5")
        yield from ()

    play = board("marquise", CULT).hand("marquise", "dominance-fox").play(spend)
    # then it is a Lost Soul, a dominance card too
    assert own(play).lost_souls == ["dominance-fox"]
    assert play.state.available == []


def test_10_2_6_an_order_card_goes_to_the_lost_souls_CO_T14() -> None:
    # given a bot with an order card
    table = set_order(bot("marquise", CULT), "marquise", FOX)
    # when it discards it
    play = table.play(discard_order, "marquise")
    # then it is a Lost Soul
    assert own(play).lost_souls == [FOX]
    assert play.state.discard == []


def test_A_10_cards_given_back_are_no_lost_souls_SETUP_T31() -> None:
    # given the Marquise gives back two cards of her first hand
    def give_back(game: Root) -> Flow[None]:
        put_back(game, "marquise", ["anvil", "sword"], "A.10")
        yield from ()

    play = board("marquise", CULT).hand("marquise", "anvil", "sword").play(give_back)
    # then they are in the deck, and nothing is a Lost Soul
    assert own(play).lost_souls == []
    assert {"anvil", "sword"} <= set(play.state.deck)
