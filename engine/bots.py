"""Bots at the table: how they answer, and when they stop.

They stop when nobody plays with them, when a turn has no end, and to let others be served. A game in which no person plays any more waits for one: a stand-in ends the present turn and no more. A game that belongs
to nobody (bots among themselves) plays on, in bursts.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Sequence

import msgspec

from engine.live import Live
from engine.rules import Event, Refusal, Refused
from engine.seats import HUMAN, Policy, Random, seat_of_kind
from engine.store import SeatRow

log = logging.getLogger(__name__)

BURST = 300
"""Answers of bots in one go."""
BREATH = 1.0
"""Seconds until the next burst."""
LONGEST_TURN = 2000
"""Answers of bots in one turn; more than any turn of any game needs."""
NOBODY, ENDLESS = "nobody", "endless"
"""Why a game was paused, in place of a person's name."""
STATUSES = ("table.paused", "table.running", "table.archived")


def next_bot(live: Live) -> str | None:
    """The seat of a bot that must answer now."""
    if live.row.status != "running":
        return None
    return next((seat for seat in live.questions() if live.seat(seat).kind != HUMAN), None)


def let_answer(live: Live, seat: str, policy: Policy, source: random.Random) -> None:
    """One answer of a bot. A policy that gives an illegal one is replaced by chance for this question."""
    game = live.game
    player = live.players.get(seat)
    if player is None:
        player = live.players[seat] = seat_of_kind(live.seats[seat].kind, policy, source)
    ask = live.questions()[seat]
    answer = ask.forced()
    if answer is None:
        answer = player.answer(lambda: game.view(seat), ask)
    live.touched.add(seat)
    try:
        if answer is None:
            raise Refused(Refusal(ask.clause, "The bot gave no answer."))
        live.events += game.answer(seat, answer)
    except Refused:
        log.warning("a bot's answer to %s was refused", ask.key, extra={"game": live.row.id})
        live.events += game.answer(seat, Random(source).answer(lambda: game.view(seat), ask))


def pause(live: Live, why: str) -> None:
    """Bots must not go on alone: the game is paused."""
    if why == ENDLESS:
        log.error("a turn without an end: the game is paused", extra={"game": live.row.id})
        live.bots_in_turn = 0  # whoever lets it go on gets as many answers again
    live.row = msgspec.structs.replace(live.row, status="paused")
    live.events.append(Event("table.paused", {"by": why}))


def why_paused(newest: Sequence[Event]) -> str:
    """Who or what paused a game with these last events."""
    last = next((event for event in reversed(newest) if event.key in STATUSES), None)
    return str(last.about.get("by", "")) if last is not None and last.key == STATUSES[0] else ""


def nobody_plays(seats: Iterable[SeatRow]) -> bool:
    """Do all seats that belong to somebody have a stand-in now?"""
    owned = [seat for seat in seats if seat.user]
    return bool(owned) and all(seat.kind != HUMAN for seat in owned)


class Brake:
    """One run of bots after a change. `deserted`: nobody plays, so only the turn it began in is played."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.left = BURST
        self.began = live.game.state.turn
        self.deserted = nobody_plays(live.seats.values())

    def answered(self) -> None:
        """A bot has given an answer."""
        turn = self.live.game.state.turn
        self.left -= 1
        self.live.bots_in_turn = self.live.bots_in_turn + 1 if turn == self.live.bots_turn else 1
        self.live.bots_turn = turn

    @property
    def why_pause(self) -> str:
        """Why the game must be paused; empty if it need not."""
        if self.deserted and self.live.game.state.turn != self.began:
            return NOBODY
        if self.live.bots_in_turn >= LONGEST_TURN and self.live.bots_turn == self.live.game.state.turn:
            return ENDLESS
        return ""

    @property
    def is_spent(self) -> bool:
        """Is it time for others to be served?"""
        return self.left <= 0
