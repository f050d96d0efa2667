"""For newcomers: what there is to type, and a first game against bots, led by the hand."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import errors, opening, texts
from cogs.app import Glade
from cogs.plan import Chair, Plan, new_bot
from cogs.tables import user_id
from engine.games import GAMES
from engine.seats import CLOCKWORK

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


class Guide(commands.Cog):
    """Help."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="What I can do, and how to begin.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def help(self, interaction: Click) -> None:
        await errors.show(interaction, errors.plain_layout(texts.HELP.format()))

    @app_commands.command(description="A first game against two easy bots, step by step.")
    @app_commands.guild_only()
    async def tutorial(self, interaction: Click) -> None:
        game = next(iter(GAMES))
        name = texts.one_line(interaction.user.display_name, 32)
        plan = first_plan(game, user_id(interaction), name)
        title = texts.TUTORIAL_TITLE.format(host=name)
        row = await opening.open_table(interaction, game, title, plan=plan)
        await opening.start(interaction, row.id)


async def setup(bot: Glade) -> None:
    await bot.add_cog(Guide(bot))
