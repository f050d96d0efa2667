"""Positions of real games, of every mode and both sides of the map, are drawn whole and without a fault."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from engine.harrow.check import RandomGame, random_setup, tables
from engine.harrow.view import HarrowView
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
