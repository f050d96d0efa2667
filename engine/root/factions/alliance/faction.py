"""8  Woodland Alliance: setup and turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Battle, Fight, battles
from engine.root.actions.craft import crafts, tool_at
from engine.root.actions.move import Move, moves, take_move
from engine.root.actions.muster import Recruit
from engine.root.cast import what_if
from engine.root.faction import EVENING, Faction, Step, Tool, register
from engine.root.factions.alliance.supporters import (
    BASES,
    PRINTED,
    SYMPATHY,
    AllianceBoard,
    add_supporter,
    bases,
    board,
    choose_supporters,
    draw_supporters,
    is_full,
    is_sympathetic,
    lose_base,
    lost_base,
    moved_in,
    outrage_at_move,
    outrage_at_removal,
    removed_sympathy,
    supporters_for,
    sympathetic,
    tokens_placed,
)
from engine.root.happen import Moved, Reaction, Removed, settle
from engine.root.menu import does, perform, refuses
from engine.root.rule import has_suit, matches, neighbours, suits
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.turn import draw_steps, menu
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard,
    enemy_pieces,
    lay_face_down,
    place_building,
    place_token,
    place_warriors,
    remove_warriors,
    score,
    sweep,
    take_warriors,
)
from engine.root.view import BoardView, CardsView, TrackView
from engine.root.voice import Pile
from engine.rules import Refusal

COSTS, POINTS, DRAWS = PRINTED.tracks["cost"], PRINTED.tracks["points"], PRINTED.tracks["draw"]
REVOLT_COST = PRINTED.numbers["revolt_cost"]
MARTIAL_LAW = PRINTED.numbers["martial_law_warriors"]
REVOLT_STEP, SPREAD_STEP, OPERATIONS_STEP = "birdsong.revolt", "birdsong.spread", "evening.operations"


# --- options ----------------------------------------------------------------------------------------------


class Revolt(Option, frozen=True, tag="revolt"):
    """8.4.1  Revolt in this sympathetic clearing."""

    PRIVATE = True

    clearing: int


class ChooseBase(Option, frozen=True, tag="base"):
    """8.4.1.III  Place the base of this suit, in a clearing of several."""

    suit: str


class Spread(Option, frozen=True, tag="spread"):
    """8.4.2  Spread sympathy to this clearing."""

    PRIVATE = True

    clearing: int


class Mobilize(Option, frozen=True, tag="mobilize"):
    """8.5.2  Add this card to the supporters."""

    PRIVATE = True

    card: str


class Train(Option, frozen=True, tag="train"):
    """8.5.3  Spend this card for an officer."""

    PRIVATE = True

    card: str


class Organize(Option, frozen=True, tag="organize"):
    """8.6.1.IV  Trade a warrior in this clearing for sympathy."""

    clearing: int


# --- 8.3 Setup --------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """8.3.1 - 8.3.4  Ten warriors in supply, bases and sympathy on their tracks, three supporters."""
    muster(game, owner, PRINTED.warriors)
    yield from draw_supporters(game, owner, PRINTED.numbers["supporters"], "8.3.4")


# --- 8.4.1 Revolt -----------------------------------------------------------------------------------------


def revolt_step(game: Root, owner: Owner) -> Flow[bool]:
    """8.4.1  Revolt any number of times. Asked whenever the open facts allow one."""
    if not open_revolts(game, owner):
        return False
    return (yield from birdsong_menu(game, owner, "alliance.revolt", "8.4.1", revolts(game, owner)))


def birdsong_menu(game: Root, owner: Owner, key: str, clause: str, options: Sequence[Option]) -> Flow[bool]:
    """8.4  One action of a step of Birdsong. What can be afforded is hidden, so it is always asked (1.2.1)."""
    supporters = len(board(game, owner).supporters)
    choice = yield from menu(game, owner, key, clause, options, private=True, supporters=supporters)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


NOT_SYMPATHETIC = Refusal("8.4.1.I", "You can revolt only in a sympathetic clearing.")
BASE_BUILT = Refusal("8.4.1.I", "The base of that suit is already on the map.")
NO_SUPPORTERS = Refusal(
    "8.4.1.II", "A revolt costs {need} supporters that match the clearing; you have {have}."
)


@refuses(Revolt, "alliance")
def why_no_revolt(game: Root, owner: Owner, wish: Revolt) -> Refusal | None:
    """8.4.1.I-II  Why there can be no revolt in this clearing."""
    refusal = bars_revolt(game, owner, wish.clearing)
    if refusal:
        return refusal
    have = len(supporters_for(game, owner, wish.clearing))
    return NO_SUPPORTERS.naming(need=REVOLT_COST, have=have) if have < REVOLT_COST else None


def bars_revolt(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """8.4.1.I, A3  What everybody can see against a revolt: no sympathy, no base, or no room for the base."""
    if clearing not in CLEARINGS or not is_sympathetic(game, owner, clearing):
        return NOT_SYMPATHETIC
    if not open_bases(game, owner, clearing):
        return BASE_BUILT
    return bars_building(after_sweep(game, owner, clearing), owner, clearing)


def open_bases(game: Root, owner: Owner, clearing: int) -> list[str]:
    """8.4.1.I  The suits of a clearing whose base is not on the map."""
    return [suit for suit in suits(game, clearing) if not game.on_map(owner, BASES[suit])]


def after_sweep(game: Root, owner: Owner, clearing: int) -> Root:
    """A3, RULING H22  The table without the enemy pieces that a revolt removes here; only for asking."""
    gone = {piece.owner for piece in enemy_pieces(game, owner, clearing).pieces}
    kept = [
        [[p for p in row if c != clearing or p.owner not in gone] for c, row in enumerate(rows)]
        for rows in (game.buildings, game.tokens)
    ]
    return what_if(game, buildings=kept[0], tokens=kept[1])


def open_revolts(game: Root, owner: Owner) -> list[int]:
    """8.4.1  Clearings where, for all that others can see, a revolt might come."""
    if len(board(game, owner).supporters) < REVOLT_COST:
        return []
    return [c for c in sympathetic(game, owner) if bars_revolt(game, owner, c) is None]


def revolts(game: Root, owner: Owner) -> list[Revolt]:
    """8.4.1.I-II  Every revolt the Alliance can pay for."""
    return [
        Revolt(c) for c in open_revolts(game, owner) if len(supporters_for(game, owner, c)) >= REVOLT_COST
    ]


@does(Revolt, "alliance")
def revolt(game: Root, owner: Owner, option: Revolt) -> Flow[None]:
    """8.4.1.II-III  Spend supporters, remove all enemy pieces, then base, warriors and an officer."""
    clearing = option.clearing
    cards = supporters_for(game, owner, clearing)
    yield from choose_supporters(
        game, owner, "alliance.revolt.spend", "8.4.1.II", cards, REVOLT_COST, clearing
    )
    game.note("alliance.revolt", "8.4.1.III", owner=owner, clearing=clearing)
    sweep(game, owner, [clearing], "8.4.1.III")
    yield from settle(game)
    possible = [ChooseBase(suit) for suit in open_bases(game, owner, clearing)]
    base = yield from ask(owner, "alliance.revolt.base", "8.4.1.III", possible, clearing=clearing)
    place_building(game, owner, clearing, BASES[base.suit], "8.4.1.III")
    friends = [c for c in sympathetic(game, owner) if has_suit(game, c, base.suit)]
    place_warriors(game, owner, clearing, len(friends), "8.4.1.III")
    add_officer(game, owner, "8.4.1.III")


def add_officer(game: Root, owner: Owner, clause: str) -> None:
    """8.4.1.III, 8.5.3  A warrior from the supply becomes an officer, if there is one (1.5.4)."""
    if take_warriors(game, owner, 1):
        board(game, owner).officers += 1
        game.note("alliance.officer", clause, owner=owner, officers=board(game, owner).officers)


# --- 8.4.2 Spread sympathy --------------------------------------------------------------------------------


def spread_step(game: Root, owner: Owner) -> Flow[bool]:
    """8.4.2  Spread sympathy any number of times. Asked whenever the open facts allow it."""
    prices = spread_prices(game, owner)
    if not prices or len(board(game, owner).supporters) < min(prices.values()):
        return False
    options = [Spread(c) for c, price in prices.items() if len(supporters_for(game, owner, c)) >= price]
    return (yield from birdsong_menu(game, owner, "alliance.spread", "8.4.2", options))


NO_TOKEN = Refusal("8.2.5", "All ten sympathy tokens are on the map.")
ALREADY = Refusal("8.2.5.I", "That clearing is sympathetic already.")
NOT_NEAR = Refusal("8.4.2.I", "Sympathy spreads only next to a sympathetic clearing.")
TOO_FEW = Refusal(
    "8.4.2.II", "Sympathy there costs {need} supporters that match the clearing; you have {have}."
)


@refuses(Spread, "alliance")
def why_no_spread(game: Root, owner: Owner, wish: Spread) -> Refusal | None:
    """8.4.2  Why sympathy cannot spread to this clearing."""
    refusal = bars_sympathy(game, owner, wish.clearing)
    if refusal:
        return refusal
    if not is_near(game, owner, wish.clearing, sympathetic(game, owner)):
        return NOT_NEAR
    price = spread_price(game, owner, wish.clearing)
    have = len(supporters_for(game, owner, wish.clearing))
    return TOO_FEW.naming(need=price, have=have) if have < price else None


def bars_sympathy(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """8.2.5, 1.1.2  Why no sympathy token can be placed in a clearing."""
    if tokens_placed(game, owner) >= PRINTED.tokens[SYMPATHY]:
        return NO_TOKEN
    if clearing not in CLEARINGS:
        return NOT_NEAR
    if is_sympathetic(game, owner, clearing):
        return ALREADY
    return bars_placing(game, owner, clearing)


def is_near(game: Root, owner: Owner, clearing: int, friends: Sequence[int]) -> bool:
    """8.4.2.I  Next to a sympathetic clearing, or anywhere while there is none."""
    return not friends or any(c in friends for c in neighbours(game, owner, clearing))


def spread_prices(game: Root, owner: Owner) -> dict[int, int]:
    """8.4.2.I  The clearings sympathy may spread to, with the number of supporters each costs."""
    friends = sympathetic(game, owner)
    return {
        c: spread_price(game, owner, c)
        for c in CLEARINGS
        if is_near(game, owner, c, friends) and bars_sympathy(game, owner, c) is None
    }


def spread_price(game: Root, owner: Owner, clearing: int) -> int:
    """8.4.2.II  The number above the next token, and one more under martial law."""
    return COSTS[tokens_placed(game, owner)] + martial_law(game, owner, clearing)


def martial_law(game: Root, owner: Owner, clearing: int) -> bool:
    """8.4.2.II.a  Has some one other player three or more warriors there (H12)?"""
    return any(game.warriors_of(other, clearing) >= MARTIAL_LAW for other in game.order if other != owner)


@does(Spread, "alliance")
def spread(game: Root, owner: Owner, option: Spread) -> Flow[None]:
    """8.4.2.II-III  Spend supporters, place the token and score."""
    clearing = option.clearing
    price = spread_price(game, owner, clearing)
    cards = supporters_for(game, owner, clearing)
    yield from choose_supporters(game, owner, "alliance.spread.spend", "8.4.2.II", cards, price, clearing)
    place_sympathy(game, owner, clearing, "8.4.2.III")


def place_sympathy(game: Root, owner: Owner, clearing: int, clause: str) -> None:
    """8.4.2.III, 8.6.1.IV  Place the next token and score the space it uncovers."""
    points = POINTS[tokens_placed(game, owner)]
    place_token(game, owner, clearing, SYMPATHY, clause)
    score(game, owner, points, clause)


# --- 8.5 Daylight -----------------------------------------------------------------------------------------


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """8.5  Craft, mobilize and train in any order."""
    options: list[Option] = [*crafts(game, owner)]
    options += [Mobilize(card) for card in sorted(set(game.players[owner].hand))]
    options += trainings(game, owner)
    choice = yield from menu(
        game,
        owner,
        "alliance.daylight",
        "8.5",
        options,
        private=bool(game.players[owner].hand),
        supporters=len(board(game, owner).supporters),
        full=is_full(game, owner),
    )
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


NOT_HELD = Refusal("8.5.2", "You do not hold that card.")
NO_BASE = Refusal("8.5.3", "You need a card that matches a base on the map.")
NO_WARRIOR = Refusal("1.5.1", "You have no warriors left in your supply.")


@refuses(Mobilize, "alliance")
def why_no_mobilizing(game: Root, owner: Owner, wish: Mobilize) -> Refusal | None:
    """8.5.2  Any card in hand will do."""
    return None if wish.card in game.players[owner].hand else NOT_HELD


@does(Mobilize, "alliance")
def mobilize(game: Root, owner: Owner, option: Mobilize) -> Flow[None]:
    """8.5.2  A card from the hand goes to the supporters."""
    lay_face_down(game, owner, owner, option.card, "8.5.2")
    add_supporter(game, owner, option.card)
    yield from ()


@refuses(Train, "alliance")
def why_no_training(game: Root, owner: Owner, wish: Train) -> Refusal | None:
    """8.5.3  A card of the printed suit of a base on the map, and a warrior in supply (RULING 8)."""
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if not any(matches(wish.card, suit) for suit in bases(game, owner)):
        return NO_BASE
    return None if game.players[owner].supply else NO_WARRIOR


def trainings(game: Root, owner: Owner) -> list[Train]:
    """8.5.3  Every card that could train an officer."""
    cards = [Train(card) for card in sorted(set(game.players[owner].hand))]
    return [wish for wish in cards if why_no_training(game, owner, wish) is None]


@does(Train, "alliance")
def train(game: Root, owner: Owner, option: Train) -> Flow[None]:
    """8.5.3  Spend the card; a warrior becomes an officer."""
    discard(game, owner, option.card, "8.5.3")
    add_officer(game, owner, "8.5.3")
    yield from ()


# --- 8.6.1 Military operations ----------------------------------------------------------------------------


def operations_step(game: Root, owner: Owner) -> Flow[bool]:
    """8.6.1, A2  One operation for each officer there is at the moment: the four kinds 8.6.1.I - 8.6.1.IV."""
    options: list[Option] = []
    left = operations_left(game, owner)
    if left:
        options += moves(game, owner)
        options += battles(game, owner)  # 8.6.1.II
        options += recruits(game, owner)
        options += organizings(game, owner)
    choice = yield from menu(game, owner, "alliance.operations", "8.6.1", options, left=left)
    if isinstance(choice, Done):
        return False
    if isinstance(choice, (Move, Fight, Recruit, Organize)):
        board(game, owner).operations += 1
    if isinstance(choice, Move):
        yield from take_move(game, owner, choice, "8.6.1.I")
    else:
        yield from perform(game, owner, choice)
    return True


def operations_left(game: Root, owner: Owner) -> int:
    """A2  Officers now, less the operations taken this Evening."""
    own = board(game, owner)
    return max(own.officers - own.operations, 0)


NO_BASE_THERE = Refusal("8.6.1.III", "You recruit only in a clearing with a base.")


@refuses(Recruit, "alliance")
def why_no_recruit(game: Root, owner: Owner, wish: Recruit) -> Refusal | None:
    """8.6.1.III  A base there, and a warrior in supply."""
    if wish.clearing not in base_clearings(game, owner):
        return NO_BASE_THERE
    if not game.players[owner].supply:
        return NO_WARRIOR
    return bars_placing(game, owner, wish.clearing)


def base_clearings(game: Root, owner: Owner) -> list[int]:
    """The clearings with a base."""
    return sorted({c for kind in BASES.values() for c in game.clearings_with(owner, kind)})


def recruits(game: Root, owner: Owner) -> list[Recruit]:
    """8.6.1.III  Every clearing where the Alliance could recruit."""
    wishes = [Recruit(c) for c in base_clearings(game, owner)]
    return [wish for wish in wishes if why_no_recruit(game, owner, wish) is None]


@does(Recruit, "alliance")
def recruit(game: Root, owner: Owner, option: Recruit) -> Flow[None]:
    """8.6.1.III  Place one warrior."""
    place_warriors(game, owner, option.clearing, 1, "8.6.1.III")
    yield from ()


NOBODY_THERE = Refusal("8.6.1.IV", "You need a warrior of yours in the clearing you organize.")


@refuses(Organize, "alliance")
def why_no_organizing(game: Root, owner: Owner, wish: Organize) -> Refusal | None:
    """8.6.1.IV  A warrior in an unsympathetic clearing, a token, and no ban."""
    if wish.clearing not in CLEARINGS or not game.warriors_of(owner, wish.clearing):
        return NOBODY_THERE
    return bars_sympathy(game, owner, wish.clearing)


def organizings(game: Root, owner: Owner) -> list[Organize]:
    """8.6.1.IV  Every clearing the Alliance could organize."""
    return [wish for c in CLEARINGS if why_no_organizing(game, owner, wish := Organize(c)) is None]


@does(Organize, "alliance")
def organize(game: Root, owner: Owner, option: Organize) -> Flow[None]:
    """8.6.1.IV  Remove a warrior, place sympathy and score. No supporters, no martial law."""
    remove_warriors(game, owner, option.clearing, 1, owner, "8.6.1.IV")
    yield from settle(game)
    place_sympathy(game, owner, option.clearing, "8.6.1.IV")


# --- the faction ------------------------------------------------------------------------------------------

REVOLT_FIRST = Refusal("8.4", "Revolts come first in Birdsong, before you spread sympathy.")
SPREAD_LATER = Refusal("8.4", "First finish your revolts; sympathy spreads after them, in Birdsong.")
DAYLIGHT_ONLY = Refusal("8.5", "You mobilize and train in Daylight.")
NO_OFFICER = Refusal("8.6.1", "Military operations are taken in Evening, one for each officer.")


@register
class Alliance(Faction):
    """8  Woodland Alliance."""

    id = "alliance"
    name = PRINTED.name
    letter = PRINTED.letter
    steps = (
        Step("8.4.1", REVOLT_STEP, revolt_step),
        Step("8.4.2", SPREAD_STEP, spread_step),
        Step("8.5", "daylight.actions", daylight),
        Step("8.6.1", OPERATIONS_STEP, operations_step),
        *draw_steps("8.6.2", "8.6.2"),
    )
    reactions = (
        Reaction("8.2.4", "alliance.base", Removed, lost_base, lose_base),
        Reaction("8.2.6", "alliance.outrage", Removed, removed_sympathy, outrage_at_removal),
        Reaction("8.2.6", "alliance.outrage", Moved, moved_in, outrage_at_move),
    )

    def new_board(self) -> Board:
        return AllianceBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """8.3; the setup card (A.8.2) asks for the same."""
        yield from setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).operations = 0

    def draws(self, game: Root, owner: Owner) -> int:
        """8.6.2"""
        return DRAWS[len(bases(game, owner))]

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """8.4 - 8.6  Each action has its own part of the turn."""
        if isinstance(wish, Revolt):
            return REVOLT_FIRST
        if isinstance(wish, Spread):
            return SPREAD_LATER
        if isinstance(wish, (Mobilize, Train)):
            return DAYLIGHT_ONLY
        return NO_OFFICER if isinstance(wish, (Move, Fight, Recruit, Organize)) else None

    def takes_higher_roll(self, game: Root, me: Owner, battle: Battle) -> bool:
        """8.2.2  Guerrilla War."""
        return battle.defender.owner == me

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """8.2.1  Sympathy tokens."""
        left = Counter(sympathetic(game, owner)) - Counter(game.players[owner].activated)
        return [tool_at(game, c) for c in sorted(left.elements())]

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        return sympathetic(game, owner)

    def kept_warriors(self, game: Root, owner: Owner) -> Mapping[Owner, int]:
        """8.5.3  Officers."""
        return {owner: board(game, owner).officers}

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        """8.2.3  The supporters."""
        return (Pile(things=board(game, me).supporters, seen_by=(me,)),)

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """8.2.3  Supporters."""
        return board(game, owner).supporters

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        """1.2.1, 8.2.3  Everybody sees how many supporters there are; only the Alliance sees which."""
        own = board(game, owner)
        placed = tokens_placed(game, owner)
        sympathy = TrackView(
            kind=SYMPATHY,
            total=PRINTED.tokens[SYMPATHY],
            left=PRINTED.tokens[SYMPATHY] - placed,
            costs=COSTS,
            points=POINTS,
        )
        built = bases(game, owner)
        spaces = tuple(
            TrackView(kind=kind, total=1, left=int(suit not in built)) for suit, kind in BASES.items()
        )
        stack = CardsView(title="supporters", hidden=len(own.supporters))
        if seat == owner:
            stack = CardsView(title="supporters", cards=tuple(sorted(own.supporters)))
        counts = {"officers": own.officers}
        if game.active == owner and game.cursor.step.startswith(EVENING):
            counts["operations"] = operations_left(game, owner)
        return BoardView(tracks=(sympathy, *spaces), cards=(stack,), counts=counts)
