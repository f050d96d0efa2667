"""10.4.1  What the outcast of a recorded game tells of the Lost Souls."""

from __future__ import annotations

from typing import TypeGuard

from engine.root.rootlog import letters
from engine.root.rootlog.changes import Set
from engine.root.rootlog.read import Record, Turn
from engine.root.rootlog.unseen import gathered

LIZARDS, BIRD = "lizards", "bird"


@gathered
def lost_souls(record: Record, turn: Turn) -> tuple[str, ...] | None:
    """10.4.1  Most of the Lost Souls are of the outcast's suit, also if it stays and nobody writes it; birds do not count."""
    if letters.PLAYS[turn.player] != LIZARDS:
        return None
    until = record.turns[: record.turns.index(turn) + 1]
    set_to = [
        one.value for each in until for token in each.tokens for one in token.changes if is_outcast(one)
    ]
    return (set_to[-1], BIRD) if set_to else None


def is_outcast(change: object) -> TypeGuard[Set]:
    return isinstance(change, Set) and change.key in ("outcast", "hated")
