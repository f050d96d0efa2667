"""People type, click, choose and read; an unmodified discord.py answers."""

from __future__ import annotations

import pytest

from local import CannotDo, LocalDiscord, Person
from tests.local.tiny_bot import TinyBot


async def test_a_slash_command_is_answered_privately(bot: TinyBot, alice: Person, bob: Person):
    answer = await alice.slash("hand")
    assert answer.text == "alice: ambush, ambush"
    assert answer.ephemeral
    assert [one.text for one in alice.sees()] == ["alice: ambush, ambush"]
    assert bob.sees() == []


async def test_a_deferred_answer_is_waited_for(bot: TinyBot, alice: Person, bob: Person):
    answer = await alice.slash("map")
    assert not answer.thinking
    assert "The game begins" in answer.text
    assert answer.attachments[0].filename == "map.png"
    assert (answer.attachments[0].width, answer.attachments[0].height) == (64, 48)
    assert answer.buttons == ["March", "My hand", "Report"]
    assert [one.id for one in bob.sees()] == [answer.id]


async def test_a_click_updates_the_message(bot: TinyBot, alice: Person, bob: Person):
    await alice.slash("map")
    answer = await bob.click("March")
    assert answer.kind == "update"
    assert "bob marched" in answer.text
    assert (await alice.click("March")).text.startswith("## Turn 3\nalice marched")


async def test_a_choice_from_a_menu(bot: TinyBot, alice: Person, bob: Person):
    await alice.slash("map")
    await bob.choose("clearing", "Clearing 3")
    await bob.settled()
    assert alice.sees()[-1].text == "bob chose 3"


async def test_autocomplete(bot: TinyBot, alice: Person, bob: Person):
    choices = await alice.autocomplete("move", "to", "1", origin="11")
    assert [choice.value for choice in choices] == ["1", "10", "12"]
    assert alice.ledger.shows("clearing 12")
    assert not bob.ledger.shows("clearing 12")


async def test_a_form_is_submitted(bot: TinyBot, alice: Person):
    await alice.slash("map")
    form = await alice.click("Report")
    assert form.kind == "modal"
    answer = await alice.submit(form, why="stalling", who="b")
    assert answer.text == "stalling/b"


async def test_a_group_a_choice_and_a_person(bot: TinyBot, alice: Person, bob: Person):
    answer = await alice.slash("game new", game="Root", host=bob)
    assert answer.text == "A table for Root, host bob"
    await alice.settled()
    alice.go("Root table")
    assert "Welcome" in alice.sees()[-1].text
    assert "Root table" in [channel.name for channel in bob.channels()]


async def test_a_forum_post(bot: TinyBot, alice: Person, bob: Person, local: LocalDiscord):
    answer = await alice.slash("game post", name="Friday")
    assert answer.ephemeral
    bob.go("Friday")
    assert "Who plays?" in bob.sees()[0].text
    assert local.core.world.tag_names(bob.place) == ["recruiting"]


async def test_a_private_thread_is_seen_by_its_members_and_by_managers(
    bot: TinyBot, alice: Person, bob: Person, dora: Person, local: LocalDiscord
):
    carol = local.person("carol")
    await alice.slash("whisper", to=bob, text="psst")
    await alice.settled()
    for person, sees in ((alice, True), (bob, True), (dora, True), (carol, False)):
        assert ("whispers" in [one.name for one in person.channels()]) is sees
        assert person.ledger.shows("psst") is sees


async def test_a_menu_of_a_message(bot: TinyBot, alice: Person):
    said = await alice.say("hello there")
    answer = await alice.menu("Quote", said)
    assert answer.text == "> hello there"


async def test_a_file_as_an_option(bot: TinyBot, alice: Person):
    answer = await alice.slash("upload", file=("log.json", b"{}"))
    assert answer.text == "log.json: 2 bytes"
    sent = answer.interaction.data
    (name,) = [one["value"] for one in sent["options"]]
    told = sent["resolved"]["attachments"][name]
    assert (told["filename"], told["size"], told["ephemeral"]) == ("log.json", 2, True)
    assert told["content_type"].startswith("application/json")


async def test_a_file_that_is_larger_than_the_place_allows_is_not_sent(
    local: LocalDiscord, bot: TinyBot, alice: Person
):
    local.core.tunable.file_bytes = 10
    with pytest.raises(CannotDo, match="too large"):
        await alice.slash("upload", file=("log.json", b"x" * 11))
    assert (await alice.slash("upload", file=("log.json", b"x" * 10))).text == "log.json: 10 bytes"


async def test_the_client_refuses_what_discords_client_refuses(bot: TinyBot, alice: Person, dora: Person):
    with pytest.raises(CannotDo, match="no command /nothing"):
        await alice.slash("nothing")
    with pytest.raises(CannotDo, match="to is required"):
        await alice.slash("move", origin="1")
    with pytest.raises(CannotDo, match="no option speed"):
        await alice.slash("move", origin="1", to="2", speed=3)
    with pytest.raises(CannotDo, match="between 1 and 10"):
        await alice.slash("move", origin="1", to="2", warriors=11)
    with pytest.raises(CannotDo, match="game is one of: Root, Harrow"):
        await alice.slash("game new", game="chess")
    with pytest.raises(CannotDo, match="no command /manage"):
        await alice.slash("manage")
    assert (await dora.slash("manage")).text == "managed"
    with pytest.raises(CannotDo, match="no button «March»"):
        await alice.click("March")
    assert bot.interactions == 1


async def test_a_switched_off_button_cannot_be_pressed(bot: TinyBot, alice: Person):
    await alice.slash("map")
    with pytest.raises(CannotDo, match="There are: March, My hand, Report"):
        await alice.click("Later")


async def test_direct_messages(bot: TinyBot, alice: Person, bob: Person):
    user = await bot.fetch_user(int(alice.id))
    await user.send("your turn")
    alice.go(alice.dm())
    assert [one.text for one in alice.sees()] == ["your turn"]
    assert alice.unread() == (1, 1)
    assert not bob.ledger.shows("your turn")


async def test_a_channel_as_text(bot: TinyBot, alice: Person, bob: Person, local: LocalDiscord):
    await alice.slash("hand")
    await alice.slash("map")
    assert local.snapshot("lobby", as_=bob) == "\n".join(
        [
            "#lobby",
            "Glade (Alice used /map, edited):",
            "  │ ## Turn 1",
            "  │ The game begins",
            "  │ Autumn map, four clearings.  <map.png: Small map>",
            "  │ <map.png: The board after the last move>",
            "  │ ───",
            "  │ [March] [My hand] [Report] (Later)",
            "  │ <Choose a clearing: Clearing 1 | Clearing 2 | Clearing 3 | Clearing 4>",
        ]
    )
    assert "only for Alice" in alice.screen()


async def test_a_command_in_direct_messages(bot: TinyBot, alice: Person):
    alice.go(alice.dm())
    assert (await alice.slash("hello", text="just us")).text == "just us"
    assert [one.text for one in alice.sees()] == ["just us"]


async def test_a_button_is_looked_for_where_the_person_looks(bot: TinyBot, alice: Person):
    await alice.slash("game new", game="root")
    await alice.settled()
    later = await alice.slash("map")
    assert (await alice.click("March")).id == later.id
    alice.go("Root table")
    assert (await alice.click("march")).channel_id == alice.place.id
