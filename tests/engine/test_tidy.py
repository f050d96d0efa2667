"""Garbage: what is alive is set aside, and looked at again when nobody wants anything."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import asynccontextmanager

import pytest

from engine import tidy
from engine.tidy import Tidy


class Ring:
    """Holds itself: only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("EVERY", "GLANCE"):
        monkeypatch.setattr(tidy, name, 0.001)
    gc.disable()  # collections come when the test says so
    yield
    gc.enable()


@asynccontextmanager
async def tidying(quiet_for):
    chore = asyncio.create_task(Tidy(quiet_for).run())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        chore.cancel()
        await asyncio.gather(chore, return_exceptions=True)


async def freed(ring: weakref.ref[Ring]) -> None:
    async with asyncio.timeout(5):
        while ring() is not None:
            await asyncio.sleep(0.001)


async def test_what_survives_a_collection_is_set_aside_until_a_quiet_moment():
    # given a bot that is busy, and something alive during a full collection
    quiet = tidy.QUIET - 0.1
    async with tidying(lambda: quiet):
        ring = Ring()
        seen = weakref.ref(ring)
        gc.collect()
        assert gc.get_freeze_count() > 0
        # when it becomes garbage, then a later collection does not look at it
        del ring
        gc.collect()
        await asyncio.sleep(0.02)
        assert seen() is not None
        # until nobody has wanted anything for a while
        quiet = tidy.QUIET
        await freed(seen)


async def test_full_collections_come_often_as_long_as_it_runs():
    before = gc.get_threshold()
    async with tidying(lambda: 0.0):
        await asyncio.sleep(0)
        assert gc.get_threshold()[2] < before[2]
    assert gc.get_threshold() == before


async def test_new_garbage_goes_with_every_collection():
    async with tidying(lambda: 0.0):
        gc.collect()
        ring = weakref.ref(Ring())
        gc.collect()
        assert ring() is None


async def test_who_is_always_busy_is_tidied_all_the_same(monkeypatch):
    monkeypatch.setattr(tidy, "PATIENCE", 0.01)
    async with tidying(lambda: 0.0):
        ring = Ring()
        seen = weakref.ref(ring)
        gc.collect()
        del ring
        await freed(seen)


async def test_nothing_stays_set_aside_when_the_bot_stops():
    async with tidying(lambda: 0.0):
        gc.collect()
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
    assert not [one for one in gc.callbacks if getattr(one, "__self__", None).__class__ is Tidy]
