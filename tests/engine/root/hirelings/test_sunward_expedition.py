"""The Sunward Expedition, and its demoted side, the Mole Artisans."""

from __future__ import annotations

from typing import cast

import pytest

from engine.flow import Flow
from engine.root.actions.craft import Craft, craft
from engine.root.check import check
from engine.root.hirelings.sunward_expedition import ArtisanBoard, Settle, SunwardExpedition
from engine.root.hiring.hireling import Direct
from engine.root.menu import refusal
from engine.root.rules import RULES
from engine.root.state import Piece, Root
from engine.root.turn import end_turn
from engine.root.verbs import Taking, place_token, remove
from engine.root.voice import GUESTS
from render import text_board
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp

EXPEDITION, ARTISANS = "sunward-expedition", "mole-artisans"


def expedition(by: str = "eyrie", *footholds: int) -> Camp:
    """The Eyrie's Daylight; the Expedition has footholds here."""
    table = camp("eyrie", "marquise").with_hireling(EXPEDITION, by=by)
    for clearing in footholds:
        table.token(EXPEDITION, "foothold", at=clearing)
    table.turn("eyrie", "daylight.craft")
    return table


def go(table: Camp, order: str) -> Play:
    play = table.start()
    assert play.offers("direct", order=order)
    return play.choose("direct", hireling=EXPEDITION, order=order)


def footholds(play: Play) -> list[int]:
    return play.state.clearings_with(EXPEDITION, "foothold")


def sets_up(game: Root, player: str) -> Flow[None]:
    yield from cast(SunwardExpedition, GUESTS[EXPEDITION]).setup(game, EXPEDITION, player)


def test_A_6_3_a_foothold_and_three_warriors() -> None:
    table = camp("eyrie", "marquise").with_hireling(EXPEDITION)
    play = table.play(sets_up, "eyrie").choose("clearing", clearing=7)
    assert (footholds(play), play.warriors(EXPEDITION, at=7)) == ([7], 3)
    assert play.state.guests[EXPEDITION].supply == 5


def test_E_2_4_a_foothold_with_up_to_three_then_move_and_battle() -> None:
    # given a marquise warrior in 5 / when the Expedition settles in 1 with two, moves them to 5 and battles
    table = expedition()
    table.warriors("marquise", 1, at=5).warriors("eyrie", 3, at=1).dice(1, 0)
    play = go(table, "expedition-explore")
    play.choose("expedition_settle", clearing=1, warriors=2)
    assert (footholds(play), play.warriors(EXPEDITION, at=1)) == ([1], 2)
    play.choose("hireling_move", origin=1, to=5, warriors=2)
    play.choose("hireling_battle", clearing=5, defender="marquise")
    # then the cat is gone and nobody scores (E.3.6)
    assert play.warriors("marquise", at=5) == 0
    assert play.score("eyrie") == 0


def test_E_2_4_none_may_come_along() -> None:
    play = go(expedition(), "expedition-explore").choose("expedition_settle", clearing=1, warriors=0)
    assert (footholds(play), play.warriors(EXPEDITION, at=1)) == ([1], 0)


def test_E_2_4_or_a_warrior_at_each_foothold() -> None:
    play = go(expedition("eyrie", 2, 3), "expedition-reinforce").choose(
        "expedition_settle", clearing=1, warriors=1
    )
    assert [play.warriors(EXPEDITION, at=c) for c in (1, 2, 3)] == [2, 1, 1]
    # and not again in this turn
    assert not play.offers("direct")
    why = refusal(play.state, "eyrie", Direct(EXPEDITION, "expedition-explore"))
    assert why is not None
    assert why.clause == "E.2.4"


def test_1_5_4_with_too_few_warriors_the_controller_chooses_where() -> None:
    # given two warriors left and three footholds then
    table = expedition("eyrie", 2, 3).put(EXPEDITION, 6, at=12)
    play = go(table, "expedition-reinforce").choose("expedition_settle", clearing=1, warriors=0)
    play.choose("clearing", clearing=3)
    assert {option.clearing for option in play.options("clearing")} == {1, 2}  # type: ignore[attr-defined]
    play.choose("clearing", clearing=2)
    assert [play.warriors(EXPEDITION, at=c) for c in (1, 2, 3)] == [0, 1, 1]


def test_HIRE_T35_with_all_on_the_map_one_is_taken() -> None:
    # given three footholds on the map / when the Expedition sets out
    play = go(expedition("eyrie", 1, 2, 3), "expedition-explore")
    # then one of them must go first, and is placed again
    assert play.question.key == "expedition.take"
    play.choose("clearing", clearing=2).choose("expedition_settle", clearing=9, warriors=3)
    assert footholds(play) == [1, 3, 9]


def test_E_2_4_why_not() -> None:
    play = go(expedition("eyrie", 1), "expedition-explore")
    assert refusal(play.state, "eyrie", Settle(1, 1)).clause == "E.2.4"  # type: ignore[union-attr]
    assert refusal(play.state, "eyrie", Settle(2, 4)).clause == "E.2.4"  # type: ignore[union-attr]
    assert refusal(play.state, "marquise", Settle(2, 1)).clause == "E.3.4"  # type: ignore[union-attr]
    assert refusal(play.state, "eyrie", Settle(2, 3)) is None


def test_3_2_1_a_foothold_is_worth_a_point() -> None:
    for by, points in (("marquise", 1), ("eyrie", 1)):
        table = expedition("", 5)
        remove(table.state, [Taking(5, (), (Piece(EXPEDITION, "foothold"),), by)], "4.3")
        assert table.state.players[by].score == points
        assert table.state.clearings_with(EXPEDITION, "foothold") == []


def test_1_5_1_no_more_footholds_than_there_are() -> None:
    table = expedition("eyrie", 1, 2, 3)
    place_token(table.state, EXPEDITION, 4, "foothold", "E")
    assert any("foothold" in fault for fault in check(table.state))


# --- Mole Artisans ----------------------------------------------------------------------------------------


def artisans(by: str = "marquise", *hand: str) -> Camp:
    table = camp("marquise", "eyrie").with_hireling(ARTISANS, by=by)
    table.building("marquise", "workshop", at=1).hand("marquise", *(hand or ("anvil",)))
    table.turn("marquise", "daylight.actions")
    return table


def revealed(play: Play) -> list[str]:
    return cast(ArtisanBoard, play.state.boards[ARTISANS]).cards


def test_E_2_2_the_card_of_an_item_is_revealed_and_comes_back() -> None:
    # given she crafts an anvil
    play = artisans().start().choose("craft", card="anvil")
    assert (play.question.seat, play.question.key) == ("marquise", "artisans.keep")
    play.choose("artisans_keep")
    # then she has item and points, and the card lies open with the Artisans
    assert (play.score("marquise"), revealed(play), play.state.discard) == (2, ["anvil"], [])
    assert "Anvil" in text_board(RULES.view(play.state, None))
    # and at the end of Evening it is in her hand again
    table = artisans()
    table.state = play.state
    again = table.turn("marquise", "evening.end").play(end_turn, "marquise")
    assert (again.hand("marquise"), revealed(again)) == (["anvil"], [])


def test_E_2_2_or_it_is_discarded() -> None:
    play = artisans().start().choose("craft", card="anvil").done()
    assert (revealed(play), play.state.discard) == ([], ["anvil"])


@pytest.mark.parametrize("by", ["eyrie", ""])
def test_E_2_2_only_the_controller(by: str) -> None:
    play = artisans(by).start().choose("craft", card="anvil")
    assert play.state.discard == ["anvil"]


def test_E_2_2_not_a_card_without_an_item() -> None:
    table = artisans("marquise", "favor-of-the-foxes")
    table.building("marquise", "workshop", at=6).building("marquise", "workshop", at=8)
    play = table.play(craft, "marquise", Craft("favor-of-the-foxes"))
    assert play.state.discard == ["favor-of-the-foxes"]


def test_HIRE_T45_seven_cards_at_the_end_of_evening() -> None:
    # given five cards after discarding, and two revealed
    five = ("sword", "armorers", "sappers", "cobbler", "tax-collector")
    table = artisans("marquise", *five)
    table.state.deck.remove("anvil")
    table.state.deck.remove("root-tea-fox")
    table.board(ARTISANS, cards=["anvil", "root-tea-fox"])
    play = table.turn("marquise", "evening.end").play(end_turn, "marquise")
    assert len(play.hand("marquise")) == 7


def test_E_1_3_the_cards_come_back_before_control_passes_on() -> None:
    table = camp("marquise", "eyrie").with_hireling(ARTISANS, by="marquise", control=1)
    table.state.deck.remove("anvil")
    table.board(ARTISANS, cards=["anvil"])
    play = table.turn("marquise", "evening.end").play(end_turn, "marquise")
    assert play.hand("marquise") == ["anvil"]


def test_DECK_T6_footholds_do_not_count_for_soup_kitchens() -> None:
    # given Soup Kitchens of the controller, and two footholds against one enemy warrior
    table = camp("alliance", "marquise", deck="exiles").with_hireling(EXPEDITION, by="alliance")
    table.token(EXPEDITION, "foothold", at=5).warriors("marquise", 1, at=5).crafted(
        "alliance", "soup-kitchens"
    )
    play = table.turn("alliance", "birdsong.start").start()
    # then the enemy still rules: they are tokens of a hireling, not of the faction
    assert play.ruler(5) == "marquise"
