"""A ledger per person: everything that was ever visible to them, and nothing else."""

from __future__ import annotations

from local import LocalDiscord, Person
from tests.discord_fixtures import logged_in, use_local
from tests.local.tiny_bot import TinyBot


async def test_it_keeps_what_was_edited_and_deleted(bot: TinyBot, alice: Person, bob: Person):
    answer = await alice.slash("hello", text="first words")
    message = await bot.get_channel(int(answer.channel_id)).fetch_message(int(answer.id))
    await message.edit(content="other words")
    await message.delete()
    assert bob.sees() == []
    assert bob.ledger.shows("first words")
    assert bob.ledger.shows("other words")


async def test_it_keeps_names_alt_texts_and_pictures(bot: TinyBot, alice: Person, bob: Person):
    await alice.slash("map")
    assert bob.ledger.shows("map.png")
    assert bob.ledger.shows("The board after the last move")
    assert bob.ledger.shows("A green board")
    assert bob.ledger.shows("Clearing 4")
    assert len(bob.ledger.pictures()) == 1
    assert bob.ledger.search("g:7:1:march"), "ids of buttons can be read by a curious client"


async def test_private_things_are_in_one_ledger_only(bot: TinyBot, alice: Person, bob: Person):
    await alice.slash("map")
    await alice.click("My hand")
    await alice.autocomplete("move", "to", "", origin="1")
    await alice.click("Report")
    for text in ("sappers", "clearing 12", "Report"):
        assert alice.ledger.shows(text)
    assert not bob.ledger.shows("sappers")
    assert not bob.ledger.of("choices", "modal")


async def test_the_text_of_a_thread_name_is_visible(bot: TinyBot, alice: Person, bob: Person):
    await alice.slash("game post", name="Ambush at nine")
    assert bob.ledger.shows("Ambush at nine")


async def _a_game(word: str) -> tuple[bytes, bytes]:
    """Alice's command is public, her hand is not; `word` is what she whispers."""
    async with LocalDiscord() as local:
        use_local(local)
        async with logged_in(TinyBot()):
            alice, bob = local.person("alice"), local.person("bob")
            await alice.slash("map")
            await alice.slash("anywhere")
            await alice.autocomplete("move", "to", word)
            await bob.click("March")
            await alice.settled()
            return alice.ledger.canonical(), bob.ledger.canonical()


async def test_two_runs_that_look_the_same_give_the_same_bytes():
    first, second, other = await _a_game("1"), await _a_game("1"), await _a_game("2")
    assert first == second
    assert first[0] != other[0]
    assert first[1] == other[1]
