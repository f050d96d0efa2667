"""A whole house for each test: the local Discord, a real store, the real bot."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cogs import app
from cogs.app import Glade
from cogs.lobby import opening
from engine.chance import seeded
from engine.games import GAMES
from engine.house import company_of
from engine.settings import Settings
from engine.store import Store
from engine.table import Table
from local import LocalDiscord, Person
from local.gateway import Session
from render import Picture, alt_text
from tests.discord_fixtures import local, logged_in

__all__ = ["local"]

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000"
    "050001a5f645400000000049454e44ae426082"
)


HANDLERS = ("CommandTree", "discord-ui", "discord.py: on_", "lobby ", "panel ")
"""Tasks in which discord.py runs what the bot does about a command, a click or an event, and what follows from it."""


BOX = ("marquise", "eyrie", "alliance", "vagabond", "vagabond2")


class Dealer(random.Random):
    """Deals the factions of the base game first, so that a table of a test stays the same when others move in."""

    def shuffle(self, x: list[Any]) -> None:
        box = [one for one in x if one in BOX]
        rest = [one for one in x if one not in BOX]
        super().shuffle(box or rest)
        x[:] = box + rest


class TinyStudio:
    """Pictures of one pixel, with the real names and alt texts: for tests that do not look at them."""

    def __init__(self) -> None:
        self.drawn = 0
        self.held, self.elsewhere = 0, 0.0
        self.boards_drawn: list[dict[str, Any]] = []
        """What every picture of the table was asked for with."""

    async def warm(self, *_: Any, **__: Any) -> None:
        return None

    def close(self) -> None:
        return None

    def picture(self, name: str, alt: str) -> Picture:
        self.drawn += 1
        return Picture(PIXEL, name, alt, 1, 1)

    async def board(self, view: Any, **how: Any) -> Picture:
        self.boards_drawn.append(how)
        return self.picture(f"board-turn-{view.turn}.png", alt_text(view))

    async def boards(self, view: Any, **_: Any) -> Picture:
        return self.picture("boards.png", "All boards.")

    async def seat(self, view: Any, owner: str, **_: Any) -> Picture:
        return self.picture(f"board-{owner}.png", f"Board of {owner}.")

    async def hand(self, view: Any, **_: Any) -> Picture:
        return self.picture("hand.png", "Your hand of cards.")

    async def cards(self, view: Any, heading: str, cards: Any, **_: Any) -> Picture:
        return self.picture("cards.png", ", ".join(cards))

    async def zoom(self, view: Any, place: Any, **_: Any) -> Picture:
        return self.picture(f"place-{place}.png", alt_text(view))

    async def battle(self, view: Any, fight: Any, **_: Any) -> Picture:
        return self.picture("battle.png", "A battle.")

    async def film(self, views: Any, **_: Any) -> Picture:
        return self.picture("film.gif", "A film.")


class Turned:
    """The clock of the table: stands with the local Discord's and is turned with it."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local

    def __call__(self) -> float:
        return self.local.clock.now()


class House:
    """The bot and everything around it."""

    def __init__(self, local: LocalDiscord, bot: Glade) -> None:
        self.local = local
        self.bot = bot
        self.table = bot.table
        self.store = bot.store

    def person(self, name: str) -> Person:
        return self.local.person(name)

    async def settled(self) -> None:
        """Wait until nothing is under way: no answer, no board, no automatic move."""
        while True:
            await self.local.person("alice").settled(quiet=0.005, patience=60)
            if not self.busy():
                return

    def busy(self) -> bool:
        table = self.table
        if table._tasks or table._timers or (table.outbox and table.outbox._tasks) or self.bot.panels.is_busy:
            return True
        return any(task.get_name().startswith(HANDLERS) for task in asyncio.all_tasks())

    async def pass_time(self, **amount: float) -> None:
        """Turn the clock and let the watch look at it."""
        self.local.clock.turn(**amount)
        await self.bot.watch.tick()
        await self.settled()


@asynccontextmanager
async def open_house(
    local: LocalDiscord,
    folder: Path,
    studio: Any = None,
    *,
    greets: bool = False,
    address: str = "",
    **options: Any,
) -> AsyncIterator[House]:
    """The bot on a store in this folder, or at this address."""
    settings = Settings(database=address or str(folder / "glade.sqlite"), bot_seconds=0.0)
    async with await Store.open(settings.database) as store, company_of(store, settings) as company:
        options.setdefault("chance", lambda seed: seeded("the same in every test"))
        table = Table(store, GAMES, clock=Turned(local), delay=lambda: 0.0, company=company, **options)
        bot = Glade(
            settings, table, studio or TinyStudio(), greets=greets, guild_ready_timeout=0, shard_count=1
        )
        bot.panels.pause = bot.panels.glance = 0.0
        house = House(local, bot)
        local.busy_when(house.busy)
        async with logged_in(bot):
            opening.chance = Dealer(1)
            while bot.table.outbox is None:
                await asyncio.sleep(0)
            yield house


@pytest.fixture
async def house(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(local, tmp_path) as running:
        yield running


@pytest.fixture
def people(house: House) -> Callable[[str], Person]:
    return house.person


@pytest.fixture
def alice(house: House) -> Person:
    return house.person("alice")


@pytest.fixture
def bob(house: House) -> Person:
    return house.person("bob")


@pytest.fixture
def carol(house: House) -> Person:
    return house.person("carol")


@pytest.fixture
def dora(house: House) -> Person:
    return house.person("dora")


def servers_held_back(monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[..., None], list[Any]]:
    """The bot is ready before it hears of its servers: how to send, and what is to be sent."""
    held: list[Any] = []
    real = Session.send

    def send(session: Session, event: str, data: Any) -> None:
        if event == "GUILD_CREATE":
            held.append((session, event, data))
        else:
            real(session, event, data)

    monkeypatch.setattr(Session, "send", send)
    monkeypatch.setattr(app, "SERVERS_WAIT", 0.0)
    return real, held


async def until(happened: Callable[[], object]) -> None:
    """Wait for something that takes its way through the gateway."""
    async with asyncio.timeout(10):
        while not happened():
            await asyncio.sleep(0.005)
