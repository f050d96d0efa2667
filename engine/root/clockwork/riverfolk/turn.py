"""RB 9  Riverfolk Robots, in the board's own order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.flow import Flow
from engine.root.actions.battle import Side, battle
from engine.root.clockwork.board import craft_item, order_suit, ordered, say, skip
from engine.root.clockwork.riverfolk.market import (
    BOT,
    NUMBERS,
    PRICE_LIST,
    Market,
    RobotsBoard,
    board,
    disrupt,
    lost_post,
    payers,
    send_home,
)
from engine.root.clockwork.vocabulary import (
    battles_in,
    by_priority,
    enemy_pieces_in,
    fewest,
    has_battle,
    most,
    pick_clearing,
    pick_player,
    pieces_of,
    prefer,
)
from engine.root.data import CARDS
from engine.root.faction import Step, register
from engine.root.factions.riverfolk.faction import river
from engine.root.factions.riverfolk.funds import POSTS, PRINTED, has_post, put
from engine.root.happen import Reaction, Removed
from engine.root.rule import suits
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.verbs import (
    bars_placing,
    place_token,
    place_warriors,
    put_in_discard,
    score,
    take_from_deck,
    take_off_map,
    take_warriors,
)
from engine.root.view import BoardView, CardsView, TrackView

# --- RB 9.3 Setup -----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 9.3.1 - RB 9.3.5  Warriors on the river, posts on their tracks, a first payment, five cards on sale."""
    muster(game, owner, PRINTED.warriors)
    for clearing in river(game):
        if bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 1, "RB 9.3.2")
    own = board(game, owner)
    put(own.payments, {owner: take_warriors(game, owner, NUMBERS["setup_payments"])})
    yield from fill_market(game, owner, "RB 9.3.5")


def fill_market(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """RB 9.2.1, RB 9.3.5, RB 9.4.1  New cards come to the right end until there are five."""
    own = board(game, owner)
    cards = yield from take_from_deck(game, NUMBERS["market"] - len(own.market))
    own.market += cards
    own.added = len(cards)
    if cards:
        game.note("market.filled", clause, owner=owner, cards=tuple(cards))


# --- RB 9.4 Birdsong --------------------------------------------------------------------------------------


def fill_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.4.1"""
    say(game, owner, "RB 9.4.1", "market")
    skip(game, owner, "RB 9.4.1", "it is full")
    yield from fill_market(game, owner, "RB 9.4.1")
    return False


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.4.2  The first card that came this turn and shows an item that is there; it is discarded."""
    say(game, owner, "RB 9.4.2", "craft")
    skip(game, owner, "RB 9.4.2", "no new card with an item that is in the supply")
    market = board(game, owner).market
    for place in range(len(market) - board(game, owner).added, len(market)):
        if (yield from craft_item(game, owner, market[place])):
            put_in_discard(game, market.pop(place))
            break
    return False


def order_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.4.3  The order is the rightmost card; it stays on sale."""
    own = board(game, owner)
    own.suit = CARDS[own.market[-1]].suit if own.market else ""
    say(game, owner, "RB 9.4.3", "order")
    if own.market:
        game.note("market.order", "RB 9.4.3", owner=owner, card=own.market[-1])
    yield from ()
    return False


# --- RB 9.5 Daylight --------------------------------------------------------------------------------------


def build_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.5.1  A trade post and a garrison, first where the best payer has pieces."""
    say(game, owner, "RB 9.5.1", "build and garrison")
    payer = best_payer(game, owner)
    site = pick_clearing(
        game,
        owner,
        [c for c in ordered(game, owner) if not has_post(game, owner, c)],
        prefer("pieces of the best payer", lambda c: bool(payer) and pieces_of(game, payer, c) > 0),
        legal=lambda c: bool(open_posts(game, owner, c)) and bars_placing(game, owner, c) is None,
    )
    if site and place_token(game, owner, site, open_posts(game, owner, site)[0], "RB 9.5.1"):
        place_warriors(game, owner, site, BOARD.number(game, owner, "garrison"), "RB 9.5.1")
    elif site is None:
        skip(game, owner, "RB 9.5.1", "no ordered clearing for one of its trade posts")
    yield from ()
    return False


def best_payer(game: Root, owner: Owner) -> Owner:
    """RB 9.5.1, RB 9.6.1  The player with the most warriors in Payments, or "" if there are none."""
    payments = board(game, owner).payments
    player = pick_player(
        game, owner, payers(game, owner), most("warriors in Payments", lambda payer: payments[payer])
    )
    return player or ""


def open_posts(game: Root, owner: Owner, clearing: int) -> list[str]:
    """RB 9.3.3  The kinds of trade posts for a clearing of which one is left on the board."""
    kinds = [POSTS[suit] for suit in suits(game, clearing)]
    return [kind for kind in kinds if game.on_map(owner, kind) < PRINTED.tokens[kind]]


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.5.2, RB 9.5.2.I  One in each ordered clearing, with a bird on the river; too few go by priority."""
    say(game, owner, "RB 9.5.2", "recruit")
    if not game.players[owner].supply:
        skip(game, owner, "RB 9.5.2", "no warriors in the supply")
    where = river(game) if order_suit(game, owner) == "bird" else ordered(game, owner)
    for clearing in by_priority(game, where):
        if game.players[owner].supply and bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 1, "RB 9.5.2")
    yield from ()
    return False


def organize_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.5.3, RB 9.2.4  Shield: Payments is empty; sword: the supply is. Either scores and brings two warriors."""
    own = board(game, owner)
    own.shield, own.sword = not payers(game, owner), not game.players[owner].supply
    say(game, owner, "RB 9.5.3", "organize")
    if not own.shield and not own.sword:
        skip(game, owner, "RB 9.5.3", "somebody has paid and warriors are in the supply")
    else:
        for found, key in ((own.shield, "market.shield"), (own.sword, "market.sword")):
            if found:
                game.note(key, "RB 9.2.4", owner=owner)
        score(game, owner, NUMBERS["organize_points"], "RB 9.5.3")
        site = pick_clearing(
            game,
            owner,
            [c for c in CLEARINGS if game.has_piece(owner, c)],
            most("enemy pieces", lambda c: enemy_pieces_in(game, owner, c)),
            legal=lambda c: bool(game.players[owner].supply) and bars_placing(game, owner, c) is None,
        )
        if site:
            place_warriors(game, owner, site, NUMBERS["organize_warriors"], "RB 9.5.3")
    yield from ()
    return False


def battle_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.5.4  With the shield in every clearing, otherwise with the sword in ordered ones."""
    own = board(game, owner)
    where: Sequence[int] = CLEARINGS if own.shield else ordered(game, owner) if own.sword else ()
    say(game, owner, "RB 9.5.4", "battle")
    skip(game, owner, "RB 9.5.4", "nobody to battle there" if where else "neither shield nor sword")
    for clearing in where:
        if has_battle(game, owner, clearing):
            yield from attack(game, owner, clearing)
    return False


def attack(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """RB 9.5.4.I  Whoever has the fewest warriors in Payments defends."""
    payments = board(game, owner).payments
    defender = pick_player(
        game,
        owner,
        battles_in(game, owner, clearing),
        fewest("warriors in Payments", lambda enemy: payments.get(enemy, 0)),
    )
    assert defender is not None
    yield from battle(game, owner, clearing, defender)


# --- RB 9.6 Evening ---------------------------------------------------------------------------------------


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.6.1  A point for each warrior of the best payer, and those go home."""
    payer = best_payer(game, owner)
    say(game, owner, "RB 9.6.1", "score")
    if not payer:
        skip(game, owner, "RB 9.6.1", "nobody has paid")
    else:
        count = board(game, owner).payments[payer]
        score(game, owner, count, "RB 9.6.1")
        send_home(game, owner, payer, count, "RB 9.6.1")
    yield from ()
    return False


def racketeer_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.6.2  With shield or sword all but two of every clearing go to Payments."""
    own = board(game, owner)
    if own.shield or own.sword:
        say(game, owner, "RB 9.6.2", "racketeering")
        skip(game, owner, "RB 9.6.2", "nowhere more than two of its warriors")
        for clearing in CLEARINGS:
            surplus = game.warriors_of(owner, clearing) - NUMBERS["racketeering_leaves"]
            if surplus > 0:
                take_off_map(game, owner, clearing, surplus, "RB 9.6.2")
                put(own.payments, {owner: surplus})
    yield from ()
    return False


def discard_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 9.6.3  The leftmost card of the market goes, with the shield one more."""
    own = board(game, owner)
    say(game, owner, "RB 9.6.3", "discard")
    for card in own.market[: 1 + own.shield]:
        own.market.remove(card)
        game.note("market.discarded", "RB 9.6.3", owner=owner, card=card)
        put_in_discard(game, card)
    yield from ()
    return False


# --- the bot ----------------------------------------------------------------------------------------------


@register
class RiverfolkRobots(Market):
    """RB 9  Riverfolk Robots."""

    id = "clockwork-riverfolk"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 9.4.1", "birdsong.market", fill_step),
        Step("RB 9.4.2", "birdsong.craft", craft_step),
        Step("RB 9.4.3", "birdsong.order", order_step),
        Step("RB 9.5.1", "daylight.build", build_step),
        Step("RB 9.5.2", "daylight.recruit", recruit_step),
        Step("RB 9.5.3", "daylight.organize", organize_step),
        Step("RB 9.5.4", "daylight.battle", battle_step),
        Step("RB 9.6.1", "evening.score", score_step),
        Step("RB 9.6.2", "evening.racketeer", racketeer_step),
        Step("RB 9.6.3", "evening.discard", discard_step),
    )
    reactions: ClassVar = (
        Reaction("RB 9.2.2", "riverfolk.disruption", Removed, lost_post, disrupt, quiet=True),
    )

    def new_board(self) -> Board:
        return RobotsBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 9.3"""
        yield from setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.added, own.shield, own.sword = 0, False, False

    # --- traits

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """Traits Ferocious, Garrison  Attacking always three; defending one more for each trade post there."""
        if side.attacks and self.has_trait(game, side.owner, "ferocious"):
            return NUMBERS["ferocious_hits"]
        most_hits = super().max_rolled_hits(game, side)
        garrison = not side.attacks and self.has_trait(game, side.owner, "garrison")
        return most_hits + (garrison and has_post(game, side.owner, side.battle.clearing))

    def is_defenseless(self, game: Root, side: Side) -> bool:
        """Trait Garrison  Never."""
        return not self.has_trait(game, side.owner, "garrison") and super().is_defenseless(game, side)

    # --- table

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """RB 9.2.3  Payments."""
        return board(game, me).payments

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """RB 9.2.1  The market; the order is one of its cards."""
        return board(game, owner).market

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        own = board(game, owner)
        tracks = tuple(
            TrackView(kind=kind, total=count, left=count - game.on_map(owner, kind))
            for kind, count in PRINTED.tokens.items()
        )
        texts = self.texts(game, owner) | {"Prices": PRICE_LIST}
        if own.suit:
            texts["Order"] = own.suit.title()
        return BoardView(
            tracks=tracks,
            cards=(CardsView(title="Market", cards=tuple(own.market)),),
            warriors={"payments": dict(own.payments)},
            texts=texts,
        )


BOARD = RiverfolkRobots()
