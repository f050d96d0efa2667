"""Who may stand where (H1.2), what a step costs (H1.6.3), how far a hex reaches (H0.6.9), pulls and pushes (H0.6.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.data import BRAMBLES, MOUNTAIN, TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.state import LEGEND, Harrow, Owner, Unit
from engine.rules import Refusal

FULL = Refusal("H1.2.3", "At most four units stand on a hex.")
ENEMY_UNITS = Refusal("H1.2.6", "Units of another faction stand there.")
ENEMY_OBJECTIVE = Refusal("H1.2.1", "Your units never share a hex with that objective.")
BURNING = Refusal("H5.8.1", "Flames burn there: no unit enters.")
NAILED = Refusal("HA.P.L1", "A nailed unit does not move; 1 ADVANCE frees it first.")
NOT_NEXT = Refusal("HM.2.3", "The two hexes are not neighbours.")
NO_HEX = Refusal("HM.2.2", "There is no such hex.")


def bars_entering(game: Harrow, owner: Owner, hex: Hex, count: int = 1) -> Refusal | None:
    """H1.2.6  Why so many units of an owner may not come onto a hex, whoever moves them."""
    if hex not in game.county.hexes:
        return NO_HEX
    units = game.units[hex]
    if any(unit.owner != owner for unit in units):
        return ENEMY_UNITS
    if any(hex in game.objectives[kind] for kind in FACTIONS[owner].hostile):  # H1.2.1, H1.2.2, H4.4.1
        return ENEMY_OBJECTIVE
    if hex in game.flames:  # H5.8.1
        return BURNING
    if len(units) + count > TABLE.most_units:  # H1.2.3
        return FULL
    return None


def may_enter(game: Harrow, owner: Owner, hex: Hex, count: int = 1) -> bool:
    """H1.2.6, `legal_enter`"""
    return bars_entering(game, owner, hex, count) is None


def may_hold_objective(game: Harrow, kind: str, hex: Hex) -> bool:
    """H1.2.4, H1.2.8, `legal_objective`  May a townsfolk or building be moved onto this hex?"""
    if game.kind(hex) == BRAMBLES or hex in game.flames:  # H5.8.2
        return False
    if any(kind in FACTIONS[unit.owner].hostile for unit in game.units[hex]):
        return False
    return not any(hex in hexes for other, hexes in game.objectives.items() if other != kind)  # H1.2.7


def step_cost(game: Harrow, owner: Owner, hex: Hex) -> int:
    """H1.6.3 to H1.6.5  ADVANCEs to enter a hex: mountain and storm cost 1 more each, a path token 1 less."""
    cost = 1 + (game.kind(hex) == MOUNTAIN) - game.paths[hex]
    if FACTIONS[owner].pays_storms and game.has_storm(hex):
        cost += 1
    return max(0, cost)


def reach(game: Harrow, hex: Hex, bonus: int = 0) -> int:
    """H0.6.9  The range of a hex: 2, from a mountain 3, and what is added now."""
    return (TABLE.mountain_range if game.kind(hex) == MOUNTAIN else TABLE.range) + bonus


def within(game: Harrow, hex: Hex, distance: int, least: int = 0) -> list[Hex]:
    """H0.6.8  The hexes at a distance of `least` to `distance`."""
    steps = game.county.steps[hex]
    return [one for one in game.county.ids if least <= steps[one] <= distance]


def closer(game: Harrow, hex: Hex, goal: Hex) -> list[Hex]:
    """H0.6.10  Where a pull toward the goal can take something: neighbours that are nearer to it."""
    now = game.distance(hex, goal)
    return [one for one in game.county.near[hex] if game.distance(one, goal) < now]


def farther(game: Harrow, hex: Hex, goal: Hex) -> list[Hex]:
    """H0.6.10  Where a push away from the goal can take something."""
    now = game.distance(hex, goal)
    return [one for one in game.county.near[hex] if game.distance(one, goal) > now]


def kinds_of_units(game: Harrow, hex: Hex) -> list[Unit]:
    """The units on a hex, equal ones once, in the order of H0.8.7."""
    return sorted(
        set(game.units[hex]), key=lambda u: (u.owner, not u.is_legend, u.infected, u.nailed, u.kind)
    )


def figures_on(game: Harrow, hex: Hex) -> list[Unit]:
    """H0.6.1  Figures on a hex that are no units, in the form of legends: for what speaks of legends and nails."""
    return [
        Unit(owner, LEGEND, nailed=figure.nailed)
        for owner, figure in game.figures.items()
        if figure.hex == hex
    ]


def find_unit(game: Harrow, hex: Hex, owner: Owner, label: str) -> Unit:
    """The unit an option names."""
    there = [*game.units[hex], *figures_on(game, hex)]
    return next(unit for unit in there if unit.owner == owner and unit.label == label)


def movable(game: Harrow, hexes: list[Hex] | tuple[Hex, ...] | None = None) -> Iterator[tuple[Hex, Unit]]:
    """HA.P.L1  Units that can be moved, with where they stand; nailed ones cannot."""
    for hex in hexes if hexes is not None else game.county.ids:
        if game.units[hex]:
            for unit in kinds_of_units(game, hex):
                if not unit.nailed:
                    yield hex, unit
