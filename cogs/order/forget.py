"""What is kept about a person, and how they have it deleted: `/forget`. docs/privacy.md says the same in words.

Settings and reminders go at once. A seat in a game that runs is a stand-in's from then on and belongs to nobody; in games that
are over the name goes, and the game stays as it was played.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.board.panel import layout
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.lobby.home import edit_lobby
from cogs.lobby.message import LobbyMessage
from cogs.lobby.opening import refresh_soon
from cogs.looking.story import REPORTED
from cogs.order import votes
from cogs.tables import LIVING, kind_of, people_of, plan_of, seats_of, user_id, with_plan
from cogs.waiting.commands import settings_text
from cogs.waiting.persons import read_person
from engine.house import REPORTS
from engine.live import TableError
from engine.seats import STANDIN, SeatSettings
from engine.store import GameRow, SeatRow, StoreError

log = logging.getLogger(__name__)

Click = discord.Interaction[Any]
NO_GAME = "-"
"""The button belongs to no game."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept about one person."""

    settings: str
    games: list[GameRow]
    reports: list[Path]

    def count(self, *statuses: str) -> int:
        return len([row for row in self.games if row.status in statuses])


def reports_of(folder: Path, user: str) -> list[Path]:
    """The reports somebody has written."""
    mark = f'"by":"{user}"'.encode()
    return [file for file in folder.glob("report-*.json") if mark in file.read_bytes()]


async def kept_about(bot: Any, user: str) -> Kept:
    found = {row.id: row for row in await bot.store.games(user=user, limit=1_000_000)}
    found |= {row.id: row for row in await bot.store.games(host=user, limit=1_000_000)}
    reports = await asyncio.to_thread(reports_of, bot.settings.folder / REPORTS, user)
    return Kept(settings_text(await read_person(bot.store, user)), list(found.values()), reports)


def kept_view(kept: Kept) -> ui.LayoutView:
    text = texts.KEPT.format(
        settings=kept.settings,
        running=kept.count(*LIVING),
        over=kept.count("finished", "archived"),
        lobbies=kept.count("lobby"),
        reports=len(kept.reports),
    )
    delete = Buttons(NO_GAME, 0).button("forget", texts.FORGET, style="bad")
    return layout([ui.TextDisplay(text)], [ui.ActionRow(delete)])


@on("forget")
async def on_forget(interaction: Click, pressed: Pressed) -> None:
    buttons = Buttons(NO_GAME, 0)
    yes, no = buttons.button("forgetsure", texts.CONFIRM, style="bad"), buttons.button("never", texts.CANCEL)
    await errors.show(interaction, layout([ui.TextDisplay(str(texts.SURE_FORGET))], [ui.ActionRow(yes, no)]))


@on("forgetsure")
async def on_forget_sure(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    left = await forget(interaction.client, user_id(interaction))
    await errors.show(interaction, errors.plain_layout(str(texts.FORGOTTEN)))
    if left:
        raise Sorry(texts.FORGOTTEN_NOT_ALL.format(games=", ".join(f"`{game}`" for game in left)))


async def forget(bot: Any, user: str) -> list[str]:
    """Delete what is kept about a person. The games in which that was not possible: they cannot be loaded."""
    kept = await kept_about(bot, user)
    name = {chair.name for row in kept.games for chair in plan_of(row).chairs if chair.user == user}
    left = []
    for row in kept.games:
        if row.status == "lobby" and row.host == user:
            await edit_lobby(bot, row.id, LobbyMessage(kind_of(row), row, plan_of(row)).closed())
            await bot.store.delete(row.id)
            continue
        try:
            await leave(bot, row, user)
            await bot.table.amend(row.id, lambda row, seats: without(row, seats, user, name))
            await bot.store.forget_messages(row.id, votes.VOTE, votes.CALLED)
            await bot.store.unname(row.id, user)
        except (TableError, StoreError) as error:
            log.warning("somebody could not be forgotten: %s", error, extra={"game": row.id})
            left.append(row.id)
        if row.status == "lobby":
            refresh_soon(bot, row.id)
    for game in await bot.store.forget_person(user):
        bot.table.forget(game)
    await asyncio.to_thread(unsign, kept.reports, user)
    counted = await bot.store.meta(REPORTED)
    if counted and user in counted:
        await bot.store.set_meta(REPORTED, counted.replace(user, ""))
    return left


async def leave(bot: Any, row: GameRow, user: str) -> None:
    """Stand-ins play on in the games that run; a game that nobody else plays is archived."""
    if row.status not in LIVING:
        return
    seats = await bot.store.seats(row.id)
    if people_of(seats) == [user]:
        await bot.table.set_status(row.id, "archived")
        return
    for seat in seats_of(seats, user):
        await bot.table.hand_over(row.id, seat.seat, STANDIN, user="", settings=SeatSettings())


def without(
    row: GameRow, seats: tuple[SeatRow, ...], user: str, names: set[str]
) -> tuple[GameRow, tuple[SeatRow, ...]]:
    """A game without somebody: nobody's id and nobody's name."""
    plan = plan_of(row)
    mine = [index for index, chair in enumerate(plan.chairs) if chair.user == user]
    for index in reversed(mine):
        plan = plan.remove(index) if row.status == "lobby" else plan.with_chair(index, user="", name="")
    title = row.title if not any(name and name in row.title for name in names) else str(texts.A_TABLE)
    host = "" if row.host == user else row.host
    changed = msgspec.structs.replace(with_plan(row, plan), title=title, host=host)
    kept = tuple(
        msgspec.structs.replace(seat, user="", settings=b"{}") if seat.user == user else seat
        for seat in seats
        if not (row.status == "lobby" and seat.user == user)
    )
    return changed, kept


def unsign(reports: list[Path], user: str) -> None:
    """Reports stay, without the name of whoever wrote them."""
    for file in reports:
        data = file.read_bytes().replace(user.encode(), b"")
        part = file.with_suffix(".part")
        part.write_bytes(data)
        part.chmod(0o600)
        part.replace(file)


class Forget(commands.Cog):
    """A person's own data."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    @app_commands.command(description="What I keep about you, and how to have it deleted.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def forget(self, interaction: Click) -> None:
        await errors.acknowledge(interaction)
        await errors.show(interaction, kept_view(await kept_about(self.bot, user_id(interaction))))


async def setup(bot: Any) -> None:
    await bot.add_cog(Forget(bot))
