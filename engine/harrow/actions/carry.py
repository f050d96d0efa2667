"""H4.5  Dolls: a unit that leaves a hex may take the doll along. And every movement that is not ADVANCE (H1.6.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow, Option, ask
from engine.harrow.course import course_of
from engine.harrow.data import Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.state import Doll, Harrow, Owner, Unit
from engine.harrow.verbs import move_units


class TakeDoll(Option, frozen=True, tag="take_doll"):
    """H4.5.2  The doll goes along."""


class HiddenTakeDoll(TakeDoll, frozen=True, tag="hidden_take_doll"):
    """H4.2.3, H4.5.2  The same where it would tell others which of two figures goes."""

    PRIVATE = True


class LeaveDoll(Option, frozen=True, tag="leave_doll"):
    """H4.5.2  The doll stays where it is."""


def move_doll(game: Harrow, origin: Hex, to: Hex, clause: str, by: Owner) -> None:
    """H4.5.5  A doll goes to another hex."""
    game.dolls[to] = game.dolls.pop(origin)
    game.note("doll.moved", clause, owner=by, origin=origin, to=to)


def may_carry(game: Harrow, units: Sequence[Unit], doll: Doll) -> bool:
    """H4.5.2  Any unit carries a doll that lies face down; the real one, face up, anyone but who looks for it."""
    if not doll.up:
        return True
    return any(not FACTIONS[unit.owner].leaves_real_doll(game, unit) for unit in units)


def go(
    game: Harrow,
    units: Sequence[Unit],
    origin: Hex,
    to: Hex,
    clause: str,
    by: Owner = "",
    carrier: Owner = "",
) -> Flow[None]:
    """H4.5.2 to H4.5.5  Units move; their owner decides whether a doll goes along, whoever moves them, or `carrier` (H5.13.3).

    Whether the figure may carry it can depend on which legend it is, so the question is asked all the same.
    """
    owner = carrier or units[0].owner
    doll = game.dolls.get(origin)
    takes = False
    if doll and to not in game.dolls:  # H4.5.3
        options: list[Option] = [LeaveDoll()]
        if may_carry(game, units, doll):
            tells = doll.up and FACTIONS[units[0].owner].is_hidden(game, units[0].owner)
            options.append(HiddenTakeDoll() if tells else TakeDoll())
        choice = yield from ask(owner, "doll.carry", "H4.5.2", options, secret=True, origin=origin, to=to)
        takes = isinstance(choice, TakeDoll)
    move_units(game, units, origin, to, clause, by)
    if takes:
        move_doll(game, origin, to, "H4.5.2", owner)
    yield from course_of(game).settle(game)
