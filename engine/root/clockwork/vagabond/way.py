"""RB 7.2.2, RB 7.5  How the Vagabot finds its way: to the nearest clearing, one item for each move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import msgspec

from engine.flow import Flow
from engine.root.actions.move import bars_moving, boat_targets, travel
from engine.root.clockwork.vagabond.items import exhaust, usable
from engine.root.clockwork.vocabulary import Criterion, fewest, pick_clearing, priority
from engine.root.rule import neighbours
from engine.root.state import Owner, Place, Root
from engine.root.voice import Journey


class Hop(msgspec.Struct, frozen=True):
    """One move of the pawn."""

    to: int
    boat: bool = False


def clearing_of(game: Root, owner: Owner) -> int:
    """The clearing the pawn is in; 0 if it is in a forest."""
    place = game.pawns.get(owner)
    return place if isinstance(place, int) else 0


def hops(game: Root, owner: Owner, place: Place, *, boat: bool) -> list[Hop]:
    """RB 7.2.2, RB 12.1.1, RB 12.2.1  Where one move leads, by priority; rule does not matter."""
    if isinstance(place, str):
        found = [Hop(to) for to in game.map.forests[place].clearings]
    else:
        found = [Hop(to) for to in neighbours(game, owner, place)]
        found += [Hop(to, True) for to in boat_targets(game, owner, place) if boat]
    found = [hop for hop in found if bars_moving(game, owner, place, hop.to) is None]
    return sorted(found, key=lambda hop: (priority(game, hop.to), hop.boat))


def routes(game: Root, owner: Owner) -> dict[int, tuple[Hop, ...]]:
    """RB 7.5, R-VT-5  The shortest way to every clearing; between equal ways, by the priority of the next one."""
    start = game.pawns[owner]
    found: dict[int, tuple[Hop, ...]] = {start: ()} if isinstance(start, int) else {}
    seen = {(start, False)}
    waiting: deque[tuple[int | str, tuple[Hop, ...]]] = deque([(start, ())])
    while waiting:
        place, way = waiting.popleft()
        sailed = any(hop.boat for hop in way)
        for hop in hops(game, owner, place, boat=not sailed):
            if (hop.to, sailed or hop.boat) not in seen:
                seen.add((hop.to, sailed or hop.boat))
                found.setdefault(hop.to, (*way, hop))
                waiting.append((hop.to, (*way, hop)))
    return found


def go_to_nearest(
    game: Root, owner: Owner, clearings: Iterable[int], *criteria: Criterion, clause: str
) -> Flow[bool]:
    """RB 7.5, R-VT-4  Go to the nearest of these clearings, as far as items last. Is it there?"""
    ways = routes(game, owner)
    goal = pick_clearing(
        game,
        owner,
        [c for c in clearings if c in ways],
        fewest("moves away", lambda c: len(ways[c])),
        *criteria,
    )
    if goal is None:
        return False
    return (yield from walk(game, owner, ways[goal], clause))


def walk(game: Root, owner: Owner, way: Iterable[Hop], clause: str) -> Flow[bool]:
    """RB 7.5, R-VT-4, RB 11.8.2  One item for each move, one more for a trap; without items the way ends. Is it there?"""
    for hop in way:
        while game.pawns[owner] != hop.to:
            if not usable(game, owner):
                return False
            exhaust(game, owner, 1, clause)
            journey = Journey(mover=owner, origin=game.pawns[owner], to=hop.to, pawn=True, boat=hop.boat)
            yield from travel(game, journey, clause)
    return True
