"""H6.1, H8.1.1  Setting up factions that move by themselves: the map, a legend and haints for each, the first terrain cubes."""

from __future__ import annotations

from engine.flow import Flow, shuffle
from engine.harrow.automated.board import SOLO
from engine.harrow.course import ask_for
from engine.harrow.data import TABLE
from engine.harrow.faction import FACTIONS, legends_of
from engine.harrow.hester.board import COLOURS, gain
from engine.harrow.setup import ChooseLegend, lay_map
from engine.harrow.state import LEGEND, Harrow
from engine.harrow.verbs import place_haints, place_legend


def lay_county(game: Harrow) -> Flow[None]:
    """H6.1.1, HP.1.3  The side of the map."""
    yield from lay_map(game)
    game.cursor.step = "setup.cards"


def lay_cubes(game: Harrow, level: str, clause: str) -> Flow[None]:
    """H6.1.2  The terrain cubes of a level: one of each colour, two different ones at random, or none."""
    cubes = SOLO.levels[level].cubes
    mixed = (yield from shuffle("solo.cubes", list(COLOURS))) if cubes == "two" else list(COLOURS)
    for colour in mixed[: {"each": len(COLOURS), "two": 2, "none": 0}[cubes]]:
        gain(game, colour, clause)


def lay_bots(game: Harrow) -> Flow[None]:
    """H6.1.4, H6.1.5, HP.1.7  A legend, three haints and three cubes for each faction that moves by itself."""
    for owner in game.automated:
        first = FACTIONS[owner].first_legend
        ids = sorted(legends_of(owner), key=lambda id, first=first: id != first)  # type: ignore[misc]
        chosen = yield from ask_for(
            game, owner, "setup.figure", "H6.1.4", [ChooseLegend(id) for id in ids], owner=owner
        )
        game.players[owner].legend = chosen.legend
        game.cubes[owner] -= TABLE.start["cubes"]
        game.battleground[owner] += TABLE.start["cubes"]
        place_legend(game, owner, LEGEND, game.homes[owner], "H6.1.4")
        place_haints(game, owner, game.homes[owner], TABLE.start["haints"], "H6.1.4")
