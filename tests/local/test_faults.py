"""Faults on demand, and what an unmodified discord.py makes of them."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from local import LocalDiscord, Person
from tests.local.tiny_bot import TinyBot

SEND = "POST /channels/{channel_id}/messages"


@pytest.fixture
def lobby(bot: TinyBot, local: LocalDiscord) -> discord.TextChannel:
    channel = bot.get_channel(int(local.channel("lobby").id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_failure_does_nothing(lobby: discord.TextChannel, local: LocalDiscord, alice: Person):
    fault = local.faults.fail(SEND, 403)
    with pytest.raises(discord.Forbidden):
        await lobby.send("x")
    assert fault.hits == 1
    assert alice.sees() == []
    await lobby.send("y")
    assert len(alice.sees()) == 1


async def test_a_lost_answer_has_done_its_work(
    lobby: discord.TextChannel, local: LocalDiscord, alice: Person
):
    local.faults.lose_answer(SEND)
    with pytest.raises(aiohttp.ClientError):
        await lobby.send("x")
    assert [one.text for one in alice.sees()] == ["x"]


async def test_a_lost_answer_and_a_nonce(lobby: discord.TextChannel, local: LocalDiscord, alice: Person):
    local.faults.lose_answer(SEND)
    with pytest.raises(aiohttp.ClientError):
        await lobby.send("x", nonce="game1:4")
    await lobby.send("x", nonce="game1:4")
    assert [one.text for one in alice.sees()] == ["x"]


async def test_a_rate_limit_is_waited_for(lobby: discord.TextChannel, local: LocalDiscord, alice: Person):
    fault = local.faults.rate_limit(SEND, retry_after=0.01)
    await lobby.send("x")
    assert fault.hits == 1
    assert [one.text for one in alice.sees()] == ["x"]


async def test_a_rate_limit_of_answers(bot: TinyBot, local: LocalDiscord, alice: Person):
    local.faults.rate_limit("callback")
    assert (await alice.slash("hand")).ephemeral


async def test_a_bucket_slows_the_bot_down(lobby: discord.TextChannel, local: LocalDiscord, alice: Person):
    local.faults.bucket(SEND, limit=2, per=0.1)
    start = asyncio.get_running_loop().time()
    for number in range(5):
        await lobby.send(str(number))
    assert asyncio.get_running_loop().time() - start >= 0.2
    assert [one.text for one in alice.sees()] == ["0", "1", "2", "3", "4"]


async def test_a_delayed_answer_comes_too_late(bot: TinyBot, local: LocalDiscord, alice: Person):
    local.faults.delay("callback", 3.5)
    waiting = asyncio.create_task(alice.slash("hand"))
    while bot.interactions == 0:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.02)
    local.clock.turn(4)
    assert (await waiting).failed
    await alice.settled()
    local.expect_violation(10062)


async def test_an_event_delivered_twice(bot: TinyBot, local: LocalDiscord, alice: Person):
    local.faults.deliver_twice()
    await alice.slash("hello", text="once")
    await alice.settled()
    assert bot.interactions == 2
    assert [one.text for one in alice.sees()] == ["once"]
    local.expect_violation(40060)


async def test_events_out_of_order(bot: TinyBot, local: LocalDiscord, alice: Person, bob: Person):
    local.faults.out_of_order(2)
    answers = await asyncio.gather(alice.slash("hello", text="first"), bob.slash("hello", text="second"))
    assert [one.text for one in answers] == ["first", "second"]
    assert [one.text for one in alice.sees()] == ["second", "first"]


async def test_faults_can_be_cleared(lobby: discord.TextChannel, local: LocalDiscord):
    local.faults.fail(SEND, 500, times=99)
    local.faults.clear()
    await lobby.send("x")


async def test_settled_waits_for_work_it_is_told_of(bot: TinyBot, local: LocalDiscord, alice: Person):
    busy = [True]
    local.busy_when(lambda: busy[0])
    waiting = asyncio.create_task(alice.settled())
    await asyncio.sleep(0.06)
    assert not waiting.done()
    busy[0] = False
    await waiting
