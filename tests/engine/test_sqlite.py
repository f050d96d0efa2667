"""SQLite: one file, one bot, opened with care; migrations, backups, restore."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from engine.store import SnapshotRow, Store, StoreError, sqlite
from tests.engine.test_store import NOW, change, new_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
async def store(path: Path):
    async with await Store.open(path) as store:
        yield store


async def test_a_full_disk_is_said_and_changes_nothing(store):
    await new_game(store)
    (pages,) = await store.database.writer.run(lambda db: db.execute("pragma page_count").fetchone())
    await store.database.writer.run(lambda db: db.execute(f"pragma max_page_count = {pages}").fetchall())
    big = SnapshotRow(1, 1, "start", os.urandom(200_000))
    with pytest.raises(StoreError, match="The disk is full"):
        await store.save(change(0, snapshots=(big,)))
    assert (await store.game("g1")).rev == 0
    assert await store.entries("g1") == ()


# --- opening ----------------------------------------------------------------------------------------------


async def test_the_database_is_durable_and_private(store, path):
    pragmas = await store.database.writer.run(
        lambda db: [
            db.execute(f"pragma {p}").fetchone()[0] for p in ("journal_mode", "synchronous", "foreign_keys")
        ]
    )
    assert pragmas == ["wal", 2, 1]
    await new_game(store)
    backup = await store.backup()
    for file in (path, path.with_name("games.sqlite-wal"), backup):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


async def test_every_table_is_strict(store):
    rows = await store.database.reader.run(
        lambda db: db.execute("select name, strict from pragma_table_list where schema = 'main'").fetchall()
    )
    loose = [name for name, strict in rows if not strict and not name.startswith("sqlite_")]
    assert loose == []


async def test_a_second_bot_on_the_same_file_is_refused(store, path):
    with pytest.raises(StoreError, match="in use by another running bot"):
        await Store.open(path)
    await new_game(store)  # the first is not disturbed


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda path: path.write_bytes(b"this is not a database, not at all " * 200), "damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "damaged"),
        (lambda path: path.chmod(0o400), "read-only"),
        (lambda path: (path.unlink(), path.mkdir()), "not a file"),
        (lambda path: sql(path, "insert into migration values (99, 'future', '')"), "newer Glade"),
        (lambda path: sql(path, "pragma application_id = 5"), "another program"),
    ],
    ids=["garbage", "truncated", "read-only", "folder", "newer", "foreign"],
)
async def test_a_file_that_cannot_be_trusted_is_refused_and_left_alone(path, spoil, reason):
    async with await Store.open(path) as store:
        await new_game(store)
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=reason):
        await Store.open(path)
    assert (path.read_bytes() if path.is_file() else b"") == before


def sql(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.execute("pragma wal_checkpoint(truncate)")
    db.close()


async def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        await Store.open(tmp_path / "file" / "games.sqlite")


async def test_after_a_refusal_the_file_is_free_again(path):
    path.write_bytes(b"x" * 5000)
    for _ in range(2):
        with pytest.raises(StoreError, match="damaged"):
            await Store.open(path)


# --- migrations -------------------------------------------------------------------------------------------


def folder_with(tmp_path: Path, **scripts: str) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir(exist_ok=True)
    for name, script in scripts.items():
        (folder / f"{name[1:]}.sql").write_text(script)
    return folder


def test_a_migration_runs_once_and_after_a_backup(tmp_path, path):
    folder = folder_with(tmp_path, _0001_one="create table t (x text) strict")
    sqlite.prepare(path, tmp_path / "backups", folder)
    sql(path, "insert into t values ('kept')")
    assert not (tmp_path / "backups").exists()
    folder_with(tmp_path, _0002_two="alter table t add column y text")
    sqlite.prepare(path, tmp_path / "backups", folder)
    sqlite.prepare(path, tmp_path / "backups", folder)
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.name.startswith("games-before-0002-")
    for file, rows in ((path, [("kept", None)]), (backup, [("kept",)])):
        db = sqlite3.connect(file)
        assert db.execute("select * from t").fetchall() == rows
        db.close()


def test_a_failing_migration_leaves_the_database_as_it_was(tmp_path, path):
    folder = folder_with(tmp_path, _0001_one="create table t (x text) strict")
    sqlite.prepare(path, tmp_path / "backups", folder)
    folder_with(tmp_path, _0002_two="create table u (x text) strict; create table t (x text)")
    with pytest.raises(StoreError, match=r"0002_two\.sql failed"):
        sqlite.prepare(path, tmp_path / "backups", folder)
    db = sqlite3.connect(path)
    assert sqlite.version(db) == 1
    assert db.execute("select count(*) from sqlite_master where name = 'u'").fetchone() == (0,)
    db.close()


def test_a_gap_in_the_migrations_is_refused(tmp_path, path):
    folder = folder_with(tmp_path, _0001_one="select 1", _0003_three="select 1")
    with pytest.raises(StoreError, match="not numbered"):
        sqlite.prepare(path, tmp_path / "backups", folder)


# --- backup and restore -----------------------------------------------------------------------------------


async def test_a_backup_of_a_running_database_can_be_restored(path, tmp_path):
    async with await Store.open(path) as store:
        await new_game(store)
        await store.save(change(0))
        backup = await store.backup(NOW)
        await store.save(change(1))
    kept = sqlite.restore(path, backup)
    async with await Store.open(path) as store:
        assert (await store.game("g1")).rev == 1
    async with await Store.open(kept) as store:
        assert (await store.game("g1")).rev == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_restore_mends_a_damaged_database(path):
    async with await Store.open(path) as store:
        await new_game(store)
        backup = await store.backup()
    path.write_bytes(b"rubbish" * 1000)
    kept = sqlite.restore(path, backup)
    assert kept.read_bytes() == b"rubbish" * 1000
    async with await Store.open(path) as store:
        assert (await store.game("g1")).id == "g1"


async def test_restore_is_refused_while_a_bot_is_running(store, path):
    await new_game(store)
    backup = await store.backup()
    with pytest.raises(StoreError, match="in use by another running bot"):
        sqlite.restore(path, backup)


async def test_a_bad_backup_is_refused_and_the_database_stays(path, tmp_path):
    async with await Store.open(path) as store:
        await new_game(store)
        backup = await store.backup()
    content = path.read_bytes()
    empty, half = tmp_path / "empty.sqlite", tmp_path / "half.sqlite"
    empty.write_bytes(b"")
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    for bad, reason in (
        (empty, "not a backup"),
        (half, "damaged"),
        (tmp_path / "no", "not exist"),
        (path, "itself"),
    ):
        with pytest.raises(StoreError, match=reason):
            sqlite.restore(path, bad)
    assert path.read_bytes() == content
    assert not list(tmp_path.glob("*restor*"))


def test_rotation_keeps_the_newest_and_one_a_day(tmp_path, path):
    hours = [NOW + 3600 * n for n in range(24 * 20)]
    for moment in hours:
        (tmp_path / f"games-{sqlite.stamp(moment)}.sqlite").write_text("")
    (tmp_path / "games-before-0002-20200101T000000Z.sqlite").write_text("")
    (tmp_path / "other-20200101T000000Z.sqlite").write_text("")
    sqlite.rotate(path, tmp_path, newest=24, days=14)
    left = sorted(file.name for file in tmp_path.glob("games-2*"))
    days = {name[6:14] for name in left}
    assert len(days) == 14
    assert left[-24:] == [f"games-{sqlite.stamp(m)}.sqlite" for m in hours[-24:]]
    assert len(left) == 24 + 12  # the newest 24 reach over two days
    assert (tmp_path / "games-before-0002-20200101T000000Z.sqlite").exists()
    assert (tmp_path / "other-20200101T000000Z.sqlite").exists()


def test_a_backup_of_nothing_is_refused(tmp_path, path):
    with pytest.raises(StoreError, match="does not exist"):
        sqlite.backup(path, tmp_path)
