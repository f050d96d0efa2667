"""A stand-in for an absent player: looks at the view only, gives every option a mark, and takes the best.

It plans nothing. The marks (`marks.py`, and a `standin.py` in the folder of every faction and deck) say what an option
is worth in points, roughly; "done" is worth nothing, so whatever has a negative mark is left alone unless it must be
done.
"""

from __future__ import annotations

import engine.root.rules  # noqa: F401  makes the parts known, and what each tells a stand-in
from engine.flow import Answer, Ask, Option
from engine.root.standin.marks import mark
from engine.root.standin.sight import Sight
from engine.root.view import RootView


def choose(view: RootView, ask: Ask) -> Answer:
    """The answer of the stand-in. The same view and question give the same answer."""
    sight = Sight(view, ask)
    if ask.many:
        return choose_many(sight, ask)
    return max(candidates(sight, ask), key=lambda option: mark(sight, option))


def choose_many(sight: Sight, ask: Ask) -> tuple[Option, ...]:
    """As many as must be; more only if they are worth it."""
    best = sorted(ask.options, key=lambda option: -mark(sight, option))
    wanted = sum(mark(sight, option) > 0 for option in best)
    return tuple(best[: max(ask.least, min(wanted, ask.most))])


def candidates(sight: Sight, ask: Ask) -> list[Option]:
    """Every option; a counted one with a few numbers worth a look."""
    found: list[Option] = []
    for option in ask.options:
        numbers = option.numbers()
        if not numbers:
            found.append(option)
            continue
        most = numbers[-1]
        found += [
            option.with_number(n)
            for n in sorted({numbers[0], most, most - 1, most - 2, (most + 1) // 2})
            if n in numbers
        ]
    return found
