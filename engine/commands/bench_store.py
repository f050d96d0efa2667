"""bench, the store: saving and loading, what a game weighs in memory and on the disk."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import random
import tempfile
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import aiosqlite
import msgspec

from engine.commands.bench import Effort, Row, alternately, in_turn, measured, reported
from engine.commands.bench_rules import any_answer, longest, new_game, step
from engine.commands.simulate import Plan, measured_table
from engine.game import Game, Saved, decode
from engine.games import GAMES
from engine.live import KEEP_TURNS, load
from engine.seats import HUMAN, RANDOM
from engine.store import EntryRow, GameRow, Save, Say, SeatRow, SnapshotRow, Store, Waiting
from engine.table import Table

LONG = 2000
"""Decisions of the live game that is loaded."""
NEVER = 3600.0


def store_rows(effort: Effort) -> Iterator[Row]:
    """What keeping games costs."""
    yield from asyncio.run(_rows(measured_table(), effort))


async def _rows(table: Plan, effort: Effort) -> list[Row]:
    with tempfile.TemporaryDirectory(dir=".", prefix="bench-") as folder:  # on the disk, not in memory
        path = Path(folder)
        long_game = _long_game(table, effort.long_games)
        return [
            await _save_row(path, long_game, effort.saves),
            *await _reload_rows(path, table, long_game, effort.reloads),
            await _memory_row(path, table, effort.cached),
            await _size_row(path, table, effort.finished),
        ]


def _long_game(table: Plan, games: int) -> Game[Any]:
    """A live game of 2,000 decisions, or the longest one that random play gives, one answer before its end."""
    seed, length = longest(table, games, LONG)
    game, source = new_game(table, seed), random.Random(seed)
    for _ in range(length - 1):
        step(game, source)
        game.forget(next(c.seq for c in game.checkpoints if c.turn >= game.state.turn - KEEP_TURNS))
    return game


async def _save_row(folder: Path, game: Game[Any], count: int) -> Row:
    """One answer with everything that belongs to it, beside the least that can be durable."""
    state = game.checkpoints[-1].state
    async with await Store.open(folder / "save.sqlite") as store, _bare(folder / "bare.sqlite") as bare:

        async def insert() -> None:
            await bare.execute("insert into t values (?)", (1,))
            await bare.commit()

        times = await in_turn({"save": await saving(store, state), "insert": insert}, count)
    mine, yardstick = median(times["save"]), median(times["insert"])
    note = f"a bare insert; {len(state) / 1000:.0f} KB of state"
    return measured("save one answer durably", mine * 1e3, "ms", yardstick * 1e3, 3.0, note)


async def saving(store: Store, state: bytes) -> Callable[[], Awaitable[None]]:
    """Saves one more answer of a game of its own whenever it is called, with everything that belongs to it."""
    numbers = itertools.count()
    await store.create(GameRow("g", "measured", status="running"), [SeatRow("a", 0), SeatRow("b", 1)])

    async def save() -> None:
        n = next(numbers)
        change = Save(
            game="g",
            rev=n,
            at=float(n),
            seq=n + 1,
            entries=(EntryRow(n + 1, "a", "key", b'{"verb":"move","origin":5,"to":10,"warriors":3}'),),
            snapshots=(SnapshotRow(n + 1, n // 12, "daylight", state),),
            keep_turn=n // 12 - KEEP_TURNS,
            events=(b'{"key":"moved","about":{"seat":"a"}}',) * 3,
            say=(Say(f"g:{n}", "update", b"{}"),),
            waiting=(Waiting("a", float(n), n + 1),),
            interaction=str(n),
        )
        await store.save(change)

    return save


@contextlib.asynccontextmanager
async def _bare(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path) as bare:
        await bare.execute("pragma journal_mode = wal")
        await bare.execute("pragma synchronous = full")
        await bare.execute("create table t (n integer)")
        await bare.commit()
        yield bare


async def _reload_rows(folder: Path, table: Plan, game: Game[Any], count: int) -> list[Row]:
    """Rebuilding a long live game from what the store holds; and the same with the reading of the file."""
    saved = msgspec.json.decode(msgspec.json.encode(game.saved()), type=Saved)
    mine, yardstick = alternately(
        lambda: Game.load(game.rules, saved, game.chance),
        lambda: decode(game.rules, saved.checkpoints[-1].state),
        count,
    )
    note = f"decoding its newest snapshot; {game.seq:,} entries in its log"
    rebuilt = measured("reload a live game", mine * 1e6, "µs", yardstick * 1e6, 10.0, note)
    async with house(folder / "reload.sqlite") as home:
        await begin(home, table, "g", HUMAN)
        await answer(home, "g", 200, random.Random(1))

        async def read() -> None:
            loaded = await home.store.load("g", KEEP_TURNS)
            assert loaded is not None
            load(GAMES, loaded)

        times = await in_turn({"read": read}, count)
    note = "the file read, checked and unpacked too"
    return [rebuilt, reported("reload a live game from the file", median(times["read"]) * 1e6, "µs", note)]


async def _memory_row(folder: Path, table: Plan, games: int) -> Row:
    async with house(folder / "memory.sqlite") as home:
        await begin(home, table, "warm", HUMAN)
        await answer(home, "warm", 100, random.Random(0))
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for n in range(games):
            await begin(home, table, f"g{n}", HUMAN)
            await answer(home, f"g{n}", 100, random.Random(n))
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return reported("memory of a live game", (after - before) / games / 1000, "KB", "goal 300 KB")


async def _size_row(folder: Path, table: Plan, games: int) -> Row:
    async with house(folder / "size.sqlite") as home:
        for n in range(games):
            await begin(home, table, f"g{n}", RANDOM)
        await home.store.backup()
    (copy,) = (folder / "backups").glob("size-*.sqlite")
    size = copy.stat().st_size / games / 1000
    return reported("database of a finished game", size, "KB", "goal 1,000 KB")


# --- a house for measuring --------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def house(path: Path | str) -> AsyncIterator[Table]:
    """A table without Discord. Nothing comes by itself."""
    async with await Store.open(path) as store:
        home = Table(store, GAMES, delay=lambda: NEVER)
        yield home
        await home.close()


async def begin(home: Table, table: Plan, game: str, kind: str) -> None:
    """Start a game in which every seat is of this kind."""
    await home.store.create(GameRow(game, table.game))
    seats = [SeatRow(seat.seat, n, kind=kind) for n, seat in enumerate(table.setup.seats)]
    await home.start(game, table.setup, seats)


async def answer(home: Table, game: str, count: int, source: random.Random) -> None:
    """Random answers through the table, as people would give them."""
    for _ in range(count):
        look = await home.look(game)
        if not look.open:
            return
        seat = look.open[0].seat
        ask = (await home.look(game, seat)).ask
        if ask is not None:
            await home.answer(game, seat, any_answer(source, ask), rev=look.game.rev)
