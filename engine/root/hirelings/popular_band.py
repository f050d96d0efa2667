"""The Popular Band, and its demoted side, the Street Band."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.flow import Flow, Option
from engine.root.actions.move import Move, take_move, why_no_move
from engine.root.actions.preview import marched
from engine.root.data import HIRELINGS
from engine.root.happen import Moved, Reaction
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    HirelingBoard,
    choose,
    choose_place,
    go_on,
    on_map,
    open_to,
    place_one,
    places,
    with_pieces,
)
from engine.root.hiring.orders import why_not_yours
from engine.root.menu import refuses
from engine.root.preview import previews
from engine.root.rule import clearings, is_enemy, neighbours
from engine.root.setup.table import Clearing
from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Board, Owner, Place, Root
from engine.root.verbs import place_warriors
from engine.root.voice import guest
from engine.rules import Preview, Refusal

POPULAR, STREET = "popular-band", "street-band"

# --- the freeze of both -----------------------------------------------------------------------------------

HELD = Refusal("E.2.2", "The Band holds whoever moved into its clearing this turn.")


class BandBoard(HirelingBoard, tag="band", kw_only=True):
    """Who moved to the Band in this turn, and where."""

    turn: int = 0
    came: dict[Owner, list[int]] = {}


def band(game: Root, me: Owner) -> BandBoard:
    found = game.boards[me]
    assert isinstance(found, BandBoard)
    return found


def comes_to_band(game: Root, me: Owner, moved: Moved) -> bool:
    """E.2.2, RULING H11  Did somebody move into a clearing with a Band warrior? Placing is not moving."""
    return bool(moved.clearing and game.warriors_of(me, moved.clearing))


def note_comer(game: Root, me: Owner, moved: Moved) -> Flow[None]:
    """E.2.2, RULING H11  It is remembered for the rest of the turn."""
    own = band(game, me)
    if own.turn != game.turn:
        own.turn, own.came = game.turn, {}
    here = own.came.setdefault(moved.mover, [])
    if moved.clearing not in here:
        here.append(moved.clearing)
    yield from ()


class Band(Hireling):
    """What both sides share: who comes to listen stays for the turn."""

    reactions = (Reaction("E.2.2", "band.holds", Moved, comes_to_band, note_comer, quiet=True),)

    def new_board(self) -> Board:
        return BandBoard()

    def bars_leaving(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Refusal | None:
        """E.2.2, RULING H11  An enemy that moved in this turn moves nothing out, while the Band plays there."""
        own = band(game, me)
        if own.turn != game.turn or origin not in own.came.get(mover, ()):
            return None
        return HELD if game.warriors_of(me, origin) and is_enemy(game, me, mover) else None


# --- Popular Band -----------------------------------------------------------------------------------------

NOTHING = Refusal("E.2.4", "The Band can neither call anybody nor be placed.")
NO_BAND = Refusal("E.2.4", "There is no Band warrior in that clearing.")
NO_PLAYER = Refusal("E.2.4", "Only warriors of a player's faction follow the Band.")
NO_SUPPLY = Refusal("E.2.4", "All warriors of the Band are on the map, or it may be placed nowhere.")


class Summon(Option, frozen=True, tag="band_call"):
    """E.2.4  Make a warrior of a player come to the Band."""

    player: Owner
    origin: int
    to: int


@refuses(Summon)
def why_no_call(game: Root, owner: Owner, wish: Summon) -> Refusal | None:
    """E.2.4, 1.5.5  A warrior that is made to move needs rule and everything else that its owner needs."""
    refusal = why_not_yours(game, owner, POPULAR)
    if refusal:
        return refusal
    if wish.player not in game.players:
        return NO_PLAYER
    if wish.to not in CLEARINGS or not game.warriors_of(POPULAR, wish.to):
        return NO_BAND
    return why_no_move(game, wish.player, Move(wish.origin, wish.to, 1))


@previews(Summon)
def summoned(game: Root, owner: Owner, option: Summon) -> Iterator[Preview]:
    """4.2"""
    yield from marched(game, option.player, option.origin, option.to, 1, reader=owner)


def calls(game: Root, to: int, done: list[int]) -> list[Summon]:
    """E.2.4  Everybody who can be called to a clearing, from clearings nobody was called from."""
    return [
        Summon(player, origin, to)
        for origin in clearings(game)
        if origin not in done
        for player in game.order
        if game.warriors_of(player, origin)
        and to in neighbours(game, player, origin)
        and why_no_move(game, player, Move(origin, to, 1)) is None
    ]


def can_be_placed(game: Root, me: Owner) -> bool:
    """G.1.31, 1.5.1  Is a Band warrior left, and a clearing for it?"""
    return bool(game.guests[me].supply and open_to(game, me))


def why_no_concert(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  Somebody must be there to call, or a Band warrior to place."""
    if can_be_placed(game, me) or any(calls(game, to, []) for to in places(game, me)):
        return None
    return NOTHING


def concert(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  Call one warrior from each clearing beside the Band; then a Band warrior may be placed."""
    yield from call(game, me, player)
    yield from may_place(game, me, player)


def call(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4, 1.5.5  To one clearing with the Band; the owner of a warrior moves it, and pays what that costs."""
    to = yield from choose_place(game, me, player, "E.2.4", places(game, me), "band.where")
    done: list[int] = []
    while to and (options := calls(game, to, done)):
        choice = yield from choose(game, player, "band.call", "E.2.4", go_on(options), clearing=to)
        if not isinstance(choice, Summon):
            return
        done.append(choice.origin)
        yield from take_move(game, choice.player, Move(choice.origin, to, 1), "E.2.4")


def may_place(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A Band warrior may come to any clearing."""
    if not can_be_placed(game, me):
        return
    options = go_on([Clearing(clearing) for clearing in open_to(game, me)])
    choice = yield from choose(game, player, "band.place", "E.2.4", options, hireling=me)
    if isinstance(choice, Clearing):
        place_warriors(game, me, choice.clearing, 1, "E.2.4")


@guest
class PopularBand(Band):
    """Calls warriors together, and keeps those who come."""

    id = POPULAR
    sets_up = True
    acts = (Act("band-concert", why_no_concert, concert),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  Two warriors in different clearings."""
        for _ in range(HIRELINGS[POPULAR].numbers["at_first"]):
            others = [clearing for clearing in CLEARINGS if clearing not in places(game, me)]
            yield from place_one(game, me, player, "A.6.3", others)

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1, RULING H17  Nobody on the map: one comes to a clearing with faction pieces of the controller."""
        if not on_map(game, me):
            yield from place_one(game, me, player, "E.2.1", with_pieces(game, player))


# --- Street Band ------------------------------------------------------------------------------------------


def why_no_street_music(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  A warrior of the Band must be left."""
    return None if can_be_placed(game, me) else NO_SUPPLY


def play_in_street(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A Band warrior in any clearing."""
    yield from place_one(game, me, player, "E.2.4", CLEARINGS)


@guest
class StreetBand(Band):
    """Plays anywhere, and keeps those who come."""

    id = STREET
    acts = (Act("band-street", why_no_street_music, play_in_street),)


# --- what a stand-in knows of it --------------------------------------------------------------------------


@marks("band_call")
def worth_calling(sight: Sight, option: Any) -> float:
    """E.2.4  Others' guards away from what they guard, and not to what is mine; my own stay where they are."""
    if option.player == sight.me:
        return -0.1
    bare = sight.warriors(option.player, option.origin) == 1 and sight.pieces(option.player, option.origin)
    return 0.1 + 0.4 * bool(bare) - 0.3 * sight.pieces(sight.me, option.to)
