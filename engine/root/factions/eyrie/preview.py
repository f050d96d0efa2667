"""7  What the choices of the Eyrie cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.muster import Build, Recruit
from engine.root.factions.eyrie.faction import (
    BIRD,
    COLUMNS,
    ROOST,
    AddToDecree,
    Fail,
    board,
    recruits,
    suit_of,
)
from engine.root.factions.eyrie.facts import PRINTED
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left
from engine.root.state import Owner, Piece, Root
from engine.rules import Preview


@previews(AddToDecree, "eyrie")
def add(game: Root, owner: Owner, option: AddToDecree) -> Iterator[Preview]:
    """7.4.2, 7.5.2  Every card of the column must be carried out, every turn."""
    cards = len(board(game, owner).decree[option.column]) + 1
    yield Preview("eyrie.column", {"column": option.column, "cards": cards})
    yield from hand_after(game, owner)


@previews(Recruit, "eyrie")
def recruit(game: Root, owner: Owner, option: Recruit) -> Iterator[Preview]:
    """7.5.2.I"""
    yield from warriors_left(game, owner, recruits(game, owner))
    yield from rule_after(game, owner, [(owner, 0, option.clearing, recruits(game, owner))])


@previews(Build, "eyrie")
def build(game: Root, owner: Owner, option: Build) -> Iterator[Preview]:
    """7.5.2.IV, 7.6.1  What the roosts score in Evening then, and draw."""
    number = game.on_map(owner, ROOST) + 1
    yield Preview("eyrie.roosts", {"points": PRINTED.tracks["points"][number]})
    if PRINTED.tracks["draw"][number] > PRINTED.tracks["draw"][number - 1]:
        yield Preview("draws.more")
    yield from rule_after(game, owner, built=[(option.clearing, Piece(owner, ROOST))])


@previews(Fail, "eyrie")
def fail(game: Root, owner: Owner, option: Fail) -> Iterator[Preview]:
    """7.7  Humiliate, purge, depose, rest."""
    decree = board(game, owner).decree
    birds = sum(suit_of(card) == BIRD for column in COLUMNS for card in decree[column])
    lost = min(birds, game.players[owner].score)
    yield from points(game, owner, -lost)
    yield Preview("eyrie.turmoil")
