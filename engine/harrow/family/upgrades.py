"""HA.F.U  The nine upgrade tokens of the Family. One declaration each."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, Option, ask, ask_many
from engine.harrow.actions.basic import act
from engine.harrow.actions.carry import move_doll
from engine.harrow.choices import Moved, PickUnit, ask_hex, ask_move, ask_part, ask_unit, unit_moves
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import effects
from engine.harrow.family.board import may_storm, upgrade
from engine.harrow.land import (
    bars_entering,
    closer,
    find_unit,
    kinds_of_units,
    may_enter,
    may_hold_objective,
    movable,
)
from engine.harrow.state import Budget, Harrow, Owner, Unit
from engine.harrow.verbs import move_objective, move_token, move_units, strengthen

Part = Callable[[Harrow, Owner], Flow[None]]


class Merge(Option, frozen=True, tag="merge"):
    """HA.F.U8  Pull everything on a hex to another, closer to the legend."""

    origin: Hex
    to: Hex


def in_any_order(game: Harrow, owner: Owner, key: str, clause: str, basic: str, other: Part) -> Flow[None]:
    """H2.5.4  The ability and the other part, whole and in the order the player likes."""
    first = yield from ask_part(owner, key, clause, [basic, "other"])
    for part in (True, False):
        if (first == basic) == part:
            yield from act(game, owner, f"{key}.{basic}", clause, Budget.of(basic))
        else:
            yield from other(game, owner)


@upgrade("U1", "HA.F.U1", advances=2)
def council_house(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U1  Two ADVANCE."""
    yield from act(game, owner, "council-house", "HA.F.U1", Budget(advance=2, free=True))


@upgrade("U2", "HA.F.U2")
def storm_guide(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U2  One ADVANCE; and every own unit may go to a neighbouring storm. The parts are not mixed."""
    yield from in_any_order(game, owner, "storm-guide", "HA.F.U2", "advance", into_storms)


def into_storms(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U2  Each own unit at most once, onto a neighbouring storm hex."""
    moved = Moved()
    while True:
        units = [(hex, u) for hex, u in movable(game) if u.owner == owner and moved.is_fresh(game, hex, u)]
        options = unit_moves(
            game, units, lambda hex: [to for to in game.county.near[hex] if game.has_storm(to)]
        )
        done = yield from ask_move(game, owner, "storm-guide.other", "HA.F.U2", options)
        if done is None:
            return
        moved.arrived(*done)


@upgrade("U3", "HA.F.U3")
def psychopomp(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U3  One ADVANCE; and a haint goes to terrain without units and tokens."""
    yield from in_any_order(game, owner, "psychopomp", "HA.F.U3", "advance", send_haint)


def send_haint(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U3  Any uninfected haint of anybody, to any such hex that is legal for it."""
    empty = [
        hex
        for hex in game.county.ids
        if game.county.is_terrain(hex) and game.is_clear(hex) and not game.tokens[hex]
    ]
    haints = [
        (hex, unit)
        for hex, unit in movable(game)
        if not unit.is_legend and not unit.infected and any(may_enter(game, unit.owner, to) for to in empty)
    ]
    found = yield from ask_unit(game, owner, "psychopomp.who", "HA.F.U3", haints, must=False)
    if found:
        moves = unit_moves(game, [found], lambda _: empty)
        yield from ask_move(game, owner, "psychopomp.other", "HA.F.U3", moves, must=True)


@upgrade("U4", "HA.F.U4")
def faceless_portraits(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U4  Two SPAWN."""
    yield from act(game, owner, "faceless-portraits", "HA.F.U4", Budget(spawn=2))


@upgrade("U5", "HA.F.U5")
def distant_tremor(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U5  One SPAWN; this turn all SPAWNs reach as far as the legend's range."""
    game.cursor.spawn_in_range = True
    yield from act(game, owner, "distant-tremor", "HA.F.U5", Budget(spawn=1))


@upgrade("U6", "HA.F.U6")
def din_and_uproar(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U6  Two STRENGTHEN."""
    strengthen(game, owner, 2, "HA.F.U6")
    yield from ()


@upgrade("U7", "HA.F.U7", waits=True)
@upgrade("U9", "HA.F.U9", waits=True)
def waits_for_attack(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U7, HA.F.U9, H2.5.5  It acts from the Attack jar; there is nothing to activate."""
    yield from ()


@upgrade("U8", "HA.F.U8")
def merging(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U8  One SPAWN; and everything on a hex comes one hex closer to the legend."""
    yield from in_any_order(game, owner, "merging", "HA.F.U8", "spawn", merge)


def merge(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.F.U8  Choose a hex and where its pieces go; whatever may not be there stays."""
    legend = game.where(owner)
    hexes = [hex for hex in game.county.ids if hex != legend and has_components(game, hex)]
    origin = yield from ask_hex(owner, "merging.other", "HA.F.U8", hexes, must=False)
    if not origin:
        return
    choice = yield from ask(
        owner, "merging.to", "HA.F.U8", [Merge(origin, to) for to in closer(game, origin, legend)]
    )
    yield from merge_units(game, owner, origin, choice.to)
    merge_pieces(game, owner, origin, choice.to)


def has_components(game: Harrow, hex: Hex) -> bool:
    """Is there anything on a hex that could be pulled?"""
    lying = game.units[hex] or game.tokens[hex] or game.storms[hex] or game.paths[hex] or game.cubes_on[hex]
    return bool(lying) or hex in game.dolls or any(hex in hexes for hexes in game.objectives.values())


def merge_units(game: Harrow, owner: Owner, origin: Hex, to: Hex) -> Flow[None]:
    """HA.F.U8  Units that may enter; if they are too many, the player chooses which."""
    for whose in game.order:
        units = [unit for unit in game.units_of(whose, origin) if not unit.nailed]
        room = TABLE.most_units - len(game.units[to])
        if not units or bars_entering(game, whose, to):
            continue
        going: list[Unit] = units
        if len(units) > room:
            options = [
                PickUnit(whose, unit.label, origin)
                for unit in kinds_of_units(game, origin)
                if unit in units
                for _ in range(units.count(unit))
            ]
            chosen = yield from ask_many(owner, "merging.units", "HA.F.U8", options, room, room)
            going = [find_unit(game, origin, whose, choice.unit) for choice in chosen]
        move_units(game, going, origin, to, "HA.F.U8", owner)


def merge_pieces(game: Harrow, owner: Owner, origin: Hex, to: Hex) -> None:
    """HA.F.U8, H1.2.4, H4.5.6  Tokens, paths, storms, cubes, objectives and a doll, as far as they may be there."""
    for token in list(game.tokens[origin]):
        move_token(game, token, origin, to, "HA.F.U8", owner)
    for kind, hexes in game.objectives.items():
        for _ in range(hexes.count(origin)):
            if may_hold_objective(game, kind, to):
                move_objective(game, kind, origin, to, "HA.F.U8", owner)
    if game.paths[origin]:
        game.paths[to] += game.paths[origin]
        game.paths[origin] = 0
        game.note("paths.moved", "HA.F.U8", owner=owner, origin=origin, to=to)
    if game.storms[origin] and may_storm(game, to):
        game.storms[to] += game.storms[origin]
        game.storms[origin] = 0
        game.note("storms.moved", "HA.F.U8", owner=owner, origin=origin, to=to)
    for colour, count in game.cubes_on[origin].items():
        game.cubes_on[to][colour] = game.cubes_on[to].get(colour, 0) + count
        game.note("cubes.moved", "HA.F.U8", owner=owner, origin=origin, to=to, cubes=count)
    game.cubes_on[origin] = {}
    if origin in game.dolls and to not in game.dolls:
        move_doll(game, origin, to, "HA.F.U8", owner)
    for one, effect in effects(game):
        effect.pieces_merged(game, one, origin, to)
