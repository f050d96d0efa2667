"""What a choice about hirelings and landmarks costs and brings, told before it is chosen."""

from __future__ import annotations

import pytest

from engine.flow import Option
from engine.root.hirelings.exile import Equip, Rob, Wander
from engine.root.hirelings.flame_bearers import Burn
from engine.root.hirelings.forest_patrol import Nurse
from engine.root.hirelings.furious_protector import FURIOUS, STOIC, Stride
from engine.root.hirelings.popular_band import Summon
from engine.root.hirelings.riverfolk_flotilla import Sail
from engine.root.hirelings.spring_uprising import Rebel, Scout
from engine.root.hirelings.sunward_expedition import Reveal
from engine.root.hirelings.warm_sun_prophets import ForceBattle, ForceMove
from engine.root.hiring.control import Hire, PassOn
from engine.root.landmarks.black_market.market import SwapCard
from engine.root.landmarks.elder_treetop import IntoTree
from engine.root.rules import RULES
from engine.root.setup.landmarks import PlaceLandmark
from engine.root.state import Piece
from engine.root.words import WORDS
from tests.engine.root.board import Table
from tests.engine.root.hirelings.camp import Camp, camp


def told(table: Table, seat: str, option: Option) -> str:
    """The preview in words, as the seat reads it."""
    return WORDS.preview(RULES.view(table.state, seat), RULES.preview(table.state, seat, option))


def two(side: str, by: str = "duchy") -> Camp:
    table = camp("duchy", "lizards").with_hireling(side, by=by)
    table.turn("duchy", "daylight.assembly")
    return table


def test_E_1_2_hiring_tells_for_how_long_and_what_the_card_does() -> None:
    table = two("forest-patrol", by="").score("duchy", 5)
    assert told(table, "duchy", Hire("forest-patrol")).startswith("1–2 turns · Move, then battle")
    table.score("lizards", 9)
    assert told(table, "duchy", Hire("forest-patrol")).startswith("2–4 turns")


def test_E_1_3_giving_it_away_tells_for_how_long() -> None:
    table = two("forest-patrol").score("lizards", 9)
    assert told(table, "duchy", PassOn("forest-patrol", "lizards")) == "1–2 turns"
    table.score("duchy", 12)
    assert told(table, "duchy", PassOn("forest-patrol", "lizards")) == "2–4 turns"


def test_E_2_2_an_item_for_the_Exile_brings_a_card_and_a_point() -> None:
    table = two("exile")
    table.pawn("exile", next(iter(table.state.map.forests)))
    assert told(table, "duchy", Equip("boot")) == "+1 point · Draw 1 card"
    table.state.players["duchy"].dominance = "dominance-fox"
    assert told(table, "duchy", Equip("boot")) == "Draw 1 card"
    assert told(table, "duchy", Wander("x")) == "2 items left then"


def test_E_2_4_the_Brigand_tells_of_how_many_cards_one_is_taken() -> None:
    table = two("brigand").hand("lizards", "sappers", "armorers", "ambush-bird")
    assert told(table, "duchy", Rob("boot", "lizards")) == "A random one of 3 cards"


def test_E_2_3_burning_tells_who_rules_then_and_that_nothing_is_scored() -> None:
    table = two("flame-bearers").put("flame-bearers", 1, at=5).warriors("lizards", 2, at=5)
    assert told(table, "duchy", Burn(5, "lizards", "warrior")) == "Nobody rules 5 (rabbit) then"
    table.state.warriors["lizards"][5] = 0
    table.building("lizards", "garden-fox", at=5)
    assert told(table, "duchy", Burn(5, "lizards", "garden-fox")) == "No points"


@pytest.mark.parametrize("kind", ["raid", "bomb"])
def test_1_2_1_burning_a_plot_tells_the_same_whatever_it_is(kind: str) -> None:
    table = camp("duchy", "corvids").with_hireling("flame-bearers", by="duchy").put("flame-bearers", 1, at=5)
    table.state.tokens[5].append(Piece("corvids", kind, True))
    table.turn("duchy", "birdsong.gather")
    assert told(table, "duchy", Burn(5, "corvids", "plot")) == "No points"


def test_E_2_2_physicians_and_scouts_tell_the_cards_left() -> None:
    table = two("feline-physicians").with_hireling("rabbit-scouts", by="duchy")
    table.hand("duchy", "sappers", "armorers")
    assert told(table, "duchy", Nurse("sappers")) == "Spends 1 card, 1 left"
    assert told(table, "duchy", Scout("sappers")) == "Spends 1 card, 1 left"


def test_E_2_3_a_protector_tells_whom_it_strikes_or_what_it_shields() -> None:
    table = two(FURIOUS).pawn(FURIOUS, 5)
    table.warriors("duchy", 1, at=1).warriors("lizards", 2, at=1)
    assert (
        told(table, "duchy", Stride(FURIOUS, 1))
        == "A warrior of the Duchy falls · A warrior of the Cult falls"
    )
    table = two(STOIC).pawn(STOIC, 5).warriors("duchy", 2, at=1).building("duchy", "market", at=1)
    assert told(table, "duchy", Stride(STOIC, 1)) == "Shields 3 pieces of yours"


def test_E_2_3_the_flotilla_tells_whom_it_may_battle() -> None:
    table = two("riverfolk-flotilla").pawn("riverfolk-flotilla", 5).warriors("lizards", 1, at=10)
    assert told(table, "duchy", Sail(10)) == "May battle the Cult"


def test_E_2_3_the_uprising_tells_what_goes() -> None:
    table = two("spring-uprising").put("spring-uprising", 1, at=5).warriors("lizards", 2, at=5)
    table.building("lizards", "garden-fox", at=5)
    assert told(table, "duchy", Rebel(5)) == "3 enemy pieces and one of the Uprising go · No points"


def test_1_5_5_a_forced_battle_and_a_forced_move_tell_how_they_stand() -> None:
    table = camp("duchy", "eyrie", "lizards").with_hireling("warm-sun-prophets", by="duchy")
    table.put("warm-sun-prophets", 1, at=5).warriors("eyrie", 3, at=5).warriors("lizards", 1, at=5)
    table.turn("duchy", "daylight.assembly")
    line = told(table, "duchy", ForceBattle("eyrie", 5, "lizards"))
    assert line.startswith("3 against 1 · The attacker deals 0–3, takes 0–1")
    assert told(table, "duchy", ForceMove("eyrie", 5, 1)).startswith("The Eyrie rules 1 (fox) then")


def test_1_5_5_who_is_called_to_the_band_rules_there_and_not_who_calls() -> None:
    table = camp("duchy", "eyrie").with_hireling("popular-band", by="duchy").put("popular-band", 1, at=1)
    table.warriors("eyrie", 2, at=5).warriors("eyrie", 1, at=1).turn("duchy", "daylight.assembly")
    assert told(table, "duchy", Summon("eyrie", 5, 1)).startswith("The Eyrie rules 1 (fox) then")


def test_E_2_2_the_artisans_tell_when_the_card_comes_back() -> None:
    assert told(two("mole-artisans"), "duchy", Reveal()) == "Back in your hand at the end of Evening"


def test_F_5_2_a_swap_tells_that_nobody_knows_the_other_card() -> None:
    table = two("forest-patrol").landmark("black-market", at=3).hand("duchy", "sappers")
    assert told(table, "duchy", SwapCard(2, "sappers")) == "For a card that nobody has seen"


def test_F_7_the_tree_tells_what_it_is_worth_to_an_enemy() -> None:
    table = two("forest-patrol").landmark("elder-treetop", at=1)
    assert told(table, "duchy", IntoTree(True)) == "1 point more for an enemy who removes it"
    assert told(table, "duchy", IntoTree(False)) == ""


def test_A_5_3_a_landmark_that_is_set_up_tells_what_it_does() -> None:
    line = told(two("forest-patrol"), "duchy", PlaceLandmark("lost-city", 5))
    assert line == WORDS.file.explained["landmarks.lost-city"]
