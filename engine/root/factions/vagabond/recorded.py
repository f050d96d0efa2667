"""9.3.3, 9.5.5  The quests of a recorded game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeGuard

import msgspec

from engine.root.data import QUESTS, Quest
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Change, Item, Moved
from engine.root.rootlog.inventory import PAWN, QUEST, hand
from engine.root.rootlog.oracle import Moment, Outcomes, arranged, card_ids, tells
from engine.root.rootlog.read import Record, Turn
from engine.root.rootlog.unseen import Place, fills, numbered, replaced, suit_of, suits

VAGABOND, BIRD = "vagabond", "bird"


@tells("setup.quests")
def quests(moment: Moment) -> Outcomes:
    """9.3.3, 9.5.5  The top quest is the last: they lie as they are laid out, or else as they are completed."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for change in moment.ahead:
        if isinstance(change, Card) and QUEST in (change.to, change.origin):
            found[change.to == QUEST] += card_ids(change)
    return [arranged(list(QUESTS), found[True] or found[False], last_first=True)]


@suits
def aid(record: Record, turn: Turn, before: Sequence[Change], change: Card) -> tuple[str, ...] | None:
    """9.5.4  A card that a Vagabond gives fits the clearing of the pawn."""
    given = change.origin == hand(turn.player) and change.to.startswith("hand:")
    if letters.PLAYS[turn.player] != VAGABOND or not given:
        return None
    stands = next((one.to for one in reversed(before) if is_pawn(one, turn.player)), "")
    if not stands.isdigit():
        return None
    return suit_of(record, int(stands)), BIRD


def is_pawn(change: Change, player: str) -> TypeGuard[Moved]:
    return isinstance(change, Moved) and change.owner == player and change.piece == PAWN


@fills
def completed(record: Record) -> Record:
    """9.5.5  A quest of which only the suit is written: the one for which the items were turned, each once."""
    wanted: dict[Place, list[str]] = {}
    completes: dict[Place, Card] = {}
    turned: list[tuple[str, bool]] = []
    for place, _, change in numbered(record):
        if isinstance(change, Item) and {"exhaust", "damaged"} & set(change.turns):
            turned += [(change.item, "damaged" in change.turns)] * change.count
        elif isinstance(change, Card) and change.origin == QUEST and not change.name:
            wanted[place], completes[place] = fitting(change, turned), change
            turned = []
    return replaced(
        record, {place: named(completes[place], quest) for place, quest in distinct(wanted).items()}
    )


def fitting(change: Card, turned: Sequence[tuple[str, bool]]) -> list[str]:
    """The quests of a suit, first those that want the items that were turned last.

    D.7  The Adventurer may damage any item in place of one that is wanted, so those tell less.
    """
    exhausted = Counter(item for item, damaged in turned[-2:] if not damaged)
    damaged = Counter(item for item, damaged in turned[-2:] if damaged)

    def fit(quest: Quest) -> int:
        wanted = Counter(map(str, quest.items))
        return 2 * (wanted & exhausted).total() + (wanted & damaged).total()

    known = [quest for quest in QUESTS.values() if not change.suit or str(quest.suit) == change.suit]
    return [quest.id for quest in sorted(known, key=fit, reverse=True)]


def distinct(wanted: dict[Place, list[str]]) -> dict[Place, str]:
    """Every quest is completed once: each gets the first of its list, if need be after others give way."""
    holder: dict[str, Place] = {}

    def give(place: Place, met: set[str]) -> bool:
        for quest in wanted[place]:
            if quest in met:
                continue
            met.add(quest)
            if quest not in holder or give(holder[quest], met):
                holder[quest] = place
                return True
        return False

    for place in wanted:
        give(place, set())
    return {place: quest for quest, place in holder.items()}


def named(change: Card, quest: str) -> Card:
    suit, name = letters.noted(quest)
    return msgspec.structs.replace(change, suit=suit, name=name)
