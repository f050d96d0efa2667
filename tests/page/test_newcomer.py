"""The newcomer's route of docs/first-game.md, walked in a browser, wide and on a phone: what the page says is on the screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import pytest

from tests.page.driver import DESKTOP, PHONE, Window
from tests.page.test_harrow_game import at_rest, press_something, text_now
from tests.page.test_real_game import BOARD, PANEL, RealHouse, first_value, house, patience

__all__ = ["house", "patience"]

ROW = ["My Turn", "My Hand", "Boards", "Rules", "More…"]
MORE = ["Recap", "Log", "Replay", "Why Not…", "Standing Orders", "My Settings"]

MAP = """
    const image = [...document.querySelectorAll(arguments[0] + " .picture img")].at(-1);
    return Boolean(image?.complete && image.naturalWidth);
"""


def buttons(window: Window, css: str) -> list[str]:
    """What the newest message of this sort offers that has buttons."""
    code = """
        const all = [...document.querySelectorAll(arguments[0])].filter((one) => one.querySelector(".row .button"));
        return [...(all.at(-1)?.querySelectorAll(".row .button") ?? [])].map((one) => one.textContent.trim());
    """
    return cast(list[str], window.script(code, css))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_route_of_the_first_game(
    house: RealHouse, sit: Callable[[str], Window], size: tuple[int, int]
) -> None:
    alice = sit("alice")
    alice.resize(size)
    shot = f"newcomer-{size[0]}"

    # Begin: the greeting, which game, a thread of its own, one board with one row of buttons and a goal
    alice.sees("Welcome to Glade")
    alice.click("First Game", ".message")
    alice.choose("Choose a game", "Root")
    alice.sees("Marquise de Cat")
    alice.go("Alice's first game")
    alice.sees("Where do you place the keep?")
    alice.sees("🎯")
    assert buttons(alice, BOARD) == ROW
    alice.screenshot(f"{shot}-board")

    # My Turn opens the panel, which stays for the whole setup and the turn
    alice.click("My Turn", BOARD)
    for question in ("the keep", "first sawmill", "first workshop", "first recruiter"):
        alice.sees(question, PANEL)
        first_value(alice)
    alice.click("Yes, Do It", PANEL)  # others come next: it cannot be taken back
    alice.sees("You have 3 left")

    # Make a move: a verb, a map with the places, Back; the hand, the rest under More…
    alice.until(lambda: "Build Sawmill" in buttons(alice, PANEL), f"{buttons(alice, PANEL)}")
    assert "Move" in buttons(alice, PANEL)
    alice.click("Move", PANEL)
    alice.sees("Move: choose from where", PANEL)
    alice.until(lambda: alice.script(MAP, PANEL), "the panel has no map")
    alice.screenshot(f"{shot}-move")
    alice.click("Back", PANEL)
    alice.click("More…", PANEL)
    alice.until(lambda: set(MORE) <= set(buttons(alice, PANEL)), f"{buttons(alice, PANEL)}")
    alice.screenshot(f"{shot}-more")
    alice.click("Back", PANEL)
    alice.click("My Hand", BOARD)
    alice.sees("Your hand")

    # until the bots have played and it is this player's turn again
    dice = random.Random(5)
    for _ in range(120):
        if "turn 4" in text_now(alice):
            break
        press_something(alice, dice)
    alice.sees("turn 4")
    at_rest(alice)
    alice.screenshot(f"{shot}-bots")

    # nothing is lost by leaving the page
    alice.reload()
    alice.sees("turn 4")
    assert [line for line in alice.complaints() if "interact" not in line or "404" not in line] == []
