"""Finding the game a person means, and the seat they hold: by user id, never by role or channel name."""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs import texts
from cogs.errors import Sorry
from cogs.lobby.plan import Plan
from engine.games import GAMES, GameKind
from engine.live import TableError, read_header
from engine.seats import HUMAN
from engine.store import GameRow, SeatRow, Status, StoreError
from engine.table import Look, Table

log = logging.getLogger(__name__)

ANY: tuple[Status, ...] = ("lobby", "running", "paused", "finished", "archived")
PLAYED: tuple[Status, ...] = ("running", "paused", "finished", "archived")
LIVING: tuple[Status, ...] = ("running", "paused")
OVER = ("finished", "archived")
CHOICES = 25

Offer = Callable[..., Awaitable[list[app_commands.Choice[str]]]]
_encode = msgspec.json.encode


def user_id(interaction: discord.Interaction[Any]) -> str:
    return str(interaction.user.id)


def kind_of(row: GameRow) -> GameKind:
    return GAMES[row.kind]


def plan_of(row: GameRow) -> Plan:
    """What was agreed in the lobby."""
    return msgspec.convert(read_header(row).lobby, Plan)


def plan_now(look: Look) -> Plan:
    """What was agreed, with the people who sit there now and the factions they have drafted since."""
    plan = plan_of(look.game)
    for index, (chair, seat) in enumerate(zip(plan.chairs, look.seats, strict=False)):  # it may have no lobby
        name = look.names.get(seat.seat, seat.seat)
        if chair.user:
            drafted = name if name != seat.seat else ""
            plan = plan.with_chair(index, user=seat.user, plays=chair.plays or drafted)
    return plan


def names_of(look: Look) -> dict[str, str]:
    """The names of the people, by what they play."""
    known = {chair.user: chair.name for chair in plan_of(look.game).chairs if chair.user and chair.name}
    return {
        look.names.get(seat.seat, seat.seat): known[seat.user]
        for seat in look.seats
        if seat.user in known and seat.kind == HUMAN
    }


def with_plan(row: GameRow, plan: Plan) -> GameRow:
    """The row with another agreement."""
    header = msgspec.structs.replace(read_header(row), lobby=msgspec.to_builtins(plan))
    return msgspec.structs.replace(row, header=_encode(header))


def offered(callback: Offer) -> Any:
    """An autocomplete callback that always answers: discord.py would swallow its errors and say nothing."""

    @functools.wraps(callback)
    async def guarded(*args: Any) -> list[app_commands.Choice[str]]:
        try:
            return (await callback(*args))[:CHOICES]
        except (Sorry, TableError, StoreError):
            return []
        except Exception:
            log.exception("autocomplete failed")
            return []

    return guarded


# --- which game -------------------------------------------------------------------------------------------


async def find_game(
    table: Table,
    interaction: discord.Interaction[Any],
    game: str | None = None,
    statuses: Sequence[Status] = ANY,
) -> GameRow:
    """The game that was named, the one played here, or the only one that waits for the person."""
    if game:
        row = await table.store.game(game.strip().lower())
        if row is None:
            raise Sorry(texts.NO_GAME_HERE)
        _check_status(row, statuses)
        return row
    here = await table.store.games(channel=str(interaction.channel_id))
    fitting = [row for row in here if row.status in statuses]
    best = await _most_likely(table, fitting, user_id(interaction))
    if len(best) == 1:
        return best[0]
    if best:
        raise Sorry(texts.WHICH_GAME)
    if here:
        _check_status(here[0], statuses)
    if "running" in statuses:
        waiting = await table.store.waits_for(user_id(interaction))
        row = await table.store.game(waiting[0][0]) if len(waiting) == 1 else None
        if row is not None:
            return row
    raise Sorry(texts.NO_GAME_HERE)


def _check_status(row: GameRow, statuses: Sequence[Status]) -> None:
    if row.status in statuses:
        return
    raise Sorry(texts.NOT_STARTED if row.status == "lobby" else texts.ALREADY_STARTED)


async def _most_likely(table: Table, rows: list[GameRow], user: str) -> list[GameRow]:
    """Of several games in one channel: those that are not over, then mine, then those that wait for me."""
    if len(rows) < 2:
        return rows
    rows = [row for row in rows if row.status not in OVER] or rows[:1]
    seated = {row.id: seats_of(await table.store.seats(row.id), user) for row in rows}
    mine = [row for row in rows if seated[row.id]] or rows
    waiting = [row for row in mine if any(seat.since is not None for seat in seated[row.id])]
    return waiting if len(waiting) == 1 else mine


async def game_here(table: Table, interaction: discord.Interaction[Any], game: str | None = None) -> GameRow:
    """A game that has begun."""
    return await find_game(table, interaction, game, PLAYED)


@offered
async def game_choices(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Games of this channel and of this person, by title."""
    store = interaction.client.store
    here = await store.games(channel=str(interaction.channel_id))
    mine = await store.games("lobby", "running", "paused", user=user_id(interaction))
    rows = {row.id: row for row in (*here, *mine)}
    typed = current.lower()
    return [
        app_commands.Choice(name=texts.one_line(f"{row.title} ({row.id}, {row.status})", 100), value=row.id)
        for row in rows.values()
        if typed in row.title.lower() or typed in row.id
    ]


# --- which seat -------------------------------------------------------------------------------------------


def seats_of(seats: Sequence[SeatRow], user: str) -> list[SeatRow]:
    """The seats a person holds."""
    return [seat for seat in seats if seat.user == user]


async def my_seat(table: Table, game: str, user: str) -> str:
    """The seat of a person: the one that must answer, if they hold several."""
    mine = seats_of(await table.seats(game), user)
    if not mine:
        raise Sorry(texts.NOT_SEATED)
    waiting = [seat for seat in mine if seat.since is not None]
    return (waiting or mine)[0].seat


async def my_look(table: Table, game: str, user: str) -> Look:
    """The game as the person may see it."""
    return await table.look(game, await my_seat(table, game, user))


async def any_look(table: Table, game: str, user: str) -> Look:
    """The game as a player sees it, or as everybody does."""
    mine = seats_of(await table.seats(game), user)
    return await my_look(table, game, user) if mine else await public_look(table, game)


async def public_look(table: Table, game: str) -> Look:
    """The game as everybody may see it."""
    return await table.look(game, None)


def people_of(seats: Sequence[SeatRow]) -> list[str]:
    """The people at the table, each once."""
    return list(dict.fromkeys(seat.user for seat in seats if seat.user))


def mentions(users: Iterable[str]) -> discord.AllowedMentions:
    """Only these people may be called."""
    people = [discord.Object(int(user)) for user in users if user.isdigit()]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)
