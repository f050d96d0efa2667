"""How the Woodland Alliance looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.root.looks import Look

if TYPE_CHECKING:
    from engine.root.view import PlayerView
    from render.flow import Block
    from render.root.blocks import Kit


def board(kit: Kit, player: PlayerView) -> list[Block]:
    """The three bases together, sympathy, officers and supporters."""
    own = player.own
    bases = [t for t in own.tracks if t.kind.startswith("base")]
    others = [t for t in own.tracks if t not in bases]
    found = kit.facts(player)
    if bases:
        found.append(kit.together("Bases", player.owner, bases))
    found += [kit.track_of(player.owner, t) for t in others]
    return found + [block for group in own.cards for block in kit.cards(group)]


LOOKS = (
    Look(
        id="alliance",
        name="Woodland Alliance",
        short="Alliance",
        colour="5aa04c",
        safe="35b08a",
        buildings=("base",),
        tokens=("sympathy",),
        board=board,
    ),
)
