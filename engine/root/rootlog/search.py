"""The search that plays a record: at each question the answers are tried, and what they change is compared.

An answer whose changes are those that the record has next is kept; where nothing fits, the newest answer that had an
alternative is taken back. What seems likely is tried first, so a record that names everything is played almost without
a wrong try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from engine.flow import Answer, Ask, Chance, Done
from engine.game import Entry, Game
from engine.root.data import ROLES
from engine.root.rootlog.changes import Card, Change
from engine.root.rootlog.chosen import Chosen, is_told, may_be_told, meant, put_off
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.habits import Habits, sort
from engine.root.rootlog.inventory import CARD, DECK
from engine.root.rootlog.match import Line, Match, Said, Stray, lines_of
from engine.root.rootlog.oracle import Moment, card_ids, outcomes
from engine.root.rootlog.read import BadRecord, Record
from engine.root.rootlog.why import why_not
from engine.root.rules import RULES
from engine.root.state import Root
from engine.root.words import WORDS
from engine.rules import Refused, Setup

REACH = 2
"""So many lines back something can be taken back: what a turn leaves open shows in that turn or the next."""
NEAR = 16
"""So many changes ahead tell which answers are likely."""
MOMENTS = 12
"""So many moments are kept to tell why the search went no further."""
FAR = 48
"""So many changes come of one answer at most."""


class Trail(NamedTuple):
    """How a game came where it is: the entries of the newest answer, and what was before."""

    entries: tuple[Entry, ...]
    before: Trail | None

    def log(self) -> list[Entry]:
        """All entries up to here."""
        parts = []
        trail: Trail | None = self
        while trail is not None:
            parts.append(trail.entries)
            trail = trail.before
        return [entry for part in reversed(parts) for entry in part]


class Given(NamedTuple):
    """An answer that was given, what came of it, and whether a comment tells of it."""

    question: Ask
    answer: Answer
    changes: Sequence[Change]
    at: tuple[int, int]
    """Where the game is then: turn, and place in its line."""
    chosen: bool


class Passed(NamedTuple):
    """A question at which somebody was done."""

    question: Ask
    noted: bool
    """Does a comment tell so?"""
    due: bool = False
    """Was something put off there?"""


class Stand(NamedTuple):
    """Where the search is: a game, how much of the record it has played, and how it came here."""

    game: Game[Root]
    match: Match
    trail: Trail
    silent: tuple[tuple[str, str], ...] = ()
    """The answers since the last change, by question and verb."""
    chosen: int = 0
    """So many choices are made of those that comments tell."""
    passed: tuple[Passed, ...] = ()
    """Where somebody was done since the last change."""

    def mark(self) -> int:
        """Two stands with the same mark lead to the same."""
        start = self.game.checkpoints[-1]
        after = tuple((e.seat, e.key, str(e.value)) for e in self.game.tail if e.seq >= start.seq)
        return hash((self.match.line, self.match.left, self.match.fought, self.chosen, start.state, after))


class Chances:
    """The chance of one try: what the record says, and by a script where it leaves several outcomes open."""

    def __init__(self, record: Record, match: Match, script: Sequence[int]) -> None:
        self.record = record
        self.match = match
        self.script = script
        self.taken: list[tuple[int, int]] = []
        self.asked: Counter[str] = Counter()
        self.game: Game[Root] | None = None

    def __call__(self, index: int, chance: Chance) -> tuple[int, ...]:
        assert self.game is not None
        moment = Moment(
            chance,
            self.game.state,
            self.record,
            self.match.ahead(),
            self.match.fought,
            in_flight(self.match.follower),
            len(self.match.left),
            self.match.names,
            self.asked[chance.key],
        )
        self.asked[chance.key] += 1
        found = outcomes(moment)
        if len(found) == 1:
            return found[0]
        number = len(self.taken)
        picked = self.script[number] if number < len(self.script) else 0
        self.taken.append((picked, len(found)))
        return found[picked]

    def next(self) -> list[int] | None:
        """The script of the next try; None if all outcomes were tried."""
        taken = list(self.taken)
        while taken:
            picked, size = taken.pop()
            if picked + 1 < size:
                return [one for one, _ in taken] + [picked + 1]
        return None


def in_flight(follower: Follower) -> list[str]:
    """The cards that have been taken from an empty deck and have not arrived yet."""
    return [
        thing.name
        for (place, thing), count in follower.now.things.items()
        if place == DECK and thing.kind == CARD
        for _ in range(count)
    ]


class Search:
    """A record being played."""

    def __init__(
        self,
        record: Record,
        setup: Setup,
        lines: Sequence[Line],
        names: Mapping[str, str] | None = None,
        follows: type[Match] = Match,
        choices: Sequence[Chosen] = (),
    ) -> None:
        self.record = record
        self.setup = setup
        self.names = names or {}
        """Whom the seats play that draft."""
        self.lines = lines
        self.follows = follows
        """How what happens is compared with the record."""
        self.choices = choices
        """What comments tell of answers; with them, no other answer is taken but one that tokens tell."""
        self.habits = Habits()
        self.tries = 0
        self.since = 0
        """Tries since the search last got further."""
        self.best: tuple[int, Match | None, Game[Root] | None, Stray | None] = (-1, None, None, None)
        self.instead: dict[Said, Stray] = {}
        """What the likeliest answer brought where something of the record was next."""
        self.stands: list[Stand] = []
        """The moments at which the search came furthest."""

    def play(self) -> Stand:
        """The record played to its end. Raises BadRecord where nothing fits.

        What has played most of the record is tried on first; of equals, what took the likelier answers since.
        """
        heap: list[tuple[int, int, int, int, Iterator[tuple[int, Stand]]]] = [(0, 0, 0, 0, self.begin())]
        met: set[int] = set()
        line = number = 0
        while heap:
            done, cost, _, at, attempts = heappop(heap)
            found = next(attempts, None) if at >= line - REACH else None
            if found is None:
                continue
            rank, stand = found
            number += 1
            heappush(heap, (done, cost + 1, number, at, attempts))
            if self.is_end(stand):
                return stand
            mark = stand.mark()
            if stand.game.over or mark in met:
                continue
            met.add(mark)
            self.keep(stand)
            number += 1
            further = stand.match.worth > -done
            line = max(line, stand.match.line)
            heappush(
                heap,
                (
                    -stand.match.worth,
                    0 if further else cost + rank,
                    number,
                    stand.match.line,
                    self.attempts(stand),
                ),
            )
        raise self.failure()

    def is_end(self, stand: Stand) -> bool:
        """All is played, and the game is over if the record says who won."""
        if not stand.match.is_whole or stand.chosen < len(self.choices):
            return False
        return stand.game.over or not self.record.winners

    # --- trying -------------------------------------------------------------------------------------------

    def begin(self) -> Iterator[tuple[int, Stand]]:
        """The table as it may have been laid."""

        def made(chances: Chances) -> Game[Root]:
            return Game(RULES, self.setup, chances, holds=True)

        first = self.follows(self.lines, Follower(RULES.new(self.setup)), self.names)
        for stand in self.outcomes(first, None, (), made, lambda game: game.start()):
            yield 0, stand

    def attempts(self, stand: Stand) -> Iterator[tuple[int, Stand]]:
        """What the answers to the next question lead to, as far as the record has it; each with its rank."""
        saved = stand.game.saved()
        mark = stand.match.copy().follower.mark()

        def made(chances: Chances) -> Game[Root]:
            return Game.load(stand.game.rules, saved, chances, holds=True)

        for rank, (question, answer, chosen) in enumerate(self.tried(stand)):
            verb = "" if isinstance(answer, tuple) else answer.verb
            silent = (*stand.silent, (question.key, verb))

            def play(game: Game[Root], seat: str = question.seat, answer: Answer = answer) -> object:
                return game.answer(seat, answer)

            for found in self.outcomes(stand.match, stand.trail, silent, made, play):
                if not self.choices:
                    yield rank, found
                    continue
                changes = found.match.follower.since(mark)
                given = Given(question, answer, changes, found.match.at(), chosen)
                passed = self.as_told(stand, given)
                rest = self.choices[stand.chosen + chosen :]
                if passed is not None and (not rest or rest[0][:2] >= given.at):
                    yield rank, found._replace(chosen=stand.chosen + chosen, passed=passed)

    def tried(self, stand: Stand) -> Iterator[tuple[Ask, Answer, bool]]:
        """The answers that are tried, and whether a comment tells them; that one first."""
        waiting = stand.game.waiting()[: None if self.choices else 1]
        if stand.chosen < len(self.choices) and self.choices[stand.chosen][:2] == stand.match.at():
            for question in waiting:
                for answer in meant(question, self.choices[stand.chosen].answer):
                    yield question, answer, True
        in_turn = self.choices and stand.match.at()[0]
        ahead = stand.match.ahead(FAR)
        fought = [stand.match.fought] if stand.match.fought is not None else []
        for question in waiting:
            for answer in self.answers(question, stand.match):
                if not in_turn or may_be_told(question, answer, ahead, fought):
                    yield question, answer, False

    def as_told(self, stand: Stand, given: Given) -> tuple[Passed, ...] | None:
        """Where somebody is done after an answer; None if neither its changes nor a comment tell of it as a writer would."""
        question, answer, changes, at, chosen = given
        turn = stand.match.at()[0]
        is_done = isinstance(answer, Done)
        if not is_done and chosen == is_told(question, answer, changes):
            return None
        off = put_off([one.question for one in stand.passed], question, answer, changes)
        if not all(one.noted for one in stand.passed[:off]):
            return None
        passed = tuple(one._replace(due=one.due or n < off) for n, one in enumerate(stand.passed))
        if changes or at[0] != turn:
            undue = (is_done and chosen) or any(one.noted and not one.due for one in passed)
            return None if undue else ()
        return (*passed, Passed(question, chosen)) if is_done and turn else passed

    def answers(self, question: Ask, match: Match) -> Iterator[Answer]:
        """The answers to a question, the likeliest first."""
        if question.key in IMPLIED:
            return iter(IMPLIED[question.key](question, match))
        return self.habits.answers(question, match.ahead(NEAR))

    def outcomes(
        self,
        before: Match,
        trail: Trail | None,
        silent: tuple[tuple[str, str], ...],
        made: Callable[[Chances], Game[Root]],
        play: Callable[[Game[Root]], object],
    ) -> Iterator[Stand]:
        """What an answer leads to, for everything that chance may bring, as far as the record has it."""
        script: list[int] | None = []
        while script is not None:
            self.count()
            match = before.copy()
            chances = Chances(self.record, match, script)
            game = made(chances)
            chances.game, game.watch = game, match
            try:
                play(game)
            except Stray as stray:
                self.remember(match, game, stray)
            except Refused:
                return
            else:
                self.remember(match, game, None)
                yield self.stand(game, before, match, trail, silent)
            script = chances.next()

    def stand(
        self,
        game: Game[Root],
        before: Match,
        match: Match,
        trail: Trail | None,
        silent: tuple[tuple[str, str], ...],
    ) -> Stand:
        if match.done > before.done:
            following = before.next()
            if following is not None:
                for key, verb in silent:
                    self.habits.learn(key, verb, following.change)
            silent = ()
        trail = Trail(tuple(game.take_fresh()), trail)
        game.events.clear()
        newest = game.checkpoints[-1].seq
        game.forget(max((one.seq for one in game.checkpoints if one.seq < newest), default=0))
        return Stand(game, match, trail, silent)

    def count(self) -> None:
        self.tries += 1
        self.since += 1
        if self.since > self.follows.patience:
            raise self.failure()

    # --- failing ------------------------------------------------------------------------------------------

    def remember(self, match: Match, game: Game[Root], stray: Stray | None) -> None:
        """How far the search came, and what stood in the way: best something of the sort that the record has."""
        following = match.next()
        if stray is not None and stray.made is not None and following is not None:
            self.instead.setdefault(following, stray)
        if match.worth > self.best[0]:
            self.best = (match.worth, match, game, stray)
            self.since = 0
        elif match.worth == self.best[0] and stray is not None and stray.made is not None:
            known = self.best[3]
            alike = following is not None and sort(stray.made) == sort(following.change)
            if alike and (known is None or not known.clause):
                self.best = (match.worth, match, game, stray)

    def keep(self, stand: Stand) -> None:
        """Keep the moments at which the search came furthest."""
        if self.stands and stand.match.worth > self.stands[0].match.worth:
            self.stands = []
        if not self.stands or (
            stand.match.worth == self.stands[0].match.worth and len(self.stands) < MOMENTS
        ):
            self.stands.append(stand)

    def failure(self) -> BadRecord:
        """Where the record does not fit the rules, why, and what happens there instead."""
        _, match, game, stray = self.best
        assert match is not None
        assert game is not None
        said = match.next()
        if said is None:
            return BadRecord(self.last_line(), 1, NOT_OVER)
        sentence, clause = self.reason(said, match, game, stray)
        return BadRecord(said.token.line, said.token.column, f"«{said.token.text}»: {sentence}", clause)

    def reason(self, said: Said, match: Match, game: Game[Root], stray: Stray | None) -> tuple[str, str]:
        """The refusal of what a token wishes; if it wishes nothing that is refused, what happens or is asked instead."""
        here = [stand.game for stand in self.stands if stand.match.next() == said]
        refusal = why_not(here, said.change, self.habits)
        if refusal is not None:
            return WORDS.refusal(game.view(None), refusal), refusal.clause
        question = next(iter(game.waiting()), None)
        if question is not None and stray is None:
            return f"{NO_WAY} {WORDS.question(game.view(None), question)}", question.clause
        if stray is None:
            return NOTHING_MORE, ""
        if stray.made is None:
            stray = self.instead.get(said, stray)
        return (f"{INSTEAD} {stray.made}.", stray.clause) if stray.made is not None else (NOT_FOUND, "")

    def last_line(self) -> int:
        return max((turn.line for turn in self.record.turns), default=1)


def played(
    record: Record,
    setup: Setup,
    names: Mapping[str, str],
    follows: type[Match] = Match,
    choices: Sequence[Chosen] = (),
) -> tuple[Search, Stand]:
    """A record played with the choices that its comments tell; if they do not fit, without them. Raises BadRecord."""
    lines = lines_of(record)
    search = Search(record, setup, lines, names, follows, choices)
    try:
        return search, search.play()
    except BadRecord as error:
        if not choices and not record.ruins:
            raise
        search = Search(msgspec.structs.replace(record, ruins={}), setup, lines, names, follows)
        try:
            return search, search.play()
        except BadRecord as other:
            raise max(error, other, key=lambda one: (one.line, one.column)) from None


def kept(question: Ask, match: Match) -> Iterator[Answer]:
    """A.10  The cards of the first hand that are not given back."""
    hand = f"hand:{question.seat}"
    back = Counter(
        card
        for change in match.ahead(len(match.left))
        if isinstance(change, Card) and (change.origin, change.to) == (hand, DECK)
        for card in card_ids(change)
    )
    answer = []
    for option in question.options:
        card = str(option.fields()["card"])
        if back[card]:
            back[card] -= 1
        else:
            answer.append(option)
    if question.accepts(tuple(answer)):
        yield tuple(answer)


def drafted(question: Ask, match: Match) -> Iterator[Answer]:
    """A.8.2  The faction of a seat is known."""
    wanted = ROLES[match.names[question.seat]].faction
    return (option for option in question.options if option.fields()["faction"] == wanted)


IMPLIED: dict[str, Callable[[Ask, Match], Iterator[Answer]]] = {
    "setup.keep": kept,
    "setup.faction": drafted,
}
"""Answers that the record tells at once, by question: where several are asked together, trying takes too long."""

NO_WAY = "No answer leads to this here. The rules ask:"
NOTHING_MORE = "Nothing more happens here."
NOT_FOUND = "No way was found to play this here."
INSTEAD = "By the rules something else happens here:"
NOT_OVER = "The record ends here, and the game is not over."
