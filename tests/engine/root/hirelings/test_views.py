"""1.2.1  With hirelings and the Black Market at the table nobody can tell what others hold, or what lies there."""

from __future__ import annotations

import random

import pytest

from engine.rules import Setup
from tests.engine.root.hirelings.games import PLAYERS, cards, setup_with, sides
from tests.engine.root.test_views import leaks


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("card", "side"), sides(), ids=str)
def test_1_2_1_nobody_can_tell_hidden_cards_beside_a_hireling(card: str, side: str) -> None:
    seed = f"views {card} {side}"
    dice = random.Random(seed)
    others = [other for other in cards() if other != card]
    plain = setup_with(dice, [card, *dice.sample(others, 2)], PLAYERS[side])
    setup = Setup(plain.seats, plain.options | {"landmarks": ["black-market"]})
    assert leaks(setup, seed, moments=10) == []
