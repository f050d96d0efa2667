"""backup, restore, check-games: looking after the games."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.live import KEEP_TURNS, Kind, load
from engine.store import Store, sqlite
from engine.store.address import is_postgres


class Check(msgspec.Struct, frozen=True):
    """What the present rules make of a saved game. `state` is "ok", "goes back" or "broken"."""

    game: str
    kind: str
    state: str
    detail: str = ""


async def check_games(where: Path | str, games: Mapping[str, Kind]) -> list[Check]:
    """Load every live game with the present rules; a running bot is not disturbed.

    A file is copied first, because it belongs to one process; a server is only read.
    """
    if is_postgres(where):
        async with await Store.open(where) as store:
            return await _checks(store, games)
    with tempfile.TemporaryDirectory() as folder:
        copy = await asyncio.to_thread(sqlite.backup, Path(where), Path(folder))
        async with await Store.open(copy) as store:
            return await _checks(store, games)


async def _checks(store: Store, games: Mapping[str, Kind]) -> list[Check]:
    rows = await store.games("running", "paused", limit=1_000_000)
    return [await _check(store, games, row.id, row.kind) for row in rows]


async def _check(store: Store, games: Mapping[str, Kind], game: str, kind: str) -> Check:
    try:
        loaded = await store.load(game, KEEP_TURNS)
        if loaded is None or not loaded.snapshots:
            return Check(game, kind, "broken", "it has no snapshot")
        live = load(games, loaded)
    except Exception as error:  # whatever is wrong with one game, the others are checked too
        return Check(game, kind, "broken", f"{type(error).__name__}: {error}")
    if live.game.rewound:
        answers = next(e.about["answers"] for e in live.events if e.key == "table.rewound")
        return Check(game, kind, "goes back", f"{answers} answers must be given again")
    return Check(game, kind, "ok")
