"""The statements of the store that more than one method needs, and the hot path: saving one change.

All of it runs on a connection's thread, inside whatever transaction is open there.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from engine.store.dialect import Db
from engine.store.errors import Damaged, Duplicate, Stale
from engine.store.records import (
    EntryRow,
    EventRow,
    GameRow,
    MessageRow,
    OutboxRow,
    ReminderRow,
    Save,
    Say,
    Scope,
    SeatRow,
    SnapshotRow,
)


def _columns(kind: type[msgspec.Struct]) -> str:
    return ", ".join('"user"' if name == "user" else name for name in kind.__struct_fields__)


GAME = _columns(GameRow)
SEAT = _columns(SeatRow)
ENTRY = _columns(EntryRow)
EVENT = _columns(EventRow)
MESSAGE = _columns(MessageRow)
REMINDER = _columns(ReminderRow)
OUTBOX = _columns(OutboxRow)


def upsert(table: str, columns: str, *key: str) -> str:
    """Insert a row, or put it in the place of the one with the same key."""
    names = columns.split(", ")
    marks = ", ".join("?" * len(names))
    fresh = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return f"insert into {table} ({columns}) values ({marks}) on conflict ({', '.join(key)}) do update set {fresh}"


INSERT_GAME = (
    f"insert into game ({GAME}, secret) values ({', '.join('?' * len(GameRow.__struct_fields__))}, ?)"
)
UPSERT_SEAT = upsert("seat", f"game, {SEAT}", "game", "seat")
UPSERT_MESSAGE = upsert("message", MESSAGE, "game", "kind")
UPSERT_REMINDER = upsert("reminder", REMINDER, "game", '"user"', "kind")
UPSERT_SETTINGS = upsert("settings", "scope, id, data", "scope", "id")
SAME_REMINDER = " and ".join(f"{name} = ?" for name in REMINDER.split(", "))
UPSERT_META = upsert("meta", "key, value", "key")
UPSERT_SNAPSHOT = upsert("snapshot", "game, seq, turn, step, opening, state", "game", "seq")


def values(row: msgspec.Struct) -> tuple[object, ...]:
    """A row as a statement takes it."""
    return msgspec.structs.astuple(row)


def game_row(db: Db, game: str) -> GameRow | None:
    """One game, or None."""
    row = db.execute(f"select {GAME} from game where id = ?", (game,)).fetchone()
    return GameRow(*row) if row else None


def seat_rows(db: Db, game: str) -> tuple[SeatRow, ...]:
    """The seats of a game in order of play."""
    rows = db.execute(f"select {SEAT} from seat where game = ? order by place", (game,))
    return tuple(SeatRow(*row) for row in rows)


def event_rows(db: Db, game: str, after: int, limit: int = 100_000) -> list[EventRow]:
    """Events of a game after a number, oldest first."""
    sql = f"select {EVENT} from event where game = ? and n > ? order by n limit ?"
    return [EventRow(*row) for row in db.execute(sql, (game, after, limit)).fetchall()]


def message_rows(db: Db, game: str) -> list[MessageRow]:
    """The messages a game still uses."""
    sql = f"select {MESSAGE} from message where game = ? order by kind"
    return [MessageRow(*row) for row in db.execute(sql, (game,)).fetchall()]


def settings(db: Db, scope: Scope, id: str) -> bytes | None:
    """What a person or a server has chosen."""
    row = db.execute("select data from settings where scope = ? and id = ?", (scope, id)).fetchone()
    return bytes(row[0]) if row else None


def entry_rows(db: Db, game: str, after: int) -> tuple[EntryRow, ...]:
    """The log of a game after an entry."""
    rows = db.execute(f"select {ENTRY} from entry where game = ? and seq > ? order by seq", (game, after))
    return tuple(EntryRow(*row) for row in rows)


def snapshot_row(row: tuple[int, int, str, bytes]) -> SnapshotRow:
    """A snapshot, unpacked."""
    seq, turn, step, state = row
    try:
        return SnapshotRow(seq, turn, step, zlib.decompress(state))
    except zlib.error as error:
        raise Damaged(f"The snapshot of entry {seq} is damaged.") from error


def find_reminder(db: Db, row: ReminderRow) -> object:
    """This very reminder, if it is still there."""
    return db.execute(f"select 1 from reminder where {SAME_REMINDER}", values(row)).fetchone()


def next_edition(db: Db, game: str) -> int:
    """A game has changed in what is no revision of it."""
    sql = "update game set edition = edition + 1 where id = ? returning edition"
    row = db.execute(sql, (game,)).fetchone()
    return int(row[0]) if row else 0


def once(db: Db, interaction: str, game: str, rev: int, result: bytes, at: float) -> None:
    """Note that an interaction takes effect now; a second time is refused."""
    fresh = db.execute(
        "insert into interaction (id, game, rev, result, at) values (?, ?, ?, ?, ?) on conflict do nothing",
        (interaction, game, rev, result, at),
    ).rowcount
    if not fresh:
        rev, result = db.execute(
            "select rev, result from interaction where id = ?", (interaction,)
        ).fetchone()
        raise Duplicate(rev, result)


def say_later(db: Db, game: str, say: Sequence[Say], at: float) -> None:
    """Put something into the outbox. The same nonce twice is said once."""
    db.executemany(
        "insert into outbox (game, nonce, kind, payload, created, due) values (?, ?, ?, ?, ?, ?) "
        "on conflict do nothing",
        [(game, one.nonce, one.kind, one.payload, at, at) for one in say],
    )


def save(db: Db, change: Save, states: Sequence[tuple[SnapshotRow, bytes]], process: str) -> int:
    """The hot path: everything about one answer. The order of the guards: repeated first, then stale."""
    game, rev, at = change.game, change.rev + 1, change.at
    if change.interaction:
        once(db, change.interaction, game, rev, change.result, at)
    moved = db.execute(
        "update game set rev = ?, seq = ?, barrier = ?, question = ?, status = ?, updated = ?, "
        "told = coalesce(?, told), process = ? where id = ? and rev = ? and edition = coalesce(?, edition)",
        (
            *(rev, change.seq, change.barrier, change.question, change.status, at),
            *(rev if change.say else None, process, game, change.rev, change.edition),
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
        db.execute(UPSERT_SNAPSHOT, (game, row.seq, row.turn, row.step, int(opening), state))
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
    say_later(db, game, change.say, at)
    db.executemany(UPSERT_SEAT, [(game, *values(seat)) for seat in change.seats])
    db.execute("update seat set since = null where game = ? and since is not null", (game,))
    db.executemany(
        "update seat set since = ?, asked = ? where game = ? and seat = ?",
        [(one.since, one.asked, game, one.seat) for one in change.waiting],
    )
    return rev
