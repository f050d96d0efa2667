"""11  What the choices of the Riverfolk, and their services, cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.battle import Fight
from engine.root.actions.move import Move
from engine.root.actions.muster import Recruit
from engine.root.actions.preview import fought, marched
from engine.root.data import CARDS
from engine.root.factions.riverfolk.faction import (
    ACTIONS_STEP,
    COST,
    ChoosePost,
    Establish,
    Export,
    SetPrice,
    open_posts,
)
from engine.root.factions.riverfolk.funds import POINTS, POSTS, board, funds, placed
from engine.root.factions.riverfolk.services import Buy, BuyCard, seller, shop_of
from engine.root.preview import points, previews, rule_after
from engine.root.state import Owner, Root
from engine.rules import Preview


def fund(game: Root, owner: Owner, count: int = 1) -> Iterator[Preview]:
    """11.5  Funds that an action of Daylight takes."""
    if game.cursor.step == ACTIONS_STEP:
        yield Preview("riverfolk.funds", {"funds": count, "left": funds(game, owner) - count})


@previews(Buy)
def buy(game: Root, owner: Owner, option: Buy) -> Iterator[Preview]:
    """11.2.6"""
    yield price(game, owner, option.price)
    yield Preview("riverfolk.turn")


@previews(BuyCard)
def buy_card(game: Root, owner: Owner, option: BuyCard) -> Iterator[Preview]:
    """11.2.7.I"""
    yield price(game, owner, option.price)


def price(game: Root, owner: Owner, count: int) -> Preview:
    """11.2.6.I, 11.2.6.III  Warriors of the supply, or what else the buyer pays with."""
    me = seller(game)
    left = shop_of(game, me).purse_of(game, owner)
    if left is None:
        return Preview("riverfolk.price.theirs", {"price": count})
    return Preview("riverfolk.price", {"price": count, "left": left - count})


@previews(Move, "riverfolk")
def move(game: Root, owner: Owner, option: Move) -> Iterator[Preview]:
    """11.5.1"""
    yield from fund(game, owner)
    yield from marched(game, owner, option.origin, option.to, option.warriors, boat=option.boat)


@previews(Fight, "riverfolk")
def fight(game: Root, owner: Owner, option: Fight) -> Iterator[Preview]:
    """11.5.2"""
    yield from fought(game, owner, option.clearing, option.defender)
    yield from fund(game, owner)


@previews(Recruit, "riverfolk")
def recruit(game: Root, owner: Owner, option: Recruit) -> Iterator[Preview]:
    """11.5.5"""
    yield from fund(game, owner)
    yield from rule_after(game, owner, [(owner, 0, option.clearing, 1)])


@previews(Export, "riverfolk")
def export(game: Root, owner: Owner, option: Export) -> Iterator[Preview]:
    """11.5.3.I"""
    yield Preview("riverfolk.export", {"pieces": len(CARDS[option.card].cost)})


@previews(Establish, "riverfolk")
def establish(game: Root, owner: Owner, option: Establish) -> Iterator[Preview]:
    """11.5.6"""
    gains = {POINTS[placed(game, owner, POSTS[suit])] for suit in open_posts(game, owner, option.clearing)}
    yield from fund(game, owner, COST)
    if len(gains) == 1:
        yield from points(game, owner, gains.pop())
    yield from rule_after(game, owner, [(owner, 0, option.clearing, 1)])


@previews(ChoosePost, "riverfolk")
def post(game: Root, owner: Owner, option: ChoosePost) -> Iterator[Preview]:
    """11.5.6.III  Each suit has a row of its own."""
    yield from points(game, owner, POINTS[placed(game, owner, POSTS[option.suit])])


@previews(SetPrice, "riverfolk")
def set_price(game: Root, owner: Owner, option: SetPrice) -> Iterator[Preview]:
    """11.6.2"""
    now = board(game, owner).prices.get(option.service)
    if now is not None:
        yield Preview("riverfolk.was", {"price": now})
