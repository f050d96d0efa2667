"""Random games written down, read back and played again: the same table at every turn, and the same text.

python -m tests.engine.root.rootlog.roundtrip 300          the first 300 games
python -m tests.engine.root.rootlog.roundtrip 300 120      go on with game 120
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Entry, Game
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.imported import imported
from engine.root.rootlog.inventory import Inventory
from engine.root.rootlog.read import BadRecord
from engine.root.rootlog.write import write
from engine.root.rules import RULES
from engine.root.state import Root
from engine.rules import Event, Setup
from tests.engine.root.rootlog.games import some_setup

MOST = 1000
"""So many decisions are made in a game; then it is written down as far as it has come."""


class Played(msgspec.Struct):
    """A random game with its whole log."""

    setup: Setup
    entries: list[Entry]
    winners: list[str]


def play(number: int, most: int = MOST) -> Played:
    """A random game of that number; it goes on at least until everybody has had a turn."""
    seed = f"record {number}"
    setup, dice = some_setup(number), random.Random(seed)
    game: Game[Root] = Game(RULES, setup, seeded(seed), holds=True).start()
    entries = game.take_fresh()
    decisions = 0
    while not game.over and (decisions < most or game.state.turn <= len(game.state.order)):
        question = dice.choice(game.waiting())
        game.answer(question.seat, random_answer(question, dice))
        entries += game.take_fresh()
        game.forget(game.checkpoints[-1].seq)
        decisions += 1
    return Played(setup, entries, list(game.state.winners))


class Turns:
    """The table at the start of every turn and at the end: what lies where, and the whole state."""

    def __init__(self, setup: Setup, entries: Sequence[Entry]) -> None:
        self.found: dict[int, Inventory] = {}
        self.states: dict[int, dict[str, Any]] = {}
        game = Game.unplayed(RULES, setup, keep=True)
        self.follower = Follower(game.state)
        game.watch = self
        game.replay(entries)
        self.found[game.state.turn + 1] = self.follower.now
        if game.over:  # else nobody has written who was done after the last change
            self.states[game.state.turn + 1] = known(game.state)

    def __call__(self, state: Root, events: Sequence[Event]) -> None:
        self.follower(state, events)
        if state.turn not in self.found:
            self.found[state.turn], self.states[state.turn] = self.follower.now, known(state)


UNTOLD = ("options", "seats", "seat_options", "notes")
"""Fields of a table that a record does not have: what was agreed, names of seats, and what was just told."""


def known(state: Root) -> dict[str, Any]:
    """A state without what a record does not tell: how cards and tokens lie beside each other is no matter."""
    fields = msgspec.to_builtins(state)
    fields["tokens"] = [sorted(row) for row in fields["tokens"]]
    fields["tokens_elsewhere"] = {place: sorted(row) for place, row in fields["tokens_elsewhere"].items()}
    return {key: sorted_names(value) for key, value in fields.items() if key not in UNTOLD}


def sorted_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted_names(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        names = value and all(isinstance(one, str) for one in value)
        return sorted(value) if names else [sorted_names(one) for one in value]
    return value


def faults(played: Played) -> Iterator[str]:
    """What a game is not after it was written down and read back."""
    text = write(played.setup, played.entries)
    try:
        again = imported(text)
    except BadRecord as error:
        yield str(error)
        return
    first, second = Turns(played.setup, played.entries), Turns(again.setup, again.entries)
    if list(first.found) != list(second.found):
        yield f"{len(first.found)} turns became {len(second.found)}"
    for turn in list(first.found)[1:]:
        if turn in second.found:
            yield from (f"turn {turn}: {what}" for what in first.found[turn].differs(second.found[turn]))
            one, other = first.states.get(turn, {}), second.states.get(turn, {})
            yield from (f"turn {turn}: {field} is another" for field in one if one[field] != other.get(field))
    if owners(played.winners, first) != owners(again.state.winners, second):
        yield f"{played.winners} won, then {again.state.winners}"
    if write(again.setup, again.entries) != text:
        yield "written again, the text is another"


def owners(winners: Sequence[str], turns: Turns) -> set[str]:
    """Who won, by faction."""
    return {turns.follower.seats.get(name, name) for name in winners}


def main(arguments: Sequence[str]) -> int:
    most, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    wrong = 0
    for number in range(first, most):
        begun = time.perf_counter()
        played = play(number)
        found = list(faults(played))
        wrong += bool(found)
        took = time.perf_counter() - begun
        print(
            f"{number}: {len(played.entries)} entries, {took:.1f} s, {'; '.join(found[:3]) or 'the same'}",
            flush=True,
        )
    print(f"{most - first - wrong} of {most - first} games came back the same.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
