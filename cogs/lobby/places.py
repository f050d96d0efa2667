"""Where a game lives: a forum post, a thread of its own, or the channel itself if threads are not allowed."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Literal

import discord
import msgspec
from discord import app_commands

from cogs import texts
from cogs.errors import Sorry
from cogs.locales import for_everybody
from cogs.once import UNKNOWN_MESSAGE
from engine.shards import ALL

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages", "attach_files")
THREAD_EXISTS = 160004
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
ARCHIVE_AFTER: Literal[10080] = 10080  # minutes: the longest Discord offers
TAGS: dict[str, tuple[str, ...]] = {
    "lobby": ("recruiting", "open", "lobby"),
    "running": ("your turn", "running", "in play"),
    "paused": ("paused",),
    "finished": ("finished", "over"),
    "archived": ("archived", "finished"),
}
"""Tags of a forum that tell how a game stands, by the names people give them."""


class Forum(app_commands.Transformer):
    """An option that names a forum, and nothing else that has posts."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> discord.ForumChannel:
        found = value.resolve() or await value.fetch()
        if not isinstance(found, discord.ForumChannel):
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(str(value))))
        return found


class NotYet(Exception):
    """Discord has not told the bot enough to decide; it should try again."""


class Left(Exception):
    """The bot is no longer in the server of this place."""


class Shut(Exception):
    """A place is there, but closed to the bot: not visible, or locked. That may change."""


SHUT = (50001, 50013, 50083, 160005)
"""Discord's numbers for it: missing access, missing permissions, archived and locked, locked."""


class Place(msgspec.Struct, frozen=True):
    """The channel of a game; `note` says why it has no thread of its own."""

    channel: int
    note: str = ""


def missing(permissions: discord.Permissions, wanted: Iterable[str]) -> list[str]:
    """The permissions the bot lacks, as Discord calls them."""
    return [str(texts.PERMISSIONS[name]) for name in wanted if not getattr(permissions, name)]


def check_here(interaction: discord.Interaction[Any]) -> None:
    """May the bot keep a table in this channel? Says which permission is missing."""
    if interaction.guild is None or interaction.channel is None:
        raise Sorry(texts.NOT_IN_SERVER)
    allowed = interaction.app_permissions
    wanted = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        wanted[1] = "send_messages_in_threads"
    lacking = missing(allowed, wanted)
    if lacking:
        raise Sorry(texts.LACKS.format(permissions=", ".join(lacking)))


def check_forum(forum: discord.ForumChannel) -> None:
    """May the bot open posts in this forum?"""
    allowed = forum.permissions_for(forum.guild.me)
    lacking = missing(allowed, ("view_channel", "send_messages", "attach_files", "send_messages_in_threads"))
    if lacking:
        raise Sorry(texts.LACKS.format(permissions=", ".join(lacking)))


def tags_for(forum: discord.ForumChannel, status: str, game: str) -> list[discord.ForumTag]:
    """The tags that tell how a game stands, as far as the forum has them."""
    by_name = {tag.name.lower(): tag for tag in forum.available_tags}
    fitting = [by_name[name] for name in TAGS[status] if name in by_name][:1]
    if game.lower() in by_name:
        fitting.append(by_name[game.lower()])
    return fitting or ([forum.available_tags[0]] if forum.flags.require_tag and forum.available_tags else [])


@for_everybody()
def no_thread(lacking: Iterable[str]) -> str:
    """Why a game has no thread of its own; everybody reads it."""
    return texts.NO_THREAD.format(permissions=", ".join(lacking))


async def open_thread(
    message: discord.Message | discord.PartialMessage, title: str, permissions: discord.Permissions
) -> Place:
    """A thread under a message; the channel itself if that is not allowed. NotFound if the message is gone."""
    lacking = missing(permissions, FOR_THREADS)
    if isinstance(message.channel, discord.Thread):
        return Place(message.channel.id)
    if lacking:
        return Place(message.channel.id, no_thread(lacking))
    try:
        thread = await message.create_thread(name=title, auto_archive_duration=ARCHIVE_AFTER)
    except discord.Forbidden:
        wanted = [str(texts.PERMISSIONS[name]) for name in FOR_THREADS]
        return Place(message.channel.id, no_thread(wanted))
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:  # a crash came after it was made; it has the id of its message
            return Place(message.id)
        if error.code == UNKNOWN_MESSAGE:
            raise
        log.info("no thread: %s", error)
        return Place(message.channel.id, str(texts.NO_THREAD_ROOM))
    return Place(thread.id)


async def find(bot: discord.Client, id: str) -> Any | None:
    """A channel or thread by its id, unarchived if need be; None if it is gone or closed to the bot."""
    if not id.isdigit():
        return None
    found = bot.get_channel(int(id))
    if found is None:
        try:
            found = await bot.fetch_channel(int(id))
        except discord.HTTPException:
            return None
    if isinstance(found, discord.Thread) and found.archived and not found.locked:
        try:
            found = await found.edit(archived=False)
        except discord.HTTPException:
            return None
    return found


async def there(bot: discord.Client, guild: str, id: str) -> Any | None:
    """A channel or thread, as it is; None if it was deleted. Says by an exception why it cannot tell: NotYet, Left, Shut."""
    server = bot.get_guild(int(guild)) if guild.isdigit() else None
    elsewhere = server is None and is_elsewhere(bot, guild)
    if server is None and not elsewhere:
        raise Left(f"not in the server {guild}")
    if server is not None and server.unavailable:
        raise NotYet("the server has not arrived yet")
    if not id.isdigit():
        return None
    try:
        return bot.get_channel(int(id)) or await bot.fetch_channel(int(id))
    except discord.NotFound as error:
        if elsewhere:  # whoever serves it opens a new one
            raise NotYet("the process of this server is away") from error
        return None
    except discord.Forbidden as error:
        raise Shut(str(error)) from error


def is_elsewhere(bot: discord.Client, guild: str) -> bool:
    """Does another process serve this server? Then only what Discord says of a channel is known here."""
    served = getattr(bot, "served", ALL)
    return served.of(guild) not in served.ids


async def reach(bot: discord.Client, guild: str, id: str) -> Any | None:
    """A channel or thread to write in, unarchived if need be; None if it was deleted; Shut if it is locked."""
    found = await there(bot, guild, id)
    if isinstance(found, discord.Thread) and found.archived:
        try:
            return await found.edit(archived=False)
        except discord.NotFound:
            return None
        except discord.HTTPException as error:
            if is_shut(error):
                raise Shut(str(error)) from error
            raise
    return found


def is_shut(error: BaseException) -> bool:
    """Does this say that a place is closed to the bot?"""
    return isinstance(error, Shut) or (isinstance(error, discord.HTTPException) and error.code in SHUT)


async def is_gone(bot: discord.Client, guild: str, id: str) -> bool:
    """Was this channel or thread deleted? False if it is only closed to the bot. NotYet if nobody can tell."""
    try:
        return await there(bot, guild, id) is None
    except (Shut, Left):
        return False


def may_write(channel: discord.TextChannel | discord.ForumChannel) -> bool:
    """May the bot open something here?"""
    allowed = channel.permissions_for(channel.guild.me)
    return not missing(allowed, NEEDED)


def hall_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Where a newcomer to a server says hello: the channel for that, or the first it may write in."""
    channels = [guild.system_channel, *guild.text_channels]
    for channel in channels:
        if channel is not None:
            allowed = channel.permissions_for(guild.me)
            if allowed.view_channel and allowed.send_messages:
                return channel
    return None


async def retag(bot: discord.Client, channel: str, status: str, game: str) -> None:
    """Let a forum post's tags follow its game."""
    thread = await find(bot, channel)
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
        return
    wanted = tags_for(thread.parent, status, game)
    known = {name for names in TAGS.values() for name in names}
    kept = [tag for tag in thread.applied_tags if tag.name.lower() not in known and tag not in wanted]
    chosen = [*wanted, *kept][:5]
    if {tag.id for tag in chosen} == {tag.id for tag in thread.applied_tags}:
        return
    try:
        await thread.edit(applied_tags=chosen)
    except discord.HTTPException:
        log.info("a post could not be tagged", extra={"channel": channel})
