"""What a game must offer the platform, and the small values both sides share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from engine.flow import Ask, Flow, Option, Scalar
from engine.values import Value

Plain: TypeAlias = Scalar | None | tuple[Scalar, ...]
Place: TypeAlias = int | str
"""A clearing's number, a forest's name, a hex."""

TURN_END = "turn.end"
"""The key of the last question of a turn: nothing is left to choose, and the player says that it may end."""
NOT_YOURS, OVER = "not yours", "over"
"""What the platform refuses for every game: a decision of somebody else, a choice after the end."""


class Refusal(Value, frozen=True):
    """Why something is not allowed: the clause that forbids it and one plain sentence.

    The sentence is an English template; `about` fills its {names}. Translations are keyed by the template.
    """

    clause: str
    sentence: str
    about: dict[str, Scalar] = {}

    def naming(self, **about: Scalar) -> Refusal:
        """The same refusal with what is missing: "you need 2, you have 1"."""
        return msgspec.structs.replace(self, about={**self.about, **about})

    def __str__(self) -> str:
        return f"{self.sentence.format(**self.about)} ({self.clause})"


class Refused(Exception):
    """An answer or a wish was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Unwritable(Exception):
    """A game cannot be written down in a notation; the message says why, in one sentence."""


class Unreadable(Exception):
    """A record cannot be read or does not fit the rules; the message says where and why."""


class Preview(Value, frozen=True):
    """One thing that a choice costs or brings, as far as the chooser may know. Words are made from the key."""

    key: str
    about: dict[str, Any] = {}


class Event(Value, frozen=True, omit_defaults=True):
    """Something that happened, for the log and the messages. The key is stable; words are made from it later.

    `only` names the seats that may read it; empty means everybody. `clause` is the rule that made it happen.
    """

    key: str
    about: dict[str, Any] = {}
    clause: str = ""
    only: tuple[str, ...] = ()

    def seen_by(self, seat: str | None) -> bool:
        return not self.only or seat in self.only


class SeatSetup(Value, frozen=True):
    """A seat as agreed in the lobby. `plays` is what it plays (a faction), or "" if that is drafted.

    `board` is "" for a seat that answers questions, or names the rules that play by themselves ("clockwork").
    """

    seat: str
    plays: str = ""
    board: str = ""
    options: dict[str, Any] = {}


class Setup(Value, frozen=True):
    """All that was agreed before the game: seats in order of play, and the game's own options."""

    seats: tuple[SeatSetup, ...]
    options: dict[str, Any] = {}


class State(msgspec.Struct, kw_only=True):
    """The part of every game's state that the platform uses.

    `notes` and `learned` are filled by the rules while a flow runs and taken out by the runner.
    """

    version: int = 1
    turn: int = 0
    over: bool = False
    winners: list[str] = []
    end: str = ""
    notes: list[Event] = []
    learned: bool = False

    def note(self, key: str, clause: str = "", only: tuple[str, ...] = (), **about: Any) -> None:
        """Record an event for the log."""
        self.notes.append(Event(key, about, clause, only))


S = TypeVar("S", bound=State)
Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class SeatView(Value, frozen=True, kw_only=True):
    """One seat as everybody may see it."""

    seat: str
    plays: str
    name: str
    board: str = ""
    score: int | None = 0
    cards: int = 0
    note: str = ""


class View(Value, frozen=True, kw_only=True):
    """What one seat may know (or everybody, for seat None). Games extend it with their own board."""

    game: str
    seat: str | None
    turn: int
    active: str
    phase: str
    seats: tuple[SeatView, ...]
    over: bool = False
    winners: tuple[str, ...] = ()
    end: str = ""
    round: int = 0
    """So many times everybody has had a turn, this one counted; 0 where nobody counts."""

    def held(self) -> tuple[Scalar, ...] | None:
        """The hand of the seat whose view this is, card by card; None if it has none."""
        return None

    def closeups(self) -> tuple[Place, ...]:
        """The places of the board that can be looked at closely."""
        return ()

    def boards(self) -> tuple[str, ...]:
        """The boards beside the map that can be looked at: the seats', and what a game has besides."""
        return tuple(seat.seat for seat in self.seats)


class Rules(Protocol[S]):
    """The rules of one game, as the platform sees them. All methods but `flow` leave the state alone."""

    game: str
    state_type: type[S]
    version: int
    upgrades: Mapping[int, Upgrade]
    clauses: Mapping[str, str]
    """The clauses of what the platform refuses for the rules: `NOT_YOURS`, `OVER`. Without one it cites none."""

    @property
    def view_type(self) -> type[View]:
        """What its views are, whoever they are for."""
        ...

    def new(self, setup: Setup) -> S:
        """A state before the first step."""
        ...

    def flow(self, state: S) -> Flow[None]:
        """The step under the cursor. When it ends, the cursor has moved on or the game is over."""
        ...

    def step(self, state: S) -> str:
        """The label of the step under the cursor."""
        ...

    def last_call(self, state: S) -> Ask | None:
        """The question `TURN_END` if the step under the cursor is the first that nobody can take back and for which nobody is
        asked: a draw, the next player's turn. Asked unless the player has just said to be done."""
        ...

    def seat_of(self, state: S, name: str) -> str:
        """The seat behind a name used in questions (they differ only when factions were drafted)."""
        ...

    def name_of(self, state: S, seat: str) -> str:
        """The name that questions use for a seat now."""
        ...

    def options(self) -> Mapping[str, type[Option]]:
        """Every option class of this game by its verb."""
        ...

    def view(self, state: S, seat: str | None) -> View:
        """What a seat, or everybody, may know."""
        ...

    def opened(self, state: S, seat: str, public: Any) -> View:
        """The view of a seat, from what everybody may know of the same position."""
        ...

    def dec_hook(self, kind: type, value: Any) -> Any:
        """Decode a part of the state whose type only the game knows (see msgspec's `dec_hook`)."""
        ...

    def why_not(self, state: S, questions: Sequence[Ask], seat: str, wish: Option) -> Refusal:
        """Why a wish is not on offer to this seat now."""
        ...

    def wishes(self, state: S, seat: str) -> Sequence[str]:
        """The verbs this seat could mean when it asks why something is not on offer: its own, of what is on the table."""
        ...

    def meant(self, state: S, questions: Sequence[Ask], seat: str, verb: str) -> Iterable[Option]:
        """What this seat could mean by a verb: places, players and cards that it knows; numbers as small as they may be."""
        ...

    def nearness(self, state: S, seat: str, wish: Option, refusal: Refusal) -> int:
        """How near a refused wish is to being allowed, compared with others of its verb: more is nearer."""
        ...

    def preview(self, state: S, seat: str, option: Option) -> Sequence[Preview]:
        """What an option on offer would cost and bring, the weightiest first; from what this seat may know."""
        ...
