"""The marks of the stand-in, verb by verb: what an option is worth, roughly in points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.flow import Answer, Option
from engine.harrow.data import ADVANCE, SPAWN, STRENGTHEN, TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.standin.position import Position, Sight

UNKNOWN = -0.05
"""An option nobody has thought of: only if it must be."""
HESITATION = 0.03
"""A step must be worth more than this."""
ENOUGH_HAINTS = 10
CARDS: dict[str, float] = {}
"""What a card is worth when it is played; every faction's folder says it of its own."""
BEFORE_ATTACKS: set[str] = set()
"""Cards that only help an attack to come."""
POWERS: dict[str, Callable[[Sight], float]] = {}
"""What a unique power is worth, where that is not the usual."""
USUAL_POWER = 0.4
TILES = {"B1": 0.5, "B2": 0.3, "B3": 0.4, "B4": 0.4, "B5": 0.2, "B6": 0.6, "B7": 0.2, "B8": 0.4, "B9": 0.4}


def mark(sight: Sight, option: Option) -> float:
    """The mark of an option."""
    judge = MARKS.get(option.verb.removeprefix("hidden_"))
    return judge(sight, option) if judge else UNKNOWN


def many(sight: Sight) -> Answer:
    """As many as must be; more only if they are worth it."""
    ask = sight.ask
    best = sorted(ask.options, key=lambda option: -mark(sight, option))
    wanted = keep_on_board(sight) if ask.key == "store" else sum(mark(sight, option) > 0 for option in best)
    return tuple(best[: max(ask.least, min(wanted, ask.most))])


# --- fights -----------------------------------------------------------------------------------------------


def expected(sight: Sight, owner: str, more: int) -> float:
    """Cubes of an owner that will fall out, about."""
    tree = TABLE.tree
    dropped = (sight.factions[owner].battleground + more) * tree.dropped / tree.faces
    stuck = sum(sight.view.tree.inside.get(colour, 0) for colour in TABLE.factions[owner])
    return dropped + stuck * tree.inside / tree.faces


def fight_fire(sight: Sight, origin: Hex, target: Hex, owner: str, extra: int = 0) -> float:
    """H5.8  What an attack on flames would bring: a point if all can go out."""
    flames = sight.hexes[target].flames
    mine = sight.now.at(origin) + extra
    a, d = expected(sight, sight.me, int(mine > flames)), expected(sight, owner, int(flames > mine))
    if a < d - 0.4:
        return -0.3
    return (1.0 if a >= flames - 0.3 else 0.3) - 0.25


def fight(sight: Sight, origin: Hex, target: Hex, extra: int = 0) -> float:
    """H1.11  What an attack would bring: kills as far as the cubes last, less what a clash costs."""
    there = [unit for unit in sight.hexes[target].units if unit.owner != sight.me]
    enemy = there[0].owner
    mine, theirs = sight.now.at(origin) + extra, len(there)
    a = expected(sight, sight.me, int(mine > theirs))
    d = expected(sight, enemy, int(theirs > mine)) + sight.factions[enemy].held
    cost = TABLE.brambles_price if target == sight.county.brambles else TABLE.kill_price
    kills = 0.0
    cubes = a
    while cubes >= d - 0.4 and cubes >= cost - 0.3 and kills < theirs + 1:
        kills += min(1.0, max(0.25, 0.5 + 0.4 * (cubes - max(d, cost))))
        cubes -= cost
    haints = any(unit.kind != "legend" for unit in there) and sight.now.haints[origin] > 0
    risk = 0.5 if haints and a < d + 0.5 else 0.0
    value = {0: 1.0, 1: 1.0, 2: 0.6, 3: 0.45}.get(sight.mine.spoon, 0.45)
    bonus = 0.3 * (target == sight.county.brambles)
    return kills * value + bonus - risk - 0.25


def best_fight(sight: Sight) -> float:
    """The best attack from where the units stand now."""
    found = [
        fight(sight, hex, enemy)
        for hex in sight.now.hexes()
        for enemy in sight.enemies
        if sight.distance(hex, enemy) <= sight.reach(hex)
    ]
    return max(found, default=-1.0)


# --- jars -------------------------------------------------------------------------------------------------


def flip(sight: Sight, option: Any) -> float:
    """H0.10.1  An attack when it pays, else what makes one strong."""
    if option.again:
        return best_fight(sight)
    if option.jar == "attack":
        return best_fight(sight) + 0.25
    weak = max(0, sight.enemy_cubes + 2 - sight.mine.battleground)
    jars = {"ability": 0.9 + 0.08 * weak, "wild": 0.35 + 0.15 * sight.mine.wild, "legend": 0.55}
    return jars[str(option.jar)]


def use_row(sight: Sight, option: Any) -> float:
    """H1.5.1, H4.6.4  Cubes when there are few, haints when there are few, else a walk."""
    return abilities(sight)[str(option.ability)]


def abilities(sight: Sight) -> dict[str, float]:
    """What each ability is worth now."""
    return {ADVANCE: walk(sight), SPAWN: breed(sight), STRENGTHEN: arm(sight)}


def walk(sight: Sight) -> float:
    """About what moving would bring: the best single step, and more to come."""
    steps = [
        sight.gain(sight.now.moved(origin, to, haints=1))
        for origin, count in sight.now.haints.items()
        if count > 0
        for to in sight.county.near[origin]
        if to not in sight.enemies
    ]
    return 0.3 + 1.6 * max(steps, default=0.0)


def breed(sight: Sight) -> float:
    out = sum(sight.now.haints.values())
    return 0.9 if out < 4 else 0.55 if out < ENOUGH_HAINTS else 0.1


def arm(sight: Sight) -> float:
    need = max(0, TABLE.most_cubes - sight.mine.battleground)
    return 0.16 * need + (0.3 if sight.mine.battleground <= sight.enemy_cubes else 0.0)


def use_grid(sight: Sight, option: Any) -> float:
    """H4.6.1  The row whose two abilities are worth most."""
    row = sight.mine.grid[option.row - 1]
    inserted = sight.mine.inserting or next((one.black for one in sight.mine.grid if one.black), "")
    worth = abilities(sight)
    return float(worth.get(inserted, 0.0) + worth.get(row.cells[0], 0.0) + 0.2 * row.cubes)


# --- moving, spawning, strengthening ----------------------------------------------------------------------


def advance(sight: Sight, option: Any) -> float:
    return sight.gain(sight.now.moved(option.origin, option.to, option.haints)) - HESITATION


def lead(sight: Sight, option: Any) -> float:
    figures = tuple(sight.now.legends) if option.figure == "figures" else (option.figure,)
    return sight.gain(sight.now.moved(option.origin, option.to, option.haints, figures)) - HESITATION


def spawn(sight: Sight, option: Any) -> float:
    """H1.7  More haints, where they are of use."""
    after = Position(sight.now.haints.copy(), sight.now.legends)
    after.haints[option.hex] += option.haints
    out = sum(sight.now.haints.values())
    each = 0.22 if out < ENOUGH_HAINTS else 0.06
    return each * int(option.haints) + 0.3 * sight.gain(after)


def strengthen(sight: Sight, option: Any) -> float:
    """H1.8  Cubes up to the limit; a few more than the enemy has."""
    now = sight.mine.battleground
    useful = max(0, min(option.cubes, TABLE.most_cubes + 2 - now))
    behind = 0.1 if now <= sight.enemy_cubes + 1 else 0.0
    return (0.14 + behind) * float(useful)


def move_unit(sight: Sight, option: Any) -> float:
    """Own units by what it changes; enemies away from the brambles and from tokens."""
    if option.owner == sight.me:
        legend = () if option.unit in ("haint", "nailed") else (option.unit,)
        return sight.gain(sight.now.moved(option.origin, option.to, int(not legend), legend)) - HESITATION
    off = 0.9 * (option.origin == sight.county.brambles) - 0.9 * (option.to == sight.county.brambles)
    tokens = 0.2 * (len(sight.hexes[option.origin].tokens) - len(sight.hexes[option.to].tokens))
    return float(off + tokens - HESITATION)


# --- tokens, paths, storms, objectives --------------------------------------------------------------------


def token_value(sight: Sight, token: str, hex: Hex) -> float:
    """A token on a hex: worth having under an own unit, bad under an enemy."""
    if hex in sight.now.hexes():
        return 0.6 + 0.1 * (token == "legend")
    if hex in sight.enemies:
        return -0.4
    return -0.03 * min((sight.distance(hex, mine) for mine in sight.now.hexes()), default=3)


def move_token(sight: Sight, option: Any) -> float:
    return (
        token_value(sight, option.token, option.to)
        - token_value(sight, option.token, option.origin)
        - HESITATION
    )


def put_token(sight: Sight, option: Any) -> float:
    return 0.1 + token_value(sight, option.token, option.hex)


def changed(sight: Sight, hex: Hex, **lying: int) -> float:
    """What the table would be worth more with other things on a hex."""
    before = sight.hexes[hex]
    sight.hexes[hex] = msgspec.structs.replace(before, **lying)
    after = sight.worth_of(sight.now)
    sight.hexes[hex] = before
    return after - sight.worth


def place_path(sight: Sight, option: Any) -> float:
    return 0.01 + changed(sight, option.hex, paths=sight.hexes[option.hex].paths + 1)


def take_path(sight: Sight, option: Any) -> float:
    return 0.05 + changed(sight, option.hex, paths=sight.hexes[option.hex].paths - 1)


def place_storm(sight: Sight, option: Any) -> float:
    if sight.hexes[option.hex].storm:
        return 0.01
    return 0.05 + changed(sight, option.hex, storms=1)


def guide(sight: Sight, option: Any) -> float:
    """H1.14.1  Home; or at least nearer."""
    if option.to == sight.mine.home:
        return 3.0
    home = sight.mine.home
    return 0.1 * float(sight.distance(option.origin, home) - sight.distance(option.to, home))


def move_objective(sight: Sight, option: Any) -> float:
    """Nearer to the home of whoever wants it, if that is me; else farther."""
    home = sight.mine.home
    nearer = sight.distance(option.origin, home) - sight.distance(option.to, home)
    if option.objective != FACTIONS[sight.me].goal:
        return UNKNOWN
    return float(0.2 * nearer + 2.0 * (option.to == home))


def place_objective(sight: Sight, option: Any) -> float:
    """H3.2  Far from the home of whoever wants it, and off its way."""
    other = next(one for one in sight.others if one.home)
    on_way = any(
        unit.owner == other.owner
        for near in sight.county.near[option.hex]
        for unit in sight.hexes[near].units
    )
    storm = sight.hexes[option.hex].storm and option.objective == "building"
    return float(0.3 * sight.distance(option.hex, other.home) - 0.4 * on_way - 0.8 * storm)


def keep_on_board(sight: Sight) -> int:
    """H1.13.2  So many tokens go onto the board that the bag still holds what is drawn, and a few more."""
    row = sight.mine.rows[0]
    tokens = sight.mine.bag + len(sight.ask.options)
    return max(0, tokens - row.value - 2)


def keep(sight: Sight, option: Any) -> float:
    """H2.2.2  What is worth least goes back."""
    worth = {ADVANCE: 0.7, SPAWN: breed(sight), STRENGTHEN: arm(sight)}
    return -worth.get(option.token, 1.0)


# --- cards, powers, the rest ------------------------------------------------------------------------------


def play_card(sight: Sight, option: Any) -> float:
    """HA.P.T, HA.K.C  By the card; some only before an attack."""
    attacks = sight.view.jar == "attack" and sight.ask.key == "window.before"
    if option.card in BEFORE_ATTACKS:
        return 0.6 if attacks and sight.enemy_cubes > 1 else -0.1
    return CARDS.get(option.card, 0.1)


def use_power(sight: Sight, option: Any) -> float:
    judge = POWERS.get(option.legend)
    return judge(sight) if judge else USUAL_POWER


def use_tile(sight: Sight, option: Any) -> float:
    if option.tile == "B1" and sight.mine.lantern:
        return -0.1
    if option.tile == "B8" and sight.mine.spoon < 2:
        return -0.1
    return TILES.get(option.tile, 0.1)


def attack(sight: Sight, option: Any) -> float:
    extra = 2 * sight.hexes[option.origin].wrath
    whose = {unit.owner for unit in sight.hexes[option.target].units} - {sight.me}
    if option.defender in whose or (whose and not option.defender):
        return fight(sight, option.origin, option.target, extra)
    strangers = [one.owner for one in sight.others if one.score is None]
    owner = option.defender or next(iter(strangers), sight.me)
    return fight_fire(sight, option.origin, option.target, owner, extra)


def hit(sight: Sight, option: Any) -> float:
    return 1.0


def kill_haint(sight: Sight, option: Any) -> float:
    """H1.11.9  One on the brambles, on a token, or alone."""
    one = sight.hexes[option.hex]
    brambles = 1.0 * (option.hex == sight.county.brambles and len(one.units) == 1)
    return 0.5 + brambles + 0.3 * bool(one.tokens) + 0.2 * (len(one.units) == 1)


def push_legend(sight: Sight, option: Any) -> float:
    """H1.11.9  Off the tokens and the brambles, toward its own home."""
    owner = str(sight.ask.about.get("owner", ""))
    home = sight.factions[owner].home if owner in sight.factions else option.to
    there = 0.4 * len(sight.hexes[option.to].tokens) + 1.0 * (option.to == sight.county.brambles)
    return float(-there - 0.05 * sight.distance(option.to, home))


def pick_unit(sight: Sight, option: Any) -> float:
    return 0.3 + 0.2 * (option.unit == "legend") if option.owner != sight.me else -0.1


def pick_hex(sight: Sight, option: Any) -> float:
    """A hex for something of mine: near tokens, the brambles and enemies."""
    if sight.ask.key == "wrath":
        reach = sight.reach(option.hex)
        return max(
            (fight(sight, option.hex, e, 2) for e in sight.enemies if sight.distance(option.hex, e) <= reach),
            default=-1.0,
        )
    after = Position(sight.now.haints.copy(), sight.now.legends)
    after.haints[option.hex] += 1
    return 0.15 + 0.5 * sight.gain(after)


def fixed(worth: float) -> Callable[[Sight, Any], float]:
    return lambda sight, option: worth


def place_legend(sight: Sight, option: Any) -> float:
    return 1.0 if option.hex == sight.mine.home else 0.5


def slip(sight: Sight, option: Any) -> float:
    return sight.gain(sight.now.moved(option.origin, option.to, option.haints, (option.figure,))) - HESITATION


MARKS: dict[str, Callable[[Sight, Any], float]] = {
    "done": fixed(0.0),
    "flip": flip,
    "use_row": use_row,
    "use_token": use_row,
    "use_grid": use_grid,
    "advance": advance,
    "lead": lead,
    "slip": slip,
    "spawn": spawn,
    "strengthen": strengthen,
    "pull_nail": fixed(0.1),
    "attack": attack,
    "hit": hit,
    "strike": hit,
    "kill_haint": kill_haint,
    "push_legend": push_legend,
    "move_unit": move_unit,
    "move_token": move_token,
    "put_token": put_token,
    "take_token": fixed(0.6),
    "place_path": place_path,
    "take_path": take_path,
    "place_storm": place_storm,
    "guide": guide,
    "move_objective": move_objective,
    "place_objective": place_objective,
    "give_back": keep,
    "to_board": keep,
    "play_card": play_card,
    "play_upgrade": fixed(0.3),
    "activate": fixed(0.5),
    "use_power": use_power,
    "use_scrolls": fixed(0.5),
    "use_tile": use_tile,
    "pick_unit": pick_unit,
    "pick_hex": pick_hex,
    "pick_part": fixed(0.1),
    "place_haints": fixed(0.1),
    "place_legend": place_legend,
    "take_from_bag": fixed(0.3),
    "return_cubes": lambda sight, option: 0.1 * option.cubes,
    "keep_cubes": fixed(-0.1),
    "set_aside": lambda sight, option: 0.1 * option.cubes,
    "replay": fixed(0.2),
    "perform": fixed(0.4),
    "pull_doll": fixed(0.4),
    "swap": fixed(-0.1),
    "follow": fixed(-0.1),
    "take_doll": fixed(-0.1),
    "leave_doll": fixed(0.0),
    "store": lambda sight, option: 0.1 * (option.place == "bag"),
}
