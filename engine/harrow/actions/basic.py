"""H1.6 to H1.9  ADVANCE, SPAWN, STRENGTHEN, and the menu that offers what a player may perform of them now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.carry import go
from engine.harrow.data import ADVANCE, SPAWN, STRENGTHEN, TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.land import (
    ENEMY_OBJECTIVE,
    ENEMY_UNITS,
    FULL,
    NAILED,
    NO_HEX,
    NOT_NEXT,
    bars_entering,
    reach,
    step_cost,
    within,
)
from engine.harrow.menu import refuses
from engine.harrow.state import HAINT, INFECTED, Budget, Harrow, Owner, Unit
from engine.harrow.verbs import change_unit, place_haints, strengthen, take_wild
from engine.rules import Refusal


class Advance(Option, frozen=True, tag="advance"):
    """H1.6.1, H5.6.7  Haints of one hex go to a neighbouring hex; so many of them are infected."""

    COUNTED = "haints"
    origin: Hex
    to: Hex
    haints: int
    infected: int = 0

    def numbers(self) -> range:
        """The infected ones go in any case."""
        return range(max(1, self.infected), self.haints + 1)


class Lead(Option, frozen=True, tag="lead"):
    """H1.6.1, H5.6.7  A legend goes to a neighbouring hex, with so many haints of its hex, so many of them infected."""

    COUNTED = "haints"
    LOW = 0
    figure: str
    origin: Hex
    to: Hex
    haints: int
    infected: int = 0

    def numbers(self) -> range:
        """The infected ones go in any case."""
        return range(self.infected, self.haints + 1)


class PullNail(Option, frozen=True, tag="pull_nail"):
    """H1.6.9  Spend an ADVANCE to free a unit of its iron nail; it does not move."""

    hex: Hex
    unit: str


class Spawn(Option, frozen=True, tag="spawn"):
    """H1.7  Haints from the supply onto a hex."""

    COUNTED = "haints"
    hex: Hex
    haints: int


class Strengthen(Option, frozen=True, tag="strengthen"):
    """H1.8  Cubes from the supply onto the battleground."""

    COUNTED = "cubes"
    cubes: int


BOTH = "figures"
"""H4.4.3  Two legend figures that go together."""

NO_ADVANCE = Refusal("H1.6.1", "You have no ADVANCE to spend now.")
TOO_DEAR = Refusal("H1.6.3", "That step costs {cost} ADVANCE and you have {left}.")
NO_FREE_STEP = Refusal(
    "H1.6.8", "A step that costs nothing is made before or after the action, or between ADVANCEs."
)
NOT_SO_MANY = Refusal("H1.6.1", "So many of your units do not stand there.")
ALONE = Refusal("HA.P.T13", "Only the legend moves, and takes no haints along.")
NOT_NAILED = Refusal("H1.6.9", "No such unit of yours is nailed there.")
NO_SPAWN = Refusal("H1.7.1", "You have no SPAWN to spend now.")
NOT_THERE = Refusal("H1.7.1", "You spawn on the hex of your legend or on your home.")
NO_HAINTS = Refusal("H1.7.5", "Your supply has no haint left.")
SPAWN_ENEMY = Refusal("H1.7.3", "You cannot spawn where enemy units or an enemy objective stand.")
SPAWN_FULL = Refusal("H1.7.3", "Four units stand there already.")
NO_STRENGTHEN = Refusal("H1.8.1", "You have no STRENGTHEN to spend now.")
NO_CUBES = Refusal("H0.8.4", "Your supply has no cube left.")


# --- H1.6 ADVANCE -----------------------------------------------------------------------------------------


def figures_named(figure: str, owner: Owner) -> tuple[str, ...]:
    """The figures an option speaks of."""
    return FACTIONS[owner].figures if figure == BOTH else (figure,)


def movers(game: Harrow, owner: Owner, option: Advance | Lead) -> list[Unit] | None:
    """The units that go; None if they do not stand there, or not so many."""
    here = game.units_of(owner, option.origin)
    found = []
    if isinstance(option, Lead):
        for kind in figures_named(option.figure, owner):
            found += [unit for unit in here if unit.kind == kind]
        if len(found) != len(figures_named(option.figure, owner)):
            return None
    sick = [unit for unit in here if unit.label == INFECTED]
    haints = [unit for unit in here if unit.label == HAINT]
    plain = option.haints - option.infected
    if option.infected < 0 or len(sick) < option.infected or not 0 <= plain <= len(haints):
        return None
    return found + haints[:plain] + sick[: option.infected]


@refuses(Advance)
@refuses(Lead)
def bars_step(game: Harrow, owner: Owner, option: Advance | Lead) -> Refusal | None:
    """H1.6.1 to H1.6.6, H1.6.8  Why a step is not possible now."""
    if option.origin not in game.county.hexes or option.to not in game.county.hexes:
        return NO_HEX
    if option.to not in game.county.near[option.origin]:
        return NOT_NEXT
    budget = game.cursor.budget
    if budget is None or owner != game.active:
        return NO_ADVANCE
    units = movers(game, owner, option)
    if not units:
        return NOT_SO_MANY
    if any(unit.nailed for unit in units):
        return NAILED
    if budget.alone and (isinstance(option, Advance) or option.haints):
        return ALONE
    refusal = bars_entering(game, owner, option.to, len(units))  # H1.6.2
    if refusal:
        return refusal
    cost, left = step_cost(game, owner, option.to), budget.points(ADVANCE)
    if not cost and not budget.free:
        return NO_FREE_STEP
    if cost > left:
        return (
            Refusal(TOO_DEAR.clause, TOO_DEAR.sentence, {"cost": cost, "left": left}) if left else NO_ADVANCE
        )
    return None


def steps(game: Harrow, owner: Owner) -> Iterator[Option]:
    """H1.6.6  Every step the budget allows: source, target, and the largest group."""
    budget = game.cursor.budget
    assert budget is not None
    left = budget.points(ADVANCE)
    if not left and not (budget.free and any(game.paths)):
        return
    targets: dict[Hex, int] = {}
    for origin in game.hexes_of(owner):
        here = [unit for unit in game.units_of(owner, origin) if not unit.nailed]
        haints = 0 if budget.alone else sum(unit.label == HAINT for unit in here)
        sick = 0 if budget.alone else sum(unit.label == INFECTED for unit in here)
        figures = [unit.kind for unit in here if unit.is_legend]
        if not here:
            continue
        for to in game.county.near[origin]:
            if to not in targets:
                cost = step_cost(game, owner, to)
                fits = cost <= left and (cost or budget.free) and bars_entering(game, owner, to) is None
                targets[to] = TABLE.most_units - len(game.units[to]) if fits else 0
            room = targets[to]
            for infected in range(min(sick, room) + 1):
                if room and haints + infected:
                    yield Advance(origin, to, min(haints + infected, room), infected)
                groups = [(figure, 1) for figure in figures] + [(BOTH, len(figures))] * (len(figures) > 1)
                for figure, count in groups:
                    if room >= count + infected:
                        yield Lead(figure, origin, to, min(haints + infected, room - count), infected)


@refuses(PullNail)
def bars_nail(game: Harrow, owner: Owner, option: PullNail) -> Refusal | None:
    """H1.6.9  An own nailed unit, and an ADVANCE to spend on it."""
    if option.hex not in game.county.hexes:
        return NO_HEX
    if not any(unit.nailed and unit.label == option.unit for unit in game.units_of(owner, option.hex)):
        return NOT_NAILED
    budget = game.cursor.budget
    return None if budget and owner == game.active and budget.points(ADVANCE) else NO_ADVANCE


def nails(game: Harrow, owner: Owner) -> Iterator[PullNail]:
    """H1.6.9  Nails that an ADVANCE could take out."""
    budget = game.cursor.budget
    if budget and budget.points(ADVANCE):
        for hex in game.county.ids:
            for label in dict.fromkeys(unit.label for unit in game.units_of(owner, hex) if unit.nailed):
                yield PullNail(hex, label)


def take_step(game: Harrow, owner: Owner, option: Advance | Lead, clause: str = "H1.6.1") -> Flow[None]:
    """H1.6.1  The step is paid and made."""
    budget = game.cursor.budget
    units = movers(game, owner, option)
    assert budget is not None
    assert units
    budget.spend(ADVANCE, step_cost(game, owner, option.to))
    yield from go(game, units, option.origin, option.to, clause)


def pull_nail(game: Harrow, owner: Owner, hex: Hex, label: str) -> None:
    """H1.6.9, HA.P.L1  The nail goes back; the unit did not move."""
    unit = next(u for u in game.units_of(owner, hex) if u.label == label and u.nailed)
    change_unit(game, unit, hex, nailed=False)
    game.note("nail.pulled", "H1.6.9", owner=owner, hex=hex)


# --- H1.7 SPAWN -------------------------------------------------------------------------------------------


def spawn_hexes(game: Harrow, owner: Owner) -> list[Hex]:
    """H1.7.1  Where an owner may spawn now; HA.F.U5 lets a whole turn reach farther."""
    hexes = FACTIONS[owner].spawn_hexes(game, owner)
    legend = game.where(owner)
    if game.cursor.spawn_in_range and legend and owner == game.active:
        hexes = [*hexes, *within(game, legend, reach(game, legend, game.cursor.range_bonus))]
    return sorted(set(hexes))


def bars_spawn_on(game: Harrow, owner: Owner, hex: Hex, count: int = 1) -> Refusal | None:
    """H1.7.3, H1.7.5  Why haints cannot be spawned on this hex, whatever lets them."""
    if game.players[owner].haints < count:
        return NO_HAINTS
    refusal = bars_entering(game, owner, hex, count)
    if refusal in (ENEMY_UNITS, ENEMY_OBJECTIVE):
        return SPAWN_ENEMY
    return SPAWN_FULL if refusal == FULL else refusal


@refuses(Spawn)
def bars_spawn(game: Harrow, owner: Owner, option: Spawn) -> Refusal | None:
    """H1.7.1 to H1.7.5"""
    if option.hex not in game.county.hexes:
        return NO_HEX
    budget = game.cursor.budget
    if budget is None or owner != game.active or budget.points(SPAWN) < max(1, option.haints):
        return NO_SPAWN
    if option.hex not in spawn_hexes(game, owner):
        return NOT_THERE
    return bars_spawn_on(game, owner, option.hex, option.haints)


def spawns(game: Harrow, owner: Owner) -> Iterator[Spawn]:
    """H1.7.5  Each hex with as many haints as fit."""
    budget = game.cursor.budget
    assert budget is not None
    most = min(budget.points(SPAWN), game.players[owner].haints)
    if most:
        for hex in spawn_hexes(game, owner):
            room = min(most, TABLE.most_units - len(game.units[hex]))
            if room > 0 and bars_spawn_on(game, owner, hex) is None:
                yield Spawn(hex, room)


# --- H1.8 STRENGTHEN --------------------------------------------------------------------------------------


@refuses(Strengthen)
def bars_strengthen(game: Harrow, owner: Owner, option: Strengthen) -> Refusal | None:
    """H1.8.1, H0.8.4"""
    budget = game.cursor.budget
    if budget is None or owner != game.active or budget.points(STRENGTHEN) < max(1, option.cubes):
        return NO_STRENGTHEN
    return None if game.cubes[owner] >= option.cubes else NO_CUBES


def strengthens(game: Harrow, owner: Owner) -> Iterator[Strengthen]:
    """H1.8.1  As many cubes as the budget and the supply allow."""
    budget = game.cursor.budget
    assert budget is not None
    most = min(budget.points(STRENGTHEN), game.cubes[owner])
    if most:
        yield Strengthen(most)


# --- the menu ---------------------------------------------------------------------------------------------


def basic_options(game: Harrow, owner: Owner) -> list[Option]:
    """H1.9.2  Everything the present budget can pay for."""
    return [*steps(game, owner), *nails(game, owner), *spawns(game, owner), *strengthens(game, owner)]


def perform_basic(game: Harrow, owner: Owner, option: Option) -> Flow[str]:
    """Carry out one of these options and pay for it. Returns the ability used; "" for a step that cost nothing."""
    budget = game.cursor.budget
    assert budget is not None
    if isinstance(option, (Advance, Lead)):
        cost = step_cost(game, owner, option.to)
        yield from take_step(game, owner, option)
        return ADVANCE if cost else ""
    if isinstance(option, PullNail):
        budget.spend(ADVANCE, 1)
        pull_nail(game, owner, option.hex, option.unit)
        return ADVANCE
    if isinstance(option, Spawn):
        budget.spend(SPAWN, option.haints)
        place_haints(game, owner, option.hex, option.haints, "H1.7.1")
        return SPAWN
    assert isinstance(option, Strengthen)
    budget.spend(STRENGTHEN, option.cubes)
    strengthen(game, owner, option.cubes, "H1.8.1")
    return STRENGTHEN


def act(game: Harrow, owner: Owner, key: str, clause: str, budget: Budget) -> Flow[None]:
    """H0.8.2  Perform what the budget allows, in any order, as long as the player likes (H1.6.10: the rest is lost)."""
    game.cursor.budget = budget
    while not budget.is_spent:
        options = basic_options(game, owner)
        if not options:
            game.note("lost.abilities", "H1.6.10", owner=owner)
            break
        left = budget.any or budget.advance or budget.spawn or budget.strengthen
        choice = yield from ask(owner, key, clause, [*options, Done()], left=left)
        if isinstance(choice, Done):
            break
        yield from perform_basic(game, owner, choice)
    game.cursor.budget = None


def one_of_three(
    game: Harrow, owner: Owner, key: str, clause: str, points: int = 1, *, free: bool = False
) -> Flow[None]:
    """H1.9.2  So many times ADVANCE, SPAWN or STRENGTHEN, in any mix."""
    yield from act(game, owner, key, clause, Budget(any=points, free=free))


def wild_jar(game: Harrow, owner: Owner) -> Flow[None]:
    """H1.9.1  Take a Wild token, then as many wild actions as you have tokens (H1.9.3: they stay)."""
    take_wild(game, owner, "H1.9.1")
    yield from one_of_three(game, owner, "wild", "H1.9.1", game.players[owner].wild, free=True)
