"""The time of the local Discord: it runs by itself, and a test can turn it on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


class Timer:
    """A call that is due at a moment of the clock."""

    __slots__ = ("_clock", "_handle", "call", "when")

    def __init__(self, clock: Clock, when: float, call: Callable[[], None]):
        self.when, self.call, self._clock = when, call, clock
        self._handle: asyncio.TimerHandle | None = None

    def schedule(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if not self._clock.frozen:
            left = max(0.0, self.when - self._clock.now())
            self._handle = asyncio.get_running_loop().call_later(left, self.fire)

    def fire(self) -> None:
        self.cancel()
        self.call()

    def cancel(self) -> None:
        self._clock.timers.discard(self)
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Clock:
    """Seconds since 1970. A frozen clock moves only when it is turned."""

    def __init__(self, *, start: datetime | None = None, frozen: bool = False):
        self.frozen = frozen
        self._offset = 0.0
        self._stood = time.time()
        self.timers: set[Timer] = set()
        if start is not None:
            self._offset = start.timestamp() - self._stood

    def now(self) -> float:
        return (self._stood if self.frozen else time.time()) + self._offset

    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.now(), UTC)

    def iso(self) -> str:
        return self.moment().isoformat(timespec="milliseconds")

    def turn(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        """Turn the clock on. What was due meanwhile happens now, in order."""
        self._offset += seconds + 60 * minutes + 3600 * hours + 86400 * days
        due = sorted(
            (timer for timer in self.timers if timer.when <= self.now()), key=lambda timer: timer.when
        )
        for timer in due:
            timer.fire()
        for timer in list(self.timers):
            timer.schedule()

    def at(self, when: float, call: Callable[[], None]) -> Timer:
        timer = Timer(self, when, call)
        self.timers.add(timer)
        timer.schedule()
        return timer

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        timer = self.at(self.now() + seconds, wake)
        try:
            await woken
        finally:
            timer.cancel()


class Snowflakes:
    """Ids as Discord makes them: the time in the upper bits, never the same twice, always growing."""

    def __init__(self, clock: Clock, last: int = 0):
        self._clock = clock
        self.last = last

    def new(self) -> str:
        now = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self.last = max(self.last + 1, now << 22)
        return str(self.last)


def created_at(snowflake: str) -> float:
    """The moment an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
