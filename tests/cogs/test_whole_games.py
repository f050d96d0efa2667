"""Whole games of Root on the local Discord, played only as people would."""

from __future__ import annotations

import random
import re

import pytest

from tests.cogs.players import Clicker, Typist, play_out
from tests.cogs.tables import begin


@pytest.mark.parametrize(
    ("how", "people", "bots"),
    [
        (Clicker, ["alice"], 1),
        (Clicker, ["alice"], 3),
        (Clicker, ["alice", "bob"], 1),
        (Clicker, ["alice", "bob", "carol"], 1),
        (Typist, ["alice"], 3),
        (Typist, ["alice", "bob"], 0),
        (Typist, ["alice", "bob", "carol"], 1),
        (Typist, ["alice", "bob", "carol", "dora"], 0),
    ],
)
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


@pytest.mark.parametrize("how", [Clicker])
async def test_a_whole_game_with_drafted_factions(house, how):
    """A.5  Seats have other names than the factions that were drafted for them."""
    people = ["alice", "bob", "carol"]
    game = await begin(house, people, setup="advanced", deck="exiles", map="winter")
    source = random.Random(f"draft {how.__name__}")
    players = [how(house, house.person(name), source) for name in people]
    await play_out(house, game, players)
    board = [message for message in players[0].person.sees() if not message.ephemeral][-1]
    assert "won" in board.text
    assert not re.search(r"\bseat\d", board.text)
    assert all(house.person(name).mention in board.text for name in people)


async def test_turns_of_bots_are_told_below_the_turn_before_them_each_with_its_picture(house, alice):
    game = await begin(house, ["alice"], bots=3)
    player = Typist(house, alice, random.Random(8))
    for _ in range(25):
        await house.settled()
        if await player.waits(game):
            await player.decide()
    await house.settled()
    shown = [message for message in alice.sees() if not message.ephemeral]
    turns = [found[1] for message in shown if (found := re.search(r"turn (\d+)", message.text))]
    assert len(turns) > 2
    assert len(turns) == len(set(turns))
    assert all(message.mentions == [] for message in shown[:-1])
    names = [file.filename for message in shown for file in message.attachments]
    played = (await house.table.look(game)).view.turn
    assert len(names) == len(set(names)), "each turn has a picture of its own end"
    assert len(names) >= played, "and no turn is left out"
    assert len(shown) - 1 <= len(names) / 2, "in few messages"
