"""The Moths at the table: chosen in the lobby, played by clicks, seen on the board, in the hand and in the pictures."""

from __future__ import annotations

import random

from render import PICTURES, text_board
from tests.cogs.players import Clicker
from tests.cogs.tables import row_of


async def test_the_moths_are_chosen_and_played(house, alice, bob):
    # given a lobby where Alice takes the Moths from the menu
    alice.go("lobby")
    bob.go("lobby")
    await alice.slash("game new", game="root")
    await bob.click("Join")
    await alice.choose("Choose your faction", "Moths of the Lantern")
    await bob.choose("Choose your faction", "Marquise de Cat")
    answer = await alice.click("Start")
    assert "has begun" in answer.text, answer.text
    await house.settled()
    (row,) = await house.store.games("running")
    # when both play by clicks alone
    for person in (alice, bob):
        person.go(house.local.core.world.channels[row.channel])
    players = [Clicker(house, person, random.Random(3)) for person in (alice, bob)]
    for _ in range(20):
        await house.settled()
        for player in players:
            if await player.waits(row.id):
                await player.decide()
                break
    # then the board tells of them in their own words
    assert (await row_of(house, row.id)).status == "running"
    shown = "\n".join(message.text for message in alice.sees() if not message.ephemeral)
    assert "the Moths" in shown or "Moths of the Lantern" in shown
    # and the text board and the picture show their pieces
    look = await house.table.look(row.id, None)
    assert "lantern" in text_board(look.view).lower()
    canvas = PICTURES["root"].board(look.view, "light", (), ())
    assert canvas.wrong == []
    assert {"moths lantern"} <= {drawn.name for drawn in canvas.report}
    # and only Alice sees her dreams
    mine = await house.table.look(row.id, "moths")
    theirs = await house.table.look(row.id, "marquise")
    own = {player.owner: player.own for player in mine.view.players}["moths"].cards[0]
    other = {player.owner: player.own for player in theirs.view.players}["moths"].cards[0]
    assert len(own.cards) == other.hidden
    assert other.cards == ()
