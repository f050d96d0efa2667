"""8  What the choices of the Alliance cost and bring, and what it costs to cross it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.muster import Recruit
from engine.root.factions.alliance.faction import (
    POINTS,
    REVOLT_COST,
    Mobilize,
    Organize,
    Revolt,
    Spread,
    Train,
    martial_law,
    spread_price,
)
from engine.root.factions.alliance.supporters import (
    GiveCard,
    ShowHand,
    board,
    is_full,
    supporters_for,
    sympathetic,
    tokens_placed,
)
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left, worths
from engine.root.rule import enemies, has_suit, removable_pieces
from engine.root.state import Owner, Root
from engine.rules import Preview


@previews(Revolt, "alliance")
def revolt(game: Root, owner: Owner, option: Revolt) -> Iterator[Preview]:
    """8.4.1  Supporters, points for what is swept away, warriors and an officer."""
    here = option.clearing
    yield paid(game, owner, here, REVOLT_COST)
    swept = [piece for enemy in enemies(game, owner) for piece in removable_pieces(game, enemy, here, owner)]
    yield from points(game, owner, sum(worths(game, swept)))
    friends = [c for c in sympathetic(game, owner) if has_suit(game, c, game.suit(here))]
    yield Preview("alliance.revolt", {"warriors": min(len(friends), game.players[owner].supply)})


@previews(Spread, "alliance")
def spread(game: Root, owner: Owner, option: Spread) -> Iterator[Preview]:
    """8.4.2  Supporters, one more under martial law, and points."""
    yield paid(game, owner, option.clearing, spread_price(game, owner, option.clearing))
    yield from points(game, owner, POINTS[tokens_placed(game, owner)])
    if martial_law(game, owner, option.clearing):
        yield Preview("alliance.martial")


def paid(game: Root, owner: Owner, clearing: int, price: int) -> Preview:
    """8.2.3  So many of the supporters that match a clearing."""
    return Preview(
        "alliance.supporters", {"price": price, "have": len(supporters_for(game, owner, clearing))}
    )


@previews(Mobilize, "alliance")
def mobilize(game: Root, owner: Owner, option: Mobilize) -> Iterator[Preview]:
    """8.5.2, 8.2.3.I"""
    if is_full(game, owner):
        yield Preview("alliance.full")
    else:
        yield Preview("alliance.stack", {"supporters": len(board(game, owner).supporters) + 1})
    yield from hand_after(game, owner)


@previews(Train, "alliance")
def train(game: Root, owner: Owner, option: Train) -> Iterator[Preview]:
    """8.5.3, 8.6.1"""
    yield Preview("alliance.officers", {"officers": board(game, owner).officers + 1})
    yield from hand_after(game, owner)


@previews(Organize, "alliance")
def organize(game: Root, owner: Owner, option: Organize) -> Iterator[Preview]:
    """8.6.1.IV"""
    yield from points(game, owner, POINTS[tokens_placed(game, owner)])
    yield Preview("alliance.organize")
    yield from rule_after(game, owner, [(owner, option.clearing, 0, 1)])


@previews(Recruit, "alliance")
def recruit(game: Root, owner: Owner, option: Recruit) -> Iterator[Preview]:
    """8.6.1.III"""
    yield from warriors_left(game, owner, 1)
    yield from rule_after(game, owner, [(owner, 0, option.clearing, 1)])


@previews(GiveCard)
def give_card(game: Root, owner: Owner, option: GiveCard) -> Iterator[Preview]:
    """8.2.6"""
    yield from hand_after(game, owner)


@previews(ShowHand)
def show_hand(game: Root, owner: Owner, option: ShowHand) -> Iterator[Preview]:
    """8.2.6"""
    yield Preview("alliance.show")
