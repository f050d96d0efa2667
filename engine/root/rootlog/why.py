"""Why a record does not fit: what a token wishes, as an answer to the question at hand, and the rules' own refusal of it.

A token names no action, but what it changes names most of one: a battle with its clearing and its defender, a move with its
start and its end. Of all wishes that a player could put into words those are looked at that name only such things, and
of their refusals the nearest is given: the one of the check that fails last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from engine.flow import Option
from engine.game import Game
from engine.root.data import CARDS
from engine.root.rootlog.changes import Change, Crafted, Fought, Moved
from engine.root.rootlog.habits import Habits, values, words
from engine.root.rootlog.inventory import SUPPLY, WARRIOR
from engine.root.state import Root
from engine.rules import Refusal


class Reason(NamedTuple):
    """Why a wish is refused, and how well it is the wish of a token."""

    fit: tuple[float, float]
    refusal: Refusal | None
    """None if it is on offer."""


def why_not(games: Sequence[Game[Root]], change: Change, habits: Habits) -> Refusal | None:
    """The refusal of what a token wishes, at any of the moments at which it might stand; None if nothing is refused."""
    found = [reason for game in games for reason in reasons(game, change, habits)]
    return max(found, key=lambda reason: reason.fit).refusal if found else None


def reasons(game: Game[Root], change: Change, habits: Habits) -> Iterator[Reason]:
    """The nearest refusal for every verb that the change may wish, or that it is on offer."""
    for question in game.waiting():
        if getattr(change, "owner", "") in set(game.state.players) - {question.seat}:
            continue  # what is another's is nobody's wish
        for verb in game.wishes(question.seat):
            likely = habits.leads_to(verb, change) + (verb in plain_verbs(change, question.seat))
            if not likely:
                continue
            meant = (wish for wish in game.meant(question.seat, verb) if is_wish(wish, change))
            wishes = [as_many(wish, change) for wish in meant]
            near = game.nearest(question.seat, wishes)
            if wishes and near is None:
                yield Reason((likely, inf), None)
            elif near is not None:
                wish, refusal = near
                yield Reason((likely, game.rules.nearness(game.state, question.seat, wish, refusal)), refusal)


def as_many(wish: Option, change: Change) -> Option:
    """The same wish for as many as the change is about."""
    return wish.with_number(getattr(change, "count", 1)) if wish.COUNTED else wish


def plain_verbs(change: Change, seat: str) -> frozenset[str]:
    """The verbs that everybody has for such a change of their own (4.1, 4.2, 4.3)."""
    match change:
        case Fought(attacker=owner) if owner == seat:
            return frozenset({"battle"})
        case Crafted(owner=owner) if owner == seat:
            return frozenset({"craft"})
        case Moved(owner=owner) if owner == seat and change.origin == SUPPLY:
            return frozenset({"recruit"} if change.piece == WARRIOR else {"build"})
        case Moved(owner=owner) if owner == seat and change.piece == WARRIOR and change.to != SUPPLY:
            return frozenset({"move"})
    return frozenset()


def is_wish(wish: Option, change: Change) -> bool:
    """Does a wish name only what the change names? What goes from one place to another goes the same way."""
    fields = wish.fields()
    if isinstance(change, Moved):
        for name, place in (("origin", change.origin), ("to", change.to)):
            if name in fields and str(fields[name]) != place.removeprefix("forest:"):
                return False
    if isinstance(change, Crafted) and change.item and "card" in fields:
        card = CARDS.get(str(fields["card"]))  # else it is a quest
        return card is not None and card.item == change.item
    return values(wish) <= words(change)
