"""The account of what happened, in lines short enough for a phone.

The same thing in several clearings is told once. What a bot does in its own turn is told so that it can be checked:
step by step under the printed name of the step, with the reason behind everything it chose, what it left out and why,
and every point with its source. Its name stands once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

import msgspec

from engine.root.view import ClearingView, RootView
from engine.rules import Event, SeatView, View
from engine.sentences import Word, capital

if TYPE_CHECKING:
    from engine.root.words import RootWords

ONLY_ONE = "the only one"
"""Why a bot chose what it had to choose: that needs no words."""
LONG = 240
"""A line of a bot's turn ends before it is longer."""
SCENES = 512
"""So many scenes are kept: one for every table of which something is told."""


class Scene(msgspec.Struct, frozen=True, eq=False):
    """All that the account reads of a view: who plays what under which name, and the suits of the clearings.

    It is one and the same for all views of a table that agree in this, so that sentences can be kept by it.
    """

    view: RootView
    """A view that knows nothing else."""

    @staticmethod
    def of(view: View) -> Scene:
        view = cast(RootView, view)
        return _scene(
            tuple([(seat.seat, seat.plays, seat.name, seat.board) for seat in view.seats]),
            tuple([(clearing.id, clearing.suit) for clearing in view.clearings]),
            tuple(view.drafted.items()),
        )


@lru_cache(maxsize=SCENES)
def _scene(
    seats: tuple[tuple[str, str, str, str], ...],
    suits: tuple[tuple[int, str], ...],
    drafted: tuple[tuple[str, str], ...],
) -> Scene:
    known = RootView(
        game="root",
        seat=None,
        turn=0,
        active="",
        phase="",
        map="",
        deck="",
        seats=tuple(SeatView(seat=seat, plays=what, name=name, board=by) for seat, what, name, by in seats),
        clearings=tuple(ClearingView(id=id, suit=suit, slots=0) for id, suit in suits),
        drafted=dict(drafted),
    )
    return Scene(known)


class Account:
    """Sentences that gather, and become lines."""

    def __init__(self, words: RootWords, scene: Scene, *, named: bool = False) -> None:
        self.words = words
        self.scene = scene
        self.view = scene.view
        self.named = named
        """Every line names who acts, for a few lines out of their turn."""
        self.lines: list[str] = []
        self.bot = ""
        """Whose turn is told now; "" for a person's."""
        self.speech = words
        """The words in which a bot is called "it" in its own turn."""
        self.introduced = False
        self.step = ""
        """The step that has begun and has led to nothing so far."""
        self.why = ""
        self.skipped: list[tuple[str, str]] = []
        self.reasons: dict[Any, str] = {}
        self.open = False
        """May the next sentence join the last line?"""
        self.fought = False
        """Is there a battle in it already?"""

    def add(self, event: Event) -> None:
        """One more event."""
        match event.key:
            case "turn":
                self.leave()
                self.begin("")
                self.tell(event)
                self.begin(event.about["owner"])
                self.introduced = self.open = bool(self.lines)
            case "bot.step":
                self.leave_step()
                if not self.named and self.bot != event.about["owner"]:
                    self.begin(event.about["owner"])
                self.step = self.words.step(self.view, event)
            case "bot.skipped":
                self.why = self.words.told(self.view, "why", event.about["why"])
            case "bot.chose":
                self.choose(event)
            case _:
                self.tell(event)

    def begin(self, owner: str) -> None:
        """A turn begins. Is it a bot's?"""
        played = next((seat for seat in self.view.seats if seat.seat == owner), None)
        self.bot = owner if played and played.board and not self.named else ""
        self.speech = self.words.speaking_of(self.bot)
        self.introduced = False

    def choose(self, event: Event) -> None:
        """What a bot chose, and why; that there was only one needs no words."""
        chosen = event.about.get("clearing") or event.about.get("player") or event.about.get("what")
        if event.about["why"] == ONLY_ONE:
            self.reasons.pop(chosen, None)
        else:
            self.reasons[chosen] = self.words.told(self.view, "why", event.about["why"])

    def tell(self, event: Event) -> None:
        """A sentence: it joins the line of its step, or begins a new one."""
        sentence = self.speech.sentence(self.scene, event, self.reasons)
        if not sentence:
            return
        if not self.bot:
            self.lines.append(sentence)
            return
        self.tell_skipped()
        if self.step:
            self.line(f"{self.step}: {small(sentence)}")
            self.step = ""
        elif self.joins(event, sentence):
            self.lines[-1] += f" {sentence}"
        else:
            self.line(sentence)
        self.open = True
        self.fought = self.fought or event.key == "battle"

    def joins(self, event: Event, sentence: str) -> bool:
        """Does a sentence join the last line? Not a second battle, and not for too long."""
        second = event.key == "battle" and self.fought
        return self.open and not second and len(self.lines[-1]) + len(sentence) < LONG

    def line(self, text: str) -> None:
        """A new line; the first one of a turn names the bot."""
        if not self.introduced:
            text = f"{capital(self.words.player(self.view, self.bot))}. {text}"
            self.introduced = True
        self.lines.append(text)
        self.fought = False

    def leave_step(self) -> None:
        """A step is over. One that led to nothing is told with those like it."""
        if self.step:
            self.skipped.append((self.step, self.why))
        self.step = self.why = ""
        self.reasons.clear()
        self.open = False

    def leave(self) -> None:
        """A turn is over."""
        self.leave_step()
        if self.bot:
            self.tell_skipped()

    def tell_skipped(self) -> None:
        """What a bot left out, and why, in one line."""
        if not self.skipped:
            return
        parts = []
        for why, steps in groupby(self.skipped, key=lambda one: one[1]):
            names = ", ".join(dict.fromkeys(step for step, _ in steps))
            parts.append(f"{names} ({why})" if why else names)
        self.skipped = []
        self.line(self.words.skipped("; ".join(parts)))


def small(text: str) -> str:
    """A sentence behind a colon."""
    return text[:1].lower() + text[1:]


def because(text: str, why: str) -> str:
    """A place or a player with the reason why a bot chose it: "5 (fox; most enemy pieces)"."""
    return f"{text[:-1]}; {why})" if text.endswith(")") else f"{text} ({why})"


def with_reasons(
    facts: dict[str, Word], template: str, fields: Iterable[str], reasons: dict[Any, str]
) -> dict[str, Word]:
    """The facts of a sentence, each chosen one with its reason; a reason is told once."""
    if not reasons:
        return facts
    told = dict(facts)
    for name in fields:
        word = told.get(name)
        if word is not None and f"{{{name}" in template and _plain(word.raw) and word.raw in reasons:
            told[name] = msgspec.structs.replace(word, text=because(word.text, reasons.pop(word.raw)))
    return told


def _plain(value: Any) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)
