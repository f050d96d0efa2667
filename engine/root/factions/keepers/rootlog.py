"""15  What lies on the Keepers' board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.keepers.camps import waystation
from engine.root.factions.keepers.facts import COLUMNS, RETAINER, TILES, board
from engine.root.rootlog import inventory
from engine.root.rootlog.inventory import Inventory, lists, place_name
from engine.root.state import Owner, Root


@lists("keepers")
def cellar(game: Root, owner: Owner, found: Inventory) -> None:
    """15.2.2, 15.5.2  The retinue by columns, recovered relics, and waystations with both of their sides."""
    own = board(game, owner)
    for number, column in enumerate(COLUMNS, 1):
        place = inventory.board(owner, str(number))
        found.relay([card for card in own.retinue[column] if card != RETAINER], inventory.board(owner), place)
        found.cards(place, [card for card in own.retinue[column] if card == RETAINER])
    for kind, values in own.recovered.items():
        for value in values:
            found.pieces(inventory.board(owner), owner, f"{kind}-{value}")
    for tile, (clearing, up) in own.camps.items():
        (below,) = set(TILES[tile]) - {up}
        found.pieces(place_name(clearing), owner, waystation(up), -1)
        found.pieces(place_name(clearing), owner, f"{waystation(up)}-{below}")
