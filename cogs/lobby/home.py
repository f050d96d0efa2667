"""What a game leaves in the channel it came from, and a new place for it when its own is deleted.

The lobby's message stays true after the start: it says where the game is played, who plays, and what. When the thread
or post of a game is deleted, the game is paused and its players are asked once; if one of them wants it, the game moves to
a new place. Every step is remembered before the next: the message that
announces the new thread, then the thread under it (a message has at most one), then the move; only then the board
is shown there. A crash in between leads to the same thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any

import discord
import msgspec
from discord import ui
from discord.ext import commands

from cogs import errors, once, texts
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry, plain_layout
from cogs.layout import Layout
from cogs.lobby import places
from cogs.lobby.message import LobbyMessage
from cogs.lobby.places import Place
from cogs.lobby.plan import Plan
from cogs.locales import Text, for_everybody
from cogs.order import permits
from cogs.tables import LIVING, kind_of, mentions, people_of, plan_now, user_id
from engine.live import TableError
from engine.store import GameRow, MessageRow, StoreError
from engine.table import Look

log = logging.getLogger(__name__)

LOBBY, HOME = "lobby", "home"
"""The lobby's message; and the channel a game came from, with the message that announced its newest thread."""
ASKED, WANTED, SHUT = "asked", "wanted", "shut"
"""The place that is gone: its players were asked, somebody wants a new one; or it is closed to the bot and they know."""
PLACE = "place"
"""Who paused the game: nobody, its place is gone."""


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


def to_say(row: GameRow, plan: Plan, known: MessageRow, note: str | None = None) -> Said:
    """What the lobby's message should say: where the game is played, who plays what, and the note it has."""
    chairs = " ".join(f"{chair.user}={chair.plays}" for chair in plan.chairs)
    return Said(f"{row.channel} {chairs}", _decode(known.data).note if note is None else note)


async def show_begun(bot: Any, row: GameRow, plan: Plan, note: str | None = None) -> None:
    """The lobby's message says where the game is played and who plays what; edited only if that has changed."""
    known = await bot.store.message(row.id, LOBBY)
    if known is None or (said := to_say(row, plan, known, note)) == _decode(known.data):
        return
    await bot.store.remember(msgspec.structs.replace(known, data=_encode(said)))
    place = f"<#{row.channel}>" if row.channel else "–"
    await edit_lobby(bot, row.id, LobbyMessage(kind_of(row), row, plan).begun(place, said.note))


async def keep(bot: Any, look: Look, channel: Any, known: Mapping[str, MessageRow]) -> None:
    """After every board: the lobby's message is true, and it is known where the game came from."""
    if HOME not in known:
        parent = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
        await bot.store.remember(MessageRow(look.game.id, HOME, str(parent), ""))
    for kind in known.keys() & {ASKED, WANTED, SHUT}:  # the place is there
        await bot.store.forget_message(look.game.id, kind)
    lobby, plan = known.get(LOBBY), plan_now(look)
    if lobby is None or to_say(look.game, plan, lobby) != _decode(
        lobby.data
    ):  # may be old by now: read again
        await show_begun(bot, look.game, plan)


# --- a new place ------------------------------------------------------------------------------------------


async def without_place(bot: Any, look: Look) -> Any | None:
    """The place of a game is gone: a new one if a player wants it. Otherwise the game is paused and they are asked, once."""
    row = look.game
    if row.study and not row.channel:  # it has none yet
        return await reopened(bot, row)
    if row.status not in LIVING or not row.channel:
        return None
    wanted = await bot.store.message(row.id, WANTED)
    if wanted is not None and wanted.channel == row.channel:
        return await reopened(bot, row)
    if row.status == "running":
        await bot.table.set_status(row.id, "paused", by=PLACE)  # telling that leads here again
    else:
        await ask_once(bot, look)
    return None


async def ask_once(bot: Any, look: Look) -> None:
    """Do the players want to go on somewhere else? In the channel the game came from, or to each of them."""
    row, people = look.game, people_of(look.seats)
    asked = await bot.store.message(row.id, ASKED)
    if asked is not None and asked.channel == row.channel:
        return
    parent = await parent_of(bot, row, hall=False)
    text = texts.PLACE_GONE.format(title=texts.plain(row.title), id=row.id)
    message = with_button(row, text, "reopen", texts.GO_ON)
    nonce = f"{row.id}:g{row.channel[-12:]}"
    if isinstance(parent, discord.TextChannel):
        called = " ".join(texts.mention(user) for user in people)
        message = with_button(row, f"{text}\n{called}", "reopen", texts.GO_ON)
        await once.send(parent, nonce, view=message, allowed_mentions=mentions(people))
    else:
        for index, user in enumerate(people):
            await once.send_privately(bot, user, f"{nonce}.{index}", view=message)
    await bot.store.remember(MessageRow(row.id, ASKED, row.channel, ""))


async def tell_elsewhere(bot: Any, row: GameRow, users: Iterable[str], template: Text) -> None:
    """Tell people about their game in direct messages; who takes none is called in the channel it came from."""
    text = template.format(title=texts.plain(row.title), id=row.id, place=f"<#{row.channel}>")
    left = []
    for user in users:
        nonce = f"{row.id}:e{row.rev}.{user[-5:]}"
        if not await once.send_privately(bot, user, nonce, view=plain_layout(text)):
            left.append(user)
    parent = await parent_of(bot, row) if left else None
    if isinstance(parent, discord.TextChannel):
        called = " ".join(texts.mention(user) for user in left)
        view = plain_layout(f"{called} {text}")
        try:
            await once.send(parent, f"{row.id}:e{row.rev}", view=view, allowed_mentions=mentions(left))
        except discord.HTTPException:
            log.warning("nobody could be told about a game", extra={"game": row.id})


def with_button(row: GameRow, text: str, kind: str, label: str) -> ui.LayoutView:
    view = plain_layout(text)
    view.add_item(ui.ActionRow(Buttons(row.id, row.rev).button(kind, label, style="good")))
    return view


async def want(bot: Any, row: GameRow) -> None:
    """A player wants the game to go on: if its place is gone, in a new one."""
    if await places.is_gone(bot, row.guild, row.channel):
        await bot.store.remember(MessageRow(row.id, WANTED, row.channel, ""))


@on("reopen")
async def on_reopen(interaction: discord.Interaction[Any], pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    bot = interaction.client
    row = await bot.store.game(pressed.game)
    if row is None or row.status not in LIVING:
        raise Sorry(texts.GAME_OVER)
    await permits.require("propose", interaction, row, await bot.store.seats(row.id))
    if not await places.is_gone(bot, row.guild, row.channel):
        raise Sorry(texts.STILL_THERE.format(place=f"<#{row.channel}>"))
    await want(bot, row)
    if row.status == "paused" and await bot.table.why_paused(row.id) == PLACE:
        await bot.table.set_status(
            row.id, "running", by=user_id(interaction), interaction=str(interaction.id)
        )
    else:
        await bot.table.tell_again(row.id, f"wanted {row.channel}")
    await errors.say(interaction, texts.GOES_ON)


async def reopened(bot: Any, row: GameRow) -> Any | None:
    """A new thread or post for a game whose place was deleted, or which has none yet; None if there is no way."""
    rows = {known.kind: known for known in await bot.store.messages(row.id)}
    home = rows.get(HOME)
    parent = await parent_of(bot, row)
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


async def parent_of(bot: Any, row: GameRow, *, hall: bool = True) -> Any | None:
    """Where a new thread can be opened: in the channel the game came from, or (`hall`) where the bot says hello."""
    rows = {known.kind: known for known in await bot.store.messages(row.id)}
    for known in (rows[kind] for kind in (HOME, LOBBY) if kind in rows):
        channel = await places.find(bot, known.channel)
        if isinstance(channel, (discord.TextChannel, discord.ForumChannel)) and places.may_write(channel):
            return channel
    guild = bot.get_guild(int(row.guild)) if hall else None
    return places.hall_of(guild) if guild else None


async def new_thread(bot: Any, row: GameRow, parent: discord.TextChannel, home: MessageRow | None) -> Place:
    """A thread under a message that announces it; under the one that was sent before a crash, if there is one."""
    sent = home.message if home and home.channel == str(parent.id) and home.message != row.channel else ""
    if not sent:
        nonce = f"{row.id}:h{row.channel[-12:]}"
        message = await once.send(parent, nonce, view=moved_here(row))
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
    if row.study:
        return texts.STUDY_HERE.format(
            title=texts.plain(row.title),
            game=kind_of(row).name,
            source=texts.read_from(row.study),
            host=texts.mention(row.host),
            id=row.id,
        )
    return texts.MOVED_HERE.format(title=texts.plain(row.title), id=row.id)


def moved_here(row: GameRow) -> ui.LayoutView:
    view = Layout()
    view.add_item(ui.TextDisplay(moved_text(row)))
    return view


# --- noticing ---------------------------------------------------------------------------------------------


async def look_for_lost(bot: Any, guild: discord.Guild) -> None:
    """Places may have been deleted while the bot was not running."""
    for row in await bot.store.games(*LIVING, guild=str(guild.id)):
        known = row.channel.isdigit() and bot.get_channel(int(row.channel))
        try:
            if not known and await places.is_gone(bot, row.guild, row.channel):
                await lost(bot, row)
        except (discord.HTTPException, places.NotYet):
            log.info("a place could not be looked for", extra={"game": row.id})


async def lost(bot: Any, row: GameRow) -> None:
    """The place of a game is gone. A game that runs is paused; telling that leads to the question to its players."""
    wanted = await bot.store.message(row.id, WANTED)
    try:
        if row.status == "running" and row.channel and (wanted is None or wanted.channel != row.channel):
            await bot.table.set_status(row.id, "paused", by=PLACE)
        else:
            await bot.table.tell_again(row.id, row.channel)
    except (TableError, StoreError) as error:
        log.warning("a game without a place could not be paused: %s", error, extra={"game": row.id})


class Home(commands.Cog):
    """Hears when a place is deleted, or opened again."""

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
            await lost(self.bot, row)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The threads of a channel go with it."""
        for row in await self.bot.store.games(*LIVING, guild=str(channel.guild.id)):
            home = await self.bot.store.message(row.id, HOME)
            if str(channel.id) in (row.channel, home.channel if home else ""):
                await lost(self.bot, row)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        await self.say_now(*await self.bot.store.games(channel=str(changed.thread_id)))

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: Any, after: discord.abc.GuildChannel) -> None:
        await self.say_now(*await self.bot.store.games(*LIVING, guild=str(after.guild.id)))

    async def say_now(self, *rows: GameRow) -> None:
        """A place may be open again: what could not be said there is tried at once."""
        unsaid = set(await self.bot.store.unsaid_games()) if rows else set()
        for row in rows:
            if row.id in unsaid and self.bot.table.outbox is not None:
                self.bot.table.outbox.kick(row.id, now=True)


async def setup(bot: Any) -> None:
    await bot.add_cog(Home(bot))
