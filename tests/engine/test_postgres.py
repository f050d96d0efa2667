"""PostgreSQL as a store: addresses, schemas, a server that goes away and comes back. A password is shown nowhere."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from pathlib import Path

import psycopg
import pytest

from engine import logs
from engine.flow import Done
from engine.store import GameRow, SeatRow, Store, StoreError, address, postgres
from engine.store.migrations import MIGRATIONS, for_postgres, migrations
from engine.table import Table
from tests import toy
from tests.engine.test_store import change, new_game
from tests.postgres import PASSWORD, TEMPLATE, USER, Cluster

SOON = 3.0  # seconds: Discord waits no longer


@pytest.fixture
async def store(database_url):
    async with await Store.open(database_url) as store:
        yield store


def run(url: str, sql: str) -> list[tuple]:
    with psycopg.connect(url, autocommit=True) as db:
        cursor = db.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


# --- addresses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("postgresql://host:port/db", "cannot be taken apart"),
        ("postgresql://", "name of the database is missing"),
        ("postgresql://u:s3cret@host", "name of the database is missing"),
        ("postgresql://u:s3cret@host:port/db", "the port as a number"),
        ("postgresql://u:s3/cret@host/db", "as %40"),
        ("postgresql://u:s3#cret@host/db", "as %40"),
        ("postgresql://u:s3?cret@host/db", "as %40"),
        ("postgresql://u:s3cret@[host/db", "as %40"),
        ("postgresql://u:s3cret@host/db/other", "a / too many"),
        ("postgresql://u:s3cret@host/db?client_encoding=latin1", "client_encoding cannot be chosen"),
    ],
)
def test_a_bad_address_gets_one_sentence_that_repeats_none_of_it(text, reason):
    with pytest.raises(StoreError, match=reason) as caught:
        address.read(text)
    assert "s3" not in str(caught.value)
    assert "cret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_address_in_parts_and_what_people_may_read_of_it():
    found = address.read("postgresql://ann:p%40ss%2Fword@db.example:5433/glade?sslmode=require")
    assert found.options == {
        **{"dbname": "glade", "host": "db.example", "port": "5433", "user": "ann", "password": "p@ss/word"},
        "sslmode": "require",
    }
    assert (found.name, repr(found)) == ("glade on db.example:5433", "Address('glade on db.example:5433')")
    assert address.read("postgresql:///glade?host=/run/postgresql").options["host"] == "/run/postgresql"
    assert address.shown("games.sqlite") == "games.sqlite"
    assert address.password_of("postgresql://ann:p%40ss@h/db") == "p@ss"
    assert not address.is_postgres(Path("postgresql://x/y"))


async def refused(url: str, reason: str) -> None:
    started = time.monotonic()
    with pytest.raises(StoreError, match=reason) as caught:
        await Store.open(url)
    text = str(caught.value)
    assert "\n" not in text
    assert not {PASSWORD, "wrong-one"} & set(text.replace(":", " ").replace("@", " ").split())
    assert time.monotonic() - started < 10


async def test_who_cannot_come_in_is_told_why_in_one_sentence(cluster, database_url):
    right = f"{USER}:{PASSWORD}@127.0.0.1:{cluster.port}"
    await refused(
        f"postgresql://{USER}:wrong-one@127.0.0.1:{cluster.port}/postgres", "refused the user or the password"
    )
    await refused(
        f"postgresql://nobody:wrong-one@127.0.0.1:{cluster.port}/postgres", "refused the user or the password"
    )
    await refused(
        f"postgresql://{USER}@127.0.0.1:{cluster.port}/postgres", "refused the user or the password"
    )
    await refused(f"postgresql://{right}/nowhere", "no such database: nowhere on 127.0.0.1")
    await refused(f"postgresql://{USER}:{PASSWORD}@127.0.0.1:1/glade", "No server answers")
    await refused(
        f"postgresql://{USER}:{PASSWORD}@no.such.host.invalid/glade", "host .* is not known|cannot be reached"
    )
    await refused(f"postgresql://{right}/postgres?colour=blue", "option that PostgreSQL does not know")
    await refused(f"postgresql://{right}/postgres?sslmode=maybe", "sslmode")
    await refused(
        f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{cluster.port}/glade_template?sslmode=require",
        "cannot be reached|SSL",
    )


async def test_a_user_who_may_not_create_tables_is_said(cluster):
    url = cluster.new_database()
    name = url.rpartition("/")[2]
    cluster.execute(f"create role guest_{name} login password 'wrong-one'")
    guest = f"postgresql://guest_{name}:wrong-one@127.0.0.1:{cluster.port}/{name}"
    cluster.execute("revoke create on schema public from public", name)
    await refused(guest, "may not create tables")
    cluster.drop(url)
    cluster.execute(f"drop role guest_{name}")


# --- schemas ----------------------------------------------------------------------------------------------


async def test_an_empty_database_gets_the_whole_schema(cluster):
    url = cluster.new_database()
    async with await Store.open(url) as store:
        await new_game(store)
    assert run(url, "select max(number) from migration") == [(len(migrations()),)]
    cluster.drop(url)


async def test_a_newer_schema_is_refused_and_left_alone(database_url):
    run(database_url, "insert into migration values (99, 'future', '')")
    await refused(database_url, "newer Glade .version 99")


async def test_a_database_of_another_program_is_refused_and_left_alone(cluster):
    for sql in ("create table theirs (x text)", "create table migration (number int, at text)"):
        url = cluster.new_database()
        run(url, sql)
        await refused(url, "another program")
        assert len(run(url, "select tablename from pg_tables where schemaname = 'public'")) == 1
        cluster.drop(url)


async def test_a_database_that_keeps_texts_otherwise_is_refused(cluster):
    cluster.execute("create database latin template template0 encoding 'LATIN1' locale 'C'")
    await refused(cluster.url("latin"), "LATIN1")
    cluster.execute("drop database latin with (force)")


async def test_an_older_schema_is_brought_up_to_date_and_keeps_its_games(cluster, tmp_path):
    url = cluster.new_database()
    first = tmp_path / "first"
    first.mkdir()
    (first / "0001_start.sql").write_text((MIGRATIONS / "0001_start.sql").read_text())
    postgres.prepare(address.read(url), first)
    run(url, "insert into game values ('g1','toy','lobby',3,0,0,'',0,'Den','','','',1,1,'','','')")
    async with await Store.open(url) as store:
        assert (await store.game("g1")).title == "Den"
    assert run(url, "select number from migration order by 1") == [(n,) for n, _ in migrations()]
    cluster.drop(url)


async def test_a_failing_migration_leaves_the_database_as_it_was(database_url, tmp_path):
    folder = tmp_path / "migrations"
    folder.mkdir()
    for _, file in migrations():
        (folder / file.name).write_text(file.read_text())
    (folder / f"{len(migrations()) + 1:04}_bad.sql").write_text(
        "create table u (x text) strict; create table game (x text);"
    )
    with pytest.raises(StoreError, match=r"_bad\.sql failed: .*already exists"):
        postgres.prepare(address.read(database_url), folder)
    assert run(database_url, "select to_regclass('u')") == [(None,)]
    async with await Store.open(database_url) as store:
        await new_game(store)


async def test_many_processes_that_open_an_empty_database_migrate_it_once(cluster):
    url = cluster.new_database()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(6)))
    for store in stores:
        await store.close()
    assert run(url, "select count(*) from migration") == [(len(migrations()),)]
    cluster.drop(url)


def test_a_migration_in_the_words_of_postgresql():
    script = """
    create table t (
        id integer primary key, -- a comment with user in it
        user text not null check (user in ('user', 'guild')),
        at real, data blob, number integer
    ) strict, without rowid;
    --postgresql create index only_there on t (number);
    """
    text = " ".join(for_postgres(script.replace("    --p", "--p")).split())
    assert text == (
        "create table t ( id bigint generated by default as identity primary key, "
        "\"user\" text not null check (\"user\" in ('user', 'guild')), "
        "at double precision, data bytea, number bigint ); create index only_there on t (number);"
    )


# --- several connections ----------------------------------------------------------------------------------


async def test_what_several_processes_save_at_once_is_saved_once(database_url):
    """Given four stores on one database; when each saves the same revision; then one does, and the rest are stale."""
    stores = [await Store.open(database_url) for _ in range(4)]
    await new_game(stores[0])
    for rev in range(10):
        saves = [store.save(change(rev, interaction=f"{n}-{rev}")) for n, store in enumerate(stores)]
        results = await asyncio.gather(*saves, return_exceptions=True)
        assert [result for result in results if isinstance(result, int)] == [rev + 1]
    for rev in range(10, 20):
        saves = [store.save(change(rev, interaction=f"same-{rev}")) for store in stores]
        results = await asyncio.gather(*saves, return_exceptions=True)
        assert sum(isinstance(result, int) for result in results) == 1
    assert len(await stores[0].entries("g1")) == 20
    for store in stores:
        await store.close()


async def test_a_text_that_cannot_be_kept_is_refused_kindly(store):
    for bad in ("a\0b", "\ud800"):
        with pytest.raises(StoreError, match="cannot be kept"):
            await store.set_meta("x", bad)
    await store.set_meta("x", "🦡 ščř")
    assert await store.meta("x") == "🦡 ščř"


async def test_who_holds_up_others_is_not_waited_for_long(store, database_url):
    await new_game(store)
    with psycopg.connect(database_url) as other:
        other.execute("select * from game for update")
        started = time.monotonic()
        with pytest.raises(StoreError, match=r"held up|does not answer"):
            await store.save(change(0))
        assert time.monotonic() - started < SOON
        other.rollback()
    async with asyncio.timeout(10):
        while (await allowed(store.save(change(0)))) is None:
            await asyncio.sleep(0.1)
    assert len(await store.entries("g1")) == 1


async def test_a_server_with_much_to_do_is_not_taken_for_gone(store, caplog):
    """Given more work than the connections can do in time; when some of it is refused; then the rest is done all the same."""
    slow = [store.database.read(lambda db: db.execute("select pg_sleep(0.4)").fetchone()) for _ in range(40)]
    results = await asyncio.gather(*slow, return_exceptions=True)
    refused = [result for result in results if isinstance(result, StoreError)]
    assert 0 < len(refused) < 40
    assert "too much to do" in str(refused[-1])
    assert store.database.away == ""
    await new_game(store)
    assert await store.save(change(0)) == 1
    assert not caplog.records


async def allowed(work):
    with contextlib.suppress(StoreError):
        return await work
    return None


# --- away and back ----------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def playing(cluster: Cluster):
    async with await Store.open(cluster.new_database()) as store:
        table = Table(store, {"pebbles": toy.PEBBLES}, delay=lambda: 3600.0)
        await store.create(GameRow("g1", "pebbles"))
        await table.start("g1", toy.setup("ann", "bob", heap=10_000), [SeatRow("ann", 0), SeatRow("bob", 1)])
        yield table
        await table.close()


async def answered(table: Table, n: int) -> str:
    """An answer that counts, or the sentence; within three seconds."""
    started = time.monotonic()
    try:
        await table.answer("g1", "ann", toy.Take(1), interaction=f"i{n}")
        return "yes"
    except StoreError as error:
        return str(error)
    finally:
        assert time.monotonic() - started < SOON


@pytest.mark.slow
@pytest.mark.parametrize("how", ["fast", "immediate", "frozen"])
async def test_a_server_that_goes_away_is_said_within_three_seconds_and_play_goes_on(own, how, caplog):
    """Given a game in play; when the server goes away and comes back; then nothing confirmed is lost."""
    caplog.set_level(logging.DEBUG)
    async with playing(own) as table:
        assert [await answered(table, n) for n in range(5)] == ["yes"] * 5
        rev = (await table.look("g1")).game.rev
        if how == "frozen":
            own.signal(signal.SIGSTOP)
        else:
            await asyncio.to_thread(own.stop, how)
        said = [await answered(table, n) for n in range(5, 9)]
        assert all("127.0.0.1" in one for one in said), said
        if how == "frozen":
            own.signal(signal.SIGCONT)
        else:
            await asyncio.to_thread(own.start)
        async with asyncio.timeout(20):
            while await answered(table, 100 + time.monotonic_ns()) != "yes":
                await asyncio.sleep(0.2)
        loaded = await table.store.load("g1")
        kept = [entry.seq for entry in await table.store.entries("g1")]
        assert kept == list(range(1, loaded.game.seq + 1))
        for n in range(5):
            assert await table.store.interaction(f"i{n}") is not None
        unsure = [n for n in range(5, 9) if await table.store.interaction(f"i{n}")]
        assert rev < loaded.game.rev <= rev + 1 + len(unsure)
        await table.answer("g1", "ann", Done())
    text = logs.Redact().clean(caplog.text)
    assert PASSWORD not in text
    assert "the database is back" in text


@pytest.mark.slow
async def test_a_restart_of_the_server_between_two_answers_is_not_noticed(own):
    async with playing(own) as table:
        assert await answered(table, 1) == "yes"
        await asyncio.to_thread(own.stop)
        await asyncio.to_thread(own.start)
        assert await answered(table, 2) == "yes"


def test_the_template_of_the_tests_is_the_present_schema(cluster):
    assert run(cluster.url(TEMPLATE), "select max(number) from migration") == [(len(migrations()),)]
