"""What a game leaves in the channel it came from, and a new place for it when its own is deleted.

The lobby's message stays true after the start: it says where the game is played, who plays, and what. When the thread
or post of a game is deleted, the game moves to a new one. Every step is remembered before the next: the message that
announces the new thread, then the thread under it (a message has at most one), then the move; only then the board
is shown there. A crash in between leads to the same thread.
"""

from __future__ import annotations

import logging
from typing import Any

import discord
import msgspec
from discord import ui
from discord.ext import commands

from cogs import texts
from cogs.lobby import places
from cogs.lobby.message import LobbyMessage
from cogs.lobby.places import Place
from cogs.lobby.plan import Plan
from cogs.locales import for_everybody
from cogs.tables import LIVING, kind_of, plan_now
from engine.store import GameRow, MessageRow
from engine.table import Look

log = logging.getLogger(__name__)

LOBBY, HOME = "lobby", "home"
"""The lobby's message; and the channel a game came from, with the message that announced its newest thread."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the lobby's message says after the start."""

    what: str = ""
    note: str = ""


_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Said).decode


# --- the lobby's message ----------------------------------------------------------------------------------


async def remember_lobby(bot: Any, row: GameRow, channel: str, message: str) -> None:
    await bot.store.remember(MessageRow(row.id, LOBBY, channel, message))


async def edit_lobby(bot: Any, game: str, view: ui.LayoutView) -> None:
    """Bring the lobby's message up to date, if it is still there."""
    known = await bot.store.message(game, LOBBY)
    channel = await places.find(bot, known.channel) if known else None
    if known is None or channel is None:
        return
    try:
        message = channel.get_partial_message(int(known.message))
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException:
        log.info("a lobby message could not be edited", extra={"game": game})


async def show_begun(bot: Any, row: GameRow, plan: Plan, note: str | None = None) -> None:
    """The lobby's message says where the game is played and who plays what; edited only if that has changed."""
    known = await bot.store.message(row.id, LOBBY)
    if known is None:
        return
    before = _decode(known.data)
    chairs = " ".join(f"{chair.user}={chair.plays}" for chair in plan.chairs)
    said = Said(f"{row.channel} {chairs}", before.note if note is None else note)
    if said == before:
        return
    await bot.store.remember(msgspec.structs.replace(known, data=_encode(said)))
    place = f"<#{row.channel}>" if row.channel else "–"
    await edit_lobby(bot, row.id, LobbyMessage(kind_of(row), row, plan).begun(place, said.note))


async def keep(bot: Any, look: Look, channel: Any) -> None:
    """After every board: the lobby's message is true, and it is known where the game came from."""
    if await bot.store.message(look.game.id, HOME) is None:
        parent = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
        await bot.store.remember(MessageRow(look.game.id, HOME, str(parent), ""))
    await show_begun(bot, look.game, plan_now(look))


# --- a new place ------------------------------------------------------------------------------------------


async def reopened(bot: Any, look: Look) -> Any | None:
    """A new thread or post for a game whose place was deleted; None if there is no need or no way."""
    row = look.game
    if row.status not in LIVING or not await places.is_gone(bot, row.guild, row.channel):
        return None
    rows = {known.kind: known for known in await bot.store.messages(row.id)}
    home = rows.get(HOME)
    parent = await parent_of(bot, row, [known.channel for kind in (HOME, LOBBY) if (known := rows.get(kind))])
    if parent is None:
        log.warning("a game has no place any more", extra={"game": row.id})
        await bot.store.remember(MessageRow(row.id, HOME, home.channel if home else "", ""))
        await bot.table.move(row.id, "")
        return None
    if isinstance(parent, discord.ForumChannel):
        place = await new_post(bot, row, parent)
    else:
        place = await new_thread(bot, row, parent, home)
    await bot.table.move(row.id, str(place.channel))
    log.info("a game has moved to a new place", extra={"game": row.id})
    return await places.find(bot, str(place.channel))


async def parent_of(bot: Any, row: GameRow, known: list[str]) -> Any | None:
    """Where a new thread can be opened: in the channel the game came from, or where the bot says hello."""
    for id in known:
        channel = await places.find(bot, id)
        if isinstance(channel, (discord.TextChannel, discord.ForumChannel)) and places.may_write(channel):
            return channel
    guild = bot.get_guild(int(row.guild))
    return places.hall_of(guild) if guild else None


async def new_thread(bot: Any, row: GameRow, parent: discord.TextChannel, home: MessageRow | None) -> Place:
    """A thread under a message that announces it; under the one that was sent before a crash, if there is one."""
    sent = home.message if home and home.channel == str(parent.id) and home.message != row.channel else ""
    if not sent:
        nonce = f"{row.id}:h{row.channel[-12:]}"
        message = await parent.send(view=moved_here(row), nonce=nonce)
        sent = str(message.id)
        await bot.store.remember(MessageRow(row.id, HOME, str(parent.id), sent))
    allowed = parent.permissions_for(parent.guild.me)
    title = texts.one_line(row.title, 90)
    try:
        return await places.open_thread(parent.get_partial_message(int(sent)), title, allowed)
    except discord.NotFound:  # deleted since: the next attempt sends another
        await bot.store.remember(MessageRow(row.id, HOME, str(parent.id), ""))
        raise


async def new_post(bot: Any, row: GameRow, forum: discord.ForumChannel) -> Place:
    """A post of the same forum; the one that was made before a crash, if there is one."""
    title = texts.one_line(row.title, 90)
    for post in forum.threads:
        if post.name == title and post.owner_id == bot.user.id and await announces(post, row):
            return Place(post.id)
    made = await forum.create_thread(
        name=title,
        view=moved_here(row),
        applied_tags=places.tags_for(forum, row.status, row.kind),
        auto_archive_duration=places.ARCHIVE_AFTER,
    )
    await bot.store.remember(MessageRow(row.id, HOME, str(forum.id), ""))
    return Place(made.thread.id)


async def announces(post: discord.Thread, row: GameRow) -> bool:
    """Was this post made for the game after its former place was gone?"""
    try:
        first = await post.fetch_message(post.id)
    except discord.HTTPException:
        return False
    shown = ui.LayoutView.from_message(first).walk_children()
    said = [item.content for item in shown if isinstance(item, ui.TextDisplay)]
    return said == [moved_text(row)]


@for_everybody()
def moved_text(row: GameRow) -> str:
    return texts.MOVED_HERE.format(title=texts.plain(row.title), id=row.id)


def moved_here(row: GameRow) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(moved_text(row)))
    return view


# --- noticing ---------------------------------------------------------------------------------------------


async def look_for_lost(bot: Any, guild: discord.Guild) -> None:
    """Places may have been deleted while the bot was not running."""
    for row in await bot.store.games(*LIVING, guild=str(guild.id)):
        known = row.channel.isdigit() and bot.get_channel(int(row.channel))
        try:
            if not known and await places.is_gone(bot, row.guild, row.channel):
                await bot.table.tell_again(row.id, row.channel)
        except (discord.HTTPException, places.NotYet):
            log.info("a place could not be looked for", extra={"game": row.id})


class Home(commands.Cog):
    """Hears when a place is deleted."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        for guild in self.bot.guilds:
            await look_for_lost(self.bot, guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await look_for_lost(self.bot, guild)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        for row in await self.bot.store.games(*LIVING, channel=str(deleted.thread_id)):
            if await self.bot.store.message(row.id, HOME) is None:
                await self.bot.store.remember(MessageRow(row.id, HOME, str(deleted.parent_id), ""))
            await self.bot.table.tell_again(row.id, row.channel)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The threads of a channel go with it."""
        for row in await self.bot.store.games(*LIVING, guild=str(channel.guild.id)):
            home = await self.bot.store.message(row.id, HOME)
            if str(channel.id) in (row.channel, home.channel if home else ""):
                await self.bot.table.tell_again(row.id, row.channel)


async def setup(bot: Any) -> None:
    await bot.add_cog(Home(bot))
