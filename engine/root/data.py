"""The printed facts of Root: cards, maps, boards, items, quests, characters, and the Law.

Everything here is read once, from `data/root`, and never changes. Rules code asks these tables;
it never repeats a number that is printed on a board or a card. Each part (faction, Clockwork board, hireling,
landmark, deck, map) has a folder with its `facts.json`, and beside it `words.json`, `law.json` and
`omissions.json`.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

Suit = Literal["bird", "fox", "rabbit", "mouse"]
ClearingSuit = Literal["fox", "rabbit", "mouse"]
CostSuit = Literal["fox", "rabbit", "mouse", "any"]
Item = Literal["boot", "bag", "crossbow", "hammer", "sword", "tea", "coin", "torch"]
CardKind = Literal["ambush", "dominance", "item", "immediate", "persistent"]
Link = tuple[int, int]

SUITS: tuple[Suit, ...] = ("bird", "fox", "rabbit", "mouse")
CLEARING_SUITS: tuple[ClearingSuit, ...] = ("fox", "rabbit", "mouse")

FOLDER = Path(__file__).resolve().parents[2] / "data" / "root"

T = TypeVar("T")


def load(name: str, type: type[T]) -> T:
    """Read one file of `data/root` into its typed form."""
    return msgspec.json.decode((FOLDER / name).read_bytes(), type=type)


def parts(kind: str) -> list[str]:
    """The parts of one kind ("factions", "decks", …): a folder of `data/root` each."""
    return sorted(path.parent.name for path in FOLDER.glob(f"{kind}/*/facts.json"))


def facts(kind: str, name: str, type: type[T]) -> T:
    """The printed facts of one part, as far as the given form tells them."""
    return load(f"{kind}/{name}/facts.json", type)


def facts_of(kind: str, type: type[T]) -> dict[str, T]:
    """The printed facts of all parts of one kind."""
    return {name: facts(kind, name, type) for name in parts(kind)}


def named(kind: str, part: str) -> dict[str, str]:
    """The names of everything in the facts of a part that has an id of its own: leaders, characters, plots."""
    return dict(_named(facts(kind, part, dict[str, Any])))


def _named(value: Any) -> Iterator[tuple[str, str]]:
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(inner, dict) and "id" in inner and "name" in inner:
            yield inner["id"], inner["name"]
        yield from _named(inner)


def files(name: str) -> list[str]:
    """A file of the core, of what all parts of a kind share, and the files of that name beside every part's facts."""
    found = (*FOLDER.glob(f"*/{name}"), *FOLDER.glob(f"*/*/{name}"))
    return [name, *sorted(str(path.relative_to(FOLDER)) for path in found)]


def _sorted(found: dict[str, T], key: Callable[[T], Any]) -> dict[str, T]:
    return dict(sorted(found.items(), key=lambda one: key(one[1])))


def link(a: int, b: int) -> Link:
    """The one way to write a path or river between two clearings: the smaller number first."""
    return (a, b) if a < b else (b, a)


# Cards


class Card(msgspec.Struct, frozen=True):
    """One printed card. Cards with the same name and suit share one id."""

    id: str
    name: str
    suit: Suit
    cost: tuple[CostSuit, ...]
    kind: CardKind
    item: Item | None
    points: int
    effect: str
    text: str


class Deck(msgspec.Struct, frozen=True):
    """2.1  A shared deck: how many copies of each card, and the cards no other deck has."""

    id: str
    name: str
    order: int
    copies: dict[str, int]
    cards: dict[str, Card]


# Maps


class ClearingData(msgspec.Struct, frozen=True):
    """2.2 One printed clearing. `x` and `y` are for drawing, from 0 to 1."""

    id: int
    x: float
    y: float
    slots: int
    ruin: bool
    suit: ClearingSuit | None
    corner: bool
    edge: bool


class Forest(msgspec.Struct, frozen=True):
    """2.4, G.1.11, C.3.5  An area enclosed by paths and clearings, with the clearings and forests it touches.

    Rivers and the lake divide forests too (C.1.1, C.2.2); those on the lake touch the next along its shore (C.2.4).
    """

    id: str
    x: float
    y: float
    clearings: tuple[int, ...]
    adjacent: tuple[str, ...]


class MapData(msgspec.Struct, frozen=True):
    """One map as written in its file. `paths` holds every printed path, closed ones too (G.1.2).

    The lake is written as rivers between all coastal clearings (C.2.2, C.2.3, G.1.25). `edge_loop` is the outer
    loop, closed paths too (G.1.18).
    """

    id: str
    name: str
    order: int
    clearings: tuple[ClearingData, ...]
    paths: tuple[Link, ...]
    closed_paths: tuple[Link, ...]
    rivers: tuple[Link, ...]
    river_clearings: tuple[int, ...]
    opposite_corners: tuple[Link, ...]
    edge_loop: tuple[int, ...]
    forests: tuple[Forest, ...]
    landmarks: dict[str, int]
    """C.2.1, C.3.1  Its own landmarks and where they stand."""


class Map(msgspec.Struct, frozen=True):
    """A map ready for questions. Tuples are indexed by clearing number; index 0 is unused."""

    id: str
    name: str
    clearings: tuple[int, ...]  # 1 to 12
    paths: tuple[Link, ...]  # every printed path, the closed ones too
    closed: tuple[Link, ...]  # paths that start closed
    adjacent: tuple[tuple[int, ...], ...]  # by paths that start open
    closed_adjacent: tuple[tuple[int, ...], ...]  # by paths that start closed
    river_links: tuple[Link, ...]
    rivers: tuple[tuple[int, ...], ...]
    slots: tuple[int, ...]
    ruins: tuple[int, ...]
    printed_suits: tuple[ClearingSuit | None, ...]
    corners: tuple[int, ...]
    opposite: tuple[int, ...]  # the opposite corner, 0 for other clearings
    edge: frozenset[int]
    edge_loop: tuple[int, ...]
    forests: dict[str, Forest]
    forests_at: tuple[tuple[str, ...], ...]
    positions: tuple[tuple[float, float], ...]
    landmarks: dict[str, int]  # C.2.1, C.3.1
    distances: tuple[tuple[int, ...], ...]

    def distance(self, a: int, b: int) -> int:
        """The number of paths, open at the start of the game, between two clearings."""
        return self.distances[a][b]

    def neighbours(self, clearing: int, closed: Collection[Link] = ()) -> tuple[int, ...]:
        """2.2.1 The clearings joined by a path, given the paths that are closed now (C.3.2)."""
        opened = self.closed_adjacent[clearing]
        if not opened:
            return self.adjacent[clearing]
        return self.adjacent[clearing] + tuple(c for c in opened if link(clearing, c) not in closed)


def by_clearing(count: int, links: Collection[Link]) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each clearing, in number order."""
    return tuple(
        tuple(sorted((a if b == c else b) for a, b in links if c in (a, b))) for c in range(count + 1)
    )


def distances_from(start: int, adjacent: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How far every clearing is from one clearing; -1 where no path leads."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in adjacent[here]:
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return tuple(found.get(c, -1) for c in range(len(adjacent)))


def build_map(data: MapData) -> Map:
    """Turn a map file entry into its lookup tables."""
    count = len(data.clearings)
    spots = (None, *data.clearings)
    adjacent = by_clearing(count, [p for p in data.paths if p not in data.closed_paths])
    facing = dict(data.opposite_corners) | {b: a for a, b in data.opposite_corners}
    return Map(
        id=data.id,
        name=data.name,
        clearings=tuple(c.id for c in data.clearings),
        paths=data.paths,
        closed=data.closed_paths,
        adjacent=adjacent,
        closed_adjacent=by_clearing(count, data.closed_paths),
        river_links=data.rivers,
        rivers=by_clearing(count, data.rivers),
        slots=tuple(c.slots if c else 0 for c in spots),
        ruins=tuple(c.id for c in data.clearings if c.ruin),
        printed_suits=tuple(c.suit if c else None for c in spots),
        corners=tuple(c.id for c in data.clearings if c.corner),
        opposite=tuple(facing.get(c, 0) for c in range(count + 1)),
        edge=frozenset(data.edge_loop),
        edge_loop=data.edge_loop,
        forests={f.id: f for f in data.forests},
        forests_at=tuple(tuple(f.id for f in data.forests if c in f.clearings) for c in range(count + 1)),
        positions=tuple((c.x, c.y) if c else (0.0, 0.0) for c in spots),
        landmarks=data.landmarks,
        distances=tuple(distances_from(c, adjacent) for c in range(count + 1)),
    )


# Quests


class Quest(msgspec.Struct, frozen=True):
    """9.5.5 A quest card and the two items it asks for."""

    id: str
    name: str
    suit: ClearingSuit
    items: tuple[Item, ...]


# Factions, bots, hirelings, landmarks


class Named(msgspec.Struct, frozen=True):
    """A named thing with the clause it stands in and one line of text for players."""

    id: str
    name: str
    text: str
    clause: str = ""


class Second(msgspec.Struct, frozen=True):
    """9.7  What is printed for a second player of the same faction."""

    id: str
    name: str
    letter: str
    reach: int


class Faction(msgspec.Struct, frozen=True):
    """What is printed on every faction board. What only one has stands in the same file, and its own module reads it.

    Each `tracks` row is indexed as its faction's file says. `section` and `also` are the parts of the Law that are
    its own.
    """

    id: str
    name: str
    letter: str
    section: str
    reach: int
    kind: Literal["militant", "insurgent"]
    corner_start: bool
    warriors: int
    buildings: dict[str, int]
    tokens: dict[str, int]
    craft_with: tuple[str, ...]
    craft_in: Literal["birdsong", "daylight", "evening"]
    tracks: dict[str, tuple[int, ...]]
    numbers: dict[str, int]
    also: tuple[str, ...] = ()
    second: Second | None = None


class Role(msgspec.Struct, frozen=True):
    """9.7  What a seat can play: a faction, or the second of its kind."""

    id: str
    faction: str
    name: str
    reach: int
    second: bool = False


class Table(msgspec.Struct, frozen=True):
    """The shape of `table.json`: the numbers and items that hold for everybody."""

    points_to_win: int
    hand_limit: int
    starting_hand: int
    starting_hand_advanced: int
    dominance_points: int
    dominance_clearings: int
    reach_targets: dict[int, int]
    suit_markers: dict[ClearingSuit, int]
    items: tuple[Item, ...]
    item_supply: dict[Item, int]
    ruin_items: tuple[Item, ...]


def roles_of(faction: Faction) -> Iterator[Role]:
    """9.7  A faction can be played once, or twice if a second board is printed."""
    yield Role(faction.id, faction.id, faction.name, faction.reach)
    if faction.second:
        yield Role(faction.second.id, faction.id, faction.second.name, faction.second.reach, second=True)


class Bot(msgspec.Struct, frozen=True):
    """RB  A Clockwork board: what changes by difficulty, its traits, tracks and numbers."""

    name: str
    faction: str
    letter: str
    section: str
    difficulties: dict[str, dict[str, int]]
    traits: tuple[Named, ...]
    tracks: dict[str, tuple[int, ...]]
    numbers: dict[str, int]
    characters: tuple[Named, ...] = ()


class Clockwork(msgspec.Struct, frozen=True):
    """The shape of `clockwork.json`: what holds for all bots."""

    difficulties: tuple[str, ...]
    craft_points: int
    gift_points: int
    hire_up_to: int
    """RB 9.7  With so many warriors or fewer in a battle, a bot hires more."""
    abilities: tuple[Named, ...]


class ControlFace(msgspec.Struct, frozen=True):
    """E.1.2 One face of the control die: the gold pips and all pips."""

    gold: int
    all: int


class CardLine(msgspec.Struct, frozen=True):
    """E.2 A line of a hireling card in our words, and what kind of line it is."""

    when: Literal["setup", "hired", "ability", "birdsong", "daylight"]
    text: str


class HirelingSide(msgspec.Struct, frozen=True):
    """A.6.2 One side of a hireling card. Its id is also the owner of its pieces."""

    id: str
    card: str
    name: str
    demoted: bool
    pieces: dict[str, int]
    removes: tuple[str, ...]
    lines: tuple[CardLine, ...]


class Hireling(msgspec.Struct, frozen=True):
    """Appendix E. A hireling card: its two sides, its pieces and the factions it rules out."""

    id: str
    order: int
    promoted: str
    demoted: str
    removes_factions: tuple[str, ...]
    pieces: dict[str, int]
    demoted_uses_pieces: bool
    numbers: dict[str, int] = {}
    promoted_lines: tuple[CardLine, ...] = ()
    demoted_lines: tuple[CardLine, ...] = ()

    @property
    def sides(self) -> tuple[HirelingSide, HirelingSide]:
        """The promoted side, which is called like the card, and the demoted one."""
        below = self.pieces if self.demoted_uses_pieces else {}
        demoted = self.demoted.lower().removeprefix("the ").replace(" ", "-")
        kin = self.removes_factions
        return (
            HirelingSide(self.id, self.id, self.promoted, False, self.pieces, kin, self.promoted_lines),
            HirelingSide(demoted, self.id, self.demoted, True, below, kin, self.demoted_lines),
        )


class HirelingTable(msgspec.Struct, frozen=True):
    """The shape of `hirelings.json`: what holds for all of them, and their parts of the Law."""

    section: str
    also: tuple[str, ...]
    in_play: int
    demoted_by_players: dict[int, int]
    markers: tuple[int, ...]
    control_markers: int
    control_die: tuple[ControlFace, ...]
    uprising_die: tuple[ClearingSuit, ...]


class Landmark(msgspec.Struct, frozen=True):
    """Appendix F. A landmark, the clause that tells what its card says, and where it may stand."""

    id: str
    order: int
    name: str
    clause: str
    place: Literal["river", "ruin", "one_slot_no_ruin", "any", "corner"]
    may_touch_landmark: bool
    least_players: int
    cards: int = 0
    points: int = 0
    slots: int = 0
    items: dict[ClearingSuit, tuple[Item, ...]] = {}


class LandmarkTable(msgspec.Struct, frozen=True):
    """The shape of `landmarks.json`: what holds for all of them, and their parts of the Law."""

    section: str
    also: tuple[str, ...]
    most_in_play: int


# The Law, the rulings that fill its gaps, and what has no rule


class Section(msgspec.Struct, frozen=True):
    """A chapter of the Law, such as 4 or RB 7."""

    id: str
    title: str


class Clause(msgspec.Struct, frozen=True):
    """One numbered clause of the Law in our own words."""

    clause: str
    title: str
    text: str
    section: str


class LawFile(msgspec.Struct, frozen=True):
    """The shape of `law.json`: the Law of all, and beside the facts of a faction or bot its own sections."""

    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]


ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def place_in_law(clause: str) -> tuple[bool, list[tuple[int, int]]]:
    """The order of the Law: 4.3 before 4.3.1, numbers before appendices, the bots' rules last."""
    bots = clause.startswith("RB ")
    first, *rest = clause.removeprefix("RB ").split(".")
    order = [(0, int(first)) if first.isdigit() else (1, ord(first))]
    for part in rest:
        order.append(
            (0, ROMAN.index(part)) if part in ROMAN else (1, int(part) if part.isdigit() else ord(part))
        )
    return bots, order


class Ruling(msgspec.Struct, frozen=True):
    """How we play where the Law is silent or unclear, and the clause it fills."""

    id: str
    clause: str
    text: str


TABLE: Table = load("table.json", Table)
ITEMS: tuple[Item, ...] = TABLE.items
ITEM_SUPPLY: dict[Item, int] = TABLE.item_supply
RUIN_ITEMS: tuple[Item, ...] = TABLE.ruin_items
QUESTS: dict[str, Quest] = {q.id: q for q in load("quests.json", tuple[Quest, ...])}

_decks = _sorted(facts_of("decks", Deck), lambda deck: deck.order)
DECKS: dict[str, dict[str, int]] = {name: deck.copies for name, deck in _decks.items()}
DECK_NAMES: dict[str, str] = {name: deck.name for name, deck in _decks.items()}
CARDS: dict[str, Card] = {
    **load("cards.json", dict[str, Card]),
    **{id: card for deck in _decks.values() for id, card in deck.cards.items()},
}
MAPS: dict[str, Map] = {
    name: build_map(entry)
    for name, entry in _sorted(facts_of("maps", MapData), lambda entry: entry.order).items()
}
FACTIONS: dict[str, Faction] = _sorted(facts_of("factions", Faction), lambda faction: faction.letter)
ROLES: dict[str, Role] = {role.id: role for faction in FACTIONS.values() for role in roles_of(faction)}
"""What a seat can play, by the name a player goes by: every faction, and the second of those that have one."""
CLOCKWORK: Clockwork = load("clockwork.json", Clockwork)
BOTS: dict[str, Bot] = _sorted(facts_of("clockwork", Bot), lambda bot: bot.letter)
"""The Clockwork boards, by the faction they play."""
HIRELING_TABLE: HirelingTable = load("hirelings.json", HirelingTable)
HIRELINGS: dict[str, Hireling] = _sorted(facts_of("hirelings", Hireling), lambda one: one.order)
HIRELING_SIDES: dict[str, HirelingSide] = {
    side.id: side for card in HIRELINGS.values() for side in card.sides
}
"""Both sides of every hireling card."""
LANDMARK_TABLE: LandmarkTable = load("landmarks.json", LandmarkTable)
LANDMARKS: dict[str, Landmark] = _sorted(facts_of("landmarks", Landmark), lambda one: one.order)

_law = [load(file, LawFile) for file in files("law.json")]

SECTIONS: dict[str, Section] = {
    s.id: s for s in sorted((s for part in _law for s in part.sections), key=lambda s: place_in_law(s.id))
}
LAW: dict[str, Clause] = {
    c.clause: c
    for c in sorted((c for part in _law for c in part.clauses), key=lambda c: place_in_law(c.clause))
}
RULINGS: dict[str, Ruling] = {r.id: r for r in load("rulings.json", tuple[Ruling, ...])}
OMISSIONS: dict[str, str] = {
    clause: why for file in files("omissions.json") for clause, why in load(file, dict[str, str]).items()
}
"""Clauses without a rule of their own, and why."""
