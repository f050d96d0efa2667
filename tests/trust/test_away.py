"""PostgreSQL goes away while people play: they get a kind sentence in time, and everything goes on when it is back."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from tests.cogs.conftest import open_house
from tests.cogs.tables import begin

pytestmark = pytest.mark.slow

KIND = "I cannot reach my notes at the moment."
SOON = 3.0


@pytest.mark.parametrize("how", ["stopped", "frozen"])
async def test_people_get_a_sentence_within_three_seconds_and_play_goes_on(local, tmp_path, own, how, caplog):
    """Given a table in play; when the server is away; then every click is answered kindly; and after that it counts."""
    async with open_house(local, tmp_path, address=own.new_database()) as house:
        game = await begin(house, ["alice", "bob"])
        alice = house.person("alice")
        rev = (await house.table.look(game)).game.rev
        if how == "frozen":
            own.signal(signal.SIGSTOP)
        else:
            await asyncio.to_thread(own.stop, "immediate")
        for _ in range(4):
            started = time.monotonic()
            answer = await alice.slash("play")
            assert answer.text.startswith(KIND), answer.text
            assert time.monotonic() - started < SOON
        shown = [seen.text for seen in alice.sees() if seen.attachments]
        if how == "frozen":
            own.signal(signal.SIGCONT)
        else:
            await asyncio.to_thread(own.start)
        async with asyncio.timeout(20):
            while not (await alice.slash("hand")).text or house.store.database.away:
                await asyncio.sleep(0.2)
        assert (await house.table.look(game)).game.rev == rev
        await house.table.tell_again(game, "after")
        await house.settled()
        assert [seen.text for seen in alice.sees() if seen.attachments][: len(shown)] == shown
        assert not await house.store.unsaid_games()
    assert "quiet-otter" not in caplog.text
