"""7  Eyrie Dynasties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from engine.flow import Done, Flow, Option, ask
from engine.root import data
from engine.root.actions.battle import Battle, Fight, Side, battles, fight
from engine.root.actions.craft import crafts, tool_at
from engine.root.actions.discarding import in_order
from engine.root.actions.move import Move, moves, take_move
from engine.root.actions.muster import Build, Recruit
from engine.root.faction import EVENING, Faction, Step, Tool, faction_of, register
from engine.root.factions.eyrie.facts import LEADERS, PRINTED
from engine.root.happen import Reaction, Removed
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import has_suit, ruled, rules
from engine.root.setup.homeland import FAR, choose_homeland, homelands
from engine.root.setup.table import Clearing, choose_corner, free_corners, muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.turn import draw_steps, menu, skip_to
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard_pile,
    draw,
    lay,
    lose_points,
    place_building,
    place_warriors,
    score,
)
from engine.root.view import BoardView, CardsView, TrackView
from engine.rules import Refusal

NUMBERS = PRINTED.numbers
COLUMNS = PRINTED.columns
RECRUIT, MOVE, BATTLE, BUILD = COLUMNS
CLAUSES = dict(zip(COLUMNS, ("7.5.2.I", "7.5.2.II", "7.5.2.III", "7.5.2.IV"), strict=True))
BUILDER, CHARISMATIC, COMMANDER, DESPOT = LEADERS
ROOST = "roost"
VIZIER = "loyal-vizier"
BIRD = "bird"

DecreeAction = Recruit | Move | Fight | Build
ACTIONS: dict[str, type[Option]] = {RECRUIT: Recruit, MOVE: Move, BATTLE: Fight, BUILD: Build}


class EyrieBoard(msgspec.Struct, Board, tag="eyrie", kw_only=True):
    """The decree, the leaders, and what is counted in a turn or a battle."""

    decree: dict[str, list[str]] = msgspec.field(default_factory=lambda: {column: [] for column in COLUMNS})
    leader: str = ""
    deposed: list[str] = []
    """Leaders face down (7.7.3)."""
    added: list[str] = []
    """Cards added to the decree this turn (7.4.2)."""
    resolved: dict[str, list[str]] = {}
    """Cards of the decree carried out this turn, by column (7.5.2)."""
    despot_scored: bool = False
    """7.8.4  In the battle under way."""


def board(game: Root, owner: Owner) -> EyrieBoard:
    return cast(EyrieBoard, game.boards[owner])


def suit_of(card: str) -> str:
    """The suit of a card on the decree; a loyal vizier is a bird (7.3.4)."""
    return BIRD if card == VIZIER else data.CARDS[card].suit


def fits(game: Root, suit: str, clearing: int) -> bool:
    """2.1.1  Does a card of this suit match the clearing?"""
    return suit == BIRD or has_suit(game, clearing, suit)


# --- options ----------------------------------------------------------------------------------------------


class AddToDecree(Option, frozen=True, tag="decree"):
    """7.4.2  Add this card to a column of the decree."""

    PRIVATE = True

    card: str
    column: str


class Order(Option, frozen=True, tag="order"):
    """7.5.2  Carry out this card of the decree with the action chosen."""

    card: str


class Fail(Option, frozen=True, tag="turmoil"):
    """7.5.2, RULING E3  Pick a card of the decree that cannot be carried out: turmoil."""

    card: str


class ChooseLeader(Option, frozen=True, tag="leader"):
    """7.3.3, 7.7.3  Choose this leader."""

    leader: str


# --- 7.3 Setup --------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """7.3.1, 7.3.2  Warriors, and a roost in a corner opposite another player if possible."""
    muster(game, owner, PRINTED.warriors)
    corner = yield from choose_corner(
        game, owner, "eyrie.setup.corner", "7.3.2", free_corners(game, building=True)
    )
    yield from settle_in(game, owner, corner, "7.3.2")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  A homeland on the edge of the map, two clearings away from enemy homelands."""
    muster(game, owner, PRINTED.warriors)
    home = yield from choose_homeland(game, owner, homelands(game, owner, FAR, edge=True))
    yield from settle_in(game, owner, home, "A.8.2")


def settle_in(game: Root, owner: Owner, clearing: int, clause: str) -> Flow[None]:
    """7.3.2 - 7.3.5  A roost and six warriors, then a leader with two viziers."""
    place_building(game, owner, clearing, ROOST, clause)
    place_warriors(game, owner, clearing, NUMBERS["setup_warriors"], clause)
    yield from choose_leader(game, owner, "7.3.3")


def choose_leader(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """7.3.3, 7.3.4, 7.7.3  Choose a leader that is face up; the viziers go to its columns."""
    own = board(game, owner)
    face_up = [ChooseLeader(leader) for leader in LEADERS if leader not in own.deposed]
    choice = yield from ask(owner, "eyrie.leader", clause, face_up)
    own.leader = choice.leader
    for column in LEADERS[own.leader].columns:
        own.decree[column].append(VIZIER)
    game.note("leader", clause, owner=owner, leader=own.leader)


# --- 7.4 Birdsong -----------------------------------------------------------------------------------------


def emergency_orders(game: Root, owner: Owner) -> Flow[bool]:
    """7.4.1  With an empty hand, draw a card."""
    if not game.players[owner].hand:
        yield from draw(game, owner, 1, "7.4.1")
    return False


NO_COLUMN = Refusal("7.4.2", "The decree has no such column.")
NOT_HELD = Refusal("7.4.2", "You do not hold that card.")
ENOUGH_ADDED = Refusal("7.4.2", "You have added two cards this turn.")
SECOND_BIRD = Refusal("7.4.2", "Only one of the cards you add in a turn may be a bird.")
MUST_ADD = Refusal("7.4.2", "You must add at least one card to the decree.")


@refuses(AddToDecree, "eyrie")
def why_no_adding(game: Root, owner: Owner, wish: AddToDecree) -> Refusal | None:
    """7.4.2  Why this card cannot be added to the decree."""
    own = board(game, owner)
    if wish.column not in COLUMNS:
        return NO_COLUMN
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if len(own.added) >= NUMBERS["add_max"]:
        return ENOUGH_ADDED
    birds = sum(suit_of(card) == BIRD for card in own.added)
    if suit_of(wish.card) == BIRD and birds >= NUMBERS["add_birds_max"]:
        return SECOND_BIRD
    return None


def add_to_decree(game: Root, owner: Owner) -> Flow[bool]:
    """7.4.2, RULING E1  Add one or two cards, at most one of them a bird. An empty hand adds nothing."""
    added = len(board(game, owner).added)
    hand = game.players[owner].hand
    if not hand or added >= NUMBERS["add_max"]:
        return False
    wishes = [AddToDecree(card, column) for card in dict.fromkeys(hand) for column in COLUMNS]
    options: list[Option] = [wish for wish in wishes if legal(game, owner, wish)]
    enough = added >= NUMBERS["add_min"]
    choice = yield from menu(
        game, owner, "eyrie.decree.add", "7.4.2", options, private=True, ends=enough, added=added
    )
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(AddToDecree, "eyrie")
def do_add(game: Root, owner: Owner, option: AddToDecree) -> Flow[None]:
    """7.4.2  The card goes from the hand to the decree."""
    own = board(game, owner)
    lay(game, owner, option.card, own.decree[option.column], option.column, "7.4.2")
    own.added.append(option.card)
    yield from ()


def new_roost(game: Root, owner: Owner) -> Flow[bool]:
    """7.4.3  Without a roost on the map: a roost and three warriors where there are the fewest warriors."""
    if game.on_map(owner, ROOST):
        return False
    places = [c for c in CLEARINGS if bars_building(game, owner, c) is None]
    if places:
        fewest = min(all_warriors(game, c) for c in places)
        options = [Clearing(c) for c in places if all_warriors(game, c) == fewest]
        choice = yield from ask(owner, "eyrie.new_roost", "7.4.3", options)
        place_building(game, owner, choice.clearing, ROOST, "7.4.3")
        place_warriors(game, owner, choice.clearing, NUMBERS["new_roost_warriors"], "7.4.3")  # RULING E4
    return False


def all_warriors(game: Root, clearing: int) -> int:
    """RULING E2  Warriors of everybody in a clearing."""
    return sum(row[clearing] for row in game.warriors.values())


# --- 7.5 Daylight -----------------------------------------------------------------------------------------


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """7.5.1  Craft with roosts, as often as they allow."""
    could_craft = bool(game.players[owner].hand) and bool(faction_of(game, owner).tools(game, owner))
    choice = yield from menu(game, owner, "eyrie.craft", "7.5.1", crafts(game, owner), private=could_craft)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


def unresolved(own: EyrieBoard, column: str) -> list[str]:
    """7.5.2  The cards of a column that are still to be carried out this turn."""
    return list((Counter(own.decree[column]) - Counter(own.resolved.get(column, []))).elements())


def current_column(own: EyrieBoard) -> str:
    """7.5.2  The leftmost column with a card to carry out, or ""."""
    return next((column for column in COLUMNS if unresolved(own, column)), "")


def resolve_decree(game: Root, owner: Owner) -> Flow[bool]:
    """7.5.2  Carry out one card of the leftmost column that has one left, or use an effect between two cards."""
    own = board(game, owner)
    column = current_column(own)
    if not column:
        last = yield from menu(game, owner, "eyrie.decree.end", "7.5.2", [])
        if isinstance(last, Done):
            return False
        yield from perform(game, owner, last)
        return True
    cards = {suit_of(card): card for card in unresolved(own, column)}
    actions = column_actions(game, owner, column)
    options: list[Option] = [a for a in actions if any(fits(game, suit, site(a)) for suit in cards)]
    options += [Fail(card) for card in impossible(game, cards, actions)]
    suits = ", ".join(suit_of(card) for card in unresolved(own, column))
    choice = yield from menu(
        game, owner, f"eyrie.decree.{column}", CLAUSES[column], options, ends=False, suits=suits
    )
    if isinstance(choice, Fail):
        yield from fail(game, owner, column, choice.card)
    elif isinstance(choice, DecreeAction):
        fitting = [Order(card) for suit, card in cards.items() if fits(game, suit, site(choice))]
        order = yield from ask(owner, "eyrie.decree.card", "7.5.2", fitting, column=column)
        own.resolved.setdefault(column, []).append(order.card)
        game.note("decree", CLAUSES[column], owner=owner, card=order.card, column=column)
        yield from carry_out(game, owner, choice)
    else:
        yield from perform(game, owner, choice)
    return True


def impossible(game: Root, cards: dict[str, str], actions: list[DecreeAction]) -> Iterator[str]:
    """7.5.2  The cards, by suit, for which no action can be carried out fully."""
    for suit, card in cards.items():
        if not any(fits(game, suit, site(action)) for action in actions):
            yield card


def site(action: DecreeAction) -> int:
    """7.5.2  The clearing a card must match: where the action is taken, for a move where it starts."""
    return action.origin if isinstance(action, Move) else action.clearing


def column_actions(game: Root, owner: Owner, column: str) -> list[DecreeAction]:
    """7.5.2  Every action of a column that can be carried out fully, whatever the card."""
    if column == MOVE:
        return [*moves(game, owner)]
    if column == BATTLE:
        return [*battles(game, owner)]
    if column == BUILD:
        return [*builds(game, owner)]
    return [Recruit(c) for c in recruiting_clearings(game, owner) if legal(game, owner, Recruit(c))]


def carry_out(game: Root, owner: Owner, action: DecreeAction) -> Flow[None]:
    """7.5.2.I - IV  The action of the column."""
    if isinstance(action, Recruit):
        place_warriors(game, owner, action.clearing, recruits(game, owner), "7.5.2.I")
    elif isinstance(action, Move):
        yield from take_move(game, owner, action, "7.5.2.II")
    elif isinstance(action, Fight):
        yield from fight(game, owner, action)
    else:
        place_building(game, owner, action.clearing, ROOST, "7.5.2.IV")


# Recruit

NO_ROOST = Refusal("7.5.2.I", "You recruit in a clearing with a roost.")
TOO_FEW = Refusal("7.5.2.I", "You place {need} warriors; your supply has {have}.")


def recruits(game: Root, owner: Owner) -> int:
    """7.5.2.I, 7.8.2  Warriors for each Recruit card: the Charismatic places two."""
    return 2 if board(game, owner).leader == CHARISMATIC else 1


@refuses(Recruit, "eyrie")
def why_no_recruit(game: Root, owner: Owner, wish: Recruit) -> Refusal | None:
    """7.5.2.I  A roost there, no ban, and all the warriors in supply."""
    if wish.clearing not in game.clearings_with(owner, ROOST):
        return NO_ROOST
    if game.players[owner].supply < recruits(game, owner):
        return TOO_FEW.naming(need=recruits(game, owner), have=game.players[owner].supply)
    return bars_placing(game, owner, wish.clearing)


def recruiting_clearings(game: Root, owner: Owner) -> list[int]:
    """7.5.2.I  Clearings with a roost where warriors can be placed."""
    return [
        c for c in dict.fromkeys(game.clearings_with(owner, ROOST)) if bars_placing(game, owner, c) is None
    ]


# Build

ONLY_ROOSTS = Refusal("7.5.2.IV", "The Eyrie build roosts.")
NO_ROOST_LEFT = Refusal("7.5.2.IV", "No roost is left on your track.")
NOT_RULED = Refusal("7.5.2.IV", "You must rule the clearing to build there.")
HAS_ROOST = Refusal("7.5.2.IV", "There is a roost in that clearing already.")


@refuses(Build, "eyrie")
def why_no_build(game: Root, owner: Owner, wish: Build) -> Refusal | None:
    """7.5.2.IV  A ruled clearing without a roost, with room, and a roost on the track."""
    if wish.kind != ROOST:
        return ONLY_ROOSTS
    if game.on_map(owner, ROOST) >= PRINTED.buildings[ROOST]:
        return NO_ROOST_LEFT
    if wish.clearing not in CLEARINGS or not rules(game, owner, wish.clearing):
        return NOT_RULED
    if wish.clearing in game.clearings_with(owner, ROOST):
        return HAS_ROOST
    return bars_building(game, owner, wish.clearing)


def builds(game: Root, owner: Owner) -> list[Build]:
    """7.5.2.IV  Every place where a roost can be built now."""
    return [Build(c, ROOST) for c in ruled(game, owner) if legal(game, owner, Build(c, ROOST))]


# --- 7.7 Turmoil ------------------------------------------------------------------------------------------

POSSIBLE = Refusal("7.5.2", "That card can be carried out, so it must be.")
NOT_IN_COLUMN = Refusal("7.5.2", "That card is not waiting in the column you are at.")


@refuses(Fail, "eyrie")
def why_no_failing(game: Root, owner: Owner, wish: Fail) -> Refusal | None:
    """7.5.2, RULING E3  Turmoil comes only by a card that cannot be carried out."""
    own = board(game, owner)
    column = current_column(own)
    if not column or wish.card not in unresolved(own, column):
        return NOT_IN_COLUMN
    cards = {suit_of(wish.card): wish.card}
    return None if list(impossible(game, cards, column_actions(game, owner, column))) else POSSIBLE


def fail(game: Root, owner: Owner, column: str, card: str) -> Flow[None]:
    """7.5.2, 1.5.4  Do as much of the card as possible, then turmoil."""
    game.note("decree.failed", "7.5.2", owner=owner, card=card, column=column)
    if column == RECRUIT and game.players[owner].supply:
        places = [Clearing(c) for c in recruiting_clearings(game, owner) if fits(game, suit_of(card), c)]
        if places:
            choice = yield from ask(owner, "eyrie.recruit.short", "1.5.4", places)
            place_warriors(game, owner, choice.clearing, recruits(game, owner), "1.5.4")
    yield from turmoil(game, owner)


def turmoil(game: Root, owner: Owner) -> Flow[None]:
    """7.7  Humiliate, purge, depose, rest."""
    game.note("turmoil", "7.7", owner=owner)
    humiliate(game, owner)
    yield from purge(game, owner)
    yield from depose(game, owner)
    skip_to(game, EVENING)  # 7.7.4


def humiliate(game: Root, owner: Owner) -> None:
    """7.7.1  Lose a point for each bird on the decree, viziers too."""
    decree = board(game, owner).decree
    birds = sum(suit_of(card) == BIRD for column in COLUMNS for card in decree[column])
    lose_points(game, owner, birds, "7.7.1")


def purge(game: Root, owner: Owner) -> Flow[None]:
    """7.7.2, RULING D6  Discard the decree; the viziers stay beside the board until a leader places them."""
    decree = board(game, owner).decree
    for column in COLUMNS:
        cards = [card for card in decree[column] if card != VIZIER]
        decree[column] = yield from in_order(game, owner, cards, "7.7.2")
        discard_pile(game, owner, decree[column], "7.7.2")


def depose(game: Root, owner: Owner) -> Flow[None]:
    """7.7.3, 7.7.3.I  The leader is turned face down; if none is left face up, all are, and a new one is chosen."""
    own = board(game, owner)
    own.deposed.append(own.leader)
    own.leader = ""
    if len(own.deposed) == len(LEADERS):
        own.deposed = []
        game.note("new.generation", "7.7.3.I", owner=owner)
    yield from choose_leader(game, owner, "7.7.3")


# --- 7.6 Evening ------------------------------------------------------------------------------------------


def score_roosts(game: Root, owner: Owner) -> Flow[bool]:
    """7.6.1  Score the rightmost empty space of the roost track."""
    score(game, owner, PRINTED.tracks["points"][game.on_map(owner, ROOST)], "7.6.1")
    yield from ()
    return False


# --- 7.8.4 The Despot ---------------------------------------------------------------------------------------


def is_despots_first(game: Root, owner: Owner, removed: Removed) -> bool:
    """7.8.4  Did the Despot remove an enemy building or token, for the first time in the battle?"""
    own = board(game, owner)
    counts = removed.by == owner and removed.in_battle and own.leader == DESPOT and not own.despot_scored
    return counts and any(piece.owner != owner for piece in removed.pieces)


def despot_scored(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """7.8.4  That point comes only once in a battle."""
    board(game, owner).despot_scored = True
    yield from ()


# --- the faction ------------------------------------------------------------------------------------------

CRAFT_FIRST = Refusal("7.5.1", "You craft before you resolve the decree.")
MUST_RESOLVE = "Your decree has a card to carry out in the column {column}."
OTHER_COLUMN = "Your decree is at the column {column} now."
NO_MATCH = "No card left in the column {column} matches that clearing."


@register
class Eyrie(Faction):
    """7  Eyrie Dynasties."""

    id = "eyrie"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("7.4.1", "birdsong.orders", emergency_orders),
        Step("7.4.2", "birdsong.decree", add_to_decree),
        Step("7.4.3", "birdsong.roost", new_roost),
        Step("7.5.1", "daylight.craft", craft_step),
        Step("7.5.2", "daylight.decree", resolve_decree),
        Step("7.6.1", "evening.score", score_roosts),
        *draw_steps("7.6.2", "7.6.2"),
    )
    reactions = (Reaction("7.8.4", "eyrie.despot", Removed, is_despots_first, despot_scored, quiet=True),)

    def new_board(self) -> Board:
        return EyrieBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """7.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.added, own.resolved = [], {}

    def draws(self, game: Root, owner: Owner) -> int:
        """7.6.2"""
        return PRINTED.tracks["draw"][game.on_map(owner, ROOST)]

    def wins_ties(self, game: Root, me: Owner, clearing: int) -> Owner:
        """7.2.2, H5  Lords of the Forest, with a piece of their own there."""
        return me if game.has_piece(me, clearing) else ""

    # --- craft

    def bars_craft(self, game: Root, owner: Owner) -> Refusal | None:
        """7.2.1, 7.5.1  Crafting comes before the decree."""
        if game.active == owner and game.cursor.step == "daylight.decree":
            return CRAFT_FIRST
        return super().bars_craft(game, owner)

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """7.2.1  Roosts."""
        left = Counter(game.clearings_with(owner, ROOST)) - Counter(game.players[owner].activated)
        return [tool_at(game, c) for c in sorted(left.elements())]

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        return game.clearings_with(owner, ROOST)

    def crafted_points(self, game: Root, owner: Owner, printed: int) -> int:
        """7.2.3, 7.8.1  Disdain for Trade: an item scores one point, unless the Builder leads."""
        return printed if board(game, owner).leader == BUILDER else NUMBERS["disdain_points"]

    # --- battle

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """7.8.4  The Despot's point is counted anew in each battle."""
        board(game, me).despot_scored = False
        yield from ()

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """7.8.3  The Commander's extra hit when attacking."""
        return int(side.owner == me and side.attacks and board(game, me).leader == COMMANDER)

    def removal_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """3.2.1, 7.8.4  The Despot scores one more, once a battle, for enemy buildings or tokens removed in it."""
        return super().removal_points(game, me, removed) + is_despots_first(game, me, removed)

    # --- table

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """7.4.2, 7.5.2  What the decree asks for now."""
        if game.active != owner:
            return None
        if game.cursor.step == "birdsong.decree" and isinstance(wish, Done):
            return MUST_ADD
        column = current_column(board(game, owner))
        if game.cursor.step != "daylight.decree" or not column:
            return None
        if isinstance(wish, Done):
            return Refusal("7.5.2", MUST_RESOLVE, {"column": column})
        if isinstance(wish, DecreeAction):
            sentence = NO_MATCH if isinstance(wish, ACTIONS[column]) else OTHER_COLUMN
            return Refusal("7.5.2", sentence, {"column": column})
        return None

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """7.4.2  The decree; viziers are not cards of the deck."""
        return [card for cards in board(game, owner).decree.values() for card in cards if card != VIZIER]

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        own = board(game, owner)
        track = TrackView(
            kind=ROOST,
            total=PRINTED.buildings[ROOST],
            left=PRINTED.buildings[ROOST] - game.on_map(owner, ROOST),
            points=PRINTED.tracks["points"][1:],
            draws=PRINTED.tracks["draw"][1:],
        )
        decree = tuple(CardsView(title=column, cards=tuple(own.decree[column])) for column in COLUMNS)
        texts = {"leader": LEADERS[own.leader].name} if own.leader else {}
        waiting = [leader.name for leader in LEADERS.values() if leader.id not in (own.leader, *own.deposed)]
        texts["leaders"] = ", ".join(waiting)
        return BoardView(tracks=(track,), cards=decree, texts=texts)
