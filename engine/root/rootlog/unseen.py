"""The cards that a record does not name: what they may have been, so that everything written of them is true.

    named(record, cards)    the same record, with a name for every card; the first hands are written, too

Every use of a card tells what it may be (`slots.py`): a suit that is spent, an item that is crafted, an ambush, a column
of the decree. A faction's `recorded.py` tells more: what its records leave open (`@fills`), which suits a card must have
(`@suits`), whose hand lacks which (`@lacks`), and of which suits cards are that were set apart (`@gathered`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from engine.root.data import CARDS, MAPS, TABLE
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Change, Crafted, Fought, Revealed, Set
from engine.root.rootlog.inventory import AVAILABLE, DECK, DISCARD, QUEST, SET_APART, board, hand, pile_of
from engine.root.rootlog.read import BadRecord, Record, Token, Turn
from engine.root.rootlog.slots import Deck, Ids, Named, Slot, order

Fills: TypeAlias = Callable[[Record], Record]
FILLS: list[Fills] = []
Suits: TypeAlias = Callable[[Record, Turn, Sequence[Change], Card], Iterable[str] | None]
SUITS: list[Suits] = []
Gathered: TypeAlias = Callable[[Record, Turn], Iterable[str] | None]
GATHERED: list[Gathered] = []
Lacks: TypeAlias = Callable[[Record, Turn, Sequence[Change], Change], tuple[str, Iterable[str]] | None]
LACKS: list[Lacks] = []


def fills(function: Fills) -> Fills:
    """The decorated function names what the records of a faction leave open."""
    FILLS.append(function)
    return function


def suits(function: Suits) -> Suits:
    """The decorated function says which suits a card can have whose suit is not written, from all changes before it."""
    SUITS.append(function)
    return function


def gathered(function: Gathered) -> Gathered:
    """The decorated function says of which suits discarded cards are that were kept until this turn begins."""
    GATHERED.append(function)
    return function


def lacks(function: Lacks) -> Lacks:
    """The decorated function says whose hand lacks which suits, from a change and those before it in the line."""
    LACKS.append(function)
    return function


Place: TypeAlias = tuple[int, int, int]
"""Where a change stands: the number of its turn, of its token and its own."""


def numbered(record: Record) -> Iterator[tuple[Place, Turn, Change]]:
    """All changes with where they stand."""
    for row, turn in enumerate(record.turns):
        for column, token in enumerate(turn.tokens):
            for number, change in enumerate(token.changes):
                yield (row, column, number), turn, change


def replaced(record: Record, others: Mapping[Place, Change]) -> Record:
    """The record with other changes in some places."""
    turns = []
    for row, turn in enumerate(record.turns):
        tokens = []
        for column, token in enumerate(turn.tokens):
            found = (others.get((row, column, number), one) for number, one in enumerate(token.changes))
            tokens.append(msgspec.structs.replace(token, changes=tuple(found)))
        turns.append(msgspec.structs.replace(turn, tokens=tuple(tokens)))
    return msgspec.structs.replace(record, turns=tuple(turns))


class Walk:
    """A record from its first line to its last, with all cards where they lie."""

    def __init__(self, record: Record, cards: Sequence[str], *, drafts: bool) -> None:
        self.record = record
        self.spare = TABLE.starting_hand_advanced - TABLE.starting_hand if drafts else 0
        """A.10  So many cards of a first hand go back."""
        self.spares: list[tuple[Named, Named]] = []
        self.deck = Deck(cards)
        self.places: dict[str, list[Slot]] = defaultdict(list)
        self.before: list[Change] = []
        self.shown_to: dict[tuple[str, str], Slot] = {}
        """The card that a player has shown to another last."""
        self.unnamed: list[Slot] = []
        """Cards that were discarded without a name. Dominance cards and ambushes are mostly named."""
        self.apart = [player for player in record.players if letters.of(player).gathers]
        """Who keeps discarded cards until their turn begins."""

    def named(self) -> Record:
        hands = {player: self.first_hand(player) for player in self.record.order}
        turns = [(turn, self.turn(turn)) for turn in self.record.turns if turn.is_setup]
        dealt = list(self.deck.slots)
        turns += [(turn, self.turn(turn)) for turn in self.record.turns if not turn.is_setup]
        for slot in self.unnamed:
            for special in (("dominance", "ambush"), ("dominance",)):
                if self.deck.narrow(slot, self.other_than(*special)):
                    break
        self.deck.settle()
        self.name_spares(dealt)
        done = []
        for turn, tokens in turns:
            first = [hands[turn.player]] if turn.is_setup else []
            done.append(self.settled(turn, [*first, *tokens]))
        return msgspec.structs.replace(self.record, turns=tuple(done))

    def settled(self, turn: Turn, tokens: Sequence[tuple[Token, list[Change | Named]]]) -> Turn:
        """A line with the names of its cards."""
        return msgspec.structs.replace(
            turn,
            tokens=tuple(
                msgspec.structs.replace(
                    token,
                    changes=tuple(one.make(one.card) if isinstance(one, Named) else one for one in found),
                )
                for token, found in tokens
            ),
        )

    def first_hand(self, player: str) -> tuple[Token, list[Change | Named]]:
        """5.1.6  The cards of the first hand, as far as they are not written."""
        setup = next(turn for turn in self.record.turns if turn.player == player)
        written = sum(
            one.count
            for token in setup.tokens
            for one in token.changes
            if isinstance(one, Card) and (one.origin, one.to) == (DECK, hand(player))
        )
        count = max(0, TABLE.starting_hand - written)
        token = Token(f"{count}#->{letters.LETTERS[player]}", setup.line, 1, ())
        found = self.cards(Card(count, "", "", DECK, hand(player)), token)
        for _ in range(0 if written else self.spare):
            pair = (
                Named(lambda card: Card(1, *letters.noted(card), DECK, hand(player))),
                Named(lambda card: Card(1, *letters.noted(card), hand(player), DECK)),
            )
            self.spares.append(pair)
            found += pair
        return token, found

    def name_spares(self, dealt: Sequence[Slot]) -> None:
        """A.10  What goes back is none of the cards that were dealt and stayed; it may be drawn again later."""
        taken = {slot.root().copy for slot in dealt}
        others = [copy for copy in range(len(self.deck.copies)) if copy not in taken]
        others.sort(key=lambda copy: copy in self.deck.taken)
        for pair, copy in zip(self.spares, others, strict=False):
            for one in pair:
                one.card = self.deck.copies[copy]

    def turn(self, turn: Turn) -> list[tuple[Token, list[Change | Named]]]:
        if turn.player in self.apart and not turn.is_setup:
            self.gathered(turn)
            self.all_to(SET_APART, DISCARD)
        done: list[tuple[Token, list[Change | Named]]] = []
        before: list[Change] = []
        for number, token in enumerate(turn.tokens):
            found: list[Change | Named] = []
            following = turn.tokens[number + 1].changes if number + 1 < len(turn.tokens) else ()
            for change in token.changes:
                for rule in LACKS:
                    self.without(rule(self.record, turn, before, change), token)
                if isinstance(change, Crafted) and is_spent(change, following):
                    found.append(change)
                else:
                    found += self.change(turn, change, token)
                before.append(change)
                self.before.append(change)
            done.append((token, found))
        for player in self.record.players:
            self.all_to(shown(player), hand(player))
        return done

    def gathered(self, turn: Turn) -> None:
        """Of the cards that were kept, what is open is as the turn tells, where it can be."""
        for rule in GATHERED:
            told = rule(self.record, turn)
            for slot in self.places[SET_APART] if told is not None else ():
                self.deck.guess(slot, self.of_suits(told or ()))

    def all_to(self, origin: str, to: str) -> None:
        """All cards of a place go to another."""
        slots = self.places.pop(origin, [])
        self.deck.time += 1
        for slot in slots:
            slot.path.append((self.deck.time, to))
        self.places[to] += slots

    # --- what happens to cards ----------------------------------------------------------------------------

    def change(self, turn: Turn, change: Change, token: Token) -> list[Change | Named]:
        match change:
            case Card() if QUEST not in (change.origin, change.to) and change.name not in letters.OWN:
                return self.cards(change, token, self.suits(turn, change))
            case Crafted():
                return self.crafted(change, token)
            case Fought():
                for side, suit in zip((change.defender, change.attacker), change.ambushes, strict=False):
                    self.take(hand(side), self.called(suit, "ambush"), DISCARD, token)
            case Revealed() if change.count:
                return self.revealed(change, token)
            case Set() if change.key in letters.of(change.owner).emptied:
                for place in list(self.places):
                    if place.startswith(f"{board(change.owner)}:"):
                        self.unnamed += self.places[place]
                        self.all_to(place, self.pile)
        return [change]

    def suits(self, turn: Turn, change: Card) -> Ids:
        """The cards that have a suit that fits, if the rules tell it."""
        told = next(
            (found for rule in SUITS if (found := rule(self.record, turn, self.before, change))), None
        )
        return self.deck.all if told is None or change.suit else self.of_suits(told)

    def of_suits(self, suits: Iterable[str]) -> Ids:
        known = set(suits)
        return frozenset(card for card in self.deck.all if str(CARDS[card].suit) in known)

    def cards(self, change: Card, token: Token, among: Ids | None = None) -> list[Change | Named]:
        """Cards change place, each with its own name."""
        ids = self.called(change.suit, change.name) & (among or self.deck.all)
        found: list[Change | Named] = []
        for _ in range(change.count):
            slot = self.take(change.origin, ids, change.to, token)
            found.append(self.name(slot, lambda card: moved(card, change.origin, change.to)))
        return found

    def crafted(self, change: Crafted, token: Token) -> list[Change | Named]:
        """4.1  An item, and the card that is discarded for it; or a card by its name."""
        if change.item:
            ids = frozenset(card for card in self.deck.all if CARDS[card].item == change.item)
            slot = self.take(hand(change.owner), ids, DISCARD, token)
            spent = self.name(slot, lambda card: moved(card, hand(change.owner), DISCARD))
            return [change, spent]
        ids = self.called("", change.name)
        stays = all(CARDS[card].kind == "persistent" for card in ids)
        slot = self.take(hand(change.owner), ids, board(change.owner) if stays else DISCARD, token)
        return [self.name(slot, lambda card: Crafted(change.owner, name=card))]

    def revealed(self, change: Revealed, token: Token) -> list[Change | Named]:
        """Cards are shown to all: until the turn ends they do not count as the hand. Who shows one to a single player
        keeps it, or gives it to that player."""
        ids = self.called(change.suit, change.name)
        found: list[Change | Named] = []
        for _ in range(change.count):
            to = hand(change.owner) if change.to else shown(change.owner)
            slot = self.take(hand(change.owner), ids, to, token)
            if change.to:
                self.shown_to[change.owner, change.to] = slot
            found.append(
                self.name(slot, lambda card: Revealed(change.owner, 1, *letters.noted(card), change.to))
            )
        return found

    def without(self, lacking: tuple[str, Iterable[str]] | None, token: Token) -> None:
        """A hand has no card of some suits."""
        if lacking is None:
            return
        player, missing = lacking
        ids = self.deck.all - self.of_suits(missing)
        for slot in self.places[hand(player)]:
            if not self.deck.narrow(slot, ids):
                raise BadRecord(token.line, token.column, f"«{token.text}»: {NOT_WITHOUT}")

    def called(self, suit: str, name: str) -> Ids:
        """The cards of the deck that a suit and a name may mean."""
        return frozenset(
            card
            for card in self.deck.all
            if (not suit or str(CARDS[card].suit) == suit)
            and (not name or name in (card, letters.noted(card)[1]))
        )

    def take(self, origin: str, ids: Ids, to: str, token: Token) -> Slot:
        """A card of these goes from one place to another. Who draws has taken back what was shown."""
        if origin == DECK and to.startswith("hand:"):
            self.all_to(shown(to.removeprefix("hand:")), to)
        self.deck.time += 1
        slot = self.drawn(ids) if origin == DECK else self.picked(origin, ids, to)
        if slot is None:
            raise BadRecord(token.line, token.column, f"«{token.text}»: {NO_CARD}")
        if to in (DISCARD, AVAILABLE):
            dominance = all(CARDS[card].kind == "dominance" for card in slot.root().allowed)
            to = AVAILABLE if dominance else self.pile
            self.unnamed.append(slot)
        slot.path.append((self.deck.time, to))
        self.places[to].append(slot)
        return slot

    def name(self, slot: Slot, make: Callable[[str], Change]) -> Named:
        """A change with the name of a slot's card."""
        named = Named(make)
        slot.named.append((self.deck.time, named))
        return named

    @property
    def pile(self) -> str:
        """Where discarded cards lie."""
        return SET_APART if self.apart else DISCARD

    def drawn(self, ids: Ids) -> Slot | None:
        if not self.deck.left:
            self.sort_out()
        slot = self.deck.draw(self.places[DISCARD])
        return slot if slot is not None and (ids == self.deck.all or self.deck.narrow(slot, ids)) else None

    def is_of(self, ids: Ids, suits: Iterable[str]) -> bool:
        """Are all these cards of these suits?"""
        return {str(CARDS[card].suit) for card in ids} <= set(suits)

    def other_than(self, *kinds: str) -> Ids:
        return frozenset(card for card in self.deck.all if CARDS[card].kind not in kinds)

    def sort_out(self) -> None:
        """3.3.3  Before the discard pile is shuffled: no dominance card lies there."""
        for slot in list(self.places[DISCARD]):
            if not self.deck.narrow(slot, self.other_than("dominance")):
                self.places[DISCARD].remove(slot)
                self.places[AVAILABLE].append(slot)

    def picked(self, origin: str, ids: Ids, to: str) -> Slot | None:
        """The card of a place that goes: first what was shown to whom it goes, last what was shown to all."""
        owner, other = origin.removeprefix("hand:"), to.removeprefix("hand:")
        groups = [self.places[origin]]
        if to not in (shown(owner), hand(owner)):
            groups.append(self.places[shown(owner)])
        if origin in (DISCARD, AVAILABLE):  # what was discarded without a name may have been a dominance card
            groups += [self.places[DISCARD], self.places[SET_APART]]
        if to == DISCARD and self.is_of(ids, letters.of(owner).spends_shown):
            groups.reverse()
        given = self.shown_to.pop((owner, other), None)
        return self.fitting(groups, ids, given)

    def fitting(self, groups: Sequence[list[Slot]], ids: Ids, given: Slot | None) -> Slot | None:
        """A slot of these that can be one of these cards; if none can, something that was only likely is not so."""
        slot = self.first_of(groups, ids, given)
        if slot is not None:
            return slot
        likely = self.deck.give_up()
        slot = self.first_of(groups, ids, given)
        for one, guessed in likely:
            self.deck.guess(one, guessed)
        return slot

    def first_of(self, groups: Sequence[list[Slot]], ids: Ids, given: Slot | None) -> Slot | None:
        for fits in (self.deck.narrow, self.deck.exchanged):
            for slots in groups:
                for slot in sorted(slots, key=lambda one: (one is not given, order(one, ids))):
                    if (ids == self.deck.all) or fits(slot, ids):
                        slots.remove(slot)
                        return slot
        return None


def is_spent(crafted: Crafted, following: Sequence[Change]) -> bool:
    """4.1  Is the card that is crafted into an item written behind it?"""
    if not crafted.item or not following:
        return False
    card = following[0]
    if not isinstance(card, Card) or card.origin != hand(crafted.owner) or not card.name:
        return False
    known = CARDS.get(letters.card_id(card.suit, card.name))
    return known is not None and known.item == crafted.item


def moved(card: str, origin: str, to: str) -> Card:
    """3.3.3  A card changes place; what is discarded may belong beside the map."""
    return Card(1, *letters.noted(card), origin, pile_of(card) if to == DISCARD else to)


def suit_of(record: Record, clearing: int) -> str:
    """The suit of a clearing: as the header says, or as it is printed."""
    return record.suits.get(clearing) or str(MAPS[record.map].printed_suits[clearing])


def shown(player: str) -> str:
    """Where a player's shown cards lie."""
    return f"shown:{player}"


NO_CARD = "By what is written no such card can be there."
NOT_WITHOUT = "By what is written this hand must have a card that pays."


def is_named(record: Record) -> bool:
    """Does the record name every card that is drawn?"""
    return all(
        one.name
        for turn in record.turns
        for token in turn.tokens
        for one in token.changes
        if isinstance(one, Card) and one.origin == DECK
    )


def named(record: Record, cards: Sequence[str], *, drafts: bool = False) -> Record:
    """The record with a name for every card, of those in the deck. Raises BadRecord where what is written cannot be true."""
    for fill in FILLS:
        record = fill(record)
    return Walk(record, cards, drafts=drafts).named()
