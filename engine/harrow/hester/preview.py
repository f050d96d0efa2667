"""H5.5, H5.6, H5.8, H5.9  What Hester's choices cost and bring, and what putting out flames does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.actions.preview import paid
from engine.harrow.data import Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.hester.board import ANY, COLOURS, FREE, HESTER, actions_left, board_of, filled_squares
from engine.harrow.hester.deeds import (
    INFECT_ANY,
    Breed,
    CoverCard,
    Infect,
    LayCard,
    Summon,
    WakeTree,
    summon_price,
)
from engine.harrow.hester.devour import Devour
from engine.harrow.hester.fire import Douse, PickSquare, ResetSpoon, StrikeHester
from engine.harrow.hester.moving import NAIL_PRICE, Drive, FreeHester, Walk, drive_prices, walk_prices
from engine.harrow.hester.offers import Hatch
from engine.harrow.hester.roots import Grow, GrowIn, GrowMore
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import plate_size
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


@previews(GrowIn)
def grow_in(game: Harrow, owner: Owner, option: GrowIn) -> Iterator[Preview]:
    """H5.4.3, H5.4.8"""
    yield from harvest(game, option.hex)


@previews(Grow)
def grow(game: Harrow, owner: Owner, option: Grow) -> Iterator[Preview]:
    """H5.4.4, H5.4.8"""
    yield from harvest(game, option.to)


@previews(GrowMore)
def more(game: Harrow, owner: Owner, option: GrowMore) -> Iterator[Preview]:
    """H5.5.3"""
    yield action(game)
    yield from harvest(game, option.to)


def harvest(game: Harrow, hex: Hex) -> Iterator[Preview]:
    """H5.4.8, H5.4.9  The cube of the hex a root grows into, as long as there is one; a fire there grows."""
    kind = game.kind(hex)
    if kind in COLOURS:
        yield Preview("terrain.gain" if game.cubes[kind] else "terrain.none", {"terrain_kind": kind})
    if hex in game.flames:
        yield Preview("root.fire")


def action(game: Harrow) -> Preview:
    """H5.5.1  What an action takes."""
    return Preview("action.cost", {"left": actions_left(game) - 1})


@previews(LayCard)
def lay_card(game: Harrow, owner: Owner, option: LayCard) -> Iterator[Preview]:
    """H5.5.1, H5.5.2"""
    yield action(game)


@previews(CoverCard)
def cover_card(game: Harrow, owner: Owner, option: CoverCard) -> Iterator[Preview]:
    """H5.5.2"""
    yield Preview("card.gone")


@previews(WakeTree)
def wake_tree(game: Harrow, owner: Owner, option: WakeTree) -> Iterator[Preview]:
    """H5.9.1  Everybody's cubes are dropped; what falls out cannot be foreseen."""
    dropped = sum(game.battleground.values())
    yield Preview("tree.drops", {"cubes": dropped, "stuck": sum(game.tree.values())})


@previews(FreeHester)
def free_hester(game: Harrow, owner: Owner, option: FreeHester) -> Iterator[Preview]:
    """HA.P.L1"""
    yield cost(game, NAIL_PRICE)


@previews(Hatch)
def hatch(game: Harrow, owner: Owner, option: Hatch) -> Iterator[Preview]:
    """OF5, OF6"""
    yield cost(game, 1)


@previews(Devour)
def devour(game: Harrow, owner: Owner, option: Devour) -> Iterator[Preview]:
    """H5.12.1  A square, and Hester leaves the map. Of two hidden figures only one can be devoured."""
    yield squares(game)
    yield Preview("hester.leaves")
    if FACTIONS[option.owner].is_hidden(game, option.owner):
        yield Preview("devour.doubt")


@previews(PickSquare)
def pick_square(game: Harrow, owner: Owner, option: PickSquare) -> Iterator[Preview]:
    """H5.7.2"""
    yield squares(game)


def squares(game: Harrow) -> Preview:
    """H5.14.1  How many squares are filled then."""
    return Preview(
        "squares.then", {"filled": filled_squares(game) + 1, "squares": len(board_of(game).squares)}
    )


@previews(StrikeHester)
def strike_hester(game: Harrow, owner: Owner, option: StrikeHester) -> Iterator[Preview]:
    """H5.10.3"""
    record = game.last_attack
    if record is not None:
        yield paid(game, owner, record.target)
    yield Preview("hester.driven")


@previews(ResetSpoon)
def reset_spoon(game: Harrow, owner: Owner, option: ResetSpoon) -> Iterator[Preview]:
    """H5.10.3  A plate that is then full scores."""
    if plate_size(game, owner):
        yield Preview("points", {"points": 1})
    else:
        yield Preview("spoon.then")
