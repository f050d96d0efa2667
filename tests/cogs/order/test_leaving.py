"""Leaving a running game, posting what everybody may see, and the same table once more."""

from __future__ import annotations

from engine.seats import HUMAN, STANDIN
from tests.cogs.players import filled
from tests.cogs.tables import begin, board_of, row_of, waiting


async def seat_of(house, game, person):
    return next(seat for seat in await house.store.seats(game) if seat.user == person.id)


async def test_who_leaves_a_running_game_is_asked_once_and_a_stand_in_plays_on(house, alice, bob):
    # given a running game of two
    game = await begin(house, ["alice", "bob"])
    # when Alice leaves, then she is asked once more, and nothing has changed yet
    asked = await alice.slash("game leave")
    assert "Leave this game?" in asked.text
    assert (await seat_of(house, game, alice)).kind == HUMAN
    # and when she confirms, a stand-in plays on and everybody is told
    done = await filled(await alice.click("Yes, Do It", asked))
    await house.settled()
    assert "stand-in" in done.text
    assert (await seat_of(house, game, alice)).kind == STANDIN
    assert any("stand-in" in message.text for message in bob.sees() if not message.ephemeral)
    # and nobody took the seat from her for good
    await alice.slash("back")
    await house.settled()
    assert (await seat_of(house, game, alice)).kind == HUMAN


async def test_a_seat_goes_to_somebody_else_only_if_they_and_the_others_agree(house, alice, bob, carol):
    game = await begin(house, ["alice", "bob"])
    seat = (await seat_of(house, game, alice)).seat
    await alice.slash("game leave", to=carol)
    await house.settled()
    assert (await seat_of(house, game, alice)).seat == seat
    # when only Carol agrees, nothing happens; with Bob it does
    await carol.click("Agree")
    await house.settled()
    assert (await seat_of(house, game, alice)).seat == seat
    await bob.click("Agree")
    await house.settled()
    assert (await seat_of(house, game, carol)).seat == seat


async def test_somebody_who_does_not_play_cannot_leave(house, alice, dora):
    await begin(house, ["alice", "bob"])
    refused = await dora.slash("game leave")
    assert "do not sit" in refused.text or "Only" in refused.text


async def test_a_recap_is_posted_for_everybody_once_without_anything_hidden(house, alice, bob):
    # given a recap that somebody reads
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    other = bob if one is alice else alice
    house.local.clock.turn(minutes=5)
    await one.slash("play", choice=(await one.autocomplete("play", "choice", ""))[0].value)
    await house.settled()
    recap = await other.slash("recap")
    before = len([message for message in one.sees() if not message.ephemeral])
    # when it is posted, then everybody sees it, and the button is gone
    posted = await filled(await other.click("Post for Everybody", recap))
    await house.settled()
    public = [message for message in one.sees() if not message.ephemeral]
    assert len(public) == before + 1
    assert "what happened since" in public[-1].text
    assert posted.text == "Posted."
    assert posted.buttons == []


async def test_the_film_is_posted_and_the_same_table_plays_again(house, alice, bob):
    # given a game that is over
    game = await begin(house, ["alice", "bob"])
    await house.table.set_status(game, "archived", by=alice.id)
    await house.settled()
    film = await filled(await alice.click("Film", board_of(alice)))
    await filled(await alice.click("Post for Everybody", film))
    await house.settled()
    posted = [message for message in bob.sees() if not message.ephemeral and message.attachments][-1]
    assert posted.attachments[0].filename == "film.gif"
    # when the table is opened once more, both sit there
    await bob.click("Play Again", board_of(bob))
    await house.settled()
    (lobby,) = await house.store.games("lobby")
    assert alice.id in lobby.header.decode()
    assert bob.id in lobby.header.decode()
    assert (await row_of(house, game)).status == "archived"
