"""H0.10, H1.6 to H1.11  What the actions that all share would cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.actions.attack import Attack, Hit, KillHaint, Strike, defenders, price
from engine.harrow.actions.basic import Advance, Lead, PullNail, Spawn, Strengthen
from engine.harrow.actions.legend import UseScrolls
from engine.harrow.choices import HiddenSetAside, SetAside
from engine.harrow.data import ADVANCE, LEGEND_JAR, TABLE, WILD_JAR, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.land import step_cost
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.harrow.turn import FlipJar
from engine.harrow.verbs import plate_size
from engine.rules import Preview


@previews(FlipJar)
def flip(game: Harrow, owner: Owner, option: FlipJar) -> Iterator[Preview]:
    """H1.9.1, H1.10.2, H1.12.1  How much the jar gives now."""
    if option.again:
        yield Preview("jar.again")
    elif option.jar == WILD_JAR:
        yield Preview("jar.wild", {"count": game.players[owner].wild + 1})
    elif option.jar == LEGEND_JAR:
        yield Preview("jar.scrolls", {"count": game.players[owner].scrolls + 1})


@previews(Advance)
def advance(game: Harrow, owner: Owner, option: Advance) -> Iterator[Preview]:
    """H1.6.3"""
    yield from advances(game, step_cost(game, owner, option.to))


@previews(Lead)
def lead(game: Harrow, owner: Owner, option: Lead) -> Iterator[Preview]:
    """H1.6.3"""
    yield from advances(game, step_cost(game, owner, option.to))


@previews(PullNail)
def pull_nail(game: Harrow, owner: Owner, option: PullNail) -> Iterator[Preview]:
    """H1.6.9"""
    yield from advances(game, 1)


def advances(game: Harrow, cost: int) -> Iterator[Preview]:
    """H1.6.3, H1.6.8  What a step takes of the ADVANCEs, and what is left."""
    budget = game.cursor.budget
    if not cost:
        yield Preview("step.free")
    elif budget is not None:
        yield Preview("step.cost", {"cost": cost, "left": budget.points(ADVANCE) - cost})


@previews(Spawn)
def spawn(game: Harrow, owner: Owner, option: Spawn) -> Iterator[Preview]:
    """H1.7.5"""
    yield Preview("spawn.left", {"left": game.players[owner].haints - option.haints})


@previews(Strengthen)
def strengthen(game: Harrow, owner: Owner, option: Strengthen) -> Iterator[Preview]:
    """H1.8.1"""
    yield Preview("cubes.then", {"cubes": game.battleground[owner] + option.cubes})


@previews(Attack)
def attack(game: Harrow, owner: Owner, option: Attack) -> Iterator[Preview]:
    """H1.11.6 to H1.11.9  Units of both sides, the majority cube, the cubes that go into the Tree, the price of a hit."""
    defender = option.defender or defenders(game, owner, option.target)[0]
    mine = len(game.units_of(owner, option.origin)) + (2 if game.cursor.wrath else 0)
    theirs = FACTIONS[defender].defence(game, defender, option.target)
    yield Preview("attack.units", {"mine": mine, "theirs": theirs})
    if mine != theirs:
        yield Preview("attack.majority" if mine > theirs else "attack.minority")
    yield Preview("attack.cubes", {"mine": game.out(owner), "theirs": game.out(defender)})
    yield Preview("attack.price", {"price": price(game, option.target)})


@previews(Hit)
def hit(game: Harrow, owner: Owner, option: Hit) -> Iterator[Preview]:
    """H1.11.8, H1.11.9  Whoever is hit, one haint dies: this one, or another of the legend's faction."""
    record = game.last_attack
    if record is not None:
        yield paid(game, owner, record.target)
        yield from killed(game, owner)


@previews(Strike)
def strike(game: Harrow, owner: Owner, option: Strike) -> Iterator[Preview]:
    """H1.11.14"""
    record = game.last_attack
    if record is not None:
        yield paid(game, owner, record.target if owner == record.attacker else record.origin)
        yield from killed(game, owner)


@previews(KillHaint)
def kill_haint(game: Harrow, owner: Owner, option: KillHaint) -> Iterator[Preview]:
    """H1.11.12"""
    yield from killed(game, owner)


def killed(game: Harrow, owner: Owner) -> Iterator[Preview]:
    """H1.11.12, H3.3.2  What one more kill brings: a point, or a haint on the plate."""
    if owner not in game.rivals:
        return
    kills, spoon = plate_size(game, owner) + 1, game.spoon_shows(owner)
    if game.chapter < 3:
        yield Preview("points", {"points": TABLE.kill_points})
    elif kills < spoon:
        yield Preview("kill.plate", {"kills": kills, "spoon": spoon})
    else:
        yield Preview("points", {"points": 1})


def paid(game: Harrow, owner: Owner, hex: Hex) -> Preview:
    """H1.11.8  What a hit on a hex costs, and the cubes that are left."""
    cost = price(game, hex)
    return Preview("hit.cost", {"price": cost, "left": game.battleground[owner] - cost})


@previews(UseScrolls)
def scrolls(game: Harrow, owner: Owner, option: UseScrolls) -> Iterator[Preview]:
    """H1.10.2"""
    yield Preview("jar.scrolls", {"count": game.players[owner].scrolls + 1})


@previews(SetAside)
@previews(HiddenSetAside)
def set_aside(game: Harrow, owner: Owner, option: SetAside) -> Iterator[Preview]:
    """HA.P.T16, HA.K.C12"""
    yield Preview("cubes.theirs", {"cubes": game.out(option.owner) - option.cubes})
