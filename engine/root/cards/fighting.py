"""Effects used in step 3 of a battle, by the side whose player has the card in play."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow
from engine.root.actions.battle import Side
from engine.root.cards import Effect
from engine.root.state import Owner, Root


class BattleEffect(Effect):
    """4.3.3  An optional effect in battle."""

    def helps(self, game: Root, side: Side) -> bool:
        """4.3.3  May this side use it now?"""
        return False

    def use(self, game: Root, side: Side) -> Flow[None]:
        """4.3.3  What it does."""
        yield from ()

    def usable_in_battle(self, game: Root, me: Owner, side: Side) -> Sequence[str]:
        return (self.id,) if side.owner == me and self.helps(game, side) else ()

    def use_in_battle(self, game: Root, me: Owner, side: Side, effect: str) -> Flow[None]:
        yield from self.use(game, side)
