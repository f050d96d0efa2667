"""The printed facts of Root: cards, maps, boards, items, quests, characters, and the Law.

Everything here is read once, from `data/root`, and never changes. Rules code asks these tables;
it never repeats a number that is printed on a board or a card.
"""

from collections import deque
from collections.abc import Collection
from pathlib import Path
from typing import Literal, TypeVar

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


class DeckFile(msgspec.Struct, frozen=True):
    """The shape of `decks.json`."""

    cards: dict[str, Card]
    decks: dict[str, dict[str, int]]


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
    """One map as written in `maps.json`. `paths` holds every printed path, closed ones too (G.1.2).

    The lake is written as rivers between all coastal clearings (C.2.2, C.2.3, G.1.25). `edge_loop` is the outer
    loop, closed paths too (G.1.18).
    """

    id: str
    name: str
    clearings: tuple[ClearingData, ...]
    paths: tuple[Link, ...]
    closed_paths: tuple[Link, ...]
    rivers: tuple[Link, ...]
    river_clearings: tuple[int, ...]
    opposite_corners: tuple[Link, ...]
    edge_loop: tuple[int, ...]
    forests: tuple[Forest, ...]
    specials: dict[str, int]


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
    ferry: int | None  # C.2.1
    pass_: int | None  # C.3.4
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
        ferry=data.specials.get("ferry"),
        pass_=data.specials.get("pass"),
        distances=tuple(distances_from(c, adjacent) for c in range(count + 1)),
    )


# The Vagabond's cards and items


class Special(msgspec.Struct, frozen=True):
    """9.5.9 The special action of a character."""

    id: str
    name: str
    clause: str
    text: str


class Character(msgspec.Struct, frozen=True):
    """Appendix D. A Vagabond's character card."""

    id: str
    name: str
    items: tuple[Item, ...]
    special: Special
    needs_torch: bool


class Quest(msgspec.Struct, frozen=True):
    """9.5.5 A quest card and the two items it asks for."""

    id: str
    name: str
    suit: ClearingSuit
    items: tuple[Item, ...]


class Relationships(msgspec.Struct, frozen=True):
    """9.2.9 The relationship chart: `aids[i]` and `points[i]` are for reaching space i + 1."""

    names: tuple[str, ...]
    aids: tuple[int, ...]
    points: tuple[int, ...]
    allied_points: int


class VagabondFile(msgspec.Struct, frozen=True):
    """The shape of `vagabond.json`."""

    items: tuple[Item, ...]
    item_supply: dict[Item, int]
    characters: tuple[Character, ...]
    quests: tuple[Quest, ...]
    ruin_items: tuple[Item, ...]
    relationships: Relationships


# Factions, bots, hirelings, landmarks


class Named(msgspec.Struct, frozen=True):
    """A named thing with the clause it stands in and one line of text for players."""

    id: str
    name: str
    text: str
    clause: str = ""


class Leader(Named, frozen=True):
    """7.8 An Eyrie leader and the columns its viziers go to."""

    columns: tuple[str, ...] = ()


class Minister(Named, frozen=True):
    """12.5.2 A minister of the Duchy; the Drillbit Duchy's ministers have a suit instead of a rank."""

    rank: str = ""
    suit: ClearingSuit | None = None


class Mood(Named, frozen=True):
    """14.7 A mood of the warlord and the Hoard item that rules it out."""

    item: Item | None = None


class Faction(msgspec.Struct, frozen=True):
    """What is printed on a faction board. Each `tracks` row is indexed as its faction file says."""

    id: str
    name: str
    letter: str
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
    columns: tuple[str, ...] = ()
    leaders: tuple[Leader, ...] = ()
    ministers: tuple[Minister, ...] = ()
    ranks: dict[str, dict[str, int]] = {}
    plots: tuple[Named, ...] = ()
    moods: tuple[Mood, ...] = ()
    first_mood: str = ""
    hoard: dict[str, tuple[Item, ...]] = {}
    mob_die: tuple[ClearingSuit, ...] = ()
    services: tuple[str, ...] = ()
    waystations: tuple[tuple[str, str], ...] = ()
    tracked_items: tuple[Item, ...] = ()
    second: dict[str, str | int] = {}


class FactionFile(msgspec.Struct, frozen=True):
    """The shape of `factions.json`, with the numbers that hold for everybody."""

    points_to_win: int
    hand_limit: int
    starting_hand: int
    starting_hand_advanced: int
    dominance_points: int
    dominance_clearings: int
    reach_targets: dict[int, int]
    suit_markers: dict[ClearingSuit, int]
    factions: dict[str, Faction]


class Bot(msgspec.Struct, frozen=True):
    """A Clockwork board: what changes by difficulty, its traits, tracks and numbers."""

    id: str
    name: str
    faction: str
    letter: str
    section: str
    difficulties: dict[str, dict[str, int]]
    traits: tuple[Named, ...]
    tracks: dict[str, tuple[int, ...]]
    numbers: dict[str, int]
    columns: tuple[Suit, ...] = ()
    buildings_by_order: dict[ClearingSuit, str] = {}
    actions: dict[Suit, tuple[str, ...]] = {}
    questing_actions: dict[Suit, tuple[str, ...]] = {}
    characters: tuple[Named, ...] = ()
    ministers: tuple[Minister, ...] = ()
    conspiracies: tuple[str, ...] = ()
    first_conspiracy: int = 0


class BotFile(msgspec.Struct, frozen=True):
    """The shape of `clockwork.json`."""

    difficulties: tuple[str, ...]
    craft_points: int
    gift_points: int
    abilities: tuple[Named, ...]
    bots: dict[str, Bot]


class ControlFace(msgspec.Struct, frozen=True):
    """E.1.2 One face of the control die: the gold pips and all pips."""

    gold: int
    all: int


class Hireling(msgspec.Struct, frozen=True):
    """Appendix E. A hireling card: its two sides, its pieces and the factions it rules out."""

    id: str
    promoted: str
    demoted: str
    removes_factions: tuple[str, ...]
    pieces: dict[str, int]
    demoted_uses_pieces: bool


class HirelingFile(msgspec.Struct, frozen=True):
    """The shape of `hirelings.json`."""

    in_play: int
    demoted_by_players: dict[int, int]
    markers: tuple[int, ...]
    control_markers: int
    control_die: tuple[ControlFace, ...]
    uprising_die: tuple[ClearingSuit, ...]
    hirelings: dict[str, Hireling]


class Landmark(msgspec.Struct, frozen=True):
    """Appendix F. A landmark and where it may stand."""

    id: str
    name: str
    place: Literal["river", "ruin", "one_slot_no_ruin", "any", "corner"]
    may_touch_landmark: bool
    least_players: int
    cards: int = 0
    points: int = 0
    slots: int = 0
    items: dict[ClearingSuit, tuple[Item, ...]] = {}


class LandmarkFile(msgspec.Struct, frozen=True):
    """The shape of `landmarks.json`."""

    most_in_play: int
    landmarks: dict[str, Landmark]


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
    """The shape of `law.json`."""

    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]


class Ruling(msgspec.Struct, frozen=True):
    """How we play where the Law is silent or unclear, and the clause it fills."""

    id: str
    clause: str
    text: str


_decks = load("decks.json", DeckFile)
_vagabond = load("vagabond.json", VagabondFile)

CARDS: dict[str, Card] = _decks.cards
DECKS: dict[str, dict[str, int]] = _decks.decks
MAPS: dict[str, Map] = {
    name: build_map(entry) for name, entry in load("maps.json", dict[str, MapData]).items()
}

ITEMS: tuple[Item, ...] = _vagabond.items
ITEM_SUPPLY: dict[Item, int] = _vagabond.item_supply
RUIN_ITEMS: tuple[Item, ...] = _vagabond.ruin_items
CHARACTERS: dict[str, Character] = {c.id: c for c in _vagabond.characters}
QUESTS: dict[str, Quest] = {q.id: q for q in _vagabond.quests}
RELATIONSHIPS: Relationships = _vagabond.relationships

TABLE: FactionFile = load("factions.json", FactionFile)
FACTIONS: dict[str, Faction] = TABLE.factions
CLOCKWORK: BotFile = load("clockwork.json", BotFile)
BOTS: dict[str, Bot] = CLOCKWORK.bots
HIRELINGS: HirelingFile = load("hirelings.json", HirelingFile)
LANDMARKS: LandmarkFile = load("landmarks.json", LandmarkFile)

_law = load("law.json", LawFile)

SECTIONS: dict[str, Section] = {s.id: s for s in _law.sections}
LAW: dict[str, Clause] = {c.clause: c for c in _law.clauses}
RULINGS: dict[str, Ruling] = {r.id: r for r in load("rulings.json", tuple[Ruling, ...])}
OMISSIONS: dict[str, dict[str, str]] = load("omissions.json", dict[str, dict[str, str]])
