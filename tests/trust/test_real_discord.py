"""What the real Discord does to a bot: nonces, closed places, closed direct messages, deleted places, few requests."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from cogs.waiting import watch
from cogs.waiting.watch import NOTICE, REMIND, Reminder
from engine.commands.bench_store import answer
from engine.store import ReminderRow
from engine.table import Open
from local import Allow
from local.places import archive, close_channel, open_channel
from tests.cogs.players import Typist
from tests.cogs.tables import begin, row_of, waiting


def thread_of(house, row):
    return house.local.core.world.channels[row.channel]


async def decide(house, game):
    """The game goes on by one decision, given somewhere else than in its thread."""
    seat = next(one.seat for one in (await house.table.look(game)).open)
    look = await house.table.look(game, seat)
    answer = look.ask.options[: look.ask.most] if look.ask.many else look.ask.options[-1]
    await house.table.answer(game, seat, answer)
    await house.settled()


# --- nonces ----------------------------------------------------------------------------------------------


async def test_reminders_of_several_people_of_the_same_decision_reach_them_all(
    house, alice, bob, monkeypatch
):
    """Given two people who are asked at once, when both are reminded, then each gets a reminder."""
    game = await begin(house, ["alice", "bob"])
    real = watch.public_look

    async def both_asked(table, name):
        look = await real(table, name)
        asked = look.open[0].asked
        both = tuple(Open(seat.seat, "k", "1", 0.0, asked) for seat in look.seats)
        return msgspec.structs.replace(look, open=both)

    monkeypatch.setattr(watch, "public_look", both_asked)
    now, before = house.table.clock(), len(alice.sees())
    for seat in await house.store.seats(game):
        asked = (await both_asked(house.table, game)).open[0].asked
        row = ReminderRow(game, seat.user, REMIND, now, b"")
        await house.bot.watch.remind(row, Reminder(seat.seat, asked), now)
    reminders = alice.sees()[before:]
    assert sorted(name for one in reminders for name in one.mentions) == ["Alice", "Bob"]


async def test_a_notice_that_was_taken_down_can_be_followed_by_another_at_once(house, alice, bob):
    """Given a notice that was deleted, when the same decision is told again, then it is told at once."""
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    for _ in range(3):
        notices = await house.bot.watch.notices(game)
        notices.told, notices.left = {}, {}
        await house.bot.watch.save(game, notices)
        await house.bot.watch.tell(game)
        calls = [seen for seen in one.sees() if one.name in seen.mentions and not seen.attachments]
        assert len(calls) == 1


# --- closed places ---------------------------------------------------------------------------------------


async def test_a_board_is_not_dropped_while_its_channel_is_hidden(house, alice, bob):
    """Given a channel the bot cannot see for a while, when it can again, then the board is shown."""
    game = await begin(house, ["alice", "bob"])
    house.local.permit("bot", "lobby", deny=Allow.VIEW_CHANNEL)
    await decide(house, game)
    assert await house.store.unsaid(game), "it has not been said"
    before = [message.text for message in alice.sees()]
    house.local.permit("bot", "lobby", allow=Allow.VIEW_CHANNEL)
    await house.settled()
    assert await house.store.unsaid(game) == []
    assert [message.text for message in alice.sees()] != before


async def lock(house, game):
    """A moderator locks and archives the thread of a game."""
    thread = thread_of(house, await row_of(house, game))
    house.local.permit("bot", "lobby", deny=Allow.MANAGE_THREADS)
    thread.locked = True
    archive(house.local.core, thread, True)
    await house.settled()
    return thread


async def test_50083_a_locked_thread_is_told_elsewhere_once_and_shown_when_it_is_open(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    thread = await lock(house, game)
    await decide(house, game)
    one = await waiting(house, game)
    private = house.local.core.direct_channel(one.id)
    assert one.go(private).sees() == [], "a short while is nobody's business"
    for _ in range(3):
        house.local.clock.turn(minutes=20)
        house.table.outbox.kick(game, now=True)
        await house.settled()
    (told,) = one.sees()
    assert "no longer write" in told.text
    assert game in told.text
    thread.locked = False
    archive(house.local.core, thread, False)
    await house.settled()
    assert await house.store.unsaid(game) == []
    assert len(one.sees()) == 1


async def test_who_takes_no_direct_messages_is_told_in_the_channel(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await lock(house, game)
    alice.user.takes_dms = bob.user.takes_dms = False
    await decide(house, game)
    one = await waiting(house, game)
    house.local.clock.turn(minutes=20)
    house.table.outbox.kick(game, now=True)
    await house.settled()
    (told,) = [seen for seen in one.go("lobby").sees() if "no longer write" in seen.text]
    assert told.mentions == [one.name]


async def test_a_notice_is_not_taken_for_told_while_the_place_is_closed(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    notices = await house.bot.watch.notices(game)
    notices.told, notices.left = {}, {}
    await house.bot.watch.save(game, notices)
    await lock(house, game)
    now = house.table.clock()
    await house.store.remind(ReminderRow(game, "", NOTICE, now, b"{}"))
    await house.bot.watch.tick()
    assert (await house.bot.watch.notices(game)).told == {}
    assert [one.kind for one in await house.store.due_reminders(now + 300)] == [NOTICE], "it is tried again"


# --- direct messages -------------------------------------------------------------------------------------


async def test_50007_a_reminder_to_somebody_with_closed_direct_messages_comes_in_the_thread(
    house, alice, bob
):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    await one.slash("settings", where="dm", every=1, wakes=0, sleeps=0)
    one.user.takes_dms = False
    before = len(one.sees())
    await house.pass_time(hours=2)
    reminders = [seen for seen in one.sees()[before:] if one.name in seen.mentions]
    assert len(reminders) == 1
    assert "eminder" in reminders[0].text


# --- deleted places --------------------------------------------------------------------------------------


async def test_a_channel_that_is_deleted_with_its_games_leaves_no_word_elsewhere(house, alice, bob):
    """Given three games of a channel, when it is deleted, then they pause and each asks its players once."""
    core = house.local.core
    lobby = house.local.channel("lobby")
    open_channel(core, lobby.guild_id, {"name": "general"})
    await house.settled()
    games = [await begin(house, ["alice", "bob"]) for _ in range(3)]
    close_channel(core, core.world.channels[lobby.id])
    await house.settled()
    assert alice.go("general").sees() == []
    for game in games:
        row = await row_of(house, game)
        assert row.status == "paused"
        await house.table.tell_again(game, "a test")
    await house.settled()
    private = alice.go(core.direct_channel(alice.id)).sees()
    assert len(private) == 3, "once for each game"
    assert [one for one in core.world.channels.values() if one.is_thread] == []


# --- few requests ----------------------------------------------------------------------------------------


async def test_a_round_of_bots_costs_one_message_and_the_board_comes_first(house, alice):
    """Given three bots, when a turn ends, then one new message is sent, and only then the former one is finished."""
    game = await begin(house, ["alice"], bots=3)
    player = Typist(house, alice, random.Random(8))
    row = await row_of(house, game)
    sent = house.local.core.world.messages[row.channel]
    rounds = 0
    for _ in range(60):
        await house.settled()
        before, turn = set(sent), (await house.table.look(game)).view.turn
        if (await house.table.look(game)).view.over or rounds == 3:
            break
        await player.decide()
        await house.settled()
        after = (await house.table.look(game)).view.turn
        if turn and after >= turn + 4:
            new = [sent[one] for one in sent if one not in before and sent[one].only_for is None]
            assert len(new) == 1
            former = max(
                (one for one in sent.values() if one.id in before and one.attachments), key=lambda m: m.id
            )
            assert former.edited >= new[0].timestamp
            assert len(former.attachments) == 4, "the turn and those of the bots"
            rounds += 1
    assert rounds == 3


async def test_the_next_board_does_not_wait_for_an_edit_of_the_former_one(house, alice, bob):
    """Given edits that Discord lets wait, when the turn ends, then the next board is there all the same."""
    game = await begin(house, ["alice", "bob"])
    row = await row_of(house, game)
    sent = house.local.core.world.messages[row.channel]
    before = set(sent)
    house.local.faults.delay("PATCH /channels/{channel_id}/messages/{message_id}", 100.0, times=1000)
    turn = (await house.table.look(game)).view.turn
    source = random.Random(4)
    while (await house.table.look(game)).view.turn == turn:
        await answer(house.table, game, 1, source)
    async with asyncio.timeout(10):
        while not [one for one in sent.values() if one.id not in before and one.attachments]:
            await asyncio.sleep(0.01)
    house.local.faults.clear()
    house.local.clock.turn(200)
    await house.settled()
    assert await house.store.unsaid(game) == []


@pytest.mark.parametrize("bots", [1, 3])
async def test_what_bots_did_fits_into_one_message(house, alice, bots):
    game = await begin(house, ["alice"], bots=bots)
    player = Typist(house, alice, random.Random(bots))
    for _ in range(120):
        await house.settled()
        if (await row_of(house, game)).status != "running":
            break
        if await player.waits(game):
            await player.decide()
    assert house.local.violations == []
