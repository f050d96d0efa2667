"""12  What lies on the Duchy's board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.duchy.court import board
from engine.root.rootlog import inventory
from engine.root.rootlog.inventory import Inventory, lists
from engine.root.state import Owner, Root


@lists("duchy")
def court(game: Root, owner: Owner, found: Inventory) -> None:
    """12.5.3  Swayed ministers, and the cards that were revealed for them."""
    own = board(game, owner)
    found.cards(inventory.board(owner), own.swayed)
    found.reveal(owner, own.revealed)
