"""Tables with hirelings for tests: who is there, who controls them, where their pieces stand."""

from __future__ import annotations

from typing import Any

from engine.flow import Flow, Option
from engine.root import data
from engine.root.happen import TurnEnded, record, settle
from engine.root.hiring.control import MARKET, gain, market
from engine.root.hiring.hireling import HirelingBoard, board_of, hirelings
from engine.root.menu import refusal
from engine.root.setup.table import add_guest
from engine.root.state import Piece, Place, Root
from engine.root.verbs import score
from tests.engine.root.board import Play, Table


class Camp(Table):
    """A table with hirelings in the supply."""

    def with_hireling(self, side: str, by: str = "", control: int = 2) -> Camp:
        """A side is at the table, with all its pieces in the supply, controlled by somebody or nobody."""
        add_guest(self.state, side, side, data.HIRELING_SIDES[side].pieces.get("warrior", 0))
        own = board_of(self.state, side)
        own.controller, own.control = by, control if by else 0
        if MARKET not in self.state.guests:
            add_guest(self.state, MARKET, MARKET)
        return self

    def put(self, side: str, count: int, at: Place) -> Camp:
        """Warriors of a hireling stand somewhere."""
        self.state.guests[side].supply -= count
        assert self.state.guests[side].supply >= 0
        self.state.add_warriors(side, at, count)
        return self

    def build(self, side: str, kind: str, at: int) -> Camp:
        """A building of a hireling stands in a clearing."""
        self.state.buildings[at].append(Piece(side, kind))
        return self


def camp(*factions: str, **options: Any) -> Camp:
    """A table without ruins."""
    table = Camp(factions, **options)
    table.no_ruins()
    return table


def set_up(game: Root, side: str, player: str) -> Flow[None]:
    """A.6.3  A player sets a hireling up."""
    yield from hirelings(game)[side].setup(game, side, player)


def gets(game: Root, side: str, player: str) -> Flow[None]:
    """E.2.1  A player gains a hireling."""
    yield from gain(game, side, player)


def why(table: Table, owner: str, wish: Option) -> str:
    """The clause that forbids a wish; "" if nothing does."""
    found = refusal(table.state, owner, wish)
    return found.clause if found else ""


def card(play: Play, side: str) -> HirelingBoard:
    return board_of(play.state, side)


def waiting(play: Play) -> dict[str, int]:
    """Who has taken markers and not used them."""
    return market(play.state).waiting


def scores(game: Root, owner: str, points: int) -> Flow[None]:
    """A player scores."""
    score(game, owner, points, "3.1")
    yield from settle(game)


def ends(game: Root, owner: str) -> Flow[None]:
    """A player's turn ends."""
    record(game, TurnEnded(owner))
    yield from settle(game)
