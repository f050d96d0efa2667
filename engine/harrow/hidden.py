"""H0.9  What a seat may not know, and other tables that would look the same to it.

Tests of leaks compare a game with such another table: whatever differs for the seat betrays something.
"""

from __future__ import annotations

import random

from engine.game import decode, encode
from engine.harrow.course import course_of
from engine.harrow.faction import FACTIONS
from engine.harrow.state import Doll, Harrow, Owner
from engine.rules import Rules


def with_hidden_parts_shuffled(
    rules: Rules[Harrow], game: Harrow, unseen_by: Owner | None, dice: random.Random, *, keep_on_top: int = 0
) -> Harrow:
    """A copy that differs only in what a seat may not know: hands, decks, tiles to come, dolls, figures.

    So many cards on top of each deck stay, so that what is drawn next is the same in both games.
    """
    copy = decode(rules, encode(game))
    for owner in copy.order:
        player = copy.players[owner]
        bottom = max(0, len(player.deck) - keep_on_top)
        hidden, kept = player.deck[:bottom], player.deck[bottom:]
        if owner == unseen_by:
            dice.shuffle(hidden)
        else:
            cards = [*hidden, *player.hand]
            dice.shuffle(cards)
            hidden, player.hand = cards[: len(hidden)], cards[len(hidden) :]
        player.deck = [*hidden, *kept]
        FACTIONS[owner].hide_anew(copy, owner, unseen_by, dice, keep_on_top)
    if not keep_on_top:
        dice.shuffle(copy.tile_supply)
        course_of(copy).hide_anew(copy, unseen_by, dice)
    if unseen_by is None or not FACTIONS[unseen_by].knows_dolls:
        hide_dolls_anew(copy, dice)
    return copy


def hide_dolls_anew(game: Harrow, dice: random.Random) -> None:
    """H4.2.7  The real doll may be any of those that lie face down."""
    down = [hex for hex, doll in game.dolls.items() if not doll.up]
    real = [game.dolls[hex].real for hex in down]
    dice.shuffle(real)
    for hex, is_real in zip(down, real, strict=True):
        game.dolls[hex] = Doll(is_real)
