"""Message and modal components: walking through them, their limits, and what the server fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from local.errors import Fault, Path

Json = dict[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    1, 9
)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = {STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
LINK, PREMIUM = 5, 6

MOST_PARTS, MOST_TEXT, MOST_ROWS, MOST_IN_ROW = 40, 4000, 5, 5
MOST_MODAL_PARTS = 5


def walk(components: list[Json] | None, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every component with its place, outer ones first."""
    for index, part in enumerate(components or []):
        here = (*path, index)
        yield here, part
        yield from _inside(part, here)


def _inside(part: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    if isinstance(part.get("components"), list):
        yield from walk(part["components"], (*path, "components"))
    for name in ("accessory", "component"):
        if isinstance(part.get(name), dict):
            yield (*path, name), part[name]
            yield from _inside(part[name], (*path, name))


def media(components: list[Json] | None, path: Path = ()) -> Iterator[tuple[Path, Json, Json]]:
    """Every picture or file shown by a component: its place, the media object, and what carries the alt text."""
    for here, part in walk(components, path):
        if part["type"] == GALLERY:
            for index, item in enumerate(part["items"]):
                yield (*here, "items", index, "media"), item["media"], item
        elif part["type"] == THUMBNAIL:
            yield (*here, "media"), part["media"], part
        elif part["type"] == FILE:
            yield (*here, "file"), part["file"], part


def texts(components: list[Json] | None) -> Iterator[str]:
    """Every piece of text a reader can see."""
    for _, part in walk(components):
        for name in ("content", "label", "placeholder", "description"):
            if isinstance(part.get(name), str):
                yield part[name]
        for option in part.get("options") or []:
            yield option["label"]
            if option.get("description"):
                yield option["description"]
    for _, _, carrier in media(components):
        if carrier.get("description"):
            yield carrier["description"]


def find(components: list[Json] | None, custom_id: str) -> Json | None:
    return next((part for _, part in walk(components) if part.get("custom_id") == custom_id), None)


def number(components: list[Json]) -> None:
    """Discord gives every component without an `id` the next free number."""
    taken = {part["id"] for _, part in walk(components) if part.get("id")}
    free = 1
    for _, part in walk(components):
        if not part.get("id"):
            while free in taken:
                free += 1
            taken.add(free)
            part["id"] = free


def check_message(components: list[Json], path: Path, *, v2: bool, files: set[str]) -> list[Fault]:
    """The rules the schema does not state. `files` are the names `attachment://` may point to."""
    faults: list[Fault] = []
    parts = list(walk(components, path))
    if v2:
        if len(parts) > MOST_PARTS:
            words = f"Total number of components cannot exceed {MOST_PARTS} (there are {len(parts)})"
            faults.append(Fault(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words))
        shown = sum(len(part["content"]) for _, part in parts if part["type"] == TEXT)
        if shown > MOST_TEXT:
            words = f"The displayable text exceeds {MOST_TEXT} characters (there are {shown})"
            faults.append(Fault(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words))
    else:
        if len(components) > MOST_ROWS:
            faults.append(
                Fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
            )
        for index, part in enumerate(components):
            if part["type"] != ROW:
                words = "Value of field must be one of (1). Other components need the flag for Components V2."
                faults.append(Fault((*path, index, "type"), "UNION_TYPE_CHOICES", words))
    faults += _twice(parts)
    for here, part in parts:
        faults += _check_part(part, here)
    for here, shown_file, _ in media(components, path):
        url = shown_file["url"]
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
            words = f"The referenced attachment {url} was not found"
            faults.append(Fault((*here, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words))
        elif here[-1] == "file" and not url.startswith(("attachment://", "http")):
            faults.append(Fault((*here, "url"), "URL_TYPE_INVALID_SCHEME", "A file must be an attachment."))
    return faults


def check_modal(components: list[Json], path: Path) -> list[Fault]:
    faults: list[Fault] = []
    if len(components) > MOST_MODAL_PARTS:
        words = f"Must be between 1 and {MOST_MODAL_PARTS} in length."
        faults.append(Fault(path, "BASE_TYPE_BAD_LENGTH", words))
    parts = list(walk(components, path))
    faults += _twice(parts)
    for here, part in parts:
        faults += _check_part(part, here)
        if part["type"] == TEXT_INPUT:
            labelled = here[-1] == "component"
            if not labelled and not part.get("label"):
                faults.append(Fault((*here, "label"), "BASE_TYPE_REQUIRED", "This field is required"))
            low, high = part.get("min_length") or 0, part.get("max_length") or 4000
            if low > high:
                words = "The minimum length is greater than the maximum."
                faults.append(Fault((*here, "min_length"), "TEXT_INPUT_MIN_LENGTH", words))
            if len(part.get("value") or "") > high:
                words = f"Must be {high} or fewer in length."
                faults.append(Fault((*here, "value"), "BASE_TYPE_MAX_LENGTH", words))
    return faults


def _twice(parts: list[tuple[Path, Json]]) -> list[Fault]:
    faults: list[Fault] = []
    for name, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: set[Any] = set()
        for here, part in parts:
            value = part.get(name)
            if value and value in seen:
                faults.append(Fault((*here, name), code, f"Component {name} cannot be duplicated: {value}"))
            seen.add(value)
    return faults


def _check_part(part: Json, here: Path) -> list[Fault]:
    rule = _RULES.get(part["type"])
    return rule(part, here) if rule else []


def _row(part: Json, here: Path) -> list[Fault]:
    held = part["components"]
    buttons = sum(one["type"] == BUTTON for one in held)
    if len(held) != buttons and len(held) > 1:
        words = f"A row holds {MOST_IN_ROW} buttons or one select."
        return [Fault((*here, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)]
    return []


def _button(part: Json, here: Path) -> list[Fault]:
    faults: list[Fault] = []
    style = part["style"]
    if style == PREMIUM:
        return faults
    wanted, unwanted = ("url", "custom_id") if style == LINK else ("custom_id", "url")
    if not part.get(wanted):
        faults.append(Fault((*here, wanted), "BASE_TYPE_REQUIRED", "This field is required"))
    if part.get(unwanted):
        words = f"A custom id and url cannot both be specified ({unwanted} is not for style {style})"
        faults.append(Fault((*here, unwanted), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words))
    if not (part.get("label") or "").strip() and not part.get("emoji"):
        words = "A button needs a label or an emoji."
        faults.append(Fault((*here, "label"), "BUTTON_COMPONENT_INVALID_EMPTY", words))
    return faults


def _select(part: Json, here: Path) -> list[Fault]:
    faults: list[Fault] = []
    low = part["min_values"] if part.get("min_values") is not None else 1
    high = part["max_values"] if part.get("max_values") is not None else 1
    if low > high:
        words = "min_values is greater than max_values."
        faults.append(Fault((*here, "min_values"), "SELECT_COMPONENT_MIN_VALUES", words))
    if part["type"] != STRING_SELECT:
        return faults
    options = part["options"]
    if high > len(options):
        words = f"max_values is greater than the number of options ({len(options)})."
        faults.append(Fault((*here, "max_values"), "SELECT_COMPONENT_MAX_VALUES", words))
    if sum(bool(option.get("default")) for option in options) > high:
        words = "More options are chosen beforehand than may be chosen."
        faults.append(Fault((*here, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", words))
    return faults + _options(part, here)


def _options(part: Json, here: Path) -> list[Fault]:
    seen: set[str] = set()
    faults: list[Fault] = []
    for index, option in enumerate(part["options"]):
        place = (*here, "options", index, "value")
        if option["value"] in seen:
            words = "The specified option value is already used"
            faults.append(Fault(place, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words))
        seen.add(option["value"])
    return faults


_RULES: dict[int, Callable[[Json, Path], list[Fault]]] = {
    ROW: _row,
    BUTTON: _button,
    RADIO_GROUP: _options,
    CHECKBOX_GROUP: _options,
    **dict.fromkeys(SELECTS, _select),
}
