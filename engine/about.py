"""What a game says of itself: in one line, to newcomers, and which commands it would like to have.

Several games share one tree of commands. Each declares its own (`Command`); the tree holds all of them, a name that
two games share once, with the fields of both. A command that the game at hand does not know answers with those it does.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Field(msgspec.Struct, frozen=True):
    """A field of a command: the field of an option, and what Discord says of it."""

    name: str
    about: str
    needed: bool = False
    """One has to fill it in."""


class Command(msgspec.Struct, frozen=True):
    """A choice by typing: `/name field:value`. It finds options of these verbs whose fields fit."""

    name: str
    about: str
    fields: tuple[Field, ...] = ()
    verbs: tuple[str, ...] = ()
    """Verbs that people look for under this name; without any, the name is the verb."""

    def stands_for(self) -> tuple[str, ...]:
        return self.verbs or (self.name,)


class FirstGame(msgspec.Struct, frozen=True):
    """A table for one newcomer and some bots."""

    plays: str
    bots: int = 1
    options: dict[str, Any] = {}
    bot_options: dict[str, str] = {}
    """For bots that can be so: easy."""
    against: tuple[str, ...] = ()
    """What the bots play, the first that are free; then whatever is."""


class Goal(msgspec.Struct, frozen=True):
    """One step of a taught first game: what to try for while a question is open, in which round (0: setup)."""

    round: int
    ask: str
    text: str
    done: str = ""
    """The event of this turn that shows it was reached; without one it is reached with the question."""


class Measured(msgspec.Struct, frozen=True):
    """A table whose speed is measured, as `simulate` would read it."""

    seats: str
    options: dict[str, str] = {}
    goal: float = 2.0
    """How many moves of random chess one decision may cost."""


class About(msgspec.Struct, frozen=True):
    """A game, for whoever does not know it yet."""

    line: str
    """What it is, after its name: "animals contend for a forest"."""
    commands: tuple[Command, ...] = ()
    first: FirstGame | None = None
    tips: dict[str, str] = {}
    """Hints of a first game by phase; "reaction" for a question in another's turn, "other" while others decide."""
    lessons: dict[str, tuple[Goal, ...]] = {}
    """Goals of a first game by what is played; a newcomer may choose among these."""
    simulated: dict[str, Any] = {}
    """Options of a game without people, unless others are named."""
    measured: tuple[Measured, ...] = ()
