"""The bot on Discord: one process, minimal intents, commands synced only when they changed."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from cogs import components, errors, locales
from cogs.board.following import Panels
from cogs.board.speak import Speaker
from cogs.running.exporter import Exporter
from cogs.running.metrics import Metrics
from cogs.running.pace import Pace
from cogs.waiting.watch import Watch
from engine import shards
from engine.apart import Reader
from engine.games import GAMES
from engine.settings import Settings
from engine.store import StoreError
from engine.table import Table
from engine.tidy import Tidy
from render import Desk, StudioApart

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks to this bot

EXTENSIONS = (
    "cogs.lobby.commands",
    "cogs.board.play",
    "cogs.board.moves",
    "cogs.looking.see",
    "cogs.looking.story",
    "cogs.looking.law",
    "cogs.looking.more",
    "cogs.looking.study",
    "cogs.waiting.commands",
    "cogs.order.care",
    "cogs.order.forget",
    "cogs.lobby.guide",
    "cogs.lobby.home",
)
SYNCED = "commands"
TEST_SERVER = "test server"
"""The server that has commands of its own, by application."""
CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)
SERVERS_WAIT = 3.0  # seconds that servers get to arrive before games are taken up
IDENTIFY = 5.0  # seconds between two shards that log in
GOODBYE = 5.0  # seconds that discord.py gets to let go


def use_local(url: str) -> None:
    """Point discord.py at a Discord on this machine. Nothing else in the bot knows of it."""
    discord.http.Route.BASE = f"{url}/api/v10"
    gateway = yarl.URL(url.replace("http", "ws", 1)) / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


class Tree(app_commands.CommandTree["Glade"]):
    """All commands; whatever goes wrong is answered in one line."""

    async def _call(self, interaction: discord.Interaction[Glade]) -> None:
        locales.speak_to(interaction)
        try:
            with interaction.client.metrics.timed("a command"):
                async with interaction.client.pace.turn(interaction):
                    await super()._call(interaction)
        except errors.Sorry as sorry:
            await errors.answer(interaction, sorry)

    async def interaction_check(self, interaction: discord.Interaction[Glade]) -> bool:
        locales.speak_to(interaction)
        metrics = interaction.client.metrics
        metrics.count(
            "autocompletes" if interaction.type is discord.InteractionType.autocomplete else "commands"
        )
        metrics.took("on the way here", max(0.0, time.time() - interaction.created_at.timestamp()))
        return True

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        await errors.answer(interaction, error)


class Glade(commands.AutoShardedBot):
    """Glade. `table` holds all games, `studio` draws them, `speaker` tells them, `watch` minds the clock.

    `greets`: it says hello to every server once.
    """

    def __init__(
        self,
        settings: Settings,
        table: Table,
        studio: Desk | None = None,
        *,
        greets: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            help_command=None,
            max_messages=None,
            **options,
        )
        self.settings = settings
        self.served = shards.read(settings.shards)
        self.greets = greets
        self.table = table
        self.store = table.store
        self.metrics = Metrics()
        self.pace = Pace()
        self.is_local = False
        self.opening = asyncio.Lock()
        self.studio = studio or StudioApart()
        self.reader = Reader()
        self.watch = Watch(self, table)
        self.panels = Panels(table)
        self.speaker = Speaker(self, table, self.studio, self.watch)
        self._chores: list[asyncio.Task[Any]] = []
        table.listeners.append(lambda update: self.metrics.count("answers saved"))

    async def setup_hook(self) -> None:
        """Everything asynchronous before the connection: cogs and commands."""
        await self.tree.set_translator(locales.Translator())
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        if 0 in self.served.ids:  # of several processes one sends the commands
            await self.sync_if_changed()
        self._chores = [asyncio.create_task(work) for work in (self._resume(), self._tidy())]

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord lets one shard in every five seconds, whichever process it is in."""
        if self.is_local:
            return
        await self.table.company.turn("identify", IDENTIFY)
        if self.served.is_all:
            await super().before_identify_hook(shard_id, initial=initial)

    async def _resume(self) -> None:
        """Once the servers are known, every game is taken up where it stood."""
        await self.wait_until_ready()
        await self._servers()
        try:
            broken = await self.table.resume(self.speaker.speak)
            for game in broken:
                log.error("a game could not be loaded", extra={"game": game})
        finally:
            self.watch.start()

    async def _servers(self) -> None:
        """Ready does not mean that every server has been heard of. One that is down holds up nobody for long."""
        waited = 0.0
        while waited < SERVERS_WAIT and any(guild.unavailable for guild in self.guilds):
            await asyncio.sleep(0.01)
            waited += 0.01

    async def _tidy(self) -> None:
        """Draw ahead what every picture needs; from then on collections stay short."""
        await self.studio.warm(games=GAMES)
        await Tidy(lambda: self.pace.quiet_for).run()

    async def sync_if_changed(self) -> None:
        """Send the commands to Discord only when they differ from those sent last, or are not there."""
        guild = discord.Object(int(self.settings.test_server)) if self.settings.test_server else None
        await self.leave_test_server()
        if guild:
            self.tree.copy_global_to(guild=guild)
        found = self.tree.get_commands(guild=guild)
        translator = self.tree.translator
        if translator:
            payload = [await command.get_translated_payload(self.tree, translator) for command in found]
        else:
            payload = [command.to_dict(self.tree) for command in found]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        where = f"{SYNCED}:{self.application_id}:{guild.id if guild else 0}:{discord.http.Route.BASE}"
        if await self.store.meta(where) == digest:
            # a Discord may forget: a local one that was killed
            there = await self.tree.fetch_commands(guild=guild)
            if {command.name for command in there} == {command.name for command in found}:
                return
        await self.tree.sync(guild=guild)
        await self.store.set_meta(where, digest)

    async def leave_test_server(self) -> None:
        """A server that had commands of its own keeps them for ever, beside everybody's: take them away."""
        where = f"{TEST_SERVER}:{self.application_id}:{discord.http.Route.BASE}"
        before, now = await self.store.meta(where) or "", self.settings.test_server
        if before and before != now:
            try:
                await self.http.bulk_upsert_guild_commands(self.application_id or 0, int(before), [])
            except (discord.Forbidden, discord.NotFound):
                log.info("the former test server is gone")
        if before != now:
            await self.store.set_meta(where, now)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A click on whatever button, also on one that nobody knows any more. Commands are the tree's."""
        if interaction.type in CLICKS:
            await components.handle(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("an event failed: %s", event_method)
        self.metrics.count("errors")

    async def close(self) -> None:
        """Stop minding the clock, finish what is being told, then let go of Discord."""
        if self.is_closed():
            return
        self.reader.close()
        await self.panels.stop()
        await self.watch.close()
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.table.close()
        await self.pace.quiet()
        self.studio.close()
        await super().close()


async def serve(
    settings: Settings, table: Table, local: str | None = None, studio: Desk | None = None
) -> None:
    """Run the bot until it is stopped; then let the table finish. Pictures come from this studio, or from one apart."""
    mine = shards.read(settings.shards)
    options: dict[str, Any] = {}
    if local or settings.shards:
        options = {"shard_count": mine.count, "shard_ids": list(mine.ids)}
    if local:
        use_local(local)
        options["guild_ready_timeout"] = 0
    bot = Glade(settings, table, studio, greets=True, **options)
    bot.is_local = local is not None
    running = asyncio.create_task(bot.start(settings.token or "local"))
    ousted = asyncio.create_task(table.company.is_ousted())
    try:
        async with Exporter(bot).open(settings.metrics_port):
            # discord.py swallows a cancellation while it reconnects, so the bot is closed from here, not cancelled
            await asyncio.wait({running, ousted}, return_when=asyncio.FIRST_COMPLETED)
            if ousted.done():
                raise StoreError(f"Another process serves the shards {mine} now; this one stops.")
            running.result()
    except asyncio.CancelledError:
        log.info("closing")
        raise
    finally:
        ousted.cancel()
        await bot.close()
        running.cancel()
        await asyncio.wait({running}, timeout=GOODBYE)
