"""/forget: what is kept is shown, and can be deleted."""

from __future__ import annotations

from cogs.waiting.persons import read_person
from tests.cogs.tables import begin, row_of

TABLES = ("game", "seat", "entry", "event", "snapshot", "settings", "reminder", "message", "outbox", "meta")


async def traces(house, *words: str) -> list[str]:
    """Where in the database one of these words stands."""

    def work(db):
        found = []
        for table in TABLES:
            for row in db.execute(f"select * from {table}").fetchall():
                for value in row:
                    data = bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode()
                    found += [f"{table}: {data[:200]!r}" for word in words if word.encode() in data]
        return found

    return await house.store._read(work)


async def delete_all(house, person):
    shown = await person.slash("forget")
    sure = await person.click("Delete It All", shown)
    await person.click("Yes, Do It", sure)
    await house.settled()
    return shown


async def test_what_is_kept_is_shown(house, alice, bob):
    await begin(house, ["alice", "bob"])
    await alice.slash("settings", every=7, zone="+3")
    shown = await alice.slash("forget")
    assert shown.ephemeral
    assert "7" in shown.text
    assert "1 games that run" in shown.text


async def test_after_it_nothing_of_the_person_is_left(house, alice, bob, carol):
    """Given settings, a running game, one that is over, a lobby, a vote and a report, then no trace is left."""
    over = await begin(house, ["alice", "bob"])
    await house.table.set_status(over, "archived", by=alice.id)
    running = await begin(house, ["alice", "bob"])
    await alice.slash("settings", every=7)
    await alice.slash("report", text="a fault", game=running)
    await alice.slash("game pause", game=running)
    await house.settled()
    alice.go("lobby")
    await alice.slash("game new", game="root")
    carol.go("lobby")
    await carol.slash("game new", game="root")
    await alice.click("Join")
    await house.settled()
    await delete_all(house, alice)
    left = await traces(house, alice.id, "Alice")
    assert left == []
    assert (await read_person(house.store, alice.id)).every == 24
    (report,) = (house.bot.settings.folder / "reports").glob("report-*.json")
    assert alice.id.encode() not in report.read_bytes()
    hosts = [row.host for row in await house.store.games("lobby")]
    assert hosts == [carol.id]


async def test_the_others_play_on(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    await delete_all(house, alice)
    seats = {seat.user: seat.kind for seat in await house.store.seats(game)}
    assert seats == {"": "standin", bob.id: "human"}
    assert (await row_of(house, game)).status == "running"
    assert not (await bob.slash("game info")).failed
    assert not (await bob.slash("log")).failed
    gone = await alice.slash("hand")
    assert "do not sit" in gone.text


async def test_a_game_of_one_is_archived(house, alice):
    game = await begin(house, ["alice"], bots=1)
    await delete_all(house, alice)
    row = await row_of(house, game)
    assert row.status == "archived"
    assert alice.id not in await traces(house, alice.id)


async def test_the_help_names_it(house, alice):
    assert "/forget" in (await alice.slash("help")).text
