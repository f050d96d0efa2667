"""What a part tells in words of its own, where a sentence with gaps is not enough.

A part's sentences are data (`words.json` beside its facts). What must be worked out first stands in a module of the
part and is found like everything else of it:

    @explains("leader")
    def leader(id: str, text: str) -> str: ...
"""

from __future__ import annotations

from collections.abc import Callable

Explains = Callable[[str, str], str]
"""The id of a value and the text its words give it, if any; what somebody new must know of it."""

EXPLAINS: dict[str, Explains] = {}
"""By field."""


def explains(field: str) -> Callable[[Explains], Explains]:
    """How the values of a field are explained."""

    def known(teller: Explains) -> Explains:
        EXPLAINS[field] = teller
        return teller

    return known
