"""Games with three hirelings and one or two landmarks, among all factions and Clockwork bots, on all maps, with all decks.

A number names such a game; the same number is the same game. People answer by chance; in some games they are stand-ins.
`python -m tests.engine.root.hirelings.mixed N` plays N of them and tells what it met, and how often each effect of
each card side and landmark was used.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.flow import Ask
from engine.fuzz import random_answer
from engine.root import data
from engine.root.check import RandomGame
from engine.root.hiring.hireling import hirelings
from engine.root.landmark import landmarks
from engine.root.lobby import LOBBY
from engine.root.standin import choose
from engine.rules import Event, Setup
from tests.engine.root.hirelings.effects import asked, chosen, counting, effects, guests, told
from tests.engine.root.hirelings.games import cards, fitting, setup_with

MOST = 4000
"""Decisions, after which a game counts as endless."""
ENDS = 0.95
"""So many of them must end before that."""
TRIED = 25
"""In one game of so many every option of some questions is tried on a copy."""
BY_CHANCE, STAND_INS, AMONG_BOTS = "by chance", "stand-ins", "among bots"
SORTS = (BY_CHANCE, AMONG_BOTS, BY_CHANCE, STAND_INS, AMONG_BOTS)


class Mixed(msgspec.Struct, frozen=True):
    """How one game went."""

    number: int
    sort: str
    ended: bool
    faults: tuple[str, ...]
    met: tuple[str, ...]
    """What was at the table: the number of seats, factions, boards, the map, the deck, card sides, landmarks."""
    used: dict[str, int]
    decisions: int
    end: str


def setup_of(number: int) -> Setup:
    """The table of a game: two to six seats, each card and each landmark in its turn."""
    dice = random.Random(f"hired {number}")
    players = LOBBY.seats()[number // len(SORTS) % len(LOBBY.seats())]
    card = cards()[number % len(cards())]
    while True:
        picked = [card, *dice.sample([other for other in cards() if other != card], 2)]
        if not fitting(picked, [players]):
            continue
        bots = dice.choice([0.3, 0.6]) if SORTS[number % len(SORTS)] == AMONG_BOTS else 0.0
        plain = setup_with(dice, picked, [players], bots)
        marks = list(data.LANDMARKS)
        first = marks[number % len(marks)]
        named = dice.choice([["1"], ["2"], [first], [first, dice.choice([m for m in marks if m != first])]])
        setup = Setup(plain.seats, plain.options | {"landmarks": named, "any_reach": "on"})
        if not LOBBY.problems(setup):
            return setup


class HiredMix(RandomGame):
    """A game that counts what hirelings and landmarks did in it."""

    def __init__(self, number: int) -> None:
        self.sort = SORTS[number % len(SORTS)]
        self.used: Counter[str] = Counter()
        super().__init__(setup_of(number), f"hired {number}", keep=number % TRIED == 0)

    def wrong_question(self, question: Ask) -> Iterator[str]:
        self.used[asked(question)] += 1
        yield from super().wrong_question(question)

    def recount(self, events: Sequence[Event]) -> Iterator[str]:
        self.used.update(told(events))
        yield from super().recount(events)

    def step(self) -> None:
        """Answer one question."""
        question = self.dice.choice(self.game.waiting())
        if self.sort == STAND_INS:
            answer = choose(self.game.view(self.rules.seat_of(self.game.state, question.seat)), question)
        else:
            answer = random_answer(question, self.dice)
        self.used.update(chosen(answer))
        events = self.game.answer(question.seat, answer)
        self.decisions += 1
        if self.game.keep:
            self.game.forget(self.game.checkpoints[-1].seq)
            self.game.take_fresh()
        self._faults += self.recount(events)


def played(number: int, most: int = MOST) -> Mixed:
    """One game, watched."""
    game = HiredMix(number)
    broken = ""
    with counting(game.used):
        try:
            game.play(most, trials=2 if number % TRIED == 0 else 0)
        except Exception:  # whatever it is, the other games go on
            broken = traceback.format_exc()
    return Mixed(
        number,
        game.sort,
        game.over,
        (*game.faults, *filter(None, [broken])),
        tuple(met(game)),
        {effect: game.used[effect] for effect in sorted(effects()) if game.used[effect]},
        game.decisions,
        game.game.state.end,
    )


def met(game: RandomGame) -> Iterator[str]:
    """What is at a table."""
    state = game.game.state
    yield f"{len(game.game.setup.seats)} seats"
    yield f"map {state.map_id}"
    yield f"deck {state.deck_id}"
    yield from (f"plays {plays}" for plays in state.plays.values())
    yield from (f"guest {name}" for name in (*hirelings(state), *landmarks(state)))


def everything() -> set[str]:
    """All that such games can meet."""
    choices = LOBBY.choices()
    return {
        *(f"{count} seats" for count in LOBBY.seats()),
        *(f"{name} {value}" for name in ("map", "deck") for value in choices[name].values),
        *(f"plays {faction}" for faction in LOBBY.factions() if faction in data.FACTIONS),
        *(f"plays clockwork-{board}" for board in LOBBY.boards()),
        *(f"guest {name}" for name in guests()),
    }


def wrong(game: Mixed) -> list[str]:
    """What is wrong with a game."""
    return [f"game {game.number}: {fault}" for fault in game.faults]


class Tally:
    """The figures of many games."""

    def __init__(self) -> None:
        self.sorts: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.games_with: Counter[str] = Counter()
        self.decisions = 0
        self.problems: list[str] = []

    def add(self, game: Mixed) -> None:
        self.sorts[game.sort] += 1
        self.ends[game.end if game.ended else "none"] += 1
        self.met.update(game.met)
        self.used.update(game.used)
        self.games_with.update(game.used.keys())
        self.decisions += game.decisions
        self.problems += wrong(game)

    @property
    def games(self) -> int:
        return sum(self.sorts.values())

    def unused(self) -> list[str]:
        """Effects that nobody used in any of these games."""
        return sorted(effects() - self.used.keys())

    def missing(self) -> list[str]:
        """What was at none of these tables."""
        return sorted(everything() - self.met.keys())

    def too_few_end(self) -> bool:
        return self.games - self.ends["none"] < ENDS * self.games

    def report(self) -> str:
        rarest = sorted((self.games_with[one], one) for one in effects())[:12]
        ended = self.games - self.ends["none"]
        return "\n".join(
            [
                f"{self.games} games, {self.decisions} decisions of people",
                f"sorts: {counts(self.sorts)}",
                f"ended within {MOST} decisions: {ended} ({ended / max(1, self.games):.1%}), by {counts(self.ends)}",
                f"never at a table: {', '.join(self.missing()) or 'nothing'}",
                f"effects: {len(effects())}, used {sum(self.used.values())} times",
                "games with the rarest: " + ", ".join(f"{name} {count}" for count, name in rarest),
                f"never used: {', '.join(self.unused()) or 'none'}",
                f"problems: {len(self.problems)}",
            ]
        )


def counts(found: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in found.most_common())


def tally(games: Iterable[Mixed]) -> Tally:
    found = Tally()
    for game in games:
        found.add(game)
    return found


def main() -> int:
    """Play many, and tell."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, help="how many")
    options.add_argument("--from", dest="first", type=int, default=0, help="the number of the first")
    chosen = options.parse_args()
    began = time.monotonic()
    found = Tally()
    for number in range(chosen.first, chosen.first + chosen.games):
        game = played(number)
        found.add(game)
        for problem in wrong(game):
            print(problem, file=sys.stderr, flush=True)
        if found.games % 100 == 0:
            left = len(found.unused())
            print(
                f"{found.games} games, {time.monotonic() - began:.0f} s, {left} effects to go",
                file=sys.stderr,
                flush=True,
            )
    print(found.report())
    return int(bool(found.problems or found.unused() or found.missing() or found.too_few_end()))


if __name__ == "__main__":
    sys.exit(main())
