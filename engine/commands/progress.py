"""A progress bar on standard error, when somebody is looking."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

WIDTH = 30


def progress(things: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The things one by one, with a bar that shows how many are done and how long the rest will take."""
    if not sys.stderr.isatty():
        yield from things
        return
    started = time.monotonic()
    _draw(label, 0, total, 0.0)
    for done, thing in enumerate(things, 1):
        yield thing
        _draw(label, done, total, time.monotonic() - started)
    sys.stderr.write("\r\033[K")
    sys.stderr.flush()


def _draw(label: str, done: int, total: int, seconds: float) -> None:
    filled = WIDTH * done // max(1, total)
    rest = f"{seconds / done * (total - done):.0f} s left" if done else ""
    bar = "█" * filled + "░" * (WIDTH - filled)
    sys.stderr.write(f"\r\033[K{label} {bar} {done}/{total} {rest}")
    sys.stderr.flush()
