"""4.1.3  What the cards of the base deck cost and bring when they are used."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.preview import fought
from engine.root.cards.base.effects import Bank, CallToArms, ClaimCrown, Collect, Rob, Spy
from engine.root.preview import draws, points, previews, rule_after
from engine.root.rule import ruled
from engine.root.state import Owner, Root
from engine.rules import Preview


@previews(ClaimCrown)
def claim_crown(game: Root, owner: Owner, option: ClaimCrown) -> Iterator[Preview]:
    """A point for each clearing."""
    yield from points(game, owner, len(ruled(game, owner)))
    yield Preview("card.gone")


@previews(Rob)
def rob(game: Root, owner: Owner, option: Rob) -> Iterator[Preview]:
    """A card for a point."""
    yield Preview("takes.random", {"cards": len(game.players[option.player].hand)})
    yield Preview("enlist", {"player": option.player, "points": 1})


@previews(Collect)
def collect(game: Root, owner: Owner, option: Collect) -> Iterator[Preview]:
    """A warrior for a card."""
    yield from draws(1)
    yield from rule_after(game, owner, [(owner, option.clearing, 0, 1)])


@previews(CallToArms)
def call_to_arms(game: Root, owner: Owner, option: CallToArms) -> Iterator[Preview]:
    """A battle."""
    yield from fought(game, owner, option.clearing, option.defender)


@previews(Bank)
def bank(game: Root, owner: Owner, option: Bank) -> Iterator[Preview]:
    """A card for each of the two."""
    yield Preview("both.draw", {"player": option.player})


@previews(Spy)
def spy(game: Root, owner: Owner, option: Spy) -> Iterator[Preview]:
    """How many cards there are to see."""
    yield Preview("sees", {"cards": len(game.players[option.player].hand)})
