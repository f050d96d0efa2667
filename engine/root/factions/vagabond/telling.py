"""D  What a character means to somebody new."""

from collections import Counter

from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.telling import explains
from engine.root.words import several
from engine.sentences import capital


@explains("character")
def character(id: str, text: str) -> str:
    """D  The first items, and the special action."""
    one = CHARACTERS[id]
    items = [item if n == 1 else several(item, n) for item, n in Counter(one.items).items()]
    return f"{capital(', '.join(items))}. {one.special.name}: {text}"
