"""The local Discord as one object: start it, point a bot at it, and ask people to do things."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from local import limits, places, posting, snapshot
from local.client import Client
from local.clock import Clock
from local.core import Core
from local.errors import Violation
from local.faults import Faults
from local.founding import found_guild
from local.people import Person
from local.rates import REAL, Rate
from local.rest import ROUTES
from local.rest.routing import Route, serving, unknown_route
from local.state import Channel, Guild, Overwrite
from local.web import Web, from_elsewhere

API = "/api/v10"


class LocalDiscord:
    def __init__(
        self,
        *,
        clock: Clock | None = None,
        save_to: Path | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        allow_remote: bool = False,
        privileged: Iterable[str] = (),
        patience: float = 10.0,
        rates: tuple[Rate, ...] = REAL,
    ):
        """`privileged`: intents switched on for the bot, of «members», «presences», «message_content».

        `patience`: real seconds a person in a test waits, whatever the clock says.
        `rates`: how fast the bot may ask; `WIDE` for tests that are not about it.
        """
        _only_this_machine(host, allow_remote)
        self.clock = clock or Clock()
        self.core = Core(self.clock, save_to, set(privileged), rates)
        self.client = Client(self.core)
        self.web = Web(self.core)
        self.core.audience.streams = self.web.streams
        self.host, self.port, self.patience, self.allow_remote = host, port, patience, allow_remote
        self._people: dict[str, Person] = {}
        self._runner: web.AppRunner | None = None
        self._expected: list[tuple[int | None, str | None]] = []

    async def start(self) -> None:
        app = web.Application(client_max_size=limits.REQUEST_BYTES + (1 << 20), middlewares=[self._guard])
        app.router.add_get("/gateway", self.core.gateway.serve)
        app.router.add_get("/gateway/", self.core.gateway.serve)
        for one in sorted(ROUTES, key=_literal_first):
            app.router.add_route(one.method, API + one.path, serving(self.core, one))
        app.router.add_route("*", API + "/{rest:.*}", unknown_route(self.core))
        self.web.add_routes(app.router)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.core.payloads.base_url = self.page_url.rstrip("/")
        self.core.gateway.url = self.ws_url
        posting.readdress(self.core)
        self.core.audience.meet()
        for channel in self.core.world.channels.values():
            if channel.is_thread and not channel.archived:
                places.archive_when_quiet(self.core, channel)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if from_elsewhere(request, self.allow_remote):
            raise web.HTTPForbidden(text="Only pages of this server may do that.")
        return await handler(request)

    async def stop(self) -> None:
        """Close all lines and save."""
        self.core.save()
        self.web.streams.close()
        await self.core.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        for timer in list(self.clock.timers):
            timer.cancel()

    async def __aenter__(self) -> LocalDiscord:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # addresses

    @property
    def page_url(self) -> str:
        return f"http://{self.host}:{self.port}/"

    @property
    def http_url(self) -> str:
        """What `discord.http.Route.BASE` must be."""
        return f"http://{self.host}:{self.port}{API}"

    @property
    def ws_url(self) -> str:
        """What `DiscordWebSocket.DEFAULT_GATEWAY` must be."""
        return f"ws://{self.host}:{self.port}/gateway"

    # people and places

    def person(self, key: str) -> Person:
        user = self.core.world.person(key)
        if user is None:
            raise KeyError(f"nobody is called {key}")
        if user.id not in self._people:
            self._people[user.id] = Person(self, user)
        return self._people[user.id]

    @property
    def people(self) -> list[Person]:
        return [self.person(user.id) for user in self.core.world.people]

    @property
    def guild(self) -> Guild:
        return next(iter(self.core.world.guilds.values()))

    def add_guild(self, name: str, *, with_bot: bool = True) -> Guild:
        """Another server. Without the bot, its commands work there only as user-installed."""
        world = self.core.world
        guild = found_guild(
            world, self.core.ids, self.clock, name, world.application.owner_id, with_bot=with_bot
        )
        self.core.gateway.tell_guild("GUILD_CREATE", self.core.payloads.guild(guild, full=with_bot), guild.id)
        for channel in world.channels.values():
            if channel.guild_id == guild.id:
                self.core.audience.channel_changed(channel)
        return guild

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """A channel or thread by id or name, the newest of that name."""
        guild = guild or self.guild
        found = [
            one
            for one in self.core.world.channels.values()
            if name == one.id or (one.name == name and one.guild_id == guild.id)
        ]
        if not found:
            raise KeyError(f"there is no channel {name}")
        return max(found, key=lambda one: int(one.id))

    def permit(self, who: str | Person, where: str | Channel, *, allow: int = 0, deny: int = 0) -> None:
        """Set the overwrite of a channel for «everyone», «bot», a person or a role's name."""
        channel = where if isinstance(where, Channel) else self.channel(where)
        guild = self.core.world.guilds[channel.guild_id or ""]
        if isinstance(who, Person):
            target, kind = who.id, 1
        elif who == "bot":
            target, kind = self.core.world.application.bot_id, 1
        elif who == "everyone":
            target, kind = guild.id, 0
        else:
            target, kind = next(role.id for role in guild.roles.values() if role.name == who), 0
        channel.overwrites[target] = Overwrite(target, kind, allow, deny)
        places.tell_changed(self.core, channel)

    def snapshot(self, where: str | Channel, as_: str | Person | None = None) -> str:
        """A channel as readable text, as one person sees it or as everybody does."""
        channel = where if isinstance(where, Channel) else self.channel(where)
        person = self.person(as_) if isinstance(as_, str) else as_
        return snapshot.channel_text(self.core, channel, as_=person.id if person else None)

    # time, faults and mistakes

    @property
    def faults(self) -> Faults:
        return self.core.faults

    @property
    def tunable(self) -> limits.Tunable:
        return self.core.tunable

    async def settled(self, *, quiet: float = 0.03, patience: float = 10.0) -> None:
        await self.core.settled(quiet, patience)

    def busy_when(self, busy: Callable[[], bool]) -> None:
        """Tell `settled` of work it cannot see, such as a render in a thread."""
        self.core.busy_when.append(busy)

    @property
    def refusals(self) -> list[Violation]:
        """Everything the bot was refused, also what no bot can foresee."""
        return self.core.record.refusals

    @property
    def violations(self) -> list[Violation]:
        """The bot's own mistakes, without those a test has claimed."""
        left = list(self.core.record.violations)
        for code, path in self._expected:
            for one in left:
                if code in (None, one.code) and (path is None or path in one.path):
                    left = [other for other in left if (other.route, other.code) != (one.route, one.code)]
                    break
        return left

    def expect_violation(self, code: int | None = None, path: str | None = None) -> None:
        """A test claims a violation that it provokes: by its number, by a part of the field's path, or any."""
        self._expected.append((code, path))

    @property
    def missing_violations(self) -> list[tuple[int | None, str | None]]:
        """What a test claimed and did not happen."""
        return [
            (code, path)
            for code, path in self._expected
            if not any(
                code in (None, one.code) and (path is None or path in one.path)
                for one in self.core.record.violations
            )
        ]


def _literal_first(one: Route) -> list[tuple[bool, str]]:
    """`…/messages/pins` must be tried before `…/messages/{message_id}`."""
    return [(step.startswith("{"), step) for step in one.path.split("/")]


def _only_this_machine(host: str, allow_remote: bool) -> None:
    try:
        own = ipaddress.ip_address(host).is_loopback
    except ValueError:
        own = host == "localhost"
    if not own and not allow_remote:
        raise ValueError(
            f"The local Discord has no passwords and listens on this machine only, not on {host}. "
            "Pass allow_remote=True if you really want that."
        )
