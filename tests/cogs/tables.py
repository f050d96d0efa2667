"""Tables for tests: opened, seated and started as people would."""

from __future__ import annotations

from engine.store import GameRow
from local import Person
from tests.cogs.conftest import House


async def begin(house: House, people: list[str], bots: int = 0, kind: str = "root", **options: str) -> str:
    """A table of these people and so many bots, started; everybody looks at its thread."""
    known = {row.id for row in await house.store.games("running")}
    for name in people:
        house.person(name).go("lobby")
    host, *others = [house.person(name) for name in people]
    await host.slash("game new", game=kind, bots=bots)
    for person in others:
        await person.click("Join")
    for option, value in options.items():
        await host.slash("game options", option=option, value=value)
    answer = await host.click("Start")
    assert "has begun" in answer.text, answer.text
    await house.settled()
    (row,) = [one for one in await house.store.games("running") if one.id not in known]
    for name in ("alice", "bob", "carol", "dora"):
        house.person(name).go(house.local.core.world.channels[row.channel])
    return row.id


async def row_of(house: House, game: str) -> GameRow:
    row = await house.store.game(game)
    assert row is not None
    return row


async def waiting(house: House, game: str) -> Person:
    """The first person the game waits for."""
    for seat in await house.store.seats(game):
        if seat.since is not None and seat.user:
            return next(p for p in everybody(house) if p.id == seat.user)
    raise AssertionError("the game waits for nobody")


def everybody(house: House) -> list[Person]:
    return [house.person(name) for name in ("alice", "bob", "carol", "dora")]


def board_of(person: Person):
    """The newest public message with buttons."""
    return [message for message in person.sees() if not message.ephemeral and message.buttons][-1]
