"""Several people at once: who sees what, who is called, who says what."""

from __future__ import annotations

from collections.abc import Callable

from selenium.webdriver.common.keys import Keys

from tests.page.driver import Window


def test_two_people_play_by_typing_and_by_clicking(alice: Window, bob: Window) -> None:
    alice.run("/table open game:walk guest:Bob")
    before = alice.picture()
    bob.sees("a walk table with 4 seats waits for you")
    bob.click("To 2", ".message")
    bob.sees("The fox is at Fox Hollow")
    alice.sees("The fox is at Fox Hollow")
    after = alice.picture()
    assert after != before, "the picture did not change"
    alice.run("/move origin:2 to:3")
    bob.sees("The fox is at High Beeches")
    assert bob.picture() not in (before, after)
    bob.screenshot("two-people")


def test_bob_never_sees_the_hand_of_alice(alice: Window, bob: Window) -> None:
    alice.run("/hand")
    alice.sees("Cards of Alice: Ambush, Favor")
    alice.sees("Only you can see this")
    alice.say("done")
    bob.sees("done")
    assert "Cards of Alice" not in bob.script("return document.documentElement.outerHTML")
    bob.reload().sees("done")
    assert "Cards of Alice" not in bob.script("return document.documentElement.outerHTML")
    alice.reload().sees("Cards of Alice: Ambush, Favor")


def test_a_message_for_one_can_be_dismissed(alice: Window) -> None:
    alice.run("/hand")
    alice.click("Dismiss message")
    alice.sees_no_more("Cards of Alice")
    alice.reload()
    assert "Cards of Alice" not in alice.text()


def test_messages_mentions_and_replies(alice: Window, bob: Window) -> None:
    alice.say("Where is @Bob, the *owl*?")
    bob.sees("Where is @Bob, the owl?")
    assert bob.all(".message.mentioned")
    assert not alice.all(".message.mentioned")
    bob.click("Reply", ".message")
    bob.sees("Replying to Alice", ".reply-bar")
    bob.press("In the Ferry", Keys.ENTER)
    alice.sees("In the Ferry")
    alice.sees("Where is @Bob, the owl?", ".message:last-of-type .above")


def test_names_complete_after_an_at_sign(alice: Window, bob: Window) -> None:
    alice.box().send_keys("Hello @bo")
    alice.until(lambda: alice.rows() == ["@Bob"], "no name is offered")
    alice.press(Keys.TAB)
    alice.press("!", Keys.ENTER)
    bob.sees("Hello @Bob !")
    assert bob.all(".message.mentioned")


def test_unread_and_mentions_are_counted_until_read(alice: Window, bob: Window) -> None:
    alice.run("/thread name:Autumn guest:Bob")
    bob.until(lambda: bob.text(".threads .badge") == "1", "the thread has no badge")
    assert "(1)" in bob.browser.title
    assert alice.text(".threads .badge") == "", "Alice was not mentioned"
    bob.screenshot("badges")
    bob.go("Autumn")
    bob.sees("@Bob, here it is.")
    bob.until(lambda: not bob.all(".badge"), "the badge stays")
    bob.reload()
    assert bob.all(".badge") == []
    assert "Autumn" in bob.text(".bar h1"), "the open thread survives a reload"


def test_a_thread_hangs_on_its_message(alice: Window) -> None:
    alice.run("/thread name:Autumn guest:Bob")
    alice.until(lambda: "1 message" in alice.text(".thread-card"), "the card does not count")
    alice.one(".thread-card").click()
    alice.sees("@Bob, here it is.")
    alice.one(".crumb").click()
    alice.sees("A thread: Autumn")


def test_the_first_line_of_a_thread_follows_the_message_it_began_with(alice: Window) -> None:
    alice.run("/thread name:Autumn guest:Bob")
    alice.until(lambda: "1 message" in alice.text(".thread-card"), "the card does not count")
    alice.one(".thread-card").click()
    alice.sees("A thread: Autumn")
    alice.run("/retell")
    alice.sees("A thread, told anew")


def test_a_forum_lists_its_posts_and_their_tags(alice: Window) -> None:
    alice.run("/post name:Evening")
    alice.sees("See Evening")
    alice.go("tables")
    assert alice.text(".post-name") == "Evening"
    assert alice.text(".post-tag") == "🪧 recruiting"
    alice.screenshot("forum")
    alice.click("🏁 finished")
    alice.sees("No post has all these tags.", ".forum")
    alice.click("🏁 finished")
    alice.one(".post").click()
    alice.sees("The first words")


def test_reactions_are_counted(alice: Window, bob: Window) -> None:
    alice.say("Shall we?")
    bob.sees("Shall we?")
    bob.click("React", ".message")
    bob.row("👍").click()
    alice.until(lambda: alice.text(".reaction").split() == ["👍", "1"], "no reaction")
    alice.one(".reaction").click()
    bob.until(lambda: bob.text(".reaction").split() == ["👍", "2"], "no second reaction")


def test_a_reaction_is_taken_back(alice: Window) -> None:
    alice.say("Shall we?")
    alice.click("React", ".message")
    alice.row("👍").click()
    alice.until(lambda: alice.text(".reaction").split() == ["👍", "1"], "no reaction")
    assert alice.one(".reaction").get_attribute("aria-pressed") == "true"
    alice.one(".reaction").click()
    alice.until(lambda: not alice.all(".reaction"), "it is not taken back")


def test_another_chair_is_one_click_away(alice: Window) -> None:
    alice.run("/thread name:Autumn guest:Bob")
    alice.go("Autumn")
    alice.one(".chair[href*=bob]").click()
    alice.until(
        lambda: (
            "You are Bob" in alice.script("return document.querySelector('.chair.here')?.ariaLabel ?? ''")
        ),
        "nobody moved",
    )
    assert "as=bob" in alice.browser.current_url
    assert "Autumn" in alice.text(".bar h1"), "Bob sits in the same channel"


def test_an_unknown_person_becomes_alice(sit: Callable[[str], Window]) -> None:
    window = sit("zoe")
    assert "as=alice" in window.browser.current_url


def test_a_direct_message_to_the_bot(alice: Window, bob: Window) -> None:
    alice.click("Glade", ".channels")
    alice.sees("Only you and Glade read this.")
    alice.say("A quiet word")
    alice.sees("A quiet word")
    assert "A quiet word" not in bob.script("return document.documentElement.outerHTML")
    assert "Glade" not in bob.text(".channels a")


def test_two_windows_of_one_person_agree(sit: Callable[[str], Window]) -> None:
    first, second = sit("alice"), sit("alice")
    first.say("Once")
    second.sees("Once")
    assert second.text().count("Once") == 1
    first.run("/hand")
    second.sees("Cards of Alice")
