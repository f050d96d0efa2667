"""3.3  Dominance cards: activating one, taking one, winning by one."""

from __future__ import annotations

from engine.flow import Flow, Option, ask
from engine.root.data import CARDS, TABLE
from engine.root.faction import DAYLIGHT, faction_of
from engine.root.menu import does, refuses
from engine.root.rule import matches, of_suit, ruler
from engine.root.state import Owner, Root
from engine.root.verbs import discard, win
from engine.rules import Refusal


class Activate(Option, frozen=True, tag="dominance"):
    """3.3.1  Activate this dominance card."""

    PRIVATE = True

    card: str


class Take(Option, frozen=True, tag="take_dominance"):
    """3.3.4  Take this available dominance card by spending a card."""

    PRIVATE = True

    card: str


class Spend(Option, frozen=True, tag="spend"):
    """Spend this card."""

    PRIVATE = True

    card: str


NOT_DOMINANCE = Refusal("3.3.1", "You do not hold that dominance card.")
TOO_FEW_POINTS = Refusal(
    "3.3.1", "You need at least 10 points to activate a dominance card; you have {have}."
)
ACTIVE_ALREADY = Refusal("3.3.2", "A dominance card in play cannot be swapped for another.")
NOT_DAYLIGHT = Refusal("3.3.1", "Dominance cards are activated in your Daylight.")
TAKEN_IN_DAYLIGHT = Refusal("3.3.4", "Dominance cards are taken in your Daylight.")
NOT_AVAILABLE = Refusal("3.3.4", "That dominance card is not available.")
NO_MATCH = Refusal(
    "3.3.4", "You need a card of the same suit to take it; for the bird card only a bird will do."
)
NO_WIN = Refusal("9.2.8", "Your faction cannot win by a dominance card.")
FOR_BOTS = Refusal("RB 1.3.1", "In this game only bots win by dominance cards; you can spend yours.")


@refuses(Activate)
def why_no_activation(game: Root, owner: Owner, wish: Activate) -> Refusal | None:
    """3.3.1  Why this dominance card cannot be activated."""
    player = game.players[owner]
    if game.dominance_for_bots:
        return FOR_BOTS
    if not faction_of(game, owner).wins_by_dominance:
        return NO_WIN
    if wish.card not in player.hand or CARDS[wish.card].kind != "dominance":
        return NOT_DOMINANCE
    if player.dominance:
        return ACTIVE_ALREADY
    if not game.cursor.step.startswith(DAYLIGHT):
        return NOT_DAYLIGHT
    if player.score < TABLE.dominance_points:
        return TOO_FEW_POINTS.naming(have=player.score)
    return None


@refuses(Take)
def why_no_taking(game: Root, owner: Owner, wish: Take) -> Refusal | None:
    """3.3.4  Why this dominance card cannot be taken."""
    if game.dominance_for_bots:
        return FOR_BOTS
    if wish.card not in game.available:
        return NOT_AVAILABLE
    if not game.cursor.step.startswith(DAYLIGHT):
        return TAKEN_IN_DAYLIGHT
    if not payments(game, owner, wish.card):
        return NO_MATCH
    return None


def payments(game: Root, owner: Owner, card: str) -> list[Spend]:
    """3.3.4  The cards that could be spent to take a dominance card (RULING 10)."""
    hand = dict.fromkeys(game.players[owner].hand)
    return [Spend(spent) for spent in hand if matches(spent, CARDS[card].suit)]


def dominance_options(game: Root, owner: Owner) -> list[Option]:
    """3.3  What may be done with dominance cards between the actions of Daylight."""
    if game.dominance_for_bots or (not game.available and game.players[owner].score < TABLE.dominance_points):
        return []
    hand = [card for card in game.players[owner].hand if CARDS[card].kind == "dominance"]
    options: list[Option] = [
        Activate(card) for card in hand if why_no_activation(game, owner, Activate(card)) is None
    ]
    options += [Take(card) for card in game.available if payments(game, owner, card)]
    return options


@does(Activate)
def activate(game: Root, owner: Owner, option: Activate) -> Flow[None]:
    """3.3.1  The card goes to the play area and the score marker leaves the track."""
    player = game.players[owner]
    player.hand.remove(option.card)
    player.dominance = option.card
    game.note("activated", "3.3.1", owner=owner, card=option.card)
    yield from ()


@does(Take)
def take(game: Root, owner: Owner, option: Take) -> Flow[None]:
    """3.3.4  Spend a card of the same suit and take the dominance card into the hand."""
    hidden = len(game.players[owner].hand) > 1  # 1.2.1  a lone card is no secret, the choice among more is
    cards = payments(game, owner, option.card)
    spent = yield from ask(owner, "dominance.spend", "3.3.4", cards, secret=hidden, card=option.card)
    game.available.remove(option.card)
    game.players[owner].hand.append(option.card)
    game.note("took.dominance", "3.3.4", owner=owner, card=option.card)
    discard(game, owner, spent.card, "3.3.4")


def check_dominance(game: Root, owner: Owner) -> None:
    """3.3.1.I-II  At the start of Birdsong: three ruled clearings of the suit, or two opposite corners."""
    card = game.players[owner].dominance
    if card and faction_of(game, owner).wins_by_dominance and dominates(game, owner, CARDS[card].suit):
        win(game, owner, "dominance", "3.3.1")


def dominates(game: Root, owner: Owner, suit: str) -> bool:
    """3.3.1.I-II  Is the condition of a dominance card of this suit met?"""
    if suit == "bird":
        return any(
            ruler(game, c) == owner and ruler(game, game.map.opposite[c]) == owner for c in game.map.corners
        )
    ruled = [c for c in of_suit(game, suit) if ruler(game, c) == owner]
    return len(ruled) >= TABLE.dominance_clearings
