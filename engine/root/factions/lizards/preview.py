"""10  What the choices of the Cult cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.move import Move
from engine.root.actions.preview import marched
from engine.root.factions.lizards.conspiracies import CONVERT, CRUSADE, SANCTIFY, Convert, Sanctify, cost
from engine.root.factions.lizards.rituals import PlantGarden, RecruitRitual, Sacrifice, ScoreRitual
from engine.root.factions.lizards.souls import GARDENS, PRINTED, board, gardens
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left, worths
from engine.root.state import Owner, Piece, Root
from engine.rules import Preview


def acolytes(game: Root, owner: Owner, conspiracy: str) -> Preview:
    """10.4.3  What a conspiracy costs."""
    price = cost(game, owner, conspiracy)
    return Preview("lizards.acolytes", {"acolytes": price, "left": board(game, owner).acolytes - price})


@previews(PlantGarden, "lizards")
def plant(game: Root, owner: Owner, option: PlantGarden) -> Iterator[Preview]:
    """10.5.1, 10.5.3  What scoring the suit brings then."""
    suit = next(suit for suit, kind in GARDENS.items() if kind == option.kind)
    then = PRINTED.tracks["points"][gardens(game, owner, suit) + 1]
    yield Preview("lizards.garden", {"points": then, "suit": suit})
    yield from rule_after(game, owner, built=[(option.clearing, Piece(owner, option.kind))])


@previews(RecruitRitual, "lizards")
def recruit(game: Root, owner: Owner, option: RecruitRitual) -> Iterator[Preview]:
    """10.5.2"""
    yield Preview("lizards.reveals")
    yield from warriors_left(game, owner, 1)
    yield from rule_after(game, owner, [(owner, 0, option.clearing, 1)])


@previews(ScoreRitual, "lizards")
def score(game: Root, owner: Owner, option: ScoreRitual) -> Iterator[Preview]:
    """10.5.3"""
    gain = PRINTED.tracks["points"][gardens(game, owner, option.suit)]
    yield from points(game, owner, gain) if gain else (Preview("points.none"),)
    yield from hand_after(game, owner)


@previews(Sacrifice, "lizards")
def sacrifice(game: Root, owner: Owner, option: Sacrifice) -> Iterator[Preview]:
    """10.5.4"""
    yield Preview("lizards.acolyte", {"acolytes": board(game, owner).acolytes + 1})


@previews(Convert, "lizards")
def convert(game: Root, owner: Owner, option: Convert) -> Iterator[Preview]:
    """10.4.3.II"""
    yield acolytes(game, owner, CONVERT)
    here = option.clearing
    yield from rule_after(game, owner, [(owner, 0, here, 1), (option.player, here, 0, 1)])


@previews(Sanctify, "lizards")
def sanctify(game: Root, owner: Owner, option: Sanctify) -> Iterator[Preview]:
    """10.4.3.III"""
    yield acolytes(game, owner, SANCTIFY)
    yield from points(game, owner, sum(worths(game, [Piece(option.player, option.kind)])))


@previews(Move, "lizards")
def crusade(game: Root, owner: Owner, option: Move) -> Iterator[Preview]:
    """10.4.3.I  In Birdsong a move is a Crusade."""
    if game.cursor.step.startswith("birdsong"):
        yield acolytes(game, owner, CRUSADE)
    yield from marched(game, owner, option.origin, option.to, option.warriors, boat=option.boat)
