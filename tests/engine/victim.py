"""A process that plays pebbles through the table until it is killed. Run by test_kill.py.

It answers for everybody, writes every confirmed answer to a file (forced to the disk) and every message it
says to another, and goes on where the last one was killed.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path

from engine.seats import Random
from engine.store import GameRow, SeatRow, Store
from engine.table import Table
from tests import toy
from tests.toy import PEBBLES

GAMES = 60
AT_ONCE = 4


def note(path: Path, line: str) -> None:
    with open(path, "a") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


async def main(folder: Path, address: str, seed: int) -> None:
    source = random.Random(seed)

    async def speak(game, rows):
        for row in rows:
            note(folder / "said", f"{row.game} {row.nonce}")

    async with await Store.open(address) as store:
        table = Table(store, {"pebbles": PEBBLES}, delay=lambda: 3600.0)
        await table.resume(speak)
        print("ready", flush=True)
        tables = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(one_game(folder, table, f"g{n}", source, tables) for n in range(GAMES)))
        await table.outbox.quiet()
        await table.close()


async def one_game(folder, table, game, source, tables) -> None:
    async with tables:
        row = await table.store.game(game)
        if row is None:
            row = GameRow(game, "pebbles")
            await table.store.create(row)
        if row.status == "lobby":
            kinds = ("human", "human", "random")
            seats = [SeatRow(name, i, kind=kinds[i]) for i, name in enumerate(("ann", "bob", "cy"))]
            await table.start(game, toy.setup("ann", "bob", "cy"), seats)
        await people(folder, table, game, source)


async def people(folder: Path, table: Table, game: str, source: random.Random) -> None:
    while (look := await table.look(game)).open:
        seat = source.choice(look.open).seat
        look = await table.look(game, seat)
        if look.ask is None:
            continue
        interaction = f"{game}-{source.getrandbits(60)}"
        answer = Random(source).answer(lambda: None, look.ask)
        update = await table.answer(game, seat, answer, rev=look.game.rev, interaction=interaction)
        note(folder / "confirmed", f"{game} {interaction} {update.rev}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
