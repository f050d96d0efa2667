"""A player who answers at random, to put the rules of any game to the test.

`RandomGame` plays a whole game with random answers and checks it on the way; tests, pictures and soak runs all use it.
A game says what must be true: of a state (`check`), of a question, and of what the log tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from time import thread_time
from typing import Any, Generic, TypeVar, cast

from engine.chance import seeded
from engine.flow import Answer, Ask, Flow, Option
from engine.game import Game
from engine.rules import Event, Rules, S, Setup

Self = TypeVar("Self", bound="RandomGame[Any]")


class Watched(Generic[S]):
    """The rules of a game, with every step's state checked before the step."""

    def __init__(self, rules: Rules[S], check: Callable[[S], list[str]]) -> None:
        self.rules = rules
        self.check = check
        self.faults: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def flow(self, state: S) -> Flow[None]:
        self.faults += [f"before {self.rules.step(state)}: {fault}" for fault in self.check(state)]
        return self.rules.flow(state)


class RandomGame(Generic[S]):
    """A game whose seats answer at random. `faults` says what went wrong, `decisions` how many were asked."""

    def __init__(
        self,
        rules: Rules[S],
        check: Callable[[S], list[str]],
        setup: Setup,
        seed: str,
        *,
        watch: bool = True,
        keep: bool = False,
    ) -> None:
        self.dice = random.Random(seed)
        self.seed = seed
        self.watch = watch
        self.plain = rules
        self.check = check
        self.watched = self._watched()
        self.rules = cast(Rules[S], self.watched) if watch else rules
        self.game: Game[S] = Game(self.rules, setup, seeded(seed), keep=keep)
        self.decisions = 0
        self.seconds = 0.0
        self._faults: list[str] = []

    def _watched(self) -> Watched[S]:
        return Watched(self.plain, self.check)

    # --- what a game knows better -------------------------------------------------------------------------

    def wrong_question(self, question: Ask) -> Iterable[str]:
        """What is wrong with a question on offer."""
        return ()

    def recount(self, events: Sequence[Event]) -> Iterable[str]:
        """What the log tells and the state denies."""
        return ()

    # --- playing ------------------------------------------------------------------------------------------

    @property
    def faults(self) -> list[str]:
        return [*self.watched.faults, *self._faults]

    @property
    def over(self) -> bool:
        return self.game.over

    def play(self: Self, most: int = 3000, trials: int = 0) -> Self:
        """Play until the game is over, `most` decisions are made or something is wrong.

        About `trials` times in the game every option on offer is tried on a copy.
        """
        begun = thread_time()
        self.game.start()
        self.seconds += thread_time() - begun
        self._faults += self.recount(self.game.take_events())
        while not self.over and self.decisions < most and not self.faults:
            if self.watch:
                self.look()
            if trials and self.dice.random() < trials / most:
                self.try_everything()
            self.step()
        if self.over and self.watch:
            self._faults += self.check(self.game.state)
        return self

    def step(self) -> None:
        """Answer one question at random."""
        question = self.dice.choice(self.game.waiting())
        answer = random_answer(question, self.dice)
        begun = thread_time()
        events = self.game.answer(question.seat, answer)
        self.seconds += thread_time() - begun
        self.decisions += 1
        if self.game.keep:
            self.game.forget(self.game.checkpoints[-1].seq)
            self.game.take_fresh()
        self._faults += self.recount(events)

    def look(self) -> None:
        """Look at the questions on offer."""
        for question in self.game.waiting():
            self._faults += self.wrong_question(question)
            if not question.options and not question.many:
                self._faults.append(f"{question.key} has no options")

    def try_everything(self) -> None:
        """Every option of the question applies on a reloaded copy and leaves a valid state."""
        for question in self.game.waiting():
            for answer in trial_answers(question, self.dice):
                rules = self._watched()
                copy = Game.load(cast(Rules[S], rules), self.game.saved(), seeded(self.seed))
                if copy.rewound:
                    self._faults.append(f"{question.key} is another question after a reload")
                    return
                copy.answer(question.seat, answer)
                self._faults += [f"after {answer}: {fault}" for fault in rules.faults]


def random_answer(question: Ask, dice: random.Random) -> Answer:
    """A random legal answer: first among the verbs, then among their options and numbers."""
    if question.many:
        return tuple(dice.sample(question.options, dice.randint(question.least, question.most)))
    verb = dice.choice(sorted({option.verb for option in question.options}))
    option = dice.choice([option for option in question.options if option.verb == verb])
    return option.with_number(dice.choice(option.numbers())) if option.numbers() else option


def trial_answers(question: Ask, dice: random.Random, most: int = 40) -> list[Answer]:
    """Answers that cover a question: every option (up to `most`), with its smallest and largest number."""
    if question.many:
        return [question.options[: question.most], random_answer(question, dice)]
    options: list[Option] = list(question.options)
    if len(options) > most:
        options = dice.sample(options, most)
    answers: list[Answer] = list(options)
    answers += [option.with_number(option.numbers()[0]) for option in options if len(option.numbers()) > 1]
    return answers
