"""Users, direct messages, and the way to the gateway."""

from __future__ import annotations

from typing import Any

from local.errors import Fault, Refused
from local.rest.routing import Call, Json, route


@route("GET", "/gateway")
def gateway(call: Call) -> Json:
    return {"url": call.core.gateway.url}


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Json:
    limit = {
        "total": 1000,
        "remaining": 1000 - call.core.gateway.identifies,
        "reset_after": 0,
        "max_concurrency": 1,
    }
    return {"url": call.core.gateway.url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/@me")
def me(call: Call) -> Json:
    return call.core.payloads.user(call.core.world.bot)


@route("PATCH", "/users/@me")
def change_me(call: Call) -> Json:
    if call.body.get("username"):
        call.core.world.bot.username = call.body["username"]
        call.core.changed()
    return call.core.payloads.user(call.core.world.bot)


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> list[Any]:
    guilds = [guild for guild in call.core.world.guilds.values() if guild.has_bot]
    return [
        {"id": guild.id, "name": guild.name, "icon": None, "owner": False, "permissions": "0", "features": []}
        for guild in guilds
    ]


@route("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    found = call.core.world.users.get(call["user_id"])
    if found is None:
        raise Refused(10013)
    return call.core.payloads.user(found)


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    core = call.core
    other = core.world.users.get(str(call.body.get("recipient_id", "")))
    if other is None:
        raise Refused(10013)
    if other.bot:
        raise Refused(50035, Fault(("recipient_id",), "INVALID_RECIPIENT", "Cannot send messages to a bot"))
    return core.payloads.channel(core.direct_channel(other.id))
