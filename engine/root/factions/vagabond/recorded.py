"""9.3.3  The quests of a recorded game."""

from __future__ import annotations

from engine.root.data import QUESTS
from engine.root.rootlog.changes import Card
from engine.root.rootlog.oracle import Moment, Outcomes, arranged, card_ids, tells


@tells("setup.quests")
def quests(moment: Moment) -> Outcomes:
    """9.3.3, 9.5.5  The top quest is the last: they lie as they are laid out."""
    shown = [
        quest
        for change in moment.ahead
        if isinstance(change, Card) and change.to == "quests"
        for quest in card_ids(change)
    ]
    return [arranged(list(QUESTS), shown, last_first=True)]
