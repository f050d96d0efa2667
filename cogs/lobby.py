"""Opening a table: seats for people and bots, options, and the start. Also the list of one's games."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs import care, errors, permits, places, texts
from cogs.app import Glade
from cogs.components import Pressed, on
from cogs.errors import Sorry
from cogs.lobby_message import LobbyMessage
from cogs.plan import Chair, Plan, board_of, bots_of, choices, dealt, new_bot, seat_rows, setup_of, usual
from cogs.tables import find_game, game_choices, kind_of, offered, plan_of, user_id, with_plan
from engine.games import GAMES
from engine.seats import HUMAN
from engine.store import GameRow, MessageRow, SeatRow, Stale, Status

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]
Change = Callable[[Plan], Plan]

LOBBY = "lobby"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NOT_OVER: tuple[Status, ...] = ("lobby", "running", "paused")
LISTED = 20

chance = random.SystemRandom()


class _Locks(dict[str, asyncio.Lock]):
    def __missing__(self, game: str) -> asyncio.Lock:
        self[game] = asyncio.Lock()
        return self[game]


_locks = _Locks()


def new_id() -> str:
    """A short name for a game that people can type."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


# --- opening ----------------------------------------------------------------------------------------------


async def check_room(interaction: Click) -> None:
    """Nobody fills the house alone."""
    settings, store = interaction.client.settings, interaction.client.store
    hosted = await store.games(*NOT_OVER, host=user_id(interaction))
    if len(hosted) >= settings.games_per_person:
        raise Sorry(texts.TOO_MANY_GAMES.format(count=len(hosted)))
    here = await store.games(*NOT_OVER, guild=str(interaction.guild_id))
    if len(here) >= settings.games_per_server:
        raise Sorry(texts.SERVER_FULL.format(count=len(here)))


async def open_table(
    interaction: Click,
    game: str,
    title: str = "",
    bots: int = 0,
    forum: discord.ForumChannel | None = None,
    plan: Plan | None = None,
) -> GameRow:
    """Open a lobby here, or as a post of a forum."""
    places.check_here(interaction)
    channel = interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    if forum is None and isinstance(parent, discord.ForumChannel):
        forum = parent
    if forum is not None:
        places.check_forum(forum)
    await check_room(interaction)
    row, plan = await create(interaction, game, title, bots, plan)
    message = LobbyMessage(GAMES[game], row, plan)
    if forum is None:
        sent = await interaction.response.send_message(
            view=message.build(), allowed_mentions=discord.AllowedMentions.none()
        )
        await remember_lobby(interaction.client, row, str(interaction.channel_id), str(sent.message_id))
        return row
    await interaction.response.defer(ephemeral=True, thinking=True)
    post = await forum.create_thread(
        name=texts.one_line(row.title, 90),
        view=message.build(),
        applied_tags=places.tags_for(forum, "lobby", row.kind),
        auto_archive_duration=places.ARCHIVE_AFTER,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await save(interaction.client, msgspec.structs.replace(row, channel=str(post.thread.id)), plan)
    await remember_lobby(interaction.client, row, str(post.thread.id), str(post.message.id))
    await errors.say(interaction, texts.LOBBY_WHERE.format(link=post.thread.mention))
    return row


async def create(
    interaction: Click, game: str, title: str, bots: int, plan: Plan | None = None
) -> tuple[GameRow, Plan]:
    """A new game in the store, its host seated."""
    bot = interaction.client
    host = user_id(interaction)
    name = texts.one_line(interaction.user.display_name, 32)
    lobby = GAMES[game].lobby
    if plan is None:
        plan = Plan(chairs=(Chair(user=host, name=name),), options=usual(lobby))
    for _ in range(min(bots, lobby.seats()[-1] - len(plan.chairs))):
        chair = new_bot(plan, lobby, chance)
        if chair:
            plan = plan.add(chair)
    title = texts.one_line(title, 60) or texts.DEFAULT_TITLE.format(host=name)
    now = bot.table.clock()
    row = GameRow(
        id=new_id(),
        kind=game,
        title=title,
        host=host,
        guild=str(interaction.guild_id or ""),
        channel=str(interaction.channel_id or ""),
        created=now,
        updated=now,
    )
    row = with_plan(row, plan)
    await bot.store.create(row, chairs_as_seats(plan))
    return row, plan


def chairs_as_seats(plan: Plan) -> list[SeatRow]:
    """The chairs as the store lists them, so that people find their lobbies."""
    return [
        SeatRow(f"chair{i}", i, HUMAN if chair.user else chair.board, chair.user)
        for i, chair in enumerate(plan.chairs)
    ]


async def remember_lobby(bot: Glade, row: GameRow, channel: str, message: str) -> None:
    await bot.store.remember(MessageRow(row.id, LOBBY, channel, message))


# --- changing ---------------------------------------------------------------------------------------------


async def lobby_row(bot: Glade, game: str) -> GameRow:
    """A game that has not begun."""
    row = await bot.store.game(game)
    if row is None:
        raise Sorry(texts.LOBBY_CLOSED)
    if row.status != "lobby":
        raise Sorry(texts.ALREADY_STARTED)
    return row


async def save(bot: Glade, row: GameRow, plan: Plan) -> GameRow:
    fresh = msgspec.structs.replace(with_plan(row, plan), updated=bot.table.clock())
    return await bot.store.update(fresh, chairs_as_seats(plan))


async def change(interaction: Click, game: str, work: Change, permit: str = "join") -> tuple[GameRow, Plan]:
    """Change what is agreed, and show it to everybody."""
    bot = interaction.client
    async with _locks[game]:
        for _ in range(5):
            row = await lobby_row(bot, game)
            await permits.require(permit, interaction, row, await bot.store.seats(game))
            plan = work(plan_of(row))
            try:
                row = await save(bot, row, plan)
            except Stale:
                continue
            await refresh(interaction, row, plan)
            return row, plan
    raise Sorry(texts.BUSY)


async def refresh(interaction: Click, row: GameRow, plan: Plan) -> None:
    """Bring the public lobby message up to date."""
    view = LobbyMessage(kind_of(row), row, plan).build()
    known = await interaction.client.store.message(row.id, LOBBY)
    clicked = interaction.message
    if clicked and known and str(clicked.id) == known.message and not interaction.response.is_done():
        await interaction.response.edit_message(view=view, allowed_mentions=discord.AllowedMentions.none())
        return
    await edit_lobby(interaction.client, row.id, view)


async def edit_lobby(bot: Glade, game: str, view: discord.ui.LayoutView) -> None:
    known = await bot.store.message(game, LOBBY)
    channel = await places.find(bot, known.channel) if known else None
    if known is None or channel is None:
        return
    try:
        message = channel.get_partial_message(int(known.message))
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException:
        log.info("a lobby message could not be edited", extra={"game": game})


def sit_down(interaction: Click, most: int) -> Change:
    me, name = user_id(interaction), texts.one_line(interaction.user.display_name, 32)

    def work(plan: Plan) -> Plan:
        if plan.chair_of(me) is not None:
            raise Sorry(texts.SEATED_ALREADY)
        if len(plan.chairs) >= most:
            raise Sorry(texts.FULL.format(most=most))
        return plan.add(Chair(user=me, name=name))

    return work


def stand_up(interaction: Click) -> Change:
    def work(plan: Plan) -> Plan:
        index = plan.chair_of(user_id(interaction))
        if index is None:
            raise Sorry(texts.NOT_IN_LOBBY)
        return plan.remove(index)

    return work


def set_faction(interaction: Click, kind: str, plays: str) -> Change:
    factions = GAMES[kind].lobby.factions()

    def work(plan: Plan) -> Plan:
        index = plan.chair_of(user_id(interaction))
        if index is None:
            raise Sorry(texts.NOT_IN_LOBBY)
        if plays == "surprise":
            return plan.with_chair(index, plays="")
        if plays not in factions:
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(plays)))
        if plays in plan.taken() - {plan.chairs[index].plays}:
            raise Sorry(texts.FACTION_TAKEN.format(name=factions[plays]))
        return plan.with_chair(index, plays=plays)

    return work


def set_option(kind: str, name: str, value: str) -> Change:
    known = choices(GAMES[kind].lobby)

    def work(plan: Plan) -> Plan:
        if value not in known.get(name, {}):
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(value)))
        return plan.with_option(name, value)

    return work


def add_bot(kind: str) -> Change:
    lobby = GAMES[kind].lobby

    def work(plan: Plan) -> Plan:
        if len(plan.chairs) >= lobby.seats()[-1]:
            raise Sorry(texts.FULL.format(most=lobby.seats()[-1]))
        chair = new_bot(plan, lobby, chance)
        if chair is None:
            raise Sorry(texts.NO_BOT_LEFT)
        return plan.add(chair)

    return work


def set_bot(kind: str, index: int, field: str, values: list[str]) -> Change:
    lobby = GAMES[kind].lobby

    def work(plan: Plan) -> Plan:
        if index not in plan.bots:
            raise Sorry(texts.MOVED_ON)
        chair = plan.chairs[index]
        if field == "plays":
            plays = values[0]
            if plays not in bots_of(lobby) or plays in plan.taken() - {chair.plays}:
                raise Sorry(texts.FACTION_TAKEN.format(name=bots_of(lobby).get(plays, texts.plain(plays))))
            return plan.with_chair(index, plays=plays, board=board_of(lobby, plays), options={})
        known = lobby.board_options(chair.plays).get(field, {}) if chair.plays in lobby.boards() else {}
        if any(value not in known for value in values):
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(", ".join(values))))
        chosen: Any = list(values) if field == "traits" else values[0]
        return plan.with_chair(index, options=dict(chair.options) | {field: chosen})

    return work


def take_bot_out(index: int) -> Change:
    def work(plan: Plan) -> Plan:
        if index not in plan.bots:
            raise Sorry(texts.MOVED_ON)
        return plan.remove(index)

    return work


# --- starting ---------------------------------------------------------------------------------------------


async def start(interaction: Click, game: str) -> None:
    """Begin: deal factions, find a place, let the table take over."""
    bot = interaction.client
    row = await lobby_row(bot, game)
    await permits.require("start", interaction, row, await bot.store.seats(game))
    await errors.acknowledge(interaction)
    async with _locks[game]:
        row = await lobby_row(bot, game)
        plan = plan_of(row)
        lobby = kind_of(row).lobby
        if not plan.people:
            raise Sorry(texts.NEED_PERSON)
        agreed = dealt(plan, lobby, chance)
        setup = setup_of(agreed, lobby)
        problems = lobby.problems(setup)
        if problems:
            raise Sorry("\n".join(texts.PROBLEM.format(text=line) for line in problems))
        place = await place_for(bot, row)
        placed = await bot.store.update(
            msgspec.structs.replace(with_plan(row, agreed), channel=str(place.channel)), None
        )
        await bot.table.start(game, setup, seat_rows(agreed, setup), interaction=str(interaction.id))
    message = LobbyMessage(kind_of(row), placed, agreed)
    await edit_lobby(bot, game, message.begun(f"<#{place.channel}>", place.note))
    thread = await places.find(bot, str(place.channel))
    await places.invite(thread, agreed.people)
    await places.retag(bot, str(place.channel), "running", row.kind)
    title = texts.plain(row.title)
    await errors.say(interaction, texts.STARTED.format(title=title, place=f"<#{place.channel}>"))


async def place_for(bot: Glade, row: GameRow) -> places.Place:
    """A thread under the lobby's message; where the lobby is, if it is in a thread already."""
    known = await bot.store.message(row.id, LOBBY)
    channel = await places.find(bot, known.channel if known else row.channel)
    if known is None or channel is None:
        return places.Place(int(row.channel))
    if isinstance(channel, discord.Thread):
        return places.Place(channel.id)
    allowed = channel.permissions_for(channel.guild.me)
    title = texts.one_line(row.title, 90)
    return await places.open_thread(channel.get_partial_message(int(known.message)), title, allowed)


async def close(interaction: Click, row: GameRow) -> None:
    """Close a lobby: nobody has played, so nothing is kept."""
    bot = interaction.client
    await permits.require("close lobby", interaction, row, await bot.store.seats(row.id))
    view = LobbyMessage(kind_of(row), row, plan_of(row)).closed()
    await edit_lobby(bot, row.id, view)
    await bot.store.delete(row.id)
    await errors.say(interaction, texts.CLOSED)


# --- clicks -----------------------------------------------------------------------------------------------


@on("join")
async def on_join(interaction: Click, pressed: Pressed) -> None:
    row = await lobby_row(interaction.client, pressed.game)
    await change(interaction, pressed.game, sit_down(interaction, kind_of(row).lobby.seats()[-1]))


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
    work = set_option(row.kind, pressed.rest, pressed.values[0])
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
    chairs = tuple(msgspec.structs.replace(chair, plays="") if chair.user else chair for chair in old.chairs)
    plan = msgspec.structs.replace(old, chairs=chairs, guided=False)
    await open_table(interaction, row.kind, row.title, plan=plan)


# --- slash commands ---------------------------------------------------------------------------------------

GAME_CHOICES = [app_commands.Choice(name=kind.name, value=id) for id, kind in GAMES.items()]


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
    @app_commands.choices(game=GAME_CHOICES)
    async def new(
        self,
        interaction: Click,
        game: str = next(iter(GAMES)),
        bots: app_commands.Range[int, 0, 5] = 0,
        title: app_commands.Range[str, 1, 60] | None = None,
        forum: app_commands.Transform[discord.ForumChannel, places.Forum] | None = None,
    ) -> None:
        await open_table(interaction, game, title or "", bots, forum)

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
            await change(interaction, row.id, sit_down(interaction, kind_of(row).lobby.seats()[-1]))
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
        found = [("surprise", str(texts.SURPRISE_ME)), *kind_of(row).lobby.factions().items()]
        return [
            app_commands.Choice(name=name, value=value)
            for value, name in found
            if value not in taken and current.lower() in name.lower()
        ][:25]

    @app_commands.command(description="Leave a table that has not begun.")
    @app_commands.describe(game="Which table, if there are several here")
    @app_commands.autocomplete(game=game_choices)
    async def leave(self, interaction: Click, game: str | None = None) -> None:
        row = await self.lobby_here(interaction, game)
        await errors.acknowledge(interaction)
        await change(interaction, row.id, stand_up(interaction))
        await errors.say(interaction, texts.LOBBY_LEFT)

    @app_commands.command(description="Change what the table has agreed: map, deck, pace, bots …")
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
        work = add_bot(row.kind) if option == "bots" else set_option(row.kind, option, value)
        row, plan = await change(interaction, row.id, work, "settings")
        await errors.show(interaction, LobbyMessage(kind_of(row), row, plan).settings())

    @options.autocomplete("option")
    @offered
    async def option_names(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await self.lobby_here(interaction, getattr(interaction.namespace, "game", None))
        names = [*choices(kind_of(row).lobby), "bots"]
        return [app_commands.Choice(name=n, value=n) for n in names if current.lower() in n][:25]

    @options.autocomplete("value")
    @offered
    async def option_values(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await self.lobby_here(interaction, getattr(interaction.namespace, "game", None))
        option = getattr(interaction.namespace, "option", None) or ""
        values = {"one": "One more"} if option == "bots" else choices(kind_of(row).lobby).get(option, {})
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
        lines = LobbyMessage(kind_of(row), row, plan_of(row)).info()
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
            open_seats = [seat.seat for seat in await self.bot.store.seats(row.id) if seat.since is not None]
            names = kind_of(row).lobby.factions()
            who = ", ".join(names.get(seat, seat) for seat in open_seats)
            waits = texts.WAITS_FOR.format(who=who) if who and row.status == "running" else ""
        return texts.GAME_LINE.format(
            mark="🟢" if since is not None else "⚪",
            title=texts.plain(row.title),
            game=kind_of(row).name,
            status=texts.STATUS[row.status].format(),
            where=texts.GO_THERE.format(channel=row.channel) if row.channel else "",
            waits=waits,
        )


async def setup(bot: Glade) -> None:
    await bot.add_cog(Lobby(bot))
    await bot.add_cog(Games(bot))
