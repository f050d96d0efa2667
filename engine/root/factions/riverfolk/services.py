"""11.2.6 - 11.2.7  Services: what others buy at the start of their Birdsong, and what it does in their turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow, Option
from engine.root.faction import BIRDSONG, faction_of
from engine.root.factions.riverfolk.funds import (
    HAND_CARD,
    MERCENARIES,
    RIVERBOATS,
    board,
    pay_in,
    posts,
    put,
)
from engine.root.menu import does, refuses
from engine.root.state import Owner, Root
from engine.root.verbs import give
from engine.rules import Refusal

SHOP = f"{BIRDSONG}.start"
LASTING = (RIVERBOATS, MERCENARIES)


class Buy(Option, frozen=True, tag="buy"):
    """11.2.6  Buy a service that lasts for the turn, at this price."""

    service: str
    price: int


class BuyCard(Option, frozen=True, tag="buy_card"):
    """11.2.7.I  Buy this card of the open hand, at this price."""

    card: str
    price: int


NO_SELLER = Refusal("11.2.6", "Nobody sells services in this game.")
OWN_SHOP = Refusal("11.2.6", "You sell services; you do not buy them.")
CLOSED = Refusal("11.2.6", "Services are bought at the very start of your own Birdsong.")
NO_SERVICE = Refusal("11.2.7", "The Riverfolk do not sell that.")
NOT_IN_HAND = Refusal("11.2.7.I", "The Riverfolk do not hold that card.")
HAVE_IT = Refusal("11.2.7", "You have bought that service this turn; once is enough.")
NOT_FOR_HIRE = Refusal("11.2.7.III.b", "Who has no warriors of his own cannot hire mercenaries.")
OTHER_PRICE = Refusal("11.2.6.I", "That is not the price of that service.")
TOO_MANY = Refusal(
    "11.2.6.II",
    "You have bought all you can this turn: one service, and one for each clearing with a trade post and you.",
)
TOO_DEAR = Refusal("11.2.6.I", "You cannot pay that: it takes warriors from your supply, or ready items.")


def seller(game: Root) -> Owner:
    """Who sells services at this table, or ""."""
    return next((owner for owner, plays in game.plays.items() if plays == "riverfolk"), "")


@refuses(Buy)
def why_no_service(game: Root, owner: Owner, wish: Buy) -> Refusal | None:
    """11.2.6, 11.2.7.II-III  Why this service cannot be bought."""
    refusal = bars_shopping(game, owner)
    if refusal:
        return refusal
    me = seller(game)
    if wish.service not in LASTING:
        return NO_SERVICE
    if wish.service == MERCENARIES and not has_warriors(game, owner):
        return NOT_FOR_HIRE
    if is_sold(game, me, wish.service, owner):
        return HAVE_IT
    return bars_payment(game, owner, me, wish.service, wish.price)


@refuses(BuyCard)
def why_no_card(game: Root, owner: Owner, wish: BuyCard) -> Refusal | None:
    """11.2.6, 11.2.7.I  Why this card cannot be bought."""
    refusal = bars_shopping(game, owner)
    if refusal:
        return refusal
    me = seller(game)
    if wish.card not in game.players[me].hand:
        return NOT_IN_HAND
    return bars_payment(game, owner, me, HAND_CARD, wish.price)


def bars_shopping(game: Root, owner: Owner) -> Refusal | None:
    """11.2.6  Only others buy, at the start of their own Birdsong."""
    me = seller(game)
    if not me:
        return NO_SELLER
    if me == owner:
        return OWN_SHOP
    return None if game.active == owner and game.cursor.step == SHOP and not game.cursor.left else CLOSED


def bars_payment(game: Root, owner: Owner, me: Owner, service: str, price: int) -> Refusal | None:
    """11.2.6.I-II  The price as it is set, within the limit, and enough to pay with."""
    if price != board(game, me).prices.get(service):
        return OTHER_PRICE
    if bought(game, me) >= limit(game, me, owner):
        return TOO_MANY
    return TOO_DEAR if faction_of(game, owner).purse(game, owner) < price else None


def has_warriors(game: Root, owner: Owner) -> bool:
    """11.2.7.III.b  Mercenaries follow armies: whoever has none of his own cannot hire them."""
    printed = faction_of(game, owner).printed
    return printed is not None and printed.warriors > 0


def bought(game: Root, me: Owner) -> int:
    """11.2.6.II  Services bought this turn."""
    own = board(game, me)
    return own.bought if own.sales == game.turn else 0


def limit(game: Root, me: Owner, owner: Owner) -> int:
    """11.2.6.II  One, and one for each clearing with a trade post and a piece of the buyer; counted once a turn."""
    own = board(game, me)
    if own.sales == game.turn:
        return own.limit
    return 1 + sum(game.has_piece(owner, clearing) for clearing in posts(game, me))


def is_sold(game: Root, me: Owner, service: str, owner: Owner) -> bool:
    """11.2.7.II-III  Has the player on turn bought this service?"""
    own = board(game, me)
    return service in own.sold and own.sales == game.turn and owner == game.active and owner != me


def on_sale(game: Root, me: Owner, owner: Owner) -> Sequence[Option]:
    """11.2.6  Everything this player can buy now."""
    prices = board(game, me).prices
    if owner == me or bars_shopping(game, owner) or bought(game, me) >= limit(game, me, owner):
        return ()
    cards = [BuyCard(card, prices.get(HAND_CARD, 0)) for card in sorted(set(game.players[me].hand))]
    services = [Buy(service, prices.get(service, 0)) for service in LASTING]
    return [
        *(wish for wish in cards if why_no_card(game, owner, wish) is None),
        *(wish for wish in services if why_no_service(game, owner, wish) is None),
    ]


@does(Buy)
def buy(game: Root, owner: Owner, option: Buy) -> Flow[None]:
    """11.2.7.II-III  Riverboats or mercenaries, for this turn."""
    me = seller(game)
    yield from pay(game, owner, me, option.service, option.price)
    board(game, me).sold.append(option.service)


@does(BuyCard)
def buy_card(game: Root, owner: Owner, option: BuyCard) -> Flow[None]:
    """11.2.7.I  Any card of the hand."""
    me = seller(game)
    yield from pay(game, owner, me, HAND_CARD, option.price)
    give(game, me, owner, option.card, "11.2.7.I")


def pay(game: Root, owner: Owner, me: Owner, service: str, price: int) -> Flow[None]:
    """11.2.6.I, 11.2.6.III  Warriors go to Payments; for what is paid otherwise, the seller's own do."""
    own = board(game, me)
    if own.sales != game.turn:
        own.limit = limit(game, me, owner)
        own.sales, own.bought, own.sold = game.turn, 0, []
    own.bought += 1
    paid = yield from faction_of(game, owner).pays(game, owner, price, "11.2.6.I")
    put(own.payments, {owner: paid})
    game.note("riverfolk.bought", "11.2.6", owner=owner, seller=me, service=service, price=price)
    if paid < price:
        pay_in(game, me, price - paid)


# --- 11.2.7.III Mercenaries -------------------------------------------------------------------------------


def serves(game: Root, me: Owner, owner: Owner) -> bool:
    """11.2.7.III  Do the Riverfolk serve this player now: hired, and in Daylight or Evening?"""
    return is_sold(game, me, MERCENARIES, owner) and not game.cursor.step.startswith(BIRDSONG)
