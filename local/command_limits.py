"""The rules of application commands that the schema does not state."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from local.errors import Fault, Path, Refused

Json = dict[str, Any]

SLASH, USER, MESSAGE = 1, 2, 3
MOST = {SLASH: 100, USER: 15, MESSAGE: 15}
MOST_CHARACTERS = 8000
SUBCOMMAND, GROUP = 1, 2
_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_all(commands: list[Json], *, path_of_one: bool = False) -> None:
    """A whole set of commands, as it will stand. `path_of_one`: only the last one is new, its path starts the body."""
    faults: list[Fault] = []
    last = len(commands) - 1
    for index, command in enumerate(commands):
        if path_of_one and index != last:
            continue
        faults += check(command, () if path_of_one else (index,))
    counts = Counter(command.get("type") or SLASH for command in commands)
    if any(count > MOST[kind] for kind, count in counts.items()):
        raise Refused(30032)
    names = Counter((command.get("type") or SLASH, command["name"]) for command in commands)
    for index, command in enumerate(commands):
        if names[command.get("type") or SLASH, command["name"]] > 1:
            words = "Application command names must be unique"
            faults.append(Fault((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words))
    if faults:
        raise Refused(50035, *faults)


def check(command: Json, path: Path) -> list[Fault]:
    kind = command.get("type") or SLASH
    if kind != SLASH:
        return []
    faults = _names(command, path)
    if not command.get("description"):
        faults.append(Fault((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required"))
    faults += _options(command.get("options") or [], (*path, "options"), depth=0)
    size = characters(command)
    if size > MOST_CHARACTERS:
        words = f"Command exceeds maximum size ({MOST_CHARACTERS}, it has {size})"
        faults.append(Fault(path, "APPLICATION_COMMAND_TOO_LARGE", words))
    return faults


def characters(part: Json) -> int:
    """All names, descriptions and values together; of translations only the longest counts."""
    total = 0
    for name in ("name", "description"):
        versions = [part.get(name) or "", *(part.get(f"{name}_localizations") or {}).values()]
        total += max(map(len, versions))
    if isinstance(part.get("value"), str):
        total += len(part["value"])
    for inner in [*(part.get("options") or []), *(part.get("choices") or [])]:
        total += characters(inner)
    return total


def _names(part: Json, path: Path) -> list[Fault]:
    """The name and its translations: letters, digits, dash and underscore, no capitals."""
    named: dict[tuple[str, ...], str] = {("name",): part["name"]}
    named |= {
        ("name_localizations", one): name for one, name in (part.get("name_localizations") or {}).items()
    }
    return [
        Fault((*path, *place), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        for place, name in named.items()
        if not _NAME.match(name) or name != name.lower()
    ]


def _options(options: list[Json], path: Path, depth: int) -> list[Fault]:
    faults: list[Fault] = []
    seen: set[str] = set()
    optional_seen = False
    nested = [one for one in options if one["type"] in (SUBCOMMAND, GROUP)]
    if nested and len(nested) != len(options):
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        faults.append(Fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
    for index, option in enumerate(options):
        here = (*path, index)
        faults += _names(option, here)
        if option["name"] in seen:
            words = "Option name already exists"
            faults.append(Fault((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words))
        seen.add(option["name"])
        if option["type"] == GROUP and depth > 0:
            words = "A group may not be inside a group or sub-command."
            faults.append(Fault((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
        if option["type"] in (SUBCOMMAND, GROUP):
            inner = option.get("options") or []
            if option["type"] == SUBCOMMAND and any(one["type"] in (SUBCOMMAND, GROUP) for one in inner):
                words = "A sub-command may not hold sub-commands."
                faults.append(Fault((*here, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
            faults += _options(inner, (*here, "options"), depth + 1)
            continue
        if option.get("required"):
            if optional_seen:
                words = "Required options must be placed before non-required options"
                code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
                faults.append(Fault((*here, "required"), code, words))
        else:
            optional_seen = True
        faults += _choices(option, here)
    return faults


def _choices(option: Json, here: Path) -> list[Fault]:
    faults: list[Fault] = []
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        words = "An option with choices cannot have autocomplete."
        faults.append(Fault((*here, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", words))
    seen: set[str] = set()
    for index, choice in enumerate(choices):
        place = (*here, "choices", index)
        if choice["name"] in seen:
            words = "Choice names must be unique"
            faults.append(Fault((*place, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", words))
        seen.add(choice["name"])
        if isinstance(choice["value"], str) and len(choice["value"]) > 100:
            words = "Must be 100 or fewer in length."
            faults.append(Fault((*place, "value"), "BASE_TYPE_MAX_LENGTH", words))
    return faults
