"""E.3.4  Hirelings move and battle only by their own actions and only with their own pieces.

The options name the hireling: what its controller's own warriors could do is another matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.flow import Flow, Option
from engine.root.actions.battle import Fight, battle, battles, why_no_battle
from engine.root.actions.move import Move, moves, take_move, why_no_move
from engine.root.hiring.hireling import NO_SUCH, NOT_YOURS, about, board_of, choose, go_on, places, voice_of
from engine.root.menu import refuses
from engine.root.rule import clearings
from engine.root.state import Owner, Root
from engine.rules import Refusal


class March(Option, frozen=True, tag="hireling_move"):
    """E.3.4  Move warriors of a hireling."""

    COUNTED = "warriors"

    hireling: Owner
    origin: int
    to: int
    warriors: int
    boat: bool = False

    @property
    def move(self) -> Move:
        return Move(self.origin, self.to, self.warriors, self.boat)


class MarchAll(Option, frozen=True, tag="hireling_move_all"):
    """E.3.4  Move all warriors of a hireling from a clearing together."""

    hireling: Owner
    origin: int
    to: int
    boat: bool = False


class Strike(Option, frozen=True, tag="hireling_battle"):
    """E.3.4  Battle with a hireling."""

    STARTS = True

    hireling: Owner
    clearing: int
    defender: Owner

    def is_private(self) -> bool:
        return Fight(self.clearing, self.defender).is_private()


def why_not_yours(game: Root, player: Owner, me: Owner) -> Refusal | None:
    """E.3.4  Only the controller gives it orders."""
    if voice_of(game, me) is None:
        return NO_SUCH
    return None if board_of(game, me).controller == player else about(NOT_YOURS, me)


@refuses(March)
def why_no_march(game: Root, owner: Owner, wish: March) -> Refusal | None:
    """4.2, E.3.4, RULING H6  Why a hireling cannot move so: its controller must rule an end of the move."""
    return why_not_yours(game, owner, wish.hireling) or why_no_move(game, wish.hireling, wish.move)


@refuses(MarchAll)
def why_no_parade(game: Root, owner: Owner, wish: MarchAll) -> Refusal | None:
    """4.2, E.3.4, RULING H6  Why they cannot all move so."""
    all_here = game.warriors_of(wish.hireling, wish.origin) if wish.origin in clearings(game) else 0
    move = Move(wish.origin, wish.to, all_here, wish.boat)
    return why_not_yours(game, owner, wish.hireling) or why_no_move(game, wish.hireling, move)


@refuses(Strike)
def why_no_strike(game: Root, owner: Owner, wish: Strike) -> Refusal | None:
    """4.3, E.3.2, E.3.4  Why a hireling cannot battle there: its enemies are those of its controller."""
    fight = Fight(wish.clearing, wish.defender)
    return why_not_yours(game, owner, wish.hireling) or why_no_battle(game, wish.hireling, fight)


def marches(game: Root, me: Owner, origins: Iterable[int] | None = None) -> list[March]:
    """4.2, E.3.4  Every move a hireling may make."""
    return [March(me, m.origin, m.to, m.warriors, m.boat) for m in moves(game, me, origins)]


def can_march(game: Root, me: Owner) -> bool:
    """4.2, E.3.4  May it move at all? Looks no further than the first move it finds."""
    return any(moves(game, me, [origin]) for origin in places(game, me))


def all_marches(game: Root, me: Owner) -> list[MarchAll]:
    """4.2, E.3.4  Every move of all its warriors in a clearing."""
    found = moves(game, me)
    return [
        MarchAll(me, m.origin, m.to, m.boat) for m in found if m.warriors == game.warriors_of(me, m.origin)
    ]


def strikes(game: Root, me: Owner, where: Sequence[int] | None = None) -> list[Strike]:
    """4.3, E.3.4  Every battle a hireling may start."""
    return [Strike(me, fight.clearing, fight.defender) for fight in battles(game, me, where)]


def may_march(game: Root, me: Owner, player: Owner, clause: str) -> Flow[bool]:
    """4.2, E.3.7  The controller may move it. A boat it takes counts for the controller."""
    options = go_on(marches(game, me))
    choice = yield from choose(game, player, "hireling.march", clause, options, hireling=me)
    if not isinstance(choice, March):
        return False
    yield from take_move(game, me, choice.move, clause)
    return True


def march_all(game: Root, me: Owner, player: Owner, clause: str) -> Flow[bool]:
    """4.2  All its warriors in a clearing move together, if they can."""
    options = all_marches(game, me)
    if not options:
        return False
    choice = yield from choose(game, player, "hireling.march", clause, options, hireling=me)
    count = game.warriors_of(me, choice.origin)
    yield from take_move(game, me, Move(choice.origin, choice.to, count, choice.boat), clause)
    return True


def may_strike(
    game: Root, me: Owner, player: Owner, clause: str, where: Sequence[int] | None = None
) -> Flow[int]:
    """4.3, E.3.5, E.3.6  The controller may battle with it, without own effects and points. Returns where, or 0."""
    options = go_on(strikes(game, me, where))
    choice = yield from choose(game, player, "hireling.strike", clause, options, hireling=me)
    if not isinstance(choice, Strike):
        return 0
    yield from battle(game, me, choice.clearing, choice.defender)
    return choice.clearing


def must_strike(
    game: Root, me: Owner, player: Owner, clause: str, where: Sequence[int] | None = None
) -> Flow[int]:
    """4.3  It battles if it can; the controller chooses the defender. Returns where, or 0."""
    options = strikes(game, me, where)
    if not options:
        return 0
    choice = yield from choose(game, player, "hireling.strike", clause, options, hireling=me)
    yield from battle(game, me, choice.clearing, choice.defender)
    return choice.clearing
