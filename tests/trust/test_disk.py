"""The disk fails, the file is spoilt, the process dies in the middle of looking after it: the games stay."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import house
from engine.commands.keep import check_games
from engine.live import TableError
from engine.store import Store, StoreError, sqlite
from tests import toy
from tests.trust.dying import POINTS
from tests.trust.small_disk import answer_until_refused, playing

GAMES = {"pebbles": toy.PEBBLES}
OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]


def run(module: str, *arguments: object, before: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    words = [*(before or []), sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def may_mount() -> bool:
    return bool(shutil.which("unshare")) and not subprocess.run([*OWN_MOUNTS, "true"], check=False).returncode


# --- the disk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("full", "The disk is full: "),
        ("limit", "The disk refused to read or write "),
        ("read-only", "cannot be written: Read-only file system."),
    ],
)
def test_a_disk_that_fails_is_said_and_the_last_good_state_is_kept(tmp_path, kind, reason):
    if kind != "limit" and not may_mount():
        pytest.skip("this machine does not let us mount a small disk of our own")
    done = run("tests.trust.small_disk", tmp_path, kind, before=[] if kind == "limit" else OWN_MOUNTS)
    assert done.returncode == 0, done.stderr
    assert reason in done.stdout
    assert "went on from: 5" in done.stdout


async def test_a_database_locked_by_another_program_is_said_and_nothing_is_lost(tmp_path):
    async with playing(tmp_path) as table:
        await table.store.database.writer.run(lambda db: db.execute("pragma busy_timeout = 50").fetchall())
        rev, _ = await answer_until_refused(table, 3)
        with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
            other.execute("begin immediate")
            same, reason = await answer_until_refused(table, 5)
            assert "in use by another program" in reason
            assert (await table.look("g1")).game.rev == rev == same
            other.execute("rollback")
        assert await answer_until_refused(table, 2) == (rev + 2, "never refused")


# --- a spoilt file ----------------------------------------------------------------------------------------


async def saved(tmp_path: Path) -> Path:
    async with playing(tmp_path) as table:
        await answer_until_refused(table, 40)
    return tmp_path / "games.sqlite"


async def test_a_spoilt_file_is_refused_in_words_or_read_right_never_with_a_crash(tmp_path):
    """Given a good file; when any of its bytes are overwritten; then it is refused, or the game, or all is well."""
    path = await saved(tmp_path)
    good = path.read_bytes()
    source = random.Random(5)
    outcomes = {"refused": 0, "game refused": 0, "read": 0}
    said = list[str]()
    for _ in range(80):
        data = bytearray(good)
        for _ in range(source.choice((1, 1, 20, 2000))):
            data[source.randrange(len(data))] = source.randrange(256)
        path.write_bytes(data)
        try:
            async with playing(tmp_path) as table:
                try:
                    await table.look("g1")
                    outcomes["read"] += 1
                except (TableError, StoreError) as error:
                    said.append(str(error))
                    outcomes["game refused"] += 1
        except StoreError as error:
            said.append(str(error))
            outcomes["refused"] += path.read_bytes() == bytes(data)  # a file that is refused is left alone
        for side in ("-wal", "-shm"):  # the next one is spoilt afresh
            path.with_name(path.name + side).unlink(missing_ok=True)
    assert sum(outcomes.values()) == 80
    assert all("g1" in sentence or "games.sqlite" in sentence for sentence in said), said
    assert outcomes["refused"] >= 10
    assert outcomes["read"] >= 10


async def test_one_spoilt_game_is_reported_and_the_others_play_on(tmp_path):
    path = await saved(tmp_path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("insert into game (id, kind, status, rev, seq, barrier, question, told, title, host, guild, channel, "
                   "created, updated, header, pledge, secret) select 'g2', kind, status, rev, seq, barrier, question, told, title, host, "
                   "guild, channel, created, updated, header, pledge, secret from game")  # fmt: skip
        db.execute("insert into snapshot select 'g2', seq, turn, step, opening, x'00' from snapshot")
        db.commit()
    checks = {check.game: check for check in await check_games(path, GAMES)}
    assert (checks["g1"].state, checks["g2"].state) == ("ok", "broken")
    assert "snapshot" in checks["g2"].detail
    async with playing(tmp_path) as table:
        assert await table.resume() == ["g2"]
        with pytest.raises(TableError, match="Game g2 is damaged"):
            await table.look("g2")
        assert await answer_until_refused(table, 2) == (44, "never refused")


# --- killed while looking after the file ------------------------------------------------------------------


def migrations(tmp_path: Path, following: str) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir(exist_ok=True)
    for _, file in sqlite.migrations():
        shutil.copy(file, folder)
    (folder / f"{len(sqlite.migrations()) + 1:04}_next.sql").write_text(following)
    return folder


@pytest.mark.parametrize("point", POINTS)
async def test_killed_at_any_point_of_migration_backup_and_restore_the_games_are_there(tmp_path, point):
    """Given a game at revision 42 and a backup at 22; when the process dies; then one of the two is whole."""
    async with playing(tmp_path) as table:
        await answer_until_refused(table, 20)
        source = await table.store.backup(now=1_000_000_000.0)
        await answer_until_refused(table, 20)
    path = tmp_path / "games.sqlite"
    second = (
        "create table later (x text) strict; update game set title = 'half'; select die(); drop table later"
    )
    more = {"migration": [migrations(tmp_path, second)], "backup": [], "restore": [source]}
    done = run("tests.trust.dying", point, path, *more[point.split(":")[0]])
    assert done.returncode == -signal.SIGKILL, done.stderr

    async with playing(tmp_path) as table:
        assert (await table.look("g1")).game.rev == (22 if point == "restore: after the swap" else 42)
        assert (await table.look("g1")).game.title == ""
        assert (await answer_until_refused(table, 1))[1] == "never refused"
        await table.store.backup()
    assert [check.state for check in await check_games(path, GAMES)] == ["ok"]
    for file in (tmp_path / "backups").glob("*.sqlite"):
        async with await Store.open(file) as store:
            assert await store.game("g1"), f"{file} is not a whole backup"
    if point.startswith("restore"):
        sqlite.restore(path, source)
        async with playing(tmp_path) as table:
            assert (await table.look("g1")).game.rev == 22
    if point == "migration: in its middle":
        sqlite.prepare(path, tmp_path / "backups", migrations(tmp_path, "alter table game add column x text"))
        assert list((tmp_path / "backups").glob(f"games-before-{len(sqlite.migrations()) + 1:04}-*.sqlite"))


def test_killed_at_random_while_backing_up_only_whole_backups_appear(tmp_path):
    path, backups = tmp_path / "games.sqlite", tmp_path / "backups"
    sqlite.prepare(path, backups)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("create table ballast (x blob)")
        db.executemany("insert into ballast values (randomblob(10000))", [()] * 2000)
        db.commit()
    source = random.Random(3)
    loop = (
        "import sys; from pathlib import Path; from engine.store import sqlite\n"
        "for n in range(1000):\n"
        f"    sqlite.backup(Path({str(path)!r}), Path({str(backups)!r}), now=n)\n"
        "    print('one more', flush=True)"
    )
    for _ in range(4):
        process = subprocess.Popen([sys.executable, "-c", loop], stdout=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(source.uniform(0.05, 0.3))
        process.kill()
        process.communicate()
    whole = list(backups.glob("*.sqlite"))
    assert whole
    for file in [path, *whole[:5]]:
        with contextlib.closing(sqlite3.connect(file)) as db:
            assert db.execute("pragma integrity_check").fetchone() == ("ok",)
            assert db.execute("select count(*) from ballast").fetchone() == (2000,)
    for part in backups.glob("*.part"):
        os.utime(part, (time.time() - 7200,) * 2)
    sqlite.rotate(path, backups)
    assert not list(backups.glob("*.part")), "what a dead process left is tidied away"


# --- the hourly backup ------------------------------------------------------------------------------------


async def test_backups_come_by_themselves_are_private_and_go_on_after_a_restart(tmp_path, monkeypatch):
    stamps = iter(f"20260101T{n:06}Z" for n in range(1000))
    monkeypatch.setattr(sqlite, "stamp", lambda now=None: next(stamps))
    for life in (1, 2):
        async with playing(tmp_path) as table:
            chore = asyncio.create_task(house._back_up(table.store, 0.02))
            while len(list((tmp_path / "backups").glob("*.sqlite"))) < 3 * life:
                await asyncio.sleep(0.005)
            chore.cancel()
            await asyncio.gather(chore, return_exceptions=True)
            assert float(await table.store.meta("backup")) > 0
    for file in [tmp_path / "games.sqlite", *(tmp_path / "backups").iterdir()]:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


async def test_a_backup_that_fails_is_tried_again_and_stops_nobody(tmp_path, monkeypatch):
    async with playing(tmp_path) as table:
        (tmp_path / "backups").write_text("a file where the folder should be")
        chore = asyncio.create_task(house._back_up(table.store, 0.01))
        await asyncio.sleep(0.05)
        assert await answer_until_refused(table, 2) == (4, "never refused")
        (tmp_path / "backups").unlink()
        while not list((tmp_path / "backups").glob("*.sqlite")):
            await asyncio.sleep(0.005)
        chore.cancel()
        await asyncio.gather(chore, return_exceptions=True)


async def test_a_backup_taken_while_people_play_is_a_whole_moment(tmp_path):
    async with playing(tmp_path) as table:
        backups = asyncio.gather(*(table.store.backup(now=n * 100.0) for n in range(10)))
        await answer_until_refused(table, 200)
        for file in await backups:
            with contextlib.closing(sqlite3.connect(file)) as db:
                seq, entries = db.execute("select seq, (select count(*) from entry) from game").fetchone()
                assert seq == entries
    for check in [await check_games(file, GAMES) for file in (tmp_path / "backups").iterdir()]:
        assert [one.state for one in check] == ["ok"]
