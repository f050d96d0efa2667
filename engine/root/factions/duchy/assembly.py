"""12.5.1  Assembly: build, recruit, move, battle, dig."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, battles
from engine.root.actions.move import Move, bars_moving, moves, take_move, travel
from engine.root.actions.muster import Recruit
from engine.root.factions.duchy.court import TUNNEL, board, is_left, reveal, tunnels
from engine.root.factions.duchy.facts import NUMBERS, PRINTED
from engine.root.menu import does, perform, refuses
from engine.root.rule import fits, rules
from engine.root.state import BURROW, CLEARINGS, Owner, Piece, Root
from engine.root.turn import menu
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard,
    place_building,
    place_token,
    place_warriors,
    take_back,
)
from engine.root.voice import Journey
from engine.rules import Refusal

ASSEMBLY_STEP, PARLIAMENT_STEP = "daylight.assembly", "daylight.parliament"


class BuildWith(Option, frozen=True, tag="build_with"):
    """12.5.1.I, 12.5.2.I  Reveal this card and build in a clearing."""

    PRIVATE = True

    clearing: int
    kind: str
    card: str


class Dig(Option, frozen=True, tag="dig"):
    """12.5.1.V  Spend this card and place a tunnel in a clearing."""

    PRIVATE = True

    clearing: int
    card: str


class TakeTunnel(Option, frozen=True, tag="take_tunnel"):
    """12.2.4  Take the tunnel back from this clearing."""

    clearing: int


class Surface(Option, frozen=True, tag="surface"):
    """12.5.1.V  So many warriors come up through the new tunnel."""

    COUNTED = "warriors"
    LOW = 0

    warriors: int


ACTIONS = (BuildWith, Recruit, Move, Fight, Dig)


def assembly(game: Root, owner: Owner) -> Flow[bool]:
    """12.5.1  Up to two actions, also the same one twice."""
    own = board(game, owner)
    if not own.actions:
        return False
    private = bool(game.players[owner].hand)
    options = actions(game, owner)
    choice = yield from menu(
        game, owner, "duchy.assembly", "12.5.1", options, private=private, left=own.actions
    )
    if isinstance(choice, Done):
        return False
    if isinstance(choice, ACTIONS):
        own.actions -= 1
    if isinstance(choice, Move):
        yield from take_move(game, owner, choice, "12.5.1.III")
    else:
        yield from perform(game, owner, choice)
    return True


def actions(game: Root, owner: Owner) -> list[Option]:
    """12.5.1.I - 12.5.1.V  Every action of the Assembly: a move (III) and a battle (IV) like everybody's."""
    recruiting = [Recruit(BURROW)] if why_no_recruit(game, owner, Recruit(BURROW)) is None else []
    return [
        *builds(game, owner, any_suit=False),
        *recruiting,
        *moves(game, owner),
        *battles(game, owner),
        *digs(game, owner),
    ]


NOT_HELD = Refusal("12.5.1", "You do not hold that card.")

# --- 12.5.1.I Build ---------------------------------------------------------------------------------------

NO_KIND = Refusal("12.5.1.I", "None of that building is left on its track.")
NOT_RULED = Refusal("12.5.1.I", "You must rule the clearing to build there.")
NO_MATCH = Refusal("12.5.1.I", "The card you reveal must match the clearing.")


@refuses(BuildWith, "duchy")
def why_no_build(game: Root, owner: Owner, wish: BuildWith) -> Refusal | None:
    """12.5.1.I, 12.5.2.I  A ruled clearing with a slot, a building, and a card; to the Foremole any card will do."""
    refusal = why_no_site(game, owner, wish.clearing)
    if refusal:
        return refusal
    if wish.kind not in PRINTED.buildings or not is_left(game, owner, wish.kind):
        return NO_KIND
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if game.cursor.step != PARLIAMENT_STEP and not fits(game, wish.card, wish.clearing):
        return NO_MATCH
    return None


def why_no_site(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """12.5.1.I, 2.2.3  A clearing of the map that the Duchy rules, with an open slot."""
    if clearing not in CLEARINGS:
        return bars_building(game, owner, BURROW)
    if not rules(game, owner, clearing):
        return NOT_RULED
    return bars_building(game, owner, clearing)


def sites(game: Root, owner: Owner) -> list[int]:
    """12.5.1.I  Where the Duchy could build."""
    return [c for c in CLEARINGS if why_no_site(game, owner, c) is None]


def kinds_left(game: Root, owner: Owner) -> list[str]:
    """12.3.4  What it could build."""
    return [kind for kind in PRINTED.buildings if is_left(game, owner, kind)]


def builds(game: Root, owner: Owner, *, any_suit: bool) -> list[BuildWith]:
    """12.5.1.I, 12.5.2.I  Every building with every card that could be revealed for it."""
    hand = sorted(set(game.players[owner].hand))
    return [
        BuildWith(c, kind, card)
        for c in (sites(game, owner) if hand else ())
        for kind in kinds_left(game, owner)
        for card in hand
        if any_suit or fits(game, card, c)
    ]


@does(BuildWith, "duchy")
def build(game: Root, owner: Owner, option: BuildWith) -> Flow[None]:
    """12.5.1.I, 12.5.2.I  Reveal the card, place the building."""
    clause = "12.5.2.I" if game.cursor.step == PARLIAMENT_STEP else "12.5.1.I"
    reveal(game, owner, option.card, clause)
    place_building(game, owner, option.clearing, option.kind, clause)
    yield from ()


# --- 12.5.1.II Recruit ------------------------------------------------------------------------------------

ONLY_IN_THE_BURROW = Refusal("12.5.1.II", "You recruit in the Burrow.")
NO_WARRIORS = Refusal("1.5.1", "You have no warriors left in your supply.")


@refuses(Recruit, "duchy")
def why_no_recruit(game: Root, owner: Owner, wish: Recruit) -> Refusal | None:
    """12.5.1.II  A warrior in supply, for the Burrow."""
    if wish.clearing != BURROW:
        return ONLY_IN_THE_BURROW
    return None if game.players[owner].supply else NO_WARRIORS


@does(Recruit, "duchy")
def recruit(game: Root, owner: Owner, option: Recruit) -> Flow[None]:
    """12.5.1.II  One warrior in the Burrow."""
    place_warriors(game, owner, BURROW, 1, "12.5.1.II")
    yield from ()


# --- 12.5.1.V Dig -----------------------------------------------------------------------------------------

NO_CLEARING = Refusal("12.5.1.V", "You dig to clearings of the map.")
HAS_TUNNEL = Refusal("12.5.1.V", "There is a tunnel in that clearing already.")
NO_MATCH_TO_DIG = Refusal("12.5.1.V", "The card you spend must match the clearing.")


@refuses(Dig, "duchy")
def why_no_dig(game: Root, owner: Owner, wish: Dig) -> Refusal | None:
    """12.5.1.V  A card that matches a clearing without a tunnel."""
    if wish.clearing not in CLEARINGS:
        return NO_CLEARING
    if wish.clearing in tunnels(game, owner):
        return HAS_TUNNEL
    refusal = bars_placing(game, owner, wish.clearing)
    if refusal:
        return refusal
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    return None if fits(game, wish.card, wish.clearing) else NO_MATCH_TO_DIG


def digs(game: Root, owner: Owner) -> list[Dig]:
    """12.5.1.V  Every clearing with every card that could be spent for it."""
    hand = sorted(set(game.players[owner].hand))
    dug = tunnels(game, owner)
    return [
        Dig(c, card)
        for c in CLEARINGS
        if hand and c not in dug and bars_placing(game, owner, c) is None
        for card in hand
        if fits(game, card, c)
    ]


@does(Dig, "duchy")
def dig(game: Root, owner: Owner, option: Dig) -> Flow[None]:
    """12.5.1.V, 12.2.4  Spend the card, place the tunnel, and bring up to four warriors from the Burrow."""
    discard(game, owner, option.card, "12.5.1.V")
    dug = tunnels(game, owner)
    if len(dug) == PRINTED.tokens[TUNNEL]:
        options = [TakeTunnel(c) for c in dug]
        taken = yield from ask(owner, "duchy.tunnel", "12.2.4", options, clearing=option.clearing)
        take_back(game, Piece(owner, TUNNEL), taken.clearing, "12.2.4")
    place_token(game, owner, option.clearing, TUNNEL, "12.5.1.V")
    ready = min(game.warriors_of(owner, BURROW), NUMBERS["dig_warriors"])
    if not ready or bars_moving(game, owner, BURROW, option.clearing):
        return
    chosen = yield from ask(owner, "duchy.surface", "12.5.1.V", [Surface(ready)], clearing=option.clearing)
    if chosen.warriors:
        warriors = {owner: chosen.warriors}
        journey = Journey(mover=owner, origin=BURROW, to=option.clearing, warriors=warriors)
        yield from travel(game, journey, "12.5.1.V")
