"""Everything hirelings ask, offer and tell has words, and they read well."""

from __future__ import annotations

import random

import pytest

from engine.root import data
from engine.root.hiring.hireling import Direct, Hireling
from engine.root.hiring.setup import AT_RANDOM, built
from engine.root.voice import GUESTS
from engine.root.words import FILE, NAMES, WORDS
from tests.engine.root.hirelings.games import PLAYERS, HiredGame, cards, setup_with, sides
from tests.engine.root.test_words import a_view, faults, listen


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("card", "side"), sides(), ids=str)
def test_what_is_said_with_a_hireling_reads_well(card: str, side: str) -> None:
    seed = f"words {card} {side}"
    dice = random.Random(seed)
    others = [other for other in cards() if other != card]
    played = HiredGame(setup_with(dice, [card, *dice.sample(others, 2)], PLAYERS[side]), seed)
    played.game.start()
    assert sorted(set(listen(played, 300, dice)))[:10] == []


@pytest.mark.parametrize("card", cards())
def test_both_sides_have_a_name_a_card_and_a_line_in_the_lobby(card: str) -> None:
    for side in data.HIRELINGS[card].sides:
        voice = GUESTS[side.id]
        assert isinstance(voice, Hireling)
        assert FILE.players[side.id].startswith("the ")
        assert WORDS.seat(a_view(), side.id) == side.name
        assert side.lines
        assert {"setup"} <= {line.when for line in side.lines} or not voice.sets_up
        for act in voice.acts:
            # a button says what it does, in 38 letters
            assert f"order.{act.key}" in NAMES
            label = WORDS.short(a_view(), Direct(side.id, act.key))
            assert 0 < len(label) <= 38
            assert faults(label, act.key) == []
    assert 20 <= len(WORDS.explain("hirelings", card)) <= 100


def test_the_menu_of_the_lobby_explains_itself() -> None:
    assert 20 <= len(WORDS.explain("hirelings", AT_RANDOM)) <= 100
    assert set(built()) <= set(data.HIRELINGS)
