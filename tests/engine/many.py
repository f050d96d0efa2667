"""Many numbered games of one kind, several at once, from the command line: `python -m … 1500`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

import msgspec

G = TypeVar("G")


def options(about: str | None) -> argparse.ArgumentParser:
    """What every such command can be told."""
    found = argparse.ArgumentParser(description=about)
    found.add_argument("games", type=int, help="how many")
    found.add_argument("--first", type=int, default=0, help="the number of the first")
    found.add_argument("--json", action="store_true", help="a line of JSON for each game")
    found.add_argument("--jobs", type=int, default=2, help="how many at once")
    return found


def play_many(
    chosen: argparse.Namespace,
    played: Callable[[int], G],
    wrong: Callable[[G], list[str]],
    report: Callable[[Iterable[G]], tuple[str, list[str]]],
) -> int:
    """Play them, tell every problem at once and the figures at the end. Returns 1 if anything is wrong."""
    began = time.monotonic()
    found: list[G] = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        numbers = range(chosen.first, chosen.first + chosen.games)
        for game in pool.map(played, numbers, chunksize=4):
            found.append(game)
            if chosen.json:
                print(msgspec.json.encode(game).decode(), flush=True)
            for problem in wrong(game):
                print(problem, file=sys.stderr, flush=True)
            if len(found) % 100 == 0:
                print(f"{len(found)} games, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    told, problems = report(found)
    print(told, file=sys.stderr if chosen.json else sys.stdout)
    return int(bool(problems))
