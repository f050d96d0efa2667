"""9  What lies on a Vagabond's board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.vagabond.items import board
from engine.root.rootlog import inventory
from engine.root.rootlog.inventory import Inventory, lists
from engine.root.state import Owner, Root
from engine.root.view import ItemView


@lists("vagabond")
def pack(game: Root, owner: Owner, found: Inventory) -> None:
    """9.2.9, 9.5.5  The character, completed quests and relations, and all items."""
    own = board(game, owner)
    if own.character:
        found.cards(inventory.board(owner), [own.character])
    found.cards(inventory.board(owner), own.quests)
    for item in own.items:
        found.item(owner, ItemView(item=item.kind, exhausted=item.exhausted, damaged=item.damaged))
    for other, space in own.relations.items():
        found.settings[owner, f"relation:{other}"] = space
