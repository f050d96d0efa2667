"""A game from a file, to be looked at like one of ours: a record of its players, or the `/export` of a finished game.

A file is a stranger's. It is played by the rules from its first entry, and nothing is taken from it but what was agreed,
the answers and the chance: no names, no events, no state. It becomes a game that is over and belongs to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine import export
from engine.again import play_again
from engine.export import Export
from engine.game import Entry, decode
from engine.games import GameKind
from engine.live import Header, Live
from engine.rules import Event, SeatSetup, Setup, State, Unreadable
from engine.saving import change_of
from engine.seats import CLOCKWORK, HUMAN
from engine.store import GameRow, Save, SeatRow

EXPORT = "export"
"""What a study was read from, if it was no notation."""
RECORD_BYTES, EXPORT_BYTES = 256 << 10, 4 << 20
"""The largest files: a record or its corrections, and what `/export` gives."""
ROOM = 16 << 20
"""Bytes of all its boards together; a long game has a tenth of it."""
UNCHOSEN = re.compile(r"seat\d{1,2}")
"""What a seat is called whose faction is chosen in the game."""

TOO_LARGE = "The file is too large: {what} has at most {most} KB."
A_RECORD, AN_EXPORT, CORRECTIONS = "a record", "an export", "a list of corrections"
NOT_TEXT = "The file is no text in UTF-8."
NO_NOTATION = "There is no game whose records I can read."
ONLY_RECORDS = "Corrections belong to a record, not to a file of /export."
NOT_FINISHED = "This is the file of a game that was not over: it does not hold what was played. Only a finished game can be studied."
UNKNOWN_KIND = "There is no game called {kind} here."
BAD_SETUP = "A game cannot be set up like this: {reason}"
GARBLED, STRANGE_SEAT = "its options are garbled.", "a seat has a name that no seat has."
TOO_MANY_TURNS = "This game has more turns than I can keep."
UNSOUND = "What the file leads to is no position of this game: {reason}"
UNFAIR = "The dice of this file are not those of its seed: {reason}"


class Study(msgspec.Struct, frozen=True):
    """A game that was read from a file and played by the rules."""

    kind: str
    source: str
    """The notation it was written in, or `EXPORT`."""
    setup: Setup
    names: tuple[str, ...]
    """Who plays, in words of the game: factions, in order of play."""
    turns: int
    over: bool
    """Was it played to its end?"""
    change: Save
    """Everything as the store takes it."""
    pledge: str = ""
    seed: str = ""
    """Of a game that was played with sealed dice, and whose dice are what the seed makes them."""


def looks_like_export(data: bytes) -> bool:
    """Is this a file of ours rather than a record?"""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def check_size(data: bytes, corrections: bytes) -> None:
    """Raises Unreadable if a file is larger than any such file is."""
    what, most = (AN_EXPORT, EXPORT_BYTES) if looks_like_export(data) else (A_RECORD, RECORD_BYTES)
    for name, size, limit in ((what, len(data), most), (CORRECTIONS, len(corrections), RECORD_BYTES)):
        if size > limit:
            raise Unreadable(TOO_LARGE.format(what=name, most=limit >> 10))


def read(
    games: Mapping[str, GameKind], game: str, data: bytes, corrections: bytes, now: float, interaction: str
) -> Study:
    """A file as a game called `game`. Raises Unreadable with a sentence that says where and why not."""
    check_size(data, corrections)
    if looks_like_export(data):
        if corrections:
            raise Unreadable(ONLY_RECORDS)
        return played(games, export_in(data, games), EXPORT, game, now, interaction)
    return recorded(games, text_in(data), corrections, game, now, interaction)


def text_in(data: bytes) -> str:
    """The text of a file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(NOT_TEXT) from error
    if "\0" in text:
        raise Unreadable(NOT_TEXT)
    return text


def recorded(
    games: Mapping[str, GameKind], text: str, corrections: bytes, game: str, now: float, interaction: str
) -> Study:
    """A record in whichever notation it is; what the first of them says, if it is in none."""
    refused: list[Unreadable] = []
    for kind in games.values():
        if kind.notation_name:
            try:
                found = export.from_record(kind, game, text, corrections)
                return played(games, found, kind.notation_name, game, now, interaction)
            except Unreadable as error:
                refused.append(error)
    raise refused[0] if refused else Unreadable(NO_NOTATION)


def export_in(data: bytes, games: Mapping[str, GameKind]) -> Export:
    """The export in a file, if it holds a whole game and its dice are what they say."""
    try:
        found = export.read(data)
    except ValueError as error:
        raise Unreadable(str(error)) from error
    if found.status != "finished" or not found.entries or found.setup is None:
        raise Unreadable(NOT_FINISHED)
    if found.kind not in games:
        raise Unreadable(UNKNOWN_KIND.format(kind=found.kind))
    if found.seed or found.pledge:
        checked(games[found.kind], found.setup)
        verdict = export.verify(found, games)
        if not verdict.fair:
            raise Unreadable(UNFAIR.format(reason=verdict.sentence))
    return found


def checked(kind: GameKind, setup: Setup) -> Setup:
    """What was agreed, as far as the game knows such options, if it can be set up like that. Raises Unreadable."""
    try:
        problems = kind.lobby.problems(setup)
        agreed = Setup(
            tuple(SeatSetup(seat.seat, seat.plays, *board_of(kind, setup, seat)) for seat in setup.seats),
            {name: value for name, value in setup.options.items() if name in kind.lobby.choices(setup)},
        )
        names = {*kind.lobby.factions(setup), *kind.lobby.boards(setup)}
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise Unreadable(BAD_SETUP.format(reason=GARBLED)) from error
    seats = [seat.seat for seat in setup.seats]
    if len(set(seats)) < len(seats) or not all(one in names or UNCHOSEN.fullmatch(one) for one in seats):
        problems = [*problems, STRANGE_SEAT]
    if problems:
        raise Unreadable(BAD_SETUP.format(reason=problems[0]))
    return agreed


def board_of(kind: GameKind, setup: Setup, seat: SeatSetup) -> tuple[str, dict[str, Any]]:
    """The board that plays a seat by itself, with its options; nothing for a seat that answers."""
    if not seat.board:
        return "", {}
    known = kind.lobby.board_options(seat.plays, setup)
    return CLOCKWORK, {name: value for name, value in seat.options.items() if name in known}


def played(
    games: Mapping[str, GameKind], found: Export, source: str, game: str, now: float, interaction: str
) -> Study:
    """A game played again by the rules, as the store takes one that is over."""
    kind = games[found.kind]
    assert found.setup is not None
    setup = checked(kind, found.setup)
    events: list[Event] = []

    def hear(state: State, notes: Sequence[Event]) -> None:
        events.extend(notes)

    again = play_again(kind.rules, setup, found.entries, hear)
    last = again.state if again.over else decode(kind.rules, again.checkpoints[-1].state)  # not within a step
    if wrong := kind.check(last):
        raise Unreadable(UNSOUND.format(reason=wrong[0]))
    live = Live(GameRow(game, kind.id), (), again)
    live.events = events
    entries = whole_log(found, again.tail)
    change = change_of(live, entries, "finished", now, interaction, None, last=True)
    if sum(len(row.state) for row in change.snapshots) > ROOM:
        raise Unreadable(TOO_MANY_TURNS)
    view = again.view(None)
    return Study(
        kind.id,
        source,
        setup,
        tuple(kind.words.seat(view, seat.seat) for seat in view.seats),
        view.turn,
        again.over,
        msgspec.structs.replace(change, waiting=()),
        found.pledge if found.seed else "",
        found.seed,
    )


def whole_log(found: Export, tail: Sequence[Entry]) -> list[Entry]:
    """The log as it is kept: what holds; of a game with a seed also what was taken back, because the dice count on it."""
    if not found.seed:
        return list(tail)
    holds = {entry.seq: entry for entry in tail}
    return [holds.get(entry.seq, entry) for entry in found.entries]


def rows_of(study: Study, row: GameRow) -> tuple[GameRow, tuple[SeatRow, ...]]:
    """A study as a game of the store that is over, and its seats, which are nobody's. `row` says where and whose it is."""
    seats = tuple(
        SeatRow(seat.seat, place, CLOCKWORK if seat.board else HUMAN)
        for place, seat in enumerate(study.setup.seats)
    )
    header = msgspec.json.encode(Header(study.setup))
    return msgspec.structs.replace(
        row,
        kind=study.kind,
        status="finished",
        header=header,
        pledge=study.pledge,
        study=study.source,
    ), seats
