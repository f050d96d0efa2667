"""H7.5.1  Objective cards: which four nests on the map meet a condition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations

from engine.harrow.data import County, Hex
from engine.harrow.fairfolk.board import FACTS, Condition, board_of
from engine.harrow.state import Harrow

Nests = tuple[Hex, ...]


def from_edge(county: County, hex: Hex) -> int:
    """HM.2.5  How many hexes from the edge of the map."""
    return min(steps for one, steps in county.steps[hex].items() if county.hexes[one].edge)


def fits(county: County, haints: Collection[Hex], condition: Condition, hex: Hex) -> bool:
    """OB01 to OB10, OB16  What the card asks of each nest by itself. `haints`: the hexes where some stand."""
    kinds = {county.hexes[one].kind for one in county.near[hex]}
    if not kinds.issuperset(condition.near):
        return False
    if condition.from_edge is not None and from_edge(county, hex) != condition.from_edge:
        return False
    if condition.from_brambles is not None:
        least, most = condition.from_brambles
        if not least <= county.steps[hex][county.brambles] <= most:
            return False
    return not condition.near_haint or any(one in haints for one in county.near[hex])


def in_line(county: County, nests: Nests, condition: Condition) -> bool:
    """OB11  One straight line, with gaps or without (HM.2.6)."""
    places = [(county.hexes[hex].q, county.hexes[hex].r) for hex in nests]
    return 1 in (len({q for q, _ in places}), len({r for _, r in places}), len({q + r for q, r in places}))


def alike(county: County, nests: Nests, condition: Condition) -> bool:
    """OB12  The same terrain; a mountain and the brambles are no terrain (H0.6.6)."""
    return all(county.matches(hex, nests[0]) for hex in nests)


def all_different(county: County, nests: Nests, condition: Condition) -> bool:
    """OB13  Each on another terrain."""
    terrains = {county.hexes[hex].kind for hex in nests if county.is_terrain(hex)}
    return len(terrains) == len(nests)


def connected(county: County, nests: Nests, condition: Condition) -> bool:
    """OB14  One group, neighbour to neighbour."""
    group, edge = {nests[0]}, [nests[0]]
    while edge:
        here = edge.pop()
        fresh = [hex for hex in nests if hex not in group and hex in county.near[here]]
        group.update(fresh)
        edge += fresh
    return len(group) == len(nests)


def far_apart(county: County, nests: Nests, condition: Condition) -> bool:
    """OB15  Every two of them so far from each other."""
    return all(county.steps[one][other] >= condition.apart for one, other in combinations(nests, 2))


TOGETHER: dict[str, Callable[[County, Nests, Condition], bool]] = {
    "": lambda county, nests, condition: True,
    "line": in_line,
    "same": alike,
    "different": all_different,
    "connected": connected,
    "apart": far_apart,
}


def meeting(
    county: County, haints: Collection[Hex], quest: str, nests: Iterable[Hex], count: int
) -> list[Nests]:
    """H7.5.1  So many of these nests that meet the condition of an objective card, every way it is possible."""
    condition = FACTS.conditions[quest]
    fitting = [hex for hex in sorted(nests) if fits(county, haints, condition, hex)]
    together = TOGETHER[condition.together]
    return [some for some in combinations(fitting, count) if together(county, some, condition)]


def fours(game: Harrow, quest: str) -> list[Nests]:
    """H7.5.1  Every four nests of the map, loaded or not, that meet an objective card."""
    haints = {hex for hex in game.county.ids if any(not unit.is_legend for unit in game.units[hex])}
    return meeting(game.county, haints, quest, board_of(game).nests, FACTS.goal_nests)
