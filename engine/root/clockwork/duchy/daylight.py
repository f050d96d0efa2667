"""RB 10.5, RB 10.7  Daylight of the Drillbit Duchy: dig, battle, build, and the actions of its ministers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.flow import Flow
from engine.root.actions.battle import battle
from engine.root.actions.move import bars_moving, travel
from engine.root.clockwork.board import has_trait, order_suit, ordered, say, skip
from engine.root.clockwork.buying import find_site
from engine.root.clockwork.duchy.court import (
    MINISTERS,
    NUMBERS,
    built,
    can_build_more,
    crowned,
    has_building,
    is_crowned,
    wanted_building,
)
from engine.root.clockwork.vocabulary import (
    Criterion,
    battles_in,
    enemy_buildings_in,
    enemy_tokens_in,
    enemy_warriors_in,
    fewest,
    most,
    pick_clearing,
    pick_player,
    pieces_of,
    points,
)
from engine.root.factions.duchy.court import BIRD, CITADEL, MARKET, TUNNEL, is_left, tunnels
from engine.root.factions.duchy.facts import PRINTED
from engine.root.happen import settle
from engine.root.rule import ruled, rules
from engine.root.state import BURROW, CLEARINGS, Owner, Piece, Root
from engine.root.verbs import (
    bars_building,
    bars_placing,
    place_building,
    place_token,
    place_warriors,
    remove_warriors,
    score,
    take_back,
)
from engine.root.voice import Journey

TUNNELS = PRINTED.tokens[TUNNEL]
NO_SUPPLY, NO_MARKET = "no warriors in supply", "no market on the map"

# --- RB 10.5.1 Dig ----------------------------------------------------------------------------------------


def dig_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.5.1  Dig once; trait Overwhelm: twice."""
    for _ in range(NUMBERS["overwhelm_digs"] if has_trait(game, owner, "overwhelm") else 1):
        say(game, owner, "RB 10.5.1", "dig")
        suit = order_suit(game, owner)
        criteria = most_pieces(game, owner) if suit == BIRD else most_slots(game, owner)
        yield from dig(game, owner, dig_size(game, owner), criteria, "RB 10.5.1")
    return False


def dig_size(game: Root, owner: Owner) -> int:
    """RB 10.5.1  How many warriors a Dig needs and moves; trait Overwhelm: three."""
    return NUMBERS["overwhelm_warriors" if has_trait(game, owner, "overwhelm") else "dig_warriors"]


def most_slots(game: Root, owner: Owner) -> tuple[Criterion, ...]:
    """RB 10.5.1.I, R-DD-1  The most open slots, then the fewest enemy warriors."""
    return (
        most("open slots", lambda c: game.slots(c) - game.slots_taken(c)),
        fewest("enemy warriors", lambda c: enemy_warriors_in(game, owner, c)),
    )


def most_pieces(game: Root, owner: Owner) -> tuple[Criterion, ...]:
    """RB 10.5.1.I, RB 10.7.4, R-DD-1  The most enemy buildings and tokens."""
    return (
        most(
            "enemy buildings and tokens",
            lambda c: enemy_buildings_in(game, owner, c) + enemy_tokens_in(game, owner, c),
        ),
    )


def most_plunder(game: Root, owner: Owner) -> tuple[Criterion, ...]:
    """Trait Invaders  The most enemy buildings, then the fewest enemy warriors."""
    return (
        most("enemy buildings", lambda c: enemy_buildings_in(game, owner, c)),
        fewest("enemy warriors", lambda c: enemy_warriors_in(game, owner, c)),
    )


def dig(game: Root, owner: Owner, least: int, criteria: tuple[Criterion, ...], clause: str) -> Flow[None]:
    """RB 10.5.1  A tunnel in an ordered clearing without its tunnels and buildings, and warriors come up there.

    R-DD-3: a snare stops the tunnel, and without one nobody comes up.
    """
    if game.warriors_of(owner, BURROW) < least:
        skip(game, owner, clause, "too few warriors in the Burrow")
        return
    dug = tunnels(game, owner)
    to = pick_clearing(
        game,
        owner,
        [c for c in ordered(game, owner) if c not in dug and not has_building(game, owner, c)],
        *(most_plunder(game, owner) if has_trait(game, owner, "invaders") else criteria),
        legal=lambda c: bars_placing(game, owner, c) is None,
    )
    if to is None:
        skip(game, owner, clause, "no clearing of the order without its tunnel or building")
        return
    if len(dug) == TUNNELS:
        take_tunnel(game, owner, dug)
    if not place_token(game, owner, to, TUNNEL, clause) or bars_moving(game, owner, BURROW, to):
        return
    coming = min(game.warriors_of(owner, BURROW), dig_size(game, owner))
    journey = Journey(mover=owner, origin=BURROW, to=to, warriors={owner: coming})
    yield from travel(game, journey, clause)


def take_tunnel(game: Root, owner: Owner, dug: list[int]) -> None:
    """RB 10.5.1.II  All tunnels are on the map: the one with the fewest warriors beside it is taken back."""
    where = pick_clearing(game, owner, dug, fewest("of its warriors", lambda c: game.warriors_of(owner, c)))
    assert where is not None
    take_back(game, Piece(owner, TUNNEL), where, "RB 10.5.1.II")


# --- RB 10.5.2 Battle -------------------------------------------------------------------------------------


def battle_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.5.2  Battle in every ordered clearing."""
    say(game, owner, "RB 10.5.2", "battle")
    skip(game, owner, "RB 10.5.2", "no enemy beside its warriors in clearings of the order")
    yield from attack(game, owner, ordered(game, owner))
    return False


def attack(game: Root, owner: Owner, clearings: Iterable[int]) -> Flow[None]:
    """RB 10.5.2, RB 10.5.2.I  In each of these the player with the most buildings, then pieces there, then points."""
    for clearing in clearings:
        defender = pick_player(
            game,
            owner,
            battles_in(game, owner, clearing),
            most("buildings there", lambda enemy, c=clearing: len(game.buildings_of(enemy, c))),
            most("pieces there", lambda enemy, c=clearing: pieces_of(game, enemy, c)),
            most("points", lambda enemy: points(game, enemy)),
        )
        if defender is not None:
            yield from battle(game, owner, clearing, defender)


# --- RB 10.5.3 Build --------------------------------------------------------------------------------------


def build_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.5.3"""
    say(game, owner, "RB 10.5.3", "build")
    yield from build(game, owner, "RB 10.5.3")
    return False


def build(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """RB 10.5.3, R-DD-4, R-23  Build the wanted type where it rules with the most warriors, or score a point.

    No type stands in for another, and what a snare has stopped counts as done. Trait Invaders: without an open slot
    it battles everywhere instead.
    """
    kind = wanted_building(game, owner)
    site = None
    if is_left(game, owner, kind):
        site = yield from find_site(game, owner, lambda table: building_site(table, owner))  # RB 9.7
    if site is not None:
        place_building(game, owner, site, kind, clause)
    elif not can_build_more(game, owner):
        skip(game, owner, clause, "everything is built")
    elif has_trait(game, owner, "invaders") and not any(map(game.has_open_slot, surface(game, owner))):
        say(game, owner, "RB 3.3.2", "invaders")
        yield from attack(game, owner, CLEARINGS)
    else:
        score(game, owner, NUMBERS["cannot_build_points"], clause)


def surface(game: Root, owner: Owner) -> list[int]:
    """RB 10.5.3  The clearings of the map that it rules; the Burrow has no slots."""
    return [c for c in CLEARINGS if rules(game, owner, c)]


def building_site(game: Root, owner: Owner) -> int | None:
    """RB 10.5.3  The ruled clearing with the most of its warriors and an open slot."""
    return pick_clearing(
        game,
        owner,
        surface(game, owner),
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
        legal=lambda c: bars_building(game, owner, c) is None,
    )


# --- RB 10.5.4, RB 10.7 Ministers -------------------------------------------------------------------------


def ministers_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 10.5.4  All crowned ministers act, from top to bottom; Captain and Foremole are abilities."""
    for minister in crowned(game, owner):
        if minister in OFFICES and is_crowned(game, owner, minister):
            say(game, owner, MINISTERS[minister].clause, minister)
            yield from OFFICES[minister](game, owner)
    return False


def marshal(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.2  A warrior where it has a building and the fewest warriors."""
    where = pick_clearing(
        game,
        owner,
        built(game, owner),
        fewest("of its warriors", lambda c: game.warriors_of(owner, c)),
        legal=lambda c: bars_placing(game, owner, c) is None,
    )
    if not game.players[owner].supply:
        skip(game, owner, "RB 10.7.2", NO_SUPPLY)
    elif where is None:
        skip(game, owner, "RB 10.7.2", "no building on the map")
    else:
        place_warriors(game, owner, where, 1, "RB 10.7.2")
        yield from settle(game)


def brigadier(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.4, R-DD-2  Dig with three or more warriors in the Burrow, towards enemy buildings and tokens."""
    yield from dig(game, owner, NUMBERS["brigadier_warriors"], most_pieces(game, owner), "RB 10.7.4")


def banker(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.5  Build once more, by the supply as it is now."""
    yield from build(game, owner, "RB 10.7.5")


def mayor(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.6, R-DD-5  A warrior of the largest group where it rules, the Burrow too, for a point."""
    where = pick_clearing(
        game,
        owner,
        ruled(game, owner),
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
        legal=lambda c: game.warriors_of(owner, c) > 0,
    )
    if where is None:
        skip(game, owner, "RB 10.7.6", "no warrior where it rules")
        return
    remove_warriors(game, owner, where, 1, owner, "RB 10.7.6")
    yield from settle(game)
    score(game, owner, NUMBERS["mayor_points"], "RB 10.7.6")


def earl_of_stone(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.7  A point for each citadel on the map."""
    score_pieces(game, owner, game.on_map(owner, CITADEL), "RB 10.7.7", "no citadel on the map")
    yield from ()


def baron_of_dirt(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.8  A point for each market on the map."""
    score_pieces(game, owner, game.on_map(owner, MARKET), "RB 10.7.8", NO_MARKET)
    yield from ()


def duchess_of_mud(game: Root, owner: Owner) -> Flow[None]:
    """RB 10.7.9  Two points if all three tunnels are on the map."""
    complete = len(tunnels(game, owner)) == TUNNELS
    points = NUMBERS["duchess_points"] if complete else 0
    score_pieces(game, owner, points, "RB 10.7.9", "not all tunnels on the map")
    yield from ()


def score_pieces(game: Root, owner: Owner, points: int, clause: str, without: str) -> None:
    """RB 10.7.7 - RB 10.7.9  A lord scores what is on the map."""
    if not points:
        skip(game, owner, clause, without)
    score(game, owner, points, clause)


OFFICES: dict[str, Callable[[Root, Owner], Flow[None]]] = {
    "marshal": marshal,
    "brigadier": brigadier,
    "banker": banker,
    "mayor": mayor,
    "earl-of-stone": earl_of_stone,
    "baron-of-dirt": baron_of_dirt,
    "duchess-of-mud": duchess_of_mud,
}
"""What each minister does; Captain (RB 10.7.1) and Foremole (RB 10.7.3) have no action."""
