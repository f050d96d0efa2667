"""A whole game of Harrow County in a real browser, by clicks alone: a newcomer's first game, led by the hand."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.page.driver import DESKTOP, PHONE, Window
from tests.page.test_real_game import RealHouse, board_picture, house, patience

__all__ = ["house", "patience"]

pytestmark = pytest.mark.slow

WON = "won by"
OFFERED = """
    const later = ["My Hand", "Undo", "Rules", "Boards", "Back", "Start Over", "Film", "Replay",
        "Play Again", "Mute", "More…", "Join", "Leave", "Add Bot", "Bots…", "Settings…", "Choose your faction", "Start"];
    const name = (part) => part.textContent.trim();
    const parts = (message) => [...message.querySelectorAll(".row :is(.select, .button)")].filter((part) =>
        part.checkVisibility() && !part.disabled && !later.includes(name(part)) && !name(part).startsWith("Page"));
    const shown = [...document.querySelectorAll("article.message")].filter((one) => parts(one).length);
    const board = shown.filter((one) => !one.classList.contains("ephemeral")).at(-1);
    const panel = shown.filter((one) => one.classList.contains("ephemeral")
        && board && board.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
    const found = panel || board ? parts(panel ?? board) : [];
    return arguments.length ? found[arguments[0]] ?? null
        : found.map((part) => [name(part), part.classList.contains("select")]);
"""
"""What may be pressed to make a move: in the newest panel below the board, or else on the board."""


def text_now(window: Window) -> str:
    return str(window.script("return document.querySelector('.timeline').innerText"))


def at_rest(window: Window) -> str:
    """The text of the page once it stands still."""
    seen = ""
    while (now := text_now(window)) != seen:
        seen = now
        time.sleep(0.25)
    window.script(
        "[...document.querySelectorAll('button')].find((one) => /^To the newest/.test(one.innerText))?.click()"
    )
    return seen


def press_something(window: Window, dice: random.Random) -> None:
    """One press, as somebody who tries things out; waits until the page has changed."""
    before = at_rest(window)
    window.until(lambda: window.script(OFFERED) or WON in text_now(window), "nothing is on offer")
    offered: Any = window.script(OFFERED)
    if not offered:
        return
    number = dice.randrange(len(offered))
    label, is_menu = offered[number]
    find = cast(Callable[[], Any], lambda: window.script(OFFERED, number))
    cannot = f"«{label}» cannot be pressed"

    def moved_on() -> bool:
        """The answer before this one arrives only now: then there is nothing to press any more."""
        return window.script(OFFERED) != offered

    window.strike(find, cannot)
    if is_menu:
        lines = "return document.querySelectorAll('.popup-row').length"
        window.until(lambda: window.script(lines) or moved_on(), cannot)
        which = dice.randrange(cast(int, window.script(lines)) or 1)
        line = "const it = document.querySelectorAll('.popup-row')[arguments[0]]; it?.click(); return Boolean(it)"
        window.until(lambda: window.script(line, which) or moved_on(), f"«{label}» has no line {which}")
        if window.all(".popup button"):
            window.click("Done", ".popup")
    window.until(lambda: text_now(window) != before, f"nothing happens after «{label}»")


def test_a_newcomer_plays_a_whole_game_of_harrow_county(
    house: RealHouse, sit: Callable[[str], Window]
) -> None:
    alice = sit("alice")
    alice.sees("Welcome to Glade")
    alice.click("First Game", ".message")
    alice.choose("Choose a game", "Harrow County")
    alice.sees("Protectors")
    alice.go("Alice's first game")
    alice.sees("Choose a jar")
    assert "💡" in text_now(alice)
    alice.screenshot("harrow-first")
    alice.resize(PHONE)
    alice.screenshot("harrow-first-phone")
    alice.resize(DESKTOP)
    dice = random.Random(3)
    for step in range(900):
        if WON in text_now(alice):
            break
        press_something(alice, dice)
        if step in (15, 60, 120):
            at_rest(alice)
            board_picture(alice)
            alice.screenshot(f"harrow-{step}")
            alice.resize(PHONE)
            alice.screenshot(f"harrow-{step}-phone")
            alice.resize(DESKTOP)
    alice.sees(WON)
    alice.screenshot("harrow-end")
    alice.click("Film", ".message")
    alice.sees("Only you can see this")
    # a panel that goes away at the moment it is pressed is gone: the page says so
    assert [line for line in alice.complaints() if "interact" not in line or "404" not in line] == []
