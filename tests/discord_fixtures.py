"""Fixtures for every test that runs a real discord.py client against the local Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord
import pytest
import yarl

from cogs import errors
from local import WIDE, Clock, LocalDiscord


def use_local(local: LocalDiscord) -> None:
    """Point discord.py at the local Discord: these two assignments are all it needs."""
    discord.http.Route.BASE = local.http_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.ws_url)


@contextmanager
def unhurried(local: LocalDiscord) -> Iterator[None]:
    """The bot has the Discord's clock, which stands still, and takes its time: whether a click is answered in one request or
    acknowledged first does not depend on how busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(errors, "utcnow", local.clock.moment)
        patch.setattr(errors, "PROMPT", 600.0)
        yield


def claim_violations(local: LocalDiscord) -> None:
    """Fail when the bot made a mistake that the test did not claim, or a claimed one did not happen."""
    if local.violations:
        pytest.fail("Discord refused what the bot did:\n" + "\n".join(map(str, local.violations)))
    if local.missing_violations:
        pytest.fail(f"claimed, but did not happen: {local.missing_violations}")


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A fresh local Discord. What the bot did wrong fails the test.

    Its clock stands still until the test turns it: a busy machine makes no answer late. It has no rate limits.
    """
    async with LocalDiscord(clock=Clock(frozen=True), rates=WIDE, patience=60) as running:
        use_local(running)
        with unhurried(running):
            yield running
    claim_violations(running)


@pytest.fixture
async def strict() -> AsyncIterator[LocalDiscord]:
    """A local Discord with the rate limits of the real one: for tests that are about them."""
    async with LocalDiscord(clock=Clock(frozen=True), patience=30) as running:
        use_local(running)
        with unhurried(running):
            yield running
    claim_violations(running)


@asynccontextmanager
async def logged_in(client: discord.Client) -> AsyncIterator[discord.Client]:
    """Run a client until the block ends."""
    task = asyncio.create_task(client.start("any-token"))
    try:
        while not client.is_ready():
            if task.done():
                task.result()
            await asyncio.sleep(0.001)
        yield client
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)
