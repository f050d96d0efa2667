"""H7.6  Offers: others take them in their cleanup, the Tree says what the Fair Folk learn, and later they are used."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, Option, ask
from engine.harrow.actions.basic import act
from engine.harrow.actions.carry import go
from engine.harrow.choices import MoveUnit, ask_move, unit_moves
from engine.harrow.course import ask_for
from engine.harrow.data import ADVANCE, SPAWN, STRENGTHEN, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.fairfolk.board import FOLK, board_of
from engine.harrow.fairfolk.nests import to_bag
from engine.harrow.fairfolk.search import arrows_at, ask_guess, place_arrow
from engine.harrow.land import find_unit, movable
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Budget, Harrow, Owner, Unit
from engine.harrow.tree import activate_tree
from engine.harrow.verbs import draw_card, move_figure, strengthen
from engine.rules import Refusal


class VisitNest(Option, frozen=True, tag="visit_nest"):
    """H7.6.2  Take the offer on this hex next."""

    hex: Hex


class UseOffer(Option, frozen=True, tag="use_offer"):
    """H7.6.4  Use an offer that you have taken."""

    offer: str


class MoveFigure(Option, frozen=True, tag="move_figure"):
    """OF11, H5.6.5  A figure that is no unit goes to a neighbouring hex."""

    owner: Owner
    origin: Hex
    to: Hex


FIGURE = "figure"
DANCERS = 2
"""OF11  So many legends move."""
NO_OFFER = Refusal("H7.6.4", "You have not taken that offer.")
LATER = Refusal("H7.6.4", "An offer is used before or after the action of a later turn of yours.")


# --- H7.6.1 taking ----------------------------------------------------------------------------------------


def stands_on(game: Harrow, owner: Owner, hex: Hex) -> bool:
    """H7.6.1  Has this player a unit there? One without units of its own: its figure, or an infected haint."""
    if owner in game.rivals:
        return bool(game.units_of(owner, hex))
    figure = game.figures.get(owner)
    return (figure is not None and figure.hex == hex) or any(unit.infected for unit in game.units[hex])


def within_reach(game: Harrow, owner: Owner) -> list[Hex]:
    """H7.6.1  The nests with an offer on which a player stands."""
    return [
        hex for hex, offer in sorted(board_of(game).nests.items()) if offer and stands_on(game, owner, hex)
    ]


def take_offers(game: Harrow, owner: Owner) -> Flow[None]:
    """H7.6.1 to H7.6.3, HP.2.22  Every offer within reach is taken, in the order the player likes."""
    while hexes := within_reach(game, owner):
        options = [VisitNest(hex) for hex in hexes]
        choice = yield from ask_for(game, owner, "offer.order", "H7.6.2", options)
        yield from take_offer(game, owner, choice.hex)


def take_offer(game: Harrow, owner: Owner, hex: Hex) -> Flow[None]:
    """H7.6.1, HP.5.5  The offer goes to the player; then the Tree: no fewer silver cubes give an arrow, and a guess."""
    board = board_of(game)
    offer = board.nests[hex]
    board.nests[hex] = ""
    board.taken.setdefault(owner, []).append(offer)
    game.note("offer.taken", "H7.6.1", owner=owner, offer=offer, hex=hex)
    if not board.searching:
        return
    yield from activate_tree(game, owner, offer, "H7.6.1")
    silver, theirs = game.out(FOLK), game.out(owner)
    game.note("offer.tree", "H7.6.1", owner=owner, silver=silver, theirs=theirs, won=silver >= theirs)
    if silver < theirs:
        return
    arrow = yield from ask(FOLK, "offer.arrow", "H7.6.1", arrows_at([hex]), hex=hex, item=board.searching)
    yield from place_arrow(game, arrow)
    yield from ask_guess(game, "offer.guess", "H7.6.1")


# --- H7.6.4 using -----------------------------------------------------------------------------------------

Use = Callable[[Harrow, Owner], Flow[None]]


@refuses(UseOffer)
def bars_offer(game: Harrow, owner: Owner, option: UseOffer) -> Refusal | None:
    """H7.6.4  An own offer, in a window of the own turn."""
    if option.offer not in board_of(game).taken.get(owner, ()):
        return NO_OFFER
    return None if owner == game.active and FACTIONS[owner].is_free(game, owner) else LATER


def usable(game: Harrow, owner: Owner) -> list[UseOffer]:
    """H7.6.4, HP.2.23  The offers a player can use now."""
    return legal(game, owner, [UseOffer(offer) for offer in sorted(board_of(game).taken.get(owner, ()))])


def use_offer(game: Harrow, owner: Owner, offer: str) -> Flow[None]:
    """H7.6.4  The offer does what it says and goes back to the bag."""
    own = owner not in game.rivals and offer not in FOR_ALL
    yield from spend_offer(game, owner, offer, own_use(offer) if own else OFFERS[offer])


def own_use(offer: str) -> Use:
    """H7.6.4  What an offer does for a faction without jars."""
    return lambda game, owner: FACTIONS[owner].use_offer(game, owner, offer)


def spend_offer(game: Harrow, owner: Owner, offer: str, use: Use) -> Flow[None]:
    """H7.6.4, H8.2.4  An offer that was taken is used this way and goes back to the bag."""
    board = board_of(game)
    board.taken[owner].remove(offer)
    to_bag(board, offer)
    game.note("offer.used", "H7.6.4", owner=owner, offer=offer)
    yield from use(game, owner)


OFFERS: dict[str, Use] = {}
"""What each offer does for a jar faction."""
FOR_ALL = ("OF2", "OF11")
"""These do the same for a faction without jars."""


def offer(id: str) -> Callable[[Use], Use]:
    """Decorator: what an offer does for a jar faction."""

    def known(use: Use) -> Use:
        OFFERS[id] = use
        return use

    return known


@offer("OF1")
def nothing(game: Harrow, owner: Owner) -> Flow[None]:
    """OF1  No effect."""
    yield from ()


@offer("OF2")
def card(game: Harrow, owner: Owner) -> Flow[None]:
    """OF2  Draw a card."""
    yield from draw_card(game, owner, "OF2")


def haint_moves(game: Harrow, fits: Callable[[Unit], bool]) -> list[MoveUnit]:
    """OF3, OF4, FC07  Every haint that may be moved, with every legal neighbour."""
    haints = ((hex, unit) for hex, unit in movable(game) if not unit.is_legend and fits(unit))
    return unit_moves(game, haints, lambda hex: game.county.near[hex])


@offer("OF3")
def enemy_haint(game: Harrow, owner: Owner) -> Flow[None]:
    """OF3  An enemy haint goes to a legal neighbouring hex."""
    moves = haint_moves(game, lambda unit: unit.owner != owner)
    yield from ask_move(game, owner, "offer.move", "OF3", moves, must=True)


@offer("OF4")
def any_haint(game: Harrow, owner: Owner) -> Flow[None]:
    """OF4  Any haint goes to a legal neighbouring hex."""
    moves = haint_moves(game, lambda unit: True)
    yield from ask_move(game, owner, "offer.move", "OF4", moves, must=True)


def ability(id: str, ability: str, points: int) -> None:
    """OF5 to OF10  So many times one ability."""

    def use(game: Harrow, owner: Owner) -> Flow[None]:
        if ability == STRENGTHEN:
            strengthen(game, owner, points, id)
        else:
            yield from act(game, owner, f"offer.{ability}", id, Budget.of(ability, points))

    OFFERS[id] = use


ability("OF5", SPAWN, 1)
ability("OF6", SPAWN, 2)
ability("OF7", ADVANCE, 1)
ability("OF8", ADVANCE, 2)
ability("OF9", STRENGTHEN, 1)
ability("OF10", STRENGTHEN, 2)


@offer("OF11")
def dance(game: Harrow, owner: Owner) -> Flow[None]:
    """OF11  Two different legends go to a neighbouring hex each, whosever they are; a nail holds one."""
    moved: list[tuple[Owner, str]] = []
    for _ in range(DANCERS):
        options: list[Option] = [
            *(one for one in legend_moves(game) if (one.owner, one.unit) not in moved),
            *(one for one in figure_moves(game) if (one.owner, FIGURE) not in moved),
        ]
        if not options:
            return
        choice = yield from ask_for(game, owner, "offer.legends", "OF11", options)
        if isinstance(choice, MoveFigure):
            moved.append((choice.owner, FIGURE))
            move_figure(game, choice.owner, choice.to, "OF11", owner)
        elif isinstance(choice, MoveUnit):
            moved.append((choice.owner, choice.unit))
            unit = find_unit(game, choice.origin, choice.owner, choice.unit)
            yield from go(game, [unit], choice.origin, choice.to, "OF11", owner)


def legend_moves(game: Harrow) -> list[MoveUnit]:
    """OF11  Every legend that is a unit, with every legal neighbour (H1.2.6)."""
    legends = ((hex, unit) for hex, unit in movable(game) if unit.is_legend)
    return unit_moves(game, legends, lambda hex: game.county.near[hex])


def figure_moves(game: Harrow) -> list[MoveFigure]:
    """OF11, H5.6.5  A figure that is no unit goes anywhere, unless it is nailed."""
    return [
        MoveFigure(owner, figure.hex, to)
        for owner, figure in game.figures.items()
        if not figure.nailed
        for to in game.county.near[figure.hex]
    ]
