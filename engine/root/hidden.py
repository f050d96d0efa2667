"""1.2.1  What a seat may not know, and other tables that would look the same to it.

Tests of leaks compare a game with such another table: whatever differs for the seat betrays something.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from engine.game import decode, encode
from engine.root.faction import faction_of, shown_as
from engine.root.state import Owner, Piece, Root
from engine.root.voice import CARDS_GROUP, Pile
from engine.rules import Rules

RUINS, QUESTS = "ruins", "quests"


def hidden_piles(game: Root) -> list[Pile]:
    """1.2.1, RULING 1  Everything that lies face down, the deck too, with who may look at it."""
    piles = [Pile(things=game.deck)]
    for owner in game.order:
        if not faction_of(game, owner).hand_is_public(game, owner):
            piles.append(Pile(things=game.players[owner].hand, seen_by=(owner,)))
    for me, voice in game.cast["hidden_piles"]:
        piles += voice.hidden_piles(game, me)
    piles += [Pile(things=items, group=RUINS) for items in game.ruins.values()]
    piles.append(Pile(things=game.quest_deck, group=QUESTS))
    return piles


def unseen_piles(game: Root, seat: Owner | None, group: str = CARDS_GROUP) -> list[list[str]]:
    """1.2.1  The piles of a group, besides the deck, that this seat may not look at (None: anybody)."""
    return [
        pile.things
        for pile in hidden_piles(game)
        if pile.group == group and pile.things is not game.deck and seat not in pile.seen_by
    ]


def hidden_tokens(game: Root, seat: Owner | None) -> dict[tuple[Owner, str], list[tuple[list[Piece], int]]]:
    """1.2.1  Tokens on the map of which this seat sees only the back, by what it sees: their rows and places there."""
    found: dict[tuple[Owner, str], list[tuple[list[Piece], int]]] = {}
    for row in (*game.tokens, *game.tokens_elsewhere.values()):
        for number, piece in enumerate(row):
            if piece.hidden and shown_as(game, piece, seat) != piece.kind:
                back = (piece.owner, shown_as(game, piece, None))
                found.setdefault(back, []).append((row, number))
    return found


def token_group(owner: Owner, back: str) -> str:
    """The group of a pile whose things could as well lie on the map: tokens of an owner with this back."""
    return f"{owner}:{back}"


def unseen(game: Root, seat: Owner | None) -> Counter[tuple[str, str]]:
    """1.2.1  All cards and tokens a seat cannot see, by group; what is kept the same in twins does not count."""
    found = Counter(
        (pile.group, thing)
        for pile in hidden_piles(game)
        if pile.group not in (RUINS, QUESTS) and seat not in pile.seen_by
        for thing in pile.things
    )
    for back, places in hidden_tokens(game, seat).items():
        found.update((token_group(*back), row[number].kind) for row, number in places)
    return found


def with_hidden_parts_shuffled(
    rules: Rules[Root],
    game: Root,
    unseen_by: Owner | None,
    dice: random.Random,
    *,
    keep_on_top: int | None = None,
) -> Root:
    """A copy that differs only in what a seat may not know: cards, deck, ruin items, quests to come, tokens.

    With `keep_on_top` so many cards of the deck, the ruins and the quests stay, so that what is drawn or found
    next is the same in both games.
    """
    copy = decode(rules, encode(game))
    bottom = max(0, len(copy.deck) - (keep_on_top or 0))
    deck, kept = copy.deck[:bottom], copy.deck[bottom:]
    deal_anew([deck, *unseen_piles(copy, unseen_by)], dice)
    copy.deck = deck + kept
    turn_tokens(copy, unseen_by, dice)
    if keep_on_top is None:
        deal_anew(unseen_piles(copy, unseen_by, RUINS), dice)
        dice.shuffle(copy.quest_deck)
    return copy


def turn_tokens(game: Root, seat: Owner | None, dice: random.Random) -> None:
    """1.2.1  Face-down tokens on the map, and those like them in piles, trade places unseen."""
    on_map = hidden_tokens(game, seat)
    groups = {pile.group for pile in hidden_piles(game)} - {CARDS_GROUP, RUINS, QUESTS}
    for group in sorted(groups | {token_group(*back) for back in on_map}):
        places = [place for back, found in on_map.items() if token_group(*back) == group for place in found]
        lying = [row[number].kind for row, number in places]
        deal_anew([lying, *unseen_piles(game, seat, group)], dice)
        for (row, number), kind in zip(places, lying, strict=True):
            row[number] = Piece(row[number].owner, kind, True)


def deal_anew(piles: Sequence[list[str]], dice: random.Random) -> None:
    """Shuffle all these piles together; each keeps its size."""
    things = list(chain.from_iterable(piles))
    dice.shuffle(things)
    for pile in piles:
        pile[:] = [things.pop() for _ in pile]
