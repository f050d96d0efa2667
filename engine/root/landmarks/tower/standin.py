"""C.3.4, F.3  What a stand-in knows of the Tower: its clearing is worth ruling, turn after turn."""

from __future__ import annotations

from engine.root.standin.instinct import draws_to
from engine.root.standin.sight import Sight


@draws_to("tower")
def tower(sight: Sight, clearing: int, warriors: int) -> float:
    """C.3.4  A point for every Evening in which one rules there."""
    return 1.0 if sight.rules_with(clearing, warriors) else 0.0
