"""The gateway: logging in, resuming, shards, intents."""

from __future__ import annotations

import asyncio

import discord
import pytest

from local import LocalDiscord, Person
from tests.discord_fixtures import logged_in, use_local
from tests.local.conftest import Raw
from tests.local.tiny_bot import TinyBot


async def until(condition) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.002)


async def test_a_dropped_line_is_resumed_and_nothing_is_lost(
    bot: TinyBot, alice: Person, local: LocalDiscord
):
    local.faults.drop_socket()
    waiting = asyncio.create_task(alice.slash("hand"))
    assert (await waiting).text == "alice: ambush, ambush"
    assert local.core.gateway.resumes == 1
    assert local.core.gateway.identifies == 1


async def test_op_7_is_followed_by_a_resume(bot: TinyBot, alice: Person, local: LocalDiscord):
    local.faults.reconnect()
    await until(lambda: local.core.gateway.resumes == 1)
    assert (await alice.slash("hand")).ephemeral


async def test_op_9_is_followed_by_a_new_login(bot: TinyBot, alice: Person, local: LocalDiscord):
    local.faults.invalidate()
    await until(lambda: local.core.gateway.identifies == 2 and local.core.gateway.online)
    assert (await alice.slash("hand")).ephemeral


async def test_a_session_that_is_gone_cannot_be_resumed(bot: TinyBot, alice: Person, local: LocalDiscord):
    local.core.gateway.sessions.clear()
    for line in list(local.core.gateway.lines):
        line.cut()
    await until(lambda: local.core.gateway.identifies == 2 and local.core.gateway.online)
    assert (await alice.slash("hand")).ephemeral


async def test_shards(local: LocalDiscord, alice: Person):
    second = local.add_guild("Second")

    class Sharded(TinyBot, discord.AutoShardedClient):
        pass

    async with logged_in(Sharded(shard_count=2)) as client:
        assert sorted(local.core.gateway.sessions[one].shard for one in local.core.gateway.sessions) == [0, 1]
        assert len(client.guilds) == 2
        for guild in client.guilds:
            assert guild.shard_id == (guild.id >> 22) % 2
        assert (await alice.slash("hand")).ephemeral
        alice.go(local.channel("lobby", second))
        assert (await alice.slash("hand")).ephemeral


async def test_an_auto_sharded_client_asks_for_the_address(local: LocalDiscord, alice: Person):
    class Sharded(TinyBot, discord.AutoShardedClient):
        pass

    async with logged_in(Sharded()):
        assert (await alice.slash("hand")).ephemeral


class Listener(discord.Client):
    def __init__(self, intents: discord.Intents):
        super().__init__(intents=intents, guild_ready_timeout=0)
        self.heard: list[str] = []

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


async def test_without_the_intent_no_messages(local: LocalDiscord, alice: Person):
    async with logged_in(Listener(discord.Intents(guilds=True))) as client:
        await alice.say("hello")
        await alice.settled()
        assert client.heard == []


async def test_without_message_content_the_text_is_empty(local: LocalDiscord, alice: Person):
    async with logged_in(Listener(discord.Intents(guilds=True, guild_messages=True))) as client:
        await alice.say("hello")
        await alice.say(f"<@{local.core.world.application.bot_id}> hello")
        await until(lambda: len(client.heard) == 2)
        assert client.heard[0] == ""
        assert client.heard[1].endswith("hello")


async def test_a_privileged_intent_must_be_switched_on():
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    async with LocalDiscord() as local:
        use_local(local)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with logged_in(Listener(intents)):
                pass
    async with LocalDiscord(privileged=["message_content"]) as local:
        use_local(local)
        async with logged_in(Listener(intents)) as client:
            await local.person("alice").say("hello")
            await until(lambda: client.heard == ["hello"])


async def test_members_are_found_by_request(bot: TinyBot, alice: Person):
    guild = bot.guilds[0]
    assert [one.name for one in await guild.query_members(query="ali", limit=5)] == ["alice"]
    assert (await guild.fetch_member(int(alice.id))).display_name == "Alice"


async def test_the_cache_follows_the_world(bot: TinyBot, alice: Person, local: LocalDiscord, raw: Raw):
    await raw("POST", raw.lobby + "/threads", {"name": "news", "type": 11})
    guild = bot.guilds[0]
    await until(lambda: [thread.name for thread in guild.threads] == ["news"])
    await raw("PATCH", f"/channels/{guild.threads[0].id}", {"name": "old news"})
    await until(lambda: guild.threads[0].name == "old news")
    await raw("DELETE", f"/channels/{guild.threads[0].id}")
    await until(lambda: not guild.threads)


async def test_a_new_server_is_announced(bot: TinyBot, local: LocalDiscord):
    local.add_guild("Another")
    await until(lambda: [guild.name for guild in bot.guilds] == ["The Clearing", "Another"])


async def test_a_frame_over_4096_bytes_closes_the_line(local: LocalDiscord, raw: Raw):
    async with raw.session.ws_connect(local.ws_url) as socket:
        await socket.receive_json()
        await socket.send_str("x" * 5000)
        await socket.receive()
        assert socket.close_code == 4002


async def test_nothing_but_a_heartbeat_before_the_login(local: LocalDiscord, raw: Raw):
    async with raw.session.ws_connect(local.ws_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.send_json({"op": 3, "d": {}})
        await socket.receive()
        assert socket.close_code == 4003
