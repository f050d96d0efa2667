"""10  Lizard Cult: setup, turn, and what it says to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.flow import Flow, Option, ask
from engine.root.actions.battle import Fight
from engine.root.actions.craft import tool_at
from engine.root.actions.move import Move
from engine.root.faction import EVENING, Faction, Step, Tool, register
from engine.root.factions.lizards.conspiracies import CRUSADE, Convert, Sanctify, conspire, why_no_conspiracy
from engine.root.factions.lizards.rituals import (
    REVEALED,
    PlantGarden,
    RecruitRitual,
    Sacrifice,
    ScoreRitual,
    daylight,
)
from engine.root.factions.lizards.souls import (
    GARDENS,
    NUMBERS,
    PRINTED,
    SUITS,
    CultBoard,
    adjust_outcast,
    board,
    discard_souls,
    fear,
    gardens,
    has_garden,
    lost_gardens,
)
from engine.root.happen import Reaction, Removed
from engine.root.rule import neighbours
from engine.root.setup.homeland import APART, choose_homeland, homelands, spread_around
from engine.root.setup.table import choose_corner, free_corners, muster
from engine.root.state import Board, Owner, Root
from engine.root.turn import crafting, draw_steps
from engine.root.verbs import bars_placing, place_building, place_warriors, take_up, take_warriors
from engine.root.view import BoardView, CardsView, TrackView
from engine.rules import Refusal

CONSPIRACY_STEP, RITUAL_STEP, CRAFT_STEP = "birdsong.conspiracies", "daylight.rituals", "evening.craft"


class Outcast(Option, frozen=True, tag="outcast"):
    """10.3.3  This suit is the Outcast."""

    suit: str


# --- 10.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """10.3.1 - 10.3.4  A corner with four warriors and a garden, a warrior in each neighbour, and the Outcast."""
    muster(game, owner, PRINTED.warriors)
    corner = yield from choose_corner(
        game, owner, "lizards.setup.corner", "10.3.2", free_corners(game, building=True)
    )
    settle_in(game, owner, corner, "10.3.2")
    for clearing in neighbours(game, None, corner):
        if bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 1, "10.3.2")
    yield from choose_outcast(game, owner)


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  A homeland, three warriors around it, two acolytes, and the Outcast."""
    muster(game, owner, PRINTED.warriors)
    home = yield from choose_homeland(game, owner, homelands(game, owner, APART))
    settle_in(game, owner, home, "A.8.2")
    yield from spread_around(game, owner, home, NUMBERS["neighbours_advanced"], "A.8.2")
    board(game, owner).acolytes = take_warriors(game, owner, NUMBERS["acolytes_advanced"])
    yield from choose_outcast(game, owner)


def settle_in(game: Root, owner: Owner, clearing: int, clause: str) -> None:
    """10.3.2  Four warriors and a garden of the clearing's suit."""
    place_warriors(game, owner, clearing, NUMBERS["setup_warriors"], clause)
    place_building(game, owner, clearing, GARDENS[game.suit(clearing)], clause)


def choose_outcast(game: Root, owner: Owner) -> Flow[None]:
    """10.3.3  Any suit, on its milder side."""
    choice = yield from ask(owner, "lizards.setup.outcast", "10.3.3", [Outcast(suit) for suit in SUITS])
    board(game, owner).outcast = choice.suit
    game.note("lizards.outcast", "10.3.3", owner=owner, suit=choice.suit)


# --- 10.6 Evening -----------------------------------------------------------------------------------------


def take_cards_back(game: Root, owner: Owner) -> Flow[bool]:
    """10.6.1  All revealed cards go back to the hand."""
    revealed = board(game, owner).revealed
    take_up(game, owner, list(revealed), revealed, REVEALED, "10.6.1")
    yield from ()
    return False


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """10.6.2  Craft with gardens of the Outcast suit."""
    return (yield from crafting(game, owner, "lizards.craft", "10.6.2"))


def tools(game: Root, owner: Owner) -> list[Tool]:
    """10.2.1, 4.1.1  Gardens of the Outcast's printed suit; each has the suit of its clearing."""
    used = list(game.players[owner].activated)
    left = []
    for clearing in game.clearings_with(owner, GARDENS.get(board(game, owner).outcast, "")):
        if clearing in used:
            used.remove(clearing)
        else:
            left.append(tool_at(game, clearing))
    return left


# --- the faction ------------------------------------------------------------------------------------------

CONSPIRACIES_FIRST = Refusal("10.4.3", "Conspiracies happen in Birdsong.")
RITUALS_LATER = Refusal("10.5", "Rituals happen in Daylight.")
ONLY_CRUSADES = Refusal("10.4.3.I", "The Cult moves and battles only by Crusade, in Birdsong.")


@register
class Cult(Faction):
    """10  Lizard Cult."""

    id = "lizards"
    name = PRINTED.name
    letter = PRINTED.letter
    craft_phase = EVENING
    steps = (
        Step("10.4.1", "birdsong.outcast", adjust_outcast),
        Step("10.4.2", "birdsong.souls", discard_souls),
        Step("10.4.3", CONSPIRACY_STEP, conspire),
        Step("10.5", RITUAL_STEP, daylight),
        Step("10.6.1", "evening.return", take_cards_back),
        Step("10.6.2", CRAFT_STEP, craft_step),
        *draw_steps("10.6.3", "10.6.3"),
    )
    reactions: ClassVar = (Reaction("10.2.5", "lizards.fear", Removed, lost_gardens, fear, quiet=True),)
    reveals: ClassVar = ("laid",)

    def new_board(self) -> Board:
        return CultBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """10.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).scored = []

    def draws(self, game: Root, owner: Owner) -> int:
        """10.6.3  One card, and one for each uncovered symbol."""
        bonus = PRINTED.tracks["draw_bonus"]
        return 1 + sum(bonus[gardens(game, owner, suit)] for suit in SUITS)

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """10.4 - 10.5  Each action has its own part of the turn."""
        if isinstance(wish, (Convert, Sanctify)):
            return CONSPIRACIES_FIRST
        if isinstance(wish, (PlantGarden, RecruitRitual, ScoreRitual, Sacrifice)):
            return RITUALS_LATER
        if isinstance(wish, (Move, Fight)):
            if game.active != owner or game.cursor.step != CONSPIRACY_STEP:
                return ONLY_CRUSADES
            where = wish.origin if isinstance(wish, Move) else wish.clearing
            return why_no_conspiracy(game, owner, CRUSADE, where)
        return None

    # --- the map

    def rules_outright(self, game: Root, me: Owner, clearing: int) -> bool:
        """10.2.4  Pilgrims: the Cult rules wherever a garden is."""
        return has_garden(game, me, clearing)

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """10.2.1"""
        return tools(game, owner)

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        """RULING D4  Gardens of the Outcast suit."""
        return game.clearings_with(owner, GARDENS.get(board(game, owner).outcast, ""))

    # --- pieces and cards

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """10.2.3  Revenge: warriors of the Cult that fall while it defends become acolytes."""
        if of != me or removed is None or not (removed.in_battle and removed.defended and removed.side == me):
            return 0
        own = board(game, me)
        own.acolytes += warriors
        game.note("lizards.acolyte", "10.2.3", owner=me, acolytes=own.acolytes)
        return warriors

    def keeps_discard(self, game: Root, me: Owner, card: str) -> bool:
        """10.2.6  Every card that is spent or discarded becomes a Lost Soul."""
        board(game, me).lost_souls.append(card)
        return True

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """10.2.3  Acolytes."""
        return {me: board(game, me).acolytes}

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        """10.2.6, 10.5  Lost Souls and revealed cards."""
        own = board(game, me)
        return [*own.lost_souls, *own.revealed]

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open."""
        own = board(game, me)
        tracks = tuple(
            TrackView(
                kind=kind,
                total=PRINTED.buildings[kind],
                left=PRINTED.buildings[kind] - gardens(game, me, suit),
                points=PRINTED.tracks["points"][1:],
                draws=PRINTED.tracks["draw_bonus"][1:],
            )
            for suit, kind in GARDENS.items()
        )
        cards = [CardsView(title="lost-souls", cards=tuple(own.lost_souls))]
        if own.revealed:
            cards.append(CardsView(title=REVEALED, cards=tuple(own.revealed)))
        texts = {"outcast": own.outcast + (", hated" if own.hated else "")} if own.outcast else {}
        return BoardView(tracks=tracks, cards=tuple(cards), counts={"acolytes": own.acolytes}, texts=texts)
