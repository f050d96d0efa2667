"""Numbers about the running bot: counted here, shown by the owner's health command, never about a person."""

from __future__ import annotations

import bisect
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

KEPT = 1000
BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Seconds; Discord waits three."""


class Histogram:
    """How many durations fell into each bucket, since the start."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.number = 0
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect.bisect_left(BUCKETS, seconds)] += 1
        self.number += 1
        self.total += seconds


class Metrics:
    """Counters, the newest durations, and all of them as histograms."""

    def __init__(self) -> None:
        self.started = time.time()
        self.counts: Counter[str] = Counter()
        self.times: dict[str, deque[float]] = {}
        self.histograms: dict[str, Histogram] = {}

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] += by

    def took(self, what: str, seconds: float) -> None:
        self.times.setdefault(what, deque(maxlen=KEPT)).append(seconds)
        self.histograms.setdefault(what, Histogram()).add(seconds)

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
