"""Who speaks at a table now: the players' factions and crafted cards, then the guests."""

from __future__ import annotations

from engine.root.cards import EFFECTS
from engine.root.data import CARDS
from engine.root.faction import FACTIONS
from engine.root.happen import EVERYBODY
from engine.root.state import Owner, Root
from engine.root.voice import GUESTS, Cast, Voice


def size_of(game: Root) -> int:
    """How many speak: a cheap sign that somebody came or went."""
    size = len(game.guests)
    for player in game.players.values():
        size = size * 64 + len(player.crafted)
    return size


def assemble(game: Root) -> Cast:
    """The voices in turn order; a player's cards speak after the faction."""
    found: list[tuple[Owner, Voice]] = []
    for owner in game.order:
        found += [(owner, EVERYBODY), (owner, FACTIONS[game.plays[owner]])]
        found += [(owner, EFFECTS[CARDS[card].effect]) for card in game.players[owner].crafted]
    found += [(name, GUESTS[guest.plays]) for name, guest in game.guests.items()]
    return Cast(size_of(game), tuple(found))


def recast(game: Root) -> None:
    """Find out anew who speaks: a card came into play or left it, a seat took a faction, a guest came."""
    game.__dict__.pop("cast", None)


def recast_if_changed(game: Root) -> None:
    """Find out anew who speaks if their number has changed. Called wherever the platform comes in."""
    known = game.__dict__.get("cast")
    if known is not None and known.size != size_of(game):
        recast(game)
