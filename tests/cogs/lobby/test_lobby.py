"""Opening a table: seats, options, bots, the start, and where the game is played."""

from __future__ import annotations

import asyncio

import pytest

from cogs.lobby import opening
from local import Allow
from tests.cogs.conftest import until
from tests.cogs.tables import begin, row_of


async def test_a_solo_game_begins_in_two_steps(house, alice):
    await alice.slash("game new", game="root", bots=3)
    answer = await alice.click("Start")
    await house.settled()
    assert answer.ephemeral
    assert "has begun" in answer.text
    (row,) = await house.store.games("running")
    thread = house.local.core.world.channels[row.channel]
    assert thread.name == "Alice's table"
    assert alice.id in thread.members
    assert any(message.attachments for message in alice.sees(thread))


async def test_people_join_choose_and_leave_by_buttons(house, alice, bob):
    lobby = await alice.slash("game new", game="root")
    await bob.click("Join")
    assert f"<@{bob.id}>" in lobby.text
    await bob.choose("Choose your faction", "Eyrie Dynasties")
    assert "**Eyrie Dynasties**" in lobby.text
    again = await bob.click("Join")
    assert again.follow_ups or "already" in again.text
    await bob.click("Leave")
    assert f"<@{bob.id}>" not in lobby.text


async def test_people_join_choose_and_leave_by_commands(house, alice, bob):
    lobby = await alice.slash("game new", game="root")
    names = [choice.name for choice in await bob.autocomplete("game join", "faction", "ey")]
    assert names == ["Eyrie Dynasties"]
    await bob.slash("game join", faction="eyrie")
    await until(lambda: "**Eyrie Dynasties**" in lobby.text)
    taken = await alice.slash("game join", faction="eyrie")
    assert "taken" in taken.text
    left = await bob.slash("game leave")
    assert "left" in left.text
    await house.settled()
    assert f"<@{bob.id}>" not in lobby.text
    nobody = await bob.slash("game leave")
    assert "Join first" in nobody.text


async def test_a_change_that_comes_just_as_the_message_was_brought_up_to_date_is_shown(
    house, alice, monkeypatch
):
    """Given a lobby whose message has just been edited; when the next change comes in the same moment; then it is edited again."""
    await alice.slash("game new", game="root")
    (row,) = await house.store.games("lobby")
    edits = []

    async def edit(bot, game, view):
        edits.append(game)
        if len(edits) == 1:
            asyncio.get_running_loop().call_soon(opening.refresh_soon, bot, game)

    monkeypatch.setattr(opening, "edit_lobby", edit)
    opening.refresh_soon(house.bot, row.id)
    await until(lambda: len(edits) == 2)


async def test_the_host_sets_options_and_bots(house, alice, bob):
    lobby = await alice.slash("game new", game="root")
    panel = await alice.click("Settings…")
    assert panel.ephemeral
    await alice.choose("Map", "winter", message=panel)
    await house.settled()
    assert "Map: Winter" in lobby.text
    await alice.choose("Pace", "days", message=panel)
    await house.settled()
    assert "3 days each" in lobby.text
    await alice.click("Add Bot")
    bots = await alice.click("Bots…")
    await alice.choose("What it plays", "lizards", message=bots)
    await house.settled()
    (levels,) = (menu for menu in bots._parts({3}) if menu["placeholder"] == "Difficulty")
    assert {one["value"]: one["description"] for one in levels["options"]} == {
        "easy": "Weaker. It performs 3 rituals a turn.",
        "default": "As printed. It performs 4 rituals a turn.",
        "challenging": "Stronger. It performs 5 rituals a turn.",
        "nightmare": "Strongest. It performs 5 rituals a turn. 1 point more each Evening.",
    }
    await alice.choose("Difficulty", "challenging", message=bots)
    await house.settled()
    assert "Challenging" in lobby.text
    trait = next(iter(bots.menus["Traits"]))
    await alice.choose("Traits", trait, message=bots)
    await house.settled()
    assert trait.removeprefix("Traits: ") in lobby.text
    await alice.click("Remove", bots)
    await house.settled()
    assert "🤖" not in lobby.text
    refused = await bob.click("Settings…")
    assert "Only the host" in refused.text
    refused = await bob.click("Add Bot")
    assert "Only the host" in refused.text
    await alice.slash("game options", option="deck", value="exiles")
    await house.settled()
    assert "Exiles" in lobby.text
    wrong = await alice.slash("game options", option="deck", value="tarot")
    assert "cannot read" in wrong.text


async def test_what_stands_in_the_way_is_said(house, alice, bob):
    lobby = await alice.slash("game new", game="root")
    assert "One more player is needed" in lobby.text
    early = await alice.click("Start")
    assert "takes 2 to 6" in early.text
    await bob.click("Join")
    await alice.choose("Choose your faction", "vagabond")
    await bob.choose("Choose your faction", "alliance")
    assert "reach" in lobby.text
    refused = await alice.click("Start")
    assert "reach" in refused.text
    assert not await house.store.games("running")


async def test_only_the_host_starts(house, alice, bob):
    await alice.slash("game new", game="root", bots=1)
    answer = await bob.click("Start")
    assert "Only the host" in answer.text


async def test_without_threads_the_game_is_played_in_the_channel(house, alice):
    house.local.permit("bot", "lobby", deny=Allow.CREATE_PUBLIC_THREADS)
    await house.settled()
    lobby = await alice.slash("game new", game="root", bots=2)
    await alice.click("Start")
    await house.settled()
    assert "Create Public Threads" in lobby.text
    (row,) = await house.store.games("running")
    assert row.channel == alice.place.id
    assert any(message.attachments for message in alice.sees())


async def test_a_missing_permission_is_named(house, alice):
    house.local.permit("bot", "lobby", deny=Allow.ATTACH_FILES)
    await house.settled()
    answer = await alice.slash("game new", game="root")
    assert "**Attach Files**" in answer.text
    assert answer.ephemeral
    assert not await house.store.games()


async def test_a_forum_gives_each_game_a_post_with_tags(house, alice, bob):
    forum = house.local.channel("tables")
    await alice.slash("game new", game="root", forum=forum, title="Forest feud")
    post = house.local.channel("Forest feud")
    tags = house.local.core.world.tag_names
    assert tags(post) == ["recruiting"]
    bob.go(post)
    await bob.click("Join")
    alice.go(post)
    await alice.click("Start")
    await house.settled()
    (row,) = await house.store.games("running")
    assert row.channel == post.id
    assert tags(post) == ["your turn"]


async def test_a_table_is_closed_after_a_second_question(house, alice, bob):
    lobby = await alice.slash("game new", game="root")
    stranger = await bob.slash("game abandon")
    assert "Only" in stranger.text
    question = await alice.slash("game abandon")
    assert "Close this table?" in question.text
    await alice.click("No, Go Back", question)
    assert await house.store.games("lobby")
    question = await alice.slash("game abandon")
    await alice.click("Yes, Do It", question)
    await house.settled()
    assert "closed" in lobby.text
    assert not lobby.buttons
    assert not await house.store.games()


async def test_names_and_titles_are_never_markdown(house, alice):
    alice.user.name = "**@everyone** [x](http://e.example) <@1>"
    lobby = await alice.slash("game new", game="root", title="`a` <@&1> https://evil.example **b**")
    assert "**b**" not in lobby.text
    assert "<@&1>" not in lobby.text
    assert "https://evil" not in lobby.text
    assert lobby.mentions == []


async def test_games_lists_mine_everywhere(house, alice, bob):
    empty = await bob.slash("games")
    assert "in no game" in empty.text
    await alice.slash("game new", game="root", title="First")
    await begin(house, ["alice", "bob"])
    listed = await alice.slash("games")
    assert "First" in listed.text
    assert "in the lobby" in listed.text
    everyone = [await person.slash("games") for person in (alice, bob)]
    assert sum("waits for you" in answer.text for answer in everyone) == 1


async def test_nobody_fills_the_house_alone(house, alice):
    house.bot.settings = __import__("msgspec").structs.replace(house.bot.settings, games_per_person=2)
    await alice.slash("game new", game="root")
    await alice.slash("game new", game="root")
    third = await alice.slash("game new", game="root")
    assert "You host 2 games" in third.text


async def test_info_tells_what_is_agreed(house, alice, bob):
    await alice.slash("game new", game="root", bots=1)
    info = await bob.slash("game info")
    assert "Map: Autumn" in info.text
    assert info.ephemeral


async def test_the_order_of_play_can_be_as_listed(house):
    game = await begin(house, ["alice", "bob"], order="seated")
    seats = await house.store.seats(game)
    assert [seat.user for seat in seats] == [house.person("alice").id, house.person("bob").id]


async def test_a_started_lobby_has_no_more_buttons(house, alice):
    lobby = await alice.slash("game new", game="root", bots=1)
    await alice.click("Start")
    await house.settled()
    assert lobby.buttons == []
    row = (await house.store.games("running"))[0]
    assert f"<#{row.channel}>" in lobby.text


@pytest.mark.parametrize("name", ["join", "leave", "start"])
async def test_a_lobby_that_is_gone_is_answered_kindly(house, alice, bob, name):
    answer = await bob.slash(f"game {name}")
    assert "no game in this channel" in answer.text


async def test_tutorial_opens_a_guided_game(house, alice):
    await alice.slash("tutorial", game="root")
    await house.settled()
    (row,) = await house.store.games("running")
    assert (await row_of(house, row.id)).status == "running"
    board = [m for m in alice.sees(house.local.core.world.channels[row.channel]) if m.buttons][-1]
    assert "🎯" in board.text


async def test_help_fits_and_names_the_first_steps(house, alice):
    answer = await alice.slash("help")
    assert "/tutorial" in answer.text
