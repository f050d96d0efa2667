"""The Warm Sun Prophets, and their demoted side, the Lizard Envoys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.flow import Done, Flow, Option
from engine.root.actions.battle import battle, battles
from engine.root.actions.preview import fought, marched
from engine.root.data import CARDS, HIRELINGS
from engine.root.faction import faction_of
from engine.root.hiring.hireling import (
    BIRDSONG_START,
    Act,
    Hireling,
    choose,
    on_map,
    open_to,
    place_one,
    places,
)
from engine.root.hiring.orders import why_not_yours
from engine.root.hiring.standin import harm
from engine.root.menu import refuses
from engine.root.preview import previews
from engine.root.standin.instinct import always, marks
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import place_warriors, take_from_discard
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- Warm Sun Prophets ------------------------------------------------------------------------------------

NOBODY_THERE = Refusal("E.2.4", "No player at a Prophet can be made to battle or to move.")
NO_PROPHET = Refusal("E.2.4", "There is no Prophet left to place, or no clearing without one.")
CANNOT = Refusal("1.5.5", "That player cannot do that from there.")


class ForceBattle(Option, frozen=True, tag="force_battle"):
    """1.5.5, E.2.4  Make this player battle here."""

    STARTS = True

    player: Owner
    clearing: int
    defender: Owner


class ForceMove(Option, frozen=True, tag="force_move"):
    """1.5.5, E.2.4  Make this player move as much as possible from here to there."""

    player: Owner
    origin: int
    to: int
    boat: bool = False


def fights(game: Root, player: Owner, where: list[int]) -> list[ForceBattle]:
    """4.3, R-10  The battles a player can be made to fight; bots fight no hirelings."""
    found = battles(game, player, where)
    if player in game.bots:
        found = [fight for fight in found if fight.defender in game.players]
    return [ForceBattle(player, fight.clearing, fight.defender) for fight in found]


def largest(game: Root, player: Owner, origin: int) -> dict[tuple[int, bool], Option]:
    """4.2, RULING D1  For each way out of a clearing the move that takes the most of the player's own pieces."""
    found: dict[tuple[int, bool], Option] = {}
    for move in faction_of(game, player).free_moves(game, player):
        alone = not getattr(move, "ally", "")
        starts = getattr(move, "origin", game.pawns.get(player)) == origin
        if alone and starts and isinstance(getattr(move, "to", None), int):
            found[move.to, getattr(move, "boat", False)] = move  # type: ignore[attr-defined]
    return found


def commands(game: Root, me: Owner) -> Iterator[Option]:
    """E.2.4  Everything the Prophets can make players do, their controller too."""
    for clearing in places(game, me):
        for player in game.order:
            if game.has_piece(player, clearing):
                yield from fights(game, player, [clearing])
                for to, boat in largest(game, player, clearing):
                    yield ForceMove(player, clearing, to, boat)


def why_no_preaching(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    return None if any(commands(game, me)) else NOBODY_THERE


@refuses(ForceBattle)
def why_no_force(game: Root, owner: Owner, wish: ForceBattle) -> Refusal | None:
    """1.5.5, E.3.4  The controller forces, and the player must be able to."""
    if refusal := why_not_yours(game, owner, WarmSunProphets.id):
        return refusal
    if wish.player not in game.order:
        return CANNOT
    return None if wish in fights(game, wish.player, [wish.clearing]) else CANNOT


@refuses(ForceMove)
def why_no_way(game: Root, owner: Owner, wish: ForceMove) -> Refusal | None:
    """1.5.5, 4.2.1, E.3.4  The controller forces, and the player must be able to, by the own rule."""
    if refusal := why_not_yours(game, owner, WarmSunProphets.id):
        return refusal
    if wish.player not in game.order:
        return CANNOT
    return None if (wish.to, wish.boat) in largest(game, wish.player, wish.origin) else CANNOT


@previews(ForceBattle)
def forced_battle(game: Root, owner: Owner, option: ForceBattle) -> Iterator[Preview]:
    """4.3  How the two stand."""
    yield from fought(game, option.player, option.clearing, option.defender, owner)


@previews(ForceMove)
def forced_move(game: Root, owner: Owner, option: ForceMove) -> Iterator[Preview]:
    """4.2  Who rules then."""
    move = largest(game, option.player, option.origin).get((option.to, option.boat))
    warriors = getattr(move, "warriors", 0)
    yield from marched(game, option.player, option.origin, option.to, warriors, reader=owner)


def preach(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """1.5.5, E.2.4  A player is made to battle, or to move and then perhaps to battle; it is that player's own battle."""
    choice = yield from choose(game, player, "prophets.force", "E.2.4", list(commands(game, me)), hireling=me)
    if isinstance(choice, ForceMove):
        move = largest(game, choice.player, choice.origin)[choice.to, choice.boat]
        yield from faction_of(game, choice.player).take_free_move(game, choice.player, move)
        further: list[Option] = [*fights(game, choice.player, [choice.to]), Done()]
        choice = yield from choose(game, player, "prophets.then", "E.2.4", further, clearing=choice.to)
    if isinstance(choice, ForceBattle):
        yield from battle(game, choice.player, choice.clearing, choice.defender)


def free(game: Root, me: Owner) -> list[int]:
    """Clearings without a Prophet."""
    return open_to(game, me, [c for c in CLEARINGS if not game.warriors_of(me, c)])


def why_no_prophet(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    return None if game.guests[me].supply and free(game, me) else NO_PROPHET


def spread(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A Prophet in a clearing without one."""
    yield from place_one(game, me, player, "E.2.4", free(game, me))


@guest
class WarmSunProphets(Hireling):
    """They make others move and battle."""

    id = "warm-sun-prophets"
    sets_up = True
    acts = (
        Act("prophets-force", why_no_preaching, preach),
        Act("prophets-place", why_no_prophet, spread),
    )

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  A warrior at every ruin."""
        for clearing in open_to(game, me, sorted(game.ruins)):
            place_warriors(game, me, clearing, 1, "A.6.3")
        yield from ()

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1  With nobody on the map, one anywhere."""
        if not on_map(game, me):
            yield from place_one(game, me, player, "E.2.1", CLEARINGS)


# --- Lizard Envoys ----------------------------------------------------------------------------------------

SEEN = HIRELINGS["warm-sun-prophets"].numbers["cards_seen"]
NO_CARD = Refusal("E.2.3", "Nothing on top of the discard pile can be taken.")


class TakeDiscarded(Option, frozen=True, tag="take_discarded"):
    """E.2.3  Take this card from the discard pile."""

    card: str


def takeable(game: Root) -> list[str]:
    """E.2.3  Of the top five cards those of the most frequent suit, no ambush; birds count as birds."""
    top = game.discard[-SEEN:]
    counts = Counter(CARDS[card].suit for card in top)
    most = max(counts.values(), default=0)
    return [
        card
        for card in dict.fromkeys(top)
        if counts[CARDS[card].suit] == most and CARDS[card].kind != "ambush"
    ]


def why_no_envoy(game: Root, me: Owner) -> Refusal | None:
    """E.2.3"""
    return None if takeable(game) else NO_CARD


@refuses(TakeDiscarded)
def why_not_that(game: Root, owner: Owner, wish: TakeDiscarded) -> Refusal | None:
    """E.2.3, E.3.4"""
    refusal = why_not_yours(game, owner, LizardEnvoys.id)
    return refusal or (None if wish.card in takeable(game) else NO_CARD)


def fetch(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3  The controller takes one; of several suits that are tied, whichever."""
    options = [TakeDiscarded(card) for card in takeable(game)]
    choice = yield from choose(game, player, "envoys.take", "E.2.3", options)
    take_from_discard(game, player, choice.card, "E.2.3")


@guest
class LizardEnvoys(Hireling):
    """They bring back a card of the most frequent suit."""

    id = "lizard-envoys"
    has_pieces = False
    reads_discard = True
    acts = (Act("envoys-take", why_no_envoy, fetch, moment=BIRDSONG_START),)


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("force_battle")
def forcing(sight: Sight, option: ForceBattle) -> float:
    """Enemies against each other; oneself only where it pays."""
    if option.defender == sight.me:
        return -1.0
    mine = sight.warriors(sight.me, option.clearing)
    if option.player == sight.me:
        return sight.trade(option.clearing, option.defender, mine, 0.3, 0.35)
    return 0.2 + harm(sight, option.clearing, option.defender, sight.warriors(option.player, option.clearing))


@marks("force_move")
def sending(sight: Sight, option: ForceMove) -> float:
    """Enemies away from where I am, or from what they guard."""
    if option.player == sight.me:
        return -0.2
    guarded = sight.pieces(option.player, option.origin) + sight.pieces(sight.me, option.origin)
    return 0.1 + 0.1 * guarded - 0.2 * sight.pieces(sight.me, option.to)


marks("take_discarded")(always(0.4))
