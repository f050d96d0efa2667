"""What a part tells in words of its own, where a sentence with gaps is not enough.

A part's sentences are data (`words.json` beside its facts). What must be worked out first stands in a module of the
part and is found like everything else of it:

    @explains("leader")
    def leader(id: str, text: str) -> str: ...

    @tells("removed")
    def removed(words: RootWords, view: View, event: Event) -> dict[str, Word]: ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.rules import Event, View
from engine.sentences import Word

if TYPE_CHECKING:
    from engine.root.words import RootWords

Explains = Callable[[str, str], str]
"""The id of a value and the text its words give it, if any; what somebody new must know of it."""

Tells = Callable[["RootWords", View, Event], dict[str, Word]]
"""What a sentence about an event is filled with besides its facts."""

EXPLAINS: dict[str, Explains] = {}
"""By field."""
TELLS: dict[str, Tells] = {}
"""By event."""


def explains(field: str) -> Callable[[Explains], Explains]:
    """How the values of a field are explained."""

    def known(teller: Explains) -> Explains:
        EXPLAINS[field] = teller
        return teller

    return known


def tells(event: str) -> Callable[[Tells], Tells]:
    """What must be worked out to tell an event."""

    def known(teller: Tells) -> Tells:
        TELLS[event] = teller
        return teller

    return known
