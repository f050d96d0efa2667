"""Games among the boards, all different: they end, break nothing, and the same number is the same game.

`python -m tests.engine.root.clockwork.mixed 3000` plays as many as one likes.
"""

from __future__ import annotations

import pytest

from engine.root.lobby import LOBBY
from tests.engine.root.clockwork.mixed import (
    ALONE,
    COOPERATIVE,
    DRAFT,
    HIRED,
    SORTS,
    Mixed,
    everything,
    met,
    played,
    report,
    setup_of,
    wrong,
)

MANY = 600
"""Tables among which everything is met."""


@pytest.mark.parametrize("number", range(2 * len(SORTS)))
def test_games_of_all_sorts_end_break_nothing_and_come_out_the_same(number: int) -> None:
    assert wrong(played(number)) == []


def test_the_tables_meet_all_boards_difficulties_traits_maps_decks_and_numbers_of_seats() -> None:
    setups = [setup_of(number) for number in range(MANY)]
    assert everything() <= {one for setup in setups for one in met(setup)}
    for number, setup in enumerate(setups):
        sort = SORTS[number % len(SORTS)]
        people = [seat for seat in setup.seats if not seat.board]
        assert LOBBY.problems(setup) == []
        assert bool(people) == (sort != ALONE)
        assert (setup.options["cooperative"] == "on") == (sort == COOPERATIVE)
        assert (setup.options.get("setup") == "advanced") == (sort == DRAFT)
        assert bool(setup.options.get("hirelings")) == (sort == HIRED)
    # then every sort is played by every number of seats
    assert len({(n % len(SORTS), len(setup.seats)) for n, setup in enumerate(setups)}) == len(SORTS) * 5


def test_the_report_finds_what_is_wrong() -> None:
    well = Mixed(0, ALONE, True, (), True, ("2 seats",), 0, "points")
    endless = Mixed(1, ALONE, False, (), True, ("2 seats",), 0, "")
    other = Mixed(2, ALONE, True, ("a fault",), False, ("2 seats",), 0, "points")
    told, problems = report([well, endless, other])
    assert problems == [
        "game 1: it does not end",
        "game 2: a fault",
        "game 2: the same seed gives another game",
    ]
    assert "3 games" in told
    assert "problems: 3" in told
