"""A disk of its own for one test: a small memory disk that gets full, or read-only. Run by test_disk.py.

It runs in its own user and mount namespace, so it needs no rights and leaves nothing behind:
`unshare --user --map-root-user --mount python -m tests.trust.small_disk FOLDER full|read-only|limit`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from engine.flow import Done
from engine.store import GameRow, SeatRow, Store, StoreError, sqlite
from engine.table import Table
from tests import toy

SIZE = 1_000_000


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True)


def mount_again(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


@contextlib.asynccontextmanager
async def playing(folder: Path):
    """A table with one game of pebbles that waits for Ann."""
    async with await Store.open(folder / "games.sqlite") as store:
        table = Table(store, {"pebbles": toy.PEBBLES}, delay=lambda: 3600.0)
        if await store.game("g1") is None:
            await store.create(GameRow("g1", "pebbles"))
            seats = [SeatRow("ann", 0), SeatRow("bob", 1)]
            await table.start("g1", toy.setup("ann", "bob", heap=10_000), seats)
        yield table
        await table.close()


async def answer_until_refused(table: Table, most: int) -> tuple[int, str]:
    """Answer and answer; the last revision that was confirmed, and why it ended."""
    rev = (await table.look("g1")).game.rev
    for n in range(most):
        try:
            update = await table.answer("g1", "ann", toy.Take(1), interaction=f"{rev}-{n}")
        except StoreError as error:
            return rev, str(error)
        rev = update.rev
    return rev, "never refused"


async def full(folder: Path, spoil, mend) -> None:
    """Fill the disk while people play, then make room and play on."""
    async with playing(folder) as table:
        await answer_until_refused(table, 3)
        spoil()
        rev, reason = await answer_until_refused(table, 5000)
        print("refused:", reason)
        look = await table.look("g1", "ann")
        assert look.game.rev == rev, "what was refused is not there"
        assert look.ask is not None, "the question is still open"
        with contextlib.suppress(StoreError):
            print("backup:", await table.store.backup())
        assert not list((folder / "backups").glob("*.part")), "half a backup was left"
        mend()
        update = await table.answer("g1", "ann", Done())
        assert update.rev > rev
        print("went on from:", rev)
    async with playing(folder) as table:
        assert (await table.look("g1")).game.rev == update.rev
        entries = await table.store.entries("g1")
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))


async def on_full_disk(folder: Path) -> None:
    mount(folder, f"size={SIZE}")
    ballast = folder / "ballast"

    def spoil() -> None:
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    await full(folder, spoil, ballast.unlink)


async def at_a_limit(folder: Path) -> None:
    """The system refuses to let any file grow: another face of the same trouble."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def spoil() -> None:
        largest = max(file.stat().st_size for file in folder.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, limits[1]))

    await full(folder, spoil, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits))


async def read_only(folder: Path) -> None:
    """The disk becomes read-only, as after an error: nothing opens, nothing is lost."""
    mount(folder, "size=8m")
    async with playing(folder) as table:
        rev, _ = await answer_until_refused(table, 3)
    before = (folder / "games.sqlite").read_bytes()
    mount_again(folder, "ro")
    try:
        async with playing(folder):
            print("opened")
    except StoreError as error:
        print("refused:", error)
    try:
        sqlite.backup(folder / "games.sqlite", folder / "backups")
    except StoreError as error:
        print("backup:", error)
    assert (folder / "games.sqlite").read_bytes() == before
    mount_again(folder, "rw")
    async with playing(folder) as table:
        assert (await table.look("g1")).game.rev == rev
    print("went on from:", rev)


if __name__ == "__main__":
    os.umask(0o022)
    run = {"full": on_full_disk, "limit": at_a_limit, "read-only": read_only}[sys.argv[2]]
    asyncio.run(run(Path(sys.argv[1])))
