"""What is likely: which answers are tried first. It only saves time; what is kept is decided by the changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice

from engine.flow import Answer, Ask, Option
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Change, Item, Moved, Revealed, Set

SUBSETS = 400
"""So many answers to a question for several things at once are tried."""
NEAR = 12
"""So many changes ahead are looked at."""
UNKNOWN, NO_FIELDS = 0.4, 0.3
"""How likely a kind of answer is that was never given, and how well an answer without any field fits."""


@cache
def words(change: Change) -> frozenset[str]:
    """The words of a change: places, names, numbers."""
    found: set[str] = set()
    for name in change.__struct_fields__:
        value = getattr(change, name)
        for one in value if isinstance(value, tuple) else (value,):
            found.add(str(one))
            if not (isinstance(change, Moved) and str(one).startswith("board:")):
                found.update(str(one).split(":"))
    if isinstance(change, (Card, Revealed)):
        found.add(letters.card_id(change.suit, change.name))
    return frozenset(found - {""})


@cache
def sort(change: Change) -> tuple[str, ...]:
    """The sort of a change: what kind of thing goes from what kind of place to what kind."""
    kind = type(change).__name__
    if isinstance(change, Moved):
        return kind, change.owner, change.piece, _kind(change.origin), _kind(change.to)
    if isinstance(change, Card):
        return kind, _kind(change.origin), _kind(change.to)
    if isinstance(change, Item):
        return kind, *change.turns, _kind(change.origin), _kind(change.to)
    return (kind, change.key) if isinstance(change, Set) else (kind,)


def _kind(place: str) -> str:
    return "clearing" if place.isdigit() else place.split(":")[0]


class Habits:
    """What answers have led to so far in this game."""

    def __init__(self) -> None:
        self.led: dict[tuple[str, str], Counter[tuple[str, ...]]] = {}

    def learn(self, key: str, verb: str, change: Change) -> None:
        """An answer of this kind led to this change, by itself or with the answers after it."""
        self.led.setdefault((key, verb), Counter())[sort(change)] += 1

    def likely(self, key: str, verb: str, change: Change | None) -> float:
        """How often this kind of answer led to such a change."""
        known = self.led.get((key, verb))
        if known is None or change is None:
            return UNKNOWN
        return (known[sort(change)] + 0.2) / (known.total() + 0.5)

    def answers(self, ask: Ask, ahead: Sequence[Change]) -> Iterator[Answer]:
        """All answers to a question, the likeliest first."""
        near = [words(change) for change in ahead[:NEAR]]
        if ask.many:
            yield from islice(_subsets(ask, list(zip(ahead, near, strict=False))), SUBSETS)
            return
        following = ahead[0] if ahead else None
        single = [
            one
            for option in dict.fromkeys(ask.options)
            for one in (map(option.with_number, reversed(option.numbers())) if option.numbers() else [option])
        ]
        rated = [
            (-self.likely(ask.key, one.verb, following) - _fit(one, near), place)
            for place, one in enumerate(single)
        ]
        for _, place in sorted(rated):
            yield single[place]


def _fit(option: Option, near: Sequence[frozenset[str]]) -> float:
    """How well the fields of an option fit what comes next."""
    values = {str(value) for value in option.fields().values() if value != ""}
    if not values:
        return NO_FIELDS
    return max(
        (len(values & known) / len(values) / (1 + place / 2) for place, known in enumerate(near)), default=0.0
    )


def _subsets(ask: Ask, near: Sequence[tuple[Change, frozenset[str]]]) -> Iterator[tuple[Option, ...]]:
    """Choices of several options: first what the next changes name, change by change, then all others by size."""
    met = set()
    for chosen in chain(_guesses(ask, near), _combinations(ask, near)):
        answer = tuple(ask.options[place] for place in chosen)
        same = tuple(sorted(map(repr, answer)))
        if ask.least <= len(answer) <= ask.most and same not in met:
            met.add(same)
            yield answer


def _guesses(ask: Ask, near: Sequence[tuple[Change, frozenset[str]]]) -> Iterator[tuple[int, ...]]:
    """The options that the next changes name, each as often as they do; then fewer of them."""
    fields = [{str(value) for value in option.fields().values() if value != ""} for option in ask.options]
    picked: list[int] = []
    for change, known in near:
        fitting = [n for n, values in enumerate(fields) if n not in picked and values and values <= known]
        if picked and not fitting:
            break
        picked += fitting[: getattr(change, "count", 1)]
    for size in range(min(len(picked), ask.most), 0, -1):
        yield tuple(picked[:size])


def _combinations(ask: Ask, near: Sequence[tuple[Change, frozenset[str]]]) -> Iterator[tuple[int, ...]]:
    rated = [(-_fit(option, [known for _, known in near]), place) for place, option in enumerate(ask.options)]
    order = [place for _, place in sorted(rated)]
    named = sum(fit < 0 for fit, _ in rated)
    for size in sorted(range(ask.least, ask.most + 1), key=lambda size: (abs(size - named), size)):
        yield from combinations(order, size)
