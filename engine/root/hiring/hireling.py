"""E.2, E.3  What a side of a hireling card may declare: a voice without turns, obeyed by whoever controls it.

A side has an `id` of its own, which is also the owner of its pieces: "forest-patrol", or the name of its demoted
side. What it does once in a turn is an `Act`; all acts are offered and refused here, in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

import msgspec

from engine.flow import Done, Flow, Option, Scalar, ask, pick
from engine.root import data
from engine.root.faction import DAYLIGHT, Army
from engine.root.happen import settle
from engine.root.menu import does, legal, refuses
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Board, Owner, Piece, Root
from engine.root.verbs import bars_placing, place_warriors
from engine.root.view import BoardView
from engine.root.voice import GUESTS
from engine.rules import Refusal

O = TypeVar("O", bound=Option)

BIRDSONG_START = "birdsong.start"
CLAUSES = {BIRDSONG_START: "E.2.3", DAYLIGHT: "E.2.4"}


class HirelingBoard(msgspec.Struct, Board, tag="hireling", kw_only=True):
    """What lies on a hireling card, and who holds it. A side that remembers more has a board of its own."""

    controller: Owner = ""
    control: int = 0
    """Control markers: how many of the controller's turns are left (E.1.2)."""
    used: dict[str, int] = {}
    """The turn in which each of its icons was used last (E.2.3, E.2.4)."""


class Act(msgspec.Struct, frozen=True):
    """E.2.3, E.2.4  A line of a card that its controller uses once at its moment."""

    key: str
    why_not: Callable[[Root, Owner], Refusal | None]
    """Why it can do nothing now, asked with the hireling; None if it can."""
    run: Callable[[Root, Owner, Owner], Flow[None]]
    """What it does: the hireling, and the player who controls it."""
    moment: str = DAYLIGHT
    icon: str = ""
    """Lines with the same icon are used once together ("or"); by default all of one moment are."""
    must: bool = False
    often: bool = False
    """Any number of times."""

    @property
    def clause(self) -> str:
        return CLAUSES[self.moment]

    @property
    def slot(self) -> str:
        return self.icon or self.moment


class Hireling(Army):
    """E  One side of a hireling card."""

    acts: ClassVar[tuple[Act, ...]] = ()
    sets_up: ClassVar[bool] = False
    """A.6.3  Has the card a setup line?"""
    orders: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Its questions out of turn that a standing order may answer: the verbs, and what each means in words."""

    @property
    def side(self) -> data.HirelingSide:
        """What is printed on it."""
        return data.HIRELING_SIDES[self.id]

    @property
    def name(self) -> str:  # type: ignore[override]  # it is printed, too
        return self.side.name

    def new_board(self) -> Board:
        return HirelingBoard()

    def bars_faction(self, game: Root, me: Owner, faction: str) -> bool:
        """A.6.5  The faction that belongs to it cannot be played, whichever side shows."""
        return faction in self.side.removes

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  The setup line of the card, done by a player."""
        yield from ()

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1  What happens as soon as a player gains the card."""
        yield from ()

    # --- E.3 ----------------------------------------------------------------------------------------------

    def controller(self, game: Root, me: Owner) -> Owner:
        """E.3  The player who holds the card; "" while it is in the supply."""
        return board_of(game, me).controller

    def adds_rule(self, game: Root, me: Owner, clearing: int, values: dict[Owner, int]) -> None:
        """E.3.1  Its warriors and buildings count as the controller's for rule; uncontrolled ones for themselves."""
        player = self.controller(game, me)
        if player and me in values:
            values[player] = values.get(player, 0) + values.pop(me)

    # --- E.2 ----------------------------------------------------------------------------------------------

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """E.2.3, E.2.4  What the controller may do with it at this moment."""
        if self.controller(game, me) != owner:
            return ()
        wishes = [Direct(me, act.key) for act in self.acts if act.moment == moment]
        return [wish for wish in wishes if legal(game, owner, wish)]

    def must(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """E.2.3  Some lines must be used if they can be."""
        if self.controller(game, me) != owner:
            return False
        due = [act for act in self.acts if act.must and act.moment == moment]
        return any(legal(game, owner, Direct(me, act.key)) for act in due)

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.1  A hireling card lies open."""
        return BoardView()


def board_of(game: Root, me: Owner) -> HirelingBoard:
    """What lies on a hireling card."""
    found = game.boards[me]
    if not isinstance(found, HirelingBoard):
        raise TypeError(f"{me} is no hireling")
    return found


def voice_of(game: Root, me: Owner) -> Hireling | None:
    """The side of a hireling at the table, if there is one called so."""
    guest = game.guests.get(me)
    found = GUESTS[guest.plays] if guest else None
    return found if isinstance(found, Hireling) else None


def hirelings(game: Root) -> dict[Owner, Hireling]:
    """The hirelings at the table."""
    return {me: voice for me in game.guests if (voice := voice_of(game, me))}


# --- E.2.3, E.2.4 what a controller does with it -----------------------------------------------------------


class Direct(Option, frozen=True, tag="direct"):
    """E.2.3, E.2.4  Use a line of a hireling card."""

    hireling: Owner
    order: str


NO_SUCH = Refusal("E.2", "No such hireling is in this game.")
NOT_YOURS = Refusal("E.3.4", "You do not control {hireling}.")
NOT_THE_MOMENT = {
    BIRDSONG_START: Refusal("E.2.3", "That is done at the start of your Birdsong."),
    DAYLIGHT: Refusal("E.2.4", "That is done in your Daylight."),
}
ONCE = Refusal("E.2.4", "You have used {hireling} this turn.")


def about(refusal: Refusal, me: Owner) -> Refusal:
    """A refusal that names the hireling."""
    return msgspec.structs.replace(refusal, about={"hireling": me})


def is_the_moment(game: Root, player: Owner, moment: str) -> bool:
    """E.2.3, E.2.4  Is it this moment of the player's own turn?"""
    step = game.cursor.step
    at = step == moment if moment == BIRDSONG_START else step.startswith(moment)
    return game.active == player and at


def is_used(game: Root, me: Owner, act: Act) -> bool:
    """E.2.3, E.2.4  Once in a turn; lines joined by "or" count as one."""
    return not act.often and board_of(game, me).used.get(act.slot) == game.turn


def act_of(game: Root, wish: Direct) -> Act | None:
    """The line of the card that is meant."""
    voice = voice_of(game, wish.hireling)
    return next((act for act in voice.acts if act.key == wish.order), None) if voice else None


@refuses(Direct)
def why_no_order(game: Root, owner: Owner, wish: Direct) -> Refusal | None:
    """E.2.3, E.2.4, E.3.4  Why a hireling does not do this now."""
    act = act_of(game, wish)
    if act is None:
        return NO_SUCH
    if board_of(game, wish.hireling).controller != owner:
        return about(NOT_YOURS, wish.hireling)
    if not is_the_moment(game, owner, act.moment):
        return NOT_THE_MOMENT[act.moment]
    if is_used(game, wish.hireling, act):
        return about(msgspec.structs.replace(ONCE, clause=act.clause), wish.hireling)
    return act.why_not(game, wish.hireling)


@does(Direct)
def direct(game: Root, owner: Owner, option: Direct) -> Flow[None]:
    """E.2.3, E.2.4  The controller uses a line of the card."""
    act = act_of(game, option)
    if act is None:
        raise LookupError(f"{option.hireling} has no line called {option.order}")
    board_of(game, option.hireling).used[act.slot] = game.turn
    game.note("directed", act.clause, owner=owner, hireling=option.hireling, order=option.order)
    yield from act.run(game, option.hireling, owner)
    yield from settle(game)


# --- choices that many cards share -------------------------------------------------------------------------


def choose(
    game: Root,
    player: Owner,
    key: str,
    clause: str,
    options: Sequence[O],
    *,
    secret: bool = False,
    **about: Scalar,
) -> Flow[O]:
    """Ask the player; where no person can be asked, as among bots alone, chance decides (R-11)."""
    if player in game.bots or player not in game.players:
        return (yield from pick("hireling.chance", options))
    return (yield from ask(player, key, clause, options, secret=secret, **about))


def open_to(game: Root, me: Owner, where: Iterable[int] = CLEARINGS) -> list[int]:
    """G.1.31  The clearings among these where it may be placed."""
    return [clearing for clearing in where if bars_placing(game, me, clearing) is None]


def with_pieces(game: Root, player: Owner) -> list[int]:
    """G.1.9  The clearings of the map that hold faction pieces of a player."""
    return [clearing for clearing in CLEARINGS if game.has_piece(player, clearing)]


def places(game: Root, me: Owner) -> list[int]:
    """The clearings in which it has warriors."""
    return [clearing for clearing in CLEARINGS if game.warriors_of(me, clearing)]


class Part(Option, frozen=True, tag="hireling_part"):
    """E.2  One of the parts of a line that are joined by "or"."""

    hireling: Owner
    order: str


def choose_part(
    game: Root, me: Owner, player: Owner, clause: str, orders: Sequence[str], *, must: bool = False
) -> Flow[str]:
    """E.2  The controller picks one of the parts that are possible; "" for none of them."""
    if not orders:
        return ""
    parts = [Part(me, order) for order in orders]
    options: list[Option] = [*parts] if must else go_on(parts)
    choice = yield from choose(game, player, "hireling.part", clause, options, hireling=me)
    return choice.order if isinstance(choice, Part) else ""


def choose_place(
    game: Root, me: Owner, player: Owner, clause: str, where: Sequence[int], key: str = "hireling.place"
) -> Flow[int]:
    """A player chooses a clearing for a hireling; 0 if there is none (1.5.4)."""
    if not where:
        return 0
    options = [Clearing(clearing) for clearing in where]
    choice = yield from choose(game, player, key, clause, options, hireling=me)
    return choice.clearing


def place_one(
    game: Root, me: Owner, player: Owner, clause: str, where: Iterable[int], warriors: int = 1
) -> Flow[int]:
    """G.1.31  A player places warriors of a hireling in one of these clearings. Returns which, or 0."""
    if not game.guests[me].supply:
        return 0
    clearing = yield from choose_place(game, me, player, clause, open_to(game, me, where))
    if clearing:
        place_warriors(game, me, clearing, warriors, clause)
    return clearing


def pieces_in_all(game: Root, me: Owner) -> Mapping[str, int]:
    """1.5.1  How many pieces of each kind a hireling has in this game."""
    voice = voice_of(game, me)
    return voice.side.pieces if voice else {}


def on_map(game: Root, me: Owner) -> bool:
    """Has it a piece anywhere on the map?"""
    anywhere = any(me in here for here in game.elsewhere.values())
    own: list[Piece] = [p for row in (*game.buildings, *game.tokens) for p in row if p.owner == me]
    return bool(places(game, me) or own or anywhere or me in game.pawns)


def go_on(options: Sequence[Option]) -> list[Option]:
    """These options, or nothing."""
    return [*options, Done()]
