"""What is kept has an age: reports have a quota, lobbies and finished games shrink and go, backups too."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time

import pytest

from engine import bots, export
from engine.games import GAMES
from engine.house import DAY, REPORTS, tidy
from engine.root.check import random_setup
from engine.settings import Settings
from engine.store import GameRow, SeatRow, Store, sqlite
from engine.table import Table
from tests.cogs.tables import begin
from tests.engine.test_table import store

__all__ = ["store"]


def reports(house):
    return list((house.bot.settings.folder / REPORTS).glob("report-*.json"))


async def test_a_person_reports_five_times_a_day(house, carol):
    """Given a spectator who reports without end, then five are kept, and the rest is refused kindly."""
    game = await begin(house, ["alice", "bob"])
    answers = [await carol.slash("report", text=f"{number}", game=game) for number in range(8)]
    assert [("enough" in one.text) for one in answers] == [False] * 5 + [True] * 3
    assert len(reports(house)) == 5
    house.local.clock.turn(days=2)
    assert "enough" not in (await carol.slash("report", text="tomorrow", game=game)).text


async def test_all_together_have_a_quota_too(house, alice, bob, carol, monkeypatch):
    monkeypatch.setattr(sys.modules["cogs.looking.story"], "REPORTS_A_DAY", 4)
    game = await begin(house, ["alice", "bob"])
    for person in (alice, bob, carol):
        for number in range(2):
            await person.slash("report", text=f"{number}", game=game)
    assert len(reports(house)) == 4


async def finished(store: Store, monkeypatch, game="g1"):
    """A finished game of bots."""
    monkeypatch.setattr(bots, "BREATH", 0.0)
    table = Table(store, GAMES, delay=lambda: 0.0)
    setup = random_setup(random.Random(3))
    seats = [
        SeatRow(one.seat, place, "clockwork" if one.board else "standin", "")
        for place, one in enumerate(setup.seats)
    ]
    await store.create(GameRow(game, "root"))
    await table.start(game, setup, seats)
    async with asyncio.timeout(60):
        while (await store.game(game)).status != "finished":
            await asyncio.sleep(0.02)
    return table


async def test_a_game_long_over_keeps_its_last_board_its_log_and_its_proof(store, monkeypatch, tmp_path):
    """Given a game that ended a hundred days ago, when the house is tidied, then its turns go and the rest stays."""
    table = await finished(store, monkeypatch)
    settings = Settings(database=str(tmp_path / "x.sqlite"))
    events, before = await store.events("g1"), await store.turns("g1")
    await tidy(store, settings, time.time() + 10 * DAY)
    assert await store.turns("g1") == before
    await tidy(store, settings, time.time() + 100 * DAY)
    turns = await store.turns("g1")
    assert len(turns) <= 2 < len(before)
    table.forget("g1")
    assert (await table.look("g1")).view.over
    assert await store.events("g1") == events
    assert export.verify(export.read(await export.export(store, "g1")), GAMES).fair
    await tidy(store, settings, time.time() + 800 * DAY)
    assert await store.game("g1") is None
    await table.close()


async def test_a_table_that_never_began_is_forgotten(store, tmp_path):
    now = time.time()
    settings = Settings(database=str(tmp_path / "x.sqlite"))
    await store.create(GameRow("old", "root", updated=now - 40 * DAY))
    await store.create(GameRow("new", "root", updated=now - 5 * DAY))
    await tidy(store, settings, now)
    assert [row.id for row in await store.games("lobby")] == ["new"]


async def test_reports_go_after_half_a_year(store, tmp_path):
    settings = Settings(database=str(tmp_path / "x.sqlite"))
    folder = tmp_path / REPORTS
    folder.mkdir()
    for name, age in (("old", 200), ("new", 20)):
        file = folder / f"report-{name}.json"
        file.write_text("{}")
        os.utime(file, (time.time() - age * DAY,) * 2)
    await tidy(store, settings, time.time())
    assert [file.name for file in folder.iterdir()] == ["report-new.json"]


def test_backups_before_upgrades_go_too(tmp_path):
    path = tmp_path / "glade.sqlite"
    for number, age in enumerate((400, 200, 10)):
        file = tmp_path / f"glade-before-000{number}-20250101T00000{number}Z.sqlite"
        file.write_bytes(b"")
        os.utime(file, (time.time() - age * DAY,) * 2)
    sqlite.rotate(path, tmp_path)
    assert len(list(tmp_path.glob("*.sqlite"))) == 1


@pytest.mark.parametrize("setting", ["backups_kept", "backup_days", "lobby_days", "replay_days", "game_days"])
def test_every_age_is_a_setting(setting):
    assert setting in Settings.__struct_fields__
