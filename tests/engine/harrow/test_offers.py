"""H7.6  Offers in others' turns, and FC01 to FC13: the Fair Folk's cards."""

from __future__ import annotations

import pytest

from engine.harrow.data import FACTS as PRINTED
from engine.harrow.faction import CARDS
from engine.harrow.fairfolk.board import FOLK
from engine.harrow.fairfolk.offers import OFFERS
from engine.harrow.state import Figure
from tests.engine.harrow.board import Play, hex
from tests.engine.harrow.folk import FolkTable, arrows, board, crosses, folk, hexes, nests

# --- H7.6.1 taking ----------------------------------------------------------------------------------------


def visit(silver: int, red: int) -> Play:
    """A red haint stands on an offer in its cleanup; so many cubes fall out."""
    table = folk().units("protectors", 1, "C4").nest("C4", "OF2").nest("D1", "OF3")
    return table.cubes(fairfolk=4, protectors=4).tree(fairfolk=silver, protectors=red).cleanup("protectors")


def test_H7_6_1_an_offer_under_a_unit_is_taken_and_the_nest_stays() -> None:
    play = visit(1, 2)
    assert nests(play) == {"C4": "", "D1": "OF3"}
    assert board(play).taken == {"protectors": ["OF2"]}
    view = play.game.view(None)
    assert next(one.offers for one in view.factions if one.owner == "protectors") == ("OF2",)


def test_H7_6_1_with_fewer_silver_cubes_nothing_happens() -> None:
    play = visit(1, 2)
    assert play.state.active == FOLK
    assert arrows(play) == []


@pytest.mark.parametrize(("silver", "red"), [(2, 2), (3, 1)])
def test_H7_6_1_HP_5_5_no_fewer_silver_cubes_give_an_arrow_and_a_guess(silver: int, red: int) -> None:
    play = visit(silver, red)
    assert play.asked == f"{FOLK} offer.arrow"
    assert len(play.options("place_arrow")) == 6
    assert hexes(play, "place_arrow") == {"C4"}
    play.choose("place_arrow", axis="q", side="E")
    assert arrows(play) == [("C4", "q", "E")]
    assert play.asked == f"{FOLK} offer.guess"
    assert play.offers("done")
    play.choose("guess", hex="F2")
    assert board(play).found == ["sword"]


def test_HE_160_H7_6_1_nothing_against_nothing_is_enough() -> None:
    table = folk().units("protectors", 1, "C4").nest("C4", "OF2")
    assert table.cleanup("protectors").asked == f"{FOLK} offer.arrow"


def test_HE_161_H7_6_1_an_empty_nest_does_nothing() -> None:
    play = folk().units("protectors", 1, "C4").nest("C4").cleanup("protectors")
    assert play.state.active == FOLK
    assert play.state.last_tree.number == 0


def test_H7_6_1_only_the_units_of_whoever_cleans_up_count() -> None:
    play = folk().units("family", 1, "C4").nest("C4", "OF1").cleanup("protectors")
    assert nests(play) == {"C4": "OF1"}


def test_H7_6_1_a_faction_without_units_takes_by_its_figure_and_by_infected_haints() -> None:
    from engine.harrow.fairfolk.offers import within_reach
    from engine.harrow.state import Unit

    table = folk().nest("C4", "OF1").nest("D5", "OF2").nest("A1", "OF3")
    table.state.figures["hester"] = Figure(hex("C4"))
    table.state.units[hex("D5")].append(Unit("family", infected=True))
    table.state.units[hex("A1")].append(Unit("family"))
    assert within_reach(table.state, "hester") == [hex("C4"), hex("D5")]


def test_H7_6_2_the_player_says_in_which_order_and_a_find_goes_on_with_the_next_item() -> None:
    table = folk().units("protectors", 1, "C4").units("protectors", 1, "D5")
    table.nest("C4", "OF2").nest("D5", "OF4")
    play = table.cleanup("protectors")
    assert play.asked == "protectors offer.order"
    # HE.168: an offer of this cleanup is not used in this turn
    play.choose("visit_nest", hex="D5").choose("place_arrow", axis="q", side="E").choose("guess", hex="F2")
    assert board(play).found == ["sword"]
    assert play.asked == f"{FOLK} offer.arrow"
    play.choose("place_arrow", axis="q", side="E").choose("guess", hex="C2")
    assert board(play).found == ["sword", "crown"]


def test_HE_168_H7_6_4_an_offer_is_not_used_in_the_turn_it_is_taken() -> None:
    table = folk().units("protectors", 1, "C4").units("protectors", 1, "D5").units("protectors", 1, "A1")
    play = table.nest("C4", "OF2").nest("D5", "OF4").nest("A1", "OF5").cubes(protectors=5).tree(protectors=5)
    begun = play.cleanup("protectors").choose("visit_nest", hex="D5")
    assert begun.asked == "protectors offer.order"
    assert begun.refused("use_offer", offer="OF4").clause == "H7.6.4"
    assert begun.refused("use_offer", offer="OF5").sentence == "You have not taken that offer."


def test_H7_6_2_once_the_queen_is_found_the_tree_is_left_alone() -> None:
    table = folk().found("sword", "crown", "queen").units("protectors", 1, "C4").nest("C4", "OF2")
    play = table.cleanup("protectors")
    assert board(play).taken == {"protectors": ["OF2"]}
    assert play.state.last_tree.number == 0


def test_H7_6_3_the_limit_of_six_holds_again_afterwards() -> None:
    table = folk().units("protectors", 1, "C4").nest("C4", "OF2").cubes(protectors=6).inside(protectors=3)
    play = table.tree(protectors=9).cleanup("protectors")
    assert play.cubes("protectors") == 6


# --- H7.6.4 using -----------------------------------------------------------------------------------------


def window(table: FolkTable, owner: str = "protectors") -> Play:
    """The window before the action."""
    return table.turn(owner).choose("flip", jar="wild", again=False)


def test_H7_6_4_any_number_in_a_window_of_a_later_turn_then_back_to_the_bag() -> None:
    table = folk().taken("protectors", "OF1", "OF9", "OF10").legend("protectors", "D6")
    play = window(table)
    assert {option.offer for option in play.options("use_offer")} == {"OF1", "OF9", "OF10"}
    play.choose("use_offer", offer="OF9").choose("use_offer", offer="OF10")
    assert play.cubes("protectors") == 3
    play.done()
    # in the action none, in the second window the last one
    assert play.refused("use_offer", offer="OF1").clause == "H7.6.4"
    play.done()
    play.choose("use_offer", offer="OF1")
    assert board(play).taken["protectors"] == []
    assert {"OF1", "OF9", "OF10"} <= {*board(play).bag, *board(play).offers}


def test_OF2_a_card() -> None:
    play = window(folk().taken("protectors", "OF2").legend("protectors", "D6"))
    play.choose("use_offer", offer="OF2")
    assert len(play.player("protectors").hand) == 1


def test_OF3_an_enemy_haint_goes_to_a_legal_neighbour() -> None:
    table = folk().taken("protectors", "OF3").units("protectors", 1, "D6").units("family", 1, "D3")
    play = window(table.townsfolk("D4")).choose("use_offer", offer="OF3")
    assert {option.owner for option in play.options("move_unit")} == {"family"}
    assert "D4" not in hexes(play, "move_unit", "to")
    play.choose("move_unit", to="C3")
    assert play.haints("family", "C3") == 1


def test_OF4_any_haint() -> None:
    table = folk().taken("protectors", "OF4").units("protectors", 1, "D6").units("family", 1, "D3")
    play = window(table).choose("use_offer", offer="OF4")
    assert {option.owner for option in play.options("move_unit")} == {"family", "protectors"}


@pytest.mark.parametrize(("offer", "haints"), [("OF5", 1), ("OF6", 2)])
def test_OF5_OF6_spawn(offer: str, haints: int) -> None:
    play = window(folk().taken("protectors", offer).legend("protectors", "C4")).choose(
        "use_offer", offer=offer
    )
    play.choose("spawn", hex="C4", haints=haints)
    assert play.haints("protectors", "C4") == haints


@pytest.mark.parametrize(("offer", "mountain"), [("OF7", False), ("OF8", True)])
def test_OF7_OF8_advance(offer: str, mountain: bool) -> None:
    # given a haint next to a mountain, which costs two
    table = folk().taken("protectors", offer).units("protectors", 1, "A4")
    play = window(table).choose("use_offer", offer=offer)
    assert play.offers("advance", to="B4") == mountain
    play.choose("advance", to="B5", haints=1)
    assert play.haints("protectors", "B5") == 1


def test_OF11_two_different_legends_whosever_they_are() -> None:
    table = folk().taken("protectors", "OF11").legend("protectors", "D6").legend("family", "D2")
    table.state.figures["hester"] = Figure(hex("A1"))
    play = window(table).choose("use_offer", offer="OF11")
    assert {option.owner for option in play.options("move_unit")} == {"protectors", "family"}
    play.choose("move_figure", owner="hester", to="A2")
    assert not play.offers("move_figure")
    play.choose("move_unit", owner="family", to="D3")
    assert play.state.figures["hester"].hex == hex("A2")
    assert play.legend("family") == "D3"
    assert play.question.key == "window.before" or play.question.key == "wild"


def test_OF1_to_OF11_every_offer_is_declared() -> None:
    assert set(OFFERS) == set(PRINTED.offers)


# --- H7.8.1 cards -----------------------------------------------------------------------------------------


def charm(card: str, table: FolkTable | None = None, silver: int = 6) -> Play:
    """Play a card of the Fair Folk."""
    found = (table or folk()).hand(FOLK, card).cubes(fairfolk=silver)
    assert isinstance(found, FolkTable)
    return found.folk_turn().choose("play_charm", card=card)


def test_every_card_is_declared_and_has_a_price() -> None:
    cards = {id for id, fact in PRINTED.cards.items() if fact.deck == FOLK}
    assert all(PRINTED.cards[card].silver for card in cards)
    assert cards <= set(CARDS)
    assert len(cards) == 13


def test_H7_8_1_silver_pays_and_the_card_is_discarded() -> None:
    play = charm("FC03", silver=5)
    assert play.cubes(FOLK) == 2
    assert play.player(FOLK).discard == ["FC03"]


def test_H7_8_1_HP_5_1_too_few_cubes_refuse_it() -> None:
    play = folk().hand(FOLK, "FC03").cubes(fairfolk=2).folk_turn()
    refusal = play.refused("play_charm", card="FC03")
    assert refusal.clause == "H7.8.1"
    assert refusal.about == {"cost": 3, "silver": 2}
    assert play.refused("play_charm", card="FC02").sentence == "You do not hold that card."


def test_H7_8_1_any_number_before_and_after_the_nest() -> None:
    table = folk().hand(FOLK, "FC12", "FC09").cubes(fairfolk=4).loaded("OF1")
    play = (
        table.folk_turn().choose("play_charm", card="FC12").choose("accept_cube", colour="protectors").done()
    )
    play.choose("play_nest", offer="OF1", hex="C4").choose("play_charm", card="FC09").choose(
        "name_kind", kind="bog"
    )
    assert play.cubes(FOLK) == 2


def test_FC01_a_player_marks_a_hex_of_an_arrow_where_the_item_is_not() -> None:
    play = charm("FC01", folk().arrow("D4", "q", "E").cross("G1"))
    assert {option.owner for option in play.options("ask_player")} == {"protectors", "family"}
    play.choose("ask_player", owner="family", hex="D4")
    assert play.asked == "family where.mark"
    assert play.question.secret
    # the line belongs to what the arrow shows; the sword on F2 and hexes with a mark are not on offer
    shown = hexes(play, "mark_hex")
    assert {"D1", "E1", "G4"} <= shown
    assert not {"F2", "G1", "C4"} & shown
    play.choose("mark_hex", hex="G4")
    assert crosses(play) == ["G1", "G4"]


def test_FC01_needs_an_arrow_with_two_hexes_left_and_says_nothing_more() -> None:
    play = folk().hand(FOLK, "FC01").cubes(fairfolk=1).folk_turn()
    assert play.refused("play_charm", card="FC01").clause == "FC01"
    table = folk().hand(FOLK, "FC01").cubes(fairfolk=1).arrow("G1", "q", "E").cross("G1", "G2", "G3")
    assert table.folk_turn().refused("play_charm", card="FC01").clause == "FC01"


def test_FC02_up_to_two_cubes_of_each_opponent() -> None:
    play = charm("FC02", folk().cubes(protectors=3, family=1))
    play.choose("remove_cubes", colour="protectors", cubes=2).choose("remove_cubes", colour="family", cubes=1)
    assert (play.cubes("protectors"), play.cubes("family")) == (1, 0)
    assert play.state.cubes["protectors"] == 19
    assert charm("FC02", folk().cubes(protectors=3)).done().cubes("protectors") == 3


def test_HE_169_FC03_nobody_attacks_until_everybody_else_has_taken_a_turn() -> None:
    table = folk().legend("protectors", "D5").units("protectors", 2, "D5").legend("family", "D3")
    play = charm("FC03", table).done()
    assert play.state.active == "protectors"
    play.choose("flip", jar="attack", again=False).pass_windows()
    assert not play.offers("attack")
    refusal = play.refused("attack", origin="D5", target="D3")
    assert refusal.clause == "FC03"
    play.done().pass_windows()
    # the Fair Folk, then the Family's turn is barred, too
    assert play.state.active == FOLK
    play.done()
    play.choose("flip", jar="attack", again=False).pass_windows()
    assert not play.offers("attack")
    play.done().pass_windows()
    while play.state.active != FOLK:
        play.answer(play.question.options[0])
    play.done()
    # everybody has taken a turn
    play.choose("flip", jar="wild", again=False)
    assert board(play).calm == []


def test_FC04_a_nest_moves_with_its_offer_and_gives_no_silver() -> None:
    table = folk().nest("C4", "OF1").units("family", 1, "C3").silver("forest")
    play = charm("FC04", table)
    assert "C3" not in hexes(play, "move_nest", "to")
    play.choose("move_nest", origin="C4", to="B3")
    assert nests(play) == {"B3": "OF1"}
    assert play.cubes(FOLK) == 5


def test_FC05_objective_cards_are_changed() -> None:
    play = charm("FC05", folk().quests("OB01", "OB02"))
    play.choose_many("drop_quest", "OB01")
    assert board(play).quest_discard == ["OB01"]
    assert len(board(play).quests) == 2
    assert "OB02" in board(play).quests


def test_FC06_an_offer_is_swapped_for_another() -> None:
    play = charm("FC06", folk().loaded("OF1").draws(0))
    assert board(play).loaded == ["OF10"]
    assert "OF1" in board(play).bag
    assert board(play).empty == 7


def test_FC07_any_haint_moves() -> None:
    play = charm("FC07", folk().units("family", 1, "D3").units("protectors", 1, "D6"))
    play.choose("move_unit", owner="protectors", to="D5")
    assert play.haints("protectors", "D5") == 1


def test_FC08_a_second_nest_in_a_turn() -> None:
    table = folk().hand(FOLK, "FC08").cubes(fairfolk=2).loaded("OF1", "OF2")
    play = table.folk_turn().choose("play_nest", offer="OF1", hex="C4")
    assert not play.offers("play_nest")
    play.choose("play_charm", card="FC08").choose("play_nest", offer="OF2", hex="C5")
    assert nests(play) == {"C4": "OF1", "C5": "OF2"}


def test_FC08_not_after_an_objective() -> None:
    table = folk().hand(FOLK, "FC08").cubes(fairfolk=2).quests("OB01").loaded("OF9")
    for place in ("C4", "D5", "E5", "E3"):
        table.nest(place)
    play = table.folk_turn().choose("fulfil", quest="OB01").choose("guess", hex="A1")
    assert play.refused("play_charm", card="FC08").clause == "H7.3"


@pytest.mark.parametrize(("kind", "yes"), [("mountain", True), ("bog", False)])
def test_FC09_the_land_answers_yes_or_no_for_everybody(kind: str, yes: bool) -> None:
    play = charm("FC09").choose("name_kind", kind=kind)
    (event,) = play.noted("whispered")
    assert (event.about["yes"], event.only) == (yes, ())
    kinds = {play.state.kind(one) for one in board(play).could_be(play.state.county.ids)}
    assert (kinds == {"mountain"}) if yes else ("bog" not in kinds)


def test_FC10_an_arrow_at_a_loaded_nest_and_the_offer_stays() -> None:
    play = charm("FC10", folk().nest("C4", "OF1").nest("D5"))
    assert hexes(play, "place_arrow") == {"C4"}
    play.choose("place_arrow", axis="s", side="NW")
    assert nests(play)["C4"] == "OF1"
    assert len(arrows(play)) == 1


def test_FC11_a_guess() -> None:
    play = charm("FC11")
    assert not play.offers("done")
    assert board(play.choose("guess", hex="F2")).found == ["sword"]


def test_FC12_others_may_take_a_cube_and_two_are_silver() -> None:
    play = charm("FC12", silver=1)
    assert play.asked == "protectors exchange"
    play.choose("accept_cube", colour="protectors")
    assert play.asked == "family exchange"
    play.done()
    assert (play.cubes("protectors"), play.cubes("family"), play.cubes(FOLK)) == (1, 0, 2)


def test_FC13_an_opponent_gives_an_offer_back_of_his_choice() -> None:
    play = charm("FC13", folk().taken("family", "OF3", "OF10"))
    assert play.asked == "family promise.give"
    play.choose("give_offer", offer="OF10")
    assert board(play).taken["family"] == ["OF3"]
    assert "OF10" in board(play).bag
    assert (
        folk().hand(FOLK, "FC13").cubes(fairfolk=2).folk_turn().refused("play_charm", card="FC13").clause
        == "FC13"
    )
