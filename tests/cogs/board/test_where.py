"""Show me where: a choice of places comes with a map of one's own on which they are marked."""

from __future__ import annotations

import asyncio

from cogs.running.pace import PERSON
from tests.cogs.board.test_preview import decided_until
from tests.cogs.board.test_turn import look_of, marquise_beside_eyrie
from tests.cogs.players import filled
from tests.cogs.tables import begin, board_of


async def test_a_choice_of_clearings_comes_with_a_map_that_marks_them(house, alice, bob):
    game = await marquise_beside_eyrie(house)
    public = len(board_of(bob).attachments)
    panel = await filled(await alice.slash("play"))
    assert panel.attachments == [], "verbs need no map"
    drawn = len(house.bot.studio.boards_drawn)
    where = await filled(await alice.slash("move", to="1"))
    await house.settled()
    look = await look_of(house, game, alice)
    legal = {option.origin for option in look.ask.options if option.verb == "move" and option.to == 1}
    assert len(legal) > 1
    (how,) = house.bot.studio.boards_drawn[drawn:]
    assert set(how["targets"]) == legal
    assert len(where.attachments) == 1
    assert where.ephemeral
    assert "from where" in where.text
    assert len(board_of(bob).attachments) == public, "nobody else got a picture"


async def test_a_button_of_a_place_says_which_end_it_is(house, alice):
    """Complaint: «Move 4 (rabbit)» was the way to 4."""
    await marquise_beside_eyrie(house)
    where = await filled(await alice.slash("move", to="1"))
    await house.settled()
    labels = [label for label in where.buttons if label.startswith("Move")]
    listed = [line for lines in where.menus.values() for line in lines]
    assert labels or listed
    assert all(label.startswith("Move from ") for label in labels), labels


async def test_the_words_come_first_and_a_newer_panel_keeps_its_own(house, alice, monkeypatch):
    await marquise_beside_eyrie(house)
    real = house.bot.studio.board
    seen = []

    async def slow(view, **how):
        if how.get("targets"):
            seen.append([one.text for one in alice.sees() if one.ephemeral][-1])
        return await real(view, **how)

    monkeypatch.setattr(house.bot.studio, "board", slow)
    await filled(await alice.slash("move", to="1"))
    await house.settled()
    assert "where" in seen[0], "the question was there before its map was begun"


async def test_who_clicks_on_at_once_has_no_map_drawn(house, alice):
    await marquise_beside_eyrie(house)
    house.bot.panels.glance = 0.5
    # given a choice of places that is only glanced at
    where = await filled(await alice.slash("move", to="1"))
    drawn = len(house.bot.studio.boards_drawn)
    # when something else is clicked
    await filled(await alice.click("Back", where))
    await house.settled()
    # then nothing was drawn
    assert house.bot.studio.boards_drawn[drawn:] == []


async def test_who_looks_at_choices_may_click_on_all_the_while(house, alice):
    """A person has three hands; a map that is still to come must hold none of them."""
    await marquise_beside_eyrie(house)
    house.bot.panels.glance = 60.0
    # given more choices of places looked at than a person has hands
    for _ in range(PERSON[0]):
        await filled(await alice.slash("move", to="1"))
    # when something else is wanted, then it is answered
    async with asyncio.timeout(10):
        panel = await filled(await alice.slash("play"))
    assert panel.buttons
    # and nobody counts as being answered any more
    async with asyncio.timeout(10):
        await house.bot.pace.idle.wait()


async def test_a_first_question_of_a_place_has_its_map(house, alice):
    game = await begin(house, ["alice", "bob"], plays=("marquise", "eyrie"), order="seated")
    panel = await filled(await alice.slash("play"))
    await house.settled()
    look = await look_of(house, game, alice)
    assert len(panel.attachments) == 1
    targets = house.bot.studio.boards_drawn[-1]["targets"]
    assert set(targets) == {option.clearing for option in look.ask.options}


async def test_9_3_2_a_choice_of_forests_comes_with_a_map_that_marks_them(house, alice):
    # given a Vagabond who chooses a forest to start in
    game = await begin(house, ["alice", "bob"], plays=("vagabond", "eyrie"), any_reach="on")
    look = await decided_until(house, game, "vagabond.setup.forest")
    # when the panel is opened
    panel = await filled(await alice.slash("play"))
    await house.settled()
    # then every forest is marked on a map
    assert set(house.bot.studio.boards_drawn[-1]["targets"]) == {option.forest for option in look.ask.options}
    assert len(panel.attachments) == 1


async def test_how_many_warriors_is_no_choice_of_places(house, alice):
    # given a move of one to three warriors, its ends chosen
    await marquise_beside_eyrie(house)
    drawn = len(house.bot.studio.boards_drawn)
    # when the number is asked for
    how_many = await filled(await alice.slash("move", origin="5", to="1"))
    await house.settled()
    # then no map marks clearings with the numbers 1, 2 and 3
    assert "how many" in how_many.text.lower()
    assert [how["targets"] for how in house.bot.studio.boards_drawn[drawn:] if how["targets"]] == []
    assert how_many.attachments == []
