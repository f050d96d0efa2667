"""A game from a file is looked at like one of ours, belongs to nobody, and harms nobody.

A process of its own for every file would take most of the time of these tests: they read in this one, and a record that
several of them bring only once. Tests that are about the process have a `Reader` that starts one, and so has
`tests/engine/test_study.py`.
"""

from __future__ import annotations

import asyncio
import random
import sys
from functools import cache

import discord
import msgspec
import pytest

from cogs import app
from engine import apart, export
from engine.apart import Reader, Request
from engine.chance import seeded
from engine.games import GAMES
from engine.study import EXPORT_BYTES, RECORD_BYTES
from local.permissions import Allow
from tests.cogs.conftest import open_house
from tests.cogs.players import Typist, play_out, play_to
from tests.cogs.tables import begin, row_of
from tests.engine.root.rootlog.test_command import finished

WHOLE = finished()
RECORD = export.written(WHOLE, GAMES)
OWN = msgspec.json.encode(WHOLE)
from_record = cache(export.from_record)


class ReaderHere(Reader):
    """Reads a file in this process, with the same request and the same answer."""

    async def _ask(self, request):
        asked = msgspec.msgpack.decode(request, type=Request)
        return 0, msgspec.msgpack.encode(apart.answer(asked))


@pytest.fixture(autouse=True)
def reading_here(monkeypatch):
    def once(kind, game, *record):
        return msgspec.structs.replace(from_record(kind, "", *record), game=game)

    monkeypatch.setattr(app, "Reader", ReaderHere)
    monkeypatch.setattr(export, "from_record", once)


async def bring(house, person, data=RECORD, name="game.txt", **options):
    """Somebody imports a file; what they are told."""
    data = data.encode() if isinstance(data, str) else data
    answer = await person.slash("import", file=(name, data), **options)
    await house.settled()
    return answer


async def studies(house):
    return [row for row in await house.store.games(limit=1000) if row.study]


async def studied(house, person, data=RECORD, name="game.txt", **options):
    """A study, with everybody looking at its place."""
    known = {row.id for row in await studies(house)}
    answer = await bring(house, person, data, name, **options)
    found = [row for row in await studies(house) if row.id not in known]
    assert len(found) == 1, answer.text
    row = found[0]
    for who in ("alice", "bob", "carol", "dora"):
        house.person(who).go(house.local.core.world.channels[row.channel])
    return row


def board_in(person):
    """The board message of the place somebody looks at."""
    public = [message for message in person.sees() if message.attachments and not message.ephemeral]
    return public[-1]


# --- like one of ours -------------------------------------------------------------------------------------


async def test_a_record_becomes_a_finished_game_in_a_thread_of_its_own(house, alice, bob):
    house.bot.reader = Reader()
    answer = await bring(house, alice)
    assert answer.ephemeral
    (row,) = await studies(house)
    assert f"<#{row.channel}>" in answer.text
    assert "58 turns" in answer.text
    assert (row.status, row.study, row.host, row.pledge) == ("finished", "Rootlog", alice.id, "")
    thread = house.local.core.world.channels[row.channel]
    assert thread.is_thread
    bob.go(thread)
    board = board_in(bob)
    assert "Study\\: Marquise de Cat, Eyrie Dynasties" in board.text
    assert "A study, read from Rootlog" in board.text
    assert "won by" in board.text
    assert len(board.attachments) == 1
    assert len([message for message in bob.sees() if message.attachments]) == 1
    assert board.buttons == ["Replay", "Film", "Boards", "Rules", "More…"]
    assert not board.mentions
    seats = await house.store.seats(row.id)
    assert [(seat.seat, seat.user, seat.since) for seat in seats] == [
        ("marquise", "", None),
        ("eyrie", "", None),
    ]


async def test_everything_that_shows_a_finished_game_shows_a_study(house, alice, bob):
    row = await studied(house, alice)
    assert "turn 58 of 58" in (await bob.slash("replay")).text
    early = await bob.slash("replay", turn=7)
    assert "turn 7 of 58" in early.text
    assert early.attachments[0].filename == "board-turn-7.png"
    assert (await bob.slash("replay", film=True)).attachments[0].filename == "film.gif"
    assert "Wins with 30 points" in (await bob.slash("log")).text
    assert (await bob.slash("map", turn=3)).attachments[0].filename == "board-turn-3.png"
    assert (await bob.slash("map", zoom="5")).attachments[0].filename == "place-5.png"
    assert "Lake map, turn 58" in (await bob.slash("map", text=True)).text
    assert (await bob.slash("board")).attachments[0].filename == "boards.png"
    assert (await bob.slash("board", faction="eyrie")).attachments[0].filename == "board-eyrie.png"
    assert "4.3" in (await bob.slash("rules", clause="4.3")).text
    assert "do not sit at this table" in (await bob.slash("recap")).text
    info = await bob.slash("game info")
    assert "Lake" in info.text
    assert "Host" not in info.text
    assert "Pace" not in info.text
    board = board_in(bob)
    for label in ("Replay", "Film", "Boards", "Rules", "More…"):
        assert not (await bob.click(label, board)).failed
    assert await house.store.turns(row.id)


async def test_a_study_is_exported_and_written_as_it_was_read_and_read_again(house, alice, bob):
    row = await studied(house, alice)
    assert (await bob.slash("export", format="Rootlog")).file().decode() == RECORD
    answer = await bob.slash("export")
    assert "not from a seed" in answer.text
    whole = export.read(answer.file())
    assert not whole.seed
    assert not export.verify(whole, GAMES).fair
    assert "come from a record" in export.verify(whole, GAMES).sentence
    again = await studied(house, alice, answer.file(), f"root-{row.id}.json")
    assert again.study == "export"
    assert len(await house.store.entries(again.id)) == len(await house.store.entries(row.id))


async def test_our_own_finished_game_comes_back_with_its_sealed_dice_and_without_its_people(local, tmp_path):
    async with open_house(local, tmp_path, chance=seeded) as house:
        await comes_back(house, *map(house.person, ("alice", "bob", "carol")))


async def comes_back(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob"])
    await play_out(house, game, [Typist(house, p, random.Random(n)) for n, p in enumerate((alice, bob))])
    data = (await alice.slash("export")).file()
    carol.go("lobby")
    row = await studied(house, carol, data, "game.json")
    assert row.pledge == (await row_of(house, game)).pledge
    first = [event.data for event in await house.store.events(game) if b'"table.' not in event.data]
    assert [event.data for event in await house.store.events(row.id)] == first
    shown = board_in(carol)
    assert not shown.mentions
    for person in (alice, bob):
        assert person.id not in shown.text
        assert person.name not in shown.text
        assert person.id.encode() not in row.header
    verdict = export.verify(export.read((await carol.slash("export")).file()), GAMES)
    assert verdict.fair, verdict.sentence


async def test_a_record_without_an_end_is_studied_as_far_as_it_goes(house, alice, bob):
    part = "\n".join(RECORD.splitlines()[:30]) + "\n"
    answer = await bring(house, alice, part)
    assert "as far as it is written" in answer.text
    (row,) = await studies(house)
    assert row.status == "finished"
    bob.go(house.local.core.world.channels[row.channel])
    board = board_in(bob)
    assert "the rest of the game is not written" in board.text
    assert "⏳" not in board.text
    assert board.buttons == ["Replay", "Film", "Boards", "Rules", "More…"]
    assert "turn 15 of 15" in (await bob.slash("replay")).text
    assert (await bob.slash("replay", film=True)).attachments
    written = (await bob.slash("export", format="Rootlog")).file().decode()
    assert written.splitlines()[:30] == part.splitlines()
    assert not (await house.table.look(row.id)).open


async def test_corrections_are_read_beside_a_record(house, alice):
    lines = RECORD.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.count("/++/") == 1)
    lines[number - 1] = lines[number - 1].replace("/++/", "/++7/")
    wrong = "\n".join(lines) + "\n"
    answer = await bring(house, alice, wrong)
    assert f"Line {number}" in answer.text
    assert not await studies(house)
    why = {"class": "mistake of the writer", "why": "a point was scored"}
    beside = msgspec.json.encode([{"line": number, "old": "++7", "new": "++", **why}])
    await studied(house, alice, wrong, corrections=("corrections.json", beside))


async def test_a_study_has_the_title_it_was_given_and_calls_nobody(house, alice, bob):
    row = await studied(house, alice, title=f"<@{bob.id}> @everyone **final**")
    assert "final" in board_in(bob).text
    place = house.local.core.world.channels[row.channel]
    alice.go("lobby")
    assert not [m for m in (*alice.sees(), *bob.sees()) if m.mentions]
    assert place.name.startswith("Study: ")


# --- nobody's ---------------------------------------------------------------------------------------------


async def test_names_and_comments_of_a_record_are_shown_to_nobody(house, alice, bob):
    named = RECORD.replace("C: player 1", f"C: Zebedee <@{bob.id}>").replace("E: player 2", "E: @everyone")
    named = named.replace("\n\n", "\n// Zebedee played badly @here\n\n", 1)
    assert "Zebedee" in named
    row = await studied(house, alice, named, "Zebedee.txt")
    everything = [row.header, row.title.encode()]
    everything += [one.data for one in await house.store.events(row.id)]
    everything += [one.value for one in await house.store.entries(row.id)]
    assert not [one for one in everything if b"Zebedee" in one or b"everyone" in one]
    for person in (alice, bob):
        await person.slash("log")
        await person.slash("game info")
        assert not person.ledger.search("Zebedee")
    alice.go("lobby")
    assert not [message for message in (*alice.sees(), *bob.sees()) if message.mentions]


async def test_a_study_counts_as_no_game_of_anybody(house, alice):
    row = await studied(house, alice)
    assert not (await house.store.census(0.0)).games
    assert (await house.store.census(0.0)).studies == 1
    assert not await house.store.waits_for(alice.id)
    assert not await house.store.due_reminders(1e12)
    assert "You are in no game" in (await alice.slash("games")).text
    assert not await house.store.games("lobby", "running", "paused")
    before = await row_of(house, row.id)
    for command, options in {
        "undo": {},
        "hand": {},
        "play": {"choice": "0"},
        "game pause": {},
        "game resume": {},
        "game join": {},
        "game leave": {},
        "game start": {},
        "game abandon": {},
    }.items():
        answer = await alice.slash(command, **options)
        assert answer.ephemeral, command
    await house.settled()
    assert await row_of(house, row.id) == before


async def test_who_brought_a_study_may_post_its_film_and_nobody_else(house, alice, bob):
    await studied(house, alice)
    assert not (await bob.slash("replay", film=True)).buttons
    await alice.slash("replay", film=True)
    await alice.click("Post for Everybody")
    await house.settled()
    assert [m for m in bob.sees() if m.attachments and m.attachments[0].filename == "film.gif"]


async def test_who_wants_to_be_forgotten_leaves_the_study_behind(house, alice):
    row = await studied(house, alice)
    await alice.slash("forget")
    await alice.click("Delete It All")
    await alice.click("Yes, Do It")
    await house.settled()
    assert (await row_of(house, row.id)).host == ""
    assert "turn 58 of 58" in (await alice.slash("replay")).text


async def test_a_study_goes_as_games_that_are_over_go(house, alice):
    row = await studied(house, alice)
    now = house.table.clock()
    await house.store.shrink(lobbies=0.0, replays=now + 1, games=0.0)
    assert len(await house.store.turns(row.id)) == 2
    assert "turn 58 of 58" in (await alice.slash("replay")).text
    await house.store.shrink(lobbies=0.0, replays=0.0, games=now + 1)
    assert not await studies(house)


# --- files of strangers -----------------------------------------------------------------------------------


def changed(**fields):
    return msgspec.json.encode(msgspec.structs.replace(WHOLE, **fields))


def without_seed(**fields):
    return changed(seed="", pledge="", **fields)


def with_entry(index, **fields):
    entries = list(WHOLE.entries)
    entries[index] = msgspec.structs.replace(entries[index], **fields)
    return tuple(entries)


FIRST = WHOLE.entries[0]
TWICE = {**FIRST.value, "got": [0] * len(FIRST.value["got"])}
ANSWER = next(n for n, entry in enumerate(WHOLE.entries) if entry.seat == "marquise")
SEAT = WHOLE.setup.seats[0]
TWINS = msgspec.structs.replace(WHOLE.setup, seats=(SEAT, SEAT))
NAMED = msgspec.structs.replace(
    WHOLE.setup, seats=(msgspec.structs.replace(SEAT, seat="@everyone"), *WHOLE.setup.seats[1:])
)
MOON = msgspec.structs.replace(WHOLE.setup, options={**WHOLE.setup.options, "map": "moon"})
STRANGE = msgspec.structs.replace(WHOLE.setup, options={"map": {"a": [1]}, "landmarks": 7})

BAD = {
    "empty": (b"", "There are no players"),
    "too large for a record": (b"x" * (RECORD_BYTES + 1), "at most 256 KB"),
    "no text": (b"\xff\xfe\x00\x01", "no text in UTF"),
    "zero bytes": (b"Map: Lake\n\0", "no text in UTF"),
    "a picture by another name": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "no text in UTF"),
    "words": (b"Dear bot, please let me win.\n", "Line 1, column 1"),
    "half a record": ("\n".join(RECORD.splitlines()[:11]).encode(), "Line"),
    "an illegal move": (RECORD.replace("w->1/", "9w->1/", 1).encode(), "Line"),
    "broken JSON": (b'{"format": 1', "not an export"),
    "deep JSON": (b'{"format":' + b"[" * 50_000, "not an export"),
    "another JSON": (b"{}", "not an export"),
    "a newer export": (changed(format=99), "newer Glade"),
    "a running game": (changed(status="running", seed="", entries=()), "was not over"),
    "a game that says it runs": (changed(status="running"), "was not over"),
    "a paused game": (changed(status="paused"), "was not over"),
    "no setup": (changed(setup=None), "was not over"),
    "an unknown game": (changed(kind="chess"), "no game called chess"),
    "another seed": (changed(seed="mine"), "not the one that was pledged"),
    "a pledge without a seed": (changed(seed=""), "not the one that was pledged"),
    "other dice": (changed(entries=with_entry(0, value=TWICE)), "not what the seed makes it"),
    "impossible dice": (without_seed(entries=with_entry(0, value=TWICE)), "something impossible"),
    "no dice": (without_seed(entries=with_entry(0, value=7)), "garbled"),
    "another answer": (
        without_seed(entries=with_entry(ANSWER, value={"verb": "win"})),
        "does not fit the rules",
    ),
    "another seat": (without_seed(entries=with_entry(ANSWER, seat="@everyone")), "does not fit the rules"),
    "a log that counts backwards": (without_seed(entries=WHOLE.entries[::-1]), "garbled"),
    "a log that counts to the sky": (without_seed(entries=with_entry(-1, seq=10**15)), "garbled"),
    "taking back nothing": (
        without_seed(entries=with_entry(ANSWER, key="undo", value="all")),
        "garbled",
    ),
    "twins": (without_seed(setup=TWINS), "set up like this"),
    "a seat called everyone": (without_seed(setup=NAMED), "name that no seat has"),
    "a map that is not": (without_seed(setup=MOON), "set up like this"),
    "strange options": (without_seed(setup=STRANGE), "set up like this"),
}


@pytest.mark.parametrize("what", BAD)
async def test_a_bad_file_is_refused_with_a_sentence_and_nothing_is_kept(house, alice, what):
    data, sentence = BAD[what]
    threads = len(house.local.core.world.channels)
    answer = await bring(house, alice, data, "game.txt")
    assert answer.ephemeral
    said = answer.text.replace("\\", "")
    assert "nothing was kept" in said
    assert sentence in said
    assert not await house.store.games(limit=10)
    assert len(house.local.core.world.channels) == threads
    assert not house.bot.metrics.counts["errors"]


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("game.png", b"\x89PNG\r\n\x1a\n", "is no text"),
        ("game.exe", b"MZ", "is no text"),
        ("game.zip", b"PK\x03\x04", "is no text"),
        ("game.json", b"{" * (EXPORT_BYTES + 1), "too large"),
    ],
)
async def test_a_file_of_another_kind_or_size_is_not_even_fetched(
    house, alice, name, data, sentence, monkeypatch
):
    monkeypatch.setattr(discord.Attachment, "read", None)
    answer = await bring(house, alice, data, name)
    assert answer.ephemeral
    assert sentence in answer.text.replace("\\", "")
    assert not await studies(house)


async def test_bad_corrections_are_refused(house, alice):
    for data, sentence in ((b"{}", "no list of corrections"), (b"[" * 100_000, "no list of corrections")):
        answer = await bring(house, alice, corrections=("c.json", data))
        assert sentence in answer.text
    answer = await bring(house, alice, OWN, "own.json", corrections=("c.json", b"[]"))
    assert "belong to a record" in answer.text
    answer = await bring(house, alice, corrections=("c.json", b"x" * (RECORD_BYTES + 1)))
    assert "too large" in answer.text
    assert not await studies(house)


async def test_the_export_of_a_game_that_runs_here_opens_nothing(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    players = [Typist(house, person, random.Random(n)) for n, person in enumerate((alice, bob))]
    await play_to(house, game, players, 3)
    before = await row_of(house, game)
    data = (await bob.slash("export")).file()
    bob.go("lobby")
    assert "was not over" in (await bring(house, bob, data, "running.json")).text
    record = await bob.slash("export", format="Rootlog", game=game)
    row = await studied(
        house, bob, record.file(), "running.txt"
    )  # what everybody may know, the rest is guessed
    assert row.id != game
    forged = msgspec.json.encode(msgspec.structs.replace(WHOLE, game=game))
    row = await studied(house, bob, forged, "forged.json")
    assert row.id != game
    assert await row_of(house, game) == before


# --- limits -----------------------------------------------------------------------------------------------


async def test_a_file_that_takes_too_long_or_too_much_room_is_given_up(house, alice):
    for house.bot.reader in (Reader(seconds=0.05), Reader(memory=1 << 20)):
        answer = await bring(house, alice)
        assert "took too long" in answer.text
    assert not await studies(house)


async def test_one_file_at_a_time_for_a_person_and_a_server_and_few_in_all(house, alice, bob):
    reader = house.bot.reader
    with reader.place(alice.id, "elsewhere"):
        assert "a file of yours already" in (await bring(house, alice)).text
    with reader.place("somebody", str(house.bot.guilds[0].id)):
        assert "for this server already" in (await bring(house, alice)).text
    reader.waiting = -1
    assert "Others wait" in (await bring(house, alice)).text
    reader.waiting = 4
    assert not await studies(house)
    await studied(house, alice)


async def test_the_bot_answers_others_while_a_file_is_read(house, alice, bob):
    house.bot.reader = Reader()
    game = await begin(house, ["alice", "bob"])
    alice.go("lobby")
    reading = asyncio.create_task(alice.slash("import", file=("game.txt", RECORD.encode())))
    while not house.bot.reader._child:
        await asyncio.sleep(0.001)
    assert (await bob.slash("map", game=game)).attachments
    assert house.bot.reader._child, "it was answered after the file was read"
    await reading
    await house.settled()
    assert await studies(house)


async def test_who_brings_too_many_files_has_to_wait(house, alice, monkeypatch):
    cog = sys.modules[type(house.bot.get_cog("Studies")).__module__]
    monkeypatch.setattr(cog, "OF_ONE", 1)
    await studied(house, alice)
    alice.go("lobby")
    assert "enough for a day" in (await bring(house, alice)).text
    house.local.clock.turn(days=2)
    await studied(house, alice)
    for _ in range(cog.TRIES):
        last = await bring(house, alice, b"no record", "x.txt")
    assert "try again in" in last.text
    assert len(await studies(house)) == 2


# --- places, crashes --------------------------------------------------------------------------------------


async def test_where_no_thread_can_be_opened_the_study_is_in_the_channel(house, alice):
    house.local.permit("bot", "lobby", deny=Allow.CREATE_PUBLIC_THREADS)
    row = await studied(house, alice)
    assert row.channel == alice.place.id
    assert not house.local.core.world.channels[row.channel].is_thread
    assert "A study, read from Rootlog" in board_in(alice).text
    assert "turn 58 of 58" in (await alice.slash("replay")).text


async def test_a_study_from_the_thread_of_a_game_gets_a_thread_of_its_own(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    running = await row_of(house, game)
    row = await studied(house, alice)
    assert row.channel != running.channel
    assert house.local.core.world.channels[row.channel].is_thread
    assert await row_of(house, game) == running


async def test_a_study_from_a_post_gets_a_post_of_the_same_forum(house, alice):
    alice.go("lobby")
    await alice.slash("game new", game="root", forum=house.local.channel("tables"))
    (lobby,) = await house.store.games("lobby")
    alice.go(house.local.core.world.channels[lobby.channel])
    row = await studied(house, alice)
    post = house.local.core.world.channels[row.channel]
    assert post.parent_id == house.local.channel("tables").id
    assert post.id != lobby.channel
    assert "A study, read from Rootlog" in board_in(alice).text


async def test_where_the_bot_may_not_send_files_it_says_so(house, alice):
    house.local.permit("bot", "lobby", deny=Allow.ATTACH_FILES)
    assert "Attach Files" in (await bring(house, alice)).text
    assert not await studies(house)


async def test_a_study_survives_a_restart(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        row = await studied(house, house.person("alice"))
        shown = len(house.person("bob").sees())
    async with open_house(local, tmp_path) as house:
        await house.settled()
        bob = house.person("bob")
        bob.go(local.core.world.channels[row.channel])
        assert len(bob.sees()) == shown
        assert "turn 7 of 58" in (await bob.slash("replay", turn=7)).text
        assert not (await bob.click("Film", board_in(bob))).failed


async def test_a_study_that_was_kept_before_a_crash_is_shown_after_it(local, tmp_path, monkeypatch):
    async def crash(*_):
        raise RuntimeError("the bot dies here")

    async with open_house(local, tmp_path) as house:
        monkeypatch.setattr(house.bot.get_cog("Studies"), "show", crash)
        await bring(house, house.person("alice"))
        (row,) = await studies(house)
        assert row.channel == ""
    async with open_house(local, tmp_path) as house:
        await house.settled()
        (row,) = await studies(house)
        bob = house.person("bob")
        bob.go(local.core.world.channels[row.channel])
        assert "A study, read from Rootlog" in board_in(bob).text
        assert "turn 58 of 58" in (await bob.slash("replay")).text


async def test_what_was_not_kept_before_a_crash_leaves_nothing(local, tmp_path, monkeypatch):
    async def crash(*_):
        raise RuntimeError("the bot dies here")

    async with open_house(local, tmp_path) as house:
        monkeypatch.setattr(house.bot.get_cog("Studies"), "keep", crash)
        places = len(local.core.world.channels)
        await bring(house, house.person("alice"))
        assert not await house.store.games(limit=10)
        assert len(local.core.world.channels) == places
