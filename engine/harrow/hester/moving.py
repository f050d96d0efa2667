"""H5.6, H5.13  Infected haints and Hester move; terrain cubes pay for it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.carry import go
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.hester.board import (
    ANY,
    FREE,
    HESTER,
    MOVE,
    board_of,
    cubes,
    hester_hex,
    open_sides,
    pay,
)
from engine.harrow.hester.fire import make_fire
from engine.harrow.hester.roots import bars_field
from engine.harrow.land import BURNING, ENEMY_OBJECTIVE, FULL, NAILED, NO_HEX, NOT_NEXT, find_unit
from engine.harrow.menu import refuses
from engine.harrow.state import Figure, Harrow, Owner, Unit
from engine.harrow.verbs import move_figure
from engine.rules import Refusal

NAIL_PRICE = 2


class Drive(Option, frozen=True, tag="drive"):
    """H5.6  An infected haint goes to a neighbouring hex, paid with a cube of its colour, or any two."""

    owner: Owner
    unit: str
    origin: Hex
    to: Hex
    pay: str


class Walk(Option, frozen=True, tag="walk"):
    """H5.6  Hester goes to a neighbouring hex, paid with cubes of its colour, or any three."""

    to: Hex
    pay: str


class FreeHester(Option, frozen=True, tag="free_hester"):
    """HA.P.L1, HP.3.14  Two cubes take the nail out of Hester."""


NOT_INFECTED = Refusal("H5.6.7", "You move only infected haints, and Hester.")
NOT_ALL_INFECTED = Refusal(
    "H5.6.3", "Units of another faction stand there, and not all of them are infected."
)
NO_FIRE_LEFT = Refusal("H5.7.1", "Your fire fields are empty: no fire can be made.")
NO_SQUARE = Refusal("H5.7.2", "All squares of your board are full.")
NO_HESTER = Refusal("H5.6.5", "Hester is not on the map.")
WRONG_PRICE = Refusal("H5.6", "That is not the price, or you do not have the cubes.")
NOT_MOVING = Refusal("H5.5.5", "Moving is an action of yours before the Tree.")
NO_NAIL = Refusal("HA.P.L1", "Hester is not nailed, or you have fewer than two cubes.")


# --- H5.6.3, H5.6.4 where an infected haint may go ------------------------------------------------------------


def bars_driving(game: Harrow, unit: Unit, to: Hex) -> Refusal | None:
    """H5.6.3, H5.6.4, H5.7.1  Why an infected haint may not enter a hex, whatever is paid."""
    if not unit.infected or unit.is_legend:
        return NOT_INFECTED
    if unit.nailed:
        return NAILED
    if to in game.flames:
        return BURNING
    if any(to in game.objectives[kind] for kind in FACTIONS[unit.owner].hostile):
        return ENEMY_OBJECTIVE
    if len(game.units[to]) + 1 > TABLE.most_units:
        return FULL
    others = [one for one in game.units[to] if one.owner != unit.owner]
    return bars_meeting(game, others) if others else None


def bars_meeting(game: Harrow, others: list[Unit]) -> Refusal | None:
    """H5.6.3, H5.7.1, H5.7.2  Why an infected haint may not meet these units of another faction and make a fire."""
    if not all(one.infected for one in others):
        return NOT_ALL_INFECTED
    if not any(board_of(game).fields):
        return NO_FIRE_LEFT
    return None if open_sides(game) else NO_SQUARE


def infected(game: Harrow) -> Iterator[tuple[Hex, Unit]]:
    """Infected haints on the map that can move, equal ones of a hex once."""
    for hex in game.county.ids:
        for unit in sorted(set(game.units[hex])):
            if unit.infected and not unit.nailed:
                yield hex, unit


def drive(game: Harrow, unit: Unit, origin: Hex, to: Hex, clause: str, *, meets: bool = True) -> Flow[None]:
    """H5.6.7, H5.7, H5.13.3  An infected haint moves; with infected haints of another faction it makes a fire."""
    yield from go(game, [unit], origin, to, clause, HESTER, carrier=HESTER)
    if meets and any(one.owner != unit.owner for one in game.units[to]):
        yield from make_fire(game, unit, to)


# --- H5.6 prices --------------------------------------------------------------------------------------------


def prices(game: Harrow, to: Hex, matching: int, any_price: int, *, both: bool) -> Iterator[tuple[str, int]]:
    """H5.6, H5.6.1, H5.6.2  Ways to pay for a hex: cubes of its colour, or any; a path makes it 1 cheaper, storms do not matter."""
    cheaper = int(game.paths[to] > 0)
    have = cubes(game)
    if game.county.is_terrain(to):
        count = matching - cheaper
        if not count:
            yield FREE, 0
            return
        if have.get(game.kind(to), 0) >= count:
            yield game.kind(to), count
        if not both:
            return
    if sum(have.values()) >= any_price - cheaper:
        yield ANY, any_price - cheaper


def drive_prices(game: Harrow, to: Hex) -> dict[str, int]:
    """H5.6  1 cube of the hex's colour, or any 2."""
    return dict(prices(game, to, 1, 2, both=True))


def walk_prices(game: Harrow, to: Hex) -> dict[str, int]:
    """H5.6  2 cubes of the hex's colour; any 3 for a mountain or the brambles."""
    return dict(prices(game, to, 2, 3, both=False))


# --- the action ---------------------------------------------------------------------------------------------


def bars_action(game: Harrow) -> Refusal | None:
    """H5.5.5  Is the Move action going on, or can it begin?"""
    if game.cursor.step != "deeds":
        return NOT_MOVING
    return None if board_of(game).moving else bars_field(game, MOVE)


@refuses(Drive)
def bars_drive(game: Harrow, owner: Owner, option: Drive) -> Refusal | None:
    """H5.6"""
    if option.origin not in game.county.hexes or option.to not in game.county.hexes:
        return NO_HEX
    if option.to not in game.county.near[option.origin]:
        return NOT_NEXT
    there = [u for u in game.units_of(option.owner, option.origin) if u.label == option.unit]
    if not there:
        return NOT_INFECTED
    refusal = bars_action(game) or bars_driving(game, there[0], option.to)
    if refusal:
        return refusal
    return None if option.pay in drive_prices(game, option.to) else WRONG_PRICE


@refuses(Walk)
def bars_walk(game: Harrow, owner: Owner, option: Walk) -> Refusal | None:
    """H5.6.5, H5.6.6"""
    here = hester_hex(game)
    if not here:
        return NO_HESTER
    if option.to not in game.county.near[here]:
        return NOT_NEXT
    if game.figures[HESTER].nailed:
        return NAILED
    refusal = bars_action(game)
    if refusal:
        return refusal
    return None if option.pay in walk_prices(game, option.to) else WRONG_PRICE


@refuses(FreeHester)
def bars_freeing(game: Harrow, owner: Owner, option: FreeHester) -> Refusal | None:
    """HA.P.L1"""
    if HESTER not in game.figures or not game.figures[HESTER].nailed or game.out(HESTER) < NAIL_PRICE:
        return NO_NAIL
    return bars_action(game)


def moves(game: Harrow) -> list[Option]:
    """H5.6, HP.3.6  Every paid move there is now."""
    if bars_action(game):
        return []
    found: list[Option] = []
    near = game.county.near
    for hex, unit in infected(game):
        for to in sorted(near[hex]):
            if bars_driving(game, unit, to) is None:
                found += [Drive(unit.owner, unit.label, hex, to, how) for how in drive_prices(game, to)]
    here = hester_hex(game)
    if here and game.figures[HESTER].nailed:
        found += [FreeHester()] if game.out(HESTER) >= NAIL_PRICE else []
    elif here:
        found += [Walk(to, how) for to in sorted(near[here]) for how in walk_prices(game, to)]
    return found


def move_action(game: Harrow, first: Option) -> Flow[None]:
    """H5.5.5, H5.6  One action: move after move, as long as the cubes last and she likes."""
    board = board_of(game)
    board.spent.append(MOVE)
    board.moving = True
    choice = first
    while not isinstance(choice, Done):
        yield from move_once(game, choice)
        options = moves(game)
        if not options:
            break
        choice = yield from ask(HESTER, "moves", "H5.6", [*options, Done()], cubes=game.out(HESTER))
    board.moving = False


def move_once(game: Harrow, choice: Option) -> Flow[None]:
    """H5.6  Pay for one move and make it."""
    if isinstance(choice, Drive):
        yield from pay(game, choice.pay, drive_prices(game, choice.to)[choice.pay], "H5.6")
        unit = find_unit(game, choice.origin, choice.owner, choice.unit)
        yield from drive(game, unit, choice.origin, choice.to, "H5.6")
    elif isinstance(choice, Walk):
        yield from pay(game, choice.pay, walk_prices(game, choice.to)[choice.pay], "H5.6")
        move_figure(game, HESTER, choice.to, "H5.6.5")
    else:
        yield from pay(game, ANY, NAIL_PRICE, "HA.P.L1")
        game.figures[HESTER] = Figure(hester_hex(game))
        game.note("nail.pulled", "HA.P.L1", owner=HESTER, hex=hester_hex(game))
