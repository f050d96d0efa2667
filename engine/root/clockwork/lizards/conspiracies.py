"""RB 8.4  Birdsong of the Logical Lizards: the order, and conspiracies in the fixed order of the track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.flow import Flow, pick
from engine.root.actions.battle import battle
from engine.root.clockwork.board import has_trait, ordered, say, skip
from engine.root.clockwork.lizards.souls import BOT, TRACK, board, most_common
from engine.root.clockwork.vocabulary import (
    Criterion,
    battles_in,
    fewest,
    most,
    pick_clearing,
    pick_player,
    points,
    rivals,
)
from engine.root.data import CARDS
from engine.root.factions.lizards.souls import GARDENS, garden_left
from engine.root.happen import settle
from engine.root.rule import removable_pieces, removable_warriors
from engine.root.state import Owner, Root
from engine.root.verbs import (
    bars_placing,
    replace_building,
    replace_warrior,
    return_warriors,
    score,
    springs_trap,
)

CRUSADERS = BOT.numbers["crusade_warriors"]


def order_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.4.1  The most common suit of the Lost Souls is the order of the whole turn."""
    own = board(game, owner)
    own.suit = most_common(own.lost_souls)
    souls = sum(CARDS[card].suit == own.suit for card in own.lost_souls)
    size = len(own.lost_souls)
    game.note("lizards.order", "RB 8.4.1", owner=owner, suit=own.suit, souls=souls, size=size)
    yield from ()
    return False


def conspire_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.4.2  The marker moves on, and an acolyte pays for what is done; until none is left or nothing works."""
    own = board(game, owner)
    failed: list[str] = []
    if not own.acolytes:
        say(game, owner, "RB 8.4.2", "conspiracies")
        skip(game, owner, "RB 8.4.2", "no acolytes")
    while own.acolytes and len(failed) < len(TRACK):
        own.marker = (own.marker + 1) % len(TRACK)
        conspiracy = TRACK[own.marker]
        if conspiracy not in failed:  # what failed a moment ago is told once
            say(game, owner, CLAUSES[conspiracy], conspiracy)
        if (yield from CONSPIRACIES[conspiracy](game, owner)):
            failed = []
            own.acolytes -= 1
            game.note("lizards.paid", "RB 8.4.2", owner=owner, acolytes=1, conspiracy=conspiracy)
            return_warriors(game, owner, 1)
        else:
            failed.append(conspiracy)
    return False


def choose_target(
    game: Root,
    owner: Owner,
    open_to: Callable[[Root, Owner, Owner], list[int]],
    best: Callable[[Root, Owner], Criterion],
) -> tuple[Owner, int] | None:
    """RB 8.4.2  Always the player first, then one of the clearings where that player can be hit."""
    sites = {enemy: open_to(game, owner, enemy) for enemy in rivals(game, owner)}
    enemy = richest(game, owner, [enemy for enemy in sites if sites[enemy]])
    if enemy is None:
        return None
    where = pick_clearing(game, owner, sites[enemy], best(game, enemy))
    return None if where is None else (enemy, where)


def richest(game: Root, owner: Owner, enemies: list[Owner]) -> Owner | None:
    """RB 8.4.2.I.a, RB 8.4.2.II.a, RB 8.4.2.III.a  The player with the most points."""
    return pick_player(game, owner, enemies, most("points", lambda enemy: points(game, enemy)))


# --- RB 8.4.2.I Convert -----------------------------------------------------------------------------------


def convert(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.4.2.I  Replace an ordered enemy warrior; a snare there stops that, and it counts as done (RB 11.8.2)."""
    target = choose_target(game, owner, convertible, most_buildings)
    if target is None:
        supply = game.players[owner].supply
        skip(game, owner, "RB 8.4.2.I", "nobody to replace" if supply else "no warrior in supply")
        return False
    enemy, where = target
    if springs_trap(game, owner, where):
        return True
    replace_warrior(game, enemy, where, owner, "RB 8.4.2.I")
    yield from settle(game)
    if has_trait(game, owner, "fanatics"):
        yield from fanatics(game, owner, where)
    return True


def convertible(game: Root, owner: Owner, enemy: Owner) -> list[int]:
    """RB 8.4.2.I, G.1.13  Ordered clearings with a warrior that can go, where one from the supply can come."""
    if not game.players[owner].supply:
        return []
    return [
        c
        for c in ordered(game, owner)
        if removable_warriors(game, enemy, c, owner) and bars_placing(game, owner, c) is None
    ]


def most_buildings(game: Root, enemy: Owner) -> Criterion:
    """RB 8.4.2.I.b"""
    return most("of their buildings", lambda c: len(game.buildings_of(enemy, c)))


def fanatics(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """Trait Fanatics  A battle where it has converted, with one more hit."""
    defender = pick_player(
        game,
        owner,
        battles_in(game, owner, clearing),
        most("defenseless buildings there", lambda enemy: defenseless_buildings(game, enemy, clearing)),
        most("points", lambda enemy: points(game, enemy)),
    )
    if defender is not None:
        say(game, owner, "RB 3.3.2", "fanatics")
        own = board(game, owner)
        own.fanatic = True
        yield from battle(game, owner, clearing, defender)
        own.fanatic = False


def defenseless_buildings(game: Root, enemy: Owner, clearing: int) -> int:
    """4.3.3.II  The buildings of an enemy without a warrior there."""
    return 0 if game.warriors_of(enemy, clearing) else len(game.buildings_of(enemy, clearing))


# --- RB 8.4.2.II Crusade ----------------------------------------------------------------------------------


def crusade(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.4.2.II  Battle in every ordered clearing with two of its warriors; one acolyte pays for all."""
    fought = spited = False
    for clearing in ordered(game, owner):
        if game.warriors_of(owner, clearing) < CRUSADERS:
            continue
        defender = richest(game, owner, battles_in(game, owner, clearing))  # RB 8.4.2.II.a
        if defender is None:
            continue
        fought = True
        tokens = Counter(game.tokens_at(clearing))
        yield from battle(game, owner, clearing, defender)
        spited = spited or bool(tokens - Counter(game.tokens_at(clearing)))
    if spited and has_trait(game, owner, "spiteful"):
        score(game, owner, BOT.numbers["spiteful_points"], "RB 3.3.2", "spiteful")
    if not fought:
        skip(game, owner, "RB 8.4.2.II", "nowhere two of its warriors beside an enemy")
    return fought


# --- RB 8.4.2.III Sanctify --------------------------------------------------------------------------------


def sanctify(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.4.2.III, R-17  Replace an ordered enemy building by a garden; a snare there stops that (RB 11.8.2)."""
    target = choose_target(game, owner, sanctifiable, fewest_warriors)
    if target is None:
        skip(game, owner, "RB 8.4.2.III", "no building to replace")
        return False
    enemy, where = target
    if springs_trap(game, owner, where):
        return True
    kinds = sorted({piece.kind for piece in game.buildings_of(enemy, where)})
    kind = yield from pick("bot.sanctify", kinds)
    garden = GARDENS[game.suit(where)]
    piece = next(piece for piece in game.buildings_of(enemy, where) if piece.kind == kind)
    replace_building(game, piece, where, owner, garden, "RB 8.4.2.III")
    yield from settle(game)
    return True


def sanctifiable(game: Root, owner: Owner, enemy: Owner) -> list[int]:
    """RB 8.4.2.III, G.1.13  Ordered clearings with a building that can go, and a garden of the printed suit left."""
    return [
        c
        for c in ordered(game, owner)
        if any(piece in removable_pieces(game, enemy, c, owner) for piece in game.buildings_of(enemy, c))
        and garden_left(game, owner, game.suit(c))
        and bars_placing(game, owner, c) is None
    ]


def fewest_warriors(game: Root, enemy: Owner) -> Criterion:
    """RB 8.4.2.III.b"""
    return fewest("of their warriors", lambda c: game.warriors_of(enemy, c))


CLAUSES = {"convert": "RB 8.4.2.I", "crusade": "RB 8.4.2.II", "sanctify": "RB 8.4.2.III"}
CONSPIRACIES = {"convert": convert, "crusade": crusade, "sanctify": sanctify}
