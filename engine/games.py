"""The games Glade knows. The platform reaches a game only through `GAMES`, never by importing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol, cast

from engine.flow import Ask, Option
from engine.rules import Event, Refusal, Rules, Setup, View


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

    def explain(self, field: str, value: Any, bot: str = "") -> str:
        """What somebody new must know of a value to choose it, in at most 100 characters; "" if its name says enough.

        `bot` is the faction of a board that plays by itself, if it is one of its options.
        """
        ...

    def field(self, verb: str, field: str) -> str:
        """A field of a verb as a menu says it: "From clearing"."""
        ...

    def value(self, view: View, verb: str, field: str, value: Any) -> str:
        """A value of a field as a menu says it: "5 (mouse)"."""
        ...

    def event(self, view: View, event: Event) -> str | None:
        """What happened, in one sentence; None if it is not worth telling."""
        ...

    def story(self, view: View, events: Iterable[Event]) -> list[str]:
        """What happened, in as few sentences as possible."""
        ...

    def refusal(self, view: View, refusal: Refusal) -> str:
        """Why not, in one sentence."""
        ...

    def seat(self, view: View, seat: str) -> str:
        """A seat as people call it."""
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


class Lobby(Protocol):
    """What is agreed before a game starts."""

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """The game's own options: {"map": {"autumn": "Autumn", …}, …}; the first value is the default."""
        ...

    def matters(self, setup: Setup, choice: str) -> bool:
        """Does one of these options change anything at such a table? If not, nobody is asked for it."""
        ...

    def seats(self) -> range:
        """How many seats the game takes."""
        ...

    def factions(self) -> Mapping[str, str]:
        """What a person can play, by id, with its name."""
        ...

    def boards(self) -> Mapping[str, str]:
        """What can play by itself ("clockwork"), by faction id, with its name."""
        ...

    def board_options(self, faction: str) -> Mapping[str, Mapping[str, str]]:
        """The options of such a board: {"difficulty": {...}, "traits": {...}}."""
        ...

    def reactions(self) -> Mapping[str, Mapping[str, str]]:
        """Questions out of turn that a standing order may answer: by key, verbs and what each means in words."""
        ...

    def problems(self, setup: Setup) -> list[str]:
        """Why the game cannot start like this; empty if it can."""
        ...

    def advice(self, setup: Setup) -> list[str]:
        """Friendly warnings that do not stop the game."""
        ...


class Policy(Protocol):
    """A sensible choice for an absent player."""

    def __call__(self, view: View, ask: Ask) -> Option | tuple[Option, ...]: ...


class GameKind:
    """A game by its module, loaded when needed: `rules.RULES`, `words.WORDS`, `lobby.LOBBY`, `standin.choose`,
    `check.check`."""

    def __init__(self, id: str, name: str, module: str) -> None:
        self.id = id
        self.name = name
        self.module = module

    @cached_property
    def rules(self) -> Rules[Any]:
        return cast(Rules[Any], import_module(f"{self.module}.rules").RULES)

    @cached_property
    def words(self) -> Words:
        return cast(Words, import_module(f"{self.module}.words").WORDS)

    @cached_property
    def lobby(self) -> Lobby:
        return cast(Lobby, import_module(f"{self.module}.lobby").LOBBY)

    @cached_property
    def standin(self) -> Policy:
        return cast(Policy, import_module(f"{self.module}.standin").choose)

    @cached_property
    def check(self) -> Callable[[Any], list[str]]:
        """What is wrong with a state, by the game's invariants; nothing, for a sound one."""
        return cast(Callable[[Any], list[str]], import_module(f"{self.module}.check").check)


GAMES: dict[str, GameKind] = {"root": GameKind("root", "Root", "engine.root")}
