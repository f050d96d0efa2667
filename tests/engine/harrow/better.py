"""How much better a stand-in plays than chance: it against chance, at tables of Harrow County.

`python -m tests.engine.harrow.better 200` plays so many games of each kind and tells how often the seat won when the
stand-in played it, and when chance did; everybody else plays at random in both. Hester alone rarely wins by chance or by
habit, so how far she came counts, too: her squares.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import msgspec

from engine.fuzz import random_answer
from engine.harrow.check import RandomGame, random_setup
from engine.harrow.data import MODES
from engine.harrow.hester.board import HESTER, filled_squares
from engine.harrow.standin import choose

LIMIT = 3000


class Outcome(msgspec.Struct, frozen=True):
    """How a game went for the seat that is looked at."""

    won: bool
    squares: int
    """Hester's, where she plays."""


def seats() -> list[tuple[str, str]]:
    """Hester and the Fair Folk, in every mode in which they have a seat."""
    return [
        (mode, owner)
        for mode, entry in MODES.items()
        for owner in dict.fromkeys(one for table in entry.tables for one in table)
        if owner in (HESTER, "fairfolk")
    ]


def outcome(number: int, mode: str, owner: str, *, well: bool) -> Outcome:
    """One game: this seat is played by the stand-in or by chance, all others by chance."""
    seed = f"better {mode} {owner} {number}"
    played = RandomGame(random_setup(random.Random(seed), mode), seed, watch=False)
    played.game.start()
    while not played.over and played.decisions < LIMIT:
        question = played.dice.choice(played.game.waiting())
        if well and question.seat == owner:
            answer = choose(played.game.view(owner), question)
        else:
            answer = random_answer(question, played.dice)
        played.game.answer(question.seat, answer)
        played.decisions += 1
    state = played.game.state
    squares = filled_squares(state) if HESTER in state.order else 0
    return Outcome(owner in state.winners, squares)


def measure(mode: str, owner: str, games: int, jobs: int) -> dict[bool, list[Outcome]]:
    """So many games well played, and the same by chance."""
    with ProcessPoolExecutor(jobs) as pool:
        return {
            well: list(
                pool.map(partial(outcome, mode=mode, owner=owner, well=well), range(games), chunksize=5)
            )
            for well in (True, False)
        }


def main() -> int:
    """Measure all of them, and tell."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, help="how many of each kind")
    options.add_argument("--jobs", type=int, default=2, help="how many at once")
    chosen = options.parse_args()
    worse = 0
    for mode, owner in seats():
        found = measure(mode, owner, chosen.games, chosen.jobs)
        wins = {well: sum(one.won for one in those) for well, those in found.items()}
        squares = {well: sum(one.squares for one in those) / chosen.games for well, those in found.items()}
        told = f"{mode} {owner}: won {wins[True]} of {chosen.games} as a stand-in, {wins[False]} by chance"
        if owner == HESTER:
            told += f"; {squares[True]:.2f} and {squares[False]:.2f} squares"
        print(told, flush=True)
        worse += (wins[True], squares[True]) <= (wins[False], squares[False])
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
