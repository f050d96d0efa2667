"""H8.2.4  Offers that a faction without a player takes when it is activated, and how they are used for it at once."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, Option
from engine.harrow.actions.basic import bars_spawn_on
from engine.harrow.choices import PickHex
from engine.harrow.course import ask_for, course_of
from engine.harrow.data import Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.fairfolk.board import board_of as folk_board
from engine.harrow.fairfolk.offers import OFFERS, UseOffer, VisitNest, spend_offer, take_offer, within_reach
from engine.harrow.land import NO_HEX, NOT_NEXT, bars_entering
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import move_units, place_haints
from engine.rules import Refusal


class SendGroup(Option, frozen=True, tag="send_group"):
    """H8.2.4, H6.6.2  A whole group goes to a neighbouring hex."""

    origin: Hex
    to: Hex


NO_GROUP = Refusal("H8.2.4", "The faction that uses the offer has no group there.")
NOT_NOW = Refusal("H8.2.4", "A group is sent by an offer that its faction took when it was activated.")


@refuses(SendGroup)
def bars_sending(game: Harrow, owner: Owner, option: SendGroup) -> Refusal | None:
    """H8.2.4, H6.6.1, H6.6.2  All units of a hex, to a neighbour they may enter together."""
    if owner not in game.automated:
        return NOT_NOW
    if option.origin not in game.county.hexes or option.to not in game.county.hexes:
        return NO_HEX
    group = game.units_of(owner, option.origin)
    if not group:
        return NO_GROUP
    if option.to not in game.county.near[option.origin]:
        return NOT_NEXT
    return bars_entering(game, owner, option.to, len(group))


# --- taking -------------------------------------------------------------------------------------------------


def take_and_use(game: Harrow, owner: Owner) -> Flow[None]:
    """H8.2.4, HP.4.9  The activated faction takes every offer under its units; then each is used for it."""
    while hexes := within_reach(game, owner):
        options = [VisitNest(hex) for hex in hexes]
        choice = yield from ask_for(game, owner, "solo.offer", "H8.2.4", options, owner=owner)
        yield from take_offer(game, owner, choice.hex)
    while held := folk_board(game).taken.get(owner):
        uses = [UseOffer(offer) for offer in sorted(held, key=lambda offer: (len(offer), offer))]
        game.cursor.window = True
        use = yield from ask_for(game, owner, "solo.use", "H8.2.4", uses, owner=owner)
        game.cursor.window = False
        yield from spend_offer(game, owner, use.offer, USES.get(use.offer, OFFERS[use.offer]))
        yield from course_of(game).settle(game)


# --- using --------------------------------------------------------------------------------------------------


def nothing(game: Harrow, owner: Owner) -> Flow[None]:
    """H8.2.4  A card does nothing for a faction without a player."""
    game.note("versus.nothing", "H8.2.4", owner=owner)
    yield from ()


def sendings(game: Harrow, owner: Owner) -> list[SendGroup]:
    """H8.2.4  Every group with every neighbour it may enter."""
    wishes = [SendGroup(hex, to) for hex in game.hexes_of(owner) for to in sorted(game.county.near[hex])]
    return legal(game, owner, wishes)


def advance(game: Harrow, owner: Owner, points: int, clause: str) -> Flow[None]:
    """H8.2.4, H6.6.1  Each ADVANCE sends one group to any neighbour, without surcharges."""
    for left in range(points, 0, -1):
        options = sendings(game, owner)
        if not options:
            return
        choice = yield from ask_for(game, owner, "solo.send", "H8.2.4", options, owner=owner, left=left)
        group = game.units_of(owner, choice.origin)
        move_units(game, group, choice.origin, choice.to, clause)
        yield from course_of(game).settle(game)


def spawn(game: Harrow, owner: Owner, points: int, clause: str) -> Flow[None]:
    """H8.2.4, H1.7  Each SPAWN brings a haint to its home or to its legend."""
    for left in range(points, 0, -1):
        hexes = sorted(set(FACTIONS[owner].spawn_hexes(game, owner)))
        options = [PickHex(hex) for hex in hexes if bars_spawn_on(game, owner, hex) is None]
        if not options:
            return
        choice = yield from ask_for(game, owner, "solo.hatch", "H8.2.4", options, owner=owner, left=left)
        place_haints(game, owner, choice.hex, 1, clause)
        yield from course_of(game).settle(game)


USES: dict[str, Callable[[Harrow, Owner], Flow[None]]] = {
    "OF2": nothing,
    "OF5": lambda game, owner: spawn(game, owner, 1, "OF5"),
    "OF6": lambda game, owner: spawn(game, owner, 2, "OF6"),
    "OF7": lambda game, owner: advance(game, owner, 1, "OF7"),
    "OF8": lambda game, owner: advance(game, owner, 2, "OF8"),
}
"""Where an offer does something else than for a faction with a player."""
