"""Harrow County in the private panel: a choice of hexes has its map, and what is wrong is refused kindly and changes nothing."""

from __future__ import annotations

import pytest

from cogs.tables import kind_of
from engine.table import Look
from tests.cogs.board.test_preview import decided_until, player_of
from tests.cogs.players import filled
from tests.cogs.tables import begin, board_of

SOLO = {"mode": "SOLO", "map": "a", "level": "1", "decides": "rules"}


async def test_H5_4_3_a_choice_of_hexes_comes_with_a_map_that_marks_them(house, alice):
    await begin(house, ["alice"], kind="harrow", **SOLO)
    panel = await filled(await alice.slash("play"))
    await house.settled()
    (row,) = await house.store.games("running")
    seat = (await house.store.seats(row.id))[0].seat
    look = await house.table.look(row.id, seat)
    assert look.ask.key == "root.first"
    assert len(panel.attachments) == 1
    assert set(house.bot.studio.boards_drawn[-1]["targets"]) == {option.hex for option in look.ask.options}
    # and beside every hex what it brings
    assert (
        "cube" in panel.text
        or any("cube" in line for lines in panel.menus.values() for line in lines)
        or any("cube" in one.get("description", "") for menu in panel._parts({3}) for one in menu["options"])
    )


@pytest.mark.parametrize(
    ("mode", "people"), [("FF3", ["alice", "bob", "carol"]), ("C5", ["alice", "bob", "carol"])]
)
async def test_what_is_wrong_is_refused_kindly_and_changes_nothing(house, mode, people):
    game = await begin(house, people, kind="harrow", mode=mode)
    look: Look = await decided_until(house, game, "jar")
    persons = [house.person(name) for name in people]
    mover = player_of(look, *persons)
    other = next(person for person in persons if person is not mover)
    rev = (await house.store.game(game)).rev

    async def refused(answer) -> str:
        await house.settled()
        assert answer.ephemeral, answer.text
        assert not answer.failed
        assert (await house.store.game(game)).rev == rev, answer.text
        assert not any(word in answer.text for word in ("Traceback", "Error", "None", "{"))
        assert len(answer.text) > 20
        return answer.text

    # somebody else's turn, a verb that is not on offer, a hex that is not there, a jar that is none, another game's command
    await refused(await other.slash("jar", jar="wild"))
    await refused(await mover.slash("advance", origin="1", to="37"))
    await refused(await mover.slash("advance", origin="99", to="banana"))
    await refused(await mover.slash("jar", jar="coffee"))
    text = await refused(await mover.slash("craft"))
    assert "Harrow County" in text
    # the panel button of the board, pressed by somebody whose turn it is not
    board = board_of(other)
    answer = await other.click(board.buttons[0], board)
    await house.settled()
    assert (await house.store.game(game)).rev == rev
    assert answer.text
    assert kind_of(look.game).id == "harrow"
