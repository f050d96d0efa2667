"""10.2, 10.4.1 - 10.4.2  The Cult's board: gardens, acolytes, the Outcast and the Lost Souls."""

from __future__ import annotations

from collections import Counter
from typing import cast

import msgspec

from engine.flow import Flow, pick
from engine.root import data
from engine.root.data import CARDS
from engine.root.happen import Removed
from engine.root.rule import has_suit
from engine.root.state import CLEARINGS, Board, Owner, Piece, Root
from engine.root.verbs import discard, discard_pile

PRINTED = data.FACTIONS["lizards"]
NUMBERS = PRINTED.numbers
SUITS = tuple(data.TABLE.suit_markers)
GARDENS: dict[str, str] = {suit: f"garden-{suit}" for suit in SUITS}
BIRD = "bird"


class CultBoard(msgspec.Struct, Board, tag="lizards", kw_only=True):
    """Acolytes, the Outcast, the Lost Souls, and what was revealed and scored this turn."""

    acolytes: int = 0
    outcast: str = ""
    hated: bool = False
    lost_souls: list[str] = []
    revealed: list[str] = []
    scored: list[str] = []
    """Suits whose gardens were scored this turn (10.5.3)."""


def board(game: Root, owner: Owner) -> CultBoard:
    return cast(CultBoard, game.boards[owner])


# --- what lies where --------------------------------------------------------------------------------------


def gardens(game: Root, owner: Owner, suit: str) -> int:
    """10.3.4  Gardens of a printed suit on the map: the place on its track."""
    return game.on_map(owner, GARDENS[suit])


def has_garden(game: Root, owner: Owner, clearing: int) -> bool:
    """10.2.4  Is there a garden in this clearing?"""
    return any(piece.owner == owner for piece in game.buildings[clearing])


def garden_left(game: Root, owner: Owner, suit: str) -> bool:
    """Is a garden of this printed suit left on its track?"""
    return gardens(game, owner, suit) < PRINTED.buildings[GARDENS[suit]]


def outcast_clearings(game: Root, owner: Owner) -> list[int]:
    """10.4.3  Clearings of the Outcast suit."""
    outcast = board(game, owner).outcast
    return [c for c in CLEARINGS if has_suit(game, c, outcast)]


# --- 10.2.5 Fear of the Faithful --------------------------------------------------------------------------


def lost_gardens(game: Root, owner: Owner, removed: Removed) -> bool:
    """10.2.5  Did a garden leave the map?"""
    return any(is_garden(owner, piece) for piece in removed.pieces)


def is_garden(owner: Owner, piece: Piece) -> bool:
    return piece.owner == owner and piece.kind in GARDENS.values()


def fear(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """10.2.5  A random card is discarded for each garden that is gone."""
    for piece in removed.pieces:
        hand = game.players[owner].hand
        if is_garden(owner, piece) and hand:
            card = yield from pick("lizards.fear", hand)
            game.learned = True
            discard(game, owner, card, "10.2.5")


# --- 10.4.1 - 10.4.2 The Outcast and the Lost Souls -------------------------------------------------------


def adjust_outcast(game: Root, owner: Owner) -> Flow[bool]:
    """10.4.1  The suit with the most Lost Souls is the Outcast; the same one again, or none, is Hated."""
    own = board(game, owner)
    counts = Counter(CARDS[card].suit for card in own.lost_souls if CARDS[card].suit != BIRD)
    ranked = counts.most_common(2)
    alone = len(ranked) == 1 or (len(ranked) == 2 and ranked[0][1] > ranked[1][1])
    if alone and ranked[0][0] != own.outcast:
        own.outcast, own.hated = ranked[0][0], False
    else:
        own.hated = True
    key = "lizards.hated" if own.hated else "lizards.outcast"
    game.note(key, "10.4.1", owner=owner, suit=own.outcast)
    yield from ()
    return False


def discard_souls(game: Root, owner: Owner) -> Flow[bool]:
    """10.4.2  All Lost Souls go to the discard pile; dominance cards become available (3.3.3)."""
    discard_pile(game, owner, board(game, owner).lost_souls, "10.4.2", for_good=True)
    yield from ()
    return False
