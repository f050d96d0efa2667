"""From a list of options to buttons and menus: one field after another, never more than Discord can show.

Pure functions. A path says what has been chosen so far: a verb, then the number of a value in each menu. The
revision of the game fixes the question, so a path means the same thing as long as the revision holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.flow import Ask, Option

MENU = 25
PAIR = 2
"""So many fields are chosen together, if the list stays short: "5 to 10" in one menu."""


class NoSuchPath(Exception):
    """A path leads nowhere: its question is gone, or somebody made it up."""


class Choice(msgspec.Struct, frozen=True):
    """One line of a menu: the values it fixes."""

    fields: tuple[tuple[str, Any], ...]


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


def verbs(ask: Ask, *, private: bool) -> list[str]:
    """The verbs on offer, in order; without the private ones for a message that everybody sees."""
    return list(dict.fromkeys(o.verb for o in ask.options if private or not o.PRIVATE))


def is_open(ask: Ask) -> bool:
    """May everybody see everything that this question offers?"""
    return not ask.secret and not any(option.PRIVATE for option in ask.options)


def drill(ask: Ask, verb: str, path: Sequence[int]) -> Menu | Chosen:
    """Follow a path into the options of a verb. Raises NoSuchPath if it leads nowhere."""
    left = [option for option in ask.options if option.verb == verb]
    if not left:
        raise NoSuchPath(verb)
    steps = list(path)
    while True:
        menu = next_menu(verb, left)
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
            return Chosen(left[0].with_number(choice.fields[0][1]))
        left = narrowed(left, choice)


def next_menu(verb: str, left: Sequence[Option]) -> Menu | Chosen:
    """The next menu for these options, or the one option that is left."""
    names = [name for name in left[0].__struct_fields__ if name != left[0].COUNTED]
    open_fields = [name for name in names if len({getattr(option, name) for option in left}) > 1]
    pair = tuple(open_fields[:PAIR])
    if len(pair) == PAIR and len(together := _choices(left, pair)) <= MENU:
        return Menu(verb, pair, together, tuple(left))
    if open_fields:
        fields = (open_fields[0],)
        return Menu(verb, fields, _choices(left, fields), tuple(left))
    option = left[0]
    numbers = option.numbers()
    if len(numbers) > 1:
        counted = tuple(Choice(((option.COUNTED, number),)) for number in reversed(numbers))
        return Menu(verb, (option.COUNTED,), counted, tuple(left))
    return Chosen(option)


def _choices(left: Sequence[Option], fields: Sequence[str]) -> tuple[Choice, ...]:
    found = dict.fromkeys(tuple((name, getattr(option, name)) for name in fields) for option in left)
    return tuple(Choice(values) for values in found)


def narrowed(left: Sequence[Option], choice: Choice) -> list[Option]:
    """The options that fit a choice."""
    return [option for option in left if all(getattr(option, name) == value for name, value in choice.fields)]


def pages(count: int) -> int:
    """How many menus a list of this length needs."""
    return max(1, -(-count // MENU))
