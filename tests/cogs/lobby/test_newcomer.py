"""What a newcomer stumbled over once: each of these was a dead end, a riddle or one press too many."""

from __future__ import annotations

from tests.cogs.players import confirmed, filled, opened
from tests.cogs.tables import board_of


async def seat(house, **factions):
    """A lobby in which these people have these factions."""
    host, *others = [house.person(name) for name in factions]
    await host.slash("game new", game="root")
    for person in others:
        await person.click("Join")
    for name, faction in factions.items():
        await house.person(name).slash("game join", faction=faction)
    return host


async def start(house, host):
    answer = await host.click("Start")
    await house.settled()
    (row,) = await house.store.games("running")
    for name in ("alice", "bob"):
        house.person(name).go(house.local.core.world.channels[row.channel])
    return answer


async def test_one_thing_to_do_is_one_press_in_the_panel_which_goes_on_by_itself(house, alice, bob):
    # given the first question of the Marquise, in her panel
    await start(house, await seat(house, alice="marquise", bob="eyrie"))
    panel = await opened(alice)
    assert panel.buttons == ["1 (fox)", "2 (mouse)", "3 (rabbit)", "4 (rabbit)", "My Hand", "More…"]
    # when she presses one
    after = await filled(await alice.click("1 (fox)", panel))
    await house.settled()
    # then the same panel asks the next question, and it is the only private message
    assert "first sawmill" in after.text
    assert "first sawmill" in board_of(alice).text
    (only,) = [message for message in alice.sees() if message.ephemeral]
    assert only.id == panel.id
    assert "Undo" in only.buttons


async def test_the_board_looks_the_same_whatever_somebody_may_do(house, alice, bob):
    await start(house, await seat(house, alice="marquise", bob="eyrie"))
    panel = await opened(alice)
    for _ in range(4):
        panel = await filled(await alice.click(panel.buttons[0], panel))
        await house.settled()
    chosen = await bob.choose("Choose leader", "Despot", message=await opened(bob))
    await confirmed(bob, chosen)
    await house.settled()
    # when one of them may craft or do something else with a card
    assert [label for label in (await opened(alice)).buttons if label.startswith(("Craft", "Spend", "Build"))]
    # then the board has one way to the panel, and nothing of what is behind it
    board = board_of(alice)
    assert board.buttons == ["My Turn", "My Hand", "Boards", "Rules", "More…"]
    assert not board.menus


async def test_options_that_change_nothing_are_not_asked_for(house, alice):
    await alice.slash("game new", game="root")
    assert not [menu for menu in await settings(alice) if menu.startswith("Together or not")]
    await alice.click("Add Bot")
    assert [menu for menu in await settings(alice) if menu.startswith("Together or not")]


async def settings(person):
    """The first line of each menu."""
    answer = await person.slash("game options")
    return [labels[0] for labels in answer.menus.values()]


async def test_too_little_reach_is_no_dead_end(house, alice, bob):
    # given the two factions with the least reach
    host = await seat(house, alice="alliance", bob="vagabond")
    answer = await host.click("Start")
    assert "reach" in answer.text
    assert "settings" in answer.text
    # when the host allows it
    await host.slash("game options", option="any_reach", value="on")
    # then the game begins
    answer = await start(house, host)
    assert "has begun" in answer.text


async def test_from_the_hand_there_is_a_way_back_to_the_question(house, alice, bob):
    await start(house, await seat(house, alice="marquise", bob="eyrie"))
    panel = await filled(await alice.slash("play"))
    hand = await filled(await alice.click("My Hand", panel))
    assert "Your hand" in hand.text
    question = await filled(await alice.click("Back", hand))
    assert "Where do you place the keep?" in question.text


async def test_the_end_of_a_turn_is_called_by_its_name(house, alice, bob):
    await start(house, await seat(house, alice="marquise", bob="eyrie"))
    for _ in range(60):
        await house.settled()
        for person in (alice, bob):
            panel = await opened(person)
            if "End Daylight" in panel.buttons:
                sure = await filled(await person.click("End Daylight", panel))
                assert "Done" not in sure.text
                return
        for person in (alice, bob):
            choices = await person.autocomplete("play", "choice", "")
            if choices:
                await confirmed(person, await person.slash("play", choice=choices[0].value))
                break
    raise AssertionError("nobody had a Daylight")
