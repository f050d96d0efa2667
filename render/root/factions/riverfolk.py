"""How the Riverfolk Company looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.root.looks import Look
from render.root.style import title, words

if TYPE_CHECKING:
    from engine.root.view import PlayerView, TrackView
    from render.flow import Block
    from render.root.blocks import Kit


def board(kit: Kit, player: PlayerView) -> list[Block]:
    """Funds first, then what is on sale, the trade posts together, and the open hand; of a bot also its level."""
    own = player.own
    supply = [kit.count("warriors in supply", player.supply)] if player.supply else []
    texts = [kit.line(name, text) for name, text in own.texts.items()]
    found = kit.lines([*supply, *(kit.box(name, box) for name, box in own.warriors.items()), *texts])
    if own.counts:
        prices = [kit.count(service, price) for service, price in own.counts.items()]
        found += kit.lines([kit.labelled("Prices", "", prices)])
    tracks = [kit.labelled(posts(track), "", [kit.track(player.owner, track)]) for track in own.tracks]
    found += kit.lines(tracks)
    return found + [block for group in own.cards for block in kit.cards(group)]


def lines(player: PlayerView) -> list[str]:
    """The board in words; an open hand is told with everybody's, the market of a bot here."""
    from render.root.words import cards, kept  # it reads the looks, this one too

    own = player.own
    found = [f"{name}: {text}" for name, text in own.texts.items()]
    found += [f"{name.capitalize()}: {kept(box)}" for name, box in own.warriors.items()]
    prices = [f"{words(service)} {price}" for service, price in own.counts.items()]
    found += [f"Prices: {', '.join(prices)}"] if prices else []
    left = [f"{suit_of(track)} {track.left} of {track.total}" for track in own.tracks]
    market = [f"{title(group.title)}: {cards(group.cards) or 'empty'}" for group in own.cards if player.board]
    return [*found, f"Trade posts on the board: {', '.join(left)}", *market]


def posts(track: TrackView) -> str:
    """What a track of trade posts is called."""
    return f"{title(suit_of(track))} posts"


def suit_of(track: TrackView) -> str:
    """The suit of a track of trade posts."""
    return track.kind.partition("-")[2]


LOOKS = (
    Look(
        id="riverfolk",
        name="Riverfolk Company",
        short="Riverfolk",
        colour="47b0a6",
        safe="79cdf2",
        tokens=("tradepost",),
        board=board,
        lines=lines,
    ),
)
