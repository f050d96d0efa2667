"""F.4  The Lost City: its clearing is of every suit."""

from __future__ import annotations

from collections.abc import Sequence

from engine.root.data import CLEARING_SUITS
from engine.root.landmark import Landmark, stands
from engine.root.state import Owner, Root
from engine.root.voice import guest


@guest
class LostCity(Landmark):
    """F.4, G.1.21, F.4.1  Fox, mouse and rabbit at once; whoever uses it chooses each time."""

    id = "lost-city"

    def adds_suits(self, game: Root, me: Owner, clearing: int) -> Sequence[str]:
        """F.4  All suits."""
        return CLEARING_SUITS if clearing == stands(game, me) else ()
