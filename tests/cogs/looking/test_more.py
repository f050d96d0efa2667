"""One pad of buttons: the board has the way to the panel, and whatever has no place there is two presses away."""

from __future__ import annotations

import random

import pytest

from engine.games import GAMES
from tests.cogs.board.test_turn import marquise_beside_eyrie
from tests.cogs.players import Typist, filled, moves, opened
from tests.cogs.tables import begin, board_of, row_of, waiting

DONE = "End Daylight"
STANDING = ["My Turn", "My Hand", "Boards", "Rules", "More…"]
TWO_PRESSES = {
    "Undo": "",
    "Recap": "Since you were away",
    "Log": ", log",
    "Replay": " of ",
    "Boards": "in order of play",
    "Rules": "The decision at hand",
    "Why Not…": "not on offer",
    "Standing Orders": "tanding orders",
    "My Settings": "Your settings",
}
"""What «More…» offers a player, and what shows that it was opened."""


async def test_the_two_pads_together_are_few_buttons(house, alice):
    """Complaint: on a phone the public and the private pad together had 17 buttons."""
    # given Daylight of the Marquise, with everything she can do there, and her panel open
    await marquise_beside_eyrie(house)
    board, panel = board_of(alice), await opened(alice)
    # then what can be chosen stands once, in the panel, and what the board has is for everybody
    assert board.buttons == STANDING
    assert not board.menus
    assert {"Battle", "Move", "End Daylight"} <= set(panel.buttons)
    assert [label for label in panel.buttons if label in board.buttons] == ["My Hand", "More…"]
    assert len(board.buttons) + len(panel.buttons) <= 12


@pytest.mark.parametrize("kind", list(GAMES))
async def test_the_board_of_every_game_has_the_same_row_all_the_time(house, alice, kind):
    game = await begin(house, ["alice"], bots=1, kind=kind)
    player = Typist(house, alice, random.Random(f"row {kind}"))
    for _ in range(25):
        await house.settled()
        board = board_of(alice)
        assert board.buttons[-4:] == STANDING[1:]
        assert board.buttons[-5] in ("My Turn", "Answer")
        assert not board.menus
        assert moves(await opened(alice)) or (await opened(alice)).menus
        if not await player.waits(game):
            break
        await player.decide()


async def test_in_anothers_turn_the_button_asks_for_an_answer(house, alice, bob):
    game = await begin(house, ["alice", "bob"], reactions="careful")
    source = random.Random(21)
    seen = set()
    for _ in range(160):
        await house.settled()
        person = await waiting(house, game)
        seats = [one for one in await house.store.seats(game) if one.user == person.id]
        look = await house.table.look(game, seats[0].seat)
        theirs = not look.view.turn or look.view.active == look.view.seat
        assert board_of(alice).buttons[-5] == ("My Turn" if theirs else "Answer")
        seen.add(theirs)
        if len(seen) == 2:
            return
        await Typist(house, person, source).decide()
    raise AssertionError("nobody was asked in another's turn")


@pytest.mark.parametrize("way", ["board", "panel"])
async def test_everything_else_is_two_presses_away_and_has_a_way_back(house, alice, bob, way):
    game = await marquise_beside_eyrie(house)
    await filled(await alice.slash("move", origin="5", to="1", warriors="1"))
    await house.settled()
    for label, words in TWO_PRESSES.items():
        if label == "Undo":
            continue
        first = board_of(alice) if way == "board" else await opened(alice)
        more = await filled(await alice.click("More…", first))
        assert set(TWO_PRESSES) <= set(more.buttons), more.buttons
        if label == "Recap":
            await house.pass_time(minutes=1)
            look = await house.table.look(game, None)
            seat = next(one.seat for one in await house.store.seats(game) if one.user == bob.id)
            await house.table.hand_over(game, seat, "human", user=bob.id)  # something to tell
            await house.settled()
            assert (await row_of(house, game)).rev > look.game.rev
        shown = await filled(await alice.click(label, more))
        assert words in shown.text, (label, shown.text)
        assert shown.ephemeral
        back = await filled(await alice.click("Back", shown))
        assert "Stop here" in back.buttons, (label, back.buttons)
    before = await row_of(house, game)
    more = await filled(await alice.click("More…", board_of(alice)))
    await filled(await alice.click("Undo", more))
    await house.settled()
    assert (await row_of(house, game)).seq != before.seq


async def test_what_is_free_to_take_back_is_one_press_in_the_panel(house, alice):
    await marquise_beside_eyrie(house)
    assert "Undo" not in (await opened(alice)).buttons
    await filled(await alice.slash("move", origin="5", to="1", warriors="1"))
    await house.settled()
    assert "Undo" in (await opened(alice)).buttons


async def test_why_not_answers_by_press_what_the_command_answers_by_words(house, alice):
    await marquise_beside_eyrie(house)
    more = await filled(await alice.click("More…", board_of(alice)))
    asked = await filled(await alice.click("Why Not…", more))
    answer = await filled(await alice.choose("Choose a wish", "Build", message=asked))
    typed = await alice.slash("why", wish="build")
    assert answer.text.startswith(typed.text)
    assert answer.menus, "and the next wish can be asked at once"


async def test_who_only_looks_on_is_offered_only_what_everybody_may_see(house, alice, carol):
    await marquise_beside_eyrie(house)
    more = await filled(await carol.click("More…", board_of(carol)))
    assert more.ephemeral
    assert set(more.buttons) == {"Log", "Replay", "Boards", "Rules"}
    assert "do not sit" in (await carol.click("My Turn", board_of(carol))).text


async def test_the_panel_is_the_pad_for_the_whole_turn(house, alice, bob):
    """My Turn is pressed once: then the same message goes on until the turn is over."""
    game = await marquise_beside_eyrie(house)
    panel = await opened(alice)
    source, first = random.Random(5), panel.id
    turn, pressed = (await house.table.look(game, None)).view.turn, 0
    while (await house.table.look(game, None)).view.turn == turn and pressed < 200:
        pressed += 1
        if not moves(panel) and not panel.menus:  # the other side is asked something
            await Typist(house, bob, source).decide()
            await house.settled()
            continue
        if panel.menus:
            select = panel._parts({3})[0]
            value = source.choice(select["options"])["value"]
            panel = await filled(await alice.choose(select["custom_id"], value, message=panel))
        else:
            label = source.choice(
                [label for label in moves(panel) if label not in (DONE, "Back")] or moves(panel)
            )
            panel = await filled(await alice.click(label, panel))
        await house.settled()
        assert not panel.failed
    assert pressed >= 5
    assert (await house.table.look(game, None)).view.turn > turn
    assert {message.id for message in alice.sees() if message.ephemeral} == {first}
