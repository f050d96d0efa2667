"""A record in the notation, read line by line: header, turns, tokens. It needs no rules of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from engine.root.rootlog import letters
from engine.root.rootlog.changes import Change
from engine.root.rootlog.grammar import CLEARING, Misread, action
from engine.rules import Unreadable

TWELVE = 12


class BadRecord(Unreadable):
    """A record that cannot be read: the line and column, both from 1, and one sentence."""

    def __init__(self, line: int, column: int, sentence: str, clause: str = "") -> None:
        super().__init__(f"Line {line}, column {column}: {sentence}{f' ({clause})' if clause else ''}")
        self.line = line
        self.column = column
        self.sentence = sentence
        self.clause = clause


class Token(msgspec.Struct, frozen=True):
    """One action as it stands in the record, and what it says."""

    text: str
    line: int
    column: int
    changes: tuple[Change, ...]


class Turn(msgspec.Struct, frozen=True):
    """One line of actions of one player."""

    player: str
    line: int
    tokens: tuple[Token, ...]
    is_setup: bool = False


class Hireling(msgspec.Struct, frozen=True):
    name: str
    demoted: bool = False


class Record(msgspec.Struct, frozen=True):
    """A whole record."""

    map: str
    deck: str
    suits: dict[int, str]
    """The suits of the clearings; empty for the printed ones."""
    players: tuple[str, ...]
    """In the order of the draft."""
    turns: tuple[Turn, ...]
    winners: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    landmarks: dict[str, int] = {}
    hirelings: tuple[Hireling, ...] = ()
    hireling_setup: tuple[Token, ...] = ()
    ruins: dict[int, tuple[str, ...]] = {}
    """What lay under the ruins, if a comment tells."""

    @property
    def order(self) -> tuple[str, ...]:
        """The order of play: as the players' lines follow each other after the setup."""
        played = [turn.player for turn in self.turns if not turn.is_setup]
        return tuple(dict.fromkeys((*played, *self.players)))


class _Line(msgspec.Struct, frozen=True):
    number: int
    text: str

    def bad(self, sentence: str, column: int = 0) -> BadRecord:
        return BadRecord(self.number, column + 1, sentence)


def read(text: str) -> Record:
    """A record from its text. Raises BadRecord."""
    return _Reading().read(text)


def lines_of(text: str) -> Iterator[_Line]:
    """Lines that say something, without their comments."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        said = line.split("//", 1)[0].rstrip()
        if said.strip():
            yield _Line(number, said)


class _Reading:
    """What has been read so far."""

    def __init__(self) -> None:
        self.found: dict[str, _Line] = {}
        self.sides: dict[str, str] = {}
        self.sides_and_hired: dict[str, str] = {}
        self.played: list[tuple[_Line, str]] = []
        self.turns: list[Turn] = []
        self.set_up: set[str] = set()
        self.winners: tuple[str, ...] = ()

    def read(self, text: str) -> Record:
        for line in lines_of(text):
            self.line(line)
        if not self.sides:
            raise BadRecord(1, 1, "There are no players in this record.")
        hired = self.hirelings()
        self.sides_and_hired = self.sides | {
            letters.LETTERS[side]: side
            for side in (letters.HIRELING_SIDES[one.name, one.demoted] for one in hired)
        }
        self.turns = [self.turn(line, player) for line, player in self.played]
        return Record(
            self.named("Map", letters.MAPS, "Autumn"),
            self.named("Deck", letters.DECKS),
            self.suits(),
            tuple(self.sides.values()),
            tuple(self.turns),
            self.winners,
            self.pool(),
            self.landmarks(),
            hired,
            self.hireling_setup(),
        )

    def line(self, line: _Line) -> None:
        head, colon, rest = line.text.lstrip().partition(":")
        if not colon:
            raise line.bad("A line begins with a name and a colon.")
        if head == "Winner":
            self.winners = tuple(self.player(line, letter) for letter in rest.strip() if letter.isalpha())
        elif len(head) > 1:
            if head not in ("Map", "Deck", "Clearings", "Landmarks", "Hirelings", "Pool"):
                raise line.bad(f"There is no header «{head}».")
            self.found[head] = line
        elif head not in self.sides:
            self.sides[head] = self.seat(line, head)
        else:
            self.played.append((line, self.sides[head]))

    def seat(self, line: _Line, letter: str) -> str:
        """Who plays by a letter."""
        if letter not in letters.SIDES:
            raise line.bad("There is no faction of this letter.")
        return letters.SIDES[letter]

    def player(self, line: _Line, letter: str) -> str:
        if letter not in self.sides:
            raise line.bad("Nobody plays this faction.", line.text.find(letter))
        return self.sides[letter]

    def turn(self, line: _Line, player: str) -> Turn:
        """The first line of a player is its setup."""
        is_setup = player not in self.set_up
        self.set_up.add(player)
        start = line.text.index(":") + 1
        tokens = tuple(self.tokens(line, player, start))
        return Turn(player, line.number, tokens, is_setup)

    def tokens(self, line: _Line, player: str, start: int) -> Iterator[Token]:
        if not line.text[start:].strip():
            raise line.bad("A turn has at least one action.", start)
        for found in re.finditer(r"[^/;]*(?:[/;]|$)", line.text[start:]):
            raw = found[0].rstrip("/;")
            if not found[0]:
                continue
            text = raw.strip()
            column = start + found.start() + len(raw) - len(raw.lstrip())
            if not text:
                raise line.bad("An action is empty.", column)
            try:
                yield Token(text, line.number, column + 1, action(text, player, self.sides_and_hired))
            except Misread as error:
                sentence = f"«{text}»: {error.sentence}"
                raise BadRecord(line.number, column + error.column + 1, sentence) from error

    # --- the header ---------------------------------------------------------------------------------------

    def named(self, head: str, known: dict[str, str], old: str = "") -> str:
        line = self.found.get(head)
        if line is None:
            raise BadRecord(1, 1, f"The header «{head}» is missing.")
        value = self.value(line)
        if value == old:
            value = next(iter(known))
        if value not in known:
            raise line.bad(f"«{value}» is no {head.lower()} we know.", line.text.index(":") + 1)
        return known[value]

    def value(self, line: _Line) -> str:
        return line.text.split(":", 1)[1].strip()

    def suits(self) -> dict[int, str]:
        line = self.found.get("Clearings")
        if line is None:
            return {}
        suits: dict[int, str] = {}
        for one in self.value(line).split(","):
            found = re.fullmatch(rf"([FMR])({CLEARING})", one.strip())
            if found is None:
                raise line.bad(f"«{one.strip()}» is no clearing with its suit.", line.text.find(one))
            suits[int(found[2])] = letters.SUITS[found[1]]
        if len(suits) != TWELVE:
            raise line.bad("All twelve clearings need their suits.")
        return suits

    def pool(self) -> tuple[str, ...]:
        line = self.found.get("Pool")
        if line is None:
            return ()
        unknown = [l for l in self.value(line) if l not in letters.SIDES]
        if unknown:
            raise line.bad("There is no faction of this letter.", line.text.rfind(unknown[0]))
        return tuple(self.value(line))

    def landmarks(self) -> dict[str, int]:
        line = self.found.get("Landmarks")
        if line is None:
            return {}
        placed = {}
        for one in self.value(line).split("/"):
            found = re.fullmatch(rf"([a-z]+)->({CLEARING})", one.strip())
            name = letters.PLACED.get(found[1]) if found is not None else None
            if found is None or name is None:
                raise line.bad(f"«{one.strip()}» is no landmark with its clearing.", line.text.find(one))
            placed[name] = int(found[2])
        return placed

    def hirelings(self) -> tuple[Hireling, ...]:
        line = self.found.get("Hirelings")
        if line is None:
            return ()
        hired = []
        for one in self.value(line).partition("/")[0].split(","):
            found = re.fullmatch(r"h_([A-Z])(d?)", one.strip())
            if found is None or found[1] not in letters.HIRED:
                raise line.bad(f"«{one.strip()}» is no hireling.", line.text.find(one))
            hired.append(Hireling(letters.HIRED[found[1]], bool(found[2])))
        return tuple(hired)

    def hireling_setup(self) -> tuple[Token, ...]:
        """What is done with the hirelings before anybody sets up."""
        line = self.found.get("Hirelings")
        if line is None or "/" not in line.text:
            return ()
        return tuple(self.tokens(line, "", line.text.index("/") + 1))
