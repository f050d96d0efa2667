"""The games Glade knows. The platform reaches a game only through `GAMES`, never by importing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import Any, Protocol, cast

from engine.about import About
from engine.flow import Ask, Option
from engine.game import Entry as LogEntry
from engine.lobby import Lobby
from engine.rules import Event, Place, Preview, Refusal, Rules, Setup, View
from engine.sentences import Entry


class Ruling(Protocol):
    """How we play where the rules are silent, and the clause it fills."""

    @property
    def id(self) -> str: ...

    @property
    def clause(self) -> str: ...

    @property
    def text(self) -> str: ...


class Words(Protocol):
    """How a game speaks: every text is made from a view, so nothing hidden can slip in.

    `engine.sentences.Sentences` fills a file of templates; a game overrides what it says differently.
    """

    def question(self, view: View, ask: Ask) -> str:
        """The question in one sentence."""
        ...

    def verb(self, verb: str) -> str:
        """A verb as a button says it: "Move", "Craft a card"."""
        ...

    def done(self, ask: Ask) -> str:
        """What it means to have had enough of this question: "End Daylight", "No ambush"."""
        ...

    def option(self, view: View, option: Option) -> str:
        """A whole option in a few words: "Move 3 warriors from 5 to 10"."""
        ...

    def short(self, view: View, option: Option) -> str:
        """The same for a button on a phone: at most `sentences.LABEL` characters, and never cut."""
        ...

    def preview(self, view: View, parts: Iterable[Preview]) -> str:
        """What an option costs and brings, in one line: "2 wood · +3 points"; "" if there is nothing to say."""
        ...

    def explain(self, field: str, value: Any, bot: str = "") -> str:
        """What somebody new must know of a value to choose it, in at most 100 characters; "" if its name says enough.

        `bot` is the faction of a board that plays by itself, if it is one of its options.
        """
        ...

    def field(self, verb: str, field: str) -> str:
        """A field of a verb as a menu says it: "From clearing"."""
        ...

    def link(self, field: str) -> str:
        """The word before a value of this field on a button: "to", "from"; "" for none."""
        ...

    def value(self, view: View, verb: str, field: str, value: Any) -> str:
        """A value of a field as a menu says it: "5 (mouse)"."""
        ...

    def spot(self, view: View, field: str, value: Any) -> Place | None:
        """The place on the map that a value of a field names; None if it names none."""
        ...

    def event(self, view: View, event: Event) -> str | None:
        """What happened, in one sentence; None if it is not worth telling."""
        ...

    def story(self, view: View, events: Iterable[Event], *, named: bool = False) -> list[str]:
        """What happened, in as few sentences as possible. `named`: each of them says who acts."""
        ...

    def refusal(self, view: View, refusal: Refusal) -> str:
        """Why not, in one sentence."""
        ...

    def seat(self, view: View, seat: str) -> str:
        """A seat as people call it, or another of the view's boards."""
        ...

    def actor(self, view: View, seat: str) -> str:
        """A seat as a sentence about what it did begins: "The Eyrie"."""
        ...

    def place(self, view: View, place: int | str) -> str:
        """A place of the board: "5 (mouse)", "hex 12, plains"."""
        ...

    def standing(self, view: View, seat: str) -> str:
        """How a seat stands, in a word or two: "12", "dominance", "3 of 6 squares"."""
        ...

    def phase(self, view: View) -> str:
        """The present phase."""
        ...

    def end(self, view: View) -> str:
        """How the game was won, after "won by": "points"."""
        ...

    def rule(self, clause: str) -> tuple[str, str] | None:
        """Title and text of a clause in our words."""
        ...

    def clauses(self) -> Mapping[str, str]:
        """Every clause by its number, with its title, in the order of the rules."""
        ...

    def rulings(self) -> Sequence[Ruling]:
        """What we decided where the rules are silent."""
        ...

    def entries(self) -> Sequence[Entry]:
        """Everything that can be looked up by its name: cards, characters, factions, terms."""
        ...


class Policy(Protocol):
    """A sensible choice for an absent player."""

    def __call__(self, view: View, ask: Ask) -> Option | tuple[Option, ...]: ...


class Notation(Protocol):
    """A way in which people write games of this kind down."""

    def write(self, setup: Setup, entries: Sequence[LogEntry], *, whole: bool) -> str:
        """A game from its log, without what was taken back: whole, or only what everybody may know. Raises Unwritable."""
        ...

    def read(self, record: str, corrections: bytes = b"") -> tuple[Setup, Sequence[LogEntry]]:
        """A record, played by the rules: what was agreed, and the log. Raises Unreadable."""
        ...


LOADING = RLock()
"""Whoever loads a part of a game holds it. The parts need each other: two threads that began at two ends would wait for ever."""


class GameKind:
    """A game by its module, loaded when needed: `rules.RULES`, `words.WORDS`, `lobby.LOBBY`, `about.ABOUT`,
    `standin.choose`, `check.check`, and `notation.NOTATION` for a game that has one of this name."""

    def __init__(self, id: str, name: str, module: str, notation_name: str = "") -> None:
        self.id = id
        self.name = name
        self.module = module
        self.notation_name = notation_name

    def _part(self, module: str, name: str) -> Any:
        with LOADING:
            return getattr(import_module(f"{self.module}.{module}"), name)

    @cached_property
    def rules(self) -> Rules[Any]:
        return cast(Rules[Any], self._part("rules", "RULES"))

    @cached_property
    def words(self) -> Words:
        return cast(Words, self._part("words", "WORDS"))

    @cached_property
    def lobby(self) -> Lobby:
        return cast(Lobby, self._part("lobby", "LOBBY"))

    @cached_property
    def about(self) -> About:
        return cast(About, self._part("about", "ABOUT"))

    @cached_property
    def standin(self) -> Policy:
        return cast(Policy, self._part("standin", "choose"))

    @cached_property
    def notation(self) -> Notation | None:
        """How its games are written down."""
        return cast(Notation, self._part("notation", "NOTATION")) if self.notation_name else None

    @cached_property
    def check(self) -> Callable[[Any], list[str]]:
        """What is wrong with a state, by the game's invariants; nothing, for a sound one."""
        return cast(Callable[[Any], list[str]], self._part("check", "check"))


GAMES: dict[str, GameKind] = {
    "root": GameKind("root", "Root", "engine.root", "Rootlog"),
    "harrow": GameKind("harrow", "Harrow County", "engine.harrow"),
}
