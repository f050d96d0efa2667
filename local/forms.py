"""Filling in: typed options, menus and modal forms, checked as Discord's client checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local import components as parts
from local import posting
from local.limits import Upload
from local.state import Channel

if TYPE_CHECKING:
    from local.client import Client

Json = dict[str, Any]

STRING, INTEGER, NUMBER = 3, 4, 10
_KIND_OF_SELECT = {
    parts.USER_SELECT: 6,
    parts.CHANNEL_SELECT: 7,
    parts.ROLE_SELECT: 8,
    parts.MENTIONABLE_SELECT: 9,
}


class CannotDo(Exception):
    """A person's client does not let them do this. `field` is the option or input that is wrong."""

    def __init__(self, words: str, *, field: str | None = None, status: int = 400):
        super().__init__(words)
        self.words, self.field, self.status = words, field, status


def refuse(words: str, name: str) -> CannotDo:
    return CannotDo(words, field=name)


def as_upload(value: Any, name: str) -> Upload:
    """A file as people give it: (name, bytes)."""
    if isinstance(value, Upload):
        return value
    if isinstance(value, tuple) and len(value) == 2:
        return Upload(0, value[0], "application/octet-stream", value[1])
    raise refuse(f"{name} is a file.", name)


def fit_plain(option: Json, value: Any) -> str | int | float:
    """A text or a number for a command option; a fixed choice may be named by its name or its value."""
    name, kind = option["name"], option["type"]
    choices = option.get("choices") or []
    if choices:
        for choice in choices:
            if value == choice["value"] or str(value) in (choice["name"], str(choice["value"])):
                found: str | int | float = choice["value"]
                return found
        there = ", ".join(choice["name"] for choice in choices)
        raise refuse(f"{name} is one of: {there}.", name)
    if kind == STRING:
        text = str(value)
        low, high = option.get("min_length") or 0, option.get("max_length") or 6000
        if not low <= len(text) <= high:
            raise refuse(f"{name} has {low} to {high} characters.", name)
        return text
    try:
        number: int | float = int(value) if kind == INTEGER else float(value)
    except (TypeError, ValueError):
        raise refuse(f"{name} is a number.", name) from None
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise refuse(f"{name} is between {low} and {high}.", name)
    return number


def chosen(client: Client, channel: Channel, menu: Json, values: list[str], resolved: Json) -> list[str]:
    """The values picked in a menu."""
    name = menu["custom_id"]
    low = menu["min_values"] if menu.get("min_values") is not None else 1
    high = menu["max_values"] if menu.get("max_values") is not None else 1
    if not low <= len(values) <= high:
        raise refuse(f"Choose {low} to {high}." if low != high else f"Choose {low}.", name)
    if menu["type"] != parts.STRING_SELECT:
        for value in values:
            client.resolve(channel, _KIND_OF_SELECT[menu["type"]], value, resolved, name)
        return values
    known = [option["value"] for option in menu["options"]]
    for value in values:
        if value not in known:
            there = ", ".join(known)
            raise refuse(f"{value} is not in this menu. There are: {there}.", name)
    return values


def fill(client: Client, channel: Channel, modal: Json, values: Json) -> Json:
    """The data of a submitted modal. `values` are named by the inputs' custom ids."""
    inputs = [part for _, part in parts.walk(modal["components"]) if part.get("custom_id")]
    known = {part["custom_id"] for part in inputs}
    for name in values:
        if name not in known:
            there = ", ".join(sorted(known))
            raise refuse(f"The form has no input {name}. There are: {there}.", name)
    resolved: Json = {}
    data: Json = {
        "custom_id": modal["custom_id"],
        "components": [_filled(client, channel, part, values, resolved) for part in modal["components"]],
    }
    if resolved:
        data["resolved"] = resolved
    return data


def _filled(client: Client, channel: Channel, part: Json, values: Json, resolved: Json) -> Json:
    told: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == parts.ROW:
        told["components"] = [_filled(client, channel, one, values, resolved) for one in part["components"]]
    elif part["type"] == parts.LABEL:
        told["component"] = _filled(client, channel, part["component"], values, resolved)
    elif part.get("custom_id"):
        told["custom_id"] = part["custom_id"]
        told |= _input(client, channel, part, values.get(part["custom_id"]), resolved)
    return told


def _input(client: Client, channel: Channel, part: Json, value: Any, resolved: Json) -> Json:
    name, kind = part["custom_id"], part["type"]
    required = part.get("required") is not False
    if kind == parts.TEXT_INPUT:
        text = str(value if value is not None else part.get("value") or "")
        low, high = part.get("min_length") or 0, part.get("max_length") or 4000
        if required and not text:
            raise refuse(f"{name} is required.", name)
        if text and not low <= len(text) <= high:
            raise refuse(f"{name} has {low} to {high} characters.", name)
        return {"value": text}
    if kind == parts.CHECKBOX:
        return {"value": bool(value if value is not None else part.get("default"))}
    if kind == parts.RADIO_GROUP:
        known = [option["value"] for option in part["options"]]
        default = next((one["value"] for one in part["options"] if one.get("default")), None)
        picked = value if value is not None else default
        if (picked is None and required) or (picked is not None and picked not in known):
            raise refuse(f"{name} is one of: {', '.join(known)}.", name)
        return {"value": picked}
    listed = _listed(part, value)
    if not listed and not required:
        return {"values": []}
    if kind == parts.FILE_UPLOAD:
        return {"values": _files(client, channel, part, listed, resolved)}
    if kind == parts.CHECKBOX_GROUP:
        return {"values": _checked(part, listed)}
    return {"values": chosen(client, channel, part, listed, resolved)}


def _listed(part: Json, value: Any) -> list[Any]:
    if value is None:
        return [option["value"] for option in part.get("options") or [] if option.get("default")]
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes):
        return [value]
    return list(value) if isinstance(value, list | tuple) else [getattr(value, "id", value)]


def _checked(part: Json, listed: list[str]) -> list[str]:
    name, known = part["custom_id"], [option["value"] for option in part["options"]]
    low = part["min_values"] if part.get("min_values") is not None else 1
    high = part.get("max_values") or len(known)
    if not low <= len(listed) <= high or any(one not in known for one in listed):
        raise refuse(f"{name}: tick {low} to {high} of {', '.join(known)}.", name)
    return listed


def _files(client: Client, channel: Channel, part: Json, listed: list[Any], resolved: Json) -> list[str]:
    ids = []
    for one in listed:
        upload = as_upload(one, part["custom_id"])
        file = posting.make_attachment(client.core, channel.id, upload, {}, True)
        resolved.setdefault("attachments", {})[file.id] = client.core.payloads.attachment(file)
        ids.append(file.id)
    return ids
