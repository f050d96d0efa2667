"""Tiny voices for tests, and tables at which they sit. None of them is a real faction, hireling or landmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.flow import Flow, Option
from engine.root.faction import Army
from engine.root.happen import settle
from engine.root.menu import does
from engine.root.rules import board_kinds
from engine.root.setup.table import add_guest
from engine.root.state import Board, Owner, Root
from engine.root.turn import menu
from engine.root.verbs import (
    place_warriors,
    score,
    show_card,
    sweep,
)
from engine.root.voice import GUESTS, Voice
from engine.rules import Refusal
from tests.engine.root.board import Table, board

NO = Refusal("1.1.2", "Not here.")
FOREST = "1_2_5_10"


@pytest.fixture(autouse=True)
def only_today() -> Iterator[None]:
    """What a test makes known is forgotten after it."""
    known = dict(GUESTS)
    yield
    GUESTS.clear()
    GUESTS.update(known)


class NoteBoard(msgspec.Struct, Board, tag="test_notes", kw_only=True):
    """What a tiny voice remembers."""

    controller: Owner = ""
    number: int = 0
    cards: list[str] = []
    items: dict[str, int] = {}


board_kinds.cache_clear()  # a game may have been read before this kind of board was there


class Landmark(Voice):
    """A voice without pieces."""

    id = "test-landmark"

    def new_board(self) -> Board:
        return NoteBoard()


class Hireling(Army):
    """A voice with pieces and no turn."""

    id = "test-hireling"
    name = "Test Hireling"

    def new_board(self) -> Board:
        return NoteBoard()

    def controller(self, game: Root, me: Owner) -> Owner:
        return notes(game, me).controller

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """E.3.1"""
        boss = self.controller(game, me)
        if boss and me in values:
            values[boss] = values.get(boss, 0) + values.pop(me)


def notes(game: Root, me: Owner) -> NoteBoard:
    found = game.boards[me]
    assert isinstance(found, NoteBoard)
    return found


def sits(table: Table, kind: type[Voice], name: str = "guest", *, supply: int = 0, by: str = "") -> Table:
    """A guest comes to the table."""
    GUESTS[kind.id] = kind()
    add_guest(table.state, name, kind.id, supply)
    if by:
        notes(table.state, name).controller = by
    return table


def two(**options: Any) -> Table:
    return board("marquise", "eyrie", **options).no_ruins()


class Wave(Option, frozen=True, tag="test_wave"):
    """Wave to everybody."""


class Show(Option, frozen=True, tag="test_show"):
    """Show a card."""

    PRIVATE = True

    card: str


@does(Wave)
def wave(game: Root, owner: Owner, option: Wave) -> Flow[None]:
    score(game, owner, 1, "1.4.2")
    yield from ()


@does(Show)
def show(game: Root, owner: Owner, option: Show) -> Flow[None]:
    show_card(game, owner, "eyrie", option.card, "G.1.30")
    yield from ()


def pick(game: Root, owner: Owner) -> Flow[Option]:
    """A menu without options of the faction's own."""
    return (yield from menu(game, owner, "test.menu", "1.4.2", []))


def hired(by: str = "marquise", warriors: int = 2) -> Table:
    table = sits(two(), Hireling, supply=4, by=by)
    place_warriors(table.state, "guest", 5, warriors, "E")
    table.state.notes.clear()
    return table


def sweep_one(game: Root, by: str, clearing: int) -> Flow[None]:
    sweep(game, by, [clearing], "4.1.2")
    yield from settle(game)


def nothing(game: Root, owner: Owner, happening: Any) -> Flow[None]:
    yield from ()
