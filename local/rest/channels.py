"""Channels: reading, changing, closing, overwrites, typing."""

from __future__ import annotations

from local import places
from local.errors import Refused
from local.permissions import Allow, in_channel
from local.rest.routing import Call, Json, route
from local.state import Channel, Overwrite

CHANNEL = "/channels/{channel_id}"


@route("GET", CHANNEL)
def channel(call: Call) -> Json:
    return call.core.payloads.channel(call.core.bot_channel(call["channel_id"]), sees=call.bot_id)


@route("PATCH", CHANNEL, own_check=True)
def change(call: Call) -> Json:
    core = call.core
    found = core.bot_channel(call["channel_id"])
    if found.is_thread:
        call.check("UpdateThreadRequestPartial")
        _may_change_thread(call, found)
        places.change_thread(core, found, call.body, call.bot_id)
    else:
        call.check("UpdateGuildChannelRequestPartial")
        core.bot_channel(found.id, Allow.MANAGE_CHANNELS)
        if call.body.get("permission_overwrites") is not None:
            core.bot_channel(found.id, Allow.MANAGE_ROLES)
        places.change_channel(core, found, call.body)
    return core.payloads.channel(found, sees=call.bot_id)


def _may_change_thread(call: Call, thread: Channel) -> None:
    """The one who opened a thread may rename, archive and tag it; anyone who may write may reopen an unlocked one."""
    allowed = in_channel(call.core.world, thread, call.bot_id)
    if allowed & Allow.MANAGE_THREADS:
        return
    reopens = call.body == {"archived": False} and not thread.locked
    if reopens and allowed & Allow.SEND_MESSAGES_IN_THREADS:
        return
    own = thread.owner_id == call.bot_id and not thread.locked
    if not own or {"locked", "rate_limit_per_user", "invitable"} & call.body.keys():
        raise Refused(50013)


@route("DELETE", CHANNEL)
def close(call: Call) -> Json:
    core = call.core
    found = core.bot_channel(call["channel_id"])
    core.bot_channel(found.id, Allow.MANAGE_THREADS if found.is_thread else Allow.MANAGE_CHANNELS)
    data = core.payloads.channel(found)
    places.close_channel(core, found)
    return data


@route("PUT", CHANNEL + "/permissions/{overwrite_id}")
def put_overwrite(call: Call) -> None:
    found = call.core.bot_channel(call["channel_id"], Allow.MANAGE_ROLES)
    found.overwrites[call["overwrite_id"]] = Overwrite(
        call["overwrite_id"],
        int(call.body.get("type") or 0),
        int(call.body.get("allow") or 0),
        int(call.body.get("deny") or 0),
    )
    places.tell_changed(call.core, found)


@route("DELETE", CHANNEL + "/permissions/{overwrite_id}")
def delete_overwrite(call: Call) -> None:
    found = call.core.bot_channel(call["channel_id"], Allow.MANAGE_ROLES)
    if found.overwrites.pop(call["overwrite_id"], None) is None:
        raise Refused(10009)
    places.tell_changed(call.core, found)


@route("POST", CHANNEL + "/typing")
def typing(call: Call) -> None:
    found = call.core.bot_channel(call["channel_id"])
    needed = Allow.SEND_MESSAGES_IN_THREADS if found.is_thread else Allow.SEND_MESSAGES
    call.core.bot_channel(found.id, needed)
    call.core.audience.typing(found, call.core.world.bot)
