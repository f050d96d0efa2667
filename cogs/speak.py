"""What leaves the outbox: the board message after every change, one for each turn, told once.

A board is edited while its turn lasts and while it is young; then the next board is a new message and the former
one is frozen. A crash between sending and noting it sends again with the same nonce, and Discord keeps the first.
"""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.board import BoardMessage, Shown, to_mention
from cogs.tables import kind_of, public_look
from engine.flow import Ask
from engine.live import read_event
from engine.rules import Event
from engine.store import MessageRow, OutboxRow
from engine.table import Look, Table, Told
from render import Picture, Studio

log = logging.getLogger(__name__)

BOARD = "board"
YOUNG = 45 * 60.0  # Discord limits edits of messages older than an hour
EVENTS_SHOWN = 200


class BoardData(msgspec.Struct, frozen=True):
    """What is remembered of the board message."""

    turn: int
    sent: float
    first: int
    """The first revision this message tells."""
    waits: tuple[str, ...] = ()


_decode = msgspec.json.Decoder(BoardData).decode


class Speaker:
    """Tells games to Discord."""

    def __init__(self, bot: discord.Client, table: Table, studio: Studio) -> None:
        self.bot = bot
        self.table = table
        self.studio = studio

    async def speak(self, game: str, rows: Sequence[OutboxRow]) -> None:
        """Say everything that is due for a game, as one board."""
        told = [msgspec.json.decode(row.payload, type=Told) for row in rows if row.kind == "update"]
        if told:
            await self.board(game, told[0].first, told[-1].last, nonce=rows[-1].nonce)

    # --- the board ----------------------------------------------------------------------------------------

    async def board(self, game: str, first: int, last: int, *, nonce: str = "") -> None:
        """Show the present board: edit the message of this turn, or send the next one."""
        look = await public_look(self.table, game)
        channel = await self.channel(look.game.channel)
        if channel is None:
            log.warning("the channel of a game is gone", extra={"game": game})
            return
        before = await self.table.store.message(game, BOARD)
        data = _decode(before.data) if before else None
        fits = data is not None and data.turn == look.view.turn and time.time() - data.sent < YOUNG
        start = data.first if fits and data else first
        shown, picture = await self.shown(look, start, last)
        message = BoardMessage(kind_of(look.game), shown).build()
        files = [discord.File(io.BytesIO(picture.data), picture.name, description=picture.alt_text)]
        waits = tuple(one.seat for one in look.open)
        same = fits and before and data and data.waits == waits
        if same and before and data and await self.edit(channel, before, message, files, look):
            row = BoardData(data.turn, data.sent, data.first, waits)
            await self.remember(game, before.channel, before.message, last, row)
            return
        if before:
            await self.freeze(before, look)
        sent = await channel.send(
            view=message, files=files, allowed_mentions=to_mention(look), nonce=nonce[:25]
        )
        row = BoardData(look.view.turn, time.time(), start, waits)
        await self.remember(game, str(channel.id), str(sent.id), last, row)

    async def shown(self, look: Look, first: int, last: int) -> tuple[Shown, Picture]:
        """The public look with its picture, its open questions and what happened."""
        rows = await self.table.store.told_events(look.game.id, first, last)
        events = tuple(read_event(row.data) for row in rows)[-EVENTS_SHOWN:]
        public = tuple(event for event in events if not event.only)
        words = kind_of(look.game).words
        recent = [line for event in public[-8:] if (line := words.event(look.view, event))]
        picture = await self.studio.board(look.view, recent=recent, marked=touched(public))
        asks = await self.asks(look)
        return Shown(look, asks, public, picture.name, picture.alt_text), picture

    async def asks(self, look: Look) -> dict[str, Ask]:
        """The open questions by seat. Only their public part may be shown."""
        asks = {}
        for one in look.open:
            ask = (await self.table.look(look.game.id, one.seat)).ask
            if ask:
                asks[one.seat] = ask
        return asks

    async def edit(
        self, channel: Any, before: MessageRow, message: ui.LayoutView, files: list[discord.File], look: Look
    ) -> bool:
        """Edit the board; False if it is gone or may not be edited any more."""
        try:
            partial = channel.get_partial_message(int(before.message))
            await partial.edit(
                view=message, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )
        except (discord.NotFound, discord.Forbidden):
            return False
        except discord.HTTPException as error:
            if error.code == 30046:  # too many edits of an old message
                return False
            raise
        return True

    async def freeze(self, before: MessageRow, look: Look) -> None:
        """The former board keeps its picture and loses its buttons."""
        channel = await self.channel(before.channel)
        if channel is None:
            return
        try:
            message = await channel.fetch_message(int(before.message))
            view = frozen(message)
            if view is not None:
                await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException:
            log.info("a former board could not be frozen", extra={"game": look.game.id})

    async def remember(self, game: str, channel: str, message: str, rev: int, data: BoardData) -> None:
        row = MessageRow(game, BOARD, channel, message, rev, msgspec.json.encode(data))
        await self.table.store.remember(row)

    async def channel(self, id: str) -> Any | None:
        """A channel or thread, unarchived if need be."""
        if not id.isdigit():
            return None
        found = self.bot.get_channel(int(id))
        if found is None:
            try:
                found = await self.bot.fetch_channel(int(id))
            except discord.HTTPException:
                return None
        if isinstance(found, discord.Thread) and found.archived:
            await found.edit(archived=False)
        return found


def frozen(message: discord.Message) -> ui.LayoutView | None:
    """A message as it is, without its buttons; None if it has none."""
    from cogs import texts

    view = ui.LayoutView.from_message(message, timeout=None)
    rows = [item for item in view.children if isinstance(item, ui.ActionRow)]
    if not rows:
        return None
    for row in rows:
        view.remove_item(row)
    view.add_item(ui.TextDisplay(texts.SUPERSEDED))
    return view


def touched(events: Sequence[Event]) -> frozenset[int]:
    """The places that events speak of, to be marked on the picture."""
    places = set()
    for event in events:
        for name in ("clearing", "origin", "to"):
            place = event.about.get(name)
            if isinstance(place, int):
                places.add(place)
    return frozenset(places)
