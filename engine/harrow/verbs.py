"""The verbs: the only code that changes pieces, cubes, cards and points.

A verb never asks and never checks whether the rules allow it; it does as much as possible (H0.8.4) and notes an
event for the log. Whatever reacts to a unit that comes onto a hex reacts at once, without a choice.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.flow import Flow, shuffle
from engine.harrow.course import course_of
from engine.harrow.data import SCROLL, TABLE, Hex
from engine.harrow.faction import FACTIONS, effects
from engine.harrow.state import LEGEND, Figure, Harrow, Owner, Unit

# --- points -----------------------------------------------------------------------------------------------


def score(game: Harrow, owner: Owner, points: int, clause: str) -> None:
    """H0.2  Victory points; whether somebody has won is asked at the end of the round (H1.15.2)."""
    player = game.players[owner]
    player.score += points
    game.note("scored", clause, owner=owner, points=points, score=player.score)
    course_of(game).scored(game, owner)


def count_kill(game: Harrow, by: Owner, victim: Owner, piece: bool) -> None:
    """H1.11.12, H3.3.4, H3.3.5  A kill scores: 1 point, or from chapter 3 on when the plate is as full as the spoon says.

    `piece`: there is a haint to put away. Without one the kill is only counted (H3.3.6).
    """
    attack = game.last_attack
    if attack and not attack.result:
        attack.kills[victim] = attack.kills.get(victim, 0) + 1
    if game.chapter < 3:
        if piece:
            game.players[victim].haints += 1
        score(game, by, TABLE.kill_points, "H1.11.12")
        return
    player = game.players[by]
    if piece:
        player.plate[victim] = player.plate.get(victim, 0) + 1
    else:
        player.kills_without_piece += 1
    game.note("plate", "H3.3.2", owner=by, haints=plate_size(game, by), spoon=game.spoon_shows(by))
    weigh_plate(game, by)


def plate_size(game: Harrow, owner: Owner) -> int:
    """H3.3.2, H3.3.6  Kills on a plate."""
    player = game.players[owner]
    return sum(player.plate.values()) + player.kills_without_piece


def weigh_plate(game: Harrow, by: Owner) -> None:
    """H3.3.2, H3.3.3  A plate as full as the spoon says: 1 point, the plate is emptied, the spoon goes on."""
    player = game.players[by]
    if plate_size(game, by) < game.spoon_shows(by):
        return
    for victim, haints in player.plate.items():
        game.players[victim].haints += haints
    player.plate, player.kills_without_piece = {}, 0
    player.spoon = min(player.spoon + 1, len(TABLE.spoon) - 1)
    score(game, by, TABLE.kill_points, "H3.3.2")


# --- units ------------------------------------------------------------------------------------------------


def place_haints(game: Harrow, owner: Owner, hex: Hex, count: int, clause: str) -> int:
    """H1.7  Haints from the supply, as many as there are. Returns how many."""
    player = game.players[owner]
    placed = min(count, player.haints)
    if placed:
        player.haints -= placed
        game.note("spawned", clause, owner=owner, hex=hex, haints=placed)
        game.units[hex] += [Unit(owner)] * placed
        for _ in range(placed):
            arrive(game, Unit(owner), hex)
    return placed


def place_legend(game: Harrow, owner: Owner, kind: str, hex: Hex, clause: str) -> None:
    """H1.1.5  A legend figure comes onto the map."""
    game.units[hex].append(Unit(owner, kind))
    game.note("legend.placed", clause, owner=owner, figure=kind, hex=hex)


def move_units(
    game: Harrow, units: Sequence[Unit], origin: Hex, to: Hex, clause: str, by: Owner = ""
) -> None:
    """Units of one owner go from one hex to another; whatever waits there reacts."""
    for unit in units:
        game.units[origin].remove(unit)
        game.units[to].append(unit)
    owner = units[0].owner
    game.note(
        "moved",
        clause,
        owner=owner,
        by=by or owner,
        origin=origin,
        to=to,
        haints=sum(not unit.is_legend for unit in units),
        figures=tuple(unit.kind for unit in units if unit.is_legend),
    )
    for unit in units:
        arrive(game, unit, to)


def move_figure(game: Harrow, owner: Owner, to: Hex, clause: str, by: Owner = "") -> None:
    """H5.6.5  A figure that is no unit goes to another hex; nothing there stops it or reacts."""
    origin = game.figures[owner].hex
    game.figures[owner] = Figure(to)
    game.note("moved", clause, owner=owner, by=by or owner, origin=origin, to=to, haints=0, figures=(LEGEND,))


def arrive(game: Harrow, unit: Unit, hex: Hex) -> None:
    """A unit is on a hex now: shelters, traps and provocations react, and the course of the game."""
    for owner, effect in effects(game):
        effect.entered(game, owner, unit, hex)
    course_of(game).arrived(game, unit, hex)


def take_unit(game: Harrow, unit: Unit, hex: Hex) -> None:
    """A unit leaves the map; nails and snakes go back to their owners."""
    game.units[hex].remove(unit)
    for owner, effect in effects(game):
        effect.unit_left(game, owner, unit, hex)


def kill(game: Harrow, by: Owner, unit: Unit, hex: Hex, clause: str) -> None:
    """H0.6.11, H1.11.12  A haint dies and scores."""
    take_unit(game, unit, hex)
    game.note("killed", clause, owner=unit.owner, by=by, hex=hex)
    fell(game, unit, hex)
    count_kill(game, by, unit.owner, piece=True)


def fell(game: Harrow, unit: Unit, hex: Hex) -> None:
    """H7.7.2  A haint was killed or infected: whoever profits from it does."""
    for owner, effect in effects(game):
        effect.haint_fell(game, owner, unit, hex)


def remove(game: Harrow, unit: Unit, hex: Hex, clause: str, by: Owner) -> None:
    """H0.6.11, H3.3.7  A haint goes back to its owner's supply; nobody scores."""
    take_unit(game, unit, hex)
    game.players[unit.owner].haints += 1
    game.note("removed", clause, owner=unit.owner, by=by, hex=hex)


def change_unit(game: Harrow, unit: Unit, hex: Hex, **change: bool) -> None:
    """HA.P.L1, H5.9.3  A nail goes under a unit, or a figure that is none, or comes off; a snake creeps into it."""
    if unit.owner in game.figures:
        game.figures[unit.owner] = Figure(hex, **change)
        return
    game.units[hex].remove(unit)
    game.units[hex].append(msgspec.structs.replace(unit, **change))


# --- cubes ------------------------------------------------------------------------------------------------


def strengthen(game: Harrow, owner: Owner, count: int, clause: str) -> int:
    """H1.8.1  Cubes from the supply to the own side of the battleground, as many as there are (H0.7.4)."""
    gained = min(count, game.cubes[owner])
    if gained:
        game.cubes[owner] -= gained
        game.battleground[owner] += gained
        game.note("strengthened", clause, owner=owner, cubes=gained, total=game.battleground[owner])
    return gained


def spend_cubes(game: Harrow, owner: Owner, count: int, clause: str) -> None:
    """H0.6.12  Cubes of the battleground go back to their supply, never into the Tree."""
    game.battleground[owner] -= count
    game.cubes[owner] += count
    game.note("spent", clause, owner=owner, cubes=count, total=game.battleground[owner])


def gather_cubes(game: Harrow, owner: Owner, hex: Hex, clause: str) -> None:
    """Cubes of an owner that lie on a hex go to the battleground."""
    count = game.cubes_on[hex].pop(owner, 0)
    if count:
        game.battleground[owner] += count
        game.note("cubes.gathered", clause, owner=owner, hex=hex, cubes=count)


def set_aside(game: Harrow, owner: Owner, count: int, clause: str, by: Owner) -> None:
    """HA.P.T16, HA.K.C12  Cubes lie apart until the end of the turn: neither supply nor battleground."""
    game.battleground[owner] -= count
    game.aside[owner] = game.aside.get(owner, 0) + count
    game.note("set.aside", clause, owner=owner, by=by, cubes=count)


def return_aside(game: Harrow, clause: str) -> None:
    """HA.P.T16  At the end of the turn they are back on the battleground."""
    for owner, count in game.aside.items():
        game.battleground[owner] += count
        game.note("aside.back", clause, owner=owner, cubes=count)
    game.aside = {}


# --- tokens -----------------------------------------------------------------------------------------------


def move_token(game: Harrow, token: str, origin: Hex, to: Hex, clause: str, by: Owner) -> None:
    """H1.10.8  An ability token goes to another hex; nothing there stops it."""
    game.tokens[origin].remove(token)
    game.tokens[to].append(token)
    game.note("token.moved", clause, owner=by, token=token, origin=origin, to=to)


def put_token(game: Harrow, token: str, hex: Hex, clause: str, by: Owner) -> None:
    """H0.6.13  An ability token out of the box comes onto a hex."""
    game.box[token] -= 1
    game.tokens[hex].append(token)
    game.note("token.placed", clause, owner=by, token=token, hex=hex)


def take_token(game: Harrow, owner: Owner, token: str, hex: Hex, clause: str) -> Flow[None]:
    """H1.13.2  A token leaves the map for a player's board; a legend token for the tracker."""
    game.tokens[hex].remove(token)
    game.note("collected", clause, owner=owner, token=token, hex=hex)
    if token == SCROLL:
        take_scroll(game, owner)
    else:
        yield from FACTIONS[owner].collect(game, owner, token, clause)


def take_scroll(game: Harrow, owner: Owner) -> None:
    """H1.13.2  The leftmost empty slot of the tracker; if there is none, the box."""
    player = game.players[owner]
    if player.scrolls + 1 >= TABLE.scrolls:
        game.box[SCROLL] += 1
        game.note("token.boxed", "H1.13.2", owner=owner, token=SCROLL)
        return
    player.scrolls += 1
    FACTIONS[owner].scroll_collected(game, owner)


def take_wild(game: Harrow, owner: Owner, clause: str) -> None:
    """H1.9.1  A Wild token out of the common supply, if there is one."""
    if game.wild:
        game.wild -= 1
        game.players[owner].wild += 1
        game.note("wild.taken", clause, owner=owner, wild=game.players[owner].wild)


# --- objectives -------------------------------------------------------------------------------------------


def move_objective(game: Harrow, kind: str, origin: Hex, to: Hex, clause: str, by: Owner) -> None:
    """H1.2.8, H1.14.2  A townsfolk or building goes to another hex; whoever wants it there takes it."""
    game.objectives[kind].remove(origin)
    game.objectives[kind].append(to)
    game.note("objective.moved", clause, owner=by, kind=kind, origin=origin, to=to)
    for owner in game.order:
        FACTIONS[owner].objective_moved(game, owner, kind, to)


def reach_objective(game: Harrow, owner: Owner, kind: str, hex: Hex, clause: str) -> None:
    """H1.14.2, H1.14.5, H3.2.6  A townsfolk is rescued, a building destroyed: it leaves the game and scores."""
    game.objectives[kind].remove(hex)
    game.players[owner].goals += 1
    game.note("goal", clause, owner=owner, kind=kind, hex=hex)
    score(game, owner, TABLE.goal_points, clause)


# --- cards ------------------------------------------------------------------------------------------------


def renew_deck(game: Harrow, owner: Owner) -> Flow[None]:
    """H2.4.2, H7.8.2  An empty deck is made anew of the discard pile, if there is one."""
    player = game.players[owner]
    if not player.deck and player.discard:
        pile, player.discard = player.discard, []
        player.deck = yield from shuffle(f"{owner}.deck", sorted(pile))
        game.note("reshuffled", "H2.4.2", owner=owner, cards=len(player.deck))


def draw_card(game: Harrow, owner: Owner, clause: str) -> Flow[str]:
    """H2.2.1, H2.4.2, H4.9.4  The top card; an empty deck is made anew of the discard pile. "" if there is none."""
    player = game.players[owner]
    yield from renew_deck(game, owner)
    if not player.deck:
        return ""
    card = player.deck.pop()
    player.hand.append(card)
    game.learned = True
    game.note("drew", clause, owner=owner)
    game.note("drew.card", clause, (owner,), owner=owner, card=card)
    return card
