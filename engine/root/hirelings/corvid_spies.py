"""The Corvid Spies, and their demoted side, the Raven Sentries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.flow import Flow
from engine.root.data import HIRELINGS
from engine.root.happen import settle
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    board_of,
    choose_part,
    choose_place,
    open_to,
    place_one,
    places,
)
from engine.root.hiring.orders import must_strike, strikes
from engine.root.hiring.standin import judges
from engine.root.rule import enemies_in, enemy_players, suits
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import may_lose_card, take_card
from engine.root.voice import guest
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.root.actions.battle import Side

# --- Corvid Spies -----------------------------------------------------------------------------------------

NUMBERS = HIRELINGS["corvid-spies"].numbers
BATTLE, STEAL = "spies-battle", "spies-steal"
IDLE = Refusal("E.2.4", "The Spies find no enemy to spy on, to battle or to rob.")


def lairs(game: Root, me: Owner) -> list[int]:
    """E.2.4  Clearings with enemy pieces in which they may be placed."""
    return [clearing for clearing in open_to(game, me) if enemies_in(game, me, clearing)]


def robbed(game: Root, me: Owner, clearing: int) -> list[Owner]:
    """E.2.4  Enemy players with faction pieces in a clearing, of whom a card can be taken."""
    there = [player for player in enemy_players(game, me) if game.has_piece(player, clearing)]
    return [player for player in there if may_lose_card(game, player)]


def parts(game: Root, me: Owner) -> list[str]:
    """E.2.4  What they can do where they are."""
    steals = any(robbed(game, me, clearing) for clearing in places(game, me))
    return [part for part, can in ((BATTLE, bool(strikes(game, me))), (STEAL, steals)) if can]


def why_no_spying(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  Somebody must be there to place, or something to do."""
    return None if (game.guests[me].supply and lairs(game, me)) or parts(game, me) else IDLE


def spy(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  First two come to enemy pieces; then they battle, or steal."""
    for _ in range(NUMBERS["placed"]):
        yield from place_one(game, me, player, "E.2.4", lairs(game, me))
    yield from settle(game)
    part = yield from choose_part(game, me, player, "E.2.4", parts(game, me), must=True)
    if part == BATTLE:
        yield from battle_everywhere(game, me, player)
    elif part == STEAL:
        yield from steal(game, me, player)


def battle_everywhere(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  Once in each clearing with Spies and an enemy, in the controller's order."""
    done: list[int] = []
    while where := [clearing for clearing in places(game, me) if clearing not in done]:
        fought = yield from must_strike(game, me, player, "E.2.4", where)
        if not fought:
            return
        done.append(fought)


def steal(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  In one clearing with Spies a random card from each enemy player with faction pieces there."""
    where = [clearing for clearing in places(game, me) if robbed(game, me, clearing)]
    clearing = yield from choose_place(game, me, player, "E.2.4", where, "spies.steal")
    for victim in robbed(game, me, clearing):
        yield from take_card(game, player, victim, "E.2.4")
    yield from settle(game)


def beside_its_like(game: Root, me: Owner, clearing: int) -> list[int]:
    """A.6.3  Other clearings that share a suit with this one."""
    own = {*suits(game, clearing)}
    return [c for c in open_to(game, me) if c != clearing and own & {*suits(game, c)}]


@guest
class CorvidSpies(Hireling):
    """Comes among enemies, to fight or to steal."""

    id = "corvid-spies"
    sets_up = True
    acts = (Act("spies-spy", why_no_spying, spy),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  One each in two clearings of the same suit."""
        where = [clearing for clearing in CLEARINGS if beside_its_like(game, me, clearing)]
        first = yield from place_one(game, me, player, "A.6.3", where)
        if first:
            yield from place_one(game, me, player, "A.6.3", beside_its_like(game, me, first))


# --- Raven Sentries ---------------------------------------------------------------------------------------


@guest
class RavenSentries(Hireling):
    """Fights for what its controller has built."""

    id = "raven-sentries"
    has_pieces = False

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """E.2.2, 4.3.3.I  One more where the controller has a building or a token, in attack and defence."""
        return int(side.owner == board_of(game, me).controller and bool(side.buildings_and_tokens(game)))


# --- what a stand-in knows of it --------------------------------------------------------------------------


@judges(STEAL)
def worth_stealing(sight: Sight, option: Any) -> float:
    """E.2.4  A card in hand is worth more than a few battles of others."""
    return 0.8
