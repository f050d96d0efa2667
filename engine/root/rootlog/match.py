"""What an answer changes against what the record says: every change needs its token, and every token its change.

A `Match` follows a game as the writer does (`differ.Follower`) and ticks off what the record has. The first change for
which there is no token raises `Stray`: whoever tries answers need not play on.

Lines are kept apart: what happens in a turn must stand in its line, and the changes of a line follow each other as they
stand. The setup is one turn with a line for each player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from engine.game import encode
from engine.root.rootlog.changes import Change, Fought, Moved, Scored
from engine.root.rootlog.differ import Follower, Made, renamed
from engine.root.rootlog.inventory import HERE, MAP, place_name
from engine.root.rootlog.read import Record, Token
from engine.root.setup.table import map_landmarks
from engine.root.state import Root
from engine.rules import Event


class Said(NamedTuple):
    """One change that the record says, and where it stands."""

    change: Change
    token: Token


class Line(NamedTuple):
    """What happens in one turn; the first line is the whole setup."""

    player: str
    said: tuple[Said, ...]


class Stray(Exception):
    """A change that the record does not have, and the clause by which it was made."""

    def __init__(self, made: Change | None, clause: str = "") -> None:
        super().__init__(str(made))
        self.made = made
        self.clause = clause


def lines_of(record: Record) -> tuple[Line, ...]:
    """The lines of a record: first the setup of all, then turn by turn."""
    first = [*record.hireling_setup, *(t for turn in record.turns if turn.is_setup for t in turn.tokens)]
    lines = [Line("", (*landmarks(record), *said_by(first)))]
    for turn in record.turns:
        if not turn.is_setup:
            lines.append(Line(turn.player, tuple(said_by(turn.tokens))))
    return tuple(lines)


def said_by(tokens: Iterable[Token]) -> Iterator[Said]:
    """What tokens say; no points at all are written where nothing happened."""
    for token in tokens:
        for change in token.changes:
            if not (isinstance(change, Scored) and not change.points):
                yield Said(change, token)


def landmarks(record: Record) -> Iterator[Said]:
    """A.5  Where the landmarks stand, as the header says; without one, those of the map where they are printed."""
    for number, (name, clearing) in enumerate((record.landmarks or map_landmarks(record.map, {})).items()):
        header = Token(f"{name}->{clearing}", -number, 1, ())
        yield Said(Moved(1, MAP, name, HERE, str(clearing)), header)


class Match:
    """How much of a record a game has played."""

    patience = 4_000
    """So many answers are tried without getting further in the record."""

    def __init__(self, lines: Sequence[Line], follower: Follower, names: Mapping[str, str]) -> None:
        self.lines = lines
        self.names = names
        """Whom the seats play that draft."""
        self.follower = follower
        self.table = b""
        self.line = 0
        self.turn = 0
        self.left: tuple[tuple[int, int], ...] = self.fresh(0)
        """What the line still has: the place of a change in it, and how many of its count."""
        self.done = 0
        """How many changes are ticked off."""
        self.fought: Fought | None = None
        """The battle that goes on, as the record has it."""
        self.reached: Change | None = None
        """The same battle as far as it has come."""

    def fresh(self, line: int) -> tuple[tuple[int, int], ...]:
        return tuple((n, getattr(one.change, "count", 1)) for n, one in enumerate(self.lines[line].said))

    def copy(self) -> Match:
        """The same for a fork of the game; of what was made before, only the battle that goes on is kept."""
        other = copy(self)
        other.follower = self.follower.copy()
        battle = other.follower.battle
        if self.fought is None or battle is None:
            other.follower.made, other.follower.battle = [], None
        else:
            other.follower.made, other.follower.battle = other.follower.made[battle : battle + 1], 0
        return other

    @property
    def worth(self) -> int:
        """How promising it is to play on from here."""
        return self.done

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def is_whole(self) -> bool:
        """Is everything ticked off, and has the last turn begun?"""
        later = any(line.said for line in self.lines[self.line + 1 :])
        begun = len(self.follower.turns) >= len(self.lines) - 1
        return begun and not self.left and not later and not self.lacks()

    def at(self) -> tuple[int, int]:
        """Where the game is: its turn, and how much of that turn's line is ticked off."""
        if self.turn != self.follower.turn:
            return self.follower.turn, 0
        return self.turn, len(self.lines[self.line].said) - len(self.left)

    def ahead(self, most: int = 0) -> list[Change]:
        """What the record says from here on."""
        found = [self.lines[self.line].said[place].change for place, _ in self.left]
        for line in self.lines[self.line + 1 :]:
            if most and len(found) >= most:
                break
            found += [one.change for one in line.said]
        return found[:most] if most else found

    def next(self) -> Said | None:
        """What the record says next."""
        if self.left:
            return self.lines[self.line].said[self.left[0][0]]
        later = [line for line in self.lines[self.line + 1 :] if line.said]
        return later[0].said[0] if later else None

    # --- following ----------------------------------------------------------------------------------------

    def __call__(self, state: Root, events: Sequence[Event]) -> None:
        """The game has stopped: tick off what happened. Where nothing is told and the table is the same, nothing did."""
        table = encode(state)
        if table == self.table and not events:
            return
        self.table = table
        self.glance(events)
        before = len(self.follower.made)
        self.follower(state, events)
        made = self.follower.made
        if self.fought is not None and self.follower.battle is not None and self.follower.battle < before:
            self.amended(made[self.follower.battle].change)
        for number in range(before, len(made)):
            try:
                self.take(made[number], is_open=number == self.follower.battle)
            except Stray as stray:
                stray.clause = next((event.clause for event in events[made[number].rank :]), "")
                raise

    def glance(self, events: Sequence[Event]) -> None:
        """Look at what is told before the table is compared: what has no token saves the trouble."""
        known: set[tuple[object, ...]] | None = None
        for event in events:
            wanted = in_short(event)
            if wanted is None:
                continue
            if known is None:
                here = [self.lines[self.line].said[place].change for place, _ in self.left]
                later = next((line for line in self.lines[self.line + 1 :] if line.said), None)
                here += [said.change for said in later.said] if later else []
                known = {short for change in here for short in shortened(change)}
            if wanted not in known:
                raise Stray(None)

    def amended(self, change: Change) -> None:
        """The battle went on: it must be the one of the record as far as it has come."""
        self.reached = change
        if self.fought is not None and not self.begins(change, self.fought):
            raise Stray(change)

    def take(self, made: Made, *, is_open: bool) -> None:
        """One change that was made. `is_open`: a battle that goes on."""
        if made.turn != self.turn:
            self.next_line(made)
        change = made.change if made.turn else renamed(made, self.names).change
        if isinstance(change, Fought) and self.lacks():
            raise Stray(change)
        self.tick(change, is_open=is_open)

    def tick(self, change: Change, *, is_open: bool = False) -> None:
        """Tick a change off."""
        for number in self.within_reach():
            place, count = self.left[number]
            said = self.lines[self.line].said[place].change
            rest = self.rest(said, change, count, is_open=is_open)
            if rest is not None:
                keep = ((place, rest),) if rest else ()
                self.left = (*self.left[:number], *keep, *self.left[number + 1 :])
                self.done += not rest
                if isinstance(said, Fought):
                    self.fought, self.reached = said, change
                return
        raise Stray(change)

    def within_reach(self) -> Iterable[int]:
        """What may be ticked off now: the next of the line, in the setup the next of each line."""
        if self.line:
            return range(len(self.left[:1]))
        first: dict[int, int] = {}
        for number, (place, _) in enumerate(self.left):
            first.setdefault(self.lines[0].said[place].token.line, number)
        return first.values()

    def next_line(self, made: Made) -> None:
        """Another turn: its line must be the next, and nothing may be left of the one before."""
        skipped = any(line.said for line in self.lines[self.line + 1 : made.turn])
        if self.left or self.lacks() or skipped or made.turn >= len(self.lines):
            raise Stray(made.change)
        if self.lines[made.turn].player != made.player:
            raise Stray(made.change)
        self.turn = self.line = made.turn
        self.left = self.fresh(self.line)
        self.fought = self.reached = None

    def lacks(self) -> bool:
        """Does the record know more of the last battle than came of it?"""
        return self.fought is not None and not self.same_battle(self.reached, self.fought)

    # --- is it the same? ----------------------------------------------------------------------------------

    def rest(self, said: Change, made: Change, count: int, *, is_open: bool) -> int | None:
        """How much of what is said is left after what was made; None if it is something else."""
        if isinstance(made, Fought) and isinstance(said, Fought):
            fits = self.begins(made, said) if is_open else self.same_battle(made, said)
            return 0 if fits else None
        return 0 if said == made else None

    def begins(self, made: Change | None, said: Fought) -> bool:
        """Is this the battle of the record, as far as it has come?"""
        if not isinstance(made, Fought):
            return False
        known = len(made.ambushes)
        return (
            (made.attacker, made.defender, made.clearing) == (said.attacker, said.defender, said.clearing)
            and made.ambushes == said.ambushes[:known]
            and (not made.dice or self.same_dice(made, said))
        )

    def same_battle(self, made: Change | None, said: Fought) -> bool:
        """Is this the battle of the record, whole?"""
        if not isinstance(made, Fought) or not self.begins(made, said):
            return False
        return made.ambushes == said.ambushes and bool(made.dice) == bool(said.dice)

    def same_dice(self, made: Fought, said: Fought) -> bool:
        """Which of the two rolled higher is a matter of the rules."""
        return sorted(made.dice) == sorted(said.dice)


def in_short(event: Event) -> tuple[object, ...] | None:
    """What an event surely changes, as `shortened` has it; None if that cannot be told from the event alone."""
    about = event.about
    match event.key:
        case "battle":
            return "battle", about["attacker"], about["defender"], about["clearing"]
        case "scored":
            return "score", about["owner"]
        case "placed.building":
            return "piece", about["owner"], place_name(about["clearing"])
        case "moved.warriors":
            return "piece", about["owner"], place_name(about["to"])
    return None


def shortened(change: Change) -> tuple[tuple[object, ...], ...]:
    """A change as an event may tell of it."""
    match change:
        case Fought():
            return (("battle", change.attacker, change.defender, change.clearing),)
        case Scored():
            return (("score", change.owner),)
        case Moved():
            return ("piece", change.owner, change.origin), ("piece", change.owner, change.to)
    return ()
