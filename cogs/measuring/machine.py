"""bench: what the neighbours of a virtual machine take of it, and when.

A watchman sits on each processor, sleeps a little and looks at the clock, again and again. He goes before everything else on this
machine, so if he wakes up late the processor was not there: somebody outside had it. What was measured meanwhile tells of
them, not of the bot. Where nobody may go before everything else, there are no watchmen, and everything counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Iterable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

NAP = 0.002
TAKEN = 0.005
"""A processor that was away for less is not noticed by anybody."""
NEAR = 0.1
"""What begins so shortly before or after it may have waited."""
FIRST = 50
"""The priority of a watchman: any one of those that go before all usual work."""


class Span(NamedTuple):
    """From one moment to another, by `time.perf_counter`, which all processes of a machine share."""

    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start


class Taken:
    """The times at which a processor was away."""

    def __init__(self, spans: Iterable[Span] = (), *, watched: bool = True) -> None:
        self.spans = sorted(spans)
        self.watched = watched
        """Was anybody there to see it?"""
        self._longest = max((span.length for span in self.spans), default=0.0)

    def touches(self, start: float, end: float) -> bool:
        """Was a processor away at some time between two moments?"""
        first = bisect_left(self.spans, (start - self._longest,))
        return any(span.end > start for span in self.spans[first : bisect_left(self.spans, (end,), lo=first)])

    def is_calm(self, moment: float) -> bool:
        """Was the whole machine there around this moment? That is asked of when something began, not of how long it took."""
        return not self.touches(moment - NEAR, moment + NEAR)


class Watchmen:
    """Those of all processors of this machine."""

    def __init__(self, lines: list[Connection], *, may_go_first: bool) -> None:
        self.lines = lines
        self.may_go_first = may_go_first

    @classmethod
    @contextlib.asynccontextmanager
    async def called(cls) -> AsyncIterator[Watchmen]:
        """They watch while the block runs."""
        context, lines, men = get_context("spawn"), [], []
        for processor in sorted(os.sched_getaffinity(0)):
            mine, his = context.Pipe()
            men.append(context.Process(target=watch, args=(processor, his), daemon=True))
            men[-1].start()
            his.close()
            lines.append(mine)
        try:
            yield cls(lines, may_go_first=all([await asyncio.to_thread(line.recv) for line in lines]))
        finally:
            for man, line in zip(men, lines, strict=True):
                line.close()
                await asyncio.to_thread(man.join, 5)

    async def report(self) -> Taken:
        """All that they have seen so far."""
        spans: list[Span] = []
        for line in self.lines:
            line.send(True)
            spans += [Span(*span) for span in await asyncio.to_thread(line.recv)]
        return Taken(spans if self.may_go_first else (), watched=self.may_go_first)


def watch(processor: int, line: Connection) -> None:
    """A watchman's life: he says whether he may go first, and tells what he has seen whenever he is asked."""
    os.sched_setaffinity(0, {processor})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(FIRST))
        line.send(True)
    except OSError:
        line.send(False)
    seen: list[tuple[float, float]] = []
    with contextlib.suppress(EOFError, OSError):  # nobody wants to know any more
        while True:
            if line.poll():
                line.recv()
                line.send(seen)
            due = time.perf_counter() + NAP
            time.sleep(NAP)
            now = time.perf_counter()
            if now - due >= TAKEN:
                seen.append((due, now))
