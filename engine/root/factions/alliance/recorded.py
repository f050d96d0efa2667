"""8.2.6  What a recorded game tells of hands by Outrage."""

from __future__ import annotations

from collections.abc import Sequence

from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Change, Moved, Revealed
from engine.root.rootlog.inventory import DECK, board, hand
from engine.root.rootlog.read import Record, Turn
from engine.root.rootlog.unseen import lacks, suit_of, suits

ALLIANCE, BIRD = "alliance", "bird"


@lacks
def outrage(
    record: Record, turn: Turn, before: Sequence[Change], change: Change
) -> tuple[str, tuple[str, ...]] | None:
    """8.2.6  Who shows the hand, or lets the draw pile pay, has neither a card of the clearing's suit nor a bird."""
    owner = alliance(record)
    shows = isinstance(change, Revealed) and not change.count and change.to == owner
    pays = isinstance(change, Card) and (change.origin, change.to) == (DECK, board(owner))
    if not owner or turn.is_setup or turn.player == owner or not (shows or pays):
        return None
    clearing = caused_in(before, owner)
    return (turn.player, (suit_of(record, clearing), BIRD)) if clearing else None


@suits
def given(record: Record, turn: Turn, before: Sequence[Change], change: Card) -> tuple[str, ...] | None:
    """8.2.6  A card given for Outrage fits the clearing."""
    owner = alliance(record)
    if not owner or turn.player == owner or (change.origin, change.to) != (hand(turn.player), board(owner)):
        return None
    clearing = caused_in(before, owner)
    return (suit_of(record, clearing), BIRD) if clearing else None


def alliance(record: Record) -> str:
    """Who plays the Alliance, if somebody does."""
    return next((player for player in record.players if letters.PLAYS[player] == ALLIANCE), "")


def caused_in(before: Sequence[Change], owner: str) -> int:
    """The clearing of the last change that may have caused Outrage."""
    return next((where for one in reversed(before) if (where := place_of(one, owner))), 0)


def place_of(change: Change, owner: str) -> int:
    """The clearing of a change that may cause Outrage: warriors come there, or sympathy goes."""
    if not isinstance(change, Moved):
        return 0
    place = change.origin if change.owner == owner else change.to
    return int(place) if place.isdigit() else 0
