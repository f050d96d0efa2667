"""How Root speaks. The sentences are data, filled in by `engine.sentences`.

They stand in `data/root/words.json` and, for every part of the game, in a `words.json` beside its facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, cast

import msgspec

from engine.root.account import Account, Scene, with_reasons
from engine.root.data import (
    BOTS,
    CARDS,
    FACTIONS,
    HIRELING_SIDES,
    LANDMARKS,
    LAW,
    QUESTS,
    RULINGS,
    Ruling,
    files,
    load,
    named,
)
from engine.root.telling import EXPLAINS, TELLS, tells
from engine.root.view import RootView
from engine.rules import Event, Place, View
from engine.sentences import Entry, Names, Sentences, Word, WordsFile, capital, runs


class RootFile(WordsFile, frozen=True):
    """The shape of `words.json`, of the core's and of every part's."""

    players: dict[str, str] = {}
    """Players as a sentence calls them, by what they play."""
    means: dict[str, str] = {}
    """What a field holds, if it is more than a word or a number: "place", "player" or "card"."""
    commands: dict[str, str] = {}
    """Verbs of its own that people look for under a command: "slip" under "move"."""
    widest: dict[str, str] = {}
    """The longest value of a field of its own: by it the labels of buttons are checked."""
    own: dict[str, str] = {}
    """Events as they are told within the turn of the bot they are about; an empty one is not told there."""
    lesson: dict[str, str] = {}
    """Goals of a taught first game: "ROUND QUESTION EVENT" (the event that shows it was reached, or -), and the goal."""
    merged: dict[str, str] = {}
    """Events that often come several times in a row in different clearings, and how they are told together."""


def all_words() -> RootFile:
    """The words of the core and of every part, together."""
    found = RootFile()
    for file in files("words.json"):
        part = load(file, RootFile)
        for group in RootFile.__struct_fields__:
            getattr(found, group).update(getattr(part, group))
    return found


FILE = all_words()


def meaning(kind: str) -> frozenset[str]:
    """The fields that hold a place, a player or a card, as the words declare them."""
    return frozenset(field for field, means in FILE.means.items() if kind in means.split(" or "))


PLACES, PLAYERS, CARD = meaning("place"), meaning("player"), meaning("card")
CHOSEN = PLACES | PLAYERS
"""The fields that may hold what a bot chose."""
FEW = 2
"""So many clearings of a list are told with their suits."""
CARD_TEXT = "card_text"
"""A field that holds a card, and is told with what is printed on it."""
EXPLAINED = "explained"
"""A field that holds a key of what is explained, and is told with that line."""
CARD_LINE = "card_line"
"""A field that holds a side of a hireling card and the number of a line on it, and is told with that line."""

NAMES: dict[str, str] = {
    **{card.effect: card.name for card in CARDS.values() if card.effect},
    **{id: name for faction in FACTIONS for id, name in named("factions", faction).items()},
    **FILE.names,
}

_NAMED = Counter(name for name, _ in {(card.name, card.suit) for card in CARDS.values()})
ONE_SUIT = {id for id, card in CARDS.items() if _NAMED[card.name] == 1}
"""Cards whose name tells the suit."""


class PieceNames(Names):
    """Words of Root; a building on a landmark's slot is "roost@LANDMARK"."""

    def plain(self, word: str) -> str:
        kind, _, slot = word.partition("@")
        return f"{super().plain(kind)} on {super().plain(f'slot.{slot}')}" if slot else super().plain(word)

    def a(self, word: str) -> str:
        kind, _, slot = word.partition("@")
        return f"{super().a(kind)} on {super().plain(f'slot.{slot}')}" if slot else super().a(word)


_names = PieceNames(NAMES)
plain, a, several, listed = _names.plain, _names.a, _names.several, _names.listed

KEPT = 16384
"""So many sentences of all tables are kept; that is about 5 MB."""


class RootWords(Sentences):
    """Root, in English."""

    subject = ""
    """Who need not be named: the bot whose turn is told."""

    def __init__(self) -> None:
        super().__init__(FILE, NAMES)
        self.names = _names
        import_module("engine.root.rules")  # with them the parts are found, and what they tell themselves

    # --- names --------------------------------------------------------------------------------------------

    def seat(self, view: View, seat: str) -> str:
        """A player by name, also one who has drafted a faction since."""
        seat = cast(RootView, view).drafted.get(seat, seat)
        for player in view.seats:
            if player.seat == seat:
                return player.name
        known = FACTIONS.get(seat) or LANDMARKS.get(seat) or HIRELING_SIDES.get(seat)
        return known.name if known else seat

    def player(self, view: View, seat: str) -> str:
        """A player as a sentence calls it: "the Marquise"; a bot by its own name, as the scores do."""
        seat = cast(RootView, view).drafted.get(seat, seat)
        if seat == self.subject:
            return plain("it")
        player = next((one for one in view.seats if one.seat == seat), None)
        if player and player.board:
            return f"the {player.name}"
        plays = player.plays if player else seat
        return FILE.players.get(seat) or FILE.players.get(plays) or self.seat(view, seat)

    def many(self, view: View, field: str, value: Any) -> bool:
        """Is the name of a player that of several? A bot goes by a name of its own; "it" is one."""
        if field not in PLAYERS or not isinstance(value, str):
            return super().many(view, field, value)
        seat = cast(RootView, view).drafted.get(value, value)
        if seat == self.subject:
            return False
        player = next((one for one in view.seats if one.seat == seat), None)
        plays = player.plays if player else seat
        return self.names.is_many(f"{player.board}-{plays}" if player and player.board else plays)

    def _short_player(self, view: View, seat: str) -> str:
        """A player in as few letters as possible."""
        full = self.player(view, seat).removeprefix("the ")
        return NAMES.get(f"short.{full}", full)

    def name(self, word: str) -> str:
        """A piece, item, suit or effect in plain words."""
        return plain(word)

    def card(self, card: str) -> str:
        """A card by its name and suit."""
        if card in QUESTS:
            return f"{QUESTS[card].name} ({plain(QUESTS[card].suit)})"
        if card not in CARDS:
            return plain(card)
        return f"{CARDS[card].name} ({plain(CARDS[card].suit)})"

    def place(self, view: View, place: Any) -> str:
        """A clearing by number and suit, or a forest or path by the clearings around it; some have names."""
        if isinstance(place, int):
            if f"place.{place}" in NAMES:
                return plain(f"place.{place}")
            suit = next((c.suit for c in cast(RootView, view).clearings if c.id == place), "")
            return f"{place} ({plain(suit)})" if suit else str(place or plain("nowhere"))
        if place.startswith("path-"):
            return f"the path between {listed(place.split('-')[1:])}"
        return f"the forest between {listed(place.split('_'))}" if place[:1].isdigit() else plain(place)

    def value(self, view: View, verb: str, field: str, value: Any) -> str:
        """A value of a field, as a menu says it."""
        return capital(self._value(view, field, value, self.seat))

    def spot(self, view: View, field: str, value: Any) -> Place | None:
        """A clearing, a forest or a path."""
        return value or None if self._is_place(view, field, value) else None

    def told(self, view: View, field: str, value: Any) -> str:
        """A value within a sentence."""
        return self._value(view, field, value, self.player)

    def _is_place(self, view: View, field: str, value: Any) -> bool:
        """Some fields hold a place or a player."""
        return field in PLACES and not (field in PLAYERS and self._is_player(view, value))

    def _value(self, view: View, field: str, value: Any, player: Callable[[View, str], str]) -> str:
        if isinstance(value, bool):
            return plain(f"{field}.{'yes' if value else 'no'}")
        if isinstance(value, (tuple, list)):
            return self._list(view, field, value, player)
        if isinstance(value, Mapping):
            return listed(f"{count} of {player(view, owner)}" for owner, count in value.items())
        if self._is_place(view, field, value):
            return self.place(view, value)
        if isinstance(value, int):
            return str(value)
        if field == CARD_TEXT:
            return CARDS[value].text
        if field == EXPLAINED:
            return FILE.explained[value]
        if field == CARD_LINE:
            side, _, number = str(value).partition(":")
            return HIRELING_SIDES[side].lines[int(number)].text
        if field in PLAYERS:
            return player(view, value)
        if field in CARD:
            return self.card(value)
        return NAMES.get(f"{field}.{value}") or plain(str(value))

    def brief(self, view: View, field: str, value: Any) -> str:
        """A value in as few letters as possible: no suit that the map or the card's name tells."""
        if field in CARD and value in ONE_SUIT:
            return CARDS[value].name
        if field in PLACES and isinstance(value, int):
            return NAMES.get(f"place.{value}", str(value))
        if field in PLACES and value[:1].isdigit():
            return f"the forest {value.replace('_', '–')}"
        return self._value(view, field, value, self._short_player)

    def _list(self, view: View, field: str, values: Sequence[Any], player: Callable[[View, str], str]) -> str:
        if field == "items":
            return listed(several(item, count) for item, count in Counter(values).items())
        if field in PLACES:
            few = len(set(values)) <= FEW
            named = {
                value: self._value(view, field, value, player)
                if few or isinstance(value, str)
                else str(value)
                for value in values
            }
            return listed(
                f"{named[value]} (×{count})" if count > 1 else named[value]
                for value, count in Counter(values).items()
            )
        return listed(self._value(view, field, value, player) for value in values)

    def _is_player(self, view: View, value: Any) -> bool:
        known = (*(player.seat for player in view.seats), *cast(RootView, view).drafted)
        return isinstance(value, str) and value in known

    def standing(self, view: View, seat: str) -> str:
        """3.3  The score; whoever plays for dominance has none."""
        return super().standing(view, seat) or plain("dominance")

    # --- sentences ----------------------------------------------------------------------------------------

    def explain(self, field: str, value: Any, bot: str = "") -> str:
        """What a leader, a character, a faction, or a trait or a difficulty of a bot means to somebody new."""
        if bot and value in BOTS[bot].difficulties:
            return self.level(bot, value)
        text = FILE.explained.get(f"{field}.{value}", "")
        if bot and (not text or field == "character"):  # a bot's characters do something else
            return _of_bot(bot, value)
        teller = EXPLAINS.get(field)
        return teller(value, text) if teller else text

    def level(self, bot: str, difficulty: str) -> str:
        """RB 3.3.1  What a difficulty means on this board, with its numbers."""
        numbers = {name: Word(str(n), n) for name, n in BOTS[bot].difficulties[difficulty].items()}
        what = self.names.fill(FILE.explained[f"difficulty.{bot}"], numbers)
        return self.names.fill(FILE.explained[f"difficulty.{difficulty}"], numbers | {"what": Word(what)})

    def facts(self, view: View, event: Event) -> dict[str, Word]:
        """What a sentence about an event is filled with."""
        told = TELLS.get(event.key)
        return super().facts(view, event) | (told(self, view, event) if told else {})

    def story(self, view: View, events: Iterable[Event], *, named: bool = False) -> list[str]:
        """What happened, in as few sentences as possible.

        The same thing in several clearings is told once, and a bot's turn step by step (`engine.root.account`).
        """
        account = Account(self, Scene.of(view), named=named)
        for event in merged(events):
            account.add(event)
        account.leave()
        return runs(account.lines)

    def speaking_of(self, subject: str) -> RootWords:
        """The same words, in which one player is only called "it"."""
        words = copy(self)
        words.subject = subject
        return words

    def sentence(self, scene: Scene, event: Event, reasons: dict[Any, str]) -> str:
        """One event of a turn, "" if it is not told. Made anew only if a bot's reason may belong in it."""
        if reasons:
            return self.made(scene.view, event, reasons)
        return _kept(scene, self.subject, _encode(event))

    def made(self, view: View, event: Event, reasons: dict[Any, str]) -> str:
        """The sentence, each thing that a bot chose with its reason; whoever is "it" need not be named."""
        own = self.subject and event.about.get("owner", self.subject) == self.subject
        template = FILE.own.get(event.key) if own else None
        if template is None:
            template = FILE.events.get(event.key, "")
        if not template:
            return ""
        facts = with_reasons(self.facts(view, event), template, CHOSEN, reasons)
        told, it = self.names.fill(template, facts), capital(plain("it")) + " "
        return capital(told.removeprefix(it)) if self.subject else told

    def step(self, view: View, event: Event) -> str:
        """The printed name of a bot's step, with the column of cards it works through."""
        return self.names.fill(FILE.events["bot.step"], self.facts(view, event))

    def skipped(self, steps: str) -> str:
        """The steps that led to nothing."""
        return self.names.fill(FILE.events["bot.skipped"], {"steps": Word(steps)})

    def rule(self, clause: str) -> tuple[str, str] | None:
        """Title and text of a clause."""
        law = LAW.get(clause)
        return (law.title, law.text) if law else None

    def clauses(self) -> Mapping[str, str]:
        """Every clause of the Law with its title, in order."""
        return {clause: law.title for clause, law in LAW.items()}

    @cache  # noqa: B019  the words live as long as the program
    def entries(self) -> tuple[Entry, ...]:
        """Cards, quests, factions, bots and what factions explain, by name."""
        lexicon = import_module("engine.root.lexicon").lexicon  # it speaks with these words
        return tuple(lexicon())

    def rulings(self) -> tuple[Ruling, ...]:
        """How we play where the Law is silent: id, the clause it fills, and one plain sentence."""
        return tuple(RULINGS.values())


def _of_bot(faction: str, value: str) -> str:
    """What a Clockwork board says of a trait or a character."""
    board = BOTS[faction]
    return next((one.text for one in (*board.traits, *board.characters) if one.id == value), "")


def merged(events: Iterable[Event]) -> list[Event]:
    """Events in a row that differ only in the clearing become one event with all their clearings."""
    found: list[Event] = []
    for event in events:
        if event.key in FILE.merged and found and _alike(found[-1], event):
            last = found.pop()
            places = last.about["clearing"]
            before = places if isinstance(places, tuple) else (places,)
            about = {**event.about, "clearing": (*before, event.about["clearing"])}
            event = msgspec.structs.replace(event, key=FILE.merged[event.key], about=about)
        found.append(event)
    return found


def _alike(last: Event, event: Event) -> bool:
    same = last.key in (event.key, FILE.merged[event.key]) and last.only == event.only
    return same and {**last.about, "clearing": 0} == {**event.about, "clearing": 0}


@tells("scored")
@tells("lost.points")
def _source(words: RootWords, view: View, event: Event) -> dict[str, Word]:
    """What points come from: what the rule names, or the clause itself."""
    source = str(event.about.get("source", ""))
    named = f"points.{source or event.clause}"
    title = capital(plain(source)) if source else (words.rule(event.clause) or ("", ""))[0]
    return {"source": Word(NAMES.get(named) or title)}


@tells("laid.face.down")
def _laid(words: RootWords, view: View, event: Event) -> dict[str, Word]:
    """Whose board it is need not be said of one's own."""
    return {"to": Word("")} if event.about["to"] == event.about["owner"] else {}


@tells("removed")
def _removed(words: RootWords, view: View, event: Event) -> dict[str, Word]:
    """What everybody loses, player by player."""
    lost: dict[str, list[str]] = {}
    for owner, count in event.about["warriors"].items():
        lost.setdefault(owner, []).append(several("warrior", count))
    for (owner, kind), count in Counter((owner, kind) for owner, kind in event.about["pieces"]).items():
        lost.setdefault(owner, []).append(several(kind, count))
    parts = [
        words.names.vformat(
            FILE.events["removed.of"],
            (),
            {"owner": words.word(view, "owner", owner), "pieces": Word(listed(pieces))},
        )
        for owner, pieces in lost.items()
    ]
    return {"what": Word(listed(parts))}


@tells("took.faction")
def _took_faction(words: RootWords, view: View, event: Event) -> dict[str, Word]:
    """Who took it went by the name of the seat until then; everybody knows the person."""
    number = next((n for n, p in enumerate(view.seats, 1) if p.seat == event.about["owner"]), 0)
    return {"player": Word(f"Player {number}")}


WORDS = RootWords()
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Event).decode


@lru_cache(maxsize=KEPT)
def _kept(scene: Scene, subject: str, event: bytes) -> str:
    """A sentence, made from nothing but what it is kept by.

    It is told again after every answer of the turn, on the message and on the picture, and to who was away.
    """
    return WORDS.speaking_of(subject).made(scene.view, _decode(event), {})
