"""H7.4  Playing a nest: where it may lie, and where it comes from when the supply is short."""

from __future__ import annotations

from engine.flow import Flow, Option, ask, pick
from engine.harrow.data import Hex
from engine.harrow.fairfolk.board import FACTS, FOLK, FolkBoard, board_of
from engine.harrow.fairfolk.search import NO_NEST, add_silver
from engine.harrow.land import NO_HEX, NOT_NEXT
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal


class PlayNest(Option, frozen=True, tag="play_nest"):
    """H7.4.1  Put a nest with this offer on a hex."""

    offer: str
    hex: Hex


class TakeNest(Option, frozen=True, tag="take_nest"):
    """H7.4.2  Take this nest off the map, to play it again."""

    hex: Hex


class TakeOffer(Option, frozen=True, tag="take_offer"):
    """H7.4.2  Take the offer of this nest on the map, to play it elsewhere."""

    hex: Hex


class MoveNest(Option, frozen=True, tag="move_nest"):
    """FC04  A nest goes to a neighbouring hex."""

    origin: Hex
    to: Hex


UNITS_THERE = Refusal("H7.4.1", "Units stand there; a nest needs a hex without any.")
ON_FIRE = Refusal("H7.4.1", "That hex is on fire.")
NEST_THERE = Refusal("H7.4.1", "A nest lies there already; one is the limit.")
NO_SUCH_OFFER = Refusal("H7.4.1", "No nest of your supply holds that offer.")
NEST_PLAYED = Refusal("H7.3", "You have played your nest this turn.")
QUEST_FIRST = Refusal("H7.3", "The nest comes before the objective card.")
NOT_SHORT = Refusal("H7.4.2", "You take from the map only what your supply lacks to play a nest.")
NO_OFFER_THERE = Refusal("H7.4.2", "No nest with an offer lies there.")


# --- H7.4.1 where -----------------------------------------------------------------------------------------


def bars_nest_on(game: Harrow, hex: Hex) -> Refusal | None:
    """H7.4.1  Why no nest can come onto this hex: units, flames, another nest. Nothing else is in the way."""
    if hex not in game.county.hexes:
        return NO_HEX
    if not game.is_clear(hex):
        return UNITS_THERE
    if game.flames.get(hex):
        return ON_FIRE
    return NEST_THERE if hex in board_of(game).nests else None


def places(game: Harrow) -> list[Hex]:
    """H7.4.1  Where a nest can lie."""
    return [hex for hex in game.county.ids if bars_nest_on(game, hex) is None]


@refuses(PlayNest)
def bars_play(game: Harrow, owner: Owner, option: PlayNest) -> Refusal | None:
    """H7.3, H7.4.1"""
    if option.offer not in playable(board_of(game)):
        return NO_SUCH_OFFER
    return bars_more_nests(game) or bars_nest_on(game, option.hex)


def bars_more_nests(game: Harrow) -> Refusal | None:
    """H7.3, FC08  One nest in a turn, unless a card allows another; and before an objective is fulfilled."""
    board = board_of(game)
    if board.quest_done:
        return QUEST_FIRST
    return None if board.nests_left else NEST_PLAYED


def playable(board: FolkBoard) -> list[str]:
    """H7.4.1, H7.4.2  The offers a nest can be played with: those in nests; else the loose ones, if there is a nest."""
    if board.loaded:
        return board.loaded
    return board.loose if board.empty else []


def nest_plays(game: Harrow) -> list[PlayNest]:
    """H7.4.1  Every loaded nest with every hex."""
    return [PlayNest(offer, hex) for offer in sorted(playable(board_of(game))) for hex in places(game)]


# --- H7.4.2 a short supply --------------------------------------------------------------------------------


@refuses(TakeOffer)
def bars_take_offer(game: Harrow, owner: Owner, option: TakeOffer) -> Refusal | None:
    """H7.4.2  No offer in the supply, and one in that nest."""
    board = board_of(game)
    if board.offers:
        return NOT_SHORT
    return None if board.nests.get(option.hex) else NO_OFFER_THERE


@refuses(TakeNest)
def bars_take_nest(game: Harrow, owner: Owner, option: TakeNest) -> Refusal | None:
    """H7.4.2  An offer, but no nest in the supply."""
    board = board_of(game)
    if board.loaded or board.empty or not board.loose:
        return NOT_SHORT
    return None if option.hex in board.nests else NO_NEST


def fetches(game: Harrow) -> list[Option]:
    """H7.4.2, HP.5.2  What can be taken from the map, as far as it is needed: first an offer, then a nest."""
    nests = sorted(board_of(game).nests)
    offers: list[Option] = [TakeOffer(hex) for hex in nests]
    return legal(game, FOLK, [*offers, *(TakeNest(hex) for hex in nests)])


def fetch(game: Harrow, choice: Option) -> None:
    """H7.4.2  The offer comes to the supply; or the nest does, and its offer goes to the bag."""
    board = board_of(game)
    if isinstance(choice, TakeOffer):
        offer = board.nests[choice.hex]
        board.nests[choice.hex] = ""
        board.loose.append(offer)
        game.note("offer.fetched", "H7.4.2", owner=FOLK, offer=offer, hex=choice.hex)
    elif isinstance(choice, TakeNest):
        offer = board.nests.pop(choice.hex)
        board.empty += 1
        if offer:
            to_bag(board, offer)
        game.note("nest.fetched", "H7.4.2", owner=FOLK, hex=choice.hex, offer=offer)


# --- playing ----------------------------------------------------------------------------------------------


def nest_options(game: Harrow) -> list[Option]:
    """H7.3, H7.4.2, HP.5.2  A nest to play; or what must be taken from the map to have one."""
    if bars_more_nests(game) or not places(game):
        return []
    return [*nest_plays(game), *fetches(game)]


def play_a_nest(game: Harrow, choice: Option) -> Flow[None]:
    """H7.4.1, H7.4.2, HP.5.2  Take from the map what is lacking, then put the nest on a hex."""
    while not isinstance(choice, PlayNest):
        fetch(game, choice)
        options = nest_options(game)
        if not options:
            return
        choice = yield from ask(FOLK, "nest", "H7.4.2", options)
    put_nest(game, choice.offer, choice.hex)


def put_nest(game: Harrow, offer: str, hex: Hex) -> None:
    """H7.4.1, H7.4.3  The nest lies on the map; terrain like that of a silver cube on the board gives a cube."""
    board = board_of(game)
    if offer in board.loaded:
        board.loaded.remove(offer)
    else:
        board.loose.remove(offer)
        board.empty -= 1
    board.nests[hex] = offer
    board.nests_left -= 1
    game.note("nest.played", "H7.4.1", owner=FOLK, offer=offer, hex=hex)
    if game.kind(hex) in board.silver:
        add_silver(game, 1, "H7.4.3")


@refuses(MoveNest)
def bars_move(game: Harrow, owner: Owner, option: MoveNest) -> Refusal | None:
    """FC04, H7.4.1"""
    if option.origin not in board_of(game).nests:
        return NO_NEST
    if option.to not in game.county.near[option.origin]:
        return NOT_NEXT
    return bars_nest_on(game, option.to)


def nest_moves(game: Harrow) -> list[MoveNest]:
    """FC04  Every nest with every neighbouring hex that can hold it."""
    nests = sorted(board_of(game).nests)
    return legal(game, FOLK, [MoveNest(hex, to) for hex in nests for to in game.county.near[hex]])


def move_nest(game: Harrow, origin: Hex, to: Hex, clause: str, by: Owner) -> None:
    """FC04, H5.7.3  A nest goes to another hex with its offer. No silver: it is not played."""
    board = board_of(game)
    board.nests[to] = board.nests.pop(origin)
    game.note("nest.moved", clause, owner=by, origin=origin, to=to)


# --- the bag ----------------------------------------------------------------------------------------------


def to_bag(board: FolkBoard, offer: str) -> None:
    board.bag = sorted([*board.bag, offer])


def draw_offer(game: Harrow) -> Flow[str]:
    """H7.8.2  An offer out of the bag into a nest of the supply, if there is one. "" if the bag is empty."""
    board = board_of(game)
    if not board.bag:
        return ""
    offer = yield from pick("offers", board.bag)
    board.bag.remove(offer)
    game.learned = True
    if board.empty:
        board.empty -= 1
        board.loaded.append(offer)
    else:
        board.loose.append(offer)
    game.note("offer.drawn", "H7.8.2", owner=FOLK, offer=offer)
    return offer


def fill_supply(game: Harrow) -> Flow[None]:
    """H7.1.4, H7.8.2  Loose offers go into nests that came back; then up to three offers in the supply."""
    board = board_of(game)
    while board.loose and board.empty:
        board.loaded.append(board.loose.pop(0))
        board.empty -= 1
    while len(board.offers) < FACTS.hand and (yield from draw_offer(game)):
        pass
