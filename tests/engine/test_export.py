"""Exports and the check of the dice."""

from __future__ import annotations

import msgspec
import pytest

from engine import export
from engine.flow import Done
from engine.live import UnknownGame
from engine.store import GameRow, SeatRow, Store
from engine.table import Table
from tests import toy
from tests.toy import PEBBLES, Take

GAMES = {"pebbles": PEBBLES}


@pytest.fixture
async def table(address):
    async with await Store.open(address) as store:
        table = Table(store, GAMES, delay=lambda: 3600.0)
        yield table
        await table.close()


async def begin(table: Table, kind: str) -> None:
    await table.store.create(GameRow("g1", "pebbles"))
    seats = [SeatRow("ann", 0, kind="human"), SeatRow("bob", 1, kind=kind)]
    await table.start("g1", toy.setup(), seats)


async def finished(table: Table) -> export.Export:
    """A game with an undo in it, played to its end."""
    await begin(table, "random")
    await table.answer("g1", "ann", Take(3))
    await table.undo("g1", "ann")
    await table.hand_over("g1", "ann", "random")
    return export.read(await export.export(table.store, "g1"))


async def test_the_dice_of_a_finished_game_are_verified(table):
    whole = await finished(table)
    verdict = export.verify(whole, GAMES)
    assert verdict.fair, verdict.sentence
    assert verdict.chances >= 1
    assert "undo" in {entry.key for entry in whole.entries}


async def test_a_changed_roll_seed_or_log_is_found_out(table):
    whole = await finished(table)
    replace = msgspec.structs.replace

    def with_entry(index: int, **changes: object) -> export.Export:
        entries = list(whole.entries)
        entries[index] = replace(entries[index], **changes)
        return replace(whole, entries=tuple(entries))

    got = list(whole.entries[0].value["got"])
    got[0], got[1] = got[1], got[0]
    shuffled = whole.entries[0].value | {"got": got}
    for forged, reason in [
        (with_entry(0, value=shuffled), "not what the seed makes it"),
        (replace(whole, seed="0" * 32), "not the one that was pledged"),
        (replace(whole, entries=whole.entries[1:]), "missing from the log"),
        (replace(whole, entries=whole.entries[:-1]), "stops before the end"),
        (replace(whole, entries=(*whole.entries, whole.entries[0])), "no place"),
        (with_entry(1, seat="bob"), "cannot be played again"),
        (replace(whole, kind="chess"), "no game called chess"),
    ]:
        verdict = export.verify(forged, GAMES)
        assert not verdict.fair
        assert reason in verdict.sentence


async def test_an_export_of_a_running_game_holds_nothing_hidden(table):
    await begin(table, "human")
    await table.answer("g1", "ann", Done())
    data = await export.export(table.store, "g1")
    found = export.read(data)
    assert (found.seed, found.entries) == ("", ())
    assert (await table.store.secret("g1")).decode() not in data.decode()
    verdict = export.verify(found, GAMES)
    assert (verdict.fair, verdict.sentence) == (
        False,
        "The game is not finished, so its seed is not published yet.",
    )


async def test_bad_exports_are_refused(table):
    with pytest.raises(UnknownGame):
        await export.export(table.store, "nope")
    with pytest.raises(ValueError, match="not an export"):
        export.read(b"hello")
    with pytest.raises(ValueError, match="newer Glade"):
        export.read(msgspec.json.encode(export.Export(99, "g", "k", "finished", "")))
