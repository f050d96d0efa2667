"""6  What the choices of the Marquise cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.muster import Build, Recruit
from engine.root.factions.marquise.faction import (
    PRINTED,
    RECRUITER,
    Hospital,
    Overwork,
    SpendBird,
    board,
    cost,
    recruiting_clearings,
    usable_wood,
)
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left
from engine.root.state import Owner, Piece, Root
from engine.rules import Preview


@previews(Build, "marquise")
def build(game: Root, owner: Owner, option: Build) -> Iterator[Preview]:
    """6.5.4  Wood, points, and one more card each Evening for some recruiters."""
    number = game.on_map(owner, option.kind)
    wood = len(usable_wood(game, owner, option.clearing))
    yield Preview("marquise.wood", {"wood": cost(game, owner, option.kind), "have": wood})
    yield from points(game, owner, PRINTED.tracks[f"{option.kind}_points"][number])
    draw = PRINTED.tracks["draw"]
    if option.kind == RECRUITER and draw[number + 1] > draw[number]:
        yield Preview("draws.more")
    yield from rule_after(game, owner, built=[(option.clearing, Piece(owner, option.kind))])


@previews(Recruit, "marquise")
def recruit(game: Root, owner: Owner, option: Recruit) -> Iterator[Preview]:
    """6.5.3  A warrior at each recruiter."""
    yield from warriors_left(game, owner, len(recruiting_clearings(game, owner)))


@previews(Overwork, "marquise")
def overwork(game: Root, owner: Owner, option: Overwork) -> Iterator[Preview]:
    """6.5.5"""
    yield Preview("marquise.overwork")
    yield from hand_after(game, owner)


@previews(SpendBird, "marquise")
def spend_bird(game: Root, owner: Owner, option: SpendBird) -> Iterator[Preview]:
    """6.5"""
    yield Preview("marquise.action", {"left": board(game, owner).actions + 1})
    yield from hand_after(game, owner)


@previews(Hospital, "marquise")
def hospital(game: Root, owner: Owner, option: Hospital) -> Iterator[Preview]:
    """6.2.3"""
    yield from hand_after(game, owner)
