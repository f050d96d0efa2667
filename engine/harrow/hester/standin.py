"""What a stand-in knows of Hester: roots to where haints are, snakes, fires, a meal. And what others do about her fires."""

from __future__ import annotations

from typing import Any

from engine.harrow.data import Hex
from engine.harrow.hester.board import ANY
from engine.harrow.standin.marks import MARKS, fixed
from engine.harrow.standin.position import Sight

CARDS = {
    "H01": 0.15, "H02": 0.05, "H03": 0.6, "H04": 0.5, "H05": 0.3, "H06": -0.1, "H07": 0.5, "H08": 0.3, "H09": 0.3, "H10": 3.0,
    "H11": 0.05, "H12": 0.7, "H13": -0.1,
}  # fmt: skip
"""What activating a card is worth."""


def haints(sight: Sight, *, infected: bool, owner: str = "") -> list[Hex]:
    """Hexes of haints that are infected or not, of one owner or of all."""
    return [
        one.id
        for one in sight.view.hexes
        for unit in one.units
        if unit.kind == "haint" and unit.infected == infected and owner in ("", unit.owner)
    ]


def near(sight: Sight, hex: Hex, others: list[Hex]) -> float:
    """How near the nearest of these is: 1 on the hex, less farther away."""
    return max((float(0.6 ** sight.distance(hex, one)) for one in others), default=0.0)


def rooted(sight: Sight, option: Any) -> float:
    """H5.4  Toward haints that can be infected, onto terrain; into a fire, too."""
    hex = getattr(option, "to", 0) or option.hex
    one = sight.hexes[hex]
    terrain = 0.1 * sight.county.is_terrain(hex)
    there = sum(unit.kind == "haint" and not unit.infected for unit in one.units)
    return (
        0.1
        + terrain
        + 0.3 * (there > 0)
        + 0.3 * near(sight, hex, haints(sight, infected=False))
        + 0.2 * bool(one.flames)
    )


def third_root(sight: Sight, option: Any) -> float:
    return 0.6 * rooted(sight, option)


def roots_on(sight: Sight) -> set[Hex]:
    return {hex for root in sight.view.roots for hex in (root.start, root.end) if hex}


def wake(sight: Sight, option: Any) -> float:
    """H5.9.1  When roots touch haints and there is something to pay with."""
    there = sum(hex in roots_on(sight) for hex in haints(sight, infected=False))
    cubes = sight.mine.battleground
    board = sight.mine.hester
    snakes = board.snakes if board else 0
    worth = 1.0 if there and cubes and snakes else 0.0
    fires = sum(one.flames > 0 for one in sight.view.hexes)
    absent = not any(one.hester for one in sight.view.hexes)
    return worth + (0.8 if fires and absent and cubes >= 3 else 0.0) - 0.05


def drive(sight: Sight, option: Any) -> float:
    """H5.6, H5.7  A fire above all; else toward infected haints of the other rival."""
    other = [unit.owner for unit in sight.hexes[option.to].units if unit.owner != option.owner]
    cost = float(0.15 * (option.pay == ANY) + 0.1)
    if other:
        return 6.0 - cost
    rivals = [one.owner for one in sight.others if one.home and one.owner != option.owner]
    goals = [hex for rival in rivals for hex in haints(sight, infected=True, owner=rival)]
    if not goals:
        return -0.1
    return 2.0 * (near(sight, option.to, goals) - near(sight, option.origin, goals)) - cost


def legends(sight: Sight) -> list[Hex]:
    """Where legends stand that could be devoured."""
    board = sight.mine.hester
    open_sides = {square.side for square in board.squares if not square.filled} if board else set()
    return [
        one.id
        for one in sight.view.hexes
        for unit in one.units
        if unit.kind == "legend" and unit.owner in open_sides
    ]


def walk(sight: Sight, option: Any) -> float:
    """H5.12.1  Toward a legend."""
    here = next((one.id for one in sight.view.hexes if one.hester), option.to)
    goals = legends(sight)
    return 3.0 * (near(sight, option.to, goals) - near(sight, here, goals)) - 0.2


def infect(sight: Sight, option: Any) -> float:
    """H5.9.3  Best near infected haints of the other rival."""
    rivals = [one.owner for one in sight.others if one.home and one.owner != option.owner]
    goals = [hex for rival in rivals for hex in haints(sight, infected=True, owner=rival)]
    return float(1.0 + 0.5 * near(sight, option.place, goals) - 0.3 * (option.pay == ANY))


def summon(sight: Sight, option: Any) -> float:
    return 1.2 + near(sight, option.hex, legends(sight))


def cube(sight: Sight, option: Any) -> float:
    """Pay with what there is most of, take what there is least of."""
    many = sight.view.battleground.get(option.colour, 0)
    return 0.1 - 0.02 * many if sight.ask.key == "gain" else 0.1 + 0.02 * many


def activate(sight: Sight, option: Any) -> float:
    return CARDS.get(option.card, 0.1)


def breed(sight: Sight, option: Any) -> float:
    """H5.5.4  Only when there is nobody left to infect."""
    return 0.2 if not haints(sight, infected=False, owner=option.owner) else -0.1


def square(sight: Sight, option: Any) -> float:
    board = sight.mine.hester
    return 0.1 * sum(one.side == option.owner and not one.filled for one in board.squares) if board else 0.0


def douse(sight: Sight, option: Any) -> float:
    """H5.8.4  All of it, or nothing."""
    target = sight.view.tree.attack
    flames = sight.hexes[target.target].flames if target else 0
    return 1.0 if option.flames == flames else -0.05


def sacrifice(sight: Sight, option: Any) -> float:
    """HA.H.C09  Where a haint will soon go."""
    here = haints(sight, infected=False)
    return 0.2 + 0.3 * near(sight, option.hex, here) - 0.3 * (option.hex in here)


MARKS.update(
    {
        "grow_in": rooted,
        "grow": rooted,
        "grow_more": third_root,
        "regrow": rooted,
        "lay_card": fixed(0.5),
        "cover_card": lambda sight, option: -activate(sight, option),
        "activate_card": activate,
        "breed": breed,
        "hatch": breed,
        "take_cubes": fixed(0.5),
        "wake_tree": wake,
        "infect": infect,
        "summon": summon,
        "drive": drive,
        "walk": walk,
        "free_hester": fixed(0.1),
        "pay_cube": cube,
        "pick_square": square,
        "devour": fixed(5.0),
        "bite": fixed(0.5),
        "swap_cube": fixed(0.01),
        "place_cube": sacrifice,
        "help": fixed(0.1),
        "douse": douse,
        "strike_hester": fixed(0.9),
        "reset_spoon": lambda sight, option: 0.3 if sight.mine.spoon > 1 else -0.1,
    }
)
