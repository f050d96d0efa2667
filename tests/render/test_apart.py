"""A studio in a process of its own: the same pictures, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from render import Busy, Studio, StudioApart, apart
from render.gif import TooLarge
from render.orders import Desk, Picture
from tests.render import views

replace = msgspec.structs.replace

MORTAL = "import os, socket, sys; socket.socket(fileno=int(sys.argv[1])).recv(1); os._exit(1)"
"""A process that dies of whatever it is asked for."""

ENDLESS = """
import sys, time
from render import studio, worker
worker.BEAT = 0.05
studio.Studio._draw = studio.Studio._cut = lambda *_: time.sleep(3600)
worker.main(int(sys.argv[1]))
"""
"""A process whose drawing never ends."""

COLD = """
import sys
from render import studio, worker
def warm(*_): raise OSError("no fire")
studio.Studio.warm = warm
worker.main(int(sys.argv[1]))
"""
"""A process that cannot draw ahead."""


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "PAUSES", (0.0,))


@pytest.fixture
async def studio() -> AsyncIterator[StudioApart]:
    made = StudioApart()
    yield made
    made.close()
    await asyncio.sleep(0)


def instead(monkeypatch: pytest.MonkeyPatch, program: str) -> list[int]:
    """Another program takes the place of the process that draws; which processes have been started."""
    begun: list[int] = []

    def started(end: socket.socket) -> subprocess.Popen[bytes]:
        command = (sys.executable, "-c", program, str(end.fileno()))
        process = subprocess.Popen(command, pass_fds=(end.fileno(),), cwd=apart.HOUSE)
        begun.append(process.pid)
        return process

    monkeypatch.setattr(apart, "started", started)
    return begun


@pytest.fixture
def mortal(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Processes die of every order; how many have been started."""
    return instead(monkeypatch, MORTAL)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Processes live, and never finish anything; a picture and a film may take a moment."""
    for name in ("TICK", "PICTURE_MOST", "FILM_MOST"):
        monkeypatch.setattr(apart, name, 0.1)
    return instead(monkeypatch, ENDLESS)


def lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def all_pictures(desk: Desk) -> list[Picture]:
    """One of every kind."""
    crowded = views.crowded()
    how = {"palette": "dark", "names": {"marquise": "Zdeněk"}}
    return [
        await desk.board(
            crowded, marked=views.MARKED, recent=views.RECENT, asked={"eyrie"}, table="g", **how
        ),  # type: ignore[arg-type]
        await desk.board(crowded, targets={3: "A", 7: ""}, later=True),
        await desk.boards(crowded, **how),  # type: ignore[arg-type]
        await desk.seat(crowded, "eyrie", **how),  # type: ignore[arg-type]
        await desk.hand(views.hand()),
        await desk.cards(crowded, "Cards", ["ambush-fox"]),
        await desk.zoom(crowded, 11),
        await desk.battle(crowded, views.FIGHT),
        await desk.film(views.story(3)),
    ]


async def test_every_picture_is_the_same_as_if_it_were_drawn_here(studio: StudioApart) -> None:
    here = Studio()
    expected = await all_pictures(here)
    here.close()
    assert await all_pictures(studio) == expected
    assert (studio.drawn, studio.held) == (here.drawn, here.held)
    assert studio.spent > 0
    assert studio.elsewhere > studio.spent


async def test_of_several_waiting_positions_of_a_table_only_the_newest_is_drawn(studio: StudioApart) -> None:
    await studio.board(views.start())
    tasks = [studio.board(replace(views.start(), turn=turn), table="g1") for turn in range(2, 12)]
    pictures = await asyncio.gather(*tasks)
    assert pictures[-1].filename == "board-turn-11.png"
    assert studio.drawn < 8


async def test_a_process_that_was_killed_is_replaced_and_nobody_notices(studio: StudioApart) -> None:
    # given an order that the process has not answered
    first = await studio.board(views.start())
    before, drawn = studio.pid, studio.drawn
    os.kill(before, signal.SIGSTOP)
    waiting = asyncio.create_task(studio.board(views.crowded()))
    await asyncio.sleep(0.05)
    # when it is killed
    os.kill(before, signal.SIGKILL)
    # then another one answers, and the count goes on
    made = await asyncio.wait_for(waiting, 60)
    assert made.faults == ()
    assert studio.pid not in (0, before)
    assert studio.drawn == drawn + 1
    assert await studio.board(views.start()) == first


async def test_an_order_that_two_processes_died_of_is_answered_in_words(
    studio: StudioApart, mortal: list[int]
) -> None:
    made = await asyncio.wait_for(studio.board(views.start()), 30)
    assert made.faults == ("could not be drawn",)
    assert made.filename == "board-turn-1.png"
    assert "Marquise" in made.alt_text
    assert len(mortal) <= apart.TRIES + 1  # the third was not asked


async def test_words_are_put_on_paper_beside_the_event_loop(
    studio: StudioApart, mortal: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given words that take as long as nobody has turned the page
    page = threading.Event()
    really_plain = apart.plain

    def slow(*given: Any) -> Picture:
        page.wait(30)
        return really_plain(*given)

    monkeypatch.setattr(apart, "plain", slow)
    waiting = asyncio.create_task(studio.board(views.start()))
    # when no process draws the picture; then the event loop goes on meanwhile
    async with asyncio.timeout(20):
        while not studio._scribe._threads:
            await asyncio.sleep(0.01)
    assert not waiting.done()
    page.set()
    assert (await asyncio.wait_for(waiting, 30)).faults


async def test_an_order_that_cannot_be_read_is_answered_in_words_and_kills_nobody(
    studio: StudioApart, caplog: pytest.LogCaptureFixture
) -> None:
    await studio.board(views.start())
    pid = studio.pid
    made = await studio.board(replace(views.start(), game="harrow"))
    assert made.faults == ("could not be drawn",)
    assert studio.pid == pid
    assert "ValidationError" in caplog.text


async def test_a_process_that_cannot_be_started_or_understood_is_as_good_as_dead(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def started(end: socket.socket) -> subprocess.Popen[bytes]:
        begun.append("")
        if len(begun) == 1:
            raise OSError("no room for a process")
        babbles = "import socket, sys, time; socket.socket(fileno=int(sys.argv[1])).send(b'\\x01' + bytes(7) + b'?'); time.sleep(60)"
        return subprocess.Popen((sys.executable, "-c", babbles, str(end.fileno())), pass_fds=(end.fileno(),))

    monkeypatch.setattr(apart, "started", started)
    made = await asyncio.wait_for(studio.board(views.start()), 30)
    assert made.faults
    assert len(begun) >= apart.TRIES


async def test_a_film_that_two_processes_died_of_is_not_made(studio: StudioApart, mortal: list[int]) -> None:
    with pytest.raises(apart.Lost):
        await asyncio.wait_for(studio.film(views.story(2)), 30)


async def test_a_process_that_hangs_is_replaced_and_nobody_notices(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a process that is stopped and will never go on
    await studio.board(views.start())
    before, really_started = studio.pid, apart.started
    os.kill(before, signal.SIGSTOP)

    def started(end: socket.socket) -> subprocess.Popen[bytes]:
        monkeypatch.setattr(apart, "SILENCE", 60.0)
        return really_started(end)

    monkeypatch.setattr(apart, "started", started)
    monkeypatch.setattr(apart, "TICK", 0.05)
    monkeypatch.setattr(apart, "SILENCE", 0.3)
    # when somebody wants a picture
    made = await asyncio.wait_for(studio.board(views.crowded()), 60)
    # then another process draws it, and the first is gone
    assert made.faults == ()
    assert studio.pid not in (0, before)
    assert not lives(before)


async def test_a_process_is_not_blamed_for_silence_of_which_it_is_innocent(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    await studio.board(views.start())
    pid = studio.pid
    monkeypatch.setattr(apart, "TICK", 0.05)
    monkeypatch.setattr(apart, "SILENCE", 0.5)
    await asyncio.sleep(1.0)  # from now on the bot looks more often
    os.kill(pid, signal.SIGSTOP)
    # given that nobody asks, or that the bot itself stands still; when time goes by
    await asyncio.sleep(0.8)
    waiting = asyncio.create_task(studio.board(views.crowded()))
    await asyncio.sleep(0)
    time.sleep(0.8)  # noqa: ASYNC251
    await asyncio.sleep(0.1)
    # then the process is not killed
    monkeypatch.setattr(apart, "SILENCE", 60.0)
    os.kill(pid, signal.SIGCONT)
    assert not (await asyncio.wait_for(waiting, 60)).faults
    assert studio.pid == pid


async def test_a_picture_that_comes_to_no_end_in_two_processes_is_answered_in_words(
    studio: StudioApart, endless: list[int]
) -> None:
    made = await asyncio.wait_for(studio.board(views.start()), 30)
    assert made.faults == ("could not be drawn",)
    assert len(endless) <= apart.TRIES + 1
    assert not any(map(lives, endless[: apart.TRIES]))


async def test_a_film_that_comes_to_no_end_in_two_processes_is_not_made(
    studio: StudioApart, endless: list[int]
) -> None:
    with pytest.raises(apart.Lost):
        await asyncio.wait_for(studio.film(views.story(2)), 30)
    assert not any(map(lives, endless[: apart.TRIES]))


async def test_a_film_may_take_longer_than_a_picture(
    studio: StudioApart, endless: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a film that is being made for longer than a picture may take
    monkeypatch.setattr(apart, "FILM_MOST", 600.0)
    film = asyncio.create_task(studio.film(views.story(2)))
    async with asyncio.timeout(30):
        while studio._sign.film < 3 * apart.PICTURE_MOST:
            await asyncio.sleep(0.05)
    # then the process goes on with it
    await asyncio.sleep(3 * apart.TICK)
    assert endless == [studio.pid]
    film.cancel()


async def test_while_no_process_lives_nobody_waits_and_then_pictures_are_back(
    studio: StudioApart, mortal: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given processes that died, one after another
    monkeypatch.setattr(apart, "PAUSES", (0.0, 0.0, 0.5))
    for turn in (1, 2):
        await asyncio.wait_for(studio.board(replace(views.start(), turn=turn)), 30)
    # then an order is answered in words at once, without a process
    begun = len(mortal)
    assert (await studio.board(replace(views.start(), turn=3))).faults
    assert len(mortal) == begun
    # and as soon as one lives, pictures are pictures
    monkeypatch.undo()
    async with asyncio.timeout(60):
        while (await studio.board(views.start())).faults:
            await asyncio.sleep(0.05)


async def test_no_film_too_large_and_too_many_are_said_as_they_are(studio: StudioApart) -> None:
    with pytest.raises(TooLarge):
        await studio.film(views.story(2), most=100)
    films = [asyncio.create_task(studio.film(views.story(3), pause=n)) for n in range(30)]
    said = await asyncio.gather(*films, return_exceptions=True)
    assert any(isinstance(one, Busy) for one in said)
    assert any(isinstance(one, Picture) for one in said)


async def test_what_could_not_be_drawn_stands_in_the_log_of_the_bot(
    studio: StudioApart, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "glade.render"):
        made = await studio.board(views.start(), recent=("🦊",))
        strange = replace(views.start(), active="nobody", map="nowhere")
        made = await studio.board(strange)
    assert made.faults
    assert any(record.name == "glade.render" for record in caplog.records)


async def test_the_process_has_no_secrets_of_the_bot(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-very-secret-word")
    await studio.board(views.start())
    assert b"a-very-secret-word" not in Path(f"/proc/{studio.pid}/environ").read_bytes()


async def test_a_word_to_stop_is_for_the_bot(studio: StudioApart) -> None:
    """A terminal and systemd tell all processes to stop; the bot still needs its boards while it finishes."""
    await studio.board(views.start())
    pid = studio.pid
    for word in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(pid, word)
    assert not (await studio.board(views.crowded())).faults
    assert studio.pid == pid


async def test_a_closed_studio_leaves_no_process_and_nobody_waiting() -> None:
    studio = StudioApart()
    await studio.board(views.start())
    pid = studio.pid
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.create_task(studio.board(views.crowded()))
    await asyncio.sleep(0)
    studio.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not lives(pid)
    with pytest.raises(RuntimeError, match="closed"):
        await studio.board(views.start())


def test_a_process_ends_when_its_bot_is_gone() -> None:
    mine, its = socket.socketpair()
    with its:
        process = apart.started(its)
    mine.close()
    assert process.wait(60) == 0


async def test_who_gives_up_waiting_holds_up_nobody(studio: StudioApart) -> None:
    first = asyncio.create_task(studio.board(views.start()))
    await asyncio.sleep(0)
    first.cancel()
    assert not (await studio.board(views.crowded())).faults
    assert not studio._open


async def test_every_process_draws_ahead_but_open_orders_come_first(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    real = apart.framed

    def framed(message: tuple[int, object]) -> bytes:
        sent.append(message[1])
        return real(message)

    monkeypatch.setattr(apart, "framed", framed)
    await studio.warm(["root"])
    assert sent == [apart.Warmth(("root",), ("light",))]
    os.kill(studio.pid, signal.SIGKILL)
    await studio.board(views.start())
    kinds = [type(one).__name__ for one in sent[1:]]
    assert kinds[-1] == "Warmth"
    assert set(kinds[:-1]) == {"Order"}


async def test_who_cannot_draw_ahead_says_so_and_draws_all_the_same(
    studio: StudioApart, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun = instead(monkeypatch, COLD)
    await asyncio.wait_for(studio.warm(["root"]), 30)
    assert not (await studio.board(views.start())).faults
    assert "no fire" in caplog.text
    assert len(begun) == 1
