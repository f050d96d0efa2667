"""What a message may hold, as the page draws it."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from tests.page.driver import Window


def newest(window: Window, css: str) -> list[str]:
    """Texts of the parts of the newest message."""
    code = """
        const message = [...document.querySelectorAll(".message")].at(-1);
        return [...message.querySelectorAll(arguments[0])].map((node) => node.textContent);
    """
    return list(window.script(code, css))


def test_markdown_becomes_nodes(alice: Window) -> None:
    alice.run("/show what:text")
    alice.sees("Large heading")
    assert newest(alice, "h3, h4, h5") == ["Large heading", "Middle heading", "Small heading"]
    assert newest(alice, ".text > .small") == ["Small text under it"]
    assert newest(alice, "strong")[-2:] == ["bold", "both"]
    assert newest(alice, "em") == ["italics", "both"]
    assert newest(alice, "u") == ["underlined"]
    assert newest(alice, "s") == ["struck"]
    assert newest(alice, "ul > li") == ["a list", "of thingswith a part", "with a part"]
    assert newest(alice, "ol > li") == ["first", "second"]
    assert newest(alice, "blockquote") == ["a quote\nin two lines"]
    assert newest(alice, "pre code") == ['print("<b>not bold</b>")']
    assert "*escaped*" in alice.text()
    links = alice.script("return [...document.querySelectorAll('.text a')].map((link) => link.href)")
    assert links == ["https://example.org/rules", "https://example.org/bare"]


def test_mentions_and_times_are_readable(alice: Window) -> None:
    alice.run("/show what:text")
    alice.sees("Large heading")
    assert newest(alice, ".mention") == ["@Alice", "#lobby"]
    assert newest(alice, ".mention.me") == ["@Alice"]
    day, ago = newest(alice, ".text time")
    assert "2023" in day
    assert ago.endswith("years ago")


def test_a_spoiler_is_hidden_until_it_is_asked_for(alice: Window) -> None:
    alice.run("/show what:text")
    alice.sees("The end comes")
    assert "as a surprise" not in alice.text()
    alice.click("Spoiler, show it")
    alice.sees("as a surprise")


def test_text_is_never_markup(alice: Window) -> None:
    alice.run("/show what:script")
    alice.sees("<script>document.title='broken'</script>")
    assert newest(alice, "strong")[-1] == "<b>x</b>"
    assert newest(alice, ".text img, .text script, .text b") == []
    assert "broken" not in alice.browser.title


def test_an_embed_has_its_parts(alice: Window) -> None:
    alice.run("/show what:embed")
    alice.sees("Scores")
    assert newest(alice, ".embed-title") == ["Scores"]
    assert newest(alice, ".embed-field.inline dt") == ["Marquise", "Eyrie"]
    assert newest(alice, ".embed-foot") == ["Turn 3"]
    assert "board.png" in alice.picture()
    assert len(newest(alice, ".picture")) == 1, "the picture of the embed is not drawn a second time"


def test_components_of_every_kind(alice: Window) -> None:
    alice.run("/show what:parts")
    alice.sees("Above the container")
    assert newest(alice, ".button span:not(.emoji)") == [
        "Aside", "Primary", "Secondary", "Success", "Danger", "Link", "Disabled",
    ]  # fmt: skip
    assert newest(alice, "a.button") == ["Link"]
    assert newest(alice, ".button:disabled") == ["Disabled"]
    assert newest(alice, ".select:disabled") == ["Closed"]
    assert len(newest(alice, ".gallery .picture")) == 2
    assert newest(alice, ".file-name") == ["log.txt"]
    accent = alice.script("return getComputedStyle(document.querySelector('.container')).borderLeftColor")
    assert accent == "rgb(63, 125, 78)"
    alice.screenshot("components")


def test_every_button_tells_the_bot_which_it_is(alice: Window) -> None:
    alice.run("/show what:parts")
    for label in ("Aside", "Primary", "Danger"):
        alice.click(label)
        alice.sees(f"Pressed {label.lower()}")
    alice.click("🎲")
    alice.sees("Pressed dice")


def test_a_select_keeps_its_least_and_most(alice: Window) -> None:
    alice.run("/show what:parts")
    alice.click("Two or three suits")
    done = alice.labelled("Done", ".popup")
    assert not done.is_enabled()
    alice.row("Fox").click()
    assert not alice.labelled("Done", ".popup").is_enabled()
    alice.row("Mouse").click()
    alice.row("Bird").click()
    assert alice.text(".popup-row[aria-disabled]") == "🐰\nRabbit\nThe rabbit suit", "three is the most"
    alice.click("Done", ".popup")
    alice.sees("Chosen suits: Fox, Mouse, Bird")


def test_selects_of_people_and_channels(alice: Window) -> None:
    alice.run("/show what:parts")
    alice.choose("A person", "Carol")
    alice.sees("Chosen user: ")
    alice.choose("A channel", "tables")
    alice.sees("Chosen channel: ")


def test_a_select_by_the_keyboard_alone(alice: Window) -> None:
    alice.run("/table open game:Root")
    menu = alice.labelled("Or walk far", ".message")
    menu.send_keys(Keys.ENTER)
    alice.press(Keys.DOWN, Keys.DOWN)
    alice.press(Keys.ENTER)
    alice.sees("The fox is at High Beeches")


def test_escape_leaves_a_select_as_it_was(alice: Window) -> None:
    alice.run("/show what:parts")
    alice.click("Two or three suits")
    alice.row("Fox").click()
    alice.press(Keys.ESCAPE)
    assert alice.all(".popup") == []
    assert "Chosen" not in alice.text()
    assert "Fox" not in alice.text()


def test_a_picture_opens_large_and_closes_by_the_keyboard(alice: Window) -> None:
    alice.run("/show what:parts")
    first = alice.labelled("The first board (open large)")
    first.click()
    large = alice.one(".large-image")
    assert large.get_attribute("alt") == "The first board"
    alice.screenshot("large-picture")
    alice.press(Keys.RIGHT)
    alice.sees("The second board", ".large-caption")
    alice.press(Keys.ESCAPE)
    alice.until(lambda: not alice.all("dialog"), "the picture stays open")
    assert alice.browser.switch_to.active_element == first, "the focus is back where it was"
