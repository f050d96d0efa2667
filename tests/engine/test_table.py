"""The table, with a toy game: one change at a time, saved before it is told, and nothing twice."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from engine.chance import seed_hash
from engine.flow import Done, ask
from engine.game import Game
from engine.live import Broken, Moved, NotRunning, TableError, UnknownGame, UnknownSeat, read_event
from engine.rules import Refused
from engine.seats import Random, SeatSettings
from engine.store import GameRow, SeatRow, Store, StoreError
from engine.table import Closing, Table
from tests import toy
from tests.toy import PEBBLES, Bid, Dare, Take

NOW = 1_800_000_000.0


class Speaker:
    """Hears what the outbox says."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.fail = 0

    async def __call__(self, game, rows):
        if self.fail:
            self.fail -= 1
            raise OSError("Discord is away")
        self.heard += [row.nonce for row in rows]


@pytest.fixture
async def store(address):
    async with await Store.open(address) as store:
        yield store


def table_on(store: Store, **more) -> Table:
    return Table(store, {"pebbles": PEBBLES}, **{"clock": lambda: NOW, "delay": lambda: 0.0, **more})


@pytest.fixture
async def table(store):
    table = table_on(store)
    yield table
    await table.close()


async def begin(table: Table, game: str = "g1", kinds=("human", "human"), heap: int = 30, **more):
    names = ("ann", "bob", "cy", "dot")[: len(kinds)]
    await table.store.create(GameRow(game, "pebbles"))
    seats = [
        SeatRow(name, n, kind=kind, user=str(n) if kind == "human" else "")
        for n, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    return await table.start(game, toy.setup(*names, heap=heap), seats, **more)


async def rev(table: Table, game: str = "g1") -> int:
    return (await table.store.game(game)).rev


async def events(table: Table, game: str = "g1") -> list[str]:
    return [read_event(row.data).key for row in await table.store.events(game)]


# --- a game from start to end -----------------------------------------------------------------------------


async def test_a_game_starts_with_a_pledge_and_the_first_question(table):
    update = await begin(table)
    look = await table.look("g1", "ann")
    assert [event.key for event in update.events] == ["table.pledge", "turn"]
    assert look.game.status == "running"
    assert (look.ask.key, look.ask.seat) == ("toy.take", "ann")
    assert [(one.seat, one.since, one.asked) for one in look.open] == [("ann", NOW, update.rev)]
    assert (await table.look("g1", "bob")).ask is None
    assert await table.store.waits_for("0") == [("g1", "ann", NOW)]


async def test_the_view_of_everybody_is_kept_while_seats_look_in_turn(table):
    await begin(table)
    first = (await table.look("g1")).view
    for seat in ("ann", "bob", "ann"):
        assert (await table.look("g1", seat)).view.seat == seat
    assert (await table.look("g1")).view is first


async def test_a_view_is_made_once_for_each_seat_until_something_changes(table):
    await begin(table)
    first = (await table.look("g1")).view
    mine = (await table.look("g1", "ann")).view
    # then looking again gives the same, and each seat its own
    assert (await table.look("g1")).view is first
    assert (await table.look("g1", "ann")).view is mine
    assert (first.seat, mine.seat) == (None, "ann")
    # and after an answer, and after it is taken back, it is made anew
    await table.answer("g1", "ann", Take(3))
    after = (await table.look("g1")).view
    assert (first.heap, after.heap) == (30, 27)
    await table.undo("g1", "ann")
    assert (await table.look("g1")).view.heap == 30
    # and a refused answer changes nothing
    with pytest.raises(Refused):
        await table.answer("g1", "ann", Take(99))
    assert (await table.look("g1")).view.heap == 30


async def test_a_look_is_the_same_until_something_changes(table):
    await begin(table)
    look, theirs = await table.look("g1", "ann"), await table.look("g1")
    assert (look.seat, theirs.seat) == ("ann", None)
    assert await table.look("g1", "ann") is look
    assert await table.look("g1") is theirs
    # when somebody leaves an order, without an answer
    await table.settings("g1", "ann", SeatSettings({"toy.bid": "bid"}))
    ordered = await table.look("g1", "ann")
    assert b"toy.bid" in ordered.seats[0].settings
    assert b"toy.bid" not in (await table.look("g1", "bob")).seats[0].settings
    # when the game waits, and when somebody else sits there
    await table.set_status("g1", "paused")
    assert (await table.look("g1", "ann")).game.status == "paused"
    await table.set_status("g1", "running")
    await table.hand_over("g1", "bob", "human", user="7")
    assert (await table.look("g1", "ann")).seats[1].user == "7"
    # when somebody answers, and takes it back
    await table.answer("g1", "ann", Take(3))
    assert (await table.look("g1", "ann")).undo
    await table.undo("g1", "ann")
    assert not (await table.look("g1", "ann")).undo


async def test_what_is_said_of_a_look_goes_with_it_and_to_nobody_else(table):
    # given something that was said of an option to one seat
    await begin(table)
    look = await table.look("g1", "ann")
    assert look.said.once("it", Take(1), lambda _: "for ann") == "for ann"
    # then the same look says it again, and something else of it is another thing
    again = await table.look("g1", "ann")
    assert again.said.once("it", Take(1), lambda _: "anew") == "for ann"
    assert again.said.once("more", Take(1), lambda _: "anew") == "anew"
    # and neither another seat, nor everybody, nor a later look has heard of it
    for seat in ("bob", None):
        assert (await table.look("g1", seat)).said.once("it", Take(1), lambda _: "anew") == "anew"
    await table.answer("g1", "ann", Take(3))
    assert (await table.look("g1", "ann")).said.once("it", Take(1), lambda _: "anew") == "anew"


async def test_an_answer_is_applied_saved_and_told(table):
    speaker = Speaker()
    await table.resume(speaker)
    await begin(table)
    update = await table.answer("g1", "ann", Take(3), rev=await rev(table), interaction="i1")
    await table.outbox.quiet()
    assert [event.key for event in update.events] == ["toy.took"]
    assert (await table.look("g1")).view.heap == 27
    assert await events(table) == ["table.pledge", "turn", "toy.took"]
    assert speaker.heard == ["g1:2", "g1:3"]


async def test_plain_answers_from_outside_are_understood(table):
    await begin(table)
    await table.answer("g1", "ann", {"verb": "take", "pebbles": 2})
    assert (await table.look("g1")).view.heap == 28


async def test_bots_play_on_by_themselves_until_a_person_must_answer(table):
    speaker = Speaker()
    await table.resume(speaker)
    await begin(table, kinds=("human", "random", "standin"))
    await table.answer("g1", "ann", Done())
    await table.outbox.quiet()
    look = await table.look("g1", "ann")
    assert look.ask.key == "toy.bid"
    assert [one.seat for one in look.open] == ["ann"]
    assert len(speaker.heard) == 2


async def test_a_game_of_bots_runs_to_its_end_and_publishes_its_seed(table):
    await begin(table, kinds=("random", "standin", "random"))
    look = await table.look("g1")
    assert look.game.status == "finished"
    assert look.view.over
    last = read_event((await table.store.newest_events("g1", 1))[0].data)
    assert last.key == "table.seed"
    assert seed_hash(last.about["seed"]) == look.game.pledge == last.about["pledge"]
    with pytest.raises(NotRunning, match="finished"):
        await table.answer("g1", "ann", Done())


async def test_an_earlier_turn_can_be_seen_again_by_who_may_see_it(table):
    await begin(table, kinds=("random", "random"))
    turns = [turn for turn, _ in await table.store.turns("g1")]
    assert turns == list(range(len(turns)))
    view = await table.look_back("g1", 2, "bob")
    assert (view.turn, len(view.hand)) == (2, 3)
    assert (await table.look_back("g1", 2)).hand is None
    with pytest.raises(UnknownGame, match="no turn 99"):
        await table.look_back("g1", 99)


# --- one effect, one time ---------------------------------------------------------------------------------


async def test_of_fifty_answers_to_one_question_one_takes_effect(table):
    await begin(table)
    now = await rev(table)
    clicks = [table.answer("g1", "ann", Take(1), rev=now, interaction=f"i{n}") for n in range(50)]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(result, Moved) for result in results) == 49
    assert (await table.look("g1")).view.heap == 29


async def test_other_games_are_not_held_up_by_a_busy_one(table):
    """A game that is in the middle of a change does not keep another waiting."""
    await begin(table, "g1")
    await begin(table, "g2")
    async with table._lines["g1"].lock:
        stuck = asyncio.create_task(table.answer("g1", "ann", Take(1)))
        await asyncio.wait_for(table.answer("g2", "ann", Take(2)), 5)
        assert not stuck.done()
    await stuck


async def test_the_same_interaction_twice_has_one_effect(table):
    await begin(table)
    now = await rev(table)
    first = await table.answer("g1", "ann", Take(1), rev=now, interaction="i1")
    again = await table.answer("g1", "ann", Take(1), rev=now, interaction="i1")
    blind = await table.answer("g1", "ann", Take(1), interaction="i1")  # a command carries no revision
    assert (first.again, again.again, blind.again) == (False, True, True)
    assert again.rev == blind.rev == first.rev == await rev(table)
    assert (await table.look("g1")).view.heap == 29


async def test_the_same_interaction_at_the_same_moment_has_one_effect(table):
    await begin(table)
    results = await asyncio.gather(*(table.answer("g1", "ann", Take(1), interaction="i1") for _ in range(5)))
    assert sorted(result.again for result in results) == [False, True, True, True, True]
    assert (await table.look("g1")).view.heap == 29


async def test_starting_twice_has_one_effect(table):
    first = await begin(table, interaction="i1")
    seats = [SeatRow("ann", 0), SeatRow("bob", 1)]
    again = await table.start("g1", toy.setup(), seats, interaction="i1")
    assert again.again
    assert again.rev == first.rev
    with pytest.raises(NotRunning, match="running already"):
        await table.start("g1", toy.setup(), seats, interaction="i2")


async def test_questions_asked_at_once_do_not_make_each_other_stale(table):
    await begin(table, kinds=("human",) * 3)
    await table.answer("g1", "ann", Done())
    seen = await rev(table)
    hands = {seat: (await table.look("g1", seat)).view.hand for seat in ("ann", "bob", "cy")}
    await table.answer("g1", "bob", Bid(hands["bob"][0]), rev=seen)
    with pytest.raises(Moved):
        await table.answer("g1", "bob", Bid(hands["bob"][1]), rev=seen)
    await table.answer("g1", "ann", Bid(hands["ann"][0]), rev=seen)
    assert [one.seat for one in (await table.look("g1")).open] == ["cy"]
    await table.answer("g1", "cy", Bid(hands["cy"][0]), rev=seen)
    assert (await table.look("g1")).view.turn == 2


# --- bad input --------------------------------------------------------------------------------------------


async def test_bad_input_is_refused_kindly_and_changes_nothing(table):
    await begin(table)
    await table.store.create(GameRow("lobby", "pebbles"))
    await table.store.create(GameRow("other", "unheard-of"))
    before = await rev(table)
    for bad, error in [
        (table.answer("nope", "ann", Done()), UnknownGame),
        (table.answer("g1", "zoe", Done()), UnknownSeat),
        (table.answer("g1", "bob", Done()), Refused),
        (table.answer("g1", "ann", Take(9)), Refused),
        (table.answer("g1", "ann", Bid(1)), Refused),
        (table.answer("g1", "ann", {"verb": "fly"}), Refused),
        (table.answer("g1", "ann", {"verb": "take", "pebbles": "many"}), Refused),
        (table.answer("g1", "ann", {"no": "verb"}), Refused),
        (table.answer("g1", "ann", Done(), rev=before + 5), Moved),
        (table.answer("g1", "ann", Done(), rev=0), Moved),
        (table.answer("lobby", "ann", Done()), NotRunning),
        (table.start("other", toy.setup(), []), UnknownGame),
        (table.undo("g1", "ann"), Refused),
        (table.undo("g1", "zoe"), UnknownSeat),
        (table.hand_over("g1", "ann", "wizard"), TableError),
        (table.set_status("g1", "finished"), TableError),
        (table.settings("g1", "zoe", SeatSettings()), UnknownSeat),
        (table.look("g1", "zoe"), UnknownSeat),
    ]:
        with pytest.raises(error) as caught:
            await bad
        assert str(caught.value)
    assert await rev(table) == before
    assert await events(table) == ["table.pledge", "turn"]
    await table.answer("g1", "ann", Done())


async def test_a_refused_wish_has_a_reason(table):
    await begin(table)
    assert await table.why_not("g1", "ann", Take(2)) is None
    assert (await table.why_not("g1", "ann", Take(7))).clause == "1"
    assert (await table.why_not("g1", "ann", {"verb": "bid", "card": 3})).clause == "2"


# --- undo -------------------------------------------------------------------------------------------------


async def test_undo_takes_back_ones_own_answers_and_survives_a_reload(table, store):
    await begin(table)
    for pebbles in (1, 2, 3):
        await table.answer("g1", "ann", Take(pebbles))
    await table.undo("g1", "ann")
    assert (await table.look("g1")).view.heap == 27
    again = table_on(store)
    assert (await again.look("g1")).view.heap == 27
    first = (await again.look("g1", "ann")).undo[0]
    await again.undo("g1", "ann", first.seq)
    assert (await again.look("g1")).view.heap == 30
    await again.answer("g1", "ann", Take(3))
    assert (await table_on(store).look("g1")).view.heap == 27
    assert (await events(table)).count("undo") == 2


async def test_undo_stops_at_chance_and_at_others_and_says_why(table):
    await begin(table)
    await table.answer("g1", "ann", Dare())
    with pytest.raises(Refused, match="Dice"):
        await table.undo("g1", "ann")
    await table.answer("g1", "ann", Take(1))
    await table.undo("g1", "ann")
    await table.answer("g1", "ann", Done())
    hands = {seat: (await table.look("g1", seat)).view.hand for seat in ("ann", "bob")}
    await table.answer("g1", "ann", Bid(hands["ann"][0]))
    await table.answer("g1", "bob", Bid(hands["bob"][0]))
    with pytest.raises(Refused, match="reveal"):
        await table.undo("g1", "ann")


async def test_undo_by_consent_goes_past_the_barrier(table, store):
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    target = (await table.look("g1", "ann")).undo[0].seq
    await table.answer("g1", "ann", Dare())
    assert await table.consent_needed("g1", "ann", target) == ("bob",)
    await table.undo("g1", "ann", target, consent=True)
    assert (await table.look("g1")).view.heap == 30
    assert (await table_on(store).look("g1")).view.heap == 30


async def test_an_undo_of_an_old_board_is_refused(table):
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    with pytest.raises(Moved):
        await table.undo("g1", "ann", rev=1)


# --- seats ------------------------------------------------------------------------------------------------


async def test_a_seat_can_be_handed_over_and_back(table):
    await begin(table)
    await table.hand_over("g1", "bob", "standin")
    await table.answer("g1", "ann", Done())
    look = await table.look("g1", "ann")
    assert [one.seat for one in look.open] == ["ann"]  # the stand-in has bid at once
    await table.hand_over("g1", "bob", "human", user="77")
    await table.answer("g1", "ann", Bid(look.view.hand[0]))
    look = await table.look("g1", "bob")
    assert look.ask.key == "toy.take"
    assert [seat.user for seat in look.seats] == ["0", "77"]
    assert await table.store.waits_for("77")
    assert (await events(table)).count("table.seat") == 2


async def test_handing_over_the_seat_to_move_lets_it_play_at_once(table, store):
    await begin(table)
    await table.hand_over("g1", "ann", "standin")
    assert [one.seat for one in (await table.look("g1")).open] == ["bob"]
    assert [seat.kind for seat in await store.seats("g1")] == ["standin", "human"]


async def test_a_paused_game_waits(table):
    await begin(table)
    await table.set_status("g1", "paused", by="9")
    with pytest.raises(NotRunning, match="paused"):
        await table.answer("g1", "ann", Done())
    await table.set_status("g1", "running")
    await table.answer("g1", "ann", Done())
    await table.set_status("g1", "archived")
    with pytest.raises(TableError, match="archived"):
        await table.set_status("g1", "running")


async def test_standing_orders_answer_after_a_delay(table):
    delays = iter([0.0, 0.0, 0.0])
    table.delay = lambda: next(delays)
    await begin(table)
    await table.settings("g1", "bob", SeatSettings({"toy.bid": "bid"}))
    await table.answer("g1", "ann", Done())
    assert {one.seat for one in (await table.look("g1")).open} == {"ann", "bob"}  # not at once
    await settled(table)
    assert {one.seat for one in (await table.look("g1")).open} == {"ann"}


async def test_a_standing_order_holds_for_the_question_that_is_open_now(table):
    await begin(table)
    await table.settings("g1", "ann", SeatSettings({"toy.take": "done"}))
    await settled(table)
    assert {one.key for one in (await table.look("g1")).open} == {"toy.bid"}


async def test_standing_orders_are_seen_by_their_owner_only(table):
    await begin(table)
    await table.settings("g1", "bob", SeatSettings({"toy.bid": "bid"}))
    seen = {seat: (await table.look("g1", seat)).seats[1].settings for seat in ("ann", "bob", None)}
    assert seen == {"ann": b"{}", "bob": b'{"orders":{"toy.bid":"bid"}}', None: b"{}"}


async def test_a_secret_question_without_a_choice_is_answered_after_a_delay(table):
    """The last card of a hand is bid without a click, but not faster than a person might."""
    await begin(table)
    for _ in range(3):
        active = (await table.look("g1")).view.active
        await table.answer("g1", active, Done())
        for seat in ("ann", "bob"):
            await table.answer("g1", seat, Bid((await table.look("g1", seat)).view.hand[0]))
    await table.answer("g1", "bob", Done())
    look = await table.look("g1")
    assert (look.game.status, {one.seat for one in look.open}) == ("running", {"ann", "bob"})
    await settled(table)
    assert (await table.look("g1")).game.status == "finished"


async def settled(table: Table) -> None:
    while table._timers or table._tasks:
        await asyncio.sleep(0.001)


async def test_a_policy_that_answers_nonsense_does_not_stop_the_game(store, caplog):
    class Odd(toy.PebblesKind):
        def standin(self, view, ask):
            return Take(99)

    table = Table(store, {"pebbles": Odd()})
    await begin(table, kinds=("standin", "standin"))
    assert (await table.look("g1")).game.status == "finished"
    assert "was refused" in caplog.text


async def test_an_answer_counts_even_if_the_bot_after_it_fails(store, caplog):
    class Sick(toy.PebblesKind):
        def standin(self, view, ask):
            raise ZeroDivisionError

    table = Table(store, {"pebbles": Sick()})
    await begin(table, kinds=("human", "human"))
    await table.hand_over("g1", "bob", "standin")
    await table.answer("g1", "ann", Done(), interaction="i1")
    assert "a bot failed" in caplog.text
    healthy = table_on(store)
    assert {one.seat for one in (await healthy.look("g1")).open} == {"ann", "bob"}
    await healthy.resume()
    assert {one.seat for one in (await healthy.look("g1")).open} == {"ann"}


# --- crashes, restarts, trouble ---------------------------------------------------------------------------


class Killed(BaseException):
    """The process is gone at this point."""


@pytest.mark.parametrize("point", ["before commit", "after commit"])
async def test_killed_around_the_commit_nothing_is_lost_or_doubled(store, point):
    def reached(where):
        if armed and where == point:
            raise Killed

    armed = False
    table = table_on(store, reached=reached)
    await begin(table)
    now, armed = await rev(table), True
    with pytest.raises(Killed):
        await table.answer("g1", "ann", Take(3), rev=now, interaction="i1")
    fresh, speaker = table_on(store), Speaker()
    await fresh.resume(speaker)
    again = await fresh.answer("g1", "ann", Take(3), rev=now, interaction="i1")  # the person clicks again
    await fresh.outbox.quiet()
    assert again.again == (point == "after commit")
    assert (await fresh.look("g1")).view.heap == 27
    assert speaker.heard == ["g1:2", "g1:3"]
    await fresh.close()


async def test_bots_that_were_interrupted_go_on_after_a_restart(store):
    saves = 0

    def reached(where):
        nonlocal saves
        saves += where == "after commit"
        if saves == 3:
            raise Killed

    table = table_on(store, reached=reached)
    import engine.table

    engine.table.SLICE, old = 0.0, engine.table.SLICE
    try:
        with pytest.raises(Killed):
            await begin(table, kinds=("random", "random"))
    finally:
        engine.table.SLICE = old
    assert (await store.game("g1")).status == "running"
    fresh, speaker = table_on(store), Speaker()
    await fresh.resume(speaker)
    await fresh.outbox.quiet()
    assert (await store.game("g1")).status == "finished"
    assert len(speaker.heard) == 1  # told once, from the beginning
    await fresh.close()


async def test_what_was_saved_but_not_said_is_said_after_a_restart(store):
    table = table_on(store)
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    fresh, speaker = table_on(store), Speaker()
    await fresh.resume(speaker)
    await fresh.outbox.quiet()
    assert speaker.heard == ["g1:2", "g1:3"]
    await fresh.close()
    third, silent = table_on(store), Speaker()
    await third.resume(silent)
    await third.outbox.quiet()
    assert silent.heard == []
    await third.close()


async def test_a_message_that_fails_is_sent_later_in_order(table, monkeypatch):
    monkeypatch.setattr("engine.outbox.FIRST_WAIT", 0.01)
    table.clock = __import__("time").time
    speaker = Speaker()
    speaker.fail = 2
    await table.resume(speaker)
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    async with asyncio.timeout(5):
        while len(speaker.heard) < 2:
            await asyncio.sleep(0.005)
    assert speaker.heard == ["g1:2", "g1:3"]


async def test_a_failed_save_leaves_the_game_as_it_was(table, monkeypatch):
    await begin(table)

    async def full(change):
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "save", full)
        with pytest.raises(StoreError, match="disk is full"):
            await table.answer("g1", "ann", Take(3), interaction="i1")
    assert (await table.look("g1")).view.heap == 30
    await table.answer("g1", "ann", Take(3), interaction="i1")
    assert (await table.look("g1")).view.heap == 27


async def test_a_rule_that_fails_leaves_the_game_as_it_was(table, monkeypatch):
    await begin(table)

    def broken(self, seat, answer):
        self.state.heap = 0
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Game, "answer", broken)
        with pytest.raises(Broken, match="as it was before"):
            await table.answer("g1", "ann", Take(3))
    assert (await table.look("g1")).view.heap == 30


async def test_whoever_goes_away_does_not_stop_the_change(table):
    await begin(table)
    task = asyncio.create_task(table.answer("g1", "ann", Take(3)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await table.look("g1")).view.heap == 27


async def test_closing_finishes_what_is_under_way_and_refuses_the_rest(store):
    table = table_on(store)
    await begin(table)
    task = asyncio.create_task(table.answer("g1", "ann", Take(3)))
    await asyncio.sleep(0)
    await table.close()
    assert (await task).rev == await rev(table)
    with pytest.raises(Closing, match="in a moment"):
        await table.answer("g1", "ann", Take(1))
    assert (await table_on(store).look("g1")).view.heap == 27


async def test_a_game_that_cannot_be_loaded_holds_up_nobody(store):
    table = table_on(store)
    await begin(table, "g1")
    await begin(table, "g2")
    await store.database.change(
        lambda db: db.execute("update snapshot set state = ? where game = 'g1'", (b"\0",))
    )
    fresh = table_on(store)
    assert await fresh.resume() == ["g1"]
    with pytest.raises(Broken, match="kept as it is"):
        await fresh.look("g1")
    await fresh.answer("g2", "ann", Done())


async def test_only_active_games_are_in_memory(store):
    table = table_on(store, active=3)
    for n in range(10):
        await begin(table, f"g{n}")
    assert list(table._lines) == ["g7", "g8", "g9"]
    await table.answer("g0", "ann", Take(1))
    assert list(table._lines) == ["g8", "g9", "g0"]


async def test_changed_rules_take_a_live_game_back_to_its_snapshot(store):
    table = table_on(store)
    await begin(table)
    await table.answer("g1", "ann", Take(1))
    await table.answer("g1", "ann", Dare())

    class Mended(toy.PebblesRules):
        def flow(self, state):
            return mended_take(state) if state.step == "take" else super().flow(state)

    def mended_take(game):
        yield from ask("ann", "toy.sure", "1", [Done(), Dare()])
        game.step = "bid"

    kind = toy.PebblesKind()
    kind.rules = Mended()
    mended = Table(store, {"pebbles": kind}, clock=lambda: NOW)
    look = await mended.look("g1", "ann")
    assert (look.view.heap, look.ask.key) == (30, "toy.sure")
    last = read_event((await store.newest_events("g1", 1))[0].data)
    assert (last.key, last.about) == ("table.rewound", {"answers": 3})
    await mended.answer("g1", "ann", Done())
    again = await Table(store, {"pebbles": kind}).look("g1", "ann")
    assert again.ask.key == "toy.bid"
    assert (await events(mended)).count("table.rewound") == 1


async def test_a_reload_at_every_decision_changes_nothing(store):
    """The unbroken game and the one that is read from the store before every answer are the same."""
    source = random.Random(4)
    table = table_on(store, delay=lambda: 3600.0)
    await begin(table, kinds=("human",) * 3, heap=20)
    steps = 0
    while not (look := await table.look("g1")).view.over:
        seat = look.open[0].seat
        before = await table.look("g1", seat)
        fresh = table_on(store, delay=lambda: 3600.0)
        assert await fresh.look("g1", seat) == before
        assert [await fresh.look("g1", s) for s in ("ann", "bob", None)] == [
            await table.look("g1", s) for s in ("ann", "bob", None)
        ]
        if before.undo and source.random() < 0.3:
            await fresh.undo("g1", seat, source.choice(before.undo).seq)
        else:
            await fresh.answer("g1", seat, Random(source).answer(None, before.ask))
        await table.close()
        table, steps = fresh, steps + 1
    assert steps > 10


def test_an_update_is_a_plain_value():
    from engine.table import Update

    assert msgspec.json.decode(msgspec.json.encode(Update("g", 1)), type=Update) == Update("g", 1)


async def test_the_start_of_a_turn_is_the_same_from_memory_and_from_the_store(table):
    # given a game that has come to its third turn, with something taken back on the way
    await begin(table)
    source = random.Random(4)
    while (await table.look("g1")).view.turn < 3:
        seat = (await table.look("g1")).open[0].seat
        ask = (await table.look("g1", seat)).ask
        await table.answer(
            "g1", seat, source.choice(ask.options) if not ask.many else ask.options[: ask.least]
        )
    turn = (await table.look("g1")).view.turn
    # when another table that has nothing in memory is asked the same
    cold = table_on(table.store)
    # then nobody can tell the difference
    for one in (turn, turn - 1):
        assert await table.look_back("g1", one, "bob") == await cold.look_back("g1", one, "bob")
        assert await table.began("g1", one) == await cold.began("g1", one)
    assert await table.seats("g1") == await cold.seats("g1") == await table.store.seats("g1")
    assert await table.asks("g1") == await cold.asks("g1")
