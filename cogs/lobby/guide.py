"""For newcomers: a greeting, what there is to type, and a first game against bots, led by the hand."""

from __future__ import annotations

import asyncio
import logging

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.layout import Layout
from cogs.lobby import opening, places
from cogs.lobby.choosing import game_names, games_menu, known_game, new_table
from cogs.lobby.plan import Chair, Plan, board_of, new_bot, setup_of
from cogs.locales import tr
from cogs.order import permits
from cogs.tables import game_here, offered, plan_of, user_id, with_plan
from engine.games import GAMES, GameKind
from engine.seats import CLOCKWORK
from engine.store import GameRow, SeatRow

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]


def taught() -> list[GameKind]:
    """The games that have a first game for newcomers."""
    return [kind for kind in GAMES.values() if kind.about.first]


def first_plan(kind: GameKind, user: str, name: str, plays: str = "") -> Plan:
    """One person, what the game would have a newcomer play, and bots as easy as they can be."""
    first, lobby = kind.about.first, kind.lobby
    assert first is not None
    plan = Plan((Chair(user=user, name=name, plays=plays or first.plays),), dict(first.options), guided=True)
    for _ in range(first.bots):
        known_one = next((one for one in first.against if one not in plan.taken()), "")
        chair = (
            Chair(plays=known_one, board=board_of(lobby, setup_of(plan, lobby), known_one))
            if known_one
            else new_bot(plan, lobby, opening.chance)
        )
        if chair is None:
            break
        known = lobby.board_options(chair.plays, setup_of(plan, lobby)) if chair.board == CLOCKWORK else {}
        wanted = {
            option: value
            for option, value in first.bot_options.items()
            if option in known and known[option].fits(value)
        }
        plan = plan.add(Chair(plays=chair.plays, board=chair.board, options=wanted))
    return plan


async def first_game(interaction: Click, game: str | None = None, plays: str = "") -> None:
    """A table for one person and some easy bots, begun at once. Of several games one is chosen first."""
    games = taught()
    if game is None and len(games) > 1:
        await errors.show(interaction, games_menu("firstgame", texts.WHICH_FIRST, games))
        return
    kind = known_game(game) if game else games[0]
    if kind not in games:
        raise Sorry(texts.NO_FIRST_GAME.format(game=kind.name))
    name = texts.one_line(interaction.user.display_name, 32)
    if plays and plays not in kind.about.lessons:
        raise Sorry(texts.NO_LESSON.format(game=kind.name, known=", ".join(kind.about.lessons) or "–"))
    plan = first_plan(kind, user_id(interaction), name, plays)
    title = texts.TUTORIAL_TITLE.format(host=name)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await errors.acknowledge(interaction)  # the menu of games gives way to what follows
    row = await opening.open_table(interaction, kind.id, title, plan=plan)
    faction = kind.lobby.factions(setup_of(plan, kind.lobby))[plan.chairs[0].plays]
    await opening.start(interaction, row.id, texts.TUTORIAL_BEGUN, faction=faction)


async def end_lesson(interaction: Click) -> None:
    """No more goals and hints in the game of this channel; it goes on as any other."""
    await errors.acknowledge(interaction)
    bot = interaction.client
    row = await game_here(bot.table, interaction)
    await permits.require("play", interaction, row, await bot.store.seats(row.id))
    plan = msgspec.structs.replace(plan_of(row), guided=False)

    def written(game: GameRow, seats: tuple[SeatRow, ...]) -> tuple[GameRow, tuple[SeatRow, ...]]:
        return with_plan(game, plan), seats

    await bot.table.amend(row.id, written)
    await bot.table.tell_again(row.id, "lesson")
    await errors.say(interaction, texts.LESSON_LEFT)


@on("firstgame")
async def on_first_of(interaction: Click, pressed: Pressed) -> None:
    await first_game(interaction, pressed.values[0])


# --- the greeting -----------------------------------------------------------------------------------------


def greeting() -> ui.LayoutView:
    """Who this is, and two ways to begin."""
    buttons = Buttons("", 0)
    view = Layout()
    lines = [texts.GAME_ABOUT.format(game=kind.name, line=tr(kind.about.line)) for kind in GAMES.values()]
    view.add_item(ui.Container(ui.TextDisplay(texts.GREETING.format(games="\n".join(lines)))))
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
    await new_table(interaction)


@on("help")
async def on_help(interaction: Click, pressed: Pressed) -> None:
    await errors.show(interaction, errors.plain_layout(help_text()))


def help_text() -> str:
    """What there is to type; the games' own commands among it."""
    names = dict.fromkeys(command.name for kind in GAMES.values() for command in kind.about.commands)
    return texts.HELP.format(commands=" ".join(f"`/{name}`" for name in names))


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
        await errors.show(interaction, errors.plain_layout(help_text()))

    @app_commands.command(description="A first game against easy bots, step by step.")
    @app_commands.describe(
        game="Which game",
        faction="Which faction you would like to learn",
        leave="End the lesson; the game goes on",
    )
    @app_commands.autocomplete(game=game_names)
    @app_commands.guild_only()
    async def tutorial(
        self,
        interaction: Click,
        game: str | None = None,
        faction: str | None = None,
        leave: bool = False,
    ) -> None:
        if leave:
            await end_lesson(interaction)
            return
        teaching = [kind.id for kind in taught() if faction in kind.about.lessons]
        await first_game(interaction, game or (teaching[0] if teaching else None), faction or "")

    @tutorial.autocomplete("faction")
    @offered
    async def factions_taught(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        named = {
            plays: kind.lobby.factions(setup_of(Plan(), kind.lobby)).get(plays, plays)
            for kind in taught()
            for plays in kind.about.lessons
        }
        return [
            app_commands.Choice(name=name, value=plays)
            for plays, name in named.items()
            if current.lower() in name.lower()
        ]


async def setup(bot: Glade) -> None:
    await bot.add_cog(Guide(bot))
