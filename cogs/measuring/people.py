"""bench: people who click, and the time from their last click to the new board with its picture."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any

from cogs.board.panel import CHOICE, MANY, PICK, SURE, VALUE
from cogs.components import ID
from cogs.measuring.machine import Span
from engine.store.dialect import Db

if TYPE_CHECKING:
    from local import LocalDiscord, Person
    from local.people import Answer
    from local.state import Message

BUTTON, MENU = 2, 3
PATIENCE = 20.0
CLICKS = 40
"""More than any decision takes; who needs more is lost."""

ANSWERS = (CHOICE, PICK, VALUE, MANY, SURE)


class Lost(Exception):
    """Somebody got no answer in time, or no board."""


class Boards:
    """Notes when a board with its picture and its buttons comes to a channel."""

    def __init__(self, discord: LocalDiscord) -> None:
        self.came: dict[str, float] = {}
        self.newest: dict[str, Message] = {}
        self._waiting: dict[str, asyncio.Event] = {}
        audience = discord.core.audience
        posted, edited = audience.posted, audience.edited

        def hear_post(message: Message) -> None:
            posted(message)
            self.note(message)

        def hear_edit(message: Message) -> None:
            edited(message)
            self.note(message)

        audience.posted, audience.edited = hear_post, hear_edit  # type: ignore[method-assign]

    def note(self, message: Message) -> None:
        if message.only_for is None and message.attachments and clickable(message):
            self.came[message.channel_id] = time.perf_counter()
            self.newest[message.channel_id] = message
            self._waiting.setdefault(message.channel_id, asyncio.Event()).set()

    async def after(self, channel: str, moment: float) -> float:
        """When the first board after a moment came."""
        waiting = self._waiting.setdefault(channel, asyncio.Event())
        while self.came.get(channel, 0.0) <= moment:
            waiting.clear()
            await waiting.wait()
        return self.came[channel]


class Crowd:
    """The people of a local Discord, playing the games of one database."""

    def __init__(self, discord: LocalDiscord, database: Db, source: random.Random) -> None:
        self.discord = discord
        self.boards = Boards(discord)
        self.source = source
        self.by_id = {person.id: person for person in discord.people}
        self.acknowledged: list[float] = []
        """Seconds until the bot said that it had heard a click."""
        self._db = database

    def waiting(self, channel: str) -> Person:
        """Somebody the game of this channel waits for."""
        sql = (
            'select "user" from seat join game on game.id = seat.game where channel = ? and since is not null'
        )
        return self.by_id[self._db.execute(sql, (channel,)).fetchone()[0]]

    async def answer(self, channel: str) -> Span:
        """One decision by clicks: from the last click to the new board."""
        message = self.boards.newest[channel]
        person = self.waiting(channel)
        rev = _rev(message)
        for _ in range(CLICKS):
            custom_id, values = self._choose(message)
            started = time.perf_counter()
            try:
                given = await self._click(person, message, custom_id, values)
                self.acknowledged.append(time.perf_counter() - started)
                async with asyncio.timeout(PATIENCE):
                    await given.interaction.filled.wait()
                    if given.failed:
                        raise Lost(f"no answer to {custom_id}")
                    message = given.message
                    if _rev(message) > rev:
                        return Span(started, await self.boards.after(channel, started))
            except TimeoutError:
                raise Lost(f"no board after {custom_id}") from None
        raise Lost(f"more menus than a decision has: {custom_id}")

    async def _click(self, person: Person, message: Message, custom_id: str, values: list[str]) -> Answer:
        from local.people import Seen

        seen = Seen(person.core, message)
        if values:
            return await person.choose(custom_id, *values, message=seen)
        return await person.click(custom_id, seen)

    def _choose(self, message: Message) -> tuple[str, list[str]]:
        """What to click next: a finished choice of several, a menu, or a button that plays."""
        found = {part["custom_id"]: part for part in clickable(message)}
        done = [name for name in found if name.startswith("b:collect:") and name.endswith(":done")]
        if done:
            return done[0], []
        for name, part in found.items():
            if part["type"] == MENU:
                values = [option["value"] for option in part["options"]]
                least, most = part.get("min_values", 1), part.get("max_values", 1)
                count = most if _kind(name) == "collect" else self.source.randint(max(1, least), most)
                return name, self.source.sample(values, min(count, len(values)))
        buttons = [name for name in found if _kind(name) in ANSWERS] or list(found)
        return self.source.choice(buttons), []


def clickable(message: Message) -> list[dict[str, Any]]:
    """The buttons and menus of a message that play."""
    found: list[dict[str, Any]] = []
    waiting = list(message.components)
    while waiting:
        part = waiting.pop(0)
        waiting += part.get("components", [])
        kind = _kind(part.get("custom_id", ""))
        if kind in (*ANSWERS, "collect", "panel") and not part.get("disabled"):
            found.append(part)
    return found


def _kind(custom_id: str) -> str:
    match = ID.fullmatch(custom_id)
    return match["kind"] if match else ""


def _rev(message: Message) -> int:
    """The revision at which a message was made."""
    revisions = []
    waiting = list(message.components)
    while waiting:
        part = waiting.pop(0)
        waiting += part.get("components", [])
        if match := ID.fullmatch(part.get("custom_id", "")):
            revisions.append(int(match["rev"]))
    return max(revisions, default=0)
