"""H7.6.4  What the offers of the Fair Folk do for Hester, where that is not what they do for everybody."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Done, Flow, Option, ask
from engine.harrow.choices import MoveUnit
from engine.harrow.data import Hex
from engine.harrow.hester.board import HESTER, gain_any
from engine.harrow.hester.deeds import bars_breeding_on, breed, breeding_hexes
from engine.harrow.hester.moving import bars_driving, drive, infected
from engine.harrow.land import NO_HEX, find_unit
from engine.harrow.menu import refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal

CUBES = 2
"""OF6, OF8, OF10  So many terrain cubes."""


class Hatch(Option, frozen=True, tag="hatch"):
    """OF5, OF6  A haint of a faction on its home or with its legend, for a cube of that hex's colour; no action."""

    owner: Owner
    hex: Hex


class TakeCubes(Option, frozen=True, tag="take_cubes"):
    """OF6  Take the two terrain cubes now."""


@refuses(Hatch)
def bars_hatching(game: Harrow, owner: Owner, option: Hatch) -> Refusal | None:
    """OF5, H5.5.4"""
    if option.hex not in game.county.hexes:
        return NO_HEX
    return bars_breeding_on(game, option.owner, option.hex)


def hatchings(game: Harrow) -> list[Hatch]:
    """OF5, OF6  Every haint that could be spawned and paid for."""
    return [Hatch(one.owner, one.hex) for one in breeding_hexes(game)]


def move_infected(game: Harrow, clause: str) -> Flow[None]:
    """OF3, OF7, OF9  An infected haint goes to a legal neighbouring hex, free; it may make a fire."""
    options = [
        MoveUnit(unit.owner, unit.label, hex, to)
        for hex, unit in infected(game)
        for to in sorted(game.county.near[hex])
        if bars_driving(game, unit, to) is None
    ]
    if options:
        choice = yield from ask(HESTER, "offer.move", clause, options)
        unit = find_unit(game, choice.origin, choice.owner, choice.unit)
        yield from drive(game, unit, choice.origin, choice.to, clause)


def gain_cubes(game: Harrow, clause: str) -> Flow[None]:
    """OF6, OF8, OF10  Any two terrain cubes."""
    yield from gain_any(game, "gain", clause, CUBES)


def spawn(game: Harrow, clause: str, haints: int, *, cubes: bool = False) -> Flow[None]:
    """OF5, OF6  So many paid haints, and two cubes before, between or after them."""
    while haints or cubes:
        options: list[Option] = list(hatchings(game)) if haints else []
        if not options:  # nothing to choose: the cubes come, and may pay for more
            if not cubes:
                return
            choice: Option = TakeCubes()
        else:
            taking: list[Option] = [TakeCubes()] if cubes else []
            choice = yield from ask(HESTER, "offer.hatch", clause, [*options, *taking, Done()], left=haints)
        if isinstance(choice, Hatch):
            haints -= 1
            breed(game, choice.owner, choice.hex, clause)
        elif isinstance(choice, TakeCubes):
            cubes = False
            yield from gain_cubes(game, clause)
        else:
            haints = 0


USES: dict[str, Callable[[Harrow], Flow[None]]] = {
    "OF3": lambda game: move_infected(game, "OF3"),
    "OF5": lambda game: spawn(game, "OF5", 1),
    "OF6": lambda game: spawn(game, "OF6", 2, cubes=True),
    "OF7": lambda game: move_infected(game, "OF7"),
    "OF8": lambda game: gain_cubes(game, "OF8"),
    "OF9": lambda game: move_infected(game, "OF9"),
    "OF10": lambda game: gain_cubes(game, "OF10"),
}
"""OF1 and OF4 do nothing for her."""


def use_offer(game: Harrow, offer: str) -> Flow[None]:
    """H7.6.4, HP.3.16  What an offer does for Hester."""
    if offer in USES:
        yield from USES[offer](game)
