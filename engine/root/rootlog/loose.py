"""What an answer changes against a record of others, which is written more freely than ours.

Within a line things may stand a little earlier or later than they happen, several pieces are one token, points are
added up, and some of what follows from the rules is not written at all. So a change is ticked off wherever it stands in
its line, as long as no more than a few choices are passed over and no battle; what is not written may happen silently
only if it is implied. Whatever is written must happen before the line ends, unless the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.root.rootlog import letters
from engine.root.rootlog.changes import (
    Card,
    Change,
    Crafted,
    Flipped,
    Fought,
    Guessed,
    Item,
    Moved,
    Revealed,
    Scored,
    Set,
    Swapped,
)
from engine.root.rootlog.differ import Made
from engine.root.rootlog.inventory import HERE, MAP, PAWN, QUEST, SUPPLY
from engine.root.rootlog.match import Match, Said, Stray
from engine.root.rootlog.read import Token
from engine.root.state import Root
from engine.rules import Event

PASSED = 3
"""So many choices that stand before it may still be to come when a change is made."""


DEAR = 4
"""So many things that fit are outweighed by one choice that was passed over."""
LINE = 10_000
"""What a line is worth that is done."""
ALL = "all"
"""All items that lie in a zone: none of them ticks the token off."""


class Loose(Match):
    """How much of a record of others a game has played."""

    patience = 12_000
    over = False
    astray = 0
    """How much was passed over in this line by what came before it."""
    begun = 0
    """How much was ticked off when this line began."""
    due: tuple[tuple[str, str, str], ...] = ()
    """Pieces that were removed and are to come back: whose, which, where."""

    def fresh(self, line: int) -> tuple[tuple[int, int], ...]:
        return tuple((n, size(one.change)) for n, one in enumerate(self.lines[line].said))

    def __call__(self, state: Root, events: Sequence[Event]) -> None:
        self.over = state.over
        super().__call__(state, events)
        if state.turn > self.turn and not state.over and self.is_behind(state.turn):
            raise Stray(None)

    def is_behind(self, turn: int) -> bool:
        """Is something left of the lines before this turn?"""
        skipped = any(line.said for line in self.lines[self.turn + 1 : turn])
        return skipped or bool(self.due) or not all(self.is_idle(self.said(place)) for place, _ in self.left)

    def tick(self, change: Change, *, is_open: bool = False) -> None:
        """Tick a change off, or as much of several as it is. What went from one place to another may be written as gone
        from the one and come to the other."""
        count = size(change)
        while count:
            if self.is_rescued(change):
                count -= 1
                continue
            found = self.find(change) or self.find_rescue(change)
            if found is None:
                if is_implied(change, setup=not self.line):
                    return
                if not isinstance(change, Moved) or SUPPLY in (change.origin, change.to):
                    raise Stray(change)
                self.tick(msgspec.structs.replace(change, count=count, to=SUPPLY))
                self.tick(msgspec.structs.replace(change, count=count, origin=SUPPLY))
                return
            number, said = found
            if isinstance(said, Item) and said.item == ALL:
                return
            place, left = self.left[number]
            ticked = min(count, left)
            keep = ((place, left - ticked),) if left > ticked else ()
            self.left = (*self.left[:number], *keep, *self.left[number + 1 :])
            self.done += ticked
            count -= ticked
            if isinstance(said, Fought):
                self.fought, self.reached = said, change
            if (
                isinstance(said, Moved)
                and isinstance(change, Moved)
                and said.to.isdigit()
                and change.to == SUPPLY
            ):
                self.due = (*self.due, *[(said.owner, said.piece, said.to)] * ticked)

    @property
    def worth(self) -> int:
        """Lines that are done count most; in the present one, what is ticked off and how well it stands in order."""
        turn = self.follower.turn
        here = self.done - self.begun - self.astray if turn == self.line else 0
        return turn * LINE + here

    def find_rescue(self, change: Change) -> tuple[int, Change] | None:
        """Pieces that are removed and come back at once are written as a move."""
        if not isinstance(change, Moved) or change.to != SUPPLY or not change.origin.isdigit():
            return None
        for number, (place, _) in enumerate(self.left):
            one = self.said(place).change
            if isinstance(one, Moved) and one.to.isdigit():
                if moves_alike(msgspec.structs.replace(one, to=SUPPLY), change):
                    return number, one
            elif isinstance(one, Fought):
                return None
        return None

    def is_rescued(self, change: Change) -> bool:
        """Does a piece come back that was removed? It is ticked off already."""
        if not isinstance(change, Moved) or change.origin != SUPPLY:
            return False
        back = change.owner, change.piece, change.to
        if back not in self.due:
            return False
        place = self.due.index(back)
        self.due = self.due[:place] + self.due[place + 1 :]
        return True

    def find(self, change: Change) -> tuple[int, Change] | None:
        """Where a change stands in its line. Items are exhausted in their order, but for those that stand together."""
        passed: list[Token] = []
        exhausts = isinstance(change, Item) and effect(change) == EXHAUSTS
        together = False
        for number, (place, _) in enumerate(self.left):
            one = self.said(place)
            if self.fits(one.change, change):
                if self.line:
                    before = {self.said(p).token for p, _ in self.left[:number]}
                    self.astray += DEAR * len(passed) + len(before)
                return number, one.change
            if not self.line or isinstance(change, Scored):
                continue
            also = isinstance(one.change, Item) and effect(one.change) == EXHAUSTS
            if stops(one.change, change) or (exhausts and together and not also):
                return None
            together = together or also
            if (is_choice(one.change) or is_lost(one.change)) and one.token not in passed:
                passed.append(one.token)
                if len(passed) > PASSED:
                    return None
        return None

    def next_line(self, made: Made) -> None:
        self.left = tuple((place, count) for place, count in self.left if not self.is_idle(self.said(place)))
        super().next_line(made)
        self.begun, self.astray = self.done, 0

    def said(self, place: int) -> Said:
        return self.lines[self.line].said[place]

    @property
    def is_whole(self) -> bool:
        """Has the last line begun, and is all of it done? Who writes on after the end is not wrong."""
        begun = len(self.follower.turns) >= len(self.lines) - 1
        last = not any(line.said for line in self.lines[self.line + 1 :])
        return begun and last and (self.over or all(self.is_idle(self.said(place)) for place, _ in self.left))

    def is_idle(self, said: Said) -> bool:
        """Does it say nothing that is not so already?"""
        change = said.change
        match change:
            case Item():
                return bool(change.turns) and (change.item == ALL or effect(change) in ("", REFRESH))
            case Set():
                return self.follower.now.settings.get((change.owner, change.key)) in (None, change.value)
            case Revealed():
                return not change.count
            case Scored():
                return change.points < 0 and self.before_gains(change.owner) <= 0
            case _:
                return False

    def before_gains(self, owner: str) -> int:
        """3.1  A player's points without those won in this line: nobody falls below zero, whatever is written."""
        left = dict(self.left)
        gained = sum(
            size(one.change) - left.get(place, 0)
            for place, one in enumerate(self.lines[self.line].said)
            if isinstance(one.change, Scored) and one.change.owner == owner and one.change.points > 0
        )
        return self.follower.now.scores.get(owner, 0) - gained

    # --- is it the same? ----------------------------------------------------------------------------------

    def fits(self, said: Change, made: Change) -> bool:
        match said, made:
            case Fought(), Fought():
                return self.begins(made, said)
            case Moved(), Moved():
                return moves_alike(said, made)
            case Card(), Card():
                return (said.suit, said.name, said.origin, said.to) == (
                    made.suit,
                    made.name,
                    made.origin,
                    made.to,
                )
            case Item(), Item():
                return items_alike(said, made)
            case Scored(), Scored():
                return said.owner == made.owner and (said.points > 0) == (made.points > 0)
            case Revealed(), Revealed() if not said.count and not made.count:
                return said.owner == made.owner
            case _:
                return said == made

    def begins(self, made: Change | None, said: Fought) -> bool:
        """The same battle so far; once dice are rolled, all ambushes have been played."""
        if not super().begins(made, said):
            return False
        return not isinstance(made, Fought) or not made.dice or made.ambushes == said.ambushes

    def same_battle(self, made: Change | None, said: Fought) -> bool:
        return isinstance(made, Fought) and self.begins(made, said) and made.ambushes == said.ambushes

    def same_dice(self, made: Fought, said: Fought) -> bool:
        return not said.dice or super().same_dice(made, said)


def size(change: Change) -> int:
    """How many things a change is."""
    if isinstance(change, Scored):
        return abs(change.points)
    return getattr(change, "count", 1) or 1


def is_choice(change: Change) -> bool:
    """Is it something that somebody decides, and not only what follows from it?"""
    match change:
        case Moved():
            return change.to.isdigit() or change.piece == PAWN
        case Card():
            return change.origin == QUEST or any(p.startswith("board:") for p in (change.origin, change.to))
        case Item():
            return not change.turns
        case Fought() | Crafted() | Flipped() | Swapped() | Guessed():
            return True
    return False


def stops(said: Change, made: Change) -> bool:
    """May the change that is made not pass over what is said? Nothing passes a battle, no battle what was lost before."""
    return isinstance(said, Fought) or (is_lost(said) and isinstance(made, Fought))


def is_lost(change: Change) -> bool:
    """Are pieces removed from the map?"""
    return isinstance(change, Moved) and change.origin.isdigit() and change.to == SUPPLY


def moves_alike(said: Moved, made: Moved) -> bool:
    """Pieces are lost wherever they go then; where a pawn and what moves by itself come from goes without saying."""
    if (said.owner, said.piece) != (made.owner, made.piece):
        return False
    if said.piece == PAWN or said.owner == MAP or HERE in (said.origin, made.origin):
        return said.to == made.to
    lost = said.to == SUPPLY and made.to.startswith("board:")
    return said.origin == made.origin and (said.to == made.to or lost)


DAMAGE, REPAIR, EXHAUSTS, REFRESH = "damaged", "repair", "exhaust", "refresh"


def effect(change: Item) -> str:
    """What is done to an item; where it lies is a matter of the rules."""
    turns = set(change.turns)
    if DAMAGE in turns:
        return DAMAGE
    if "from-damaged" in turns and {"satchel", "track"} & turns:
        return REPAIR
    return next((one for one in (EXHAUSTS, REFRESH) if one in turns), "")


def items_alike(said: Item, made: Item) -> bool:
    if said.owner != made.owner or said.item not in (made.item, ALL):
        return False
    if bool(said.turns) != bool(made.turns):
        return False
    if said.turns:
        return effect(said) == effect(made)
    return (lying(said.origin), said.to) == (lying(made.origin), made.to)


def lying(place: str) -> str:
    """A board, however the item lies there."""
    return ":".join(place.split(":")[:2])


def is_implied(change: Change, *, setup: bool) -> bool:
    """Does it happen though nobody writes it?"""
    match change:
        case Card():
            return change.to == QUEST
        case Item():
            return bool(change.turns) and (setup or effect(change) in ("", REFRESH))
        case Set():
            return setup or letters.follows(change.owner, change.key)
        case Revealed():
            return True
        case Moved():
            return lying(change.origin) == lying(change.to) and change.origin.startswith("board:")
    return False
