"""F.5  What a stand-in knows of the Black Market: an unknown card is better than a poor one."""

from __future__ import annotations

from typing import Any

from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight, keep_worth

UNKNOWN_CARD = 0.7
"""What a card nobody has seen is worth on average."""
TROUBLE = 0.1


@marks("market_swap")
def swap(sight: Sight, option: Any) -> float:
    """F.5  Give the card that is worth the least, if the average one is better."""
    return UNKNOWN_CARD - keep_worth(sight, option.card) - TROUBLE
