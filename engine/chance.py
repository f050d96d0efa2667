"""Where dice and shuffles come from: a seed, or a script in tests.

Every piece of chance is a pure function of the game's seed and of the number of its log entry. The seed's
hash is published when the game starts and the seed when it ends, so anyone can check every roll.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.flow import Chance, Pick, Roll, Shuffle

Supplier = Callable[[int, Chance], tuple[int, ...]]


def seed_hash(seed: str) -> str:
    """What is published at the start: it fixes the seed and does not betray it."""
    return hashlib.sha256(f"glade:{seed}".encode()).hexdigest()


def _bytes(seed: str, index: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(f"{seed}:{index}:{block}".encode()).digest()
        block += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    """A uniform number below `limit`, by throwing away the uneven rest: of one byte up to 256, of two above."""
    wide = limit > 256
    size = 65536 if wide else 256
    ceiling = size - size % limit
    while True:
        number = next(stream)
        if wide:
            number = number * 256 + next(stream)
        if number < ceiling:
            return number % limit


def seeded(seed: str) -> Supplier:
    """Chance by the game's seed."""

    def supply(index: int, chance: Chance) -> tuple[int, ...]:
        stream = _bytes(seed, index)
        if isinstance(chance, Roll):
            return tuple(_below(chance.faces, stream) for _ in range(chance.dice))
        if isinstance(chance, Shuffle):
            order = list(range(chance.size))
            for last in range(chance.size - 1, 0, -1):
                other = _below(last + 1, stream)
                order[last], order[other] = order[other], order[last]
            return tuple(order)
        return (_below(chance.size, stream),)

    return supply


def scripted(values: Sequence[Sequence[int]], rest: Supplier) -> Supplier:
    """Chance from a script, roll by roll; when it is used up, from `rest`. Shuffles always come from `rest`."""
    script = [tuple(value) for value in values]

    def supply(index: int, chance: Chance) -> tuple[int, ...]:
        if script and not isinstance(chance, Shuffle):
            return script.pop(0)
        return rest(index, chance)

    return supply


def is_possible(chance: Chance, got: Sequence[int]) -> bool:
    """Can this come of a piece of chance?"""
    if isinstance(chance, Roll):
        return len(got) == chance.dice and all(0 <= number < chance.faces for number in got)
    if isinstance(chance, Shuffle):
        return sorted(got) == list(range(chance.size))
    return len(got) == 1 and 0 <= got[0] < chance.size


def record(chance: Chance, got: Sequence[int]) -> dict[str, list[int]]:
    """What the log keeps of a piece of chance: what was asked for, and what came."""
    if isinstance(chance, Roll):
        return {"roll": [chance.dice, chance.faces], "got": list(got)}
    return {"shuffle" if isinstance(chance, Shuffle) else "pick": [chance.size], "got": list(got)}


def recorded(key: str, value: Mapping[str, Any]) -> tuple[Chance, tuple[int, ...]]:
    """A piece of chance from the log. Raises ValueError if it is none."""
    try:
        got = tuple(int(number) for number in value["got"])
        if "roll" in value:
            dice, faces = value["roll"]
            return Roll(key, int(dice), int(faces)), got
        if "shuffle" in value:
            return Shuffle(key, int(value["shuffle"][0])), got
        return Pick(key, int(value["pick"][0])), got
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"the entry {key} is no piece of chance") from error
