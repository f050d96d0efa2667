"""The benchmark runs and its rows have the right shape. How fast anything is, is not a matter of tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bot
from cogs.measuring.clicks import Machine
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
    assert [row.goal for row in rows if row.goal] == [2, 6, 2, 3, 10, 0.4, 1.2, 2, 1.3, 1.3, 1.3]


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


def test_what_neighbours_took_of_a_virtual_machine_is_a_share():
    assert Machine(1400, 130).taken_since(Machine(400, 30)) == 0.1
    assert Machine(0, 0).taken_since(Machine(0, 0)) == 0.0
    assert Machine.now().whole > 0
