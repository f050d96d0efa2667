"""What is agreed in a lobby: chairs, options, pace, reactions, undo. Pure: no Discord, no store.

A plan becomes a setup when the game starts: whoever did not choose a faction gets a fitting one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from cogs import texts
from engine.lobby import Choice, Lobby, Value
from engine.rules import SeatSetup, Setup
from engine.seats import CLOCKWORK, HUMAN, STANDIN, SeatSettings
from engine.store import SeatRow

HOUR = 3600.0
DAY = 24 * HOUR

PACES: dict[str, tuple[str, float, float]] = {
    "none": ("No clock", 0, 0),
    "week": ("7 days each, 12 hours more for every turn", 7 * DAY, 12 * HOUR),
    "days": ("3 days each, 8 hours more for every turn", 3 * DAY, 8 * HOUR),
    "day": ("1 day each, 4 hours more for every turn", DAY, 4 * HOUR),
    "evening": ("1 hour each, 5 minutes more for every turn", HOUR, 300),
}
"""Clocks by name: in words, the time at the start, and what each turn adds."""

REACTIONS = {
    "quick": "Answered at once when there is nothing to choose",
    "careful": "Always asked, so that a wait tells nothing",
}
UNDOS = {
    "free": "Free until something is learned, then by consent",
    "strict": "Free until something is learned, never after",
    "off": "No taking back",
}

PALETTES = {
    "light": "By day",
    "dark": "By night",
    "colour-blind": "For colour-blind eyes",
}
"""Colours of the board that everybody sees; what one looks at alone has one's own."""

OWN: dict[str, Choice] = {
    "pace": Choice(str(texts.PACE), {name: words for name, (words, _, _) in PACES.items()}),
    "reactions": Choice(str(texts.REACTIONS), REACTIONS),
    "undo": Choice(str(texts.UNDOS), UNDOS),
    "palette": Choice(str(texts.PALETTE), PALETTES),
}
"""What every table agrees on, whatever the game."""

SURPRISE = "surprise"
TRIES = 300
DEEP = 4
"""An option may depend on an option that depends on one, so deep."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table. `user` is a person's id; a chair without one is played by `board`."""

    user: str = ""
    name: str = ""
    plays: str = ""
    board: str = ""
    options: dict[str, Any] = {}


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is agreed so far."""

    chairs: tuple[Chair, ...] = ()
    options: dict[str, Any] = {}
    pace: str = "none"
    reactions: str = "quick"
    undo: str = "free"
    palette: str = "light"
    guided: bool = False

    # --- reading ------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        return [chair.user for chair in self.chairs if chair.user]

    @property
    def bots(self) -> list[int]:
        return [i for i, chair in enumerate(self.chairs) if not chair.user]

    def chair_of(self, user: str) -> int | None:
        return next((i for i, chair in enumerate(self.chairs) if chair.user == user), None)

    def taken(self) -> set[str]:
        return {chair.plays for chair in self.chairs if chair.plays}

    def value(self, name: str, choice: Choice) -> Value:
        """The value of an option of the table or of the game."""
        return choice.picked(getattr(self, name) if name in OWN else self.options.get(name))

    # --- changing -----------------------------------------------------------------------------------------

    def with_chair(self, index: int, **change: Any) -> Plan:
        chairs = list(self.chairs)
        chairs[index] = msgspec.structs.replace(chairs[index], **change)
        return msgspec.structs.replace(self, chairs=tuple(chairs))

    def add(self, chair: Chair) -> Plan:
        return msgspec.structs.replace(self, chairs=(*self.chairs, chair))

    def remove(self, index: int) -> Plan:
        return msgspec.structs.replace(self, chairs=self.chairs[:index] + self.chairs[index + 1 :])

    def with_option(self, name: str, value: Value) -> Plan:
        if name in OWN:
            return msgspec.structs.replace(self, **{name: value})
        return msgspec.structs.replace(self, options=self.options | {name: value})


def usual(lobby: Lobby) -> dict[str, Any]:
    """What a new table agrees on."""
    return {name: choice.usual for name, choice in lobby.choices().items() if choice.usual}


def choices(plan: Plan, lobby: Lobby) -> dict[str, Choice]:
    """All options of a table as things stand: the game's own first."""
    return {**lobby.choices(setup_of(plan, lobby)), **OWN}


def bots_of(lobby: Lobby, setup: Setup) -> dict[str, str]:
    """What can play by itself: boards, and for the other factions the stand-in."""
    boards = dict(lobby.boards(setup))
    others = {f: f"{name} (stand-in)" for f, name in lobby.factions(setup).items() if f not in boards}
    return boards | others


def board_of(lobby: Lobby, setup: Setup, plays: str) -> str:
    return CLOCKWORK if plays in lobby.boards(setup) else STANDIN


def new_bot(plan: Plan, lobby: Lobby, source: random.Random) -> Chair | None:
    """A bot for a free faction; a board that plays by itself before a stand-in."""
    setup = setup_of(plan, lobby)
    for known in (list(lobby.boards(setup)), list(bots_of(lobby, setup))):
        free = [plays for plays in known if plays not in plan.taken()]
        source.shuffle(free)
        free.sort(key=lambda plays: len(problems_with(plan, lobby, plays)))
        if free:
            return Chair(plays=free[0], board=board_of(lobby, setup, free[0]))
    return None


def problems_with(plan: Plan, lobby: Lobby, plays: str) -> list[str]:
    """What would stand in the way if a bot took this faction too, however the others are dealt."""
    chair = Chair(plays=plays, board=board_of(lobby, setup_of(plan, lobby), plays))
    setup = setup_of(dealt(plan.add(chair), lobby, random.Random(0)), lobby)
    return [*lobby.problems(setup), *lobby.problems(setup), *lobby.advice(setup)]


def setup_of(plan: Plan, lobby: Lobby) -> Setup:
    """The setup of a plan: what was chosen, and the default of everything else.

    Options may depend on options: what can no longer be chosen has its default again.
    """
    seats = []
    for number, chair in enumerate(plan.chairs, 1):
        board = chair.board if chair.board == CLOCKWORK else ""
        name = chair.plays or f"seat{number}"
        seats.append(SeatSetup(name, chair.plays, board, dict(chair.options)))
    setup = Setup(tuple(seats), dict(plan.options))
    for _ in range(DEEP):
        known = lobby.choices(setup)
        options = {name: choice.picked(plan.options.get(name)) for name, choice in known.items()}
        if options == setup.options:
            break
        setup = Setup(setup.seats, options)
    return setup


def fitted(plan: Plan, lobby: Lobby, source: random.Random) -> Plan:
    """The plan after an option was changed: nobody plays what there is no longer."""
    setup = setup_of(plan, lobby)
    factions, bots = lobby.factions(setup), bots_of(lobby, setup)
    kept = msgspec.structs.replace(plan, chairs=())
    lost = 0
    for chair in plan.chairs:
        if chair.user:
            kept = kept.add(chair if chair.plays in factions else msgspec.structs.replace(chair, plays=""))
        elif chair.plays in bots:
            kept = kept.add(msgspec.structs.replace(chair, board=board_of(lobby, setup, chair.plays)))
        else:
            lost += 1
    for _ in range(lost):
        bot = new_bot(kept, lobby, source) if len(kept.chairs) < lobby.seats(setup)[-1] else None
        kept = kept if bot is None else kept.add(bot)
    return kept


def dealt(plan: Plan, lobby: Lobby, source: random.Random) -> Plan:
    """The plan with a faction for everybody who did not choose one: the first deal without a problem."""
    open_chairs = [i for i, chair in enumerate(plan.chairs) if not chair.plays]
    if not open_chairs or lobby.drafts(setup_of(plan, lobby)):
        return plan
    best, least = plan, 10**6
    for deal in _deals(plan, lobby, len(open_chairs), source):
        tried = plan
        for index, plays in zip(open_chairs, deal, strict=True):
            tried = tried.with_chair(index, plays=plays)
        setup = setup_of(tried, lobby)
        wrong = 10 * len(lobby.problems(setup)) + len(lobby.advice(setup))
        if wrong < least:
            best, least = tried, wrong
        if not wrong:
            break
    return best


def obstacles(dealt_plan: Plan, lobby: Lobby) -> list[str]:
    """Why a game cannot start with a plan after the deal: what the game says, or that factions ran out."""
    setup = setup_of(dealt_plan, lobby)
    if not lobby.drafts(setup) and not all(chair.plays for chair in dealt_plan.chairs):
        count = len(lobby.factions(setup))
        return [texts.TOO_FEW_FACTIONS.format(count=count, seats=len(dealt_plan.chairs))]
    return lobby.problems(setup)


def _deals(plan: Plan, lobby: Lobby, count: int, source: random.Random) -> Iterator[tuple[str, ...]]:
    known = lobby.factions(setup_of(plan, lobby))
    free = [plays for plays in known if plays not in plan.taken()]
    source.shuffle(free)
    yield from itertools.islice(itertools.permutations(free, count), TRIES)


def seat_rows(plan: Plan, setup: Setup) -> list[SeatRow]:
    """Who sits where, for the store."""
    settings = msgspec.json.encode(SeatSettings(wait=plan.reactions == "careful"))
    rows = []
    for place, (chair, seat) in enumerate(zip(plan.chairs, setup.seats, strict=True)):
        kind = HUMAN if chair.user else chair.board
        rows.append(SeatRow(seat.seat, place, kind, chair.user, settings=settings if chair.user else b"{}"))
    return rows
