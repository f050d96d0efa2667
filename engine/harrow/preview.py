"""What a choice would cost and bring, for whoever may choose it: told before it is chosen.

`@previews(Kind)` decorates the one function that tells it for a verb; its words stand under their key in the words
(`previews`). A preview changes nothing, and looks at nothing that the chooser may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.flow import Option
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview

Previewer = Callable[[Harrow, Owner, Any], Iterable[Preview]]
F = TypeVar("F", bound=Callable[..., Any])

PREVIEWS: dict[type[Option], Previewer] = {}


def previews(kind: type[Option]) -> Callable[[F], F]:
    """The decorated function tells what options of this class cost and bring."""

    def register(previewer: F) -> F:
        PREVIEWS[kind] = previewer
        return previewer

    return register


def preview(game: Harrow, owner: Owner, option: Option) -> Sequence[Preview]:
    """What an option would cost and bring."""
    previewer = PREVIEWS.get(type(option))
    return tuple(previewer(game, game.speaks_for(owner), option)) if previewer else ()
