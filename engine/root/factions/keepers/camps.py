"""15.2.2, 15.4  Waystations: encamp, decamp, recruit, and craft with them."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.craft import tool_at
from engine.root.faction import Tool, hides_hand
from engine.root.factions.keepers.facts import NUMBERS, TILES, board
from engine.root.happen import settle
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import fits
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Owner, Piece, Place, Root
from engine.root.turn import menu
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard,
    place_building,
    place_warriors,
    remove_warriors,
    take_back,
)
from engine.rules import Refusal


class Encamp(Option, frozen=True, tag="encamp"):
    """15.4.1  A waystation of this kind, with the other type below, comes to this clearing."""

    clearing: int
    kind: str
    below: str


class Decamp(Option, frozen=True, tag="decamp"):
    """15.4.2  Replace this waystation with a warrior."""

    clearing: int
    kind: str


class RecruitAt(Option, frozen=True, tag="recruit_at"):
    """15.4.3  Spend this card; two warriors come to this waystation."""

    PRIVATE = True

    card: str
    clearing: int


# --- 15.2.2 Tiles -----------------------------------------------------------------------------------------


def waystation(kind: str) -> str:
    """15.2.2  A waystation with this type upward, as a building."""
    return f"waystation-{kind}"


def type_up(kind: str) -> str:
    """15.2.2  The type that lies upward on a waystation."""
    return kind.partition("-")[2]


def tile_of(up: str, below: str) -> int | None:
    """15.2.2  The tile with these two sides."""
    return next((n for n, tile in enumerate(TILES) if set(tile) == {up, below} and up != below), None)


def sides_left(game: Root, owner: Owner) -> list[tuple[str, str]]:
    """15.4.1  Both ways up of every waystation on the board."""
    camps = board(game, owner).camps
    return [way for n, (one, two) in enumerate(TILES) if n not in camps for way in ((one, two), (two, one))]


def waystations(game: Root, owner: Owner) -> list[int]:
    """Clearings with a waystation, one entry for each."""
    return sorted(clearing for clearing, _ in board(game, owner).camps.values())


def types_at(game: Root, owner: Owner, clearing: int) -> set[str]:
    """15.5.2.III.a  The types of the waystations in a clearing."""
    return {up for place, up in board(game, owner).camps.values() if place == clearing}


def place_waystation(game: Root, owner: Owner, clearing: int, up: str, below: str) -> None:
    """15.4.1  A tile goes from the board to the map."""
    tile = tile_of(up, below)
    assert tile is not None
    if place_building(game, owner, clearing, waystation(up), "15.4.1"):
        board(game, owner).camps[tile] = (clearing, up)


def waystation_gone(game: Root, owner: Owner, piece: Piece, place: Place) -> None:
    """15.2.2  A waystation that left the map is on the board again."""
    camps = board(game, owner).camps
    tile = next((n for n, camp in camps.items() if camp == (place, type_up(piece.kind))), None)
    if tile is not None:
        del camps[tile]


# --- 15.2.3 Crafting --------------------------------------------------------------------------------------


def tools(game: Root, owner: Owner) -> list[Tool]:
    """15.2.3, 4.1.1  Waystations of any type; each has the suit of its clearing."""
    used = list(game.players[owner].activated)
    left = []
    for clearing in waystations(game, owner):
        if clearing in used:
            used.remove(clearing)
        else:
            left.append(tool_at(game, clearing))
    return left


# --- 15.4.1 Encamp ----------------------------------------------------------------------------------------

ENCAMPED = Refusal("15.4.1", "You have encamped in that clearing already.")
NOBODY_THERE = Refusal("15.4.1", "You need a warrior there to replace with a waystation.")
NOT_ON_BOARD = Refusal("15.4.1", "That waystation is not on your board.")
NOT_ON_EDGE = Refusal("15.4.1", "Without anything on the map, you start anew on the edge of the map.")


def is_lost(game: Root, owner: Owner) -> bool:
    """15.4.1  Neither a Keeper warrior nor a waystation on the map; relics do not count."""
    elsewhere = any(here.get(owner) for here in game.elsewhere.values())
    return not any(game.warriors[owner]) and not elsewhere and not waystations(game, owner)


@refuses(Encamp, "keepers")
def why_no_encamping(game: Root, owner: Owner, wish: Encamp) -> Refusal | None:
    """15.4.1  Once per clearing, a warrior to replace, a waystation on the board, and an open slot."""
    if wish.clearing not in CLEARINGS:
        return NOBODY_THERE
    if is_lost(game, owner):
        if wish.clearing not in game.map.edge:
            return NOT_ON_EDGE
    elif not game.warriors_of(owner, wish.clearing):
        return NOBODY_THERE
    if wish.clearing in board(game, owner).encamped:
        return ENCAMPED
    if (type_up(wish.kind), wish.below) not in sides_left(game, owner):
        return NOT_ON_BOARD
    return bars_building(game, owner, wish.clearing)


def encampings(game: Root, owner: Owner) -> list[Encamp]:
    """15.4.1  Every waystation, either way up, in every clearing it can come to."""
    sides = sides_left(game, owner)
    return [
        wish
        for c in CLEARINGS
        for up, below in sides
        if legal(game, owner, wish := Encamp(c, waystation(up), below))
    ]


def encamp_step(game: Root, owner: Owner) -> Flow[bool]:
    """15.4.1  Encamp, once per clearing; or start anew if nothing is left on the map."""
    if is_lost(game, owner):
        yield from start_anew(game, owner)
        return False
    options = encampings(game, owner)
    if not options:
        return False
    choice = yield from menu(game, owner, "keepers.encamp", "15.4.1", options)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(Encamp, "keepers")
def encamp(game: Root, owner: Owner, option: Encamp) -> Flow[None]:
    """15.4.1, G.1.13  Replace a warrior with the waystation."""
    board(game, owner).encamped.append(option.clearing)
    remove_warriors(game, owner, option.clearing, 1, owner, "15.4.1")
    yield from settle(game)
    place_waystation(game, owner, option.clearing, type_up(option.kind), option.below)


def start_anew(game: Root, owner: Owner) -> Flow[None]:
    """15.4.1, 1.5.4  A waystation and a warrior on the edge of the map; without a slot there, only the warrior."""
    options = encampings(game, owner)
    if options:
        choice = yield from ask(owner, "keepers.anew", "15.4.1", options)
        place_waystation(game, owner, choice.clearing, type_up(choice.kind), choice.below)
        place_warriors(game, owner, choice.clearing, 1, "15.4.1")
        return
    places = [Clearing(c) for c in sorted(game.map.edge) if bars_placing(game, owner, c) is None]
    if places and game.players[owner].supply:
        alone = yield from ask(owner, "keepers.anew.warrior", "15.4.1", places)
        place_warriors(game, owner, alone.clearing, 1, "15.4.1")


# --- 15.4.2 Decamp ----------------------------------------------------------------------------------------

DECAMPED = Refusal("15.4.2", "You have decamped in that clearing already.")
NO_WAYSTATION = Refusal("15.4.2", "You have no such waystation there.")
NO_WARRIOR = Refusal("1.5.1", "You have no warriors left in your supply.")


@refuses(Decamp, "keepers")
def why_no_decamping(game: Root, owner: Owner, wish: Decamp) -> Refusal | None:
    """15.4.2, G.1.13  Once per clearing, a waystation there, and a warrior that can be placed."""
    if wish.clearing in board(game, owner).decamped:
        return DECAMPED
    if (wish.clearing, type_up(wish.kind)) not in board(game, owner).camps.values():
        return NO_WAYSTATION
    if not game.players[owner].supply:
        return NO_WARRIOR
    return bars_placing(game, owner, wish.clearing)


def decamp_step(game: Root, owner: Owner) -> Flow[bool]:
    """15.4.2  Decamp, once per clearing."""
    found = dict.fromkeys(Decamp(c, waystation(up)) for c, up in board(game, owner).camps.values())
    options = [wish for wish in found if legal(game, owner, wish)]
    if not options:
        return False
    choice = yield from menu(game, owner, "keepers.decamp", "15.4.2", options)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(Decamp, "keepers")
def decamp(game: Root, owner: Owner, option: Decamp) -> Flow[None]:
    """15.4.2, G.1.13  The waystation goes back to the board, a warrior comes in its place."""
    board(game, owner).decamped.append(option.clearing)
    piece = next(p for p in game.buildings_of(owner, option.clearing) if p.kind == option.kind)
    take_back(game, piece, option.clearing, "15.4.2")
    waystation_gone(game, owner, piece, option.clearing)
    place_warriors(game, owner, option.clearing, 1, "15.4.2")
    yield from ()


# --- 15.4.3 Recruit ---------------------------------------------------------------------------------------

NOT_HELD = Refusal("15.4.3", "You do not hold that card.")
NO_CAMP = Refusal("15.4.3", "You recruit in clearings with a waystation.")
OTHER_SUIT = Refusal("15.4.3", "The card must match the clearing of the waystation.")


@refuses(RecruitAt, "keepers")
def why_no_recruiting(game: Root, owner: Owner, wish: RecruitAt) -> Refusal | None:
    """15.4.3  A card that matches the clearing of a waystation, and somebody to place."""
    if wish.clearing not in waystations(game, owner):
        return NO_CAMP
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if not fits(game, wish.card, wish.clearing):
        return OTHER_SUIT
    if not game.players[owner].supply:
        return NO_WARRIOR
    return bars_placing(game, owner, wish.clearing)


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """15.4.3  Recruit as often as there are cards for it."""
    camps = list(dict.fromkeys(waystations(game, owner)))
    placeable = any(bars_placing(game, owner, c) is None for c in camps)
    if not game.players[owner].hand or not game.players[owner].supply or not placeable:
        return False
    wishes = [RecruitAt(card, c) for card in sorted(set(game.players[owner].hand)) for c in camps]
    options = [wish for wish in wishes if legal(game, owner, wish)]
    secret = hides_hand(game, owner)
    if not options and not secret:
        return False
    choice = yield from menu(game, owner, "keepers.recruit", "15.4.3", options, private=secret)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(RecruitAt, "keepers")
def recruit(game: Root, owner: Owner, option: RecruitAt) -> Flow[None]:
    """15.4.3, 1.5.4  Spend the card; two warriors at the waystation, or as many as there are."""
    discard(game, owner, option.card, "15.4.3")
    place_warriors(game, owner, option.clearing, NUMBERS["recruit_warriors"], "15.4.3")
    yield from ()
