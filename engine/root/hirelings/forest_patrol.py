"""The Forest Patrol, and its demoted side, the Feline Physicians."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.flow import Done, Flow, Option
from engine.root.faction import hides_hand
from engine.root.happen import Reaction, Removed
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    HirelingBoard,
    choose,
    choose_place,
    open_to,
    places,
    with_pieces,
)
from engine.root.hiring.orders import can_march, may_march, may_strike, strikes
from engine.root.preview import hand_after, previews
from engine.root.rule import fitting
from engine.root.standin.instinct import marks
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Sight, keep_worth
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.verbs import bars_placing, discard, place_kept, place_warriors, recover_warriors
from engine.root.view import BoardView
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- Forest Patrol ----------------------------------------------------------------------------------------

IDLE = Refusal("E.2.4", "The Patrol can neither move nor battle now.")
NOBODY_ON_CARD = Refusal("E.2.4", "No warriors lie on the card of the Patrol.")
NOWHERE = Refusal("E.2.4", "There is no clearing with a Patrol warrior in which to place them.")


class PatrolBoard(HirelingBoard, tag="forest-patrol", kw_only=True):
    """The warriors on the card, and the last event that brought one there."""

    kept: int = 0
    event: int = 0


def patrol(game: Root, me: Owner) -> PatrolBoard:
    found = game.boards[me]
    assert isinstance(found, PatrolBoard)
    return found


def why_no_patrol(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  It must be able to move or to battle."""
    return None if can_march(game, me) or strikes(game, me) else IDLE


def go_on_patrol(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  May move, then may battle, wherever it stands."""
    yield from may_march(game, me, player, "E.2.4")
    yield from may_strike(game, me, player, "E.2.4")


def why_no_return(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  Warriors on the card come back only where the Patrol still is."""
    if not patrol(game, me).kept:
        return NOBODY_ON_CARD
    return None if open_to(game, me, places(game, me)) else NOWHERE


def come_back(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  All warriors on the card go to one clearing with a Patrol warrior."""
    clearing = yield from choose_place(game, me, player, "E.2.4", open_to(game, me, places(game, me)))
    own = patrol(game, me)
    back, own.kept = own.kept, 0
    place_kept(game, me, clearing, back, "E.2.4")


@guest
class ForestPatrol(Hireling):
    """Stands everywhere; one of those it loses waits on its card."""

    id = "forest-patrol"
    sets_up = True
    acts = (
        Act("patrol-march", why_no_patrol, go_on_patrol),
        Act("patrol-return", why_no_return, come_back),
    )

    def new_board(self) -> Board:
        return PatrolBoard()

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  A warrior in every clearing."""
        for clearing in open_to(game, me, CLEARINGS):
            place_warriors(game, me, clearing, 1, "A.6.3")
        yield from ()

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """E.2.2  One of the Patrol warriors that an event removes goes on the card, however many clearings it hits."""
        own = patrol(game, me)
        if of != me or removed is None or own.event == removed.event:
            return 0
        own.event = removed.event
        own.kept += 1
        return 1

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        return {me: patrol(game, me).kept}

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        return BoardView(counts={"on the card": patrol(game, me).kept})


# --- Feline Physicians ------------------------------------------------------------------------------------


class Nurse(Option, frozen=True, tag="nurse"):
    """Spend this card for the Physicians."""

    PRIVATE = True

    card: str


class PhysiciansBoard(HirelingBoard, tag="feline-physicians", kw_only=True):
    """Warriors of the controller that are on their way to the supply, by event and clearing."""

    event: int = 0
    patients: dict[int, int] = {}


def physicians(game: Root, me: Owner) -> PhysiciansBoard:
    found = game.boards[me]
    assert isinstance(found, PhysiciansBoard)
    return found


def beds(game: Root, player: Owner) -> list[int]:
    """Clearings with faction pieces of the player in which they may be placed."""
    return [c for c in with_pieces(game, player) if bars_placing(game, player, c) is None]


@previews(Nurse)
def nursed(game: Root, owner: Owner, option: Nurse) -> Iterator[Preview]:
    """E.2.2  A card of the hand."""
    yield from hand_after(game, owner)


def may_nurse(game: Root, me: Owner, removed: Removed) -> bool:
    """E.2.2  Warriors of the controller would go to the supply, and a card and a clearing are there to save them."""
    own = physicians(game, me)
    if not own.controller or own.event != removed.event or not own.patients.get(removed.clearing):
        return False
    return bool(game.players[own.controller].hand and beds(game, own.controller))


def nurse(game: Root, me: Owner, removed: Removed) -> Flow[None]:
    """E.2.2  The controller may spend a card that matches: all go to one clearing with own faction pieces."""
    own = physicians(game, me)
    player = own.controller
    warriors = own.patients.pop(removed.clearing)
    cards = [
        Nurse(card) for card in fitting(game, dict.fromkeys(game.players[player].hand), removed.clearing)
    ]
    options: list[Option] = [*cards, Done()]
    choice = yield from choose(
        game,
        player,
        "physicians.nurse",
        "E.2.2",
        options,
        secret=hides_hand(game, player),
        clearing=removed.clearing,
        warriors=warriors,
    )
    if isinstance(choice, Nurse):
        discard(game, player, choice.card, "E.2.2")
        clearing = yield from choose_place(game, me, player, "E.2.2", beds(game, player), "physicians.place")
        recover_warriors(game, player, clearing, warriors, "E.2.2")


@guest
class FelinePhysicians(Hireling):
    """Saves the controller's warriors for a card."""

    id = "feline-physicians"
    has_pieces = False
    orders: ClassVar = {
        "physicians.nurse": {"nurse": "Spend a card for the Physicians", "done": "No Physicians"}
    }
    reactions = (Reaction("E.2.2", "physicians.nurse", Removed, may_nurse, nurse),)

    def new_board(self) -> Board:
        return PhysiciansBoard()

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """E.2.2  It keeps nobody, but remembers who is bound for the supply after what the faction itself keeps."""
        own = physicians(game, me)
        if removed is not None and of == own.controller and removed.clearing:
            if own.event != removed.event:
                own.event, own.patients = removed.event, {}
            own.patients[removed.clearing] = warriors
        return 0


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("nurse")
def nursing(sight: Sight, option: Nurse) -> float:
    """A card for several warriors, not for one."""
    return WARRIOR * int(sight.ask.about["warriors"]) - 0.25 - 0.4 * keep_worth(sight, option.card)
