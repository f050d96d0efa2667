"""A game as a record: changes to tokens, tokens to lines, lines to a text.

    write(setup, entries)                   the whole game, with every card by its name and every die
    write(setup, entries, whole=False)      what everybody may know of a game that goes on

The text is the notation's version 2.8 in the narrow form of docs/rootlog.md: one plain token for each change, so that
`read` gives back the same changes in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from engine.flow import Answer, Ask, Done
from engine.game import Entry, Game, ReplayError
from engine.root.data import HIRELING_SIDES, MAPS
from engine.root.hiring.hireling import hirelings
from engine.root.landmark import landmarks, stands
from engine.root.rootlog import letters
from engine.root.rootlog.changes import (
    Card,
    Change,
    Crafted,
    Flipped,
    Fought,
    Guessed,
    Hired,
    Item,
    Marker,
    Moved,
    Opened,
    Revealed,
    Scored,
    Set,
    Swapped,
)
from engine.root.rootlog.chosen import Chosen, comment, is_told, put_off, ruins_comment, spelled
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.inventory import FROM, HERE, MAP, PAWN, WARRIOR
from engine.root.rules import RULES
from engine.root.state import CLEARINGS, Owner, Root
from engine.rules import Event, Refused, Setup, Unwritable

NOTHING = "++0"
"""A turn in which nothing changed."""
UNSAID = frozenset({"supply", "aside", "out", "available", HERE})
PLAIN = {WARRIOR: "w", PAWN: "p"}


NO_BOTS = "Rootlog has no words for Clockwork bots."
NO_LETTER = "Rootlog has no letter for somebody or something at this table."
NOT_BEGUN = "The game has not begun yet."
NOT_SAME = "The rules have changed since this game was played, so it cannot be written down any more."


def swapped(names: dict[str, str]) -> dict[str, str]:
    return {name: letter for letter, name in names.items()}


SUIT, ITEM, ZONE = swapped(letters.SUITS), swapped(letters.ITEMS), swapped(letters.ZONES)


# --- tokens -----------------------------------------------------------------------------------------------


class Pen:
    """Writes tokens of one player's line. `players` are all who play."""

    def __init__(self, me: Owner, players: Sequence[Owner]) -> None:
        self.me = me
        self.players = players

    def token(self, change: Change) -> str:
        """One change as a token."""
        return _WRITERS[type(change)](self, change)

    # --- parts of tokens ----------------------------------------------------------------------------------

    def side(self, owner: Owner) -> str:
        """Whose it is; nothing for the player's own."""
        return "" if owner == self.me else letters.LETTERS[owner]

    def place(self, place: str, *, start: bool) -> str:
        """A place, or nothing where that is what no place means."""
        kind, _, rest = place.partition(":")
        if kind in UNSAID:
            return ""
        if kind in ("forest", "path", "ruin"):
            return rest
        if kind == "hand":
            return letters.LETTERS[rest]
        if kind == "board":
            return self.board(*rest.split(":"))
        if kind == "discard":
            return "*" if start else ""
        return {"deck": "**", "burrow": "0", "quests": "Q"}.get(kind, place)

    def board(self, owner: Owner, part: str = "") -> str:
        """A board, one of its columns, or its items that lie in another way than face up."""
        columns = swapped(letters.of(owner).columns)
        if part in columns:
            return f"{self.side(owner)}$_{columns[part]}"
        return f"{self.side(owner)}$" + "".join(word[0] for word in part.split("-") if word)

    def piece(self, owner: Owner, kind: str) -> str:
        """A piece of an owner by its letters."""
        known = PLAIN.get(kind) or swapped(letters.of(owner).pieces)[kind]
        return self.side(owner) + known

    # --- the forms ----------------------------------------------------------------------------------------

    def moved(self, change: Moved) -> str:
        if change.owner == MAP:
            return f"{letters.LANDMARKS[change.piece].piece}->{self.place(change.to, start=False)}"
        piece = self.piece(change.owner, change.piece)
        origin, to = self.place(change.origin, start=True), self.place(change.to, start=False)
        return f"{number(change.count)}{piece}{origin}->{to}"

    def card(self, change: Card) -> str:
        origin, to = self.place(change.origin, start=True), self.place(change.to, start=False)
        if change.origin == "deck" and not self.is_dominance(change):
            origin = ""  # a card without a start is drawn; a dominance card comes from beside the board
        return f"{number(change.count)}{card(change.suit, change.name)}{origin}->{to}"

    def is_dominance(self, change: Card) -> bool:
        return change.name == "dominance"

    def item(self, change: Item) -> str:
        what = f"{number(change.count)}%{ITEM[change.item]}"
        if not change.turns:
            return f"{what}{self.place(change.origin, start=True)}->{self.place(change.to, start=False)}"
        was = "".join(ZONE[word.removeprefix(FROM)] for word in change.turns if word.startswith(FROM))
        now = "+".join(ZONE[word] for word in change.turns if not word.startswith(FROM))
        whose = "" if change.owner == self.me else f"{self.side(change.owner)}$"
        return f"{what}{whose}{was}->{now}"

    def scored(self, change: Scored) -> str:
        sign = "++" if change.points > 0 else "--"
        return f"{self.side(change.owner)}{sign}{number(abs(change.points))}"

    def marker(self, change: Marker) -> str:
        return f"++->{self.side(change.board)}$"

    def fought(self, change: Fought) -> str:
        ambushes = "".join(f"{SUIT[suit]}@" for suit in change.ambushes)
        dice = f"({','.join(map(str, change.dice))})" if change.dice else ""
        return f"{self.side(change.attacker)}X{letters.LETTERS[change.defender]}{change.clearing}{ambushes}{dice}"

    def crafted(self, change: Crafted) -> str:
        return f"Z%{ITEM[change.item]}" if change.item else f"Z{letters.ALONE[change.name]}"

    def revealed(self, change: Revealed) -> str:
        shown = f"{number(change.count)}{card(change.suit, change.name)}" if change.count else ""
        to = letters.LETTERS[change.to] if change.to else ""
        return f"{shown}{self.side(change.owner)}^{to}"

    def set(self, change: Set) -> str:
        board = letters.of(change.owner)
        for letter, box in board.boxes.items():
            if box.keys == (change.key,):
                value = swapped(box.values).get(change.value, change.value)
                return f"{self.side(change.owner)}$_{letter}->{value}"
        assert board.towards is not None
        other = letters.LETTERS[change.key.partition(":")[2]]
        return f"{self.side(change.owner)}$_{other}->{swapped(board.towards.values)[change.value]}"

    def flipped(self, change: Flipped) -> str:
        return f"{self.side(change.owner)}t{change.clearing}^{swapped(letters.of(change.owner).pieces)[change.piece]}"

    def swapped(self, change: Swapped) -> str:
        return f"t{change.first}<->t{change.second}"

    def guessed(self, change: Guessed) -> str:
        owner = next(one for one in self.players if change.piece in letters.of(one).faces)
        return f"?{letters.LETTERS[owner]}{swapped(letters.of(owner).pieces)[change.piece]}{change.clearing}"

    def opened(self, change: Opened) -> str:
        return f"{change.first}_{change.second}->"

    def hired(self, change: Hired) -> str:
        return f"{letters.LETTERS[change.hireling]}->{letters.LETTERS[change.owner]}${number(change.markers)}"


def number(count: int) -> str:
    return "" if count == 1 else str(count)


def card(suit: str, name: str) -> str:
    """A card as far as it is known."""
    id = letters.card_id(suit, name)
    short = letters.SPELLED.get(id) or letters.OWN.get(id) or ""
    return f"{SUIT.get(suit, '')}#{short}"


_WRITERS: dict[type[Change], Callable[[Pen, Any], str]] = {
    Moved: Pen.moved,
    Card: Pen.card,
    Item: Pen.item,
    Scored: Pen.scored,
    Marker: Pen.marker,
    Fought: Pen.fought,
    Crafted: Pen.crafted,
    Revealed: Pen.revealed,
    Set: Pen.set,
    Flipped: Pen.flipped,
    Swapped: Pen.swapped,
    Guessed: Pen.guessed,
    Opened: Pen.opened,
    Hired: Pen.hired,
}


# --- lines ------------------------------------------------------------------------------------------------


class Line(msgspec.Struct):
    """A line of actions: whose it is, and what changed."""

    player: Owner
    turn: int
    changes: list[Change] = []


class Given(msgspec.Struct, eq=False):
    """An answer that was given, how it would be noted, and whether it is."""

    question: Ask
    answer: Answer
    chosen: Chosen
    noted: bool = False


HIRELINGS, LANDMARKS = "Hirelings", "Landmarks"


class Writer:
    """A game that is followed from its first moment, and its record."""

    def __init__(self, state: Root, *, whole: bool = True) -> None:
        self.whole = whole
        self.state = state
        self.follower = Follower(state)
        self.pool: tuple[str, ...] = ()
        self.drafted: list[Owner] = []
        self.answers: list[Given] = []
        """All answers that the writer has heard of."""
        self.ruins: dict[int, tuple[str, ...]] = {}
        """What lay under the ruins."""
        self.passed: list[Given] = []
        """Where somebody said to be done since the last change."""

    def __call__(self, state: Root, events: Sequence[Event]) -> None:
        self.state = state
        if not self.follower.turn:
            self.ruins = {clearing: tuple(items) for clearing, items in state.ruins.items()}
        for event in events:
            if event.key == "setup.cards":
                self.pool = tuple(event.about["factions"])
            elif event.key == "took.faction":
                self.drafted.append(event.about["owner"])
        self.follower(state, events)

    @contextmanager
    def answering(self, question: Ask, answer: Answer) -> Iterator[None]:
        """An answer is given: if no token tells which, it is noted at its place in the line."""
        follower = self.follower
        mark, turn = follower.mark(), follower.turn
        given = Given(
            question, answer, Chosen(turn, sum(made.turn == turn for made in follower.made), spelled(answer))
        )
        yield
        changes = follower.since(mark)
        given.noted = not is_told(question, answer, changes)
        self.answers.append(given)
        for one in self.passed[: put_off([one.question for one in self.passed], question, answer, changes)]:
            one.noted = True
        if changes or follower.turn != turn:
            self.passed = []
        elif isinstance(answer, Done) and turn:
            self.passed.append(given)

    # --- what was done ------------------------------------------------------------------------------------

    def changes(self) -> Iterator[tuple[int, Owner, Change]]:
        """All changes, as far as this record tells them."""
        for made in self.follower.made:
            yield made.turn, made.player, made.change if self.whole else made.veiled

    @property
    def players(self) -> list[Owner]:
        """In the order of the draft; without one in the order of play."""
        return [*self.drafted, *(owner for owner in self.state.order if owner not in self.drafted)]

    def lines(self) -> tuple[list[Line], list[Change]]:
        """The lines of all setups and turns, and what was done with the hirelings before."""
        setups = {owner: Line(owner, 0) for owner in self.players}
        turns = {turn: Line(owner, turn) for turn, owner in self.follower.turns}
        first: list[Change] = []
        for turn, player, change in self.changes():
            if turn:
                turns[turn].changes.append(change)
            elif (owner := self.setter(change, player)) in setups:
                setups[owner].changes.append(change)
            elif owner != LANDMARKS:
                first.append(change)
        return [*setups.values(), *turns.values()], first

    def setter(self, change: Change, player: Owner) -> Owner:
        """In whose setup something is done; what stands where belongs to the header."""
        if isinstance(change, Moved):
            return LANDMARKS if change.owner == MAP else change.owner
        if isinstance(change, (Item, Set, Crafted, Revealed, Scored)):
            return change.owner
        if isinstance(change, Card):
            for place in (change.to, change.origin):
                kind, _, rest = place.partition(":")
                owner = rest.partition(":")[0]
                if kind in ("hand", "board") and owner in self.players:
                    return owner
            if change.to.startswith("board:"):
                return self.players[0]
        return player if player in self.players else self.players[0]

    # --- the text -----------------------------------------------------------------------------------------

    def text(self) -> str:
        """The whole record."""
        if self.state.bots:
            raise Unwritable(NO_BOTS)
        known = (*self.state.order, *hirelings(self.state))
        if not set(known) <= set(letters.LETTERS) or not set(landmarks(self.state)) <= set(letters.LANDMARKS):
            raise Unwritable(NO_LETTER)
        if not self.follower.turns:
            raise Unwritable(NOT_BEGUN)
        lines, first = self.lines()
        setups = [line for line in lines if not line.turn]
        found = [*self.header(first), *self.names(setups)]
        for line in lines:
            if line.turn:
                if line.player == self.state.order[0]:
                    found.append("")
                found.append(self.line(line))
        if self.state.over:
            found += ["", "Winner: " + "".join(letters.LETTERS[owner] for owner in self.state.winners)]
        return "\n".join(found) + "\n"

    def header(self, first: list[Change]) -> Iterator[str]:
        state = self.state
        yield f"Map: {swapped(letters.MAPS)[state.map_id]}"
        yield f"Deck: {swapped(letters.DECKS)[state.deck_id]}"
        if any(state.suits[c] != MAPS[state.map_id].printed_suits[c] for c in CLEARINGS):
            yield "Clearings: " + ", ".join(f"{SUIT[state.suits[c]]}{c}" for c in CLEARINGS)
        standing = self.standing()
        if standing:
            yield f"{LANDMARKS}: " + "/".join(
                f"{letters.LANDMARKS[n].letter}->{at}" for n, at in sorted(standing.items())
            )
        hired = list(hirelings(state))
        if hired:
            names = [letters.LETTERS[side] + "d" * HIRELING_SIDES[side].demoted for side in hired]
            pen = Pen("", self.players)
            yield f"{HIRELINGS}: " + "/".join([", ".join(names), *map(pen.token, merged(first))])
        if self.whole and (ruins := ruins_comment(self.ruins)):
            yield ruins
        if self.pool:
            yield "Pool: " + "".join(letters.FACTIONS[faction].letter for faction in self.pool)

    def standing(self) -> dict[str, int]:
        """Where the landmarks stood at first."""
        found = {name: stands(self.state, name) for name in landmarks(self.state)}
        for turn, _, change in self.changes():
            if not turn and isinstance(change, Moved) and change.owner == MAP:
                found[change.piece] = int(change.to)
        return found

    def names(self, setups: Iterable[Line]) -> Iterator[str]:
        """Who plays, and the setups. After a draft a setup follows the name."""
        lines = {line.player: line for line in setups}
        names = {owner: f"{letters.LETTERS[owner]}: player {n}" for n, owner in enumerate(self.players, 1)}
        if self.drafted:
            for owner in self.players:
                yield from (names[owner], self.line(lines[owner]))
            return
        yield from names.values()
        for owner in self.players:
            yield self.line(lines[owner])

    def line(self, line: Line) -> str:
        pen = Pen(line.player, self.players)
        tokens = "/".join(pen.token(change) for change in merged(line.changes)) or NOTHING
        return f"{letters.LETTERS[line.player]}:{tokens}{comment(self.choices(line))}"

    def choices(self, line: Line) -> Iterator[Chosen]:
        """What was chosen in a turn and no token of its line tells; that of all setups stands in the last."""
        if self.whole and (line.turn or line.player == self.players[-1]):
            for given in self.answers:
                if given.noted and given.chosen.turn == line.turn:
                    yield given.chosen


def merged(changes: Iterable[Change]) -> Iterator[Change]:
    """Unknown cards that go the same way one after the other are one token."""
    last: Change | None = None
    for change in changes:
        if (
            isinstance(change, Card)
            and isinstance(last, Card)
            and not change.name
            and msgspec.structs.replace(change, count=1) == msgspec.structs.replace(last, count=1)
        ):
            last = msgspec.structs.replace(last, count=last.count + change.count)
            continue
        if last is not None:
            yield last
        last = change
    if last is not None:
        yield last


class Retold(Game[Root]):
    """A game that is played again from its log while a writer watches it, who hears of the answers too."""

    def answer(self, seat: str, answer: Answer) -> list[Event]:
        assert isinstance(self.watch, Writer)
        question = self.pending(seat)
        assert question is not None
        with self.watch.answering(question, answer):
            return super().answer(seat, answer)


def write(setup: Setup, entries: Sequence[Entry], *, whole: bool = True) -> str:
    """The record of a game from its log, without what was taken back. Raises Unwritable."""
    if any(seat.board for seat in setup.seats):
        raise Unwritable(NO_BOTS)
    game = Retold.unplayed(RULES, setup, keep=True)
    writer = Writer(game.state, whole=whole)
    game.watch = writer
    try:
        game.replay(entries)
    except (ReplayError, Refused) as error:
        raise Unwritable(NOT_SAME) from error
    return writer.text()
