"""Threads and forum posts."""

from __future__ import annotations

import discord
import pytest

from local import Allow, LocalDiscord, Person
from tests.local.conftest import Raw
from tests.local.tiny_bot import TinyBot


@pytest.fixture
def lobby(bot: TinyBot, local: LocalDiscord) -> discord.TextChannel:
    channel = bot.get_channel(int(local.channel("lobby").id))
    assert isinstance(channel, discord.TextChannel)
    return channel


@pytest.fixture
def forum(bot: TinyBot, local: LocalDiscord) -> discord.ForumChannel:
    channel = bot.get_channel(int(local.channel("tables").id))
    assert isinstance(channel, discord.ForumChannel)
    return channel


async def test_a_thread_of_a_message_has_its_id(lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send("A table")
    thread = await sent.create_thread(name="table 1")
    assert thread.id == sent.id
    assert alice.sees()[0].data["thread"]["name"] == "table 1"
    with pytest.raises(discord.HTTPException) as caught:
        await sent.create_thread(name="again")
    assert caught.value.code == 160004


async def test_a_thread_without_message_leaves_a_line(lobby: discord.TextChannel, alice: Person):
    await lobby.create_thread(name="table 2", type=discord.ChannelType.public_thread)
    assert [(one.data["type"], one.text) for one in alice.sees()] == [(18, "table 2")]


async def test_160006_too_many_active_threads(lobby: discord.TextChannel, local: LocalDiscord):
    local.tunable.active_threads = 2
    for number in range(2):
        last = await lobby.create_thread(name=str(number), type=discord.ChannelType.public_thread)
    with pytest.raises(discord.HTTPException) as caught:
        await lobby.create_thread(name="one too many", type=discord.ChannelType.public_thread)
    assert caught.value.code == 160006
    assert local.violations == [], "no bot can know the number"
    await last.edit(archived=True)
    await lobby.create_thread(name="there is room", type=discord.ChannelType.public_thread)


async def test_a_quiet_thread_is_archived_and_a_message_opens_it(
    lobby: discord.TextChannel, local: LocalDiscord, alice: Person
):
    thread = await lobby.create_thread(
        name="slow game", type=discord.ChannelType.public_thread, auto_archive_duration=1440
    )
    local.clock.turn(hours=20)
    await thread.send("still here")
    local.clock.turn(hours=20)
    assert not local.channel("slow game").archived
    local.clock.turn(hours=5)
    assert local.channel("slow game").archived
    await thread.send("back")
    assert not local.channel("slow game").archived
    local.clock.turn(hours=25)
    assert local.channel("slow game").archived


async def test_50083_an_archived_thread_cannot_be_edited(lobby: discord.TextChannel, local: LocalDiscord):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="y")
    assert caught.value.code == 50083
    await thread.edit(archived=False)
    await sent.edit(content="y")


async def test_a_locked_thread_is_closed_to_people(lobby: discord.TextChannel, alice: Person):
    from local import CannotDo

    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    await thread.edit(locked=True)
    alice.go("t")
    with pytest.raises(CannotDo, match="cannot write"):
        await alice.say("x")


async def test_members(lobby: discord.TextChannel, alice: Person, bob: Person, bot: TinyBot):
    thread = await lobby.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await thread.send("only we two")
    assert "secret" not in [one.name for one in alice.channels()]
    await thread.add_user(discord.Object(int(alice.id)))
    assert alice.ledger.shows("only we two"), "who joins can scroll up"
    assert {one.id for one in await thread.fetch_members()} == {int(alice.id), bot.user.id}
    await thread.remove_user(discord.Object(int(alice.id)))
    await thread.send("alone")
    assert not alice.ledger.shows("alone")
    assert not bob.ledger.shows("only we two")


async def test_a_forum_post_with_tags(forum: discord.ForumChannel, alice: Person, local: LocalDiscord):
    tag = {one.name: one for one in forum.available_tags}
    made = await forum.create_thread(name="Friday", content="Who plays?", applied_tags=[tag["recruiting"]])
    assert made.thread.id == made.message.id
    await made.thread.edit(applied_tags=[tag["your turn"]], name="Friday night")
    assert local.core.world.tag_names(local.channel("Friday night")) == ["your turn"]
    assert "Friday night" in [one.name for one in alice.channels()]


async def test_a_wrong_or_sixth_tag(forum: discord.ForumChannel, raw: Raw, local: LocalDiscord):
    body = {"name": "x", "message": {"content": "x"}, "applied_tags": ["5"]}
    assert (await raw("POST", raw.forum + "/threads", body))[1]["code"] == 50035
    local.expect_violation(50035, "applied_tags.0")
    six = [str(one.id) for one in forum.available_tags] * 2
    status, answer = await raw("POST", raw.forum + "/threads", {**body, "applied_tags": six})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_post_is_checked_as_a_message(forum: discord.ForumChannel, raw: Raw, local: LocalDiscord):
    body = {"name": "x", "message": {"content": "x" * 2001}}
    status, answer = await raw("POST", raw.forum + "/threads", body)
    assert (status, answer["code"]) == (400, 50035)
    local.expect_violation(50035, "message.content")


async def test_a_name_of_101_characters(lobby: discord.TextChannel, raw: Raw, local: LocalDiscord):
    status, answer = await raw("POST", raw.lobby + "/threads", {"name": "x" * 101, "type": 11})
    assert (status, answer["code"]) == (400, 50035)
    local.expect_violation(50035, "name")


async def test_a_forum_takes_no_messages(raw: Raw, local: LocalDiscord):
    assert (await raw("POST", raw.forum + "/messages", {"content": "x"}))[1]["code"] == 50008
    local.expect_violation(50008)


async def test_lists_of_threads(lobby: discord.TextChannel, bot: TinyBot, local: LocalDiscord):
    one = await lobby.create_thread(name="open", type=discord.ChannelType.public_thread)
    two = await lobby.create_thread(name="shut", type=discord.ChannelType.public_thread)
    await two.edit(archived=True)
    assert [thread.id for thread in await lobby.guild.active_threads()] == [one.id]
    assert [thread.name async for thread in lobby.archived_threads()] == ["shut"]


async def test_the_bot_needs_the_right_to_lock(lobby: discord.TextChannel, local: LocalDiscord):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    local.permit("bot", "lobby", deny=Allow.MANAGE_THREADS)
    await thread.edit(name="its own thread it may rename")
    with pytest.raises(discord.Forbidden):
        await thread.edit(locked=True)


async def test_50083_a_locked_archived_thread_is_closed_to_the_bot(
    lobby: discord.TextChannel, local: LocalDiscord
):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    await thread.edit(archived=True, locked=True)
    local.permit("bot", "lobby", deny=Allow.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException) as caught:
        await thread.send("y")
    assert caught.value.code == 50083
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="y")
    assert caught.value.code == 50083
    with pytest.raises(discord.Forbidden):
        await thread.edit(archived=False)


async def test_160005_a_locked_thread_takes_no_messages_of_the_bot(
    lobby: discord.TextChannel, local: LocalDiscord
):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    await thread.edit(locked=True)
    local.permit("bot", "lobby", deny=Allow.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException) as caught:
        await thread.send("y")
    assert caught.value.code == 160005


async def test_50001_a_channel_the_bot_may_not_see(lobby: discord.TextChannel, local: LocalDiscord):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    local.permit("bot", "lobby", deny=Allow.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("y")
    assert caught.value.code == 50001


async def test_adding_somebody_writes_a_line_that_calls_them_once(
    lobby: discord.TextChannel, alice: Person, local: LocalDiscord
):
    thread = await lobby.create_thread(name="t", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(int(alice.id)))
    await thread.add_user(discord.Object(int(alice.id)))
    lines = [one for one in alice.go("t").sees() if one.message.type == 1]
    assert [one.mentions for one in lines] == [["Alice"]]
    await thread.send(alice.mention, allowed_mentions=discord.AllowedMentions(users=True))
    assert len([one for one in alice.sees() if one.message.type == 1]) == 1, "a mention adds without a word"


async def test_channels_by_the_api(bot: TinyBot, local: LocalDiscord, alice: Person):
    own = next(role for role in local.guild.roles.values() if role.managed_by)
    own.permissions |= Allow.MANAGE_CHANNELS | Allow.MANAGE_ROLES
    guild = bot.guilds[0]
    hidden = {guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    hidden[guild.me] = discord.PermissionOverwrite(view_channel=True)
    made = await guild.create_text_channel("hidden room", overwrites=hidden)
    assert made.name == "hidden-room"
    assert "hidden-room" not in [one.name for one in alice.channels()]
    await made.send("now you see it")
    await made.set_permissions(guild.default_role, view_channel=True)
    assert alice.ledger.shows("now you see it")
    await made.delete()
    assert "hidden-room" not in [one.name for one in alice.channels()]


async def test_who_is_mentioned_in_a_thread_is_added_to_it(
    lobby: discord.TextChannel, alice: Person, bob: Person
):
    thread = await lobby.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await thread.send(f"{alice.mention} and {bob.mention}")
    assert "secret" not in [one.name for one in alice.channels()], "closed mentions add nobody"
    sent = await thread.send(alice.mention, allowed_mentions=discord.AllowedMentions(users=True))
    assert "secret" in [one.name for one in alice.channels()]
    assert "secret" not in [one.name for one in bob.channels()]
    await sent.edit(content=bob.mention, allowed_mentions=discord.AllowedMentions(users=True))
    assert "secret" in [one.name for one in bob.channels()]
