"""Clicks: read from what Discord sends, without anything that discord.py would have to build or remember."""

from __future__ import annotations

import asyncio

import discord
import pytest

from cogs.board.panel import layout
from cogs.components import HANDLERS, Buttons, make_id
from tests.cogs.board.test_preview import player_of
from tests.cogs.looking.test_since import at_the_second_turn
from tests.cogs.players import filled, opened
from tests.cogs.tables import begin, waiting


def kept_by(bot):
    """The views that discord.py keeps, and the tasks that mind the time of a view."""
    views = bot._connection._view_store
    minding = [task for task in asyncio.all_tasks() if "timeout" in task.get_coro().__qualname__]
    return [*views._views, *views._synced_message_views, *minding]


def sent_with(label, kind, rest=""):
    """A message with one button."""
    button = Buttons("abc", 3).button(kind, label, rest)
    return layout([discord.ui.TextDisplay("x")], [discord.ui.ActionRow(button)])


async def test_discord_py_keeps_nothing_of_what_was_shown(house, alice, bob):
    """Given lobbies, boards, panels and private answers, when they were shown and clicked, then no view is kept for them."""
    _, look = await at_the_second_turn(house)
    person = player_of(look, alice, bob)
    for label in ("Recap", "My Turn", "My Hand", "More…"):
        assert not (await filled(await person.click(label))).failed
    for command in ("play", "map", "games"):
        assert not (await filled(await person.slash(command))).failed
    await house.settled()
    assert kept_by(house.bot) == []


async def test_a_click_builds_no_view_of_its_message(house, monkeypatch):
    # given a game with its board
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    built = []
    real = discord.ui.LayoutView.from_message
    monkeypatch.setattr(
        discord.ui.LayoutView,
        "from_message",
        lambda *args, **more: (built.append(args), real(*args, **more))[1],
    )
    # when somebody opens their panel
    panel = await opened(one)
    # then it is there, and what the board looks like was not asked
    assert panel.buttons
    assert built == []


async def test_what_was_chosen_in_a_menu_is_in_the_click(house, alice, monkeypatch):
    # given a menu of which two may be chosen
    found = []

    async def choose(interaction, pressed):
        found.append((pressed.kind, pressed.game, pressed.rev, pressed.rest, pressed.values))

    monkeypatch.setitem(HANDLERS, "several", choose)
    choices = [("1", "One"), ("2", "Two"), ("3", "Three")]
    row = Buttons("abc", 3).menu("several", "Which?", choices, "of:these", most=2)
    channel = house.bot.get_channel(int(alice.place.id))
    await channel.send(view=layout([discord.ui.TextDisplay("x")], [row]))
    # when two are chosen
    answer = await alice.choose("Which?", "Three", "One")
    # then both arrive, with everything the id says
    assert not answer.failed
    ((*said, values),) = found
    assert said == ["several", "abc", 3, "of:these"]
    assert sorted(values) == ["1", "3"]


async def test_a_form_that_nobody_knows_any_more_is_answered(house, alice, monkeypatch):
    class Form(discord.ui.Modal, title="Form"):
        name = discord.ui.TextInput(label="Name")

    form = Form(custom_id="b:panel:abc:3")

    async def ask(interaction, pressed):
        await interaction.response.send_modal(form)

    # given a form that was opened before a restart
    monkeypatch.setitem(HANDLERS, "ask", ask)
    channel = house.bot.get_channel(int(alice.place.id))
    await channel.send(view=sent_with("Fill in", "ask"))
    shown = await alice.click("Fill in")
    form.stop()
    # when it is sent in, then its writer gets a word, whatever its id looks like
    answer = await alice.submit(shown, Name="Alice")
    assert "older message" in answer.text
    assert answer.ephemeral


@pytest.mark.parametrize("kind", ["Panel", "two words", ""])
def test_an_id_that_no_click_could_be_read_from_is_not_made(kind):
    with pytest.raises(ValueError, match="could not be read"):
        make_id("b", kind, "abc", 3)


def test_an_id_that_discord_would_not_take_is_not_made():
    with pytest.raises(ValueError, match="too long"):
        make_id("b", "panel", "abc", 3, "x" * 100)
