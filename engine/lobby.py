"""What is agreed before a game starts: the options of a table, who plays what, and what stands in the way.

Everything is asked with the setup as it is agreed so far, so options, seats and factions may depend on options chosen
before. Values that are not chosen yet may be missing from it; `Choice.picked` knows the usual one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from engine.rules import Setup

Value: TypeAlias = str | list[str]
TOGETHER = "+"
"""Joins several values where they are typed as one text."""
NOTHING_AGREED = Setup(())


class Choice(msgspec.Struct, frozen=True):
    """Something a table, or a bot, can be: how it is called, and its values in words. The first is the default."""

    title: str
    values: dict[str, str]
    several: bool = False
    """Any number of the values at once; the default is none."""
    most: int = 25
    """How many of several."""
    open: bool = False
    """It may stay open: then the game decides, and the default is ""."""
    usual: str = ""
    """What a new table begins with, if that is not the default."""
    leads: bool = False
    """Everybody asks for it first: the lobby always shows it."""
    matters: bool = True
    """Does it change anything as things stand? If not, nobody is asked for it."""

    @property
    def default(self) -> Value:
        if self.several:
            return []
        return "" if self.open else next(iter(self.values), "")

    def fits(self, value: object) -> bool:
        """Can this be chosen?"""
        if self.several:
            listed = value if isinstance(value, (list, tuple)) else [value]
            return (
                len(set(listed)) == len(listed) <= self.most
                and all(isinstance(one, str) for one in listed)
                and set(listed) <= self.values.keys()
            )
        return isinstance(value, str) and (value in self.values or (self.open and not value))

    def picked(self, value: object) -> Value:
        """What was chosen, or the default if that is nothing that can be chosen."""
        if not self.fits(value):
            return self.default
        if self.several:
            return [str(one) for one in value] if isinstance(value, (list, tuple)) else [str(value)]
        return str(value)

    def read(self, text: str) -> Value:
        """A value as typed; several are joined by "+". It may not fit."""
        return [part for part in text.split(TOGETHER) if part] if self.several else text

    def told(self, value: Value) -> str:
        """A value in words."""
        listed = value if isinstance(value, list) else [value] if value else []
        return ", ".join(self.values.get(one, one) for one in listed)


class Lobby:
    """The lobby of one game. A game overrides what is different; the rest is a game without options or bots."""

    name = ""
    """The game, as sentences call it."""

    def choices(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        """The game's own options by id, as things stand."""
        return {}

    def seats(self, setup: Setup = NOTHING_AGREED) -> range:
        """How many sit down. What plays by itself without a seat is not counted."""
        raise NotImplementedError

    def factions(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        """What a person can play, by id, with its name."""
        raise NotImplementedError

    def barred(self, plays: str, setup: Setup) -> str:
        """Why something that this game has cannot be played as things stand; "" if it can, or there is no such thing."""
        return ""

    def drafts(self, setup: Setup = NOTHING_AGREED) -> bool:
        """Are factions chosen in the game? If not, whoever chose none is dealt one at the start."""
        return False

    def boards(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        """What can play by itself on a seat, by faction, with the board's own name."""
        return {}

    def board_options(self, faction: str, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        """What such a board can be: difficulty, traits."""
        return {}

    def reactions(self, plays: str = "") -> Mapping[str, Mapping[str, str]]:
        """Questions out of turn that a standing order may answer: by key, verbs and what each means in words.

        With `plays`, only those that a seat which plays it can be asked.
        """
        return {}

    def problems(self, setup: Setup) -> list[str]:
        """Why the game cannot start like this; empty if it can."""
        return [*self.wrong_seats(setup), *self.wrong_boards(setup), *self.wrong_options(setup)]

    def advice(self, setup: Setup) -> list[str]:
        """Friendly warnings that do not stop the game."""
        return []

    # --- what stands in the way of any game ---------------------------------------------------------------

    def wrong_count(self, setup: Setup) -> list[str]:
        """Too few or too many seats."""
        few, many = self.seats(setup)[0], self.seats(setup)[-1]
        if few <= len(setup.seats) <= many:
            return []
        takes = f"{few} to {many} players" if few < many else f"{few} player{'s' if few > 1 else ''}"
        return [f"{self.name} takes {takes}."]

    def wrong_seats(self, setup: Setup) -> list[str]:
        """The wrong number of seats, or factions that are missing, unknown or taken twice."""
        wrong = self.wrong_count(setup)
        for seat in setup.seats:
            known = self.boards(setup) if seat.board else self.factions(setup)
            if not seat.plays and not self.drafts(setup):
                wrong.append(f"{seat.seat} needs a faction.")
            elif seat.plays and seat.plays not in known:
                kind = "bot" if seat.board else "faction"
                wrong.append(f"There is no {kind} called {seat.plays}. There are: {', '.join(known)}.")
        taken = Counter(seat.plays for seat in setup.seats if seat.plays)
        names = self.factions(setup)
        return wrong + [
            f"Too many players play {names.get(plays, plays)}." for plays, count in taken.items() if count > 1
        ]

    def wrong_boards(self, setup: Setup) -> list[str]:
        """Bots that are something no such bot can be."""
        wrong = []
        for seat in setup.seats:
            name = self.boards(setup).get(seat.plays, "")
            if seat.board and name:
                known = self.board_options(seat.plays, setup)
                for option, value in seat.options.items():
                    if option in known:
                        wrong += _unknown(f"{name} has no", option, known[option], value)
        return wrong

    def wrong_options(self, setup: Setup) -> list[str]:
        """Options whose value there is not."""
        known = self.choices(setup)
        return [
            line
            for name, value in setup.options.items()
            if name in known
            for line in _unknown("There is no", name, known[name], value)
        ]


def _unknown(start: str, name: str, choice: Choice, value: Any) -> list[str]:
    if choice.fits(value):
        return []
    listed: Iterable[Any] = value if isinstance(value, (list, tuple)) else [value]
    strange = [one for one in listed if one not in choice.values] or [choice.told(list(map(str, listed)))]
    return [f"{start} {name} called {one}. There are: {', '.join(choice.values)}." for one in strange]
