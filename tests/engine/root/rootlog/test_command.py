"""`python bot.py rootlog`: a finished game is written from the file that /export gave, and a record is played."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import bot
from engine import export
from engine.chance import seed_hash, seeded
from engine.flow import Ask
from engine.fuzz import random_answer
from engine.game import Game
from engine.games import GAMES
from engine.root.check import random_setup
from engine.root.rootlog.read import read
from engine.root.rules import RULES

SEED = "a game to be written"


def finished() -> export.Export:
    """A whole game with somebody who changes their mind now and then."""
    dice = random.Random(SEED)
    setup = random_setup(dice, ("marquise", "eyrie"))
    game = Game(RULES, setup, seeded(SEED)).start()
    while not game.over:
        question: Ask = game.waiting()[0]
        game.answer(question.seat, random_answer(question, dice))
        if not game.over and game.undoable(question.seat) and dice.random() < 0.02:
            game.undo(question.seat, game.undoable(question.seat)[-1].seq)
    return export.Export(
        1, "g", "root", "finished", seed_hash(SEED), setup, (), SEED, tuple(game.take_fresh())
    )


@pytest.fixture(scope="module")
def game() -> export.Export:
    return finished()


def test_a_finished_game_is_written_to_the_screen_and_to_a_file(
    game: export.Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record = tmp_path / "game.json", tmp_path / "game.txt"
    file.write_bytes(msgspec.json.encode(game))
    assert any(entry.key == "undo" for entry in game.entries)
    assert bot.main(["rootlog", "write", str(file)]) == 0
    text = capsys.readouterr().out
    assert set(read(text).players) == {"marquise", "eyrie"}
    assert read(text).winners
    assert bot.main(["rootlog", "write", str(file), "--to", str(record)]) == 0
    assert record.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entries": ()}, "not finished"),
        ({"kind": "pebbles"}, "no notation for this game"),
        ({"setup": None}, "not begun"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_sentence(
    game: export.Export,
    change: dict[str, object],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(game, **change)))
    assert bot.main(["rootlog", "write", str(file)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_log_that_does_not_fit_the_rules_is_refused(
    game: export.Export, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(game, entries=game.entries[1:])))
    assert bot.main(["rootlog", "write", str(file)]) == 2
    assert "rules have changed" in capsys.readouterr().err


# --- reading ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record(game: export.Export) -> str:
    return export.written(game, GAMES)


def test_a_record_is_played_filmed_and_written_again_as_it_was(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, film, again = tmp_path / "game.rootlog", tmp_path / "game.gif", tmp_path / "again.json"
    file.write_text(record, encoding="utf-8")
    assert bot.main(["rootlog", "read", str(file), "--film", str(film), "--to", str(again)]) == 0
    assert "turns played by the rules. Won by: " in capsys.readouterr().out
    assert film.read_bytes().startswith(b"GIF89a")
    assert bot.main(["rootlog", "write", str(again)]) == 0
    assert capsys.readouterr().out == record


def test_corrections_are_made_before_a_record_is_played(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.count("/++/") == 1)
    lines[number - 1] = lines[number - 1].replace("/++/", "/++7/")
    file, beside = tmp_path / "game.rootlog", tmp_path / "corrections.json"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert bot.main(["rootlog", "read", str(file)]) == 2
    assert f"Line {number}" in capsys.readouterr().err
    why = {"class": "mistake of the writer", "why": "a point was scored"}
    beside.write_bytes(msgspec.json.encode([{"line": number, "old": "++7", "new": "++", **why}]))
    assert bot.main(["rootlog", "read", str(file), "--corrections", str(beside)]) == 0


def test_what_is_no_record_or_no_list_of_corrections_is_refused(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, beside = tmp_path / "game.rootlog", tmp_path / "corrections.json"
    assert bot.main(["rootlog", "read", str(file)]) == 2
    file.write_bytes(b"\xff\xfe")
    assert bot.main(["rootlog", "read", str(file)]) == 2
    file.write_text("Map: Moon\n", encoding="utf-8")
    assert bot.main(["rootlog", "read", str(file)]) == 2
    assert "There are no players" in capsys.readouterr().err
    file.write_text(record, encoding="utf-8")
    beside.write_text("{}", encoding="utf-8")
    assert bot.main(["rootlog", "read", str(file), "--corrections", str(beside)]) == 2
    assert "no list of corrections" in capsys.readouterr().err
