"""Nothing leaks: what somebody may not know changes no byte of what they ever see, through the bot on Discord.

Every test plays twins (tests/trust/twins.py) and compares whole ledgers. `make soak` plays hundreds.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import ui

from cogs.board.message import BoardMessage
from cogs.board.panel import Panel
from cogs.board.speak import Speaker
from cogs.components import rows
from engine.flow import Done
from engine.game import decode
from engine.harrow import check as harrow_check
from engine.harrow.projection import project
from engine.harrow.rules import HarrowRules
from engine.harrow.state import Harrow
from engine.harrow.view import HarrowView
from engine.house import open_house
from engine.root.check import mixes, random_setup
from engine.seats import SeatSettings
from engine.settings import Settings
from engine.store import GameRow, SeatRow, Store
from engine.table import Look, Table
from render import Studio
from tests import toy
from tests.trust import twins

pytestmark = pytest.mark.slow

MIXES = [mix for players in (2, 3, 4, 5) for mix in mixes(players)]


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """Shared by all twins: the same view gives the same picture, and is drawn once."""
    made = Studio(keep=2000)
    yield made
    made.close()


def a_moment(number: int, mix: tuple[str, ...] = (), seat: str | None = "?", steps: int = 6) -> twins.Moment:
    """The first moment from this number on at which the game is not over and something hidden differs."""
    dice = random.Random(f"leaks {number}")
    while True:
        setup = random_setup(dice, mix, bots=0.2)
        deciding = [one.seat for one in setup.seats if not one.board]
        watcher = dice.choice([None, *deciding]) if seat == "?" else seat
        found = twins.moment(setup, str(dice.random()), dice.randint(3, 120), watcher, steps)
        if found is not None and found.apart and found.script:
            return found


@pytest.mark.parametrize("number", range(6))
async def test_whatever_is_hidden_changes_no_byte_of_a_ledger(number, tmp_path, studio):
    """Given a moment and its twin; when both go on alike; then nobody who may not know can tell them apart."""
    mix = MIXES[number * 11 % len(MIXES)]
    assert await twins.leaks(tmp_path, a_moment(number, mix), studio, f"looks {number}") == []


HARROW = [(mode, factions) for mode, factions in harrow_check.tables() if mode != "C1"]
"""H0.9  In chapter 1 nothing is hidden; in the solo game nobody else holds a card."""


@pytest.mark.parametrize("number", [n for n, (mode, _) in enumerate(HARROW) if mode != "SOLO"])
async def test_H0_9_hands_figures_and_dolls_change_no_byte_of_a_ledger(number, tmp_path, studio):
    """Given a moment of Harrow County and its twin; when both go on alike; then nobody can tell them apart."""
    dice = random.Random(f"harrow leaks {number}")
    found = None
    while found is None or not found.apart or not found.script:
        mode, factions = HARROW[number % len(HARROW)]
        setup = harrow_check.random_setup(dice, mode, factions)
        seat = dice.choice([None, *(one.seat for one in setup.seats)])
        watcher = seat and next(one.plays for one in setup.seats if one.seat == seat)
        found = twins.moment(setup, str(dice.random()), dice.randint(8, 150), watcher, 6, "harrow")
    assert await twins.leaks(tmp_path, found, studio, f"harrow looks {number}") == []


async def test_H7_1_5_the_location_card_changes_no_byte_of_what_the_fair_folk_see(tmp_path, studio):
    """Given the Fair Folk against Hester; when the card says something else; then its seekers cannot tell."""
    dice = random.Random("location card")
    found = None
    while found is None or not found.script:
        setup = harrow_check.random_setup(dice, "FFH")
        found = twins.moment(setup, str(dice.random()), dice.randint(20, 60), "fairfolk", 6, "harrow")
    cards = [
        decode(found.rules, one.checkpoints[-1].state).boards["fairfolk"].card
        for one in (found.game, found.twin)
    ]
    assert cards[0] != cards[1]
    assert await twins.leaks(tmp_path, found, studio, "location card") == []


# --- this check can fail ----------------------------------------------------------------------------------


def private_buttons(monkeypatch) -> None:
    """The board shows verbs that only hidden cards allow."""

    row = BoardMessage.standing_row

    def all_verbs(self: BoardMessage) -> ui.ActionRow[Any]:
        asks = [ask for ask in self.shown.asks.values() if not ask.many]
        panel = Panel(self.kind, self.look)
        return next(iter(rows([one for ask in asks for one in panel.verb_buttons(ask.options)])), row(self))

    monkeypatch.setattr(BoardMessage, "standing_row", all_verbs)


def a_hand_in_the_title(monkeypatch) -> None:
    """The title gives away the hand of whoever must decide."""
    look = Table.look

    async def open_handed(self: Table, game: str, seat: str | None = None) -> Look:
        shown = await look(self, game, seat)
        if seat is None and shown.open:
            other = await look(self, game, shown.open[0].seat)
            hand = next(player.hand for player in other.view.players if player.owner == other.view.seat)
            named = msgspec.structs.replace(shown.game, title=f"Twins {sum(map(len, hand))}")
            return msgspec.structs.replace(shown, game=named)
        return shown

    monkeypatch.setattr(Table, "look", open_handed)


def a_number_of_hidden_choices(monkeypatch) -> None:
    """The alt text of the picture counts the choices of whoever must decide."""
    drawn = Speaker.picture

    async def counting(self, look, view, chapter, **more):
        picture = await drawn(self, look, view, chapter, **more)
        count = sum(len(ask.options) for ask in (await self.asks(look)).values())
        return msgspec.structs.replace(picture, alt_text=f"{picture.alt_text[:900]} {count}")

    monkeypatch.setattr(Speaker, "picture", counting)


@pytest.mark.parametrize("plant", [private_buttons, a_hand_in_the_title, a_number_of_hidden_choices])
async def test_a_planted_leak_is_found(plant, tmp_path, studio, monkeypatch):
    plant(monkeypatch)
    for number in range(6):
        found = a_moment(100 + number, ("marquise", "eyrie", "alliance"), seat=None)
        told = await twins.leaks(tmp_path / str(number), found, studio, "looks")
        if any(one.startswith("spectator (None): entry") for one in told):
            return
    pytest.fail("nobody noticed")


async def test_H0_9_kammis_face_on_a_public_board_is_found(tmp_path, studio, monkeypatch):
    """Given a board that shows everybody what Kammi sees; then spectators of the twins can tell them apart."""

    def open_faced(self: HarrowRules, game: Harrow, seat: str | None) -> HarrowView:
        return msgspec.structs.replace(project(game, seat or "kammi"), seat=seat)

    dice = random.Random("faces")
    monkeypatch.setattr(HarrowRules, "view", open_faced)
    for number in range(8):
        setup = harrow_check.random_setup(dice, "C4", ("protectors", "kammi"))
        found = twins.moment(setup, str(dice.random()), dice.randint(8, 60), None, 4, "harrow")
        if found is not None and found.script:
            told = await twins.leaks(tmp_path / str(number), found, studio, "faces")
            if any(one.startswith("spectator (None): entry") for one in told):
                return
    pytest.fail("nobody noticed")


# --- timing -----------------------------------------------------------------------------------------------


class Waits:
    """Delays that are noted; each waits a little."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def __call__(self) -> float:
        self.drawn.append(random.uniform(0.01, 0.05))
        return self.drawn[-1]


@pytest.mark.parametrize("order", ["ask", "bid"])
async def test_an_automatic_answer_comes_after_a_random_delay_whatever_it_is(tmp_path: Path, order: str):
    """Given a standing order or the only choice; when the question comes; then it is answered after a delay."""
    waits = Waits()
    async with await Store.open(tmp_path / "games.sqlite") as store:
        table = Table(store, {"pebbles": toy.PEBBLES}, delay=waits)
        await store.create(GameRow("g1", "pebbles"))
        await table.start("g1", toy.setup("ann", "bob"), [SeatRow("ann", 0), SeatRow("bob", 1)])
        await table.settings("g1", "bob", SeatSettings(orders={"toy.bid": order}))
        began = asyncio.get_running_loop().time()
        await table.answer("g1", "ann", Done())
        assert {one.seat for one in (await table.look("g1")).open} == {"ann", "bob"}
        if order == "ask":
            assert waits.drawn == []
        else:
            while any(one.seat == "bob" for one in (await table.look("g1")).open):
                await asyncio.sleep(0.001)
            assert asyncio.get_running_loop().time() - began >= min(waits.drawn) >= 0.01
            assert len(waits.drawn) == 1
        await table.close()


def test_the_delay_is_drawn_anew_each_time_and_knows_nothing_of_the_game(tmp_path):
    async def delays() -> list[float]:
        settings = Settings(database=str(tmp_path / "g.sqlite"), bot_seconds=4.0, backup_minutes=0)
        async with open_house(settings) as table:
            return [table.delay() for _ in range(300)]

    drawn = asyncio.run(delays())
    assert len(set(drawn)) > 290
    assert 1.0 <= min(drawn) < 1.2
    assert 3.8 < max(drawn) <= 4.0
