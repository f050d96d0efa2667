"""Corrections of a record: an explicit list beside it, so that nothing is ever read otherwise than it is written.

    [{"line": 23, "old": "Z%t", "new": "%h->e/Z%t", "class": "step not written", "why": "the hammer is refreshed in 28"}]

`old` must stand in the line, once; an empty `old` adds a token at the end of the line, an empty `new` drops one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.root.rootlog.read import BadRecord

Class = Literal["rule changed", "mistake at the table", "mistake of the writer", "step not written"]


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reading that differs from what is written, and why."""

    line: int
    old: str
    new: str
    kind: Class = msgspec.field(name="class")
    why: str


def read_corrections(data: bytes) -> tuple[Correction, ...]:
    """A list of corrections from its file. Raises ValueError with one sentence if it is none."""
    try:
        return msgspec.json.decode(data, type=tuple[Correction, ...])
    except msgspec.MsgspecError as error:
        raise ValueError(f"This is no list of corrections ({error}).") from error


def corrected(text: str, corrections: Sequence[Correction]) -> str:
    """The record as it is to be read. Raises BadRecord if a correction does not fit its line."""
    lines = text.removeprefix("\ufeff").splitlines()
    for one in corrections:
        if not 1 <= one.line <= len(lines):
            raise BadRecord(one.line, 1, "A correction names a line that the record does not have.")
        line, comment, rest = lines[one.line - 1].partition("//")
        lines[one.line - 1] = _with(line.rstrip(), one) + (f" {comment}{rest}" if comment else "")
    return "\n".join(lines) + "\n"


def _with(line: str, one: Correction) -> str:
    """A line with a correction made."""
    if not one.old:
        return f"{line}/{one.new}"
    head, colon, actions = line.partition(":")
    tokens, old = actions.split("/"), one.old.split("/")
    found = [n for n in range(len(tokens)) if [t.strip() for t in tokens[n : n + len(old)]] == old]
    if not colon or len(found) != 1:
        times = "does not stand" if not found else "stands more than once"
        raise BadRecord(
            one.line, 1, f"A correction wants to replace «{one.old}», which {times} in this line."
        )
    (start,) = found
    new = one.new.split("/") if one.new else []
    return head + colon + "/".join([*tokens[:start], *new, *tokens[start + len(old) :]])


def by_class(corrections: Sequence[Correction]) -> Counter[str]:
    """How many corrections there are of each class."""
    return Counter(one.kind for one in corrections)
