"""Refusals, as Discord words and numbers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Fault:
    """One wrong field of a body: where, Discord's code for it, and a sentence."""

    path: Path
    code: str
    message: str

    @property
    def field(self) -> str:
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        return f"{self.field or '(body)'}: {self.message} ({self.code})"


STATUS_AND_WORDS: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30003: (400, "Maximum number of pins reached (250)"),
    30005: (400, "Maximum number of guild roles reached (250)"),
    30010: (400, "Maximum number of reactions reached (20)"),
    30013: (400, "Maximum number of guild channels reached (500)"),
    30015: (400, "Maximum number of attachments in a message reached (10)"),
    30032: (400, "Maximum number of application commands reached (100)."),
    30033: (400, "Maximum number of thread participants has been reached (1000)."),
    30034: (429, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40001: (401, "Unauthorized"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40062: (429, "Service resource is being rate limited."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    40094: (400, "This interaction has reached the maximum number of follow up messages"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50016: (400, "You can only delete messages between 2 and 100"),
    50019: (400, "A message can only be pinned to the channel it was sent in"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}

# What a well-made bot may meet because the world around it changed. All the rest is a mistake of the bot.
NOT_A_MISTAKE = {
    *(10003, 10004, 10007, 10008, 10009, 10011, 10013, 10014, 40062),
    *(50001, 50005, 50007, 50013, 50083, 160004, 160005, 160006, 30003, 30005, 30013, 30033),
}


class Refused(Exception):
    """A request is refused with one of Discord's numbers."""

    def __init__(self, code: int, *faults: Fault, words: str | None = None, retry_after: float | None = None):
        self.code = code
        self.status, self.words = STATUS_AND_WORDS[code]
        if words is not None:
            self.words = words
        self.faults = list(faults)
        self.retry_after = retry_after
        super().__init__(f"{code} {self.words} {'; '.join(map(str, faults))}".rstrip())

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.words, "code": self.code}
        if self.faults:
            body["errors"] = _tree(self.faults)
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def _tree(faults: list[Fault]) -> dict[str, Any]:
    """Discord nests the errors as the body is nested."""
    tree: dict[str, Any] = {}
    for fault in faults:
        node = tree
        for step in fault.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": fault.code, "message": fault.message})
    return tree


class Violation(msgspec.Struct, frozen=True):
    """A mistake of the bot: which route, which number, which field."""

    route: str
    code: int
    words: str
    path: str = ""
    detail: str = ""

    def __str__(self) -> str:
        where = f" at {self.path}" if self.path else ""
        return f"{self.route}: {self.code} {self.words}{where} {self.detail}".rstrip()


@dataclass
class Record:
    """What the bot was refused, and which of it was its own mistake."""

    refusals: list[Violation] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)

    def note(self, route: str, refused: Refused) -> None:
        found = [
            Violation(route, refused.code, refused.words, fault.field, fault.message)
            for fault in refused.faults or [Fault((), "", "")]
        ]
        self.refusals += found
        if refused.code not in NOT_A_MISTAKE:
            self.violations += found
