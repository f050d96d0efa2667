"""The store, on every database: all of a change or none of it, each thing once, in order."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from engine.store import (
    Duplicate,
    EntryRow,
    GameRow,
    MessageRow,
    ReminderRow,
    Save,
    Say,
    SeatRow,
    SnapshotRow,
    Stale,
    Store,
    StoreError,
    Waiting,
)

NOW = 1_800_000_000.0


@pytest.fixture
async def store(address: str):
    async with await Store.open(address) as store:
        yield store


async def new_game(store: Store, game: str = "g1", **more) -> None:
    row = GameRow(game, "toy", status="running", created=NOW, updated=NOW, **more)
    await store.create(row, [SeatRow("a", 0, user="1"), SeatRow("b", 1, kind="random")], b"seed")


def change(rev: int = 0, game: str = "g1", **more) -> Save:
    entry = EntryRow(rev + 1, "a", "toy.take", b'{"verb":"take"}')
    return Save(game=game, rev=rev, at=NOW, seq=rev + 1, entries=(entry,), **more)


# --- one change -------------------------------------------------------------------------------------------


async def test_a_change_is_saved_whole(store):
    await new_game(store)
    rev = await store.save(
        change(
            snapshots=(SnapshotRow(1, 1, "start", b'{"state":1}'),),
            events=(b"first", b"second"),
            say=(Say("g1:1", "board", b"{}"),),
            waiting=(Waiting("a", NOW, 1),),
            interaction="i1",
            result=b"done",
            barrier=1,
            question="abc",
        )
    )
    loaded = await store.load("g1")
    assert rev == 1
    assert (loaded.game.rev, loaded.game.seq, loaded.game.barrier, loaded.game.question) == (1, 1, 1, "abc")
    assert loaded.secret == b"seed"
    assert loaded.snapshots == (SnapshotRow(1, 1, "start", b'{"state":1}'),)
    assert [event.data for event in await store.events("g1")] == [b"first", b"second"]
    assert [row.nonce for row in await store.unsaid("g1")] == ["g1:1"]
    assert (loaded.seats[0].since, loaded.seats[0].asked, loaded.seats[1].since) == (NOW, 1, None)
    assert await store.waits_for("1") == [("g1", "a", NOW)]
    assert await store.interaction("i1") == ("g1", 1, b"done")


async def test_a_stale_change_saves_nothing(store):
    await new_game(store)
    await store.save(change(0))
    with pytest.raises(Stale):
        await store.save(change(0, events=(b"never",), interaction="i9"))
    assert [entry.seq for entry in await store.entries("g1")] == [1]
    assert await store.events("g1") == []
    assert await store.interaction("i9") is None


async def test_a_repeated_interaction_saves_nothing_and_gets_the_first_result(store):
    await new_game(store)
    await store.save(change(0, interaction="i1", result=b"first"))
    with pytest.raises(Duplicate) as caught:
        await store.save(change(1, interaction="i1", result=b"second"))
    assert (caught.value.rev, caught.value.result) == (1, b"first")
    assert (await store.game("g1")).rev == 1


async def test_of_fifty_changes_on_one_revision_one_is_saved(store):
    await new_game(store)
    results = await asyncio.gather(*(store.save(change(0)) for _ in range(50)), return_exceptions=True)
    assert [r for r in results if not isinstance(r, Stale)] == [1]
    assert len(await store.entries("g1")) == 1


async def test_a_failing_change_leaves_those_of_others_alone(store):
    """Tasks that share a connection must not share a transaction."""
    for n in range(20):
        await new_game(store, f"g{n}")
    saves = [store.save(change(0, f"g{n}")) for n in range(20)]
    broken = [store.save(change(7, f"g{n}")) for n in range(20)]
    mixed = [task for pair in zip(saves, broken, strict=True) for task in pair]
    results = await asyncio.gather(*mixed, return_exceptions=True)
    assert sum(isinstance(r, Stale) for r in results) == 20
    assert [(await store.game(f"g{n}")).rev for n in range(20)] == [1] * 20


async def test_a_cancelled_task_cannot_leave_half_a_change(store):
    await new_game(store)
    task = asyncio.create_task(store.save(change(0, events=(b"e",))))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.set_meta("queued", "after it")
    loaded = await store.load("g1")
    assert len(loaded.entries) == loaded.game.rev
    while not (rev := (await store.game("g1")).rev):  # it comes to its end all the same
        await asyncio.sleep(0.01)
    assert (len(await store.entries("g1")), len(await store.events("g1"))) == (rev, rev)
    await store.save(change(rev))  # and the writer is free


async def test_undo_keeps_the_log_and_drops_snapshots(store):
    await new_game(store)
    for rev in range(3):
        await store.save(change(rev, snapshots=(SnapshotRow(rev + 1, 1, "s", b"x"),)))
    await store.save(change(3, undone=2))
    loaded = await store.load("g1")
    assert [row.seq for row in loaded.snapshots] == [1]
    assert len(await store.entries("g1")) == 4


async def test_old_turns_keep_their_first_snapshot(store):
    await new_game(store)
    for seq, turn in enumerate((1, 1, 1, 2, 2, 3, 3, 3), 1):
        await store.save(
            change(seq - 1, snapshots=(SnapshotRow(seq, turn, "s", b"%d" % seq),), keep_turn=turn - 1)
        )
    assert await store.turns("g1") == [(1, 1), (2, 4), (3, 6)]
    assert (await store.snapshot("g1", 1)).state == b"1"
    loaded = await store.load("g1")
    assert [row.seq for row in loaded.snapshots] == [4, 5, 6, 7, 8]
    assert [entry.seq for entry in loaded.entries] == [5, 6, 7, 8]
    assert await store.snapshot("g1", 9) is None


# --- games and people -------------------------------------------------------------------------------------


async def test_update_is_guarded_by_the_revision(store):
    await new_game(store)
    game = await store.game("g1")
    new = await store.update(msgspec.structs.replace(game, title="Den"), [SeatRow("c", 0, user="9")])
    assert (new.rev, (await store.game("g1")).title) == (1, "Den")
    assert [seat.seat for seat in await store.seats("g1")] == ["c"]
    with pytest.raises(Stale):
        await store.update(msgspec.structs.replace(game, title="Other"))
    assert (await store.game("g1")).title == "Den"


async def test_an_update_by_the_same_interaction_takes_effect_once(store):
    await new_game(store)
    game = await store.game("g1")
    game = await store.update(game, interaction="i1")
    with pytest.raises(Duplicate):
        await store.update(game, interaction="i1")


async def test_games_are_found_by_what_people_ask_for(store):
    await new_game(store, "g1", guild="10", channel="100")
    await new_game(store, "g2", guild="20", channel="200", host="1")
    await store.create(GameRow("g3", "toy", guild="10", updated=NOW + 1))
    assert [g.id for g in await store.games()] == ["g3", "g1", "g2"]
    assert [g.id for g in await store.games("lobby")] == ["g3"]
    assert [g.id for g in await store.games("running", "lobby", guild="10")] == ["g3", "g1"]
    assert [g.id for g in await store.games(user="1")] == ["g1", "g2"]
    assert [g.id for g in await store.games(channel="200")] == ["g2"]
    assert [g.id for g in await store.games(host="1")] == ["g2"]
    assert await store.game("none") is None
    assert await store.load("none") is None


async def test_deleting_a_game_deletes_all_of_it(store):
    await new_game(store)
    await store.save(change(0, events=(b"e",), say=(Say("n", "board", b""),), interaction="i"))
    await store.remember(MessageRow("g1", "board", "1", "2"))
    await store.delete("g1")
    left = await store.database.read(
        lambda db: [
            db.execute(f"select count(*) from {table}").fetchone()[0]
            for table in ("seat", "entry", "event", "outbox", "interaction", "message")
        ]
    )
    assert left == [0] * 6


async def test_settings_reminders_messages_and_facts(store):
    await new_game(store)
    assert await store.settings("user", "1") is None
    await store.set_settings("user", "1", b"one")
    await store.set_settings("user", "1", b"two")
    assert await store.settings("user", "1") == b"two"
    assert await store.settings("guild", "1") is None

    await store.remind(ReminderRow("g1", "1", "turn", NOW + 5))
    await store.remind(ReminderRow("g1", "1", "turn", NOW + 9))
    assert await store.due_reminders(NOW + 8) == []
    assert [r.due for r in await store.due_reminders(NOW + 9)] == [NOW + 9]
    await store.forget_reminders("g1", "2")
    assert len(await store.due_reminders(NOW + 9)) == 1
    await store.forget_reminders("g1", "1")
    assert await store.due_reminders(NOW + 9) == []

    board = MessageRow("g1", "board", "100", "7", rev=3, data=b"x")
    await store.remember(board)
    assert await store.message("g1", "board") == board
    await store.forget_message("g1", "board")
    assert await store.message("g1", "board") is None

    await store.set_meta("pledge", "x")
    assert (await store.meta("pledge"), await store.meta("other")) == ("x", None)

    await store.seat_settings("g1", "a", b"orders")
    assert (await store.seats("g1"))[0].settings == b"orders"
    with pytest.raises(StoreError, match="no seat"):
        await store.seat_settings("g1", "z", b"orders")


# --- the outbox -------------------------------------------------------------------------------------------


async def test_the_outbox_keeps_order_and_says_each_thing_once(store):
    await new_game(store)
    await new_game(store, "g2")
    await store.say("g1", Say("1", "board", b""), Say("2", "ping", b""), now=NOW)
    await store.say("g1", Say("2", "ping", b"again"), now=NOW)
    await store.say("g2", Say("3", "board", b""), now=NOW)
    assert sorted(await store.unsaid_games()) == ["g1", "g2"]
    first, second = await store.unsaid("g1")
    assert [(row.nonce, row.payload) for row in (first, second)] == [("1", b""), ("2", b"")]
    await store.not_said([first.id, second.id], NOW + 60)
    assert [(row.due, row.attempts) for row in await store.unsaid("g1")] == [(NOW + 60, 1)] * 2
    await store.said([first.id], NOW + 61)
    assert [row.nonce for row in await store.unsaid("g1")] == ["2"]


async def test_tidying_forgets_only_what_is_old_and_done(store):
    await new_game(store)
    await store.save(change(0, say=(Say("1", "board", b""), Say("2", "board", b"")), interaction="i1"))
    row = (await store.unsaid("g1"))[0]
    await store.said([row.id], NOW)
    await store.tidy(NOW + 3600)
    assert await store.interaction("i1")
    await store.tidy(NOW + 30 * 86400)
    assert await store.interaction("i1") is None
    assert [row.nonce for row in await store.unsaid("g1")] == ["2"]


async def test_reopening_finds_everything(address):
    async with await Store.open(address) as store:
        await new_game(store)
        await store.save(change(0))
    async with await Store.open(address) as store:
        assert (await store.game("g1")).rev == 1


async def test_what_is_old_goes_and_what_is_played_stays(store):
    """Given games of every state and age; when the old is let go of; then live games stay, and a replay keeps its ends."""
    for game, status in (("live", "running"), ("done", "finished"), ("older", "archived"), ("room", "lobby")):
        await new_game(store, game)
        for rev in range(4):
            await store.save(
                change(rev, game, snapshots=(SnapshotRow(rev + 1, rev, "s", b"x"),), status=status)
            )
    later = NOW + 10
    await store.shrink(lobbies=later, replays=later, games=0.0)
    assert {row.id for row in await store.games()} == {"live", "done", "older"}
    assert [turn for turn, _ in await store.turns("done")] == [0, 3]
    assert [turn for turn, _ in await store.turns("live")] == [0, 1, 2, 3]
    await store.shrink(lobbies=later, replays=later, games=later)
    assert {row.id for row in await store.games()} == {"live"}


async def test_what_a_board_tells_from_is_read_at_once(store):
    # given a game with two messages and events
    await store.create(GameRow("g1", "toy"))
    await store.save(Save(game="g1", rev=0, at=1.0, seq=1, events=(b"a", b"b", b"c")))
    await store.remember(MessageRow("g1", "board", "c", "7", data=b"1"), MessageRow("g1", "former", "c", "6"))
    # when it is asked for the events after what the board message says
    annals = await store.annals("g1", lambda messages: int(messages["board"].data))
    # then all is there
    assert {kind: row.message for kind, row in annals.messages.items()} == {"board": "7", "former": "6"}
    assert [row.data for row in annals.events] == [b"b", b"c"]


async def test_messages_and_reminders_are_remembered_together(store):
    await store.create(GameRow("g1", "toy"))
    await store.remind(ReminderRow("g1", "ann", "clock", 5.0))
    await store.remind(ReminderRow("g1", "ann", "remind", 6.0))
    # when a clock of somebody else takes the place of all clocks of the game
    await store.remember(
        MessageRow("g1", "clock", "", ""), remind=[ReminderRow("g1", "bob", "clock", 4.0)], instead_of="clock"
    )
    # then other kinds of reminders are as they were
    due = await store.due_reminders(10.0)
    assert [(row.user, row.kind, row.due) for row in due] == [("bob", "clock", 4.0), ("ann", "remind", 6.0)]
    assert (await store.message("g1", "clock")) is not None


async def test_who_is_to_be_called_is_read_with_what_they_were_told(store):
    await store.create(GameRow("g1", "toy"))
    await store.set_settings("user", "ann", b"{}")
    assert await store.called("g1", "notices", ["ann", "bob"]) == (None, {"ann": b"{}", "bob": None})
    await store.remember(MessageRow("g1", "notices", "", "9"))
    row, chosen = await store.called("g1", "notices", [])
    assert (row.message, chosen) == ("9", {})
