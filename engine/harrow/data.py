"""The printed facts of Harrow County, and our own design where the rules only had a picture (HD).

Everything here is read once, from `data/harrow`, and never changes. Each file that holds a design of ours says so
under "design"; another design can take its place without a change of code (H0.1).
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

FOLDER = Path(__file__).resolve().parents[2] / "data" / "harrow"

ADVANCE, SPAWN, STRENGTHEN, SCROLL = "advance", "spawn", "strengthen", "legend"
"""H0.5  The four kinds of ability tokens; the legend token is the scroll."""
ABILITIES = (ADVANCE, SPAWN, STRENGTHEN)
TOKENS = (*ABILITIES, SCROLL)
WILD = "wild"
"""H1.9  The Wild token, where it lies among others."""
ABILITY_JAR, WILD_JAR, LEGEND_JAR, ATTACK_JAR = "ability", "wild", "legend", "attack"
TOWNSFOLK, BUILDING = "townsfolk", "building"
MOUNTAIN, BRAMBLES = "mountain", "brambles"

Hex = int
T = TypeVar("T")


def load(name: str, type: type[T]) -> T:
    """Read one file of `data/harrow` into its typed form."""
    return msgspec.json.decode((FOLDER / name).read_bytes(), type=type)


# Map


class HexData(msgspec.Struct, frozen=True):
    """HM.6.1  One printed hex. `home` is "north", "south" or ""."""

    id: Hex
    name: str
    q: int
    r: int
    kind: str
    home: str
    storm: bool
    symbol: bool
    edge: bool
    corner: bool


class KindData(msgspec.Struct, frozen=True):
    """HM.1.2  A kind of hex; mountain and brambles are no terrain."""

    name: str
    terrain: bool


class MapError(Exception):
    """HM.6.3  The file is no map of the county."""


class County:
    """HM.2  One side of the map: neighbours, distances, edge and corners are worked out from the file (HM.6.2)."""

    def __init__(self, id: str, name: str, hexes: list[HexData], file: MapFile) -> None:
        self.id = id
        self.name = name
        self.hexes = {one.id: one for one in hexes}
        self.ids = tuple(sorted(self.hexes))
        self.places = max(self.ids) + 1
        """So long is a list that is indexed by hexes."""
        self.terrain = {kind for kind, entry in file.kinds.items() if entry.terrain}
        at = {(one.q, one.r): one.id for one in hexes}
        steps = [(q, r) for q, r in file.directions.values()]
        self.near: dict[Hex, tuple[Hex, ...]] = {
            one.id: tuple(sorted(at[one.q + q, one.r + r] for q, r in steps if (one.q + q, one.r + r) in at))
            for one in hexes
        }
        self.beyond = {
            (one.id, at[one.q + q, one.r + r]): at[one.q + 2 * q, one.r + 2 * r]
            for one in hexes
            for q, r in steps
            if (one.q + q, one.r + r) in at and (one.q + 2 * q, one.r + 2 * r) in at
        }
        """The hex behind a neighbour, in a straight line."""
        self.steps = {origin: self._steps_from(origin) for origin in self.ids}
        self.homes = {file.homes[one.home]: one.id for one in hexes if one.home}
        self.validate()

    def _steps_from(self, origin: Hex) -> dict[Hex, int]:
        found = {origin: 0}
        line = deque([origin])
        while line:
            here = line.popleft()
            for hex in self.near[here]:
                if hex not in found:
                    found[hex] = found[here] + 1
                    line.append(hex)
        return found

    @cached_property
    def brambles(self) -> Hex:
        return next(hex for hex, one in self.hexes.items() if one.kind == BRAMBLES)

    @cached_property
    def symbols(self) -> tuple[Hex, ...]:
        """HM.1.6  Hexes with the symbol of an ability token."""
        return tuple(hex for hex in self.ids if self.hexes[hex].symbol)

    def is_terrain(self, hex: Hex) -> bool:
        """H0.6.6"""
        return self.hexes[hex].kind in self.terrain

    def matches(self, hex: Hex, named: Hex) -> bool:
        """H0.6.7  Terrain of the same kind as the hex named; a mountain or the brambles match nothing."""
        return self.is_terrain(hex) and self.hexes[hex].kind == self.hexes[named].kind

    def in_line(self, one: Hex, other: Hex) -> bool:
        """HM.2.6  Two different hexes with the same q, r or q + r."""
        a, b = self.hexes[one], self.hexes[other]
        return one != other and (a.q == b.q or a.r == b.r or a.q + a.r == b.q + b.r)

    def edge_near(self, hex: Hex) -> tuple[Hex, ...]:
        """HM.1.8  The neighbours of a home on the edge of the map."""
        return tuple(one for one in self.near[hex] if self.hexes[one].edge)

    def farthest_corners(self, home: Hex, count: int = 3) -> tuple[Hex, ...]:
        """HM.1.7  The corners farthest from a home."""
        corners = [hex for hex in self.ids if self.hexes[hex].corner]
        return tuple(sorted(sorted(corners, key=lambda hex: -self.steps[home][hex])[:count]))

    def validate(self) -> None:
        """HM.1.3, HM.1.4, HM.6.3  What every map must have."""
        kinds = [one.kind for one in self.hexes.values()]
        problems = {
            "exactly one brambles": kinds.count(BRAMBLES) == 1,
            "two homes": len(self.homes) == 2,
            "three edge neighbours of each home": all(
                len(self.edge_near(home)) == 3 for home in self.homes.values()
            ),
            "no symbol at a home or next to it": not any(
                self.hexes[hex].symbol for home in self.homes.values() for hex in (home, *self.near[home])
            ),
            "symbols on terrain alone": all(self.is_terrain(hex) for hex in self.symbols),
            "no storm on the brambles": not self.hexes[self.brambles].storm,
            "one piece": len(self.steps[self.brambles]) == len(self.hexes),
        }
        for kind in self.terrain:
            count = sum(self.hexes[hex].kind == kind for hex in self.symbols)
            problems[f"at most ten symbols on {kind}"] = count <= TABLE.tokens[SCROLL]
        wrong = [rule for rule, kept in problems.items() if not kept]
        if wrong:
            raise MapError(f"side {self.id} breaks HM.6.3: {', '.join(wrong)}")


class SideData(msgspec.Struct, frozen=True):
    name: str
    hexes: list[HexData]


class MapFile(msgspec.Struct, frozen=True):
    """The shape of `map.json`."""

    directions: dict[str, tuple[int, int]]
    homes: dict[str, str]
    kinds: dict[str, KindData]
    sides: dict[str, SideData]


# Boards, table, modes


class RowData(msgspec.Struct, frozen=True):
    """HA.P.B1, HA.K.B1  The numbers over the slots of a row, and the slots (from 1) that give a card."""

    values: tuple[int, ...]
    cards: tuple[int, ...]


class LineData(msgspec.Struct, frozen=True):
    """HA.F.B2  The Family's line: how many tokens are drawn and go back, slot by slot."""

    draws: tuple[int, ...]
    returns: tuple[int, ...]
    cards: tuple[int, ...]


class BoardsFile(msgspec.Struct, frozen=True):
    rows: dict[str, dict[str, RowData]]
    line: LineData
    bag: dict[str, int]
    grid: dict[str, int]
    waiting: str


class TreeData(msgspec.Struct, frozen=True):
    """H0.7.5  The Tree's odds: out of `faces`, a cube that was inside or was dropped now falls out."""

    faces: int
    inside: int
    dropped: int


class TableData(msgspec.Struct, frozen=True):
    """H0.5, H1.1  How many there are of everything, and the numbers of the rules."""

    points_to_win: int
    turns: int
    most_units: int
    most_cubes: int
    range: int
    mountain_range: int
    kill_price: int
    brambles_price: int
    brambles_points: int
    kill_points: int
    goal_points: int
    doll_points: int
    tokens: dict[str, int]
    wild: int
    haints: int
    factions: dict[str, tuple[str, ...]]
    """H0.7.5  Every faction in the order of the Tree, with the colours of its cubes."""
    jar_factions: tuple[str, ...]
    """H0.6.2"""
    cubes: dict[str, int]
    """By colour."""
    storms: int
    paths: int
    nails: int
    provocations: int
    start: dict[str, int]
    scrolls: int
    slots: dict[str, str]
    token_order: tuple[str, ...]
    spoon: tuple[int, ...]
    jars: tuple[str, ...]
    tree: TreeData


class ModeData(msgspec.Struct, frozen=True):
    """H0.3  A mode: its chapter, how many people, and which factions may meet."""

    name: str
    chapter: int
    seats: int
    tables: tuple[tuple[str, ...], ...]
    """The factions that people play, table by table."""
    line: str
    automated: tuple[str, ...] = ()
    """H6, H8  Factions that move by themselves. They are at every table of the mode and have no seat."""
    levels: tuple[str, ...] = ()
    """H6.1.2  How hard it may be."""
    course: str = "jars"
    """What happens between turns: the name of a course (`course.py`)."""
    map_chosen: bool = False
    """HM.1.1  May the side of the map be agreed? Else chance decides."""


class FactData(msgspec.Struct, frozen=True):
    """A legend, card, tile or tracker side: what is printed on it, in our words."""

    name: str
    clause: str
    text: str
    deck: str = ""
    price: str = ""
    """H2.5.2  The token an upgrade card costs."""
    silver: int = 0
    """H7.8.1  The silver cubes a Fair Folk card costs."""


class FactsFile(msgspec.Struct, frozen=True):
    """The shape of `cards.json`."""

    legends: dict[str, FactData]
    cards: dict[str, FactData]
    tiles: dict[str, FactData]
    trackers: dict[str, dict[str, FactData]]
    offers: dict[str, FactData]
    """H7.6.4"""
    quests: dict[str, FactData]
    """H7.5.1  Objective cards."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of the rules in our words. `ours`: the rules are silent there, and this is our decision."""

    title: str
    text: str
    ours: bool = False


class Ruling(msgspec.Struct, frozen=True):
    """How we play where the rules are silent."""

    id: str
    clause: str
    text: str


class Reaction(msgspec.Struct, frozen=True):
    """HP.6.1  A question in another's turn: whom it may be put to, and answers a standing order may give."""

    asks: tuple[str, ...]
    verbs: dict[str, str]


TABLE = load("table.json", TableData)
BOARDS = load("boards.json", BoardsFile)
MODES = load("modes.json", dict[str, ModeData])
FACTS = load("cards.json", FactsFile)
REACTIONS = load("reactions.json", dict[str, Reaction])
MAP = load("map.json", MapFile)
LAW = load("law.json", dict[str, Clause])
OMISSIONS = load("omissions.json", dict[str, str])
"""Clauses without a rule of their own, each with the reason."""
RULINGS = tuple(Ruling(f"OURS {clause}", clause, law.text) for clause, law in LAW.items() if law.ours)
"""What we decided where the rules are silent: for players to read, and data to replace (H0.1)."""
COUNTIES = {side: County(side, entry.name, entry.hexes, MAP) for side, entry in MAP.sides.items()}
