"""The Riverfolk Flotilla, and its demoted side, the Otter Divers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.flow import Done, Flow, Option
from engine.root.actions.battle import Side, bars_battle
from engine.root.actions.move import bars_moving
from engine.root.data import HIRELINGS
from engine.root.happen import settle
from engine.root.hiring.hireling import BIRDSONG_START, Act, Hireling, board_of, choose, choose_place, open_to
from engine.root.hiring.orders import may_strike
from engine.root.menu import refuses
from engine.root.preview import previews
from engine.root.rule import enemies_in
from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.turn import DrawCards
from engine.root.verbs import draw, move_pawn, place_pawn, turn_order
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- Riverfolk Flotilla -----------------------------------------------------------------------------------

NUMBERS = HIRELINGS["riverfolk-flotilla"].numbers
NOT_BATTLED = Refusal("E.2.2", "The Flotilla can be neither battled nor removed.")
NO_RIVER = Refusal("E.2.3", "The Flotilla goes one step along the river.")


class Sail(Option, frozen=True, tag="sail"):
    """E.2.3  The Flotilla goes along the river to this clearing."""

    to: int


def anchored(game: Root, me: Owner) -> int:
    """The clearing it is in."""
    place = game.pawns.get(me, 0)
    return place if isinstance(place, int) else 0


def ports(game: Root, me: Owner) -> list[int]:
    """E.2.3, 1.1.2  Where it may sail: one link of the river, or across the lake; a snare holds it."""
    here = anchored(game, me)
    near = game.map.rivers[here] if here else ()
    return [to for to in near if bars_moving(game, me, here, to) is None]


@refuses(Sail)
def why_no_sailing(game: Root, owner: Owner, wish: Sail) -> Refusal | None:
    """E.2.3"""
    return None if any(wish.to in ports(game, me) for me in game.guests if me == Flotilla.id) else NO_RIVER


@previews(Sail)
def sailed(game: Root, owner: Owner, option: Sail) -> Iterator[Preview]:
    """E.2.3  Whom it may battle there."""
    for enemy in enemies_in(game, Flotilla.id, option.to):
        if bars_battle(game, Flotilla.id, enemy, option.to) is None:
            yield Preview("flotilla.meets", {"player": enemy})


def afloat(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  It must be on the map."""
    return None if anchored(game, me) else NO_RIVER


def voyage(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3, RULING H16  Who is there may draw a card, the player on turn first; then it must sail, and may battle."""
    here = anchored(game, me)
    for other in turn_order(game):
        if game.has_piece(other, here):
            yield from welcome(game, me, other, here)
    options = [Sail(to) for to in ports(game, me)]
    if not options:
        return
    choice = yield from choose(game, player, "flotilla.sail", "E.2.3", options)
    move_pawn(game, me, choice.to, "E.2.3")
    yield from settle(game)
    yield from may_strike(game, me, player, "E.2.3", [choice.to])


def welcome(game: Root, me: Owner, player: Owner, clearing: int) -> Flow[None]:
    """E.2.3, RB 2.8.1  A player may draw a card; a bot takes what it gets instead."""
    if player not in game.bots:
        options: list[Option] = [DrawCards(NUMBERS["cards"]), Done()]
        choice = yield from choose(game, player, "flotilla.draw", "E.2.3", options, clearing=clearing)
        if isinstance(choice, Done):
            return
    yield from draw(game, player, NUMBERS["cards"], "E.2.3")


@guest
class Flotilla(Hireling):
    """A pawn on the river that brings cards and trouble."""

    id = "riverfolk-flotilla"
    sets_up = True
    acts = (Act("flotilla-sail", afloat, voyage, moment=BIRDSONG_START, must=True),)
    orders: ClassVar = {"flotilla.draw": {"draw": "Draw a card from the Flotilla", "done": "Draw no card"}}

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  In a clearing on the edge of the map and on a river."""
        shore = [c for c in sorted(game.map.edge) if game.map.rivers[c]]
        clearing = yield from choose_place(game, me, player, "A.6.3", open_to(game, me, shore))
        if clearing:
            place_pawn(game, me, clearing, "A.6.3")

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        """E.2.2  It cannot be battled."""
        return NOT_BATTLED if defender == me else None

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """E.2.2  Up to three hits; those it takes vanish, as it has no other piece."""
        return NUMBERS["most_hits"]


# --- Otter Divers -----------------------------------------------------------------------------------------


@guest
class OtterDivers(Hireling):
    """At the river its controller moves without rule."""

    id = "otter-divers"
    has_pieces = False

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """E.2.2, 4.2.1  Moves of the controller's own faction to or from a clearing on the river."""
        ends = [end for end in (origin, to) if isinstance(end, int) and end in CLEARINGS]
        return mover == board_of(game, me).controller and any(game.map.rivers[end] for end in ends)


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("sail")
def sailing(sight: Sight, option: Sail) -> float:
    """Where I am, for the next card, or where an enemy is."""
    mine = sight.warriors(sight.me, option.to) + sight.pieces(sight.me, option.to)
    return 0.4 * bool(mine) + 0.1 * len(sight.someone_else(option.to))
