"""One token of the notation: from its text to the changes it says. It needs no rules of the game.

    action("XL9(1,0)", "marquise")  ->  (Fought("marquise", "lizards", 9, (), (1, 0)),)

The grammar is read from left to right by small functions; a place in the text that fits none of them is an error with
its column.
"""

from __future__ import annotations

import re

import msgspec

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
    item_owner,
)

CLEARING = r"(?:1[0-2]|[1-9])"
SIDE = rf"(?:h_[A-Z]d?|[{''.join(sorted({*letters.SIDES, *letters.HIRED}))}])"
CARRIED = rf"[{''.join(letters.MOVED)}](?![a-z_])"
SORT = r"_[1-3]_[a-z]|_[a-z](?:_[a-z])?"
ALL = "_"
STATES = {"d": "damaged", "e": "exhausted", "de": "damaged-exhausted"}
NAME = r"[a-z@]+?(?=h_[A-Z])|[a-z@]+"
DOMINANCE = "dominance"


class Misread(Exception):
    """A token that the notation does not know, and the column of what is wrong, from 0."""

    def __init__(self, sentence: str, column: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.column = column


class Thing(msgspec.Struct, frozen=True):
    """What moves: a piece of an owner, a card, an item."""

    kind: str
    count: int = 1
    owner: str = ""
    name: str = ""
    suit: str = ""


class Part(msgspec.Struct, frozen=True):
    """Things with the place they start from; "" if it is not written."""

    things: tuple[Thing, ...]
    start: str = ""


class Reader:
    """One token, from left to right."""

    def __init__(self, text: str, me: str, sides: dict[str, str]) -> None:
        self.text = text
        self.me = me
        self.sides = sides
        """The players by their letters."""
        self.at = 0

    # --- looking ------------------------------------------------------------------------------------------

    def take(self, pattern: str) -> str | None:
        """The text that fits here, or None."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def sees(self, pattern: str) -> bool:
        return re.compile(pattern).match(self.text, self.at) is not None

    def need(self, pattern: str, what: str) -> str:
        found = self.take(pattern)
        if found is None:
            raise Misread(f"Here {what} should stand.", self.at)
        return found

    def end(self) -> None:
        if self.at < len(self.text):
            raise Misread("This is not part of the notation.", self.at)

    # --- sides and places ---------------------------------------------------------------------------------

    def side(self) -> str:
        """A faction or a hireling, if one stands here; else ""."""
        start = self.at
        letter = self.take(SIDE)
        if letter is None:
            return ""
        return self.who(letter, start)

    def who(self, letter: str, start: int) -> str:
        """An owner by its letter."""
        if letter.startswith("h_") or letter not in letters.SIDES:
            short = letter.removeprefix("h_").rstrip("d")
            if short not in letters.HIRED:
                raise Misread("There is no hireling of this letter.", start)
            known = letters.HIRELING_SIDES[letters.HIRED[short], letter.endswith("d")]
            return self.sides.get(f"h_{short}", known)
        if letter not in self.sides:
            raise Misread("Nobody plays this faction.", start)
        return self.sides[letter]

    def clearing(self) -> int:
        return int(self.need(CLEARING, "the number of a clearing"))

    def number(self) -> int:
        return int(self.take(r"[0-9]+") or 1)

    def place(self, thing: str) -> str:
        """A place behind a thing or behind the arrow; "" if none stands here."""
        if area := self.take(rf"{CLEARING}(?:_{CLEARING})+"):
            numbers = area.split("_")
            return ("path:" if len(numbers) == 2 else "forest:") + area
        if number := self.take(rf"{CLEARING}(?![0-9])"):
            return f"ruin:{number}" if thing == "item" else number
        if self.take("0"):
            return "burrow"
        if self.take(r"\*\*"):
            return "deck"
        if self.take(r"\*"):
            return "discard"
        if landmark := self.take(rf"[{''.join(letters.BOARDS)}]\$"):
            return f"board:{letters.BOARDS[landmark[0]]}"
        if self.take("Q"):
            return "quests"
        owner = self.side()
        if self.take(r"\$"):
            board = owner or self.me
            if thing == "item" and (lying := self.take("de|d|e")):
                return f"board:{board}:{STATES[lying]}"
            if not self.take("_"):
                return f"board:{board}"
            columns = letters.of(board).columns
            column = self.need(f"[{''.join(columns)}]" if columns else r"(?!)", "a column of this board")
            return f"board:{board}:{columns[column]}"
        return f"hand:{owner}" if owner else ""

    def zones(self) -> tuple[str, ...]:
        """Where an item goes on its board, and how it is turned."""
        found = []
        while zone := self.take("[sdtre]"):
            found.append(letters.ZONES[zone])
        return tuple(found)

    # --- things -------------------------------------------------------------------------------------------

    def thing(self) -> Thing:
        count = self.number()
        start = self.at
        if self.take("%"):
            letter = self.need("[sbcxhtrfu_]", "an item")
            return Thing("item", count, name=ALL if letter == ALL else letters.ITEMS[letter])
        if suit := self.take(r"[BFMR]?(?=#)") if self.sees(r"[BFMR]?#") else None:
            return self.card(count, suit)
        if self.sees("#"):
            return self.card(count, "")
        if carried := self.take(CARRIED):
            return Thing("landmark", count, name=letters.MOVED[carried])
        owner = self.side() or self.me
        kind = self.need(r"[wpbt]", "a piece, a card or an item")
        kind += self.take(SORT) or ""
        piece = letters.piece_kind(owner, kind)
        if not piece:
            raise Misread("This player has no such piece.", start)
        return Thing("piece", count, owner, piece)

    def card(self, count: int, suit: str) -> Thing:
        self.need("#", "a card")
        start = self.at
        name = self.take(NAME) or ""
        if name and not letters.cards_called(name, letters.SUITS.get(suit, "")):
            raise Misread("There is no card of this name.", start)
        known = letters.SUITS.get(suit, "")
        return Thing("card", count, name=self.named(name), suit=known)

    def named(self, name: str) -> str:
        """Our name for a card; one of several suits keeps the name they share."""
        return letters.called(name) if name else ""

    def group(self) -> Part:
        """Things in brackets that share a start: `(2w+Db_m)5`, or suits before one card: `(R+2M)#D`."""
        self.need(r"\(", "a group")
        if re.compile(r"[0-9]*[BFMR](?:\+[0-9]*[BFMR])*\)#").match(self.text, self.at):
            things = []
            while True:
                count = self.number()
                things.append(Thing("card", count, suit=letters.SUITS[self.need("[BFMR]", "a suit")]))
                if not self.take(r"\+"):
                    break
            self.need(r"\)#", "the end of the group")
            name = self.take(NAME) or ""
            found = tuple(msgspec.structs.replace(thing, name=self.named(name)) for thing in things)
            return Part(found, self.place("card"))
        found = (self.thing(),)
        while self.take(r"\+"):
            found = (*found, self.thing())
        self.need(r"\)", "the end of the group")
        return Part(found, self.start(found[0]))

    def part(self) -> Part:
        if self.sees(r"\("):
            return self.group()
        thing = self.thing()
        return Part((thing,), self.start(thing))

    def start(self, thing: Thing) -> str:
        """Where things start from; a zone of items belongs to their board."""
        place = self.place(thing.kind)
        if thing.kind == "item" and not place:
            zone = self.take("(?:[sdt]e?|e)(?=[+)-])") or ""
            return f"zone:{'-'.join(letters.ZONES[letter] for letter in zone)}" if zone else ""
        return place

    # --- tokens -------------------------------------------------------------------------------------------

    def changes(self) -> tuple[Change, ...]:
        """What the token says."""
        for form in (
            self.marker,
            self.score,
            self.hire,
            self.battle,
            self.craft,
            self.guess,
            self.swap,
            self.flip,
            self.open,
            self.setting,
            self.reveal,
        ):
            found = form()
            if found is not None:
                self.end()
                return found
        found = self.move()
        self.end()
        return found

    def marker(self) -> tuple[Change, ...] | None:
        if self.take(r"\+\+->") is None:
            return None
        board = self.side()
        self.need(r"\$", "a board")
        return (Marker(self.me, board or self.me),)

    def score(self) -> tuple[Change, ...] | None:
        if not self.sees(rf"(?:{SIDE})?(?:\+\+|--)"):
            return None
        owner = self.side() or self.me
        sign = 1 if self.need(r"\+\+|--", "points") == "++" else -1
        points = sign * self.number()
        return (Scored(owner, points),) if points else ()

    def hire(self) -> tuple[Change, ...] | None:
        if not self.sees(r"(?:h_)?[A-Z]d?->[A-Z]?\$"):
            return None
        hireling = self.side()
        self.need("->", "an arrow")
        owner = self.side() or self.me
        self.need(r"\$", "a board")
        return (Hired(hireling, owner, self.number()),)

    def battle(self) -> tuple[Change, ...] | None:
        if not self.sees(rf"(?:{SIDE})?X"):
            return None
        attacker = self.side() or self.me
        self.need("X", "a battle")
        defender = self.side()
        if not defender:
            raise Misread("A battle needs a defender.", self.at)
        clearing = self.clearing()
        ambushes = []
        while suit := self.take("[BFMR][@a]"):
            ambushes.append(letters.SUITS[suit[0]])
        dice = self.take(r"\([0-3],[0-3]\)")
        rolled = tuple(int(die) for die in dice[1:-1].split(",")) if dice else ()
        return (Fought(attacker, defender, clearing, tuple(ambushes[:2]), rolled),)

    def craft(self) -> tuple[Change, ...] | None:
        if self.take("Z") is None:
            return None
        if self.take("%") or re.fullmatch("Z[sbcxhtrfu]", self.text):
            return (Crafted(self.me, item=letters.ITEMS[self.need("[sbcxhtrfu]", "an item")]),)
        suit = letters.SUITS.get(self.take("[BFMR](?=[a-z])") or "", "")
        start = self.at
        name = self.need("[a-z@]+", "an item or a card")
        if not letters.cards_called(name, suit):
            raise Misread("There is no card of this name.", start)
        return (Crafted(self.me, name=letters.called(name, suit)),)

    def guess(self) -> tuple[Change, ...] | None:
        """What lies face down is guessed: `?Pt_s9`, or in an older way `?Pt9^t_s`."""
        if self.take(r"\?") is None:
            return None
        owner = self.need_side()
        if self.sees(rf"t{CLEARING}"):
            self.need("t", "a token")
            clearing = self.clearing()
            self.need(r"\^", "what it is")
            piece = self.face(owner)
        else:
            piece = self.face(owner)
            clearing = self.clearing()
        return (Guessed(self.me, clearing, piece),)

    def face(self, owner: str) -> str:
        """What lies on the face of a token: `t_s`, `t_3_f`."""
        start = self.at
        piece = letters.piece_kind(owner, self.need(rf"t(?:{SORT})", "what it is"))
        if not piece:
            raise Misread("This player has no such piece.", start)
        return piece

    def swap(self) -> tuple[Change, ...] | None:
        if not self.sees(rf"t{CLEARING}<"):
            return None
        self.need("t", "a token")
        first = self.clearing()
        self.need("<->t", "the other token")
        return (Swapped(self.me, first, self.clearing()),)

    def flip(self) -> tuple[Change, ...] | None:
        if not self.sees(rf"(?:{SIDE})?t{CLEARING}\^"):
            return None
        owner = self.side() or self.me
        self.need("t", "a token")
        clearing = self.clearing()
        self.need(r"\^", "what it is")
        return (Flipped(owner, clearing, self.face(owner)),)

    def open(self) -> tuple[Change, ...] | None:
        if not self.sees(rf"{CLEARING}_{CLEARING}->$"):
            return None
        first = self.clearing()
        self.need("_", "a path")
        second = self.clearing()
        self.need("->", "an arrow")
        return (Opened(first, second),)

    def setting(self) -> tuple[Change, ...] | None:
        """Boxes of a board are set: prices, funds, an outcast, relations, an empty decree."""
        if not self.sees(rf"\(?(?:{SIDE})?\$_"):
            return None
        brackets = self.take(r"\(")
        owner, keys = self.me, list[str]()
        while True:
            written = self.side()
            self.need(r"\$_", "a box")
            owner = written or self.whose_box(owner)
            box, more = self.box(letters.of(owner))
            keys += more
            if not self.take(r"\+"):
                break
        if brackets:
            self.need(r"\)", "the end of the group")
        self.need("->", "an arrow")
        if not box.values:
            value = self.need("[0-9]+", box.what)
        else:
            value = box.values[self.need("|".join(box.values) or "$", box.what)]
        return tuple(Set(owner, key, value) for key in keys)

    def whose_box(self, owner: str) -> str:
        """Whose box stands here without a letter: this player's, or one that may stand in anybody's line."""
        known = re.compile("[a-z]*").match(self.text, self.at)
        box = known[0] if known else ""
        if box in letters.of(owner).boxes:
            return owner
        others = [
            side
            for side in self.sides.values()
            if box in letters.of(side).boxes and letters.of(side).boxes[box].anywhere
        ]
        return others[0] if len(others) == 1 else owner

    def box(self, board: letters.Letters) -> tuple[letters.Box, list[str]]:
        """The box whose letters stand here, and what it sets."""
        start = self.at
        known = self.take("[a-z]*") or ""
        if known in board.boxes and (known or not self.sees(SIDE)):
            return board.boxes[known], list(board.boxes[known].keys)
        if board.towards is None:
            raise Misread("This board has no such box.", start)
        other = self.need_side()
        return board.towards, [f"{key}:{other}" for key in board.towards.keys]

    def need_side(self) -> str:
        side = self.side()
        if not side:
            raise Misread("Here a faction should stand.", self.at)
        return side

    def reveal(self) -> tuple[Change, ...] | None:
        if "^" not in self.text:
            return None
        shown: list[tuple[Thing | None, str]] = []
        if self.sees(rf"{SIDE}\^"):
            shown.append((None, self.side()))
        elif not self.sees(r"\^"):
            while True:
                part = self.part()
                owner = part.start.removeprefix("hand:") or self.me
                shown += [(thing, owner) for thing in part.things]
                if not self.take(r"\+"):
                    break
        else:
            shown.append((None, self.me))
        self.need(r"\^", "a reveal")
        to = [self.need_side()] if self.at < len(self.text) else [""]
        while self.take(r"\+"):
            to.append(self.need_side())
        return tuple(
            Revealed(
                owner,
                thing.count if thing else 0,
                thing.suit if thing else "",
                thing.name if thing else "",
                who,
            )
            for thing, owner in shown
            for who in to
        )

    def move(self) -> tuple[Change, ...]:
        parts = [self.part()]
        while self.take(r"\+"):
            parts.append(self.part())
        self.need("->", "an arrow")
        kind = parts[0].things[0].kind
        if kind == "item" and self.sees("[sdtre]"):
            turns = list(self.zones())
            while self.take(r"\+"):
                turns += self.zones()
            return tuple(
                self.turned(thing, part.start, tuple(turns)) for part in parts for thing in part.things
            )
        places = [self.place("")] if self.at < len(self.text) else [""]
        while self.take(r"\+"):
            places.append(self.place(""))
        if "" in places and len(places) > 1:
            raise Misread("Here a place should stand.", self.at)
        common = next((part.start for part in parts if part.start), "")
        found: list[Change] = []
        for place in places:
            for part in parts:
                found += [self.moved(thing, part.start or common, part.start, place) for thing in part.things]
        return tuple(found)

    def turned(self, thing: Thing, start: str, turns: tuple[str, ...]) -> Change:
        """An item that stays with its owner."""
        owner, zone = self.me, start.removeprefix("zone:")
        if start.startswith("board:"):
            owner, _, zone = start.removeprefix("board:").partition(":")
            zone = zone.replace("exhausted", "exhaust")
        words = tuple(f"from-{one}" for one in zone.split("-") if one) + turns
        return Item(thing.count, owner, "all" if thing.name == ALL else thing.name, words)

    def moved(self, thing: Thing, common: str, start: str, place: str) -> Change:
        if thing.kind == "card":
            return Card(
                thing.count, thing.suit, thing.name, start or self.pile(thing), place or self.gone(thing)
            )
        if thing.kind == "item":
            origin = start or f"board:{self.me}"
            return Item(
                thing.count, item_owner(origin, place, self.me), thing.name, (), origin, place or "out"
            )
        if thing.kind == "landmark":
            return Moved(1, "map", thing.name, common or "here", place)
        if thing.name == "pawn":
            return Moved(1, thing.owner, "pawn", "here", place or "supply")
        return Moved(thing.count, thing.owner, thing.name, start or "supply", place or "supply")

    def pile(self, thing: Thing) -> str:
        """Where a card starts from if nothing is written."""
        if thing.name == DOMINANCE:
            return "available"
        return "aside" if self.is_own(thing) else "deck"

    def gone(self, thing: Thing) -> str:
        """Where a card goes if nothing is written."""
        if thing.name == DOMINANCE:
            return "available"
        if not self.is_own(thing):
            return "discard"
        leaving = any(thing.name in one.leaving for one in letters.FACTIONS.values())
        return "out" if leaving else "aside"

    def is_own(self, thing: Thing) -> bool:
        """Is it a card of a faction's own: a leader, a character, a mood, a minister?"""
        return any(thing.name in one.cards.values() for one in letters.FACTIONS.values())


def action(text: str, me: str, sides: dict[str, str]) -> tuple[Change, ...]:
    """What a token of this player's turn says. Raises Misread."""
    return Reader(text, me, sides).changes()
