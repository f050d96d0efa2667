"""Channels, threads and forum posts: opening, changing, archiving, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local import limits, lines, posting
from local.errors import Fault, Refused
from local.limits import Upload
from local.lines import THREAD_CREATED, THREAD_STARTER
from local.permissions import Allow, in_channel
from local.state import (
    FORUM,
    HAS_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
    Overwrite,
    Tag,
)

if TYPE_CHECKING:
    from local.core import Core

Json = dict[str, Any]

REQUIRE_TAG = 1 << 4


def open_channel(core: Core, guild_id: str, body: Json) -> Channel:
    own = [one for one in core.world.channels.values() if one.guild_id == guild_id and not one.is_thread]
    if len(own) >= limits.CHANNELS:
        raise Refused(30013)
    kind = body.get("type") or TEXT
    channel = Channel(
        id=core.ids.new(),
        type=kind,
        name=body["name"].lower().replace(" ", "-") if kind == TEXT else body["name"],
        guild_id=guild_id,
        position=body["position"] if body.get("position") is not None else len(own),
        topic=body.get("topic"),
        parent_id=str(body["parent_id"]) if body.get("parent_id") else None,
        nsfw=bool(body.get("nsfw")),
        slow_mode=body.get("rate_limit_per_user") or 0,
        default_auto_archive=body.get("default_auto_archive_duration"),
        overwrites=overwrites(body.get("permission_overwrites") or []),
        tags=[_tag(core, one) for one in body.get("available_tags") or []],
        created_at=core.clock.iso(),
    )
    core.world.channels[channel.id] = channel
    core.gateway.tell_channel("CHANNEL_CREATE", core.payloads.channel(channel), channel)
    core.audience.channel_changed(channel)
    core.changed()
    return channel


def overwrites(listed: list[Json]) -> dict[str, Overwrite]:
    return {
        str(one["id"]): Overwrite(
            str(one["id"]), int(one.get("type") or 0), int(one.get("allow") or 0), int(one.get("deny") or 0)
        )
        for one in listed
    }


def _tag(core: Core, body: Json) -> Tag:
    return Tag(
        id=str(body["id"]) if body.get("id") else core.ids.new(),
        name=body["name"],
        emoji=body.get("emoji_name"),
        moderated=bool(body.get("moderated")),
    )


def change_channel(core: Core, channel: Channel, body: Json) -> None:
    if body.get("name"):
        channel.name = body["name"]
    if "topic" in body:
        channel.topic = body["topic"]
    if body.get("position") is not None:
        channel.position = body["position"]
    if "nsfw" in body:
        channel.nsfw = bool(body["nsfw"])
    if body.get("rate_limit_per_user") is not None:
        channel.slow_mode = body["rate_limit_per_user"]
    if body.get("permission_overwrites") is not None:
        channel.overwrites = overwrites(body["permission_overwrites"])
    if body.get("available_tags") is not None:
        channel.tags = [_tag(core, one) for one in body["available_tags"]]
    if body.get("flags") is not None:
        channel.flags = body["flags"]
    if "parent_id" in body:
        channel.parent_id = str(body["parent_id"]) if body["parent_id"] else None
    tell_changed(core, channel)


def tell_changed(core: Core, channel: Channel) -> None:
    event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
    bot = core.world.application.bot_id
    core.gateway.tell_channel(event, core.payloads.channel(channel, sees=bot), channel)
    core.audience.channel_changed(channel)
    for thread in [] if channel.is_thread else core.world.threads_of(channel.id):
        core.audience.channel_changed(thread)
    core.changed()


def close_channel(core: Core, channel: Channel) -> None:
    for thread in core.world.threads_of(channel.id):
        close_channel(core, thread)
    data = core.payloads.channel(channel)
    if channel.is_thread:
        data = {name: data[name] for name in ("id", "guild_id", "parent_id", "type")}
    core.gateway.tell_channel("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, channel)
    core.audience.channel_deleted(channel)
    for message in core.world.messages.pop(channel.id, {}).values():
        for file in message.attachments:
            core.files.drop(file.id)
    del core.world.channels[channel.id]
    for reads in core.world.reads.values():
        reads.pop(channel.id, None)
    core.changed()


# threads


def open_thread(
    core: Core,
    parent: Channel,
    owner_id: str,
    body: Json,
    *,
    kind: int = PUBLIC_THREAD,
    from_message: Message | None = None,
) -> Channel:
    _room_for_thread(core, parent)
    thread = Channel(
        id=from_message.id if from_message else core.ids.new(),
        type=kind,
        name=body["name"],
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        auto_archive=body.get("auto_archive_duration") or parent.default_auto_archive or 1440,
        slow_mode=body.get("rate_limit_per_user") or 0,
        invitable=body.get("invitable") is not False,
        created_at=core.clock.iso(),
        last_at=core.clock.iso(),
        members={owner_id: core.clock.iso()},
    )
    _announce(core, thread)
    if from_message is not None:
        from_message.flags |= HAS_THREAD
        from_message.thread_id = thread.id
        core.audience.edited(from_message)
        _note(
            core,
            thread,
            thread,
            owner_id,
            THREAD_STARTER,
            {"message_id": from_message.id, "channel_id": parent.id},
        )
    elif kind == PUBLIC_THREAD:
        _note(core, parent, thread, owner_id, THREAD_CREATED, {"channel_id": thread.id})
    return thread


def open_post(
    core: Core, forum: Channel, owner_id: str, body: Json, uploads: list[Upload]
) -> tuple[Channel, Message]:
    """A post of a forum: a thread whose first message has the same id."""
    _room_for_thread(core, forum)
    applied = check_tags(core, forum, body.get("applied_tags") or [], ("applied_tags",), owner_id)
    if forum.flags & REQUIRE_TAG and not applied:
        raise Refused(40067)
    thread = Channel(
        id=core.ids.new(),
        type=PUBLIC_THREAD,
        name=body["name"],
        guild_id=forum.guild_id,
        parent_id=forum.id,
        owner_id=owner_id,
        applied_tags=applied,
        auto_archive=body.get("auto_archive_duration") or forum.default_auto_archive or 4320,
        slow_mode=body.get("rate_limit_per_user") or 0,
        created_at=core.clock.iso(),
        last_at=core.clock.iso(),
        members={owner_id: core.clock.iso()},
    )
    _announce(core, thread)
    message = posting.post(core, thread, owner_id, body["message"], uploads, message_id=thread.id)
    thread.message_count = 0  # the first message of a post is not counted
    return thread, message


def check_tags(core: Core, forum: Channel, ids: list[Any], path: tuple[str, ...], user_id: str) -> list[str]:
    known = {tag.id: tag for tag in forum.tags}
    wanted = [str(one) for one in ids]
    faults = [
        Fault((*path, index), "BASE_TYPE_CHOICES", f"Unknown tag {one}")
        for index, one in enumerate(wanted)
        if one not in known
    ]
    if faults:
        raise Refused(50035, *faults)
    moderated = any(known[one].moderated for one in wanted)
    if moderated and not in_channel(core.world, forum, user_id) & Allow.MANAGE_THREADS:
        raise Refused(50013)
    return wanted


def _room_for_thread(core: Core, parent: Channel) -> None:
    active = [
        one
        for one in core.world.channels.values()
        if one.is_thread and one.guild_id == parent.guild_id and not one.archived
    ]
    if len(active) >= core.tunable.active_threads:
        raise Refused(160006)


def _announce(core: Core, thread: Channel) -> None:
    core.world.channels[thread.id] = thread
    bot = core.world.application.bot_id
    data = core.payloads.channel(thread, sees=bot) | {"newly_created": True}
    core.gateway.tell_channel("THREAD_CREATE", data, thread)
    core.audience.channel_changed(thread)
    archive_when_quiet(core, thread)
    core.changed()


def _note(core: Core, where: Channel, thread: Channel, owner_id: str, kind: int, reference: Json) -> None:
    """The line Discord writes by itself when a thread is started."""
    told = {"type": 0, "guild_id": thread.guild_id, **reference}
    content = thread.name if kind == THREAD_CREATED else ""
    lines.write(core, where, owner_id, kind, content=content, reference=told)


def archive_when_quiet(core: Core, thread: Channel) -> None:
    """After so many minutes without a message a thread is archived by itself."""

    def look() -> None:
        if core.world.channels.get(thread.id) is not thread or thread.archived:
            return
        due = core.last_activity(thread) + thread.auto_archive * 60
        if core.clock.now() >= due:
            archive(core, thread, True)
        else:
            core.clock.at(due, look)

    core.clock.at(core.last_activity(thread) + thread.auto_archive * 60, look)


def archive(core: Core, thread: Channel, on: bool) -> None:
    if thread.archived == on:
        return
    if not on:
        parent = core.world.channels[thread.parent_id or ""]
        _room_for_thread(core, parent)
    thread.archived = on
    thread.archived_at = core.clock.iso()
    tell_changed(core, thread)
    if not on:
        archive_when_quiet(core, thread)


def change_thread(core: Core, thread: Channel, body: Json, user_id: str) -> None:
    if body.get("archived") is False or (thread.archived and "archived" not in body):
        if thread.archived and "archived" not in body:
            raise Refused(50083)
        archive(core, thread, False)
    if body.get("name"):
        thread.name = body["name"]
    if body.get("locked") is not None:
        thread.locked = body["locked"]
    if body.get("invitable") is not None:
        thread.invitable = body["invitable"]
    if body.get("auto_archive_duration"):
        thread.auto_archive = body["auto_archive_duration"]
        archive_when_quiet(core, thread)
    if body.get("rate_limit_per_user") is not None:
        thread.slow_mode = body["rate_limit_per_user"]
    if body.get("flags") is not None:
        thread.flags = body["flags"]
    if body.get("applied_tags") is not None:
        forum = core.world.channels[thread.parent_id or ""]
        if forum.type != FORUM:
            raise Refused(50024)
        thread.applied_tags = check_tags(core, forum, body["applied_tags"], ("applied_tags",), user_id)
    if body.get("archived") is True:
        thread.archived = True
        thread.archived_at = core.clock.iso()
    tell_changed(core, thread)
