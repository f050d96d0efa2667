"""H4.3, HA.K  Kammi: two figures that look alike, an action grid, and the hunt for the real doll."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.flow import Done, Flow, Option, ask, shuffle
from engine.harrow.actions.basic import act
from engine.harrow.data import ADVANCE, BOARDS, BUILDING, SPAWN, TABLE, TOWNSFOLK, Hex
from engine.harrow.faction import Faction, register
from engine.harrow.kammi.board import (
    FIGURES,
    GRID_ROWS,
    KAMMI,
    KammiBoard,
    board_of,
    goblin_hex,
    kammi_hex,
    reveal_figures,
)
from engine.harrow.kammi.placing import place_everything
from engine.harrow.rows import cover_slot, row_value, row_views, rows_to_lose, tokens_in_rows
from engine.harrow.state import Budget, Doll, Harrow, Owner, Unit
from engine.harrow.turn import PlayCard, may_play, play_card, playable
from engine.harrow.verbs import gather_cubes, score, strengthen
from engine.harrow.view import GridRowView
from engine.rules import Refusal

NO_GOBLIN = Refusal("HA.K.G2", "The goblin has left the game; its cards cannot be played any more.")


class UseGrid(Option, frozen=True, tag="use_grid"):
    """H4.6.1  Insert the token into this row of the grid, from 1."""

    row: int


class UseToken(Option, frozen=True, tag="use_token"):
    """H4.6.4  Perform the ability of a token of the row."""

    ability: str


class HideReal(Option, frozen=True, tag="hide_real"):
    """H4.8.3  The real doll lies here now, face down like the others."""

    PRIVATE = True
    hex: Hex


@register
class Kammi(Faction):
    id = KAMMI
    figures = FIGURES
    hostile = (TOWNSFOLK, BUILDING)
    knows_dolls = False

    def new_board(self) -> KammiBoard:
        return KammiBoard()

    # --- H4.2 ------------------------------------------------------------------------------------------------

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.2.2  Six tokens at random on the cells of the grid, one waiting."""
        board = board_of(game)
        tokens = [token for token, count in BOARDS.grid.items() for _ in range(count)]
        for token in [*tokens, BOARDS.waiting]:
            game.box[token] -= 1
        mixed = yield from shuffle("grid", tokens)
        width = len(mixed) // GRID_ROWS
        board.grid = [mixed[row * width : (row + 1) * width] for row in range(GRID_ROWS)]
        board.inserting = BOARDS.waiting

    def place_units(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.2.5 to H4.2.8  Her figures and haints, then the opponent's dolls and units."""
        yield from place_everything(game, owner)

    # --- H4.6 the Ability jar --------------------------------------------------------------------------------

    def ability(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.6.1 to H4.6.5  Insert a token into a row; the two tokens in its cells act, a card may come in between."""
        rows = [UseGrid(row + 1) for row in range(GRID_ROWS)]
        choice = yield from ask(owner, "grid", "H4.6.1", rows)
        left = insert(game, owner, choice.row - 1)
        while left:
            options: list[Option] = [UseToken(token) for token in dict.fromkeys(left)]
            game.cursor.window = between = len(left) == 1 and may_play(game, owner)  # H4.9.1
            if between:
                options += playable(game, owner)
            chosen = yield from ask(owner, "grid.token", "H4.6.4", options, secret=between)
            game.cursor.window = False
            if isinstance(chosen, PlayCard):
                yield from play_card(game, owner, chosen.card)
            elif isinstance(chosen, UseToken):
                left.remove(chosen.ability)
                yield from self.perform(game, owner, chosen.ability)

    def perform(self, game: Harrow, owner: Owner, ability: str) -> Flow[None]:
        """H4.6.4  The value of that ability's row on the board, as one action."""
        value = row_value(board_of(game), owner, ability)
        game.note("row", "H4.6.4", owner=owner, ability=ability, value=value)
        if ability == ADVANCE:
            yield from act(game, owner, "ability.advance", "H4.6.4", Budget(advance=value, free=True))
        elif ability == SPAWN:
            yield from act(game, owner, "ability.spawn", "H4.6.4", Budget(spawn=value))
        else:
            strengthen(game, owner, value, "H1.8.1")

    # --- H4.9, H4.10 -----------------------------------------------------------------------------------------

    def bars_cards(self, game: Harrow, owner: Owner) -> Refusal | None:
        """HA.K.G2"""
        return NO_GOBLIN if board_of(game).gone else None

    def after_card(self, game: Harrow, owner: Owner, card: str) -> None:
        """H4.9.2  The card stays face up."""
        game.players[owner].played.append(card)

    def collect(self, game: Harrow, owner: Owner, token: str, clause: str) -> Flow[None]:
        """H4.10.1"""
        yield from cover_slot(game, board_of(game), owner, token, clause)

    def goals(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.10.2 to H4.10.4  Dolls under her legends are turned up; a decoy goes, the real one is Kammi's."""
        yield from ()
        for hex in sorted({game.where(owner, kind) for kind in FIGURES} - {0}):
            doll = game.dolls.get(hex)
            if doll and not doll.up:
                game.learned = True
                game.note("doll.turned", "H4.10.2", owner=owner, hex=hex, real=doll.real)
                game.dolls[hex] = Doll(doll.real, up=True)
                if not doll.real:
                    del game.dolls[hex]
            if doll and doll.real and hex == kammi_hex(game):
                del game.dolls[hex]
                game.players[owner].goals += 1
                game.note("doll.recovered", "H4.10.3", owner=owner, hex=hex)
                score(game, owner, TABLE.doll_points, "H4.10.3")
                reveal_figures(game, "H4.10.3")

    # --- H4.8 hits -------------------------------------------------------------------------------------------

    def figure_hit(self, game: Harrow, owner: Owner, unit: Unit) -> None:
        """H4.8.1  The first hit shows who it is; the other one is known, too."""
        reveal_figures(game, "H4.8.1")

    def legend_hit(self, game: Harrow, owner: Owner, unit: Unit, by: Owner) -> Flow[None]:
        """H4.8.2, H4.8.3  The goblin loses its played cards; after a hit on Kammi the dolls may be mixed."""
        if unit.kind == board_of(game).goblin:
            discard_played(game, owner, "H4.8.2")
            return
        hexes = sorted(hex for hex in game.dolls if not game.units_of(owner, hex))
        if not hexes:
            return
        options: list[Option] = []
        if any(game.dolls[hex].real for hex in hexes):
            options += [HideReal(hex) for hex in hexes]
        choice = yield from ask(by, "dolls.mix", "H4.8.3", [*options, Done()], secret=True)
        if isinstance(choice, HideReal):
            for hex in hexes:
                game.dolls[hex] = Doll(real=hex == choice.hex)
        game.note("dolls.mixed", "H4.8.3", owner=by)

    def tokens_to_lose(self, game: Harrow, owner: Owner) -> list[tuple[str, str]]:
        """H5.12.1  The rows of her board, never the action grid."""
        return rows_to_lose(board_of(game))

    def lose_token(self, game: Harrow, owner: Owner, token: str, place: str) -> bool:
        board_of(game).rows[token] -= 1
        return True

    def is_devoured(self, game: Harrow, owner: Owner, figure: str) -> bool:
        """H5.12.1  Only Kammi can be; either way everybody knows then who is who, and a goblin loses its played cards."""
        reveal_figures(game, "H5.12.1")
        if figure == board_of(game).kammi:
            return True
        discard_played(game, owner, "H5.12.1")
        return False

    def leaves_real_doll(self, game: Harrow, unit: Unit) -> bool:
        """H4.5.2  Kammi takes the revealed doll only in her cleanup (H4.10.3)."""
        return unit.kind == board_of(game).kammi

    def entered(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """HA.K.C03  Blood Money: any unit that enters brings the cube to her side."""
        if game.cubes_on[hex].get(owner):
            gather_cubes(game, owner, hex, "HA.K.C03")

    # --- what can be seen --------------------------------------------------------------------------------------

    def legend_of(self, game: Harrow, owner: Owner, kind: str, seat: Owner | None) -> str:
        """H0.9, H4.2.3  Only she knows, until the figures are revealed."""
        board = board_of(game)
        if not board.kammi or (seat != owner and not board.known):
            return "figure"
        return KAMMI if kind == board.kammi else game.players[owner].legend

    def is_hidden(self, game: Harrow, owner: Owner) -> bool:
        return not board_of(game).known

    def hide_anew(
        self, game: Harrow, owner: Owner, seat: Owner | None, dice: random.Random, keep_on_top: int
    ) -> None:
        """H4.2.3  Either figure may be Kammi."""
        board = board_of(game)
        if seat != owner and board.kammi and not board.known:
            board.kammi = dice.choice(FIGURES)

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        board = board_of(game)
        return {
            "rows": row_views(game, board, owner),
            "grid": tuple(
                GridRowView(
                    cells=(cells[0], cells[1]),
                    black=board.inserting if board.black == row else "",
                    cubes=board.cubes[row],
                )
                for row, cells in enumerate(board.grid)
            ),
            "inserting": board.inserting if board.black < 0 else "",
            "legend_gone": board.gone,
            "power_used": board.power_used,
        }

    def tokens_kept(self, game: Harrow, owner: Owner) -> list[str]:
        board = board_of(game)
        cells = [token for row in board.grid for token in row]
        return [*tokens_in_rows(board), *cells, board.inserting]

    def cubes_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        return {owner: sum(board_of(game).cubes)}

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        board = board_of(game)
        if not kammi_hex(game) or bool(goblin_hex(game)) == board.gone:
            yield "a figure of Kammi's is not where it should be (H4.2.5)"
        if sum(doll.real for doll in game.dolls.values()) + game.players[owner].goals != 1:
            yield f"the real doll is lost: {game.dolls} (H4.2.7)"
        if any(doll.up and not doll.real for doll in game.dolls.values()):
            yield "a decoy lies face up (H4.10.2)"


def insert(game: Harrow, owner: Owner, row: int) -> list[str]:
    """H4.6.2, H4.6.3  The row shifts right; what leaves it lies in the black area; cubes on it go to the battleground."""
    board = board_of(game)
    cells = [board.inserting, *board.grid[row]]
    board.grid[row], board.inserting, board.black = cells[:-1], cells[-1], row
    game.note("inserted", "H4.6.2", owner=owner, row=row + 1, tokens=tuple(board.grid[row]))
    if board.cubes[row]:
        game.battleground[owner] += board.cubes[row]
        game.note("grid.cubes", "H4.6.3", owner=owner, cubes=board.cubes[row])
        board.cubes[row] = 0
    return list(board.grid[row])


def discard_played(game: Harrow, owner: Owner, clause: str) -> None:
    """H4.8.2, HA.K.G2  All played goblin cards go to the discard pile."""
    player = game.players[owner]
    if player.played:
        game.note("cards.discarded", clause, owner=owner, cards=tuple(player.played))
        player.discard += player.played
        player.played = []
