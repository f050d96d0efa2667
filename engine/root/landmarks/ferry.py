"""C.2.5, F.2  The Ferry: once a turn a move across the water, and a card for who took it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.flow import Flow
from engine.root.happen import Carried, Reaction, record
from engine.root.landmark import Landmark, LandmarkBoard, stands
from engine.root.rule import principal
from engine.root.state import Board, Owner, Place, Root
from engine.root.verbs import draw
from engine.root.voice import Journey, guest
from engine.rules import Refusal

NOT_THERE = Refusal("C.2.5", "The Ferry is not there.")
NOT_BY_RIVER = Refusal(
    "C.2.5", "The Ferry only goes to a clearing that the same river, or the lake, joins to this one."
)
USED = Refusal("C.2.5", "You have used the Ferry this turn.")


class FerryBoard(LandmarkBoard, tag="ferry", kw_only=True):
    """Where it lies, and who has used it in which turn."""

    turn: int = 0
    used: list[Owner] = []


def board(game: Root, me: Owner) -> FerryBoard:
    return cast(FerryBoard, game.boards[me])


def has_used(game: Root, me: Owner, player: Owner) -> bool:
    """C.2.5, RULING M5  Once a turn for each player, whoever's turn it is."""
    return board(game, me).turn == game.turn and player in board(game, me).used


def took(game: Root, me: Owner, carried: Carried) -> bool:
    return carried.by == me


def cards_for_movers(game: Root, me: Owner, carried: Carried) -> Flow[None]:
    """C.2.5, RULING M1, RULING L4  Each mover draws a card; before or after what else the move triggers (1.1.3)."""
    for mover in carried.movers:
        yield from draw(game, mover, 1, "C.2.5")


@guest
class Ferry(Landmark):
    """C.2.5, F.2, F.2.1  It lies at a river; one step along it for whoever rules an end of the way."""

    id = "ferry"
    reactions = (Reaction("C.2.5", "ferry", Carried, took, cards_for_movers),)

    def new_board(self) -> Board:
        return FerryBoard()

    def carries(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Sequence[int]:
        """C.2.5  To the clearings that the river joins to this one; on the lake to all others on its shore."""
        here = stands(game, me)
        if origin != here or not here or has_used(game, me, principal(game, mover)):
            return ()
        return game.map.rivers[here]

    def bars_boarding(self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place) -> Refusal | None:
        """C.2.5"""
        if origin != stands(game, me):
            return NOT_THERE
        return USED if has_used(game, me, principal(game, mover)) else NOT_BY_RIVER

    def boarded(self, game: Root, me: Owner, journey: Journey) -> None:
        """C.2.5, E.3.7, F.1.1  It goes along; that is the only way it ever moves."""
        own = board(game, me)
        if own.turn != game.turn:
            own.turn, own.used = game.turn, []
        own.clearing = int(journey.to)
        everybody = (journey.mover, *(o for o in journey.warriors if o != journey.mover))
        movers = tuple(dict.fromkeys(principal(game, mover) for mover in everybody))
        own.used += movers
        game.note("ferry", "C.2.5", owner=movers[0], to=own.clearing)
        record(game, Carried(me, movers, own.clearing))
