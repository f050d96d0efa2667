"""Every click is acknowledged before anything is asked of Discord that may have to wait."""

from __future__ import annotations

import asyncio

import pytest

from tests.cogs.conftest import open_house
from tests.discord_fixtures import strict

__all__ = ["strict"]

EDITS = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture
async def slow(local, tmp_path):
    """A house at a Discord that holds every edit of a message back for ten seconds of its clock."""
    async with open_house(local, tmp_path) as house:
        local.faults.delay(EDITS, 10.0, times=1000)
        yield house
        local.faults.clear()
        local.clock.turn(60)


async def test_a_menu_of_the_lobby_answers_although_the_lobbys_message_must_wait(slow):
    """Given a channel in which nothing may be edited now, when options are chosen, then every choice is answered."""
    alice = slow.person("alice")
    await alice.slash("game new", game="root", bots=2)
    menu = await alice.click("Settings")
    for value in ("Winter", "Lake", "Autumn"):
        placeholder = next(
            name for name, options in menu.menus.items() if any(value in one for one in options)
        )
        label = next(one for one in menu.menus[placeholder] if value in one)
        answer = await asyncio.wait_for(alice.choose(placeholder, label, message=menu), 5)
        assert not answer.failed


async def test_others_can_join_meanwhile(slow):
    alice, bob = slow.person("alice"), slow.person("bob")
    await alice.slash("game new", game="root")
    await alice.slash("game options", option="map", value="winter")
    answer = await asyncio.wait_for(bob.click("Join"), 5)
    assert not answer.failed
    (row,) = await slow.store.games("lobby")
    assert any(seat.user == bob.id for seat in await slow.store.seats(row.id))


async def test_under_the_real_limits_no_click_fails_and_the_lobby_is_right_at_the_end(strict, tmp_path):
    """Given five edits in five seconds, when a host clicks twelve times at once, then nothing fails."""
    async with open_house(strict, tmp_path) as house:
        alice = house.person("alice")
        lobby = await alice.slash("game new", game="root")
        for value in ("winter", "lake", "autumn") * 4:
            answer = await alice.slash("game options", option="map", value=value)
            assert not answer.failed
        await house.settled()
        assert "Autumn" in lobby.text
        assert strict.core.rates.refused == 0
