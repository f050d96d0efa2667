"""7  What lies on the Eyrie's board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.eyrie.faction import COLUMNS, VIZIER, board
from engine.root.rootlog import inventory
from engine.root.rootlog.changes import Change, Set
from engine.root.rootlog.differ import tells
from engine.root.rootlog.inventory import Inventory, lists
from engine.root.state import Owner, Root
from engine.rules import Event


@lists("eyrie")
def decree(game: Root, owner: Owner, found: Inventory) -> None:
    """7.4.2, 7.3.4  The decree by columns and the leader; the viziers follow from the leader."""
    own = board(game, owner)
    for column in COLUMNS:
        cards = [card for card in own.decree[column] if card != VIZIER]
        found.relay(cards, inventory.board(owner), inventory.board(owner, column))
    if own.leader:
        found.cards(inventory.board(owner), [own.leader])


@tells("turmoil")
def purged(event: Event) -> tuple[Change, ...]:
    """7.7.2, 7.7.3  All cards of the decree are discarded, and the leader is deposed."""
    return (Set(event.about["owner"], "decree", "none"),)
