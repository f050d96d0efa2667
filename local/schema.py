"""JSON Schema compiled to plain functions.

Only the keywords that Discord's description uses. A value that fits costs a few microseconds; one that does not gives
the path of every wrong field. A union whose members differ in one `type` number is decided by that number, so the path
leads into the part that was meant and not to «no alternative fits».
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from local.errors import Fault, Path

Check = Callable[[Any, Path, list[Fault]], None]

_KINDS: dict[str, str] = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def _is(value: Any, kind: str) -> bool:
    if kind == "string":
        return isinstance(value, str)
    if kind == "integer":
        # Discord reads a number written as a string
        return (isinstance(value, int) and not isinstance(value, bool)) or (
            isinstance(value, str) and value.lstrip("-").isascii() and value.lstrip("-").isdigit()
        )
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "array":
        return isinstance(value, list)
    if kind == "object":
        return isinstance(value, dict)
    return value is None


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) else value


class Schemas:
    """The named schemas of one description, compiled when first asked for."""

    def __init__(self, named: dict[str, Any]):
        self.named = named
        self._compiled: dict[str, Check] = {}

    def of(self, name: str) -> Check:
        if name not in self._compiled:
            # a schema may contain itself: the name is looked up again when it is used
            self._compiled[name] = lambda value, path, out: self._compiled[name](value, path, out)
            self._compiled[name] = self.compile(self.named[name])
        return self._compiled[name]

    def resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.named[schema["$ref"].rsplit("/", 1)[-1]]
        return schema

    def compile(self, schema: dict[str, Any]) -> Check:
        if "$ref" in schema:
            return self.of(schema["$ref"].rsplit("/", 1)[-1])
        if schema.get("format") == "snowflake":
            return _snowflake
        checks: list[Check] = []
        kinds = schema.get("type")
        kinds = [kinds] if isinstance(kinds, str) else list(kinds or [])
        for word in ("oneOf", "anyOf"):
            if word in schema:
                checks.append(self._union(schema[word]))
        if "allOf" in schema and "enum" not in schema:
            checks += [self.compile(part) for part in schema["allOf"]]
        if "enum" in schema or "const" in schema:
            checks.append(_one_of(schema.get("enum", [schema.get("const")])))
        checks += self._text(schema) + self._range(schema) + self._list(schema) + self._object(schema)
        return _together(kinds, checks)

    def _union(self, parts: list[dict[str, Any]]) -> Check:
        parts = [self.resolve(part) for part in parts]
        if all("const" in part for part in parts):
            return _one_of([part["const"] for part in parts])
        nullable = any(part.get("type") == "null" for part in parts)
        parts = [part for part in parts if part.get("type") != "null"]
        if len(parts) == 1:
            only = self.compile(parts[0])
            return _or_null(only) if nullable else only
        by_type: dict[Any, Check] = {}
        for part in parts:
            numbers = part.get("properties", {}).get("type", {}).get("enum")
            if not numbers or any(number in by_type for number in numbers):
                return self._any(parts, nullable)
            check = self.compile(part)
            by_type |= dict.fromkeys(numbers, check)
        return _by_type(by_type, nullable)

    def _any(self, parts: list[dict[str, Any]], nullable: bool) -> Check:
        checks = [self.compile(part) for part in parts]

        def check(value: Any, path: Path, out: list[Fault]) -> None:
            if value is None and nullable:
                return
            misses: list[list[Fault]] = []
            for one in checks:
                found: list[Fault] = []
                one(value, path, found)
                if not found:
                    return
                misses.append(found)
            misses.sort(key=_distance)
            out += misses[0]

        return check

    def _text(self, schema: dict[str, Any]) -> list[Check]:
        found: list[Check] = []
        low, high = schema.get("minLength", 0), schema.get("maxLength")
        if low or high is not None:
            found.append(_length(low, high))
        if "pattern" in schema:
            found.append(_pattern(schema["pattern"]))
        if schema.get("format") == "uri":
            found.append(_uri)
        if schema.get("format") == "date-time":
            found.append(_date_time)
        return found

    def _range(self, schema: dict[str, Any]) -> list[Check]:
        low, high = schema.get("minimum"), schema.get("maximum")
        if schema.get("format") == "int32":
            low, high = max(low or 0, -(2**31)) if low is not None else -(2**31), high or 2**31 - 1
        return [] if low is None and high is None else [_between(low, high)]

    def _list(self, schema: dict[str, Any]) -> list[Check]:
        found: list[Check] = []
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if low or high is not None:
            found.append(_count(low, high))
        if schema.get("uniqueItems"):
            found.append(_unique)
        if "items" in schema:
            found.append(_each(self.compile(schema["items"])))
        return found

    def _object(self, schema: dict[str, Any]) -> list[Check]:
        if not ({"properties", "required", "additionalProperties", "maxProperties"} & schema.keys()):
            return []
        fields = {name: self.compile(part) for name, part in schema.get("properties", {}).items()}
        required = schema.get("required", [])
        others = schema.get("additionalProperties")
        other = self.compile(others) if isinstance(others, dict) else None
        most = schema.get("maxProperties")

        def check(value: Any, path: Path, out: list[Fault]) -> None:
            if not isinstance(value, dict):
                return
            for name in required:
                if name not in value:
                    out.append(Fault((*path, name), "BASE_TYPE_REQUIRED", "This field is required"))
            for name, part in value.items():
                one = fields.get(name, other)
                if one is not None:
                    one(part, (*path, name), out)
            if most is not None and len(value) > most:
                out.append(Fault(path, "BASE_TYPE_BAD_LENGTH", f"Must have at most {most} entries."))

        return [check]


def _distance(faults: list[Fault]) -> tuple[int, bool, int]:
    """How far a body is from an alternative: the nearest one was probably meant."""
    wrong_kind = any(fault.code == "BASE_TYPE_BAD_TYPE" for fault in faults)
    return len(faults), wrong_kind, -len(faults[0].path)


def _together(kinds: list[str], checks: list[Check]) -> Check:
    simple = tuple(kinds)

    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if simple and not any(_is(value, kind) for kind in simple):
            words = " or ".join(_KINDS[kind] for kind in simple)
            out.append(Fault(path, "BASE_TYPE_BAD_TYPE", f"Must be {words}."))
            return
        if value is None:
            return
        for one in checks:
            one(value, path, out)

    return check


def _or_null(only: Check) -> Check:
    return lambda value, path, out: None if value is None else only(value, path, out)


def _by_type(by_type: dict[Any, Check], nullable: bool) -> Check:
    words = ", ".join(map(str, sorted(by_type)))

    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if value is None and nullable:
            return
        if not isinstance(value, dict):
            out.append(Fault(path, "BASE_TYPE_BAD_TYPE", "Must be an object."))
            return
        kind = value.get("type")
        one = by_type.get(kind) if isinstance(kind, int) else None
        if one is None:
            out.append(
                Fault((*path, "type"), "UNION_TYPE_CHOICES", f"Value of field must be one of ({words}).")
            )
        else:
            one(value, path, out)

    return check


def _one_of(values: list[Any]) -> Check:
    words = ", ".join(map(str, values))

    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if value not in values:
            out.append(Fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{words}}}."))

    return check


def _length(low: int, high: int | None) -> Check:
    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if isinstance(value, str) and not (low <= len(value) and (high is None or len(value) <= high)):
            if low and high is not None:
                out.append(
                    Fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
                )
            elif high is not None:
                out.append(Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length."))
            else:
                out.append(Fault(path, "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length."))

    return check


def _count(low: int, high: int | None) -> Check:
    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if isinstance(value, list) and not (low <= len(value) and (high is None or len(value) <= high)):
            if low and high is not None:
                out.append(
                    Fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
                )
            else:
                out.append(Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length."))

    return check


def _between(low: float | None, high: float | None) -> Check:
    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if not _is(value, "number") and not _is(value, "integer"):
            return
        number = _number(value)
        if low is not None and number < low:
            out.append(Fault(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."))
        elif high is not None and number > high:
            out.append(Fault(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."))

    return check


def _each(item: Check) -> Check:
    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if isinstance(value, list):
            for index, part in enumerate(value):
                item(part, (*path, index), out)

    return check


def _unique(value: Any, path: Path, out: list[Fault]) -> None:
    if isinstance(value, list) and len({repr(part) for part in value}) != len(value):
        out.append(Fault(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The list contains a value twice."))


def _pattern(pattern: str) -> Check:
    compiled = re.compile(pattern)

    def check(value: Any, path: Path, out: list[Fault]) -> None:
        if isinstance(value, str) and not compiled.search(value):
            out.append(Fault(path, "STRING_TYPE_REGEX", "String value did not match validation regex."))

    return check


def _snowflake(value: Any, path: Path, out: list[Fault]) -> None:
    if isinstance(value, bool) or not (
        isinstance(value, int) or (isinstance(value, str) and value.isdigit())
    ):
        out.append(Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.'))


def _uri(value: Any, path: Path, out: list[Fault]) -> None:
    if isinstance(value, str) and not re.match(r"^(https?|discord|attachment)://\S+$", value):
        out.append(Fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL."))


def _date_time(value: Any, path: Path, out: list[Fault]) -> None:
    if isinstance(value, str):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            out.append(Fault(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601."))
