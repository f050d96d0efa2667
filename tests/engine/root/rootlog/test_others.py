"""Records of others: cards without names, battles without dice, things in a free order.

The recorded games are not ours to ship. Who has them names their folder in ROOTLOG_RECORDS; what is read otherwise than it
is written stands in `corrections/`, a file for each record. Everybody can play our own games, written as others write.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from engine.root.rootlog.corrections import by_class, read_corrections
from engine.root.rootlog.imported import imported
from engine.root.rootlog.read import BadRecord
from engine.root.rootlog.write import write
from tests.engine.root.rootlog.plainer import faults, plainer
from tests.engine.root.rootlog.roundtrip import play

CORRECTIONS = sorted((Path(__file__).parent / "corrections").glob("*.json"))
WINNERS = {
    "2020_11_08_mega_exploding_birds": ["vagabond"],
    "2020_11_19_orderly_eyrie": ["eyrie"],
    "2020_11_19_winter_tournament_r1g2": ["marquise", "vagabond2"],
    "2020_11_25_winter_tournament_r2g3": ["eyrie"],
}


@pytest.mark.parametrize("beside", CORRECTIONS, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_to_its_end(beside: Path) -> None:
    # given a game that somebody has recorded, and the readings that differ from what is written
    folder = os.environ.get("ROOTLOG_RECORDS", "")
    record = Path(folder) / f"{beside.stem}.rootlog"
    if not folder or not record.exists():
        pytest.skip("ROOTLOG_RECORDS names no folder with this record")
    # when it is played by our rules, then it ends as it did
    played = imported(record.read_text(encoding="utf-8"), read_corrections(beside.read_bytes()))
    assert sorted(played.state.winners) == WINNERS[beside.stem]


@pytest.mark.parametrize("beside", CORRECTIONS, ids=lambda path: path.stem)
def test_every_correction_has_its_class_and_its_reason(beside: Path) -> None:
    corrections = read_corrections(beside.read_bytes())
    assert sum(by_class(corrections).values()) == len(corrections) > 0
    assert all(one.why.endswith(".") and one.old != one.new for one in corrections)
    assert [one.line for one in corrections] == sorted(one.line for one in corrections)


@pytest.mark.parametrize("number", range(12))
def test_a_game_of_ours_comes_back_from_a_record_as_others_write(number: int) -> None:
    # given a random game, plain, with hirelings, with a draft, with both, written without names of cards, dice and what goes without saying
    played = play(number, 90)
    text = plainer(write(played.setup, played.entries))
    assert not re.search(r"[BFMR]#(?!dom)[a-z@]+->[A-Z](/|$)", text, re.MULTILINE)
    # when it is played, then every turn begins with the same table, as far as everybody sees it
    assert list(faults(played)) == []


def test_a_card_that_cannot_be_there_is_named_with_its_line() -> None:
    # given a record in which somebody spends more cards than were ever drawn
    played = play(0, 60)
    lines = plainer(write(played.setup, played.entries)).splitlines()
    number = next(n for n, line in enumerate(lines) if n > 16 and line.startswith("C:"))
    lines[number] += "/9#C->"
    # when its cards are looked for, then it stops there
    with pytest.raises(BadRecord) as refused:
        imported("\n".join(lines))
    assert refused.value.line == number + 1
    assert "no such card" in refused.value.sentence


# --- how freely things may be written -----------------------------------------------------------------------

FREE = 4
"""A random game of five players with two Vagabonds and the Riverfolk."""


def freely(old: str, new: str) -> list[str]:
    """What is wrong about that game if its record is written otherwise in one place."""
    played = play(FREE, 90)
    text = plainer(write(played.setup, played.entries))
    assert old in text
    return list(faults(played, text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("w->1/w->11/w->11/w->1", "2w->1+11"),  # pieces are added up
        ("t_r->12/w->12/2Kw$->/++2", "++2/2Kw$->/(w+t_r)->12"),  # a little earlier or later
        ("%f->r/%c->r/%r->r/p->6_7_11", "p->6_7_11"),  # what is refreshed is not written
        ("$_->/#builder->$", "#builder->$/$_->"),  # turmoil in any order
        ("%r->e/%b10->$/++", "%r->e/%b10->$/%b->t/++"),  # where an item lies goes without saying
    ],
)
def test_a_record_may_be_written_freely(old: str, new: str) -> None:
    assert freely(old, new) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2Kw$->/++2/$_m->3", "2Kw$->/$_m->3"),  # points that were scored
        ("2Kw$->/++2/$_m->3", "2Kw$->/++3/$_m->3"),  # points that were not
        ("%f->e/p->7", "p->7"),  # an item that was exhausted
        ("w8->/b_f_j->8/b_f_j8->", "w8->/b_f_j8->"),  # a piece that came
        ("p->10/%r->e", "p->10/p->3/%r->e"),  # a move that cannot be
    ],
)
def test_what_happened_must_be_written_and_what_is_written_must_happen(old: str, new: str) -> None:
    (wrong,) = freely(old, new)
    assert re.match(r"Line \d+, column \d+: ", wrong)
