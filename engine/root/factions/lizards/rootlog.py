"""10  What lies on the Lizards' board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.lizards.souls import board
from engine.root.rootlog import inventory
from engine.root.rootlog.inventory import DISCARD, SET_APART, Inventory, lists
from engine.root.state import Owner, Root


@lists("lizards")
def cult(game: Root, owner: Owner, found: Inventory) -> None:
    """10.2.5, 10.2.6, 10.5  The outcast; Lost Souls are not told from discarded cards, nor revealed ones from the hand."""
    own = board(game, owner)
    for card in own.lost_souls:
        pile = inventory.pile_of(card)
        found.relay([card], inventory.board(owner), SET_APART if pile == DISCARD else pile)
    found.reveal(owner, own.revealed)
    if own.outcast:
        found.settings[owner, "hated" if own.hated else "outcast"] = own.outcast
