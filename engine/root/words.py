"""How Root speaks. The sentences are data (`data/root/words.json`); this module fills them in.

A sentence is a template; {names} are filled with the fields of an option, the facts of a question or an
event. Names of clearings, cards, players and pieces are made readable by the kind of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, cast

import msgspec

from engine.flow import Ask, Option
from engine.root.data import CARDS, FACTIONS, LAW, QUESTS, RULINGS, load
from engine.root.view import RootView
from engine.rules import Event, Refusal, View


class WordsFile(msgspec.Struct, frozen=True):
    """The shape of `words.json`."""

    phases: dict[str, str]
    verbs: dict[str, str]
    options: dict[str, str]
    fields: dict[str, str]
    questions: dict[str, str]
    events: dict[str, str]
    names: dict[str, str]
    """Pieces, items, suits, effects and other single words."""


FILE = load("words.json", WordsFile)

CLEARING_FIELDS = {"clearing", "origin", "to"}
OWNER_FIELDS = {
    "owner", "player", "defender", "attacker", "enemy", "seat", "by", "partner", "ally", "target", "side",
    "giver", "victim", "faction",
}  # fmt: skip
CARD_FIELDS = {"card", "cards", "spent", "supporter"}


class _Sentence(Formatter):
    """Fills a template; a name that is missing becomes an empty text, never an error."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, "")


_sentence = _Sentence()


class RootWords:
    """Root, in English."""

    # --- names --------------------------------------------------------------------------------------------

    def seat(self, view: View, seat: str) -> str:
        """A player as people call it, also one who has drafted a faction since."""
        seat = cast(RootView, view).drafted.get(seat, seat)
        for player in view.seats:
            if player.seat == seat:
                return player.name
        return FACTIONS[seat].name if seat in FACTIONS else seat

    def name(self, word: str) -> str:
        """A piece, item, suit or effect in plain words."""
        return FILE.names.get(word, word.replace("-", " ").replace("_", " "))

    def card(self, card: str) -> str:
        """A card by its name and suit."""
        if card in QUESTS:
            return f"{QUESTS[card].name} ({self.name(QUESTS[card].suit)})"
        if card not in CARDS:
            return self.name(card)
        return f"{CARDS[card].name} ({self.name(CARDS[card].suit)})"

    def place(self, view: View, place: Any) -> str:
        """A clearing by number and suit, or a forest by the clearings around it."""
        if place == 0:
            return self.name("everywhere")
        if isinstance(place, int):
            for clearing in cast(RootView, view).clearings:
                if clearing.id == place:
                    return f"{place} ({self.name(clearing.suit)})"
            return str(place)
        return f"the forest between {place.replace('_', ', ')}" if place[:1].isdigit() else self.name(place)

    def value(self, view: View, verb: str, field: str, value: Any) -> str:
        """A value of a field, readable."""
        if isinstance(value, bool):
            return self.name(f"{field}.{'yes' if value else 'no'}")
        if field in CLEARING_FIELDS and not isinstance(value, (tuple, list)):
            return self._to(view, value) if field == "to" else self.place(view, value)
        if isinstance(value, (tuple, list)):
            return ", ".join(self.value(view, verb, field, item) for item in value) or "nothing"
        if isinstance(value, Mapping):
            return ", ".join(f"{count} {self._whose(view, owner)}" for owner, count in value.items())
        if isinstance(value, int):
            return str(value)
        if field in OWNER_FIELDS:
            return self.seat(view, value)
        if field in CARD_FIELDS or value in CARDS or value in QUESTS:
            return self.card(value)
        return self.name(str(value))

    def _to(self, view: View, value: Any) -> str:
        if isinstance(value, str) and any(player.seat == value for player in view.seats):
            return self.seat(view, value)
        return self.place(view, value)

    def _whose(self, view: View, owner: str) -> str:
        return f"of {self.seat(view, owner)}"

    # --- sentences ----------------------------------------------------------------------------------------

    def phase(self, view: View) -> str:
        return FILE.phases.get(view.phase, view.phase.title())

    def verb(self, verb: str) -> str:
        return FILE.verbs.get(verb, verb.replace("_", " ").capitalize())

    def field(self, verb: str, field: str) -> str:
        return (
            FILE.fields.get(f"{verb}.{field}")
            or FILE.fields.get(field)
            or field.replace("_", " ").capitalize()
        )

    def option(self, view: View, option: Option) -> str:
        """An option in a few words."""
        template = FILE.options.get(option.verb)
        fields = {name: self.value(view, option.verb, name, v) for name, v in option.fields().items()}
        if template is None:
            return " ".join([self.verb(option.verb), *fields.values()])
        return self._fill(template, fields)

    def question(self, view: View, ask: Ask) -> str:
        """A question in one sentence."""
        template = FILE.questions.get(ask.key, "Choose what to do.")
        about = {name: self.value(view, "", name, v) for name, v in ask.about.items()}
        if ask.many:
            about |= {"least": str(ask.least), "most": str(ask.most)}
        return self._fill(template, about)

    def event(self, view: View, event: Event) -> str | None:
        """What happened, in one sentence. An empty template: not worth telling."""
        template = FILE.events.get(event.key)
        if not template:
            return None
        about = {name: self.value(view, "", name, v) for name, v in event.about.items()}
        special = SPECIAL_EVENTS.get(event.key)
        if special:
            about |= special(self, view, event)
        return self._fill(template, about)

    def refusal(self, view: View, refusal: Refusal) -> str:
        """Why not, in one sentence."""
        about = {name: self.value(view, "", name, v) for name, v in refusal.about.items()}
        return self._fill(refusal.sentence, about)

    def rule(self, clause: str) -> tuple[str, str] | None:
        """Title and text of a clause."""
        law = LAW.get(clause)
        return (law.title, law.text) if law else None

    def clauses(self) -> Mapping[str, str]:
        """Every clause of the Law with its title."""
        return {clause: law.title for clause, law in LAW.items()}

    def rulings(self) -> Sequence[tuple[str, str, str]]:
        """Our rulings."""
        return [(ruling.id, ruling.clause, ruling.text) for ruling in RULINGS.values()]

    def _fill(self, template: str, about: Mapping[str, str]) -> str:
        text = _sentence.vformat(template, (), about)
        return text[:1].upper() + text[1:]


def _removed(words: RootWords, view: View, event: Event) -> dict[str, str]:
    """What left the map, piece by piece."""
    parts = [
        f"{count} {'warrior' if count == 1 else 'warriors'} of {words.seat(view, owner)}"
        for owner, count in event.about["warriors"].items()
    ]
    parts += [f"{words.seat(view, owner)} {words.name(kind)}" for owner, kind in event.about["pieces"]]
    return {"what": ", ".join(parts)}


SPECIAL_EVENTS: dict[str, Callable[[RootWords, View, Event], dict[str, str]]] = {"removed": _removed}

WORDS = RootWords()
