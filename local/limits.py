"""The limits Discord's description does not state: of messages, files, and autocomplete answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from local import components
from local.errors import Fault, Path, Refused
from local.state import COMPONENTS_V2, Message

Json = dict[str, Any]

CONTENT = 2000
EMBEDS_TOGETHER = 6000
ATTACHMENTS = 10
FILE_BYTES = {0: 10 << 20, 1: 10 << 20, 2: 50 << 20, 3: 100 << 20}
REQUEST_BYTES = 25 << 20
CHOICES = 25
CHOICE_VALUE = 100
PINS = 250
REACTIONS = 20
CHANNELS = 500
ROLES = 250
THREAD_MEMBERS = 1000
ANSWER_WITHIN = 3.0
TOKEN_LIFE = 15 * 60.0
FOLLOW_UPS_OF_USER_INSTALL = 5
OLD_MESSAGE = 3600.0
NONCE_KEPT = 300.0
IDENTIFIES_A_DAY = 1000
GATEWAY_BYTES = 4096
GATEWAY_SENDS = (120, 60.0)


@dataclass
class Tunable:
    """Numbers Discord does not publish, or that a test wants to be small."""

    edits_of_old_messages: int = 5
    active_threads: int = 1000
    command_creations: int = 200
    file_bytes: int | None = None


@dataclass
class Upload:
    """A file as it came with a request: `files[index]`."""

    index: int
    filename: str
    content_type: str
    data: bytes = field(repr=False)


def check_message(
    body: Json,
    path: Path = (),
    *,
    files: list[Upload],
    before: Message | None = None,
) -> None:
    """Refuse what a message may not hold. `before` is the message when it is edited."""
    faults: list[Fault] = []
    flags = (body.get("flags") or 0) | (before.flags & COMPONENTS_V2 if before else 0)
    v2 = bool(flags & COMPONENTS_V2)
    content = body.get("content", before.content if before else "")
    embeds = body.get("embeds", before.embeds if before else [])
    parts = body.get("components", before.components if before else [])
    names = _attachments(body, path, files, before, faults)
    if v2:
        for name, value in (
            ("content", content),
            ("embeds", embeds),
            ("poll", body.get("poll")),
            ("sticker_ids", body.get("sticker_ids")),
        ):
            if value:
                words = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                faults.append(Fault((*path, name), code, words))
    elif len(content or "") > CONTENT:
        words = f"Must be {CONTENT} or fewer in length."
        faults.append(Fault((*path, "content"), "BASE_TYPE_MAX_LENGTH", words))
    if body.get("embeds"):
        faults += check_embeds(body["embeds"], (*path, "embeds"))
    if body.get("components"):
        faults += components.check_message(body["components"], (*path, "components"), v2=v2, files=names)
    faults += _mentions(body.get("allowed_mentions"), (*path, "allowed_mentions"))
    nonce = body.get("nonce")
    if isinstance(nonce, str) and len(nonce) > 25:
        faults.append(Fault((*path, "nonce"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."))
    if faults:
        raise Refused(50035, *faults)
    shown = parts if v2 else (content or "").strip() or embeds or parts or names
    if not shown and not body.get("sticker_ids") and not body.get("poll"):
        raise Refused(50006)


def _attachments(
    body: Json, path: Path, files: list[Upload], before: Message | None, faults: list[Fault]
) -> set[str]:
    """The file names the message will have. A kept one must be its own, a new one must have come along."""
    old = {one.id: one.filename for one in before.attachments} if before else {}
    new = {str(one.index): one.filename for one in files}
    listed = body.get("attachments")
    if listed is None:
        names = list(new.values())
        if "attachments" not in body:
            names += list(old.values())
    else:
        names = []
        for index, one in enumerate(listed):
            key = str(one["id"])
            if key in old:
                names.append(old[key])
            elif key in new:
                names.append(one.get("filename") or new[key])
            else:
                words = f"Attachment {key} is neither uploaded with this request nor part of the message."
                faults.append(Fault((*path, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", words))
    if len(names) > ATTACHMENTS:
        raise Refused(30015)
    return set(names)


def check_embeds(embeds: list[Json], path: Path) -> list[Fault]:
    faults: list[Fault] = []
    together = 0
    for index, embed in enumerate(embeds):
        pieces = [embed.get("title"), embed.get("description")]
        pieces += [(embed.get("author") or {}).get("name"), (embed.get("footer") or {}).get("text")]
        for place, one in enumerate(embed.get("fields") or []):
            pieces += [one.get("name"), one.get("value")]
            for name in ("name", "value"):
                if not (one.get(name) or "").strip():
                    where = (*path, index, "fields", place, name)
                    faults.append(Fault(where, "BASE_TYPE_REQUIRED", "This field is required"))
        together += sum(len(piece) for piece in pieces if piece)
    if together > EMBEDS_TOGETHER:
        words = f"Embed size exceeds maximum size of {EMBEDS_TOGETHER} (there are {together})"
        faults.append(Fault(path, "MAX_EMBED_SIZE_EXCEEDED", words))
    return faults


def _mentions(allowed: Json | None, path: Path) -> list[Fault]:
    faults = []
    for name in ("users", "roles"):
        if allowed and name in (allowed.get("parse") or []) and allowed.get(name):
            words = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            faults.append(Fault((*path, "parse"), code, words))
    return faults


def check_files(files: list[Upload], boost_level: int, tunable: Tunable) -> None:
    most = tunable.file_bytes or FILE_BYTES[boost_level]
    if sum(len(one.data) for one in files) > REQUEST_BYTES or any(len(one.data) > most for one in files):
        raise Refused(40005)


_CHOICE_KINDS: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 10: (int, float)}


def check_choices(choices: list[Json], option_type: int, path: Path) -> list[Fault]:
    """Autocomplete: at most 25, each value of the option's own type."""
    faults: list[Fault] = []
    if len(choices) > CHOICES:
        faults.append(Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length."))
    for index, choice in enumerate(choices):
        value = choice["value"]
        if isinstance(value, bool) or not isinstance(value, _CHOICE_KINDS[option_type]):
            words = "The value is not of the option's type."
            faults.append(Fault((*path, index, "value"), "BASE_TYPE_BAD_TYPE", words))
        elif isinstance(value, str) and len(value) > CHOICE_VALUE:
            words = f"Must be {CHOICE_VALUE} or fewer in length."
            faults.append(Fault((*path, index, "value"), "BASE_TYPE_MAX_LENGTH", words))
    return faults
