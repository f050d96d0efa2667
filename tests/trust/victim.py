"""A bot in a process of its own, on a real file, at a Discord that lives in the test: made to be killed.

It is the bot as people run it. `Trap` puts a SIGKILL at a named point of its work, at the n-th passing.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import msgspec

PRELOAD = [
    "cogs.app",
    "engine.house",
    "engine.harrow.rules",
    "engine.harrow.words",
    "engine.root.rules",
    "engine.root.words",
    "tests.trust.warm",
    "tests.trust.victim",
]


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """One life of the bot: where it lives, and how it is to die, if by itself."""

    url: str
    path: str
    point: str = ""
    passing: int = 1
    migrations: str = ""
    without: str = ""
    """A protection that is taken away, to show that the checks find what it protects from."""
    log: str = ""
    shards: str = ""
    lease: float = 15.0
    apart: str = ""
    """Pictures are drawn in a process apart, as people have it; its number is written to this file. Most lives are too short
    for one to begin, and draw by themselves."""


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Trap:
    """Counts how often a point is passed, and strikes at one of them."""

    def __init__(self, passing: int) -> None:
        self.left = passing

    def spring(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            die()

    def before(self, owner: Any, name: str) -> None:
        """Strike before a method is called."""
        work: Callable[..., Any] = getattr(owner, name)

        def trapped(*given: Any, **named: Any) -> Any:
            self.spring()
            return work(*given, **named)

        setattr(owner, name, trapped)

    def after(self, owner: Any, name: str) -> None:
        """Strike after a coroutine has returned."""
        work: Callable[..., Any] = getattr(owner, name)

        async def trapped(*given: Any, **named: Any) -> Any:
            result = await work(*given, **named)
            self.spring()
            return result

        setattr(owner, name, trapped)


def in_table(point: str, trap: Trap) -> None:
    from engine.table import Table

    begin = Table.__init__

    def watched(self: Table, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self.reached = lambda reached: trap.spring() if reached == point else None

    Table.__init__ = watched  # type: ignore[method-assign]


def in_a_bots_turn(trap: Trap) -> None:
    from engine import table

    trap.before(table, "let_answer")


def in_speaker(trap: Trap) -> None:
    from cogs.board.speak import Speaker

    trap.before(Speaker, "speak")


def in_a_picture(trap: Trap) -> None:
    """In the studio's thread, with the board drawn and not yet a file."""
    from render import bands

    trap.before(bands, "png")


def in_a_picture_apart(trap: Trap) -> None:
    """With the order sent to the process that draws, and no answer yet."""
    from render.apart import StudioApart
    from render.orders import Order

    send = StudioApart._send

    def trapped(self: StudioApart, number: int, one: Any) -> None:
        send(self, number, one)
        if isinstance(one.wish, Order):
            trap.spring()

    StudioApart._send = trapped  # type: ignore[method-assign]


def in_an_answered_picture(trap: Trap) -> None:
    """With the picture back from the process that draws, and nobody told."""
    from render.apart import StudioApart

    trap.after(StudioApart, "make")


def note_processes(path: str) -> None:
    """Write down the number of every process that draws as soon as there is one."""
    from render import apart

    begin = apart.started

    def noted(end: socket.socket) -> subprocess.Popen[bytes]:
        process = begin(end)
        with open(path, "a") as numbers:
            numbers.write(f"{process.pid}\n")
        return process

    apart.started = noted


def in_store(how: str, name: str, trap: Trap) -> None:
    from engine.store import Store

    getattr(trap, how)(Store, name)


def in_watch(trap: Trap) -> None:
    from cogs.waiting.watch import Watch

    trap.after(Watch, "changed")


def in_a_backup(trap: Trap) -> None:
    from engine.store import sqlite

    trap.before(sqlite, "settle")


def answered_not_told(trap: Trap) -> None:
    from engine.table import Table

    trap.after(Table, "answer")


def in_the_solo_game(name: str, trap: Trap) -> None:
    from engine.harrow.automated import steps
    from engine.harrow.solo import course

    trap.before(steps if hasattr(steps, name) else course, name)


SOLO_POINTS: dict[str, Callable[[Trap], None]] = {
    "before a card is turned over": partial(in_the_solo_game, "turn_card"),
    "between the fields of a faction that moves by itself": partial(in_the_solo_game, "perform_field"),
    "before it attacks": partial(in_the_solo_game, "bot_attack"),
    "after it has moved": partial(in_the_solo_game, "put_away"),
}
"""H6  While Protectors and Family move by themselves."""


APART_POINTS: dict[str, Callable[[Trap], None]] = {
    "while another process draws": in_a_picture_apart,
    "with the picture there, not sent": in_an_answered_picture,
}
"""With pictures from a process apart."""

POINTS: dict[str, Callable[[Trap], None]] = {
    "before commit": partial(in_table, "before commit"),
    "after commit": partial(in_table, "after commit"),
    "answer saved, person not told": answered_not_told,
    "between commit and message": in_speaker,
    "message sent, not remembered": partial(in_store, "before", "remember"),
    "board told, former one not frozen": in_watch,
    "message remembered, still in the outbox": partial(in_store, "before", "said"),
    "message said": partial(in_store, "after", "said"),
    "in a bot's turn": in_a_bots_turn,
    "while a picture is drawn": in_a_picture,
    "during a backup": in_a_backup,
}


def without_knowing_what_was_sent() -> None:
    """No nonces, and nobody looks whether the board stands there already."""
    from discord.abc import Messageable

    from cogs.board.speak import Speaker

    async def not_found(*_: object) -> None:
        return None

    Speaker.sent_before = not_found  # type: ignore[assignment, method-assign]

    send = Messageable.send

    async def plain(self: Any, *given: Any, nonce: object = None, **named: Any) -> Any:
        return await send(self, *given, **named)

    Messageable.send = plain  # type: ignore[assignment, method-assign]


def without_saving_first() -> None:
    """Every fourth change is told and never saved."""
    from engine.store import Store

    save = Store.save
    counts = iter(range(1, 1_000_000))

    async def forgetful(self: Store, change: Any) -> int:
        if next(counts) % 4 == 0:
            return int(change.rev) + 1
        return await save(self, change)

    Store.save = forgetful  # type: ignore[method-assign]


def without_one_transaction() -> None:
    """The log is written before the rest of a change, in a transaction of its own; the bot dies between the two."""
    from engine.store import Store

    save = Store.save
    trap = Trap(5)

    async def in_two_steps(self: Store, change: Any) -> int:
        rows = [(change.game, e.seq, e.seat, e.key, e.value, change.at) for e in change.entries]
        sql = "insert into entry (game, seq, seat, key, value, at) values (?, ?, ?, ?, ?, ?)"
        await self._change(lambda db: db.executemany(sql, rows).rowcount)
        trap.spring()
        return await save(self, msgspec.structs.replace(change, entries=()))

    Store.save = in_two_steps  # type: ignore[method-assign]


PROTECTIONS: dict[str, Callable[[], None]] = {
    "knowing what was sent": without_knowing_what_was_sent,
    "saving before telling": without_saving_first,
    "one transaction": without_one_transaction,
}


def live(life: Life) -> None:
    """Run the bot until it is killed, or closed by SIGTERM."""
    from cogs import app
    from engine import logs
    from engine.house import open_house
    from engine.settings import Settings
    from engine.store import sqlite
    from render import Studio

    if life.log:
        logs.configure("human", "info", stream=open(life.log, "a", buffering=1))  # noqa: SIM115
    else:
        logging.disable(logging.CRITICAL)
    if life.point:
        {**POINTS, **SOLO_POINTS, **APART_POINTS}[life.point](Trap(life.passing))
    if life.apart:
        note_processes(life.apart)
    if life.without:
        PROTECTIONS[life.without]()
    if life.migrations:
        mortal_migrations(sqlite, Path(life.migrations))
    settings = Settings(
        database=life.path,
        bot_seconds=0.2,
        backup_minutes=1,
        games_per_person=10_000,
        shards=life.shards,
        lease_seconds=life.lease,
    )

    async def serve() -> None:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        async with open_house(settings) as table:
            studio = None if life.apart else Studio()
            await app.serve(settings, table, local=life.url, studio=studio)

    try:
        asyncio.run(serve())
    except asyncio.CancelledError:
        return


def mortal_migrations(sqlite: Any, folder: Path) -> None:
    """Migrations of another folder, which may call `die()`."""
    connect = sqlite._connect

    def with_function(*given: Any, **named: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*given, **named)
        db.create_function("die", 0, die)
        return db

    sqlite._connect = with_function
    sqlite.prepare = partial(sqlite.prepare, folder=folder)


_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(PRELOAD)


def start(life: Life) -> ForkServerProcess:
    """A process that shares nothing with this one; what it imports is loaded once for all lives."""
    process = _context.Process(target=live, args=(life,), daemon=True)
    process.start()
    return process
