"""The marks of the stand-in, verb by verb: what an option is worth, roughly in points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.flow import Option
from engine.root.data import CARDS, TABLE
from engine.root.standin import wanderer
from engine.root.standin.sight import Sight, keep_worth

WARRIOR = 0.3
"""What a warrior is worth, mine or theirs."""
DOMINANCE = TABLE.dominance_clearings
FAR_FROM_WINNING = 20
UNKNOWN = -0.05
"""An option nobody has thought of: only if it must be."""


def mark(sight: Sight, option: Option) -> float:
    """The mark of an option."""
    judge = MARKS.get(option.verb)
    return judge(sight, option) if judge else UNKNOWN


# --- places -----------------------------------------------------------------------------------------------


def hold(sight: Sight, clearing: int, warriors: int) -> float:
    """What it is worth to have so many warriors in a clearing."""
    mine = sight.pieces(sight.me, clearing)
    worth = 0.12 * min(warriors, 5)
    if sight.rules_with(clearing, warriors):
        worth += 0.6 + 0.5 * mine + 0.4 * min(sight.open_slots(clearing), 2)
        worth += roost_site(sight, clearing)
    elif mine and not warriors:
        worth -= 0.4 * mine
    if warriors:
        worth += 0.5 * max(
            (attack(sight, clearing, enemy, warriors) for enemy in sight.someone_else(clearing)), default=0
        )
        worth += 0.9 * organizable(sight, clearing)
    return worth


def roost_site(sight: Sight, clearing: int) -> float:
    """7.5.2.IV  A place where a card of the Build column can be carried out."""
    if sight.faction != "eyrie" or sight.has(sight.me, "roost", clearing) or not sight.open_slots(clearing):
        return 0.0
    suits = {suit(card) for card in sight.column("build")}
    return 1.5 if suits & {"bird", sight.clearings[clearing].suit} else 0.0


def organizable(sight: Sight, clearing: int) -> bool:
    """8.6.1.IV  A place where a warrior could become sympathy."""
    return sight.faction == "alliance" and not sight.has(sight.me, "sympathy", clearing)


def outrage(sight: Sight, clearing: int) -> float:
    """8.2.6, RB 6.2.3  What it costs to walk into sympathy of others."""
    here = sight.clearings[clearing].tokens
    return 0.6 * any(piece.kind == "sympathy" and piece.owner != sight.me for piece in here)


def move(sight: Sight, option: Any) -> float:
    """4.2  What changes at both ends."""
    stays = sight.warriors(sight.me, option.origin)
    comes = sight.warriors(sight.me, option.to)
    change = hold(sight, option.to, comes + option.warriors) - hold(sight, option.to, comes)
    change += hold(sight, option.origin, stays - option.warriors) - hold(sight, option.origin, stays)
    return float(change - outrage(sight, option.to) - 0.1 + 0.3 * option.ferry)


def a_place(sight: Sight, option: Any) -> float:
    """A clearing for one more warrior or building of mine."""
    if option.clearing not in sight.clearings:
        return 0.0
    here = sight.warriors(sight.me, option.clearing)
    return hold(sight, option.clearing, here + 1) + 0.1 * sight.open_slots(option.clearing)


# --- battle -----------------------------------------------------------------------------------------------


def attack(sight: Sight, clearing: int, enemy: str, warriors: int) -> float:
    """4.3  What an attack with so many warriors would be worth."""
    return sight.trade(clearing, enemy, warriors, WARRIOR, WARRIOR + 0.05)


def battle(sight: Sight, option: Any) -> float:
    """4.3"""
    if wanderer.is_vagabond(sight):
        return wanderer.battle(sight, option)
    return attack(sight, option.clearing, option.defender, sight.warriors(sight.me, option.clearing))


def ambush(sight: Sight, option: Any) -> float:
    """4.3.1  Two hits are worth it unless there is hardly anybody to hit."""
    if sight.ask.key == "battle.foil":
        return 1.0
    clearing, enemy = int(sight.ask.about["clearing"]), str(sight.ask.about["enemy"])
    return WARRIOR * min(sight.warriors(enemy, clearing), 2) + 0.3 - 0.5


def use(sight: Sight, option: Any) -> float:
    """4.3.3  Effects in battle; those that cost the card only when they change much."""
    takes, deals = int(sight.ask.about.get("takes", 0)), int(sight.ask.about.get("deals", 0))
    return {
        "armorers": 0.3 * takes - 0.5,
        "sappers": 0.05,
        "brutal-tactics": -0.3,
        "swift-strike": 0.3,
    }.get(option.effect, 0.1 if deals or takes else -0.1)


def lose(sight: Sight, option: Any) -> float:
    """4.3.4  The cheapest goes first."""
    worth = {"wood": 0.2, "keep": 3.0, "sympathy": 1.0, "sawmill": 1.4, "workshop": 1.1, "recruiter": 1.3}
    return -worth.get(option.kind, 1.5)


# --- cards ------------------------------------------------------------------------------------------------


def suit(card: str) -> str:
    """The suit of a card; a loyal vizier is a bird."""
    return CARDS[card].suit if card in CARDS else "bird"


def spend(sight: Sight, option: Any) -> float:
    """The card that is worth the least to keep."""
    return -0.2 - keep_worth(sight, option.card)


def craft(sight: Sight, option: Any) -> float:
    """4.1  Points, a lasting effect, or the removal of enemies."""
    card = CARDS[option.card]
    if card.item:
        return 1.0 + card.points + 1.5 * wanderer.is_vagabond(sight)
    if card.kind == "immediate":
        hit = [c for c in sight.clearings if sight.clearings[c].suit == card.suit]
        return 0.5 + sum(
            sight.pieces(e, c) + WARRIOR * sight.warriors(e, c) for e in sight.enemies for c in hit
        )
    return 0.9


def hospital(sight: Sight, option: Any) -> float:
    """6.2.3  A card for several warriors, not for one."""
    return WARRIOR * int(sight.ask.about["warriors"]) - 0.25 - 0.4 * keep_worth(sight, option.card)


def outraged(sight: Sight, option: Any) -> float:
    """8.2.6  The cheapest card."""
    return -keep_worth(sight, option.card)


# --- Marquise ---------------------------------------------------------------------------------------------


def build(sight: Sight, option: Any) -> float:
    """6.5.4, 7.5.2.IV  Points, and first of all what brings more."""
    points = sight.next_points(option.kind)
    early = {
        "sawmill": 1.0 * (sight.placed("sawmill") < 3),
        "recruiter": 0.6 * (sight.placed("recruiter") < 2),
    }
    here = option.clearing
    safety = 0.08 * sight.warriors(sight.me, here) - 0.12 * sight.enemy_warriors(here)
    return 1.5 + points + early.get(option.kind, 0.0) + safety


def recruit(sight: Sight, option: Any) -> float:
    """6.5.3, 7.5.2.I, 8.6.1.III"""
    if option.clearing:
        here = sight.warriors(sight.me, option.clearing)
        return 0.35 + hold(sight, option.clearing, here + 1) - hold(sight, option.clearing, here)
    return WARRIOR * min(sight.placed("recruiter"), sight.own.supply) + 0.2


def overwork(sight: Sight, option: Any) -> float:
    """6.5.5  Wood, if there is too little for the next building."""
    costs = [
        t.costs[min(t.total - t.left, len(t.costs) - 1)] for t in sight.own.own.tracks if t.left and t.costs
    ]
    wood = sum(p.kind == "wood" for c in sight.clearings.values() for p in c.tokens if p.owner == sight.me)
    short = min(costs, default=0) - wood
    return (0.9 if short == 1 else 0.3) - 0.4 * keep_worth(sight, option.card) if short > 0 else -0.1


def spend_bird(sight: Sight, option: Any) -> float:
    """6.5  One more action, once the others are used."""
    return 0.8 - keep_worth(sight, option.card) if sight.ask.about.get("left") == 0 else -1.0


# --- Eyrie ------------------------------------------------------------------------------------------------


def decree(sight: Sight, option: Any) -> float:
    """7.4.2  A card that can be carried out every turn, in a column that helps."""
    of = suit(option.card)
    mine = [c for c in sight.clearings if of in ("bird", sight.clearings[c].suit)]
    warriors = [c for c in mine if sight.warriors(sight.me, c)]
    roosts = [c for c in mine if sight.has(sight.me, "roost", c)]
    cards = Counter(sight.column(option.column))
    worth = -0.3 * sum(cards.values()) - 0.5 * keep_worth(sight, option.card)
    if option.column == "recruit":
        worth += 2.0 if roosts and sight.own.supply >= 2 * (sum(cards.values()) + 1) else -3.0
    elif option.column == "move":
        worth += 1.8 if roosts or len(warriors) > 1 else -1.0
    elif option.column == "battle":
        worth += 0.6 if any(sight.someone_else(c) for c in warriors) else -3.0
    else:
        worth += build_column(sight, mine)
    return worth - 4.0 * bool(sight.ask.about.get("added"))


def build_column(sight: Sight, matching: list[int]) -> float:
    """7.5.2.IV  Is there a place for a roost now, or next to where my warriors are?"""
    if sight.column("build") or sight.placed("roost") > 5:
        return -2.0
    reach = {c for c in sight.clearings if sight.warriors(sight.me, c)}
    reach |= {near for c in tuple(reach) for near in sight.near(c)}
    sites = [
        c
        for c in matching
        if c in reach
        and sight.open_slots(c)
        and not sight.has(sight.me, "roost", c)
        and sight.enemy_warriors(c) < 3
    ]
    return 2.6 if sites else -2.0


def leader(sight: Sight, option: Any) -> float:
    """7.8  The one whose viziers are the easiest to serve."""
    return {"builder": 4.0, "charismatic": 3.0, "despot": 2.0, "commander": 1.0}.get(option.leader, 0.0)


# --- Alliance ---------------------------------------------------------------------------------------------


def spread(sight: Sight, option: Any) -> float:
    """8.4.2  Points, and a place that is not easily lost."""
    return 1.5 + sight.next_points("sympathy") - 0.1 * sight.enemy_warriors(option.clearing)


def revolt(sight: Sight, option: Any) -> float:
    """8.4.1  Enemy pieces, and a base."""
    here = option.clearing
    gone = sum(sight.pieces(e, here) + WARRIOR * sight.warriors(e, here) for e in sight.enemies)
    return 2.0 + gone


def mobilize(sight: Sight, option: Any) -> float:
    """8.5.2  Cards become supporters while there is room."""
    if sight.ask.about.get("full"):
        return -1.0
    return 1.0 - 0.5 * keep_worth(sight, option.card)


def train(sight: Sight, option: Any) -> float:
    """8.5.3  A few officers."""
    officers = sight.own.own.counts.get("officers", 0)
    return (1.6 if officers < 4 else 0.2) - 0.4 * keep_worth(sight, option.card)


def organize(sight: Sight, option: Any) -> float:
    """8.6.1.IV"""
    return 0.8 + sight.next_points("sympathy")


# --- dominance --------------------------------------------------------------------------------------------


def dominance(sight: Sight, option: Any) -> float:
    """3.3.1  Only when I rule what it asks for, with one more to spare, and am far from 30 points."""
    of = suit(option.card)
    ruled = {c for c, clearing in sight.clearings.items() if clearing.ruler == sight.me}
    if of == "bird":
        met = any(c in ruled and sight.map.opposite[c] in ruled for c in sight.map.corners)
    else:
        met = sum(sight.clearings[c].suit == of for c in ruled) > DOMINANCE
    return 2.0 if met and (sight.own.score or 0) < FAR_FROM_WINNING else -6.0


# --- effects of cards -------------------------------------------------------------------------------------


def royal_claim(sight: Sight, option: Any) -> float:
    """A point for each clearing I rule; worth waiting for a few."""
    return sum(clearing.ruler == sight.me for clearing in sight.clearings.values()) - 3.5


def bank(sight: Sight, option: Any) -> float:
    """Somebody draws with me: the one with the fewest points."""
    return 1.0 - 0.02 * (sight.players[option.player].score or 0)


def always(worth: float) -> Callable[[Sight, Any], float]:
    """The same mark for every option of a verb."""
    return lambda sight, option: worth


MARKS: dict[str, Callable[[Sight, Any], float]] = {
    "done": always(0.0),
    # places and battle
    "move": move,
    "clearing": a_place,
    "battle": battle,
    "ambush": ambush,
    "use": use,
    "lose": lose,
    "enlist": always(-0.1),
    # cards
    "craft": craft,
    "spend": spend,
    "give_back": spend,
    "give_card": outraged,
    "hospital": hospital,
    "draw": always(0.3),
    "dominance": dominance,
    "take_dominance": always(-6.0),
    "coalition": always(-6.0),
    "open_path": always(0.3),
    # Marquise
    "build": build,
    "recruit": recruit,
    "overwork": overwork,
    "spend_bird": spend_bird,
    # Eyrie
    "decree": decree,
    "turmoil": always(-5.0),
    "leader": leader,
    # Alliance
    "spread": spread,
    "revolt": revolt,
    "mobilize": mobilize,
    "train": train,
    "organize": organize,
    # effects
    "royal_claim": royal_claim,
    "better_burrow_bank": bank,
    "command_warren": battle,
    "stand_and_deliver": always(0.2),
    "tax_collector": always(-0.1),
    "league": always(0.1),
    **wanderer.MARKS,
}
