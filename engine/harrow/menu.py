"""Why an option is refused. The same predicate lists the option and explains it: one truth for both.

`@refuses(Kind)` decorates a predicate that returns the refusal, or None if the wish is legal now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.flow import Option
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal

Refuser = Callable[[Harrow, Owner, Any], Refusal | None]
F = TypeVar("F", bound=Callable[..., Any])
O = TypeVar("O", bound=Option)

REFUSES: dict[type[Option], Refuser] = {}


def refuses(kind: type[Option]) -> Callable[[F], F]:
    """The decorated predicate says why an option of this class is not allowed, or None."""

    def register(refuser: F) -> F:
        REFUSES[kind] = refuser
        return refuser

    return register


def refusal(game: Harrow, owner: Owner, option: Option) -> Refusal | None:
    """Why this option is not allowed, as far as its own predicate knows."""
    refuser = REFUSES.get(type(option))
    return refuser(game, game.speaks_for(owner), option) if refuser else None


def legal(game: Harrow, owner: Owner, options: Iterable[O]) -> list[O]:
    """Those of the options that nothing refuses."""
    return [option for option in options if refusal(game, owner, option) is None]
