"""bench: each figure beside a yardstick measured in the same run, because machines differ and ratios do not lie."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from statistics import median

import msgspec

from engine.commands import CommandError

BASELINE = Path(__file__).resolve().parents[2] / "data" / "bench" / "baseline.json"


class Row(msgspec.Struct, frozen=True):
    """One figure and its yardstick, in the same unit; `ratio` is one by the other.

    Yardstick, ratio and goal are None where there is nothing to compare with. `note` is for people only.
    """

    name: str
    value: float
    unit: str
    yardstick: float | None = None
    ratio: float | None = None
    goal: float | None = None
    note: str = ""

    @property
    def is_over(self) -> bool:
        return self.ratio is not None and self.goal is not None and self.ratio > self.goal

    @property
    def is_far_over(self) -> bool:
        """More than twice the goal: no noise of the machine explains that."""
        return self.ratio is not None and self.goal is not None and self.ratio > 2 * self.goal


def measured(name: str, value: float, unit: str, yardstick: float, goal: float, note: str = "") -> Row:
    """A figure with its yardstick."""
    return Row(name, _short(value), unit, _short(yardstick), _short(value / yardstick), goal, note)


def reported(name: str, value: float, unit: str, note: str = "") -> Row:
    """A figure that stands for itself."""
    return Row(name, _short(value), unit, note=note)


def _short(value: float) -> float:
    return float(f"{value:.4g}")


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How often everything is done: the more, the steadier the figures."""

    games: int = 40
    fuzzed: int = 200
    long_games: int = 120
    """Random games among which a live one of 2,000 decisions is looked for."""
    saves: int = 500
    reloads: int = 300
    cached: int = 20
    finished: int = 6
    pictures: int = 40
    clicks: int = 60
    sizes: tuple[int, ...] = (10, 100, 1000, 10_000)
    live: int = 200
    rate: int = 20
    seconds: float = 60.0


SHORT = Effort(
    games=8,
    fuzzed=24,
    long_games=12,
    saves=100,
    reloads=60,
    cached=5,
    finished=2,
    pictures=12,
    clicks=20,
    sizes=(10, 100, 1000),
    live=40,
    rate=5,
    seconds=10.0,
)
"""For every change. The crowd is smaller, so that a machine with other things to do passes as well."""


# --- measuring --------------------------------------------------------------------------------------------


def alternately(one: Callable[[], object], other: Callable[[], object], count: int) -> tuple[float, float]:
    """Median seconds of two things done in turn, so that a busy moment of the machine hits both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(count):
        for work, column in zip((one, other), times, strict=True):
            started = time.perf_counter()
            work()
            column.append(time.perf_counter() - started)
    return median(times[0]), median(times[1])


async def in_turn(works: Mapping[str, Callable[[], Awaitable[object]]], count: int) -> dict[str, list[float]]:
    """Seconds of several asynchronous things, each done `count` times, in turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(count):
        for name, work in works.items():
            started = time.perf_counter()
            await work()
            times[name].append(time.perf_counter() - started)
    return times


# --- showing ----------------------------------------------------------------------------------------------


class Report:
    """Prints rows as they come: a table, or JSON at the end."""

    def __init__(self, *, as_json: bool, baseline: Path = BASELINE) -> None:
        self.as_json = as_json
        self.before = read_rows(baseline)
        self.rows: list[Row] = []
        if not as_json:
            print(HEADING, flush=True)

    def doing(self, what: str) -> None:
        """Say what takes so long, when somebody is looking."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{what} …" if what else "\r\033[K")
            sys.stderr.flush()

    def add(self, row: Row) -> None:
        self.doing("")
        self.rows.append(row)
        if not self.as_json:
            print(line(row, self.before.get(row.name)), flush=True)

    def end(self) -> int:
        """The last lines, and the exit code: 1 if a ratio is more than twice its goal."""
        self.doing("")
        print(as_text(self.rows) if self.as_json else verdict(self.rows))
        return int(any(row.is_far_over for row in self.rows))


def as_text(rows: Iterable[Row]) -> str:
    """The rows as JSON, one on each line."""
    plain = [{name: getattr(row, name) for name in FIELDS} for row in rows]
    return "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in plain) + "\n]"


FIELDS = ("name", "value", "unit", "yardstick", "ratio", "goal")


def read_rows(path: Path) -> dict[str, Row]:
    """Rows kept from an earlier run, by name; none if there is no such file."""
    try:
        rows = msgspec.json.decode(path.read_bytes(), type=list[Row])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandError(f"{path} cannot be read as rows of a benchmark: {error}") from error
    return {row.name: row for row in rows}


NAME = 50
HEADING = f"{'':{NAME}} {'value':>12}  {'yardstick':>12}  {'ratio':>6} {'goal':>5}  {'before':>6}"
BAR = 10


def line(row: Row, before: Row | None = None) -> str:
    """One row of the table: with a yardstick, a bar whose mark is the goal, and the ratio of the stored run."""
    text = f"{row.name:{NAME}} {_figure(row.value, row.unit):>12}"
    if row.ratio is None or row.goal is None or row.yardstick is None:
        former = _figure(before.value, before.unit) if before else ""
        return f"{text}  {'':>12}  {'':>6} {'':>5}  {former:>6}  {row.note}".rstrip()
    former = f"{before.ratio:.2f}" if before and before.ratio is not None else ""
    text += f"  {_figure(row.yardstick, row.unit):>12}  {row.ratio:>6.2f} {row.goal:>5g}  {former:>6}"
    return f"{text}  {bar(row.ratio, row.goal)} {'over' if row.is_over else '    '} {row.note}".rstrip()


def bar(ratio: float, goal: float) -> str:
    """A bar; its mark in the middle is the goal."""
    filled = min(2 * BAR, round(BAR * ratio / goal))
    cells = "█" * filled + "·" * (2 * BAR - filled)
    return f"{cells[:BAR]}|{cells[BAR:]}"


def _figure(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{number} {unit}"


def verdict(rows: Iterable[Row]) -> str:
    """The last line."""
    over = [row.name for row in rows if row.is_over]
    return f"over their goals: {'; '.join(over)}" if over else "every ratio is within its goal"
