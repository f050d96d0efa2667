"""4.2  Move, on foot or by boat (C.2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Flow, Option, ask
from engine.root.faction import Army, army_of, faction_of
from engine.root.happen import settle
from engine.root.menu import does, refuses
from engine.root.rule import clearings, is_path, neighbours, principal, ruler
from engine.root.state import Owner, Place, Root
from engine.root.verbs import depart, springs_trap
from engine.root.voice import Journey, Voice
from engine.rules import Refusal


class Move(Option, frozen=True, tag="move"):
    """4.2  Move warriors from one clearing to an adjacent one, or by boat."""

    COUNTED = "warriors"

    origin: int
    to: int
    warriors: int
    boat: bool = False


NOBODY = Refusal("4.2", "You have no warriors in that clearing to move.")
TOO_FEW = Refusal("4.2", "A move takes at least one warrior.")
TOO_MANY = Refusal("4.2", "You have only {have} warriors there.")
NOT_ADJACENT = Refusal("2.2.1", "Those clearings are not adjacent.")
FOREST_APART = Refusal("2.4.1", "That forest and that place are not adjacent.")
STAYS = Refusal("4.2", "Those warriors cannot make that move now.")
NOT_RULED = Refusal("4.2.1", "You must rule the clearing you leave or the one you enter.")
NO_BOAT = Refusal("C.2.5", "There is nothing in that clearing that could take you across.")


def boat_targets(game: Root, owner: Owner, origin: int) -> list[int]:
    """C.2.5  Where a move from this clearing could be taken by boat."""
    return [to for me, voice in game.cast["carries"] for to in voice.carries(game, me, owner, origin)]


def why_no_boat(game: Root, owner: Owner, origin: Place, to: Place) -> Refusal | None:
    """C.2.5  Why no boat can take a move from here to there."""
    if boat(game, owner, origin, to):
        return None
    reasons = [voice.bars_boarding(game, me, owner, origin, to) for me, voice in game.cast["bars_boarding"]]
    return next(filter(None, reasons), NO_BOAT)


def boat(game: Root, owner: Owner, origin: Place, to: Place) -> tuple[Owner, Voice] | None:
    """C.2.5  Who takes a move from here to there across."""
    able = game.cast["carries"]
    return next(((me, voice) for me, voice in able if to in voice.carries(game, me, owner, origin)), None)


def may_cross(game: Root, owner: Owner, origin: int, to: int, *, boat: bool = False) -> Refusal | None:
    """4.2.1, 1.1.2  Rule at one end, judged before the pieces leave, and no ban on the move."""
    player = principal(game, owner) if game.guests else owner  # H6
    if (
        ruler(game, origin) != player
        and ruler(game, to) != player
        and not any(
            voice.waives_rule_to_move(game, me, owner, origin, to, boat)
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
        return TOO_MANY.naming(have=game.warriors_of(owner, wish.origin))
    if wish.warriors > army_of(game, owner).movable_warriors(game, owner, wish.origin, wish.to):
        return STAYS
    if wish.boat:
        refusal = why_no_boat(game, owner, wish.origin, wish.to)
        if refusal:
            return refusal
    elif wish.to not in neighbours(game, owner, wish.origin):
        return NOT_ADJACENT
    return may_cross(game, owner, wish.origin, wish.to, boat=wish.boat)


def moves(game: Root, owner: Owner, origins: Iterable[int] | None = None) -> list[Move]:
    """4.2, 4.2.2  Every legal move of an owner's warriors from these clearings, however often they moved."""
    found = []
    for origin in clearings(game) if origins is None else origins:
        count = game.warriors_of(owner, origin)
        if not count:
            continue
        for to in neighbours(game, owner, origin):
            if may_cross(game, owner, origin, to) is None:
                found.append(Move(origin, to, count))
        for to in boat_targets(game, owner, origin):
            if may_cross(game, owner, origin, to, boat=True) is None:
                found.append(Move(origin, to, count, True))
    army = army_of(game, owner)
    if type(army).movable_warriors is Army.movable_warriors:
        return found
    most = [(move, army.movable_warriors(game, owner, move.origin, move.to)) for move in found]
    return [Move(move.origin, move.to, count, move.boat) for move, count in most if count]


@does(Move)
def take_move(game: Root, owner: Owner, move: Move, clause: str = "4.2") -> Flow[None]:
    """4.2  Take a move and resolve what it triggers."""
    warriors = {owner: move.warriors}
    yield from travel(
        game,
        Journey(mover=owner, origin=move.origin, to=move.to, warriors=warriors, boat=move.boat),
        clause,
    )


def travel(game: Root, journey: Journey, clause: str) -> Flow[None]:
    """4.2  Pieces set out, meet who waits on the way, and arrive together; then what the move triggers."""
    if springs_trap(game, journey.mover, journey.origin):
        return
    journey.path = not journey.boat and is_path(game, journey.origin, journey.to)
    for me, voice in game.cast["takes_toll"]:
        yield from voice.takes_toll(game, me, journey)
    for me, voice in game.cast["on_the_way"]:
        yield from voice.on_the_way(game, me, journey)
    carrier = boat(game, journey.mover, journey.origin, journey.to) if journey.boat else None
    depart(game, journey, clause)
    if carrier:
        me, voice = carrier
        voice.boarded(game, me, journey)
    yield from settle(game)


def granted_move(game: Root, owner: Owner, key: str, clause: str) -> Flow[None]:
    """RULING D1  An effect grants a move, which costs nothing usual in whatever step it is made."""
    faction = faction_of(game, owner)
    game.cursor.granted = True
    move = yield from ask(owner, key, clause, faction.free_moves(game, owner))
    game.cursor.granted = False
    yield from faction.take_free_move(game, owner, move)
