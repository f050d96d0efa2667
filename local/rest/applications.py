"""The application, its commands and its emoji."""

from __future__ import annotations

from typing import Any

from local import command_limits
from local.errors import Fault, Refused
from local.rest.routing import Call, Json, route

APP = "/applications/{application_id}"
GUILD = APP + "/guilds/{guild_id}"
DAY = 86400.0


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Json:
    return call.core.payloads.application()


@route("PATCH", "/applications/@me")
def change_application(call: Call) -> Json:
    if call.body.get("description") is not None:
        call.core.world.application.description = call.body["description"]
    return call.core.payloads.application()


# commands


def _kept(call: Call) -> dict[str, Json]:
    """The commands of the place the route names: everywhere, or one server."""
    if call["application_id"] != call.core.world.application.id:
        raise Refused(50001)
    if "guild_id" not in call.args:
        return call.core.world.application.commands
    guild = call.core.world.guilds.get(call["guild_id"])
    if guild is None:
        raise Refused(10004)
    return guild.commands


def _made(call: Call, body: Json, before: Json | None = None) -> Json:
    command = {
        "type": 1,
        "description": "",
        "options": [],
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        "name_localizations": None,
        "description_localizations": None,
        **(before or {}),
        **body,
        "application_id": call.core.world.application.id,
        "version": call.core.ids.new(),
    }
    command["id"] = before["id"] if before else call.core.ids.new()
    if command["default_member_permissions"] is not None:
        command["default_member_permissions"] = str(command["default_member_permissions"])
    if "guild_id" in call.args:
        command["guild_id"] = call["guild_id"]
    return command


def _count_creations(call: Call, count: int) -> None:
    """200 new commands a day, for each place."""
    if not count:
        return
    now = call.core.clock.now()
    place = call.args.get("guild_id", "")
    kept = [when for when in call.core.command_creations.get(place, []) if now - when < DAY]
    kept += [now] * count
    if len(kept) > call.core.tunable.command_creations:
        raise Refused(30034, retry_after=DAY - (now - kept[0]))
    call.core.command_creations[place] = kept


def _changed(call: Call) -> None:
    call.core.changed()
    call.core.audience.everyone("commands")


@route("GET", GUILD + "/commands")
@route("GET", APP + "/commands")
def commands(call: Call) -> list[Json]:
    return list(_kept(call).values())


@route("PUT", GUILD + "/commands")
@route("PUT", APP + "/commands")
def put_commands(call: Call) -> list[Json]:
    kept = _kept(call)
    bodies = call.body or []
    command_limits.check_all(bodies)
    known = {(one["type"], one["name"]): one for one in kept.values()}
    made = [_made(call, body, known.get((body.get("type") or 1, body["name"]))) for body in bodies]
    _count_creations(call, sum(one["id"] not in kept for one in made))
    kept.clear()
    kept |= {one["id"]: one for one in made}
    _changed(call)
    return made


@route("POST", GUILD + "/commands")
@route("POST", APP + "/commands")
def post_command(call: Call) -> Json:
    kept = _kept(call)
    same = (call.body.get("type") or 1, call.body["name"])
    before = next((one for one in kept.values() if (one["type"], one["name"]) == same), None)
    others = [one for one in kept.values() if one is not before]
    command_limits.check_all([*others, call.body], path_of_one=True)
    _count_creations(call, before is None)
    made = _made(call, call.body, before)
    kept[made["id"]] = made
    _changed(call)
    return made


def _one(call: Call) -> Json:
    found = _kept(call).get(call["command_id"])
    if found is None:
        raise Refused(10063)
    return found


@route("GET", GUILD + "/commands/{command_id}")
@route("GET", APP + "/commands/{command_id}")
def command(call: Call) -> Json:
    return _one(call)


@route("PATCH", GUILD + "/commands/{command_id}")
@route("PATCH", APP + "/commands/{command_id}")
def patch_command(call: Call) -> Json:
    before = _one(call)
    others = [one for one in _kept(call).values() if one is not before]
    command_limits.check_all([*others, {**before, **call.body}], path_of_one=True)
    made = _made(call, call.body, before)
    _kept(call)[made["id"]] = made
    _changed(call)
    return made


@route("DELETE", GUILD + "/commands/{command_id}")
@route("DELETE", APP + "/commands/{command_id}")
def delete_command(call: Call) -> None:
    del _kept(call)[_one(call)["id"]]
    _changed(call)


@route("GET", GUILD + "/commands/permissions")
def command_permissions(call: Call) -> list[Any]:
    return []


# emoji of the application


@route("GET", APP + "/emojis")
def emojis(call: Call) -> Json:
    return {"items": list(call.core.world.application.emojis.values())}


@route("POST", APP + "/emojis")
def post_emoji(call: Call) -> Json:
    image = call.body["image"]
    if not image.startswith("data:image/"):
        raise Refused(50035, Fault(("image",), "IMAGE_INVALID", "Invalid image data"))
    if len(image) * 3 // 4 > 256 * 1024:
        raise Refused(
            50035, Fault(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        )
    world = call.core.world
    made = {
        "id": call.core.ids.new(),
        "name": call.body["name"],
        "roles": [],
        "user": call.core.payloads.user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    world.application.emojis[made["id"]] = made
    call.core.changed()
    return made


def _emoji(call: Call) -> Json:
    found = call.core.world.application.emojis.get(call["emoji_id"])
    if found is None:
        raise Refused(10014)
    return found


@route("GET", APP + "/emojis/{emoji_id}")
def emoji(call: Call) -> Json:
    return _emoji(call)


@route("PATCH", APP + "/emojis/{emoji_id}")
def patch_emoji(call: Call) -> Json:
    _emoji(call)["name"] = call.body["name"]
    call.core.changed()
    return _emoji(call)


@route("DELETE", APP + "/emojis/{emoji_id}")
def delete_emoji(call: Call) -> None:
    del call.core.world.application.emojis[_emoji(call)["id"]]
    call.core.changed()
