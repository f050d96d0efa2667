"""Opening a table and changing what is agreed: from the first message to the start. The lobby's buttons call this."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable

import discord
import msgspec

from cogs import errors, texts
from cogs.app import Glade
from cogs.errors import Sorry
from cogs.lobby import home, places
from cogs.lobby.home import LOBBY, edit_lobby, remember_lobby
from cogs.lobby.message import LobbyMessage
from cogs.lobby.plan import (
    Chair,
    Plan,
    board_of,
    bots_of,
    choices,
    dealt,
    fitted,
    new_bot,
    obstacles,
    seat_rows,
    setup_of,
    usual,
)
from cogs.locales import Text
from cogs.order import permits
from cogs.tables import kind_of, plan_of, user_id, with_plan
from cogs.waiting.persons import seated
from engine.games import GAMES
from engine.lobby import Lobby, Value
from engine.seats import HUMAN
from engine.store import GameRow, SeatRow, Stale, Status

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]
Change = Callable[[Plan], Plan]

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NOT_OVER: tuple[Status, ...] = ("lobby", "running", "paused")

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
    async with interaction.client.opening:  # two at once must not both find the last free place
        await check_room(interaction)
        row, plan = await create(interaction, game, title, bots, plan)
    async with _locks[row.id]:  # whoever clicks at once waits until the message is remembered
        if forum is None:
            message = await post_here(interaction, LobbyMessage(GAMES[game], row, plan).build())
            await remember_lobby(interaction.client, row, str(interaction.channel_id), message)
        else:
            row = await open_post(interaction, forum, row, plan)
    return row


async def post_here(interaction: Click, view: discord.ui.LayoutView) -> str:
    """A message for everybody, as the answer to an interaction or after it; its id."""
    nobody = discord.AllowedMentions.none()
    if interaction.response.is_done():
        return str((await interaction.followup.send(view=view, allowed_mentions=nobody, wait=True)).id)
    sent = await interaction.response.send_message(view=view, allowed_mentions=nobody)
    return str(sent.message_id)


async def open_post(interaction: Click, forum: discord.ForumChannel, row: GameRow, plan: Plan) -> GameRow:
    """The lobby as a post of a forum; the game is played there, too."""
    await errors.acknowledge(interaction)
    post = await forum.create_thread(
        name=texts.one_line(row.title, 90),
        view=LobbyMessage(kind_of(row), row, plan).build(),
        applied_tags=places.tags_for(forum, "lobby", row.kind),
        auto_archive_duration=places.ARCHIVE_AFTER,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    moved = msgspec.structs.replace(row, channel=str(post.thread.id))
    saved = await save(interaction.client, moved, plan)
    await remember_lobby(interaction.client, row, str(post.thread.id), str(post.message.id))
    await errors.say(interaction, texts.LOBBY_WHERE.format(link=post.thread.mention))
    return saved


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
    for _ in range(min(bots, most_seats(plan, lobby) - len(plan.chairs))):
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
    """Change what is agreed, and show it to everybody.

    A click in the lobby's message is answered by the new message itself. Everything else is acknowledged before
    anything is asked of Discord; the lobby's message follows, and no click waits for it.
    """
    bot = interaction.client
    clicked = interaction.message
    own = clicked is not None and not clicked.flags.ephemeral
    if not own:
        await errors.acknowledge(interaction)
    async with _locks[game]:
        for _ in range(5):
            row = await lobby_row(bot, game)
            await permits.require(permit, interaction, row, await bot.store.seats(game))
            plan = work(plan_of(row))
            try:
                row = await save(bot, row, plan)
            except Stale:
                continue
            break
        else:
            raise Sorry(texts.BUSY)
    if own and not interaction.response.is_done():
        view = LobbyMessage(kind_of(row), row, plan).build()
        await interaction.response.edit_message(view=view, allowed_mentions=discord.AllowedMentions.none())
    else:
        refresh_soon(bot, game)
    return row, plan


_refreshing: dict[str, asyncio.Task[None]] = {}
_again: set[str] = set()


def refresh_soon(bot: Glade, game: str) -> None:
    """Bring the lobby's message up to date: of many changes at once only the last is shown."""
    if game in _refreshing:
        _again.add(game)
        return
    _refreshing[game] = asyncio.create_task(_refresh(bot, game), name=f"lobby {game}")


async def _refresh(bot: Glade, game: str) -> None:
    try:
        while True:
            _again.discard(game)
            row = await bot.store.game(game)
            if row is None or row.status != "lobby":
                return
            await edit_lobby(bot, game, LobbyMessage(kind_of(row), row, plan_of(row)).build())
            if game not in _again:
                return
    finally:  # at once: who comes after the last look must not be sent to a task that has ended
        del _refreshing[game]


def most_seats(plan: Plan, lobby: Lobby) -> int:
    """How many may sit down as things stand."""
    return lobby.seats(setup_of(plan, lobby))[-1]


def sit_down(interaction: Click, kind: str) -> Change:
    lobby = GAMES[kind].lobby
    me, name = user_id(interaction), texts.one_line(interaction.user.display_name, 32)

    def work(plan: Plan) -> Plan:
        if plan.chair_of(me) is not None:
            raise Sorry(texts.SEATED_ALREADY)
        most = most_seats(plan, lobby)
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
    lobby = GAMES[kind].lobby

    def work(plan: Plan) -> Plan:
        setup = setup_of(plan, lobby)
        factions = lobby.factions(setup)
        index = plan.chair_of(user_id(interaction))
        if index is None:
            raise Sorry(texts.NOT_IN_LOBBY)
        if plays == "surprise":
            return plan.with_chair(index, plays="")
        if plays not in factions:
            raise Sorry(lobby.barred(plays, setup) or texts.BAD_VALUE.format(value=texts.plain(plays)))
        if plays in plan.taken() - {plan.chairs[index].plays}:
            raise Sorry(texts.FACTION_TAKEN.format(name=factions[plays]))
        return plan.with_chair(index, plays=plays)

    return work


def set_option(kind: str, name: str, value: Value) -> Change:
    lobby = GAMES[kind].lobby

    def work(plan: Plan) -> Plan:
        choice = choices(plan, lobby).get(name)
        if choice is None or not choice.fits(value):
            shown = value if isinstance(value, str) else ", ".join(value)
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(shown)))
        return fitted(plan.with_option(name, choice.picked(value)), lobby, chance)

    return work


def add_bot(kind: str) -> Change:
    lobby = GAMES[kind].lobby

    def work(plan: Plan) -> Plan:
        most = most_seats(plan, lobby)
        if len(plan.chairs) >= most:
            raise Sorry(texts.FULL.format(most=most))
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
        chair, setup = plan.chairs[index], setup_of(plan, lobby)
        if field == "plays":
            plays, known = values[0], bots_of(lobby, setup)
            if plays not in known or plays in plan.taken() - {chair.plays}:
                raise Sorry(texts.FACTION_TAKEN.format(name=known.get(plays, texts.plain(plays))))
            return plan.with_chair(index, plays=plays, board=board_of(lobby, setup, plays), options={})
        can_be = lobby.board_options(chair.plays, setup) if chair.plays in lobby.boards(setup) else {}
        choice = can_be.get(field)
        value: Value = values if choice and choice.several else "".join(values[:1])
        if choice is None or not choice.fits(value):
            raise Sorry(texts.BAD_VALUE.format(value=texts.plain(", ".join(values))))
        return plan.with_chair(index, options=dict(chair.options) | {field: choice.picked(value)})

    return work


def take_bot_out(index: int) -> Change:
    def work(plan: Plan) -> Plan:
        if index not in plan.bots:
            raise Sorry(texts.MOVED_ON)
        return plan.remove(index)

    return work


# --- starting ---------------------------------------------------------------------------------------------


async def start(interaction: Click, game: str, words: Text = texts.STARTED, **more: str) -> None:
    """Begin: deal factions, find a place, let the table take over. `words` tell the host where it is played."""
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
        problems = obstacles(agreed, lobby)
        if problems:
            raise Sorry("\n".join(texts.PROBLEM.format(text=line) for line in problems))
        place = await place_for(bot, row)
        placed = await bot.store.update(
            msgspec.structs.replace(with_plan(row, agreed), channel=str(place.channel)), None
        )
        await home.want(bot, placed)  # the lobby's channel may be gone
        seats = await seated(bot.store, seat_rows(agreed, setup))
        await bot.table.start(game, setup, seats, interaction=str(interaction.id))
    await home.show_begun(bot, placed, agreed, place.note)
    await places.retag(bot, str(place.channel), "running", row.kind)
    title = texts.plain(row.title)
    await errors.say(interaction, words.format(title=title, place=f"<#{place.channel}>", **more))


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
    try:
        return await places.open_thread(channel.get_partial_message(int(known.message)), title, allowed)
    except discord.NotFound:  # somebody has deleted the lobby's message
        message = await channel.send(view=LobbyMessage(kind_of(row), row, plan_of(row)).build())
        await remember_lobby(bot, row, str(channel.id), str(message.id))
        return await places.open_thread(message, title, allowed)


async def close(interaction: Click, row: GameRow) -> None:
    """Close a lobby: nobody has played, so nothing is kept."""
    bot = interaction.client
    await permits.require("close lobby", interaction, row, await bot.store.seats(row.id))
    await errors.acknowledge(interaction)
    async with _locks[row.id]:  # its message may still be on its way
        view = LobbyMessage(kind_of(row), row, plan_of(row)).closed()
        await edit_lobby(bot, row.id, view)
        await bot.store.delete(row.id)
    await errors.say(interaction, texts.CLOSED)
