"""The house while it is open: the store, the table, and the hourly work around them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

from engine import shards
from engine.company import Company
from engine.games import GAMES
from engine.settings import Settings
from engine.store import Store, StoreError, sqlite
from engine.store.address import is_postgres
from engine.table import Table

log = logging.getLogger(__name__)

TIDY_EVERY = 3600.0
DAY = 86400.0
REPORTS = "reports"
"""The folder of reports, beside the database."""


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[Table]:
    """A table on the store that the settings name, with backups. On the way out everything is finished first."""
    longest = settings.bot_seconds
    async with contextlib.AsyncExitStack() as stack:
        store = await Store.open(settings.database, settings.backup_folder, settings.connections)
        await stack.enter_async_context(store)
        if isinstance(store.database, sqlite.File):
            store.database.kept = (settings.backups_kept, settings.backup_days)
        company = await stack.enter_async_context(company_of(store, settings))
        table = Table(
            store,
            GAMES,
            active=settings.active_games,
            delay=lambda: random.uniform(longest / 4, longest),
            company=company,
        )
        chores = [asyncio.create_task(_tidy(store, settings))]
        if settings.backup_minutes and not is_postgres(settings.database):
            chores.append(asyncio.create_task(_back_up(store, settings.backup_minutes * 60.0)))
        try:
            yield table
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await table.close()


@contextlib.asynccontextmanager
async def company_of(store: Store, settings: Settings) -> AsyncIterator[Company]:
    """The other processes at the database, if it is one that can be shared."""
    if not is_postgres(settings.database):
        yield Company(store)
        return
    from engine.together import Together  # who keeps games in a file need not wait for it

    async with Together(store, shards.read(settings.shards), settings.lease_seconds) as company:
        yield company


async def _back_up(store: Store, every: float) -> None:
    """Back up when the last backup is old enough; a failure is said and tried again next time."""
    while True:
        last = float(await store.meta("backup") or 0)
        await asyncio.sleep(max(0.0, min(every, last + every - time.time())))
        try:
            target = await store.backup()
            await store.set_meta("backup", str(time.time()))
            log.info("backup written: %s", target)
        except (StoreError, OSError) as error:
            log.error("no backup: %s", error)
            await asyncio.sleep(min(every, 300.0))


async def _tidy(store: Store, settings: Settings) -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY)
        try:
            await tidy(store, settings, time.time())
        except (StoreError, OSError) as error:
            log.error("not tidied: %s", error)


async def tidy(store: Store, settings: Settings, now: float) -> None:
    """Let go of what is too old: interactions, lobbies, the turns of games long over, those games, reports."""
    await store.tidy(now)
    await store.shrink(
        lobbies=now - settings.lobby_days * DAY,
        replays=now - settings.replay_days * DAY,
        games=now - settings.game_days * DAY,
    )
    await asyncio.to_thread(drop_reports, settings.folder / REPORTS, now - settings.report_days * DAY)


def drop_reports(folder: Path, before: float) -> None:
    """Delete reports that are older than this."""
    for file in folder.glob("report-*.json"):
        if file.stat().st_mtime < before:
            file.unlink(missing_ok=True)
