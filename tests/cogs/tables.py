"""Tables for tests: opened, seated and started as people would."""

from __future__ import annotations

from engine.line import Turn
from engine.root.cast import recast
from engine.store import GameRow
from local import Person
from tests.cogs.conftest import House
from tests.engine.root.board import Table


async def begin(
    house: House,
    people: list[str],
    bots: int = 0,
    kind: str = "root",
    plays: tuple[str, ...] = (),
    **options: str,
) -> str:
    """A table of these people and so many bots, started; everybody looks at its thread. `plays`: their factions."""
    known = {row.id for row in await house.store.games("running")}
    for name in people:
        house.person(name).go("lobby")
    host, *others = [house.person(name) for name in people]
    first = bool(plays) or "mode" in options
    await host.slash("game new", game=kind, bots=0 if first else bots)
    if "mode" in options:  # it says how many may sit down
        await host.slash("game options", option="mode", value=options.pop("mode"))
    for person in others:
        await person.click("Join")
    for person, faction in zip((host, *others), plays, strict=False):
        await person.choose("Choose your faction", faction)
    for _ in range(bots if first else 0):
        await host.click("Add Bot")
    for option, value in options.items():
        await host.slash("game options", option=option, value=value)
    answer = await host.click("Start")
    assert "has begun" in answer.text, answer.text
    await house.settled()
    (row,) = [one for one in await house.store.games("running") if one.id not in known]
    for name in ("alice", "bob", "carol", "dora"):
        house.person(name).go(house.local.core.world.channels[row.channel])
    return row.id


async def lay(house: House, game: str, table: Table) -> None:
    """The pieces of a game of Root lie like this now, as a test of the rules would lay them out."""
    async with Turn(house.table, game) as line:
        live = await house.table._live(game, line)
        played, state = live.game, table.state
        assert sorted(state.order) == sorted(played.state.order)
        state.seats, state.turn = played.state.seats, played.state.turn + len(state.order)
        recast(state)
        played.state = state
        played.checkpoints.clear()
        played.tail.clear()
        played.seq += 1  # what is laid out is no answer of anybody
        played.start()
        live.events += played.take_events()
        live.touched.update(live.seats)
        await house.table._save(live, "", last=True)
        line.live = None
    await house.settled()


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
