"""Threads and forum posts."""

from __future__ import annotations

from local import limits, membership, places
from local.errors import Fault, Refused
from local.permissions import Allow, in_channel, may_see
from local.rest.routing import Call, Json, route
from local.state import FORUM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel

CHANNEL = "/channels/{channel_id}"
MEMBERS = CHANNEL + "/thread-members"


@route("POST", CHANNEL + "/messages/{message_id}/threads")
def from_message(call: Call) -> Json:
    core = call.core
    parent = core.bot_channel(call["channel_id"], Allow.CREATE_PUBLIC_THREADS)
    if parent.type != TEXT:
        raise Refused(50024)
    message = core.bot_message(parent, call["message_id"])
    if message.thread_id is not None:
        raise Refused(160004)
    thread = places.open_thread(core, parent, call.bot_id, call.body, from_message=message)
    return core.payloads.channel(thread, sees=call.bot_id)


@route("POST", CHANNEL + "/threads", own_check=True)
def start(call: Call) -> Json:
    core = call.core
    parent = core.bot_channel(call["channel_id"])
    if parent.type == FORUM:
        return _post(call, parent)
    if parent.type != TEXT:
        raise Refused(50024)
    call.check("CreateTextThreadWithoutMessageRequest")
    kind = call.body.get("type") or PRIVATE_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise Refused(50035, Fault(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}."))
    needed = Allow.CREATE_PUBLIC_THREADS if kind == PUBLIC_THREAD else Allow.CREATE_PRIVATE_THREADS
    core.bot_channel(parent.id, needed)
    thread = places.open_thread(core, parent, call.bot_id, call.body, kind=kind)
    return core.payloads.channel(thread, sees=call.bot_id)


def _post(call: Call, forum: Channel) -> Json:
    call.check("CreateForumThreadRequest")
    core = call.core
    core.bot_channel(forum.id, Allow.SEND_MESSAGES)
    if call.uploads:
        core.bot_channel(forum.id, Allow.ATTACH_FILES)
    limits.check_message(call.body["message"], ("message",), files=call.uploads)
    core.check_files(call.uploads, forum)
    thread, message = places.open_post(core, forum, call.bot_id, call.body, call.uploads)
    return core.payloads.channel(thread, sees=call.bot_id) | {"message": core.payloads.message(message)}


def _thread(call: Call) -> Channel:
    found = call.core.bot_channel(call["channel_id"])
    if not found.is_thread:
        raise Refused(50024)
    return found


@route("GET", MEMBERS)
def members(call: Call) -> list[Json]:
    thread = _thread(call)
    return [call.core.payloads.thread_member(thread, one) for one in thread.members]


@route("PUT", MEMBERS + "/@me")
def join(call: Call) -> None:
    membership.join(call.core, _thread(call), call.bot_id)


@route("DELETE", MEMBERS + "/@me")
def leave(call: Call) -> None:
    membership.leave(call.core, _thread(call), call.bot_id)


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Json:
    thread = _thread(call)
    if call["user_id"] not in thread.members:
        raise Refused(10007)
    return call.core.payloads.thread_member(thread, call["user_id"])


@route("PUT", MEMBERS + "/{user_id}")
def add_member(call: Call) -> None:
    thread = _thread(call)
    core = call.core
    needed = Allow.SEND_MESSAGES_IN_THREADS
    core.bot_channel(thread.id, needed)
    parent = core.channel(thread.parent_id or "")
    if call["user_id"] not in core.world.users:
        raise Refused(10013)
    if not may_see(core.world, parent, call["user_id"]):
        raise Refused(50001)
    own = thread.owner_id == call.bot_id or thread.invitable
    if not own and not in_channel(core.world, thread, call.bot_id) & Allow.MANAGE_THREADS:
        raise Refused(50013)
    membership.add(core, thread, call["user_id"], by=call.bot_id)


@route("DELETE", MEMBERS + "/{user_id}")
def remove_member(call: Call) -> None:
    thread = _thread(call)
    own = thread.owner_id == call.bot_id and thread.type == PRIVATE_THREAD
    if not own:
        call.core.bot_channel(thread.id, Allow.MANAGE_THREADS)
    membership.leave(call.core, thread, call["user_id"])


@route("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> Json:
    world = call.core.world
    found = [
        one
        for one in world.channels.values()
        if one.is_thread
        and one.guild_id == call["guild_id"]
        and not one.archived
        and may_see(world, one, call.bot_id)
    ]
    return _listing(call, found)


@route("GET", CHANNEL + "/threads/archived/public")
def archived_public(call: Call) -> Json:
    return _archived(call, PUBLIC_THREAD)


@route("GET", CHANNEL + "/threads/archived/private")
def archived_private(call: Call) -> Json:
    call.core.bot_channel(call["channel_id"], Allow.MANAGE_THREADS)
    return _archived(call, PRIVATE_THREAD)


def _archived(call: Call, kind: int) -> Json:
    channel = call.core.bot_channel(call["channel_id"], Allow.READ_MESSAGE_HISTORY)
    found = [one for one in call.core.world.threads_of(channel.id) if one.archived and one.type == kind]
    if "before" in call.query:
        found = [one for one in found if (one.archived_at or "") < call.query["before"]]
    found.sort(key=lambda one: one.archived_at or "", reverse=True)
    limit = call.number("limit", 50, 1, 100)
    return _listing(call, found[:limit]) | {"has_more": len(found) > limit}


def _listing(call: Call, threads: list[Channel]) -> Json:
    payloads, bot = call.core.payloads, call.bot_id
    return {
        "threads": [payloads.channel(one, sees=bot) for one in threads],
        "members": [payloads.thread_member(one, bot) for one in threads if bot in one.members],
    }
