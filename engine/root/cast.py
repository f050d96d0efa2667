"""Who speaks at a table now: the players' factions and crafted cards, then the guests."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.root.cards import EFFECTS
from engine.root.data import CARDS
from engine.root.faction import FACTIONS
from engine.root.state import Owner, Root
from engine.root.voice import GUESTS, Cast, Voice


def assemble(game: Root) -> Cast:
    """The voices in turn order; a player's cards speak after the faction."""
    found: list[tuple[Owner, Voice]] = []
    for owner in game.order:
        found.append((owner, FACTIONS[game.plays[owner]]))
        found += [(owner, EFFECTS[CARDS[card].effect]) for card in game.players[owner].crafted]
    found += [(name, GUESTS[guest.plays]) for name, guest in game.guests.items()]
    return Cast(tuple(found))


def recast(game: Root) -> None:
    """Find out anew who speaks: a seat took a faction, a guest came, somebody laid the table."""
    game.__dict__.pop("cast", None)


def recast_card(game: Root, effect: Voice) -> None:
    """A card came into play or left it: whatever it has nothing to say about stays as it is known."""
    known = game.__dict__.pop("cast", None)
    if known is not None:
        game.cast.inherit(known, effect)


def open_table(game: Root) -> None:
    """Somebody comes to a table that was laid or loaded: find out who speaks there, once."""
    if "opened" not in game.__dict__:
        recast(game)
        game.__dict__["opened"] = True


def what_if(game: Root, **changes: Any) -> Root:
    """The table with some things otherwise and the same voices; only for asking."""
    other = msgspec.structs.replace(game, **changes)
    other.__dict__["cast"] = game.cast
    return other
