"""Messages of channels: sending, editing, deleting, reading, pinning, reacting."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from local import limits, membership, places, posting
from local.clock import created_at
from local.errors import Refused
from local.permissions import Allow, in_channel
from local.rest.routing import Call, Json, route
from local.state import DM, Channel, Message

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"
TWO_WEEKS = 14 * 86400.0


@route("POST", MESSAGES)
def send(call: Call) -> Json:
    core, body = call.core, call.body
    channel = core.bot_channel(call["channel_id"])
    if not channel.holds_messages:
        raise Refused(50008)
    _may_send(call, channel)
    limits.check_message(body, files=call.uploads)
    core.check_files(call.uploads, channel)
    posting.replied_to(core, channel, body)
    known = _already_sent(call)
    if known is not None:
        return core.payloads.message(known)
    if channel.locked and not in_channel(core.world, channel, call.bot_id) & Allow.MANAGE_THREADS:
        raise Refused(50083 if channel.archived else 160005)
    if channel.archived:
        places.archive(core, channel, False)
    message = posting.post(core, channel, call.bot_id, body, call.uploads)
    if channel.is_thread and call.bot_id not in channel.members:
        membership.join(core, channel, call.bot_id)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        until = core.clock.now() + limits.NONCE_KEPT
        core.nonces[call.bot_id, str(body["nonce"])] = (channel.id, message.id), until
    return core.payloads.message(message)


def _may_send(call: Call, channel: Channel) -> None:
    core = call.core
    if channel.type == DM:
        others = [core.world.users[one] for one in channel.recipients if one != call.bot_id]
        if not all(one.takes_dms for one in others):
            raise Refused(50007)
        return
    allowed = in_channel(core.world, channel, call.bot_id)
    needed = [Allow.SEND_MESSAGES_IN_THREADS if channel.is_thread else Allow.SEND_MESSAGES]
    if call.uploads:
        needed.append(Allow.ATTACH_FILES)
    if call.body.get("embeds"):
        needed.append(Allow.EMBED_LINKS)
    if call.body.get("message_reference"):
        needed.append(Allow.READ_MESSAGE_HISTORY)
    if any(not allowed & one for one in needed):
        raise Refused(50013)


def _already_sent(call: Call) -> Message | None:
    """With `enforce_nonce` a second send of the same author within a few minutes gives the first message again.

    It does not matter in which channel that was; if it was deleted since, there is nothing to give.
    """
    body, core = call.body, call.core
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    known = core.nonces.get((call.bot_id, str(body["nonce"])))
    if known is None or core.clock.now() > known[1]:
        return None
    channel_id, message_id = known[0]
    found = core.world.messages.get(channel_id, {}).get(message_id)
    if found is None:
        raise Refused(10008)
    return found


@route("GET", MESSAGES)
def history(call: Call) -> list[Json]:
    core = call.core
    channel = core.bot_channel(call["channel_id"])
    if not in_channel(core.world, channel, call.bot_id) & Allow.READ_MESSAGE_HISTORY:
        return []
    limit = call.number("limit", 50, 1, 100)
    found = [one for one in core.world.messages.get(channel.id, {}).values() if one.only_for is None]
    found.sort(key=lambda one: int(one.id), reverse=True)
    if "around" in call.query:
        at = int(call.query["around"])
        newer = [one for one in found if int(one.id) > at][-(limit // 2) :]
        older = [one for one in found if int(one.id) <= at][: limit - len(newer)]
        found = newer + older
    elif "after" in call.query:
        found = [one for one in found if int(one.id) > int(call.query["after"])][-limit:]
    elif "before" in call.query:
        found = [one for one in found if int(one.id) < int(call.query["before"])]
    return [core.payloads.message(one) for one in found[:limit]]


@route("GET", MESSAGE)
def message(call: Call) -> Json:
    channel = call.core.bot_channel(call["channel_id"], Allow.READ_MESSAGE_HISTORY)
    return call.core.payloads.message(call.core.bot_message(channel, call["message_id"]))


@route("PATCH", MESSAGE)
def edit(call: Call) -> Json:
    core = call.core
    channel = core.bot_channel(call["channel_id"])
    found = core.bot_message(channel, call["message_id"])
    if found.author_id != call.bot_id:
        raise Refused(50005)
    if channel.archived:
        raise Refused(50083)
    limits.check_message(call.body, files=call.uploads, before=found)
    core.check_files(call.uploads, channel)
    return core.payloads.message(posting.edit(core, found, call.body, call.uploads))


@route("DELETE", MESSAGE)
def delete(call: Call) -> None:
    core = call.core
    channel = core.bot_channel(call["channel_id"])
    found = core.bot_message(channel, call["message_id"])
    if found.author_id != call.bot_id:
        core.bot_channel(channel.id, Allow.MANAGE_MESSAGES)
    if channel.archived:
        raise Refused(50083)
    posting.delete(core, [found])


@route("POST", MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> None:
    core = call.core
    channel = core.bot_channel(call["channel_id"], Allow.MANAGE_MESSAGES)
    ids = [str(one) for one in call.body["messages"]]
    if not 2 <= len(ids) <= 100:
        raise Refused(50016)
    if any(core.clock.now() - created_at(one) > TWO_WEEKS for one in ids):
        raise Refused(50034)
    kept = core.world.messages.get(channel.id, {})
    found = [kept[one] for one in ids if one in kept and kept[one].only_for is None]
    if found:
        posting.delete(core, found)


# pins


@route("GET", MESSAGES + "/pins")
def pins(call: Call) -> Json:
    channel = call.core.bot_channel(call["channel_id"])
    pinned = [one for one in call.core.world.messages.get(channel.id, {}).values() if one.pinned_at]
    pinned.sort(key=lambda one: one.pinned_at or "", reverse=True)
    limit = call.number("limit", 50, 1, 50)
    items = [{"pinned_at": one.pinned_at, "message": call.core.payloads.message(one)} for one in pinned]
    return {"items": items[:limit], "has_more": len(items) > limit}


@route("GET", "/channels/{channel_id}/pins")
def old_pins(call: Call) -> list[Any]:
    return [item["message"] for item in pins(call)["items"]]


@route("PUT", MESSAGES + "/pins/{message_id}")
@route("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin(call: Call) -> None:
    _pin(call, True)


@route("DELETE", MESSAGES + "/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin(call: Call) -> None:
    _pin(call, False)


def _pin(call: Call, on: bool) -> None:
    channel = call.core.bot_channel(call["channel_id"])
    if channel.guild_id is not None:
        call.core.bot_channel(channel.id, Allow.PIN_MESSAGES)
    if channel.archived:
        raise Refused(50083)
    posting.pin(call.core, channel, call.core.bot_message(channel, call["message_id"]), on)


# reactions


@route("PUT", MESSAGE + "/reactions/{emoji}/@me")
def react(call: Call) -> None:
    channel = call.core.bot_channel(call["channel_id"], Allow.READ_MESSAGE_HISTORY, Allow.ADD_REACTIONS)
    found = call.core.bot_message(channel, call["message_id"])
    posting.react(call.core, found, call.bot_id, unquote(call["emoji"]), True)


@route("DELETE", MESSAGE + "/reactions/{emoji}/@me")
def take_reaction_back(call: Call) -> None:
    channel = call.core.bot_channel(call["channel_id"])
    found = call.core.bot_message(channel, call["message_id"])
    posting.react(call.core, found, call.bot_id, unquote(call["emoji"]), False)


@route("DELETE", MESSAGE + "/reactions/{emoji}/{user_id}")
def remove_reaction(call: Call) -> None:
    channel = call.core.bot_channel(call["channel_id"], Allow.MANAGE_MESSAGES)
    found = call.core.bot_message(channel, call["message_id"])
    posting.react(call.core, found, call["user_id"], unquote(call["emoji"]), False)


@route("DELETE", MESSAGE + "/reactions")
def clear_reactions(call: Call) -> None:
    channel = call.core.bot_channel(call["channel_id"], Allow.MANAGE_MESSAGES)
    found = call.core.bot_message(channel, call["message_id"])
    for one in list(found.reactions):
        for user_id in list(one.users):
            posting.react(call.core, found, user_id, one.emoji, False)


@route("GET", MESSAGE + "/reactions/{emoji}")
def who_reacted(call: Call) -> list[Json]:
    channel = call.core.bot_channel(call["channel_id"])
    found = call.core.bot_message(channel, call["message_id"])
    emoji = unquote(call["emoji"])
    users = next((one.users for one in found.reactions if one.emoji == emoji), [])
    return [call.core.payloads.user(call.core.world.users[one]) for one in users]
