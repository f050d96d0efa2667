"""Choices by typing: every legal answer as a line of words, found by any of its words. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TypeAlias

from cogs import texts
from cogs.board.drill import code_of
from cogs.board.said import foreseen, in_words
from cogs.errors import Sorry
from cogs.tables import kind_of
from engine.flow import Answer, Ask
from engine.sentences import APART
from engine.table import Look

Line: TypeAlias = tuple[str, str, Answer]
"""A value for autocomplete, the words, the answer."""

CHOICE = 100  # characters of a choice
TRIED = 20_000  # combinations looked at before giving up
VALUE = re.compile(r"^\d+\.")


def listing(look: Look, ask: Ask) -> Iterator[Line]:
    """Every choice; numbers of counted options written out, several at once joined."""
    asked = next((one.asked for one in look.open if one.seat == look.seat), look.game.rev)
    words = kind_of(look.game).words
    if ask.many:
        yield from _several(look, ask, asked)
        return
    for option in ask.options:
        numbers = option.numbers()
        exact = [option.with_number(number) for number in reversed(numbers)] if numbers else [option]
        for one in exact:
            yield f"{asked}.{code_of(ask, one)}", in_words(words, look, one), one


def _several(look: Look, ask: Ask, asked: int) -> Iterator[Line]:
    words = kind_of(look.game).words
    names = [in_words(words, look, option) for option in ask.options]
    seen = set()
    sizes = range(ask.most, ask.least - 1, -1) if ask.least else range(ask.most + 1)
    tried = 0
    for size in sizes:
        for numbers in itertools.combinations(range(len(names)), size):
            tried += 1
            if tried > TRIED:
                return
            label = ", ".join(names[n] for n in numbers) or words.verb("done")
            if label not in seen:
                seen.add(label)
                chosen = tuple(ask.options[n] for n in numbers)
                yield f"{asked}.{code_of(ask, chosen)}", label, chosen


def with_outcome(look: Look, label: str, answer: Answer) -> str:
    """A choice as autocomplete shows it: its words, and as much of what it costs and brings as there is room for."""
    outcome = "" if isinstance(answer, tuple) else foreseen(kind_of(look.game).words, look, answer)
    return texts.cut(APART.join(part for part in (label, outcome) if part), CHOICE)


def found(look: Look, ask: Ask, typed: str, most: int) -> list[Line]:
    """The first choices that hold every typed word."""
    wanted = typed.lower().split()
    fitting = (line for line in listing(look, ask) if all(word in line[1].lower() for word in wanted))
    return list(itertools.islice(fitting, most))


def read_choice(look: Look, ask: Ask, choice: str) -> Answer | None:
    """A choice as autocomplete wrote it (its number), or as a person typed it (its words).

    None for a number of an earlier question. Raises Sorry for words that fit nothing, or too much.
    """
    lines = list(listing(look, ask))
    for value, label, answer in lines:
        if choice == value or choice.lower() == label.lower():
            return answer
    if VALUE.match(choice):
        return None
    close = [answer for _, label, answer in lines if choice.lower() in label.lower()]
    if len(close) == 1:
        return close[0]
    question = kind_of(look.game).words.question(look.view, ask)
    raise Sorry(texts.NO_SUCH_CHOICE.format(question=question))
