"""Who may do what where: roles, overwrites, and the bot's own rights."""

from __future__ import annotations

import discord
import pytest

from local import Allow, CannotDo, LocalDiscord, Person
from local.permissions import in_channel, may_see
from local.state import Role
from tests.local.conftest import Raw
from tests.local.tiny_bot import TinyBot, map_file


def rights(local: LocalDiscord, person: Person, channel: str = "lobby") -> int:
    return in_channel(local.core.world, local.channel(channel), person.id)


def test_the_order_of_overwrites(local: LocalDiscord, alice: Person, bob: Person):
    """Everyone first, then all roles together, then the member alone."""
    guild = local.guild
    guild.roles["1"] = Role("1", "Foxes", 0)
    guild.roles["2"] = Role("2", "Mice", 0)
    guild.members[alice.id].roles = ["1", "2"]
    local.permit("everyone", "lobby", deny=Allow.SEND_MESSAGES)
    assert not rights(local, alice) & Allow.SEND_MESSAGES
    local.permit("Foxes", "lobby", deny=Allow.SEND_MESSAGES)
    local.permit("Mice", "lobby", allow=Allow.SEND_MESSAGES)
    assert rights(local, alice) & Allow.SEND_MESSAGES
    assert not rights(local, bob) & Allow.SEND_MESSAGES
    local.permit(alice, "lobby", deny=Allow.SEND_MESSAGES)
    assert not rights(local, alice) & Allow.SEND_MESSAGES


def test_without_view_there_is_nothing(local: LocalDiscord, alice: Person):
    local.permit("everyone", "lobby", deny=Allow.VIEW_CHANNEL)
    assert rights(local, alice) == 0


def test_an_administrator_may_do_everything(local: LocalDiscord, alice: Person):
    local.guild.roles["1"] = Role("1", "Admins", Allow.ADMINISTRATOR)
    local.guild.members[alice.id].roles = ["1"]
    local.permit("everyone", "lobby", deny=Allow.VIEW_CHANNEL)
    assert rights(local, alice) & Allow.MANAGE_GUILD


async def test_a_thread_has_the_rights_of_its_channel(
    bot: TinyBot, alice: Person, bob: Person, local: LocalDiscord
):
    await alice.slash("game new", game="root")
    await alice.settled()
    thread = local.channel("Root table")
    local.permit(bob, "lobby", deny=Allow.VIEW_CHANNEL)
    assert not may_see(local.core.world, thread, bob.id)
    assert may_see(local.core.world, thread, alice.id)


async def test_50013_by_permission(bot: TinyBot, local: LocalDiscord, alice: Person):
    lobby = bot.get_channel(int(local.channel("lobby").id))
    assert isinstance(lobby, discord.TextChannel)
    sent = await lobby.send("x")

    async def needs(permission: int, act) -> None:
        local.permit("bot", "lobby", deny=permission)
        with pytest.raises(discord.Forbidden) as caught:
            await act()
        assert caught.value.code == 50013
        local.permit("bot", "lobby", allow=permission)
        await act()

    await needs(Allow.SEND_MESSAGES, lambda: lobby.send("x"))
    await needs(Allow.ATTACH_FILES, lambda: lobby.send(file=map_file()))
    await needs(Allow.EMBED_LINKS, lambda: lobby.send(embed=discord.Embed(title="x")))
    await needs(Allow.CREATE_PUBLIC_THREADS, lambda: sent.create_thread(name="t"))
    await needs(
        Allow.CREATE_PRIVATE_THREADS,
        lambda: lobby.create_thread(name="t", type=discord.ChannelType.private_thread),
    )
    await needs(Allow.PIN_MESSAGES, sent.pin)
    await needs(Allow.ADD_REACTIONS, lambda: sent.add_reaction("👍"))
    await needs(Allow.MANAGE_CHANNELS, lambda: lobby.edit(topic="new"))
    assert all(one.code == 50013 for one in local.refusals)
    assert local.violations == [], "a lack of permission is not the bot's mistake"


async def test_50001_a_channel_the_bot_cannot_see(bot: TinyBot, local: LocalDiscord, raw: Raw):
    local.permit("bot", "lobby", deny=Allow.VIEW_CHANNEL)
    assert (await raw("GET", raw.lobby))[1]["code"] == 50001
    assert (await raw("POST", raw.lobby + "/messages", {"content": "x"}))[1]["code"] == 50001


async def test_the_interaction_tells_both_sides_rights(bot: TinyBot, local: LocalDiscord, alice: Person):
    local.permit("bot", "lobby", deny=Allow.CREATE_PUBLIC_THREADS)
    started = alice.client.slash(alice.id, alice.place, "silent", {})
    payload = started.payload()
    assert not int(payload["app_permissions"]) & Allow.CREATE_PUBLIC_THREADS
    assert int(payload["member"]["permissions"]) & Allow.CREATE_PUBLIC_THREADS


async def test_an_answer_needs_no_permission_to_write(bot: TinyBot, local: LocalDiscord, alice: Person):
    local.permit("bot", "lobby", deny=Allow.SEND_MESSAGES)
    assert (await alice.slash("hello")).text == "Hello"


async def test_a_person_without_the_right_cannot_write_or_use_commands(
    bot: TinyBot, local: LocalDiscord, alice: Person
):
    local.permit(alice, "lobby", deny=Allow.SEND_MESSAGES | Allow.USE_APPLICATION_COMMANDS)
    with pytest.raises(CannotDo, match="cannot write"):
        await alice.say("x")
    with pytest.raises(CannotDo, match="no command"):
        await alice.slash("hand")


async def test_roles_by_the_api(bot: TinyBot, local: LocalDiscord, raw: Raw, alice: Person):
    guild = f"/guilds/{local.guild.id}"
    assert (await raw("POST", guild + "/roles", {"name": "Foxes"}))[1]["code"] == 50013
    own = next(role for role in local.guild.roles.values() if role.managed_by)
    own.permissions |= Allow.MANAGE_ROLES
    _, role = await raw("POST", guild + "/roles", {"name": "Foxes", "permissions": "0"})
    await raw("PUT", f"{guild}/members/{alice.id}/roles/{role['id']}")
    assert local.guild.members[alice.id].roles == [role["id"]]
    managers = next(one for one in local.guild.roles.values() if one.name == "Managers")
    assert (await raw("PUT", f"{guild}/members/{alice.id}/roles/{managers.id}"))[1]["code"] == 50013
    await raw("DELETE", f"{guild}/roles/{role['id']}")
    assert local.guild.members[alice.id].roles == []
