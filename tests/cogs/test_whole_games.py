"""Whole games of Root on the local Discord, played only as people would."""

from __future__ import annotations

import random

import pytest

from tests.cogs.players import Clicker, Typist, play_out
from tests.cogs.tables import begin


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
