"""A newcomer's first minute: the greeting, and the two ways to begin."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.cogs.conftest import open_house, servers_held_back, until
from tests.cogs.tables import board_of


@pytest.fixture(autouse=True)
def one_game(monkeypatch):
    """With several games, each of these asks first which one: `test_any_game.py`."""
    for other in [id for id in GAMES if id != "root"]:
        monkeypatch.delitem(GAMES, other)


def greetings(person) -> list:
    return [message for message in person.sees() if "Welcome to Glade" in message.text]


async def test_a_server_is_greeted_once_whatever_happens_to_the_bot(local, tmp_path):
    for _ in range(2):
        async with open_house(local, tmp_path, greets=True) as house:
            await house.settled()
            (hello,) = greetings(house.person("alice"))
            assert not hello.ephemeral
            assert hello.buttons == ["First Game", "Open a Table", "Help"]


async def test_a_server_that_arrives_after_the_rest_is_greeted(local, tmp_path, monkeypatch):
    """On a busy machine the bot is ready before it has heard what the server is like."""
    real, held = servers_held_back(monkeypatch)
    async with open_house(local, tmp_path, greets=True) as house:
        await house.settled()
        assert greetings(house.person("alice")) == []
        for late in held:
            real(*late)
        await until(lambda: greetings(house.person("alice")))
        await house.settled()
        assert len(greetings(house.person("alice"))) == 1


async def test_a_server_that_plays_already_is_not_greeted(local, tmp_path):
    async with open_house(local, tmp_path) as house:
        await house.person("alice").slash("game new", game="root")
    async with open_house(local, tmp_path, greets=True) as house:
        await house.settled()
        assert greetings(house.person("alice")) == []


async def test_the_first_game_is_one_click_away(local, tmp_path):
    async with open_house(local, tmp_path, greets=True) as house:
        await house.settled()
        alice = house.person("alice")
        answer = await alice.click("First Game")
        await house.settled()
        assert "against easy bots" in alice.sees()[-1].text, answer.text
        (row,) = await house.store.games("running")
        alice.go(local.core.world.channels[row.channel])
        assert "Setup" in board_of(alice).text


async def test_a_table_is_opened_by_whoever_presses(local, tmp_path):
    async with open_house(local, tmp_path, greets=True) as house:
        await house.settled()
        bob = house.person("bob")
        answer = await bob.click("Open a Table")
        assert "Bob's table" in answer.text
        assert "Join" in answer.buttons
