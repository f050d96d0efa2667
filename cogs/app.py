"""The bot on Discord: one process, minimal intents, commands synced only when they changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from cogs import errors, texts
from cogs.components import DYNAMIC_ITEMS, is_ours
from engine.settings import Settings
from engine.table import Table

log = logging.getLogger(__name__)

EXTENSIONS = ("cogs.lobby", "cogs.play", "cogs.see", "cogs.wait", "cogs.care", "cogs.guide")
SYNCED = "commands"


def use_local(url: str) -> None:
    """Point discord.py at a Discord on this machine. Nothing else in the bot knows of it."""
    discord.http.Route.BASE = f"{url}/api/v10"
    gateway = yarl.URL(url.replace("http", "ws", 1)) / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


class Tree(app_commands.CommandTree["Glade"]):
    """All commands; whatever goes wrong is answered in one line."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        await errors.answer(interaction, error)


class Glade(commands.AutoShardedBot):
    """Glade. `table` holds all games."""

    def __init__(self, settings: Settings, table: Table, **options: Any) -> None:
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
        self.table = table
        self.store = table.store

    async def setup_hook(self) -> None:
        """Everything asynchronous before the connection: cogs, buttons that survive restarts, commands."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.sync_if_changed()

    async def sync_if_changed(self) -> None:
        """Send the commands to Discord only when they differ from those sent last."""
        guild = discord.Object(int(self.settings.test_server)) if self.settings.test_server else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        where = f"{SYNCED}:{self.application_id}:{guild.id if guild else 0}:{discord.http.Route.BASE}"
        if await self.store.meta(where) != digest:
            await self.tree.sync(guild=guild)
            await self.store.set_meta(where, digest)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Discord.py drops a component it does not know; its user gets an answer all the same."""
        if interaction.type is not discord.InteractionType.component or interaction.response.is_done():
            return
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if not is_ours(custom_id):
            await errors.say(interaction, texts.OLD_BUTTON)


async def serve(settings: Settings, table: Table, local: str | None = None) -> None:
    """Run the bot until it is stopped; then let the table finish."""
    options: dict[str, Any] = {}
    if local:
        use_local(local)
        options = {"guild_ready_timeout": 0, "shard_count": 1}
    bot = Glade(settings, table, **options)
    try:
        await bot.start(settings.token or "local")
    except asyncio.CancelledError:
        log.info("closing")
        raise
    finally:
        await bot.close()
