"""The bot's forms."""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver.common.keys import Keys

from tests.page.driver import Window


def test_a_form_with_every_kind_of_field(alice: Window) -> None:
    alice.run("/form")
    alice.sees("A new table", "dialog")
    alice.press("The Long Evening")
    alice.press(Keys.TAB, "Once\nupon")
    alice.choose("Map", "Winter")
    for label in ("Quick", "Landmarks", "Draft"):
        alice.script(
            "[...document.querySelectorAll('.choice')].find((each) => each.innerText.startsWith(arguments[0])).click()",
            label,
        )
    alice.screenshot("form")
    alice.click("Send", "dialog")
    alice.sees("Opened: The Long Evening | Once\nupon | Winter | quick | draft | landmarks")
    assert alice.all("dialog") == []


def test_what_is_missing_is_said_beside_its_field(alice: Window) -> None:
    alice.run("/form")
    alice.sees("A new table", "dialog")
    alice.press("ab", Keys.ENTER)
    alice.sees("At least 3 characters, please.", "dialog")
    wrong = [node.text for node in alice.all(".form-wrong") if node.is_displayed()]
    assert wrong == ["At least 3 characters, please.", "Please choose.", "Please choose one."]
    assert alice.browser.switch_to.active_element.get_attribute("value") == "ab"


def test_too_many_boxes_are_refused(alice: Window) -> None:
    alice.run("/form")
    alice.sees("A new table", "dialog")
    alice.press("The Long Evening")
    alice.choose("Map", "Autumn")
    alice.script("document.querySelector('input[type=radio]').click()")
    alice.script("document.querySelectorAll('input[type=checkbox]').forEach((box) => box.click())")
    alice.click("Send", "dialog")
    alice.sees("Please choose at most 2.", "dialog")


def test_escape_closes_a_form_without_sending(alice: Window) -> None:
    alice.run("/form")
    alice.sees("A new table", "dialog")
    alice.press(Keys.ESCAPE)
    alice.until(lambda: not alice.all("dialog"), "the form stays open")
    assert "Opened" not in alice.text()


def test_files_and_a_single_box(alice: Window, tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        (tmp_path / name).write_text("{}")
    alice.run("/bring")
    alice.sees("Bring a game", "dialog")
    alice.click("Send", "dialog")
    alice.sees("Please add a file.", "dialog")
    alice.one("input[type=file]").send_keys(f"{tmp_path / 'one.json'}\n{tmp_path / 'two.json'}")
    alice.one("input[type=checkbox]").click()
    alice.click("Send", "dialog")
    alice.sees("Brought one.json, two.json; at once: True")
