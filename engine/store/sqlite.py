"""SQLite: a file, opened with care; migrations, backups, restore. What is in it is the store's business.

There is no way around a file that cannot be trusted: whatever is wrong is said in one sentence, and the bot
does not start. It never plays on in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import fcntl
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from engine.store.dialect import Work
from engine.store.errors import StoreError
from engine.store.migrations import MIGRATIONS, migrations

T = TypeVar("T")

APPLICATION = 0x474C4144  # "GLAD", in the file's header: this file is ours
BACKUP_NAME = re.compile(r"-(\d{8}T\d{6}Z)\.sqlite$")
PRIVATE = 0o600
ABANDONED = 3600.0  # seconds after which a half-written backup belongs to nobody any more


Trouble = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; a damaged name in its message cannot even be read."""


def explain(error: Exception, path: Path) -> StoreError:
    """What SQLite says, in words for the person who runs the bot."""
    text = "malformed text" if isinstance(error, UnicodeDecodeError) else str(error)
    if "disk is full" in text:
        return StoreError(f"The disk is full: {path} could not be written. Nothing was changed.")
    if "disk I/O" in text:
        return StoreError(f"The disk refused to read or write {path}. Nothing was changed.")
    if "readonly" in text:
        return StoreError(f"{path} is read-only. The bot must be able to write it.")
    if "locked" in text:
        return StoreError(f"{path} is in use by another program.")
    if "malformed" in text or "not a database" in text:
        return StoreError(f"{path} is damaged ({text}). Take the newest backup: python bot.py restore BACKUP")
    return StoreError(f"{path}: {text}.")


class Worker(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole piece of work in one hop to its thread.

    A transaction is one plain function on that thread: nothing can come in between, a cancelled task cannot
    leave it half done, and it costs one hop instead of one for every statement (0.35 ms against 1.2 ms).
    """

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the connection's thread, after everything queued before it."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]  # aiosqlite leaves it untyped
        return result

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` as one transaction: all of it or nothing."""
        return await self.run(partial(_in_transaction, work))


def _in_transaction(work: Callable[[sqlite3.Connection], T], db: sqlite3.Connection) -> T:
    db.execute("begin immediate")
    try:
        result = work(db)
        db.execute("commit")
        return result
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise


def _connect(path: Path, *, write: bool) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, cached_statements=256, timeout=5.0)
    try:
        db.execute("pragma busy_timeout = 5000")
        db.execute("pragma foreign_keys = on")
        if write:
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = full")
        else:
            db.execute("pragma query_only = on")
    except BaseException:
        db.close()
        raise
    return db


async def connect(path: Path, *, write: bool) -> Worker:
    """A connection to a database that `prepare` has approved."""
    worker = Worker(partial(_connect, path, write=write), iter_chunk_size=64)
    await worker
    return worker


class File:
    """The file of one bot: one connection writes and another reads. The writer's thread is the lock."""

    def __init__(self, path: Path, backups: Path, owner: contextlib.ExitStack) -> None:
        self.path = path
        self.backups = backups
        self._owner = owner
        self.writer: Worker
        self.reader: Worker

    @classmethod
    async def open(cls, path: Path, backups: Path) -> File:
        """Open or create the file, or say in a StoreError why that is not possible."""
        file = cls(path, backups, contextlib.ExitStack())
        try:
            file._owner.enter_context(sole_owner(path))
            await asyncio.to_thread(prepare, path, backups)
            file.writer = await connect(path, write=True)
            try:
                file.reader = await connect(path, write=False)
            except BaseException:
                await file.writer.close()
                raise
        except Trouble as error:
            file._owner.close()
            raise explain(error, path) from error
        except BaseException:
            file._owner.close()
            raise
        return file

    async def close(self) -> None:
        """Finish what is queued, fold the write-ahead log into the file, and let go of it."""
        try:
            await self.reader.close()
            await self.writer.close()
        finally:
            self._owner.close()

    async def read(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work`, which changes nothing."""
        try:
            return await self.reader.run(work)
        except Trouble as error:
            raise explain(error, self.path) from error

    async def read_whole(self, work: Work[T]) -> T:
        """The same: who changes a game holds its lock, and there is no other process."""
        return await self.read(work)

    async def change(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work` as one transaction: all of it or nothing."""
        try:
            return await self.writer.change(work)
        except Trouble as error:
            raise explain(error, self.path) from error

    async def tidy(self) -> None:
        """Let SQLite look at its statistics."""
        await self.writer.execute("pragma optimize")

    kept = (24, 14)
    """Backups that are kept: the newest, and the last ones of so many days."""

    async def backup(self, now: float | None = None) -> Path:
        """Copy the running file into the folder of backups, and drop backups that are no longer wanted."""
        target = await asyncio.to_thread(backup, self.path, self.backups, None, now)
        newest, days = self.kept
        await asyncio.to_thread(rotate, self.path, self.backups, newest=newest, days=days)
        return target


# --- one bot, one file ------------------------------------------------------------------------------------


@contextlib.contextmanager
def sole_owner(path: Path) -> Iterator[None]:
    """Hold the file for this process. The lock goes away with the process, however that ends."""
    lock_path = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock_path, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise StoreError(f"{lock_path} cannot be written: {error.strerror}.") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(f"{path} is in use by another running bot. Stop that one first.") from error
        yield
    finally:
        os.close(handle)


# --- opening ----------------------------------------------------------------------------------------------


def version(db: sqlite3.Connection) -> int:
    """The number of the newest migration the database has had; 0 for a new file."""
    known = db.execute("select 1 from sqlite_master where name = 'migration'").fetchone()
    if not known:
        return 0
    (newest,) = db.execute("select coalesce(max(number), 0) from migration").fetchone()
    return int(newest)


def inspect(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """Is this file whole, ours, and not from the future? Returns its version."""
    (verdict,) = db.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")
    (application,) = db.execute("pragma application_id").fetchone()
    (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise StoreError(f"{path} is a database of another program.")
    found = version(db)
    if found > newest:
        raise StoreError(
            f"{path} was written by a newer Glade (version {found}, this one knows {newest}). Update the bot."
        )
    return found


def prepare(path: Path, backups: Path, folder: Path = MIGRATIONS) -> None:
    """Check the file, or make a new one, and bring it up to date. Call only as its sole owner."""
    steps = migrations(folder)
    try:
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        elif not path.is_file():
            raise StoreError(f"{path} is not a file.")
        elif not path.stat().st_mode & 0o200 or not os.access(path, os.W_OK):
            raise StoreError(f"{path} is read-only. The bot must be able to write it.")
        os.chmod(path, PRIVATE)
        with contextlib.closing(_connect(path, write=True)) as db:
            found = inspect(db, path, len(steps))
            if found and found < len(steps):
                backup(path, backups, f"{path.stem}-before-{found + 1:04}")
            for number, file in steps[found:]:
                _migrate(db, number, file)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}.") from error
    except Trouble as error:
        raise explain(error, path) from error


def _migrate(db: sqlite3.Connection, number: int, file: Path) -> None:
    """One migration, all of it or nothing."""
    script = f"""
        begin immediate;
        pragma application_id = {APPLICATION};
        create table if not exists migration (number integer primary key, name text not null, at text not null) strict;
        {file.read_text(encoding="utf-8")};
        insert into migration values ({number}, '{file.stem}', datetime('now'));
        commit;
    """
    try:
        db.executescript(script)
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("rollback")
        raise StoreError(f"Migration {file.name} failed: {error}. The database is as it was.") from error


# --- backups ----------------------------------------------------------------------------------------------


def stamp(now: float | None = None) -> str:
    """A moment as it stands in file names."""
    moment = (
        datetime.datetime.now(datetime.UTC)
        if now is None
        else datetime.datetime.fromtimestamp(now, datetime.UTC)
    )
    return moment.strftime("%Y%m%dT%H%M%SZ")


def backup(path: Path, backups: Path, name: str | None = None, now: float | None = None) -> Path:
    """Copy a database, running or not, into the folder of backups. The copy appears whole or not at all."""
    if not path.is_file():
        raise StoreError(f"The database {path} does not exist.")
    target = backups / f"{name or path.stem}-{stamp(now)}.sqlite"
    part = target.with_suffix(".part")
    try:
        backups.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        with contextlib.closing(sqlite3.connect(path, timeout=5.0)) as db:
            db.execute("vacuum into ?", (str(part),))
        settle(part, target)
    except OSError as error:
        raise StoreError(f"The backup {target} could not be written: {error.strerror}.") from error
    except Trouble as error:
        raise explain(error, path) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return target


def settle(part: Path, target: Path) -> None:
    """Put a finished file in its place, so that it is there after a power cut too."""
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    os.replace(part, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def rotate(path: Path, backups: Path, *, newest: int = 24, days: int = 14) -> list[Path]:
    """Keep the newest backups and the last one of each of the newest days; delete the others of this database.

    Backups made before a migration or a restore have other names: of those the newest stays, and the others for ten
    times as many days. What a killed backup left goes too.
    """
    for part in backups.glob("*.part"):
        with contextlib.suppress(FileNotFoundError):  # another backup has just put it in its place
            if part.stat().st_mtime < time.time() - ABANDONED:
                part.unlink()
    pattern = re.compile(re.escape(path.stem) + BACKUP_NAME.pattern)
    ours = sorted((file for file in backups.glob("*.sqlite") if pattern.fullmatch(file.name)), reverse=True)
    keep = set(ours[:newest])
    seen: set[str] = set()
    for file in ours:
        match = BACKUP_NAME.search(file.name)
        day = match[1][:8] if match else ""
        if day not in seen and len(seen) < days:
            seen.add(day)
            keep.add(file)
    dropped = [file for file in ours if file not in keep]
    special = sorted(backups.glob(f"{path.stem}-before-*.sqlite"), key=lambda file: file.stat().st_mtime)
    old = time.time() - max(days, 1) * 10 * 86400.0
    dropped += [file for file in special[:-1] if file.stat().st_mtime < old]
    for file in dropped:
        file.unlink(missing_ok=True)
    return dropped


def restore(path: Path, source: Path, folder: Path = MIGRATIONS) -> Path | None:
    """Put a backup in the place of the database. Returns where the old one is kept, if there was one.

    The backup is checked first and copied; the swap is one step, so a crash leaves either the old file or
    the new one. Refused while a bot is running.
    """
    if not source.is_file():
        raise StoreError(f"{source} does not exist.")
    if source.resolve() == path.resolve():
        raise StoreError(f"{source} is the database itself.")
    with sole_owner(path):
        part = path.with_name(path.name + ".restoring")
        try:
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
            with contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as db:
                (verdict,) = db.execute("pragma integrity_check(1)").fetchone()
                if verdict != "ok":
                    raise sqlite3.DatabaseError(f"malformed: {verdict}")
                if not inspect(db, source, len(migrations(folder))):
                    raise StoreError(f"{source} holds no games: it is not a backup of Glade.")
                with contextlib.closing(sqlite3.connect(part)) as copy:
                    db.backup(copy)
            kept = _set_aside(path)
            settle(part, path)
            return kept
        except OSError as error:
            raise StoreError(f"{path} could not be replaced: {error.strerror}. It is as it was.") from error
        except Trouble as error:
            raise explain(error, source) from error
        finally:
            part.unlink(missing_ok=True)


def _set_aside(path: Path) -> Path | None:
    """Keep the old file under another name, with its write-ahead log, and leave none of that log behind."""
    if not path.exists():
        return None
    kept = path.with_name(f"{path.name}.before-restore-{stamp()}")
    while kept.exists():  # two in one second
        kept = kept.with_name(kept.name + "-again")
    with contextlib.suppress(*Trouble), contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    os.link(path, kept)
    for suffix in ("-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        if side.exists():
            os.replace(side, kept.with_name(kept.name + suffix))
    return kept
