"""For newcomers: a greeting, what there is to type, and a first game against bots, led by the hand."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.components import Buttons, Pressed, on
from cogs.lobby import opening, places
from cogs.lobby.plan import Chair, Plan, new_bot
from cogs.tables import user_id
from engine.games import GAMES
from engine.seats import CLOCKWORK

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]

BOTS = 2
EASY = "easy"


def first_plan(game: str, user: str, name: str) -> Plan:
    """One person and two easy bots; the first faction of the game is the one to begin with."""
    kind = GAMES[game].lobby
    plan = Plan(chairs=(Chair(user=user, name=name, plays=next(iter(kind.factions()))),), guided=True)
    for _ in range(BOTS):
        chair = new_bot(plan, kind, opening.chance)
        if chair is None:
            break
        if chair.board == CLOCKWORK and EASY in kind.board_options(chair.plays).get("difficulty", {}):
            chair = Chair(plays=chair.plays, board=chair.board, options={"difficulty": EASY})
        plan = plan.add(chair)
    return plan


async def first_game(interaction: Click) -> None:
    """A table for one person and two easy bots, begun at once."""
    game = next(iter(GAMES))
    name = texts.one_line(interaction.user.display_name, 32)
    plan = first_plan(game, user_id(interaction), name)
    title = texts.TUTORIAL_TITLE.format(host=name)
    row = await opening.open_table(interaction, game, title, plan=plan)
    faction = GAMES[game].lobby.factions()[plan.chairs[0].plays]
    await opening.start(interaction, row.id, texts.TUTORIAL_BEGUN, faction=faction)


# --- the greeting -----------------------------------------------------------------------------------------


def greeting() -> ui.LayoutView:
    """Who this is, and two ways to begin."""
    buttons = Buttons("", 0)
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(texts.GREETING.format())))
    view.add_item(
        ui.ActionRow(
            buttons.button("first", texts.FIRST_GAME, style="good"),
            buttons.button("table", texts.OPEN_TABLE, style="main"),
            buttons.button("help", texts.HELP_BUTTON),
        )
    )
    return view


@on("first")
async def on_first(interaction: Click, pressed: Pressed) -> None:
    await first_game(interaction)


@on("table")
async def on_table(interaction: Click, pressed: Pressed) -> None:
    await opening.open_table(interaction, next(iter(GAMES)))


@on("help")
async def on_help(interaction: Click, pressed: Pressed) -> None:
    await errors.show(interaction, errors.plain_layout(texts.HELP.format()))


class Guide(commands.Cog):
    """Help."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot
        self._greeting = asyncio.Lock()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """A server may have invited the bot while it was not running."""
        for guild in self.bot.guilds if self.bot.greets else ():
            await self.greet(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self.bot.greets:
            await self.greet(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """On a slow day the bot is ready before it has heard what a server is like."""
        if self.bot.greets:
            await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello to a server, once in its life; better never than twice."""
        key, store = f"greeted:{guild.id}", self.bot.store
        async with self._greeting:
            channel = places.hall_of(guild)
            if channel is None or await store.meta(key):
                return
            await store.set_meta(key, "yes")
            if await store.games(guild=str(guild.id)):
                return
            try:
                await channel.send(view=greeting())
            except discord.HTTPException as error:
                log.info("no greeting: %s", error)

    @app_commands.command(description="What I can do, and how to begin.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: Click) -> None:
        await errors.show(interaction, errors.plain_layout(texts.HELP.format()))

    @app_commands.command(description="A first game against two easy bots, step by step.")
    @app_commands.guild_only()
    async def tutorial(self, interaction: Click) -> None:
        await first_game(interaction)


async def setup(bot: Glade) -> None:
    await bot.add_cog(Guide(bot))
