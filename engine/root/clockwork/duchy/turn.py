"""RB 10  Drillbit Duchy: setup, the steps of its turn, Evening, and what it says to others."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.actions.battle import Side
from engine.root.actions.move import bars_moving, take_move, travel
from engine.root.clockwork.board import (
    Clockwork,
    craft_order,
    discard_order,
    order_suit,
    ordered,
    random_corner,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.duchy.court import (
    BOT,
    BOTTOMMOST,
    BUILDINGS,
    CAPTAIN,
    FOREMOLE,
    MINISTERS,
    NUMBERS,
    TOPMOST,
    DrillbitDuchyBoard,
    answer_investors,
    crown,
    crowned,
    has_building,
    has_failed,
    has_invested,
    is_crowned,
    lose_crown,
    of_suits,
    remember_failure,
    uncrowned,
)
from engine.root.clockwork.duchy.daylight import (
    NO_MARKET,
    NO_SUPPLY,
    battle_step,
    build_step,
    dig_step,
    ministers_step,
)
from engine.root.clockwork.vocabulary import bot_moves, fewest, pick_clearing
from engine.root.data import CARDS, TABLE
from engine.root.faction import Step, register
from engine.root.factions.duchy.burrow import Burrow
from engine.root.factions.duchy.court import BIRD, CITADEL, MARKET, TUNNEL, tunnels
from engine.root.factions.duchy.facts import PRINTED
from engine.root.happen import Reaction, Removed
from engine.root.rule import neighbours, rules
from engine.root.setup.table import muster
from engine.root.state import BURROW, CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.verbs import (
    bars_placing,
    discard_pile,
    place_token,
    place_warriors,
    score,
    take_from_deck,
    withdraw_warriors,
)
from engine.root.view import BoardView, TrackView
from engine.root.voice import Journey
from engine.rules import Refusal

# --- RB 10.3 Setup ----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.3.1 - RB 10.3.5  A corner with two warriors and a tunnel, two in each neighbour, two crowns by cards.

    The Burrow lies beside the map; buildings are on the board as it is printed.
    """
    muster(game, owner, PRINTED.warriors)
    corner = yield from random_corner(game, owner)
    near = [c for c in neighbours(game, owner, corner) if bars_placing(game, owner, c) is None]
    for clearing in (corner, *near):
        place_warriors(game, owner, clearing, NUMBERS["setup_warriors"], "RB 10.3.3")
    place_token(game, owner, corner, TUNNEL, "RB 10.3.3")
    cards = yield from take_from_deck(game, NUMBERS["setup_cards"])
    for card in cards:
        sway_by_card(game, owner, card)
    discard_pile(game, owner, cards, "RB 10.3.5", for_good=True)


def sway_by_card(game: Root, owner: Owner, card: str) -> None:
    """RB 10.3.5, R-DD-12  A crown for the topmost minister of the card's suit without one; a bird is any suit."""
    suit = CARDS[card].suit
    left = uncrowned(game, owner)
    matching = left if suit == BIRD else of_suits(left, [suit])
    crown(game, owner, matching[0], "RB 10.3.5", TOPMOST)


# --- RB 10.4 Birdsong -------------------------------------------------------------------------------------


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.4.3  Warriors in the Burrow, as many as the supply has."""
    say(game, owner, "RB 10.4.3", "recruit")
    if not game.players[owner].supply:
        skip(game, owner, "RB 10.4.3", NO_SUPPLY)
    place_warriors(game, owner, BURROW, recruits(game, owner), "RB 10.4.3")
    yield from ()
    return False


def recruits(game: Root, owner: Owner) -> int:
    """RB 10.4.3, RB 10.7.3  By the difficulty, one more for each mole on the citadel track, one for the Foremole."""
    moles = BOT.tracks["recruit"][game.on_map(owner, CITADEL)]
    return BOARD.number(game, owner, "recruit") + moles + is_crowned(game, owner, FOREMOLE)


# --- RB 10.6 Evening --------------------------------------------------------------------------------------


def rally_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.6.1  Small groups in ordered clearings go to a building; where it rules, all but four to the Burrow."""
    say(game, owner, "RB 10.6.1", "rally")
    skip(game, owner, "RB 10.6.1", "no small group without a building, and no surplus")
    for origin in ordered(game, owner):
        small = 0 < game.warriors_of(owner, origin) <= NUMBERS["rally_up_to"]
        if small and not has_building(game, owner, origin):
            yield from gather(game, owner, origin)
    for clearing in CLEARINGS:
        surplus = game.warriors_of(owner, clearing) - NUMBERS["rally_leaves"]
        if surplus > 0 and rules(game, owner, clearing):
            withdraw_warriors(game, owner, clearing, BURROW, surplus, "RB 10.6.1")
    return False


def gather(game: Root, owner: Owner, origin: int) -> Flow[None]:
    """RB 10.6.1, R-DD-7  All warriors go to an adjacent clearing with a building; without one to the Burrow."""
    open_moves = bot_moves(game, owner, origin)
    to = pick_clearing(
        game,
        owner,
        [c for c in open_moves if has_building(game, owner, c)],
        fewest("of its warriors", lambda c: game.warriors_of(owner, c)),  # RB 10.6.1.I
    )
    if to is not None:
        yield from take_move(game, owner, open_moves[to], "RB 10.6.1")
    elif bars_moving(game, owner, origin, BURROW) is None:
        warriors = {owner: game.warriors_of(owner, origin)}
        journey = Journey(mover=owner, origin=origin, to=BURROW, warriors=warriors)
        yield from travel(game, journey, "RB 10.6.1.II")


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.6.2  A point for each market on the map."""
    say(game, owner, "RB 10.6.2", "score")
    markets = game.on_map(owner, MARKET)
    if not markets:
        skip(game, owner, "RB 10.6.2", NO_MARKET)
    score(game, owner, NUMBERS["market_points"] * markets, "RB 10.6.2")
    yield from ()
    return False


def sway_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.6.3  The topmost minister of the order's suit gets a crown; if there is none, the bottommost of all."""
    left = uncrowned(game, owner)
    if left:
        say(game, owner, "RB 10.6.3", "sway")
        matching = of_suits(left, [order_suit(game, owner)])
        if matching:
            crown(game, owner, matching[0], "RB 10.6.3", TOPMOST)
        else:
            crown(game, owner, left[-1], "RB 10.6.3", BOTTOMMOST)
    yield from ()
    return False


# --- the bot ----------------------------------------------------------------------------------------------


@register
class DrillbitDuchy(Burrow, Clockwork):
    """RB 10, RB 10.2.2  Drillbit Duchy. It has the Burrow as people have it."""

    id = "clockwork-duchy"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    keeps_out = Refusal("RB 10.2.2", "Only pieces of the Duchy may enter the Burrow.")
    steps = (
        Step("RB 10.4.1", "birdsong.order", reveal_order),
        Step("RB 10.4.2", "birdsong.craft", craft_order),
        Step("RB 10.4.3", "birdsong.recruit", recruit_step),
        Step("RB 10.5.1", "daylight.dig", dig_step),
        Step("RB 10.5.2", "daylight.battle", battle_step),
        Step("RB 10.5.3", "daylight.build", build_step),
        Step("RB 10.5.4", "daylight.ministers", ministers_step),
        Step("RB 10.6.1", "evening.rally", rally_step),
        Step("RB 10.6.2", "evening.score", score_step),
        Step("RB 10.6.3", "evening.sway", sway_step),
        Step("RB 10.6.4", "evening.discard", discard_order),
    )
    reactions = (
        Reaction("RB 10.2.1", "duchy.error", Removed, has_failed, lose_crown, quiet=True),
        Reaction("RB 3.3.2", "duchy.investors", Removed, has_invested, answer_investors),
    )

    def new_board(self) -> Board:
        return DrillbitDuchyBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 10.3"""
        yield from setup(game, owner)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """RB 10.7.1  Captain: attacking where a tunnel is, it deals one more hit."""
        leads = side.owner == me and side.attacks and is_crowned(game, me, CAPTAIN)
        return NUMBERS["captain_hits"] if leads and side.battle.clearing in tunnels(game, me) else 0

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """RB 10.2.1  A building is lost; a tunnel is a token."""
        if piece.kind in BUILDINGS:
            remember_failure(game, me, place)

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open."""
        tracks = tuple(
            TrackView(kind=kind, total=total, left=total - game.on_map(owner, kind))
            for kind, total in (*PRINTED.buildings.items(), *PRINTED.tokens.items())
        )
        ministers = {
            f"{suit.title()} ministers": ", ".join(
                MINISTERS[m].name for m in of_suits(crowned(game, owner), [suit])
            )
            for suit in TABLE.suit_markers
        }
        return BoardView(
            tracks=tracks,
            cards=self.order_view(game, owner),
            counts={"warriors-each-Birdsong": recruits(game, owner)},
            texts={title: names or "–" for title, names in ministers.items()} | self.texts(game, owner),
        )


BOARD = DrillbitDuchy()
