"""The Last Dynasty, and its demoted side, the Bluebird Nobles."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.data import HIRELINGS
from engine.root.hiring.control import has_score_marker
from engine.root.hiring.hireling import BIRDSONG_START, Act, Hireling, board_of, open_to, place_one, places
from engine.root.hiring.orders import all_marches, march_all, must_strike, strikes
from engine.root.rule import ruled, rules
from engine.root.state import Owner, Root
from engine.root.verbs import score
from engine.root.voice import guest
from engine.rules import Refusal

# --- Last Dynasty -----------------------------------------------------------------------------------------

ON_MAP = Refusal("E.2.4", "The Dynasty is on the map.")
NOT_ON_MAP = Refusal("E.2.4", "The Dynasty is not on the map.")
NO_ENTRY = Refusal("E.2.4", "The Dynasty has no clearing on the edge of the map, or nobody, to come with.")
RULES_NOT = Refusal("E.2.4", "The Dynasty moves only if you rule its clearing.")
RULES = Refusal("E.2.4", "The Dynasty battles twice only where you do not rule.")
CANNOT_MOVE = Refusal("E.2.4", "The Dynasty must move, and cannot.")
NO_ENEMY = Refusal("E.2.4", "The Dynasty has no enemy to battle where it stands.")


def home(game: Root, me: Owner) -> int:
    """The clearing in which they all are; 0 if they are not on the map."""
    return next(iter(places(game, me)), 0)


def edge(game: Root, me: Owner) -> list[int]:
    """G.1.18  Clearings on the edge of the map in which they may be placed."""
    return open_to(game, me, sorted(game.map.edge))


def why_no_coming(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  None of them is on the map."""
    if home(game, me):
        return ON_MAP
    return None if game.guests[me].supply and edge(game, me) else NO_ENTRY


def come(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  All come to a clearing on the edge of the map and battle there."""
    clearing = yield from place_one(game, me, player, "E.2.4", edge(game, me), game.guests[me].supply)
    yield from must_strike(game, me, player, "E.2.4", [clearing])


def why_no_parade(game: Root, me: Owner) -> Refusal | None:
    """E.2.4, RULING H19  They rule their clearing, as their controller does (H6), and can move."""
    here = home(game, me)
    if not here:
        return NOT_ON_MAP
    if not rules(game, me, here):
        return RULES_NOT
    return None if all_marches(game, me) else CANNOT_MOVE


def parade(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  All move together, then battle where they are."""
    yield from march_all(game, me, player, "E.2.4")
    yield from must_strike(game, me, player, "E.2.4", places(game, me))


def why_no_revolt(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  They do not rule where they are, and have an enemy there."""
    here = home(game, me)
    if not here:
        return NOT_ON_MAP
    if rules(game, me, here):
        return RULES
    return None if strikes(game, me, [here]) else NO_ENEMY


def revolt(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  They battle twice, if anybody is left for it."""
    for _ in range(HIRELINGS[me].numbers["battles"]):
        yield from must_strike(game, me, player, "E.2.4", places(game, me))


@guest
class LastDynasty(Hireling):
    """Always together: comes, moves or battles, by whether its controller rules where it is."""

    id = "last-dynasty"
    sets_up = True
    acts = (
        Act("dynasty-come", why_no_coming, come),
        Act("dynasty-march", why_no_parade, parade),
        Act("dynasty-battle", why_no_revolt, revolt),
    )

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  All of them in one clearing on the edge of the map."""
        yield from place_one(game, me, player, "A.6.3", edge(game, me), game.guests[me].supply)


# --- Bluebird Nobles --------------------------------------------------------------------------------------

CLEARINGS_FOR_A_POINT = HIRELINGS["last-dynasty"].numbers["clearings_for_a_point"]
TOO_FEW = Refusal("E.2.3", "You rule fewer than three clearings.")
NO_MARKER = Refusal("3.3.2", "You have no score marker.")


def why_no_tribute(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  The controller must rule three clearings and have a score marker."""
    player = board_of(game, me).controller
    if not player or not has_score_marker(game, player):
        return NO_MARKER
    return None if len(ruled(game, player)) >= CLEARINGS_FOR_A_POINT else TOO_FEW


def tribute(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3  A point for every three clearings the controller rules."""
    score(game, player, len(ruled(game, player)) // CLEARINGS_FOR_A_POINT, "E.2.3")
    yield from ()


@guest
class BluebirdNobles(Hireling):
    """Wins ties for its controller, and brings points for rule."""

    id = "bluebird-nobles"
    has_pieces = False
    acts = (Act("nobles-score", why_no_tribute, tribute, moment=BIRDSONG_START, must=True),)

    def wins_ties(self, game: Root, me: Owner, clearing: int) -> Owner:
        """E.2.2  The controller rules where tied for the most."""
        return board_of(game, me).controller
