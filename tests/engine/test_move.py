"""move-database: everything from a file to PostgreSQL and back, compared row by row; live games go on."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest

import bot
from engine.commands import move as command
from engine.commands.move import move
from engine.shards import ALL
from engine.store import GameRow, MessageRow, ReminderRow, Say, SeatRow, Store, StoreError
from engine.table import Table
from engine.together import Together
from tests import toy
from tests.postgres import PASSWORD
from tests.toy import PEBBLES, Take


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


async def filled(where: object) -> None:
    """Games of every state, with everything that can belong to them."""
    async with await Store.open(where) as store:
        table = Table(store, {"pebbles": PEBBLES}, delay=lambda: 3600.0)
        for n, kinds in enumerate((("human", "human"), ("random", "random"), ("human", "random"))):
            await store.create(GameRow(f"g{n}", "pebbles", title="Dën «🦊»", guild="12", channel="34"))
            seats = [
                SeatRow(name, i, kind, str(i) if kind == "human" else "")
                for i, (name, kind) in enumerate(zip(("ann", "bob"), kinds, strict=True))
            ]
            await table.start(f"g{n}", toy.setup("ann", "bob", heap=40), seats)
        for n in range(5):
            await table.answer("g0", "ann", Take(1), interaction=f"i{n}")
        await store.create(GameRow("lobby", "pebbles"))
        await store.remember(MessageRow("g0", "board", "34", "56", 3, b"\0\xff"))
        await store.remind(ReminderRow("g0", "1", "remind", 1_800_000_000.25))
        await store.set_settings("user", "1", b"{}")
        await store.say("g0", Say("extra", "update", b"{}"))
        await table.close()


async def goes_on(where: object) -> None:
    async with await Store.open(where) as store:
        table = Table(store, {"pebbles": PEBBLES}, delay=lambda: 3600.0)
        look = await table.look("g0", "ann")
        update = await table.answer("g0", "ann", Take(1), rev=look.game.rev, interaction="new")
        again = await table.answer("g0", "ann", Take(1), interaction="i4")
        assert (update.rev, again.again) == (look.game.rev + 1, True)
        assert (await store.game("g0")).title == "Dën «🦊»"
        await table.close()


async def test_a_file_moves_into_a_database_and_its_games_go_on(file, database_url):
    await filled(file)
    before = file.read_bytes()
    moved = await asyncio.to_thread(move, str(file), database_url)
    assert (moved.games, moved.live) == (4, 3)
    assert {table.name: table.rows for table in moved.tables}["interaction"] == 5
    assert file.read_bytes() == before
    await goes_on(database_url)


async def test_and_back_into_a_file(tmp_path, database_url):
    await filled(database_url)
    target = tmp_path / "back.sqlite"
    there = await asyncio.to_thread(move, database_url, str(target))
    assert target.stat().st_mode & 0o777 == 0o600
    await goes_on(target)
    assert there.games == 4


async def test_there_and_back_is_the_same_in_every_row(file, tmp_path, database_url):
    await filled(file)
    there = await asyncio.to_thread(move, str(file), database_url)
    back = await asyncio.to_thread(move, database_url, str(tmp_path / "back.sqlite"))
    assert {table.name: table for table in there.tables} == {table.name: table for table in back.tables}


async def test_a_dry_run_writes_nothing(file, tmp_path, database_url, cluster):
    await filled(file)
    empty = cluster.new_database()
    for target in (database_url, empty):
        assert (await asyncio.to_thread(move, str(file), target, dry=True)).games == 4
    with psycopg.connect(database_url) as db:
        assert db.execute("select count(*) from game").fetchone() == (0,)
    with psycopg.connect(empty) as db:
        assert db.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone() == (0,)
    cluster.drop(empty)
    await asyncio.to_thread(move, str(file), database_url)
    await asyncio.to_thread(move, database_url, str(tmp_path / "dry.sqlite"), dry=True)
    assert not list(tmp_path.glob("dry*"))


async def test_what_cannot_be_moved_is_said_and_nothing_is_changed(file, tmp_path, database_url):
    await filled(file)
    other = tmp_path / "other.sqlite"
    for source, target, reason in (
        (str(file), str(other), "One of the two must be a file"),
        (str(tmp_path / "none"), database_url, "does not exist"),
        (database_url, str(file), "exists already"),
        (str(file), f"{database_url}_none", "no such database"),
    ):
        with pytest.raises(StoreError, match=reason):
            await asyncio.to_thread(move, source, target)
    async with await Store.open(file):
        with pytest.raises(StoreError, match="in use by another running bot"):
            await asyncio.to_thread(move, str(file), database_url)
    async with await Store.open(database_url) as store, Together(store, ALL):
        for source, target in ((str(file), database_url), (database_url, str(other))):
            with pytest.raises(StoreError, match="used by a running bot"):
                await asyncio.to_thread(move, source, target)
    await asyncio.to_thread(move, str(file), database_url)
    with pytest.raises(StoreError, match="holds games already"):
        await asyncio.to_thread(move, str(file), database_url)
    assert not list(tmp_path.glob("*.moving"))


async def test_a_move_that_is_not_whole_is_no_move(file, tmp_path, database_url, monkeypatch):
    """Given a target that loses a row; when it is compared; then nothing was moved."""
    await filled(file)
    for end, source, target in (
        (command.ServerEnd, str(file), database_url),
        (command.FileEnd, database_url, str(tmp_path / "new.sqlite")),
    ):
        write = end.write
        with monkeypatch.context() as patch:
            patch.setattr(
                end,
                "write",
                lambda self, t, c, rows, write=write: write(self, t, c, rows[: -1 if t == "entry" else None]),
            )
            with pytest.raises(StoreError, match="the table entry is not what it was"):
                await asyncio.to_thread(move, source, target)
        if end is command.ServerEnd:
            with psycopg.connect(target) as db:
                assert db.execute("select count(*) from game").fetchone() == (0,)
            await asyncio.to_thread(move, source, target)
        else:
            assert not Path(target).exists()


async def test_an_older_file_is_moved_and_stays_as_it_is(file, database_url):
    await filled(file)
    with sqlite3.connect(file) as db:
        db.execute("drop table claim")
        db.execute("drop table process")
        db.execute("alter table game drop column process")
        db.execute("alter table game drop column edition")
        db.execute("alter table game drop column study")
        db.execute("delete from migration where number > 1")
    db.close()
    before = file.read_bytes()
    await asyncio.to_thread(move, str(file), database_url)
    assert file.read_bytes() == before
    await goes_on(database_url)


def test_the_command_says_what_it_did_and_shows_no_password(
    file, database_url, capsys, monkeypatch, tmp_path
):
    asyncio.run(filled(file))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.games.GAMES", {"pebbles": PEBBLES})
    assert bot.main(["move-database", str(file), database_url, "--dry-run"]) == 0
    assert "would be moved" in capsys.readouterr().out
    assert bot.main(["move-database", str(file), database_url]) == 0
    said = capsys.readouterr()
    assert "4 games, 3 of them live: moved, compared and kept" in said.out
    assert "2 games in play were loaded with the present rules, 0 of them" in said.out
    assert bot.main(["move-database", str(file), database_url]) == 2
    again = capsys.readouterr()
    assert "holds games already" in again.err
    assert PASSWORD not in said.out + said.err + again.out + again.err
