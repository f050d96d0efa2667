"""H1.3, H1.15, H3.2, H3.5  The course of a game with jars: whose turn is next; brambles, the end, the lantern, tiles, objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from engine.flow import Flow, Option, ask, shuffle
from engine.harrow.course import Course, GameOver, course
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import AFTER, BEFORE, FACTIONS, effects
from engine.harrow.menu import refuses
from engine.harrow.setup import SETUP
from engine.harrow.state import Cursor, Harrow, Owner, Tile
from engine.harrow.turn import begin_turn
from engine.harrow.verbs import score
from engine.rules import Refusal


class PlaceObjective(Option, frozen=True, tag="place_objective"):
    """H3.2  Put an objective of the opponent from its field onto a hex of that kind."""

    objective: str
    hex: Hex


NO_FIELD = Refusal("H3.2.2", "No such objective waits on the field of that terrain.")
TAKEN = Refusal("H3.2.3", "Units, an objective or flames are there.")
NOT_THE_PLACER = Refusal("H3.2.1", "You place the objectives of your opponent, when a round begins.")


# --- H1.3 order of turns ----------------------------------------------------------------------------------


def next_owner(game: Harrow) -> Owner | None:
    """H1.3.1, H3.4.4, H5.2.1, H5.2.4, H7.2.1 to H7.2.4  Whose turn follows; None: the round is over.

    A cycle is the lantern's holder, the other jar faction, then those that come after both; three of them are a round.
    Whoever took the lantern begins the next cycle. Some factions also play before each turn of a jar faction.
    """
    cycle = [game.lantern, game.other(game.lantern)]
    cycle += [owner for owner in game.order if FACTIONS[owner].turns == AFTER]
    taken = {owner: FACTIONS[owner].turns_taken(game, owner) for owner in cycle}
    waiting = [owner for owner in cycle if taken[owner] < TABLE.turns]
    if not waiting:
        return None
    following = min(waiting, key=lambda owner: taken[owner])
    for owner in game.order:
        herald = FACTIONS[owner].turns == BEFORE and FACTIONS[owner].plays_on(game, owner)
        if herald and following in game.rivals and game.active != owner:
            return owner
    return following


@course
class JarCourse(Course):
    """H1.3  Rounds of turns, and phase 2 between them."""

    id = "jars"

    def turn_ends(self, game: Harrow) -> None:
        """H1.13.4  The next turn, or phase 2."""
        following = next_owner(game)
        if following:
            begin_turn(game, following)
        else:
            game.cursor = Cursor(active=game.active, step="round.end")


# --- phase 2 ----------------------------------------------------------------------------------------------


def end_round(game: Harrow) -> Flow[None]:
    """H1.3.2, H1.15, H3.5, H3.5.4  Phase 2 in its order."""
    for owner, effect in effects(game):
        yield from effect.round_ends(game, owner)
    score_brambles(game, "H1.15.1")
    reached = any(game.players[owner].score >= TABLE.points_to_win for owner in game.rivals)
    others = [owner for owner in game.order if FACTIONS[owner].has_won(game, owner)]
    if reached or others:
        end_game(game, by_points=reached, others=others)
        return
    game.lantern = game.other(game.lantern)  # H1.15.3, H3.5.1
    game.note("lantern", "H1.15.3", owner=game.lantern)
    if game.chapter >= 3:
        yield from new_tiles(game)
    game.cursor = Cursor(active=game.lantern, step="round.start")


def score_brambles(game: Harrow, clause: str) -> None:
    """H1.15.1  A point for whoever has a unit on the brambles."""
    for owner in game.rivals:
        if game.units_of(owner, game.county.brambles):
            game.note("brambles", clause, owner=owner)
            score(game, owner, TABLE.brambles_points, clause)


def end_game(game: Harrow, *, by_points: bool = True, others: Sequence[Owner] = ()) -> None:
    """H1.15.2, H1.15.5, H4.11, H7.9.1  Most points win, a tie goes to the lantern; others may win beside them."""
    game.over, game.winners, game.end = True, list(others), "alone"
    if by_points:
        best = max(game.players[owner].score for owner in game.rivals)
        first = [owner for owner in game.rivals if game.players[owner].score == best]
        tied = len(first) > 1
        winner = game.lantern if tied else first[0]
        game.winners, game.end = [winner, *others], "lantern" if tied else "points"
        game.note("won", "H1.15.2", owner=winner, points=best, how=game.end)
    for owner in others:
        game.note("won.alone", "H7.9.1", owner=owner)


def win_at_once(game: Harrow, owner: Owner, clause: str) -> NoReturn:
    """H5.14.1, H7.9.3  The game is over in the middle of a turn; who has won this round already wins, too."""
    others = [one for one in game.order if one != owner and FACTIONS[one].has_won(game, one)]
    game.over, game.winners, game.end = True, [owner, *others], "alone"
    for one in game.winners:
        game.note("won.alone", clause, owner=one)
    raise GameOver


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
    for owner, player in game.players.items():
        player.flipped, player.attacked = [], False
        FACTIONS[owner].round_begins(game, owner)
    game.note("round", "H1.15.4", round=game.round, owner=game.lantern)
    game.cursor = Cursor()
    first = next_owner(game)
    assert first is not None
    begin_turn(game, first)


# --- H3.2 objectives --------------------------------------------------------------------------------------


def placer_of(game: Harrow, objective: str) -> Owner:
    """H3.2.1, H4.1  The opponent of whoever wants it."""
    wanting = next(owner for owner in game.rivals if FACTIONS[owner].goal == objective)
    return game.other(wanting)


@refuses(PlaceObjective)
def bars_objective(game: Harrow, owner: Owner, option: PlaceObjective) -> Refusal | None:
    """H3.2.1 to H3.2.3"""
    if option.objective not in game.fields or owner != placer_of(game, option.objective):
        return NOT_THE_PLACER
    if option.hex not in game.county.hexes or game.kind(option.hex) not in game.fields[option.objective]:
        return NO_FIELD
    return None if may_place_objective(game, option.hex) else TAKEN


def may_place_objective(game: Harrow, hex: Hex) -> bool:
    """H3.2.3  No units, no objective, no flames."""
    taken = any(hex in hexes for hexes in game.objectives.values())
    return game.is_clear(hex) and not taken and hex not in game.flames


def objective_places(game: Harrow, objective: str) -> Iterator[PlaceObjective]:
    """H3.2.4  Every field that is not empty, with every free hex of its kind."""
    for hex in game.county.ids:
        if game.kind(hex) in game.fields[objective] and may_place_objective(game, hex):
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


JarCourse.steps = {**SETUP, "round.start": start_round, "round.end": end_round}
