"""A process that dies (SIGKILL) at a named point of a migration, a backup or a restore. Run by test_disk.py.

`python -m tests.trust.dying POINT DATABASE [FILE]`
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.store import sqlite


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dying_before(module: Any, name: str) -> None:
    setattr(module, name, die)


def dying_after(module: Any, name: str) -> None:
    work: Callable[..., Any] = getattr(module, name)

    def done_then_die(*given: Any, **named: Any) -> None:
        work(*given, **named)
        die()

    setattr(module, name, done_then_die)


def in_a_migration(path: Path, folder: Path) -> None:
    """The migration calls `die()` in its middle: what came before it in the script is written by then."""
    connect = sqlite._connect

    def with_function(*given: Any, **named: Any) -> sqlite3.Connection:
        db = connect(*given, **named)
        db.create_function("die", 0, die)
        return db

    sqlite._connect = with_function
    sqlite.prepare(path, path.parent / "backups", folder)


def backup(path: Path, *_: Path) -> None:
    sqlite.backup(path, path.parent / "backups")


def restore(path: Path, source: Path) -> None:
    sqlite.restore(path, source)


POINTS: dict[str, tuple[Callable[..., None], Callable[[], None]]] = {
    "migration: in its middle": (in_a_migration, lambda: None),
    "migration: before its backup": (in_a_migration, lambda: dying_before(sqlite, "backup")),
    "migration: after its backup": (in_a_migration, lambda: dying_after(sqlite, "backup")),
    "backup: copied, not in place": (backup, lambda: dying_before(sqlite, "settle")),
    "backup: in place": (backup, lambda: dying_after(sqlite, "settle")),
    "restore: checked, nothing moved": (restore, lambda: dying_before(sqlite, "_set_aside")),
    "restore: old file linked": (restore, lambda: dying_after(os, "link")),
    "restore: old file set aside": (restore, lambda: dying_after(sqlite, "_set_aside")),
    "restore: before the swap": (restore, lambda: dying_before(os, "replace")),
    "restore: after the swap": (restore, lambda: dying_after(os, "replace")),
}

if __name__ == "__main__":
    work, arm = POINTS[sys.argv[1]]
    arm()
    work(*(Path(given) for given in sys.argv[2:]))
