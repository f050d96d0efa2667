"""For who runs the bot: /metrics in the text that Prometheus reads, and /health, on a port of this machine only.

Numbers about the bot, never about a person: no name, no title, no id of a server.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

from aiohttp import web

from cogs.running.metrics import BUCKETS
from engine.commands import CommandError
from engine.store import StoreError

HOST = "127.0.0.1"
TEXT = "text/plain; version=0.0.4"


def line(name: str, value: float, **labels: str) -> str:
    """One sample."""
    marks = ",".join(f'{key}="{_plain(text)}"' for key, text in labels.items())
    return f"{name}{{{marks}}} {value:g}" if marks else f"{name} {value:g}"


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def family(name: str, kind: str, meaning: str, samples: Iterable[str]) -> Iterator[str]:
    """A metric with all its samples."""
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"
    yield from samples


class Exporter:
    """Answers the two questions about one bot."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    async def metrics(self) -> str:
        """Everything, as Prometheus reads it."""
        bot, now = self.bot, self.bot.table.clock()
        lines = [*self.counters(), *self.durations(), *self.process()]
        lines += family(
            "glade_games_in_memory",
            "gauge",
            "Games kept in memory.",
            [line("glade_games_in_memory", bot.table.in_memory)],
        )
        lines += family(
            "glade_pictures_total",
            "counter",
            "Pictures drawn.",
            [line("glade_pictures_total", bot.studio.drawn)],
        )
        lines += family(
            "glade_drawing_cpu_seconds_total",
            "counter",
            "CPU of the process that draws.",
            [line("glade_drawing_cpu_seconds_total", bot.studio.elsewhere)],
        )
        lines += family(
            "glade_servers", "gauge", "Servers of this process.", [line("glade_servers", len(bot.guilds))]
        )
        shards = [
            line("glade_shard_latency_seconds", delay, shard=str(shard))
            for shard, delay in bot.latencies
            if math.isfinite(delay)
        ]
        lines += family(
            "glade_shard_latency_seconds", "gauge", "From a heartbeat to its answer, by shard.", shards
        )
        try:
            census = await bot.store.census(now)
        except StoreError:
            lines += family(
                "glade_database_up", "gauge", "Does the database answer?", [line("glade_database_up", 0)]
            )
            return "\n".join(lines) + "\n"
        lines += family(
            "glade_database_up", "gauge", "Does the database answer?", [line("glade_database_up", 1)]
        )
        games = [line("glade_games", count, status=status) for status, count in sorted(census.games.items())]
        lines += family("glade_games", "gauge", "Games in the database, of all processes.", games)
        for name, meaning, value in (
            ("glade_studies", "Games read from files, of all processes.", census.studies),
            ("glade_outbox_unsaid", "Messages that are still to be said, of all processes.", census.unsaid),
            (
                "glade_outbox_oldest_seconds",
                "Age of the oldest of them.",
                max(0.0, now - census.oldest) if census.unsaid else 0.0,
            ),
            ("glade_reminders_due", "Reminders and clocks that are due and not served yet.", census.due),
            ("glade_processes", "Processes at the database.", bot.table.company.size),
        ):
            lines += family(name, "gauge", meaning, [line(name, value)])
        return "\n".join(lines) + "\n"

    def counters(self) -> Iterator[str]:
        """What has been counted since the start."""
        counts = self.bot.metrics.counts
        kinds = ("clicks", "commands", "autocompletes")
        yield from family(
            "glade_interactions_total",
            "counter",
            "What people did on Discord.",
            [line("glade_interactions_total", counts[kind], kind=kind) for kind in kinds],
        )
        for name, what, meaning in (
            ("glade_answers_total", "answers saved", "Changes of games that were saved."),
            ("glade_boards_total", "boards told", "Boards told."),
            ("glade_errors_total", "errors", "Errors that people saw as a reference number."),
            (
                "glade_interactions_died_total",
                "interactions that died",
                "Answers that came too late for Discord.",
            ),
        ):
            yield from family(name, "counter", meaning, [line(name, counts[what])])

    def durations(self) -> Iterator[str]:
        """How long things took, as a histogram each."""
        name = "glade_duration_seconds"
        samples = list[str]()
        for what, histogram in sorted(self.bot.metrics.histograms.items()):
            below = 0
            for bound, count in zip(BUCKETS, histogram.counts, strict=False):
                below += count
                samples.append(line(f"{name}_bucket", below, what=what, le=f"{bound:g}"))
            samples.append(line(f"{name}_bucket", histogram.number, what=what, le="+Inf"))
            samples.append(line(f"{name}_sum", histogram.total, what=what))
            samples.append(line(f"{name}_count", histogram.number, what=what))
        yield from family(name, "histogram", "How long things took.", samples)

    def process(self) -> Iterator[str]:
        """The process itself, under the names that are usual."""
        times = os.times()
        values = [
            ("process_start_time_seconds", "gauge", self.bot.metrics.started),
            ("process_cpu_seconds_total", "counter", times.user + times.system),
        ]
        with contextlib.suppress(OSError, IndexError, ValueError):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            values.append(("process_resident_memory_bytes", "gauge", pages * os.sysconf("SC_PAGE_SIZE")))
        for name, kind, value in values:
            yield from family(name, kind, "Of this process.", [f"{name} {value:.3f}"])

    async def health(self) -> tuple[bool, str]:
        """Is the bot well? And a sentence about it."""
        bot = self.bot
        if bot.is_closed():
            return False, "The bot is about to stop."
        if not bot.is_ready():
            return False, "The bot is not connected to Discord yet."
        lost = [number for number, shard in bot.shards.items() if shard.is_closed()]
        if lost:
            return False, f"No line to Discord: shard {', '.join(map(str, lost))}."
        try:
            await bot.store.meta("health")
        except StoreError as error:
            return False, str(error)
        return True, f"well since {time.strftime('%Y-%m-%d %H:%M', time.gmtime(bot.metrics.started))} UTC"

    # --- the port -----------------------------------------------------------------------------------------

    async def _metrics(self, request: web.Request) -> web.Response:
        return web.Response(text=await self.metrics(), headers={"Content-Type": TEXT})

    async def _health(self, request: web.Request) -> web.Response:
        well, sentence = await self.health()
        return web.Response(text=sentence + "\n", status=200 if well else 503)

    @contextlib.asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[None]:
        """Answer on this port while the block runs; 0: not at all."""
        if not port:
            yield
            return
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/health", self._health)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, HOST, port).start()
            except OSError as error:
                raise CommandError(
                    f"Port {port} for metrics cannot be used ({os.strerror(error.errno or 0)}). Set GLADE_METRICS_PORT."
                ) from error
            yield
        finally:
            await runner.cleanup()
