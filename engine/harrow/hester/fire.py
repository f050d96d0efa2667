"""H5.7, H5.8, H5.10  Fires: made of two infected haints, attacked, put out; and attacks on Hester herself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow, Option, ask
from engine.harrow.actions.attack import Attacking, pay_or_not, price
from engine.harrow.actions.carry import move_doll
from engine.harrow.choices import PickHex, PickUnit
from engine.harrow.data import Hex
from engine.harrow.faction import effects
from engine.harrow.hester.board import (
    FIELD_FLAMES,
    FIRE,
    HESTER,
    board_of,
    check_squares,
    fill_square,
    gain,
    hester_hex,
    open_sides,
    refill_field,
)
from engine.harrow.land import find_unit, kinds_of_units, may_enter
from engine.harrow.menu import refuses
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.tree import activate_tree
from engine.harrow.verbs import (
    move_token,
    move_units,
    remove,
    score,
    spend_cubes,
    strengthen,
    take_unit,
    weigh_plate,
)
from engine.rules import Refusal

HESTER_UNITS = 3
FIRE_POINTS = 1


class PickSquare(Option, frozen=True, tag="pick_square"):
    """H5.7.2  A square of this side."""

    owner: Owner


# --- H5.7 making a fire ----------------------------------------------------------------------------------------


def make_fire(game: Harrow, mover: Unit, hex: Hex) -> Flow[None]:
    """H5.7, HP.3.7  Two flames, two haints on a square, the rest pushed away, an action more."""
    board = board_of(game)
    others = [unit for unit in kinds_of_units(game, hex) if unit.owner != mover.owner]
    choice = yield from ask(
        HESTER, "fire.haint", "H5.7.2", [PickUnit(one.owner, one.label, hex) for one in others]
    )
    other = find_unit(game, hex, choice.owner, choice.unit)
    side = yield from ask(HESTER, "fire.square", "H5.7.2", [PickSquare(one) for one in open_sides(game)])
    field = next(place for place, flames in enumerate(board.fields) if flames)  # H5.7.1
    game.flames[hex], board.fields[field] = board.fields[field], 0
    game.note("fire", "H5.7.1", owner=HESTER, hex=hex, flames=game.flames[hex])
    for unit in (mover, other):
        take_unit(game, unit, hex)
    fill_square(game, side.owner, FIRE, {mover.owner: 1, other.owner: 1}, "H5.7.2")
    yield from clear_hex(game, hex)
    if board.flames:  # H5.7.4
        board.flames -= 1
        board.actions += 1
        game.note("action.more", "H5.7.4", owner=HESTER, actions=board.actions)
    check_squares(game)


def clear_hex(game: Harrow, hex: Hex) -> Flow[None]:
    """H5.7.3  Whatever else lies on the hex is pushed, each piece for itself; storms, roots and Hester stay."""
    for unit in sorted(game.units[hex]):
        to = [] if unit.nailed else [one for one in game.county.near[hex] if may_enter(game, unit.owner, one)]
        if to:
            goal = yield from push_to(game, hex, unit.label, to)
            move_units(game, [unit], hex, goal, "H5.7.3", HESTER)
        else:
            remove(game, unit, hex, "H5.7.3", HESTER)
    for token in list(game.tokens[hex]):
        goal = yield from push_to(game, hex, f"token-{token}", game.county.near[hex])
        move_token(game, token, hex, goal, "H5.7.3", HESTER)
    while game.paths[hex]:
        goal = yield from push_to(game, hex, "path", game.county.near[hex])
        game.paths[hex] -= 1
        game.paths[goal] += 1
        game.note("paths.moved", "H5.7.3", owner=HESTER, origin=hex, to=goal)
    for colour, count in list(game.cubes_on[hex].items()):
        goal = yield from push_to(game, hex, "cube", game.county.near[hex])
        game.cubes_on[goal][colour] = game.cubes_on[goal].get(colour, 0) + game.cubes_on[hex].pop(colour)
        game.note("cubes.moved", "H5.7.3", owner=HESTER, origin=hex, to=goal, cubes=count)
    free = [one for one in game.county.near[hex] if one not in game.dolls]
    if hex in game.dolls and free:
        goal = yield from push_to(game, hex, "doll", free)
        move_doll(game, hex, goal, "H5.7.3", HESTER)
    for owner, effect in effects(game):
        yield from effect.hex_burns(game, owner, hex, HESTER)


def push_to(game: Harrow, hex: Hex, what: str, hexes: Sequence[Hex]) -> Flow[Hex]:
    """H5.7.3  Hester chooses where a piece goes."""
    options = [PickHex(one) for one in sorted(hexes)]
    choice = yield from ask(HESTER, "fire.push", "H5.7.3", options, piece=what, hex=hex)
    return choice.hex


# --- H5.8, H5.10 attacked --------------------------------------------------------------------------------------


class Douse(Option, frozen=True, tag="douse"):
    """H5.8.4  Spend so many cubes; each takes a flame away."""

    COUNTED = "flames"
    flames: int


class StrikeHester(Option, frozen=True, tag="strike_hester"):
    """H5.10.3  Pay the price: Hester leaves the map."""


class ResetSpoon(Option, frozen=True, tag="reset_spoon"):
    """H5.10.3  Turn the spoon back to one haint."""


NO_FIRE = Refusal("H5.8.4", "You do not attack a fire now.")
TOO_FEW_FOR_FLAMES = Refusal("H5.8.4", "You need a cube for each flame, and no fewer cubes than Hester.")
FLAMES_FIRST = Refusal("H5.10.1", "Flames must go before Hester can be hit.")
TOO_FEW_FOR_HESTER = Refusal("H5.8.6", "You need the price of a hit and no fewer cubes than Hester.")


def defend_fire(game: Harrow, attack: Attacking) -> Flow[str]:
    """H5.8.3 to H5.8.7, H5.10.1 to H5.10.4  An attack on flames and on Hester: majority, Tree, flames first."""
    hex = attack.target
    give_majority(game, attack)
    yield from activate_tree(game, attack.attacker, "attack", "H5.8.4")
    hits = 0
    if hex in game.flames and can_douse(game, attack.attacker):
        hits += yield from douse(game, attack)
    if hex not in game.flames and hester_hex(game) == hex and can_strike(game, attack.attacker, hex):
        hits += yield from strike_hester(game, attack)
    return "hit" if hits else "nothing"


def defence(game: Harrow, hex: Hex) -> int:
    """H5.8.3, H5.10.1  Flames count 1 each, Hester 3."""
    return game.flames.get(hex, 0) + HESTER_UNITS * (hester_hex(game) == hex)


def give_majority(game: Harrow, attack: Attacking) -> None:
    """H5.8.3, H5.10.1, H5.10.2  Flames count 1 each, Hester 3; her cube has the colour of the hex, if it has one."""
    hex = attack.target
    if attack.majority is None:
        mine = len(game.units_of(attack.attacker, attack.origin)) + attack.extra_units
        theirs = defence(game, hex)
        attack.majority = {attack.attacker: 1} if mine > theirs else {}
        if theirs > mine:
            before = game.out(HESTER)
            gain(game, game.kind(hex), "H5.8.3")
            if game.last_attack and game.out(HESTER) > before:
                game.last_attack.majority = HESTER
    for owner, cubes in attack.majority.items():
        if strengthen(game, owner, cubes, "H1.11.6") and game.last_attack:
            game.last_attack.majority = owner


def can_douse(game: Harrow, attacker: Owner) -> bool:
    """H5.8.4, H5.8.7  At least one cube, and no fewer than Hester's."""
    return game.battleground[attacker] >= max(1, game.out(HESTER))


def can_strike(game: Harrow, attacker: Owner, hex: Hex) -> bool:
    """H5.8.6"""
    return game.battleground[attacker] >= max(price(game, hex), game.out(HESTER))


def douse(game: Harrow, attack: Attacking) -> Flow[int]:
    """H5.8.4, H5.8.5  Any number of cubes, a flame each; the last one scores and sends two flames back to Hester's board."""
    by, hex = attack.attacker, attack.target
    most = min(game.battleground[by], game.flames[hex])
    if by in game.automated:  # H6.7.2
        choice: Option = Douse(most)
    else:
        choice = yield from pay_or_not(
            game, by, "fire.douse", "H5.8.4", [Douse(most)], hex=hex, flames=game.flames[hex]
        )
    if not isinstance(choice, Douse):
        return 0
    spend_cubes(game, by, choice.flames, "H5.8.4")
    board_of(game).flames += choice.flames
    game.flames[hex] -= choice.flames
    game.note("fire.doused", "H5.8.4", owner=by, hex=hex, flames=choice.flames, left=game.flames[hex])
    if not game.flames[hex]:
        del game.flames[hex]
        game.note("fire.out", "H5.8.5", owner=by, hex=hex)
        score(game, by, FIRE_POINTS, "H5.8.5")
        refill_field(game, "H5.8.5")
    return 1


def strike_hester(game: Harrow, attack: Attacking) -> Flow[int]:
    """H5.8.6, H5.10.3, H6.7.3  Hester leaves the map; the spoon may go back to one haint."""
    by, hex = attack.attacker, attack.target
    cost = price(game, hex)
    choice = yield from pay_or_not(
        game, by, "hester.strike", "H5.10.3", [StrikeHester()], hex=hex, price=cost
    )
    if not isinstance(choice, StrikeHester):
        return 0
    spend_cubes(game, by, cost, "H5.10.3")
    banish(game, "H5.10.3", by)
    player = game.players[by]
    if player.spoon:
        reset = yield from pay_or_not(game, by, "hester.spoon", "H5.10.3", [ResetSpoon()])
        if isinstance(reset, ResetSpoon):
            player.spoon = 0
            game.note("spoon.back", "H5.10.3", owner=by, spoon=game.spoon_shows(by))
            weigh_plate(game, by)
    if game.automated:
        refill_field(game, "H6.7.3", least=FIELD_FLAMES)
    return 1


def banish(game: Harrow, clause: str, by: Owner) -> None:
    """H5.10.3, H5.12.1  Hester is not on the map any more; a nail goes back."""
    hex = game.figures.pop(HESTER).hex
    game.note("hester.gone", clause, owner=by, hex=hex)


@refuses(Douse)
def bars_douse(game: Harrow, owner: Owner, option: Douse) -> Refusal | None:
    """H5.8.4"""
    record = game.last_attack
    if record is None or record.result or record.attacker != owner or record.target not in game.flames:
        return NO_FIRE
    enough = can_douse(game, owner) and option.flames <= game.battleground[owner]
    return None if enough and option.flames <= game.flames[record.target] else TOO_FEW_FOR_FLAMES


@refuses(StrikeHester)
def bars_striking(game: Harrow, owner: Owner, option: StrikeHester) -> Refusal | None:
    """H5.8.6, H5.10.1"""
    record = game.last_attack
    if record is None or record.result or record.attacker != owner or record.target != hester_hex(game):
        return NO_FIRE
    if record.target in game.flames:
        return FLAMES_FIRST
    return None if can_strike(game, owner, record.target) else TOO_FEW_FOR_HESTER
