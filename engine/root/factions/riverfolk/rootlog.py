"""11  What lies on the Riverfolk's board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.riverfolk.funds import board
from engine.root.rootlog.inventory import WARRIOR, Inventory, lists
from engine.root.rootlog.inventory import board as place
from engine.root.state import Owner, Root

COMMITTED = "committed"


@lists("riverfolk")
def company(game: Root, owner: Owner, found: Inventory) -> None:
    """11.2.4, 11.2.6, 11.5  The prices, in others' turns the funds that are not committed, and whose are committed."""
    own = board(game, owner)
    for box in (own.committed, *own.crafting.values()):
        for whose, warriors in box.items():
            found.pieces(place(owner), whose, WARRIOR, -warriors)
            found.pieces(place(owner, COMMITTED), whose, WARRIOR, warriors)
    for service, price in own.prices.items():
        found.settings[owner, f"price:{service.replace('_', '-')}"] = str(price)
    if game.turn and game.active != owner:
        found.settings[owner, "funds"] = str(sum(own.funds.values()))
