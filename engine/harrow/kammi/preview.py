"""H4.6, H4.8  What Kammi's own choices bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.kammi.board import board_of
from engine.harrow.kammi.faction import UseGrid, UseToken
from engine.harrow.preview import previews
from engine.harrow.rows import row_value
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


@previews(UseGrid)
def use_grid(game: Harrow, owner: Owner, option: UseGrid) -> Iterator[Preview]:
    """H4.6.1, H4.6.4  The two tokens that act then, and how often: the one that comes in, and the one beside it."""
    board = board_of(game)
    for ability in dict.fromkeys((board.inserting, board.grid[option.row - 1][0])):
        yield Preview("grid.acts", {"ability": ability, "times": row_value(board, owner, ability)})


@previews(UseToken)
def use_token(game: Harrow, owner: Owner, option: UseToken) -> Iterator[Preview]:
    """H4.6.4"""
    yield Preview("row.times", {"times": row_value(board_of(game), owner, option.ability)})
