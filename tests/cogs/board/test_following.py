"""An open panel follows its game; one that a newer panel replaced has no buttons."""

from __future__ import annotations

import random

from cogs.tables import kind_of
from engine.rules import TURN_END
from engine.seats import SeatSettings
from tests.cogs.board.test_turn import eyrie_at, look_of, marquise_beside_eyrie
from tests.cogs.players import Typist, confirmed, filled
from tests.cogs.tables import begin, lay, row_of
from tests.engine.root.board import board as root_table


async def test_a_panel_follows_what_happens_without_a_press(house, alice):
    """Complaint: after an automatic step the panel showed what had been."""
    game = await marquise_beside_eyrie(house)
    panel = await filled(await alice.slash("play"))
    assert "Battle" in panel.buttons
    # when the last thing left is done for her elsewhere, and her turn ends by itself
    seat = (await look_of(house, game, alice)).seat
    await house.table.settings(game, seat, SeatSettings(ends=True))
    await confirmed(alice, await alice.slash("play", choice="Done"))
    await house.settled()
    shown = [one for one in alice.sees() if one.ephemeral]
    assert not any("Battle" in one.buttons for one in shown), [one.text for one in shown]


async def test_another_players_panel_follows_their_turn(house, alice, bob):
    game = await marquise_beside_eyrie(house)
    waits = await filled(await bob.slash("play"))
    assert "Nothing waits for you" in waits.text
    await confirmed(alice, await alice.slash("play", choice="Done"))
    await house.settled()
    look = await look_of(house, game, bob)
    assert look.ask is not None
    assert "gone on" in waits.text
    assert "Nothing waits" not in waits.text


async def test_cards_drawn_by_an_automatic_step_are_told_to_their_owner_alone(house, alice, bob):
    game = await eyrie_at(house, recruit=["foxfolk-steel"])
    panel = await filled(await alice.slash("play"))
    theirs = await filled(await bob.slash("play"))
    before = await look_of(house, game, alice)
    assert before.ask.key == TURN_END
    # when her turn ends by itself
    await house.table.settings(game, before.seat, SeatSettings(ends=True))
    await house.settled()
    after = await look_of(house, game, alice)
    drawn = [card for card in after.view.held() if card not in before.view.held()]
    assert drawn
    words = kind_of(after.game).words
    for card in drawn:
        named = words.value(after.view, "", "card", card).split(" (")[0]
        assert named.lower() in panel.text.lower()
        assert named.lower() not in theirs.text.lower()


async def test_a_new_panel_takes_the_buttons_from_the_old_one(house, alice):
    await marquise_beside_eyrie(house)
    first = await filled(await alice.slash("play"))
    second = await filled(await alice.slash("play"))
    await house.settled()
    assert first.buttons == []
    assert "closed" in first.text
    assert "Battle" in second.buttons


async def test_a_hand_that_somebody_looks_at_is_not_overwritten(house, alice):
    game = await begin(house, ["alice", "bob"], plays=("marquise", "eyrie"))
    table = root_table("marquise", "eyrie").turn("marquise", "daylight.actions").hand("marquise", "anvil")
    await lay(house, game, table.warriors("marquise", 3, at=1).building("eyrie", "roost", at=8))
    panel = await filled(await alice.slash("play"))
    hand = await filled(await alice.click("My Hand", panel))
    assert "Your hand" in hand.text
    look = await look_of(house, game, alice)
    await house.table.answer(game, look.seat, look.ask.options[0])
    await house.settled()
    assert "Your hand" in hand.text


async def test_what_is_gone_stops_following_and_harms_nobody(house, alice, caplog):
    game = await marquise_beside_eyrie(house)
    panel = await filled(await alice.slash("play"))
    await alice.dismiss(panel)
    look = await look_of(house, game, alice)
    assert look.ask.key != TURN_END
    await house.table.answer(game, look.seat, look.ask.options[-1])
    await house.settled()
    assert (await row_of(house, game)).rev > look.game.rev
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    await Typist(house, alice, random.Random(1)).waits(game)
