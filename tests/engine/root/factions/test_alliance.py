"""8.2, 8.3  Woodland Alliance: abilities and setup. Ids WA-T… are the edge cases of the specification."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.actions.dominance import Spend
from engine.root.actions.move import Move, take_move
from engine.root.factions.alliance.faction import setup
from engine.root.factions.alliance.supporters import GiveCard, ShowHand
from engine.root.factions.vagabond.items import Item
from engine.root.happen import settle
from engine.root.projection import project
from engine.root.state import Owner, Piece, Root
from engine.root.verbs import remove_piece, sweep
from engine.root.view import CardsView
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.alliance_table import (
    base,
    officers,
    seen,
    spreading,
    stack,
    supporters,
    sympathy,
)

# --- 8.2.2 Guerrilla War ----------------------------------------------------------------------------------


def test_8_2_2_defending_it_deals_the_higher_roll_WA_T27() -> None:
    # given the Alliance defends with 2 warriors against 2
    table = board("marquise", "alliance").warriors("marquise", 2, at=5).warriors("alliance", 2, at=5)
    # when the dice show 3 and 1
    play = table.dice(3, 1).play(battle, "marquise", 5, "alliance")
    # then the Alliance deals 2 (its cap), the attacker 1
    assert play.warriors("marquise", at=5) == 0
    assert play.warriors("alliance", at=5) == 1


def test_8_2_2_a_lone_token_is_defenseless_WA_T28() -> None:
    # given the Alliance defends with sympathy and a base, no warriors, against 2 cats
    table = sympathy(board("marquise", "alliance"), 5).warriors("marquise", 2, at=5)
    # when the dice show 3 and 1
    play = base(table, "rabbit", 5).dice(3, 1).play(battle, "marquise", 5, "alliance")
    # then the attacker deals the lower 1 and 1 extra, the Alliance none
    (rolled,) = play.noted("rolled")
    assert (rolled.about["attacker_hits"], rolled.about["defender_hits"]) == (1, 0)
    assert play.noted("defenseless")
    assert play.pieces("alliance", "sympathy") == play.pieces("alliance", "base-rabbit") == []
    assert play.warriors("marquise", at=5) == 2


def test_8_2_2_attacking_it_rolls_as_everybody_WA_T29() -> None:
    # given the Alliance attacks with 3 a defender with 2 warriors and a building
    table = board("alliance", "marquise").warriors("alliance", 3, at=5).warriors("marquise", 2, at=5)
    table.building("marquise", "sawmill", at=5)
    # when the dice show 3 and 1
    play = table.dice(3, 1).play(battle, "alliance", 5, "marquise")
    # then it deals 3 and takes 1
    assert play.warriors("alliance", at=5) == 2
    assert play.warriors("marquise", at=5) == 0
    assert play.pieces("marquise", "sawmill") == []


# --- 8.2.3 Supporters -------------------------------------------------------------------------------------


def offence(table: Table) -> Play:
    """Cats move into the fox clearing 1, which is sympathetic."""
    table.warriors("marquise", 1, at=5)
    return sympathy(table, 1).play(take_move, "marquise", Move(5, 1, 1))


def test_8_2_3_I_without_a_base_the_sixth_is_discarded_WA_T14() -> None:
    # given no base and five supporters
    five = ("sword", "root-tea-mouse", "investments", "crossbow-mouse", "mouse-in-a-sack")
    # when an offender pays Outrage with a card
    table = stack(board("marquise", "alliance"), *five).hand("marquise", "anvil")
    play = offence(table).choose("give_card", card="anvil")
    # then the card is given, and goes to the discard pile
    assert len(supporters(play)) == 5
    assert play.hand("marquise") == []
    assert play.state.discard == ["anvil"]


def test_8_2_3_I_a_drawn_sixth_is_discarded_too_WA_T14() -> None:
    # given no base, five supporters, and an offender without cards
    five = ("sword", "root-tea-mouse", "investments", "crossbow-mouse", "mouse-in-a-sack")
    play = offence(stack(board("marquise", "alliance"), *five).deck("anvil", "bake-sale"))
    # then the Alliance draws a card, and it goes to the discard pile
    assert len(supporters(play)) == 5
    assert play.state.discard == ["anvil"]
    assert play.state.deck == ["bake-sale"]


def test_8_2_3_I_with_a_base_there_is_no_limit_WA_T15() -> None:
    # given a base and five supporters
    five = ("sword", "root-tea-mouse", "investments", "crossbow-mouse", "mouse-in-a-sack")
    table = base(stack(board("marquise", "alliance"), *five), "mouse", 2).hand("marquise", "anvil")
    # when Outrage brings a card
    play = offence(table).choose("give_card", card="anvil")
    # then there are six
    assert len(supporters(play)) == 6
    assert play.state.discard == []


def test_8_2_3_supporters_are_seen_by_the_alliance_alone() -> None:
    # given two supporters
    table = stack(board("alliance", "marquise"), "sword", "anvil")

    def pile(seat: Owner | None) -> CardsView:
        (cards,) = project(table.state, seat).players[0].own.cards
        return cards

    # then the Alliance sees which, everybody else how many
    assert pile("alliance").cards == ("anvil", "sword")
    for seat in ("marquise", None):
        assert (pile(seat).cards, pile(seat).hidden) == ((), 2)


def test_8_2_3_an_ambush_among_supporters_is_no_ambush_WA_T38() -> None:
    # given an ambush card among the supporters, none in hand
    table = stack(board("marquise", "alliance"), "ambush-rabbit", "ambush-bird")
    table.hand("alliance", "anvil").warriors("marquise", 1, at=5).warriors("alliance", 1, at=5)
    # when the Alliance is attacked
    play = table.play(battle, "marquise", 5, "alliance")
    # then it is asked, because it holds cards, and has nothing to play
    assert play.asked("alliance") == "battle.ambush"
    assert not play.offers("ambush")


def test_3_3_3_a_dominance_card_spent_as_supporter_is_available_WA_T39() -> None:
    # given a fox dominance card as the only supporter
    play = stack(spreading("marquise", "eyrie"), "dominance-fox").start()
    # when it is spent to spread to a fox clearing
    play.choose("spread", clearing=1)
    # then it lies beside the board
    assert play.state.available == ["dominance-fox"]
    assert play.state.discard == []


# --- 8.2.4 Base removed -----------------------------------------------------------------------------------


def lose_base(game: Root, clearing: int, suit: str) -> Flow[None]:
    """The Marquise removes a base."""
    remove_piece(game, Piece("alliance", f"base-{suit}"), clearing, "marquise", "3.2.1")
    yield from settle(game)


def test_8_2_4_the_last_base_WA_T16() -> None:
    # given only a mouse base, 4 fox, 3 rabbit, 1 mouse and 1 bird supporters, and 3 officers
    foxes = ("anvil", "foxfolk-steel", "root-tea-fox", "travel-gear-fox")
    rabbits = ("bake-sale", "smugglers-trail", "a-visit-to-friends")
    table = base(board("marquise", "alliance"), "mouse", 2).supply("alliance", 5)
    stack(table, *foxes, *rabbits, "sword", "armorers").board("alliance", officers=3)
    # when the base is removed
    play = table.play(lose_base, 2, "mouse")
    # then the mouse and the bird are discarded and two officers go to the supply
    assert play.state.discard == ["armorers", "sword"]
    assert officers(play) == 1
    assert play.supply("alliance") == 7
    # and the Alliance chooses which two of the seven left go
    assert play.question.key == "alliance.surplus"
    assert (play.question.least, play.question.most) == (2, 2)
    play.choose_many(Spend("anvil"), Spend("bake-sale"))
    assert supporters(play) == sorted([*foxes[1:], *rabbits[1:]])
    # and the remover scores for the building
    assert play.score("marquise") == 1


def test_8_2_4_with_another_base_there_is_no_limit_WA_T17() -> None:
    # given two bases and seven fox supporters
    foxes = ("anvil", "foxfolk-steel", "root-tea-fox", "travel-gear-fox", "protection-racket")
    table = base(base(board("marquise", "alliance"), "mouse", 2), "rabbit", 5)
    stack(table, *foxes, "gently-used-knapsack", "favor-of-the-foxes")
    # when one base is removed
    play = table.play(lose_base, 2, "mouse")
    # then all seven stay and nothing is asked
    assert play.state.over
    assert len(supporters(play)) == 7


def test_8_2_4_half_of_one_officer_is_one_WA_T18() -> None:
    # given one officer
    table = base(board("marquise", "alliance"), "mouse", 2).board("alliance", officers=1)
    # when a base is removed, then none is left
    assert officers(table.play(lose_base, 2, "mouse")) == 0


def test_8_2_4_the_printed_suit_of_the_base_counts_L5() -> None:
    # given a mouse base in a fox clearing
    table = base(board("marquise", "alliance"), "mouse", 1)
    stack(table, "anvil", "sword")
    # when it is removed, then the mouse goes and the fox stays
    assert supporters(table.play(lose_base, 1, "mouse")) == ["anvil"]


# --- 8.2.6 Outrage ----------------------------------------------------------------------------------------


def test_8_2_6_without_a_match_the_hand_is_shown_WA_T19() -> None:
    # given an offender with one mouse card, moving into a fox clearing
    table = stack(board("marquise", "alliance", "eyrie")).hand("marquise", "sword")
    play = offence(table.deck("bake-sale", "anvil"))
    # when the offender has nothing to give
    assert play.question.options == (ShowHand(),)
    play.choose("show_hand")
    # then the Alliance alone sees the hand, and draws a card to the stack
    (shown,) = seen(play.events, "showed.hand.cards", "alliance")
    assert shown.about["cards"] == ("sword",)
    for seat in ("eyrie", None):
        assert not seen(play.events, "showed.hand.cards", seat)
        assert not seen(play.events, "alliance.supporters.cards", seat)
    assert play.hand("marquise") == ["sword"]
    assert supporters(play) == ["bake-sale"]


def test_8_2_6_the_offender_chooses_WA_T20() -> None:
    # given an offender with a bird, a fox and a mouse
    table = board("marquise", "alliance").hand("marquise", "armorers", "anvil", "sword")
    play = offence(table)
    # then the bird or the fox may be given to a fox clearing, not the mouse
    assert play.question.seat == "marquise"
    assert set(play.question.options) == {GiveCard("armorers"), GiveCard("anvil")}
    play.choose("give_card", card="anvil")
    assert supporters(play) == ["anvil"]
    assert play.hand("marquise") == ["armorers", "sword"]


def test_A1_the_card_given_is_known_to_two_only() -> None:
    # given an offender with a fox
    play = offence(board("marquise", "alliance", "eyrie").hand("marquise", "anvil"))
    play.choose("give_card", card="anvil")
    # then only giver and Alliance read which
    assert seen(play.events, "laid.face.down.card", "alliance")
    assert seen(play.events, "laid.face.down.card", "marquise")
    for seat in ("eyrie", None):
        assert seen(play.events, "laid.face.down", seat)
        assert not [event for event in play.events if "card" in event.about and event.seen_by(seat)]


def test_2_1_1_I_a_lone_bird_must_be_given_WA_T21() -> None:
    # given an offender whose only match is a bird
    play = offence(board("marquise", "alliance").hand("marquise", "armorers", "sword"))
    # then it is the only choice, and it is asked secretly
    assert play.question.options == (GiveCard("armorers"),)
    assert play.question.secret


def test_8_2_6_an_empty_hand_lets_the_alliance_draw_WA_T22() -> None:
    # given an offender without cards
    play = offence(board("marquise", "alliance").deck("bake-sale"))
    # then nobody is asked and the Alliance draws
    assert play.state.over
    assert supporters(play) == ["bake-sale"]
    assert not play.noted("showed.hand")


def test_8_2_6_a_bot_has_no_hand_so_the_alliance_draws() -> None:
    # given cats of a Clockwork board next to sympathy
    play = offence(board("marquise:clockwork", "alliance").deck("bake-sale"))
    # when they move in, then the Alliance draws and nobody is asked
    assert play.state.over
    assert supporters(play) == ["bake-sale"]


def test_8_2_6_once_per_move_WA_T23() -> None:
    # given five cats and two fox cards
    table = sympathy(board("marquise", "alliance"), 1).warriors("marquise", 5, at=5)
    table.hand("marquise", "anvil", "foxfolk-steel")
    # when they move in together
    play = table.play(take_move, "marquise", Move(5, 1, 5)).choose("give_card", card="anvil")
    # then one card is paid
    assert play.state.over
    assert supporters(play) == ["anvil"]


def test_8_2_6_placing_is_not_moving_WA_T24() -> None:
    # given a recruiter in a sympathetic clearing
    table = sympathy(board("marquise", "alliance"), 1).building("marquise", "recruiter", at=1)
    table.hand("marquise", "anvil").turn("marquise", "daylight.actions")
    # when cats are recruited there
    play = table.start().choose("recruit")
    # then there is no Outrage
    assert play.warriors("marquise", at=1) == 1
    assert play.asked("marquise") == "marquise.daylight"
    assert supporters(play) == []


def vagabond_day(*items: str) -> Table:
    """Daylight of a Vagabond with these items, next to or in clearing 1, which is sympathetic."""
    table = sympathy(board("vagabond", "alliance"), 1).hand("vagabond", "anvil")
    return table.board("vagabond", character="ranger", items=[Item(kind=kind) for kind in items])


def test_8_2_6_a_pawn_moves_in_without_outrage_WA_T25() -> None:
    # given a Vagabond next to a sympathetic clearing
    table = vagabond_day("boot").pawn("vagabond", 5).turn("vagabond", "daylight.actions")
    # when the pawn moves in
    play = table.start().choose("travel", to=1)
    # then nothing is paid
    assert play.state.pawns["vagabond"] == 1
    assert play.asked("vagabond") != "alliance.outrage"
    assert play.hand("vagabond") == ["anvil"]


def test_8_2_6_a_strike_at_the_token_is_outrage_WA_T25() -> None:
    # given a Vagabond in the sympathetic clearing, nobody else there
    table = vagabond_day("crossbow").pawn("vagabond", 1).turn("vagabond", "daylight.actions")
    # when he strikes the token
    play = table.start().choose("strike", defender="alliance")
    # then it is gone, he scores, and he pays
    assert play.pieces("alliance", "sympathy") == []
    assert play.score("vagabond") == 1
    assert play.asked("vagabond") == "alliance.outrage"
    play.choose("give_card", card="anvil")
    assert supporters(play) == ["anvil"]


def test_8_2_6_outrage_comes_between_the_two_moves_of_a_march() -> None:
    # given cats that march through a sympathetic clearing
    table = sympathy(board("marquise", "alliance"), 1).warriors("marquise", 3, at=5)
    table.hand("marquise", "anvil").turn("marquise", "daylight.actions")
    play = table.start().choose("move", origin=5, to=1, warriors=3)
    # then Outrage is paid before the second move (1.4.2)
    assert play.asked("marquise") == "alliance.outrage"
    play.choose("give_card", card="anvil")
    assert play.asked("marquise") == "marquise.march"


def test_1_1_3_two_tokens_removed_together_cost_two_cards_WA_T26() -> None:
    # given sympathy in fox clearings 1 and 6 and in mouse clearing 2, and a Favor of the Foxes to craft
    table = sympathy(board("marquise", "alliance"), 1, 6, 2).building("marquise", "workshop", at=8, count=3)
    table.hand("marquise", "favor-of-the-foxes", "anvil", "armorers", "sword")
    play = table.turn("marquise", "daylight.actions").start().choose("craft", card="favor-of-the-foxes")
    # then both tokens are gone before anything is paid, and the crafter orders the two
    assert play.pieces("alliance", "sympathy") == [2]
    assert play.score("marquise") == 2
    assert play.asked("marquise") == "order.reactions"
    play.choose("resolve", effect="alliance.outrage", clearing=6)
    assert play.question.about["clearing"] == 6
    play.choose("give_card", card="anvil")
    assert play.question.about["clearing"] == 1
    play.choose("give_card", card="armorers")
    assert supporters(play) == ["anvil", "armorers"]


def test_8_2_6_each_outrage_has_the_suit_of_its_clearing_WA_T26() -> None:
    # given sympathy in a fox and in a mouse clearing, both removed in one event
    table = sympathy(board("marquise", "alliance"), 1, 2).hand("marquise", "anvil", "sword")

    def both(game: Root) -> Flow[None]:
        sweep(game, "marquise", [1, 2], "4.1.2")
        yield from settle(game)

    play = table.play(both).choose("resolve", clearing=2)
    # then a mouse is owed for the mouse clearing, a fox for the fox clearing
    assert play.question.options == (GiveCard("sword"),)
    play.choose("give_card", card="sword")
    assert play.question.options == (GiveCard("anvil"),)


def test_8_2_6_a_defender_who_removes_sympathy_pays_WA_T30() -> None:
    # given the Alliance attacks with one warrior beside its sympathy
    table = sympathy(board("alliance", "marquise"), 5).warriors("alliance", 1, at=5)
    table.warriors("marquise", 2, at=5).hand("marquise", "bake-sale")
    # when the defender, after no ambush, deals two hits
    play = table.dice(2, 2).play(battle, "alliance", 5, "marquise").done("marquise")
    # then the defender scores 1 and pays Outrage
    assert play.score("marquise") == 1
    assert play.asked("marquise") == "alliance.outrage"
    play.choose("give_card", card="bake-sale")
    assert supporters(play) == ["bake-sale"]


def test_8_2_6_move_in_and_kill_the_token_pays_twice() -> None:
    # given cats that moved in and paid
    table = board("marquise", "alliance").hand("marquise", "anvil", "foxfolk-steel")
    table.warriors("marquise", 1, at=5).turn("marquise", "daylight.actions")
    play = sympathy(table, 1).dice(0, 0).start().choose("move", origin=5, to=1, warriors=1)
    play.choose("give_card", card="anvil").done()
    # when they kill the token in a battle (defenseless: one hit)
    play.choose("battle", clearing=1, defender="alliance")
    # then a second card is owed
    assert play.asked("marquise") == "alliance.outrage"
    play.choose("give_card", card="foxfolk-steel")
    assert supporters(play) == ["anvil", "foxfolk-steel"]


def test_4_3_4_the_alliance_orders_base_and_outrage_of_a_battle() -> None:
    # given a base and sympathy in one clearing, both lost in battle, with five supporters of other suits
    table = base(sympathy(board("marquise", "alliance"), 5), "rabbit", 5).warriors("marquise", 2, at=5)
    five = ("sword", "root-tea-mouse", "investments", "crossbow-mouse", "mouse-in-a-sack")
    stack(table, *five).hand("marquise", "bake-sale")
    play = table.dice(1, 1).play(battle, "marquise", 5, "alliance")
    # then the side that lost them says what comes first
    assert play.asked("alliance") == "order.reactions"
    play.choose("resolve", effect="alliance.base")
    play.choose("give_card", card="bake-sale")
    assert play.state.discard == ["bake-sale"]


def test_8_2_6_a_hand_shown_stops_a_free_undo() -> None:
    # given an offender who had to show the hand, and no card left to draw
    table = sympathy(board("marquise", "alliance"), 1).warriors("marquise", 1, at=5)
    table.hand("marquise", "sword").deck().turn("marquise", "daylight.actions")
    play = table.start().choose("move", origin=5, to=1, warriors=1)
    assert play.game.undoable("marquise")
    play.choose("show_hand")
    # then nothing of it can be taken back
    assert not play.game.undoable("marquise")


# --- 8.3 Setup --------------------------------------------------------------------------------------------


def test_8_3_setup_draws_three_supporters() -> None:
    # given a fresh table
    table = board("alliance", "marquise").deck("anvil", "sword", "bake-sale", "armorers")
    table.supply("alliance", 0)
    # when the Alliance sets up
    play = table.play(setup, "alliance")
    # then three cards lie on the stack, ten warriors in supply, nothing on the map
    assert supporters(play) == ["anvil", "bake-sale", "sword"]
    assert play.supply("alliance") == 10
    assert not any(play.state.has_piece("alliance", clearing) for clearing in range(1, 13))
    assert not seen(play.events, "alliance.supporters.cards", "marquise")
