"""The effects of the Exiles and Partisans deck. Ids DECK-T… are the edge cases of the specification."""

from __future__ import annotations

import pytest

from engine.chance import seeded
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft
from engine.root.actions.move import Move
from engine.root.cards.exiles.menu import (
    Bury,
    Charm,
    Emigrate,
    Inform,
    Mislead,
    Persuade,
    Sabotage,
    Swap,
    Venture,
)
from engine.root.rule import neighbours
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.verbs import discard_crafted, remove_warriors
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table, board


def laid(*factions: str, **options: object) -> Table:
    return board(*(factions or ("marquise", "eyrie")), deck="exiles", **options)


def at(step: str, *factions: str, **options: object) -> Table:
    """The Marquise's turn at this step."""
    return laid(*factions, **options).turn("marquise", step)


def cards_in_play(*factions: str) -> int:
    seats = tuple(SeatSetup(faction, faction) for faction in factions)
    game: Game[Root] = Game(RULES, Setup(seats, {"deck": "exiles"}), seeded("deck"))
    game.start()
    state = game.state
    return len(state.deck) + sum(len(player.hand) for player in state.players.values())


def test_A_2_the_deck_has_54_cards_and_50_for_two_players_DECK_T1() -> None:
    assert cards_in_play("marquise", "eyrie", "alliance") == 54
    assert cards_in_play("marquise", "eyrie") == 50


# --- Saboteurs --------------------------------------------------------------------------------------------


def test_4_1_3_saboteurs_discard_a_crafted_card_of_an_enemy() -> None:
    table = at("birdsong.start").crafted("marquise", "saboteurs").crafted("eyrie", "tunnels", "informants")
    play = table.start().choose("saboteurs", player="eyrie", card="tunnels")
    # then both cards are discarded
    assert sorted(play.state.discard) == ["saboteurs", "tunnels"]
    assert play.state.players["eyrie"].crafted == ["informants"]
    assert play.state.players["marquise"].crafted == []


def test_3_3_2_saboteurs_cannot_touch_a_dominance_card_DECK_T20() -> None:
    # given the enemy has an activated dominance card and one crafted card
    table = at("birdsong.start").crafted("marquise", "saboteurs").crafted("eyrie", "tunnels")
    table.change(lambda game: setattr(game.players["eyrie"], "dominance", "dominance-fox"))
    play = table.start()
    # when the dominance card is the target, then it is refused
    assert play.refused("marquise", Sabotage("eyrie", "dominance-fox")).clause == "4.1.3"
    assert play.refused("marquise", Sabotage("marquise", "saboteurs")).clause == "G.1.27"


# --- rule and movement ------------------------------------------------------------------------------------


def test_2_5_soup_kitchens_count_tokens_twice_DECK_T5() -> None:
    # given one sympathy token against one Marquise warrior
    table = laid("marquise", "alliance").token("alliance", "sympathy", at=5).warriors("marquise", 1, at=5)
    assert table.turn("marquise", "daylight.actions").start().ruler(5) == "marquise"
    # when the Alliance has Soup Kitchens, then it rules, two against one
    table = laid("marquise", "alliance").token("alliance", "sympathy", at=5).warriors("marquise", 1, at=5)
    table.crafted("alliance", "soup-kitchens")
    assert table.turn("marquise", "daylight.actions").start().ruler(5) == "alliance"


def test_2_3_boat_builders_make_rivers_paths() -> None:
    table = laid().crafted("marquise", "boat-builders")
    # 5 and 10 are joined by a river only
    assert 10 in neighbours(table.state, "marquise", 5)
    assert 10 not in neighbours(table.state, "eyrie", 5)


def test_4_2_1_boat_builders_still_need_rule() -> None:
    table = at("daylight.actions").crafted("marquise", "boat-builders")
    table.warriors("marquise", 1, at=5).warriors("eyrie", 2, at=5).warriors("eyrie", 1, at=10)
    assert table.start().refused("marquise", Move(5, 10, 1)).clause == "4.2.1"


def test_2_2_1_tunnels_join_clearings_with_crafting_pieces_DECK_T15() -> None:
    # given workshops in 1 and 3, far apart, and the Marquise rules 1
    table = at("daylight.actions").crafted("marquise", "tunnels").warriors("marquise", 2, at=1)
    table.building("marquise", "workshop", at=1).building("marquise", "workshop", at=3)
    # when she moves from 1 to 3, then it is legal
    play = table.start().choose("move", origin=1, to=3, warriors=2)
    assert play.warriors("marquise", at=3) == 2


def test_2_2_1_a_lost_workshop_closes_its_tunnel_DECK_T16() -> None:
    # given only the workshop in 1 is left
    table = at("daylight.actions").crafted("marquise", "tunnels").warriors("marquise", 2, at=1)
    table.building("marquise", "workshop", at=1)
    assert table.start().refused("marquise", Move(1, 3, 2)).clause == "2.2.1"


def test_4_2_1_corvid_planners_waive_rule_DECK_T17() -> None:
    # given the Marquise rules neither end
    table = at("daylight.actions").crafted("marquise", "corvid-planners").warriors("marquise", 1, at=5)
    table.warriors("eyrie", 2, at=5).warriors("eyrie", 1, at=1)
    # when she moves, then it is legal
    play = table.start().choose("move", origin=5, to=1)
    assert play.warriors("marquise", at=1) == 1


def test_1_1_2_corvid_planners_do_not_lift_bans_DECK_T17(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a faction forbids every move out of 5
    from engine.root.factions.eyrie.faction import Eyrie
    from engine.rules import Refusal

    held = Refusal("1.1.2", "Nobody leaves.")
    monkeypatch.setattr(Eyrie, "bars_leaving", lambda self, game, owner, mover, origin: held)
    table = at("daylight.actions").crafted("marquise", "corvid-planners").warriors("marquise", 1, at=5)
    assert table.start().refused("marquise", Move(5, 1, 1)).clause == "1.1.2"


# --- Eyrie Emigre -----------------------------------------------------------------------------------------


def emigre(**options: object) -> Table:
    return at("birdsong.end", **options).crafted("marquise", "eyrie-emigre")


def test_4_1_3_emigre_without_a_battle_is_discarded_DECK_T7() -> None:
    # given the Marquise moves into an empty clearing
    play = emigre().warriors("marquise", 2, at=5).start().choose("move", origin=5, to=1)
    # then there is no battle and the card is discarded
    assert play.state.discard == ["eyrie-emigre"]
    assert play.state.players["marquise"].crafted == []


def test_4_1_3_emigre_with_move_and_battle_stays_DECK_T8() -> None:
    table = emigre().warriors("marquise", 3, at=5).warriors("eyrie", 2, at=1).dice(1, 0)
    play = table.start().choose("move", origin=5, to=1, warriors=3)
    play.choose("battle", clearing=1, defender="eyrie")
    assert play.warriors("eyrie", at=1) == 1
    assert play.state.players["marquise"].crafted == ["eyrie-emigre"]
    # and it is not used again this turn
    assert play.question.key == "marquise.daylight"


def test_4_1_3_emigre_without_a_legal_move_is_discarded_DECK_T9() -> None:
    play = emigre().hand("marquise", "anvil").start()
    assert play.state.discard == ["eyrie-emigre"]
    assert play.question.key == "marquise.daylight"


def test_4_1_3_emigre_cannot_be_declined_DECK_T31() -> None:
    # given all legal moves lead to enemies
    table = emigre().warriors("marquise", 3, at=5).warriors("eyrie", 1, at=1).warriors("eyrie", 1, at=2)
    play = table.start()
    # then neither the move nor the battle can be declined
    assert play.question.key == "eyrie-emigre.move"
    assert play.verbs() == {"move"}
    play.choose("move", origin=5, to=2, warriors=2)
    assert play.verbs() == {"battle"}
    assert play.choose("battle", clearing=2, defender="eyrie").noted("battle")


def test_1_4_2_emigre_waits_for_the_other_effects_of_birdsong() -> None:
    # given Swap Meet could still be used, then the order is the player's, but there is no way around Emigre
    table = emigre().crafted("marquise", "swap-meet").hand("eyrie", "anvil").warriors("marquise", 1, at=5)
    play = table.start()
    assert play.verbs() == {"eyrie_emigre", "swap_meet"}
    play.choose("swap_meet", player="eyrie").choose("give_back", card="anvil")
    assert play.question.key == "eyrie-emigre.move"


def test_4_1_3_emigre_is_for_the_end_of_birdsong() -> None:
    play = at("daylight.actions").crafted("marquise", "eyrie-emigre").start()
    assert play.refused("marquise", Emigrate()).clause == "4.1.3"


# --- Partisans --------------------------------------------------------------------------------------------


def partisans(card: str, clearing: int, *hand: str) -> Play:
    """The Marquise attacks the Eyrie in this clearing."""
    table = laid().crafted("marquise", card).hand("marquise", *hand).dice(1, 0)
    table.warriors("marquise", 3, at=clearing).warriors("eyrie", 3, at=clearing)
    return table.play(battle, "marquise", clearing, "eyrie")


def test_4_3_3_fox_partisans_keep_foxes_only_DECK_T3() -> None:
    # given hand fox, bird, mouse, in a fox clearing
    play = partisans("fox-partisans", 1, "anvil", "birdy-bindle", "sword")
    # when Fox Partisans are used
    play.choose("use", effect="fox-partisans")
    # then an extra hit, and only the fox is left (RULING D2)
    assert play.warriors("eyrie", at=1) == 1
    assert play.hand("marquise") == ["anvil"]
    assert sorted(play.state.discard) == ["birdy-bindle", "sword"]
    assert play.state.players["marquise"].crafted == ["fox-partisans"]


def test_4_3_3_rabbit_partisans() -> None:
    play = partisans("rabbit-partisans", 5, "anvil", "smugglers-trail")
    play.choose("use", effect="rabbit-partisans")
    assert (play.warriors("eyrie", at=5), play.hand("marquise")) == (1, ["smugglers-trail"])


def test_4_3_3_mouse_partisans_work_with_an_empty_hand() -> None:
    play = partisans("mouse-partisans", 7)
    play.choose("use", effect="mouse-partisans")
    assert play.warriors("eyrie", at=7) == 1


def test_4_3_3_partisans_defend_too() -> None:
    table = laid().crafted("eyrie", "fox-partisans").dice(0, 0)
    table.warriors("marquise", 3, at=1).warriors("eyrie", 3, at=1)
    play = table.play(battle, "marquise", 1, "eyrie").choose("use", effect="fox-partisans")
    assert play.warriors("marquise", at=1) == 2


def test_4_3_3_fox_partisans_not_in_a_mouse_clearing_DECK_T4() -> None:
    # given a battle in a mouse clearing, then nothing is asked
    play = partisans("fox-partisans", 7)
    assert play.warriors("eyrie", at=7) == 2


def test_4_1_4_different_partisans_are_different_effects_DECK_T2() -> None:
    # given Fox Partisans in play
    table = at("daylight.actions").crafted("marquise", "fox-partisans").hand("marquise", "mouse-partisans")
    table.building("marquise", "workshop", at=7)
    # when Mouse Partisans are crafted, then it is legal
    play = table.start().choose("craft", card="mouse-partisans")
    assert play.state.players["marquise"].crafted == ["fox-partisans", "mouse-partisans"]


def test_4_1_4_no_second_fox_partisans_DECK_T2() -> None:
    table = at("daylight.actions").crafted("marquise", "fox-partisans").building("marquise", "workshop", at=1)
    table.change(lambda game: game.players["marquise"].hand.append("fox-partisans"))
    assert table.start().refused("marquise", Craft("fox-partisans")).clause == "4.1.4"


# --- Propaganda Bureau ------------------------------------------------------------------------------------


def bureau(*hand: str) -> Table:
    table = at("daylight.actions").crafted("marquise", "propaganda-bureau").hand("marquise", *hand)
    return table.warriors("eyrie", 2, at=1)


def test_4_1_3_propaganda_bureau_turns_a_warrior() -> None:
    play = bureau("anvil", "sword").start().choose("propaganda_bureau", clearing=1, player="eyrie")
    # when she is asked for a card, though only one matches (1.2.1)
    play.choose("spend", card="anvil")
    # then the card is spent, an enemy warrior is gone and a cat stands there
    assert play.hand("marquise") == ["sword"]
    assert (play.warriors("eyrie", at=1), play.warriors("marquise", at=1)) == (1, 1)
    assert play.refused("marquise", Persuade(1, "eyrie")).clause == "4.1.3"


def test_1_5_4_propaganda_bureau_without_own_warriors_DECK_T28() -> None:
    # given the Marquise has no warrior in her supply
    table = bureau("anvil").supply("marquise", 0)
    play = table.start().choose("propaganda_bureau", clearing=1, player="eyrie")
    # then the enemy warrior goes and none is placed (older wording, RULING D3)
    assert (play.warriors("eyrie", at=1), play.warriors("marquise", at=1)) == (1, 0)


def test_2_1_1_propaganda_bureau_needs_a_matching_card() -> None:
    play = bureau("sword").start()
    assert play.refused("marquise", Persuade(1, "eyrie")).clause == "2.1.1"
    assert play.refused("marquise", Persuade(2, "eyrie")).clause == "G.1.17"
    assert play.refused("marquise", Persuade(1, "marquise")).clause == "G.1.27"


# --- False Orders -----------------------------------------------------------------------------------------


def test_1_5_5_false_orders_move_half_rounded_up_DECK_T10() -> None:
    # given the Eyrie have 3 warriors in 5 and rule neither end
    table = at("birdsong.start").crafted("marquise", "false-orders").warriors("eyrie", 3, at=5)
    table.warriors("marquise", 5, at=5).warriors("marquise", 1, at=1)
    # when False Orders send them to 1
    play = table.start().choose("false_orders", player="eyrie", origin=5, to=1)
    # then two move, without rule, and the card is gone
    assert (play.warriors("eyrie", at=5), play.warriors("eyrie", at=1)) == (1, 2)
    assert play.state.discard == ["false-orders"]


def test_8_2_6_the_misled_player_pays_outrage_DECK_T11() -> None:
    # given the Eyrie are sent into a sympathetic clearing
    table = at("birdsong.start", "marquise", "eyrie", "alliance").crafted("marquise", "false-orders")
    table.warriors("eyrie", 3, at=5).token("alliance", "sympathy", at=1).hand("eyrie", "anvil", "sword")
    play = table.start().choose("false_orders", player="eyrie", origin=5, to=1)
    # then the Eyrie pay, a fox card for a fox clearing
    if play.question.seat == "eyrie":
        play.answer(next(option for option in play.question.options if option.card == "anvil"))  # type: ignore[attr-defined]
    assert play.hand("eyrie") == ["sword"]


def test_1_5_5_false_orders_are_refused_where_the_enemy_could_not_go() -> None:
    table = at("birdsong.start").crafted("marquise", "false-orders").warriors("eyrie", 3, at=5)
    play = table.start()
    assert play.refused("marquise", Mislead("eyrie", 5, 3)).clause == "2.2.1"
    assert play.refused("marquise", Mislead("eyrie", 4, 8)).clause == "4.2"
    assert play.refused("marquise", Mislead("marquise", 5, 1)).clause == "G.1.27"
    assert play.refused("marquise", Mislead("eyrie", 5, 1, boat=True)).clause == "C.2.5"


def test_C_2_5_false_orders_by_ferry_the_enemy_draws() -> None:
    # given the Ferry lies in 1 with three Eyrie warriors
    table = at("birdsong.start", map="lake").crafted("marquise", "false-orders").warriors("eyrie", 3, at=1)
    play = table.deck("anvil").start().choose("false_orders", player="eyrie", origin=1, to=12, boat=True)
    # then the Eyrie move and draw (1.5.5, RULING M5)
    assert play.warriors("eyrie", at=12) == 2
    assert play.hand("eyrie") == ["anvil"]
    assert play.stands("ferry") == 12
    assert play.state.boards["ferry"].used == ["eyrie"]


# --- Informants -------------------------------------------------------------------------------------------


def test_4_1_3_informants_take_an_ambush_instead_of_drawing_DECK_T13() -> None:
    # given the Marquise would draw 3, and an ambush lies in the discard pile
    table = at("evening.draw").crafted("marquise", "informants").discard("ambush-fox", "anvil")
    for clearing in (1, 5, 8, 9, 10, 12):
        table.building("marquise", "recruiter", at=clearing)
    play = table.start()
    assert play.options("draw")[0].cards == 3  # type: ignore[attr-defined]
    # when she takes it, then she draws nothing
    play.choose("informants", card="ambush-fox")
    assert play.hand("marquise") == ["ambush-fox"]
    assert play.state.discard == ["anvil"]


def test_4_1_3_informants_are_not_offered_without_an_ambush_DECK_T14() -> None:
    # given no ambush in the discard pile, then she just draws
    table = at("evening.draw").crafted("marquise", "informants").discard("anvil")
    play = table.start()
    assert len(play.hand("marquise")) == 1
    table = at("evening.draw").crafted("marquise", "informants").discard("anvil", "ambush-fox")
    assert table.start().refused("marquise", Inform("anvil")).clause == "4.1.3"


# --- Charm Offensive, Swap Meet ---------------------------------------------------------------------------


def test_4_1_3_charm_offensive_draws_and_pays_a_point() -> None:
    table = at("evening.start", "marquise", "eyrie", "alliance").crafted("marquise", "charm-offensive")
    play = table.deck("anvil", "sword").start().choose("charm_offensive", player="alliance")
    assert play.score("alliance") == 1
    assert "anvil" in play.hand("marquise")


def test_3_1_charm_offensive_can_make_another_player_win_DECK_T21() -> None:
    table = at("evening.start").crafted("marquise", "charm-offensive").score("eyrie", 29)
    play = table.start().choose("charm_offensive", player="eyrie")
    assert play.state.winners == ["eyrie"]


def test_2_1_2_charm_offensive_is_both_or_nothing() -> None:
    table = at("evening.start").crafted("marquise", "charm-offensive", "swap-meet").deck()
    play = table.change(lambda game: game.players["marquise"].hand.append("anvil")).start()
    assert play.question.key != "window.evening.start"
    play = at("evening.start").crafted("marquise", "charm-offensive").start()
    assert play.refused("marquise", Charm("marquise")).clause == "4.1.3"


def test_4_1_3_swap_meet_takes_at_random_and_gives_back() -> None:
    table = at("birdsong.start").crafted("marquise", "swap-meet").hand("eyrie", "anvil", "sword")
    play = table.hand("marquise", "investments").dice(0).start().choose("swap_meet", player="eyrie")
    # then the card just taken may be given back too
    assert {option.card for option in play.question.options} == {"anvil", "investments"}  # type: ignore[attr-defined]
    play.choose("give_back", card="investments")
    assert (play.hand("marquise"), play.hand("eyrie")) == (["anvil"], ["investments", "sword"])
    # and nobody else learns the cards
    assert all("card" not in event.about for event in play.events if event.seen_by("alliance"))


def test_1_2_1_swap_meet_always_asks_what_to_give() -> None:
    # given an empty hand: only the card just taken can be given, and it is asked all the same
    play = at("birdsong.start").crafted("marquise", "swap-meet").hand("eyrie", "anvil").start()
    play.choose("swap_meet", player="eyrie")
    assert play.question.key == "swap-meet.give"
    assert play.refused("marquise", Swap("eyrie")).clause == "4.1.3"


# --- Coffin Makers ----------------------------------------------------------------------------------------


def test_4_1_3_coffin_makers_score_by_five_and_return_all_DECK_T18() -> None:
    # given 11 warriors on Coffin Makers
    table = at("birdsong.start").crafted("marquise", "coffin-makers").supply("eyrie", 13)
    table.supply("marquise", 21).change(
        lambda game: game.players["marquise"].held.update(eyrie=7, marquise=4)
    )
    # when the owner's Birdsong starts
    play = table.start()
    # then 2 points, and all 11 are back in their supplies
    assert play.score("marquise") == 2
    assert (play.supply("eyrie"), play.supply("marquise")) == (20, 25)
    assert play.state.players["marquise"].held == {}


def test_G_1_17_coffin_makers_catch_warriors_of_all() -> None:
    table = laid().crafted("marquise", "coffin-makers").dice(2, 1)
    table.warriors("marquise", 3, at=5).warriors("eyrie", 3, at=5)
    play = table.play(battle, "marquise", 5, "eyrie")
    assert play.state.players["marquise"].held == {"marquise": 1, "eyrie": 2}
    assert (play.supply("marquise"), play.supply("eyrie")) == (22, 17)


def test_6_2_3_hospitals_come_before_the_coffin_DECK_T19() -> None:
    # given Coffin Makers in play and the Marquise pays Field Hospitals
    table = laid().crafted("eyrie", "coffin-makers").dice(2, 0).token("marquise", "keep", at=1)
    table.warriors("marquise", 3, at=5).warriors("eyrie", 3, at=5).hand("marquise", "smugglers-trail")
    play = table.play(battle, "eyrie", 5, "marquise").done("marquise")
    play.choose("hospital", card="smugglers-trail")
    # then the warriors are at the keep, not on the card
    assert play.warriors("marquise", at=1) == 2
    assert play.state.players["eyrie"].held == {}
    assert play.supply("marquise") == 22


def test_G_1_17_warriors_return_when_coffin_makers_leave_play() -> None:
    table = laid().crafted("marquise", "coffin-makers").warriors("eyrie", 3, at=5)

    def flow(game: Root):  # type: ignore[no-untyped-def]
        remove_warriors(game, "eyrie", 5, 3, "marquise", "G.1.17")
        discard_crafted(game, "marquise", "coffin-makers", "4.1.3")
        game.happened.clear()
        yield from ()

    play = table.play(flow)
    assert play.supply("eyrie") == 20
    assert play.state.players["marquise"].held == {}


def test_4_1_3_an_empty_coffin_is_not_asked_about() -> None:
    table = at("birdsong.start").crafted("marquise", "coffin-makers", "swap-meet").hand("eyrie", "anvil")
    play = table.start()
    assert not play.offers("coffin_makers")
    assert play.refused("marquise", Bury()).clause == "4.1.3"


# --- League of Adventurous Mice ---------------------------------------------------------------------------


def test_4_1_3_league_exhausts_an_item_for_a_battle_DECK_T24() -> None:
    table = at("daylight.actions", "marquise", "eyrie").crafted("marquise", "league-of-adventurous-mice")
    table.items("marquise", "boot").warriors("marquise", 3, at=5).warriors("eyrie", 2, at=5).dice(1, 0)
    # when the boot is exhausted for a battle
    play = table.start().choose("league", item="boot").choose("battle", clearing=5, defender="eyrie")
    assert play.warriors("eyrie", at=5) == 1
    assert play.question.about["left"] == 3
    # then it stays exhausted in the next turn
    table = laid().crafted("marquise", "league-of-adventurous-mice").warriors("marquise", 2, at=5)
    table.change(lambda game: game.players["marquise"].exhausted.append("boot"))
    play = table.turn("marquise", "daylight.actions").start()
    assert play.refused("marquise", Venture("boot")).clause == "4.1.3"


def test_4_1_3_league_moves_once_a_turn() -> None:
    table = at("daylight.actions").crafted("marquise", "league-of-adventurous-mice")
    table.items("marquise", "boot", "tea").warriors("marquise", 2, at=5)
    play = table.start().choose("league", item="tea").choose("move", origin=5, to=1, warriors=1)
    assert play.warriors("marquise", at=1) == 1
    assert play.state.players["marquise"].exhausted == ["tea"]
    assert play.refused("marquise", Venture("boot")).clause == "4.1.3"


def test_4_1_3_league_needs_something_to_do() -> None:
    table = at("daylight.actions").crafted("marquise", "league-of-adventurous-mice").items("marquise", "boot")
    assert table.start().refused("marquise", Venture("boot")).clause == "4.1.3"


# --- crafting ---------------------------------------------------------------------------------------------


def test_7_2_3_master_engravers_add_a_point_under_disdain_DECK_T22() -> None:
    # given the Eyrie, without the Builder, have Master Engravers
    table = laid("eyrie", "marquise").crafted("eyrie", "master-engravers").hand("eyrie", "anvil")
    table.building("eyrie", "roost", at=1)
    # when they craft Anvil, then 1 + 1 points
    play = table.turn("eyrie", "daylight.craft").start().choose("craft", card="anvil")
    assert play.score("eyrie") == 2


def test_3_2_2_master_engravers_add_a_point() -> None:
    table = at("daylight.actions").crafted("marquise", "master-engravers").hand("marquise", "anvil")
    play = table.building("marquise", "workshop", at=1).start().choose("craft", card="anvil")
    assert play.score("marquise") == 3


def test_4_1_3_murine_broker_draws_for_items_of_others_DECK_T23() -> None:
    # given the Eyrie have Murine Broker
    table = (
        at("daylight.actions")
        .crafted("eyrie", "murine-broker")
        .hand("marquise", "travel-gear-fox", "tunnels")
    )
    table.building("marquise", "workshop", at=5, count=2)
    # when the Marquise crafts Travel Gear, then they draw
    play = table.start().choose("craft", card="travel-gear-fox")
    assert len(play.hand("eyrie")) == 1
    # when she crafts Tunnels, then nothing
    play.choose("craft", card="tunnels")
    assert len(play.hand("eyrie")) == 1


def test_4_1_3_murine_broker_ignores_own_items() -> None:
    table = at("daylight.actions").crafted("marquise", "murine-broker").hand("marquise", "travel-gear-fox")
    play = table.building("marquise", "workshop", at=5).start().choose("craft", card="travel-gear-fox")
    assert play.hand("marquise") == []


# --- who may be a target ----------------------------------------------------------------------------------


def test_G_1_27_a_partner_is_another_player_but_no_enemy_RULING_D7() -> None:
    # given the Marquise is in a coalition with the Vagabond
    table = at("birdsong.start", "marquise", "vagabond").crafted("marquise", "swap-meet", "saboteurs")
    table.crafted("vagabond", "tunnels").hand("vagabond", "anvil")
    table.change(lambda game: setattr(game.players["vagabond"], "coalition", "marquise"))
    play = table.start()
    # then Swap Meet may hit the partner, Saboteurs may not
    assert play.offers("swap_meet", player="vagabond")
    assert play.refused("marquise", Sabotage("vagabond", "tunnels")).clause == "G.1.27"
