"""What happened since my last turn stands on the board of my turn; the log is told turn by turn."""

from __future__ import annotations

import re

from cogs.tables import kind_of
from tests.cogs.board.test_preview import decided_until, player_of
from tests.cogs.players import filled
from tests.cogs.tables import begin, board_of


async def at_the_second_turn(house):
    """The Marquise at the beginning of her second turn or later."""
    game = await begin(house, ["alice", "bob"])
    look = await decided_until(house, game, "marquise.daylight")
    first = look.view.turn
    while look.view.turn == first:
        await house.table.answer(game, look.seat, kind_of(look.game).standin(look.view, look.ask))
        look = await decided_until(house, game, "marquise.daylight")
    await house.settled()
    return game, look


async def test_the_board_of_my_turn_begins_with_what_happened_since_my_last(house, alice, bob):
    # given the second turn of somebody, after a turn of somebody else
    _, look = await at_the_second_turn(house)
    person = player_of(look, alice, bob)
    board = board_of(person)
    # then the board says what happened meanwhile, before what happened in this turn, in five lines at most
    assert "**Since the last turn of the Marquise**" in board.text
    since = board.text.partition("**Since the last turn of the Marquise**\n")[2]
    lines = [line for line in since.splitlines() if line.startswith("- ")]
    told = since.partition("**What happened**")[0].splitlines()
    assert 1 <= len([line for line in told if line.startswith("- ")]) <= 5, lines
    # and beside the button stands the heading alone: on a phone the lines have all the width
    (section,) = board._parts({9})
    assert [part["content"] for part in section["components"]] == ["**Since the last turn of the Marquise**"]
    # and what touched her comes first
    naming = ["Marquise" in line for line in told if line.startswith("- ")]
    assert naming == sorted(naming, reverse=True)
    # and the rest is one press away, privately
    recap = await filled(await person.click("Recap", board))
    assert recap.ephemeral
    # and rounds are counted beside turns
    assert re.search(rf"turn {look.view.turn} \(round 2\)", board.text)


async def test_the_log_is_told_turn_by_turn_without_the_same_name_in_every_line(house, alice, bob):
    # given a game in its second round
    _, look = await at_the_second_turn(house)
    person = player_of(look, alice, bob)
    # when the log is read
    log = await person.slash("log")
    headings = re.findall(r"\*\*Turn (\d+)\*\* \(round (\d+)\) · (.+)", log.text)
    assert headings
    assert all(int(number) == (int(turn) - 1) // 2 + 1 for turn, number, _ in headings)
    # then no line of a turn begins with whose turn it is
    for part in re.split(r"(?=\*\*Turn )", log.text):
        if part.startswith("**Turn") and "Marquise de Cat" in part.splitlines()[0]:
            assert not [line for line in part.splitlines() if line.startswith("- The Marquise ")]
