"""What a stand-in knows of a faction, from its own file: `standin.py` in the faction's folder, found by itself.

An `Instinct` has a neutral answer to everything. `@marks` gives a verb its mark, whoever is asked; `Instinct.marks`
is for the faction's own seat alone. `@weighs` gives an effect in battle its worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from engine.root.view import PlayerView

if TYPE_CHECKING:
    from engine.root.standin.sight import Owner, Sight

Judge = Callable[["Sight", Any], float]
"""What an option is worth, roughly in points."""


Draw = Callable[["Sight", int, int], float]
"""What so many warriors of mine in a clearing are worth, because of what stands there."""


class Instinct:
    """The neutral answers, all from what the stand-in's seat may see."""

    id: ClassVar[str] = ""
    """What an owner plays: "marquise", "clockwork-marquise"."""
    marks: ClassVar[Mapping[str, Judge]] = {}
    """Marks for its own seat alone, where they differ from everybody's."""
    kinds: ClassVar[Mapping[str, float]] = {}
    """What its own buildings and tokens are worth when one must go; others 1.5."""
    item: ClassVar[float] = 0.0
    """What a crafted item is worth to it besides its points."""
    wins_ties: ClassVar[bool] = False
    """2.5  Does it rule when tied?"""
    higher_roll: ClassVar[bool] = False
    """4.3.2  Does it take the higher die when it defends?"""

    def place(self, sight: Sight, clearing: int, warriors: int) -> float:
        """What so many warriors of its own in a clearing are worth besides rule and battle."""
        return 0.0

    def fighters(self, sight: Sight, owner: Owner, clearing: int) -> int:
        """4.3.2.I  How many hits it can roll as defender."""
        return sight.warriors(owner, clearing)

    def extra_hits(self, sight: Sight, owner: Owner, clearing: int) -> int:
        """4.3.3.I  Extra hits it deals as defender."""
        return 0

    def toll(self, sight: Sight, owner: Owner, clearing: int) -> float:
        """What it costs others to walk into a clearing."""
        return 0.0


INSTINCTS: dict[str, Instinct] = {}
MARKS: dict[str, Judge] = {}
"""By verb, whoever is asked."""
DRAWS: dict[str, Draw] = {}
"""By the mark in a clearing: a landmark."""
EFFECTS: dict[str, Judge] = {}
"""Effects in battle, by name."""
_NEUTRAL = Instinct()


def register(instinct: type[Instinct]) -> type[Instinct]:
    """Class decorator: one line makes an instinct known."""
    INSTINCTS[instinct.id] = instinct()
    return instinct


def marks(*verbs: str) -> Callable[[Judge], Judge]:
    """The mark of these verbs, whoever is asked."""

    def known(judge: Judge) -> Judge:
        MARKS.update(dict.fromkeys(verbs, judge))
        return judge

    return known


def draws_to(mark: str) -> Callable[[Draw], Draw]:
    """What it is worth to rule, or at least to stand in, a clearing with this mark of nobody."""

    def known(draw: Draw) -> Draw:
        DRAWS[mark] = draw
        return draw

    return known


def weighs(effect: str) -> Callable[[Judge], Judge]:
    """The worth of an effect in battle."""

    def known(judge: Judge) -> Judge:
        EFFECTS[effect] = judge
        return judge

    return known


def always(worth: float) -> Judge:
    """The same mark for every option."""
    return lambda sight, option: worth


def instinct_of(player: PlayerView) -> Instinct:
    """What is known of what a player plays."""
    plays = f"{player.board}-{player.faction}" if player.board else player.faction
    return INSTINCTS.get(plays, _NEUTRAL)
