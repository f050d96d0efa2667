"""Saved states of every released version of every game, and how they are made.

`python -m tests.states` writes the file of the present version. Once a version is released its file is never
written again: it is what people's games look like.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from engine.chance import seeded
from engine.game import Game, encode
from engine.games import GAMES
from engine.rules import SeatSetup, Setup
from engine.seats import Random

FOLDER = Path(__file__).parent
SETUPS = {
    "root": [
        Setup(
            tuple(SeatSetup(seat, seat) for seat in ("marquise", "eyrie", "alliance", "vagabond")),
            {"map": map_id, "deck": deck},
        )
        for map_id, deck in (
            ("autumn", "base"),
            ("winter", "exiles"),
            ("lake", "exiles"),
            ("mountain", "base"),
        )
    ],
}


def sample(game: str) -> list[Any]:
    """States from the beginning, the middle and the end of random games."""
    states = []
    for number, setup in enumerate(SETUPS[game]):
        source = random.Random(number)
        play: Game[Any] = Game(GAMES[game].rules, setup, seeded(str(number))).start()
        decisions = 0
        while not play.over and decisions < 5000:
            if decisions % 120 == 0:
                states.append(msgspec.json.decode(play.checkpoints[-1].state))
            ask = play.waiting()[0]
            play.answer(play.rules.seat_of(play.state, ask.seat), Random(source).answer(lambda: None, ask))
            decisions += 1
        states.append(msgspec.json.decode(encode(play.state)))
    return states


def file_of(game: str, version: int) -> Path:
    return FOLDER / f"{game}-{version}.json"
