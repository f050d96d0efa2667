"""The board message, and what of the story stands on its picture."""

from __future__ import annotations

from cogs.board.message import newest
from engine.rules import Event
from tests.cogs.test_widest import ROOT
from tests.render import views


def scored(points: int, *only: str) -> Event:
    return Event("scored", {"owner": "eyrie", "points": points, "score": points}, "", only)


def test_the_picture_tells_the_last_five_things_that_everybody_may_know():
    # given a story with a secret, an event of the table with a mention, and the start of a turn
    events = [
        *(scored(points) for points in (1, 2, 3, 5, 6)),
        Event("drew.cards", {"cards": ("anvil",)}, "", ("eyrie",)),
        Event("table.seat", {"seat": "eyrie", "user": "123", "kind": "human"}),
        Event("turn", {"owner": "eyrie", "turn": 2}),
        scored(4),
    ]
    # then only the game's own and public ones are told, the newest last
    assert newest(ROOT, views.start(), events) == [
        f"The Eyrie scores {points} points and has {points}." for points in (2, 3, 5, 6, 4)
    ]
