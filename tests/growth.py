"""A day of a big bot, in minutes: 100,000 live games of 10,000 servers in one PostgreSQL, played by several processes.

`python -m tests.growth --games 100000 --servers 10000 --processes 2 --rate 20 --seconds 60`

What is real: the database, the store, the company of processes, the rules, the answers. What stands in for Discord: a
stub that takes as long as Discord does and counts requests; no pictures are drawn (their cost is in the benchmark).
CPU time is counted, not wall time, so a busy machine does not matter much. docs/growth.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import time
from collections import Counter
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

import psycopg

from engine.commands.bench_rules import any_answer
from engine.commands.bench_store import answer, begin
from engine.commands.simulate import measured_table
from engine.games import GAMES
from engine.live import TableError
from engine.seats import HUMAN
from engine.shards import Shards
from engine.store import Store, StoreError
from engine.table import Table
from engine.together import Together
from tests.postgres import Cluster, own_cluster

TEMPLATES = 12
OPENING = 6
ELSEWHERE = 0.1
"""The share of answers that come through another process than the one of the game's server."""
REST = 0.15
"""Seconds that Discord takes for a request."""
NEVER = 3600.0
TAKEN = 500


# --- the games --------------------------------------------------------------------------------------------


async def templates(url: str) -> list[str]:
    """Some real games, a little way in."""
    async with await Store.open(url) as store:
        table = Table(store, GAMES, delay=lambda: NEVER)
        for n in range(TEMPLATES):
            await begin(table, measured_table(), f"t{n}", HUMAN)
            await answer(table, f"t{n}", OPENING + n, random.Random(n))
        await table.close()
    return [f"t{n}" for n in range(TEMPLATES)]


def multiply(url: str, names: list[str], games: int, servers: int) -> None:
    """As many copies as are wanted, each of other people, spread over the servers."""
    other = {
        "guild": f"((k::bigint % {servers}) << 22)::text",
        "channel": "'c' || k",
        "user": "'u' || (k % 50000)",
    }
    with psycopg.connect(url, autocommit=True) as db:
        for table in ("game", "seat", "entry", "snapshot", "event"):
            key = "id" if table == "game" else "game"
            found = db.execute(
                "select column_name from information_schema.columns where table_name = %s", (table,)
            ).fetchall()
            columns = [name for (name,) in found if name != key]
            values = ", ".join(other.get(name, f'"{name}"') for name in columns)
            listed = ", ".join(f'"{name}"' for name in columns)
            for number, name in enumerate(names):
                db.execute(
                    f"insert into {table} ({key}, {listed}) select 'g' || k, {values} "
                    f"from {table}, generate_series({number}, {games - 1}, {len(names)}) as copies(k) where {key} = '{name}'".encode()
                )
        db.execute("update game set status = 'archived' where id like 't%'")
        db.execute("delete from outbox")
        db.execute("analyze")


# --- one process ------------------------------------------------------------------------------------------


class Player:
    """One process of the bot, with people who answer at a steady rate."""

    def __init__(self, url: str, shard: int, processes: int, games: int, servers: int) -> None:
        self.url, self.games, self.servers = url, games, servers
        self.shards = Shards((shard,), processes)
        self.source = random.Random(shard)
        self.counts: Counter[str] = Counter()
        self.times: list[float] = []
        self.told: list[float] = []

    async def run(self, line: Connection) -> None:
        async with await Store.open(self.url) as store, Together(store, self.shards) as company:
            table = Table(store, GAMES, delay=lambda: NEVER, company=company)
            line.send(company.me.id)
            rate, seconds = await asyncio.to_thread(line.recv)
            await table.resume(self.speak)
            before = resource.getrusage(resource.RUSAGE_SELF)
            await self.play(table, rate, seconds)
            await table.outbox.quiet()
            after = resource.getrusage(resource.RUSAGE_SELF)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            line.send((dict(self.counts), self.times, self.told, cpu, after.ru_maxrss / 1024))
            await asyncio.to_thread(line.recv)
            started = time.process_time()
            await table.take_up_all(f"g{n}" for n in range(TAKEN))
            line.send((time.process_time() - started) / TAKEN)
            await table.close()

    async def speak(self, game, rows) -> None:
        """What a speaker reads, and the time Discord takes; the picture is in the benchmark."""
        await self.table_of.look(game)
        await self.table_of.store.newest_events(game, 30)
        await asyncio.sleep(REST)
        self.counts["boards told"] += 1
        self.told.append(time.time() - rows[0].created)

    async def play(self, table: Table, rate: float, seconds: float) -> None:
        self.table_of = table
        loop = asyncio.get_running_loop()
        end, due = loop.time() + seconds, loop.time()
        under_way: set[asyncio.Task[None]] = set()
        while due < end:
            due += self.source.expovariate(rate)
            await asyncio.sleep(max(0.0, due - loop.time()))
            task = asyncio.create_task(self.one_answer(table))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        if under_way:
            await asyncio.wait(under_way)

    def some_game(self) -> str:
        if self.source.random() < ELSEWHERE:
            return f"g{self.source.randrange(self.games)}"
        while True:
            n = self.source.randrange(self.games)
            if (n % self.servers) % self.shards.count == self.shards.ids[0]:
                return f"g{n}"

    async def one_answer(self, table: Table) -> None:
        game = self.some_game()
        started = time.perf_counter()
        try:
            look = await table.look(game)
            if not look.open:
                return
            seat = look.open[0].seat
            ask = (await table.look(game, seat)).ask
            if ask is None:
                return
            chosen = any_answer(self.source, ask)
            name = f"{self.shards.ids[0]}-{self.counts['tried']}"
            self.counts["tried"] += 1
            await table.answer(game, seat, chosen, rev=look.game.rev, interaction=name)
            self.counts["answers"] += 1
            self.times.append(time.perf_counter() - started)
        except (TableError, StoreError) as error:
            self.counts[f"refused: {type(error).__name__}"] += 1


def player(url: str, shard: int, processes: int, games: int, servers: int, line: Connection) -> None:
    asyncio.run(Player(url, shard, processes, games, servers).run(line))


# --- the whole --------------------------------------------------------------------------------------------


def cpu_of(cluster: Cluster) -> float:
    """CPU seconds of the server so far."""
    total = 0.0
    for pid in cluster.processes():
        with contextlib.suppress(OSError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def one(url: str, sql: str) -> float:
    with psycopg.connect(url) as db:
        row = db.execute(sql.encode()).fetchone()
        return float(row[0]) if row else 0.0


def run(given: argparse.Namespace) -> None:
    with own_cluster(quick=False) as cluster:
        url = cluster.new_database()
        started = time.monotonic()
        multiply(url, asyncio.run(templates(url)), given.games, given.servers)
        size = one(url, "select pg_database_size(current_database())")
        print(
            f"{given.games:,} live games of {given.servers:,} servers: {size / 1e9:.2f} GB, made in {time.monotonic() - started:.0f} s"
        )
        context = get_context("spawn")
        lines, workers = [], []
        for shard in range(given.processes):
            mine, its = context.Pipe()
            worker = context.Process(
                target=player,
                args=(url, shard, given.processes, given.games, given.servers, its),
                daemon=True,
            )
            worker.start()
            lines.append(mine)
            workers.append(worker)
        ids = [line.recv() for line in lines]
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("update game set process = %s where status = 'running'", (ids[0],))
            db.execute("vacuum analyze game")
            db.execute("checkpoint")
        before, wal = cpu_of(cluster), one(url, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        began = time.monotonic()
        for line in lines:
            line.send((given.rate / given.processes, given.seconds))
        results = [line.recv() for line in lines]
        wall = time.monotonic() - began
        server = cpu_of(cluster) - before
        written = one(url, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn") - wal
        lines[0].send(True)
        taken = lines[0].recv()
        for line in lines[1:]:
            line.send(True)
            line.recv()
        for worker in workers:
            worker.join(30)
        grown = one(url, "select pg_database_size(current_database())") - size
    counts = sum((Counter(result[0]) for result in results), Counter[str]())
    times = sorted(time for result in results for time in result[1])
    told = sorted(time for result in results for time in result[2])
    answers = counts["answers"]
    cpu = sum(result[3] for result in results)
    print(f"{answers:,} answers in {wall:.0f} s ({answers / wall:.1f} a second); {dict(counts)}")
    print(
        f"CPU of the bot {cpu / answers * 1e3:.2f} ms an answer, of PostgreSQL {server / answers * 1e3:.2f} ms"
    )
    print(
        f"written ahead {written / answers / 1e3:.1f} KB an answer, the database grew by {grown / answers / 1e3:.1f} KB"
    )
    print(
        f"rules and save, half within {median(times) * 1e3:.0f} ms, 95 % within {quantiles(times, n=20)[-1] * 1e3:.0f} ms"
    )
    print(
        f"told, half within {median(told) * 1e3:.0f} ms, 95 % within {quantiles(told, n=20)[-1] * 1e3:.0f} ms (Discord: {REST * 1e3:.0f} ms)"
    )
    print(
        f"memory of a process {max(result[4] for result in results):.0f} MB; a game is taken up in {taken * 1e3:.2f} ms of CPU"
    )


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--servers", type=int, default=10_000)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--rate", type=float, default=20.0, help="answers a second, of all")
    options.add_argument("--seconds", type=float, default=60.0)
    run(options.parse_args())
