"""The marks of the verbs all factions share. What a faction or a card adds stands in its own `standin.py`."""

from __future__ import annotations

from typing import Any

from engine.flow import Option
from engine.root.data import CARDS, TABLE
from engine.root.standin.instinct import DRAWS, EFFECTS, MARKS, Judge, always
from engine.root.standin.sight import Sight, keep_worth

WARRIOR = 0.3
"""What a warrior is worth, mine or theirs."""
DOMINANCE = TABLE.dominance_clearings
FAR_FROM_WINNING = 20
UNKNOWN = -0.05
"""An option nobody has thought of: only if it must be."""


def mark(sight: Sight, option: Option) -> float:
    """The mark of an option."""
    return judge_of(sight, option.verb)(sight, option)


def judge_of(sight: Sight, verb: str) -> Judge:
    """Who judges the options of a verb: my own faction, or what is known to all."""
    return sight.instinct.marks.get(verb) or MARKS.get(verb) or always(UNKNOWN)


# --- places -----------------------------------------------------------------------------------------------


def hold(sight: Sight, clearing: int, warriors: int) -> float:
    """What it is worth to have so many warriors in a clearing; many moves ask the same, so it is worked out once."""
    known = sight.held.get((clearing, warriors))
    if known is None:
        known = sight.held[clearing, warriors] = worth_holding(sight, clearing, warriors)
    return known


def worth_holding(sight: Sight, clearing: int, warriors: int) -> float:
    """What so many warriors there rule, guard, draw and could attack."""
    mine = sight.pieces(sight.me, clearing)
    worth = 0.12 * min(warriors, 5)
    if sight.rules_with(clearing, warriors):
        worth += 0.6 + 0.5 * mine + 0.4 * min(sight.open_slots(clearing), 2)
    elif mine and not warriors:
        worth -= 0.4 * mine
    if warriors:
        worth += 0.5 * max(
            (attack(sight, clearing, enemy, warriors) for enemy in sight.someone_else(clearing)), default=0
        )
    worth += sum(
        DRAWS[mark](sight, clearing, warriors) for mark in sight.clearings[clearing].marks if mark in DRAWS
    )
    return worth + sight.instinct.place(sight, clearing, warriors)


def move(sight: Sight, option: Any) -> float:
    """4.2  What changes at both ends."""
    stays = sight.warriors(sight.me, option.origin)
    comes = sight.warriors(sight.me, option.to)
    change = hold(sight, option.to, comes + option.warriors) - hold(sight, option.to, comes)
    change += hold(sight, option.origin, stays - option.warriors) - hold(sight, option.origin, stays)
    return float(change - sight.toll(option.to) - 0.1 + 0.3 * option.boat)


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
    return attack(sight, option.clearing, option.defender, sight.warriors(sight.me, option.clearing))


def ambush(sight: Sight, option: Any) -> float:
    """4.3.1  Two hits are worth it unless there is hardly anybody to hit."""
    if sight.ask.key == "battle.foil":
        return 1.0
    clearing, enemy = int(sight.ask.about["clearing"]), str(sight.ask.about["enemy"])
    return WARRIOR * min(sight.warriors(enemy, clearing), 2) + 0.3 - 0.5


def use(sight: Sight, option: Any) -> float:
    """4.3.3  Effects in battle: what is known of them, or whether there is anything to change."""
    weighs = EFFECTS.get(option.effect)
    if weighs:
        return weighs(sight, option)
    return 0.1 if sight.ask.about.get("deals") or sight.ask.about.get("takes") else -0.1


def lose(sight: Sight, option: Any) -> float:
    """4.3.4  The cheapest goes first."""
    return -sight.instinct.kinds.get(option.kind, 1.5)


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
        return 1.0 + card.points + sight.instinct.item
    if card.kind == "immediate":
        hit = [c for c in sight.clearings if sight.clearings[c].suit == card.suit]
        return 0.5 + sum(
            sight.pieces(e, c) + WARRIOR * sight.warriors(e, c) for e in sight.enemies for c in hit
        )
    return 0.9


def building(sight: Sight, option: Any) -> float:
    """Points, and a place that is not easily lost."""
    here = option.clearing
    safety = 0.08 * sight.warriors(sight.me, here) - 0.12 * sight.enemy_warriors(here)
    return 1.5 + sight.next_points(option.kind) + safety


def recruit(sight: Sight, option: Any) -> float:
    """A warrior where it changes the most."""
    here = sight.warriors(sight.me, option.clearing)
    return 0.35 + hold(sight, option.clearing, here + 1) - hold(sight, option.clearing, here)


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


MARKS.update(
    {
        "done": always(0.0),
        # places and battle
        "move": move,
        "clearing": a_place,
        "battle": battle,
        "ambush": ambush,
        "use": use,
        "lose": lose,
        "enlist": always(-0.1),
        "build": building,
        "recruit": recruit,
        # cards
        "craft": craft,
        "spend": spend,
        "draw": always(0.3),
        "dominance": dominance,
        "take_dominance": always(-6.0),
        "open_path": always(0.3),
    }
)
