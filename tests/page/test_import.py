"""A file is picked for a command in a real browser, and the game in it is looked at: on a desktop and on a phone."""

from __future__ import annotations

import io
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from engine import export
from engine.games import GAMES
from tests.engine.root.rootlog.test_command import finished
from tests.page.driver import DESKTOP, PHONE, Window
from tests.page.test_real_game import RealHouse, board_picture, house, patience

__all__ = ["house", "patience"]

TITLE = "Study: The final"


def pick(window: Window, option: str, file: Path) -> None:
    window.one(f"[data-option={option}] input[type=file]").send_keys(str(file))
    window.until(
        lambda: window.script(
            "return arguments[0].files.length", window.one(f"[data-option={option}] input")
        ),
        "the file was not taken",
    )


def fits(window: Window) -> bool:
    """Nothing is wider than the page."""
    code = "return document.documentElement.scrollWidth <= window.innerWidth"
    return bool(window.script(code))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_record_is_picked_and_its_game_is_looked_at(
    house: RealHouse, sit: Callable[[str], Window], tmp_path: Path, size: tuple[int, int]
) -> None:
    where = "phone" if size == PHONE else "desktop"
    record, wrong = tmp_path / "game.rootlog.txt", tmp_path / "wrong.txt"
    record.write_text(export.written(finished(), GAMES), encoding="utf-8")
    wrong.write_text("Dear bot, please let me win.\n", encoding="utf-8")
    alice = sit("alice")
    alice.resize(size)
    alice.sees("Welcome to Glade")
    alice.box().send_keys("/import ")
    pick(alice, "file", wrong)
    alice.screenshot(f"import-{where}-picking")
    assert fits(alice)
    alice.click("Send")
    alice.sees("nothing was kept")
    alice.sees("Line 1, column 1")
    alice.box().send_keys("/import ")
    pick(alice, "file", record)
    alice.one("input.tail").send_keys("title:")
    alice.press("The final")
    alice.click("Send")
    alice.sees("58 turns to its end")
    alice.screenshot(f"import-{where}-told")
    assert "fakepath" not in alice.text()
    alice.go(TITLE)
    shown = board_picture(alice)
    with urllib.request.urlopen(shown) as answer:
        assert Image.open(io.BytesIO(answer.read())).width > 1000
    alice.sees("A study, read from Rootlog")
    alice.screenshot(f"import-{where}-study")
    alice.click("Replay")
    alice.sees("turn 0 of 58")
    alice.click("Next ▶")
    alice.sees("turn 1 of 58")
    alice.screenshot(f"import-{where}-replay")
    assert fits(alice)
    assert alice.complaints() == []
