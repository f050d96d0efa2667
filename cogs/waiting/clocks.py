"""Time: chess clocks for slow games, and when a person may be reminded. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from cogs.waiting.persons import Person

OFFSET = re.compile(r"^(?:UTC|GMT)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$", re.IGNORECASE)
DAY = 24


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of one game: what each seat has left, and since when it runs."""

    left: dict[str, float] = {}
    running: dict[str, float] = {}
    turn: int = 0

    def follow(
        self, waiting: Iterable[str], turn: int, owner: str, now: float, start: float, more: float
    ) -> Clocks:
        """Stop the clocks of those who decided, start those of `waiting`; a new turn adds time to its owner."""
        waits = set(waiting)
        left, running = dict(self.left), dict(self.running)
        for seat, since in self.running.items():
            left[seat] = left.get(seat, start) - (now - since)
            if seat in waits:
                running[seat] = now
            else:
                del running[seat]
        if turn != self.turn and owner:
            left[owner] = min(start, max(0.0, left.get(owner, start)) + more)
        for seat in waits - set(running):
            left.setdefault(seat, start)
            left[seat] = max(left[seat], more)  # whoever comes back after a time-out has time to look
            running[seat] = now
        return Clocks(left, running, turn)

    def ends(self) -> dict[str, float]:
        """When each running clock is out."""
        return {seat: since + self.left[seat] for seat, since in self.running.items()}


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name ("Europe/Prague") or as an offset ("+2", "UTC-03:30"); None if there is none."""
    found = OFFSET.match(name.strip())
    if found:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        if minutes > 14 * 60:
            return None
        return timezone(timedelta(minutes=minutes if found[1] == "+" else -minutes))
    if name.strip().upper() in ("", "UTC", "GMT"):
        return UTC
    try:
        return ZoneInfo(name.strip())
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_names() -> list[str]:
    """The names people may choose from."""
    return sorted(available_timezones()) or [f"UTC{hours:+d}" for hours in range(-12, 15)]


def is_awake(at: datetime, start: int, end: int) -> bool:
    """Is this hour within a person's waking hours? They may go past midnight."""
    if start == end:
        return True
    return start <= at.hour < end if start < end else at.hour >= start or at.hour < end


def next_reminder(now: float, person: Person) -> float:
    """When the next reminder may come: after the person's interval, in their waking hours."""
    zone = zone_of(person.zone) or UTC
    due = datetime.fromtimestamp(now + person.every * 3600.0, zone)
    if not is_awake(due, person.wakes, person.sleeps):
        morning = due.replace(hour=person.wakes % DAY, minute=0, second=0, microsecond=0)
        due = morning if morning > due else morning + timedelta(days=1)
    return due.timestamp()
