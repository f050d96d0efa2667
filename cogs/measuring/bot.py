"""bench: the bot in a process of its own, as in life, with a line to whoever measures it."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import discord
import msgspec

from cogs.app import Glade, use_local
from cogs.measuring.machine import Span
from engine.commands import CommandError
from engine.commands.bench_store import answer
from engine.commands.simulate import measured_table
from engine.games import GAMES
from engine.house import company_of
from engine.settings import Settings
from engine.store import GameRow, SeatRow, Store
from engine.table import Table

EMPTY = "empty"
"""A command that does nothing but answer."""
NEVER = 3600.0
TICK = 0.005
NOTICED = 0.001
"""A stall of less is none."""
OPENING = 40
"""Answers after which a random game shows a board with something on it."""


class Spent(msgspec.Struct, frozen=True):
    """What the bot has used so far: seconds of CPU in all its processes, those for pictures, how many of them, bytes of packed bands."""

    cpu: float
    pictures: float
    drawn: int
    shelf: int

    def since(self, before: Spent, answers: int) -> str:
        """What answers have cost from one moment to another, in words."""
        drawn = max(1, self.drawn - before.drawn)
        each = (self.pictures - before.pictures) * 1e3
        return (
            f"pictures {each / max(1, answers):.1f} ms, {drawn / max(1, answers):.2f} of them at {each / drawn:.1f} ms; "
            f"the shelf holds {self.shelf / 1e6:.1f} MB"
        )


class Loop:
    """Watches the event loop: whoever sleeps a little should wake up in time."""

    def __init__(self) -> None:
        self.stalls: list[tuple[float, float]] = []
        """From when to when it was held up."""

    async def watch(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            if now - due > NOTICED:
                self.stalls.append((due, now))

    def take(self) -> list[tuple[float, float]]:
        """What happened since the last time."""
        stalls, self.stalls = self.stalls, []
        return stalls


class RemoteBot:
    """The measuring side of the line."""

    def __init__(self, line: Connection) -> None:
        self.line = line

    async def ask(self, what: str, *more: Any) -> Any:
        """Send a request and wait for its answer."""
        self.line.send((what, *more))
        try:
            return await asyncio.to_thread(self.line.recv)
        except EOFError:
            raise CommandError("The bot that was measured has died; its last words are above.") from None

    async def begin(self, count: int, channel: str, people: Sequence[str]) -> list[str]:
        """Begin games in threads of a channel; the threads."""
        return list(await self.ask("begin", count, channel, list(people)))

    async def post(self, channel: str, picture: bytes) -> str:
        """A message with a picture and nothing else, to be edited; its id."""
        return str(await self.ask("post", channel, picture))

    async def upload(self, channel: str, message: str, picture: bytes) -> None:
        """Put another picture into that message."""
        await self.ask("upload", channel, message, picture)

    async def stalls(self) -> list[Span]:
        """From when to when the event loop was held up, since the last time."""
        return [Span(*one) for one in await self.ask("stalls")]

    async def spent(self) -> Spent:
        return msgspec.convert(await self.ask("spent"), Spent)


@asynccontextmanager
async def bot_process(url: str, database: str) -> AsyncIterator[RemoteBot]:
    """The bot on a Discord of this machine, in another process."""
    context = get_context("spawn")
    mine, its = context.Pipe()
    process = context.Process(target=run, args=(url, database, its), daemon=True)
    process.start()
    its.close()
    bot = RemoteBot(mine)
    try:
        await bot.ask("ready")
        yield bot
    finally:
        with suppress(OSError):
            mine.send(("close",))
        await asyncio.to_thread(process.join, 20)
        if process.is_alive():
            process.terminate()
        mine.close()


# --- in the other process ---------------------------------------------------------------------------------


def run(url: str, database: str, line: Connection) -> None:
    """The other process: the bot, and the answers to what is asked of it."""
    asyncio.run(_serve(url, database, line))


async def _serve(url: str, database: str, line: Connection) -> None:
    use_local(url)
    settings = Settings(database=database)
    async with await Store.open(database) as store, company_of(store, settings) as company:
        table = Table(store, GAMES, active=10_000, delay=lambda: NEVER, company=company)
        bot = Glade(settings, table, guild_ready_timeout=0, shard_count=1)
        bot.tree.add_command(_empty)
        loop = Loop()
        chores = [asyncio.create_task(bot.start("local")), asyncio.create_task(loop.watch())]
        try:
            await _answer(bot, loop, line)
        finally:
            await bot.close()
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)


@discord.app_commands.command(name=EMPTY, description="Nothing but an answer")
async def _empty(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("·", ephemeral=True)


async def _answer(bot: Glade, loop: Loop, line: Connection) -> None:
    """Do what is asked, one thing after another, until the line is closed."""
    while True:
        what, *more = await asyncio.to_thread(line.recv)
        if what == "close":
            return
        if what == "ready":
            while bot.table.outbox is None:  # noqa: ASYNC110  it is ready when it can speak
                await asyncio.sleep(TICK)
            line.send(True)
        elif what == "stalls":
            line.send(loop.take())
        elif what == "spent":
            studio = bot.studio
            cpu = time.process_time() + studio.elsewhere
            now = Spent(cpu, studio.spent, studio.drawn, studio.held)
            line.send(msgspec.to_builtins(now))
        elif what == "post":
            sent = await _channel(bot, more[0]).send(file=_file(more[1]))
            line.send(str(sent.id))
        elif what == "upload":
            message = _channel(bot, more[0]).get_partial_message(int(more[1]))
            await message.edit(attachments=[_file(more[2])])
            line.send(True)
        elif what == "begin":
            line.send([await _begin(bot, *more[1:]) for _ in range(more[0])])


def _channel(bot: Glade, id: str) -> discord.TextChannel:
    channel = bot.get_channel(int(id))
    assert isinstance(channel, discord.TextChannel)
    return channel


def _file(picture: bytes) -> discord.File:
    return discord.File(BytesIO(picture), "picture.png")


_numbers = itertools.count(1)


async def _begin(bot: Glade, channel_id: str, people: Sequence[str]) -> str:
    """A game of four people in a new thread, some answers after its start, so that no two look alike."""
    channel = _channel(bot, channel_id)
    thread = await channel.create_thread(name="measured", type=discord.ChannelType.public_thread)
    agreed, number, table = measured_table(), next(_numbers), bot.table
    row = GameRow(f"g{number}", agreed.game, guild=str(channel.guild.id), channel=str(thread.id))
    await bot.store.create(row)
    seats = [
        SeatRow(seat.seat, place, user=user)
        for place, (seat, user) in enumerate(zip(agreed.setup.seats, people, strict=True))
    ]
    outbox, table.outbox = table.outbox, None  # only the last position is told
    await table.start(row.id, agreed.setup, seats)
    await answer(table, row.id, OPENING, random.Random(number))
    table.outbox = outbox
    assert outbox is not None
    outbox.kick(row.id)
    await outbox.quiet()
    return str(thread.id)
