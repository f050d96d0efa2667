"""8.2.3 - 8.2.6  The supporters of the Alliance: where they come from, and what a lost base costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from engine.flow import Flow, Option, ask, ask_many, reveal
from engine.root import data
from engine.root.actions.discarding import in_order
from engine.root.actions.dominance import Spend
from engine.root.faction import hides_hand
from engine.root.happen import Moved, Removed
from engine.root.rule import fitting, matching, principal
from engine.root.state import Board, Owner, Piece, Root
from engine.root.verbs import (
    lay_face_down,
    put_in_discard,
    return_warriors,
    take_from_deck,
)

PRINTED = data.FACTIONS["alliance"]
SYMPATHY = "sympathy"
BASES: dict[str, str] = {suit: f"base-{suit}" for suit in data.TABLE.suit_markers}
LIMIT = PRINTED.numbers["supporter_limit"]


class AllianceBoard(msgspec.Struct, Board, tag="alliance", kw_only=True):
    """The supporters, the officers, and the operations taken this Evening."""

    supporters: list[str] = []
    officers: int = 0
    operations: int = 0


def board(game: Root, owner: Owner) -> AllianceBoard:
    return cast(AllianceBoard, game.boards[owner])


# --- options ----------------------------------------------------------------------------------------------


class GiveCard(Option, frozen=True, tag="give_card"):
    """8.2.6  Add this card to the supporters of the Alliance."""

    PRIVATE = True

    card: str


class ShowHand(Option, frozen=True, tag="show_hand"):
    """8.2.6  You have no card that matches: show your hand."""

    PRIVATE = True


# --- what lies where --------------------------------------------------------------------------------------


def sympathetic(game: Root, owner: Owner) -> list[int]:
    """8.2.5.II  Clearings with sympathy."""
    return game.clearings_with(owner, SYMPATHY)


def is_sympathetic(game: Root, owner: Owner, clearing: int) -> bool:
    """8.2.5.II  Is there sympathy in this clearing?"""
    return Piece(owner, SYMPATHY) in game.tokens[clearing]


def bases(game: Root, owner: Owner) -> list[str]:
    """The printed suits of the bases on the map."""
    return [suit for suit, kind in BASES.items() if game.on_map(owner, kind)]


def tokens_placed(game: Root, owner: Owner) -> int:
    """8.2.5  Sympathy on the map: the place on the track."""
    return game.on_map(owner, SYMPATHY)


# --- 8.2.3 Supporters -------------------------------------------------------------------------------------


def supporters_for(game: Root, owner: Owner, clearing: int) -> list[str]:
    """8.2.3, 2.1.1  Supporters that match a clearing; birds are wild."""
    return fitting(game, board(game, owner).supporters, clearing)


def is_full(game: Root, owner: Owner) -> bool:
    """8.2.3.I  Without a base on the map there is room for five."""
    return len(board(game, owner).supporters) >= LIMIT and not bases(game, owner)


def add_supporter(game: Root, owner: Owner, card: str) -> None:
    """8.2.3.I  A card comes to the stack; one too many is discarded as it comes."""
    if is_full(game, owner):
        game.note("alliance.no_room", "8.2.3.I", owner=owner, card=card)
        put_in_discard(game, card)
    else:
        board(game, owner).supporters.append(card)


def draw_supporters(game: Root, owner: Owner, count: int, clause: str) -> Flow[None]:
    """2.1.2  Cards from the deck come to the stack, face down."""
    cards = yield from take_from_deck(game, count)
    if cards:
        game.note("alliance.supporters", clause, owner=owner, cards=len(cards))
        game.note("alliance.supporters.cards", clause, (owner,), owner=owner, cards=tuple(cards))
    for card in cards:
        add_supporter(game, owner, card)


def discard_supporter(game: Root, owner: Owner, card: str, clause: str) -> None:
    """8.2.3  A supporter is spent or discarded."""
    board(game, owner).supporters.remove(card)
    game.note("discarded", clause, owner=owner, card=card)
    put_in_discard(game, card)


def choose_supporters(
    game: Root, owner: Owner, key: str, clause: str, among: Sequence[str], count: int, clearing: int
) -> Flow[None]:
    """8.2.3  Discard so many of these supporters. Not asked only if all must go, which all can see (1.2.1)."""
    options = [Spend(card) for card in sorted(among)]
    hidden = len(board(game, owner).supporters) > count
    chosen = yield from ask_many(
        owner, key, clause, options, count, count, secret=hidden, clearing=clearing, cards=count
    )
    for choice in chosen:
        discard_supporter(game, owner, choice.card, clause)


# --- 8.2.4 Base removed -----------------------------------------------------------------------------------


def lost_base(game: Root, owner: Owner, removed: Removed) -> bool:
    """8.2.4  Did a base leave the map?"""
    return any(piece.owner == owner and piece.kind in BASES.values() for piece in removed.pieces)


def lose_base(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """8.2.4  Supporters of the base's printed suit go, half the officers, and the surplus without any base."""
    own = board(game, owner)
    for suit, kind in BASES.items():
        if not removed.has(owner, kind):
            continue
        gone = sorted(matching(own.supporters, suit))
        for card in (yield from in_order(game, owner, gone, "8.2.4")):  # RULING D6
            discard_supporter(game, owner, card, "8.2.4")
            game.learned = True
        lost = (own.officers + 1) // 2
        if lost:
            own.officers -= lost
            game.note("alliance.lost.officers", "8.2.4", owner=owner, officers=lost)
            return_warriors(game, owner, lost)
    surplus = len(own.supporters) - LIMIT
    if surplus > 0 and not bases(game, owner):
        yield from choose_supporters(
            game, owner, "alliance.surplus", "8.2.4", own.supporters, surplus, removed.clearing
        )


# --- 8.2.6 Outrage ----------------------------------------------------------------------------------------


def moved_in(game: Root, owner: Owner, moved: Moved) -> bool:
    """8.2.6, E.3.7  Another player's warriors moved into a sympathetic clearing, or a hireling's of that player."""
    offender = principal(game, moved.mover)
    if offender == owner or offender not in game.players or not moved.warriors:
        return False
    return is_sympathetic(game, owner, moved.clearing)


def outrage_at_move(game: Root, owner: Owner, moved: Moved) -> Flow[None]:
    """8.2.6  Once for a move, however many warriors."""
    yield from outrage(game, owner, principal(game, moved.mover), moved.clearing)


def removed_sympathy(game: Root, owner: Owner, removed: Removed) -> bool:
    """8.2.6  Another player removed sympathy."""
    offender = principal(game, removed.by)
    if offender == owner or offender not in game.players:
        return False
    return Piece(owner, SYMPATHY) in removed.pieces


def outrage_at_removal(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """8.2.6  Once for each token."""
    yield from outrage(game, owner, principal(game, removed.by), removed.clearing)


def outrage(game: Root, owner: Owner, offender: Owner, clearing: int) -> Flow[None]:
    """8.2.6, 2.1.1.I  The offender adds a matching card to the stack, or shows the hand and the Alliance draws."""
    game.note("alliance.outrage", "8.2.6", owner=owner, by=offender, clearing=clearing)
    hand = game.players[offender].hand
    if hand:
        cards: list[Option] = [GiveCard(card) for card in fitting(game, sorted(set(hand)), clearing)]
        secret = hides_hand(game, offender)
        choice = yield from ask(
            offender, "alliance.outrage", "8.2.6", cards or [ShowHand()], secret=secret, clearing=clearing
        )
        if isinstance(choice, GiveCard):
            lay_face_down(game, offender, owner, choice.card, "8.2.6")
            add_supporter(game, owner, choice.card)
            return
        yield from show_hand(game, offender, owner)
    yield from draw_supporters(game, owner, 1, "8.2.6")


def show_hand(game: Root, offender: Owner, owner: Owner) -> Flow[None]:
    """8.2.6, G.1.30  The Alliance looks at the offender's hand; nobody else does."""
    game.note("showed.hand", "8.2.6", owner=offender, to=owner)
    cards = tuple(sorted(game.players[offender].hand))
    game.note("showed.hand.cards", "8.2.6", (owner,), owner=offender, cards=cards)
    yield from reveal("alliance.outrage", owner)
