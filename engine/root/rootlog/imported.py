"""A record played by our rules: an ordinary game with its setup and its log, to look at like one of ours."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game import Entry
from engine.root.data import ROLES
from engine.root.rootlog.chosen import choices_of, ruins_of
from engine.root.rootlog.corrections import Correction, corrected
from engine.root.rootlog.loose import Loose
from engine.root.rootlog.match import Match
from engine.root.rootlog.oracle import hireling_cards
from engine.root.rootlog.read import BadRecord, Record, read
from engine.root.rootlog.read import lines_of as said_lines
from engine.root.rootlog.search import played
from engine.root.rootlog.unseen import is_named, named
from engine.root.rules import RULES
from engine.root.setup.table import deck_cards, map_landmarks
from engine.root.state import Root
from engine.rules import SeatSetup, Setup


class Imported(msgspec.Struct, frozen=True):
    """A record that was played to its end."""

    setup: Setup
    entries: tuple[Entry, ...]
    """The log, chance included."""
    state: Root
    record: Record
    tries: int = 0


def imported(text: str, corrections: Sequence[Correction] = ()) -> Imported:
    """Play a record. Raises BadRecord where it cannot be read or does not fit the rules."""
    text = corrected(text, corrections)
    record = msgspec.structs.replace(read(text), ruins=ruins_of(text))
    drafts = is_drafted(text)
    setup, names = setup_of(record, drafts=drafts)
    follows, choices = Match, choices_of(text, record)
    if not is_named(record):
        record = named(record, deck_cards(RULES.new(setup)), drafts=drafts)
        follows, choices = Loose, ()
    try:
        search, stand = played(record, setup, names, follows, choices)
    except BadRecord as error:
        if error.line > 0:
            raise
        raise BadRecord(header_line(text, "Landmarks"), 1, error.sentence, error.clause) from error
    winners = {stand.game.rules.name_of(stand.game.state, one) for one in stand.game.state.winners}
    if record.winners and winners != set(record.winners):
        raise BadRecord(search.last_line(), 1, OTHERS_WIN)
    return Imported(search.setup, tuple(stand.trail.log()), stand.game.state, record, search.tries)


NO_POOL = "A setup follows directly after a name, so there was a draft, and the header «Pool» is missing."
OTHERS_WIN = "By the rules somebody else wins this game."


def header_line(text: str, head: str) -> int:
    """Where a header stands; without it, the first line."""
    lines = (line.number for line in said_lines(text) if line.text.strip().startswith(f"{head}:"))
    return next(lines, 1)


def is_drafted(text: str) -> bool:
    """A.8  In a draft a player's setup follows the name, so that names stand between turns."""
    heads = [line.text.strip().partition(":")[0] for line in said_lines(text)]
    players = [head for head in heads if len(head) == 1]
    return any(
        head in players[:place] and set(players) - set(players[:place]) for place, head in enumerate(players)
    )


def setup_of(record: Record, *, drafts: bool = False) -> tuple[Setup, dict[str, str]]:
    """What was agreed at a recorded table, from its header; and whom the seats play that draft."""
    options: dict[str, object] = {"map": record.map, "deck": record.deck, "order": "seated"}
    names = {f"seat{number}": owner for number, owner in enumerate(record.order, 1)} if drafts else {}
    seats = tuple(SeatSetup(owner, ROLES[owner].faction) for owner in record.order)
    if drafts:
        if not record.pool:
            raise BadRecord(1, 1, NO_POOL)
        seats = tuple(SeatSetup(seat) for seat in names)
        options["setup"] = "advanced"
    if record.suits:
        options["suits"] = "random"
    if record.landmarks:
        own = map_landmarks(record.map, {})
        named = [name for name in record.landmarks if own.get(name) != record.landmarks[name]]
        options["landmarks"] = named
        options["map_landmark"] = "keep" if set(own) <= set(record.landmarks) - set(named) else "drop"
    if record.hirelings:
        options["hirelings"] = hireling_cards(record)
    return Setup(seats, options), names
