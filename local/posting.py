"""Messages: posting, editing, deleting, pinning, reacting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from local import components, files, limits, lines, membership
from local.clock import created_at
from local.errors import Fault, Refused
from local.limits import Upload
from local.permissions import Allow, in_channel
from local.state import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    Attachment,
    Channel,
    Message,
    Reaction,
    Used,
)

if TYPE_CHECKING:
    from local.core import Core

Json = dict[str, Any]

REPLY, CHAT_COMMAND, CONTEXT_COMMAND = 19, 20, 23
SETTABLE_FLAGS = 1 << 2 | 1 << 12 | COMPONENTS_V2
_USER, _ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


def post(
    core: Core,
    channel: Channel,
    author_id: str,
    body: Json,
    uploads: list[Upload] | None = None,
    *,
    message_id: str | None = None,
    only_for: str | None = None,
    used: Used | None = None,
    kind: int = 0,
    webhook: bool = False,
) -> Message:
    """Put a new message into a channel. The body has been checked."""
    message = Message(
        id=message_id or core.ids.new(),
        channel_id=channel.id,
        author_id=author_id,
        timestamp=core.clock.iso(),
        type=kind,
        flags=(body.get("flags") or 0) & SETTABLE_FLAGS | (EPHEMERAL if only_for else 0),
        nonce=body.get("nonce"),
        only_for=only_for,
        used=used,
        webhook=webhook,
    )
    reference = body.get("message_reference")
    if reference:
        message.type = REPLY
        message.reference = {
            "type": 0,
            "channel_id": channel.id,
            "message_id": str(reference["message_id"]),
        } | ({"guild_id": channel.guild_id} if channel.guild_id else {})
    _fill(core, message, body, uploads or [])
    _mention(core, channel, message, body.get("allowed_mentions"))
    core.world.messages.setdefault(channel.id, {})[message.id] = message
    if only_for is None:
        channel.last_message_id, channel.last_at = message.id, message.timestamp
        channel.total_messages += 1
        channel.message_count += 1
    core.audience.posted(message)
    if channel.is_thread and only_for is None:
        membership.add_mentioned(core, channel, message)
    core.changed()
    return message


def thinking(core: Core, channel: Channel, used: Used, *, only_for: str | None, kind: int) -> Message:
    """The «… is thinking» line of a deferred answer."""
    message = Message(
        id=core.ids.new(),
        channel_id=channel.id,
        author_id=core.world.application.bot_id,
        timestamp=core.clock.iso(),
        type=kind,
        flags=LOADING | (EPHEMERAL if only_for else 0),
        only_for=only_for,
        used=used,
        webhook=True,
    )
    core.world.messages.setdefault(channel.id, {})[message.id] = message
    core.audience.posted(message)
    core.changed()
    return message


def edit(
    core: Core, message: Message, body: Json, uploads: list[Upload], *, webhook: bool = False
) -> Message:
    """Change a message. The body has been checked against what the message was."""
    if not message.is_thinking:
        _count_late_edit(core, message, webhook)
    message.flags &= ~LOADING
    if body.get("flags") is not None:
        kept = message.flags & ~SETTABLE_FLAGS | message.flags & COMPONENTS_V2
        message.flags = kept | body["flags"] & SETTABLE_FLAGS
    _fill(core, message, body, uploads)
    channel = core.world.channels[message.channel_id]
    if "content" in body or "components" in body:
        _mention(core, channel, message, body.get("allowed_mentions"))
    message.edited = core.clock.iso()
    core.audience.edited(message)
    if channel.is_thread and message.only_for is None and not channel.archived:
        membership.add_mentioned(core, channel, message)
    core.changed()
    return message


def _count_late_edit(core: Core, message: Message, webhook: bool) -> None:
    """Edits of a message older than an hour are capped; how many an hour, Discord does not say."""
    now = core.clock.now()
    if webhook or now - created_at(message.id) <= limits.OLD_MESSAGE:
        return
    message.late_edits = [when for when in message.late_edits if now - when < 3600]
    if len(message.late_edits) >= core.tunable.edits_of_old_messages:
        raise Refused(30046)
    message.late_edits.append(now)


def _fill(core: Core, message: Message, body: Json, uploads: list[Upload]) -> None:
    """Content, embeds, components and files of a new or changed message."""
    if "content" in body:
        message.content = (body["content"] or "").strip()
    _attach(core, message, body, uploads)
    by_name = {one.filename: one for one in message.attachments}
    if "embeds" in body:
        message.embeds = [_embed(core, one, by_name) for one in body["embeds"] or []]
    if "components" in body:
        filled = body["components"] or []
        components.number(filled)
        for _, shown, _ in components.media(filled):
            _point(core, shown, by_name)
        message.components = filled


def _attach(core: Core, message: Message, body: Json, uploads: list[Upload]) -> None:
    listed = body.get("attachments")
    kept = message.attachments
    if "attachments" in body:
        ids = {str(one["id"]) for one in listed or []}
        kept = [one for one in message.attachments if one.id in ids]
        for one in message.attachments:
            if one not in kept:
                core.files.drop(one.id)
    told = {str(one["id"]): one for one in listed or []}
    for one in kept:
        if one.id in told and "description" in told[one.id]:
            one.description = told[one.id]["description"]
    message.attachments = kept + [
        make_attachment(
            core, message.channel_id, one, told.get(str(one.index), {}), message.only_for is not None
        )
        for one in uploads
        if listed is None or str(one.index) in told
    ]


def make_attachment(core: Core, channel_id: str, upload: Upload, told: Json, ephemeral: bool) -> Attachment:
    filename = files.safe_name(told.get("filename") or upload.filename)
    size = files.picture_size(upload.data)
    file_id = core.ids.new()
    return Attachment(
        id=file_id,
        channel_id=channel_id,
        filename=filename,
        size=len(upload.data),
        content_type=files.content_type(filename, upload.data),
        digest=core.files.put(file_id, upload.data, lasting=not ephemeral),
        description=told.get("description"),
        width=size[0] if size else None,
        height=size[1] if size else None,
        ephemeral=ephemeral,
        spoiler=filename.startswith("SPOILER_"),
    )


def _point(core: Core, shown: Json, by_name: dict[str, Attachment]) -> None:
    """Replace `attachment://name` by the address of the file, and say how large the picture is."""
    url = shown["url"]
    if not url.startswith("attachment://"):
        shown.setdefault("proxy_url", url)
        for one in by_name.values():
            if core.payloads.attachment_url(one) == url:
                shown |= {"attachment_id": one.id, "width": one.width, "height": one.height}
        return
    file = by_name[url.removeprefix("attachment://")]
    address = core.payloads.attachment_url(file)
    shown |= {
        "url": address,
        "proxy_url": address,
        "width": file.width,
        "height": file.height,
        "content_type": file.content_type,
        "attachment_id": file.id,
    }


def readdress(core: Core) -> None:
    """After a restart the server may have another port: point all pictures to it."""
    for kept in core.world.messages.values():
        for message in kept.values():
            by_id = {one.id: one for one in message.attachments}
            shown = [one for _, one, _ in components.media(message.components)]
            shown += [
                embed[name] for embed in message.embeds for name in ("image", "thumbnail") if embed.get(name)
            ]
            for one in shown:
                if one.get("attachment_id") in by_id:
                    address = core.payloads.attachment_url(by_id[one["attachment_id"]])
                    one |= {"url": address, "proxy_url": address}


def _embed(core: Core, embed: Json, by_name: dict[str, Attachment]) -> Json:
    filled = {**embed, "type": "rich"}
    for name in ("image", "thumbnail"):
        if filled.get(name) and filled[name]["url"].removeprefix("attachment://") in by_name:
            _point(core, filled[name], by_name)
    return filled


def _mention(core: Core, channel: Channel, message: Message, allowed: Json | None) -> None:
    """Whom the text mentions, as far as `allowed_mentions` lets it."""
    text = message.content
    if message.is_v2:
        text = "\n".join(
            part["content"]
            for _, part in components.walk(message.components)
            if part["type"] == components.TEXT
        )
    if allowed is None:
        parse, users, roles = {"users", "roles", "everyone"}, set[str](), set[str]()
    else:
        parse = set(allowed.get("parse") or [])
        users = {str(one) for one in allowed.get("users") or []}
        roles = {str(one) for one in allowed.get("roles") or []}
    named = dict.fromkeys(_USER.findall(text))
    message.mentions = [
        one for one in named if one in core.world.users and ("users" in parse or one in users)
    ]
    if message.reference and (allowed is None or allowed.get("replied_user")):
        other = core.world.message(message.reference["message_id"])
        if other is not None and other.author_id not in message.mentions:
            message.mentions.append(other.author_id)
    if channel.guild_id is None:
        return
    guild = core.world.guilds[channel.guild_id]
    may_mention_all = bool(in_channel(core.world, channel, message.author_id) & Allow.MENTION_EVERYONE)
    message.mention_roles = [
        one
        for one in dict.fromkeys(_ROLE.findall(text))
        if one in guild.roles
        and ("roles" in parse or one in roles)
        and (guild.roles[one].mentionable or may_mention_all)
    ]
    said = "@everyone" in text or "@here" in text
    message.mention_everyone = said and "everyone" in parse and may_mention_all


def delete(core: Core, messages: list[Message]) -> None:
    for message in messages:
        channel = core.world.channels[message.channel_id]
        core.world.messages[message.channel_id].pop(message.id, None)
        if message.only_for is None:
            channel.message_count = max(0, channel.message_count - 1)
        for file in message.attachments:
            core.files.drop(file.id)
    core.audience.deleted(messages)
    core.changed()


def pin(core: Core, channel: Channel, message: Message, on: bool) -> None:
    pinned = [one for one in core.world.messages[channel.id].values() if one.pinned_at]
    if on and message not in pinned and len(pinned) >= limits.PINS:
        raise Refused(30003)
    if on == (message.pinned_at is not None):
        return
    message.pinned_at = core.clock.iso() if on else None
    channel.last_pin_at = core.clock.iso()
    core.audience.edited(message)
    where = {"channel_id": channel.id, "last_pin_timestamp": channel.last_pin_at}
    if channel.guild_id:
        where["guild_id"] = channel.guild_id
    core.gateway.tell_channel("CHANNEL_PINS_UPDATE", where, channel)
    if on:
        reference = {"type": 0, "channel_id": channel.id, "message_id": message.id}
        bot = core.world.application.bot_id
        lines.write(core, channel, bot, lines.PINNED, reference=reference)
    core.changed()


def react(core: Core, message: Message, user_id: str, emoji: str, on: bool) -> None:
    found = next((one for one in message.reactions if one.emoji == emoji), None)
    if on:
        if found is None:
            if len(message.reactions) >= limits.REACTIONS:
                raise Refused(30010)
            found = Reaction(emoji)
            message.reactions.append(found)
        if user_id in found.users:
            return
        found.users.append(user_id)
    else:
        if found is None or user_id not in found.users:
            return
        found.users.remove(user_id)
        if not found.users:
            message.reactions.remove(found)
    channel = core.world.channels[message.channel_id]
    data: Json = {
        "user_id": user_id,
        "channel_id": channel.id,
        "message_id": message.id,
        "emoji": {"id": None, "name": emoji},
        "message_author_id": message.author_id,
        "burst": False,
        "type": 0,
    }
    if channel.guild_id:
        guild = core.world.guilds[channel.guild_id]
        data |= {"guild_id": guild.id, "member": core.payloads.member(guild, guild.members[user_id])}
    core.gateway.tell_channel(f"MESSAGE_REACTION_{'ADD' if on else 'REMOVE'}", data, channel)
    core.audience.reacted(message)
    core.changed()


def replied_to(core: Core, channel: Channel, body: Json) -> None:
    """A reply must name a message of the same channel, unless it says that this does not matter."""
    reference = body.get("message_reference")
    if not reference:
        return
    if str(reference["message_id"]) in core.world.messages.get(channel.id, {}):
        return
    if reference.get("fail_if_not_exists") is False:
        del body["message_reference"]
        return
    raise Refused(
        50035,
        Fault(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message"),
        words="Invalid Form Body",
    )
