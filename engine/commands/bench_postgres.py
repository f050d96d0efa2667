"""bench, PostgreSQL: what keeping games on a server costs, beside a bare insert on the same server."""

from __future__ import annotations

import asyncio
import random
from statistics import median

from engine.commands.bench import Effort, Row, in_turn, measured
from engine.commands.bench_rules import new_game, step
from engine.commands.bench_store import answer, begin, house, saving
from engine.commands.simulate import measured_table
from engine.game import encode
from engine.games import GAMES
from engine.live import KEEP_TURNS, load
from engine.seats import HUMAN
from engine.store import Store
from engine.store.address import read
from engine.store.postgres import connect, prepare

OPENING = 200
"""Answers after which the game that is saved and loaded has a state of the usual size."""


async def postgres_rows(url: str, effort: Effort) -> list[Row]:
    """Saving and loading on a server, in turn with the least that can be durable there."""
    await asyncio.to_thread(prepare, read(url))
    bare = await asyncio.to_thread(connect, read(url))
    bare.execute("create table bare (n bigint)")

    async def insert() -> None:
        await asyncio.to_thread(bare.execute, "insert into bare values (1)")

    try:
        table = measured_table()
        game, source = new_game(table, 7, keep=False), random.Random(7)
        for _ in range(OPENING):
            step(game, source)
        state = encode(game.state)
        async with await Store.open(url) as store:
            saved = await in_turn({"save": await saving(store, state), "insert": insert}, effort.saves)
            looked = await in_turn({"look": lambda: store.is_at("g", 0, 0), "insert": insert}, effort.reloads)
            await store.delete("g")
        async with house(url) as home:
            await begin(home, table, "long", HUMAN)
            await answer(home, "long", OPENING, random.Random(1))

            async def reload() -> None:
                loaded = await home.store.load("long", KEEP_TURNS)
                assert loaded is not None
                load(GAMES, loaded)

            reloaded = await in_turn({"reload": reload, "insert": insert}, effort.reloads)
    finally:
        bare.close()
    note = f"a bare insert on the same server; {len(state) / 1000:.0f} KB of state"
    rows = [
        ("PostgreSQL: save one answer durably", "save", saved, 4.0, note),
        ("PostgreSQL: reload a live game from the server", "reload", reloaded, 4.0, "a bare insert"),
        ("PostgreSQL: is a game in memory the newest?", "look", looked, 1.0, "a bare insert"),
    ]
    return [
        measured(name, median(times[what]) * 1e3, "ms", median(times["insert"]) * 1e3, goal, note)
        for name, what, times, goal, note in rows
    ]
