"""Every click is acknowledged before anything is asked of Discord that may have to wait, and in time."""

from __future__ import annotations

import asyncio

import pytest

from cogs import components, errors
from local.interactions import DEFER_UPDATE, UPDATE
from tests.cogs.board.test_turn import marquise_beside_eyrie
from tests.cogs.conftest import open_house, until
from tests.cogs.players import filled
from tests.discord_fixtures import strict

__all__ = ["strict"]

SURE = "Yes, Do It"
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


# --- answers that come at once, and those that do not ---------------------------------------------------------

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
async def asked(house):
    """Alice has a panel in which she is asked whether she is sure to be done."""
    await marquise_beside_eyrie(house)
    panel = await filled(await house.person("alice").slash("play"))
    return await filled(await house.person("alice").click("Done", panel))


@pytest.fixture
def slowly(house, monkeypatch):
    """Lets the table take its time for an answer: until the returned event is set."""
    work, go_on = house.table.answer, asyncio.Event()

    async def answer(*given, **named):
        await go_on.wait()
        return await work(*given, **named)

    monkeypatch.setattr(house.table, "answer", answer)
    return go_on


async def revision(house):
    (game,) = await house.store.games("running")
    return game.rev


async def test_an_answer_that_is_there_at_once_is_one_request(house, alice, asked):
    """Given an open panel, when its button is pressed, then what it leads to acknowledges the click."""
    answer = await alice.click(SURE, asked)
    assert answer.interaction.answer_type == UPDATE
    assert SURE not in answer.buttons


async def test_who_gets_no_answer_soon_is_told_that_it_comes(house, alice, asked, slowly, monkeypatch):
    monkeypatch.setattr(errors, "PROMPT", 0.4)
    # given an answer that takes long, when it is given
    answer = await alice.click(SURE, asked)
    # then the click is acknowledged without it
    assert answer.interaction.answer_type == DEFER_UPDATE
    assert SURE in answer.buttons
    # and it comes all the same
    slowly.set()
    await filled(answer)
    assert not answer.failed
    assert SURE not in answer.buttons


async def test_an_answer_waits_for_an_acknowledgement_that_is_on_its_way(
    house, alice, asked, slowly, monkeypatch
):
    monkeypatch.setattr(errors, "PROMPT", 0.4)
    before = await revision(house)
    # given an acknowledgement that is held up on its way to Discord
    house.local.faults.delay(CALLBACK, 1.0)
    click = asyncio.create_task(alice.click(SURE, asked))
    await until(lambda: not house.local.faults.planned)
    # when the answer is ready before it has arrived
    slowly.set()
    async with asyncio.timeout(10):
        while await revision(house) == before:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    house.local.clock.turn(1.0)
    # then both arrive, one after the other
    answer = await filled(await click)
    assert answer.interaction.answer_type == DEFER_UPDATE
    assert not answer.failed
    assert SURE not in answer.buttons


async def test_a_click_that_discord_has_given_up_changes_nothing(house, alice, asked, monkeypatch):
    """Given a bot that comes to a click too late, when it does, then the game is as it was."""
    before, handle = await revision(house), components.handle
    house.local.expect_violation(errors.UNKNOWN_INTERACTION)

    async def late(interaction):
        house.local.clock.turn(4.0)
        await handle(interaction)

    monkeypatch.setattr(components, "handle", late)
    answer = await alice.click(SURE, asked)
    assert answer.failed
    await house.settled()
    assert await revision(house) == before
