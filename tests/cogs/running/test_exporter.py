"""/metrics and /health: what who runs the bot can watch, and nothing about a person."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path

import aiohttp
import pytest

from cogs.running.exporter import Exporter
from engine.commands import CommandError
from engine.commands.health import look
from engine.settings import Settings
from engine.store import StoreError

SAMPLE = re.compile(r'[a-z_]+(\{[a-z_]+="(\\.|[^"\\])*"(,[a-z_]+="(\\.|[^"\\])*")*\})? -?[\d.e+-]+(inf|nan)?')


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def values(text: str) -> dict[str, float]:
    samples = [one for one in text.splitlines() if not one.startswith("#")]
    assert all(SAMPLE.fullmatch(one) for one in samples), samples
    return {name: float(value) for name, _, value in (one.rpartition(" ") for one in samples)}


async def fetch(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_metrics_tell_what_happens_in_the_text_of_prometheus(house, alice):
    """Given a table is played; when Prometheus asks; then answers, latencies, outbox, games and pictures are there."""
    await alice.slash("game new", game="root", bots=2)
    await alice.click("Start")
    await house.settled()
    port = free_port()
    async with Exporter(house.bot).open(port):
        status, text = await fetch(port, "/metrics")
    found = values(text)
    assert status == 200
    assert found['glade_interactions_total{kind="commands"}'] >= 1
    assert found['glade_interactions_total{kind="clicks"}'] >= 1
    assert found["glade_answers_total"] >= 1
    assert found["glade_boards_total"] >= 1
    assert found['glade_duration_seconds_count{what="a click"}'] >= 1
    buckets = [value for name, value in found.items() if "_bucket" in name and 'what="a click"' in name]
    assert buckets == sorted(buckets)
    assert found['glade_games{status="running"}'] == 1
    assert (found["glade_games_in_memory"], found["glade_database_up"], found["glade_processes"]) == (1, 1, 1)
    assert (
        found["glade_outbox_unsaid"],
        found["glade_outbox_oldest_seconds"],
        found["glade_errors_total"],
    ) == (0, 0, 0)
    assert found["glade_reminders_due"] >= 0
    assert found["process_resident_memory_bytes"] > 1e6
    for private in (alice.id, alice.name, house.local.guild.id, house.local.guild.name):
        assert private not in text


async def test_an_outbox_that_is_stuck_shows_its_age(house, alice, monkeypatch):
    await alice.slash("game new", game="root", bots=2)
    await alice.click("Start")
    await house.settled()
    game = (await house.store.games())[0]

    async def never(*_: object) -> None:
        raise OSError("Discord is away")

    house.table.outbox.speak = never
    await house.table.tell_again(game.id, "stuck")
    while house.table.outbox._tasks:
        await asyncio.sleep(0.01)
    house.local.clock.turn(minutes=5)
    found = values(await Exporter(house.bot).metrics())
    assert found["glade_outbox_unsaid"] == 1
    assert found["glade_outbox_oldest_seconds"] >= 300


async def test_health_is_told_from_the_line_to_discord_to_the_database(house, monkeypatch):
    port = free_port()
    settings = Settings(metrics_port=port)
    async with Exporter(house.bot).open(port):
        well, sentence = await asyncio.to_thread(look, settings)
        assert well, sentence
        shard = house.bot.shards[0]
        monkeypatch.setattr(type(shard), "is_closed", lambda self: True)
        well, sentence = await asyncio.to_thread(look, settings)
        assert (well, sentence) == (False, "No line to Discord: shard 0.")
        monkeypatch.undo()

        async def away(key: str) -> None:
            raise StoreError("The database does not answer.")

        monkeypatch.setattr(house.store, "meta", away)
        assert await asyncio.to_thread(look, settings) == (False, "The database does not answer.")
        monkeypatch.undo()
    assert await asyncio.to_thread(look, settings) == (False, f"nobody answers on port {port}.")


async def test_a_port_that_is_taken_is_said(house):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="for metrics cannot be used"):
            async with Exporter(house.bot).open(taken.getsockname()[1]):
                pass


async def test_it_listens_on_this_machine_only(house):
    port = free_port()
    async with Exporter(house.bot).open(port):
        addresses = [
            line.split()[1]
            for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
            if line.split()[3] == "0A"
        ]
        assert f"0100007F:{port:04X}" in addresses
        assert f"00000000:{port:04X}" not in addresses
