"""Games written down, read back and played again; the long form is `python -m tests.engine.root.rootlog.roundtrip 300`."""

from __future__ import annotations

import re

import pytest

from engine.game import Game
from engine.root.data import FACTIONS, HIRELING_SIDES, LANDMARKS
from engine.root.rootlog.corrections import Correction, by_class, corrected, read_corrections
from engine.root.rootlog.imported import imported
from engine.root.rootlog.read import BadRecord
from engine.root.rootlog.write import write
from engine.root.rules import RULES
from tests.engine.root.rootlog.mutations import broken, fate
from tests.engine.root.rootlog.roundtrip import faults, play

SAMPLE = (0, 1, 3, 7, 11, 17, 19, 29, 33, 35, 39, 63)
"""Random games, plain, with hirelings, with a draft, with both, that have everybody at the table once."""


@pytest.mark.parametrize("number", SAMPLE)
def test_a_game_comes_back_from_its_record_as_it_was(number: int) -> None:
    # given a random game
    played = play(number, 80)
    # when it is written down and the text is played, then every turn begins with the same table and the same
    # state, the same player wins, and written again it is the same text
    assert list(faults(played)) == []


def test_the_sample_has_all_factions_hirelings_and_landmarks() -> None:
    met: set[str] = set()
    for number in SAMPLE:
        game = Game.unplayed(RULES, (played := play(number, 1)).setup, keep=True)
        game.replay(played.entries)
        met |= {*game.state.plays.values(), *game.state.guests}
    assert met >= {*FACTIONS, *HIRELING_SIDES, *LANDMARKS}


def test_a_whole_game_comes_back_with_its_winner() -> None:
    played = play(WHOLE)
    assert played.winners
    assert list(faults(played)) == []


WHOLE = 14
"""A random game that is over soon."""


def test_a_change_without_its_token_stops_with_its_line() -> None:
    # given a record from which a token is missing
    text = write((played := play(0, 60)).setup, played.entries)
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if n > 16 and line.count("/") > 2)
    head, *tokens = lines[number].split("/")
    lines[number] = "/".join([head, *tokens[1:]])
    # when it is played, then it stops in that line
    with pytest.raises(BadRecord) as refused:
        imported("\n".join(lines))
    assert refused.value.line == number + 1
    assert re.match(r"Line \d+, column \d+: ", str(refused.value))


# --- corrections ------------------------------------------------------------------------------------------


def a_correction(line: int, old: str, new: str) -> Correction:
    return Correction(line, old, new, "mistake of the writer", "another line proves it")


TEXT = "Map: Fall\nC:t->5/w->6 // late\n"


def test_a_correction_replaces_drops_and_adds_tokens() -> None:
    assert corrected(TEXT, [a_correction(2, "w->6", "w->7/++")]).splitlines()[1] == "C:t->5/w->7/++ // late"
    assert corrected(TEXT, [a_correction(2, "t->5", "")]).splitlines()[1] == "C:w->6 // late"
    assert corrected(TEXT, [a_correction(2, "", "#->C")]).splitlines()[1] == "C:t->5/w->6/#->C // late"
    assert corrected(TEXT, []) == TEXT


@pytest.mark.parametrize("wrong", [a_correction(2, "w->9", "w->7"), a_correction(9, "t->5", "t->6")])
def test_a_correction_that_does_not_fit_is_refused_with_its_line(wrong: Correction) -> None:
    with pytest.raises(BadRecord) as refused:
        corrected(TEXT, [wrong])
    assert refused.value.line == wrong.line


def test_corrections_are_read_from_a_file_and_counted_by_class() -> None:
    file = b'[{"line": 2, "old": "", "new": "++", "class": "step not written", "why": "a quest"}]'
    assert by_class(read_corrections(file)) == {"step not written": 1}
    with pytest.raises(ValueError, match="no list of corrections"):
        read_corrections(b'[{"line": 2, "class": "guess"}]')


# --- broken records: the long form is `python -m tests.engine.root.rootlog.mutations 1000` --------------------


@pytest.mark.parametrize("number", range(12))
def test_a_broken_record_gets_an_error_with_its_line_or_is_another_legal_game(number: int) -> None:
    assert fate(broken(number)) in ("refused", "read")
