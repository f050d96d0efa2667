"""Tables for the tests of the Duchy."""

from __future__ import annotations

from typing import cast

from engine.root.factions.duchy.court import DuchyBoard, all_crowns
from engine.root.factions.duchy.facts import MINISTERS
from tests.engine.root.board import Play, Table, board

DUCHY = "duchy"


def own(play: Play) -> DuchyBoard:
    return cast(DuchyBoard, play.state.boards[DUCHY])


def duchy(*others: str, step: str = "daylight.assembly") -> Table:
    """It is the Duchy's turn; there are no ruins."""
    return board(DUCHY, *(others or ("marquise",))).turn(DUCHY, step).no_ruins()


def assembly(*others: str) -> Table:
    """The Duchy's Assembly, with two actions."""
    return duchy(*others)


def parliament(*swayed: str, others: tuple[str, ...] = ()) -> Table:
    """The Duchy's Parliament, with these ministers swayed."""
    return sit(duchy(*others, step="daylight.parliament"), *swayed)


def sit(table: Table, *swayed: str) -> Table:
    """These ministers are swayed, and wear crowns."""
    crowns = all_crowns()
    for minister in swayed:
        crowns[MINISTERS[minister].rank] -= 1
    return table.board(DUCHY, swayed=list(swayed), crowns=crowns)


def dug(table: Table, *clearings: int) -> Table:
    """Tunnels lead to these clearings."""
    for clearing in clearings:
        table.token(DUCHY, "tunnel", at=clearing)
    return table
