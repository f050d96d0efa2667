"""H7  What the verbs of the Fair Folk would cost and bring, by what everybody knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.data import FACTS as PRINTED
from engine.harrow.fairfolk.board import FOLK, board_of
from engine.harrow.fairfolk.cards import AcceptCube, NameKind, PlayCharm, RemoveCubes
from engine.harrow.fairfolk.nests import PlayNest
from engine.harrow.fairfolk.offers import VisitNest
from engine.harrow.fairfolk.search import Guess, PlaceArrow, side_of
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


@previews(PlayCharm)
def charm(game: Harrow, owner: Owner, option: PlayCharm) -> Iterator[Preview]:
    """H7.8.1"""
    cost = PRINTED.cards[option.card].silver
    yield Preview("charm.cost", {"cost": cost, "left": game.battleground[FOLK] - cost})


@previews(PlayNest)
def nest(game: Harrow, owner: Owner, option: PlayNest) -> Iterator[Preview]:
    """H7.4.3"""
    if game.kind(option.hex) in board_of(game).silver and game.cubes[FOLK]:
        yield Preview("nest.silver")


@previews(PlaceArrow)
def arrow(game: Harrow, owner: Owner, option: PlaceArrow) -> Iterator[Preview]:
    """H7.5.5  For how many of the hexes where the item can be it would stay, and for how many it would be turned."""
    could = board_of(game).could_be(game.county.ids)
    stays = sum(side_of(game, option.hex, option.axis, hex) in ("", option.side) for hex in could)
    yield Preview("arrow.splits", {"stays": stays, "turns": len(could) - stays})


@previews(Guess)
def guess(game: Harrow, owner: Owner, option: Guess) -> Iterator[Preview]:
    """H7.5.6"""
    could = board_of(game).could_be(game.county.ids)
    yield Preview("guess.one", {"count": len(could)}) if option.hex in could else Preview("guess.not")


@previews(NameKind)
def name_kind(game: Harrow, owner: Owner, option: NameKind) -> Iterator[Preview]:
    """FC09  How many hexes are left by a yes and by a no."""
    could = board_of(game).could_be(game.county.ids)
    yes = sum(game.kind(hex) == option.kind for hex in could)
    yield Preview("kind.splits", {"yes": yes, "no": len(could) - yes})


@previews(RemoveCubes)
def remove_cubes(game: Harrow, owner: Owner, option: RemoveCubes) -> Iterator[Preview]:
    """FC02"""
    yield Preview("cubes.theirs", {"cubes": game.battleground[option.colour] - option.cubes})


@previews(AcceptCube)
def accept_cube(game: Harrow, owner: Owner, option: AcceptCube) -> Iterator[Preview]:
    """FC12"""
    yield Preview("cubes.then", {"cubes": game.out(owner) + 1})


@previews(VisitNest)
def visit_nest(game: Harrow, owner: Owner, option: VisitNest) -> Iterator[Preview]:
    """H7.6.2  Which offer lies there."""
    offer = board_of(game).nests.get(option.hex)
    if offer:
        yield Preview("nest.offer", {"offer": offer})
