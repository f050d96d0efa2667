"""Random games of Harrow County in which a faction without jars plays: Hester, the solo game, the Fair Folk.

A number names such a game: its mode, its factions and the side of the map follow from it; the same number is the same
game. Some are played by chance, some by chance and stand-ins in turn, which leads deeper into the rules. On the way every
step is checked, every option on offer is tried on a copy, and the game is reloaded, taken back, and compared with a
twin that hides other things. `python -m tests.engine.harrow.mixed N` plays the first N of them and tells what it met.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game, Saved, encode
from engine.harrow.check import RandomGame, check, random_setup, tables
from engine.harrow.data import MODES
from engine.harrow.faction import FACTIONS, JARS
from engine.harrow.rules import RULES
from engine.harrow.standin import choose
from engine.harrow.state import Harrow
from engine.rules import Setup
from tests.engine.harrow.test_views import compare
from tests.engine.many import options, play_many

LIMIT = 3000
"""So many decisions, after which a game counts as endless."""
ENDING = 0.95
"""So many of all games end within them."""
OFTEN, SELDOM = 1 / 15, 1 / 80
"""So often a game is reloaded, taken back, tried and compared: in its first decisions, and later."""
FIRST = 60
"""These are the first; many a solo game has no more."""
GOES_ON = 8
"""So many decisions a game goes on after more of it was taken back than one player may."""


class Mixed(msgspec.Struct, frozen=True):
    """How one game went."""

    number: int
    mode: str
    table: tuple[str, ...]
    ended: bool
    faults: tuple[str, ...]
    did: dict[str, int]
    """What was tried on the way, and how often."""
    decisions: int
    end: str
    winners: tuple[str, ...]


def kinds() -> list[tuple[str, tuple[str, ...]]]:
    """Every mode in which a faction without jars plays, with every set of factions; a new mode is here by itself."""
    return [
        (mode, table) for mode, table in tables() if any(FACTIONS[owner].turns != JARS for owner in table)
    ]


def setup_of(number: int, modes: Sequence[str] = ()) -> Setup:
    """The table of a game: the modes take turns, and each of them its sets of factions."""
    listed = [(mode, table) for mode, table in kinds() if not modes or mode in modes]
    names = list(dict.fromkeys(mode for mode, _ in listed))
    mode = names[number % len(names)]
    sets = [table for name, table in listed if name == mode]
    return random_setup(random.Random(f"mixed {number}"), mode, sets[number // len(names) % len(sets)])


class MixedGame(RandomGame):
    """A game that is put to the test on the way."""

    def __init__(self, number: int, modes: Sequence[str] = ()) -> None:
        super().__init__(setup_of(number, modes), f"mixed {number}", keep=True)
        self.skill = (0.0, 0.5, 0.0, 0.9)[number // 7 % 4]
        """So often a stand-in answers instead of chance."""
        self.did: Counter[str] = Counter()
        self.broken = ""
        """The error that stopped it."""

    def step(self) -> None:
        """Answer one question, now and then after a trial of everything."""
        if self.dice.random() < (OFTEN if self.decisions < FIRST else SELDOM):
            self._faults += [*self.reloaded(), *self.taken_back(), *self.taken_back_by_all(), *self.twins()]
            self.try_everything()
        question = self.dice.choice(self.game.waiting())
        if self.dice.random() < self.skill:
            answer = choose(self.game.view(question.seat), question)
        else:
            answer = random_answer(question, self.dice)
        events = self.game.answer(question.seat, answer)
        self.decisions += 1
        self.game.forget(next(c.seq for c in self.game.checkpoints if c.turn >= self.game.state.turn - 1))
        self.game.take_fresh()
        self._faults += self.recount(events)

    def copy(self) -> Game[Harrow]:
        """The game as a store gives it back."""
        saved = msgspec.json.decode(msgspec.json.encode(self.game.saved()), type=Saved)
        return Game.load(RULES, saved, seeded(self.seed))

    def reloaded(self) -> Iterator[str]:
        """A game that is read back is the game."""
        self.did["reloaded"] += 1
        copy = self.copy()
        if copy.rewound or copy.questions != self.game.questions:
            yield f"{self.where()} is another question after a reload"
        if encode(copy.state) != encode(self.game.state):
            yield f"{self.where()} is another state after a reload"
        for seat in (None, *self.game.state.order):
            if copy.view(seat) != self.game.view(seat):
                yield f"{self.where()}: {seat} sees something else after a reload"

    def taken_back(self) -> Iterator[str]:
        """An answer that is taken back and given again leads to where it led."""
        for question in self.game.waiting():
            copy = self.copy()
            free = copy.undoable(question.seat)
            if not free:
                continue
            self.did["undone"] += 1
            target = self.dice.choice(free)
            again = [entry for entry in copy.tail if entry.seq >= target.seq]
            copy.undo(question.seat, target.seq)
            for entry in again:
                copy.answer(entry.seat, copy.decode_answer(entry.value))
            if encode(copy.state) != encode(self.game.state) or copy.waiting() != self.game.waiting():
                yield f"{self.where()}: {target.key} taken back and given again leads elsewhere"

    def taken_back_by_all(self) -> Iterator[str]:
        """With everybody's consent any answer of the last turns can be taken back; the game goes on from there."""
        copy = self.copy()
        first = copy.checkpoints[0].seq
        mine = [e for e in copy.tail if e.seat in copy.state.order and e.seq > first]
        if not mine:
            return
        self.did["undone by consent"] += 1
        target = self.dice.choice(mine)
        copy.undo(target.seat, target.seq, consent=True)
        if copy.pending(target.seat) is None:
            yield f"{self.where()}: {target.key} was taken back and is not asked again"
        for _ in range(GOES_ON):
            if copy.over:
                break
            question = self.dice.choice(copy.waiting())
            yield from self.wrong_question_of(copy)
            copy.answer(question.seat, random_answer(question, self.dice))
        if copy.over:
            yield from check(copy.state)

    def wrong_question_of(self, copy: Game[Harrow]) -> Iterator[str]:
        """What is offered after something was taken back is offered rightly."""
        held, self.game = self.game, copy
        try:
            for question in copy.waiting():
                yield from self.wrong_question(question)
        finally:
            self.game = held

    def twins(self) -> Iterator[str]:
        """H0.9  Nobody can tell the game from one in which other things are hidden."""
        seat = self.dice.choice([None, *self.game.state.order])
        self.did["compared with a twin"] += 1
        yield from compare(self.game, seat, self.dice)

    def where(self) -> str:
        return RULES.step(self.game.state)


def played(number: int, modes: Sequence[str] = ()) -> Mixed:
    """One game to its end."""
    game = MixedGame(number, modes)
    try:
        game.play(LIMIT)
    except Exception:  # whatever it is, the other games go on
        game.broken = traceback.format_exc()
    setup = game.game.setup
    return Mixed(
        number,
        str(setup.options["mode"]),
        tuple(seat.plays for seat in setup.seats),
        game.over,
        (*game.faults, *filter(None, [game.broken])),
        dict(game.did),
        game.decisions,
        game.game.state.end,
        tuple(game.game.state.winners),
    )


def wrong(game: Mixed) -> list[str]:
    """What is wrong with a game; that it is long is counted for all together."""
    return [f"game {game.number} ({game.mode}): {fault}" for fault in game.faults]


def report(games: Iterable[Mixed]) -> tuple[str, list[str]]:
    """The figures of many games, and everything that is wrong with them."""
    modes: dict[str, list[Mixed]] = {}
    problems: list[str] = []
    did: Counter[str] = Counter()
    for game in games:
        modes.setdefault(game.mode, []).append(game)
        problems += wrong(game)
        did.update(game.did)
    lines = []
    for mode, those in modes.items():
        ended = sum(game.ended for game in those)
        wins = Counter(owner for game in those for owner in game.winners)
        won = ", ".join(f"{owner} {count}" for owner, count in wins.most_common())
        decisions = sum(game.decisions for game in those) // len(those)
        lines.append(
            f"{mode}: {len(those)} games, {ended} ended, {decisions} decisions each; won by {won or 'nobody'}"
        )
        if ended < ENDING * len(those):
            problems.append(f"{mode}: only {ended} of {len(those)} games end")
    lines.append("; ".join(f"{name} {count} times" for name, count in did.most_common()))
    lines.append(f"problems: {len(problems)}")
    return "\n".join(lines), problems


def main() -> int:
    """Play many, two at once, and tell."""
    asked = options(__doc__)
    asked.add_argument("--modes", nargs="*", default=(), choices=list(MODES), help="only these modes")
    chosen = asked.parse_args()
    return play_many(chosen, partial(played, modes=chosen.modes), wrong, report)


if __name__ == "__main__":
    sys.exit(main())
