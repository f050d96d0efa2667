"""Servers: channels, members, roles."""

from __future__ import annotations

from local import limits, places
from local.errors import Refused
from local.permissions import Allow, in_guild
from local.rest.routing import Call, Json, route
from local.state import Guild, Member, Role

GUILD = "/guilds/{guild_id}"


def _guild(call: Call, *needed: int) -> Guild:
    found = call.core.world.guilds.get(call["guild_id"])
    if found is None or not found.has_bot:
        raise Refused(10004 if found is None else 50001)
    allowed = in_guild(found, call.bot_id)
    if any(not allowed & one for one in needed):
        raise Refused(50013)
    return found


def _member(call: Call, guild: Guild) -> Member:
    found = guild.members.get(call["user_id"])
    if found is None:
        raise Refused(10007 if call["user_id"] in call.core.world.users else 10013)
    return found


def _role(call: Call, guild: Guild) -> Role:
    found = guild.roles.get(call["role_id"])
    if found is None:
        raise Refused(10011)
    return found


def _above(call: Call, guild: Guild, role: Role) -> None:
    """A role can be touched only by those who stand above it."""
    own = [guild.roles[one].position for one in guild.members[call.bot_id].roles]
    if role.position >= max(own, default=0) and role.id != guild.id:
        raise Refused(50013)


@route("GET", GUILD)
def guild(call: Call) -> Json:
    found = _guild(call)
    data = call.core.payloads.guild(found)
    if call.flag("with_counts"):
        data["approximate_member_count"] = data["approximate_presence_count"] = len(found.members)
    return data


@route("GET", GUILD + "/channels")
def channels(call: Call) -> list[Json]:
    found = _guild(call)
    own = [one for one in call.core.world.channels.values() if one.guild_id == found.id and not one.is_thread]
    return [call.core.payloads.channel(one) for one in own]


@route("POST", GUILD + "/channels")
def open_channel(call: Call) -> Json:
    found = _guild(call, Allow.MANAGE_CHANNELS)
    return call.core.payloads.channel(places.open_channel(call.core, found.id, call.body))


# members


@route("GET", GUILD + "/members")
def members(call: Call) -> list[Json]:
    found = _guild(call)
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 2**63)
    listed = sorted(found.members.values(), key=lambda one: int(one.user_id))
    listed = [one for one in listed if int(one.user_id) > after]
    return [call.core.payloads.member(found, one) for one in listed[:limit]]


@route("GET", GUILD + "/members/search")
def search_members(call: Call) -> list[Json]:
    found, query = _guild(call), call.query.get("query", "").lower()
    users = call.core.world.users
    fitting = [
        one
        for one in found.members.values()
        if query in users[one.user_id].username or query in (one.nick or "").lower()
    ]
    return [call.core.payloads.member(found, one) for one in fitting[: call.number("limit", 1, 1, 1000)]]


@route("PATCH", GUILD + "/members/@me")
def change_own_member(call: Call) -> Json:
    found = _guild(call, Allow.CHANGE_NICKNAME)
    member = found.members[call.bot_id]
    member.nick = call.body.get("nick", member.nick)
    return _member_changed(call, found, member)


@route("GET", GUILD + "/members/{user_id}")
def member(call: Call) -> Json:
    found = _guild(call)
    return call.core.payloads.member(found, _member(call, found))


@route("PATCH", GUILD + "/members/{user_id}")
def change_member(call: Call) -> Json:
    found = _guild(call)
    changed = _member(call, found)
    if "nick" in call.body:
        _guild(call, Allow.MANAGE_NICKNAMES)
        changed.nick = call.body["nick"]
    if call.body.get("roles") is not None:
        _guild(call, Allow.MANAGE_ROLES)
        changed.roles = [str(one) for one in call.body["roles"]]
    return _member_changed(call, found, changed)


@route("DELETE", GUILD + "/members/{user_id}")
def kick(call: Call) -> None:
    found = _guild(call, Allow.KICK_MEMBERS)
    gone = _member(call, found)
    del found.members[gone.user_id]
    data = {"guild_id": found.id, "user": call.core.payloads.user(call.core.world.users[gone.user_id])}
    call.core.gateway.tell_guild("GUILD_MEMBER_REMOVE", data, found.id)
    call.core.audience.rights_changed(found.id)
    call.core.changed()


@route("PUT", GUILD + "/members/{user_id}/roles/{role_id}")
def give_role(call: Call) -> None:
    found = _guild(call, Allow.MANAGE_ROLES)
    changed, role = _member(call, found), _role(call, found)
    _above(call, found, role)
    if role.id not in changed.roles:
        changed.roles.append(role.id)
        _member_changed(call, found, changed)


@route("DELETE", GUILD + "/members/{user_id}/roles/{role_id}")
def take_role(call: Call) -> None:
    found = _guild(call, Allow.MANAGE_ROLES)
    changed, role = _member(call, found), _role(call, found)
    _above(call, found, role)
    if role.id in changed.roles:
        changed.roles.remove(role.id)
        _member_changed(call, found, changed)


def _member_changed(call: Call, found: Guild, changed: Member) -> Json:
    data = call.core.payloads.member(found, changed)
    call.core.gateway.tell_guild("GUILD_MEMBER_UPDATE", {**data, "guild_id": found.id}, found.id)
    call.core.audience.rights_changed(found.id)
    call.core.changed()
    return data


# roles


@route("GET", GUILD + "/roles")
def roles(call: Call) -> list[Json]:
    return [call.core.payloads.role(one) for one in _guild(call).roles.values()]


@route("GET", GUILD + "/roles/{role_id}")
def role(call: Call) -> Json:
    return call.core.payloads.role(_role(call, _guild(call)))


@route("POST", GUILD + "/roles")
def make_role(call: Call) -> Json:
    found = _guild(call, Allow.MANAGE_ROLES)
    if len(found.roles) >= limits.ROLES:
        raise Refused(30005)
    made = Role(call.core.ids.new(), call.body.get("name") or "new role", found.roles[found.id].permissions)
    _fill_role(made, call.body)
    found.roles[made.id] = made
    return _role_changed(call, found, made, "GUILD_ROLE_CREATE")


@route("PATCH", GUILD + "/roles/{role_id}")
def change_role(call: Call) -> Json:
    found = _guild(call, Allow.MANAGE_ROLES)
    changed = _role(call, found)
    _above(call, found, changed)
    _fill_role(changed, call.body)
    return _role_changed(call, found, changed, "GUILD_ROLE_UPDATE")


@route("DELETE", GUILD + "/roles/{role_id}")
def delete_role(call: Call) -> None:
    found = _guild(call, Allow.MANAGE_ROLES)
    gone = _role(call, found)
    _above(call, found, gone)
    del found.roles[gone.id]
    for one in found.members.values():
        if gone.id in one.roles:
            one.roles.remove(gone.id)
    call.core.gateway.tell_guild("GUILD_ROLE_DELETE", {"guild_id": found.id, "role_id": gone.id}, found.id)
    call.core.audience.rights_changed(found.id)
    call.core.changed()


def _fill_role(role: Role, body: Json) -> None:
    if body.get("name"):
        role.name = body["name"]
    if body.get("permissions") is not None:
        role.permissions = int(body["permissions"])
    if body.get("color") is not None:
        role.colour = body["color"]
    if body.get("hoist") is not None:
        role.hoist = body["hoist"]
    if body.get("mentionable") is not None:
        role.mentionable = body["mentionable"]


def _role_changed(call: Call, found: Guild, changed: Role, event: str) -> Json:
    data = call.core.payloads.role(changed)
    call.core.gateway.tell_guild(event, {"guild_id": found.id, "role": data}, found.id)
    call.core.audience.rights_changed(found.id)
    call.core.changed()
    return data
