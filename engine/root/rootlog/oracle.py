"""Where the chance of a recorded game comes from: what the record says, one function for each key of chance.

A function gives the outcomes that may have come, the likeliest first. Most keys have one: the deck lies as its cards
were drawn, the dice stand in the battle. Where the record leaves several open, the search tries them in turn. Factions
bring the functions of their own keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from typing import TypeAlias

import msgspec

from engine.flow import Chance, Roll, Shuffle
from engine.root.data import FACTIONS as PRINTED
from engine.root.data import HIRELINGS, LANDMARKS, ROLES, RUIN_ITEMS, TABLE
from engine.root.faction import FACTIONS
from engine.root.rootlog import letters
from engine.root.rootlog.changes import Card, Change, Fought, Item, Moved
from engine.root.rootlog.read import Record
from engine.root.setup.advanced import barred, cards_to_deal
from engine.root.setup.table import deck_cards
from engine.root.state import CLEARINGS, Root

Outcomes: TypeAlias = Sequence[tuple[int, ...]]


class Moment(msgspec.Struct):
    """When something is left to chance: the table now, and what the record says from here on."""

    chance: Chance
    state: Root
    record: Record
    ahead: Sequence[Change]
    fought: Fought | None = None
    """The battle that goes on."""
    in_flight: Sequence[str] = ()
    """Cards on their way from the deck."""
    line: int = 0
    """So many of what the record says from here on stand in the present line, or in the setup."""
    names: Mapping[str, str] = {}
    """Whom the seats play that draft."""
    before: int = 0
    """How often the same was left to chance since that answer."""

    def cards_from(self, place: str) -> Iterator[str]:
        """The cards that leave a place from here on, by name."""
        for change in self.ahead:
            if isinstance(change, Card) and change.origin == place:
                yield from card_ids(change)


def card_ids(change: Card) -> list[str]:
    """The cards of a change, by our ids; none if it does not name them."""
    return [letters.card_id(change.suit, change.name)] * change.count if change.name else []


Source = Callable[[Moment], Outcomes]
SOURCES: dict[str, Source] = {}


def tells(*keys: str) -> Callable[[Source], Source]:
    """The decorated function says what came where these keys were left to chance."""

    def register(source: Source) -> Source:
        SOURCES.update(dict.fromkeys(keys, source))
        return source

    return register


def outcomes(moment: Moment) -> Outcomes:
    """What may have come. Without a function of its own, any face and any pick; a shuffle leaves all as it lies."""
    chance = moment.chance
    source = SOURCES.get(chance.key)
    found = [one for one in source(moment) if fits(chance, one)] if source is not None else []
    if found:
        return found
    if isinstance(chance, Shuffle):
        return [tuple(range(chance.size))]
    if isinstance(chance, Roll):
        return list(product(range(chance.faces), repeat=chance.dice))
    return [(number,) for number in range(chance.size)]


def fits(chance: Chance, outcome: tuple[int, ...]) -> bool:
    """Can this have come? A broken record may want what there is not."""
    if isinstance(chance, Shuffle):
        return sorted(outcome) == list(range(chance.size))
    size, count = (chance.faces, chance.dice) if isinstance(chance, Roll) else (chance.size, 1)
    return len(outcome) == count and all(0 <= one < size for one in outcome)


def arranged(things: Sequence[str], wanted: Iterable[str], *, last_first: bool = False) -> tuple[int, ...]:
    """The shuffle after which the wanted things lie in this order at the front, or from the end on.

    What is wanted and not there is passed over; what nobody wants fills up.
    """
    places: dict[str, list[int]] = {}
    for place, thing in reversed(list(enumerate(things))):
        places.setdefault(thing, []).append(place)
    order: list[int] = []
    for thing in wanted:
        if places.get(thing):
            order.append(places[thing].pop())
            if len(order) == len(things):
                break
    taken = set(order)
    rest = [place for place in range(len(things)) if place not in taken]
    return (*rest, *reversed(order)) if last_first else (*order, *rest)


# --- cards ------------------------------------------------------------------------------------------------


@tells("setup.deck")
def first_deck(moment: Moment) -> Outcomes:
    """5.1.3, A.7, A.10  The top card is the last: first what lies beside the map, then the hands, then as is drawn."""
    if moment.state.deck:
        return [arranged(moment.state.deck, moment.cards_from("deck"), last_first=True)]
    advanced = moment.state.options.get("setup") == "advanced"
    size = TABLE.starting_hand_advanced if advanced else TABLE.starting_hand
    places = {f"board:{name}": landmark.cards for name, landmark in LANDMARKS.items()}
    places |= {f"hand:{moment.names.get(owner, owner)}": size for owner in moment.state.order}
    dealt: dict[str, list[str]] = {place: [] for place in places}
    later: list[str] = []
    for change in moment.ahead:
        if isinstance(change, Card) and change.origin == "deck":
            there = dealt.get(change.to, later)
            (there if len(there) < places.get(change.to, 0) else later).extend(card_ids(change))
    wanted = [*(card for cards in dealt.values() for card in cards), *later]
    return [arranged(deck_cards(moment.state), wanted, last_first=True)]


@tells("deck.reshuffle")
def next_deck(moment: Moment) -> Outcomes:
    """2.1.2  What was left of the old deck is on its way already."""
    old = Counter(moment.in_flight)
    wanted = []
    for card in moment.cards_from("deck"):
        if old[card]:
            old[card] -= 1
        else:
            wanted.append(card)
    return [arranged(moment.state.discard, wanted, last_first=True)]


# --- dice -------------------------------------------------------------------------------------------------


@tells("battle.roll")
def battle_dice(moment: Moment) -> Outcomes:
    """4.3.2  The dice that stand in the battle; which of the two rolled what is a matter of the rules.

    Where none do, those come first that deal the losses which are written after the battle.
    """
    if moment.fought is not None and moment.fought.dice:
        return [moment.fought.dice]
    rolls = [(low, high) for high in range(4) for low in range(high + 1)]
    losses = sorted(lost_in(moment)) if moment.fought is not None else [0, 0]
    return sorted(
        rolls, key=lambda roll: sum(abs(die - lost) for die, lost in zip(roll, losses, strict=True))
    )


def lost_in(moment: Moment) -> tuple[int, int]:
    """What both sides lose in the battle that goes on, by what stands before the next."""
    fought = moment.fought
    lost: Counter[str] = Counter()
    for change in moment.ahead:
        match change:
            case Fought():
                break
            case Moved() if fought is not None and change.origin == str(fought.clearing):
                lost[change.owner] += change.count
            case Item() if "damaged" in change.turns:
                lost[change.owner] += change.count
    return (lost[fought.attacker], lost[fought.defender]) if fought is not None else (0, 0)


# --- setup ------------------------------------------------------------------------------------------------


@tells("setup.suits")
def suits(moment: Moment) -> Outcomes:
    """5.1.4  As the header says."""
    markers = [suit for suit, count in TABLE.suit_markers.items() for _ in range(count)]
    printed = moment.state.map.printed_suits
    wanted = [moment.record.suits.get(clearing) or str(printed[clearing] or "") for clearing in CLEARINGS]
    return [arranged(markers, wanted)]


@tells("setup.ruins")
def ruins(moment: Moment) -> Outcomes:
    """9.3.4  As a comment tells, or else what was found in a ruin lay there."""
    places = sorted(moment.state.ruins)
    sets = moment.chance.size // len(RUIN_ITEMS) if isinstance(moment.chance, Shuffle) else 1
    items = [str(item) for _ in range(sets) for item in RUIN_ITEMS]
    found: dict[str, list[str]] = {f"ruin:{place}": [] for place in places}
    told = {f"ruin:{place}": list(lying) for place, lying in moment.record.ruins.items()}
    is_told = told.keys() == found.keys() and Counter(chain(*told.values())) == Counter(items)
    if is_told and all(len(lying) == sets for lying in told.values()):
        found = told
    for change in moment.ahead if found is not told else ():
        if isinstance(change, Item) and change.origin in found:
            found[change.origin] += [change.item] * change.count
    left = Counter(items)
    left.subtract(Counter(item for here in found.values() for item in here))
    spare = list(left.elements()) if all(count >= 0 for count in left.values()) else items
    for here in found.values():
        while len(here) < sets and spare:
            here.append(spare.pop(0))
    wanted = [found[f"ruin:{place}"][number] for number in range(sets) for place in places]
    return [arranged(items, wanted)]


@tells("setup.order")
def setup_order(moment: Moment) -> Outcomes:
    """5.1.7  Who has the same letter set up in the order of their lines."""
    roles = [turn.player for turn in moment.record.turns if turn.is_setup]
    plays = Counter(moment.state.plays[owner] for owner in moment.state.order)
    twice = [owner for owner in moment.state.order if plays[moment.state.plays[owner]] > 1]
    first = arranged(twice, [owner for owner in roles if owner in twice])
    return [first, *(order for order in permutations(range(len(twice))) if order != first)]


@tells("setup.demoted")
def demoted(moment: Moment) -> Outcomes:
    """A.6.2  Those that the header marks."""
    cards = [str(card) for card in moment.state.options.get("hirelings", ())]
    return [arranged(cards, [one.name for one in moment.record.hirelings if one.demoted])]


@tells("setup.militant")
def first_card(moment: Moment) -> Outcomes:
    """A.8.1  The first of the pool."""
    militants, _ = cards_to_deal(moment.state, barred(moment.state))
    wanted = [number for number, name in enumerate(militants) if name in pool(moment.record)[:1]]
    return [(number,) for number in wanted or range(len(militants))]


@tells("setup.cards")
def other_cards(moment: Moment) -> Outcomes:
    """A.8.1  The rest of the pool, in its order."""
    first, *rest = pool(moment.record) or [""]
    militants, insurgents = cards_to_deal(moment.state, barred(moment.state))
    cards = Counter(militants + insurgents) - Counter([first])
    return [arranged(list(cards.elements()), rest)]


def pool(record: Record) -> list[str]:
    """The factions of the draft."""
    return [ROLES[letters.SIDES[letter]].faction for letter in record.pool]


@tells("setup.characters")
def characters(moment: Moment) -> Outcomes:
    """A.8.1.III  Those that were taken lie beside the cards."""
    lists = [faction.beside_setup_card() for faction in map(FACTIONS.get, PRINTED) if faction]
    things = [list(names) for names in lists if names][moment.before]
    taken = [change.name for change in moment.ahead if isinstance(change, Card) and change.origin == "aside"]
    return [arranged(things, taken)]


def hireling_cards(record: Record) -> list[str]:
    """The cards of the hirelings in the header, whichever side is up."""
    return [card for card in HIRELINGS if any(one.name == card for one in record.hirelings)]
