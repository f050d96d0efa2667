"""Which of several refusals is the nearest: the one of the check that fails last.

A predicate looks at one condition after another and returns the refusal of the first that fails. A wish that fails at a
later one has passed all before it: it is nearer to being allowed, and its refusal tells more. The order is the order in
which the predicate, and what it calls in turn, mention their refusals; it is read once from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from inspect import isfunction
from typing import Any

from engine.rules import Refusal

Key = tuple[str, str]
LAST = 1_000
"""Later than any check of a predicate: it allows the wish, and only the moment is wrong."""
DEPTH = 4
"""So far calls within calls are followed."""


def nearness(predicate: Callable[..., Any], refusal: Refusal) -> int:
    """How late the predicate gives this refusal. One it does not mention itself (a ban of somebody else) is in the middle."""
    order = order_of(predicate)
    return order.get((refusal.clause, refusal.sentence), len(order) // 2)


@cache
def order_of(predicate: Callable[..., Any]) -> dict[Key, int]:
    """The refusals of a predicate in the order it looks at them."""
    found = dict.fromkeys(_mentioned(predicate, DEPTH))
    return {key: number for number, key in enumerate(found)}


def _mentioned(function: Callable[..., Any], depth: int) -> Iterator[Key]:
    if not isfunction(function) or not depth:
        return
    before: Any = None
    for name in function.__code__.co_names:
        value = function.__globals__.get(name, getattr(before, name, None))
        value = getattr(value, "__func__", value)
        if isinstance(value, Refusal):
            yield value.clause, value.sentence
        elif isfunction(value) and value.__module__.startswith(_home(function)):
            yield from _mentioned(value, depth - 1)
        before = value


def _home(function: Callable[..., Any]) -> str:
    """The package of the game whose rules these are."""
    return ".".join(function.__module__.split(".")[:2])
