"""1.2.1  What a seat may not know, and other tables that would look the same to it.

Tests of leaks compare a game with such another table: whatever differs for the seat betrays something.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

from engine.game import decode, encode
from engine.root.faction import faction_of
from engine.root.state import Owner, Root
from engine.rules import Rules


def unseen_piles(game: Root, seat: Owner | None) -> list[list[str]]:
    """1.2.1, RULING 1  Hands and face-down piles on boards that this seat may not look at (None: anybody)."""
    piles = []
    for owner in game.order:
        faction = faction_of(game, owner)
        if owner == seat:
            continue
        if not faction.hand_is_public(game, owner):
            piles.append(game.players[owner].hand)
        piles += faction.face_down(game, owner)
    return piles


def with_hidden_parts_shuffled(
    rules: Rules[Root],
    game: Root,
    unseen_by: Owner | None,
    dice: random.Random,
    *,
    keep_on_top: int | None = None,
) -> Root:
    """A copy that differs only in what a seat may not know: cards, deck, ruin items, quests to come.

    With `keep_on_top` so many cards of the deck, the ruins and the quests stay, so that what is drawn or found
    next is the same in both games.
    """
    copy = decode(rules, encode(game))
    bottom = max(0, len(copy.deck) - (keep_on_top or 0))
    deck, kept = copy.deck[:bottom], copy.deck[bottom:]
    deal_anew([deck, *unseen_piles(copy, unseen_by)], dice)
    copy.deck = deck + kept
    if keep_on_top is None:
        deal_anew(list(copy.ruins.values()), dice)
        dice.shuffle(copy.quest_deck)
    return copy


def deal_anew(piles: Sequence[list[str]], dice: random.Random) -> None:
    """Shuffle all these piles together; each keeps its size."""
    things = list(chain.from_iterable(piles))
    dice.shuffle(things)
    for pile in piles:
        pile[:] = [things.pop() for _ in pile]
