"""Effects a player uses from a menu, at a moment of the own turn: when they are offered, and why they are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.flow import Option
from engine.root.cards import Effect, has_effect
from engine.root.menu import legal
from engine.root.state import Owner, Root
from engine.rules import Refusal

NOT_IN_PLAY = Refusal("4.1.3", "You do not have that effect in play.")
USED = Refusal("4.1.3", "You have used that effect this turn.")
NOT_ANOTHER = Refusal("4.1.3", "That effect needs another player.")
MOMENTS = {
    "birdsong.start": Refusal("4.1.3", "That effect is used at the start of your Birdsong."),
    "birdsong": Refusal("4.1.3", "That effect is used in your Birdsong."),
    "birdsong.end": Refusal("4.1.3", "That effect is used at the end of your Birdsong."),
    "daylight.start": Refusal("4.1.3", "That effect is used at the start of your Daylight."),
    "daylight": Refusal("4.1.3", "That effect is used in your Daylight."),
    "evening.start": Refusal("4.1.3", "That effect is used at the start of your Evening."),
    "evening": Refusal("4.1.3", "That effect is used in your Evening."),
}


class Timed(Effect):
    """4.1.3, RULING D8  An effect with a moment, used at most once in a turn."""

    moment: ClassVar[str]
    """A phase ("birdsong"), or only its start or end ("birdsong.start")."""

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        """The options this effect could offer; the illegal ones are left out."""
        return ()

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        if me != owner or moment != self.moment or self.id in game.players[owner].used:
            return ()
        return [wish for wish in self.wishes(game, owner) if legal(game, owner, wish)]

    @classmethod
    def unready(cls, game: Root, owner: Owner) -> Refusal | None:
        """4.1.3  Why the owner cannot use this effect now, whatever the target."""
        if not has_effect(game, owner, cls.id):
            return NOT_IN_PLAY
        if game.active != owner or not game.cursor.step.startswith(cls.moment):
            return MOMENTS[cls.moment]
        return USED if cls.id in game.players[owner].used else None

    @classmethod
    def use(cls, game: Root, owner: Owner) -> None:
        """RULING D8  The effect is used for this turn."""
        game.players[owner].used.append(cls.id)
        game.note("used.effect", "4.1.3", owner=owner, effect=cls.id)


def others(game: Root, owner: Owner) -> list[Owner]:
    """RULING D7  Every other player, partners too, in turn order."""
    return [other for other in game.order if other != owner]


def not_another(game: Root, owner: Owner, other: Owner) -> Refusal | None:
    """RULING D7  Is this another player?"""
    return None if other in others(game, owner) else NOT_ANOTHER
