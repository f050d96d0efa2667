"""How the Eyrie Dynasties look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.root.looks import Look

if TYPE_CHECKING:
    from engine.root.view import PlayerView
    from render.flow import Block
    from render.root.blocks import Kit


def board(kit: Kit, player: PlayerView) -> list[Block]:
    """The leader, the decree in its four columns, the roosts."""
    own = player.own
    return [*kit.facts(player), *kit.columns(own.cards), *(kit.track_of(player.owner, t) for t in own.tracks)]


LOOKS = (
    Look(
        id="eyrie",
        name="Eyrie Dynasties",
        short="Eyrie",
        colour="3f67b3",
        safe="0072b2",
        buildings=("roost",),
        cards={"loyal-vizier": ("Loyal Vizier", "bird")},
        board=board,
    ),
)
