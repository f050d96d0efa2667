"""Cards: one declaration for each effect. The core asks the effects in play, by hook; it never names a card.

`EFFECTS` is keyed by the effect's name in the card data. A persistent effect (4.1.3) lies in its owner's play
area as a card; `effects_of` finds the declarations behind those cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.flow import Flow, Option
from engine.root.data import CARDS
from engine.root.state import Owner, Root

if TYPE_CHECKING:
    from engine.root.actions.battle import Side
    from engine.root.happen import Reaction


class Effect:
    """The neutral answers of a card's effect. Override what the card says."""

    id: ClassVar[str]
    """The effect's name in the card data."""
    reactions: ClassVar[tuple[Reaction, ...]] = ()
    """How the effect reacts to what happens, while its card is in play."""

    def resolve(self, game: Root, owner: Owner, card: str) -> Flow[None]:
        """4.1.2  An immediate effect, when crafted."""
        yield from ()

    def options(self, game: Root, owner: Owner, window: str) -> Sequence[Option]:
        """What the effect offers its owner now. Windows: "birdsong.start", "birdsong", "birdsong.end",
        "daylight.start", "daylight", "evening.start", "evening" (see `turn.py`)."""
        return ()

    def must(self, game: Root, owner: Owner, window: str) -> bool:
        """Must one of these options be taken before the window closes?"""
        return False

    def adds_rule(self, game: Root, owner: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """2.5  Change the counts that decide rule."""

    def extra_adjacent(self, game: Root, owner: Owner, clearing: int) -> Sequence[int]:
        """Clearings the owner treats as adjacent."""
        return ()

    def waives_rule_to_move(self, game: Root, owner: Owner) -> bool:
        """4.2.1"""
        return False

    def stops_ambush(self, game: Root, side: Side) -> bool:
        """4.3.1  Do ambush cards not affect this side?"""
        return False

    def usable_in_battle(self, game: Root, side: Side) -> bool:
        """4.3.3  May this side use the effect in step 3 now?"""
        return False

    def use_in_battle(self, game: Root, side: Side) -> Flow[None]:
        """4.3.3  The effect in step 3."""
        yield from ()

    def item_points(self, game: Root, owner: Owner) -> int:
        """Extra points when the owner crafts an item."""
        return 0

    def replaces_draw(self, game: Root, owner: Owner) -> Sequence[Option]:
        """Options instead of the Evening draw."""
        return ()

    def keeps_warriors(self, game: Root, owner: Owner, of: Owner, warriors: int) -> bool:
        """Does this card take warriors that would return to a supply? If so it has put them away."""
        return False

    def gives_back(self, game: Root, owner: Owner, of: Owner, warriors: int) -> None:
        """Release warriors this card has just taken to their supply."""

    def leaves_play(self, game: Root, owner: Owner) -> None:
        """The card leaves the play area."""


EFFECTS: dict[str, Effect] = {}


def register(effect: type[Effect]) -> type[Effect]:
    """Class decorator: one line makes an effect known."""
    EFFECTS[effect.id] = effect()
    return effect


def effects_of(game: Root, owner: Owner) -> list[Effect]:
    """The persistent effects an owner has in play."""
    crafted = game.players[owner].crafted
    return [EFFECTS[CARDS[card].effect] for card in crafted] if crafted else []


def has_effect(game: Root, owner: Owner, effect: str) -> bool:
    """Does the owner have this persistent effect in play?"""
    return any(CARDS[card].effect == effect for card in game.players[owner].crafted)


def card_with(game: Root, owner: Owner, effect: str) -> str:
    """The card in an owner's play area that carries an effect."""
    return next(card for card in game.players[owner].crafted if CARDS[card].effect == effect)
