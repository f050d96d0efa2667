"""11.2.4 - 11.2.5  What lies on the Riverfolk board: funds, payments, trade posts, and what a lost post costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import msgspec

from engine.flow import Flow, Option, ask
from engine.root import data
from engine.root.happen import Removed
from engine.root.state import CLEARINGS, Board, Owner, Place, Root
from engine.root.verbs import return_warriors, take_warriors


class RiverfolkFacts(data.Faction, frozen=True, kw_only=True):
    """11.2.7  The services on sale."""

    services: tuple[str, ...]


PRINTED = data.facts("factions", "riverfolk", RiverfolkFacts)
NUMBERS = PRINTED.numbers
POINTS, PRICES = PRINTED.tracks["points"], PRINTED.tracks["prices"]
HAND_CARD, RIVERBOATS, MERCENARIES = SERVICES = PRINTED.services
POSTS = {kind.partition("-")[2]: kind for kind in PRINTED.tokens}
"""The kind of trade post of each suit."""

Warriors = dict[Owner, int]
"""Warriors of any players, by whose they are."""


class RiverfolkBoard(msgspec.Struct, Board, tag="riverfolk"):
    """The boxes and tracks of the board, the prices, and what was sold this turn."""

    funds: Warriors = {}
    payments: Warriors = {}
    committed: Warriors = {}
    crafting: dict[str, Warriors] = {}
    """11.5.3  Funds on empty spaces of the trade post tracks, by suit."""
    lost: dict[str, int] = {}
    """11.2.5.I  Trade posts that are out of the game, by kind."""
    falling: list[Place] = []
    """11.2.5.I  Where trade posts were removed just now; each is still to disrupt trade."""
    prices: dict[str, int] = {}
    priced: list[str] = []
    """11.6.2  Services whose price was set this Evening."""
    sales: int = 0
    """The turn in which the sales below were made; in any other turn they count for nothing."""
    bought: int = 0
    limit: int = 0
    """11.2.6.II  How many services the buyer may buy in that turn."""
    sold: list[str] = []
    """11.2.7.II-III  Services that last for that turn."""


class Fund(Option, frozen=True, tag="fund"):
    """11.5  Use funds that are warriors of this player."""

    COUNTED = "warriors"

    player: Owner
    warriors: int = 1


def board(game: Root, owner: Owner) -> RiverfolkBoard:
    return cast(RiverfolkBoard, game.boards[owner])


# --- boxes ------------------------------------------------------------------------------------------------


def put(box: Warriors, more: Mapping[Owner, int]) -> None:
    """Warriors come to a box."""
    for owner, count in more.items():
        if count:
            box[owner] = box.get(owner, 0) + count


def take(box: Warriors, less: Mapping[Owner, int]) -> None:
    """Warriors leave a box."""
    for owner, count in less.items():
        box[owner] -= count
        if not box[owner]:
            del box[owner]


def funds(game: Root, me: Owner) -> int:
    """11.2.4  How many funds there are: only what lies in the Funds box."""
    return sum(board(game, me).funds.values())


def pay_in(game: Root, me: Owner, count: int) -> int:
    """11.2.6.III, 11.3.4, 11.4.1, 11.5.3.I  Own warriors from the supply to Payments, as many as there are (1.5.4)."""
    count = take_warriors(game, me, count)
    put(board(game, me).payments, {me: count})
    return count


def gather(game: Root, me: Owner) -> None:
    """11.4.3  All warriors on the board go to Funds."""
    own = board(game, me)
    for box in (own.payments, own.committed, *own.crafting.values()):
        put(own.funds, box)
        box.clear()
    own.crafting = {}


def kept(game: Root, me: Owner) -> Counter[Owner]:
    """1.5.1  All warriors on the board, by whose they are."""
    own = board(game, me)
    found: Counter[Owner] = Counter()
    for box in (own.funds, own.payments, own.committed, *own.crafting.values()):
        found.update(box)
    return found


def choose_funds(
    game: Root, me: Owner, key: str, clause: str, count: int, among: tuple[Owner, ...] = ()
) -> Flow[Warriors]:
    """11.5, 11.2.5.I  The Riverfolk choose whose warriors are used, own ones listed first; asked only if it matters."""
    own_first = sorted(board(game, me).funds.items(), key=lambda one: one[0] != me)
    left = {o: n for o, n in own_first if not among or o in among}
    chosen: Warriors = {}
    while count:
        if len(left) == 1 or sum(left.values()) <= count:
            taken = {o: min(n, count) for o, n in left.items()}
            put(chosen, taken)
            break
        options = [Fund(o, min(n, count)) for o, n in left.items()]
        choice = yield from ask(me, key, clause, options, funds=count)
        put(chosen, {choice.player: choice.warriors})
        take(left, {choice.player: choice.warriors})
        count -= choice.warriors
    return chosen


def commit(game: Root, me: Owner, clause: str) -> Flow[None]:
    """11.5  Commit a fund: it moves to Committed."""
    chosen = yield from choose_funds(game, me, "riverfolk.commit", clause, 1)
    take(board(game, me).funds, chosen)
    put(board(game, me).committed, chosen)
    game.note("riverfolk.committed", clause, owner=me, warriors=chosen)


def spend(game: Root, me: Owner, chosen: Warriors, clause: str, key: str = "riverfolk.spent") -> None:
    """11.5, 11.2.5.I  Funds go back to the supplies of their owners."""
    take(board(game, me).funds, chosen)
    game.note(key, clause, owner=me, warriors=chosen)
    for owner, count in chosen.items():
        return_warriors(game, owner, count)


# --- trade posts ------------------------------------------------------------------------------------------


def placed(game: Root, me: Owner, kind: str) -> int:
    """11.2.5  Trade posts of a kind that have left their track: on the map, or out of the game."""
    return game.on_map(me, kind) + board(game, me).lost.get(kind, 0)


def left_of(game: Root, me: Owner, kind: str) -> int:
    """11.3.3  Trade posts of a kind still on their track."""
    return PRINTED.tokens[kind] - placed(game, me, kind)


def posts(game: Root, me: Owner) -> list[int]:
    """The clearings with a trade post."""
    return [c for c in CLEARINGS if has_post(game, me, c)]


def has_post(game: Root, me: Owner, clearing: int) -> bool:
    return any(piece.kind in PRINTED.tokens for piece in game.tokens_of(me, clearing))


def lose_post(game: Root, me: Owner, kind: str, place: Place) -> None:
    """11.2.5.I  A trade post that leaves the map is out of the game."""
    own = board(game, me)
    own.lost[kind] = own.lost.get(kind, 0) + 1
    if own.funds:
        own.falling.append(place)


def disrupted(game: Root, me: Owner, removed: Removed) -> bool:
    """11.2.5.I  Was a trade post removed while there are funds? Several of one event are resolved together."""
    falling = board(game, me).falling
    return bool(falling) and removed.place == falling[0]


def disrupt(game: Root, me: Owner, removed: Removed) -> Flow[None]:
    """11.2.5.I  Trade Disruption: for each post in turn, half of the funds, rounded up, go home."""
    own = board(game, me)
    while own.falling:
        half = (funds(game, me) + 1) // 2
        chosen = yield from choose_funds(game, me, "riverfolk.disruption", "11.2.5.I", half)
        own.falling.pop()
        if chosen:
            spend(game, me, chosen, "11.2.5.I", "riverfolk.disruption")
