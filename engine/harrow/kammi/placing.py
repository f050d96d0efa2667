"""H4.2.5 to H4.2.8, HP.1.5, HP.1.6  Who stands where at the start of a game with Kammi, in secret where it must be."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow, Option, ask
from engine.harrow.data import TABLE, Hex
from engine.harrow.faction import FACTIONS
from engine.harrow.kammi.board import FIGURES, board_of
from engine.harrow.land import may_enter
from engine.harrow.state import Doll, Harrow, Owner
from engine.harrow.verbs import place_haints, place_legend


class PlaceFigures(Option, frozen=True, tag="place_figures"):
    """H4.2.5  Kammi on a hex, the goblin on another."""

    PRIVATE = True
    hex: Hex
    goblin: Hex


class PlaceHaints(Option, frozen=True, tag="place_haints"):
    """H4.2.6, H4.2.8  So many of your first haints on this hex."""

    COUNTED = "haints"
    hex: Hex
    haints: int


class PlaceLegend(Option, frozen=True, tag="place_legend"):
    """H4.2.8  Your legend starts here."""

    hex: Hex


class HideDoll(Option, frozen=True, tag="hide_doll"):
    """H4.2.7  The real doll lies here, decoys on the other two hexes."""

    PRIVATE = True
    hex: Hex


def place_everything(game: Harrow, owner: Owner) -> Flow[None]:
    """H4.2.5 to H4.2.8  In this order."""
    yield from place_figures(game, owner)
    yield from divide_haints(game, owner, [game.homes[owner], *(game.where(owner, kind) for kind in FIGURES)])
    other = game.other(owner)
    hexes = game.county.edge_near(game.homes[other])
    yield from hide_dolls(game, other, hexes)
    places = [game.homes[other], *hexes]
    legend = yield from ask(other, "setup.place", "H4.2.8", [PlaceLegend(hex) for hex in sorted(places)])
    place_legend(game, other, FACTIONS[other].figures[0], legend.hex, "H4.2.8")
    yield from divide_haints(game, other, places)


def place_figures(game: Harrow, owner: Owner) -> Flow[None]:
    """H4.2.3, H4.2.5  Two of the three edge hexes next to the home. The figures are numbered by their hexes."""
    hexes = game.county.edge_near(game.homes[owner])
    options = [PlaceFigures(one, other) for one in hexes for other in hexes if one != other]
    choice = yield from ask(owner, "setup.figures", "H4.2.5", options, secret=True)
    board_of(game).kammi = FIGURES[int(choice.hex > choice.goblin)]
    for kind, hex in zip(FIGURES, sorted((choice.hex, choice.goblin)), strict=True):
        place_legend(game, owner, kind, hex, "H4.2.5")


def divide_haints(game: Harrow, owner: Owner, hexes: Sequence[Hex]) -> Flow[None]:
    """H4.2.6, H4.2.8  Three haints, divided freely."""
    left = TABLE.start["haints"]
    while left:
        options = [
            PlaceHaints(hex, min(left, TABLE.most_units - len(game.units[hex])))
            for hex in sorted(hexes)
            if may_enter(game, owner, hex)
        ]
        choice = yield from ask(owner, "setup.haints", "H4.2.6", options, left=left)
        left -= place_haints(game, owner, choice.hex, choice.haints, "H4.2.6")


def hide_dolls(game: Harrow, owner: Owner, hexes: Sequence[Hex]) -> Flow[None]:
    """H4.2.7  The opponent lays the dolls face down."""
    choice = yield from ask(owner, "setup.doll", "H4.2.7", [HideDoll(hex) for hex in hexes], secret=True)
    game.dolls = {hex: Doll(real=hex == choice.hex) for hex in hexes}
    game.note("dolls.hidden", "H4.2.7", owner=owner, hexes=tuple(hexes))
