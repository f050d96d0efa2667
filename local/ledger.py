"""A ledger per person: everything that was ever visible to them, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from local import components

Json = dict[str, Any]

_SNOWFLAKE = re.compile(r"\d{17,20}")
# What differs between two runs of the same game without saying anything: times, addresses, people's clicks.
_VOLATILE = {
    *("timestamp", "edited_timestamp", "create_timestamp", "archive_timestamp", "last_pin_timestamp"),
    *("url", "proxy_url", "joined_at", "join_timestamp", "nonce"),
}


class Seen(msgspec.Struct, frozen=True):
    """One thing a person saw. `data` is the JSON as their client got it."""

    kind: str  # message, edit, delete, channel, choices, modal, typing, reaction, failed
    at: float
    channel: str
    data: Json

    def texts(self) -> Iterator[str]:
        """Every string a curious reader could find in it, also ids, file names, alt text, digests of pictures."""
        yield from _strings(self.data)

    def shown(self) -> Iterator[str]:
        """What their screen shows of it."""
        if self.kind in ("message", "edit"):
            yield from message_texts(self.data)
        elif self.kind == "choices":
            yield from (choice["name"] for choice in self.data["choices"])
        elif self.kind == "modal":
            yield self.data["title"]
            yield from components.texts(self.data["components"])
        elif self.kind == "channel":
            yield self.data.get("name") or ""
            yield self.data.get("topic") or ""


class Ledger:
    def __init__(self, name: str):
        self.name = name
        self.entries: list[Seen] = []

    def __iter__(self) -> Iterator[Seen]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def note(self, seen: Seen) -> None:
        self.entries.append(seen)

    def of(self, *kinds: str) -> list[Seen]:
        return [one for one in self.entries if one.kind in kinds]

    def search(self, pattern: str) -> list[Seen]:
        """The entries in which any string matches: texts, ids, names of files, alt text."""
        wanted = re.compile(pattern)
        return [one for one in self.entries if any(wanted.search(text) for text in one.texts())]

    def shows(self, text: str) -> bool:
        """Whether the text ever stood on this person's screen."""
        return any(text in shown for one in self.entries for shown in one.shown())

    def pictures(self) -> list[str]:
        """The digests of all files that could be opened, in order."""
        return [
            file["local_digest"]
            for one in self.entries
            if one.kind in ("message", "edit")
            for file in one.data["attachments"]
        ]

    def canonical(self) -> bytes:
        """The whole ledger as bytes that do not depend on the clock or on numbers given out.

        Ids are replaced by the order in which they first appear; two games that look the same to this
        person give the same bytes.
        """
        names: dict[str, str] = {}

        def renamed(match: re.Match[str]) -> str:
            return names.setdefault(match.group(), f"#{len(names) + 1}")

        plain = [{"kind": one.kind, "data": _without_volatile(one.data)} for one in self.entries]
        return _SNOWFLAKE.sub(renamed, msgspec.json.encode(plain).decode()).encode()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _without_volatile(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_volatile(inner) for name, inner in value.items() if name not in _VOLATILE}
    if isinstance(value, list):
        return [_without_volatile(inner) for inner in value]
    return value


def message_texts(message: Json) -> Iterator[str]:
    """What a message shows: content, embeds, components, names and descriptions of files."""
    if message["content"]:
        yield message["content"]
    for embed in message["embeds"]:
        yield from embed_texts(embed)
    yield from components.texts(message["components"])
    for file in message["attachments"]:
        yield file["filename"]
        if file.get("description"):
            yield file["description"]
    for reaction in message.get("reactions", []):
        yield reaction["emoji"]["name"]


def embed_texts(embed: Json) -> Iterator[str]:
    for name in ("title", "description"):
        if embed.get(name):
            yield embed[name]
    if embed.get("author"):
        yield embed["author"]["name"]
    for one in embed.get("fields") or []:
        yield one["name"]
        yield one["value"]
    if embed.get("footer"):
        yield embed["footer"]["text"]
