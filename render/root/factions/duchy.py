"""How the Underground Duchy looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from render.flow import Block, draw_all, flow
from render.root.looks import Look

if TYPE_CHECKING:
    from engine.root.view import PlayerView
    from render.root.blocks import Kit

RANKS = {"squires": "squire-crowns", "nobles": "noble-crowns", "lords": "lord-crowns"}
"""Swayed ministers by rank, and the crowns that are left for them."""


def rank(kit: Kit, player: PlayerView, name: str) -> Block:
    """One rank on a line of its own: the crowns that are left, and who is swayed."""
    own = player.own
    parts = [kit.count(RANKS[name], own.counts.get(RANKS[name], 0)), kit.line("swayed", own.texts[name])]
    placed, tall = flow(parts, kit.room, kit.px(20), kit.px(6))
    return Block(kit.room, tall, lambda c, x, y: draw_all(c, placed, x, y), wide=True)


def board(kit: Kit, player: PlayerView) -> list[Block]:
    """Supply, the three ranks of ministers, buildings and tunnels, and what is revealed."""
    own = player.own
    ranks = [name for name in RANKS if name in own.texts]
    told = {*ranks, *(RANKS[name] for name in ranks)}
    texts = {name: text for name, text in own.texts.items() if name not in told}
    counts = {name: count for name, count in own.counts.items() if name not in told}
    rest = msgspec.structs.replace(player, own=msgspec.structs.replace(own, texts=texts, counts=counts))
    return [
        *kit.facts(rest),
        *(rank(kit, player, name) for name in ranks),
        *(kit.track_of(player.owner, track) for track in own.tracks),
        *(block for group in own.cards for block in kit.cards(group)),
    ]


LOOKS = (
    Look(
        id="duchy",
        name="Underground Duchy",
        short="Duchy",
        colour="cf9c76",
        safe="e8c3a8",
        buildings=("citadel", "market"),
        tokens=("tunnel",),
        places={13: "Burrow"},
        board=board,
    ),
)
