"""12.2.2, RB 10.2.2  The Burrow, whoever plays the Duchy: a clearing without a suit under every tunnel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.root.factions.duchy.court import tunnels
from engine.root.state import BURROW, Owner, Place, Root
from engine.root.voice import Voice
from engine.rules import Refusal


class Burrow(Voice):
    """12.2.2, RB 10.2.2  Only its owner goes there, and always rules it."""

    keeps_out: ClassVar[Refusal]

    def adds_clearings(self, game: Root, me: Owner) -> Sequence[int]:
        """12.2.2, RB 10.2.2  The Burrow is a clearing without a suit."""
        return (BURROW,)

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        """12.2.2, RB 10.2.2  The Burrow is adjacent to every clearing with a tunnel, and only the Duchy goes there."""
        near = super().extra_adjacent(game, me, mover, place)
        if mover != me:
            return near
        dug = tunnels(game, me)
        if place == BURROW:
            return [*near, *dug]
        return [*near, BURROW] if place in dug else near

    def rules_outright(self, game: Root, me: Owner, clearing: int) -> bool:
        """12.2.2, RB 10.2.2  The Duchy always rules the Burrow."""
        return clearing == BURROW

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """12.2.2, RB 10.2.2  Nobody else places anything in the Burrow."""
        return self.keeps_out if place == BURROW and placer != me else None

    def bars_moving(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        """12.2.2, RB 10.2.2  Nobody else moves into the Burrow."""
        return self.keeps_out if to == BURROW and mover != me else None
