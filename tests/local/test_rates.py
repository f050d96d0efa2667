"""How fast a bot may ask: the buckets Discord is known for, on by default."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from local import LocalDiscord
from local.rates import REAL, Rates
from tests.discord_fixtures import logged_in, strict
from tests.local.conftest import Raw
from tests.local.tiny_bot import TinyBot

__all__ = ["strict"]

SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@pytest.fixture
async def asked(strict: LocalDiscord) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as session:
        yield Raw(strict, session)


async def test_the_sixth_message_in_five_seconds_is_refused(asked: Raw):
    answers = [await asked("POST", asked.lobby + "/messages", {"content": str(n)}) for n in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    body = answers[-1][1]
    assert not body["global"]
    assert 0 < body["retry_after"] <= 5


async def test_sending_and_editing_have_buckets_of_their_own(asked: Raw):
    _, sent = await asked("POST", asked.lobby + "/messages", {"content": "x"})
    edited = [
        await asked("PATCH", f"{asked.lobby}/messages/{sent['id']}", {"content": str(n)}) for n in range(6)
    ]
    assert [status for status, _ in edited] == [200] * 5 + [429]
    assert (await asked("POST", asked.lobby + "/messages", {"content": "y"}))[0] == 200


def test_each_channel_has_its_own_bucket():
    rates = Rates(REAL)
    for _ in range(5):
        assert rates.ask(*SEND, {"channel_id": "1"}).wait is None
    assert rates.ask(*SEND, {"channel_id": "1"}).wait is not None
    assert rates.ask(*SEND, {"channel_id": "2"}).wait is None


def test_all_messages_of_a_channel_share_the_bucket_of_edits():
    rates = Rates(REAL)
    waits = [rates.ask(*EDIT, {"channel_id": "1", "message_id": str(n)}).wait for n in range(6)]
    assert [wait is None for wait in waits] == [True] * 5 + [False]


def test_fifty_requests_a_second_in_all_and_answers_to_clicks_do_not_count():
    rates = Rates(REAL)
    for number in range(50):
        assert rates.ask(*SEND, {"channel_id": str(number)}).wait is None
    verdict = rates.ask(*SEND, {"channel_id": "50"})
    assert verdict.everything
    assert verdict.wait is not None
    answer = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
    assert rates.ask(*answer, {}).wait is None


async def test_discord_py_waits_by_itself_and_nothing_is_lost(strict: LocalDiscord):
    bot = TinyBot()
    async with logged_in(bot):
        lobby = bot.get_channel(int(strict.channel("lobby").id))
        assert isinstance(lobby, discord.TextChannel)
        start = time.monotonic()
        await asyncio.gather(*(lobby.send(str(number)) for number in range(7)))
        assert time.monotonic() - start >= 4
    assert len(strict.person("alice").sees()) == 7
