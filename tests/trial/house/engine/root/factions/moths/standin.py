"""T  What a stand-in knows of the Moths."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.standin.instinct import Instinct, marks, register
from engine.root.standin.sight import Sight, keep_worth


@marks("light")
def light(sight: Sight, option: Any) -> float:
    """T.2  Points."""
    return 2.0 + sight.next_points("lantern")


@marks("dream")
def dream(sight: Sight, option: Any) -> float:
    """T.3  The worst card."""
    return 0.4 - keep_worth(sight, option.card)


@register
class Moths(Instinct):
    """T"""

    id = "moths"
    kinds: ClassVar = {"lantern": 1.2}
