"""F  What every landmark is: a thing of nobody that stands in a clearing and changes the rules there.

Each has a module or folder of its own in `landmarks/`, subclasses `Landmark` and makes itself known with `@guest`.
The name of the guest is the landmark's id. Where it stands is on its board; 0 until it is set up.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from engine.flow import Flow
from engine.root.data import LANDMARKS
from engine.root.data import Landmark as Printed
from engine.root.state import Board, Owner, Root
from engine.root.voice import GUESTS, Voice


class LandmarkBoard(msgspec.Struct, Board, tag="landmark", kw_only=True):
    """What a landmark remembers; some remember more."""

    clearing: int = 0


class Landmark(Voice):
    """F.1, F.1.1, F.1.2  Nobody's and no piece: it is never battled, moved or removed, and has no enemies."""

    @property
    def printed(self) -> Printed:
        """What its card says."""
        return LANDMARKS[self.id]

    def new_board(self) -> Board:
        return LandmarkBoard()

    def set_up(self, game: Root, me: Owner) -> Flow[None]:
        """A.5.3  What its card says to do once it stands."""
        yield from ()

    def marks(self, game: Root, me: Owner, clearing: int) -> list[str]:
        return [me] if stands(game, me) == clearing else []


def landmarks(game: Root) -> list[Owner]:
    """A.5  The landmarks at the table, in the order in which they came."""
    return [name for name, guest in game.guests.items() if isinstance(GUESTS[guest.plays], Landmark)]


def stands(game: Root, me: Owner) -> int:
    """The clearing a landmark stands in; 0 before it is set up."""
    return cast(LandmarkBoard, game.boards[me]).clearing


def put(game: Root, me: Owner, clearing: int, clause: str, **about: Any) -> Flow[None]:
    """A.5.3, C.2.1, C.3.1  A landmark is set up in a clearing, with what its card says."""
    cast(LandmarkBoard, game.boards[me]).clearing = clearing
    game.note("landmark", clause, landmark=me, clearing=clearing, **about)
    yield from cast(Landmark, GUESTS[game.guests[me].plays]).set_up(game, me)
