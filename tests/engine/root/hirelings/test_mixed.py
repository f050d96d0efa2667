"""Games with hirelings and landmarks, all different: they end, break nothing, and everything is used in them.

`python -m tests.engine.root.hirelings.mixed 2000` plays as many as one likes and counts every effect.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.root.data import HIRELINGS, LANDMARKS
from engine.root.hiring.hireling import Hireling
from engine.root.lobby import LOBBY
from engine.root.voice import GUESTS
from tests.engine.root.hirelings.effects import counting, effects, guests, hooks
from tests.engine.root.hirelings.mixed import (
    AMONG_BOTS,
    MOST,
    SORTS,
    TRIED,
    Mixed,
    played,
    setup_of,
    tally,
    wrong,
)

FEW = range(1, 14)
MANY = 300
"""Tables among which everything is met."""


@pytest.mark.parametrize("number", FEW)
def test_games_with_hirelings_and_landmarks_break_nothing(number: int) -> None:
    assert wrong(played(number, 1200)) == []


def test_every_option_applies_at_such_a_table() -> None:
    assert wrong(played(TRIED, 300)) == []


def test_the_same_number_is_the_same_game() -> None:
    assert played(TRIED + 1, 300) == played(TRIED + 1, 300)


def test_the_tables_have_every_card_landmark_faction_bot_map_deck_and_number_of_seats() -> None:
    setups = [setup_of(number) for number in range(MANY)]
    met: Counter[str] = Counter()
    for number, setup in enumerate(setups):
        assert LOBBY.problems(setup) == []
        assert any(seat.board for seat in setup.seats) <= (SORTS[number % len(SORTS)] == AMONG_BOTS)
        met.update([str(len(setup.seats)), setup.options["map"], setup.options["deck"]])
        met.update([*setup.options["hirelings"], *setup.options["landmarks"]])
        met.update(f"{seat.board} {seat.plays}" for seat in setup.seats)
    choices = LOBBY.choices()
    wanted = {
        *HIRELINGS,
        *LANDMARKS,
        *choices["map"].values,
        *choices["deck"].values,
        *map(str, LOBBY.seats()),
    }
    wanted |= {f"clockwork {board}" for board in LOBBY.boards()}
    wanted |= {f" {faction}" for faction in HIRELINGS_BAR} | {" hundreds"}
    assert wanted <= met.keys()


HIRELINGS_BAR = {faction for card in HIRELINGS.values() for faction in card.removes_factions}


# --- the list of effects ----------------------------------------------------------------------------------


def test_every_side_and_every_landmark_has_effects_that_are_counted() -> None:
    """What a part says about the rules is found by itself, whatever it is called."""
    assert set(guests()) == {side.id for card in HIRELINGS.values() for side in card.sides} | set(LANDMARKS)
    known = effects()
    for id, voice in guests().items():
        orders = [act.key for act in voice.acts] if isinstance(voice, Hireling) else []
        assert {f"order {key}" for key in orders} <= known, id
        assert hooks(voice) or orders or voice.reactions or id in ("black-market", "rat-smugglers"), id
    assert {"verb market_swap", "verb smuggle_move", "verb smuggle_battle"} <= known
    assert {"badger-bodyguards: ignores_first_hit", "tower: reaction tower", "ferry: boarded"} <= known


def test_counting_leaves_no_trace_and_counts_only_what_was_done() -> None:
    count: Counter[str] = Counter()
    bodyguards = GUESTS["badger-bodyguards"]
    with counting(count):
        assert vars(bodyguards)
        game = played(0, 1)
    assert not vars(bodyguards)
    assert game.decisions == 1
    assert "badger-bodyguards: ignores_first_hit" not in count


@pytest.mark.parametrize("ended", [True, False])
def test_the_report_finds_what_is_wrong_and_what_was_never_used(ended: bool) -> None:
    game = Mixed(7, SORTS[0], ended, ("a fault",), ("2 seats",), {"verb burn": 3}, 10, "points" * ended)
    found = tally([game])
    assert wrong(game) == found.problems == ["game 7: a fault"]
    assert found.too_few_end() == (not ended)
    assert set(found.unused()) == effects() - {"verb burn"}
    assert "map autumn" in found.missing()
    assert "problems: 1" in found.report()
    assert f"{MOST} decisions" in found.report()
