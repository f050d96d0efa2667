"""make soak: hundreds of games at once, people and bots, with faults, for a set time.

People answer, click twice and click on old boards; messages fail; changes are torn off before and after their
commit; the whole house is dropped and opened again. At every restart and at the end everything that was confirmed
must be there, once. Prints a table; fails if anything was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from engine import export
from engine.games import GAMES
from engine.live import Kind, Moved, NotRunning
from engine.rules import Refused, SeatSetup, Setup
from engine.seats import Random
from engine.store import GameRow, SeatRow, Store
from engine.table import Closing, Table, Update
from tests import toy

FACTIONS = ("marquise", "eyrie", "alliance", "vagabond")


class Torn(BaseException):
    """A change torn off, as a crash would."""


class Soak:
    """One long run: what people were told, and what the store holds."""

    def __init__(self, folder: Path, games: int, seed: int) -> None:
        self.path = folder / "games.sqlite"
        self.games = games
        self.source = random.Random(seed)
        self.kinds: dict[str, Kind] = {**GAMES, "pebbles": toy.PEBBLES}
        self.confirmed: dict[str, tuple[str, int]] = {}
        self.said: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.latencies: list[float] = []
        self.problems: list[str] = []
        self.made = 0

    async def run(self, seconds: float, restart_every: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            await self.one_life(min(left, restart_every))
            self.counts["restarts"] += 1
        await self.check()

    async def one_life(self, seconds: float) -> None:
        """Open the house, play, and drop it: politely or not."""
        async with await Store.open(self.path) as store:
            table = Table(store, self.kinds, active=100, delay=lambda: 0.05, reached=self.fault)
            broken = await table.resume(self.speak)
            self.problems += [f"{game} cannot be loaded" for game in broken]
            end = time.monotonic() + seconds
            await asyncio.gather(*(self.people(table, end) for _ in range(20)))
            self.counts["polite"] += (polite := self.source.random() < 0.5)
            if not polite:
                table.outbox._open = False  # nothing more is said in this life
            await table.close()
        await self.check()

    def fault(self, point: str) -> None:
        if self.source.random() < 0.003:
            self.counts[f"torn off {point}"] += 1
            raise Torn

    async def speak(self, game, rows) -> None:
        if self.source.random() < 0.05:
            self.counts["messages failed"] += 1
            raise OSError("Discord is away")
        for row in rows:
            self.said[row.nonce] += 1

    async def people(self, table: Table, end: float) -> None:
        """Somebody who goes from game to game."""
        while time.monotonic() < end:
            try:
                running = await table.store.games("running")
                if len(running) < self.games:
                    await self.begin(table)
                    continue
                await self.one_answer(table, self.source.choice(running).id)
            except (Torn, Closing):
                continue

    async def begin(self, table: Table) -> None:
        self.made += 1
        game = f"g{self.made}"
        if self.source.random() < 0.3:
            kind, seats, setup = "pebbles", ("ann", "bob", "cy"), toy.setup("ann", "bob", "cy")
        else:
            kind, seats = "root", FACTIONS[: self.source.choice((2, 4))]
            setup = Setup(tuple(SeatSetup(seat, seat) for seat in seats), {"map": "autumn", "deck": "base"})
        await table.store.create(GameRow(game, kind))
        rows = [
            SeatRow(seat, n, kind="human" if n == 0 else self.source.choice(("human", "random")))
            for n, seat in enumerate(seats)
        ]
        await table.start(game, setup, rows)
        self.counts["games begun"] += 1

    async def one_answer(self, table: Table, game: str) -> None:
        look = await table.look(game)
        if not look.open:
            return
        seat = self.source.choice(look.open).seat
        ask = (look := await table.look(game, seat)).ask
        if ask is None:
            return
        interaction = f"{game}-{self.source.getrandbits(62)}"
        answer = Random(self.source).answer(lambda: look.view, ask)
        deliveries = 2 if self.source.random() < 0.1 else 1
        started = time.perf_counter()
        results = await asyncio.gather(
            *(
                table.answer(game, seat, answer, rev=look.game.rev, interaction=interaction)
                for _ in range(deliveries)
            ),
            return_exceptions=True,
        )
        self.latencies.append(time.perf_counter() - started)
        applied = [result for result in results if isinstance(result, Update)]
        for result in results:
            if isinstance(result, Torn):
                raise result
            if not isinstance(result, (Update, Moved, Refused, NotRunning)):
                self.problems.append(f"{game}: {result!r}")
        if sum(not update.again for update in applied) > 1:
            self.problems.append(f"{interaction} took effect twice")
        for update in applied:
            self.confirmed[interaction] = (game, update.rev)
        self.counts["answers"] += bool(applied)
        self.counts["deliveries twice"] += deliveries - 1
        self.counts["moved on"] += sum(isinstance(result, Moved) for result in results)

    async def check(self) -> None:
        """Everything confirmed is there; the logs have no gap; finished games have fair dice."""
        async with await Store.open(self.path) as store:
            for interaction, (game, rev) in self.confirmed.items():
                kept = await store.interaction(interaction)
                if kept is None or kept[0] != game or kept[1] > rev:
                    self.problems.append(f"the confirmed answer {interaction} is lost")
            for row in await store.games("running", "finished", limit=100_000):
                entries = await store.entries(row.id)
                if [entry.seq for entry in entries] != list(range(1, row.seq + 1)):
                    self.problems.append(f"the log of {row.id} has a gap")
            finished = await store.games("finished", limit=100_000)
            for row in finished[:20]:
                verdict = export.verify(export.read(await export.export(store, row.id)), self.kinds)
                if not verdict.fair:
                    self.problems.append(f"{row.id}: {verdict.sentence}")
            self.counts["games finished"] = len(finished)
        for nonce, count in self.said.items():
            if count > 1:
                self.counts["said again with the same nonce"] += 1
                self.said[nonce] = 1
        self.counts["answers confirmed and kept"] = len(self.confirmed)

    def report(self, seconds: float) -> str:
        times = sorted(self.latencies)
        lines = [f"{name:32} {count:>10,}" for name, count in sorted(self.counts.items())]
        for share in (0.5, 0.95, 0.99):
            lines.append(
                f"{f'answer p{share * 100:.0f}, 20 at once':32} {times[int(share * (len(times) - 1))] * 1e3:>10.1f} ms"
            )
        lines.append(f"{'answers a second':32} {len(times) / seconds:>10.1f}")
        lines.append(f"{'memory':32} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:>10.0f} MB")
        lines.append(f"{'problems':32} {len(self.problems):>10}")
        return "\n".join([*lines, *self.problems[:20]])


def main() -> int:
    options = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    options.add_argument("--minutes", type=float, default=2.0)
    options.add_argument("--games", type=int, default=200, help="games at once")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    logging.disable(logging.CRITICAL)  # the faults are ours
    with tempfile.TemporaryDirectory(dir=".") as folder, contextlib.suppress(KeyboardInterrupt):
        soak = Soak(Path(folder), chosen.games, chosen.seed)
        started = time.monotonic()
        asyncio.run(soak.run(chosen.minutes * 60, restart_every=max(5.0, chosen.minutes * 6)))
        print(soak.report(time.monotonic() - started))
        return int(bool(soak.problems))
    return 1


if __name__ == "__main__":
    sys.exit(main())
