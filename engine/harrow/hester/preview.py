"""H5.5, H5.6, H5.8, H5.9  What Hester's choices cost and bring, and what putting out flames does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.hester.board import ANY, FREE, HESTER, board_of
from engine.harrow.hester.deeds import INFECT_ANY, Breed, Infect, Summon, summon_price
from engine.harrow.hester.fire import Douse
from engine.harrow.hester.moving import Drive, Walk, drive_prices, walk_prices
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


def cost(game: Harrow, price: int) -> Preview:
    return Preview("terrain.cost", {"cost": price, "left": game.out(HESTER) - price})


@previews(Drive)
def drive(game: Harrow, owner: Owner, option: Drive) -> Iterator[Preview]:
    """H5.6, H5.7"""
    yield cost(game, drive_prices(game, option.to).get(option.pay, 0))
    if any(unit.owner != option.owner for unit in game.units[option.to]):
        yield Preview("fire.made")


@previews(Walk)
def walk(game: Harrow, owner: Owner, option: Walk) -> Iterator[Preview]:
    """H5.6.5"""
    yield cost(game, walk_prices(game, option.to).get(option.pay, 0))


@previews(Breed)
def breed(game: Harrow, owner: Owner, option: Breed) -> Iterator[Preview]:
    """H5.5.4"""
    yield cost(game, 1)


@previews(Infect)
def infect(game: Harrow, owner: Owner, option: Infect) -> Iterator[Preview]:
    """H5.9.3"""
    yield cost(game, {ANY: INFECT_ANY, FREE: 0}.get(option.pay, 1))
    yield Preview("snakes.left", {"left": board_of(game).snakes - 1})


@previews(Summon)
def summon(game: Harrow, owner: Owner, option: Summon) -> Iterator[Preview]:
    """H5.10.5"""
    yield cost(game, summon_price(game))


@previews(Douse)
def douse(game: Harrow, owner: Owner, option: Douse) -> Iterator[Preview]:
    """H5.8.4"""
    record = game.last_attack
    left = game.flames.get(record.target, 0) - option.flames if record else 0
    yield Preview("flames.then", {"left": left, "cubes": game.battleground[owner] - option.flames})
