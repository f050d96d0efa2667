"""A record that does not fit the rules is refused with its line and the clause that forbids what the token wishes."""

from __future__ import annotations

from pathlib import Path

import pytest

import bot
from engine.root.rootlog.imported import imported
from engine.root.rootlog.read import BadRecord
from engine.root.rootlog.write import write
from tests.engine.root.rootlog.roundtrip import play

PLACE = "C:t->10/"
"""How the second turn of the Marquise begins."""


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return write((played := play(0, 60)).setup, played.entries).splitlines()


def broken(lines: list[str], token: str) -> tuple[str, int]:
    """The record with a token more in a turn of the Marquise, and the number of its line."""
    number = next(n for n, line in enumerate(lines) if line.startswith(PLACE))
    changed = lines[number].replace(PLACE, f"{PLACE}{token}/")
    return "\n".join([*lines[:number], changed, *lines[number + 1 :]]), number + 1


@pytest.mark.parametrize(
    ("token", "clause", "sentence"),
    [
        ("w2->6", "4.2.1", "You must rule the clearing you leave or the one you enter"),
        ("w11->7", "2.2.1", "not adjacent"),
        ("w3->9", "4.2", "no warriors in that clearing"),
        ("5w12->9", "4.2", "only 1 warriors there"),
        ("XL7(1,0)", "4.3", "no pieces in that clearing"),
        ("Z%t", "4.1.1", "That costs 1 mouse"),
        ("b_s->1", "2.2.3", "no open slot"),
        ("b_s->5", "6.5.4.I", "must rule the clearing to build"),
        ("b_w->9", "6.5.4.II", "You need 1 wood"),
        ("30w->1", "6.5.3", "something else happens here: move 1 marquise warrior supply -> 1"),
        ("p->3", "6.5", "The rules ask: Daylight"),
        ("Lw3->6", "6.5", "The rules ask: Daylight"),
    ],
)
def test_a_token_that_the_rules_forbid_is_refused_with_their_clause(
    lines: list[str], token: str, clause: str, sentence: str
) -> None:
    text, number = broken(lines, token)
    with pytest.raises(BadRecord) as refused:
        imported(text)
    assert (refused.value.line, refused.value.column) == (number, len(PLACE) + 1)
    assert refused.value.clause == clause
    assert sentence in refused.value.sentence
    assert f"«{token}»" in refused.value.sentence


def test_the_command_shows_line_sentence_and_clause(
    lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, number = broken(lines, "w2->6")
    file = tmp_path / "broken.rootlog"
    file.write_text(text, encoding="utf-8")
    assert bot.main(["rootlog", "read", str(file)]) == 2
    said = capsys.readouterr().err
    assert f"Line {number}, column {len(PLACE) + 1}: «w2->6»: You must rule" in said
    assert "(4.2.1)" in said
