"""Whole games of Root on the local Discord, played only as people would."""

from __future__ import annotations

import random

import pytest

from tests.cogs.conftest import House
from tests.cogs.players import Clicker, Typist, play_out


async def begin(house: House, people: list[str], bots: int = 0, **options: str) -> str:
    """A table of these people and so many bots, started; everybody looks at its thread."""
    host, *others = [house.person(name) for name in people]
    await host.slash("game new", bots=bots)
    for person in others:
        await person.click("Join")
    for option, value in options.items():
        await host.slash("game options", option=option, value=value)
    answer = await host.click("Start")
    await house.settled()
    (row,) = await house.store.games("running")
    assert "has begun" in answer.text, answer.text
    for name in people:
        house.person(name).go(house.local.core.world.channels[row.channel])
    return row.id


@pytest.mark.parametrize(
    ("people", "bots"), [(["alice"], 3), (["alice", "bob"], 0), (["alice", "bob", "carol"], 1)]
)
@pytest.mark.parametrize("how", [Clicker, Typist])
async def test_a_whole_game(house, how, people, bots):
    source = random.Random(f"{how.__name__}{people}{bots}")
    game = await begin(house, people, bots)
    players = [how(house, house.person(name), source) for name in people]
    await play_out(house, game, players)
    row = await house.store.game(game)
    assert row.status == "finished"
    board = [message for message in players[0].person.sees() if not message.ephemeral][-1]
    assert "won" in board.text
    assert "Film" in board.buttons
