"""Games among the boards that play by themselves: of all kinds, difficulties and traits, on all maps, with all decks.

Some are bots alone, some have people (played by the stand-in or by chance), some are co-operative, some draft, some
have hirelings. A number names such a game; the same number is the same game. `python -m
tests.engine.root.clockwork.mixed N` plays the first N of them twice each and tells what it met.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256

import msgspec

from engine.fuzz import random_answer
from engine.game import encode
from engine.root.check import RandomGame, clockwork, plays_of, random_setup
from engine.root.hiring.setup import AT_RANDOM
from engine.root.lobby import LOBBY
from engine.root.standin import choose
from engine.rules import SeatSetup, Setup
from tests.engine.many import options, play_many

MOST = 20_000
"""Decisions, after which a game counts as endless."""
ALONE, BESIDE, COOPERATIVE, DRAFT, HIRED, BY_CHANCE = (
    "bots alone",
    "people beside bots",
    "co-operative",
    "advanced setup",
    "hirelings",
    "people by chance",
)
SORTS = (ALONE, BESIDE, COOPERATIVE, ALONE, DRAFT, BESIDE, ALONE, COOPERATIVE, HIRED, BY_CHANCE)
"""What a game is like, by its number."""


class Mixed(msgspec.Struct, frozen=True):
    """How one game went."""

    number: int
    sort: str
    ended: bool
    faults: tuple[str, ...]
    same: bool
    """The second time was the same."""
    met: tuple[str, ...]
    """Everything that was at the table: the number of seats, boards, difficulties, traits, the map, the deck, …"""
    decisions: int
    end: str


def setup_of(number: int) -> Setup:
    """The table of a game: two to six seats, one bot at least."""
    sort = SORTS[number % len(SORTS)]
    dice = random.Random(f"mixed {number}")
    players = LOBBY.seats()[number // len(SORTS) % len(LOBBY.seats())]
    while True:
        setup = setup_like(sort, dice, players)
        if not LOBBY.problems(setup):
            return setup


def setup_like(sort: str, dice: random.Random, players: int) -> Setup:
    """A random table of this sort; not every one can be played."""
    boards = list(LOBBY.boards())
    bots = players if sort == ALONE else dice.randint(1, players - 1)
    chosen = dice.sample(boards, bots)
    others = [owner for owner in LOBBY.factions() if plays_of(owner) not in chosen]
    mix = [*chosen, *dice.sample(others, players - bots)]
    plain = random_setup(dice, mix)
    seats = [
        SeatSetup(seat.seat, seat.plays, *clockwork(seat.seat, dice if seat.seat in chosen else None))
        for seat in plain.seats
    ]
    agreed = plain.options | {"any_reach": "on", "cooperative": "on" if sort == COOPERATIVE else "off"}
    if sort == DRAFT:
        agreed["setup"] = "advanced"
        seats = [seat if seat.board else SeatSetup(f"seat{n}") for n, seat in enumerate(seats)]
    if sort == HIRED:
        agreed["hirelings"] = [AT_RANDOM]
    return Setup(tuple(seats), agreed)


class MixedGame(RandomGame):
    """A game whose people are stand-ins, or answer at random."""

    def __init__(self, number: int, *, watch: bool = True) -> None:
        self.sort = SORTS[number % len(SORTS)]
        self.broken = ""
        """The error that stopped it."""
        super().__init__(setup_of(number), f"mixed {number}", watch=watch)

    def step(self) -> None:
        """Answer one question."""
        question = self.dice.choice(self.game.waiting())
        seat = self.rules.seat_of(self.game.state, question.seat)
        if self.sort == BY_CHANCE:
            answer = random_answer(question, self.dice)
        else:
            answer = choose(self.game.view(seat), question)
        events = self.game.answer(seat, answer)
        self.decisions += 1
        self._faults += self.recount(events)


def played(number: int, *, twice: bool = True) -> Mixed:
    """One game: watched, then once more without anybody watching."""
    game = MixedGame(number)
    try:
        game.play(MOST)
    except Exception:  # whatever it is, the other games go on
        game.broken = traceback.format_exc()
    same = not twice or bool(game.broken) or digest(MixedGame(number, watch=False).play(MOST)) == digest(game)
    return Mixed(
        number,
        game.sort,
        game.over,
        (*game.faults, *filter(None, [game.broken])),
        same,
        tuple(met(game.game.setup)),
        game.decisions,
        game.game.state.end,
    )


def digest(game: RandomGame) -> str:
    return sha256(encode(game.game.state)).hexdigest()


def met(setup: Setup) -> Iterator[str]:
    """What is at a table."""
    yield f"{len(setup.seats)} seats"
    yield f"map {setup.options['map']}"
    yield f"deck {setup.options['deck']}"
    for seat in setup.seats:
        if seat.board:
            yield f"{seat.plays}: {seat.options['difficulty']}"
            yield from (f"{seat.plays}: {trait}" for trait in seat.options["traits"])


def everything() -> set[str]:
    """All that such games can meet."""
    choices = LOBBY.choices()
    seats = {f"{count} seats" for count in LOBBY.seats()}
    tables = {f"{name} {value}" for name in ("map", "deck") for value in choices[name].values}
    boards = {
        f"{board}: {value}"
        for board in LOBBY.boards()
        for name in ("difficulty", "traits")
        for value in LOBBY.board_options(board)[name].values
    }
    return seats | tables | boards


def wrong(game: Mixed) -> list[str]:
    """What is wrong with a game."""
    faults = list(game.faults)
    faults += [] if game.ended else ["it does not end"]
    faults += [] if game.same else ["the same seed gives another game"]
    return [f"game {game.number}: {fault}" for fault in faults]


def report(games: Iterable[Mixed]) -> tuple[str, list[str]]:
    """The figures of many games, and everything that is wrong with them."""
    sorts: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    problems: list[str] = []
    decisions = 0
    for game in games:
        sorts[game.sort] += 1
        ends[game.end if game.ended else "none"] += 1
        seen.update(game.met)
        decisions += game.decisions
        problems += wrong(game)
    missing = everything() - seen.keys()
    rarest = min((seen[one], one) for one in everything())
    lines = [
        f"{sum(sorts.values())} games, {decisions} decisions of people",
        "sorts: " + ", ".join(f"{name} {count}" for name, count in sorts.most_common()),
        "ended by: " + ", ".join(f"{name} {count}" for name, count in ends.most_common()),
        f"rarest: {rarest[1]}, {rarest[0]} games; never met: {', '.join(sorted(missing)) or 'nothing'}",
        f"problems: {len(problems)}",
    ]
    return "\n".join(lines), problems


def main() -> int:
    """Play many, two at once, and tell."""
    chosen = options(__doc__).parse_args()
    return play_many(chosen, partial(played, twice=True), wrong, report)


if __name__ == "__main__":
    sys.exit(main())
