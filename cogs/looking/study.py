"""A game from a file, looked at like one of ours: `/import` of a record of its players, or of what `/export` gave.

A file is a stranger's: small, a text, read by the rules in a process of its own (`engine/apart.py`). Until it was played to
its end nothing is kept; then the whole game is, in one transaction, with the board that is still to be shown.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.errors import Sorry, plain_layout
from cogs.lobby import home, places
from cogs.lobby.opening import new_id
from cogs.lobby.plan import Plan
from cogs.locales import for_everybody
from cogs.order import permits
from cogs.tables import user_id, with_plan
from engine.apart import EVERYBODY, PERSON, SERVER, Busy, Failed, Request, TooLong
from engine.rules import Unreadable
from engine.store import Duplicate, GameRow, MessageRow
from engine.study import EXPORT_BYTES, RECORD_BYTES, Study, rows_of

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]

TRIES, TRIES_WITHIN = 6, 600.0
"""So many files may somebody bring in so many seconds, read or not."""
OF_ONE, OF_SERVER, DAY = 10, 50, 86400.0
"""Studies that are kept of one person, and of one server, in a day."""
TEXTS = (".txt", ".json", ".rootlog", ".log", ".md")
REASON = 700
BUSY = {
    PERSON: texts.IMPORT_BUSY_PERSON,
    SERVER: texts.IMPORT_BUSY_SERVER,
    EVERYBODY: texts.IMPORT_BUSY,
}


def check_file(file: discord.Attachment, most: int) -> None:
    """Could this be what was asked for? Before anything of it is fetched."""
    kind = (file.content_type or "").partition(";")[0]
    is_text = kind.startswith("text/") or kind == "application/json"
    if not is_text and not file.filename.lower().endswith(TEXTS):
        raise Sorry(texts.IMPORT_NOT_TEXT.format(name=texts.plain(file.filename)))
    if file.size > most:
        raise Sorry(texts.IMPORT_TOO_LARGE.format(most=most >> 10))


async def fetch(file: discord.Attachment, most: int) -> bytes:
    """The file, if it is as large as it was said to be."""
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise Sorry(texts.IMPORT_GONE) from error
    if len(data) > most:
        raise Sorry(texts.IMPORT_TOO_LARGE.format(most=most >> 10))
    return data


def home_of(channel: Any) -> tuple[str, str]:
    """Where a study is shown: the place itself, or "" and the channel that it gets a thread or a post in."""
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if isinstance(parent, (discord.TextChannel, discord.ForumChannel)) and places.may_write(parent):
        return "", str(parent.id)
    return str(channel.id), str(channel.id)


class Studies(commands.Cog):
    """Games from files."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(
        name="import", description="Study a game from a file: step through it, see its boards and its film."
    )
    @app_commands.describe(
        file="A record of its players, or what /export gave of a finished game",
        corrections="A list of corrections of the record",
        title="What the study is called",
    )
    @app_commands.guild_only()
    @app_commands.checks.cooldown(TRIES, TRIES_WITHIN, key=lambda interaction: interaction.user.id)
    async def take_in(
        self,
        interaction: Click,
        file: discord.Attachment,
        corrections: discord.Attachment | None = None,
        title: app_commands.Range[str, 1, 50] | None = None,
    ) -> None:
        await permits.require("study", interaction, None)
        places.check_here(interaction)
        check_file(file, EXPORT_BYTES)
        if corrections is not None:
            check_file(corrections, RECORD_BYTES)
        try:
            with self.bot.reader.place(user_id(interaction), str(interaction.guild_id)):
                await errors.acknowledge(interaction)
                await self.check_day(interaction)
                await errors.show(interaction, plain_layout(str(texts.IMPORT_READING)))
                said = await self.study(interaction, file, corrections, title or "")
        except Busy as busy:
            raise Sorry(BUSY[busy.whose]) from busy
        except Sorry as sorry:
            if not interaction.extras.get("shown"):
                raise
            said = str(sorry)
        await errors.show(interaction, plain_layout(said))

    async def check_day(self, interaction: Click) -> None:
        """Nobody fills the house with games of others."""
        store, since = self.bot.store, self.bot.table.clock() - DAY
        mine = await store.games("finished", "archived", host=user_id(interaction))
        here = await store.games("finished", "archived", guild=str(interaction.guild_id))
        if count_since(mine, since) >= OF_ONE or count_since(here, since) >= OF_SERVER:
            raise Sorry(texts.IMPORT_ENOUGH)

    async def study(
        self, interaction: Click, file: discord.Attachment, beside: discord.Attachment | None, title: str
    ) -> str:
        """Read a file, keep its game, show it; what is said of it."""
        data = await fetch(file, EXPORT_BYTES)
        corrections = await fetch(beside, RECORD_BYTES) if beside is not None else b""
        now = self.bot.table.clock()
        request = Request(new_id(), data, corrections, now, str(interaction.id))
        try:
            study = await self.bot.reader.read(request)
        except Unreadable as error:
            raise Sorry(texts.IMPORT_REFUSED.format(reason=texts.plain(str(error), REASON))) from error
        except TooLong as error:
            raise Sorry(texts.IMPORT_TOO_LONG) from error
        except Failed as error:
            log.error("a file could not be read: %s", error)
            self.bot.metrics.count("errors")
            raise Sorry(texts.IMPORT_FAILED) from error
        row = await self.keep(interaction, study, request, title)
        return await self.show(row, study)

    async def keep(self, interaction: Click, study: Study, request: Request, title: str) -> GameRow:
        """The game with all that belongs to it, and with it what is to be said: whole or not at all."""
        channel, parent = home_of(interaction.channel)
        with for_everybody():
            named = texts.STUDY_TITLE.format(title=texts.one_line(title or ", ".join(study.names), 50))
        plain_row = GameRow(
            request.game,
            study.kind,
            title=named,
            host=user_id(interaction),
            guild=str(interaction.guild_id),
            channel=channel,
            created=request.now,
            updated=request.now,
        )
        row, seats = rows_of(study, plain_row)
        row = with_plan(row, Plan(options=study.setup.options))
        came_from = MessageRow(row.id, home.HOME, parent, "")
        try:
            await self.bot.table.adopt(row, seats, study.change, study.seed, [came_from])
        except Duplicate as error:
            raise Sorry(texts.BUSY) from error
        return msgspec.structs.replace(row, rev=study.change.rev + 1)

    async def show(self, row: GameRow, study: Study) -> str:
        """Open its place and let the board be shown there. What fails here is done later: it is saved as to be said."""
        channel = row.channel
        try:
            if not channel:
                place = await home.reopened(self.bot, row)
                channel = str(place.id) if place is not None else ""
        except discord.HTTPException:
            log.warning("the place of a study could not be opened yet", extra={"game": row.id})
        self.bot.table.company.tell(row.id)
        if self.bot.table.outbox is not None:
            self.bot.table.outbox.kick(row.id)
        where = f"<#{channel}>" if channel else f"`{row.id}`"
        template = texts.IMPORTED if study.over else texts.IMPORTED_OPEN
        return template.format(turns=study.turns, place=where)


def count_since(rows: Sequence[GameRow], since: float) -> int:
    """How many of these games were read from files since a moment."""
    return len([row for row in rows if row.study and row.created > since])


async def setup(bot: Glade) -> None:
    await bot.add_cog(Studies(bot))
