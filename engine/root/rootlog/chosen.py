"""What no token tells, in comments. First choices, at the end of a line: which minister acts, which service is bought.

    C:w6->3/XE3(2,1)/Ew3-> // chosen: 1 buy(mercenaries,2); 2 use(brutal-tactics)

The number says how many tokens of the line stood before the choice; the words are those of the answer. A reader may pass
over the comment: it says nothing that changes what the tokens say, only by which of several ways they came about.
Then what lay under the ruins, in a line of the header: nobody writes it while it is hidden, and who looks may find nothing.

    // ruins: 3 bag, 6 boot+hammer
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.flow import Answer, Ask, Done, Option
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Change, Fought
from engine.root.rootlog.habits import named_by, values, words
from engine.root.rootlog.inventory import place_name
from engine.root.rootlog.read import Record
from engine.root.state import BURROW

HEAD = "// chosen:"
IMPLIED = frozenset({"setup.faction", "setup.keep"})
"""Questions whose answers a record tells elsewhere: who plays whom, and which cards of the first hand go back (A.8, A.10)."""
RUINS = "// ruins:"
AND = "&"
_NOTE = re.compile(r"(\d+) ([^;\s]+)")


_RUIN = re.compile(r"(\d+) ([a-z+]+)")


class Chosen(NamedTuple):
    """A choice that no token tells."""

    turn: int
    place: int
    """So many tokens of the turn's line stand before it."""
    answer: str


# --- telling ----------------------------------------------------------------------------------------------


def is_told(question: Ask, answer: Answer, changes: Sequence[Change]) -> bool:
    """Do the changes that came of an answer tell which it was? That somebody is done goes without saying.

    They do if they name everything that the answer names and as many, several things in their order, and no other
    answer names only such things too.
    """
    if isinstance(answer, Done) or question.key in IMPLIED:
        return True
    if isinstance(answer, tuple):
        return named_by(question, changes, len(answer)) == answer
    known = _known(changes)
    rivals = (one for one in question.options if (one.verb, values(one)) != (answer.verb, values(answer)))
    numbers = {getattr(change, "count", 0) for change in changes}
    return (
        bool(changes)
        and values(answer) <= known
        and (not answer.COUNTED or getattr(answer, answer.COUNTED) in numbers)
        and not any(values(one) and values(one) <= known for one in rivals)
    )


def may_be_told(question: Ask, answer: Answer, ahead: Sequence[Change], fought: Sequence[Change]) -> bool:
    """Can the first of these changes, or the battle that goes on, tell of an answer? Else it need not be tried."""
    if isinstance(answer, Done) or question.key in IMPLIED:
        return True
    if isinstance(answer, tuple):
        return any(named_by(question, known, len(answer)) == answer for known in (ahead, [*fought, *ahead]))
    return values(answer) <= _known([*fought, *ahead])


def put_off(passed: Sequence[Ask], question: Ask, answer: Answer, changes: Sequence[Change]) -> int:
    """To how many of the questions at which somebody was done this might have been the answer, or one that tells the same.

    Those and all before are noted: who is done and does it after all has put it off.
    """
    if isinstance(answer, Done):
        return 0
    known = _known(changes)
    return max(
        (
            number
            for number, before in enumerate(passed, 1)
            if before.seat == question.seat
            and (
                before.accepts(answer) or any(values(one) and values(one) <= known for one in before.options)
            )
        ),
        default=0,
    )


def _known(changes: Sequence[Change]) -> frozenset[str]:
    return frozenset[str]().union(*map(_said, changes))


@cache
def _said(change: Change) -> frozenset[str]:
    """The words of a change, the number of the burrow, and the ambushes of a battle."""
    more = {str(BURROW)} if place_name(BURROW) in words(change) else set[str]()
    if isinstance(change, Fought):
        more |= {letters.card_id(suit, "ambush") for suit in change.ambushes}
    return words(change) | more


# --- writing ----------------------------------------------------------------------------------------------


def spelled(answer: Answer) -> str:
    """An answer in one word."""
    options = answer if isinstance(answer, tuple) else (answer,)
    return AND.join(_spelled(option) for option in options)


def _spelled(option: Option) -> str:
    values = ",".join(str(value) for value in option.fields().values())
    return f"{option.verb}({values})" if values else option.verb


def comment(choices: Iterable[Chosen]) -> str:
    """The comment of a line; nothing if there is nothing to say."""
    said = "; ".join(f"{one.place} {one.answer}" for one in choices)
    return f" {HEAD} {said}" if said else ""


def ruins_comment(ruins: Mapping[int, Sequence[str]]) -> str:
    """What lies under the ruins; nothing if nothing does."""
    said = ", ".join(
        f"{clearing} {'+'.join(sorted(items))}" for clearing, items in sorted(ruins.items()) if items
    )
    return f"{RUINS} {said}" if said else ""


# --- reading ----------------------------------------------------------------------------------------------


def choices_of(text: str, record: Record) -> tuple[Chosen, ...]:
    """All choices that the comments of a record tell, in the order in which they were made."""
    lines = text.removeprefix("\ufeff").splitlines()
    setups = [(0, turn) for turn in record.turns if turn.is_setup]
    turns = enumerate((turn for turn in record.turns if not turn.is_setup), 1)
    return tuple(
        Chosen(number, int(place), answer)
        for number, turn in (*setups, *turns)
        for place, answer in _NOTE.findall(lines[turn.line - 1].partition(HEAD)[2])
    )


def ruins_of(text: str) -> dict[int, tuple[str, ...]]:
    """What lay under the ruins, as far as a comment tells."""
    lines = (line.removeprefix(RUINS) for line in text.splitlines() if line.startswith(RUINS))
    return {int(place): tuple(items.split("+")) for line in lines for place, items in _RUIN.findall(line)}


def meant(question: Ask, spelling: str) -> Iterator[Answer]:
    """The answer to a question that is spelled so, if there is one."""
    if not question.many:
        for option in question.options:
            for one in map(option.with_number, option.numbers()) if option.numbers() else (option,):
                if _spelled(one) == spelling:
                    yield one
                    return
        return
    left, picked = list(question.options), []
    for word in spelling.split(AND):
        found = next((option for option in left if _spelled(option) == word), None)
        if found is None:
            return
        left.remove(found)
        picked.append(found)
    if question.accepts(tuple(picked)):
        yield tuple(picked)
