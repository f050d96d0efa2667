"""12.2.3, 12.5.2, 12.5.3  The Duchy's ministers: Parliament, Sway, the Price of Failure.

Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10.
"""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight, battle
from engine.root.actions.dominance import Spend
from engine.root.actions.move import Move
from engine.root.factions.duchy.court import Dismiss
from engine.root.factions.duchy.facts import MINISTERS
from engine.root.factions.duchy.parliament import OFFICES, Act, ActAs, Bank
from engine.root.factions.duchy.sway import Present, Sway
from engine.root.happen import settle
from engine.root.state import BURROW, Root
from engine.root.verbs import Taking, remove, sweep
from engine.root.words import WORDS
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.alliance_table import stack
from tests.engine.root.factions.duchy_table import DUCHY, assembly, duchy, dug, own, parliament, sit
from tests.engine.root.factions.riverfolk_table import RIVERFOLK, shop, sold
from tests.engine.root.factions.test_lizards import CULT, acolytes


def sway_table(*cards: str) -> Table:
    """The Duchy may sway somebody with these cards."""
    return duchy(step="daylight.sway").hand(DUCHY, *cards)


def swept(game: Root, *clearings: int) -> Flow[None]:
    """The Marquise removes everything of others from these clearings, as a Favor card does."""
    sweep(game, "marquise", clearings, "4.1.2")
    yield from settle(game)


# --- 12.5.3 Sway ------------------------------------------------------------------------------------------


def test_12_5_3_points_a_crown_and_cards_until_evening() -> None:
    # given pieces in 1 and 2, a fox, a mouse and a rabbit
    table = sway_table("anvil", "sword", "bake-sale").warriors(DUCHY, 1, at=1).warriors(DUCHY, 1, at=2)
    play = table.warriors(DUCHY, 1, at=3).start()
    play.choose("sway", minister="captain").choose("present", card="anvil").choose("present", card="sword")
    # then a point, a crown less, and the cards are back in Evening
    assert play.score(DUCHY) == 1
    assert own(play).swayed == ["captain"]
    assert own(play).crowns == {"squire": 2, "noble": 3, "lord": 3}
    assert {"anvil", "sword", "bake-sale"} <= set(play.hand(DUCHY))


@pytest.mark.parametrize(
    ("minister", "cards", "points"),
    [
        ("foremole", ("anvil", "sword"), 1),
        ("banker", ("anvil", "sword", "bake-sale"), 2),
        ("earl-of-stone", ("anvil", "sword", "bake-sale", "birdy-bindle"), 3),
    ],
)
def test_12_5_3_III_each_rank_has_its_price(minister: str, cards: tuple[str, ...], points: int) -> None:
    # given just enough cards, and pieces in four clearings
    table = sway_table(*cards)
    for clearing in (1, 2, 3, 4):
        table.warriors(DUCHY, 1, at=clearing)
    play = table.start().choose("sway", minister=minister)
    # then all of them are revealed without a question, and it scores
    assert play.score(DUCHY) == points
    assert own(play).swayed == [minister]


def test_12_5_3_I_no_crown_no_minister_UD_13() -> None:
    # given two noble crowns lost and one on the Banker
    table = sway_table("anvil", "sword", "bake-sale")
    for clearing in (1, 2, 3):
        table.warriors(DUCHY, 1, at=clearing)
    play = table.board(DUCHY, swayed=["banker"], crowns={"squire": 3, "noble": 0, "lord": 3}).start()
    # then no other noble can be swayed
    assert {MINISTERS[o.minister].rank for o in play.options("sway")} == {"squire"}  # type: ignore[attr-defined]
    assert play.refused(DUCHY, Sway("mayor")).clause == "12.5.3.I"
    assert play.refused(DUCHY, Sway("banker")).clause == "12.5.3.I"


def test_12_5_3_one_who_left_may_come_back_UD_14() -> None:
    # given the Banker left with a crown, and two noble crowns remain
    table = sway_table("anvil", "sword", "bake-sale")
    for clearing in (1, 2, 3):
        table.warriors(DUCHY, 1, at=clearing)
    play = table.board(DUCHY, crowns={"squire": 3, "noble": 2, "lord": 3}).start()
    play.choose("sway", minister="banker")
    # then it scores again
    assert (play.score(DUCHY), own(play).crowns["noble"]) == (2, 1)


def test_12_5_3_II_a_tunnel_is_a_piece_UD_15() -> None:
    # given only a tunnel in the fox clearing 1, and a warrior in 2
    play = dug(sway_table("anvil", "sword").warriors(DUCHY, 1, at=2), 1).start()
    assert play.offers("sway", minister="captain")
    # but it supports one card only
    table = dug(sway_table("anvil", "foxfolk-steel").warriors(DUCHY, 1, at=2), 1)
    refusal = table.start().refused(DUCHY, Sway("captain"))
    assert (refusal.clause, refusal.about) == ("12.5.3.II", {"cards": 2})


def test_12_5_3_II_each_card_its_own_clearing_UD_16() -> None:
    # given two fox cards, and pieces in one fox clearing and two of mice
    table = sway_table("anvil", "foxfolk-steel").warriors(DUCHY, 5, at=1).warriors(DUCHY, 1, at=2)
    play = table.warriors(DUCHY, 1, at=7).start()
    assert not play.offers("sway")
    assert play.refused(DUCHY, Sway("captain")).clause == "12.5.3.II"


def test_12_5_3_II_a_bird_takes_what_is_left_UD_17() -> None:
    # given a fox and a bird, pieces in a fox and a mouse clearing
    play = sway_table("anvil", "birdy-bindle").warriors(DUCHY, 1, at=1).warriors(DUCHY, 1, at=2).start()
    play.choose("sway", minister="captain")
    assert own(play).swayed == ["captain"]
    assert play.state.discard == ["birdy-bindle"]


def test_12_5_3_II_the_burrow_supports_nothing_UD_18() -> None:
    play = sway_table("anvil", "birdy-bindle").warriors(DUCHY, 9, at=BURROW).start()
    assert own(play).swayed == []
    assert not play.offers("sway")


def test_12_5_3_II_a_bird_needs_a_clearing_of_the_map_UD_32() -> None:
    # given moles in the Burrow and one mouse clearing, a bird and a mouse
    table = sway_table("birdy-bindle", "sword").warriors(DUCHY, 3, at=BURROW).warriors(DUCHY, 1, at=2)
    assert not table.start().offers("sway")


def test_12_5_3_II_only_cards_that_still_have_a_clearing() -> None:
    # given two foxes and a mouse, pieces in one fox and one mouse clearing
    table = sway_table("anvil", "foxfolk-steel", "sword").warriors(DUCHY, 1, at=1).warriors(DUCHY, 1, at=2)
    play = table.start().choose("sway", minister="captain").choose("present", card="anvil")
    # then the second fox is not on offer
    assert play.question.options == (Present("sword"),)


def test_12_5_3_II_a_revealed_card_is_not_in_hand_UD_19() -> None:
    # given a mouse card left after the fox was revealed to build
    table = assembly().hand(DUCHY, "anvil", "sword").warriors(DUCHY, 2, at=1).warriors(DUCHY, 1, at=2)
    play = table.start().choose("build_with", clearing=1, kind="market", card="anvil")
    play.done()
    # then there are not enough cards for a squire
    assert own(play).swayed == []
    assert not play.offers("sway")


def test_12_5_3_one_a_turn() -> None:
    # given cards for two squires
    table = sway_table("anvil", "sword", "bake-sale", "investments")
    for clearing in (1, 2, 3, 7):
        table.warriors(DUCHY, 1, at=clearing)
    # and ten points, so that a hidden dominance card keeps Daylight open
    play = table.score(DUCHY, 10).start().choose("sway", minister="captain")
    play.choose("present", card="anvil").choose("present", card="sword")
    assert play.asked(DUCHY) == "duchy.sway"
    assert not play.offers("sway")
    assert play.refused(DUCHY, Sway("marshal")).clause == "12.5.3"


def test_11_2_7_III_mercenaries_rule_for_building_but_are_no_pieces_for_sway() -> None:
    # given mercenaries alone in the fox clearing 1, a mole in 2, a fox and a mouse
    def hired(step: str) -> Play:
        table = sold(shop(DUCHY, step=step), "mercenaries").warriors(RIVERFOLK, 2, at=1)
        return table.warriors(DUCHY, 1, at=2).hand(DUCHY, "anvil", "sword").start()

    # then the Duchy may build in 1
    assert hired("daylight.assembly").offers("build_with", clearing=1, card="anvil")
    # but the fox card has no clearing to sway with
    assert not hired("daylight.sway").offers("sway")


# --- 12.5.2 Parliament ------------------------------------------------------------------------------------


def test_12_5_2_every_minister_has_an_office() -> None:
    assert list(OFFICES) == list(MINISTERS)


@pytest.mark.parametrize("minister", MINISTERS)
def test_12_5_2_every_minister_is_explained_in_a_line_of_a_menu(minister: str) -> None:
    told = WORDS.explain("minister", minister)
    assert len(told) <= 100
    assert "cards" in told
    assert "point" in told


def test_12_5_2_who_was_swayed_this_turn_waits_UD_20() -> None:
    # given cards for a squire
    table = sway_table("anvil", "sword").warriors(DUCHY, 1, at=1).warriors(DUCHY, 1, at=2)
    play = table.start().choose("sway", minister="marshal")
    # then Parliament is over: the Marshal acts no more
    assert own(play).swayed == ["marshal"]
    assert not play.offers("minister")
    assert own(play).acted == []


def test_12_5_2_III_and_VI_two_moves_UD_21() -> None:
    # given the Mayor and the Marshal
    play = parliament("mayor", "marshal").warriors(DUCHY, 2, at=1).start()
    play.choose("minister", minister="marshal").choose("move", origin=1, to=5, warriors=1)
    assert play.refused(DUCHY, Act("marshal")).clause == "12.5.2"
    play.choose("minister", minister="mayor").choose("act_as", minister="marshal")
    play.choose("move", origin=1, to=5, warriors=1)
    # then both took a move
    assert play.warriors(DUCHY, at=5) == 2


def test_12_5_2_VI_the_mayor_first_and_the_marshal_after() -> None:
    play = parliament("mayor", "marshal", "captain").warriors(DUCHY, 2, at=1).warriors("marquise", 1, at=1)
    game = play.start().choose("minister", minister="mayor").choose("act_as", minister="marshal")
    game.choose("move", origin=1, to=5, warriors=1)
    assert game.offers("minister", minister="marshal")
    assert not game.offers("minister", minister="mayor")


def test_12_5_2_VI_the_mayor_alone_has_nothing_to_do_UD_22() -> None:
    # given the Mayor and a lord
    table = parliament("mayor", "earl-of-stone").warriors(DUCHY, 2, at=1).building(DUCHY, "citadel", at=1)
    play = table.start()
    assert not play.offers("minister", minister="mayor")
    assert play.refused(DUCHY, Act("mayor")).clause == "12.5.2.VI"
    assert play.refused(DUCHY, ActAs("earl-of-stone")).clause == "12.5.2.VI"


def brigade() -> Play:
    table = parliament("brigadier").warriors(DUCHY, 6, at=1).warriors("marquise", 1, at=1)
    table.warriors("marquise", 1, at=5).dice(0, 0).dice(0, 0)
    return table.start().choose("minister", minister="brigadier")


def test_12_5_2_IV_not_one_of_each_UD_23() -> None:
    # given the Brigadier has moved
    play = brigade().choose("move", origin=1, to=5, warriors=3)
    # then only another move is possible
    assert play.verbs() == {"move", "done"}
    play.refused(DUCHY, Fight(5, "marquise"))
    play.choose("move", origin=1, to=5, warriors=3)
    assert play.warriors(DUCHY, at=5) == 6


def test_12_5_2_IV_or_two_battles() -> None:
    play = brigade().choose("battle", clearing=1, defender="marquise")
    assert play.verbs() == {"battle", "done"}
    play.refused(DUCHY, Move(1, 5, 1))


def test_12_5_2_V_birds_go_with_any_suit_UD_24() -> None:
    # given two mice, a bird and a fox
    play = parliament("banker").hand(DUCHY, "sword", "investments", "birdy-bindle", "anvil").start()
    play.choose("minister", minister="banker").choose("bank", suit="mouse")
    assert Spend("anvil") not in play.question.options
    play.choose_many(Spend("sword"), Spend("investments"), Spend("birdy-bindle"))
    # then three points, and three cards in the discard pile
    assert play.score(DUCHY) == 3
    assert sorted(play.state.discard) == ["birdy-bindle", "investments", "sword"]


def test_12_5_2_V_not_two_suits_UD_25() -> None:
    # given a fox and a mouse
    play = parliament("banker").hand(DUCHY, "sword", "anvil").start()
    play.choose("minister", minister="banker")
    assert play.refused(DUCHY, Bank("rabbit")).clause == "12.5.2.V"
    play.choose("bank", suit="fox")
    # then only the fox can be spent
    assert play.question.options == (Spend("anvil"),)
    play.choose_many(Spend("anvil"))
    assert play.score(DUCHY) == 1


def test_12_5_2_V_into_the_lost_souls_UD_24() -> None:
    table = parliament("banker", "marshal", others=("lizards",)).warriors(DUCHY, 1, at=1)
    play = table.hand(DUCHY, "sword", "anvil").start()
    play.choose("minister", minister="banker").choose("bank", suit="mouse").choose_many(Spend("sword"))
    assert play.state.boards["lizards"].lost_souls == ["sword"]  # type: ignore[attr-defined]


def test_12_5_2_I_any_card_will_do() -> None:
    # given a mouse card, and a ruled fox clearing
    play = parliament("foremole").hand(DUCHY, "sword", "anvil").warriors(DUCHY, 2, at=1).start()
    play.choose("minister", minister="foremole")
    play.choose("build_with", clearing=1, kind="citadel", card="sword")
    assert play.pieces(DUCHY, "citadel") == [1]


def test_12_5_2_I_without_a_card_or_a_place() -> None:
    play = parliament("foremole", "marshal").warriors(DUCHY, 2, at=1).start()
    assert play.refused(DUCHY, Act("foremole")).clause == "12.5.2.I"
    play = parliament("foremole", "banker").hand(DUCHY, "sword").start()
    assert play.refused(DUCHY, Act("foremole")).clause == "12.5.2.I"


def test_12_5_2_VII_to_IX_the_lords_score() -> None:
    # given three tunnels, two markets and a citadel
    table = dug(parliament("duchess-of-mud", "baron-of-dirt", "earl-of-stone"), 1, 2, 3)
    table.building(DUCHY, "market", at=5).building(DUCHY, "market", at=6).building(DUCHY, "citadel", at=7)
    play = table.start().choose("minister", minister="duchess-of-mud")
    assert play.score(DUCHY) == 2
    play.choose("minister", minister="baron-of-dirt")
    assert play.score(DUCHY) == 4
    play.choose("minister", minister="earl-of-stone")
    assert play.score(DUCHY) == 5


def test_12_5_2_VII_not_without_all_three() -> None:
    play = dug(parliament("duchess-of-mud", "marshal"), 1, 2).warriors(DUCHY, 1, at=1).start()
    assert play.refused(DUCHY, Act("duchess-of-mud")).clause == "12.5.2.VII"
    assert play.refused(DUCHY, Act("captain")).clause == "12.5.2"


# --- 12.2.3 The Price of Failure --------------------------------------------------------------------------


def test_12_2_3_once_for_one_event_UD_11() -> None:
    # given two citadels and a market in mouse clearings, three cards and two squires
    table = sit(board("marquise", DUCHY), "captain", "marshal").hand(DUCHY, "anvil", "sword", "bake-sale")
    table.building(DUCHY, "citadel", at=2).building(DUCHY, "citadel", at=7).building(DUCHY, "market", at=9)
    # when a Favor card removes them, in one event
    play = table.play(swept, 2, 7, 9, 11)
    # then the Duchy chooses a squire, and one card and one crown are lost; nobody orders anything
    assert play.asked(DUCHY) == "duchy.failure"
    play.choose("dismiss", minister="marshal")
    assert own(play).swayed == ["captain"]
    assert len(play.hand(DUCHY)) == 2
    assert own(play).crowns == {"squire": 1, "noble": 3, "lord": 3}
    assert play.score("marquise") == 3


def test_12_2_3_the_highest_rank_goes_UD_12() -> None:
    # given the Captain, the Brigadier and the Banker
    table = sit(board("marquise", DUCHY), "captain", "brigadier", "banker").building(DUCHY, "market", at=2)
    play = table.play(swept, 2)
    # then one of the nobles goes
    assert play.question.options == (Dismiss("brigadier"), Dismiss("banker"))
    assert play.refused(DUCHY, Dismiss("captain")).clause == "12.2.3"
    play.choose("dismiss", minister="brigadier")
    assert own(play).swayed == ["captain", "banker"]


def test_12_2_3_nothing_to_lose_loses_nothing() -> None:
    play = board("marquise", DUCHY).building(DUCHY, "market", at=2).play(swept, 2)
    assert (own(play).failures, play.hand(DUCHY)) == ({}, [])


def test_12_2_3_two_events_are_two_failures() -> None:
    # given two markets, removed one after the other, and two squires
    def twice(game: Root) -> Flow[None]:
        for clearing in (2, 7):
            pieces = tuple(game.buildings[clearing])
            remove(game, [Taking(clearing, (), pieces, "marquise")], "14.4.1")
        yield from settle(game)

    table = sit(board("marquise", DUCHY), "captain", "marshal").hand(DUCHY, "anvil", "sword")
    play = table.building(DUCHY, "market", at=2).building(DUCHY, "market", at=7).play(twice)
    while play.game.waiting():
        play.answer(play.question.options[0])
    # then both squires and both cards are gone
    assert (own(play).swayed, play.hand(DUCHY)) == ([], [])


def test_12_2_3_at_once_in_an_own_battle_UD_26() -> None:
    # given one mole with a market attacks, and the Captain and the Marshal are swayed
    table = parliament("captain", "marshal", "earl-of-stone").warriors(DUCHY, 1, at=1)
    table.building(DUCHY, "market", at=1).building(DUCHY, "citadel", at=5).warriors("marquise", 3, at=1)
    play = table.warriors(DUCHY, 1, at=5).dice(2, 2).start().choose("minister", minister="captain")
    play.choose("battle", clearing=1, defender="marquise")
    # then the lord is gone before anybody else acts
    assert own(play).swayed == ["captain", "marshal"]
    assert play.pieces(DUCHY, "market") == []
    assert play.options("minister") == [Act("marshal")]
    assert play.refused(DUCHY, Act("earl-of-stone")).clause == "12.5.2"


def test_12_2_3_who_left_acts_no_more_UD_30() -> None:
    # given the Captain, the Marshal and the Brigadier
    table = parliament("captain", "marshal", "brigadier").warriors(DUCHY, 1, at=1).warriors(DUCHY, 2, at=5)
    table.building(DUCHY, "market", at=1).warriors("marquise", 3, at=1).dice(2, 2)
    play = table.start().choose("minister", minister="captain")
    play.choose("battle", clearing=1, defender="marquise")
    # then the Brigadier is gone, and the Marshal may act
    assert play.options("minister") == [Act("marshal")]
    assert play.refused(DUCHY, Act("brigadier")).clause == "12.5.2"


def test_12_2_3_a_brigadier_who_falls_does_not_go_on() -> None:
    # given only the Brigadier, who loses a market in the first battle
    table = parliament("brigadier").warriors(DUCHY, 1, at=1).warriors(DUCHY, 2, at=5)
    table.building(DUCHY, "market", at=1).warriors("marquise", 3, at=1).warriors("marquise", 1, at=5)
    play = table.dice(2, 2).start().choose("minister", minister="brigadier")
    play.choose("battle", clearing=1, defender="marquise")
    # then there is no second battle
    assert own(play).swayed == []
    assert play.asked(DUCHY) == ""


def test_12_2_3_sanctify_is_a_failure() -> None:
    # given a market in the Outcast suit, and a squire
    table = acolytes(board(CULT, DUCHY).turn(CULT, "birdsong.conspiracies").board(CULT, outcast="fox"), 3)
    play = sit(table, "captain").no_ruins().building(DUCHY, "market", at=1).start()
    play.choose("sanctify", clearing=1)
    assert own(play).swayed == []
    assert play.pieces(CULT, "garden-fox") == [1]


def test_12_2_3_a_revolt_is_one_failure() -> None:
    # given two buildings in a sympathetic fox clearing, two supporters, and two squires
    table = board("alliance", DUCHY).turn("alliance", "birdsong.revolt").no_ruins()
    table.token("alliance", "sympathy", at=8).building(DUCHY, "market", at=8).building(DUCHY, "citadel", at=8)
    play = sit(stack(table, "anvil", "foxfolk-steel"), "captain", "marshal").start()
    play.choose("revolt", clearing=8)
    while play.asked(DUCHY) != "duchy.failure":
        play.answer(play.question.options[0])
    play.choose("dismiss", minister="captain", seat=DUCHY)
    assert own(play).swayed == ["marshal"]


def test_12_2_3_the_cards_revealed_are_safe() -> None:
    # given a revealed card and an empty hand
    table = sit(board("marquise", DUCHY), "captain").building(DUCHY, "market", at=2)
    table.state.deck.remove("anvil")
    play = table.board(DUCHY, revealed=["anvil"]).play(swept, 2)
    assert own(play).revealed == ["anvil"]


def test_4_3_the_market_falls_after_the_moles() -> None:
    """4.3.4  Warriors first; what a defence costs beyond them costs a minister."""
    table = sit(board("marquise", DUCHY), "captain").warriors(DUCHY, 1, at=1).building(DUCHY, "market", at=1)
    play = table.warriors("marquise", 3, at=1).dice(2, 0).play(battle, "marquise", 1, DUCHY)
    assert own(play).swayed == []
    assert play.score("marquise") == 1
