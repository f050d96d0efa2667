"""Open panels follow their games: what somebody looks at in private is what there is to decide now.

A panel is a private message. It can be edited as long as the token of the click lives that showed it; after a restart, or
when that time is over, it is as old as it is until it is pressed. Nothing of this is stored. Each person has one panel in
a game: a new one takes the buttons from the one before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord
from discord import ui

from cogs import errors, locales, texts
from cogs.board.panel import Panel
from cogs.tables import kind_of, user_id
from engine.live import TableError
from engine.rules import Event
from engine.store import StoreError
from engine.table import Look, Table, Update

log = logging.getLogger(__name__)

ALIVE = 14 * 60.0
"""Seconds for which a panel can be edited: Discord forgets the token after 15 minutes."""
MOST = 2000
"""So many panels are followed; the oldest are let go."""
PAUSE = 0.3
"""Seconds before a panel follows: whoever pressed it gets their answer first, and a series of changes is one."""

GLANCE = 0.2
"""Seconds that a panel must be looked at before it gets its map: who knows where to click is gone by then."""


class OpenPanel:
    """A panel that somebody looks at."""

    def __init__(self, interaction: discord.Interaction[Any], look: Look, since: float) -> None:
        self.interaction = interaction
        self.game, self.seat, self.name = look.game.id, look.seat, look.view.seat
        self.rev, self.shows = look.game.rev, shown_of(look)
        self.since = since
        self.learned: list[Event] = []
        self.task: asyncio.Task[None] | None = None
        self.shown = asyncio.Event()
        """It is there: only now can it be edited."""


def shown_of(look: Look) -> tuple[object, ...]:
    """What decides whether a panel is out of date: one's own question, or whom the game waits for."""
    mine = next((one.asked for one in look.open if one.seat == look.seat), None)
    others = () if mine is not None else tuple(one.seat for one in look.open)
    return look.game.status, look.view.over, mine, others


class Panels:
    """The open panels of all games, by game and person."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pause, self.glance = PAUSE, GLANCE
        self._open: OrderedDict[tuple[str, str], OpenPanel] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        table.listeners.append(self.heard)

    async def show(
        self,
        interaction: discord.Interaction[Any],
        look: Look,
        view: ui.LayoutView,
        files: list[discord.File] | None = None,
    ) -> None:
        """Show a panel; from now on it follows the game, and the one before it loses its buttons."""
        key = (look.game.id, user_id(interaction))
        before = self._open.pop(key, None)
        panel = self._open[key] = OpenPanel(interaction, look, asyncio.get_running_loop().time())
        try:
            await errors.show(interaction, view, files)  # the game may go on meanwhile
        except BaseException:
            if self._open.get(key) is panel:
                del self._open[key]
            raise
        finally:
            panel.shown.set()
        if before is not None and not in_panel(interaction) and self.is_alive(before):
            self.do(self.close(before))
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def is_newest(self, interaction: discord.Interaction[Any], game: str) -> bool:
        """Does this person still look at the panel that this click showed?"""
        panel = self._open.get((game, user_id(interaction)))
        return panel is not None and panel.interaction is interaction

    async def is_looked_at(self, interaction: discord.Interaction[Any], game: str) -> bool:
        """Does this person still look at the panel that this click showed, after a glance at it?"""
        await asyncio.sleep(self.glance)
        return self.is_newest(interaction, game)

    def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Something else is shown in place of a person's panel: it is not to be overwritten while they look at it."""
        me = user_id(interaction)
        for key in [key for key, panel in self._open.items() if key[1] == me and panel.shown.is_set()]:
            del self._open[key]

    def heard(self, update: Update) -> None:
        """A game has changed: its panels follow."""
        for panel in [panel for (game, _), panel in self._open.items() if game == update.game]:
            panel.learned += [event for event in update.events if event.only and panel.name in event.only]
            if update.rev > panel.rev and (panel.task is None or panel.task.done()):
                panel.task = self.do(self.follow(panel))

    def do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something for a panel that nobody waits for: the click that caused it is answered already."""
        task = asyncio.create_task(work, name="panel follows")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def is_busy(self) -> bool:
        """Is a panel about to be edited?"""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Panels follow no more: the bot is about to close."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_alive(self, panel: OpenPanel) -> bool:
        return asyncio.get_running_loop().time() - panel.since < ALIVE

    async def follow(self, panel: OpenPanel) -> None:
        """Bring a panel up to date, if it shows something else than there is to decide now."""
        await panel.shown.wait()
        await asyncio.sleep(self.pause)
        key = (panel.game, user_id(panel.interaction))
        if self._open.get(key) is not panel:
            return  # whoever pressed it has their answer
        if not self.is_alive(panel):
            del self._open[key]
            return
        locales.speak_to(panel.interaction)
        try:
            look = await self.table.look(panel.game, panel.seat)
            shows = shown_of(look)
            told, panel.learned = panel.learned, []
            words = kind_of(look.game).words
            lines = [line for event in told if (line := words.event(look.view, event))]
            if shows == panel.shows and not lines:
                panel.rev = look.game.rev
                return
            note = "\n".join([str(texts.WENT_ON.format()), *lines])
            view = Panel(kind_of(look.game), look).question(note)
            await panel.interaction.edit_original_response(view=view, attachments=[])
            panel.rev, panel.shows = look.game.rev, shows
        except (discord.HTTPException, aiohttp.ClientError, OSError, TableError, StoreError) as error:
            log.info("a panel follows no more: %s", error, extra={"game": panel.game})
            self._open.pop(key, None)

    async def close(self, panel: OpenPanel) -> None:
        """A panel in whose place a newer one is open loses its buttons."""
        locales.speak_to(panel.interaction)
        try:
            view = errors.plain_layout(texts.PANEL_CLOSED.format())
            await panel.interaction.edit_original_response(view=view, attachments=[])
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("an old panel could not be closed: %s", error, extra={"game": panel.game})


def in_panel(interaction: discord.Interaction[Any]) -> bool:
    """Was this pressed in a private message?"""
    message = interaction.message
    return message is not None and message.flags.ephemeral
