"""HA.P.T  The sixteen tactics cards of the Protectors. One declaration each."""

from __future__ import annotations

from engine.flow import Flow, ask
from engine.harrow.actions.basic import act, bars_spawn_on, one_of_three
from engine.harrow.choices import (
    Moved,
    ask_hex,
    ask_move,
    ask_part,
    ask_set_aside,
    ask_unit,
    put_tokens,
    unit_moves,
)
from engine.harrow.data import SPAWN, STRENGTHEN, TOWNSFOLK, Hex
from engine.harrow.faction import FACTIONS, card, tracker_of
from engine.harrow.land import closer, kinds_of_units
from engine.harrow.protectors.faction import board_of
from engine.harrow.protectors.legends import own_haints
from engine.harrow.protectors.tracker import TakeToken
from engine.harrow.rows import row_value
from engine.harrow.state import Budget, Harrow, Owner, Unit
from engine.harrow.verbs import place_haints, take_token
from engine.rules import Refusal

TOO_EARLY = Refusal("HA.P.T12", "This card is played after the jar's action.")
LONG_NIGHT = 2
MOST_BANISHED = 3
MOST_SEEN = 3


def half(value: int) -> int:
    """Half, rounded up."""
    return -(-value // 2)


def enemy_haints(game: Harrow, owner: Owner, least: int, most: int) -> list[tuple[Hex, Unit]]:
    """Enemy haints that can be moved, at such a distance from the own legend."""
    legend = game.where(owner)
    return [
        (hex, unit)
        for hex in game.county.ids
        if least <= game.distance(hex, legend) <= most
        for unit in kinds_of_units(game, hex)
        if unit.owner != owner and not unit.is_legend and not unit.nailed
    ]


@card("T01", "HA.P.T01")
def scaredy_cat(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T01  Up to three enemy haints within 3 of the legend come one hex closer each."""
    legend, moved = game.where(owner), Moved()
    for _ in range(3):
        fresh = [(hex, u) for hex, u in enemy_haints(game, owner, 1, 3) if moved.is_fresh(game, hex, u)]
        options = unit_moves(game, fresh, lambda hex: closer(game, hex, legend))
        done = yield from ask_move(game, owner, "scaredy-cat", "HA.P.T01", options)
        if done is None:
            return
        moved.arrived(*done)


@card("T02", "HA.P.T02")
def most_haunted(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T02  One of each, in any order; with fewer cubes than the direct opponent one more."""
    yield from act(game, owner, "most-haunted", "HA.P.T02", Budget(advance=1, spawn=1, strengthen=1))
    if game.battleground[owner] < game.battleground[game.other(owner)]:
        yield from one_of_three(game, owner, "most-haunted.more", "HA.P.T02")


@card("T03", "HA.P.T03")
def dead_shot(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T03  A token in a straight line with the legend, however far, onto the board at once."""
    legend = game.where(owner)
    options = [
        TakeToken(token, hex)
        for hex in game.county.ids
        if game.county.in_line(hex, legend)
        for token in dict.fromkeys(game.tokens[hex])
    ]
    if options:
        choice = yield from ask(owner, "dead-shot", "HA.P.T03", options)
        yield from take_token(game, owner, choice.token, choice.hex, "HA.P.T03")


@card("T04", "HA.P.T04")
def resolve(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T04  A haint where a townsfolk is, and nowhere else."""
    hexes = [h for h in sorted(set(game.objectives[TOWNSFOLK])) if bars_spawn_on(game, owner, h) is None]
    hex = yield from ask_hex(owner, "resolve", "HA.P.T04", hexes, must=False)
    if hex:
        place_haints(game, owner, hex, 1, "HA.P.T04")


def is_empty(game: Harrow, hex: Hex) -> bool:
    """HA.P.T05  No units, tokens, objectives, dolls, paths or tokens of a unique power."""
    taken = game.units[hex] or game.tokens[hex] or game.paths[hex] or hex in game.dolls
    marked = hex in board_of(game).provocations or any(hex in hexes for hexes in game.objectives.values())
    return not taken and not marked


@card("T05", "HA.P.T05")
def witchs_fire(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T05  A token of any type from the box on each of two empty hexes."""
    yield from put_tokens(
        game, owner, "witchs-fire", "HA.P.T05", lambda: [h for h in game.county.ids if is_empty(game, h)], 2
    )


@card("T06", "HA.P.T06")
def ghost_trap(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T06  Next to an enemy legend: wild actions for half the Wild tokens, without a new token."""
    other = game.other(owner)
    legends = [hex for kind in FACTIONS[other].figures if (hex := game.where(other, kind))]
    mine = set(game.hexes_of(owner))
    if any(mine.intersection(game.county.near[hex]) for hex in legends):
        yield from one_of_three(
            game, owner, "ghost-trap", "HA.P.T06", half(game.players[owner].wild), free=True
        )


@card("T07", "HA.P.T07")
def reinforcements(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T07  Up to three own haints go to hexes with the legend or other own haints."""
    for _ in range(3):
        here = game.hexes_of(owner)
        options = unit_moves(
            game,
            own_haints(game, owner),
            lambda hex, here=here: [to for to in here if to != hex],  # type: ignore[misc]
        )
        if (yield from ask_move(game, owner, "reinforcements", "HA.P.T07", options)) is None:
            return


@card("T08", "HA.P.T08")
def calling_the_dead(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T08  SPAWN up to half the SPAWN value."""
    value = half(row_value(board_of(game), owner, SPAWN))
    yield from act(game, owner, "calling-the-dead", "HA.P.T08", Budget(spawn=value))


@card("T09", "HA.P.T09")
def storm_leap(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T09  The legend jumps over a neighbouring storm hex; only where it lands matters."""
    legend = game.where(owner)
    units = [(legend, unit) for unit in game.units_of(owner, legend) if unit.is_legend and not unit.nailed]
    behind = [
        game.county.beyond[legend, over]
        for over in game.county.near[legend]
        if game.has_storm(over) and (legend, over) in game.county.beyond
    ]
    yield from ask_move(game, owner, "storm-leap", "HA.P.T09", unit_moves(game, units, lambda _: behind))


@card("T10", "HA.P.T10")
def roar(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T10  Two enemy haints next to the legend one hex each, or one within 2 of it two hexes."""

    def options(least: int, most: int) -> list[tuple[Hex, Unit]]:
        return [
            (hex, unit)
            for hex, unit in enemy_haints(game, owner, least, most)
            if unit_moves(game, [(hex, unit)], lambda one: game.county.near[one])
        ]

    ways = ["two"] * bool(options(1, 1)) + ["far"] * bool(options(1, 2))
    if not ways:
        return
    if (yield from ask_part(owner, "roar", "HA.P.T10", ways)) == "two":
        moved = Moved()
        for _ in range(2):
            fresh = [(hex, unit) for hex, unit in options(1, 1) if moved.is_fresh(game, hex, unit)]
            moves = unit_moves(game, fresh, lambda hex: game.county.near[hex])
            done = yield from ask_move(game, owner, "roar.move", "HA.P.T10", moves, must=True)
            if done:
                moved.arrived(*done)
        return
    found = yield from ask_unit(game, owner, "roar.who", "HA.P.T10", options(1, 2))
    for _ in range(2):
        if found:
            moves = unit_moves(game, [found], lambda hex: game.county.near[hex])
            found = yield from ask_move(game, owner, "roar.move", "HA.P.T10", moves, must=True)


@card("T11", "HA.P.T11")
def gathering(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T11  STRENGTHEN up to half the STRENGTHEN value."""
    value = half(row_value(board_of(game), owner, STRENGTHEN))
    yield from act(game, owner, "gathering", "HA.P.T11", Budget(strengthen=value))


def bars_vision(game: Harrow, owner: Owner) -> Refusal | None:
    """HA.P.T12  Only after the jar action is finished."""
    return None if game.cursor.acted else TOO_EARLY


@card("T12", "HA.P.T12", bars_vision)
def spectral_vision(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T12  Up to three wild actions, no more than Wild tokens."""
    count = min(MOST_SEEN, game.players[owner].wild)
    yield from one_of_three(game, owner, "spectral-vision", "HA.P.T12", count, free=True)


@card("T13", "HA.P.T13")
def way_out_yonder(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T13  Three ADVANCE with the legend alone, at the usual cost."""
    yield from act(game, owner, "way-out-yonder", "HA.P.T13", Budget(advance=3, alone=True, free=True))


@card("T14", "HA.P.T14")
def your_will_is_mine(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T14  One of the three abilities, and the first scroll of the tracker, in either order (H0.8.5)."""
    parts = ["ability", "scroll"]
    if (yield from ask_part(owner, "your-will", "HA.P.T14", parts)) == "scroll":
        parts.reverse()
    for part in parts:
        if part == "ability":
            yield from one_of_three(game, owner, "your-will.ability", "HA.P.T14")
        else:
            yield from tracker_of(game, owner).first(game, owner)


@card("T15", "HA.P.T15")
def out_all_night(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T15  Range 2 longer until the end of the turn, for attacks and for paths."""
    game.cursor.range_bonus += LONG_NIGHT
    yield from ()


@card("T16", "HA.P.T16")
def banishing(game: Harrow, owner: Owner) -> Flow[None]:
    """HA.P.T16  Up to three cubes of one opponent lie aside until the end of the turn."""
    yield from ask_set_aside(game, owner, "banishing", "HA.P.T16", MOST_BANISHED)
