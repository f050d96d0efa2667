"""Questions, chance, and the flows that yield them.

A rule that may have to ask is a generator, a *flow*: it yields a question (`Ask`, `AskAll`) or a piece of
chance (`Roll`, `Shuffle`, `Pick`) or a `Reveal`, and is sent the answer. Rules do not build these by hand;
they say `answer = yield from ask(...)`. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import ClassVar, TypeAlias, TypeVar, cast

import msgspec

from engine.values import Value

Scalar: TypeAlias = str | int | bool


class Option(Value, frozen=True, tag_field="verb"):
    """One thing a seat may choose: a verb (the tag of the class) and named fields.

    A class whose `COUNTED` names a number field is offered with the largest legal number; every smaller one
    down to `LOW` is a legal answer too. So "move 1 to 7 warriors" is one option, not seven.
    """

    COUNTED: ClassVar[str] = ""
    LOW: ClassVar[int] = 1
    PRIVATE: ClassVar[bool] = False
    """Always on offer only because of hidden cards: others must not see that it is."""
    STARTS: ClassVar[bool] = False
    """It starts something with others, such as a battle: it is asked even if nothing else is on offer."""
    PART: ClassVar[bool] = False
    """A part of another choice: nobody wishes for it by itself."""

    @property
    def verb(self) -> str:
        return cast(str, self.__struct_config__.tag)

    def is_private(self) -> bool:
        """Is this one on offer only because of hidden cards? What not the class alone decides says so here."""
        return self.PRIVATE

    def fields(self) -> dict[str, Scalar]:
        """The named fields, in order."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def numbers(self) -> range:
        """The numbers that may stand in the counted field; empty for an ordinary option."""
        if not self.COUNTED:
            return range(0)
        return range(self.LOW, getattr(self, self.COUNTED) + 1)

    def with_number(self, number: int) -> Option:
        """This option with another number in its counted field."""
        return msgspec.structs.replace(self, **{self.COUNTED: number})

    def covers(self, answer: Option) -> bool:
        """Is `answer` this option, or this counted option with a smaller legal number?"""
        if self == answer:
            return True
        if not self.COUNTED or type(answer) is not type(self):
            return False
        number = getattr(answer, self.COUNTED)
        return number in self.numbers() and self.with_number(number) == answer


class Done(Option, frozen=True, tag="done"):
    """Enough: go on to the next step, or decline."""


Answer: TypeAlias = Option | tuple[Option, ...]
O = TypeVar("O", bound=Option)
T = TypeVar("T")


class Ask(Value, frozen=True):
    """A question to one seat. `many`: the answer is a tuple of `least` to `most` of the options.

    In a `many` question an option that is listed twice may be chosen twice. A `secret` question is asked even
    when there is nothing to choose, because not asking would betray what the seat holds.
    """

    seat: str
    key: str
    clause: str
    options: tuple[Option, ...]
    many: bool = False
    least: int = 1
    most: int = 1
    secret: bool = False
    about: dict[str, Scalar] = {}

    def accepts(self, answer: Answer) -> bool:
        """Is this a legal answer?"""
        if not self.many:
            return answer in self.options or (
                isinstance(answer, Option) and any(option.covers(answer) for option in self.options)
            )
        if not isinstance(answer, tuple) or not self.least <= len(answer) <= self.most:
            return False
        left = list(self.options)
        for choice in answer:
            if choice not in left:
                return False
            left.remove(choice)
        return True

    def forced(self) -> Answer | None:
        """The answer, if there is only one."""
        if self.many:
            if self.least == self.most and len(set(self.options)) <= 1:
                return self.options[: self.least]
            if self.least >= len(self.options):
                return self.options
            return () if self.most == 0 else None
        if len(self.options) == 1 and len(self.options[0].numbers()) <= 1:
            return self.options[0]
        return None


class AskAll(Value, frozen=True):
    """Questions to several seats at once; nobody sees another's answer before all are in."""

    asks: tuple[Ask, ...]


class Roll(Value, frozen=True):
    """Dice. The answer is one number below `faces` for each die."""

    key: str
    dice: int
    faces: int


class Shuffle(Value, frozen=True):
    """A random order of `size` things. The answer is a permutation of 0 .. size-1."""

    key: str
    size: int


class Pick(Value, frozen=True):
    """One of `size` things at random. The answer is one number below `size`."""

    key: str
    size: int


class Reveal(Value, frozen=True):
    """Seats learn something hidden. Nothing is sent back; undo stops here."""

    key: str
    to: tuple[str, ...]


Chance: TypeAlias = Roll | Shuffle | Pick
Request: TypeAlias = Ask | AskAll | Chance | Reveal
Reply: TypeAlias = Answer | Mapping[str, Answer] | tuple[int, ...] | None
Flow: TypeAlias = Generator[Request, Reply, T]


def ask(
    seat: str, key: str, clause: str, options: Sequence[O], *, secret: bool = False, **about: Scalar
) -> Flow[O]:
    """Ask for one option. A lone option is taken without asking, unless the question is secret or it starts something."""
    if not options:
        raise ValueError(f"question {key} has no options")
    question = Ask(seat, key, clause, tuple(options), secret=secret, about=about)
    if not secret and question.forced() is not None and not options[0].STARTS:
        return options[0]
    return cast(O, (yield question))


def ask_many(
    seat: str,
    key: str,
    clause: str,
    options: Sequence[O],
    least: int,
    most: int,
    *,
    secret: bool = False,
    **about: Scalar,
) -> Flow[tuple[O, ...]]:
    """Ask for `least` to `most` of the options. No real choice: take it without asking, unless secret."""
    most = min(most, len(options))
    least = min(least, most)
    question = Ask(seat, key, clause, tuple(options), True, least, most, secret, about)
    forced = question.forced()
    if forced is not None and not secret:
        return cast(tuple[O, ...], forced)
    return cast(tuple[O, ...], (yield question))


def ask_all(questions: Iterable[Ask]) -> Flow[Mapping[str, Answer]]:
    """Ask several seats at once. Those without a real choice are answered without asking, unless secret."""
    answers: dict[str, Answer] = {}
    open_questions = []
    for question in questions:
        forced = question.forced()
        if forced is not None and not question.secret:
            answers[question.seat] = forced
        else:
            open_questions.append(question)
    if len(open_questions) == 1:
        answers[open_questions[0].seat] = cast(Answer, (yield open_questions[0]))
    elif open_questions:
        answers |= cast(Mapping[str, Answer], (yield AskAll(tuple(open_questions))))
    return answers


def roll(key: str, dice: int, faces: int) -> Flow[tuple[int, ...]]:
    """Roll dice with the faces 0 .. faces-1."""
    return cast(tuple[int, ...], (yield Roll(key, dice, faces)))


def shuffle(key: str, things: Sequence[T]) -> Flow[list[T]]:
    """The things in a random order, as a new list."""
    if len(things) < 2:
        return list(things)
    order = cast(tuple[int, ...], (yield Shuffle(key, len(things))))
    return [things[index] for index in order]


def pick(key: str, things: Sequence[T]) -> Flow[T]:
    """One of the things at random."""
    if len(things) == 1:
        return things[0]
    (index,) = cast(tuple[int, ...], (yield Pick(key, len(things))))
    return things[index]


def reveal(key: str, *to: str) -> Flow[None]:
    """Mark that seats learned something hidden."""
    yield Reveal(key, to)
