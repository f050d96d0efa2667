"""How the page looks and whether everybody can use it. The pictures are kept in artefacts/page."""

from __future__ import annotations

import pytest

from tests.page.conftest import House
from tests.page.driver import DESKTOP, PHONE, Window

NAMELESS = """
    const words = (id) => document.getElementById(id)?.textContent ?? "";
    const name = (node) =>
        node.getAttribute("aria-label") ||
        (node.getAttribute("aria-labelledby") ?? "").split(" ").map(words).join("") ||
        [...(node.labels ?? [])].map((label) => label.textContent).join("") ||
        node.textContent.trim() ||
        [...node.querySelectorAll("img[alt]")].map((image) => image.alt).join("");
    return [...document.querySelectorAll("button, a, input, textarea, dialog, img:not([alt])")]
        .filter((node) => node.checkVisibility() && !name(node))
        .map((node) => node.outerHTML.slice(0, 200));
"""

CONTRAST = """
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const channels = (name) => {
        const probe = document.createElement("div");
        probe.style.color = `var(${name})`;
        document.body.append(probe);
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
        probe.remove();
        return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const light = (name) => {
        const [r, g, b] = channels(name).map((x) => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [a, b] = [light(arguments[0]), light(arguments[1])];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
"""


def furnish(window: Window) -> None:
    window.run("/show what:parts")
    window.sees("Above the container")
    window.run("/hand")
    window.sees("Cards of Alice")
    window.run("/table open game:Root guest:Bob")
    window.sees("waits for you")
    window.picture()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pictures_of_the_page(alice: Window, size: tuple[int, int], scheme: str) -> None:
    alice.script("localStorage.setItem('scheme', arguments[0])", scheme)
    alice.reload()
    furnish(alice)
    alice.resize(size)
    kind = f"{'phone' if size == PHONE else 'desktop'}-{scheme}"
    alice.until(lambda: alice.one(".side").is_displayed() == (size == DESKTOP), "the side bar is wrong")
    alice.screenshot(f"chat-{kind}")
    alice.box().send_keys("/move ")
    alice.until(alice.rows, "no suggestions")
    alice.screenshot(f"command-{kind}")
    sideways = alice.script("return document.documentElement.scrollWidth - innerWidth")
    assert sideways <= 0, "nothing may stick out at the side"
    wide = alice.script(
        "return [...document.querySelectorAll('.timeline *')].filter((node) => node.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert wide == 0, "every part of a message is inside the window"


def test_the_channels_are_in_a_drawer_on_a_phone(alice: Window) -> None:
    alice.resize(PHONE)
    alice.until(lambda: not alice.one(".side").is_displayed(), "the side bar stays")
    alice.click("Channels", ".bar")
    alice.until(lambda: alice.one(".side").is_displayed(), "the drawer does not open")
    alice.until(lambda: alice.one(".side").rect["x"] == 0, "the drawer is not out")
    alice.screenshot("drawer-phone")
    alice.go("tables")
    alice.until(lambda: not alice.one(".side").is_displayed(), "the drawer does not close")


def test_every_control_has_a_name(alice: Window) -> None:
    furnish(alice)
    alice.run("/show what:text")
    alice.sees("Large heading")
    assert alice.script(NAMELESS) == []
    alice.run("/form")
    alice.sees("A new table", "dialog")
    assert alice.script(NAMELESS) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_stands_out_from_its_ground(alice: Window, scheme: str) -> None:
    alice.script("document.documentElement.dataset.scheme = arguments[0]", scheme)
    for ground in ("--ground", "--raised", "--side", "--deep"):
        for ink in ("--text", "--soft", "--faint", "--link", "--wrong", "--good"):
            assert alice.script(CONTRAST, ink, ground) >= 4.5, (scheme, ink, ground)


def test_nothing_comes_from_elsewhere(alice: Window, house: House) -> None:
    furnish(alice)
    addresses = alice.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [address for address in addresses if not address.startswith(house.address)] == []


def test_the_browser_has_nothing_to_complain_of(alice: Window) -> None:
    alice.browser.get_log("browser")
    furnish(alice)
    alice.reload()
    alice.go("tables")
    assert alice.complaints() == []


def test_messages_are_reached_by_the_arrow_keys(alice: Window) -> None:
    alice.say("one")
    alice.say("two")
    alice.sees("two")
    timeline = alice.one(".timeline")
    timeline.send_keys("\ue013")  # up
    assert "two" in alice.browser.switch_to.active_element.text
    alice.press("\ue013")
    assert "one" in alice.browser.switch_to.active_element.text
    alice.press("x")
    assert alice.box().get_attribute("value") == "x", "typing goes to the message box"


def test_the_keys_are_listed(alice: Window) -> None:
    alice.click("Colours and keys")
    alice.row("Keys of this page").click()
    alice.sees("begin a command", "dialog")
    alice.screenshot("keys")
    alice.press("\ue00c")  # escape
    alice.until(lambda: not alice.all("dialog"), "the list stays open")
