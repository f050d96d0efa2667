"""11  Riverfolk Company: setup and turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, battles
from engine.root.actions.craft import Craft, crafts, pay_cost, why_no_craft
from engine.root.actions.move import Move, moves, take_move
from engine.root.actions.muster import Recruit
from engine.root.data import CARDS
from engine.root.faction import Step, Tool, register
from engine.root.factions.riverfolk.funds import (
    NUMBERS,
    POINTS,
    POSTS,
    PRICES,
    PRINTED,
    SERVICES,
    RiverfolkBoard,
    Warriors,
    board,
    choose_funds,
    commit,
    disrupt,
    disrupted,
    funds,
    gather,
    has_post,
    kept,
    left_of,
    lose_post,
    pay_in,
    placed,
    posts,
    put,
    spend,
    take,
)
from engine.root.factions.riverfolk.services import Buy, BuyCard, Shop
from engine.root.happen import Reaction, Removed, settle
from engine.root.menu import does, perform, refuses
from engine.root.rule import ruler, suits
from engine.root.setup.table import Clearing, muster
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.turn import DrawCards, discard_step, menu
from engine.root.verbs import bars_placing, discard, draw, give, place_token, place_warriors, score
from engine.root.view import BoardView, CardsView, TrackView
from engine.rules import Refusal

COST = NUMBERS["trade_post_cost"]
ACTIONS_STEP, PRICES_STEP = "daylight.actions", "evening.prices"


class Export(Option, frozen=True, tag="export"):
    """11.5.3.I  Craft this card for a warrior in Payments instead of what it gives."""

    card: str


class Establish(Option, frozen=True, tag="establish"):
    """11.5.6  Establish a trade post with a garrison in this clearing."""

    clearing: int


class ChoosePost(Option, frozen=True, tag="post"):
    """11.5.6.III  Place the trade post of this suit, in a clearing of several."""

    suit: str


class SetPrice(Option, frozen=True, tag="set_price"):
    """11.3.5, 11.6.2  A service costs this much from now on."""

    service: str
    price: int


# --- 11.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """11.3.1 - 11.3.5  Warriors on the river, trade posts on their tracks, first funds and prices."""
    muster(game, owner, PRINTED.warriors)
    for number in range(1, NUMBERS["setup_warriors"] + 1):  # 11.3.2
        options = [Clearing(c) for c in river(game) if bars_placing(game, owner, c) is None]
        if options:
            choice = yield from ask(owner, "riverfolk.setup", "11.3.2", options, number=number)
            place_warriors(game, owner, choice.clearing, 1, "11.3.2")
    pay_in(game, owner, NUMBERS["setup_payments"])  # 11.3.4
    for service in SERVICES:  # 11.3.5
        prices = [SetPrice(service, price) for price in PRICES]
        price = yield from ask(owner, "riverfolk.setup.price", "11.3.5", prices, service=service)
        set_price(game, owner, price, "11.3.5")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2, 11.2.3  The setup card asks for the same; the hand lies open from now on."""
    hand = game.players[owner].hand
    if hand:
        game.note("riverfolk.hand", "11.2.3", owner=owner, cards=tuple(sorted(hand)))
        game.learned = True
    yield from setup(game, owner)


def river(game: Root) -> list[int]:
    """2.3, C.2.2  The clearings on a river, or on the lake."""
    return [c for c in CLEARINGS if game.map.rivers[c]]


def set_price(game: Root, owner: Owner, option: SetPrice, clause: str) -> None:
    """11.3.5, 11.6.2  A price marker goes to its space."""
    board(game, owner).prices[option.service] = option.price
    game.note("riverfolk.price", clause, owner=owner, service=option.service, price=option.price)


# --- 11.4 Birdsong ----------------------------------------------------------------------------------------


def protectionism(game: Root, owner: Owner) -> Flow[bool]:
    """11.4.1  If Payments is empty, two own warriors go there."""
    yield from ()
    if not board(game, owner).payments:
        count = pay_in(game, owner, NUMBERS["protectionism"])
        if count:
            game.note("riverfolk.protectionism", "11.4.1", owner=owner, warriors=count)
    return False


def dividends(game: Root, owner: Owner) -> Flow[bool]:
    """11.4.2  With a trade post on the map, a point for every two funds left from the last turn."""
    yield from ()
    if posts(game, owner):
        score(game, owner, funds(game, owner) // NUMBERS["funds_per_dividend"], "11.4.2")
    return False


def gather_step(game: Root, owner: Owner) -> Flow[bool]:
    """11.4.3  All warriors on the board become funds."""
    yield from ()
    gather(game, owner)
    if funds(game, owner):
        game.note("riverfolk.gathered", "11.4.3", owner=owner, warriors=dict(board(game, owner).funds))
    return False


# --- 11.5 Daylight ----------------------------------------------------------------------------------------

COMMITS = (Move, Fight, DrawCards)
"""11.5.1, 11.5.2, 11.5.4  One committed fund each."""
ACTIONS = (*COMMITS, Craft, Export, Recruit, Establish)


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """11.5  Any actions, in any order, while funds allow."""
    options = actions(game, owner) if funds(game, owner) else []
    choice = yield from menu(game, owner, "riverfolk.daylight", "11.5", options, funds=funds(game, owner))
    if isinstance(choice, Done):
        return False
    if isinstance(choice, Move):
        yield from commit(game, owner, "11.5.1")
        yield from take_move(game, owner, choice, "11.5.1")
    elif isinstance(choice, Fight):
        yield from commit(game, owner, "11.5.2")
        yield from perform(game, owner, choice)
    elif isinstance(choice, DrawCards):
        yield from commit(game, owner, "11.5.4")
        yield from draw(game, owner, choice.cards, "11.5.4")
    else:
        yield from perform(game, owner, choice)
    return True


def actions(game: Root, owner: Owner) -> list[Option]:
    """11.5.1 - 11.5.6  Everything the funds could pay for."""
    made = crafts(game, owner)
    options: list[Option] = [*moves(game, owner), *battles(game, owner)]
    options += [*made, *(Export(craft.card) for craft in made)]
    options += [DrawCards(1)] if game.deck or game.discard else []
    options += [r for c in river(game) if why_no_recruit(game, owner, r := Recruit(c)) is None]
    options += [e for c in CLEARINGS if why_not_establish(game, owner, e := Establish(c)) is None]
    return options


@refuses(Export, "riverfolk")
def why_no_export(game: Root, owner: Owner, wish: Export) -> Refusal | None:
    """11.5.3.I  Only what could really be crafted can be exported."""
    return why_no_craft(game, owner, Craft(wish.card))


@does(Export, "riverfolk")
def export(game: Root, owner: Owner, option: Export) -> Flow[None]:
    """11.5.3.I  The card is discarded for nothing but a warrior in Payments."""
    yield from pay_cost(game, owner, CARDS[option.card])
    game.note("riverfolk.exported", "11.5.3.I", owner=owner, card=option.card)
    discard(game, owner, option.card, "11.5.3.I")
    pay_in(game, owner, 1)


NOT_ON_RIVER = Refusal("11.5.5", "You recruit only in clearings on a river.")
NO_FUNDS = Refusal("11.5", "You have no funds left for that.")
NO_WARRIOR = Refusal("1.5.1", "You have no warrior left in your supply.")


@refuses(Recruit, "riverfolk")
def why_no_recruit(game: Root, owner: Owner, wish: Recruit) -> Refusal | None:
    """11.5.5  A clearing on a river, a fund, and a warrior: one in supply, or the own fund that is spent."""
    if wish.clearing not in river(game):
        return NOT_ON_RIVER
    if not funds(game, owner):
        return NO_FUNDS
    if not game.players[owner].supply and owner not in board(game, owner).funds:
        return NO_WARRIOR
    return bars_placing(game, owner, wish.clearing)


@does(Recruit, "riverfolk")
def recruit(game: Root, owner: Owner, option: Recruit) -> Flow[None]:
    """11.5.5  Spend a fund, place a warrior. Only an own fund helps when the supply is empty."""
    among = () if game.players[owner].supply else (owner,)
    chosen = yield from choose_funds(game, owner, "riverfolk.spend", "11.5.5", 1, among)
    spend(game, owner, chosen, "11.5.5")
    place_warriors(game, owner, option.clearing, 1, "11.5.5")


# --- 11.5.6 Trade posts -----------------------------------------------------------------------------------

NO_CLEARING = Refusal("11.5.6.I", "Trade posts stand in clearings of the map.")
POST_THERE = Refusal("11.5.6.I", "There is a trade post in that clearing already.")
NOBODY_RULES = Refusal("11.5.6.I", "No player rules that clearing.")
TOO_FEW = Refusal(
    "11.5.6.II", "You need two funds that are warriors of the ruler of that clearing: {player}."
)
NO_POST = Refusal("11.5.6.III", "No trade post of that suit is left on your board.")


@refuses(Establish, "riverfolk")
def why_not_establish(game: Root, owner: Owner, wish: Establish) -> Refusal | None:
    """11.5.6.I-III  A clearing without a post that a player rules, two funds of that player, and a post to place."""
    if wish.clearing not in CLEARINGS:
        return NO_CLEARING
    if has_post(game, owner, wish.clearing):
        return POST_THERE
    lord = ruler(game, wish.clearing)
    if lord not in game.players:
        return NOBODY_RULES
    if not open_posts(game, owner, wish.clearing):
        return NO_POST
    refusal = bars_placing(game, owner, wish.clearing)
    if refusal is None and board(game, owner).funds.get(lord, 0) < COST:
        return Refusal(TOO_FEW.clause, TOO_FEW.sentence, {"player": lord})
    return refusal


def open_posts(game: Root, owner: Owner, clearing: int) -> list[str]:
    """11.5.6.III  The suits of a clearing of which a trade post is left."""
    return [suit for suit in suits(game, clearing) if left_of(game, owner, POSTS[suit])]


@does(Establish, "riverfolk")
def establish(game: Root, owner: Owner, option: Establish) -> Flow[None]:
    """11.5.6.II-III  Spend two funds of the ruler, place the post and a warrior, score the space."""
    clearing = option.clearing
    possible = [ChoosePost(suit) for suit in open_posts(game, owner, clearing)]
    post = yield from ask(owner, "riverfolk.post", "11.5.6.III", possible, clearing=clearing)
    lord = ruler(game, clearing)
    assert lord is not None
    spend(game, owner, {lord: COST}, "11.5.6.II")
    kind = POSTS[post.suit]
    points = POINTS[placed(game, owner, kind)]
    place_token(game, owner, clearing, kind, "11.5.6.III")
    place_warriors(game, owner, clearing, 1, "11.5.6.III")
    score(game, owner, points, "11.5.6.III")
    yield from settle(game)


# --- 11.6 Evening -----------------------------------------------------------------------------------------


def prices_step(game: Root, owner: Owner) -> Flow[bool]:
    """11.6.2  Each price may be set anew."""
    options = [
        SetPrice(service, price)
        for service in SERVICES
        for price in PRICES
        if why_no_price(game, owner, SetPrice(service, price)) is None
    ]
    if not options:
        return False
    choice = yield from menu(game, owner, "riverfolk.prices", "11.6.2", options)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


NO_SUCH_PRICE = Refusal("11.6.2", "There is no such space on that service track.")
SAME_PRICE = Refusal("11.6.2", "That service costs that much already.")
PRICED = Refusal("11.6.2", "You have set that price this Evening.")


@refuses(SetPrice, "riverfolk")
def why_no_price(game: Root, owner: Owner, wish: SetPrice) -> Refusal | None:
    """11.6.2  Another space of the track, once for each service."""
    own = board(game, owner)
    if wish.service not in SERVICES or wish.price not in PRICES:
        return NO_SUCH_PRICE
    if wish.service in own.priced:
        return PRICED
    return SAME_PRICE if own.prices.get(wish.service) == wish.price else None


@does(SetPrice, "riverfolk")
def change_price(game: Root, owner: Owner, option: SetPrice) -> Flow[None]:
    """11.6.2"""
    board(game, owner).priced.append(option.service)
    set_price(game, owner, option, "11.6.2")
    yield from ()


# --- the faction ------------------------------------------------------------------------------------------

DAYLIGHT_ONLY = Refusal("11.5", "You act in your Daylight, as long as you have funds.")
PRICES_LATER = Refusal("11.6.2", "Prices are set at the end of your Evening.")


@register
class Riverfolk(Shop):
    """11  Riverfolk Company."""

    id = "riverfolk"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("11.4.1", "birdsong.protectionism", protectionism),
        Step("11.4.2", "birdsong.dividends", dividends),
        Step("11.4.3", "birdsong.gather", gather_step),
        Step("11.5", ACTIONS_STEP, daylight),
        Step("11.6.1", "evening.discard", discard_step),
        Step("11.6.2", PRICES_STEP, prices_step),
    )
    orders: ClassVar = {"riverfolk.disruption": {"fund": "Lose your own warriors first"}}
    reactions: ClassVar = (Reaction("11.2.5.I", "riverfolk.disruption", Removed, disrupted, disrupt),)
    reveals: ClassVar = ("riverfolk.hand",)

    def new_board(self) -> Board:
        return RiverfolkBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """11.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).priced = []

    def hand_is_public(self, game: Root, owner: Owner) -> bool:
        """11.2.3"""
        return True

    def never(self, game: Root, owner: Owner, kind: type[Option]) -> bool:
        """11.2.6  Who sells services buys none."""
        return kind in (Buy, BuyCard)

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """11.5, 11.6.2  Actions in Daylight, for funds; prices in Evening."""
        if isinstance(wish, SetPrice):
            return PRICES_LATER
        if isinstance(wish, ACTIONS):
            return DAYLIGHT_ONLY if funds(game, owner) else NO_FUNDS
        return None

    # --- 11.2.6 the shop

    def price(self, game: Root, me: Owner, buyer: Owner, service: str) -> int | None:
        """11.2.6.I  As it was set, for everybody, bots too (RB 9.7)."""
        return board(game, me).prices.get(service)

    def goods(self, game: Root, me: Owner) -> Sequence[str]:
        """11.2.7.I  Any card of the open hand."""
        return game.players[me].hand

    def hand_over(self, game: Root, me: Owner, buyer: Owner, card: str) -> None:
        """11.2.7.I"""
        give(game, me, buyer, card, "11.2.7.I", bought=True)

    # --- the map

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        """11.2.2  Rivers are paths for the Riverfolk; and for who hired their boats."""
        if mover == me and place in CLEARINGS:
            return game.map.rivers[int(place)]
        return super().extra_adjacent(game, me, mover, place)

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """11.2.2, RULING M2  Swimmers: no rule is needed along a river; the Ferry is no swim."""
        return mover == me and not boat and origin in CLEARINGS and to in game.map.rivers[int(origin)]

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """11.2.1  Empty spaces of the trade post tracks that hold no fund yet."""
        used = board(game, owner).crafting
        return [
            Tool(suit, space)
            for suit, kind in POSTS.items()
            for space in range(sum(used.get(suit, {}).values()), placed(game, owner, kind))
        ]

    def most_tools(self, game: Root, owner: Owner) -> int | None:
        """11.2.1  A fund for each space."""
        return funds(game, owner)

    def activate(self, game: Root, owner: Owner, tools: Sequence[Tool]) -> Flow[None]:
        """11.5.3  Funds go to the spaces."""
        own = board(game, owner)
        chosen = yield from choose_funds(game, owner, "riverfolk.commit", "11.5.3", len(tools))
        take(own.funds, chosen)
        warriors = list(Counter(chosen).elements())
        for tool, warrior in zip(tools, warriors, strict=True):
            put(own.crafting.setdefault(tool.suit, {}), {warrior: 1})
        game.note("riverfolk.committed", "11.5.3", owner=owner, warriors=chosen)

    # --- pieces

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """11.2.5.I"""
        lose_post(game, me, piece.kind, place)

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """11.2.4  Warriors of any players on the board."""
        return kept(game, me)

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.1  Everything lies open."""
        own = board(game, me)
        tracks = tuple(
            TrackView(kind=kind, total=PRINTED.tokens[kind], left=left_of(game, me, kind), points=POINTS)
            for kind in POSTS.values()
        )
        crafting: Warriors = {}
        for box in own.crafting.values():
            put(crafting, box)
        boxes = {"funds": own.funds, "payments": own.payments, "committed": own.committed}
        if crafting:
            boxes["crafting"] = crafting
        hand = CardsView(title="open hand", cards=tuple(sorted(game.players[me].hand)))
        return BoardView(
            tracks=tracks,
            cards=(hand,),
            counts=dict(own.prices),
            warriors={name: dict(box) for name, box in boxes.items()},
        )
