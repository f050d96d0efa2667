"""What the store keeps, as plain values. States, answers and payloads are bytes here: the store knows no game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.values import Value

Status: TypeAlias = Literal["lobby", "running", "paused", "finished", "archived"]
Scope: TypeAlias = Literal["user", "guild"]


class GameRow(Value, frozen=True):
    """One game as listed. The seed is not in it."""

    id: str
    kind: str
    status: Status = "lobby"
    rev: int = 0
    seq: int = 0
    barrier: int = 0
    question: str = ""
    told: int = 0
    title: str = ""
    host: str = ""
    guild: str = ""
    channel: str = ""
    created: float = 0.0
    updated: float = 0.0
    header: bytes = b"{}"
    pledge: str = ""
    study: str = ""
    """What it was read from, if it was not played here: a notation, or a file of `/export`."""


class SeatRow(Value, frozen=True):
    """Who sits where, and since when the game waits for them."""

    seat: str
    place: int
    kind: str = "human"
    user: str = ""
    since: float | None = None
    asked: int = 0
    settings: bytes = b"{}"


class EntryRow(Value, frozen=True):
    """One line of the log."""

    seq: int
    seat: str
    key: str
    value: bytes
    at: float = 0.0


class SnapshotRow(Value, frozen=True):
    """A state at the start of a step."""

    seq: int
    turn: int
    step: str
    state: bytes


class EventRow(Value, frozen=True):
    """One event of the readable log; `n` numbers the events of a game from 1."""

    n: int
    seq: int
    rev: int
    data: bytes
    at: float


class Annals(Value, frozen=True):
    """What a board tells from, as of one moment: the messages of a game by the part they play, and events."""

    messages: dict[str, MessageRow]
    events: tuple[EventRow, ...]


class Say(Value, frozen=True):
    """Something to be said once the change is saved."""

    nonce: str
    kind: str
    payload: bytes


class OutboxRow(Value, frozen=True):
    """Something that was saved and is still to be said."""

    id: int
    game: str
    nonce: str
    kind: str
    payload: bytes
    created: float
    due: float
    attempts: int


class MessageRow(Value, frozen=True):
    """A message on Discord that a game still uses."""

    game: str
    kind: str
    channel: str
    message: str
    rev: int = 0
    data: bytes = b"{}"


class ReminderRow(Value, frozen=True):
    """When to remind somebody of something."""

    game: str
    user: str
    kind: str
    due: float
    data: bytes = b"{}"


class Waiting(Value, frozen=True):
    """A seat the game waits for: since when, and at which revision its question was first asked."""

    seat: str
    since: float
    asked: int


class Save(Value, frozen=True, kw_only=True):
    """One change of a game, saved as one transaction.

    `rev` is the revision it was prepared on. `undone` is the first entry an undo took back: snapshots from
    there on are dropped (the entries stay in the log). Snapshots of turns before `keep_turn` are thinned to
    the first of each turn. With something to `say`, the game is told up to this change. `edition`: it counts only
    if nothing else about the game has changed either.
    """

    game: str
    rev: int
    at: float
    seq: int
    barrier: int = 0
    question: str = ""
    status: Status = "running"
    entries: tuple[EntryRow, ...] = ()
    snapshots: tuple[SnapshotRow, ...] = ()
    undone: int | None = None
    keep_turn: int = 0
    events: tuple[bytes, ...] = ()
    say: tuple[Say, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    seats: tuple[SeatRow, ...] = ()
    interaction: str = ""
    result: bytes = b""
    edition: int | None = None


class Loaded(Value, frozen=True):
    """All that is needed to play on: the game, its seats, its seed, snapshots, and the log after the first."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    secret: bytes
    snapshots: tuple[SnapshotRow, ...]
    entries: tuple[EntryRow, ...]
    edition: int = 0


class Census(Value, frozen=True):
    """How much there is: games by status, games read from files, what is unsaid and since when, reminders that are due."""

    games: dict[str, int]
    unsaid: int
    oldest: float
    due: int
    studies: int
