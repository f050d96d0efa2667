"""What is pressed stays under the finger: a turn of a real game, pressed in a browser, wide and on a phone.

A press in a private panel: its lower edge, where its buttons are, stays where it is, whatever is edited above or sent below.
A press on a board: the button stays; only if the panel that it opens is out of sight, it moves, and no farther than needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

import pytest
from selenium.webdriver.remote.webelement import WebElement

from tests.page.driver import DESKTOP, PHONE, Window
from tests.page.test_real_game import BOARD, PANEL, RealHouse, first_value, house, patience

__all__ = ["house", "patience"]

STILL = 3
"""Pixels that nobody sees."""
QUIET = 0.8
"""Seconds without any change after which the page stands still."""

WATCH = """
    const view = document.querySelector(".timeline");
    const own = (node) => node.classList.contains("ephemeral");
    const find = (press) => document.querySelector(`article[data-id="${press.id}"]`);
    const place = (press) => {
        const node = find(press);
        if (!node) return null;
        if (press.own) return node.getBoundingClientRect().bottom;
        const same = [...node.querySelectorAll(".button")].find((one) => one.textContent === press.label);
        return same ? same.getBoundingClientRect().top : null;
    };
    const hidden = (press) => {
        const panels = [...document.querySelectorAll("article.ephemeral")].filter((one) => !press.known.includes(one.dataset.id));
        const panel = panels.at(-1);
        return panel ? panel.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom : null;
    };
    let control = null;
    addEventListener("click", (event) => {
        const pressed = event.target.closest?.(".timeline .button, .timeline .select");
        if (pressed) control = pressed;
        const chosen = event.target.closest?.(".popup-row");
        if (!(chosen || pressed?.matches(".button")) || !control?.isConnected) return;
        const article = control.closest("article");
        const known = [...document.querySelectorAll("article")].map((one) => one.dataset.id);
        window.press = { id: article.dataset.id, own: own(article), label: control.textContent, known, most: 0 };
        window.press.from = place(window.press);
        window.press.cut = Math.max(0, article.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom);
    }, true);
    const look = () => {
        const press = window.press;
        const now = press ? place(press) : null;
        if (now !== null) {
            press.moved = now - press.from;
            press.most = Math.max(press.most, Math.abs(press.moved));
            press.hidden = hidden(press);
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
"""Notes of every press, frame by frame, how far what was pressed moves on the screen."""

STATE = """
    const images = [...document.querySelectorAll(".timeline img")];
    const busy = document.querySelector(".timeline [aria-busy=true], .timeline .thinking");
    return images.every((one) => one.complete) && !busy
        ? document.querySelector(".timeline").innerText.replace(/\\\\d+ seconds? ago/g, "") + images.map((one) => one.src).join() : null;
"""


def at_rest(window: Window) -> None:
    """Until everything that a press led to has come: words, pictures, maps."""
    seen, since = None, time.monotonic()

    def still() -> bool:
        nonlocal seen, since
        now = window.script(STATE)
        if now is None or now != seen:
            seen, since = now, time.monotonic()
        return time.monotonic() - since > QUIET

    window.until(still, "the page does not come to rest")


class Finger:
    """Presses, and notes how far the page jumped under it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.jumps: dict[str, float] = {}
        window.script(WATCH)

    def press(self, what: str, act: Callable[[], None]) -> dict[str, Any]:
        at_rest(self.window)
        act()
        at_rest(self.window)
        pressed = cast(dict[str, Any], self.window.script("return window.press"))
        self.jumps[what] = round(pressed["most"])
        return pressed

    def in_panel(self, label: str, act: Callable[[], None] | None = None) -> None:
        """A press in the panel: nothing moves, but what was out of sight of it comes into sight."""
        pressed = self.press(label, act or (lambda: self.window.click(label, PANEL)))
        assert pressed["own"]
        assert pressed["most"] <= pressed["cut"] + STILL, (self.jumps, pressed)

    def first(self, what: str) -> None:
        """The first thing that the panel offers."""
        self.in_panel(what, lambda: first_value(self.window))

    def on_board(self, label: str) -> None:
        """A press on the board: it moves only as far as the panel needs to be seen, and never back."""
        pressed = self.press(label, lambda: self.window.click(label, BOARD))
        assert not pressed["own"]
        assert pressed["hidden"] <= STILL, "the panel is not in sight"
        if pressed["most"] > STILL:
            assert pressed["hidden"] == pytest.approx(0, abs=STILL), "it moved farther than needed"
            assert pressed["moved"] == pytest.approx(-pressed["most"], abs=STILL), "it moved to and fro"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_what_is_pressed_stays_under_the_finger(
    house: RealHouse, sit: Callable[[str], Window], size: tuple[int, int]
) -> None:
    # given a game of the Marquise, who moves first, against a bot, in a window of this size
    alice = sit("alice")
    alice.sees("Welcome to Glade")
    alice.run("/game new game:root title:Evening")
    alice.choose("Choose your faction", "Marquise de Cat")
    alice.sees("@Alice · Marquise de Cat")
    alice.click("Add Bot", ".message")
    alice.sees("🤖")
    alice.run("/game options option:order value:seated")
    alice.sees("Order of play: Play in the order of the seats")
    alice.click("Start", ".message")
    alice.sees("has begun")
    alice.go("Evening")
    alice.sees("Where do you place the keep?")
    alice.resize(size)
    name = "phone" if size == PHONE else "desktop"
    finger = Finger(alice)
    # when she sets up: the board above her panel gets a new picture with every press
    finger.on_board("My Turn")
    alice.screenshot(f"jumps-open-{name}")
    for question in ("keep", "sawmill", "workshop"):
        finger.first(question)
    # and takes a turn: menus, maps that come later, choices, a look at her hand and back
    finger.first("recruiter")
    if "Yes, Do It" in alice.text(PANEL):
        finger.in_panel("Yes, Do It")
    alice.until(lambda: cast(WebElement, alice.labelled("Move", PANEL)), "it is not her Daylight")
    finger.in_panel("Move")
    alice.screenshot(f"jumps-map-{name}")
    for step in ("where from", "where to", "how many"):
        if "Stop here" not in alice.text(PANEL):
            finger.first(step)
    finger.in_panel("Stop here")
    finger.in_panel("My Hand")
    finger.in_panel("Back")
    # and has scrolled up a little, to see the board: then, too
    alice.script("document.querySelector('.timeline').scrollBy(0, -100)")
    finger.in_panel("More…")
    finger.in_panel("Back")
    # and ends her turn: bots move, and the board of her next turn comes below
    finger.in_panel("End Daylight")
    finger.in_panel("Yes, Do It")
    alice.screenshot(f"jumps-end-{name}")
    # then what is new is one press away
    alice.click("To the newest messages")
    print(finger.jumps)
