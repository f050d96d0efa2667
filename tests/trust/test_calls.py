"""Who is called, and how often, on a Discord that behaves like the real one."""

from __future__ import annotations

from tests.cogs.tables import begin


async def test_the_start_of_a_game_calls_nobody_twice_and_adds_everybody(house, alice, bob):
    """Adding a person to a thread writes a line and calls them (discord-api-docs #5041)."""
    await begin(house, ["alice", "bob"])
    assert {alice.id, bob.id} <= alice.place.members.keys()
    counted = sorted(person.unread()[1] for person in (alice, bob))
    assert counted == [0, 1], "who must decide is called by the board, the other one not at all"
    assert all(one.message.type != 1 for one in alice.sees())
