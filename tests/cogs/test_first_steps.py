from __future__ import annotations


async def test_a_solo_game_begins_in_two_steps(house, alice):
    await alice.slash("game new", bots=2)
    print(alice.screen())
    started = await alice.click("Start")
    await house.settled()
    print(alice.screen())
    print(started)
    for thread in house.local.core.world.channels.values():
        print(alice.screen(thread))
    assert "has begun" in started.text
