"""HA.P, H1.5.1, H1.14  The Protectors: a row of their board at a time, and townsfolk led home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.basic import act
from engine.harrow.choices import ask_hex
from engine.harrow.data import ABILITIES, ADVANCE, BUILDING, SPAWN, STRENGTHEN, TABLE, TOWNSFOLK, Hex
from engine.harrow.faction import Faction, register
from engine.harrow.land import may_hold_objective
from engine.harrow.menu import refuses
from engine.harrow.rows import cover_slot, empty_rows, row_value, row_views, rows_to_lose, tokens_in_rows
from engine.harrow.state import Board, Budget, Harrow, Owner, Unit
from engine.harrow.verbs import move_objective, reach_objective, strengthen
from engine.rules import Refusal

PROTECTORS = "protectors"
PATHS, TALK = "a", "b"
"""HA.P.K  The sides of the tracker."""


class ProtectorsBoard(msgspec.Struct, Board, kw_only=True, tag="protectors"):
    """HA.P.B1  Rows, path tokens, and what a legend leaves on the map."""

    rows: dict[str, int] = msgspec.field(default_factory=empty_rows)
    paths: int = 0
    """Path tokens in the supply."""
    provocations: list[Hex] = []
    """HA.P.L4  Hexes with a provocation token."""


def board_of(game: Harrow) -> ProtectorsBoard:
    return cast(ProtectorsBoard, game.boards[PROTECTORS])


class UseRow(Option, frozen=True, tag="use_row"):
    """H1.5.1  Perform the ability of a row of the board."""

    ability: str


class Guide(Option, frozen=True, tag="guide"):
    """H1.14.1  A townsfolk walks over your units and paths to this hex."""

    origin: Hex
    to: Hex


NO_ROUTE = Refusal("H1.14.1", "Townsfolk walk only over hexes with your units or paths, in your cleanup.")


@register
class Protectors(Faction):
    id = PROTECTORS
    home = PROTECTORS
    goal = TOWNSFOLK
    hostile = (BUILDING,)
    first_legend = "emmy"

    def new_board(self) -> ProtectorsBoard:
        return ProtectorsBoard()

    # --- setup ---------------------------------------------------------------------------------------------

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.1.8  One path token in the supply, the others wait on the tracker. Side B has none (H2.3.1)."""
        board_of(game).paths = 1 if game.players[owner].side == PATHS else 0
        yield from ()

    # --- H1.5.1 --------------------------------------------------------------------------------------------

    def ability(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.5.1  One row, up to its value, as one action; nothing else in between."""
        board = board_of(game)
        values = {ability: row_value(board, owner, ability) for ability in ABILITIES}
        rows = [UseRow(one) for one in ABILITIES]
        choice = yield from ask(
            owner, "ability.row", "H1.5.1", rows,
            advance=values[ADVANCE], spawn=values[SPAWN], strengthen=values[STRENGTHEN],
        )  # fmt: skip
        value = values[choice.ability]
        game.note("row", "H1.5.1", owner=owner, ability=choice.ability, value=value)
        if choice.ability == ADVANCE:
            yield from act(game, owner, "ability.advance", "H1.5.1", Budget(advance=value, free=True))
        elif choice.ability == SPAWN:
            yield from act(game, owner, "ability.spawn", "H1.5.1", Budget(spawn=value))
        else:
            strengthen(game, owner, value, "H1.8.1")

    # --- H1.13, H1.14 --------------------------------------------------------------------------------------

    def collect(self, game: Harrow, owner: Owner, token: str, clause: str) -> Flow[None]:
        """H1.13.2"""
        yield from cover_slot(game, board_of(game), owner, token, clause)

    def scroll_collected(self, game: Harrow, owner: Owner) -> None:
        """H1.13.2  The path token of that slot comes into the supply."""
        if game.players[owner].side == PATHS:
            board_of(game).paths += 1

    def goals(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H1.14.1, H1.14.2  Each townsfolk on the way may walk as far as the way goes."""
        left = list(game.objectives[TOWNSFOLK])
        while left:
            options: list[Option] = [
                Guide(origin, to) for origin in sorted(set(left)) for to in routes(game, owner, origin)
            ]
            if not options:
                return
            choice = yield from ask(owner, "guide", "H1.14.1", [*options, Done()])
            if not isinstance(choice, Guide):
                return
            left.remove(choice.origin)
            move_objective(game, TOWNSFOLK, choice.origin, choice.to, "H1.14.1", owner)

    def objective_moved(self, game: Harrow, owner: Owner, objective: str, hex: Hex) -> None:
        """H1.14.2  A townsfolk on the home is rescued at once, whoever brought it."""
        if objective == TOWNSFOLK and hex == game.homes[owner]:
            reach_objective(game, owner, TOWNSFOLK, hex, "H1.14.2")

    # --- H5.12.1 -------------------------------------------------------------------------------------------

    def tokens_to_lose(self, game: Harrow, owner: Owner) -> list[tuple[str, str]]:
        return rows_to_lose(board_of(game))

    def lose_token(self, game: Harrow, owner: Owner, token: str, place: str) -> bool:
        board_of(game).rows[token] -= 1
        return True

    def scroll_lost(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H5.12.1, HP.2.28  A path token lies on the tracker again: one of the supply, else one of the map."""
        board = board_of(game)
        if game.players[owner].side != PATHS:
            return
        if board.paths:
            board.paths -= 1
            return
        hex = yield from ask_hex(
            owner, "path.back", "H5.12.1", [one for one in game.county.ids if game.paths[one]]
        )
        game.paths[hex] -= 1
        game.note("path.back", "H5.12.1", owner=owner, hex=hex)

    # --- HA.P.L4, HA.P.L1 ----------------------------------------------------------------------------------

    def entered(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """HA.P.L4  A provocation token that shares its hex with any unit comes back."""
        board = board_of(game)
        if hex in board.provocations:
            board.provocations.remove(hex)
            game.note("provocation.back", "HA.P.L4", owner=owner, hex=hex)

    def pieces_merged(self, game: Harrow, owner: Owner, origin: Hex, to: Hex) -> None:
        """HA.F.U8, HA.P.L4  A provocation token is pulled along; with a unit there it comes back."""
        board = board_of(game)
        if origin in board.provocations:
            board.provocations.remove(origin)
            if not game.units[to] and to not in board.provocations:
                board.provocations.append(to)

    # --- what can be seen ------------------------------------------------------------------------------------

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        board = board_of(game)
        return {
            "rows": row_views(game, board, owner),
            "paths": board.paths,
            "power_tokens": power_tokens(game),
        }

    def marked(self, game: Harrow, owner: Owner) -> list[Hex]:
        return board_of(game).provocations

    def paths_on_tracker(self, game: Harrow, owner: Owner) -> int:
        player = game.players[owner]
        return TABLE.paths - 1 - player.scrolls if player.side == PATHS else 0

    def tokens_kept(self, game: Harrow, owner: Owner) -> list[str]:
        return tokens_in_rows(board_of(game))

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        board = board_of(game)
        if game.players[owner].side == PATHS:
            found = board.paths + sum(game.paths)
            if found != 1 + game.players[owner].scrolls:
                yield f"{found} path tokens with {game.players[owner].scrolls} scrolls collected (H1.10.3)"
        nails = nails_out(game)
        if nails > TABLE.nails or len(board.provocations) > TABLE.provocations:
            yield f"{nails} nails and provocations on {board.provocations} (HA.P.L1, HA.P.L4)"
        if any(game.units[hex] for hex in board.provocations):
            yield f"units stand on a provocation of {board.provocations} (HA.P.L4)"


def nails_out(game: Harrow) -> int:
    """HA.P.L1  Nails on the map."""
    units = sum(unit.nailed for units in game.units for unit in units)
    return units + sum(figure.nailed for figure in game.figures.values())


def power_tokens(game: Harrow) -> int:
    """Nails, wrath or provocations that are not on the map."""
    legend = game.players[PROTECTORS].legend
    if legend == "bernice":
        return TABLE.nails - nails_out(game)
    if legend == "priscilla":
        return TABLE.provocations - len(board_of(game).provocations)
    return int(legend == "malachi" and not game.cursor.wrath)


# --- H1.14.1 routes -----------------------------------------------------------------------------------------


def is_way(game: Harrow, owner: Owner, hex: Hex) -> bool:
    """H1.14.1  An own unit or a path token, and nothing a townsfolk cannot share a hex with."""
    return (bool(game.units_of(owner, hex)) or game.paths[hex] > 0) and may_hold_objective(
        game, TOWNSFOLK, hex
    )


def routes(game: Harrow, owner: Owner, origin: Hex) -> list[Hex]:
    """H1.14.1  Everywhere a townsfolk can walk from its hex, step by step."""
    if not is_way(game, owner, origin):
        return []
    found, line = {origin}, [origin]
    while line:
        for hex in game.county.near[line.pop()]:
            if hex not in found and is_way(game, owner, hex):
                found.add(hex)
                line.append(hex)
    return sorted(found - {origin})


@refuses(Guide)
def bars_guide(game: Harrow, owner: Owner, option: Guide) -> Refusal | None:
    """H1.14.1 to H1.14.3"""
    if (
        owner != PROTECTORS
        or game.cursor.step != "cleanup"
        or option.origin not in game.objectives[TOWNSFOLK]
    ):
        return NO_ROUTE
    return None if option.to in routes(game, owner, option.origin) else NO_ROUTE
