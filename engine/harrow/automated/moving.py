"""H6.5.5, H6.6  Where automated factions spawn, and how their groups walk toward their objective."""

from __future__ import annotations

from collections import deque

from engine.flow import Flow, Option
from engine.harrow.automated.board import CARDS, FLOWER, board_of, chosen_by_rules, lose_terrain, reveal
from engine.harrow.choices import PickHex
from engine.harrow.course import ask_for, course_of
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import move_units, place_haints


class MoveGroup(Option, frozen=True, tag="move_group"):
    """H6.6.3  The group on this hex moves next."""

    hex: Hex


# --- H6.5.5 SPAWN -----------------------------------------------------------------------------------------


def may_spawn(game: Harrow, owner: Owner, hex: Hex) -> bool:
    """H6.5.5  No units, no fire, no enemy objective."""
    hostile = any(hex in game.objectives[kind] for kind in FACTIONS[owner].hostile)
    return game.is_clear(hex) and hex not in game.flames and not hostile


def spawn(game: Harrow, owner: Owner, card: str, strength: int) -> Flow[None]:
    """H6.5.5, HP.4.4  So many haints on a hex of the card; if neither fits further cards are turned over for their hexes alone."""
    if not game.players[owner].haints:
        game.note("solo.nothing", "H6.5.5", owner=owner, field="spawn")
        return
    while True:
        shown = CARDS[card]
        hexes = shown.hexes if shown.symbol != FLOWER else game.county.ids
        fitting = [hex for hex in hexes if may_spawn(game, owner, hex)]
        if fitting:
            break
        game.note("solo.unfit", "H6.5.5", owner=owner, hexes=tuple(shown.hexes))
        card = yield from reveal(game, "solo.deck.spawn", "H6.5.5")
        board_of(game).gone.append(card)
        if CARDS[card].symbol == FLOWER:
            lose_terrain(game, "H6.5.5")
    options = [PickHex(hex) for hex in fitting]
    choice = yield from ask_for(game, owner, "solo.spawn", "H6.5.5", options, owner=owner, haints=strength)
    why = chosen_by_rules(game, options, "first")
    game.note("solo.spawn", "H6.5.5", owner=owner, card=card, hex=choice.hex, why=why)
    place_haints(game, owner, choice.hex, min(strength, TABLE.most_units), "H6.5.5")


# --- H6.6 movement ----------------------------------------------------------------------------------------


def is_passable(game: Harrow, owner: Owner, hex: Hex) -> bool:
    """H6.6.1, H6.6.4  No fire, no enemy unit, no enemy objective; the limit of four aside."""
    if hex in game.flames or any(unit.owner != owner for unit in game.units[hex]):
        return False
    return not any(hex in game.objectives[kind] for kind in FACTIONS[owner].hostile)


def goals(game: Harrow, owner: Owner) -> list[Hex]:
    """H6.5.6, H6.6.6  Its objectives; after one was reached this turn the hex where it was."""
    return game.objectives[FACTIONS[owner].goal] or [
        hex for one, hex in board_of(game).reached.items() if one == owner
    ]


def ways(game: Harrow, owner: Owner) -> dict[Hex, int]:
    """H6.6.4  The length of the shortest way to an objective from every hex that has one, round everything that blocks."""
    found = {goal: 0 for goal in goals(game, owner) if is_passable(game, owner, goal)}
    line = deque(found)
    while line:
        here = line.popleft()
        for hex in game.county.near[here]:
            if hex not in found and is_passable(game, owner, hex):
                found[hex] = found[here] + 1
                line.append(hex)
    return found


def walk(game: Harrow, owner: Owner, strength: int) -> Flow[None]:
    """H6.5.6  So many times every unit goes one hex nearer to its objective."""
    groups, way = game.hexes_of(owner), ways(game, owner)
    if not groups or not goals(game, owner):
        game.note("solo.nowhere", "H6.5.6", owner=owner)
    elif not any(way.get(hex) for hex in groups):
        game.note("solo.blocked", "H6.6.4", owner=owner, hexes=tuple(goals(game, owner)))
    else:
        game.note("solo.walk", "H6.6.4", owner=owner, hexes=tuple(goals(game, owner)))
    for _ in range(strength):
        yield from walk_once(game, owner)


def walk_once(game: Harrow, owner: Owner) -> Flow[None]:
    """H6.6.2, H6.6.3, HP.4.5  Group after group, whole hexes; one that joins another that has not moved yet goes on with it."""
    waiting = game.hexes_of(owner)
    while True:
        way = ways(game, owner)
        waiting = [hex for hex in waiting if game.units_of(owner, hex)]
        able = [MoveGroup(hex) for hex in waiting if way.get(hex)]
        if not able:
            return
        choice = yield from ask_for(game, owner, "solo.group", "H6.6.3", able, owner=owner)
        waiting.remove(choice.hex)
        yield from walk_group(game, owner, choice.hex, way)


def walk_group(game: Harrow, owner: Owner, hex: Hex, way: dict[Hex, int]) -> Flow[None]:
    """H6.6.4, H6.6.5  To a neighbour one step nearer; it stays if there is no room there."""
    group = game.units_of(owner, hex)
    options = [
        PickHex(to)
        for to in sorted(game.county.near[hex])
        if way.get(to) == way[hex] - 1 and len(game.units[to]) + len(group) <= TABLE.most_units
    ]
    if not options:
        game.note("solo.stays", "H6.6.5", owner=owner, hex=hex)
        return
    choice = yield from ask_for(game, owner, "solo.step", "H6.6.4", options, owner=owner, hex=hex)
    move_units(game, group, hex, choice.hex, "H6.6.4")
    yield from course_of(game).settle(game)
