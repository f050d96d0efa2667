"""14  What a stand-in knows of the Hundreds: clear clearings of enemies, keep the warlord among many, spread mobs."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.factions.hundreds.facts import BITTER, JUBILANT, MOB, RELENTLESS, ROWDY, STUBBORN, WRATHFUL
from engine.root.standin.instinct import MARKS, Instinct, always, marks, register
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Sight, keep_worth

MOOD = {RELENTLESS: 0.9, WRATHFUL: 0.8, ROWDY: 0.7, STUBBORN: 0.6, JUBILANT: 0.3, BITTER: 0.1}


def targets(sight: Sight, clearing: int) -> int:
    """14.4.1  What a mob would raze."""
    return sum(sight.pieces(enemy, clearing) for enemy in sight.enemies)


@marks("mood")
def mood(sight: Sight, option: Any) -> float:
    return MOOD.get(option.mood, 0.2)


@marks("incite")
def incite(sight: Sight, option: Any) -> float:
    """14.6.1  A mob where there is something to raze; never the last cards."""
    return 0.9 * targets(sight, option.clearing) + 0.2 * len(sight.hand) - 0.7


@marks("spend_on")
def spend(sight: Sight, option: Any) -> float:
    return -keep_worth(sight, option.card)


@marks("build_stronghold")
def build(sight: Sight, option: Any) -> float:
    """14.5.2.III  A warrior every turn; safest where nobody else is."""
    return 1.4 + 0.1 * len(sight.hand) - 0.15 * sight.enemy_warriors(option.clearing)


@marks("loot")
def loot(sight: Sight, option: Any) -> float:
    """14.2.5  An item is worth a few hits, if the clearing is likely to be ours."""
    here, enemy = int(sight.ask.about["clearing"]), str(sight.ask.about["enemy"])
    return 0.8 if sight.warriors(sight.me, here) > sight.warriors(enemy, here) + 2 else -0.2


@marks("lose_warlord")
def lose_warlord(sight: Sight, option: Any) -> float:
    return -3.0


MARKS.update(
    {
        "hoard_item": always(0.0),
        "keep_item": always(1.6),
        "score_item": lambda sight, option: float(sight.ask.about.get("points", 1)) - 0.2,
        "squander": always(-1.0),
        "ruin_item": always(0.5),
        "roll_mob": always(0.4),
        "spare_warlord": always(0.0),
        "take_warlord": always(0.1),
        "loot_item": always(0.5),
    }
)


@register
class Hundreds(Instinct):
    """14"""

    id = "hundreds"
    kinds: ClassVar = {MOB: 0.5, "stronghold": 2.0}
    item = 1.0

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """14.6.2  A clearing that is oppressed, or could be after a battle."""
        if not warriors:
            return 0.0
        alone = not sight.enemy_warriors(clearing) and not targets(sight, clearing)
        return 0.9 * alone + WARRIOR * (warriors > 3)
