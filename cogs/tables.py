"""Finding the game a person means, and the seat they hold: by user id, never by role or channel name."""

from __future__ import annotations

from typing import Any

import discord

from cogs import texts
from cogs.errors import Sorry
from engine.games import GAMES, GameKind
from engine.live import TableError
from engine.store import GameRow, SeatRow
from engine.table import Look, Table

LIVE = ("running", "paused", "finished")


def user_id(interaction: discord.Interaction[Any]) -> str:
    return str(interaction.user.id)


def kind_of(row: GameRow) -> GameKind:
    return GAMES[row.kind]


async def game_here(table: Table, interaction: discord.Interaction[Any], game: str | None = None) -> GameRow:
    """The game that was named, or the one played in this channel, or the only one that waits for the person."""
    if game:
        row = await table.store.game(game)
        if row is None:
            raise Sorry(texts.NO_GAME_HERE)
        return row
    here = await table.store.games(*LIVE, channel=str(interaction.channel_id))
    running = [row for row in here if row.status != "finished"] or here[:1]
    if len(running) == 1:
        return running[0]
    if running:
        raise Sorry(texts.WHICH_GAME)
    waiting = await table.store.waits_for(user_id(interaction))
    if len(waiting) == 1:
        row = await table.store.game(waiting[0][0])
        if row is not None:
            return row
    raise Sorry(texts.NO_GAME_HERE)


def seats_of(seats: tuple[SeatRow, ...], user: str) -> list[SeatRow]:
    """The seats a person holds."""
    return [seat for seat in seats if seat.user == user]


async def my_seat(table: Table, game: str, user: str) -> str:
    """The seat of a person: the one that must answer, if they hold several."""
    mine = seats_of(await table.store.seats(game), user)
    if not mine:
        raise Sorry(texts.NOT_SEATED)
    waiting = [seat for seat in mine if seat.since is not None]
    return (waiting or mine)[0].seat


async def my_look(table: Table, game: str, user: str) -> Look:
    """The game as the person may see it."""
    return await table.look(game, await my_seat(table, game, user))


async def public_look(table: Table, game: str) -> Look:
    """The game as everybody may see it."""
    return await table.look(game, None)


__all__ = ["TableError", "game_here", "kind_of", "my_look", "my_seat", "public_look", "seats_of", "user_id"]
