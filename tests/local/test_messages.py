"""Messages of channels: sending, editing, files, mentions, pins, reactions."""

from __future__ import annotations

import io

import discord
import pytest

from local import Allow, LocalDiscord, Person
from tests.local.conftest import Raw
from tests.local.tiny_bot import TinyBot, board_view, map_file, picture

V2 = 1 << 15


@pytest.fixture
def lobby(bot: TinyBot, local: LocalDiscord) -> discord.TextChannel:
    channel = bot.get_channel(int(local.channel("lobby").id))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_send_get_edit_list_delete(lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send("one")
    assert (await lobby.fetch_message(sent.id)).content == "one"
    await sent.edit(content="two")
    await lobby.send("three")
    assert [one.content async for one in lobby.history()] == ["three", "two"]
    assert [one.text for one in alice.sees()] == ["two", "three"]
    await sent.delete()
    assert [one.text for one in alice.sees()] == ["three"]
    assert [one.kind for one in alice.ledger][-4:] == ["message", "edit", "message", "delete"]


async def test_history_before_after_around(lobby: discord.TextChannel):
    sent = [await lobby.send(str(number)) for number in range(6)]
    assert [one.content async for one in lobby.history(before=sent[3], limit=2)] == ["2", "1"]
    assert [one.content async for one in lobby.history(after=sent[3])] == ["4", "5"]
    assert [one.content async for one in lobby.history(around=sent[3], limit=3)] == ["4", "3", "2"]


async def test_bulk_delete(lobby: discord.TextChannel, alice: Person):
    sent = [await lobby.send(str(number)) for number in range(3)]
    await lobby.delete_messages(sent[:2])
    assert [one.text for one in alice.sees()] == ["2"]


async def test_a_nonce_is_posted_once(lobby: discord.TextChannel, alice: Person, local: LocalDiscord):
    first = await lobby.send("board", nonce="game7:12")
    again = await lobby.send("board", nonce="game7:12")
    assert first.id == again.id
    assert len(alice.sees()) == 1
    local.clock.turn(minutes=10)
    assert (await lobby.send("board", nonce="game7:12")).id != first.id


async def test_without_enforce_nonce_it_is_posted_twice(raw: Raw, alice: Person):
    for _ in range(2):
        await raw("POST", raw.lobby + "/messages", {"content": "x", "nonce": "same"})
    assert len(alice.sees()) == 2


async def test_30046_edits_of_an_old_message_are_capped(
    lobby: discord.TextChannel, alice: Person, local: LocalDiscord
):
    board = await lobby.send("turn 0")
    for turn in range(1, 20):
        await board.edit(content=f"turn {turn}")
    local.clock.turn(hours=1.1)
    for turn in range(20, 25):
        await board.edit(content=f"turn {turn}")
    with pytest.raises(discord.HTTPException) as caught:
        await board.edit(content="once more")
    assert caught.value.code == 30046
    assert alice.sees()[0].text == "turn 24"
    local.clock.turn(hours=1.1)
    await board.edit(content="an hour later")
    local.expect_violation(30046)


async def test_edits_by_the_interaction_token_are_not_counted(
    bot: TinyBot, alice: Person, local: LocalDiscord
):
    board = await alice.slash("map")
    local.clock.turn(hours=2)
    for _ in range(10):
        await alice.click("March", board)
    assert "Turn 11" in board.text


async def test_files_come_back_as_they_were_sent(bot: TinyBot, lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send(file=map_file())
    assert await sent.attachments[0].read() == picture()
    assert sent.attachments[0].description == "A green board"
    assert (sent.attachments[0].width, sent.attachments[0].height) == (64, 48)
    assert alice.sees()[0].file() == picture()


async def test_a_gallery_points_to_the_file(lobby: discord.TextChannel, alice: Person):
    await lobby.send(view=board_view(1, "x"), file=map_file())
    shown = alice.sees()[0].components[0]["components"][2]["items"][0]
    assert shown["media"]["url"].endswith("/map.png")
    assert (shown["media"]["width"], shown["media"]["height"]) == (64, 48)
    assert shown["media"]["content_type"] == "image/png"


async def test_an_edit_replaces_the_files(lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send(view=board_view(1, "x"), file=map_file())
    newer = picture(32, 32)
    await sent.edit(view=board_view(2, "y"), attachments=[discord.File(io.BytesIO(newer), "map.png")])
    seen = alice.sees()[0]
    assert [one.width for one in seen.attachments] == [32]
    assert seen.file() == newer
    assert seen.components[0]["components"][2]["items"][0]["media"]["width"] == 32
    assert len(set(alice.ledger.pictures())) == 2


async def test_a_file_can_be_kept_or_taken_off(lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send("x", files=[map_file(), discord.File(io.BytesIO(b"log"), "log.txt")])
    sent = await sent.edit(attachments=[sent.attachments[1]])
    assert [one.filename for one in alice.sees()[0].attachments] == ["log.txt"]
    await sent.edit(content="y")
    assert [one.filename for one in alice.sees()[0].attachments] == ["log.txt"]


async def test_the_flag_of_new_components_stays(
    lobby: discord.TextChannel, raw: Raw, local: LocalDiscord, alice: Person
):
    sent = await lobby.send(view=board_view(1, "x"), file=map_file())
    status, body = await raw("PATCH", f"{raw.lobby}/messages/{sent.id}", {"content": "x", "flags": 0})
    assert (status, body["code"]) == (400, 50035)
    assert alice.sees()[0].message.is_v2
    local.expect_violation(50035, "content")


async def test_40005_a_file_that_is_too_large(local: LocalDiscord, raw: Raw, alice: Person):
    big = b"x" * ((10 << 20) + 1)
    status, body = await raw("POST", raw.lobby + "/messages", {"content": "x"}, files={"big.bin": big})
    assert (status, body["code"]) == (413, 40005)
    local.guild.boost_level = 2
    status, _ = await raw("POST", raw.lobby + "/messages", {"content": "x"}, files={"big.bin": big})
    assert status == 200
    local.expect_violation(40005)


async def test_30015_eleven_files(local: LocalDiscord, raw: Raw):
    files = {f"{number}.txt": b"x" for number in range(11)}
    status, body = await raw("POST", raw.lobby + "/messages", {"content": "x"}, files=files)
    assert (status, body["code"]) == (400, 30015)
    local.expect_violation(30015)


async def test_mentions_only_as_far_as_allowed(
    lobby: discord.TextChannel, alice: Person, bob: Person, local: LocalDiscord
):
    await lobby.send(f"{alice.mention} and {bob.mention}")
    assert alice.unread() == (1, 0)
    only_bob = discord.AllowedMentions(users=[discord.Object(int(bob.id))])
    await lobby.send(f"{alice.mention} and {bob.mention}", allowed_mentions=only_bob)
    assert (alice.unread(), bob.unread()) == ((2, 0), (2, 1))
    assert alice.sees()[-1].mentions == ["Bob"]
    await bob.read()
    assert bob.unread() == (0, 0)


async def test_a_text_part_mentions_too(lobby: discord.TextChannel, alice: Person):
    await lobby.send(
        view=board_view(1, f"{alice.mention} to move"),
        file=map_file(),
        allowed_mentions=discord.AllowedMentions(users=True),
    )
    assert alice.unread() == (1, 1)


async def test_everyone_needs_the_permission(lobby: discord.TextChannel, alice: Person, local: LocalDiscord):
    loud = discord.AllowedMentions(everyone=True)
    await lobby.send("@everyone", allowed_mentions=loud)
    assert alice.unread() == (1, 0)
    local.permit("bot", "lobby", allow=Allow.MENTION_EVERYONE)
    await lobby.send("@everyone", allowed_mentions=loud)
    assert alice.unread() == (2, 1)


async def test_a_reply(lobby: discord.TextChannel, alice: Person, raw: Raw, local: LocalDiscord):
    said = await alice.say("question")
    await (await lobby.fetch_message(int(said.id))).reply("answer")
    assert alice.sees()[-1].data["referenced_message"]["content"] == "question"
    body = {"content": "x", "message_reference": {"message_id": "1"}}
    assert (await raw("POST", raw.lobby + "/messages", body))[1]["code"] == 50035
    body["message_reference"]["fail_if_not_exists"] = False  # type: ignore[index]
    assert (await raw("POST", raw.lobby + "/messages", body))[0] == 200
    local.expect_violation(50035, "message_reference")


async def test_pins(lobby: discord.TextChannel, alice: Person):
    sent = await lobby.send("board")
    await sent.pin()
    assert [one.content async for one in lobby.pins()] == ["board"]
    assert alice.sees()[0].data["pinned"]
    assert alice.sees()[-1].data["type"] == 6
    await sent.unpin()
    assert [one async for one in lobby.pins()] == []


async def test_reactions(
    lobby: discord.TextChannel, alice: Person, bob: Person, local: LocalDiscord, raw: Raw
):
    sent = await lobby.send("ready?")
    await sent.add_reaction("👍")
    await bob.react(alice.sees()[0], "👍")
    assert alice.sees()[0].data["reactions"][0]["count"] == 2
    fetched = await lobby.fetch_message(sent.id)
    assert {one.name async for one in fetched.reactions[0].users()} == {"glade", "bob"}
    await sent.clear_reactions()
    for number in range(20):
        await sent.add_reaction(chr(0x1F600 + number))
    status, body = await raw("PUT", f"{raw.lobby}/messages/{sent.id}/reactions/🎲/@me")
    assert (status, body["code"]) == (400, 30010)
    local.expect_violation(30010)


async def test_typing_is_seen(lobby: discord.TextChannel, alice: Person):
    await lobby.typing()
    assert [one.kind for one in alice.ledger][-1] == "typing"


async def test_the_message_of_another_cannot_be_edited(
    lobby: discord.TextChannel, alice: Person, raw: Raw, local: LocalDiscord
):
    said = await alice.say("mine")
    status, body = await raw("PATCH", f"{raw.lobby}/messages/{said.id}", {"content": "yours"})
    assert (status, body["code"]) == (403, 50005)


async def test_a_private_answer_cannot_be_fetched_by_the_channel(bot: TinyBot, alice: Person, raw: Raw):
    answer = await alice.slash("hand")
    assert (await raw("GET", f"{raw.lobby}/messages/{answer.id}"))[1]["code"] == 10008
    assert (await raw("GET", f"{raw.lobby}/messages"))[1] == []


async def test_a_person_who_takes_no_direct_messages(bot: TinyBot, alice: Person):
    alice.user.takes_dms = False
    user = await bot.fetch_user(int(alice.id))
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("hi")
    assert caught.value.code == 50007


async def test_a_nonce_counts_for_its_author_in_every_channel(raw: Raw, local: LocalDiscord):
    said = {"content": "x", "nonce": "game1:7", "enforce_nonce": True}
    _, first = await raw("POST", raw.lobby + "/messages", said)
    _, thread = await raw("POST", raw.lobby + "/threads", {"name": "t", "type": 11})
    other = f"/channels/{thread['id']}"
    status, again = await raw("POST", other + "/messages", said | {"content": "y"})
    assert (status, again["id"], again["channel_id"]) == (200, first["id"], first["channel_id"])
    assert (await raw("GET", other + "/messages"))[1] == []


async def test_10008_the_nonce_of_a_deleted_message_is_not_free(raw: Raw, local: LocalDiscord):
    said = {"content": "x", "nonce": "game1:7", "enforce_nonce": True}
    _, first = await raw("POST", raw.lobby + "/messages", said)
    await raw("DELETE", f"{raw.lobby}/messages/{first['id']}")
    status, body = await raw("POST", raw.lobby + "/messages", said)
    assert (status, body["code"]) == (404, 10008)
    local.clock.turn(minutes=6)
    assert (await raw("POST", raw.lobby + "/messages", said))[0] == 200
