"""Fair dice: the pledge at the start, the seed at the end, and anybody can check a whole game of Root."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

import bot
from engine import export
from engine.chance import recorded, seed_hash
from engine.games import GAMES
from engine.live import read_event
from engine.root.check import random_setup
from engine.rules import TURN_END, Refused
from engine.seats import Random
from engine.store import GameRow, SeatRow, Store
from engine.table import Table


async def played(path: Path, seed: int, *, stop: int = 100_000) -> bytes:
    """The export of a game of Root between two people and bots, with everything that can happen to it."""
    dice = random.Random(seed)
    setup = random_setup(dice, bots=0.3)
    async with await Store.open(path) as store:
        table = Table(store, GAMES, delay=lambda: 3600.0)
        await store.create(GameRow("g1", "root"))
        people = [seat.seat for seat in setup.seats if not seat.board][:1]
        seats = [
            SeatRow(
                seat.seat, n, kind="human" if seat.seat in people else "clockwork" if seat.board else "random"
            )
            for n, seat in enumerate(setup.seats)
        ]
        await table.start("g1", setup, seats)
        events = [read_event(row.data) for row in await store.events("g1")]
        assert [event.key for event in events].count("table.pledge") == 1
        assert not any("seed" in event.about for event in events)
        for _ in range(stop):
            look = await table.look("g1")
            if not look.open:
                break
            seat = look.open[0].seat
            look = await table.look("g1", seat)
            if look.undo and dice.random() < 0.1:
                with suppress(Refused):  # what could only be answered so is not taken back
                    await table.undo("g1", seat)
                    continue
            await table.answer("g1", seat, Random(dice).answer(lambda: None, look.ask))
        data = await export.export(store, "g1")
        await table.close()
    return data


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> list[bytes]:
    import asyncio

    folder = tmp_path_factory.mktemp("dice")
    return [asyncio.run(played(folder / f"{seed}.sqlite", seed)) for seed in range(4)]


def verify(tmp_path: Path, capsys, data: bytes) -> tuple[int, str]:
    file = tmp_path / "export.json"
    file.write_bytes(data)
    code = bot.main(["verify", str(file)])
    return code, capsys.readouterr().out


def test_every_roll_and_shuffle_of_a_finished_game_is_recomputed(games, tmp_path, capsys):
    for data in games:
        found = export.read(data)
        assert found.status == "finished"
        assert seed_hash(found.seed) == found.pledge
        pledges = [event.about["hash"] for event in found.events if event.key == "table.pledge"]
        seeds = [event.about["seed"] for event in found.events if event.key == "table.seed"]
        assert (pledges, seeds) == ([found.pledge], [found.seed])
        code, out = verify(tmp_path, capsys, data)
        assert (code, out[:5]) == (0, "yes: "), out
        chances = sum(entry.seat == "chance" for entry in found.entries)
        assert chances >= 5
        assert f"All {chances} rolls and shuffles come from the pledged seed." in out


def forgeries(whole: export.Export, source: random.Random):
    """Every way to cheat we can think of, one at a time."""
    replace = msgspec.structs.replace

    def with_entry(index: int, **changes: object) -> export.Export:
        entries = list(whole.entries)
        entries[index] = replace(entries[index], **changes)
        return replace(whole, entries=tuple(entries))

    chances = [i for i, entry in enumerate(whole.entries) if entry.seat == "chance"]
    for i in source.sample(chances, min(10, len(chances))):
        entry = whole.entries[i]
        _, got = recorded(entry.key, entry.value)
        other = [*got[1:], got[0]] if len(set(got)) > 1 else [(got[0] + 1) % 4, *got[1:]]
        yield "another roll", with_entry(i, value=entry.value | {"got": other})
        yield "a roll left out", replace(whole, entries=whole.entries[:i] + whole.entries[i + 1 :])
        yield (
            "a roll twice",
            replace(whole, entries=whole.entries[:i] + whole.entries[i:i] + whole.entries[i - 1 :]),
        )
    answers = [i for i, entry in enumerate(whole.entries) if entry.seat not in ("chance", "reveal")]
    for i in source.sample(answers[:-1], 5):
        yield "an answer left out", replace(whole, entries=whole.entries[:i] + whole.entries[i + 1 :])
        yield "somebody else's answer", with_entry(i, seat="nobody")
    yield "another seed", replace(whole, seed="0" * 32)
    yield "another seed with its own pledge", replace(whole, seed="0" * 32, pledge=seed_hash("0" * 32))
    deciding = [
        n for n, entry in enumerate(whole.entries) if entry.key != TURN_END
    ]  # a turn may end by itself
    yield "the end left out", replace(whole, entries=whole.entries[: deciding[-1]])
    yield "other seats", replace(whole, setup=replace(whole.setup, seats=whole.setup.seats[::-1]))


def test_a_forged_export_is_found_out_whatever_was_changed(games, tmp_path, capsys):
    tried = 0
    for data in games:
        for what, forged in forgeries(export.read(data), random.Random(1)):
            code, out = verify(tmp_path, capsys, msgspec.json.encode(forged))
            assert (code, out[:4]) == (1, "no: "), (what, out)
            tried += 1
    assert tried > 100


async def test_an_export_of_a_running_game_betrays_no_seed_and_no_card(tmp_path):
    data = await played(tmp_path / "games.sqlite", 2, stop=30)
    found = export.read(data)
    assert (found.status, found.seed, found.entries) == ("running", "", ())
    assert all(not event.only for event in found.events)
    async with await Store.open(tmp_path / "games.sqlite") as store:
        assert await store.secret("g1") not in data
