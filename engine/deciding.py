"""What a person decides: what is asked, what is asked twice, and what is answered for them.

Nothing is done for somebody that they could not take back: in one's own turn a question with one answer waits, unless
that answer leads on to a choice of one's own. What starts something with others or cannot be taken back is done once
it is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.flow import Answer
from engine.game import Entry, Game
from engine.live import Live, TableError, read_settings
from engine.rules import TURN_END, Event
from engine.seats import ASK_ME, automatic


class Weight(msgspec.Struct, frozen=True):
    """What an answer means: `starts` something with others, is `final`, `ends` the turn.

    `committed`: it belongs to something that was begun and cannot be taken back already.
    """

    starts: bool
    final: bool
    ends: bool
    committed: bool

    @property
    def is_grave(self) -> bool:
        """Is it worth a second question?"""
        return (self.starts or self.final) and not self.committed


class Unsure(TableError):
    """The answer must be confirmed first. Nothing has changed."""

    def __init__(self, weight: Weight) -> None:
        super().__init__("This must be confirmed first.")
        self.weight = weight


def answer(live: Live, seat: str, given: Answer, *, sure: bool) -> None:
    """Give an answer. Unsure: it must be confirmed first; the game is as it was before."""
    game = live.game
    question = game.pending(seat)
    choice = question is not None and question.forced() is None
    if sure or not choice or not acts(live, seat):
        events = game.answer(seat, given)
    elif starts(given) and not is_committed(game, seat):
        raise Unsure(Weight(True, True, False, False))
    else:
        before = game.saved()
        weight, events = weigh(game, seat, given)
        if weight.is_grave:
            live.game = game.as_it_was(before)
            raise Unsure(weight)
    live.touched.add(seat)
    live.events += events


def acts(live: Live, seat: str) -> bool:
    """Is it this seat's own turn, and nobody else asked with it?"""
    game = live.game
    return not game.together and live.view(None).active == game.rules.name_of(game.state, seat)


def weigh(game: Game[Any], seat: str, given: Answer) -> tuple[Weight, list[Event]]:
    """Give an answer, and say what it means."""
    committed = is_committed(game, seat)
    before, turn = game.seq, game.state.turn
    events = game.answer(seat, given)
    final = all(entry.seq != before + 1 for entry in game.undoable(seat))
    return Weight(starts(given), final, game.state.turn != turn, committed), events


def is_committed(game: Game[Any], seat: str) -> bool:
    """Does the question belong to something that this step has begun, or that somebody else or chance has answered in?

    Not if it is the question that the step began with, asked once more.
    """
    newest, question = game.checkpoints[-1].seq, game.pending(seat)
    since = [entry for entry in game.tail if entry.seq > newest]
    first = next((entry.key for entry in since if game.is_of(entry, seat)), "")
    if question is not None and question.key == first:
        return False
    kinds = game.rules.options()
    return any(
        not game.is_of(entry, seat) or any(kinds[verb].STARTS for verb in verbs_of(entry) if verb in kinds)
        for entry in since
    )


def verbs_of(entry: Entry) -> Iterator[str]:
    """The verbs of an answer in the log."""
    chosen = entry.value if isinstance(entry.value, list) else [entry.value]
    return (one["verb"] for one in chosen if isinstance(one, dict) and "verb" in one)


def without_asking(live: Live, seat: str) -> Answer | None:
    """The answer that a person need not give: by standing order, or because there is no other and nothing is lost by it."""
    row, ask = live.seats[seat], live.questions()[seat]
    settings = read_settings(row)
    found = automatic(settings, ask)
    ordered = settings.orders.get(ask.key, ASK_ME) != ASK_ME
    if found is None or ordered or settings.ends or not acts(live, seat):
        return found
    if ask.key == TURN_END:
        return None
    game = live.game
    if is_committed(game, seat) or (not starts(found) and game.said_done(ask.seat)):
        return found
    return found if not starts(found) and leads_on(game, seat, found) else None


def starts(given: Answer) -> bool:
    return any(one.STARTS for one in (given if isinstance(given, tuple) else (given,)))


def leads_on(game: Game[Any], seat: str, given: Answer) -> bool:
    """Does the only answer lead on to a choice of this seat's own, with nothing lost? Tried on a copy."""
    copy = game.fork()
    weight, _ = weigh(copy, seat, given)
    following = copy.pending(seat)
    return not weight.final and following is not None and following.forced() is None
