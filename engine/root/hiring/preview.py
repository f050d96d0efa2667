"""E  What an order to a hireling would cost and bring; and what one hires."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.preview import fought, marched
from engine.root.data import HIRELING_SIDES
from engine.root.hiring.control import Hire
from engine.root.hiring.hireling import Direct, act_of
from engine.root.hiring.orders import March, MarchAll, Strike
from engine.root.hiring.setup import SetUp
from engine.root.preview import previews
from engine.root.state import Owner, Root
from engine.rules import Preview

KINDS = {"birdsong.start": "birdsong", "daylight": "daylight"}


def says(me: Owner, *kinds: str) -> Iterator[Preview]:
    """E.2  What the card says, in our words; lines of these kinds."""
    side = HIRELING_SIDES.get(me)
    for number, line in enumerate(side.lines if side else ()):
        if line.when in kinds:
            yield Preview("card.line", {"card_line": f"{me}:{number}"})


@previews(Direct)
def direct(game: Root, owner: Owner, option: Direct) -> Iterator[Preview]:
    """E.2.3, E.2.4"""
    act = act_of(game, option)
    if act is not None:
        yield from says(option.hireling, KINDS[act.moment])


@previews(Hire)
def hire(game: Root, owner: Owner, option: Hire) -> Iterator[Preview]:
    """E.1.1"""
    yield from says(option.hireling, "daylight", "birdsong", "ability")


@previews(SetUp)
def set_up(game: Root, owner: Owner, option: SetUp) -> Iterator[Preview]:
    """A.6.3"""
    yield from says(option.hireling, "setup")


@previews(March)
def march(game: Root, owner: Owner, option: March) -> Iterator[Preview]:
    """4.2"""
    yield from marched(game, option.hireling, option.origin, option.to, option.warriors, boat=option.boat)


@previews(MarchAll)
def march_all(game: Root, owner: Owner, option: MarchAll) -> Iterator[Preview]:
    """4.2"""
    count = game.warriors_of(option.hireling, option.origin)
    yield from marched(game, option.hireling, option.origin, option.to, count, boat=option.boat)


@previews(Strike)
def strike(game: Root, owner: Owner, option: Strike) -> Iterator[Preview]:
    """4.3, E.3.6"""
    yield from fought(game, option.hireling, option.clearing, option.defender)
