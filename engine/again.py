"""A game played again from a log that a stranger may have written: nothing in it is believed.

Every answer must be on offer, every piece of chance possible, every entry where the rules want it. What is kept of the log
is what the rules make of it, not what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.chance import is_possible
from engine.flow import Chance
from engine.game import UNDO, Entry, Game, ReplayError
from engine.live import holding
from engine.rules import Event, Refused, Rules, Setup, Unreadable

LONGEST = 40_000
"""Entries of a log; more than any game has."""
NOT_A_LOG = "The log of this game is garbled."
NO_FIT = "The log of this game does not fit the rules: {reason}"


class PlayedAgain(Game[Any]):
    """A game that lives from its log alone."""

    def _chance(self, key: str, chance: Chance) -> tuple[int, ...]:
        got = super()._chance(key, chance)
        if not is_possible(chance, got):
            raise ReplayError(f"the log has something impossible for {key}")
        return got

    def _record(self, seat: str, key: str, value: Any) -> None:
        super()._record(seat, key, value)
        self.tail[-1] = Entry(self.seq, seat, key, msgspec.to_builtins(value))


def play_again(
    rules: Rules[Any],
    setup: Setup,
    log: Sequence[Entry],
    watch: Callable[[Any, Sequence[Event]], None] | None = None,
) -> Game[Any]:
    """The game that a log leads to, without what was taken back. Raises Unreadable."""
    check_numbers(log)
    try:
        game = PlayedAgain.unplayed(rules, setup, keep=True)
        game.watch = watch
        game.replay(holding(log))
    except (ReplayError, Refused) as error:
        raise Unreadable(NO_FIT.format(reason=error)) from error
    except (ValueError, TypeError, LookupError, AttributeError, AssertionError, RecursionError) as error:
        raise Unreadable(NOT_A_LOG) from error
    return game


def check_numbers(log: Sequence[Entry]) -> None:
    """The entries of a log are counted upwards, and taking back names a number."""
    numbers = [0, *(entry.seq for entry in log)]
    counted = all(before < after for before, after in pairwise(numbers))
    named = all(type(entry.value) is int for entry in log if entry.key == UNDO)
    if not log or len(log) > LONGEST or numbers[-1] > 10 * LONGEST or not counted or not named:
        raise Unreadable(NOT_A_LOG)
