"""What a table is worth to one seat: tokens and brambles under its units, and how near it is to its goal.

Everything is a function of what lies on the map, so a step that is worth something can never be taken back and forth.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable

from engine.flow import Ask
from engine.harrow.data import COUNTIES, MOUNTAIN, TABLE, Hex
from engine.harrow.view import FactionView, HarrowView

TOKEN = 0.55
"""What a token under a unit is worth."""
BRAMBLES = 0.9
GOAL = 2.0
FRONT = 0.35
"""Enemies in range, to attack."""
NEAR = 0.06
"""A hex nearer to something worth having."""


class Position:
    """Where one seat's units are: haints by hex, legends by their kind. Moves are tried on copies."""

    def __init__(self, haints: Counter[Hex], legends: dict[str, Hex]) -> None:
        self.haints = haints
        self.legends = legends

    def hexes(self) -> set[Hex]:
        return {hex for hex, count in self.haints.items() if count > 0} | set(self.legends.values())

    def at(self, hex: Hex) -> int:
        return self.haints[hex] + sum(place == hex for place in self.legends.values())

    def moved(self, origin: Hex, to: Hex, haints: int, legends: Iterable[str] = ()) -> Position:
        after = Position(self.haints.copy(), dict(self.legends))
        after.haints[origin] -= haints
        after.haints[to] += haints
        for legend in legends:
            after.legends[legend] = to
        return after


class Sight:
    """A view as the stand-in reads it, and the question it must answer."""

    def __init__(self, view: HarrowView, ask: Ask) -> None:
        self.view = view
        self.ask = ask
        self.me = ask.seat
        self.hexes = {one.id: one for one in view.hexes}
        self.county = COUNTIES[view.side or next(iter(COUNTIES))]
        self.factions = {one.owner: one for one in view.factions}
        self.mine: FactionView = self.factions[self.me]
        self.others = [one for one in view.factions if one.owner != self.me]
        self.enemies = {
            one.id: sum(unit.owner != self.me for unit in one.units)
            for one in view.hexes
            if any(unit.owner != self.me for unit in one.units)
        }
        self.now = self.read()
        self._worth: float | None = None
        self.known: dict[Hex, float] = {}
        """What was worked out for a hex already, for this question."""

    def read(self) -> Position:
        haints: Counter[Hex] = Counter()
        legends: dict[str, Hex] = {}
        for one in self.view.hexes:
            for unit in one.units:
                if unit.owner == self.me and unit.kind == "legend":
                    legends[f"figure{unit.figure}" if unit.figure else "legend"] = one.id
                elif unit.owner == self.me:
                    haints[one.id] += 1
        return Position(haints, legends)

    def distance(self, one: Hex, other: Hex) -> int:
        return self.county.steps[one][other]

    def reach(self, hex: Hex) -> int:
        base = TABLE.mountain_range if self.hexes[hex].kind == MOUNTAIN else TABLE.range
        return base + self.mine.range_bonus

    @property
    def enemy_cubes(self) -> int:
        return max((one.battleground for one in self.others), default=0)

    # --- worth --------------------------------------------------------------------------------------------

    @property
    def worth(self) -> float:
        """What the table is worth now."""
        if self._worth is None:
            self._worth = self.worth_of(self.now)
        return self._worth

    def gain(self, position: Position) -> float:
        """What another position would be worth more."""
        return self.worth_of(position) - self.worth

    def worth_of(self, position: Position) -> float:
        """Tokens, brambles, enemies in range, the goal; and how near the units are to what is worth having."""
        mine = position.hexes()
        total = sum(TOKEN * len(self.hexes[hex].tokens) for hex in mine)
        if self.county.brambles in mine:
            total += BRAMBLES + 0.12 * min(position.at(self.county.brambles), 4)
        total += self.front(position, mine)
        total += self.wanted(position, mine)
        return total + self.goal(position)

    def front(self, position: Position, mine: set[Hex]) -> float:
        """The best pair of hexes to attack from: more units than the enemy, within range."""
        best = 0.0
        for hex in mine:
            count = position.at(hex)
            for enemy, theirs in self.enemies.items():
                if self.distance(hex, enemy) <= self.reach(hex):
                    here = 1.0 + 0.15 * (count > theirs) + 0.2 * (enemy == self.county.brambles)
                    best = max(best, here)
        return FRONT * best

    def wanted(self, position: Position, mine: set[Hex]) -> float:
        """Every unit a little nearer to something nobody of mine stands on yet."""
        prizes = [
            one.id
            for one in self.view.hexes
            if one.tokens and one.id not in mine and one.id not in self.enemies
        ]
        if self.county.brambles not in mine:
            prizes.append(self.county.brambles)
        if not prizes:
            return 0.0
        steps = self.county.steps
        return -NEAR * sum(min(steps[hex][prize] for prize in prizes) for hex in mine)

    # --- goals --------------------------------------------------------------------------------------------

    def goal(self, position: Position) -> float:
        """What the faction is after, as far as it has come."""
        found = GOALS.get(self.me)
        return found(self, position) if found else 0.0

    def missing(
        self, start: Hex, end: Hex, free: Callable[[Hex], bool], barred: Callable[[Hex], bool]
    ) -> int:
        """The fewest hexes that are not free on a way from one hex to another, both included; 99 without a way."""
        cost = {start: int(not free(start))}
        line = deque([start])
        while line:
            here = line.popleft()
            if here == end:
                continue
            for hex in self.county.near[here]:
                more = cost[here] + int(not free(hex))
                if not barred(hex) and more < cost.get(hex, 99):
                    cost[hex] = more
                    line.append(hex)
        return cost.get(end, 99)


Goal = Callable[[Sight, Position], float]
GOALS: dict[str, Goal] = {}
"""How far each faction has come with what it is after; every faction's folder says it of its own."""
