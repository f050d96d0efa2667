"""How the Keepers in Iron look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.root.looks import Look

if TYPE_CHECKING:
    from engine.root.view import PlayerView, TrackView
    from render.flow import Block
    from render.root.blocks import Kit


def board(kit: Kit, player: PlayerView) -> list[Block]:
    """The retinue in its three columns, the waystations, the rows of relics."""
    own = player.own
    camps = [track for track in own.tracks if not is_row(track)]
    rows = [track for track in own.tracks if is_row(track)]
    relics = [kit.track_of(player.owner, track) for track in rows]
    if kit.detail and rows:
        relics = [kit.together("Relics: recovered, and still to come", player.owner, rows)]
    return [
        *kit.facts(player),
        *kit.columns(own.cards),
        *(kit.track_of(player.owner, track) for track in camps),
        *relics,
    ]


def lines(player: PlayerView) -> list[str]:
    """The same in words."""
    from render.root.style import title
    from render.root.words import cards

    own = player.own
    found = [f"{title(group.title)}: {cards(group.cards) or 'none'}" for group in own.cards]
    for track in own.tracks:
        if is_row(track):
            kind = track.kind.partition("-")[2]
            worth = ", ".join(map(str, track.points))
            found.append(f"Recovered {kind}: " + (f"{worth} points" if worth else "none"))
        else:
            found.append(f"{title(track.kind)}s: {track.total - track.left} of {track.total} on the map")
    return found


def is_row(track: TrackView) -> bool:
    """Is this a row of relics?"""
    return track.kind.startswith("relic-")


LOOKS = (
    Look(
        id="keepers",
        name="Keepers in Iron",
        short="Keepers",
        colour="97b0bc",
        safe="c2ccd2",
        buildings=("waystation",),
        tokens=("relic", "figure", "tablet", "jewelry"),
        cards={"faithful-retainer": ("Faithful Retainer", "bird")},
        board=board,
        lines=lines,
    ),
)
