"""11.2.6 - 11.2.7, RB 9.2.3  Services: what others buy, what it costs them, and what it does in their turn.

`Shop` is whoever sells them: the Riverfolk Company, which sets its prices, and the Riverfolk Robots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, cast

import msgspec

from engine.flow import Flow, Option
from engine.root.cast import what_if
from engine.root.clockwork.vocabulary import points
from engine.root.faction import BIRDSONG, Faction, faction_of
from engine.root.factions.riverfolk.funds import HAND_CARD, MERCENARIES, RIVERBOATS, Warriors, posts, put
from engine.root.menu import does, refuses
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.verbs import take_warriors
from engine.root.voice import Hire
from engine.rules import Refusal

SHOP = f"{BIRDSONG}.start"
LASTING = (RIVERBOATS, MERCENARIES)


class Till(Protocol):
    """What whoever sells services keeps on its board."""

    payments: Warriors
    sales: int
    """The turn in which the sales below were made; in any other turn they count for nothing."""
    bought: int
    limit: int
    """11.2.6.II  How many services the buyer may buy in that turn."""
    sold: list[str]
    """11.2.7.II-III  Services that last for that turn."""


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
BEHIND = Refusal("RB 9.7", "A bot does not buy from who has more points.")


class Shop(Faction):
    """11.2.6, RB 9.2.3  Whoever sells services: its prices, its goods, and what buyers get of them."""

    clauses: ClassVar[Mapping[str, str]] = {}
    """Where the clauses of its own board differ from those of the Company."""

    def price(self, game: Root, me: Owner, buyer: Owner, service: str) -> int | None:
        """11.2.6.I  What a service costs this buyer now."""
        raise NotImplementedError

    def goods(self, game: Root, me: Owner) -> Sequence[str]:
        """11.2.7.I  The cards on sale."""
        raise NotImplementedError

    def hand_over(self, game: Root, me: Owner, buyer: Owner, card: str) -> None:
        """11.2.7.I  A card that was bought goes to its buyer."""
        raise NotImplementedError

    def bars_buyer(self, game: Root, me: Owner, buyer: Owner) -> Refusal | None:
        """11.2.6, RB 9.7  Why this player can buy nothing at all now."""
        if buyer not in game.bots:
            return None if game.cursor.step == SHOP and not game.cursor.left else CLOSED
        return BEHIND if points(game, buyer) < points(game, me) else None

    def bars_hire(self, game: Root, me: Owner, buyer: Owner) -> Refusal | None:
        """11.2.7.III.b  Mercenaries follow armies: whoever has none of his own cannot hire them."""
        printed = faction_of(game, buyer).printed
        return None if printed and printed.warriors else NOT_FOR_HIRE

    def purse_of(self, game: Root, buyer: Owner) -> int | None:
        """11.2.6.I  How much this buyer could pay now; None: nothing of its own is asked for."""
        return faction_of(game, buyer).purse(game, buyer)

    def bars_price(self, game: Root, me: Owner, buyer: Owner, price: int) -> Refusal | None:
        """11.2.6.I  Why this buyer cannot pay so much."""
        purse = self.purse_of(game, buyer)
        return TOO_DEAR if purse is not None and purse < price else None

    def collect(self, game: Root, me: Owner, buyer: Owner, price: int) -> Flow[int]:
        """11.2.6.I  The buyer pays. Returns how many of its warriors come to Payments."""
        return (yield from faction_of(game, buyer).pays(game, buyer, price, "11.2.6.I"))

    def services_for(self, game: Root, me: Owner, buyer: Owner) -> int:
        """11.2.6.II  One, and one for each clearing with a trade post and a piece of the buyer."""
        return 1 + sum(game.has_piece(buyer, clearing) for clearing in posts(game, me))

    def after_sale(self, game: Root, me: Owner, buyer: Owner) -> None:
        """RB 3.3.2  What a sale brings it besides the payment."""

    def serves(self, game: Root, me: Owner, owner: Owner) -> bool:
        """11.2.7.III  Do its warriors serve this player now: hired, and in Daylight or Evening?"""
        return is_sold(game, me, MERCENARIES, owner) and not game.cursor.step.startswith(BIRDSONG)

    # --- what it says at the table

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """11.2.6"""
        return on_sale(game, me, owner) if moment == SHOP else ()

    def sells_cards(self, game: Root, me: Owner, bot: Owner) -> Mapping[str, Option]:
        """RB 9.7"""
        return {option.card: option for option in cards_on_sale(game, me, bot)}

    def hires_out(self, game: Root, me: Owner, bot: Owner) -> Hire | None:
        """RB 9.7  Mercenaries serve from Daylight on."""
        option = Buy(MERCENARIES, self.price(game, me, bot, MERCENARIES) or 0)
        if game.cursor.step.startswith(BIRDSONG) or why_no_service(game, bot, option):
            return None
        own = game.boards[me]
        hired = [*sold_now(game, me), MERCENARIES]
        hiring = msgspec.structs.replace(own, sales=game.turn, sold=hired)  # type: ignore[type-var]
        return Hire(option, what_if(game, boards={**game.boards, me: hiring}, notes=[]))

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        """11.2.7.II  Rivers are paths for who hired its boats."""
        more = super().extra_adjacent(game, me, mover, place)
        if place in CLEARINGS and is_sold(game, me, RIVERBOATS, mover):
            return [*more, *game.map.rivers[int(place)]]
        return more

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """11.2.7.III  Mercenaries count for who hired them."""
        warriors = game.warriors_of(me, clearing)
        served = [owner for owner in game.order if owner != me and self.serves(game, me, owner)]
        if warriors and served:
            values[me] -= warriors
            for owner in served:
                values[owner] = values.get(owner, 0) + warriors

    def lends_warriors(self, game: Root, me: Owner, owner: Owner, clearing: int, enemy: Owner) -> bool:
        """11.2.7.III, 11.2.7.III.a  Mercenaries fight for who hired them, but not against the Riverfolk."""
        return enemy != me and self.serves(game, me, owner)

    def removable_warriors(self, game: Root, me: Owner, clearing: int, by: Owner, in_battle: bool) -> int:
        """11.2.7.III  Who hired mercenaries removes them by hits alone."""
        return 0 if not in_battle and self.serves(game, me, by) else game.warriors_of(me, clearing)


def seller(game: Root) -> Owner:
    """Who sells services at this table, or ""."""
    return next((owner for owner in game.order if isinstance(faction_of(game, owner), Shop)), "")


def shop_of(game: Root, me: Owner) -> Shop:
    return cast(Shop, faction_of(game, me))


def till(game: Root, me: Owner) -> Till:
    return cast(Till, game.boards[me])


def cited(game: Root, me: Owner, refusal: Refusal | None) -> Refusal | None:
    """A refusal with the clause of the seller's own board."""
    if refusal is None:
        return None
    clause = shop_of(game, me).clauses.get(refusal.clause, refusal.clause)
    return msgspec.structs.replace(refusal, clause=clause)


@refuses(Buy)
def why_no_service(game: Root, owner: Owner, wish: Buy) -> Refusal | None:
    """11.2.6, 11.2.7.II-III  Why this service cannot be bought."""
    me = seller(game)
    if not me:
        return NO_SELLER
    return cited(game, me, bars_shopping(game, me, owner) or bars_service(game, me, owner, wish))


@refuses(BuyCard)
def why_no_card(game: Root, owner: Owner, wish: BuyCard) -> Refusal | None:
    """11.2.6, 11.2.7.I  Why this card cannot be bought."""
    me = seller(game)
    if not me:
        return NO_SELLER
    refusal = bars_shopping(game, me, owner)
    if refusal is None and wish.card not in shop_of(game, me).goods(game, me):
        refusal = NOT_IN_HAND
    return cited(game, me, refusal or bars_payment(game, owner, me, HAND_CARD, wish.price))


def bars_shopping(game: Root, me: Owner, owner: Owner) -> Refusal | None:
    """11.2.6  Only others buy, in their own turn."""
    if me == owner:
        return OWN_SHOP
    return shop_of(game, me).bars_buyer(game, me, owner) if game.active == owner else CLOSED


def bars_service(game: Root, me: Owner, owner: Owner, wish: Buy) -> Refusal | None:
    """11.2.7.II-III  Boats and mercenaries, once in a turn."""
    if wish.service not in LASTING:
        return NO_SERVICE
    refusal = shop_of(game, me).bars_hire(game, me, owner) if wish.service == MERCENARIES else None
    if refusal is None and is_sold(game, me, wish.service, owner):
        refusal = HAVE_IT
    return refusal or bars_payment(game, owner, me, wish.service, wish.price)


def bars_payment(game: Root, owner: Owner, me: Owner, service: str, price: int) -> Refusal | None:
    """11.2.6.I-II  The price as it is set, within the limit, and enough to pay with."""
    shop = shop_of(game, me)
    if price != shop.price(game, me, owner, service):
        return OTHER_PRICE
    if bought(game, me) >= limit(game, me, owner):
        return TOO_MANY
    return shop.bars_price(game, me, owner, price)


def bought(game: Root, me: Owner) -> int:
    """11.2.6.II  Services bought this turn."""
    own = till(game, me)
    return own.bought if own.sales == game.turn else 0


def limit(game: Root, me: Owner, owner: Owner) -> int:
    """11.2.6.II  How many services this buyer may buy; counted once a turn."""
    own = till(game, me)
    return own.limit if own.sales == game.turn else shop_of(game, me).services_for(game, me, owner)


def sold_now(game: Root, me: Owner) -> list[str]:
    """11.2.7.II-III  Services that last for this turn."""
    own = till(game, me)
    return own.sold if own.sales == game.turn else []


def is_sold(game: Root, me: Owner, service: str, owner: Owner) -> bool:
    """11.2.7.II-III  Has the player on turn bought this service?"""
    return owner == game.active and owner != me and service in sold_now(game, me)


def on_sale(game: Root, me: Owner, owner: Owner) -> Sequence[Option]:
    """11.2.6  Everything this player can buy now."""
    if bars_shopping(game, me, owner) or bought(game, me) >= limit(game, me, owner):
        return ()
    shop = shop_of(game, me)
    services = [Buy(service, shop.price(game, me, owner, service) or 0) for service in LASTING]
    return [
        *cards_on_sale(game, me, owner),
        *(wish for wish in services if why_no_service(game, owner, wish) is None),
    ]


def cards_on_sale(game: Root, me: Owner, owner: Owner) -> list[BuyCard]:
    """11.2.7.I  Every card this player can buy now."""
    shop = shop_of(game, me)
    price = shop.price(game, me, owner, HAND_CARD) or 0
    wishes = [BuyCard(card, price) for card in sorted(set(shop.goods(game, me)))]
    return [wish for wish in wishes if why_no_card(game, owner, wish) is None]


@does(Buy)
def buy(game: Root, owner: Owner, option: Buy) -> Flow[None]:
    """11.2.7.II-III  Riverboats or mercenaries, for this turn."""
    me = seller(game)
    yield from pay(game, owner, me, option.service, option.price)
    till(game, me).sold.append(option.service)


@does(BuyCard)
def buy_card(game: Root, owner: Owner, option: BuyCard) -> Flow[None]:
    """11.2.7.I  Any card of the hand."""
    me = seller(game)
    yield from pay(game, owner, me, HAND_CARD, option.price)
    shop_of(game, me).hand_over(game, me, owner, option.card)


def pay(game: Root, owner: Owner, me: Owner, service: str, price: int) -> Flow[None]:
    """11.2.6.I, 11.2.6.III  Warriors go to Payments; for what is paid otherwise, the seller's own do."""
    own, shop = till(game, me), shop_of(game, me)
    if own.sales != game.turn:
        own.limit = limit(game, me, owner)
        own.sales, own.bought, own.sold = game.turn, 0, []
    own.bought += 1
    paid = yield from shop.collect(game, me, owner, price)
    put(own.payments, {owner: paid})
    clause = shop.clauses.get("11.2.6", "11.2.6")
    game.note("riverfolk.bought", clause, owner=owner, seller=me, service=service, price=price)
    put(own.payments, {me: take_warriors(game, me, price - paid)})
    shop.after_sale(game, me, owner)
