"""H1.10, H2.5, HA.F  What the Family's own choices cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.data import FACTS
from engine.harrow.family.board import board_of
from engine.harrow.family.faction import PlayUpgrade
from engine.harrow.family.legends import KeepCubes, ReturnCubes
from engine.harrow.family.tracker import PlaceStorm
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


@previews(PlaceStorm)
def place_storm(game: Harrow, owner: Owner, option: PlaceStorm) -> Iterator[Preview]:
    """H1.10.7"""
    yield Preview("storms.left", {"left": board_of(game).storms - 1})


@previews(PlayUpgrade)
def play_upgrade(game: Harrow, owner: Owner, option: PlayUpgrade) -> Iterator[Preview]:
    """H2.5.2"""
    yield Preview("upgrade.price", {"token": FACTS.cards[option.card].price})


@previews(KeepCubes)
def keep_cubes(game: Harrow, owner: Owner, option: KeepCubes) -> Iterator[Preview]:
    """HA.F.L4"""
    yield Preview("cubes.then", {"cubes": game.battleground[owner] - option.cubes})


@previews(ReturnCubes)
def return_cubes(game: Harrow, owner: Owner, option: ReturnCubes) -> Iterator[Preview]:
    """HA.F.L4"""
    yield Preview("cubes.then", {"cubes": game.battleground[owner] + option.cubes})
