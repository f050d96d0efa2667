"""H1.11  Attacks: the majority cube, the Tree, hits and pushes, the Haint Clash. And attacking again (H1.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.flow import Done, Flow, Option, Scalar, ask
from engine.harrow.actions.basic import basic_options, perform_basic
from engine.harrow.actions.carry import go
from engine.harrow.course import ask_for
from engine.harrow.data import BRAMBLES, TABLE, Hex
from engine.harrow.faction import FACTIONS, bars_fighting, effects, effects_of
from engine.harrow.land import NO_HEX, find_unit, kinds_of_units, may_enter, reach
from engine.harrow.menu import refuses
from engine.harrow.state import AttackRecord, Budget, Harrow, Owner, Unit
from engine.harrow.tree import activate_tree
from engine.harrow.verbs import count_kill, kill, spend_cubes, strengthen
from engine.rules import Refusal


class Attack(Option, frozen=True, tag="attack"):
    """H1.11.2, H5.10.4  Attack from one hex another; whom, if there are several who could be meant."""

    STARTS = True
    origin: Hex
    target: Hex
    defender: Owner = ""


class Hit(Option, frozen=True, tag="hit"):
    """H1.11.9  Pay the price and hit this unit on the defender hex."""

    unit: str


class Strike(Option, frozen=True, tag="strike"):
    """H1.11.14  Haint Clash: pay the price and kill a haint on the other hex."""

    unit: str


class PushLegend(Option, frozen=True, tag="push_legend"):
    """H1.11.9  The legend that was hit goes to this hex."""

    to: Hex


class KillHaint(Option, frozen=True, tag="kill_haint"):
    """H1.11.9  A haint of the legend's faction dies, wherever it is."""

    hex: Hex
    unit: str


class Attacking:
    """H1.11.2  One attack: neither hex changes while it lasts (H1.11.11)."""

    def __init__(self, attacker: Owner, defender: Owner, origin: Hex, target: Hex) -> None:
        self.attacker = attacker
        self.defender = defender
        self.origin = origin
        self.target = target
        self.extra_units = 0
        """HA.P.L3  Units added to the attacker's number."""
        self.majority: dict[Owner, int] | None = None
        """HA.F.U7  Majority cubes whatever the numbers; None: they are counted."""


NO_ATTACK_UNIT = Refusal("H1.11.2", "No unit of yours stands there to attack.")
NO_TARGET = Refusal("H1.11.2", "Nothing of that enemy is there to attack.")
OUT_OF_RANGE = Refusal("H1.11.2", "That is {distance} hexes away and your range from there is {range}.")
HAINTS_FIRST = Refusal("H1.11.4", "All haints on the hex must fall before the legend can be hit.")
NOT_ON_TARGET = Refusal("H1.11.4", "No such unit of the defender stands on the attacked hex.")
TOO_FEW_CUBES = Refusal("H1.11.9", "You need at least {price} cubes and no fewer than the defender.")
NO_FIGHT = Refusal("H1.11.9", "No attack is going on.")


# --- H1.11.2 who attacks whom -----------------------------------------------------------------------------


def attack_range(game: Harrow, owner: Owner, origin: Hex) -> int:
    """H0.6.9, H1.11.2  The range of the attacker's hex with all that adds to it now."""
    bonus = game.cursor.range_bonus if owner == game.active else 0
    return reach(
        game, origin, bonus + sum(effect.attack_range(game, owner) for effect in effects_of(game, owner))
    )


@refuses(Attack)
def bars_attack(game: Harrow, owner: Owner, option: Attack) -> Refusal | None:
    """H1.11.2, HA.P.L3  Own units (or the wrath) here, enemy units there, within range."""
    if option.origin not in game.county.hexes or option.target not in game.county.hexes:
        return NO_HEX
    if option.origin != game.cursor.wrath and not game.units_of(owner, option.origin):
        return NO_ATTACK_UNIT
    peace = bars_fighting(game)
    if peace:
        return peace
    against = defenders(game, owner, option.target)
    if not against or option.defender not in (against if len(against) > 1 else ["", *against]):
        return NO_TARGET
    far, most = game.distance(option.origin, option.target), attack_range(game, owner, option.origin)
    if far > most:
        return Refusal(OUT_OF_RANGE.clause, OUT_OF_RANGE.sentence, {"distance": far, "range": most})
    return None


def defenders(game: Harrow, owner: Owner, hex: Hex) -> list[Owner]:
    """H1.11.2, H5.8.3, H5.10.4  Who could be attacked on a hex: owners of units, and those who are a target without."""
    enemies = {unit.owner for unit in game.units[hex]}
    enemies.update(one for one in game.order if FACTIONS[one].is_target(game, one, hex))
    return [one for one in game.order if one in enemies and one != owner]


def attacks(game: Harrow, owner: Owner, origins: Sequence[Hex] | None = None) -> list[Attack]:
    """H1.11.2, FC03  Every pair of hexes that can fight, and whom it is against if that is not plain."""
    if bars_fighting(game):
        return []
    targets = {hex: against for hex in game.county.ids if (against := defenders(game, owner, hex))}
    found = []
    for origin in game.hexes_of(owner) if origins is None else origins:
        most = attack_range(game, owner, origin)
        for target, against in targets.items():
            if game.distance(origin, target) <= most:
                found += [Attack(origin, target, one if len(against) > 1 else "") for one in against]
    return found


# --- the jar ----------------------------------------------------------------------------------------------


def attack_jar(game: Harrow, owner: Owner) -> Flow[None]:
    """H1.11.1, H1.11.3  One ability before or after the attack; both may be declined."""
    free, attacked = True, False
    while free or not attacked:
        game.cursor.budget = Budget(any=1) if free else None
        options: list[Option] = basic_options(game, owner) if free else []
        if not attacked:
            options += attacks(game, owner)
        if not options:
            break
        choice = yield from ask(
            owner, "attack.jar", "H1.11.1", [*options, Done()], free=free, attacked=attacked
        )
        if isinstance(choice, Done):
            break
        if isinstance(choice, Attack):
            game.cursor.budget = None
            yield from fight(game, owner, choice)
            attacked = True
        else:
            yield from perform_basic(game, owner, choice)
            free = False
    game.cursor.budget = None


def attack_again(game: Harrow, owner: Owner) -> Flow[None]:
    """H1.12.1, H1.12.2  A jar flipped to attack again: an attack and nothing else."""
    options = attacks(game, owner)
    if options:
        choice = yield from ask(owner, "attack.again", "H1.12.1", [*options, Done()])
        if isinstance(choice, Attack):
            yield from fight(game, owner, choice)


# --- the fight --------------------------------------------------------------------------------------------


def fight(game: Harrow, owner: Owner, choice: Attack) -> Flow[None]:
    """H1.11.4 to H1.11.17  One attack from beginning to end."""
    defender = choice.defender or defenders(game, owner, choice.target)[0]
    attack = Attacking(owner, defender, choice.origin, choice.target)
    if game.cursor.wrath:
        attack.extra_units = 2
    record = AttackRecord(attacker=owner, defender=defender, origin=choice.origin, target=choice.target)
    game.last_attack = record
    game.players[owner].attacked = True  # H1.12.1, H1.12.3
    game.note("attack", "H1.11.2", owner=owner, defender=defender, origin=attack.origin, target=attack.target)
    for one, effect in effects(game):
        effect.hex_attacked(game, one, attack.target)  # H1.11.5
    for effect in effects_of(game, owner):
        effect.attack_begins(game, owner, attack)
    if FACTIONS[defender].is_target(game, defender, attack.target):
        record.result = yield from FACTIONS[defender].defend(game, defender, attack)
    else:
        record.result = yield from fight_units(game, attack)
    game.note("attack.over", "H1.11.17", owner=owner, defender=defender, result=record.result)
    for effect in effects_of(game, owner):
        effect.attack_ends(game, owner, attack)


def fight_units(game: Harrow, attack: Attacking) -> Flow[str]:
    """H1.11.6 to H1.11.16  Majority cube, Tree, and then hits or a clash. Returns the result."""
    give_majority(game, attack)
    yield from activate_tree(game, attack.attacker, "attack", "H1.11.7")
    if beats(game, attack) or not clashes(game, attack):
        hits = yield from hit(game, attack)
        return "hit" if hits else "nothing"
    yield from clash(game, attack)
    return "clash"


def give_majority(game: Harrow, attack: Attacking) -> None:
    """H1.11.6  Whoever has more units on the two hexes gets a cube from the supply; a tie gives none."""
    if attack.majority is None:
        mine = len(game.units_of(attack.attacker, attack.origin)) + attack.extra_units
        theirs = len(game.units_of(attack.defender, attack.target))
        more = attack.attacker if mine > theirs else attack.defender
        attack.majority = {more: 1} if mine != theirs else {}
    for owner, cubes in attack.majority.items():
        if strengthen(game, owner, cubes, "H1.11.6") and game.last_attack:
            game.last_attack.majority = owner


def price(game: Harrow, hex: Hex) -> int:
    """H1.11.8  A hit costs 2 cubes; 1 if the target stands on the brambles."""
    return TABLE.brambles_price if game.kind(hex) == BRAMBLES else TABLE.kill_price


def beats(game: Harrow, attack: Attacking) -> bool:
    """H1.11.9  No fewer of the attacker's cubes than of the defender's fell out."""
    return game.out(attack.attacker) >= game.out(attack.defender)


def can_hit(game: Harrow, attack: Attacking) -> bool:
    """H1.11.9  Successful: no fewer cubes than the defender, and enough for the price."""
    return beats(game, attack) and game.battleground[attack.attacker] >= price(game, attack.target)


def targets(game: Harrow, attack: Attacking) -> list[Unit]:
    """H1.11.4, H4.8.5, H5.9.6  What can be hit next: plain haints, then legends, then infected haints."""
    there = [unit for unit in kinds_of_units(game, attack.target) if unit.owner == attack.defender]
    plain = [unit for unit in there if not unit.is_legend and not unit.infected]
    return plain or [unit for unit in there if unit.is_legend] or there


# --- H1.11.9 to H1.11.13 hits -----------------------------------------------------------------------------


def hit(game: Harrow, attack: Attacking) -> Flow[int]:
    """H1.11.9, H1.11.11  Hit after hit, as long as the cubes last and the attacker likes. Returns how many."""
    hits = 0
    while can_hit(game, attack) and targets(game, attack):
        options: list[Option] = [Hit(unit.label) for unit in targets(game, attack)]
        cubes = game.battleground[attack.attacker]
        choice = yield from pay_or_not(
            game, attack.attacker, "attack.hit", "H1.11.9", options,
            hex=attack.target, cubes=cubes, price=price(game, attack.target),
        )  # fmt: skip
        if not isinstance(choice, Hit):
            break
        spend_cubes(game, attack.attacker, price(game, attack.target), "H1.11.9")
        unit = find_unit(game, attack.target, attack.defender, choice.unit)
        if unit.is_legend:
            yield from hit_legend(game, attack, unit)
        else:
            kill(game, attack.attacker, unit, attack.target, "H1.11.9")
        hits += 1
    return hits


def pay_or_not(
    game: Harrow, owner: Owner, key: str, clause: str, options: Sequence[Option], /, **about: Scalar
) -> Flow[Option]:
    """H1.11.9, H6.7.2  The attacker may stop; a faction that moves by itself spends as much as it can."""
    if owner in game.automated:
        return (yield from ask_for(game, owner, key, clause, options, **about))
    return (yield from ask(owner, key, clause, [*options, Done()], secret=False, **about))


@refuses(Hit)
def bars_hit(game: Harrow, owner: Owner, option: Hit) -> Refusal | None:
    """H1.11.4, H1.11.9"""
    record = game.last_attack
    if record is None or record.result or record.attacker != owner:
        return NO_FIGHT
    attack = Attacking(owner, record.defender, record.origin, record.target)
    there = [unit for unit in game.units_of(record.defender, record.target) if unit.label == option.unit]
    if not there:
        return NOT_ON_TARGET
    if there[0] not in targets(game, attack):
        return HAINTS_FIRST
    if not can_hit(game, attack):
        return Refusal(TOO_FEW_CUBES.clause, TOO_FEW_CUBES.sentence, {"price": price(game, record.target)})
    return None


def hit_legend(game: Harrow, attack: Attacking, unit: Unit) -> Flow[None]:
    """H1.11.9, H1.11.10, H1.11.13, H4.8.4  The legend is pushed if it can be; then a haint of its faction dies anywhere."""
    owner, by = attack.defender, attack.attacker
    game.note("legend.hit", "H1.11.9", owner=owner, by=by, figure=unit.kind, hex=attack.target)
    FACTIONS[owner].figure_hit(game, owner, unit)
    pushes = [PushLegend(to) for to in sorted(game.county.near[attack.target]) if may_enter(game, owner, to)]
    if pushes and not unit.nailed:
        chosen = yield from ask_for(
            game, by, "attack.push", "H1.11.9", pushes, owner=owner, hex=attack.target
        )
        yield from go(game, [unit], attack.target, chosen.to, "H1.11.9", by)
    else:
        game.note("push.none", "H1.11.13", owner=owner, hex=attack.target)
    yield from bonus_kill(game, by, owner)
    yield from FACTIONS[owner].legend_hit(game, owner, unit, by)


def bonus_kill(game: Harrow, by: Owner, owner: Owner) -> Flow[None]:
    """H1.11.9, H1.11.10, H3.3.6  A haint of that faction dies wherever it is; with none on the map it counts all the same."""
    options = [KillHaint(hex, unit.label) for hex, unit in bonus_victims(game, owner)]
    if options:
        victim = yield from ask_for(game, by, "attack.bonus", "H1.11.9", options, owner=owner)
        kill(game, by, find_unit(game, victim.hex, owner, victim.unit), victim.hex, "H1.11.9")
        return
    supply = game.players[owner]
    piece = game.chapter >= 3 and supply.haints > 0
    supply.haints -= piece
    game.note("killed.none", "H1.11.10", owner=owner, by=by)
    count_kill(game, by, owner, piece=piece)


def bonus_victims(game: Harrow, owner: Owner) -> Iterator[tuple[Hex, Unit]]:
    """H1.11.9, H5.9.6  Any haint of the faction; on one hex the uninfected first."""
    for hex in game.county.ids:
        haints = [unit for unit in kinds_of_units(game, hex) if unit.owner == owner and not unit.is_legend]
        for unit in [one for one in haints if not one.infected] or haints:
            yield hex, unit


# --- H1.11.14 clash ---------------------------------------------------------------------------------------


def clashes(game: Harrow, attack: Attacking) -> bool:
    """H1.11.14, H1.11.16  Both hexes hold a haint of their side."""
    return bool(game.haints_of(attack.attacker, attack.origin)) and bool(
        game.haints_of(attack.defender, attack.target)
    )


def clash(game: Harrow, attack: Attacking) -> Flow[None]:
    """H1.11.14  Haint Clash: first the attacker, then the defender may pay and kill one haint."""
    game.note("clash", "H1.11.14", owner=attack.attacker, defender=attack.defender)
    reaches_back = game.distance(attack.origin, attack.target) <= reach(game, attack.target)
    yield from strike(game, attack.attacker, attack.defender, attack.target)
    if reaches_back:
        yield from strike(game, attack.defender, attack.attacker, attack.origin)


def strike(game: Harrow, by: Owner, victim: Owner, hex: Hex) -> Flow[None]:
    """H1.11.14  Pay the price of the other hex and kill a haint there; each at most once."""
    cost = price(game, hex)
    haints = [u for u in kinds_of_units(game, hex) if u.owner == victim and not u.is_legend]
    plain = [unit for unit in haints if not unit.infected] or haints
    if game.battleground[by] < cost or not plain:
        return
    options: list[Option] = [Strike(unit.label) for unit in plain]
    choice = yield from pay_or_not(game, by, "attack.clash", "H1.11.14", options, hex=hex, price=cost)
    if isinstance(choice, Strike):
        spend_cubes(game, by, cost, "H1.11.14")
        kill(game, by, find_unit(game, hex, victim, choice.unit), hex, "H1.11.14")
