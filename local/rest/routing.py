"""How a request becomes a call of a handler, and a refusal becomes Discord's error."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web

from local import limits
from local.core import Core
from local.errors import Fault, Refused, Violation
from local.limits import Upload

Json = dict[str, Any]
log = logging.getLogger("local.rest")

OPEN_TO_ALL = ("/interactions/", "/webhooks/", "/gateway")


@dataclass(slots=True)
class Call:
    """One request of the bot."""

    core: Core
    route: str
    args: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.args[name]

    @property
    def bot_id(self) -> str:
        return self.core.world.application.bot_id

    def check(self, schema: str) -> None:
        """Hold the body against one named schema, where the place decides which it is."""
        self.core.checker.check(self.route, self.body, schema=schema)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        given = self.query.get(name, str(default))
        if not given.isdigit() or not low <= int(given) <= high:
            words = f"int value should be between {low} and {high}."
            raise Refused(50035, Fault((name,), "NUMBER_TYPE_MAX", words))
        return int(given)

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")


Handler = Callable[[Call], Any]


@dataclass(slots=True, frozen=True)
class Route:
    method: str
    path: str
    handler: Handler
    checked: bool

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


ROUTES: list[Route] = []


def route(method: str, path: str, *, own_check: bool = False) -> Callable[[Handler], Handler]:
    """Serve a route. Its body is checked against the description, unless the handler does so (`own_check`)."""

    def add(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, not own_check))
        return handler

    return add


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """discord.py wants the content type to be exactly `application/json`."""
    if data is None:
        return web.Response(status=204, headers=headers)
    return web.Response(
        body=msgspec.json.encode(data),
        status=status,
        headers={"Content-Type": "application/json", **(headers or {})},
    )


def serving(core: Core, one: Route) -> Callable[[web.Request], Any]:
    """The aiohttp handler of a route."""

    async def serve(request: web.Request) -> web.StreamResponse:
        core.in_flight += 1
        core.heard()
        try:
            return await _serve(core, one, request)
        finally:
            core.in_flight -= 1
            core.heard()

    return serve


async def _serve(core: Core, one: Route, request: web.Request) -> web.StreamResponse:
    met = core.faults.meeting(one.name)
    for fault in met:
        if fault.delay:
            await core.clock.sleep(fault.delay)
    for fault in met:
        if fault.status == 429:
            return _slow_down(fault.retry_after or 0.0)
        if fault.status and not fault.lose:
            return answer({"message": f"{fault.status}: planned fault", "code": 0}, fault.status)
    verdict = core.rates.ask(one.method, one.path, dict(request.match_info))
    if verdict.wait is not None:
        return _slow_down(verdict.wait, verdict.headers, everything=verdict.everything)
    status, data = await _handle(core, one, request)
    lost = next((fault for fault in met if fault.lose), None)
    if lost is not None:
        if lost.status:
            return answer({"message": f"{lost.status}: planned fault", "code": 0}, lost.status)
        if request.transport is not None:
            request.transport.abort()
    return answer(data, status, verdict.headers)


async def _handle(core: Core, one: Route, request: web.Request) -> tuple[int, Any]:
    try:
        if not one.path.startswith(OPEN_TO_ALL) and not request.headers.get("Authorization", "").startswith(
            "Bot "
        ):
            raise Refused(40001)
        body, uploads = await _read(request)
        call = Call(core, one.name, dict(request.match_info), dict(request.query), body, uploads)
        if one.checked and core.checker.knows(one.name):
            core.checker.check(one.name, body)
        return 200, one.handler(call)
    except Refused as refused:
        core.record.note(one.name, refused)
        return refused.status, refused.body()
    except ConnectionResetError:  # the bot died in the middle of its request
        raise
    except Exception as problem:
        log.exception("the local Discord failed in %s", one.name)
        core.record.violations.append(
            Violation(one.name, 500, "the local Discord failed", detail=repr(problem))
        )
        return 500, {"message": "500: Internal Server Error", "code": 0}


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON body and the files of a request, sent as JSON or as a form."""
    if (request.content_length or 0) > limits.REQUEST_BYTES:
        raise Refused(40005)
    if request.content_type != "multipart/form-data":
        raw = await request.read()
        return (_decode(raw) if raw else {}), []
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        name = part.name or ""
        if name == "payload_json":
            body = _decode(data)
        elif name.startswith("files[") and name[6:-1].isdigit():
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(int(name[6:-1]), part.filename or "unknown", kind, data))
    return body, uploads


def _decode(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        raise Refused(50109) from None


def _slow_down(
    retry_after: float, of_bucket: dict[str, str] | None = None, *, everything: bool = False
) -> web.Response:
    """A 429. Without `Via` discord.py would take it for a ban."""
    headers = {
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset-After": str(retry_after),
        "X-RateLimit-Bucket": "planned",
        **(of_bucket or {}),
        "Via": "1.1 local",
        "Retry-After": str(retry_after),
        "X-RateLimit-Scope": "global" if everything else "user",
    }
    if everything:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everything}
    return answer(body, 429, headers)


def unknown_route(core: Core) -> Callable[[web.Request], Any]:
    """A route we do not serve: the bot hears 404, and the test is told."""

    async def serve(request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        core.record.violations.append(Violation(f"{request.method} {path}", 404, "this route is not served"))
        return answer({"message": "404: Not Found", "code": 0}, 404)

    return serve
