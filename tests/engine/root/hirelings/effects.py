"""What the sides of hireling cards and the landmarks do, and a count of how often each of it was done.

Nobody lists the effects: they are what a part has words for (orders, questions, verbs, events) and what it says
about the rules (hooks, reactions, its setup, what it does when hired).
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any

import msgspec

from engine.flow import Answer, Ask, Option
from engine.root import data
from engine.root.faction import Army
from engine.root.happen import Reaction
from engine.root.hiring import hireling
from engine.root.hiring.hireling import Hireling
from engine.root.hiring.setup import built
from engine.root.landmark import Landmark
from engine.root.state import Root
from engine.root.voice import GUESTS, Voice
from engine.rules import Event

KEEPS_BOOKS = frozenset(
    ("new_board", "public_board", "hidden_piles", "kept_warriors", "kept_cards", "kept_items", "marks")
)
"""Hooks that tell what lies where and change nothing."""
OFFERS = frozenset(("offers", "may_offer", "must"))
"""Hooks that only put something on a menu: whether it was chosen is counted by its verb."""
EXPLAINS = frozenset(("bars_boarding",))
"""Hooks that are asked only why a wish was refused; players by chance wish for nothing that is."""
REMEMBERS = frozenset(("keeps_warriors",))
"""Hooks that may only note something on the board, and answer later."""
FRAMES = (Voice, Army, Hireling, Landmark)
"""What all of a kind share."""
WORDS = (("order", "names", "order."), ("question", "questions", ""), ("verb", "options", ""))


def guests() -> dict[str, Voice]:
    """Every side of a hireling card and every landmark."""
    sides = [side.id for card in built().values() for side in card.sides]
    return {id: GUESTS[id] for id in [*sides, *(name for name in data.LANDMARKS if name in GUESTS)]}


# --- all there are ----------------------------------------------------------------------------------------


def said(kind: str, name: str) -> Iterator[str]:
    """The orders, questions, verbs and events a part has words for."""
    words = msgspec.json.decode((data.FOLDER / kind / name / "words.json").read_bytes())
    for what, table, prefix in WORDS:
        for key in words.get(table, {}):
            if key.startswith(prefix):
                yield f"{what} {key.removeprefix(prefix)}"
    yield from (f"event {key}" for key in words.get("events", {}))


def hooks(voice: Voice) -> list[str]:
    """The hooks by which a voice changes the rules, its own or its kind's, not those of all voices."""
    own = {name for cls in type(voice).__mro__ if cls not in (*FRAMES, object) for name in vars(cls)}
    known = {name for frame in FRAMES for name in dir(frame) if callable(getattr(frame, name))}
    return sorted(name for name in own & known - KEEPS_BOOKS - OFFERS - EXPLAINS if not name.startswith("_"))


def effects() -> set[str]:
    """Everything that can be counted."""
    cards = {word for name in built() for word in said("hirelings", name)}
    marks = {word for name in data.LANDMARKS if name in GUESTS for word in said("landmarks", name)}
    done = {f"{id}: {hook}" for id, voice in guests().items() for hook in hooks(voice)}
    reactions = {f"{id}: reaction {r.key}" for id, voice in guests().items() for r in voice.reactions}
    return cards | marks | done | reactions


# --- how often --------------------------------------------------------------------------------------------


def told(events: Sequence[Event]) -> Iterator[str]:
    """What events tell of it."""
    for event in events:
        yield f"event {event.key}"
        if event.key == "directed":
            yield f"order {event.about['order']}"


def asked(question: Ask) -> str:
    return f"question {question.key}"


def chosen(answer: Answer) -> Iterator[str]:
    """What an answer chooses."""
    for option in answer if isinstance(answer, tuple) else (answer,):
        assert isinstance(option, Option)
        yield f"verb {option.verb}"
        if option.verb == "hireling_part":
            yield f"order {option.order}"  # type: ignore[attr-defined]


@contextmanager
def counting(count: Counter[str]) -> Iterator[None]:
    """As long as it lasts, each part counts what it does, also where there is but one thing to choose."""
    before = hireling.choose.__globals__["ask"]
    hireling.choose.__globals__["ask"] = asks_aloud(count, before)
    for id, voice in guests().items():
        for hook in hooks(voice):
            setattr(voice, hook, counted(count, f"{id}: {hook}", getattr(voice, hook), hasattr(Voice, hook)))
        if voice.reactions:
            vars(voice)["reactions"] = tuple(heard(count, id, reaction) for reaction in voice.reactions)
    try:
        yield
    finally:
        hireling.choose.__globals__["ask"] = before
        for voice in guests().values():
            vars(voice).clear()


def counted(
    count: Counter[str], name: str, hook: Callable[..., Any], open_to_all: bool
) -> Callable[..., Any]:
    """A hook that counts when its answer is not the neutral one; a flow counts if it asked or told something.

    What only an army is asked is asked of it because its pieces are there, and what answers nothing is done for
    its own sake: such a call counts by itself.
    """
    flow = inspect.isgeneratorfunction(hook)
    remembers = hook.__name__ in REMEMBERS
    always = not open_to_all or (not flow and inspect.signature(hook).return_annotation == "None")

    @wraps(hook)
    def answers(game: Root, *about: Any) -> Any:
        before = repr(game.boards.get(about[0])) if remembers else ""
        found = hook(game, *about)
        count[name] += bool(found) or always or (remembers and repr(game.boards.get(about[0])) != before)
        return found

    @wraps(hook)
    def flows(game: Root, *about: Any) -> Any:
        before = len(game.notes)
        result, asks = yield from watched(hook(game, *about))
        count[name] += asks or len(game.notes) != before or always
        return result

    return flows if flow else answers


def asks_aloud(count: Counter[str], ask: Callable[..., Any]) -> Callable[..., Any]:
    """The way hirelings ask, which counts a lone option that is taken without asking."""

    def aloud(seat: str, key: str, clause: str, options: Sequence[Option], **more: Any) -> Any:
        choice = yield from ask(seat, key, clause, options, **more)
        if len(options) == 1:
            count.update([f"question {key}", *chosen(choice)])
        return choice

    return aloud


def watched(flow: Any) -> Any:
    """Run a flow; returns its result, and whether it asked anything."""
    asks = False
    answer = None
    while True:
        try:
            question = flow.send(answer)
        except StopIteration as over:
            return over.value, asks
        asks = True
        answer = yield question


def heard(count: Counter[str], id: str, reaction: Reaction) -> Reaction:
    """A reaction that counts."""

    def run(game: Root, me: str, happening: Any) -> Any:
        count[f"{id}: reaction {reaction.key}"] += 1
        yield from reaction.run(game, me, happening)

    return msgspec.structs.replace(reaction, run=run)
