"""The lobby: its buttons, the commands of a table, and the list of one's games."""

from __future__ import annotations

import contextlib

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.components import Pressed, on
from cogs.errors import Sorry
from cogs.lobby import places
from cogs.lobby.choosing import game_names, new_table
from cogs.lobby.message import LobbyMessage
from cogs.lobby.opening import (
    NOT_OVER,
    add_bot,
    change,
    close,
    lobby_row,
    open_table,
    set_bot,
    set_faction,
    set_option,
    sit_down,
    stand_up,
    start,
    take_bot_out,
)
from cogs.lobby.plan import choices, setup_of
from cogs.order import care, permits
from cogs.tables import (
    find_game,
    game_choices,
    kind_of,
    offered,
    plan_now,
    plan_of,
    public_look,
    user_id,
)
from engine.live import TableError
from engine.store import GameRow

Click = discord.Interaction[Glade]

LISTED = 20


# --- clicks -----------------------------------------------------------------------------------------------


@on("join")
async def on_join(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await change(interaction, pressed.game, sit_down(interaction, row.kind))


@on("leave")
async def on_leave(interaction: Click, pressed: Pressed) -> None:
    await change(interaction, pressed.game, stand_up(interaction))


@on("faction")
async def on_faction(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await change(interaction, pressed.game, set_faction(interaction, row.kind, pressed.values[0]))


@on("addbot")
async def on_add_bot(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await change(interaction, pressed.game, add_bot(row.kind), "settings")


@on("settings")
async def on_settings(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await permits.require("settings", interaction, row)
    await errors.show(interaction, LobbyMessage(kind_of(row), row, plan_of(row)).settings())


@on("option")
async def on_option(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    several = (choice := choices(plan_of(row), kind_of(row).lobby).get(pressed.rest)) and choice.several
    work = set_option(row.kind, pressed.rest, pressed.values if several else "".join(pressed.values[:1]))
    row, plan = await change(interaction, pressed.game, work, "settings")
    await errors.show(interaction, LobbyMessage(kind_of(row), row, plan).settings())


@on("bots")
async def on_bots(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await permits.require("settings", interaction, row)
    await errors.show(interaction, LobbyMessage(kind_of(row), row, plan_of(row)).bots())


@on("bot")
async def on_bot(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await permits.require("settings", interaction, row)
    await errors.show(interaction, LobbyMessage(kind_of(row), row, plan_of(row)).bots(int(pressed.values[0])))


async def same_lobby(interaction: Click, pressed: Pressed) -> GameRow | None:
    """Chairs are named by number: after a change by somebody else the panel is shown anew."""
    row = await lobby_row(interaction.client, pressed.game)
    await permits.require("settings", interaction, row)
    if row.rev == pressed.rev:
        return row
    await errors.show(interaction, LobbyMessage(kind_of(row), row, plan_of(row)).bots())
    return None


@on("botset")
async def on_bot_set(interaction: Click, pressed: Pressed) -> None:
    row = await same_lobby(interaction, pressed)
    if row:
        index, _, field = pressed.rest.partition(".")
        work = set_bot(row.kind, int(index), field, pressed.values)
        row, plan = await change(interaction, pressed.game, work, "settings")
        await errors.show(interaction, LobbyMessage(kind_of(row), row, plan).bots(int(index)))


@on("botout")
async def on_bot_out(interaction: Click, pressed: Pressed) -> None:
    row = await same_lobby(interaction, pressed)
    if row:
        row, plan = await change(interaction, pressed.game, take_bot_out(int(pressed.rest)), "settings")
        await errors.show(interaction, LobbyMessage(kind_of(row), row, plan).bots())


@on("start")
async def on_start(interaction: Click, pressed: Pressed) -> None:
    await start(interaction, pressed.game)


@on("closesure")
async def on_close(interaction: Click, pressed: Pressed) -> None:
    await close(interaction, await lobby_row(interaction.client, pressed.game))


@on("again")
async def on_again(interaction: Click, pressed: Pressed) -> None:
    """The same table once more: everybody keeps their chair, factions are chosen anew."""
    row = await interaction.client.store.game(pressed.game)
    if row is None:
        raise Sorry(texts.OLD_BUTTON)
    await permits.require("play", interaction, row, await interaction.client.store.seats(row.id))
    old = plan_of(row)
    with contextlib.suppress(TableError):  # who sits there now sits there again
        old = plan_now(await public_look(interaction.client.table, row.id))
    chairs = tuple(msgspec.structs.replace(chair, plays="") if chair.user else chair for chair in old.chairs)
    plan = msgspec.structs.replace(old, chairs=chairs, guided=False)
    await open_table(interaction, row.kind, row.title, plan=plan)


# --- slash commands ---------------------------------------------------------------------------------------


@app_commands.guild_only()
class Lobby(commands.GroupCog, name="game", description="Open a table, sit down, start, pause, end."):
    """Tables: from the lobby to the archive."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table. With bots you can start at once.")
    @app_commands.describe(
        game="Which game",
        bots="How many bots sit down at once",
        title="What the table is called",
        forum="Open it as a post of this forum",
    )
    @app_commands.autocomplete(game=game_names)
    async def new(
        self,
        interaction: Click,
        game: str | None = None,
        bots: app_commands.Range[int, 0, 5] = 0,
        title: app_commands.Range[str, 1, 60] | None = None,
        forum: app_commands.Transform[discord.ForumChannel, places.Forum] | None = None,
    ) -> None:
        await new_table(interaction, game, title or "", bots, forum)

    async def lobby_here(self, interaction: Click, game: str | None) -> GameRow:
        return await find_game(self.bot.table, interaction, game, ("lobby",))

    @app_commands.command(description="Sit down at a table.")
    @app_commands.describe(faction="What you want to play", game="Which table, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def join(self, interaction: Click, faction: str | None = None, game: str | None = None) -> None:
        row = await self.lobby_here(interaction, game)
        me = user_id(interaction)
        seated = plan_of(row).chair_of(me) is not None
        await errors.acknowledge(interaction)
        if not seated:
            await change(interaction, row.id, sit_down(interaction, row.kind))
        if faction:
            await change(interaction, row.id, set_faction(interaction, row.kind, faction))
        elif seated:
            raise Sorry(texts.SEATED_ALREADY)
        await errors.say(interaction, texts.LOBBY_JOINED)

    @join.autocomplete("faction")
    @offered
    async def factions(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await self.lobby_here(interaction, getattr(interaction.namespace, "game", None))
        taken = plan_of(row).taken()
        lobby = kind_of(row).lobby
        known = lobby.factions(setup_of(plan_of(row), lobby))
        found = [("surprise", str(texts.SURPRISE_ME)), *known.items()]
        return [
            app_commands.Choice(name=name, value=value)
            for value, name in found
            if value not in taken and current.lower() in name.lower()
        ][:25]

    @app_commands.command(description="Stand up: from a table that has not begun, or from a running game.")
    @app_commands.describe(
        to="In a running game: who takes your seat; empty: a stand-in",
        game="Which table, if there are several here",
    )
    @app_commands.autocomplete(game=game_choices)
    async def leave(
        self, interaction: Click, to: discord.User | None = None, game: str | None = None
    ) -> None:
        row = await find_game(self.bot.table, interaction, game)
        if row.status != "lobby":
            await care.ask_resign(interaction, row, to)
            return
        await errors.acknowledge(interaction)
        await change(interaction, row.id, stand_up(interaction))
        await errors.say(interaction, texts.LOBBY_LEFT)

    @app_commands.command(description="Change what the table has agreed: how it is played, pace, bots …")
    @app_commands.describe(
        option="Which option", value="What it should be", game="Which table, if there are several here"
    )
    @app_commands.autocomplete(game=game_choices)
    async def options(
        self, interaction: Click, option: str | None = None, value: str | None = None, game: str | None = None
    ) -> None:
        row = await self.lobby_here(interaction, game)
        await permits.require("settings", interaction, row)
        if option is None or value is None:
            await errors.show(interaction, LobbyMessage(kind_of(row), row, plan_of(row)).settings())
            return
        await errors.acknowledge(interaction)
        choice = choices(plan_of(row), kind_of(row).lobby).get(option)
        chosen = choice.read(value) if choice else value
        work = add_bot(row.kind) if option == "bots" else set_option(row.kind, option, chosen)
        row, plan = await change(interaction, row.id, work, "settings")
        await errors.show(interaction, LobbyMessage(kind_of(row), row, plan).settings())

    @options.autocomplete("option")
    @offered
    async def option_names(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await self.lobby_here(interaction, getattr(interaction.namespace, "game", None))
        names = [*choices(plan_of(row), kind_of(row).lobby), "bots"]
        return [app_commands.Choice(name=n, value=n) for n in names if current.lower() in n][:25]

    @options.autocomplete("value")
    @offered
    async def option_values(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await self.lobby_here(interaction, getattr(interaction.namespace, "game", None))
        option = getattr(interaction.namespace, "option", None) or ""
        choice = choices(plan_of(row), kind_of(row).lobby).get(option)
        values = {"one": "One more"} if option == "bots" else choice.values if choice else {}
        return [
            app_commands.Choice(name=texts.cut(words, 100), value=value)
            for value, words in values.items()
            if current.lower() in words.lower()
        ][:25]

    @app_commands.command(description="Start the game.")
    @app_commands.describe(game="Which table, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def start(self, interaction: Click, game: str | None = None) -> None:
        row = await self.lobby_here(interaction, game)
        await start(interaction, row.id)

    @app_commands.command(description="Who plays, what is agreed, and how the game stands.")
    @app_commands.describe(game="Which table, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def info(self, interaction: Click, game: str | None = None) -> None:
        row = await find_game(self.bot.table, interaction, game)
        plan = plan_of(row)
        if row.status != "lobby":
            with contextlib.suppress(TableError):  # a game that cannot be loaded still tells what was agreed
                plan = plan_now(await public_look(self.bot.table, row.id))
        lines = LobbyMessage(kind_of(row), row, plan).info()
        if row.pledge:
            lines.append(texts.EVENTS["table.pledge"].format(hash=f"`{row.pledge[:16]}`"))
        text = texts.INFO.format(
            title=texts.plain(row.title),
            game=kind_of(row).name,
            id=row.id,
            status=texts.STATUS[row.status].format(),
            lines="\n".join(lines),
        )
        await errors.show(interaction, errors.plain_layout(texts.cut(text, 3900)))

    @app_commands.command(description="Close a table that has not begun, or end a game by vote.")
    @app_commands.describe(game="Which table, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def abandon(self, interaction: Click, game: str | None = None) -> None:
        row = await find_game(self.bot.table, interaction, game)
        if row.status == "lobby":
            await permits.require("close lobby", interaction, row)
            await errors.show(interaction, care.sure(row, texts.SURE_CLOSE, "closesure"))
            return
        await care.ask_abandon(interaction, row)

    @app_commands.command(description="Pause the game: the players vote, a server manager decides.")
    @app_commands.describe(game="Which game, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def pause(self, interaction: Click, game: str | None = None) -> None:
        await care.pause(interaction, await find_game(self.bot.table, interaction, game))

    @app_commands.command(description="Go on with a paused game.")
    @app_commands.describe(game="Which game, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def resume(self, interaction: Click, game: str | None = None) -> None:
        await care.resume(interaction, await find_game(self.bot.table, interaction, game))

    @app_commands.command(description="For server managers: end a game without a winner and keep it.")
    @app_commands.describe(game="Which game, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def archive(self, interaction: Click, game: str | None = None) -> None:
        row = await find_game(self.bot.table, interaction, game)
        await permits.require("archive", interaction, row)
        await errors.show(interaction, care.sure(row, texts.SURE_ARCHIVE, "archivesure"))

    @app_commands.command(description="Hand the seat of an absent player over, if the others agree.")
    @app_commands.describe(
        seat="Whose seat", to="Who takes it; empty: a stand-in", game="Which game, if there are several here"
    )
    @app_commands.autocomplete(game=game_choices)
    async def replace(
        self, interaction: Click, seat: str, to: discord.User | None = None, game: str | None = None
    ) -> None:
        row = await find_game(self.bot.table, interaction, game)
        await care.propose_replacement(interaction, row, seat, to)

    @replace.autocomplete("seat")
    @offered
    async def seats(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        named = getattr(interaction.namespace, "game", None)
        row = await find_game(self.bot.table, interaction, named)
        plan = plan_of(row)
        names = {chair.user: chair.name for chair in plan.chairs}
        return [
            app_commands.Choice(
                name=texts.cut(f"{seat.seat} ({names.get(seat.user, '?')})", 100), value=seat.seat
            )
            for seat in await self.bot.store.seats(row.id)
            if seat.user and current.lower() in seat.seat
        ][:25]


class Games(commands.Cog):
    """All my games."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="All your games everywhere, those that wait for you first.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def games(self, interaction: Click) -> None:
        me = user_id(interaction)
        rows = await self.bot.store.games(*NOT_OVER, user=me)
        waits = {game: since for game, _, since in await self.bot.store.waits_for(me)}
        rows.sort(key=lambda row: (row.id not in waits, waits.get(row.id, 0.0)))
        if not rows:
            raise Sorry(texts.NO_GAMES)
        lines = [await self.line(row, waits.get(row.id)) for row in rows[:LISTED]]
        if len(rows) > LISTED:
            lines.append(texts.MORE_GAMES.format(count=len(rows) - LISTED))
        text = "\n".join([texts.GAMES_TITLE.format(), *lines])
        await errors.show(interaction, errors.plain_layout(texts.cut(text, 3900)))

    async def line(self, row: GameRow, since: float | None) -> str:
        if since is not None:
            waits = texts.WAITS_FOR_YOU.format(since=int(since))
        else:
            who = ", ".join(await self.awaited(row)) if row.status == "running" else ""
            waits = texts.WAITS_FOR.format(who=who) if who else ""
        where = texts.GO_THERE.format(channel=row.channel) if row.channel else ""
        if not row.channel and row.status != "lobby":
            where = texts.NO_PLACE.format(id=row.id)
        return texts.GAME_LINE.format(
            mark="🟢" if since is not None else "⚪",
            title=texts.plain(row.title),
            game=kind_of(row).name,
            status=texts.STATUS[row.status].format(),
            where=where,
            waits=waits,
        )

    async def awaited(self, row: GameRow) -> list[str]:
        """Whom a game waits for, by faction; the board is asked only for seats that drafted theirs."""
        seats = [seat.seat for seat in await self.bot.store.seats(row.id) if seat.since is not None]
        lobby = kind_of(row).lobby
        names = dict(lobby.factions(setup_of(plan_of(row), lobby)))
        if not names.keys() >= set(seats):
            with contextlib.suppress(TableError):
                look = await public_look(self.bot.table, row.id)
                names |= {seat: kind_of(row).words.seat(look.view, seat) for seat in seats}
        return [names.get(seat, seat) for seat in seats]


async def setup(bot: Glade) -> None:
    await bot.add_cog(Lobby(bot))
    await bot.add_cog(Games(bot))
