"""A game in memory beside what the store knows of it, and how one is made from the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from engine.chance import Supplier, seeded
from engine.flow import Ask, Option
from engine.game import UNDO, Checkpoint, Entry, Game, ReplayError, Saved
from engine.rules import Event, Preview, Refused, Rules, Setup, View
from engine.seats import Policy, Seat, SeatSettings
from engine.store import EntryRow, GameRow, Loaded, SeatRow, SnapshotRow

if TYPE_CHECKING:
    from engine.told import Look

T = TypeVar("T")

KEEP_TURNS = 1  # finished turns that can still be taken back by consent
TABLE = "table"  # who writes the log's entries that no seat wrote


class Kind(Protocol):
    """What the table must know of a kind of game."""

    @property
    def rules(self) -> Rules[Any]: ...

    @property
    def standin(self) -> Policy: ...


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed about a game. `lobby` belongs to whoever runs the lobby."""

    setup: Setup | None = None
    lobby: dict[str, Any] = {}


class TableError(Exception):
    """Something cannot be done now. The message is for the person who asked; nothing has changed."""


class UnknownGame(TableError):
    """There is no such game."""


class UnknownSeat(TableError):
    """There is no such seat in the game."""


class NotRunning(TableError):
    """The game is in the lobby, paused, finished or archived."""


class Moved(TableError):
    """The board has moved on since the question was shown."""


class Broken(TableError):
    """The game cannot be loaded or went wrong; it is kept as it was last saved."""


_decode_header = msgspec.json.Decoder(Header).decode
_decode_settings = msgspec.json.Decoder(SeatSettings).decode
_decode_event = msgspec.json.Decoder(Event).decode


def read_header(row: GameRow) -> Header:
    """What was agreed about a game."""
    return _decode_header(row.header)


def read_settings(seat: SeatRow) -> SeatSettings:
    """What a person has chosen for a seat."""
    return _decode_settings(seat.settings)


def read_event(data: bytes) -> Event:
    """An event from the store."""
    return _decode_event(data)


def live_entries(rows: Sequence[EntryRow]) -> list[Entry]:
    """The entries of the store that hold."""
    return holding(Entry(row.seq, row.seat, row.key, msgspec.json.decode(row.value)) for row in rows)


def holding(log: Iterable[Entry]) -> list[Entry]:
    """The entries that hold, without those that were taken back."""
    entries: list[Entry] = []
    for entry in log:
        if entry.key == UNDO:
            entries = [one for one in entries if one.seq < entry.value]
        else:
            entries.append(entry)
    return entries


class Kept(Generic[T]):
    """Something for everybody and something for a seat, each made once as long as nothing changes.

    Of the seats only the last one's is kept: they take room.
    """

    def __init__(self) -> None:
        self._now: tuple[object, ...] = ()
        self._made: dict[str | None, T] = {}

    def get(self, now: tuple[object, ...], seat: str | None, make: Callable[[str | None], T]) -> T:
        """What is kept for a seat, or for everybody; made if there is none of `now`."""
        if now != self._now:
            self._now, self._made = now, {}
        if seat not in self._made:
            made = make(seat)
            left = {one: kept for one, kept in self._made.items() if one is None or seat is None}
            self._made = {**left, seat: made}
        return self._made[seat]


class Foresight:
    """What the options of a seat would cost and bring, as long as the position is the present one."""

    def __init__(self, game: Game[Any], name: str) -> None:
        self.game, self.name = game, name
        self.seq, self.state = game.seq, game.state

    @property
    def is_present(self) -> bool:
        return self.game.seq == self.seq and self.game.state is self.state

    def __call__(self, option: Option) -> Sequence[Preview]:
        return self.game.rules.preview(self.state, self.name, option) if self.is_present else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Foresight) and (self.seq, self.name) == (other.seq, other.name)

    def __hash__(self) -> int:
        return hash((self.seq, self.name))


class Live:
    """A game in memory, with what the store knows of it."""

    def __init__(self, row: GameRow, seats: Sequence[SeatRow], game: Game[Any]) -> None:
        self.row = row
        self.edition = 0
        self.seats = {seat.seat: seat for seat in seats}
        self.game = game
        self.saved_seq = -1
        self.events: list[Event] = []
        self.touched: set[str] = set()
        self.players: dict[str, Seat] = {}
        self.asks: dict[str, Ask] = {}
        self.bots_turn = -1
        self.bots_in_turn = 0
        """The turn in which bots answered last, and how often without a person in between."""
        self.looks: Kept[Look] = Kept()
        self._views: Kept[View] = Kept()

    def view(self, seat: str | None) -> View:
        """What a seat may know; made once until something is saved."""
        return self._views.get((self.row.rev, self.game.seq), seat, self._view)

    def _view(self, seat: str | None) -> View:
        """What everybody may know, or what a seat may know besides."""
        return self.game.view(None) if seat is None else self.game.opened(seat, self.view(None))

    def foresight(self, seat: str) -> Foresight:
        """What the options of a seat would cost and bring."""
        return Foresight(self.game, self.game.rules.name_of(self.game.state, seat))

    def questions(self) -> dict[str, Ask]:
        """The open questions by seat."""
        rules, state = self.game.rules, self.game.state
        return {rules.seat_of(state, ask.seat): ask for ask in self.game.waiting()}

    def seat(self, seat: str) -> SeatRow:
        """A seat of this game."""
        if seat not in self.seats:
            raise UnknownSeat(f"There is no seat {seat} in this game.")
        return self.seats[seat]

    def check_running(self) -> None:
        """Only a running game takes answers."""
        if self.row.status != "running":
            raise NotRunning(f"This game is {self.row.status}.")

    def check_question(self, seat: str, rev: int | None) -> None:
        """Is the question this seat was shown at revision `rev` still the open one?

        Another seat's answer to a question asked of several at once does not make it stale.
        """
        self.check_running()
        row = self.seat(seat)
        if rev is not None and (row.since is None or not row.asked <= rev <= self.row.rev):
            raise Moved("The board has moved on since then.")


def load(games: Mapping[str, Kind], loaded: Loaded, chance: Callable[[str], Supplier] = seeded) -> Live:
    """A game from the store, with the present rules.

    If the log no longer leads to the same question, the game goes back to its newest snapshot; the log gets an
    entry that takes back what came after, and an event says so.
    """
    rules = games[loaded.game.kind].rules
    setup = _decode_header(loaded.game.header).setup
    if setup is None:
        raise Broken("The game has no setup.")
    supplier = chance(loaded.secret.decode())
    checkpoints = tuple(Checkpoint(s.seq, s.turn, s.step, s.state) for s in loaded.snapshots)
    row = loaded.game
    saved = Saved(setup, checkpoints, tuple(live_entries(loaded.entries)), row.seq, row.barrier, row.question)
    game = Game.load(rules, saved, supplier, holds=True)
    live = Live(row, loaded.seats, game)
    live.edition = loaded.edition
    if game.rewound:
        newest = checkpoints[-1]
        lost = [entry.seq for entry in saved.tail if entry.seq > newest.seq]
        if lost:
            # The snapshot counts again from here: numbers of the log are never used twice.
            again = msgspec.structs.replace(newest, seq=row.seq + 1)
            kept = tuple(entry for entry in saved.tail if entry.seq <= newest.seq)
            live.game = Game.load(
                rules,
                Saved(setup, (*checkpoints, again), kept, row.seq + 1, newest.seq, ""),
                supplier,
                holds=True,
            )
            live.game.fresh.insert(0, Entry(row.seq + 1, TABLE, UNDO, lost[0]))
        live.events.append(Event("table.rewound", {"answers": len(lost)}))
    live.saved_seq = row.seq
    live.asks = live.questions()
    return live


class _Reached(Exception):
    """The turn that was looked for begins."""


class _Until(Game[Any]):
    """A game that is played again up to the start of a turn, from its log alone."""

    wanted = 0

    def _begin(self) -> None:
        if self.state.turn >= self.wanted:
            raise _Reached
        super()._begin()


def state_at(
    rules: Rules[Any], setup: Setup, before: SnapshotRow, entries: Sequence[Entry], turn: int
) -> Any | None:
    """The state at the very start of a turn, from a snapshot of an earlier one; None if the log does not lead there.

    A turn in which nobody answered and nothing was rolled leaves no snapshot of its own.
    """
    game = _Until.unplayed(rules, setup)
    game.wanted = turn
    try:
        game._restore(Checkpoint(before.seq, before.turn, before.step, before.state), entries)
    except _Reached:
        return game.state if game.state.turn == turn else None
    except (ReplayError, Refused):
        return None
    return None


def new_snapshots(live: Live) -> tuple[SnapshotRow, ...]:
    """The checkpoints since the last save; of turns long over only the first."""
    keep_turn = live.game.state.turn - KEEP_TURNS
    rows: list[SnapshotRow] = []
    for point in live.game.checkpoints:
        if point.seq <= live.saved_seq:
            continue
        if point.turn < keep_turn and rows and rows[-1].turn == point.turn:
            continue
        rows.append(SnapshotRow(point.seq, point.turn, point.step, point.state))
    return tuple(rows)
