"""H1.15, H3.2, H3.5  Between the turns: brambles, the end of the game, the lantern, tiles, jars, new objectives."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow import Flow, Option, ask, shuffle
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import FACTIONS, effects
from engine.harrow.menu import refuses
from engine.harrow.state import Cursor, Harrow, Owner, Tile
from engine.harrow.turn import begin_turn
from engine.harrow.verbs import score
from engine.rules import Refusal


class PlaceObjective(Option, frozen=True, tag="place_objective"):
    """H3.2  Put an objective of the opponent from its field onto a hex of that kind."""

    objective: str
    hex: Hex


NO_FIELD = Refusal("H3.2.2", "No such objective waits on the field of that terrain.")
TAKEN = Refusal("H3.2.3", "Units or objectives stand there.")
NOT_THE_PLACER = Refusal("H3.2.1", "You place the objectives of your opponent, when a round begins.")


# --- phase 2 ----------------------------------------------------------------------------------------------


def end_round(game: Harrow) -> Flow[None]:
    """H1.3.2, H1.15, H3.5, H3.5.4  Phase 2 in its order."""
    for owner, effect in effects(game):
        yield from effect.round_ends(game, owner)
    for owner in game.order:  # H1.15.1
        if game.units_of(owner, game.county.brambles):
            game.note("brambles", "H1.15.1", owner=owner)
            score(game, owner, TABLE.brambles_points, "H1.15.1")
    if any(game.players[owner].score >= TABLE.points_to_win for owner in game.order):
        end_game(game)
        return
    game.lantern = game.other(game.lantern)  # H1.15.3, H3.5.1
    game.note("lantern", "H1.15.3", owner=game.lantern)
    if game.chapter >= 3:
        yield from new_tiles(game)
    game.cursor = Cursor(active=game.lantern, step="round.start")


def end_game(game: Harrow) -> None:
    """H1.15.2, H1.15.5, H4.11  Most points win; a tie goes to the holder of the lantern."""
    best = max(game.players[owner].score for owner in game.order)
    first = [owner for owner in game.order if game.players[owner].score == best]
    tied = len(first) > 1
    winner = game.lantern if tied else first[0]
    game.over, game.winners, game.end = True, [winner], "lantern" if tied else "points"
    game.note("won", "H1.15.2", owner=winner, points=best, how=game.end)


def new_tiles(game: Harrow) -> Flow[None]:
    """H3.5.2, H3.5.3  Used tiles go, and each place gets a new one, also beside one that was not used."""
    for jar in TABLE.jars:
        game.tiles_gone += [tile.id for tile in game.tiles[jar] if tile.used]
        game.tiles[jar] = [tile for tile in game.tiles[jar] if not tile.used]
    for jar in TABLE.jars:
        if not game.tile_supply and game.tiles_gone:
            game.tile_supply, game.tiles_gone = (yield from shuffle("tiles", sorted(game.tiles_gone))), []
        if game.tile_supply:
            tile = game.tile_supply.pop()
            game.learned = True
            game.tiles[jar].append(Tile(tile))
            game.note("tile.placed", "H3.5.2", tile=tile, jar=jar)


def start_round(game: Harrow) -> Flow[None]:
    """H1.15.4, H3.2.5  All jars are whole again; from chapter 3 on objectives come onto the map; then the first turn."""
    if game.chapter >= 3:
        yield from place_objectives(game)
    game.round += 1
    for player in game.players.values():
        player.flipped, player.attacked = [], False
    game.note("round", "H1.15.4", round=game.round, owner=game.lantern)
    begin_turn(game, game.lantern)


# --- H3.2 objectives --------------------------------------------------------------------------------------


def placer_of(game: Harrow, objective: str) -> Owner:
    """H3.2.1, H4.1  The opponent of whoever wants it."""
    wanting = next(owner for owner in game.order if FACTIONS[owner].goal == objective)
    return game.other(wanting)


@refuses(PlaceObjective)
def bars_objective(game: Harrow, owner: Owner, option: PlaceObjective) -> Refusal | None:
    """H3.2.1 to H3.2.3"""
    if option.objective not in game.fields or owner != placer_of(game, option.objective):
        return NOT_THE_PLACER
    if option.hex not in game.county.hexes or game.kind(option.hex) not in game.fields[option.objective]:
        return NO_FIELD
    if game.units[option.hex] or any(option.hex in hexes for hexes in game.objectives.values()):
        return TAKEN
    return None


def objective_places(game: Harrow, objective: str) -> Iterator[PlaceObjective]:
    """H3.2.4  Every field that is not empty, with every free hex of its kind."""
    taken = {hex for hexes in game.objectives.values() for hex in hexes}
    for hex in game.county.ids:
        if game.kind(hex) in game.fields[objective] and not game.units[hex] and hex not in taken:
            yield PlaceObjective(objective, hex)


def place_objectives(game: Harrow) -> Flow[None]:
    """H3.2, H4.1  The lantern's holder first, each places one objective of the opponent, if there is a place."""
    for owner in (game.lantern, game.other(game.lantern)):
        for objective in game.fields:
            if placer_of(game, objective) != owner:
                continue
            options = list(objective_places(game, objective))
            if not options:
                if game.fields[objective]:
                    game.note("objective.none", "H3.2.4", owner=owner, kind=objective)
                continue
            choice = yield from ask(owner, "objective", "H3.2.1", options, objective=objective)
            game.fields[objective].remove(game.kind(choice.hex))
            game.objectives[objective].append(choice.hex)
            game.note("objective.placed", "H3.2.1", owner=owner, kind=objective, hex=choice.hex)
