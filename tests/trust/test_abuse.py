"""People who want too much, or the wrong thing: they get a kind answer, and nobody else feels it."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import re
import stat
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from cogs import texts
from cogs.running.pace import Pace
from engine import logs
from engine.rules import Refused
from local.client import Client
from local.people import Answer
from tests.cogs.tables import begin, board_of, waiting
from tests.trust.evening import ID
from tests.trust.small_disk import playing

NASTY = (
    "@everyone <@&1> <@123456789012345678> [free](https://evil.example) ||x|| `y` # **z** discord.gg/abc\n> q"
)
SLOW = texts.SLOW_DOWN.format(seconds=5)


# --- mentions ---------------------------------------------------------------------------------------------


async def test_only_who_must_move_is_ever_mentioned(house):
    """Given a game of three; when it goes on for a while; then every mention is of somebody who had to decide."""
    game = await begin(house, ["alice", "bob", "carol"])
    users = {seat.user for seat in await house.store.seats(game)}
    called = 0
    for _ in range(25):
        open_seats = {seat.user for seat in await house.store.seats(game) if seat.since is not None}
        newest = board_of(house.person("dora"))
        assert set(newest.message.mentions) <= open_seats
        called += len(newest.message.mentions)
        await answer_anything(house, game)
    assert called
    for message in house.person("dora").sees_all():
        assert not message.message.mention_everyone
        assert not message.message.mention_roles
        assert set(message.message.mentions) <= users


async def answer_anything(house, game: str) -> None:
    seat = next(seat.seat for seat in await house.store.seats(game) if seat.since is not None)
    ask = (await house.table.look(game, seat)).ask
    assert ask is not None
    answer = ask.options[: ask.most] if ask.many else ask.options[-1]
    try:
        await house.table.answer(game, seat, answer)
    except Refused as refused:
        raise AssertionError(f"{answer} was offered and refused: {refused}") from refused
    await house.settled()


async def test_what_people_write_never_becomes_markdown_a_mention_or_a_link(house):
    """Given nasty names, titles and reports; when they are shown; then every mark in them is dead."""
    alice, bob = house.person("alice"), house.person("bob")
    alice.user.name = bob.user.name = NASTY[:60]
    await alice.slash("game new", game="root", title=NASTY[:60])
    await bob.click("Join")
    await alice.slash("game info")
    await alice.slash("games")
    await alice.click("Start")
    await house.settled()
    await alice.slash("report", text=NASTY)
    for message in house.person("dora").sees_all() + alice.sees_all():
        if message.author != "Glade":
            continue
        assert not message.message.mention_everyone
        for text in texts_of(message.components):
            assert not re.search(
                r"(?<!\\)@everyone|(?<!\\)<@&|(?<!\\)\]\(|https://evil|discord\.gg/", text
            ), text
            assert "<@123456789012345678>" not in text


def texts_of(components) -> list[str]:
    found = []
    for part in components:
        found += [part["content"]] if part.get("type") == 10 else []
        found += texts_of(part.get("components") or [])
    return found


# --- floods -----------------------------------------------------------------------------------------------


async def flood(house, person, custom_id: str, count: int) -> list[Answer]:
    """So many clicks at once, as a script would send them."""
    board = board_of(person)
    client: Client = house.local.client
    started = [client.click(person.id, board.message, custom_id) for _ in range(count)]
    await asyncio.gather(*(one.answered.wait() for one in started))
    return [Answer(house.local.core, one) for one in started]


async def test_a_flood_is_answered_and_slows_only_who_made_it(house):
    """Given two games; when one person sends 300 clicks at once; then another is served in the middle of it."""
    await begin(house, ["alice", "bob"])
    mover, other = house.person("alice"), house.person("bob")
    panel = next(i for i in ids_of(board_of(mover)) if ":panel:" in i or ":hand:" in i)
    flooded = asyncio.create_task(flood(house, mover, panel, 300))
    await asyncio.sleep(0)
    served = await other.slash("games")
    assert not flooded.done(), "the flood was over before anybody else was served"
    assert not served.failed
    answers = await flooded
    await house.settled()
    refused = sum(SLOW in answer.text for answer in answers)
    assert refused >= 200
    assert not any(answer.failed for answer in answers)
    assert house.bot.pace.lines == {}


async def test_without_lines_a_flood_is_served_before_others(house):
    """The test above can fail: with no limit the flood takes everything."""
    house.bot.pace = Pace(person=(10_000, 10_000), server=(10_000, 10_000))
    await begin(house, ["alice", "bob"])
    mover = house.person("alice")
    panel = next(i for i in ids_of(board_of(mover)) if ":panel:" in i or ":hand:" in i)
    answers = await flood(house, mover, panel, 100)
    await house.settled()
    assert not any(SLOW in answer.text for answer in answers)


async def test_a_server_has_a_line_of_its_own():
    class From:
        def __init__(self, user: int, guild: int) -> None:
            self.user = type("User", (), {"id": user})
            self.guild_id = guild + 1

    pace = Pace(person=(3, 60), server=(2, 10))
    busy = asyncio.Event()
    at_once = [0, 0]

    async def work(user: int, guild: int) -> str:
        try:
            async with pace.turn(From(user, guild)):
                at_once[guild] += 1
                assert at_once[guild] <= 2
                await busy.wait()
                at_once[guild] -= 1
                return "served"
        except Exception as sorry:
            return str(sorry)

    many = [asyncio.create_task(work(user, 0)) for user in range(30)]
    await asyncio.sleep(0.01)
    alone = asyncio.create_task(work(99, 1))
    await asyncio.sleep(0.01)
    assert at_once == [2, 1], "the full server keeps nobody elsewhere waiting"
    busy.set()
    results = await asyncio.gather(*many, alone)
    assert (results.count("served"), results.count(SLOW)) == (11, 20)


async def test_quiet_is_when_nobody_was_answered_for_a_while(monkeypatch):
    """Given somebody who is answered in a moment; when that is over; then it has been quiet since then, not since before."""
    now = 100.0
    monkeypatch.setattr("cogs.running.pace.time", SimpleNamespace(monotonic=lambda: now))
    pace, person = Pace(), SimpleNamespace(user=SimpleNamespace(id=1), guild_id=1)
    now = 105.0
    assert pace.quiet_for == 5.0
    async with pace.turn(person):
        now = 106.0
        assert pace.quiet_for == 0.0
    now = 106.5
    assert pace.quiet_for == 0.5


def ids_of(message) -> list[str]:
    return [i for i in re.findall(r"'custom_id': '([^']+)'", repr(message.components)) if ID.fullmatch(i)]


# --- limits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", ["games_per_person", "games_per_server"])
async def test_nobody_fills_the_house(house, limit):
    house.bot.settings = msgspec.structs.replace(house.bot.settings, **{limit: 2})
    alice, bob = house.person("alice"), house.person("bob")
    for _ in range(2):
        assert not (await alice.slash("game new", game="root")).ephemeral
    refused = await alice.slash("game new", game="root")
    assert refused.ephemeral
    assert len(await house.store.games("lobby")) == 2
    others = await bob.slash("game new", game="root")
    assert others.ephemeral == (limit == "games_per_server")


async def test_twenty_openings_at_once_do_not_pass_the_limit(house):
    house.bot.settings = msgspec.structs.replace(house.bot.settings, games_per_person=1)
    alice = house.person("alice")
    await asyncio.gather(*(alice.slash("game new", game="root") for _ in range(20)))
    await house.settled()
    assert len(await house.store.games("lobby")) == 1


# --- secrets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["human", "json"])
async def test_nothing_secret_or_private_is_in_the_logs(house, monkeypatch, style):
    """Given the loudest logs; when a game is played, fails and is reported; then no token, seed or hand is there."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    file = io.StringIO()
    try:
        logs.configure(style, "debug", "the-token-of-this-bot", stream=file)
        game = await begin(house, ["alice", "bob"])
        logging.getLogger("glade").error("login with the-token-of-this-bot failed")
        for _ in range(10):
            await answer_anything(house, game)
        person = await waiting(house, game)
        await person.slash("hand")
        monkeypatch.setattr("engine.game.Game.answer", lambda *_: 1 / 0)
        with pytest.raises(Exception, match="went wrong"):
            await answer_anything(house, game)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    text = file.getvalue()
    assert "ZeroDivisionError" in text
    assert "the-token-of-this-bot" not in text
    assert (await house.store.secret(game)).decode() not in text
    hands = [player.hand for seat in ("alice", "bob") for player in await hand_of(house, game, seat)]
    assert hands
    for hand in hands:
        assert not any(str(list(hand))[1:-1] in line for line in text.splitlines() if len(hand) > 1)


async def hand_of(house, game: str, name: str):
    user = house.person(name).id
    seat = next(seat.seat for seat in await house.store.seats(game) if seat.user == user)
    view = (await house.table.look(game, seat)).view
    return [player for player in view.players if player.owner == view.seat]


async def test_reports_and_exports_of_running_games_hold_nothing_hidden(house, tmp_path):
    game = await begin(house, ["alice", "bob"])
    alice = house.person("alice")
    secret = (await house.store.secret(game)).decode()
    given = await alice.slash("export")
    assert secret.encode() not in given.file()
    assert b'"entries"' not in given.file()
    await alice.slash("report", text="something is odd")
    (report,) = (Path(house.bot.settings.database).parent / "reports").iterdir()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert stat.S_IMODE(report.parent.stat().st_mode) == 0o700
    data = report.read_bytes()
    assert secret.encode() not in data
    for name in ("alice", "bob"):
        for player in await hand_of(house, game, name):
            assert b'"hand":[' not in data
            assert player.hand


def test_everything_on_the_disk_is_private(tmp_path):
    """Whatever the umask: the database, its side files, its lock and its backups are for their owner alone."""

    async def some_play() -> list[Path]:
        async with playing(tmp_path) as table:
            await table.store.backup()
            return [file for file in tmp_path.rglob("*") if file.is_file()]

    old = os.umask(0)
    try:
        files = asyncio.run(some_play())
    finally:
        os.umask(old)
    assert {file.name.split("-2")[0] for file in files} >= {
        "games.sqlite",
        "games.sqlite-wal",
        "games.sqlite.lock",
        "games",
    }
    for file in files:
        modes = {stat.S_IMODE(one.stat().st_mode) for one in [file] if one.exists()}
        assert modes <= {0o600}, file


async def test_who_is_being_answered_when_the_house_closes_still_gets_an_answer(house):
    """Given clicks under way; when the bot is told to stop; then each of them is answered before the line goes."""
    await begin(house, ["alice", "bob"])
    alice = house.person("alice")
    clicks = asyncio.create_task(flood(house, alice, ids_of(board_of(alice))[0], 30))
    await asyncio.sleep(0.01)
    await house.bot.close()
    answers = await asyncio.wait_for(clicks, 10)
    assert not any(answer.failed or answer.interaction.is_deferred for answer in answers)
