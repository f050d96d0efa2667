"""Who speaks at a table now: the players' factions and crafted cards, then the guests."""

from __future__ import annotations

from engine.root.cards import EFFECTS
from engine.root.data import CARDS
from engine.root.faction import FACTIONS
from engine.root.happen import EVERYBODY
from engine.root.state import Owner, Root
from engine.root.voice import GUESTS, Cast, Voice


def cast_key(game: Root) -> object:
    """What the cast depends on: who plays what, the cards in play, the guests."""
    return (
        [*game.order],
        [*game.plays.values()],
        [[*player.crafted] for player in game.players.values()],
        [guest.plays for guest in game.guests.values()],
    )


def assemble(game: Root) -> Cast:
    """The voices in turn order; a player's cards speak after the faction."""
    found: list[tuple[Owner, Voice]] = []
    for owner in game.order:
        found += [(owner, EVERYBODY), (owner, FACTIONS[game.plays[owner]])]
        found += [(owner, EFFECTS[CARDS[card].effect]) for card in game.players[owner].crafted]
    found += [(name, GUESTS[guest.plays]) for name, guest in game.guests.items()]
    return Cast(cast_key(game), tuple(found))


def recast(game: Root) -> None:
    """Ask anew who speaks, if that has changed. Called wherever the platform comes in."""
    known = game.__dict__.get("cast")
    if known is not None and known.key != cast_key(game):
        del game.__dict__["cast"]
