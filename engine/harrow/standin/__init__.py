"""A stand-in for an absent player: looks at the view only, gives every option a mark, and takes the best.

It plans nothing. A table is worth what `position.py` says; the marks (`marks.py`) say what an option changes of that,
roughly in points. "Done" is worth nothing, so whatever has a negative mark is left alone unless it must be done.
"""

from __future__ import annotations

from engine.flow import Answer, Ask, Option
from engine.harrow.standin.marks import many, mark
from engine.harrow.standin.position import Sight
from engine.harrow.view import HarrowView

FOR_OTHERS = ("attack.push", "attack.bonus", "setup.cards", "setup.figure")
"""What is asked on behalf of a faction that moves by itself; the first option is the rules' own."""


def choose(view: HarrowView, ask: Ask) -> Answer:
    """The answer of the stand-in. The same view and question give the same answer."""
    if view.solo is not None and (ask.key.startswith("solo.") or ask.key in FOR_OTHERS):
        return ask.options[0]  # H6.9
    sight = Sight(view, ask)
    if ask.many:
        return many(sight)
    return max(candidates(ask), key=lambda option: mark(sight, option))


def candidates(ask: Ask) -> list[Option]:
    """Every option; a counted one with every number, they are few."""
    found: list[Option] = []
    for option in ask.options:
        numbers = option.numbers()
        found += [option.with_number(number) for number in numbers] if numbers else [option]
    return found
