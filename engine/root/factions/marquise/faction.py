"""6  Marquise de Cat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar, cast

import msgspec

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.root import data
from engine.root.actions.battle import Fight, battles
from engine.root.actions.craft import crafts, tool_at
from engine.root.actions.move import Move, moves, take_move
from engine.root.actions.muster import Build, Recruit
from engine.root.faction import Faction, Step, Tool, hides_hand, register
from engine.root.happen import Reaction, Removed
from engine.root.menu import does, perform, refuses
from engine.root.rule import fits, fitting, neighbours, principal, ruled, rules
from engine.root.setup.homeland import (
    ANYWHERE,
    APART,
    choose_homelands,
    enemy_homelands,
    homelands,
    joined,
    keeps_distance,
)
from engine.root.setup.table import Clearing, choose_corner, muster
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.turn import draw_steps, menu
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard,
    pay_piece,
    place_building,
    place_token,
    place_warriors,
    recover_warriors,
    score,
)
from engine.root.view import BoardView, TrackView
from engine.rules import Refusal

PRINTED = data.FACTIONS["marquise"]
BUILDINGS = tuple(PRINTED.buildings)
COSTS = PRINTED.tracks["cost"]
WOOD, KEEP, SAWMILL, WORKSHOP, RECRUITER = "wood", "keep", *BUILDINGS


class MarquiseBoard(msgspec.Struct, Board, tag="marquise", kw_only=True):
    """What the Marquise counts in a turn."""

    actions: int = 0
    acted: bool = False
    recruited: bool = False


def board(game: Root, owner: Owner) -> MarquiseBoard:
    return cast(MarquiseBoard, game.boards[owner])


# --- options ----------------------------------------------------------------------------------------------


class Overwork(Option, frozen=True, tag="overwork"):
    """6.5.5  Spend a card for one wood at a sawmill."""

    PRIVATE = True

    clearing: int
    card: str


Action = Fight | Move | Recruit | Build | Overwork


class SpendBird(Option, frozen=True, tag="spend_bird"):
    """6.5  Spend a bird card for one more action."""

    PRIVATE = True

    card: str


class Wood(Option, frozen=True, tag="wood"):
    """6.5.4.II  Pay with a wood token from this clearing."""

    clearing: int


class Hospital(Option, frozen=True, tag="hospital"):
    """6.2.3  Spend this card for Field Hospitals."""

    PRIVATE = True

    card: str


# --- 6.3 Setup --------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """6.3.1 - 6.3.5  Keep, garrison, and one of each building near the keep."""
    muster(game, owner, PRINTED.warriors)
    keep = yield from choose_corner(game, owner, "marquise.setup.keep", "6.3.2", list(game.map.corners))
    place_token(game, owner, keep, KEEP, "6.3.2")
    for clearing in CLEARINGS:
        if clearing != game.map.opposite[keep]:
            place_warriors(game, owner, clearing, 1, "6.3.3")
    for kind in BUILDINGS:
        near = [keep, *neighbours(game, owner, keep)]
        yield from first_building(game, owner, kind, near, "6.3.4")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  Three joined homelands; the keep and the buildings stand in them, a garrison everywhere."""
    muster(game, owner, PRINTED.warriors)
    threes = list(combinations(homelands(game, owner, ANYWHERE), len(BUILDINGS)))
    groups = [three for three in threes if joined(game, three)] or threes
    homes = yield from choose_homelands(game, owner, groups)
    for clearing in CLEARINGS:
        if bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 2 if clearing in homes else 1, "A.8.2")
    enemy = enemy_homelands(game, owner)
    safe = [home for home in homes if keeps_distance(game, home, APART, enemy)] or homes
    choice = yield from ask(owner, "marquise.setup.keep", "A.8.2", [Clearing(c) for c in sorted(safe)])
    place_token(game, owner, choice.clearing, KEEP, "A.8.2")
    for kind in BUILDINGS:
        free = sorted(home for home in homes if not game.buildings_of(owner, home))
        yield from first_building(game, owner, kind, free, "A.8.2")


def first_building(game: Root, owner: Owner, kind: str, places: Sequence[int], clause: str) -> Flow[None]:
    """6.3.4, A.8.2  One of the first buildings, in one of these clearings with an open slot."""
    options = [Clearing(c) for c in places if bars_building(game, owner, c) is None]
    choice = yield from ask(owner, "marquise.setup.building", clause, options, kind=kind)
    place_building(game, owner, choice.clearing, kind, clause)


# --- 6.4 Birdsong -----------------------------------------------------------------------------------------


def place_wood(game: Root, owner: Owner) -> Flow[bool]:
    """6.4  One wood at each sawmill; if wood is short the Marquise decides where (1.5.4)."""
    mills = [c for c in game.clearings_with(owner, SAWMILL) if bars_placing(game, owner, c) is None]
    supply = PRINTED.tokens[WOOD] - game.on_map(owner, WOOD)
    chosen = yield from ask_many(owner, "marquise.wood", "6.4", [Clearing(c) for c in mills], supply, supply)
    for choice in chosen:
        place_token(game, owner, choice.clearing, WOOD, "6.4")
    return False


# --- 6.5 Daylight -----------------------------------------------------------------------------------------


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """6.5, 6.5.1  Craft first, then up to three actions; a bird card spent gives one more."""
    own = board(game, owner)
    options: list[Option] = []
    options += crafts(game, owner)
    if own.actions:
        options += battles(game, owner)
        options += moves(game, owner)
        options += builds(game, owner)
        options += overworks(game, owner)
        if why_no_recruit(game, owner, Recruit()) is None:
            options.append(Recruit())
    options += [SpendBird(card) for card in birds(game, owner)]
    choice = yield from menu(game, owner, "marquise.daylight", "6.5", options, private=True, left=own.actions)
    if isinstance(choice, Done):
        return False
    if isinstance(choice, Action | SpendBird):
        own.acted = True
    if isinstance(choice, Action):
        own.actions -= 1
    if isinstance(choice, Move):
        yield from march(game, owner, choice)
    else:
        yield from perform(game, owner, choice)
    return True


def march(game: Root, owner: Owner, first: Move) -> Flow[None]:
    """6.5.2  Up to two moves, one after the other."""
    yield from take_move(game, owner, first, "6.5.2")
    options: list[Option] = [*moves(game, owner)]
    second = yield from ask(owner, "marquise.march", "6.5.2", [*options, Done()])
    if isinstance(second, Move):
        yield from take_move(game, owner, second, "6.5.2")


def birds(game: Root, owner: Owner) -> list[str]:
    """2.1.1.II  Bird cards in hand."""
    return [card for card in dict.fromkeys(game.players[owner].hand) if data.CARDS[card].suit == "bird"]


NOT_A_BIRD = Refusal("2.1.1.II", "Only a bird card gives one more action.")


@refuses(SpendBird, "marquise")
def why_no_bird(game: Root, owner: Owner, wish: SpendBird) -> Refusal | None:
    """6.5, 2.1.1.II  A bird card from the hand."""
    return None if wish.card in birds(game, owner) else NOT_A_BIRD


@does(SpendBird, "marquise")
def spend_bird(game: Root, owner: Owner, option: SpendBird) -> Flow[None]:
    """6.5  A bird card spent gives one more action."""
    discard(game, owner, option.card, "6.5")
    board(game, owner).actions += 1
    yield from ()


# Recruit

RECRUITED = Refusal("6.5.3", "You can recruit only once in a turn.")
NO_RECRUITER = Refusal("6.5.3", "You have no recruiter where you could place a warrior.")
NO_WARRIORS = Refusal("1.5.1", "You have no warriors left in your supply.")


@refuses(Recruit, "marquise")
def why_no_recruit(game: Root, owner: Owner, wish: Recruit) -> Refusal | None:
    """6.5.3  Once a turn, with a recruiter on the map and a warrior in supply."""
    if board(game, owner).recruited:
        return RECRUITED
    if not game.players[owner].supply:
        return NO_WARRIORS
    if not recruiting_clearings(game, owner):
        return NO_RECRUITER
    return None


def recruiting_clearings(game: Root, owner: Owner) -> list[int]:
    return [c for c in game.clearings_with(owner, RECRUITER) if bars_placing(game, owner, c) is None]


@does(Recruit, "marquise")
def recruit(game: Root, owner: Owner, option: Recruit) -> Flow[None]:
    """6.5.3  One warrior at each recruiter; if the supply is short the Marquise chooses where (1.5.4)."""
    board(game, owner).recruited = True
    places = [Clearing(c) for c in recruiting_clearings(game, owner)]
    supply = game.players[owner].supply
    chosen = yield from ask_many(owner, "marquise.recruit", "6.5.3", places, supply, supply)
    for clearing, count in Counter(choice.clearing for choice in chosen).items():
        place_warriors(game, owner, clearing, count, "6.5.3")


# Build

NO_KIND = Refusal("6.5.4.I", "None of that building is left on your track.")
NOT_RULED = Refusal("6.5.4.I", "You must rule the clearing to build there.")
NO_WOOD = Refusal(
    "6.5.4.II", "You need {need} wood connected to {clearing} through clearings you rule; you have {have}."
)


@refuses(Build, "marquise")
def why_no_build(game: Root, owner: Owner, wish: Build) -> Refusal | None:
    """6.5.4  Why this cannot be built there."""
    if wish.kind not in BUILDINGS or game.on_map(owner, wish.kind) >= PRINTED.buildings[wish.kind]:
        return NO_KIND
    if wish.clearing not in CLEARINGS or not rules(game, owner, wish.clearing):
        return NOT_RULED
    refusal = bars_building(game, owner, wish.clearing)
    if refusal:
        return refusal
    need, have = cost(game, owner, wish.kind), len(usable_wood(game, owner, wish.clearing))
    return NO_WOOD.naming(need=need, have=have, clearing=wish.clearing) if have < need else None


def cost(game: Root, owner: Owner, kind: str) -> int:
    """6.5.4.II  The number above the next space of the track."""
    return COSTS[game.on_map(owner, kind)]


def builds(game: Root, owner: Owner) -> list[Build]:
    """6.5.4.I  Every building the Marquise could build now."""
    mine = ruled(game, owner)
    sites = [c for c in mine if bars_building(game, owner, c) is None]
    if not sites:
        return []
    costs = {
        kind: cost(game, owner, kind)
        for kind in BUILDINGS
        if game.on_map(owner, kind) < PRINTED.buildings[kind]
    }
    return [
        Build(site, kind)
        for site in sites
        for wood in [len(connected_wood(game, owner, site, mine))]
        for kind, price in costs.items()
        if price <= wood
    ]


def usable_wood(game: Root, owner: Owner, site: int) -> list[int]:
    """6.5.4.II  Wood at the site and in ruled clearings connected to it through ruled clearings."""
    return connected_wood(game, owner, site, ruled(game, owner))


def connected_wood(game: Root, owner: Owner, site: int, mine: Sequence[int]) -> list[int]:
    """6.5.4.II  The clearings of the wood that can be spent at a site, one entry for each token."""
    reached, frontier = {site}, [site]
    while frontier:
        for near in neighbours(game, owner, frontier.pop()):
            if near in mine and near not in reached:
                reached.add(near)
                frontier.append(near)
    token = Piece(owner, WOOD)
    return [c for c in sorted(reached) for _ in range(game.tokens[c].count(token))]


@does(Build, "marquise")
def build(game: Root, owner: Owner, option: Build) -> Flow[None]:
    """6.5.4  Pay wood, place the building, score the space it uncovers."""
    number = game.on_map(owner, option.kind)
    price = COSTS[number]
    wood = [Wood(c) for c in usable_wood(game, owner, option.clearing)]
    paid = yield from ask_many(
        owner, "marquise.build.wood", "6.5.4.II", wood, price, price, clearing=option.clearing
    )
    for token in paid:
        pay_piece(game, Piece(owner, WOOD), token.clearing, "6.5.4.II")
    place_building(game, owner, option.clearing, option.kind, "6.5.4.III")
    score(game, owner, PRINTED.tracks[f"{option.kind}_points"][number], "6.5.4.III")


# Overwork

NO_SAWMILL = Refusal("6.5.5", "There is no sawmill in that clearing.")
NO_MATCH = Refusal("6.5.5", "The card must match the clearing.")
NO_WOOD_LEFT = Refusal("1.5.1", "You have no wood left in your supply.")


@refuses(Overwork, "marquise")
def why_no_overwork(game: Root, owner: Owner, wish: Overwork) -> Refusal | None:
    """6.5.5  A card that matches a clearing with a sawmill, and wood in supply (RULING 8)."""
    if game.on_map(owner, WOOD) >= PRINTED.tokens[WOOD]:
        return NO_WOOD_LEFT
    if wish.clearing not in game.clearings_with(owner, SAWMILL):
        return NO_SAWMILL
    if wish.card not in game.players[owner].hand or not fits(game, wish.card, wish.clearing):
        return NO_MATCH
    return bars_placing(game, owner, wish.clearing)


def overworks(game: Root, owner: Owner) -> list[Overwork]:
    """6.5.5  Every card and sawmill that could be overworked."""
    if game.on_map(owner, WOOD) >= PRINTED.tokens[WOOD]:
        return []
    hand = dict.fromkeys(game.players[owner].hand)
    return [
        Overwork(c, card)
        for c in dict.fromkeys(game.clearings_with(owner, SAWMILL))
        if bars_placing(game, owner, c) is None
        for card in hand
        if fits(game, card, c)
    ]


@does(Overwork, "marquise")
def overwork(game: Root, owner: Owner, option: Overwork) -> Flow[None]:
    """6.5.5  Spend the card, place one wood."""
    discard(game, owner, option.card, "6.5.5")
    place_token(game, owner, option.clearing, WOOD, "6.5.5")
    yield from ()


# --- 6.2.3 Field Hospitals --------------------------------------------------------------------------------


def lost_warriors(game: Root, owner: Owner, removed: Removed) -> bool:
    """6.2.3  Her warriors were removed, she holds a card, the keep stands, and she may place there (1.1.2)."""
    if not removed.clearing or not removed.warriors_of(owner) or not game.players[owner].hand:
        return False
    return any(bars_placing(game, owner, keep) is None for keep in game.clearings_with(owner, KEEP))


def field_hospitals(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """6.2.3  Spend one card matching the clearing to place those warriors at the keep."""
    hand = dict.fromkeys(game.players[owner].hand)
    options: list[Option] = [Hospital(card) for card in fitting(game, hand, removed.clearing)]
    warriors = removed.warriors_of(owner)
    choice = yield from ask(
        owner,
        "marquise.hospital",
        "6.2.3",
        [*options, Done()],
        secret=hides_hand(game, owner),
        clearing=removed.clearing,
        warriors=warriors,
    )
    if isinstance(choice, Hospital):
        (keep,) = game.clearings_with(owner, KEEP)
        discard(game, owner, choice.card, "6.2.3")
        recover_warriors(game, owner, keep, warriors, "6.2.3")


# --- the faction ------------------------------------------------------------------------------------------

CRAFT_FIRST = Refusal("6.5", "You craft before your first action of the turn.")
NO_ACTIONS = Refusal("6.5", "You have no actions left. A bird card spent gives one more.")
ONLY_MARQUISE = Refusal("6.2.2", "Only the Marquise may place pieces in the clearing with the keep.")


@register
class Marquise(Faction):
    """6  Marquise de Cat."""

    id = "marquise"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("6.4", "birdsong.wood", place_wood),
        Step("6.5", "daylight.actions", daylight),
        *draw_steps("6.6", "6.6"),
    )
    orders: ClassVar = {
        "marquise.hospital": {"hospital": "Spend a card for Field Hospitals", "done": "No Field Hospitals"},
    }
    reactions = (Reaction("6.2.3", "marquise.hospital", Removed, lost_warriors, field_hospitals),)

    def new_board(self) -> Board:
        return MarquiseBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """6.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        game.boards[owner] = MarquiseBoard(actions=PRINTED.numbers["actions"])

    def draws(self, game: Root, owner: Owner) -> int:
        """6.6"""
        return PRINTED.tracks["draw"][game.on_map(owner, RECRUITER)]

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """6.2.2  The keep. Hirelings she controls she may place there."""
        if principal(game, placer) != me and Piece(me, KEEP) in game.tokens_at(place):
            return ONLY_MARQUISE
        return None

    def bars_craft(self, game: Root, owner: Owner) -> Refusal | None:
        """6.5  Crafting comes before the actions, and before a bird is spent for one more."""
        return CRAFT_FIRST if board(game, owner).acted else super().bars_craft(game, owner)

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """6.5  Out of actions."""
        in_step = game.active == owner and game.cursor.step == "daylight.actions"
        spent = in_step and isinstance(wish, Action) and not board(game, owner).actions
        return NO_ACTIONS if spent else None

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """6.2.1  Workshops."""
        left = Counter(game.clearings_with(owner, WORKSHOP)) - Counter(game.players[owner].activated)
        return [tool_at(game, c) for c in sorted(left.elements())]

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        return game.clearings_with(owner, WORKSHOP)

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        tracks = tuple(
            TrackView(
                kind=kind,
                total=PRINTED.buildings[kind],
                left=PRINTED.buildings[kind] - game.on_map(owner, kind),
                costs=COSTS,
                points=PRINTED.tracks[f"{kind}_points"],
                draws=PRINTED.tracks["draw"][1:] if kind == RECRUITER else (),
            )
            for kind in BUILDINGS
        )
        counts = {"wood": PRINTED.tokens[WOOD] - game.on_map(owner, WOOD)}
        if game.active == owner and game.cursor.step.startswith("daylight"):
            counts["actions"] = board(game, owner).actions
        return BoardView(tracks=tracks, counts=counts)
