"""Boards in a channel: the present one at once, the former one frozen after it."""

from __future__ import annotations

import asyncio
import random

from cogs.board.speak import Speaker
from engine.commands.bench_store import answer
from local import components as parts
from tests.cogs.players import filled
from tests.cogs.tables import begin


def buttons_of_boards(house, channel: str) -> list[bool]:
    """Whether each board of a channel has buttons, the oldest first."""
    messages = house.local.core.world.messages[channel].values()
    boards = [one for one in messages if one.attachments and one.only_for is None]
    return [any("custom_id" in part for _, part in parts.walk(one.components)) for one in boards]


async def next_turn(house, game: str, source: random.Random) -> None:
    """Answers until another turn has begun and was told."""
    turn = (await house.table.look(game)).view.turn
    while (await house.table.look(game)).view.turn == turn:
        await answer(house.table, game, 1, source)
        await house.settled()


async def test_only_the_present_board_has_buttons(house):
    game = await begin(house, ["alice", "bob"])
    channel = (await house.table.look(game)).game.channel
    source = random.Random(5)
    for _ in range(4):
        await next_turn(house, game, source)
        *former, present = buttons_of_boards(house, channel)
        assert present
        assert not any(former)


async def test_a_bot_that_died_before_it_froze_a_board_does_it_later(house, monkeypatch):
    # given a bot that died when a new board was there and the former one still had its buttons
    game = await begin(house, ["alice", "bob"])
    channel = (await house.table.look(game)).game.channel
    source = random.Random(5)
    frozen = Speaker.freeze

    async def dies(*_: object) -> None:
        return None

    monkeypatch.setattr(Speaker, "freeze", dies)
    await next_turn(house, game, source)
    assert buttons_of_boards(house, channel)[-2:] == [True, True]
    # when it lives again, and the next turn has begun before it could say anything
    monkeypatch.setattr(Speaker, "freeze", frozen)
    outbox, house.table.outbox = house.table.outbox, None
    await next_turn(house, game, source)
    house.table.outbox = outbox
    outbox.kick(game)
    await house.settled()
    # then all former boards are frozen
    *former, present = buttons_of_boards(house, channel)
    assert present
    assert not any(former)


async def test_a_private_answer_lets_its_board_be_drawn_first_but_does_not_wait_for_ever(
    house, alice, monkeypatch
):
    game = await begin(house, ["alice", "bob"], plays=("marquise", "eyrie"), order="seated")
    drawn: list[str] = []
    real, show = house.bot.studio.board, house.bot.panels.show

    async def stuck(view, **how):
        drawn.append("board")
        await hold.wait()
        return await real(view, **how)

    async def told(*what, **more):
        drawn.append("panel")
        await show(*what, **more)

    # given a board whose picture takes very long
    hold = asyncio.Event()
    panel = await filled(await alice.slash("play"))
    await house.settled()
    monkeypatch.setattr(house.bot.studio, "board", stuck)
    monkeypatch.setattr(house.bot.panels, "show", told)
    # when somebody answers
    before = (await house.table.look(game)).game.rev
    await filled(await alice.click(next(iter(panel.buttons)), panel))
    # then it is begun before they are told what they did, and they are told before it is there
    assert (await house.table.look(game)).game.rev > before
    assert drawn[:2] == ["board", "panel"]
    hold.set()
    await house.settled()


async def test_the_picture_has_peoples_names_the_colours_of_the_table_and_whose_decision_it_is(house):
    game = await begin(house, ["alice", "bob"], palette="dark")
    look = await house.table.look(game)
    how = house.bot.studio.boards_drawn[-1]
    assert sorted(how["names"].values()) == ["Alice", "Bob"]
    assert set(how["names"]) == {look.names.get(seat.seat, seat.seat) for seat in look.seats}
    assert how["palette"] == "dark"
    assert how["asked"] == {look.names.get(one.seat, one.seat) for one in look.open}


async def test_a_board_that_was_not_remembered_and_whose_turn_is_over_goes(house, monkeypatch):
    """Given a bot that died when a board was sent and not remembered, and another turn since, then one board has buttons."""
    game = await begin(house, ["alice", "bob"])
    channel = (await house.table.look(game)).game.channel
    source = random.Random(5)

    class Killed(BaseException):
        """The bot ends here."""

    async def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "remember", dies)
        await next_turn(house, game, source)
    outbox, house.table.outbox = house.table.outbox, None
    await next_turn(house, game, source)
    house.table.outbox = outbox
    house.bot.speaker._unsure.add(game)  # as after a restart
    outbox.kick(game, now=True)
    await house.settled()
    *former, present = buttons_of_boards(house, channel)
    assert present
    assert not any(former)
