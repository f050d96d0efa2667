"""bench: each figure beside a yardstick measured in the same run, because machines differ and ratios do not lie."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import random
import sqlite3
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiosqlite
import msgspec

from engine.chance import seeded
from engine.commands.simulate import Plan, plan, play
from engine.flow import Answer, Ask
from engine.game import Game, Saved, decode
from engine.games import GAMES
from engine.rules import View
from engine.seats import HUMAN, RANDOM, Random
from engine.store import EntryRow, GameRow, Save, Say, SeatRow, SnapshotRow, Store, Waiting
from engine.table import Table

BASE = "marquise=random,eyrie=random,alliance=random,vagabond=random"


class Row(msgspec.Struct, frozen=True):
    """One figure. `ratio` = value / yardstick; ratio and goal are None where there is no yardstick."""

    name: str
    value: float
    unit: str
    yardstick: float | None = None
    ratio: float | None = None
    goal: float | None = None
    note: str = ""


def measured(name: str, value: float, unit: str, yardstick: float, goal: float, note: str = "") -> Row:
    """A figure with its yardstick in the same unit."""
    return Row(name, round(value, 3), unit, round(yardstick, 3), round(value / yardstick, 3), goal, note)


def engine_rows(*, short: bool) -> Iterator[Row]:
    """Everything that needs neither Discord nor a picture."""
    table = plan("root", BASE, {"map": "autumn", "deck": "base"})
    yield from _rules_rows(table, short)
    yield from asyncio.run(_store_rows(table, short))


# --- rules ------------------------------------------------------------------------------------------------


def _rules_rows(table: Plan, short: bool) -> Iterator[Row]:
    games = 10 if short else 60
    play(table, 0, 1)  # warm
    mine = chess = 0.0
    decisions = moves = 0
    for n in range(games):  # in turn, so that a busy moment of the machine hits both
        started = time.thread_time()
        decisions += play(table, n, 100 + n).decisions
        middle = time.thread_time()
        moves += _chess_game(random.Random(n))
        mine, chess = mine + middle - started, chess + time.thread_time() - middle
    note = f"worst {_worst_decision(table, games // 5) * 1e3:.1f} ms"
    yield measured(
        "one decision, random 4-player Root", mine / decisions * 1e6, "µs", chess / moves * 1e6, 2.0, note
    )
    yield Row(
        "random 4-player game", round(mine / games * 1e3, 1), "ms", note=f"{decisions / games:.0f} decisions"
    )
    boards = list(GAMES[table.game].lobby.boards())[:4]
    if len(boards) < 4:
        return
    bots = plan(table.game, ",".join(f"{board}=clockwork:default" for board in boards), table.setup.options)
    started = time.thread_time()
    for n in range(games // 2):
        play(bots, n, 100 + n)
    seconds = (time.thread_time() - started) / (games // 2)
    yield Row(f"game of {len(boards)} Clockwork bots", round(seconds * 1e3, 1), "ms")


def _worst_decision(table: Plan, games: int) -> float:
    """The longest time from an answer to the next question, chance and bots included."""
    rules = GAMES[table.game].rules
    worst = 0.0
    for seed in range(games):
        game: Game[Any] = Game(rules, table.setup, seeded(str(seed)), keep=False).start()
        source = random.Random(seed)
        for _ in range(5000):
            if game.over:
                break
            ask = game.waiting()[0]
            started = time.thread_time()
            game.answer(rules.seat_of(game.state, ask.seat), _any(source, ask))
            worst = max(worst, time.thread_time() - started)
    return worst


def _any(source: random.Random, ask: Ask) -> Answer:
    return Random(source).answer(_nothing, ask)


def _nothing() -> View:
    raise AssertionError("a random seat does not look at the board")


def _chess_game(source: random.Random) -> int:
    """The yardstick: a random game of chess; list the legal moves, make one. Returns the number of moves."""
    import chess

    board = chess.Board()
    while not board.is_game_over() and board.fullmove_number < 150:
        board.push(source.choice(list(board.legal_moves)))
    return len(board.move_stack)


# --- store ------------------------------------------------------------------------------------------------


async def _store_rows(table: Plan, short: bool) -> list[Row]:
    with tempfile.TemporaryDirectory(dir=".") as folder:  # on the disk, not in memory
        path = Path(folder)
        long_game = _long_game(table)
        return [
            await _save_row(path, long_game, 100 if short else 500),
            _reload_row(table, long_game, 50 if short else 300),
            await _memory_row(path, table, 10 if short else 40),
            await _size_row(path, table, 2 if short else 6),
            *await _growth_rows(path, table, (10, 100, 1000) if short else (10, 100, 1000, 10_000)),
        ]


def _long_game(table: Plan) -> Game[Any]:
    """A live game of 2,000 decisions, or the longest one that random play gives."""
    longest: Game[Any] | None = None
    for seed in range(30):
        game: Game[Any] = Game(GAMES[table.game].rules, table.setup, seeded(str(seed))).start()
        source = random.Random(seed)
        while not game.over and game.seq < 2000:
            before = game.saved()
            ask = game.waiting()[0]
            game.answer(game.rules.seat_of(game.state, ask.seat), _any(source, ask))
            game.forget(next(c.seq for c in game.checkpoints if c.turn >= game.state.turn - 1))
        if game.over:  # one answer before the end is as long as a live game can be
            game = Game.load(game.rules, before, game.chance)
        if longest is None or game.seq > longest.seq:
            longest = game
        if longest.seq >= 2000:
            break
    assert longest is not None
    return longest


async def _save_row(folder: Path, game: Game[Any], count: int) -> Row:
    state = game.checkpoints[-1].state
    async with await Store.open(folder / "save.sqlite") as store, _bare(folder / "bare.sqlite") as bare:
        await store.create(GameRow("g", "root", status="running"), [SeatRow("a", 0), SeatRow("b", 1)])

        async def save(n: int) -> None:
            change = Save(
                game="g",
                rev=n,
                at=float(n),
                seq=n + 1,
                entries=(EntryRow(n + 1, "a", "key", b'{"verb":"move","origin":5,"to":10,"warriors":3}'),),
                snapshots=(SnapshotRow(n + 1, n // 12, "daylight", state),),
                keep_turn=n // 12 - 1,
                events=(b'{"key":"moved","about":{"seat":"a"}}',) * 3,
                say=(Say(f"g:{n}", "update", b"{}"),),
                waiting=(Waiting("a", float(n), n + 1),),
                interaction=str(n),
            )
            await store.save(change)

        async def insert(n: int) -> None:
            await bare.execute("insert into t values (?)", (n,))
            await bare.commit()

        mine, yardstick = await _alternately(save, insert, count)
        note = f"{len(state) / 1000:.0f} KB of state"
        return measured("save one answer durably", mine * 1e3, "ms", yardstick * 1e3, 3.0, note)


@contextlib.asynccontextmanager
async def _bare(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path) as bare:
        await bare.execute("pragma journal_mode = wal")
        await bare.execute("pragma synchronous = full")
        await bare.execute("create table t (n integer)")
        await bare.commit()
        yield bare


async def _alternately(
    one: Callable[[int], Awaitable[None]], other: Callable[[int], Awaitable[None]], count: int
) -> tuple[float, float]:
    """Median seconds of two things measured in turn, so that a busy moment hits both."""
    times: tuple[list[float], list[float]] = ([], [])
    for n in range(count):
        for work, column in zip((one, other), times, strict=True):
            started = time.perf_counter()
            await work(n)
            column.append(time.perf_counter() - started)
    return statistics.median(times[0]), statistics.median(times[1])


def _reload_row(table: Plan, game: Game[Any], count: int) -> Row:
    saved = msgspec.json.decode(msgspec.json.encode(game.saved()), type=Saved)
    rules, supplier = game.rules, game.chance
    reload, decoded = [], []
    for _ in range(count):
        started = time.perf_counter()
        Game.load(rules, saved, supplier)
        middle = time.perf_counter()
        decode(rules, saved.checkpoints[-1].state)
        reload.append(middle - started)
        decoded.append(time.perf_counter() - middle)
    note = f"{game.seq} entries in its log"
    return measured(
        "reload a live game",
        statistics.median(reload) * 1e3,
        "ms",
        statistics.median(decoded) * 1e3,
        10.0,
        note,
    )


async def _memory_row(folder: Path, table: Plan, games: int) -> Row:
    async with _house(folder / "memory.sqlite") as house:
        await _begin(house, table, "warm", HUMAN)
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for n in range(games):
            await _begin(house, table, f"g{n}", HUMAN)
            await _answer(house, f"g{n}", 30, random.Random(n))
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return Row("memory of a live game", round((after - before) / games / 1000, 1), "KB", note="goal: 300 KB")


async def _size_row(folder: Path, table: Plan, games: int) -> Row:
    async with _house(folder / "size.sqlite") as house:
        for n in range(games):
            await _begin(house, table, f"g{n}", RANDOM)
        await house.store.backup()
    (copy,) = (folder / "backups").glob("size-*.sqlite")
    return Row(
        "database of a finished game",
        round(copy.stat().st_size / games / 1000, 1),
        "KB",
        note="goal: 1,000 KB",
    )


async def _growth_rows(folder: Path, table: Plan, sizes: tuple[int, ...]) -> list[Row]:
    """Answers through the table while the database fills up; the smallest one is measured in turn with each."""
    rows: list[Row] = []
    small, grown = folder / "small.sqlite", folder / "grown.sqlite"
    for path in (small, grown):
        async with _house(path) as house:
            await _begin(house, table, "copied", HUMAN)
            await _answer(house, "copied", 60, random.Random(0))
        _copies(path, 1, sizes[0])
    for before, size in itertools.pairwise(sizes):
        _copies(grown, before, size)
        mine, yardstick = await _side_by_side(grown, small, table, f"mine{size}")
        name = f"answer to saved, {size:,} games in the database"
        rows.append(measured(name, mine * 1e3, "ms", yardstick * 1e3, 1.3, f"yardstick: {sizes[0]} games"))
    return rows


async def _side_by_side(grown: Path, small: Path, table: Plan, game: str) -> tuple[float, float]:
    """Median seconds of an answer in two databases, the same game in both, answered in turn."""
    sources = random.Random(1), random.Random(1)
    async with _house(grown) as there, _house(small) as here:
        for house in (there, here):
            await _begin(house, table, game, HUMAN)
        return await _alternately(
            lambda _: _answer(there, game, 1, sources[0]), lambda _: _answer(here, game, 1, sources[1]), 200
        )


@contextlib.asynccontextmanager
async def _house(path: Path) -> AsyncIterator[Table]:
    async with await Store.open(path) as store:
        house = Table(store, GAMES, delay=lambda: 3600.0)
        yield house
        await house.close()


def _copies(path: Path, first: int, last: int) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("begin")
        for table in ("game", "seat", "entry", "snapshot", "event"):
            columns = [row[1] for row in db.execute(f"pragma table_info({table})")]
            name = "id" if table == "game" else "game"
            others = ", ".join(column for column in columns if column != name)
            for n in range(first, last):
                db.execute(
                    f"insert into {table} ({name}, {others}) select 'copy' || {n}, {others} from {table} "
                    f"where {name} = 'copied'"
                )
        db.execute("commit")


async def _begin(house: Table, table: Plan, game: str, kind: str) -> None:
    await house.store.create(GameRow(game, table.game))
    seats = [SeatRow(seat.seat, n, kind=kind) for n, seat in enumerate(table.setup.seats)]
    await house.start(game, table.setup, seats)


async def _answer(house: Table, game: str, count: int, source: random.Random) -> None:
    """Random answers through the table, as people would give them."""
    for _ in range(count):
        look = await house.look(game)
        if not look.open:
            return
        seat = look.open[0].seat
        ask = (await house.look(game, seat)).ask
        if ask is not None:
            await house.answer(game, seat, _any(source, ask), rev=look.game.rev)


# --- showing ----------------------------------------------------------------------------------------------


def show(rows: Iterator[Row], *, as_json: bool) -> int:
    """Print the rows as they come; 1 if a ratio is more than twice its goal."""
    all_rows: list[Row] = []
    for row in rows:
        all_rows.append(row)
        if not as_json:
            print(_line(row), flush=True)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(all_rows), indent=1).decode() + "\n")
    return int(
        any(row.ratio is not None and row.goal is not None and row.ratio > 2 * row.goal for row in all_rows)
    )


def _line(row: Row) -> str:
    text = f"{row.name:52} {row.value:>10,.3g} {row.unit:3}"
    if row.ratio is not None and row.goal is not None and row.yardstick is not None:
        filled = min(20, round(10 * row.ratio / row.goal))
        bar = "█" * filled + "·" * (20 - filled)
        mark = "  " if row.ratio <= row.goal else " !"
        text += f"  {row.ratio:5.2f} x of {row.yardstick:.3g} {row.unit} (goal {row.goal:g}){mark} {bar[:10]}|{bar[10:]}"
    return f"{text}  {row.note}".rstrip()
