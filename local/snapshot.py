"""A channel, a message or a modal as readable text: for tests, logs and people who debug."""

from __future__ import annotations

from typing import Any

from local import components as parts
from local.core import Core
from local.ledger import embed_texts
from local.state import Channel, Message

Json = dict[str, Any]


def message_text(message: Json) -> str:
    """All a message says, line by line, without its buttons: what a person reads."""
    lines = [message["content"]] if message["content"] else []
    for embed in message["embeds"]:
        lines += embed_texts(embed)
    lines += [part["content"] for _, part in parts.walk(message["components"]) if part["type"] == parts.TEXT]
    return "\n".join(lines)


def channel_text(core: Core, channel: Channel, *, as_: str | None = None) -> str:
    """The whole channel as one person sees it, or without private answers when nobody is named."""
    kept = core.world.messages.get(channel.id, {}).values()
    seen = [
        one
        for one in kept
        if (one.only_for is None if as_ is None else core.audience.may_see_message(as_, one))
    ]
    tags = "".join(f" [{name}]" for name in core.world.tag_names(channel))
    closed = " (archived)" if channel.archived else ""
    lines = [f"#{channel.name}{tags}{closed}"]
    for one in seen:
        lines += _message_lines(core, one)
    return "\n".join(lines)


def _message_lines(core: Core, message: Message) -> list[str]:
    author = core.world.users[message.author_id].name
    notes = []
    if message.only_for is not None:
        notes.append(f"only for {core.world.users[message.only_for].name}")
    if message.used is not None and message.used.name and message.type in (20, 23):
        notes.append(f"{core.world.users[message.used.user_id].name} used /{message.used.name}")
    if message.is_thinking:
        notes.append("thinking")
    if message.edited:
        notes.append("edited")
    if message.pinned_at:
        notes.append("pinned")
    head = author + (f" ({', '.join(notes)})" if notes else "") + ":"
    body = message.content.splitlines()
    for embed in message.embeds:
        body += [f"│ {line}" for text in embed_texts(embed) for line in text.splitlines()]
    for part in message.components:
        body += component_lines(part)
    shown = {shown.get("attachment_id") for _, shown, _ in parts.media(message.components)}
    for file in message.attachments:
        if file.id not in shown and not message.is_v2:
            body.append(_file(file.filename, file.description))
    for reaction in message.reactions:
        body.append(f"{reaction.emoji} {len(reaction.users)}")
    return [head, *(f"  {line}" for line in body)]


def _file(name: str, description: str | None) -> str:
    return f"<{name}{': ' + description if description else ''}>"


def component_lines(part: Json) -> list[str]:
    kind = part["type"]
    if kind == parts.ROW:
        return [" ".join(line for one in part["components"] for line in component_lines(one))]
    if kind == parts.BUTTON:
        emoji = (part.get("emoji") or {}).get("name") or ""
        label = " ".join(filter(None, (emoji, part.get("label"))))
        return [f"({label})" if part.get("disabled") else f"[{label}]"]
    if kind in parts.SELECTS:
        options = " | ".join(
            ("*" if one.get("default") else "") + one["label"] for one in part.get("options") or []
        )
        return [f"<{part.get('placeholder') or part['custom_id']}: {options}>"]
    if kind == parts.TEXT:
        return str(part["content"]).splitlines()
    if kind == parts.CONTAINER:
        return [f"│ {line}" for one in part["components"] for line in component_lines(one)]
    if kind == parts.SECTION:
        lines = [line for one in part["components"] for line in component_lines(one)]
        return [*lines[:-1], f"{lines[-1]}  {' '.join(component_lines(part['accessory']))}"]
    if kind == parts.GALLERY:
        return [_file(_name(item["media"]), item.get("description")) for item in part["items"]]
    if kind == parts.THUMBNAIL:
        return [_file(_name(part["media"]), part.get("description"))]
    if kind == parts.FILE:
        return [_file(_name(part["file"]), None)]
    if kind == parts.SEPARATOR:
        return ["───" if part.get("divider") is not False else ""]
    if kind == parts.LABEL:
        return [f"{part['label']}:", *(f"  {line}" for line in component_lines(part["component"]))]
    if kind == parts.TEXT_INPUT:
        return [f"{part.get('label') or ''}____ ({part['custom_id']})"]
    return [f"<{part.get('custom_id', kind)}>"]


def _name(media: Json) -> str:
    return str(media["url"]).rsplit("/", 1)[-1]


def modal_text(modal: Json) -> str:
    lines = [line for part in modal["components"] for line in component_lines(part)]
    return "\n".join([f"== {modal['title']} ==", *lines])
