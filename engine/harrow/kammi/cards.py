"""HA.K.C, H4.8.6, H4.9.3  The twelve goblin cards. One declaration each; all distances are the goblin's (H4.9.3).

Where a choice depends on which figure is the goblin, it is hidden: asked whatever there is to choose.
"""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.basic import bars_spawn_on, one_of_three
from engine.harrow.actions.carry import go
from engine.harrow.choices import (
    MoveObjective,
    MoveToken,
    ask_hex,
    ask_move,
    ask_set_aside,
    ask_token_move,
    ask_unit,
    do_objective_move,
    put_tokens,
    token_moves,
    unit_moves,
)
from engine.harrow.data import BUILDING, TABLE, TOWNSFOLK, Hex
from engine.harrow.faction import card
from engine.harrow.kammi.board import FIGURES, goblin_hex
from engine.harrow.land import closer, find_unit, kinds_of_units, may_enter, may_hold_objective, within
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.verbs import move_token, place_haints

NEAR = 2
"""So far most of the cards reach."""


class Perform(Option, frozen=True, tag="perform"):
    """The condition of the card holds: do what it says."""

    PRIVATE = True


class Slip(Option, frozen=True, tag="slip"):
    """HA.K.C04  One of your legends goes to a neighbouring hex, with haints of its hex."""

    PRIVATE = True
    COUNTED = "haints"
    LOW = 0
    figure: str
    origin: Hex
    to: Hex
    haints: int


def holds(owner: Owner, key: str, clause: str, condition: bool) -> Flow[bool]:
    """Only the player knows whether the condition holds, so it is asked in any case."""
    options: list[Option] = [Perform()] if condition else []
    choice = yield from ask(owner, key, clause, [*options, Done()], secret=True)
    return isinstance(choice, Perform)


def haints_near(
    game: Harrow, owner: Owner, distance: int, *, own: bool, least: int = 0
) -> list[tuple[Hex, Unit]]:
    """Haints of one's own or of others near the goblin, that can be moved."""
    return [
        (hex, unit)
        for hex in within(game, goblin_hex(game), distance, least)
        for unit in kinds_of_units(game, hex)
        if (unit.owner == owner) == own and not unit.is_legend and not unit.nailed
    ]


@card("C01", "HA.K.C01")
def double(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C01  1 SPAWN within 3 of the goblin."""
    hexes = [hex for hex in within(game, goblin_hex(game), 3) if bars_spawn_on(game, owner, hex) is None]
    hex = yield from ask_hex(owner, "double", "HA.K.C01", hexes, hidden=True)
    if hex:
        place_haints(game, owner, hex, 1, "HA.K.C01")


@card("C02", "HA.K.C02")
def through_the_keyhole(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C02  Up to three townsfolk, buildings or tokens come onto a hex from those around it."""
    here = yield from ask_hex(
        owner, "keyhole", "HA.K.C02", within(game, goblin_hex(game), NEAR, least=1), hidden=True
    )
    if not here:
        return
    for _ in range(3):
        options: list[Option] = [
            MoveObjective(kind, hex, here)
            for kind in (TOWNSFOLK, BUILDING)
            for hex in game.county.near[here]
            if hex in game.objectives[kind] and may_hold_objective(game, kind, here)
        ]
        options += [
            MoveToken(token, hex, here)
            for hex in game.county.near[here]
            for token in dict.fromkeys(game.tokens[hex])
        ]
        if not options:
            return
        choice = yield from ask(owner, "keyhole.what", "HA.K.C02", [*options, Done()])
        if isinstance(choice, MoveObjective):
            do_objective_move(game, owner, choice, "HA.K.C02")
        elif isinstance(choice, MoveToken):
            move_token(game, choice.token, choice.origin, here, "HA.K.C02", owner)
        else:
            return


@card("C03", "HA.K.C03")
def blood_money(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C03  A cube from the supply on a hex without units, for whenever a unit enters it."""
    hexes = [hex for hex in within(game, goblin_hex(game), NEAR) if game.is_clear(hex)]
    hex = yield from ask_hex(
        owner, "blood-money", "HA.K.C03", hexes if game.cubes[owner] else [], hidden=True
    )
    if hex:
        game.cubes[owner] -= 1
        game.cubes_on[hex][owner] = game.cubes_on[hex].get(owner, 0) + 1
        game.note("blood.money", "HA.K.C03", owner=owner, hex=hex)


@card("C04", "HA.K.C04")
def ambush(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C04  Goblin and enemy legend on different terrain: a legend of yours moves, with haints if you like."""
    goblin, legend = goblin_hex(game), game.where(game.other(owner))
    both = bool(legend) and game.county.is_terrain(goblin) and game.county.is_terrain(legend)
    options: list[Option] = []
    if both and game.kind(goblin) != game.kind(legend):
        options = [*slips(game, owner)]
    choice = yield from ask(owner, "ambush", "HA.K.C04", [*options, Done()], secret=True)
    if isinstance(choice, Slip):
        here = game.units_of(owner, choice.origin)
        haints = followers(here)[: choice.haints]
        figure = find_unit(game, choice.origin, owner, choice.figure)
        yield from go(game, [figure, *haints], choice.origin, choice.to, "HA.K.C04")


def followers(units: list[Unit]) -> list[Unit]:
    """Haints that can go along, the uninfected first."""
    return sorted((u for u in units if not u.is_legend and not u.nailed), key=lambda unit: unit.infected)


def slips(game: Harrow, owner: Owner) -> list[Slip]:
    """HA.K.C04  Each legend to each neighbour that is legal, with as many haints as fit."""
    found = []
    for kind in FIGURES:
        hex = game.where(owner, kind)
        if not hex or find_unit(game, hex, owner, kind).nailed:
            continue
        haints = len(followers(game.units_of(owner, hex)))
        for to in game.county.near[hex]:
            if may_enter(game, owner, to):
                found.append(Slip(kind, hex, to, min(haints, TABLE.most_units - 1 - len(game.units[to]))))
    return found


@card("C05", "HA.K.C05")
def toss(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C05  An own haint next to the goblin goes to any legal hex within 2 of it."""
    here = goblin_hex(game)
    around = within(game, here, NEAR)
    options = unit_moves(
        game, haints_near(game, owner, 1, own=True, least=1), lambda hex: [to for to in around if to != hex]
    )
    yield from ask_move(game, owner, "toss", "HA.K.C05", options, hidden=True)


@card("C06", "HA.K.C06")
def buried(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C06  The goblin with an own haint: one of the three abilities."""
    if (yield from holds(owner, "buried", "HA.K.C06", bool(game.haints_of(owner, goblin_hex(game))))):
        yield from one_of_three(game, owner, "buried.ability", "HA.K.C06")


@card("C07", "HA.K.C07")
def temptation(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C07  Any ability token comes one hex toward the goblin."""
    here = goblin_hex(game)
    options = token_moves(game, lambda hex: closer(game, hex, here))
    yield from ask_token_move(game, owner, "temptation", "HA.K.C07", options, hidden=True)


@card("C08", "HA.K.C08")
def dolls_whisper(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C08  With a doll within 2: two enemy haints within 2 go to neighbouring hexes, not the same."""
    around = within(game, goblin_hex(game), NEAR)
    near = haints_near(game, owner, NEAR, own=False) if any(hex in game.dolls for hex in around) else []
    first = yield from ask_move(
        game,
        owner,
        "whisper",
        "HA.K.C08",
        unit_moves(game, near, lambda hex: game.county.near[hex]),
        hidden=True,
    )
    if first is None:
        return
    to, moved = first
    left = [
        (hex, unit)
        for hex, unit in haints_near(game, owner, NEAR, own=False)
        if (hex, unit) != (to, moved) or game.units[hex].count(unit) > 1
    ]
    options = unit_moves(game, left, lambda hex: [one for one in game.county.near[hex] if one != to])
    yield from ask_move(game, owner, "whisper", "HA.K.C08", options, hidden=True)


@card("C09", "HA.K.C09")
def trick(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C09  A lone haint within 2 and a lone enemy haint anywhere swap places, where no objective is."""
    mine = [(hex, unit) for hex, unit in haints_near(game, owner, NEAR, own=True) if is_alone(game, hex)]
    theirs = [
        (hex, unit)
        for hex in game.county.ids
        for unit in game.units[hex]
        if unit.owner != owner and not unit.is_legend and not unit.nailed and is_alone(game, hex)
    ]
    found = yield from ask_unit(game, owner, "trick.own", "HA.K.C09", mine if theirs else [], hidden=True)
    if not found:
        return
    other = yield from ask_unit(game, owner, "trick", "HA.K.C09", theirs)
    if other:
        yield from go(game, [found[1]], found[0], other[0], "HA.K.C09")
        yield from go(game, [other[1]], other[0], found[0], "HA.K.C09", owner)


def is_alone(game: Harrow, hex: Hex) -> bool:
    """HA.K.C09  One unit and no objective."""
    return len(game.units[hex]) == 1 and not any(hex in hexes for hexes in game.objectives.values())


@card("C10", "HA.K.C10")
def lure(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C10  An enemy haint within 2 goes to a neighbouring hex."""
    options = unit_moves(game, haints_near(game, owner, NEAR, own=False), lambda hex: game.county.near[hex])
    yield from ask_move(game, owner, "lure", "HA.K.C10", options, hidden=True)


@card("C11", "HA.K.C11")
def lets_get_out(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C11  A token of any type from the box on a hex exactly 2 away."""
    hexes = within(game, goblin_hex(game), NEAR, least=NEAR)
    yield from put_tokens(game, owner, "get-out", "HA.K.C11", lambda: hexes, 1, hidden=True)


@card("C12", "HA.K.C12")
def spite(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.K.C12  Enemy cubes lie aside until the end of the turn, one for each enemy haint within 2."""
    around = within(game, goblin_hex(game), NEAR)
    count = sum(unit.owner != owner and not unit.is_legend for hex in around for unit in game.units[hex])
    yield from ask_set_aside(game, owner, "spite", "HA.K.C12", count, hidden=True)
