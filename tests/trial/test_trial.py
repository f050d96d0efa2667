"""A new faction, and a new hireling, is its own files and nothing else.

`house/` holds the Moths and the Ladybirds, laid out as parts of the house are. They are put into a copy of the house, and there
everything must find them: lobby, board, views, pictures, the stand-in, the simulation, and the suites of the house.
No file of the house knows them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
NEW = Path(__file__).parent / "house"
pytestmark = pytest.mark.slow
ROOMS = ("bot.py", "pyproject.toml", "cogs", "engine", "render", "data", "local", "tests")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "trial", "*.pyc")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The house, with the new faction's files added."""
    here = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        if (HOUSE / room).is_dir():
            shutil.copytree(HOUSE / room, here / room, ignore=LEFT_OUT)
        else:
            shutil.copy(HOUSE / room, here / room)
    for file in NEW.rglob("*"):
        if file.is_file() and file.suffix != ".pyc":
            target = here / file.relative_to(NEW)
            assert not target.exists(), f"{target} would be changed"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    yield here
    shutil.rmtree(here)


def run(copy: Path, *args: str) -> str:
    """Python in the copy; what it says."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GLADE_")}
    env = {**kept, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, *args], cwd=copy, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def suites(copy: Path, *args: str) -> None:
    """Suites of the house, run in the copy; something must have been run."""
    said = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *args)
    assert re.search(r"\d+ passed", said), said


def test_no_file_of_the_house_knows_it() -> None:
    rooms = [HOUSE / room for room in ("cogs", "engine", "render", "data")]
    files = [file for room in rooms for file in room.rglob("*") if file.suffix in (".py", ".json", ".txt")]
    names = re.compile(rb"\b(moths?|ladybirds?)\b", re.IGNORECASE)
    assert [str(file) for file in files if names.search(file.read_bytes())] == []
    assert len(files) > 200


def test_it_is_played_by_chance_and_by_a_stand_in(copy: Path) -> None:
    said = run(
        copy, "bot.py", "simulate", "--seats", "moths=standin,eyrie=random,marquise=random", "--games", "3"
    )
    assert "moths" in said


def test_its_words_laws_and_names_are_in_order(copy: Path) -> None:
    suites(copy, "tests/engine/root/test_words.py", "tests/engine/root/test_law.py", "tests/test_names.py")


def test_its_random_games_hold_and_its_views_tell_nothing(copy: Path) -> None:
    suites(copy, "-k", "moths", "tests/engine/root/test_random_games.py", "tests/engine/root/test_views.py")


def test_every_wish_gets_an_answer_and_the_draft_deals_it(copy: Path) -> None:
    suites(copy, "tests/engine/root/test_why_not.py", "tests/engine/root/setup/test_advanced.py")


def test_a_new_hireling_is_found_drawn_and_played(copy: Path) -> None:
    seats = "duchy=standin,eyrie=random,corvids=random"
    option = "hirelings=ladybirds+forest-patrol"
    said = run(copy, "bot.py", "simulate", "--seats", seats, "--games", "3", "--option", option)
    assert "3 games" in said
    here = "tests/engine/root/hirelings"
    suites(copy, "-k", "ladybirds", f"{here}/test_games.py", f"{here}/test_words.py", f"{here}/test_views.py")


def test_it_is_chosen_in_the_lobby_and_played_on_discord(copy: Path) -> None:
    suites(copy, "tests/cogs/test_moths.py")
