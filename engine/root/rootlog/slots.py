"""Cards that nobody has named: slots, what each may be, and whether there is a way to give every slot a card.

A card that is drawn is a *slot*. What is learned of it narrows down what it may be (`Deck.narrow`); there must still be a
card for every slot (a matching). A slot that was drawn after a shuffle is one of those that were discarded before; which
one is settled when it must be. Where a slot cannot be what it must be, it may have been taken for another that once lay
in the same place (`Deck.exchanged`): nobody knows which of two cards of a hand was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from engine.root.rootlog.changes import Change

Ids: TypeAlias = frozenset[str]
T = TypeVar("T")
Course: TypeAlias = list[tuple[int, T]]
"""What happened to a slot, and when."""

NEVER = 1_000_000
"""A time after the end of every game."""


COURSES = ("uses", "guesses", "path", "named")


class Named:
    """A change that names its card when all is settled."""

    def __init__(self, make: Callable[[str], Change]) -> None:
        self.make = make
        self.card = ""


class Slot:
    """A card that was drawn."""

    def __init__(self, allowed: Ids, pile: list[Slot] | None = None) -> None:
        self.allowed = allowed
        """What it may be, by all that is known of it and of what it was drawn as later."""
        self.copy = -1
        """The card of the deck that it is at the moment."""
        self.pile = pile
        """What was shuffled before it was drawn."""
        self.same: Slot | None = None
        """Which of the pile it was, if that is settled."""
        self.later: Slot | None = None
        """What this one was drawn as after a shuffle."""
        self.uses: Course[Ids] = []
        self.guesses: Course[Ids] = []
        """What it is likely to be: given up where nothing else fits."""
        self.path: Course[str] = []
        self.named: Course[Named] = []

    def root(self) -> Slot:
        return self if self.same is None else self.same.root()

    def line(self) -> Iterator[Slot]:
        """This slot and all that it was drawn as later."""
        slot: Slot | None = self
        while slot is not None:
            yield slot
            slot = slot.later

    def parted(self, other: Slot) -> int | None:
        """Until when both last lay in the same place: which was which, nobody knows. None if they never did."""
        ends = [time for time, _ in self.path[1:]] + [NEVER]
        others = [time for time, _ in other.path[1:]] + [NEVER]
        found = None
        for (start, place), end in zip(self.path, ends, strict=True):
            for (since, there), until in zip(other.path, others, strict=True):
                if place == there and max(start, since) < min(end, until):
                    found = min(end, until) - 1
        return found

    def exchange(self, other: Slot, time: int) -> None:
        """What the one was until then the other was."""
        self.uses, other.uses = crossed(self.uses, other.uses, time)
        self.guesses, other.guesses = crossed(self.guesses, other.guesses, time)
        self.path, other.path = crossed(self.path, other.path, time)
        self.named, other.named = crossed(self.named, other.named, time)
        self.pile, other.pile = other.pile, self.pile
        self.copy, other.copy = other.copy, self.copy


def crossed(first: Course[T], second: Course[T], time: int) -> tuple[Course[T], Course[T]]:
    """Two courses of events that change their pasts."""

    def joined(past: Course[T], future: Course[T]) -> Course[T]:
        return [one for one in past if one[0] <= time] + [one for one in future if one[0] > time]

    return joined(second, first), joined(first, second)


class Deck:
    """All cards of a game, and which slot may be which."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.copies = list(cards)
        self.all: Ids = frozenset(self.copies)
        self.taken: dict[int, Slot] = {}
        self.left = len(self.copies)
        self.piles: list[list[Slot]] = []
        """What was shuffled, as far as it is not settled what it was drawn as."""
        self.slots: list[Slot] = []
        self.time = 0

    def draw(self, discarded: list[Slot]) -> Slot | None:
        """2.1.2  The next card; an empty deck is made of what was discarded. None if there is no card at all."""
        if not self.left:
            self.piles.append(list(discarded))
            self.left = len(discarded)
            discarded.clear()
        if not self.left:
            return None
        self.left -= 1
        slot = Slot(self.all, self.piles[-1] if self.piles else None)
        self.slots.append(slot)
        if not self.piles:
            self._match(slot, set())
        return slot

    def narrow(self, slot: Slot, ids: Ids) -> bool:
        """This slot is one of these cards. Nothing changes if it cannot be."""
        if not self._limit(slot.root(), ids):
            return False
        slot.uses.append((self.time, ids))
        return True

    def guess(self, slot: Slot, ids: Ids) -> None:
        """This slot is likely to be one of these cards."""
        if slot.root().allowed <= ids:
            return
        if self._limit(slot.root(), ids):
            slot.guesses.append((self.time, ids))
        elif self.exchanged(slot, ids):
            slot.guesses.append(slot.uses.pop())

    def give_up(self) -> list[tuple[Slot, Ids]]:
        """What is only likely does not count any more. Gives what it was."""
        guesses = [(time, slot, ids) for slot in self.slots for time, ids in slot.guesses]
        for slot in self.slots:
            slot.guesses = []
        for slot in self.slots:
            if slot.pile is None:
                slot.allowed = self._known(slot)
        return [(slot, ids) for _, slot, ids in sorted(guesses, key=lambda one: one[0])]

    def exchanged(self, slot: Slot, ids: Ids) -> bool:
        """Can this slot be one of these cards if it and another, once in the same place, are taken for each other?"""
        for other in self.slots:
            time = slot.parted(other) if other.root() is not slot.root() else None
            if time is None:
                continue
            back = self._mark()
            self._unsettle(slot)
            self._unsettle(other)
            slot.exchange(other, time)
            self.taken |= {one.copy: one for one in (slot, other) if one.pile is None}
            slot.uses.append((self.time, ids))
            if self._fit(slot) and self._fit(other):
                return True
            back()
        return False

    def settle(self) -> None:
        """Every slot is one card in the end."""
        for slot in self.slots:
            self.narrow(slot, self.all)
        for slot in self.slots:
            for _, named in slot.named:
                named.card = self.copies[slot.root().copy]

    # --- is there a card for all? -------------------------------------------------------------------------

    def _mark(self) -> Callable[[], None]:
        """Everything as it is now, to go back to."""
        taken = dict(self.taken)
        slots = [(slot, dict(slot.__dict__)) for slot in self.slots]
        courses = [[list(getattr(slot, name)) for name in COURSES] for slot in self.slots]
        piles = [list(pile) for pile in self.piles]

        def back() -> None:
            self.taken = taken
            for (slot, fields), course in zip(slots, courses, strict=True):
                slot.__dict__.update(fields, **dict(zip(COURSES, course, strict=True)))
            for pile, before in zip(self.piles, piles, strict=True):
                pile[:] = before

        return back

    def _unsettle(self, slot: Slot) -> None:
        """Which of its pile the slot was is open again."""
        if slot.same is None or slot.pile is None:
            return
        one, slot.same = slot.same, None
        one.later = None
        slot.pile.append(one)
        root = one.root()
        root.allowed = self._known(root)

    def _known(self, root: Slot) -> Ids:
        """What a slot may be, by all that is known of it."""
        ids = self.all
        for slot in root.line():
            for _, known in slot.uses + slot.guesses:
                ids &= known
        return ids

    def _fit(self, root: Slot) -> bool:
        """After an exchange: is there still a card for this one and all others?"""
        ids = self._known(root)
        if root.pile is not None:
            return ids == self.all or self._limit(root, ids)
        root.allowed = ids
        return self._matched(root)

    def _limit(self, root: Slot, ids: Ids) -> bool:
        """This slot is one of these cards, if there is still a card for all."""
        if root.pile is not None:
            for one in sorted(root.pile, key=lambda one: order(one, ids)):
                if self._limit(one.root(), ids):
                    root.pile.remove(one)
                    root.same, one.later = one, root
                    return True
            return False
        before, root.allowed = root.allowed, root.allowed & ids
        if self._matched(root):
            return True
        root.allowed = before
        return False

    def _matched(self, slot: Slot) -> bool:
        """Is there a card for this slot, and for all others? If not, all keep theirs."""
        if self.copies[slot.copy] in slot.allowed:
            return True
        before = dict(self.taken)
        del self.taken[slot.copy]
        if self._match(slot, set()):
            return True
        self.taken = before
        for copy, one in before.items():
            one.copy = copy
        return False

    def _match(self, slot: Slot, met: set[int]) -> bool:
        """Give the slot a card; others may have to take another one."""
        for copy, card in enumerate(self.copies):
            if card not in slot.allowed or copy in met:
                continue
            met.add(copy)
            other = self.taken.get(copy)
            if other is None or self._match(other, met):
                self.taken[copy], slot.copy = slot, copy
                return True
        return False


def order(slot: Slot, ids: Ids) -> tuple[int, bool, int]:
    """Which slot to take for one of these cards: what must be one of them, then what is known least.

    What is known by its name would have been named. What came after a shuffle can be more than the others: it is kept.
    """
    root = slot.root()
    is_known = len(root.allowed) == 1 < len(ids)
    return 2 if is_known else int(not root.allowed <= ids), root.pile is not None, -len(root.allowed)
