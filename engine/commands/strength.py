"""strength: how often the boards that play by themselves win, by how they are set; for whoever chooses among them.

Each board sits at tables with stand-ins and at tables with other boards as printed, once for every value of its first
option. The tables of a number are the same for all values, so that they can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from engine.commands import CommandError
from engine.commands.progress import progress
from engine.commands.simulate import Plan, play
from engine.games import GAMES, GameKind
from engine.lobby import Choice
from engine.rules import SeatSetup, Setup
from engine.seats import CLOCKWORK, STANDIN

AGAINST = {STANDIN: "Against stand-ins", CLOCKWORK: "Against other bots, as printed"}
SEATS = 4
"""How many sit at a table, if so many can."""
TRIES = 1000
"""After so many tables that nobody can play there is none."""


class Task(msgspec.Struct, frozen=True):
    """One game: whose strength is measured, how it is set, and who else plays."""

    game: str
    board: str
    value: str
    against: str
    seats: int
    number: int
    seed: int


class Score(msgspec.Struct, frozen=True):
    """How a board did with one value; one line of --json."""

    board: str
    value: str
    against: str
    games: int
    wins: int
    points: float
    """What it had at the end, on average."""


def measure(game: str, games: int, seed: int, seats: int = 0, jobs: int = 1) -> list[Score]:
    """All boards of a game with all values. The same seed gives the same scores."""
    if game not in GAMES:
        raise CommandError(f"There is no game {game!r}. There are: {', '.join(GAMES)}.")
    kind = GAMES[game]
    if not kind.lobby.boards():
        raise CommandError(f"{kind.name} has no boards that play by themselves.")
    allowed = kind.lobby.seats()
    seats = seats or min(SEATS, allowed[-1])
    if seats not in allowed:
        raise CommandError(f"{kind.name} takes {allowed[0]} to {allowed[-1]} players, not {seats}.")
    rows = [
        (board, value, against)
        for against in AGAINST
        for board in kind.lobby.boards()
        if len(others(kind, board, against)) >= seats - 1
        for value in level(kind, board)[1].values
    ]
    tasks = [Task(game, *row, seats, number, seed) for row in rows for number in range(games)]
    results = list(progress(played(tasks, jobs), len(tasks), "playing"))
    return [
        scored(row, results[first : first + games])
        for row, first in zip(rows, range(0, len(tasks), games), strict=True)
    ]


def level(kind: GameKind, board: str) -> tuple[str, Choice]:
    """The option by which a board is weaker or stronger: its first."""
    known = kind.lobby.board_options(board)
    return next(iter(known.items()), ("", Choice("", {"": ""})))


def others(kind: GameKind, board: str, against: str) -> list[str]:
    """Who could sit beside a board."""
    known = kind.lobby.boards() if against == CLOCKWORK else kind.lobby.factions()
    return [name for name in known if name != board]


def played(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[bool, int]]:
    """Of each game in order: did the board win, and its points. With `jobs`, several at once."""
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(one, tasks, chunksize=4)
    else:
        yield from map(one, tasks)


def one(task: Task) -> tuple[bool, int]:
    """Play one game."""
    result = play(table(task), task.number, task.seed + task.number)
    return task.board in result.winner, result.scores[task.board] or 0


def table(task: Task) -> Plan:
    """The table of a game: the board in a random place among others that chance picked, whatever its value."""
    kind = GAMES[task.game]
    beside = CLOCKWORK if task.against == CLOCKWORK else ""
    dice = random.Random(f"{task.seed} {task.board} {task.against} {task.number}")
    option, _ = level(kind, task.board)
    measured = SeatSetup(task.board, task.board, CLOCKWORK, {option: task.value} if option else {})
    known = others(kind, task.board, task.against)
    for _ in range(TRIES):
        seats = [measured, *(SeatSetup(name, name, beside) for name in dice.sample(known, task.seats - 1))]
        dice.shuffle(seats)
        setup = Setup(tuple(seats), kind.about.simulated)
        if not kind.lobby.problems(setup):
            kinds = {seat.seat: CLOCKWORK if seat.board else STANDIN for seat in seats}
            return Plan(task.game, setup, kinds)
    raise CommandError(f"There is no table of {task.seats} with a bot of {task.board!r}.")


def scored(row: tuple[str, str, str], results: Sequence[tuple[bool, int]]) -> Score:
    wins = sum(won for won, _ in results)
    points = sum(points for _, points in results) / len(results)
    return Score(*row, len(results), wins, round(points, 1))


def told(game: str, scores: Sequence[Score]) -> str:
    """The scores as tables in Markdown: games won of a hundred, and the points at the end."""
    tables = (
        (title, [one for one in scores if one.against == against]) for against, title in AGAINST.items()
    )
    return "\n\n".join(f"### {title}\n\n{_table(GAMES[game], rows)}" for title, rows in tables if rows)


def _table(kind: GameKind, scores: Sequence[Score]) -> str:
    boards = kind.lobby.boards()
    values = level(kind, scores[0].board)[1].values
    cells = {(score.board, score.value): score for score in scores}
    lines = [_line(["Bot", *values.values()]), _line(["---", *("---:" for _ in values)])]
    for board, name in boards.items():
        row = (cells[board, value] for value in values)
        lines.append(_line([name, *(f"{100 * s.wins / s.games:.0f} % · {s.points:.0f}" for s in row)]))
    means = (_mean([score for score in scores if score.value == value]) for value in values)
    lines.append(_line(["all", *means]))
    return "\n".join(lines)


def _mean(scores: Sequence[Score]) -> str:
    wins, games = sum(score.wins for score in scores), sum(score.games for score in scores)
    return f"{100 * wins / games:.0f} % · {sum(score.points for score in scores) / len(scores):.0f}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
