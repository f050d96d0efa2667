"""12  Underground Duchy: setup, turn, and what it says to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from engine.flow import Flow, Option
from engine.root.actions.battle import Fight
from engine.root.actions.craft import tool_at
from engine.root.actions.move import Move
from engine.root.data import CARDS
from engine.root.faction import EVENING, Faction, Step, Tool, register
from engine.root.factions.duchy.assembly import ACTIONS, ASSEMBLY_STEP, PARLIAMENT_STEP, assembly
from engine.root.factions.duchy.burrow import Burrow
from engine.root.factions.duchy.court import (
    BIRD,
    CITADEL,
    MARKET,
    REVEALED,
    TUNNEL,
    DuchyBoard,
    board,
    has_failed,
    pay_price,
    remember_failure,
    workplaces,
)
from engine.root.factions.duchy.facts import MINISTERS, NUMBERS, PRINTED, RANKS
from engine.root.factions.duchy.parliament import Act, ActAs, Bank, parliament
from engine.root.factions.duchy.sway import Sway, sway_step
from engine.root.happen import Reaction, Removed
from engine.root.rule import neighbours
from engine.root.setup.homeland import APART, choose_homeland, homelands, spread_around
from engine.root.setup.table import choose_corner, free_corners, muster
from engine.root.state import BURROW, Board, Owner, Piece, Place, Root
from engine.root.turn import crafting, draw_steps
from engine.root.verbs import bars_placing, discard_pile, place_token, place_warriors, take_up
from engine.root.view import BoardView, CardsView, TrackView
from engine.rules import Refusal

SWAY_STEP, CRAFT_STEP = "daylight.sway", "evening.craft"

# --- 12.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """12.3.1 - 12.3.6  A corner with two warriors and a tunnel, two warriors in each neighbour on the map.

    The Burrow lies beside the map; buildings, ministers and crowns are on the board as it is printed.
    """
    muster(game, owner, PRINTED.warriors)
    corner = yield from choose_corner(game, owner, "duchy.setup.corner", "12.3.3", free_corners(game))
    come_up(game, owner, corner, "12.3.3")
    for clearing in neighbours(game, None, corner):
        if bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, NUMBERS["setup_neighbour_warriors"], "12.3.3")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  A homeland not beside others, with a tunnel, and five warriors around it."""
    muster(game, owner, PRINTED.warriors)
    home = yield from choose_homeland(game, owner, homelands(game, owner, APART, bars=bars_placing))
    come_up(game, owner, home, "A.8.2")
    yield from spread_around(game, owner, home, NUMBERS["neighbours_advanced"], "A.8.2")


def come_up(game: Root, owner: Owner, clearing: int, clause: str) -> None:
    """12.3.3  Two warriors and a tunnel."""
    place_warriors(game, owner, clearing, NUMBERS["setup_warriors"], clause)
    place_token(game, owner, clearing, TUNNEL, clause)


# --- 12.4 Birdsong ----------------------------------------------------------------------------------------


def gather(game: Root, owner: Owner) -> Flow[bool]:
    """12.4  One warrior in the Burrow, and one for each uncovered symbol, as far as the supply goes."""
    place_warriors(game, owner, BURROW, recruits(game, owner), "12.4")
    yield from ()
    return False


def recruits(game: Root, owner: Owner) -> int:
    """12.4  How many warriors the citadels bring."""
    return PRINTED.tracks["recruit"][game.on_map(owner, CITADEL)]


# --- 12.6 Evening -----------------------------------------------------------------------------------------


def take_cards_back(game: Root, owner: Owner) -> Flow[bool]:
    """12.6.1  Revealed birds are discarded; the other revealed cards go back to the hand."""
    revealed = board(game, owner).revealed
    birds = [card for card in revealed if CARDS[card].suit == BIRD]
    others = [card for card in revealed if CARDS[card].suit != BIRD]
    revealed[:] = others
    discard_pile(game, owner, birds, "12.6.1")
    take_up(game, owner, others, revealed, REVEALED, "12.6.1")
    yield from ()
    return False


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """12.6.2  Craft with citadels and markets."""
    return (yield from crafting(game, owner, "duchy.craft", "12.6.2"))


def tools(game: Root, owner: Owner) -> list[Tool]:
    """12.2.1, 4.1.1  Citadels and markets; each has the suit of its clearing."""
    left = Counter(workplaces(game, owner)) - Counter(game.players[owner].activated)
    return [tool_at(game, c) for c in sorted(left.elements())]


# --- the faction ------------------------------------------------------------------------------------------

ONLY_THE_DUCHY = Refusal("12.2.2", "Only pieces of the Duchy may enter the Burrow.")
IN_ASSEMBLY = Refusal("12.5.1", "You build, recruit and dig in the Assembly, with up to two actions.")
BY_MINISTER = Refusal("12.5.2", "In Parliament choose the minister first who moves or battles for you.")
IN_PARLIAMENT = Refusal("12.5.2", "Ministers act in Parliament, after the Assembly.")
SWAY_LATER = Refusal("12.5.3", "You sway a minister at the end of Daylight, after Parliament.")


@register
class Duchy(Burrow, Faction):
    """12  Underground Duchy."""

    id = "duchy"
    name = PRINTED.name
    letter = PRINTED.letter
    craft_phase = EVENING
    keeps_out = ONLY_THE_DUCHY
    steps = (
        Step("12.4", "birdsong.gather", gather),
        Step("12.5.1", ASSEMBLY_STEP, assembly),
        Step("12.5.2", PARLIAMENT_STEP, parliament),
        Step("12.5.3", SWAY_STEP, sway_step),
        Step("12.6.1", "evening.return", take_cards_back),
        Step("12.6.2", CRAFT_STEP, craft_step),
        *draw_steps("12.6.3", "12.6.3"),
    )
    reveals: ClassVar = ("duchy.swayed",)
    reactions: ClassVar = (Reaction("12.2.3", "duchy.failure", Removed, has_failed, pay_price),)

    def new_board(self) -> Board:
        return DuchyBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """12.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.actions, own.acted, own.has_swayed = NUMBERS["assembly_actions"], [], False

    def draws(self, game: Root, owner: Owner) -> int:
        """12.6.3  One card, and one for each uncovered symbol."""
        return PRINTED.tracks["draw"][game.on_map(owner, MARKET)]

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """12.5  Each action has its own part of Daylight."""
        if isinstance(wish, Sway):
            return SWAY_LATER
        if isinstance(wish, (Act, ActAs, Bank)):
            return IN_PARLIAMENT
        if isinstance(wish, (Move, Fight)) and game.active == owner and game.cursor.step == PARLIAMENT_STEP:
            return BY_MINISTER
        return IN_ASSEMBLY if isinstance(wish, ACTIONS) else None

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """12.2.1"""
        return tools(game, owner)

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        """RULING D4  Citadels and markets."""
        return workplaces(game, owner)

    # --- pieces and cards

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """12.2.3  A building is lost; a tunnel is a token."""
        if piece.kind in PRINTED.buildings:
            remember_failure(game, me, place)

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        """2.1.4  Revealed cards."""
        return board(game, me).revealed

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open."""
        own = board(game, me)
        tracks = tuple(
            TrackView(
                kind=kind,
                total=total,
                left=total - game.on_map(me, kind),
                draws=PRINTED.tracks["draw"][1:] if kind == MARKET else (),
            )
            for kind, total in (*PRINTED.buildings.items(), *PRINTED.tokens.items())
        )
        texts = {}
        for rank in RANKS:
            names = [MINISTERS[m].name for m in own.swayed if MINISTERS[m].rank == rank]
            texts[f"{rank}s"] = ", ".join(names) or "–"
        counts = {f"{rank}-crowns": left for rank, left in own.crowns.items()}
        counts["warriors-each-Birdsong"] = recruits(game, me)
        if game.active == me and game.cursor.step == ASSEMBLY_STEP:
            counts["actions"] = own.actions
        cards = (CardsView(title=REVEALED, cards=tuple(own.revealed)),) if own.revealed else ()
        return BoardView(tracks=tracks, cards=cards, counts=counts, texts=texts)
