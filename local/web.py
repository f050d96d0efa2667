"""The page and its API (docs/local-discord.md): state, messages, acts and a stream, each as one person."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from local import interactions as kinds
from local import membership
from local.client import Client
from local.core import Core
from local.errors import Refused
from local.forms import CannotDo
from local.interactions import NO_RESPONSE, Interaction
from local.limits import Upload
from local.rest.routing import answer
from local.state import User
from local.streams import Streams
from local.view import View

PAGE = Path(__file__).parent / "page"
Json = dict[str, Any]
Act = Callable[[web.Request, User, Json], Awaitable[Json]]

_ANSWERS = {
    kinds.MESSAGE: "message",
    kinds.DEFER: "thinking",
    kinds.DEFER_UPDATE: "nothing",
    kinds.UPDATE: "update",
    kinds.CHOICES: "choices",
    kinds.MODAL: "modal",
}


def from_elsewhere(request: web.Request, allow_remote: bool) -> bool:
    """Whether another web page, or a name that only pretends to be this machine, is behind a request."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return True
    name = request.host.rpartition(":")[0] or request.host
    return not allow_remote and name not in ("127.0.0.1", "localhost", "[::1]")


class Web:
    def __init__(self, core: Core):
        self.core = core
        self.view = View(core)
        self.client = Client(core)
        self.streams = Streams(core, self.view)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/", self._index)
        router.add_get("/page/{name:.+}", self._page_file)
        router.add_get("/cdn/attachments/{channel}/{file}/{name}", self._file)
        router.add_get("/local/people", self._people)
        router.add_get("/local/state", self._reading(self._state))
        router.add_get("/local/messages", self._reading(self._messages))
        router.add_get("/local/stream", self._stream)
        for name, act in {
            "interact": self._interact,
            "message": self._message,
            "read": self._read,
            "dismiss": self._dismiss,
            "join": self._join,
            "leave": self._leave,
            "react": self._react,
            "dm": self._dm,
        }.items():
            router.add_post(f"/local/{name}", self._acting(act))

    # files

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._send_file("index.html")

    async def _page_file(self, request: web.Request) -> web.StreamResponse:
        return self._send_file(request.match_info["name"])

    def _send_file(self, name: str) -> web.StreamResponse:
        file = (PAGE / name).resolve()
        if PAGE.resolve() not in file.parents or not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file_id = request.match_info["file"]
        data = self.core.files.get(file_id)
        if data is None:
            raise web.HTTPNotFound
        kind = next(
            (
                one.content_type
                for kept in self.core.world.messages.values()
                for message in kept.values()
                for one in message.attachments
                if one.id == file_id
            ),
            "application/octet-stream",
        )
        headers = {
            "Content-Type": kind,
            "Cache-Control": "max-age=31536000",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
        }
        return web.Response(body=data, headers=headers)

    # reading

    def _who(self, request: web.Request) -> User:
        user = self.core.world.person(request.query.get("as", ""))
        if user is None:
            raise CannotDo("Say who you are: as=alice, bob, carol or dora.", field="as")
        return user

    def _reading(self, read: Callable[[web.Request, User], Json]) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            try:
                return answer(read(request, self._who(request)))
            except CannotDo as problem:
                return _cannot(problem)

        return serve

    async def _people(self, request: web.Request) -> web.Response:
        return answer({"guild": self.view.guild(), "people": self.view.people(), "bot": self.view.bot()})

    def _state(self, request: web.Request, user: User) -> Json:
        return self.view.state(user, self.streams.seq.get(user.id, 0))

    def _messages(self, request: web.Request, user: User) -> Json:
        channel = self.client.visible_channel(user.id, request.query.get("channel", ""))
        numbers = {name: request.query.get(name) for name in ("before", "around", "limit")}
        for name, value in numbers.items():
            if value is not None and not value.isdigit():
                raise CannotDo(f"{name} is a number.", field=name)
        limit = min(200, max(1, int(numbers["limit"] or 50)))
        return self.view.messages(
            user, channel, before=numbers["before"], around=numbers["around"], limit=limit
        )

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        try:
            user = self._who(request)
        except CannotDo as problem:
            return _cannot(problem)
        return await self.streams.serve(request, user)

    # acting

    def _acting(self, act: Act) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            try:
                user = self._who(request)
                body = msgspec.json.decode(await request.read() or b"{}")
                if not isinstance(body, dict):
                    raise CannotDo("The body must be an object.")
                return answer(await act(request, user, body))
            except msgspec.DecodeError:
                return _cannot(CannotDo("The body is not JSON."))
            except CannotDo as problem:
                return _cannot(problem)
            except Refused as refused:
                return _cannot(CannotDo(f"{refused.words}."))

        return serve

    async def _interact(self, request: web.Request, user: User, body: Json) -> Json:
        started = self._start(user, body)
        if not self.core.gateway.online:
            reason = f"{self.core.world.bot.name} is away"
            return {"status": "failed", "reason": reason, "interaction": started.id}
        await started.answered.wait()
        return self._outcome(started)

    def _start(self, user: User, body: Json) -> Interaction:
        client, kind = self.client, body.get("kind")
        if kind in ("slash", "autocomplete", "menu"):
            channel = client.visible_channel(user.id, _text(body, "channel"))
            command = _text(body, "command")
            if kind == "menu":
                return client.menu(user.id, channel, command, _text(body, "target"))
            options = {name: _plain(value) for name, value in _object(body, "options").items()}
            if kind == "slash":
                return client.slash(user.id, channel, command, options)
            text = str(body.get("text", ""))
            return client.autocomplete(user.id, channel, command, _text(body, "option"), text, options)
        if kind == "submit":
            values = {name: _plain(value) for name, value in _object(body, "values").items()}
            return client.submit(user.id, _text(body, "modal"), values)
        if kind in ("click", "select"):
            message = client.visible_message(user.id, _text(body, "message"))
            if kind == "click":
                return client.click(user.id, message, _text(body, "custom_id"))
            picked = [str(one) for one in body.get("values") or []]
            return client.select(user.id, message, _text(body, "custom_id"), picked)
        raise CannotDo("kind is slash, autocomplete, menu, click, select or submit.", field="kind")

    def _outcome(self, started: Interaction) -> Json:
        if started.failed or started.answer_type is None:
            return {"status": "failed", "reason": NO_RESPONSE, "interaction": started.id}
        modal = None
        if started.modal is not None:
            modal = {"id": started.id, **started.modal}
        return {
            "status": "answered",
            "answer": _ANSWERS[started.answer_type],
            "interaction": started.id,
            "message": started.original.id if started.original else None,
            "modal": modal,
            "choices": started.choices,
        }

    async def _message(self, request: web.Request, user: User, body: Json) -> Json:
        channel = self.client.visible_channel(user.id, _text(body, "channel"))
        message = self.client.say(user.id, channel, _text(body, "content"), body.get("reply_to"))
        return {"message": self.view.message(user, message)}

    async def _read(self, request: web.Request, user: User, body: Json) -> Json:
        channel = self.client.visible_channel(user.id, _text(body, "channel"))
        last = body.get("message")
        if last is not None and not str(last).isdigit():
            raise CannotDo("message is an id or null.", field="message")
        self.client.read(user.id, channel, str(last) if last else None)
        return {}

    async def _dismiss(self, request: web.Request, user: User, body: Json) -> Json:
        self.client.dismiss(user.id, self.client.visible_message(user.id, _text(body, "message")))
        return {}

    async def _join(self, request: web.Request, user: User, body: Json) -> Json:
        membership.join(self.core, self.client.visible_channel(user.id, _text(body, "channel")), user.id)
        return {}

    async def _leave(self, request: web.Request, user: User, body: Json) -> Json:
        membership.leave(self.core, self.client.visible_channel(user.id, _text(body, "channel")), user.id)
        return {}

    async def _react(self, request: web.Request, user: User, body: Json) -> Json:
        message = self.client.visible_message(user.id, _text(body, "message"))
        self.client.react(user.id, message, _text(body, "emoji"), body.get("on") is not False)
        return {}

    async def _dm(self, request: web.Request, user: User, body: Json) -> Json:
        if str(body.get("with")) != self.core.world.application.bot_id:
            raise CannotDo("Direct messages are with the bot only.", field="with")
        return {"channel": self.core.direct_channel(user.id).id}


def _cannot(problem: CannotDo) -> web.Response:
    return answer({"error": problem.words, "field": problem.field}, problem.status)


def _text(body: Json, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise CannotDo(f"{name} is missing.", field=name)
    return value


def _object(body: Json, name: str) -> Json:
    value = body.get(name) or {}
    if not isinstance(value, dict):
        raise CannotDo(f"{name} is an object.", field=name)
    return value


def _plain(value: Any) -> Any:
    """A file comes as {"filename", "data"}; everything else as it is."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        try:
            data = base64.b64decode(value["data"], validate=True)
            return Upload(0, str(value["filename"]), "application/octet-stream", data)
        except (KeyError, TypeError, binascii.Error):
            raise CannotDo("A file is {filename, data}.") from None
    return value
