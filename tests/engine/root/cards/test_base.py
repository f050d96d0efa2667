"""The effects of the base deck, card by card. Ids DECK-T… are the edge cases of the specification."""

from __future__ import annotations

from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft
from engine.root.cards.base.effects import (
    CallToArms,
    ClaimCrown,
    Cobble,
    Collect,
    Rob,
    Spy,
)
from engine.root.data import CARDS
from tests.engine.root.board import Play, Table, board


def at(step: str, *factions: str) -> Table:
    """The Marquise's turn at this step."""
    return board(*(factions or ("marquise", "eyrie"))).turn("marquise", step)


def fight(table: Table) -> Play:
    """The Marquise attacks the Eyrie in clearing 5."""
    return table.play(battle, "marquise", 5, "eyrie")


def armies(mine: int, theirs: int) -> Table:
    return board("marquise", "eyrie").warriors("marquise", mine, at=5).warriors("eyrie", theirs, at=5)


# --- in battle --------------------------------------------------------------------------------------------


def test_4_3_3_armorers_ignore_rolled_hits_only_CORE_T35() -> None:
    # given the attacker has Armorers and the defender Sappers
    table = armies(3, 3).crafted("marquise", "armorers").crafted("eyrie", "sappers").dice(2, 2)
    # when both are used against 2 rolled hits and 1 extra hit
    play = fight(table)
    assert play.asked("marquise") == "battle.first"
    play.choose("first", side="eyrie").choose("use", effect="sappers").choose("use", effect="armorers")
    # then the attacker loses one warrior, and both cards are gone
    assert play.warriors("marquise", at=5) == 2
    assert play.warriors("eyrie", at=5) == 1
    assert sorted(play.state.discard) == ["armorers", "sappers"]
    assert play.state.players["marquise"].crafted == []


def test_4_3_3_armorers_may_be_kept() -> None:
    play = fight(armies(3, 3).crafted("marquise", "armorers").dice(2, 1))
    play.done()
    assert play.warriors("marquise", at=5) == 2
    assert play.state.players["marquise"].crafted == ["armorers"]


def test_4_3_3_armorers_are_not_offered_without_rolled_hits() -> None:
    play = fight(armies(3, 3).crafted("marquise", "armorers").dice(2, 0))
    assert play.warriors("eyrie", at=5) == 1


def test_4_3_3_sappers_only_defend() -> None:
    # given the attacker has Sappers, then nobody is asked
    play = fight(armies(3, 3).crafted("marquise", "sappers").dice(1, 0))
    assert play.warriors("eyrie", at=5) == 2
    # given the defender has them
    play = fight(armies(3, 3).crafted("eyrie", "sappers").dice(1, 0))
    assert play.asked("eyrie") == "battle.effects"
    play.choose("use", effect="sappers")
    # then one extra hit, and the card is discarded
    assert play.warriors("marquise", at=5) == 2
    assert play.state.discard == ["sappers"]


def test_4_3_3_brutal_tactics_hit_more_and_pay_a_point() -> None:
    play = fight(armies(3, 3).crafted("marquise", "brutal-tactics").dice(1, 0))
    play.choose("use", effect="brutal-tactics")
    # then one extra hit, a point for the defender, and the card stays
    assert play.warriors("eyrie", at=5) == 1
    assert play.score("eyrie") == 1
    assert play.state.players["marquise"].crafted == ["brutal-tactics"]


def test_4_3_3_brutal_tactics_only_attack() -> None:
    play = fight(armies(3, 3).crafted("eyrie", "brutal-tactics").dice(1, 0))
    assert (play.warriors("marquise", at=5), play.warriors("eyrie", at=5)) == (3, 2)


def test_4_3_1_scouting_party_stops_ambushes_on_its_attacks() -> None:
    # given the attacker has Scouting Party and the defender an ambush
    table = armies(3, 3).crafted("marquise", "scouting-party").hand("eyrie", "ambush-bird").dice(0, 0)
    # when they fight, then nobody is asked and the ambush stays in hand
    play = fight(table)
    assert play.hand("eyrie") == ["ambush-bird"]
    assert play.warriors("marquise", at=5) == 3


def test_4_3_1_scouting_party_does_not_help_a_defender() -> None:
    table = armies(3, 3).crafted("eyrie", "scouting-party").hand("eyrie", "ambush-bird").dice(0, 0)
    play = fight(table)
    assert play.asked("eyrie") == "battle.ambush"


# --- Favors -----------------------------------------------------------------------------------------------


def favor(suit: str, card: str) -> None:
    table = at("daylight.actions").hand("marquise", card)
    mine = [c for c in range(1, 13) if table.state.suit(c) == suit]
    for clearing in range(1, 13):
        table.warriors("eyrie", 1, at=clearing)
    table.building("eyrie", "roost", at=mine[0]).building("marquise", "sawmill", at=mine[1])
    for clearing in mine[1:]:
        table.building("marquise", "workshop", at=clearing)
    play = table.start().choose("craft", card=card)
    # then enemies are gone from the suit's clearings only, and the roost scored
    assert [c for c in range(1, 13) if play.warriors("eyrie", at=c)] == [
        c for c in range(1, 13) if c not in mine
    ]
    assert play.pieces("eyrie", "roost") == []
    assert play.score("marquise") == 1
    assert play.pieces("marquise", "sawmill") == [mine[1]]
    assert play.state.discard == [card]


def test_4_1_2_favor_of_the_foxes() -> None:
    favor("fox", "favor-of-the-foxes")


def test_4_1_2_favor_of_the_rabbits() -> None:
    favor("rabbit", "favor-of-the-rabbits")


def test_4_1_2_favor_of_the_mice() -> None:
    favor("mouse", "favor-of-the-mice")


# --- Royal Claim ------------------------------------------------------------------------------------------


def test_4_1_3_royal_claim_scores_ruled_clearings() -> None:
    # given the Marquise rules two clearings and shares a third
    table = at("birdsong.start").crafted("marquise", "royal-claim")
    table.warriors("marquise", 1, at=1).warriors("marquise", 1, at=2)
    table.warriors("marquise", 1, at=3).warriors("eyrie", 1, at=3)
    # when she discards Royal Claim
    play = table.start().choose("royal_claim")
    # then two points, and it is gone
    assert play.score("marquise") == 2
    assert play.state.discard == ["royal-claim"]


def test_1_4_1_royal_claim_can_wait_for_the_end_of_birdsong() -> None:
    play = at("birdsong.start").crafted("marquise", "royal-claim").start().done()
    assert play.question.key == "window.birdsong.end"
    play.done()
    assert play.refused("marquise", ClaimCrown()).clause == "4.1.3"


# --- Stand and Deliver! -----------------------------------------------------------------------------------


def test_4_1_3_stand_and_deliver_takes_a_random_card_and_pays_a_point() -> None:
    table = at("birdsong.start").crafted("marquise", "stand-and-deliver").hand("eyrie", "anvil", "sword")
    play = table.dice(1).start().choose("stand_and_deliver", player="eyrie")
    assert (play.hand("marquise"), play.hand("eyrie")) == (["sword"], ["anvil"])
    assert play.score("eyrie") == 1
    # then only the two know which card it was
    (seen,) = play.noted("took.card.seen")
    assert set(seen.only) == {"marquise", "eyrie"}
    (told,) = play.noted("took.card")
    assert "card" not in told.about


def test_4_1_3_stand_and_deliver_once_in_birdsong_DECK_T29() -> None:
    # given Stand and Deliver was used this Birdsong
    table = at("birdsong.start").crafted("marquise", "stand-and-deliver").crafted("marquise", "royal-claim")
    play = table.hand("eyrie", "anvil", "sword").start().choose("stand_and_deliver", player="eyrie")
    # when it is used again, then it is refused
    assert not play.offers("stand_and_deliver")
    assert play.refused("marquise", Rob("eyrie")).clause == "4.1.3"


def test_1_5_4_stand_and_deliver_needs_a_card_DECK_T29() -> None:
    # given the only other player has an empty hand, then it is not offered
    table = at("birdsong.start").crafted("marquise", "stand-and-deliver", "royal-claim")
    play = table.start()
    assert not play.offers("stand_and_deliver")
    assert play.refused("marquise", Rob("eyrie")).clause == "1.5.4"
    assert play.refused("marquise", Rob("marquise")).clause == "4.1.3"


def test_1_2_1_a_taken_card_cannot_be_undone() -> None:
    # given a hand of one card, so no chance is needed
    table = (
        at("birdsong.start").crafted("marquise", "stand-and-deliver", "royal-claim").hand("eyrie", "anvil")
    )
    play = table.start().choose("stand_and_deliver", player="eyrie")
    assert play.game.undoable("marquise") == []


# --- Tax Collector ----------------------------------------------------------------------------------------


def test_4_1_3_tax_collector_removes_an_own_warrior_for_a_card() -> None:
    table = at("daylight.actions").crafted("marquise", "tax-collector").warriors("marquise", 2, at=5)
    play = table.deck("anvil", "sword").start().choose("tax_collector", clearing=5)
    assert play.warriors("marquise", at=5) == 1
    assert play.hand("marquise") == ["anvil"]
    # then not twice in a turn
    assert play.refused("marquise", Collect(5)).clause == "4.1.3"


def test_4_1_3_tax_collector_needs_a_warrior() -> None:
    play = at("daylight.actions").crafted("marquise", "tax-collector").hand("marquise", "anvil").start()
    assert not play.offers("tax_collector")
    assert play.refused("marquise", Collect(5)).clause == "4.1.3"
    assert play.refused("marquise", Collect(99)).clause == "4.1.3"


def test_6_2_3_tax_collector_lets_hospitals_work() -> None:
    # given the keep stands and the Marquise holds a matching card
    table = at("daylight.actions").crafted("marquise", "tax-collector").warriors("marquise", 1, at=5)
    table.token("marquise", "keep", at=1).hand("marquise", "smugglers-trail")
    play = table.start().choose("tax_collector", clearing=5)
    # when the warrior is collected, then hospitals may save it (RULING MC1)
    play.choose("hospital", card="smugglers-trail")
    assert play.warriors("marquise", at=1) == 1


# --- Command Warren ---------------------------------------------------------------------------------------


def test_4_1_3_command_warren_starts_a_battle_at_the_start_of_daylight() -> None:
    table = at("daylight.start").crafted("marquise", "command-warren").dice(1, 0)
    table.warriors("marquise", 2, at=5).warriors("eyrie", 2, at=5).hand("marquise", "anvil")
    play = table.start().choose("command_warren", clearing=5, defender="eyrie")
    assert play.warriors("eyrie", at=5) == 1
    # then Daylight goes on with all three actions
    assert play.question.about["left"] == 3


def test_4_1_3_command_warren_is_only_for_the_start() -> None:
    table = at("daylight.start").crafted("marquise", "command-warren").warriors("marquise", 2, at=5)
    play = table.warriors("eyrie", 2, at=5).start()
    assert play.refused("marquise", CallToArms(6, "eyrie")).clause == "4.3"
    play.done()
    assert play.refused("marquise", CallToArms(5, "eyrie")).clause == "4.1.3"


# --- Better Burrow Bank -----------------------------------------------------------------------------------


def test_4_1_3_better_burrow_bank_is_not_optional() -> None:
    table = at("birdsong.start", "marquise", "eyrie", "alliance").crafted("marquise", "better-burrow-bank")
    play = table.deck("anvil", "sword", "investments").start()
    # then there is no way to decline
    assert play.verbs() == {"better_burrow_bank"}
    play.choose("better_burrow_bank", player="alliance")
    assert (play.hand("marquise"), play.hand("alliance"), play.hand("eyrie")) == (["anvil"], ["sword"], [])
    # and it is used up for this turn
    assert play.question.key != "window.birdsong.start"


def test_4_1_3_better_burrow_bank_with_one_other_player_needs_no_question() -> None:
    play = at("birdsong.start").crafted("marquise", "better-burrow-bank").deck("anvil", "sword").start()
    assert (play.hand("marquise"), play.hand("eyrie")) == (["anvil"], ["sword"])


# --- Cobbler ----------------------------------------------------------------------------------------------


def test_4_1_3_cobbler_moves_at_the_start_of_evening() -> None:
    table = at("evening.start").crafted("marquise", "cobbler").warriors("marquise", 3, at=5)
    play = table.start().choose("cobbler").choose("move", origin=5, to=1, warriors=2)
    assert (play.warriors("marquise", at=5), play.warriors("marquise", at=1)) == (1, 2)
    assert play.question.key != "window.evening.start"


def test_4_2_cobbler_is_not_offered_without_a_legal_move() -> None:
    table = at("evening.start").crafted("marquise", "cobbler", "codebreakers").hand("marquise", "anvil")
    play = table.start()
    assert play.question.key != "window.evening.start"


def test_4_1_3_cobbler_is_only_for_evening() -> None:
    table = at("daylight.actions").crafted("marquise", "cobbler").warriors("marquise", 3, at=5)
    assert table.start().refused("marquise", Cobble()).clause == "4.1.3"


# --- Codebreakers -----------------------------------------------------------------------------------------


def test_1_2_1_codebreakers_show_a_hand_to_their_owner_only() -> None:
    table = at("daylight.actions").crafted("marquise", "codebreakers").hand("eyrie", "sword", "anvil")
    play = table.start().choose("codebreakers", player="eyrie")
    (saw,) = play.noted("saw.hand")
    assert saw.only == ("marquise",)
    assert saw.about["cards"] == ("anvil", "sword")
    # then nobody else learns a card, and it cannot be undone
    assert all("cards" not in event.about for event in play.events if event.seen_by("eyrie"))
    assert play.game.undoable("marquise") == []
    assert play.refused("marquise", Spy("eyrie")).clause == "4.1.3"


def test_1_2_1_codebreakers_need_a_hand() -> None:
    play = at("daylight.actions").crafted("marquise", "codebreakers").hand("marquise", "anvil").start()
    assert not play.offers("codebreakers")
    assert play.refused("marquise", Spy("eyrie")).clause == "1.2.1"


# --- crafting ---------------------------------------------------------------------------------------------


def test_4_1_4_no_second_card_with_the_same_effect() -> None:
    table = at("daylight.actions").crafted("marquise", "cobbler").hand("marquise", "cobbler")
    table.building("marquise", "workshop", at=5, count=2)
    assert table.start().refused("marquise", Craft("cobbler")).clause == "4.1.4"


def test_4_1_2_an_item_that_is_gone_cannot_be_crafted_DECK_T26() -> None:
    # given no bag is left in the supply
    table = at("daylight.actions").building("marquise", "workshop", at=7).hand("marquise", "birdy-bindle")
    table.change(lambda game: game.item_supply.update(bag=0))
    play = table.start()
    # when Birdy Bindle is crafted, then it is refused; as a bird it can still be spent
    assert play.refused("marquise", Craft("birdy-bindle")).clause == "4.1.2"
    assert play.offers("spend_bird", card="birdy-bindle")


def test_4_1_3_every_effect_of_the_decks_is_known() -> None:
    from engine.root.cards import EFFECTS

    needed = {card.effect for card in CARDS.values() if card.kind in ("persistent", "immediate")}
    assert needed == set(EFFECTS)
