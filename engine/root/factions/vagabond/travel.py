"""9.2.3, 9.2.9.II.b, 9.4.2, 9.5.1  How the pawn moves, and who walks with it."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.move import (
    FOREST_APART,
    NOT_ADJACENT,
    bars_moving,
    boat_targets,
    may_cross,
    travel,
    why_no_boat,
)
from engine.root.faction import army_of
from engine.root.factions.vagabond.items import BOOT, exhaust, ready
from engine.root.factions.vagabond.relations import allies_in, hostile_warriors_in
from engine.root.menu import does, refuses
from engine.root.rule import near_clearings, near_forests, neighbours
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.voice import Journey
from engine.rules import Refusal

ACTIONS = "daylight.actions"
"""The step in which a move costs a boot."""


class Travel(Option, frozen=True, tag="travel"):
    """9.5.1  Move the pawn to a clearing, alone or with warriors of one ally."""

    COUNTED = "warriors"

    to: int
    ally: Owner = ""
    warriors: int = 0
    boat: bool = False


class Slip(Option, frozen=True, tag="slip"):
    """9.4.2  Slip into a clearing or forest."""

    COUNTED = "warriors"

    to: Place
    ally: Owner = ""
    warriors: int = 0
    boat: bool = False


NO_FOREST = Refusal("9.5.1", "Only a Slip in Birdsong leads into a forest.")
NO_BOOT = Refusal("9.5.1", "You have no boot to exhaust.")
NO_BOOTS = Refusal(
    "9.2.9.III.b", "Moving to warriors of a Hostile faction takes one more boot: {need}; you have {have}."
)
NO_ALLY = Refusal("9.2.9.II.b", "Only warriors of one Allied faction in your clearing can go along.")


def usual_boots(game: Root) -> int:
    """9.5.1, RULING D1  The usual price of a move now; what an effect grants has none."""
    return int(game.cursor.step == ACTIONS and not game.cursor.granted)


def boots_needed(game: Root, owner: Owner, to: int, boots: int) -> int:
    """9.5.1, 9.2.9.III.b  The boots of a move: its usual price, one more for warriors of the Hostile."""
    return boots + hostile_warriors_in(game, owner, to)


def ways(game: Root, owner: Owner, *, slips: bool = False) -> list[tuple[int, bool]]:
    """9.2.3, C.2.5  Clearings the pawn may enter, and whether by the Ferry. Rule does not matter."""
    place = game.pawns.get(owner)
    if place is None:
        return []
    found = [(to, False) for to in near_clearings(game, owner, place)]
    if isinstance(place, int):
        found += [(to, True) for to in boat_targets(game, owner, place)]
    return [way for way in found if bars_moving(game, owner, place, way[0], slips=slips) is None]


def company(game: Root, owner: Owner, to: int, boat: bool) -> list[tuple[Owner, int]]:
    """9.2.9.II.b, RULING V3  Allies that may walk along, and how many; they move as if by their owner."""
    place = game.pawns[owner]
    if not isinstance(place, int):
        return []
    return [
        (ally, count)
        for ally in allies_in(game, owner, place)
        if to in (boat_targets(game, ally, place) if boat else neighbours(game, ally, place))
        and (count := army_of(game, ally).movable_warriors(game, ally, place, to))
        and may_cross(game, ally, place, to, boat=boat) is None
    ]


def travels(game: Root, owner: Owner, boots: int) -> list[Travel]:
    """9.5.1  Every move of the pawn at the usual price of so many boots."""
    have = ready(game, owner, BOOT)
    if have < boots:
        return []
    found = []
    for to, boat in ways(game, owner):
        if boots_needed(game, owner, to, boots) <= have:
            found.append(Travel(to, boat=boat))
            found += [Travel(to, ally, count, boat) for ally, count in company(game, owner, to, boat)]
    return found


@refuses(Travel, "vagabond")
def why_no_travel(game: Root, owner: Owner, wish: Travel) -> Refusal | None:
    """9.5.1  Why the pawn cannot move so."""
    boots = usual_boots(game)
    if any(option.covers(wish) for option in travels(game, owner, boots)):
        return None
    if wish.to not in CLEARINGS:
        return NO_FOREST
    refusal = why_no_way(game, owner, wish)
    if refusal:
        return refusal
    have = ready(game, owner, BOOT)
    if have < boots:
        return NO_BOOT
    need = boots_needed(game, owner, wish.to, boots)
    return NO_BOOTS.naming(need=need, have=have) if have < need else NO_ALLY


def why_no_way(game: Root, owner: Owner, wish: Travel | Slip, *, slips: bool = False) -> Refusal | None:
    """2.2.1, 2.4.1, C.2.5, 1.1.2  Why the pawn cannot go there, whatever it costs."""
    place = game.pawns.get(owner)
    if place is None:
        return NOT_ADJACENT
    if wish.boat:
        refusal = why_no_boat(game, owner, place, wish.to)
    elif isinstance(wish.to, str):
        refusal = None if wish.to in near_forests(game, place) else FOREST_APART
    else:
        apart = NOT_ADJACENT if isinstance(place, int) else FOREST_APART
        refusal = None if wish.to in near_clearings(game, owner, place) else apart
    return refusal or bars_moving(game, owner, place, wish.to, slips=slips)


@does(Travel, "vagabond")
def take_travel(game: Root, owner: Owner, option: Travel) -> Flow[None]:
    """9.5.1  Exhaust the boots and move."""
    yield from walk(game, owner, option, 1)


def take_free_travel(game: Root, owner: Owner, option: Travel) -> Flow[None]:
    """RULING D1  A move granted by a card costs no boot but the one for the Hostile."""
    yield from walk(game, owner, option, 0)


def walk(game: Root, owner: Owner, option: Travel, boots: int) -> Flow[None]:
    """9.5.1  A move of the pawn."""
    exhaust(game, owner, [BOOT] * boots_needed(game, owner, option.to, boots), "9.5.1")
    yield from go(game, owner, option, "9.5.1")


def go(game: Root, owner: Owner, option: Travel | Slip, clause: str) -> Flow[None]:
    """9.2.9.II.b, C.2.5, RULING M1  Pawn and allies move together; by Ferry each mover draws."""
    company = {option.ally: option.warriors} if option.ally else {}
    origin = game.pawns[owner]
    journey = Journey(mover=owner, origin=origin, to=option.to, warriors=company, pawn=True, boat=option.boat)
    yield from travel(game, journey, clause)


# --- 9.4.2 Slip -------------------------------------------------------------------------------------------


def slips(game: Root, owner: Owner) -> list[Slip]:
    """9.4.2, RULING V7, RULING M6  Every Slip: free of boots and of whatever holds the pawn where it is."""
    place = game.pawns.get(owner)
    if place is None:
        return []
    found = []
    for to, boat in ways(game, owner, slips=True):
        found.append(Slip(to, boat=boat))
        found += [Slip(to, ally, count, boat) for ally, count in company(game, owner, to, boat)]
    forests = near_forests(game, place)
    found += [Slip(f) for f in forests if bars_moving(game, owner, place, f, slips=True) is None]
    return found


@refuses(Slip, "vagabond")
def why_no_slip(game: Root, owner: Owner, wish: Slip) -> Refusal | None:
    """9.4.2  Only to an adjacent clearing or forest."""
    if any(option.covers(wish) for option in slips(game, owner)):
        return None
    return why_no_way(game, owner, wish, slips=True) or NO_ALLY


def slip_step(game: Root, owner: Owner) -> Flow[bool]:
    """9.4.2  He may slip once."""
    options: list[Option] = [*slips(game, owner)]
    choice = yield from ask(owner, "vagabond.slip", "9.4.2", [*options, Done()])
    if isinstance(choice, Slip):
        yield from go(game, owner, choice, "9.4.2")
    return False
