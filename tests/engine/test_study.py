"""A game from a file: played by the rules from what is in it, believed in nothing, kept whole or not at all."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import export, study
from engine.again import play_again
from engine.apart import Busy, Failed, Reader, Request, TooLong
from engine.chance import is_possible, seed_hash, seeded
from engine.commands.simulate import measured_tables, plan
from engine.flow import Pick, Roll, Shuffle
from engine.fuzz import random_answer
from engine.game import REVEAL, Game
from engine.games import GAMES
from engine.live import TableError
from engine.rules import Unreadable
from engine.store import Duplicate, GameRow, MessageRow, Store
from engine.table import Table
from tests.engine.root.rootlog.games import some_setup
from tests.engine.root.rootlog.test_command import finished

WHOLE = finished()
OWN = msgspec.json.encode(WHOLE)
RECORD = export.written(WHOLE, GAMES).encode()


def read(data: bytes, game: str = "abc234", corrections: bytes = b"") -> study.Study:
    return study.read(GAMES, game, data, corrections, 7.0, "i1")


def kept(found: study.Study, game: str = "abc234") -> GameRow:
    return study.rows_of(found, GameRow(game, found.kind, title="Study", created=7.0, updated=7.0))[0]


@pytest.mark.parametrize(
    ("chance", "got", "can_be"),
    [
        (Roll("k", 2, 4), (0, 3), True),
        (Roll("k", 2, 4), (0, 4), False),
        (Roll("k", 2, 4), (-1, 0), False),
        (Roll("k", 2, 4), (1,), False),
        (Shuffle("k", 3), (2, 0, 1), True),
        (Shuffle("k", 3), (0, 0, 1), False),
        (Shuffle("k", 3), (0, 1), False),
        (Pick("k", 3), (2,), True),
        (Pick("k", 3), (3,), False),
        (Pick("k", 3), (), False),
    ],
)
def test_only_what_can_come_of_chance_is_possible(chance, got, can_be):
    assert is_possible(chance, got) is can_be


def test_a_game_with_sealed_dice_keeps_its_whole_log_and_its_seed():
    found = read(OWN)
    assert (found.kind, found.source, found.over, found.seed) == ("root", "export", True, WHOLE.seed)
    assert len(found.change.entries) == len(WHOLE.entries)
    assert any(entry.key == "undo" for entry in found.change.entries)
    assert found.names == ("Marquise de Cat", "Eyrie Dynasties")


def test_a_record_leads_to_the_same_end_and_has_no_seed():
    own, found = read(OWN), read(RECORD)
    assert (found.source, found.seed, found.pledge) == ("Rootlog", "", "")
    assert found.turns == own.turns
    assert found.change.snapshots[-1].turn == own.change.snapshots[-1].turn
    assert len({row.turn for row in found.change.snapshots}) == found.turns + 1


def test_what_is_kept_of_a_log_is_what_the_rules_make_of_it():
    """More fields, other numbers of the same worth and words of a stranger are not kept."""
    entries = [
        msgspec.structs.replace(one, value={**one.value, "note": "@everyone"})
        if isinstance(one.value, dict)
        else msgspec.structs.replace(one, value="@everyone")
        if one.seat == REVEAL
        else one
        for one in WHOLE.entries
    ]
    forged = msgspec.structs.replace(WHOLE, seed="", pledge="", entries=tuple(entries))
    found = read(msgspec.json.encode(forged))
    assert b"everyone" not in msgspec.msgpack.encode(found)


def test_events_and_names_of_a_file_are_not_believed():
    lies = (export.Event("turn", {"turn": 1, "owner": "@everyone"}),)
    found = read(msgspec.json.encode(msgspec.structs.replace(WHOLE, events=lies, game="@everyone")))
    assert b"everyone" not in msgspec.msgpack.encode(found)
    assert found.change.events == read(OWN).change.events


def test_options_that_the_game_does_not_know_are_not_kept():
    assert WHOLE.setup is not None
    first, *others = WHOLE.setup.seats
    seat = msgspec.structs.replace(first, options={"name": "@everyone"})
    setup = msgspec.structs.replace(
        WHOLE.setup, seats=(seat, *others), options={**WHOLE.setup.options, "note": "@everyone"}
    )
    found = read(msgspec.json.encode(msgspec.structs.replace(WHOLE, setup=setup)))
    assert b"everyone" not in msgspec.msgpack.encode(found)
    assert found.setup == WHOLE.setup


TABLES = [
    *((table.game, table.setup) for table in measured_tables()),
    ("root", plan("root", "marquise=clockwork,eyrie=random,alliance=clockwork", {}).setup),
    *(("root", some_setup(number)) for number in (2, 5, 7)),
]


def played_out(number: int) -> export.Export:
    """A whole game at one of the tables, at random, with somebody who changes their mind now and then."""
    kind, setup = TABLES[number]
    dice = random.Random(number)
    game: Game[Any] = Game(GAMES[kind].rules, setup, seeded("s"), holds=True).start()
    while not game.over:
        ask = game.waiting()[0]
        game.answer(ask.seat, random_answer(ask, dice))
        if not game.over and game.undoable(ask.seat) and dice.random() < 0.01:
            game.undo(ask.seat, game.undoable(ask.seat)[-1].seq)
    log = tuple(game.take_fresh())
    return export.Export(1, "g", kind, "finished", seed_hash("s"), setup, (), "s", log)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_game_is_read_from_its_own_file(number):
    """Of every kind, with people and boards that play by themselves, with a draft and without."""
    own = played_out(number)
    found = read(msgspec.json.encode(own))
    assert (found.kind, found.over, found.seed) == (own.kind, True, "s")
    assert found.turns > 5
    assert len(found.names) >= len(TABLES[number][1].seats)


@pytest.mark.parametrize("number", [0, 2])
def test_a_log_may_stop_in_the_middle_of_whatever_somebody_decides(number):
    """Only where a piece of chance must follow it cannot."""
    own = msgspec.structs.replace(played_out(number), seed="", pledge="")
    said = set()
    for last in range(20, len(own.entries), len(own.entries) // 40):
        try:
            read(msgspec.json.encode(msgspec.structs.replace(own, entries=own.entries[:last])))
        except Unreadable as error:
            said.add(str(error))
    assert said <= {"The log of this game does not fit the rules: the log ends too early"}


def test_a_log_that_stops_early_is_no_end():
    half = msgspec.structs.replace(WHOLE, seed="", pledge="", entries=WHOLE.entries[:200])
    assert not read(msgspec.json.encode(half)).over
    with pytest.raises(Unreadable, match="stops before the end"):
        read(msgspec.json.encode(msgspec.structs.replace(WHOLE, entries=WHOLE.entries[:200])))


def test_nobody_is_waited_for_in_a_game_that_stops_early():
    half = msgspec.structs.replace(WHOLE, seed="", pledge="", entries=WHOLE.entries[:200])
    change = read(msgspec.json.encode(half)).change
    assert (change.status, change.waiting) == ("finished", ())


def test_what_can_be_said_of_a_game_without_a_seed_is_said():
    found = export.from_record(GAMES["root"], "g", RECORD.decode())
    said = export.verify(found, GAMES)
    assert not said.fair
    assert "No seed was pledged" in said.sentence
    assert "All moves fit the rules." in said.sentence
    half = msgspec.structs.replace(found, entries=found.entries[:200])
    assert "stops before the end of the game" in export.verify(half, GAMES).sentence
    torn = msgspec.structs.replace(found, entries=found.entries[1:])
    assert "does not fit the rules" in export.verify(torn, GAMES).sentence


def test_the_file_that_reading_a_record_gave_is_read_again():
    """`bot.py rootlog read FILE --to EXPORT`, then /import."""
    found = export.from_record(GAMES["root"], "g", RECORD.decode())
    again = read(msgspec.json.encode(found))
    assert again.change.entries == read(RECORD).change.entries


def test_a_game_with_more_turns_than_any_other_is_refused(monkeypatch):
    monkeypatch.setattr(study, "ROOM", 100_000)
    with pytest.raises(Unreadable, match="more turns"):
        read(OWN)
    monkeypatch.setattr("engine.again.LONGEST", 400)
    with pytest.raises(Unreadable, match="garbled"):
        read(msgspec.json.encode(msgspec.structs.replace(WHOLE, seed="", pledge="")))


def test_a_log_of_another_game_is_refused():
    other = msgspec.structs.replace(WHOLE, kind="harrow")
    with pytest.raises(Unreadable, match="set up like this"):
        read(msgspec.json.encode(other))
    assert WHOLE.setup is not None
    with pytest.raises(Unreadable, match="garbled"):
        play_again(GAMES["root"].rules, WHOLE.setup, ())


# --- kept whole or not at all -----------------------------------------------------------------------------


async def test_a_study_is_kept_whole_and_only_once(address):
    found = read(OWN)
    row, seats = study.rows_of(found, kept(found))
    home = MessageRow(row.id, "home", "5", "")
    async with await Store.open(address) as store:
        table = Table(store, GAMES)
        await table.adopt(row, seats, found.change, found.seed, [home])
        again = msgspec.structs.replace(row, id="other2")
        change = msgspec.structs.replace(found.change, game="other2", say=())
        with pytest.raises(Duplicate):
            await table.adopt(again, seats, change, "", [])
        assert await store.game("other2") is None
        saved = await store.game(row.id)
        assert saved is not None
        assert (saved.status, saved.study, saved.rev, saved.seq) == (
            "finished",
            "export",
            1,
            found.change.seq,
        )
        assert [seat.user for seat in await store.seats(row.id)] == ["", ""]
        assert await store.unsaid_games() == [row.id]
        assert await store.message(row.id, "home") == home
        look = await table.look(row.id)
        assert look.view.over
        assert (await table.look_back(row.id, 20)).turn == 20
        assert export.verify(export.read(await export.export(store, row.id)), GAMES).fair
        census = await store.census(0.0)
        assert (census.games, census.studies) == ({}, 1)
        await table.close()


@pytest.mark.parametrize("number", [0, 2])
async def test_a_study_that_stops_within_a_step_stays_as_it_is(address, number):
    own = played_out(number)
    own = msgspec.structs.replace(own, seed="", pledge="", entries=own.entries[:150])
    found = read(msgspec.json.encode(own))
    row, seats = study.rows_of(found, kept(found))
    async with await Store.open(address) as store:
        table = Table(store, GAMES)
        await table.adopt(row, seats, found.change, "", [])
        look = await table.look(row.id)
        assert (look.view.turn, look.view.over, look.open) == (found.turns, False, ())
        assert (look.game.rev, look.game.seq) == (1, found.change.seq)
        assert len(await store.events(row.id)) == len(found.change.events)
        await table.close()


async def test_a_game_that_runs_or_waits_is_not_taken_in(address):
    found = read(OWN)
    row, seats = study.rows_of(found, kept(found))
    async with await Store.open(address) as store:
        table = Table(store, GAMES)
        running = msgspec.structs.replace(row, status="running")
        for one, change in (
            (running, found.change),
            (row, msgspec.structs.replace(found.change, status="running")),
        ):
            with pytest.raises(TableError, match="over"):
                await table.adopt(one, seats, change, "", [])
        assert not await store.games()
        await table.close()


# --- in a process of its own ------------------------------------------------------------------------------


def request(data: bytes) -> Request:
    return Request("abc234", data, b"", 7.0, "i1")


async def test_a_process_of_its_own_reads_the_same():
    assert await Reader().read(request(OWN)) == read(OWN)
    with pytest.raises(Unreadable, match="not an export"):
        await Reader().read(request(b"{}"))


async def test_what_takes_too_long_or_too_much_room_is_given_up():
    with pytest.raises(TooLong):
        await Reader(seconds=0.05).read(request(RECORD))
    with pytest.raises(TooLong):
        await Reader(memory=1 << 20).read(request(RECORD))


async def test_the_process_knows_neither_token_nor_settings(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a great secret")
    reader = Reader()
    reading = asyncio.create_task(reader.read(request(RECORD)))
    while reader._child is None:
        await asyncio.sleep(0.001)
    environment = Path(f"/proc/{reader._child.pid}/environ").read_bytes()
    assert b"PATH=" in environment
    assert b"great secret" not in environment
    await reading


async def test_whoever_goes_away_leaves_no_process_behind():
    reader = Reader()
    reading = asyncio.create_task(reader.read(request(RECORD)))
    while reader._child is None:
        await asyncio.sleep(0.001)
    child = reader._child
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert child.returncode is not None


async def test_a_reader_that_is_closed_reads_nothing_more():
    reader = Reader()
    reading = asyncio.create_task(reader.read(request(RECORD)))
    while reader._child is None:
        await asyncio.sleep(0.001)
    reader.close()
    with pytest.raises(TooLong):
        await reading
    with pytest.raises(Failed):
        await reader.read(request(RECORD))
    with pytest.raises(Busy), reader.place("p", "s"):
        pass


def test_places_in_the_line():
    reader = Reader(waiting=1)
    with reader.place("ann", "one"):
        for person, server, whose in (("ann", "two", "person"), ("bob", "one", "server")):
            with pytest.raises(Busy) as busy, reader.place(person, server):
                pass
            assert busy.value.whose == whose
        with reader.place("bob", "two"):
            with pytest.raises(Busy) as busy, reader.place("cat", "three"):
                pass
            assert busy.value.whose == "everybody"
    with reader.place("ann", "one"):
        pass
