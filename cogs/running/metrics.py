"""Numbers about the running bot: counted here, shown by the owner's health command, never about a person."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

KEPT = 1000


class Metrics:
    """Counters and the newest durations."""

    def __init__(self) -> None:
        self.started = time.time()
        self.counts: Counter[str] = Counter()
        self.times: dict[str, deque[float]] = {}

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] += by

    def took(self, what: str, seconds: float) -> None:
        self.times.setdefault(what, deque(maxlen=KEPT)).append(seconds)

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.took(what, time.perf_counter() - start)

    def share(self, what: str, part: float) -> float | None:
        """The duration below which this part of the newest ones stays; None if there are none."""
        kept = sorted(self.times.get(what, ()))
        return kept[min(len(kept) - 1, int(part * len(kept)))] if kept else None

    def lines(self) -> list[str]:
        """Everything, one line each."""
        found = [f"{name}: {count}" for name, count in sorted(self.counts.items())]
        for name in sorted(self.times):
            half, most = self.share(name, 0.5) or 0.0, self.share(name, 0.95) or 0.0
            found.append(f"{name}: half within {half * 1000:.0f} ms, 95 % within {most * 1000:.0f} ms")
        return found
