"""E  What an order to a hireling would cost and bring; and what one hires."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.preview import fought, marched, span
from engine.root.data import HIRELING_SIDES, HIRELING_TABLE
from engine.root.hiring.control import Hire, PassOn, leads
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


def lasts(game: Root, player: Owner) -> Preview:
    """E.1.2  For how many turns a player would control a hireling, by the faces of the die."""
    faces = HIRELING_TABLE.control_die
    turns = [face.gold for face in faces] if leads(game, player) else [face.all for face in faces]
    return Preview("hireling.lasts", {"span": span(min(turns), max(turns))})


@previews(PassOn)
def pass_on(game: Root, owner: Owner, option: PassOn) -> Iterator[Preview]:
    """E.1.3"""
    yield lasts(game, option.to)


@previews(Hire)
def hire(game: Root, owner: Owner, option: Hire) -> Iterator[Preview]:
    """E.1.1"""
    yield lasts(game, owner)
    yield from says(option.hireling, "daylight", "birdsong")
    yield from says(option.hireling, "ability")


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
