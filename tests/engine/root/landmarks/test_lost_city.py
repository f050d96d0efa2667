"""F.4  The Lost City: a clearing of every suit. Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10."""

from __future__ import annotations

import pytest

from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft, craft
from engine.root.actions.dominance import dominates
from engine.root.factions.corvids.faction import one_of_each_suit
from engine.root.factions.hundreds.faction import oppressed
from engine.root.factions.keepers.retinue import ruled_alike
from engine.root.factions.riverfolk.faction import open_posts
from engine.root.rule import fits, of_suit, suits
from engine.root.rules import RULES
from engine.root.setup.table import Clearing
from render import text_board
from tests.engine.root.board import Table, board
from tests.engine.root.factions.alliance_table import base, officers, stack, supporters
from tests.engine.root.factions.duchy_table import DUCHY, duchy
from tests.engine.root.factions.test_lizards import CULT, cult, garden

CITY = 11
"""A mouse clearing of the autumn map."""


def city(*factions: str, **options: str) -> Table:
    return board(*(factions or ("marquise", "eyrie")), **options).no_ruins().landmark("lost-city", at=CITY)


def test_F_4_a_clearing_of_all_suits() -> None:
    state = city().state
    assert sorted(suits(state, CITY)) == ["fox", "mouse", "rabbit"]
    assert all(CITY in of_suit(state, suit) for suit in ("fox", "mouse", "rabbit"))
    assert all(fits(state, f"ambush-{suit}", CITY) for suit in ("fox", "mouse", "rabbit", "bird"))
    assert sorted(suits(state, 10)) == ["rabbit"]
    assert "11 mouse and fox and rabbit" in text_board(RULES.view(state, None))


def test_3_3_1_I_it_counts_for_any_suit_dominance_LM_T5() -> None:
    # given she rules it and two fox clearings / then that is three foxes
    table = (
        city().warriors("marquise", 1, at=CITY).warriors("marquise", 1, at=1).warriors("marquise", 1, at=6)
    )
    assert dominates(table.state, "marquise", "fox")
    assert not dominates(table.state, "marquise", "rabbit")
    table.state.players["marquise"].dominance = "dominance-fox"
    play = table.turn("marquise", "birdsong.start").start()
    assert (play.state.over, play.state.winners) == (True, ["marquise"])


def test_4_3_1_ambushes_of_different_suits_LM_T6() -> None:
    # given a battle there, a fox ambush of the defender and a mouse ambush of the attacker
    table = city().warriors("marquise", 3, at=CITY).warriors("eyrie", 3, at=CITY).dice(1, 0)
    table.hand("eyrie", "ambush-fox").hand("marquise", "ambush-mouse")
    play = table.play(battle, "marquise", CITY, "eyrie").choose("ambush", card="ambush-fox")
    # then it can be foiled
    play.choose("ambush", card="ambush-mouse")
    assert play.warriors("marquise", at=CITY) == 3


def test_a_favor_reaches_it_LM_T7() -> None:
    # given enemies in the city, which is printed as a mouse clearing, and the Favor of another suit
    table = city("marquise", "eyrie").warriors("eyrie", 2, at=CITY).warriors("eyrie", 1, at=7)
    for clearing in (1, 6, 8):
        table.building("marquise", "workshop", at=clearing)
    table.hand("marquise", "favor-of-the-foxes").turn("marquise", "daylight.actions")
    play = table.play(craft, "marquise", Craft("favor-of-the-foxes"))
    # then they are gone, those in other mouse clearings are not
    assert (play.warriors("eyrie", at=CITY), play.warriors("eyrie", at=7)) == (0, 1)


def test_4_1_1_one_piece_pays_one_symbol_LM_T8() -> None:
    # given one workshop there / then it pays a fox or a mouse, not several symbols of a card
    table = (
        city()
        .building("marquise", "workshop", at=CITY)
        .hand("marquise", "anvil", "tax-collector", "root-tea-fox")
    )
    play = table.turn("marquise", "daylight.actions").start()
    offered = {option.card for option in play.options("craft")}  # type: ignore[attr-defined]
    assert offered == {"anvil", "root-tea-fox"}
    assert play.refused("marquise", Craft("tax-collector")).clause == "4.1.1"
    # and three pieces there may be three different suits
    table = city().building("marquise", "workshop", at=CITY, count=3).hand("marquise", "tax-collector")
    assert table.turn("marquise", "daylight.actions").start().offers("craft", card="tax-collector")


def test_12_5_3_II_it_counts_for_one_card_of_a_sway_LM_T9() -> None:
    # given moles only there, a fox and a mouse card / then no squire can be swayed
    table = duchy(step="daylight.sway").landmark("lost-city", at=CITY).hand(DUCHY, "anvil", "sword")
    assert not table.warriors(DUCHY, 2, at=CITY).start().offers("sway")
    # and with a rabbit clearing too, the city serves as either
    table = duchy(step="daylight.sway").landmark("lost-city", at=CITY).hand(DUCHY, "anvil", "bake-sale")
    assert table.warriors(DUCHY, 2, at=CITY).warriors(DUCHY, 1, at=3).start().offers("sway")


def test_10_2_1_a_garden_crafts_by_its_printed_suit_LM_T10() -> None:
    # given a fox garden there: useless while the mouse is the Outcast
    table = cult(step="evening.craft", outcast="mouse").landmark("lost-city", at=CITY)
    play = garden(table, "fox", CITY).hand(CULT, "smugglers-trail", "root-tea-fox").start()
    assert not play.offers("craft")
    # and with the fox the Outcast it has any suit
    table = cult(step="evening.craft", outcast="fox").landmark("lost-city", at=CITY)
    play = garden(table, "fox", CITY).hand(CULT, "smugglers-trail", "root-tea-fox", "anvil").start()
    offered = {option.card for option in play.options("craft")}  # type: ignore[attr-defined]
    assert {"root-tea-fox", "anvil"} <= offered


def test_10_2_1_a_mouse_garden_crafts_a_rabbit_LC_30() -> None:
    # given the mouse is the Outcast, and a mouse garden in the city and nothing else
    table = cult(step="evening.craft", outcast="mouse").landmark("lost-city", at=CITY)
    play = garden(table, "mouse", CITY).hand(CULT, "travel-gear-fox").start()
    # then a card that costs one rabbit can be crafted
    assert play.offers("craft", card="travel-gear-fox")


def test_10_5_1_any_garden_may_be_built_there() -> None:
    table = cult(step="daylight.rituals").landmark("lost-city", at=CITY).warriors(CULT, 2, at=CITY)
    play = table.hand(CULT, "anvil").start()
    kinds = {option.kind for option in play.options("plant_garden", clearing=CITY)}  # type: ignore[attr-defined]
    assert kinds == {"garden-fox", "garden-mouse", "garden-rabbit"}


@pytest.mark.parametrize("card", ["fox-partisans", "rabbit-partisans", "mouse-partisans"])
def test_partisans_of_every_suit_fight_there_DECK_T4(card: str) -> None:
    table = city(deck="exiles").crafted("marquise", card).dice(1, 0)
    table.warriors("marquise", 3, at=CITY).warriors("eyrie", 3, at=CITY)
    play = table.play(battle, "marquise", CITY, "eyrie").choose("use", effect=card)
    assert play.warriors("eyrie", at=CITY) == 1


def test_A_8_2_the_corvids_may_use_it_for_each_suit_SETUP_T33() -> None:
    # given the Corvids place a warrior in a clearing of each suit / then the city is on offer each time
    table = city("corvids", "marquise")
    play = table.play(one_of_each_suit, "corvids", "A.8.2")
    for _ in range(3):
        assert Clearing(CITY) in play.question.options
        play.answer(Clearing(CITY))
    assert play.warriors("corvids", at=CITY) == 3


def test_14_6_2_a_landmark_does_not_hinder_oppression_LM_T24() -> None:
    table = city("hundreds", "marquise").warriors("hundreds", 2, at=CITY)
    assert oppressed(table.state, "hundreds") == [CITY]


def test_8_2_6_outrage_takes_any_suit() -> None:
    table = city("marquise", "alliance").token("alliance", "sympathy", at=CITY).warriors("marquise", 2, at=3)
    play = table.hand("marquise", "anvil", "bake-sale").turn("marquise", "daylight.actions").start()
    play.choose("move", origin=3, to=CITY, warriors=1)
    assert {option.card for option in play.options("give_card")} == {"anvil", "bake-sale"}  # type: ignore[attr-defined]


def test_8_4_1_a_revolt_there_may_place_any_base() -> None:
    table = stack(city("alliance", "marquise"), "anvil", "sword").token("alliance", "sympathy", at=CITY)
    play = base(table, "fox", 1).turn("alliance", "birdsong.revolt").start().choose("revolt", clearing=CITY)
    while play.question.key != "alliance.revolt.base":
        play.answer(play.question.options[0] if not play.question.many else play.question.options)
    assert {option.suit for option in play.options("base")} == {"mouse", "rabbit"}  # type: ignore[attr-defined]


def test_RULING_L5_a_base_lost_there_costs_its_printed_suit() -> None:
    table = stack(
        city("alliance", "marquise"), "anvil", "sword", "bake-sale", "foxfolk-steel", "root-tea-fox"
    )
    table.board("alliance", officers=2).supply("alliance", 8)
    base(base(table, "rabbit", CITY), "fox", 1).warriors("marquise", 3, at=CITY).dice(1, 0)
    play = table.play(battle, "marquise", CITY, "alliance")
    assert "bake-sale" not in supporters(play)
    assert "sword" in supporters(play)
    assert officers(play) == 1


def test_RULING_L6_recovering_there_counts_all_ruled_clearings() -> None:
    table = city("keepers", "marquise").warriors("keepers", 1, at=CITY)
    for clearing in (1, 2, 3):
        table.warriors("keepers", 1, at=clearing)
    assert ruled_alike(table.state, "keepers", CITY) == 4
    assert ruled_alike(table.state, "keepers", 1) == 2


def test_11_5_6_III_a_trade_post_of_any_suit() -> None:
    state = city("riverfolk", "marquise").state
    assert sorted(open_posts(state, "riverfolk", CITY)) == ["fox", "mouse", "rabbit"]
