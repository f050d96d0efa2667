"""15  What a stand-in knows of the Keepers: dig where it is safe, camp where relics lie, let the retinue grow."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.factions.keepers.facts import COLUMNS, DELVE, MOVE, PRINTED, RECOVER
from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import WARRIOR, hold, move, suit
from engine.root.standin.sight import Sight, keep_worth

UNKNOWN = sum(PRINTED.tracks["relic_values"]) / len(PRINTED.tracks["relic_values"])
"""What a hidden relic is worth on average."""
WANTED = {MOVE: 2, DELVE: 4, RECOVER: 3}
"""How many cards each column should have."""
CARD = 0.7
"""What a card of the retinue is worth."""


def worth_of(relic: str) -> float:
    """15.2.1  The value of a relic that lies value up, or a guess."""
    number = relic.partition("-")[2]
    return float(number) if number.isdigit() else UNKNOWN


def type_of(relic: str) -> str:
    """15.2.1  "relic-figure" and "figure-3" are figures."""
    return relic.removeprefix("relic-").partition("-")[0]


def relics(sight: Sight, clearing: int) -> list[str]:
    """My relics in a clearing."""
    tokens = sight.clearings[clearing].tokens
    return [token.kind for token in tokens if token.owner == sight.me]


def types_up(sight: Sight, clearing: int) -> set[str]:
    """15.2.2  The types of my waystations in a clearing."""
    pieces = sight.clearings[clearing].buildings
    return {piece.kind.partition("-")[2] for piece in pieces if piece.owner == sight.me}


def buried(sight: Sight, clearing: int) -> list[str]:
    """15.5.2.II.a  Relics in the forests beside a clearing."""
    near = sight.map.forests_at[clearing]
    return [token.kind for forest in sight.view.forests if forest.id in near for token in forest.tokens]


def ruled(sight: Sight, clearings: Any) -> int:
    """How many of these clearings I rule."""
    return sum(sight.clearings[c].ruler == sight.me for c in clearings)


def ruled_alike(sight: Sight, clearing: int) -> int:
    """15.5.2.III.c  Ruled clearings of the same suit."""
    of = sight.clearings[clearing].suit
    return ruled(sight, [c for c, place in sight.clearings.items() if place.suit == of])


def row(sight: Sight, kind: str) -> int:
    """15.5.2.III.a  How many relics of a type are recovered."""
    return sight.placed(f"relic-{kind}")


def completes(sight: Sight, kind: str) -> bool:
    """15.5.2.III.b  Would one more of this type fill a set?"""
    return all(row(sight, other) > row(sight, kind) for other in PRINTED.relics if other != kind)


@marks("encamp")
def encamp(sight: Sight, option: Any) -> float:
    """15.4.1  Where relics of the type lie or could be dug up, with somebody left to dig."""
    here, kind = option.clearing, option.kind.partition("-")[2]
    if kind in types_up(sight, here):
        return -1.0
    lying = sum(type_of(relic) == kind for relic in relics(sight, here))
    below = sum(type_of(relic) == kind for relic in buried(sight, here))
    stays = sight.warriors(sight.me, here) > 1
    return float(1.5 * lying + 0.35 * below + 0.6 * stays - 0.5 - 0.1 * sight.enemy_warriors(here))


@marks("decamp")
def decamp(sight: Sight, option: Any) -> float:
    """15.4.2  Only where nothing of that type is left to recover."""
    kind = option.kind.partition("-")[2]
    there = [*relics(sight, option.clearing), *buried(sight, option.clearing)]
    useful = any(type_of(relic) == kind for relic in there)
    return -1.0 if useful else 0.2 + 0.5 * len(relics(sight, option.clearing))


@marks("recruit_at")
def recruit(sight: Sight, option: Any) -> float:
    """15.4.3  Two warriors for a card."""
    here = sight.warriors(sight.me, option.clearing)
    gain = hold(sight, option.clearing, here + 2) - hold(sight, option.clearing, here)
    alone = 1.2 if here < 2 else 0.0
    return 2 * WARRIOR + gain + alone - 0.3 - 0.6 * keep_worth(sight, option.card)


@marks("delve")
def delve(sight: Sight, option: Any) -> float:
    """15.5.2.II  A relic, less the card if it is worth too much for what is ruled around its forest."""
    value, kind = worth_of(option.relic), type_of(option.relic)
    around = ruled(sight, sight.map.forests[option.forest].clearings)
    lost = CARD * (value > around)
    home = 1.0 * (kind in types_up(sight, option.clearing))
    return 1.0 + 0.4 * value + home + 0.5 * completes(sight, kind) - lost


@marks("recover")
def recover(sight: Sight, option: Any) -> float:
    """15.5.2.III  Points; the ones that cost the card come last."""
    value = worth_of(option.relic)
    lost = value > ruled_alike(sight, option.clearing)
    return 4.0 + 2.0 * completes(sight, type_of(option.relic)) + value - 3.0 * lost


@marks("carry")
def carry(sight: Sight, option: Any) -> float:
    """15.2.4  To a waystation of its type, or out of a place nobody guards any more."""
    origin, to = sight.ask.about["origin"], sight.ask.about["to"]
    if not isinstance(origin, int) or not isinstance(to, int) or to not in sight.clearings:
        return -0.1
    kind = type_of(option.relic)
    if kind in types_up(sight, origin):
        return -1.0
    return 2.0 if kind in types_up(sight, to) else 0.3


@marks("bury")
def bury(sight: Sight, option: Any) -> float:
    """15.2.5  Far from the Keepers."""
    keepers = [owner for owner, player in sight.players.items() if player.faction == "keepers"]
    around = [c for c in sight.map.forests[option.forest].clearings if c in sight.clearings]
    return -float(sum(sight.warriors(owner, c) for owner in keepers for c in around))


@marks("act_with")
def act_with(sight: Sight, option: Any) -> float:
    """15.5.2  Birds are kept for where nothing else fits."""
    return -0.5 * (suit(option.card) == "bird") - 0.1 * keep_worth(sight, option.card)


@marks("gather")
def gather(sight: Sight, option: Any) -> float:
    """15.6.2  More cards, more actions; those that match where my warriors are, and a card or two stay in hand."""
    has = {column: len(sight.column(column)) for column in COLUMNS}
    lacks = WANTED[option.column] - has[option.column]
    of = suit(option.card)
    mine = [c for c in sight.clearings if of in ("bird", sight.clearings[c].suit)]
    fits = any(sight.warriors(sight.me, c) for c in mine)
    return 0.6 * lacks + 0.4 * fits - 0.4 * keep_worth(sight, option.card) - 0.3 * (len(sight.hand) < 2)


def march(sight: Sight, option: Any) -> float:
    """15.2.4  A move, and the relics that could be brought to a waystation by it."""
    bring = [r for r in relics(sight, option.origin) if type_of(r) not in types_up(sight, option.origin)]
    home = sum(type_of(relic) in types_up(sight, option.to) for relic in bring)
    return move(sight, option) + 1.8 * float(min(home, option.warriors))


@register
class Keepers(Instinct):
    """15"""

    id = "keepers"
    marks: ClassVar = {"move": march, "shift": always(-0.3)}
    kinds: ClassVar = {
        **dict.fromkeys(PRINTED.buildings, 1.4),
        **{kind: 1.0 + 0.5 * worth_of(kind) for kind in PRINTED.tokens},
    }

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """15.5.2.II, 15.6.1  Beside a forest with relics, beside relics, and not too many together."""
        if not warriors:
            return -0.5 * len(relics(sight, clearing))
        dig = 0.7 * (bool(buried(sight, clearing)) and sight.rules_with(clearing, warriors))
        guard = 0.6 * bool(relics(sight, clearing))
        return dig + guard - 0.35 * max(0, warriors - 3)
