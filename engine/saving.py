"""What a change of a game leaves in the store, and how what is in memory follows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game import UNDO, Entry
from engine.live import KEEP_TURNS, Live, new_snapshots
from engine.store import EntryRow, Save, Say, Status, Waiting
from engine.told import Told

_encode = msgspec.json.encode


def change_of(
    live: Live,
    fresh: Sequence[Entry],
    status: Status,
    now: float,
    interaction: str,
    edition: int | None,
    *,
    last: bool,
) -> Save:
    """Everything since the last save, as the store takes it. `fresh` are the new entries of the log."""
    game, row = live.game, live.row
    rev = row.rev + 1
    waiting = waiting_of(live, rev, now)
    events = tuple(live.events)
    told = _encode(Told(row.told + 1, rev))
    return Save(
        game=row.id,
        rev=row.rev,
        at=now,
        seq=game.seq,
        barrier=game.barrier,
        question=game.question_digest(),
        status=status,
        entries=tuple(EntryRow(e.seq, e.seat, e.key, _encode(e.value)) for e in fresh),
        snapshots=new_snapshots(live),
        undone=min((e.value for e in fresh if e.key == UNDO), default=None),
        keep_turn=game.state.turn - KEEP_TURNS,
        events=tuple(_encode(event) for event in events),
        say=(Say(f"{row.id}:{rev}", "update", told),) if last else (),
        waiting=waiting,
        seats=tuple(live.seats.values()) if any(e.key == "table.seat" for e in events) else (),
        interaction=interaction,
        edition=edition,
    )


def bring_in_line(live: Live, change: Save, rev: int) -> None:
    """Bring what is known of the store in line with it."""
    live.row = msgspec.structs.replace(
        live.row,
        rev=rev,
        seq=change.seq,
        barrier=change.barrier,
        question=change.question,
        status=change.status,
        updated=change.at,
        told=rev if change.say else live.row.told,
    )
    waiting = {one.seat: one for one in change.waiting}
    for name, seat in live.seats.items():
        one = waiting.get(name)
        live.seats[name] = msgspec.structs.replace(
            seat, since=one.since if one else None, asked=one.asked if one else seat.asked
        )
    live.asks = live.questions()
    live.saved_seq = change.seq
    live.events = []
    live.touched.clear()
    first = next(
        (c.seq for c in live.game.checkpoints if c.turn >= change.keep_turn),
        live.game.checkpoints[-1].seq,
    )
    live.game.forget(first)


def waiting_of(live: Live, rev: int, now: float) -> tuple[Waiting, ...]:
    """Whom the game waits for. A question that was open before and is the same keeps its time and number."""
    waiting = []
    for seat, ask in live.questions().items():
        row = live.seats.get(seat)
        same = row and row.since is not None and seat not in live.touched and live.asks.get(seat) == ask
        if row and same and row.since is not None:
            waiting.append(Waiting(seat, row.since, row.asked))
        else:
            waiting.append(Waiting(seat, now, rev))
    return tuple(waiting)
