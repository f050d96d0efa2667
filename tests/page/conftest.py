"""A local Discord with the stage bot in a thread of their own, and a browser in front of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import TimeoutError as TooLate
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver

from local.rates import WIDE
from local.server import LocalDiscord
from tests.page.driver import Window, start_chromium
from tests.page.stage_bot import StageBot, Walk, point_at


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    absent = not (shutil.which("chromium") and shutil.which("chromedriver"))
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.page)
        if absent and not os.environ.get("CI"):
            item.add_marker(pytest.mark.skip(reason="needs chromium and chromedriver"))


class House:
    """The server and the bot, each of which can be stopped and started again."""

    def __init__(self, save_to: Path):
        self.save_to = save_to
        self.port = 0
        self.walk = Walk()
        self.server: LocalDiscord | None = None
        self.bot: StageBot | None = None
        self._bot_task: asyncio.Task[None] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="house", daemon=True)
        self._thread.start()

    def do(self, act: Awaitable[Any]) -> Any:
        """Runs something in the house's own loop and waits for it."""

        async def run() -> Any:
            return await act

        future = asyncio.run_coroutine_threadsafe(run(), self._loop)
        try:
            return future.result(20)
        except TooLate:
            future.cancel()
            raise

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start_server(self) -> None:
        async def start() -> None:
            self.server = LocalDiscord(save_to=self.save_to, port=self.port, rates=WIDE)
            await self.server.start()
            self.port = self.server.port

        self.do(start())

    def stop_server(self) -> None:
        assert self.server is not None
        self.do(self.server.stop())
        self.server = None

    def start_bot(self) -> None:
        async def start() -> None:
            point_at(self.address)
            self.bot = StageBot(self.walk)
            await self.bot.login("a token")
            self._bot_task = asyncio.create_task(self.bot.connect())
            await self.bot.wait_until_ready()

        self.do(start())

    def stop_bot(self) -> None:
        """Gone at once, as a killed process is."""

        async def stop() -> None:
            if self.bot is None or self._bot_task is None:
                return
            self._bot_task.cancel()
            await self.bot.close()
            with contextlib.suppress(asyncio.CancelledError):
                await self._bot_task
            self.bot = None

        self.do(stop())

    def let_bot_answer(self) -> None:
        assert self.bot is not None
        self._loop.call_soon_threadsafe(self.bot.may_answer.set)

    def close(self) -> None:
        self.stop_bot()
        if self.server is not None:
            self.stop_server()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    folder = tempfile.mkdtemp(prefix="page-")
    chromium = start_chromium(folder)
    yield chromium
    chromium.quit()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "discord.json")
    try:
        made.start_server()
        made.start_bot()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def page_window(browser: webdriver.Chrome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window on a page without a bot, for what the page does by itself."""
    made = House(tmp_path_factory.mktemp("house") / "discord.json")
    first = browser.current_window_handle
    try:
        made.start_server()
        browser.switch_to.new_window("window")
        window = Window(browser, browser.current_window_handle, made.address, "alice").load()
        yield window
        window.front().close()
        browser.switch_to.window(first)
    finally:
        made.close()


@pytest.fixture
def sit(house: House, browser: webdriver.Chrome) -> Iterator[Callable[[str], Window]]:
    """`sit("alice")` opens a window as Alice. The browser must have nothing to complain of at the end."""
    first = browser.current_window_handle
    windows: list[Window] = []

    def sit_as(person: str) -> Window:
        browser.switch_to.new_window("window")
        window = Window(browser, browser.current_window_handle, house.address, person)
        windows.append(window)
        return window.load()

    yield sit_as
    for window in windows:
        window.front().close()
    browser.switch_to.window(first)


@pytest.fixture
def alice(sit: Callable[[str], Window]) -> Window:
    return sit("alice")


@pytest.fixture
def bob(sit: Callable[[str], Window]) -> Window:
    return sit("bob")
