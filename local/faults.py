"""Faults on demand: what a network and a busy Discord do to a bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local.rates import Rate

if TYPE_CHECKING:
    from local.core import Core

Delivery = tuple[str, bytes, str | None]


@dataclass
class RouteFault:
    """One planned fault of a REST route; it wears off after `times` requests."""

    route: str
    times: int
    delay: float = 0.0
    status: int | None = None
    retry_after: float | None = None
    lose: bool = False
    hits: int = 0

    def meets(self, route: str) -> bool:
        return self.hits < self.times and (self.route == route or self.route in route)


class Faults:
    """`route` is «POST /channels/{channel_id}/messages», or any part of it, such as «callback» or «messages»."""

    def __init__(self, core: Core):
        self.core = core
        self.planned: list[RouteFault] = []
        self._twice: list[str] = []
        self._hold = 0
        self._held: list[Delivery] = []

    # of the REST routes

    def _plan(self, fault: RouteFault) -> RouteFault:
        self.planned.append(fault)
        return fault

    def delay(self, route: str, seconds: float, *, times: int = 1) -> RouteFault:
        """Hold the request back by so many seconds of the clock before it is looked at."""
        return self._plan(RouteFault(route, times, delay=seconds))

    def fail(self, route: str, status: int = 500, *, times: int = 1) -> RouteFault:
        """Answer with an error and do nothing."""
        return self._plan(RouteFault(route, times, status=status))

    def lose_answer(self, route: str, *, times: int = 1, status: int | None = None) -> RouteFault:
        """Do the work, then break the connection instead of answering, or answer `status` (502: discord.py asks again)."""
        return self._plan(RouteFault(route, times, status=status, lose=True))

    def rate_limit(self, route: str, *, retry_after: float = 0.01, times: int = 1) -> RouteFault:
        """Answer 429: try again after so many seconds."""
        return self._plan(RouteFault(route, times, status=429, retry_after=retry_after))

    def bucket(self, route: str, limit: int, per: float) -> None:
        """From now on this route allows `limit` requests in `per` seconds in each place, and its headers say so."""
        self.core.rates.planned.append(Rate(route, limit, per))

    def meeting(self, route: str) -> list[RouteFault]:
        """The faults this request meets; each of them wears off by one."""
        met = [fault for fault in self.planned if fault.meets(route)]
        for fault in met:
            fault.hits += 1
        self.planned = [fault for fault in self.planned if fault.hits < fault.times]
        return met

    # of the gateway

    def drop_socket(self) -> None:
        """Break the line to the bot; its session can be resumed."""
        self.core.gateway.cut_lines()

    def reconnect(self) -> None:
        """Ask the bot to reconnect (op 7)."""
        self.core.gateway.ask_to_reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot its session is invalid (op 9)."""
        self.core.gateway.invalidate(resumable=resumable)

    def deliver_twice(self, event: str = "INTERACTION_CREATE", *, times: int = 1) -> None:
        """Send the next such event two times."""
        self._twice += [event] * times

    def out_of_order(self, count: int = 2) -> None:
        """Hold the next `count` events and send them last first."""
        self._hold = count

    def deliveries(self, event: str, data: bytes, guild_id: str | None) -> list[Delivery]:
        """What really goes out for one event."""
        going = [(event, data, guild_id)]
        if event in self._twice:
            self._twice.remove(event)
            going *= 2
        if self._hold:
            self._held += going
            if len(self._held) < self._hold:
                return []
            going, self._held, self._hold = self._held[::-1], [], 0
        return going

    def clear(self) -> None:
        """No more faults."""
        self.planned, self.core.rates.planned, self._twice, self._hold = [], [], [], 0
