"""What lies where: everything on a table that the notation can name, as a multiset of things by place.

    inventory(state)            what lies where now
    found.apply(change)         what a token of the notation does to it

Places are those of `changes.py`. What a supply holds is not counted, nor what lies under ruins: whatever is nowhere is
there. A card that is on its way is `adrift`; `differ.py` knows where it was. Revealed cards count as the hand they came
from. A part with something of its own on its board says so in a module `rootlog.py` of its folder: `@lists("NAME")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from engine.root.data import CARDS, DECKS, QUESTS
from engine.root.faction import faction_of, shown_as
from engine.root.hiring.hireling import board_of, hirelings
from engine.root.landmark import landmarks, stands
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
    Scored,
    Set,
    Swapped,
)
from engine.root.state import BURROW, Owner, Place, Root
from engine.root.view import ItemView

PIECE, CARD, ITEM = "piece", "card", "item"
WARRIOR, PAWN, MAP = "warrior", "pawn", "map"
SUPPLY, DECK, DISCARD, AVAILABLE, QUEST, ASIDE, OUT, HERE = (
    "supply",
    "deck",
    "discard",
    "available",
    "quests",
    "aside",
    "out",
    "here",
)
SET_APART = "apart"
"""A pile that the notation does not tell from the discard pile."""
UNCOUNTED = frozenset({SUPPLY, ASIDE, OUT})
EXHAUSTED, DAMAGED = "exhausted", "damaged"


class Thing(NamedTuple):
    """A piece of an owner, a card or an item."""

    kind: str
    name: str
    owner: Owner = ""


Lists: TypeAlias = Callable[["Root", Owner, "Inventory"], None]
LISTS: dict[str, Lists] = {}
"""What the parts have on their boards, by what they are called."""


def lists(name: str) -> Callable[[Lists], Lists]:
    """What lies on the board of this part, besides what every voice says of itself."""

    def known(function: Lists) -> Lists:
        LISTS[name] = function
        return function

    return known


def is_uncounted(place: str, thing: Thing) -> bool:
    """What lies under ruins and what quests are to come nobody knows."""
    return place.startswith("ruin:") or (place == DECK and thing.name in QUESTS)


def place_name(place: Place) -> str:
    """A place of the map as the notation has it."""
    if place == BURROW:
        return "burrow"
    if isinstance(place, int):
        return str(place)
    if place.startswith("path-"):
        return "path:" + place.removeprefix("path-").replace("-", "_")
    return f"forest:{place}"


def hand(owner: Owner) -> str:
    return f"hand:{owner}"


def board(owner: Owner, part: str = "") -> str:
    """A board, a column of it, or its items in a certain state."""
    return f"board:{owner}:{part}" if part else f"board:{owner}"


def item_state(view: ItemView) -> str:
    """How an item lies; "" if it is face up and undamaged."""
    return "-".join(word for word, so in ((DAMAGED, view.damaged), (EXHAUSTED, view.exhausted)) if so)


class Inventory:
    """What lies where."""

    def __init__(self) -> None:
        self.things: Counter[tuple[str, Thing]] = Counter()
        self.hidden: dict[tuple[str, Thing], str] = {}
        """What lies face down, and what everybody sees of it; "" for a card."""
        self.dark: set[str] = set()
        """Places where all cards lie face down."""
        self.adrift: Counter[Thing] = Counter()
        """Cards on their way: they are nowhere."""
        self.open: Counter[tuple[str, Thing]] = Counter()
        """Tokens that lie face up though they can lie face down."""
        self.shown: Counter[tuple[Owner, str]] = Counter()
        """Cards of a hand that are revealed."""
        self.settings: dict[tuple[Owner, str], str] = {}
        self.scores: dict[Owner, int] = {}
        self.markers: dict[Owner, Owner] = {}
        """Score markers that lie on a board, and whose it is."""
        self.opened: set[tuple[int, int]] = set()
        """Paths that were closed at first."""
        self.control: dict[str, tuple[Owner, int]] = {}
        self.rows: dict[str, list[str]] = {}
        """Cards as they lie beside each other: the newest of a hand last."""

    # --- listing ------------------------------------------------------------------------------------------

    def add(self, place: str, thing: Thing, count: int = 1) -> None:
        if not count or place in UNCOUNTED or is_uncounted(place, thing):
            return
        key = place, thing
        total = self.things.get(key, 0) + count
        if total:
            self.things[key] = total
        else:
            del self.things[key]

    def pieces(self, place: str, owner: Owner, kind: str, count: int = 1) -> None:
        self.add(place, Thing(PIECE, kind, owner), count)

    def cards(self, place: str, cards: Iterable[str], *, dark: bool = False) -> None:
        lying = list(cards)
        self.rows[place] = self.rows.get(place, []) + lying
        for card, count in Counter(lying).items():
            self.add(place, Thing(CARD, card), count)
        if dark:
            self.dark.add(place)

    def item(self, owner: Owner, view: ItemView) -> None:
        self.add(board(owner, item_state(view)), Thing(ITEM, view.item))

    def relay(self, cards: Iterable[str], origin: str, to: str) -> None:
        """Cards of a board lie elsewhere in the notation."""
        for card in cards:
            self.add(origin, Thing(CARD, card), -1)
            self.add(to, Thing(CARD, card))

    def reveal(self, owner: Owner, cards: Iterable[str]) -> None:
        """Cards that lie open on a board still belong to the hand."""
        for card in cards:
            self.relay([card], board(owner), hand(owner))
            self.shown[owner, card] += 1

    def copy(self) -> Inventory:
        other = Inventory()
        other.things, other.open, other.shown = self.things.copy(), self.open.copy(), self.shown.copy()
        other.hidden, other.settings, other.scores = dict(self.hidden), dict(self.settings), dict(self.scores)
        other.dark, other.adrift = set(self.dark), self.adrift.copy()
        other.markers, other.opened, other.control = dict(self.markers), set(self.opened), dict(self.control)
        other.rows = dict(self.rows)
        return other

    def renamed(self, names: Mapping[Owner, Owner]) -> Inventory:
        """The same with other names of players: a seat that has drafted a faction goes by the faction's name."""
        other = self.copy()
        other.things = Counter()
        for (place, thing), count in self.things.items():
            other.things[other_place(place, names), thing] += count
        other.hidden = {
            (other_place(place, names), thing): seen for (place, thing), seen in self.hidden.items()
        }
        other.dark = {other_place(place, names) for place in self.dark}
        other.scores = {names.get(owner, owner): points for owner, points in self.scores.items()}
        return other

    def settle(self, before: Inventory | None = None) -> None:
        """Cards on their way lie where they were before, and at first in the deck."""
        for thing, count in self.adrift.items():
            places = [] if before is None else sorted(before.where(thing))
            for place in places:
                there = min(count, before.things[place, thing] - self.things[place, thing]) if before else 0
                if there > 0:
                    self.add(place, thing, there)
                    count -= there
            self.add(DECK, thing, count)
        self.adrift = Counter()

    # --- comparing ----------------------------------------------------------------------------------------

    def where(self, thing: Thing) -> Iterator[str]:
        """The places in which a thing lies."""
        return (place for place, known in self.things if known == thing)

    def has_columns(self, owner: Owner) -> bool:
        """Do cards lie in the columns of a board?"""
        return any(
            thing.kind == CARD and place.startswith(f"{board(owner)}:") for place, thing in self.things
        )

    def differs(self, other: Inventory) -> list[str]:
        """What a record cannot have told, if this is where it leads and the other where the game went.

        Deck and discard pile are one, since nobody writes when they are shuffled.
        """
        wrong = [f"{count} {key} too many" for key, count in (self.gathered() - other.gathered()).items()]
        wrong += [f"{count} {key} missing" for key, count in (other.gathered() - self.gathered()).items()]
        for key, value in other.settings.items():
            if self.settings.get(key) != value:
                wrong.append(f"{key} is {self.settings.get(key)}, not {value}")
        for name, control in other.control.items():
            if self.control.get(name) != control:
                wrong.append(f"{name} is controlled by {self.control.get(name)}, not {control}")
        for mine, others in (
            (+self.open, +other.open),
            (self.scores, other.scores),
            (self.markers, other.markers),
            (self.opened, other.opened),
        ):
            if mine != others:
                wrong.append(f"{mine} is not {others}")
        return wrong

    def gathered(self) -> Counter[tuple[str, Thing]]:
        """All things, with everything that can be drawn in the deck."""
        things: Counter[tuple[str, Thing]] = Counter()
        for (place, thing), count in self.things.items():
            things[DECK if place in (DISCARD, SET_APART) else place, thing] += count
        return +things

    # --- what changes do ----------------------------------------------------------------------------------

    def apply(self, change: Change) -> None:
        """Do what a change says. What takes a thing from where it is not leaves a number below zero."""
        match change:
            case Moved():
                self._moved(change)
            case Card():
                thing = Thing(CARD, letters.card_id(change.suit, change.name))
                self.move(change.origin, change.to, thing, change.count)
            case Item():
                self._item(change)
            case Scored():
                self.scores[change.owner] = self.scores.get(change.owner, 0) + change.points
            case Marker():
                self.markers[change.owner] = change.board
            case Fought():
                for side, suit in zip((change.defender, change.attacker), change.ambushes, strict=False):
                    self.move(hand(side), DISCARD, Thing(CARD, letters.card_id(suit, "ambush")), 1)
            case Crafted():
                self._crafted(change)
            case Set():
                self._set(change)
            case Flipped():
                self.open[str(change.clearing), Thing(PIECE, change.piece, change.owner)] += 1
            case Swapped():
                self._swapped(change)
            case Opened():
                self.opened.add((change.first, change.second))
            case Hired():
                self.control[change.hireling] = (change.owner, change.markers)
            case _:
                pass  # a reveal, a guess: nothing changes place

    def move(self, origin: str, to: str, thing: Thing, count: int) -> None:
        """Things change place. A card that is drawn and not in the deck was shuffled into it."""
        if origin == DECK:
            short = count - self.things[origin, thing]
            if 0 < short <= self.things[DISCARD, thing]:
                self.move(DISCARD, DECK, thing, short)
        self.add(origin, thing, -count)
        self.add(to, thing, count)
        went = self.open[origin, thing] - max(self.things[origin, thing], 0)
        if went > 0:  # it lies face up, there too
            self.open[origin, thing] -= went
            if to.isdigit():
                self.open[to, thing] += went

    def _moved(self, change: Moved) -> None:
        thing = Thing(PIECE, change.piece, change.owner)
        origin = change.origin
        if origin == HERE:
            origin = next(self.where(thing), SUPPLY)
        self.move(origin, change.to, thing, change.count)

    def _item(self, change: Item) -> None:
        thing = Thing(ITEM, change.item)
        if not change.turns:
            self.move(change.origin, change.to, thing, change.count)
            return
        before, after = turned(change.turns)
        origin = SUPPLY if before == after else board(change.owner, before)
        self.move(origin, board(change.owner, after), thing, change.count)

    def _crafted(self, change: Crafted) -> None:
        if change.item:
            self.move(SUPPLY, board(change.owner), Thing(ITEM, change.item), 1)
            return
        card = CARDS[letters.card_id("", change.name)]
        to = board(change.owner) if card.kind == "persistent" else DISCARD
        self.move(hand(change.owner), to, Thing(CARD, card.id), 1)

    def _set(self, change: Set) -> None:
        emptied = letters.of(change.owner).emptied
        if change.key not in emptied:
            self.settings[change.owner, change.key] = change.value
            return
        for (place, thing), count in list(self.things.items()):
            if thing.kind == CARD and place.startswith(f"{board(change.owner)}:"):
                self.move(place, pile_of(thing.name), thing, count)
            elif thing.kind == CARD and place == board(change.owner) and thing.name in emptied[change.key]:
                self.move(place, ASIDE, thing, count)

    def _swapped(self, change: Swapped) -> None:
        here, there = str(change.first), str(change.second)
        tokens = [
            (place, thing)
            for place, thing in self.things
            if place in (here, there)
            and thing.owner == change.owner
            and thing.name in letters.of(change.owner).faces
        ]
        up = {key for key in tokens if self.open[key]}
        for place, thing in tokens:
            del self.things[place, thing]
            self.open[place, thing] = 0
        for place, thing in tokens:
            other = there if place == here else here
            self.things[other, thing] += 1
            self.open[other, thing] += (place, thing) in up


def pile_of(card: str) -> str:
    """3.3.3  Where a card goes that is discarded."""
    return AVAILABLE if card in CARDS and CARDS[card].kind == "dominance" else DISCARD


def other_place(place: str, names: Mapping[Owner, Owner]) -> str:
    kind, colon, owner = place.partition(":")
    return f"{kind}:{names[owner]}" if colon and owner in names else place


FROM = "from-"
EXHAUST, REFRESH, SATCHEL = "exhaust", "refresh", "satchel"


def turned(turns: tuple[str, ...]) -> tuple[str, str]:
    """How an item lay and how it lies, from the words of a token."""
    was_damaged = f"{FROM}{DAMAGED}" in turns
    was_exhausted = f"{FROM}{EXHAUST}" in turns or REFRESH in turns
    is_damaged = DAMAGED in turns or (was_damaged and SATCHEL not in turns)
    is_exhausted = EXHAUST in turns or (was_exhausted and REFRESH not in turns)
    return _state(was_damaged, was_exhausted), _state(is_damaged, is_exhausted)


def _state(damaged: bool, exhausted: bool) -> str:
    return item_state(ItemView(item="", damaged=damaged, exhausted=exhausted))


def turns(before: str, after: str) -> tuple[str, ...]:
    """The words for how an item was turned; from no state at all it is laid out first."""
    words = []
    if DAMAGED in before:
        words.append(f"{FROM}{DAMAGED}")
    if EXHAUSTED in before and EXHAUSTED in after:
        words.append(f"{FROM}{EXHAUST}")
    if DAMAGED in before and DAMAGED not in after:
        words.append(SATCHEL)
    elif DAMAGED in after and DAMAGED not in before:
        words.append(DAMAGED)
    if (EXHAUSTED in before) != (EXHAUSTED in after):
        words.append(EXHAUST if EXHAUSTED in after else REFRESH)
    return tuple(words) or (SATCHEL,)


# --- a table ----------------------------------------------------------------------------------------------


def inventory(game: Root) -> Inventory:
    """What lies where on a table now."""
    found = Inventory()
    _map(game, found)
    for owner in game.order:
        _player(game, owner, found)
    _voices(game, found)
    for owner in game.order:
        if game.plays[owner] in LISTS:
            LISTS[game.plays[owner]](game, owner, found)
    for name, guest in game.guests.items():
        if guest.plays in LISTS:
            LISTS[guest.plays](game, name, found)
    _piles(game, found)
    return found


def _map(game: Root, found: Inventory) -> None:
    for owner, row in game.warriors.items():
        for clearing, count in enumerate(row):
            if count:
                found.pieces(place_name(clearing), owner, WARRIOR, count)
    for place, here in game.elsewhere.items():
        for owner, count in here.items():
            found.pieces(place_name(place), owner, WARRIOR, count)
    for owner, where in game.pawns.items():
        found.pieces(place_name(where), owner, PAWN)
    for clearing, (buildings, tokens) in enumerate(zip(game.buildings, game.tokens, strict=True)):
        if buildings or tokens:
            _row(game, clearing, found)
    for place in game.tokens_elsewhere:
        _row(game, place, found)
    if game.turn:
        found.opened = set(game.map.closed) - set(game.closed)
    for name in landmarks(game):
        if stands(game, name):
            found.pieces(str(stands(game, name)), MAP, name)


def _row(game: Root, place: Place, found: Inventory) -> None:
    """Buildings and tokens at a place."""
    for piece in (*game.buildings_at(place), *game.tokens_at(place)):
        thing = Thing(PIECE, piece.kind, piece.owner)
        found.add(place_name(place), thing)
        if piece.hidden:
            found.hidden[place_name(place), thing] = shown_as(game, piece, None)
        elif isinstance(place, int) and piece.kind in letters.of(piece.owner).faces:
            found.open[place_name(place), thing] += 1


def _player(game: Root, owner: Owner, found: Inventory) -> None:
    """What every player has."""
    player, faction = game.players[owner], faction_of(game, owner)
    found.scores[owner] = player.score
    found.cards(hand(owner), player.hand, dark=not faction.hand_is_public(game, owner))
    found.cards(board(owner), player.crafted)
    if player.dominance:
        found.cards(board(owner), [player.dominance])
        found.markers[owner] = owner
    if player.coalition:
        found.markers[owner] = player.coalition
    for view in faction.public_items(game, owner):
        found.item(owner, view)


def _voices(game: Root, found: Inventory) -> None:
    """What lies on boards and cards, as every voice says of itself."""
    for me, voice in game.cast["kept_warriors"]:
        for owner, count in voice.kept_warriors(game, me).items():
            found.pieces(board(me), owner, WARRIOR, count)
    for me, voice in game.cast["kept_cards"]:
        found.cards(board(me), list(voice.kept_cards(game, me)))
    for me, voice in game.cast["kept_items"]:
        for item in voice.kept_items(game, me):
            found.add(board(me), Thing(ITEM, item))
    for me, voice in game.cast["hidden_piles"]:
        for pile in voice.hidden_piles(game, me):
            for name in pile.things:
                if found.things[board(me), Thing(CARD, name)]:
                    found.hidden[board(me), Thing(CARD, name)] = ""
    for name, hireling in hirelings(game).items():
        own = board_of(game, name)
        if own.control:
            found.control[name] = (own.controller, own.control)
        for view in hireling.public_board(game, name, None).items:
            found.item(name, view)


def _piles(game: Root, found: Inventory) -> None:
    """The piles that are everybody's; cards that are nowhere are on their way."""
    found.cards(DISCARD, game.discard)
    found.cards(AVAILABLE, game.available)
    found.cards(QUEST, game.quests)
    found.cards(DECK, game.deck, dark=True)
    lying = Counter[str]()
    for (_, thing), count in found.things.items():
        if thing.kind == CARD:
            lying[thing.name] += count
    for card, copies in _copies(game.deck_id).items():
        if lying[card] < copies:
            found.adrift[Thing(CARD, card)] = copies - lying[card]


@cache
def _copies(deck: str) -> Counter[str]:
    return Counter(DECKS[deck])
