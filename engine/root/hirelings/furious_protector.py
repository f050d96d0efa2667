"""The Furious Protector, and its demoted side, the Stoic Protector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.flow import Flow, Option
from engine.root.actions.move import NOT_ADJACENT, bars_moving, boat_targets, travel, why_no_boat
from engine.root.happen import settle
from engine.root.hiring.hireling import (
    BIRDSONG_START,
    Act,
    Hireling,
    board_of,
    choose,
    choose_place,
    open_to,
    with_pieces,
)
from engine.root.hiring.orders import why_not_yours
from engine.root.menu import legal, refuses
from engine.root.preview import draws, previews
from engine.root.rule import armies, is_enemy, neighbours, removable_warriors
from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.verbs import Taking, place_pawn, remove
from engine.root.voice import Journey, guest
from engine.rules import Preview, Refusal

FURIOUS, STOIC = "furious-protector", "stoic-protector"

# --- what both share --------------------------------------------------------------------------------------

NOT_BATTLED = Refusal("E.2.2", "The Protector can be neither battled nor removed.")
NOT_ON_MAP = Refusal("E.2.3", "The Protector is not on the map.")
HELD = Refusal("E.2.3", "The Protector can neither move nor remove anybody.")


class Stride(Option, frozen=True, tag="protector_move"):
    """E.2.3  The Protector goes to this clearing."""

    hireling: Owner
    to: int
    boat: bool = False


def stands(game: Root, me: Owner) -> int:
    """The clearing it is in; 0 if it is not on the map."""
    place = game.pawns.get(me, 0)
    return place if isinstance(place, int) else 0


@refuses(Stride)
def why_no_stride(game: Root, owner: Owner, wish: Stride) -> Refusal | None:
    """E.2.3, RULING H18  It needs no rule, but a path or the Ferry, and nothing that holds it."""
    refusal = why_not_yours(game, owner, wish.hireling)
    if refusal:
        return refusal
    here = stands(game, wish.hireling)
    if not here:
        return NOT_ON_MAP
    if wish.boat:
        refusal = why_no_boat(game, wish.hireling, here, wish.to)
    else:
        refusal = None if wish.to in neighbours(game, wish.hireling, here) else NOT_ADJACENT
    return refusal or bars_moving(game, wish.hireling, here, wish.to)


def strides(game: Root, me: Owner) -> list[Stride]:
    """E.2.3  Everywhere it may go."""
    here = stands(game, me)
    if not here:
        return []
    wishes = [Stride(me, to) for to in neighbours(game, me, here)]
    wishes += [Stride(me, to, True) for to in boat_targets(game, me, here)]
    return [wish for wish in wishes if legal(game, board_of(game, me).controller, wish)]


def stride(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3, E.3.7  It must move, if it can; by Ferry the controller draws."""
    options = strides(game, me)
    if not options:
        return
    choice = yield from choose(game, player, "protector.move", "E.2.3", options, hireling=me)
    here = stands(game, me)
    journey = Journey(mover=me, origin=here, to=choice.to, pawn=True, boat=choice.boat)
    yield from travel(game, journey, "E.2.3")


class Protector(Hireling):
    """What both sides share: a pawn that nobody can fight."""

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        """E.2.2  It cannot be battled; a pawn is not removed by anything else either."""
        return NOT_BATTLED if defender == me else None


# --- Furious Protector ------------------------------------------------------------------------------------

NO_PLACING = Refusal("E.2.2", "The Furious Protector lets no enemy place pieces in its clearing.")


def victims(game: Root, me: Owner) -> list[Owner]:
    """E.2.3, 14.2.2  Players with a warrior of their faction there that can be removed; hirelings are spared."""
    here = stands(game, me)
    return [player for player in game.order if here and removable_warriors(game, player, here, me)]


def why_no_fury(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  It must be on the map, and able to do anything."""
    if not stands(game, me):
        return NOT_ON_MAP
    return None if strides(game, me) or victims(game, me) else HELD


def rage(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3, E.3.6  It moves; then one warrior of each player there is removed, the controller's too."""
    yield from stride(game, me, player)
    struck = tuple((victim, 1) for victim in victims(game, me))
    if struck:
        remove(game, [Taking(stands(game, me), struck, (), me)], "E.2.3")
        yield from settle(game)


@guest
class FuriousProtector(Protector):
    """Keeps its clearing free of what enemies would place, and strikes wherever it comes."""

    id = FURIOUS
    sets_up = True
    acts = (Act("protector-rage", why_no_fury, rage, moment=BIRDSONG_START, must=True),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  In any clearing."""
        clearing = yield from choose_place(game, me, player, "A.6.3", open_to(game, me))
        if clearing:
            place_pawn(game, me, clearing, "A.6.3")

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """E.2.2  Enemies place nothing in its clearing; while it is in the supply nobody does. Moving in is free."""
        if place in CLEARINGS and game.has_pawn(me, place) and placer in armies(game):
            return NO_PLACING if is_enemy(game, me, placer) else None
        return None


@previews(Stride)
def strode(game: Root, owner: Owner, option: Stride) -> Iterator[Preview]:
    """E.2.3  Whom the Furious strikes there, or how much the Stoic would shield; a card for the Ferry."""
    if option.hireling == FURIOUS:
        for player in game.order:
            if removable_warriors(game, player, option.to, FURIOUS):
                yield Preview("protector.strikes", {"player": player})
    else:
        there = [p for p in (*game.buildings[option.to], *game.tokens[option.to]) if p.owner == owner]
        yield Preview("protector.shields", {"pieces": game.warriors_of(owner, option.to) + len(there)})
    yield from draws(int(option.boat))


# --- Stoic Protector --------------------------------------------------------------------------------------


def why_no_walk(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  It must be on the map, and able to move."""
    if not stands(game, me):
        return NOT_ON_MAP
    return None if strides(game, me) else HELD


@guest
class StoicProtector(Protector):
    """Shields the faction of its controller where it is."""

    id = STOIC
    acts = (Act("protector-walk", why_no_walk, stride, moment=BIRDSONG_START, must=True),)

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1, RULING H17  Not on the map: it comes to a clearing with faction pieces of the controller."""
        if stands(game, me):
            return
        where = open_to(game, me, with_pieces(game, player))
        clearing = yield from choose_place(game, me, player, "E.2.1", where)
        if clearing:
            place_pawn(game, me, clearing, "E.2.1")

    def shields(self, game: Root, me: Owner, owner: Owner, clearing: int, by: Owner) -> bool:
        """E.2.2, RULING H22  Enemies neither battle nor remove faction pieces of the controller here."""
        if owner != board_of(game, me).controller or not game.has_pawn(me, clearing):
            return False
        return is_enemy(game, by, owner)


# --- what a stand-in knows of it --------------------------------------------------------------------------


@marks("protector_move")
def worth_going(sight: Sight, option: Any) -> float:
    """E.2.3  The Stoic goes where I have the most to lose, the Furious where others have warriors and I have none."""
    mine = sight.warriors(sight.me, option.to)
    if option.hireling == STOIC:
        return 0.2 * mine + 0.5 * sight.pieces(sight.me, option.to)
    others = [owner for owner in sight.players if owner != sight.me]
    struck = sum(0.4 + 0.02 * (sight.players[o].score or 0) for o in others if sight.warriors(o, option.to))
    return float(struck - 0.5 * bool(mine) + 0.3 * option.boat)
