"""move-database: everything from a file into a PostgreSQL database, or back. Checked row by row, all of it or nothing.

The source is only read. A target that holds games already, or a source that a bot uses, is refused. What is written
is read again and compared with the source before it counts.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import msgspec
import psycopg

from engine.commands.progress import progress
from engine.store import StoreError, postgres, sqlite
from engine.store.address import is_postgres, shown
from engine.store.address import read as read_address
from engine.store.dialect import Db
from engine.store.migrations import migrations

LEFT_BEHIND = ("migration", "process", "claim")
"""Tables that belong to a database, not to what is kept in it."""
BATCH = 500
SIZE = 1 << 128


class Table(msgspec.Struct, frozen=True):
    """What one table holds. `digest` does not depend on the order of the rows."""

    name: str
    rows: int
    digest: int


class Moved(msgspec.Struct, frozen=True):
    """What was moved, or would be."""

    tables: tuple[Table, ...]
    games: int
    live: int


class End(Protocol):
    """One end of a move."""

    db: Db
    where: str

    def tables(self) -> dict[str, list[str]]:
        """The tables and their columns, each after those it refers to."""

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """All rows of a table, a few at a time."""

    def write(self, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        """Add rows."""

    def finish(self) -> None:
        """What must be set right after the last row."""


def listed(columns: Sequence[str]) -> str:
    """Columns as they stand in a statement."""
    return ", ".join(f'"{name}"' for name in columns)


# --- a file -----------------------------------------------------------------------------------------------


class FileEnd:
    """A file of SQLite."""

    def __init__(self, db: sqlite3.Connection, where: str) -> None:
        self.db: Db = db
        self.where = where

    def tables(self) -> dict[str, list[str]]:
        names = [
            name
            for (name,) in self.db.execute(
                "select name from sqlite_master where type = 'table' order by rowid"
            )
            if name not in LEFT_BEHIND and not name.startswith("sqlite_")
        ]
        return {name: [row[1] for row in self.db.execute(f"pragma table_info({name})")] for name in names}

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        yield from self.db.execute(f"select {listed(columns)} from {table}")

    def write(self, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(columns))
        self.db.executemany(f"insert into {table} ({listed(columns)}) values ({marks})", rows)

    def finish(self) -> None:
        return


@contextlib.contextmanager
def from_file(path: Path) -> Iterator[FileEnd]:
    """A file to read from, as its sole owner. A copy is read, so that an older file is brought up to date there."""
    if not path.is_file():
        raise StoreError(f"{path} does not exist.")
    with sqlite.sole_owner(path), tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copy = sqlite.backup(path, Path(folder))
        sqlite.prepare(copy, Path(folder))
        with contextlib.closing(sqlite3.connect(copy)) as db:
            yield FileEnd(db, str(path))


@contextlib.contextmanager
def into_file(path: Path, *, dry: bool) -> Iterator[FileEnd]:
    """A new file to write to: it appears when everything is in it, or not at all."""
    if path.exists():
        raise StoreError(f"{path} exists already. Choose another name, or move it out of the way.")
    part = path.with_name(path.name + ".moving")
    with contextlib.ExitStack() as stack:
        if dry:
            part = Path(stack.enter_context(tempfile.TemporaryDirectory())) / path.name
        else:
            stack.enter_context(sqlite.sole_owner(path))
            part.unlink(missing_ok=True)
            stack.callback(part.unlink, missing_ok=True)
        sqlite.prepare(part, part.parent)
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as db:
            db.execute("pragma journal_mode = delete")
            db.execute("pragma foreign_keys = on")
            db.execute("begin")
            yield FileEnd(db, str(path))
            db.execute("commit")
        if not dry:
            sqlite.settle(part, path)
            os.chmod(path, sqlite.PRIVATE)


# --- a server ---------------------------------------------------------------------------------------------


class ServerEnd:
    """A database on a PostgreSQL server, inside one transaction."""

    def __init__(self, connection: postgres.Connection, where: str) -> None:
        self.connection = connection
        self.db: Db = postgres.PostgresDb(connection)
        self.where = where

    def tables(self) -> dict[str, list[str]]:
        found = self.db.execute(
            "select table_name, column_name from information_schema.columns "
            "where table_schema = current_schema() order by table_name <> 'game', table_name, ordinal_position"
        )
        tables: dict[str, list[str]] = {}
        for table, column in found:
            if table not in LEFT_BEHIND:
                tables.setdefault(table, []).append(column)
        return tables

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        with psycopg.ServerCursor(self.connection, f"move_{table}") as cursor:
            cursor.itersize = BATCH
            yield from cursor.execute(f"select {listed(columns)} from {table}".encode(), binary=True)

    def write(self, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        with (
            self.connection.cursor() as cursor,
            cursor.copy(f"copy {table} ({listed(columns)}) from stdin".encode()) as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def finish(self) -> None:
        """Numbers that are given out go on after the highest that came."""
        numbered = self.db.execute(
            "select table_name, column_name from information_schema.columns "
            "where table_schema = current_schema() and is_identity = 'YES'"
        ).fetchall()
        for table, column in numbered:
            self.db.execute(
                f"select setval(pg_get_serial_sequence('{table}', '{column}'), "
                f"coalesce((select max({column}) from {table}), 0) + 1, false)"
            )


@contextlib.contextmanager
def on_server(text: str, *, write: bool, dry: bool = False) -> Iterator[ServerEnd]:
    """A database on a server that no bot uses now. What is written counts at the end, or not at all."""
    address = read_address(text)
    newest = len(migrations())
    if not dry:
        postgres.prepare(address)
    try:
        with postgres.connect(address) as connection:
            db = postgres.PostgresDb(connection)
            found = postgres.inspect(db, address.name, newest)
            if found and postgres.others(db):
                raise StoreError(f"{address.name} is used by a running bot. Stop it first.")
            if found and write and db.execute("select count(*) from game").fetchone()[0]:
                raise StoreError(f"{address.name} holds games already. Move into an empty database.")
            if found < newest and not write:
                raise StoreError(f"{address.name} holds no games of this version of Glade.")
            connection.execute("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0")
            connection.execute("begin isolation level repeatable read" + ("" if write else " read only"))
            if write and not dry:
                connection.execute("lock table game in exclusive mode")
            yield ServerEnd(connection, address.name)
            connection.execute("rollback" if dry or not write else "commit")
    except (psycopg.Error, UnicodeError) as error:
        raise postgres.explain(error, address) from error


# --- the move ---------------------------------------------------------------------------------------------


def move(source: str, target: str, *, dry: bool = False) -> Moved:
    """Copy everything. With `dry` everything is read and the target is looked at, and nothing is written."""
    if is_postgres(source) == is_postgres(target):
        raise StoreError("One of the two must be a file and the other a PostgreSQL database: postgresql://…")
    with contextlib.ExitStack() as stack:
        first: End
        second: End
        if is_postgres(source):
            first = stack.enter_context(on_server(source, write=False))
        else:
            first = stack.enter_context(from_file(Path(source)))
        if is_postgres(target):
            second = stack.enter_context(on_server(target, write=True, dry=dry))
        else:
            second = stack.enter_context(into_file(Path(target), dry=dry))
        return _copy(first, second, dry=dry)


def _copy(first: End, second: End, *, dry: bool) -> Moved:
    tables = []
    for name, columns in first.tables().items():
        (total,) = first.db.execute(f"select count(*) from {name}").fetchone()
        taken = Sum(name)
        batches = _batches(first.rows(name, columns))
        for batch in progress(batches, -(-total // BATCH), f"{name:12}"):
            taken.add(batch)
            if not dry:
                second.write(name, columns, batch)
        if not dry:
            given = Sum(name)
            for batch in _batches(second.rows(name, columns)):
                given.add(batch)
            if given.table != taken.table:
                raise StoreError(
                    f"{second.where}: the table {name} is not what it was in {first.where}. Nothing was moved."
                )
        tables.append(taken.table)
    if not dry:
        second.finish()
    states = dict(first.db.execute("select status, count(*) from game group by status").fetchall())
    live = sum(states.get(one, 0) for one in ("lobby", "running", "paused"))
    return Moved(tuple(tables), sum(states.values()), live)


def _batches(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while batch := list(islice(rows, BATCH)):
        yield batch


class Sum:
    """What a table holds, whichever order its rows come in."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows = self.digest = 0

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        for row in rows:
            plain = repr(tuple(bytes(one) if isinstance(one, memoryview) else one for one in row))
            digest = hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            self.digest = (self.digest + int.from_bytes(digest)) % SIZE
            self.rows += 1

    @property
    def table(self) -> Table:
        return Table(self.name, self.rows, self.digest)


def told(moved: Moved, source: str, target: str, *, dry: bool) -> str:
    """The result in words."""
    lines = [f"{table.name:12} {table.rows:>10,} rows" for table in moved.tables]
    verb = "would be moved" if dry else "moved, compared and kept"
    lines.append(
        f"{moved.games} games, {moved.live} of them live: {verb} from {shown(source)} to {shown(target)}."
    )
    if not dry:
        lines.append(
            f"{shown(source)} is as it was. Point GLADE_DATABASE to the new one; the games go on there."
        )
    return "\n".join(lines)
