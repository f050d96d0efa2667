"""H5, HA.H  Hester: the third at the table. She scores nothing; six filled squares win at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.flow import Flow
from engine.harrow.data import Hex
from engine.harrow.faction import AFTER, Faction, register
from engine.harrow.hester.board import (
    BLACK,
    BROWN,
    COLOURS,
    FIRE,
    FLAMES,
    HESTER,
    ROOTS_PER_COLOUR,
    SNAKES,
    HesterBoard,
    Square,
    board_of,
    hester_hex,
)
from engine.harrow.hester.deeds import deeds
from engine.harrow.hester.devour import cleanup
from engine.harrow.hester.fire import defence, defend_fire
from engine.harrow.hester.offers import use_offer
from engine.harrow.hester.roots import place_roots
from engine.harrow.setup import deal_cards
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.turn import end_turn
from engine.harrow.view import CardView, HesterView, RootView, SquareView

SQUARES_PER_SIDE = 3
FIRST_CARDS = 4


@register
class Hester(Faction):
    """H5.2.1, H5.2.2, H5.2.3, H5.14.2  She plays after both rivals, three times a round, and has no jars and no points."""

    id = HESTER
    turns = AFTER
    figures = ()
    cards_in_windows = False
    knows_dolls = False
    steps = {"roots": place_roots, "deeds": deeds, "cleanup": cleanup, "end": end_turn}

    def new_board(self) -> HesterBoard:
        """H5.1.2, H5.1.3, H5.1.5"""
        return HesterBoard()

    def lay_out(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H5.1.1, H5.1.4, HA.H.B1  Three squares face each rival; thirteen cards, four of them in hand."""
        board_of(game).squares = [Square(side) for side in game.rivals for _ in range(SQUARES_PER_SIDE)]
        yield from deal_cards(game, owner, FIRST_CARDS, "H5.1.4")

    # --- turns ---------------------------------------------------------------------------------------------

    def turns_taken(self, game: Harrow, owner: Owner) -> int:
        return board_of(game).turns

    def turn_begins(self, game: Harrow, owner: Owner) -> None:
        """H5.2.2"""
        board_of(game).turns += 1

    def round_begins(self, game: Harrow, owner: Owner) -> None:
        board_of(game).turns = 0

    # --- H5.8, H5.10 ---------------------------------------------------------------------------------------

    def is_target(self, game: Harrow, owner: Owner, hex: Hex) -> bool:
        """H5.8.3, H5.10.1  Her fires and she herself."""
        return hex in game.flames or hester_hex(game) == hex

    def defence(self, game: Harrow, owner: Owner, hex: Hex) -> int:
        """H5.8.3, H5.10.1"""
        return defence(game, hex)

    def defend(self, game: Harrow, owner: Owner, attack: Any) -> Flow[str]:
        return (yield from defend_fire(game, attack))

    def is_free(self, game: Harrow, owner: Owner) -> bool:
        """H7.6.4  Any time after her roots, between actions."""
        board = board_of(game)
        return game.cursor.step == "deeds" and not board.moving and not board.infecting

    def use_offer(self, game: Harrow, owner: Owner, offer: str) -> Flow[None]:
        """H7.6.4"""
        yield from use_offer(game, offer)

    # --- reactions -----------------------------------------------------------------------------------------

    def unit_left(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """H5.7.2, H5.9.6  The snake of an infected haint comes back."""
        if unit.infected:
            board_of(game).snakes += 1

    def entered(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """HA.H.C09  An uninfected haint brings her the terrain cube of the hex."""
        if unit.is_legend or unit.infected:
            return
        for colour in COLOURS:
            count = game.cubes_on[hex].pop(colour, 0)
            if count:
                game.battleground[colour] += count
                game.note("terrain.gained", "HA.H.C09", owner=HESTER, terrain={colour: count})

    # --- what can be seen ------------------------------------------------------------------------------------

    def public(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        board, player = board_of(game), game.players[owner]
        on_map = [root.colour for root in board.roots]
        return {
            "legend": HESTER,
            "played": tuple(
                CardView(id=card, covered=card in board.covered, used=card in board.used)
                for card in player.played
            ),
            "hester": HesterView(
                fires=tuple(board.fields),
                squares=tuple(SquareView(square.side, square.filled) for square in board.squares),
                actions=board.actions,
                spent=tuple(board.spent),
                flames=board.flames,
                snakes=board.snakes,
                roots={colour: ROOTS_PER_COLOUR - on_map.count(colour) for colour in (BROWN, BLACK)},
                terrain={colour: game.cubes[colour] for colour in COLOURS},
            ),
        }

    def hex_view(self, game: Harrow, owner: Owner, hex: Hex, seat: Owner | None) -> dict[str, Any]:
        return {"hester": hester_hex(game) == hex}

    def table_view(self, game: Harrow, owner: Owner, seat: Owner | None) -> dict[str, Any]:
        roots = board_of(game).roots
        return {"roots": tuple(RootView(root.start, root.end, root.colour) for root in roots)}

    def tokens_kept(self, game: Harrow, owner: Owner) -> list[str]:
        filled = [square.filled for square in board_of(game).squares]
        return [one for one in filled if one not in ("", FIRE)]

    def haints_kept(self, game: Harrow, owner: Owner) -> dict[Owner, int]:
        found: dict[Owner, int] = {}
        for square in board_of(game).squares:
            for whose, count in square.haints.items():
                found[whose] = found.get(whose, 0) + count
        return found

    def wrong(self, game: Harrow, owner: Owner) -> Iterator[str]:
        board = board_of(game)
        flames = sum(board.fields) + board.actions + board.flames + sum(game.flames.values())
        if flames != FLAMES:
            yield f"{flames} flames (H5.1.2)"
        infected = sum(unit.infected for units in game.units for unit in units)
        if board.snakes + infected != SNAKES or board.snakes < 0:
            yield f"{board.snakes} snakes and {infected} infected (H5.1.3)"
        for colour in (BROWN, BLACK):
            if [root.colour for root in board.roots].count(colour) > ROOTS_PER_COLOUR:
                yield f"too many {colour} roots (H5.1.3)"
        if len(board.spent) > board.actions:
            yield f"{board.spent} with {board.actions} actions (H5.5.1)"
        if any(game.units[hex] for hex in game.flames):
            yield f"units stand in flames: {sorted(game.flames)} (H5.8.1)"
