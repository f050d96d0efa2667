"""The heart of the local Discord: the world, the clock, and everyone who must hear of a change."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from local import limits
from local.audience import Audience
from local.checker import checker
from local.clock import Clock, Snowflakes, Timer
from local.errors import Record, Refused
from local.faults import Faults
from local.files import Files
from local.founding import found_world
from local.gateway import Gateway
from local.interactions import DEFER_UPDATE, Interactions
from local.limits import Upload
from local.payloads import Payloads
from local.permissions import in_channel, may_see
from local.rates import REAL, Rate, Rates
from local.state import DM, Channel, Message, World

SAVE_AFTER = 0.5
Sent = tuple[str, str]
"""Channel and id of a message."""


class Core:
    def __init__(
        self, clock: Clock, save_to: Path | None, privileged: set[str], rates: tuple[Rate, ...] = REAL
    ):
        self.clock = clock
        self.save_to = save_to
        self.files = Files(save_to.with_suffix(".files") if save_to else None)
        self.tunable = limits.Tunable()
        self.rates = Rates(rates)
        self.record = Record()
        self.checker = checker()
        if save_to is not None and save_to.is_file():
            self.world = msgspec.json.decode(save_to.read_bytes(), type=World)
            self.ids = Snowflakes(clock, self.world.last_id)
        else:
            self.ids = Snowflakes(clock)
            self.world = found_world(self.ids, clock)
        self.payloads = Payloads(self.world)
        self.gateway = Gateway(self, privileged)
        self.audience = Audience(self)
        self.faults = Faults(self)
        self.interactions = Interactions(self)
        self.nonces: dict[tuple[str, str], tuple[Sent, float]] = {}
        self.command_creations: dict[str, list[float]] = {}
        self.in_flight = 0
        self.last_heard = time.monotonic()
        self.busy_when: list[Callable[[], bool]] = []
        self._save_timer: Timer | None = None
        self._unsaved = False

    # looking things up, as Discord refuses

    def channel(self, channel_id: str) -> Channel:
        found = self.world.channels.get(channel_id)
        if found is None:
            raise Refused(10003)
        return found

    def bot_channel(self, channel_id: str, *needed: int) -> Channel:
        """A channel the bot may see, and in which it has these permissions."""
        found = self.channel(channel_id)
        bot = self.world.application.bot_id
        if found.guild_id is not None and not self.world.guilds[found.guild_id].has_bot:
            raise Refused(50001)
        if not may_see(self.world, found, bot):
            raise Refused(50001)
        allowed = in_channel(self.world, found, bot)
        if any(not allowed & one for one in needed):
            raise Refused(50013)
        return found

    def bot_message(self, channel: Channel, message_id: str) -> Message:
        """A message the bot can reach by the channel; private answers are not among them."""
        found = self.world.messages.get(channel.id, {}).get(message_id)
        if found is None or found.only_for is not None:
            raise Refused(10008)
        return found

    def direct_channel(self, user_id: str) -> Channel:
        """The direct messages of somebody with the bot; opened when there are none yet."""
        bot = self.world.application.bot_id
        for channel in self.world.channels.values():
            if channel.type == DM and user_id in channel.recipients:
                return channel
        name = self.world.users[user_id].name
        made = Channel(self.ids.new(), DM, name, recipients=[user_id, bot], created_at=self.clock.iso())
        self.world.channels[made.id] = made
        self.audience.channel_changed(made)
        self.changed()
        return made

    def check_files(self, uploads: list[Upload], channel: Channel) -> None:
        level = self.world.guilds[channel.guild_id].boost_level if channel.guild_id else 0
        limits.check_files(uploads, level, self.tunable)

    def last_activity(self, channel: Channel) -> float:
        at = max(filter(None, (channel.last_at, channel.archived_at, channel.created_at)))
        return datetime.fromisoformat(at).timestamp()

    # quiet

    def heard(self) -> None:
        self.last_heard = time.monotonic()

    @property
    def is_quiet(self) -> bool:
        lines = [session.line for session in self.gateway.sessions.values() if session.line]
        return (
            self.in_flight == 0
            and not self._waits_for_an_answer
            and all(line.is_idle for line in lines)
            and not any(busy() for busy in self.busy_when)
        )

    @property
    def _waits_for_an_answer(self) -> bool:
        """An update that was put off may never come; a «thinking» line must be filled."""
        known = self.interactions.by_id
        return any(known[one].answer_type != DEFER_UPDATE for one in self.interactions.owed)

    async def settled(self, quiet: float, patience: float) -> None:
        """Wait until nothing is on its way and nothing has happened for a moment."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if self.is_quiet and time.monotonic() - self.last_heard >= quiet:
                return
            await asyncio.sleep(0.002)
        raise TimeoutError(f"the bot was still busy after {patience} s")

    def bot_came_or_went(self) -> None:
        self.audience.everyone("bot", {"online": self.gateway.online})

    # saving

    def changed(self) -> None:
        """Something worth saving happened; it is written a moment later."""
        if self.save_to is None:
            return
        self._unsaved = True
        if self._save_timer is None:
            self._save_timer = self.clock.at(self.clock.now() + SAVE_AFTER, self.save)

    def save(self) -> None:
        """Write the world to its file: the new file is whole before it takes the place of the old one.

        Private answers are left out: they end with the session, as on Discord.
        """
        if self._save_timer is not None:
            self._save_timer.cancel()
            self._save_timer = None
        if self.save_to is None or not self._unsaved:
            return
        self._unsaved = False
        self.world.last_id = self.ids.last
        lasting = {
            channel_id: {one.id: one for one in kept.values() if one.only_for is None}
            for channel_id, kept in self.world.messages.items()
        }
        data = msgspec.json.encode(msgspec.structs.replace(self.world, messages=lasting))
        self.save_to.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.save_to.with_suffix(".new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.save_to)
