"""Reloads, restarts and cut lines: nothing is lost, and the page finds back by itself."""

from __future__ import annotations

from tests.page.conftest import House
from tests.page.driver import Window


def test_buttons_outlive_the_bot(alice: Window, house: House) -> None:
    alice.run("/table open game:Root")
    alice.sees("The fox is at Old Mill")
    house.stop_bot()
    alice.sees("Glade is away", ".banner")
    alice.screenshot("away")
    house.start_bot()
    alice.until(lambda: alice.text(".banner") == "", "the banner stays")
    alice.click("To 5", ".message")
    alice.sees("The fox is at Stone Bridge")


def test_a_button_while_the_bot_is_away_answers_kindly(alice: Window, house: House) -> None:
    alice.run("/table open game:Root")
    alice.sees("The fox is at Old Mill")
    house.stop_bot()
    alice.click("To 5", ".message")
    alice.sees("Glade is away. Try again when it is back.")
    house.start_bot()
    alice.until(lambda: alice.text(".banner") == "", "the banner stays")
    alice.click("To 5", ".message")
    alice.sees("The fox is at Stone Bridge")
    alice.until(lambda: not alice.all(".failure"), "the old failure stays")


def test_the_page_comes_back_after_the_server(alice: Window, bob: Window, house: House) -> None:
    alice.run("/table open game:Root")
    alice.sees("The fox is at Old Mill")
    house.stop_bot()
    house.stop_server()
    alice.sees("The line to the local Discord is cut", ".banner")
    house.start_server()
    house.start_bot()
    alice.until(lambda: alice.text(".banner") == "", "the banner stays")
    alice.sees("The fox is at Old Mill")
    alice.click("To 2", ".message")
    alice.sees("The fox is at Fox Hollow")
    bob.sees("The fox is at Fox Hollow")


def test_words_that_could_not_be_sent_stay(alice: Window, house: House) -> None:
    house.stop_bot()
    house.stop_server()
    alice.say("Do not lose me")
    alice.sees("does not answer", ".composer-problem")
    assert alice.box().get_attribute("value") == "Do not lose me"
    alice.browser.get_log("browser")
    house.start_server()
    house.start_bot()
    alice.until(lambda: alice.text(".banner") == "", "the banner stays")
    alice.one(".send").click()
    alice.sees("Do not lose me")


def test_channel_scheme_and_draft_survive_a_reload(alice: Window) -> None:
    alice.run("/post name:Evening")
    alice.sees("See Evening")
    alice.go("Evening")
    alice.sees("The first words")
    alice.box().send_keys("half a thought")
    alice.click("Colours and keys")
    alice.row("Colours of the day").click()
    alice.reload()
    alice.sees("The first words")
    assert alice.box().get_attribute("value") == "half a thought"
    assert alice.script("return document.documentElement.dataset.scheme") == "light"


def test_older_messages_come_when_they_are_wanted(alice: Window, house: House) -> None:
    async def fill() -> None:
        channel = house.bot.guilds[0].text_channels[0]
        for number in range(120):
            await channel.send(f"message number {number}.")

    house.do(fill())
    alice.sees("message number 119.")
    alice.reload().sees("message number 119.")
    assert "message number 0." not in alice.text()
    for _ in range(2):
        seen = len(alice.all(".message"))
        alice.script("document.querySelector('.timeline').scrollTop = 0")
        alice.until(lambda seen=seen: len(alice.all(".message")) > seen, "no older messages come")
    alice.sees("message number 0.")
    alice.sees("Welcome to #lobby")
    assert alice.script("return document.querySelector('.timeline').scrollTop") > 0, "the place is kept"
    alice.click("To the newest messages")
    alice.until(
        lambda: alice.script(
            "const t = document.querySelector('.timeline'); return t.scrollHeight - t.scrollTop - t.clientHeight < 5"
        ),
        "not at the end",
    )
