"""Killed at any instant, again and again: every confirmed answer is kept, nothing is done or said twice."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from engine import export
from engine.store import Store
from tests.engine.victim import GAMES
from tests.toy import PEBBLES

KILLS = 12


def lines(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


@pytest.mark.slow
async def test_killed_again_and_again_nothing_is_lost_or_doubled(tmp_path, address):
    kill_often(tmp_path, address)
    await check(tmp_path, address)


def kill_often(folder: Path, address: str) -> None:
    source = random.Random(11)
    for run in range(KILLS + 1):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.victim", str(folder), address, str(run)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if run < KILLS:
            assert process.stdout.readline() == "ready\n", process.stderr.read()
            time.sleep(source.uniform(0.0, 0.12))
            process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        assert process.returncode == (-signal.SIGKILL if run < KILLS else 0), errors


async def check(folder: Path, address: str) -> None:
    confirmed = lines(folder / "confirmed")
    said = Counter(nonce for _, nonce in lines(folder / "said"))
    async with await Store.open(address) as store:
        for game, interaction, rev in confirmed:
            kept = await store.interaction(interaction)
            assert kept is not None, "a confirmed answer is lost"
            assert (kept[0], kept[1] <= int(rev)) == (game, True)
        for n in range(GAMES):
            row = await store.game(f"g{n}")
            assert row.status == "finished"
            assert row.told == row.rev
            assert not await store.unsaid(row.id)
            entries = await store.entries(row.id)
            assert [entry.seq for entry in entries] == list(range(1, row.seq + 1))
            whole = export.read(await export.export(store, row.id))
            verdict = export.verify(whole, {"pebbles": PEBBLES})
            assert verdict.fair, verdict.sentence
            keys = [event.key for event in whole.events]
            assert (keys.count("table.pledge"), keys.count("table.seed")) == (1, 1)
        nonces = {
            nonce
            for (nonce,) in await store.database.read(
                lambda db: db.execute("select nonce from outbox").fetchall()
            )
        }
    assert set(said) == nonces
    repeated = sum(count - 1 for count in said.values())
    assert repeated <= KILLS * GAMES  # only what a kill left between saying and marking, with the same nonce
