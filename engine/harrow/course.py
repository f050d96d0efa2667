"""H0.3  The course of a game: its setup, whose turn follows, and what happens between turns. A mode names its course.

What a course keeps is a `Board` of its own in `game.boards`, under its id.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from engine.flow import Flow, Option, Scalar, ask
from engine.harrow.data import MODES, Hex
from engine.harrow.state import Harrow, Owner, Unit

O = TypeVar("O", bound=Option)


class Course:
    """The neutral answers of a course. `steps` begins with the steps of the setup; the first is "setup.table"."""

    id: ClassVar[str]
    steps: ClassVar[Mapping[str, Callable[[Harrow], Flow[None]]]] = {}
    """Setup, and everything between turns; each step moves the cursor on."""
    wins_at_once: ClassVar[bool] = True
    """H5.14.1, H8.3.2  Does a faction that has all it needs win at once, or at the end of its turn?"""

    def turn_ends(self, game: Harrow) -> None:
        """A turn is over: put the cursor on what follows."""
        raise NotImplementedError

    def arrived(self, game: Harrow, unit: Unit, hex: Hex) -> None:
        """H6.6.6  A unit came onto a hex."""

    def settle(self, game: Harrow) -> Flow[None]:
        """H8.2.3  What must be done at once after a move and asks for a choice; nothing, most of the time."""
        yield from ()

    def scored(self, game: Harrow, owner: Owner) -> None:
        """H8.3.3, H8.3.4  Somebody has more points now."""

    def decides(self, game: Harrow, owner: Owner) -> Owner:
        """H6, H8  Who is asked for a faction; for one without a player, whoever decides for it now."""
        return owner

    def hands_off(self, game: Harrow) -> bool:
        """H6.9  Is nobody asked for factions without a player? Then the first of the options is taken."""
        return False

    def view(self, game: Harrow, seat: Owner | None) -> dict[str, Any]:
        """What it adds to the view of the table."""
        return {}

    def hide_anew(self, game: Harrow, seat: Owner | None, dice: random.Random) -> None:
        """H0.9  Change what a seat may not know of it, as far as it could not tell."""

    def wrong(self, game: Harrow) -> Iterator[str]:
        """What is wrong with its own pieces; nothing, for a sound table."""
        yield from ()


COURSES: dict[str, Course] = {}


def course(kind: type[Course]) -> type[Course]:
    """Class decorator: one line makes a course known."""
    COURSES[kind.id] = kind()
    return kind


def course_of(game: Harrow) -> Course:
    return COURSES[MODES[game.mode].course]


def ask_for(
    game: Harrow, owner: Owner, key: str, clause: str, options: Sequence[O], /, **about: Scalar
) -> Flow[O]:
    """H0.8.1, H6.9  Ask what a faction chooses: its player, or whoever decides for one that moves by itself.

    For such a one the options stand in the order of H6.9: the first is taken where nobody decides.
    """
    if owner not in game.automated:
        return (yield from ask(owner, key, clause, options, secret=False, **about))
    course = course_of(game)
    if len(options) == 1 or course.hands_off(game):
        return options[0]
    return (yield from ask(course.decides(game, owner), key, clause, options, secret=False, **about))


class GameOver(Exception):
    """Somebody won in the middle of a turn: nothing of it is played any more."""
