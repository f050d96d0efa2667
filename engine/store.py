"""What is kept: games, their logs and snapshots, and what is still to be said. Only this module knows SQL.

One connection writes and another reads. A change is one transaction in one hop to the writer's thread; that
thread is the lock. The store knows no game: states, answers and payloads are bytes to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from engine import database
from engine.database import StoreError, Worker
from engine.records import (
    EntryRow,
    EventRow,
    GameRow,
    Loaded,
    MessageRow,
    OutboxRow,
    ReminderRow,
    Save,
    Say,
    Scope,
    SeatRow,
    SnapshotRow,
    Status,
    Waiting,
)

T = TypeVar("T")

__all__ = [
    "Damaged",
    "Duplicate",
    "EntryRow",
    "EventRow",
    "GameRow",
    "Loaded",
    "MessageRow",
    "OutboxRow",
    "ReminderRow",
    "Save",
    "Say",
    "Scope",
    "SeatRow",
    "SnapshotRow",
    "Stale",
    "Status",
    "Store",
    "StoreError",
    "Waiting",
]


class Stale(Exception):
    """The game has moved on since this change was prepared. Nothing was saved."""


class Damaged(StoreError):
    """One game's data make no sense; the others are not touched by that."""


class Duplicate(Exception):
    """This interaction has already taken effect. Nothing was saved; `result` is what it led to."""

    def __init__(self, rev: int, result: bytes) -> None:
        super().__init__("this interaction has already taken effect")
        self.rev = rev
        self.result = result


_GAME = ", ".join(GameRow.__struct_fields__)
_SEAT = ", ".join(SeatRow.__struct_fields__)
_ENTRY = ", ".join(EntryRow.__struct_fields__)
_EVENT = ", ".join(EventRow.__struct_fields__)
_MESSAGE = ", ".join(MessageRow.__struct_fields__)
_REMINDER = ", ".join(ReminderRow.__struct_fields__)
_OUTBOX = ", ".join(OutboxRow.__struct_fields__)


def _marks(kind: type[msgspec.Struct]) -> str:
    return ", ".join("?" * len(kind.__struct_fields__))


_INSERT_GAME = f"insert into game ({_GAME}, secret) values ({_marks(GameRow)}, ?)"
_INSERT_SEAT = f"insert or replace into seat (game, {_SEAT}) values (?, {_marks(SeatRow)})"
_INSERT_MESSAGE = f"insert or replace into message ({_MESSAGE}) values ({_marks(MessageRow)})"
_INSERT_REMINDER = f"insert or replace into reminder ({_REMINDER}) values ({_marks(ReminderRow)})"


def _values(row: msgspec.Struct) -> tuple[object, ...]:
    return msgspec.structs.astuple(row)


class Store:
    """The database of one bot. Open it with `async with await Store.open(path) as store`."""

    def __init__(self, path: Path, backups: Path, owner: contextlib.ExitStack) -> None:
        self.path = path
        self.backups = backups
        self._owner = owner
        self._writer: Worker
        self._reader: Worker

    # --- life ---------------------------------------------------------------------------------------------

    @classmethod
    async def open(cls, path: Path | str, backups: Path | str | None = None) -> Store:
        """Open or create the database, or say in a StoreError why that is not possible."""
        path = Path(path)
        store = cls(path, Path(backups) if backups else path.parent / "backups", contextlib.ExitStack())
        try:
            store._owner.enter_context(database.sole_owner(path))
            await asyncio.to_thread(database.prepare, path, store.backups)
            store._writer = await database.connect(path, write=True)
            try:
                store._reader = await database.connect(path, write=False)
            except BaseException:
                await store._writer.close()
                raise
        except database.Trouble as error:
            store._owner.close()
            raise database.explain(error, path) from error
        except BaseException:
            store._owner.close()
            raise
        return store

    async def close(self) -> None:
        """Finish what is queued, fold the write-ahead log into the file, and let go of it."""
        try:
            await self._reader.close()
            await self._writer.close()
        finally:
            self._owner.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self._reader.run(work)
        except database.Trouble as error:
            raise database.explain(error, self.path) from error

    async def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self._writer.change(work)
        except database.Trouble as error:
            raise database.explain(error, self.path) from error

    async def _execute(self, sql: str, *values: object) -> int:
        """One statement as one transaction; the number of rows it changed."""
        return await self._change(lambda db: db.execute(sql, values).rowcount)

    # --- games --------------------------------------------------------------------------------------------

    async def create(self, game: GameRow, seats: Sequence[SeatRow] = (), secret: bytes = b"") -> None:
        """Add a game with its seats."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(_INSERT_GAME, (*_values(game), secret))
            db.executemany(_INSERT_SEAT, [(game.id, *_values(seat)) for seat in seats])

        await self._change(work)

    async def update(
        self,
        game: GameRow,
        seats: Sequence[SeatRow] | None = None,
        secret: bytes | None = None,
        say: Sequence[Say] = (),
        interaction: str = "",
    ) -> GameRow:
        """Change what is agreed about a game: lobby, title, place, status, seats. Returns it with its new revision.

        `game.rev` is the revision the change was prepared on. With `seats`, these replace the present ones.
        """
        new = msgspec.structs.replace(game, rev=game.rev + 1)
        columns = ", ".join(f"{name} = ?" for name in GameRow.__struct_fields__)

        def work(db: sqlite3.Connection) -> GameRow:
            if interaction:
                _once(db, interaction, game.id, new.rev, b"", new.updated)
            changed = db.execute(
                f"update game set {columns} where id = ? and rev = ?", (*_values(new), game.id, game.rev)
            ).rowcount
            if not changed:
                raise Stale
            if secret is not None:
                db.execute("update game set secret = ? where id = ?", (secret, game.id))
            if seats is not None:
                db.execute("delete from seat where game = ?", (game.id,))
                db.executemany(_INSERT_SEAT, [(game.id, *_values(seat)) for seat in seats])
            _say(db, game.id, say, new.updated)
            return new

        return await self._change(work)

    async def delete(self, game: str) -> None:
        """Forget a game and all that belongs to it."""
        await self._execute("delete from game where id = ?", game)

    async def game(self, game: str) -> GameRow | None:
        """One game, or None."""
        return await self._read(lambda db: _game(db, game))

    async def games(
        self,
        *statuses: Status,
        user: str | None = None,
        guild: str | None = None,
        channel: str | None = None,
        host: str | None = None,
        limit: int = 1000,
    ) -> list[GameRow]:
        """Games by status, person, server, place or host; the newest change first."""
        conditions, values = [], list[object]()
        if statuses:
            conditions.append(f"status in ({', '.join('?' * len(statuses))})")
            values += statuses
        if user is not None:
            conditions.append("id in (select game from seat where user = ?)")
            values.append(user)
        for column, wanted in (("guild", guild), ("channel", channel), ("host", host)):
            if wanted is not None:
                conditions.append(f"{column} = ?")
                values.append(wanted)
        where = f"where {' and '.join(conditions)}" if conditions else ""
        sql = f"select {_GAME} from game {where} order by updated desc, id limit ?"
        rows = await self._read(lambda db: db.execute(sql, (*values, limit)).fetchall())
        return [GameRow(*row) for row in rows]

    async def seats(self, game: str) -> tuple[SeatRow, ...]:
        """The seats of a game in order of play."""
        return await self._read(lambda db: _seats(db, game))

    async def load(self, game: str, turns: int = 1) -> Loaded | None:
        """All that is needed to play on, with the snapshots of the newest turn and of `turns` before it."""

        def work(db: sqlite3.Connection) -> Loaded | None:
            row = _game(db, game)
            if row is None:
                return None
            (secret,) = db.execute("select secret from game where id = ?", (game,)).fetchone()
            found = db.execute(
                "select seq, turn, step, state from snapshot where game = ?1 and turn >= "
                "(select max(turn) from snapshot where game = ?1) - ?2 order by seq",
                (game, turns),
            ).fetchall()
            snapshots = tuple(_snapshot(row) for row in found)
            first = snapshots[0].seq if snapshots else 0
            entries = _entries(db, game, first)
            return Loaded(row, _seats(db, game), secret, snapshots, entries)

        return await self._read(work)

    async def secret(self, game: str) -> bytes:
        """The seed of a game; only for play, for the end of the game, and for the check of its dice."""
        row = await self._read(
            lambda db: db.execute("select secret from game where id = ?", (game,)).fetchone()
        )
        return bytes(row[0]) if row else b""

    # --- play ---------------------------------------------------------------------------------------------

    async def save(self, change: Save) -> int:
        """Save one change of a game; returns its new revision. Raises Duplicate or Stale and saves nothing."""
        states = [(row, zlib.compress(row.state, 1)) for row in change.snapshots]
        return await self._change(lambda db: _save(db, change, states))

    async def entries(self, game: str, after: int = 0) -> tuple[EntryRow, ...]:
        """The log of a game after an entry."""
        return await self._read(lambda db: _entries(db, game, after))

    async def events(self, game: str, after: int = 0, limit: int = 100_000) -> list[EventRow]:
        """Events after number `after`, oldest first."""
        sql = f"select {_EVENT} from event where game = ? and n > ? order by n limit ?"
        rows = await self._read(lambda db: db.execute(sql, (game, after, limit)).fetchall())
        return [EventRow(*row) for row in rows]

    async def told_events(self, game: str, first: int, last: int) -> list[EventRow]:
        """The events of the revisions `first` to `last`, oldest first: what one message tells."""
        sql = f"select {_EVENT} from event where game = ? and rev between ? and ? order by n"
        rows = await self._read(lambda db: db.execute(sql, (game, first, last)).fetchall())
        return [EventRow(*row) for row in rows]

    async def newest_events(self, game: str, count: int) -> list[EventRow]:
        """The last `count` events, oldest first."""
        sql = f"select {_EVENT} from event where game = ? order by n desc limit ?"
        rows = await self._read(lambda db: db.execute(sql, (game, count)).fetchall())
        return [EventRow(*row) for row in reversed(rows)]

    async def turns(self, game: str) -> list[tuple[int, int]]:
        """The turns that can be shown again: turn and the entry it began after."""
        sql = "select turn, min(seq) from snapshot where game = ? group by turn order by turn"
        return await self._read(lambda db: [(turn, seq) for turn, seq in db.execute(sql, (game,))])

    async def snapshot(self, game: str, turn: int) -> SnapshotRow | None:
        """The state at the start of a turn."""
        sql = "select seq, turn, step, state from snapshot where game = ? and turn = ? order by seq limit 1"
        row = await self._read(lambda db: db.execute(sql, (game, turn)).fetchone())
        return _snapshot(row) if row else None

    async def interaction(self, interaction: str) -> tuple[str, int, bytes] | None:
        """What an interaction led to, if it took effect: game, revision and result."""
        sql = "select game, rev, result from interaction where id = ?"
        row = await self._read(lambda db: db.execute(sql, (interaction,)).fetchone())
        return (row[0], row[1], row[2]) if row else None

    async def seat_settings(self, game: str, seat: str, settings: bytes) -> None:
        """Standing orders and the like; they are no part of the game and do not change its revision."""
        changed = await self._execute(
            "update seat set settings = ? where game = ? and seat = ?", settings, game, seat
        )
        if not changed:
            raise StoreError(f"Game {game} has no seat {seat}.")

    async def place(self, game: str, channel: str) -> None:
        """The game is played somewhere else; its revision stays, so buttons shown before go on working."""
        await self._execute("update game set channel = ? where id = ?", channel, game)

    # --- what is to be said -------------------------------------------------------------------------------

    async def say(self, game: str, *say: Say, now: float | None = None) -> None:
        """Put something into the outbox that belongs to no change. The same nonce twice is said once."""
        at = time.time() if now is None else now
        await self._change(lambda db: _say(db, game, say, at))

    async def unsaid_games(self) -> list[str]:
        """The games that have something in the outbox."""
        sql = "select distinct game from outbox where sent is null"
        return await self._read(lambda db: [game for (game,) in db.execute(sql)])

    async def unsaid(self, game: str) -> list[OutboxRow]:
        """What is still to be said for a game, in the order it was written."""
        sql = f"select {_OUTBOX} from outbox where sent is null and game = ? order by id"
        rows = await self._read(lambda db: db.execute(sql, (game,)).fetchall())
        return [OutboxRow(*row) for row in rows]

    async def said(self, rows: Sequence[int], now: float) -> None:
        """These have been said."""
        sql = "update outbox set sent = ? where id = ? and sent is null"
        await self._change(lambda db: db.executemany(sql, [(now, row) for row in rows]).rowcount)

    async def not_said(self, rows: Sequence[int], due: float) -> None:
        """These could not be said; try again at `due`."""
        sql = "update outbox set attempts = attempts + 1, due = ? where id = ? and sent is null"
        await self._change(lambda db: db.executemany(sql, [(due, row) for row in rows]).rowcount)

    async def remember(self, *messages: MessageRow) -> None:
        """The messages that play these parts for their games now."""
        rows = [_values(message) for message in messages]
        await self._change(lambda db: db.executemany(_INSERT_MESSAGE, rows).rowcount)

    async def message(self, game: str, kind: str) -> MessageRow | None:
        """The message that plays a part for a game."""
        found = [row for row in await self.messages(game) if row.kind == kind]
        return found[0] if found else None

    async def messages(self, game: str) -> list[MessageRow]:
        """All messages a game still uses."""
        sql = f"select {_MESSAGE} from message where game = ? order by kind"
        rows = await self._read(lambda db: db.execute(sql, (game,)).fetchall())
        return [MessageRow(*row) for row in rows]

    async def forget_message(self, game: str, kind: str) -> None:
        """The message is gone or no longer used."""
        await self._execute("delete from message where game = ? and kind = ?", game, kind)

    # --- people -------------------------------------------------------------------------------------------

    async def waits_for(self, user: str) -> list[tuple[str, str, float]]:
        """The games that wait for a person: game, seat and since when; the longest wait first."""
        sql = """
            select game, seat, since from seat join game on game.id = seat.game
            where user = ? and since is not null and status = 'running' order by since
        """
        return await self._read(lambda db: [(g, s, t) for g, s, t in db.execute(sql, (user,))])

    async def settings(self, scope: Scope, id: str) -> bytes | None:
        """What a person or a server has chosen."""
        sql = "select data from settings where scope = ? and id = ?"
        row = await self._read(lambda db: db.execute(sql, (scope, id)).fetchone())
        return bytes(row[0]) if row else None

    async def set_settings(self, scope: Scope, id: str, data: bytes) -> None:
        """Keep what a person or a server has chosen."""
        await self._execute("insert or replace into settings values (?, ?, ?)", scope, id, data)

    async def remind(self, reminder: ReminderRow) -> None:
        """Set a reminder, in place of an earlier one of the same kind."""
        await self._execute(_INSERT_REMINDER, *_values(reminder))

    async def due_reminders(self, now: float, limit: int = 100) -> list[ReminderRow]:
        """Reminders whose time has come, the oldest first."""
        sql = f"select {_REMINDER} from reminder where due <= ? order by due limit ?"
        rows = await self._read(lambda db: db.execute(sql, (now, limit)).fetchall())
        return [ReminderRow(*row) for row in rows]

    async def forget_reminders(self, game: str, user: str | None = None, kind: str | None = None) -> None:
        """Drop reminders of a game, of one person, of one kind."""
        await self._execute(
            "delete from reminder where game = ?1 and (?2 is null or user = ?2) and (?3 is null or kind = ?3)",
            game,
            user,
            kind,
        )

    # --- the house ----------------------------------------------------------------------------------------

    async def meta(self, key: str) -> str | None:
        """A fact about this database."""
        row = await self._read(
            lambda db: db.execute("select value from meta where key = ?", (key,)).fetchone()
        )
        return str(row[0]) if row else None

    async def set_meta(self, key: str, value: str) -> None:
        """Keep a fact about this database."""
        await self._execute("insert or replace into meta values (?, ?)", key, value)

    async def tidy(self, now: float, days: float = 3) -> None:
        """Forget interactions and sent messages that can no longer come back (Discord's live 15 minutes)."""
        before = now - days * 86400

        def work(db: sqlite3.Connection) -> None:
            db.execute("delete from interaction where at < ?", (before,))
            db.execute("delete from outbox where sent < ?", (before,))

        await self._change(work)
        await self._writer.execute("pragma optimize")

    async def backup(self, now: float | None = None) -> Path:
        """Copy the running database into the folder of backups, and drop backups that are no longer wanted."""
        target = await asyncio.to_thread(database.backup, self.path, self.backups, None, now)
        await asyncio.to_thread(database.rotate, self.path, self.backups)
        return target


# --- on the connection's thread ---------------------------------------------------------------------------


def _game(db: sqlite3.Connection, game: str) -> GameRow | None:
    row = db.execute(f"select {_GAME} from game where id = ?", (game,)).fetchone()
    return GameRow(*row) if row else None


def _seats(db: sqlite3.Connection, game: str) -> tuple[SeatRow, ...]:
    rows = db.execute(f"select {_SEAT} from seat where game = ? order by place", (game,))
    return tuple(SeatRow(*row) for row in rows)


def _entries(db: sqlite3.Connection, game: str, after: int) -> tuple[EntryRow, ...]:
    rows = db.execute(f"select {_ENTRY} from entry where game = ? and seq > ? order by seq", (game, after))
    return tuple(EntryRow(*row) for row in rows)


def _snapshot(row: tuple[int, int, str, bytes]) -> SnapshotRow:
    seq, turn, step, state = row
    try:
        return SnapshotRow(seq, turn, step, zlib.decompress(state))
    except zlib.error as error:
        raise Damaged(f"The snapshot of entry {seq} is damaged.") from error


def _once(db: sqlite3.Connection, interaction: str, game: str, rev: int, result: bytes, at: float) -> None:
    """Note that an interaction takes effect now; a second time is refused."""
    fresh = db.execute(
        "insert or ignore into interaction values (?, ?, ?, ?, ?)", (interaction, game, rev, result, at)
    ).rowcount
    if not fresh:
        rev, result = db.execute(
            "select rev, result from interaction where id = ?", (interaction,)
        ).fetchone()
        raise Duplicate(rev, result)


def _say(db: sqlite3.Connection, game: str, say: Sequence[Say], at: float) -> None:
    db.executemany(
        "insert or ignore into outbox (game, nonce, kind, payload, created, due) values (?, ?, ?, ?, ?, ?)",
        [(game, one.nonce, one.kind, one.payload, at, at) for one in say],
    )


def _save(db: sqlite3.Connection, change: Save, states: Sequence[tuple[SnapshotRow, bytes]]) -> int:
    """The hot path: everything about one answer. The order of the guards: repeated first, then stale."""
    game, rev, at = change.game, change.rev + 1, change.at
    if change.interaction:
        _once(db, change.interaction, game, rev, change.result, at)
    moved = db.execute(
        "update game set rev = ?, seq = ?, barrier = ?, question = ?, status = ?, updated = ?, "
        "told = coalesce(?, told) where id = ? and rev = ?",
        (
            *(rev, change.seq, change.barrier, change.question, change.status, at),
            *(rev if change.say else None, game, change.rev),
        ),
    ).rowcount
    if not moved:
        raise Stale
    db.executemany(
        "insert into entry (game, seq, seat, key, value, at) values (?, ?, ?, ?, ?, ?)",
        [(game, entry.seq, entry.seat, entry.key, entry.value, at) for entry in change.entries],
    )
    if change.undone is not None:
        db.execute("delete from snapshot where game = ? and seq >= ?", (game, change.undone))
    for row, state in states:
        opening = not db.execute(
            "select 1 from snapshot where game = ? and turn = ? limit 1", (game, row.turn)
        ).fetchone()
        db.execute(
            "insert or replace into snapshot values (?, ?, ?, ?, ?, ?)",
            (game, row.seq, row.turn, row.step, int(opening), state),
        )
    if states:
        db.execute(
            "delete from snapshot where game = ? and turn < ? and opening = 0", (game, change.keep_turn)
        )
    if change.events:
        (last,) = db.execute("select coalesce(max(n), 0) from event where game = ?", (game,)).fetchone()
        db.executemany(
            "insert into event (game, n, seq, rev, data, at) values (?, ?, ?, ?, ?, ?)",
            [(game, n, change.seq, rev, data, at) for n, data in enumerate(change.events, last + 1)],
        )
    _say(db, game, change.say, at)
    db.executemany(_INSERT_SEAT, [(game, *_values(seat)) for seat in change.seats])
    db.execute("update seat set since = null where game = ? and since is not null", (game,))
    db.executemany(
        "update seat set since = ?, asked = ? where game = ? and seat = ?",
        [(one.since, one.asked, game, one.seat) for one in change.waiting],
    )
    return rev
