"""How fast a bot may ask: one bucket for each route and place, as Discord's headers tell, and one for everything.

Discord publishes the limit of 50 requests a second and the headers, not the numbers of the routes. `REAL` has those that
bots are known to meet (discord-api-docs #2761, #8330); a route that is not listed is held back by the common limit only.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

CHANNEL = "/channels/{channel_id}"
MESSAGE = CHANNEL + "/messages/{message_id}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds, in each place."""

    route: str
    limit: int
    per: float


REAL = (
    Rate("POST " + CHANNEL + "/messages", 5, 5.0),
    Rate("PATCH " + MESSAGE, 5, 5.0),
    Rate("DELETE " + MESSAGE, 5, 1.0),
    Rate("GET " + CHANNEL + "/messages", 5, 5.0),
    Rate("PATCH " + CHANNEL, 10, 15.0),
    Rate("PUT " + MESSAGE + "/reactions/{emoji}/@me", 1, 0.25),
    Rate("DELETE " + MESSAGE + "/reactions/{emoji}/@me", 1, 0.25),
    Rate("POST " + WEBHOOK, 5, 2.0),
    Rate("PATCH " + WEBHOOK + "/messages/{message_id}", 5, 2.0),
)
WIDE: tuple[Rate, ...] = ()
"""For tests that are not about limits."""

ALL_TOGETHER = Rate("", 50, 1.0)
OUTSIDE = ("/interactions/", "/webhooks/")
"""Routes of interactions do not count among all requests of a bot."""
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")


@dataclass
class Window:
    """The requests of one bucket since it was last empty."""

    ends: float = 0.0
    taken: int = 0


@dataclass
class Verdict:
    """Whether a request may pass, and what its answer's headers say."""

    headers: dict[str, str] = field(default_factory=dict)
    wait: float | None = None
    everything: bool = False


class Rates:
    """The buckets of one bot. They count by the real time: discord.py waits by it."""

    def __init__(self, known: tuple[Rate, ...]) -> None:
        self.known = known
        self.planned: list[Rate] = []
        self._windows: dict[tuple[str, str], Window] = {}
        self.refused = 0

    def ask(self, method: str, path: str, args: dict[str, str]) -> Verdict:
        """Take one request out of its buckets."""
        route = f"{method} {path}"
        rate = self._rate_of(route)
        if rate is None and not self.known:
            return Verdict()
        if self.known and not path.startswith(OUTSIDE):
            left = self._take(ALL_TOGETHER, "", look=True)
            if left.wait is not None:
                self.refused += 1
                return Verdict(wait=left.wait, everything=True)
            self._take(ALL_TOGETHER, "")
        if rate is None:
            return Verdict()
        place = "/".join(args[name] for name in MAJOR if name in args)
        verdict = self._take(rate, place)
        if verdict.wait is not None:
            self.refused += 1
        return verdict

    def _rate_of(self, route: str) -> Rate | None:
        planned = next((rate for rate in self.planned if rate.route in route), None)
        return planned or next((rate for rate in self.known if rate.route == route), None)

    def _take(self, rate: Rate, place: str, *, look: bool = False) -> Verdict:
        now = time.monotonic()
        window = self._windows.setdefault((rate.route, place), Window())
        if window.ends <= now:
            window.ends, window.taken = now + rate.per, 0
        after = window.ends - now
        if window.taken >= rate.limit:
            return Verdict(_headers(rate, 0, after), wait=after)
        if not look:
            window.taken += 1
        return Verdict(_headers(rate, rate.limit - window.taken, after))


def _headers(rate: Rate, remaining: int, after: float) -> dict[str, str]:
    bucket = hashlib.sha1(rate.route.encode(), usedforsecurity=False).hexdigest()[:16]
    return {
        "X-RateLimit-Limit": str(rate.limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{time.time() + after:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
