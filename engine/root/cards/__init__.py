"""Cards: one declaration for each effect. The core asks the effects in play, by hook; it never names a card.

`EFFECTS` is keyed by the effect's name in the card data. A persistent effect (4.1.3) lies in its owner's play
area as a card; while it does, its declaration is one of the voices at the table.
"""

from __future__ import annotations

from engine.flow import Flow
from engine.root.data import CARDS
from engine.root.state import Owner, Root
from engine.root.voice import Voice


class Effect(Voice):
    """A card's effect: a voice while the card lies in a play area. Override what the card says."""

    def resolve(self, game: Root, owner: Owner, card: str) -> Flow[None]:
        """4.1.2  An immediate effect, when crafted."""
        yield from ()


EFFECTS: dict[str, Effect] = {}


def register(effect: type[Effect]) -> type[Effect]:
    """Class decorator: one line makes an effect known."""
    EFFECTS[effect.id] = effect()
    return effect


def has_effect(game: Root, owner: Owner, effect: str) -> bool:
    """Does the owner have this persistent effect in play?"""
    return any(CARDS[card].effect == effect for card in game.players[owner].crafted)


def card_with(game: Root, owner: Owner, effect: str) -> str:
    """The card in an owner's play area that carries an effect."""
    return next(card for card in game.players[owner].crafted if CARDS[card].effect == effect)
