"""H7 with four players: the Fair Folk beside Hester. Turns, her offers, fires and nests, peace, and who wins together."""

from __future__ import annotations

import random

import pytest

from engine.fuzz import random_answer
from engine.harrow.faction import FACTIONS
from engine.harrow.fairfolk.board import FOLK
from engine.harrow.rules import RULES
from tests.engine.harrow.board import Play, hex
from tests.engine.harrow.folk import FolkTable, arrows, board, folk, nests
from tests.engine.harrow.test_fairfolk import begun

FOUR = ("protectors", "family", "hester", FOLK)


def table() -> FolkTable:
    return folk(*FOUR, mode="FF4")


def using(found: FolkTable, offer: str) -> Play:
    """Hester uses an offer after her roots."""
    found.taken("hester", offer)
    return found.deeds().choose("use_offer", offer=offer)


def test_H7_2_3_fair_folk_rival_fair_folk_rival_hester() -> None:
    play = begun(*FOUR, mode="FF4")
    order: list[str] = []
    dice = random.Random("four")
    while len(order) < 10:
        question = play.question
        if play.state.round and (not order or order[-1] != play.state.active):
            order.append(play.state.active)
        play.answer(random_answer(question, dice), question.seat)
    first = play.state.lantern
    other = play.state.other(first)
    assert order == [FOLK, first, FOLK, other, "hester"] * 2


def test_H7_1_5_hester_may_read_the_location_card() -> None:
    found = table()
    seen = {seat: any(one.secret for one in found.play().game.view(seat).hexes) for seat in (*FOUR, None)}
    assert seen == {"protectors": True, "family": True, "hester": True, FOLK: False, None: False}


# --- H7.6 offers ------------------------------------------------------------------------------------------


def test_H7_6_1_hester_takes_offers_by_her_figure_and_by_infected_haints() -> None:
    found = table().nest("C4", "OF2").nest("D5", "OF3").nest("A1", "OF8")
    found.hester("C4").infected("family", 1, "D5").units("family", 1, "A1").cubes(plains=3, fairfolk=1)
    play = found.tree(plains=3).cleanup("hester")
    assert play.asked == "hester offer.order"
    play.choose("visit_nest", hex="D5")
    # then her three cubes win the first Tree, and nothing against nothing the Fair Folk's second
    assert board(play).taken == {"hester": ["OF3", "OF2"]}
    assert play.asked == f"{FOLK} offer.arrow"
    assert nests(play) == {"A1": "OF8", "C4": "", "D5": ""}


def test_H7_6_3_her_limit_of_six_holds_again_after_offers() -> None:
    found = table().nest("C4", "OF2").hester("C4").cubes(plains=6).inside(bog=2).tree(plains=6, bog=2)
    play = found.cleanup("hester")
    assert play.asked == "hester cubes.keep"
    play.choose_many("pay_cube", "bog", "bog")
    assert play.cubes("plains") == 6


def test_H7_6_4_HP_3_16_she_uses_offers_after_her_roots_and_not_in_the_turn_she_takes_them() -> None:
    found = table().taken("hester", "OF8")
    play = found.turn("hester")
    assert play.refused("use_offer", offer="OF8").clause == "H7.6.4"
    play = using(table(), "OF8")
    assert play.asked == "hester gain"
    play.choose_many("pay_cube", "bog", "forest")
    assert (play.cubes("bog"), play.cubes("forest")) == (1, 1)
    assert "OF8" in board(play).bag
    assert not [*FACTIONS[FOLK].wrong(play.state, FOLK)]


@pytest.mark.parametrize("offer", ["OF3", "OF7", "OF9"])
def test_OF3_OF7_OF9_hester_moves_an_infected_haint(offer: str) -> None:
    found = table().infected("family", 1, "C4").units("protectors", 1, "D5")
    play = using(found, offer)
    assert play.refused("use_offer", offer=offer).clause == "H7.6.4"
    assert not play.offers("move_unit", to="D5")
    play.choose("move_unit", origin="C4", to="C3")
    assert play.count("family", "C3") == 1


def test_OF7_she_may_make_a_fire_with_it() -> None:
    found = table().infected("family", 1, "C4").infected("protectors", 1, "D5")
    play = using(found, "OF7").choose("move_unit", origin="C4", to="D5")
    assert play.asked == "hester fire.square"


def test_OF5_a_haint_for_a_cube_without_an_action() -> None:
    play = using(table().cubes(plains=1, forest=1, bog=1, wetlands=1), "OF5")
    paid = play.options("hatch")[0]
    before = play.state.players[paid.owner].haints
    play.answer(paid)
    assert play.state.players[paid.owner].haints == before - 1
    assert sum(play.cubes(one) for one in ("bog", "forest", "plains", "wetlands")) == 3
    assert play.board("hester").spent == []
    assert not play.offers("hatch")


def test_OF6_two_haints_and_two_cubes_in_any_order() -> None:
    # given no cube: the offer brings them first, and they pay
    play = using(table(), "OF6")
    assert play.asked == "hester gain"
    home = play.state.county.hexes[play.state.homes["family"]].kind
    play.choose_many("pay_cube", home, home)
    assert play.asked == "hester offer.hatch"
    play.answer(play.options("hatch", owner="family")[0]).answer(play.options("hatch", owner="family")[0])
    assert play.state.players["family"].haints == 13
    # given cubes: a haint may come first
    play = using(table().cubes(plains=2, forest=2, bog=2, wetlands=2), "OF6")
    assert play.offers("take_cubes")
    play.answer(play.options("hatch")[0])
    assert play.offers("take_cubes")
    play.done()
    assert play.asked == "hester gain"


@pytest.mark.parametrize("offer", ["OF1", "OF4"])
def test_OF1_OF4_do_nothing_for_hester(offer: str) -> None:
    play = using(table().units("family", 1, "C4"), offer)
    assert play.asked.startswith("hester deeds")
    assert offer in board(play).bag


def test_OF2_hester_draws_a_card() -> None:
    found = table()
    held = len(found.player("hester").hand)
    assert len(using(found, "OF2").player("hester").hand) == held + 1


def test_OF11_hester_herself_may_dance() -> None:
    play = using(table().hester("C4").legend("family", "D2"), "OF11")
    play.choose("move_figure", origin="C4", to="C3")
    assert play.state.figures["hester"].hex == hex("C3")


# --- what else meets --------------------------------------------------------------------------------------


def test_H7_7_2_with_the_sword_an_infection_gives_silver() -> None:
    found = table().found("sword").root("D1", "D2").root("D2", "C2").units("family", 2, "C2").cubes(plains=3)
    play = found.deeds(tree=True).choose("infect", owner="family", hex="C2", place="C2", pay="plains")
    assert play.cubes(FOLK) == 1


def test_HE_169_FC03_hester_may_not_infect_while_all_catch_their_breath() -> None:
    found = table().root("D1", "D2").root("D2", "C2").units("family", 1, "C2").cubes(plains=3)
    found.folk.calm = ["hester"]
    found.taken("hester", "OF1")
    play = found.deeds(tree=True)
    assert not play.offers("infect")
    wish = {"owner": "family", "unit": "haint", "hex": "C2", "place": "C2", "pay": "plains"}
    assert play.refused("infect", **wish).clause == "FC03"


def test_FC03_nor_by_a_card() -> None:
    found = table().infected("family", 1, "C2").units("family", 1, "C2").cubes(plains=3)
    found.folk.calm = ["hester"]
    play = found.played("hester", "H07").deeds()
    assert play.refused("activate_card", card="H07").clause == "FC03"


def test_H5_7_3_a_nest_on_a_fire_is_pushed_to_where_it_may_lie() -> None:
    found = table().nest("D5", "OF2").nest("C4", "OF3").infected("protectors", 1, "D5")
    found.infected("family", 1, "E4").units("protectors", 1, "D6")
    play = using(found, "OF7").choose("move_unit", origin="E4", to="D5")
    play.choose("pick_square", owner="family")
    assert play.asked == "hester fire.push"
    assert play.question.about["piece"] == "nest"
    places = {play.state.county.hexes[one.hex].name for one in play.options("pick_hex")}
    assert places.isdisjoint({"C4", "D6", "D5"})
    play.choose("pick_hex", hex="E4")
    assert nests(play) == {"C4": "OF3", "E4": "OF2"}
    assert not [*FACTIONS[FOLK].wrong(play.state, FOLK)]


def test_FC12_hester_chooses_the_colour_of_her_cube() -> None:
    found = table().hand(FOLK, "FC12").cubes(fairfolk=1)
    assert isinstance(found, FolkTable)
    play = found.folk_turn().choose("play_charm", card="FC12").done().done()
    assert play.asked == "hester exchange"
    play.choose("accept_cube", colour="bog")
    assert (play.cubes("bog"), play.cubes(FOLK)) == (1, 2)


def test_H7_9_3_hester_wins_at_once_and_the_queen_was_found() -> None:
    found = table().found("sword", "crown", "queen")
    found.squares(protectors=("fire", "fire", "fire"), family=("fire", "fire"))
    play = found.legend("family", "D3").hester("D3").wild("family", 1).cleanup("hester")
    play.choose("devour", owner="family").choose("bite", token="wild", place="player")
    assert play.game.over
    assert play.state.winners == ["hester", FOLK]


def test_H7_9_2_without_the_queen_hester_wins_alone() -> None:
    found = table().squares(protectors=("fire", "fire", "fire"), family=("fire", "fire"))
    play = found.legend("family", "D3").hester("D3").wild("family", 1).cleanup("hester")
    play.choose("devour", owner="family").choose("bite", token="wild", place="player")
    assert play.state.winners == ["hester"]
    assert arrows(play) == []


# --- what is told before a choice -------------------------------------------------------------------------


def told(play: Play, verb: str, **fields: object) -> dict[str, dict[str, object]]:
    (option,) = play.options(verb, **fields)
    return {one.key: dict(one.about) for one in RULES.preview(play.state, FOLK, option)}


def test_H7_5_5_an_arrow_tells_how_it_would_split_what_is_left_and_nothing_of_the_card() -> None:
    found = table().hand(FOLK, "FC10").cubes(fairfolk=4)
    assert isinstance(found, FolkTable)
    found.nest("D4", "OF1")
    play = found.folk_turn()
    assert told(play, "play_charm", card="FC10") == {"charm.cost": {"cost": 3, "left": 1}}
    play.choose("play_charm", card="FC10")
    # the line through the middle of 37 hexes has 7, and 15 lie on each side
    assert told(play, "place_arrow", axis="q", side="W") == {"arrow.splits": {"stays": 22, "turns": 15}}


def test_H7_5_6_a_guess_tells_whether_the_item_can_be_there() -> None:
    found = table().hand(FOLK, "FC11").cubes(fairfolk=4)
    assert isinstance(found, FolkTable)
    found.folk.ruled_out = [hex("A1")]
    play = found.folk_turn().choose("play_charm", card="FC11")
    assert told(play, "guess", hex="A1") == {"guess.not": {}}
    assert told(play, "guess", hex="A2") == {"guess.one": {"count": 36}}
