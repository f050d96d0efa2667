"""One game: state, cursor, pending question, and the tail of the log since the newest snapshot.

The runner rebuilds everything from a snapshot and the answers after it; a snapshot is taken whenever a step
ends. Chance is recorded and fed back on replay, never rolled again. Clockwork boards are steps whose flow
asks their own seat nothing, so the runner plays them without help until somebody else must answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, Self

import msgspec

from engine.chance import Supplier, record, recorded
from engine.flow import Answer, Ask, AskAll, Chance, Done, Flow, Option, Reply, Reveal, Scalar
from engine.rules import NOT_YOURS, OVER, TURN_END, Event, Refusal, Refused, Rules, S, Setup, View
from engine.values import Value

CHANCE = "chance"
REVEAL = "reveal"
UNDO = "undo"


class Entry(Value, frozen=True):
    """One line of the log: an answer, a piece of chance, a reveal, or an undo. Frozen, with a stable key."""

    seq: int
    seat: str
    key: str
    value: Any


class Checkpoint(Value, frozen=True):
    """The state at the start of a step, after entry `seq`."""

    seq: int
    turn: int
    step: str
    state: bytes


class Saved(Value, frozen=True):
    """What a store keeps of a live game: checkpoints since the last barrier, the tail, and the question."""

    setup: Setup
    checkpoints: tuple[Checkpoint, ...]
    tail: tuple[Entry, ...]
    seq: int
    barrier: int
    question: str


class ReplayError(Exception):
    """The log does not fit the rules any more."""


WAITS_FOR = "This decision is not yours. It waits for {seat}."
IS_OVER = "The game is over."
MEANT = 4000
"""So many wishes are looked at to find the nearest."""
NOT_OFFERED = "That is not among the choices on offer."
UNDO_NOTHING = Refusal("", "There is nothing of yours to take back in this turn.")
UNDO_CHANCE = Refusal("", "Dice, a draw or a reveal came after it, so it needs the consent of the others.")
UNDO_OTHERS = Refusal("", "Another player has answered since, so it needs their consent.")


class Game(Generic[S]):
    """A game in play. `keep` is off in simulations, which neither save nor undo.

    With `holds` no turn ends by itself: who has not said to be done is asked before it does.
    """

    def __init__(
        self, rules: Rules[S], setup: Setup, chance: Supplier, *, keep: bool = True, holds: bool = False
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.chance = chance
        self.keep = keep
        self.holds = holds
        self.state: S = rules.new(setup)
        self.seq = 0
        self.barrier = 0
        self.tail: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []
        self.fresh: list[Entry] = []
        self.events: list[Event] = []
        self.rewound = False
        self.questions: tuple[Ask, ...] = ()
        self._answers: dict[str, Answer] = {}
        self._together = False
        self.watch: Callable[[S, Sequence[Event]], None] | None = None
        """Told the state and what happened whenever the game stops: at a question, at chance, at the end of a step."""
        self._replay: list[Entry] = []
        self._flow: Flow[None] | None = None

    # --- life ---------------------------------------------------------------------------------------------

    def start(self) -> Game[S]:
        """Begin the first step and run to the first question."""
        self._begin()
        self._run(None)
        return self

    @classmethod
    def load(cls, rules: Rules[S], saved: Saved, chance: Supplier, *, holds: bool = False) -> Game[S]:
        """Rebuild a live game: newest checkpoint, then the answers after it.

        If the rules have changed so that the answers do not fit or lead to another question, the game returns
        to its newest checkpoint and `rewound` says so.
        """
        game = cls(rules, saved.setup, chance, holds=holds)
        game.seq, game.barrier = saved.seq, saved.barrier
        game.checkpoints = list(saved.checkpoints)
        newest = game.checkpoints[-1]
        game.tail = [entry for entry in saved.tail if entry.seq <= newest.seq]
        after = [entry for entry in saved.tail if entry.seq > newest.seq]
        try:
            game._restore(newest, after)
            game.rewound = game.question_digest() != saved.question
        except (ReplayError, Refused):
            game.rewound = True
        if game.rewound and after:
            game._restore(newest, [])
        game.events.clear()
        return game

    def saved(self) -> Saved:
        """All a store needs to rebuild this game."""
        return Saved(
            self.setup,
            tuple(self.checkpoints),
            tuple(self.tail),
            self.seq,
            self.barrier,
            self.question_digest(),
        )

    def fork(self, chance: Supplier | None = None) -> Game[S]:
        """A game of its own that goes on from here, with this game's chance or another's; this one stays as it is."""
        if not self.checkpoints:
            raise ValueError("a game that keeps nothing cannot be forked")
        return self.as_it_was(self.saved(), chance)

    def as_it_was(self, saved: Saved, chance: Supplier | None = None) -> Game[S]:
        """This game as it stood when `saved` was taken; this one stays as it is."""
        found = Game.load(self.rules, saved, chance or self.chance, holds=self.holds)
        if found.rewound:
            raise ReplayError("what was saved does not lead to the same question")
        return found

    def question_digest(self) -> str:
        """A short fingerprint of the pending questions and of the answers already given to them."""
        asked = msgspec.json.encode((self.questions, sorted(self._answers)))
        return hashlib.sha256(asked).hexdigest()[:16]

    # --- asking -------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    def pending(self, seat: str) -> Ask | None:
        """The open question to a seat, if any."""
        name = self.rules.name_of(self.state, seat)
        for question in self.waiting():
            if question.seat == name:
                return question
        return None

    def waiting(self) -> tuple[Ask, ...]:
        """All questions that still need an answer."""
        if not self._answers:
            return self.questions
        return tuple(q for q in self.questions if q.seat not in self._answers)

    def view(self, seat: str | None) -> View:
        """What a seat may know; None for what everybody may know."""
        return self.rules.view(self.state, None if seat is None else self.rules.name_of(self.state, seat))

    def opened(self, seat: str, public: View) -> View:
        """What a seat may know, from what everybody may know now."""
        return self.rules.opened(self.state, self.rules.name_of(self.state, seat), public)

    def why_not(self, seat: str, wish: Option) -> Refusal | None:
        """Why a wish is not on offer to this seat now; None if it is."""
        name = self.rules.name_of(self.state, seat)
        question = self.pending(seat)
        if question and any(option.covers(wish) for option in question.options):
            return None
        if self.over:
            return self._refusal(OVER, IS_OVER)
        return self.rules.why_not(self.state, self.waiting(), name, wish)

    def wishes(self, seat: str) -> Sequence[str]:
        """The verbs a seat could mean, those on offer first."""
        question = self.pending(seat)
        offered = [option.verb for option in question.options] if question else []
        known = self.rules.wishes(self.state, self.rules.name_of(self.state, seat))
        return list(dict.fromkeys([*(verb for verb in offered if verb in known), *known]))

    def meant(self, seat: str, verb: str) -> list[Option]:
        """What a seat could mean by a verb: what is on offer, and what is not."""
        name, question = self.rules.name_of(self.state, seat), self.pending(seat)
        offered = [option for option in question.options if option.verb == verb] if question else []
        wished = self.rules.meant(self.state, self.waiting(), name, verb)
        return list(dict.fromkeys([*offered, *islice(wished, MEANT)]))

    def nearest(self, seat: str, wishes: Iterable[Option]) -> tuple[Option, Refusal] | None:
        """Of wishes that are all refused the one that is nearest to being allowed; None if one is on offer."""
        name = self.rules.name_of(self.state, seat)
        best: tuple[int, Option, Refusal] | None = None
        for wish in wishes:
            refusal = self.why_not(seat, wish)
            if refusal is None:
                return None
            near = self.rules.nearness(self.state, name, wish, refusal)
            if best is None or near > best[0]:
                best = near, wish, refusal
        return best[1:] if best else None

    @property
    def together(self) -> bool:
        """Is the open question asked of several seats at once?"""
        return self._together

    def is_of(self, entry: Entry, seat: str) -> bool:
        """Was this entry of the log written by this seat?"""
        return self._who(entry.seat) == self._who(seat)

    # --- answering ----------------------------------------------------------------------------------------

    def answer(self, seat: str, answer: Answer) -> list[Event]:
        """Apply one answer and run on to the next question. Returns what happened. Refused: nothing changes."""
        question = self._accept(seat, answer)
        self._record(question.seat, question.key, self._plain(answer))
        if self._together:
            self._answers[question.seat] = answer
            if self.waiting():
                return self.take_events()
            reply: Reply = dict(self._answers)
        else:
            reply = answer
        self._run(reply)
        return self.take_events()

    def _accept(self, seat: str, answer: Answer) -> Ask:
        question = self.pending(seat)
        if question is None:
            if self.over:
                raise Refused(self._refusal(OVER, IS_OVER))
            waiting = ", ".join(q.seat for q in self.waiting())
            raise Refused(self._refusal(NOT_YOURS, WAITS_FOR, seat=waiting))
        if not question.accepts(answer):
            if isinstance(answer, Option):
                raise Refused(self.why_not(seat, answer) or Refusal(question.clause, NOT_OFFERED))
            raise Refused(Refusal(question.clause, NOT_OFFERED))
        return question

    def _refusal(self, what: str, sentence: str, **about: Scalar) -> Refusal:
        """A refusal of the platform, with the clause that the game knows for it."""
        return Refusal(self.rules.clauses.get(what, ""), sentence, about)

    def take_events(self) -> list[Event]:
        """The events since they were last taken."""
        events, self.events = self.events, []
        return events

    def take_fresh(self) -> list[Entry]:
        """The log entries since they were last taken, undo entries included: what a store must append."""
        fresh, self.fresh = self.fresh, []
        return fresh

    # --- undo ---------------------------------------------------------------------------------------------

    def undoable(self, seat: str) -> list[Entry]:
        """The seat's own answers it may take back freely now, oldest first."""
        who = self._who(seat)
        mine: list[Entry] = []
        for entry in reversed(self.tail):
            if self._who(entry.seat) != who or entry.seq <= self.barrier:
                break
            mine.append(entry)
        first = next((c.seq for c in self.checkpoints if c.turn == self.state.turn), self.seq)
        return [entry for entry in reversed(mine) if entry.seq > first]

    def consent_needed(self, seat: str, seq: int) -> tuple[str, ...]:
        """The other seats whose information or answers an undo to before entry `seq` touches."""
        who = self._who(seat)
        after = [entry for entry in self.tail if entry.seq >= seq]
        others = [s.seat for s in self.setup.seats if not s.board and s.seat != who]
        if seq <= self.barrier or any(entry.seat in (CHANCE, REVEAL) for entry in after):
            return tuple(others)
        touched = {self._who(entry.seat) for entry in after}
        return tuple(s for s in others if s in touched)

    def undo(self, seat: str, seq: int | None = None, *, consent: bool = False) -> list[Event]:
        """Take back the seat's answer `seq` (default: its newest that was a choice) and everything after it.

        Free within the turn until chance, a reveal or another seat's answer; beyond that only with consent.
        """
        who, free = self._who(seat), self.undoable(seat)
        if seq is None:
            newest = self.last_choice(seat, free)
            if newest is None:
                raise Refused(self._why_no_undo(seat))
            seq = newest[0].seq
        target = next((entry for entry in self.tail if entry.seq == seq), None)
        if target is None or self._who(target.seat) != who:
            raise Refused(UNDO_NOTHING)
        if not consent and all(entry.seq != seq for entry in free):
            raise Refused(self._why_no_undo(seat))
        start = next((c for c in reversed(self.checkpoints) if c.seq < seq), None)
        if start is None:
            raise Refused(UNDO_NOTHING)
        between = [entry for entry in self.tail if start.seq < entry.seq < seq]
        self.checkpoints = [c for c in self.checkpoints if c.seq <= start.seq]
        self.tail = [entry for entry in self.tail if entry.seq <= start.seq]
        seq_now = self.seq
        self._restore(start, between)
        self.events.clear()
        self.seq = seq_now
        self.barrier = min(self.barrier, seq - 1)
        name = self.rules.name_of(self.state, who)
        self._record(name, UNDO, seq)
        self.tail.pop()
        self.events.append(Event("undo", {"seat": name, "key": target.key}))
        return self.take_events()

    def last_choice(self, seat: str, among: Sequence[Entry] | None = None) -> tuple[Entry, int] | None:
        """The newest answer of a seat for which there was a choice, and its turn. What has one answer would only be
        answered again."""
        for entry in reversed(self.tail if among is None else among):
            if not self.is_of(entry, seat) or entry.seq <= self.checkpoints[0].seq:
                continue
            copy = self.fork()
            copy.undo(seat, entry.seq, consent=True)
            question = copy.pending(seat)
            if question is None or question.forced() is None:
                return entry, copy.state.turn
        return None

    def _who(self, name: str) -> str:
        """The seat behind a name; in a draft a seat's name changes, and the log has both."""
        return self.rules.seat_of(self.state, self.rules.name_of(self.state, name))

    def _why_no_undo(self, seat: str) -> Refusal:
        mine = [entry for entry in self.tail if self.is_of(entry, seat)]
        if not mine:
            return UNDO_NOTHING
        if mine[-1].seq <= self.barrier:
            return UNDO_CHANCE
        return UNDO_OTHERS

    # --- the runner ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start the step under the cursor, with a checkpoint in front of it.

        Steps that follow each other in one turn without an entry between them share the first one's checkpoint:
        from there they are run again. So the first checkpoint of a turn is kept, also of one without entries.
        """
        if self.keep:
            newest = self.checkpoints[-1] if self.checkpoints else None
            if newest is None or (newest.seq, newest.turn) != (self.seq, self.state.turn):
                self.checkpoints.append(
                    Checkpoint(self.seq, self.state.turn, self.rules.step(self.state), encode(self.state))
                )
        self._flow = None if self.state.over else self.rules.flow(self.state)
        call = self._last_call()
        if call is not None and self._flow is not None:
            self._flow = _after(call, self._flow)

    def _last_call(self) -> Ask | None:
        """The question before the end of a turn. While the log is replayed, it was asked if the log has its answer."""
        if self._replay:
            return self.rules.last_call(self.state) if self._replay[0].key == TURN_END else None
        if not self.holds or self.state.over:
            return None
        call = self.rules.last_call(self.state)
        return None if call is None or self.said_done(call.seat) else call

    def said_done(self, name: str) -> bool:
        """Is the newest entry of the log this player's word to have had enough?"""
        if not self.tail:
            return False
        last = self.tail[-1]
        return last.value == _DONE and self.is_of(last, name)

    def _run(self, reply: Reply) -> None:
        """Send a reply into the flow and go on until somebody must answer or the game ends."""
        self.questions = ()
        self._answers = {}
        while self._flow is not None:
            try:
                request = self._flow.send(reply)
            except StopIteration:
                self._collect()
                self._begin()
                reply = None
                continue
            self._collect()
            if isinstance(request, Ask):
                self.questions, self._together = (request,), False
                return
            if isinstance(request, AskAll):
                self.questions, self._together = request.asks, True
                return
            if isinstance(request, Reveal):
                self._record(REVEAL, request.key, request.to)
                self.barrier = self.seq
                reply = None
            else:
                reply = self._chance(request.key, request)

    def _chance(self, key: str, chance: Chance) -> tuple[int, ...]:
        """Chance from the log while it is replayed; otherwise from the supplier, and into the log."""
        if self._replay:
            asked, got = (
                recorded(key, self._replay[0].value) if self._replay[0].seat == CHANCE else (None, ())
            )
            if asked != chance:
                raise ReplayError(f"the log has {self._replay[0].key} where the rules want {key}")
        else:
            got = self.chance(self.seq + 1, chance)
        self._record(CHANCE, key, record(chance, got))
        self.barrier = self.seq
        return got

    def _collect(self) -> None:
        """Take events out of the state; whoever learned something hidden cannot undo past this point."""
        state = self.state
        if self.watch is not None:
            self.watch(state, state.notes)
        if state.notes:
            self.events += state.notes
            state.notes = []
        if state.learned:
            state.learned = False
            self.barrier = self.seq

    def _record(self, seat: str, key: str, value: Any) -> None:
        if self._replay:
            entry = self._replay.pop(0)
            if entry.seat != seat or entry.key != key:
                raise ReplayError(f"the log has {entry.key} where the rules want {key}")
        else:
            entry = Entry(self.seq + 1, seat, key, value)
            if self.keep:
                self.fresh.append(entry)
        self.seq = entry.seq
        if self.keep:
            self.tail.append(entry)

    # --- snapshots and replay -----------------------------------------------------------------------------

    def _restore(self, checkpoint: Checkpoint, entries: Sequence[Entry]) -> None:
        """Go to a checkpoint and answer again what was answered after it."""
        self.state = decode(self.rules, checkpoint.state)
        seq, self.seq = self.seq, checkpoint.seq
        self.replay(entries)
        self.seq = max(seq, self.seq)

    @classmethod
    def unplayed(cls, rules: Rules[S], setup: Setup, *, keep: bool = False) -> Self:
        """A game that is only to be played again from its log, to the question at which it waits."""
        return cls(rules, setup, _no_chance, keep=keep, holds=keep)

    def replay(self, entries: Sequence[Entry]) -> None:
        """Begin the step under the cursor and answer again what the log says. Raises ReplayError, Refused."""
        self._replay = list(entries)
        try:
            self._begin()
            self._run(None)
            while self._replay:
                entry = self._replay[0]
                question = self.pending(entry.seat)
                if question is None or question.key != entry.key:
                    raise ReplayError(f"the log has {entry.key} where the rules ask something else")
                self.answer(entry.seat, self.decode_answer(entry.value))
        finally:
            self._replay = []

    def forget(self, seq: int) -> None:
        """Drop checkpoints and entries from before entry `seq`; the store has them."""
        keep = [c for c in self.checkpoints if c.seq >= seq] or self.checkpoints[-1:]
        self.checkpoints = keep
        self.tail = [entry for entry in self.tail if entry.seq > keep[0].seq]

    def _plain(self, answer: Answer) -> Any:
        return msgspec.to_builtins(answer)

    def decode_answer(self, value: Any) -> Answer:
        """An answer from the plain form of the log or of a message. Raises Refused if it makes no sense."""
        if isinstance(value, (list, tuple)):
            return tuple(self._decode_option(item) for item in value)
        return self._decode_option(value)

    def _decode_option(self, value: Any) -> Option:
        kinds: Mapping[str, type[Option]] = self.rules.options()
        try:
            return msgspec.convert(value, kinds[value["verb"]])
        except (KeyError, TypeError, msgspec.ValidationError) as error:
            raise Refused(Refusal("1.4.1", NOT_OFFERED)) from error


def _after(call: Ask, flow: Flow[None]) -> Flow[None]:
    """A step that begins once this question is answered."""
    yield call
    yield from flow


def _no_chance(number: int, request: object) -> tuple[int, ...]:
    raise ReplayError("the log ends too early")


_DONE = msgspec.to_builtins(Done())
_encoder = msgspec.json.Encoder()


def encode(state: msgspec.Struct) -> bytes:
    """A state as readable bytes."""
    return _encoder.encode(state)


def decode(rules: Rules[S], data: bytes) -> S:
    """A state from its bytes; an older version is upgraded step by step first."""
    version = msgspec.json.decode(data, type=_Versioned).version
    if version == rules.version:
        return msgspec.json.decode(data, type=rules.state_type, dec_hook=rules.dec_hook)
    if version > rules.version:
        raise ReplayError(f"this game was saved by newer rules (version {version})")
    raw = msgspec.json.decode(data)
    while version < rules.version:
        raw = rules.upgrades[version](raw)
        version += 1
        raw["version"] = version
    return msgspec.convert(raw, rules.state_type, dec_hook=rules.dec_hook, str_keys=True)


class _Versioned(msgspec.Struct):
    version: int = 1
