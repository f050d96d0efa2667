"""H7  The Fair Folk: setup, nests, objectives, arrows and guesses, what a find changes, and the end."""

from __future__ import annotations

import random

import pytest

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game
from engine.harrow.data import COUNTIES
from engine.harrow.data import FACTS as PRINTED
from engine.harrow.fairfolk.board import FACTS, FOLK
from engine.harrow.fairfolk.quests import fours
from engine.harrow.rules import RULES
from engine.harrow.verbs import kill, remove
from engine.rules import SeatSetup, Setup
from tests.engine.harrow.board import Play, hex
from tests.engine.harrow.folk import arrows, board, crosses, folk, hexes, nests

# --- H7.1 setup -------------------------------------------------------------------------------------------


def begun(*factions: str, mode: str = "FF3") -> Play:
    """A game up to the location card."""
    seats = tuple(SeatSetup(one, one) for one in factions or ("protectors", "family", FOLK))
    game = Game(RULES, Setup(seats, {"mode": mode, "map": "a"}), seeded("begun")).start()
    dice = random.Random("begun")
    while game.waiting()[0].key != "setup.item":
        question = game.waiting()[0]
        game.answer(question.seat, random_answer(question, dice))
    return Play(game)


def test_H7_1_2_H7_1_4_three_of_everything() -> None:
    play = begun()
    assert len(board(play).quests) == len(play.player(FOLK).hand) == len(board(play).loaded) == 3
    assert (board(play).empty, len(board(play).bag), len(board(play).quest_deck)) == (5, 8, 13)
    assert len(FACTS.conditions) == len(PRINTED.quests) == 16
    assert (len(PRINTED.offers), FACTS.arrows, FACTS.crosses, FACTS.nests) == (11, 8, 8, 8)


def test_HX_35_H7_1_5_the_holder_of_the_lantern_writes_any_three_hexes() -> None:
    play = begun()
    assert play.question.seat == play.state.lantern
    assert play.question.secret
    play.choose("write_item", hex="F2")
    # then each item is on another hex
    assert play.refused("write_item", hex="F2").clause == "H7.1.5"
    assert len(play.options("write_item")) == 36
    play.choose("write_item", hex="C2").choose("write_item", hex="A2")
    assert board(play).card == {"sword": hex("F2"), "crown": hex("C2"), "queen": hex("A2")}


def test_H7_1_5_only_the_others_can_read_the_card() -> None:
    play = begun()
    for place in ("F2", "C2", "A2"):
        play.choose("write_item", hex=place)
    seen = {
        seat: {one.secret for one in play.game.view(seat).hexes} - {""}
        for seat in (None, "protectors", "family", FOLK)
    }
    both = {"sword", "crown", "queen"}
    assert seen == {None: set(), "protectors": both, "family": both, FOLK: set()}
    (event,) = play.noted("card.read")
    assert event.seen_by("family")
    assert not event.seen_by(FOLK)
    assert not event.seen_by(None)


def test_H7_1_6_the_first_silver_cube_lies_on_a_terrain() -> None:
    play = begun()
    for place in ("F2", "C2", "A2"):
        play.choose("write_item", hex=place)
    assert play.asked == f"{FOLK} setup.silver"
    assert {option.terrain for option in play.options("silver_on")} == {"bog", "forest", "plains", "wetlands"}
    assert play.refused("silver_on", terrain="mountain").clause == "H7.1.6"
    play.choose("silver_on", terrain="plains")
    assert (board(play).silver, play.state.cubes[FOLK]) == (["plains"], 14)


def test_H7_1_7_they_have_no_units_no_home_no_points() -> None:
    table = folk().units("protectors", 2, "D5").nest("D4", "OF1")
    view = table.turn("protectors", "attack").game.view(None)
    mine = next(one for one in view.factions if one.owner == FOLK)
    assert (mine.home, mine.score, mine.jars, mine.haints) == (0, None, (), 0)
    assert FOLK not in table.state.homes
    # and nobody can attack them
    assert not table.turn("protectors", "attack").offers("attack")


# --- H7.2 turn order --------------------------------------------------------------------------------------


def order(play: Play, turns: int) -> str:
    """Whose turns follow: the first letters; f for the Fair Folk."""
    told = ""
    dice = random.Random(7)
    while len(told) < turns:
        question = play.game.waiting()[0]
        if question.key in ("jar", "folk") and question.seat == play.state.active:
            told += "f" if question.seat == FOLK else question.seat[0].upper()
        answer = question.options[-1] if question.key == "folk" else random_answer(question, dice)
        play.game.answer(question.seat, answer)
    return told


def test_H7_2_1_H7_2_2_they_play_before_every_turn_of_a_jar_faction() -> None:
    table = folk().legend("protectors", "D6").legend("family", "D2").tile("ability", "B2")
    table.state.cursor.step = "round.start"
    assert order(table.play(), 12) == "fPfFfPfFfPfF"


# --- H7.4 nests -------------------------------------------------------------------------------------------


def test_HE_158_H7_4_1_a_nest_needs_a_hex_without_units() -> None:
    table = folk().units("family", 1, "D3").townsfolk("A1").building("A4").storm("E2").loaded("OF1")
    play = table.token("spawn", "C4").nest("B2").folk_turn()
    assert play.refused("play_nest", offer="OF1", hex="D3").clause == "H7.4.1"
    assert play.refused("play_nest", offer="OF1", hex="B2").sentence.startswith("A nest lies there")
    assert play.refused("play_nest", offer="OF2", hex="A1").clause == "H7.4.1"
    # townsfolk, buildings, storms, tokens, mountains and the brambles are not in the way
    assert {"A1", "A4", "E2", "C4", "B4", "D4"} <= hexes(play, "play_nest", offer="OF1")
    play.choose("play_nest", offer="OF1", hex="A1")
    assert nests(play) == {"A1": "OF1", "B2": ""}


def test_H7_4_1_flames_are_in_the_way_and_so_is_a_figure() -> None:
    table = folk().loaded("OF1")
    table.state.flames[hex("C3")] = 2
    play = table.folk_turn()
    assert play.refused("play_nest", offer="OF1", hex="C3").sentence == "That hex is on fire."
    assert "C3" not in hexes(play, "play_nest")


def test_H7_3_one_nest_in_a_turn() -> None:
    play = folk().loaded("OF1", "OF2").folk_turn().choose("play_nest", offer="OF1", hex="C4")
    assert play.asked == f"{FOLK} folk"
    assert not play.offers("play_nest")
    assert play.refused("play_nest", offer="OF2", hex="C5").clause == "H7.3"


def test_H7_3_everything_but_the_cleanup_may_be_left_out() -> None:
    table = folk().loaded("OF1")
    play = table.folk_turn().done()
    assert nests(play) == {}
    assert len(board(play).offers) == 3
    assert play.state.active == "protectors"


@pytest.mark.parametrize(("terrain", "gained"), [("forest", 1), ("bog", 0)])
def test_H7_4_3_matching_terrain_gives_silver(terrain: str, gained: int) -> None:
    play = folk().silver(terrain).loaded("OF1").folk_turn().choose("play_nest", offer="OF1", hex="C4")
    assert play.cubes(FOLK) == gained


def test_HE_182_H7_4_2_without_a_nest_one_is_taken_from_the_map() -> None:
    # given all eight nests on the map and three offers in the supply
    table = folk().loose("OF9", "OF10", "OF11")
    for place, offer in zip(
        ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"), ["OF1", *[""] * 7], strict=True
    ):
        table.nest(place, offer)
    play = table.folk_turn()
    assert not play.offers("play_nest")
    assert play.refused("take_offer", hex="A1").clause == "H7.4.2"
    # when they take the loaded one
    play.choose("take_nest", hex="A1")
    # then its offer is in the bag, and it is loaded anew and played
    assert "OF1" in board(play).bag
    assert {option.offer for option in play.options("play_nest")} == {"OF9", "OF10", "OF11"}
    play.choose("play_nest", offer="OF10", hex="G4")
    assert nests(play)["G4"] == "OF10"
    assert "A1" not in nests(play)
    assert len(nests(play)) == 8


def test_H7_4_2_without_an_offer_one_is_taken_from_a_nest() -> None:
    table = folk().nest("A1", "OF1").nest("A2").nest("A3", "OF5")
    play = table.folk_turn()
    assert play.refused("take_nest", hex="A1").clause == "H7.4.2"
    assert play.refused("take_offer", hex="A2").clause == "H7.4.2"
    assert hexes(play, "take_offer") == {"A1", "A3"}
    play.choose("take_offer", hex="A3").choose("play_nest", offer="OF5", hex="C4")
    assert nests(play) == {"A1": "OF1", "A2": "", "A3": "", "C4": "OF5"}


def test_H7_4_2_without_both_first_an_offer_then_a_nest() -> None:
    table = folk()
    for place, offer in zip(
        ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"), ["OF1", *[""] * 7], strict=True
    ):
        table.nest(place, offer)
    play = table.folk_turn().choose("take_offer", hex="A1")
    assert play.question.key == "nest"
    play.choose("take_nest", hex="B4").choose("play_nest", offer="OF1", hex="G4")
    assert (nests(play)["G4"], nests(play)["A1"], len(nests(play))) == ("OF1", "", 8)


# --- H7.5.1 objectives ------------------------------------------------------------------------------------


def test_HX_36_H7_5_1_four_nests_next_to_wetlands_and_bog() -> None:
    table = folk().quests("OB01").nest("C4", "OF1").nest("D5").nest("E5", "OF3").nest("E3")
    play = table.folk_turn().choose("fulfil", quest="OB01")
    assert play.asked == f"{FOLK} quest.use"
    assert board(play).quest_discard == ["OB01"]


def test_H7_5_1_three_nests_are_not_enough_and_only_a_held_card_counts() -> None:
    table = folk().quests("OB01").nest("C4", "OF1").nest("D5").nest("E5", "OF3")
    play = table.folk_turn()
    assert play.refused("fulfil", quest="OB01").sentence == "No four of your nests meet that objective."
    assert play.refused("fulfil", quest="OB02").sentence == "You do not hold that objective card."


def test_H7_5_1_one_objective_in_a_turn_and_the_nest_comes_before_it() -> None:
    table = folk().quests("OB01", "OB02").loaded("OF2")
    for place in ("C4", "D5", "E5", "E3"):
        table.nest(place)
    for place in ("B2", "B3", "C2"):
        table.nest(place)
    table.nest("C5")
    play = table.folk_turn().choose("fulfil", quest="OB01").choose("guess", hex="A1")
    assert play.refused("fulfil", quest="OB02").sentence.endswith("one is the limit.")
    assert play.refused("play_nest", offer="OF2", hex="G4").clause == "H7.3"


QUESTS = {
    "OB01": (("C4", "D5", "E5", "E3"), ("C4", "D5", "E5", "D1")),
    "OB02": (("B2", "C2", "D2", "F4"), ("B2", "C2", "D2", "D3")),
    "OB03": (("B1", "A2", "B4", "D7"), ("B1", "A2", "B4", "A3")),
    "OB04": (("B1", "B2", "A3", "C4"), ("B1", "B2", "A3", "C2")),
    "OB05": (("D2", "C2", "D6", "E6"), ("D2", "C2", "D6", "F1")),
    "OB06": (("D4", "A3", "C3", "E2"), ("D4", "A3", "C3", "E1")),
    "OB07": (("B1", "A2", "D1", "E4"), ("B1", "A2", "D1", "D4")),
    "OB08": (("A1", "D1", "G4", "C6"), ("A1", "D1", "G4", "C5")),
    "OB09": (("D3", "B3", "D6", "E4"), ("D3", "B3", "D6", "D4")),
    "OB10": (("A1", "B2", "C1", "G1"), ("A1", "B2", "C1", "D4")),
    "OB11": (("D1", "D3", "D4", "D7"), ("D1", "D3", "D4", "E4")),
    "OB12": (("D1", "D3", "D5", "D7"), ("D1", "D3", "D5", "D4")),
    "OB13": (("D1", "A1", "A2", "A3"), ("D1", "A1", "A2", "B1")),
    "OB14": (("C3", "C4", "D4", "D5"), ("C3", "C4", "D4", "D6")),
    "OB15": (("A1", "A4", "G1", "G4"), ("A1", "A3", "G1", "G4")),
    "OB16": (("D4", "C4", "C5", "E4"), ("D4", "C4", "C5", "A1")),
}
"""Four nests that meet each objective card, and four that do not."""


@pytest.mark.parametrize("quest", sorted(QUESTS))
def test_OB01_to_OB16_what_four_nests_must_meet(quest: str) -> None:
    for places, met in zip(QUESTS[quest], (True, False), strict=True):
        table = folk().units("protectors", 1, "D5")
        for place in places:
            table.nest(place)
        assert bool(fours(table.state, quest)) == met, places


def test_OB08_OB02_any_four_of_more_nests_will_do() -> None:
    table = folk()
    for place in ("A1", "A2", "A3", "A4", "C4"):
        table.nest(place)
    assert fours(table.state, "OB08") == [tuple(hex(place) for place in ("A1", "A2", "A3", "A4"))]
    assert fours(table.state, "OB02") == []


# --- H7.5.2 to H7.5.7 arrows and guesses ------------------------------------------------------------------


def met() -> Play:
    """OB01 is fulfilled; only D5 still has its offer, and A1 lies apart."""
    table = folk().quests("OB01").nest("C4").nest("D5", "OF1").nest("E5").nest("E3").nest("A1", "OF2")
    return table.folk_turn().choose("fulfil", quest="OB01")


def test_H7_5_3_an_arrow_needs_one_of_the_four_nests_with_its_offer() -> None:
    play = met()
    assert hexes(play, "place_arrow") == {"D5"}
    play.choose("place_arrow", hex="D5", axis="q", side="W")
    # then the offer is in the bag and the nest stays
    assert nests(play)["D5"] == ""
    assert "OF1" in board(play).bag
    assert arrows(play) == [("D5", "q", "E")]


def test_HE_159_H7_5_3_without_an_offer_only_a_guess() -> None:
    table = folk().quests("OB01").nest("C4").nest("D5").nest("E5").nest("E3")
    play = table.folk_turn().choose("fulfil", quest="OB01")
    assert play.verbs() == {"guess"}
    play.choose("guess", hex="F2")
    assert board(play).found == ["sword"]


@pytest.mark.parametrize(
    ("axis", "placed", "side", "turned"),
    [
        ("r", "SW", "NE", True),
        ("r", "NE", "NE", False),
        ("s", "SE", "NW", True),
        ("s", "NW", "NW", False),
        ("q", "W", "W", False),
        ("q", "E", "E", False),
    ],
)
def test_HX_37_H7_5_5_the_card_turns_an_arrow_that_points_away(
    axis: str, placed: str, side: str, turned: bool
) -> None:
    # given the sword found, the crown on D3 and a nest on D5
    table = folk().found("sword").card(crown="D3").quests("OB01")
    table.nest("C4").nest("D5", "OF1").nest("E5").nest("E3")
    play = table.folk_turn().choose("fulfil", quest="OB01")
    assert len(play.options("place_arrow", hex="D5")) == 6
    play.choose("place_arrow", hex="D5", axis=axis, side=placed)
    assert arrows(play) == [("D5", axis, side)]
    assert play.noted("arrow")[0].about["turned"] == turned


def test_H7_5_5_an_arrow_stays_when_its_nest_leaves() -> None:
    table = folk().nest("D5", "OF1").arrow("D5", "q", "E").hand(FOLK, "FC04").cubes(fairfolk=1)
    play = table.folk_turn().choose("play_charm", card="FC04").choose("move_nest", origin="D5", to="D4")
    assert arrows(play) == [("D5", "q", "E")]


def test_H7_5_5_what_an_arrow_says_of_every_hex() -> None:
    # an arrow that stays says "this side or the line"; one that is turned says "that side, and not the line"
    for placed, left in (("E", {1, 0}), ("W", {1})):
        table = folk().nest("D4", "OF1").hand(FOLK, "FC10").cubes(fairfolk=3)
        play = (
            table.folk_turn().choose("play_charm", card="FC10").choose("place_arrow", axis="q", side=placed)
        )
        could = board(play).could_be(play.state.county.ids)
        signs = {(q > 0) - (q < 0) for q in (play.state.county.hexes[one].q for one in could)}
        assert signs == left
        assert set(could) == {
            one.id for one in COUNTIES["a"].hexes.values() if (one.q > 0) - (one.q < 0) in left
        }


def test_H7_5_6_a_wrong_guess_is_marked_and_not_asked_again() -> None:
    play = met().choose("guess", hex="C2")
    # the crown is on C2, but the sword is searched now
    assert crosses(play) == ["C2"]
    assert board(play).found == []
    table = folk().cross("C2").hand(FOLK, "FC11").cubes(fairfolk=4)
    play = table.folk_turn().choose("play_charm", card="FC11")
    assert play.refused("guess", hex="C2").clause == "H7.5.6"
    assert len(play.options("guess")) == 36


def test_H7_5_7_without_an_arrow_one_of_the_map_is_moved() -> None:
    table = folk().nest("D5", "OF1").hand(FOLK, "FC10").cubes(fairfolk=3)
    for place in ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"):
        table.arrow(place, "q", "E")
    play = (
        table.folk_turn()
        .choose("play_charm", card="FC10")
        .choose("place_arrow", hex="D5", axis="q", side="E")
    )
    assert play.asked == f"{FOLK} arrow.reuse"
    play.choose("take_arrow", hex="A3")
    assert len(arrows(play)) == 8
    assert ("A3", "q", "E") not in arrows(play)
    assert ("D5", "q", "E") in arrows(play)


def test_H7_5_7_without_an_x_one_of_the_map_is_moved() -> None:
    table = folk().hand(FOLK, "FC11").cubes(fairfolk=4).found("sword")
    # one of the eight X tokens shows the sword
    table.cross("A1", "A2", "A3", "A4", "B1", "B2", "B3")
    play = table.card(crown="G4").folk_turn().choose("play_charm", card="FC11").choose("guess", hex="D1")
    assert play.asked == f"{FOLK} cross.reuse"
    play.choose("take_cross", hex="A1")
    assert crosses(play) == ["A2", "A3", "A4", "B1", "B2", "B3", "D1"]
    # what is known stays known
    assert hex("D1") not in board(play).could_be(play.state.county.ids)


# --- H7.7 finding -----------------------------------------------------------------------------------------


def sight(found: tuple[str, ...] = (), at: str = "F2") -> Play:
    """True Sight on a table with arrows, X tokens and nests."""
    table = folk().found(*found).hand(FOLK, "FC11").cubes(fairfolk=4).silver("bog")
    table.legend("protectors", "D6").legend("family", "D2")
    table.nest("C4", "OF1").nest("D5").arrow("C4", "q", "E").cross("A1")
    return table.folk_turn().choose("play_charm", card="FC11").choose("guess", hex=at)


def test_H7_7_1_H7_7_5_after_a_find_arrows_crosses_and_empty_nests_come_back() -> None:
    play = sight()
    assert (board(play).found, board(play).searching) == (["sword"], "crown")
    assert (arrows(play), crosses(play), nests(play)) == ([], [], {"C4": "OF1"})
    assert board(play).empty == 7
    view = play.game.view(None)
    assert {one.name: one.cross for one in view.hexes if one.cross} == {"F2": "sword"}
    assert board(play).crosses_left == 7


def test_HE_163_the_crown_is_found_and_the_sword_stays() -> None:
    play = sight(("sword",), "C2")
    assert play.asked == f"{FOLK} crown.silver"
    assert play.refused("silver_on", terrain="bog").clause == "H7.7.3"
    play.choose("silver_on", terrain="forest")
    assert board(play).silver == ["bog", "forest"]
    assert (arrows(play), crosses(play), nests(play)) == ([], [], {"C4": "OF1"})
    marks = {one.name: one.cross for one in play.game.view(None).hexes if one.cross}
    assert marks == {"F2": "sword", "C2": "crown"}


def test_H7_7_3_two_kinds_of_terrain_give_silver() -> None:
    for place, gained in (("C4", 1), ("C3", 1), ("C2", 0)):
        table = folk().silver("bog", "forest").loaded("OF1")
        assert table.folk_turn().choose("play_nest", offer="OF1", hex=place).cubes(FOLK) == gained


def test_HE_162_H7_7_2_with_the_sword_every_kill_gives_silver() -> None:
    table = folk().found("sword").units("protectors", 3, "D5").units("family", 2, "D3")
    table.cubes(protectors=4).tree(protectors=5)
    play = table.turn("protectors", "attack").choose("attack", origin="D5", target="D3")
    play.choose("hit", unit="haint").choose("hit", unit="haint")
    assert play.cubes(FOLK) == 2


def test_H7_7_2_without_the_sword_and_for_other_removals_there_is_none() -> None:
    for found, verb, gained in (((), "kill", 0), (("sword",), "kill", 1), (("sword",), "remove", 0)):
        table = folk().found(*found).units("family", 1, "D3")
        unit = table.state.units[hex("D3")][0]
        if verb == "kill":
            kill(table.state, "protectors", unit, hex("D3"), "H1.11.9")
        else:
            remove(table.state, unit, hex("D3"), "HA.F.L1", "family")
        assert table.state.battleground[FOLK] == gained


def test_H7_7_2_the_nightmare_of_the_family_counts_as_a_killing() -> None:
    table = folk().found("sword").legend("family", "C4", "kaine").units("protectors", 1, "B3")
    table.cubes(family=3).tree(family=3)
    play = table.turn("family", "legend").choose("use_power", legend="kaine")
    if play.asked.endswith("nightmare"):
        play.choose("pick_unit", owner="protectors")
    assert (play.haints("protectors", "B3"), play.cubes(FOLK)) == (0, 1)


def test_H7_7_4_H7_9_1_with_the_queen_their_turn_is_over_and_they_take_no_more() -> None:
    play = sight(("sword", "crown"), "A2")
    assert board(play).searching == ""
    assert play.state.active == "protectors"
    assert order(play, 4) == "PFPF"


# --- H7.9 the end -----------------------------------------------------------------------------------------


def test_HE_164_H7_9_1_both_win_at_the_end_of_the_round() -> None:
    play = folk().found("sword", "crown", "queen").points(family=8).round_end()
    assert play.state.over
    assert play.state.winners == ["family", FOLK]


def test_H7_9_1_the_queen_alone_ends_the_game() -> None:
    play = folk().found("sword", "crown", "queen").points(family=6).round_end()
    assert (play.state.over, play.state.winners) == (True, [FOLK])


def test_H7_9_2_without_the_queen_they_lose() -> None:
    play = folk().found("sword", "crown").points(family=7).round_end()
    assert play.state.winners == ["family"]


# --- H7.8 cleanup -----------------------------------------------------------------------------------------


def test_H7_8_2_six_silver_cubes_and_three_of_everything() -> None:
    table = folk().cubes(fairfolk=9).hand(FOLK, "FC01").quests("OB01", "OB02").loaded("OF1")
    play = table.folk_turn().done()
    assert play.cubes(FOLK) == 6
    assert len(play.player(FOLK).hand) == len(board(play).quests) == len(board(play).offers) == 3


def test_H7_8_2_an_empty_deck_is_made_anew_at_once() -> None:
    table = folk()
    player, folks = table.state.players[FOLK], table.folk
    player.discard, player.deck = player.deck[3:], player.deck[:3]
    folks.quest_discard, folks.quest_deck = folks.quest_deck[3:], folks.quest_deck[:3]
    play = table.folk_turn().done()
    assert (len(play.player(FOLK).deck), play.player(FOLK).discard) == (10, [])
    assert (len(board(play).quest_deck), board(play).quest_discard) == (13, [])


def test_H7_8_2_offers_without_a_nest_stay_loose() -> None:
    table = folk()
    for place in ("A1", "A2", "A3", "A4", "B1", "B2", "B3"):
        table.nest(place)
    play = table.folk_turn().done()
    assert (len(board(play).loaded), len(board(play).loose), board(play).empty) == (1, 2, 0)


def test_H7_8_3_silver_cubes_are_dropped_like_all_others() -> None:
    table = folk().units("protectors", 2, "D5").units("family", 1, "D3").cubes(fairfolk=3, protectors=3)
    play = table.tree(protectors=2, fairfolk=1).turn("protectors", "attack")
    play.choose("attack", origin="D5", target="D3")
    assert (play.cubes(FOLK), play.state.tree[FOLK]) == (1, 2)
