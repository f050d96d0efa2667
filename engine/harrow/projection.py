"""H0.9  From the state to what a seat may know. Never writes; hidden things never pass."""

from __future__ import annotations

from typing import Any

from engine.harrow.course import course_of
from engine.harrow.data import ATTACK_JAR, BUILDING, TABLE, TOWNSFOLK, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.land import kinds_of_units
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.view import (
    AttackView,
    CardView,
    FactionView,
    HarrowView,
    HexView,
    JarView,
    TileView,
    TrackerView,
    TreeView,
    UnitView,
)
from engine.harrow.wording import faction_name
from engine.rules import SeatView


def project(game: Harrow, seat: Owner | None) -> HarrowView:
    """The table as `seat` sees it; None for what everybody sees."""
    factions = tuple(faction_view(game, owner, seat) for owner in game.order)
    table = course_of(game).view(game, seat)
    for owner in game.order:
        table |= FACTIONS[owner].table_view(game, owner, seat)
    return HarrowView(
        game="harrow",
        seat=seat,
        turn=game.turn,
        active=game.active,
        phase=game.cursor.step.partition(".")[0],
        seats=tuple(
            SeatView(seat=one.owner, plays=one.owner, name=one.name, score=one.score, cards=one.hand_size)
            for one in factions
        ),
        over=game.over,
        winners=tuple(game.winners),
        end=game.end,
        mode=game.mode,
        side=game.side if game.homes else "",
        round=game.round,
        hexes=tuple(hex_view(game, hex, seat) for hex in game.county.ids) if game.homes else (),
        factions=factions,
        jar=game.cursor.jar,
        tiles=tuple(
            TileView(jar=jar, tile=tile.id, used=tile.used)
            for jar, tiles in game.tiles.items()
            for tile in tiles
        ),
        tile_supply=len(game.tile_supply),
        battleground=dict(game.battleground),
        tree=tree_view(game),
        box=dict(game.box),
        wild=game.wild,
        **table,
    )


def unit_view(game: Harrow, unit: Unit, seat: Owner | None) -> UnitView:
    """H0.9, H4.2.3  A unit; which of two figures is which only for who may know."""
    faction = FACTIONS[unit.owner]
    if not unit.is_legend:
        return UnitView(owner=unit.owner, infected=unit.infected, nailed=unit.nailed)
    figures = faction.figures
    return UnitView(
        owner=unit.owner,
        kind="legend",
        legend=faction.legend_of(game, unit.owner, unit.kind, seat),
        figure=figures.index(unit.kind) + 1 if len(figures) > 1 else 0,
        hidden=faction.is_hidden(game, unit.owner),
        nailed=unit.nailed,
    )


def hex_view(game: Harrow, hex: Hex, seat: Owner | None) -> HexView:
    """HM.7  One hex with everything on it."""
    printed = game.county.hexes[hex]
    doll = game.dolls.get(hex)
    own = {
        field: value
        for owner in game.order
        for field, value in FACTIONS[owner].hex_view(game, owner, hex, seat).items()
    }
    knows = doll is not None and (doll.up or (seat is not None and FACTIONS[seat].knows_dolls))
    return HexView(
        id=hex,
        name=printed.name,
        q=printed.q,
        r=printed.r,
        kind=printed.kind,
        home=next((owner for owner, home in game.homes.items() if home == hex), ""),
        printed_storm=printed.storm,
        storms=game.storms[hex],
        paths=game.paths[hex],
        tokens=tuple(sorted(game.tokens[hex])),
        units=tuple(
            unit_view(game, unit, seat)
            for kind in kinds_of_units(game, hex)
            for unit in [kind] * game.units[hex].count(kind)
        ),
        townsfolk=game.objectives[TOWNSFOLK].count(hex),
        buildings=game.objectives[BUILDING].count(hex),
        doll=("real" if doll.real else "decoy") if doll and knows else "down" if doll else "",
        doll_up=bool(doll and doll.up),
        wrath=game.cursor.wrath == hex,
        provocation=any(hex in FACTIONS[owner].marked(game, owner) for owner in game.order),
        cubes=dict(game.cubes_on[hex]),
        flames=game.flames.get(hex, 0),
        **own,
    )


def tree_view(game: Harrow) -> TreeView:
    """H0.7  The Tree and its last activation, with the last attack."""
    record, attack = game.last_tree, game.last_attack
    return TreeView(
        inside=dict(game.tree),
        number=record.number,
        by=record.by,
        why=record.why,
        dropped=dict(record.dropped),
        before=dict(record.before),
        fell=dict(record.fell),
        attack=AttackView(
            attacker=attack.attacker,
            defender=attack.defender,
            start=attack.origin,
            target=attack.target,
            majority=attack.majority,
            attacking=game.out(attack.attacker),
            defending=game.out(attack.defender),
            kills=dict(attack.kills),
            result=attack.result,
        )
        if attack
        else None,
    )


def faction_view(game: Harrow, owner: Owner, seat: Owner | None) -> FactionView:
    """H0.9  One faction; the hand only for its owner."""
    player, faction = game.players[owner], FACTIONS[owner]
    hand = tuple(sorted(player.hand)) if seat == owner else None
    shared: dict[str, Any] = {
        "owner": owner,
        "name": faction_name(owner),
        "automated": owner in game.automated,
        "hand_size": len(player.hand),
        "hand": hand,
        "deck": len(player.deck),
        "discard": tuple(player.discard),
        "played": tuple(CardView(id=card) for card in player.played),
    }
    for one in game.order:
        shared |= FACTIONS[one].lies_before(game, one, owner)
    own = faction.public(game, owner, seat) if owner not in game.automated else {}
    if owner not in game.rivals:
        return FactionView(score=None, battleground=game.out(owner), **(shared | own))
    return FactionView(
        home=game.homes.get(owner, 0),
        score=player.score,
        goals=player.goals,
        waiting=tuple(game.fields.get(faction.goal, ())),
        spoon=game.spoon_shows(owner) if game.chapter >= 3 else 0,
        plate=dict(player.plate),
        lantern=game.lantern == owner,
        jars=() if owner in game.automated else tuple(jar_view(game, owner, jar) for jar in TABLE.jars),
        flips=len(player.flipped),
        attacked=player.attacked,
        wild=player.wild,
        haints=player.haints,
        cubes=game.cubes[owner],
        battleground=game.battleground[owner],
        aside=game.aside.get(owner, 0),
        legend=player.legend,
        tracker=tracker_view(game, owner),
        range_bonus=game.cursor.range_bonus if game.active == owner else 0,
        **(shared | own),
    )


def jar_view(game: Harrow, owner: Owner, jar: str) -> JarView:
    """H1.4, H2.5.5  A jar, and on the Attack jar what waits for the next attack."""
    waiting = FACTIONS[owner].waiting(game, owner) if jar == ATTACK_JAR else ()
    return JarView(kind=jar, broken=jar in game.players[owner].flipped, tokens=tuple(waiting))


def tracker_view(game: Harrow, owner: Owner) -> TrackerView | None:
    """H1.10.2  The side, the scrolls, and the path tokens still lying on it (H1.1.8)."""
    player = game.players[owner]
    if not player.side:
        return None
    scrolls = 1 + player.scrolls
    return TrackerView(side=player.side, scrolls=scrolls, paths=FACTIONS[owner].paths_on_tracker(game, owner))
