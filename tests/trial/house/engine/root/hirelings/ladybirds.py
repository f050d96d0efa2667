"""The Ladybirds, and their demoted side, the Aphids: a hireling of the trial."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.hiring.hireling import Act, Hireling, place_one
from engine.root.hiring.orders import can_march, may_march, may_strike, strikes
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.voice import guest
from engine.rules import Refusal

IDLE = Refusal("E.2.4", "The Ladybirds can neither move nor battle now.")


def why_not_fly(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    return None if can_march(game, me) or strikes(game, me) else IDLE


def fly(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4"""
    yield from may_march(game, me, player, "E.2.4")
    yield from may_strike(game, me, player, "E.2.4")


@guest
class Ladybirds(Hireling):
    """They fly about."""

    id = "ladybirds"
    sets_up = True
    acts = (Act("ladybirds-fly", why_not_fly, fly),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3"""
        yield from place_one(game, me, player, "A.6.3", CLEARINGS)


@guest
class Aphids(Hireling):
    """They look on."""

    id = "aphids"
    has_pieces = False
