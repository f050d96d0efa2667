"""Options that any menu may offer, whoever the player is: what they do, and why they are refused.

`@does(Kind)` says what happens when an option of that class is chosen; `@refuses(Kind)` is the predicate that
lists it and explains it: it returns the refusal, or None if the wish is legal.
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

DOES: dict[type[Option], Doer] = {}
REFUSES: dict[type[Option], Refuser] = {}


def does(kind: type[Option]) -> Callable[[F], F]:
    """The decorated flow carries out options of this class."""

    def register(doer: F) -> F:
        DOES[kind] = doer
        return doer

    return register


def refuses(kind: type[Option]) -> Callable[[F], F]:
    """The decorated predicate says why an option of this class is not allowed, or None."""

    def register(refuser: F) -> F:
        REFUSES[kind] = refuser
        return refuser

    return register


def perform(game: Root, owner: Owner, option: Option) -> Flow[None]:
    """Carry out an option."""
    yield from DOES[type(option)](game, owner, option)


def legal(game: Root, owner: Owner, option: Option) -> bool:
    """Would this option be refused?"""
    return REFUSES[type(option)](game, owner, option) is None
