"""F.5  The Black Market: once a turn a card of the hand for one of three that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from engine.flow import Flow, Option
from engine.root.faction import BIRDSONG, DAYLIGHT, EVENING
from engine.root.landmark import Landmark, LandmarkBoard, stands
from engine.root.menu import does, refuses
from engine.root.preview import previews
from engine.root.state import Board, Owner, Root
from engine.root.verbs import in_the_open
from engine.root.view import BoardView, CardsView
from engine.root.voice import Pile, guest
from engine.rules import Preview, Refusal

MARKET = "black-market"
PHASES = (BIRDSONG, DAYLIGHT, EVENING)

NO_MARKET = Refusal("F.5", "There is no Black Market in this game.")
NOT_YOUR_TURN = Refusal("F.5", "You may swap a card there in your own turn.")
USED = Refusal("F.5", "You have swapped a card at the Black Market this turn.")
NOT_THERE = Refusal("F.5", "You need a faction piece at the Black Market.")
NO_CARD = Refusal("F.5", "You do not hold that card.")
NO_SUCH = Refusal("F.5.2", "There are three cards there.")


class SwapCard(Option, frozen=True, tag="market_swap"):
    """F.5  Swap a card of the hand with one of the three, by its place there."""

    PRIVATE = True

    number: int
    card: str


class MarketBoard(LandmarkBoard, tag="black-market", kw_only=True):
    """Where it stands, and the cards that lie there face down, each in its place."""

    cards: list[str] = []


def board(game: Root, me: Owner = MARKET) -> MarketBoard:
    return cast(MarketBoard, game.boards[me])


def bars_trading(game: Root, owner: Owner) -> Refusal | None:
    """F.5, E.3.3  Why a player cannot swap now, by what everybody sees."""
    if MARKET not in game.guests:
        return NO_MARKET
    if game.active != owner:
        return NOT_YOUR_TURN
    if MARKET in game.players[owner].used:
        return USED
    return None if game.has_piece(owner, stands(game, MARKET)) else NOT_THERE


@refuses(SwapCard)
def why_no_swap(game: Root, owner: Owner, wish: SwapCard) -> Refusal | None:
    """F.5, F.5.2"""
    refusal = bars_trading(game, owner)
    if refusal:
        return refusal
    if wish.card not in game.players[owner].hand:
        return NO_CARD
    return None if wish.number in range(1, len(board(game).cards) + 1) else NO_SUCH


@does(SwapCard)
def swap_card(game: Root, owner: Owner, option: SwapCard) -> Flow[None]:
    """F.5, G.1.32, RULING L7  Neither spent nor discarded: the one goes there unseen, the other into the hand."""
    cards, player = board(game).cards, game.players[owner]
    taken, cards[option.number - 1] = cards[option.number - 1], option.card
    player.hand.remove(option.card)
    player.hand.append(taken)
    player.used.append(MARKET)
    told: dict[str, Any] = {"owner": owner, "number": option.number}
    if in_the_open(game, owner):
        game.note("market.swapped.openly", "F.5", **told, card=option.card, taken=taken)
    else:
        game.note("market.swapped", "F.5", **told)
        game.note("market.swapped.cards", "F.5", (owner,), **told, card=option.card, taken=taken)
    game.learned = True
    yield from ()


@previews(SwapCard)
def swapped(game: Root, owner: Owner, option: SwapCard) -> Iterator[Preview]:
    """F.5.2  Nobody knows what one gets."""
    yield Preview("market.unseen")


@guest
class BlackMarket(Landmark):
    """F.5"""

    id = MARKET
    reveals = ("market.swapped.openly",)

    def new_board(self) -> Board:
        return MarketBoard()

    def set_up(self, game: Root, me: Owner) -> Flow[None]:
        """F.5.1, RULING S10  The top three cards, without those that were taken out for two players."""
        board(game, me).cards = [game.deck.pop() for _ in range(self.printed.cards)]
        yield from ()

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """F.5, 1.4.2  At any time in one's own turn, between two actions."""
        if moment not in PHASES or bars_trading(game, owner):
            return ()
        hand = dict.fromkeys(game.players[owner].hand)
        return [
            SwapCard(number, card) for card in hand for number in range(1, len(board(game, me).cards) + 1)
        ]

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """1.2.1  Whoever has a piece there and a card in hand is asked."""
        return moment in PHASES and bars_trading(game, owner) is None

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        return board(game, me).cards

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        """F.5.2, RULING L7  Nobody may look, not even who laid a card there."""
        return [Pile(things=board(game, me).cards)]

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        return BoardView(cards=(CardsView(title="face down", hidden=len(board(game, me).cards)),))
