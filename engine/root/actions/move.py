"""4.2  Move, with the Ferry (C.2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Flow, Option
from engine.root.cards import effects_of
from engine.root.faction import faction_of, factions
from engine.root.happen import SHARED, Ferried, Reaction, settle
from engine.root.menu import does, refuses
from engine.root.rule import neighbours, ruler
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import draw, move_warriors
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
NOT_RULED = Refusal("4.2.1", "You must rule the clearing you leave or the one you enter.")
NO_FERRY = Refusal("C.2.5", "The Ferry is not there.")
NOT_COASTAL = Refusal("C.2.5", "The Ferry only goes to another clearing on the lake.")
FERRY_USED = Refusal("C.2.5", "You have used the Ferry this turn.")


def ferry_targets(game: Root, owner: Owner, origin: int) -> tuple[int, ...]:
    """C.2.5  Where the Ferry could take a move from this clearing; once per turn."""
    if not game.ferry or origin != game.ferry or owner in game.ferry_used:
        return ()
    return game.map.rivers[origin]


def may_cross(game: Root, owner: Owner, origin: int, to: int, *, ferry: bool = False) -> Refusal | None:
    """4.2.1, 1.1.2  Rule at one end, judged before the pieces leave, and no ban on the move."""
    rules_an_end = ruler(game, origin) == owner or ruler(game, to) == owner
    if (
        not rules_an_end
        and faction_of(game, owner).needs_rule_to_move(game, owner, origin, to, ferry)
        and not any(effect.waives_rule_to_move(game, owner) for effect in effects_of(game, owner))
    ):
        return NOT_RULED
    return bars_moving(game, owner, origin, to)


def bars_moving(
    game: Root, mover: Owner, origin: int | str, to: int | str, *, slips: bool = False
) -> Refusal | None:
    """1.1.2, 9.4.2  The first ban on a move, if any. Who slips cannot be held where it is."""
    for owner, faction in factions(game):
        refusal = faction.bars_moving(game, owner, mover, origin, to)
        if refusal is None and not slips:
            refusal = faction.bars_leaving(game, owner, mover, origin)
        if refusal:
            return refusal
    return None


@refuses(Move)
def why_no_move(game: Root, owner: Owner, wish: Move) -> Refusal | None:
    """4.2  Why this move is not allowed."""
    if wish.origin not in CLEARINGS or wish.to not in CLEARINGS:
        return NOT_ADJACENT
    if not game.warriors_of(owner, wish.origin):
        return NOBODY
    if wish.warriors < 1:
        return TOO_FEW
    if wish.warriors > game.warriors_of(owner, wish.origin):
        return TOO_MANY
    if wish.ferry:
        if wish.origin != game.ferry:
            return NO_FERRY
        if owner in game.ferry_used:
            return FERRY_USED
        if wish.to not in game.map.rivers[wish.origin]:
            return NOT_COASTAL
    elif wish.to not in neighbours(game, owner, wish.origin):
        return NOT_ADJACENT
    return may_cross(game, owner, wish.origin, wish.to, ferry=wish.ferry)


def moves(game: Root, owner: Owner, origins: Iterable[int] = CLEARINGS) -> list[Move]:
    """4.2, 4.2.2  Every legal move of an owner's warriors from these clearings, however often they moved."""
    found = []
    row = game.warriors[owner]
    for origin in origins:
        count = row[origin]
        if not count:
            continue
        for to in neighbours(game, owner, origin):
            if may_cross(game, owner, origin, to) is None:
                found.append(Move(origin, to, count))
        for to in ferry_targets(game, owner, origin):
            if may_cross(game, owner, origin, to, ferry=True) is None:
                found.append(Move(origin, to, count, True))
    return found


@does(Move)
def take_move(game: Root, owner: Owner, move: Move, clause: str = "4.2") -> Flow[None]:
    """4.2  Take a move and resolve what it triggers."""
    move_warriors(game, owner, move.origin, move.to, move.warriors, clause)
    if move.ferry:
        board_ferry(game, move.to, owner)
    yield from settle(game)


# --- C.2.5 The Ferry --------------------------------------------------------------------------------------


def board_ferry(game: Root, to: int, *movers: Owner) -> None:
    """C.2.5  The Ferry goes along with a move."""
    game.ferry = to
    for mover in movers:
        game.ferry_used.append(mover)
        game.note("ferry", "C.2.5", owner=mover, to=to)
    game.happened.append(Ferried(movers, to))


def ride_ferry(game: Root, owner: Owner, to: int) -> Flow[None]:
    """C.2.5  The Ferry goes along, and all that the move triggers is resolved."""
    board_ferry(game, to, owner)
    yield from settle(game)


def took_ferry(game: Root, owner: Owner, ferried: Ferried) -> bool:
    """C.2.5  Was it the owner's move?"""
    return ferried.movers[0] == owner


def draw_for_ferry(game: Root, owner: Owner, ferried: Ferried) -> Flow[None]:
    """C.2.5, RULING M1  After the move each mover draws a card; before or after what else it triggers (1.1.3)."""
    for mover in ferried.movers:
        yield from draw(game, mover, 1, "C.2.5")


SHARED.append(Reaction("C.2.5", "ferry", Ferried, took_ferry, draw_for_ferry))
