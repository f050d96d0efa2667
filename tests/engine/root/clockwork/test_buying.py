"""RB 9.7  What bots buy, from the Riverfolk Company. Prices here: a card 2, mercenaries 3."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.root.check import RandomGame, random_setup
from engine.root.clockwork.vagabond.items import usable
from engine.root.data import CARDS
from engine.root.lobby import LOBBY, too_many_corners
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table
from tests.engine.root.clockwork.bots import FOX, MOUSE, battles, bot, run, set_order, turn, vagabot
from tests.engine.root.factions.riverfolk_table import PRICES, RIVERFOLK, own, sold

CRAFT, BUILD, BATTLE = "birdsong.craft", "daylight.build", "daylight.battle"
ANVIL, BAG = "anvil", "birdy-bindle"
"""Cards with an item, worth two points and one."""


def shop(buyer: str, *hand: str, **options: Any) -> Table:
    """A bot beside Riverfolk people with these cards."""
    table = bot(buyer, RIVERFOLK, "keepers", **options)
    table.state.turn = 1
    return table.board(RIVERFOLK, prices=dict(PRICES)).hand(RIVERFOLK, *hand)


def bought(play: Play) -> list[str]:
    return [event.about["service"] for event in play.noted("riverfolk.bought")]


# --- a card -----------------------------------------------------------------------------------------------


def test_RB_9_7_an_order_without_an_item_is_changed_for_a_card_that_has_one_RR_T26() -> None:
    # given an Eyrie whose order shows nothing, and items worth one and two points on sale
    assert CARDS[ANVIL].points > CARDS[BAG].points
    play = run(shop("eyrie", ANVIL, BAG), "eyrie", MOUSE, CRAFT, "birdsong.decree")
    # then it buys the better one for two warriors, crafts it for one point, and it enters the Decree
    assert play.hand(RIVERFOLK) == [BAG]
    assert own(play).payments == {"eyrie": 2}
    assert play.state.players["eyrie"].items == ["hammer"]
    assert play.score("eyrie") == 1
    assert ANVIL in play.state.boards["eyrie"].decree["fox"]  # type: ignore[attr-defined]
    # and the order it had is discarded
    assert play.state.discard == [MOUSE]


def test_RB_9_7_not_with_fewer_points_than_the_seller_RR_T25() -> None:
    table = shop("eyrie", ANVIL).score("eyrie", 8).score(RIVERFOLK, 9)
    assert bought(run(table, "eyrie", MOUSE, CRAFT)) == []
    table = shop("eyrie", ANVIL).score("eyrie", 9).score(RIVERFOLK, 9)
    assert bought(run(table, "eyrie", MOUSE, CRAFT)) == ["hand_card"]


def test_RB_9_7_the_price_belongs_to_the_seller() -> None:
    # given a bot with 20 points, and a card at the price that was set
    table = shop("eyrie", ANVIL).score("eyrie", 20).board(RIVERFOLK, prices=PRICES | {"hand_card": 1})
    assert own(run(table, "eyrie", MOUSE, CRAFT)).payments == {"eyrie": 1}


def test_RB_9_7_it_must_be_able_to_pay() -> None:
    assert bought(run(shop("eyrie", ANVIL).supply("eyrie", 1), "eyrie", MOUSE, CRAFT)) == []


def test_RB_9_7_a_card_whose_item_is_gone_is_not_bought() -> None:
    table = shop("eyrie", ANVIL, "ambush-bird").change(lambda game: game.item_supply.update(hammer=0))
    assert bought(run(table, "eyrie", MOUSE, CRAFT)) == []


def test_RB_9_7_who_can_craft_buys_nothing() -> None:
    play = run(shop("eyrie", ANVIL), "eyrie", "root-tea-mouse", CRAFT)
    assert bought(play) == []
    assert play.state.players["eyrie"].items == ["tea"]


def test_RB_9_7_the_new_order_counts_for_the_rest_of_the_turn() -> None:
    # given a Marquise that rules 6, with a mouse order and the anvil, a fox card, on sale
    play = turn(shop("marquise", ANVIL).warriors("marquise", 2, at=6), "marquise", MOUSE)
    assert play.pieces("marquise", "sawmill") == [6]
    assert play.state.discard[-2:] == [MOUSE, ANVIL]


def test_11_2_6_II_the_limit_of_the_company_holds_for_bots() -> None:
    table = sold(shop("eyrie", ANVIL), "riverboats")
    assert bought(run(table, "eyrie", MOUSE, CRAFT)) == []


def test_RB_9_7_the_alliance_pays_with_riverfolk_warriors() -> None:
    play = run(shop("alliance", ANVIL).supply("alliance", 0), "alliance", MOUSE, CRAFT)
    assert own(play).payments == {RIVERFOLK: 2}
    assert play.supply(RIVERFOLK) == 13


def test_RB_9_7_the_vagabot_exhausts_one_item() -> None:
    def table(items: str) -> Table:
        laid = vagabot(items, RIVERFOLK, "keepers").board(RIVERFOLK, prices=dict(PRICES))
        laid.state.turn = 1
        return set_order(laid.hand(RIVERFOLK, ANVIL), "vagabond", MOUSE)

    play = run(table("boot torch"), "vagabond", MOUSE, CRAFT)
    assert own(play).payments == {RIVERFOLK: 2}
    assert len(usable(play.state, "vagabond")) == 2  # one of two, and the hammer
    # without an item that is ready it buys nothing
    assert bought(run(table("boot- torch!"), "vagabond", MOUSE, CRAFT)) == []


def test_RB_9_7_people_who_do_not_sell_are_not_asked() -> None:
    assert bought(run(bot("eyrie", "marquise"), "eyrie", MOUSE, CRAFT)) == []


# --- mercenaries ------------------------------------------------------------------------------------------


def field(own_warriors: int, mercenaries: int = 2, defender: str = "keepers") -> Table:
    """A Marquise with so many warriors in 1, an enemy, and Riverfolk warriors beside them."""
    table = shop("marquise").warriors("marquise", own_warriors, at=1).warriors(RIVERFOLK, mercenaries, at=1)
    return table.warriors(defender, 3, at=1)


def test_RB_9_7_two_warriors_hire_those_beside_them() -> None:
    # given two warriors of her own, two mercenaries, and a roll of three and nothing
    play = run(field(2).dice(3, 0), "marquise", FOX, BATTLE)
    # then she hires them and deals three hits
    assert bought(play) == ["mercenaries"]
    assert own(play).payments == {"marquise": 3}
    assert battles(play) == [(1, "keepers")]
    assert play.warriors("keepers", at=1) == 0


def test_11_2_7_III_a_hits_are_split_with_the_mercenaries() -> None:
    play = run(field(2).dice(2, 2), "marquise", FOX, BATTLE)
    assert play.warriors("marquise", at=1) == 1
    assert play.warriors(RIVERFOLK, at=1) == 1


def test_RB_9_7_three_warriors_hire_nobody() -> None:
    assert bought(run(field(3).dice(0, 0), "marquise", FOX, BATTLE)) == []


def test_RB_9_7_nobody_is_hired_against_the_riverfolk_nor_from_afar() -> None:
    table = shop("marquise").warriors("marquise", 1, at=1).warriors(RIVERFOLK, 2, at=1)
    assert bought(run(table.dice(0, 0), "marquise", FOX, BATTLE)) == []
    assert bought(run(field(2, mercenaries=0).dice(0, 0), "marquise", FOX, BATTLE)) == []


def test_RB_9_7_hired_once_they_serve_for_the_turn() -> None:
    table = field(1).warriors("marquise", 1, at=6).warriors(RIVERFOLK, 1, at=6).warriors("keepers", 2, at=6)
    play = run(table.dice(0, 0).dice(0, 0), "marquise", FOX, BATTLE)
    assert bought(play) == ["mercenaries"]
    assert len(battles(play)) == 2


@pytest.mark.parametrize("buyer", ["marquise", "eyrie", "duchy"])
def test_RB_9_7_mercenaries_to_build_at_last(buyer: str) -> None:
    # given a bot that rules nothing; with the Riverfolk in 6 it would rule there
    table = shop(buyer).warriors(buyer, 1, at=6).warriors("keepers", 2, at=6).warriors(RIVERFOLK, 2, at=6)
    play = run(table, buyer, FOX, BUILD)
    # then it hires them and builds
    assert bought(play) == ["mercenaries"]
    kind = {"marquise": "sawmill", "eyrie": "roost", "duchy": "citadel"}[buyer]
    assert play.pieces(buyer, kind) == [6]


def test_RB_9_7_no_mercenaries_where_they_do_not_help() -> None:
    table = shop("marquise").warriors("marquise", 1, at=6).warriors("keepers", 5, at=6)
    assert bought(run(table.warriors(RIVERFOLK, 2, at=6), "marquise", FOX, BUILD)) == []
    # nor where she can build without them
    table = shop("marquise").warriors("marquise", 1, at=6).warriors(RIVERFOLK, 2, at=1)
    assert bought(run(table, "marquise", FOX, BUILD)) == []


# --- people who sell, plot and trap, beside all boards ----------------------------------------------------


@pytest.mark.parametrize("person", [RIVERFOLK, "corvids"])
@pytest.mark.parametrize("number", range(6))
def test_RB_9_7_RB_11_8_random_games_of_people_beside_all_bots(person: str, number: int) -> None:
    seed = f"beside bots {person} {number}"
    dice = random.Random(seed)
    others = dice.sample([board for board in LOBBY.boards() if board != person], 4)
    if too_many_corners(others):
        others = others[:3]
    setup = random_setup(dice, (person, *others), bots=1.0)
    seats = tuple(SeatSetup(s.seat, s.plays) if s.seat == person else s for s in setup.seats)
    played = RandomGame(Setup(seats, setup.options), seed).play(600)
    assert played.faults == [], f"{played.game.setup}"
