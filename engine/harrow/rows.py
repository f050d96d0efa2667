"""HA.P.B1, HA.K.B1  Faction boards with three rows, one for each ability, filled with tokens from the left."""

from __future__ import annotations

from typing import Protocol

from engine.flow import Flow
from engine.harrow.data import ABILITIES, BOARDS
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import draw_card
from engine.harrow.view import RowView


class Rows(Protocol):
    """A board with rows: how many tokens lie in each, besides the printed one."""

    rows: dict[str, int]


def row_value(board: Rows, owner: Owner, ability: str) -> int:
    """HA.P.B1, HA.P.B2, HA.P.B3  The number over the rightmost filled slot."""
    return BOARDS.rows[owner][ability].values[board.rows[ability]]


def cover_slot(game: Harrow, board: Rows, owner: Owner, token: str, clause: str) -> Flow[None]:
    """H1.13.2, H2.2.1, HE.051  The leftmost empty slot of the row; a full row sends the token to the box."""
    row = BOARDS.rows[owner][token]
    if board.rows[token] + 1 >= len(row.values):
        game.box[token] += 1
        game.note("token.boxed", clause, owner=owner, token=token)
        return
    board.rows[token] += 1
    game.note("slot.covered", clause, owner=owner, token=token, value=row_value(board, owner, token))
    if game.chapter > 1 and board.rows[token] + 1 in row.cards:
        yield from draw_card(game, owner, "H2.2.1")


def row_views(game: Harrow, board: Rows, owner: Owner) -> tuple[RowView, ...]:
    """The three rows as everybody sees them."""
    return tuple(
        RowView(
            kind=ability,
            values=BOARDS.rows[owner][ability].values,
            cards=BOARDS.rows[owner][ability].cards if game.chapter > 1 else (),
            filled=(ability,) * (1 + board.rows[ability]),
        )
        for ability in ABILITIES
    )


def empty_rows() -> dict[str, int]:
    return dict.fromkeys(ABILITIES, 0)


def tokens_in_rows(board: Rows) -> list[str]:
    return [ability for ability, count in board.rows.items() for _ in range(count)]


def rows_to_lose(board: Rows) -> list[tuple[str, str]]:
    """H5.12.1  The rightmost token of every row; the printed ones stay."""
    return [(ability, "board") for ability, count in board.rows.items() if count]
