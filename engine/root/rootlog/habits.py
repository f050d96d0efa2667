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
    """The words of a change: places and names. How many there are is a number like that of a clearing: it tells nothing."""
    found: set[str] = set()
    for name in set(change.__struct_fields__) - {"count"}:
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

    def leads_to(self, verb: str, change: Change) -> float:
        """How often answers of this verb led to such a change, to whatever question; 0 if never."""
        known = [led for (_, other), led in self.led.items() if other == verb]
        return max((led[sort(change)] / led.total() for led in known), default=0.0)

    def answers(self, ask: Ask, ahead: Sequence[Change]) -> Iterator[Answer]:
        """All answers to a question, the likeliest first."""
        near = [(change, words(change)) for change in ahead[:NEAR]]
        if ask.many:
            yield from islice(_subsets(ask, near), SUBSETS)
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


def values(option: Option) -> frozenset[str]:
    """What an option names, as changes have it; how many is no name, nor is what it does without."""
    named = ((name, value) for name, value in option.fields().items() if name != option.COUNTED)
    return frozenset(str(value) for _, value in named if value)


def _fit(option: Option, near: Sequence[tuple[Change, frozenset[str]]]) -> float:
    """How well the fields of an option fit what comes next."""
    named, number = values(option), getattr(option, option.COUNTED) if option.COUNTED else None
    size = len(named) + (number is not None)
    if not size:
        return NO_FIELDS
    return max(
        (
            (len(named & known) + (number is not None and number == getattr(change, "count", 0)))
            / size
            / (1 + place / 2)
            for place, (change, known) in enumerate(near)
        ),
        default=0.0,
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
    """The options that the next changes name: until one names none, then fewer or more."""
    picked, likely = _picked(ask, near)
    sizes = range(1, min(len(picked), ask.most) + 1)
    for size in sorted(sizes, key=lambda size: (abs(size - likely), -size)):
        yield tuple(picked[:size])


def _picked(ask: Ask, near: Sequence[tuple[Change, frozenset[str]]]) -> tuple[list[int], int]:
    """The options that changes name, each as often as they do, and how many until a change names none."""
    fields = list(map(values, ask.options))
    picked: list[int] = []
    likely = 0
    for change, known in near:
        fitting = [n for n, named in enumerate(fields) if n not in picked and named and named <= known]
        if not fitting:
            likely = likely or len(picked)
        picked += fitting[: getattr(change, "count", 1)]
    return picked, likely or len(picked)


def named_by(ask: Ask, changes: Sequence[Change], count: int) -> tuple[Option, ...]:
    """The first options of a question that changes name, in their order."""
    picked, _ = _picked(ask, [(change, words(change)) for change in changes[:NEAR]])
    return tuple(ask.options[place] for place in picked[:count])


def _combinations(ask: Ask, near: Sequence[tuple[Change, frozenset[str]]]) -> Iterator[tuple[int, ...]]:
    rated = [(-_fit(option, near), place) for place, option in enumerate(ask.options)]
    order = [place for _, place in sorted(rated)]
    named = sum(fit < 0 for fit, _ in rated)
    for size in sorted(range(ask.least, ask.most + 1), key=lambda size: (abs(size - named), size)):
        yield from combinations(order, size)
