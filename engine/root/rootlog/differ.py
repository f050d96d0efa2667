"""What changed: two inventories and the events between them, as the changes of the notation.

    follower = Follower(game.state)     # what lies where now
    game.watch = follower               # told whenever the game stops: at a question, at chance, at the end of a step
    game.answer(seat, answer)
    follower.made                       # list[Made]: turn, player on turn, change; in the order in which they happened

The same for a fork: `fork = game.fork(chance=oracle); fork.watch = Follower(fork.state)`. A battle is one change from the
moment it begins: an ambush or the dice that come later replace it in `made` by the same battle with more in it
(`Fought.begins`). `changes(before, after, events)` compares two inventories once; a part whose own events say more than
what lies where says so with `@tells("EVENT")` in its `rootlog.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, TypeAlias

import msgspec

from engine.root.data import CARDS
from engine.root.rootlog import letters
from engine.root.rootlog.changes import (
    Card,
    Change,
    Crafted,
    Flipped,
    Fought,
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
from engine.root.rootlog.inventory import (
    ASIDE,
    AVAILABLE,
    CARD,
    DAMAGED,
    DECK,
    DISCARD,
    HERE,
    ITEM,
    MAP,
    OUT,
    PAWN,
    PIECE,
    SATCHEL,
    SET_APART,
    SUPPLY,
    WARRIOR,
    Inventory,
    Thing,
    hand,
    inventory,
    other_place,
    place_name,
    turns,
)
from engine.root.state import Owner, Root
from engine.rules import Event

Tells: TypeAlias = Callable[[Event], Sequence[Change]]
TELLS: dict[str, Tells] = {}
"""Events that are changes themselves."""


def tells(key: str) -> Callable[[Tells], Tells]:
    """An event that says more than what lies where: it is these changes."""

    def known(function: Tells) -> Tells:
        TELLS[key] = function
        return function

    return known


class Made(msgspec.Struct, frozen=True):
    """A change, and when it was made."""

    turn: int
    """0 in the setup."""
    player: Owner
    """Who is on turn."""
    change: Change
    veiled: Change
    """The same as far as everybody may know it."""
    rank: int = 0


class Follower:
    """Follows a game and collects what changes."""

    def __init__(self, state: Root) -> None:
        self.now = inventory(state)
        self.now.settle()
        self.seats = dict(state.seats)
        self.turn, self.player = state.turn, state.active
        self.made: list[Made] = []
        self.turns: list[tuple[int, Owner]] = []
        """Every turn that has begun, and whose it was."""
        self.battle: int | None = None
        """The place of the last battle in `made`."""
        self.ambushes: Counter[tuple[Owner, str]] = Counter()
        """Ambushes that are played and not discarded yet: they are part of their battle."""

        self.emptied: list[Set] = []
        """Boards that are emptied card by card: for the notation they are empty at once."""

    def copy(self) -> Follower:
        """The same for a fork of the game."""
        other = copy(self)
        other.made, other.turns = list(self.made), list(self.turns)
        other.ambushes, other.emptied = self.ambushes.copy(), list(self.emptied)
        return other

    def __call__(self, state: Root, events: Sequence[Event]) -> None:
        """The game has stopped: compare with where it stopped last."""
        after = inventory(state)
        if state.seats != self.seats:
            names = {self.seats.get(seat, seat): owner for seat, owner in state.seats.items()}
            self.now, self.seats = self.now.renamed(names), dict(state.seats)
            self.made = [renamed(made, names) for made in self.made]
        left = self.without_ambushes(events)
        self.empty(left, after)
        for (owner, card), count in self.ambushes.items():
            if (
                count
                and after.things[hand(owner), Thing(CARD, card)]
                > self.now.things[hand(owner), Thing(CARD, card)]
            ):
                after.relay([card], hand(owner), DISCARD)  # it is played, and waits for what comes of it
        turn, player = (self.turn, self.player) if self.turn else (0, state.active)
        for rank, change, veiled in differences(self.now, after, left):
            if isinstance(change, Fought):
                self.battle = len(self.made)
            self.made.append(Made(turn, player, change, veiled, rank))
        self.now, self.player = after, state.active
        if state.turn != self.turn:
            self.turn = state.turn
            self.turns.append((state.turn, state.active))

    def mark(self) -> tuple[int, Change | None]:
        """Where it is now: how many changes were made, and the last battle as far as it has come."""
        return len(self.made), None if self.battle is None else self.made[self.battle].change

    def since(self, mark: tuple[int, Change | None]) -> list[Change]:
        """What has changed since then, a battle that went on included."""
        count, battle = mark
        place = [] if self.battle is None or self.battle >= count else [self.made[self.battle].change]
        return [*(one for one in place if one != battle), *(made.change for made in self.made[count:])]

    def empty(self, events: Iterable[Event], after: Inventory) -> None:
        """What is being emptied is empty, though some cards still wait to be discarded in the right order."""
        said = [change for event in events if event.key in TELLS for change in TELLS[event.key](event)]
        self.emptied += [
            one for one in said if isinstance(one, Set) and one.key in letters.of(one.owner).emptied
        ]
        self.emptied = [one for one in self.emptied if after.has_columns(one.owner)]
        for one in self.emptied:
            after.apply(one)

    def without_ambushes(self, events: Iterable[Event]) -> list[Event]:
        """The events; ambushes and dice are added to their battle, and cards leave the hand by that alone."""
        left = []
        for event in events:
            if event.key in (AMBUSH, FOIL):
                key = event.about["owner"], event.about["card"]
                self.ambushes[key] += 1
                self.now = self.now.copy()  # a fork of the game may look at the same
                self.now.move(hand(key[0]), DISCARD, Thing(CARD, key[1]), 1)
                self.amend(ambush=CARDS[key[1]].suit)
            elif event.key == ROLLED:
                self.amend(dice=tuple(event.about["dice"]))
            elif event.key == DISCARDED and self.ambushes[event.about["owner"], event.about["card"]]:
                self.ambushes[event.about["owner"], event.about["card"]] -= 1
                continue
            left.append(event)
        return left

    def amend(self, ambush: str = "", dice: tuple[int, ...] = ()) -> None:
        """The last battle goes on."""
        if self.battle is None:
            return
        made = self.made[self.battle]
        fought = made.change
        assert isinstance(fought, Fought)
        more = (ambush,) if ambush else ()
        fought = msgspec.structs.replace(fought, ambushes=fought.ambushes + more, dice=dice or fought.dice)
        self.made[self.battle] = msgspec.structs.replace(made, change=fought, veiled=fought)


def renamed(made: Made, names: Mapping[Owner, Owner]) -> Made:
    """The same change after a seat has taken a faction: only its hand was known until then."""
    change, veiled = (
        msgspec.structs.replace(one, origin=other_place(one.origin, names), to=other_place(one.to, names))
        if isinstance(one, Card)
        else one
        for one in (made.change, made.veiled)
    )
    return msgspec.structs.replace(made, change=change, veiled=veiled)


def changes(before: Inventory, after: Inventory, events: Sequence[Event] = ()) -> tuple[Change, ...]:
    """What changed between two inventories, in the order in which the events tell of it."""
    return tuple(change for _, change, _ in differences(before, after, events))


Ranked: TypeAlias = tuple[int, Change, Change]


def differences(before: Inventory, after: Inventory, events: Sequence[Event]) -> list[Ranked]:
    """All changes with the number of the event they belong to, and as far as everybody may know them.

    First what the events say, then whatever else lies otherwise than before.
    """
    work = before.copy()
    veil = Veil(before, after)
    found: list[Ranked] = []
    for number, event in enumerate(events):
        for change in told(event, work, after):
            work.apply(change)
            found.append((number, change, veil(change)))
    after.settle(work)
    ranks = [(number, event) for number, event in enumerate(events) if event.seen_by(None)]
    others = [(rank(change, ranks, len(events)), change, veil(change)) for change in rest(work, after)]
    rows = {place: list(row) for place, row in after.rows.items()}
    keys = [side_by_side(change, veiled, rows) for _, change, veiled in others]
    found += [one for _, one in sorted(zip(keys, others, strict=True), key=lambda pair: pair[0])]
    return as_drawn(sorted(found, key=lambda one: one[0]), before)


def as_drawn(found: list[Ranked], before: Inventory) -> list[Ranked]:
    """Changes with the cards of the deck in the order in which they lay there, whoever got them."""
    places = [
        n for n, (_, change, _) in enumerate(found) if isinstance(change, Card) and change.origin == DECK
    ]
    queues: dict[str, list[tuple[str, Ranked]]] = {}
    for place in places:
        drawn = found[place][1]
        assert isinstance(drawn, Card)
        queues.setdefault(drawn.to, []).append((letters.card_id(drawn.suit, drawn.name), found[place]))
    top = before.rows.get(DECK, [])[::-1][: len(places)]
    if len(top) == len(places):
        for place, one in zip(places, dealt(top, list(queues.values())), strict=False):
            found[place] = one
    return found


def dealt(deck: Sequence[str], queues: Sequence[Sequence[tuple[str, Ranked]]]) -> list[Ranked]:
    """How cards that lay so came to several places, each in its own order; nothing if they cannot have (it was shuffled)."""
    if not deck:
        return []
    for number, queue in enumerate(queues):
        if queue and queue[0][0] == deck[0]:  # who was dealt to is dealt to again
            others = [*queues[:number], *queues[number + 1 :]]
            rest = dealt(deck[1:], [queue[1:], *others])
            if len(rest) == len(deck) - 1:
                return [queue[0][1], *rest]
    return []


# --- what events say --------------------------------------------------------------------------------------

AMBUSH, FOIL, ROLLED, DISCARDED, SCORED = "ambush", "foiled", "rolled", "discarded", "scored"


def told(event: Event, work: Inventory, after: Inventory) -> Iterator[Change]:
    """The changes an event is, as far as they happened."""
    about = event.about
    match event.key:
        case "scored":
            yield Scored(about["owner"], about["points"])
        case "lost.points":
            yield Scored(about["owner"], -about["points"])
        case "battle":
            yield Fought(about["attacker"], about["defender"], about["clearing"])
        case "crafted":
            yield from crafted(about["owner"], about["card"], work, after)
        case "reshuffled":
            for (place, thing), count in list(work.things.items()):
                if place == DISCARD:
                    work.move(DISCARD, DECK, thing, count)
        case "discarded":
            thing = Thing(CARD, about["card"])
            mine = hand(about["owner"]), thing
            if work.things[mine] > after.things[mine]:
                yield card_change(thing, 1, hand(about["owner"]), gained(thing, work, after, PILES, DISCARD))
        case "moved.warriors":
            origin, thing = place_name(about["origin"]), Thing(PIECE, WARRIOR, about["owner"])
            count = min(about["warriors"], work.things[origin, thing] - after.things[origin, thing])
            if count > 0:
                yield Moved(count, thing.owner, WARRIOR, origin, place_name(about["to"]))
        case "placed.warriors":
            yield from placed(
                Thing(PIECE, WARRIOR, about["owner"]), about["warriors"], about["clearing"], work, after
            )
        case "placed.building":
            yield from placed(Thing(PIECE, about["kind"], about["owner"]), 1, about["clearing"], work, after)
        case "removed":
            yield from removed(about, work, after)
        case "flipped":
            if about["kind"] in letters.of(about["owner"]).faces and isinstance(about["clearing"], int):
                yield Flipped(about["owner"], about["clearing"], about["kind"])
        case "swapped":
            yield Swapped(about["owner"], about["origin"], about["to"])
        case "opened.path":
            yield Opened(*sorted((about["origin"], about["to"])))
        case "took.ruin.item":
            place = f"ruin:{about['clearing']}"
            yield Item(1, about["owner"], about["item"], (), place, f"board:{about['owner']}")
        case "showed.card.seen":
            yield Revealed(about["owner"], 1, *letters.noted(about["card"]), about["to"])
        case key if key in TELLS:
            yield from TELLS[key](event)


PILES = (AVAILABLE, SET_APART, DISCARD)


def gained(thing: Thing, work: Inventory, after: Inventory, places: Iterable[str], default: str) -> str:
    """The first of these places where there will be more of a thing."""
    return next((p for p in places if after.things[p, thing] > work.things[p, thing]), default)


def crafted(owner: Owner, card: str, work: Inventory, after: Inventory) -> Iterator[Change]:
    """4.1  An item and the card that is discarded for it, or a card that stays or acts at once."""
    item = CARDS[card].item
    if not item:
        yield Crafted(owner, name=card)
        return
    yield Crafted(owner, item=item)
    thing = Thing(CARD, card)
    yield card_change(thing, 1, hand(owner), gained(thing, work, after, PILES, DISCARD))


def placed(thing: Thing, count: int, place: Any, work: Inventory, after: Inventory) -> Iterator[Change]:
    """Pieces come to the map, from a board if fewer lie there afterwards, else from the supply."""
    to = place_name(place)
    count = min(count, after.things[to, thing] - work.things[to, thing])
    for origin in sorted(p for p in work.where(thing) if p.startswith("board:")):
        there = min(count, work.things[origin, thing] - after.things[origin, thing])
        if there > 0:
            yield Moved(there, thing.owner, thing.name, origin, to)
            count -= there
    if count > 0:
        yield Moved(count, thing.owner, thing.name, SUPPLY, to)


def removed(about: dict[str, Any], work: Inventory, after: Inventory) -> Iterator[Change]:
    """Pieces leave the map, for a board if more lie there afterwards, else for the supply.

    What leaves at once is sorted, as far as everybody sees it: how it lay beside each other is nobody's choice.
    """
    origin = place_name(about["clearing"])
    gone = Counter({Thing(PIECE, WARRIOR, owner): count for owner, count in about["warriors"].items()})
    gone.update(Thing(PIECE, kind.partition("@")[0], owner) for owner, kind in about["pieces"])
    for thing in sorted(
        gone, key=lambda one: (one.name != WARRIOR, work.hidden.get((origin, one), one.name), one)
    ):
        count = min(gone[thing], work.things[origin, thing])
        for to in sorted(p for p in after.where(thing) if p.startswith("board:")):
            there = min(count, after.things[to, thing] - work.things[to, thing])
            if there > 0:
                yield Moved(there, thing.owner, thing.name, origin, to)
                count -= there
        if count:
            yield Moved(count, thing.owner, thing.name, origin, SUPPLY)


# --- whatever else lies otherwise -------------------------------------------------------------------------


def rest(before: Inventory, after: Inventory) -> Iterator[Change]:
    """The changes that lead from one inventory to another."""
    lost, won = before.things - after.things, after.things - before.things
    for thing in sorted({thing for _, thing in (*lost, *won)}):
        origins = sorted(place for place, known in lost if known == thing for _ in range(lost[place, known]))
        places = sorted(place for place, known in won if known == thing for _ in range(won[place, known]))
        for (origin, to), count in Counter(pairs(thing, origins, places)).items():
            for change in went(thing, count, origin, to):
                before.apply(change)
                yield change
    for (owner, card), count in sorted((after.shown - before.shown).items()):
        yield Revealed(owner, count, *letters.noted(card))
    for key in sorted(after.settings):
        if after.settings[key] != before.settings.get(key):
            yield Set(*key, after.settings[key])
    for owner in sorted(after.markers):
        if after.markers[owner] != before.markers.get(owner):
            yield Marker(owner, after.markers[owner])
    for (place, thing), count in sorted((after.open - before.open).items()):
        for _ in range(count):
            yield Flipped(thing.owner, int(place), thing.name)
    for path in sorted(after.opened - before.opened):
        yield Opened(*path)
    for name in sorted(after.control):
        if after.control[name] != before.control.get(name):
            yield Hired(name, *after.control[name])
    for owner in sorted(after.scores):
        points = after.scores[owner] - before.scores.get(owner, 0)
        if points:
            yield Scored(owner, points)


def pairs(thing: Thing, origins: list[str], places: list[str]) -> Iterator[tuple[str, str]]:
    """What left one place came to another: items first on their own board. The rest comes from and goes to a supply."""
    if thing.kind == ITEM:
        for origin in list(origins):
            near = [place for place in places if same_board(origin, place)]
            to = min(near, key=lambda place: (DAMAGED in place) != (DAMAGED in origin), default=None)
            if to is not None:
                origins.remove(origin)
                places.remove(to)
                yield origin, to
    while origins and places:
        yield origins.pop(0), places.pop(0)
    supply = SUPPLY
    if thing.kind == CARD:
        supply = ASIDE if thing.name in letters.OWN else DECK
    gone = OUT if thing.kind == ITEM or thing.name in letters.LEAVING else supply
    for origin in origins:
        yield origin, gone
    for place in places:
        yield supply, place


def same_board(first: str, second: str) -> bool:
    return first.startswith("board:") and first.split(":")[:2] == second.split(":")[:2]


def went(thing: Thing, count: int, origin: str, to: str) -> Iterator[Change]:
    """A thing changes place, in the words of the notation."""
    if thing.kind == CARD:
        if origin == DECK:  # one by one, as they are drawn
            yield from [card_change(thing, 1, origin, to)] * count
        elif (origin, to) not in UNWRITTEN:
            yield card_change(thing, count, origin, to)
    elif thing.kind == ITEM:
        yield from item_changes(thing, count, origin, to)
    elif thing.name == PAWN or thing.owner == MAP:
        yield Moved(count, thing.owner, thing.name, HERE, to)
    else:
        yield Moved(count, thing.owner, thing.name, origin, to)


UNWRITTEN = {(DISCARD, DECK), (SET_APART, DISCARD), (DISCARD, SET_APART), (SET_APART, DECK)}
"""Nobody writes when cards are shuffled, or that a pile set apart is discarded."""


def card_change(thing: Thing, count: int, origin: str, to: str) -> Card:
    suit, name = letters.noted(thing.name)
    names = {SET_APART: DISCARD}
    return Card(count, suit, name, names.get(origin, origin), names.get(to, to))


def item_changes(thing: Thing, count: int, origin: str, to: str) -> Iterator[Change]:
    """An item is turned on its board, or comes to another face up and undamaged; turned there is another change."""
    owner = item_owner(origin, to)
    state = to.removeprefix(f"board:{owner}").lstrip(":")
    if same_board(origin, to):
        yield Item(count, owner, thing.name, turns(origin.removeprefix(f"board:{owner}").lstrip(":"), state))
        return
    if origin == SUPPLY:
        yield Item(count, owner, thing.name, (SATCHEL,))
    else:
        yield Item(count, owner, thing.name, (), origin, to if to == OUT else f"board:{owner}")
        if to == OUT:
            return
    if state:
        yield Item(count, owner, thing.name, turns("", state))


# --- order and secrets ------------------------------------------------------------------------------------


def rank(change: Change, events: Sequence[tuple[int, Event]], last: int) -> int:
    """The number of the first event that tells of a change. If none does, it is before any points, else the last."""
    points = next((number - 1 for number, event in events if event.key == SCORED), last)
    return next((number for number, event in events if mentions(event, change)), points)


def side_by_side(change: Change, veiled: Change, rows: dict[str, list[str]]) -> tuple[str, int, str]:
    """The order of what happens at once: by what everybody sees of it, and cards that are drawn as they lie then.

    Of a row the newest card of a name is taken, so that the next of that name finds the one before.
    """
    if not isinstance(change, Card) or change.origin != DECK:
        return str(veiled), 0, str(change)
    card, row = letters.card_id(change.suit, change.name), rows.get(change.to, [])
    place = len(row) - row[::-1].index(card) if card in row else 0
    if place:
        row[place - 1] = ""
    return str(msgspec.structs.replace(change, suit="", name="")), place, str(change)


def mentions(event: Event, change: Change) -> bool:
    """Does an event tell of a change?"""
    about = event.about
    match change:
        case Moved():
            owners = {about.get("owner"), *(about.get("warriors") or {} if event.key == "removed" else ())}
            owners |= {owner for owner, _ in about.get("pieces", ())} if event.key == "removed" else set()
            where = {
                place_name(about[key]) for key in ("clearing", "origin", "to") if is_place(about.get(key))
            }
            return change.owner in owners and bool(where & {change.origin, change.to})
        case Card():
            card = letters.card_id(change.suit, change.name)
            if change.origin == DECK and change.to.startswith("hand:"):
                # an effect may have the name of what it draws
                drew = event.key == "drew" and change.to == hand(about["owner"])
                return drew or card in as_tuple(about.get("cards"))
            return card in about.values() or card in as_tuple(about.get("cards"))
        case Item():
            return change.item == about.get("item") or change.item in as_tuple(about.get("items"))
        case Revealed():
            card = letters.card_id(change.suit, change.name)
            return card == about.get("card") or card in as_tuple(about.get("cards"))
        case Hired():
            return about.get("hireling") == change.hireling
        case _:
            return False


def is_place(value: Any) -> bool:
    return (
        isinstance(value, int)
        or (isinstance(value, str) and value[:1].isdigit())
        or str(value).startswith("path-")
    )


def as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else ()


class Veil:
    """1.2.1  Changes as far as everybody may know them."""

    def __init__(self, before: Inventory, after: Inventory) -> None:
        self.before, self.after = before, after

    def __call__(self, change: Change) -> Change:
        match change:
            case Card():
                thing = Thing(CARD, letters.card_id(change.suit, change.name))
                if self.is_dark(change.origin, thing) and self.is_dark(change.to, thing):
                    return msgspec.structs.replace(change, suit="", name="")
            case Moved():
                thing = Thing(PIECE, change.piece, change.owner)
                seen = self.back(change.origin, thing) or self.back(change.to, thing)
                if seen and not any(
                    i.open[p, thing] for i in (self.before, self.after) for p in (change.origin, change.to)
                ):
                    return msgspec.structs.replace(change, piece=seen)
            case Revealed() if change.to:
                return msgspec.structs.replace(change, suit="", name="")
        return change

    def is_dark(self, place: str, thing: Thing) -> bool:
        return any(place in one.dark or (place, thing) in one.hidden for one in (self.before, self.after))

    def back(self, place: str, thing: Thing) -> str:
        return self.before.hidden.get((place, thing), "") or self.after.hidden.get((place, thing), "")
