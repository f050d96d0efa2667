"""14  What the choices of the Hundreds cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.factions.hundreds.faction import BuildStronghold
from engine.root.factions.hundreds.facts import COMMAND, NUMBERS, PRINTED, STRONGHOLD
from engine.root.factions.hundreds.hoard import HoardItem, KeepItem, Squander, board, track_of
from engine.root.factions.hundreds.mobs import Incite, mobs_left
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left
from engine.root.state import Owner, Piece, Root
from engine.rules import Preview


@previews(BuildStronghold, "hundreds")
def build(game: Root, owner: Owner, option: BuildStronghold) -> Iterator[Preview]:
    """14.5.2.III, 14.4.2  A warrior there every Birdsong."""
    yield Preview("hundreds.stronghold")
    yield from hand_after(game, owner)
    yield from rule_after(game, owner, built=[(option.clearing, Piece(owner, STRONGHOLD))])


@previews(Incite, "hundreds")
def incite(game: Root, owner: Owner, option: Incite) -> Iterator[Preview]:
    """14.6.1"""
    yield Preview("hundreds.mob", {"left": mobs_left(game, owner) - 1})
    yield from hand_after(game, owner)


@previews(Squander, "hundreds")
def squander(game: Root, owner: Owner, option: Squander) -> Iterator[Preview]:
    """14.7.1"""
    yield from warriors_left(game, owner, NUMBERS["lavish_warriors"])
    yield hoarded(game, owner, option.item, -1)


@previews(KeepItem, "hundreds")
def keep(game: Root, owner: Owner, option: KeepItem) -> Iterator[Preview]:
    """14.2.3, 14.2.4"""
    yield hoarded(game, owner, option.item, 1)


def hoarded(game: Root, owner: Owner, item: str, more: int) -> Preview:
    """14.2.4.II  What the track of an item gives with one more, or one less."""
    track = track_of(item)
    values = PRINTED.tracks[track]
    number = min(len(board(game, owner).hoard[track]) + more, len(values) - 1)
    return Preview("hundreds.command" if track == COMMAND else "hundreds.prowess", {"count": values[number]})


@previews(HoardItem, "hundreds")
def give_up(game: Root, owner: Owner, option: HoardItem) -> Iterator[Preview]:
    """14.2.4.I"""
    yield from points(game, owner, 1)
