"""What the table gives back, as plain values: what a change led to, and a game as somebody may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.flow import Ask, Option
from engine.game import Entry
from engine.live import Live
from engine.rules import Event, Preview, View
from engine.store import GameRow, SeatRow
from engine.values import Value


class Told(Value, frozen=True):
    """The payload of the outbox: tell what happened from revision `first` to `last`."""

    first: int
    last: int


class Update(Value, frozen=True):
    """What a change led to. `again`: the same interaction had come before, and nothing happened now."""

    game: str
    rev: int
    events: tuple[Event, ...] = ()
    over: bool = False
    again: bool = False


class Open(Value, frozen=True):
    """A question that waits for an answer, as everybody may know it."""

    seat: str
    key: str
    clause: str
    since: float
    asked: int


def unforeseen(option: Option) -> Sequence[Preview]:
    """Nothing is known of what a choice would lead to."""
    return ()


class Said:
    """What was said of the options of one look, each thing once. It goes with the look, and to nobody else."""

    def __init__(self) -> None:
        self._words: dict[tuple[str, Option], str] = {}

    def once(self, what: str, option: Option, say: Callable[[Option], str]) -> str:
        """What `say` says of an option. `what` tells apart what may be said of the same one."""
        found = self._words.get((what, option))
        if found is None:
            found = self._words[what, option] = say(option)
        return found

    def __eq__(self, other: object) -> bool:
        """Looks do not differ by what was said of them."""
        return isinstance(other, Said)

    __hash__ = None  # type: ignore[assignment]


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
    said: Said = msgspec.field(default_factory=Said)
    """For whoever puts it in words."""


def without_orders(row: SeatRow, seat: str | None) -> SeatRow:
    """Standing orders are nobody else's business."""
    return row if row.seat == seat else msgspec.structs.replace(row, settings=b"{}")


def look_at(live: Live, seat: str | None) -> Look:
    """A game in memory as a seat may see it: the same look until something changes."""
    now = (live.row, live.game, live.game.seq, *live.seats.values())
    return live.looks.get(now, seat, lambda one: _new_look(live, one))


def _new_look(live: Live, seat: str | None) -> Look:
    questions = {} if live.row.status in ("finished", "archived") else live.questions()
    waiting = tuple(
        Open(name, ask.key, ask.clause, live.seats[name].since or 0.0, live.seats[name].asked)
        for name, ask in questions.items()
        if name in live.seats
    )
    undo = tuple(live.game.undoable(seat)) if seat is not None and not live.game.over else ()
    ask = questions.get(seat) if seat is not None else None
    seats = tuple(without_orders(row, seat) for row in live.seats.values())
    rules, state = live.game.rules, live.game.state
    names = {name: rules.name_of(state, name) for name in live.seats}
    look = Look(live.row, seats, seat, live.view(seat), ask, waiting, undo, names)
    if seat is None or ask is None:
        return look
    return msgspec.structs.replace(look, preview=live.foresight(seat))
