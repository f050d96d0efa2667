"""13  What the choices of the Corvids cost and bring, and what guessing costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.factions.corvids.faction import RecruitWith
from engine.root.factions.corvids.plots import (
    BOMB,
    EXTORTION,
    Expose,
    FlipPlot,
    LayPlot,
    PlotKind,
    board,
    face_up,
    own_plots,
    plot_cost,
)
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left, worths
from engine.root.rule import enemies, of_suit, removable_pieces
from engine.root.state import Owner, Root
from engine.rules import Preview


@previews(FlipPlot, "corvids")
def flip(game: Root, owner: Owner, option: FlipPlot) -> Iterator[Preview]:
    """13.4.2, 13.7  A point for each plot that lies face up then; the Corvids know which one it is."""
    kind = own_plots(game, owner)[option.clearing].kind
    yield from points(game, owner, len(face_up(game, owner)) + 1)
    if kind == BOMB:
        here = option.clearing
        gone = [p for enemy in enemies(game, owner) for p in removable_pieces(game, enemy, here, owner)]
        yield Preview("corvids.bomb")
        yield from points(game, owner, sum(worths(game, gone)))
    elif kind == EXTORTION:
        there = [o for o in game.order if o != owner and game.has_piece(o, option.clearing)]
        yield Preview("corvids.extortion", {"cards": sum(bool(game.players[o].hand) for o in there)})


@previews(LayPlot, "corvids")
def lay(game: Root, owner: Owner, option: LayPlot) -> Iterator[Preview]:
    """13.5.2"""
    cost = plot_cost(game, owner)
    yield Preview("corvids.plot", {"warriors": cost})
    yield from rule_after(game, owner, [(owner, option.clearing, 0, cost)])


@previews(PlotKind, "corvids")
def kind_left(game: Root, owner: Owner, option: PlotKind) -> Iterator[Preview]:
    """13.5.2  How many of a kind are left after it."""
    yield Preview("corvids.left", {"left": board(game, owner).plots.count(option.plot) - 1})


@previews(RecruitWith, "corvids")
def recruit(game: Root, owner: Owner, option: RecruitWith) -> Iterator[Preview]:
    """13.4.3"""
    yield from warriors_left(game, owner, len(of_suit(game, option.suit)))
    yield from hand_after(game, owner)


@previews(Expose)
def expose(game: Root, owner: Owner, option: Expose) -> Iterator[Preview]:
    """13.2.4"""
    yield Preview("corvids.guess")
