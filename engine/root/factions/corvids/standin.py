"""13  What a stand-in knows of the Corvids: hide plots where they last, flip them early, guess seldom."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.root.factions.corvids.plots import BACK, BOMB, EXTORTION, PLOTS, RAID, SNARE
from engine.root.standin.instinct import Instinct, always, marks, register
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Owner, Sight, keep_worth

GUESSES = len(PLOTS)


def is_plot(kind: str) -> bool:
    return kind == BACK or kind in PLOTS


def kind_in(sight: Sight, clearing: int) -> str:
    """The plot in a clearing as I may see it, or ""."""
    return next((token.kind for token in sight.clearings[clearing].tokens if is_plot(token.kind)), "")


def face_up(sight: Sight) -> int:
    """How many plots lie face up."""
    tokens = [token for clearing in sight.clearings.values() for token in clearing.tokens]
    return sum(is_plot(token.kind) and not token.hidden for token in tokens)


def harm(sight: Sight, clearing: int) -> float:
    """What the enemies have in a clearing."""
    return sum(sight.pieces(e, clearing) + WARRIOR * sight.warriors(e, clearing) for e in sight.enemies)


@marks("flip_plot")
def flip(sight: Sight, option: Any) -> float:
    """13.4.2  Points for every plot that lies open; a bomb waits for somebody worth it."""
    points = 1.0 + face_up(sight)
    if kind_in(sight, option.clearing) == BOMB:
        return points - 1.0 + harm(sight, option.clearing)
    return points


@marks("plot")
def plot(sight: Sight, option: Any) -> float:
    """13.5.2  A plot is points to come; it should last, and a warrior should stay to flip it."""
    here, cost = sight.warriors(sight.me, option.clearing), int(sight.ask.about.get("cost", 1))
    stays = 0.8 if here > cost else 0.0
    drawn = 0.6 if sight.ask.key == "corvids.exert" else 0.0
    return (
        1.6
        + stays
        + face_up(sight) * 0.3
        - WARRIOR * cost
        - 0.15 * sight.enemy_warriors(option.clearing)
        - drawn
    )


@marks("plot_kind")
def plot_kind(sight: Sight, option: Any) -> float:
    """13.7  A bomb where there is much to gain, else what lasts longest."""
    clearing = int(sight.ask.about["clearing"])
    if option.plot == BOMB:
        return harm(sight, clearing) - 1.0
    return {EXTORTION: 1.0, SNARE: 0.8, RAID: 0.6 + 0.2 * sight.enemy_warriors(clearing)}[option.plot]


@marks("recruit_with")
def recruit(sight: Sight, option: Any) -> float:
    """13.4.3  A warrior in each clearing of the suit, for a card."""
    count: int = sum(place.suit == option.suit for place in sight.clearings.values())
    return WARRIOR * count + 0.6 - keep_worth(sight, option.card)


@marks("expose")
def expose(sight: Sight, option: Any) -> float:
    """13.2.4  One guess in four is right, unless somebody has narrowed it down; cards are dear."""
    return 1.3 / GUESSES - 0.5 * min((keep_worth(sight, card) for card in sight.hand), default=1.0) - 0.2


@marks("show_card")
def show(sight: Sight, option: Any) -> float:
    """13.2.4  The cheapest card."""
    return -keep_worth(sight, option.card)


@register
class Corvids(Instinct):
    """13"""

    id = "corvids"
    kinds: ClassVar = {BACK: 1.0, RAID: 0.2, BOMB: 1.0, SNARE: 1.5, EXTORTION: 1.8}
    marks: ClassVar = {"trick": always(-0.2)}

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """13.4.2, 13.5.2  A witness for a face-down plot, or a place where one could be hidden."""
        kind = kind_in(sight, clearing)
        if kind:
            hidden = any(token.hidden for token in sight.clearings[clearing].tokens if is_plot(token.kind))
            return 1.2 * (warriors > 0 and hidden)
        return 0.5 * (warriors > 1) + 0.3 * (warriors > 0)

    def extra_hits(self, sight: Sight, owner: Owner, clearing: int) -> int:
        """13.2.5  Embedded Agents."""
        return int(any(t.hidden and t.owner == owner for t in sight.clearings[clearing].tokens))
