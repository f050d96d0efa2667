"""4.2  Move, with the Ferry (C.2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Flow, Option
from engine.root.faction import Army, army_of
from engine.root.happen import SHARED, Ferried, Reaction, record, settle
from engine.root.menu import does, refuses
from engine.root.rule import clearings, is_path, neighbours, principal, ruler
from engine.root.state import Owner, Place, Root
from engine.root.verbs import depart, draw, springs_trap
from engine.root.voice import Journey
from engine.rules import Refusal


class Move(Option, frozen=True, tag="move"):
    """4.2  Move warriors from one clearing to an adjacent one, or by the Ferry."""

    COUNTED = "warriors"

    origin: int
    to: int
    warriors: int
    ferry: bool = False


NOBODY = Refusal("4.2", "You have no warriors in that clearing to move.")
TOO_FEW = Refusal("4.2", "A move takes at least one warrior.")
TOO_MANY = Refusal("4.2", "You do not have that many warriors there.")
NOT_ADJACENT = Refusal("2.2.1", "Those clearings are not adjacent.")
FOREST_APART = Refusal("2.4.1", "That forest and that place are not adjacent.")
STAYS = Refusal("4.2", "Those warriors cannot make that move now.")
NOT_RULED = Refusal("4.2.1", "You must rule the clearing you leave or the one you enter.")
NO_FERRY = Refusal("C.2.5", "The Ferry is not there.")
NOT_COASTAL = Refusal("C.2.5", "The Ferry only goes to another clearing on the lake.")
FERRY_USED = Refusal("C.2.5", "You have used the Ferry this turn.")


def ferry_targets(game: Root, owner: Owner, origin: int) -> tuple[int, ...]:
    """C.2.5  Where the Ferry could take a move from this clearing; once per turn."""
    if not game.ferry or origin != game.ferry or principal(game, owner) in game.ferry_used:
        return ()
    return game.map.rivers[origin]


def why_no_ferry(game: Root, owner: Owner, origin: Place, to: Place) -> Refusal | None:
    """C.2.5  Why the Ferry cannot take a move from here to there."""
    if not game.ferry or origin != game.ferry:
        return NO_FERRY
    if principal(game, owner) in game.ferry_used:
        return FERRY_USED
    return None if to in game.map.rivers[game.ferry] else NOT_COASTAL


def may_cross(game: Root, owner: Owner, origin: int, to: int, *, ferry: bool = False) -> Refusal | None:
    """4.2.1, 1.1.2  Rule at one end, judged before the pieces leave, and no ban on the move."""
    player = principal(game, owner) if game.guests else owner  # H6
    if (
        ruler(game, origin) != player
        and ruler(game, to) != player
        and not any(
            voice.waives_rule_to_move(game, me, owner, origin, to, ferry)
            for me, voice in game.cast["waives_rule_to_move"]
        )
    ):
        return NOT_RULED
    return bars_moving(game, owner, origin, to)


def bars_moving(game: Root, mover: Owner, origin: Place, to: Place, *, slips: bool = False) -> Refusal | None:
    """1.1.2, 9.4.2  The first ban on a move, if any. Who slips cannot be held where it is."""
    for me, voice in game.cast["bars_moving"]:
        refusal = voice.bars_moving(game, me, mover, origin, to)
        if refusal:
            return refusal
    if not slips:
        for me, voice in game.cast["bars_leaving"]:
            refusal = voice.bars_leaving(game, me, mover, origin)
            if refusal:
                return refusal
    return None


@refuses(Move)
def why_no_move(game: Root, owner: Owner, wish: Move) -> Refusal | None:
    """4.2  Why this move is not allowed."""
    known = clearings(game)
    if wish.origin not in known or wish.to not in known:
        return NOT_ADJACENT
    if not game.warriors_of(owner, wish.origin):
        return NOBODY
    if wish.warriors < 1:
        return TOO_FEW
    if wish.warriors > game.warriors_of(owner, wish.origin):
        return TOO_MANY
    if wish.warriors > army_of(game, owner).movable_warriors(game, owner, wish.origin, wish.to):
        return STAYS
    if wish.ferry:
        refusal = why_no_ferry(game, owner, wish.origin, wish.to)
        if refusal:
            return refusal
    elif wish.to not in neighbours(game, owner, wish.origin):
        return NOT_ADJACENT
    return may_cross(game, owner, wish.origin, wish.to, ferry=wish.ferry)


def moves(game: Root, owner: Owner, origins: Iterable[int] | None = None) -> list[Move]:
    """4.2, 4.2.2  Every legal move of an owner's warriors from these clearings, however often they moved."""
    found = []
    row = game.warriors[owner]
    for origin in clearings(game) if origins is None else origins:
        count = row[origin]
        if not count:
            continue
        for to in neighbours(game, owner, origin):
            if may_cross(game, owner, origin, to) is None:
                found.append(Move(origin, to, count))
        for to in ferry_targets(game, owner, origin):
            if may_cross(game, owner, origin, to, ferry=True) is None:
                found.append(Move(origin, to, count, True))
    army = army_of(game, owner)
    if type(army).movable_warriors is Army.movable_warriors:
        return found
    most = [(move, army.movable_warriors(game, owner, move.origin, move.to)) for move in found]
    return [Move(move.origin, move.to, count, move.ferry) for move, count in most if count]


@does(Move)
def take_move(game: Root, owner: Owner, move: Move, clause: str = "4.2") -> Flow[None]:
    """4.2  Take a move and resolve what it triggers."""
    warriors = {owner: move.warriors}
    yield from travel(
        game,
        Journey(mover=owner, origin=move.origin, to=move.to, warriors=warriors, ferry=move.ferry),
        clause,
    )


def travel(game: Root, journey: Journey, clause: str) -> Flow[None]:
    """4.2  Pieces set out, meet who waits on the way, and arrive together; then what the move triggers."""
    if springs_trap(game, journey.mover, journey.origin):
        return
    journey.path = not journey.ferry and is_path(game, journey.origin, journey.to)
    for me, voice in game.cast["on_the_way"]:
        yield from voice.on_the_way(game, me, journey)
    depart(game, journey, clause)
    if journey.ferry and isinstance(journey.to, int):
        board_ferry(game, journey.to, journey.mover, *(o for o in journey.warriors if o != journey.mover))
    yield from settle(game)


# --- C.2.5 The Ferry --------------------------------------------------------------------------------------


def board_ferry(game: Root, to: int, *movers: Owner) -> None:
    """C.2.5  The Ferry goes along with a move."""
    game.ferry = to
    movers = tuple(dict.fromkeys(principal(game, mover) for mover in movers))
    for mover in movers:
        game.ferry_used.append(mover)
        game.note("ferry", "C.2.5", owner=mover, to=to)
    record(game, Ferried(movers, to))


def took_ferry(game: Root, owner: Owner, ferried: Ferried) -> bool:
    """C.2.5  Was it the owner's move?"""
    return ferried.movers[0] == owner


def draw_for_ferry(game: Root, owner: Owner, ferried: Ferried) -> Flow[None]:
    """C.2.5, RULING M1  After the move each mover draws a card; before or after what else it triggers (1.1.3)."""
    for mover in ferried.movers:
        yield from draw(game, mover, 1, "C.2.5")


SHARED.append(Reaction("C.2.5", "ferry", Ferried, took_ferry, draw_for_ferry))
