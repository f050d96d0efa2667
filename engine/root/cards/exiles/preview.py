"""4.1.3  What the cards of Exiles and Partisans cost and bring when they are used."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.cards.exiles.menu import (
    WARRIORS_PER_POINT,
    Bury,
    Charm,
    Emigrate,
    Inform,
    Mislead,
    Persuade,
    Sabotage,
    Swap,
    Venture,
    misled,
)
from engine.root.faction import faction_of
from engine.root.preview import draws, hand_after, points, previews, rule_after
from engine.root.state import Owner, Root
from engine.rules import Preview


@previews(Sabotage)
def sabotage(game: Root, owner: Owner, option: Sabotage) -> Iterator[Preview]:
    """Card for card."""
    yield Preview("card.gone")


@previews(Mislead)
def mislead(game: Root, owner: Owner, option: Mislead) -> Iterator[Preview]:
    """Half of an enemy's warriors go."""
    yield Preview("misled", {"warriors": misled(game, option)})
    moved = [(option.player, option.origin, option.to, misled(game, option))]
    yield from rule_after(game, owner, moved, always=[option.to])
    yield Preview("card.gone")


@previews(Swap)
def swap(game: Root, owner: Owner, option: Swap) -> Iterator[Preview]:
    """A card for a card."""
    yield Preview("takes.random", {"cards": len(game.players[option.player].hand)})


@previews(Bury)
def bury(game: Root, owner: Owner, option: Bury) -> Iterator[Preview]:
    """A point for every five warriors on it."""
    yield from points(game, owner, sum(game.players[owner].held.values()) // WARRIORS_PER_POINT)


@previews(Persuade)
def persuade(game: Root, owner: Owner, option: Persuade) -> Iterator[Preview]:
    """A card for a change of sides."""
    here = option.clearing
    yield from hand_after(game, owner)
    placed = [(owner, 0, here, 1)] if game.players[owner].supply else []
    yield from rule_after(game, owner, [*placed, (option.player, here, 0, 1)])


@previews(Charm)
def charm(game: Root, owner: Owner, option: Charm) -> Iterator[Preview]:
    """A card for a point."""
    yield from draws(1)
    yield Preview("enlist", {"player": option.player, "points": 1})


@previews(Emigrate)
def emigrate(game: Root, owner: Owner, option: Emigrate) -> Iterator[Preview]:
    """Both, or the card goes."""
    yield Preview("emigre.both")


@previews(Venture)
def venture(game: Root, owner: Owner, option: Venture) -> Iterator[Preview]:
    """An item for an action."""
    yield Preview("items.left", {"left": len(game.players[owner].items) - 1})


@previews(Inform)
def inform(game: Root, owner: Owner, option: Inform) -> Iterator[Preview]:
    """One card for all that would be drawn."""
    yield Preview("instead.draw", {"cards": faction_of(game, owner).draws(game, owner)})
