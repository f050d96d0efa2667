"""RB 9.2  The board of the Riverfolk Robots: the market, Payments, trade posts, and what buyers pay."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from engine.flow import Flow
from engine.root import data
from engine.root.clockwork.board import Clockwork, ClockworkBoard
from engine.root.clockwork.vocabulary import points
from engine.root.faction import BIRDSONG, faction_of
from engine.root.factions.riverfolk.funds import MERCENARIES, PRINTED, Warriors, take
from engine.root.factions.riverfolk.services import Shop, bought, is_sold
from engine.root.happen import Removed
from engine.root.rule import is_enemy, principal
from engine.root.state import Owner, Root
from engine.root.verbs import return_warriors, score
from engine.rules import Refusal

BOT = data.BOTS["riverfolk"]
NUMBERS = BOT.numbers
PRICES, FROM = BOT.tracks["prices"], BOT.tracks["price_scores"]
PRICE_LIST = ", ".join(
    f"{price} from {points} points" if points else f"{price} warriors"
    for price, points in zip(PRICES, FROM, strict=True)
)
TRAIT = "RB 3.3.2"
ANY_NUMBER = 99
"""RB 9.7  How many services a bot may buy of a bot."""


class RobotsBoard(ClockworkBoard, tag="clockwork-riverfolk", kw_only=True):
    """The market from left to right, Payments, what was sold this turn, and whether they are protectionist."""

    market: list[str] = []
    added: int = 0
    """RB 9.4.2  How many cards at the right end came this turn."""
    payments: Warriors = {}
    shield: bool = False
    sword: bool = False
    sales: int = 0
    bought: int = 0
    limit: int = 0
    sold: list[str] = []


def board(game: Root, owner: Owner) -> RobotsBoard:
    return cast(RobotsBoard, game.boards[owner])


def payers(game: Root, me: Owner) -> list[Owner]:
    """RB 9.5.1, RB 9.6.1  Players with warriors in Payments, the Robots themselves too."""
    return [owner for owner in game.order if board(game, me).payments.get(owner)]


# --- RB 9.2.2 Trade posts ---------------------------------------------------------------------------------


def lost_post(game: Root, me: Owner, removed: Removed) -> bool:
    """RB 9.2.2  Was a trade post removed?"""
    return any(piece.owner == me and piece.kind in PRINTED.tokens for piece in removed.pieces)


def disrupt(game: Root, me: Owner, removed: Removed) -> Flow[None]:
    """RB 9.2.2, R-RR-1  Half of what the remover has in Payments goes home, for each post; the others' stay."""
    by = principal(game, removed.by)
    for piece in removed.pieces:
        paid = board(game, me).payments.get(by, 0)
        if piece.owner == me and piece.kind in PRINTED.tokens and paid and by != me:
            send_home(game, me, by, (paid + 1) // 2, "RB 9.2.2")
    yield from ()


def send_home(game: Root, me: Owner, payer: Owner, count: int, clause: str) -> None:
    """RB 9.2.2, RB 9.6.1  Warriors go from Payments to their owner's supply."""
    take(board(game, me).payments, {payer: count})
    key = "market.recovered" if payer == me else "market.returned"
    game.note(key, clause, owner=payer, seller=me, warriors=count)
    return_warriors(game, payer, count)


# --- RB 9.2.3 Services ------------------------------------------------------------------------------------

NO_POINTS = Refusal("RB 9.2.3", "Who has no points on the track cannot buy from the Riverfolk Robots.")
SHORT = Refusal("RB 9.2.3", "The Riverfolk Robots have too few warriors in supply to be paid with.")
CLAUSES = {
    "11.2.6": "RB 9.2.3",
    "11.2.6.I": "RB 9.2.3",
    "11.2.6.II": "RB 9.2.3",
    "11.2.7": "RB 9.2.3",
    "11.2.7.I": "RB 9.2.3.I",
    "11.2.7.III.b": "RB 9.2.3.III",
}


class Market(Shop, Clockwork):
    """RB 9.2.3, RB 9.2.3.II  The shop of the Robots: cards from the market, boats, mercenaries; prices by points."""

    clauses: ClassVar[Mapping[str, str]] = CLAUSES

    def price(self, game: Root, me: Owner, buyer: Owner, service: str) -> int | None:
        """RB 9.2.3  Two warriors up to 9 points, three up to 19, four from 20."""
        return PRICES[max(bisect(FROM, points(game, buyer)) - 1, 0)]

    def goods(self, game: Root, me: Owner) -> Sequence[str]:
        """RB 9.2.3.I  Any card of the market."""
        return board(game, me).market

    def hand_over(self, game: Root, me: Owner, buyer: Owner, card: str) -> None:
        """RB 9.2.3.I  The gap stays until Birdsong; the others keep their order (RB 9.2.1)."""
        board(game, me).market.remove(card)
        game.note("market.sold", "RB 9.2.3.I", owner=buyer, seller=me, card=card)
        faction_of(game, buyer).takes_bought(game, buyer, me, card)

    def bars_buyer(self, game: Root, me: Owner, buyer: Owner) -> Refusal | None:
        """RB 9.2.3  Nobody without points buys."""
        return NO_POINTS if points(game, buyer) < 0 else super().bars_buyer(game, me, buyer)

    def bars_hire(self, game: Root, me: Owner, buyer: Owner) -> Refusal | None:
        """RB 9.2.3.III, trait Involved  By the trait anybody may hire, if only to keep enemies from it."""
        involved = self.has_trait(game, me, "involved") and buyer not in game.bots
        return None if involved else super().bars_hire(game, me, buyer)

    def bars_price(self, game: Root, me: Owner, buyer: Owner, price: int) -> Refusal | None:
        """RB 9.2.3, RB 9.7, R-RR-2  Own warriors for the full price, or as many of the Robots in their supply."""
        if not faction_of(game, buyer).pays_warriors() and game.players[me].supply < price:
            return SHORT
        return super().bars_price(game, me, buyer, price)

    def purse_of(self, game: Root, buyer: Owner) -> int | None:
        """RB 9.2.3, RB 9.7  Whoever has no warriors pays nothing; a Vagabot exhausts an item."""
        free = not faction_of(game, buyer).pays_warriors() and buyer not in game.bots
        return None if free else super().purse_of(game, buyer)

    def collect(self, game: Root, me: Owner, buyer: Owner, price: int) -> Flow[int]:
        """RB 9.2.3  From the supply, if anything of the buyer's own is asked for."""
        if self.purse_of(game, buyer) is None:
            return 0
        return (yield from faction_of(game, buyer).pays(game, buyer, price, "RB 9.2.3"))

    def services_for(self, game: Root, me: Owner, buyer: Owner) -> int:
        """RB 9.2.3, RB 9.7  Bots buy any number."""
        return ANY_NUMBER if buyer in game.bots else super().services_for(game, me, buyer)

    def after_sale(self, game: Root, me: Owner, buyer: Owner) -> None:
        """Trait Greedy, R-RR-3  A point when a leader buys, once a turn."""
        leads = points(game, buyer) == max(points(game, player) for player in game.order)
        if leads and bought(game, me) == 1 and self.has_trait(game, me, "greedy"):
            score(game, me, NUMBERS["greedy_points"], TRAIT, "greedy")

    def serves(self, game: Root, me: Owner, owner: Owner) -> bool:
        """RB 9.2.3.III, trait Involved  Who hired them; or all enemies of a person on turn who did not."""
        if not has_army(game, owner):
            return False
        return super().serves(game, me, owner) or self.is_involved(game, me, owner)

    def is_involved(self, game: Root, me: Owner, owner: Owner) -> bool:
        """Trait Involved  Do they serve this enemy of the person on turn?"""
        person = game.active
        return (
            self.has_trait(game, me, "involved")
            and person in game.players
            and person not in game.bots
            and not game.cursor.step.startswith(BIRDSONG)
            and owner != me
            and is_enemy(game, person, owner)
            and not is_sold(game, me, MERCENARIES, person)
        )


def has_army(game: Root, owner: Owner) -> bool:
    """RB 9.2.3.III  Has this player warriors of its own?"""
    printed = faction_of(game, owner).printed if owner in game.players else None
    return bool(printed and printed.warriors)
