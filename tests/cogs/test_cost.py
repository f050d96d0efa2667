"""What an answer may cost: counted in pictures, never in time."""

from __future__ import annotations

import random

from engine.commands.bench_store import answer
from tests.cogs.tables import begin


async def test_an_answer_within_a_turn_draws_one_picture(house):
    game = await begin(house, ["alice", "bob"])
    source = random.Random(3)
    counted = 0
    for _ in range(40):
        # given a game that waits for somebody
        before = await house.table.look(game)
        drawn = house.bot.studio.drawn
        # when they answer, and the turn goes on
        await answer(house.table, game, 1, source)
        await house.settled()
        after = await house.table.look(game)
        if before.view.turn == after.view.turn and before.game.rev + 1 == after.game.rev:
            # then the board was drawn once
            assert house.bot.studio.drawn - drawn == 1
            counted += 1
    assert counted > 10
