"""Sentences for every game: templates that are data, filled in with readable names.

{names} of a template are filled with the fields of an option, the facts of a question or an event. A name may say
how:

    {warriors:warrior|warriors}   1 warrior, 3 warriors
    {kind:a}                      a sawmill, the keep
    {owner:^}                     with a capital letter
    {card:? with %}               the words behind ?, with the value for %, or nothing if there is no value
    {owner:/takes|take}           the word that agrees with a name: the Eyrie takes, the Corvids take
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from string import Formatter
from typing import Any, NamedTuple

import msgspec

from engine.flow import Ask, Option
from engine.rules import Event, Place, Preview, Refusal, View

APART = " · "
"""Between the parts of a line that are no sentence together."""
LABEL = 38
"""So many characters of a button fit on a phone."""
TEMPLATES = 8192
"""So many templates are kept as they were read: more than all games have together."""
LEVELS = 2
"""A gap of a template may have gaps in it, and they none."""


class WordsFile(msgspec.Struct, frozen=True):
    """All sentences of a game, as its data hold them."""

    phases: dict[str, str] = {}
    verbs: dict[str, str] = {}
    done: dict[str, str] = {}
    """What it means to have had enough, by question."""
    options: dict[str, str] = {}
    labels: dict[str, str] = {}
    """Options for a button, where the whole sentence is too long."""
    fields: dict[str, str] = {}
    questions: dict[str, str] = {}
    events: dict[str, str] = {}
    """An empty one: not worth telling."""
    previews: dict[str, str] = {}
    """What a choice costs or brings, by key: each a few words, read one after another."""
    explained: dict[str, str] = {}
    """What a value means to somebody new, by field and value."""
    names: dict[str, str] = {}
    """Single words; "a.…" and "many.…" are articles and plurals, "field.value" is for one field alone.
    "number.…": "many" for a name that a sentence speaks of in the plural."""


class Entry(msgspec.Struct, frozen=True):
    """Something that can be looked up by its name: a card, a character, a faction, a term."""

    id: str
    kind: str
    """What it is, in a word: "Card"."""
    name: str
    text: str
    clause: str = ""


class Word(msgspec.Struct, frozen=True):
    """A value with its readable form."""

    text: str
    raw: Any = ""
    many: bool = False
    """Does a sentence speak of it in the plural?"""

    def __str__(self) -> str:
        return self.text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def runs(told: Iterable[str]) -> list[str]:
    """The same sentence several times in a row is said once."""
    counted = [(sentence, len(list(same))) for sentence, same in groupby(told)]
    return [f"{one} (×{count})" if count > 1 else one for one, count in counted]


NOTHING = Word("")


class Gap(NamedTuple):
    """A {name} of a template and how it is told; that may have gaps of its own."""

    name: str
    how: str | Parts


Parts = tuple[str | Gap, ...]
"""A template as it was read: what stands between the gaps, and the gaps."""


@lru_cache(maxsize=TEMPLATES)
def parts_of(template: str, levels: int = LEVELS) -> Parts | None:
    """A template, read once. None for what is left to a Formatter: a broken one, and more than plain names in its gaps."""
    parts: list[str | Gap] = []
    try:
        for text, name, spec, conversion in Formatter().parse(template):
            parts += [text] if text else []
            if name is None:
                continue
            how = parts_of(spec or "", levels - 1) if levels else None
            if how is None or conversion or not name.isidentifier():
                return None
            texts = [part for part in how if isinstance(part, str)]
            parts.append(Gap(name, "".join(texts) if len(texts) == len(how) else how))
    except ValueError:
        return None
    return tuple(parts)


class Names(Formatter):
    """Single words by id, and the templates that are filled with them.

    A name that a template lacks becomes an empty text, never an error.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def plain(self, word: str) -> str:
        """An id in plain words."""
        return self.names.get(word, word.replace("-", " ").replace("_", " "))

    def a(self, word: str) -> str:
        """One of a kind: "a sawmill", "the keep"."""
        return self.names.get(f"a.{word}") or f"a {self.plain(word)}"

    def several(self, word: str, count: int) -> str:
        """So many of a kind: "a sawmill", "2 sawmills"."""
        return (
            self.a(word)
            if count == 1
            else f"{count} {self.names.get(f'many.{word}') or self.plain(word) + 's'}"
        )

    def is_many(self, word: str) -> bool:
        """Is this the name of several: "the Corvids take"?"""
        return f"number.{word}" in self.names

    def listed(self, parts: Iterable[str]) -> str:
        """A list as a sentence has it: "one, two and three"."""
        *most, last = list(parts) or [self.plain("nothing")]
        return f"{', '.join(most)} and {last}" if most else last

    def fill(self, template: str, about: Mapping[str, Word]) -> str:
        """The sentence, with a capital letter."""
        return capital(self.vformat(template, (), about))

    def vformat(self, template: str, args: Any, kwargs: Any) -> str:
        parts = parts_of(template)
        return super().vformat(template, args, kwargs) if parts is None else self._filled(parts, kwargs)

    def _filled(self, parts: Parts, about: Mapping[str, Any]) -> str:
        told = []
        for part in parts:
            if isinstance(part, str):
                told.append(part)
            else:
                how = part.how if isinstance(part.how, str) else self._filled(part.how, about)
                told.append(self.format_field(about.get(part.name, NOTHING), how))
        return "".join(told)

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return kwargs.get(key, NOTHING)

    def format_field(self, value: Any, spec: str) -> str:
        word = value if isinstance(value, Word) else Word(str(value), value)
        if not spec:
            return word.text
        if spec.startswith("?"):
            return spec[1:].replace("%", word.text) if word.raw else ""
        if spec.startswith("/"):
            one, many = spec[1:].split("|")
            return many if word.many else one
        if "|" in spec:
            one, many = spec.split("|")
            return f"{word.text} {one if word.raw == 1 else many}"
        if spec == "a":
            return self.a(str(word.raw))
        return capital(word.text) if spec == "^" else word.text


class Sentences:
    """How a game speaks, from its file of words. A game says what its values are called: `told` and `brief`."""

    def __init__(self, file: WordsFile, names: Mapping[str, str] | None = None) -> None:
        self.file = file
        self.names = Names(file.names if names is None else names)

    # --- what a game says differently ---------------------------------------------------------------------

    def told(self, view: View, field: str, value: Any) -> str:
        """A value within a sentence."""
        if isinstance(value, bool):
            return self.names.plain(f"{field}.{'yes' if value else 'no'}")
        if isinstance(value, (tuple, list)):
            return self.names.listed(self.told(view, field, one) for one in value)
        if isinstance(value, str) and any(seat.seat == value for seat in view.seats):
            return self.seat(view, value)
        return self.names.names.get(f"{field}.{value}") or self.names.plain(str(value))

    def many(self, view: View, field: str, value: Any) -> bool:
        """Does a sentence speak of this value in the plural?"""
        if isinstance(value, (tuple, list)):
            return len(value) > 1
        return isinstance(value, str) and self.names.is_many(value)

    def brief(self, view: View, field: str, value: Any) -> str:
        """A value in as few letters as possible."""
        return self.told(view, field, value)

    def seat(self, view: View, seat: str) -> str:
        return next((one.name for one in view.seats if one.seat == seat), seat)

    def place(self, view: View, place: int | str) -> str:
        return self.told(view, "place", place)

    def actor(self, view: View, seat: str) -> str:
        """A seat as a sentence about it begins: "The Eyrie"."""
        return capital(self.told(view, "owner", seat))

    def standing(self, view: View, seat: str) -> str:
        score = next((one.score for one in view.seats if one.seat == seat), None)
        return "" if score is None else str(score)

    def end(self, view: View) -> str:
        return self.names.plain(view.end)

    # --- what all games say alike -------------------------------------------------------------------------

    def value(self, view: View, verb: str, field: str, value: Any) -> str:
        """A value of a field, as a menu says it."""
        return capital(self.told(view, field, value))

    def spot(self, view: View, field: str, value: Any) -> Place | None:
        """The place on the map that a value of a field names; a game that has a map says so."""
        return None

    def phase(self, view: View) -> str:
        return self.file.phases.get(view.phase) or capital(self.names.plain(view.phase))

    def verb(self, verb: str) -> str:
        return self.file.verbs.get(verb, capital(self.names.plain(verb)))

    def done(self, ask: Ask) -> str:
        """What it means to have had enough of a question."""
        return self.file.done.get(ask.key) or self.verb("done")

    def field(self, verb: str, field: str) -> str:
        fields = self.file.fields
        return fields.get(f"{verb}.{field}") or fields.get(field) or capital(self.names.plain(field))

    def link(self, field: str) -> str:
        """The word before a value of this field on a button."""
        return self.names.names.get(f"link.{field}", "")

    def option(self, view: View, option: Option) -> str:
        """An option in a few words."""
        template = self.file.options.get(option.verb)
        fields = self.words(view, option.fields())
        if template is None:
            return " ".join([self.verb(option.verb), *(word.text for word in fields.values())])
        return self.names.fill(template, fields)

    def short(self, view: View, option: Option) -> str:
        """An option for a button: all of it if that fits, else as much as does."""
        tried = self._tried(view, option)
        return next((text for text in tried if 0 < len(text) <= LABEL), self.verb(option.verb))

    def _tried(self, view: View, option: Option) -> Iterator[str]:
        """An option, shorter and shorter."""
        yield self.option(view, option)
        brief = {
            name: Word(self.brief(view, name, value), value, self.many(view, name, value))
            for name, value in option.fields().items()
        }
        for templates in (self.file.options, self.file.labels):
            yield self.names.fill(templates.get(option.verb, ""), brief)

    def preview(self, view: View, parts: Iterable[Preview]) -> str:
        """What an option costs and brings, in one line."""
        said = (self.names.fill(self.file.previews[one.key], self.words(view, one.about)) for one in parts)
        return APART.join(said)

    def explain(self, field: str, value: Any, bot: str = "") -> str:
        """What a value means to somebody new."""
        return self.file.explained.get(f"{field}.{value}", "")

    def question(self, view: View, ask: Ask) -> str:
        """A question in one sentence."""
        template = self.file.questions.get(ask.key, "Choose what to do.")
        facts = {"least": ask.least, "most": ask.most, "count": len(ask.options)} if ask.many else {}
        return self.names.fill(template, self.words(view, {**facts, **ask.about}))

    def event(self, view: View, event: Event) -> str | None:
        """What happened, in one sentence; None if it is not worth telling."""
        template = self.file.events.get(event.key)
        return self.names.fill(template, self.facts(view, event)) if template else None

    def facts(self, view: View, event: Event) -> dict[str, Word]:
        """What a sentence about an event is filled with."""
        return self.words(view, event.about)

    def story(self, view: View, events: Iterable[Event], *, named: bool = False) -> list[str]:
        """What happened, in as few sentences as possible. `named`: each of them says who acts."""
        return runs(sentence for event in events if (sentence := self.event(view, event)))

    def refusal(self, view: View, refusal: Refusal) -> str:
        """Why not, in one sentence."""
        return self.names.fill(refusal.sentence, self.words(view, refusal.about))

    def words(self, view: View, about: Mapping[str, Any]) -> dict[str, Word]:
        return {name: self.word(view, name, value) for name, value in about.items()}

    def word(self, view: View, field: str, value: Any) -> Word:
        """A value with its name, for a sentence."""
        return Word(self.told(view, field, value), value, self.many(view, field, value))

    # --- the rules in words; a game without a text of its own has none ------------------------------------

    def rule(self, clause: str) -> tuple[str, str] | None:
        return None

    def clauses(self) -> Mapping[str, str]:
        return {}

    def rulings(self) -> Sequence[Any]:
        return ()

    def entries(self) -> Sequence[Entry]:
        return ()
