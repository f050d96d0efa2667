"""PostgreSQL: a few connections, each piece of work on a thread of its own. Made to lose its server and to find it again.

A call has an answer within two seconds, whatever the server does: the result, or a sentence. A server that has much to
do is told from one that is gone: only when a new connection fails, too, every call fails at once. What was under way
when the server went away is undone by the server; only a commit that was never confirmed is uncertain, and the
guards of the store (revision, interaction) keep a second try from counting twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import select
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from engine.store import address as addresses
from engine.store.address import Address
from engine.store.dialect import Rows, Work
from engine.store.errors import Away, StoreError
from engine.store.migrations import MIGRATIONS, for_postgres, migrations

log = logging.getLogger(__name__)

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

OLDEST = 130000  # the oldest server this was written for
OURS = "Glade"  # the comment on the table of migrations: this database is ours
LOCK = 0x474C4144  # one process migrates at a time
PATIENCE = 2.0  # seconds a call may take: Discord waits three for an answer
TRIES = 4  # of a transaction that met another one
DOUBT = 3  # seconds a server gets to show that it is there
PROBE = 0.5  # seconds between two looks whether the server is back
CHANNEL = "glade"
LIMITS = "-c statement_timeout=10000 -c lock_timeout=1500 -c idle_in_transaction_session_timeout=10000"
"""What a session of ours may not do: it never holds up the others for long, even if its process is frozen."""
AGAIN = frozenset({"40001", "40P01"})  # two transactions met: the server undid ours


# --- one connection ---------------------------------------------------------------------------------------


@functools.cache
def numbered(sql: str) -> str:
    """The same statement with the marks of PostgreSQL: $1, $2, …"""
    numbers = count(1)
    return "".join(f"${next(numbers)}" if letter == "?" else letter for letter in sql)


class _Nothing:
    """What a statement gives that was never run."""

    rowcount = 0

    def fetchone(self) -> None:
        return None

    def fetchall(self) -> list[Any]:
        return []

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class _Sent:
    """What a statement gives that was sent and is not waited for yet."""

    def __init__(self, cursor: psycopg.Cursor[tuple[Any, ...]], line: psycopg.Pipeline) -> None:
        self.cursor = cursor
        self.line = line

    @property
    def rowcount(self) -> int:
        if self.cursor.pgresult is None:
            self.line.sync()
        return self.cursor.rowcount

    def fetchone(self) -> Any:
        return self.cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self.cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cursor)


class PostgresDb:
    """A connection, as the store knows it. With a `line`, a statement waits for its result only when that is asked for."""

    def __init__(self, connection: Connection, line: psycopg.Pipeline | None = None) -> None:
        self.connection = connection
        self.line = line

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """One statement."""
        return self._given(self.connection.cursor(binary=True).execute(numbered(sql), values))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Rows:
        """One statement with many values, sent at once."""
        given = list(rows)
        if not given:
            return _Nothing()
        if len(given) == 1:
            return self.execute(sql, given[0])
        cursor = self.connection.cursor(binary=True)
        cursor.executemany(numbered(sql), given)
        return self._given(cursor)

    def _given(self, cursor: psycopg.Cursor[tuple[Any, ...]]) -> Rows:
        return cursor if self.line is None else _Sent(cursor, self.line)


def connect(address: Address, patience: int = 2) -> Connection:
    """A new connection, within so many seconds. Raises psycopg.Error."""
    given = {
        "application_name": "glade",
        "tcp_user_timeout": "5000",
        "keepalives_idle": "10",
        **address.options,
    }
    options = f"{LIMITS} {given.pop('options', '')}".strip()
    return psycopg.connect(
        **given,  # type: ignore[arg-type]  # libpq takes any of its options as text
        options=options,
        client_encoding="utf8",
        connect_timeout=patience,
        autocommit=True,
        prepare_threshold=3,
        cursor_factory=psycopg.RawCursor,
    )


class _Job:
    """One call under way: it may have to be given up."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.began = 0.0
        self.abandoned = False
        self.committing = False
        self._lock = threading.Lock()

    def uses(self, connection: Connection | None) -> None:
        with self._lock:
            self.connection = connection

    def is_late(self) -> bool:
        """Has it been under way for longer than a call may take?"""
        return bool(self.began) and time.monotonic() - self.began > PATIENCE

    def abandon(self) -> None:
        """Cut the line: whoever waits on it hears of it at once, and the server undoes what is not committed."""
        with self._lock:
            self.abandoned = True
            if self.connection is not None and not self.connection.closed:
                with (
                    contextlib.suppress(OSError),
                    socket.socket(fileno=os.dup(self.connection.fileno())) as line,
                ):
                    line.shutdown(socket.SHUT_RDWR)


How = Callable[[PostgresDb, Work[T], _Job], T]


def _plain(db: PostgresDb, work: Work[T], job: _Job) -> T:
    return work(db)


def _between(*begin: str) -> How[Any]:
    """Run a piece of work as one transaction: all of it or nothing. Statements are sent ahead: few ways there and back."""

    def run(db: PostgresDb, work: Work[Any], job: _Job) -> Any:
        connection = db.connection
        try:
            with connection.pipeline() as line:
                sending = PostgresDb(connection, line)
                for statement in begin:
                    sending.execute(statement)
                result = work(sending)
                job.committing = True
                sending.execute("commit")
            return result
        except BaseException:
            if not connection.closed:
                connection.execute("rollback")
            raise
        finally:
            job.committing = job.committing and connection.broken

    return run


LONG = "set local statement_timeout = 0"
_CHANGE = _between("begin")
_QUICK = _between("begin", "set local synchronous_commit = off")
_LONG_CHANGE = _between("begin", LONG, "set local lock_timeout = 0")
_WHOLE = _between("begin isolation level repeatable read read only")
_LONG_READ = _between("begin isolation level repeatable read read only", LONG)


# --- the server -------------------------------------------------------------------------------------------


class Server:
    """A database on a PostgreSQL server, shared with other processes."""

    def __init__(self, address: Address, connections: int) -> None:
        self.address = address
        self.away = ""
        """Why the server cannot be used now; empty if it can."""
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="postgresql")
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._loop = asyncio.get_running_loop()
        self._under_way: set[_Job] = set()
        self._probe: asyncio.Task[None] | None = None
        self._doubting: asyncio.Task[None] | None = None
        self._open = True

    @classmethod
    async def open(cls, text: str, connections: int) -> Server:
        """Reach the server and bring the database up to date, or say in a StoreError why that is not possible."""
        address = addresses.read(text)
        await asyncio.to_thread(prepare, address)
        return cls(address, connections)

    async def close(self) -> None:
        """Finish what is queued and let go."""
        self._open = False
        for task in (self._probe, self._doubting):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        self._drop_idle()

    async def read(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work`, which changes nothing."""
        return await self._run(_LONG_READ if patient else _plain, work, patient)

    async def read_whole(self, work: Work[T]) -> T:
        """Run `work`, which changes nothing; all its statements see one moment."""
        return await self._run(_WHOLE, work, False)

    async def change(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work` as one transaction: all of it or nothing."""
        return await self._run(_LONG_CHANGE if patient else _CHANGE, work, patient)

    async def note(self, work: Work[T]) -> T:
        """A change that nobody needs after a power cut: it does not wait for the disk."""
        return await self._run(_QUICK, work, False)

    async def tidy(self) -> None:
        """PostgreSQL looks after itself."""

    async def backup(self, now: float | None = None) -> Path:
        """A server has tools of its own for that."""
        raise StoreError(
            "A PostgreSQL database is backed up with its own tools: pg_dump --format=custom --file=glade.dump"
        )

    # --- a call -------------------------------------------------------------------------------------------

    async def _run(self, how: How[T], work: Work[T], patient: bool) -> T:
        if self.away or not self._open:
            raise Away(self.away or f"The database {self.address.name} is closed.")
        job = _Job()
        future = self._loop.run_in_executor(self._threads, self._do, how, work, job)
        future.add_done_callback(_heard)
        # a cancelled caller leaves the work to its end: nothing is half done
        done, _ = await asyncio.wait({future}, timeout=None if patient else PATIENCE)
        if not done:
            if not job.began and future.cancel():
                raise StoreError(
                    f"The database {self.address.name} has too much to do. Try again in a moment."
                )
            self._doubt()
            raise Away(f"The database {self.address.name} does not answer.{_unsure(how)}")
        try:
            return future.result()
        except (psycopg.Error, UnicodeError) as error:
            said = explain(error, self.address)
            if not is_gone(error):
                raise said from error
            self._doubt()
            raise Away(f"{said}{_unsure(how) if job.committing else ''}") from error

    def _do(self, how: How[T], work: Work[T], job: _Job) -> T:
        """On a thread of the pool. What another transaction or a lost line undid is tried again."""
        job.began = time.monotonic()
        self._under_way.add(job)
        try:
            return self._try(how, work, job)
        finally:
            self._under_way.discard(job)

    def _try(self, how: How[T], work: Work[T], job: _Job) -> T:
        for tries in count(1):
            connection = self._take()
            job.uses(connection)
            try:
                return how(PostgresDb(connection), work, job)
            except psycopg.Error as error:
                met = error.sqlstate in AGAIN and tries < TRIES
                stale = connection.closed and tries == 1 and not job.committing
                if job.abandoned or not (met or stale):
                    raise
            finally:
                job.uses(None)
                self._give_back(connection)
        raise AssertionError

    def _take(self) -> Connection:
        with self._lock:
            idle = self._idle.pop() if self._idle else None
        if idle is None:
            return connect(self.address)
        if select.select([idle.fileno()], [], [], 0)[0]:  # nothing was asked: the server says good-bye
            idle.close()
            self._drop_idle()
            return connect(self.address)
        return idle

    def _give_back(self, connection: Connection) -> None:
        if connection.closed:
            self._drop_idle()  # the others were lost with it
            return
        with self._lock:
            self._idle.append(connection)

    def _drop_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    # --- away and back ------------------------------------------------------------------------------------

    def _doubt(self) -> None:
        """A call took too long or lost its line. Is the server gone, or has it only much to do?"""
        if not self.away and self._open and (self._doubting is None or self._doubting.done()):
            self._doubting = self._loop.create_task(self._make_sure(), name="doubt")

    async def _make_sure(self) -> None:
        try:
            connection = await asyncio.to_thread(connect, self.address, DOUBT)
        except psycopg.Error as error:
            self._lost(str(explain(error, self.address)))
        else:
            self._give_back(connection)

    def _lost(self, why: str) -> None:
        """From now on every call fails at once, until the server is back."""
        self._drop_idle()
        for job in list(self._under_way):
            if job.is_late():
                job.abandon()
        if self.away or not self._open:
            return
        self.away = why
        log.error("%s", why)
        self._probe = self._loop.create_task(self._look_for_it(), name="probe")

    async def _look_for_it(self) -> None:
        since = time.monotonic()
        while self.away:
            await asyncio.sleep(PROBE)
            try:
                connection = await asyncio.to_thread(connect, self.address)
            except psycopg.Error:
                continue
            self._give_back(connection)
            self.away = ""
        log.warning("the database is back after %.0f s", time.monotonic() - since)

    # --- news ---------------------------------------------------------------------------------------------

    async def tell(self, *news: str) -> None:
        """Let the other processes know. Outside of any transaction: a commit never waits for it."""
        rows = [(CHANNEL, one) for one in news]
        await self.read(lambda db: db.executemany("select pg_notify(?, ?)", rows))

    async def listen(self) -> AsyncIterator[str | None]:
        """What other processes tell. None: the line was broken, and something may have been missed."""
        while self._open:
            try:
                given = dict(self.address.options)
                async with await psycopg.AsyncConnection.connect(
                    **given,  # type: ignore[arg-type]
                    client_encoding="utf8",
                    connect_timeout=2,
                    autocommit=True,
                ) as line:
                    await line.execute(f"listen {CHANNEL}")
                    yield None
                    async for heard in line.notifies():
                        yield heard.payload
            except psycopg.Error as error:
                log.debug("no news: %s", explain(error, self.address))
                yield None
            await asyncio.sleep(PROBE)


def _unsure(how: How[Any]) -> str:
    """After a change that nobody confirmed."""
    changes = how in (_CHANGE, _LONG_CHANGE)
    return " Whether the last change was saved is not certain; look before you repeat it." if changes else ""


def _heard(future: asyncio.Future[Any]) -> None:
    if not future.cancelled():
        future.exception()


# --- opening ----------------------------------------------------------------------------------------------


def version(db: PostgresDb) -> int:
    """The number of the newest migration the database has had; 0 for an empty one."""
    (known,) = db.execute("select to_regclass('migration') is not null").fetchone()
    if not known:
        return 0
    (newest,) = db.execute("select coalesce(max(number), 0) from migration").fetchone()
    return int(newest)


def inspect(db: PostgresDb, name: str, newest: int) -> int:
    """Is this database fit, ours, and not from the future? Returns its version."""
    server = db.connection.info.server_version
    if server < OLDEST:
        raise StoreError(f"The server of {name} is PostgreSQL {server // 10000}. It must be 13 or newer.")
    (encoding,) = db.execute("select current_setting('server_encoding')").fetchone()
    if encoding != "UTF8":
        raise StoreError(f"The database {name} keeps texts as {encoding}. Create it with encoding UTF8.")
    tables, comment = db.execute(  # in one look: another process may be creating them
        "select count(*), obj_description(to_regclass('migration'), 'pg_class') "
        "from pg_tables where schemaname = current_schema()"
    ).fetchone()
    if tables and comment != OURS:
        raise StoreError(f"{name} is a database of another program.")
    found = version(db) if tables else 0
    if found > newest:
        raise StoreError(
            f"{name} was written by a newer Glade (version {found}, this one knows {newest}). Update the bot."
        )
    return found


def prepare(address: Address, folder: Path = MIGRATIONS) -> None:
    """Check the database and bring it up to date: one process at a time, and none while another plays."""
    steps = migrations(folder)
    try:
        with connect(address) as connection:
            db = PostgresDb(connection)
            if inspect(db, address.name, len(steps)) == len(steps):
                return
            connection.execute("set statement_timeout = 0; set lock_timeout = 0")
            connection.execute("select pg_advisory_lock($1)", (LOCK,))
            found = inspect(db, address.name, len(steps))
            if 2 <= found < len(steps) and others(db):
                raise StoreError(
                    f"{address.name} must be brought up to date, and other processes use it. Stop them first."
                )
            for number, file in steps[found:]:
                _migrate(connection, number, file)
    except (psycopg.Error, UnicodeError) as error:
        raise explain(error, address) from error


def others(db: PostgresDb) -> bool:
    """Does a process use the database now?"""
    sql = "select count(*) from process where until > extract(epoch from clock_timestamp())"
    return bool(db.execute(sql).fetchone()[0])


def _migrate(connection: Connection, number: int, file: Path) -> None:
    """One migration, all of it or nothing."""
    script = f"""
        begin;
        create table if not exists migration (number bigint primary key, name text not null, at text not null);
        comment on table migration is '{OURS}';
        {for_postgres(file.read_text(encoding="utf-8"))};
        insert into migration values ({number}, '{file.stem}', to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS'));
        commit;
    """
    try:
        connection.execute(script)
    except psycopg.Error as error:
        if not connection.closed:
            connection.execute("rollback")
        if error.sqlstate == "42501" or is_gone(error):
            raise
        raise StoreError(
            f"Migration {file.name} failed: {first_line(error)}. The database is as it was."
        ) from error


# --- what went wrong --------------------------------------------------------------------------------------


def first_line(error: Exception) -> str:
    """The first line of what the server said."""
    return (str(error).strip().splitlines() or ["no reason was given"])[0].rstrip(".")


def is_gone(error: Exception) -> bool:
    """Is the server away, and not only against this statement?"""
    if not isinstance(error, psycopg.OperationalError):
        return False
    state = error.sqlstate or ""
    return not state or state[:2] == "08" or state in ("57P01", "57P02", "57P03", "53300")


SENTENCES = {
    "28P01": "The server of {name} refused the user or the password.",
    "28000": "The server of {name} refused the user or the password.",
    "3D000": "The server has no such database: {name}. Create it first: createdb",
    "42501": "The user of {name} may not create tables there. Make it the owner of the database.",
    "53100": "The disk is full: {name} could not be written. Nothing was changed.",
    "25006": "{name} is read-only. The bot must be able to write it.",
    "53300": "The server of {name} has no connection left for the bot.",
    "57P03": "The server of {name} is starting or stopping.",
    "55P03": "{name} is held up by another program. Nothing was changed.",
    "57014": "{name} took too long. Nothing was changed.",
}
REASONS = (
    ("password authentication failed", SENTENCES["28P01"]),
    ("no password supplied", SENTENCES["28P01"]),
    ("FATAL:  role", SENTENCES["28000"]),
    ("does not exist", SENTENCES["3D000"]),
    ("too many clients", SENTENCES["53300"]),
    ("starting up", SENTENCES["57P03"]),
    ("shutting down", SENTENCES["57P03"]),
    ("Connection refused", "No server answers at the address of {name}. Is PostgreSQL running?"),
    ("could not translate host name", "The host of {name} is not known."),
    ("failed to resolve host", "The host of {name} is not known."),
    ("Name or service not known", "The host of {name} is not known."),
    ("timeout", "The server of {name} does not answer."),
    ("invalid connection option", "The address of {name} has an option that PostgreSQL does not know."),
    ("invalid sslmode", "The address of {name} has an sslmode that PostgreSQL does not know."),
)
"""While a connection is made there is no code for what went wrong, only words."""


def explain(error: Exception, address: Address) -> StoreError:
    """What PostgreSQL says, in words for the person who runs the bot. Never with the password."""
    name = address.name
    if isinstance(error, (UnicodeError, psycopg.DataError)):
        return StoreError(f"A text cannot be kept in {name}. Nothing was changed.")
    state = getattr(error, "sqlstate", None)
    if state in SENTENCES:
        return StoreError(SENTENCES[state].format(name=name))
    text = str(error)
    for words, sentence in REASONS:
        if not state and words in text:
            return StoreError(sentence.format(name=name))
    if is_gone(error):
        return StoreError(f"The database {name} cannot be reached.")
    return StoreError(address.clean(f"{name}: {first_line(error)}."))
