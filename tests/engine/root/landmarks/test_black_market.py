"""F.5  The Black Market: three cards that nobody has seen."""

from __future__ import annotations

import random
from typing import cast

import pytest

from engine.chance import seeded
from engine.flow import Ask
from engine.game import Game
from engine.root.check import check
from engine.root.data import DECKS
from engine.root.hidden import hidden_piles, unseen
from engine.root.landmarks.black_market.market import MarketBoard, SwapCard
from engine.root.rules import RULES
from engine.root.standin.marks import mark
from engine.root.standin.sight import Sight
from engine.root.words import WORDS
from engine.rules import SeatSetup, Setup
from render import text_board
from tests.engine.root.board import Play, Table, board
from tests.engine.root.test_views import leaks
from tests.engine.root.voices import two


def market(*hand: str, others: tuple[str, ...] = ("eyrie",)) -> Table:
    """The Marquise's Daylight; sword, anvil and a bird ambush lie on the Market at 4, where she has a warrior."""
    table = board("marquise", *others).no_ruins()
    table.deck("sword", "anvil", "ambush-bird", "armorers", "sappers", *hand).landmark("black-market", at=4)
    table.hand("marquise", *hand).warriors("marquise", 1, at=4)
    return table.turn("marquise", "daylight.actions")


def cards(play: Play) -> list[str]:
    return cast(MarketBoard, play.state.boards["black-market"]).cards


def test_F_5_1_the_top_three_cards() -> None:
    play = market().start()
    assert cards(play) == ["sword", "anvil", "ambush-bird"]
    assert play.state.deck[-1] == "armorers"


def test_RULING_S10_no_dominance_card_for_two_players() -> None:
    for seed in range(20):
        setup = Setup(
            (SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie")), {"landmarks": ["black-market"]}
        )
        play = Play(Game(RULES, setup, seeded(str(seed))).start())
        play.answer(play.question.options[0])
        assert len(cards(play)) == 3
        assert not any(card.startswith("dominance") for card in cards(play))


def test_F_5_a_card_of_the_hand_for_one_of_the_three() -> None:
    # given she holds two cards / when she swaps one for the second
    play = market("cobbler", "tax-collector").start().choose("market_swap", number=2, card="cobbler")
    # then she has what lay there, and hers lies in its place; it was neither spent nor discarded
    assert play.hand("marquise") == ["anvil", "tax-collector"]
    assert cards(play) == ["sword", "cobbler", "ambush-bird"]
    assert play.state.discard == []


def test_F_5_once_a_turn_LM_T17() -> None:
    # given she has swapped this turn
    play = market("cobbler", "tax-collector").start().choose("market_swap", number=1, card="cobbler")
    # then not again, but the Eyrie may in their turn
    assert not play.offers("market_swap")
    refusal = play.refused("marquise", SwapCard(1, "tax-collector"))
    assert (refusal.clause, "this turn" in refusal.sentence) == ("F.5", True)
    play.state.warriors["eyrie"][4] = 1
    play.state.players["eyrie"].hand.append("armorers")
    play.state.deck.remove("armorers")
    table = two()
    table.state = play.state
    again = table.turn("eyrie", "birdsong.start").start()
    assert again.offers("market_swap", card="armorers")


def test_F_5_with_no_card_in_hand_LM_T16() -> None:
    # given the Vagabond's pawn at the Market and no card / then there is nothing to swap
    table = board("vagabond", "eyrie").no_ruins().landmark("black-market", at=4).pawn("vagabond", at=4)
    play = table.turn("vagabond", "daylight.actions").start()
    assert not play.offers("market_swap")
    assert play.refused("vagabond", SwapCard(1, "sword")).clause == "F.5"


def test_F_5_without_a_piece_there() -> None:
    table = two().landmark("black-market", at=4).hand("marquise", "cobbler").warriors("marquise", 1, at=5)
    play = table.turn("marquise", "daylight.actions").start()
    assert not play.offers("market_swap")
    assert "faction piece" in play.refused("marquise", SwapCard(1, "cobbler")).sentence


def test_F_5_why_not() -> None:
    play = market("cobbler").start()
    assert play.refused("marquise", SwapCard(4, "cobbler")).clause == "F.5.2"
    assert play.refused("marquise", SwapCard(1, "armorers")).clause == "F.5"
    assert (
        two()
        .hand("marquise", "cobbler")
        .turn("marquise", "daylight.actions")
        .start()
        .refused("marquise", SwapCard(1, "cobbler"))
        .sentence.startswith("There is no")
    )


@pytest.mark.parametrize("step", ["birdsong.start", "daylight.actions", "evening.start"])
def test_1_4_2_at_any_time_of_the_turn(step: str) -> None:
    table = market("cobbler")
    assert table.turn("marquise", step).start().offers("market_swap", card="cobbler")


def test_F_5_a_dominance_card_disappears_from_view_LM_T18() -> None:
    # given she lays a dominance card there
    play = market("dominance-fox", others=("eyrie", "alliance")).start()
    play.choose("market_swap", number=3, card="dominance-fox")
    # then it is not available, and whoever swaps for it later holds it
    assert play.state.available == []
    table = two()
    table.state = play.state
    table.state.warriors["eyrie"][4] = 1
    table.state.players["eyrie"].hand.append("armorers")
    table.state.deck.remove("armorers")
    play = table.turn("eyrie", "birdsong.start").start().choose("market_swap", number=3, card="armorers")
    assert (play.hand("eyrie"), play.state.available) == (["dominance-fox"], [])


def test_10_2_6_a_swapped_card_is_no_lost_soul() -> None:
    play = market("cobbler", others=("lizards",)).start().choose("market_swap", number=1, card="cobbler")
    assert play.state.boards["lizards"].lost_souls == []  # type: ignore[attr-defined]


def test_E_3_3_bots_and_hirelings_do_not_trade() -> None:
    table = board("marquise", "eyrie:clockwork").no_ruins().landmark("black-market", at=4)
    table.warriors("eyrie", 2, at=4)
    play = table.turn("eyrie", "birdsong.start").start()
    assert play.noted("market.swapped") == []


# --- 1.2.1 secrets ----------------------------------------------------------------------------------------


def test_1_2_1_others_hear_only_that_a_card_was_swapped() -> None:
    play = market("cobbler").start().choose("market_swap", number=2, card="cobbler")
    seen = {None: [], "eyrie": [], "marquise": []}  # type: ignore[var-annotated]
    for seat, told in seen.items():
        view = RULES.view(play.state, seat)
        told += [WORDS.event(view, event) for event in play.events if event.seen_by(seat)]
    assert not any("Anvil" in line or "Cobbler" in line for seat in (None, "eyrie") for line in seen[seat])
    assert "You lay down Cobbler (rabbit) and take Anvil (fox)." in seen["marquise"]


def test_1_2_1_no_view_shows_the_cards_RULING_L7() -> None:
    play = market("cobbler").start().choose("market_swap", number=2, card="cobbler")
    for seat in (None, "eyrie", "marquise"):
        view = RULES.view(play.state, seat)
        (guest,) = [guest for guest in view.guests if guest.owner == "black-market"]
        assert [(group.cards, group.hidden) for group in guest.own.cards] == [((), 3)]
        assert "Black Market: landmark; Face down: 3" in text_board(view)
    assert all(count for count in unseen(play.state, "marquise").values())
    assert any(pile.things is cards(play) and pile.seen_by == () for pile in hidden_piles(play.state))


def test_11_2_3_who_plays_with_open_cards_swaps_in_the_open() -> None:
    table = board("riverfolk", "eyrie").no_ruins().deck("sword", "anvil", "ambush-bird", "cobbler")
    table.landmark("black-market", at=4).hand("riverfolk", "cobbler").warriors("riverfolk", 1, at=4)
    play = table.turn("riverfolk", "birdsong.start").start().choose("market_swap", number=1, card="cobbler")
    assert [event.about["taken"] for event in play.noted("market.swapped.openly")] == ["sword"]


def test_the_question_comes_whatever_she_holds() -> None:
    """1.2.1  Whether a window opens in Birdsong tells nothing about the hand."""
    for hand in (("cobbler",), ("dominance-fox",)):
        play = market(*hand).turn("marquise", "birdsong.start").start()
        assert (play.question.key, play.question.secret) == ("window.birdsong.start", True)


@pytest.mark.parametrize("seed", range(4))
def test_1_2_1_nobody_can_tell_what_lies_there(seed: int) -> None:
    seats = ("marquise", "alliance", "riverfolk", "lizards")
    setup = Setup(
        tuple(SeatSetup(seat, seat) for seat in seats), {"landmarks": ["black-market", "lost-city"]}
    )
    assert leaks(setup, f"market {seed}", moments=10) == []


def test_2_1_the_cards_are_neither_lost_nor_shuffled_in() -> None:
    setup = Setup(
        (SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie")), {"landmarks": ["black-market"]}
    )
    game = Game(RULES, setup, seeded("kept")).start()
    dice = random.Random("kept")
    while game.state.turn < 6 and not game.over:
        (question,) = game.waiting()
        game.answer(
            question.seat,
            dice.choice(question.options) if not question.many else question.options[: question.least],
        )
        assert check(game.state) == []
    lying = cast(MarketBoard, game.state.boards["black-market"]).cards
    assert len(lying) == 3
    assert set(lying) <= set(DECKS["base"])


def test_a_stand_in_gives_the_poorest_card() -> None:
    play = market("cobbler", "ambush-fox").start()
    sight = Sight(RULES.view(play.state, "marquise"), cast(Ask, play.question))
    assert mark(sight, SwapCard(1, "cobbler")) > mark(sight, SwapCard(1, "ambush-fox"))
    assert mark(sight, SwapCard(1, "ambush-fox")) < 0
