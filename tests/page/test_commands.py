"""The command line: completion, options, what goes wrong, and what comes back."""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver.common.keys import Keys

from tests.page.conftest import House
from tests.page.driver import Window


def test_slash_lists_every_command_with_its_groups(alice: Window) -> None:
    alice.box().send_keys("/")
    alice.sees("Open a table", ".popup")
    assert "/table open game [guest] [seats]" in alice.rows()
    assert "/table close" in alice.rows()
    groups = [node.text.lower() for node in alice.all(".popup-group")]
    assert groups == ["commands", "table"]
    alice.screenshot("commands")


def test_typing_narrows_the_list(alice: Window) -> None:
    alice.box().send_keys("/tab cl"[:4])
    alice.until(lambda: len(alice.rows()) == 2, "the list is not narrowed")
    alice.press("le ")
    assert alice.rows() == ["/table close", "/table open game [guest] [seats]"]


def test_a_command_by_arrows_and_enter(alice: Window) -> None:
    alice.box().send_keys("/table")
    alice.press(Keys.DOWN, Keys.ENTER)
    alice.sees("/table open", ".command")
    alice.sees("Which game", ".popup")
    assert alice.rows() == ["Root", "Fox Walk"]
    alice.press(Keys.DOWN, Keys.ENTER)
    assert alice.one("[data-option=game] input").get_attribute("value") == "Fox Walk"
    alice.press(Keys.ENTER)
    alice.sees("The fox is at Old Mill")
    alice.sees("Alice used /table open")


def test_suggestions_of_the_bot_depend_on_the_other_options(alice: Window) -> None:
    alice.box().send_keys("/move ")
    alice.until(lambda: alice.rows() == ["Clearing 1 (Old Mill)"], "no suggestion for the origin")
    alice.press(Keys.TAB)
    alice.press("c", Keys.BACKSPACE, Keys.SHIFT + Keys.TAB + Keys.SHIFT)
    alice.until(lambda: alice.rows() == ["Clearing 1 (Old Mill)"], "no suggestion for the origin")
    alice.press(Keys.ENTER)
    alice.until(
        lambda: alice.rows() == ["Clearing 2 (Fox Hollow)", "Clearing 5 (Stone Bridge)"],
        "the goals do not follow from the origin",
    )
    alice.press("stone")
    alice.until(lambda: alice.rows() == ["Clearing 5 (Stone Bridge)"], "the goals are not narrowed")
    alice.screenshot("suggestions")
    alice.press(Keys.ENTER)
    alice.press(Keys.ENTER)
    alice.sees("The fox is at Stone Bridge")


def test_a_whole_line_typed_by_heart(alice: Window) -> None:
    alice.run("/move origin:1 to:2")
    alice.sees("The fox is at Fox Hollow")


def test_an_optional_option_is_added_by_its_name_or_from_the_list(alice: Window, house: House) -> None:
    alice.box().send_keys("/table open game:Root ")
    alice.press("seats:3", Keys.ENTER)
    alice.sees("The fox is at Old Mill")
    alice.box().send_keys("/table open game:Root")
    alice.press(Keys.TAB)
    alice.until(lambda: alice.rows() == ["guest", "seats"], "the optional ones are not offered")
    alice.press(Keys.DOWN, Keys.ENTER)
    alice.until(lambda: "@Bob" in alice.rows(), "no people are offered")
    alice.press("bo", Keys.ENTER)
    alice.press(Keys.ENTER)
    alice.sees("@Bob, a root table with 4 seats waits for you.")


def test_an_unknown_command_is_named_and_kept(alice: Window) -> None:
    alice.say("/dance")
    alice.sees("There is no command /dance", ".composer")
    assert alice.box().get_attribute("value") == "/dance"


def test_a_missing_option_is_asked_for(alice: Window) -> None:
    alice.box().send_keys("/move origin:1 ")
    alice.one(".send").click()
    alice.sees("“to” is needed", ".composer-problem")
    assert alice.browser.switch_to.active_element == alice.one("[data-option=to] input")


def test_a_value_outside_the_choices_is_refused(alice: Window) -> None:
    alice.box().send_keys("/table open game:Chess")
    alice.sees("Nothing fits", ".popup")
    alice.press(Keys.ENTER)
    alice.sees("“Chess” is not one of the choices", ".composer-problem")


def test_a_number_outside_its_limits_is_refused(alice: Window) -> None:
    alice.run("/table open game:Root seats:9")
    alice.sees("at most 6", ".composer-problem")
    assert "The fox" not in alice.text()


def test_backspace_and_escape_lead_back(alice: Window) -> None:
    alice.box().send_keys("/move ")
    alice.one(".command")
    alice.press(Keys.BACKSPACE)
    alice.until(lambda: alice.box().get_attribute("value") == "/move", "backspace does not lead back")
    alice.press(" ")
    alice.one(".command")
    alice.press(Keys.ESCAPE, Keys.ESCAPE)
    alice.until(lambda: alice.box().get_attribute("value") == "", "escape does not give up")


def test_a_half_typed_command_survives_a_reload(alice: Window) -> None:
    alice.box().send_keys("/move ")
    alice.until(alice.rows, "no suggestions")
    alice.press(Keys.ENTER)
    alice.until(lambda: len(alice.rows()) == 2, "no suggestions")
    alice.reload()
    assert alice.one("[data-option=origin] input").get_attribute("value") == "Clearing 1 (Old Mill)"
    alice.one("[data-option=to] input").send_keys("2", Keys.ENTER)
    alice.sees("The fox is at Fox Hollow")


def test_the_last_command_comes_back_with_the_up_key(alice: Window) -> None:
    alice.run("/move origin:1 to:2")
    alice.sees("The fox is at Fox Hollow")
    alice.box().send_keys(Keys.UP)
    alice.sees("/move", ".command")
    assert alice.one("[data-option=to] input").get_attribute("value") == "Clearing 2 (Fox Hollow)"


def test_a_refusal_of_the_bot_is_for_the_one_who_asked(alice: Window) -> None:
    alice.run("/move origin:1 to:4")
    alice.sees("No path from 1 to 4.")
    alice.sees("Only you can see this")


def test_glade_thinks_and_then_answers(alice: Window, house: House) -> None:
    alice.run("/think")
    alice.sees("Glade is thinking…")
    alice.screenshot("thinking")
    house.let_bot_answer()
    alice.sees("Thought about it.")
    alice.sees_no_more("is thinking")


def test_a_command_without_an_answer_fails_in_words(alice: Window) -> None:
    alice.run("/silence")
    alice.sees("On its way…")
    alice.sees("The application did not respond.")
    alice.sees("Alice used /silence")
    alice.screenshot("failed")
    alice.click("Dismiss message")
    alice.sees_no_more("did not respond")


def test_a_command_of_the_menu_of_a_message(alice: Window) -> None:
    alice.say("The owl sleeps")
    alice.sees("The owl sleeps")
    more = alice.labelled("More", ".message")
    alice.script("arguments[0].closest('article').focus()", more)
    more.click()
    alice.row("Quote").click()
    alice.until(lambda: alice.text("blockquote") == "The owl sleeps", "it is not quoted")


def test_a_file_as_an_option(alice: Window, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{}")
    alice.box().send_keys("/read ")
    alice.one("[data-option=file] input").send_keys(str(tmp_path / "game.json"))
    alice.one(".send").click()
    alice.sees("game.json has 2 bytes")
