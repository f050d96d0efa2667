"""Discord's shards: which part of all servers a process serves."""

from __future__ import annotations

import re

import msgspec

SHAPE = re.compile(r"(\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?)*)/(\d{1,5})")
MOST = 16_000


class Shards(msgspec.Struct, frozen=True):
    """Some shards of all `count`. A server belongs to one by its id; direct messages come to shard 0."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def is_all(self) -> bool:
        """Does this process serve everything?"""
        return len(self.ids) == self.count

    def of(self, guild: str) -> int:
        """The shard of a server; what belongs to no server is with the direct messages."""
        return (int(guild) >> 22) % self.count if guild.isascii() and guild.isdigit() else 0

    def __str__(self) -> str:
        parts: list[list[int]] = []
        for one in self.ids:
            if parts and parts[-1][-1] == one - 1:
                parts[-1][1:] = [one]
            else:
                parts.append([one])
        return f"{','.join('-'.join(map(str, part)) for part in parts)}/{self.count}"


ALL = Shards()


def read(text: str) -> Shards:
    """Shards as they are written: `0-3/16`, `0,5,7-9/16`; empty for all. Raises ValueError with a sentence."""
    if not text:
        return ALL
    found = SHAPE.fullmatch(text.replace(" ", ""))
    if not found:
        raise ValueError("shards are written like 0-3/16: the first, the last, and how many there are in all")
    count, ids = int(found[2]), set[int]()
    for part in found[1].split(","):
        first, _, last = part.partition("-")
        ids.update(range(int(first), int(last or first) + 1))
    if not 1 <= count <= MOST or not ids or max(ids) >= count:
        raise ValueError(f"of {count} shards the last is {count - 1}")
    return Shards(tuple(sorted(ids)), count)
