"""15  What the choices of the Keepers cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.factions.keepers.camps import Decamp, Encamp, RecruitAt
from engine.root.factions.keepers.facts import NUMBERS, board
from engine.root.factions.keepers.relics import named_relic, sets, type_of, value_of
from engine.root.factions.keepers.retinue import (
    Delve,
    Gather,
    Recover,
    retinue_size,
    ruled_alike,
    ruled_around,
)
from engine.root.preview import hand_after, points, previews, rule_after, warriors_left
from engine.root.state import Owner, Root
from engine.rules import Preview


@previews(Encamp, "keepers")
def encamp(game: Root, owner: Owner, option: Encamp) -> Iterator[Preview]:
    """15.4.1  A warrior there becomes the waystation."""
    yield Preview("keepers.encamp", {"left": max(0, game.warriors_of(owner, option.clearing) - 1)})


@previews(Decamp, "keepers")
def decamp(game: Root, owner: Owner, option: Decamp) -> Iterator[Preview]:
    """15.4.2"""
    yield Preview("keepers.decamp", {"warriors": game.warriors_of(owner, option.clearing) + 1})


@previews(RecruitAt, "keepers")
def recruit(game: Root, owner: Owner, option: RecruitAt) -> Iterator[Preview]:
    """15.4.3"""
    count = NUMBERS["recruit_warriors"]
    yield from warriors_left(game, owner, count)
    yield from hand_after(game, owner)
    yield from rule_after(game, owner, [(owner, 0, option.clearing, min(count, game.players[owner].supply))])


@previews(Delve, "keepers")
def delve(game: Root, owner: Owner, option: Delve) -> Iterator[Preview]:
    """15.5.2.II.b  A relic worth more than the clearings ruled around its forest costs the card."""
    yield Preview("keepers.delve", {"value": ruled_around(game, owner, option.forest)})


@previews(Recover, "keepers")
def recover(game: Root, owner: Owner, option: Recover) -> Iterator[Preview]:
    """15.5.2.III.b - 15.5.2.III.c"""
    relic = named_relic(game, owner, option.clearing, option.relic)
    if relic.hidden:
        return
    own, value = board(game, owner), value_of(relic)
    kinds = {kind: [*found] for kind, found in own.recovered.items()}
    kinds[type_of(relic)].append(value)
    full = sets(kinds) > sets(own.recovered)
    yield from points(game, owner, value + NUMBERS["set_points"] * full)
    if full:
        yield Preview("keepers.set")
    kept = ruled_alike(game, owner, option.clearing) >= value
    yield Preview("keepers.kept" if kept else "keepers.lost")


@previews(Gather, "keepers")
def gather(game: Root, owner: Owner, option: Gather) -> Iterator[Preview]:
    """15.6.2"""
    yield Preview("keepers.retinue", {"cards": retinue_size(board(game, owner)) + 1})
    yield from hand_after(game, owner)
