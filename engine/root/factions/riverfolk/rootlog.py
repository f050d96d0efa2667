"""11  What lies on the Riverfolk's board, in the words of Rootlog."""

from __future__ import annotations

from engine.root.factions.riverfolk.funds import board
from engine.root.rootlog.inventory import Inventory, lists
from engine.root.state import Owner, Root


@lists("riverfolk")
def company(game: Root, owner: Owner, found: Inventory) -> None:
    """11.2.4, 11.2.6  The prices, and in others' turns the funds that are not committed."""
    own = board(game, owner)
    for service, price in own.prices.items():
        found.settings[owner, f"price:{service.replace('_', '-')}"] = str(price)
    if game.turn and game.active != owner:
        found.settings[owner, "funds"] = str(sum(own.funds.values()))
