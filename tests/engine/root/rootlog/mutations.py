"""Broken records: good ones with a token dropped, doubled, swapped or misspelt.

Each gets a clear error with its line, or is the record of another legal game: then that very game comes of it, and written
down it says what the broken record says.

    python -m tests.engine.root.rootlog.mutations 1000         the first 1,000
    python -m tests.engine.root.rootlog.mutations 1000 400     go on with number 400
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import msgspec

from engine.root.rootlog.changes import Card, Change
from engine.root.rootlog.imported import imported
from engine.root.rootlog.match import lines_of
from engine.root.rootlog.read import BadRecord, read
from engine.root.rootlog.unseen import is_named
from engine.root.rootlog.write import write
from tests.engine.root.rootlog.roundtrip import play

RECORDS = 24
"""So many records are broken, in turn."""
SHORT = 24
"""So many decisions are in them, or as many as it takes until everybody has had a turn."""
LETTERS = "CEAVGLODPHKBFMRXZwpbtfhsrxceQ$_#%^*+->@()"


@cache
def record(number: int) -> str:
    """A good record."""
    played = play(number, SHORT)
    return write(played.setup, played.entries)


def drop(dice: random.Random, tokens: list[str]) -> None:
    del tokens[dice.randrange(len(tokens))]


def double(dice: random.Random, tokens: list[str]) -> None:
    place = dice.randrange(len(tokens))
    tokens.insert(place, tokens[place])


def swap(dice: random.Random, tokens: list[str]) -> None:
    one, other = dice.randrange(len(tokens)), dice.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]


def change_number(dice: random.Random, tokens: list[str]) -> None:
    with_numbers = [n for n, token in enumerate(tokens) if re.search(r"\d", token)]
    if with_numbers:
        place = dice.choice(with_numbers)
        number = dice.choice(list(re.finditer(r"\d+", tokens[place])))
        other = str(dice.randrange(14))
        tokens[place] = tokens[place][: number.start()] + other + tokens[place][number.end() :]


def change_letter(dice: random.Random, tokens: list[str]) -> None:
    place = dice.randrange(len(tokens))
    if tokens[place]:
        at = dice.randrange(len(tokens[place]))
        tokens[place] = tokens[place][:at] + dice.choice(LETTERS) + tokens[place][at + 1 :]


def lose_letter(dice: random.Random, tokens: list[str]) -> None:
    place = dice.randrange(len(tokens))
    at = dice.randrange(max(1, len(tokens[place])))
    tokens[place] = tokens[place][:at] + tokens[place][at + 1 :]


WAYS: tuple[Callable[[random.Random, list[str]], None], ...] = (
    drop,
    double,
    swap,
    change_number,
    change_letter,
    lose_letter,
)


def broken(number: int) -> str:
    """A record with one line broken, anywhere: header, setup or turn."""
    dice = random.Random(f"mutation {number}")
    lines = record(number % RECORDS).splitlines()
    place = dice.choice([n for n, line in enumerate(lines) if line])
    if dice.random() < 0.1:
        if dice.random() < 0.5:
            del lines[place]
        else:
            lines.insert(place, lines[place])
    else:
        tokens = lines[place].split("/")
        dice.choice(WAYS)(dice, tokens)
        lines[place] = "/".join(tokens)
    return "\n".join(lines) + "\n"


def said(text: str, *, names: bool = True) -> list[Counter[str]]:
    """What a record says, line by line, cards with their names or without.

    A last turn in which nothing happened yet says nothing.
    """
    found = [
        Counter(str(one.change if names else unnamed(one.change)) for one in line.said)
        for line in lines_of(read(text))
    ]
    while found and not found[-1]:
        found.pop()
    return found


def unnamed(change: Change) -> Change:
    return msgspec.structs.replace(change, suit="", name="") if isinstance(change, Card) else change


def fate(text: str) -> str:
    """What becomes of a broken record: "refused", "read" or what is wrong about it."""
    try:
        found = imported(text)
    except BadRecord as error:
        known = 1 <= error.line <= len(text.splitlines()) + 1 and error.column >= 1
        return "refused" if known and error.sentence else f"a poor error: {error}"
    except Exception as error:
        return f"a crash: {type(error).__name__}: {error}"
    names = is_named(read(text))  # else the cards of a broken token were found
    same = said(write(found.setup, found.entries), names=names) == said(text, names=names)
    return "read" if same else "another game came of it"


def fates(numbers: Iterator[int] | range) -> Iterator[tuple[int, str]]:
    for number in numbers:
        yield number, fate(broken(number))


def main(arguments: Sequence[str]) -> int:
    most, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    met: Counter[str] = Counter()
    for number, what in fates(range(first, most)):
        met[what] += 1
        if what not in ("refused", "read"):
            print(f"{number}: {what}", flush=True)
        if (number + 1) % 25 == 0:
            print(f"{number + 1}: {dict(met)}", flush=True)
    print(dict(met))
    return 0 if set(met) <= {"refused", "read"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
