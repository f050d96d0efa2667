"""H7.5.5 to H7.5.7, H7.7  Arrows and guesses, answered from the location card, and what a find changes."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Done, Flow, Option, ask
from engine.harrow.data import Hex
from engine.harrow.fairfolk.board import CROWN, FACTS, FOLK, QUEEN, Arrow, FolkBoard, board_of
from engine.harrow.land import NO_HEX
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import strengthen
from engine.rules import Refusal


class PlaceArrow(Option, frozen=True, tag="place_arrow"):
    """H7.5.5  An arrow along an axis through a nest: is the item on this side?"""

    hex: Hex
    axis: str
    side: str


class Guess(Option, frozen=True, tag="guess"):
    """H7.5.6  Is the item here?"""

    hex: Hex


class TakeArrow(Option, frozen=True, tag="take_arrow"):
    """H7.5.7  Take this arrow off the map: none is left."""

    hex: Hex
    axis: str
    side: str


class TakeCross(Option, frozen=True, tag="take_cross"):
    """H7.5.7  Take the X off this hex: none is left."""

    hex: Hex


class SilverOn(Option, frozen=True, tag="silver_on"):
    """H7.1.6, H7.7.3  Put a silver cube on this terrain of your board."""

    terrain: str


NO_NEST = Refusal("H7.5.3", "No nest of yours lies there.")
NO_AXIS = Refusal(
    "H7.5.5", "A line runs along one of three axes, and an arrow points to one of its two sides."
)
MARKED = Refusal("H7.5.6", "That hex was asked about already.")
ALL_FOUND = Refusal("H7.7.4", "The queen is found; there is nothing left to look for.")
HAS_SILVER = Refusal("H7.7.3", "There is a silver cube on that terrain already.")
NO_TERRAIN = Refusal("H7.1.6", "Your board has no such terrain.")


# --- H7.5.5 arrows ----------------------------------------------------------------------------------------


def along(game: Harrow, hex: Hex, axis: str) -> int:
    """H7.5.5  The coordinate that is the same all along a line of this axis."""
    one = game.county.hexes[hex]
    return {"q": one.q, "r": one.r, "s": one.q + one.r}[axis]


def side_of(game: Harrow, nest: Hex, axis: str, hex: Hex) -> str:
    """H7.5.5  On which side of the line through the nest a hex lies; "" for one on the line itself."""
    here, there = along(game, nest, axis), along(game, hex, axis)
    if here == there:
        return ""
    return FACTS.axes[axis][int(there > here)]


def area(game: Harrow, arrow: Arrow) -> list[Hex]:
    """H7.5.5  What an arrow shows: its side, and the line."""
    return [hex for hex in game.county.ids if side_of(game, arrow.hex, arrow.axis, hex) in ("", arrow.side)]


@refuses(PlaceArrow)
def bars_arrow(game: Harrow, owner: Owner, option: PlaceArrow) -> Refusal | None:
    """H7.5.3, H7.5.5  A nest, an axis and one of its sides, and something to look for."""
    if option.hex not in game.county.hexes:
        return NO_HEX
    board = board_of(game)
    if option.hex not in board.nests:
        return NO_NEST
    if option.side not in FACTS.axes.get(option.axis, ()):
        return NO_AXIS
    return None if board.searching else ALL_FOUND


def arrows_at(nests: Iterable[Hex]) -> list[PlaceArrow]:
    """H7.5.5  Three axes through a nest, two sides each."""
    return [
        PlaceArrow(hex, axis, side) for hex in nests for axis, both in FACTS.axes.items() for side in both
    ]


def place_arrow(game: Harrow, choice: PlaceArrow) -> Flow[None]:
    """H7.5.5  The location card says whether the arrow stays or is turned round; an item on the line lets it stay."""
    board = board_of(game)
    if len(board.arrows) >= FACTS.arrows:  # H7.5.7
        options = [TakeArrow(one.hex, one.axis, one.side) for one in board.arrows]
        old = yield from ask(FOLK, "arrow.reuse", "H7.5.7", options)
        board.arrows.remove(Arrow(old.hex, old.axis, old.side))
    true = side_of(game, choice.hex, choice.axis, board.card[board.searching])
    turned = true not in ("", choice.side)
    side = true if turned else choice.side
    board.arrows.append(Arrow(choice.hex, choice.axis, side))
    game.learned = True
    game.note(
        "arrow", "H7.5.5", owner=FOLK, item=board.searching, hex=choice.hex, axis=choice.axis, side=side,
        turned=turned,
    )  # fmt: skip
    keeps = (side,) if turned else ("", side)
    rule_out(
        board, (hex for hex in game.county.ids if side_of(game, choice.hex, choice.axis, hex) not in keeps)
    )


def rule_out(board: FolkBoard, hexes: Iterable[Hex]) -> None:
    """What everybody knows now: the item searched is on none of these hexes."""
    board.ruled_out = sorted({*board.ruled_out, *hexes})


# --- H7.5.6 guesses ---------------------------------------------------------------------------------------


@refuses(Guess)
def bars_guess(game: Harrow, owner: Owner, option: Guess) -> Refusal | None:
    """H7.5.6  Any hex that was not asked about."""
    if option.hex not in game.county.hexes:
        return NO_HEX
    board = board_of(game)
    if not board.searching:
        return ALL_FOUND
    return MARKED if option.hex in board.marked() else None


def guesses(game: Harrow) -> list[Guess]:
    """H7.5.6  Every hex without a mark."""
    marked = board_of(game).marked()
    return [Guess(hex) for hex in game.county.ids if hex not in marked]


def guess(game: Harrow, hex: Hex) -> Flow[None]:
    """H7.5.6  Right: the item is found. Wrong: an X."""
    board = board_of(game)
    item = board.searching
    game.learned = True
    if board.card[item] == hex:
        yield from find(game, item, hex)
        return
    game.note("guess.wrong", "H7.5.6", owner=FOLK, item=item, hex=hex)
    yield from put_cross(game, hex)


def put_cross(game: Harrow, hex: Hex) -> Flow[None]:
    """H7.5.6, H7.5.7  An X on a hex; if none is left, one of the map moves."""
    board = board_of(game)
    rule_out(board, [hex])
    if board.crosses_left <= 0:
        old = yield from ask(FOLK, "cross.reuse", "H7.5.7", [TakeCross(one) for one in board.crosses])
        board.crosses.remove(old.hex)
    board.crosses.append(hex)


def ask_guess(game: Harrow, key: str, clause: str, *, must: bool = False) -> Flow[None]:
    """H7.5.6  Ask the Fair Folk for a guess, and answer it."""
    options: list[Option] = list(guesses(game))
    choice = yield from ask(
        FOLK, key, clause, options if must else [*options, Done()], item=board_of(game).searching
    )
    if isinstance(choice, Guess):
        yield from guess(game, choice.hex)


# --- H7.7 finding -----------------------------------------------------------------------------------------


def find(game: Harrow, item: str, hex: Hex) -> Flow[None]:
    """H7.7.1, H7.7.4, H7.7.5  The item lies open; arrows, other X tokens and empty nests come back; loaded nests stay."""
    board = board_of(game)
    board.found.append(item)
    game.note("found", "H7.7.1", owner=FOLK, item=item, hex=hex)
    board.empty += sum(not offer for offer in board.nests.values())
    board.nests = {nest: offer for nest, offer in board.nests.items() if offer}
    board.arrows, board.crosses, board.ruled_out, board.whispers = [], [], [], []
    if item == CROWN:
        yield from ask_silver(game, "crown.silver", "H7.7.3")
    elif item == QUEEN:
        game.note("queen", "H7.7.4", owner=FOLK)


@refuses(SilverOn)
def bars_silver(game: Harrow, owner: Owner, option: SilverOn) -> Refusal | None:
    """H7.1.6, H7.7.3  An empty terrain of the board."""
    if option.terrain not in game.county.terrain:
        return NO_TERRAIN
    return HAS_SILVER if option.terrain in board_of(game).silver else None


def ask_silver(game: Harrow, key: str, clause: str) -> Flow[None]:
    """H7.1.6, H7.7.3, HP.1.8, HP.5.6  A silver cube on an empty terrain of the board: nests on it give cubes from now on."""
    options = legal(game, FOLK, [SilverOn(terrain) for terrain in sorted(game.county.terrain)])
    if not options or not game.cubes[FOLK]:
        return
    choice = yield from ask(FOLK, key, clause, options)
    game.cubes[FOLK] -= 1
    board_of(game).silver.append(choice.terrain)
    game.note("silver.placed", clause, owner=FOLK, terrain=choice.terrain)


def add_silver(game: Harrow, count: int, clause: str) -> None:
    """H7.4.3, H7.7.2  Silver cubes from the supply to the battleground."""
    strengthen(game, FOLK, count, clause)
