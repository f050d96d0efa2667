"""A window of the page, driven as a person drives it: by keys and by what is written on things."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.common.exceptions import (
    JavascriptException,
    MoveTargetOutOfBoundsException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "page"
DESKTOP, PHONE = (1280, 800), (390, 844)
PATIENCE = 10
Found = TypeVar("Found")


def start_chromium(folder: str, size: tuple[int, int] = DESKTOP) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--lang=en-GB",
        "--force-prefers-reduced-motion",
        f"--user-data-dir={tempfile.mkdtemp(dir=folder)}",
        f"--window-size={size[0]},{size[1]}",
    ]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


class Window:
    """One person's window. Every act brings it to the front first."""

    def __init__(self, browser: webdriver.Chrome, handle: str, address: str, person: str):
        self.browser = browser
        self.handle = handle
        self.address = address
        self.person = person

    def front(self) -> webdriver.Chrome:
        self.browser.switch_to.window(self.handle)
        return self.browser

    def load(self) -> Window:
        self.resize(DESKTOP)
        self.front().get(f"{self.address}/?as={self.person}")
        return self.ready()

    def reload(self) -> Window:
        self.front().refresh()
        return self.ready()

    def ready(self) -> Window:
        self.until(lambda: self.all(".welcome, .message, .forum, .older"), "the page did not open")
        return self

    # -- looking

    def all(self, css: str) -> list[WebElement]:
        return self.front().find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        return self.until(lambda: self.front().find_element(By.CSS_SELECTOR, css), f"nothing is {css}")

    def text(self, css: str = ".timeline") -> str:
        return str(self.script("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def script(self, code: str, *arguments: object) -> object:
        return self.front().execute_script(code, *arguments)

    def until(self, look: Callable[[], Found], complaint: str) -> Found:
        def attempt(_: object) -> Found | None:
            try:
                return look() or None
            except (NoSuchElementException, StaleElementReferenceException):
                return None

        try:
            return WebDriverWait(self.browser, PATIENCE, poll_frequency=0.03).until(attempt)
        except TimeoutException:
            raise TimeoutException(f"{complaint}\n{self.text('body')}") from None

    def sees(self, words: str, css: str = ".timeline") -> None:
        self.until(lambda: words in self.text(css), f"{self.person} does not see «{words}»")

    def sees_no_more(self, words: str, css: str = ".timeline") -> None:
        self.until(lambda: words not in self.text(css), f"{self.person} still sees «{words}»")

    def labelled(self, label: str, inside: str = "body") -> WebElement:
        """The newest button, link or menu whose name for a screen reader is `label`."""
        code = """
            const words = (node) => {
                const copy = node.cloneNode(true);
                copy.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
                return copy.textContent.trim();
            };
            const label = (node) => document.getElementById(node.getAttribute("aria-labelledby"));
            const name = (node) => node.getAttribute("aria-label") ?? words(label(node) ?? node);
            const all = [...document.querySelectorAll(`:is(${arguments[1]}) :is(button, a, [role=button], [role=combobox])`)];
            return all.filter((node) => name(node) === arguments[0] && node.checkVisibility()).at(-1) ?? null;
        """
        return self.until(
            lambda: self.script(code, label, inside), f"{self.person} finds nothing called «{label}»"
        )

    def picture(self) -> str:
        """The address of the newest picture in a message, once it is loaded."""
        code = """
            const image = [...document.querySelectorAll(".message .picture img")].at(-1);
            return image?.complete && image.naturalWidth ? image.src : null;
        """
        return str(self.until(lambda: self.script(code), "there is no picture"))

    # -- acting

    def press(self, *keys: str) -> None:
        self.front().switch_to.active_element.send_keys(*keys)

    def box(self) -> WebElement:
        return self.one("#message-box")

    def say(self, words: str) -> None:
        self.box().send_keys(words, Keys.ENTER)

    def run(self, line: str) -> None:
        """Types a whole command, as a person does who knows it by heart."""
        name, space, rest = line.partition(" ")
        self.box().send_keys(name)
        self.press(space + rest + Keys.ENTER)

    def click(self, label: str, inside: str = "body") -> None:
        self.strike(lambda: self.labelled(label, inside), f"«{label}» cannot be clicked")

    def strike(self, find: Callable[[], WebElement | None], complaint: str) -> None:
        """Clicks once on what `find` finds, with the pointer.

        A message that arrives at this moment moves the page under the pointer. A click that misses does nothing, and
        is tried again.
        """
        aim = """
            const target = arguments[0];
            target.scrollIntoView({ block: "nearest" });
            window.struck = false;
            window.whenStruck = (event) => {
                window.struck = target.contains(event.target);
                if (!window.struck) event.stopImmediatePropagation();
                if (!window.struck) event.preventDefault();
            };
            window.addEventListener("click", window.whenStruck, { capture: true, once: true });
            return target.closest(".toolbar")?.closest("article");
        """
        lower = "window.removeEventListener('click', window.whenStruck, true); return window.struck"

        def attempt() -> object:
            target = find()
            if target is None:
                return None
            hand = ActionChains(self.browser, duration=0)
            message = self.script(aim, target)
            if message:  # its tools come out when the pointer is over it
                hand.move_to_element(message)
            try:
                hand.move_to_element(target).click().perform()
            except (JavascriptException, MoveTargetOutOfBoundsException):
                hand.reset_actions()  # it went away in the meantime
            return self.script(lower)

        self.until(attempt, complaint)

    def choose(self, menu: str, *labels: str) -> None:
        """Opens a menu and picks from it. A message that is drawn anew closes its menu: it is opened again."""

        def find(label: str) -> WebElement | None:
            if not self.all(".popup-row"):
                self.click(menu, ".message, dialog")
            return self.row_now(label)

        for label in labels:
            self.strike(lambda label=label: find(label), f"the list has no «{label}»")  # type: ignore[misc]
        if len(labels) > 1:
            self.click("Done", ".popup")

    def rows(self) -> list[str]:
        return [label.text for label in self.all(".popup-row .popup-label")]

    def row(self, label: str) -> WebElement:
        return self.until(lambda: self.row_now(label), f"the list has no «{label}»")

    def row_now(self, label: str) -> WebElement | None:
        return next((row for row in self.all(".popup-row .popup-label") if row.text == label), None)

    def go(self, channel: str) -> None:
        def open_it() -> bool:
            found = [
                each
                for each in self.all("a.channel")
                if each.get_attribute("aria-label").split(",")[0] == channel
            ]
            for link in found[:1]:
                self.script("arguments[0].click()", link)
            return bool(found)

        self.until(open_it, f"no channel {channel}")
        self.until(lambda: channel in self.text(".bar h1"), f"{channel} did not open")

    def resize(self, size: tuple[int, int]) -> None:
        self.front().execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE},
        )

    def screenshot(self, name: str) -> Path:
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        self.front().save_screenshot(str(path))
        return path

    def complaints(self) -> list[str]:
        """What the browser's console holds that is worse than a warning."""
        return [entry["message"] for entry in self.front().get_log("browser") if entry["level"] == "SEVERE"]
