"""The real bot in a real browser: two people and a bot play Root, by clicks and by typed commands."""

from __future__ import annotations

import io
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PIL import Image
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.page.conftest import House
from tests.page.driver import PHONE, Window

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds for a bot in another process, pictures included, on a busy machine."""


class RealHouse(House):
    """The local Discord here; the real bot, its games in a real file, in a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "discord.json")
        self.database = folder / "glade.sqlite"
        self.log = (folder / "bot.log").open("wb")
        self.process: subprocess.Popen[bytes] | None = None

    def start_bot(self) -> None:
        command = [sys.executable, "-m", "tests.page.real_bot", self.address, str(self.database)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log)

    def stop_bot(self) -> None:
        """Killed, without a chance to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def close(self) -> None:
        super().close()
        self.log.close()
        print(Path(self.log.name).read_text())  # pytest shows it when the test fails


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RealHouse]:
    made = RealHouse(tmp_path)
    try:
        made.start_server()
        made.start_bot()
        yield made
        assert made.server is not None
        assert made.server.violations == []
    finally:
        made.close()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.page.driver.PATIENCE", PATIENCE)


BOARD, PANEL = "article.message:not(.ephemeral)", "article.message.ephemeral"


def board_picture(window: Window, old: str = "") -> str:
    """The picture of the newest board, once it is loaded and another one than before."""
    code = f"""
        const image = [...document.querySelectorAll("{BOARD} .picture img")].at(-1);
        return image?.complete && image.naturalWidth && image.src !== arguments[0] ? image.src : null;
    """
    return str(window.until(lambda: window.script(code, old), f"{window.person} sees no new picture"))


def first_value(window: Window) -> None:
    """Choose the first thing that the newest panel offers, from a button or a menu."""
    code = """
        const panels = [...document.querySelectorAll(arguments[0])].filter((one) => one.querySelector(".row"));
        return panels.at(-1)?.querySelector(".row :is(.select, .button)") ?? null;
    """

    def offered() -> WebElement | None:
        return cast(WebElement | None, window.script(code, PANEL))

    part = window.until(offered, "the panel offers nothing")
    is_menu = "select" in str(part.get_attribute("class"))
    window.strike(offered, "the panel cannot be clicked")
    if is_menu:
        window.strike(lambda: next(iter(window.all(".popup-row")), None), "the menu does not open")


def box_of(window: Window) -> tuple[float, float]:
    """How wide and high the newest board's picture is shown."""
    code = f"""
        const image = [...document.querySelectorAll("{BOARD} .picture img")].at(-1).getBoundingClientRect();
        return [image.width, image.height];
    """
    width, height = cast(list[float], window.script(code))
    return width, height


def pixels_of(window: Window, address: str) -> list[int]:
    """Every 101st pixel of a picture as the browser reads it: red, green, blue, one after another."""
    code = """
        const done = arguments[1];
        const image = new Image();
        image.onload = () => {
            const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const data = pen.getImageData(0, 0, canvas.width, canvas.height).data;
            const found = [];
            for (let at = 0; at < data.length; at += 404) found.push(data[at], data[at + 1], data[at + 2]);
            done(found);
        };
        image.src = arguments[0];
    """
    return cast(list[int], window.front().execute_async_script(code, address))


def sampled(image: Image.Image) -> list[int]:
    """The same pixels as Pillow reads them."""
    data = image.tobytes()
    return [value for at in range(0, len(data), 303) for value in data[at : at + 3]]


def start_game(alice: Window, bob: Window) -> None:
    """A table of two people and a bot, as people set it up: some by clicks, some by typing."""
    alice.sees("Welcome to Glade")
    alice.screenshot("real-greeting")
    alice.run("/game new game:root title:Evening")
    alice.sees("One more player is needed")
    bob.click("Join", ".message")
    bob.sees("2 taken")
    bob.choose("Choose your faction", "Eyrie Dynasties")
    alice.sees("@Bob · Eyrie Dynasties")
    alice.choose("Choose your faction", "Marquise de Cat")
    alice.sees("@Alice · Marquise de Cat")
    alice.click("Add Bot", ".message")
    alice.sees("🤖")
    alice.run("/game options option:order value:seated")
    alice.sees("Order of play: Play in the order of the seats")
    alice.screenshot("real-lobby")
    alice.click("Start", ".message")
    alice.sees("has begun")
    for window in (alice, bob):
        window.go("Evening")
        window.sees("Where do you place the keep?")


def set_up(alice: Window, bob: Window) -> None:
    """The Marquise and the Eyrie stand on the map; every answer changes the picture in both windows."""
    shown = board_picture(bob)
    alice.click("My Turn", BOARD)
    for question in ("the keep", "first sawmill", "first workshop", "first recruiter"):
        alice.sees(question, PANEL)  # the same panel goes on
        first_value(alice)
        shown = board_picture(bob, shown)
    bob.sees("Which leader")
    alice.screenshot("real-setup")
    bob.click("My Turn", BOARD)
    first_value(bob)
    bob.click("Yes, Do It", PANEL)  # the first turn begins with it: it cannot be taken back
    for window in (alice, bob):
        window.sees("You have 3 left")


def test_two_people_and_a_bot_in_the_browser(
    house: RealHouse, sit: Callable[[str], Window], tmp_path: Path
) -> None:
    alice, bob = sit("alice"), sit("bob")
    start_game(alice, bob)
    set_up(alice, bob)

    # a hand is for one pair of eyes
    alice.click("My Hand", ".message")
    alice.sees("Your hand")
    alice.sees("Only you can see this")
    alice.screenshot("real-hand")
    cards = str(alice.text()).split("Your hand")[1].split("Only you can see this")[0].strip().splitlines()
    assert len(cards) == 3
    assert "Your hand" not in bob.text()
    assert not any(card in bob.text() for card in cards)
    bob.screenshot("real-no-hand")

    # a typed move and a clicked one change the picture for both
    before = board_picture(bob)
    alice.run("/recruit")
    for window in (alice, bob):
        window.sees("You have 2 left")
    before = board_picture(bob, before)
    bob.run("/recruit")
    bob.sees("It is up to Marquise de Cat")
    alice.click("Move", PANEL)
    alice.sees("Move: choose from where")
    alice.screenshot("real-menu")
    alice.click("Back", PANEL)
    alice.box().send_keys("/play choice:Move")
    alice.until(lambda: [row for row in alice.rows() if row.startswith("Move 1 ")], "nothing to choose")
    alice.press(Keys.TAB)
    alice.press(Keys.ENTER)
    for window in (alice, bob):
        window.sees("take a second move, or stop here")
    before = board_picture(bob, before)

    # the picture stands in the box that Discord gives it, and the browser reads the pixels that were drawn
    assert box_of(alice) == pytest.approx((550, 350), abs=1)
    with urllib.request.urlopen(before) as answer:  # the bot's own file
        drawn = Image.open(io.BytesIO(answer.read())).convert("RGB")
    assert pixels_of(bob, before) == sampled(drawn)
    alice.click("Boards", BOARD)
    alice.sees("in order of play")
    alice.screenshot("real-boards")
    bob.resize(PHONE)
    bob.screenshot("real-phone")
    assert 300 < box_of(bob)[0] <= 390

    # nothing is lost by a reload
    alice.reload()
    alice.sees("take a second move, or stop here")
    assert board_picture(alice) == before
    alice.click("My Turn", BOARD)
    alice.click("Stop here", PANEL)
    alice.sees("You have 1 left")
    bob.sees("You have 1 left")

    # killed while the page is open
    house.stop_bot()
    alice.sees("Glade is away", ".banner")
    alice.click("End Daylight", PANEL)
    alice.sees("Glade is away. Try again when it is back.")
    alice.screenshot("real-away")
    house.start_bot()
    alice.until(lambda: alice.text(".banner") == "", "the page does not come back")

    # the buttons of before work, and those that are too old answer kindly
    alice.click("My Turn", BOARD)
    alice.until(lambda: len(alice.all(f"{PANEL} .row")) > 3, "the second panel does not open")
    alice.click("End Daylight", PANEL)
    alice.click("Yes, Do It", PANEL)
    bob.sees("Add one or two cards to the decree")
    alice.sees("✓ End Daylight")
    up_to = "It is up to Eyrie Dynasties"
    told = alice.text(".timeline").count(up_to)
    alice.click("End Daylight", PANEL)
    alice.until(lambda: alice.text(".timeline").count(up_to) > told, "the old button said nothing")
    bob.click("My Turn", BOARD)
    bob.sees("Only you can see this")
    bob.screenshot("real-panel")
    alice.screenshot("real-after")
    for window in (alice, bob):
        severe = [line for line in window.complaints() if "503" not in line and "504" not in line]
        assert severe == []
