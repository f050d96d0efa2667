"""14  What lies on the Hundreds' board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.hundreds.hoard import board
from engine.root.rootlog import inventory
from engine.root.rootlog.inventory import WARRIOR, Inventory, lists, place_name
from engine.root.state import Owner, Root
from engine.root.view import ItemView

WARLORD = "warlord"


@lists("hundreds")
def camp(game: Root, owner: Owner, found: Inventory) -> None:
    """14.2.2, 14.2.4, 14.4.4  The warlord is a piece of his own; the Hoard; the mood."""
    own = board(game, owner)
    found.pieces(place_name(own.warlord) if own.warlord else inventory.board(owner), owner, WARRIOR, -1)
    if own.warlord:
        found.pieces(place_name(own.warlord), owner, WARLORD)
    for items in own.hoard.values():
        for item in items:
            found.item(owner, ItemView(item=item))
    if own.mood:
        found.cards(inventory.board(owner), [own.mood])
