"""HA.H.B, H5.1  What Hester keeps: fire fields, squares, action flames, roots, snakes; and her terrain cubes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

import msgspec

from engine.flow import Flow, Option, ask_many
from engine.harrow.course import course_of
from engine.harrow.data import TABLE, Hex
from engine.harrow.round import win_at_once
from engine.harrow.state import Board, Harrow, Owner

HESTER = "hester"
COLOURS = TABLE.factions[HESTER]
BROWN, BLACK = "brown", "black"
ROOTS_PER_COLOUR = 3
SNAKES = 8
FLAMES = 12
FIELD_FLAMES = 2
"""Flames on a fire field."""
FIRE = "fire"
ANY = "any"
"""H5.6  Paid with cubes of any colour."""
FREE = "free"
CARD, ROOT, SPAWN_FIELD, MOVE, INFECT, SUMMON = "card", "root", "spawn", "move", "infect", "summon"
"""HA.H.B1  The action fields."""


class Root(msgspec.Struct, frozen=True, array_like=True):
    """H5.4.1  A root grows from one hex (0: from outside) into a neighbouring one."""

    start: Hex
    end: Hex
    colour: str


class Square(msgspec.Struct, array_like=True):
    """HA.H.B1  A square of a side: a fire with its two haints, or a devoured token."""

    side: Owner
    filled: str = ""
    haints: dict[Owner, int] = {}


class HesterBoard(msgspec.Struct, Board, kw_only=True, tag="hester"):
    """HA.H.B1"""

    fields: list[int] = msgspec.field(default_factory=lambda: [FIELD_FLAMES] * 3)
    """Flames on the fire fields, from the left."""
    squares: list[Square] = []
    actions: int = 1
    """H5.5.1  Action flames, used or not."""
    flames: int = 5
    """In the supply."""
    snakes: int = SNAKES
    roots: list[Root] = []
    """On the map, in the order in which they were placed."""
    rooted: bool = False
    """H5.4.3  Was the first root of the game placed?"""
    spent: list[str] = []
    """Action fields covered this turn."""
    used: list[str] = []
    """Cards activated this turn."""
    covered: list[str] = []
    """H5.5.2  Cards under others."""
    turns: int = 0
    """Turns begun this round."""
    moving: bool = False
    """H5.5.5  The Move action is going on."""
    infecting: list[Hex] = []
    """H5.9.3  While the infect action goes on: hexes it was done on."""
    tree: bool = False
    """H5.9.1  The Tree was activated this turn."""
    first_free: bool = False
    """HA.H.C03  The first infection costs nothing."""
    any_colour: bool = False
    """HA.H.C05  The summons may be paid with any one colour."""


def board_of(game: Harrow) -> HesterBoard:
    return cast(HesterBoard, game.boards[HESTER])


def actions_left(game: Harrow) -> int:
    """H5.5.1  Action flames that cover no field yet."""
    board = board_of(game)
    return board.actions - len(board.spent)


def active_cards(game: Harrow) -> list[str]:
    """H5.5.2  Cards that lie face up and are not covered."""
    return [card for card in game.players[HESTER].played if card not in board_of(game).covered]


def hester_hex(game: Harrow) -> Hex:
    """Where Hester stands; 0 if she is not on the map."""
    return game.figures[HESTER].hex if HESTER in game.figures else 0


def feed(game: Harrow, hex: Hex) -> None:
    """H5.4.9  A flame out of the supply onto a fire, if there is one."""
    board = board_of(game)
    if board.flames:
        board.flames -= 1
        game.flames[hex] += 1
        game.note("fire.fed", "H5.4.9", owner=HESTER, hex=hex, flames=game.flames[hex])


def refill_field(game: Harrow, clause: str, least: int = 1) -> None:
    """H5.8.5, H6.7.3  Two flames of the supply onto the rightmost empty fire field, as far as there are so many."""
    board = board_of(game)
    empty = [place for place, flames in enumerate(board.fields) if not flames]
    count = min(FIELD_FLAMES, board.flames)
    if empty and count >= least:
        board.fields[empty[-1]] += count
        board.flames -= count
        game.note("field.filled", clause, owner=HESTER, flames=count)


def open_sides(game: Harrow) -> list[Owner]:
    """Sides of the board with an empty square."""
    return list(dict.fromkeys(square.side for square in board_of(game).squares if not square.filled))


def fill_square(game: Harrow, side: Owner, filled: str, haints: dict[Owner, int], clause: str) -> None:
    """H5.7.2, H5.12.1  The first empty square of a side."""
    square = next(one for one in board_of(game).squares if one.side == side and not one.filled)
    square.filled, square.haints = filled, haints
    game.note("square", clause, owner=side, filled=filled, squares=filled_squares(game))


def filled_squares(game: Harrow) -> int:
    """H5.14.1, H8.3.3  How many squares are filled."""
    return sum(bool(square.filled) for square in board_of(game).squares)


def is_full(game: Harrow) -> bool:
    """H5.14.1  Are all squares filled?"""
    return filled_squares(game) == len(board_of(game).squares)


def check_squares(game: Harrow) -> None:
    """H5.7.5, H5.14.1  All squares filled: Hester wins at once, where the course does not wait (H8.3.2)."""
    if is_full(game) and course_of(game).wins_at_once:
        win_at_once(game, HESTER, "H5.14.1")


# --- terrain cubes ----------------------------------------------------------------------------------------


class PayCube(Option, frozen=True, tag="pay_cube"):
    """H5.6  A cube of this colour."""

    colour: str


def cubes(game: Harrow) -> dict[str, int]:
    """Her cubes on the battleground, by colour; only colours she has."""
    return {colour: game.battleground[colour] for colour in COLOURS if game.battleground[colour]}


def gain(game: Harrow, colour: str, clause: str, count: int = 1) -> None:
    """H5.4.8, H0.8.4  Cubes of a colour, if the supply has them; mountain and brambles have none."""
    got = min(count, game.cubes.get(colour, 0))
    if colour in COLOURS and got:
        game.cubes[colour] -= got
        game.battleground[colour] += got
        game.note("terrain.gained", clause, owner=HESTER, terrain={colour: got})


def give_back(game: Harrow, colours: Sequence[str], clause: str) -> None:
    """H0.6.12  Cubes of the battleground go back to the supply."""
    for colour in colours:
        game.battleground[colour] -= 1
        game.cubes[colour] += 1
    if colours:
        game.note("terrain.spent", clause, owner=HESTER, terrain=dict(Counter(colours)))


def choose_cubes(game: Harrow, key: str, clause: str, count: int) -> Flow[None]:
    """H5.6  So many cubes of any colour, chosen by Hester, go back to the supply."""
    options = [PayCube(colour) for colour, many in cubes(game).items() for _ in range(many)]
    chosen = yield from ask_many(HESTER, key, clause, options, count, count, count=count)
    give_back(game, [one.colour for one in chosen], clause)


def gain_any(game: Harrow, key: str, clause: str, count: int) -> Flow[None]:
    """So many cubes of any colours out of the supply."""
    options = [PayCube(colour) for colour in COLOURS for _ in range(min(count, game.cubes[colour]))]
    count = min(count, sum(game.cubes[colour] for colour in COLOURS))
    if not count:
        return
    chosen = yield from ask_many(HESTER, key, clause, options, count, count, count=count)
    for one in chosen:
        gain(game, one.colour, clause)


def pay(game: Harrow, how: str, count: int, clause: str) -> Flow[None]:
    """H5.6  A price: of one colour, of any colours, or nothing."""
    if how == ANY:
        yield from choose_cubes(game, "pay", clause, count)
    elif how != FREE:
        give_back(game, [how] * count, clause)
