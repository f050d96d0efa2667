"""What the table gives back, as plain values: what a change led to, and a game as somebody may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.flow import Ask, Option
from engine.game import Entry
from engine.rules import Event, Preview, View
from engine.store import GameRow, SeatRow


class Told(msgspec.Struct, frozen=True):
    """The payload of the outbox: tell what happened from revision `first` to `last`."""

    first: int
    last: int


class Update(msgspec.Struct, frozen=True):
    """What a change led to. `again`: the same interaction had come before, and nothing happened now."""

    game: str
    rev: int
    events: tuple[Event, ...] = ()
    over: bool = False
    again: bool = False


class Open(msgspec.Struct, frozen=True):
    """A question that waits for an answer, as everybody may know it."""

    seat: str
    key: str
    clause: str
    since: float
    asked: int


def unforeseen(option: Option) -> Sequence[Preview]:
    """Nothing is known of what a choice would lead to."""
    return ()


class Look(msgspec.Struct, frozen=True):
    """A game as one seat may see it now (or everybody, for seat None)."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    seat: str | None
    view: View
    ask: Ask | None
    open: tuple[Open, ...]
    undo: tuple[Entry, ...]
    names: dict[str, str] = {}
    """What the board calls each seat; they differ when factions were drafted."""
    preview: Callable[[Option], Sequence[Preview]] = unforeseen
    """What an option of the seat's question would cost and bring; worked out when it is asked for."""


def without_orders(row: SeatRow, seat: str | None) -> SeatRow:
    """Standing orders are nobody else's business."""
    return row if row.seat == seat else msgspec.structs.replace(row, settings=b"{}")
