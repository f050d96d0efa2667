"""Tables for the tests of the Riverfolk. Foxes 1, 6, 8, 12; mice 2, 7, 9, 11; rabbits 3, 4, 5, 10; river 4-7-11-10-5."""

from __future__ import annotations

from typing import cast

from engine.root.factions.riverfolk.funds import RiverfolkBoard
from tests.engine.root.board import Play, Table, board

RIVERFOLK = "riverfolk"
PRICES = {"hand_card": 2, "riverboats": 1, "mercenaries": 3}


def own(at: Play | Table) -> RiverfolkBoard:
    return cast(RiverfolkBoard, at.state.boards[RIVERFOLK])


def box(table: Table, name: str, **warriors: int) -> Table:
    """Warriors of these players lie in a box of the board."""
    for owner, count in warriors.items():
        table.state.players[owner].supply -= count
        assert table.state.players[owner].supply >= 0, f"{owner} has not that many warriors"
    return table.board(RIVERFOLK, **{name: dict(warriors)})


def riverfolk(*others: str, step: str = "daylight.actions", funds: int = 0, **options: str) -> Table:
    """It is the Riverfolk's turn; there are no ruins; so many own warriors are funds."""
    table = board(RIVERFOLK, *(others or ("marquise", "eyrie")), **options).turn(RIVERFOLK, step).no_ruins()
    table.board(RIVERFOLK, prices=dict(PRICES))
    return box(table, "funds", riverfolk=funds) if funds else table


def shop(buyer: str = "marquise", *others: str, step: str = "birdsong.start", **options: str) -> Table:
    """It is the turn of who may buy."""
    table = board(buyer, RIVERFOLK, *(others or ("eyrie",)), **options).no_ruins()
    return table.board(RIVERFOLK, prices=dict(PRICES)).turn(buyer, step)


def sold(table: Table, *services: str) -> Table:
    """The player on turn has bought these services this turn."""
    bought = len(services)
    return table.board(RIVERFOLK, sales=table.state.turn, bought=bought, limit=bought, sold=list(services))
