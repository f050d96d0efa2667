"""H1.5, H1.10, H1.14  What the Protectors' own choices bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.data import BOARDS, TABLE
from engine.harrow.preview import previews
from engine.harrow.protectors.faction import Guide, UseRow, board_of
from engine.harrow.protectors.tracker import PlacePath, TakePath, TakeToken
from engine.harrow.rows import row_value
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


@previews(UseRow)
def use_row(game: Harrow, owner: Owner, option: UseRow) -> Iterator[Preview]:
    """H1.5.1"""
    yield Preview("row.times", {"times": row_value(board_of(game), owner, option.ability)})


@previews(Guide)
def guide(game: Harrow, owner: Owner, option: Guide) -> Iterator[Preview]:
    """H1.14.2"""
    if option.to == game.homes[owner]:
        yield Preview("goal.reached", {"points": TABLE.goal_points})
    else:
        yield Preview("goal.far", {"steps": game.distance(option.to, game.homes[owner])})


@previews(PlacePath)
def place_path(game: Harrow, owner: Owner, option: PlacePath) -> Iterator[Preview]:
    """H1.10.3"""
    yield Preview("paths.left", {"left": board_of(game).paths - 1})


@previews(TakePath)
def take_path(game: Harrow, owner: Owner, option: TakePath) -> Iterator[Preview]:
    """H1.10.4"""
    yield Preview("paths.left", {"left": board_of(game).paths + 1})


@previews(TakeToken)
def take_token(game: Harrow, owner: Owner, option: TakeToken) -> Iterator[Preview]:
    """H1.13.2  What its row is worth then."""
    rows = board_of(game).rows
    if option.token in rows:
        values = BOARDS.rows[owner][option.token].values
        yield Preview("row.then", {"times": values[min(rows[option.token] + 1, len(values) - 1)]})
