"""From a list of options to buttons and menus: one field after another, never more than Discord can show.

Pure functions. A path says what has been chosen so far: a verb, fields that were typed, then the number of a value in each
menu. The revision of the game fixes the question, so a path means the same thing as long as the revision holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from engine.flow import Answer, Ask, Option

MENU = 25
FEW = 5
"""So many values are buttons instead of a menu."""
PAIR = 2
"""So many fields are chosen together, if the list stays short: "5 to 10" in one menu."""


Step: TypeAlias = int | tuple[int, int]
"""The number of a value in a menu; or a field that was typed, by its number, and the number of its value."""
Path: TypeAlias = tuple[Step, ...]


class NoSuchPath(Exception):
    """A path leads nowhere: its question is gone, or somebody made it up."""


class Choice(msgspec.Struct, frozen=True):
    """One line of a menu: the values it fixes, and what is still possible after it."""

    fields: tuple[tuple[str, Any], ...]
    left: tuple[Option, ...]


class Menu(msgspec.Struct, frozen=True):
    """What to choose next. `fields` are the fields this menu decides; a counted one asks for a number."""

    verb: str
    fields: tuple[str, ...]
    choices: tuple[Choice, ...]
    options: tuple[Option, ...]
    """What is still possible."""


class Chosen(msgspec.Struct, frozen=True):
    """Nothing is left to choose."""

    option: Option


def by_verb(options: Iterable[Option]) -> dict[str, list[Option]]:
    """Options by their verbs, all in order."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.verb, []).append(option)
    return found


def verbs(ask: Ask) -> list[str]:
    """The verbs on offer, in order."""
    return list(by_verb(ask.options))


def drill(ask: Ask, verb: str, path: Sequence[Step]) -> Menu | Chosen:
    """Follow a path into the options of a verb. Raises NoSuchPath if it leads nowhere."""
    left = [option for option in ask.options if option.verb == verb]
    if not left:
        raise NoSuchPath(verb)
    typed = [step for step in path if not isinstance(step, int)]
    steps = [step for step in path if isinstance(step, int)]
    left, exact = _typed(left, typed)
    while True:
        menu = next_menu(verb, left, exact=exact)
        if isinstance(menu, Chosen):
            if steps:
                raise NoSuchPath(verb)
            return menu
        if not steps:
            return menu
        number = steps.pop(0)
        if not 0 <= number < len(menu.choices):
            raise NoSuchPath(verb)
        choice = menu.choices[number]
        if menu.fields == (left[0].COUNTED,):
            if steps:
                raise NoSuchPath(verb)
            return Chosen(choice.left[0])
        left = list(choice.left)


def _typed(left: list[Option], typed: Sequence[tuple[int, int]]) -> tuple[list[Option], bool]:
    """The options that fit what was typed; and whether a number was."""
    names, counted, exact = left[0].__struct_fields__, left[0].COUNTED, False
    every = left
    for field, value in typed:
        name = names[field] if field < len(names) else ""
        if name and name == counted:
            left, exact = [one.with_number(value) for one in left if value in one.numbers()], True
        elif name and value < len(known := values_of(every, name)):
            left = [one for one in left if getattr(one, name) == known[value]]
        else:
            left = []
        if not left:
            raise NoSuchPath(every[0].verb)
    return left, exact


def values_of(options: Iterable[Option], name: str) -> list[Any]:
    """The values of a field, each once."""
    return list(dict.fromkeys(getattr(option, name) for option in options))


def typed_path(ask: Ask, verb: str, given: Mapping[str, str]) -> Path:
    """What was typed, as the beginning of a path. Fields that the verb does not have say nothing of it."""
    same = [option for option in ask.options if option.verb == verb]
    path: list[Step] = []
    for field, name in enumerate(same[0].__struct_fields__):
        text = given.get(name)
        if text is None:
            continue
        if name == same[0].COUNTED:
            path.append((field, int(text)))
        else:
            known = [str(value).lower() for value in values_of(same, name)]
            path.append((field, known.index(text.lower())))
    return tuple(path)


def next_menu(verb: str, left: Sequence[Option], *, exact: bool = False) -> Menu | Chosen:
    """The next menu for these options, or the one option that is left. `exact`: its number is decided."""
    names = [name for name in left[0].__struct_fields__ if name != left[0].COUNTED]
    open_fields = [name for name in names if len({getattr(option, name) for option in left}) > 1]
    pair = tuple(open_fields[:PAIR])
    if len(pair) == PAIR and len(together := _choices(left, pair)) <= MENU:
        return Menu(verb, pair, together, tuple(left))
    if open_fields:
        few = [
            name for name in pair if len(values_of(left, name)) <= FEW
        ]  # a few things come before many places
        fields = (few[0] if few else open_fields[0],)
        return Menu(verb, fields, _choices(left, fields), tuple(left))
    option = left[0]
    numbers = option.numbers()
    if len(numbers) > 1 and not exact:
        counted = tuple(
            Choice(((option.COUNTED, number),), (option.with_number(number),)) for number in reversed(numbers)
        )
        return Menu(verb, (option.COUNTED,), counted, tuple(left))
    return Chosen(option)


def _choices(left: Sequence[Option], fields: Sequence[str]) -> tuple[Choice, ...]:
    found: dict[tuple[tuple[str, Any], ...], list[Option]] = {}
    for option in left:
        found.setdefault(tuple([(name, getattr(option, name)) for name in fields]), []).append(option)
    return tuple(Choice(values, tuple(fitting)) for values, fitting in found.items())


def pages(count: int) -> int:
    """How many menus a list of this length needs."""
    return max(1, -(-count // MENU))


# --- paths and answers as text ----------------------------------------------------------------------------


def path_text(path: Path) -> str:
    return ".".join(str(step) if isinstance(step, int) else f"{step[0]}-{step[1]}" for step in path)


def read_path(text: str) -> Path:
    found: list[Step] = []
    for step in filter(None, text.split(".")):
        field, dash, value = step.partition("-")
        found.append((int(field), int(value)) if dash else int(step))
    return tuple(found)


def mask_of(numbers: Iterable[int]) -> str:
    """A set of numbers, short enough for an id even if there are a hundred."""
    return f"{sum(1 << number for number in set(numbers)):x}"


def read_mask(text: str) -> tuple[int, ...]:
    bits = int(text or "0", 16)
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def code_of(ask: Ask, answer: Answer) -> str:
    """An answer to a question in a few letters: the number of its option and what it counts, or a set of numbers."""
    if isinstance(answer, tuple):
        numbers: list[int] = []
        for option in answer:
            numbers.append(next(i for i, one in enumerate(ask.options) if one == option and i not in numbers))
        return f"m{mask_of(numbers)}"
    number = next(i for i, option in enumerate(ask.options) if option.covers(answer))
    return f"{number}.{getattr(answer, answer.COUNTED)}" if answer.COUNTED else str(number)


def answer_of(ask: Ask, code: str) -> Answer | None:
    """The answer behind a code; None if the question has no such answer, or if somebody made the code up."""
    try:
        return _answer_of(ask, code)
    except ValueError:
        return None


def _answer_of(ask: Ask, code: str) -> Answer | None:
    if code.startswith("m") != ask.many:
        return None
    if ask.many:
        numbers = read_mask(code[1:])
        return tuple(ask.options[n] for n in numbers) if all(n < len(ask.options) for n in numbers) else None
    index, _, count = code.partition(".")
    if int(index) >= len(ask.options):
        return None
    option = ask.options[int(index)]
    if not option.COUNTED:
        return option
    return option.with_number(int(count)) if count and int(count) in option.numbers() else None
