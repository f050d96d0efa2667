"""What a choice costs and brings stands where it is chosen: in the panel, in menus and while one types."""

from __future__ import annotations

import pytest

from cogs.tables import kind_of
from engine.table import Look
from local import Person
from local.people import Seen
from tests.cogs.conftest import House, open_house
from tests.cogs.players import filled
from tests.cogs.tables import begin
from tests.cogs.test_any_game import opened, toys

__all__ = ["toys"]


async def decided_until(house: House, game: str, key: str, verb: str = "") -> Look:
    """People decide as their stand-ins would, until one of them is asked this, and may do that."""
    for _ in range(400):
        await house.settled()
        for row in await house.store.seats(game):
            look = await house.table.look(game, row.seat)
            if look.ask is None or not row.user:
                continue
            if look.ask.key == key and (not verb or any(one.verb == verb for one in look.ask.options)):
                return look
            answer = kind_of(look.game).standin(look.view, look.ask)
            await house.table.answer(game, row.seat, answer)
            break
    raise AssertionError(f"nobody was asked {key}")


def player_of(look: Look, *people: Person) -> Person:
    """Who holds the seat of a look."""
    user = next(seat.user for seat in look.seats if seat.seat == look.seat)
    return next(person for person in people if person.id == user)


def described(panel: Seen) -> dict[str, str]:
    """The lines of the menus of a message, with what stands below them."""
    menus = panel._parts({3})
    return {one["label"]: one.get("description", "") for menu in menus for one in menu["options"]}


async def test_a_game_that_nobody_knows_tells_it_in_its_own_words(toys, local, tmp_path):
    # given a table of the toy, in which somebody may take pebbles or dare
    async with open_house(local, tmp_path) as house:
        alice, *_ = await opened(house, "pebbles")
        await alice.click("Start")
        await house.settled()
        (row,) = await house.store.games("running")
        alice.go(house.local.core.world.channels[row.channel])
        # when she opens her panel, then the lone choice is told with what it brings
        panel = await alice.slash("play")
        assert "Dare a roll: None to five, as the die falls" in panel.text
        # and the numbers of the other, each with its own
        numbers = await filled(await alice.click("Take", panel))
        assert "3: +3 points" in numbers.text
        assert "1: +1 point" in numbers.text
        # and the same stands behind what she can type
        names = [choice.name for choice in await alice.autocomplete("play", "choice", "take")]
        assert names == [
            "Take 3 pebbles · +3 points",
            "Take 2 pebbles · +2 points",
            "Take 1 pebble · +1 point",
        ]


async def test_4_3_a_battle_tells_forces_hits_and_the_ambush_before_it_begins(house, alice, bob):
    # given two people at a table, and one of them may battle
    game = await begin(house, ["alice", "bob"])
    look = await decided_until(house, game, "marquise.daylight", "battle")
    person = player_of(look, alice, bob)
    # when they type, then every battle says how it stands
    names = [choice.name for choice in await person.autocomplete("play", "choice", "battle")]
    assert names
    assert all(" against " in name and "eal " in name for name in names), names


async def test_4_2_a_move_tells_who_rules_then(house, alice, bob):
    # given a Marquise who may march
    game = await begin(house, ["alice", "bob"])
    look = await decided_until(house, game, "marquise.daylight")
    # when her player types a move, then it says who rules where she goes
    person = player_of(look, alice, bob)
    names = [choice.name for choice in await person.autocomplete("play", "choice", "move 1 warrior")]
    assert names
    assert all("rule" in name for name in names), names


@pytest.mark.parametrize("stale", [False, True], ids=["now", "later"])
async def test_a_preview_belongs_to_the_position_it_was_asked_in(house, stale):
    # given a look at an open question
    game = await begin(house, ["alice", "bob"])
    look = await decided_until(house, game, "marquise.daylight")
    option = next(one for one in look.ask.options if one.verb == "move")
    assert look.preview(option)
    # when the game goes on, then the old look tells nothing any more
    if stale:
        await house.table.answer(game, look.seat, kind_of(look.game).standin(look.view, look.ask))
    assert bool(look.preview(option)) is not stale
