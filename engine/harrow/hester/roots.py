"""H5.4, H5.5.3  Roots: where they may grow, what they touch, and what that brings."""

from __future__ import annotations

from engine.flow import Flow, Option, ask
from engine.harrow.data import Hex
from engine.harrow.hester.board import (
    BLACK,
    BROWN,
    HESTER,
    ROOT,
    ROOTS_PER_COLOUR,
    Root,
    actions_left,
    board_of,
    feed,
    gain,
)
from engine.harrow.land import NO_HEX, NOT_NEXT
from engine.harrow.menu import refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal


class GrowIn(Option, frozen=True, tag="grow_in"):
    """H5.4.3  The first root of all grows from outside into this edge hex."""

    hex: Hex


class Grow(Option, frozen=True, tag="grow"):
    """H5.4.4  A root grows from one hex into a neighbouring one."""

    origin: Hex
    to: Hex


NOT_EDGE = Refusal("H5.4.3", "The first root grows into a hex on the edge of the map.")
NO_ROOT_THERE = Refusal("H5.4.4", "A root starts on a hex into which a root on the map grows.")
NOT_CONNECTED = Refusal("H5.4.4", "The roots of one turn are connected with each other.")
TOUCHED = Refusal("H5.4.5", "A root of this turn or the last one touches that hex.")
NO_MORE_ROOTS = Refusal("H5.5.3", "All three roots of this colour are on the map.")
FIELD_USED = Refusal("H5.5.1", "You have used that action this turn.")
NO_ACTION = Refusal("H5.5.1", "You have no action flame left.")
AFTER_TREE = Refusal("H5.9.2", "After the Tree you only infect, summon and activate cards.")


def touched(game: Harrow, colour: str = "") -> list[Hex]:
    """H5.4.1  Every hex that a root touches, in order; of one colour, or of all."""
    roots = [root for root in board_of(game).roots if colour in ("", root.colour)]
    return list(dict.fromkeys(hex for root in roots for hex in (root.start, root.end) if hex))


def present(game: Harrow) -> str:
    """H5.4.2  The colour of this turn's roots, once the first one lies."""
    roots = board_of(game).roots
    return roots[-1].colour if roots else BROWN


def bars_root(game: Harrow, colour: str, start: Hex, end: Hex) -> Refusal | None:
    """H5.4.4, H5.4.5, H5.4.6, H5.13.2  Why a root of a colour may not grow from here to there."""
    if start not in game.county.hexes or end not in game.county.hexes:
        return NO_HEX
    if end not in game.county.near[start]:
        return NOT_NEXT
    roots = board_of(game).roots
    if not any(root.end == start for root in roots):
        return NO_ROOT_THERE
    mine = touched(game, colour)
    if mine and start not in mine:
        return NOT_CONNECTED
    return TOUCHED if end in touched(game) else None


def growths(game: Harrow, colour: str) -> list[Grow]:
    """H5.4.4  Every root of a colour that may grow now."""
    ends = sorted({root.end for root in board_of(game).roots})
    return [
        Grow(start, end)
        for start in ends
        for end in sorted(game.county.near[start])
        if bars_root(game, colour, start, end) is None
    ]


def lay_root(game: Harrow, start: Hex, end: Hex, colour: str, clause: str) -> None:
    """H5.4.1, H5.4.9  The root lies; a fire it grows into gets a flame."""
    board = board_of(game)
    board.roots.append(Root(start, end, colour))
    board.rooted = True
    game.note("root", clause, owner=HESTER, origin=start, to=end, colour=colour)
    if end in game.flames:
        feed(game, end)


def start_anew(game: Harrow, colour: str, clause: str) -> Flow[None]:
    """H5.4.3, HP.3.1  From outside into any hex of the edge."""
    edge = [hex for hex in game.county.ids if game.county.hexes[hex].edge]
    choice = yield from ask(HESTER, "root.first", clause, [GrowIn(hex) for hex in edge])
    lay_root(game, 0, choice.hex, colour, clause)


def place_roots(game: Harrow, owner: Owner) -> Flow[bool]:
    """H5.3.1, H5.4.2, H5.4.7, H5.4.8, H5.4.10, HP.3.2  Two roots of the other colour; the old ones go; cubes for what they touch."""
    board = board_of(game)
    colour = BROWN if all(root.colour != BROWN for root in board.roots) else BLACK
    for number in range(2):
        options = growths(game, colour) if board.rooted else []
        if options:
            choice = yield from ask(HESTER, "root", "H5.4.4", options, left=2 - number)
            lay_root(game, choice.origin, choice.to, colour, "H5.4.4")
        elif not touched(game, colour):
            yield from start_anew(game, colour, "H5.4.10" if board.rooted else "H5.4.3")
    board.roots = [root for root in board.roots if root.colour == colour]
    for hex in touched(game, colour):
        gain(game, game.kind(hex), "H5.4.8")
    return False


# --- H5.5.3 the extra root ----------------------------------------------------------------------------------


@refuses(GrowIn)
def bars_grow_in(game: Harrow, owner: Owner, option: GrowIn) -> Refusal | None:
    """H5.4.3"""
    if option.hex not in game.county.hexes:
        return NO_HEX
    return None if game.county.hexes[option.hex].edge else NOT_EDGE


@refuses(Grow)
def bars_grow(game: Harrow, owner: Owner, option: Grow) -> Refusal | None:
    """H5.4.4, H5.5.3"""
    if game.cursor.step == "roots":
        placed = [root for root in board_of(game).roots if root.colour == present(game)]
        colour = present(game) if len(placed) == 1 else other_colour(present(game))
        return bars_root(game, colour, option.origin, option.to)
    return bars_root(game, present(game), option.origin, option.to)


def other_colour(colour: str) -> str:
    return BLACK if colour == BROWN else BROWN


class GrowMore(Option, frozen=True, tag="grow_more"):
    """H5.5.3  A third root of this turn's colour, as an action."""

    origin: Hex
    to: Hex


@refuses(GrowMore)
def bars_grow_more(game: Harrow, owner: Owner, option: GrowMore) -> Refusal | None:
    """H5.5.1, H5.5.3, H5.9.2"""
    refusal = bars_field(game, ROOT)
    if refusal:
        return refusal
    if len(board_of(game).roots) >= ROOTS_PER_COLOUR:
        return NO_MORE_ROOTS
    return bars_root(game, present(game), option.origin, option.to)


def bars_field(game: Harrow, field: str, *, after_tree: bool = False) -> Refusal | None:
    """H5.5.1, H5.9.2  Why an action field cannot be covered now."""
    board = board_of(game)
    if field in board.spent:
        return FIELD_USED
    if actions_left(game) < 1:
        return NO_ACTION
    return AFTER_TREE if board.tree and not after_tree else None


def extra_roots(game: Harrow) -> list[GrowMore]:
    """H5.5.3"""
    if bars_field(game, ROOT) or len(board_of(game).roots) >= ROOTS_PER_COLOUR:
        return []
    return [GrowMore(one.origin, one.to) for one in growths(game, present(game))]


def grow_more(game: Harrow, option: GrowMore) -> None:
    """H5.5.3  The root, and a cube for the hex it grows into."""
    board_of(game).spent.append(ROOT)
    lay_root(game, option.origin, option.to, present(game), "H5.5.3")
    gain(game, game.kind(option.to), "H5.5.3")
