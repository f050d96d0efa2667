"""Where a game lives: what its lobby's message says later, and what happens when its place is deleted."""

from __future__ import annotations

import asyncio
import random

import discord
import pytest

from cogs.lobby import home, places
from engine.shards import Shards
from engine.store import Say
from engine.table import Table
from local import Allow
from local.places import close_channel, open_channel
from local.state import FORUM
from tests.cogs.conftest import open_house, servers_held_back, until
from tests.cogs.players import Typist
from tests.cogs.tables import begin, board_of, everybody, row_of, waiting


def delete(house, channel_id: str) -> None:
    """Somebody deletes a channel or a thread."""
    core = house.local.core
    close_channel(core, core.world.channels[channel_id])


def threads(house) -> list:
    return [one for one in house.local.core.world.channels.values() if one.is_thread]


async def lobby_message(house, game: str):
    """The lobby's message as Alice sees it, wherever she looks."""
    known = await house.store.message(game, home.LOBBY)
    alice = house.person("alice")
    looks_at = alice.place
    seen = alice.go(house.local.core.world.channels[known.channel]).sees()
    alice.go(looks_at)
    return next(message for message in seen if message.id == known.message)


async def decide_once(house, game: str) -> None:
    person = await waiting(house, game)
    row = await row_of(house, game)
    person.go(house.local.core.world.channels[row.channel])
    await Typist(house, person, random.Random(3)).decide()
    await house.settled()


async def go_on(house, where="lobby") -> None:
    """Alice wants to go on, as the question to the players offers."""
    alice = house.person("alice").go(where)
    answer = await alice.click("Go On in a New Thread")
    await house.settled()
    assert "goes on" in answer.text


async def plays_on(house, game: str) -> None:
    """The game is shown where the store says, once, and can be played there by its buttons' question."""
    row = await row_of(house, game)
    person = await waiting(house, game)
    person.go(house.local.core.world.channels[row.channel])
    assert len([message for message in person.sees() if message.attachments]) == 1
    assert person.name in board_of(person).mentions
    assert f"<#{row.channel}>" in (await person.slash("games")).text
    await decide_once(house, game)
    assert (await row_of(house, game)).seq > row.seq


# --- what is said of the seats ----------------------------------------------------------------------------


async def test_a_drafted_faction_is_named_as_soon_as_it_is_taken(house, alice, bob, carol):
    """A.5  Info, the lobby's message and the list of games tell what a seat plays now, or that it still drafts."""
    game = await begin(house, ["alice", "bob", "carol"], setup="advanced")
    assert (await alice.slash("game info")).text.count("drafts a faction") == 3
    factions = list(house.table.games["root"].lobby.factions().values())
    for left in (2, 1, 0):
        while len([s for s, name in (await house.table.look(game)).names.items() if s == name]) > left:
            await decide_once(house, game)
        look = await house.table.look(game)
        for text in ((await alice.slash("game info")).text, (await lobby_message(house, game)).text):
            assert text.count("drafts a faction") == left
            for seat in look.seats:
                (line,) = [line for line in text.splitlines() if f"<@{seat.user}> ·" in line]
                name = look.names[seat.seat]
                taken = [faction for faction in factions if f"**{faction}**" in line]
                assert taken == (
                    [] if name == seat.seat else [house.table.games["root"].lobby.factions()[name]]
                )
        for person in everybody(house)[:3]:
            assert "seat" not in (await person.slash("games")).text


async def test_info_and_the_lobbys_message_name_who_sits_there_now(house, alice, bob, carol, dora):
    game = await begin(house, ["alice", "bob", "carol"])
    seat = next(seat for seat in await house.store.seats(game) if seat.user == bob.id)
    await house.table.hand_over(game, seat.seat, "human", user=dora.id, by=alice.id)
    await house.settled()
    for text in ((await alice.slash("game info")).text, (await lobby_message(house, game)).text):
        assert dora.mention in text
        assert bob.mention not in text


async def test_the_lobbys_message_is_edited_only_when_it_changes(house, alice, bob, monkeypatch):
    edits = []
    real = home.edit_lobby

    async def counted(*args):
        edits.append(args)
        await real(*args)

    game = await begin(house, ["alice", "bob"])
    monkeypatch.setattr(home, "edit_lobby", counted)
    for _ in range(4):
        await decide_once(house, game)
    assert edits == []


async def test_info_of_a_game_that_cannot_be_loaded_tells_what_was_agreed(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"], setup="advanced")
        await house.store._execute("update snapshot set state = x'00' where game = ?", game)
    async with open_house(local, tmp_path) as house:
        shown = await house.person("alice").slash("game info", game=game)
        assert "drafts a faction" in shown.text


async def test_a_game_that_had_no_lobby_is_told_too(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    row = await row_of(house, game)
    await house.store._execute(
        "update game set header = cast(json_remove(header, '$.lobby') as blob) where id = ?", game
    )
    house.table._lines.clear()
    await house.table.tell_again(game, "a test")
    await house.settled()
    assert await house.store.unsaid(game) == []
    assert (await row_of(house, game)).channel == row.channel


# --- a place that is deleted ------------------------------------------------------------------------------


async def test_a_deleted_thread_is_opened_anew_and_the_game_goes_on(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await decide_once(house, game)
    old = await row_of(house, game)
    delete(house, old.channel)
    await house.settled()
    assert (await row_of(house, game)).status == "paused"
    assert threads(house) == [], "nobody wants it yet"
    await go_on(house)
    row = await row_of(house, game)
    assert row.status == "running"
    assert row.channel != old.channel
    assert row.seq == old.seq
    (thread,) = threads(house)
    assert thread.id == row.channel
    assert thread.name == "Alice's table"
    assert {alice.id, bob.id} <= thread.members.keys()
    asked, told = [message for message in alice.go("lobby").sees() if "was deleted" in message.text]
    assert set(asked.mentions) == {"Alice", "Bob"}
    assert not told.mentions
    assert f"<#{row.channel}>" in (await lobby_message(house, game)).text
    await plays_on(house, game)


async def test_the_thread_can_be_deleted_twice(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    seen = set()
    for _ in range(3):
        row = await row_of(house, game)
        seen.add(row.channel)
        delete(house, row.channel)
        await house.settled()
        await go_on(house)
    assert len(threads(house)) == 1
    assert (await row_of(house, game)).channel not in seen
    await plays_on(house, game)


async def test_a_thread_that_was_deleted_while_the_bot_was_away(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"])
        row = await row_of(house, game)
    delete(house, row.channel)
    async with open_house(local, tmp_path) as house:
        await house.settled()
        assert threads(house) == []
        await go_on(house)
        assert len(threads(house)) == 1
        await plays_on(house, game)


async def test_a_server_that_arrives_late_is_looked_at_then(local, tmp_path, monkeypatch):
    """The bot may be ready before it has heard what a server is like; nothing is taken for deleted, or for said."""
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"])
        row = await row_of(house, game)
        await house.store.say(game, Say("a test", "update", b"{}"), now=0.0)
    delete(house, row.channel)
    real, held = servers_held_back(monkeypatch)
    async with open_house(local, tmp_path) as house:
        await house.settled()
        while not (left := await house.store.unsaid(game)) or not left[0].attempts:
            assert left, "it was not shown, and is taken for shown"
            await asyncio.sleep(0)
        assert await row_of(house, game) == row
        monkeypatch.undo()
        local.clock.turn(seconds=5)  # it is tried again a little later
        for late in held:
            real(*late)
        alice = house.person("alice").go("lobby")
        await until(lambda: any("was deleted" in message.text for message in alice.sees()))
        await house.settled()
        await go_on(house)
        assert len(threads(house)) == 1
        await plays_on(house, game)


class Killed(BaseException):
    """The bot ends here."""


async def killed_at_once(*_, **__):
    raise Killed


def killed_after(real):
    async def work(*args, **more):
        await real(*args, **more)
        raise Killed

    return work


POINTS = ("message sent", "message remembered", "thread made", "moved")


@pytest.mark.parametrize("point", POINTS)
async def test_a_crash_while_a_thread_is_opened_anew_leads_to_one_thread(local, tmp_path, monkeypatch, point):
    async with open_house(local, tmp_path) as house:
        game = await begin(house, ["alice", "bob"])
        old = await row_of(house, game)
        delete(house, old.channel)
        await house.settled()
        with monkeypatch.context() as patch:
            if point == "message sent":
                patch.setattr(discord.TextChannel, "send", killed_after(discord.TextChannel.send))
            elif point == "message remembered":
                patch.setattr(places, "open_thread", killed_at_once)
            elif point == "thread made":
                patch.setattr(places, "open_thread", killed_after(places.open_thread))
            else:
                patch.setattr(Table, "move", killed_after(Table.move))
            await go_on(house)
    assert len(threads(house)) == (0 if point in POINTS[:2] else 1)
    async with open_house(local, tmp_path) as house:
        await house.settled()
        (thread,) = threads(house)
        assert (await row_of(house, game)).channel == thread.id
        told = [
            message for message in house.person("alice").go("lobby").sees() if "goes on here" in message.text
        ]
        assert len(told) == 1
        await plays_on(house, game)


async def begin_post(house) -> str:
    """A game of Alice and Bob in a post of the forum."""
    alice, bob = house.person("alice"), house.person("bob")
    forum = next(one for one in house.local.core.world.channels.values() if one.type == FORUM)
    await alice.slash("game new", game="root", title="In the forum", forum=forum.id)
    (row,) = await house.store.games("lobby")
    for person in (alice, bob):
        person.go(house.local.core.world.channels[row.channel])
    await bob.click("Join")
    await alice.click("Start")
    await house.settled()
    return row.id


async def test_a_deleted_post_is_opened_anew_in_its_forum(house, alice, bob):
    game = await begin_post(house)
    old = (await row_of(house, game)).channel
    forum = house.local.core.world.channels[old].parent_id
    delete(house, old)
    await house.settled()
    assert threads(house) == []
    await go_on(house, house.local.core.direct_channel(alice.id))
    (post,) = threads(house)
    assert post.parent_id == forum
    assert post.name == "In the forum"
    assert house.local.core.world.tag_names(post) == ["your turn"]
    await plays_on(house, game)


async def test_a_crash_while_a_post_is_opened_anew_leads_to_one_post(local, tmp_path, monkeypatch):
    async with open_house(local, tmp_path) as house:
        game = await begin_post(house)
        delete(house, (await row_of(house, game)).channel)
        await house.settled()
        with monkeypatch.context() as patch:
            patch.setattr(Table, "move", killed_at_once)
            await go_on(house, local.core.direct_channel(house.person("alice").id))
        assert len(threads(house)) == 1
    async with open_house(local, tmp_path) as house:
        await house.settled()
        (post,) = threads(house)
        assert (await row_of(house, game)).channel == post.id
        await plays_on(house, game)


async def test_when_the_whole_channel_is_deleted_the_game_goes_on_where_the_bot_says_hello(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    lobby = house.local.channel("lobby")
    hall = open_channel(house.local.core, lobby.guild_id, {"name": "hall"})
    await house.settled()
    delete(house, lobby.id)
    await house.settled()
    assert alice.go(hall).sees() == [], "no word where nobody asked for one"
    await go_on(house, house.local.core.direct_channel(alice.id))
    row = await row_of(house, game)
    assert house.local.core.world.channels[row.channel].parent_id == hall.id
    await plays_on(house, game)


async def test_a_game_without_any_place_says_how_to_go_on(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    lobby = house.local.channel("lobby")
    delete(house, lobby.id)
    await house.settled()
    await go_on(house, house.local.core.direct_channel(alice.id))
    assert (await row_of(house, game)).channel == ""
    person = await waiting(house, game)
    person.go("tables")
    listed = await person.slash("games")
    assert f"`/play game:{game}`" in listed.text
    choice = (await person.autocomplete("play", "choice", "", game=game))[0].value
    before = await row_of(house, game)
    assert not (await person.slash("play", game=game, choice=choice)).failed
    assert (await row_of(house, game)).seq > before.seq


async def test_without_the_permission_for_threads_the_game_goes_on_in_the_channel(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    house.local.permit("bot", "lobby", deny=Allow.CREATE_PUBLIC_THREADS)
    await house.settled()
    delete(house, (await row_of(house, game)).channel)
    await house.settled()
    await go_on(house)
    lobby = house.local.channel("lobby")
    assert (await row_of(house, game)).channel == lobby.id
    alice.go(lobby)
    assert "was deleted" in "".join(message.text for message in alice.sees())
    await plays_on(house, game)


async def test_a_place_that_is_only_closed_to_the_bot_is_not_left(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    before = await row_of(house, game)
    house.local.permit("bot", "lobby", deny=Allow.VIEW_CHANNEL)
    await house.settled()
    await house.table.tell_again(game, "a test")
    await house.settled()
    assert await row_of(house, game) == before
    assert len(threads(house)) == 1


async def test_the_place_of_a_finished_game_stays_deleted(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await house.table.set_status(game, "archived", by=alice.id)
    await house.settled()
    delete(house, (await row_of(house, game)).channel)
    await house.table.tell_again(game, "a test")
    await house.settled()
    assert threads(house) == []


# --- a lobby that is deleted ------------------------------------------------------------------------------


async def test_a_lobby_whose_message_was_deleted_can_be_joined_and_started(house, alice, bob):
    await alice.slash("game new", game="root")
    await house.settled()
    (row,) = await house.store.games("lobby")
    known = await house.store.message(row.id, home.LOBBY)
    await house.bot.get_channel(int(known.channel)).get_partial_message(int(known.message)).delete()
    assert "You sit at the table" in (await bob.slash("game join", game=row.id)).text
    assert bob.mention in (await alice.slash("game info", game=row.id)).text
    answer = await alice.slash("game start", game=row.id)
    await house.settled()
    assert "has begun" in answer.text
    (thread,) = threads(house)
    assert (await row_of(house, row.id)).channel == thread.id
    assert f"<#{thread.id}>" in (await lobby_message(house, row.id)).text
    await plays_on(house, row.id)


async def test_a_lobby_whose_channel_was_deleted_can_be_started_or_closed(house, alice, bob):
    lobby = house.local.channel("lobby")
    other = open_channel(house.local.core, lobby.guild_id, {"name": "other"})
    alice.go(other)
    for _ in range(2):
        await alice.slash("game new", game="root", bots=1)
        await house.settled()
    first, second = await house.store.games("lobby")
    delete(house, other.id)
    await house.settled()
    alice.go(lobby)
    assert not (await alice.slash("games")).failed
    await alice.slash("game abandon", game=second.id)
    await alice.click("Yes, Do It")
    await house.settled()
    assert await house.store.game(second.id) is None
    answer = await alice.slash("game start", game=first.id)
    await house.settled()
    assert "has begun" in answer.text
    (thread,) = threads(house)
    assert (await row_of(house, first.id)).channel == thread.id
    await plays_on(house, first.id)


async def test_a_process_speaks_in_a_server_of_another_and_leaves_a_deleted_thread_to_it(house, monkeypatch):
    """Given the process of a server is away; when another speaks for it; then it asks Discord, and gives up nothing."""
    hall = house.local.channel("lobby").id
    monkeypatch.setattr(house.bot, "served", Shards((0,), 2))
    here, elsewhere = "0", str(1 << 22)
    found = await places.there(house.bot, elsewhere, hall)
    assert str(found.id) == hall
    with pytest.raises(places.NotYet, match="is away"):
        await places.there(house.bot, elsewhere, "77")
    with pytest.raises(places.NotYet, match="is away"):
        await places.is_gone(house.bot, elsewhere, "77")
    with pytest.raises(places.Left):
        await places.there(house.bot, here, "77")
