"""Choices that many legends, cards, tiles and scrolls share, and the flows that ask for them (HP.2.26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.harrow.actions.carry import go
from engine.harrow.course import ask_for
from engine.harrow.data import TOKENS, Hex
from engine.harrow.land import find_unit, may_enter, may_hold_objective
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.verbs import move_figure, move_objective, move_token, put_token, set_aside


class MoveUnit(Option, frozen=True, tag="move_unit"):
    """H1.6.7  Move one unit without ADVANCE."""

    owner: Owner
    unit: str
    origin: Hex
    to: Hex


class MoveToken(Option, frozen=True, tag="move_token"):
    """H1.10.8  Move an ability token on the map."""

    token: str
    origin: Hex
    to: Hex


class MoveObjective(Option, frozen=True, tag="move_objective"):
    """H1.2.8  Move a townsfolk or a building."""

    objective: str
    origin: Hex
    to: Hex


class PutToken(Option, frozen=True, tag="put_token"):
    """H0.6.13  Put an ability token from the box on a hex."""

    token: str
    hex: Hex


class PickHex(Option, frozen=True, tag="pick_hex"):
    """Choose a hex."""

    hex: Hex


class PickUnit(Option, frozen=True, tag="pick_unit"):
    """Choose a unit."""

    owner: Owner
    unit: str
    hex: Hex


class PickPart(Option, frozen=True, tag="pick_part"):
    """H0.8.5  Which part comes first, or which of two ways."""

    part: str


class SetAside(Option, frozen=True, tag="set_aside"):
    """HA.P.T16, HA.K.C12  Take cubes of an opponent off the battleground until the end of the turn."""

    COUNTED = "cubes"
    owner: Owner
    cubes: int


class HiddenMoveUnit(MoveUnit, frozen=True, tag="hidden_move_unit"):
    PRIVATE = True


class HiddenMoveToken(MoveToken, frozen=True, tag="hidden_move_token"):
    PRIVATE = True


class HiddenPutToken(PutToken, frozen=True, tag="hidden_put_token"):
    PRIVATE = True


class HiddenPickHex(PickHex, frozen=True, tag="hidden_pick_hex"):
    PRIVATE = True


class HiddenPickUnit(PickUnit, frozen=True, tag="hidden_pick_unit"):
    PRIVATE = True


class HiddenSetAside(SetAside, frozen=True, tag="hidden_set_aside"):
    PRIVATE = True


HIDDEN: dict[type[Option], type[Option]] = {
    MoveUnit: HiddenMoveUnit,
    MoveToken: HiddenMoveToken,
    PutToken: HiddenPutToken,
    PickHex: HiddenPickHex,
    PickUnit: HiddenPickUnit,
    SetAside: HiddenSetAside,
}
"""H4.9.3  The same choices where they depend on which figure is which: nobody else may see what is on offer."""


def choose(
    owner: Owner,
    key: str,
    clause: str,
    options: Sequence[Option],
    *,
    must: bool = False,
    hidden: bool = False,
) -> Flow[Option | None]:
    """H0.8.6  Ask for one of the options; None if there is none, or it was declined.

    A hidden choice is asked whatever there is, and can always be declined: else not asking would tell something.
    """
    if hidden:
        unseen = [HIDDEN[type(option)](**option.fields()) for option in options]
        choice: Option = yield from ask(owner, key, clause, [*unseen, Done()], secret=True)
    elif options:
        choice = yield from ask(owner, key, clause, options if must else [*options, Done()])
    else:
        return None
    return None if isinstance(choice, Done) else choice


class Moved:
    """Units that were moved already by an effect that moves each at most once; equal units are counted."""

    def __init__(self) -> None:
        self.there: Counter[tuple[Hex, Unit]] = Counter()

    def is_fresh(self, game: Harrow, hex: Hex, unit: Unit) -> bool:
        return game.units[hex].count(unit) > self.there[hex, unit]

    def arrived(self, hex: Hex, unit: Unit) -> None:
        self.there[hex, unit] += 1


# --- units ------------------------------------------------------------------------------------------------


def unit_moves(
    game: Harrow,
    units: Iterable[tuple[Hex, Unit]],
    targets: Callable[[Hex], Sequence[Hex]],
    *,
    fits: Callable[[Hex, Hex], bool] = lambda origin, to: True,
) -> list[MoveUnit]:
    """H1.6.7  Every legal move of these units to these hexes (H1.2.6)."""
    return [
        MoveUnit(unit.owner, unit.label, hex, to)
        for hex, unit in units
        for to in targets(hex)
        if fits(hex, to) and (unit.owner in game.figures or may_enter(game, unit.owner, to))  # H5.6.5
    ]


def ask_move(
    game: Harrow,
    owner: Owner,
    key: str,
    clause: str,
    options: Sequence[MoveUnit],
    *,
    must: bool = False,
    hidden: bool = False,
) -> Flow[tuple[Hex, Unit] | None]:
    """Ask for a move and make it. Returns where the unit is now; None if there was none or it was declined."""
    choice: Option | None = None
    if must and not hidden:
        choice = (yield from ask_for(game, owner, key, clause, options)) if options else None
    else:
        choice = yield from choose(owner, key, clause, options, must=must, hidden=hidden)
    if not isinstance(choice, MoveUnit):
        return None
    unit = find_unit(game, choice.origin, choice.owner, choice.unit)
    if choice.owner in game.figures:
        move_figure(game, choice.owner, choice.to, clause, owner)
    else:
        yield from go(game, [unit], choice.origin, choice.to, clause, owner)
    return choice.to, unit


def ask_unit(
    game: Harrow,
    owner: Owner,
    key: str,
    clause: str,
    units: Iterable[tuple[Hex, Unit]],
    *,
    must: bool = True,
    hidden: bool = False,
) -> Flow[tuple[Hex, Unit] | None]:
    """Ask for one of these units."""
    options = [PickUnit(unit.owner, unit.label, hex) for hex, unit in units]
    choice = yield from choose(owner, key, clause, options, must=must, hidden=hidden)
    if not isinstance(choice, PickUnit):
        return None
    return choice.hex, find_unit(game, choice.hex, choice.owner, choice.unit)


def ask_hex(
    owner: Owner, key: str, clause: str, hexes: Iterable[Hex], *, must: bool = True, hidden: bool = False
) -> Flow[Hex]:
    """Ask for one of these hexes; 0 if there is none or it was declined."""
    options = [PickHex(hex) for hex in sorted(hexes)]
    choice = yield from choose(owner, key, clause, options, must=must, hidden=hidden)
    return choice.hex if isinstance(choice, PickHex) else 0


def ask_hexes(
    owner: Owner, key: str, clause: str, hexes: Sequence[Hex], least: int, most: int
) -> Flow[list[Hex]]:
    """Ask for several of these hexes."""
    options = [PickHex(hex) for hex in sorted(hexes)]
    if not options or not most:
        return []
    chosen = yield from ask_many(owner, key, clause, options, least, most)
    return [choice.hex for choice in chosen]


def ask_part(owner: Owner, key: str, clause: str, parts: Sequence[str]) -> Flow[str]:
    """H0.8.5  The player says which part comes first."""
    choice = yield from ask(owner, key, clause, [PickPart(part) for part in parts])
    return choice.part


# --- tokens and objectives --------------------------------------------------------------------------------


def token_moves(game: Harrow, targets: Callable[[Hex], Sequence[Hex]]) -> list[MoveToken]:
    """H1.10.8  Every ability token of the map, with where it may go; nothing on a hex stops it."""
    return [
        MoveToken(token, hex, to)
        for hex in game.county.ids
        for token in dict.fromkeys(game.tokens[hex])
        for to in targets(hex)
    ]


def ask_token_move(
    game: Harrow, owner: Owner, key: str, clause: str, options: Sequence[MoveToken], *, hidden: bool = False
) -> Flow[None]:
    """Ask for a token to move, or none."""
    choice = yield from choose(owner, key, clause, options, hidden=hidden)
    if isinstance(choice, MoveToken):
        move_token(game, choice.token, choice.origin, choice.to, clause, owner)


def objective_moves(
    game: Harrow, kind: str, targets: Callable[[Hex], Sequence[Hex]], origins: Sequence[Hex] | None = None
) -> list[MoveObjective]:
    """H1.2.8  Every legal move of objectives of a kind."""
    return [
        MoveObjective(kind, hex, to)
        for hex in sorted(set(game.objectives[kind]))
        if origins is None or hex in origins
        for to in targets(hex)
        if may_hold_objective(game, kind, to)
    ]


def do_objective_move(game: Harrow, owner: Owner, choice: MoveObjective, clause: str) -> None:
    move_objective(game, choice.objective, choice.origin, choice.to, clause, owner)


def put_tokens(
    game: Harrow,
    owner: Owner,
    key: str,
    clause: str,
    hexes: Callable[[], Sequence[Hex]],
    count: int,
    *,
    hidden: bool = False,
) -> Flow[None]:
    """H0.6.13  Tokens of any type from the box, each on another of these hexes."""
    taken: list[Hex] = []
    for _ in range(count):
        types = [token for token in TOKENS if game.box[token]]
        options = [PutToken(token, hex) for token in types for hex in hexes() if hex not in taken]
        choice = yield from choose(owner, key, clause, options, must=True, hidden=hidden)
        if isinstance(choice, PutToken):
            taken.append(choice.hex)
            put_token(game, choice.token, choice.hex, clause, owner)


# --- cubes ------------------------------------------------------------------------------------------------


def ask_set_aside(
    game: Harrow, owner: Owner, key: str, clause: str, most: int, *, hidden: bool = False
) -> Flow[None]:
    """HA.P.T16, HA.K.C12  Up to so many cubes of one opponent."""
    options = [
        SetAside(other, min(most, game.battleground[other]))
        for other in game.rivals
        if other != owner and min(most, game.battleground[other]) > 0
    ]
    choice = yield from choose(owner, key, clause, options, hidden=hidden)
    if isinstance(choice, SetAside):
        set_aside(game, choice.owner, choice.cubes, clause, owner)
