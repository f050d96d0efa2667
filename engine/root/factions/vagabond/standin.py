"""9, D  What a stand-in knows of the Vagabond: items, ruins, quests, aid, and where to go."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from engine.root.data import CARDS, QUESTS
from engine.root.standin.instinct import MARKS, Instinct, always, register, weighs
from engine.root.standin.sight import Owner, Sight, keep_worth

ITEM = {
    "sword": 1.5,
    "torch": 1.4,
    "boot": 1.2,
    "hammer": 1.0,
    "crossbow": 1.0,
    "tea": 1.1,
    "coin": 1.0,
    "bag": 0.7,
}
GOOD_TO_NAME = {"vagabond.refresh", "vagabond.hideout"}
"""Questions in which the named items are helped; in all others they suffer."""


def ready(sight: Sight) -> Counter[str]:
    """Items that can be exhausted."""
    return Counter(i.item for i in sight.own.own.items if not i.exhausted and not i.damaged)


def here(sight: Sight) -> int:
    """The clearing I am in; 0 for a forest."""
    return next((c for c, clearing in sight.clearings.items() if sight.me in clearing.pawns), 0)


def damaged(sight: Sight) -> int:
    return sum(item.damaged for item in sight.own.own.items)


# --- going somewhere --------------------------------------------------------------------------------------


def visit(sight: Sight, clearing: int, items: Counter[str]) -> float:
    """What could be done in a clearing with these items."""
    place = sight.clearings[clearing]
    worth = 0.0
    if place.ruin and items["torch"]:
        worth += 2.0
    for quest in sight.view.quests:
        if QUESTS[quest].suit == place.suit and Counter[str](QUESTS[quest].items) <= items:
            worth = max(worth, 2.5)
    cards = [c for c in sight.hand if CARDS[c].suit in ("bird", place.suit)]
    if cards and items:
        worth += max((aid_worth(sight, other) for other in players_here(sight, clearing)), default=0.0)
    if items["sword"]:
        worth += max((fight(sight, clearing, other) for other in sight.someone_else(clearing)), default=0.0)
    return worth - 0.7 * hostile_here(sight, clearing)


def players_here(sight: Sight, clearing: int) -> list[str]:
    """9.5.4, A.6  Enemies who can be aided: hirelings are no players."""
    return [other for other in sight.someone_else(clearing) if other in sight.players]


def prospect(sight: Sight, place: int, items: Counter[str]) -> float:
    """What a place offers, and a little of what its neighbours offer."""
    around = max((visit(sight, near, items) for near in sight.near(place)), default=0.0)
    return visit(sight, place, items) + 0.3 * around


def hostile_here(sight: Sight, clearing: int) -> bool:
    """9.2.9.III.b  Warriors of the Hostile cost a boot."""
    relations = sight.own.own.relations
    return any(relations.get(o) == "hostile" for o, n in sight.clearings[clearing].warriors.items() if n)


def travel(sight: Sight, option: Any) -> float:
    """9.5.1  A boot, if the other place is better."""
    if option.ally:
        return -0.5
    items = ready(sight)
    items["boot"] -= 1
    stay = prospect(sight, here(sight), ready(sight)) if here(sight) else 0.0
    return prospect(sight, option.to, +items) - max(stay, 0.0) - 0.4


def slip(sight: Sight, option: Any) -> float:
    """9.4.2  For nothing; into a forest to rest when much is damaged."""
    if option.ally:
        return -0.5
    if isinstance(option.to, str):
        return 0.9 * damaged(sight) - 2.5
    stay = prospect(sight, here(sight), ready(sight)) if here(sight) else -0.5
    return prospect(sight, option.to, ready(sight)) - stay


def glide(sight: Sight, option: Any) -> float:
    """D.9.2"""
    stay = prospect(sight, here(sight), ready(sight)) if here(sight) else 0.0
    return prospect(sight, option.to, ready(sight)) - stay - 1.0


def forest(sight: Sight, option: Any) -> float:
    """9.3.2  A forest with many ruins around it."""
    near = sight.map.forests[option.forest].clearings
    return sum(sight.clearings[c].ruin for c in near if c in sight.clearings) + 0.1 * len(near)


# --- acting there -----------------------------------------------------------------------------------------


def fight(sight: Sight, clearing: int, enemy: str) -> float:
    """9.2.9.III  Pieces score; warriors score once their faction is Hostile, which has its price."""
    relation = sight.own.own.relations.get(enemy, "")
    hates = relation == "hostile"
    worth = sight.trade(clearing, enemy, swords(sight, sight.me), 1.0 if hates else 0.5, 0.5)
    first_blood = 0.0 if hates or not sight.warriors(enemy, clearing) else 0.8
    return worth - first_blood - 0.2


def battle(sight: Sight, option: Any) -> float:
    """9.5.2"""
    return fight(sight, option.clearing, option.defender)


def strike(sight: Sight, option: Any) -> float:
    """9.5.6  A building or token, or a warrior of those who hate me anyway."""
    if option.kind != "warrior":
        return 1.2
    return 0.4 if sight.own.own.relations.get(option.defender) == "hostile" else -0.6


def aid_worth(sight: Sight, other: str) -> float:
    """9.5.4  Items to take, and a better relationship."""
    player = sight.players[other]
    relation = sight.own.own.relations.get(other, "")
    items = max((ITEM.get(item.item, 1.0) for item in player.items), default=0.0)
    standing = {"hostile": -0.3, "": -0.3, "allied": 1.6, "indifferent": 0.9}.get(relation, 0.8)
    return items + standing


def aid(sight: Sight, option: Any) -> float:
    """9.5.4"""
    return aid_worth(sight, option.player) - 0.5 * keep_worth(sight, option.card) - 0.2


def repair(sight: Sight, option: Any) -> float:
    """9.5.7"""
    return 0.5 + ITEM.get(option.item, 1.0)


def item(sight: Sight, option: Any) -> float:
    """Items named in a question: the best to help, the least to suffer."""
    worth = ITEM.get(option.item, 1.0)
    if sight.ask.key in GOOD_TO_NAME:
        return float(worth - 2.0 * option.damaged + 3.0)
    return float(-worth + 0.9 * option.exhausted + 1.2 * option.damaged - 3.0)


def pay(sight: Sight, option: Any) -> float:
    """9.5.4  The item I need least."""
    plenty = 0.3 * (ready(sight)[option.item] - 1)
    return -ITEM.get(option.item, 1.0) + plenty


def find(sight: Sight, option: Any) -> float:
    """9.5.3, 9.5.4  The best item on offer."""
    return 1.0 + ITEM.get(option.item, 1.0)


def hideout(sight: Sight, option: Any) -> float:
    """D.3.2  Daylight ends, so only for much damage."""
    return min(damaged(sight), 3) - 1.9


def steal(sight: Sight, option: Any) -> float:
    """D.1.2"""
    return 0.8


def scorched_earth(sight: Sight, option: Any) -> float:
    """D.6.2  A torch for good, so only for a crowd."""
    place = here(sight)
    gone = sum(sight.pieces(e, place) + 0.3 * sight.warriors(e, place) for e in sight.enemies)
    return gone - 3.0


def day_labor(sight: Sight, option: Any) -> float:
    """D.2.2"""
    return keep_worth(sight, option.card) - 0.3


def quest_points(sight: Sight, option: Any) -> float:
    """9.5.5  Points, unless there is only one and the hand is empty."""
    return float(option.points) if option.points > 1 or len(sight.hand) > 2 else 0.25


def character(sight: Sight, option: Any) -> float:
    """D  Characters in the order the stand-in likes them."""
    return {"ranger": 3.0, "thief": 2.5, "tinker": 2.0, "ronin": 1.8, "arbiter": 1.5}.get(
        option.character, 0.0
    )


MARKS.update(
    {
        "character": character,
        "forest": forest,
        "travel": travel,
        "slip": slip,
        "glide": glide,
        "explore": always(3.0),
        "find": find,
        "take_item": find,
        "aid": aid,
        "exhaust": pay,
        "quest": always(3.5),
        "improvise": always(2.0),
        "quest_points": quest_points,
        "strike": strike,
        "repair": repair,
        "item": item,
        "steal": steal,
        "day_labor": day_labor,
        "hideout": hideout,
        "scorched_earth": scorched_earth,
        "instigate": always(-0.1),
        "ally": always(0.1),
        "lose_ally": always(-0.2),
        "coalition": always(-6.0),
    }
)
weighs("swift-strike")(always(0.3))


def swords(sight: Sight, owner: Owner) -> int:
    """9.2.6  Swords that are not damaged."""
    return sum(item.item == "sword" and not item.damaged for item in sight.players[owner].own.items)


class Wanderer(Instinct):
    """9, RB 7  Whoever fights with swords."""

    def fighters(self, sight: Sight, owner: Owner, clearing: int) -> int:
        """9.2.6"""
        return swords(sight, owner)


@register
class Vagabond(Wanderer):
    """9"""

    id = "vagabond"
    marks: ClassVar = {"battle": battle}
    item = 1.5
