"""The state of a game of Harrow County: pieces, cubes, cards, points, and the cursor. Only `verbs.py` changes pieces."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.harrow.data import COUNTIES, MODES, TABLE, County, Hex
from engine.rules import Event, State

Owner = str
"""Who owns pieces: a faction (`TABLE.factions`)."""
HAINT, LEGEND = "haint", "legend"
NAILED, INFECTED = "nailed", "infected"


class Unit(msgspec.Struct, frozen=True, array_like=True, order=True):
    """H0.6.1  A haint or a legend. Haints of an owner differ only by a nail or a snake; figures by their kind."""

    owner: Owner
    kind: str = HAINT
    nailed: bool = False
    infected: bool = False

    @property
    def is_legend(self) -> bool:
        return self.kind != HAINT

    @property
    def label(self) -> str:
        """How options name it: a figure by its kind, a haint by what sets it apart."""
        if self.is_legend:
            return self.kind
        return "-".join([INFECTED] * self.infected + [NAILED] * self.nailed) or HAINT


class Doll(msgspec.Struct, frozen=True, array_like=True):
    """H4.2.7  A doll on a hex: the real one or a decoy, face down or up."""

    real: bool
    up: bool = False


class Tile(msgspec.Struct, array_like=True):
    """H3.4.1  A bonus tile on its place; a used one lies face down."""

    id: str
    used: bool = False


class Figure(msgspec.Struct, frozen=True, array_like=True):
    """H0.6.1  A figure on the map that is no unit: it counts for no limit and shares its hex with anybody."""

    hex: Hex
    nailed: bool = False


class Board:
    """What a faction keeps on its own board. Each faction's folder defines its own, as a msgspec Struct."""


class Player(msgspec.Struct, kw_only=True):
    """What every faction has, as far as its mode uses it."""

    score: int = 0
    goals: int = 0
    """Objectives reached: townsfolk rescued, buildings destroyed, dolls recovered."""
    haints: int = 0
    """In the supply."""
    wild: int = 0
    flipped: list[str] = []
    """Jars broken this round, in order (H1.4)."""
    attacked: bool = False
    """H1.12.1  An attack was made this round."""
    legend: str = ""
    side: str = ""
    """H2.3  The side of the tracker."""
    scrolls: int = 0
    """Legend tokens collected (H1.10.2)."""
    spoon: int = 0
    """H3.1.5, H3.3.1  How many steps the spoon was turned."""
    plate: dict[Owner, int] = {}
    kills_without_piece: int = 0
    """H3.3.6  Kills on the plate for which no haint was left to lie there."""
    hand: list[str] = []
    deck: list[str] = []
    """The last card is the top."""
    discard: list[str] = []
    played: list[str] = []
    """Cards that lie face up in front of the player."""


class Budget(msgspec.Struct, kw_only=True):
    """Abilities that may be performed now: points for one of them, or for any (H1.9.2)."""

    any: int = 0
    advance: int = 0
    spawn: int = 0
    strengthen: int = 0
    free: bool = False
    """H1.6.8  May steps of cost 0 be made in between?"""
    alone: bool = False
    """HA.P.T13  Only the legend moves, without haints."""

    @classmethod
    def of(cls, ability: str, points: int = 1) -> Budget:
        """So many points for one ability."""
        budget = cls()
        setattr(budget, ability, points)
        return budget

    def points(self, ability: str) -> int:
        return int(getattr(self, ability)) + self.any

    def spend(self, ability: str, points: int) -> None:
        own = min(points, getattr(self, ability))
        setattr(self, ability, getattr(self, ability) - own)
        self.any -= points - own

    @property
    def is_spent(self) -> bool:
        return not (self.any or self.advance or self.spawn or self.strengthen)


class Cursor(msgspec.Struct, kw_only=True):
    """Whose turn, which step, and what holds for this turn alone."""

    active: Owner = ""
    step: str = "setup.table"
    jar: str = ""
    again: bool = False
    """H1.12  The jar was flipped to attack again."""
    window: bool = False
    """H0.10.2  A card could be played now."""
    card_played: bool = False
    acted: bool = False
    """The jar action is finished (window B)."""
    range_bonus: int = 0
    spawn_in_range: bool = False
    wrath: Hex = 0
    """HA.P.L3  Where the wrath token lies."""
    budget: Budget | None = None


class TreeRecord(msgspec.Struct, kw_only=True):
    """H0.7  What the last activation of the Tree did, by colour."""

    number: int = 0
    by: Owner = ""
    why: str = ""
    dropped: dict[str, int] = {}
    before: dict[str, int] = {}
    fell: dict[str, int] = {}


class AttackRecord(msgspec.Struct, kw_only=True):
    """H1.11  The last attack, or the one going on."""

    attacker: Owner
    defender: Owner
    origin: Hex
    target: Hex
    majority: Owner = ""
    kills: dict[Owner, int] = {}
    result: str = ""


class Harrow(State, kw_only=True):
    """The whole table."""

    mode: str = "C1"
    side: str = "a"
    options: dict[str, Any] = {}
    seats: dict[str, Owner] = {}
    """The faction each seat plays."""
    order: list[Owner] = []
    """All factions at the table, in the order of H0.7.5; those that move by themselves, too."""
    players: dict[Owner, Player] = {}
    boards: dict[Owner, Board] = {}
    cursor: Cursor = msgspec.field(default_factory=Cursor)
    round: int = 0
    lantern: Owner = ""
    homes: dict[Owner, Hex] = {}

    units: list[list[Unit]] = []
    storms: list[int] = []
    """Storm tokens by hex; printed storms are in the map."""
    paths: list[int] = []
    tokens: list[list[str]] = []
    cubes_on: list[dict[Owner, int]] = []
    objectives: dict[str, list[Hex]] = {}
    """Townsfolk and buildings on the map, one entry for each piece."""
    fields: dict[str, list[str]] = {}
    """H3.1.6  Terrain fields of the score board on which an objective still waits."""
    dolls: dict[Hex, Doll] = {}
    flames: dict[Hex, int] = {}
    """H5.8  Flames on the map."""
    figures: dict[Owner, Figure] = {}
    """H0.6.1  Figures on the map that are no units."""

    box: dict[str, int] = {}
    """H0.6.13  Ability tokens in no other place."""
    wild: int = 0
    cubes: dict[Owner, int] = {}
    """Cubes in the supplies, by colour."""
    battleground: dict[Owner, int] = {}
    tree: dict[Owner, int] = {}
    """H0.7.2  Cubes stuck inside the Tree."""
    aside: dict[Owner, int] = {}
    """Cubes set aside until the end of the turn (HA.P.T16)."""
    tiles: dict[str, list[Tile]] = {}
    """H3.1.4  Bonus tiles on the places of the jars."""
    tile_supply: list[str] = []
    tiles_gone: list[str] = []
    last_tree: TreeRecord = msgspec.field(default_factory=TreeRecord)
    last_attack: AttackRecord | None = None

    def note(self, key: str, clause: str = "", only: tuple[str, ...] = (), **about: Any) -> None:
        """Record an event. What only some may read they may read under the name of their seat, too."""
        if only:
            only += tuple(s for s, owner in self.seats.items() if owner in only and s not in only)
        self.notes.append(Event(key, about, clause, only))

    @property
    def county(self) -> County:
        return COUNTIES[self.side]

    @property
    def chapter(self) -> int:
        """H0.4  Rules of this chapter and all before it are in force."""
        return MODES[self.mode].chapter

    @property
    def active(self) -> Owner:
        return self.cursor.active

    def player(self, owner: Owner) -> Player:
        return self.players[owner]

    @property
    def rivals(self) -> list[Owner]:
        """H0.6.2  The jar factions at the table. There are always two."""
        return [owner for owner in self.order if owner in TABLE.jar_factions]

    @property
    def automated(self) -> tuple[Owner, ...]:
        """H6, H8  The factions that move by themselves."""
        return MODES[self.mode].automated

    def other(self, owner: Owner) -> Owner:
        """H0.6.4  The direct opponent: the other jar faction."""
        return next(one for one in self.rivals if one != owner)

    def speaks_for(self, owner: Owner) -> Owner:
        """H6, H8  Whoever decides for a faction that moves by itself speaks for it in its turn."""
        return self.active if self.active in self.automated else owner

    def out(self, owner: Owner) -> int:
        """H0.7.2  Cubes of an owner on the battleground, all colours together."""
        return sum(self.battleground.get(colour, 0) for colour in TABLE.factions[owner])

    def is_clear(self, hex: Hex) -> bool:
        """H0.6.1  "A hex without units": a figure that is no unit counts, too."""
        return not self.units[hex] and all(figure.hex != hex for figure in self.figures.values())

    def units_of(self, owner: Owner, hex: Hex) -> list[Unit]:
        return [unit for unit in self.units[hex] if unit.owner == owner]

    def haints_of(self, owner: Owner, hex: Hex) -> list[Unit]:
        return [unit for unit in self.units[hex] if unit.owner == owner and not unit.is_legend]

    def hexes_of(self, owner: Owner) -> list[Hex]:
        """The hexes that hold at least one unit of an owner."""
        return [hex for hex in self.county.ids if any(unit.owner == owner for unit in self.units[hex])]

    def haint_hexes(self, owner: Owner) -> list[Hex]:
        return [hex for hex in self.county.ids if self.haints_of(owner, hex)]

    def where(self, owner: Owner, kind: str = LEGEND) -> Hex:
        """Where a legend stands; 0 if it is not on the map."""
        for hex in self.county.ids:
            for unit in self.units[hex]:
                if unit.owner == owner and unit.kind == kind:
                    return hex
        return 0

    def has_storm(self, hex: Hex) -> bool:
        """HM.1.5  A storm token or a printed storm."""
        return bool(self.storms[hex]) or self.county.hexes[hex].storm

    def kind(self, hex: Hex) -> str:
        return self.county.hexes[hex].kind

    def distance(self, one: Hex, other: Hex) -> int:
        """H0.6.8"""
        return self.county.steps[one][other]

    def spoon_shows(self, owner: Owner) -> int:
        """H3.3.1  Kills needed for the next point: 1, then 2, then 3 for good."""
        return TABLE.spoon[min(self.players[owner].spoon, len(TABLE.spoon) - 1)]
