"""HA.H.C, HA.H.C00  The thirteen cards of Hester, one declaration each. Each that lies face up may be activated once a turn (H5.11)."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Done, Flow, Option, ask
from engine.harrow.choices import (
    Moved,
    MoveUnit,
    ask_hex,
    ask_move,
    ask_unit,
    unit_moves,
)
from engine.harrow.data import BRAMBLES, MOUNTAIN, TABLE, Hex
from engine.harrow.faction import bars_fighting, card
from engine.harrow.hester.board import (
    COLOURS,
    HESTER,
    INFECT,
    SUMMON,
    board_of,
    choose_cubes,
    cubes,
    gain,
    gain_any,
    give_back,
    hester_hex,
    open_sides,
)
from engine.harrow.hester.deeds import put_snake
from engine.harrow.hester.fire import make_fire
from engine.harrow.hester.moving import bars_driving, drive, infected
from engine.harrow.hester.roots import growths, lay_root, present, touched
from engine.harrow.land import find_unit, kinds_of_units, movable
from engine.harrow.state import LEGEND, Harrow, Owner, Unit
from engine.harrow.verbs import move_figure, strengthen
from engine.rules import Refusal

HURT_PRICE = 2

NO_MOVE = Refusal("H5.11", "The card could move nothing now.")
NO_CUBES = Refusal("H5.11", "There is no cube to take or to give.")
INFECTED_ALREADY = Refusal("HA.H.C00", "The card must be activated before you infect.")
SUMMONED_ALREADY = Refusal("HA.H.C00", "The card must be activated before you summon.")
NO_ROOT_LEGEND = Refusal("HA.H.C06", "No legend can go to a hex with a root.")
NO_HURT = Refusal("HA.H.C07", "You need two cubes, a snake, and a haint beside an infected one.")
NO_FIRE = Refusal("HA.H.C08", "You have no fire on the map.")
NO_CLOSING = Refusal(
    "HA.H.C10", "No hex lies between two infected haints of different factions that both could enter."
)
NO_ALL_AROUND = Refusal("HA.H.C12", "No root touches the brambles or a mountain.")
NO_GRIP = Refusal("HA.H.C13", "Your first root cannot grow anew.")


class SwapCube(Option, frozen=True, tag="swap_cube"):
    """HA.H.C02  A cube of one colour for one of another."""

    colour: str
    to_colour: str


class PlaceCube(Option, frozen=True, tag="place_cube"):
    """HA.H.C09  A cube of this colour on a hex."""

    colour: str
    hex: Hex


class Help(Option, frozen=True, tag="help"):
    """HA.H.C04  This faction gets a cube."""

    owner: Owner


class Regrow(Option, frozen=True, tag="regrow"):
    """HA.H.C13  The first root of the turn grows anew, from here to there."""

    origin: Hex
    to: Hex


# --- HA.H.C01 -----------------------------------------------------------------------------------------------


def foreign(game: Harrow, owner: Owner, hex: Hex) -> bool:
    """Does an infected haint of another faction stand there?"""
    return any(unit.infected and unit.owner != owner for unit in game.units[hex])


def quiet_steps(game: Harrow, unit: Unit, hex: Hex) -> list[Hex]:
    """HA.H.C01  Legal steps that meet no infected haint of another faction."""
    return [
        to
        for to in sorted(game.county.near[hex])
        if bars_driving(game, unit, to) is None and not foreign(game, unit.owner, to)
    ]


def may_rest(game: Harrow, unit: Unit, hex: Hex) -> bool:
    """HA.H.C01  It may not end next to an infected haint of another faction."""
    return not any(foreign(game, unit.owner, near) for near in (hex, *game.county.near[hex]))


def quiet_moves(game: Harrow) -> list[MoveUnit]:
    """HA.H.C01  First steps after which it may stay, or go on and stay."""
    return [
        MoveUnit(unit.owner, unit.label, hex, to)
        for hex, unit in infected(game)
        for to in quiet_steps(game, unit, hex)
        if may_rest(game, unit, to) or quiet_ends(game, unit, to)
    ]


def quiet_ends(game: Harrow, unit: Unit, hex: Hex) -> list[Hex]:
    return [to for to in quiet_steps(game, unit, hex) if may_rest(game, unit, to)]


def bars_insides(game: Harrow, owner: Owner) -> Refusal | None:
    return None if quiet_moves(game) else NO_MOVE


@card("H01", "HA.H.C01", bars_insides)
def white_insides(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C01  An infected haint goes up to two hexes, free, and stays away from those of another faction."""
    first = yield from ask(HESTER, "insides", "HA.H.C01", quiet_moves(game))
    unit = find_unit(game, first.origin, first.owner, first.unit)
    yield from drive(game, unit, first.origin, first.to, "HA.H.C01")
    second = [MoveUnit(unit.owner, unit.label, first.to, to) for to in quiet_ends(game, unit, first.to)]
    stay: list[Option] = [Done()] if may_rest(game, unit, first.to) else []
    if second:
        choice = yield from ask(HESTER, "insides.more", "HA.H.C01", [*second, *stay])
        if isinstance(choice, MoveUnit):
            yield from drive(game, unit, first.to, choice.to, "HA.H.C01")


# --- cubes ------------------------------------------------------------------------------------------------------


def swaps(game: Harrow) -> list[SwapCube]:
    return [
        SwapCube(one, other) for one in cubes(game) for other in COLOURS if other != one and game.cubes[other]
    ]


def bars_tangle(game: Harrow, owner: Owner) -> Refusal | None:
    return None if swaps(game) else NO_CUBES


@card("H02", "HA.H.C02", bars_tangle)
def wild_tangle(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C02  A cube of hers for one of another colour."""
    choice = yield from ask(HESTER, "tangle", "HA.H.C02", swaps(game))
    give_back(game, [choice.colour], "HA.H.C02")
    gain(game, choice.to_colour, "HA.H.C02")


def bars_protege(game: Harrow, owner: Owner) -> Refusal | None:
    return INFECTED_ALREADY if INFECT in board_of(game).spent else None


@card("H03", "HA.H.C03", bars_protege)
def protege(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C03  The first infection of this turn costs no cubes, and may be on a mountain or the brambles."""
    board_of(game).first_free = True
    yield from ()


@card("H04", "HA.H.C04")
def remains_to_be_seen(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C04  The rival with the fewest cubes gets one, and Hester one of her choice."""
    least = min(game.out(one) for one in game.rivals)
    poorest = [Help(one) for one in game.rivals if game.out(one) == least]
    choice = yield from ask(HESTER, "remains", "HA.H.C04", poorest)
    strengthen(game, choice.owner, 1, "HA.H.C04")
    yield from gain_any(game, "gain", "HA.H.C04", 1)


def bars_sloth(game: Harrow, owner: Owner) -> Refusal | None:
    return SUMMONED_ALREADY if SUMMON in board_of(game).spent else None


@card("H05", "HA.H.C05", bars_sloth)
def sloth(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C05  Summoning is paid with any one colour this turn, on any fire."""
    board_of(game).any_colour = True
    yield from ()


def reachable_legends(game: Harrow) -> list[MoveUnit]:
    roots = set(touched(game))
    legends = [(hex, unit) for hex, unit in movable(game) if unit.is_legend]
    return unit_moves(game, legends, lambda hex: [to for to in sorted(game.county.near[hex]) if to in roots])


def bars_reach(game: Harrow, owner: Owner) -> Refusal | None:
    return None if reachable_legends(game) else NO_ROOT_LEGEND


@card("H06", "HA.H.C06", bars_reach)
def within_reach(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C06  A legend goes to a neighbouring hex with a root."""
    yield from ask_move(game, HESTER, "reach", "HA.H.C06", reachable_legends(game), must=True)


def hurt_victims(game: Harrow) -> list[tuple[Hex, Unit]]:
    """HA.H.C07  Uninfected haints on hexes with an infected one."""
    return [
        (hex, unit)
        for hex in game.county.ids
        if any(one.infected for one in game.units[hex])
        for unit in kinds_of_units(game, hex)
        if not unit.is_legend and not unit.infected
    ]


def bars_hurts(game: Harrow, owner: Owner) -> Refusal | None:
    """HA.H.C07, FC03"""
    ready = game.out(HESTER) >= HURT_PRICE and board_of(game).snakes and hurt_victims(game)
    return bars_fighting(game) if ready else NO_HURT


@card("H07", "HA.H.C07", bars_hurts)
def hurts_only_for_a_moment(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C07  Any two cubes: a haint beside an infected one is infected, without Tree and root."""
    found = yield from ask_unit(game, HESTER, "hurts", "HA.H.C07", hurt_victims(game))
    if found:
        yield from choose_cubes(game, "pay", "HA.H.C07", HURT_PRICE)
        put_snake(game, found[1], found[0], "HA.H.C07")


# --- moves --------------------------------------------------------------------------------------------------------


def terror_moves(game: Harrow, fire: Hex, moved: Moved) -> list[MoveUnit]:
    """HA.H.C08  Infected haints and Hester onto neighbouring hexes that match the fire's."""
    found = [
        MoveUnit(unit.owner, unit.label, hex, to)
        for hex, unit in infected(game)
        if moved.is_fresh(game, hex, unit)
        for to in sorted(game.county.near[hex])
        if game.county.matches(to, fire) and bars_driving(game, unit, to) is None
    ]
    return found + hester_moves(game, moved, lambda to: game.county.matches(to, fire))


def hester_moves(game: Harrow, moved: Moved | None, fits: Callable[[Hex], bool]) -> list[MoveUnit]:
    """H5.6.5  Hester onto neighbouring hexes, unless a nail holds her or she has moved."""
    here = hester_hex(game)
    if not here or game.figures[HESTER].nailed:
        return []
    if moved is not None and moved.there[here, Unit(HESTER, LEGEND)]:
        return []
    return [MoveUnit(HESTER, LEGEND, here, to) for to in sorted(game.county.near[here]) if fits(to)]


def step(game: Harrow, choice: MoveUnit, clause: str) -> Flow[None]:
    """A free step of an infected haint or of Hester."""
    if choice.owner == HESTER:
        move_figure(game, HESTER, choice.to, clause)
    else:
        unit = find_unit(game, choice.origin, choice.owner, choice.unit)
        yield from drive(game, unit, choice.origin, choice.to, clause)


def bars_terror(game: Harrow, owner: Owner) -> Refusal | None:
    if not game.flames:
        return NO_FIRE
    return None if any(terror_moves(game, fire, Moved()) for fire in game.flames) else NO_MOVE


@card("H08", "HA.H.C08", bars_terror)
def night_terror(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C08  One fire; each infected haint and Hester may go one hex onto land like the fire's."""
    fires = [hex for hex in sorted(game.flames) if terror_moves(game, hex, Moved())]
    fire = yield from ask_hex(HESTER, "terror", "HA.H.C08", fires)
    moved = Moved()
    while options := terror_moves(game, fire, moved):
        choice = yield from ask(HESTER, "terror.move", "HA.H.C08", [*options, Done()])
        if not isinstance(choice, MoveUnit):
            return
        unit = find_unit(game, choice.origin, choice.owner, choice.unit)
        yield from step(game, choice, "HA.H.C08")
        moved.arrived(choice.to, unit)


def sacrifices(game: Harrow) -> list[PlaceCube]:
    free = [hex for hex in game.county.ids if not any(game.cubes_on[hex].get(colour) for colour in COLOURS)]
    return [PlaceCube(colour, hex) for colour in COLOURS if game.cubes[colour] for hex in free]


def bars_sacrifice(game: Harrow, owner: Owner) -> Refusal | None:
    return None if sacrifices(game) else NO_CUBES


@card("H09", "HA.H.C09", bars_sacrifice)
def necessary_sacrifice(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C09  A cube of any colour on a hex without one, for the uninfected haint that enters it."""
    choice = yield from ask(HESTER, "sacrifice", "HA.H.C09", sacrifices(game))
    game.cubes[choice.colour] -= 1
    game.cubes_on[choice.hex][choice.colour] = 1
    game.note("cube.placed", "HA.H.C09", owner=HESTER, hex=choice.hex, terrain={choice.colour: 1})


# --- HA.H.C10 -----------------------------------------------------------------------------------------------------


def closing_pairs(game: Harrow, hex: Hex) -> dict[Owner, list[tuple[Hex, Unit]]]:
    """HA.H.C10  Infected haints next to a hex that may enter it, by faction."""
    found: dict[Owner, list[tuple[Hex, Unit]]] = {}
    for near, unit in infected(game):
        if near in game.county.near[hex] and bars_driving(game, unit, hex) is None:
            found.setdefault(unit.owner, []).append((near, unit))
    return found


def closing_hexes(game: Harrow) -> list[Hex]:
    """HA.H.C10  Hexes with room for both, next to infected haints of two factions, while a fire can be made."""
    if not any(board_of(game).fields) or not open_sides(game):
        return []
    room = [hex for hex in game.county.ids if len(game.units[hex]) + 2 <= TABLE.most_units]
    return [hex for hex in room if len(closing_pairs(game, hex)) > 1]


def bars_closing(game: Harrow, owner: Owner) -> Refusal | None:
    return None if closing_hexes(game) else NO_CLOSING


@card("H10", "HA.H.C10", bars_closing)
def closing_in(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C10  Two infected haints of different factions come onto a hex between them and make a fire."""
    hex = yield from ask_hex(HESTER, "closing", "HA.H.C10", closing_hexes(game))
    going: list[tuple[Hex, Unit]] = []
    for units in closing_pairs(game, hex).values():
        found = yield from ask_unit(game, HESTER, "closing.who", "HA.H.C10", units)
        assert found is not None
        going.append(found)
    for origin, unit in going:
        yield from drive(game, unit, origin, hex, "HA.H.C10", meets=False)
    yield from make_fire(game, going[-1][1], hex)


# --- HA.H.C11 to HA.H.C13 -------------------------------------------------------------------------------------------


def trampling(game: Harrow) -> list[MoveUnit]:
    """HA.H.C11  Infected haints or Hester onto hexes without units and roots."""
    roots = set(touched(game))

    def is_open(to: Hex) -> bool:
        return game.is_clear(to) and to not in roots

    found = [
        MoveUnit(unit.owner, unit.label, hex, to)
        for hex, unit in infected(game)
        for to in sorted(game.county.near[hex])
        if is_open(to) and bars_driving(game, unit, to) is None
    ]
    return found + hester_moves(game, None, is_open)


def bars_trampled(game: Harrow, owner: Owner) -> Refusal | None:
    return None if trampling(game) else NO_MOVE


@card("H11", "HA.H.C11", bars_trampled)
def trampled_ground(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C11  An infected haint or Hester goes to a neighbouring hex without units and without roots."""
    choice = yield from ask(HESTER, "trampled", "HA.H.C11", trampling(game))
    yield from step(game, choice, "HA.H.C11")


def bars_all_around(game: Harrow, owner: Owner) -> Refusal | None:
    high = any(game.kind(hex) in (MOUNTAIN, BRAMBLES) for hex in touched(game))
    return None if high else NO_ALL_AROUND


@card("H12", "HA.H.C12", bars_all_around)
def all_around(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C12  With a root on the brambles or a mountain: any two cubes."""
    yield from gain_any(game, "gain", "HA.H.C12", 2)


def regrowths(game: Harrow) -> list[Regrow]:
    """HA.H.C13, H5.4.4, H5.4.5  Where the first root could grow once it is taken up."""
    board = board_of(game)
    roots, first = board.roots, board.roots[:1]
    board.roots = roots[1:]
    found = [Regrow(one.origin, one.to) for one in growths(game, present(game))] if first else []
    board.roots = roots
    return found


def bars_grip(game: Harrow, owner: Owner) -> Refusal | None:
    return None if regrowths(game) else NO_GRIP


@card("H13", "HA.H.C13", bars_grip)
def desperate_grip(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.H.C13  The root placed first this turn is taken up and continues the others; it brings no cube."""
    choice = yield from ask(HESTER, "grip", "HA.H.C13", regrowths(game))
    board = board_of(game)
    first = board.roots.pop(0)
    lay_root(game, choice.origin, choice.to, first.colour, "HA.H.C13")
