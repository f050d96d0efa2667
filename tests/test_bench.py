"""The benchmark runs and its rows have the right shape. How fast anything is, is not a matter of tests."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

import bot
from cogs.measuring.clicks import crowd_row, longest
from cogs.measuring.machine import Span, Taken, Watchmen
from engine.commands import CommandError, bench
from engine.commands.bench import BASELINE, Effort, Report, Row, bar, line, measured, read_rows, reported

TINY = Effort(
    games=1,
    fuzzed=2,
    long_games=1,
    saves=2,
    reloads=2,
    cached=1,
    finished=1,
    pictures=2,
    clicks=2,
    sizes=(2, 4),
    live=3,
    rate=8,
    seconds=0.5,
)

FIELDS = {"name", "value", "unit", "yardstick", "ratio", "goal"}


@pytest.mark.slow
def test_a_whole_run_gives_rows_of_the_right_shape(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # given a run that does everything once or twice, in an empty folder
    monkeypatch.setattr(bench, "SHORT", TINY)
    monkeypatch.chdir(tmp_path)
    # when it is run
    code = bot.main(["bench", "--short", "--json", "--parts", "rules,store,pictures,discord"])
    out, err = capsys.readouterr()
    assert code in (0, 1), err
    rows = json.loads(out)
    # then every row is whole, and has a ratio and a goal exactly if it has a yardstick
    for row in rows:
        assert set(row) == FIELDS
        assert row["value"] > 0, row
        assert row["unit"] in ("µs", "ms", "s", "KB")
        assert (row["yardstick"] is None) == (row["ratio"] is None) == (row["goal"] is None)
        if row["ratio"] is not None:
            assert row["ratio"] == pytest.approx(row["value"] / row["yardstick"], rel=0.01)
    # and every part of it is there
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names))
    assert [row["goal"] for row in rows if row["goal"]] == [2, 6, 2, 3, 10, 0.4, 1.2, 2, 1.3]
    # and it leaves nothing behind
    assert list(tmp_path.iterdir()) == []


def test_the_stored_rows_are_those_of_a_whole_run() -> None:
    rows = list(read_rows(BASELINE).values())
    goals = [2, 6, 2, 3, 10, 0.4, 1.2, 2, 1.3, 1.3, 1.3]
    assert [row.goal for row in rows if row.goal] == [*goals, 4, 4, 1, 1.5]


@pytest.mark.parametrize(("value", "code"), [(1.0, 0), (2.9, 0), (4.1, 1)])
def test_only_twice_the_goal_is_a_failure(value: float, code: int, tmp_path: Path) -> None:
    report = Report(as_json=False, baseline=tmp_path / "none.json")
    report.add(measured("something", value, "ms", 1.0, 2.0))
    report.add(reported("something else", 1e9, "ms"))
    assert report.end() == code


def test_the_table_shows_value_yardstick_goal_bar_and_the_stored_run(capsys, tmp_path: Path) -> None:
    kept = tmp_path / "rows.json"
    kept.write_text(bench.as_text([measured("a save", 2.0, "ms", 1.0, 3.0)]))
    report = Report(as_json=False, baseline=kept)
    report.add(measured("a save", 4.5, "ms", 1.0, 3.0, "a bare insert"))
    report.end()
    shown = capsys.readouterr().out
    for part in ("a save", "4.5 ms", "1 ms", "4.50", "2.00", bar(4.5, 3.0), "over", "a bare insert"):
        assert part in shown
    assert "over their goals: a save" in shown


def test_a_bar_has_its_mark_at_the_goal() -> None:
    assert bar(1.0, 2.0) == "█████·····|··········"
    assert bar(2.0, 2.0) == "██████████|··········"
    assert bar(50.0, 2.0) == "██████████|██████████"


def test_a_row_without_a_yardstick_shows_its_figure_and_note() -> None:
    text = line(reported("memory", 1234.5, "KB", "goal 300 KB"), Row("memory", 1000.0, "KB"))
    assert "1,234 KB" in text
    assert "1,000 KB" in text
    assert text.endswith("goal 300 KB")


def test_stored_rows_that_make_no_sense_are_named(tmp_path: Path) -> None:
    kept = tmp_path / "rows.json"
    kept.write_text('{"name": 1}')
    with pytest.raises(CommandError, match=r"rows\.json"):
        read_rows(kept)
    assert read_rows(tmp_path / "missing.json") == {}


# --- what neighbours take of a virtual machine ----------------------------------------------------------------


def test_only_what_began_while_all_processors_were_there_is_calm() -> None:
    # given a processor that was away from 10.0 to 10.3
    taken = Taken([Span(10.0, 10.3), Span(12.0, 12.01)])
    # then nothing that began shortly before, meanwhile or shortly after counts
    assert [moment for moment in (9.8, 9.95, 10.1, 10.35, 10.5) if taken.is_calm(moment)] == [9.8, 10.5]
    assert taken.touches(9.0, 10.001)
    assert taken.touches(10.2, 10.25)
    assert not taken.touches(10.4, 11.9)


def test_stalls_of_the_neighbours_are_not_the_bots() -> None:
    stalls = [Span(1.0, 1.2), Span(3.0, 3.03)]
    assert longest(stalls) == pytest.approx(0.2)
    assert longest(stalls, Taken([Span(1.1, 1.19)])) == pytest.approx(0.03)
    assert longest([], Taken()) == 0.0


def test_answers_that_neighbours_held_up_do_not_count_in_the_crowd() -> None:
    """Given one slow second of the machine, when enough began outside of it, then those alone are looked at."""
    quick = [Span(n / 20, n / 20 + 0.03) for n in range(200)]
    held = [Span(n / 20, n / 20 + 0.5) for n in range(200, 220)]
    taken = Taken([Span(10.0, 11.0)])
    row = crowd_row([*quick, *held], 0.02, taken, TINY)
    assert row.ratio == pytest.approx(1.5)
    assert "25.00 with all" in row.note
    assert "90% of the answers count" in row.note
    # with too few of them, or with nobody who watched, all count
    assert crowd_row([*quick[:90], *held], 0.02, taken, TINY).ratio == pytest.approx(25.0)
    unseen = crowd_row([*quick, *held], 0.02, Taken(watched=False), TINY)
    assert unseen.ratio == pytest.approx(25.0)
    assert "nobody could watch" in unseen.note


async def test_a_watchman_who_could_not_look_says_when() -> None:
    async with Watchmen.called() as watchmen:
        men = multiprocessing.active_children()
        before = time.perf_counter()
        for man in men:
            os.kill(man.pid, signal.SIGSTOP)
        await asyncio.sleep(0.1)
        for man in men:
            os.kill(man.pid, signal.SIGCONT)
        after = time.perf_counter()
        await asyncio.sleep(0.02)
        taken = await watchmen.report()
    assert not [man for man in men if man.is_alive()]
    assert taken.watched == watchmen.may_go_first
    seen = [span for span in taken.spans if before - 0.01 < span.start < after and span.length > 0.05]
    assert len(seen) == (len(men) if taken.watched else 0)
