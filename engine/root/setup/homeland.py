"""A.8.2  Homelands: where a faction may start when it is set up by its setup card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from engine.flow import Flow, ask, ask_many
from engine.root.rule import neighbours
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import bars_building, bars_placing, place_warriors
from engine.rules import Refusal

FAR, APART, ANYWHERE = 3, 2, 1
"""A.8.2.II  The demands of the setup cards as distances: two clearings between, not adjacent, none."""

Bars = Callable[[Root, Owner, int], Refusal | None]


def enemy_homelands(game: Root, owner: Owner) -> list[int]:
    """A.8.2.I  The homelands others have declared so far."""
    return [c for other, clearings in game.starts.items() if other != owner for c in clearings]


def keeps_distance(game: Root, clearing: int, least: int, homelands: Collection[int]) -> bool:
    """Is a clearing at least so many open paths away from all of these?"""
    return all(not 0 <= game.map.distance(clearing, home) < least for home in homelands)


def homelands(
    game: Root, owner: Owner, least: int, *, edge: bool = False, bars: Bars = bars_building
) -> list[int]:
    """A.8.2.I-II, RULING S9  The clearings that may be a homeland; demands are relaxed only as far as needed.

    `bars` says why the pieces of the setup card cannot all be placed in a clearing.
    """
    enemy = enemy_homelands(game, owner)
    usable = [c for c in CLEARINGS if c not in enemy and bars(game, owner, c) is None]
    if edge:
        usable = [c for c in usable if c in game.map.edge] or usable
    for need in range(least, 0, -1):
        found = [c for c in usable if keeps_distance(game, c, need, enemy)]
        if found:
            return found
    return []


def joined(game: Root, clearings: Collection[int]) -> bool:
    """Is each of these clearings adjacent to at least one other of them?"""
    return all(any(near in clearings for near in neighbours(game, None, c)) for c in clearings)


def choose_homelands(
    game: Root, owner: Owner, groups: Sequence[tuple[int, ...]], clause: str = "A.8.2"
) -> Flow[list[int]]:
    """A.8.2  Choose one of these groups of clearings, clearing by clearing, and declare it as homeland."""
    chosen: list[int] = []
    size = len(groups[0])
    while len(chosen) < size:
        fitting = {c for group in groups if set(chosen) <= set(group) for c in group}
        options = [Clearing(c) for c in sorted(fitting - set(chosen))]
        about: dict[str, Any] = {"number": len(chosen) + 1, "size": size} if size > 1 else {}
        choice = yield from ask(owner, "setup.homeland", clause, options, **about)
        chosen.append(choice.clearing)
    game.starts[owner] = chosen
    for clearing in chosen:
        game.note("starts", clause, owner=owner, clearing=clearing)
    return list(chosen)


def choose_homeland(game: Root, owner: Owner, candidates: Sequence[int], clause: str = "A.8.2") -> Flow[int]:
    """A.8.2  Choose a single homeland."""
    (home,) = yield from choose_homelands(game, owner, [(c,) for c in candidates], clause)
    return home


def spread_around(game: Root, owner: Owner, home: int, warriors: int, clause: str) -> Flow[None]:
    """A.8.2, RULING S8  Warriors over the clearings next to a homeland, as evenly as possible.

    Where they do not divide evenly, the owner chooses the clearings that get one more.
    """
    near = [c for c in neighbours(game, None, home) if bars_placing(game, owner, c) is None]
    if not near:
        return
    each, more = divmod(warriors, len(near))
    options = [Clearing(c) for c in near]
    favoured = yield from ask_many(owner, "setup.spread", clause, options, more, more, warriors=warriors)
    for clearing in near:
        place_warriors(game, owner, clearing, each + (Clearing(clearing) in favoured), clause)
