"""Positions of real games, of every mode and both sides of the map, are drawn whole and without a fault."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import msgspec
import pytest

from engine.fuzz import random_answer
from engine.harrow.check import RandomGame, random_setup, tables
from engine.harrow.view import HarrowView, TreeView
from render import PICTURES
from tests.render.harrow.test_layout import PIECES, drawn, on_hex

PAINTER = PICTURES["harrow"]


@pytest.mark.parametrize(("mode", "table"), tables())
def test_positions_of_real_games_are_drawn_whole_and_without_a_fault(
    mode: str, table: tuple[str, ...]
) -> None:
    seed = f"picture {mode} {table}"
    played = RandomGame(random_setup(random.Random(seed), mode, table), seed, watch=False)
    for moment in range(1, 6):
        played.play(150 * moment)
        for seat in (None, *played.game.state.order):
            view = cast(HarrowView, played.game.view(seat))
            canvas = drawn(view)
            boards = PAINTER.boards(view, "light")
            assert canvas.wrong == boards.wrong == []
            for hex in view.hexes:
                here = [d for d in canvas.report if d.place == f"hex {hex.id}" and d.kind in PIECES]
                assert Counter((d.kind, d.name) for d in here) == on_hex(hex), hex.id
            for d in (*canvas.report, *boards.report):
                assert 0 <= d.box[0] <= d.box[2] <= canvas.width, d
                assert 0 <= d.box[1] <= d.box[3] <= canvas.height, d
            assert len(PAINTER.alt_text(view)) <= 1024
            assert PAINTER.hand(view, "light").wrong == []
        if played.over:
            break


def test_the_tree_of_a_turn_is_told_by_its_events_as_the_view_tells_it() -> None:
    seed = "the tree"
    played = RandomGame(random_setup(random.Random(seed), "C2"), seed, watch=False)
    played.game.start()
    seen = 0
    while not played.over:
        question = played.dice.choice(played.game.waiting())
        events = played.game.answer(question.seat, random_answer(question, played.dice))
        view = cast(HarrowView, played.game.view(None))
        fight = PAINTER.fought(events)
        assert (fight is not None) == (view.tree.number > seen)
        if fight is not None:
            tree = msgspec.convert(fight, TreeView)
            assert (tree.dropped, tree.before, tree.fell) == (
                view.tree.dropped,
                view.tree.before,
                view.tree.fell,
            )
            assert PAINTER.battle(view, fight, "light").wrong == []
            assert PAINTER.tell(view, "battle", fight).startswith("The Tree.")
        seen = view.tree.number
    assert seen > 3
