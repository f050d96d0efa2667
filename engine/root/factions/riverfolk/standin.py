"""11  What a stand-in knows of the Riverfolk, and of buying from them: funds are dividends, pairs are trade posts."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.data import CARDS
from engine.root.factions.riverfolk.funds import HAND_CARD, MERCENARIES, POSTS, RIVERBOATS
from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import WARRIOR, battle, craft, move, recruit
from engine.root.standin.sight import Sight, keep_worth

FAIR = {HAND_CARD: 2, RIVERBOATS: 1, MERCENARIES: 2}
"""Prices that somebody might pay."""
DIVIDEND = 0.5
"""11.4.2  What a fund is worth that is left alone."""
SPENT = 0.9
"""What a fund is worth that does not come back."""
PAIR = 2
CARDS_ENOUGH = 4


def funds(sight: Sight) -> dict[str, int]:
    return sight.own.own.warriors.get("funds", {})


def has_post(sight: Sight) -> bool:
    """11.4.2  Is there a trade post on the map?"""
    return any(sight.has(sight.me, kind, c) for c in sight.clearings for kind in POSTS.values())


def price_of_acting(sight: Sight) -> float:
    """11.4.2, 11.5  A committed fund comes back, but pays no dividend; without a trade post none does."""
    return DIVIDEND if has_post(sight) else 0.1


@marks("establish")
def establish(sight: Sight, option: Any) -> float:
    """11.5.6  Points, dividends to come, and a place that should last."""
    first = 1.5 * (not has_post(sight))
    return 3.0 + first - PAIR * DIVIDEND - 0.15 * sight.enemy_warriors(option.clearing)


@marks("fund")
def fund(sight: Sight, option: Any) -> float:
    """11.5  Odd ones first: two of a kind can be a trade post. As few at once as can be."""
    mine = funds(sight).get(option.player, 0)
    own = 0.5 if option.player == sight.me else 0.0
    return mine % PAIR + own - 0.01 * float(option.warriors)


@marks("export")
def export(sight: Sight, option: Any) -> float:
    """11.5.3.I  A new fund for a card nobody will miss."""
    cost = len(CARDS[option.card].cost) * price_of_acting(sight)
    return 0.9 * bool(sight.own.supply) - 0.4 * keep_worth(sight, option.card) - cost


@marks("set_price")
def set_price(sight: Sight, option: Any) -> float:
    """11.6.2  Fair prices."""
    fair = FAIR[option.service]
    if sight.own.own.counts.get(option.service) == fair:
        return -1.0
    return 0.2 - 0.3 * float(abs(option.price - fair))


def draw(sight: Sight, option: Any) -> float:
    """11.5.4  Cards are goods."""
    return 0.75 - price_of_acting(sight) - 0.4 * (len(sight.hand) >= CARDS_ENOUGH)


# --- buyers -----------------------------------------------------------------------------------------------


def payment(sight: Sight, price: int) -> float:
    """11.2.6  What the price hurts: who has few warriors left needs them, and all of it feeds a rival."""
    each = 0.35 if sight.own.supply > PAIR * price else 0.6
    return each * price


@marks("buy_card")
def buy_card(sight: Sight, option: Any) -> float:
    """11.2.7.I  A good card."""
    return 0.3 + keep_worth(sight, option.card) - payment(sight, option.price)


@marks("buy")
def buy(sight: Sight, option: Any) -> float:
    """11.2.7.III  Mercenaries where they stand beside somebody to fight; boats for nobody who does not plan."""
    if option.service != MERCENARIES:
        return -0.2
    seller = next((o for o, p in sight.players.items() if p.faction == "riverfolk"), "")
    helped = sum(
        min(sight.warriors(seller, c), 3) * (len(sight.someone_else(c)) > 1)
        for c in sight.clearings
        if seller and sight.warriors(seller, c) and sight.warriors(sight.me, c)
    )
    return WARRIOR * helped - payment(sight, option.price)


@register
class Riverfolk(Instinct):
    """11"""

    id = "riverfolk"
    kinds: ClassVar = dict.fromkeys(POSTS.values(), 2.5)
    marks: ClassVar = {
        "move": lambda sight, option: move(sight, option) - price_of_acting(sight),
        "battle": lambda sight, option: battle(sight, option) - price_of_acting(sight),
        "craft": lambda sight, option: (
            craft(sight, option) - len(CARDS[option.card].cost) * price_of_acting(sight)
        ),
        "recruit": lambda sight, option: recruit(sight, option) - SPENT,
        "draw": draw,
        "post": always(0.0),
    }

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """11.5.6  A trade post wants a garrison; a ruled clearing takes own funds."""
        here = any(sight.has(sight.me, kind, clearing) for kind in POSTS.values())
        return 0.4 * here * min(warriors, 3)
