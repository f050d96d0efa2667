"""Options that menus offer: what they do, and why they are refused.

`@does(Kind)` says what happens when an option of that class is chosen; `@refuses(Kind)` is the predicate that
lists it and explains it: it returns the refusal, or None if the wish is legal. Both may be given what the chooser
must play (`@does(Build, "marquise")`): then they speak for that faction alone, and other factions may say for
themselves what the same option means to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.flow import Flow, Option
from engine.root.state import Owner, Root
from engine.rules import Refusal

Doer = Callable[[Root, Owner, Any], Flow[None]]
Refuser = Callable[[Root, Owner, Any], Refusal | None]
F = TypeVar("F", bound=Callable[..., Any])

ANYBODY = ""
DOES: dict[tuple[type[Option], str], Doer] = {}
REFUSES: dict[tuple[type[Option], str], Refuser] = {}

NOT_YOUR_FACTION = Refusal("1.5.2", "Your faction has no such action.")


def does(kind: type[Option], plays: str = ANYBODY) -> Callable[[F], F]:
    """The decorated flow carries out options of this class."""

    def register(doer: F) -> F:
        DOES[kind, plays] = doer
        return doer

    return register


def refuses(kind: type[Option], plays: str = ANYBODY) -> Callable[[F], F]:
    """The decorated predicate says why an option of this class is not allowed, or None."""

    def register(refuser: F) -> F:
        REFUSES[kind, plays] = refuser
        return refuser

    return register


def perform(game: Root, owner: Owner, option: Option) -> Flow[None]:
    """1.1.1  Carry out an option; what a faction says for itself comes before what holds for anybody."""
    kind = type(option)
    doer = DOES.get((kind, game.plays[owner])) or DOES[kind, ANYBODY]
    yield from doer(game, owner, option)


def refusal(game: Root, owner: Owner, option: Option) -> Refusal | None:
    """Why this option is not allowed, as far as its own predicate knows."""
    kind = type(option)
    refuser = REFUSES.get((kind, game.plays[owner])) or REFUSES.get((kind, ANYBODY))
    if refuser:
        return refuser(game, owner, option)
    return NOT_YOUR_FACTION if any(known is kind for known, _ in REFUSES) else None


def legal(game: Root, owner: Owner, option: Option) -> bool:
    """Would this option be refused?"""
    return refusal(game, owner, option) is None
